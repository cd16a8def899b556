//! Policies: networks that learned Hearts by playing against themselves.

use quadrille_players::Learnable;
use quadrille_table::{BuiltIn as _, Player};

use crate::{Hearts, HeartsPlayer, Rules};

impl Learnable for Hearts {
    /// The points of a game that is neither good nor bad.
    const SPREAD: f32 = 6.5;

    /// Cards are passed in four ways, in turn.
    const SITTING: u32 = 4;

    /// A hand and cards passed 13 + 6; of the seats the trick 4, played and taken a deck each, impossible ones four;
    /// 3 of the trick and direction, 2 flags, 8 switches, and the card.
    fn most_cells(_: &Rules) -> usize {
        13 + 6 + 4 + 6 * 52 + 3 + 2 + 8 + 1
    }

    fn house() -> Box<dyn Player<Self>> {
        HeartsPlayer::Rule.player()
    }
}
