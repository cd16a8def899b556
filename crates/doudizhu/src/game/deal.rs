//! The deal: 17 cards to each of three seats, and three that the landlord will take.

use super::Seat;
use crate::Hand;
use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle;

/// Cards of a hand as it is dealt.
pub const HAND_CARDS: u32 = 17;
/// Cards that are left over for the landlord.
pub const STOCK_CARDS: u32 = 3;

/// All 54 cards.
const PACK: Hand = Hand::PACK;

/// Who got what.
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

/// A deal as it is read, before anything is known of it.
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
    /// A deal of the whole pack.
    ///
    /// # Errors
    /// A hand that has not 17 cards, a stock that has not 3, or a rank that is there too often or too seldom.
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
        // 54 cards of the pack, none too often: all of it.
        Ok(Self { hands, stock })
    }

    /// A random deal: each of the 54! / (17!³ 3!) as likely as the others.
    ///
    /// Takes 37 bounded numbers, each one `next_u64`, seldom more. The pack lies from the lowest card to the
    /// highest; the first 17 dealt go to seat 0, the next 17 to seat 1, three are the stock, and seat 2 has
    /// what is left. Frozen: games are replayed by the seed of their deal.
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let mut pack = SORTED;
        shuffle::deal(rng, &mut pack, 37);
        let hand = |cards: &[u8]| Hand::from_valid_bits(cards.iter().map(|&lane| 1u64 << lane).sum());
        let (first, second, stock) = (hand(&pack[..17]), hand(&pack[17..34]), hand(&pack[34..37]));
        Self { hands: [first, second, hand(&pack[37..])], stock }
    }

    /// What each seat was dealt.
    pub const fn hands(&self) -> [Hand; 3] {
        self.hands
    }

    /// The three cards left over.
    pub const fn stock(&self) -> Hand {
        self.stock
    }
}

/// The pack in order: of each card the lowest bit of its lane.
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

/// Why cards are no deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// A hand is too small or too large.
    #[error("{seat} has {cards} cards; 17 are dealt to each")]
    Hand {
        /// Whose hand.
        seat: Seat,
        /// How many cards it has.
        cards: u32,
    },
    /// The stock is too small or too large.
    #[error("the stock has {cards} cards; 3 are left over")]
    Stock {
        /// How many cards it has.
        cards: u32,
    },
    /// Some card is there too often, and so another too seldom.
    #[error("the hands and the stock together are not the pack of 54 cards")]
    Pack,
}
