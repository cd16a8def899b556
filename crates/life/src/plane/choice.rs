//! Choice of the engine that continues a plane: trials of `HashLife` within a budget.
//!
//! The unit of cost is the time in which [`Tiles`](crate::Tiles) compute one tile for a stride of
//! four generations, some 80 ns. A *result* is the successor of a node, computed by
//! [`HashLife`](crate::HashLife); it costs [`TILES_FOR_A_RESULT`] units. A *leaf result* is a
//! result that is computed cell by cell. Tiles and results are counted, not timed, so that the
//! choice is the same on every machine and for any number of threads.
//!
//! 1. Tiles begin. Their cost is recorded over the generations and extrapolated as a power of the
//!    generation ([`Forecast`]): F(a, b) is the expected cost of tiles from generation a to b. The
//!    generations from one check of the cost to the next are a *stretch*. A stretch that costs more
//!    than [`UNEXPECTED`] times the expected cost is cut short, so that sudden growth is noticed at
//!    once.
//! 2. When tiles have cost [`UNTRIED`], and F of the remaining generations is at least
//!    [`WORTH_A_TRIAL`], the plane is handed to `HashLife`, which advances by steps of 2ᵖ
//!    generations. The first step has about an eighth as many generations as the plane has run, and
//!    p grows by at most 1 from step to step. All steps together cost about as much as a single
//!    step of the same total length, since results of small nodes stay valid when p grows.
//! 3. The *loss* of the trial is the cost of `HashLife` minus F of the generations completed in the
//!    trial, and at least 0. `HashLife` continues while the loss is at most the *allowance*. The
//!    allowance is a quarter of F of all remaining generations. In the first two steps, and while
//!    nearly all results are new rather than memoised, the allowance is also limited to the cost of
//!    tiles so far, times [`ALLOWED_AT_FIRST`] or [`ALLOWED_IN_CHAOS`].
//! 4. When the loss exceeds the allowance, tiles continue from the generation that `HashLife` has
//!    reached. The next trial begins when the cost of tiles is at least twice its value before this
//!    trial, and at least four times the losses of all trials.
//!
//! Setting cells discards the recorded costs, since these do not predict the cost of the changed
//! pattern. A trial then ends, and tiles continue. If the population is so large that the hand-over
//! costs more than [`LITTLE`] and more than tiles have cost so far, the trial starts over instead,
//! with the same forecast.
//!
//! *Bounds.* Let T be the cost of tiles alone, and assume that F is accurate. A run that tiles
//! finish costs at most T plus the losses: by point 4, the losses before the last trial are at most
//! a quarter of T; by point 3, the loss of the last trial is at most a quarter of T. So such a run
//! costs at most 1.5 T. A run that `HashLife` finishes in the first trial costs about UNTRIED plus
//! H, the cost of `HashLife` alone. Further trials follow only if the loss of the first one exceeds
//! the allowance. In this case H is more than a quarter of T, unless the cost of tiles limited the
//! allowance.

use super::forecast::{Forecast, History};

/// The cost of a `HashLife` result in units of the cost of a tile: 240 ns against 80 ns, measured
/// over the patterns of Golly's collection.
const TILES_FOR_A_RESULT: f64 = 3.0;
/// The cost of tiles before the first trial, in units of a tile; about 10 ms. In tests it is lower,
/// so that small patterns have trials.
pub(super) const UNTRIED: f64 = if cfg!(test) { 128.0 } else { 131_072.0 };
/// The minimum expected cost of the remaining generations for a trial.
const WORTH_A_TRIAL: f64 = 2.0 * UNTRIED;
/// The allowance as a fraction of the expected cost of tiles for the remaining generations.
const ALLOWED: f64 = 0.25;
/// The number of steps after which the fraction of new results is known.
const FIRST_STEPS: u32 = 2;
/// The maximum allowance in the first steps, as a multiple of the cost of tiles so far.
const ALLOWED_AT_FIRST: f64 = 4.0;
/// The maximum allowance while nearly every result is new, as a multiple of the cost of tiles so
/// far.
const ALLOWED_IN_CHAOS: f64 = 0.25;
/// The ratio of leaf results to expected tiles above which nearly all results count as new. The
/// expected tiles are those that the engine tiles would compute for the same generations. If no
/// result is memoised, about 10 leaf results are computed for each tile.
const CHAOS: f64 = 3.0;
/// The minimum cost of tiles before the next trial, as a multiple of the losses of all trials.
const LOSSES_REPAID: f64 = 4.0;
/// The cost of handing over one span from one engine to the other, in units of a tile.
const TILES_FOR_A_SPAN: f64 = 2.0;
/// The maximum cost of the generations that tiles run between two checks of the cost, as a multiple
/// of the expected cost.
pub(super) const UNEXPECTED: f64 = 4.0;
/// The cost, about 80 ms, up to which a hand-over to tiles is always accepted after cells were set.
const LITTLE: f64 = 8.0 * UNTRIED;
/// The minimum number of generations that must be left in a call for a trial to begin.
pub(super) const LEAST_GENERATIONS: u64 = if cfg!(test) { 8 } else { 64 };

/// The recorded costs, and the current trial.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    history: History,
    /// The total cost of tiles.
    tiles: f64,
    /// The total loss of all failed trials.
    losses: f64,
    /// The total cost of tiles from which the next trial may begin.
    next: f64,
    trial: Option<Trial>,
}

/// A trial of `HashLife`.
#[derive(Clone, Debug)]
struct Trial {
    forecast: Forecast,
    loss: f64,
    allowance: f64,
    /// The generation at which the trial began.
    began: f64,
    /// The generation that the trial has reached.
    generation: f64,
    steps: u32,
    /// Whether nearly all results of the last step were new.
    chaos: bool,
}

impl Default for Choice {
    fn default() -> Self {
        Self { history: History::default(), tiles: 0.0, losses: 0.0, next: UNTRIED, trial: None }
    }
}

/// The values of a step of `HashLife` on which the choice depends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The generation reached.
    pub(super) generation: f64,
    /// Whether the step was completed.
    pub(super) complete: bool,
    /// The number of results computed, including leaf results.
    pub(super) results: u64,
    /// The number of leaf results computed.
    pub(super) leaves: u64,
}

impl Choice {
    /// Discards the recorded costs. The caller then counts generations from 0 again. The total
    /// costs of tiles and trials are kept.
    pub(super) fn forget(&mut self) {
        self.history = History::default();
    }

    /// Records that tiles have reached a generation, and their cost since the last record.
    pub(super) fn tiles_ran(&mut self, generation: f64, cost: u64) {
        self.tiles += cost as f64;
        self.history.add(generation, cost as f64);
    }

    /// Returns the maximum cost at which tiles run from one generation to another without a check;
    /// beyond this cost they stop early.
    pub(super) fn stretch_limit(&self, from: f64, to: f64) -> u64 {
        // 10¹⁸ is practically unlimited.
        (UNEXPECTED * self.history.forecast().between(from, to)).clamp(UNTRIED, 1e18) as u64
    }

    /// Returns whether a trial would be worthwhile for the generations from `generation` to `end`
    /// if the hand-over cost nothing.
    pub(super) fn may_try(&self, generation: f64, end: f64) -> bool {
        self.tiles >= self.next && self.history.forecast().between(generation, end) >= WORTH_A_TRIAL
    }

    /// Begins a trial if it is worthwhile in spite of the cost of handing over the given number of
    /// spans; returns whether it has begun.
    pub(super) fn begin(&mut self, generation: f64, end: f64, spans: u64) -> bool {
        let forecast = self.history.forecast();
        let loss = handover(spans);
        let allowance = ALLOWED * forecast.between(generation, end);
        if loss > allowance / 2.0 {
            self.postpone();
            return false;
        }
        self.trial =
            Some(Trial { forecast, loss, allowance, began: generation, generation, steps: 0, chaos: false });
        true
    }

    /// Postpones the next trial, which is impossible or not worthwhile at present.
    pub(super) fn postpone(&mut self) {
        self.next = self.tiles * 1.5;
        self.trial = None;
    }

    /// Disables all further trials.
    #[cfg(test)]
    pub(super) const fn disable_trials(&mut self) {
        self.next = f64::INFINITY;
    }

    /// Updates the allowance for a run to generation `end`.
    pub(super) fn expect(&mut self, end: f64) {
        if let Some(trial) = &mut self.trial {
            trial.allowance = ALLOWED * trial.forecast.between(trial.generation, end);
        }
    }

    /// Returns the maximum number of results of a step to generation `to`; `None` if there is no
    /// trial.
    pub(super) fn budget(&self, to: f64) -> Option<u64> {
        let trial = self.trial.as_ref()?;
        let allowed = self.allowance(trial) - trial.loss + trial.forecast.between(trial.generation, to);
        // 10¹⁸ is practically unlimited.
        Some((allowed.max(0.0) / TILES_FOR_A_RESULT).min(1e18) as u64)
    }

    /// Returns the loss up to which a trial continues.
    fn allowance(&self, trial: &Trial) -> f64 {
        if trial.steps < FIRST_STEPS {
            trial.allowance.min(ALLOWED_AT_FIRST * self.tiles)
        } else if trial.chaos {
            trial.allowance.min(ALLOWED_IN_CHAOS * self.tiles)
        } else {
            trial.allowance
        }
    }

    /// Records a step of `HashLife`; returns whether `HashLife` should continue.
    pub(super) fn stepped(&mut self, step: Step) -> bool {
        let Some(mut trial) = self.trial.take() else { return true };
        let expected = trial.forecast.between(trial.generation, step.generation);
        trial.loss = (trial.loss + TILES_FOR_A_RESULT * step.results as f64 - expected).max(0.0);
        trial.generation = step.generation;
        trial.steps += 1;
        // In the first steps, results are new even for regions that do not change.
        trial.chaos = trial.steps >= FIRST_STEPS && step.leaves as f64 > CHAOS * expected;
        let continues = step.complete && trial.loss <= self.allowance(&trial);
        self.trial = Some(trial);
        continues
    }

    /// Returns whether tiles should continue after cells were set during a trial of `HashLife`:
    /// whether handing over this number of spans (runs of living cells in a row) is cheap enough.
    pub(super) fn returns(&self, spans: f64) -> bool {
        spans * TILES_FOR_A_SPAN <= self.tiles.max(LITTLE)
    }

    /// Starts the trial over, with the same forecast.
    pub(super) fn restart(&mut self) {
        if let Some(trial) = &mut self.trial {
            (trial.loss, trial.steps, trial.chaos) = (0.0, 0, false);
        }
    }

    /// Ends the trial; tiles continue, after the given number of spans has been handed over to
    /// them.
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

/// Returns the cost of handing over the given number of spans from one engine to the other.
fn handover(spans: u64) -> f64 {
    spans as f64 * TILES_FOR_A_SPAN
}
