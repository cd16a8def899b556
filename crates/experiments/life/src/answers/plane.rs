//! Patterns on the unbounded plane.

use std::fmt;
use std::num::NonZeroU64;
use std::time::Instant;

use num_bigint::{BigInt, BigUint};
use quadrille_life::formats::Contents;
use quadrille_life::{
    Area, Engine, EngineReason, EngineSettings, Macrocell, Pattern, PlaneEngine, PlaneError, Rule, Span,
};
use quadrille_memory::{Shortage, of, require};
use quadrille_progress::{Observer, PartObserver};
use serde::{Deserialize, Serialize};

use super::{LifeError, MOST_HASHED, MOST_WRITTEN, RunAnswer, RunOptions, first_generation, rate};
use crate::evolution::EvolutionError;

/// The reason for the choice of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Why {
    /// The engine was requested.
    Asked,
    /// `HashLife` was not tried: there were too few generations or too many cells for a trial to be
    /// worthwhile.
    FewGenerations,
    /// In a trial `HashLife` was slower than the engine `tiles`.
    NothingElsePaid,
    /// In a trial `HashLife` was faster than the engine `tiles`.
    TrialWon,
    /// The background alternates between dead and living. Only the engine `tiles` supports this.
    RulesInTurn,
    /// Cells reached the limits of the coordinates of the engine `tiles`, or `tiles` needed more
    /// memory than allowed.
    BeyondTiles,
    /// The field has one unbounded side; it runs on a grid that is lengthened as needed.
    OneEnd,
    /// The pattern is a macrocell that uses few nodes many times, or whose cells are too many or
    /// too distant for a list.
    Squares,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "asked for",
            Self::FewGenerations => "as hashlife was not worth trying",
            Self::NothingElsePaid => "as hashlife was slower than tiles in a trial",
            Self::TrialWon => "as hashlife was faster than tiles in a trial",
            Self::RulesInTurn => "as the background alternates",
            Self::BeyondTiles => "as the pattern exceeded the range or the memory of the engine `tiles`",
            Self::OneEnd => "as one side of the field is unbounded",
            Self::Squares => "as the pattern is very repetitive, or too large for a list of cells",
        })
    }
}

impl From<EngineReason> for Why {
    fn from(chosen: EngineReason) -> Self {
        match chosen {
            EngineReason::Untried => Self::FewGenerations,
            EngineReason::TrialLost => Self::NothingElsePaid,
            EngineReason::TrialWon => Self::TrialWon,
            EngineReason::AlternatingRules => Self::RulesInTurn,
            EngineReason::BeyondTiles => Self::BeyondTiles,
            EngineReason::Repetitive => Self::Squares,
            _ => Self::Asked,
        }
    }
}

/// A plane of the library, with a limit of the number of cells that are listed or hashed.
#[derive(Debug, Clone)]
pub struct Plane(pub(super) quadrille_life::Plane);

impl Plane {
    /// Returns the library's plane.
    pub const fn inner(&self) -> &quadrille_life::Plane {
        &self.0
    }

    /// Returns the library's plane for modification.
    pub const fn inner_mut(&mut self) -> &mut quadrille_life::Plane {
        &mut self.0
    }

    /// Returns the engine that holds the plane.
    pub fn into_engine(self) -> PlaneEngine {
        self.0.into_engine()
    }

    /// Returns the engine's name.
    pub const fn engine(&self) -> Engine {
        self.0.engine()
    }

    /// Returns whether the cell in column `x` and row `y` lives.
    pub fn get(&self, x: &BigInt, y: &BigInt) -> bool {
        self.0.get(x, y)
    }

    /// Returns the population.
    pub fn population(&self) -> BigUint {
        self.0.population()
    }

    /// Returns the bounding box of the living cells; `None` if no cell lives.
    pub fn bounding_box(&self) -> Option<Area<BigInt, BigUint>> {
        self.0.bounding_box()
    }

    /// Returns the hash of the living cells; `None` for more than [`MOST_HASHED`] cells, or for
    /// coordinates of more than 64 bits.
    pub fn hash(&self) -> Option<u64> {
        if self.population() > BigUint::from(MOST_HASHED) { None } else { self.0.hash().ok() }
    }

    /// Returns the number of generations since the plane was created.
    pub fn generation(&self) -> BigUint {
        self.0.generation()
    }

    /// Returns the plane as a macrocell, without a list of its cells.
    ///
    /// # Errors
    /// Fails if there is not enough memory.
    pub fn to_macrocell(&self) -> Result<Macrocell, Shortage> {
        self.0.to_macrocell()
    }

    /// Returns the living cells as a pattern.
    ///
    /// # Errors
    /// Fails for more than [`MOST_WRITTEN`] cells, or for coordinates of more than 64 bits.
    pub fn to_pattern(&self) -> Result<Pattern, LifeError> {
        let population = self.population();
        if population > BigUint::from(MOST_WRITTEN) {
            return Err(LifeError::TooMany { population });
        }
        if self.engine() == Engine::Tiles {
            // The list of spans doubles when it grows. So memory for twice its length may be
            // allocated.
            let spans = u64::try_from(self.0.span_count()).unwrap_or(u64::MAX);
            require(of::<[Span; 2]>(spans)).map_err(EvolutionError::OutOfMemory)?;
        }
        Ok(self.0.to_pattern()?)
    }
}

impl From<PlaneError> for LifeError {
    fn from(error: PlaneError) -> Self {
        match error {
            PlaneError::Engine(error) => Self::Engine(error),
            PlaneError::Tiles(error) => Self::Tiles(error),
            PlaneError::HashLife(error) => Self::HashLife(error),
            PlaneError::Unlisted(reason) => Self::Unlisted { reason },
            PlaneError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            _ => Self::Generations { engine: Engine::Tiles },
        }
    }
}

/// The failure of a run on the plane.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct PlaneFailure {
    /// The reason.
    #[source]
    pub reason: Box<LifeError>,
    /// The interrupted run, if it can be continued.
    pub stopped: Option<Box<Stopped>>,
}

impl<E: Into<LifeError>> From<E> for PlaneFailure {
    fn from(reason: E) -> Self {
        Self { reason: Box::new(reason.into()), stopped: None }
    }
}

/// An interrupted run on the plane.
#[derive(Debug)]
pub struct Stopped {
    /// The plane at the last completed generation.
    pub plane: Plane,
    /// The number of the last completed generation. Generations are counted as in the pattern file.
    pub generation: BigUint,
    /// The number of completed generations.
    pub done: BigUint,
    /// The number of remaining generations.
    pub left: BigUint,
}

/// Runs a pattern on the unbounded plane for any number of generations, with the engine of
/// `options`.
///
/// Returns the answer together with the final plane. The observer receives the number of
/// generations. The engine `auto` is resolved as described at [`quadrille_life::Plane`].
///
/// ```
/// use quadrille_experiments_life::answers::{RunOptions, run_on_plane};
/// use quadrille_life::{Pattern, Rule};
///
/// let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]).into();
/// let (answer, _) = run_on_plane(&glider, Rule::CONWAY, &4_000_000_000u64.into(), RunOptions::new(0), &())?;
/// let area = answer.bounds.expect("it lives");
/// assert_eq!((area.x, area.width), (1_000_000_000.into(), 3u8.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the requested engine needs bounds, cannot count the generations, cannot hold the
/// pattern, or does not support rules with `B0`. Also fails if there is not enough memory, or if
/// the observer cancels. In the last two cases the error also contains the interrupted run, if at
/// least one generation was completed.
pub fn run_on_plane(
    pattern: &Contents,
    rule: Rule,
    generations: &BigUint,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<(RunAnswer, Plane), PlaneFailure> {
    film_on_plane(pattern, rule, generations, options, 1, observer).map(|(answer, plane, _)| (answer, plane))
}

/// Runs a pattern as [`run_on_plane`] does, and also returns the frames of a film: the plane as a
/// macrocell at several generations, which include the first and the last. The generations are at
/// most `pictures` evenly spaced generations or, if [`RunOptions::every`] is set, the multiples of
/// its value and the last generation. There are no frames if `pictures` is 0 or 1.
///
/// # Errors
/// Fails as [`run_on_plane`] does.
pub fn film_on_plane(
    pattern: &Contents,
    rule: Rule,
    generations: &BigUint,
    options: RunOptions,
    pictures: u32,
    observer: &dyn Observer,
) -> Result<(RunAnswer, Plane, Vec<Macrocell>), PlaneFailure> {
    options.pool()?.install(|| placed_and_run(pattern, rule, generations, options, pictures, observer))
}

fn placed_and_run(
    pattern: &Contents,
    rule: Rule,
    generations: &BigUint,
    options: RunOptions,
    pictures: u32,
    observer: &dyn Observer,
) -> Result<(RunAnswer, Plane, Vec<Macrocell>), PlaneFailure> {
    let engine = options.settings.engine.unbounded()?;
    // Lists and hash tables grow by copying into larger ones. So a run may use only half of the
    // memory.
    let settings = options.settings.memory(options.settings.memory / 2);
    if engine == Engine::Tiles && u64::try_from(generations).is_err() {
        return Err(LifeError::Generations { engine }.into());
    }
    let mut plane = placed(pattern, rule, settings)?;
    let begun = Instant::now();
    let mut film = Vec::new();
    let mut ran = Ok(());
    let steps = BigUint::from(pictures.saturating_sub(1)).min(generations.clone());
    #[cfg(feature = "pictures")]
    let every = options.every.filter(|_| pictures > 1);
    #[cfg(not(feature = "pictures"))]
    let every: Option<NonZeroU64> = None;
    for stop in stops(generations, &steps, every) {
        let done = plane.generation();
        let next = &stop - &done;
        let part = (u64::try_from(&done), u64::try_from(&next), u64::try_from(generations));
        ran = match part {
            (Ok(done), Ok(share), Ok(all)) if pictures > 1 => {
                plane.0.run(&next, &PartObserver::new(observer, done, share, Some(all)))
            }
            _ => plane.0.run(&next, observer),
        }
        .map_err(|error| stopped(error, &plane));
        if ran.is_err() {
            break;
        }
        if pictures > 1 {
            match plane.to_macrocell() {
                Ok(macrocell) => film.push(macrocell),
                Err(shortage) => {
                    ran = Err(LifeError::Evolution(EvolutionError::OutOfMemory(shortage)));
                    break;
                }
            }
        }
    }
    let done = plane.generation();
    let first = first_generation(pattern.generation());
    let why = plane.0.engine_reason().into();
    if let Err(reason) = ran {
        let (generation, left) = (first + &done, generations - &done);
        let stopped = (done > BigUint::ZERO).then(|| Box::new(Stopped { plane, generation, done, left }));
        return Err(PlaneFailure { reason: Box::new(reason), stopped });
    }
    let seconds = begun.elapsed().as_secs_f64();
    let done = generations.to_string().parse().unwrap_or(f64::INFINITY);
    let answer = RunAnswer {
        generation: first + generations,
        population: plane.population(),
        bounds: plane.bounding_box(),
        rule,
        field: None,
        engine: plane.engine().to_string(),
        rung: None,
        why: Some(why),
        seconds,
        generations_per_second: rate(done, seconds),
        hash: plane.hash(),
    };
    Ok((answer, plane, film))
}

/// Returns the generations at which frames are taken, with `generations` as the last one. The
/// others are the multiples of `every`. If `every` is `None`, the generations from 0 on are divided
/// into `steps` equal steps, and frames are taken where the steps begin.
fn stops(
    generations: &BigUint,
    steps: &BigUint,
    every: Option<NonZeroU64>,
) -> impl Iterator<Item = BigUint> + use<> {
    let (generations, steps) = (generations.clone(), steps.clone());
    let count = match every {
        Some(every) => (&generations + (every.get() - 1)) / every.get(),
        None => steps.clone(),
    };
    let count = u64::try_from(&count).unwrap_or(u64::MAX);
    let before = (0..count).map({
        let generations = generations.clone();
        move |step| match every {
            Some(every) => BigUint::from(every.get()) * step,
            None => &generations * step / &steps,
        }
    });
    before.chain([generations])
}

/// Converts the error that interrupted the run of a plane.
fn stopped(error: PlaneError, plane: &Plane) -> LifeError {
    match error {
        PlaneError::Cancelled(_) => {
            let generations = u64::try_from(plane.generation()).unwrap_or(u64::MAX);
            EvolutionError::Cancelled { generations }.into()
        }
        other => other.into(),
    }
}

/// Creates the plane with which [`run_on_plane`] begins, at generation 0.
///
/// # Errors
/// Fails if the requested engine needs bounds or cannot hold the pattern, or if there is not enough
/// memory.
pub fn placed(pattern: &Contents, rule: Rule, settings: EngineSettings) -> Result<Plane, LifeError> {
    Ok(Plane(match pattern {
        Contents::Pattern(pattern) => quadrille_life::Plane::from_pattern(pattern, rule, settings)?,
        Contents::Macrocell(macrocell) => quadrille_life::Plane::from_macrocell(macrocell, rule, settings)?,
    }))
}
