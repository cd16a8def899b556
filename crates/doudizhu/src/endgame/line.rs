//! Lines and strategies of won endgames. In a line, the winner plays winning moves, and the other
//! side plays the most stubborn replies: the replies that make the game last longest. A strategy
//! has a winning move against every reply.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

use quadrille_progress::{Observer, Progress};

use super::solver::same_side;
use super::{SolveError, Solver};
use crate::game::{IllegalMove, Position, PositionKey, Seat};
use crate::{Hand, Move, MoveBuffer, Rules};

/// The maximum number of positions for which the search for the most stubborn replies computes the
/// number of moves to the end of the game.
const LINE_POSITIONS: usize = 3_000;

/// The largest number of positions of a strategy.
pub const MOST_STRATEGY_POSITIONS: usize = 2_000_000;

/// A winning strategy of one side. It has a move for every position that can arise while the side
/// follows the strategy and in which this side is to move.
///
/// Seats without cards pass automatically; these passes need no entry.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Strategy {
    /// The rules.
    pub rules: Rules,
    /// The initial position.
    pub position: Position,
    /// Whether the side to move in `position` wins.
    pub mover_wins: bool,
    /// The cards to play in each position, keyed by the text of [`in_words`].
    pub moves: BTreeMap<String, Hand>,
}

/// Statistics of a verified strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedStrategy {
    /// The number of positions in which the winning side moves.
    pub positions: u64,
    /// The number of replies of the other side.
    pub replies: u64,
    /// The length of the longest game played through, in moves, passes included. When the check
    /// reaches a position again, it does not play that position a second time.
    pub longest: u32,
}

/// Error of a strategy that does not win.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// The strategy has no move for a position that it can reach.
    #[error(
        "the strategy has no move in the position `{0}`; expected a move for every position that can arise"
    )]
    Missing(String),
    /// A move of the strategy is illegal.
    #[error("in the position `{at}`: {reason}")]
    Illegal {
        /// The text of the position in which the move is played.
        at: String,
        /// The reason why the move is illegal.
        reason: IllegalMove,
    },
    /// The other side wins a game against the strategy.
    #[error("the strategy does not win: the other side wins with {last} in the position `{at}`")]
    Lost {
        /// The text of the position before the last move.
        at: String,
        /// The last move of the game.
        last: Move,
    },
    /// The observer cancelled the check.
    #[error("the check was stopped before its end")]
    Cancelled,
}

/// Returns the text of a position: the hands and the seat to move. If there is a move on the table,
/// its owner, category, length and lowest principal rank ([`Move::rank`]) follow.
///
/// ```text
/// 34R/6678/TTJ 1 0 pair 1 9
/// ```
pub fn in_words(position: &Position) -> String {
    let seats = Seat::ALL.iter().rev().skip_while(|&&seat| position.hand(seat).is_empty()).count();
    let hands: Vec<String> = Seat::ALL[..seats].iter().map(|&seat| position.hand(seat).to_string()).collect();
    let mut words = format!("{} {}", hands.join("/"), position.turn().index());
    let on = position.on_table();
    if let Some(rank) = on.rank() {
        let _ = write!(words, " {} {} {} {rank}", position.owner().index(), on.kind(), on.length());
        // Under `DouZero`'s rules, airplanes with solos do not compare by their lowest trio. The
        // text then ends with the lane that the highest trio of a higher airplane must exceed. If
        // no airplane beats the move, 128 is added to this number.
        let by = on.shape.defence();
        if by != on.shape.rank() {
            let _ = write!(words, " {by}");
        }
    }
    words
}

/// Plays a move, lets the following seats without cards pass, and returns the position.
pub(super) fn after(position: &Position, mv: Move) -> Position {
    let mut after = *position;
    after.play(mv);
    skip(after)
}

/// Lets seats without cards pass, and returns the position after their passes.
pub(super) fn skip(mut position: Position) -> Position {
    while position.winner().is_none() && position.hand(position.turn()).is_empty() {
        position.play(Move::PASS);
    }
    position
}

impl Strategy {
    /// Verifies the strategy by playing it against every reply to the end of every game.
    ///
    /// # Errors
    /// [`StrategyError`] for the first fault.
    pub fn check(&self, observer: &dyn Observer) -> Result<CheckedStrategy, StrategyError> {
        let start = skip(self.position);
        let mut checked = CheckedStrategy { positions: 0, replies: 0, longest: 0 };
        let mut open = vec![(start, 0)];
        let mut met = HashSet::from([start.key()]);
        let mut buffer = MoveBuffer::new();
        while let Some((at, depth)) = open.pop() {
            checked.longest = checked.longest.max(depth);
            let winners_turn = same_side(&self.position, self.position.turn(), at.turn()) == self.mover_wins;
            let replies = if winners_turn {
                let words = in_words(&at);
                let Some(&cards) = self.moves.get(&words) else { return Err(StrategyError::Missing(words)) };
                let illegal = |reason| StrategyError::Illegal { at: words, reason };
                vec![at.read(self.rules, cards).map_err(illegal)?]
            } else {
                at.moves(self.rules, &mut buffer);
                buffer.to_vec()
            };
            for mv in replies {
                let after = after(&at, mv);
                if let Some(winner) = after.winner() {
                    if (same_side(&at, winner, self.position.turn())) != self.mover_wins {
                        return Err(StrategyError::Lost { at: in_words(&at), last: mv });
                    }
                    checked.longest = checked.longest.max(depth + 1);
                    continue;
                }
                checked.replies += u64::from(!winners_turn);
                if met.insert(after.key()) {
                    open.push((after, depth + 1));
                }
            }
            checked.positions += u64::from(winners_turn);
            if checked.positions.is_multiple_of(256) {
                let progress = Progress::done(checked.positions).counting("positions");
                if observer.observe(&progress).is_break() {
                    return Err(StrategyError::Cancelled);
                }
            }
        }
        Ok(checked)
    }
}

impl Solver {
    /// Returns one line to the end of the game: the winning side plays winning moves, the other
    /// side the most stubborn replies. Seats without cards do not appear: with two hands, every
    /// move is followed by one reply.
    ///
    /// The winner plays the winning move that the solver tries first. The more moves, passes
    /// included, the winner needs after a reply, the more stubborn this reply is. The number of
    /// moves is computed for at most 3,000 positions. Beyond this limit, the first reply in the
    /// order of generation is played. The line does not depend on earlier calls of the solver.
    ///
    /// # Errors
    /// The errors of [`solve`](Self::solve).
    pub fn line(
        &mut self,
        position: &Position,
        observer: &dyn Observer,
    ) -> Result<Vec<(Seat, Move)>, SolveError> {
        let mut walk = Walk { lengths: HashMap::new(), solver: self, observer };
        let mover_wins = walk.solver.wins(position, observer)?;
        let mut line = Vec::new();
        let mut at = skip(*position);
        while at.winner().is_none() {
            let winners_turn = same_side(position, position.turn(), at.turn()) == mover_wins;
            let chosen = if winners_turn {
                walk.solver.winning_move(&at, observer)?
            } else {
                walk.most_stubborn(&at)?
            };
            line.push((at.turn(), chosen));
            at = after(&at, chosen);
        }
        Ok(line)
    }

    /// Returns a winning strategy: it has a move of the winning side against every reply.
    ///
    /// # Errors
    /// The errors of [`solve`](Self::solve), and [`SolveError::TooLarge`] if the strategy has more
    /// than [`MOST_STRATEGY_POSITIONS`] positions.
    pub fn strategy(&mut self, position: &Position, observer: &dyn Observer) -> Result<Strategy, SolveError> {
        let mover_wins = self.wins(position, observer)?;
        let mut moves = BTreeMap::new();
        let start = skip(*position);
        let (mut met, mut open) = (HashSet::from([start.key()]), vec![start]);
        let mut buffer = MoveBuffer::new();
        while let Some(at) = open.pop() {
            if at.winner().is_some() {
                continue;
            }
            let mut follow = |mv: Move| {
                let after = after(&at, mv);
                if met.insert(after.key()) {
                    open.push(after);
                }
            };
            if same_side(position, position.turn(), at.turn()) == mover_wins {
                let chosen = self.winning_move(&at, observer)?;
                moves.insert(in_words(&at), chosen.cards());
                follow(chosen);
            } else {
                at.moves(self.rules(), &mut buffer);
                buffer.iter().copied().for_each(follow);
            }
            if moves.len() > MOST_STRATEGY_POSITIONS {
                return Err(SolveError::TooLarge);
            }
            if moves.len().is_multiple_of(64) {
                let progress = Progress::done(moves.len() as u64).counting("positions of the strategy");
                if observer.observe(&progress).is_break() {
                    return Err(SolveError::stopped());
                }
            }
        }
        Ok(Strategy { rules: self.rules(), position: *position, mover_wins, moves })
    }
}

struct Walk<'a> {
    solver: &'a mut Solver,
    observer: &'a dyn Observer,
    /// For each position, the number of moves until the end of the game.
    lengths: HashMap<PositionKey, u32>,
}

impl Walk<'_> {
    fn most_stubborn(&mut self, at: &Position) -> Result<Move, SolveError> {
        let mut moves = MoveBuffer::new();
        at.moves(self.solver.rules(), &mut moves);
        let mut best = (0, Move::PASS);
        for &mv in &moves {
            let length = 1 + self.length(&after(at, mv), at.turn())?;
            if length > best.0 {
                best = (length, mv);
            }
        }
        Ok(best.1)
    }

    /// Returns the number of moves until the end of the game. The side of the seat `loser` loses.
    fn length(&mut self, at: &Position, loser: Seat) -> Result<u32, SolveError> {
        if at.winner().is_some() {
            return Ok(0);
        }
        let key = at.key();
        if let Some(&known) = self.lengths.get(&key) {
            return Ok(known);
        }
        if self.lengths.len() >= LINE_POSITIONS {
            return Ok(0);
        }
        // The entry is inserted before the recursion, so that the number of positions stays within
        // the limit.
        self.lengths.insert(key, 0);
        let length = if same_side(at, at.turn(), loser) {
            let mut moves = MoveBuffer::new();
            at.moves(self.solver.rules(), &mut moves);
            let mut most = 0;
            for &mv in &moves {
                most = most.max(1 + self.length(&after(at, mv), loser)?);
            }
            most
        } else {
            let chosen = self.solver.winning_move(at, self.observer)?;
            1 + self.length(&after(at, chosen), loser)?
        };
        self.lengths.insert(key, length);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::PositionParts;

    /// Two hands in any two of the three seats, with any landlord, leading or not.
    #[test]
    fn a_seat_without_cards_is_in_no_line() {
        let mut lines = 0;
        for empty in Seat::ALL {
            for landlord in Seat::ALL.into_iter().filter(|&seat| seat != empty) {
                for turn in Seat::ALL {
                    let [one, other] = [empty.next(), empty.next().next()];
                    let mut hands = [Hand::EMPTY; 3];
                    hands[one.index()] = "3446JQ2B".parse().unwrap();
                    hands[other.index()] = "55789KKR".parse().unwrap();
                    let mut parts = PositionParts::new(hands, landlord, turn);
                    if turn == empty {
                        parts.on_table = Some((other, Rules::RLCARD.parse_move("3").unwrap()));
                        parts.moves_made[other.index()] = 1;
                    }
                    let position = Position::try_from(parts).unwrap();
                    let mut solver = Solver::new(Rules::RLCARD, 1 << 20);
                    let line = solver.line(&position, &()).unwrap();
                    assert!(line.iter().all(|&(seat, _)| seat != empty), "{line:?}");
                    // Every move has one reply.
                    assert!(line.windows(2).all(|pair| pair[0].0 != pair[1].0), "{line:?}");
                    let mut at = skip(position);
                    for &(seat, mv) in &line {
                        assert_eq!(seat, at.turn());
                        at.read(Rules::RLCARD, mv.cards()).unwrap();
                        at = after(&at, mv);
                    }
                    assert!(at.winner().is_some());
                    lines += 1;
                }
            }
        }
        assert_eq!(lines, 18);
    }
}
