//! Feedback in words and in JSON, the same in reports and commands.

use quadrille_mastermind::{Feedback, Part};
use serde_json::{Value, json};

/// `2 black, 1 white`.
pub fn pegs(feedback: Feedback) -> String {
    format!("{} black, {} white", feedback.black, feedback.white)
}

/// `[{"black": 2, "white": 1, "count": 32}, …]`, in the order given.
pub fn parts_json(parts: &[Part]) -> Value {
    let part = |Part { feedback, count }: &Part| json!({ "black": feedback.black, "white": feedback.white, "count": count });
    parts.iter().map(part).collect()
}
