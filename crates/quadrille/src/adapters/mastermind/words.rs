//! Feedback in words and in JSON, the same in reports and commands.

use std::fmt::Write as _;

use quadrille_mastermind::{Conflict, Feedback, Game, Part, Rereading, Row};
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

/// What is wrong with rows that contradict one another, in lines.
pub fn conflict_in_words(game: Game, rows: &[Row], conflict: &Conflict) -> String {
    let numbers: Vec<String> = conflict.rows.iter().map(ToString::to_string).collect();
    let mut text = match &numbers[..] {
        [one] => format!("row {one} alone is impossible\n"),
        [first @ .., last] => {
            format!(
                "rows {} and {last} contradict one another; without any one of them the others agree\n",
                first.join(", ")
            )
        }
        [] => String::new(),
    };
    text += "the nearest reading:\n";
    for &Rereading { row, feedback } in &conflict.reading {
        let Row { guess, feedback: read } = rows[row - 1];
        let guess = game.show(guess);
        let _ = writeln!(text, "  row {row}, {guess}: {} instead of {}", pegs(feedback), pegs(read));
    }
    text
}

/// `{"rows": [1, 3], "reading": [{"row": 1, "guess": "1122", "black": 2, "white": 0}], "pegs": 1}`.
pub fn conflict_json(game: Game, rows: &[Row], conflict: &Conflict) -> Value {
    let read = |&Rereading { row, feedback }: &Rereading| {
        json!({
            "row": row,
            "guess": game.show(rows[row - 1].guess).to_string(),
            "black": feedback.black,
            "white": feedback.white,
        })
    };
    let reading: Vec<Value> = conflict.reading.iter().map(read).collect();
    json!({ "rows": conflict.rows, "reading": reading, "pegs": conflict.pegs })
}
