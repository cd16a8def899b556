//! Latency and reaction: what a player adds to the rules.
//!
//! What the actor has seen of a buff is kept as steps: from an instant on it sees so many stacks. Instants and
//! stacks both rise from step to step; steps that are past, but for the last of them, are forgotten.
//!
//! ```text
//!   stacks          1        2        3     come
//!   ────────────────┼────────┼────────┼──────────────►  time
//!   seen from            ·1·      ·2, 3·    (the third was drawn to be seen sooner, and shows the second)
//! ```

use std::collections::VecDeque;

use super::log::EventSink;
use super::plan::Delay;
use super::run::Run;
use super::state::State;
use crate::units::{Micros, micros};

/// From these instants on, so many stacks are seen.
pub(crate) type Seen = VecDeque<(Micros, u32)>;

/// The stacks that are seen now.
pub(crate) fn seen(steps: &Seen, now: Micros) -> u32 {
    steps.iter().take_while(|(from, _)| *from <= now).last().map_or(0, |(_, stacks)| *stacks)
}

/// When more stacks are seen next.
pub(crate) fn next_seen(steps: &Seen, now: Micros) -> Option<Micros> {
    steps.iter().map(|(from, _)| *from).find(|&from| from > now)
}

impl<S: EventSink> Run<'_, S> {
    fn draw_delay(&mut self, delay: Delay) -> Micros {
        let roll = delay.source.map_or(0.0, |source| self.state.draw(source));
        micros(delay.least + delay.width * roll)
    }

    /// How much later than it could the actor decides this time; its companions never do.
    #[inline]
    pub(crate) fn lag(&mut self) -> Micros {
        match self.plan.latency {
            _ if S::LEAN => 0,
            Some(delay) if self.state.me == 0 => self.draw_delay(delay),
            _ => 0,
        }
    }

    /// A buff has other stacks than before: more are seen later, fewer at once.
    #[inline(never)]
    pub(crate) fn see(&mut self, index: usize, instance: usize, was: u32, is: u32) {
        let Some(delay) = self.plan.reaction.as_ref().map(|delays| delays[index]) else { return };
        if is > was {
            let now = self.state.now;
            let from = now + self.draw_delay(delay);
            let steps = &mut self.state.seen[instance];
            while steps.get(1).is_some_and(|(next, _)| *next <= now) {
                steps.pop_front();
            }
            while steps.back().is_some_and(|(later, _)| *later >= from) {
                steps.pop_back();
            }
            steps.push_back((from, is));
        } else {
            forget(&mut self.state.seen[instance], is);
        }
    }
}

/// No more than so many stacks are left to be seen.
fn forget(steps: &mut Seen, left: u32) {
    let enough = steps.iter().position(|(_, stacks)| *stacks >= left);
    steps.truncate(if left == 0 { 0 } else { enough.map_or(steps.len(), |place| place + 1) });
    if let Some((_, stacks)) = steps.back_mut() {
        *stacks = left.min(*stacks);
    }
}

impl State {
    /// Whether anyone keeps in mind what the actor has seen.
    #[inline]
    pub(crate) fn reacts(&self) -> bool {
        !self.seen.is_empty()
    }
}
