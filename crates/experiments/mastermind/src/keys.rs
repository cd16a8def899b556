//! The keys of the `[mastermind]` table for each kind of experiment.

use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::{Instead, Must, Preferred, Usually};
use quadrille_runner::keys::Shape;
use quadrille_runner::keys::Shape::{Choice, Flag, List, Text, Whole};

const STRATEGIES: Shape = Choice(&["knuth", "expected-size", "entropy", "most-parts", "first-consistent"]);
const PINS: Key = Key::new("pins", "number of pins of a codeword", Whole(1, 16), Must, "4");
const COLORS: Key = Key::new("colors", "number of colours", Whole(1, 15), Must, "6");
const FIRST: Key = Key::new("first", "the first guess", Text, Usually("chosen by the strategy"), "\"1122\"");
const POSSIBLE_ONLY: Key =
    Key::new("possible_only", "guess only codewords that are still possible", Flag, Usually("false"), "true");
const NO_REPEATS: Key = Key::new(
    "no_repeats",
    "no repeated colours in a codeword (Bulls and Cows)",
    Flag,
    Usually("false"),
    "true",
);

pub(crate) const EVALUATE: &[Key] = &[
    PINS,
    COLORS,
    Key::new("strategy", "the rule that selects guesses", STRATEGIES, Must, "\"knuth\""),
    FIRST,
    POSSIBLE_ONLY,
    NO_REPEATS,
];
pub(crate) const COMPARE: &[Key] = &[
    Key { presence: Preferred("with `colors` in place of `sizes`"), ..PINS },
    Key { presence: Preferred("with `pins` in place of `sizes`"), ..COLORS },
    Key::new(
        "sizes",
        "several games, each a pair of pins and colours",
        List(&List(&Whole(1, 16))),
        Instead("in place of `pins` and `colors`"),
        "[[4, 6], [5, 8]]",
    ),
    Key::new(
        "strategies",
        "the strategies to compare, each once",
        List(&STRATEGIES),
        Must,
        "[\"knuth\", \"entropy\"]",
    ),
    FIRST,
    Key::new(
        "firsts",
        "the first guess for each of the sizes",
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
    Key::new(
        "max_turns",
        "the maximum number of turns for any secret",
        Whole(1, 1000),
        Usually("no limit"),
        "6",
    ),
    Key::new(
        "least_depth",
        "minimise the longest game first, then the total turns",
        Flag,
        Usually("false"),
        "true",
    ),
    Key::new(
        "few_last",
        "with equal totals, prefer the fewest secrets at the last turn",
        Flag,
        Usually("false"),
        "true",
    ),
    Key { presence: Usually("the best one"), ..FIRST },
    POSSIBLE_ONLY,
    NO_REPEATS,
];
