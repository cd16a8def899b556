//! Mastermind: `mastermind.optimal` finds the strategy with the fewest turns over all secrets, and proves it.
//!
//! ```toml
//! kind = "mastermind.optimal"
//! [mastermind]
//! pins = 4                  # 1 to 8
//! colors = 6                # 1 to 15
//! max_turns = 5             # optional: no secret may take more turns
//! least_depth = false       # optional: the longest game as short as can be, then the fewest turns
//! few_last = false          # optional: of equal totals the fewest secrets at the last turn
//! first = "1122"            # optional: the first guess; the best one otherwise
//! possible_only = false     # optional: guess only codes that are still possible
//! no_repeats = false        # optional: no colour twice (Bulls and Cows)
//! ```

mod pieces;
mod report;
pub mod result;
mod settings;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::pieces::Pieces;
use self::settings::Settings;
use crate::keys;
use quadrille_runner::job::{ForeignResult, Job, Kind, Measure, StoredResult};

/// `mastermind.optimal`: the best strategy, proved.
pub const OPTIMAL: Kind = Kind {
    name: "mastermind.optimal",
    table: "mastermind",
    about: "find the strategy with the fewest turns over all secrets, and prove it",
    revision: 2,
    keys: keys::OPTIMAL,
    read: |table, header, _| Ok(Arc::new(Settings::read(table, header)?)),
};

impl Job for Settings {
    fn draws(&self) -> bool {
        false
    }

    fn open(self: Arc<Self>, _: u64, level: Level) -> Box<dyn OpenJob> {
        open(Pieces::new(self, level))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: result::OptimalResult = found.result()?;
        let most = result.max_turns.map(f64::from);
        Ok(vec![Measure::exact("turns on average", result.average), Measure::exact("turns at most", most)])
    }
}
