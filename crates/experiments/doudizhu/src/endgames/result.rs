//! What random endgames come to: the result of `doudizhu.endgames`.

use quadrille_doudizhu::{Hand, Rules};
use quadrille_stats::Interval;
use serde::{Deserialize, Serialize};

use super::deals::Solved;
use super::settings::Settings;
use quadrille_report::as_text;
use quadrille_report::intervals::confidence;

/// The result of `doudizhu.endgames`: how often the side to move wins random deals with open hands, and which
/// of them are puzzles. It depends on the values of positions alone, not on how they were found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndgamesResult {
    /// Which moves there are.
    #[serde(with = "as_text")]
    pub rules: Rules,
    /// How many cards each hand has, the landlord's first.
    pub hands: Vec<u32>,
    /// Which seat leads.
    pub to_move: u8,
    /// Deals that were solved.
    pub deals: u64,
    /// Those that the side to move wins.
    pub wins: u64,
    /// Their share, from 0 to 1.
    pub win_share: f64,
    /// Where its 95 % interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// Deals by how many first moves win: none, one, two, more.
    pub winning_moves: [u64; 4],
    /// Puzzles, the hardest first; of those that differ in the names of ranks alone, one.
    pub puzzles: Vec<GradedPuzzle>,
}

/// The effort of the solver, which changes whenever the solver does: `details` in `run.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndgamesDetails {
    /// Positions searched in all; decimal text as data.
    #[serde(with = "as_text")]
    pub nodes: u64,
    /// The deals that took most nodes, the hardest first.
    pub hardest: Vec<HardDeal>,
}

/// A deal that was hard to solve.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HardDeal {
    /// Its number, from 0.
    pub deal: u64,
    /// The hands, with `/` between them.
    pub hands: String,
    /// Whether the side to move wins.
    pub win: bool,
    /// Positions searched; decimal text as data.
    #[serde(with = "as_text")]
    pub nodes: u64,
}

/// A deal with one single winning move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradedPuzzle {
    /// The deal's number, from 0.
    pub deal: u64,
    /// The hands, with `/` between them.
    pub hands: String,
    /// How difficult it is; [`Puzzle`](quadrille_doudizhu::endgame::Puzzle) defines the measure.
    pub grade: u64,
    /// The first move that wins.
    pub answer: String,
    /// How many first moves lose.
    pub wrong_moves: u32,
    /// How many moves the measured line has until the win.
    pub depth: u32,
    /// The first move with the most cards, if it loses.
    pub tempting: Option<String>,
}

impl EndgamesResult {
    pub(crate) fn of(settings: &Settings, solved: &Solved) -> Self {
        let deals = solved.deals.max(1);
        let interval = Interval::wilson(solved.wins, deals, confidence()).ok();
        let [low, high] = interval.map_or([0.0, 1.0], |interval| [interval.low, interval.high]);
        Self {
            rules: settings.rules,
            hands: settings.hands.clone(),
            to_move: settings.to_move,
            deals: solved.deals,
            wins: solved.wins,
            win_share: solved.wins as f64 / deals as f64,
            low,
            high,
            winning_moves: solved.winning,
            puzzles: solved
                .puzzles
                .iter()
                .map(|found| GradedPuzzle {
                    deal: found.deal,
                    hands: text(&found.hands),
                    grade: found.grade,
                    answer: found.answer.to_string(),
                    wrong_moves: found.refuted,
                    depth: found.depth,
                    tempting: found.tempting.map(|cards| cards.to_string()),
                })
                .collect(),
        }
    }
}

impl EndgamesDetails {
    pub(crate) fn of(solved: &Solved) -> Self {
        let hardest = solved.hardest.iter().map(|hard| HardDeal {
            deal: hard.deal,
            hands: text(&hard.hands),
            win: hard.win,
            nodes: hard.nodes,
        });
        Self { nodes: solved.nodes, hardest: hardest.collect() }
    }
}

fn text(hands: &[Hand]) -> String {
    hands.iter().map(ToString::to_string).collect::<Vec<_>>().join("/")
}
