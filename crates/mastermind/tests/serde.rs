//! Serialised values are read back, and invalid ones are refused.
#![cfg(feature = "serde")]

use quadrille_mastermind::{
    Codeword, Conflict, EvaluationTally, Game, Goal, Level, Node, Play, Repeats, Row, Strategy, advise,
    candidates, evaluate, optimal,
};
use serde::Deserialize as _;
use serde::de::value::SeqDeserializer;
use serde::de::{Deserializer, IntoDeserializer, Visitor};
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
    assert_eq!(from_str::<EvaluationTally>(&serde_json::to_string(&tally).unwrap()).unwrap(), tally);

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
    assert!(from_str::<EvaluationTally>(r#"{ "histogram": [1, 0], "scores": 3 }"#).is_err());
}

#[test]
fn strategies_come_back() {
    let game = Game::new(3, 4, Repeats::Allowed).unwrap();
    let root = optimal(game, &Goal::new(), Level::best(), &()).unwrap().tree.root;
    let written = serde_json::to_string(&root).unwrap();
    assert_eq!(from_str::<Node>(&written).unwrap(), root);
    for (text, expected) in [
        (written.replacen("guess", "guest", 1), "unknown field"),
        (written.replacen("then", "guess", 1), "duplicate field"),
        ("{\"guess\":\"112\"}".to_owned(), "missing field `then`"),
        ("[\"112\"]".to_owned(), "invalid length 1"),
        ("{\"guess\":\"112\",\"then\":[[{\"black\":0,\"white\":0}]]}".to_owned(), "invalid length 1"),
    ] {
        assert!(from_str::<Node>(&text).unwrap_err().to_string().contains(expected), "{expected}");
    }
}

/// Data in a format without a depth limit: a number of nested turns.
#[derive(Clone, Copy)]
enum Nested {
    Node(usize),
    Then(usize),
    Entry(usize),
    Guess,
    Feedback,
    Pegs,
}

impl<'de> Deserializer<'de> for Nested {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        let items = match self {
            Self::Guess => return visitor.visit_str("1"),
            Self::Pegs => return visitor.visit_u8(0),
            Self::Node(turns) => vec![Self::Guess, Self::Then(turns - 1)],
            Self::Then(0) => vec![],
            Self::Then(turns) => vec![Self::Entry(turns)],
            Self::Entry(turns) => vec![Self::Feedback, Self::Node(turns)],
            Self::Feedback => vec![Self::Pegs, Self::Pegs],
        };
        visitor.visit_seq(SeqDeserializer::new(items.into_iter()))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl IntoDeserializer<'_> for Nested {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Deep nesting must not overflow the stack: JSON readers limit the depth, other formats do not.
#[test]
fn nodes_nest_so_deep_and_no_deeper() {
    for turns in [1, 2, 64] {
        let mut node = &Node::deserialize(Nested::Node(turns)).unwrap();
        for _ in 1..turns {
            node = &node.then[0].1;
        }
        assert!(node.then.is_empty());
    }
    for turns in [65, 100, 1_000_000_000] {
        let error = Node::deserialize(Nested::Node(turns)).unwrap_err();
        assert_eq!(error.to_string(), "the tree has a path of more than 64 turns");
    }
}
