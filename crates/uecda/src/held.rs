//! What matches came to.

use std::path::PathBuf;

use quadrille::path_names;
use quadrille::stats::{Confidence, Moments};
use quadrille::uecda_protocol::PLAYERS;
use serde::{Deserialize, Serialize};

/// How often an interval is to hold the true mean.
const LEVEL: f64 = 0.95;

/// What a server's matches came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// Games that were played to their end, of all matches together.
    pub games: u64,
    /// By number of player: points of all matches together.
    pub points: [u64; PLAYERS],
    /// Whether every match came to its end.
    pub complete: bool,
    /// The record of the only match; `None` where there are several, or none is kept.
    #[serde(serialize_with = "path_names::optional")]
    pub record: Option<PathBuf>,
    /// The [percent-encoded](path_names::encoded) bytes of its name, where they are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_encoded: Option<String>,
    /// The matches, in the order in which they got their players.
    pub tables: Vec<HeldTable>,
    /// Everybody by name, in the order in which the names appeared.
    pub players: Vec<HeldPlayer>,
}

/// What one match came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldTable {
    /// The table, from 0.
    pub table: usize,
    /// Which match at that table, from 0.
    #[serde(rename = "match")]
    pub number: usize,
    /// The seed of its seats and cards.
    pub seed: u32,
    /// The names by player.
    pub names: [String; PLAYERS],
    /// Games that were played to their end.
    pub games: u32,
    /// By player: points.
    pub points: [u32; PLAYERS],
    /// Whether it came to its end.
    pub complete: bool,
    /// Its record; `None` where none is kept.
    #[serde(serialize_with = "path_names::optional")]
    pub record: Option<PathBuf>,
    /// The [percent-encoded](path_names::encoded) bytes of its name, where they are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_encoded: Option<String>,
    /// By player: decisions that did not come in time.
    pub late: [u64; PLAYERS],
    /// By player: decisions made without a player that was gone.
    pub gone: [u64; PLAYERS],
    /// By player: submissions that were refused.
    pub refused: [u64; PLAYERS],
    /// By player: decisions made in the place of a player of the house that had none, or none that is allowed.
    pub replaced: [u64; PLAYERS],
}

/// What somebody came to in all matches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldPlayer {
    /// Its name.
    pub name: String,
    /// Games that were played to their end.
    pub games: u64,
    /// Points in all.
    pub points: u64,
    /// Points a game; `None` without games.
    pub points_per_game: Option<f64>,
    /// The lower end of the 95 % interval of points a game, matches being the units; `None` with fewer than two.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
}

impl Held {
    /// All matches together.
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
            // Several clients may share a name: they are then one, with all their games.
            let players = (0..PLAYERS).filter(|&player| table.names[player] == name);
            let (mut of_table, mut sum) = (0, 0);
            for player in players {
                of_table += u64::from(table.games);
                sum += u64::from(table.points[player]);
            }
            (games, points) = (games + of_table, points + sum);
            if of_table > 0 {
                // A quotient of two numbers that are not 0 can be recorded.
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
