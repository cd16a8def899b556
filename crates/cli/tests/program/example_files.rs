//! The built-in examples: listed, printed, written, and accepted in place of files.

use serde_json::Value;

use crate::{contents, json, quadrille, refused, root, run, stderr, stdout, text};

#[test]
fn examples_are_listed_printed_and_written() {
    let list = json(&["examples"]);
    let list = list["examples"].as_array().unwrap();
    let kind = |name: &str| list.iter().find(|example| example["name"] == name).unwrap()["kind"].clone();
    assert_eq!(
        ["combat-fury", "fury", "gosper-gun", "bot", "puzzles"].map(kind),
        ["combat.dps", "profile", "pattern", "player", "puzzles"]
    );
    assert!(list.iter().all(|example| !example["what"].as_str().unwrap().is_empty()));
    let shown = stdout(&run(&["examples"]));
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");

    let file = std::fs::read_to_string(root().join("examples/combat-fury.toml")).unwrap();
    assert_eq!(stdout(&run(&["examples", "combat-fury"])), file);
    assert_eq!(stdout(&run(&["examples", "example:combat-fury"])), file);
    assert_eq!(json(&["examples", "combat-fury"])["text"], file);
    refused(&["examples", "combat-furry"], &["combat-furry", "did you mean `combat-fury`?"]);

    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("mine");
    let written = json(&["examples", "combat-fury", "--to", text(&to)]);
    assert_eq!(written["files"], serde_json::json!(["combat-fury.toml", "combat/fury.toml"]));
    assert_eq!(std::fs::read_to_string(to.join("combat-fury.toml")).unwrap(), file);
    // All examples are written; existing identical files are accepted.
    assert!(run(&["examples", "--to", text(&to)]).status.success());
    assert!(to.join("life/gosper-gun.rle").exists());
    // Existing files that differ are not replaced, and nothing else is written.
    std::fs::write(to.join("combat-fury.toml"), "mine").unwrap();
    std::fs::remove_file(to.join("combat/fury.toml")).unwrap();
    refused(
        &["examples", "combat-fury", "--to", text(&to)],
        &["combat-fury.toml", "already exists with other content", "nothing was written"],
    );
    assert!(!to.join("combat/fury.toml").exists());
    assert_eq!(std::fs::read_to_string(to.join("combat-fury.toml")).unwrap(), "mine");
}

#[test]
fn an_example_is_run_as_its_file_is() {
    let folder = tempfile::tempdir().unwrap();
    let output = quadrille(&["run", "example:mastermind-knuth", "--json"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let out = folder.path().join("runs/mastermind-knuth");
    let result = std::fs::read(out.join("result.json")).unwrap();
    let file = root().join("examples/mastermind-knuth.toml");
    let other = folder.path().join("other");
    json(&["run", text(&file), "--out", text(&other)]);
    assert!(result == std::fs::read(other.join("result.json")).unwrap());
    // The written file is the same experiment: the complete run is answered from its results, and
    // its report is redrawn.
    assert!(
        quadrille(&["run", "example:mastermind-knuth"])
            .current_dir(folder.path())
            .output()
            .unwrap()
            .status
            .success()
    );
    let before = contents(&out);
    assert!(run(&["report", text(&out)]).status.success());
    crate::assert_same(&out, &before);
    refused(&["run", "example:mastermind-nuth"], &["did you mean `mastermind-knuth`?"]);
}

#[test]
fn files_named_by_an_example_come_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let output = quadrille(&["combat", "run", "example:fury", "--iterations", "100", "--json"])
        .current_dir(folder.path())
        .output();
    let answer: Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
    let file = root().join("examples/combat/fury.toml");
    let same = json(&["combat", "run", text(&file), "--iterations", "100"]);
    assert_eq!(answer["dps"], same["dps"]);
    // A user's file may name an example, and its report is drawn from the saved run.
    let own = folder.path().join("own.toml");
    std::fs::write(&own, "kind = \"combat.dps\"\n[combat]\nprofile = \"example:fury\"\niterations = 100\n")
        .unwrap();
    let out = folder.path().join("out");
    assert_eq!(json(&["run", text(&own), "--out", text(&out)])["result"]["dps"], same["dps"]);
    assert!(run(&["report", text(&out)]).status.success());
    std::fs::write(&own, "kind = \"combat.dps\"\n[combat]\nprofile = \"example:furry\"\n").unwrap();
    refused(&["run", text(&own)], &["own.toml:3:11", "did you mean `fury`?"]);
}

#[test]
fn patterns_go_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let file = root().join("examples/life/gosper-gun.rle");
    let hash = |pattern: &str| {
        let arguments = ["life", "run", pattern, "--generations", "120", "--bounds", "64x64:dead", "--json"];
        let output = quadrille(&arguments).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["hash"].clone()
    };
    let gun = hash(text(&file));
    assert_eq!([hash("gosper-gun"), hash("example:gosper-gun")], [gun.clone(), gun.clone()]);
    // A file with the name of the example takes precedence.
    std::fs::copy(root().join("examples/life/glider.rle"), folder.path().join("gosper-gun")).unwrap();
    assert_ne!(hash("gosper-gun"), gun);
    assert_eq!(hash("example:gosper-gun"), gun);
    refused(&["life", "info", "gosper-gn"], &["gosper-gn", "did you mean `gosper-gun`?"]);
    refused(
        &["life", "run", "yl144_1_16_0"],
        &["yl144_1_16_0: the apgcode of a gun or puffer contains no cells"],
    );
    refused(&["life", "info", "qqqqqqqqq"], &["qqqqqqqqq", "`quadrille examples` lists"]);
    refused(&["life", "info", "no-such.rle"], &["cannot read no-such.rle"]);
}

/// New users may confuse a profile and an experiment.
#[test]
fn a_profile_and_an_experiment_are_distinguished() {
    let profile = root().join("examples/combat/fury.toml");
    let experiment = root().join("examples/combat-fury.toml");
    refused(
        &["run", text(&profile)],
        &["a combat profile, not an experiment", "quadrille combat run", "fury.toml"],
    );
    refused(&["run", "example:fury"], &["type: quadrille combat run example:fury"]);
    for command in ["run", "weights", "compare", "check"] {
        let says = ["is an experiment, not a profile", "type: quadrille run", "combat-fury.toml"];
        refused(&["combat", command, text(&experiment)], &says);
    }
}

#[test]
fn a_pattern_goes_to_standard_output() {
    let output = run(&["life", "convert", "glider", "-"]);
    assert!(stdout(&output).ends_with("\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n"), "{}", stdout(&output));
    let output = run(&["life", "run", "glider", "--generations", "4", "--output", "-"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let printed = stdout(&output);
    assert!(
        printed.contains("x = ") && printed.trim_end().ends_with('!') && !printed.contains("population"),
        "{printed}"
    );
    let bounded = ["life", "run", "blinker", "--generations", "2", "--bounds", "8x8:torus", "--output", "-"];
    assert!(stdout(&run(&bounded)).trim_end().ends_with('!'));
    refused(&["life", "convert", "glider", "-", "--json"], &["standard output", "no --json"]);
    refused(
        &["life", "run", "glider", "--generations", "1", "--output", "-", "--json"],
        &["standard output"],
    );
}

/// Every command that reads a file accepts `example:NAME`. An unknown name is refused with the
/// nearest one; an example of another kind is refused for its content, not as a missing file.
#[test]
fn examples_stand_for_files_in_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let out = text(&folder.path().join("out.jsonl")).to_owned();
    // `server --config` accepts any text: with an example of another kind the server would start to
    // listen.
    let commands = super::paths::FILES.iter().copied().chain([&["examples", "FILE"][..]]);
    for command in commands {
        let with = |file: &'static str| -> Vec<&str> {
            let word = |&word: &&'static str| match word {
                "FILE" => file,
                word if word.starts_with("OUT") => &out,
                word => word,
            };
            command.iter().map(word).collect()
        };
        refused(&with("example:puzzels"), &["there is no example \"puzzels\"; did you mean `puzzles`?"]);
        if ["examples", "--config"].iter().any(|word| command.contains(word)) {
            continue;
        }
        let output = run(&with("example:bot"));
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {message}");
        assert!(message.contains("example:bot"), "{command:?}: {message}");
        for wrong in ["cannot read", "No such file"] {
            assert!(!message.contains(wrong), "{command:?}: {message}");
        }
    }
}
