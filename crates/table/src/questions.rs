//! Questions to external programs, as JSON objects.

use serde_json::{Map, Value};

use crate::{Text, View};

/// Views as JSON objects, for external programs and web pages.
pub trait Questions: Text {
    /// Returns a view as an object, with fields in the order of output: the seat, its cards, public
    /// information, and the legal actions as texts.
    fn view_json(view: &Self::View<'_>) -> Value;
}

/// Returns the question to an external program: `game`, `ask`, and the
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
