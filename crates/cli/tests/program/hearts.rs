//! `quadrille hearts`: contests whose flags are the keys of an experiment, and their game records.

use serde_json::{Value, json};

use super::{experiment, json, refused, run, stderr, stdout, text};

const FOUR: &str = "rule,random,random,random";
const ARENA: [&str; 8] = ["hearts", "arena", "--players", FOUR, "--games", "10", "--seed", "7"];

/// The flags are the keys of the file. The answer has the results of the file, plus facts of the
/// run.
#[test]
fn flags_are_the_keys_of_a_file() {
    let answer = json(&[&ARENA[..], &["--sitting", "4", "--pass-cards", "false", "--jd-bonus"]].concat());
    let (folder, file) = experiment(
        "kind = \"hearts.arena\"\nseed = 7\n[hearts]\nplayers = [\"rule\", \"random\", \"random\", \"random\"]\n\
         games = 10\nsitting = 4\npass_cards = false\njd_bonus = true\n",
    );
    let out = folder.path().join("out");
    let mut result = json(&["run", text(&file), "--out", text(&out)])["result"].take();
    for fact in ["games_per_second", "seconds", "seed"] {
        result[fact] = answer[fact].clone();
    }
    assert_eq!(answer, result);
    assert_eq!(
        (&answer["games"], &answer["seed"]),
        (&json!(12), &json!("7")),
        "as many games in each series"
    );
    let rules = ["no_pts_on_first_trick", "jd_bonus", "qs_breaks_hearts", "must_break_hearts"];
    assert_eq!(answer["rules"], json!(rules));
    let player = &answer["players"][0];
    assert_eq!(player["name"], "rule");
    assert_eq!(player["places"].as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>(), 12);
    let shown = stdout(&run(&ARENA));
    assert!(shown.starts_with("Hearts: ") && shown.contains("fewer are better"), "{shown}");
}

#[test]
fn a_league_rates_its_players() {
    let five = format!("{FOUR},random");
    let answer = json(&["hearts", "league", "--players", &five, "--games", "200", "--seed", "7"]);
    assert_eq!((&answer["tables"], &answer["players"][0]["rank"]), (&json!(5), &json!(1)));
}

#[test]
fn faults_are_reported_at_their_flags() {
    let cases: [(&[&str], &[&str]); 6] = [
        (&["--players", "rule,random", "--games", "4"], &["--players:1:1", "expected 4"]),
        (&["--players", "rule,nobody,rule,rule", "--games", "4"], &["--players:1:6", "nobody"]),
        (&["--players", FOUR, "--games", "0"], &["--games:1:1"]),
        (&["--players", FOUR, "--games", "18446744073709551615"], &["--games", "too large"]),
        (&["--players", FOUR, "--games", "4", "--jd-bonus", "perhaps"], &["--jd-bonus", "true, false"]),
        (&["--players", FOUR], &["--games"]),
    ];
    for (flags, says) in cases {
        refused(&[&["hearts", "arena"], flags].concat(), says);
    }
}

/// Every game is recorded. Games with programs cannot be recorded; this is reported before any game
/// is played.
#[test]
fn games_of_an_arena_go_on_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl.gz");
    let output = run(&[&ARENA[..], &["--records", text(&file)]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let verified = json(&["hearts", "verify", text(&file)]);
    assert_eq!((&verified["ok"], &verified["games"]), (&json!(true), &json!(12)));
    let programs = ["hearts", "arena", "--players", "cmd:false,rule,rule,rule", "--games", "4"];
    refused(&[&programs[..], &["--records", text(&file)]].concat(), &["cannot be replayed"]);
}
