//! Questions to external programs, as JSON objects.

use serde_json::{Map, Value};

use crate::{Text, View};

/// Conversion of views to JSON objects, for external programs and web pages.
pub trait Questions: Text {
    /// Returns a view as a JSON object. Its fields are, in this order, the seat, the cards of the
    /// seat, the public information, and the legal actions as texts.
    fn view_json(view: &Self::View<'_>) -> Value;
}

/// Returns the question to an external program. The question consists of `game`, `ask` and the
/// [fields](Questions::view_json) of the view.
pub fn question<G: Questions>(view: &G::View<'_>) -> Value {
    let mut question = Map::new();
    question.insert("game".to_owned(), G::NAME.into());
    question.insert("ask".to_owned(), view.decision().asked().into());
    if let Value::Object(fields) = G::view_json(view) {
        question.extend(fields);
    }
    Value::Object(question)
}
