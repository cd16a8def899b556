//! Settings of experiments about fights: the keys of the `[combat]` table for each kind.

use quadrille_report::entries::Entries;
use quadrille_runner::keys::Shape::{List, Number, NumbersByPath, Text, Whole};
use quadrille_runner::settings;
use quadrille_runner::settings::Unranged;

use crate::profiles::MOST_KEPT;

settings! {
    /// Settings of `combat.dps`: a profile's damage per second.
    pub struct DpsSettings {
        profile: String =
            "the profile's file, relative to this file's folder", Text("the name of a file,"), must,
            "\"example:fury\"";
        set: Entries<f64> =
            "other values for numbers of the profile, by path", NumbersByPath, usually "none",
            "{ \"actor.crit\" = 0.3 }";
        iterations: Option<Unranged> =
            "number of fights; with `target_error`, the maximum", Whole(1, MOST_KEPT),
            usually "10000, or 10000000 with `target_error`", "2000";
        target_error: Option<f64> =
            "stop when half the width of the 95 % interval is at most this percentage of the mean",
            Number(0.0001, 100.0), usually "none", "0.5";
    }
}

settings! {
    /// Settings of `combat.weights`: the change in DPS for a small change of each of several
    /// numbers.
    pub struct WeightsSettings {
        profile: String =
            "the profile's file, relative to this file's folder", Text("the name of a file,"), must,
            "\"example:fury\"";
        set: Entries<f64> =
            "other values for numbers of the profile, by path", NumbersByPath, usually "none",
            "{ \"actor.crit\" = 0.3 }";
        weights: Entries<f64> =
            "the paths of numbers, each with the amount of its change", NumbersByPath, must,
            "{ \"actor.power\" = 100, \"actor.crit\" = 0.01 }";
        per: Option<String> =
            "the path of the number whose weight counts as 1", Text("the path of a weight"), usually "none",
            "\"actor.power\"";
        iterations: Option<u64> =
            "number of fights with each change; with `target_error`, the maximum", Whole(2, 1_000_000_000),
            usually "10000, or 10000000 with `target_error`", "2000";
        target_error: Option<f64> =
            "stop when half the width of the 95 % interval is at most this percentage of the mean",
            Number(0.0001, 100.0), usually "none", "0.5";
    }
}

settings! {
    /// Settings of `combat.compare`: a search for the variant with the highest DPS.
    pub struct CompareSettings {
        profile: Option<String> =
            "one profile, with all variants of its [sets] and [variants]", Text("the name of a file,"),
            preferred "in place of `profiles`", "\"example:arcane\"";
        profiles: Option<Vec<String>> =
            "several profiles, each with all its variants", List("files", &Text("the name of a file")),
            instead "in place of `profile`", "[\"example:fury\", \"example:shadow\"]";
        set: Entries<f64> =
            "other values for numbers of the profile, by path", NumbersByPath, usually "none",
            "{ \"actor.power\" = 1000 }";
        iterations: Option<Unranged> =
            "maximum number of fights of each variant; fewer by default if there are many variants",
            Whole(2, 25_000_000), usually "10000, or 10000000 with `target_error`", "2000";
        target_error: Option<f64> =
            "stop when all remaining variants are at most this percentage behind the best",
            Number(0.0001, 100.0), usually "none", "0.5";
    }
}
