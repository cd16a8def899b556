//! Daifugo as a game with human players.

use quadrille_daifugo::game::Table;
use quadrille_daifugo::records::Recorder;
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_experiments_cards::table_game::{Finished, TableGame, observed};
use quadrille_runner::keys::Key;
use quadrille_runner::settings::Keys as _;

use crate::league::Daifugo;
use crate::settings::RuleSettings;

impl TableGame for Daifugo {
    const OTHERS: &'static [&'static str] = &["policy", "policy", "policy", "policy"];
    const RULES: &'static [Key] = RuleSettings::KEYS;

    fn switches_on(rules: Option<&Rules>) -> Vec<&'static str> {
        let rules = rules.unwrap_or(&Rules::UECDA);
        Rule::ALL.into_iter().filter(|rule| rules.has(*rule)).map(Rule::name).collect()
    }

    fn record(rules: &Rules, names: &[String], games: &[Finished<Table>]) -> String {
        let mut recorder = Recorder::new(*rules, names.to_vec());
        observed(games, &mut recorder);
        recorder.to_string()
    }
}
