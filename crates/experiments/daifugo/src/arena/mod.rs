//! `daifugo.arena` plays many games among some players, each in every seat.
//!
//! ```toml
//! kind = "daifugo.arena"
//! [daifugo]
//! players = ["greedy", "greedy", "greedy", "greedy", "random"]   # 3 to 6
//! games = 1000              # rounded up to as many for every series
//! sitting = 10              # optional: games in a row between which cards are exchanged
//! jokers = 1                # optional: 0 to 2
//! on = ["eleven-back"]      # optional: rules that are off in UECda
//! off = ["suit-lock"]       # optional: rules that are on in UECda
//! ```

pub(crate) mod report;
pub mod result;
mod rounds;
pub(crate) mod settings;

use std::sync::Arc;

use quadrille_experiments_cards::rounds::Rounds;
use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::settings::Settings;
use crate::keys;
use quadrille_runner::job::{ForeignResult, Found, Job, Kind, Measure};

/// `daifugo.arena`: players against each other.
pub const ARENA: Kind = Kind {
    name: "daifugo.arena",
    table: "daifugo",
    about: "play players against each other, each in every seat",
    revision: 1,
    keys: keys::ARENA,
    read: |table, header, files| Ok(Arc::new(Settings::read(table, header, files)?)),
};

impl Job for Settings {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Rounds::new(self, seed))
    }

    fn report(&self, found: &Found<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?, self))
    }

    fn measures(&self, found: &Found<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: result::DaifugoResult = found.result()?;
        let points = |(place, player): (usize, &result::PlayerScore)| Measure {
            // By its seat: its name may be what is varied.
            name: format!("points a game of player {}", place + 1),
            value: player.points_per_game,
            interval: player.interval().map(|interval| [interval.low, interval.high]),
        };
        Ok(result.players.iter().enumerate().map(points).collect())
    }
}
