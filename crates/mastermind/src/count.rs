//! Counting the codewords consistent with some rows without listing them, and access to each of
//! them by index.
//!
//! Codewords are set pin by pin. A prefix is summarised by a *state*: the black pegs and hits of
//! every row, and the number of pins of each colour that occurs in a row. Pins of a colour beyond
//! its largest count in a row make no difference and are not counted. Colours that are in no row
//! are interchangeable. Prefixes with the same state have the same number of completions, which is
//! computed once. With many rows and colours there are almost as many states as prefixes; the count
//! is then abandoned.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use quadrille_memory::{Shortage, require};
use quadrille_progress::{Cancelled, Meter};

use crate::candidates::PreparedRow;
use crate::codeword::Codeword;
use crate::effort::CODEWORD_EFFORT;
use crate::feedback::{Feedback, PartialFeedback};
use crate::game::{Game, Repeats};
use crate::row::Row;

/// Memory per state, in bytes.
const STATE: u64 = 96;

/// Error of counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CountError {
    /// There are too many states.
    TooMany,
    /// There is not enough memory for the states.
    Short(Shortage),
    /// The observer cancelled.
    Cancelled(Cancelled),
}

impl From<Cancelled> for CountError {
    fn from(cancelled: Cancelled) -> Self {
        Self::Cancelled(cancelled)
    }
}

/// A state: the black pegs and hits of every row, then the number of uses of every colour (0 for
/// colours in no row).
type State = [u8; 32];

/// Maximum number of rows in a state.
const ROWS: usize = (32 - Game::MAX_COLORS) / 2;

/// Number of consistent completions of a prefix, by the state of the prefix.
type States = HashMap<State, u64, BuildHasherDefault<Mixer>>;

/// Hashes a state, word by word.
#[derive(Debug, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0 ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.0 ^= self.0 >> 32;
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The codewords consistent with some rows, counted but not listed.
#[derive(Debug)]
pub(crate) struct CountedSet {
    rules: Rules,
    /// For each number of pins that are already set: the number of consistent completions of each
    /// state.
    ends: Vec<States>,
    total: u64,
}

/// Transitions between states.
#[derive(Debug)]
struct Rules {
    game: Game,
    rows: Vec<PreparedRow>,
    /// For each colour, the number of uses above which further uses make no difference; 0 for a
    /// colour in no row.
    most: Vec<u8>,
    /// Number of colours in no row.
    unnamed: usize,
}

impl Rules {
    /// Prepares the transitions between states for the given rows; `None` if there are more than
    /// [`ROWS`] distinct rows.
    fn new(game: Game, rows: &[Row]) -> Option<Self> {
        let mut different: Vec<Row> = Vec::with_capacity(rows.len());
        for row in rows {
            if !different.contains(row) {
                different.push(*row);
            }
        }
        if different.len() > ROWS {
            return None;
        }
        let rows: Vec<PreparedRow> = different.iter().map(PreparedRow::new).collect();
        let most = |color: usize| rows.iter().map(|row| row.counts[color]).max().unwrap_or(0);
        let most: Vec<u8> = (0..game.colors()).map(most).collect();
        let unnamed = (0..game.colors()).filter(|&color| most[color] == 0).count();
        Some(Self { game, rows, most, unnamed })
    }

    /// Returns the state after one more pin of a colour, and the number of interchangeable colours
    /// that lead to it; `None` if the feedback of a row can no longer be reached, or if the colour
    /// cannot be repeated.
    fn next(&self, state: &State, pin: usize, color: usize) -> Option<(State, u64)> {
        let (reached, used) = state.split_at(2 * self.rows.len());
        let forbidden = self.game.repeats() == Repeats::Forbidden;
        let mut ways = 1;
        if self.most[color] == 0 {
            ways = self.unnamed as u64;
            if forbidden {
                // Without repeats, a prefix uses each colour that occurs in a row 0 or 1 times. The
                // sum of these numbers is therefore the number of pins before `pin` whose colour
                // occurs in a row. The other pins before `pin` have colours that occur in no row.
                let named: usize = used[..self.most.len()].iter().map(|&uses| usize::from(uses)).sum();
                ways = (self.unnamed - (pin - named)) as u64;
            }
        } else if forbidden && used[color] > 0 {
            ways = 0;
        }
        if ways == 0 {
            return None;
        }
        let mut next = *state;
        let to_come = self.game.pins() - pin - 1;
        for (at, row) in self.rows.iter().enumerate() {
            let black = reached[2 * at] + u8::from(usize::from(row.colors[pin]) == color + 1);
            let hits = reached[2 * at + 1] + u8::from(used[color] < row.counts[color]);
            if !row.can_match(black.into(), hits.into(), to_come) {
                return None;
            }
            next[2 * at] = black;
            // Hits do not matter for a row of which only the black pegs are known.
            let matters = row.feedback.white.is_some() || row.feedback.black.is_none();
            next[2 * at + 1] = if matters { hits } else { 0 };
        }
        let uses = &mut next[2 * self.rows.len() + color];
        *uses = (*uses + 1).min(self.most[color]);
        Some((next, ways))
    }

    /// Returns whether a pin of this colour has to be tried after each state: true for all colours
    /// in rows, and for the first colour in no row, which represents all colours in no row.
    fn is_needed(&self, color: usize) -> bool {
        self.most[color] > 0 || !self.most[..color].contains(&0)
    }
}

impl CountedSet {
    /// Counts the codewords consistent with all rows of this game, with at most `states` states.
    pub(crate) fn new(
        game: Game,
        rows: &[Row],
        states: usize,
        meter: &Meter<'_>,
    ) -> Result<Self, CountError> {
        let rules = Rules::new(game, rows).ok_or(CountError::TooMany)?;
        require(states as u64 * STATE).map_err(CountError::Short)?;
        let mut counted = Self { rules, ends: vec![States::default(); game.pins()], total: 0 };
        let mut left = states;
        counted.total = counted.count(&State::default(), 0, &mut left, meter)?;
        Ok(counted)
    }

    /// Returns the number of codewords.
    pub(crate) const fn total(&self) -> u64 {
        self.total
    }

    fn count(
        &mut self,
        state: &State,
        pin: usize,
        left: &mut usize,
        meter: &Meter<'_>,
    ) -> Result<u64, CountError> {
        if pin == self.rules.game.pins() {
            return Ok(1);
        }
        if let Some(&known) = self.ends[pin].get(state) {
            return Ok(known);
        }
        *left = left.checked_sub(1).ok_or(CountError::TooMany)?;
        meter.effort(16 * CODEWORD_EFFORT)?;
        let mut total = 0;
        for color in 0..self.rules.most.len() {
            if !self.rules.is_needed(color) {
                continue;
            }
            if let Some((next, ways)) = self.rules.next(state, pin, color) {
                total += ways * self.count(&next, pin + 1, left, meter)?;
            }
        }
        self.ends[pin].insert(*state, total);
        Ok(total)
    }

    /// Returns the codeword at index `number`, from 0, in lexicographic order.
    pub(crate) fn codeword_at(&self, number: u64) -> Option<Codeword> {
        let game = self.rules.game;
        let mut number = if number < self.total { number } else { return None };
        let mut state = State::default();
        let mut colors: Vec<u8> = Vec::with_capacity(game.pins());
        // Descend pin by pin: skip the codewords of smaller colours until `number` falls within the
        // codewords of a colour.
        for pin in 0..game.pins() {
            let mut chosen = None;
            for color in 0..game.colors() {
                let sign = color as u8 + 1;
                if game.repeats() == Repeats::Forbidden && colors.contains(&sign) {
                    continue;
                }
                let Some((next, _)) = self.rules.next(&state, pin, color) else { continue };
                let ends = match self.ends.get(pin + 1) {
                    Some(ends) => ends.get(&next).copied().unwrap_or(0),
                    None => 1,
                };
                if number < ends {
                    chosen = Some((sign, next));
                    break;
                }
                number -= ends;
            }
            let (sign, next) = chosen?;
            colors.push(sign);
            state = next;
        }
        Some(Codeword::from_valid_colors(&colors))
    }
}

/// Returns, by feedback index, the number of codewords that are consistent with all rows and give
/// this feedback to `guess`. Uses at most `states` states.
pub(crate) fn partition(
    game: Game,
    rows: &[Row],
    guess: Codeword,
    states: usize,
    meter: &Meter<'_>,
) -> Result<Vec<u64>, CountError> {
    require(states as u64 * STATE).map_err(CountError::Short)?;
    let open = Row { guess, feedback: PartialFeedback { black: None, white: None } };
    // The first row has the guess `guess` and unknown feedback. The first two numbers of a state
    // are therefore the black pegs and the hits of `guess`.
    let rules = Rules::new(game, &[&[open][..], rows].concat()).ok_or(CountError::TooMany)?;
    let mut reached = States::default();
    reached.insert(State::default(), 1);
    // Dynamic programming over pins: each round extends all prefixes by one pin.
    let mut left = states;
    for pin in 0..game.pins() {
        let mut next = States::default();
        for (state, count) in &reached {
            meter.effort(16 * CODEWORD_EFFORT)?;
            for color in (0..game.colors()).filter(|&color| rules.is_needed(color)) {
                if let Some((state, ways)) = rules.next(state, pin, color) {
                    *next.entry(state).or_insert(0) += ways * count;
                }
            }
            if next.len() > left {
                return Err(CountError::TooMany);
            }
        }
        left -= next.len();
        reached = next;
    }
    // The first two numbers of a state are the black pegs and the hits of `guess`, which give the
    // feedback to `guess`.
    let mut parts = vec![0; game.feedbacks()];
    for (state, count) in reached {
        let [black, hits] = [state[0], state[1]];
        parts[Feedback { black, white: hits.saturating_sub(black) }.index()] += count;
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::candidates;
    use crate::plain;
    use proptest::prelude::*;

    proptest! {
        /// The count, the codewords by index and the partition of a guess equal those of a plain
        /// filter.
        #[test]
        fn counts_are_those_of_a_filter(
            (pins, colors, forbidden) in (1u32..=5, 1u32..=7, any::<bool>()),
            rows in prop::collection::vec((any::<u64>(), 0u8..8, any::<u64>()), 0..4),
            (secret, guess) in (any::<u64>(), any::<u64>()),
        ) {
            let repeats = if forbidden { Repeats::Forbidden } else { Repeats::Allowed };
            let Ok(game) = Game::new(pins, colors, repeats) else { return Ok(()) };
            let code = |number: u64| game.codeword_at(number % game.codewords()).unwrap();
            let rows: Vec<Row> = rows.into_iter().map(|(guess, known, other)| {
                let guess = code(guess);
                let Feedback { black, white } = plain::score(code(if known == 7 { other } else { secret }), guess);
                let (black, white) = ((known != 1).then_some(black), (known > 1).then_some(white));
                Row { guess, feedback: PartialFeedback { black, white: white.or(black.is_none().then_some(0)) } }
            }).collect();
            let expected: Vec<Codeword> =
                game.iter().filter(|&code| rows.iter().all(|row| row.feedback.agrees(plain::score(code, row.guess)))).collect();
            let meter = Meter::new(&());
            let counted = CountedSet::new(game, &rows, 1 << 20, &meter).unwrap();
            prop_assert_eq!(counted.total(), expected.len() as u64);
            for (number, &code) in expected.iter().enumerate() {
                prop_assert_eq!(counted.codeword_at(number as u64), Some(code));
            }
            prop_assert_eq!(counted.codeword_at(counted.total()), None);
            let guess = code(guess);
            let mut parts = vec![0; game.feedbacks()];
            for &secret in &expected {
                parts[plain::score(secret, guess).index()] += 1;
            }
            prop_assert_eq!(partition(game, &rows, guess, 1 << 20, &meter), Ok(parts));
        }
    }

    #[test]
    fn large_games_are_counted_and_too_large_ones_given_up() {
        let meter = Meter::new(&());
        let game = Game::new(8, 8, Repeats::Allowed).unwrap();
        let rows = Row::parse_all(game, &["11223344:2,2", "12345678:1,3"]).unwrap();
        let counted = CountedSet::new(game, &rows, 1 << 20, &meter).unwrap();
        assert_eq!(counted.total(), candidates(game, &rows, 0, &()).unwrap().count);
        assert_eq!(CountedSet::new(game, &rows, 10, &meter).unwrap_err(), CountError::TooMany);
        assert_eq!(partition(game, &rows, rows[0].guess, 10, &meter), Err(CountError::TooMany));
        let largest = Game::new(16, 15, Repeats::Allowed).unwrap();
        let rows = Row::parse_all(largest, &["1111222233334444:?,0"]).unwrap();
        let counted = CountedSet::new(largest, &rows, 1 << 20, &meter).unwrap();
        let last = counted.codeword_at(counted.total() - 1).unwrap();
        assert!(counted.total() > 1 << 40 && rows[0].agrees(last));
    }
}
