//! `quadrille combat`: simulations of a profile, replays, and refused input.

use serde_json::Value;

use super::{experiment, json, quadrille, refused, root, run, stderr, stdout, text};

const PROFILE: &str = "name = \"Jab\"\nseed = 11\n[fight]\nlength = 60\nspread = 0.1\n[actor]\ncrit = 0.25\n\
                       [tables.t]\norder = [\"crit\"]\n[abilities.jab]\nevery = 1.5\ndamage = [90, 110]\ntable = \"t\"\n";

/// Creates a folder with a profile and an experiment that names it.
fn folder(profile: &str, keys: &str) -> (tempfile::TempDir, std::path::PathBuf, std::path::PathBuf) {
    let (folder, file) =
        experiment(&format!("kind = \"combat.dps\"\n[combat]\nprofile = \"jab.toml\"\n{keys}"));
    let path = folder.path().join("jab.toml");
    std::fs::write(&path, profile).unwrap();
    (folder, file, path)
}

#[test]
fn a_run_answers_with_its_keys() {
    for profile in
        ["fury", "shadow", "tank", "gacha", "raid", "cutthroat", "quartet", "frost", "warlord", "onmyoji"]
    {
        let file = root().join(format!("examples/combat/{profile}.toml"));
        let answer = json(&["combat", "run", text(&file), "--iterations", "300"]);
        let dps = answer["dps"].as_object().unwrap();
        for key in ["mean", "stddev", "error", "min", "max", "p05", "p25", "p50", "p75", "p95"] {
            assert!(dps[key].as_f64().unwrap() > 0.0, "{profile}: {key}");
        }
        assert_eq!(answer["iterations"], 300);
        assert!(answer["seed"].as_str().unwrap().parse::<u64>().is_ok());
        let abilities = answer["abilities"].as_array().unwrap();
        let shares: f64 = abilities.iter().map(|ability| ability["share"].as_f64().unwrap()).sum();
        assert!((shares - 1.0).abs() < 1e-9, "{profile}: {shares}");
        assert!(abilities.iter().all(|ability| ability["name"].is_string() && ability["casts"].is_u64()));
        let damage: f64 = abilities.iter().map(|ability| ability["damage"].as_f64().unwrap()).sum();
        let by_outcome = |ability: &Value| -> f64 {
            ability["outcomes"]
                .as_object()
                .unwrap()
                .values()
                .map(|cell| cell["damage"].as_f64().unwrap())
                .sum()
        };
        assert!((abilities.iter().map(by_outcome).sum::<f64>() - damage).abs() < 1e-6 * damage);
        let uptimes = answer["uptimes"].as_object().unwrap();
        assert!(uptimes.values().all(|part| (0.0..=1.0).contains(&part.as_f64().unwrap())));
    }
}

#[test]
fn any_fight_can_be_had_again() {
    let (_folder, _, profile) = folder(PROFILE, "");
    let answer = json(&["combat", "run", text(&profile), "--iterations", "200", "--seed", "5"]);
    let notable = answer["notable"].as_object().unwrap();
    for (name, value) in [("least", "min"), ("most", "max"), ("median", "p50")] {
        let iteration = notable[name].to_string();
        let again = json(&["combat", "replay", text(&profile), "--seed", "5", "--iteration", &iteration]);
        assert_eq!(again["dps"], answer["dps"][value], "{name}");
        let log = again["log"].as_array().unwrap();
        let hits: f64 = log.iter().filter_map(|entry| entry["damage"].as_f64()).sum();
        assert!((hits - again["damage"].as_f64().unwrap()).abs() < 1e-6);
        if name == "median" {
            assert_eq!(again["log"], answer["median_log"]);
        }
    }
    let shown = stdout(&run(&["combat", "replay", text(&profile), "--iteration", "3"]));
    assert!(
        shown.starts_with("Jab, seed 11, iteration 3: ") && shown.contains("jab crits target 1 for"),
        "{shown}"
    );
    assert!(shown.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn the_stop_rule_is_independent_of_threads() {
    let (folder, file, _) = folder(PROFILE, "target_error = 0.2\niterations = 1000000\n");
    let result = |name: &str, threads: &str| {
        let out = folder.path().join(name);
        let output = run(&["run", text(&file), "--out", text(&out), "--threads", threads, "--quiet"]);
        assert!(output.status.success(), "{}", stderr(&output));
        std::fs::read(out.join("result.json")).unwrap()
    };
    let expected = result("one", "1");
    for threads in ["2", "3", "7"] {
        assert!(result(threads, threads) == expected, "{threads} threads");
    }
    let answer: Value = serde_json::from_slice(&expected).unwrap();
    let dps = &answer["result"]["dps"];
    let error = 100.0 * dps["error"].as_f64().unwrap() / dps["mean"].as_f64().unwrap();
    let iterations = answer["result"]["iterations"].as_u64().unwrap();
    assert!(
        error <= 0.2 && iterations < 1_000_000 && iterations.is_multiple_of(1000),
        "{error} after {iterations}"
    );
}

#[test]
fn the_seed_is_the_flags_the_files_or_the_profiles() {
    let seed = |profile: &str, keys: &str, flags: &[&str]| {
        let (folder, file, _) = folder(profile, keys);
        let out = folder.path().join("out");
        let answer = json(&[&["run", text(&file), "--out", text(&out)], flags].concat());
        answer["seed"].as_str().unwrap().to_owned()
    };
    let few = "iterations = 10\n";
    assert_eq!(seed(PROFILE, few, &[]), "11");
    assert_eq!(seed(PROFILE, few, &["--seed", "12"]), "12");
    assert_eq!(seed(&PROFILE.replace("seed = 11", "deterministic = true"), few, &[]), "31459");
    let drawn = PROFILE.replace("seed = 11\n", "");
    assert_ne!(seed(&drawn, few, &[]), seed(&drawn, few, &[]));
}

#[test]
fn a_changed_profile_is_another_experiment() {
    let (folder, file, profile) = folder(PROFILE, "iterations = 10\n");
    let out = folder.path().join("out");
    json(&["run", text(&file), "--out", text(&out)]);
    std::fs::write(&profile, PROFILE.replace("90", "91")).unwrap();
    refused(&["run", text(&file), "--out", text(&out)], &["a file that the experiment names has changed"]);
    let report = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert!(
        report.contains("jab.toml") && report.contains("damage = [90, 110]"),
        "the report shows the profile"
    );
}

/// All errors of a profile are reported at once, for every way of naming it.
#[test]
fn every_error_of_a_profile_is_reported() {
    let wrong = PROFILE.replace("spread = 0.1", "spreda = 0.1").replace("crit = 0.25", "critt = 0.25");
    let (_folder, file, profile) = folder(&wrong, "");
    let both = ["unknown key `spreda` in [fight]", "unknown key `critt` in [actor]"];
    refused(&["run", text(&file)], &both);
    refused(&["combat", "run", text(&profile)], &both);
    refused(&["combat", "replay", text(&profile), "--iteration", "0"], &both);
}

#[test]
fn bad_profiles_and_flags_are_refused() {
    let with = |from: &str, to: &str, says: &[&str]| {
        let (_folder, _, profile) = folder(&PROFILE.replace(from, to), "");
        refused(&["combat", "run", text(&profile), "--iterations", "10"], says);
        refused(&["combat", "replay", text(&profile), "--iteration", "0"], says);
    };
    with("crit = 0.25", "crti = 0.25", &["jab.toml:7:1", "unknown key `crti`", "did you mean `crit`?"]);
    with("crit = 0.25", "crit = 1.25", &["jab.toml:7:8", "crit"]);
    with("every = 1.5", "every = 0", &["jab.toml:11:9"]);
    // All errors are reported at once.
    with(
        "crit = 0.25\n[tables.t]\norder = [\"crit\"]",
        "crit = 2\n[tables.t]\norder = [\"crut\"]",
        &["jab.toml:7:8", "jab.toml:9:10"],
    );
    let (folder, file, profile) = folder(PROFILE, "iterations = 0\n");
    refused(
        &["run", text(&file), "--out", text(&folder.path().join("o"))],
        &["e.toml:4:14", "1 to 100000000"],
    );
    refused(&["combat", "run", text(&profile), "--iterations", "-1"], &["--iterations"]);
    refused(&["combat", "run", text(&profile), "--iterations", "0"], &["1 to 100000000"]);
    refused(&["combat", "run", text(&profile), "--target-error", "0"], &["target_error"]);
    refused(&["combat", "run", text(&profile), "--target-error", "nan"], &["target_error"]);
    refused(&["combat", "run", text(&folder.path().join("none.toml"))], &["cannot read", "none.toml"]);
    refused(&["combat", "replay", text(&profile), "--iteration", "x"], &["--iteration", "whole number"]);
    let drawn = folder.path().join("drawn.toml");
    std::fs::write(&drawn, PROFILE.replace("seed = 11\n", "")).unwrap();
    refused(&["combat", "replay", text(&drawn), "--iteration", "1"], &["no seed", "--seed"]);
    let (folder, file) = experiment("kind = \"combat.dps\"\n[combat]\nprofile = \"gone.toml\"\n");
    refused(
        &["run", text(&file), "--out", text(&folder.path().join("o"))],
        &["e.toml:3:11", "cannot read", "gone.toml"],
    );
    let mut closed =
        quadrille(&["combat", "replay", text(&drawn), "--seed", "1", "--iteration", "18446744073709551615"]);
    assert!(closed.output().unwrap().status.success());
}
