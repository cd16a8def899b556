//! Checks decisions of games against the exact value of the position with open hands.

use quadrille_table::ExactJudge;

use super::Solver;
use crate::Rules;
use crate::game::{Action, Seat, Table};

/// The largest number of cards, in all hands together, of a checked position.
const MOST_CARDS: u32 = 14;
/// The largest size of the solver's transposition table in bytes.
const TABLE: u64 = 4 << 20;
/// An upper bound for the solver's memory outside the transposition table, in bytes.
const BESIDE: u64 = 16 << 20;

/// Checks decisions in games by a [`Solver`] with open hands.
#[derive(Debug)]
pub(crate) struct SolverJudge {
    solver: Solver,
}

impl SolverJudge {
    /// Creates a judge of games under the given rules.
    pub(crate) fn new(rules: Rules) -> Self {
        Self { solver: Solver::new(rules, TABLE) }
    }
}

impl ExactJudge<Table> for SolverJudge {
    fn most_cards(&self) -> u32 {
        MOST_CARDS
    }

    fn memory(&self) -> u64 {
        TABLE + BESIDE
    }

    fn gives_away(&mut self, game: &Table, action: Action) -> Option<bool> {
        let (Action::Play(chosen), Some(position)) = (action, game.position()) else { return None };
        let cards: u32 = Seat::ALL.iter().map(|&seat| position.hand(seat).len()).sum();
        // In a lost position, no move is checked. Computing only the value of the position is
        // faster than computing the values of all moves, so this test comes first.
        if cards > MOST_CARDS || !self.solver.wins(position, &()).ok()? {
            return None;
        }
        let moves = self.solver.solve(position, &()).ok()?.moves;
        let depends = moves.iter().any(|&(_, wins)| !wins);
        let (_, wins) = *moves.iter().find(|&&(mv, _)| mv == chosen)?;
        depends.then_some(!wins)
    }
}
