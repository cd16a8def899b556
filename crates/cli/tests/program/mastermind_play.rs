//! `mastermind play`, driven line by line by a script.

use std::io::Write as _;
use std::process::{Output, Stdio};

use super::{assert_no_panic, json, quadrille, refused, stderr, stdout};

const SIZE: [&str; 6] = ["mastermind", "play", "--pins", "4", "--colors", "6"];

/// Plays a game with these bytes on standard input.
fn played(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = quadrille(arguments)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // After the game, no further input is read.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Plays a game of four pins and six colours that must end well, and returns its output.
fn plays(more: &[&str], lines: &[&str]) -> String {
    let output = played(&[&SIZE[..], more].concat(), (lines.join("\n") + "\n").as_bytes());
    let (text, errors) = (stdout(&output), stderr(&output));
    assert_no_panic(&errors);
    assert_eq!(output.status.code(), Some(0), "{text}{errors}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours in a pipe: {text}");
    text
}

/// Returns the code of seed 7.
fn code_of_seed_7() -> String {
    let text = plays(&["--seed", "7"], &["resign"]);
    let code = text.lines().last().unwrap().strip_prefix("the code was ").unwrap();
    assert_eq!(code.len(), 4);
    code.to_owned()
}

#[test]
fn a_code_is_broken_and_every_guess_graded() {
    let code = code_of_seed_7();
    let text = plays(&["--seed", "7"], &["1122", "1122", "undo", "rows", &code, "hint"]);
    let score = json(&["mastermind", "score", &code, "1122"]);
    let [black, white] = ["black", "white"].map(|color| score[color].as_u64().unwrap() as usize);
    let drawn = "●".repeat(black) + &"○".repeat(white) + &"·".repeat(4 - black - white);
    let row = format!("  1  1122  {drawn}  {black} black, {white} white\n");
    // The row appears twice, after its guess and in the list; the second guess was removed.
    assert_eq!(text.matches(&row).count(), 2, "{text}");
    assert!(text.contains("row 2 was removed\n"), "{text}");
    assert!(text.contains(&format!("  2  {code}  ●●●●  4 black, 0 white\nfound in 2 turns\n")), "{text}");
    // The output of `grade` for the same rows, and nothing after it: the game is over.
    let rows = [format!("1122:{},{}", score["black"], score["white"]), format!("{code}:4,0")];
    let grade = ["mastermind", "grade", "--pins", "4", "--colors", "6", &rows[0], &rows[1]];
    assert!(text.ends_with(&stdout(&super::run(&grade))), "{text}");
    assert!(text.contains("turns lost in all, against optimal play"), "{text}");
}

#[test]
fn a_player_who_follows_the_hints_finds_the_code() {
    let mut lines: Vec<String> = Vec::new();
    for _ in 0..7 {
        lines.push("hint".to_owned());
        let text = plays(&["--seed", "7"], &lines.iter().map(String::as_str).collect::<Vec<_>>());
        let hint = text.lines().rfind(|line| line.starts_with("guess ")).unwrap();
        lines.push(hint.split([':', ',']).nth(1).unwrap().trim().to_owned());
        let text = plays(&["--seed", "7"], &lines.iter().map(String::as_str).collect::<Vec<_>>());
        if text.contains("found in ") {
            assert!(text.contains("\n0.000 turns lost in all"), "{text}");
            return;
        }
    }
    panic!("seven turns of optimal play: {lines:?}");
}

#[test]
fn a_resigned_game_shows_the_code_and_grades() {
    let text = plays(&["--seed", "7"], &["1111", "1111", "candidates", "resign"]);
    assert!(text.contains(&format!("the code was {}\n", code_of_seed_7())), "{text}");
    assert!(text.contains("agree with all rows\n"), "{text}");
    let graded: Vec<&str> = text.lines().filter(|line| line.starts_with("1111 ")).collect();
    assert!(graded.len() >= 2, "{text}");
}

#[test]
fn a_random_seed_is_printed() {
    let output = played(&SIZE, b"resign\n");
    let seed = stderr(&output).trim().strip_prefix("seed ").unwrap().to_owned();
    let again = plays(&["--seed", &seed], &["resign"]);
    assert_eq!(again, stdout(&output));
}

/// Plays a game in which a script has a code and answers by the rules.
fn answered(more: &[&str], secret: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    loop {
        let text = plays(more, &lines.iter().map(String::as_str).collect::<Vec<_>>());
        if text.contains("found in ") {
            return text;
        }
        assert!(lines.len() < 10, "{text}");
        let line = text.lines().rfind(|line| line.starts_with("guess ")).unwrap();
        let guess = line.split([':', ',']).nth(1).unwrap().trim();
        let score = json(&["mastermind", "score", secret, guess]);
        lines.push(format!("{},{}", score["black"], score["white"]));
    }
}

#[test]
fn the_program_breaks_a_code() {
    for strategy in ["optimal", "knuth", "first-consistent"] {
        let text = answered(&["--game", "make", "--strategy", strategy], "3461");
        assert!(text.contains(": 3461, "), "{text}");
        if strategy == "optimal" {
            assert!(text.contains("\n0.000 turns lost in all"), "{text}");
            // 5,625 turns for 1,296 codes: the known optimum.
            assert!(text.contains("the best guess: 4.340 turns on average"), "{text}");
        }
        if strategy == "knuth" {
            assert!(text.contains("guess 1: 1122, which may be the code\n"), "{text}");
            assert!(text.contains("; chosen by knuth\n"), "{text}");
        }
    }
    let text = answered(&["--game", "make"], "6666");
    assert!(text.contains("the only codeword that remains") || text.contains(": 6666, which may"), "{text}");
}

#[test]
fn a_contradiction_is_explained_at_once_and_can_be_mended() {
    let make = ["--game", "make", "--strategy", "knuth"];
    // Knuth's guesses are 1122, 3345 and 6666. They contain all colours, so answers without pegs
    // contradict one another.
    let text = plays(&make, &["0,0", "0 0", "0,0", "1,1", "hint", "undo", "quit"]);
    for line in [
        "no codeword agrees with all rows: at least one feedback must be wrong\n",
        "rows 1, 2 and 3 contradict one another\n",
        "a smallest change of the feedback that resolves the contradiction:\n",
        "changing one of these rows resolves the contradiction:\n  edit ",
        "type `edit`, `drop` or `undo`\n",
        "the rows contradict one another: first type `edit`, `drop` or `undo`\n",
        "the rows contradict one another: no guess can be right\n",
        "row 3 was removed\n",
    ] {
        assert!(text.contains(line), "`{line}` in {text}");
    }
    // The suggested guess before the contradiction and after `undo` is the same.
    let third: Vec<&str> = text.lines().filter(|line| line.starts_with("guess 3: ")).collect();
    assert_eq!(third, ["guess 3: 6666, the only codeword that remains"; 2], "{text}");
    // A suggested correction resolves the contradiction.
    let offered = text.lines().find_map(|line| line.strip_prefix("  edit ")).unwrap();
    let (edit, leaves) = offered.split_once("   leaves ").unwrap();
    let edit = format!("edit {edit}");
    let mended = plays(&make, &["0,0", "0,0", "0,0", &edit, "candidates", "drop 1", "undo"]);
    let agree =
        if leaves == "1 codeword" { "1 codeword agrees".to_owned() } else { format!("{leaves} agree") };
    assert!(mended.contains(&format!("{agree} with all rows\n")), "{offered}: {mended}");
    assert!(mended.ends_with("end of input: the game is over\n"), "{mended}");
    // Rows that contradict one another are not graded.
    let given_up = plays(&make, &["0,0", "0,0", "0,0", "resign"]);
    assert!(given_up.ends_with("rows that contradict one another are not graded\n"), "{given_up}");
}

#[test]
fn a_game_elsewhere_is_accompanied() {
    let assist = ["--game", "assist", "--strategy", "knuth"];
    // The suggested guess 1122 is played, then a guess of the player's own.
    let lines = ["1,0", "1345: 0 1", "rows", "edit 2 1344:0,1", "rows", "edit 3 1,0", "drop 2", "undo"];
    let text = plays(&assist, &lines);
    assert!(text.contains("guess 2: 1344, which may be the code\n  256 codewords remain; chosen by knuth\n"));
    assert!(
        text.contains("  1  1122  ●···  1 black, 0 white\n  2  1345  ○···  0 black, 1 white\n"),
        "{text}"
    );
    assert!(
        text.contains("  1  1122  ●···  1 black, 0 white\n  2  1344  ○···  0 black, 1 white\n"),
        "{text}"
    );
    assert!(text.contains("there is no row 3; there are rows 1 to 2\n"), "{text}");
    // The suggested guess after these rows is that of `advise`.
    let advise = ["mastermind", "advise", "--pins", "4", "--colors", "6", "--strategy", "knuth"];
    let advice = json(&[&advise[..], &["1122:1,0", "1344:0,1"]].concat());
    let third = format!("guess 3: {}, ", advice["guess"].as_str().unwrap());
    assert_eq!(text.matches(&third).count(), 2, "{text}");
    // The code is also found by editing a row.
    let text = plays(&assist, &["1122:1,0", "1344:0,1", "drop 1", "edit 1 4,0", "hint"]);
    assert!(text.contains("found in 1 turn\n") && text.contains("turns lost in all"), "{text}");
    // Four black pegs end the game only if they agree with the other rows.
    let text = plays(&assist, &["1122:0,0", "1344:4,0"]);
    assert!(text.contains("rows 1 and 2 contradict one another\n"), "{text}");
}

#[test]
fn bad_lines_are_reported_and_asked_again() {
    let lines = ["1127", "112", "hnit", "quit now", "edit 1 1,0", "", "  ", "undo", "rows", "1122", "help"];
    let text = plays(&["--seed", "7"], &lines);
    for line in [
        "`1127` is not a valid guess: pin 4: colour `7` is beyond this game's 6 colours,\n`123456`\n",
        "`112` is not a valid guess: 3 pins; expected 4\n",
        "`hnit` is neither a guess nor a command; did you mean `hint`?\n",
        "`quit` takes no arguments\n",
        "`edit` is not available here; `undo` removes the last guess\n",
        "there is no row to undo\n",
        "no rows yet\n",
        "  1  1122  ",
        "resign       shows the code and grades the guesses\n",
    ] {
        assert!(text.contains(line), "`{line}` in {text}");
    }
    let odd = b"\xff\xfe\n\x1b[31m\n\0\n3,1\n5,5\n1,0,0\n".to_vec();
    let long = "1".repeat(1_000_000).into_bytes();
    let input = [odd, long, b"\n1,0".to_vec()].concat();
    for game in ["break", "make", "assist"] {
        let output = played(&[&SIZE[..], &["--game", game]].concat(), &input);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{text}");
        assert!(text.contains("this line is not text in UTF-8\n"), "{text}");
        assert!(text.contains("this line is too long\n"), "{text}");
        assert!(text.ends_with("end of input: the game is over\n"), "{text}");
        assert!(!text.contains('\u{1b}') && text.len() < 3000, "{text}");
        // The last line counts even without a line end.
        assert_eq!(text.contains("guess 2: "), game != "break", "{text}");
        assert_no_panic(&stderr(&output));
    }
}

#[test]
fn pegs_are_coloured_where_colours_are_wanted() {
    let colors = |name: &str, value: &str, game: &str| {
        let mut command = quadrille(&[&SIZE[..], &["--game", game]].concat());
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env(name, value);
        command.stdin(Stdio::null());
        stdout(&command.output().unwrap())
    };
    let forced = colors("CLICOLOR_FORCE", "1", "break");
    // The character is drawn on its colour.
    assert!(forced.contains("\u{1b}[48;5;160m\u{1b}[38;5;231m 1 \u{1b}[0m"), "{forced:?}");
    assert!(!colors("NO_COLOR", "1", "break").contains('\u{1b}'));
    assert!(colors("NO_COLOR", "1", "make").contains("colours 123456\n"));
}

#[test]
fn other_sizes_are_played_too() {
    let bulls = ["mastermind", "play", "--pins", "4", "--colors", "10", "--no-repeats"];
    let output = played(&[&bulls[..], &["--seed", "1"]].concat(), b"1230\n1123\nhint\nresign\n");
    let text = stdout(&output);
    assert!(text.contains("`1123` is not a valid guess: pin 2: colour `1`"), "{text}");
    assert!(text.contains("guess 2: ") && text.contains("turns lost in all"), "{text}");
    // At the maximum size there is no advice, but a guess is scored.
    let largest = ["mastermind", "play", "--pins", "16", "--colors", "15"];
    let input = b"hint\n123456789abcdef1\ncandidates\nresign\n";
    let output = played(&[&largest[..], &["--seed", "1"]].concat(), input);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(text.contains("  1  123456789abcdef1  "), "{text}");
    assert!(text.contains("is graded only by `quadrille mastermind grade`"), "{text}");
    // A guess does not take hours.
    let large = ["mastermind", "play", "--pins", "7", "--colors", "9", "--game", "assist"];
    let text = stdout(&played(&large, b"1122334:1,2\n"));
    assert!(text.contains("683,250 codewords remain; chosen by entropy among "), "{text}");
    let one = ["mastermind", "play", "--pins", "1", "--colors", "1", "--game", "make"];
    let text = stdout(&played(&one, b"1,0\n"));
    assert!(text.contains("guess 1: 1, the only codeword that remains\nfound in 1 turn\n"), "{text}");
}

#[test]
fn invalid_options_of_a_game_are_refused() {
    refused(&[&SIZE[..], &["--json"]].concat(), &["a game is interactive and has no JSON answer"]);
    refused(&[&SIZE[..], &["--game", "make", "--seed", "1"]].concat(), &["--seed", "with `--game break`"]);
    refused(&[&SIZE[..], &["--strategy", "best"]].concat(), &["optimal, knuth"]);
    refused(&["mastermind", "play", "--pins", "17"], &["--pins", "17"]);
}

#[test]
fn colours_have_letters_of_the_players_own() {
    let letters = ["--letters", "RGBYOP"];
    let code = code_of_seed_7();
    let own: String =
        code.chars().map(|color| b"RGBYOP"[color.to_digit(10).unwrap() as usize - 1] as char).collect();
    let text = plays(&[&letters[..], &["--seed", "7"]].concat(), &["rrgg", "1122", "candidates", &own]);
    assert!(text.contains("colours RGBYOP\n") && text.contains("  1  RRGG  "), "{text}");
    assert!(text.contains("`1122` is not a valid guess: pin 1: `1` is not a colour"), "{text}");
    assert!(text.contains(&format!("  2  {own}  ●●●●  4 black, 0 white\nfound in 2 turns\n")), "{text}");
    let text =
        plays(&[&letters[..], &["--game", "assist"]].concat(), &["RRGG:4,0", "undo", "RRRR:4,0", "quit"]);
    assert!(text.contains("RRGG") && !text.contains("1122"), "{text}");
    let size = ["--pins", "4", "--colors", "6", "--letters", "RGBYOP"];
    let found = json(&[&["mastermind", "candidates"], &size[..], &["RRGG:3,0"]].concat());
    assert_eq!(found["candidates"][0], "RRRG");
    let advice = ["mastermind", "advise", "--strategy", "knuth", "RRGG:1,0"];
    assert_eq!(json(&[&advice[..], &size].concat())["guess"], "RBYY");
    let grade = json(&[&["mastermind", "grade"], &size[..], &["RRGG:1,0", "RBYY:4,0"]].concat());
    assert_eq!(grade["rows"][1]["guess"], "RBYY");
    let optimal = ["mastermind", "optimal", "--pins", "3", "--colors", "4", "--letters", "RGB_"];
    let first = json(&optimal)["first_guess"].as_str().unwrap().to_owned();
    assert!(first.chars().all(|letter| "RGB_".contains(letter)), "{first}");
    let score = json(&["mastermind", "score", "RGRG", "GRRR", "--letters", "RG"]);
    assert_eq!((score["black"].as_u64(), score["white"].as_u64()), (Some(1), Some(2)));
    // Conflicts are reported in these letters too.
    let rows = ["RRGG:4,0", "BBBB:1,0"];
    let output = super::run(&[&advice[..4], &size, &rows].concat());
    let told = stderr(&output);
    assert!(told.contains("RRGG") || told.contains("BBBB"), "{told}");
    assert!(!told.contains("1122") && !told.contains("3333"), "{told}");
    for (own, says) in [
        ("RGB", "3 letters for 6 colours"),
        ("RGBYOr", "`r` is the letter of two colours"),
        ("RGBYO:", "`:` cannot be the letter of a colour"),
        ("hintob", "`hint` would be both a guess and a command"),
    ] {
        refused(&[&SIZE[..], &["--letters", own]].concat(), &["--letters", says]);
    }
    refused(&[&["mastermind", "candidates"], &size[..], &["RRGX:1,0"]].concat(), &["`X` is not a colour"]);
}
