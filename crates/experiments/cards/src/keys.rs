//! Keys of experiment files that are common to all card games.

use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::{Must, Usually};
use quadrille_runner::keys::Shape::Whole;
use quadrille_table::MOST_GAMES;
use quadrille_table::league::MOST_TABLES;

/// The default number of games in a sitting.
pub const USUAL_SITTING: u64 = 10;
/// The maximum number of games in a sitting.
pub const LONGEST_SITTING: u64 = 1_000_000;

/// Returns the key of the number of games in a sitting; `what` is its description.
pub const fn sitting(what: &'static str, example: &'static str) -> Key {
    // `USUAL_SITTING` as text.
    Key::new("sitting", what, Whole(1, LONGEST_SITTING), Usually("10"), example)
}

/// The key of the number of games of an arena.
pub const GAMES: Key = Key::new(
    "games",
    "number of games, rounded up to a multiple of the number of players",
    Whole(1, MOST_GAMES),
    Must,
    "1000",
);
/// The key of the number of games of a league.
pub const LEAGUE_GAMES: Key = Key::new(
    "games",
    "total number of games, rounded up so that each table plays equally many games in each arrangement of its players",
    Whole(1, MOST_GAMES),
    Must,
    "6000",
);
/// The key of the number of tables of a league.
pub const TABLES: Key = Key::new(
    "tables",
    "number of tables, drawn at random unless every combination of players gets a table",
    Whole(1, MOST_TABLES),
    Usually("252"),
    "100",
);
