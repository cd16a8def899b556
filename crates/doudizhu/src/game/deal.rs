//! The deal: 17 cards for each of three seats, and a stock of three cards for the landlord.

use super::Seat;
use crate::Hand;
use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle;

/// The number of cards dealt to each seat.
pub const HAND_CARDS: u32 = 17;
/// The number of cards in the stock.
pub const STOCK_CARDS: u32 = 3;

/// All 54 cards.
const PACK: Hand = Hand::PACK;

/// The distribution of the pack to three hands and the stock.
///
/// ```
/// use quadrille_doudizhu::game::Deal;
/// use quadrille_random::StreamKey;
///
/// let deal = Deal::random(&mut StreamKey::new(31459, 0).rng());
/// assert!(deal.hands().iter().all(|hand| hand.len() == 17));
/// assert_eq!(deal.stock().len(), 3);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked"))]
pub struct Deal {
    hands: [Hand; 3],
    stock: Hand,
}

/// A deserialised deal before validation.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    hands: [Hand; 3],
    stock: Hand,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Deal {
    type Error = DealError;

    fn try_from(read: Unchecked) -> Result<Self, DealError> {
        Self::new(read.hands, read.stock)
    }
}

impl Deal {
    /// Returns a deal of the complete pack.
    ///
    /// # Errors
    /// [`DealError`] if a hand does not have 17 cards, if the stock does not have 3, or if the
    /// cards are not the pack.
    pub fn new(hands: [Hand; 3], stock: Hand) -> Result<Self, DealError> {
        for (hand, seat) in hands.into_iter().zip(Seat::ALL) {
            if hand.len() != HAND_CARDS {
                return Err(DealError::Hand { seat, cards: hand.len() });
            }
        }
        if stock.len() != STOCK_CARDS {
            return Err(DealError::Stock { cards: stock.len() });
        }
        let mut left = PACK;
        for part in hands.into_iter().chain([stock]) {
            left = left.remove(part).ok_or(DealError::Pack)?;
        }
        // There are 54 cards and no rank has more cards than the pack, so this is the complete
        // pack.
        Ok(Self { hands, stock })
    }

    /// Returns a random deal; all 54! / (17!³ 3!) deals are equally likely.
    ///
    /// Draws 37 bounded random numbers, each from one `next_u64`, rarely from more. The pack is
    /// ordered from the lowest card to the highest. The first 17 cards drawn go to seat 0, the next
    /// 17 to seat 1, and the last three to the stock; seat 2 gets the remainder. This procedure is
    /// frozen, since games are replayed from the seed of their deal.
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let mut pack = SORTED;
        shuffle::deal(rng, &mut pack, 37);
        let hand = |cards: &[u8]| Hand::from_valid_bits(cards.iter().map(|&lane| 1u64 << lane).sum());
        let (first, second, stock) = (hand(&pack[..17]), hand(&pack[17..34]), hand(&pack[34..37]));
        Self { hands: [first, second, hand(&pack[37..])], stock }
    }

    /// Returns the cards dealt to each seat.
    pub const fn hands(&self) -> [Hand; 3] {
        self.hands
    }

    /// Returns the three cards of the stock.
    pub const fn stock(&self) -> Hand {
        self.stock
    }
}

/// The pack in ascending order. An entry is the index of the lowest bit in the card's lane.
const SORTED: [u8; 54] = {
    let mut sorted = [0; 54];
    let mut card = 0;
    while card < 54 {
        sorted[card] = match card {
            0..52 => card as u8 / 4 * 4,
            52 => 52,
            _ => 56,
        };
        card += 1;
    }
    sorted
};

/// The error of constructing a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// A hand does not have 17 cards.
    #[error("{seat} has {cards} cards; expected 17")]
    Hand {
        /// The seat of the hand.
        seat: Seat,
        /// The number of cards of the hand.
        cards: u32,
    },
    /// The stock does not have three cards.
    #[error("the stock has {cards} cards; expected 3")]
    Stock {
        /// The number of cards of the stock.
        cards: u32,
    },
    /// One rank has too many cards, and therefore another has too few.
    #[error("the hands and the stock together are not the pack of 54 cards")]
    Pack,
}
