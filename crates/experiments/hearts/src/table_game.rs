//! Hearts as a game that people play.

use quadrille_experiments_cards::table_game::{Finished, TableGame, observed};
use quadrille_hearts::{Hearts as Table, Rules};
use quadrille_runner::keys::Key;
use quadrille_runner::settings::Keys as _;
use quadrille_table::records::Recorder;

use crate::Hearts;
use crate::settings::RuleSettings;

impl TableGame for Hearts {
    const OTHERS: &'static [&'static str] = &["policy", "policy", "policy"];
    const RULES: &'static [Key] = RuleSettings::KEYS;

    fn record(rules: &Rules, names: &[String], games: &[Finished<Table>]) -> String {
        let mut recorder = Recorder::<Table>::new(rules, names.to_vec());
        observed(games, &mut recorder);
        recorder.to_string()
    }
}
