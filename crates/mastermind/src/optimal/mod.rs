//! Optimal play: the strategy with the fewest turns over all secrets, proved.
//!
//! # The search
//!
//! The cost f(S) of a set S of secrets is the number of turns that they take together. A guess g parts S by
//! the answers; every secret pays for this turn, and those that are not finished go on:
//!
//! ```text
//! f(S) = min over g of   |S| + Σ f(part)    over the parts of S by g, without the one that is g itself
//! ```
//!
//! That is the plain search, in `plain.rs`, and the oracle of this one. Here branches are cut off wherever a
//! lower bound of their cost is no better than what has been found. What is used:
//!
//! * **Bounds by size.** With k feedbacks that can occur, one secret of S takes one turn, at most k − 1 take
//!   two, at most (k − 1)² three. Summed up: what so many secrets cost at least, exact for a few.
//! * **Bounds by the number of parts.** If no guess makes more than m parts of S (one more counted for a
//!   guess that is in S, whose own part is finished), at most m secrets go on with a first turn of their own:
//!   3|S| − m for sets that are not large. To count the parts of *all* guesses takes less than a microsecond
//!   for a dozen secrets: guesses lie in planes of bits, 512 side by side (`classes.rs`).
//! * **Small sets.** If a member tells all others apart, 2|S| − 1 is the cost; if it tells all but two apart,
//!   and no member tells all, 2|S|. Most sets of up to a dozen secrets need nothing but the table of scores
//!   among themselves.
//! * **Symmetry.** Exchanges of pins and names of colours that leave the guesses made so far as they were
//!   leave S as it was: of guesses that they carry to one another one is tried (`symmetry.rs`).
//! * **Sets met before.** After two guesses a set is known by its history: the two guesses, up to exchanges
//!   and up to their order, and the two answers. Isomorphic sets have the same name, so their cost is worked
//!   out once. The name is exact, no hash. Within such a set each subset is a word with a bit a secret.
//! * **Order.** Guesses come in the order of what they leave open (by entropy); parts of a guess first get
//!   bounds, then their costs, the small parts first.
//!
//! What each of them is worth, `crates/ladders/src/mastermind/optimal.rs` measures by leaving it out; `docs/mastermind-optimal.md` has
//! the figures.
//!
//! # Which of several optimal trees
//!
//! The first in the order of the search: for all secrets and after the first guess, guesses are ordered by
//! Σ n log₂ n over the parts, then members of S, then lexicographically; in sets of up to 128 secrets after
//! that by the number of parts, then members, then lexicographically. It does not depend on threads: a guess
//! that comes later must be better, one that comes earlier only as good.

mod classes;
mod cut;
pub(crate) mod ideas;
mod incumbent;
#[cfg(test)]
mod kept;
mod local;
#[cfg(feature = "oracle")]
mod plain;
#[cfg(feature = "serde")]
mod reading;
mod search;
mod snapshot;
mod space;
mod tree;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quadrille_lanes::Level;
use quadrille_progress::{Cancelled, Meter, Observer, Progress};
use thiserror::Error;

pub use self::cut::{Cut, Limit, Piece, Solved};
pub use self::snapshot::Snapshot;
pub use self::tree::{Node, Tree, TreeError, Walk};

use self::ideas::Ideas;
use self::search::Solver;
use self::space::{Space, UNLIMITED};
use crate::codeword::{Codeword, CodewordError};
use crate::game::Game;
use crate::symmetry;

/// What is asked of a strategy: the fewest turns over all secrets, under some conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Goal {
    /// No secret may take more turns than this; from 1.
    pub max_turns: Option<u32>,
    /// The longest game as short as can be before anything else; `max_turns` is then an upper limit of it.
    pub least_depth: bool,
    /// Of equal totals the shallowest tree, and of these one with the fewest secrets at the last turn. With
    /// `max_turns` or `least_depth` that turn is the last.
    pub few_last: bool,
    /// Guess only what is still possible.
    pub possible_only: bool,
    /// The first guess; the best one otherwise.
    pub first: Option<Codeword>,
}

impl Goal {
    /// The fewest turns, whatever the depth, any codeword a guess.
    pub const fn new() -> Self {
        Self { max_turns: None, least_depth: false, few_last: false, possible_only: false, first: None }
    }

    /// The same with at most so many turns, from 1.
    #[must_use]
    pub const fn with_max_turns(mut self, turns: Option<u32>) -> Self {
        self.max_turns = turns;
        self
    }

    /// The same with the longest game as short as can be.
    #[must_use]
    pub const fn with_least_depth(mut self, least: bool) -> Self {
        self.least_depth = least;
        self
    }

    /// The same with few secrets at the last turn.
    #[must_use]
    pub const fn with_few_last(mut self, few: bool) -> Self {
        self.few_last = few;
        self
    }

    /// The same with only possible codewords as guesses.
    #[must_use]
    pub const fn only_possible(mut self, only: bool) -> Self {
        self.possible_only = only;
        self
    }

    /// The same with this first guess.
    #[must_use]
    pub const fn with_first(mut self, first: Option<Codeword>) -> Self {
        self.first = first;
        self
    }

    /// The turns that a secret may take.
    fn turns(&self) -> u32 {
        self.max_turns.map_or(UNLIMITED, |turns| turns.min(UNLIMITED))
    }

    /// The first guesses to choose from, no two alike but for names and places.
    fn first_guesses(&self, game: Game) -> Vec<Codeword> {
        match self.first {
            Some(first) => vec![first],
            None => symmetry::opening_guesses(game),
        }
    }
}

/// A strategy, and how good it is known to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The strategy. Every secret has been walked through it.
    pub tree: Tree,
    /// How long it takes.
    pub walk: Walk,
    /// No strategy takes fewer turns over all secrets.
    pub lower_bound: u64,
    /// Whether the search came to its end: then no strategy is better by the goal.
    pub proved: bool,
}

/// Why there is no strategy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OptimalError {
    /// Too many pins or codewords.
    #[error(
        "{game} has {} codewords: optimal play is searched for with up to {MOST_PINS} pins, {MOST_CODEWORDS} \
         codewords, and 64 for pins times colours", game.codewords()
    )]
    TooLarge {
        /// The game.
        game: Game,
    },
    /// No turns at all.
    #[error("at most 0 turns: expected at least 1")]
    NoTurns,
    /// So few turns are not enough for all secrets.
    #[error("no strategy finds every secret of {game} within {turns} turns")]
    TooFewTurns {
        /// The game.
        game: Game,
        /// The turns allowed.
        turns: u32,
    },
    /// The first guess is no codeword of the game.
    #[error("the first guess: {0}")]
    First(#[from] CodewordError),
    /// A strategy that was found fails a walk through all secrets: a fault of this program.
    #[error("the strategy found fails its walk: {0}")]
    Walk(#[from] TreeError),
    /// It was cancelled before there was any strategy within the turns allowed.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The most pins.
const MOST_PINS: usize = 8;
/// The most codewords.
const MOST_CODEWORDS: u64 = 1 << 20;

/// Codewords from which on wider searches come before the whole one.
const LARGE: u64 = 8000;

/// Adds the bounds to what an observer hears.
struct Telling<'a> {
    observer: &'a dyn Observer,
    low: AtomicU64,
    high: AtomicU64,
    /// The cost of a turn.
    turn: u64,
}

impl<'a> Telling<'a> {
    fn new(observer: &'a dyn Observer, turn: u64) -> Self {
        Self { observer, low: AtomicU64::new(0), high: AtomicU64::new(u64::MAX), turn }
    }
}

impl Observer for Telling<'_> {
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

/// The strategy with the fewest turns over all secrets, proved; or, if the observer says stop, the best so
/// far with a proved lower bound.
///
/// The observer hears of the turns of the best strategy so far and of the lower bound as
/// [`Bounds`](quadrille_progress::Bounds). With the feature `rayon` all ambient threads search; the strategy
/// is the same for any number of them. See the module's source for how it is found. A search that is stopped before
/// it has found a strategy returns one that takes tenths of a second to make, if it is within the turns allowed.
///
/// Exponential. On one core of 2023: four pins and six colours take 0.05 s, eight colours 7 s.
///
/// # Errors
/// A game too large, no strategy within the turns allowed, a first guess of another game, or a search
/// that is cancelled before there is any strategy within the turns allowed.
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
    let firsts = goal.first_guesses(game);
    match searched(game, goal, level, &firsts, observer) {
        Err(OptimalError::Cancelled(cancelled)) => {
            incumbent::incumbent(game, goal, &firsts).ok_or_else(|| cancelled.into())
        }
        found => found,
    }
}

/// The strategy that the search finds.
fn searched(
    game: Game,
    goal: &Goal,
    level: Level,
    firsts: &[Codeword],
    observer: &dyn Observer,
) -> Result<Optimum, OptimalError> {
    let search =
        |turns: u32, count_last: bool| search(game, goal, level, firsts, turns, count_last, observer);
    let turns = goal.turns();
    if goal.least_depth {
        let mut depth = 1;
        loop {
            match search(depth, goal.few_last) {
                Err(OptimalError::TooFewTurns { .. }) if depth < turns => depth += 1,
                Ok(found) if !found.proved => {
                    // The depth is not proved either.
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

/// The least total; then, as long as that stays, fewer turns; then few secrets at the last of them. `search` takes the
/// turns allowed and whether secrets at the last of them count.
///
/// Only the first search can lower the total. Whichever of the later ones is stopped, what was found before stays the
/// best, and its total stays proved.
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
            // As many turns as the proved total are the fewest, whether this search came to its end or not.
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

/// Whether a game is within what is searched, and the goal one of its own.
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

/// One search, within so many turns.
fn search(
    game: Game,
    goal: &Goal,
    level: Level,
    firsts: &[Codeword],
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
    let telling = Telling::new(observer, space.turn);
    let meter = Meter::new(&telling).every(1 << 18);
    let solver = Solver::new(&space, &meter, &telling);
    let firsts: Vec<u32> = firsts.iter().map(|first| space.place(first.bits())).collect();
    let proved = solver.prove(&firsts, turns);
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

/// A proof with some of the ideas, on the calling thread: the fewest turns over all secrets, and how many
/// guesses were tried on a set. Nothing where the game is too large to be searched.
pub fn prove_with(game: Game, ideas: Ideas, level: Level) -> Option<(u64, u64)> {
    check(game, &Goal::new()).ok()?;
    let space = Space::new(game, level, false, false).with_ideas(ideas);
    let firsts = Goal::new().first_guesses(game);
    let firsts: Vec<u32> = firsts.iter().map(|first| space.place(first.bits())).collect();
    let proved = with_solver(&space, &(), |solver| {
        let solver = solver.alone();
        Ok((solver.prove(&firsts, UNLIMITED)?, solver.nodes()))
    });
    let (root, nodes) = proved.ok()?;
    Some((Tree { game, root: root? }.walk().ok()?.total_turns(), nodes))
}

/// The same by trying every guess everywhere.
///
/// # Panics
/// More than 128 codewords.
#[cfg(feature = "oracle")]
pub fn prove_plainly(game: Game) -> Option<(u64, u64)> {
    let (total, nodes) = plain::least(game, &Goal::new().first_guesses(game), UNLIMITED, (1, 0), false);
    Some((total?, nodes))
}

/// After some guesses, with these secrets (ascending) still possible: the turns that they take together after
/// one more guess and the best play from then on; the best guess, and the turns after that. `None` where no
/// guess tells anything. The game is one that is [searched](is_quick).
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

/// A solver of a space for a moment, that tells no bounds of the whole.
fn with_solver<T>(
    space: &Space,
    observer: &dyn Observer,
    work: impl FnOnce(Solver<'_>) -> Result<T, Cancelled>,
) -> Result<T, Cancelled> {
    let telling = Telling::new(observer, space.turn);
    let meter = Meter::new(&telling).every(1 << 18);
    work(Solver::new(space, &meter, &telling))
}

/// Secrets up to which a set is searched to the end while somebody waits.
const QUICK_SECRETS: usize = 400;

/// Codewords of a game up to which the same is done for all of them.
const QUICK_CODEWORDS: u64 = 1500;

/// Whether so many secrets, of all those of a game, are searched to the end while somebody waits.
pub(crate) fn is_quick(game: Game, secrets: usize) -> bool {
    let whole = secrets as u64 == game.codewords();
    check(game, &Goal::new()).is_ok()
        && if whole { game.codewords() <= QUICK_CODEWORDS } else { secrets <= QUICK_SECRETS }
}

/// After some guesses, with these secrets (ascending) still possible: the best guess, and the turns that they
/// take together from it on; `None` if they cannot all be found within so many.
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

    /// Total and secrets at the last turn by the oracle, and that turn.
    fn by_trial(game: Game, goal: &Goal) -> Option<(u64, Option<u64>)> {
        let firsts = goal.first.map_or_else(|| game.iter().collect::<Vec<_>>(), |first| vec![first]);
        let unit = game.codewords() + 1;
        let least = |turns: u32| plain::least(game, &firsts, turns, (unit, 1), goal.possible_only).0;
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

    /// All sizes up to 3p3c and 2p5c, and 1 pin, every goal; the larger ones have tests of their own.
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

    /// The published totals that take a moment; the others when `QUADRILLE_SLOW_TESTS` is set.
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

    /// Stopped at any question, there is a tree that stands its walk, and bounds that hold.
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
            // Within turns that no strategy of the moment keeps to, there is none.
            let within = |turns| Goal::new().with_max_turns(Some(turns));
            match optimal(game, &within(5), Level::best(), &observer) {
                Ok(found) => assert!(found.walk.max_turns() <= 5),
                Err(error) => assert_eq!(error, OptimalError::Cancelled(Cancelled)),
            }
        }
        assert!(answers > 1);
    }

    /// Whichever search for few secrets at the last turn is stopped, what it has found is no reason to give less than what
    /// was known before.
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
        // Where the total is not proved, nothing more is searched.
        let first = shallow_with_few_last(|turns, _| {
            assert_eq!(turns, UNLIMITED);
            Ok(worse.clone())
        });
        assert_eq!(first, Ok(worse.clone()));
    }

    /// One thread, three threads: the same tree.
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

    /// All pieces of a stage, then those of the next: what they come to.
    fn in_pieces(cut: &Cut) -> Vec<Solved> {
        let mut answers = Vec::new();
        for number in 0..cut.pieces().len() {
            // Pieces of a stage are solved in any order: they do not see one another.
            let answer = cut.solve(number, cut.limit(&answers, number), &()).unwrap();
            answers.push(answer);
        }
        answers
    }

    /// Solved in pieces, whole: the same tree.
    #[test]
    fn pieces_make_the_same_tree() {
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
                assert_eq!(cut.tree(&in_pieces(&cut)), whole, "{game} {goal:?}");
            }
        }
    }

    /// Of equal totals the shallowest tree, and of these one with few secrets at the last turn: as deep and as
    /// many by pieces as whole, and what pieces say they take adds up.
    #[test]
    fn few_last_by_pieces() {
        let sizes = [(1, 1), (1, 5), (2, 1), (2, 5), (3, 3), (5, 2), (3, 5), (4, 4), (3, 6)];
        for (pins, colors) in sizes {
            for repeats in [Repeats::Allowed, Repeats::Forbidden] {
                let Ok(game) = Game::new(pins, colors, repeats) else { continue };
                for possible_only in [false, true] {
                    let goal = Goal::new().with_few_last(true).only_possible(possible_only);
                    let whole = optimal(game, &goal, Level::best(), &()).unwrap().walk;
                    let cut = Cut::new(game, &goal, Level::best(), &()).unwrap();
                    let answers = in_pieces(&cut);
                    let walk = cut.tree(&answers).unwrap().walk().unwrap();
                    assert_eq!(walk.rank(), whole.rank(), "{game} {goal:?}");
                    let turns = cut.best_pieces(&answers).map(|(_, (cost, _))| cut.turns(*cost));
                    assert_eq!(game.codewords() + turns.sum::<u64>(), walk.total_turns());
                }
            }
        }
    }

    /// Stopped after any set, a piece goes on from the snapshot to the same end, and looks at less.
    #[test]
    fn pieces_go_on_from_snapshots() {
        let game = Game::new(4, 5, Repeats::Allowed).unwrap();
        for goal in [Goal::new(), Goal::new().with_few_last(true), Goal::new().with_least_depth(true)] {
            let cut = Cut::new(game, &goal, Level::best(), &()).unwrap();
            let answers = in_pieces(&cut);
            let mut snapshots = 0;
            for number in 0..cut.pieces().len() {
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
                    // What is known is not worked out again.
                    let most = kept.last().map_or(0, Snapshot::sets);
                    assert!(*found.lock().unwrap() <= most, "{goal:?} {number}");
                }
            }
            assert!(snapshots > 10, "{goal:?}: {snapshots}");
        }
    }

    /// Every vector level counts alike.
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
