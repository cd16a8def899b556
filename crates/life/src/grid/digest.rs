//! Hashes and other summaries of a grid's cells.

use std::ops::Range;

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, dispatch, mask32x16, mask64x8, prelude::*, u32x16, u64x8};
use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::splitmix64::{GOLDEN_GAMMA, mix};

use super::Grid;
use crate::area::Area;
use crate::field::{Layout, stripes, words};
use crate::kernels::threads;

/// The number of cells that are read between two calls of the observer. Reading them takes a few
/// milliseconds if half of them live.
const BETWEEN_QUESTIONS: u64 = 1 << 22;

/// The approximate number of cells in a [`Stretch`], the rows that a thread computes at once.
const STRETCH: u64 = 1 << 22;

/// The selection of values in a [`Digest`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Digests {
    /// Values that cost little: the population, the bounding box and, if at most 10⁸ cells live,
    /// the hash.
    #[default]
    Usual,
    /// All values, regardless of their cost.
    All,
}

/// Summary values of a field's cells.
///
/// ```
/// use quadrille_life::{Area, Digests, Grid, Rule, EngineSettings};
///
/// let mut grid = Grid::new(Rule::CONWAY, "8x8".parse()?, EngineSettings::default())?;
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
    /// Number of living cells.
    pub population: u64,
    /// The smallest rectangle that contains the living cells; `None` if no cell lives.
    pub bounding_box: Option<Area>,
    /// The value of [`Grid::hash`], if it was requested or costs little.
    pub hash: Option<u64>,
    /// The value of [`Grid::fingerprint`], if it was requested.
    pub fingerprint: Option<i32>,
}

/// The maximum population for which [`Digests::Usual`] includes the hash.
const MOST_HASHED: u64 = 100_000_000;

impl Grid {
    /// Returns the population and the bounding box, and the hash and the fingerprint if `asked`
    /// selects them.
    ///
    /// Each value takes a fraction of a nanosecond per cell if all threads of the machine are used.
    /// The fingerprint takes eight bytes of memory per column. If the engine's memory layout
    /// divides the field into stripes of at least 64 rows, the fingerprint takes eight bytes per
    /// column of each stripe. `observer` receives the number of rows done.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels.
    pub fn digest(&self, asked: Digests, observer: &dyn Observer) -> Result<Digest, Cancelled> {
        let passes = 2 + u64::from(asked == Digests::All);
        let meter = Meter::new(observer).total(passes * self.height()).unit("rows").every(BETWEEN_QUESTIONS);
        let (mut population, mut found) = (0u64, None::<Area>);
        for (count, area) in self.each_stretch(&meter, |rows| self.extent(rows))? {
            population += count;
            found = match (found, area) {
                (Some(one), Some(other)) => Some(around(one, other)),
                (one, other) => one.or(other),
            };
        }
        let hash = if asked == Digests::All || population <= MOST_HASHED {
            Some(self.hash_of(&meter)?)
        } else {
            None
        };
        let fingerprint = (asked == Digests::All).then(|| self.fingerprint_of(&meter)).transpose()?;
        Ok(Digest { population, bounding_box: found, hash, fingerprint })
    }

    /// Returns, for each band of the memory [layout](Layout), the ranges of rows of its stripes.
    /// The rows of a dead ring are omitted.
    fn stripes(&self) -> impl Iterator<Item = Vec<Range<u64>>> {
        let Layout { band, lanes } = self.field.layout(self.shape);
        let (height, margin) = (self.shape.height, self.margin());
        (0..height).step_by(band).map(move |top| {
            let rows = top as u64 + margin..height.min(top + band) as u64 + margin;
            stripes(rows, lanes as u64).collect()
        })
    }

    /// Divides the field into [`Stretch`]es, calls `of` for each of them, on all threads, and
    /// returns the results.
    fn each_stretch<T: Send>(
        &self,
        meter: &Meter<'_>,
        of: impl Fn(&Stretch) -> T + Send + Sync,
    ) -> Result<Vec<T>, Cancelled> {
        let mut stretches = Vec::new();
        for stripes in self.stripes() {
            let height = stripes[0].end - stripes[0].start;
            let rows = (STRETCH / self.width() / stripes.len() as u64).clamp(1, height);
            let starts = (0..height).step_by(rows as usize);
            stretches.extend(starts.map(|from| (Stretch { stripes: stripes.clone(), from, rows }, None)));
        }
        // Each thread computes about four stretches between two calls of the observer.
        for some in stretches.chunks_mut(4 * threads::count()) {
            threads::for_each(some, |(_, (stretch, out))| *out = Some(of(stretch)));
            meter.note(some.iter().map(|(stretch, _)| stretch.rows().count() as u64).sum());
            meter.effort(BETWEEN_QUESTIONS)?;
        }
        Ok(stretches.into_iter().filter_map(|(_, out)| out).collect())
    }

    /// Returns the population and the bounding box of a stretch of rows.
    fn extent(&self, stretch: &Stretch) -> (u64, Option<Area>) {
        let (mut population, mut found) = (0, None::<Area>);
        let mut row = vec![0; words(self.width() as usize)];
        for y in stretch.rows() {
            self.read_row(y, &mut row);
            let count: u64 = row.iter().map(|word| u64::from(word.count_ones())).sum();
            if count > 0 {
                population += count;
                let (from, to) = ends(&row);
                let here = Area { x: from, y, width: to - from, height: 1 };
                found = Some(found.map_or(here, |area| around(area, here)));
            }
        }
        (population, found)
    }

    /// Returns a 64-bit hash of the living cells and their coordinates relative to the field's
    /// top-left cell. The hash depends neither on the engine nor on the size of the field.
    ///
    /// The hash is the sum, modulo 2⁶⁴, of mix(mix(y + γ) + x) over all living cells (x, y). The
    /// function `mix` and the constant γ are those of [`splitmix64`](quadrille_random::splitmix64).
    /// The hash is 0 if no cell lives. Two different fields have the same hash with a probability
    /// of about 2⁻⁶⁴; the hash does not resist deliberate collisions.
    ///
    /// Time is linear in the cells, and all threads share the work. Use [`digest`](Self::digest)
    /// for a call that can be cancelled.
    ///
    /// ```
    /// use quadrille_life::{Grid, Rule, EngineSettings};
    /// use quadrille_random::splitmix64::{GOLDEN_GAMMA, mix};
    ///
    /// let mut grid = Grid::new(Rule::CONWAY, "8x8".parse()?, EngineSettings::default())?;
    /// assert_eq!(grid.hash(), 0);
    /// grid.set(5, 2, true)?;
    /// assert_eq!(grid.hash(), mix(mix(2u64.wrapping_add(GOLDEN_GAMMA)).wrapping_add(5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hash(&self) -> u64 {
        // The observer `()` never cancels.
        self.hash_of(&Meter::new(&())).unwrap_or_default()
    }

    fn hash_of(&self, meter: &Meter<'_>) -> Result<u64, Cancelled> {
        let level = self.settings().level;
        let hashes = self.each_stretch(meter, |stretch| {
            let mut row = vec![0; words(self.width() as usize)];
            stretch.rows().fold(0u64, |hash, y| {
                self.read_row(y, &mut row);
                hash.wrapping_add(dispatch!(level.simd(), simd => hash_of_row(simd, row_hash(y), &row)))
            })
        })?;
        Ok(hashes.into_iter().fold(0, u64::wrapping_add))
    }

    /// Returns the 32-bit fingerprint h that lightln2's article on Life uses (2020; see
    /// `docs/sources.md`).
    ///
    /// h starts at 0. Each living cell (x, y) changes h to 31·h + x and then to 31·h + y, with all
    /// numbers modulo 2³². Columns are visited from left to right, and the cells of a column from
    /// top to bottom.
    ///
    /// Time is linear in the cells, and all threads share the work. Memory is eight bytes per
    /// column and stripe, as in [`digest`](Self::digest).
    pub fn fingerprint(&self) -> i32 {
        // The observer `()` never cancels.
        self.fingerprint_of(&Meter::new(&())).unwrap_or_default()
    }

    fn fingerprint_of(&self, meter: &Meter<'_>) -> Result<i32, Cancelled> {
        let mut bands: Vec<Vec<Range<u64>>> = self.stripes().collect();
        if bands.iter().any(|stripes| stripes[0].end - stripes[0].start < WORTH_COLUMNS) {
            bands = vec![vec![0..self.height()]];
        }
        let mut bands: Vec<_> = bands
            .into_iter()
            .map(|stripes| {
                let stripes = stripes.into_iter().map(|rows| (rows, Columns::new(self.width())));
                (stripes.collect::<Vec<_>>(), Ok(()))
            })
            .collect();
        threads::for_each(&mut bands, |(_, (stripes, done))| *done = self.add_up(stripes, meter));
        let mut all = Vec::new();
        for (stripes, done) in bands {
            done?;
            all.extend(stripes.into_iter().map(|(_, columns)| columns));
        }
        Ok(Columns::fingerprint(&all, self.width()))
    }

    /// Adds the rows of each stripe to the [`Columns`] of that stripe. Each round of the loop adds
    /// the next [`ROWS_KEPT`] rows of every stripe.
    fn add_up(&self, stripes: &mut [(Range<u64>, Columns)], meter: &Meter<'_>) -> Result<(), Cancelled> {
        let level = self.settings().level;
        let across = words(self.width() as usize);
        let mut kept = vec![0; across * ROWS_KEPT];
        let height = stripes.first().map_or(0, |(rows, _)| rows.end - rows.start);
        for from in (0..height).step_by(ROWS_KEPT) {
            for (rows, columns) in &mut *stripes {
                let y = rows.start + from;
                let count = rows.end.saturating_sub(y).min(ROWS_KEPT as u64);
                let kept = &mut kept[..across * count as usize];
                for (row, y) in kept.chunks_exact_mut(across).zip(y..) {
                    self.read_row(y, row);
                }
                columns.add_rows(level, y, kept);
                meter.note(count);
                meter.effort(count * self.width())?;
            }
        }
        Ok(())
    }
}

/// The same range of rows in each stripe of a band: the unit of work of a thread.
struct Stretch {
    stripes: Vec<Range<u64>>,
    /// The first row of the stretch, counted from the first row of each stripe.
    from: u64,
    rows: u64,
}

impl Stretch {
    /// Returns the indices of the rows in the field, in the order of memory.
    fn rows(&self) -> impl Iterator<Item = u64> {
        let rows = self.from..self.from + self.rows;
        rows.flat_map(|row| self.stripes.iter().map(move |stripe| (stripe.start + row, stripe.end)))
            .filter_map(|(y, end)| (y < end).then_some(y))
    }
}

/// The minimum number of living cells in a word for which vectors hash all 64 cells and the results
/// of the dead cells are discarded. Words with fewer living cells are hashed cell by cell.
const WORTH_VECTORS: u32 = 14;

/// Returns a row's contribution to [`Grid::hash`].
#[inline(always)]
fn hash_of_row<S: Simd>(simd: S, row_hash: u64, row: &[u64]) -> u64 {
    if S::u64s::LEN < 8 {
        // Only 512-bit vectors multiply 64-bit integers in one instruction.
        return row
            .iter()
            .zip(0..)
            .fold(0, |hash, (&word, at)| hash.wrapping_add(cells_hash(row_hash, 64 * at, word)));
    }
    let nothing = u64x8::splat(simd, 0);
    let first = u64x8::simd_from(simd, [0, 1, 2, 3, 4, 5, 6, 7]) + row_hash;
    let (mut hash, mut sums) = (0u64, nothing);
    for (&word, at) in row.iter().zip(0u64..) {
        if word.count_ones() < WORTH_VECTORS {
            hash = hash.wrapping_add(cells_hash(row_hash, 64 * at, word));
            continue;
        }
        for eight in 0..8 {
            let alive = mask64x8::from_bitmask(simd, word >> (8 * eight) & 0xFF);
            sums += alive.select(mix_all(first + (64 * at + 8 * eight)), nothing);
        }
    }
    sums.to_array().into_iter().fold(hash, u64::wrapping_add)
}

/// Computes [`mix`] of every word.
#[inline(always)]
fn mix_all<S: Simd>(words: u64x8<S>) -> u64x8<S> {
    let words = (words ^ (words >> 30)) * 0xBF58_476D_1CE4_E5B9;
    let words = (words ^ (words >> 27)) * 0x94D0_49BB_1331_11EB;
    words ^ (words >> 31)
}

/// Returns the contribution of a word's living cells to [`Grid::hash`]. Bit i of `cells` is the
/// cell in column `x` + i, modulo 2⁶⁴, of the row whose [`row_hash`] is given.
#[inline]
pub(crate) fn cells_hash(row_hash: u64, x: u64, cells: u64) -> u64 {
    let (mut hash, mut rest) = (0u64, cells);
    while rest != 0 {
        let x = x.wrapping_add(rest.trailing_zeros().into());
        hash = hash.wrapping_add(mix(row_hash.wrapping_add(x)));
        rest &= rest - 1;
    }
    hash
}

/// Returns the smallest rectangle that contains two others.
fn around(one: Area, other: Area) -> Area {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let right = (one.x + one.width).max(other.x + other.width);
    let bottom = (one.y + one.height).max(other.y + other.height);
    Area { x, y, width: right - x, height: bottom - y }
}

/// Returns the part of [`Grid::hash`] that all living cells of a row share.
pub(crate) fn row_hash(y: u64) -> u64 {
    mix(y.wrapping_add(GOLDEN_GAMMA))
}

/// Returns the column of the first living cell, and the column after the last living cell; at least
/// one cell must live.
fn ends(row: &[u64]) -> (u64, u64) {
    let first = row.iter().position(|&word| word != 0).unwrap_or(0);
    let last = row.iter().rposition(|&word| word != 0).unwrap_or(first);
    let from = first as u64 * 64 + u64::from(row[first].trailing_zeros());
    (from, last as u64 * 64 + 64 - u64::from(row[last].leading_zeros()))
}

/// The number of rows of a stripe that are added to its [`Columns`] at once.
const ROWS_KEPT: usize = 16;
/// The minimum number of rows per stripe for which each stripe has its own [`Columns`]. With fewer
/// rows, the `Columns` would take much more memory than the cells.
const WORTH_COLUMNS: u64 = 64;

/// Partial fingerprints of all columns of a stripe.
///
/// The fingerprint visits the cells column by column, whereas a field is read row by row. A living
/// cell (x, y) maps the fingerprint h to 31·(31·h + x) + y = 961·h + (31·x + y). So the n living
/// cells of a column together map h to 961ⁿ·h + b, where b depends on the cells.
///
/// While the rows are read from top to bottom, n and b are accumulated for each column. At the end,
/// the maps of the columns are applied from left to right. If a column crosses several stripes, the
/// map of the upper stripe is applied first.
struct Columns {
    /// The number of living cells, n.
    living: Vec<u32>,
    /// The constant term, b.
    sums: Vec<u32>,
}

/// The factor by which each living cell multiplies the fingerprint.
const FACTOR: u32 = 31 * 31;

impl Columns {
    fn new(width: u64) -> Self {
        let columns = 64 * words(width as usize);
        Self { living: vec![0; columns], sums: vec![0; columns] }
    }

    /// Adds `rows`, which lie below all rows added before. `y` is the index of the first of these
    /// rows.
    fn add_rows(&mut self, level: Level, y: u64, rows: &[u64]) {
        dispatch!(level.simd(), simd => self.add_on(simd, y as u32, rows));
    }

    #[inline(always)]
    fn add_on<S: Simd>(&mut self, simd: S, y: u32, rows: &[u64]) {
        let across = self.living.len() / 64;
        if S::u64s::LEN < 4 {
            for (row, y) in rows.chunks_exact(across).zip(y..) {
                self.add_row(y, row);
            }
            return;
        }
        let (zero, one) = (u32x16::splat(simd, 0), u32x16::splat(simd, 1));
        let counted = u32x16::simd_from(simd, std::array::from_fn(|x| 31 * x as u32));
        let columns = self.living.chunks_exact_mut(LANES).zip(self.sums.chunks_exact_mut(LANES));
        for (at, (living, sums)) in columns.enumerate() {
            let (word, shift) = (at * LANES / 64, at * LANES % 64);
            let first = counted + (31u32.wrapping_mul((at * LANES) as u32)).wrapping_add(y);
            let (mut n, mut b) = (u32x16::from_slice(simd, living), u32x16::from_slice(simd, sums));
            for (row, below) in rows.chunks_exact(across).zip(0u32..) {
                let alive = mask32x16::from_bitmask(simd, row[word] >> shift & 0xFFFF);
                n += alive.select(one, zero);
                b = alive.select(b * FACTOR + (first + below), b);
            }
            n.store_slice(living);
            b.store_slice(sums);
        }
    }

    /// Adds a row, cell by cell.
    fn add_row(&mut self, y: u32, row: &[u64]) {
        for (at, &word) in row.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let x = 64 * at + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                self.living[x] = self.living[x].wrapping_add(1);
                let cell = (x as u32).wrapping_mul(31).wrapping_add(y);
                self.sums[x] = self.sums[x].wrapping_mul(FACTOR).wrapping_add(cell);
            }
        }
    }

    /// Combines the columns of stripes, ordered from top to bottom, into the fingerprint.
    fn fingerprint(stripes: &[Self], width: u64) -> i32 {
        let columns = (0..width as usize)
            .flat_map(|x| stripes.iter().map(move |stripe| (stripe.living[x], stripe.sums[x])));
        columns.fold(0u32, |h, (n, b)| h.wrapping_mul(FACTOR.wrapping_pow(n)).wrapping_add(b)) as i32
    }
}

/// The number of columns in a vector.
const LANES: usize = 16;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::oracle::PLAIN;
    use crate::{Engine, EngineSettings, Rule};

    /// Computes the digest by its definition, cell by cell.
    fn plain(grid: &Grid) -> Digest {
        let (mut hash, mut fingerprint) = (0u64, 0i32);
        for x in 0..grid.width() {
            for y in (0..grid.height()).filter(|&y| grid.get(x, y)) {
                hash = hash.wrapping_add(mix(mix(y.wrapping_add(GOLDEN_GAMMA)).wrapping_add(x)));
                fingerprint = fingerprint.wrapping_mul(31).wrapping_add(x as i32);
                fingerprint = fingerprint.wrapping_mul(31).wrapping_add(y as i32);
            }
        }
        Digest {
            population: grid.live_cells().count() as u64,
            bounding_box: grid.bounding_box(),
            hash: Some(hash),
            fingerprint: Some(fingerprint),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_digest_follows_its_definition(
            width in 3..300u64,
            height in prop_oneof![3..40u64, 600..700u64],
            border in prop::sample::select(&["dead", "torus", "ring", "sphere"]),
            engine in prop::sample::select(vec![Engine::Grid, Engine::Form(&PLAIN)]),
            level in prop::sample::select(Level::available()),
            seed: u64,
            density in prop_oneof![0.0..=1.0f64, 0.0..0.01f64],
        ) {
            let height = if border == "sphere" { width } else { height };
            let bounds = format!("{width}x{height}:{border}").parse().unwrap();
            let settings = EngineSettings::default().engine(engine).level(level);
            let mut grid = Grid::new(Rule::CONWAY, bounds, settings).unwrap();
            let chance = crate::Chance::new(density).unwrap();
            crate::fill::xoshiro(&mut grid, crate::StreamKey::new(seed, 0), chance, &()).unwrap();
            let expected = plain(&grid);
            prop_assert_eq!(grid.digest(Digests::All, &()).unwrap(), expected);
            prop_assert_eq!((Some(grid.hash()), Some(grid.fingerprint())), (expected.hash, expected.fingerprint));
        }
    }

    /// Tests several bands with several stripes each.
    #[test]
    fn a_large_field_is_digested_by_threads() {
        let mut grid =
            Grid::new(Rule::CONWAY, "2112x2100".parse().unwrap(), EngineSettings::default()).unwrap();
        crate::fill::net(&mut grid, 3, 0.4, &()).unwrap();
        assert_eq!(grid.digest(Digests::All, &()).unwrap(), plain(&grid));
    }
}
