//! The `[daifugo]` table of a league's experiment file.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_daifugo::arena::MOST_GAMES;
use quadrille_daifugo::league::{League, LeagueError, MOST_TABLES};
use quadrille_daifugo::players::PlayerKind;
use quadrille_daifugo::rules::Rules;
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Table;
use quadrille_runner::Header;

use crate::arena::settings::{LONGEST_SITTING, SITTING, entrants, players, rules};
use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::{self, Named};

/// How many sit at a table, where the file says nothing: as in the contest.
const SEATS: u64 = Rules::UECDA.players() as u64;

/// What an experiment file asks for.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// The league, as far as no program plays in it.
    pub(crate) league: League,
    pub(crate) players: Vec<Named<PlayerKind>>,
    /// Games of a sitting, at most.
    pub(crate) sitting: u64,
    /// Into how many shards the work is to be cut, if the file says so.
    pub(crate) shards: Option<u64>,
}

impl Settings {
    pub(crate) fn read(table: &Table<'_>, header: &Header, files: &NamedFiles) -> Result<Self, Diagnostic> {
        let named = table.required("players")?;
        let players = players(&named, table, files)?;
        let seats = table
            .optional("seats")
            .map_or(Ok(SEATS), |value| value.integer(3..=Rules::MOST_PLAYERS as u64))?;
        let jokers = table.optional("jokers").map_or(Ok(1), |value| value.integer(0..=2))?;
        let rules = rules(table)?
            .of(seats as usize, jokers as u32)
            .map_err(|error| table.error(error.to_string()))?;
        let asked = table.optional("tables");
        let tables = asked.as_ref().map(|value| value.integer(1..=MOST_TABLES)).transpose()?;
        let games = table.required("games")?;
        let number = games.integer(1..=MOST_GAMES)?;
        let sitting =
            table.optional("sitting").map_or(Ok(SITTING), |value| value.integer(1..=LONGEST_SITTING))?;
        let entrants = entrants(&players, &Arc::default());
        let league = League::new(rules, entrants, tables, number, sitting as u32).map_err(|error| {
            let place = match (&error, &asked) {
                (LeagueError::Players { .. }, _) => &named,
                (LeagueError::Tables { .. }, Some(asked)) => asked,
                _ => &games,
            };
            place.error(error.to_string())
        })?;
        Ok(Self { league, players, sitting, shards: header.shards })
    }

    /// Whether programs play.
    pub(crate) fn has_programs(&self) -> bool {
        foreign::any(&self.players)
    }

    /// The same league with the players of a run. Setting `stopped` ends the waiting for programs.
    pub(crate) fn league_of(&self, players: &[Named<PlayerKind>], stopped: &Arc<AtomicBool>) -> League {
        self.league.with_players(entrants(players, stopped)).expect("as many players as before")
    }
}
