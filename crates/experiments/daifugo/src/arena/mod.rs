//! `daifugo.arena`: a contest between players, each in every seat.
//!
//! Its keys are the fields of [`DaifugoSettings`].

mod report;
pub mod result;
pub(crate) mod rules;

use self::result::DaifugoResult;
use std::ops::Range;

use quadrille_daifugo::arena::{Arena, Tally, play_rounds};
use quadrille_daifugo::progress::{Cancelled, Observer};
use quadrille_experiments_cards::arena::{self, ArenaGame, Counts, points_measures};
use quadrille_runner::job::{Described as _, Kind, Measure};
use quadrille_runner::settings::{Keys as _, Settings};
use quadrille_runner::{Conclusion, Report};

use self::report::report;
use crate::league::Daifugo;
use crate::settings::DaifugoSettings;

/// `daifugo.arena`: a contest between players.
pub const ARENA: Kind = Kind {
    name: "daifugo.arena",
    table: "daifugo",
    about: "let players compete with each other, each in every seat",
    revision: 2,
    keys: DaifugoSettings::KEYS,
    result: DaifugoResult::SHAPE,
    read: |table, header, files| {
        let given = DaifugoSettings::read(table)?;
        arena::read::<Daifugo>(table, header, files, [given.games, given.sitting])
    },
};

impl Settings for DaifugoSettings {
    const KIND: Kind = ARENA;
}

/// The settings of `daifugo.arena`, read from the experiment file.
type ArenaSettings = arena::ArenaSettings<Daifugo>;

impl ArenaGame for Daifugo {
    type Counts = Tally;
}

impl Counts<Daifugo> for Tally {
    type Result = DaifugoResult;

    fn of_rounds(
        arena: &Arena,
        seed: u64,
        rounds: Range<u64>,
        observer: &dyn Observer,
    ) -> Result<Self, Cancelled> {
        play_rounds(arena, &mut arena.seated(), seed, rounds, observer)
    }

    fn add(&mut self, other: &Self) {
        self.merge(other);
    }

    fn games(&self) -> u64 {
        self.games()
    }

    fn is_whole(&self, players: usize, rounds: u64, games: u64) -> bool {
        self.is_sound(players, rounds, games)
    }

    fn conclude(&self, settings: &ArenaSettings) -> Conclusion {
        let result = DaifugoResult::of(settings, self);
        Conclusion::new(&result, report(&result, settings))
            .counting("games", result.games)
            .counting("moves", result.moves)
    }

    fn report(result: &DaifugoResult, settings: &ArenaSettings) -> Report {
        report(result, settings)
    }

    fn measures(result: &DaifugoResult) -> Vec<Measure> {
        let points = result.players.iter().map(|player| (player.points_per_game, player.interval()));
        points_measures::<Daifugo>(points)
    }
}
