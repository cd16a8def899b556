//! Lookup tables of the chains that a hand contains.

use std::sync::LazyLock;

use super::holding::{CHAIN_LANES, Holding, ranks, run};
use super::{Kind, Move, Shape};
use crate::hand::Hand;

/// A category of chains: the number of cards of each rank, and the possible lengths.
pub(super) struct ChainKind {
    pub(super) kind: Kind,
    /// The number of cards of each rank.
    pub(super) count: u32,
    pub(super) shortest: u32,
    pub(super) longest: u32,
}

pub(super) const SOLO: ChainKind = ChainKind { kind: Kind::SoloChain, count: 1, shortest: 5, longest: 12 };
pub(super) const PAIR: ChainKind = ChainKind { kind: Kind::PairChain, count: 2, shortest: 3, longest: 10 };
pub(super) const TRIO: ChainKind = ChainKind { kind: Kind::TrioChain, count: 3, shortest: 2, longest: 6 };
pub(super) const FOUR: ChainKind = ChainKind { kind: Kind::SpaceShuttle, count: 4, shortest: 2, longest: 5 };

impl ChainKind {
    /// Returns the chain of `length` ranks whose lowest rank is in lane `first`.
    #[inline(always)]
    pub(super) const fn chain(&self, first: u32, length: u32) -> Move {
        let cards = run(length) * self.count as u64;
        Move::new(Hand::from_valid_bits(cards << (4 * first)), Shape::new(self.kind, length, first))
    }

    /// Iterates over the chains of one length, from the lowest start rank up.
    #[inline(always)]
    pub(super) fn of_length(&self, starts: u64, length: u32) -> impl Iterator<Item = Move> {
        ranks(starts).map(
            #[inline(always)]
            move |(first, _)| self.chain(first, length),
        )
    }
}

/// The chains of one category for every hand.
///
/// The start ranks of the shortest chains determine all chains, since a longer chain consists of
/// overlapping shortest chains. The mask of these start ranks has at most eleven bits. It is the
/// index into this table.
///
/// ```text
/// rank                     A K Q J T 9 8 7 6 5 4 3
/// held                     . 1 1 1 1 1 1 . 1 1 1 1
/// five in a row begin at   . . . . . 1 1 . . . . .     at the 8 and the 9: the index is 0b000001100000
/// ```
///
/// In this example, the entry lists three chains: five ranks from the 8, five ranks from the 9, and
/// six ranks from the 8.
pub(super) struct Chains {
    shortest: u32,
    count: u32,
    /// For each mask, the index in `moves` of its first move, and the number of its moves.
    index: Vec<(u16, u16)>,
    /// The moves of all masks. A block of padding follows, so that a full block can be copied from
    /// any index.
    moves: Vec<Move>,
}

/// The number of moves that are copied at once.
pub(super) const BLOCK: usize = 8;

/// All solo chains.
pub(super) static SOLOS: LazyLock<Chains> = LazyLock::new(|| Chains::new(&SOLO));
/// All pair chains.
pub(super) static PAIRS: LazyLock<Chains> = LazyLock::new(|| Chains::new(&PAIR));
/// All trio chains.
pub(super) static TRIOS: LazyLock<Chains> = LazyLock::new(|| Chains::new(&TRIO));
/// All space shuttles.
pub(super) static FOURS: LazyLock<Chains> = LazyLock::new(|| Chains::new(&FOUR));

impl Chains {
    fn new(kind: &ChainKind) -> Self {
        let mut table =
            Self { shortest: kind.shortest, count: kind.count, index: vec![(0, 0); 2048], moves: Vec::new() };
        // Tries all sets of ranks. Many of them have the same chains, which are stored once.
        for held in 0..1u64 << 12 {
            let lanes = ranks(CHAIN_LANES).filter(|(lane, _)| held >> lane & 1 != 0);
            let hand = lanes.map(|(_, card)| card * u64::from(kind.count)).sum();
            let holding = Holding::new(Hand::from_valid_bits(hand));
            let key = compress(holding.chains(kind.count, kind.shortest));
            if key != 0 && table.index[key] == (0, 0) {
                let begin = table.moves.len();
                for length in kind.shortest..=kind.longest {
                    table.moves.extend(kind.of_length(holding.chains(kind.count, length), length));
                }
                table.index[key] = (begin as u16, (table.moves.len() - begin) as u16);
            }
        }
        table.moves.extend([Move::PASS; BLOCK]);
        table
    }

    /// Returns the number of chains of the category in a hand, and a slice of moves. The chains are
    /// the first moves of the slice. The slice has at least one full block.
    #[inline(always)]
    pub(super) fn blocks(&self, holding: Holding) -> (usize, &[Move]) {
        let (begin, len) = self.index[compress(holding.chains(self.count, self.shortest)) & 2047];
        (len.into(), &self.moves[begin.into()..])
    }

    /// Returns all chains of the category in a hand, shortest first.
    #[inline(always)]
    pub(super) fn of(&self, holding: Holding) -> &[Move] {
        let (len, moves) = self.blocks(holding);
        &moves[..len]
    }
}

/// Packs the lowest bits of the lanes into adjacent bits.
#[inline(always)]
const fn compress(mask: u64) -> usize {
    let v = (mask | mask >> 3) & 0x0303_0303_0303_0303;
    let v = (v | v >> 6) & 0x000f_000f_000f_000f;
    let v = (v | v >> 12) & 0x0000_00ff_0000_00ff;
    (v | v >> 24) as usize & 0xffff
}
