//! `advise`, `review`, `play` and `bot-check` of the card games.

use std::io::Write as _;
use std::process::{Output, Stdio};

use rustix::process::Signal;
use serde_json::Value;

use super::terminal::Terminal;
use super::{assert_no_panic, json, quadrille, refused, run, stderr, stdout, text};

const FEW: [&str; 4] = ["--playouts", "40", "--worlds", "64"];

/// Runs a command with lines on standard input.
fn typed(arguments: &[&str], lines: &str) -> Output {
    let mut child = quadrille(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may leave before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn advice_ranks_moves_and_ignores_the_number_of_threads() {
    let hand = ["doudizhu", "advise", "--hand", "3335678TJQQKKAA222BR", "--seed", "3"];
    let [one, two] = ["1", "2"].map(|threads| json(&[&hand[..], &FEW, &["--threads", threads]].concat()));
    assert_eq!(one, two);
    let moves = one["moves"].as_array().unwrap();
    assert!(
        moves.len() > 1 && one["unit"] == "win share" && one["view"]["hand"].as_array().unwrap().len() == 20
    );
    let behind: Vec<f64> = moves.iter().map(|found| found["behind"].as_f64().unwrap()).collect();
    assert!(behind[0] == 0.0 && behind[1..].is_sorted(), "{behind:?}");
    for found in moves {
        let [value, low, high] = ["value", "low", "high"].map(|key| found[key].as_f64().unwrap());
        assert!(low <= value && value <= high && (-0.2..=1.2).contains(&value), "{found}");
    }
    // The hand leads two cards that no unseen card beats, and then its last card: a proved win.
    let won = ["doudizhu", "advise", "--hand", "R5", "--played", "B", "--sizes", "20,31"];
    refused(&won, &["31 cards", "at most 20"]);
    let rest = "33334444555666677778888999TTTJJJJQQQQKKKKAAAA2222B";
    let won = ["doudizhu", "advise", "--hand", "R5", "--played", rest, "--sizes", "1,1"];
    let found = json(&won);
    assert_eq!((&found["reason"], &found["moves"][0]["action"]), (&Value::from("proved"), &Value::from("R")));
    let text = stdout(&run(&won));
    assert!(text.contains("proved to be best in every deal") && text.lines().count() <= 24, "{text}");
}

#[test]
fn advice_on_records_stops_at_the_decision() {
    let at = |after: &str| {
        json(
            &[
                &["daifugo", "advise", "--record", "example:daifugo-games", "--game", "0", "--after", after],
                &FEW[..],
            ]
            .concat(),
        )
    };
    let (first, later) = (at("0"), at("7"));
    assert!(first["view"]["table"].as_array().unwrap().is_empty(), "the first seat leads");
    assert_ne!(first["view"]["hand"], later["view"]["hand"]);
    let record = ["daifugo", "advise", "--record", "example:daifugo-games"];
    // The default is the last choice of the last game.
    let last = json(&[&record[..], &FEW].concat());
    assert!(last["moves"].as_array().unwrap().len() > 1, "{last}");
    refused(&[&record[..], &["--game", "5"]].concat(), &["--game 5", "0 to 4"]);
    refused(&[&record[..], &["--after", "9999"]].concat(), &["--after 9999"]);
    refused(&["daifugo", "advise"], &["--record FILE"]);
    refused(&[&record[..], &["--hand", "C3", "--sizes", "1,1"]].concat(), &["--record"]);
    refused(&["daifugo", "advise", "--hand", "C3", "--sizes", "10"], &["--sizes"]);
    refused(&["hearts", "advise"], &["--record"]);
}

#[test]
fn reviews_are_reproducible_and_list_the_costliest_decisions_first() {
    let review = ["doudizhu", "review", "example:doudizhu-games"];
    let [one, two] = ["1", "2"].map(|threads| json(&[&review[..], &FEW, &["--threads", threads]].concat()));
    assert_eq!(one, two);
    let decisions = one["decisions"].as_array().unwrap();
    assert_eq!(one["reviewed"].as_u64().unwrap(), decisions.len() as u64);
    let lost: Vec<f64> = one["costliest"]
        .as_array()
        .unwrap()
        .iter()
        .map(|costly| decisions[costly["decision"].as_u64().unwrap() as usize]["loss"].as_f64().unwrap())
        .collect();
    assert!(!lost.is_empty() && lost.is_sorted_by(|one, other| one >= other), "{lost:?}");
    for decision in decisions {
        let [loss, error] = ["loss", "loss_error"].map(|key| decision[key].as_f64().unwrap());
        assert_eq!(decision["charged"].as_bool().unwrap(), loss - error > 0.0, "{decision}");
        assert!(decision["taken"] != decision["best"] || loss == 0.0, "{decision}");
    }
    let charged: u64 =
        one["players"].as_array().unwrap().iter().map(|player| player["charged"].as_u64().unwrap()).sum();
    assert_eq!(charged, decisions.iter().filter(|decision| decision["charged"] == true).count() as u64);
    let text = stdout(&run(&[&review[..], &FEW].concat()));
    assert!(
        text.contains("The costliest decisions") && text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    refused(&[&review[..], &["--player", "nobody"]].concat(), &["no player nobody", "policy"]);
    refused(&[&review[..], &["--game", "3"]].concat(), &["no game 3", "0 to 2"]);
    refused(&[&review[..], &["--playouts", "0"]].concat(), &["--playouts"]);
    let little = ["--memory", "4", "--threads", "2"];
    refused(&[&review[..], &little].concat(), &["--memory 4 MiB", "at least", "2 threads"]);
    refused(&["doudizhu", "review", "example:puzzles"], &["line 1"]);
}

#[test]
fn truncated_official_logs_are_reviewed_up_to_their_whole_games() {
    let log = std::fs::read(
        super::root().join("crates/uecda-protocol/tests/data/server_record_20060_20140_4games.log"),
    );
    let log = log.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let [whole, cut, page] = ["whole.log", "cut.log", "page.html"].map(|name| folder.path().join(name));
    std::fs::write(&whole, &log).unwrap();
    std::fs::write(&cut, &log[..log.len() * 3 / 5]).unwrap();
    let review = |file, more: &[&str]| -> Value {
        let few = [
            "daifugo",
            "review",
            text(file),
            "--player",
            "2",
            "--playouts",
            "20",
            "--worlds",
            "64",
            "--json",
        ];
        let output = run(&[&few[..], more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        // The complete games of a truncated log are used, with a warning.
        assert_eq!(stderr(&output).contains("whole game"), *file == cut, "{}", stderr(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let all = review(&whole, &["--report", text(&page), "--language", "ja"]);
    let part = review(&cut, &[]);
    assert!(all["games"] == 4 && part["games"].as_u64().unwrap() < 4, "{}", part["games"]);
    let of_part = part["decisions"].as_array().unwrap();
    assert_eq!(of_part[..], all["decisions"].as_array().unwrap()[..of_part.len()]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("大富豪") && page.contains("損失の大きい手") && page.contains("class=\"board\""));
}

#[test]
fn a_whole_game_of_each_is_played_through_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    for (game, players) in
        [("doudizhu", "rule,rule"), ("daifugo", "greedy,greedy"), ("hearts", "rule,rule,rule")]
    {
        let record = folder.path().join(format!("{game}.jsonl"));
        let play =
            [game, "play", "--players", players, "--seed", "4", "--games", "2", "--record", text(&record)];
        // Types nonsense at the first prompt, then every command and an undo, then always the first
        // legal action.
        let lines = format!(
            "\u{1b}[31mx\n\u{202e}\n?\nmoves\n99999\n#0\n#1\nundo\nshow\nhint\n{}",
            "#1\n".repeat(400)
        );
        let output = typed(&play, &lines);
        let shown = stdout(&output);
        assert_no_panic(&stderr(&output));
        assert_eq!(output.status.code(), Some(0), "{game}: {}", stderr(&output));
        assert!(!shown.contains('\u{1b}') && !shown.contains('\u{202e}'), "{game}: control characters");
        for said in ["take the only legal action", "is now practice", "in total", "(practice)"] {
            assert!(shown.contains(said), "{game}: no `{said}` in {shown}");
        }
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{game}: {shown}");
        assert_eq!(json(&[game, "verify", text(&record)])["games"], 2, "{game}");
        // The same seed and lines give the same game.
        assert_eq!(stdout(&typed(&play, &lines)), shown, "{game}");
        // The end of the input abandons the game, and nothing is written.
        std::fs::remove_file(&record).unwrap();
        let left = typed(&play, "#1\n");
        assert!(left.status.success() && stdout(&left).contains("abandoned") && !record.exists(), "{game}");
    }
    refused(&["daifugo", "play", "--players", "greedy"], &["--players"]);
    refused(&["doudizhu", "play", "--players", "rule"], &["1 player", "expected 2"]);
    refused(&["doudizhu", "play", "--players", "rule,ruel"], &["ruel", "rule"]);
}

#[test]
fn bot_check_finds_faults_and_accepts_the_example() {
    let bot = super::root().join("examples/players/bot.py");
    let check = |program: &str| run(&["doudizhu", "bot-check", program, "--games", "3", "--json"]);
    let good = check(&format!("python3 {}", text(&bot)));
    assert!(good.status.success(), "{}", stderr(&good));
    let found: Value = serde_json::from_slice(&good.stdout).unwrap();
    let asked: Vec<&str> = found["decisions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|decisions| decisions["ask"].as_str().unwrap())
        .collect();
    assert!(found["ok"] == true && found["games"] == 9 && asked.len() == 2, "{found}");
    // This program answers every question with the same move.
    let stubborn = "import json, sys\nfor line in sys.stdin:\n    q = json.loads(line)\n    print(json.dumps({'id': q['id'], 'ready': True, 'move': '3', 'call': 'pass'}), flush=True)\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("stubborn.py");
    std::fs::write(&file, stubborn).unwrap();
    let bad = check(&format!("python3 {}", text(&file)));
    let found: Value = serde_json::from_slice(&bad.stdout).unwrap();
    assert_eq!((bad.status.code(), &found["ok"]), (Some(1), &Value::Bool(false)));
    let fault = &found["faults"][0];
    assert!(
        fault["reason"].as_str().unwrap().contains("not legal")
            && fault["question"].as_str().unwrap().contains("\"moves\"")
    );
    assert_eq!(check("no-such-program-at-all").status.code(), Some(1));
    refused(&["doudizhu", "bot-check", "'"], &["PROGRAM"]);
}

/// The control sequence that begins a prompt: pasted text is marked.
const PROMPT: &str = "\u{1b}[?2004h";

/// Plays at a pseudo-terminal: waits for each prompt, then types a line.
fn at_a_terminal(game: &str, players: &str, ends: &str) {
    let arguments = [game, "play", "--players", players, "--seed", "9"];
    let mut terminal = Terminal::start(quadrille(&arguments).env("TERM", "xterm"));
    let mut prompts = 0;
    loop {
        terminal.until("a prompt or the end", |written| {
            written.matches(PROMPT).count() > prompts || written.contains(ends)
        });
        if terminal.written.contains(ends) {
            break;
        }
        prompts = terminal.written.matches(PROMPT).count();
        match prompts % 5 {
            0 => {
                terminal.keys("nonsense\r");
                continue;
            }
            1 => terminal.resize(if prompts % 2 == 0 { 60 } else { 120 }, 30),
            _ => {}
        }
        terminal.keys("#1\r");
    }
    assert!(terminal.wait().success(), "{game}");
    assert!(terminal.is_restored(), "{game}: the terminal is not restored");
}

#[test]
fn whole_games_at_a_pseudo_terminal() {
    for (game, players) in
        [("doudizhu", "rule,rule"), ("daifugo", "greedy,greedy"), ("hearts", "rule,rule,rule")]
    {
        at_a_terminal(game, players, "in total");
    }
}

#[test]
fn the_terminal_is_restored_after_ctrl_c_and_the_end_of_input() {
    for key in ["\u{3}", "\u{4}"] {
        let mut terminal =
            Terminal::start(quadrille(&["hearts", "play", "--seed", "1"]).env("TERM", "xterm"));
        terminal.until("the prompt", |written| written.contains(PROMPT));
        terminal.keys(key);
        assert!(terminal.wait().success(), "{key:?}");
        assert!(
            terminal.written.contains("abandoned") && terminal.is_restored(),
            "{key:?}: {}",
            terminal.written
        );
    }
    let mut terminal = Terminal::start(quadrille(&["hearts", "play", "--seed", "1"]).env("TERM", "xterm"));
    terminal.until("the prompt", |written| written.contains(PROMPT));
    terminal.signal(Signal::TERM);
    terminal.wait();
}

#[test]
fn wrong_moves_of_a_puzzle_are_refuted_and_solved_puzzles_are_kept() {
    let state = tempfile::tempdir().unwrap();
    let play = |arguments: &[&str], lines: &str| {
        let mut command = quadrille(&[&["doudizhu", "puzzles"], arguments].concat());
        command.env("XDG_STATE_HOME", state.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        stdout(&output)
    };
    // Types nonsense, an illegal move and a wrong move, then the moves of the solver's line.
    let solved = json(&["doudizhu", "solve", "--hands", "4566789JQA/334468TK22", "--line"]);
    let moves = solved["line"].as_array().unwrap().iter().zip(solved["line_seats"].as_array().unwrap());
    let own: Vec<&str> =
        moves.filter(|(_, seat)| **seat == 0).map(|(chosen, _)| chosen.as_str().unwrap()).collect();
    let lines = format!("\u{1b}[2J\n33\n4\nmoves\n?\nhint\n{}\nquit\n", own.join("\n"));
    let text = play(&["--number", "1"], &lines);
    for said in [
        "Puzzle 1 of 100",
        "does not hold 3",
        "4 loses to seat 1: ",
        "Moves",
        "456789 wins.",
        "Solved: 1 of 100",
    ] {
        assert!(text.contains(said), "no `{said}` in {text}");
    }
    assert!(!text.contains('\u{1b}'), "{text}");
    // The next call begins with the next puzzle.
    assert!(play(&[], "quit\n").contains("Puzzle 2 of 100"));
    refused(&["doudizhu", "puzzles", "--number", "101"], &["--number 101", "1 to 100"]);
}

#[test]
fn every_lead_of_a_puzzle_but_the_answer_is_refuted() {
    let state = tempfile::tempdir().unwrap();
    let play = |number: &str, lines: &str| {
        let mut command = quadrille(&["daifugo", "puzzles", "--number", number]);
        command.env("XDG_STATE_HOME", state.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        stdout(&output)
    };
    for number in ["1", "2", "3", "60"] {
        let text = play(number, "\u{1b}x\nC3 C3\nmoves\n");
        assert!(!text.contains('\u{1b}') && !text.contains("Solved"), "{text}");
        let leads = text.split("Leads ").nth(1).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        let leads: Vec<&str> = leads.split(", ").collect();
        assert!(leads.len() >= 6, "{text}");
        let text = play(number, &format!("{}\nnone\n", leads.join("\n")));
        let refuted = text.matches("may answer").count() + text.matches("cannot be answered").count();
        assert!(
            text.contains(&format!("Solved: puzzle {number} of 100")) && refuted <= leads.len(),
            "{text}"
        );
    }
    refused(&["daifugo", "puzzles", "--number", "0"], &["--number 0", "1 to 100"]);
}
