//! An observer that records the games at a table.

use quadrille_table::Observer;

use super::Record;
use crate::game::{Game, Outcome, Table};

/// An [`Observer`] that keeps the games at a table, without deals that are thrown in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorder {
    names: [String; 3],
    games: Vec<Game>,
    deals: u64,
}

impl Recorder {
    /// Creates a recorder of players with these names, by seat.
    pub const fn new(names: [String; 3]) -> Self {
        Self { names, games: Vec::new(), deals: 0 }
    }

    /// Returns the names of the players, in the form that [`Record::of`] takes.
    pub fn names(&self) -> [&str; 3] {
        self.names.each_ref().map(String::as_str)
    }

    /// Returns the games that are over.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// Returns the records of the games that are over.
    pub fn records(&self) -> impl Iterator<Item = Record> {
        self.games.iter().filter_map(|game| Record::of(game, Some(self.names())))
    }

    /// Returns the number of deals, including those that were thrown in.
    pub const fn deals(&self) -> u64 {
        self.deals
    }
}

impl Observer<Table> for Recorder {
    fn dealt(&mut self, _: &Table) {
        self.deals += 1;
    }

    fn over(&mut self, table: &Table, _: &Outcome) {
        let Some(&deal) = table.dealt() else { return };
        let mut game = Game::new(*quadrille_table::Game::setup(table), deal, table.first());
        // The table has rejected all illegal actions, so these calls and moves succeed.
        for &(_, call) in table.calls() {
            let _ = game.call(call);
        }
        for &(_, chosen) in table.moves() {
            let _ = game.play(chosen.cards());
        }
        self.games.push(game);
    }
}

/// Formats one line of JSON for each game.
impl std::fmt::Display for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.records().try_for_each(|record| writeln!(f, "{record}"))
    }
}

#[cfg(feature = "arena")]
impl quadrille_table::records::SeriesRecord<Table> for Recorder {
    fn begin(_: &crate::game::Setup, players: Vec<String>) -> Self {
        let mut players = players.into_iter();
        Self::new(std::array::from_fn(|_| players.next().unwrap_or_default()))
    }

    fn take_games(&mut self) -> String {
        let lines = self.to_string();
        self.games.clear();
        lines
    }
}
