//! File and folder names that are not UTF-8, in every path argument: they are accepted, or refused
//! with exit code 2 and an escaped message. JSON answers are never truncated.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use super::{assert_no_panic, copy, each_beside_others, json, root, run, stderr, stdout, text};

/// Content of the place that an argument names.
#[derive(Clone, Copy)]
enum There {
    Nothing,
    /// A copy of this [prepared] file or folder.
    CopyOf(&'static str),
}

use There::{CopyOf, Nothing};

/// A test of one argument: its line in `tests/data/path_arguments.txt`, an extension of the name,
/// the file at that place, and the whole command, in which `@` is the name.
type Job = (&'static str, &'static str, There, &'static [&'static str]);

#[rustfmt::skip]
const JOBS: &[Job] = &[
    ("run FILE", ".toml", CopyOf("e.toml"), &["run", "@"]),
    ("run --out", "", Nothing, &["run", "e.toml", "--out", "@"]),
    ("shard FILE", ".toml", CopyOf("e.toml"), &["shard", "@"]),
    ("shard --to", "", Nothing, &["shard", "e.toml", "--shards", "0..1", "--to", "@"]),
    ("shard --after", "", CopyOf("run"), &["shard", "e.toml", "--after", "@"]),
    ("merge FILE", ".toml", CopyOf("e.toml"), &["merge", "@", "all.partials"]),
    ("merge PARTIALS", "", CopyOf("all.partials"), &["merge", "e.toml", "@"]),
    ("merge --out", "", Nothing, &["merge", "e.toml", "all.partials", "--out", "@"]),
    ("report DIRECTORY", "", CopyOf("run"), &["report", "@"]),
    ("runs DIRECTORY", "", CopyOf("run"), &["runs", "@"]),
    ("serve --runs", "", Nothing, &["serve", "--runs", "@", "--bind", "192.0.2.1", "--host", "box.example"]),
    ("diff A", "", CopyOf("run"), &["diff", "@", "run"]),
    ("diff B", "", CopyOf("run"), &["diff", "run", "@"]),
    ("examples --to", "", Nothing, &["examples", "mastermind-knuth", "--to", "@"]),
    ("new --to", ".toml", Nothing, &["new", "combat.dps", "--to", "@"]),
    ("mastermind evaluate --out", "", Nothing,
        &["mastermind", "evaluate", "--pins", "3", "--colors", "4", "--strategy", "knuth", "--out", "@"]),
    ("mastermind tree --check", ".json", CopyOf("tree.json"), &["mastermind", "tree", "--check", "@"]),
    ("combat run PROFILE", ".toml", CopyOf("fury.toml"), &["combat", "run", "@", "--iterations", "9", "--seed", "1"]),
    ("combat run --out", "", Nothing,
        &["combat", "run", "example:fury", "--iterations", "9", "--seed", "1", "--out", "@"]),
    ("combat replay PROFILE", ".toml", CopyOf("fury.toml"),
        &["combat", "replay", "@", "--seed", "1", "--iteration", "0"]),
    ("combat weights PROFILE", ".toml", CopyOf("fury.toml"),
        &["combat", "weights", "@", "--iterations", "9", "--seed", "1"]),
    ("combat weights --out", "", Nothing,
        &["combat", "weights", "example:fury", "--iterations", "9", "--seed", "1", "--out", "@"]),
    ("combat compare PROFILES", ".toml", CopyOf("fury.toml"),
        &["combat", "compare", "@", "example:fury", "--iterations", "9", "--seed", "1"]),
    ("combat compare --out", "", Nothing,
        &["combat", "compare", "fury.toml", "example:fury", "--iterations", "9", "--seed", "1", "--out", "@"]),
    ("combat check PROFILE", ".toml", CopyOf("fury.toml"), &["combat", "check", "@", "--iterations", "3"]),
    ("life run PATTERN", ".rle", CopyOf("glider.rle"), &["life", "run", "@", "--generations", "4"]),
    ("life run --output", ".rle", Nothing, &["life", "run", "glider", "--generations", "4", "--output", "@"]),
    ("life run --save", ".mc", Nothing, &["life", "run", "glider", "--generations", "4", "--save", "@"]),
    ("life soup --output", ".rle", Nothing,
        &["life", "soup", "--size", "9x9", "--density", "0.5", "--seed", "1", "--output", "@"]),
    ("life info PATTERN", ".rle", CopyOf("glider.rle"), &["life", "info", "@"]),
    ("life info --report", ".html", Nothing, &["life", "info", "glider", "--report", "@"]),
    ("life census PATTERN", ".rle", CopyOf("glider.rle"), &["life", "census", "@"]),
    ("life watch PATTERN", ".rle", CopyOf("glider.rle"), &["life", "watch", "@"]),
    ("life convert FROM", ".rle", CopyOf("glider.rle"), &["life", "convert", "@", "out.mc"]),
    ("life convert TO", ".cells.gz", Nothing, &["life", "convert", "glider", "@"]),
    ("doudizhu solve --puzzle", "", CopyOf("puzzles"), &["doudizhu", "solve", "--puzzle", "@"]),
    ("doudizhu solve --export", ".json", Nothing, &["doudizhu", "solve", "--hands", "33/4", "--export", "@"]),
    ("doudizhu solve --check", ".json", CopyOf("strategy.json"), &["doudizhu", "solve", "--check", "@"]),
    ("doudizhu verify FILE", ".jsonl", CopyOf("doudizhu.jsonl"), &["doudizhu", "verify", "@"]),
    ("doudizhu arena --records", ".jsonl.gz", Nothing,
        &["doudizhu", "arena", "--players", "rule,rule,rule", "--games", "3", "--seed", "1", "--records", "@"]),
    ("doudizhu arena --out", "", Nothing,
        &["doudizhu", "arena", "--players", "rule,rule,rule", "--games", "3", "--seed", "1", "--out", "@"]),
    ("daifugo arena --records", ".jsonl", Nothing,
        &["daifugo", "arena", "--players", "greedy,random,random,random", "--games", "4", "--seed", "1", "--records", "@"]),
    ("daifugo arena --out", "", Nothing,
        &["daifugo", "arena", "--players", "greedy,random,random,random", "--games", "4", "--seed", "1", "--out", "@"]),
    ("daifugo verify FILE", ".jsonl", CopyOf("daifugo.jsonl"), &["daifugo", "verify", "@"]),
    ("daifugo record verify FILE", ".jsonl", CopyOf("daifugo.jsonl"), &["daifugo", "record", "verify", "@"]),
    ("daifugo record show FILE", ".log", CopyOf("match.log"), &["daifugo", "record", "show", "@", "--game", "1"]),
    ("daifugo record stats FILE", ".log", CopyOf("match.log"), &["daifugo", "record", "stats", "@"]),
    ("daifugo record convert FROM", ".log", CopyOf("match.log"), &["daifugo", "record", "convert", "@", "out.jsonl"]),
    ("daifugo record convert TO", ".jsonl", Nothing, &["daifugo", "record", "convert", "match.log", "@"]),
    ("daifugo server --config", ".cfg", CopyOf("empty.cfg"),
        &["daifugo", "server", "--port", "0", "--fill", "greedy", "--clients", "0", "--games", "1", "--config", "@"]),
    ("daifugo server --record", ".log", Nothing,
        &["daifugo", "server", "--port", "0", "--fill", "greedy", "--clients", "0", "--games", "1", "--matches", "2",
          "--record", "@"]),
    ("daifugo league FILE", ".toml", CopyOf("league.toml"), &["daifugo", "league", "@"]),
    ("daifugo league --out", "", Nothing, &["daifugo", "league", "league.toml", "--out", "@"]),
    ("hearts arena --out", "", Nothing,
        &["hearts", "arena", "--players", "rule,random,random,random", "--games", "4", "--seed", "1", "--out", "@"]),
    ("hearts league --out", "", Nothing,
        &["hearts", "league", "--players", "rule,random,random,random", "--games", "4", "--seed", "1", "--out", "@"]),
    ("hearts arena --records", ".jsonl", Nothing,
        &["hearts", "arena", "--players", "rule,random,random,random", "--games", "4", "--seed", "1", "--records", "@"]),
    ("hearts verify FILE", ".jsonl", CopyOf("hearts.jsonl"), &["hearts", "verify", "@"]),
    ("doudizhu advise --record", ".jsonl", CopyOf("doudizhu.jsonl"),
        &["doudizhu", "advise", "--record", "@", "--game", "0", "--after", "9", "--playouts", "20", "--worlds", "20"]),
    ("doudizhu review FILE", ".jsonl", CopyOf("doudizhu.jsonl"),
        &["doudizhu", "review", "@", "--game", "0", "--player", "0", "--playouts", "20", "--worlds", "20"]),
    ("doudizhu review --report", ".html", Nothing,
        &["doudizhu", "review", "doudizhu.jsonl", "--game", "0", "--player", "0", "--playouts", "20", "--worlds", "20",
            "--report", "@"]),
    ("doudizhu puzzles FILE", ".jsonl", CopyOf("puzzles"), &["doudizhu", "puzzles", "@"]),
    ("doudizhu play --record", ".jsonl", Nothing, &["doudizhu", "play", "--players", "rule,rule", "--record", "@"]),
    ("daifugo advise --record", ".jsonl", CopyOf("daifugo.jsonl"),
        &["daifugo", "advise", "--record", "@", "--game", "0", "--after", "9", "--playouts", "20", "--worlds", "20"]),
    ("daifugo review FILE", ".jsonl", CopyOf("daifugo.jsonl"),
        &["daifugo", "review", "@", "--game", "0", "--player", "0", "--playouts", "20", "--worlds", "20"]),
    ("daifugo review --report", ".html", Nothing,
        &["daifugo", "review", "daifugo.jsonl", "--game", "0", "--player", "0", "--playouts", "20", "--worlds", "20",
            "--report", "@"]),
    ("daifugo play --record", ".jsonl", Nothing, &["daifugo", "play", "--players", "greedy,greedy,greedy", "--record", "@"]),
    ("hearts advise --record", ".jsonl", CopyOf("hearts.jsonl"),
        &["hearts", "advise", "--record", "@", "--game", "0", "--after", "9", "--playouts", "20", "--worlds", "20"]),
    ("hearts review FILE", ".jsonl", CopyOf("hearts.jsonl"),
        &["hearts", "review", "@", "--game", "0", "--player", "0", "--playouts", "20", "--worlds", "20"]),
    ("hearts review --report", ".html", Nothing,
        &["hearts", "review", "hearts.jsonl", "--game", "0", "--player", "0", "--playouts", "20", "--worlds", "20",
            "--report", "@"]),
    ("hearts play --record", ".jsonl", Nothing, &["hearts", "play", "--players", "rule,rule,rule", "--record", "@"]),
    ("man --to", "", Nothing, &["man", "--to", "@"]),
];

/// Arguments that refuse names that are not UTF-8. The generated experiment names the profile in
/// its text, which is UTF-8.
const REFUSING: [&str; 9] = [
    // With an address of this machine, the command would not end.
    "serve --runs",
    "combat run PROFILE",
    "combat weights PROFILE",
    "combat compare PROFILES",
    "life watch PATTERN",
    // Games are played in text mode only, without `--json`.
    "doudizhu puzzles FILE",
    "doudizhu play --record",
    "daifugo play --record",
    "hearts play --record",
];

/// Creates the input files and folders of the commands.
fn prepared(folder: &Path) {
    let write = |name: &str, text: &[u8]| std::fs::write(folder.join(name), text).unwrap();
    write(
        "e.toml",
        b"kind = \"mastermind.evaluate\"\nseed = 1\n[mastermind]\npins = 3\ncolors = 4\nstrategy = \"knuth\"\n",
    );
    write("glider.rle", b"x = 3, y = 3\nbob$2bo$3o!\n");
    write("empty.cfg", b"");
    write("hearts.jsonl", include_bytes!("../../../hearts/tests/data/record.jsonl"));
    write(
        "league.toml",
        b"games = 1\nplayers = [{ name = \"greedy\" }, { name = \"a\", player = \"greedy\" }, { name = \"b\", \
          player = \"random\" }, { name = \"c\", player = \"random\" }, { name = \"d\", player = \"random\" }]\n",
    );
    std::fs::copy(root().join("examples/combat/fury.toml"), folder.join("fury.toml")).unwrap();
    let here = |arguments: &[&str]| {
        let output = super::quadrille(arguments).current_dir(folder).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        output.stdout
    };
    write("puzzles", &here(&["examples", "puzzles"]));
    write(
        "tree.json",
        &here(&[
            "mastermind",
            "tree",
            "--pins",
            "3",
            "--colors",
            "4",
            "--strategy",
            "knuth",
            "--format",
            "json",
        ]),
    );
    here(&["run", "e.toml", "--out", "run"]);
    let shards = json(&["shard", text(&folder.join("e.toml"))])["next"].as_str().unwrap().to_owned();
    here(&["shard", "e.toml", "--shards", &shards, "--to", "all.partials"]);
    here(&["doudizhu", "solve", "--hands", "33/4", "--export", "strategy.json"]);
    here(&[
        "doudizhu",
        "arena",
        "--players",
        "rule,rule,rule",
        "--games",
        "3",
        "--records",
        "doudizhu.jsonl",
    ]);
    here(&[
        "daifugo",
        "arena",
        "--players",
        "greedy,random,random,random",
        "--games",
        "4",
        "--records",
        "daifugo.jsonl",
    ]);
    let server = ["daifugo", "server", "--port", "0", "--fill", "greedy", "--clients", "0", "--games", "2"];
    here(&[&server[..], &["--seed", "1", "--record", "match.log"]].concat());
}

/// Returns a path that is not UTF-8, in a folder with such a name.
fn place(folder: &Path, ending: &str) -> PathBuf {
    let within = folder.join(OsStr::from_bytes(b"d\xff"));
    std::fs::create_dir_all(&within).unwrap();
    let mut name = OsStr::from_bytes(b"n\xfe").to_owned();
    name.push(ending);
    within.join(name)
}

fn tried(folder: &Path, arguments: &[OsString]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(arguments)
        .args(["--json", "--quiet"])
        .env_remove("QUADRILLE_SIMD")
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn every_argument_that_is_a_path_is_tried() {
    let listed: BTreeSet<&str> = include_str!("../data/path_arguments.txt").lines().collect();
    let tried: BTreeSet<&str> = JOBS.iter().map(|job| job.0).collect();
    assert_eq!(listed, tried);
}

#[test]
fn names_that_are_not_utf_8_work_or_are_refused() {
    let ready = tempfile::tempdir().unwrap();
    prepared(ready.path());
    each_beside_others(JOBS.to_vec(), |&(what, ending, there, arguments)| {
        let folder = tempfile::tempdir().unwrap();
        copy_all(ready.path(), folder.path());
        let place = place(folder.path(), ending);
        if let CopyOf(name) = there {
            copy(&ready.path().join(name), &place);
        }
        let arguments: Vec<OsString> = arguments
            .iter()
            .map(|&word| if word == "@" { place.clone().into() } else { word.into() })
            .collect();
        let output = tried(folder.path(), &arguments);
        let message = stderr(&output); // which is UTF-8
        assert_no_panic(&message);
        if REFUSING.contains(&what) {
            assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{what}: {message}");
            assert!(message.starts_with("error: "), "{what}: {message}");
            return;
        }
        assert_eq!(output.status.code(), Some(0), "{what}: {message}");
        let answer = stdout(&output);
        let answer: Value =
            serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{what}: {error}: {answer}"));
        assert!(answer.is_object(), "{what}: {answer}");
        if matches!(there, Nothing) && !what.starts_with("daifugo server") && what != "life run --save" {
            assert!(place.symlink_metadata().is_ok(), "{what}: the file has another name");
        }
    });
}

fn copy_all(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        copy(&entry.path(), &to.join(entry.file_name()));
    }
}

/// The folder of a run is shown with U+FFFD, and encoded exactly in a separate key.
#[test]
fn runs_with_any_folder_name_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    prepared(folder.path());
    let runs = folder.path().join("runs");
    std::fs::create_dir(&runs).unwrap();
    copy(&folder.path().join("run"), &runs.join("ordinary"));
    copy(&folder.path().join("run"), &runs.join(OsStr::from_bytes(b"a %\xff")));
    let damaged = runs.join(OsStr::from_bytes(b"b\xfe"));
    std::fs::create_dir(&damaged).unwrap();
    std::fs::write(damaged.join("run.json"), "{").unwrap();
    let output = run(&["runs", text(&runs), "--json"]);
    let listing: Value = serde_json::from_slice(&output.stdout).expect("a whole answer");
    let [strange, ordinary] = &listing["runs"].as_array().unwrap()[..] else { panic!("{listing}") };
    let at = |name: &str| format!("{}/{name}", text(&runs));
    assert_eq!(strange["dir"], at("a %\u{fffd}"));
    assert_eq!(strange["dir_encoded"], at("a %25%FF"));
    assert_eq!(strange["name"], "a %\u{fffd}");
    assert_eq!((&ordinary["dir"], &ordinary["dir_encoded"]), (&Value::from(at("ordinary")), &Value::Null));
    let damaged = &listing["damaged"][0];
    assert_eq!(damaged["dir_encoded"], at("b%FE"));
    assert!(stderr(&output).contains("b\u{fffd}: "), "{}", stderr(&output));
}
