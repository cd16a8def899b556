//! Procs: whether one happens, and what follows.

use super::log::{Happening, Observer};
use super::plan::{Attempt, Odds};
use super::run::Run;

/// Bad-luck protection begins when one and a half times the mean interval has passed without a success, and adds three times
/// what has passed beyond it.
const PATIENCE: f64 = 1.5;
const COMFORT: f64 = 3.0;

impl<O: Observer> Run<'_, O> {
    /// One attempt.
    #[expect(
        clippy::inline_always,
        reason = "measured: the hottest path, and the compiler leaves it out of line"
    )]
    #[inline(always)]
    pub(crate) fn try_proc(&mut self, attempt: Attempt, target: usize) {
        let index = usize::from(attempt.proc);
        if self.state.now < self.state.procs[index].ready {
            return;
        }
        self.totals.procs[index].1 += 1;
        let chance = attempt.chance.unwrap_or_else(|| self.chance(index));
        // What is certain needs no roll.
        if chance >= 1.0 && attempt.chance.is_some() || self.state.draw(attempt.source) < chance {
            self.succeed(index, target);
        }
    }

    /// The chance of an attempt where it depends on what went before.
    #[inline(never)]
    fn chance(&mut self, index: usize) -> f64 {
        let now = self.state.now;
        let speed = self.state.speed;
        let state = &mut self.state.procs[index];
        match self.plan.procs[index].odds {
            Odds::Fixed => 0.0,
            Odds::Real { rate, hasted, bad_luck_protection, longest_gap } => {
                let rate = if hasted { rate * speed } else { rate };
                let gap = (now - state.last_attempt).min(longest_gap) as f64;
                let since = (now - state.last_success) as f64;
                state.last_attempt = now;
                let protection = if bad_luck_protection {
                    (1.0 + COMFORT * (since * rate - PATIENCE)).max(1.0)
                } else {
                    1.0
                };
                rate * gap * protection
            }
            Odds::Deck { hits, cards } => {
                if state.count == 0 {
                    (state.count, state.hits) = (cards, hits);
                }
                // Drawing card by card has the same law as shuffling first.
                let chance = f64::from(state.hits) / f64::from(state.count);
                state.count -= 1;
                chance
            }
            Odds::Accumulates(step) => {
                state.count = state.count.saturating_add(1);
                f64::from(state.count) * step
            }
        }
    }

    #[inline(never)]
    fn succeed(&mut self, index: usize, target: usize) {
        let proc = &self.plan.procs[index];
        let now = self.state.now;
        let state = &mut self.state.procs[index];
        state.last_success = now;
        state.ready = now + proc.cooldown;
        match proc.odds {
            Odds::Deck { .. } => state.hits -= 1,
            Odds::Accumulates(_) => state.count = 0,
            Odds::Fixed | Odds::Real { .. } => {}
        }
        self.totals.procs[index].0 += 1;
        self.note(Happening::Proc { proc: index as u16 });
        self.apply_effects(&proc.effects, target, true);
    }
}
