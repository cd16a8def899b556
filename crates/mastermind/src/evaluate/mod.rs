//! Playing every secret of a game at once: split by feedback, recurse.

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
use crate::parallel;
use crate::search::{Choice, Guesses, Search, TASK, opening};
use crate::strategy::{Ranking, Strategy};

#[cfg(feature = "oracle")]
pub use plain::evaluate_plainly;
pub use tally::Tally;

/// A way to play.
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
    /// How guesses are chosen.
    pub strategy: Strategy,
    /// The first guess, where it is not left to the strategy.
    pub first: Option<Codeword>,
    /// Whether only codewords that are still possible may be guessed.
    pub possible_only: bool,
}

impl Play {
    /// By `strategy`, with its own first guess, any codeword may be guessed.
    pub const fn new(strategy: Strategy) -> Self {
        Self { strategy, first: None, possible_only: false }
    }

    /// The same with this first guess, or with the strategy's own if there is none.
    #[must_use]
    pub const fn with_first(mut self, first: Option<Codeword>) -> Self {
        self.first = first;
        self
    }

    /// The same, guessing only codewords that are still possible, or any.
    #[must_use]
    pub const fn only_possible(mut self, possible_only: bool) -> Self {
        self.possible_only = possible_only;
        self
    }
}

/// One class of a partition: the secrets that give the same feedback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Part {
    /// The answer to the first guess that all secrets of the part give.
    pub feedback: Feedback,
    /// How many secrets give it; at least 1.
    pub count: u64,
}

/// All games of a size, opened: the first guess is made, and the secrets are parted by their answers.
///
/// The parts can be played one by one, in any order, on any machine; the tallies of the opening and of all
/// parts add up to the tally of the game.
///
/// **Scores.** [`Tally::scores`] counts the comparisons of a guess with a secret that the algorithm asks for.
/// Wherever a guess is to be made, with a set S of secrets still possible, these are |S| for the guess made,
/// and |S| for every guess tried before. Tried are: none for a forced first guess, for |S| ≤ 2 and for
/// [`Strategy::FirstConsistent`]; one guess for every multiset of colour counts for the own first guess; else
/// all guesses allowed, members of S first, up to the first that tells all of S apart if there is one. It is
/// the same for every number of threads and every vector level.
///
/// **Memory.** Estimated before work starts as two sets of all codewords, 8 bytes each (the parts of the
/// first guess; those of the second that are under way), and a byte a codeword for its feedback; see
/// [`MEMORY_LIMIT`](crate::MEMORY_LIMIT). Guesses are made as they are needed.
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
    parts: Vec<Part>,
    /// The secrets, parted by the first guess.
    secrets: Split,
    /// The class of each part.
    class: Vec<usize>,
    /// Representatives of the second guesses, once one is looked for.
    second_guesses: Lazy<Option<ExplicitGuesses>>,
    /// The second guess of each part, once a slice of the part has been played.
    second: Vec<OnceLock<Choice>>,
}

/// A share of a part: every `of`-th of the parts that the second guess leaves, beginning with the one at
/// `number`.
///
/// Slices 0 to `of - 1` add up to the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Slice {
    /// Which share, from 0.
    pub number: usize,
    /// How many shares there are; at least 1.
    pub of: usize,
}

/// A part as its only slice.
const WHOLE: Slice = Slice { number: 0, of: 1 };

/// Codewords from which on it pays to look for representatives of the second guesses.
const WORTH_REPRESENTATIVES: u64 = 512;

/// Secrets of a part from which on it pays to do so for the third guesses.
const MANY: usize = 1000;

/// Secrets from which on a set is taken to have all colours.
const FULL: usize = 48;

/// Comparisons of all guesses with a set from which on the parts it falls into are played on several threads:
/// to wake one takes about as long.
const SHARED: u64 = TASK as u64;

impl Evaluation {
    /// Whether a game can be evaluated, in several ways at once if need be, before any work is done.
    ///
    /// # Errors
    /// A size that does not fit in memory, or a forced first guess that is no codeword of the game.
    pub fn check(game: Game, plays: &[Play]) -> Result<(), EvaluateError> {
        for first in plays.iter().filter_map(|play| play.first) {
            game.check(first)?;
        }
        Ok(fits(game, bytes_a_codeword(plays.len()))?)
    }

    /// The memory that evaluating a game in so many ways is estimated to take, in bytes.
    pub const fn bytes(game: Game, plays: usize) -> u64 {
        game.codewords().saturating_mul(bytes_a_codeword(plays) + 1)
    }

    /// An upper bound of the memory that evaluating a game in some ways takes, with `workers`
    /// slices played side by side.
    pub fn need(game: Game, plays: &[Play], workers: usize) -> Need {
        let codewords = game.codewords();
        // The secrets of each way to play, parted by its first guess; listed and scored before.
        let secrets = of::<u64>(codewords).saturating_mul(plays.len() as u64);
        let opening = of::<u64>(codewords).saturating_add(codewords);
        // A slice scores the secrets of its part and keeps a share of them; parts hold a third at
        // most, and those that are played at the same time are different slices.
        let slices = (of::<u64>(codewords) + codewords) / 3 * (workers as u64).min(3);
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

    /// Makes the first guess of all games at once.
    ///
    /// # Errors
    /// A size that does not fit in memory, a forced first guess that is no codeword of the game, or
    /// `observer` says stop.
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

    /// Makes the first guess of the same games by another way to play; what the guesses are made of is
    /// shared.
    ///
    /// # Errors
    /// A forced first guess that is no codeword of the game, or `observer` says stop. That all ways to play
    /// fit in memory together is [`check`](Self::check)ed by the caller.
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
        let first = match play.first {
            Some(guess) => Choice::given(guess),
            None => opening(game, play.strategy, &ranking),
        };
        let all = game.all_codes(meter)?;
        let secrets = Split::new(first.guess, &all, |_| true, meter)?;
        drop(all);
        meter.check()?;
        let part = |class: usize| Part {
            feedback: secrets.feedback(class),
            count: secrets.class(class).len() as u64,
        };
        let mut class: Vec<usize> = (0..secrets.len()).collect();
        class.sort_by_key(|&class| secrets.feedback(class));
        let parts: Vec<Part> = class.iter().map(|&class| part(class)).collect();
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

    /// How many pins and colours, and whether colours may repeat.
    pub const fn game(&self) -> Game {
        self.game
    }

    /// The way to play.
    pub const fn play(&self) -> Play {
        self.play
    }

    /// The first guess.
    pub const fn first_guess(&self) -> Codeword {
        self.first.guess
    }

    /// The parts of the first guess that remain to be played: not empty, not solved, most black first, then
    /// most white.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The secrets of a part, ascending.
    fn secrets_of(&self, part: usize) -> &[u64] {
        self.secrets.class(self.class[part])
    }

    /// What the first turn alone contributes: the secret it finds, and its scores.
    pub fn opening(&self) -> Tally {
        let mut tally = Tally::default();
        // Every codeword of the game is a possible secret, the first guess among them.
        tally.record(1, 1);
        tally.scores = self.game.codewords() * (self.first.tried + 1);
        tally
    }

    /// Plays all secrets of one part to the end, on rayon's ambient threads.
    ///
    /// The progress that `observer` hears is that of this part alone, in secrets.
    ///
    /// # Errors
    /// `observer` says stop.
    ///
    /// # Panics
    /// If `part` is not below the number of [`parts`](Self::parts).
    pub fn play_part(&self, part: usize, observer: &dyn Observer) -> Result<Tally, Cancelled> {
        let meter = effort::meter(observer, self.parts[part].count, "secrets");
        meter.check()?;
        let mut tally = Tally::default();
        self.play_from_second(self.secrets_of(part), &meter, &mut tally)?;
        Ok(tally)
    }

    /// Plays a slice of one part to the end, on rayon's ambient threads.
    ///
    /// The first slice of a part to be played finds the part's second guess, and the others take it from
    /// there; slices of one part that begin at the same time each find it for themselves. Its scores count
    /// once, in slice 0.
    ///
    /// # Errors
    /// `observer` says stop.
    ///
    /// # Panics
    /// If `part` is not below the number of [`parts`](Self::parts), or `slice.of` is 0.
    ///
    /// ```
    /// use quadrille_lanes::Level;
    /// use quadrille_mastermind::{Evaluation, Game, Play, Repeats, Slice, Strategy, Tally};
    ///
    /// let game = Game::new(4, 5, Repeats::Allowed)?;
    /// let evaluation = Evaluation::open(game, Play::new(Strategy::Entropy), Level::best(), &())?;
    /// let mut sliced = Tally::default();
    /// for number in 0..3 {
    ///     sliced.merge(&evaluation.play_slice(4, Slice { number, of: 3 }, &())?);
    /// }
    /// assert_eq!(sliced, evaluation.play_part(4, &())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_slice(&self, part: usize, slice: Slice, observer: &dyn Observer) -> Result<Tally, Cancelled> {
        let secrets = self.secrets_of(part);
        let meter = effort::meter(observer, self.parts[part].count, "secrets");
        meter.check()?;
        if secrets.len() <= 2 {
            let mut tally = Tally::default();
            if slice.number == 0 {
                play_the_last(secrets.len() as u64, 2, &meter, &mut tally)?;
            }
            return Ok(tally);
        }
        let second = if let Some(second) = self.second[part].get() {
            *second
        } else {
            // Found before the cell is asked again: a thread that waited inside it could be lent to the very
            // slice that it waits for.
            let found = self.second_guess(secrets, &meter)?;
            *self.second[part].get_or_init(|| found)
        };
        let mut tally = Tally::default();
        let parts = Self::guess(second, secrets, 2, slice, &meter, &mut tally)?;
        self.play_thirds(secrets.len(), second.guess, &parts, &meter, &mut tally)?;
        Ok(tally)
    }

    /// Plays all parts to the end, on rayon's ambient threads; together with the [`opening`](Self::opening)
    /// that is the game.
    ///
    /// A small game (up to about 2000 codewords) starts no thread.
    ///
    /// # Errors
    /// `observer` says stop.
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
    pub fn play_parts(&self, observer: &dyn Observer) -> Result<Tally, Cancelled> {
        let meter = effort::meter(observer, self.game.codewords(), "secrets");
        meter.note(1);
        let mut tally = Tally::default();
        self.play_each(self.game.codewords(), &self.secrets, &mut tally, |secrets, tally| {
            self.play_from_second(secrets, &meter, tally)
        })?;
        Ok(tally)
    }

    /// Plays a part of the first guess to the end.
    fn play_from_second(
        &self,
        secrets: &[u64],
        meter: &Meter<'_>,
        tally: &mut Tally,
    ) -> Result<(), Cancelled> {
        if secrets.len() <= 2 {
            return play_the_last(secrets.len() as u64, 2, meter, tally);
        }
        let second = self.second_guess(secrets, meter)?;
        let parts = Self::guess(second, secrets, 2, WHOLE, meter, tally)?;
        self.play_thirds(secrets.len(), second.guess, &parts, meter, tally)
    }

    /// The second guess for a part of the first one.
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

    /// Plays what the second guess leaves of `many` secrets to the end.
    fn play_thirds(
        &self,
        many: usize,
        second: Codeword,
        parts: &Split,
        meter: &Meter<'_>,
        tally: &mut Tally,
    ) -> Result<(), Cancelled> {
        let representatives = if many >= MANY && self.ranks_all() {
            let most = self.game.codewords() / 2;
            ExplicitGuesses::representatives(self.game, &[self.first.guess, second], most, meter, false)?
        } else {
            None
        };
        self.play_each(many as u64, parts, tally, |secrets, tally| {
            // A set that lacks colours has fewer guesses by itself.
            let guesses = match &representatives {
                Some(representatives) if secrets.len() >= FULL => Guesses::Representatives(representatives),
                _ => self.guesses(),
            };
            self.play_secrets(secrets, 3, guesses, meter, tally)
        })
    }

    /// Plays all parts of `many` secrets, on several threads if it is worth it.
    fn play_each(
        &self,
        many: u64,
        parts: &Split,
        tally: &mut Tally,
        play: impl Fn(&[u64], &mut Tally) -> Result<(), Cancelled> + Sync + Send,
    ) -> Result<(), Cancelled> {
        if many.saturating_mul(self.game.codewords()) < SHARED {
            return (0..parts.len()).try_for_each(|part| play(parts.class(part), tally));
        }
        let played = |part: usize| {
            let mut tally = Tally::default();
            play(parts.class(part), &mut tally)?;
            Ok(tally)
        };
        let rest = parallel::try_reduce(parts.len(), Tally::default, played, |a, b| merged(a, &b))?;
        tally.merge(&rest);
        Ok(())
    }

    /// Whether guesses are ranked that need not be possible.
    fn ranks_all(&self) -> bool {
        !self.play.possible_only && self.play.strategy != Strategy::FirstConsistent
    }

    fn guesses(&self) -> Guesses<'_> {
        if self.play.possible_only { Guesses::Possible } else { Guesses::All(&self.guess_set) }
    }

    /// Plays all games with the given secrets still possible from turn `turn` on.
    fn play_secrets(
        &self,
        secrets: &[u64],
        turn: usize,
        guesses: Guesses<'_>,
        meter: &Meter<'_>,
        tally: &mut Tally,
    ) -> Result<(), Cancelled> {
        if secrets.len() <= 2 {
            return play_the_last(secrets.len() as u64, turn, meter, tally);
        }
        let choice = self.search(meter).next(secrets, guesses)?;
        if choice.perfect {
            return play_apart(choice, secrets, turn, meter, tally);
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

    /// Makes one guess for all games with the given secrets still possible, and keeps a slice of what it
    /// leaves.
    fn guess(
        choice: Choice,
        secrets: &[u64],
        turn: usize,
        slice: Slice,
        meter: &Meter<'_>,
        tally: &mut Tally,
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

/// One or two secrets: the first, and if it is the second after all, that one.
fn play_the_last(secrets: u64, turn: usize, meter: &Meter<'_>, tally: &mut Tally) -> Result<(), Cancelled> {
    for at in 0..secrets {
        tally.record(turn + at as usize, 1);
        tally.scores += secrets - at;
    }
    meter.note(secrets);
    meter.effort(secrets)
}

/// Secrets that the guess tells apart: what it leaves is single secrets.
fn play_apart(
    choice: Choice,
    secrets: &[u64],
    turn: usize,
    meter: &Meter<'_>,
    tally: &mut Tally,
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

/// Plays every secret of a game, on rayon's ambient threads.
///
/// About (depth of the games) · |codewords|² comparisons, unless only possible codes are guessed.
///
/// # Errors
/// A size that does not fit in memory, a forced first guess that is no codeword of the game, or `observer`
/// says stop.
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
) -> Result<Tally, EvaluateError> {
    let evaluation = Evaluation::open(game, play, level, observer)?;
    Ok(merged(evaluation.opening(), &evaluation.play_parts(observer)?))
}

/// The parts of the first guess for each way to play, and all codewords or the parts of second guesses.
const fn bytes_a_codeword(plays: usize) -> u64 {
    8 * (plays as u64 + 1)
}

fn merged(mut a: Tally, b: &Tally) -> Tally {
    a.merge(b);
    a
}
