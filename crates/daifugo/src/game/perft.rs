//! Counts of move sequences (perft).

use quadrille_progress::{Cancelled, Meter, Observer};

use crate::game::{Game, Move};
use crate::melds::Melds;

/// Upper bound on the number of moves of a game. A seat that leads must play a card, so there are
/// at most 54 plays, and each play is followed by at most one pass of each of the five other seats.
const DEEPEST: u32 = 55 * 6;

/// Returns the number of sequences of `depth` moves from a position: the leaves of its game tree at
/// that depth.
///
/// A seat that leads plays a meld; any other seat plays a meld or passes. Games that end earlier do
/// not contribute. A comparison with known counts takes seconds, and tests the move generator and
/// the function that plays moves. The counts in `tests/perft` were confirmed with a simple
/// generator.
///
/// ```
/// use quadrille_daifugo::game::{Game, perft};
/// use quadrille_daifugo::rules::Rules;
///
/// let hands = ["C3 D3".parse()?, "C4".parse()?, "C5 D5 D6".parse()?];
/// let game = Game::new(Rules::UECDA.of(3, 0)?, &hands, 0, None)?;
/// // Seat 0 leads the pair or one of its cards. Seat 1 answers a single card with the 4, or passes. It has to
/// // pass on the pair.
/// let leaves = |depth| perft(&game, depth, &());
/// assert_eq!([leaves(0)?, leaves(1)?, leaves(2)?], [1, 3, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Runs in time proportional to the number of leaves at `depth` − 1, since the last moves are
/// counted without being played. The observer receives the number of positions at depth `depth` − 1
/// visited so far.
///
/// # Errors
/// Returns [`Cancelled`] if the observer cancels the count.
pub fn perft(game: &Game, depth: u32, observer: &dyn Observer) -> Result<u64, Cancelled> {
    // One move list per depth, shared by the whole count.
    let mut room = vec![Melds::new(); depth.min(DEEPEST) as usize];
    // Reports progress every 8192 positions, that is, every few milliseconds.
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
