//! What a grid's cells come to: numbers by which fields are told apart.

use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::splitmix64::{GOLDEN_GAMMA, mix};

use super::Grid;
use super::cells::Rows;
use crate::area::Area;
use crate::kernels::threads;

/// Cells looked at between two questions to the observer: milliseconds where half of them live.
const BETWEEN_QUESTIONS: u64 = 1 << 22;

/// How many cells a band of rows has about: a part of the work for one thread.
const BAND: u64 = 1 << 22;

/// Which numbers are asked of a finished field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Digests {
    /// What costs little: population and bounding box, and the hash of at most 10⁸ cells.
    #[default]
    Usual,
    /// All of them, whatever they cost.
    All,
}

/// What a field's cells come to.
///
/// ```
/// use quadrille_life::{Area, Digests, Grid, Rule, Settings};
///
/// let mut grid = Grid::new(Rule::CONWAY, "8x8".parse()?, Settings::default())?;
/// grid.set(5, 2, true)?;
/// let digest = grid.digest(Digests::All, &())?;
/// assert_eq!(digest.population, 1);
/// assert_eq!(digest.bounding_box, Some(Area { x: 5, y: 2, width: 1, height: 1 }));
/// assert_eq!((digest.hash, digest.fingerprint), (Some(grid.hash()), Some(31 * 5 + 2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Digest {
    /// How many cells live.
    pub population: u64,
    /// The smallest rectangle that holds them; `None` if there are none.
    pub bounding_box: Option<Area>,
    /// What [`Grid::hash`] says, if it was asked for or costs little.
    pub hash: Option<u64>,
    /// What [`Grid::fingerprint`] says, if it was asked for.
    pub fingerprint: Option<i32>,
}

/// The most living cells that are hashed where nobody insists on it.
const MOST_HASHED: u64 = 100_000_000;

impl Grid {
    /// Population, bounding box and, as far as they are asked for, hash and fingerprint. The first two take a
    /// fraction of a nanosecond a cell, the hash a nanosecond or two for each that lives, by all threads; the
    /// fingerprint some nanoseconds, by one, and eight bytes of memory a column. `observer` hears of rows.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer says stop.
    pub fn digest(&self, asked: Digests, observer: &dyn Observer) -> Result<Digest, Cancelled> {
        let passes = 2 + u64::from(asked == Digests::All);
        let meter = Meter::new(observer).total(passes * self.height()).unit("rows").every(BETWEEN_QUESTIONS);
        let (mut population, mut found) = (0u64, None::<Area>);
        for band in self.bands(&meter, extent)? {
            population += band.0;
            found = match (found, band.1) {
                (Some(area), Some(below)) => Some(around(area, below)),
                (area, below) => area.or(below),
            };
        }
        let hash = if asked == Digests::All || population <= MOST_HASHED {
            let bands = self.bands(&meter, rows_hash)?;
            Some(bands.into_iter().fold(0, u64::wrapping_add))
        } else {
            None
        };
        let fingerprint = (asked == Digests::All).then(|| self.fingerprint_of(&meter)).transpose()?;
        Ok(Digest { population, bounding_box: found, hash, fingerprint })
    }

    /// Something of every band of rows, downward, by all threads.
    fn bands<T: Send>(
        &self,
        meter: &Meter<'_>,
        of: impl Fn(&mut Rows<'_>) -> T + Send + Sync,
    ) -> Result<Vec<T>, Cancelled> {
        let rows = (BAND / self.width()).clamp(1, self.height());
        let mut done = Vec::new();
        // A few bands a thread between two questions.
        let together = 4 * threads::count() as u64;
        for first in (0..self.height()).step_by((rows * together) as usize) {
            let mut bands: Vec<(u64, Option<T>)> = (first..self.height())
                .step_by(rows as usize)
                .take(together as usize)
                .map(|y| (y, None))
                .collect();
            threads::for_each(&mut bands, |(_, (y, out))| {
                let area = Area { y: *y, height: rows.min(self.height() - *y), ..self.whole().area() };
                *out = Some(of(&mut Rows::new(self, area)));
            });
            meter.note((rows * together).min(self.height() - first));
            meter.effort(BETWEEN_QUESTIONS)?;
            done.extend(bands.into_iter().filter_map(|(_, out)| out));
        }
        Ok(done)
    }

    /// A 64-bit hash of the living cells and where they are, counted from the field's top-left cell: the same
    /// for every engine, and for every field, whatever its size, with the same cells.
    ///
    /// It is the sum, modulo 2⁶⁴, of mix(mix(y + γ) + x) over all living cells (x, y), with `mix` and γ those
    /// of [`splitmix64`](quadrille_random::splitmix64); 0 where nothing lives. Two fields that differ have
    /// the same hash once in about 2⁶⁴ cases; it is no defence against someone who looks for them.
    ///
    /// Linear in the living cells, a nanosecond or two each; [`digest`](Self::digest) can be stopped.
    ///
    /// ```
    /// use quadrille_life::{Grid, Rule, Settings};
    /// use quadrille_random::splitmix64::{GOLDEN_GAMMA, mix};
    ///
    /// let mut grid = Grid::new(Rule::CONWAY, "8x8".parse()?, Settings::default())?;
    /// assert_eq!(grid.hash(), 0);
    /// grid.set(5, 2, true)?;
    /// assert_eq!(grid.hash(), mix(mix(2u64.wrapping_add(GOLDEN_GAMMA)).wrapping_add(5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hash(&self) -> u64 {
        let mut last = (0, row_hash(0));
        self.live_cells().fold(0u64, |sum, (x, y)| {
            if y != last.0 {
                last = (y, row_hash(y));
            }
            sum.wrapping_add(mix(last.1.wrapping_add(x)))
        })
    }

    /// The article's fingerprint, column by column from the left, each from the top: h = 31·h + x, then h =
    /// 31·h + y for every living cell, wrapping at 32 bits. Columns and rows beyond 2³² count modulo that.
    ///
    /// Linear in the living cells, and takes eight bytes of memory a column.
    pub fn fingerprint(&self) -> i32 {
        // Nobody says stop.
        self.fingerprint_of(&Meter::new(&())).unwrap_or_default()
    }

    fn fingerprint_of(&self, meter: &Meter<'_>) -> Result<i32, Cancelled> {
        let mut columns = Columns::new(self.width());
        let mut rows = Rows::new(self, self.whole().area());
        while rows.next().is_some() {
            for x in cells(&rows.row) {
                columns.add(x, rows.y);
            }
            meter.note(1);
            meter.effort(self.width())?;
        }
        Ok(columns.fingerprint())
    }
}

/// How many cells of some rows live, and where they lie.
fn extent(rows: &mut Rows<'_>) -> (u64, Option<Area>) {
    let (mut population, mut found) = (0, None::<Area>);
    while let Some(row) = rows.next() {
        let count: u64 = row.iter().map(|word| u64::from(word.count_ones())).sum();
        if count > 0 {
            population += count;
            let (from, to) = ends(row);
            let here = Area { x: from, y: rows.y, width: to - from, height: 1 };
            found = Some(found.map_or(here, |area| around(area, here)));
        }
    }
    (population, found)
}

/// What some rows add to [`Grid::hash`].
fn rows_hash(rows: &mut Rows<'_>) -> u64 {
    let mut hash = 0u64;
    while rows.next().is_some() {
        let row_hash = row_hash(rows.y);
        for x in cells(&rows.row) {
            hash = hash.wrapping_add(mix(row_hash.wrapping_add(x)));
        }
    }
    hash
}

/// The smallest rectangle around two, the second of which ends below the first.
fn around(above: Area, below: Area) -> Area {
    let (left, right) = (above.x.min(below.x), (above.x + above.width).max(below.x + below.width));
    Area { x: left, y: above.y, width: right - left, height: below.y + below.height - above.y }
}

/// What all living cells of a row have in common in [`Grid::hash`].
pub(crate) fn row_hash(y: u64) -> u64 {
    mix(y.wrapping_add(GOLDEN_GAMMA))
}

/// The first living cell's column, and the first column after the last one's; some cell lives.
fn ends(row: &[u64]) -> (u64, u64) {
    let first = row.iter().position(|&word| word != 0).unwrap_or(0);
    let last = row.iter().rposition(|&word| word != 0).unwrap_or(first);
    let from = first as u64 * 64 + u64::from(row[first].trailing_zeros());
    (from, last as u64 * 64 + 64 - u64::from(row[last].leading_zeros()))
}

/// The columns of a row's living cells.
fn cells(row: &[u64]) -> impl Iterator<Item = u64> {
    row.iter().zip(0..).flat_map(|(&word, at)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| u64::from(rest.trailing_zeros()))?;
            rest &= rest - 1;
            Some(at * 64 + bit)
        })
    })
}

/// The fingerprint goes down the columns, but a field is read by rows. Each living cell maps the number so
/// far to 31·(31·h + x) + y, and a chain of such maps is again one of the form h ↦ a·h + b. So every column
/// keeps a and b of its own cells, which do come in order, and the columns' maps are applied one after the
/// other in the end.
struct Columns(Vec<(i32, i32)>);

impl Columns {
    fn new(width: u64) -> Self {
        Self(vec![(1, 0); width as usize])
    }

    /// A living cell, below all others of its column so far.
    #[inline]
    fn add(&mut self, x: u64, y: u64) {
        let (a, b) = &mut self.0[x as usize];
        let next = |h: i32| h.wrapping_mul(31).wrapping_add(x as i32).wrapping_mul(31).wrapping_add(y as i32);
        (*a, *b) = (a.wrapping_mul(31 * 31), next(*b));
    }

    fn fingerprint(&self) -> i32 {
        self.0.iter().fold(0i32, |h, &(a, b)| h.wrapping_mul(a).wrapping_add(b))
    }
}
