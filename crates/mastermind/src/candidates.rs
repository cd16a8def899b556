//! The codewords that agree with every row so far.
//!
//! Found pin by pin, colour by colour, in lexicographic order; a beginning that no codeword can redeem is
//! given up. For every row and beginning, black and hits so far must not be too many, and with all pins to
//! come must not be too few.

use std::ops::ControlFlow;

use quadrille_progress::{Cancelled, Meter, Observer};
use thiserror::Error;

use crate::codeword::{Codeword, CodewordError};
use crate::count::{Counted, Uncounted};
use crate::effort::{self, CODEWORD_EFFORT};
use crate::feedback::PartialFeedback;
use crate::game::{Game, Repeats};
use crate::row::Row;

/// Beginnings of codewords looked at before a search is given up: some seconds.
pub const SEARCH_LIMIT: u64 = 1 << 26;

/// States by which codewords too many to be listed are counted: about a second and 96 MiB at most.
pub(crate) const MOST_STATES: usize = 1 << 20;

/// Steps of a search before a set is counted by way of more states: some tenths of a second.
const FEW_STEPS: u64 = 1 << 22;

/// Codewords that are listed: 128 MiB.
pub(crate) const LISTED: u64 = 1 << 24;

/// States by which a set is counted before it is listed: tens of milliseconds.
pub(crate) const FEW_STATES: usize = 1 << 17;

/// Beginnings looked at between two questions whether to go on: about a millisecond.
const STEPS: u64 = 1 << 14;

/// The codewords that agree with all rows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Candidates {
    /// How many there are. 0: the rows contradict one another.
    pub count: u64,
    /// The lexicographically first of them, as many as asked for.
    pub first: Vec<Codeword>,
}

/// Why the candidates are not known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CandidatesError {
    /// A guess is no codeword of the game.
    #[error("row {row}: the guess: {problem}")]
    Row {
        /// Row, from 1.
        row: usize,
        /// What is wrong with it.
        problem: CodewordError,
    },
    /// The search was given up.
    #[error(
        "too many codewords to count: {found} found when the search was given up after {SEARCH_LIMIT} steps; \
         more rows narrow it down"
    )]
    TooMany {
        /// Codewords found by then.
        found: u64,
        /// The lexicographically first of them, as many as asked for.
        first: Vec<Codeword>,
    },
    /// The observer said stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The number of codewords that agree with all rows, and the first `show` of them in lexicographic order.
///
/// Without rows that is the number of all codewords, for any size. With rows the search looks at no more than
/// [`SEARCH_LIMIT`] beginnings of codewords, which is enough for every game of up to 3·10^7 codewords; most larger
/// sets are counted without being listed. The observer is told how many codewords of the game have been decided
/// on, a whole branch of them at once.
///
/// # Errors
/// A guess that is no codeword of the game, the search was given up, or the observer stops the call.
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
    let counted = |states: usize| match Counted::new(game, rows, states, &meter) {
        Ok(counted) => {
            let first = (0..counted.total()).take(show).filter_map(|number| counted.codeword_at(number));
            Ok(Some(Candidates { count: counted.total(), first: first.collect() }))
        }
        Err(Uncounted::TooMany | Uncounted::Short(_)) => Ok(None),
        Err(Uncounted::Cancelled(cancelled)) => Err(cancelled),
    };
    // Most sets too large to be listed can be counted, and that is quicker.
    if game.codewords() > LISTED {
        if let Some(counted) = counted(FEW_STATES)? {
            return Ok(counted);
        }
        let (found, complete) = listed(FEW_STEPS)?;
        if complete {
            return Ok(found);
        }
        if let Some(counted) = counted(MOST_STATES)? {
            return Ok(counted);
        }
    }
    let (found, complete) = listed(SEARCH_LIMIT)?;
    if complete {
        Ok(found)
    } else {
        Err(CandidatesError::TooMany { found: found.count, first: found.first })
    }
}

/// Whether a codeword agrees with all rows: the plain test, one row after the other.
pub fn is_consistent(code: Codeword, rows: &[Row]) -> bool {
    rows.iter().all(|row| row.agrees(code))
}

/// Hands every codeword that agrees with the rows to `take`, in lexicographic order.
///
/// False if the search was given up: by `take`, or for its length.
pub(crate) fn search(
    game: Game,
    rows: &[Row],
    meter: &Meter<'_>,
    take: impl FnMut(Codeword) -> ControlFlow<()>,
) -> Result<bool, CandidatesError> {
    search_from(game, rows, None, &mut { SEARCH_LIMIT }, meter, take)
}

/// The same in another order: at every pin from the colour of `start` on, and with the first colour behind the last;
/// after no more than `steps` steps, of which those that are left remain.
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
    let rows: Vec<Wanted> = rows.iter().map(Wanted::new).collect();
    let reached = vec![vec![(0, 0); rows.len()]; game.pins() + 1];
    // What may stand behind so many pins.
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

/// A row, as the search wants it.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    /// The guess from the leftmost pin on.
    pub(crate) colors: Vec<u8>,
    pub(crate) counts: [u8; Game::MAX_COLORS],
    pub(crate) feedback: PartialFeedback,
}

impl Wanted {
    pub(crate) fn new(row: &Row) -> Self {
        Self { colors: row.guess.colors().collect(), counts: row.guess.counts(), feedback: row.feedback }
    }

    /// Whether the feedback can still result from the black pegs and hits so far and the number of pins
    /// to come; exact with no pin to come.
    ///
    /// A pin to come adds at most one black peg and at most one hit. It can take a white peg away: a colour that
    /// was a hit elsewhere and now is at its own pin, all of the guess's copies being used.
    pub(crate) fn met(&self, black: usize, hits: usize, to_come: usize) -> bool {
        let within = |so_far: usize, wanted: usize| so_far <= wanted && wanted <= so_far + to_come;
        match (self.feedback.black.map(usize::from), self.feedback.white.map(usize::from)) {
            (Some(wanted), Some(white)) => within(black, wanted) && within(hits, wanted + white),
            (Some(wanted), None) => within(black, wanted),
            (None, Some(white)) => (black + white).abs_diff(hits) <= to_come,
            (None, None) => true,
        }
    }
}

/// A depth-first search under way.
struct Descent<'a, F> {
    game: Game,
    rows: Vec<Wanted>,
    /// By number of pins set, for every row: black and hits so far.
    reached: Vec<Vec<(usize, usize)>>,
    /// The beginning.
    colors: Vec<u8>,
    /// How often each colour occurs in it.
    used: [u8; Game::MAX_COLORS],
    /// How many codewords begin with so many pins as the beginning has.
    behind: Vec<u64>,
    /// Codewords taken or given up since the meter was told.
    decided: u64,
    /// The first colour to try at each pin, from 0.
    start: Vec<u8>,
    /// Steps left.
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
                self.decided += self.behind[pin + 1];
            }
        }
        ControlFlow::Continue(())
    }

    /// Works out black and hits of every row with `color` at `pin`; false if some row cannot be met any more.
    fn set(&mut self, pin: usize, color: u8, used: u8) -> bool {
        let to_come = self.game.pins() - pin - 1;
        let (before, after) = self.reached.split_at_mut(pin + 1);
        for ((row, &(black, hits)), now) in self.rows.iter().zip(&before[pin]).zip(&mut after[0]) {
            let black = black + usize::from(row.colors[pin] == color);
            let hits = hits + usize::from(used < row.counts[usize::from(color) - 1]);
            if !row.met(black, hits, to_come) {
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

    /// Oracle: the numbers that are known are those of the plain loop.
    fn plainly_agrees(row: &Row, code: Codeword) -> bool {
        let Feedback { black, white } = plain::score(code, row.guess);
        row.feedback.black.is_none_or(|known| known == black)
            && row.feedback.white.is_none_or(|known| known == white)
    }

    /// Oracle: every codeword, every row, the plain loop.
    fn filtered(game: Game, rows: &[Row]) -> Vec<Codeword> {
        let agrees = |code: &Codeword| rows.iter().all(|row| plainly_agrees(row, *code));
        game.iter().filter(agrees).collect()
    }

    /// A game with up to 4 rows, answered by one secret or by accident.
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
                    // A guess that was made before, too, and perhaps with another half of its feedback.
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
        // All right leaves one codeword; all sixteen elsewhere cannot be, with nine pins of one colour.
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
        match candidates(game, &rows, 5, &()) {
            Err(CandidatesError::TooMany { found, first }) => {
                assert!(first.len() as u64 == found.min(5));
                assert!(first.iter().all(|&code| is_consistent(code, &rows)));
            }
            found => panic!("too many to count, not {found:?}"),
        }
        // Few rows with few colours: far too many to be listed, and counted.
        let rows = Row::parse_all(game, &["1111222233334444:2,3"]).unwrap();
        let found = candidates(game, &rows, 5, &()).unwrap();
        assert!(found.count > 1 << 53, "{}", found.count);
        assert!(found.first.len() == 5 && found.first.iter().all(|&code| is_consistent(code, &rows)));
    }

    /// Some few first codewords that a search in order would not reach are found by their numbers.
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
