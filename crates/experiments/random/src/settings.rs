//! Settings of experiments about generators: the keys of the `[random]` table.

use quadrille_random::battery::Size;
use quadrille_runner::keys::Shape;
use quadrille_runner::keys::Shape::{List, Text, Whole};
use quadrille_runner::settings;

const _: () = assert!(Size::MIN.get() == 19 && Size::MAX.get() == 30, "the range of the key `size`");

const GENERATORS: Shape = List("generators", &Text("the name of a generator"));

settings! {
    /// The settings of `random.battery`: statistical tests of generators and their streams.
    pub struct BatterySettings {
        generators: Option<Vec<String>> =
            "generators whose sequences are tested, by the names in `quadrille random list`", GENERATORS,
            usually "all", "[\"xoshiro256++\", \"msvc-rand\"]";
        streams: Vec<String> =
            "generators whose neighbouring streams are tested", GENERATORS, usually "none",
            "[\"philox4x32-10\"]";
        size: u32 =
            "each statistic uses at most 2^size numbers", Whole(19, 30),
            default 24, "20";
    }
}
