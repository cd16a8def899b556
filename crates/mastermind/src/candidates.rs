//! Enumeration of the codewords consistent with all rows.
//!
//! A depth-first search sets one pin after another, in lexicographic order, and prunes prefixes
//! that cannot be completed to a consistent codeword. For every row, the black pegs and hits (black
//! plus white pegs) of the prefix must not exceed the feedback, and the remaining pins must suffice
//! to reach it.

use std::ops::ControlFlow;

use quadrille_progress::{Cancelled, Meter, Observer};
use thiserror::Error;

use crate::codeword::{Codeword, CodewordError};
use crate::count::{CountError, CountedSet};
use crate::effort::{self, CODEWORD_EFFORT};
use crate::feedback::PartialFeedback;
use crate::game::{Game, Repeats};
use crate::row::Row;

/// Maximum number of prefixes that a search visits. A search up to this limit takes a few seconds.
pub const SEARCH_LIMIT: u64 = 1 << 26;

/// Maximum number of memoised states in a count of codewords that are too many to list. The count
/// takes about a second and at most 96 MiB.
pub(crate) const MOST_STATES: usize = 1 << 20;

/// Before a count with [`MOST_STATES`], a search with at most this number of steps is tried. The
/// search takes a few tenths of a second.
const FEW_STEPS: u64 = 1 << 22;

/// Maximum number of codewords in a list. The list takes at most 128 MiB.
pub(crate) const LISTED: u64 = 1 << 24;

/// Before a large set is listed, a count with at most this number of states is tried. The count
/// takes tens of milliseconds.
pub(crate) const FEW_STATES: usize = 1 << 17;

/// Number of prefixes visited between two calls of the observer. Visiting them takes about a
/// millisecond.
const STEPS: u64 = 1 << 14;

/// The codewords consistent with all rows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Candidates {
    /// Number of candidates; 0 if the rows contradict one another.
    pub count: u64,
    /// The lexicographically first candidates, up to the requested number.
    pub first: Vec<Codeword>,
}

/// Error of determining the candidates.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CandidatesError {
    /// A guess is not a codeword of the game.
    #[error("row {row}: the guess: {problem}")]
    Row {
        /// Row number, from 1.
        row: usize,
        /// The problem with the guess.
        problem: CodewordError,
    },
    /// The search reached its step limit.
    #[error(
        "too many codewords to count: {found} found when the search reached its limit of {SEARCH_LIMIT} steps; \
         further rows reduce the number"
    )]
    TooMany {
        /// Number of codewords found so far.
        found: u64,
        /// The lexicographically first candidates, up to the requested number.
        first: Vec<Codeword>,
    },
    /// The observer cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Returns the number of codewords consistent with all rows, and the first `show` of them in
/// lexicographic order.
///
/// Without rows, the result is the number of all codewords of the game. With rows, the search
/// visits at most [`SEARCH_LIMIT`] prefixes, which suffices for every game of up to 3·10^7
/// codewords; in larger games, most sets are counted without being listed. The observer receives
/// the number of codewords that have been accepted or excluded.
///
/// # Errors
/// A guess that is not a codeword of the game, a search beyond the limit, or cancellation by the
/// observer.
///
/// ```
/// use quadrille_mastermind::{Game, Repeats, Row, candidates};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let rows = Row::parse_all(game, &["1122:1,1", "1345:0,2"])?;
/// let found = candidates(game, &rows, 2, &())?;
/// assert_eq!(found.count, 50);
/// assert_eq!(game.show(found.first[0]).to_string(), "2133");
///
/// let contradiction = Row::parse_all(game, &["1122:4,0", "1122:0,0"])?;
/// assert_eq!(candidates(game, &contradiction, 2, &())?.count, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn candidates(
    game: Game,
    rows: &[Row],
    show: usize,
    observer: &dyn Observer,
) -> Result<Candidates, CandidatesError> {
    candidates_within(game, rows, show, (MOST_STATES, SEARCH_LIMIT), observer)
}

/// Works like [`candidates`], with other limits on the states of a count and on the steps of a
/// search.
fn candidates_within(
    game: Game,
    rows: &[Row],
    show: usize,
    (most_states, most_steps): (usize, u64),
    observer: &dyn Observer,
) -> Result<Candidates, CandidatesError> {
    if rows.is_empty() {
        return Ok(Candidates { count: game.codewords(), first: game.iter().take(show).collect() });
    }
    for (at, row) in rows.iter().enumerate() {
        game.check(row.guess).map_err(|problem| CandidatesError::Row { row: at + 1, problem })?;
    }
    let meter = effort::meter(observer, game.codewords(), "codewords");
    let listed = |mut steps: u64| {
        let mut found = Candidates { count: 0, first: Vec::new() };
        let complete = search_from(game, rows, None, &mut steps, &meter, |code| {
            found.count += 1;
            if found.first.len() < show {
                found.first.push(code);
            }
            ControlFlow::Continue(())
        })?;
        Ok::<_, CandidatesError>((found, complete))
    };
    let counted = |states: usize| match CountedSet::new(game, rows, states, &meter) {
        Ok(counted) => {
            let first = (0..counted.total()).take(show).filter_map(|number| counted.codeword_at(number));
            Ok(Some(Candidates { count: counted.total(), first: first.collect() }))
        }
        Err(CountError::TooMany | CountError::Short(_)) => Ok(None),
        Err(CountError::Cancelled(cancelled)) => Err(cancelled),
    };
    // Most sets that are too large to be listed can be counted, and a count is faster than a list.
    if game.codewords() > LISTED {
        if let Some(counted) = counted(FEW_STATES)? {
            return Ok(counted);
        }
        // If there are too many states for a quick count, the codewords may still be few enough to
        // be listed quickly.
        let (found, complete) = listed(FEW_STEPS)?;
        if complete {
            return Ok(found);
        }
        if let Some(counted) = counted(most_states)? {
            return Ok(counted);
        }
    }
    let (found, complete) = listed(most_steps)?;
    if complete {
        Ok(found)
    } else {
        Err(CandidatesError::TooMany { found: found.count, first: found.first })
    }
}

/// Returns whether a codeword is consistent with all rows, by a test of one row after another.
pub fn is_consistent(code: Codeword, rows: &[Row]) -> bool {
    rows.iter().all(|row| row.agrees(code))
}

/// Calls `take` with every codeword consistent with the rows, in lexicographic order.
///
/// Returns false if the search was ended by `take` or by the step limit.
pub(crate) fn search(
    game: Game,
    rows: &[Row],
    meter: &Meter<'_>,
    take: impl FnMut(Codeword) -> ControlFlow<()>,
) -> Result<bool, CandidatesError> {
    search_from(game, rows, None, &mut { SEARCH_LIMIT }, meter, take)
}

/// Searches like [`search`], but in another order: at every pin, the colours are tried in cyclic
/// order, from the colour of `start` on. Takes at most `steps` steps, and subtracts the number of
/// steps taken from `steps`.
pub(crate) fn search_from(
    game: Game,
    rows: &[Row],
    start: Option<Codeword>,
    steps: &mut u64,
    meter: &Meter<'_>,
    take: impl FnMut(Codeword) -> ControlFlow<()>,
) -> Result<bool, CandidatesError> {
    for (at, row) in rows.iter().enumerate() {
        game.check(row.guess).map_err(|problem| CandidatesError::Row { row: at + 1, problem })?;
    }
    let rows: Vec<PreparedRow> = rows.iter().map(PreparedRow::new).collect();
    let reached = vec![vec![(0, 0); rows.len()]; game.pins() + 1];
    // At index n: the number of codewords that begin with a given prefix of n pins.
    let mut behind = vec![1u64; game.pins() + 1];
    for pin in (0..game.pins()).rev() {
        let colors = match game.repeats() {
            Repeats::Allowed => game.colors(),
            Repeats::Forbidden => game.colors() - pin,
        };
        behind[pin] = behind[pin + 1] * colors as u64;
    }
    let mut descent = Descent {
        game,
        rows,
        reached,
        colors: Vec::with_capacity(game.pins()),
        used: [0; Game::MAX_COLORS],
        behind,
        decided: 0,
        start: start
            .map_or_else(|| vec![0; game.pins()], |start| start.colors().map(|color| color - 1).collect()),
        left: *steps,
        meter,
        cancelled: false,
        take,
    };
    let complete = descent.visit().is_continue();
    *steps = descent.left;
    if descent.cancelled { Err(Cancelled.into()) } else { Ok(complete) }
}

/// A row, prepared for the search.
#[derive(Debug, Clone)]
pub(crate) struct PreparedRow {
    /// Colours of the guess, from the leftmost pin.
    pub(crate) colors: Vec<u8>,
    pub(crate) counts: [u8; Game::MAX_COLORS],
    pub(crate) feedback: PartialFeedback,
}

impl PreparedRow {
    pub(crate) fn new(row: &Row) -> Self {
        Self { colors: row.guess.colors().collect(), counts: row.guess.counts(), feedback: row.feedback }
    }

    /// Returns whether the feedback of the row can still be reached from a prefix with the given
    /// black pegs and hits, if `to_come` pins follow. If pins follow, the result may be true
    /// although no completion of the prefix gives the feedback.
    ///
    /// Each remaining pin adds at most one black peg and one hit. A pin can add a black peg without
    /// a hit: its colour is right, but earlier pins have already used all copies of the colour in
    /// the guess for hits. A white peg then becomes a black peg.
    pub(crate) fn can_match(&self, black: usize, hits: usize, to_come: usize) -> bool {
        let within = |so_far: usize, wanted: usize| so_far <= wanted && wanted <= so_far + to_come;
        match (self.feedback.black.map(usize::from), self.feedback.white.map(usize::from)) {
            (Some(wanted), Some(white)) => within(black, wanted) && within(hits, wanted + white),
            (Some(wanted), None) => within(black, wanted),
            (None, Some(white)) => (black + white).abs_diff(hits) <= to_come,
            (None, None) => true,
        }
    }
}

/// A depth-first search in progress.
struct Descent<'a, F> {
    game: Game,
    rows: Vec<PreparedRow>,
    /// Black pegs and hits so far, by number of pins set, then by row.
    reached: Vec<Vec<(usize, usize)>>,
    /// The current prefix.
    colors: Vec<u8>,
    /// Number of occurrences of each colour in the prefix.
    used: [u8; Game::MAX_COLORS],
    /// At index n: the number of codewords that begin with a given prefix of n pins.
    behind: Vec<u64>,
    /// Number of codewords accepted or excluded since the last report.
    decided: u64,
    /// For each pin, the colour to try first; colours are numbered from 0.
    start: Vec<u8>,
    /// Remaining steps.
    left: u64,
    meter: &'a Meter<'a>,
    cancelled: bool,
    take: F,
}

impl<F: FnMut(Codeword) -> ControlFlow<()>> Descent<'_, F> {
    fn visit(&mut self) -> ControlFlow<()> {
        if self.left == 0 {
            return ControlFlow::Break(());
        }
        self.left -= 1;
        if self.left.is_multiple_of(STEPS) {
            self.meter.note(std::mem::take(&mut self.decided));
            if self.meter.effort(STEPS * CODEWORD_EFFORT).is_err() {
                self.cancelled = true;
                return ControlFlow::Break(());
            }
        }
        let pin = self.colors.len();
        if pin == self.game.pins() {
            self.decided += 1;
            return (self.take)(Codeword::from_valid_colors(&self.colors));
        }
        let colors = self.game.colors() as u8;
        // The colours in cyclic order, beginning with the pin's colour in `start`.
        for further in 0..colors {
            let color = (self.start[pin] + further) % colors + 1;
            let used = self.used[usize::from(color) - 1];
            if used > 0 && self.game.repeats() == Repeats::Forbidden {
                continue;
            }
            if self.set(pin, color, used) {
                self.colors.push(color);
                self.used[usize::from(color) - 1] += 1;
                self.visit()?;
                self.used[usize::from(color) - 1] -= 1;
                self.colors.pop();
            } else {
                // No codeword with this prefix is consistent, so all of them are excluded.
                self.decided += self.behind[pin + 1];
            }
        }
        ControlFlow::Continue(())
    }

    /// Extends the prefix by `color` at `pin`, and computes the black pegs and hits for every row.
    /// Returns false if the feedback of a row can no longer be reached.
    fn set(&mut self, pin: usize, color: u8, used: u8) -> bool {
        let to_come = self.game.pins() - pin - 1;
        let (before, after) = self.reached.split_at_mut(pin + 1);
        for ((row, &(black, hits)), now) in self.rows.iter().zip(&before[pin]).zip(&mut after[0]) {
            let black = black + usize::from(row.colors[pin] == color);
            let hits = hits + usize::from(used < row.counts[usize::from(color) - 1]);
            if !row.can_match(black, hits, to_come) {
                return false;
            }
            *now = (black, hits);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::Feedback;
    use crate::plain;
    use proptest::prelude::*;

    /// Oracle: the known numbers equal those of the plain loop.
    fn plainly_agrees(row: &Row, code: Codeword) -> bool {
        let Feedback { black, white } = plain::score(code, row.guess);
        row.feedback.black.is_none_or(|known| known == black)
            && row.feedback.white.is_none_or(|known| known == white)
    }

    /// Oracle: tests every codeword with every row by the plain loop.
    fn filtered(game: Game, rows: &[Row]) -> Vec<Codeword> {
        let agrees = |code: &Codeword| rows.iter().all(|row| plainly_agrees(row, *code));
        game.iter().filter(agrees).collect()
    }

    /// Generates a game with up to 4 rows, with the feedback of one secret or random feedback.
    fn games() -> impl Strategy<Value = (Game, Vec<Row>)> {
        let sizes = (1u32..=5, 1u32..=6, any::<bool>(), any::<bool>());
        let row = (any::<u64>(), any::<usize>(), 0u8..6, any::<bool>());
        (sizes, prop::collection::vec(row, 0..5), any::<u64>()).prop_filter_map(
            "no such game",
            |((pins, colors, forbidden, honest), rows, secret)| {
                let repeats = if forbidden { Repeats::Forbidden } else { Repeats::Allowed };
                let game = Game::new(pins, colors, repeats).ok()?;
                let code = |number: u64| game.iter().nth((number % game.codewords()) as usize);
                let secret = code(secret)?;
                let mut given: Vec<Row> = Vec::new();
                for (guess, index, known, again) in rows {
                    // If `again` is set, the previous guess is repeated. Another part of its
                    // feedback can be known then.
                    let guess = match given.last() {
                        Some(row) if again => row.guess,
                        _ => code(guess)?,
                    };
                    let accident = Feedback::from_index(index % game.feedbacks());
                    let Feedback { black, white } =
                        if honest { plain::score(secret, guess) } else { accident };
                    let (black, white) = ((known != 4).then_some(black), (known != 5).then_some(white));
                    let white = white.filter(|_| known != 3);
                    given.push(Row { guess, feedback: PartialFeedback { black, white } });
                }
                Some((game, given))
            },
        )
    }

    proptest! {
        #[test]
        fn agrees_with_the_filter((game, rows) in games(), show in 0usize..200) {
            let expected = filtered(game, &rows);
            let found = candidates(game, &rows, show, &()).unwrap();
            prop_assert_eq!(found.count, expected.len() as u64);
            prop_assert_eq!(&found.first[..], &expected[..show.min(expected.len())]);
            prop_assert!(game.iter().all(|code| is_consistent(code, &rows) == expected.contains(&code)));
        }
    }

    #[test]
    fn the_largest_game_answers() {
        let game = Game::new(16, 15, Repeats::Allowed).unwrap();
        assert_eq!(candidates(game, &[], 3, &()).unwrap().count, 15u64.pow(16));
        // All pins right leaves one codeword; all sixteen misplaced is impossible with nine pins of
        // one colour.
        let rows = Row::parse_all(game, &["123456789abcdef1:16,0"]).unwrap();
        assert_eq!(candidates(game, &rows, 3, &()).unwrap().count, 1);
        let rows = Row::parse_all(game, &["1111111112345678:0,16"]).unwrap();
        assert_eq!(candidates(game, &rows, 3, &()).unwrap().count, 0);
    }

    #[test]
    fn a_search_too_long_is_given_up() {
        let game = Game::new(16, 15, Repeats::Allowed).unwrap();
        let rows = ["123456789abcdef1:2,7", "fedcba9876543211:1,9", "a1b2c3d4e5f67891:3,6"];
        let rows = Row::parse_all(game, &rows).unwrap();
        match candidates_within(game, &rows, 5, (1 << 16, 1 << 22), &()) {
            Err(CandidatesError::TooMany { found, first }) => {
                assert!(first.len() as u64 == found.min(5));
                assert!(first.iter().all(|&code| is_consistent(code, &rows)));
            }
            found => panic!("too many to count, not {found:?}"),
        }
        // Few rows with few colours leave far too many codewords to be listed, but these can be
        // counted.
        let rows = Row::parse_all(game, &["1111222233334444:2,3"]).unwrap();
        let found = candidates(game, &rows, 5, &()).unwrap();
        assert!(found.count > 1 << 53, "{}", found.count);
        assert!(found.first.len() == 5 && found.first.iter().all(|&code| is_consistent(code, &rows)));
    }

    /// Codewords that an ordered search would not reach are found by index.
    #[test]
    fn what_is_counted_is_listed_by_number() {
        let game = Game::new(16, 15, Repeats::Allowed).unwrap();
        let rows =
            ["1111222233334444:0,?", "5555666677778888:0,?", "1111111122222222:7,?", "4444333322221111:9,?"];
        let rows = Row::parse_all(game, &rows).unwrap();
        let found = candidates(game, &rows, 100, &()).unwrap();
        assert_eq!(found.first.len() as u64, found.count.min(100));
        assert!(found.first.is_sorted() && found.first.iter().all(|&code| is_consistent(code, &rows)));
    }

    #[test]
    fn foreign_guesses_are_refused() {
        let four = Game::new(4, 6, Repeats::Allowed).unwrap();
        let five = Game::new(5, 6, Repeats::Allowed).unwrap();
        let rows = Row::parse_all(five, &["11223:1,0"]).unwrap();
        let problem = CodewordError::Length { found: 5, expected: 4 };
        assert_eq!(candidates(four, &rows, 1, &()), Err(CandidatesError::Row { row: 1, problem }));
    }
}
