//! Corrections of a single row: changes of its feedback after which some codeword is consistent
//! with all rows.

use std::ops::ControlFlow;

use quadrille_progress::Observer;

use crate::candidates::{self, CandidatesError};
use crate::effort;
use crate::feedback::Feedback;
use crate::game::Game;
use crate::kernels::packed::score;
use crate::row::Row;

/// A change of one row's feedback after which some codeword is consistent with all rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Correction {
    /// Row number, from 1.
    pub row: usize,
    /// The changed feedback.
    pub feedback: Feedback,
    /// Number of changed pegs, counted as in [`Conflict`](crate::Conflict).
    pub pegs: u32,
    /// Number of codewords consistent with all rows after the change, at least 1.
    pub left: u64,
}

/// Returns all changes of a single row's feedback after which some codeword is consistent with all
/// rows. They are sorted by the number of changed pegs, fewest first; then by the number of
/// remaining codewords, most first; then by row; then by black pegs, most first.
///
/// The list is empty if no single change suffices. If some codeword is consistent with the
/// unchanged rows, the list contains all changes of a single row after which some codeword is still
/// consistent with all rows. Takes O(rows · codewords) time, usually far less due to pruning. For
/// each row, the observer receives the number of codewords that have been accepted or excluded.
///
/// # Errors
/// A guess that is not a codeword of the game, too many codewords, or cancellation by the observer.
///
/// ```
/// use quadrille_mastermind::{Feedback, Game, Repeats, Row, corrections};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let rows = Row::parse_all(game, &["1122:1,0", "3456:0,1", "1111:3,0"])?;
/// let found = corrections(game, &rows, &())?;
/// assert_eq!((found[0].row, found[0].feedback), (1, Feedback { black: 2, white: 0 }));
/// // No change of row 2 helps.
/// assert!(found.iter().all(|correction| correction.row != 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn corrections(
    game: Game,
    rows: &[Row],
    observer: &dyn Observer,
) -> Result<Vec<Correction>, CandidatesError> {
    let mut found = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let others = [&rows[..at], &rows[at + 1..]].concat();
        let mut left = vec![0u64; game.feedbacks()];
        let meter = effort::meter(observer, game.codewords(), "codewords");
        game.check(row.guess).map_err(|problem| CandidatesError::Row { row: at + 1, problem })?;
        let complete = candidates::search(game, &others, &meter, |code| {
            left[score(code, row.guess).index()] += 1;
            ControlFlow::Continue(())
        })?;
        if !complete {
            return Err(CandidatesError::TooMany { found: left.iter().sum(), first: Vec::new() });
        }
        found.extend(left.iter().enumerate().filter(|&(_, &left)| left > 0).map(|(index, &left)| {
            let feedback = Feedback::from_index(index);
            Correction { row: at + 1, feedback, pegs: row.feedback.pegs_from(game, feedback), left }
        }));
    }
    found.retain(|correction| correction.pegs > 0);
    found.sort_by_key(|&Correction { row, feedback, pegs, left }| {
        (pegs, std::cmp::Reverse(left), row, feedback)
    });
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Repeats;
    use crate::{candidates, plain};

    /// Oracle: every feedback for every row, with every codeword scored by the plain loop.
    #[test]
    fn every_change_that_helps_is_found() {
        let game = Game::new(3, 4, Repeats::Allowed).unwrap();
        for texts in [
            &["112:1,0", "334:0,1", "111:2,0"][..],
            &["123:3,0", "123:0,0"],
            &["111:0,1"],
            &[],
            &["123:3", "124:?,2", "334:1"],
        ] {
            let rows = Row::parse_all(game, texts).unwrap();
            let mut expected = Vec::new();
            for (at, row) in rows.iter().enumerate() {
                for index in 0..game.feedbacks() {
                    let feedback = Feedback::from_index(index);
                    let mut changed = rows.clone();
                    changed[at].feedback = feedback.into();
                    let agrees = |row: &Row, code| row.feedback.agrees(plain::score(code, row.guess));
                    let all = game.iter().filter(|&code| changed.iter().all(|row| agrees(row, code)));
                    let left = all.count() as u64;
                    if left > 0 && !row.feedback.agrees(feedback) {
                        expected.push((at + 1, feedback, left));
                    }
                }
            }
            let found = corrections(game, &rows, &()).unwrap();
            assert!(found.is_sorted_by_key(|correction| correction.pegs), "{texts:?}");
            let mut found: Vec<_> =
                found.iter().map(|found| (found.row, found.feedback, found.left)).collect();
            found.sort_by_key(|&(row, feedback, _)| (row, feedback.index()));
            assert_eq!(found, expected, "{texts:?}");
        }
    }

    #[test]
    fn what_is_corrected_agrees() {
        let game = Game::new(4, 6, Repeats::Allowed).unwrap();
        let mut rows = Row::parse_all(game, &["1122:1,1", "1345:0,2", "2213:4,0", "6666:2,0"]).unwrap();
        let first = corrections(game, &rows, &()).unwrap();
        for Correction { row, feedback, left, .. } in first {
            let was = std::mem::replace(&mut rows[row - 1].feedback, feedback.into());
            assert_eq!(candidates(game, &rows, 0, &()).unwrap().count, left);
            rows[row - 1].feedback = was;
        }
    }
}
