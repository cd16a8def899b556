//! Recommendation of the next guess in a game.

use std::ops::ControlFlow;

use quadrille_lanes::Level;
use quadrille_memory::Shortage;
use quadrille_progress::{Cancelled, Meter, Observer, Progress};
use thiserror::Error;

use crate::candidates::{self, CandidatesError, is_consistent};
use crate::codeword::{Codeword, CodewordError};
use crate::conflict::Conflict;
use crate::evaluate::{PartitionClass, Play, split};
use crate::feedback::Feedback;
use crate::game::{Game, Repeats};
use crate::guess_set::{ExplicitGuesses, GuessSet};
use crate::limits::{MEMORY_LIMIT, TooLarge, fits};
use crate::optimal::{Goal, best_after, is_quick};
use crate::row::Row;
use crate::search::{self, BestSoFar, Guesses, Search, TASK};
use crate::secrets::{Complete, Secrets, list};
use crate::shortlist::{self, Possible, ShortlistResult};
use crate::strategy::{Ranking, Strategy};
use crate::{effort, opening};

/// A recommended guess, and the information that it will give.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Advice {
    /// The guess.
    pub guess: Codeword,
    /// Whether the guess can be the secret.
    pub possible: bool,
    /// Number of codewords that can be the secret; a lower bound if [`Examined::counted`] is false.
    pub remaining: u64,
    /// Sizes of the non-empty partitions, in the order of their feedback: most black first, then
    /// most white. The sizes sum to `remaining`.
    pub partitions: Vec<PartitionClass>,
    /// Whether this is certainly the guess that the strategy chooses: no allowed guess is better,
    /// and equally good guesses come later in the strategy's order.
    pub exact: bool,
    /// Numbers of guesses and secrets that were examined.
    pub examined: Examined,
}

/// Numbers of guesses and secrets that were examined in the search for a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Examined {
    /// Number of guesses that were ranked, or are known to be no better than a ranked guess.
    pub guesses: u64,
    /// Number of guesses that the strategy allows.
    pub allowed: u64,
    /// Number of possible secrets against which each ranked guess was scored.
    pub secrets: u64,
    /// Whether the number of possible secrets is exact; if false, it is a lower bound.
    pub counted: bool,
    /// Whether the sizes of the partitions are estimated from a sample of the secrets.
    pub estimated: bool,
    /// Whether a time limit or the observer ended the call before everything was examined.
    pub stopped: bool,
}

/// Maximum number of comparisons, each of a guess with a secret, in a search that examines all
/// guesses. These comparisons take a few tenths of a second. The limit counts work rather than
/// time, so that the result is reproducible.
pub const EXACT_LIMIT: u64 = 1 << 32;

/// Work limit of [`advise`], in comparisons of a guess with a secret. A search with this limit
/// takes about a second.
pub const USUAL_WORK: u64 = 1 << 31;

/// Optimal play is computed only if comparing every guess with every remaining secret takes at most
/// this number of comparisons. The search then takes about a second.
const OPTIMAL_WORK: u64 = 1 << 22;

/// Guesses are grouped into equivalence classes only in games with at most this number of
/// codewords.
const CLASSES_LIMIT: u64 = 1 << 22;

/// Error when requesting advice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AdviseError {
    /// No codeword agrees with all rows.
    #[error("no codeword of {game} agrees with all {rows} rows: at least one feedback must be wrong")]
    Contradiction {
        /// The game.
        game: Game,
        /// Number of rows.
        rows: usize,
        /// The contradicting rows, if they could be found.
        conflict: Option<Conflict>,
    },
    /// A row whose guess is not a codeword of this game, or too many codewords to list.
    #[error(transparent)]
    Candidates(CandidatesError),
    /// The guesses or the remaining codewords do not fit in memory.
    #[error("{0}; guessing only possible codewords requires less memory")]
    TooLarge(#[from] TooLarge),
    /// The allowed number of turns does not suffice for all remaining codewords.
    #[error("no strategy finds all {remaining} remaining codewords; the number of turns left is {turns}")]
    TooFewTurns {
        /// The allowed number of turns.
        turns: u32,
        /// Number of codewords that can be the secret.
        remaining: u64,
    },
    /// The first guess is not a codeword of the game.
    #[error("the first guess: {0}")]
    First(#[from] CodewordError),
    /// The codewords need more memory than is available.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// The search found no consistent codeword, and could not exclude that there is one.
    #[error(
        "no codeword that agrees with the feedback was found within {steps} search steps; the rows may \
         contradict one another"
    )]
    NoneFound {
        /// Total steps of all searches.
        steps: u64,
    },
    /// The observer cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Phase of the search for advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Finding possible secrets. If this stage ends early, the secrets found so far are used.
    Finding,
    /// Comparing guesses. If this stage ends early, the best guess so far is the result.
    Comparing,
}

impl From<CandidatesError> for AdviseError {
    fn from(error: CandidatesError) -> Self {
        match error {
            CandidatesError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::Candidates(error),
        }
    }
}

/// Returns the next guess after the given rows. The strategy and the restrictions in `play` have
/// the same meaning as in [`evaluate`](crate::evaluate()).
///
/// Equivalent to [`advise_within`] with [`USUAL_WORK`]. Takes at most a few seconds for games of
/// any size.
///
/// # Errors
/// Contradicting rows, rows of another game, or cancellation by the observer.
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
    advise_within(game, play, rows, Some(USUAL_WORK), level, observer)
}

/// Returns the next guess after the given rows, found with at most about `work` comparisons of a
/// guess with a secret.
///
/// If `play.first` is given, it is the result for a game without rows; with rows it is not used.
/// Without rows the partitions are computed by a formula, which takes almost no time.
///
/// All guesses that the strategy allows are examined if this takes at most `work` comparisons, and
/// at most [`EXACT_LIMIT`]. Otherwise, half of the comparisons are used for guesses that can be the
/// secret, and the other half for other codewords, evenly spread over the list of all codewords.
/// Each guess is compared with at most 32,768 possible secrets. `work` counts comparisons rather
/// than time, so the result is reproducible. If `work` is `None`, the search ends when everything
/// has been examined, or when the observer cancels. The result is the best guess found.
///
/// Up to 2^24 possible secrets are listed; larger sets are counted without a list. If there are too
/// many secrets to be counted, those found so far are used: see [`Examined`].
///
/// The observer receives first the number of codewords tested, then the number of guesses assigned
/// to equivalence classes, then the number of guesses ranked.
///
/// # Errors
/// Contradicting rows, rows of another game, no consistent codeword found within the limits of the
/// search, or cancellation before there is a result.
///
/// ```
/// use quadrille_mastermind::{Game, Level, Play, Repeats, Row, Strategy, advise_within};
///
/// let game = Game::new(8, 12, Repeats::Allowed)?;
/// let rows = Row::parse_all(game, &["11223344:2,2", "12345678:1,3"])?;
/// let play = Play::new(Strategy::Knuth);
/// let advice = advise_within(game, play, &rows, Some(1 << 24), Level::best(), &())?;
/// assert!(!advice.exact && advice.examined.counted && advice.examined.guesses > 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn advise_within(
    game: Game,
    play: Play,
    rows: &[Row],
    work: Option<u64>,
    level: Level,
    observer: &dyn Observer,
) -> Result<Advice, AdviseError> {
    advise_while(game, play, rows, work, &|_| true, level, observer)
}

/// Advises like [`advise_within`], with an additional limit for each [`Stage`], such as a time
/// limit. `continues` is called often; if it returns false, the stage ends. The result is the best
/// guess found until then. There is always a result, unless no codeword can be found.
///
/// # Errors
/// The errors of [`advise_within`].
pub fn advise_while(
    game: Game,
    play: Play,
    rows: &[Row],
    work: Option<u64>,
    continues: &(dyn Fn(Stage) -> bool + Sync),
    level: Level,
    observer: &dyn Observer,
) -> Result<Advice, AdviseError> {
    let during = |stage: Stage| {
        move |progress: &Progress| {
            if continues(stage) { observer.observe(progress) } else { ControlFlow::Break(()) }
        }
    };
    let (finding, comparing) = (during(Stage::Finding), during(Stage::Comparing));
    if let Some(first) = play.first {
        game.check(first)?;
    }
    let meter = effort::meter(observer, game.codewords(), "codewords");
    meter.check()?;
    if rows.is_empty() {
        let comparing = effort::meter(&comparing, game.codewords(), "codewords");
        return Ok(first_advice(game, play, &comparing));
    }
    let found = Secrets::find(game, rows, &effort::meter(&finding, game.codewords(), "codewords"));
    let found = match found {
        // If only the time limit ended the search, a quick search provides a result. If the
        // observer cancelled, `check` returns the error.
        Err(AdviseError::Cancelled(_)) => {
            meter.check()?;
            Secrets::find_quickly(game, rows, &meter).map(Some)
        }
        found => found,
    };
    let Some(secrets) = found? else {
        let conflict = Conflict::among(game, rows, &comparing).or_else(|_| meter.check().map(|()| None))?;
        return Err(AdviseError::Contradiction { game, rows: rows.len(), conflict });
    };
    let request = Request { game, play, rows, level, finding: &finding, observer: &comparing };
    let choice = request.choose(&secrets, work);
    // The remaining steps are fast, and are completed even after a cancellation.
    let (sizes, estimated) = secrets.parts(game, rows, choice.guess)?;
    Ok(Advice {
        guess: choice.guess,
        possible: is_consistent(choice.guess, rows),
        remaining: secrets.total,
        partitions: partitions(&sizes),
        exact: choice.exact,
        examined: Examined { estimated, ..choice.examined },
    })
}

/// The proven best guess after some rows, and the total turns from this guess on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct OptimalAdvice {
    /// The guess, and the information that it will give.
    pub advice: Advice,
    /// Total turns over all possible secrets, including this guess.
    pub turns: u64,
}

/// Returns the guess that provably minimises the average number of turns after the given rows. Only
/// two fields of the goal are used: `max_turns`, counted from the returned guess, and
/// `possible_only`. Returns `None` if the proof would take too long. This is assumed if more than
/// 400 codewords remain (more than 1,500 if all codewords of the game remain), or if comparing all
/// guesses with all remaining codewords takes more than 2^22 comparisons. The limits count work
/// rather than time, so the result is reproducible.
///
/// # Errors
/// The errors of [`advise`], and [`AdviseError::TooFewTurns`].
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
    // Optimal play is computed only for games and sets of secrets that are searched quickly.
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
    let allowed = if goal.possible_only { secrets.len() as u64 } else { game.codewords() };
    let advice = Advice {
        guess,
        possible: secrets.binary_search(&guess.bits()).is_ok(),
        remaining: secrets.len() as u64,
        partitions: partitions(&sizes),
        exact: true,
        examined: Examined {
            guesses: allowed,
            allowed,
            secrets: secrets.len() as u64,
            counted: true,
            estimated: false,
            stopped: false,
        },
    };
    Ok(Some(OptimalAdvice { advice, turns }))
}

/// Returns the advice for a game without rows. Every codeword is possible, so no search for secrets
/// is needed.
fn first_advice(game: Game, play: Play, meter: &Meter<'_>) -> Advice {
    let all = game.codewords();
    let search::Opening { guess, exact, guesses, stopped } = match play.first {
        Some(guess) => search::Opening { guess, exact: true, guesses: 0, stopped: false },
        None if u32::try_from(all).is_ok() => {
            let ranking = Ranking::new(play.strategy, all as usize);
            let guess = search::opening(game, play.strategy, &ranking).guess;
            search::Opening { guess, exact: true, guesses: all, stopped: false }
        }
        None => search::opening_of_many(game, play.strategy, meter),
    };
    let sizes = opening::partition(game, guess);
    Advice {
        guess,
        possible: true,
        remaining: all,
        partitions: partitions(&sizes),
        exact,
        examined: Examined { guesses, allowed: all, secrets: all, counted: true, estimated: false, stopped },
    }
}

/// A request for the next guess after some rows.
struct Request<'a> {
    game: Game,
    play: Play,
    rows: &'a [Row],
    level: Level,
    /// Receives the progress of finding secrets and equivalence classes of guesses.
    finding: &'a dyn Observer,
    /// Receives the progress of comparing guesses.
    observer: &'a dyn Observer,
}

/// A guess, and the numbers of guesses and secrets that were examined to find it.
struct Chosen {
    guess: Codeword,
    exact: bool,
    examined: Examined,
}

impl Request<'_> {
    /// Returns the best guess that can be found with the given work.
    fn choose(&self, secrets: &Secrets, work: Option<u64>) -> Chosen {
        let Self { game, play, .. } = *self;
        let first_only = play.strategy == Strategy::FirstConsistent;
        let allowed = if play.possible_only || first_only { secrets.total } else { game.codewords() };
        let examined = Examined {
            guesses: allowed,
            allowed,
            secrets: secrets.total,
            counted: secrets.counted,
            estimated: false,
            stopped: false,
        };
        let exactly = |guess: u64| Chosen { guess: Codeword::from_valid_bits(guess), exact: true, examined };
        // The strategy `FirstConsistent` chooses the first possible codeword. With one or two
        // possible codewords, guessing the first distinguishes them, so no guesses need to be
        // compared.
        if let Some(first) = secrets.first.filter(|_| first_only || secrets.all() && secrets.total <= 2) {
            return exactly(first);
        }
        let mut before = None;
        if secrets.all() {
            let limit = work.map_or(EXACT_LIMIT, |work| work.min(EXACT_LIMIT));
            let seen = BestSoFar::default();
            match self.exact_guess(&secrets.listed, limit, &seen) {
                Ok(Some(guess)) => return exactly(guess.bits()),
                Ok(None) => {}
                Err(Cancelled) => before = Some(seen.into_result()),
            }
        }
        let (found, compared) = match before {
            Some(found) => (found, secrets.total),
            None if first_only => (ShortlistResult::default(), 0),
            None => self.examine(secrets, work),
        };
        Chosen {
            guess: Codeword::from_valid_bits(found.best.map_or(secrets.listed[0], |best| best.code)),
            exact: found.all && secrets.counted && compared == secrets.total,
            examined: Examined {
                guesses: found.guesses.min(allowed),
                secrets: if found.guesses == 0 { 0 } else { compared },
                stopped: found.stopped || secrets.stopped,
                ..examined
            },
        }
    }

    /// Returns the guess that the strategy chooses; `None` if finding it takes more than `limit`
    /// comparisons. `seen` records the best guess so far.
    fn exact_guess(
        &self,
        remaining: &[u64],
        limit: u64,
        seen: &BestSoFar,
    ) -> Result<Option<Codeword>, Cancelled> {
        let Self { game, play, rows, level, finding, observer } = *self;
        let few = |guesses: u64| guesses.saturating_mul(remaining.len() as u64) <= limit;
        let set = GuessSet::new(game);
        let mut representatives = None;
        let (guesses, count) = if play.possible_only {
            (Guesses::Possible, remaining.len() as u64)
        } else {
            let all = match game.repeats() {
                Repeats::Allowed => set.for_secrets(remaining).len(),
                Repeats::Forbidden if fits_all_guesses(game).is_err() => u64::MAX,
                Repeats::Forbidden => game.codewords(),
            };
            if remaining.len() >= MANY && game.codewords() <= CLASSES_LIMIT {
                // Some exchanges of colours or of pins leave all guesses in the rows unchanged.
                // Guesses that these exchanges map onto each other form an equivalence class, which
                // one guess represents. If the number of classes exceeds half the number of
                // guesses, all guesses are tried.
                let history: Vec<Codeword> = rows.iter().map(|row| row.guess).collect();
                let most = game.codewords() / 2;
                let classes = effort::meter(finding, game.codewords(), "codewords in classes");
                representatives = ExplicitGuesses::representatives(game, &history, most, &classes, true)
                    .unwrap_or(None)
                    .filter(|listed| few(listed.codes.len() as u64));
            }
            match &representatives {
                Some(listed) => (Guesses::Representatives(listed), listed.codes.len() as u64),
                None => (Guesses::All(&set), all),
            }
        };
        if !few(count) {
            return Ok(None);
        }
        let meter = effort::meter(observer, count, "guesses");
        let ranking = Ranking::new(play.strategy, remaining.len());
        let search = Search { seen: Some(seen), ..search(game, play.strategy, &ranking, level, &meter) };
        let choice = search.next(remaining, guesses)?;
        Ok(Some(choice.guess))
    }

    /// Returns the best of the guesses that can be examined with the given work, and the number of
    /// secrets with which each was compared.
    fn examine(&self, secrets: &Secrets, work: Option<u64>) -> (ShortlistResult, u64) {
        let Self { game, play, rows, level, observer, .. } = *self;
        let possible = Possible { game, rows, listed: &secrets.listed, all: secrets.all() };
        let through = |some: &[u64]| {
            let allowed = if play.possible_only { secrets.total } else { game.codewords() };
            let each = shortlist::work_of(some.len());
            let count = work.map_or(allowed, |work| (work / each).min(allowed));
            let meter = effort::meter(observer, count, "guesses");
            let ranking = Ranking::new(play.strategy, some.len());
            let search = search(game, play.strategy, &ranking, level, &meter);
            shortlist::examine(&search, &possible, some, play.possible_only, work)
        };
        let some = shortlist::some_of(&secrets.listed, shortlist::SECRETS);
        let found = through(&some);
        // Without a work limit, all guesses have now been compared with a sample of the secrets.
        // The guesses are compared once more, with all secrets.
        if work.is_none() && found.all && some.len() < secrets.listed.len() {
            let whole = through(&secrets.listed);
            if whole.all {
                return (whole, secrets.total);
            }
            return (ShortlistResult { all: false, stopped: whole.stopped, ..found }, some.len() as u64);
        }
        (found, some.len() as u64)
    }
}

/// Creates a search that reports the number of guesses examined.
const fn search<'a>(
    game: Game,
    strategy: Strategy,
    ranking: &'a Ranking,
    level: Level,
    meter: &'a Meter<'a>,
) -> Search<'a> {
    Search { game, strategy, ranking, level, meter, counts_guesses: true, task: TASK, seen: None }
}

/// Returns the non-empty partitions, sorted by feedback: most black first, then most white. `sizes`
/// holds the sizes by feedback index.
pub(crate) fn partitions(sizes: &[u64]) -> Vec<PartitionClass> {
    let mut partitions: Vec<PartitionClass> = sizes
        .iter()
        .enumerate()
        .filter(|&(_, &count)| count > 0)
        .map(|(index, &count)| PartitionClass { feedback: Feedback::from_index(index), count })
        .collect();
    partitions.sort_by_key(|part| part.feedback);
    partitions
}

/// Representatives of the equivalence classes of guesses are computed if at least this number of
/// secrets remain.
const MANY: usize = 2000;

/// Returns an error if the guesses of a game do not fit in memory.
fn fits_all_guesses(game: Game) -> Result<(), TooLarge> {
    let bytes = GuessSet::bytes(game);
    if bytes > MEMORY_LIMIT {
        return Err(TooLarge { game, codewords: game.codewords(), bytes });
    }
    fits(game, 8)
}

/// Returns the codewords consistent with all rows, packed, ascending.
pub(crate) fn remaining(game: Game, rows: &[Row], meter: &Meter<'_>) -> Result<Vec<u64>, AdviseError> {
    let (codes, complete) = list(game, rows, candidates::SEARCH_LIMIT, meter)?;
    match complete {
        Complete::Yes => {}
        Complete::No => {
            let found = codes.len() as u64;
            return Err(CandidatesError::TooMany { found, first: Vec::new() }.into());
        }
        Complete::Stopped => return Err(Cancelled.into()),
    }
    meter.check()?;
    Ok(codes)
}
