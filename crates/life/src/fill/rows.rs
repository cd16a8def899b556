//! Loops that fill a field with random rows.

use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::generators::xoshiro256plusplus::Leap;
use quadrille_random::generators::xoshiro256plusplus_x8::Abreast;
use quadrille_random::{Chance, Level, Xoshiro256PlusPlus};

use crate::field::{Field, RowBand, Shape, stripes, words};
use crate::kernels::threads;

/// The number of cells drawn between two calls of the observer. Drawing them takes a few
/// milliseconds.
const BETWEEN_QUESTIONS: u64 = 1 << 21;

/// The number of words of a row that are drawn at once. It is limited so that the observer can
/// cancel within a long row.
const AT_ONCE: usize = 1 << 15;

/// Fills a field row by row from the top, and each row from the left. `draw` receives the words and
/// the number of cells, draws one bit per cell, and clears the remaining bits. Progress is counted
/// in cells.
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

/// The number of stripes of a band that are drawn simultaneously.
const ABREAST: usize = 8;

/// The minimum number of rows of a stripe that is drawn separately. For stripes of fewer rows, the
/// jump in the stream to the first cell costs more time than it saves.
const WORTH_LEAPS: usize = 16;

/// Fills a field in parallel with one random roll per cell. The cells are those that [`rows`] draws
/// with the same rolls. Each thread fills one band, eight stripes at a time. The generator of a
/// stripe first jumps in the stream to the first cell of the stripe.
pub(crate) fn rows_abreast(
    field: &mut dyn Field,
    shape: Shape,
    generator: &Xoshiro256PlusPlus,
    density: Chance,
    level: Level,
    observer: &dyn Observer,
) -> Result<(), Cancelled> {
    let cells = shape.width as u64 * shape.height as u64;
    let meter = Meter::new(observer).total(cells).unit("cells").every(BETWEEN_QUESTIONS);
    let mut parts: Vec<_> = field.row_bands(shape).into_iter().map(|part| (part, Ok(()))).collect();
    threads::for_each(&mut parts, |(_, (part, filled))| {
        *filled = fill_part(part, shape.width, generator, density, level, &meter);
    });
    parts.into_iter().try_for_each(|(_, filled)| filled)
}

/// Fills a band. `generator` has the state that precedes the first cell of the field.
fn fill_part(
    part: &mut RowBand<'_>,
    width: usize,
    generator: &Xoshiro256PlusPlus,
    density: Chance,
    level: Level,
    meter: &Meter<'_>,
) -> Result<(), Cancelled> {
    let RowBand { rows, write } = part;
    let stripes: Vec<_> = stripes(rows.start as u64..rows.end as u64, ABREAST as u64).collect();
    let height = stripes[0].end - stripes[0].start;
    let mut next = generator.clone();
    next.leap(&Leap::over(rows.start as u64 * width as u64));
    let stripe = Leap::over(height * width as u64);
    let generators: [Xoshiro256PlusPlus; ABREAST] = std::array::from_fn(|_| {
        let this = next.clone();
        next.leap(&stripe);
        this
    });
    let mut abreast = Abreast::new(&generators, level);
    let mut places = vec![[0; ABREAST]; words(width)];
    let mut row = vec![0; places.len()];
    for y in 0..height {
        // The last stripes may have fewer rows. Cells drawn for them below their last row are
        // discarded.
        let there = stripes.iter().filter(|stripe| stripe.start + y < stripe.end).count();
        for (at, part) in places.chunks_mut(AT_ONCE / ABREAST).enumerate() {
            let cells = (part.len() * 64).min(width - at * AT_ONCE / ABREAST * 64);
            abreast.roll(density, part, cells);
            meter.advance((cells * there) as u64)?;
        }
        for (lane, stripe) in stripes.iter().enumerate().filter(|(_, stripe)| stripe.start + y < stripe.end) {
            for (word, place) in row.iter_mut().zip(&places) {
                *word = place[lane];
            }
            write((stripe.start + y) as usize, &row);
        }
    }
    Ok(())
}

/// Returns whether a field is large enough for [`rows_abreast`].
pub(crate) const fn worth_abreast(shape: Shape) -> bool {
    shape.height >= ABREAST * WORTH_LEAPS
        && shape.width >= 64
        && shape.width.saturating_mul(shape.height) >= 1 << 18
}
