//! The player without any idea.

use std::num::NonZeroU32;

use quadrille_random::bounded;

use super::{CallView, Player, PlayerError, PlayerRng, View};
use crate::Move;
use crate::game::Call;

/// Any legal move, a pass among them, each exactly as likely as the others; and so with calls.
///
/// One bounded draw a decision, none where there is no choice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Random;

impl Player for Random {
    fn call(&mut self, view: &CallView<'_>, rng: &mut PlayerRng) -> Result<Call, PlayerError> {
        let calls = view.calls().count();
        Ok(view.calls().nth(below(rng, calls)).unwrap_or(Call::Pass))
    }

    #[inline]
    fn choose(&mut self, view: &View<'_>, rng: &mut PlayerRng) -> Result<Move, PlayerError> {
        let moves = view.moves();
        Ok(moves.get(below(rng, moves.len())).copied().unwrap_or(Move::PASS))
    }

    fn listens(&self) -> bool {
        false
    }
}

/// A number below `n`; 0, and no draw, where there is no choice.
#[inline]
fn below(rng: &mut PlayerRng, n: usize) -> usize {
    if n < 2 {
        return 0;
    }
    NonZeroU32::new(n as u32).map_or(0, |n| bounded::below_u32(rng, n) as usize)
}
