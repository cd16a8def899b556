//! Actions as text.

use quadrille_diagnostics::printable;

use crate::{Decision, Game};

/// Text of actions, both ways: for protocols, files and people.
pub trait Text: Game {
    /// The game's name in files, commands and questions: one word in lower case.
    const NAME: &'static str;

    /// An action as text. Two actions of the same kind of decision never share a text.
    fn action_text(action: Self::Action) -> String;

    /// Reads the action that a text means at the decision that is due. It need not be legal.
    ///
    /// # Errors
    /// The text is no action of this kind of decision.
    fn read_action(view: &Self::View<'_>, text: &str) -> Result<Self::Action, TextError>;
}

/// A text that is no action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no {}; expected {expected}", printable(found), decision.noun())]
#[non_exhaustive]
pub struct TextError {
    /// The text.
    pub found: String,
    /// What is to be decided.
    pub decision: Decision,
    /// What was expected, in words.
    pub expected: &'static str,
}

impl TextError {
    /// This text is no action of such a decision.
    pub fn new(found: &str, decision: Decision, expected: &'static str) -> Self {
        Self { found: found.to_owned(), decision, expected }
    }
}
