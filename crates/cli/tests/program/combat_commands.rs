//! `quadrille combat weights | compare | check`, `--set`, and parts of a log.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{experiment, json, refused, run, stdout, text};

const PROFILE: &str = "name = \"Jab\"\nseed = 11\nactions = [{ use = \"jab\" }, { use = \"slam\", if = \"resource.rage >= 30\" }]\n\
                       [fight]\nlength = 60\n[actor]\npower = 100\ncrit = 0.25\n[resources.rage]\ncap = 100\n\
                       [tables.t]\norder = [\"crit\"]\n[abilities.jab]\ndamage = [90, 110]\ntable = \"t\"\ncooldown = 6\ngain = { rage = 20 }\n\
                       [abilities.slam]\ndamage = 300\ncoefficient = 1\ncost = { rage = 30 }\n";

fn profile(contents: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("jab.toml");
    std::fs::write(&file, contents).unwrap();
    (folder, file)
}

fn result(file: &Path) -> Value {
    json(&["run", text(file), "--out", text(&file.with_extension("out"))])["result"].clone()
}

/// The numbers are those of an experiment file, plus the seed and the seconds.
#[test]
fn weights_and_comparisons_are_those_of_experiments() {
    let (_folder, jab) = profile(PROFILE);
    let flags = ["--iterations", "300", "--set", "actor.crit=0.5", "--set", "actor.power=200"];
    let same = |answer: Value, kind: &str, keys: &str| {
        let (folder, file) = experiment(&format!("kind = \"{kind}\"\n[combat]\niterations = 300\n{keys}"));
        std::fs::copy(&jab, folder.path().join("jab.toml")).unwrap();
        std::fs::write(folder.path().join("other.toml"), PROFILE.replace("\"Jab\"", "\"Other\"")).unwrap();
        let Value::Object(mut answer) = answer else { panic!("{answer}") };
        assert_eq!(answer.remove("seed").unwrap(), "11");
        assert!(answer.remove("seconds").unwrap().as_f64().unwrap() >= 0.0);
        assert_eq!(Value::Object(answer), result(&file), "{kind}");
    };
    let set = "[combat.set]\nactor.crit = 0.5\nactor.power = 200\n";
    let asked = [&["combat", "weights", text(&jab), "--per", "actor.power"][..], &flags].concat();
    let keys = format!(
        "profile = \"jab.toml\"\nper = \"actor.power\"\n[combat.weights]\nactor.power = 2\nactor.crit = 0.01\n{set}"
    );
    same(json(&asked), "combat.weights", &keys);
    let asked = [
        &["combat", "weights", text(&jab), "--weights", "abilities.slam.cost.rage=-5,actor.crit=-0.1"],
        &flags[..],
    ];
    let keys = format!(
        "profile = \"jab.toml\"\n[combat.weights]\nabilities.slam.cost.rage = -5\nactor.crit = -0.1\n{set}"
    );
    same(json(&asked.concat()), "combat.weights", &keys);

    let other = jab.with_file_name("other.toml");
    std::fs::write(&other, PROFILE.replace("\"Jab\"", "\"Other\"")).unwrap();
    let asked = [&["combat", "compare", text(&jab), text(&other)], &flags[..]].concat();
    same(json(&asked), "combat.compare", &format!("profiles = [\"jab.toml\", \"other.toml\"]\n{set}"));
}

#[test]
fn a_number_can_be_set_everywhere() {
    let (_folder, jab) = profile(PROFILE);
    let mean = |crit: &str| {
        let set = format!("actor.crit={crit}");
        let answer = json(&["combat", "run", text(&jab), "--iterations", "200", "--set", &set]);
        answer["dps"]["mean"].as_f64().unwrap()
    };
    assert!(mean("1") > mean("0.1"));
    // A number that the file omits can be set by its path as well.
    let answer = json(&["combat", "run", text(&jab), "--iterations", "5", "--set", "actor.haste=0.5"]);
    assert_eq!(answer["iterations"], 5);
    let crits = |set: &[&str]| {
        let flags = ["combat", "replay", text(&jab), "--iteration", "0", "--only", "crit"];
        stdout(&run(&[&flags[..], set].concat())).lines().count()
    };
    assert!(crits(&["--set", "actor.crit=0"]) < crits(&["--set", "actor.crit=1"]));

    let wrong = |set: &str, says: &[&str]| {
        for command in [&["run"][..], &["weights"], &["compare"], &["check"], &["replay", "--iteration", "0"]]
        {
            refused(&[&["combat"][..], command, &[text(&jab), "--set", set]].concat(), says);
        }
    };
    wrong("actor.crit", &["--set", "path of a number"]);
    wrong("=1", &["--set", "path of a number"]);
    wrong("actor.crit=high", &["--set", "path of a number"]);
    wrong("actor.crit=inf", &["--set", "path of a number"]);
    wrong("actor.crti=0.5", &["--set", "actor.crti", "did you mean `actor.crit`?"]);
    wrong("actor.crit=2", &["--set", "actor.crit", "range"]);
    let (_folder, varied) = profile(&format!("{PROFILE}[variants]\nactor.crit = [0.1, 0.2]\n"));
    refused(&["combat", "compare", text(&varied), "--set", "actor.crit=0.3"], &["--set", "[variants]"]);
    let (_folder, none) = profile("[fight]\nlength = 5\n");
    refused(&["combat", "weights", text(&none)], &["--weights"]);
    refused(
        &["combat", "weights", text(&jab), "--weights", "actor.crit=0.1,actor.crit=0.2"],
        &["--weights has `actor.crit` twice"],
    );
    refused(&["combat", "weights", text(&jab), "--weights", "actor.crti=1"], &["--weights", "did you mean"]);
    refused(&["combat", "compare", text(&jab)], &["1 variant to compare"]);
}

#[test]
fn check_reports_unused_abilities() {
    let (_folder, jab) = profile(PROFILE);
    let answer = json(&["combat", "check", text(&jab)]);
    assert_eq!((&answer["fights"], &answer["seed"]), (&Value::from("200"), &Value::from("11")));
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!(
        (&lines[0]["line"], &lines[0]["use"], &lines[0]["uses"]),
        (&1.into(), &"jab".into(), &2000.into())
    );
    assert_eq!(lines[1]["waits_for"], serde_json::json!(["resource.rage"]));
    assert_eq!(lines[1]["if"], "resource.rage >= 30");
    assert_eq!(answer["warnings"], serde_json::json!([]));

    // The cost is too high, so the line is never used and the rage overflows. The jab is always
    // ready.
    let dear = PROFILE.replace("cooldown = 6\n", "").replace("rage = 30", "rage = 101") + "[buffs.calm]\n";
    let (_folder, dear) = profile(&dear);
    let answer = json(&["combat", "check", text(&dear), "--iterations", "5"]);
    assert_eq!(
        answer["warnings"],
        serde_json::json!([
            "line 2 (slam) was never used: line 1 (jab) can always be used",
            "88 % of the income of `rage` was lost at its cap",
            "the buff `calm` was never up",
        ])
    );
    let shown = stdout(&run(&["combat", "check", text(&dear)]));
    assert!(shown.contains("warning: line 2 (slam)") && shown.lines().all(|line| line.chars().count() <= 80));
    refused(&["combat", "check", text(&dear), "--iterations", "0"], &["--iterations", "1..=1000000"]);
}

#[test]
fn a_part_of_a_log_can_be_had() {
    let (_folder, jab) = profile(PROFILE);
    let log = |flags: &[&str]| {
        let answer = json(&[&["combat", "replay", text(&jab), "--iteration", "3"], flags].concat());
        answer["log"].as_array().unwrap().clone()
    };
    let all = log(&[]);
    let early: Vec<Value> =
        all.iter().filter(|entry| entry["time"].as_f64().unwrap() <= 12.0).cloned().collect();
    assert_eq!(log(&["--to", "12"]), early);
    let part = log(&["--from", "6", "--to", "12"]);
    assert!(part.len() < early.len() && part.iter().all(|entry| entry["time"].as_f64().unwrap() >= 6.0));
    let slams = log(&["--only", "slam"]);
    assert!(!slams.is_empty() && slams.len() < all.len());
    assert_eq!(
        log(&["--only", "slam", "--only", "jab", "--only", "rage", "--only", "fight"]).len(),
        all.len()
    );
    let shown = stdout(&run(&["combat", "replay", text(&jab), "--iteration", "3", "--only", "slam"]));
    assert!(shown.contains(&format!("{} of {} lines", slams.len(), all.len())), "{shown}");
    refused(&["combat", "replay", text(&jab), "--iteration", "3", "--from", "-1"], &["--from"]);
}
