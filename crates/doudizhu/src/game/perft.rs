//! How many ways there are to play on: the number by which move generators are compared.

use quadrille_progress::{Cancelled, Meter, Observer};

use super::Position;
use crate::{MoveBuffer, Rules};

/// In how many ways a position can be played on for exactly so many moves, passes included. A game that ends
/// before that is not counted; for 0 moves there is one way.
///
/// Two programs with the same number agree on the legal moves, on whose turn it is and on when a game is
/// over, all along the way. (The name is that of the same count in chess programs.) The time is that of the
/// generator: the last move is counted and not made. Progress is counted in positions before the last move.
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::game::{Position, Seat, perft};
///
/// let hands = ["34".parse()?, "5".parse()?, "6".parse()?];
/// let position = Position::endgame(hands, Seat::ALL[0], Seat::ALL[0])?;
/// // 3 or 4; then a pass, or 5, which ends the game; and so on.
/// let ways = |depth| perft(&position, Rules::RLCARD, depth, &());
/// assert_eq!([ways(0)?, ways(1)?, ways(2)?, ways(3)?], [1, 2, 4, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Cancelled`], if the observer said so.
pub fn perft(
    position: &Position,
    rules: Rules,
    depth: u32,
    observer: &dyn Observer,
) -> Result<u64, Cancelled> {
    // Some hundred microseconds of work.
    let meter = Meter::new(observer).every(1 << 13);
    // No game is longer than its cards and two passes for each of them, so that nothing lies deeper.
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
