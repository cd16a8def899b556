//! `doudizhu.arena`: lets three players compete with each other, on the same deals.
//!
//! Its keys are the fields of [`DoudizhuSettings`].

mod deals;
pub(crate) mod job;
mod report;
pub mod result;

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_runner::{OpenJob, Report, open};

use self::deals::Deals;
use self::job::ArenaJob;
use self::result::{DoudizhuResult, PlayerScore, RoleScore};
use crate::settings::DoudizhuSettings;
use quadrille_runner::job::{Described as _, ForeignResult, Job, Kind, Measure, StoredResult};
use quadrille_runner::settings::{Keys as _, Settings};

/// `doudizhu.arena`: measures the win rates and points of three players.
pub const ARENA: Kind = Kind {
    name: "doudizhu.arena",
    table: "doudizhu",
    about: "let three players compete with each other, on the same deals",
    revision: 1,
    keys: DoudizhuSettings::KEYS,
    result: DoudizhuResult::SHAPE,
    read: |table, header, files| Ok(Arc::new(ArenaJob::read(table, header, files)?)),
};

impl Settings for DoudizhuSettings {
    const KIND: Kind = ARENA;
}

impl Job for ArenaJob {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Deals::new(self, seed))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(report::report(&found.result()?))
    }

    fn measures(&self, found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        let result: DoudizhuResult = found.result()?;
        let share = |(place, player): (usize, &PlayerScore)| {
            // Measures name players by seat, not by name, since a sweep may vary the names.
            let name = format!("percent of games won by player {}", place + 1);
            Measure::of(name, &RoleScore::wp, &player.all).times(100.0)
        };
        Ok(result.players.iter().enumerate().map(share).collect())
    }
}
