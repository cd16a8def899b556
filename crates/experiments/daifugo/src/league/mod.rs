//! Daifugo: `daifugo.league` rates any number of players, who meet at tables.
//!
//! ```toml
//! kind = "daifugo.league"
//! [daifugo]
//! players = ["greedy", "greedy", "greedy", "random", "random", "random"]   # as many as sit at a table, to 32
//! games = 3000              # in all, rounded up to as many for every series of every table
//! seats = 5                 # optional: how many sit at a table, 3 to 6
//! tables = 252              # optional: how many tables are drawn, where not every one can be played
//! sitting = 10              # optional: games in a row between which cards are exchanged
//! jokers = 1                # optional: 0 to 2
//! on = ["eleven-back"]      # optional: rules that are off in UECda
//! off = ["suit-lock"]       # optional: rules that are on in UECda
//! ```

mod report;
pub mod result;
mod rounds;
mod settings;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::result::LeagueResult;
use self::rounds::Rounds;
use self::settings::Settings;
use crate::keys;
use quadrille_runner::job::{ForeignResult, Found, Job, Kind};

/// `daifugo.league`: any number of players, rated.
pub const LEAGUE: Kind = Kind {
    name: "daifugo.league",
    table: "daifugo",
    about: "rate any number of players, who meet table by table",
    revision: 1,
    keys: keys::LEAGUE,
    read: |table, header, files| Ok(Arc::new(Settings::read(table, header, files)?)),
};

impl Job for Settings {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Rounds::new(self, seed))
    }

    fn report(&self, found: &Found<'_>) -> Result<Report, ForeignResult> {
        Ok(found.result::<LeagueResult>()?.report())
    }
}
