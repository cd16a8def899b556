//! Experiments about Hearts, declared for `quadrille-experiments-cards`.
//!
//! ```toml
//! kind = "hearts.arena"
//! [hearts]
//! players = ["rule", "random", "random", "random"]   # four
//! games = 1000              # rounded up to a multiple of four
//! sitting = 4               # optional: games in a sitting; pass directions repeat every 4
//! jd_bonus = true           # optional: any switch of the rules
//! ```
//!
//! `hearts.league` takes 4 to 32 players, and the key `tables`.

mod reviews;
mod table_game;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_experiments_cards::bot_check::CheckedGame;
use quadrille_experiments_cards::keys::{GAMES, LEAGUE_GAMES, TABLES, sitting};
use quadrille_experiments_cards::{Agreed, CardGame, Words, arena, league, training};
use quadrille_hearts::{HeartsPlayer, Rules};
use quadrille_runner::foreign::{MOVE_TIMEOUT, STARTUP_TIMEOUT};
use quadrille_runner::job::Kind;
use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::{Must, Usually};
use quadrille_runner::keys::Shape::{Flag, List, Text};

/// `hearts.arena`: compares four players.
pub const ARENA: Kind = Kind {
    name: "hearts.arena",
    table: "hearts",
    about: "play four players against each other; every player plays in every seat",
    revision: 1,
    keys: &keys::<2, 13>([
        players(
            "four of `random`, `rule`, `policy`, `policy:FILE`, `search`, `search:BUDGET` and custom programs",
        ),
        GAMES,
    ]),
    read: |table, header, files| arena::read::<Hearts>(table, header, files),
};

/// `hearts.league`: rates any number of players, 4 to 32.
pub const LEAGUE: Kind = Kind {
    name: "hearts.league",
    table: "hearts",
    about: "rate any number of players, at tables of four",
    revision: 1,
    keys: &keys::<3, 14>([players("4 to 32 players, named as for `hearts.arena`"), LEAGUE_GAMES, TABLES]),
    read: |table, header, files| league::read::<Hearts>(table, header, files),
};

/// `hearts.train`: trains a network by self-play.
pub const TRAIN: Kind = Kind {
    name: "hearts.train",
    table: "hearts",
    about: "train a network by self-play",
    revision: 2,
    keys: &train_keys(),
    read: |table, _, _| training::read::<Hearts>(table),
};

/// Returns the keys of a training: the keys common to all games, then the switches of the rules.
const fn train_keys() -> [Key; training::keys::ALL.len() + SWITCHES.len()] {
    let mut keys = [training::keys::GAMES; training::keys::ALL.len() + SWITCHES.len()];
    let mut at = 0;
    while at < keys.len() {
        keys[at] = match at.checked_sub(training::keys::ALL.len()) {
            None => training::keys::ALL[at],
            Some(switch) => SWITCHES[switch].key(),
        };
        at += 1;
    }
    keys
}

const fn players(what: &'static str) -> Key {
    Key::new("players", what, List(&Text), Must, "[\"rule\", \"random\", \"random\", \"random\"]")
}

/// A switch of the rules, as a key of experiment files.
struct Switch {
    name: &'static str,
    what: &'static str,
    /// The default value of the switch.
    usually: bool,
    of: fn(&mut Rules) -> &mut bool,
}

impl Switch {
    const fn key(&self) -> Key {
        let (usually, other) = if self.usually { ("true", "false") } else { ("false", "true") };
        Key::new(self.name, self.what, Flag, Usually(usually), other)
    }
}

/// All switches, in the order of the fields of [`Rules`].
const SWITCHES: [Switch; 8] = [
    switch("pass_cards", "three cards are passed before the first trick", true, |rules| {
        &mut rules.pass_cards
    }),
    switch("no_pts_on_first_trick", "no points may be discarded in the first trick", true, |rules| {
        &mut rules.no_pts_on_first_trick
    }),
    switch(
        "can_lead_any_club",
        "the holder of the two of clubs may lead the first trick with any club",
        false,
        |rules| &mut rules.can_lead_any_club,
    ),
    switch("jd_bonus", "a player who takes the jack of diamonds scores 10 points less", false, |rules| {
        &mut rules.jd_bonus
    }),
    switch("avoid_all_tricks_bonus", "a player who takes no trick scores 5 points less", false, |rules| {
        &mut rules.avoid_all_tricks_bonus
    }),
    switch("qs_breaks_hearts", "the queen of spades breaks hearts", true, |rules| {
        &mut rules.qs_breaks_hearts
    }),
    switch("must_break_hearts", "hearts may not be led before hearts are broken", true, |rules| {
        &mut rules.must_break_hearts
    }),
    switch(
        "can_lead_hearts_instead_of_qs",
        "a player who has only hearts and the queen of spades may lead a heart before hearts are broken",
        false,
        |rules| &mut rules.can_lead_hearts_instead_of_qs,
    ),
];

const fn switch(
    name: &'static str,
    what: &'static str,
    usually: bool,
    of: fn(&mut Rules) -> &mut bool,
) -> Switch {
    Switch { name, what, usually, of }
}

/// Returns all keys of the arena or the league: the keys `own` of this kind, then the keys that
/// both kinds have.
const fn keys<const OWN: usize, const ALL: usize>(own: [Key; OWN]) -> [Key; ALL] {
    const SITTING: Key =
        sitting("number of games in a sitting; the pass directions repeat every 4 games", "4");
    // The array is initialised with `SITTING`. The code below overwrites every entry except the one
    // at index `OWN`, which remains `SITTING`.
    let mut keys = [SITTING; ALL];
    let mut at = 0;
    while at < OWN {
        keys[at] = own[at];
        at += 1;
    }
    let mut switch = 0;
    while switch < SWITCHES.len() {
        keys[OWN + 1 + switch] = SWITCHES[switch].key();
        switch += 1;
    }
    keys[ALL - 2] = MOVE_TIMEOUT;
    keys[ALL - 1] = STARTUP_TIMEOUT;
    keys
}

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
        let mut rules = Rules::default();
        for Switch { name, of, .. } in SWITCHES {
            if let Some(value) = table.optional(name) {
                *of(&mut rules) = value.boolean()?;
            }
        }
        Ok(rules)
    }

    fn agreed(rules: &Rules) -> Agreed {
        let mut rules = *rules;
        let on = SWITCHES.iter().filter(|switch| *(switch.of)(&mut rules));
        let rules = on.map(|switch| switch.name.to_owned()).collect();
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
        let mut rules = Rules::default();
        for Switch { name, usually, of, .. } in SWITCHES {
            assert_eq!(*of(&mut rules), usually, "{name}");
        }
        assert_eq!(SWITCHES.map(|switch| *(switch.of)(&mut rules)), rules.switches());
    }
}
