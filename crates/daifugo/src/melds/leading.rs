//! Generator of leads, for hands with at most one joker.
//!
//! The groups of each size are generated rank by rank in the documented order: by the number of
//! cards held, then by rank. The words of the groups of a rank are copied from the table of
//! [`placements`](mod@super::placements). Three properties make the generator fast: dependency
//! chains are short, few branches depend on the hand, and melds are written as vectors.
//!
//! # Ranks by count
//! One word has a row of sixteen bits for each number of cards; the lowest row is for one card. Bit
//! p of a row is the rank with *place* p: the 3 has place 1 and the 2 place 13; in the reversed
//! order, the 2 has place 1 and the 3 place 13. A hand has seven bytes of two ranks each. Each byte
//! contributes at most two bits, which are looked up in a table of 256 words:
//!
//! ```text
//! C3 D3 H5, places           row 4   row 3   row 2   row 1
//! byte 0: two 3s, no 4         ·       ·       1       ·
//! byte 1: one 5, no 6          ·       ·       ·       3
//! word: all bytes              ·       ·       1       3
//! ```
//!
//! The bits from row k upwards, lowest first, are the ranks with at least k cards in the documented
//! order. The seven lookups are independent of each other. Transposing the one-hot counts, as
//! [`Transposed`](super::generate::Transposed) does, takes about the same number of operations, but
//! each depends on the one before.
//!
//! # Blocks of ranks
//! The number of ranks varies between hands, so the branch that ends a loop over single ranks is
//! often mispredicted. Each iteration therefore processes four ranks: for all hands of five to
//! eight ranks, the loop ends after two iterations. If fewer than four ranks remain, the unused
//! entries of the block get place 0. No rank has place 0, so no card is held there, and the table
//! of placements lists no groups for it.
//!
//! # Whole vectors
//! For each rank, a fixed number of words is written: the maximum number of groups of a rank. The
//! end of the list then advances by the actual number of groups, and the next rank overwrites the
//! excess:
//!
//! ```text
//!  C9 D9   C9 H9   D9 H9   ·   ·   ·   ·   ·      eight words written, three of them groups
//!                          ↑
//!                          new end of the list: the next eight words are written here
//! ```
//!
//! # Sequences
//! The starts of sequences of n cards, with no card or at most one card missing, are computed from
//! the starts of sequences of n − 1 cards by the recurrence of
//! [`generate`](super::generate#sequences). Without a joker, a hand has no sequence if `c & c >> 4
//! & c >> 8` is 0; with one joker, it has none unless two cards of a suit are at most two ranks
//! apart. In these cases the generation of sequences is skipped. The joker replaces the missing
//! card. If no card is missing, the joker replaces each card in turn: its bit in the word of the
//! meld is the bit of the lowest rank, shifted by 0, 1, 2 and so on. A fixed number of these melds
//! is written at once, as for groups.

use super::generate::{EACH, Transposed, leads_by, next};
use super::list::Writer;
use super::meld::{JOKERS_AT, LOW_AT};
use super::placements::{Placements, placements};
use crate::CardSet;
use crate::melds::{Hand, Kind, Meld, Melds, Order};

/// Replaces the contents of `melds` with all melds that the hand can lead.
///
/// Includes every legal placement of a joker, also in place of a card that is held. The melds are
/// in the [documented order](crate::melds#the-order-of-melds).
///
/// ```
/// use quadrille_daifugo::melds::{Hand, Melds, Order, leads};
///
/// let mut melds = Melds::new();
/// leads(Hand::new("C3 D3 H9".parse()?, 0), Order::Normal, &mut melds);
/// let shown: Vec<String> = melds.iter().map(|meld| meld.to_string()).collect();
/// assert_eq!(shown, ["C3 D3", "H9", "C3", "D3"]);
/// # Ok::<(), quadrille_daifugo::CardSetError>(())
/// ```
pub fn leads(hand: Hand, order: Order, melds: &mut Melds) {
    match (hand.jokers, order) {
        (0, Order::Normal) => leads_with::<0, false>(hand.cards, melds),
        (0, Order::Reversed) => leads_with::<0, true>(hand.cards, melds),
        (1, Order::Normal) => leads_with::<1, false>(hand.cards, melds),
        (1, Order::Reversed) => leads_with::<1, true>(hand.cards, melds),
        // This case is rare, because the deck of the UECda contest has one joker.
        _ => leads_by::<Transposed>(hand, order, melds),
    }
}

/// Writes the leads of these cards with `JOKERS` jokers, 0 or 1.
fn leads_with<const JOKERS: usize, const REVERSED: bool>(cards: CardSet, melds: &mut Melds) {
    let ranks = ranks_by_count::<REVERSED>(cards);
    let places = cards.bits() << 4;
    let mut writer = melds.rewrite();
    let (next, second) = (places >> 4, places >> 8);
    let sequences = if JOKERS == 0 { places & next & second } else { places & (next | second) };
    let most_group = 4 + JOKERS;
    if sequences != 0 {
        let starts = SequenceStarts::new::<JOKERS>(places);
        for size in (3..=starts.longest.max(most_group)).rev() {
            if size <= most_group {
                large_groups::<JOKERS, REVERSED>(size, places, ranks, &mut writer);
            }
            if size <= starts.longest {
                starts.write::<JOKERS, REVERSED>(size, &mut writer);
            }
        }
    } else if ranks >> (16 * (2 - JOKERS)) != 0 {
        // Some rank has at least three cards, the joker included.
        for size in (3..=most_group).rev() {
            large_groups::<JOKERS, REVERSED>(size, places, ranks, &mut writer);
        }
    }
    groups::<8, 4, REVERSED>(2, 0, places, ranks, &mut writer);
    if JOKERS > 0 {
        groups::<12, 4, REVERSED>(2, 1, places, ranks, &mut writer);
    }
    groups::<4, 4, REVERSED>(1, 0, places, ranks, &mut writer);
    if JOKERS > 0 {
        writer.put([Meld::JOKER], 1);
    }
    let end = writer.end();
    melds.set_length(end);
}

/// Writes the groups of `size` cards; `size` is at least 3. Few ranks have such groups, so the
/// ranks are processed one by one.
#[inline]
fn large_groups<const JOKERS: usize, const REVERSED: bool>(
    size: usize,
    places: u64,
    ranks: u64,
    writer: &mut Writer<'_>,
) {
    if size <= 4 {
        groups::<4, 1, REVERSED>(size, 0, places, ranks, writer);
    }
    if JOKERS > 0 {
        groups::<12, 1, REVERSED>(size, 1, places, ranks, writer);
    }
}

/// Writes the groups of one size with this number of jokers, `BLOCK` ranks per iteration. A rank
/// must have at most `WORDS` such groups.
#[inline(always)]
fn groups<const WORDS: usize, const BLOCK: usize, const REVERSED: bool>(
    size: usize,
    jokers: usize,
    places: u64,
    ranks: u64,
    writer: &mut Writer<'_>,
) {
    let base = Meld::from_word(Meld::blank(Kind::Group, size as u32));
    let placements = placements(size as u32, jokers as u32);
    let mut left = ranks & !0 << (16 * (size - jokers - 1));
    while left != 0 {
        for _ in 0..BLOCK {
            // If no rank remains, `trailing_zeros` is 64, so `at` is 0, where no card is held.
            let at = left.trailing_zeros() & 15;
            left &= left.wrapping_sub(1);
            let place = if REVERSED { 14 - at } else { at };
            let Placements { words, number } = &placements[(places >> (4 * place) & 15) as usize];
            if let Some(words) = words.first_chunk::<WORDS>() {
                let base = base.with_bits(place << LOW_AT);
                writer.put(words.map(|word| base.with_bits(word)), *number as usize);
            }
        }
    }
}

/// Returns a word with one bit per rank of these cards: bit 16 · (number of cards − 1) + place.
#[inline(always)]
fn ranks_by_count<const REVERSED: bool>(cards: CardSet) -> u64 {
    let table = &BY_COUNT[usize::from(REVERSED)];
    let mut word = 0;
    for (at, byte) in cards.bits().to_le_bytes().into_iter().enumerate().take(BYTES) {
        let place = if REVERSED { 2 * (BYTES - 1 - at) } else { 2 * at + 1 };
        word |= table[usize::from(byte)] << place;
    }
    word
}

/// Number of bytes of a card set.
const BYTES: usize = 7;

/// Tables that map a byte of a card set, the cards of two ranks, to the bits of these ranks in the
/// word of [`ranks_by_count`], before the shift that depends on the index of the byte.
///
/// In the first table, a rank with k cards has bit 16 · (k − 1) if it is the lower of the two
/// ranks, and bit 16 · (k − 1) + 1 if it is the higher. The second table is for the reversed order:
/// there the higher rank has bit 16 · (k − 1), and the lower rank bit 16 · (k − 1) + 1.
static BY_COUNT: [[u64; 256]; 2] = [by_count(0), by_count(1)];

const fn by_count(lower_at: u32) -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (lower, higher) = ((byte as u32 & 15).count_ones(), (byte as u32 >> 4).count_ones());
        if lower > 0 {
            table[byte] |= 1 << (16 * (lower - 1) + lower_at);
        }
        if higher > 0 {
            table[byte] |= 1 << (16 * (higher - 1) + (1 - lower_at));
        }
        byte += 1;
    }
    table
}

/// The starts of sequences: the lowest card of each sequence, as a bit in the word `places`.
struct SequenceStarts {
    /// The cards, shifted up by one nibble, so that nibble 0 is the imaginary rank below the 3.
    places: u64,
    longest: usize,
    /// Starts of sequences with no card missing, by length.
    whole: [u64; 16],
    /// Starts of sequences with at most one card missing, by length.
    but_one: [u64; 16],
}

impl SequenceStarts {
    /// Computes the starts of all lengths; a sequence of three cards must exist.
    #[inline(always)]
    fn new<const JOKERS: usize>(places: u64) -> Self {
        let (next, second) = (places >> 4, places >> 8);
        // Sequences of three must end at the imaginary rank above the 2 (place 14) at the latest.
        let mut but_one = (places & next | places & second | next & second) & !0 >> 12;
        let mut whole = places & next & second;
        let mut all = Self { places, longest: 3, whole: [0; 16], but_one: [0; 16] };
        (all.whole[3], all.but_one[3]) = (whole, but_one);
        for length in 4..=15 {
            let last = places >> (4 * (length - 1));
            but_one = (but_one & last | whole) & !0 >> (4 * length);
            whole &= last;
            if (if JOKERS == 0 { whole } else { but_one }) == 0 {
                break;
            }
            (all.whole[length], all.but_one[length]) = (whole, but_one);
            all.longest = length;
        }
        all
    }

    /// Writes the sequences of one length.
    #[inline(always)]
    fn write<const JOKERS: usize, const REVERSED: bool>(&self, size: usize, writer: &mut Writer<'_>) {
        let base = Meld::from_word(Meld::blank(Kind::Sequence, size as u32));
        let mut left = self.whole[size & 15];
        while let Some(at) = next::<REVERSED>(&mut left) {
            writer.put([base.with_bits(1 << (at % 4) | (at / 4) << LOW_AT)], 1);
        }
        if JOKERS == 0 {
            return;
        }
        let mut left = self.but_one[size & 15];
        while let Some(at) = next::<REVERSED>(&mut left) {
            let missing = !(self.places >> at) & EACH & !(!0 << (4 * size));
            let (from, number) = if missing == 0 { (0, size) } else { (missing.trailing_zeros() / 4, 1) };
            let base = base.with_bits(1 << (at % 4) | (at / 4) << LOW_AT);
            let joker = 1 << (at / 4 + from) << JOKERS_AT;
            if size <= 4 {
                writer.put([0, 1, 2, 3].map(|step| base.with_bits(joker << step)), number);
            } else {
                writer.put(std::array::from_fn::<_, 16, _>(|step| base.with_bits(joker << step)), number);
            }
        }
    }
}
