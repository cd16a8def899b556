//! The program's own next guess, and the information that a guess gives.

use std::str::FromStr;

use quadrille_lanes::Level;
use quadrille_mastermind::{
    self as mastermind, AdviseError, Cancelled, Game, Goal, Play, Row, Strategy, StrategyError,
};
use quadrille_progress::Observer;
use serde::{Deserialize, Serialize};

use super::PartitionClass;

/// Method by which the program chooses its guesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chooser {
    /// The best guess, or the guess of [`Strategy::Entropy`] where finding the best guess would
    /// take too long.
    Optimal,
    /// The guess of a strategy.
    By(Strategy),
}

impl Chooser {
    /// The name of [`Chooser::Optimal`].
    pub const OPTIMAL: &str = "optimal";

    /// Returns the strategy for the guesses that are not found by optimal play.
    pub const fn strategy(self) -> Strategy {
        match self {
            Self::Optimal => Strategy::Entropy,
            Self::By(strategy) => strategy,
        }
    }

    /// Returns the names of all choosers.
    pub fn names() -> impl Iterator<Item = &'static str> {
        [Self::OPTIMAL].into_iter().chain(Strategy::ALL.map(Strategy::name))
    }
}

impl FromStr for Chooser {
    type Err = StrategyError;

    fn from_str(name: &str) -> Result<Self, StrategyError> {
        if name == Self::OPTIMAL { Ok(Self::Optimal) } else { name.parse().map(Self::By) }
    }
}

/// A guess of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The guess, and the information that it will give.
    pub advice: mastermind::Advice,
    /// The total turns over all remaining codewords, from this guess on. `None` unless the guess is
    /// proven optimal.
    pub turns: Option<u64>,
}

/// Returns the program's next guess after these rows: the best guess, if `chooser` requests it and
/// it is found soon enough; otherwise the strategy's guess. The search for the strategy's guess
/// makes at most about `work` comparisons of a guess with a secret.
///
/// # Errors
/// The errors of [`mastermind::advise`]: the rows contradict one another, or the observer asks to
/// stop before the guess is found.
///
/// ```
/// use quadrille_experiments_mastermind::answers::proposal::{Chooser, propose};
/// use quadrille_mastermind::{Game, Level, Repeats, Row, USUAL_WORK};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let rows = Row::parse_all(game, &["1123:0,2", "4461:0,2"])?;
/// let best = propose(game, Chooser::Optimal, false, &rows, USUAL_WORK, Level::best(), &())?;
/// assert!(best.advice.exact && best.turns.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn propose(
    game: Game,
    chooser: Chooser,
    possible_only: bool,
    rows: &[Row],
    work: u64,
    level: Level,
    observer: &dyn Observer,
) -> Result<Proposal, AdviseError> {
    let goal = Goal::new().only_possible(possible_only);
    if chooser == Chooser::Optimal
        && let Some(best) = mastermind::advise_optimally(game, &goal, rows, level, observer)?
    {
        return Ok(Proposal { advice: best.advice, turns: Some(best.turns) });
    }
    let play = Play::new(chooser.strategy()).only_possible(possible_only);
    let advice = mastermind::advise_within(game, play, rows, Some(work), level, observer)?;
    if advice.examined.stopped {
        return Err(Cancelled.into());
    }
    Ok(Proposal { advice, turns: None })
}

/// How a guess divides the possible secrets; the guess is written in the game's characters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Information {
    /// The guess.
    pub guess: String,
    /// Whether the guess can be the secret.
    pub possible: bool,
    /// The number of possible secrets; a lower bound if `counted` is false.
    #[serde(with = "quadrille_report::decimal")]
    pub remaining: u64,
    /// Whether all possible secrets were counted.
    pub counted: bool,
    /// Whether the counts in `partitions` are estimates.
    pub estimated: bool,
    /// The non-empty partitions by feedback, most black pegs first, then most white.
    pub partitions: Vec<PartitionClass>,
    /// The number of secrets in the largest partition.
    pub largest: u64,
    /// The mean number of secrets that remain possible after the feedback.
    pub expected_size: f64,
    /// The information that the guess gives, in bits.
    pub bits: f64,
}

impl Information {
    /// Converts the information of a guess.
    pub fn new(game: Game, known: &mastermind::Information) -> Self {
        Self {
            guess: game.show(known.guess).to_string(),
            possible: known.possible,
            remaining: known.remaining,
            counted: known.counted,
            estimated: known.estimated,
            partitions: known.partitions.iter().map(Into::into).collect(),
            largest: known.largest(),
            expected_size: known.expected_size(),
            bits: known.bits(),
        }
    }
}
