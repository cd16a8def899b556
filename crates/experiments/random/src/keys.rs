//! The keys of the table `[random]` of experiment files, by kind.

use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::Usually;
use quadrille_runner::keys::Shape::{List, Text, Whole};

pub(crate) const BATTERY: &[Key] = &[
    Key::new(
        "generators",
        "generators whose sequences are tested, by the names in `quadrille random list`",
        List(&Text),
        Usually("all"),
        "[\"xoshiro256++\", \"msvc-rand\"]",
    ),
    Key::new(
        "streams",
        "generators whose neighbouring streams are tested",
        List(&Text),
        Usually("none"),
        "[\"philox4x32-10\"]",
    ),
    Key::new("size", "each statistic uses at most 2^size numbers", Whole(19, 30), Usually("24"), "20"),
];
