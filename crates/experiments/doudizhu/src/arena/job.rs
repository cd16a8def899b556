//! The players and the setup of an arena.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_doudizhu::arena::{Arena, GAMES_A_DEAL};
use quadrille_doudizhu::game::{Scoring, Setup};
use quadrille_doudizhu::players::PlayerKind;
use quadrille_runner::Header;

use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::{self, Named};
use quadrille_runner::settings::{Chosen, Keys as _};

use crate::settings::{DoudizhuSettings, SetupSettings};

/// The players and the setup of an arena.
#[derive(Debug, Clone)]
pub(crate) struct ArenaJob {
    pub(crate) setup: Setup,
    /// Three players.
    pub(crate) players: Vec<Named<PlayerKind>>,
    /// The number of deals, each played three times.
    pub(crate) deals: u64,
    /// The number of shards, if the experiment file sets it.
    pub(crate) shards: Option<u64>,
}

impl ArenaJob {
    pub(crate) fn read(
        table: &TomlTable<'_>,
        header: &Header,
        files: &mut NamedFiles,
    ) -> Result<Self, Diagnostic> {
        let given = DoudizhuSettings::read(table)?;
        let players = players(table, files)?;
        let setup = setup(table, Scoring::Adp)?;
        let deals = given.games.div_ceil(GAMES_A_DEAL);
        Ok(Self { setup, players, deals, shards: header.shards })
    }

    /// Returns the reason why the run is not reproducible; `None` if it is reproducible.
    pub(crate) fn why_not_reproducible(&self) -> Option<&'static str> {
        foreign::why_not_reproducible(&self.players)
    }

    /// Returns whether a player is a program.
    pub(crate) fn has_programs(&self) -> bool {
        foreign::any(&self.players)
    }

    /// Returns the arena of these players. When `stopped` becomes true, waiting for a program ends.
    pub(crate) fn arena(&self, players: &[Named<PlayerKind>], seed: u64, stopped: &Arc<AtomicBool>) -> Arena {
        let entrant = |seat: usize| foreign::player::entrant(&players[seat], stopped);
        Arena::new(self.setup, [0, 1, 2].map(entrant), seed)
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

/// Reads the players of an arena, including programs.
fn players(table: &TomlTable<'_>, files: &mut NamedFiles) -> Result<Vec<Named<PlayerKind>>, Diagnostic> {
    const EXPECTED: &str = "three players in brackets, such as [\"rule\", \"random\", \"random\"]";
    let value = table.required("players")?;
    let named = foreign::players(&value, EXPECTED, table, files)?;
    match named.len() {
        3 => Ok(named),
        number => Err(value.error(format!("{number} players at a table for three")).expected(EXPECTED)),
    }
}
