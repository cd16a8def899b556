//! The state of a game while cards are played.

use super::{Deal, Seat, Spring};
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "PositionParts", into = "PositionParts"))]
pub struct Position {
    hands: [Hand; 3],
    public: Public,
}

const _: () = assert!(size_of::<Position>() == 48);

/// What every seat sees of a position: all but the hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Public {
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

/// Everything that a position consists of: to build one in mid-play, from what is on the table and in the
/// hands.
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::game::{Position, PositionParts, Seat};
///
/// // The landlord has played a pair of 9s, the seat after him has passed.
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
    /// The cards in each seat. A seat other than the one that leads may have none: it can only pass.
    pub hands: [Hand; 3],
    /// Who plays against the others.
    pub landlord: Seat,
    /// Whose turn it is; when the game is over, the seat after the winner.
    pub turn: Seat,
    /// The move to beat and who played it; `None` where the seat whose turn it is leads.
    pub on_table: Option<(Seat, Move)>,
    /// How many moves each seat has made, passes not counted; springs depend on it.
    pub moves_made: [u8; 3],
    /// Bombs and rockets played so far, 0 to 14.
    pub bombs: u8,
}

impl PositionParts {
    /// Nothing on the table, and nothing played so far.
    pub const fn new(hands: [Hand; 3], landlord: Seat, turn: Seat) -> Self {
        Self { hands, landlord, turn, on_table: None, moves_made: [0; 3], bombs: 0 }
    }

    /// The same as a seat knows it: its own hand, what the other two hold together, and how many of these
    /// cards the seat after it holds. Which ones does not matter to a [view](crate::players::View::of); here
    /// it is the lowest.
    ///
    /// # Errors
    /// [`PositionError::Sizes`] if there are fewer unseen cards than that.
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

/// Why there is no such position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// More of a rank than a pack has.
    #[error("the hands and the move on the table together hold more of a rank than a pack does")]
    Excess,
    /// Fewer cards than a hand is said to have.
    #[error("the next seat cannot hold {next_has} of {unseen} unseen cards")]
    Sizes {
        /// How many cards nobody has seen.
        unseen: u32,
        /// How many of these the next seat should have.
        next_has: u32,
    },
    /// Whoever leads needs cards.
    #[error("{seat} leads, and has no cards")]
    NoCards {
        /// Who leads.
        seat: Seat,
    },
    /// A pass as the move to beat.
    #[error("a pass lies on the table; expected a move with cards, or none where a seat leads")]
    PassOnTable,
    /// Whoever played the move on the table cannot beat it.
    #[error("it is the turn of {seat}, whose own move lies on the table")]
    OwnTurn {
        /// Whose turn it should be.
        seat: Seat,
    },
    /// The game is over, and it is not the turn of the seat after the winner.
    #[error("{winner} has played the last card; then it is the turn of {}, not of {turn}", winner.next())]
    AfterEnd {
        /// Who has won.
        winner: Seat,
        /// Whose turn it should be.
        turn: Seat,
    },
    /// Counts that cannot be.
    #[error("moves made and bombs played do not fit the move on the table")]
    Counts,
}

impl TryFrom<PositionParts> for Position {
    type Error = PositionError;

    /// # Errors
    /// [`PositionError`]: parts that no course of a game leads to. (It is not proved that one does: the
    /// counts, for one, are hardly looked at.)
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

/// Bombs and rockets of a game at most: four of each of 13 ranks, and both jokers.
pub(super) const MOST_BOMBS: u8 = 14;

/// What decides how a game can go on, and nothing else: hands, the move to beat, whose it is, whose turn it
/// is, who is landlord.
///
/// Positions that differ in counts alone (moves made, bombs played), or in the cards attached to the move on
/// the table, have the same key and the same moves from here on: what a table of transpositions or a learner
/// wants. Keys are made for positions of the same [`Rules`], and compare as numbers.
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
    /// The key as four words, which are the same in every version of this crate: the hands as packed words,
    /// the turn, the owner and the landlord in their free sixteenth lanes, and how the move on the table was
    /// read.
    pub const fn words(self) -> [u64; 4] {
        self.0
    }
}

/// Why cards cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    #[error("{cards} is not a move under these rules")]
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

impl Public {
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

    /// How many moves a seat has made so far, passes not counted.
    #[inline]
    pub const fn moves_made(&self, seat: Seat) -> u8 {
        self.played[seat.index()]
    }

    /// Whether a seat has passed on the move that lies on the table. After two passes the
    /// table is empty, and no seat counts as having passed.
    #[inline]
    pub fn has_passed(&self, seat: Seat) -> bool {
        !self.is_lead() && seat == self.owner.next() && self.turn == seat.next()
    }

    /// Bombs and rockets played so far.
    #[inline]
    pub const fn bombs(&self) -> u8 {
        self.bombs
    }
}

impl Position {
    /// The landlord has taken the stock, and leads.
    pub fn new(deal: &Deal, landlord: Seat) -> Self {
        let mut hands = deal.hands();
        let with_stock = hands[landlord.index()].bits() + deal.stock().bits();
        hands[landlord.index()] = Hand::from_valid_bits(with_stock);
        let (on_table, played, bombs) = (Move::PASS, [0; 3], 0);
        let public = Public { on_table, owner: landlord, turn: landlord, landlord, played, bombs };
        Self { hands, public }
    }

    /// What every seat sees of it.
    #[inline]
    pub const fn public(&self) -> &Public {
        &self.public
    }

    /// Some cards of one pack in three hands, nothing on the table: an endgame that nobody has played up to.
    ///
    /// # Errors
    /// [`PositionError::Excess`] or [`PositionError::NoCards`].
    pub fn endgame(hands: [Hand; 3], landlord: Seat, turn: Seat) -> Result<Self, PositionError> {
        PositionParts::new(hands, landlord, turn).try_into()
    }

    /// What decides how the game can go on, without counts.
    pub const fn key(&self) -> PositionKey {
        // A hand's sixteenth lane is empty.
        let [first, second, third] = self.hands;
        PositionKey([
            first.bits() | (self.public.turn.index() as u64) << 60,
            second.bits() | (self.public.owner.index() as u64) << 60,
            third.bits() | (self.public.landlord.index() as u64) << 60,
            self.public.on_table.shape.bits() as u64,
        ])
    }

    /// The cards a seat still has.
    #[inline]
    pub const fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// The move to beat; a pass when the seat to move leads.
    #[inline]
    pub const fn on_table(&self) -> Move {
        self.public.on_table()
    }

    /// Who played the move to beat, or played it last.
    #[inline]
    pub const fn owner(&self) -> Seat {
        self.public.owner()
    }

    /// Whether the seat to move leads: it may play anything, but cannot pass.
    #[inline]
    pub const fn is_lead(&self) -> bool {
        self.public.is_lead()
    }

    /// Whose turn it is; when the game is over, whose it would be.
    #[inline]
    pub const fn turn(&self) -> Seat {
        self.public.turn()
    }

    /// Who plays against the others.
    #[inline]
    pub const fn landlord(&self) -> Seat {
        self.public.landlord()
    }

    /// How many moves a seat has made so far, passes not counted.
    #[inline]
    pub const fn moves_made(&self, seat: Seat) -> u8 {
        self.public.moves_made(seat)
    }

    /// Whether a seat has passed on the move that lies on the table. After two passes the
    /// table is empty, and no seat counts as having passed.
    #[inline]
    pub fn has_passed(&self, seat: Seat) -> bool {
        self.public.has_passed(seat)
    }

    /// Bombs and rockets played so far.
    #[inline]
    pub const fn bombs(&self) -> u8 {
        self.public.bombs()
    }

    /// Who has played his last card.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        self.hands[self.public.owner.index()].is_empty().then_some(self.public.owner)
    }

    /// Whether a side has not come to play so far, if the game ended now.
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

    /// Every move that can be played now, into `moves`, in the order of the rules' generator: a pass first,
    /// unless the seat [leads](Self::is_lead). None when the game is over.
    #[inline]
    pub fn moves(&self, rules: Rules, moves: &mut MoveBuffer) {
        // The winner has no cards, and would be the owner of the move to beat.
        let hand = if self.winner().is_none() { self.hand(self.public.turn) } else { Hand::EMPTY };
        let on_table = if self.winner().is_none() { self.public.on_table } else { Move::PASS };
        rules.follows(hand, on_table, moves);
    }

    /// Reads cards as a move of the seat whose turn it is; no cards are a pass.
    ///
    /// # Errors
    /// Why they cannot be played.
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

    /// Plays a legal move; what happens with any other is not specified, though it is safe.
    #[inline]
    pub fn play(&mut self, legal: Move) {
        let seat = self.public.turn;
        self.public.turn = seat.next();
        if legal.is_pass() {
            // The second pass running gives the lead back to whoever played last.
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
