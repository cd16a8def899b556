//! Symmetries: guesses that are equivalent given the history of guesses.
//!
//! Feedback is invariant under a permutation of pins combined with a renaming of colours, if
//! applied to both codewords. A symmetry that maps every previous guess to itself therefore maps
//! the set S of possible secrets to itself, and maps a next guess to a guess with the same
//! partition sizes, the same rank and the same membership in S. Only the lexicographically first
//! guess of such an equivalence class (orbit) can be chosen, because it precedes equally good
//! guesses. It is sufficient to try this canonical representative.
//!
//! ```text
//! history          1 1 2 2
//!                  3 1 4 5
//! symmetries       exchange pins 3 and 4 together with the colours 4 and 5
//!                  exchange the colours 6 and 7, which do not occur in the history
//! equivalent       6 1 4 6  and  7 1 4 7: only the first is tried
//! ```
//!
//! **Classes.** A codeword is a number with the colours as digits. A symmetry moves and renames
//! each digit independently of the others, so the image of a number is a sum over its digits. Two
//! tables, for the upper and the lower half of the digits, give the image by two look-ups and an
//! addition. All numbers are visited in order. One bit per number, its mark, records that the class
//! of the number is known. An unmarked number is the first of its class, and its orbit, generated
//! by applying all symmetries repeatedly, is marked.
//!
//! Any subset of the symmetries of the history can be used: with fewer symmetries more guesses are
//! tried, but the result is the same.

use quadrille_progress::{Cancelled, Meter};

use crate::codeword::Codeword;
use crate::effort::CODEWORD_EFFORT;
use crate::game::{Game, Packing, Repeats};

/// A permutation of pins together with a renaming of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    /// Image of each pin, from 0 at the left.
    pins: Vec<u8>,
    /// Image of each colour, from 0.
    colors: Vec<u8>,
}

/// Maximum number of codewords, including those with repeats, for which classes are computed. Their
/// marks take 64 MiB, at one bit each.
const MOST_MARKS: u64 = 1 << 29;

/// Number of codewords between two calls of the observer.
const CHUNK: u64 = 1 << 12;

/// Returns symmetries of the history: exchanges of two unused colours, of two pins that have equal
/// colours in every guess, and of one or two pairs of used colours together with a matching
/// permutation of pins.
pub(crate) fn symmetries(game: Game, history: &[Codeword]) -> Vec<Symmetry> {
    let guesses: Vec<Vec<u8>> =
        history.iter().map(|guess| guess.colors().map(|color| color - 1).collect()).collect();
    // A column holds the colours of one pin in all guesses: pins with equal columns can be
    // exchanged.
    let column = |pin: usize| guesses.iter().map(|guess| guess[pin]).collect::<Vec<u8>>();
    let columns: Vec<Vec<u8>> = (0..game.pins()).map(column).collect();
    let same_pins: Vec<u8> = (0..game.pins() as u8).collect();
    let same_colors: Vec<u8> = (0..game.colors() as u8).collect();
    let mut found = Vec::new();

    // Exchanges of each pin with the next pin of the same column generate all permutations of the
    // pins with this column.
    for (pin, column) in columns.iter().enumerate() {
        if let Some(next) = (pin + 1..columns.len()).find(|&next| columns[next] == *column) {
            let mut pins = same_pins.clone();
            pins.swap(pin, next);
            found.push(Symmetry { pins, colors: same_colors.clone() });
        }
    }
    // Colours that no guess contains can be exchanged freely.
    let (used, unused): (Vec<u8>, Vec<u8>) =
        same_colors.iter().partition(|&&color| guesses.iter().flatten().any(|&used| used == color));
    for pair in unused.windows(2) {
        let mut colors = same_colors.clone();
        colors.swap(pair[0].into(), pair[1].into());
        found.push(Symmetry { pins: same_pins.clone(), colors });
    }
    // Used colours can be renamed if a permutation of pins restores every guess. For each two
    // colours, their exchange is tried alone. If it fails, it is tried together with the exchange
    // of two other colours.
    let pairs: Vec<(usize, usize)> = (0..used.len())
        .flat_map(|a| (a + 1..used.len()).map(move |b| (a, b)))
        .map(|(a, b)| (used[a].into(), used[b].into()))
        .collect();
    for (at, &(a, b)) in pairs.iter().enumerate() {
        let mut one = same_colors.clone();
        one.swap(a, b);
        if let Some(pins) = pins_for(&columns, &one) {
            found.push(Symmetry { pins, colors: one });
            continue;
        }
        for &(c, d) in &pairs[at + 1..] {
            if c == a || c == b || d == a || d == b {
                continue;
            }
            let mut two = one.clone();
            two.swap(c, d);
            if let Some(pins) = pins_for(&columns, &two) {
                found.push(Symmetry { pins, colors: two });
            }
        }
    }
    found
}

/// Returns the permutation of pins that undoes a renaming of colours in every guess, if there is
/// one.
fn pins_for(columns: &[Vec<u8>], colors: &[u8]) -> Option<Vec<u8>> {
    // Assign each renamed column to the first free pin with the same column.
    let mut taken = vec![false; columns.len()];
    columns
        .iter()
        .map(|column| {
            let renamed = column.iter().map(|&color| colors[usize::from(color)]);
            let to = (0..columns.len())
                .find(|&to| !taken[to] && renamed.clone().eq(columns[to].iter().copied()))?;
            taken[to] = true;
            Some(to as u8)
        })
        .collect()
}

/// In games with at most this number of codewords, complete canonicalisation costs more than trying
/// a few additional guesses.
const FEW: u32 = 2048;

/// Returns the canonical representative of every equivalence class, which is its lexicographically
/// first member, in ascending order. In small games, the list also contains a few other codewords.
/// `None` if there are too many codewords to be marked.
///
/// If `counts_codewords`, the meter counts codewords assigned to classes; otherwise the caller
/// reports progress.
pub(crate) fn representatives(
    game: Game,
    symmetries: &[Symmetry],
    meter: &Meter<'_>,
    counts_codewords: bool,
) -> Result<Option<Vec<u64>>, Cancelled> {
    let (pins, colors) = (game.pins(), game.colors());
    // A table has one mark for each codeword, addressed by the number of the codeword. Its memory
    // limits the number of codewords.
    let Some(all) = (colors as u64).checked_pow(pins as u32).filter(|&all| all <= MOST_MARKS) else {
        return Ok(None);
    };
    let all = all as u32;
    // The image of a number is a sum over its digits, and therefore the sum of the images of its
    // upper and lower half.
    let lower = pins / 2;
    let base = (colors as u32).pow(lower as u32);
    let carried: Vec<[Vec<u32>; 2]> = symmetries
        .iter()
        .map(|exchange| {
            [
                carried(exchange, 0..pins - lower, colors, pins),
                carried(exchange, pins - lower..pins, colors, pins),
            ]
        })
        .collect();
    if all <= FEW && game.repeats() == Repeats::Allowed {
        return Ok(Some(near_representatives(game, &carried, base)));
    }
    let mut classes = Classes {
        marks: vec![0u64; (all as usize).div_ceil(64)],
        carried,
        base,
        open: Vec::new(),
        looked_at: 0,
        marked: 0,
        meter,
        counts_codewords,
    };
    let mut canonical = Vec::new();
    // Numbers ascend, so the first unmarked number of a class is its lexicographically first
    // member.
    if game.repeats() == Repeats::Allowed {
        let mut codes = Packing::new(game);
        for number in 0..all {
            if classes.is_new(number)? {
                canonical.push(codes.code());
            }
            codes.raise();
        }
    } else {
        for code in game {
            let number = code.colors().fold(0, |number, color| number * colors as u32 + u32::from(color) - 1);
            if classes.is_new(number)? {
                canonical.push(code.bits());
            }
        }
    }
    Ok(Some(canonical))
}

/// The codewords assigned to classes so far, as numbers with the colours as digits.
struct Classes<'a> {
    /// One bit per number.
    marks: Vec<u64>,
    /// For every symmetry, the images of all values of the upper digits, and those of all values of
    /// the lower digits.
    carried: Vec<[Vec<u32>; 2]>,
    /// Number of values of the lower digits.
    base: u32,
    /// Members of the current class whose images have not been computed.
    open: Vec<u32>,
    /// Number of codewords processed since the last report.
    looked_at: u64,
    /// Number of codewords assigned to classes since the last report.
    marked: u64,
    meter: &'a Meter<'a>,
    counts_codewords: bool,
}

impl Classes<'_> {
    /// Returns whether the number is the first of a new class; marks the whole class.
    #[inline]
    fn is_new(&mut self, number: u32) -> Result<bool, Cancelled> {
        self.looked_at += 1;
        if self.looked_at == CHUNK {
            self.report()?;
        }
        if !mark(&mut self.marks, number) {
            return Ok(false);
        }
        self.marked += 1;
        self.open.push(number);
        while let Some(number) = self.open.pop() {
            let (high, low) = ((number / self.base) as usize, (number % self.base) as usize);
            for [upper, lower] in &self.carried {
                let image = upper[high] + lower[low];
                if mark(&mut self.marks, image) {
                    self.open.push(image);
                    self.marked += 1;
                }
            }
            self.looked_at += 1;
            if self.looked_at == CHUNK {
                self.report()?;
            }
        }
        Ok(true)
    }

    /// Reports the number of codewords assigned to classes, and checks for cancellation.
    #[cold]
    fn report(&mut self) -> Result<(), Cancelled> {
        let marked = std::mem::take(&mut self.marked);
        if self.counts_codewords {
            self.meter.note(marked);
        }
        self.meter.effort(std::mem::take(&mut self.looked_at) * CODEWORD_EFFORT)
    }
}

/// Marks a number; returns false if it was marked already.
#[inline]
fn mark(marks: &mut [u64], number: u32) -> bool {
    let (word, bit) = (&mut marks[number as usize / 64], 1u64 << (number % 64));
    let fresh = *word & bit == 0;
    *word |= bit;
    fresh
}

/// Returns the codewords that no single symmetry maps to an earlier codeword: all canonical
/// representatives, and a few codewords that only a composition of symmetries maps to an earlier
/// codeword.
fn near_representatives(game: Game, carried: &[[Vec<u32>; 2]], base: u32) -> Vec<u64> {
    let codes = game.codes().into_iter().zip(0u32..);
    let is_first = |&(_, number): &(u64, u32)| {
        let (high, low) = ((number / base) as usize, (number % base) as usize);
        carried.iter().all(|[upper, lower]| upper[high] + lower[low] >= number)
    };
    codes.filter(is_first).map(|(code, _)| code).collect()
}

/// Returns, for each combination of colours of the pins in `from`, the sum of the contributions of
/// these pins to the image of a codeword under a symmetry.
fn carried(exchange: &Symmetry, from: std::ops::Range<usize>, colors: usize, pins: usize) -> Vec<u32> {
    let mut sums = vec![0u32];
    for pin in from {
        let place = (colors as u32).pow((pins - 1 - usize::from(exchange.pins[pin])) as u32);
        sums = sums
            .iter()
            .flat_map(|&sum| exchange.colors.iter().map(move |&color| sum + u32::from(color) * place))
            .collect();
    }
    sums
}

/// Returns the lexicographically first codeword of every multiset of colour counts: colour 1 is the
/// most frequent, then colour 2, and so on.
pub(crate) fn opening_guesses(game: Game) -> Vec<Codeword> {
    let mut found = Vec::new();
    extend(game, &mut Vec::new(), game.most_of_a_color(), &mut found);
    found
}

/// Appends to `found` all codewords that consist of `colors` followed by runs of new colours, in
/// ascending order of the colours. No run is longer than `largest` or than the run before it.
/// Codewords with longer runs are appended first.
fn extend(game: Game, colors: &mut Vec<u8>, largest: usize, found: &mut Vec<Codeword>) {
    let missing = game.pins() - colors.len();
    if missing == 0 {
        found.push(Codeword::from_valid_colors(colors));
        return;
    }
    let color = colors.last().map_or(1, |last| last + 1);
    if usize::from(color) > game.colors() {
        return;
    }
    for count in (1..=largest.min(missing)).rev() {
        colors.extend(std::iter::repeat_n(color, count));
        extend(game, colors, count, found);
        colors.truncate(colors.len() - count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::score;
    use std::collections::{BTreeMap, BTreeSet};

    fn carry(exchange: &Symmetry, code: Codeword) -> Codeword {
        let mut carried = vec![0; code.pins()];
        for (color, &to) in code.colors().zip(&exchange.pins) {
            carried[usize::from(to)] = exchange.colors[usize::from(color) - 1] + 1;
        }
        Codeword::from_valid_colors(&carried)
    }

    #[test]
    fn exchanges_keep_the_history_and_all_feedback() {
        for (pins, colors, repeats) in [
            (4, 6, Repeats::Allowed),
            (5, 3, Repeats::Allowed),
            (4, 6, Repeats::Forbidden),
            (3, 7, Repeats::Allowed),
            (4, 7, Repeats::Allowed),
        ] {
            let game = Game::new(pins, colors, repeats).unwrap();
            let codes: Vec<Codeword> = game.iter().collect();
            for step in [1usize, 7, 100, 331] {
                for length in 0..3 {
                    let history: Vec<Codeword> =
                        (0..length).map(|at| codes[(at * 37 + 1) * step % codes.len()]).collect();
                    let found = symmetries(game, &history);
                    for exchange in &found {
                        for &guess in &history {
                            assert_eq!(carry(exchange, guess), guess, "{exchange:?}");
                        }
                        for pair in codes.windows(2).step_by(13) {
                            let (a, b) = (carry(exchange, pair[0]), carry(exchange, pair[1]));
                            assert_eq!(score(a, b), score(pair[0], pair[1]));
                        }
                    }
                    check_firsts(game, &codes, &found);
                }
            }
        }
    }

    /// Oracle: the minimum of the whole orbit of every codeword.
    fn check_firsts(game: Game, codes: &[Codeword], symmetries: &[Symmetry]) {
        let mut expected = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for &code in codes {
            if !seen.insert(code) {
                continue;
            }
            expected.insert(code.bits());
            let mut open = vec![code];
            while let Some(code) = open.pop() {
                open.extend(
                    symmetries.iter().map(|exchange| carry(exchange, code)).filter(|&to| seen.insert(to)),
                );
            }
        }
        let found = representatives(game, symmetries, &Meter::new(&()), false).unwrap().unwrap();
        assert!(found.is_sorted());
        if codes.len() > FEW as usize || game.repeats() == Repeats::Forbidden {
            assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
        } else {
            let more = found.len() - expected.len();
            assert!(expected.iter().all(|first| found.binary_search(first).is_ok()));
            assert!(more <= 4 * expected.len(), "{more} more than {}", expected.len());
        }
    }

    #[test]
    fn opening_guesses_are_the_first_of_their_class() {
        for (pins, colors, repeats) in [
            (1, 1, Repeats::Allowed),
            (4, 6, Repeats::Allowed),
            (5, 3, Repeats::Allowed),
            (6, 4, Repeats::Allowed),
            (4, 7, Repeats::Forbidden),
        ] {
            let game = Game::new(pins, colors, repeats).unwrap();
            let mut first = BTreeMap::new();
            for code in game {
                let mut counts = code.counts();
                counts.sort_unstable();
                first.entry(counts).or_insert(code);
            }
            let mut expected: Vec<Codeword> = first.into_values().collect();
            expected.sort();
            assert_eq!(opening_guesses(game), expected, "{game}");
        }
    }

    #[test]
    fn the_classical_second_guesses() {
        let meter = Meter::new(&());
        let game = Game::new(4, 6, Repeats::Allowed).unwrap();
        let guess = game.parse("1122").unwrap();
        // The symmetries are two exchanges of pins, three transpositions of the four unused
        // colours, and the exchange of 1 and 2.
        let found = symmetries(game, &[guess]);
        assert_eq!(found.len(), 2 + 3 + 1);
        assert!((39..45).contains(&representatives(game, &found, &meter, false).unwrap().unwrap().len()));
        assert_eq!(representatives(game, &[], &meter, false).unwrap().unwrap().len(), 1296);
        assert_eq!(
            representatives(Game::new(16, 15, Repeats::Allowed).unwrap(), &[], &meter, false),
            Ok(None)
        );
    }
}
