//! The settings of a league.

use std::sync::Arc;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_runner::Header;
use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::Named;
use quadrille_table::league::{League, LeagueError};

use crate::{CardGame, GameOf, entrants, players};

/// The numbers in a league's experiment file.
#[derive(Debug, Clone, Copy)]
pub struct LeagueNumbers {
    /// The total number of games.
    pub games: u64,
    /// The maximum number of games in a sitting.
    pub sitting: u64,
    /// The number of seats at a table.
    pub seats: u64,
    /// The maximum number of tables, if the file sets it.
    pub tables: Option<u64>,
}

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
        given: LeagueNumbers,
    ) -> Result<Self, Diagnostic> {
        let LeagueNumbers { games, sitting, seats, tables } = given;
        let named = table.required("players")?;
        let players = players::<K>(&named, table, files)?;
        let setup = K::setup(table, seats as usize, &|wrong| table.error(wrong))?;
        let entrants = entrants::<K>(&players, &Arc::default());
        let league = League::new(setup, entrants, tables, games, sitting as u32).map_err(|error| {
            let key = match &error {
                LeagueError::Players { .. } => "players",
                LeagueError::Tables { .. } if tables.is_some() => "tables",
                _ => "games",
            };
            table.optional(key).unwrap_or(named).error(error.to_string())
        })?;
        Ok(Self { league, players, sitting, shards: header.shards })
    }
}
