//! Tests of the program from outside: command line, output, and files.

mod answers;
mod attacks;
mod begun_files;
#[cfg(all(unix, not(target_os = "macos")))]
mod browser;
mod card_tables;
mod combat;
mod combat_commands;
mod combat_comparisons;
mod commands;
mod cut_records;
mod daifugo;
mod daifugo_contest;
mod daifugo_records;
mod determinism;
mod documents;
mod doudizhu;
mod doudizhu_endgames;
mod example_files;
mod examples;
mod foreign;
mod foreign_failures;
#[cfg(unix)]
mod foreign_groups;
mod fuzz_corpus;
mod game_records;
mod hearts;
mod help;
mod interruption;
mod kept_runs;
mod life;
mod life_census;
mod life_info;
mod life_rules;
#[cfg(unix)]
mod life_watch;
mod mastermind_play;
mod memory;
#[cfg(target_os = "linux")]
mod names;
mod paths;
mod policies;
#[cfg(unix)]
mod printed;
mod random;
mod reference;
mod refusals;
mod report;
#[cfg(all(unix, not(target_os = "macos")))]
mod serve;
mod shards;
mod shells;
#[path = "../../../../testing/skipped.rs"]
mod skipped;
mod sweep;
mod tables;
#[cfg(unix)]
mod terminal;
#[cfg(target_os = "linux")]
mod thread_limits;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use serde_json::Value;

/// Returns the program with the given arguments, without environment variables that set its vector
/// level.
fn quadrille(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.args(arguments).env_remove("QUADRILLE_SIMD");
    command
}

/// Runs the program and waits for its end.
fn run(arguments: &[&str]) -> Output {
    quadrille(arguments).output().expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("standard output is text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("standard error is text")
}

/// Runs a command that must succeed, with `--json`, and parses its answer.
fn json(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--json", "--quiet"]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    assert_eq!(stderr(&output), "", "nothing is told beside the answer");
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 1, "one JSON object and nothing else: {text}");
    serde_json::from_str(&text).expect("JSON")
}

/// Runs a command that must be refused with exit code 2 and a message that contains all of `says`.
fn refused(arguments: &[&str], says: &[&str]) {
    let output = run(arguments);
    assert_refusal(&output, says);
}

fn assert_refusal(output: &Output, says: &[&str]) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(stdout(output), "");
    for part in says {
        assert!(message.contains(part), "`{part}` is missing in: {message}");
    }
    assert_no_panic(&message);
}

fn assert_no_panic(message: &str) {
    for word in ["panicked", "RUST_BACKTRACE", "unwrap()"] {
        assert!(!message.contains(word), "{message}");
    }
}

/// Returns every file of a folder with its bytes.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    files.map(|path| (path.clone(), std::fs::read(&path).expect("a file"))).collect()
}

/// Asserts that a folder still holds the same files with the same bytes.
fn assert_same(folder: &Path, before: &BTreeMap<PathBuf, Vec<u8>>) {
    let now = contents(folder);
    let differs = |(path, bytes): &(&PathBuf, &Vec<u8>)| before.get(*path) != Some(bytes);
    let changed: Vec<&PathBuf> = now.iter().filter(differs).map(|(path, _)| path).collect();
    let gone: Vec<&PathBuf> = before.keys().filter(|path| !now.contains_key(*path)).collect();
    assert!(changed.is_empty() && gone.is_empty(), "new or changed: {changed:?}, gone: {gone:?}");
}

/// Returns the root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Copies a file, or a folder and everything in it.
fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        std::fs::create_dir(to).expect("a new folder");
        for entry in std::fs::read_dir(from).expect("a folder") {
            let entry = entry.expect("an entry");
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        std::fs::copy(from, to).expect("copied");
    }
}

/// Creates a named pipe.
#[cfg(unix)]
fn make_pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo");
    assert!(made.success(), "{}", path.display());
}

/// Creates a temporary folder with one experiment file.
fn experiment(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("e.toml");
    std::fs::write(&file, text).expect("written");
    (folder, file)
}

/// Checks all items, a few at a time, because runs mostly wait for the disk.
fn each_beside_others<T: Send>(all: Vec<T>, check: impl Fn(&T) + Sync) {
    let left = Mutex::new(all.into_iter());
    let next = || left.lock().expect("another one failed").next();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(one) = next() {
                    check(&one);
                }
            });
        }
    });
}

/// Whether `DETERMINISM=all` asks for every combination.
fn everything() -> bool {
    std::env::var("DETERMINISM").is_ok_and(|which| which == "all")
}

/// Kills runs of an experiment at arbitrary moments, and checks that each resumed run writes the
/// expected `result.json`. (`test.wait` is killed at points where it certainly runs.)
fn survives_kills(file: &Path, expected: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut wait = 40;
    for round in 0..if everything() { 5 } else { 2 } {
        let out = folder.path().join(format!("killed-{round}"));
        for threads in ["2", "3"] {
            let mut child = quadrille(&[
                "run",
                text(file),
                "--seed",
                "7",
                "--out",
                text(&out),
                "--threads",
                threads,
                "--resume",
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
            std::thread::sleep(Duration::from_millis(wait));
            child.kill().unwrap(); // SIGKILL
            child.wait().unwrap();
        }
        wait = if out.join("result.json").exists() { wait * 2 / 3 } else { wait * 3 / 2 };
        let output = run(&[
            "run",
            text(file),
            "--seed",
            "7",
            "--out",
            text(&out),
            "--threads",
            "7",
            "--quiet",
            "--resume",
        ]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(std::fs::read(out.join("result.json")).unwrap() == expected, "round {round}");
    }
}
