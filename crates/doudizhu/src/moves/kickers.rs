//! Enumeration of the cards attached to trios and fours: every combination, each once.
//!
//! # Options
//! The options are a packed word with the same lanes as a hand: bit k − 1 of a lane is set if k
//! cards of that rank may be taken. The initial options are the [unary form](Holding) of the hand.
//! Masks then clear the bits of three groups: the ranks of the body (the trios or the four); more
//! cards of a rank than the rules allow; three cards of a rank next to the chain.
//!
//! ```text
//! lane      …     5     4     3     2     1     0
//! hand      …     2     3     3     1     3     4
//! options   …  0011  0000  0000  0001  0111  0111
//! ```
//!
//! The example shows the options for a chain of trios in lanes 3 and 4, if at most three cards of a
//! rank may be attached. Three cards of lane 1 may be taken. Three cards of lane 2 or of lane 5
//! would be next to the chain, and would be classified as part of the chain.
//!
//! # Enumeration
//! The recursion takes ranks from the lowest up, and tries every allowed number of cards of each
//! rank; the remaining cards come from higher ranks. Each multiset is therefore generated once. The
//! last card is not enumerated but passed on as a mask of the possible ranks: most combinations end
//! with a single card, and the generator writes all moves of such a mask as one block.
//!
//! # Counting
//! The number of combinations of n cards is the coefficient of xⁿ in the product, over all ranks,
//! of 1 + Σ xᵏ, where k runs over the allowed numbers of cards of the rank.

use super::holding::{CHAIN_LANES, Holding, JOKERS};
use crate::rules::Switches;

/// The cards available for attachment to one body (the trios or the four of a move).
#[derive(Clone, Copy)]
pub(super) struct Kickers {
    /// Bit k − 1 of a lane is set if k cards of that rank may be taken. Excludes the jokers.
    options: u64,
    /// The jokers that may be taken, one card each.
    jokers: u64,
    /// Whether both jokers may be taken together.
    both_jokers: bool,
}

impl Kickers {
    /// Returns the options for single cards of an airplane of `length` trios from lane `first` on.
    ///
    /// Cards that would be generated from two different chains are excluded.
    pub(super) fn of_airplane(switches: Switches, holding: Holding, first: u32, length: u32) -> Self {
        let mut kickers =
            Self::single_cards(switches, holding, 0xffff_ffff_ffff >> (48 - 4 * length) << (4 * first));
        let beside = |lane: u64| 0xf * (lane & CHAIN_LANES);
        let (above, below) = (beside(1 << (4 * (first + length))), beside((1 << (4 * first)) >> 4));
        kickers.options &= if switches.longer_chain {
            // Three attached cards of the rank above the chain are excluded: the same move is also
            // generated from the chain that begins one rank higher, with the lowest trio of this
            // chain attached. If the chain has three trios, three cards of the rank below are
            // excluded too: a move with three attached cards of either adjacent rank is a chain of
            // four trios. Four cards of the rank above are allowed.
            let three = 0x4444_4444_4444_4444;
            !(three & (above | if length == 3 { below } else { 0 }))
        } else {
            !(0xcccc_cccc_cccc_cccc & (above | below))
        };
        kickers
    }

    /// Returns the options for single cards attached to the trio or the four in `lane`.
    pub(super) fn of_rank(switches: Switches, holding: Holding, lane: u32) -> Self {
        Self::single_cards(switches, holding, 0xf << (4 * lane))
    }

    fn single_cards(switches: Switches, holding: Holding, body: u64) -> Self {
        let each = 0x1111_1111_1111_1111 * ((1 << switches.kickers_a_rank) - 1);
        let jokers = holding.staircase() & JOKERS;
        let options = holding.staircase() & each & !body & 0x000f_ffff_ffff_ffff;
        Self { options, jokers, both_jokers: switches.both_jokers }
    }

    /// Returns the options that allow one unit of each rank in a mask. For pairs, callers take two
    /// cards for each unit.
    #[inline(always)]
    pub(super) const fn distinct(ranks: u64) -> Self {
        Self { options: ranks, jokers: 0, both_jokers: false }
    }

    /// Enumerates all combinations of `size` cards; `size` is at least 2. The combinations are
    /// passed to `with` in groups. A group consists of `size` − 1 cards and a mask of ranks. Each
    /// combination of the group has these cards and one card of one of the ranks.
    #[inline(always)]
    pub(super) fn each(self, size: u32, mut with: impl FnMut(u64, u64)) {
        let with = &mut with;
        choose(self.options, 0, size, with);
        if self.jokers != 0 {
            let [black, red] = [1 << 52, 1 << 56].map(|joker| self.jokers & joker);
            for joker in [black, red] {
                if joker != 0 {
                    choose(self.options, joker, size - 1, with);
                }
            }
            if self.both_jokers && self.jokers == JOKERS {
                choose(self.options, JOKERS, size - 2, with);
            }
        }
    }

    /// Returns the number of combinations of `size` cards, 2..=5. The number is a coefficient in a
    /// product of polynomials, with one polynomial for each rank.
    pub(super) fn count(self, size: u32) -> usize {
        let size = size as usize;
        // ways[n] is the number of combinations of n cards of the ranks processed so far.
        let mut ways = [1, 0, 0, 0, 0, 0];
        let mut options = self.options;
        while options != 0 {
            let here = options & 0xf;
            options >>= 4;
            if here == 0 {
                continue;
            }
            for n in (1..=size).rev() {
                let more = (1..=n.min(4)).filter(|taken| here >> (taken - 1) & 1 != 0);
                ways[n] += more.map(|taken| ways[n - taken]).sum::<usize>();
            }
        }
        let jokers = self.jokers.count_ones() as usize;
        let both = self.both_jokers && jokers == 2;
        ways[size] + jokers * ways[size - 1] + if both { ways[size - 2] } else { 0 }
    }
}

/// Extends `cards` by every combination of `more` cards of the options. Passes the results to
/// `with` in groups, as [`Kickers::each`] does. Ranks are taken from the lowest up.
fn choose(mut options: u64, cards: u64, more: u32, with: &mut impl FnMut(u64, u64)) {
    match more {
        0 => {
            let last = 1 << (cards.trailing_zeros() & !3);
            with(cards - last, last);
        }
        1 => {
            let single = options & 0x1111_1111_1111_1111;
            if single != 0 {
                with(cards, single);
            }
        }
        _ => {
            while options != 0 {
                let lane = options.trailing_zeros() & !3;
                let here = options >> lane & 0xf;
                options &= !(0xf << lane);
                for taken in 1..=more.min(4) {
                    if here >> (taken - 1) & 1 != 0 {
                        choose(options, cards + (u64::from(taken) << lane), more - taken, with);
                    }
                }
            }
        }
    }
}
