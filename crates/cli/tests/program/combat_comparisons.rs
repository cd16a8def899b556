//! `combat.weights` and `combat.compare`: common random numbers for all variants, and their
//! precision.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{experiment, json, refused, root, run, stderr, text};

/// A jab every 1.5 seconds, starting at 0: 41 jabs in a minute, which ends just after the last one.
const JAB: &str = "name = \"Jab\"\nseed = 11\n[fight]\nlength = 60.1\n[constants]\nidle = 1\n[actor]\ncrit = 0.25\n[tables.t]\n\
                   order = [\"crit\"]\n[abilities.jab]\nevery = 1.5\ndamage = [90, 110]\ntable = \"t\"\n";
const JABS_A_SECOND: f64 = 41.0 / 60.1;

/// Creates a folder with profiles and an experiment about them.
fn folder(kind: &str, profiles: &[(&str, &str)], keys: &str) -> (tempfile::TempDir, PathBuf) {
    let (folder, file) = experiment(&format!("kind = \"{kind}\"\n[combat]\n{keys}"));
    for (name, profile) in profiles {
        std::fs::write(folder.path().join(name), profile).unwrap();
    }
    (folder, file)
}

/// Returns the result of a run in a fresh directory.
fn result(file: &Path, flags: &[&str]) -> Value {
    let out = tempfile::tempdir().unwrap();
    let out = out.path().join("out");
    json(&[&["run", text(file), "--out", text(&out)], flags].concat())["result"].clone()
}

/// Returns the result about one profile, `jab.toml`.
fn about(kind: &str, profile: &str, keys: &str, flags: &[&str]) -> Value {
    let (_folder, file) = folder(kind, &[("jab.toml", profile)], &format!("profile = \"jab.toml\"\n{keys}"));
    result(&file, flags)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

#[test]
fn weights_match_their_computed_values() {
    let keys = "iterations = 4000\nper = \"actor.crit\"\n[combat.weights]\nactor.crit = 0.01\n\
                \"abilities.jab.damage.1\" = 10\nabilities.jab.damage.0 = -2\nconstants.idle = 5\n";
    let found = about("combat.weights", JAB, keys, &[]);
    assert_eq!((&found["profile"], &found["iterations"]), (&Value::from("Jab"), &Value::from(4000)));
    assert_eq!(found["per"], "actor.crit");
    let weights = list(&found["weights"]);
    // A jab does 100 on average, twice that as a crit.
    let expected = [
        ("actor.crit", 0.25, 0.01, 100.0),
        ("abilities.jab.damage.1", 110.0, 10.0, 0.5 * 1.25),
        ("abilities.jab.damage.0", 90.0, -2.0, 0.5 * 1.25),
        ("constants.idle", 1.0, 5.0, 0.0),
    ];
    assert_eq!(weights.len(), expected.len());
    let base = number(&found["dps"]["mean"]);
    assert!((base - JABS_A_SECOND * 125.0).abs() < 4.0 * number(&found["dps"]["error"]));
    for (weight, (path, is, change, a_jab)) in weights.iter().zip(expected) {
        assert_eq!(
            (&weight["number"], number(&weight["value"]), number(&weight["change"])),
            (&path.into(), is, change)
        );
        // Twice the 95 % interval is nearly four standard errors.
        let per_unit = JABS_A_SECOND * a_jab;
        let off = (number(&weight["per_unit"]) - per_unit).abs();
        assert!(off <= 2.0 * number(&weight["per_unit_error"]), "{weight} is not {per_unit}");
        assert!((number(&weight["dps"]) - base - number(&weight["difference"])).abs() < 1e-9 * base);
        assert!((number(&weight["difference"]) / change - number(&weight["per_unit"])).abs() < 1e-9);
        let relative = number(&weight["relative"]);
        let [low, high] = [number(&weight["relative_low"]), number(&weight["relative_high"])];
        assert!(low <= relative && relative <= high);
        assert!(low - 0.01 * high <= a_jab / 100.0 && a_jab / 100.0 <= high * 1.01, "{weight}");
        if a_jab > 0.0 {
            let gain = number(&weight["gain"]);
            assert!(gain > 10.0, "{weight}");
            let ratio = number(&weight["independent_error"]) / number(&weight["error"]);
            assert!((ratio * ratio / gain - 1.0).abs() < 1e-9);
        } else {
            assert!(weight["gain"].is_null() && number(&weight["error"]) == 0.0, "nothing varies: {weight}");
        }
    }
    assert_eq!((&weights[0]["relative_low"], &weights[0]["relative_high"]), (&1.0.into(), &1.0.into()));
    // The base profile has the same fights as `combat.dps`.
    let alone = about("combat.dps", JAB, "iterations = 4000\n", &[]);
    assert!((number(&alone["dps"]["mean"]) - base).abs() < 1e-9 * base);
    assert_eq!(alone["dps"]["max"], found["dps"]["max"]);
}

#[test]
fn weights_stop_at_a_target_error() {
    let keys = |error: f64| {
        format!(
            "target_error = {error}\nweights = {{ \"actor.crit\" = 0.05, \"abilities.jab.damage.1\" = 10 }}\n"
        )
    };
    let mut before = 0;
    for target in [0.2, 0.05, 0.02] {
        let found = about("combat.weights", JAB, &keys(target), &[]);
        let iterations = found["iterations"].as_u64().unwrap();
        assert!(
            (1000..10_000_000).contains(&iterations) && iterations >= before,
            "{iterations} for {target} %"
        );
        before = iterations;
        let base = number(&found["dps"]["mean"]);
        for weight in list(&found["weights"]) {
            assert!(100.0 * number(&weight["error"]) <= target * base, "{weight} at {target} %");
        }
    }
    assert!(before > 1000, "the last is to need more than the fewest");
}

#[test]
fn variants_equal_to_the_best_need_not_be_distinguished() {
    // Equal mean damage, but different fights: the profiles are never distinguished.
    let wide = JAB.replace("Jab", "Wide").replace("[90, 110]", "[89, 111]");
    let compare = |target: &str| {
        let keys = format!("profiles = [\"jab.toml\", \"wide.toml\"]\niterations = 12800\n{target}");
        let (_folder, file) = folder("combat.compare", &[("jab.toml", JAB), ("wide.toml", &wide)], &keys);
        result(&file, &[])
    };
    let to_the_end = compare("");
    let near = compare("target_error = 1\n");
    let last = |found: &Value| list(&found["stages"]).last().unwrap()["iterations"].as_u64().unwrap();
    assert!(last(&near) < last(&to_the_end), "{near}");
    let contenders = list(&near["contenders"]);
    assert_eq!(contenders.len(), 2, "{near}");
    for one in list(&near["variants"]).iter().filter(|one| contenders.contains(&one["variant"])) {
        assert!(100.0 * number(&one["behind"]["high"]) <= number(&near["variants"][0]["mean"]), "{one}");
    }
}

#[test]
fn a_weight_that_may_be_nothing_is_no_measure_for_others() {
    let keys = "iterations = 100\nper = \"constants.idle\"\nweights = { \"actor.crit\" = 0.01, \"constants.idle\" = 1 }\n";
    let found = about("combat.weights", JAB, keys, &[]);
    for weight in list(&found["weights"]) {
        assert!(weight["relative"].is_null() && weight["relative_low"].is_null(), "{weight}");
    }
}

#[test]
fn weights_tell_of_their_gain_in_the_report() {
    let (folder, file) = folder(
        "combat.weights",
        &[("jab.toml", JAB)],
        "profile = \"jab.toml\"\niterations = 500\nweights = { \"actor.crit\" = -0.01 }\n",
    );
    let out = folder.path().join("out");
    json(&["run", text(&file), "--out", text(&out)]);
    let report = std::fs::read_to_string(out.join("report.html")).unwrap();
    for part in ["Stat weights", "actor.crit −1 % (less)", "Independent runs would have needed"] {
        assert!(report.contains(part), "`{part}` is missing");
    }
}

#[test]
fn every_variant_is_accounted_for() {
    let found = result(&root().join("examples/combat-compare.toml"), &[]);
    let (stages, variants) = (list(&found["stages"]), list(&found["variants"]));
    assert_eq!(variants.len(), 180);
    let mut numbers: Vec<u64> = variants.iter().map(|one| one["variant"].as_u64().unwrap()).collect();
    assert_eq!(found["best"], numbers[0]);
    numbers.sort_unstable();
    assert_eq!(numbers, (0..180).collect::<Vec<_>>());
    assert!(stages.len() > 2, "the example is to need some stages: {stages:?}");

    let mut left = 180;
    let mut iterations = 0;
    for (number, stage) in (1..).zip(stages) {
        let of = |key: &str| stage[key].as_u64().unwrap();
        assert_eq!((of("stage"), of("variants"), of("dropped") + of("left")), (number, left, left));
        assert!(of("iterations") > iterations && (iterations == 0 || of("iterations") <= 2 * iterations));
        let dropped = variants.iter().filter(|one| one["dropped"] == number);
        assert_eq!(dropped.clone().count() as u64, of("dropped"));
        for one in dropped {
            assert_eq!(one["iterations"], of("iterations"));
            assert!(number_of(one, "low") > 0.0, "dropped inside the error: {one}");
        }
        (left, iterations) = (of("left"), of("iterations"));
    }
    let contenders: Vec<&Value> = variants.iter().filter(|one| one["dropped"].is_null()).collect();
    assert_eq!(
        contenders.iter().map(|one| &one["variant"]).collect::<Vec<_>>(),
        list(&found["contenders"]).iter().collect::<Vec<_>>()
    );
    assert_eq!(contenders.len() as u64, left);
    let fights: u64 = variants.iter().map(|one| one["iterations"].as_u64().unwrap()).sum();
    assert_eq!(found["fights"], fights.to_string());
    for one in variants {
        let behind = ["low", "mean", "high"].map(|key| number_of(one, key));
        assert!(behind[0] <= behind[1] && behind[1] <= behind[2] && number(&one["error"]) > 0.0);
        assert_eq!(one["numbers"].as_object().unwrap().len(), 3);
    }
}

fn number_of(variant: &Value, behind: &str) -> f64 {
    number(&variant["behind"][behind])
}

#[test]
fn variants_have_the_same_fights_as_alone() {
    let profile = format!("{JAB}[variants]\nactor.crit = [0.25, 0.2, 0.3]\n");
    let found = about("combat.compare", &profile, "iterations = 500\n", &[]);
    for variant in list(&found["variants"]) {
        let crit = &variant["numbers"]["actor.crit"];
        let alone = JAB.replace("crit = 0.25", &format!("crit = {crit}"));
        let alone = about("combat.dps", &alone, &format!("iterations = {}\n", variant["iterations"]), &[]);
        let (mean, expected) = (number(&variant["mean"]), number(&alone["dps"]["mean"]));
        assert!((mean - expected).abs() < 1e-9 * mean, "{variant}");
    }
}

/// The true values are known here: neither the best variant nor a nearly equal one may be dropped.
#[test]
fn the_truly_best_is_never_dropped() {
    // Two numbers trade crit for damage; `idle` has no effect. The mean damage of a jab decides:
    let worth = |numbers: &Value| {
        let of = |path: &str| number(&numbers[path]);
        f64::midpoint(90.0, of("abilities.jab.damage.1")) * (1.0 + of("actor.crit"))
    };
    let profile = format!(
        "{JAB}[variants]\nactor.crit = [0.2, 0.22, 0.24, 0.26]\nabilities.jab.damage.1 = [100, 110, 114, 114.1]\n\
         constants.idle = [1, 2]\n"
    );
    let (_folder, file) =
        folder("combat.compare", &[("jab.toml", &profile)], "profile = \"jab.toml\"\niterations = 1600\n");
    for seed in 1..=10 {
        let found = result(&file, &["--seed", &seed.to_string()]);
        let variants = list(&found["variants"]);
        let best = variants.iter().map(|one| worth(&one["numbers"])).fold(0.0, f64::max);
        let mut dropped = 0;
        for variant in variants {
            let is_best = (worth(&variant["numbers"]) - best).abs() < 1e-9;
            assert!(!is_best || variant["dropped"].is_null(), "seed {seed}: {variant}");
            dropped += usize::from(!variant["dropped"].is_null());
        }
        assert!(dropped > 20, "seed {seed}: only {dropped} were dropped");
        // The two best variants have the same result in every fight.
        let top: Vec<&Value> =
            variants.iter().filter(|one| (worth(&one["numbers"]) - best).abs() < 1e-9).collect();
        assert_eq!(top.len(), 2);
        assert_eq!(top[0]["mean"], top[1]["mean"]);
        let behind = &top[1]["behind"];
        assert_eq!((&behind["low"], &behind["high"]), (&0.0.into(), &0.0.into()));
    }
}

#[test]
fn profiles_stand_beside_one_another() {
    let better = JAB.replace("0.25", "0.5");
    let varied = format!("{JAB}[variants]\nactor.crit = [0.1, 0.2]\n").replace("\"Jab\"", "\"Varied\"");
    let (_folder, file) = folder(
        "combat.compare",
        &[("a.toml", JAB), ("b.toml", &better), ("c.toml", &varied)],
        "profiles = [\"a.toml\", \"b.toml\", \"c.toml\"]\n",
    );
    let found = result(&file, &[]);
    assert_eq!(found["profiles"], serde_json::json!(["Jab (a.toml)", "Jab (b.toml)", "Varied"]));
    let variants = list(&found["variants"]);
    let ranks: Vec<u64> = variants.iter().map(|one| one["variant"].as_u64().unwrap()).collect();
    assert_eq!((ranks[0], ranks.len()), (1, 4));
    assert_eq!(found["contenders"], serde_json::json!([1]));
    assert!(list(&found["stages"]).len() <= 4, "one is left after a few stages");
}

/// An effect that occurs in one of 20,000 attacks is not visible in the first stages. So identical
/// fights prove nothing, unless the profile has no randomness.
#[test]
fn a_jackpot_not_yet_seen_is_not_dropped() {
    let certain = |damage: u32| {
        format!("name = \"{damage}\"\n[fight]\nlength = 60\n[abilities.jab]\nevery = 1\ndamage = {damage}\n")
    };
    // 98 · (1 + 5·10⁻⁵ · 999) = 102.9 on average.
    let jackpot = "[fight]\nlength = 60\n[actor]\ncrit = 5e-5\n[tables.t]\norder = [\"crit\"]\n\
                   [tables.t.multipliers]\ncrit = 1000\n[abilities.jab]\nevery = 1\ndamage = 98\ntable = \"t\"\n";
    let found = |second: &str, seed: &str| {
        let (_folder, file) = folder(
            "combat.compare",
            &[("a.toml", &certain(100)), ("b.toml", second)],
            "profiles = [\"a.toml\", \"b.toml\"]\niterations = 1600\n",
        );
        result(&file, &["--seed", seed])
    };
    for seed in 1..=8 {
        let found = found(jackpot, &seed.to_string());
        assert_eq!(list(&found["contenders"]).len(), 2, "seed {seed}: {found}");
    }
    let found = found(&certain(90), "1");
    assert_eq!((&found["contenders"], list(&found["stages"]).len()), (&serde_json::json!([0]), 1));
    // Identical fights need not be repeated.
    let keys = "target_error = 0.1\n";
    assert_eq!(about("combat.dps", &certain(7), keys, &[])["iterations"], 1000);
    let keys = "target_error = 0.1\nweights = { \"abilities.jab.damage\" = 1 }\n";
    assert_eq!(about("combat.weights", &certain(7), keys, &[])["iterations"], 1000);
}

#[test]
fn threads_and_shards_leave_no_trace() {
    let example = std::fs::read_to_string(root().join("examples/combat-compare.toml")).unwrap();
    let arcane = std::fs::read_to_string(root().join("examples/combat/arcane.toml")).unwrap();
    let weights = "kind = \"combat.weights\"\n[combat]\nprofile = \"combat/arcane.toml\"\niterations = 8000\n\
                   weights = { \"actor.crit\" = 0.01, \"constants.row\" = 1 }\n";
    for (text_of_it, same_figures) in [(example.as_str(), true), (weights, false)] {
        let (folder, file) = experiment(text_of_it);
        std::fs::create_dir(folder.path().join("combat")).unwrap();
        std::fs::write(folder.path().join("combat/arcane.toml"), &arcane).unwrap();
        let result = |name: &str, file: &Path, threads: &str| {
            let out = folder.path().join(name);
            let output =
                run(&["run", text(file), "--out", text(&out), "--threads", threads, "--quiet", "--resume"]);
            assert!(output.status.success(), "{}", stderr(&output));
            std::fs::read(out.join("result.json")).unwrap()
        };
        let expected = result("one", &file, "1");
        for threads in ["2", "3", "7"] {
            assert!(result(threads, &file, threads) == expected, "{threads} threads");
        }

        // Moments are sums in shard order; rates do not depend on the division into shards.
        if same_figures {
            let few = folder.path().join("few.toml");
            std::fs::write(&few, format!("{text_of_it}[run]\nshards = 13\n")).unwrap();
            let [few, expected] = [result("few", &few, "2"), expected]
                .map(|bytes| serde_json::from_slice::<Value>(&bytes).unwrap());
            assert_eq!(few["result"], expected["result"]);
            assert_ne!(few["shards"], expected["shards"]);
        }
    }
}

#[test]
fn bad_questions_are_refused_at_their_place() {
    let refuse = |kind: &str, profile: &str, keys: &str, says: &[&str]| {
        let (folder, file) = folder(kind, &[("jab.toml", profile)], keys);
        refused(&["run", text(&file), "--out", text(&folder.path().join("o"))], says);
        assert!(!folder.path().join("o").exists(), "nothing is written");
    };
    let weights = |keys: &str, says: &[&str]| {
        refuse("combat.weights", JAB, &format!("profile = \"jab.toml\"\n{keys}\n"), says);
    };
    weights("", &["e.toml:2:1", "`weights` is missing"]);
    weights(
        "weights = { \"actor.crti\" = 1 }",
        &["e.toml:4:13", "no number `actor.crti`", "did you mean `actor.crit`?"],
    );
    weights("weights = { actor.crti = 1 }", &["e.toml:4:19", "did you mean `actor.crit`?"]);
    weights(
        "weights = { \"actor.crit\" = 0.8 }",
        &["e.toml:4:28", "`actor.crit` cannot be 1.05", "with this value"],
    );
    weights("weights = { \"actor.crit\" = 0 }", &["e.toml:4:28", "is changed by 0"]);
    weights("weights = { \"actor.crit\" = \"x\" }", &["e.toml:4:28", "is a text"]);
    weights("weights = { \"actor.crit\" = 0.1, actor.crit = 0.1 }", &["e.toml:4:39", "appears twice"]);
    weights("weights = {}", &["e.toml:4:11", "0 weights", "1 to 200"]);
    weights("weights = [1]", &["e.toml:4:11", "is an array"]);
    weights(
        "per = \"actor.crti\"\nweights = { \"actor.crit\" = 0.1 }",
        &["e.toml:4:7", "not among", "did you mean `actor.crit`?"],
    );
    weights("iterations = 1\nweights = { \"actor.crit\" = 0.1 }", &["e.toml:4:14", "2 to 1000000000"]);
    weights(
        "target_eror = 1\nweights = { \"actor.crit\" = 0.1 }",
        &["e.toml:4:1", "unknown key `target_eror`", "target_error"],
    );
    weights("target_error = 0\nweights = { \"actor.crit\" = 0.1 }", &["e.toml:4:16", "from 0.0001 to 100"]);

    let varied = format!("{JAB}[variants]\nactor.crit = [0.1, 0.2]\n");
    let compare = |profile: &str, keys: &str, says: &[&str]| refuse("combat.compare", profile, keys, says);
    compare(JAB, "", &["e.toml:2:1", "`profile = …` or `profiles = […]`"]);
    compare(JAB, "profile = \"jab.toml\"\n", &["e.toml:3:11", "1 variant to compare", "[variants]"]);
    compare(JAB, "profiles = []\n", &["e.toml:3:12", "0 variants to compare"]);
    compare(JAB, "profiles = \"jab.toml\"\n", &["e.toml:3:12", "is a text"]);
    compare(&varied, "profiles = [\"jab.toml\", \"jab.toml\"]\n", &["e.toml:3:25", "appears twice"]);
    compare(
        &varied,
        "profile = \"jab.toml\"\nprofiles = [\"jab.toml\"]\n",
        &["e.toml:4:12", "both `profile` and `profiles`"],
    );
    compare(
        &varied,
        "profiles = [\"jab.toml\", \"gone.toml\"]\n",
        &["e.toml:3:25", "cannot read", "gone.toml"],
    );
    compare(&varied, "profile = \"jab.toml\"\niterations = 1\n", &["e.toml:4:14", "2 to 25000000"]);
    compare(
        &varied,
        "profile = \"jab.toml\"\niterations = 25000001\n",
        &["e.toml:4:14", "2 variants may have at most 50,000,000 fights together"],
    );
    let grid = |values: usize| {
        let values: Vec<String> = (0..values).map(|value| (value + 1).to_string()).collect();
        format!("constants.idle = [{}]\n", values.join(", "))
    };
    let many = format!("{JAB}[variants]\nactor.crit = [0.1, 0.2, 0.3, 0.4, 0.5]\n{}", grid(2001));
    compare(&many, "profile = \"jab.toml\"\n", &["e.toml:3:11", "10,005 variants", "2 to 10000"]);
    // Each value alone is valid; in some combinations the minimum damage exceeds the maximum.
    let crossed =
        format!("{JAB}[variants]\nabilities.jab.damage.0 = [80, 105]\nabilities.jab.damage.1 = [100, 120]\n");
    compare(
        &crossed,
        "profile = \"jab.toml\"\n",
        &["e.toml:3:11", "the profile is invalid with", "damage.0 105", "damage.1 100"],
    );
    compare(&varied.replace("0.2]", "2]"), "profile = \"jab.toml\"\n", &["jab.toml:16:20", "cannot be 2"]);
}

/// The variants are all combinations of one set of each group and the values of the grid; each has
/// the result of the profile with these numbers.
#[test]
fn sets_are_multiplied_out_and_named() {
    let profile = format!(
        "{JAB}[variants]\nconstants.idle = [1, 2]\n[sets.talents.sharp]\nactor.crit = 0.5\nabilities.jab.damage = [100, 120]\n\
         [sets.talents.plain]\n[sets.ring.none]\n[sets.ring.ruby]\nabilities.jab.targets = 1\nactor.damage = 1.5\n"
    );
    let found = about("combat.compare", &profile, "iterations = 400\n", &[]);
    let variants = list(&found["variants"]);
    assert_eq!(variants.len(), 8);
    for variant in variants {
        let set = |group: &str| variant["sets"][group].as_str().unwrap();
        let (crit, mean) = if set("talents") == "sharp" { (0.5, 110.0) } else { (0.25, 100.0) };
        let factor = if set("ring") == "ruby" { 1.5 } else { 1.0 };
        let expected = mean * (1.0 + crit) * factor * JABS_A_SECOND;
        assert!((number(&variant["mean"]) - expected).abs() < 0.05 * expected, "{variant}: {expected}");
        // In the order of the variants, the last number changes fastest and the set of the first
        // group slowest.
        let place = 4 * usize::from(set("talents") == "plain")
            + 2 * usize::from(set("ring") == "ruby")
            + usize::from(variant["numbers"]["constants.idle"] == 2.0);
        assert_eq!(variant["variant"], place);
    }
    let best = &variants[0];
    assert_eq!((&best["sets"]["talents"], &best["sets"]["ring"]), (&"sharp".into(), &"ruby".into()));
    // The report names a variant by its sets.
    let profile = profile.replace("[variants]\nconstants.idle = [1, 2]\n", "");
    let (folder, file) = folder(
        "combat.compare",
        &[("jab.toml", profile.as_str())],
        "profile = \"jab.toml\"\niterations = 100\n",
    );
    let told = super::stdout(&run(&["run", text(&file), "--out", text(&folder.path().join("out"))]));
    assert!(told.starts_with("sharp, ruby: the best of 4 variants\n"), "{told}");
    // A number that sets change cannot be set separately.
    let wrong = "profile = \"jab.toml\"\n[combat.set]\nactor.crit = 0.3\n";
    let (_folder, file) = self::folder("combat.compare", &[("jab.toml", profile.as_str())], wrong);
    refused(&["run", text(&file)], &["`actor.crit` is changed by the profile's sets of the group `talents`"]);
}

/// Only `combat.compare` refuses to set numbers that differ between the variants.
#[test]
fn numbers_of_variants_can_be_set_in_single_runs() {
    let profile = "[fight]\nlength = 10\n[actor]\npower = 100\n[constants]\nidle = 1\n[abilities.jab]\nevery = 2\ndamage = [10, 10]\ncoefficient = 1\n\
                   [variants]\nactor.power = [100, 200]\n";
    let set = "iterations = 3\nset = { \"actor.power\" = 300 }\n";
    let mean = |keys: &str| number(&about("combat.dps", profile, keys, &[])["dps"]["mean"]);
    assert!(mean(set) > 2.0 * mean("iterations = 3\n"));
    let (_folder, file) =
        folder("combat.compare", &[("jab.toml", profile)], &format!("profile = \"jab.toml\"\n{set}"));
    refused(&["run", text(&file)], &["`actor.power` has several values in the profile's [variants]"]);
}

/// A run keeps its seed, although the profile has a seed of its own.
#[test]
fn a_run_is_answered_with_its_recorded_seed() {
    let profile = "seed = 11\n[fight]\nlength = 10\n[abilities.jab]\nevery = 2\ndamage = [10, 20]\n";
    let (folder, file) =
        folder("combat.dps", &[("jab.toml", profile)], "profile = \"jab.toml\"\niterations = 3\n");
    let out = folder.path().join("out");
    let run = |flags: &[&str]| json(&[&["run", text(&file), "--out", text(&out)], flags].concat());
    assert_eq!(run(&["--seed", "12"])["seed"], "12");
    assert_eq!(run(&[])["seed"], "12");
    refused(&["run", text(&file), "--out", text(&out), "--seed", "11"], &["its seed is 12, not 11"]);
    std::fs::remove_dir_all(&out).unwrap();
    assert_eq!(run(&[])["seed"], "11");
}

/// Half of the fights have length 0, the others at least a second.
const COIN: &str = "[fight]\n[target]\nhealth = 100\n[tables.coin]\norder = [\"crit\"]\n[actor]\ncrit = 0.5\n\
                    [abilities.blow]\nevery = 1\ndamage = [60, 60]\ntable = \"coin\"\n";

#[test]
fn fights_without_a_length_have_no_dps() {
    let found = about("combat.dps", COIN, "iterations = 2000\n", &[]);
    let without = number(&found["without_length"]);
    assert!((850.0..1150.0).contains(&without), "{without}");
    // A fight with a length has 60 damage at time 0, and 60 or 120 after a second.
    assert!((120.0..=180.0).contains(&number(&found["dps"]["mean"])), "{}", found["dps"]);
    assert!(number(&found["dps"]["min"]) >= 120.0 && number(&found["dps"]["max"]) <= 180.0);
    let time = &found["time_to_kill"];
    assert!((number(&time["mean"]) - (2000.0 - without) / 2000.0).abs() < 1e-9, "{time}");
    assert_eq!((number(&time["min"]), number(&time["max"])), (0.0, 1.0));
    assert!(number(&time["error"]) > 0.0 && time["p05"] == 0.0 && time["p95"] == 1.0);
    assert!((number(&found["abilities"][0]["damage_without_length"]) - 120.0 * without).abs() < 1e-6);
    assert_eq!(found["kills"], 2000);

    let none = about("combat.dps", &COIN.replace("crit = 0.5", "crit = 1"), "iterations = 50\n", &[]);
    assert_eq!((&none["without_length"], &none["dps"]["mean"]), (&Value::from(50), &Value::Null));
    assert_eq!(
        (&none["dps"]["p50"], &none["histogram"], &none["length"]),
        (&Value::Null, &Value::Null, &0.0.into())
    );
    assert_eq!((&none["time_to_kill"]["mean"], &none["timeline"]), (&0.0.into(), &Value::Array(Vec::new())));

    let weights = "iterations = 2000\n[combat.weights]\nactor.crit = 0.5\n\"abilities.blow.damage.1\" = 10\n";
    let found = about("combat.weights", COIN, weights, &[]);
    assert!((850..1150).contains(&found["without_length"].as_u64().expect("a number")));
    let [sure, more] = [&found["weights"][0], &found["weights"][1]];
    // With certain crits all fights have length zero, so no pair has a difference.
    assert_eq!(
        (&sure["difference"], &sure["dps"], &sure["without_length"]),
        (&Value::Null, &Value::Null, &2000.into())
    );
    for unknown in ["error", "per_unit", "per_unit_error", "independent_error", "relative", "gain"] {
        assert_eq!(sure.get(unknown), Some(&Value::Null), "{unknown}");
    }
    assert_eq!(more["without_length"], found["without_length"]);
    assert!(number(&more["difference"]) > 0.0 && number(&more["per_unit_error"]) > 0.0);
    // Only one of the two fights has a positive length, so the difference has no interval.
    let keys = "iterations = 2\n[combat.weights]\n\"abilities.blow.damage.1\" = 10\n";
    let mut seeds = (1..40).map(|seed| about("combat.weights", &format!("seed = {seed}\n{COIN}"), keys, &[]));
    let found = seeds.find(|found| found["weights"][0]["without_length"] == 1).expect("one in two");
    let weight = &found["weights"][0];
    assert!(number(&weight["difference"]) > 0.0 && number(&weight["per_unit"]) > 0.0, "{weight}");
    assert!(weight["error"].is_null() && weight["per_unit_error"].is_null(), "{weight}");

    let variants = format!("{COIN}[variants]\nactor.crit = [0.5, 1, 0.4]\n");
    let found = about("combat.compare", &variants, "iterations = 400\n", &[]);
    let by_number = |number: u64| {
        let of = |placed: &&Value| placed["variant"] == number;
        list(&found["variants"]).iter().find(of).expect("all are there")
    };
    assert_eq!((&by_number(1)["mean"], &by_number(1)["behind"]), (&Value::Null, &Value::Null));
    assert_ne!(found["best"], 1);
    let all =
        format!("{COIN}[variants]\nabilities.blow.damage.1 = [60, 70]\n").replace("crit = 0.5", "crit = 1");
    assert_eq!(about("combat.compare", &all, "iterations = 400\n", &[])["best"], Value::Null);
}
