//! `doudizhu.arena`: lets three players compete with each other, on the same deals.
//!
//! ```toml
//! kind = "doudizhu.arena"
//! [doudizhu]
//! players = ["rule", "random", "random"]   # in the order of seats
//! games = 3000             # optional: rounded up to a multiple of 3
//! rules = "rlcard"         # optional: the rules of moves
//! scoring = "adp"          # optional: the scoring
//! auction = "none"         # optional: the auction that selects the landlord
//! open_hand = false        # optional: may the landlord play with an open hand?
//! doubling = false         # optional: may every seat double?
//! move_timeout = 1000      # optional, if a player is a program, `"cmd:…"`: milliseconds per decision
//! startup_timeout = 10000  # optional, if a player is a program: milliseconds until it is ready
//! ```

mod deals;
mod report;
pub mod result;
pub(crate) mod settings;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::deals::Deals;
use self::settings::ArenaSettings;
use crate::keys;
use quadrille_runner::job::{ForeignResult, Job, Kind, Measure, StoredResult};

/// `doudizhu.arena`: measures the win rates and points of three players.
pub const ARENA: Kind = Kind {
    name: "doudizhu.arena",
    table: "doudizhu",
    about: "let three players compete with each other, on the same deals",
    revision: 1,
    keys: keys::ARENA,
    read: |table, header, files| Ok(Arc::new(ArenaSettings::read(table, header, files)?)),
};

impl Job for ArenaSettings {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Deals::new(self, seed))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: result::DoudizhuResult = found.result()?;
        let share = |(place, player): (usize, &result::PlayerScore)| Measure {
            // Measures name players by seat, not by name, since a sweep may vary the names.
            name: format!("percent of games won by player {}", place + 1),
            value: player.all.wp.map(|wp| 100.0 * wp),
            interval: Some([100.0 * player.all.wp_low, 100.0 * player.all.wp_high]),
        };
        Ok(result.players.iter().enumerate().map(share).collect())
    }
}
