//! The next guess in a game under way.

use std::ops::ControlFlow;

use quadrille_lanes::Level;
use quadrille_memory::{Shortage, reserve};
use quadrille_progress::{Cancelled, Meter, Observer, Progress};
use thiserror::Error;

use crate::candidates::{self, CandidatesError, FEW_STATES, LISTED, is_consistent};
use crate::codeword::{Codeword, CodewordError};
use crate::conflict::Conflict;
use crate::count::{Counted, Uncounted, partition};
use crate::evaluate::{Part, Play, split};
use crate::feedback::Feedback;
use crate::game::{Game, Repeats};
use crate::guess_set::{ExplicitGuesses, GuessSet};
use crate::limits::{MEMORY_LIMIT, TooLarge, fits};
use crate::optimal::{Goal, best_after, is_quick};
use crate::row::Row;
use crate::search::{self, Guesses, Search, Seen, TASK};
use crate::shortlist::{self, Looked, Possible};
use crate::spread::Spread;
use crate::strategy::{Ranking, Strategy};
use crate::{effort, nearby, opening};

/// What to guess next, and what that will tell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Advice {
    /// The guess.
    pub guess: Codeword,
    /// Whether it can be the solution.
    pub possible: bool,
    /// Number of codewords that can be the solution; a lower bound where [`Examined::counted`] is false.
    pub remaining: u64,
    /// How the guess parts them: not empty, most black first, then most white. They add up to `remaining`.
    pub partitions: Vec<Part>,
    /// Whether the guess is the strategy's own: whether no guess that it allows is better, or comes first among equally
    /// good ones.
    pub exact: bool,
    /// What was looked at.
    pub examined: Examined,
}

/// What advice has looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Examined {
    /// Guesses that were compared, or are known to be no better than one that was.
    pub guesses: u64,
    /// Guesses that the strategy allows.
    pub allowed: u64,
    /// Codewords that each guess was compared with, of those that can be the solution.
    pub secrets: u64,
    /// Whether all codewords that can be the solution were counted.
    pub counted: bool,
    /// Whether the sizes of the parts are those of some of these codewords, in proportion.
    pub estimated: bool,
    /// Whether time or the observer ended the call before everything was looked at.
    pub stopped: bool,
}

/// Comparisons of a guess with a secret up to which advice looks at all guesses: some tenths of a second. A
/// limit of work, not of time, so that the same question has the same answer everywhere.
pub const EXACT_LIMIT: u64 = 1 << 32;

/// Comparisons of a guess with a secret that [`advise`] makes where it cannot look at all guesses: about a second.
pub const USUAL_WORK: u64 = 1 << 31;

/// States by which a set is counted that is too large to be listed: some tenths of a second.
const MORE_STATES: usize = 1 << 18;

/// States by which the parts of a guess are counted: some tenths of a second.
const PARTS_STATES: usize = 1 << 17;

/// Steps of the search that lists codewords, in games of more codewords than are listed: some tenths of a second.
const STEPS: u64 = 1 << 23;

/// Searches for one codeword each, where codewords can be neither listed nor counted, and the most steps of each.
const SEARCHES: (usize, u64) = (1 << 11, 1 << 13);

/// Steps of all these searches together: some tenths of a second.
const SEARCH_STEPS: u64 = 1 << 22;

/// The same after a call has run out of time: some searches, so that there is an answer.
const LATE_SEARCHES: (usize, u64) = (1 << 6, 1 << 20);

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
    /// None was found that agrees with all rows, and it is not known whether there is one.
    #[error(
        "no codeword that agrees with the feedback was found within {steps} steps; the feedback may contradict \
         itself"
    )]
    NoneFound {
        /// Steps of all searches.
        steps: u64,
    },
    /// The observer stopped the call.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// What advice is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// It finds codewords that can be the solution. If this ends early, those found by then serve.
    Finding,
    /// It compares guesses. If this ends early, the best so far is the answer.
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

/// The next guess after the given rows, by the same rules as [`evaluate`](crate::evaluate()).
///
/// As [`advise_within`] with [`USUAL_WORK`]: some seconds for games of any size.
///
/// # Errors
/// Rows that contradict one another or are not of this game, or the observer stops the call.
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

/// The next guess after the given rows, with at most about `work` comparisons of a guess with a secret.
///
/// The first guess, `play.first`, if there is one, is the answer to no rows at all and else plays no part. Without rows
/// the parts are counted, not tried out, which takes no time.
///
/// All guesses that the strategy allows are looked at if that takes at most `work` comparisons and [`EXACT_LIMIT`].
/// Otherwise codewords that can be the solution come first, with half of the work, and then others, evenly spread
/// over the game, all compared with at most 32,768 codewords that can be the solution. `work` counts comparisons and
/// not time, so the same question has the same answer everywhere. Without a limit the look ends when everything has
/// been looked at or the observer stops it: the guess is then the best so far.
///
/// Codewords that can be the solution are listed up to 2^24, and counted beyond. Where there are too many to be
/// counted, those that were found serve: see [`Examined`].
///
/// The observer is told first how many codewords of the game have been decided on, then how many are known to be
/// guesses as good as one another, then how many guesses have been ranked.
///
/// # Errors
/// Rows that contradict one another or are not of this game, too many codewords to find any, or the observer stops the
/// call before there is one.
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

/// The same with a limit of the caller's own for each [`Stage`], such as a time, which is often asked whether to go on.
/// Where it says no, the stage ends, and the answer is the best that is known by then: there always is one, unless no
/// codeword can be found at all.
///
/// # Errors
/// As [`advise_within`].
pub fn advise_while(
    game: Game,
    play: Play,
    rows: &[Row],
    work: Option<u64>,
    go_on: &(dyn Fn(Stage) -> bool + Sync),
    level: Level,
    observer: &dyn Observer,
) -> Result<Advice, AdviseError> {
    let during = |stage: Stage| {
        move |progress: &Progress| {
            if go_on(stage) { observer.observe(progress) } else { ControlFlow::Break(()) }
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
        // Out of time, and not stopped: an answer is found still.
        Err(AdviseError::Cancelled(_)) => {
            meter.check()?;
            Secrets::late(game, rows, &meter).map(Some)
        }
        found => found,
    };
    let Some(secrets) = found? else {
        let conflict = Conflict::among(game, rows, &comparing).or_else(|_| meter.check().map(|()| None))?;
        return Err(AdviseError::Contradiction { game, rows: rows.len(), conflict });
    };
    let question = Question { game, play, rows, level, finding: &finding, observer: &comparing };
    let choice = question.choose(&secrets, work);
    // What is left takes moments, whether or not the call has been stopped.
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

/// The codewords that can be the solution.
struct Secrets {
    /// Some of them, or all, ascending; never none.
    listed: Vec<u64>,
    /// The lexicographically first of all, if that is known.
    first: Option<u64>,
    /// How many there are; how many were found, where they were not counted.
    total: u64,
    counted: bool,
    /// Time or the observer ended the search for them.
    stopped: bool,
}

impl Secrets {
    /// All that agree with the rows, or some; `None` if there are none.
    fn find(game: Game, rows: &[Row], meter: &Meter<'_>) -> Result<Option<Self>, AdviseError> {
        for (at, row) in rows.iter().enumerate() {
            let wrong = |problem| CandidatesError::Row { row: at + 1, problem };
            game.check(row.guess).map_err(wrong)?;
        }
        let small = game.codewords() <= LISTED;
        let mut counted = if small { None } else { count(game, rows, FEW_STATES, meter)? };
        let mut found = Vec::new();
        if counted.as_ref().is_none_or(|counted| counted.total() <= LISTED) {
            if counted.as_ref().is_some_and(|counted| counted.total() == 0) {
                return Ok(None);
            }
            let steps = if small { candidates::SEARCH_LIMIT } else { STEPS };
            let (listed, complete) = list(game, rows, steps, meter)?;
            match complete {
                Complete::Yes if listed.is_empty() => return Ok(None),
                Complete::Yes => return Ok(Some(Self::listed(listed, true))),
                Complete::Stopped => return Self::stopped(listed),
                Complete::No => found = shortlist::some_of(&listed, shortlist::SECRETS),
            }
            if counted.is_none() {
                counted = match count(game, rows, MORE_STATES, meter) {
                    Err(AdviseError::Cancelled(_)) => return Self::stopped(found),
                    counted => counted?,
                };
            }
        }
        if let Some(counted) = counted {
            let total = counted.total();
            let code = |number| counted.codeword_at(number).map(Codeword::bits);
            let mut listed: Vec<u64> = Spread::new(total).take(shortlist::SECRETS).filter_map(code).collect();
            listed.sort_unstable();
            let first = code(0);
            let some = Self { listed, first, total, counted: true, stopped: false };
            return Ok(first.is_some().then_some(some));
        }
        // The search lists them in order: the first is known, and the others come from all over the game.
        let first = found.first().copied();
        let mut listed: Vec<u64> = first.into_iter().collect();
        let (searches, mut left) = (SEARCHES.0, SEARCH_STEPS);
        if Self::search(game, rows, (searches, &mut left), meter, &mut listed)?.is_err() {
            return Self::stopped(listed);
        }
        if listed.is_empty() {
            listed.extend(nearby::search(game, rows, meter)?.map(Codeword::bits));
        }
        if listed.is_empty() {
            return Err(AdviseError::NoneFound { steps: STEPS + SEARCH_STEPS - left + nearby::STEPS });
        }
        Ok(Some(Self { first, ..Self::listed(listed, false) }))
    }

    /// Some, by searches from all over the game; whether the observer let them end.
    fn search(
        game: Game,
        rows: &[Row],
        (searches, left): (usize, &mut u64),
        meter: &Meter<'_>,
        listed: &mut Vec<u64>,
    ) -> Result<Result<(), Cancelled>, CandidatesError> {
        for start in Spread::new(game.codewords()).take(searches) {
            let mut steps = SEARCHES.1.min(*left);
            *left -= steps;
            let start = game.codeword_at(start);
            let one = candidates::search_from(game, rows, start, &mut steps, meter, |code| {
                listed.push(code.bits());
                ControlFlow::Break(())
            });
            *left += steps;
            match one {
                Err(CandidatesError::Cancelled(cancelled)) => return Ok(Err(cancelled)),
                one => one?,
            };
        }
        Ok(Ok(()))
    }

    /// Some, found quickly after the time for finding them is over; never none.
    fn late(game: Game, rows: &[Row], meter: &Meter<'_>) -> Result<Self, AdviseError> {
        let (searches, most) = LATE_SEARCHES;
        let (mut left, mut listed) = (most, Vec::new());
        Self::search(game, rows, (searches, &mut left), meter, &mut listed)??;
        if listed.is_empty() {
            listed.extend(nearby::search(game, rows, meter)?.map(Codeword::bits));
        }
        if listed.is_empty() {
            return Err(AdviseError::NoneFound { steps: most - left + nearby::STEPS });
        }
        Ok(Self { first: None, stopped: true, ..Self::listed(listed, false) })
    }

    /// Those that were listed, in any order, all of them or not.
    fn listed(mut listed: Vec<u64>, all: bool) -> Self {
        listed.sort_unstable();
        listed.dedup();
        let (first, total) = (listed.first().copied(), listed.len() as u64);
        Self { listed, first, total, counted: all, stopped: false }
    }

    /// Those that were found by the time the search was ended.
    fn stopped(listed: Vec<u64>) -> Result<Option<Self>, AdviseError> {
        if listed.is_empty() {
            return Err(Cancelled.into());
        }
        Ok(Some(Self { first: None, stopped: true, ..Self::listed(listed, false) }))
    }

    /// Whether those listed are all.
    fn all(&self) -> bool {
        self.counted && self.listed.len() as u64 == self.total
    }

    /// How a guess parts all of them, by feedback index, and whether that is an estimate.
    fn parts(&self, game: Game, rows: &[Row], guess: Codeword) -> Result<(Vec<u64>, bool), AdviseError> {
        let meter = Meter::new(&());
        if self.counted && !self.all() {
            match partition(game, rows, guess, PARTS_STATES, &meter) {
                Ok(parts) => return Ok((parts, false)),
                Err(Uncounted::TooMany) => {}
                Err(Uncounted::Short(shortage)) => return Err(shortage.into()),
                Err(Uncounted::Cancelled(cancelled)) => return Err(cancelled.into()),
            }
        }
        let sizes = split::sizes(guess, &self.listed, &meter)?.to_vec();
        let listed = self.listed.len() as u64;
        if listed == self.total {
            return Ok((sizes, !self.counted));
        }
        // As many in proportion, rounded so that the parts before any add up in proportion too.
        let share = |sum: u64| (u128::from(sum) * u128::from(self.total) / u128::from(listed)) as u64;
        let mut before = 0;
        let scaled = sizes.iter().map(|&size| {
            let from = share(before);
            before += size;
            share(before) - from
        });
        Ok((scaled.collect(), true))
    }
}

/// Whether a search came to its end.
enum Complete {
    Yes,
    /// There are too many codewords or steps.
    No,
    Stopped,
}

/// The codewords that agree with the rows, ascending, up to a number; those found by then if the observer stops it.
fn list(
    game: Game,
    rows: &[Row],
    steps: u64,
    meter: &Meter<'_>,
) -> Result<(Vec<u64>, Complete), AdviseError> {
    let mut codes = Vec::new();
    let mut short = None;
    let complete = candidates::search_from(game, rows, None, &mut { steps }, meter, |code| {
        if let Err(shortage) = reserve(&mut codes, 1) {
            short = Some(shortage);
            return ControlFlow::Break(());
        }
        codes.push(code.bits());
        if codes.len() as u64 > LISTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if let Some(shortage) = short {
        return Err(shortage.into());
    }
    match complete {
        Ok(complete) => Ok((codes, if complete { Complete::Yes } else { Complete::No })),
        Err(CandidatesError::Cancelled(_)) => Ok((codes, Complete::Stopped)),
        Err(error) => Err(error.into()),
    }
}

/// The codewords that agree with the rows, counted by way of `states` states, if that is enough.
fn count(game: Game, rows: &[Row], states: usize, meter: &Meter<'_>) -> Result<Option<Counted>, AdviseError> {
    match Counted::new(game, rows, states, meter) {
        Ok(counted) => Ok(Some(counted)),
        Err(Uncounted::TooMany) => Ok(None),
        Err(Uncounted::Short(shortage)) => Err(shortage.into()),
        Err(Uncounted::Cancelled(cancelled)) => Err(cancelled.into()),
    }
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

/// What to guess with no rows: nothing has to be searched, and every codeword is possible.
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

/// A question for the next guess after some rows.
struct Question<'a> {
    game: Game,
    play: Play,
    rows: &'a [Row],
    level: Level,
    /// Asked while what is needed before guesses are compared is found.
    finding: &'a dyn Observer,
    /// Asked while guesses are compared.
    observer: &'a dyn Observer,
}

/// A guess, and how it was chosen.
struct Chosen {
    guess: Codeword,
    exact: bool,
    examined: Examined,
}

impl Question<'_> {
    /// The best guess that can be found with that much work.
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
        // Of two codewords either one tells them apart, and the first possible one is known without a comparison.
        if let Some(first) = secrets.first.filter(|_| first_only || secrets.all() && secrets.total <= 2) {
            return exactly(first);
        }
        let mut before = None;
        if secrets.all() {
            let limit = work.map_or(EXACT_LIMIT, |work| work.min(EXACT_LIMIT));
            let seen = Seen::default();
            match self.exact_guess(&secrets.listed, limit, &seen) {
                Ok(Some(guess)) => return exactly(guess.bits()),
                Ok(None) => {}
                Err(Cancelled) => before = Some(seen.looked()),
            }
        }
        let (found, compared) = match before {
            Some(found) => (found, secrets.total),
            None if first_only => (Looked::default(), 0),
            None => self.look(secrets, work),
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

    /// The strategy's own guess, if no more than `limit` comparisons tell which it is; `seen` notes what was compared.
    fn exact_guess(&self, remaining: &[u64], limit: u64, seen: &Seen) -> Result<Option<Codeword>, Cancelled> {
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
                // Colours and pins that the rows treat alike can change places without changing any answer, so
                // one guess of each such class stands for all. If the classes are not at most half as many as the
                // guesses, finding them has not paid and all guesses are tried.
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

    /// The best of the guesses that so much work looks at, and how many codewords each was compared with.
    fn look(&self, secrets: &Secrets, work: Option<u64>) -> (Looked, u64) {
        let Self { game, play, rows, level, observer, .. } = *self;
        let possible = Possible { game, rows, listed: &secrets.listed, all: secrets.all() };
        let through = |some: &[u64]| {
            let allowed = if play.possible_only { secrets.total } else { game.codewords() };
            let each = shortlist::work_of(some.len());
            let count = work.map_or(allowed, |work| (work / each).min(allowed));
            let meter = effort::meter(observer, count, "guesses");
            let ranking = Ranking::new(play.strategy, some.len());
            let search = search(game, play.strategy, &ranking, level, &meter);
            shortlist::look(&search, &possible, some, play.possible_only, work)
        };
        let some = shortlist::some_of(&secrets.listed, shortlist::SECRETS);
        let found = through(&some);
        // Time that is left after a look at all guesses is for all codewords.
        if work.is_none() && found.all && some.len() < secrets.listed.len() {
            let whole = through(&secrets.listed);
            if whole.all {
                return (whole, secrets.total);
            }
            return (Looked { all: false, stopped: whole.stopped, ..found }, some.len() as u64);
        }
        (found, some.len() as u64)
    }
}

/// A search that notes the guesses that it looks at.
const fn search<'a>(
    game: Game,
    strategy: Strategy,
    ranking: &'a Ranking,
    level: Level,
    meter: &'a Meter<'a>,
) -> Search<'a> {
    Search { game, strategy, ranking, level, meter, counts_guesses: true, task: TASK, seen: None }
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
