//! Puzzles: positions with one single winning move, and how hard they are to solve.

use quadrille_progress::Observer;

use super::key::{Ranks, State};
use super::{SolveError, Solver, Verdict};
use crate::game::{Contract, Position, Scoring, Setup};
use crate::players::{Player, PlayerRng, Rule, View};
use crate::{Hand, Move, MoveBuffer, Rules};
use quadrille_random::StreamKey;

/// A position with one single winning move, graded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The only move that wins.
    pub answer: Move,
    /// How many first moves lose.
    pub refuted: u32,
    /// How many moves are played until the win against stubborn replies, passes counted.
    pub depth: u32,
    /// The move of the rule player, if it loses: what looks natural and is wrong.
    pub tempting: Option<Move>,
}

impl Puzzle {
    /// How hard it is: wrong tries times depth, twice that if the rule player goes wrong.
    pub fn grade(&self) -> u64 {
        u64::from(self.refuted) * u64::from(self.depth) * if self.tempting.is_some() { 2 } else { 1 }
    }

    /// The puzzle of a position that has been solved; `None` if it has not exactly one winning move among
    /// several.
    ///
    /// The position is one where a seat leads. The answer depends on the position and the rules alone.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn of(
        solver: &mut Solver,
        position: &Position,
        verdict: &Verdict,
        observer: &dyn Observer,
    ) -> Result<Option<Self>, SolveError> {
        let mut winning = verdict.winning();
        let (Some(answer), None) = (winning.next(), winning.next()) else { return Ok(None) };
        if verdict.moves.len() < 2 {
            return Ok(None);
        }
        let depth = solver.line(position, observer)?.len() as u32;
        let natural = rule_move(solver.rules(), position);
        Ok(Some(Self {
            answer,
            refuted: verdict.moves.len() as u32 - 1,
            depth,
            tempting: natural.filter(|&natural| natural != answer),
        }))
    }
}

/// What the rule player does, who knows only what its seat may know.
fn rule_move(rules: Rules, position: &Position) -> Option<Move> {
    let (setup, contract) = (Setup::new(rules, Scoring::Adp), Contract::plain(position.landlord()));
    let mut moves = MoveBuffer::new();
    let view = View::of(&setup, &contract, Hand::EMPTY, position, &mut moves);
    let mut rng: PlayerRng = StreamKey::new(0, 0).rng();
    Rule.choose(&view, &mut rng).ok()
}

/// A number that two positions in which somebody leads have in common if they are the same but for the names
/// of ranks: the same counts of cards from the lowest rank that is there to the highest, the same chains, the
/// same turn. Positions of two hands and of three never have one in common.
pub fn compressed(position: &Position) -> u128 {
    let landlord = position.landlord();
    let turn = (position.turn().index() + 3 - landlord.index()) % 3;
    let hands = landlord.round().map(|seat| position.hand(seat));
    match hands.iter().position(|hand| hand.is_empty()) {
        None => Ranks::new(hands).lead(State::leads(turn)).0,
        Some(empty) => {
            let turn = if turn == empty { (turn + 1) % 3 } else { turn };
            Ranks::new([hands[turn], hands[3 - empty - turn], Hand::EMPTY]).lead(State::TWO).0
        }
    }
}
