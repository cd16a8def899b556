//! An endgame position with open hands, and its validation.

use crate::game::{Position, PositionParts, Seat};
use crate::{Hand, Move, Rank};

/// An endgame position: two or three open hands and the move on the table.
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::endgame::Endgame;
///
/// let mut endgame = Endgame::new(vec!["3445KK22R".parse()?, "335K22".parse()?]);
/// endgame.on = Some(Rules::RLCARD.parse_move("55")?);
/// let position = endgame.position()?;
/// assert!(!position.is_lead());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Endgame {
    /// The hands of seats 0, 1 and, in a three-hand endgame, 2.
    pub hands: Vec<Hand>,
    /// The seat to move.
    pub to_move: u8,
    /// The move to be beaten; `None` if the seat to move leads.
    pub on: Option<Move>,
    /// The seat that played the move on the table; by default, the previous seat in the order of
    /// play.
    pub on_by: Option<u8>,
    /// The landlord's seat.
    pub landlord: u8,
}

/// Error of an invalid endgame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EndgameError {
    /// The number of hands is neither two nor three.
    #[error("the number of hands is {found}; expected two or three")]
    Hands {
        /// The number of hands.
        found: usize,
    },
    /// A hand is empty.
    #[error("seat {seat} has no cards; expected at least one in each hand")]
    NoCards {
        /// The seat of the empty hand.
        seat: u8,
    },
    /// A seat has more cards than the rules deal to it.
    #[error("seat {seat} has {found} cards{}; expected at most {most}", with_table(*.on_table))]
    TooMany {
        /// The seat.
        seat: u8,
        /// The number of cards of the seat, including its move on the table.
        found: u32,
        /// The largest number of cards that the seat can have.
        most: u32,
        /// Whether `found` includes cards on the table.
        on_table: bool,
    },
    /// The position has more cards of a rank than a pack has.
    #[error(
        "the hands{} together have {found} cards of rank `{rank}`; expected at most {}, as in a pack",
        and_table(*.on_table),
        rank.in_pack()
    )]
    Excess {
        /// The rank.
        rank: Rank,
        /// The number of cards of this rank in the position.
        found: u32,
        /// Whether the move on the table contains some of these cards.
        on_table: bool,
    },
    /// A seat number is out of range.
    #[error("{what} is seat {seat}; expected 0 to {}", seats - 1)]
    Seat {
        /// A description of the seat, for example `the landlord`.
        what: &'static str,
        /// The invalid number of the seat.
        seat: u8,
        /// The number of seats in the endgame.
        seats: usize,
    },
    /// The seat to move has itself played the move on the table.
    #[error("seat {seat} is to move, but it played the move on the table; expected another seat to move")]
    OwnMove {
        /// The seat.
        seat: u8,
    },
    /// The move to be beaten is a pass.
    #[error("a pass lies on the table; expected a move with cards, or no move if the seat to move leads")]
    PassOnTable,
    /// A seat is given as the owner of the move on the table, but the table is empty.
    #[error("seat {seat} is given as the owner of the move on the table, but there is no move on the table")]
    NothingOnTable {
        /// The given owner.
        seat: u8,
    },
}

const fn with_table(some: bool) -> &'static str {
    if some { ", including its move on the table" } else { "" }
}

const fn and_table(some: bool) -> &'static str {
    if some { " and the table" } else { "" }
}

impl Endgame {
    /// Creates an endgame without a move on the table. Seat 0 is the landlord and leads.
    pub const fn new(hands: Vec<Hand>) -> Self {
        Self { hands, to_move: 0, on: None, on_by: None, landlord: 0 }
    }

    /// Returns the seat that played the move on the table; `None` if the table is empty.
    pub fn owner(&self) -> Option<u8> {
        let seats = self.hands.len() as u8;
        self.on.map(|_| self.on_by.unwrap_or((self.to_move + seats.max(1) - 1) % seats.max(1)))
    }

    /// Returns the endgame as a game position. With two hands, seat 2 has no cards and only passes.
    ///
    /// # Errors
    /// [`EndgameError`] if the endgame is not a possible position.
    pub fn position(&self) -> Result<Position, EndgameError> {
        let seats = self.hands.len();
        if !(2..=3).contains(&seats) {
            return Err(EndgameError::Hands { found: seats });
        }
        let seat = |what, number: u8| {
            Seat::new(number).filter(|seat| seat.index() < seats).ok_or(EndgameError::Seat {
                what,
                seat: number,
                seats,
            })
        };
        let turn = seat("the seat to move", self.to_move)?;
        let landlord = seat("the landlord", self.landlord)?;
        let on_by = self.on_by.map(|by| seat("the owner of the move on the table", by)).transpose()?;
        if let (None, Some(by)) = (self.on, self.on_by) {
            return Err(EndgameError::NothingOnTable { seat: by });
        }
        if self.on.is_some_and(Move::is_pass) {
            return Err(EndgameError::PassOnTable);
        }
        let owner = on_by.or_else(|| Seat::new(self.owner()?)).unwrap_or(turn);
        if self.on.is_some() && owner == turn {
            return Err(EndgameError::OwnMove { seat: self.to_move });
        }
        self.check_cards(landlord, owner)?;
        let mut hands = [Hand::EMPTY; 3];
        hands[..seats].copy_from_slice(&self.hands);
        let mut parts = PositionParts::new(hands, landlord, turn);
        if let Some(on) = self.on {
            parts.on_table = Some((owner, on));
            parts.moves_made[owner.index()] = 1;
            parts.bombs = u8::from(on.is_bomb_or_rocket());
        }
        Position::try_from(parts).map_err(|_| EndgameError::OwnMove { seat: self.to_move })
    }

    fn check_cards(&self, landlord: Seat, owner: Seat) -> Result<(), EndgameError> {
        let on_table = self.on.map_or(Hand::EMPTY, Move::cards);
        for (number, hand) in self.hands.iter().enumerate() {
            let seat = number as u8;
            if hand.is_empty() {
                return Err(EndgameError::NoCards { seat });
            }
            let owns = number == owner.index() && self.on.is_some();
            let found = hand.len() + if owns { on_table.len() } else { 0 };
            // With two hands, either seat can have the 20 cards of a landlord, since the roles are
            // symmetric.
            let most = if number == landlord.index() || self.hands.len() == 2 { 20 } else { 17 };
            if found > most {
                return Err(EndgameError::TooMany { seat, found, most, on_table: owns });
            }
        }
        for rank in Rank::all() {
            let held: u32 = self.hands.iter().map(|hand| u32::from(hand.count(rank))).sum();
            let found = held + u32::from(on_table.count(rank));
            if found > rank.in_pack().into() {
                return Err(EndgameError::Excess { rank, found, on_table: on_table.count(rank) > 0 });
            }
        }
        Ok(())
    }
}
