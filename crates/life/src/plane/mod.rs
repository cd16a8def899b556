//! The unbounded plane, run by the engine that costs less: tiles, or `HashLife` if a trial shows
//! that `HashLife` costs less.
//!
//! One engine holds the plane at a time. `choice.rs` describes the choice and its maximum cost.

mod choice;
mod forecast;
#[cfg(test)]
mod tests;
mod view;

use std::fmt;
use std::ops::ControlFlow;

use num_bigint::{BigInt, BigUint};
use quadrille_progress::{Cancelled, Observer, Progress};
use thiserror::Error;

use crate::engine::{Engine, EngineError};
use crate::grid::EngineSettings;
use crate::hashlife::{Effort, HashLife, HashLifeError};
use crate::macrocell::{Macrocell, MacrocellError};
use crate::pattern::{Pattern, Span};
use crate::rule::Rule;
use crate::tiles::{Tiles, TilesError};
use choice::{Choice, LEAST_GENERATIONS, Step};

/// The number of living cells per node of a macrocell above which only `HashLife` is suitable.
const REPEATED: u64 = 64;
/// The number of generations after which a plane of tiles at rest repeats. Tiles advance in
/// strides of at most four generations; a plane is at rest if every cell repeats after one or two
/// strides.
const REST: u64 = 8;
/// If the plane is at rest, tiles run only the remainder of the generations modulo [`REST`], plus
/// this number. With this addition, the run is long enough for strides of four generations.
const LONG: u64 = 32;
/// The binary exponent of the smallest number of generations between two checks of the cost.
const LEAST_POWER: u32 = 4;
/// The maximum population for a change from `HashLife` back to tiles.
const MOST_LISTED: u64 = 1 << 24;
/// The maximum number of generations per call of tiles.
const MOST_AT_ONCE: u64 = 1 << 60;

/// The unbounded plane, continued by [`Tiles`] or [`HashLife`], whichever is estimated to cost
/// less.
///
/// With [`Engine::Auto`] in the settings, tiles begin and `HashLife` is tried after about 10 ms of
/// work. Any [run](Self::run) may change the engine. The cells never depend on the engine. The
/// choice depends on the pattern, the rule, the memory limit and the calls, not on the machine or
/// on time. Generations, populations and coordinates are integers of arbitrary size.
///
/// ```
/// use quadrille_life::{Engine, Pattern, Plane, Rule, EngineSettings};
///
/// let gun: Pattern = "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$\
///                     10bo5bo7bo$11bo3bo$12b2o!".parse()?;
/// let mut plane = Plane::from_pattern(&gun, Rule::CONWAY, EngineSettings::default())?;
/// plane.run(&3000u32.into(), &())?;
/// assert_eq!((plane.engine(), plane.population()), (Engine::Tiles, 536u32.into()));
/// plane.run(&3_000_000_000u32.into(), &())?;
/// assert_eq!((plane.engine(), plane.population()), (Engine::HashLife, 500_000_536u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Plane {
    rule: Rule,
    settings: EngineSettings,
    held: PlaneEngine,
    /// The part of the generation count that the current engine does not count itself.
    before: BigUint,
    /// The generation from which costs are counted: the last generation at which cells were set, or
    /// else the first generation. [`with_generation`](Plane::with_generation) shifts it together
    /// with the generation count, so it can be negative.
    origin: BigInt,
    /// The state of the choice between the engines; `None` if only one engine is possible.
    choice: Option<Choice>,
    reason: EngineReason,
    /// Whether cells were set in a trial of `HashLife` since the last run.
    changed: bool,
    /// The next step of `HashLife` has 2^`power` generations, or fewer if the number of remaining
    /// generations is not a multiple of 2^`power`.
    power: u32,
}

/// The engine that holds a plane.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a plane holds only one engine")]
pub enum PlaneEngine {
    /// Square tiles, each of which is computed only while something changes in or next to it.
    Tiles(Tiles),
    /// A quadtree with memoised results.
    HashLife(HashLife),
}

/// The reason for which an engine is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineReason {
    /// The engine was requested.
    Requested,
    /// Tiles are in use: `HashLife` was not worth a trial, or cells were set during a trial.
    Untried,
    /// Tiles are in use: `HashLife` cost more than tiles in a trial.
    TrialLost,
    /// `HashLife` is in use: its trial has not cost much more than tiles would have.
    TrialWon,
    /// Tiles are in use: the rule [alternates](Rule::alternates), which `HashLife` does not
    /// support.
    AlternatingRules,
    /// `HashLife` is in use: the plane has too many cells for tiles, would take too much memory as
    /// tiles, or has coordinates of more than 64 bits.
    BeyondTiles,
    /// `HashLife` is in use: the pattern is a macrocell that is very repetitive, that has too many
    /// cells for a list, or that tiles cannot hold.
    Repetitive,
}

/// The error of constructing or running a plane.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlaneError {
    /// The engine works only within bounds.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Tiles cannot be constructed or continued.
    #[error(transparent)]
    Tiles(TilesError),
    /// `HashLife` cannot be constructed or continued.
    #[error(transparent)]
    HashLife(HashLifeError),
    /// The cells of a macrocell cannot be listed for tiles.
    #[error("{0}; expected a smaller pattern, or the engine hashlife")]
    Unlisted(#[source] MacrocellError),
    /// The number of generations exceeds 64 bits, and the plane cannot change from tiles to
    /// `HashLife`.
    #[error("the engine tiles counts at most 2^64 - 1 generations; expected fewer, or the engine hashlife")]
    Generations,
    /// The observer cancelled a long call.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<TilesError> for PlaneError {
    fn from(error: TilesError) -> Self {
        match error {
            TilesError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            other => Self::Tiles(other),
        }
    }
}

impl From<HashLifeError> for PlaneError {
    fn from(error: HashLifeError) -> Self {
        match error {
            HashLifeError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            other => Self::HashLife(other),
        }
    }
}

impl Plane {
    /// Creates a plane from a pattern. The pattern lies at its declared position or, without one,
    /// at the coordinates of its cells. The pattern's own rule is ignored.
    ///
    /// # Errors
    /// If the requested engine needs bounds or cannot hold the pattern, or there is not enough
    /// memory.
    pub fn from_pattern(pattern: &Pattern, rule: Rule, settings: EngineSettings) -> Result<Self, PlaneError> {
        let engine = settings.engine.unbounded()?;
        if engine == Engine::HashLife {
            let hashlife = HashLife::from_pattern(pattern, rule, settings)?;
            return Ok(Self::new(PlaneEngine::HashLife(hashlife), EngineReason::Requested, rule, settings));
        }
        match Tiles::from_pattern(pattern, rule, settings) {
            Err(TilesError::EndOfPlane | TilesError::Position(_) | TilesError::Memory(_))
                if engine == Engine::Auto && !rule.alternates() =>
            {
                let hashlife = HashLife::from_pattern(pattern, rule, settings)?;
                Ok(Self::new(PlaneEngine::HashLife(hashlife), EngineReason::BeyondTiles, rule, settings))
            }
            tiles => Ok(Self::of_tiles(tiles?, rule, settings)),
        }
    }

    /// Creates a plane from a macrocell, with the same coordinates. The macrocell's own rule is
    /// ignored. With automatic choice, `HashLife` begins if the macrocell is very repetitive or
    /// tiles cannot hold it.
    ///
    /// # Errors
    /// Those of [`from_pattern`](Self::from_pattern). Also fails if the cells cannot be listed for
    /// tiles.
    pub fn from_macrocell(
        macrocell: &Macrocell,
        rule: Rule,
        settings: EngineSettings,
    ) -> Result<Self, PlaneError> {
        let engine = settings.engine.unbounded()?;
        if engine == Engine::Tiles {
            let listed = macrocell.to_pattern().map_err(PlaneError::Unlisted)?;
            return Ok(Self::of_tiles(Tiles::from_pattern(&listed, rule, settings)?, rule, settings));
        }
        let alternates = rule.alternates();
        let few = BigUint::from(REPEATED) * macrocell.nodes().len();
        if engine == Engine::Auto
            && (alternates || macrocell.population() <= few)
            && let Ok(listed) = macrocell.to_pattern()
        {
            match Tiles::from_pattern(&listed, rule, settings) {
                Err(TilesError::EndOfPlane | TilesError::Position(_) | TilesError::Memory(_))
                    if !alternates => {}
                tiles => return Ok(Self::of_tiles(tiles?, rule, settings)),
            }
        }
        let hashlife = HashLife::from_macrocell(macrocell, rule, settings)?;
        let reason = if engine == Engine::Auto { EngineReason::Repetitive } else { EngineReason::Requested };
        Ok(Self::new(PlaneEngine::HashLife(hashlife), reason, rule, settings))
    }

    fn of_tiles(tiles: Tiles, rule: Rule, settings: EngineSettings) -> Self {
        let reason = match settings.engine {
            Engine::Tiles => EngineReason::Requested,
            _ if rule.alternates() => EngineReason::AlternatingRules,
            _ => EngineReason::Untried,
        };
        let mut plane = Self::new(PlaneEngine::Tiles(tiles), reason, rule, settings);
        plane.choice = (reason == EngineReason::Untried).then(Choice::default);
        plane
    }

    fn new(held: PlaneEngine, reason: EngineReason, rule: Rule, settings: EngineSettings) -> Self {
        Self {
            rule,
            settings,
            held,
            before: BigUint::ZERO,
            origin: BigInt::ZERO,
            choice: None,
            reason,
            changed: false,
            power: 0,
        }
    }

    /// Returns the rule.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the settings that the plane was created with.
    pub const fn settings(&self) -> EngineSettings {
        self.settings
    }

    /// Returns the current engine: [`Engine::Tiles`] or [`Engine::HashLife`].
    pub const fn engine(&self) -> Engine {
        match self.held {
            PlaneEngine::Tiles(_) => Engine::Tiles,
            PlaneEngine::HashLife(_) => Engine::HashLife,
        }
    }

    /// Returns the current engine itself. Its generation count starts at the generation at which it
    /// took over the plane.
    pub fn into_engine(self) -> PlaneEngine {
        self.held
    }

    /// Returns the reason for which this engine is in use.
    pub const fn engine_reason(&self) -> EngineReason {
        self.reason
    }

    /// Returns the generation count. It begins at 0 unless
    /// [`with_generation`](Self::with_generation) sets another value.
    pub fn generation(&self) -> BigUint {
        match &self.held {
            PlaneEngine::Tiles(tiles) => &self.before + tiles.generation(),
            PlaneEngine::HashLife(hashlife) => &self.before + hashlife.generation(),
        }
    }

    /// Returns the same plane with another generation count. Alternating rules follow the parity of
    /// the count.
    #[must_use]
    pub fn with_generation(mut self, generation: BigUint) -> Self {
        self.origin += BigInt::from(generation.clone()) - BigInt::from(self.generation());
        // Tiles choose one of two alternating rules by the lowest bit of their own count. So this
        // bit of the generation is set in tiles, and `before` holds the remainder.
        let odd = u64::from(generation.bit(0));
        (self.held, self.before) = match self.held {
            PlaneEngine::Tiles(tiles) => (PlaneEngine::Tiles(tiles.with_generation(odd)), generation - odd),
            PlaneEngine::HashLife(hashlife) => {
                (PlaneEngine::HashLife(hashlife.with_generation(BigUint::ZERO)), generation)
            }
        };
        self
    }

    /// Returns whether the second of two [alternating rules](Rule::alternates) applies at even
    /// generation counts. It does if the plane was created from a pattern that declared an odd
    /// generation, because the plane's count began at 0 in this generation. Always `false` for
    /// `HashLife`, which does not support alternating rules.
    pub const fn is_turned(&self) -> bool {
        match &self.held {
            PlaneEngine::Tiles(tiles) => tiles.is_turned(),
            PlaneEngine::HashLife(_) => false,
        }
    }

    /// Returns the number of generations since `origin`, the generation from which costs are
    /// counted.
    fn counted(&self) -> BigUint {
        BigUint::try_from(BigInt::from(self.generation()) - &self.origin).unwrap_or_default()
    }

    /// Restarts the recording of costs at the current generation, since cells have been set.
    fn count_anew(&mut self) {
        if let Some(choice) = &mut self.choice {
            match self.held {
                PlaneEngine::Tiles(_) => {
                    choice.forget();
                    self.origin = self.generation().into();
                }
                PlaneEngine::HashLife(_) => self.changed = true,
            }
        }
    }

    /// Restarts or ends a trial of `HashLife` in which cells were set.
    fn reconsider(&mut self) {
        let (PlaneEngine::HashLife(hashlife), Some(choice)) = (&self.held, &mut self.choice) else { return };
        if choice.returns(float(&hashlife.population())) {
            self.return_to_tiles(EngineReason::Untried);
            self.count_anew();
        } else {
            choice.restart();
        }
        self.changed = false;
    }

    /// Advances by the given number of generations; `observer` receives the number of generations
    /// done and can cancel the call.
    ///
    /// # Errors
    /// Cancellation, or lack of memory. The plane then remains at the last completed generation,
    /// from which it can continue.
    pub fn run(&mut self, generations: &BigUint, observer: &dyn Observer) -> Result<(), PlaneError> {
        let fixed = matches!(self.reason, EngineReason::Requested | EngineReason::AlternatingRules);
        if fixed && self.engine() == Engine::Tiles && u64::try_from(generations).is_err() {
            return Err(PlaneError::Generations);
        }
        if self.changed {
            self.reconsider();
        }
        let end = self.generation() + generations;
        let progress = RunProgress { observer, begin: self.generation(), all: generations };
        let counted = self.counted();
        let horizon = horizon(&counted, &(&counted + generations));
        if let Some(choice) = &mut self.choice {
            choice.expect(horizon);
        }
        loop {
            let left = &end - self.generation();
            match &mut self.held {
                _ if left == BigUint::ZERO => break,
                PlaneEngine::Tiles(_) => self.run_tiles(&left, &progress)?,
                PlaneEngine::HashLife(hashlife) if self.choice.is_none() => {
                    let base = self.before.clone();
                    hashlife.run(&left, &progress.beyond(base + hashlife.generation()))?;
                }
                PlaneEngine::HashLife(_) => self.step_hashlife(&left, &progress)?,
            }
        }
        progress.report(&end)
    }

    /// Runs some generations by tiles, or changes to `HashLife`.
    fn run_tiles(&mut self, left: &BigUint, progress: &RunProgress<'_>) -> Result<(), PlaneError> {
        let (now, counted) = (self.generation(), self.counted());
        let PlaneEngine::Tiles(tiles) = &mut self.held else { return Ok(()) };
        if tiles.is_at_rest() {
            // A plane at rest repeats after `REST` generations. So it suffices to run the remainder
            // of `left` modulo `REST`; `left` itself may exceed 64 bits.
            let rest = (left % REST).iter_u64_digits().next().unwrap_or(0) + LONG;
            let run = u64::try_from(left).unwrap_or(u64::MAX).min(rest);
            tiles.run(run, &progress.beyond(now))?;
            self.before += left - run;
            return Ok(());
        }
        let few = u64::try_from(left).unwrap_or(MOST_AT_ONCE).min(MOST_AT_ONCE);
        let Some(choice) = &mut self.choice else { return Ok(tiles.run(few, &progress.beyond(now))?) };
        let (at, horizon) = (float(&counted), horizon(&counted, &(&counted + left)));
        if few >= LEAST_GENERATIONS && choice.may_try(at, horizon) {
            let spans = tiles.span_count();
            let bytes = handed_over(spans);
            if tiles.bytes().saturating_add(bytes) > self.settings.memory
                || quadrille_memory::require(bytes).is_err()
            {
                choice.postpone();
            } else if choice.begin(at, horizon, spans) && self.change_to_hashlife().is_err() {
                // The system has refused the memory for `HashLife`.
                self.choice.iter_mut().for_each(Choice::postpone);
            }
            if let PlaneEngine::HashLife(_) = self.held {
                self.reason = EngineReason::TrialWon;
                return Ok(());
            }
        }
        let (run, power) = stretch(few, left, &counted);
        let limit = self.choice.as_ref().map_or(u64::MAX, |choice| choice.stretch_limit(at, at + run as f64));
        let PlaneEngine::Tiles(tiles) = &mut self.held else { return Ok(()) };
        let before = tiles.effort();
        let ran = tiles.run_within(run, limit, &progress.beyond(now));
        let cost = tiles.effort() - before;
        let done = ran.as_ref().map_or(0, |&done| done);
        let aligned = (left - done)
            .trailing_zeros()
            .map_or(power, |zeros| power.min(zeros.try_into().unwrap_or(power)));
        self.power = if done < run { aligned } else { power };
        let counted = self.counted();
        if let Some(choice) = &mut self.choice {
            choice.tiles_ran(float(&counted), cost);
        }
        match ran {
            Err(error @ (TilesError::EndOfPlane | TilesError::Memory(_))) => self.leave_tiles(error),
            ran => Ok(ran.map(|_| ())?),
        }
    }

    /// Changes to `HashLife` permanently, since tiles cannot continue.
    fn leave_tiles(&mut self, error: TilesError) -> Result<(), PlaneError> {
        let PlaneEngine::Tiles(tiles) = &self.held else { return Ok(()) };
        let bytes = handed_over(tiles.span_count());
        if bytes > self.settings.memory
            || quadrille_memory::require(bytes).is_err()
            || self.change_to_hashlife().is_err()
        {
            return Err(error.into());
        }
        self.reason = EngineReason::BeyondTiles;
        self.choice = None;
        Ok(())
    }

    /// Runs one step of `HashLife`, and changes to tiles if the trial has cost too much.
    fn step_hashlife(&mut self, left: &BigUint, progress: &RunProgress<'_>) -> Result<(), PlaneError> {
        let (now, counted) = (self.generation(), self.counted());
        let (PlaneEngine::HashLife(hashlife), Some(choice)) = (&mut self.held, &mut self.choice) else {
            return Ok(());
        };
        // First, smaller steps run the remainder of `left` modulo the length of the current step.
        // Then the steps grow: one or two steps of each length are run before the length is
        // doubled.
        let least = left.trailing_zeros().unwrap_or(0);
        let power = least.min(u64::from(self.power));
        if power == u64::from(self.power) && left.bit(power) {
            self.power += 1;
        }
        let to = float(&(&counted + (BigUint::from(1u8) << power)));
        let budget = choice.budget(to).unwrap_or(u64::MAX);
        let before = hashlife.effort();
        let ran = hashlife.run_within(power as usize, budget, &progress.after_step(&now));
        let after = hashlife.effort();
        let done = &self.before + hashlife.generation() - &now;
        let complete = match ran {
            Ok(complete) => complete,
            Err(HashLifeError::Memory(_) | HashLifeError::TooManyNodes) => false,
            Err(error) => return Err(error.into()),
        };
        let step = Step {
            generation: float(&(counted + done)),
            complete,
            results: Effort::all(after) - Effort::all(before),
            leaves: after.leaves - before.leaves,
        };
        if choice.stepped(step) {
            return Ok(());
        }
        self.return_to_tiles(EngineReason::TrialLost);
        Ok(())
    }

    /// Ends the trial of `HashLife` for this reason. If tiles cannot hold the plane, `HashLife`
    /// continues permanently.
    fn return_to_tiles(&mut self, reason: EngineReason) {
        if let Some(spans) = self.change_to_tiles() {
            self.choice.iter_mut().for_each(|choice| choice.end(spans));
            self.reason = reason;
        } else {
            self.choice = None;
            self.reason = EngineReason::BeyondTiles;
        }
    }

    /// Hands the plane over to `HashLife`.
    fn change_to_hashlife(&mut self) -> Result<(), HashLifeError> {
        let PlaneEngine::Tiles(tiles) = &self.held else { return Ok(()) };
        let hashlife = HashLife::from_pattern(&tiles.to_pattern(), self.rule, self.settings)?;
        self.before += tiles.generation();
        self.held = PlaneEngine::HashLife(hashlife);
        Ok(())
    }

    /// Hands the plane over to tiles and returns the number of spans; `None` if tiles cannot hold
    /// the plane.
    fn change_to_tiles(&mut self) -> Option<u64> {
        let PlaneEngine::HashLife(hashlife) = &mut self.held else { return None };
        let population = u64::try_from(hashlife.population()).ok().filter(|&cells| cells <= MOST_LISTED)?;
        let spans = population.saturating_mul(2 * size_of::<Span>() as u64);
        if hashlife.bytes_without_results().saturating_add(spans) > self.settings.memory {
            return None;
        }
        quadrille_memory::require(spans).ok()?;
        let pattern = hashlife.to_pattern().ok()?;
        let tiles = Tiles::from_pattern(&pattern, self.rule, self.settings).ok()?;
        self.before += hashlife.generation();
        self.held = PlaneEngine::Tiles(tiles);
        Some(pattern.spans().len() as u64)
    }
}

/// Returns the generation up to which a plane is expected to run. `now` is its current generation,
/// and `end` is the end of the call, both counted from the origin. Because calls may be repeated,
/// the plane is expected to run at least to twice `now`.
fn horizon(now: &BigUint, end: &BigUint) -> f64 {
    float(end).max(2.0 * float(now))
}

/// Returns two values. The first is the number of generations that tiles run before the next check
/// of their cost: about a quarter of `done`, the number of generations already run. The second is
/// the exponent of a power of two that divides the number of generations left after the check.
/// `left` is the number of generations left now, and `few` is the smaller of `left` and
/// [`MOST_AT_ONCE`].
fn stretch(few: u64, left: &BigUint, done: &BigUint) -> (u64, u32) {
    let done = u64::try_from(done).unwrap_or(u64::MAX).min(MOST_AT_ONCE);
    let power = (done / 8).max(1).ilog2().max(LEAST_POWER);
    let over = (left % (1u64 << power)).iter_u64_digits().next().unwrap_or(0);
    let run = over + ((done / 4).max(LEAST_GENERATIONS) >> power << power).max(1 << power);
    (run.min(few), power)
}

/// Returns the memory, in bytes, for handing over the given number of spans from tiles to
/// `HashLife`: a list that doubles when it grows, and the nodes.
fn handed_over(spans: u64) -> u64 {
    let list = spans.saturating_mul(2 * size_of::<Span>() as u64);
    list.saturating_add(Macrocell::bytes_of_spans(spans))
}

/// Converts a count to a float, rounded to 53 bits; infinite from 2¹⁰²³ on.
fn float(count: &BigUint) -> f64 {
    let bits = count.bits();
    if bits <= 64 {
        return count.iter_u64_digits().next().unwrap_or(0) as f64;
    }
    if bits > 1023 {
        return f64::INFINITY;
    }
    let top = (count >> (bits - 64)).iter_u64_digits().next().unwrap_or(0);
    top as f64 * f64::from_bits((1023 + bits - 64) << 52)
}

/// The progress of a call.
struct RunProgress<'a> {
    observer: &'a dyn Observer,
    /// The generation at which the call began.
    begin: BigUint,
    /// The number of generations of the call.
    all: &'a BigUint,
}

impl RunProgress<'_> {
    /// Reports that the plane has reached this generation.
    fn report(&self, generation: &BigUint) -> Result<(), PlaneError> {
        match self.observer.observe(&self.progress(generation)) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Cancelled.into()),
        }
    }

    fn progress(&self, generation: &BigUint) -> Progress {
        let done = generation - &self.begin;
        if let (Ok(done), Ok(all)) = (u64::try_from(&done), u64::try_from(self.all)) {
            return Progress::of(done, all).counting("generations");
        }
        // If a number exceeds 64 bits, the progress is reported as a fraction with the denominator
        // 2³².
        let share = (&done << 32u32) / self.all;
        Progress::of(u64::try_from(&share).unwrap_or(1 << 32), 1 << 32)
            .with_message(format!("{done} generations done"))
    }

    /// Returns an observer for an engine that began at `generation`. The engine's progress counts
    /// generations from there; the observer reports the progress of the whole call.
    fn beyond(&self, generation: BigUint) -> impl Fn(&Progress) -> ControlFlow<()> {
        move |progress: &Progress| match progress.total {
            Some(_) if progress.message.is_none() => {
                self.observer.observe(&self.progress(&(&generation + progress.done)))
            }
            _ => self.observer.observe(progress),
        }
    }

    /// Returns an observer for a step of `HashLife`. It reports generations only when the step is
    /// complete.
    fn after_step(&self, generation: &BigUint) -> impl Fn(&Progress) -> ControlFlow<()> {
        let base = generation.clone();
        move |progress: &Progress| match progress.total {
            Some(_) if progress.message.is_none() => {
                self.observer.observe(&self.progress(&(&base + progress.done)))
            }
            Some(_) => ControlFlow::Continue(()),
            None => self.observer.observe(progress),
        }
    }
}

impl fmt::Debug for Plane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plane")
            .field("rule", &self.rule)
            .field("generation", &self.generation())
            .field("engine", &self.engine())
            .field("reason", &self.reason)
            .finish_non_exhaustive()
    }
}
