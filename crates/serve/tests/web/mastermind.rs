//! Mastermind: games, advice, contradictions, grades, and refusals of bad requests.

use serde_json::{Value, json};

use crate::client::Site;

fn site() -> (tempfile::TempDir, Site) {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    (folder, site)
}

/// Returns a position of a game with four pins and six colours.
fn position(rows: &[&str]) -> Value {
    json!({ "pins": 4, "colors": 6, "unique": false, "strategy": "knuth", "possible": false, "rows": rows })
}

/// Returns a copy of an object with these fields set.
fn with(value: &Value, fields: &Value) -> Value {
    let mut value = value.clone();
    for (key, field) in fields.as_object().unwrap() {
        value[key] = field.clone();
    }
    value
}

#[test]
fn the_programs_code_is_broken_and_kept_by_its_seed() {
    let (_folder, site) = site();
    let size = json!({ "pins": 4, "colors": 6, "unique": false });
    let play = |fields: Value| site.post("/api/mastermind/play", &with(&size, &fields)).json();
    let begun = play(json!({ "guesses": [], "resigned": false }));
    assert_eq!((&begun["codewords"], &begun["symbols"]), (&json!("1296"), &json!("123456")));
    assert_eq!((&begun["secret"], &begun["found"]), (&Value::Null, &json!(false)));
    let resigned = play(json!({ "seed": begun["seed"], "guesses": ["1122"], "resigned": true }));
    let secret = resigned["secret"].as_str().unwrap().to_owned();
    let found = play(json!({ "seed": begun["seed"], "guesses": ["1122", secret], "resigned": false }));
    assert_eq!(found["rows"][1], json!({ "guess": secret, "black": 4, "white": 0 }));
    assert_eq!((&found["found"], &found["rows"][0]), (&json!(true), &resigned["rows"][0]));
    let only =
        play(json!({ "seed": begun["seed"], "guesses": ["1122"], "only": "black", "resigned": false }));
    assert_eq!(only["rows"][0]["white"], Value::Null);
    assert_eq!(only["rows"][0]["black"], resigned["rows"][0]["black"]);
    site.server.end();
}

#[test]
fn advice_is_that_of_the_crate() {
    let (_folder, site) = site();
    let advised = site.post("/api/mastermind/advise", &position(&["1122:1,0"])).json();
    let proposal = &advised["proposal"];
    assert_eq!((&proposal["guess"], &proposal["remaining"]), (&json!("1344"), &json!("256")), "{advised}");
    let counts =
        proposal["partitions"].as_array().unwrap().iter().map(|part| part["count"].as_u64().unwrap());
    assert_eq!(counts.sum::<u64>(), 256);
    let own = with(&position(&["1122:1,0"]), &json!({ "guess": "1344" }));
    let own = site.post("/api/mastermind/information", &own).json();
    assert_eq!((&own["bits"], &own["expected_size"]), (&proposal["bits"], &proposal["expected_size"]));
    let optimal = with(&position(&["1123:0,2", "4461:0,2"]), &json!({ "strategy": "optimal" }));
    let optimal = site.post("/api/mastermind/advise", &optimal).json();
    assert!(optimal["proposal"]["turns"].as_f64().is_some_and(|turns| turns > 1.0), "{optimal}");
    let found = site.post("/api/mastermind/advise", &position(&["1122:1,0", "1344:4,0"])).json();
    assert_eq!(found["found"], 2);
    site.server.end();
}

#[test]
fn contradictions_name_their_rows_and_changes_that_help() {
    let (_folder, site) = site();
    let rows = ["1122:1,0", "3456:0,1", "1111:3,0"];
    let advised = site.post("/api/mastermind/advise", &position(&rows)).json();
    let contradiction = &advised["contradiction"];
    assert_eq!(contradiction["conflict"]["sets"], json!([[1, 3]]), "{advised}");
    assert_eq!(advised["proposal"], Value::Null);
    let change = &contradiction["corrections"][0];
    let changed = format!("1122:{},{}", change["black"], change["white"]);
    assert_eq!(change["row"], 1);
    let resolved = site.post("/api/mastermind/advise", &position(&[&changed, rows[1], rows[2]])).json();
    assert_eq!(resolved["proposal"]["remaining"], change["left"].to_string(), "{resolved}");
    site.server.end();
}

#[test]
fn pasted_rows_are_read_in_every_notation() {
    let (_folder, site) = site();
    let size = json!({ "pins": 4, "colors": 6, "unique": false });
    let read = |text: &str, letters: Option<&str>| {
        site.post("/api/mastermind/read", &with(&size, &json!({ "text": text, "letters": letters })))
    };
    let read_rows = |text: &str, letters| read(text, letters).json()["rows"].clone();
    let two =
        json!([{ "guess": "1122", "black": 1, "white": 0 }, { "guess": "1344", "black": 0, "white": null }]);
    for text in ["1122:1,0\n1344:0,?\n", "1122 1 0\r\n\n 1344 0", "1122:10 1344:0"] {
        assert_eq!(read_rows(text, None), two, "{text}");
    }
    assert_eq!(read_rows("rrgg:1,0 RBYY:0", Some("RGBYOP")), two);
    for (text, letters, says) in [
        ("1127:1,0", None, "beyond this game"),
        ("1122:1,0\n1122:5,0", None, "row 2"),
        ("1122", None, "feedback is missing"),
        ("1122:3,1", None, "row 1"),
        ("RRGG:1,0", Some("RGB"), "3 letters for 6 colours"),
    ] {
        let answer = read(text, letters);
        assert!(answer.status == 400 && answer.text().contains(says), "{text}: {}", answer.text());
    }
    assert_eq!(read(&"1122:1,0 ".repeat(65), None).status, 400);
    assert_eq!(read(&" ".repeat(20_000), None).status, 400);
    site.server.end();
}

#[test]
fn every_guess_of_a_game_is_graded() {
    let (_folder, site) = site();
    let rows = ["1122:1,0", "1122:1,0", "1344:0,2"];
    let graded = site.post("/api/mastermind/grade", &position(&rows)).json();
    let grades = graded["rows"].as_array().unwrap();
    assert_eq!((grades.len(), &graded["complete"]), (3, &json!(true)));
    // The second guess repeats the first and gives no information.
    assert_eq!((&grades[1]["own"]["bits"], &grades[1]["own"]["largest"]), (&json!(0.0), &json!(256)));
    assert!(grades[1]["grade"]["turns_lost"].as_f64().unwrap() > 0.5);
    assert!(grades[2]["best"]["bits"].as_f64().unwrap() > 2.0);
    // A game with too many codes to compute turns is graded by information only.
    let large = json!({ "pins": 6, "colors": 9, "unique": false, "strategy": "entropy", "possible": true,
        "rows": ["112233:2,1"] });
    let graded = site.post("/api/mastermind/grade", &large).json();
    assert_eq!((&graded["turns_lost"], &graded["rows"][0]["grade"]), (&Value::Null, &Value::Null));
    let contradiction = site.post("/api/mastermind/grade", &position(&["1122:4,0", "1122:0,0"]));
    assert_eq!(contradiction.status, 400, "{}", contradiction.text());
    site.server.end();
}

#[test]
fn bad_requests_are_refused_with_a_reason() {
    let (_folder, site) = site();
    let advise = |fields: Value| site.post("/api/mastermind/advise", &with(&position(&[]), &fields));
    for (fields, says) in [
        (json!({ "pins": 0 }), "1 to 16 pins"),
        (json!({ "pins": 17 }), "1 to 16 pins"),
        (json!({ "colors": 16 }), "1 to 15 colours"),
        (json!({ "pins": 7, "unique": true }), "at least 7 colours"),
        (json!({ "strategy": "knut" }), "expected one of optimal, knuth"),
        (json!({ "rows": ["1122"] }), "row 1: feedback is missing"),
        (json!({ "rows": ["112:1,0"] }), "row 1"),
        (json!({ "rows": vec!["1122:1,0"; 65] }), "expected at most 64"),
    ] {
        let answer = advise(fields.clone());
        assert!(answer.status == 400 && answer.text().contains(says), "{fields}: {}", answer.text());
    }
    for (fields, says) in [
        (json!({ "guesses": ["1128"] }), "the guess"),
        (json!({ "guesses": [], "seed": "-1" }), "the seed is `-1`"),
        (json!({ "guesses": vec!["1122"; 65] }), "expected at most 64"),
    ] {
        let size = json!({ "pins": 4, "colors": 6, "unique": false, "resigned": false });
        let answer = site.post("/api/mastermind/play", &with(&size, &fields));
        assert!(answer.status == 400 && answer.text().contains(says), "{fields}: {}", answer.text());
    }
    assert_eq!(advise(json!({ "pins": "four" })).status, 422);
    assert_eq!(advise(json!({ "rows": "1122:1,0" })).status, 422);
    site.server.end();
}

/// The largest game is answered within the time limit, with a guess or with a clear refusal.
#[test]
fn the_largest_game_is_answered() {
    let (_folder, site) = site();
    let largest = json!({ "pins": 16, "colors": 15, "unique": false, "strategy": "optimal", "possible": false,
        "rows": ["123456789abcdef1:4,6"] });
    let answer = site.post("/api/mastermind/advise", &largest);
    let answered = answer.status == 200 && answer.json()["proposal"]["guess"].as_str().unwrap().len() == 16;
    assert!(answered || answer.status == 503 && answer.text().contains("seconds"), "{}", answer.text());
    site.server.end();
}
