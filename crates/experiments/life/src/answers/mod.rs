//! Life on a field: patterns run, soups, formats.

mod census;
mod far;
mod info;
mod state;

use std::fmt;
use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Instant;

use num_bigint::{BigInt, BigUint};
use quadrille_life::formats::Contents;
use quadrille_life::{
    Area, Border, Bounds, BoundsError, Chosen, Digests, Engine, EngineError, FateError, Grid, GridError,
    HashLifeError, Macrocell, MacrocellError, Pattern, PlaneEngine, PlaneError, Rule, RuleSpec, Settings,
    Span, StripError, TilesError, fill,
};
use quadrille_memory::{Shortage, of, require};
use quadrille_progress::{Cancelled, Meter, Observer, Part, Progress};
use quadrille_random::{Chance, StreamKey};
use quadrille_runner::threads::Pool;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

mod strip;

pub use strip::{StripRun, run_on_strip};

#[cfg(feature = "pictures")]
use crate::evolution::Seen;
use crate::evolution::{self, Evolution, EvolutionError, Evolved};
use quadrille_report::hex;
#[cfg(feature = "pictures")]
use quadrille_report::pictures::FilmForm;

pub use census::{Census, CensusWhen, ObjectCount, census, hashed_soup};
pub use info::{Evidence, Grows, Info, info};
pub use state::PlaneState;

/// A field that has gone on: the answer of `life run`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Generations since the pattern's own first.
    #[serde(with = "quadrille_report::decimal")]
    pub generation: BigUint,
    /// How many cells live.
    #[serde(with = "quadrille_report::decimal")]
    pub population: u64,
    /// The smallest rectangle that holds them, from the field's top left cell; `None` if there are none.
    pub bounds: Option<Area>,
    /// When cells are born and survive.
    pub rule: Rule,
    /// The field: columns, rows and border.
    pub field: Bounds,
    /// The name of the engine that did the work: never `auto`.
    pub engine: String,
    /// The number of its form among the rungs of `quadrille ladder life`, from 1.
    pub rung: usize,
    /// How long the generations took, in seconds.
    pub seconds: f64,
    /// Generations a second; `None` where nothing was done, or in no time.
    pub generations_per_second: Option<f64>,
    /// The hash of the living cells, see [`Grid::hash`]; `None` of more than 10⁸ cells, unless all numbers were
    /// asked for.
    #[serde(with = "hex::option")]
    pub hash: Option<u64>,
}

impl Run {
    /// What there is to say of a field after so many generations, which began at generation `before` of its
    /// pattern.
    pub fn new(evolved: &Evolved, before: &BigUint, generations: u64) -> Self {
        let Evolved { grid, digest, seconds, .. } = evolved;
        Self {
            generation: before + generations,
            population: digest.population,
            bounds: digest.bounding_box,
            rule: grid.rule(),
            field: grid.bounds(),
            engine: bounded(grid.settings().engine).to_string(),
            rung: match grid.settings().engine {
                Engine::Form(form) => form.number,
                _ if grid.is_shared_out() => 12,
                _ => 11,
            },
            seconds: *seconds,
            generations_per_second: (*seconds > 0.0 && generations > 0).then(|| generations as f64 / seconds),
            hash: digest.hash,
        }
    }
}

/// Returns the engine that does the work within bounds.
const fn bounded(asked: Engine) -> Engine {
    match asked {
        Engine::Auto => Engine::Grid,
        named => named,
    }
}

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
    /// For so few generations, or so many cells, a trial of hashlife was not worth it.
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

/// A soup that has gone on: the answer of `life soup`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Soup {
    /// The field.
    #[serde(flatten)]
    pub run: Run,
    /// The seed of the soup: a `u64`, or an `i32` of .NET.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: i128,
    /// How likely a cell lived at the start.
    pub density: f64,
    /// .NET's hash of the field, see [`Grid::fingerprint`]; there if all numbers were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<i32>,
    /// SHA-256 of the rows, eight cells a byte, as hexadecimal digits; there if all numbers were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256_rows: Option<String>,
}

/// A soup of 16 × 16 cells and its copies that has gone on: the answer of `life soup --symmetry`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlaneSoup {
    /// The plane.
    #[serde(flatten)]
    pub run: PlaneRun,
    /// How it was laid out, by Catagolue's name.
    pub symmetry: String,
    /// Which soup it was: seed and number, or the text that was hashed.
    pub soup: String,
}

/// Why there is no field to speak of.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LifeError {
    /// Two sayings about the field.
    #[error("bounds of {bounds}, but a rule that ends in bounds of {rule}")]
    TwoBounds {
        /// The bounds.
        bounds: Bounds,
        /// The bounds in the rule.
        rule: Bounds,
    },
    /// A soup on a field of another size.
    #[error("a soup of {width}x{height} on a field of {bounds}; expected bounds of the same size")]
    OtherSize {
        /// Columns of the soup.
        width: u64,
        /// Rows of the soup.
        height: u64,
        /// The field.
        bounds: Bounds,
    },
    /// .NET's soup on a field: it brings its own.
    #[error(".NET's soup has a border of its own, a ring of dead cells; expected no bounds")]
    NetBounds,
    /// No field has such a size.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// The field cannot be made.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The engine cannot do it.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The plane of tiles cannot be made, or went out of memory.
    #[error(transparent)]
    Tiles(TilesError),
    /// The plane of squares cannot be made, or went out of memory.
    #[error(transparent)]
    HashLife(HashLifeError),
    /// The strip cannot be made, or went out of memory.
    #[error(transparent)]
    Strip(StripError),
    /// Too many cells to be written one by one.
    #[error("{population} living cells are too many to be written one by one; at most {MOST_WRITTEN} are")]
    TooMany {
        /// How many live.
        population: BigUint,
    },
    /// A macrocell whose cells the engine would have to list.
    #[error("{reason}; expected fewer, or the engine hashlife")]
    Unlisted {
        /// Why they cannot be listed.
        reason: MacrocellError,
    },
    /// More generations than the engine counts.
    #[error(
        "the engine {engine} counts 2^64 - 1 generations at most; expected fewer, or the engine hashlife"
    )]
    Generations {
        /// The engine asked for.
        engine: Engine,
    },
    /// What becomes of a pattern was not seen.
    #[error(transparent)]
    Fate(FateError),
    /// It neither settled nor grew in a regular way in so many generations.
    #[error(
        "it could not be shown that the pattern settles, or grows in a regular way, within {within} generations; expected more of them, or a generation to count in"
    )]
    NotSettled {
        /// How many were looked at.
        within: u64,
    },
    /// It did not go on to the end.
    #[error(transparent)]
    Evolution(#[from] EvolutionError),
    /// The observer said stop before the first generation.
    #[error("stopped while the field was being filled")]
    Filling,
    /// The observer said stop after the last generation.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// How a field is to go on.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Going {
    /// How many generations.
    pub generations: u64,
    /// Engine, vector level and memory.
    pub settings: Settings,
    /// How many threads; `None` for all. Nothing depends on them but the time.
    pub threads: Option<NonZeroUsize>,
    /// Which numbers are asked of the field in the end.
    pub digests: Digests,
    /// Whether it is filmed, and in which format.
    #[cfg(feature = "pictures")]
    pub filmed: Option<FilmForm>,
    /// Generations between two pictures of the film; `None` for at most 250 pictures.
    #[cfg(feature = "pictures")]
    pub every: Option<NonZeroU64>,
    /// What the film of a field shows; that of a plane is drawn by whoever asks for it.
    #[cfg(feature = "pictures")]
    pub seen: Seen,
}

impl Going {
    /// On by so many generations, by the best engine and all threads, without a film.
    pub fn new(generations: u64) -> Self {
        Self {
            generations,
            settings: Settings::default(),
            threads: None,
            digests: Digests::Usual,
            #[cfg(feature = "pictures")]
            filmed: None,
            #[cfg(feature = "pictures")]
            every: None,
            #[cfg(feature = "pictures")]
            seen: Seen { window: None, scale: None },
        }
    }

    /// The same with another engine, vector level or limit of memory.
    #[must_use]
    pub const fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// The same by so many threads.
    #[must_use]
    pub const fn threads(mut self, threads: Option<NonZeroUsize>) -> Self {
        self.threads = threads;
        self
    }

    /// The same with those numbers in the end.
    #[must_use]
    pub const fn digests(mut self, digests: Digests) -> Self {
        self.digests = digests;
        self
    }

    /// The same with a film or without.
    #[cfg(feature = "pictures")]
    #[must_use]
    pub const fn filmed(mut self, filmed: Option<FilmForm>) -> Self {
        self.filmed = filmed;
        self
    }

    /// The same with a picture every so many generations.
    #[cfg(feature = "pictures")]
    #[must_use]
    pub const fn every(mut self, every: Option<NonZeroU64>) -> Self {
        self.every = every;
        self
    }

    /// The same with a film of a field that shows this.
    #[cfg(feature = "pictures")]
    #[must_use]
    pub const fn seen(mut self, seen: Seen) -> Self {
        self.seen = seen;
        self
    }

    /// As many threads as were asked for.
    fn pool(&self) -> Result<Pool, LifeError> {
        Ok(evolution::pool(self.threads)?)
    }

    fn evolve(&self, grid: Grid, observer: &dyn Observer) -> Result<Evolved, EvolutionError> {
        let evolution = Evolution::new(self.generations).threads(self.threads).digests(self.digests);
        #[cfg(feature = "pictures")]
        let evolution = evolution.filmed(self.filmed).every(self.every).seen(self.seen);
        evolution.run(grid, observer)
    }
}

/// The rule and the field of a pattern: those asked for, else the pattern's own. `None` of a field is the
/// unbounded plane.
///
/// # Errors
/// Two bounds that differ in what is asked for.
pub fn rule_and_bounds(
    pattern: &Contents,
    rule: Option<RuleSpec>,
    bounds: Option<Bounds>,
) -> Result<(Rule, Option<Bounds>), LifeError> {
    let own = pattern.rule().unwrap_or_default();
    let asked = rule.unwrap_or(own);
    if let (Some(bounds), Some(rule)) = (bounds, rule.and_then(|rule| rule.bounds))
        && bounds != rule
    {
        return Err(LifeError::TwoBounds { bounds, rule });
    }
    Ok((asked.rule, bounds.or(asked.bounds).or(own.bounds)))
}

/// Runs a pattern in the middle of a field. The field itself comes with the answer, and the film if one was
/// asked for. The observer hears of generations.
///
/// ```
/// use quadrille_experiments_life::answers::{Going, rule_and_bounds, run};
/// use quadrille_life::Pattern;
///
/// let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
/// let (rule, bounds) = rule_and_bounds(&glider.clone().into(), None, Some("16x16:torus".parse()?))?;
/// let (answer, _) = run(&glider, rule, bounds.expect("they were given"), Going::new(64), &())?;
/// assert_eq!((answer.population, answer.field.to_string().as_str()), (5, "16x16:torus"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The pattern does not fit, the field is too large, or the observer says stop.
pub fn run(
    pattern: &Pattern,
    rule: Rule,
    bounds: Bounds,
    going: Going,
    observer: &dyn Observer,
) -> Result<(Run, Evolved), LifeError> {
    let grid = Grid::from_pattern(pattern, rule, bounds, going.settings)?;
    let evolved = going.evolve(grid, observer)?;
    Ok((Run::new(&evolved, &first_generation(pattern.generation.as_deref()), going.generations), evolved))
}

/// A plane that has gone on: the library's, of which no more is listed than memory holds.
#[derive(Debug, Clone)]
pub struct Plane(quadrille_life::Plane);

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

/// The most cells that are hashed one by one.
pub const MOST_HASHED: u64 = 100_000_000;
/// The most cells that are written one by one.
pub const MOST_WRITTEN: u64 = 100_000_000;

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

/// The same, with so many pictures of the way at most: the plane as a macrocell at its first generation, its
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
                plane.0.run(&next, &Part::new(observer, done, share, Some(all)))
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

/// The generation at which a pattern stands, by its own account.
pub fn first_generation(digits: Option<&str>) -> BigUint {
    digits.and_then(|digits| digits.parse().ok()).unwrap_or_default()
}

/// Where the cells of a soup come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SoupSource {
    /// The project's own generator, row by row from stream (seed, number).
    Xoshiro {
        /// The seed.
        seed: u64,
        /// The stream's number.
        stream: u64,
    },
    /// .NET's `System.Random`, column by column within a ring of dead cells.
    Net {
        /// The seed.
        seed: i32,
    },
}

/// A field filled at random.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct SoupQuestion {
    /// Columns and rows; those of the ring included, for .NET's soup.
    pub size: (u64, u64),
    /// How likely a cell lives, 0 to 1.
    pub density: f64,
    /// The same as a chance.
    chance: Chance,
    /// Where the cells come from.
    pub source: SoupSource,
    /// The field, of the same size; dead at the border if none is named. .NET's soup has none.
    pub bounds: Option<Bounds>,
    /// When cells are born and survive.
    pub rule: Rule,
}

impl SoupQuestion {
    /// A soup of this size on a field with a dead border, under Conway's rule. `None` of a density that is
    /// not from 0 to 1.
    pub fn new(size: (u64, u64), density: f64, source: SoupSource) -> Option<Self> {
        let chance = Chance::new(density).ok()?;
        Some(Self { size, density, chance, source, bounds: None, rule: Rule::CONWAY })
    }

    /// The same on this field.
    #[must_use]
    pub const fn bounds(mut self, bounds: Option<Bounds>) -> Self {
        self.bounds = bounds;
        self
    }

    /// The same under this rule.
    #[must_use]
    pub const fn rule(mut self, rule: Rule) -> Self {
        self.rule = rule;
        self
    }

    fn field(&self) -> Result<Bounds, LifeError> {
        let (width, height) = self.size;
        match (self.source, self.bounds) {
            (SoupSource::Net { .. }, Some(_)) => Err(LifeError::NetBounds),
            (SoupSource::Net { .. }, None) => Ok(Bounds::new(width, height, Border::Ring)?),
            (SoupSource::Xoshiro { .. }, None) => Ok(Bounds::new(width, height, Border::Dead)?),
            (SoupSource::Xoshiro { .. }, Some(bounds)) if (bounds.width(), bounds.height()) == self.size => {
                Ok(bounds)
            }
            (SoupSource::Xoshiro { .. }, Some(bounds)) => Err(LifeError::OtherSize { width, height, bounds }),
        }
    }

    /// The field before it is filled.
    ///
    /// # Errors
    /// No field has this size, it does not fit into memory, or the bounds are of another size.
    pub fn empty(&self, settings: Settings) -> Result<Grid, LifeError> {
        Ok(Grid::new(self.rule, self.field()?, settings)?)
    }
}

/// Fills a field, runs it and digests it. The field itself comes with the answer. The observer hears of
/// generations, with a word about the filling before and the measuring after them.
///
/// ```
/// use quadrille_experiments_life::answers::{Going, SoupQuestion, SoupSource, soup};
///
/// let question = SoupQuestion::new((64, 48), 0.3, SoupSource::Xoshiro { seed: 7, stream: 0 }).expect("a density");
/// let grid = question.empty(Default::default())?;
/// let (answer, _) = soup(&question, grid, Going::new(100), &())?;
/// assert_eq!((answer.run.field.to_string().as_str(), answer.seed), ("64x48:dead", 7));
/// # Ok::<(), quadrille_experiments_life::answers::LifeError>(())
/// ```
///
/// # Errors
/// The field cannot go on, or the observer says stop.
pub fn soup(
    question: &SoupQuestion,
    grid: Grid,
    going: Going,
    observer: &dyn Observer,
) -> Result<(Soup, Evolved), LifeError> {
    going.pool()?.install(|| filled_and_run(question, grid, going, observer))
}

fn filled_and_run(
    question: &SoupQuestion,
    mut grid: Grid,
    going: Going,
    observer: &dyn Observer,
) -> Result<(Soup, Evolved), LifeError> {
    let filling = |progress: &Progress| {
        let percent = (100.0 * progress.fraction().unwrap_or(0.0)) as u64;
        let whole = Progress::of(0, going.generations).counting("generations");
        observer.observe(&whole.saying(format!("filling, {percent} %")))
    };
    let (seed, filled) = match question.source {
        SoupSource::Xoshiro { seed, stream } => {
            let key = StreamKey::new(seed, stream);
            (i128::from(seed), fill::xoshiro(&mut grid, key, question.chance, &filling))
        }
        SoupSource::Net { seed } => {
            (i128::from(seed), fill::net(&mut grid, seed, question.density, &filling))
        }
    };
    filled.map_err(|Cancelled| LifeError::Filling)?;
    let evolved = going.evolve(grid, observer)?;
    let answer = Soup {
        run: Run::new(&evolved, &BigUint::ZERO, going.generations),
        seed,
        density: question.density,
        fingerprint: evolved.digest.fingerprint,
        sha256_rows: (going.digests == Digests::All)
            .then(|| sha256_of_rows(&evolved.grid, observer))
            .transpose()?,
    };
    Ok((answer, evolved))
}

/// Bytes of rows that are read at once, while those before them are hashed: a millisecond's work.
const HASHED_AT_ONCE: u64 = 1 << 20;

/// SHA-256 of a field's rows, as hexadecimal digits. The observer hears of rows.
///
/// # Errors
/// [`Cancelled`] if the observer says stop.
pub fn sha256_of_rows(grid: &Grid, observer: &dyn Observer) -> Result<String, Cancelled> {
    let meter = Meter::new(observer).total(grid.height());
    let length = grid.width().div_ceil(8);
    let at_once = (HASHED_AT_ONCE / length).clamp(1, grid.height());
    let read = |from: u64, bytes: &mut Vec<u8>| {
        bytes.resize((length * at_once.min(grid.height() - from)) as usize, 0);
        grid.read_row_bytes(from, bytes);
    };
    let mut hasher = Sha256::new();
    let (mut now, mut next) = (Vec::new(), Vec::new());
    read(0, &mut now);
    for from in (0..grid.height()).step_by(at_once as usize) {
        let after = (from + at_once).min(grid.height());
        rayon::join(|| hasher.update(&now), || read(after, &mut next));
        std::mem::swap(&mut now, &mut next);
        meter.advance(after - from)?;
    }
    Ok(base16ct::lower::encode_string(&hasher.finalize()))
}

/// A pattern that was written in another format: the answer of `life convert`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Converted {
    /// The format it is in now: `rle`, `cells`, `mc`, `lif`, `png`, `gif`, `apng`.
    pub format: String,
    /// How many cells live.
    #[serde(with = "quadrille_report::decimal")]
    pub population: BigUint,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_soup_is_read_back_as_it_was() {
        for source in [SoupSource::Xoshiro { seed: u64::MAX, stream: 1 }, SoupSource::Net { seed: -5 }] {
            let question = SoupQuestion::new((64, 48), 0.3, source).unwrap();
            let grid = question.empty(Settings::default()).unwrap();
            let (answer, _) = soup(&question, grid, Going::new(20), &()).unwrap();
            let json = serde_json::to_string(&answer).unwrap();
            let read: Soup = serde_json::from_str(&json).unwrap();
            assert_eq!(read, answer);
            assert_eq!(serde_json::to_string(&read).unwrap(), json);
        }
    }

    #[test]
    fn the_rows_are_hashed_one_after_the_other() {
        for bounds in ["3x3:ring", "1000x9", "70000x300"] {
            let mut grid = Grid::new(Rule::CONWAY, bounds.parse().unwrap(), Settings::default()).unwrap();
            fill::net(&mut grid, 7, 0.5, &()).unwrap();
            let mut hasher = Sha256::new();
            grid.row_bytes().for_each(|row| hasher.update(row));
            let expected = base16ct::lower::encode_string(&hasher.finalize());
            assert_eq!(sha256_of_rows(&grid, &()), Ok(expected), "{bounds}");
        }
    }
}
