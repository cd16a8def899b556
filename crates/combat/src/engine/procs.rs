//! Procs: whether one happens, and what follows.

use super::log::{EventSink, RawEvent};
use super::plan::{Attempt, Needs, Odds};
use super::rolls;
use super::run::Run;
use super::state::State;
use crate::condition::Depends;

impl<S: EventSink> Run<'_, S> {
    /// One attempt.
    #[expect(
        clippy::inline_always,
        reason = "measured: the hottest path, and the compiler leaves it out of line"
    )]
    #[inline(always)]
    pub(crate) fn try_proc(&mut self, attempt: Attempt, target: usize) {
        let index = usize::from(attempt.proc);
        let State { now, speed, procs, .. } = &mut *self.state;
        let state = &mut procs[index];
        if *now < state.ready {
            return;
        }
        state.attempts += 1;
        let succeeds = match attempt.needs {
            Needs::Nothing => true,
            Needs::Roll(threshold) => rolls::next(&mut state.rolls) < threshold,
            Needs::Odds => {
                let chance = state.chance(self.plan.procs[index].odds, *now, *speed);
                state.rolls.next_f64() < chance
            }
        };
        if succeeds {
            self.succeed(index, target);
        }
    }

    #[inline(never)]
    fn succeed(&mut self, index: usize, target: usize) {
        let proc = &self.plan.procs[index];
        let now = self.state.now;
        let state = &mut self.state.procs[index];
        state.successes += 1;
        state.last_success = now;
        if proc.cooldown > 0 {
            state.ready = now + proc.cooldown;
            self.state.changed |= Depends::proc(index);
        }
        match proc.odds {
            Odds::Deck { .. } => state.hits -= 1,
            Odds::Accumulates(_) => state.count = 0,
            Odds::Fixed | Odds::Real { .. } => {}
        }
        self.note(RawEvent::Proc { proc: index as u16 });
        self.mark_target(&proc.effects.marks, target);
        for &effect in &proc.effects.others {
            self.apply_effect(effect, target);
        }
    }
}
