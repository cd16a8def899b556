//! `quadrille life`: rules by name, rules with marks, and `--rule` in place of an unknown rule.

use std::path::PathBuf;

use super::{json, refused, run, stderr, stdout, text};

fn file(name: &str, content: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, content).unwrap();
    (folder, file)
}

#[test]
fn marks_are_dropped_with_a_warning() {
    let (folder, marked) = file("marked.rle", "x = 3, y = 3, rule = LifeHistory\n.A$2.A$3A!\n");
    let out = folder.path().join("out.rle");
    let ran = run(&["life", "run", text(&marked), "--generations", "4", "--output", text(&out), "--json"]);
    assert_eq!(ran.status.code(), Some(0));
    let told = stderr(&ran);
    assert!(
        told.starts_with("warning: ") && told.contains("marked.rle:1:22: `LifeHistory` is run as B3/S23"),
        "{told}"
    );
    assert!(told.contains("marks are dropped"), "{told}");
    let answer: serde_json::Value = serde_json::from_str(&stdout(&ran)).unwrap();
    assert_eq!((&answer["population"], &answer["rule"]), (&"5".into(), &"B3/S23".into()));
    assert_eq!(answer["bounds"].to_string(), r#"{"x":1,"y":1,"width":3,"height":3}"#);
    let written = std::fs::read_to_string(&out).unwrap();
    assert!(written.contains("rule = B3/S23\n"), "{written}");
    assert!(!written.contains("History") && !written.contains('A'), "{written}");
    // Cells of even states are dead in every command.
    let (_folder, all) = file("all.rle", "x = 8, y = 1, rule = B36/S23Super\n.ABCDEpAB!\n");
    let to = [text(&all), text(&out)];
    for command in [&["life", "info", to[0]][..], &["life", "convert", to[0], to[1]]] {
        let ran = run(&[command, &["--json"]].concat());
        assert!(stderr(&ran).contains("odd states are alive"), "{}", stderr(&ran));
        let answer: serde_json::Value = serde_json::from_str(&stdout(&ran)).unwrap();
        assert_eq!(answer["population"], "4");
    }
    for command in ["info", "census"] {
        refused(&["life", command, text(&marked), "--strict"], &["marked.rle:1:22", "a rule without marks"]);
    }
}

#[test]
fn a_given_rule_counts_where_the_files_is_unknown() {
    for (name, content) in [
        ("p.rle", "x = 3, y = 3, rule = WireWorld\nbo$2bo$3o!\n"),
        ("p.rle", "#r Foo!Bar\nbo$2bo$3o!\n"),
        ("p.mc", "[M2] (golly 3.3)\n#R JvN29\n.*$..*$***$\n4 1 0 0 0\n"),
        ("p.lif", "#Life 1.06\n#R 345/2/4\n1 0\n2 1\n0 2\n1 2\n2 2\n"),
        ("p.lif", "#Life 1.05\n#R 345/2/4\n#P 0 0\n.*\n..*\n***\n"),
        ("p.cells", ".O\n..O\nOOO\n"),
    ] {
        let (folder, pattern) = file(name, content);
        let out = folder.path().join("out.rle");
        let at = text(&pattern);
        let known = content.starts_with('.');
        let commands: [&[&str]; 4] = [
            &["life", "run", at, "--generations", "1"],
            &["life", "info", at],
            &["life", "census", at, "--at", "0"],
            &["life", "convert", at, text(&out)],
        ];
        for command in commands {
            if !known {
                refused(command, &[name, "rule `"]);
            }
            let answer = json(&[command, &["--rule", "HighLife"]].concat());
            assert!(answer["rule"].is_null() || answer["rule"] == "B36/S23", "{command:?}");
        }
        let written = std::fs::read_to_string(&out).unwrap();
        assert!(written.contains("rule = B36/S23\n"), "{written}");
        refused(&[commands[0], &["--rule", "HihgLife"]].concat(), &["--rule", "did you mean `HighLife`?"]);
    }
    // In a census, a given rule without bounds means the plane.
    let (_folder, torus) = file("t.rle", "x = 2, y = 2, rule = B3/S23:T20,20\n2o$2o!\n");
    refused(&["life", "census", text(&torus)], &["--rule B3/S23"]);
    assert_eq!(json(&["life", "census", text(&torus), "--rule", "B3/S23"])["total"], 1);
    let bounded = json(&["life", "run", text(&torus), "--generations", "1", "--rule", "HighLife"]);
    assert_eq!(bounded["field"], "20x20:torus");
}

#[test]
fn rules_have_names_everywhere() {
    for (name, rule) in
        [("Day & Night", "B3678/S34678"), ("seeds", "B2/S"), ("LeapLife", "B2n3/S23-q"), ("B2", "B2/S")]
    {
        let answer = json(&["life", "run", "glider", "--generations", "1", "--rule", name]);
        assert_eq!(answer["rule"], rule);
    }
    let soup = ["life", "soup", "--size", "32x32", "--density", "0.3", "--seed", "7", "--generations", "9"];
    let [named, printed] = ["Maze", "B3/S12345"].map(|rule| json(&[&soup[..], &["--rule", rule]].concat()));
    assert_eq!(named["hash"], printed["hash"]);
    let toml = "kind = \"life.soups\"\nseed = 1\n[life]\nsoups = 2\nrule = \"RULE\"\n";
    let (folder, path) = file("soups.toml", &toml.replace("RULE", "DayNight"));
    let out = folder.path().join("out");
    let answer = json(&["run", text(&path), "--out", text(&out)]);
    assert_eq!(answer["result"]["rule"], "B3678/S34678");
    let (_folder, wrong) = file("soups.toml", &toml.replace("RULE", "DayNigth"));
    refused(&["run", text(&wrong)], &["soups.toml:5:8", "did you mean `DayNight`?"]);
}

/// Golly's output of a single cell in column 0 of row 0, compressed and not.
#[test]
fn macrocells_lie_where_golly_has_them() {
    let (folder, golly) = file("golly.mc", "[M2] (golly 3.3)\n#R B3/S23\n$$$$$$$*$\n4 0 1 0 0\n");
    let at = |file: &PathBuf| json(&["life", "run", text(file), "--generations", "0"])["bounds"].to_string();
    let cell = r#"{"x":0,"y":0,"width":1,"height":1}"#;
    assert_eq!(at(&golly), cell);
    for name in ["ours.mc", "ours.mc.gz", "ours.rle", "ours.lif"] {
        let to = folder.path().join(name);
        for engine in ["tiles", "hashlife"] {
            let run = ["life", "run", text(&golly), "--generations", "0", "--engine", engine];
            json(&[&run[..], &["--output", text(&to)]].concat());
            assert_eq!(at(&to), cell, "{name} {engine}");
        }
    }
    let written = std::fs::read_to_string(folder.path().join("ours.mc")).unwrap();
    assert!(written.ends_with("\n$$$$$$$*$\n4 0 1 0 0\n"), "{written}");
}
