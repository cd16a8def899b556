//! The result of `mastermind.optimal`.

use quadrille_mastermind::{Cut, Repeats, Solved};
use quadrille_report::figures::Figures;
use serde::{Deserialize, Serialize};

use super::job::OptimalJob;
use crate::answers::tree::TreeFile;
use crate::evaluation::result::GamePlayed;

/// The result of `mastermind.optimal`: a strategy with the fewest total turns over all secrets,
/// proved optimal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct OptimalResult {
    /// The game and the guesses allowed in it.
    #[serde(flatten)]
    pub game: GamePlayed,
    /// The maximum number of turns for any secret, which is the key `max_turns` of the experiment;
    /// `None` without a limit.
    pub turns_allowed: Option<u32>,
    /// Whether the turns of the longest game were minimised before the total turns.
    pub least_depth: bool,
    /// Whether, among strategies with equal totals, the number of secrets found only at the last
    /// turn was minimised.
    pub few_last: bool,
    /// The total turns over all secrets. This key and all following keys are `None` or empty if no
    /// strategy satisfies the limit `turns_allowed`.
    #[figure("turns in all")]
    pub total_turns: Option<u64>,
    /// The average turns per secret.
    #[figure("turns on average", decimals(4))]
    pub average: Option<f64>,
    /// The turns of the longest game.
    #[figure("turns at most")]
    pub max_turns: Option<u32>,
    /// Secrets found at each turn, from turn 1.
    pub histogram: Vec<u64>,
    /// The first guess.
    pub first_guess: Option<String>,
    /// First guesses that are not equivalent by permutations of colours and pins, in the order in
    /// which they were examined.
    pub openings: Vec<Opening>,
    /// The continuation after each feedback to the first guess, most black pegs first, then most
    /// white.
    pub answers: Vec<AnswerPlayed>,
    /// The whole strategy, in the format of `mastermind tree`, which `mastermind tree --check`
    /// reads.
    #[figure(other)]
    pub tree: Option<TreeFile>,
}

/// A first guess.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The guess.
    #[figure(name)]
    pub guess: String,
    /// The total turns over all secrets; `None` if proved to be at least the total of an earlier
    /// first guess.
    pub total_turns: Option<u64>,
}

/// The continuation after one feedback to the first guess.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct AnswerPlayed {
    /// Pins with the right colour.
    pub black: u8,
    /// Further colours that occur in the secret, but at another pin.
    pub white: u8,
    /// The number of remaining secrets.
    #[figure("secrets left")]
    pub count: u64,
    /// The second guess.
    pub guess: String,
    /// The total turns of the remaining secrets, without the first guess.
    pub turns: u64,
}

impl OptimalResult {
    pub(crate) fn of(settings: &OptimalJob, cut: Option<&Cut>, whole: &[Solved]) -> Self {
        let (game, goal) = (settings.game, &settings.goal);
        let show = |guess| game.show(guess).to_string();
        let mut result = Self {
            game: GamePlayed {
                pins: game.pins(),
                colors: game.colors(),
                no_repeats: game.repeats() == Repeats::Forbidden,
                possible_only: goal.possible_only,
                secrets: game.codewords(),
            },
            turns_allowed: goal.max_turns,
            least_depth: goal.least_depth,
            few_last: goal.few_last,
            total_turns: None,
            average: None,
            max_turns: None,
            histogram: Vec::new(),
            first_guess: None,
            openings: Vec::new(),
            answers: Vec::new(),
            tree: None,
        };
        let Some((cut, tree)) = cut.and_then(|cut| Some((cut, cut.tree(whole)?))) else { return result };
        // The walk cannot fail, because `verify` has already performed it.
        let walk = tree.walk().unwrap_or_default();
        let total = walk.total_turns();
        result.total_turns = Some(total);
        result.average = Some(total as f64 / game.codewords() as f64);
        result.max_turns = Some(walk.max_turns());
        result.first_guess = Some(show(tree.root.guess));
        result.openings = cut
            .openings(whole)
            .into_iter()
            .map(|(guess, total_turns)| Opening { guess: show(guess), total_turns })
            .collect();
        result.answers = cut
            .best_tasks(whole)
            .map(|(task, (cost, node))| AnswerPlayed {
                black: task.feedback.black,
                white: task.feedback.white,
                count: task.count,
                guess: show(node.guess),
                turns: cut.turns(*cost),
            })
            .collect();
        result.answers.sort_by_key(|answer| (std::cmp::Reverse((answer.black, answer.white)), answer.count));
        result.tree = Some(TreeFile::new(&tree, &walk));
        result.histogram = walk.histogram;
        result
    }
}
