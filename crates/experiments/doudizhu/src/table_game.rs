//! Dou Dizhu as a game that people play.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_doudizhu::game::{Action, Game, Scoring, Seat, Setup, Table};
use quadrille_doudizhu::records::Record;
use quadrille_experiments_cards::table_game::{Finished, TableGame};
use quadrille_runner::keys::Key;
use quadrille_table::Game as _;

use crate::DouDizhu;
use crate::arena::setup;
use crate::settings::PLAYED;

impl TableGame for DouDizhu {
    const OTHERS: &'static [&'static str] = &["policy", "policy"];
    const RULES: &'static [Key] = PLAYED;

    fn rules(table: &TomlTable<'_>, _: usize, _: &dyn Fn(String) -> Diagnostic) -> Result<Setup, Diagnostic> {
        setup(table, Scoring::Classic)
    }

    fn record(_: &Setup, names: &[String], games: &[Finished<Table>]) -> String {
        let names: [&str; 3] = std::array::from_fn(|seat| names.get(seat).map_or("", String::as_str));
        let line = |finished: &Finished<Table>| {
            let table = &finished.start;
            let first = finished.actions.first().map_or(Seat::ALL[0], |&(seat, _)| Seat::ALL[seat]);
            let mut game = Game::new(*table.setup(), *table.dealt()?, first);
            for &(_, action) in &finished.actions {
                // The table has accepted these actions before, so none of them fails.
                match action {
                    Action::Call(call) => drop(game.call(call)),
                    Action::Play(chosen) => drop(game.play(chosen.cards())),
                }
            }
            Record::of(&game, Some(names)).map(|record| format!("{record}\n"))
        };
        games.iter().filter_map(line).collect()
    }
}
