//! The results of `mastermind.evaluate` and `mastermind.compare`.

use quadrille_mastermind::{Evaluation, EvaluationTally, Feedback, PartitionClass, Repeats, Strategy};
use quadrille_report::figures::{Described, Figures, Shape};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::job::{Contest, EvaluationJob};
use quadrille_report::as_text;

/// The result of `mastermind.evaluate`, which plays every secret of a game with one strategy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct EvaluateResult {
    /// The game that was played.
    #[serde(flatten)]
    pub game: GamePlayed,
    /// The strategy's statistics.
    #[serde(flatten)]
    pub score: StrategyScore,
    /// The number of secrets for each feedback to the first guess, most black pegs first, then most
    /// white.
    pub opening: Vec<PartCount>,
}

/// The result of `mastermind.compare`, which plays every secret with several strategies.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum MastermindCompareResult {
    /// The games of a list of sizes.
    Sizes(SizesResult),
    /// A single game.
    Game(GameResult),
}

/// Distinguishes the variants by the key `games`, which a single game does not have.
impl<'de> Deserialize<'de> for MastermindCompareResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = Map::<String, Value>::deserialize(deserializer)?;
        let read = if object.contains_key("games") {
            serde_json::from_value(Value::Object(object)).map(Self::Sizes)
        } else {
            serde_json::from_value(Value::Object(object)).map(Self::Game)
        };
        read.map_err(D::Error::custom)
    }
}

impl Described for MastermindCompareResult {
    const SHAPE: Shape = Shape::OneOf(&[SizesResult::SHAPE, GameResult::SHAPE]);
}

/// Several strategies on games of several sizes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct SizesResult {
    /// The games in the experiment's order.
    pub games: Vec<GameResult>,
    /// The number of comparisons in all games, as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub scores: u64,
}

/// Several strategies on one game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The game that was played.
    #[serde(flatten)]
    pub game: GamePlayed,
    /// The statistics of each strategy, in the experiment's order.
    pub strategies: Vec<StrategyScore>,
    /// The number of comparisons by all strategies, as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub scores: u64,
}

/// A game and the guesses allowed in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Figures)]
pub struct GamePlayed {
    /// The number of pins of a codeword, 1 to 16.
    pub pins: usize,
    /// The number of colours, 1 to 15.
    pub colors: usize,
    /// Whether repeated colours are forbidden, as in Bulls and Cows.
    pub no_repeats: bool,
    /// Whether only possible codewords were guessed.
    pub possible_only: bool,
    /// The number of codewords of the game.
    pub secrets: u64,
}

/// A strategy's statistics over every secret of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
pub struct StrategyScore {
    /// The strategy.
    #[serde(with = "as_text")]
    #[figure(name)]
    pub strategy: Strategy,
    /// The first guess, in the game's characters.
    pub first_guess: String,
    /// The total turns over all secrets, including each game's final guess.
    #[figure("total")]
    pub total_turns: u64,
    /// The average turns per secret; `None` without secrets.
    #[figure("average", decimals(4))]
    pub average: Option<f64>,
    /// The turns of the longest game.
    #[figure("at most")]
    pub max_turns: usize,
    /// The number of secrets found at each turn; index 0 is turn 1.
    pub histogram: Vec<u64>,
    /// The number of comparisons of a guess with a secret that the strategy required, as decimal
    /// text.
    #[serde(with = "quadrille_report::decimal")]
    #[figure("comparisons")]
    pub scores: u64,
}

/// The number of secrets that give one feedback.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct PartCount {
    /// Pins with the right colour.
    pub black: u8,
    /// Further colours that occur in the secret, but at another pin.
    pub white: u8,
    /// The number of remaining secrets.
    #[figure("secrets left")]
    pub count: u64,
}

impl PartCount {
    /// Returns the feedback.
    pub const fn feedback(&self) -> Feedback {
        Feedback { black: self.black, white: self.white }
    }
}

impl From<PartitionClass> for PartCount {
    fn from(PartitionClass { feedback: Feedback { black, white }, count }: PartitionClass) -> Self {
        Self { black, white, count }
    }
}

impl StrategyScore {
    fn of((evaluation, tally): (&Evaluation, &EvaluationTally)) -> Self {
        Self {
            strategy: evaluation.play().strategy,
            first_guess: evaluation.game().show(evaluation.first_guess()).to_string(),
            total_turns: tally.total_turns(),
            average: tally.average(),
            max_turns: tally.max_turns(),
            histogram: tally.histogram.clone(),
            scores: tally.scores,
        }
    }

    /// Returns the number of secrets found, which is the number of codewords of the game.
    pub fn secrets(&self) -> u64 {
        self.histogram.iter().copied().fold(0, u64::saturating_add)
    }
}

impl GamePlayed {
    fn of(contest: &Contest) -> Self {
        let game = contest.game;
        Self {
            pins: game.pins(),
            colors: game.colors(),
            no_repeats: game.repeats() == Repeats::Forbidden,
            possible_only: contest.plays.iter().any(|play| play.possible_only),
            secrets: game.codewords(),
        }
    }
}

impl EvaluateResult {
    /// Creates the result; `None` unless there is exactly one game with one strategy.
    pub(crate) fn of(
        settings: &EvaluationJob,
        evaluations: &[Evaluation],
        tallies: &[EvaluationTally],
    ) -> Option<Self> {
        let ([contest], [evaluation], [tally]) = (&settings.contests[..], evaluations, tallies) else {
            return None;
        };
        let solved = PartitionClass { feedback: Feedback::solved(evaluation.game()), count: 1 };
        let opening = std::iter::once(solved).chain(evaluation.parts().iter().copied());
        Some(Self {
            game: GamePlayed::of(contest),
            score: StrategyScore::of((evaluation, tally)),
            opening: opening.map(PartCount::from).collect(),
        })
    }
}

impl MastermindCompareResult {
    /// Combines the evaluations and tallies of all games, given in the order of the settings.
    pub(crate) fn of(
        settings: &EvaluationJob,
        evaluations: &[Evaluation],
        tallies: &[EvaluationTally],
    ) -> Self {
        let mut all = evaluations.iter().zip(tallies);
        // Evaluations and tallies are listed game by game, with one entry for each strategy of a
        // game.
        let mut games: Vec<GameResult> = settings
            .contests
            .iter()
            .map(|contest| {
                let own = all.by_ref().take(contest.plays.len());
                let strategies: Vec<StrategyScore> = own.map(StrategyScore::of).collect();
                let scores = strategies.iter().map(|score| score.scores).sum();
                GameResult { game: GamePlayed::of(contest), strategies, scores }
            })
            .collect();
        if !settings.by_size && games.len() == 1 {
            return Self::Game(games.remove(0));
        }
        let scores = games.iter().map(|game| game.scores).sum();
        Self::Sizes(SizesResult { games, scores })
    }
}
