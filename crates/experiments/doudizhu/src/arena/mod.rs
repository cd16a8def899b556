//! `doudizhu.arena`: lets three players compete with each other, on the same deals.
//!
//! Its keys are the fields of [`DoudizhuSettings`].

mod report;
pub mod result;

use std::ops::Range;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_doudizhu::arena::{Arena, Tally, play_deals};
use quadrille_doudizhu::game::{Scoring, Setup};
use quadrille_experiments_cards::arena::{self, ArenaGame, Counts};
use quadrille_progress::{Cancelled, Observer};
use quadrille_runner::job::{Described as _, Kind, Measure};
use quadrille_runner::settings::{Chosen, Keys as _, Settings};
use quadrille_runner::{Conclusion, Report};

use self::report::report;
use self::result::{DoudizhuResult, PlayerScore, RoleScore};
use crate::DouDizhu;
use crate::settings::{DoudizhuSettings, SetupSettings};

/// `doudizhu.arena`: measures the win rates and points of three players.
pub const ARENA: Kind = Kind {
    name: "doudizhu.arena",
    table: "doudizhu",
    about: "let three players compete with each other, on the same deals",
    revision: 1,
    keys: DoudizhuSettings::KEYS,
    result: DoudizhuResult::SHAPE,
    read: |table, header, files| {
        let given = DoudizhuSettings::read(table)?;
        arena::read::<DouDizhu>(table, header, files, [given.games, 1])
    },
};

impl Settings for DoudizhuSettings {
    const KIND: Kind = ARENA;
}

/// The settings of an arena of Dou Dizhu.
type ArenaSettings = arena::ArenaSettings<DouDizhu>;

impl ArenaGame for DouDizhu {
    type Counts = Tally;

    fn arena_setup(
        table: &TomlTable<'_>,
        _: usize,
        _: &dyn Fn(String) -> Diagnostic,
    ) -> Result<Setup, Diagnostic> {
        setup(table, Scoring::Adp)
    }
}

/// A round is a deal.
impl Counts<DouDizhu> for Tally {
    /// A shard takes some hundredths of a second.
    const BLOCK: u64 = 500;
    /// The checkpoint of a shard takes a kilobyte.
    const MOST_SHARDS: u64 = 20_000;
    type Result = DoudizhuResult;

    fn of_rounds(
        arena: &Arena,
        seed: u64,
        deals: Range<u64>,
        observer: &dyn Observer,
    ) -> Result<Self, Cancelled> {
        play_deals(arena, seed, deals, observer)
    }

    fn add(&mut self, other: &Self) {
        self.merge(other);
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn is_whole(&self, _: usize, deals: u64, _: u64) -> bool {
        self.is_sound() && self.deals == deals
    }

    fn conclude(&self, settings: &ArenaSettings) -> Conclusion {
        let result = DoudizhuResult::of(settings, self);
        Conclusion::new(&result, report(&result)).counting("games", result.games)
    }

    fn report(result: &DoudizhuResult, _: &ArenaSettings) -> Report {
        report(result)
    }

    fn measures(result: &DoudizhuResult) -> Vec<Measure> {
        let share = |(place, player): (usize, &PlayerScore)| {
            // Measures name players by seat, not by name, since a sweep may vary the names.
            let name = format!("percent of games won by player {}", place + 1);
            Measure::of(name, &RoleScore::wp, &player.all).times(100.0)
        };
        result.players.iter().enumerate().map(share).collect()
    }
}

/// Reads the setup of a game from a table of an experiment file. `usual` is the default scoring.
pub(crate) fn setup(table: &TomlTable<'_>, usual: Scoring) -> Result<Setup, Diagnostic> {
    let given = SetupSettings::read(table)?;
    let scoring = given.scoring.map_or(usual, |Chosen(scoring)| scoring);
    let mut setup = Setup::new(given.moves.rules.0, scoring);
    if let Some(Chosen(auction)) = given.auction {
        setup.auction = auction;
    }
    (setup.open_hand, setup.doubling) = (given.open_hand, given.doubling);
    for (key, on) in [("open_hand", given.open_hand), ("doubling", given.doubling)] {
        if on && scoring != Scoring::Classic {
            return Err(table
                .required(key)?
                .error(format!("`{key}` needs stakes, which `{scoring}` scoring does not have"))
                .expected("`scoring = \"classic\"`"));
        }
    }
    Ok(setup)
}
