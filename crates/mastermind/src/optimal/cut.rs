//! Optimal play cut into pieces that can be worked on apart: one for each answer to each first guess.
//!
//! First guesses are looked at one after the other, the most promising first. What a piece needs to know of
//! the others is one number, its [`Limit`]: what it must cost less than, for its first guess to be better than
//! the best of those before. So pieces of one first guess know nothing of one another, but for this: the large
//! ones come last, when the small ones are known, because what these cost is taken from the limit.
//!
//! ```text
//! first guess 1122:  small pieces ─► large pieces ─► its cost, c
//! first guess 1112:                  (limit from c)  small pieces ─► large pieces ─► …
//! ```
//!
//! A piece answers with a cost and a tree, or with "not less than the limit", and nothing else: what it met on
//! its way is not told, so that the answer is the same wherever it is worked out.

use quadrille_lanes::Level;
use quadrille_progress::{Cancelled, Observer};

use super::search::Candidate;
use super::space::{IMPOSSIBLE, Space, after_one};
use super::tree::{Node, Tree};
use super::{Goal, OptimalError, check, with_solver};
use crate::codeword::Codeword;
use crate::feedback::Feedback;
use crate::game::Game;

/// How many pieces of a first guess wait for the others.
const LARGE: usize = 3;

/// A search for optimal play, cut into pieces.
///
/// ```
/// use quadrille_mastermind::{Cut, Game, Goal, Level, Repeats};
///
/// let game = Game::new(3, 4, Repeats::Allowed)?;
/// let cut = Cut::new(game, &Goal::new(), Level::best(), &())?;
/// let mut answers = Vec::new();
/// for number in 0..cut.pieces().len() {
///     let limit = cut.limit(&answers, number);
///     answers.push(cut.solve(number, limit, &())?);
/// }
/// let tree = cut.tree(&answers).expect("three pins and four colours can be played");
/// assert_eq!(tree.walk()?.total_turns(), 206);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cut {
    space: Space,
    turns: u32,
    firsts: Vec<Candidate>,
    /// By first guess, each the small ones first.
    pieces: Vec<Piece>,
    secrets: Vec<Vec<u32>>,
}

/// The secrets that one answer to one first guess leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// The first guess.
    pub first: Codeword,
    /// Its answer.
    pub feedback: Feedback,
    /// How many secrets it leaves.
    pub count: u64,
    /// The number of the first guess, in the order in which they are looked at.
    pub order: usize,
    /// The number of the first piece that has to wait for this one.
    pub stage_end: usize,
    /// The turns that these secrets take at least.
    pub floor: u64,
}

/// What a piece must cost less than to be of use, in turns of all its secrets together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limit(pub u64);

/// The turns that the secrets of a piece take together after the first guess, and how; `None` if they are not
/// less than the limit.
pub type Solved = Option<(u64, Node)>;

impl Cut {
    /// Whether a game is within what is searched, and the goal one of its own: quick to know.
    ///
    /// # Errors
    /// As [`optimal`](super::optimal).
    pub fn check(game: Game, goal: &Goal) -> Result<(), OptimalError> {
        check(game, goal)
    }

    /// Cuts the search for a game's best strategy. Of the goal the limit of turns, the first guess and whether
    /// only possible codewords are guessed are looked at.
    ///
    /// # Errors
    /// As [`optimal`](super::optimal); that turns are too few is known only when all pieces are
    /// [solved](Self::tree).
    pub fn new(game: Game, goal: &Goal, level: Level, observer: &dyn Observer) -> Result<Self, OptimalError> {
        Self::check(game, goal)?;
        let turns = goal.turns();
        let space = Space::new(game, level, goal.possible_only, false);
        // If so few turns cannot be enough, there are no pieces, and no tree.
        let fits = space.fits(space.codes.len(), turns);
        let firsts = if fits { goal.first_guesses(game) } else { Vec::new() };
        let firsts: Vec<u32> = firsts.iter().map(|first| space.place(first.bits())).collect();
        let mut cut = Self { space, turns, firsts: Vec::new(), pieces: Vec::new(), secrets: Vec::new() };
        cut.cut(&firsts, observer)?;
        Ok(cut)
    }

    fn cut(&mut self, firsts: &[u32], observer: &dyn Observer) -> Result<(), Cancelled> {
        let (mut pieces, mut secrets) = (Vec::new(), Vec::new());
        let candidates = with_solver(&self.space, observer, |solver| {
            // Whoever works on pieces has threads of his own.
            let solver = solver.alone();
            let candidates = solver.openings(firsts)?;
            for (order, candidate) in candidates.iter().enumerate() {
                let first = Codeword::from_valid_bits(self.space.codes[candidate.guess as usize]);
                let parts = solver.bounded_parts(candidate.guess, after_one(self.turns))?;
                let begin = pieces.len();
                let end = begin + parts.len();
                // Where there are no more pieces than that, they are one stage.
                let large = end.saturating_sub(LARGE).max(begin);
                for (feedback, floor, part) in parts {
                    let number = pieces.len();
                    pieces.push(Piece {
                        first,
                        feedback,
                        count: part.len() as u64,
                        order,
                        stage_end: if number < large { large } else { end },
                        floor,
                    });
                    secrets.push(part);
                }
            }
            Ok(candidates)
        })?;
        (self.firsts, self.pieces, self.secrets) = (candidates, pieces, secrets);
        Ok(())
    }

    /// The pieces, in the order in which they are to be solved.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The game.
    pub const fn game(&self) -> Game {
        self.space.game
    }

    /// The limit of a piece, where the pieces before its [stage](Piece::stage_end) are solved.
    ///
    /// # Panics
    /// There is no such piece, or the pieces before its stage are not all among the answers.
    pub fn limit(&self, before: &[Solved], number: usize) -> Limit {
        let piece = &self.pieces[number];
        let stage = self.pieces.iter().position(|other| other.stage_end == piece.stage_end);
        let known = &before[..stage.unwrap_or(number)];
        let best = (0..piece.order).filter_map(|order| self.cost(known, order)).min().unwrap_or(IMPOSSIBLE);
        // What all the others take, as far as it is known.
        let mut rest = self.space.codes.len() as u64;
        for (at, other) in self.pieces.iter().enumerate().filter(|(_, other)| other.order == piece.order) {
            if at != number {
                rest += match known.get(at) {
                    Some(Some((cost, _))) => *cost,
                    Some(None) => IMPOSSIBLE,
                    None => other.floor,
                };
            }
        }
        Limit(best.saturating_sub(rest))
    }

    /// Solves one piece.
    ///
    /// # Errors
    /// The observer says stop.
    ///
    /// # Panics
    /// There is no such piece.
    pub fn solve(&self, number: usize, limit: Limit, observer: &dyn Observer) -> Result<Solved, Cancelled> {
        let piece = &self.pieces[number];
        if piece.floor >= limit.0 {
            return Ok(None);
        }
        let first = self.firsts[piece.order].guess;
        with_solver(&self.space, observer, |solver| {
            // Whoever works on pieces has threads of his own.
            let solver = solver.alone();
            let feedback = piece.feedback.index() as u8;
            solver.piece(first, feedback, &self.secrets[number], after_one(self.turns), limit.0)
        })
    }

    /// What a first guess costs, if all its pieces are solved and cost less than their limits.
    fn cost(&self, answers: &[Solved], order: usize) -> Option<u64> {
        let own = self.pieces.iter().enumerate().filter(|(_, piece)| piece.order == order);
        own.map(|(at, _)| answers.get(at)?.as_ref().map(|(cost, _)| *cost))
            .try_fold(self.space.codes.len() as u64, |sum, cost| Some(sum + cost?))
    }

    /// The best strategy, where all pieces are solved; `None` if there is none within the turns allowed.
    pub fn tree(&self, answers: &[Solved]) -> Option<Tree> {
        let costs = (0..self.firsts.len()).filter_map(|order| Some((self.cost(answers, order)?, order)));
        let (_, order) = costs.min()?;
        let own = self.pieces.iter().zip(answers).filter(|(piece, _)| piece.order == order);
        let mut then: Vec<(Feedback, Node)> =
            own.filter_map(|(piece, solved)| Some((piece.feedback, solved.as_ref()?.1.clone()))).collect();
        then.sort_by_key(|&(feedback, _)| feedback);
        let guess = Codeword::from_valid_bits(self.space.codes[self.firsts[order].guess as usize]);
        Some(Tree { game: self.space.game, root: Node { guess, then } })
    }

    /// The first guesses in their order, and what each costs; `None` where it is not better than one before.
    pub fn openings(&self, answers: &[Solved]) -> Vec<(Codeword, Option<u64>)> {
        let code =
            |candidate: &Candidate| Codeword::from_valid_bits(self.space.codes[candidate.guess as usize]);
        self.firsts
            .iter()
            .enumerate()
            .map(|(order, first)| (code(first), self.cost(answers, order)))
            .collect()
    }
}
