//! Dou Dizhu endgames: random deals with open hands, solved; the puzzles among them.
//!
//! ```toml
//! kind = "doudizhu.endgames"
//! [doudizhu]
//! hands = [8, 8]           # how many cards each hand has: two hands or three, the landlord's first
//! deals = 1000             # optional: how many deals are solved
//! to_move = 0              # optional: which seat leads
//! rules = "rlcard"         # optional: which moves there are
//! puzzles = 20             # optional: how many of the hardest puzzles are kept
//! hardest = 10             # optional: how many of the deals that took most work are kept
//! ```

mod deals;
mod report;
pub mod result;
mod settings;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::deals::Deals;
use self::settings::Settings;
use crate::keys;
use quadrille_runner::job::{ForeignResult, Job, Kind, Measure, StoredResult};

/// `doudizhu.endgames`: how often the mover wins, the hardest deals, and puzzles.
pub const ENDGAMES: Kind = Kind {
    name: "doudizhu.endgames",
    table: "doudizhu",
    about: "solve random endgames with open hands, and find puzzles among them",
    revision: 4,
    keys: keys::ENDGAMES,
    read: |table, header, _| Ok(Arc::new(Settings::read(table, header)?)),
};

impl Job for Settings {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Deals::new(self, seed))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?, &found.details()?))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: result::EndgamesResult = found.result()?;
        let interval = Some([100.0 * result.low, 100.0 * result.high]);
        let name = "percent of deals that the mover wins".to_owned();
        Ok(vec![Measure { name, value: Some(100.0 * result.win_share), interval }])
    }
}
