//! Evaluation of a strategy on every secret of a game, by recursive splitting by feedback.

#[cfg(feature = "oracle")]
mod plain;
pub(crate) mod split;
mod tally;

use std::sync::{Arc, OnceLock};

use quadrille_lanes::Level;
use quadrille_memory::{Need, of, require};
use quadrille_progress::{Cancelled, Meter, Observer};

use self::split::Split;
use crate::codeword::Codeword;
use crate::effort;
use crate::feedback::Feedback;
use crate::game::Game;
use crate::guess_set::{ExplicitGuesses, GuessSet, Lazy};
use crate::limits::{EvaluateError, fits};
use crate::opening::partition;
use crate::parallel;
use crate::search::{Choice, Guesses, Search, TASK, opening};
use crate::strategy::{Ranking, Strategy};

#[cfg(feature = "oracle")]
pub use plain::evaluate_plainly;
pub use tally::EvaluationTally;

/// A way to play: a strategy with its restrictions.
///
/// ```
/// use quadrille_mastermind::{Game, Play, Repeats, Strategy};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let play = Play::new(Strategy::Entropy).with_first(Some(game.parse("1123")?)).only_possible(true);
/// assert!(play.possible_only && play.first.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Play {
    /// The rule for choosing guesses.
    pub strategy: Strategy,
    /// The first guess; `None` if the strategy chooses it.
    pub first: Option<Codeword>,
    /// Whether only codewords that are still possible are allowed as guesses.
    pub possible_only: bool,
}

impl Play {
    /// Creates a way to play by `strategy`. The strategy chooses the first guess, and any codeword
    /// is allowed as a guess.
    pub const fn new(strategy: Strategy) -> Self {
        Self { strategy, first: None, possible_only: false }
    }

    /// Sets the first guess; `None` if the strategy chooses it.
    #[must_use]
    pub const fn with_first(mut self, first: Option<Codeword>) -> Self {
        self.first = first;
        self
    }

    /// Sets whether only possible codewords are allowed as guesses.
    #[must_use]
    pub const fn only_possible(mut self, possible_only: bool) -> Self {
        self.possible_only = possible_only;
        self
    }
}

/// One class of a partition: the secrets that give the same feedback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PartitionClass {
    /// The feedback that all secrets of the class give.
    pub feedback: Feedback,
    /// Number of secrets; at least 1.
    pub count: u64,
}

/// Evaluation of a strategy on every secret of a game, after the first guess.
///
/// The first guess divides the secrets into *parts*: the secrets of a part give it the same
/// feedback. Parts can be evaluated one by one, in any order and on any machine. The tally of the
/// first turn, [`opening`](Self::opening), and the tallies of all parts sum to the tally of the
/// game.
///
/// **Scores.** [`EvaluationTally::scores`] counts the guess–secret comparisons that the algorithm
/// requires. A guess that is made while S is the set of possible secrets counts as |S| comparisons.
/// Each guess that the search tried before it chose this guess counts as |S| more. The number of
/// guesses tried is: zero for a given first guess, for |S| ≤ 2 and for
/// [`Strategy::FirstConsistent`]; one per multiset of colour counts for the strategy's own first
/// guess; otherwise the number of all allowed guesses, members of S first, up to the first guess
/// that distinguishes all of S, if there is such a guess. The count does not depend on the number
/// of threads or the vector level.
///
/// **Memory.** The memory is estimated in advance at 17 bytes per codeword: 8 for the partitions by
/// the first guess, 8 for the partitions by the second guess in progress, and 1 for the feedback;
/// see [`MEMORY_LIMIT`](crate::MEMORY_LIMIT). The estimate excludes the [bit
/// planes](crate::BitPlanes) of guesses, which are created on demand.
///
/// ```
/// use quadrille_lanes::Level;
/// use quadrille_mastermind::{Evaluation, Game, Play, Repeats, Strategy};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let evaluation = Evaluation::open(game, Play::new(Strategy::Knuth), Level::best(), &())?;
/// assert_eq!(game.show(evaluation.first_guess()).to_string(), "1122");
///
/// let mut tally = evaluation.opening();
/// for part in 0..evaluation.parts().len() {
///     tally.merge(&evaluation.play_part(part, &())?);
/// }
/// assert_eq!(tally.histogram, [1, 6, 62, 533, 694]);
/// assert_eq!(tally.total_turns(), 5801);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation {
    game: Game,
    play: Play,
    level: Level,
    ranking: Ranking,
    guess_set: Arc<GuessSet>,
    first: Choice,
    parts: Vec<PartitionClass>,
    /// The secrets, partitioned by the first guess.
    secrets: Split,
    /// For each element of `parts`, the index of its class in `secrets`.
    class: Vec<usize>,
    /// Representatives of the second guesses, computed when they are first needed.
    second_guesses: Lazy<Option<ExplicitGuesses>>,
    /// The second guess of each part, once a slice of the part has been played.
    second: Vec<OnceLock<Choice>>,
}

/// A share of a part of an [`Evaluation`]. The second guess partitions the secrets of the part; the
/// slice contains every `of`-th of these partitions, starting with partition `number`.
///
/// The tallies of slices 0 to `of - 1` sum to the tally of the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Slice {
    /// Index of the slice, from 0.
    pub number: usize,
    /// Number of slices of the part; at least 1.
    pub of: usize,
}

/// The slice that contains a whole part.
const WHOLE: Slice = Slice { number: 0, of: 1 };

/// Minimum number of codewords of a game for which representatives of the second guesses are worth
/// computing.
const WORTH_REPRESENTATIVES: u64 = 512;

/// Minimum number of secrets of a part for which representatives of the third guesses are worth
/// computing.
const MANY: usize = 1000;

/// A set of at least this number of secrets is assumed to contain all colours.
const FULL: usize = 48;

/// Minimum number of guess–secret comparisons for which the partitions of a set are played on
/// several threads. Waking a thread takes about as long as these comparisons.
const SHARED: u64 = TASK as u64;

/// Returns the number of secrets in the largest part after the first guess.
fn largest_part(game: Game, play: Play) -> u64 {
    let ranking = Ranking::new(play.strategy, game.codewords() as usize);
    let first = first_choice(game, play, &ranking).guess;
    partition(game, first).into_iter().max().unwrap_or(0)
}

/// Returns the first guess: the given one, or that of the strategy.
fn first_choice(game: Game, play: Play, ranking: &Ranking) -> Choice {
    match play.first {
        Some(guess) => Choice::given(guess),
        None => opening(game, play.strategy, ranking),
    }
}

impl Evaluation {
    /// Checks whether a game can be evaluated for all `plays` together.
    ///
    /// # Errors
    /// A game that does not fit in memory, or a given first guess that is not a codeword of the
    /// game.
    pub fn check(game: Game, plays: &[Play]) -> Result<(), EvaluateError> {
        for first in plays.iter().filter_map(|play| play.first) {
            game.check(first)?;
        }
        Ok(fits(game, bytes_a_codeword(plays.len()))?)
    }

    /// Returns the estimated memory, in bytes, for evaluating `plays` ways to play a game.
    pub const fn bytes(game: Game, plays: usize) -> u64 {
        game.codewords().saturating_mul(bytes_a_codeword(plays) + 1)
    }

    /// Returns an estimate of the memory for evaluating a game in the given ways to play, with
    /// `workers` slices played concurrently. The sets of secrets after the third and later guesses
    /// are not counted; they are small if guesses divide the secrets well. The game must pass
    /// [`check`](Self::check).
    pub fn need(game: Game, plays: &[Play], workers: usize) -> Need {
        let codewords = game.codewords();
        // The secrets are stored for each way to play, partitioned by its first guess. Temporary
        // memory is needed first to list and score the secrets.
        let secrets = of::<u64>(codewords).saturating_mul(plays.len() as u64);
        let opening = of::<u64>(codewords).saturating_add(codewords);
        // A slice scores all secrets of its part, one byte each, and keeps some of them. Concurrent
        // workers play different slices, so after the second guess they together keep each secret
        // of a way to play at most once.
        let largest = plays.iter().map(|&play| largest_part(game, play)).max().unwrap_or(0);
        let scored = largest.saturating_mul(workers as u64);
        let kept = scored.min(codewords.saturating_mul(plays.len() as u64));
        let slices = of::<u64>(kept).saturating_add(scored);
        let need = Need::kept(secrets).and(Need::working(opening).then(Need::working(slices)));
        let ranks = |play: &Play| !play.possible_only && play.strategy != Strategy::FirstConsistent;
        if plays.iter().any(ranks) {
            let guesses = ExplicitGuesses::most_bytes(game);
            let third = guesses.saturating_mul(workers as u64);
            need.and(Need::kept(GuessSet::bytes(game).min(of::<u64>(codewords) * 16)))
                .and(Need::kept(guesses))
                .and(Need::working(third))
        } else {
            need
        }
    }

    /// Makes the first guess, which is the same for all secrets.
    ///
    /// # Errors
    /// A game that does not fit in memory, a given first guess that is not a codeword of the game,
    /// or cancellation by the observer.
    pub fn open(
        game: Game,
        play: Play,
        level: Level,
        observer: &dyn Observer,
    ) -> Result<Self, EvaluateError> {
        Self::check(game, &[play])?;
        require(Self::bytes(game, 1))?;
        let meter = effort::meter(observer, game.codewords(), "secrets");
        Ok(Self::open_on(Arc::new(GuessSet::new(game)), game, play, level, &meter)?)
    }

    /// Makes the first guess of the same game for another way to play. The new evaluation shares
    /// the bit planes of guesses with this evaluation.
    ///
    /// # Errors
    /// A given first guess that is not a codeword of the game, or cancellation by the observer. The
    /// caller must [`check`](Self::check) that all ways to play fit in memory together.
    pub fn open_beside(&self, play: Play, observer: &dyn Observer) -> Result<Self, EvaluateError> {
        Self::check(self.game, &[play])?;
        require(Self::bytes(self.game, 1))?;
        let meter = effort::meter(observer, self.game.codewords(), "secrets");
        Ok(Self::open_on(Arc::clone(&self.guess_set), self.game, play, self.level, &meter)?)
    }

    fn open_on(
        guess_set: Arc<GuessSet>,
        game: Game,
        play: Play,
        level: Level,
        meter: &Meter<'_>,
    ) -> Result<Self, Cancelled> {
        meter.check()?;
        let ranking = Ranking::new(play.strategy, game.codewords() as usize);
        let first = first_choice(game, play, &ranking);
        let all = game.all_codes(meter)?;
        let secrets = Split::new(first.guess, &all, |_| true, meter)?;
        drop(all);
        meter.check()?;
        let part = |class: usize| PartitionClass {
            feedback: secrets.feedback(class),
            count: secrets.class(class).len() as u64,
        };
        let mut class: Vec<usize> = (0..secrets.len()).collect();
        class.sort_by_key(|&class| secrets.feedback(class));
        let parts: Vec<PartitionClass> = class.iter().map(|&class| part(class)).collect();
        let second = vec![OnceLock::new(); parts.len()];
        let second_guesses = Lazy::new();
        Ok(Self {
            game,
            play,
            level,
            ranking,
            guess_set,
            first,
            parts,
            secrets,
            class,
            second_guesses,
            second,
        })
    }

    /// Returns the game.
    pub const fn game(&self) -> Game {
        self.game
    }

    /// Returns the way to play.
    pub const fn play(&self) -> Play {
        self.play
    }

    /// Returns the first guess.
    pub const fn first_guess(&self) -> Codeword {
        self.first.guess
    }

    /// Returns the non-empty parts after the first guess, except the part of the solved secret.
    /// They are sorted by feedback: most black first, then most white.
    pub fn parts(&self) -> &[PartitionClass] {
        &self.parts
    }

    /// Returns the secrets of a part, ascending.
    fn secrets_of(&self, part: usize) -> &[u64] {
        self.secrets.class(self.class[part])
    }

    /// Returns the tally of the first turn, which finds the secret that equals the first guess.
    pub fn opening(&self) -> EvaluationTally {
        let mut tally = EvaluationTally::default();
        // The secret that equals the first guess is found at turn 1.
        tally.record(1, 1);
        tally.scores = self.game.codewords() * (self.first.tried + 1);
        tally
    }

    /// Plays all secrets of one part to the end, on the current rayon thread pool.
    ///
    /// The observer receives the progress of this part, in secrets.
    ///
    /// # Errors
    /// Cancellation by the observer.
    ///
    /// # Panics
    /// If `part` is not below the number of [`parts`](Self::parts).
    pub fn play_part(&self, part: usize, observer: &dyn Observer) -> Result<EvaluationTally, Cancelled> {
        let meter = effort::meter(observer, self.parts[part].count, "secrets");
        meter.check()?;
        let mut tally = EvaluationTally::default();
        self.play_from_second(self.secrets_of(part), &meter, &mut tally)?;
        Ok(tally)
    }

    /// Plays a slice of one part to the end, on the current rayon thread pool.
    ///
    /// The first slice of a part to be played determines the part's second guess, which the other
    /// slices reuse. If slices start at the same time, each of them computes this guess. The scores
    /// of the second guess are counted once, in slice 0.
    ///
    /// # Errors
    /// Cancellation by the observer.
    ///
    /// # Panics
    /// If `part` is not below the number of [`parts`](Self::parts), or `slice.of` is 0.
    ///
    /// ```
    /// use quadrille_lanes::Level;
    /// use quadrille_mastermind::{Evaluation, Game, Play, Repeats, Slice, Strategy, EvaluationTally};
    ///
    /// let game = Game::new(4, 5, Repeats::Allowed)?;
    /// let evaluation = Evaluation::open(game, Play::new(Strategy::Entropy), Level::best(), &())?;
    /// let mut sliced = EvaluationTally::default();
    /// for number in 0..3 {
    ///     sliced.merge(&evaluation.play_slice(4, Slice { number, of: 3 }, &())?);
    /// }
    /// assert_eq!(sliced, evaluation.play_part(4, &())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_slice(
        &self,
        part: usize,
        slice: Slice,
        observer: &dyn Observer,
    ) -> Result<EvaluationTally, Cancelled> {
        let secrets = self.secrets_of(part);
        let meter = effort::meter(observer, self.parts[part].count, "secrets");
        meter.check()?;
        if secrets.len() <= 2 {
            let mut tally = EvaluationTally::default();
            if slice.number == 0 {
                play_last_two(secrets.len() as u64, 2, &meter, &mut tally)?;
            }
            return Ok(tally);
        }
        let second = if let Some(second) = self.second[part].get() {
            *second
        } else {
            // The second guess is computed before the cell is initialised. During initialisation, a
            // thread that waits for its subtasks could start another slice, which would wait for
            // the same cell: a deadlock.
            let found = self.second_guess(secrets, &meter)?;
            *self.second[part].get_or_init(|| found)
        };
        let mut tally = EvaluationTally::default();
        let parts = Self::guess(second, secrets, 2, slice, &meter, &mut tally)?;
        self.play_thirds(secrets.len(), second.guess, &parts, &meter, &mut tally)?;
        Ok(tally)
    }

    /// Plays all parts to the end, on the current rayon thread pool. The result and the tally of
    /// the [`opening`](Self::opening) sum to the tally of the game.
    ///
    /// Small games (up to about 2000 codewords) use a single thread.
    ///
    /// # Errors
    /// Cancellation by the observer.
    ///
    /// ```
    /// use quadrille_lanes::Level;
    /// use quadrille_mastermind::{Evaluation, Game, Play, Repeats, Strategy};
    ///
    /// let game = Game::new(4, 6, Repeats::Allowed)?;
    /// let evaluation = Evaluation::open(game, Play::new(Strategy::MostParts), Level::best(), &())?;
    /// let mut tally = evaluation.opening();
    /// tally.merge(&evaluation.play_parts(&())?);
    /// assert_eq!(tally.total_turns(), 5668);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_parts(&self, observer: &dyn Observer) -> Result<EvaluationTally, Cancelled> {
        let meter = effort::meter(observer, self.game.codewords(), "secrets");
        meter.note(1);
        let mut tally = EvaluationTally::default();
        self.play_each(self.game.codewords(), &self.secrets, &mut tally, |secrets, tally| {
            self.play_from_second(secrets, &meter, tally)
        })?;
        Ok(tally)
    }

    /// Plays the secrets of one part from the second guess to the end.
    fn play_from_second(
        &self,
        secrets: &[u64],
        meter: &Meter<'_>,
        tally: &mut EvaluationTally,
    ) -> Result<(), Cancelled> {
        if secrets.len() <= 2 {
            return play_last_two(secrets.len() as u64, 2, meter, tally);
        }
        let second = self.second_guess(secrets, meter)?;
        let parts = Self::guess(second, secrets, 2, WHOLE, meter, tally)?;
        self.play_thirds(secrets.len(), second.guess, &parts, meter, tally)
    }

    /// Returns the second guess for the secrets of one part.
    fn second_guess(&self, secrets: &[u64], meter: &Meter<'_>) -> Result<Choice, Cancelled> {
        let representatives = if self.game.codewords() >= WORTH_REPRESENTATIVES && self.ranks_all() {
            let make =
                || ExplicitGuesses::representatives(self.game, &[self.first.guess], u64::MAX, meter, false);
            self.second_guesses.get_or_make(make)?.as_ref()
        } else {
            None
        };
        self.search(meter).next(secrets, representatives.map_or(self.guesses(), Guesses::Representatives))
    }

    /// Plays to the end all secrets in `parts`, the partitions by the second guess. `many` is the
    /// number of these secrets.
    fn play_thirds(
        &self,
        many: usize,
        second: Codeword,
        parts: &Split,
        meter: &Meter<'_>,
        tally: &mut EvaluationTally,
    ) -> Result<(), Cancelled> {
        let representatives = if many >= MANY && self.ranks_all() {
            let most = self.game.codewords() / 2;
            ExplicitGuesses::representatives(self.game, &[self.first.guess, second], most, meter, false)?
        } else {
            None
        };
        self.play_each(many as u64, parts, tally, |secrets, tally| {
            // Small sets usually lack some colours, so fewer guesses have to be tried.
            // Representatives are therefore not used for small sets.
            let guesses = match &representatives {
                Some(representatives) if secrets.len() >= FULL => Guesses::Representatives(representatives),
                _ => self.guesses(),
            };
            self.play_secrets(secrets, 3, guesses, meter, tally)
        })
    }

    /// Plays all secrets in `parts`, on several threads if there is enough work. `many` is the
    /// number of these secrets.
    fn play_each(
        &self,
        many: u64,
        parts: &Split,
        tally: &mut EvaluationTally,
        play: impl Fn(&[u64], &mut EvaluationTally) -> Result<(), Cancelled> + Sync + Send,
    ) -> Result<(), Cancelled> {
        if many.saturating_mul(self.game.codewords()) < SHARED {
            return (0..parts.len()).try_for_each(|part| play(parts.class(part), tally));
        }
        let played = |part: usize| {
            let mut tally = EvaluationTally::default();
            play(parts.class(part), &mut tally)?;
            Ok(tally)
        };
        let rest = parallel::try_reduce(parts.len(), EvaluationTally::default, played, |a, b| merged(a, &b))?;
        tally.merge(&rest);
        Ok(())
    }

    /// Returns whether guesses that cannot be the secret are ranked too.
    fn ranks_all(&self) -> bool {
        !self.play.possible_only && self.play.strategy != Strategy::FirstConsistent
    }

    fn guesses(&self) -> Guesses<'_> {
        if self.play.possible_only { Guesses::Possible } else { Guesses::All(&self.guess_set) }
    }

    /// Plays all games with the given possible secrets from turn `turn` on.
    fn play_secrets(
        &self,
        secrets: &[u64],
        turn: usize,
        guesses: Guesses<'_>,
        meter: &Meter<'_>,
        tally: &mut EvaluationTally,
    ) -> Result<(), Cancelled> {
        if secrets.len() <= 2 {
            return play_last_two(secrets.len() as u64, turn, meter, tally);
        }
        let choice = self.search(meter).next(secrets, guesses)?;
        if choice.perfect {
            return play_distinguished(choice, secrets, turn, meter, tally);
        }
        let parts = Self::guess(choice, secrets, turn, WHOLE, meter, tally)?;
        self.play_each(secrets.len() as u64, &parts, tally, |secrets, tally| {
            self.play_secrets(secrets, turn + 1, self.guesses(), meter, tally)
        })
    }

    fn search<'a>(&'a self, meter: &'a Meter<'a>) -> Search<'a> {
        Search {
            game: self.game,
            strategy: self.play.strategy,
            ranking: &self.ranking,
            level: self.level,
            meter,
            counts_guesses: false,
            task: TASK,
            seen: None,
        }
    }

    /// Makes the guess `choice` in all games whose possible secrets are `secrets`, and records it
    /// in `tally`. Returns the partitions that belong to `slice`.
    fn guess(
        choice: Choice,
        secrets: &[u64],
        turn: usize,
        slice: Slice,
        meter: &Meter<'_>,
        tally: &mut EvaluationTally,
    ) -> Result<Split, Cancelled> {
        let count = secrets.len() as u64;
        meter.effort(count)?;
        let parts = Split::new(choice.guess, secrets, |place| place % slice.of == slice.number, meter)?;
        if slice.number == 0 {
            tally.scores += count * (choice.tried + 1);
            if parts.solved {
                tally.record(turn, 1);
                meter.note(1);
            }
        }
        Ok(parts)
    }
}

/// Plays one or two secrets: guesses the first, then the second.
fn play_last_two(
    secrets: u64,
    turn: usize,
    meter: &Meter<'_>,
    tally: &mut EvaluationTally,
) -> Result<(), Cancelled> {
    for at in 0..secrets {
        tally.record(turn + at as usize, 1);
        tally.scores += secrets - at;
    }
    meter.note(secrets);
    meter.effort(secrets)
}

/// Plays secrets that the guess distinguishes: each partition contains a single secret.
fn play_distinguished(
    choice: Choice,
    secrets: &[u64],
    turn: usize,
    meter: &Meter<'_>,
    tally: &mut EvaluationTally,
) -> Result<(), Cancelled> {
    let count = secrets.len() as u64;
    let found = u64::from(secrets.binary_search(&choice.guess.bits()).is_ok());
    if found > 0 {
        tally.record(turn, found);
    }
    tally.record(turn + 1, count - found);
    let scores = 2 * count - found;
    tally.scores += count * choice.tried + scores;
    meter.note(count);
    meter.effort(scores)
}

/// Plays every secret of a game, on the current rayon thread pool.
///
/// Takes about (mean number of turns) · |codewords|² comparisons, unless only possible codewords
/// are guessed.
///
/// # Errors
/// A game that does not fit in memory, a given first guess that is not a codeword of the game, or
/// cancellation by the observer.
///
/// ```
/// use quadrille_lanes::Level;
/// use quadrille_mastermind::{Game, Play, Repeats, Strategy, evaluate};
///
/// let bulls_and_cows = Game::new(3, 6, Repeats::Forbidden)?;
/// let play = Play::new(Strategy::MostParts);
/// let tally = evaluate(bulls_and_cows, play, Level::best(), &())?;
/// assert_eq!(tally.secrets(), 120);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate(
    game: Game,
    play: Play,
    level: Level,
    observer: &dyn Observer,
) -> Result<EvaluationTally, EvaluateError> {
    let evaluation = Evaluation::open(game, play, level, observer)?;
    Ok(merged(evaluation.opening(), &evaluation.play_parts(observer)?))
}

/// Returns the number of bytes per codeword. Each way to play needs 8 bytes for the partitions by
/// its first guess. All ways to play together need 8 more, first for the list of all codewords,
/// then for the partitions by second guesses.
const fn bytes_a_codeword(plays: usize) -> u64 {
    8 * (plays as u64 + 1)
}

fn merged(mut a: EvaluationTally, b: &EvaluationTally) -> EvaluationTally {
    a.merge(b);
    a
}
