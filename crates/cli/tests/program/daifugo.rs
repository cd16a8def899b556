//! `quadrille daifugo`: answers, refused input, and contests that do not depend on how they are
//! run.

use serde_json::Value;
use textwrap::core::display_width;

use super::{experiment, json, refused, root, run, stderr, stdout, text};

fn data(name: &str) -> Vec<Value> {
    let file = root().join("crates/daifugo/tests/data").join(name);
    let lines = std::fs::read_to_string(file).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn string<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap()
}

#[test]
fn inspect_has_its_keys() {
    let answer = json(&["daifugo", "inspect", "0x8000500002d41"]);
    assert_eq!(
        answer.to_string(),
        concat!(
            r#"{"counts":"0x1000200001311","locate":"0x1000200001411","staircase":"0x1000300001711","#,
            r#""no_dominance":"0x111133333377","no_dominance_reversed":"0x7777777777110","groups":14,"sequences":0,"#,
            r#""known_as":{"counts":"枚数型 Qr","locate":"枚数位置型 Pqr","staircase":"圧縮型 Sc","#,
            r#""no_dominance":"無支配型 Nd"}}"#
        )
    );
    let written = json(&["daifugo", "inspect", "C3 H4 C5 H5 S5 D6 CJ HJ S2"]);
    assert_eq!(written, answer);
    assert_eq!(json(&["daifugo", "inspect", "0x0"])["counts"], "0x0");
    for case in data("cardset.jsonl").iter().step_by(100) {
        let answer = json(&["daifugo", "inspect", string(case, "cards")]);
        for (key, column) in [
            ("counts", "qr"),
            ("locate", "pqr"),
            ("staircase", "sc"),
            ("no_dominance", "nd"),
            ("no_dominance_reversed", "nd_rev"),
            ("groups", "groups"),
            ("sequences", "seqs"),
        ] {
            assert_eq!(answer[key], case[column], "{key} of {case}");
        }
    }
}

/// The answer and the help contain the Japanese terms, and the answer's columns are aligned.
#[test]
fn inspect_speaks_japanese_too() {
    let shown = stdout(&run(&["daifugo", "inspect", "0x8000500002d41"]));
    for (name, term, word) in [
        ("counts", "枚数型 Qr", "0x1000200001311"),
        ("locate", "枚数位置型 Pqr", "0x1000200001411"),
        ("staircase", "圧縮型 Sc", "0x1000300001711"),
        ("no dominance", "無支配型 Nd", "0x111133333377"),
        ("no dominance reversed", "無支配型 Nd", "0x7777777777110"),
    ] {
        let line = shown.lines().find(|line| {
            line.starts_with(&format!("{name}  ")) || line.starts_with(&format!("{name} {term}"))
        });
        let line = line.unwrap_or_else(|| panic!("`{name}` is not in {shown}"));
        let places = [term, word].map(|part| line.find(part).map(|at| display_width(&line[..at])));
        assert_eq!(places, [Some(22), Some(38)], "{line}");
    }
    let help = |command: &str| stdout(&run(&["daifugo", command, "--help"]));
    for term in ["枚数型 Qr", "枚数位置型 Pqr", "圧縮型 Sc", "無支配型 Nd"] {
        assert!(help("inspect").contains(term), "{term}");
    }
    assert!(help("dominates").contains("支配性判定") && help("sure-win").contains("空場必勝"));
}

#[test]
fn moves_are_all_melds_in_the_documented_order() {
    let moves = |arguments: &[&str]| {
        let answer = json(&[&["daifugo", "moves"], arguments].concat());
        let moves: Vec<String> = answer["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|meld| meld.as_str().unwrap().to_owned())
            .collect();
        assert_eq!(answer["count"].as_u64(), Some(moves.len() as u64));
        moves
    };
    assert_eq!(moves(&["C3 D3 H9"]), ["C3 D3", "H9", "C3", "D3"]);
    assert_eq!(moves(&["0x403", "--revolution"]).last().unwrap(), "D3");
    let all = ["H6 [H7] H8", "H6 [C6]", "[D6] H6", "H6 [S6]"];
    let found = moves(&["H6 H8", "--jokers", "1"]);
    assert!(found.contains(&all[0].to_owned()) && found.last().unwrap() == "JK", "{found:?}");
    // A joker may replace a card that is in the hand.
    assert!(moves(&["C3 D3", "--jokers", "1"]).contains(&"[C3] D3".to_owned()));
    assert!(moves(&["CA C2", "--jokers", "1"]).contains(&"CA C2 [Cx]".to_owned()));
    assert_eq!(moves(&["C9 D9 HQ H3", "--jokers", "1", "--on", "S5"]), ["HQ", "C9", "D9", "JK"]);
    assert_eq!(moves(&["C9 D9 HQ H3", "--on", "D5", "--lock"]), ["D9"]);
    assert_eq!(moves(&["C9 D9 HQ H3", "--on", "S5", "--revolution"]), ["H3"]);
    assert_eq!(moves(&["S3 H2", "--on", "JK"]), ["S3"]);
    assert_eq!(moves(&["S4 C4 D4", "--on", "C3 [D3]", "--lock"]), ["C4 D4"]);
    assert_eq!(moves(&["S5 S6 S7", "--on", "[Dx] D3 D4"]), ["S5 S6 S7"]);
    assert!(moves(&["S4 S5 S6", "--on", "H6 H7 H8"]).is_empty());
    for case in data("cardset.jsonl").iter().step_by(100) {
        let count =
            |jokers| json(&["daifugo", "moves", string(case, "cards"), "--jokers", jokers])["count"].clone();
        assert_eq!(count("0"), case["melds_no_joker"]);
        let full =
            ["melds_no_joker", "joker_groups_full", "joker_seqs_full"].map(|key| case[key].as_u64().unwrap());
        assert_eq!(count("1"), full.iter().sum::<u64>());
    }
}

#[test]
fn dominance_matches_the_publication() {
    for case in data("dominance.jsonl").iter().step_by(10) {
        let list = |key: &str| -> String {
            let entries = case[key].as_array().unwrap().iter();
            entries.map(|entry| entry.to_string().replace('"', "")).collect::<Vec<_>>().join(",")
        };
        let rank = RANKS[case["rank"].as_u64().unwrap() as usize];
        let group = format!("{rank}:{}", case["count"]);
        let (sizes, hands) = (list("sizes"), list("hands"));
        let ask = |arguments: &[&str]| {
            let mut all = vec!["daifugo", "dominates", "--move", &group];
            all.extend(arguments);
            all.extend((case["order"] == 1).then_some("--revolution"));
            json(&all)["dominates"].clone()
        };
        assert_eq!(ask(&["--opponents", string(case, "opp")]), case["article_dominate"], "{case}");
        assert_eq!(
            ask(&["--opponents", string(case, "opp"), "--hand-sizes", &sizes]),
            case["nd_masked_dominate"],
            "{case}"
        );
        assert_eq!(ask(&["--opponents", &hands]), case["actual"], "{case}");
        assert_eq!(ask(&["--opponents", &hands, "--hand-sizes", &sizes]), case["actual"], "{case}");
    }
    let joker = ["daifugo", "dominates", "--move", "2:1", "--opponents", "0x1,0x2", "--opponent-jokers", "1"];
    assert_eq!(json(&joker)["dominates"], false);
    assert_eq!(json(&[&joker[..], &["--hand-sizes", "2,1"]].concat())["dominates"], false);
    // In a single set, a joker may be written as JK.
    let two = ["daifugo", "dominates", "--move", "2:1", "--opponents"];
    assert_eq!(json(&[&two[..], &["C3 D8 HT"]].concat())["dominates"], true);
    assert_eq!(json(&[&two[..], &["C3 D8 HT JK"]].concat())["dominates"], false);
    // The set has four of each of three ranks, but each opponent in this round has at most three
    // cards.
    let four = ["daifugo", "dominates", "--move", "6:4", "--opponents", "0xfff0000000"];
    assert_eq!(json(&four)["dominates"], false);
    assert_eq!(json(&[&four[..], &["--hand-sizes", "3,2"]].concat())["dominates"], true);
    assert_eq!(json(&[&four[..], &["--hand-sizes", "4"]].concat())["dominates"], false);
    let three = ["daifugo", "dominates", "--move", "6:3", "--opponents", "0xfff0000000"];
    assert_eq!(json(&[&three[..], &["--hand-sizes", "3,2"]].concat())["dominates"], false);
    // A known hand may be empty.
    let none = ["daifugo", "dominates", "--move", "4:1", "--opponents", "0x1,0x0"];
    assert_eq!(json(&none)["dominates"], true);
}

#[test]
fn sure_wins_match_the_publication() {
    for case in data("perfectwin_uecda.jsonl").iter().step_by(10) {
        let jokers = ["my_joker", "opp_joker"].map(|key| case[key].to_string());
        let mut ask = vec!["daifugo", "sure-win", string(case, "mine"), string(case, "opp")];
        ask.extend(["--my-jokers", &jokers[0], "--opponent-jokers", &jokers[1]]);
        ask.extend((case["order"] == 1).then_some("--revolution"));
        assert_eq!(json(&ask)["sure_win"], case["perfect_win_uecda"], "{case}");
    }
    for case in data("perfectwin.jsonl").iter().step_by(25) {
        let mut ask = vec!["daifugo", "sure-win", string(case, "mine"), string(case, "opp"), "--groups-only"];
        ask.extend((case["order"] == 1).then_some("--revolution"));
        assert_eq!(json(&ask)["sure_win"], case["perfect_win"], "{case}");
    }
    assert_eq!(json(&["daifugo", "sure-win", "0x0", "0x1"])["sure_win"], true, "an empty hand is a win");
}

#[test]
fn answers_for_people_fit_eighty_columns() {
    let arena = [
        "daifugo",
        "arena",
        "--players",
        "greedy,random,greedy,random,greedy",
        "--games",
        "50",
        "--seed",
        "1",
    ];
    let commands: [&[&str]; 6] = [
        &["daifugo", "inspect", "0xfffffffffffff"],
        &["daifugo", "moves", "0xfffffffffffff", "--jokers", "2"],
        &["daifugo", "moves", "C3", "--on", "C2"],
        &["daifugo", "dominates", "--move", "Q:2", "--opponents", "0x8000500002d41"],
        &["daifugo", "sure-win", "C3", "C4"],
        &arena,
    ];
    for arguments in commands {
        let output = run(arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        for line in stdout(&output).lines() {
            assert!(display_width(line) <= 80, "{line}");
        }
    }
    assert!(stdout(&run(&["daifugo", "moves", "C3", "--on", "C2"])).starts_with("0 melds to answer C2\n"));
}

#[test]
fn bad_cards_melds_and_numbers_are_refused() {
    let refuse = |arguments: &[&str], says: &[&str]| {
        refused(&[&["daifugo"], arguments].concat(), says);
        refused(&[&["--json", "daifugo"], arguments].concat(), says);
    };
    refuse(&["inspect", "0x10000000000000"], &["CARDS", "beyond the 52 cards", "0xfffffffffffff"]);
    refuse(&["inspect", "0xg"], &["CARDS", "hexadecimal"]);
    refuse(&["inspect", "12"], &["CARDS:1:1", "`1` is not a suit"]);
    refuse(&["inspect", "C3 C3"], &["CARDS", "C3 is given twice"]);
    refuse(&["inspect"], &["<CARDS>"]);
    refuse(&["moves", "0x1", "--jokers", "3"], &["--jokers", "0 to 2"]);
    refuse(&["moves", "0x1", "--jokers", "-1"], &["--jokers", "0 to 2"]);
    refuse(&["moves", "0x1", "--on", "C4 H6"], &["--on \"C4 H6\"", "not a meld"]);
    refuse(&["moves", "0x1", "--on", ""], &["--on", "no card"]);
    refuse(&["moves", "0x1", "--on", "C3"], &["--on \"C3\"", "both on the table and in the hand"]);
    refuse(&["moves", "0x1", "--on", "pass"], &["--on \"pass\""]);
    refuse(&["moves", "0x1", "--jokers", "2", "--on", "C4 [D4]"], &["3 jokers", "at most 2"]);
    refuse(&["moves", "0x1", "--on", "JK", "--lock"], &["no suits to lock"]);
    refuse(&["moves", "0x1", "--lock"], &["--on"]);
    for group in [
        "13:1",
        "3:0",
        "3:5",
        "3",
        "a:b",
        "-1:2",
        "3:2:3",
        "",
        "C9 D8",
        "C9 C9",
        "JK",
        "S3 S4 S5",
        "S4 D4 H4 C4 [4]",
    ] {
        refuse(&["dominates", "--move", group, "--opponents", "0x1"], &["--move", "RANK:COUNT"]);
    }
    refuse(
        &["dominates", "--move", "x:1", "--opponents", "0x1"],
        &["--move", "`x` is not a rank; expected 3 to 9, 10 or T, J, Q, K, A or 2"],
    );
    // The numeric ranks of former versions are refused with the letter that was meant.
    for (index, letter) in [("0", "3"), ("1", "4"), ("11", "A"), ("12", "2")] {
        let group = format!("{index}:2");
        refuse(
            &["dominates", "--move", &group, "--opponents", "0x1"],
            &["--move", &format!("write `{letter}` for the rank with index {index} (the 3 has index 0)")],
        );
    }
    let dominates = |rest: &[&str], says: &[&str]| {
        refuse(&[&["dominates", "--move", "4:1"], rest].concat(), says);
    };
    dominates(&["--opponents", "0x1,0x3"], &["C3 in two hands"]);
    dominates(&["--opponents", "0x1,zz"], &["--opponents:1:1", "`z` is not a suit"]);
    dominates(
        &["--opponents", "0x7", "--hand-sizes", "2,2"],
        &["--hand-sizes: the sizes add up to 4", "at most 3"],
    );
    for sizes in ["", "1,", "55", "4294967296", "99999999999999999999", "-1", "x"] {
        dominates(
            &["--opponents", "0x7", "--hand-sizes", sizes],
            &["--hand-sizes", "a whole number from 0 to 54 is expected"],
        );
    }
    for opponents in ["0xff,", ",0xff", "0x1, ,0x2", ""] {
        dominates(&["--opponents", opponents], &["--opponents", "0x0 is a hand without cards"]);
    }
    dominates(&["--opponents", "0x1,0x2", "--hand-sizes", "1"], &["1 size for 2 hands"]);
    dominates(&["--opponents", "0x1,0x2", "--hand-sizes", "1,2"], &["--hand-sizes: the hand 0x2 has 1 card"]);
    dominates(
        &["--opponents", "0x1,0x2", "--hand-sizes", "1,1", "--opponent-jokers", "1"],
        &["the hand sizes require 0 jokers; the number of jokers is 1"],
    );
    dominates(&["--opponents", "C3 JK,D3"], &["--opponents: one of several hands", "use --opponent-jokers"]);
    dominates(&["--opponents", "C3 JK JK", "--opponent-jokers", "1"], &["3 jokers", "--opponent-jokers"]);
    dominates(&[], &["--opponents"]);
    refuse(&["sure-win", "0x3", "0x6"], &["D3 in the leader's hand"]);
    refuse(&["sure-win", "0x1", "0x2", "--my-jokers", "2", "--opponent-jokers", "1"], &["3 jokers"]);
    refuse(&["sure-win", "0x1", "0x2", "--my-jokers", "1", "--groups-only"], &["--groups-only", "no jokers"]);
    refuse(&["sure-win", "0x1"], &["<OPPONENTS>"]);
    let arena = |players: &str, games: &str, says: &[&str]| {
        refuse(&["arena", "--players", players, "--games", games], says);
    };
    arena("greedy,greedy", "10", &["2 players; expected 3 to 6"]);
    arena("greedy,greedy,greedy,greedy,greedi", "10", &["greedi", "did you mean `greedy`?"]);
    arena("greedy,random,greedy", "0", &["games", "1 to 1000000000"]);
    arena("greedy,random,greedy", "-3", &["--games", "whole number"]);
    arena("greedy,random,greedy", "18446744073709551615", &["--games", "too large"]);
    refuse(&["arena", "--games", "5"], &["--players"]);
}

const CONTEST: &str = "kind = \"daifugo.arena\"\nseed = 7\n[daifugo]\ngames = 400\nsitting = 4\n\
                       players = [\"greedy\", \"random\", \"greedy\", \"random\", \"greedy\"]\n";

#[test]
fn files_are_refused_at_the_very_place() {
    let refuse = |from: &str, to: &str, says: &[&str]| {
        assert!(CONTEST.contains(from));
        let (folder, file) = experiment(&CONTEST.replace(from, to));
        let out = folder.path().join("out");
        refused(&["run", text(&file), "--out", text(&out)], says);
        assert!(!out.exists());
    };
    refuse("games = 400", "games = 0", &["e.toml:4:9", "1 to 1000000000"]);
    refuse("games = 400\n", "", &["games"]);
    refuse("sitting = 4", "sitting = 0", &["e.toml:5:11"]);
    refuse("sitting = 4", "siting = 4", &["e.toml:5:1", "did you mean `sitting`?"]);
    refuse("sitting = 4", "jokers = 3", &["e.toml:5:10", "0 to 2"]);
    refuse("sitting = 4", "on = [\"eleven-bak\"]", &["e.toml:5:7", "did you mean `eleven-back`?"]);
    refuse("sitting = 4", "on = [\"eight-cut\"]", &["e.toml:5:7", "`eight-cut` is on already"]);
    refuse("sitting = 4", "off = [\"six-reverse\"]", &["`six-reverse` is off already"]);
    refuse(
        "sitting = 4",
        "on = [\"eleven-back\"]\noff = [\"eleven-back\"]",
        &["e.toml:6:8", "`eleven-back` is named twice"],
    );
    refuse(
        "sitting = 4",
        "off = [\"suit-lock\", \"suit-lock\"]",
        &["e.toml:5:21", "`suit-lock` is named twice", "each rule at most once"],
    );
    refuse(
        "\"random\", \"greedy\", \"random\"",
        "\"random\", \"greedy\", \"radnom\"",
        &["did you mean `random`?"],
    );
    refuse(
        "[\"greedy\", \"random\", \"greedy\", \"random\", \"greedy\"]",
        "[\"greedy\"]",
        &["1 player; expected 3 to 6"],
    );
}

const LEAGUE: &str = "kind = \"daifugo.league\"\nseed = 7\n[daifugo]\ngames = 400\nsitting = 4\nseats = 3\n\
                      players = [\"greedy\", \"random\", \"greedy\", \"random\", \"greedy\", \"random\", \"greedy\"]\n";

#[test]
fn leagues_are_refused_at_the_very_place() {
    let refuse = |from: &str, to: &str, says: &[&str]| {
        assert!(LEAGUE.contains(from));
        let (folder, file) = experiment(&LEAGUE.replace(from, to));
        let out = folder.path().join("out");
        refused(&["run", text(&file), "--out", text(&out)], says);
        assert!(!out.exists());
    };
    refuse("seats = 3", "seats = 7", &["e.toml:6:9", "3 to 6"]);
    refuse("seats = 3", "seets = 3", &["e.toml:6:1", "did you mean `seats`?"]);
    refuse("seats = 3", "tables = 2", &["e.toml:6:10", "2 tables; expected 3 to 1000 for these players"]);
    refuse("seats = 3", "seats = 3\ntables = 1001", &["e.toml:7:10", "1 to 1000"]);
    refuse("games = 400", "games = 0", &["e.toml:4:9", "1 to 1000000000"]);
    refuse("games = 400", "games = 400\nmove_timeout = 5", &["e.toml:5:16", "no player is a program"]);
    refuse("\"greedy\"]", "\"greedi\"]", &["e.toml:7:72", "did you mean `greedy`?"]);
    let few = LEAGUE.split("players = ").nth(1).unwrap();
    refuse(few, "[\"greedy\"]\n", &["e.toml:7:11", "1 player; a league under these rules has 3 to 32"]);
    let many = format!("[{}]\n", ["\"random\""; 33].join(", "));
    refuse(few, &many, &["e.toml:7:11", "33 players; a league under these rules has 3 to 32"]);
}

#[test]
fn a_league_says_who_is_tied() {
    let (folder, file) = experiment(LEAGUE);
    let output = run(&["run", text(&file), "--out", text(&folder.path().join("out")), "--quiet", "--full"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let answer = stdout(&output);
    for part in ["4 of 7 players tied for the lead", "1–4", "5–7", "Who finishes above whom"] {
        assert!(answer.contains(part), "`{part}` is not in {answer}");
    }
}

#[test]
fn a_contest_answers_with_its_keys() {
    let arena = [
        "daifugo",
        "arena",
        "--players",
        "random, greedy, greedy ,greedy,greedy",
        "--games",
        "398",
        "--seed",
        "5",
    ];
    let answer = json(&arena);
    assert_eq!(answer["games"], 400, "rounded up to five equal series");
    assert!(answer["games_per_second"].as_f64().unwrap() > 0.0);
    assert_eq!((answer["seed"].as_str(), answer["rounds"].as_u64()), (Some("5"), Some(8)));
    let players = answer["players"].as_array().unwrap();
    let mut points = 0;
    for (player, name) in players.iter().zip(["random", "greedy", "greedy", "greedy", "greedy"]) {
        assert_eq!((player["name"].as_str(), player["games"].as_u64()), (Some(name), Some(400)));
        let places: Vec<u64> =
            player["places"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        assert_eq!((places.len(), places.iter().sum::<u64>()), (5, 400));
        let by_places: u64 = places.iter().zip([5, 4, 3, 2, 1]).map(|(often, points)| often * points).sum();
        assert_eq!(player["points"].as_u64(), Some(by_places));
        points += by_places;
        let number = |key: &str| player[key].as_f64().unwrap();
        assert!((number("points_per_game") - by_places as f64 / 400.0).abs() < 1e-12);
        assert!(number("low") < number("points_per_game") && number("points_per_game") < number("high"));
    }
    assert_eq!(points, 400 * 15);
    assert!(answer["moves"].as_u64().unwrap() > 400 * 53 / 5, "{}", answer["moves"]);
    let leads = &answer["leads"];
    let count = |key: &str| leads[key].as_u64().unwrap();
    assert!(count("groups") <= count("eight_cut") && count("sure_win") <= count("all"));
    assert!(leads["sure_win_share"].as_f64().unwrap() > 0.2, "{leads}");
    let three = json(&["daifugo", "arena", "--players", "random,greedy,greedy", "--games", "7"]);
    assert_eq!(
        (three["games"].as_u64(), three["players"][0]["places"].as_array().unwrap().len()),
        (Some(9), 3)
    );
    // The spread of a single round is unknown.
    let one = json(&["daifugo", "arena", "--players", "random,greedy,greedy", "--games", "3"]);
    assert!(one["players"][0]["low"].is_null() && one["players"][0]["points_per_game"].is_number());
}

/// The program reads its own output and the notations of other programs.
#[test]
fn cards_are_read_in_every_spelling() {
    let inspected = json(&["daifugo", "inspect", "C3 D3 ST"]);
    for cards in ["♣3 ♦3 ♠10", "c3 3d 10S", "♧3 ♢3 ♤T", "♣\u{fe0f}3 ♦\u{fe0e}3 10♠\u{fe0f}"]
    {
        assert_eq!(json(&["daifugo", "inspect", cards]), inspected, "{cards}");
    }
    let moves = |cards: &str, more: &[&str]| json(&[&["daifugo", "moves", cards], more].concat());
    assert_eq!(moves("C3 D3 JK", &[]), moves("C3 D3", &["--jokers", "1"]));
    assert_eq!(moves("♣3 jk", &["--jokers", "1"]), moves("C3", &["--jokers", "2"]));
    assert_eq!(moves("C9 D9", &["--on", "♥8 [♠8]"]), moves("C9 D9", &["--on", "H8 [S8]"]));
    refused(
        &["daifugo", "moves", "C3 JK JK", "--jokers", "1"],
        &["CARDS: 3 jokers", "--jokers", "at most 2"],
    );
    refused(&["daifugo", "inspect", "C3 JK"], &["CARDS:1:4", "counted separately"]);
    let sure = |mine: &str, more: &[&str]| json(&[&["daifugo", "sure-win", mine, "C6 D9"], more].concat());
    assert_eq!(sure("S2 JK", &[]), sure("S2", &["--my-jokers", "1"]));
    // The answer uses the same notation of ranks as the input.
    let dominates =
        |group: &str| stdout(&run(&["daifugo", "dominates", "--move", group, "--opponents", "CK DK"]));
    assert_eq!(dominates("Q:2"), "2 cards of rank Q: may be beaten\n");
    assert_eq!(dominates("q:2"), dominates("CQ SQ"));
    assert_eq!(dominates("10:2"), dominates("T:2"));
}

/// The texts of the ranks, lowest first.
const RANKS: [&str; 13] = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"];

/// A group can be given by its rank or its cards: with suits, a joker, or suit symbols.
#[test]
fn ranks_are_named_as_on_the_card() {
    let ask = |group: &str, more: &[&str]| {
        let asked = ["daifugo", "dominates", "--move", group, "--opponents", "C7 D7 HT ST CA DA HA"];
        json(&[&asked[..], more].concat())["dominates"].clone()
    };
    for (at, rank) in RANKS.into_iter().enumerate() {
        let sign = if rank == "10" { "T" } else { rank };
        for order in [&[][..], &["--revolution"]] {
            // The opponents can answer with sevens, tens, and aces.
            let beaten = |count: usize| {
                [(4, 2), (7, 2), (11, 3)].iter().any(|&(other, held)| {
                    held >= count && (if order.is_empty() { other > at } else { other < at })
                })
            };
            for (count, cards) in
                [(1, "S?"), (2, "S? h?"), (2, "♠? [D?]"), (3, "S? H? D?"), (4, "S? H? D? C?")]
            {
                let expected = !beaten(count);
                assert_eq!(ask(&format!("{rank}:{count}"), order), expected, "{rank}:{count} {order:?}");
                assert_eq!(ask(&format!("{}:{count}", sign.to_lowercase()), order), expected);
                for text in [rank, sign] {
                    assert_eq!(ask(&cards.replace('?', text), order), expected, "{cards} {text} {order:?}");
                }
            }
        }
    }
    // The joker can also be the fifth of a kind.
    let fifth = |text: &str| json(&["daifugo", "moves", "C3", "--on", text]);
    assert_eq!(fifth("ST HT DT CT [10]"), fifth("S10 H10 D10 C10 [T]"));
}

#[test]
fn rules_are_switched_by_flags() {
    let arena = |more: &[&str]| {
        let players =
            ["daifugo", "arena", "--players", "greedy,random,random", "--games", "30", "--seed", "3"];
        json(&[&players, more].concat())
    };
    let (folder, file) = experiment(
        "kind = \"daifugo.arena\"\nseed = 3\n[daifugo]\ngames = 30\njokers = 2\non = [\"eleven-back\"]\n\
         off = [\"suit-lock\"]\nplayers = [\"greedy\", \"random\", \"random\"]\n",
    );
    let result = json(&["run", text(&file), "--out", text(&folder.path().join("out"))])["result"].clone();
    let switched = arena(&["--rules", "uecda,eleven-back,no-suit-lock", "--jokers", "2"]);
    for key in ["players", "rules", "jokers", "moves"] {
        assert_eq!(switched[key], result[key]);
    }
    assert_ne!(arena(&[])["rules"], switched["rules"]);
    let refuse = |rules: &str, says: &[&str]| {
        refused(&["daifugo", "arena", "--players", "greedy,random,random", "--rules", rules], says);
    };
    refuse("uecda,eleven-bak", &["--rules", "did you mean `eleven-back`?"]);
    refuse("uecda,no-suit-lok", &["did you mean `no-suit-lock`?"]);
    refuse("eleven-back", &["`uecda` is expected first"]);
    refuse("uecda,eight-cut", &["`eight-cut` is on already"]);
    // The default number of games equals Dou Dizhu's.
    assert_eq!(
        json(&["daifugo", "arena", "--players", "random,random,random", "--seed", "1"])["games"],
        3000
    );
}

#[test]
fn local_rules_and_jokers_are_played_by() {
    let (folder, file) = experiment(
        &CONTEST.replace("sitting = 4", "jokers = 2\non = [\"eleven-back\"]\noff = [\"suit-lock\"]"),
    );
    let result = &json(&["run", text(&file), "--out", text(&folder.path().join("out"))])["result"];
    assert_eq!(result["jokers"], 2);
    let rules: Vec<&str> =
        result["rules"].as_array().unwrap().iter().map(|rule| rule.as_str().unwrap()).collect();
    assert!(rules.contains(&"eleven-back") && !rules.contains(&"suit-lock"));
    for proof in ["groups", "eight_cut", "sure_win"] {
        assert_eq!(result["leads"][proof], 0, "no proof is known under 11-back");
    }
    let (folder, file) = experiment(&CONTEST.replace("sitting = 4", "off = [\"eight-cut\"]"));
    let leads =
        json(&["run", text(&file), "--out", text(&folder.path().join("out"))])["result"]["leads"].clone();
    assert_eq!(leads["eight_cut"], leads["groups"]);
    assert!(leads["groups"].as_u64().unwrap() > 0 && leads["sure_win"].as_u64().unwrap() > 0, "{leads}");
}

#[test]
fn shards_change_no_figure() {
    let figures = |run: &str| {
        let (folder, file) = experiment(&CONTEST.replace("[daifugo]", &format!("{run}[daifugo]")));
        let answer = json(&["run", text(&file), "--out", text(&folder.path().join("out"))]);
        (answer["shards"].as_u64().unwrap(), answer["result"].clone())
    };
    let (own, expected) = figures("");
    assert_eq!(own, 4);
    for (shards, found) in [(1, 1), (3, 3), (20, 20), (1000, 20)] {
        assert_eq!(figures(&format!("[run]\nshards = {shards}\n")), (found, expected.clone()));
    }
}
