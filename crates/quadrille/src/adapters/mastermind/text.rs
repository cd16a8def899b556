//! Feedback as text, the same in reports and commands.

use quadrille_mastermind::Feedback;

/// `2 black, 1 white`.
pub fn pegs(feedback: Feedback) -> String {
    format!("{} black, {} white", feedback.black, feedback.white)
}
