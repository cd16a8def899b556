//! Procs: whether one happens, and what follows.

use super::log::{Happening, Observer};
use super::plan::{Attempt, Needs, Odds};
use super::rolls;
use super::run::Run;
use super::state::{ProcState, State};
use crate::units::Micros;

/// Bad-luck protection begins when one and a half times the mean interval has passed without a success, and adds three times
/// what has passed beyond it.
const PATIENCE: f64 = 1.5;
const COMFORT: f64 = 3.0;

impl ProcState {
    /// The chance of an attempt where it depends on what went before.
    #[inline(never)]
    fn chance(&mut self, odds: Odds, now: Micros, speed: f64) -> f64 {
        match odds {
            Odds::Fixed => 0.0,
            Odds::Real { rate, hasted, bad_luck_protection, longest_gap } => {
                let rate = if hasted { rate * speed } else { rate };
                let gap = (now - self.last_attempt).min(longest_gap) as f64;
                let since = (now - self.last_success) as f64;
                self.last_attempt = now;
                let protection = if bad_luck_protection {
                    (1.0 + COMFORT * (since * rate - PATIENCE)).max(1.0)
                } else {
                    1.0
                };
                rate * gap * protection
            }
            Odds::Deck { hits, cards } => {
                if self.count == 0 {
                    (self.count, self.hits) = (cards, hits);
                }
                // Drawing card by card has the same law as shuffling first.
                let chance = f64::from(self.hits) / f64::from(self.count);
                self.count -= 1;
                chance
            }
            Odds::Accumulates(step) => {
                self.count = self.count.saturating_add(1);
                f64::from(self.count) * step
            }
        }
    }
}

impl<O: Observer> Run<'_, O> {
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
        state.ready = now + proc.cooldown;
        match proc.odds {
            Odds::Deck { .. } => state.hits -= 1,
            Odds::Accumulates(_) => state.count = 0,
            Odds::Fixed | Odds::Real { .. } => {}
        }
        self.note(Happening::Proc { proc: index as u16 });
        self.mark_target(&proc.effects.marks, target);
        for &effect in &proc.effects.others {
            self.apply_effect(effect, target);
        }
    }
}
