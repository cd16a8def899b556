//! Procs: attempts and effects.

use super::log::{EventSink, RawEvent};
use super::observation::Observation;
use super::plan::{Attempt, Needs, Odds};
use super::rolls;
use super::run::Fight;
use super::state::State;
use crate::condition::Depends;
use crate::condition::number;

impl<S: EventSink> Fight<'_, S> {
    /// Makes one attempt of a proc. If the attempt succeeds, applies the effects of the proc.
    #[expect(
        clippy::inline_always,
        reason = "measured: this function is hot, and the compiler does not inline it otherwise"
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
        self.state.changed |= Depends::proc(index);
        let computed = proc
            .chance
            .as_ref()
            .map(|chance| number(chance, &Observation { plan, state: self.state, target }));
        let State { now, speed, procs, .. } = &mut *self.state;
        let state = &mut procs[index];
        match (attempt.needs, computed, proc.odds) {
            (Needs::EvaluationAndRoll(threshold), _, _) => rolls::next(&mut state.rolls) < threshold,
            (_, Some(chance), _) => state.rolls.next_f64() < chance,
            (_, None, Odds::Fixed) => true,
            (_, None, odds) => {
                let chance = state.chance(odds, *now, *speed);
                state.rolls.next_f64() < chance
            }
        }
    }

    #[inline(never)]
    fn succeed(&mut self, index: usize, target: usize) {
        let proc = &self.plan.procs[index];
        let now = self.state.now;
        let state = &mut self.state.procs[index];
        state.successes += 1;
        state.last_success = now;
        state.attempts_at_success = state.attempts;
        if proc.cooldown > 0 {
            state.ready = now + proc.cooldown;
            self.state.changed |= Depends::proc(index);
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
