//! The next guess in a game under way.

use std::ops::ControlFlow;

use quadrille_lanes::Level;
use thiserror::Error;

use crate::candidates::{CandidatesError, search};
use crate::codeword::{Codeword, CodewordError};
use crate::conflict::Conflict;
use crate::evaluate::{MEMORY_LIMIT, Part, Play, TooLarge, fits, split};
use crate::feedback::{Feedback, Row};
use crate::game::Game;
use crate::pool::{Listed, Pool};
use crate::search::{Choice, Guesses, Search, TASK};
use crate::strategy::{Ranking, Strategy};
use crate::watch::{Report, Stopped, Watch};

/// What to guess next, and what that will tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The guess.
    pub guess: Codeword,
    /// Whether it can be the solution.
    pub possible: bool,
    /// How many codewords can be the solution.
    pub remaining: u64,
    /// How the guess parts them: not empty, most black first, then most white.
    pub partitions: Vec<Part>,
}

/// Why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AdviseError {
    /// No codeword agrees with all rows.
    #[error("no codeword of {game} agrees with all {rows} rows: at least one feedback must be wrong")]
    Contradiction {
        /// The game.
        game: Game,
        /// How many rows there are.
        rows: usize,
        /// Which of them contradict one another, where that could be found out.
        conflict: Option<Conflict>,
    },
    /// A row that is not of this game, or too many codewords to list.
    #[error(transparent)]
    Candidates(#[from] CandidatesError),
    /// The guesses or the codewords that remain do not fit in memory.
    #[error("{0}; guessing only possible codes needs no more than those that remain")]
    TooLarge(#[from] TooLarge),
    /// The first guess is no codeword of the game.
    #[error("the first guess: {0}")]
    First(#[from] CodewordError),
    /// The caller said stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The next guess after the given rows, by the same rules as [`evaluate`](crate::evaluate).
///
/// The first guess, `play.first`, if there is one, is the answer to no rows at all and else plays no part.
///
/// O(codewords · remaining) comparisons, O(remaining²) where only possible codes are guessed.
///
/// # Errors
/// Rows that contradict one another or are not of this game, a game too large, or `report` says stop.
///
/// ```
/// use std::ops::ControlFlow;
/// use quadrille_lanes::Level;
/// use quadrille_mastermind::{Game, Play, Repeats, Row, Strategy, advise};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let rows = Row::parse_all(game, &["1122:1,0"])?;
/// let go_on = |_| ControlFlow::Continue(());
/// let advice = advise(game, Play::new(Strategy::Knuth), &rows, Level::best(), &go_on)?;
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
    report: Report<'_>,
) -> Result<Advice, AdviseError> {
    if let Some(first) = play.first {
        game.check(first)?;
    }
    let watch = Watch::new(report, game.codewords());
    watch.ask()?;
    let remaining = remaining(game, rows, &watch)?;
    if remaining.is_empty() {
        let conflict = Conflict::among(game, rows);
        return Err(AdviseError::Contradiction { game, rows: rows.len(), conflict });
    }
    let needs_all = !play.possible_only && play.strategy != Strategy::FirstConsistent && remaining.len() > 2;
    let pool = Pool::new(game);
    let mut enough = None;
    if needs_all && !rows.is_empty() {
        fits_all_guesses(game)?;
        if remaining.len() >= MANY {
            let history: Vec<Codeword> = rows.iter().map(|row| row.guess).collect();
            enough = Listed::enough(game, &history, game.codewords() / 2);
        }
    }
    let guesses = match &enough {
        _ if play.possible_only => Guesses::Possible,
        Some(enough) => Guesses::Enough(enough),
        None => Guesses::All(&pool),
    };
    let ranking = Ranking::new(play.strategy, remaining.len());
    let search =
        Search { game, strategy: play.strategy, ranking: &ranking, level, watch: &watch, task: TASK };
    let Choice { guess, .. } = match play.first {
        Some(guess) if rows.is_empty() => Choice::given(guess),
        None if rows.is_empty() => search.opening(&remaining, &pool)?,
        _ => search.next(&remaining, guesses)?,
    };
    let sizes = split::sizes(guess, &remaining);
    let mut partitions: Vec<Part> = sizes
        .iter()
        .enumerate()
        .filter(|&(_, &count)| count > 0)
        .map(|(index, &count)| Part { feedback: Feedback::from_index(index), count: count as u64 })
        .collect();
    partitions.sort_by_key(|part| part.feedback);
    Ok(Advice {
        guess,
        possible: remaining.binary_search(&guess.bits()).is_ok(),
        remaining: remaining.len() as u64,
        partitions,
    })
}

/// Remaining codewords from which on it pays to look for guesses that are enough.
const MANY: usize = 2000;

/// Refuses a game where the guesses cannot all be tried one by one in any memory or time.
fn fits_all_guesses(game: Game) -> Result<(), TooLarge> {
    let bytes = Pool::bytes(game);
    if bytes > MEMORY_LIMIT {
        return Err(TooLarge { game, codewords: game.codewords(), bytes });
    }
    fits(game, 8)
}

/// The codewords that agree with all rows, packed.
fn remaining(game: Game, rows: &[Row], watch: &Watch<'_>) -> Result<Vec<u64>, AdviseError> {
    if rows.is_empty() {
        fits(game, 16)?;
        return Ok(game.codes());
    }
    let most = MEMORY_LIMIT / 16;
    let mut codes = Vec::new();
    let complete = search(game, rows, Some(watch), |code| {
        codes.push(code.bits());
        if codes.len() as u64 > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    watch.ask()?;
    if !complete {
        let found = codes.len() as u64;
        return Err(CandidatesError::TooMany { found, first: Vec::new() }.into());
    }
    Ok(codes)
}
