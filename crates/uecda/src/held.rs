//! The results of matches.

use std::path::PathBuf;

use quadrille::path_names;
use quadrille::stats::{Confidence, Moments};
use quadrille::uecda_protocol::PLAYERS;
use serde::{Deserialize, Serialize};

/// The confidence level of the intervals of points per game.
const LEVEL: f64 = 0.95;

/// The results of a server's matches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// The number of finished games of all matches.
    pub games: u64,
    /// The points of all matches, by player number.
    pub points: [u64; PLAYERS],
    /// Whether every match was completed.
    pub complete: bool,
    /// The path of the record of the only match; `None` if there are several matches, or no record.
    #[serde(serialize_with = "path_names::optional")]
    pub record: Option<PathBuf>,
    /// The [percent-encoded](path_names::encoded) bytes of the record's path; `None` without a
    /// record, or if the path is UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_encoded: Option<String>,
    /// The matches, ordered by match number, then by table.
    pub tables: Vec<HeldTable>,
    /// The players by name, in the order of first appearance.
    pub players: Vec<HeldPlayer>,
}

/// The result of one match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldTable {
    /// The table, from 0.
    pub table: usize,
    /// The number of the match among the matches of this table, from 0.
    #[serde(rename = "match")]
    pub number: usize,
    /// The seed of seats and cards.
    pub seed: u32,
    /// The names, by player.
    pub names: [String; PLAYERS],
    /// The number of finished games.
    pub games: u32,
    /// The points, by player.
    pub points: [u32; PLAYERS],
    /// Whether the match was completed.
    pub complete: bool,
    /// The path of the record; `None` without a record.
    #[serde(serialize_with = "path_names::optional")]
    pub record: Option<PathBuf>,
    /// The [percent-encoded](path_names::encoded) bytes of the record's path; `None` without a
    /// record, or if the path is UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_encoded: Option<String>,
    /// The number of late decisions, by player.
    pub late: [u64; PLAYERS],
    /// By player, the number of decisions made in place of the player while it was disconnected.
    pub gone: [u64; PLAYERS],
    /// The number of refused submissions, by player.
    pub refused: [u64; PLAYERS],
    /// By player, the number of decisions made in place of a house player that returned no decision
    /// or an illegal decision.
    pub replaced: [u64; PLAYERS],
}

/// The results of all players with one name, over all matches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldPlayer {
    /// The name.
    pub name: String,
    /// The number of finished games.
    pub games: u64,
    /// The total points.
    pub points: u64,
    /// The points per game; `None` without games.
    pub points_per_game: Option<f64>,
    /// The lower end of the 95 % confidence interval of points per game, with matches as samples;
    /// `None` with fewer than two matches.
    pub low: Option<f64>,
    /// The upper end of the 95 % confidence interval of points per game.
    pub high: Option<f64>,
}

impl Held {
    /// Combines the results of all matches.
    pub(crate) fn of(mut tables: Vec<HeldTable>, expected: usize) -> Self {
        tables.sort_by_key(|table| (table.number, table.table));
        let mut points = [0; PLAYERS];
        let mut names: Vec<&str> = Vec::new();
        for table in &tables {
            for (points, &more) in points.iter_mut().zip(&table.points) {
                *points += u64::from(more);
            }
            for name in &table.names {
                if !names.contains(&name.as_str()) {
                    names.push(name);
                }
            }
        }
        Self {
            games: tables.iter().map(|table| u64::from(table.games)).sum(),
            points,
            complete: tables.len() == expected && tables.iter().all(|table| table.complete),
            record: if let [only] = &tables[..] { only.record.clone() } else { None },
            record_encoded: if let [only] = &tables[..] { only.record_encoded.clone() } else { None },
            players: names.iter().map(|name| HeldPlayer::of(name, &tables)).collect(),
            tables,
        }
    }
}

impl HeldPlayer {
    fn of(name: &str, tables: &[HeldTable]) -> Self {
        let (mut games, mut points, mut a_game) = (0, 0, Moments::new());
        for table in tables.iter().filter(|table| table.games > 0) {
            // Clients that share a name count as one player, with all their games.
            let players = (0..PLAYERS).filter(|&player| table.names[player] == name);
            let (mut of_table, mut sum) = (0, 0);
            for player in players {
                of_table += u64::from(table.games);
                sum += u64::from(table.points[player]);
            }
            (games, points) = (games + of_table, points + sum);
            if of_table > 0 {
                // `record` does not fail, because the points per game are finite and small.
                let _ = a_game.record(sum as f64 / of_table as f64);
            }
        }
        let interval = Confidence::new(LEVEL).ok().and_then(|level| a_game.mean_interval(level));
        Self {
            name: name.to_owned(),
            games,
            points,
            points_per_game: (games > 0).then(|| points as f64 / games as f64),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
        }
    }
}
