//! Typed settings of experiments about Dou Dizhu.

use quadrille_doudizhu::Rules;
use quadrille_doudizhu::game::{Auction, Scoring};
use serde::Serialize;

use quadrille_report::as_text;
use quadrille_runner::job::Kind;
use quadrille_runner::settings::{Settings, is_off};

/// Settings of `doudizhu.arena`: three players against one another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DoudizhuSettings {
    /// The players in the order of their seats.
    pub players: [String; 3],
    /// The number of games, rounded up to a multiple of 3; 3000 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The rules of moves.
    #[serde(with = "as_text")]
    pub rules: Rules,
    /// The scoring; `adp` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Scoring>,
    /// The auction; by default `bids` with classic scoring, `none` otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auction: Option<Auction>,
    /// Whether the landlord may play with an open hand.
    #[serde(skip_serializing_if = "is_off")]
    pub open_hand: bool,
    /// Whether every seat may double.
    #[serde(skip_serializing_if = "is_off")]
    pub doubling: bool,
}

impl DoudizhuSettings {
    /// Creates settings with these players and default values.
    pub fn new(players: [String; 3]) -> Self {
        let rules = Rules::default();
        Self { players, games: None, rules, scoring: None, auction: None, open_hand: false, doubling: false }
    }
}

impl Settings for DoudizhuSettings {
    const KIND: Kind = crate::arena::ARENA;
}

/// Settings of `doudizhu.endgames`: random deals with open hands are solved, and puzzles among them
/// are collected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct EndgamesSettings {
    /// The sizes of two or three hands, the landlord's first.
    pub hands: Vec<u32>,
    /// The number of deals; 1000 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deals: Option<u64>,
    /// The seat that leads; 0 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// The rules of moves.
    #[serde(with = "as_text")]
    pub rules: Rules,
    /// The number of puzzles kept; 20 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<u64>,
    /// The number of hardest deals kept; 10 by default. The hardest deals have the most nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<u64>,
}

impl EndgamesSettings {
    /// Creates settings with these hand sizes and default values.
    pub const fn new(hands: Vec<u32>) -> Self {
        Self { hands, deals: None, to_move: None, rules: Rules::RLCARD, puzzles: None, hardest: None }
    }
}

impl Settings for EndgamesSettings {
    const KIND: Kind = crate::endgames::ENDGAMES;
}
