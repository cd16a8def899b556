//! Lists of runs, and comparisons of results.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{contents, experiment, json, quadrille, refused, root, run, stderr, stdout, text};

/// Runs Knuth's strategy on a small game into a folder.
fn finished(out: &Path) {
    let (_folder, file) = experiment(
        "kind = \"mastermind.evaluate\"\nseed = 1\n[mastermind]\npins = 2\ncolors = 3\nstrategy = \"knuth\"\n",
    );
    json(&["run", text(&file), "--out", text(out)]);
}

#[test]
fn runs_are_listed_with_how_far_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    std::fs::create_dir_all(runs.join("no-run/deeper")).unwrap();
    std::fs::write(runs.join("no-run/notes.txt"), "nothing").unwrap();
    finished(&runs.join("small"));
    finished(&runs.join("no-run/deeper/other"));
    // A running run, which is then killed.
    let gate = folder.path().join("gate");
    std::fs::write(&gate, "").unwrap();
    let waits = folder.path().join("waits.toml");
    std::fs::write(
        &waits,
        format!("kind = \"test.wait\"\nseed = 1\n[test]\nshards = 3\ngate = '{}'\n", text(&gate)),
    )
    .unwrap();
    let at_work = runs.join("waits");
    let mut child = quadrille(&["run", text(&waits), "--out", text(&at_work), "--quiet"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !at_work.join("run.json").exists() {
        assert!(begun.elapsed() < Duration::from_mins(1), "it never began");
        std::thread::sleep(Duration::from_millis(10));
    }
    let state = |answer: &Value, name: &str| {
        let runs = answer["runs"].as_array().unwrap();
        runs.iter().find(|run| run["name"] == name).unwrap()["state"].clone()
    };
    let answer = json(&["runs", text(&runs)]);
    assert_eq!(state(&answer, "waits"), "running");
    child.kill().unwrap();
    child.wait().unwrap();
    let before = contents(&at_work);
    let answer = json(&["runs", text(&runs)]);
    assert_eq!(state(&answer, "waits"), "unfinished");
    crate::assert_same(&at_work, &before);

    let listed: Vec<&str> =
        answer["runs"].as_array().unwrap().iter().map(|run| run["name"].as_str().unwrap()).collect();
    assert_eq!(listed, ["other", "small", "waits"]);
    let small = &answer["runs"][1];
    assert_eq!((&small["kind"], &small["state"]), (&"mastermind.evaluate".into(), &"complete".into()));
    assert_eq!(small["done"], small["total"]);
    assert!(small["started"].as_i64().unwrap() > 1_600_000_000);
    assert_eq!(small["dir"], text(&runs.join("small")));
    let shown = stdout(&run(&["runs", text(&runs)]));
    assert!(shown.contains("unfinished") && shown.contains("--resume"), "{shown}");
    // Each run is on one line, however long the folder's name is.
    let line = shown.lines().find(|line| line.starts_with(text(&runs.join("small")))).unwrap();
    assert!(line.contains(" mastermind.evaluate ") && line.ends_with(" complete"), "{shown}");
}

#[test]
fn links_are_not_followed_and_damage_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    finished(&runs.join("small"));
    #[cfg(unix)]
    std::os::unix::fs::symlink(&runs, runs.join("again")).unwrap();
    std::fs::create_dir(runs.join("hurt")).unwrap();
    std::fs::write(runs.join("hurt/run.json"), "{ \"program\": \"quadr").unwrap();
    let output = run(&["runs", text(&runs), "--json"]);
    assert!(output.status.success());
    assert!(stderr(&output).contains("hurt") && stderr(&output).contains("run.json is damaged"));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["runs"].as_array().unwrap().len(), 1);
    assert_eq!(answer["damaged"][0]["dir"], text(&runs.join("hurt")));
    // A folder without any run.
    let elsewhere = tempfile::tempdir().unwrap();
    let output = quadrille(&["runs"]).current_dir(elsewhere.path()).output().unwrap();
    assert!(output.status.success() && stdout(&output).contains("no runs in runs"));
    refused(&["runs", text(&elsewhere.path().join("nowhere"))], &["cannot read", "nowhere"]);
}

#[test]
fn results_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = root().join("examples/doudizhu-arena.toml");
    let short = std::fs::read_to_string(file).unwrap().replace("games = 12000", "games = 300");
    let other = short.replace("[\"rule\", \"random\", \"random\"]", "[\"random\", \"random\", \"random\"]");
    let [a, again, b] = ["a", "again", "b"].map(|name| folder.path().join(name));
    for (out, text_of) in [(&a, &short), (&again, &short), (&b, &other)] {
        let (_folder, file) = experiment(text_of);
        json(&["run", text(&file), "--out", text(out)]);
    }
    let same = json(&["diff", text(&a), text(&again.join("result.json"))]);
    assert_eq!((&same["same"], &same["differences"]), (&true.into(), &Value::Array(Vec::new())));
    assert_eq!(stdout(&run(&["diff", text(&a), text(&again)])), "the same\n");

    let differs = json(&["diff", text(&a), text(&b)]);
    assert_eq!(differs["same"], false);
    let found = differs["differences"].as_array().unwrap();
    let wp = found.iter().find(|value| value["key"] == "players[0].wp").expect("another share of wins");
    assert_eq!(wp["significant"], true);
    assert!(wp["a"].as_f64() > wp["b"].as_f64());
    let wins = found.iter().find(|value| value["key"] == "players[0].wins").unwrap();
    assert_eq!(wins["significant"], Value::Null);
    let output = run(&["diff", text(&a), text(&b)]);
    let shown = stdout(&output);
    assert!(output.status.success() && shown.contains("players[0].wp"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

#[test]
fn invalid_results_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    finished(&folder.path().join("small"));
    let small = folder.path().join("small");
    refused(&["diff", text(&small), text(folder.path())], &["holds no result"]);
    refused(&["diff", text(&small), text(&small.join("run.json"))], &["run.json is not the result of a run"]);
    refused(&["diff", text(&small), "nowhere.json"], &["cannot read nowhere.json"]);
    let (_folder, file) =
        experiment("kind = \"random.battery\"\nseed = 1\n[random]\ngenerators = [\"minstd\"]\nsize = 19\n");
    let other = folder.path().join("other");
    if run(&["run", text(&file), "--out", text(&other)]).status.success() {
        refused(&["diff", text(&small), text(&other)], &["mastermind.evaluate", "random.battery"]);
    }
}
