//! The state of a game while cards are played.

use super::{Deal, DealError, Seat, Spring};
use crate::{Hand, Move, MoveBuffer, Rules};

/// Three hands, what lies on the table, and whose turn it is: six words, copied as such.
///
/// It knows nothing of stakes and of how it came about; [`Game`](super::Game) does.
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::game::{Deal, Position, Seat};
/// use quadrille_random::StreamKey;
///
/// let deal = Deal::random(&mut StreamKey::new(31459, 0).rng());
/// let mut position = Position::new(&deal, Seat::ALL[0]);
/// assert_eq!((position.hand(Seat::ALL[0]).len(), position.turn()), (20, Seat::ALL[0]));
/// let lowest = position.hand(Seat::ALL[0]).to_string()[..1].parse()?;
/// let solo = position.read(Rules::RLCARD, lowest)?;
/// position.play(solo);
/// assert_eq!(position.turn(), Seat::ALL[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    hands: [Hand; 3],
    /// The move to beat; a pass when the seat to move leads.
    on_table: Move,
    /// Who played it.
    owner: Seat,
    turn: Seat,
    landlord: Seat,
    /// Moves that were no passes, by seat.
    played: [u8; 3],
    bombs: u8,
}

const _: () = assert!(size_of::<Position>() == 48);

/// Why cards cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// Somebody has played the last card already.
    #[error("the game is over")]
    Over,
    /// Who leads must play.
    #[error("a pass, where {seat} leads and must play")]
    MustLead {
        /// Who leads.
        seat: Seat,
    },
    /// The cards are not there.
    #[error("{seat} does not hold {cards}, but {hand}")]
    NotHeld {
        /// Whose turn it is.
        seat: Seat,
        /// The cards asked for.
        cards: Hand,
        /// What the seat holds.
        hand: Hand,
    },
    /// The cards make no move.
    #[error("{cards} is no move under these rules")]
    NoMove {
        /// The cards asked for.
        cards: Hand,
    },
    /// The move does not beat the one on the table.
    #[error("{cards} does not beat {on_table}")]
    TooLow {
        /// The cards asked for.
        cards: Hand,
        /// What is to be beaten.
        on_table: Hand,
    },
}

impl Position {
    /// The landlord has taken the stock, and leads.
    pub fn new(deal: &Deal, landlord: Seat) -> Self {
        let mut hands = deal.hands();
        let with_stock = hands[landlord.index()].bits() + deal.stock().bits();
        hands[landlord.index()] = Hand::from_valid_bits(with_stock);
        Self {
            hands,
            on_table: Move::PASS,
            owner: landlord,
            turn: landlord,
            landlord,
            played: [0; 3],
            bombs: 0,
        }
    }

    /// Some cards of one pack in three hands, nothing on the table: an endgame that nobody has played up to.
    ///
    /// # Errors
    /// The hands hold more of a rank than a pack does.
    pub fn endgame(hands: [Hand; 3], landlord: Seat, turn: Seat) -> Result<Self, DealError> {
        let [first, second, third] = hands;
        first.add(second).and_then(|both| both.add(third)).ok_or(DealError::Excess)?;
        Ok(Self { hands, on_table: Move::PASS, owner: turn, turn, landlord, played: [0; 3], bombs: 0 })
    }

    /// The cards a seat still has.
    #[inline]
    pub const fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// The move to beat; a pass when the seat to move leads.
    #[inline]
    pub const fn on_table(&self) -> Move {
        self.on_table
    }

    /// Who played the move to beat, or played it last.
    #[inline]
    pub const fn owner(&self) -> Seat {
        self.owner
    }

    /// Whether the seat to move leads: it may play anything, but cannot pass.
    #[inline]
    pub const fn is_lead(&self) -> bool {
        self.on_table.is_pass()
    }

    /// Whose turn it is; when the game is over, whose it would be.
    #[inline]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// Who plays against the others.
    #[inline]
    pub const fn landlord(&self) -> Seat {
        self.landlord
    }

    /// Bombs and rockets played so far.
    #[inline]
    pub const fn bombs(&self) -> u8 {
        self.bombs
    }

    /// Who has played his last card.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        self.hands[self.owner.index()].is_empty().then_some(self.owner)
    }

    /// Whether a side has not come to play so far, if the game ended now.
    pub fn spring(&self) -> Spring {
        let [landlord, next, last] = self.landlord.round().map(|seat| self.played[seat.index()]);
        if self.owner == self.landlord && next + last == 0 {
            Spring::Spring
        } else if self.owner != self.landlord && landlord == 1 {
            Spring::AntiSpring
        } else {
            Spring::None
        }
    }

    /// Every move that can be played now, into `moves`, in the order of the rules' generator: a pass first, unless the seat
    /// [leads](Self::is_lead). None when the game is over.
    #[inline]
    pub fn moves(&self, rules: Rules, moves: &mut MoveBuffer) {
        // The winner has no cards, and would be the owner of the move to beat.
        let hand = if self.winner().is_none() { self.hand(self.turn) } else { Hand::EMPTY };
        let on_table = if self.winner().is_none() { self.on_table } else { Move::PASS };
        rules.follows(hand, on_table, moves);
    }

    /// Reads cards as a move of the seat whose turn it is; no cards are a pass.
    ///
    /// # Errors
    /// Why they cannot be played.
    pub fn read(&self, rules: Rules, cards: Hand) -> Result<Move, IllegalMove> {
        let (seat, hand) = (self.turn, self.hand(self.turn));
        if self.winner().is_some() {
            return Err(IllegalMove::Over);
        }
        if cards.is_empty() {
            return if self.is_lead() { Err(IllegalMove::MustLead { seat }) } else { Ok(Move::PASS) };
        }
        if !hand.contains(cards) {
            return Err(IllegalMove::NotHeld { seat, cards, hand });
        }
        let read = rules.classify(cards).ok_or(IllegalMove::NoMove { cards })?;
        if self.is_lead() || read.beats(self.on_table) {
            Ok(read)
        } else {
            Err(IllegalMove::TooLow { cards, on_table: self.on_table.cards() })
        }
    }

    /// Plays a legal move; what happens with any other is not specified, though it is safe.
    #[inline]
    pub fn play(&mut self, legal: Move) {
        let seat = self.turn;
        self.turn = seat.next();
        if legal.is_pass() {
            // The second pass running gives the lead back to whoever played last.
            if self.turn == self.owner {
                self.on_table = Move::PASS;
            }
            return;
        }
        let hand = &mut self.hands[seat.index()];
        debug_assert!(hand.contains(legal.cards()), "{legal:?} from {hand}");
        *hand = hand.remove(legal.cards()).unwrap_or(*hand);
        self.on_table = legal;
        self.owner = seat;
        self.played[seat.index()] += 1;
        self.bombs += u8::from(legal.is_bomb_or_rocket());
    }
}
