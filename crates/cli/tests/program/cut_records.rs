//! Truncated records: `show`, `stats` and `convert` use the complete games and warn, `verify`
//! reports their number and exits with 1, and all refuse a record without a complete game.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json as object};

use super::daifugo_records::{champion, mixed, standard};
use super::{assert_no_panic, json, refused, run, stderr, stdout, text};

fn answer(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stdout(output)))
}

/// Returns the number of games in a part of a log, according to its lines alone.
fn whole_games(bytes: &[u8]) -> usize {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    lines
        .filter(|line| line.starts_with(b"%0") && line.windows(8).any(|window| window == b"%points%"))
        .count()
}

/// Checks the four commands on a file truncated after a number of complete games.
fn check(file: &Path, games: usize, place: &str) {
    let convert = |to: &Path| run(&["daifugo", "record", "convert", text(file), text(to), "--json"]);
    let folder = tempfile::tempdir().unwrap();
    let [lines, log] = ["whole.jsonl", "whole.log"].map(|name| folder.path().join(name));
    let name = file.file_name().unwrap().to_str().unwrap();
    if games == 0 {
        for command in ["verify", "show", "stats"] {
            refused(&["daifugo", "record", command, text(file)], &[name, place]);
        }
        assert_eq!(convert(&lines).status.code(), Some(2));
        assert!(!lines.exists());
        let verified = run(&["daifugo", "verify", text(file), "--json"]);
        assert_eq!(verified.status.code(), Some(2));
        assert_eq!((&answer(&verified)["ok"], &answer(&verified)["games"]), (&object!(false), &object!(0)));
        return;
    }
    let plural = if games == 1 { "" } else { "s" };
    let warning = format!("({games} whole game{plural} used)\n");
    let warned = |output: &Output| {
        let told = stderr(output);
        assert_eq!(output.status.code(), Some(0), "{told}");
        assert!(
            told.starts_with("warning: ") && told.contains(name) && told.contains(place),
            "{place}: {told}"
        );
        assert!(told.ends_with(&warning) && told.lines().count() == 1, "{told}");
        assert_no_panic(&told);
    };
    for verify in [&["daifugo", "record", "verify"][..], &["daifugo", "verify"]] {
        let verified = run(&[verify, &[text(file), "--json"]].concat());
        let told = stderr(&verified);
        assert_eq!(verified.status.code(), Some(1), "{told}");
        assert!(told.starts_with("error: ") && told.contains(place), "{place}: {told}");
        assert!(told.ends_with(&format!("({games} complete game{plural} before, all correct)\n")), "{told}");
        let found = answer(&verified);
        assert_eq!((&found["ok"], &found["games"]), (&object!(false), &object!(games)));
        assert!(found["plays"].as_u64().unwrap() > 30 * games as u64);
        let line = found["error"]["line"].as_u64().unwrap();
        let shown = match found["error"]["column"].as_u64() {
            Some(column) => format!("line {line}, column {column}: "),
            None => format!("line {line}: "),
        };
        assert!(place.starts_with(&shown), "{place} begins with {shown}");
        assert!(place.contains(found["error"]["reason"].as_str().unwrap()), "{found}");
        assert!(stdout(&run(&[verify, &[text(file)]].concat())).is_empty());
    }
    let stats = run(&["daifugo", "record", "stats", text(file), "--json"]);
    warned(&stats);
    assert_eq!(answer(&stats)["games"], games);
    let last = (games - 1).to_string();
    let show = ["daifugo", "record", "show", text(file), "--game", &last];
    let shown = run(&[&show[..], &["--json"]].concat());
    warned(&shown);
    let shown_in_words = run(&show);
    warned(&shown_in_words);
    let heading = format!("Game {last} of {games} game{plural}\n");
    assert!(stdout(&shown_in_words).starts_with(&heading), "{}", stdout(&shown_in_words));
    let beyond = run(&["daifugo", "record", "show", text(file), "--game", &games.to_string()]);
    assert_eq!(beyond.status.code(), Some(2));
    assert!(stderr(&beyond).contains(&format!("there is no game {games}")), "{}", stderr(&beyond));
    // The output is complete: the same games, without a warning.
    for to in [&lines, &log] {
        let converted = convert(to);
        warned(&converted);
        assert_eq!(answer(&converted)["games"], games);
        let right = json(&["daifugo", "verify", text(to)]);
        assert_eq!((&right["ok"], &right["games"]), (&object!(true), &object!(games)));
        let again = json(&["daifugo", "record", "show", text(to), "--game", &last]);
        assert_eq!(
            (&again["hands"], &again["result"]),
            (&answer(&shown)["hands"], &answer(&shown)["result"])
        );
    }
}

/// A log of many games.
fn long_log(folder: &Path) -> PathBuf {
    let [games, first, log] = ["all.jsonl", "first.jsonl", "long.log"].map(|name| folder.join(name));
    let players = "greedy,random,greedy,random,random";
    let arena = ["--players", players, "--games", "100", "--sitting", "20", "--seed", "3", "--records"];
    json(&[&["daifugo", "arena"], &arena[..], &[text(&games)]].concat());
    let words = std::fs::read_to_string(&games).unwrap();
    let sitting = words.split("{\"record\":").nth(1).unwrap();
    std::fs::write(&first, format!("{{\"record\":{sitting}")).unwrap();
    json(&["daifugo", "record", "convert", text(&first), text(&log)]);
    log
}

#[test]
fn an_official_log_may_end_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.log");
    let long = long_log(folder.path());
    let mut blocks = 0;
    for log in [mixed(), long] {
        let bytes = std::fs::read(log).unwrap();
        // Block size of the official server's writes.
        for end in (4096..bytes.len()).step_by(4096) {
            let cut = &bytes[..end];
            std::fs::write(&file, cut).unwrap();
            let line = cut.split(|&byte| byte == b'\n').count();
            let column = cut.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
            let games = whole_games(cut);
            assert!(games > 0);
            blocks += 1;
            let part = format!("in game {games}; expected `{}`", due(cut));
            check(
                &file,
                games,
                &format!("line {line}, column {column}: the text ends inside this line, {part}"),
            );
        }
    }
    assert!(blocks >= 4, "{blocks}");
    let log = std::fs::read_to_string(standard()).unwrap();
    let after = |lines: usize| log.split_inclusive('\n').take(lines).collect::<String>();
    for (words, games, place) in [
        (
            after(35),
            2,
            "line 35: the text ends after this line, after 2 of the 3 games that `GAME_NUMBER` announces",
        ),
        (after(37), 2, "line 37: the text ends after this line, in game 2; expected `palyer_cards`"),
        (after(42), 3, "line 42: the text ends after this line; expected `TOTAL_POINT`"),
        (after(43), 3, "line 43: the text ends after this line; expected `TOTAL_POINT`"),
        // The last line lacks a digit and its line end.
        (
            log[..log.len() - 2].to_owned(),
            3,
            "line 44, column 31: the text ends inside this line; expected `TOTAL_POINT`",
        ),
        (
            log[..log.len() - 1].to_owned(),
            3,
            "line 44, column 32: the text ends inside this line; expected `TOTAL_POINT`",
        ),
        (
            log.replacen("NUMBER% 3\n", "NUMBER% 1000\n", 1),
            3,
            "line 44: the log has 3 games; `GAME_NUMBER` is 1000",
        ),
        (
            log.replacen("NUMBER% 3\n", "NUMBER% 2\n", 1),
            3,
            "line 36: the log has 3 games; `GAME_NUMBER` is 2",
        ),
        (after(18), 0, "line 18: the text ends after this line, before the end of the first game"),
        (after(21), 0, "line 21: the text ends after this line, before the end of the first game"),
        (after(27), 0, "line 27: the text ends after this line, in game 0; expected `points`"),
    ] {
        std::fs::write(&file, &words).unwrap();
        check(&file, games, place);
        // Windows line ends affect only the columns.
        if !place.contains("column") {
            std::fs::write(&file, words.replace('\n', "\r\n")).unwrap();
            check(&file, games, place);
        }
    }
}

/// Returns the first key after the last complete line of a log.
fn due(cut: &[u8]) -> &'static str {
    const KEYS: [&str; 7] = ["mibun", "seat", "palyer_cards", "change_cards", "play", "result", "points"];
    let lines = cut.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    KEYS[lines.filter(|line| line.starts_with(b"%0")).count() % 7]
}

#[test]
fn other_formats_may_end_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match");
    let record = std::fs::read_to_string(champion()).unwrap();
    let second = record.rfind("/* game").unwrap();
    let line = |end: usize| record[..end].matches('\n').count();
    for (end, games, place) in [
        (
            second + 7,
            1,
            format!(
                "line {}, column 8: the text ends inside this line, after 1 whole game",
                line(second) + 1
            ),
        ),
        (
            second + 10,
            1,
            format!("line {}: the text ends after this line, in game 1; expected `*/`", line(second + 10)),
        ),
        (
            record.rfind("*/").unwrap() + 2,
            1,
            format!(
                "line {}, column 3: the text ends inside this line, in game 1; expected `*/`",
                line(record.len()) - 1
            ),
        ),
        (
            record.len() - 1,
            2,
            format!(
                "line {}, column 3: the text ends inside this line, after 2 whole games",
                line(record.len())
            ),
        ),
        (
            second - 3,
            0,
            format!("line {}: the text ends after this line, in game 0; expected `*/`", line(second - 3)),
        ),
    ] {
        std::fs::write(&file, &record[..end]).unwrap();
        check(&file, games, &place);
    }
    // The record without the line that ends the match.
    std::fs::write(&file, record.trim_end().trim_end_matches("//")).unwrap();
    assert_eq!(json(&["daifugo", "verify", text(&file)])["games"], 2);
    let own = champion().with_file_name("f09");
    assert!(std::fs::read_to_string(&own).unwrap().contains(" jo }"));
    assert_eq!(json(&["daifugo", "verify", text(&own)])["games"], 2);

    let lines = folder.path().join("match.jsonl");
    json(&["daifugo", "record", "convert", text(&mixed()), text(&lines)]);
    let words = std::fs::read_to_string(&lines).unwrap().replacen("\"c0\"", "\"大富豪\"", 1);
    let name = words.find("大").unwrap();
    let length = |end: usize| end - words[..end].rfind('\n').map_or(0, |line| line + 1);
    for (end, games) in [
        (name + 1, 0),
        (name + 9, 0),
        (words.len() - 1, 3),
        (words.len() - 2, 3),
        (words.find("\"game\":2").unwrap(), 2),
    ] {
        std::fs::write(&lines, &words.as_bytes()[..end]).unwrap();
        let (line, column) = (words.as_bytes()[..end].split(|&byte| byte == b'\n').count(), end);
        let column = if games == 0 { if end == name + 1 { name } else { column } } else { length(end) } + 1;
        let part = if games == 0 {
            "before the end of the first game".to_owned()
        } else {
            format!("after {games} whole games")
        };
        check(
            &lines,
            games,
            &format!("line {line}, column {column}: the text ends inside this line, {part}"),
        );
    }
}

/// Many concatenated records, as written by an arena, compressed and not.
#[test]
fn records_of_an_arena_may_end_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let [file, packed, part] =
        ["all.jsonl", "all.jsonl.gz", "part.jsonl"].map(|name| folder.path().join(name));
    let arena = ["arena", "--games", "12", "--sitting", "2", "--seed", "8", "--records"];
    for (game, players) in [("daifugo", "greedy,random,greedy"), ("doudizhu", "rule,random,random")] {
        let arena = if game == "daifugo" { &arena[..] } else { &[&arena[..3], &arena[5..]].concat() };
        for to in [&file, &packed] {
            json(&[&[game], arena, &[text(to), "--players", players]].concat());
        }
        let bytes = std::fs::read(&file).unwrap();
        let games = |cut: &[u8]| {
            let whole = cut.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
            whole.filter(|line| !line.starts_with(b"{\"record\"")).count()
        };
        let verify = |path: &Path| run(&[game, "verify", text(path), "--json"]);
        for end in [300, 900, bytes.len() / 2, bytes.len() - 2, bytes.len() - 1, bytes.len()] {
            std::fs::write(&part, &bytes[..end]).unwrap();
            let (whole, output) = (games(&bytes[..end]), verify(&part));
            let code = match whole {
                0 => 2,
                _ if end == bytes.len() => 0,
                _ => 1,
            };
            let found = answer(&output);
            assert_eq!(output.status.code(), Some(code), "{game} {end}: {}", stderr(&output));
            assert_eq!(
                (&found["ok"], &found["games"]),
                (&object!(code == 0), &object!(whole)),
                "{game} {end}"
            );
            if code > 0 {
                let line = bytes[..end].split(|&byte| byte == b'\n').count();
                let column =
                    end - bytes[..end].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1) + 1;
                assert_eq!(
                    (&found["error"]["line"], &found["error"]["column"]),
                    (&object!(line), &object!(column))
                );
            }
        }
        // A truncated compressed file contains a prefix of the same lines.
        let bytes = std::fs::read(&packed).unwrap();
        let mut most = 0;
        for end in [bytes.len() / 2, bytes.len() * 3 / 4, bytes.len() - 9, bytes.len() - 1] {
            std::fs::write(&part, &bytes[..end]).unwrap();
            let output = verify(&part);
            let whole = answer(&output)["games"].as_u64().unwrap();
            assert_eq!(output.status.code(), Some(if whole > 0 { 1 } else { 2 }), "{}", stderr(&output));
            assert!(stderr(&output).contains("the text ends inside this line"), "{}", stderr(&output));
            assert!(whole >= most, "{whole} of {end} bytes");
            most = whole;
        }
        assert_eq!(most, 12);
    }
}
