//! Procs: attempts and effects.

use quadrille_random::Xoshiro256PlusPlus;

use super::log::{EventSink, RawEvent};
use super::observation::Observation;
use super::plan::{Attempt, Needs, Odds};
use super::rolls;
use super::run::Fight;
use crate::condition::{Depends, number};
use crate::units::Micros;

/// State of one proc: its random stream, and the history on which the next chance depends.
#[derive(Clone, Debug)]
pub(crate) struct ProcState {
    rolls: Xoshiro256PlusPlus,
    ready: Micros,
    last_attempt: Micros,
    last_success: Micros,
    /// For [`Odds::Deck`]: number of cards left in the deck. For [`Odds::Accumulates`]: number of
    /// attempts since the last success.
    count: u32,
    /// For [`Odds::Deck`]: number of successes left in the deck.
    hits: u32,
    /// Number of attempts in this iteration.
    attempts: u64,
    /// Number of successes in this iteration.
    successes: u64,
    /// Value of `attempts` at the last success.
    attempts_at_success: u64,
}

impl ProcState {
    pub(crate) fn new(rolls: Xoshiro256PlusPlus) -> Self {
        Self {
            rolls,
            ready: 0,
            last_attempt: 0,
            last_success: 0,
            count: 0,
            hits: 0,
            attempts: 0,
            successes: 0,
            attempts_at_success: 0,
        }
    }
}

// "Real procs per minute" (RPPM), as described by Blizzard's developers in 2012 and 2013 and
// implemented by simulators since: the chance of an attempt is the rate multiplied by the time
// since the last attempt. Therefore the mean number of procs per minute does not depend on the
// attack speed.

/// Time after the last success at which bad-luck protection begins, as a multiple of the mean
/// interval between procs.
const PATIENCE: f64 = 1.5;
/// Increase of the factor by which bad-luck protection multiplies the chance, for each further mean
/// interval without a success.
const COMFORT: f64 = 3.0;

impl ProcState {
    /// Returns the number of attempts since the last success.
    pub(crate) fn tries(&self) -> f64 {
        (self.attempts - self.attempts_at_success) as f64
    }

    /// Returns the end of the internal cooldown.
    pub(super) const fn ready(&self) -> Micros {
        self.ready
    }

    /// Returns the numbers of successes and attempts in this iteration.
    pub(super) const fn counts(&self) -> (u64, u64) {
        (self.successes, self.attempts)
    }

    /// Computes the chance of an attempt from the history of the proc, and updates the history.
    #[inline(never)]
    fn chance(&mut self, odds: Odds, now: Micros, speed: f64) -> f64 {
        match odds {
            Odds::Fixed | Odds::Computed => 0.0,
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
                // Cards are drawn one by one. The distribution is the same as for a shuffled deck.
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

impl<S: EventSink> Fight<'_, S> {
    /// Makes one attempt of a proc. If the attempt succeeds, applies the effects of the proc.
    #[expect(
        clippy::inline_always,
        reason = "measured: this function is hot, and the compiler does not inline it otherwise"
    )]
    #[inline(always)]
    pub(crate) fn try_proc(&mut self, attempt: Attempt, target: usize) {
        let index = usize::from(attempt.proc);
        let (now, speed) = (self.now(), self.state.own.stats.speed());
        let state = &mut self.state.procs[index];
        if now < state.ready {
            return;
        }
        state.attempts += 1;
        let succeeds = match attempt.needs {
            Needs::Nothing => true,
            Needs::Roll(threshold) => rolls::next(&mut state.rolls) < threshold,
            Needs::Odds => {
                let chance = state.chance(self.plan.procs[index].odds, now, speed);
                state.rolls.next_f64() < chance
            }
            Needs::Evaluation | Needs::EvaluationAndRoll(_) => {
                // Take back the count: `evaluate_attempt` counts the attempt only if the proc's
                // condition holds.
                state.attempts -= 1;
                self.evaluate_attempt(attempt, target)
            }
        };
        if succeeds {
            self.succeed(index, target);
        }
    }

    /// Makes an attempt of a proc that needs an evaluation, and returns whether the attempt
    /// succeeds. Such a proc has a condition or a computed chance, or a condition of an action list
    /// reads its number of attempts.
    #[inline(never)]
    fn evaluate_attempt(&mut self, attempt: Attempt, target: usize) -> bool {
        let plan = self.plan;
        let index = usize::from(attempt.proc);
        let proc = &plan.procs[index];
        if let Some(condition) = &proc.condition
            && !condition.evaluate(&Observation { plan, state: self.state, target })
        {
            return false;
        }
        self.state.procs[index].attempts += 1;
        self.state.changed.add(Depends::proc(index));
        let computed = proc
            .chance
            .as_ref()
            .map(|chance| number(chance, &Observation { plan, state: self.state, target }));
        let (now, speed) = (self.now(), self.state.own.stats.speed());
        let state = &mut self.state.procs[index];
        match (attempt.needs, computed, proc.odds) {
            (Needs::EvaluationAndRoll(threshold), _, _) => rolls::next(&mut state.rolls) < threshold,
            (_, Some(chance), _) => state.rolls.next_f64() < chance,
            (_, None, Odds::Fixed) => true,
            (_, None, odds) => {
                let chance = state.chance(odds, now, speed);
                state.rolls.next_f64() < chance
            }
        }
    }

    #[inline(never)]
    fn succeed(&mut self, index: usize, target: usize) {
        let proc = &self.plan.procs[index];
        let now = self.now();
        let state = &mut self.state.procs[index];
        state.successes += 1;
        state.last_success = now;
        state.attempts_at_success = state.attempts;
        if proc.cooldown > 0 {
            state.ready = now + proc.cooldown;
            self.state.changed.add(Depends::proc(index));
        }
        match proc.odds {
            Odds::Deck { .. } => state.hits -= 1,
            Odds::Accumulates(_) => state.count = 0,
            Odds::Fixed | Odds::Real { .. } | Odds::Computed => {}
        }
        self.note(RawEvent::Proc { proc: index as u16 });
        self.mark_target(&proc.effects.marks, target, 0);
        for &effect in &proc.effects.others {
            self.apply_effect(effect, target, 0);
        }
    }
}
