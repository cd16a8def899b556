//! Procs: whether one happens, and what follows.

use super::log::{Happening, Observer};
use super::plan::{Attempt, Odds};
use super::run::Run;
use super::state::ProcState;
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
        let speed = self.state.speed;
        let now = self.state.now;
        let state = &mut self.state.procs[index];
        if now < state.ready {
            return;
        }
        state.attempts += 1;
        let succeeds = if let Some(chance) = attempt.chance {
            // What is certain needs no roll.
            chance >= 1.0 || state.rolls.next_f64() < chance
        } else {
            let chance = state.chance(self.plan.procs[index].odds, now, speed);
            state.rolls.next_f64() < chance
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
        self.apply_effects(&proc.effects.others, target);
    }
}
