//! Cards and actions as text.

use quadrille_diagnostics::printable;

use crate::Game;

/// Text of actions, both ways: for files, protocols and people.
pub trait Text: Game {
    /// The game's name in files and commands: one word in lower case.
    const NAME: &'static str;

    /// An action as text.
    fn action_text(setup: &Self::Setup, action: Self::Action) -> String;

    /// Reads an action; whether it is legal is not looked at.
    ///
    /// # Errors
    /// The text is no action.
    fn read_action(setup: &Self::Setup, text: &str) -> Result<Self::Action, TextError>;
}

/// A text that is no action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no action; expected {expected}", printable(found))]
pub struct TextError {
    /// The text.
    pub found: String,
    /// What was expected.
    pub expected: String,
}
