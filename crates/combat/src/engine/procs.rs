//! Procs: whether one happens, and what follows.

use super::log::{Happening, Observer};
use super::plan::Odds;
use super::run::Run;

/// Bad-luck protection begins when one and a half times the mean interval has passed without a success, and adds three times
/// what has passed beyond it.
const PATIENCE: f64 = 1.5;
const COMFORT: f64 = 3.0;

impl<O: Observer> Run<'_, O> {
    /// One attempt, after an attack with a weapon of this speed.
    pub(crate) fn try_proc(&mut self, index: usize, target: usize, weapon_speed: f64) {
        let plan = self.plan;
        let proc = &plan.procs[index];
        let now = self.state.now;
        if now < self.state.procs[index].ready {
            return;
        }
        self.totals.procs[index].1 += 1;
        let chance = match proc.odds {
            Odds::Always => f64::INFINITY,
            Odds::Flat(chance) => chance,
            Odds::PerSecond(rate) => rate * weapon_speed,
            Odds::Real { rate, hasted, bad_luck_protection, longest_gap } => {
                let state = &mut self.state.procs[index];
                let rate = if hasted { rate * self.state.speed } else { rate };
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
                let state = &mut self.state.procs[index];
                if state.count == 0 {
                    (state.count, state.hits) = (cards, hits);
                }
                // Drawing card by card has the same law as shuffling first.
                let chance = f64::from(state.hits) / f64::from(state.count);
                state.count -= 1;
                chance
            }
            Odds::Accumulates(step) => {
                let state = &mut self.state.procs[index];
                state.count = state.count.saturating_add(1);
                f64::from(state.count) * step
            }
        };
        if !matches!(proc.odds, Odds::Always) && self.state.draw(proc.source) >= chance {
            return;
        }
        let state = &mut self.state.procs[index];
        state.last_success = now;
        state.ready = now + proc.cooldown;
        match proc.odds {
            Odds::Deck { .. } => state.hits -= 1,
            Odds::Accumulates(_) => state.count = 0,
            _ => {}
        }
        self.totals.procs[index].0 += 1;
        self.note(Happening::Proc { proc: index as u16 });
        self.apply_effects(&proc.effects, target, true);
    }
}
