//! The project's own fill: one draw a cell, row by row.

use quadrille_random::{Bulk, Chance, StreamKey};

use crate::grid::Grid;

/// Fills the field row by row, each from the left: a cell lives where the next roll of the stream's xoshiro256++ against
/// `density` succeeds. Cells of a ring that stays dead draw nothing.
///
/// ```
/// use quadrille_life::{Grid, Rule, Settings, fill};
/// use quadrille_random::{Chance, StreamKey};
///
/// let mut grid = Grid::new(Rule::CONWAY, "40x30:torus".parse()?, Settings::default())?;
/// let density = Chance::new(0.25)?;
/// fill::xoshiro(&mut grid, StreamKey::new(7, 0), density);
///
/// let mut rng = StreamKey::new(7, 0).rng();
/// for y in 0..30 {
///     for x in 0..40 {
///         assert_eq!(grid.get(x, y), density.roll(&mut rng));
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn xoshiro(grid: &mut Grid, stream: StreamKey, density: Chance) {
    let mut rng = stream.rng();
    let margin = grid.margin();
    let width = (grid.width() - 2 * margin) as usize;
    let mut row = vec![0; width.div_ceil(64)];
    for y in 0..grid.height() - 2 * margin {
        rng.roll(density, &mut row, width);
        grid.write_inside(y, &row);
    }
}
