//! Feedback as text, for reports and commands.

use quadrille_mastermind::PartialFeedback;

/// Returns `2 black, 1 white`, or `2 black, white unknown`.
pub fn pegs(feedback: impl Into<PartialFeedback>) -> String {
    let PartialFeedback { black, white } = feedback.into();
    let number = |number: Option<u8>, color: &str| {
        number.map_or_else(|| format!("{color} unknown"), |number| format!("{number} {color}"))
    };
    format!("{}, {}", number(black, "black"), number(white, "white"))
}
