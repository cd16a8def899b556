//! The keys of the `[combat]` table for each kind of experiment.

use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::{Instead, Must, Preferred, Usually};
use quadrille_runner::keys::Shape::{List, Number, NumbersByPath, Text, Whole};

const PROFILE: Key =
    Key::new("profile", "the profile's file, relative to this file's folder", Text, Must, "\"example:fury\"");
const SET: Key = Key::new(
    "set",
    "other values for numbers of the profile, by path",
    NumbersByPath,
    Usually("none"),
    "{ \"actor.crit\" = 0.3 }",
);
const TARGET_ERROR: Key = Key::new(
    "target_error",
    "stop when half the width of the 95 % interval is at most this percentage of the mean",
    Number(0.0001, 100.0),
    Usually("none"),
    "0.5",
);
pub(crate) const DPS: &[Key] = &[
    PROFILE,
    SET,
    Key::new(
        "iterations",
        "number of fights; with `target_error`, the maximum",
        Whole(1, 100_000_000),
        Usually("10000"),
        "2000",
    ),
    TARGET_ERROR,
];
pub(crate) const WEIGHTS: &[Key] = &[
    PROFILE,
    SET,
    Key::new(
        "weights",
        "the paths of numbers, each with the amount of its change",
        NumbersByPath,
        Must,
        "{ \"actor.power\" = 100, \"actor.crit\" = 0.01 }",
    ),
    Key::new(
        "per",
        "the path of the number whose weight counts as 1",
        Text,
        Usually("none"),
        "\"actor.power\"",
    ),
    Key::new(
        "iterations",
        "number of fights with each change; with `target_error`, the maximum",
        Whole(2, 1_000_000_000),
        Usually("10000"),
        "2000",
    ),
    TARGET_ERROR,
];
pub(crate) const COMPARE: &[Key] = &[
    Key {
        what: "one profile, with all variants of its [variants]",
        presence: Preferred("in place of `profiles`"),
        example: "\"example:arcane\"",
        ..PROFILE
    },
    Key::new(
        "profiles",
        "several profiles, each with all its variants",
        List(&Text),
        Instead("in place of `profile`"),
        "[\"example:fury\", \"example:shadow\"]",
    ),
    Key { example: "{ \"actor.power\" = 1000 }", ..SET },
    Key::new(
        "iterations",
        "maximum number of fights of each variant; fewer by default if there are many variants",
        Whole(2, 25_000_000),
        Usually("10000"),
        "2000",
    ),
    Key {
        what: "stop when all remaining variants are at most this percentage behind the best",
        ..TARGET_ERROR
    },
];
