//! What experiments about Daifugo can be asked.

use serde::Serialize;

use quadrille_runner::job::Kind;
use quadrille_runner::settings::Settings;

/// Asks `daifugo.arena`: players against each other, each in every seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DaifugoSettings {
    /// The players, 3 to 6 of them.
    pub players: Vec<String>,
    /// How many games, rounded up to as many for every series.
    pub games: u64,
    /// Games in a row between which cards are exchanged; usually 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sitting: Option<u64>,
    /// Jokers in the deck, 0 to 2; usually 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jokers: Option<u32>,
    /// Rules that are off in `UECda`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
    /// Rules that are on in `UECda`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<String>,
}

impl DaifugoSettings {
    /// Players by their names, under the contest's rules.
    pub fn new(players: Vec<String>, games: u64) -> Self {
        Self { players, games, sitting: None, jokers: None, on: Vec::new(), off: Vec::new() }
    }
}

impl Settings for DaifugoSettings {
    const KIND: Kind = crate::arena::ARENA;
}

/// Asks `daifugo.league`: any number of players, rated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LeagueSettings {
    /// The players, as many as sit at a table or more, up to 32.
    pub players: Vec<String>,
    /// How many games in all, rounded up to as many for every series of every table.
    pub games: u64,
    /// How many sit at a table, 3 to 6; usually 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u64>,
    /// How many tables are drawn, where not every one can be played; usually 252.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<u64>,
    /// Games in a row between which cards are exchanged; usually 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sitting: Option<u64>,
    /// Jokers in the deck, 0 to 2; usually 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jokers: Option<u32>,
    /// Rules that are off in `UECda`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
    /// Rules that are on in `UECda`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<String>,
}

impl LeagueSettings {
    /// Players by their names, at tables of five under the contest's rules.
    pub fn new(players: Vec<String>, games: u64) -> Self {
        let (seats, tables, sitting, jokers) = (None, None, None, None);
        Self { players, games, seats, tables, sitting, jokers, on: Vec::new(), off: Vec::new() }
    }
}

impl Settings for LeagueSettings {
    const KIND: Kind = crate::league::LEAGUE;
}
