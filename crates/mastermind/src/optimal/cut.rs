//! Decomposition of the search for optimal play into independent tasks: one per feedback to each
//! first guess.
//!
//! First guesses are processed one after another, the most promising first. The cost of a task is
//! the least total number of turns for its secrets after the first guess. A task depends on other
//! tasks only through its [`Limit`]. If its cost is not below the limit, its first guess is no
//! better than a previous first guess. Tasks of one first guess are independent of one another,
//! except that the largest tasks come last, when the costs of the others are known and have been
//! subtracted from the limit.
//!
//! ```text
//! first guess 1122:  small tasks ─► large tasks ─► its cost, c
//! first guess 1112:                  (limit from c)  small tasks ─► large tasks ─► …
//! ```
//!
//! The result of a task is a cost and a tree, or "not less than the limit". It contains no times or
//! other measurements of the search, so it is the same on every machine.
//!
//! If the maximum number of turns is to be minimal, all tasks are repeated for each maximum number
//! of turns, from the least number that can suffice for all secrets of the game up to the depth of
//! a tree that is found quickly. Once a number of turns suffices, tasks with larger numbers are
//! skipped.
//!
//! If ties in the total are broken by depth and then by the number of secrets at the last turn,
//! each task returns its best tree in that order. First guesses are then compared by their total,
//! their depth, and the number of secrets at that depth, so tasks that can only equal the best
//! total must be searched too.

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

/// Number of large tasks of a first guess, which are solved after all other tasks of this guess.
const LARGE: usize = 3;

/// The search for optimal play, decomposed into tasks.
///
/// ```
/// use quadrille_mastermind::{Cut, Game, Goal, Level, Repeats};
///
/// let game = Game::new(3, 4, Repeats::Allowed)?;
/// let cut = Cut::new(game, &Goal::new(), Level::best(), &())?;
/// let mut answers = Vec::new();
/// for number in 0..cut.tasks().len() {
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
    /// The data of a second search, in which the cost includes the number of secrets that are found
    /// only at the last turn; `None` if there is no second search.
    counting: Option<Space>,
    attempts: Vec<Attempt>,
    /// The tasks in the order of `attempts`; for each attempt, the small tasks first.
    tasks: Vec<Task>,
    /// For each task, the index of its secrets in `parts`.
    secrets: Vec<usize>,
    parts: Vec<Vec<u32>>,
}

/// A first guess with a maximum number of turns.
#[derive(Debug, Clone, Copy)]
struct Attempt {
    first: Candidate,
    turns: u32,
}

/// A task: the secrets that give one feedback to one first guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Task {
    /// The first guess.
    pub first: Codeword,
    /// The feedback to the first guess.
    pub feedback: Feedback,
    /// Number of secrets.
    pub count: u64,
    /// Index, in the order of processing, of the attempt to which the task belongs. An attempt is a
    /// first guess together with a maximum number of turns.
    pub order: usize,
    /// End of the stage to which the task belongs: the index of the first task that has to wait for
    /// this task. The tasks of a stage are independent of one another.
    pub stage_end: usize,
    /// Lower bound on the cost of the secrets.
    pub floor: u64,
}

/// Exclusive upper bound on the cost of a task; [`Cut::turns`] converts it to turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limit(pub u64);

/// Cost of the secrets of a task after the first guess, and their tree; `None` if the cost is not
/// below the limit. [`Cut::turns`] converts costs to turns.
pub type Solved = Option<(u64, Node)>;

impl Cut {
    /// Checks quickly whether a game is within the limits of the search, and the goal is valid for
    /// it.
    ///
    /// # Errors
    /// As for [`optimal`](super::optimal).
    pub fn check(game: Game, goal: &Goal) -> Result<(), OptimalError> {
        check(game, goal)
    }

    /// Decomposes the search for the best strategy of a game.
    ///
    /// # Errors
    /// As for [`optimal`](super::optimal); too few turns are detected only when all tasks are
    /// [solved](Self::tree).
    pub fn new(game: Game, goal: &Goal, level: Level, observer: &dyn Observer) -> Result<Self, OptimalError> {
        Self::check(game, goal)?;
        let separate = Self::counts_apart(goal);
        let space = Space::new(game, level, goal.possible_only, goal.few_last && !separate);
        let counting = separate.then(|| Space::new(game, level, goal.possible_only, true));
        let first_guesses: Vec<u32> =
            goal.first_guesses(game).iter().map(|first| space.place(first.bits())).collect();
        let mut cut = Self {
            space,
            counting,
            attempts: Vec::new(),
            tasks: Vec::new(),
            secrets: Vec::new(),
            parts: Vec::new(),
        };
        cut.cut(&first_guesses, goal, observer)?;
        Ok(cut)
    }

    /// Returns the memory required by the decomposition and by `workers` concurrent tasks: shared
    /// tables, the secrets of the tasks, and for each worker a table of the feedback between every
    /// two secrets of one set. The memory for stored results of sets grows during the search and is
    /// not included. The game must pass [`check`](Self::check).
    pub fn need(game: Game, goal: &Goal, workers: usize) -> Need {
        let codewords = game.codewords();
        let spaces = if Self::counts_apart(goal) { 2 } else { 1 };
        let openings = goal.first_guesses(game).len() as u64;
        let parts = of::<u32>(codewords).saturating_mul(openings);
        let set = codewords.min(local::MOST as u64);
        Need::kept(Space::bytes(game) * spaces + parts).and(Need::working(set * set * workers as u64))
    }

    /// Returns whether the number of secrets at the last turn is minimised in a second search of
    /// each task.
    const fn counts_apart(goal: &Goal) -> bool {
        goal.few_last && goal.max_turns.is_none() && !goal.least_depth
    }

    fn cut(&mut self, first_guesses: &[u32], goal: &Goal, observer: &dyn Observer) -> Result<(), Cancelled> {
        let space = &self.space;
        let (openings, rounds) = with_solver(space, observer, |solver| {
            // The search uses one thread, because callers run several tasks concurrently.
            let solver = solver.alone();
            let candidates = solver.openings(first_guesses)?;
            let mut rounds = vec![goal.turns()];
            if goal.least_depth {
                let most = solver.turns_at_most(&candidates)?.min(goal.turns());
                rounds = (1..=most).collect();
            }
            // There are no tasks for numbers of turns that cannot suffice for all secrets of the
            // game.
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
                let begin = self.tasks.len();
                let end = begin + parts.len();
                // If there are at most `LARGE` tasks, they form one stage.
                let large = end.saturating_sub(LARGE).max(begin);
                for (feedback, floor, part) in parts {
                    let number = self.tasks.len();
                    let fits = self.space.fits(part.len(), after_one(turns));
                    self.tasks.push(Task {
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

    /// Returns the tasks, in the order in which they are to be solved.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// Returns the game.
    pub const fn game(&self) -> Game {
        self.space.game
    }

    /// Returns the limit of a task, given the results of all tasks before its
    /// [stage](Task::stage_end).
    ///
    /// # Panics
    /// If there is no such task, or results of tasks before its stage are missing.
    pub fn limit(&self, before: &[Solved], number: usize) -> Limit {
        let task = &self.tasks[number];
        let stage = self.tasks.iter().position(|other| other.stage_end == task.stage_end);
        let known = &before[..stage.unwrap_or(number)];
        let turns = self.attempts[task.order].turns;
        let mut best = IMPOSSIBLE;
        for order in 0..task.order {
            let Some(cost) = self.cost(known, order) else { continue };
            if self.attempts[order].turns < turns {
                return Limit(0); // fewer turns were enough
            }
            best = best.min(cost);
        }
        if self.counting.is_some() {
            best = best.saturating_add(1); // an equal total with fewer turns is better
        }
        // Cost of the first turn, plus the costs of all tasks of the first guess except this task.
        // Tasks that are not solved yet count with their lower bounds.
        let mut rest = self.space.codes.len() as u64 * self.space.turn;
        for (at, other) in self.tasks.iter().enumerate().filter(|(_, other)| other.order == task.order) {
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

    /// Converts a cost to turns over all secrets.
    pub const fn turns(&self, cost: u64) -> u64 {
        cost / self.space.turn
    }

    /// Solves one task.
    ///
    /// # Errors
    /// Cancellation by the observer.
    ///
    /// # Panics
    /// If there is no such task.
    pub fn solve(&self, number: usize, limit: Limit, observer: &dyn Observer) -> Result<Solved, Cancelled> {
        self.solve_from(number, limit, &Snapshot::default(), &|_| (), observer)
    }

    /// Solves one task, starting from a snapshot of an earlier, unfinished search of the same task.
    /// The result is the same, but it is found faster. `keep` is called whenever there are new
    /// results, and can create a snapshot.
    ///
    /// # Errors
    /// Cancellation by the observer.
    ///
    /// # Panics
    /// If there is no such task.
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
    /// // A cancelled search is resumed in the same way:
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
        let task = &self.tasks[number];
        if task.floor >= limit.0 {
            return Ok(None);
        }
        let attempt = self.attempts[task.order];
        let left = after_one(attempt.turns);
        let feedback = task.feedback.index() as u8;
        let secrets = &self.parts[self.secrets[number]];
        let task = |solver: &Solver<'_>, turns: u32, limit: u64| {
            solver.task(attempt.first.guess, feedback, secrets, turns, limit)
        };
        let keep_turns = |make: &dyn Fn() -> Vec<Entry>| {
            keep(&|| Snapshot { turns: make(), last: snapshot.last.clone() });
        };
        with_solver(&self.space, observer, |solver| {
            // The search uses one thread, because callers run several tasks concurrently.
            let solver = solver.alone().resuming(&snapshot.turns, &keep_turns);
            let Some((cost, mut node)) = task(&solver, left, limit.0)? else { return Ok(None) };
            let Some(counting) = &self.counting else { return Ok(Some((cost, node))) };
            // Search for a tree of the same cost with fewer turns, until there is none.
            while node.turns() > 1 {
                match task(&solver, node.turns() - 1, cost + 1)? {
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
                let found = task(&solver, node.turns(), (cost + 1) * counting.turn)?;
                // If this search finds no tree, the result is the tree `node` of the first search.
                Ok(Some((cost, found.map_or(node, |(_, node)| node))))
            })
        })
    }

    /// Returns the cost of a first guess, if all its tasks are solved and their costs are below
    /// their limits.
    fn cost(&self, answers: &[Solved], order: usize) -> Option<u64> {
        let own = self.tasks.iter().enumerate().filter(|(_, task)| task.order == order);
        own.map(|(at, _)| answers.get(at)?.as_ref().map(|(cost, _)| *cost)).try_fold(
            self.space.codes.len() as u64 * self.space.turn,
            |sum, cost| {
                // The results can be untrusted, so the sum saturates.
                Some(sum.saturating_add(cost?))
            },
        )
    }

    /// Returns the maximum number of turns and the number of secrets at the last turn; zeros if the
    /// goal does not use them.
    fn last(&self, answers: &[Solved], order: usize) -> (u32, u64) {
        if self.counting.is_none() {
            return (0, 0);
        }
        let own = || {
            let own = self.tasks.iter().zip(answers).filter(move |(task, _)| task.order == order);
            own.filter_map(|(_, solved)| Some(&solved.as_ref()?.1))
        };
        let turns = own().map(Node::turns).max().unwrap_or(0);
        (turns, own().filter(|node| node.turns() == turns).map(|node| node.at_turn(turns)).sum())
    }

    /// Returns the index in `attempts` of the first guess and maximum number of turns that give the
    /// best strategy.
    fn best(&self, answers: &[Solved]) -> Option<usize> {
        let rank = |order: usize| {
            let cost = self.cost(answers, order)?;
            Some((self.attempts[order].turns, cost, self.last(answers, order), order))
        };
        (0..self.attempts.len()).filter_map(rank).min().map(|(.., order)| order)
    }

    /// Returns the best strategy, once all tasks are solved; `None` if no strategy finds every
    /// secret within the allowed turns.
    pub fn tree(&self, answers: &[Solved]) -> Option<Tree> {
        let best = self.best(answers)?;
        let own = self.own(answers, best);
        let mut then: Vec<(Feedback, Node)> =
            own.map(|(task, (_, node))| (task.feedback, node.clone())).collect();
        then.sort_by_key(|&(feedback, _)| feedback);
        let first = self.attempts[best].first.guess;
        let guess = Codeword::from_valid_bits(self.space.codes[first as usize]);
        Some(Tree { game: self.space.game, root: Node { guess, then } })
    }

    /// Iterates over the solved tasks of the attempt with index `order`, with their results.
    fn own<'a>(
        &'a self,
        answers: &'a [Solved],
        order: usize,
    ) -> impl Iterator<Item = (&'a Task, &'a (u64, Node))> {
        let own = self.tasks.iter().zip(answers).filter(move |(task, _)| task.order == order);
        own.filter_map(|(task, solved)| Some((task, solved.as_ref()?)))
    }

    /// Iterates over the tasks of the best strategy, with their results; empty if there is no such
    /// strategy.
    pub fn best_tasks<'a>(
        &'a self,
        answers: &'a [Solved],
    ) -> impl Iterator<Item = (&'a Task, &'a (u64, Node))> {
        self.best(answers).into_iter().flat_map(move |best| self.own(answers, best))
    }

    /// Returns the first guesses in order, each with its total turns, or with `None` if the guess
    /// is not better than a previous guess.
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
