//! How many ways a game can go.

use quadrille_progress::{Cancelled, Meter, Observer};

use crate::game::{Game, Move};
use crate::melds::Melds;

/// Nothing lies deeper: no game has more decisions than its cards, each passed by all others.
const DEEPEST: u32 = 55 * 6;

/// How many different sequences of `depth` decisions there are from a position: the leaves of its game tree
/// at that depth. A seat that leads plays a meld, any other plays one or passes; games that are over before
/// have no such leaf.
///
/// Numbers that are known to be right show in seconds whether melds are generated and played as they should
/// be. Those of `tests/perft` were counted by the plain generator too.
///
/// ```
/// use quadrille_daifugo::game::{Game, perft};
/// use quadrille_daifugo::rules::Rules;
///
/// let hands = ["C3 D3".parse()?, "C4".parse()?, "C5 D5 D6".parse()?];
/// let game = Game::new(Rules::UECDA.of(3, 0)?, &hands, 0, None)?;
/// // A pair or one of two cards; then, on the single cards, the 4 or a pass; the pair only a pass.
/// let leaves = |depth| perft(&game, depth, &());
/// assert_eq!([leaves(0)?, leaves(1)?, leaves(2)?], [1, 3, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Takes time with the number of leaves at `depth` − 1: the last decisions are counted, not made. The observer hears of
/// positions before the last decision.
///
/// # Errors
/// [`Cancelled`], if the observer said so.
pub fn perft(game: &Game, depth: u32, observer: &dyn Observer) -> Result<u64, Cancelled> {
    // Room for the melds of every depth, which the whole count shares.
    let mut room = vec![Melds::new(); depth.min(DEEPEST) as usize];
    // Some milliseconds of work.
    leaves(game, &mut room, &Meter::new(observer).every(1 << 13))
}

fn leaves(game: &Game, room: &mut [Melds], meter: &Meter<'_>) -> Result<u64, Cancelled> {
    let Some((melds, deeper)) = room.split_first_mut() else { return Ok(1) };
    let Some(seat) = game.turn() else { return Ok(0) };
    let view = game.view(seat, melds, &[]);
    if deeper.is_empty() {
        meter.advance(1)?;
        return Ok(view.melds().len() as u64 + u64::from(view.may_pass()));
    }
    let after = |chosen| {
        let mut next = game.clone();
        match chosen {
            Move::Play(meld) => next.play(meld),
            Move::Pass => next.pass(),
        }
        leaves(&next, deeper, meter)
    };
    view.moves().map(after).sum()
}
