//! Solving a puzzle move by move: a wrong move gets a refutation, a right move gets the replies of
//! the other side.

use quadrille_doudizhu::Move;
use quadrille_doudizhu::endgame::{SolveError, Solver};
use quadrille_doudizhu::game::{Position, Seat};
use quadrille_progress::Observer;

/// The judgement of a move that a person tries in a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attempt {
    /// The move gives the win to the other side.
    Wrong {
        /// The moves after the tried move, up to the end of the game, which the other side wins.
        refutation: Vec<(Seat, Move)>,
    },
    /// The move keeps the win for its side.
    Right {
        /// The replies of the other side that make the game last longest, until the side that made
        /// the move is to move again.
        replies: Vec<(Seat, Move)>,
        /// The position after the replies.
        after: Position,
    },
}

/// Judges a legal move in a position that the side to move wins with best play.
///
/// # Errors
/// [`SolveError`] if the observer cancels.
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::endgame::{Endgame, Solver};
/// use quadrille_experiments_doudizhu::answers::endgames::{Attempt, attempt, read_first_move};
///
/// let rules = Rules::RLCARD;
/// let position = Endgame::new(vec!["999TJQQKA".parse()?, "8JJK2B".parse()?]).position()?;
/// let mut solver = Solver::new(rules, 1 << 26);
/// let mut judge = |text: &str| {
///     let chosen = read_first_move(rules, &position, "move", text)?;
///     Ok::<_, Box<dyn std::error::Error>>(attempt(&mut solver, &position, chosen, &())?)
/// };
/// assert!(matches!(judge("99")?, Attempt::Wrong { refutation } if !refutation.is_empty()));
/// assert!(matches!(judge("TJQKA")?, Attempt::Right { replies, .. } if replies.len() == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn attempt(
    solver: &mut Solver,
    position: &Position,
    chosen: Move,
    observer: &dyn Observer,
) -> Result<Attempt, SolveError> {
    let own = position.turn();
    let mut after = *position;
    after.play(chosen);
    if after.winner().is_some() {
        return Ok(Attempt::Right { replies: Vec::new(), after });
    }
    let own_turn = is_same_side(&after, after.turn(), own);
    let wins = solver.wins(&after, observer)? == own_turn;
    let line = solver.line(&after, observer)?;
    if !wins {
        return Ok(Attempt::Wrong { refutation: line });
    }
    let replies: Vec<(Seat, Move)> =
        line.into_iter().take_while(|&(seat, _)| !is_same_side(&after, seat, own)).collect();
    for &(seat, reply) in &replies {
        while after.turn() != seat {
            after.play(Move::PASS);
        }
        after.play(reply);
    }
    Ok(Attempt::Right { replies, after: skip_empty(after) })
}

/// Returns whether two seats are on the same side.
pub fn is_same_side(position: &Position, one: Seat, other: Seat) -> bool {
    (one == position.landlord()) == (other == position.landlord())
}

/// Lets seats without cards pass, and returns the position after their passes.
pub fn skip_empty(mut position: Position) -> Position {
    while position.winner().is_none() && position.hand(position.turn()).is_empty() {
        position.play(Move::PASS);
    }
    position
}
