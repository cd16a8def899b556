//! Optimal play: the strategy with the fewest total turns over all secrets, with proof.
//!
//! # The search
//!
//! The cost f(S) of a set S of secrets is their total number of turns. A guess g partitions S by
//! feedback. The guess takes one turn for every secret, and the game continues for the unsolved
//! secrets:
//!
//! ```text
//! f(S) = min over g of   |S| + Σ f(part)    over the partition of S by g, without g itself
//! ```
//!
//! The oracle in `plain.rs` implements this formula directly. This module is a branch-and-bound
//! search, which prunes branches whose lower bound is not below the best known cost. It uses:
//!
//! * **Bounds by size.** With k possible feedbacks, at most one secret of S takes one turn, at most
//!   k − 1 take two, at most (k − 1)² three, and so on. If each of these numbers is as large as
//!   possible, the total turns are a lower bound that depends only on |S|. It is exact for one or
//!   two secrets.
//! * **Bounds by number of partitions.** After a guess, the next guess finds at most one secret of
//!   each partition, and all other secrets take at least three turns. Let m be the maximum number
//!   of partitions of S by any guess. (A guess in S counts as one partition more, because it can be
//!   the secret itself.) The bound is 3|S| − m if three turns can suffice for |S| secrets, and
//!   greater otherwise. Counting the partitions by *all* guesses takes less than a microsecond for
//!   a dozen secrets, with 512 guesses per vector of bit planes (`classes.rs`).
//! * **Forced sets.** If a member of S distinguishes all secrets of S, the cost is 2|S| − 1. If no
//!   member does, but a member distinguishes all except two secrets, which give it the same
//!   feedback, the cost is 2|S|. For most sets of up to a dozen secrets, the table of scores among
//!   the members suffices.
//! * **Symmetry.** Symmetries that fix all previous guesses map S to itself: only one guess of each
//!   equivalence class is tried (`symmetry.rs`).
//! * **Isomorphs.** After two guesses a set is identified by its history: the two guesses, up to
//!   symmetry and order, and the two feedbacks. In games of up to 6 pins, isomorphic sets have the
//!   same key, so their cost is computed once. The key is exact, not a hash. Within such a set,
//!   each subset is a bit mask.
//! * **Ordering.** Guesses are ordered by remaining entropy, or by number of partitions in small
//!   sets. The partitions of a guess are first bounded, then solved exactly, the small ones first.
//!
//! `crates/ladders/src/mastermind/optimal.rs` measures the effect of each technique by disabling
//! it; `docs/mastermind-optimal.md` lists the results.
//!
//! # Selection among optimal trees
//!
//! Of several optimal trees, the first in the order of the search is returned. First and second
//! guesses, and later guesses in sets of more than 128 secrets, are ordered by Σ n log₂ n over the
//! partition sizes n, then members of S first, then lexicographically. Later guesses in sets of up
//! to 128 secrets are ordered by number of partitions, then members of S first, then
//! lexicographically. The result does not depend on threads: a later guess must be strictly better
//! to replace an earlier guess, and an earlier guess need only be equally good to replace a later
//! guess.

mod beam;
mod classes;
mod cut;
mod incumbent;
mod isomorphs;
#[cfg(test)]
mod kept;
mod local;
pub(crate) mod options;
#[cfg(feature = "oracle")]
mod plain;
mod proof;
mod questions;
#[cfg(feature = "serde")]
mod reading;
mod rebuild;
mod search;
mod snapshot;
mod space;
mod tree;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quadrille_lanes::Level;
use quadrille_progress::{Cancelled, Meter, Observer, Progress};
use thiserror::Error;

pub use self::cut::{Cut, Limit, Solved, Task};
pub use self::snapshot::Snapshot;
pub use self::tree::{Node, Tree, TreeError, Walk};

use self::options::SearchOptions;
use self::search::Solver;
use self::space::{Space, UNLIMITED};
use crate::codeword::{Codeword, CodewordError};
use crate::game::Game;
use crate::symmetry;

/// The objective of the search: the fewest total turns, with optional constraints on the depth and
/// the guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Goal {
    /// Maximum number of turns for any secret, at least 1; `None` for no limit.
    pub max_turns: Option<u32>,
    /// Whether the maximum number of turns is minimised before the total; `max_turns` is then an
    /// upper bound on it.
    pub least_depth: bool,
    /// Whether ties in the total are broken by the least depth, and then by the fewest secrets at
    /// the last turn. With `max_turns` or `least_depth`, the depth is fixed, and ties are broken
    /// only by the fewest secrets at the last turn.
    pub few_last: bool,
    /// Whether only possible codewords are allowed as guesses.
    pub possible_only: bool,
    /// The first guess; `None` for the best first guess.
    pub first: Option<Codeword>,
}

impl Goal {
    /// Creates the goal of the fewest total turns, with any depth and any guesses.
    pub const fn new() -> Self {
        Self { max_turns: None, least_depth: false, few_last: false, possible_only: false, first: None }
    }

    /// Sets the maximum number of turns, at least 1.
    #[must_use]
    pub const fn with_max_turns(mut self, turns: Option<u32>) -> Self {
        self.max_turns = turns;
        self
    }

    /// Sets whether the maximum number of turns is minimised first.
    #[must_use]
    pub const fn with_least_depth(mut self, least: bool) -> Self {
        self.least_depth = least;
        self
    }

    /// Sets whether, among strategies with equal totals, one with the fewest secrets at the last
    /// turn is chosen; see [`few_last`](Self::few_last).
    #[must_use]
    pub const fn with_few_last(mut self, few: bool) -> Self {
        self.few_last = few;
        self
    }

    /// Sets whether only possible codewords are allowed as guesses.
    #[must_use]
    pub const fn only_possible(mut self, only: bool) -> Self {
        self.possible_only = only;
        self
    }

    /// Sets the first guess.
    #[must_use]
    pub const fn with_first(mut self, first: Option<Codeword>) -> Self {
        self.first = first;
        self
    }

    /// Returns the maximum number of turns for a secret.
    fn turns(&self) -> u32 {
        self.max_turns.map_or(UNLIMITED, |turns| turns.min(UNLIMITED))
    }

    /// Returns the first guesses to choose from, one of each equivalence class.
    fn first_guesses(&self, game: Game) -> Vec<Codeword> {
        match self.first {
            Some(first) => vec![first],
            None => symmetry::opening_guesses(game),
        }
    }
}

/// A strategy, with proven bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The strategy. It has been verified by playing every secret.
    pub tree: Tree,
    /// The numbers of turns of the strategy.
    pub walk: Walk,
    /// Lower bound on the total turns of any strategy.
    pub lower_bound: u64,
    /// Whether the search is complete, so that no strategy is better for the goal.
    pub proved: bool,
}

/// Error of searching for an optimal strategy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OptimalError {
    /// Too many pins or codewords.
    #[error(
        "{game} has {} codewords: the search for optimal play is limited to {MOST_PINS} pins, {MOST_CODEWORDS} \
         codewords, and 64 for the product of pins and colours", game.codewords()
    )]
    TooLarge {
        /// The game.
        game: Game,
    },
    /// The maximum number of turns is 0.
    #[error("the maximum number of turns is 0: expected at least 1")]
    NoTurns,
    /// The allowed number of turns does not suffice for all secrets.
    #[error("no strategy finds every secret of {game} within {turns} turns")]
    TooFewTurns {
        /// The game.
        game: Game,
        /// The allowed number of turns.
        turns: u32,
    },
    /// The first guess is not a codeword of the game.
    #[error("the first guess: {0}")]
    First(#[from] CodewordError),
    /// The strategy found fails verification, which is a bug.
    #[error("internal error: the strategy found is invalid: {0}")]
    Walk(#[from] TreeError),
    /// Cancelled before any strategy within the allowed turns was found.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Maximum number of pins.
const MOST_PINS: usize = 8;
/// Maximum number of codewords.
const MOST_CODEWORDS: u64 = 1 << 20;

/// Number of codewords above which the beam searches of [`beam::BEAM_WIDTHS`] precede the exact
/// search.
const LARGE: u64 = 8000;

/// An adapter of an observer, which adds the current bounds to the progress.
struct BoundsReporter<'a> {
    observer: &'a dyn Observer,
    low: AtomicU64,
    high: AtomicU64,
    /// Cost of a turn, by which `low` and `high` are divided.
    turn: u64,
}

impl<'a> BoundsReporter<'a> {
    fn new(observer: &'a dyn Observer, turn: u64) -> Self {
        Self { observer, low: AtomicU64::new(0), high: AtomicU64::new(u64::MAX), turn }
    }
}

impl Observer for BoundsReporter<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        let high = self.high.load(Relaxed);
        let mut progress = progress.clone();
        if high != u64::MAX {
            let low = self.low.load(Relaxed).min(high);
            progress = progress.bounded((low / self.turn) as f64, (high / self.turn) as f64);
        }
        self.observer.observe(&progress)
    }
}

/// Returns the strategy with the fewest total turns, with proof; if the observer cancels, the best
/// strategy so far with a proven lower bound.
///
/// The observer receives the total turns of the best strategy so far and the lower bound as
/// [`Bounds`](quadrille_progress::Bounds). With the feature `rayon`, all threads of the current
/// rayon pool search; the result does not depend on the number of threads. The source of this
/// module describes the search. A search that is cancelled before it has found a strategy returns a
/// strategy that is constructed in tenths of a second, if it is within the allowed turns.
///
/// Takes exponential time. On one core of a processor of 2023, four pins and six colours take 0.05
/// s, four pins and eight colours 2.5 s.
///
/// # Errors
/// A game that is too large, no strategy within the allowed turns, a first guess of another game,
/// or cancellation before any strategy within the allowed turns was found.
///
/// ```
/// use quadrille_mastermind::{Game, Goal, Level, Repeats, optimal};
///
/// let game = Game::new(3, 4, Repeats::Allowed)?;
/// let best = optimal(game, &Goal::new(), Level::best(), &())?;
/// assert_eq!((best.walk.total_turns(), best.proved), (206, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn optimal(
    game: Game,
    goal: &Goal,
    level: Level,
    observer: &dyn Observer,
) -> Result<Optimum, OptimalError> {
    check(game, goal)?;
    let first_guesses = goal.first_guesses(game);
    match searched(game, goal, level, &first_guesses, observer) {
        Err(OptimalError::Cancelled(cancelled)) => {
            incumbent::incumbent(game, goal, &first_guesses).ok_or_else(|| cancelled.into())
        }
        found => found,
    }
}

/// Returns the result of the exact search.
fn searched(
    game: Game,
    goal: &Goal,
    level: Level,
    first_guesses: &[Codeword],
    observer: &dyn Observer,
) -> Result<Optimum, OptimalError> {
    let search =
        |turns: u32, count_last: bool| search(game, goal, level, first_guesses, turns, count_last, observer);
    let turns = goal.turns();
    if goal.least_depth {
        let mut depth = 1;
        loop {
            match search(depth, goal.few_last) {
                Err(OptimalError::TooFewTurns { .. }) if depth < turns => depth += 1,
                Ok(found) if !found.proved => {
                    // The search was cancelled, so neither the total nor the depth is proven.
                    return Ok(found);
                }
                found => return found,
            }
        }
    }
    if goal.few_last && goal.max_turns.is_none() {
        return shallow_with_few_last(search);
    }
    search(turns, goal.few_last)
}

/// Minimises the total; then, at that total, the maximum number of turns; then the number of
/// secrets at the last turn. `search` takes the allowed turns and whether the number of secrets at
/// the last turn is part of the cost.
///
/// Only the first search can lower the total. If a later search is cancelled, the previous result
/// remains the best, and its total remains proven.
fn shallow_with_few_last(
    search: impl Fn(u32, bool) -> Result<Optimum, OptimalError>,
) -> Result<Optimum, OptimalError> {
    let mut best = search(UNLIMITED, false)?;
    if !best.proved {
        return Ok(best);
    }
    let total = best.walk.total_turns();
    let stopped = |best: Optimum| Optimum { proved: false, lower_bound: total, ..best };
    while best.walk.max_turns() > 1 {
        match search(best.walk.max_turns() - 1, false) {
            // A tree with the proven total is optimal, whether or not this search is complete.
            Ok(found) if found.walk.total_turns() == total => {
                let ended = found.proved;
                best = found;
                if !ended {
                    return Ok(stopped(best));
                }
            }
            Ok(found) if found.proved => break,
            Err(OptimalError::TooFewTurns { .. }) => break,
            Ok(_) | Err(OptimalError::Cancelled(_)) => return Ok(stopped(best)),
            Err(error) => return Err(error),
        }
    }
    match search(best.walk.max_turns(), true) {
        Ok(found) if found.proved => Ok(found),
        Ok(found) => Ok(stopped(if found.walk.rank() < best.walk.rank() { found } else { best })),
        Err(OptimalError::Cancelled(_)) => Ok(stopped(best)),
        Err(error) => Err(error),
    }
}

/// Checks whether a game is within the limits of the search, and the goal is valid for it.
fn check(game: Game, goal: &Goal) -> Result<(), OptimalError> {
    if game.pins() > MOST_PINS || game.codewords() > MOST_CODEWORDS || game.pins() * game.colors() > 64 {
        return Err(OptimalError::TooLarge { game });
    }
    if goal.max_turns == Some(0) {
        return Err(OptimalError::NoTurns);
    }
    if let Some(first) = goal.first {
        game.check(first)?;
    }
    Ok(())
}

/// Runs one search with a maximum number of turns.
fn search(
    game: Game,
    goal: &Goal,
    level: Level,
    first_guesses: &[Codeword],
    turns: u32,
    count_last: bool,
    observer: &dyn Observer,
) -> Result<Optimum, OptimalError> {
    observer.notify(&Progress::default())?;
    let space = Space::new(game, level, goal.possible_only, count_last);
    let too_few = OptimalError::TooFewTurns { game, turns };
    if !space.fits(space.codes.len(), turns) {
        return Err(too_few);
    }
    let reporter = BoundsReporter::new(observer, space.turn);
    let meter = Meter::new(&reporter).every(1 << 18);
    let solver = Solver::new(&space, &meter, &reporter);
    let first_guesses: Vec<u32> = first_guesses.iter().map(|first| space.place(first.bits())).collect();
    let proved = solver.prove(&first_guesses, turns);
    let (root, proved) = match (proved, solver.best()) {
        (Ok(Some(root)), _) => (root, true),
        (Ok(None), _) => return Err(too_few),
        (Err(_), Some(root)) => (root, false),
        (Err(cancelled), None) => return Err(cancelled.into()),
    };
    let tree = Tree { game, root };
    let walk = tree.walk()?;
    let total = walk.total_turns();
    let lower_bound = if proved { total } else { (solver.floor() / space.turn).min(total) };
    Ok(Optimum { tree, walk, lower_bound, proved })
}

/// Proves the optimal total with the techniques enabled in `options`, on the calling thread;
/// returns the total turns and the number of guesses tried, summed over all sets of secrets. `None`
/// if the game is too large.
pub fn prove_with(game: Game, options: SearchOptions, level: Level) -> Option<(u64, u64)> {
    check(game, &Goal::new()).ok()?;
    let space = Space::new(game, level, false, false).with_options(options);
    let first_guesses = Goal::new().first_guesses(game);
    let first_guesses: Vec<u32> = first_guesses.iter().map(|first| space.place(first.bits())).collect();
    let proved = with_solver(&space, &(), |solver| {
        let solver = solver.alone();
        Ok((solver.prove(&first_guesses, UNLIMITED)?, solver.nodes()))
    });
    let (root, nodes) = proved.ok()?;
    Some((Tree { game, root: root? }.walk().ok()?.total_turns(), nodes))
}

/// Proves the optimal total by trying every guess on every set; returns the total turns and the
/// number of guesses tried.
///
/// # Panics
/// If there are more than 128 codewords.
#[cfg(feature = "oracle")]
pub fn prove_plainly(game: Game) -> Option<(u64, u64)> {
    let (total, nodes) = plain::least(game, &Goal::new().first_guesses(game), UNLIMITED, (1, 0), false);
    Some((total?, nodes))
}

/// Given a history and the sorted possible secrets, returns three values: the total turns if
/// `guess` is followed by optimal play, the best guess, and the total turns if the best guess is
/// followed by optimal play. `None` if no guess gives information. The game must be [small
/// enough](is_quick).
pub(crate) fn turns_after(
    game: Game,
    level: Level,
    history: &[Codeword],
    secrets: &[u64],
    possible_only: bool,
    guess: Codeword,
    observer: &dyn Observer,
) -> Result<Option<(u64, Codeword, u64)>, Cancelled> {
    let space = Space::new(game, level, possible_only, false);
    with_solver(&space, observer, |solver| {
        let mut history: Vec<u32> = history.iter().map(|guess| space.place(guess.bits())).collect();
        let secrets: Vec<u32> = secrets.iter().map(|&code| space.place(code)).collect();
        let best = solver.best_of(&secrets, &solver.representatives(&history)?, UNLIMITED)?;
        let Some((best, least)) = best else { return Ok(None) };
        let guess = space.place(guess.bits());
        history.push(guess);
        let list = solver.representatives(&history)?;
        let mut turns = secrets.len() as u64;
        for part in solver.answers(&secrets, guess) {
            turns += solver.best_of(&part, &list, UNLIMITED)?.map_or(0, |found| found.1);
        }
        Ok(Some((turns, Codeword::from_valid_bits(space.codes[best as usize]), least)))
    })
}

/// Runs `work` with a temporary solver that reports no bounds.
fn with_solver<T>(
    space: &Space,
    observer: &dyn Observer,
    work: impl FnOnce(Solver<'_>) -> Result<T, Cancelled>,
) -> Result<T, Cancelled> {
    let reporter = BoundsReporter::new(observer, space.turn);
    let meter = Meter::new(&reporter).every(1 << 18);
    work(Solver::new(space, &meter, &reporter))
}

/// Maximum number of secrets of a set that is solved exactly in interactive use.
const QUICK_SECRETS: usize = 400;

/// Maximum number of codewords of a game that is solved exactly in interactive use.
const QUICK_CODEWORDS: u64 = 1500;

/// Returns whether a set of `secrets` secrets is solved exactly in interactive use.
pub(crate) fn is_quick(game: Game, secrets: usize) -> bool {
    let whole = secrets as u64 == game.codewords();
    check(game, &Goal::new()).is_ok()
        && if whole { game.codewords() <= QUICK_CODEWORDS } else { secrets <= QUICK_SECRETS }
}

/// Given a history and the sorted possible secrets, returns the best guess and the total turns
/// including this guess; `None` if not all secrets can be found within the goal's turns.
pub(crate) fn best_after(
    game: Game,
    level: Level,
    history: &[Codeword],
    secrets: &[u64],
    goal: &Goal,
    observer: &dyn Observer,
) -> Result<Option<(Codeword, u64)>, Cancelled> {
    let turns = goal.turns();
    let space = Space::new(game, level, goal.possible_only, false);
    if !space.fits(secrets.len(), turns) {
        return Ok(None);
    }
    with_solver(&space, observer, |solver| {
        let history: Vec<u32> = history.iter().map(|guess| space.place(guess.bits())).collect();
        let secrets: Vec<u32> = secrets.iter().map(|&code| space.place(code)).collect();
        let best = solver.best_of(&secrets, &solver.representatives(&history)?, turns)?;
        Ok(best.map(|(guess, cost)| (Codeword::from_valid_bits(space.codes[guess as usize]), cost)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Repeats;

    fn goals() -> Vec<Goal> {
        let mut goals = Vec::new();
        for possible_only in [false, true] {
            for few_last in [false, true] {
                let goal = Goal::new().only_possible(possible_only).with_few_last(few_last);
                goals.push(goal);
                goals.push(goal.with_least_depth(true));
                goals.extend((1..=6).map(|turns| goal.with_max_turns(Some(turns))));
            }
        }
        goals
    }

    /// Returns the total turns and, if the goal uses it, the number of secrets at the last turn;
    /// both are computed by the oracle.
    fn by_trial(game: Game, goal: &Goal) -> Option<(u64, Option<u64>)> {
        let first_guesses = goal.first.map_or_else(|| game.iter().collect::<Vec<_>>(), |first| vec![first]);
        let unit = game.codewords() + 1;
        let least = |turns: u32| plain::least(game, &first_guesses, turns, (unit, 1), goal.possible_only).0;
        let last = |(turns, cost): (u32, u64)| {
            let (total, last) = (cost / unit, cost % unit);
            (total, (turns <= 200 && goal.few_last).then_some(last))
        };
        let limit = goal.max_turns.unwrap_or(200);
        if goal.least_depth {
            let turns = (1..=limit).find(|&turns| least(turns).is_some())?;
            return least(turns).map(|cost| last((turns, cost)));
        }
        if goal.few_last && goal.max_turns.is_none() {
            let total = least(200)? / unit;
            let turns = (1..200).find(|&turns| least(turns).is_some_and(|cost| cost / unit == total))?;
            return least(turns).map(|cost| last((turns, cost)));
        }
        least(limit).map(|cost| last((limit, cost)))
    }

    fn check(game: Game, goal: &Goal) {
        let expected = by_trial(game, goal);
        let found = optimal(game, goal, Level::best(), &());
        match (expected, found) {
            (None, Err(OptimalError::TooFewTurns { .. })) => {}
            (Some((total, last)), Ok(found)) => {
                assert!(found.proved);
                assert_eq!(found.walk, found.tree.walk().unwrap());
                assert_eq!((found.walk.total_turns(), found.lower_bound), (total, total), "{game} {goal:?}");
                if let Some(last) = last {
                    let at = goal.max_turns.filter(|_| !goal.least_depth).unwrap_or(found.walk.max_turns());
                    let there = found.walk.histogram.get(at as usize - 1).copied().unwrap_or(0);
                    assert_eq!(there, last, "{game} {goal:?}");
                }
                if let Some(first) = goal.first {
                    assert_eq!(found.tree.root.guess, first);
                }
            }
            (expected, found) => panic!("{game} {goal:?}: {expected:?} {found:?}"),
        }
    }

    /// Checks every goal for one pin with up to eight colours, two pins with up to five, and three
    /// pins with up to three. Larger games have their own tests.
    #[test]
    fn small_games_by_trial() {
        let (one, two) = ((1..=8).map(|colors| (1, colors)), (1..=5).map(|colors| (2, colors)));
        for (pins, colors) in one.chain(two).chain([(3, 1), (3, 2), (3, 3)]) {
            for repeats in [Repeats::Allowed, Repeats::Forbidden] {
                let Ok(game) = Game::new(pins, colors, repeats) else { continue };
                for goal in goals() {
                    check(game, &goal);
                }
                for first in game.iter().step_by(5) {
                    check(game, &Goal::new().with_first(Some(first)));
                }
            }
        }
    }

    #[test]
    fn three_pins_by_trial() {
        let game = Game::new(3, 4, Repeats::Allowed).unwrap();
        for goal in goals() {
            check(game, &goal);
        }
        let game = Game::new(3, 5, Repeats::Forbidden).unwrap();
        for goal in goals().iter().step_by(3) {
            check(game, goal);
        }
    }

    #[test]
    fn two_pins_by_trial() {
        for colors in 6..=8 {
            for repeats in [Repeats::Allowed, Repeats::Forbidden] {
                let game = Game::new(2, colors, repeats).unwrap();
                for goal in &goals() {
                    check(game, goal);
                }
            }
        }
    }

    /// Checks published totals that are fast to compute, and the others if `QUADRILLE_SLOW_TESTS`
    /// is set.
    #[test]
    fn published_totals() {
        let mut table = vec![
            (4, 5, Repeats::Allowed, 2463),
            (4, 6, Repeats::Allowed, 5625),
            (5, 4, Repeats::Allowed, 3954),
            (6, 3, Repeats::Allowed, 2649),
        ];
        if std::env::var_os("QUADRILLE_SLOW_TESTS").is_some() {
            table.extend([
                (3, 10, Repeats::Allowed, 5242),
                (4, 7, Repeats::Allowed, 11228),
                (4, 8, Repeats::Allowed, 20471),
                (5, 5, Repeats::Allowed, 13496),
                (6, 4, Repeats::Allowed, 17281),
                (4, 9, Repeats::Forbidden, 14914),
                (4, 10, Repeats::Forbidden, 26274),
            ]);
        }
        for (pins, colors, repeats, total) in table {
            let game = Game::new(pins, colors, repeats).unwrap();
            let found = optimal(game, &Goal::new(), Level::best(), &()).unwrap();
            assert_eq!((found.walk.total_turns(), found.proved), (total, true), "{game}");
        }
    }

    #[test]
    fn four_pins_six_colors_by_every_goal() {
        let game = Game::new(4, 6, Repeats::Allowed).unwrap();
        let total = |goal: Goal| {
            let found = optimal(game, &goal, Level::best(), &()).unwrap();
            (found.walk.total_turns(), found.walk.max_turns())
        };
        assert_eq!(total(Goal::new().with_max_turns(Some(5))), (5626, 5));
        assert_eq!(total(Goal::new().with_least_depth(true)), (5626, 5));
        assert_eq!(total(Goal::new().with_few_last(true)), (5625, 6));
        assert_eq!(total(Goal::new().only_possible(true)).0, 5660);
        let error = optimal(game, &Goal::new().with_max_turns(Some(4)), Level::best(), &()).unwrap_err();
        assert_eq!(error.to_string(), "no strategy finds every secret of 4 pins, 6 colours within 4 turns");
    }

    /// A search that is cancelled at any call of the observer returns a valid tree and valid
    /// bounds.
    #[test]
    fn stopped_early() {
        let game = Game::new(4, 5, Repeats::Allowed).unwrap();
        let mut answers = 0;
        for stop in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55] {
            let asked = AtomicU64::new(0);
            let observer = |progress: &Progress| {
                if let Some(bounds) = progress.bounds {
                    assert!(bounds.low <= 2463.0 && bounds.high >= 2463.0);
                }
                if asked.fetch_add(1, Relaxed) >= stop {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let found = optimal(game, &Goal::new(), Level::best(), &observer).unwrap();
            assert!(found.lower_bound <= 2463 && found.walk.total_turns() >= 2463);
            assert_eq!(found.walk.secrets(), 625);
            answers += u32::from(!found.proved);
            // If the quick strategy exceeds the maximum number of turns, a cancelled search has no
            // answer.
            let within = |turns| Goal::new().with_max_turns(Some(turns));
            match optimal(game, &within(5), Level::best(), &observer) {
                Ok(found) => assert!(found.walk.max_turns() <= 5),
                Err(error) => assert_eq!(error, OptimalError::Cancelled(Cancelled)),
            }
        }
        assert!(answers > 1);
    }

    /// A cancelled search for the fewest secrets at the last turn does not make the result worse
    /// than the previous result.
    #[test]
    fn few_last_stopped_keeps_the_best() {
        let game = Game::new(3, 4, Repeats::Allowed).unwrap();
        let find = |goal: Goal| optimal(game, &goal, Level::best(), &()).unwrap();
        let best = find(Goal::new());
        let last = find(Goal::new().with_few_last(true));
        let unproved = |found: Optimum| Optimum { proved: false, lower_bound: 100, ..found };
        let worse = unproved(find(Goal::new().with_first(Some(game.parse("111").unwrap()))));
        assert!(worse.walk.total_turns() > best.walk.total_turns());
        let total = best.walk.total_turns();
        let kept = |found: Optimum| Optimum { proved: false, lower_bound: total, ..found };
        let too_few = |turns| Err(OptimalError::TooFewTurns { game, turns });

        let stopped = |answer: Result<Optimum, OptimalError>, count_last: bool| {
            shallow_with_few_last(|turns, counting| match (turns, counting) {
                (UNLIMITED, false) => Ok(best.clone()),
                _ if counting == count_last => answer.clone(),
                _ => too_few(turns),
            })
            .unwrap()
        };
        for count_last in [false, true] {
            assert_eq!(stopped(Ok(worse.clone()), count_last), kept(best.clone()));
            assert_eq!(stopped(Err(OptimalError::Cancelled(Cancelled)), count_last), kept(best.clone()));
        }
        assert_eq!(stopped(Ok(unproved(last.clone())), true).walk.rank(), last.walk.rank());
        assert_eq!(stopped(Ok(last.clone()), true), last);
        // If the total is not proven, no further search is made.
        let first = shallow_with_few_last(|turns, _| {
            assert_eq!(turns, UNLIMITED);
            Ok(worse.clone())
        });
        assert_eq!(first, Ok(worse.clone()));
    }

    /// One thread and three threads give the same tree.
    #[cfg(feature = "rayon")]
    #[test]
    fn threads_change_nothing() {
        for (pins, colors, goal) in [
            (4, 4, Goal::new()),
            (4, 5, Goal::new()),
            (3, 6, Goal::new().with_few_last(true)),
            (5, 3, Goal::new().with_least_depth(true)),
            (4, 5, Goal::new().only_possible(true)),
        ] {
            let game = Game::new(pins, colors, Repeats::Allowed).unwrap();
            let with = |threads: usize| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| optimal(game, &goal, Level::best(), &()).unwrap())
            };
            let one = with(1);
            for _ in 0..3 {
                assert_eq!(with(3), one, "{game} {goal:?}");
            }
        }
    }

    /// Solves the tasks stage by stage.
    fn in_tasks(cut: &Cut) -> Vec<Solved> {
        let mut answers = Vec::new();
        for number in 0..cut.tasks().len() {
            // Tasks of a stage are independent, so the order is irrelevant.
            let answer = cut.solve(number, cut.limit(&answers, number), &()).unwrap();
            answers.push(answer);
        }
        answers
    }

    /// Solving by tasks and as a whole gives the same tree.
    #[test]
    fn tasks_make_the_same_tree() {
        let least_depth = Goal::new().with_least_depth(true);
        let mut cases = vec![
            (4, 5, Goal::new()),
            (4, 4, Goal::new().with_max_turns(Some(5))),
            (4, 4, least_depth),
            (4, 4, least_depth.with_few_last(true)),
        ];
        for (pins, colors) in [(1, 1), (1, 2), (1, 5), (2, 1), (2, 6), (3, 3), (5, 2), (3, 6)] {
            for goal in [Goal::new(), Goal::new().only_possible(true)] {
                cases.push((pins, colors, goal));
                for few_last in [false, true] {
                    let goal = goal.with_few_last(few_last);
                    cases.push((pins, colors, goal.with_least_depth(true)));
                    cases.push((pins, colors, goal.with_least_depth(true).with_max_turns(Some(3))));
                    cases.extend((1..6).map(|turns| (pins, colors, goal.with_max_turns(Some(turns)))));
                }
            }
        }
        for (pins, colors, goal) in cases {
            for repeats in [Repeats::Allowed, Repeats::Forbidden] {
                let Ok(game) = Game::new(pins, colors, repeats) else { continue };
                let whole = optimal(game, &goal, Level::best(), &()).map(|found| found.tree).ok();
                let cut = Cut::new(game, &goal, Level::best(), &()).unwrap();
                assert_eq!(cut.tree(&in_tasks(&cut)), whole, "{game} {goal:?}");
            }
        }
    }

    /// Ties are broken by depth and by few secrets at the last turn: tasks and the whole search
    /// agree in both, and the costs of the tasks sum to the total.
    #[test]
    fn few_last_by_tasks() {
        let sizes = [(1, 1), (1, 5), (2, 1), (2, 5), (3, 3), (5, 2), (3, 5), (4, 4), (3, 6)];
        for (pins, colors) in sizes {
            for repeats in [Repeats::Allowed, Repeats::Forbidden] {
                let Ok(game) = Game::new(pins, colors, repeats) else { continue };
                for possible_only in [false, true] {
                    let goal = Goal::new().with_few_last(true).only_possible(possible_only);
                    let whole = optimal(game, &goal, Level::best(), &()).unwrap().walk;
                    let cut = Cut::new(game, &goal, Level::best(), &()).unwrap();
                    let answers = in_tasks(&cut);
                    let walk = cut.tree(&answers).unwrap().walk().unwrap();
                    assert_eq!(walk.rank(), whole.rank(), "{game} {goal:?}");
                    let turns = cut.best_tasks(&answers).map(|(_, (cost, _))| cut.turns(*cost));
                    assert_eq!(game.codewords() + turns.sum::<u64>(), walk.total_turns());
                }
            }
        }
    }

    /// A task cancelled after any set resumes from the snapshot with the same result and less work.
    #[test]
    fn tasks_resume_from_snapshots() {
        let game = Game::new(4, 5, Repeats::Allowed).unwrap();
        for goal in [Goal::new(), Goal::new().with_few_last(true), Goal::new().with_least_depth(true)] {
            let cut = Cut::new(game, &goal, Level::best(), &()).unwrap();
            let answers = in_tasks(&cut);
            let mut snapshots = 0;
            for number in 0..cut.tasks().len() {
                let limit = cut.limit(&answers, number);
                let kept = std::sync::Mutex::new(Vec::new());
                let keep = |make: &dyn Fn() -> Snapshot| kept.lock().unwrap().push(make());
                let begin = Snapshot::default();
                assert_eq!(cut.solve_from(number, limit, &begin, &keep, &()).unwrap(), answers[number]);
                let kept = kept.into_inner().unwrap();
                assert!(kept.windows(2).all(|pair| pair[0].sets() <= pair[1].sets()));
                snapshots += kept.len();
                for snapshot in kept.iter().step_by(kept.len() / 3 + 1).chain(kept.last()) {
                    let found = std::sync::Mutex::new(snapshot.sets());
                    let keep = |make: &dyn Fn() -> Snapshot| *found.lock().unwrap() = make().sets();
                    let again = cut.solve_from(number, limit, snapshot, &keep, &()).unwrap();
                    assert_eq!(again, answers[number], "{goal:?} {number}");
                    // Known results are not recomputed.
                    let most = kept.last().map_or(0, Snapshot::sets);
                    assert!(*found.lock().unwrap() <= most, "{goal:?} {number}");
                }
            }
            assert!(snapshots > 10, "{goal:?}: {snapshots}");
        }
    }

    /// Every vector level gives the same result.
    #[test]
    fn levels_change_nothing() {
        let game = Game::new(3, 5, Repeats::Allowed).unwrap();
        let best = optimal(game, &Goal::new(), Level::best(), &()).unwrap();
        for level in Level::available() {
            assert_eq!(optimal(game, &Goal::new(), level, &()).unwrap(), best);
        }
    }

    #[test]
    fn too_large_and_foreign() {
        let game = Game::new(16, 15, Repeats::Allowed).unwrap();
        assert_eq!(optimal(game, &Goal::new(), Level::best(), &()), Err(OptimalError::TooLarge { game }));
        let game = Game::new(2, 2, Repeats::Allowed).unwrap();
        assert_eq!(
            optimal(game, &Goal::new().with_max_turns(Some(0)), Level::best(), &()),
            Err(OptimalError::NoTurns)
        );
        let foreign = Game::new(3, 2, Repeats::Allowed).unwrap().parse("111").unwrap();
        assert!(optimal(game, &Goal::new().with_first(Some(foreign)), Level::best(), &()).is_err());
    }
}
