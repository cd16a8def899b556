//! The project's own fill: one draw a cell, row by row.

use quadrille_progress::{Cancelled, Observer};
use quadrille_random::{Bulk, Chance, StreamKey};

use crate::grid::Grid;

/// Fills the field row by row, each from the left: a cell lives where the next roll of the stream's
/// xoshiro256++ against `density` succeeds. Cells of a ring that stays dead draw nothing. Linear in the
/// cells, at about a nanosecond each.
///
/// # Errors
/// [`Cancelled`] if `observer`, who hears of cells, says stop; some rows are then filled and the others are
/// as they were.
///
/// ```
/// use quadrille_life::{Chance, Grid, Rule, Settings, StreamKey, fill};
///
/// let mut grid = Grid::new(Rule::CONWAY, "40x30:torus".parse()?, Settings::default())?;
/// let density = Chance::new(0.25)?;
/// fill::xoshiro(&mut grid, StreamKey::new(7, 0), density, &())?;
///
/// let mut rng = StreamKey::new(7, 0).rng();
/// for y in 0..30 {
///     for x in 0..40 {
///         assert_eq!(grid.get(x, y), density.roll(&mut rng));
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn xoshiro(
    grid: &mut Grid,
    stream: StreamKey,
    density: Chance,
    observer: &dyn Observer,
) -> Result<(), Cancelled> {
    let mut rng = stream.rng();
    let (field, shape) = grid.inside_mut();
    super::rows::rows(field, shape, |cells, count| rng.roll(density, cells, count), observer)
}
