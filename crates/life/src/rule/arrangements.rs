//! Arrangements of living neighbours, in Hensel notation.
//!
//! Neighbourhoods that are rotations or reflections of one another form one *arrangement*. There
//! are 51 arrangements: 1, 2, 6, 10, 13, 10, 6, 2 and 1 with 0 to 8 living neighbours. An
//! arrangement is written as the number of living neighbours and a letter: `2a` is two adjacent
//! neighbours. The letters were chosen by A. Hensel and are used by the `LifeWiki` and Golly. For
//! more than four living neighbours, a letter denotes the arrangement of the dead ones.
//!
//! ```text
//!         c      e      a      i      k      n      j      q      r      y      t      w      z
//! 1     · · ·  · · ·
//!       ·   ·  ·   ·
//!       · · O  · O ·
//! 2     · · ·  · · ·  · · ·  · · ·  · · ·  · · O
//!       ·   ·  ·   O  ·   ·  O   O  O   ·  ·   ·
//!       O · O  · O ·  · O O  · · ·  · · O  O · ·
//! 3     · · O  · · ·  · · ·  · · ·  · · O  · · ·  · · ·  · · O  · · ·  · · O
//!       ·   ·  O   O  ·   O  ·   ·  O   ·  ·   O  ·   O  ·   ·  O   O  O   ·
//!       O · O  · O ·  · O O  O O O  · O ·  O · O  O O ·  O O ·  · · O  · · O
//! 4     O · O  · O ·  · · ·  · · ·  · · O  · · O  · · O  · · O  · · ·  · · O  · · O  · · O  · · O
//!       ·   ·  O   O  ·   O  O   O  O   ·  ·   ·  O   O  O   ·  O   O  O   ·  O   O  ·   O  O   O
//!       O · O  · O ·  O O O  O · O  · O O  O O O  · O ·  O O ·  · O O  O · O  · · O  O O ·  O · ·
//! ```

use std::sync::OnceLock;

/// The number of neighbourhoods. The bits of a neighbourhood are its nine cells in reading order;
/// the first cell is the highest bit.
pub(super) const NEIGHBOURHOODS: usize = 1 << 9;

/// The bit of the centre cell.
pub(super) const CENTRE: usize = 1 << 4;

/// The bits of the eight neighbours.
const RING: usize = NEIGHBOURHOODS - 1 - CENTRE;

/// The letters of arrangements, in the order of the drawing above.
const LETTERS: &[u8] = b"ceaiknjqrytwz";

/// One neighbourhood for each arrangement of one to four neighbours, in the order of the letters.
/// Each octal digit is a row of three cells.
const DRAWN: [&[usize]; 4] = [
    &[0o001, 0o002],
    &[0o005, 0o012, 0o003, 0o050, 0o041, 0o104],
    &[0o105, 0o052, 0o013, 0o007, 0o142, 0o015, 0o016, 0o106, 0o051, 0o141],
    &[0o505, 0o252, 0o017, 0o055, 0o143, 0o107, 0o152, 0o146, 0o053, 0o145, 0o151, 0o116, 0o154],
];

/// Returns the letters that may follow a count, in alphabetical order; none for 0 and 8 neighbours,
/// which have a single arrangement.
pub(super) fn letters(count: u32) -> impl Iterator<Item = u8> + Clone {
    let many = count.min(8 - count).checked_sub(1).map_or(0, |drawn| DRAWN[drawn as usize].len());
    (b'a'..=b'z').filter(move |letter| LETTERS[..many].contains(letter))
}

/// Returns the letter of the arrangement of living neighbours in a neighbourhood; `None` for 0 and
/// 8 living neighbours.
pub(super) fn letter(neighbourhood: usize) -> Option<u8> {
    static ALL: OnceLock<[Option<u8>; NEIGHBOURHOODS]> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = [None; NEIGHBOURHOODS];
        for (&drawn, &letter) in DRAWN.iter().flat_map(|drawn| drawn.iter().zip(LETTERS)) {
            for same in turned_and_mirrored(drawn) {
                // The complement, in which living and dead neighbours are exchanged, has the same
                // letter unless four neighbours live.
                for cells in [same, RING - same] {
                    // Skip complements with four living neighbours.
                    if cells == same || cells.count_ones() > 4 {
                        all[cells] = Some(letter);
                        all[cells | CENTRE] = Some(letter);
                    }
                }
            }
        }
        all
    })[neighbourhood]
}

/// Returns the images of a neighbourhood under the eight symmetries of the square.
pub(super) fn turned_and_mirrored(neighbourhood: usize) -> [usize; 8] {
    let by = |place: fn(usize, usize) -> (usize, usize)| {
        (0..9).fold(0, |cells, at| {
            let (x, y) = place(at % 3, at / 3);
            cells | (neighbourhood >> (8 - at) & 1) << (8 - (3 * y + x))
        })
    };
    [
        by(|x, y| (x, y)),
        by(|x, y| (2 - x, y)),
        by(|x, y| (x, 2 - y)),
        by(|x, y| (2 - x, 2 - y)),
        by(|x, y| (y, x)),
        by(|x, y| (2 - y, x)),
        by(|x, y| (y, 2 - x)),
        by(|x, y| (2 - y, 2 - x)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two neighbourhoods have the same count and letter if and only if a symmetry maps one to the
    /// other.
    #[test]
    fn letters_tell_arrangements_apart() {
        let name = |cells: usize| ((cells & RING).count_ones(), letter(cells));
        for a in 0..NEIGHBOURHOODS {
            let same = turned_and_mirrored(a);
            assert_eq!(same.len(), 8);
            for b in (0..NEIGHBOURHOODS).filter(|b| a & CENTRE == b & CENTRE) {
                assert_eq!(name(a) == name(b), same.contains(&b), "{a:09b} and {b:09b}");
            }
        }
        for count in 0..=8 {
            let found: std::collections::BTreeSet<u8> =
                (0..NEIGHBOURHOODS).filter(|&cells| name(cells).0 == count).filter_map(letter).collect();
            assert!(letters(count).eq(found), "{count}");
        }
        assert_eq!((0..=8).map(|count| letters(count).count().max(1)).sum::<usize>(), 51);
    }
}
