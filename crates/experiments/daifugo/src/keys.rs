//! The keys of the table `[daifugo]` of experiment files, kind by kind.

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

const SITTING: Key = Key::new(
    "sitting",
    "games in a row between which cards are exchanged",
    Whole(1, 1_000_000),
    Usually("10"),
    "5",
);
const JOKERS: Key = Key::new("jokers", "how many there are", Whole(0, 2), Usually("1"), "2");
const ON: Key =
    Key::new("on", "rules switched on", List(&SWITCHES), Usually("UECda's rules"), "[\"eleven-back\"]");
const OFF: Key =
    Key::new("off", "rules switched off", List(&SWITCHES), Usually("UECda's rules"), "[\"suit-lock\"]");
pub(crate) const ARENA: &[Key] = &[
    Key::new(
        "players",
        "three to six of `random`, `greedy` and programs of your own",
        List(&Text),
        Must,
        "[\"greedy\", \"greedy\", \"greedy\", \"greedy\", \"random\"]",
    ),
    Key::new(
        "games",
        "how many, rounded up to a multiple of the number of players",
        Whole(1, 1_000_000_000),
        Must,
        "1000",
    ),
    SITTING,
    JOKERS,
    ON,
    OFF,
    MOVE_TIMEOUT,
    STARTUP_TIMEOUT,
];
pub(crate) const LEAGUE: &[Key] = &[
    Key::new(
        "players",
        "as many as sit at a table or more, up to 32",
        List(&Text),
        Must,
        "[\"greedy\", \"greedy\", \"greedy\", \"random\", \"random\", \"random\"]",
    ),
    Key::new(
        "games",
        "how many in all, rounded up so that all series of all tables are equal",
        Whole(1, 1_000_000_000),
        Must,
        "6000",
    ),
    Key::new("seats", "how many sit at a table", Whole(3, 6), Usually("5"), "4"),
    Key::new(
        "tables",
        "how many tables are drawn, where not every one is played",
        Whole(1, 1000),
        Usually("252"),
        "100",
    ),
    SITTING,
    JOKERS,
    ON,
    OFF,
    MOVE_TIMEOUT,
    STARTUP_TIMEOUT,
];
