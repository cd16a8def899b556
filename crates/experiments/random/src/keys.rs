//! The keys of the table `[random]` of experiment files, kind by kind.

use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::Usually;
use quadrille_runner::keys::Shape::{List, Text, Whole};

pub(crate) const BATTERY: &[Key] = &[
    Key::new(
        "generators",
        "whose sequence is looked at, of the names in `quadrille random list`",
        List(&Text),
        Usually("all"),
        "[\"xoshiro256++\", \"msvc-rand\"]",
    ),
    Key::new(
        "streams",
        "whose neighbouring streams are looked at",
        List(&Text),
        Usually("none"),
        "[\"philox4x32-10\"]",
    ),
    Key::new(
        "size",
        "each test makes a p-value from 2^size numbers at most",
        Whole(19, 30),
        Usually("24"),
        "20",
    ),
];
