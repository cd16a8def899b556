//! The project's own fill: one draw per cell, row by row.

use quadrille_progress::{Cancelled, Observer};
use quadrille_random::{Bulk, Chance, StreamKey};

use super::rows::{rows, rows_abreast, worth_abreast};
use crate::field::words;
use crate::grid::Grid;
use crate::pattern::{Pattern, Span};

/// Fills the field row by row, and each row from the left: each cell lives with the probability
/// `density`, as decided by the next roll of the stream's xoshiro256++ generator. The cells of a
/// dead ring are not drawn. Time is linear in the cells, at about a nanosecond each; large fields
/// use vectors and all threads and are several times faster.
///
/// # Errors
/// [`Cancelled`] if `observer`, which receives the number of cells done, cancels. Some rows are
/// then filled and the others are unchanged.
///
/// ```
/// use quadrille_life::{Chance, Grid, Rule, EngineSettings, StreamKey, fill};
///
/// let mut grid = Grid::new(Rule::CONWAY, "40x30:torus".parse()?, EngineSettings::default())?;
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
    let level = grid.settings().level;
    let (field, shape) = grid.inside_mut();
    if worth_abreast(shape) {
        return rows_abreast(field, shape, &rng, density, level, observer);
    }
    rows(field, shape, |cells, count| rng.roll(density, cells, count), observer)
}

/// Returns a pattern of random cells with the top-left corner (0, 0): the cells with which
/// [`xoshiro`] fills a field of `width` columns and `height` rows. Memory and time are linear in
/// the cells.
///
/// ```
/// use quadrille_life::{Chance, StreamKey, Symmetry, fill};
///
/// let (stream, density) = (StreamKey::new(7, 0), Chance::ratio(1, 2)?);
/// assert_eq!(fill::xoshiro_pattern(16, 16, stream, density), Symmetry::C1.soup(stream, density));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn xoshiro_pattern(width: u32, height: u32, stream: StreamKey, density: Chance) -> Pattern {
    let mut rng = stream.rng();
    let mut row = vec![0; words(width as usize)];
    Pattern::from_spans((0..height).flat_map(|y| {
        rng.roll(density, &mut row, width as usize);
        let words = (0..).step_by(64).zip(&row);
        words.flat_map(|(x, &word)| Span::of_word(word, x, y.into())).collect::<Vec<_>>()
    }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::oracle::PLAIN;
    use crate::{Bounds, Engine, EngineSettings, Level, Rule};

    fn check(bounds: Bounds, settings: EngineSettings, key: StreamKey, density: Chance) {
        let mut plain = Grid::new(Rule::CONWAY, bounds, settings).unwrap();
        let mut quick = plain.clone();
        let mut rng = key.rng();
        let (field, shape) = plain.inside_mut();
        rows(field, shape, |cells, count| rng.roll(density, cells, count), &()).unwrap();
        let (field, shape) = quick.inside_mut();
        rows_abreast(field, shape, &key.rng(), density, settings.level, &()).unwrap();
        assert!(plain == quick, "{bounds} at {}", settings.level);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn a_field_is_filled_the_same_by_one_and_by_many(
            width in 3..300u64,
            height in 3..200u64,
            border in prop::sample::select(&["dead", "torus", "ring", "klein"]),
            engine in prop::sample::select(vec![Engine::Grid, Engine::Form(&PLAIN)]),
            level in prop::sample::select(Level::available()),
            seed: u64,
            density in 0.0..=1.0f64,
        ) {
            let bounds = format!("{width}x{height}:{border}").parse().unwrap();
            let settings = EngineSettings::default().engine(engine).level(level);
            check(bounds, settings, StreamKey::new(seed, 3), Chance::new(density).unwrap());
        }
    }

    #[test]
    fn a_pattern_has_the_cells_of_a_field() {
        let density = Chance::ratio(1, 3).unwrap();
        for (width, height) in [(1, 1), (63, 2), (64, 3), (65, 3), (130, 40)] {
            let bounds = format!("{width}x{height}").parse().unwrap();
            let mut grid = Grid::new(Rule::CONWAY, bounds, EngineSettings::default()).unwrap();
            let key = StreamKey::new(4, 9);
            xoshiro(&mut grid, key, density, &()).unwrap();
            let pattern = xoshiro_pattern(width, height, key, density);
            assert!(pattern.cells().eq(grid.to_pattern().cells()), "{width} x {height}");
        }
    }

    /// Tests several bands, rows drawn in two batches, and a last stripe with fewer rows than the
    /// others.
    #[test]
    fn large_fields_are_filled_the_same() {
        for (width, height) in [(2100, 2051), (1 << 19, 33)] {
            assert!(words(width) > 1);
            let bounds = format!("{width}x{height}").parse().unwrap();
            check(bounds, EngineSettings::default(), StreamKey::new(9, 0), Chance::ratio(1, 3).unwrap());
        }
    }

    #[test]
    fn a_fill_by_many_can_be_stopped() {
        let mut grid =
            Grid::new(Rule::CONWAY, "2048x2048".parse().unwrap(), EngineSettings::default()).unwrap();
        let token = quadrille_progress::CancelToken::new();
        token.cancel();
        assert_eq!(xoshiro(&mut grid, StreamKey::new(1, 0), Chance::ALWAYS, &token), Err(Cancelled));
    }
}
