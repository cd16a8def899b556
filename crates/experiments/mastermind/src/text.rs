//! Feedback as text, for reports and commands.

use quadrille_mastermind::{Feedback, PartialFeedback};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_game_are_aligned() {
        assert_eq!(drawn_pegs(Feedback { black: 1, white: 2 }, 4), "●○○·  1 black, 2 white");
        assert_eq!(drawn_pegs(Feedback { black: 0, white: 0 }, 4), "····  0 black, 0 white");
        let partial = PartialFeedback { black: Some(1), white: None };
        assert_eq!(drawn_pegs(partial, 4), "      1 black, white unknown");
    }
}
