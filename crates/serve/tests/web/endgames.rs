//! Endgames: puzzles, solved positions, refutations, notations, and refusals of bad requests.

use serde_json::{Value, json};

use crate::client::Site;

fn site() -> (tempfile::TempDir, Site) {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    (folder, site)
}

/// A position of two hands in which the first hand wins.
const WON: &str = "999TJQQKA/8JJK2B";

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn puzzles_come_without_their_solution_the_easiest_first() {
    let (_folder, site) = site();
    let puzzles = site.get("/api/endgames/puzzles");
    assert!(!puzzles.text().contains("winning"), "the solution is not sent");
    let puzzles = puzzles.json();
    let grades: Vec<u64> =
        puzzles.as_array().unwrap().iter().map(|puzzle| puzzle["grade"].as_u64().unwrap()).collect();
    assert!(grades.len() == 100 && grades.is_sorted(), "{grades:?}");
    site.server.end();
}

#[test]
fn a_puzzle_is_solved_and_a_wrong_move_refuted() {
    let (_folder, site) = site();
    let puzzle = site.get("/api/endgames/puzzles").json()[0].clone();
    let attempt = |played: &[String], chosen: Option<&str>| {
        let mut body = puzzle.clone();
        (body["played"], body["move"]) = (json!(played), json!(chosen));
        let answer = site.post("/api/endgames/attempt", &body);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    };
    let begun = attempt(&[], None);
    let legal = texts(&begun["legal"]);
    let mut body = puzzle.clone();
    body["played"] = json!([]);
    let walked = site.post("/api/endgames/walk", &body).json();
    let winning = texts(&walked["winning"]);
    assert_eq!(winning.len(), 1, "{walked}");
    // Every other first move is refuted, and leaves the position unchanged.
    for &wrong in legal.iter().filter(|&&chosen| chosen != winning[0]) {
        let judged = attempt(&[], Some(wrong));
        let refutation = judged["refutation"].as_array().unwrap();
        assert!(!refutation.is_empty() && judged["played"] == json!([]), "{wrong}: {judged}");
    }
    // Winning moves lead to the end.
    let mut played: Vec<String> = Vec::new();
    for _ in 0..40 {
        body["played"] = json!(played);
        let best = site.post("/api/endgames/hint", &body).json()["move"].as_str().unwrap().to_owned();
        let judged = attempt(&played, Some(&best));
        assert_eq!(judged["refutation"], Value::Null, "{best} is right");
        let steps = judged["played"].as_array().unwrap();
        played = steps.iter().map(|step| step["move"].as_str().unwrap().to_owned()).collect();
        if judged["winner"] == json!(0) {
            site.server.end();
            return;
        }
    }
    panic!("the puzzle was not solved by its hints: {played:?}");
}

#[test]
fn a_position_is_solved_and_walked_against_any_reply() {
    let (_folder, site) = site();
    let walk =
        |played: &[&str]| site.post("/api/endgames/walk", &json!({ "hands": WON, "played": played })).json();
    let begun = walk(&[]);
    assert_eq!((&begun["win"], &begun["complete"]), (&json!(true), &json!(true)), "{begun}");
    let (winning, losing) = (texts(&begun["winning"]), texts(&begun["losing"]));
    assert_eq!(winning.len() + losing.len(), begun["legal"].as_array().unwrap().len());
    // After a winning move every reply loses; after a losing one some reply wins.
    let after = walk(&[winning[0]]);
    assert_eq!((&after["win"], &after["turn"]), (&json!(false), &json!(1)));
    assert_eq!(walk(&[losing[0]])["win"], json!(true));
    // The line ends the game.
    let line: Vec<String> = begun["line"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["move"].as_str().unwrap().to_owned())
        .collect();
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let end = walk(&line);
    assert_eq!((&end["winner"], &end["legal"]), (&json!(0), &json!([])), "{end}");
    // Three hands, with a move on the table.
    let three = site.post(
        "/api/endgames/walk",
        &json!({ "hands": "34R/6678/TTJ", "to_move": 2, "on": "99", "on_by": 0 }),
    );
    let three = three.json();
    assert_eq!((&three["turn"], &three["on"]), (&json!(2), &json!({ "seat": 0, "move": "99" })), "{three}");
    assert!(texts(&three["legal"]).contains(&"TT") && three["complete"] == json!(true));
    site.server.end();
}

#[test]
fn positions_are_read_in_every_notation() {
    let (_folder, site) = site();
    let read = |body: Value| site.post("/api/endgames/read", &body).json();
    assert_eq!(read(json!({ "hands": "0 10 j，小王 / 大王 3" }))["hands"], "TTJB/3R");
    let line = r#"{"id":571,"hands":"368999TJJ2/35677JQQKB","grade":736,"win":true,"winning_moves":["JJ"]}"#;
    assert_eq!(read(json!({ "hands": line }))["hands"], "368999TJJ2/35677JQQKB");
    assert_eq!(read(json!({ "hands": "3445KK22R/335K22", "on": "55" }))["on_by"], 1);
    site.server.end();
}

#[test]
fn bad_requests_are_refused_with_a_reason() {
    let (_folder, site) = site();
    for (body, says) in [
        (json!({ "hands": "" }), "hands"),
        (json!({ "hands": "345" }), "the number of hands is 1; expected two or three"),
        (json!({ "hands": "345/33333" }), "hands"),
        (json!({ "hands": "345/6x7!" }), "hands"),
        (json!({ "hands": "345/678/99/TT" }), "two or three"),
        (json!({ "hands": "345/678", "to_move": 2 }), "expected 0 to 1"),
        (json!({ "hands": "345/678", "landlord": 9 }), "expected 0 to 1"),
        (json!({ "hands": "345/678", "on": "34" }), "on: `34` is not a move"),
        (json!({ "hands": "345/678", "rules": "rlcrad" }), "expected one of `rlcard`"),
        (json!({ "hands": "345/678", "played": ["9"] }), "move 1"),
        (
            json!({ "hands": "345/678", "played": ["3", "6", "pass", "7", "pass", "8", "pass"] }),
            "the game is over",
        ),
        (json!({ "hands": "345/678", "played": vec!["pass"; 201] }), "expected at most 200"),
        (json!({ "hands": "3".repeat(5000) }), "longer than 4096 bytes"),
    ] {
        let answer = site.post("/api/endgames/walk", &body);
        assert!(answer.status == 400 && answer.text().contains(says), "{body}: {}", answer.text());
    }
    let lost = site.post("/api/endgames/attempt", &json!({ "hands": "3/KK", "to_move": 0, "on": "A" }));
    assert!(lost.status == 400 && lost.text().contains("cannot win"), "{}", lost.text());
    assert_eq!(site.post("/api/endgames/walk", &json!({ "hands": 5 })).status, 422);
    site.server.end();
}

/// Full hands may exceed the time limit; the answer is then partial.
#[test]
fn whole_hands_are_answered() {
    let (_folder, site) = site();
    let hands = "3456789TJJQQKKAA22BR/33455677899TJQKA2/3445667889TTJQKA2";
    let answer = site.post("/api/endgames/walk", &json!({ "hands": hands }));
    assert_eq!(answer.status, 200, "{}", answer.text());
    let walked = answer.json();
    let known = texts(&walked["winning"]).len() + texts(&walked["losing"]).len();
    let legal = texts(&walked["legal"]).len();
    assert!(known == legal || known < legal && walked["complete"] == json!(false), "{walked}");
    site.server.end();
}
