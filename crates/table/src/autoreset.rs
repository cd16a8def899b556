//! What comes after a game of many that are played side by side.

use crate::by_name;

/// What comes after a game of many that are played side by side, with the names and meanings of Gymnasium 1.x
/// (`AutoresetMode`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Autoreset {
    /// The step that ends a game leaves it as it ended: nothing is legal. The next step deals the next game,
    /// whatever the action; its reward is 0.
    NextStep,
    /// The step that ends a game also deals the next one; its end is reported separately.
    SameStep,
    /// A game that has ended stays so until its table is reset; a step before that is an error.
    Disabled,
}

impl Autoreset {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::NextStep, Self::SameStep, Self::Disabled];

    /// Gymnasium's value of it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NextStep => "NextStep",
            Self::SameStep => "SameStep",
            Self::Disabled => "Disabled",
        }
    }
}

by_name!(Autoreset, "mode of autoreset");
