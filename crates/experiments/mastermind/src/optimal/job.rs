//! The game and the goal of a `mastermind.optimal` experiment.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_mastermind::{Cut, Game, Goal};
use quadrille_runner::Header;
use quadrille_runner::settings::Keys as _;

use crate::evaluation::job::{codeword, game, refused};
use crate::settings::OptimalSettings;

/// The game and the goal of a `mastermind.optimal` experiment.
#[derive(Debug, Clone)]
pub(crate) struct OptimalJob {
    pub(crate) game: Game,
    pub(crate) goal: Goal,
    /// The number of shards; `None` if the file does not give it.
    pub(crate) shards: Option<u64>,
}

impl OptimalJob {
    pub(crate) fn read(table: &TomlTable<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let given = OptimalSettings::read(table)?;
        let game = game(table, given.pins, given.colors, given.no_repeats)?;
        let first = given.first.map(|text| codeword(&table.required("first")?, &text, game)).transpose()?;
        let goal = Goal::new()
            .with_max_turns(given.max_turns)
            .with_least_depth(given.least_depth)
            .with_few_last(given.few_last)
            .only_possible(given.possible_only)
            .with_first(first);
        Cut::check(game, &goal).map_err(|error| refused(table, "pins", &error))?;
        Ok(Self { game, goal, shards: header.shards })
    }

    /// Returns the first guess if the file gives one.
    pub(crate) fn first(&self) -> Option<String> {
        self.goal.first.map(|first| self.game.show(first).to_string())
    }
}
