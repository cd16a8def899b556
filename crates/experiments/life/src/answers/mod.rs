//! Answers about single patterns: runs, soups, conversions, censuses.
//!
//! | module | answers |
//! |---|---|
//! | this one | `run`: runs a pattern on a bounded field |
//! | `strip` | runs a pattern on a field with one unbounded side |
//! | `plane` | runs a pattern on the unbounded plane |
//! | `soup` | fills a field at random and runs it |
//! | `census`, `info` | count the objects of a pattern; determine its period and growth |
//! | `state` | the state of a plane, to be stored and restored |
//! | `far` | JSON numbers that may exceed 2^53 |
//!
//! [`RunOptions`] holds the options common to all runs; [`LifeError`] lists the errors.

mod census;
mod default_generations;
mod far;
mod info;
mod plane;
mod soup;
mod state;
mod strip;

use num_bigint::{BigInt, BigUint};
use quadrille_life::formats::Contents;
use quadrille_life::{
    Area, Bounds, BoundsError, Engine, EngineError, FateError, Grid, GridError, HashLifeError,
    MacrocellError, Pattern, Rule, RuleSpec, StripError, TilesError,
};
use quadrille_progress::{Cancelled, Observer};
use serde::{Deserialize, Serialize};

pub use strip::run_on_strip;

pub use crate::evolution::RunOptions;
use crate::evolution::{EvolutionError, Evolved};
use quadrille_report::hex;

pub use census::{Census, CensusWhen, ObjectCount, census, hashed_soup};
pub use default_generations::{MOST_BY_DEFAULT, default_generations};
pub use info::{Evidence, Grows, Info, info};
pub use plane::{Plane, PlaneFailure, Stopped, Why, film_on_plane, placed, run_on_plane};
pub use soup::{PlaneSoup, Soup, SoupQuestion, SoupSource, sha256_of_rows, soup};
pub use state::PlaneState;

/// The final state of a run on a bounded field, on a field with one unbounded side, or on the
/// unbounded plane: the answer of `life run`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunAnswer {
    /// The number of the final generation. Generations are counted as in the pattern file.
    #[serde(with = "quadrille_report::decimal")]
    pub generation: BigUint,
    /// The population.
    #[serde(with = "quadrille_report::decimal")]
    pub population: BigUint,
    /// The bounding box of the living cells; `None` if no cell lives. Coordinates on the plane are
    /// those of the pattern. In a bounded direction, they are counted from the first column or row
    /// of the field. Numbers above 2⁵³ are serialised as decimal text.
    #[serde(with = "far")]
    pub bounds: Option<Area<BigInt, BigUint>>,
    /// The rule.
    pub rule: Rule,
    /// The field: columns, rows and border. An unbounded side has length 0. Absent on the plane.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<Bounds>,
    /// The name of the engine that ran: never `auto`.
    pub engine: String,
    /// The number of the engine's rung in `quadrille ladder life`, from 1; absent unless the field
    /// is bounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rung: Option<usize>,
    /// The reason for the choice of the engine; absent if the field is bounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// The time that the computation of the generations took, in seconds.
    pub seconds: f64,
    /// Generations per second; `None` if no generation was run or no time was measured.
    pub generations_per_second: Option<f64>,
    /// The hash of the living cells, see [`Grid::hash`] and
    /// [`Tiles::hash`](quadrille_life::Tiles::hash). `None` for more than 10⁸ cells, unless all
    /// digests were requested, and for coordinates of more than 64 bits.
    #[serde(with = "hex::option")]
    pub hash: Option<u64>,
}

impl RunAnswer {
    /// Creates the answer for a field after `generations` generations; `before` is the generation
    /// that the pattern file states for the start.
    pub fn new(evolved: &Evolved, before: &BigUint, generations: u64) -> Self {
        let Evolved { grid, digest, seconds, .. } = evolved;
        Self {
            generation: before + generations,
            population: digest.population.into(),
            bounds: digest.bounding_box.map(far::area),
            rule: grid.rule(),
            field: Some(grid.bounds()),
            engine: bounded(grid.settings().engine).to_string(),
            rung: Some(match grid.settings().engine {
                Engine::Form(form) => form.number,
                _ if grid.is_shared_out() => 12,
                _ => 11,
            }),
            why: None,
            seconds: *seconds,
            generations_per_second: rate(generations as f64, *seconds),
            hash: digest.hash,
        }
    }
}

/// Returns the number of generations per second; `None` if no generation was run or no time was
/// measured.
fn rate(generations: f64, seconds: f64) -> Option<f64> {
    (seconds > 0.0 && generations > 0.0).then(|| generations / seconds)
}

/// Returns the engine that runs a bounded field if the engine `asked` is requested.
const fn bounded(asked: Engine) -> Engine {
    match asked {
        Engine::Auto => Engine::Grid,
        named => named,
    }
}

/// The maximum number of living cells for which a hash is computed.
pub const MOST_HASHED: u64 = 100_000_000;
/// The maximum number of cells that are listed in a file.
pub const MOST_WRITTEN: u64 = 100_000_000;

/// An error of a run, or of another computation about a pattern.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LifeError {
    /// The bounds of the request and those of the rule differ.
    #[error(
        "the requested bounds are {bounds}, but the rule ends in the bounds {rule}; expected the same bounds in both places, or bounds in only one place"
    )]
    TwoBounds {
        /// The requested bounds.
        bounds: Bounds,
        /// The bounds at the end of the rule.
        rule: Bounds,
    },
    /// The soup and the field have different sizes.
    #[error("a soup of {width}x{height} on a field of {bounds}; expected bounds of the same size")]
    OtherSize {
        /// Columns of the soup.
        width: u64,
        /// Rows of the soup.
        height: u64,
        /// The field.
        bounds: Bounds,
    },
    /// Bounds were given for a soup of .NET's generator, whose border is a ring of dead cells.
    #[error("the border of a soup of .NET's generator is a ring of dead cells; expected no bounds")]
    NetBounds,
    /// The bounds of the field are invalid.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// The field cannot be created.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The engine does not support the rule or the kind of field.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engine `tiles` cannot be created, or ran out of memory.
    #[error(transparent)]
    Tiles(TilesError),
    /// The engine `hashlife` cannot be created, or ran out of memory.
    #[error(transparent)]
    HashLife(HashLifeError),
    /// The field with one unbounded side cannot be created, or ran out of memory.
    #[error(transparent)]
    Strip(StripError),
    /// There are too many cells to list.
    #[error(
        "{population} living cells are too many for a list of cells; at most {MOST_WRITTEN} are supported"
    )]
    TooMany {
        /// The number of living cells.
        population: BigUint,
    },
    /// The engine would have to list the cells of a macrocell, which is not possible.
    #[error("{reason}; expected a smaller pattern, or the engine hashlife")]
    Unlisted {
        /// The reason why the cells cannot be listed.
        reason: MacrocellError,
    },
    /// More generations were requested than the engine can count.
    #[error(
        "the engine {engine} counts at most 2^64 - 1 generations; expected fewer, or the engine hashlife"
    )]
    Generations {
        /// The requested engine.
        engine: Engine,
    },
    /// The fate of the pattern was not determined.
    #[error(transparent)]
    Fate(FateError),
    /// The pattern neither settled nor grew regularly within the limit.
    #[error(
        "it could not be shown that the pattern settles, or grows in a regular way, within {within} generations; expected more generations, or a generation at which to count objects"
    )]
    NotSettled {
        /// The number of generations that were run.
        within: u64,
    },
    /// The run did not finish.
    #[error(transparent)]
    Evolution(#[from] EvolutionError),
    /// The observer cancelled while the field was filled.
    #[error("stopped while the field was being filled")]
    Filling,
    /// The observer cancelled outside the filling and the run, for example while the final field
    /// was hashed.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Returns the rule and the bounds for a pattern. `rule` and `bounds` take precedence over those
/// that the pattern states. If the result has no bounds, the pattern runs on the unbounded plane.
///
/// # Errors
/// Fails if the given bounds differ from those of the given rule.
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

/// Runs a pattern in the middle of a bounded field.
///
/// Returns the answer together with the final field and the film, if requested. The observer
/// receives the number of generations.
///
/// ```
/// use quadrille_experiments_life::answers::{RunOptions, rule_and_bounds, run};
/// use quadrille_life::Pattern;
///
/// let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
/// let (rule, bounds) = rule_and_bounds(&glider.clone().into(), None, Some("16x16:torus".parse()?))?;
/// let (answer, _) = run(&glider, rule, bounds.expect("they were given"), RunOptions::new(64), &())?;
/// assert_eq!((answer.population, answer.field), (5u8.into(), Some(bounds.expect("they were given"))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the pattern does not fit, if the field is too large, or if the observer cancels.
pub fn run(
    pattern: &Pattern,
    rule: Rule,
    bounds: Bounds,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<(RunAnswer, Evolved), LifeError> {
    let grid = Grid::from_pattern(pattern, rule, bounds, options.settings)?;
    let evolved = options.evolve(grid, observer)?;
    Ok((
        RunAnswer::new(&evolved, &first_generation(pattern.generation.as_deref()), options.generations),
        evolved,
    ))
}

/// Returns the generation that the pattern file states, or 0.
pub fn first_generation(digits: Option<&str>) -> BigUint {
    digits.and_then(|digits| digits.parse().ok()).unwrap_or_default()
}

/// A converted pattern: the answer of `life convert`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Converted {
    /// The new format: `rle`, `cells`, `mc`, `lif`, `png`, `gif`, `apng`.
    pub format: String,
    /// The population.
    #[serde(with = "quadrille_report::decimal")]
    pub population: BigUint,
}
