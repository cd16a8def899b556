//! What is written is read back, and what cannot be is refused.
#![cfg(feature = "serde")]

use quadrille_mastermind::{
    Codeword, Conflict, Game, Level, Play, Repeats, Row, Strategy, Tally, advise, candidates, evaluate,
};
use serde_json::{from_str, json, to_value};

#[test]
fn values_come_back() {
    let game = Game::new(4, 6, Repeats::Allowed).unwrap();
    assert_eq!(to_value(game).unwrap(), json!({ "pins": 4, "colors": 6, "repeats": "allowed" }));
    assert_eq!(from_str::<Game>(&serde_json::to_string(&game).unwrap()).unwrap(), game);

    let play = Play::new(Strategy::MostParts).with_first(Some(game.parse("1123").unwrap()));
    let written = json!({ "strategy": "most-parts", "first": "1123", "possible_only": false });
    assert_eq!(to_value(play).unwrap(), written);
    assert_eq!(from_str::<Play>(&written.to_string()).unwrap(), play);

    let tally = evaluate(game, play, Level::best(), &()).unwrap();
    assert_eq!(from_str::<Tally>(&serde_json::to_string(&tally).unwrap()).unwrap(), tally);

    let rows = Row::parse_all(game, &["1122:1,0"]).unwrap();
    let advice = advise(game, Play::new(Strategy::Knuth), &rows, Level::best(), &()).unwrap();
    assert_eq!(to_value(&advice).unwrap()["guess"], json!("1344"));
    let found = candidates(game, &rows, 2, &()).unwrap();
    assert_eq!(to_value(&found).unwrap()["count"], json!(256));

    let rows = Row::parse_all(game, &["1122:1,0", "3456:0,1", "1111:3,0"]).unwrap();
    let conflict = Conflict::among(game, &rows, &()).unwrap().unwrap();
    assert_eq!(from_str::<Conflict>(&serde_json::to_string(&conflict).unwrap()).unwrap(), conflict);
}

#[test]
fn impossible_values_are_refused() {
    assert!(from_str::<Game>(r#"{ "pins": 17, "colors": 6, "repeats": "allowed" }"#).is_err());
    assert!(from_str::<Game>(r#"{ "pins": 4, "colors": 3, "repeats": "forbidden" }"#).is_err());
    for text in [r#""""#, r#""1203""#, r#""12345123451234512""#, "4386"] {
        assert!(from_str::<Codeword>(text).is_err(), "{text}");
    }
    assert!(from_str::<Tally>(r#"{ "histogram": [1, 0], "scores": 3 }"#).is_err());
}
