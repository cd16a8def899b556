//! `doudizhu.arena`: three players, the same deals for each of them.
//!
//! ```toml
//! kind = "doudizhu.arena"
//! [doudizhu]
//! players = ["rule", "random", "random"]   # in the order in which they sit
//! games = 3000             # optional: rounded up to a multiple of 3
//! rules = "rlcard"         # optional: which moves there are
//! scoring = "adp"          # optional: how points are counted
//! auction = "none"         # optional: how the landlord is found
//! open_hand = false        # optional: may the landlord lay his hand open?
//! doubling = false         # optional: may everyone double?
//! move_timeout = 1000      # optional, where a player is a program, `"cmd:…"`: milliseconds for a decision
//! startup_timeout = 10000  # optional, where a player is a program: milliseconds until it is ready
//! ```

mod deals;
mod report;
pub mod result;
pub(crate) mod settings;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::deals::Deals;
use self::settings::Settings;
use crate::keys;
use quadrille_runner::job::{ForeignResult, Job, Kind, Measure, StoredResult};

/// `doudizhu.arena`: who wins how often, and how many points.
pub const ARENA: Kind = Kind {
    name: "doudizhu.arena",
    table: "doudizhu",
    about: "play three players against one another, on the same deals",
    revision: 1,
    keys: keys::ARENA,
    read: |table, header, files| Ok(Arc::new(Settings::read(table, header, files)?)),
};

impl Job for Settings {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Deals::new(self, seed))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: result::DoudizhuResult = found.result()?;
        let share = |(place, player): (usize, &result::PlayerScore)| Measure {
            // By its seat: its name may be what is varied.
            name: format!("percent of games won by player {}", place + 1),
            value: player.all.wp.map(|wp| 100.0 * wp),
            interval: Some([100.0 * player.all.wp_low, 100.0 * player.all.wp_high]),
        };
        Ok(result.players.iter().enumerate().map(share).collect())
    }
}
