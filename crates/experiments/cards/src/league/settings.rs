//! The table of a league's experiment file.

use std::sync::Arc;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_runner::Header;
use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::Named;
use quadrille_table::MOST_GAMES;
use quadrille_table::league::{League, LeagueError, MOST_TABLES};

use crate::{CardGame, GameOf, entrants, players, sitting};

/// The settings of a league.
#[derive(Debug, Clone)]
pub struct LeagueSettings<K: CardGame> {
    /// The league. Each run replaces the players of the league, so that external programs have
    /// their own processes in every run.
    pub(super) league: League<GameOf<K>>,
    pub(super) players: Vec<Named<K::Player>>,
    /// The maximum number of games in a sitting.
    pub(super) sitting: u64,
    /// The number of shards; `None` if the experiment file does not set it.
    pub(super) shards: Option<u64>,
}

impl<K: CardGame> LeagueSettings<K> {
    pub(super) fn read(
        table: &TomlTable<'_>,
        header: &Header,
        files: &mut NamedFiles,
    ) -> Result<Self, Diagnostic> {
        let named = table.required("players")?;
        let players = players::<K>(&named, table, files)?;
        let (least, usual, most) = K::SEATS;
        let asked = if least < most { table.optional("seats") } else { None };
        let seats = asked.map_or(Ok(usual), |value| value.integer(least..=most))?;
        let setup = K::setup(table, seats as usize, &|wrong| table.error(wrong))?;
        let asked = table.optional("tables");
        let tables = asked.as_ref().map(|value| value.integer(1..=MOST_TABLES)).transpose()?;
        let games = table.required("games")?;
        let number = games.integer(1..=MOST_GAMES)?;
        let sitting = sitting(table)?;
        let entrants = entrants::<K>(&players, &Arc::default());
        let league = League::new(setup, entrants, tables, number, sitting as u32).map_err(|error| {
            let place = match (&error, &asked) {
                (LeagueError::Players { .. }, _) => &named,
                (LeagueError::Tables { .. }, Some(asked)) => asked,
                _ => &games,
            };
            place.error(error.to_string())
        })?;
        Ok(Self { league, players, sitting, shards: header.shards })
    }
}
