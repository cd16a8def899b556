//! The state of a game during play.

use super::{Deal, Seat, Spring};
use crate::{Hand, Move, MoveBuffer, Rules};

/// Three hands, the move to beat, and the seat to move. A position is `Copy` and takes 48 bytes.
///
/// It contains neither stakes nor history; [`Game`](super::Game) has both.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "PositionParts", into = "PositionParts"))]
pub struct Position {
    hands: [Hand; 3],
    public: Public,
}

const _: () = assert!(size_of::<Position>() == 48);

/// The public part of a position: everything except the hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Public {
    /// The move to beat; a pass when the seat to move leads.
    on_table: Move,
    /// The seat that played the move to beat; the seat to move if it leads.
    owner: Seat,
    turn: Seat,
    landlord: Seat,
    /// The number of moves by seat, excluding passes.
    played: [u8; 3],
    bombs: u8,
}

/// The components of a position, from which a position in the middle of a game can be constructed.
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::game::{Position, PositionParts, Seat};
///
/// // The landlord has played a pair of 9s, the next seat has passed.
/// let [landlord, _, last] = Seat::ALL;
/// let hands = ["34R".parse()?, "6678".parse()?, "TTJ".parse()?];
/// let mut parts = PositionParts::new(hands, landlord, last);
/// parts.on_table = Some((landlord, Rules::RLCARD.parse_move("99")?));
/// parts.moves_made[landlord.index()] = 1;
/// let position = Position::try_from(parts)?;
/// assert!(position.has_passed(Seat::ALL[1]));
/// assert_eq!(PositionParts::from(position), parts);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct PositionParts {
    /// The cards of each seat. A seat that does not lead may have no cards; it can only pass.
    pub hands: [Hand; 3],
    /// The landlord's seat.
    pub landlord: Seat,
    /// The seat to move; after the game, the seat after the winner.
    pub turn: Seat,
    /// The move to beat and the seat that played it; `None` if the seat to move leads.
    pub on_table: Option<(Seat, Move)>,
    /// The number of moves by seat, excluding passes. Springs depend on these numbers.
    pub moves_made: [u8; 3],
    /// The number of bombs and rockets played so far, 0 to 14.
    pub bombs: u8,
}

impl PositionParts {
    /// Returns the parts of a position in which `turn` leads and no moves were made before.
    pub const fn new(hands: [Hand; 3], landlord: Seat, turn: Seat) -> Self {
        Self { hands, landlord, turn, on_table: None, moves_made: [0; 3], bombs: 0 }
    }

    /// Replaces the hands by the information of one seat: its own hand, and the unseen cards. The
    /// next seat gets the `next_has` lowest unseen cards. The last seat gets all other unseen
    /// cards. The [view](crate::players::View::of) of the seat does not depend on this
    /// distribution.
    ///
    /// # Errors
    /// [`PositionError::Sizes`] if there are fewer than `next_has` unseen cards.
    pub fn seen(
        mut self,
        seat: Seat,
        hand: Hand,
        unseen: Hand,
        next_has: u32,
    ) -> Result<Self, PositionError> {
        let of_next =
            unseen.lowest(next_has).ok_or(PositionError::Sizes { unseen: unseen.len(), next_has })?;
        let of_last = unseen.remove(of_next).unwrap_or(Hand::EMPTY);
        let [own, next, last] = seat.round().map(Seat::index);
        (self.hands[own], self.hands[next], self.hands[last]) = (hand, of_next, of_last);
        Ok(self)
    }
}

/// The error of constructing a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// There are more cards of a rank than a pack has.
    #[error("the hands and the move on the table together have more cards of a rank than a pack")]
    Excess,
    /// There are fewer unseen cards than the next seat should hold.
    #[error("the next seat cannot hold {next_has} of {unseen} unseen cards")]
    Sizes {
        /// The number of unseen cards.
        unseen: u32,
        /// The number of unseen cards that the next seat should hold.
        next_has: u32,
    },
    /// The seat that is to lead has no cards.
    #[error("{seat} leads but has no cards")]
    NoCards {
        /// The seat that is to lead.
        seat: Seat,
    },
    /// The move to beat is a pass.
    #[error("a pass lies on the table; expected a move with cards, or no move if the seat to move leads")]
    PassOnTable,
    /// The seat to move has itself played the move to beat.
    #[error("{seat} cannot be the seat to move, since it played the move on the table")]
    OwnTurn {
        /// The seat given as the seat to move.
        seat: Seat,
    },
    /// The game is over, and the seat to move is not the seat after the winner.
    #[error("{winner} has played its last card; the seat to move must be {}, not {turn}", winner.next())]
    AfterEnd {
        /// The winner.
        winner: Seat,
        /// The seat given as the seat to move.
        turn: Seat,
    },
    /// The counts of moves and bombs are inconsistent.
    #[error(
        "the counts of moves and bombs are inconsistent; expected counts that include the move on the table, at most 14 bombs, and at least as many moves as bombs"
    )]
    Counts,
}

impl TryFrom<PositionParts> for Position {
    type Error = PositionError;

    /// # Errors
    /// [`PositionError`] if the position cannot be reached in a game. The check is incomplete: in
    /// particular, it accepts many counts of moves and bombs that no game reaches.
    fn try_from(parts: PositionParts) -> Result<Self, PositionError> {
        let PositionParts { hands, landlord, turn, on_table, moves_made, bombs } = parts;
        let cards = on_table.map_or(Hand::EMPTY, |(_, played)| played.cards());
        let together = hands.into_iter().try_fold(cards, Hand::add);
        together.ok_or(PositionError::Excess)?;
        let (owner, on_table) = match on_table {
            None if hands[turn.index()].is_empty() => return Err(PositionError::NoCards { seat: turn }),
            None => (turn, Move::PASS),
            Some((_, played)) if played.is_pass() => return Err(PositionError::PassOnTable),
            Some((owner, _)) if owner == turn => return Err(PositionError::OwnTurn { seat: turn }),
            Some((owner, _)) if hands[owner.index()].is_empty() && turn != owner.next() => {
                return Err(PositionError::AfterEnd { winner: owner, turn });
            }
            Some((owner, played)) => {
                if moves_made[owner.index()] == 0 || bombs < u8::from(played.is_bomb_or_rocket()) {
                    return Err(PositionError::Counts);
                }
                (owner, played)
            }
        };
        if bombs > MOST_BOMBS || u32::from(bombs) > moves_made.iter().map(|&moves| u32::from(moves)).sum() {
            return Err(PositionError::Counts);
        }
        Ok(Self { hands, public: Public { on_table, owner, turn, landlord, played: moves_made, bombs } })
    }
}

impl From<Position> for PositionParts {
    fn from(position: Position) -> Self {
        let Position { hands, public: Public { on_table, owner, turn, landlord, played, bombs } } = position;
        let on_table = (!on_table.is_pass()).then_some((owner, on_table));
        Self { hands, landlord, turn, on_table, moves_made: played, bombs }
    }
}

/// The maximum number of bombs and rockets in a game: 13 bombs, one of each rank from the 3 to the
/// 2, and the rocket.
pub(super) const MOST_BOMBS: u8 = 14;

/// A key that contains everything that determines the continuation of a game: the hands, the move
/// to beat and its owner, the seat to move, and the landlord.
///
/// Positions that differ only in counts (moves made, bombs played), or in the cards attached to the
/// move to beat, have the same key and the same continuations. (Under [`Rules::DOUZERO`], attached
/// trios are an exception, since airplanes can compare by them.) Keys serve transposition tables
/// and learners. Keys are comparable only between positions of the same [`Rules`]. The order of
/// keys is the order of their [words](Self::words).
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::game::{Position, PositionParts, Seat};
///
/// let [first, second, _] = Seat::ALL;
/// let mut parts = PositionParts::new(["34".parse()?, "56".parse()?, "789".parse()?], first, second);
/// parts.on_table = Some((first, Rules::RLCARD.parse_move("TTT3")?));
/// parts.moves_made = [1, 0, 0];
/// let one = Position::try_from(parts)?;
/// parts.on_table = Some((first, Rules::RLCARD.parse_move("TTTJ")?));
/// parts.moves_made = [3, 2, 1];
/// assert_eq!(Position::try_from(parts)?.key(), one.key());
/// parts.on_table = Some((first, Rules::RLCARD.parse_move("JJJT")?));
/// assert_ne!(Position::try_from(parts)?.key(), one.key());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionKey([u64; 4]);

impl PositionKey {
    /// Returns the key as four words, which are stable across versions of this crate. The first
    /// three words are the hands as packed words. Their sixteenth lanes have no cards, and store
    /// the seat to move, the owner and the landlord. The fourth word is the classification of the
    /// move to beat.
    pub const fn words(self) -> [u64; 4] {
        self.0
    }
}

/// The reason why a move is illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The seat leads, so it cannot pass.
    #[error("{seat} leads and cannot pass")]
    MustLead {
        /// The seat that is to lead.
        seat: Seat,
    },
    /// The seat does not hold the cards.
    #[error("{seat} does not hold {cards}; its hand is {hand}")]
    NotHeld {
        /// The seat to move.
        seat: Seat,
        /// The cards of the move.
        cards: Hand,
        /// The hand of the seat.
        hand: Hand,
    },
    /// The cards are not a move under the rules.
    #[error("{cards} is not a move under these rules")]
    NoMove {
        /// The cards of the move.
        cards: Hand,
    },
    /// The move does not beat the move on the table.
    #[error("{cards} does not beat {on_table}")]
    TooLow {
        /// The cards of the move.
        cards: Hand,
        /// The cards of the move to beat.
        on_table: Hand,
    },
}

impl Public {
    /// Returns the move to beat; a pass when the seat to move leads.
    #[inline]
    pub const fn on_table(&self) -> Move {
        self.on_table
    }

    /// Returns the seat that played the last move with cards; before the first move, the seat to
    /// move.
    #[inline]
    pub const fn owner(&self) -> Seat {
        self.owner
    }

    /// Returns whether the seat to move leads. It may then play any move, but cannot pass.
    #[inline]
    pub const fn is_lead(&self) -> bool {
        self.on_table.is_pass()
    }

    /// Returns the seat to move; after the game, the seat after the winner.
    #[inline]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// Returns the landlord's seat.
    #[inline]
    pub const fn landlord(&self) -> Seat {
        self.landlord
    }

    /// Returns the number of moves that a seat has made, excluding passes.
    #[inline]
    pub const fn moves_made(&self, seat: Seat) -> u8 {
        self.played[seat.index()]
    }

    /// Returns whether a seat has passed on the move to beat. After two passes there is no move to
    /// beat, and no seat counts as having passed.
    #[inline]
    pub fn has_passed(&self, seat: Seat) -> bool {
        !self.is_lead() && seat == self.owner.next() && self.turn == seat.next()
    }

    /// Returns the number of bombs and rockets played so far.
    #[inline]
    pub const fn bombs(&self) -> u8 {
        self.bombs
    }
}

impl Position {
    /// Returns the first position of a game: the landlord has taken the stock and leads.
    pub fn new(deal: &Deal, landlord: Seat) -> Self {
        let mut hands = deal.hands();
        let with_stock = hands[landlord.index()].bits() + deal.stock().bits();
        hands[landlord.index()] = Hand::from_valid_bits(with_stock);
        let (on_table, played, bombs) = (Move::PASS, [0; 3], 0);
        let public = Public { on_table, owner: landlord, turn: landlord, landlord, played, bombs };
        Self { hands, public }
    }

    /// Returns the public part of the position.
    #[inline]
    pub const fn public(&self) -> &Public {
        &self.public
    }

    /// Returns an endgame without history: three hands with cards of one pack, and no move to beat.
    ///
    /// # Errors
    /// [`PositionError::Excess`] or [`PositionError::NoCards`].
    pub fn endgame(hands: [Hand; 3], landlord: Seat, turn: Seat) -> Result<Self, PositionError> {
        PositionParts::new(hands, landlord, turn).try_into()
    }

    /// Returns the key of the position. The counts of moves and bombs are not part of it.
    pub const fn key(&self) -> PositionKey {
        // The sixteenth lane of each hand has no cards. It stores a seat in the key.
        let [first, second, third] = self.hands;
        PositionKey([
            first.bits() | (self.public.turn.index() as u64) << 60,
            second.bits() | (self.public.owner.index() as u64) << 60,
            third.bits() | (self.public.landlord.index() as u64) << 60,
            self.public.on_table.shape.bits() as u64,
        ])
    }

    /// Returns the remaining cards of a seat.
    #[inline]
    pub const fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// Returns the move to beat; a pass when the seat to move leads.
    #[inline]
    pub const fn on_table(&self) -> Move {
        self.public.on_table()
    }

    /// Returns the seat that played the last move with cards; before the first move, the seat to
    /// move.
    #[inline]
    pub const fn owner(&self) -> Seat {
        self.public.owner()
    }

    /// Returns whether the seat to move leads. It may then play any move, but cannot pass.
    #[inline]
    pub const fn is_lead(&self) -> bool {
        self.public.is_lead()
    }

    /// Returns the seat to move; after the game, the seat after the winner.
    #[inline]
    pub const fn turn(&self) -> Seat {
        self.public.turn()
    }

    /// Returns the landlord's seat.
    #[inline]
    pub const fn landlord(&self) -> Seat {
        self.public.landlord()
    }

    /// Returns the number of moves that a seat has made, excluding passes.
    #[inline]
    pub const fn moves_made(&self, seat: Seat) -> u8 {
        self.public.moves_made(seat)
    }

    /// Returns whether a seat has passed on the move to beat. After two passes there is no move to
    /// beat, and no seat counts as having passed.
    #[inline]
    pub fn has_passed(&self, seat: Seat) -> bool {
        self.public.has_passed(seat)
    }

    /// Returns the number of bombs and rockets played so far.
    #[inline]
    pub const fn bombs(&self) -> u8 {
        self.public.bombs()
    }

    /// Returns the seat that has played its last card, if there is one.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        self.hands[self.public.owner.index()].is_empty().then_some(self.public.owner)
    }

    /// Returns the spring or anti-spring that the game would have if the owner of the last move won
    /// now.
    pub fn spring(&self) -> Spring {
        let [landlord, next, last] =
            self.public.landlord.round().map(|seat| self.public.played[seat.index()]);
        if self.public.owner == self.public.landlord && next + last == 0 {
            Spring::Spring
        } else if self.public.owner != self.public.landlord && landlord == 1 {
            Spring::AntiSpring
        } else {
            Spring::None
        }
    }

    /// Generates all legal moves into `moves`, in the order of the rules' generator. A pass comes
    /// first unless the seat [leads](Self::is_lead). After the game there are no moves.
    #[inline]
    pub fn moves(&self, rules: Rules, moves: &mut MoveBuffer) {
        // After the game, the move to beat is still the winner's last move. An empty hand and a
        // lead are used instead, so that no moves are generated.
        let hand = if self.winner().is_none() { self.hand(self.public.turn) } else { Hand::EMPTY };
        let on_table = if self.winner().is_none() { self.public.on_table } else { Move::PASS };
        rules.follows(hand, on_table, moves);
    }

    /// Checks whether the seat to move may play these cards, and returns the move. An empty hand is
    /// a pass.
    ///
    /// # Errors
    /// [`IllegalMove`] if the cards cannot be played.
    pub fn read(&self, rules: Rules, cards: Hand) -> Result<Move, IllegalMove> {
        let (seat, hand) = (self.public.turn, self.hand(self.public.turn));
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
        if self.is_lead() || read.beats(self.public.on_table) {
            Ok(read)
        } else {
            Err(IllegalMove::TooLow { cards, on_table: self.public.on_table.cards() })
        }
    }

    /// Plays a legal move. The result for an illegal move is unspecified, but memory-safe.
    #[inline]
    pub fn play(&mut self, legal: Move) {
        let seat = self.public.turn;
        self.public.turn = seat.next();
        if legal.is_pass() {
            // After two consecutive passes, the owner of the move to beat leads.
            if self.public.turn == self.public.owner {
                self.public.on_table = Move::PASS;
            }
            return;
        }
        let hand = &mut self.hands[seat.index()];
        debug_assert!(hand.contains(legal.cards()), "{legal:?} from {hand}");
        *hand = hand.remove(legal.cards()).unwrap_or(*hand);
        self.public.on_table = legal;
        self.public.owner = seat;
        self.public.played[seat.index()] = self.public.played[seat.index()].saturating_add(1);
        self.public.bombs = self.public.bombs.saturating_add(u8::from(legal.is_bomb_or_rocket()));
    }
}
