//! The `[mastermind]` table of a `mastermind.optimal` experiment.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_mastermind::{Cut, Game, Goal};
use quadrille_runner::Header;

use crate::evaluation::settings::{flag, game, misspelled, refused};

/// The maximum value of `max_turns`; no game needs as many turns.
const MOST_TURNS: u64 = 1000;

/// The settings of a `mastermind.optimal` experiment.
#[derive(Debug, Clone)]
pub(crate) struct OptimalSettings {
    pub(crate) game: Game,
    pub(crate) goal: Goal,
    /// The number of shards; `None` if the file does not give it.
    pub(crate) shards: Option<u64>,
}

impl OptimalSettings {
    pub(crate) fn read(table: &TomlTable<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let game = game(table)?;
        let turns = table.optional("max_turns").map(|value| value.integer(1..=MOST_TURNS)).transpose()?;
        let first = match table.optional("first") {
            Some(value) => {
                let text = value.string("a codeword in quotes, such as \"1122\"")?;
                Some(game.parse(text).map_err(|error| misspelled(&value, text, &error))?)
            }
            None => None,
        };
        let goal = Goal::new()
            .with_max_turns(turns.map(|turns| turns as u32))
            .with_least_depth(flag(table, "least_depth")?)
            .with_few_last(flag(table, "few_last")?)
            .only_possible(flag(table, "possible_only")?)
            .with_first(first);
        Cut::check(game, &goal).map_err(|error| refused(table, "pins", &error))?;
        Ok(Self { game, goal, shards: header.shards })
    }
}
