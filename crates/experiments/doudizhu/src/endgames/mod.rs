//! `doudizhu.endgames`: solves random deals with open hands, and collects puzzles among them.
//!
//! ```toml
//! kind = "doudizhu.endgames"
//! [doudizhu]
//! hands = [8, 8]           # the sizes of two or three hands, the landlord's first
//! deals = 1000             # optional: the number of deals
//! to_move = 0              # optional: the seat that leads
//! rules = "rlcard"         # optional: the rules of moves
//! puzzles = 20             # optional: the number of puzzles kept, hardest first
//! hardest = 10             # optional: hardest deals kept: those with the most nodes
//! ```

mod deals;
mod report;
pub mod result;
mod settings;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::deals::Deals;
use self::settings::EndgamesSettings;
use crate::keys;
use quadrille_runner::job::{ForeignResult, Job, Kind, Measure, StoredResult};

/// `doudizhu.endgames`: the win rate of the side to move, the hardest deals, and puzzles.
pub const ENDGAMES: Kind = Kind {
    name: "doudizhu.endgames",
    table: "doudizhu",
    about: "solve random endgames with open hands, and find puzzles among them",
    revision: 4,
    keys: keys::ENDGAMES,
    read: |table, header, _| Ok(Arc::new(EndgamesSettings::read(table, header)?)),
};

impl Job for EndgamesSettings {
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
