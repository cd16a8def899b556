//! Experiments about Hearts, declared for `quadrille-experiments-cards`.
//!
//! The keys of each kind are the fields of a struct in [`settings`].

mod reviews;
pub mod settings;
mod table_game;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_experiments_cards::arena::result::ArenaResult;
use quadrille_experiments_cards::bot_check::CheckedGame;
use quadrille_experiments_cards::league::LeagueNumbers;
use quadrille_experiments_cards::league::result::LeagueResult;
use quadrille_experiments_cards::training::result::TrainingResult;
use quadrille_experiments_cards::{Agreed, CardGame, Words, arena, league, training};
use quadrille_hearts::{HeartsPlayer, Rules};
use quadrille_runner::job::{Described as _, Kind};
use quadrille_runner::settings::Keys;

use self::settings::{ArenaSettings, LeagueSettings, RuleSettings, TrainSettings};

/// `hearts.arena`: compares four players.
pub const ARENA: Kind = Kind {
    name: "hearts.arena",
    table: "hearts",
    about: "play four players against each other; every player plays in every seat",
    revision: 1,
    keys: ArenaSettings::KEYS,
    result: ArenaResult::SHAPE,
    read: |table, header, files| {
        let given = ArenaSettings::read(table)?;
        arena::read::<Hearts>(table, header, files, [given.games, given.sitting])
    },
};

/// `hearts.league`: rates any number of players, 4 to 32.
pub const LEAGUE: Kind = Kind {
    name: "hearts.league",
    table: "hearts",
    about: "rate any number of players, at tables of four",
    revision: 1,
    keys: LeagueSettings::KEYS,
    result: LeagueResult::SHAPE,
    read: |table, header, files| {
        let LeagueSettings { games, sitting, tables, .. } = Keys::read(table)?;
        let (_, seats, _) = Hearts::SEATS;
        league::read::<Hearts>(table, header, files, LeagueNumbers { games, sitting, seats, tables })
    },
};

/// `hearts.train`: trains a network by self-play.
pub const TRAIN: Kind = Kind {
    name: "hearts.train",
    table: "hearts",
    about: "train a network by self-play",
    revision: 2,
    keys: TrainSettings::KEYS,
    result: TrainingResult::SHAPE,
    read: |table, _, _| {
        let given = TrainSettings::read(table)?;
        training::read::<Hearts>(table, given.games, given.learning)
    },
};

/// Hearts, as the type parameter of the generic experiments of card games.
#[derive(Debug, Clone, Copy)]
pub struct Hearts;

impl CardGame for Hearts {
    type Player = HeartsPlayer;

    const WORDS: Words = Words {
        title: "Hearts",
        sittings: |rules, sitting| match sitting {
            _ if !rules.iter().any(|rule| rule == "pass_cards") => "No cards are passed.",
            1 => "Cards are passed to the left.",
            _ => {
                "In the games of a sitting, cards are passed in turn to the left, to the right, across, and not at all."
            }
        },
        points: "points",
        place_points: "place points",
        fewer_win: true,
    };

    const SEATS: (u64, u64, u64) = (4, 4, 4);

    const EXAMPLE: &'static str = "[\"rule\", \"random\", \"random\", \"random\"]";

    fn setup(table: &TomlTable<'_>, _: usize, _: &dyn Fn(String) -> Diagnostic) -> Result<Rules, Diagnostic> {
        RuleSettings::read(table).map(Rules::from)
    }

    fn agreed(rules: &Rules) -> Agreed {
        let on = RuleSettings::KEYS.iter().zip(rules.switches()).filter(|(_, on)| *on);
        let rules = on.map(|(key, _)| key.name.to_owned()).collect();
        Agreed { rules, jokers: None, can_be_stuck: false }
    }

    fn counted(points: i64) -> i64 {
        26 - points
    }
}

impl CheckedGame for Hearts {
    fn setups() -> Vec<Rules> {
        vec![Rules::default()]
    }
}

impl training::TrainGame for Hearts {
    const SCORE: &'static str = "points kept of 26";
    const MEANING: &'static str = " Points kept are 26 minus the points taken, so more is better.";
    const HOUSE: &'static str = "rule";
    // Under the default rules, the points of a game add up to 26, except if a seat shoots the moon.
    const BASELINE: (&'static str, f64) = ("alone", 26.0 - 6.5);
    const CONDITION: Option<&'static str> = Some("if no player shoots the moon");
}

impl arena::ArenaGame for Hearts {
    type Counts = arena::ArenaTally;
}

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_are_on_as_in_the_usual_rules() {
        assert_eq!(Rules::from(RuleSettings::default()), Rules::default());
    }

    /// The keys are in the order of the switches of the rules.
    #[test]
    fn each_key_sets_its_switch() {
        for (at, key) in RuleSettings::KEYS.iter().enumerate() {
            let mut switches = Rules::default().switches();
            switches[at] = !switches[at];
            let text = format!("[hearts]\n{} = {}\n", key.name, switches[at]);
            let source = quadrille_diagnostics::Source::new("rules.toml", text);
            let document = quadrille_diagnostics::toml::Document::parse(&source).unwrap();
            let names: Vec<&str> = RuleSettings::KEYS.iter().map(|key| key.name).collect();
            let table = document.required("hearts").unwrap().table(&names).unwrap();
            let rules = Rules::from(RuleSettings::read(&table).unwrap());
            assert_eq!(rules.switches(), switches, "{}", key.name);
        }
    }
}
