//! `daifugo.league`: ratings of any number of players, who play at tables in changing combinations.
//!
//! Its keys are the fields of [`LeagueSettings`].

pub use quadrille_experiments_cards::league::result;

use self::result::LeagueResult;
use quadrille_daifugo::players::PlayerKind;
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_experiments_cards::bot_check::CheckedGame;
use quadrille_experiments_cards::league::{self, LeagueNumbers};
use quadrille_experiments_cards::{Agreed, CardGame, Words};
use quadrille_runner::job::{Described as _, Kind};
use quadrille_runner::settings::{Keys, Settings};

use crate::arena::rules::rules;
use crate::settings::LeagueSettings;

/// `daifugo.league`: ratings of any number of players.
pub const LEAGUE: Kind = Kind {
    name: "daifugo.league",
    table: "daifugo",
    about: "rate any number of players, who play at tables in changing combinations",
    revision: 2,
    keys: LeagueSettings::KEYS,
    result: LeagueResult::SHAPE,
    read: |table, header, files| {
        let LeagueSettings { games, sitting, seats, tables, .. } = Keys::read(table)?;
        league::read::<Daifugo>(table, header, files, LeagueNumbers { games, sitting, seats, tables })
    },
};

impl Settings for LeagueSettings {
    const KIND: Kind = LEAGUE;
}

/// Daifugo, as a game for the experiments that all card games share.
#[derive(Debug, Clone, Copy)]
pub struct Daifugo;

impl CheckedGame for Daifugo {
    /// Returns two setups: the rules of the `UECda` contest, and all optional rules with three
    /// players and two jokers.
    fn setups() -> Vec<Rules> {
        let all = Rule::ALL.into_iter().fold(Rules::UECDA, Rules::with);
        vec![Rules::UECDA, all.of(3, 2).expect("the rules allow three players and two jokers")]
    }
}

impl CardGame for Daifugo {
    type Player = PlayerKind;

    const WORDS: Words = Words {
        title: "Daifugo",
        sittings: |_, _| "The first game of a sitting has no classes. Cards are exchanged before each later game.",
        points: "points",
        place_points: "points",
        fewer_win: false,
    };

    const SEATS: (u64, u64, u64) = (3, Rules::UECDA.players() as u64, Rules::MOST_PLAYERS as u64);

    const EXAMPLE: &'static str = "[\"greedy\", \"greedy\", \"random\"]";

    fn setup(
        table: &TomlTable<'_>,
        seats: usize,
        wrong: &dyn Fn(String) -> Diagnostic,
    ) -> Result<Rules, Diagnostic> {
        let (rules, jokers) = rules(table)?;
        rules.of(seats, jokers).map_err(|error| wrong(error.to_string()))
    }

    fn agreed(rules: &Rules) -> Agreed {
        Agreed {
            rules: rules.rules().map(|rule| Rule::name(rule).to_owned()).collect(),
            jokers: Some(rules.jokers()),
            can_be_stuck: true,
        }
    }
}
