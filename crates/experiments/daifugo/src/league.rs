//! `daifugo.league`: ratings of any number of players, who play at tables in changing combinations.
//!
//! ```toml
//! kind = "daifugo.league"
//! [daifugo]
//! players = ["greedy", "greedy", "greedy", "random", "random", "random"]   # at least one per seat, at most 32
//! games = 3000              # total, rounded up to a multiple of tables times seats
//! seats = 5                 # optional: players at a table, 3 to 6
//! tables = 252              # optional: number of tables to draw if there are too many combinations
//! sitting = 10              # optional: games of a sitting, between which cards are exchanged
//! jokers = 1                # optional: 0 to 2
//! on = ["eleven-back"]      # optional: rules to switch on, in addition to those of UECda
//! off = ["suit-lock"]       # optional: rules of UECda to switch off
//! ```

pub use quadrille_experiments_cards::league::result;

use quadrille_daifugo::players::PlayerKind;
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_experiments_cards::bot_check::CheckedGame;
use quadrille_experiments_cards::{Agreed, CardGame, Words, league};
use quadrille_runner::job::Kind;

use crate::arena::rules::rules;
use crate::keys;

/// `daifugo.league`: ratings of any number of players.
pub const LEAGUE: Kind = Kind {
    name: "daifugo.league",
    table: "daifugo",
    about: "rate any number of players, who play at tables in changing combinations",
    revision: 2,
    keys: keys::LEAGUE,
    read: |table, header, files| league::read::<Daifugo>(table, header, files),
};

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
        let jokers = table.optional("jokers").map_or(Ok(1), |value| value.integer(0..=2))?;
        rules(table)?.of(seats, jokers as u32).map_err(|error| wrong(error.to_string()))
    }

    fn agreed(rules: &Rules) -> Agreed {
        Agreed {
            rules: rules.rules().map(|rule| Rule::name(rule).to_owned()).collect(),
            jokers: Some(rules.jokers()),
            can_be_stuck: true,
        }
    }
}
