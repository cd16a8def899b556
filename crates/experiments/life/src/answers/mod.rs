//! Life on a field: patterns run, soups, formats.
//!
//! | module | answers |
//! |---|---|
//! | this one | a pattern on a bounded field: `run` |
//! | `strip` | a pattern on a field without an end on one side |
//! | `plane` | a pattern on the unbounded plane |
//! | `soup` | a field filled at random |
//! | `census`, `info` | the objects of a pattern; its period and growth |
//! | `state` | a plane as a value that is kept |
//! | `far` | numbers in JSON that may exceed 2^53 |
//!
//! [`Going`] holds what all of them are asked with; [`LifeError`] is why one has no answer.

mod census;
mod far;
mod info;
mod plane;
mod soup;
mod state;
mod strip;

#[cfg(feature = "pictures")]
use std::num::NonZeroU64;
use std::num::NonZeroUsize;

use num_bigint::BigUint;
use quadrille_life::formats::Contents;
use quadrille_life::{
    Area, Bounds, BoundsError, Digests, Engine, EngineError, FateError, Grid, GridError, HashLifeError,
    MacrocellError, Pattern, Rule, RuleSpec, Settings, StripError, TilesError,
};
use quadrille_progress::{Cancelled, Observer};
use quadrille_runner::threads::Pool;
use serde::{Deserialize, Serialize};

pub use strip::{StripRun, run_on_strip};

#[cfg(feature = "pictures")]
use crate::evolution::Seen;
use crate::evolution::{self, Evolution, EvolutionError, Evolved};
use quadrille_report::hex;
#[cfg(feature = "pictures")]
use quadrille_report::pictures::FilmForm;

pub use census::{Census, CensusWhen, ObjectCount, census, hashed_soup};
pub use info::{Evidence, Grows, Info, info};
pub use plane::{Plane, PlaneFailure, PlaneRun, Stopped, Why, film_on_plane, placed, run_on_plane};
pub use soup::{PlaneSoup, Soup, SoupQuestion, SoupSource, sha256_of_rows, soup};
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
    /// Returns the answer about a field after `generations` generations, which began at generation `before` of its
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

/// The most cells that are hashed one by one.
pub const MOST_HASHED: u64 = 100_000_000;
/// The most cells that are written one by one.
pub const MOST_WRITTEN: u64 = 100_000_000;

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
    /// What the film of a field shows; that of a plane is drawn by the caller.
    #[cfg(feature = "pictures")]
    pub seen: Seen,
}

impl Going {
    /// Runs for that many generations, by the best engine and all threads, without a film.
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

    /// The same on that many threads.
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

    /// The same with a picture after every `every` generations.
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

/// The generation at which a pattern stands, by its own account.
pub fn first_generation(digits: Option<&str>) -> BigUint {
    digits.and_then(|digits| digits.parse().ok()).unwrap_or_default()
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
