//! The keys of the table `[daifugo]` in experiment files, by kind of experiment.

use quadrille_experiments_cards::keys::{GAMES, LEAGUE_GAMES, TABLES, sitting};
use quadrille_experiments_cards::training::keys as training;
use quadrille_runner::foreign::{MOVE_TIMEOUT, STARTUP_TIMEOUT};
use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::{Must, Usually};
use quadrille_runner::keys::Shape;
use quadrille_runner::keys::Shape::{Choice, List, Text, Whole};

const SWITCHES: Shape = Choice(&[
    "sequences",
    "eight-cut",
    "suit-lock",
    "revolution",
    "spade-three",
    "exchange",
    "deadlock",
    "eleven-back",
    "rank-lock",
    "five-skip",
    "six-reverse",
    "nine-reverse",
    "miyako-ochi",
    "forbidden-finish",
]);

const SITTING: Key = sitting("number of games in a sitting; cards are exchanged between these games", "5");
const JOKERS: Key = Key::new("jokers", "jokers in the deck", Whole(0, 2), Usually("1"), "2");
const ON: Key =
    Key::new("on", "rules switched on", List(&SWITCHES), Usually("UECda's rules"), "[\"eleven-back\"]");
const OFF: Key =
    Key::new("off", "rules switched off", List(&SWITCHES), Usually("UECda's rules"), "[\"suit-lock\"]");
/// The keys for the rules of a table.
pub(crate) const RULES: &[Key] = &[JOKERS, ON, OFF];
pub(crate) const ARENA: &[Key] = &[
    Key::new(
        "players",
        "three to six players: `random`, `greedy`, `policy`, `policy:FILE`, `search`, `search:BUDGET` or your own programs",
        List(&Text),
        Must,
        "[\"greedy\", \"greedy\", \"greedy\", \"greedy\", \"random\"]",
    ),
    GAMES,
    SITTING,
    JOKERS,
    ON,
    OFF,
    MOVE_TIMEOUT,
    STARTUP_TIMEOUT,
];
pub(crate) const TRAIN: &[Key] = &{
    let [games, slots, slot_games, update_games, first, last, explore, measurements, sittings] =
        training::ALL;
    [games, JOKERS, ON, OFF, slots, slot_games, update_games, first, last, explore, measurements, sittings]
};
pub(crate) const LEAGUE: &[Key] = &[
    Key::new(
        "players",
        "at least one player per seat, at most 32 players",
        List(&Text),
        Must,
        "[\"greedy\", \"greedy\", \"greedy\", \"random\", \"random\", \"random\"]",
    ),
    LEAGUE_GAMES,
    Key::new("seats", "players at a table", Whole(3, 6), Usually("5"), "4"),
    TABLES,
    SITTING,
    JOKERS,
    ON,
    OFF,
    MOVE_TIMEOUT,
    STARTUP_TIMEOUT,
];
