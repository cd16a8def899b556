//! Latency and reaction time of the actor.
//!
//! The number of visible stacks of a buff is stored as a step function of time. Each step consists
//! of an instant and the number of stacks that are visible from this instant on. The instants and
//! the numbers increase from step to step. Of the past steps, only the last is kept.
//!
//! ```text
//!   applied         1        2        3
//!   ────────────────┼────────┼────────┼──────────────►  time
//!   seen from            ·1·      ·2, 3·    (the third has a shorter delay, and reveals the second)
//! ```

use std::collections::VecDeque;

use super::log::EventSink;
use super::plan::{Delay, Plan};
use super::run::Fight;
use crate::units::{Micros, micros};

/// Number of visible stacks over time, as pairs (instant, stacks): from the instant on, this number
/// of stacks is visible.
type VisibleStacks = VecDeque<(Micros, u32)>;

/// For each buff instance: its visible stacks over time. Empty if there is no reaction delay.
#[derive(Clone, Debug)]
pub(crate) struct Visible(Vec<VisibleStacks>);

impl Visible {
    pub(super) fn new(plan: &Plan) -> Self {
        let instances = if plan.reaction.is_some() { plan.buff_instances } else { 0 };
        Self(vec![VisibleStacks::new(); instances])
    }

    pub(super) fn reset(&mut self) {
        self.0.iter_mut().for_each(VecDeque::clear);
    }

    /// Returns the size in bytes without the stacks, of which there are none before a fight.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// Returns whether the visible stacks of buffs are tracked.
    pub(super) fn is_tracked(&self) -> bool {
        !self.0.is_empty()
    }

    /// Returns the number of stacks visible at `now`; `None` if they are not tracked.
    pub(super) fn stacks(&self, instance: usize, now: Micros) -> Option<u32> {
        let past = self.0.get(instance)?.iter().take_while(|(from, _)| *from <= now);
        Some(past.last().map_or(0, |(_, stacks)| *stacks))
    }

    /// Returns the next instant at which more stacks become visible, if there is one.
    pub(super) fn next(&self, instance: usize, now: Micros) -> Option<Micros> {
        self.0.get(instance)?.iter().map(|(from, _)| *from).find(|&from| from > now)
    }
}

impl<S: EventSink> Fight<'_, S> {
    fn draw_delay(&mut self, delay: Delay) -> Micros {
        let roll = delay.source.map_or(0.0, |source| self.state.draw(source));
        micros(delay.least + delay.width * roll)
    }

    /// Draws the latency of the active member's next decision. Only the actor has a latency; for
    /// companions it is 0.
    #[inline]
    pub(crate) fn lag(&mut self) -> Micros {
        match self.plan.latency {
            _ if S::LEAN => 0,
            Some(delay) if self.state.team.active() == 0 => self.draw_delay(delay),
            _ => 0,
        }
    }

    /// Records a change of the stacks of a buff. New stacks become visible after the reaction
    /// delay; removed stacks disappear at once.
    #[inline(never)]
    pub(crate) fn update_visible(&mut self, index: usize, instance: usize, was: u32, is: u32) {
        let Some(delay) = self.plan.reaction.as_ref().map(|delays| delays[index]) else { return };
        if is > was {
            let now = self.now();
            let from = now + self.draw_delay(delay);
            let steps = &mut self.state.visible.0[instance];
            while steps.get(1).is_some_and(|(next, _)| *next <= now) {
                steps.pop_front();
            }
            while steps.back().is_some_and(|(later, _)| *later >= from) {
                steps.pop_back();
            }
            steps.push_back((from, is));
        } else {
            truncate_visible(&mut self.state.visible.0[instance], is);
        }
    }
}

/// Limits the numbers of stacks in all steps to at most `left`.
fn truncate_visible(steps: &mut VisibleStacks, left: u32) {
    let enough = steps.iter().position(|(_, stacks)| *stacks >= left);
    steps.truncate(if left == 0 { 0 } else { enough.map_or(steps.len(), |place| place + 1) });
    if let Some((_, stacks)) = steps.back_mut() {
        *stacks = left.min(*stacks);
    }
}
