//! Feedback and restrictions of strategies as text, for reports and commands.

use quadrille_mastermind::{Feedback, PartialFeedback};
use quadrille_report::figure::{counted, listed};

/// Formats feedback in words: `2 black, 1 white`, or `2 black, white unknown`.
pub fn pegs(feedback: impl Into<PartialFeedback>) -> String {
    let PartialFeedback { black, white } = feedback.into();
    let number = |number: Option<u8>, color: &str| {
        number.map_or_else(|| format!("{color} unknown"), |number| format!("{number} {color}"))
    };
    format!("{}, {}", number(black, "black"), number(white, "white"))
}

/// Formats feedback as pegs and in words, such as "●○○·  1 black, 2 white". A pin without a peg is
/// shown as `·`, so that the rows of a game are aligned. Unknown pegs are given in words only.
pub fn drawn_pegs(feedback: impl Into<PartialFeedback>, pins: usize) -> String {
    let feedback = feedback.into();
    let words = pegs(feedback);
    match feedback {
        PartialFeedback { black: Some(black), white: Some(white) } => {
            format!("{}  {words}", symbols(Feedback { black, white }, pins))
        }
        _ => format!("{}  {words}", " ".repeat(pins)),
    }
}

/// Formats feedback as one symbol for each pin, such as "●○○·".
pub(crate) fn symbols(feedback: Feedback, pins: usize) -> String {
    let (black, white) = (usize::from(feedback.black), usize::from(feedback.white));
    let rest = pins.saturating_sub(black + white);
    "●".repeat(black) + &"○".repeat(white) + &"·".repeat(rest)
}

/// Describes the strategies among which the best one was searched for, such as ` that begins with
/// 1122 and needs at most 5 turns for every secret`. The text follows a word such as `strategy`,
/// and is empty if all strategies were allowed. `first` is the first guess, if one was given.
pub fn restrictions(first: Option<&str>, possible_only: bool, max_turns: Option<u32>) -> String {
    let parts = [
        first.map(|first| format!("begins with {first}")),
        possible_only.then(|| "guesses only codewords that are still possible".to_owned()),
        max_turns.map(|turns| format!("needs at most {} for every secret", counted(turns.into(), "turn"))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!(" that {}", listed(&parts, "and")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restrictions_are_listed() {
        assert_eq!(restrictions(None, false, None), "");
        assert_eq!(restrictions(Some("1122"), false, None), " that begins with 1122");
        assert_eq!(
            restrictions(Some("1122"), true, Some(5)),
            " that begins with 1122, guesses only codewords that are still possible and needs at most 5 turns for every secret"
        );
    }

    #[test]
    fn rows_of_a_game_are_aligned() {
        assert_eq!(drawn_pegs(Feedback { black: 1, white: 2 }, 4), "●○○·  1 black, 2 white");
        assert_eq!(drawn_pegs(Feedback { black: 0, white: 0 }, 4), "····  0 black, 0 white");
        let partial = PartialFeedback { black: Some(1), white: None };
        assert_eq!(drawn_pegs(partial, 4), "      1 black, white unknown");
    }
}
