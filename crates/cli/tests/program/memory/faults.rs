//! Calls that were once killed for lack of memory, with the limits of that time.

use std::fs;

use super::trial::limited;
use super::{path, program, skipped, start};

/// Smallest limit in KiB under which the program of that time started.
const START: u64 = 21_990;

/// Runs the program under a limit in KiB, plus the additional memory that this build needs to
/// start. Checks that it ends with exit code 0, or 1 with a sentence about memory. Returns the exit
/// code.
fn ends_well(limit: u64, arguments: &[&str]) -> i32 {
    let limit = limit + start().saturating_sub(START);
    let output = limited(&program(), Some(limit)).args(arguments).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code();
    let sentences: Vec<&str> = errors.lines().filter(|line| line.starts_with("error: ")).collect();
    let sentence = matches!(sentences[..], [error] if error.contains("memory"));
    assert!(code == Some(0) || code == Some(1) && sentence, "{arguments:?}: {}: {errors}", output.status);
    code.unwrap()
}

#[test]
fn ten_million_fights_within_200_mb() {
    if skipped() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let profile = "[fight]\nlength = 1\n[abilities.blow]\ndamage = [10, 20]\n";
    fs::write(folder.path().join("second.toml"), profile).unwrap();
    let file = path(folder.path(), "e.toml");
    let out = path(folder.path(), "out");
    let text = "kind = \"combat.dps\"\nseed = 1\n[combat]\nprofile = \"second.toml\"\niterations = ";
    fs::write(&file, format!("{text}10000000\n")).unwrap();
    for _ in 0..2 {
        let code = ends_well(200_000, &["run", &file, "--out", &out, "--quiet", "--resume"]);
        // The need is known before anything is written.
        assert!(code == 0 || !fs::exists(&out).unwrap(), "a refused job has written files");
    }
}

#[test]
fn searches_and_trees_within_60_mb() {
    if skipped() {
        return;
    }
    for line in [
        "doudizhu solve --hands 4467788999JQQKKAR/4455789TTTTJJKA22 --threads 2",
        "mastermind tree --pins 6 --colors 9 --strategy first-consistent",
        "mastermind evaluate --pins 7 --colors 9 --strategy first-consistent --quiet",
    ] {
        ends_well(60_000, &line.split(' ').collect::<Vec<_>>());
    }
}

#[test]
fn soups_within_60_mb() {
    if skipped() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "e.toml");
    fs::write(&file, "kind = \"life.soups\"\nseed = 22\n[life]\nsoups = 60\n").unwrap();
    ends_well(60_000, &["run", &file, "--out", &path(folder.path(), "out"), "--quiet"]);
}
