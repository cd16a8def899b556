//! The keys of the table `[doudizhu]` of experiment files, by kind.

use quadrille_experiments_cards::training::keys as training;
use quadrille_runner::foreign::{MOVE_TIMEOUT, STARTUP_TIMEOUT};
use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::{Instead, Must, Usually};
use quadrille_runner::keys::Shape::{Choice, Flag, List, Text, Whole};

const MOVES: Key = Key::new(
    "rules",
    "rules of moves: rlcard, douzero, pagat or openspiel, optionally with switches after commas: space-shuttle, no-trio-pair, no-four-two",
    Text,
    Usually("rlcard"),
    "\"pagat\"",
);
const SCORING: Key = Key::new(
    "scoring",
    "scoring of the games",
    Choice(&["adp", "wp", "classic"]),
    Usually("adp"),
    "\"classic\"",
);
const AUCTION: Key = Key::new(
    "auction",
    "auction that selects the landlord",
    Choice(&["none", "bids", "bids-round", "call-rob"]),
    Usually("bids with classic scoring, else none"),
    "\"bids\"",
);
const OPEN_HAND: Key = Key::new(
    "open_hand",
    "the landlord may play with an open hand",
    Flag,
    Instead("with `scoring = \"classic\"`"),
    "true",
);
const DOUBLING: Key =
    Key::new("doubling", "every seat may double", Flag, Instead("with `scoring = \"classic\"`"), "true");
/// The rule keys of a table at which people play. The scoring is classic by default.
pub(crate) const RULES: &[Key] =
    &[MOVES, Key { presence: Usually("classic"), ..SCORING }, AUCTION, OPEN_HAND, DOUBLING];
pub(crate) const ARENA: &[Key] = &[
    Key::new(
        "players",
        "three of `random`, `rule`, `policy`, `policy:FILE`, `search`, `search:BUDGET` and custom programs, in the order of seats",
        List(&Text),
        Must,
        "[\"rule\", \"random\", \"random\"]",
    ),
    Key::new(
        "games",
        "number of games, rounded up to a multiple of 3",
        Whole(1, 3_000_000_000),
        Usually("3000"),
        "12000",
    ),
    MOVES,
    SCORING,
    AUCTION,
    OPEN_HAND,
    DOUBLING,
    MOVE_TIMEOUT,
    STARTUP_TIMEOUT,
];
pub(crate) const TRAIN: &[Key] = &{
    let [games, slots, slot_games, update_games, first, last, explore, measurements, sittings] =
        training::ALL;
    [games, MOVES, slots, slot_games, update_games, first, last, explore, measurements, sittings]
};
pub(crate) const ENDGAMES: &[Key] = &[
    Key::new(
        "hands",
        "sizes of two or three hands, the landlord's first",
        List(&Whole(1, 20)),
        Must,
        "[8, 8]",
    ),
    Key::new("deals", "number of deals", Whole(1, 1_000_000_000), Usually("1000"), "200"),
    Key::new("to_move", "seat that leads", Whole(0, 2), Usually("0"), "1"),
    MOVES,
    Key::new("puzzles", "number of puzzles kept, hardest first", Whole(0, 10_000), Usually("20"), "100"),
    Key::new(
        "hardest",
        "number of hardest deals kept: the deals with the most nodes",
        Whole(0, 10_000),
        Usually("10"),
        "20",
    ),
];
