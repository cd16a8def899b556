//! The one loop that fills a field with random rows.

use quadrille_progress::{Cancelled, Meter, Observer};

use crate::field::{Field, Shape, words};

/// Cells drawn between two questions to the observer: milliseconds, at one draw a cell.
const BETWEEN_QUESTIONS: u64 = 1 << 21;

/// Words of a row that are drawn at once, so that a single long row can be stopped too.
const AT_ONCE: usize = 1 << 15;

/// Fills the rows of a field from the top, each from the left. `draw` puts that many cells into the words, a
/// bit each, and clears the bits beyond. Progress is told in cells.
pub(crate) fn rows(
    field: &mut dyn Field,
    shape: Shape,
    mut draw: impl FnMut(&mut [u64], usize),
    observer: &dyn Observer,
) -> Result<(), Cancelled> {
    let cells = shape.width as u64 * shape.height as u64;
    let meter = Meter::new(observer).total(cells).unit("cells").every(BETWEEN_QUESTIONS);
    let mut row = vec![0; words(shape.width)];
    for y in 0..shape.height {
        for (at, part) in row.chunks_mut(AT_ONCE).enumerate() {
            let cells = (part.len() * 64).min(shape.width - at * AT_ONCE * 64);
            draw(part, cells);
            meter.advance(cells as u64)?;
        }
        field.write_row(y, &row);
    }
    Ok(())
}
