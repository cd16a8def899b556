//! The keys of the table `[life]` of experiment files, for each kind of experiment.

use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::{Instead, Must, Usually};
use quadrille_runner::keys::Shape::{Choice, List, Number, Text, Whole};

const RULE: Key = Key::new("rule", "the rule of birth and survival", Text, Usually("B3/S23"), "\"B36/S23\"");
pub(crate) const GRID: &[Key] = &[
    Key::new("bounds", "the size and border of the field", Text, Must, "\"256x256:torus\""),
    Key::new(
        "densities",
        "the probabilities that a cell lives at the start",
        List(&Number(0.0, 1.0)),
        Must,
        "[0.05, 0.2, 0.5]",
    ),
    Key::new("fields", "the number of fields per density", Whole(1, 1_000_000), Usually("10"), "20"),
    Key::new("generations", "the number of generations per field", Whole(1, 1_000_000_000), Must, "2000"),
    Key::new(
        "every",
        "the number of generations between two counts of the population, which is counted at most 10001 times",
        Whole(1, 1_000_000_000),
        Usually("a value with which the population is counted at most 201 times"),
        "20",
    ),
    RULE,
];
const DENSITY: Key = Key::new(
    "density",
    "the probability that a cell lives at the start",
    Number(0.0, 1.0),
    Usually("0.5"),
    "0.4",
);
const PATIENCE: Key = Key::new(
    "generations",
    "the maximum number of generations of each run",
    Whole(1, 100_000_000),
    Usually("100000"),
    "50000",
);
pub(crate) const SOUPS: &[Key] = &[
    Key::new("soups", "the number of soups", Whole(1, 1_000_000_000), Must, "10000"),
    Key::new(
        "symmetry",
        "the symmetry of the soups, by Catagolue's name",
        Choice(&[
            "C1", "C2_1", "C2_2", "C2_4", "C4_1", "C4_4", "D2_+1", "D2_+2", "D2_x", "D4_+1", "D4_+2",
            "D4_+4", "D4_x1", "D4_x4", "D8_1", "D8_4",
        ]),
        Usually("C1"),
        "\"D2_+1\"",
    ),
    DENSITY,
    RULE,
    PATIENCE,
    Key::new(
        "seed_string",
        "a text; each soup is the hash of this text with the soup's number appended, as on Catagolue",
        Text,
        Instead("in place of `density`"),
        "\"k_quadrille\"",
    ),
];
pub(crate) const METHUSELAH: &[Key] = &[
    Key::new("width", "the number of columns of the box", Whole(1, 64), Must, "5"),
    Key::new("height", "the number of rows of the box", Whole(1, 64), Must, "3"),
    RULE,
    PATIENCE,
    Key::new("kept", "the number of longest-lived patterns to report", Whole(1, 1000), Usually("10"), "20"),
    Key::new(
        "soups",
        "the number of random patterns",
        Whole(1, 1_000_000_000),
        Instead("only for a box of more than 21 cells"),
        "10000",
    ),
    Key { presence: Instead("only for a box of more than 21 cells"), ..DENSITY },
];
