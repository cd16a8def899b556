//! The article's fill: .NET's generator, column by column, within a ring of dead cells.

use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::generators::NetRandom;

use crate::grid::Grid;

/// Cells drawn between two questions to the observer. In a large field each may lie in a page of memory that
/// is touched for the first time.
const BETWEEN_QUESTIONS: u64 = 1 << 16;

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
    let (width, height) = (grid.width() as usize, grid.height() as usize);
    let words = width.div_ceil(64);
    let mut generator = NetRandom::new(seed);
    let mut rows = vec![0u64; words * height];
    let inside = (width.saturating_sub(2) * height.saturating_sub(2)) as u64;
    let meter = Meter::new(observer).total(inside).unit("cells");
    let mut drawn = 0;
    for x in 1..width.saturating_sub(1) {
        for y in 1..height.saturating_sub(1) {
            let alive = generator.next_f64() < density;
            rows[y * words + x / 64] |= u64::from(alive) << (x % 64);
            drawn += 1;
            if drawn == BETWEEN_QUESTIONS {
                meter.advance(std::mem::take(&mut drawn))?;
            }
        }
    }
    meter.note(drawn);
    let meter = meter.every(BETWEEN_QUESTIONS);
    for (y, row) in (0..).zip(rows.chunks_exact(words)) {
        grid.write_row(y, row);
        meter.effort(width as u64)?;
    }
    Ok(())
}
