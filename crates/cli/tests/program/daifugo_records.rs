//! `quadrille daifugo record`: game records in three formats, checked, shown, counted, converted.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{Value, json as object};

use super::{assert_refusal, json, quadrille, refused, root, run, stderr, stdout, text};

fn data(name: &str) -> PathBuf {
    root().join("crates/uecda-protocol/tests/data").join(name)
}

pub(super) fn standard() -> PathBuf {
    data("server_record_std_3games.log")
}

pub(super) fn mixed() -> PathBuf {
    data("server_record_20060_20140_4games.log")
}

/// Returns a file with two of these games in the format of the champion's program.
pub(super) fn champion() -> PathBuf {
    root().join("fuzz/corpus/daifugo_record/f01")
}

/// Compresses a text with gzip, in stored blocks.
fn packed(text: &str) -> Vec<u8> {
    let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    let mut blocks = text.as_bytes().chunks(1000).peekable();
    while let Some(block) = blocks.next() {
        bytes.push(u8::from(blocks.peek().is_none()));
        let length = block.len() as u16;
        bytes.extend(length.to_le_bytes());
        bytes.extend((!length).to_le_bytes());
        bytes.extend(block);
    }
    let mut check = !0u32;
    for &byte in text.as_bytes() {
        check ^= u32::from(byte);
        for _ in 0..8 {
            check = (check >> 1) ^ (0xedb8_8320 * (check & 1));
        }
    }
    bytes.extend((!check).to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes
}

#[test]
fn records_of_every_format_are_verified() {
    let log = std::fs::read_to_string(standard()).unwrap();
    let plays = log.lines().filter(|line| line.contains("%play%")).map(|line| line.matches("EE").count());
    let right = object!({ "ok": true, "games": 3, "plays": plays.sum::<usize>(), "error": null });
    assert_eq!(json(&["daifugo", "record", "verify", text(&standard())]), right);
    assert_eq!(json(&["daifugo", "verify", text(&standard())]), right);
    assert_eq!(json(&["daifugo", "verify", text(&champion())])["games"], 2);
    let shown = stdout(&run(&["daifugo", "verify", text(&mixed())]));
    assert!(
        shown.starts_with("4 games with ")
            && shown.ends_with(" plays and passes replayed; all recorded values are correct\n"),
        "{shown}"
    );

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.log.gz");
    std::fs::write(&file, packed(&log)).unwrap();
    assert_eq!(json(&["daifugo", "verify", text(&file)]), right);
    let mut child = quadrille(&["daifugo", "verify", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(log.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(serde_json::from_str::<Value>(&stdout(&output)).unwrap(), right);
}

#[test]
fn errors_have_their_position() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.log");
    let log = std::fs::read_to_string(standard()).unwrap();
    std::fs::write(&file, log.replacen(" 1EE 4EE 3EE 2D8M9DTEE", " 1EE 4EE 2D8M9DTEE", 1)).unwrap();
    let says = "wrong.log: line 26, column 33: play 4: `D8 [D9] DT` of player 2; player 3 is to move";
    for command in ["verify", "show", "stats"] {
        refused(&["daifugo", "record", command, text(&file)], &[says]);
    }
    let output = run(&["daifugo", "verify", text(&file), "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains(says));
    assert_eq!(
        serde_json::from_str::<Value>(&stdout(&output)).unwrap(),
        object!({
            "ok": false,
            "games": 0,
            "plays": 0,
            "error": {
                "line": 26,
                "column": 33,
                "reason": "play 4: `D8 [D9] DT` of player 2; player 3 is to move",
            },
        })
    );
    for (bytes, says) in [
        (&b"player a b c d e\n"[..], "the record contains no games"),
        (b"", "line 1: this is not a record; expected JSON lines"),
        (b"%-----%palyer_name% a \xffb", "byte 0xff is not UTF-8"),
        (b"player a b c d e\n/* game 0\n*", "line 3, column 2: the text ends inside this line, in game 0"),
        (b"%-----%hostname% vm\n", "line 1: the text ends after this line, before the end of the first game"),
        (b"{\"record\":\"daifu", "line 1, column 17: the text ends inside this line, before the end"),
        (b"\x1f\x8bxx", "cannot read "),
        (b"player a b c d \x1b[31m\n/* x */\n", "line 2, column 4: `x`; expected one of game"),
    ] {
        std::fs::write(&file, bytes).unwrap();
        for command in ["verify", "show", "stats"] {
            refused(&["daifugo", "record", command, text(&file)], &[says]);
        }
    }
    refused(&["daifugo", "verify", text(&folder.path().join("none"))], &["cannot read", "none"]);
}

#[test]
fn a_game_is_shown_trick_by_trick() {
    let shown = stdout(&run(&["daifugo", "record", "show", text(&standard()), "--game", "1"]));
    for says in [
        "Game 1 of 3 games",
        "Exchange: 2 to 4 H2 JK; 3 to 0 S2; 4 to 2 C3 C5; 0 to 3 D3",
        "3: D3 H3 S3; 0: C8 D8 H8",
        "2: C5 D5 H5 S5 (revolution)",
        "points so far",
    ] {
        assert!(shown.contains(says), "`{says}` is missing in:\n{shown}");
    }
    let refused_plays = stdout(&run(&["daifugo", "record", "show", text(&mixed())]));
    assert!(refused_plays.contains("(refused on "), "{refused_plays}");
    for number in 0..4 {
        let game = number.to_string();
        let shown = stdout(&run(&["daifugo", "record", "show", text(&mixed()), "--game", &game]));
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        let line = json(&["daifugo", "record", "show", text(&mixed()), "--game", &game]);
        for play in line["plays"].as_array().unwrap().iter().filter(|play| play[2] == "refused") {
            // The record contains the name of the reason, the text a description of it.
            let (name, cards) = (play[3].as_str().unwrap(), play[1].as_str().unwrap());
            let words = quadrille::daifugo::melds::Refusal::from_name(name).unwrap().to_string();
            let begin = format!("{}: {cards} (refused on ", play[0]);
            let mut said = shown.split(&begin).skip(1);
            assert!(said.any(|said| said.contains(&words)), "{play}:\n{shown}");
        }
    }
    for line in shown.lines().chain(refused_plays.lines()) {
        assert!(line.chars().count() <= 80 && !line.ends_with(' '), "`{line}`");
    }
    // The JSON answer is a line of a record.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    json(&["daifugo", "record", "convert", text(&standard()), text(&file)]);
    let lines = std::fs::read_to_string(&file).unwrap();
    for (number, line) in lines.lines().skip(1).enumerate() {
        let game = json(&["daifugo", "record", "show", text(&file), "--game", &number.to_string()]);
        assert_eq!(game, serde_json::from_str::<Value>(line).unwrap());
    }
    refused(
        &["daifugo", "record", "show", text(&file), "--game", "3"],
        &["--game 3: there is no game 3; the record has games 0 to 2"],
    );
    refused(&["daifugo", "record", "show", text(&file), "--game", "-1"], &["--game"]);
}

#[test]
fn statistics_count_plays() {
    let found = json(&["daifugo", "record", "stats", text(&standard())]);
    assert_eq!(found["games"], 3);
    let players = found["players"].as_array().unwrap();
    let keys: Vec<&String> = players[0].as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "name",
            "games",
            "points",
            "points_per_game",
            "low",
            "high",
            "places",
            "plays",
            "passes",
            "refused",
            "revolutions",
            "locks",
            "tricks",
            "mean_time_us"
        ]
    );
    let of = |key: &str| players.iter().map(|player| player[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("name"), ["std0", "std1", "std2", "std3", "std4"]);
    assert_eq!(of("points"), [6, 12, 5, 8, 14]);
    assert_eq!(players[4]["places"], object!([2, 1, 0, 0, 0]));
    assert_eq!(of("refused"), [0; 5]);
    assert!(players[4]["mean_time_us"].is_null());
    let mean = players[4]["points_per_game"].as_f64().unwrap();
    assert!((mean - 14.0 / 3.0).abs() < 1e-12);
    assert!(players[4]["low"].as_f64().unwrap() < mean && mean < players[4]["high"].as_f64().unwrap());
    // The champion's records contain times.
    let timed = json(&["daifugo", "record", "stats", text(&champion())]);
    assert!(timed["players"][0]["mean_time_us"].as_f64().unwrap() >= 80.0);
    let shown = stdout(&run(&["daifugo", "record", "stats", text(&champion())]));
    assert!(shown.contains("0 std0") && shown.contains("µs a play"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

#[test]
fn records_are_converted_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let [lines, log, other] = ["a.jsonl", "a.log", "b"].map(|name| folder.path().join(name));
    let convert = |from: &PathBuf, to: &PathBuf, more: &[&str]| {
        json(&[&["daifugo", "record", "convert", text(from), text(to)], more].concat())
    };
    let answer = convert(&standard(), &lines, &[]);
    let plays = json(&["daifugo", "verify", text(&standard())])["plays"].clone();
    assert_eq!(answer, object!({ "format": "json", "games": 3, "plays": plays }));
    assert_eq!(convert(&standard(), &log, &[])["format"], "official");
    // A log converted back is identical to the original.
    assert_eq!(std::fs::read_to_string(&log).unwrap(), std::fs::read_to_string(standard()).unwrap());
    refused(
        &["daifugo", "record", "convert", text(&lines), text(&log)],
        &["a.log already exists; --force replaces it"],
    );
    convert(&lines, &log, &["--force"]);
    let rewritten = std::fs::read_to_string(&log).unwrap();
    assert!(rewritten.contains("%hostname% unknown") && rewritten.contains("%00002%result% 41320"));
    convert(&log, &other, &["--format", "json"]);
    assert_eq!(std::fs::read(&other).unwrap(), std::fs::read(&lines).unwrap());
    // A file can be converted onto itself.
    convert(&other, &other, &["--format", "official", "--force"]);
    assert_eq!(std::fs::read(&other).unwrap(), std::fs::read(&log).unwrap());
    // The champion's records are read with their times.
    convert(&champion(), &lines, &["--force"]);
    assert!(std::fs::read_to_string(&lines).unwrap().contains("\"times\":[null,81,82,"));

    let none = folder.path().join("none.jsonl");
    let to = |to: &str, more: &[&str], says: &[&str]| {
        let output = run(&[&["daifugo", "record", "convert", text(&mixed()), to], more].concat());
        assert_refusal(&output, says);
    };
    to(text(&none), &["--format", "fujigokoro"], &["`fujigokoro` is read-only; expected json or official"]);
    to(text(&none), &["--format", "jason"], &["json or official is expected"]);
    to(
        text(&folder.path().join("a.txt")),
        &[],
        &["cannot determine the format of", ".jsonl or .log, or --format json or official"],
    );
    to(text(&folder.path().join("no/a.log")), &[], &["there is no folder"]);
    to(text(folder.path()), &["--format", "json"], &["it is a folder"]);
    let local = folder.path().join("local.jsonl");
    let changed = std::fs::read_to_string(&lines).unwrap().replacen(",\"deadlock\"", "", 1);
    std::fs::write(&local, changed).unwrap();
    let output = run(&["daifugo", "record", "convert", text(&local), text(&folder.path().join("local.log"))]);
    assert_refusal(&output, &["the rule `deadlock` is off; the official log cannot express this"]);
    assert!(!none.exists() && !folder.path().join("local.log").exists());
    let mut left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["a.jsonl", "a.log", "b", "local.jsonl"]);
}
