//! The modes in which a batch of tables handles finished games.

use crate::by_name;

/// The mode in which a batch of tables handles finished games. Names and meanings are those of
/// `AutoresetMode` in Gymnasium 1.x.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Autoreset {
    /// After the step that ends a game, no action is legal. The next step ignores the given action,
    /// deals the next game, and has the reward 0.
    NextStep,
    /// The step that ends a game also deals the next game. The final state of the ended game is
    /// reported separately.
    SameStep,
    /// A finished game remains until its table is reset. A step before the reset is an error.
    Disabled,
}

impl Autoreset {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::NextStep, Self::SameStep, Self::Disabled];

    /// Returns the name of the mode in Gymnasium.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NextStep => "NextStep",
            Self::SameStep => "SameStep",
            Self::Disabled => "Disabled",
        }
    }
}

by_name!(Autoreset, "autoreset mode");
