//! The next guess in a game under way.

use std::ops::ControlFlow;

use quadrille_lanes::Level;
use quadrille_memory::{Shortage, reserve};
use quadrille_progress::{Cancelled, Meter, Observer};
use thiserror::Error;

use crate::candidates::{self, CandidatesError};
use crate::codeword::{Codeword, CodewordError};
use crate::conflict::Conflict;
use crate::evaluate::{Part, Play, split};
use crate::feedback::{Feedback, Row};
use crate::game::{Game, Repeats};
use crate::guess_set::{ExplicitGuesses, GuessSet};
use crate::limits::{MEMORY_LIMIT, TooLarge, fits};
use crate::optimal::{Goal, best_after, is_quick};
use crate::search::{self, Choice, Guesses, Search, TASK};
use crate::strategy::{Ranking, Strategy};
use crate::{effort, opening};

/// What to guess next, and what that will tell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Advice {
    /// The guess.
    pub guess: Codeword,
    /// Whether it can be the solution.
    pub possible: bool,
    /// How many codewords can be the solution.
    pub remaining: u64,
    /// How the guess parts them: not empty, most black first, then most white.
    pub partitions: Vec<Part>,
    /// Whether the strategy's rule was applied to all guesses that it allows. If that takes more than
    /// [`EXACT_LIMIT`] comparisons, only codewords that can be the solution are looked at.
    pub exact: bool,
}

/// Comparisons of a guess with a secret up to which advice looks at all guesses: some tenths of a second. A
/// limit of work, not of time, so that the same question has the same answer everywhere.
pub const EXACT_LIMIT: u64 = 1 << 32;

/// Comparisons of all guesses with what remains, up to which the best one is searched for: about a second.
const OPTIMAL_WORK: u64 = 1 << 22;

/// Codewords up to which guesses are looked for that the rows cannot tell apart, where there are too many to
/// try them all.
const CLASSES_LIMIT: u64 = 1 << 22;

/// Why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AdviseError {
    /// No codeword agrees with all rows.
    #[error("no codeword of {game} agrees with all {rows} rows: at least one feedback must be wrong")]
    Contradiction {
        /// How many pins and colours, and whether colours may repeat.
        game: Game,
        /// How many rows there are.
        rows: usize,
        /// Which of them contradict one another, where that could be found out.
        conflict: Option<Conflict>,
    },
    /// A row that is not of this game, or too many codewords to list.
    #[error(transparent)]
    Candidates(CandidatesError),
    /// The guesses or the codewords that remain do not fit in memory.
    #[error("{0}; guessing only possible codes needs no more than those that remain")]
    TooLarge(#[from] TooLarge),
    /// So few turns are not enough for all codewords that remain.
    #[error(
        "no strategy finds all {remaining} codewords that remain within {turns} more turns, this guess \
         included"
    )]
    TooFewTurns {
        /// The turns allowed.
        turns: u32,
        /// How many codewords can be the solution.
        remaining: u64,
    },
    /// The first guess is no codeword of the game.
    #[error("the first guess: {0}")]
    First(#[from] CodewordError),
    /// Less memory is available than the codewords take.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// The observer said stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<CandidatesError> for AdviseError {
    fn from(error: CandidatesError) -> Self {
        match error {
            CandidatesError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::Candidates(error),
        }
    }
}

/// The next guess after the given rows, by the same rules as [`evaluate`](crate::evaluate()).
///
/// The first guess, `play.first`, if there is one, is the answer to no rows at all and else plays no part.
///
/// O(codewords · remaining) comparisons, O(remaining²) where only possible codes are guessed. Without rows
/// the parts are counted, not tried out, which takes no time. The observer hears first how many codewords of
/// the game have been decided on, then how many are known to be guesses as good as one another, then how many
/// guesses have been ranked.
///
/// # Errors
/// Rows that contradict one another or are not of this game, a game too large, or the observer says stop.
///
/// ```
/// use quadrille_mastermind::{Game, Level, Play, Repeats, Row, Strategy, advise};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let rows = Row::parse_all(game, &["1122:1,0"])?;
/// let advice = advise(game, Play::new(Strategy::Knuth), &rows, Level::best(), &())?;
/// assert_eq!(game.show(advice.guess).to_string(), "1344");
/// assert_eq!(advice.remaining, 256);
/// assert_eq!(advice.partitions.iter().map(|part| part.count).sum::<u64>(), 256);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn advise(
    game: Game,
    play: Play,
    rows: &[Row],
    level: Level,
    observer: &dyn Observer,
) -> Result<Advice, AdviseError> {
    if let Some(first) = play.first {
        game.check(first)?;
    }
    let meter = effort::meter(observer, game.codewords(), "codewords");
    meter.check()?;
    if rows.is_empty() {
        return Ok(first_advice(game, play)?);
    }
    let remaining = remaining(game, rows, &meter)?;
    if remaining.is_empty() {
        let conflict = Conflict::among(game, rows, observer)?;
        return Err(AdviseError::Contradiction { game, rows: rows.len(), conflict });
    }
    let (guess, exact) = next_guess(game, play, rows, &remaining, level, observer)?;
    let sizes = split::sizes(guess, &remaining, &meter)?;
    Ok(Advice {
        guess,
        // Ascending, as `remaining` lists them.
        possible: remaining.binary_search(&guess.bits()).is_ok(),
        remaining: remaining.len() as u64,
        partitions: partitions(&sizes),
        exact,
    })
}

/// The best guess after some rows, proved, and how many turns it takes from there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct OptimalAdvice {
    /// The guess, and what it will tell.
    pub advice: Advice,
    /// The turns that all codewords that can be the solution take together, this guess included.
    pub turns: u64,
}

/// The guess after the given rows that finds the solution in the fewest turns on average, proved; of the goal
/// the limit of turns, which counts from here on, and whether only possible codes are guessed are looked at.
/// `None` where so many codewords remain that nobody would wait for the proof: more than 400, all of a game of
/// more than 1,500, or fewer of a game of many thousand (2^22 comparisons of guesses with secrets). This is a
/// limit of work, not of time, so that the same question has the same answer everywhere.
///
/// # Errors
/// As [`advise`], and [`AdviseError::TooFewTurns`].
///
/// ```
/// use quadrille_mastermind::{Game, Goal, Level, Repeats, Row, advise_optimally};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let rows = Row::parse_all(game, &["1123:0,2", "4461:0,2"])?;
/// let best = advise_optimally(game, &Goal::new(), &rows, Level::best(), &())?.expect("few remain");
/// assert!(best.turns >= best.advice.remaining && best.turns < 4 * best.advice.remaining);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn advise_optimally(
    game: Game,
    goal: &Goal,
    rows: &[Row],
    level: Level,
    observer: &dyn Observer,
) -> Result<Option<OptimalAdvice>, AdviseError> {
    let meter = effort::meter(observer, game.codewords(), "codewords");
    meter.check()?;
    let whole = || is_quick(game, usize::try_from(game.codewords()).unwrap_or(usize::MAX));
    if game.codewords() > OPTIMAL_WORK || rows.is_empty() && !whole() {
        return Ok(None);
    }
    let secrets = remaining(game, rows, &meter)?;
    if secrets.is_empty() {
        let conflict = Conflict::among(game, rows, observer)?;
        return Err(AdviseError::Contradiction { game, rows: rows.len(), conflict });
    }
    if !is_quick(game, secrets.len()) || secrets.len() as u64 * game.codewords() > OPTIMAL_WORK {
        return Ok(None);
    }
    let history: Vec<Codeword> = rows.iter().map(|row| row.guess).collect();
    let Some((guess, turns)) = best_after(game, level, &history, &secrets, goal, observer)? else {
        return Err(AdviseError::TooFewTurns {
            turns: goal.max_turns.unwrap_or(0),
            remaining: secrets.len() as u64,
        });
    };
    let sizes = split::sizes(guess, &secrets, &meter)?;
    let advice = Advice {
        guess,
        possible: secrets.binary_search(&guess.bits()).is_ok(),
        remaining: secrets.len() as u64,
        partitions: partitions(&sizes),
        exact: true,
    };
    Ok(Some(OptimalAdvice { advice, turns }))
}

/// What to guess with no rows: nothing has to be searched, and every codeword is possible.
fn first_advice(game: Game, play: Play) -> Result<Advice, TooLarge> {
    fits(game, 16)?;
    let guess = play.first.unwrap_or_else(|| {
        let ranking = Ranking::new(play.strategy, game.codewords() as usize);
        search::opening(game, play.strategy, &ranking).guess
    });
    let sizes = opening::partition(game, guess);
    Ok(Advice {
        guess,
        possible: true,
        remaining: game.codewords(),
        partitions: partitions(&sizes),
        exact: true,
    })
}

/// The guess after some rows, with `remaining` codewords still possible; and whether all guesses that the
/// strategy allows were looked at.
fn next_guess(
    game: Game,
    play: Play,
    rows: &[Row],
    remaining: &[u64],
    level: Level,
    observer: &dyn Observer,
) -> Result<(Codeword, bool), AdviseError> {
    // Of two codewords either one tells them apart, and the first consistent one is known without a search:
    // in these cases no other guesses are needed.
    let needs_all = !play.possible_only && play.strategy != Strategy::FirstConsistent && remaining.len() > 2;
    let set = GuessSet::new(game);
    let mut representatives = None;
    let comparisons = |guesses: u64| guesses.saturating_mul(remaining.len() as u64);
    let mut exact = true;
    if needs_all && comparisons(game.codewords()) > EXACT_LIMIT && game.codewords() > CLASSES_LIMIT {
        exact = game.repeats() == Repeats::Allowed
            && fits_all_guesses(game).is_ok()
            && comparisons(set.for_secrets(remaining).len()) <= EXACT_LIMIT;
    }
    if needs_all && exact {
        fits_all_guesses(game)?;
        if remaining.len() >= MANY {
            // Colours and pins that the rows treat alike can change places without changing any answer, so
            // one guess of each such class stands for all. If the classes are not at most half as many as the
            // guesses, finding them has not paid and all guesses are tried.
            let history: Vec<Codeword> = rows.iter().map(|row| row.guess).collect();
            let most = game.codewords() / 2;
            let classes = effort::meter(observer, game.codewords(), "codewords in classes");
            representatives = ExplicitGuesses::representatives(game, &history, most, &classes, true)?;
        }
    }
    if needs_all && exact && comparisons(game.codewords()) > EXACT_LIMIT {
        let guesses = representatives.as_ref().map_or(game.codewords(), |listed| listed.codes.len() as u64);
        let reduced = match game.repeats() {
            Repeats::Allowed => set.for_secrets(remaining).len(),
            Repeats::Forbidden => game.codewords(),
        };
        exact = comparisons(guesses.min(reduced)) <= EXACT_LIMIT;
        if comparisons(guesses) > EXACT_LIMIT {
            representatives = None;
        }
    }
    let (guesses, count) = match &representatives {
        _ if play.possible_only || !exact => (Guesses::Possible, remaining.len() as u64),
        Some(representatives) => {
            (Guesses::Representatives(representatives), representatives.codes.len() as u64)
        }
        None if needs_all && game.repeats() == Repeats::Allowed => {
            (Guesses::All(&set), set.for_secrets(remaining).len())
        }
        None => (Guesses::All(&set), game.codewords()),
    };
    let meter = effort::meter(observer, count, "guesses");
    let ranking = Ranking::new(play.strategy, remaining.len());
    let search = Search {
        game,
        strategy: play.strategy,
        ranking: &ranking,
        level,
        meter: &meter,
        counts_guesses: true,
        task: TASK,
    };
    let Choice { guess, .. } = search.next(remaining, guesses)?;
    Ok((guess, exact))
}

/// The parts that are not empty, most black first.
fn partitions(sizes: &[u64]) -> Vec<Part> {
    let mut partitions: Vec<Part> = sizes
        .iter()
        .enumerate()
        .filter(|&(_, &count)| count > 0)
        .map(|(index, &count)| Part { feedback: Feedback::from_index(index), count })
        .collect();
    partitions.sort_by_key(|part| part.feedback);
    partitions
}

/// Remaining codewords from which on it pays to look for representatives of the guesses.
const MANY: usize = 2000;

/// Refuses a game where the guesses cannot all be tried one by one in any memory or time.
fn fits_all_guesses(game: Game) -> Result<(), TooLarge> {
    let bytes = GuessSet::bytes(game);
    if bytes > MEMORY_LIMIT {
        return Err(TooLarge { game, codewords: game.codewords(), bytes });
    }
    fits(game, 8)
}

/// The codewords that agree with all rows, packed, ascending.
pub(crate) fn remaining(game: Game, rows: &[Row], meter: &Meter<'_>) -> Result<Vec<u64>, AdviseError> {
    let most = MEMORY_LIMIT / 16;
    let mut codes = Vec::new();
    let mut short = None;
    let complete = candidates::search(game, rows, meter, |code| {
        if let Err(shortage) = reserve(&mut codes, 1) {
            short = Some(shortage);
            return ControlFlow::Break(());
        }
        codes.push(code.bits());
        if codes.len() as u64 > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    meter.check()?;
    if let Some(shortage) = short {
        return Err(shortage.into());
    }
    if !complete {
        let found = codes.len() as u64;
        return Err(CandidatesError::TooMany { found, first: Vec::new() }.into());
    }
    Ok(codes)
}
