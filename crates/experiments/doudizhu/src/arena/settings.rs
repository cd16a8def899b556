//! The `[doudizhu]` table of an arena's experiment file.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{TomlTable, Value};
use quadrille_doudizhu::Rules;
use quadrille_doudizhu::arena::{Arena, GAMES_A_DEAL};
use quadrille_doudizhu::game::{Auction, Scoring, Setup};
use quadrille_doudizhu::players::PlayerKind;
use quadrille_runner::Header;

use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::{self, Named};

/// The default number of games.
const GAMES: u64 = 3000;
/// The largest number of games.
const MOST_GAMES: u64 = 3_000_000_000;

/// The settings of an arena.
#[derive(Debug, Clone)]
pub(crate) struct ArenaSettings {
    pub(crate) setup: Setup,
    /// Three players.
    pub(crate) players: Vec<Named<PlayerKind>>,
    /// The number of deals, each played three times.
    pub(crate) deals: u64,
    /// The number of shards, if the experiment file sets it.
    pub(crate) shards: Option<u64>,
}

impl ArenaSettings {
    pub(crate) fn read(
        table: &TomlTable<'_>,
        header: &Header,
        files: &mut NamedFiles,
    ) -> Result<Self, Diagnostic> {
        let players = players(table, files)?;
        let games = table.optional("games").map_or(Ok(GAMES), |value| value.integer(1..=MOST_GAMES))?;
        let setup = setup(table, Scoring::Adp)?;
        let deals = games.div_ceil(GAMES_A_DEAL);
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
    let rules = match table.optional("rules") {
        Some(value) => rules(&value)?,
        None => Rules::default(),
    };
    let scoring = match table.optional("scoring") {
        Some(value) => Scoring::ALL[value.choice(&Scoring::ALL.map(Scoring::name))?],
        None => usual,
    };
    let mut setup = Setup::new(rules, scoring);
    if let Some(value) = table.optional("auction") {
        setup.auction = Auction::ALL[value.choice(&Auction::ALL.map(Auction::name))?];
    }
    for (key, flag) in [("open_hand", &mut setup.open_hand), ("doubling", &mut setup.doubling)] {
        if let Some(value) = table.optional(key) {
            *flag = value.boolean()?;
            if *flag && scoring != Scoring::Classic {
                return Err(value
                    .error(format!("`{key}` needs stakes, which `{scoring}` scoring does not have"))
                    .expected("`scoring = \"classic\"`"));
            }
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

pub(crate) fn rules(value: &Value<'_>) -> Result<Rules, Diagnostic> {
    let name = value.string("rules in quotes, such as \"rlcard\"")?;
    name.parse::<Rules>().map_err(|error| {
        let presets = Rules::PRESETS.map(|preset| preset.to_string());
        value.error(error.to_string()).suggest(name, presets.iter().map(String::as_str))
    })
}
