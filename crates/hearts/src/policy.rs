//! Policies: networks that learned Hearts by playing against themselves.

use quadrille_players::Learnable;
use quadrille_table::{BuiltIn as _, Player};

use crate::{Hearts, HeartsPlayer};

impl Learnable for Hearts {
    /// The points of a game that is neither good nor bad.
    const SPREAD: f32 = 6.5;

    /// Cards are passed in four ways, in turn.
    const SITTING: u32 = 4;

    fn house() -> Box<dyn Player<Self>> {
        HeartsPlayer::Rule.player()
    }
}
