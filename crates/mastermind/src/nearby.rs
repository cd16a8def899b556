//! Local search for a codeword consistent with the rows.
//!
//! Starting from codewords evenly spread over the list of all codewords, the search repeatedly
//! changes the colour of one pin or exchanges two pins. A change is kept if the feedback that the
//! codeword gives differs from the rows no more than before, and occasionally if it differs more.
//! The search finds codewords in games that are too large for the [depth-first
//! search](mod@crate::candidates). If it finds none, there may still be consistent codewords. The
//! changes come from a fixed sequence, so the result is reproducible.

use quadrille_progress::{Cancelled, Meter};

use crate::codeword::Codeword;
use crate::effort::CODEWORD_EFFORT;
use crate::game::{Game, Repeats};
use crate::kernels::packed::score;
use crate::row::Row;
use crate::spread::Spread;

/// Number of codewords from which the search starts.
const STARTS: usize = 1 << 6;
/// Maximum number of changes from each start.
const CHANGES: u64 = 1 << 14;

/// Maximum number of changes in a search, the total over all starts.
pub(crate) const STEPS: u64 = STARTS as u64 * CHANGES;

/// Searches for a codeword consistent with all rows.
pub(crate) fn search(game: Game, rows: &[Row], meter: &Meter<'_>) -> Result<Option<Codeword>, Cancelled> {
    let mut numbers = Numbers(0);
    for start in Spread::new(game.codewords()).take(STARTS) {
        let Some(mut code) = game.codeword_at(start) else { continue };
        let mut worth = difference(code, rows);
        for _ in 0..CHANGES {
            if worth == 0 {
                return Ok(Some(code));
            }
            meter.effort(CODEWORD_EFFORT)?;
            let changed = change(game, code, &mut numbers);
            let then = difference(changed, rows);
            let worse = then.saturating_sub(worth);
            if worse == 0 || worse < 3 && numbers.below(1 << (4 * worse)) == 0 {
                (code, worth) = (changed, then);
            }
        }
    }
    Ok(None)
}

/// Returns the number of pegs by which the feedback of a secret differs from the rows.
fn difference(secret: Codeword, rows: &[Row]) -> u32 {
    let off = |known: Option<u8>, is: u8| known.map_or(0, |known| u32::from(known.abs_diff(is)));
    let of_row = |row: &Row| {
        let is = score(secret, row.guess);
        off(row.feedback.black, is.black) + off(row.feedback.white, is.white)
    };
    rows.iter().map(of_row).sum()
}

/// Returns the codeword after a random change: another colour of one pin, or an exchange of two
/// pins.
fn change(game: Game, code: Codeword, numbers: &mut Numbers) -> Codeword {
    let mut colors: Vec<u8> = code.colors().collect();
    let pin = numbers.below(game.pins() as u64) as usize;
    let color = numbers.below(game.colors() as u64) as u8 + 1;
    if numbers.below(2) == 0 {
        let other = numbers.below(game.pins() as u64) as usize;
        colors.swap(pin, other);
    } else if game.repeats() == Repeats::Allowed || !colors.contains(&color) {
        colors[pin] = color;
    }
    Codeword::from_valid_colors(&colors)
}

/// A fixed pseudorandom sequence (`SplitMix64`).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % n
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::is_consistent;

    #[test]
    fn rows_of_a_secret_have_a_codeword_in_the_largest_games() {
        let mut numbers = Numbers(43);
        for (pins, colors, repeats) in
            [(16, 15, Repeats::Allowed), (15, 15, Repeats::Forbidden), (10, 10, Repeats::Allowed)]
        {
            let game = Game::new(pins, colors, repeats).unwrap();
            for rows in 1..=5 {
                let mut code = || game.codeword_at(numbers.below(game.codewords())).unwrap();
                let secret = code();
                let rows: Vec<Row> = (0..rows)
                    .map(|_| code())
                    .map(|guess| Row { guess, feedback: score(secret, guess).into() })
                    .collect();
                let found = search(game, &rows, &Meter::new(&())).unwrap().unwrap();
                assert!(is_consistent(found, &rows), "{game} {rows:?}");
            }
        }
        let none = Game::new(4, 6, Repeats::Allowed).unwrap();
        let rows = Row::parse_all(none, &["1122:4,0", "1122:0,0"]).unwrap();
        assert_eq!(search(none, &rows, &Meter::new(&())), Ok(None));
    }
}
