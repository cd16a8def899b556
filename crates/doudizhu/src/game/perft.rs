//! Counts the continuations of a position, to compare move generators.

use quadrille_progress::{Cancelled, Meter, Observer};

use super::Position;
use crate::{MoveBuffer, Rules};

/// Returns the number of sequences of exactly `depth` moves from a position, including passes.
/// Games that end earlier are not counted; for `depth` 0 the result is 1.
///
/// Two programs with the same result very probably agree on the legal moves, on the order of the
/// seats and on the end of games. (The name comes from chess programs.) Most of the running time is
/// spent in the move generator, since the last move is counted and not made. Progress is reported
/// as the number of positions before the last move.
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::game::{Position, Seat, perft};
///
/// let hands = ["34".parse()?, "5".parse()?, "6".parse()?];
/// let position = Position::endgame(hands, Seat::ALL[0], Seat::ALL[0])?;
/// // The lead is 3 or 4. The next seat passes, or plays the 5, which ends the game.
/// let ways = |depth| perft(&position, Rules::RLCARD, depth, &());
/// assert_eq!([ways(0)?, ways(1)?, ways(2)?, ways(3)?], [1, 2, 4, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Cancelled`] if the observer cancels the count.
pub fn perft(
    position: &Position,
    rules: Rules,
    depth: u32,
    observer: &dyn Observer,
) -> Result<u64, Cancelled> {
    // The observer is notified every 8192 positions, that is, after some hundred microseconds.
    let meter = Meter::new(observer).every(1 << 13);
    // A game has at most 54 moves with cards, each followed by at most two passes.
    let mut buffers = vec![MoveBuffer::new(); depth.min(3 * 54) as usize];
    ways(position, rules, depth, &mut buffers, &meter)
}

fn ways(
    position: &Position,
    rules: Rules,
    depth: u32,
    buffers: &mut [MoveBuffer],
    meter: &Meter<'_>,
) -> Result<u64, Cancelled> {
    if depth == 0 {
        return Ok(1);
    }
    if position.winner().is_some() {
        return Ok(0);
    }
    let Some((moves, deeper)) = buffers.split_first_mut() else { return Ok(0) };
    if depth == 1 {
        meter.advance(1)?;
        return Ok(rules.count_follows(position.hand(position.turn()), position.on_table()) as u64);
    }
    position.moves(rules, moves);
    moves.iter().try_fold(0, |sum, &chosen| {
        let mut next = *position;
        next.play(chosen);
        Ok(sum + ways(&next, rules, depth - 1, deeper, meter)?)
    })
}
