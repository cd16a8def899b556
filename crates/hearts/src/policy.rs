//! Policies: networks that learned Hearts by playing against themselves.

use quadrille_players::Learnable;
use quadrille_table::{BuiltIn as _, Encode as _, Player};

use crate::{Card, Hearts, HeartsPlayer, View};

impl Learnable for Hearts {
    const STATE: usize = Hearts::OBSERVATION;
    const ACTION: usize = Card::COUNT;

    /// A hand and cards passed 13 + 6; of the seats the trick 4, played and taken a deck each, impossible ones four;
    /// 3 of the trick and direction, 2 flags, 8 switches, and the card.
    const MOST_CELLS: usize = 13 + 6 + 4 + 6 * 52 + 3 + 2 + 8 + 1;

    /// The points of a game that is neither good nor bad.
    const SPREAD: f32 = 6.5;

    /// Cards are passed in four ways, in turn.
    const SITTING: u32 = 4;

    fn house() -> Box<dyn Player<Self>> {
        HeartsPlayer::Rule.player()
    }

    fn state(view: &View<'_>, set: impl FnMut(usize)) {
        Self::observe(view, set);
    }

    fn action(_: &View<'_>, card: Card, mut set: impl FnMut(usize)) {
        set(card.id());
    }
}
