//! Guesses that no history can tell apart.
//!
//! Exchange pins and rename colours: feedback stays the same if both codewords are changed alike. An exchange
//! that leaves every guess made so far as it was therefore leaves the set S of secrets still possible as it
//! was, and carries one next guess to another with the same parts, the same rank, and inside S or outside of
//! it as the first is. Of all that can be carried to one another only the lexicographically first can be
//! chosen: it wins every tie among them. So it is enough to try that one.
//!
//! ```text
//! history          1 1 2 2         it stays as it was if
//!                  3 1 4 5           pins 3 and 4 change places and colours 4 and 5 their names, both at once, or
//!                                    colours 6 and 7, which nobody has guessed, change names
//! so of            6 1 4 6  and  7 1 4 7   only the first needs a trial
//! ```
//!
//! **Classes.** A codeword is a number in the base of the colours. An exchange moves digits and renames them,
//! each for itself, so the image of a number is a sum over its digits; a table of the sums of its upper half
//! and one of its lower half give it by two look-ups and an addition. All numbers are visited in order, with
//! a mark for each: one that is not marked is the first of its class, and all that the exchanges carry it to,
//! one after the other, are marked.
//!
//! Any of the exchanges that leave the history as it was may be used, all of them or a few: fewer leave more
//! guesses to be tried, and never the wrong ones.

use quadrille_progress::{Cancelled, Meter};

use crate::codeword::Codeword;
use crate::effort::CODEWORD_EFFORT;
use crate::game::{Game, Packing, Repeats};

/// An exchange of pins together with a renaming of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exchange {
    /// Where each pin goes, from 0 at the left.
    pins: Vec<u8>,
    /// What each colour becomes, both from 0.
    colors: Vec<u8>,
}

/// Codewords, counted in the base of the colours, whose classes are looked for: 64 MiB of marks.
const MOST_MARKS: u64 = 1 << 29;

/// Codewords looked at between two questions whether to go on.
const CHUNK: u64 = 1 << 12;

/// Exchanges that leave every guess of the history as it was: those of two unused colours, of two pins that
/// have the same colour in every guess, and of one or two pairs of used colours together with the pins that
/// go with them.
pub(crate) fn exchanges(game: Game, history: &[Codeword]) -> Vec<Exchange> {
    let guesses: Vec<Vec<u8>> =
        history.iter().map(|guess| guess.colors().map(|color| color - 1).collect()).collect();
    let column = |pin: usize| guesses.iter().map(|guess| guess[pin]).collect::<Vec<u8>>();
    let columns: Vec<Vec<u8>> = (0..game.pins()).map(column).collect();
    let same_pins: Vec<u8> = (0..game.pins() as u8).collect();
    let same_colors: Vec<u8> = (0..game.colors() as u8).collect();
    let mut found = Vec::new();

    for (pin, column) in columns.iter().enumerate() {
        if let Some(next) = (pin + 1..columns.len()).find(|&next| columns[next] == *column) {
            let mut pins = same_pins.clone();
            pins.swap(pin, next);
            found.push(Exchange { pins, colors: same_colors.clone() });
        }
    }
    let (used, unused): (Vec<u8>, Vec<u8>) =
        same_colors.iter().partition(|&&color| guesses.iter().flatten().any(|&used| used == color));
    for pair in unused.windows(2) {
        let mut colors = same_colors.clone();
        colors.swap(pair[0].into(), pair[1].into());
        found.push(Exchange { pins: same_pins.clone(), colors });
    }
    let pairs: Vec<(usize, usize)> = (0..used.len())
        .flat_map(|a| (a + 1..used.len()).map(move |b| (a, b)))
        .map(|(a, b)| (used[a].into(), used[b].into()))
        .collect();
    for (at, &(a, b)) in pairs.iter().enumerate() {
        let mut one = same_colors.clone();
        one.swap(a, b);
        if let Some(pins) = pins_for(&columns, &one) {
            found.push(Exchange { pins, colors: one });
            continue;
        }
        for &(c, d) in &pairs[at + 1..] {
            if c == a || c == b || d == a || d == b {
                continue;
            }
            let mut two = one.clone();
            two.swap(c, d);
            if let Some(pins) = pins_for(&columns, &two) {
                found.push(Exchange { pins, colors: two });
            }
        }
    }
    found
}

/// Where the pins must go so that the renamed colours stand in every guess where they stood, if that can be.
fn pins_for(columns: &[Vec<u8>], colors: &[u8]) -> Option<Vec<u8>> {
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

/// So few codewords that to find the very firsts takes longer than to try a few more.
const FEW: u32 = 2048;

/// One codeword of every class that the exchanges carry to one another, its lexicographically first,
/// ascending; in small games with a few others. `None` where there are more codewords than can be marked.
///
/// If `counts_codewords` the meter's work is codewords whose class is known; else it is the caller's.
pub(crate) fn representatives(
    game: Game,
    exchanges: &[Exchange],
    meter: &Meter<'_>,
    counts_codewords: bool,
) -> Result<Option<Vec<u64>>, Cancelled> {
    let (pins, colors) = (game.pins(), game.colors());
    let Some(all) = (colors as u64).checked_pow(pins as u32).filter(|&all| all <= MOST_MARKS) else {
        return Ok(None);
    };
    let all = all as u32;
    // A number in the base of the colours is carried digit by digit: so by its upper and its lower half.
    let lower = pins / 2;
    let base = (colors as u32).pow(lower as u32);
    let carried: Vec<[Vec<u32>; 2]> = exchanges
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
    let mut firsts = Vec::new();
    if game.repeats() == Repeats::Allowed {
        let mut codes = Packing::new(game);
        for number in 0..all {
            if classes.is_new(number)? {
                firsts.push(codes.code());
            }
            codes.raise();
        }
    } else {
        for code in game {
            let number = code.colors().fold(0, |number, color| number * colors as u32 + u32::from(color) - 1);
            if classes.is_new(number)? {
                firsts.push(code.bits());
            }
        }
    }
    Ok(Some(firsts))
}

/// Codewords, as numbers in the base of the colours, whose classes are known.
struct Classes<'a> {
    /// A bit a number.
    marks: Vec<u64>,
    /// For every exchange, what the upper and what the lower digits of a number are carried to.
    carried: Vec<[Vec<u32>; 2]>,
    /// One more than the largest number of lower digits.
    base: u32,
    /// Numbers of the class at hand whose images have not been looked at.
    open: Vec<u32>,
    /// Codewords looked at since the meter was told, and those of them that were marked.
    looked_at: u64,
    marked: u64,
    meter: &'a Meter<'a>,
    counts_codewords: bool,
}

impl Classes<'_> {
    /// Whether the number is of a class that has not been seen; marks all of that class.
    #[inline]
    fn is_new(&mut self, number: u32) -> Result<bool, Cancelled> {
        self.looked_at += 1;
        if self.looked_at == CHUNK {
            self.ask()?;
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
                self.ask()?;
            }
        }
        Ok(true)
    }

    /// Tells the meter how many codewords have found their class, and asks whether to go on.
    #[cold]
    fn ask(&mut self) -> Result<(), Cancelled> {
        let marked = std::mem::take(&mut self.marked);
        if self.counts_codewords {
            self.meter.note(marked);
        }
        self.meter.effort(std::mem::take(&mut self.looked_at) * CODEWORD_EFFORT)
    }
}

/// Marks a number; false if it was marked before.
#[inline]
fn mark(marks: &mut [u64], number: u32) -> bool {
    let (word, bit) = (&mut marks[number as usize / 64], 1u64 << (number % 64));
    let fresh = *word & bit == 0;
    *word |= bit;
    fresh
}

/// The codewords that no one exchange carries to an earlier one: all that are the first of
/// their class, and a few more that several exchanges together would.
fn near_representatives(game: Game, carried: &[[Vec<u32>; 2]], base: u32) -> Vec<u64> {
    let codes = game.codes().into_iter().zip(0u32..);
    let is_first = |&(_, number): &(u64, u32)| {
        let (high, low) = ((number / base) as usize, (number % base) as usize);
        carried.iter().all(|[upper, lower]| upper[high] + lower[low] >= number)
    };
    codes.filter(is_first).map(|(code, _)| code).collect()
}

/// What the digits of some pins add to the number that a codeword is carried to, for all values of these
/// digits.
fn carried(exchange: &Exchange, from: std::ops::Range<usize>, colors: usize, pins: usize) -> Vec<u32> {
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

/// The lexicographically first codeword of every multiset of colour counts: as many of colour 1 as there are
/// of the most frequent colour, then as many of colour 2 as of the next.
pub(crate) fn opening_guesses(game: Game) -> Vec<Codeword> {
    let mut found = Vec::new();
    extend(game, &mut Vec::new(), game.most_of_a_color(), &mut found);
    found
}

/// All ways to go on from `colors` with counts that do not grow, the largest first.
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

    fn carry(exchange: &Exchange, code: Codeword) -> Codeword {
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
                    let found = exchanges(game, &history);
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

    /// Oracle: the whole orbit of every codeword, its least taken.
    fn check_firsts(game: Game, codes: &[Codeword], exchanges: &[Exchange]) {
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
                    exchanges.iter().map(|exchange| carry(exchange, code)).filter(|&to| seen.insert(to)),
                );
            }
        }
        let found = representatives(game, exchanges, &Meter::new(&()), false).unwrap().unwrap();
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
        // Two pairs of pins, three steps through four colours, and 1 for 2.
        let found = exchanges(game, &[guess]);
        assert_eq!(found.len(), 2 + 3 + 1);
        assert!((39..45).contains(&representatives(game, &found, &meter, false).unwrap().unwrap().len()));
        assert_eq!(representatives(game, &[], &meter, false).unwrap().unwrap().len(), 1296);
        assert_eq!(
            representatives(Game::new(16, 15, Repeats::Allowed).unwrap(), &[], &meter, false),
            Ok(None)
        );
    }
}
