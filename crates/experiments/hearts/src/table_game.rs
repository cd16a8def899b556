//! Hearts as a game that people play.

use quadrille_experiments_cards::table_game::{Finished, TableGame, observed};
use quadrille_hearts::{Hearts as Table, Rules};
use quadrille_runner::keys::Key;
use quadrille_table::records::Recorder;

use crate::{Hearts, SWITCHES};

/// The keys of the rules, one for each entry of [`SWITCHES`].
const RULES: [Key; SWITCHES.len()] = {
    let mut keys = [SWITCHES[0].key(); SWITCHES.len()];
    let mut at = 0;
    while at < keys.len() {
        keys[at] = SWITCHES[at].key();
        at += 1;
    }
    keys
};

impl TableGame for Hearts {
    const OTHERS: &'static [&'static str] = &["policy", "policy", "policy"];
    const RULES: &'static [Key] = &RULES;

    fn record(rules: &Rules, names: &[String], games: &[Finished<Table>]) -> String {
        let mut recorder = Recorder::<Table>::new(rules, names.to_vec());
        observed(games, &mut recorder);
        recorder.to_string()
    }
}
