//! The keys of the table `[life]` of experiment files, for each kind of experiment.

use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::{Instead, Must, Usually};
use quadrille_runner::keys::Shape::{Choice, List, Number, Text, Whole};

const RULE: Key = Key::new("rule", "when cells are born and survive", Text, Usually("B3/S23"), "\"B36/S23\"");
pub(crate) const GRID: &[Key] = &[
    Key::new("bounds", "the field: its size and its border", Text, Must, "\"256x256:torus\""),
    Key::new(
        "densities",
        "how likely a cell lives at first",
        List(&Number(0.0, 1.0)),
        Must,
        "[0.05, 0.2, 0.5]",
    ),
    Key::new("fields", "how many fields of each density", Whole(1, 1_000_000), Usually("10"), "20"),
    Key::new("generations", "how long each lives", Whole(1, 1_000_000_000), Must, "2000"),
    Key::new(
        "every",
        "how many generations apart the population is counted: 10001 times at most",
        Whole(1, 1_000_000_000),
        Usually("what makes 201 counts or fewer"),
        "20",
    ),
    RULE,
];
const DENSITY: Key =
    Key::new("density", "how likely a cell lives at first", Number(0.0, 1.0), Usually("0.5"), "0.4");
const PATIENCE: Key = Key::new(
    "generations",
    "how long each is waited for until it has settled",
    Whole(1, 100_000_000),
    Usually("100000"),
    "50000",
);
pub(crate) const SOUPS: &[Key] = &[
    Key::new("soups", "how many", Whole(1, 1_000_000_000), Must, "10000"),
    Key::new(
        "symmetry",
        "how each is laid out, by Catagolue's name",
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
        "the root of the texts that soups are hashes of, as on Catagolue",
        Text,
        Instead("in place of `density`"),
        "\"k_quadrille\"",
    ),
];
pub(crate) const METHUSELAH: &[Key] = &[
    Key::new("width", "columns of the box", Whole(1, 64), Must, "5"),
    Key::new("height", "its rows", Whole(1, 64), Must, "3"),
    RULE,
    PATIENCE,
    Key::new("kept", "how many of the longest-lived are reported", Whole(1, 1000), Usually("10"), "20"),
    Key::new(
        "soups",
        "how many patterns are drawn",
        Whole(1, 1_000_000_000),
        Instead("of a box of more than 21 cells, and of no other"),
        "10000",
    ),
    Key { presence: Instead("of a box of more than 21 cells, and of no other"), ..DENSITY },
];
