//! The unbounded plane by the engine that suits: tiles, or `HashLife` where a trial shows that it costs less.
//!
//! One engine holds the plane at a time. How it is chosen, and what that costs at most, is described in `choice.rs`.

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
use crate::grid::Settings;
use crate::hashlife::{Effort, HashLife, HashLifeError};
use crate::macrocell::{Macrocell, MacrocellError};
use crate::pattern::{Pattern, Span};
use crate::rule::Rule;
use crate::tiles::{Tiles, TilesError};
use choice::{Choice, LEAST_GENERATIONS, Step};

/// Living cells for a square of a macrocell from which on it repeats itself so much that only `HashLife` will do.
const REPEATED: u64 = 64;
/// Generations after which everything that tiles leave at rest is the same again: two strides.
const REST: u64 = 8;
/// More of them, so that tiles take long strides.
const LONG: u64 = 32;
/// The least power of two that generations between two looks at the cost are a multiple of.
const LEAST_POWER: u32 = 4;
/// The most living cells of a plane that goes from `HashLife` back to tiles.
const MOST_LISTED: u64 = 1 << 24;
/// The most generations that tiles are given at once.
const MOST_AT_ONCE: u64 = 1 << 60;

/// The unbounded plane, continued by [`Tiles`] or [`HashLife`], whichever costs less as far as is known.
///
/// With [`Engine::Auto`] in the settings tiles begin, `HashLife` is tried once they have worked for some 10 ms, and the
/// plane may go from one engine to the other whenever it [runs](Self::run). The cells never depend on it. Which engine
/// is at work depends on the pattern, the rule, the limit of memory and the calls, not on the machine or on time.
/// Generations, cells and coordinates are counted in integers of any length.
///
/// ```
/// use quadrille_life::{Engine, Pattern, Plane, Rule, Settings};
///
/// let gun: Pattern = "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$\
///                     10bo5bo7bo$11bo3bo$12b2o!".parse()?;
/// let mut plane = Plane::from_pattern(&gun, Rule::CONWAY, Settings::default())?;
/// plane.run(&3000u32.into(), &())?;
/// assert_eq!((plane.engine(), plane.population()), (Engine::Tiles, 536u32.into()));
/// plane.run(&3_000_000_000u32.into(), &())?;
/// assert_eq!((plane.engine(), plane.population()), (Engine::HashLife, 500_000_536u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Plane {
    rule: Rule,
    settings: Settings,
    held: PlaneEngine,
    /// Generations that were done before the engine at work was made, or that it did not count.
    before: BigUint,
    /// The generation from which costs are counted: the last at which cells were set, the first otherwise. It changes
    /// with the number of the present generation, and can be negative.
    origin: BigInt,
    /// The counts by which an engine is chosen; `None` where only one will do.
    choice: Option<Choice>,
    chosen: Chosen,
    /// Whether cells were set in a trial of `HashLife` since the last run.
    changed: bool,
    /// The next step of `HashLife` is 2 to the power of this at most, if the generations allow it.
    power: u32,
}

/// The engine that holds a plane.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one of them")]
pub enum PlaneEngine {
    /// Tiles that sleep.
    Tiles(Tiles),
    /// Squares that are never computed twice.
    HashLife(HashLife),
}

/// Why an engine is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Chosen {
    /// It was asked for.
    Asked,
    /// Tiles: a trial of `HashLife` was not worth it.
    Untried,
    /// Tiles: `HashLife` cost more in a trial.
    TrialLost,
    /// `HashLife`: it cost less in a trial.
    TrialWon,
    /// Tiles: the rule is two in turn, which `HashLife` cannot do.
    RulesInTurn,
    /// `HashLife`: tiles do not count so far, or do not fit into memory.
    BeyondTiles,
    /// `HashLife`: the pattern came as squares that repeat, or too many to be listed.
    Squares,
}

/// Why a plane could not be made or continued.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlaneError {
    /// The engine works within bounds alone.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Tiles cannot be made or continued.
    #[error(transparent)]
    Tiles(TilesError),
    /// `HashLife` cannot be made or continued.
    #[error(transparent)]
    HashLife(HashLifeError),
    /// A macrocell whose cells tiles would have to list.
    #[error("{0}; expected fewer, or the engine hashlife")]
    Unlisted(#[source] MacrocellError),
    /// More generations than tiles count, where nothing else will do.
    #[error("the engine tiles counts 2^64 - 1 generations at most; expected fewer, or the engine hashlife")]
    Generations,
    /// The observer of a long call cancelled it.
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
    /// Returns a plane with the pattern's cells where the pattern has them, or, if it names its position, where that
    /// says. The rule is the one given, not the pattern's.
    ///
    /// # Errors
    /// If the engine asked for needs bounds or cannot hold the pattern, or there is not memory enough.
    pub fn from_pattern(pattern: &Pattern, rule: Rule, settings: Settings) -> Result<Self, PlaneError> {
        let engine = settings.engine.unbounded()?;
        if engine == Engine::HashLife {
            let squares = HashLife::from_pattern(pattern, rule, settings)?;
            return Ok(Self::new(PlaneEngine::HashLife(squares), Chosen::Asked, rule, settings));
        }
        match Tiles::from_pattern(pattern, rule, settings) {
            Err(TilesError::EndOfPlane | TilesError::Position(_) | TilesError::Memory(_))
                if engine == Engine::Auto && !rule.alternates() =>
            {
                let squares = HashLife::from_pattern(pattern, rule, settings)?;
                Ok(Self::new(PlaneEngine::HashLife(squares), Chosen::BeyondTiles, rule, settings))
            }
            tiles => Ok(Self::of_tiles(tiles?, rule, settings)),
        }
    }

    /// Returns a plane with the macrocell's cells where it has them. The rule is the one given, not the macrocell's.
    /// Where the engine is to be chosen, `HashLife` begins if the macrocell repeats itself much, or tiles cannot hold it.
    ///
    /// # Errors
    /// Those of [`from_pattern`](Self::from_pattern), and if the cells cannot be listed for tiles.
    pub fn from_macrocell(macrocell: &Macrocell, rule: Rule, settings: Settings) -> Result<Self, PlaneError> {
        let engine = settings.engine.unbounded()?;
        if engine == Engine::Tiles {
            let listed = macrocell.to_pattern().map_err(PlaneError::Unlisted)?;
            return Ok(Self::of_tiles(Tiles::from_pattern(&listed, rule, settings)?, rule, settings));
        }
        let in_turn = rule.alternates();
        let few = BigUint::from(REPEATED) * macrocell.squares().len();
        if engine == Engine::Auto
            && (in_turn || macrocell.population() <= few)
            && let Ok(listed) = macrocell.to_pattern()
        {
            match Tiles::from_pattern(&listed, rule, settings) {
                Err(TilesError::EndOfPlane | TilesError::Position(_) | TilesError::Memory(_)) if !in_turn => {
                }
                tiles => return Ok(Self::of_tiles(tiles?, rule, settings)),
            }
        }
        let squares = HashLife::from_macrocell(macrocell, rule, settings)?;
        let chosen = if engine == Engine::Auto { Chosen::Squares } else { Chosen::Asked };
        Ok(Self::new(PlaneEngine::HashLife(squares), chosen, rule, settings))
    }

    fn of_tiles(tiles: Tiles, rule: Rule, settings: Settings) -> Self {
        let chosen = match settings.engine {
            Engine::Tiles => Chosen::Asked,
            _ if rule.alternates() => Chosen::RulesInTurn,
            _ => Chosen::Untried,
        };
        let mut plane = Self::new(PlaneEngine::Tiles(tiles), chosen, rule, settings);
        plane.choice = (chosen == Chosen::Untried).then(Choice::default);
        plane
    }

    fn new(held: PlaneEngine, chosen: Chosen, rule: Rule, settings: Settings) -> Self {
        Self {
            rule,
            settings,
            held,
            before: BigUint::ZERO,
            origin: BigInt::ZERO,
            choice: None,
            chosen,
            changed: false,
            power: 0,
        }
    }

    /// When cells are born and survive.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// How the work is done, as asked for.
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// Returns the engine that holds the plane now: [`Engine::Tiles`] or [`Engine::HashLife`].
    pub const fn engine(&self) -> Engine {
        match self.held {
            PlaneEngine::Tiles(_) => Engine::Tiles,
            PlaneEngine::HashLife(_) => Engine::HashLife,
        }
    }

    /// Returns the engine that holds the plane. Its generations are those since it took over.
    pub fn into_engine(self) -> PlaneEngine {
        self.held
    }

    /// Returns why it is this engine.
    pub const fn chosen(&self) -> Chosen {
        self.chosen
    }

    /// Generations since the plane was made.
    pub fn generation(&self) -> BigUint {
        match &self.held {
            PlaneEngine::Tiles(tiles) => &self.before + tiles.generation(),
            PlaneEngine::HashLife(squares) => &self.before + squares.generation(),
        }
    }

    /// Returns the same plane at a generation of that number. Rules in turn apply as they do at that generation.
    #[must_use]
    pub fn with_generation(mut self, generation: BigUint) -> Self {
        self.origin += BigInt::from(generation.clone()) - BigInt::from(self.generation());
        // Tiles count the lowest bit, by which rules in turn go.
        let odd = u64::from(generation.bit(0));
        (self.held, self.before) = match self.held {
            PlaneEngine::Tiles(tiles) => (PlaneEngine::Tiles(tiles.with_generation(odd)), generation - odd),
            PlaneEngine::HashLife(squares) => {
                (PlaneEngine::HashLife(squares.with_generation(BigUint::ZERO)), generation)
            }
        };
        self
    }

    /// Returns whether the plane was made from a pattern at a generation of odd number, so that of two rules in turn the
    /// second applies to generations of even number.
    pub const fn is_turned(&self) -> bool {
        match &self.held {
            PlaneEngine::Tiles(tiles) => tiles.is_turned(),
            PlaneEngine::HashLife(_) => false,
        }
    }

    /// Returns the generations for which costs are counted.
    fn counted(&self) -> BigUint {
        BigUint::try_from(BigInt::from(self.generation()) - &self.origin).unwrap_or_default()
    }

    /// Counts costs from the present generation on, since cells have been set: what they do was not seen yet.
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

    /// Begins a trial of `HashLife` anew in which cells were set, or ends it.
    fn reconsider(&mut self) {
        let (PlaneEngine::HashLife(squares), Some(choice)) = (&self.held, &mut self.choice) else { return };
        if choice.returns(float(&squares.population())) {
            self.return_to_tiles(Chosen::Untried);
            self.count_anew();
        } else {
            choice.restart();
        }
        self.changed = false;
    }

    /// Runs that many generations; `observer` hears of generations and may stop the call.
    ///
    /// # Errors
    /// Cancellation, or not enough memory. The plane then stands at the generation that it had come to, and can be
    /// continued.
    pub fn run(&mut self, generations: &BigUint, observer: &dyn Observer) -> Result<(), PlaneError> {
        let fixed = matches!(self.chosen, Chosen::Asked | Chosen::RulesInTurn);
        if fixed && self.engine() == Engine::Tiles && u64::try_from(generations).is_err() {
            return Err(PlaneError::Generations);
        }
        if self.changed {
            self.reconsider();
        }
        let end = self.generation() + generations;
        let told = Told { observer, begin: self.generation(), all: generations };
        let counted = self.counted();
        let horizon = horizon(&counted, &(&counted + generations));
        if let Some(choice) = &mut self.choice {
            choice.expect(horizon);
        }
        loop {
            let left = &end - self.generation();
            match &mut self.held {
                _ if left == BigUint::ZERO => break,
                PlaneEngine::Tiles(_) => self.run_tiles(&left, &told)?,
                PlaneEngine::HashLife(squares) if self.choice.is_none() => {
                    let base = self.before.clone();
                    squares.run(&left, &told.beyond(base + squares.generation()))?;
                }
                PlaneEngine::HashLife(_) => self.step_squares(&left, &told)?,
            }
        }
        told.tell(&end)
    }

    /// Some generations by tiles, or a change to `HashLife`.
    fn run_tiles(&mut self, left: &BigUint, told: &Told<'_>) -> Result<(), PlaneError> {
        let (now, counted) = (self.generation(), self.counted());
        let PlaneEngine::Tiles(tiles) = &mut self.held else { return Ok(()) };
        if tiles.is_at_rest() {
            // Any number of generations is nothing to do; there may be more of them than tiles count.
            let rest = (left % REST).iter_u64_digits().next().unwrap_or(0) + LONG;
            let run = u64::try_from(left).unwrap_or(u64::MAX).min(rest);
            tiles.run(run, &told.beyond(now))?;
            self.before += left - run;
            return Ok(());
        }
        let few = u64::try_from(left).unwrap_or(MOST_AT_ONCE).min(MOST_AT_ONCE);
        let Some(choice) = &mut self.choice else { return Ok(tiles.run(few, &told.beyond(now))?) };
        let (at, horizon) = (float(&counted), horizon(&counted, &(&counted + left)));
        if few >= LEAST_GENERATIONS && choice.may_try(at, horizon) {
            let spans = tiles.span_count();
            let bytes = handed_over(spans);
            if tiles.bytes().saturating_add(bytes) > self.settings.memory
                || quadrille_memory::require(bytes).is_err()
            {
                choice.put_off();
            } else if choice.begin(at, horizon, spans) && self.change_to_squares().is_err() {
                // Memory that the system does not give.
                self.choice.iter_mut().for_each(Choice::put_off);
            }
            if let PlaneEngine::HashLife(_) = self.held {
                self.chosen = Chosen::TrialWon;
                return Ok(());
            }
        }
        let (run, power) = stretch(few, left, &counted);
        let limit = self.choice.as_ref().map_or(u64::MAX, |choice| choice.stretch_limit(at, at + run as f64));
        let PlaneEngine::Tiles(tiles) = &mut self.held else { return Ok(()) };
        let before = tiles.effort();
        let ran = tiles.run_within(run, limit, &told.beyond(now));
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

    /// Continues by `HashLife` for good, where tiles cannot continue.
    fn leave_tiles(&mut self, error: TilesError) -> Result<(), PlaneError> {
        let PlaneEngine::Tiles(tiles) = &self.held else { return Ok(()) };
        let bytes = handed_over(tiles.span_count());
        if bytes > self.settings.memory
            || quadrille_memory::require(bytes).is_err()
            || self.change_to_squares().is_err()
        {
            return Err(error.into());
        }
        self.chosen = Chosen::BeyondTiles;
        self.choice = None;
        Ok(())
    }

    /// A step of `HashLife`, and a change to tiles where it has cost too much.
    fn step_squares(&mut self, left: &BigUint, told: &Told<'_>) -> Result<(), PlaneError> {
        let (now, counted) = (self.generation(), self.counted());
        let (PlaneEngine::HashLife(squares), Some(choice)) = (&mut self.held, &mut self.choice) else {
            return Ok(());
        };
        // What is no multiple of the present step comes first, then steps that double: one or two of each.
        let least = left.trailing_zeros().unwrap_or(0);
        let power = least.min(u64::from(self.power));
        if power == u64::from(self.power) && left.bit(power) {
            self.power += 1;
        }
        let to = float(&(&counted + (BigUint::from(1u8) << power)));
        let budget = choice.budget(to).unwrap_or(u64::MAX);
        let before = squares.effort();
        let ran = squares.run_within(power as usize, budget, &told.after_step(&now));
        let after = squares.effort();
        let done = &self.before + squares.generation() - &now;
        let complete = match ran {
            Ok(complete) => complete,
            Err(HashLifeError::Memory(_) | HashLifeError::Squares) => false,
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
        self.return_to_tiles(Chosen::TrialLost);
        Ok(())
    }

    /// Ends the trial of `HashLife`, for this reason; it continues for good where tiles cannot hold the plane.
    fn return_to_tiles(&mut self, reason: Chosen) {
        if let Some(spans) = self.change_to_tiles() {
            self.choice.iter_mut().for_each(|choice| choice.end(spans));
            self.chosen = reason;
        } else {
            self.choice = None;
            self.chosen = Chosen::BeyondTiles;
        }
    }

    /// Hands the plane to `HashLife`.
    fn change_to_squares(&mut self) -> Result<(), HashLifeError> {
        let PlaneEngine::Tiles(tiles) = &self.held else { return Ok(()) };
        let squares = HashLife::from_pattern(&tiles.to_pattern(), self.rule, self.settings)?;
        self.before += tiles.generation();
        self.held = PlaneEngine::HashLife(squares);
        Ok(())
    }

    /// Hands the plane to tiles, if they can hold it; returns how many spans were handed over.
    fn change_to_tiles(&mut self) -> Option<u64> {
        let PlaneEngine::HashLife(squares) = &mut self.held else { return None };
        let population = u64::try_from(squares.population()).ok().filter(|&cells| cells <= MOST_LISTED)?;
        let spans = population.saturating_mul(2 * size_of::<Span>() as u64);
        if squares.bytes_without_results().saturating_add(spans) > self.settings.memory {
            return None;
        }
        quadrille_memory::require(spans).ok()?;
        let pattern = squares.to_pattern().ok()?;
        let tiles = Tiles::from_pattern(&pattern, self.rule, self.settings).ok()?;
        self.before += squares.generation();
        self.held = PlaneEngine::Tiles(tiles);
        Some(pattern.spans().len() as u64)
    }
}

/// Returns the generation until which a plane is expected to run that is at `now`, in a call that ends at `end`, both
/// counted from the origin: repeated calls are expected to continue as long as they have continued.
fn horizon(now: &BigUint, end: &BigUint) -> f64 {
    float(end).max(2.0 * float(now))
}

/// Returns how many of `few` generations tiles do before the next look at their cost, and the power of two that the rest
/// is a multiple of: about a quarter of those done already, so that what has been seen grows steadily.
fn stretch(few: u64, left: &BigUint, done: &BigUint) -> (u64, u32) {
    let done = u64::try_from(done).unwrap_or(u64::MAX).min(MOST_AT_ONCE);
    let power = (done / 8).max(1).ilog2().max(LEAST_POWER);
    let over = (left % (1u64 << power)).iter_u64_digits().next().unwrap_or(0);
    let run = over + ((done / 4).max(LEAST_GENERATIONS) >> power << power).max(1 << power);
    (run.min(few), power)
}

/// Returns the bytes for handing this number of spans from tiles to `HashLife`: in a list that doubles, and as squares.
fn handed_over(spans: u64) -> u64 {
    let list = spans.saturating_mul(2 * size_of::<Span>() as u64);
    list.saturating_add(Macrocell::bytes_of_spans(spans))
}

/// A count as a float, rounded down to 53 bits; infinite beyond 2¹⁰²³.
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

/// What is told while a call goes on.
struct Told<'a> {
    observer: &'a dyn Observer,
    /// The generation at which the call began.
    begin: BigUint,
    /// Generations of the call.
    all: &'a BigUint,
}

impl Told<'_> {
    /// That the plane has come to that generation.
    fn tell(&self, generation: &BigUint) -> Result<(), PlaneError> {
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
        // More than a bar counts: as a share of 2³².
        let share = (&done << 32u32) / self.all;
        Progress::of(u64::try_from(&share).unwrap_or(1 << 32), 1 << 32)
            .with_message(format!("{done} generations done"))
    }

    /// An observer of an engine that counts generations from this one on, as a part of the call.
    fn beyond(&self, generation: BigUint) -> impl Fn(&Progress) -> ControlFlow<()> {
        move |progress: &Progress| match progress.total {
            Some(_) if progress.message.is_none() => {
                self.observer.observe(&self.progress(&(&generation + progress.done)))
            }
            _ => self.observer.observe(progress),
        }
    }

    /// An observer of a step of `HashLife`, which is complete when it counts generations.
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
            .field("chosen", &self.chosen)
            .finish_non_exhaustive()
    }
}
