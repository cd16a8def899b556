//! The keys of the table `[mastermind]` of experiment files, kind by kind.

use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::{Instead, Must, Preferred, Usually};
use quadrille_runner::keys::Shape;
use quadrille_runner::keys::Shape::{Choice, Flag, List, Text, Whole};

const STRATEGIES: Shape = Choice(&["knuth", "expected-size", "entropy", "most-parts", "first-consistent"]);
const PINS: Key = Key::new("pins", "places of a codeword", Whole(1, 16), Must, "4");
const COLORS: Key = Key::new("colors", "colours there are", Whole(1, 15), Must, "6");
const FIRST: Key =
    Key::new("first", "the first guess", Text, Usually("by the strategy's own rule"), "\"1122\"");
const POSSIBLE_ONLY: Key =
    Key::new("possible_only", "guess only codes that are still possible", Flag, Usually("false"), "true");
const NO_REPEATS: Key =
    Key::new("no_repeats", "no colour twice in a code (Bulls and Cows)", Flag, Usually("false"), "true");

pub(crate) const EVALUATE: &[Key] = &[
    PINS,
    COLORS,
    Key::new("strategy", "which guess is best", STRATEGIES, Must, "\"knuth\""),
    FIRST,
    POSSIBLE_ONLY,
    NO_REPEATS,
];
pub(crate) const COMPARE: &[Key] = &[
    Key { presence: Preferred("with `colors` in place of `sizes`"), ..PINS },
    Key { presence: Preferred("with `pins` in place of `sizes`"), ..COLORS },
    Key::new(
        "sizes",
        "several games, each pins and colours",
        List(&List(&Whole(1, 16))),
        Instead("in place of `pins` and `colors`"),
        "[[4, 6], [5, 8]]",
    ),
    Key::new(
        "strategies",
        "which are played, each once",
        List(&STRATEGIES),
        Must,
        "[\"knuth\", \"entropy\"]",
    ),
    FIRST,
    Key::new(
        "firsts",
        "the first guess of each of the sizes",
        List(&Text),
        Instead("with `sizes`"),
        "[\"1122\", \"11234\"]",
    ),
    POSSIBLE_ONLY,
    NO_REPEATS,
];
pub(crate) const OPTIMAL: &[Key] = &[
    Key { shape: Whole(1, 8), ..PINS },
    COLORS,
    Key::new("max_turns", "no secret may take more turns", Whole(1, 1000), Usually("no limit"), "6"),
    Key::new(
        "least_depth",
        "the longest game as short as can be, then the fewest turns",
        Flag,
        Usually("false"),
        "true",
    ),
    Key::new(
        "few_last",
        "of equal totals the fewest secrets at the last turn",
        Flag,
        Usually("false"),
        "true",
    ),
    Key { presence: Usually("the best one"), ..FIRST },
    POSSIBLE_ONLY,
    NO_REPEATS,
];
