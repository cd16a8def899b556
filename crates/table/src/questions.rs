//! Questions to players in other processes, as JSON objects.

use serde_json::{Map, Value};

use crate::{Text, View};

/// What a seat sees, as a JSON object: the same for players in other processes and for pages.
pub trait Questions: Text {
    /// A view as an object, in the order in which its fields are written: the seat, its cards, what
    /// lies open, and the legal actions as texts.
    fn view_json(view: &Self::View<'_>) -> Value;
}

/// The question that a player in another process is asked: `game`, `ask`, and the
/// [fields](Questions::view_json) of its view.
pub fn question<G: Questions>(view: &G::View<'_>) -> Value {
    let mut question = Map::new();
    question.insert("game".to_owned(), G::NAME.into());
    question.insert("ask".to_owned(), view.decision().asked().into());
    if let Value::Object(fields) = G::view_json(view) {
        question.extend(fields);
    }
    Value::Object(question)
}
