//! Handling of finished games in a batch of tables.

use crate::by_name;

/// The handling of a finished game in a batch of tables, with the names and meanings of Gymnasium
/// 1.x (`AutoresetMode`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Autoreset {
    /// After the step that ends a game, no action is legal. The next step ignores its action and
    /// deals the next game; its reward is 0.
    NextStep,
    /// The step that ends a game also deals the next game; the end is reported separately.
    SameStep,
    /// A finished game remains until its table is reset. A step before that is an error.
    Disabled,
}

impl Autoreset {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::NextStep, Self::SameStep, Self::Disabled];

    /// Returns Gymnasium's name of the mode.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NextStep => "NextStep",
            Self::SameStep => "SameStep",
            Self::Disabled => "Disabled",
        }
    }
}

by_name!(Autoreset, "mode of autoreset");
