//! The fill by .NET's generator: column by column, within a dead ring.
//!
//! Cells are drawn down the columns, whereas a field is written by rows. So batches of columns are
//! drawn, one bit per cell, and all threads transpose them to rows in blocks of 64 × 64 bits. The
//! drawing itself is sequential.

use quadrille_lanes::simd::dispatch;
use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::generators::NetRandom;

use crate::field::{RowBand, stripes, words};
use crate::grid::Grid;
use crate::kernels::stripes::transpose;
use crate::kernels::threads;

/// The number of cells drawn between two calls of the observer. Drawing them takes about a
/// millisecond, or longer if pages of memory are accessed for the first time.
const BETWEEN_QUESTIONS: u64 = 1 << 20;
/// The number of words of a column that are drawn at once. It is limited so that the observer can
/// cancel within a long column.
const AT_ONCE: usize = 1 << 12;
/// The number of columns that are transposed at once. The words of these columns in one row fill a
/// cache line.
const COLUMNS: usize = 8 * 64;
/// The number of stripes of rows that are written alternately, one row of each at a time. In a
/// grid, the first rows of all stripes are adjacent in memory, then the second rows, and so forth.
const STRIPES: u64 = 8;

/// Fills the interior of a ring one cell wide with random cells. The cells are drawn in columns
/// from left to right, each column from top to bottom. A cell lives if the next double of `new
/// System.Random(seed)` is below `density`. The cells of the ring are dead afterwards, also if the
/// border of the grid is not a ring.
///
/// A density of 0 or less, or NaN, leaves all cells dead; 1 or more makes all alive. Time is linear
/// in the cells. Cells are drawn by columns and written by rows. All rows are collected before the
/// first one is written, so the memory for the cells is needed twice.
///
/// # Errors
/// [`Cancelled`] if `observer`, which receives the number of cells done, cancels. The grid is then
/// unchanged or partly filled.
///
/// ```
/// use quadrille_life::{Border, Bounds, Grid, Rule, EngineSettings, fill};
///
/// let bounds = Bounds::new(1920, 1080, Border::Ring)?;
/// let mut grid = Grid::new(Rule::CONWAY, bounds, EngineSettings::default())?;
/// fill::net(&mut grid, 12345, 0.5, &())?;
/// assert_eq!((grid.population(), grid.fingerprint()), (1034216, 1583560213));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn net(grid: &mut Grid, seed: i32, density: f64, observer: &dyn Observer) -> Result<(), Cancelled> {
    let level = grid.settings().level;
    // Where the border is not a ring, the outermost cells of the field form the ring.
    let ring = usize::from(grid.margin() == 0);
    let (field, shape) = grid.inside_mut();
    let [inside_x, inside_y] = [shape.width, shape.height].map(|side| side.saturating_sub(2 * ring));
    let meter = Meter::new(observer).total(inside_x as u64 * inside_y as u64).unit("cells");
    let meter = meter.every(BETWEEN_QUESTIONS);
    let mut generator = NetRandom::new(seed);
    let below = NetRandom::raw_below(density);
    let (across, down) = (words(shape.width), words(shape.height));
    let mut rows = vec![0u64; across * shape.height];
    // Each column has one extra word, so that the words of 64 adjacent columns do not map to the
    // same cache set.
    let stride = down + 1;
    let mut columns = vec![0u64; stride * COLUMNS.min(64 * across)];
    for first in (0..shape.width).step_by(COLUMNS) {
        columns.fill(0);
        for x in first.max(ring)..(first + COLUMNS).min(ring + inside_x) {
            let column = &mut columns[(x - first) * stride..][..down];
            for (at, part) in column[..words(inside_y)].chunks_mut(AT_ONCE).enumerate() {
                let cells = (part.len() * 64).min(inside_y - at * AT_ONCE * 64);
                generator.roll_raw(level, below, part, cells);
                meter.advance(cells as u64)?;
            }
            // Shift the column down by the height of the ring.
            for _ in 0..ring {
                column.iter_mut().fold(0, |carry, word| {
                    let next = *word >> 63;
                    *word = *word << 1 | carry;
                    next
                });
            }
        }
        let mut squares: Vec<&mut [u64]> = rows.chunks_mut(64 * across).collect();
        threads::for_each(&mut squares, |(at, rows)| {
            for word in 0..(across - first / 64).min(COLUMNS / 64) {
                let mut square = std::array::from_fn(|x| columns[(64 * word + x) * stride + at]);
                dispatch!(level.simd(), simd => transpose(simd, &mut square));
                for (row, bits) in rows.chunks_exact_mut(across).zip(square) {
                    row[first / 64 + word] = bits;
                }
            }
        });
    }
    let mut parts: Vec<_> = field.row_bands(shape).into_iter().map(|part| (part, Ok(()))).collect();
    threads::for_each(&mut parts, |(_, (part, written))| *written = write(part, &rows, across, &meter));
    parts.into_iter().try_for_each(|(_, written)| written)
}

/// Writes the rows of a band, which have `across` words each: the first row of every stripe, then
/// the second row of every stripe, and so forth.
fn write(part: &mut RowBand<'_>, rows: &[u64], across: usize, meter: &Meter<'_>) -> Result<(), Cancelled> {
    let stripes: Vec<_> = stripes(part.rows.start as u64..part.rows.end as u64, STRIPES).collect();
    for from in 0..stripes[0].end - stripes[0].start {
        for stripe in stripes.iter().filter(|stripe| stripe.start + from < stripe.end) {
            let y = (stripe.start + from) as usize;
            (part.write)(y, &rows[y * across..][..across]);
            meter.effort(64 * across as u64)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::oracle::PLAIN;
    use crate::{Engine, EngineSettings, Level, Rule};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn the_fill_is_the_article_s_loop(
            width in prop_oneof![1..80u64, 500..700u64],
            height in prop_oneof![1..80u64, 300..400u64],
            border in prop::sample::select(&["dead", "torus", "ring", "cross-surface"]),
            engine in prop::sample::select(vec![Engine::Grid, Engine::Form(&PLAIN)]),
            level in prop::sample::select(Level::available()),
            seed: i32,
            density in -0.1..1.1f64,
        ) {
            let (width, height) = if border == "ring" { (width + 2, height + 2) } else { (width, height) };
            let bounds = format!("{width}x{height}:{border}").parse().unwrap();
            let settings = EngineSettings::default().engine(engine).level(level);
            let mut grid = Grid::new(Rule::CONWAY, bounds, settings).unwrap();
            for (x, y) in [(0, 0), (width - 1, height - 1)].into_iter().filter(|_| border != "ring") {
                grid.set(x, y, true).unwrap();
            }
            net(&mut grid, seed, density, &()).unwrap();
            let mut plain = Grid::new(Rule::CONWAY, bounds, settings).unwrap();
            let mut generator = NetRandom::new(seed);
            for x in 1..width.saturating_sub(1) {
                for y in 1..height.saturating_sub(1) {
                    plain.set(x, y, generator.next_f64() < density).unwrap();
                }
            }
            prop_assert!(grid == plain);
        }
    }

    #[test]
    fn a_fill_can_be_stopped() {
        let mut grid =
            Grid::new(Rule::CONWAY, "2048x2048".parse().unwrap(), EngineSettings::default()).unwrap();
        let token = quadrille_progress::CancelToken::new();
        token.cancel();
        assert_eq!(net(&mut grid, 1, 0.5, &token), Err(Cancelled));
    }
}
