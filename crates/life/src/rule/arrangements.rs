//! Arrangements of living neighbours, and the letters they are known by.
//!
//! Neighbours that are turned or mirrored into one another are one *arrangement*. There are 51 of the eight
//! neighbours, from one for none to thirteen for four, and each has a letter behind its count: `2a` is two
//! neighbours side by side. The letters are A. Hensel's, as the `LifeWiki` and Golly have them. With more than
//! four living neighbours a letter stands for the arrangement of the dead ones.
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

/// How many neighbourhoods there are: of three rows of three cells, the first cell the highest bit.
pub(super) const NEIGHBOURHOODS: usize = 1 << 9;

/// The cell in the middle.
pub(super) const CENTRE: usize = 1 << 4;

/// The cells around it.
const RING: usize = NEIGHBOURHOODS - 1 - CENTRE;

/// The letters, in the order of the drawing.
const LETTERS: &[u8] = b"ceaiknjqrytwz";

/// One neighbourhood of each arrangement of one to four neighbours, in the order of the letters.
const DRAWN: [&[usize]; 4] = [
    &[0o001, 0o002],
    &[0o005, 0o012, 0o003, 0o050, 0o041, 0o104],
    &[0o105, 0o052, 0o013, 0o007, 0o142, 0o015, 0o016, 0o106, 0o051, 0o141],
    &[0o505, 0o252, 0o017, 0o055, 0o143, 0o107, 0o152, 0o146, 0o053, 0o145, 0o151, 0o116, 0o154],
];

/// The letters that may stand behind a count, in the order of the alphabet; none for 0 and 8 neighbours, which
/// have one arrangement.
pub(super) fn letters(count: u32) -> impl Iterator<Item = u8> + Clone {
    let many = count.min(8 - count).checked_sub(1).map_or(0, |drawn| DRAWN[drawn as usize].len());
    (b'a'..=b'z').filter(move |letter| LETTERS[..many].contains(letter))
}

/// The letter of the living neighbours in a neighbourhood; `None` for 0 and 8 of them.
pub(super) fn letter(neighbourhood: usize) -> Option<u8> {
    static ALL: OnceLock<[Option<u8>; NEIGHBOURHOODS]> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = [None; NEIGHBOURHOODS];
        for (&drawn, &letter) in DRAWN.iter().flat_map(|drawn| drawn.iter().zip(LETTERS)) {
            for same in turned_and_mirrored(drawn) {
                // What lives in one is dead in the other.
                for cells in [same, RING - same] {
                    // Four living neighbours leave four dead ones, perhaps in another arrangement.
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

/// The eight ways in which a neighbourhood can be laid.
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

    /// A letter behind a count is an arrangement: all that it can be turned and mirrored into, and nothing else.
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
