//! What experiments about Dou Dizhu can be asked.

use quadrille_doudizhu::Rules;
use quadrille_doudizhu::game::{Auction, Scoring};
use serde::Serialize;

use quadrille_report::as_text;
use quadrille_runner::job::Kind;
use quadrille_runner::settings::{Settings, is_off};

/// Asks `doudizhu.arena`: three players against one another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DoudizhuSettings {
    /// The players in the order in which they sit.
    pub players: [String; 3],
    /// How many games, rounded up to a multiple of 3; usually 3000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Which moves there are.
    #[serde(with = "as_text")]
    pub rules: Rules,
    /// How points are counted; usually `adp`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Scoring>,
    /// How the landlord is found; usually as the scoring has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auction: Option<Auction>,
    /// Whether the landlord may lay his hand open.
    #[serde(skip_serializing_if = "is_off")]
    pub open_hand: bool,
    /// Whether everyone may double.
    #[serde(skip_serializing_if = "is_off")]
    pub doubling: bool,
}

impl DoudizhuSettings {
    /// Players by their names, with everything else as usual.
    pub fn new(players: [String; 3]) -> Self {
        let rules = Rules::default();
        Self { players, games: None, rules, scoring: None, auction: None, open_hand: false, doubling: false }
    }
}

impl Settings for DoudizhuSettings {
    const KIND: Kind = crate::arena::ARENA;
}

/// Asks `doudizhu.endgames`: random deals with open hands, solved, and the puzzles among them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct EndgamesSettings {
    /// How many cards each of two or three hands has, the landlord's first.
    pub hands: Vec<u32>,
    /// How many deals are solved; usually 1000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deals: Option<u64>,
    /// Which seat leads; usually 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// Which moves there are.
    #[serde(with = "as_text")]
    pub rules: Rules,
    /// How many puzzles are kept; usually 20.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<u64>,
    /// How many of the deals that took most work are kept; usually 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<u64>,
}

impl EndgamesSettings {
    /// Deals of these sizes, under the default rules.
    pub const fn new(hands: Vec<u32>) -> Self {
        Self { hands, deals: None, to_move: None, rules: Rules::RLCARD, puzzles: None, hardest: None }
    }
}

impl Settings for EndgamesSettings {
    const KIND: Kind = crate::endgames::ENDGAMES;
}
