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
//!
//! Where the longest game is to be as short as can be, all this is done for one number of turns after the
//! other, from the least that counting does not rule out up to those of a tree that is found soon. When one
//! number is enough, the pieces of the larger ones are not looked at.
//!
//! Where of equal totals the shallowest tree is asked for, and of these one with few secrets at the last turn,
//! every piece answers with the best of its own by that order: what the pieces of a first guess add up to,
//! how deep the deepest is, and how many secrets are that deep, decide between first guesses. So these must
//! be looked at even where they only reach the best total.

use quadrille_lanes::Level;
use quadrille_memory::{Need, of};
use quadrille_progress::{Cancelled, Observer};

use super::local;
use super::search::{Candidate, Solver};
use super::snapshot::{Entry, Snapshot};
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
    /// The same where secrets of the last turn count: for pieces that answer with few of them.
    counting: Option<Space>,
    attempts: Vec<Attempt>,
    /// By attempt, each the small ones first.
    pieces: Vec<Piece>,
    /// The secrets of every piece, by their number in `parts`.
    secrets: Vec<usize>,
    parts: Vec<Vec<u32>>,
}

/// A first guess within so many turns.
#[derive(Debug, Clone, Copy)]
struct Attempt {
    first: Candidate,
    turns: u32,
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
    /// The number of the attempt, in the order in which they are made: a first guess, or a first guess and a
    /// number of turns.
    pub order: usize,
    /// The number of the first piece that has to wait for this one.
    pub stage_end: usize,
    /// What these secrets cost at least.
    pub floor: u64,
}

/// What a piece must cost less than to be of use; [`Cut::turns`] says what that is in turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limit(pub u64);

/// What the secrets of a piece cost together after the first guess, and how they are found; `None` if they do
/// not cost less than the limit. [`Cut::turns`] says what a cost is in turns.
pub type Solved = Option<(u64, Node)>;

impl Cut {
    /// Whether a game is within what is searched, and the goal one of its own: quick to know.
    ///
    /// # Errors
    /// As [`optimal`](super::optimal).
    pub fn check(game: Game, goal: &Goal) -> Result<(), OptimalError> {
        check(game, goal)
    }

    /// Cuts the search for a game's best strategy.
    ///
    /// # Errors
    /// As [`optimal`](super::optimal); that turns are too few is known only when all pieces are
    /// [solved](Self::tree).
    pub fn new(game: Game, goal: &Goal, level: Level, observer: &dyn Observer) -> Result<Self, OptimalError> {
        Self::check(game, goal)?;
        let apart = Self::counts_apart(goal);
        let space = Space::new(game, level, goal.possible_only, goal.few_last && !apart);
        let counting = apart.then(|| Space::new(game, level, goal.possible_only, true));
        let firsts: Vec<u32> =
            goal.first_guesses(game).iter().map(|first| space.place(first.bits())).collect();
        let mut cut = Self {
            space,
            counting,
            attempts: Vec::new(),
            pieces: Vec::new(),
            secrets: Vec::new(),
            parts: Vec::new(),
        };
        cut.cut(&firsts, goal, observer)?;
        Ok(cut)
    }

    /// Returns the memory that the cut of a game and `workers` pieces side by side take for certain:
    /// what searches of the game share, the secrets of the pieces, and for each worker the scores
    /// within a set. What is known of sets is remembered as they are met, and comes on top. For a
    /// game that passes [`check`](Self::check).
    pub fn need(game: Game, goal: &Goal, workers: usize) -> Need {
        let codewords = game.codewords();
        let spaces = if Self::counts_apart(goal) { 2 } else { 1 };
        let openings = goal.first_guesses(game).len() as u64;
        let parts = of::<u32>(codewords).saturating_mul(openings);
        let set = codewords.min(local::MOST as u64);
        Need::kept(Space::bytes(game) * spaces + parts).and(Need::working(set * set * workers as u64))
    }

    /// Whether the secrets of the last turn count only in a second search of each piece.
    const fn counts_apart(goal: &Goal) -> bool {
        goal.few_last && goal.max_turns.is_none() && !goal.least_depth
    }

    fn cut(&mut self, firsts: &[u32], goal: &Goal, observer: &dyn Observer) -> Result<(), Cancelled> {
        let space = &self.space;
        let (openings, rounds) = with_solver(space, observer, |solver| {
            // Whoever works on pieces has threads of his own.
            let solver = solver.alone();
            let candidates = solver.openings(firsts)?;
            let mut rounds = vec![goal.turns()];
            if goal.least_depth {
                let most = solver.turns_at_most(&candidates)?.min(goal.turns());
                rounds = (1..=most).collect();
            }
            // Where counting says that so few turns cannot be enough, there are no pieces.
            rounds.retain(|&turns| space.fits(space.codes.len(), turns));
            if rounds.is_empty() {
                return Ok((Vec::new(), rounds));
            }
            let mut openings = Vec::with_capacity(candidates.len());
            for candidate in candidates {
                openings.push((candidate, solver.bounded_parts(candidate.guess)?));
            }
            Ok((openings, rounds))
        })?;
        for &turns in &rounds {
            let mut part_number = 0;
            for (candidate, parts) in &openings {
                let order = self.attempts.len();
                let begin = self.pieces.len();
                let end = begin + parts.len();
                // Where there are no more pieces than that, they are one stage.
                let large = end.saturating_sub(LARGE).max(begin);
                for (feedback, floor, part) in parts {
                    let number = self.pieces.len();
                    let fits = self.space.fits(part.len(), after_one(turns));
                    self.pieces.push(Piece {
                        first: Codeword::from_valid_bits(self.space.codes[candidate.guess as usize]),
                        feedback: *feedback,
                        count: part.len() as u64,
                        order,
                        stage_end: if number < large { large } else { end },
                        floor: if fits { *floor } else { IMPOSSIBLE },
                    });
                    self.secrets.push(part_number);
                    part_number += 1;
                }
                self.attempts.push(Attempt { first: *candidate, turns });
            }
        }
        self.parts = openings.into_iter().flat_map(|(_, parts)| parts).map(|(_, _, part)| part).collect();
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
        let turns = self.attempts[piece.order].turns;
        let mut best = IMPOSSIBLE;
        for order in 0..piece.order {
            let Some(cost) = self.cost(known, order) else { continue };
            if self.attempts[order].turns < turns {
                return Limit(0); // fewer turns were enough
            }
            best = best.min(cost);
        }
        if self.counting.is_some() {
            best = best.saturating_add(1); // the same total may be reached with fewer turns
        }
        // What all the others take, as far as it is known.
        let mut rest = self.space.codes.len() as u64 * self.space.turn;
        for (at, other) in self.pieces.iter().enumerate().filter(|(_, other)| other.order == piece.order) {
            if at != number {
                rest = rest.saturating_add(match known.get(at) {
                    Some(Some((cost, _))) => *cost,
                    Some(None) => IMPOSSIBLE,
                    None => other.floor,
                });
            }
        }
        Limit(best.saturating_sub(rest))
    }

    /// What a cost is in turns of all secrets together.
    pub const fn turns(&self, cost: u64) -> u64 {
        cost / self.space.turn
    }

    /// Solves one piece.
    ///
    /// # Errors
    /// The observer says stop.
    ///
    /// # Panics
    /// There is no such piece.
    pub fn solve(&self, number: usize, limit: Limit, observer: &dyn Observer) -> Result<Solved, Cancelled> {
        self.solve_from(number, limit, &Snapshot::default(), &|_| (), observer)
    }

    /// The same, from a snapshot that an earlier attempt at this very piece has left: the answer is the same,
    /// and sooner there. `keep` is called whenever there is something new to keep, and makes a snapshot if it
    /// wants one.
    ///
    /// # Errors
    /// The observer says stop.
    ///
    /// # Panics
    /// There is no such piece.
    ///
    /// ```
    /// use std::sync::Mutex;
    ///
    /// use quadrille_mastermind::{Cut, Game, Goal, Level, Repeats, Snapshot};
    ///
    /// let game = Game::new(4, 5, Repeats::Allowed)?;
    /// let cut = Cut::new(game, &Goal::new(), Level::best(), &())?;
    /// let (number, limit) = (0, cut.limit(&[], 0));
    /// let kept = Mutex::new(Snapshot::default());
    /// let keep = |make: &dyn Fn() -> Snapshot| *kept.lock().unwrap() = make();
    /// let solved = cut.solve_from(number, limit, &Snapshot::default(), &keep, &())?;
    /// // Had it been stopped on its way, it would go on like this:
    /// let kept = kept.lock().unwrap().clone();
    /// assert_eq!(cut.solve_from(number, limit, &kept, &|_| (), &())?, solved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_from(
        &self,
        number: usize,
        limit: Limit,
        snapshot: &Snapshot,
        keep: &(dyn Fn(&dyn Fn() -> Snapshot) + Sync),
        observer: &dyn Observer,
    ) -> Result<Solved, Cancelled> {
        let piece = &self.pieces[number];
        if piece.floor >= limit.0 {
            return Ok(None);
        }
        let attempt = self.attempts[piece.order];
        let left = after_one(attempt.turns);
        let feedback = piece.feedback.index() as u8;
        let secrets = &self.parts[self.secrets[number]];
        let piece = |solver: &Solver<'_>, turns: u32, limit: u64| {
            solver.piece(attempt.first.guess, feedback, secrets, turns, limit)
        };
        let keep_turns = |make: &dyn Fn() -> Vec<Entry>| {
            keep(&|| Snapshot { turns: make(), last: snapshot.last.clone() });
        };
        with_solver(&self.space, observer, |solver| {
            // Whoever works on pieces has threads of his own.
            let solver = solver.alone().resuming(&snapshot.turns, &keep_turns);
            let Some((cost, mut node)) = piece(&solver, left, limit.0)? else { return Ok(None) };
            let Some(counting) = &self.counting else { return Ok(Some((cost, node))) };
            // The same in fewer turns, as long as there is such a tree.
            while node.turns() > 1 {
                match piece(&solver, node.turns() - 1, cost + 1)? {
                    Some((_, shallower)) => node = shallower,
                    None => break,
                }
            }
            let known = solver.found();
            let keep_last = |make: &dyn Fn() -> Vec<Entry>| {
                keep(&|| Snapshot { turns: known.clone(), last: make() });
            };
            with_solver(counting, observer, |solver| {
                let solver = solver.alone().resuming(&snapshot.last, &keep_last);
                let found = piece(&solver, node.turns(), (cost + 1) * counting.turn)?;
                // There is one: that which was found.
                Ok(Some((cost, found.map_or(node, |(_, node)| node))))
            })
        })
    }

    /// What a first guess costs, if all its pieces are solved and cost less than their limits.
    fn cost(&self, answers: &[Solved], order: usize) -> Option<u64> {
        let own = self.pieces.iter().enumerate().filter(|(_, piece)| piece.order == order);
        own.map(|(at, _)| answers.get(at)?.as_ref().map(|(cost, _)| *cost)).try_fold(
            self.space.codes.len() as u64 * self.space.turn,
            |sum, cost| {
                // Answers may have come from anywhere.
                Some(sum.saturating_add(cost?))
            },
        )
    }

    /// The turns of the longest game, and how many secrets take so many: where that decides.
    fn last(&self, answers: &[Solved], order: usize) -> (u32, u64) {
        if self.counting.is_none() {
            return (0, 0);
        }
        let own = || {
            let own = self.pieces.iter().zip(answers).filter(move |(piece, _)| piece.order == order);
            own.filter_map(|(_, solved)| Some(&solved.as_ref()?.1))
        };
        let turns = own().map(Node::turns).max().unwrap_or(0);
        (turns, own().filter(|node| node.turns() == turns).map(|node| node.at_turn(turns)).sum())
    }

    /// The attempt with the best strategy.
    fn best(&self, answers: &[Solved]) -> Option<usize> {
        let rank = |order: usize| {
            let cost = self.cost(answers, order)?;
            Some((self.attempts[order].turns, cost, self.last(answers, order), order))
        };
        (0..self.attempts.len()).filter_map(rank).min().map(|(.., order)| order)
    }

    /// The best strategy, where all pieces are solved; `None` if there is none within the turns allowed.
    pub fn tree(&self, answers: &[Solved]) -> Option<Tree> {
        let best = self.best(answers)?;
        let own = self.own(answers, best);
        let mut then: Vec<(Feedback, Node)> =
            own.map(|(piece, (_, node))| (piece.feedback, node.clone())).collect();
        then.sort_by_key(|&(feedback, _)| feedback);
        let first = self.attempts[best].first.guess;
        let guess = Codeword::from_valid_bits(self.space.codes[first as usize]);
        Some(Tree { game: self.space.game, root: Node { guess, then } })
    }

    /// The pieces of an attempt that are solved.
    fn own<'a>(
        &'a self,
        answers: &'a [Solved],
        order: usize,
    ) -> impl Iterator<Item = (&'a Piece, &'a (u64, Node))> {
        let own = self.pieces.iter().zip(answers).filter(move |(piece, _)| piece.order == order);
        own.filter_map(|(piece, solved)| Some((piece, solved.as_ref()?)))
    }

    /// The pieces that the best strategy is made of, and what each takes; nothing where there is none.
    pub fn best_pieces<'a>(
        &'a self,
        answers: &'a [Solved],
    ) -> impl Iterator<Item = (&'a Piece, &'a (u64, Node))> {
        self.best(answers).into_iter().flat_map(move |best| self.own(answers, best))
    }

    /// The first guesses in their order, and how many turns each takes; `None` where it is not better than one
    /// before.
    pub fn openings(&self, answers: &[Solved]) -> Vec<(Codeword, Option<u64>)> {
        let turns =
            self.best(answers).or(self.attempts.len().checked_sub(1)).map(|at| self.attempts[at].turns);
        let code =
            |candidate: &Candidate| Codeword::from_valid_bits(self.space.codes[candidate.guess as usize]);
        self.attempts
            .iter()
            .enumerate()
            .filter(|(_, attempt)| Some(attempt.turns) == turns)
            .map(|(order, attempt)| {
                let cost = self.cost(answers, order);
                (code(&attempt.first), cost.map(|cost| self.turns(cost)))
            })
            .collect()
    }
}
