//! `quadrille doudizhu solve`: lines, refutations, partial results when stopped, notations, files.

use serde_json::{Value, json as object};

use super::{json, quadrille, refused, root, run, stderr, stdout, text};

/// Two hands whose winner is found after a third of a second, but all first moves only after
/// minutes.
const HARD: &str = "3344469TJJQQKKKKAA22/334557778899T22BR";

fn solve(flags: &[&str]) -> Value {
    json(&[&["doudizhu", "solve"], flags].concat())
}

fn printed(flags: &[&str]) -> String {
    let output = run(&[&["doudizhu", "solve"], flags].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let shown = stdout(&output);
    assert!(shown.lines().all(|line| textwrap::core::display_width(line) <= 80), "{shown}");
    shown
}

#[test]
fn two_hands_are_two_seats() {
    let answer = solve(&["--hands", "999TJQQKA/8JJK2B"]);
    assert_eq!(
        (&answer["line"], &answer["line_seats"]),
        (&object!(["TJQKA", "pass", "999Q"]), &object!([0, 1, 0]))
    );
    assert_eq!(answer["complete"], true);
    let shown = printed(&["--hands", "999TJQQKA/8JJK2B", "--line"]);
    assert!(shown.contains("\nseat 0  999TJQQKA  TJQKA\nseat 1  8JJK2B     pass\nseat 0  999Q"), "{shown}");
    assert!(!shown.contains("seat 2"), "{shown}");
    // Positions with either seat to move, with and without a move on the table, with either
    // landlord, won and lost.
    for flags in [
        &["--to-move", "1"][..],
        &["--to-move", "1", "--on", "5", "--landlord", "1"],
        &["--on", "7"],
        &["--refute", "9"],
    ] {
        let answer = solve(&[&["--hands", "37799AR/6699AA"], flags].concat());
        let refuted = &answer["refute"];
        for (line, seats) in
            [(&answer["line"], &answer["line_seats"]), (&refuted["line"], &refuted["line_seats"])]
        {
            let Some(seats) = seats.as_array() else { continue };
            assert_eq!(line.as_array().unwrap().len(), seats.len());
            assert!(seats.windows(2).all(|pair| pair[0] != pair[1]), "{flags:?}: {seats:?}");
            assert!(seats.iter().all(|seat| seat.as_u64() < Some(2)), "{flags:?}: {seats:?}");
        }
    }
    // A solution with three hands contains all three.
    let three = solve(&["--hands", "336822/35682/556JJ", "--to-move", "2"]);
    assert_eq!(three["line_seats"].as_array().unwrap()[..3], [object!(2), object!(0), object!(1)]);
    // A strategy for two hands has no third hand.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("strategy.json");
    printed(&["--hands", "37799AR/6699AA", "--export", text(&file)]);
    let strategy: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    for position in strategy["moves"].as_object().unwrap().keys() {
        assert_eq!(position.split(' ').next().unwrap().matches('/').count(), 1, "{position}");
    }
    let checked = solve(&["--check", text(&file)]);
    assert_eq!(checked["ok"], true);
}

#[test]
fn a_wrong_move_is_refuted() {
    let position = ["--hands", "999TJQQKA/8JJK2B"];
    let ask = |flags: &[&str]| solve(&[&position, flags].concat());
    let answer = ask(&["--refute", "Q q"]);
    let refuted = &answer["refute"];
    assert_eq!((&refuted["move"], &refuted["wins"]), (&object!("QQ"), &object!(false)));
    let first = refuted["line_seats"][0].clone();
    assert_eq!((first, refuted["line"].as_array().unwrap().len() > 2), (object!(1), true));
    // The winner plays the last card.
    assert_eq!(refuted["line_seats"].as_array().unwrap().last(), Some(&object!(1)));
    // The rest of the answer is unchanged.
    let plain = ask(&[]);
    assert_eq!(
        [&answer["winning_moves"], &answer["line"], &answer["legal"]],
        [&plain["winning_moves"], &plain["line"], &plain["legal"]]
    );
    assert!(plain.get("refute").is_none());
    // Three cases: a winning move, a move that ends the game, and `--value`.
    let answer = ask(&["--refute", "Q999", "--value"]);
    assert_eq!((&answer["refute"]["wins"], &answer["winning_moves"]), (&object!(true), &Value::Null));
    assert!(
        printed(&[&position[..], &["--refute", "999"]].concat()).contains("\n999 wins; the line after it: ")
    );
    assert!(printed(&["--hands", "33/55", "--refute", "33"]).contains("\n33 wins at once\n"));
    // The refuted move is a pass in the middle of a trick, in a lost position.
    let answer = solve(&["--hands", "37799AR/6699AA", "--on", "7", "--refute", "pass"]);
    assert_eq!((&answer["win"], &answer["refute"]["wins"]), (&object!(false), &object!(false)));
    let shown = printed(&[&position[..], &["--refute", "99", "--line", "--chinese"]].concat());
    assert!(
        shown.contains("\n99 loses; refuted by:\nseat 1  8JJK2小   JJ\nseat 0  910JQQKA  QQ\n"),
        "{shown}"
    );
    for (wrong, says) in [
        ("pass", &["--refute:1:1", "seat 0 leads", "a legal move of seat 0"][..]),
        ("44", &["--refute:1:1", "does not hold 44"]),
        ("9T", &["9T is not a move"]),
        ("9w", &["--refute:1:2", "`w` is not a card"]),
        ("", &["--refute", "no cards"]),
    ] {
        refused(&[&["doudizhu", "solve"], &position[..], &["--refute", wrong]].concat(), says);
    }
    let on = ["doudizhu", "solve", "--hands", "37799AR/6699AA", "--on", "77", "--refute", "3"];
    refused(&on, &["3 does not beat 77"]);
    refused(&["doudizhu", "solve", "--puzzle", "example:puzzles", "--refute", "3"], &["cannot be used with"]);
}

#[test]
fn the_value_comes_first_then_every_move() {
    let shown = printed(&["--hands", "999TJQQKA/8JJK2B"]);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "seat 0 (landlord) wins with TJQKA",
            "3 of 18 first moves win:",
            "999 999Q TJQKA",
            "line: TJQKA pass 999Q"
        ]
    );
    let shown = printed(&["--hands", "37799AR/6699AA", "--on", "7"]);
    assert!(shown.starts_with("seat 0 (landlord) loses with every first move (4 in all)\nline: "), "{shown}");
}

/// The first line is printed long before the answer is complete.
#[cfg(unix)]
#[test]
fn the_value_is_printed_at_once() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;

    let mut child = quadrille(&["doudizhu", "solve", "--hands", HARD])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "seat 0 (landlord) wins with 9TJQK");
    assert!(child.try_wait().unwrap().is_none(), "the search goes on");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[cfg(unix)]
mod stopped {
    use std::process::{Command, Output, Stdio};
    use std::time::Duration;

    use super::*;

    /// Starts the solver, and sends a signal after two seconds.
    fn stop(signal: &str, flags: &[&str]) -> Output {
        let child = quadrille(&[&["doudizhu", "solve", "--quiet"], flags].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_secs(2));
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains("stopped after "), "{}", stderr(&output));
        output
    }

    #[test]
    fn partial_results_are_listed_by_move() {
        for signal in ["-INT", "-TERM"] {
            let output = stop(signal, &["--hands", HARD, "--json"]);
            let answer: Value = serde_json::from_str(&stdout(&output)).unwrap();
            assert_eq!((&answer["complete"], &answer["legal"]), (&object!(false), &object!(113)));
            let known = answer["known"].as_array().unwrap();
            // On a busy machine few results may be known, but none is false.
            for known in known {
                assert!(known["wins"].is_boolean() && known["move"].is_string(), "{known}");
                assert!(known["wins"] == false || answer["win"] == true, "{answer}");
            }
            assert!(known.len() < 113 && answer["nodes"].is_string() && answer["seconds"].is_number());
            if answer["win"] == true {
                assert_eq!(answer["best"], "9TJQK");
                assert!(known.contains(&object!({ "move": "9TJQK", "wins": true })));
            }
        }
        let output = stop("-INT", &["--hands", HARD, "--chinese"]);
        let shown = stdout(&output);
        assert!(shown.contains("of 113 first moves: "), "{shown}");
        assert!(
            !shown.contains("wins with") || shown.contains("\nwin: ") && shown.contains("910JQK"),
            "{shown}"
        );
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    }

    #[test]
    fn puzzles_that_are_solved_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("p.jsonl");
        let easy = "{\"hands\": \"999TJQQKA/8JJK2B\", \"id\": \"easy\"}\n";
        std::fs::write(&file, format!("{easy}{{\"hands\": \"{HARD}\"}}\n{easy}")).unwrap();
        let output = stop("-INT", &["--puzzle", text(&file), "--json"]);
        let answer: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(
            [&answer["complete"], &answer["count"], &answer["left"], &answer["puzzles"][0]["id"]],
            [&object!(false), &object!(1), &object!(2), &object!("easy")]
        );
        let output = stop("-TERM", &["--puzzle", text(&file)]);
        assert!(stdout(&output).contains("TJQKA"), "{}", stdout(&output));
        assert!(stderr(&output).contains("stopped after 1 of 3 puzzles"), "{}", stderr(&output));
    }
}

#[test]
fn every_notation_is_read_everywhere() {
    let same = [
        "344TBR/556",
        "3 4 4 10 b r/5,5,6",
        "3440XD/556",
        "３４４0ｙＺ／５５６",
        "大王、小王，10 4♠4♥3/6 5 5",
        "王炸t443/🂥5♣6",
    ];
    let answers = same.map(|hands| {
        let mut answer = solve(&["--hands", hands]);
        for key in ["seconds", "value_seconds"] {
            answer[key] = Value::Null;
        }
        answer
    });
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert_eq!(
        json(&["doudizhu", "moves", "3 3, 10", "--on", "9"]),
        json(&["doudizhu", "moves", "33T", "--on", "9"])
    );
    assert_eq!(json(&["doudizhu", "moves", "大王小王", "--on", "0000"])["moves"], object!(["BR", "pass"]));
    assert_eq!(json(&["doudizhu", "contains", "3x 4d", "王炸"]), object!({ "contains": true }));
    assert_eq!(json(&["doudizhu", "remove", "3x 4d", "小王"]), object!({ "hand": "34R" }));
    assert_eq!(json(&["doudizhu", "classify", "z，y"])["kind"], "rocket");
    let answer = solve(
        &["--hands", "34 大王/5小", "--on", "王炸"].map(|text| if text == "王炸" { "3" } else { text }),
    );
    assert_eq!(answer["legal"], 3);
    // An ambiguous joker and a character that is not a card are reported with their positions.
    refused(&["doudizhu", "moves", "33王王王"], &["HAND:1:5", "a second black joker"]);
    refused(&["doudizhu", "solve", "--hands", "34/5 W6"], &["--hands:1:6", "`W` is not a card", "expected"]);
    refused(&["doudizhu", "solve", "--hands", "34/5", "--on", "1"], &["--on:1:1", "`1` is not a card"]);
}

#[test]
fn cards_are_printed_in_chinese() {
    let shown = printed(&["--hands", "999TJQQKA2/8JJK2BR", "--chinese", "--line"]);
    assert!(shown.contains("10JQKA") && shown.contains("8JJK2小大"), "{shown}");
    assert!(!shown.contains('T') && !shown.contains('B') && !shown.contains('R'), "{shown}");
    let answer = solve(&["--hands", "999TJQQKA/8JJK2B", "--chinese"]);
    assert_eq!(answer["best"], "TJQKA");
    let shown = printed(&["--puzzle", "example:puzzles", "--chinese"]);
    assert!(shown.contains('大') && !shown.contains('T'), "{shown}");
}

#[test]
fn puzzles_show_the_turn_and_the_move_on_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.jsonl");
    std::fs::write(
        &file,
        "{\"hands\": \"34 大王/6678/TT,J\", \"to_move\": 2, \"on\": \"99\", \"on_by\": 0, \"id\": \"a\", \
         \"winning_moves\": [\"10 10\"]}\n{\"hands\": \"33344/5\", \"rules\": \"rlcard,no-trio-pair\", \"id\": 7}\n\
         {\"hands\": \"33344/5\"}\n",
    )
    .unwrap();
    let answer = solve(&["--puzzle", text(&file), "--rules", "pagat"]);
    let [first, second, third] = answer["puzzles"].as_array().unwrap().as_slice() else { panic!("{answer}") };
    assert_eq!(
        ["id", "hands", "to_move", "on", "on_by", "landlord", "rules", "as_expected"].map(|key| &first[key]),
        [
            &object!("a"),
            &object!("34R/6678/TTJ"),
            &object!(2),
            &object!("99"),
            &object!(0),
            &object!(0),
            &object!("pagat"),
            &object!(true)
        ]
    );
    assert_eq!(
        ["id", "to_move", "on", "on_by", "rules"].map(|key| &second[key]),
        [&object!(7), &object!(0), &Value::Null, &Value::Null, &object!("rlcard,no-trio-pair")]
    );
    // The option's rules apply where the file has none.
    assert_eq!((&third["rules"], third["winning_moves"].as_array().unwrap().len()), (&object!("pagat"), 5));
    assert!(second["winning_moves"].as_array().unwrap().len() < 5, "{second}");
    let shown = printed(&["--puzzle", text(&file)]);
    for part in ["id", "to move", "seat 2", "99 of seat 0", " 7 "] {
        assert!(shown.contains(part), "{part} is not in {shown}");
    }
    // The winning moves of a file are parsed as cards, and a wrong answer gives exit code 1 in JSON
    // as well.
    std::fs::write(&file, "{\"hands\": \"33344/5\", \"winning_moves\": [\"3w\"]}\n").unwrap();
    refused(
        &["doudizhu", "solve", "--puzzle", text(&file)],
        &["p.jsonl:1", "winning_moves", "`w` is not a card"],
    );
    std::fs::write(&file, "{\"hands\": \"33344/5\", \"win\": false}\n").unwrap();
    for flags in [&["--json"][..], &[]] {
        let output = run(&[&["doudizhu", "solve", "--puzzle", text(&file)], flags].concat());
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("for 1 of 1 puzzle, the answer differs"), "{}", stderr(&output));
        assert!(!stdout(&output).is_empty());
    }
}

#[test]
fn puzzles_come_from_examples_archives_and_standard_input() {
    let kept = root().join("examples/doudizhu/puzzles.jsonl");
    let puzzles = |path: &str| {
        let mut answer = solve(&["--puzzle", path, "--value"]);
        answer["puzzles"]
            .as_array_mut()
            .unwrap()
            .iter()
            .map(|puzzle| puzzle["best"].clone())
            .collect::<Vec<_>>()
    };
    let expected = puzzles(text(&kept));
    assert_eq!((expected.len(), puzzles("example:puzzles")), (100, expected.clone()));
    let output = quadrille(&["doudizhu", "solve", "--puzzle", "-", "--value", "--json"])
        .stdin(std::fs::File::open(&kept).unwrap())
        .output()
        .unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap()["count"], 100);
    refused(&["doudizhu", "solve", "--puzzle", "example:puzzle"], &["did you mean `puzzles`?"]);
    refused(&["doudizhu", "solve", "--check", "example:puzzles"], &["example:puzzles", "`format`"]);
}

/// The grades in the puzzle file match the measure, and the puzzles are sorted from the hardest.
#[test]
fn the_puzzles_have_their_grades() {
    use quadrille::doudizhu::endgame::files::PuzzleLine;
    use quadrille::doudizhu::endgame::{Puzzle, Solver};

    let kept = std::fs::read_to_string(root().join("examples/doudizhu/puzzles.jsonl")).unwrap();
    let mut grades = Vec::new();
    for line in kept.lines() {
        let puzzle = PuzzleLine::read(line).unwrap();
        let (rules, endgame) = puzzle.endgame().unwrap();
        let position = endgame.position().unwrap();
        let mut solver = Solver::new(rules, 1 << 24);
        let verdict = solver.solve(&position, &()).unwrap();
        let found = Puzzle::of(&mut solver, &position, &verdict, &()).unwrap().unwrap();
        assert_eq!(puzzle.grade, Some(found.grade() as f64), "{line}");
        assert_eq!(puzzle.winning_moves, Some(vec![found.answer.to_string()]), "{line}");
        grades.push(found.grade());
    }
    assert!(grades.len() == 100 && grades.is_sorted_by(|one, next| one >= next));
}
