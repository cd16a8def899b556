//! Cards attached to trios and fours: every choice of them, each once.
//!
//! # What may be chosen
//! The options are a packed word with the same lanes as a hand: bit k − 1 of a lane says that k cards of that
//! rank may be taken. So the hand's own [staircase](Holding) is the set of all options, and a rule that
//! forbids something is a mask that clears bits: the body's own ranks, more than so many of a rank, three
//! beside the chain.
//!
//! ```text
//! lane      …     5     4     3     2     1     0
//! hand      …     2     3     3     1     3     4
//! options   …  0011  0000  0000  0001  0111  0111
//! ```
//!
//! These are the options for a chain of trios in lanes 3 and 4 where at most three of a rank may be attached:
//! three of lane 1 may, while three of lane 2 or 5, if the hand had them, would stand beside the chain and be
//! read as a part of it.
//!
//! # How it is chosen
//! Ranks are taken from the lowest up, and of each rank one after the other as many cards as may be; whatever
//! is still to be taken comes from higher ranks. So every multiset is met once. The last card is not chosen
//! but handed on as a mask of all ranks that it may have: most choices end with a single card, and the
//! generator writes all moves of such a mask as one block.
//!
//! # How it is counted
//! The number of choices of n cards is the coefficient of xⁿ in a product over the ranks, of 1 + Σ xᵏ over
//! the k that may be taken of the rank.

use super::holding::{CHAIN_LANES, Holding, JOKERS};
use crate::rules::Switches;

/// What may be attached: a choice takes some of each rank.
#[derive(Clone, Copy)]
pub(super) struct Kickers {
    /// Bit k − 1 of a lane: may k of that rank be taken? No jokers.
    options: u64,
    /// The jokers that may be taken, one card each.
    jokers: u64,
    /// Whether both may be.
    both_jokers: bool,
}

impl Kickers {
    /// Single cards for `length` trios in a row from lane `first` on. No set of cards is reached from two
    /// chains.
    pub(super) fn of_airplane(switches: Switches, holding: Holding, first: u32, length: u32) -> Self {
        let mut kickers =
            Self::single_cards(switches, holding, 0xffff_ffff_ffff >> (48 - 4 * length) << (4 * first));
        let beside = |lane: u64| 0xf * (lane & CHAIN_LANES);
        let (above, below) = (beside(1 << (4 * (first + length))), beside((1 << (4 * first)) >> 4));
        kickers.options &= if switches.longer_chain {
            // Three of the rank above would be read as the higher chain, with three of this one's lowest
            // attached; three attached to three trios as a chain of four. Four of the rank above are no trio.
            let three = 0x4444_4444_4444_4444;
            !(three & (above | if length == 3 { below } else { 0 }))
        } else {
            !(0xcccc_cccc_cccc_cccc & (above | below))
        };
        kickers
    }

    /// Single cards for a four, or a trio, in `lane`.
    pub(super) fn of_rank(switches: Switches, holding: Holding, lane: u32) -> Self {
        Self::single_cards(switches, holding, 0xf << (4 * lane))
    }

    fn single_cards(switches: Switches, holding: Holding, body: u64) -> Self {
        let each = 0x1111_1111_1111_1111 * ((1 << switches.kickers_a_rank) - 1);
        let jokers = holding.staircase() & JOKERS;
        let options = holding.staircase() & each & !body & 0x000f_ffff_ffff_ffff;
        Self { options, jokers, both_jokers: switches.both_jokers }
    }

    /// One of each of some ranks, as often as it is there: to be doubled for pairs.
    #[inline(always)]
    pub(super) const fn distinct(ranks: u64) -> Self {
        Self { options: ranks, jokers: 0, both_jokers: false }
    }

    /// Calls `with` with every choice of `size`, at least 2, in groups: some cards, and a mask of ranks of
    /// which each one card goes with them.
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

    /// How many choices of `size` there are, 2..=5: a product of polynomials, one a rank.
    pub(super) fn count(self, size: u32) -> usize {
        let size = size as usize;
        // ways[n]: choices of n cards of the ranks looked at.
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

/// Calls `with` with `cards` and `more` cards of the options, in every way; ranks are chosen from the lowest
/// up.
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
