//! `[sweep]` at the command line: killed and resumed, on any number of threads, it gives the same
//! bytes.

use super::{json, root, stderr, text};

#[test]
fn a_sweep_is_answered_in_one_object_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let answer =
        json(&["run", text(&root().join("examples/combat-sweep.toml")), "--seed", "1", "--out", text(&out)]);
    let points = answer["result"]["points"].as_array().unwrap();
    assert_eq!((answer["kind"].as_str(), points.len()), (Some("combat.dps"), 22));
    assert_eq!(points[1]["values"], serde_json::json!(["0.1", "1600"]));
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("depending on actor.crit and actor.power"));
}

#[test]
fn errors_in_values_have_their_position() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("e.toml");
    std::fs::write(
        &file,
        "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 4\nstrategy = \"knuth\"\n[sweep]\n\"mastermind.colors\" = [4, 99]\n",
    )
    .unwrap();
    let output = super::quadrille(&["run", text(&file)]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("`colors` is 99") && said.contains("e.toml:6:27"), "{said}");
}
