//! Rows that contradict one another, and the most probable correction.
//!
//! For each codeword, the rows with which it disagrees form a set, represented by a bit mask. Rows
//! are *in conflict* if every codeword disagrees with at least one of them. Such rows are a hitting
//! set: they have a row in common with the set of every codeword.
//!
//! ```text
//! codeword     disagrees with rows
//! 1111         1 . 3
//! 1112         1 . .
//! 1344         . 2 3            {1, 3} hits all sets, neither row alone does: rows 1 and 3 are in conflict
//! …            …
//! ```
//!
//! The search for the smallest conflict takes the first set that the chosen rows do not hit, and
//! tries each row of this set as the next choice. At first one row may be chosen, then two, and so
//! on. A row that hits a set also hits every superset, so only minimal sets are kept.
//!
//! The *nearest reading* replaces the feedback of the rows by the feedback that one codeword gives
//! to the same guesses. This codeword disagrees with the fewest rows and, among several such
//! codewords, its feedback differs in the fewest pegs.

use std::collections::BTreeSet;

use quadrille_progress::{Cancelled, Meter, Observer};

use crate::codeword::Codeword;
use crate::effort;
use crate::feedback::{Feedback, PartialFeedback};
use crate::game::Game;
use crate::kernels::packed::Packed;
use crate::parallel;
use crate::row::Row;

/// Maximum number of comparisons of a codeword with a row in the analysis. The comparisons take
/// about a second.
const LIMIT: u64 = 1 << 27;

/// Number of codewords per task of a thread.
const TASK: usize = 1 << 14;

/// The effort of one scalar comparison, as a multiple of the effort of one comparison in the vector
/// kernels.
const SCORE_EFFORT: u64 = 8;

/// Maximum number of hitting sets in the search for all conflicts.
const MOST_SETS: usize = 256;

/// A contradiction between rows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Conflict {
    /// The smallest set of rows in conflict: row numbers from 1, ascending.
    pub rows: Vec<usize>,
    /// The nearest consistent reading: rows with changed feedback, ascending. The reading changes
    /// the fewest rows and, among several such readings, the fewest pegs.
    pub reading: Vec<Rereading>,
    /// Number of pegs that the reading changes.
    pub pegs: u32,
    /// All minimal conflicts, as row numbers from 1. They are sorted by size, then by row numbers.
    /// Empty if there are too many to be listed.
    pub sets: Vec<Vec<usize>>,
    /// For each row, the number of codewords consistent with all other rows.
    pub without: Vec<u64>,
}

/// A row with changed feedback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rereading {
    /// Row number, from 1.
    pub row: usize,
    /// The changed feedback.
    pub feedback: Feedback,
}

impl Conflict {
    /// Finds the conflicts among `rows`; `None` if some codeword is consistent with all of them, if
    /// there are too many codewords to test them all (about 10^7 with ten rows), or if there are
    /// more than 64 rows.
    ///
    /// Each of the pins contributes black, white or nothing to a feedback; changing one of these
    /// contributions counts as one peg, so 2,1 and 1,2 differ by one peg. If one number of a
    /// feedback is unknown, only the known number counts. Among equally near readings, the reading
    /// of the lexicographically first codeword is returned.
    ///
    /// O(codewords · rows) comparisons. The observer receives the number of codewords tested.
    ///
    /// # Errors
    /// The observer cancelled.
    ///
    /// ```
    /// use quadrille_mastermind::{Conflict, Feedback, Game, Repeats, Rereading, Row};
    ///
    /// let game = Game::new(4, 6, Repeats::Allowed)?;
    /// let rows = Row::parse_all(game, &["1122:1,0", "3456:0,1", "1111:3,0"])?;
    /// let conflict = Conflict::among(game, &rows, &())?.unwrap();
    /// // By row 3 the secret has three pins of colour 1, so 1122 has at least two hits. Row 1 has
    /// // only one.
    /// assert_eq!(conflict.rows, [1, 3]);
    /// assert_eq!(conflict.reading, [Rereading { row: 1, feedback: Feedback { black: 2, white: 0 } }]);
    /// assert_eq!(conflict.pegs, 1);
    /// assert_eq!(conflict.sets, [[1, 3]]);
    /// // If row 1 or row 3 is removed, some codeword is consistent with the other rows. Removing
    /// // row 2 does not help.
    /// assert!(conflict.without[0] > 0 && conflict.without[1] == 0 && conflict.without[2] > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn among(game: Game, rows: &[Row], observer: &dyn Observer) -> Result<Option<Self>, Cancelled> {
        let work = game.codewords().saturating_mul(rows.len() as u64);
        if rows.is_empty()
            || rows.len() > 64
            || work > LIMIT
            || rows.iter().any(|row| game.check(row.guess).is_err())
        {
            return Ok(None);
        }
        let meter = effort::meter(observer, game.codewords(), "codewords");
        let guesses: Vec<(Packed, PartialFeedback)> =
            rows.iter().map(|row| (Packed::new(row.guess), row.feedback)).collect();
        let codes = game.all_codes(&meter)?;
        let tasks: Vec<&[u64]> = codes.chunks(TASK).collect();
        // One pass over all codewords collects, for each codeword, the set of rows with which it
        // disagrees. The minimal sets determine all conflicts.
        let seen = parallel::try_reduce(
            tasks.len(),
            Disagreements::default,
            |task| {
                let mut seen = Disagreements::default();
                for &code in tasks[task] {
                    seen.compare(game, &guesses, code);
                }
                meter.note(tasks[task].len() as u64);
                meter.effort((tasks[task].len() * rows.len()) as u64 * SCORE_EFFORT)?;
                Ok(seen)
            },
            Disagreements::with,
        )?;
        // The nearest reading comes from the codeword that disagrees with the fewest rows; among
        // several such codewords, from the one whose feedback differs in the fewest pegs.
        let Some((changed, pegs, code)) = seen.nearest else { return Ok(None) };
        if changed == 0 {
            return Ok(None);
        }
        let secret = Packed::new(Codeword::from_valid_bits(code));
        let reread = |(at, (guess, feedback)): (usize, &(Packed, PartialFeedback))| {
            let read = secret.score(*guess);
            (!feedback.agrees(read)).then_some(Rereading { row: at + 1, feedback: read })
        };
        let reading = guesses.iter().enumerate().filter_map(reread).collect();
        // Only sets without a proper subset in the list matter.
        let least = least_sets(&seen.disagreeing);
        Ok(Some(Self {
            rows: smallest(&least, &meter)?,
            reading,
            pegs,
            sets: in_conflict(&least, &meter)?,
            without: seen.agreeing_but_for[..rows.len()].to_vec(),
        }))
    }
}

/// Comparison of some codewords with the rows.
struct Disagreements {
    /// For each codeword, the set of rows with which it disagrees; equal sets are stored once.
    disagreeing: BTreeSet<u64>,
    /// The nearest codeword so far: the number of changed rows, the number of changed pegs, and the
    /// packed codeword.
    nearest: Option<(u32, u32, u64)>,
    /// For each row, the number of codewords that disagree with this row alone.
    agreeing_but_for: [u64; 64],
}

impl Default for Disagreements {
    fn default() -> Self {
        Self { disagreeing: BTreeSet::new(), nearest: None, agreeing_but_for: [0; 64] }
    }
}

impl Disagreements {
    fn compare(&mut self, game: Game, rows: &[(Packed, PartialFeedback)], code: u64) {
        let secret = Packed::new(Codeword::from_valid_bits(code));
        let (mut disagreeing, mut pegs) = (0u64, 0);
        for (at, &(guess, feedback)) in rows.iter().enumerate() {
            let read = secret.score(guess);
            if !feedback.agrees(read) {
                disagreeing |= 1 << at;
                pegs += feedback.pegs_from(game, read);
            }
        }
        self.disagreeing.insert(disagreeing);
        if disagreeing.is_power_of_two() {
            self.agreeing_but_for[disagreeing.trailing_zeros() as usize] += 1;
        }
        let found = (disagreeing.count_ones(), pegs, code);
        self.nearest = Some(self.nearest.map_or(found, |nearest| nearest.min(found)));
    }

    fn with(mut self, mut other: Self) -> Self {
        self.disagreeing.append(&mut other.disagreeing);
        for (count, more) in self.agreeing_but_for.iter_mut().zip(other.agreeing_but_for) {
            *count += more;
        }
        self.nearest = match (self.nearest, other.nearest) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self
    }
}

/// Returns the minimal sets: those that contain no other set of the input.
fn least_sets(disagreeing: &BTreeSet<u64>) -> Vec<u64> {
    let mut least: Vec<u64> = Vec::new();
    let mut by_size: Vec<u64> = disagreeing.iter().copied().collect();
    by_size.sort_by_key(|set| (set.count_ones(), *set));
    for set in by_size {
        if least.iter().all(|&smaller| smaller & set != smaller) {
            least.push(set);
        }
    }
    least
}

/// Returns the row numbers of a set, from 1.
fn rows_of(set: u64) -> Vec<usize> {
    (0..64).filter(|&at| set >> at & 1 == 1).map(|at| at + 1).collect()
}

/// Returns all minimal hitting sets, the smallest first; empty if there are too many. The sets are
/// processed one by one: hitting sets that already hit the next set are kept, other hitting sets
/// are extended by each row of the next set, and supersets are dropped.
fn in_conflict(least: &[u64], meter: &Meter<'_>) -> Result<Vec<Vec<usize>>, Cancelled> {
    let mut found = vec![0u64];
    for &set in least {
        let (hitting, missing): (Vec<u64>, Vec<u64>) = found.iter().partition(|&&chosen| chosen & set != 0);
        let mut next = hitting;
        for chosen in missing {
            for at in (0..64).filter(|&at| set >> at & 1 == 1) {
                let wider = chosen | 1 << at;
                if next.iter().all(|&other| other & wider != other) {
                    next.push(wider);
                }
            }
            meter.effort((next.len() * next.len()) as u64)?;
            if next.len() > MOST_SETS {
                return Ok(Vec::new());
            }
        }
        found = least_sets(&next.into_iter().collect());
    }
    let mut sets: Vec<Vec<usize>> = found.into_iter().map(rows_of).collect();
    sets.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    Ok(sets)
}

/// Returns the smallest hitting set, as row numbers from 1.
fn smallest(least: &[u64], meter: &Meter<'_>) -> Result<Vec<usize>, Cancelled> {
    let mut chosen = 0;
    for size in 1..=64 {
        if let Some(rows) = choose(least, 0, size, meter)? {
            chosen = rows;
            break;
        }
    }
    Ok(rows_of(chosen))
}

/// Returns a hitting set that contains `chosen` and at most `more` further rows, if there is one.
/// Takes the first set that `chosen` does not hit, and tries each row of this set.
fn choose(sets: &[u64], chosen: u64, more: u32, meter: &Meter<'_>) -> Result<Option<u64>, Cancelled> {
    meter.effort(sets.len() as u64)?;
    let Some(&missed) = sets.iter().find(|&&set| set & chosen == 0) else { return Ok(Some(chosen)) };
    if more == 0 {
        return Ok(None);
    }
    for at in (0..64).filter(|&at| missed >> at & 1 == 1) {
        let found = choose(sets, chosen | 1 << at, more - 1, meter)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::candidates;
    use crate::game::Repeats;
    use proptest::prelude::*;

    fn none_agrees(game: Game, rows: &[Row]) -> bool {
        candidates(game, rows, 0, &()).unwrap().count == 0
    }

    /// Oracle: tries all subsets, the smallest first.
    fn smallest_by_trial(game: Game, rows: &[Row]) -> usize {
        (0u32..1 << rows.len())
            .filter(|set| {
                let some: Vec<Row> =
                    (0..rows.len()).filter(|at| set >> at & 1 == 1).map(|at| rows[at]).collect();
                none_agrees(game, &some)
            })
            .map(u32::count_ones)
            .min()
            .unwrap() as usize
    }

    /// Oracle: all conflicts without a superfluous row.
    fn least_by_trial(game: Game, rows: &[Row]) -> Vec<Vec<usize>> {
        let contradict = |set: u32| {
            let some: Vec<Row> = (0..rows.len()).filter(|at| set >> at & 1 == 1).map(|at| rows[at]).collect();
            none_agrees(game, &some)
        };
        let mut sets: Vec<Vec<usize>> = (0u32..1 << rows.len())
            .filter(|&set| {
                contradict(set)
                    && (0..rows.len()).all(|at| set >> at & 1 == 0 || !contradict(set & !(1 << at)))
            })
            .map(|set| rows_of(set.into()))
            .collect();
        sets.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        sets
    }

    /// Any two of these rows contradict one another, so removing a single row does not help.
    #[test]
    fn every_conflict_is_named() {
        let game = Game::new(4, 6, Repeats::Allowed).unwrap();
        let rows = Row::parse_all(game, &["1122:1,0", "1344:0,4", "5566:2,2"]).unwrap();
        let conflict = Conflict::among(game, &rows, &()).unwrap().unwrap();
        assert_eq!(conflict.sets, [[1, 2], [1, 3], [2, 3]]);
        assert_eq!(conflict.without, [0, 0, 0]);
    }

    proptest! {
        #[test]
        fn conflicts_are_smallest_and_readings_agree(
            pins in 1u32..=4,
            colors in 2u32..=5,
            rows in prop::collection::vec((any::<u64>(), any::<usize>(), 0u8..6), 1..6),
        ) {
            let game = Game::new(pins, colors, Repeats::Allowed).unwrap();
            let rows: Vec<Row> = rows
                .into_iter()
                .map(|(guess, index, known)| {
                    let guess = game.iter().nth((guess % game.codewords()) as usize).unwrap();
                    let Feedback { black, white } = Feedback::from_index(index % game.feedbacks());
                    let (black, white) = ((known != 4).then_some(black), (known != 5).then_some(white));
                    Row { guess, feedback: PartialFeedback { black, white } }
                })
                .collect();
            let found = Conflict::among(game, &rows, &()).unwrap();
            prop_assert_eq!(found.is_some(), none_agrees(game, &rows));
            if let Some(conflict) = found {
                let some: Vec<Row> = conflict.rows.iter().map(|row| rows[row - 1]).collect();
                prop_assert!(none_agrees(game, &some));
                prop_assert_eq!(some.len(), smallest_by_trial(game, &rows));
                prop_assert_eq!(&conflict.sets, &least_by_trial(game, &rows));
                for (at, &left) in conflict.without.iter().enumerate() {
                    let mut others = rows.clone();
                    others.remove(at);
                    prop_assert_eq!(left, candidates(game, &others, 0, &()).unwrap().count);
                }
                let mut read = rows.clone();
                for change in &conflict.reading {
                    prop_assert!(!read[change.row - 1].feedback.agrees(change.feedback));
                    read[change.row - 1].feedback = change.feedback.into();
                }
                prop_assert!(!none_agrees(game, &read));
                // Removing fewer rows never resolves the contradiction.
                for left_out in 0u32..1 << rows.len() {
                    if (left_out.count_ones() as usize) < conflict.reading.len() {
                        let others: Vec<Row> =
                            (0..rows.len()).filter(|at| left_out >> at & 1 == 0).map(|at| rows[at]).collect();
                        prop_assert!(none_agrees(game, &others));
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_too_large_is_not_looked_into() {
        let game = Game::new(16, 15, Repeats::Allowed).unwrap();
        let rows = Row::parse_all(game, &["1111111112345678:0,16"]).unwrap();
        assert_eq!(Conflict::among(game, &rows, &()), Ok(None));
        assert_eq!(Conflict::among(Game::new(2, 2, Repeats::Allowed).unwrap(), &[], &()), Ok(None));
    }
}
