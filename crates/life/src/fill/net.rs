//! The article's fill: .NET's generator, column by column, within a ring of dead cells.
//!
//! The draws go down the columns, and a field is written by rows. So some hundred columns are drawn, a bit a cell,
//! and turned into rows by squares of 64 × 64 bits, by all threads; drawing itself is a single chain.

use quadrille_lanes::simd::dispatch;
use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::generators::NetRandom;

use crate::field::{Part, stripes, words};
use crate::grid::Grid;
use crate::kernels::stripes::transpose;
use crate::kernels::threads;

/// Cells drawn between two questions to the observer: a millisecond or so. In a large field each may lie in a page
/// of memory that is touched for the first time.
const BETWEEN_QUESTIONS: u64 = 1 << 20;
/// Words of a column that are drawn at once, so that a single long one can be stopped too.
const AT_ONCE: usize = 1 << 12;
/// Columns that are turned into rows at once: words of a row that fill a line of the cache.
const COLUMNS: usize = 8 * 64;
/// Stripes in which the rows are written: of a grid's, the first rows lie beside each other, and so do the second.
const STRIPES: u64 = 8;

/// Fills what lies within a ring one cell wide: column by column from the left, each from the top, a cell
/// lives where the next double of `new System.Random(seed)` is below `density`. The ring's cells are dead
/// afterwards, whatever the grid's border.
///
/// A density of 0 or less, or one that is no number, gives no life; of 1 or more, all of it. Linear in the
/// cells, and takes as much memory again as they have bits: the draws go down the columns, and a field is
/// written by rows.
///
/// # Errors
/// [`Cancelled`] if `observer`, who hears of cells, says stop; the grid is then as it was, or partly filled.
///
/// ```
/// use quadrille_life::{Border, Bounds, Grid, Rule, Settings, fill};
///
/// let bounds = Bounds::new(1920, 1080, Border::Ring)?;
/// let mut grid = Grid::new(Rule::CONWAY, bounds, Settings::default())?;
/// fill::net(&mut grid, 12345, 0.5, &())?;
/// assert_eq!((grid.population(), grid.fingerprint()), (1034216, 1583560213));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn net(grid: &mut Grid, seed: i32, density: f64, observer: &dyn Observer) -> Result<(), Cancelled> {
    let level = grid.settings().level;
    // Where the field has no ring of its own, its outermost cells are the ring.
    let ring = usize::from(grid.margin() == 0);
    let (field, shape) = grid.inside_mut();
    let [inside_x, inside_y] = [shape.width, shape.height].map(|side| side.saturating_sub(2 * ring));
    let meter = Meter::new(observer).total(inside_x as u64 * inside_y as u64).unit("cells");
    let meter = meter.every(BETWEEN_QUESTIONS);
    let mut generator = NetRandom::new(seed);
    let below = NetRandom::raw_below(density);
    let (across, down) = (words(shape.width), words(shape.height));
    let mut rows = vec![0u64; across * shape.height];
    // A word more, so that the words of 64 columns side by side do not all fight for the same place in the cache.
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
            // The first of them is the row below the ring.
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
    let mut parts: Vec<_> = field.parts(shape).into_iter().map(|part| (part, Ok(()))).collect();
    threads::for_each(&mut parts, |(_, (part, written))| *written = write(part, &rows, across, &meter));
    parts.into_iter().try_for_each(|(_, written)| written)
}

/// Writes the rows of a part, of so many words each, the first of every stripe, then the second of each.
fn write(part: &mut Part<'_>, rows: &[u64], across: usize, meter: &Meter<'_>) -> Result<(), Cancelled> {
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
    use crate::{Engine, Level, Rule, Settings};

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
            let settings = Settings::default().engine(engine).level(level);
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
        let mut grid = Grid::new(Rule::CONWAY, "2048x2048".parse().unwrap(), Settings::default()).unwrap();
        let token = quadrille_progress::CancelToken::new();
        token.cancel();
        assert_eq!(net(&mut grid, 1, 0.5, &token), Err(Cancelled));
    }
}
