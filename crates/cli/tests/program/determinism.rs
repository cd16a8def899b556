//! The same file and seed give the same bytes for every number of threads, every vector level, and
//! any number of interruptions.

use std::collections::BTreeSet;
use std::path::PathBuf;

use quadrille::lanes::Level;

use super::{
    assert_same, contents, each_beside_others, everything, experiment, quadrille, root, stderr,
    survives_kills, text,
};

const BULLS_AND_COWS: &str = "kind = \"mastermind.compare\"\nseed = 5\n[run]\nshards = 11\n[mastermind]\npins = 3\n\
                              colors = 8\nno_repeats = true\nstrategies = [\"entropy\", \"first-consistent\"]\n";

/// Returns `result.json` of a run in a fresh directory.
fn result(file: &str, threads: &str, level: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let arguments = ["run", file, "--seed", "7", "--threads", threads, "--out", text(&out), "--quiet"];
    let output = quadrille(&arguments).env("QUADRILLE_SIMD", level).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    std::fs::read(out.join("result.json")).unwrap()
}

/// Returns at least one experiment of every kind.
fn experiments() -> Vec<PathBuf> {
    let folder = root().join("crates/quadrille/tests/experiments");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.chain([root().join("examples/mastermind-knuth.toml")]).collect();
    files.sort();
    files
}

/// Returns the numbers of threads for the runs at a level: two numbers at the best level, one at
/// every other level, chosen so that over all files every level is combined with every number.
/// `DETERMINISM=all` runs every file with all numbers at every level.
fn threads_at(level: usize, best: bool, file: usize) -> Vec<&'static str> {
    const THREADS: [&str; 4] = ["1", "2", "3", "7"];
    let number = |at: usize| THREADS[at % THREADS.len()];
    if everything() {
        THREADS.to_vec()
    } else if best {
        vec![number(file), number(file + 2)]
    } else {
        vec![number(level + file)]
    }
}

#[test]
fn every_level_runs_with_every_number_of_threads() {
    let (levels, files) = (Level::available().len(), experiments().len());
    for level in 0..levels {
        let used: BTreeSet<&str> =
            (0..files).flat_map(|file| threads_at(level, level + 1 == levels, file)).collect();
        assert_eq!(used.len(), 4, "level {level}: {used:?}");
    }
}

#[test]
fn threads_vector_levels_and_kills_leave_no_trace() {
    let files: Vec<(usize, PathBuf)> = experiments().into_iter().enumerate().collect();
    assert!(files.len() >= 4, "fewer files than numbers of threads");
    each_beside_others(files, |(number, file)| {
        let expected = result(text(file), "1", "scalar");
        for (at, level) in Level::available().into_iter().enumerate() {
            for threads in threads_at(at, level == Level::best(), *number) {
                let found = result(text(file), threads, level.name());
                assert!(found == expected, "{} differs with {threads} threads at {level}", file.display());
            }
        }
        survives_kills(file, &expected);
    });
}

#[test]
fn the_result_says_nothing_of_how_it_was_found() {
    let (folder, file) = experiment(BULLS_AND_COWS);
    let out = folder.path().join("out");
    assert!(quadrille(&["run", text(&file), "--out", text(&out), "--quiet"]).status().unwrap().success());
    let result = std::fs::read_to_string(out.join("result.json")).unwrap();
    for word in ["seconds", "threads", "machine", "level", "started", "cpu"] {
        assert!(!result.contains(word), "`{word}` in {result}");
    }
    let run = std::fs::read_to_string(out.join("run.json")).unwrap();
    for word in ["wall_seconds", "threads", "machine", "vector_level", "scores_per_second", "experiment_hash"]
    {
        assert!(run.contains(word), "no `{word}` in {run}");
    }
}

#[test]
fn shards_are_as_many_as_the_file_says_if_there_is_work_for_them_and_change_no_figure() {
    let figures = |shards: &str| {
        let (folder, file) = experiment(&BULLS_AND_COWS.replace("shards = 11", shards));
        let out = folder.path().join("out");
        let answer = super::json(&["run", text(&file), "--out", text(&out)]);
        (answer["shards"].as_u64().unwrap(), answer["result"].clone())
    };
    let (own, expected) = figures("");
    assert!(own > 1);
    for shards in [1, 2, 11, 1_000_000] {
        assert_eq!(figures(&format!("shards = {shards}")), (shards.min(own), expected.clone()));
    }
}

#[test]
fn a_complete_run_is_answered_and_left_as_it_is() {
    let (folder, file) = experiment(BULLS_AND_COWS);
    let out = folder.path().join("out");
    let first = super::json(&["run", text(&file), "--out", text(&out)]);
    let before = contents(&out);
    let again = super::json(&["run", text(&file), "--out", text(&out)]);
    assert_eq!(first["result"], again["result"]);
    assert_eq!(first["seed"], again["seed"]);
    assert_same(&out, &before);
    // A missing file is recreated from the checkpoints.
    std::fs::remove_file(out.join("result.json")).unwrap();
    std::fs::remove_file(out.join("report.html")).unwrap();
    assert!(quadrille(&["run", text(&file), "--out", text(&out), "--quiet"]).status().unwrap().success());
    assert_same(&out, &before);
}

#[test]
fn a_random_seed_is_printed_recorded_and_reused() {
    let (folder, file) = experiment(
        "kind = \"doudizhu.arena\"\n[doudizhu]\nplayers = [\"random\", \"random\", \"random\"]\ngames = 3\n",
    );
    let out = folder.path().join("out");
    let first = super::json(&["run", text(&file), "--out", text(&out)]);
    let again = super::json(&["run", text(&file), "--out", text(&out)]);
    let other = super::json(&["run", text(&file), "--out", text(&folder.path().join("other"))]);
    assert!(first["seed"].as_str().unwrap().parse::<u64>().is_ok());
    assert_eq!(first["seed"], again["seed"]);
    assert_ne!(first["seed"], other["seed"], "two draws of 64 bits");
}

/// A seed without effect is not random: two runs of the file without a seed have the same bytes.
#[test]
fn where_nothing_is_left_to_chance_no_seed_is_drawn() {
    let (folder, file) = experiment(&BULLS_AND_COWS.replace("seed = 5\n", ""));
    let run = |name: &str, flags: &[&str]| {
        let out = folder.path().join(name);
        let output = super::run(&[&["run", text(&file), "--out", text(&out)], flags].concat());
        assert!(output.status.success(), "{}", super::stderr(&output));
        (super::stdout(&output), std::fs::read(out.join("result.json")).unwrap())
    };
    let ((told, bytes), (_, again)) = (run("one", &[]), run("two", &[]));
    assert!(!told.contains("seed") && bytes == again, "{told}");
    let (told, named) = run("named", &["--seed", "7"]);
    assert!(told.contains("\nseed 7, ") && named != bytes, "{told}");
}
