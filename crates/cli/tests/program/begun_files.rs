//! Experiment files created by the program, and their schema.

use serde_json::Value;

use crate::{json, refused, run, stderr, stdout, text};

#[test]
fn a_new_file_is_printed_or_written_and_runs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new.toml");
    let printed = stdout(&run(&["new", "mastermind.evaluate"]));
    assert!(
        printed.contains("kind = \"mastermind.evaluate\"") && printed.contains("# first = \"1122\""),
        "{printed}"
    );
    let written = json(&["new", "mastermind.evaluate", "--to", text(&file)]);
    assert_eq!(
        (&written["kind"], &written["text"]),
        (&"mastermind.evaluate".into(), &printed.clone().into())
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), printed);
    let out = folder.path().join("out");
    assert_eq!(json(&["run", text(&file), "--out", text(&out)])["complete"], true);
    // Existing files are not replaced.
    std::fs::write(&file, "mine").unwrap();
    refused(&["new", "combat.dps", "--to", text(&file)], &["new.toml already exists", "nothing was written"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    refused(
        &["new", "combat.dps", "--to", text(&folder.path().join("no/new.toml"))],
        &["there is no folder"],
    );
    refused(&["new", "combat.dsp"], &["did you mean `combat.dps`?"]);
    refused(&["new"], &["KIND"]);
}

#[test]
fn a_new_file_of_fights_needs_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new.toml");
    let begun = stdout(&run(&["new", "combat.dps"])).replace("# iterations = 2000", "iterations = 50");
    std::fs::write(&file, begun).unwrap();
    let out = folder.path().join("out");
    let output = run(&["run", text(&file), "--out", text(&out)]);
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn schemas_are_json() {
    let one = json(&["schema", "life.grid"]);
    assert_eq!(
        one["then"]["properties"]["life"]["required"],
        serde_json::json!(["bounds", "densities", "generations"])
    );
    // Swept keys may be missing from the table.
    assert_eq!(one["if"], serde_json::json!({ "not": { "required": ["sweep"] } }));
    let all: Value = serde_json::from_slice(&run(&["schema"]).stdout).unwrap();
    assert_eq!(all["allOf"].as_array().unwrap().len(), quadrille::kinds::KINDS.len());
    refused(&["schema", "life.grit"], &["did you mean `life.grid`?"]);
}
