//! The loops that fill a field with random rows.

use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::generators::xoshiro256plusplus::Leap;
use quadrille_random::generators::xoshiro256plusplus_x8::Abreast;
use quadrille_random::{Chance, Level, Xoshiro256PlusPlus};

use crate::field::{Field, Part, Shape, stripes, words};
use crate::kernels::threads;

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

/// Stripes of a part that are drawn abreast.
const ABREAST: usize = 8;

/// Rows of a stripe from which on it pays to find out where in the stream it begins.
const WORTH_LEAPS: usize = 16;

/// Fills the rows with what [`rows`] fills them with where a generator rolls once for each cell: the parts of the
/// field by all threads, and in each of them eight stripes of rows at a time, for which eight generators stand at
/// different places of the stream.
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
    let mut parts: Vec<_> = field.parts(shape).into_iter().map(|part| (part, Ok(()))).collect();
    threads::for_each(&mut parts, |(_, (part, filled))| {
        *filled = fill_part(part, shape.width, generator, density, level, &meter);
    });
    parts.into_iter().try_for_each(|(_, filled)| filled)
}

/// Fills a part; `generator` stands where the field's first row begins.
fn fill_part(
    part: &mut Part<'_>,
    width: usize,
    generator: &Xoshiro256PlusPlus,
    density: Chance,
    level: Level,
    meter: &Meter<'_>,
) -> Result<(), Cancelled> {
    let Part { rows, write } = part;
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
        // The last stripes may be lower, and what is drawn for them below is for nothing.
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

/// Whether [`rows_abreast`] is worth its preparations.
pub(crate) const fn worth_abreast(shape: Shape) -> bool {
    shape.height >= ABREAST * WORTH_LEAPS
        && shape.width >= 64
        && shape.width.saturating_mul(shape.height) >= 1 << 18
}
