//! `quadrille life info`: the fate of patterns.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::Value;

use super::{json, refused, run, stderr, stdout, text};

const R_PENTOMINO: &str = "x = 3, y = 3, rule = B3/S23\nb2o$2o$bo!\n";
const GLIDER: &str = "bob$2bo$3o!\n";

/// Creates a folder with a pattern.
fn folder(content: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.rle");
    std::fs::write(&file, content).unwrap();
    (folder, file)
}

#[test]
fn patterns_are_described_with_their_keys() {
    let (_folder, file) = folder(R_PENTOMINO);
    let answer = json(&["life", "info", text(&file)]);
    assert_eq!((&answer["rule"], &answer["population"]), (&"B3/S23".into(), &"5".into()));
    assert_eq!(answer["bounds"].to_string(), r#"{"x":0,"y":0,"width":3,"height":3}"#);
    assert_eq!((&answer["stable_at"], &answer["stable_population"]), (&1103.into(), &"116".into()));
    assert_eq!((&answer["period"], &answer["displacement"]), (&4.into(), &Value::Null));
    assert_eq!((&answer["growth"], &answer["evidence"]), (&"none".into(), &"proof".into()));
    assert_eq!(answer["populations"][0].to_string(), "[0,5]");
    let unseen = json(&["life", "info", text(&file), "--generations", "1000"]);
    for key in ["period", "displacement", "stable_at", "stable_population", "growth", "parts"] {
        assert_eq!(unseen[key], Value::Null, "{key}");
    }
    assert_eq!(unseen["generations"], 1000);
}

#[test]
fn spaceships_move_on_the_plane_and_come_again_on_a_torus() {
    let (_folder, file) = folder(GLIDER);
    let answer = json(&["life", "info", text(&file), "--until-stable"]);
    assert_eq!((&answer["period"], answer["displacement"].to_string().as_str()), (&4.into(), "[1,1]"));
    assert_eq!((&answer["stable_at"], &answer["field"]), (&0.into(), &Value::Null));
    let torus = json(&["life", "info", text(&file), "--bounds", "16x16:torus"]);
    assert_eq!((&torus["period"], torus["displacement"].to_string().as_str()), (&64.into(), "[0,0]"));
    assert_eq!(torus["bounds"].to_string(), r#"{"x":7,"y":7,"width":3,"height":3}"#);
    assert_eq!(torus["field"], "16x16:torus");
}

#[test]
fn growth_is_reported_with_its_evidence() {
    let (_folder, file) = folder("x = 1, y = 1, rule = B12345678/S012345678\no!\n");
    let answer = json(&["life", "info", text(&file), "--generations", "200"]);
    assert_eq!((&answer["growth"], &answer["period"]), (&"quadratic".into(), &1.into()));
    assert_eq!(answer["evidence"].to_string(), r#"{"seen":{"cells":8,"from":0,"to":200}}"#);
    assert_eq!((&answer["stable_at"], &answer["stable_population"]), (&Value::Null, &Value::Null));
    assert_eq!(answer["debris_at"], Value::Null);
    assert_eq!(json(&["life", "info", "gosper-gun"])["debris_at"], 30_000);
    let gun = stdout(&run(&["life", "info", "gosper-gun"]));
    assert!(gun.contains("objects    1,001 at generation 30,000: 1,000 × glider,"), "{gun}");
    let told = run(&["life", "info", text(&file), "--generations", "200"]);
    // Line breaks are ignored.
    let words = stdout(&told).replace('\n', " ");
    for part in [
        "The pattern grows quadratically: every generation adds 8 cells more",
        "not proved",
        "growth     quadratic",
    ] {
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn the_answer_is_readable_and_has_a_plot() {
    let (folder, file) = folder(R_PENTOMINO);
    let page = folder.path().join("page.html");
    let told = run(&["life", "info", text(&file), "--report", text(&page), "--quiet"]);
    let words = stdout(&told);
    assert!(told.status.success(), "{}", stderr(&told));
    for part in [
        "rule       B3/S23 on the plane",
        "population 5, in 3 × 3 cells from (0, 0)",
        "settled    1,103 with population 116",
        "The pattern settles at generation 1,103 with 116 living cells in",
        "█",
        " generation ",
    ] {
        assert!(words.contains(part), "`{part}` is missing in: {words}");
    }
    assert!(words.lines().all(|line| line.chars().count() <= 80), "{words}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("<svg") && page.contains("The fate of p.rle") && page.contains("1,103"), "{page}");
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org").count()
    );
    // No other files remain.
    assert_eq!(folder.path().read_dir().unwrap().count(), 2);
}

#[test]
fn a_pattern_too_large_to_run_is_still_described() {
    // A square of cells, 2^40 of them along a side.
    let mut squares =
        "[M2]\n########$########$########$########$########$########$########$########$\n".to_owned();
    for (number, level) in (4..=40).enumerate() {
        let below = number + 1;
        let _ = writeln!(squares, "{level} {below} {below} {below} {below}");
    }
    let squares = squares.replace('#', "*");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.mc");
    std::fs::write(&file, squares).unwrap();
    let answer = json(&["life", "info", text(&file)]);
    assert_eq!(answer["population"], (1u128 << 80).to_string());
    assert_eq!((&answer["growth"], &answer["generations"]), (&Value::Null, &0.into()));
    assert!(stdout(&run(&["life", "info", text(&file)])).contains("too large"));
}

#[test]
fn invalid_input_of_info_is_refused() {
    let (folder, file) = folder(GLIDER);
    let file = text(&file);
    refused(&["life", "info", file, "--generations", "100000001"], &["--generations", "100,000,000"]);
    refused(&["life", "info", file, "--generations", "-1"], &["--generations"]);
    refused(&["life", "info", file, "--generations", "5", "--until-stable"], &["--until-stable"]);
    refused(&["life", "info", file, "--report", "a.txt"], &["--report", ".html"]);
    let nowhere = folder.path().join("none/a.html");
    refused(&["life", "info", file, "--report", text(&nowhere)], &["there is no folder"]);
    refused(&["life", "info", file, "--bounds", "2x2"], &["3 × 3", "2x2"]);
    refused(&["life", "info", file, "--rule", "B3/S29"], &["character 6"]);
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
}
