//! The result of `doudizhu.endgames`.

use quadrille_doudizhu::{Hand, Rules};
use quadrille_report::figures::Figures;
use quadrille_stats::Interval;
use serde::{Deserialize, Serialize};

use super::deals::Solved;
use super::job::EndgamesJob;
use quadrille_report::as_text;
use quadrille_report::intervals::confidence;

/// The result of `doudizhu.endgames`: the win rate of the side to move in random deals with open
/// hands, and the puzzles among these deals. The result depends only on the values of positions,
/// not on the search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct EndgamesResult {
    /// The rules of moves.
    #[serde(with = "as_text")]
    pub rules: Rules,
    /// The sizes of the hands, the landlord's first.
    pub hands: Vec<u32>,
    /// The seat that leads.
    pub to_move: u8,
    /// The number of deals.
    #[figure("deals")]
    pub deals: u64,
    /// The number of deals that the side to move wins.
    pub wins: u64,
    /// The share of deals that the side to move wins, 0 to 1.
    #[figure("the mover wins", percent, within(low, high))]
    pub win_share: f64,
    /// The lower end of the 95 % interval of `win_share`, by Wilson's method.
    pub low: f64,
    /// The upper end of the 95 % interval of `win_share`, by Wilson's method.
    pub high: f64,
    /// The number of deals with 0, with 1, with 2, and with 3 or more winning first moves.
    pub winning_moves: [u64; 4],
    /// The puzzles, hardest first, with at most one puzzle of each isomorphism class.
    pub puzzles: Vec<GradedPuzzle>,
}

/// The effort of the solver, stored as `details` in `run.json`. It may change with every version of
/// the solver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndgamesDetails {
    /// The number of positions searched, as decimal text.
    #[serde(with = "as_text")]
    pub nodes: u64,
    /// The deals whose search took the most nodes, hardest first.
    pub hardest: Vec<HardDeal>,
}

/// A deal that was hard to solve.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct HardDeal {
    /// The index of the deal, counted from 0.
    #[figure("deal")]
    pub deal: u64,
    /// The hands, separated by `/`.
    pub hands: String,
    /// Whether the side to move wins.
    pub win: bool,
    /// The number of positions searched, as decimal text.
    #[serde(with = "as_text")]
    #[figure("nodes")]
    pub nodes: u64,
}

/// A deal with exactly one winning first move, graded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct GradedPuzzle {
    /// The index of the deal, counted from 0.
    #[figure("deal")]
    pub deal: u64,
    /// The hands, separated by `/`.
    pub hands: String,
    /// The grade, which is defined in `docs/doudizhu-endgames.md`.
    #[figure("grade")]
    pub grade: u64,
    /// The winning first move.
    pub answer: String,
    /// The number of losing first moves.
    pub wrong_moves: u32,
    /// The number of moves, passes included, of the line by which the puzzle is graded.
    #[figure("to the win")]
    pub depth: u32,
    /// Among the possible first moves, the one with the most cards, if it loses.
    pub tempting: Option<String>,
}

impl EndgamesResult {
    pub(crate) fn of(settings: &EndgamesJob, solved: &Solved) -> Self {
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
