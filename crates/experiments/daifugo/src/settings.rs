//! Settings of the Daifugo experiments.

use serde::Serialize;

use quadrille_runner::job::Kind;
use quadrille_runner::settings::Settings;

/// Settings of `daifugo.arena`: a contest between players, each in every seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DaifugoSettings {
    /// Names of the players, 3 to 6.
    pub players: Vec<String>,
    /// Number of games, rounded up to a multiple of the number of players.
    pub games: u64,
    /// Number of games of a sitting; by default 10. Cards are exchanged between these games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sitting: Option<u64>,
    /// Jokers in the deck, 0 to 2; by default 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jokers: Option<u32>,
    /// Rules to switch on, in addition to the rules of `UECda`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
    /// Rules of `UECda` to switch off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<String>,
}

impl DaifugoSettings {
    /// Creates settings for these players under the rules of the `UECda` contest.
    pub fn new(players: Vec<String>, games: u64) -> Self {
        Self { players, games, sitting: None, jokers: None, on: Vec::new(), off: Vec::new() }
    }
}

impl Settings for DaifugoSettings {
    const KIND: Kind = crate::arena::ARENA;
}

/// Settings of `daifugo.league`: ratings of any number of players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LeagueSettings {
    /// Names of the players, at least one per seat and at most 32.
    pub players: Vec<String>,
    /// Total number of games. It is rounded up to a multiple of the number of tables times the
    /// number of seats.
    pub games: u64,
    /// Seats of a table, 3 to 6; by default 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u64>,
    /// Maximum number of tables; by default 252. If more combinations of players exist, the tables
    /// are drawn at random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<u64>,
    /// Number of games of a sitting; by default 10. Cards are exchanged between these games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sitting: Option<u64>,
    /// Jokers in the deck, 0 to 2; by default 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jokers: Option<u32>,
    /// Rules to switch on, in addition to the rules of `UECda`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
    /// Rules of `UECda` to switch off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<String>,
}

impl LeagueSettings {
    /// Creates settings for these players, at tables of five under the rules of the `UECda`
    /// contest.
    pub fn new(players: Vec<String>, games: u64) -> Self {
        let (seats, tables, sitting, jokers) = (None, None, None, None);
        Self { players, games, seats, tables, sitting, jokers, on: Vec::new(), off: Vec::new() }
    }
}

impl Settings for LeagueSettings {
    const KIND: Kind = crate::league::LEAGUE;
}
