//! Which engine continues a plane: a trial of `HashLife` within a budget.
//!
//! The unit of cost is the time in which [`Tiles`](crate::Tiles) compute one tile, some 80 ns. A result of
//! [`HashLife`](crate::HashLife) counts [`TILES_FOR_A_RESULT`] of them. Both are counted, not timed, so that the choice
//! is the same on every machine and for any number of threads.
//!
//! 1. Tiles begin. Their cost is noted as the generations go on, and continued as a power of the generation
//!    ([`Forecast`]): F(a, b) is what they are expected to cost from generation a to b.
//!    A stretch of generations that costs more than [`UNEXPECTED`] times what is expected of it is cut short, so that
//!    what a sudden growth costs is seen at once.
//! 2. When they have cost [`UNTRIED`], and F of what is left is at least [`WORTH_A_TRIAL`], the plane is given to `HashLife`.
//!    It advances by steps of 2ᵖ generations, p from about an eighth of the present generation upward by 1 at most from
//!    step to step; all steps together cost about as much as one step of their sum, since results for the smaller nodes
//!    stay valid when p grows.
//! 3. The *loss* of the trial is what `HashLife` has cost more than F of the generations that it has completed; where it
//!    has cost less, the loss shrinks, to 0 at the least. While it is at most the *allowance*, `HashLife` continues. The
//!    allowance is a quarter of F of all that is left; and, for the first two steps, and where steps find hardly
//!    any of their results known, not more than a multiple of what tiles have cost so far.
//! 4. When the loss exceeds the allowance, tiles continue from the generation that `HashLife` has come to. The next trial
//!    begins when they have cost twice as much as before this one, and four times the losses of all trials.
//!
//! Where cells are set, all costs so far are forgotten, since they say nothing of the new pattern: a trial ends and tiles
//! continue. Where so much lives that the hand-over costs more than [`LITTLE`] and more than tiles have cost so far, the
//! trial begins anew instead, with the same forecast.
//!
//! *Bounds.* Let T be what tiles alone cost, and F as expected. A run that tiles finish costs at most T and the losses:
//! those before the last trial are a quarter of T at most by 4, that of the last a quarter by 3. So it costs at most
//! 1.5 T. A run that `HashLife` finishes in its first trial costs UNTRIED and H, what `HashLife` costs alone. The first trial
//! is not the last one only if the loss exceeds the allowance: then H is more than a quarter of T, if the allowance is not
//! limited by what tiles have cost.

use super::forecast::{Forecast, History};

/// What `HashLife`'s result costs, in tiles: 240 ns and 80 ns as measured over the patterns of Golly's collection.
const TILES_FOR_A_RESULT: f64 = 3.0;
/// The cost of tiles before the first trial: some 10 ms. Tests try with small patterns too.
pub(super) const UNTRIED: f64 = if cfg!(test) { 128.0 } else { 131_072.0 };
/// The expected cost of what is left for which a trial is made.
const WORTH_A_TRIAL: f64 = 2.0 * UNTRIED;
/// The allowance as a share of the expected cost of what is left.
const ALLOWED: f64 = 0.25;
/// Steps after which it is known how many results are new.
const FIRST_STEPS: u32 = 2;
/// The allowance for the first steps, in terms of what tiles have cost.
const ALLOWED_AT_FIRST: f64 = 4.0;
/// The allowance where nearly every result is new.
const ALLOWED_IN_CHAOS: f64 = 0.25;
/// Results of four leaves for each tile expected, from which on nearly all are new: 10 of them advance 56 × 56 cells by
/// 4 generations if none is known.
const CHAOS: f64 = 3.0;
/// What tiles cost, in terms of the losses of all trials, before the next.
const LOSSES_REPAID: f64 = 4.0;
/// What a span costs to be handed from one engine to the other, in tiles.
const TILES_FOR_A_SPAN: f64 = 2.0;
/// What a stretch of tiles may cost, in terms of what is expected of it, before the costs are looked at anew.
pub(super) const UNEXPECTED: f64 = 4.0;
/// What may be handed to tiles whenever cells were set: some 80 ms.
const LITTLE: f64 = 8.0 * UNTRIED;
/// Generations of a call for which a trial is made.
pub(super) const LEAST_GENERATIONS: u64 = if cfg!(test) { 8 } else { 64 };

/// The costs so far, and the trial that is under way.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    history: History,
    /// What tiles have cost.
    tiles: f64,
    /// What all trials that were given up have cost more than tiles are expected to have cost.
    losses: f64,
    /// The cost of tiles from which on a trial is made.
    next: f64,
    trial: Option<Trial>,
}

/// `HashLife` at work in place of tiles.
#[derive(Clone, Debug)]
struct Trial {
    forecast: Forecast,
    loss: f64,
    allowance: f64,
    /// The generation at which it began, and that to which it has come.
    began: f64,
    generation: f64,
    steps: u32,
    /// Whether nearly all of its results were new.
    chaos: bool,
}

impl Default for Choice {
    fn default() -> Self {
        Self { history: History::default(), tiles: 0.0, losses: 0.0, next: UNTRIED, trial: None }
    }
}

/// What of a step of `HashLife` counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The generation that it has come to.
    pub(super) generation: f64,
    /// Whether all of it was done.
    pub(super) complete: bool,
    /// Results that were computed, and those of four leaves among them.
    pub(super) results: u64,
    pub(super) leaves: u64,
}

impl Choice {
    /// Forgets the costs of the generations so far, which are counted from 0 again. What tiles and trials have cost in all
    /// is kept.
    pub(super) fn forget(&mut self) {
        self.history = History::default();
    }

    /// Notes what tiles have cost to come to a generation.
    pub(super) fn tiles_ran(&mut self, generation: f64, cost: u64) {
        self.tiles += cost as f64;
        self.history.add(generation, cost as f64);
    }

    /// Returns what tiles may cost between two generations before the costs are looked at anew.
    pub(super) fn stretch_limit(&self, from: f64, to: f64) -> u64 {
        // More than that is no limit.
        (UNEXPECTED * self.history.forecast().between(from, to)).clamp(UNTRIED, 1e18) as u64
    }

    /// Returns whether a trial pays for the generations from `generation` to `end`, as far as is known without
    /// counting spans.
    pub(super) fn may_try(&self, generation: f64, end: f64) -> bool {
        self.tiles >= self.next && self.history.forecast().between(generation, end) >= WORTH_A_TRIAL
    }

    /// Begins a trial if that pays for handing over this number of spans.
    pub(super) fn begin(&mut self, generation: f64, end: f64, spans: u64) -> bool {
        let forecast = self.history.forecast();
        let loss = handover(spans);
        let allowance = ALLOWED * forecast.between(generation, end);
        if loss > allowance / 2.0 {
            self.put_off();
            return false;
        }
        self.trial =
            Some(Trial { forecast, loss, allowance, began: generation, generation, steps: 0, chaos: false });
        true
    }

    /// Puts the next trial off for a while, if there cannot be one now.
    pub(super) fn put_off(&mut self) {
        self.next = self.tiles * 1.5;
        self.trial = None;
    }

    /// Begins no trial from now on.
    #[cfg(test)]
    pub(super) const fn try_nothing(&mut self) {
        self.next = f64::INFINITY;
    }

    /// Notes that generations until `end` are asked for.
    pub(super) fn expect(&mut self, end: f64) {
        if let Some(trial) = &mut self.trial {
            trial.allowance = ALLOWED * trial.forecast.between(trial.generation, end);
        }
    }

    /// Returns the results that a step to this generation may compute; `None` without a trial.
    pub(super) fn budget(&self, to: f64) -> Option<u64> {
        let trial = self.trial.as_ref()?;
        let allowed = self.allowance(trial) - trial.loss + trial.forecast.between(trial.generation, to);
        // More than that is no limit.
        Some((allowed.max(0.0) / TILES_FOR_A_RESULT).min(1e18) as u64)
    }

    /// The loss up to which a trial is continued.
    fn allowance(&self, trial: &Trial) -> f64 {
        if trial.steps < FIRST_STEPS {
            trial.allowance.min(ALLOWED_AT_FIRST * self.tiles)
        } else if trial.chaos {
            trial.allowance.min(ALLOWED_IN_CHAOS * self.tiles)
        } else {
            trial.allowance
        }
    }

    /// Notes a step of `HashLife`; returns whether it is to continue.
    pub(super) fn stepped(&mut self, step: Step) -> bool {
        let Some(mut trial) = self.trial.take() else { return true };
        let expected = trial.forecast.between(trial.generation, step.generation);
        trial.loss = (trial.loss + TILES_FOR_A_RESULT * step.results as f64 - expected).max(0.0);
        trial.generation = step.generation;
        trial.steps += 1;
        // In the first step all that lies still is new, too.
        trial.chaos = trial.steps >= FIRST_STEPS && step.leaves as f64 > CHAOS * expected;
        let continues = step.complete && trial.loss <= self.allowance(&trial);
        self.trial = Some(trial);
        continues
    }

    /// Returns whether tiles are to continue after cells were set in a trial: where little is handed over to them.
    pub(super) fn returns(&self, spans: f64) -> bool {
        spans * TILES_FOR_A_SPAN <= self.tiles.max(LITTLE)
    }

    /// Begins the trial anew, with the same forecast.
    pub(super) fn restart(&mut self) {
        if let Some(trial) = &mut self.trial {
            (trial.loss, trial.steps, trial.chaos) = (0.0, 0, false);
        }
    }

    /// Ends the trial; tiles continue, after this number of spans was handed over to them.
    pub(super) fn end(&mut self, spans: u64) {
        let Some(trial) = self.trial.take() else { return };
        self.losses += trial.loss + handover(spans);
        self.next = (2.0 * self.tiles).max(LOSSES_REPAID * self.losses);
        if trial.generation > trial.began {
            let expected = trial.forecast.between(trial.began, trial.generation);
            self.history.add(trial.generation, expected);
        }
    }
}

/// Returns what it costs to hand a number of spans from one engine to the other.
fn handover(spans: u64) -> f64 {
    spans as f64 * TILES_FOR_A_SPAN
}
