//! Compares with the results of `DouZero` 1.1.0 and `RLCard` 1.2.0 in their own games; see
//! README.md in this folder.

use quadrille_doudizhu::encodings::rlcard::{self, LastActions};
use quadrille_doudizhu::encodings::{Course, RlcardActions, Role, douzero};
use quadrille_doudizhu::game::{Contract, Outcome, Position, Scoring, Seat};
use quadrille_doudizhu::{Hand, MoveBuffer, Rules};
use serde_json::Value;

use super::sha256;

fn bytes(cells: &[i8]) -> Vec<u8> {
    cells.iter().map(|&cell| cell as u8).collect()
}

/// Returns the hashes of the concatenated observations of all three seats, in both forms.
fn observations(position: &Position, course: &Course) -> [String; 2] {
    [LastActions::Latest, LastActions::Released].map(|last_actions| {
        let mut all = Vec::new();
        for role in Role::ALL {
            let mut cells = vec![0i8; rlcard::observation_len(role)];
            rlcard::fill_observation_of(role, position, course, last_actions, &mut cells).unwrap();
            all.extend(bytes(&cells));
        }
        sha256(&all)
    })
}

fn observation(position: &Position, course: &Course, last_actions: LastActions) -> String {
    let mut cells = vec![0i8; rlcard::observation_len(course.next_role())];
    rlcard::fill_observation(position, course, last_actions, &mut cells).unwrap();
    sha256(&bytes(&cells))
}

/// Replays a game and compares every decision; returns the number of decisions.
fn replay(line: &str) -> usize {
    let game: Value = serde_json::from_str(line).unwrap();
    let program = game["program"].as_str().unwrap();
    let hand = |at: usize| -> Hand { game["hands"][at].as_str().unwrap().parse().unwrap() };
    let landlord = Seat::ALL[0];
    let mut position = Position::endgame([hand(0), hand(1), hand(2)], landlord, landlord).unwrap();
    let mut course = Course::new();
    let rules = if program == "douzero" { Rules::DOUZERO } else { Rules::RLCARD };
    let mut legal = MoveBuffer::new();
    let (moves, decisions) = (game["moves"].as_array().unwrap(), game["decisions"].as_array().unwrap());
    assert_eq!(moves.len(), decisions.len());
    for (played, expected) in moves.iter().zip(decisions) {
        position.moves(rules, &mut legal);
        legal.sort_by_cached_key(ToString::to_string);
        assert_eq!(expected["moves"], legal.len());
        if program == "douzero" {
            let role = course.next_role();
            let mut x = vec![0i8; legal.len() * douzero::x_len(role)];
            douzero::fill_x(&position, &course, &legal, &mut x).unwrap();
            assert_eq!(expected["x"], sha256(&bytes(&x)));
            let mut x = vec![0i8; douzero::x_no_action_len(role)];
            douzero::fill_x_no_action(&position, &course, &mut x).unwrap();
            assert_eq!(expected["x_no_action"], sha256(&bytes(&x)));
            let mut z = vec![0i8; douzero::Z];
            douzero::fill_z(&course, &mut z).unwrap();
            assert_eq!(expected["z"], sha256(&bytes(&z)));
        } else {
            let mut ids: Vec<u16> = legal.iter().map(|&mv| RlcardActions::get().id(mv).unwrap()).collect();
            ids.sort_unstable();
            let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
            assert_eq!(expected["ids"], sha256(ids.join(" ").as_bytes()));
            assert_eq!(expected["head"], observation(&position, &course, LastActions::Latest));
            assert_eq!(expected["released"], observation(&position, &course, LastActions::Released));
            if !course.is_empty() {
                assert_eq!(expected["all"], serde_json::json!(observations(&position, &course)));
            }
        }
        let cards = match played.as_str().unwrap() {
            "pass" => Hand::EMPTY,
            cards => cards.parse().unwrap(),
        };
        let played = position.read(rules, cards).unwrap();
        position.play(played);
        course.push(played);
    }
    let outcome = Outcome::of(&position, &Contract::plain(landlord)).expect("the game is over");
    if program == "douzero" {
        // `DouZero`'s reward is half of the landlord's points.
        assert_eq!(game["reward"].as_f64().unwrap() as i64 * 2, outcome.points(Scoring::Adp)[0]);
    } else {
        assert_eq!(game["end"], serde_json::json!(observations(&position, &course)));
        assert_eq!(game["payoffs"], serde_json::json!(outcome.points(Scoring::Wp)));
    }
    moves.len()
}

#[test]
fn encodings_equal_those_of_douzero_and_rlcard() {
    let decisions: usize = include_str!("vectors.jsonl").lines().map(replay).sum();
    assert!(decisions > 100, "{decisions}");
    if let Some(path) = std::env::var_os("ENCODINGS") {
        let decisions: usize = std::fs::read_to_string(path).unwrap().lines().map(replay).sum();
        println!("{decisions} decisions are the same");
    }
}
