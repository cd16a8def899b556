//! Patterns on the unbounded plane.

use std::fmt;
use std::num::NonZeroU64;
use std::time::Instant;

use num_bigint::{BigInt, BigUint};
use quadrille_life::formats::Contents;
use quadrille_life::{
    Area, Chosen, Engine, Macrocell, Pattern, PlaneEngine, PlaneError, Rule, Settings, Span,
};
use quadrille_memory::{Shortage, of, require};
use quadrille_progress::{Observer, PartObserver};
use serde::{Deserialize, Serialize};

use quadrille_report::hex;

use super::{Going, LifeError, MOST_HASHED, MOST_WRITTEN, far, first_generation};
use crate::evolution::EvolutionError;

/// A pattern that has gone on where there are no bounds: the answer of `life run` without any.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlaneRun {
    /// Generations since the pattern's own first.
    #[serde(with = "quadrille_report::decimal")]
    pub generation: BigUint,
    /// How many cells live.
    #[serde(with = "quadrille_report::decimal")]
    pub population: BigUint,
    /// The smallest rectangle that holds them, in the pattern's own columns and rows; `None` if there are
    /// none. As data, numbers up to 2⁵³, and decimal text beyond.
    #[serde(with = "far")]
    pub bounds: Option<Area<BigInt, BigUint>>,
    /// When cells are born and survive.
    pub rule: Rule,
    /// The name of the engine that did the work: never `auto`.
    pub engine: String,
    /// Why it was this one.
    pub why: Why,
    /// How long the generations took, in seconds.
    pub seconds: f64,
    /// Generations a second; `None` where nothing was done, or in no time.
    pub generations_per_second: Option<f64>,
    /// The hash of the living cells, see [`Tiles::hash`](quadrille_life::Tiles::hash); `None` of more than 10⁸ cells, or where 64 bits do
    /// not hold their columns and rows.
    #[serde(with = "hex::option")]
    pub hash: Option<u64>,
}

/// Why an engine did the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Why {
    /// It was asked for.
    Asked,
    /// The generations were too few, or the cells too many, for a trial of hashlife.
    FewGenerations,
    /// Hashlife cost more than tiles in a trial.
    NothingElsePaid,
    /// Hashlife cost less than tiles in a trial.
    TrialWon,
    /// The rule is two in turn, which tiles alone can do.
    RulesInTurn,
    /// It came to the last columns and rows that tiles count, or more than they hold in memory.
    BeyondTiles,
    /// One direction alone has an end: a grid, which is made longer where need be.
    OneEnd,
    /// The pattern came as squares that repeat themselves, or are too many or too far out to be listed.
    Squares,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "asked for",
            Self::FewGenerations => "as a trial of hashlife was not worth it",
            Self::NothingElsePaid => "as hashlife cost more in a trial",
            Self::TrialWon => "as it cost less than tiles in a trial",
            Self::RulesInTurn => "as the rule is two in turn",
            Self::BeyondTiles => "as tiles do not go so far",
            Self::OneEnd => "as there is no end in one direction",
            Self::Squares => "as the pattern is of squares that repeat, or too large to be listed",
        })
    }
}

impl From<Chosen> for Why {
    fn from(chosen: Chosen) -> Self {
        match chosen {
            Chosen::Untried => Self::FewGenerations,
            Chosen::TrialLost => Self::NothingElsePaid,
            Chosen::TrialWon => Self::TrialWon,
            Chosen::RulesInTurn => Self::RulesInTurn,
            Chosen::BeyondTiles => Self::BeyondTiles,
            Chosen::Squares => Self::Squares,
            _ => Self::Asked,
        }
    }
}

/// A plane that has gone on: the library's, of which no more is listed than memory holds.
#[derive(Debug, Clone)]
pub struct Plane(pub(super) quadrille_life::Plane);

impl Plane {
    /// The library's plane.
    pub const fn inner(&self) -> &quadrille_life::Plane {
        &self.0
    }

    /// The library's plane, to be continued.
    pub const fn inner_mut(&mut self) -> &mut quadrille_life::Plane {
        &mut self.0
    }

    /// The engine that holds it.
    pub fn into_engine(self) -> PlaneEngine {
        self.0.into_engine()
    }

    /// The engine's name.
    pub const fn engine(&self) -> Engine {
        self.0.engine()
    }

    /// Whether the cell in column `x` of row `y` lives.
    pub fn get(&self, x: &BigInt, y: &BigInt) -> bool {
        self.0.get(x, y)
    }

    /// How many cells live.
    pub fn population(&self) -> BigUint {
        self.0.population()
    }

    /// The smallest rectangle that holds all living cells; `None` if there are none.
    pub fn bounding_box(&self) -> Option<Area<BigInt, BigUint>> {
        self.0.bounding_box()
    }

    /// The hash of the living cells; `None` of more than [`MOST_HASHED`], or where 64 bits do not hold their
    /// columns and rows.
    pub fn hash(&self) -> Option<u64> {
        if self.population() > BigUint::from(MOST_HASHED) { None } else { self.0.hash().ok() }
    }

    /// Generations since the plane was made.
    pub fn generation(&self) -> BigUint {
        self.0.generation()
    }

    /// The plane as a macrocell: no cells are listed where there are squares.
    ///
    /// # Errors
    /// There is not memory enough.
    pub fn to_macrocell(&self) -> Result<Macrocell, Shortage> {
        self.0.to_macrocell()
    }

    /// The living cells as a pattern.
    ///
    /// # Errors
    /// If there are more than [`MOST_WRITTEN`], or 64 bits do not hold their columns and rows.
    pub fn to_pattern(&self) -> Result<Pattern, LifeError> {
        let population = self.population();
        if population > BigUint::from(MOST_WRITTEN) {
            return Err(LifeError::TooMany { population });
        }
        if self.engine() == Engine::Tiles {
            // In a list that doubles.
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

/// A run on the plane that did not come to its end.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct PlaneFailure {
    /// Why not.
    #[source]
    pub reason: Box<LifeError>,
    /// How far it came, if there is anything to go on with.
    pub stopped: Option<Box<Stopped>>,
}

impl<E: Into<LifeError>> From<E> for PlaneFailure {
    fn from(reason: E) -> Self {
        Self { reason: Box::new(reason.into()), stopped: None }
    }
}

/// A plane that was stopped on its way.
#[derive(Debug)]
pub struct Stopped {
    /// The plane as it stands.
    pub plane: Plane,
    /// Generations since the pattern's own first.
    pub generation: BigUint,
    /// Generations that were done.
    pub done: BigUint,
    /// Generations that are left.
    pub left: BigUint,
}

/// Runs a pattern on the unbounded plane for any number of generations; `going` says by which engine. The
/// plane itself comes with the answer. The observer hears of generations.
///
/// Where the engine is to be chosen, it is as [`quadrille_life::Plane`] describes.
///
/// ```
/// use quadrille_experiments_life::answers::{Going, run_on_plane};
/// use quadrille_life::{Pattern, Rule};
///
/// let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]).into();
/// let (answer, _) = run_on_plane(&glider, Rule::CONWAY, &4_000_000_000u64.into(), Going::new(0), &())?;
/// let area = answer.bounds.expect("it lives");
/// assert_eq!((area.x, area.width), (1_000_000_000.into(), 3u8.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The engine asked for needs bounds, cannot count so far or cannot hold the pattern, the rule gives birth
/// without neighbours, there is not memory enough, or the observer says stop: then the plane as it stands
/// comes with the reason.
pub fn run_on_plane(
    pattern: &Contents,
    rule: Rule,
    generations: &BigUint,
    going: Going,
    observer: &dyn Observer,
) -> Result<(PlaneRun, Plane), PlaneFailure> {
    film_on_plane(pattern, rule, generations, going, 1, observer).map(|(answer, plane, _)| (answer, plane))
}

/// The same, with at most `pictures` pictures of the way: the plane as a macrocell at its first generation, its
/// last, and evenly between, or [every](Going::every) so many generations; the last alone of one.
///
/// # Errors
/// Those of [`run_on_plane`].
pub fn film_on_plane(
    pattern: &Contents,
    rule: Rule,
    generations: &BigUint,
    going: Going,
    pictures: u32,
    observer: &dyn Observer,
) -> Result<(PlaneRun, Plane, Vec<Macrocell>), PlaneFailure> {
    going.pool()?.install(|| placed_and_run(pattern, rule, generations, going, pictures, observer))
}

fn placed_and_run(
    pattern: &Contents,
    rule: Rule,
    generations: &BigUint,
    going: Going,
    pictures: u32,
    observer: &dyn Observer,
) -> Result<(PlaneRun, Plane, Vec<Macrocell>), PlaneFailure> {
    let engine = going.settings.engine.unbounded()?;
    // Lists and tables grow by being copied into larger ones, so only half of it is filled.
    let settings = going.settings.memory(going.settings.memory / 2);
    if engine == Engine::Tiles && u64::try_from(generations).is_err() {
        return Err(LifeError::Generations { engine }.into());
    }
    let mut plane = placed(pattern, rule, settings)?;
    let begun = Instant::now();
    let mut film = Vec::new();
    let mut ran = Ok(());
    let steps = BigUint::from(pictures.saturating_sub(1)).min(generations.clone());
    #[cfg(feature = "pictures")]
    let every = going.every.filter(|_| pictures > 1);
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
    let why = plane.0.chosen().into();
    if let Err(reason) = ran {
        let (generation, left) = (first + &done, generations - &done);
        let stopped = (done > BigUint::ZERO).then(|| Box::new(Stopped { plane, generation, done, left }));
        return Err(PlaneFailure { reason: Box::new(reason), stopped });
    }
    let seconds = begun.elapsed().as_secs_f64();
    let done = generations.to_string().parse().unwrap_or(f64::INFINITY);
    let answer = PlaneRun {
        generation: first + generations,
        population: plane.population(),
        bounds: plane.bounding_box(),
        rule,
        engine: plane.engine().to_string(),
        why,
        seconds,
        generations_per_second: (seconds > 0.0 && done > 0.0).then(|| done / seconds),
        hash: plane.hash(),
    };
    Ok((answer, plane, film))
}

/// Generations, from none to all in so many steps, or every so many; all alone in no steps.
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

/// That a plane did not come to its end.
fn stopped(error: PlaneError, plane: &Plane) -> LifeError {
    match error {
        PlaneError::Cancelled(_) => {
            let generations = u64::try_from(plane.generation()).unwrap_or(u64::MAX);
            EvolutionError::Cancelled { generations }.into()
        }
        other => other.into(),
    }
}

/// A pattern on the plane as [`run_on_plane`] begins with it; nothing has gone on yet.
///
/// # Errors
/// The engine asked for needs bounds or cannot hold the pattern, or there is not memory enough.
pub fn placed(pattern: &Contents, rule: Rule, settings: Settings) -> Result<Plane, LifeError> {
    Ok(Plane(match pattern {
        Contents::Pattern(pattern) => quadrille_life::Plane::from_pattern(pattern, rule, settings)?,
        Contents::Macrocell(macrocell) => quadrille_life::Plane::from_macrocell(macrocell, rule, settings)?,
    }))
}
