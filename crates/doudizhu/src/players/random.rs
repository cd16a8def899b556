//! The player without any idea.

use std::num::NonZeroU32;

use quadrille_random::{Xoshiro256PlusPlus, bounded};

use super::{Calling, Player, Playing};
use crate::game::Call;
use crate::{Move, MoveBuffer};

/// Any legal move, a pass among them, each exactly as likely as the others; and so with calls.
///
/// One bounded draw a decision, none where there is no choice.
#[derive(Debug, Clone, Default)]
pub struct Random {
    moves: MoveBuffer,
}

impl Player for Random {
    fn call(&mut self, table: &Calling<'_>, rng: &mut Xoshiro256PlusPlus) -> Call {
        let calls = table.calls().count();
        table.calls().nth(below(rng, calls)).unwrap_or(Call::Pass)
    }

    #[inline]
    fn play(&mut self, table: &Playing<'_>, rng: &mut Xoshiro256PlusPlus) -> Move {
        table.moves(&mut self.moves);
        self.moves.get(below(rng, self.moves.len())).copied().unwrap_or(Move::PASS)
    }
}

/// A number below `n`; 0, and no draw, where there is no choice.
#[inline]
fn below(rng: &mut Xoshiro256PlusPlus, n: usize) -> usize {
    if n < 2 {
        return 0;
    }
    NonZeroU32::new(n as u32).map_or(0, |n| bounded::below_u32(rng, n) as usize)
}
