//! `mastermind.optimal` finds a strategy with the fewest total turns over all secrets, and proves
//! that no strategy needs fewer.
//!
//! ```toml
//! kind = "mastermind.optimal"
//! [mastermind]
//! pins = 4                  # 1 to 8
//! colors = 6                # 1 to 15
//! max_turns = 5             # optional: the maximum number of turns for any secret
//! least_depth = false       # optional: minimise the longest game first, then the total turns
//! few_last = false          # optional: if tied, prefer the fewest secrets at the last turn
//! first = "1122"            # optional: the first guess; the best one by default
//! possible_only = false     # optional: guess only codewords that are still possible
//! no_repeats = false        # optional: no repeated colours (Bulls and Cows)
//! ```

mod report;
pub mod result;
mod settings;
mod tasks;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::settings::OptimalSettings;
use self::tasks::OptimalTasks;
use crate::keys;
use quadrille_runner::job::{ForeignResult, Job, Kind, Measure, StoredResult};

/// `mastermind.optimal`: finds an optimal strategy with proof.
pub const OPTIMAL: Kind = Kind {
    name: "mastermind.optimal",
    table: "mastermind",
    about: "find the strategy with the fewest total turns over all secrets, with proof",
    revision: 2,
    keys: keys::OPTIMAL,
    read: |table, header, _| Ok(Arc::new(OptimalSettings::read(table, header)?)),
};

impl Job for OptimalSettings {
    fn draws(&self) -> bool {
        false
    }

    fn open(self: Arc<Self>, _: u64, level: Level) -> Box<dyn OpenJob> {
        open(OptimalTasks::new(self, level))
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
