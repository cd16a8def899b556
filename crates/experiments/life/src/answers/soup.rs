//! Soups: fields filled at random.
//!
//! A soup is filled first, then run like any other grid. During the filling the progress is shown
//! as text, because no generations are counted yet. If all digests are requested, the rows are
//! hashed in blocks. One block is hashed while the next block is read.

use num_bigint::BigUint;
use quadrille_life::{Border, Bounds, Digests, EngineSettings, Grid, Rule, fill};
use quadrille_progress::{Cancelled, Meter, Observer, Progress};
use quadrille_random::{Chance, StreamKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{LifeError, RunAnswer, RunOptions};
use crate::evolution::Evolved;

/// The final state of a soup: the answer of `life soup`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Soup {
    /// The field.
    #[serde(flatten)]
    pub run: RunAnswer,
    /// The seed of the soup: a `u64` or, for .NET's generator, an `i32`.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: i128,
    /// The density: the probability that a cell lives at the start.
    pub density: f64,
    /// The value of [`Grid::fingerprint`] for the field; present if all digests were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<i32>,
    /// The SHA-256 of the rows, eight cells per byte, in hexadecimal digits; present if all digests
    /// were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256_rows: Option<String>,
}

/// The final state of a symmetric soup on the plane, 16 × 16 random cells and their copies: the
/// answer of `life soup --symmetry`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlaneSoup {
    /// The plane.
    #[serde(flatten)]
    pub run: RunAnswer,
    /// The symmetry, by Catagolue's name.
    pub symmetry: String,
    /// The source of the soup: its seed and number, or the text whose hash gives the cells.
    pub soup: String,
}

/// The generator of the cells of a soup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SoupSource {
    /// Quadrille's own generator. It fills the field row by row from the stream (`seed`, `stream`).
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

/// The options of a soup.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct SoupQuestion {
    /// The columns and rows of the field. A soup of .NET's generator has a ring of dead cells
    /// around the random cells; the size includes this ring.
    pub size: (u64, u64),
    /// The density: the probability that a cell lives, from 0 to 1.
    pub density: f64,
    /// The density in the form that the generator uses.
    chance: Chance,
    /// The generator of the cells.
    pub source: SoupSource,
    /// The bounds of the field, whose size must be `size`. `None` means a dead border. The value
    /// must be `None` for .NET's generator.
    pub bounds: Option<Bounds>,
    /// The rule.
    pub rule: Rule,
}

impl SoupQuestion {
    /// Creates a soup of this size on a field with a dead border, under Conway's rule. Returns
    /// `None` if the density is not from 0 to 1.
    pub fn new(size: (u64, u64), density: f64, source: SoupSource) -> Option<Self> {
        let chance = Chance::new(density).ok()?;
        Some(Self { size, density, chance, source, bounds: None, rule: Rule::CONWAY })
    }

    /// Sets the bounds.
    #[must_use]
    pub const fn bounds(mut self, bounds: Option<Bounds>) -> Self {
        self.bounds = bounds;
        self
    }

    /// Sets the rule.
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

    /// Creates the field, with all cells dead.
    ///
    /// # Errors
    /// Fails if the size is not possible, if the field does not fit into memory, or if the bounds
    /// have another size.
    pub fn empty(&self, settings: EngineSettings) -> Result<Grid, LifeError> {
        Ok(Grid::new(self.rule, self.field()?, settings)?)
    }
}

/// Fills a field, runs it and computes its digests.
///
/// Returns the answer together with the final field. The observer receives the number of
/// generations. Before and after the run, it receives the progress of filling the field and of
/// computing the digests, as messages.
///
/// ```
/// use quadrille_experiments_life::answers::{RunOptions, SoupQuestion, SoupSource, soup};
///
/// let question = SoupQuestion::new((64, 48), 0.3, SoupSource::Xoshiro { seed: 7, stream: 0 }).expect("a density");
/// let grid = question.empty(Default::default())?;
/// let (answer, _) = soup(&question, grid, RunOptions::new(100), &())?;
/// assert_eq!((answer.run.field.map(|field| field.width()), answer.seed), (Some(64), 7));
/// # Ok::<(), quadrille_experiments_life::answers::LifeError>(())
/// ```
///
/// # Errors
/// Fails if the run fails, or if the observer cancels.
pub fn soup(
    question: &SoupQuestion,
    grid: Grid,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<(Soup, Evolved), LifeError> {
    options.pool()?.install(|| filled_and_run(question, grid, options, observer))
}

fn filled_and_run(
    question: &SoupQuestion,
    mut grid: Grid,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<(Soup, Evolved), LifeError> {
    let filling = |progress: &Progress| {
        let percent = (100.0 * progress.fraction().unwrap_or(0.0)) as u64;
        let whole = Progress::of(0, options.generations).counting("generations");
        observer.observe(&whole.with_message(format!("filling, {percent} %")))
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
    let evolved = options.evolve(grid, observer)?;
    let answer = Soup {
        run: RunAnswer::new(&evolved, &BigUint::ZERO, options.generations),
        seed,
        density: question.density,
        fingerprint: evolved.digest.fingerprint,
        sha256_rows: (options.digests == Digests::All)
            .then(|| sha256_of_rows(&evolved.grid, observer))
            .transpose()?,
    };
    Ok((answer, evolved))
}

/// The number of bytes of a block of rows. A block is read while the previous block is hashed.
/// Hashing a block takes about a millisecond.
const HASHED_AT_ONCE: u64 = 1 << 20;

/// Returns the SHA-256 of the rows of a field, in hexadecimal digits. The observer receives the
/// number of rows.
///
/// # Errors
/// Returns [`Cancelled`] if the observer cancels.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_soup_is_read_back_as_it_was() {
        for source in [SoupSource::Xoshiro { seed: u64::MAX, stream: 1 }, SoupSource::Net { seed: -5 }] {
            let question = SoupQuestion::new((64, 48), 0.3, source).unwrap();
            let grid = question.empty(EngineSettings::default()).unwrap();
            let (answer, _) = soup(&question, grid, RunOptions::new(20), &()).unwrap();
            let json = serde_json::to_string(&answer).unwrap();
            let read: Soup = serde_json::from_str(&json).unwrap();
            assert_eq!(read, answer);
            assert_eq!(serde_json::to_string(&read).unwrap(), json);
        }
    }

    #[test]
    fn the_rows_are_hashed_one_after_the_other() {
        for bounds in ["3x3:ring", "1000x9", "70000x300"] {
            let mut grid =
                Grid::new(Rule::CONWAY, bounds.parse().unwrap(), EngineSettings::default()).unwrap();
            fill::net(&mut grid, 7, 0.5, &()).unwrap();
            let mut hasher = Sha256::new();
            grid.row_bytes().for_each(|row| hasher.update(row));
            let expected = base16ct::lower::encode_string(&hasher.finalize());
            assert_eq!(sha256_of_rows(&grid, &()), Ok(expected), "{bounds}");
        }
    }
}
