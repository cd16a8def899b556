//! The keys of the table `[doudizhu]` of experiment files, kind by kind.

use quadrille_experiments_cards::training::keys as training;
use quadrille_runner::foreign::{MOVE_TIMEOUT, STARTUP_TIMEOUT};
use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::{Instead, Must, Usually};
use quadrille_runner::keys::Shape::{Choice, Flag, List, Text, Whole};

const MOVES: Key = Key::new(
    "rules",
    "which moves there are: rlcard, douzero, pagat or openspiel; after commas space-shuttle, no-trio-pair, no-four-two",
    Text,
    Usually("rlcard"),
    "\"pagat\"",
);
pub(crate) const ARENA: &[Key] = &[
    Key::new(
        "players",
        "three of `random`, `rule`, `policy`, `policy:FILE`, `search`, `search:BUDGET` and programs of your own, as they sit",
        List(&Text),
        Must,
        "[\"rule\", \"random\", \"random\"]",
    ),
    Key::new(
        "games",
        "how many, rounded up to a multiple of 3",
        Whole(1, 3_000_000_000),
        Usually("3000"),
        "12000",
    ),
    MOVES,
    Key::new(
        "scoring",
        "how points are counted",
        Choice(&["adp", "wp", "classic"]),
        Usually("adp"),
        "\"classic\"",
    ),
    Key::new(
        "auction",
        "how the landlord is found",
        Choice(&["none", "bids", "bids-round", "call-rob"]),
        Usually("bids with classic scoring, else none"),
        "\"bids\"",
    ),
    Key::new(
        "open_hand",
        "the landlord may lay his hand open",
        Flag,
        Instead("with `scoring = \"classic\"`"),
        "true",
    ),
    Key::new("doubling", "everyone may double", Flag, Instead("with `scoring = \"classic\"`"), "true"),
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
        "how many cards each of two or three hands has, the landlord's first",
        List(&Whole(1, 20)),
        Must,
        "[8, 8]",
    ),
    Key::new("deals", "how many are solved", Whole(1, 1_000_000_000), Usually("1000"), "200"),
    Key::new("to_move", "which seat leads", Whole(0, 2), Usually("0"), "1"),
    MOVES,
    Key::new("puzzles", "how many of the hardest puzzles are kept", Whole(0, 10_000), Usually("20"), "100"),
    Key::new(
        "hardest",
        "how many of the deals that took most nodes are kept",
        Whole(0, 10_000),
        Usually("10"),
        "20",
    ),
];
