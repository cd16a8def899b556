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

mod report;
pub mod result;
mod settings;
mod tasks;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::settings::Settings;
use self::tasks::OptimalTasks;
use crate::keys;
use quadrille_runner::job::{ForeignResult, Found, Job, Kind, Measure};

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
        open(OptimalTasks::new(self, level))
    }

    fn report(&self, found: &Found<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?))
    }

    fn measures(&self, found: &Found<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: result::OptimalResult = found.result()?;
        let most = result.max_turns.map(f64::from);
        Ok(vec![Measure::exact("turns on average", result.average), Measure::exact("turns at most", most)])
    }
}
