//! The move generator for all rules.
//!
//! # Overview
//! The generator never produces a candidate that it discards (except under `DouZero`'s comparison
//! of airplanes): it derives the moves from the ranks that a hand has. It computes four masks for
//! the whole hand: the ranks with at least one card, at least two, at least three, and four
//! ([`Holding`]). A mask has the lowest bit of the lane of each of its ranks. In a hand, this bit
//! means one card of the rank. A mask is therefore also a set of cards: if `b` is the lowest set
//! bit of a mask, `b` is a solo, `2 * b` a pair, `3 * b` a trio, and `3 * (b + (b << 4))` a chain
//! of two trios.
//!
//! ```text
//! lane            7 6 5 4 3 2 1 0
//! hand            . 1 4 3 3 2 1 1
//! at least 3      . . 1 1 1 . . .     trios of lanes 3, 4 and 5
//! shifted by one  . . . 1 1 1 . .     mask >> 4
//! both            . . . 1 1 . . .     chains of two trios begin in lanes 3 and 4
//! ```
//!
//! A chain of n ranks begins where n adjacent ranks are in the mask: where a bit is set in the mask
//! and in its n − 1 shifts ([`Holding::chains`]). The number of different sets of chains is small,
//! since chains can begin at no more than 11 different ranks. Lookup tables therefore list the
//! chains of every set ([`chains`]).
//!
//! The cards attached to trios and fours are combinations of cards of other ranks ([`Kickers`]).
//! The category of a move determines the moves that beat it: bombs, and consecutive ranks with the
//! same number of cards per rank, the same length and a higher lowest rank ([`Outline`]).
//!
//! # Writing past the end
//! The end of a loop over the bits of a mask is unpredictable, and a mispredicted branch takes as
//! much time as writing ten moves. The moves that most hands have (single ranks, short chains, a
//! trio with one card) are therefore written in blocks of a fixed size: the whole block is filled,
//! valid moves first, and the length grows by the number of valid ones. Subsequent moves overwrite
//! the excess. For this reason a [`MoveBuffer`] always has space for a window of moves after its
//! end.

use super::buffer::WINDOW;
use super::groups::{self, Group};
use super::holding::{CHAIN_LANES, Holding, ranks, size};
use super::kickers::Kickers;
use super::outline::{Attached, Outline};
use super::{Kind, Move, MoveBuffer, Shape, chains};
use crate::hand::Hand;
use crate::rules::Rules;

impl Rules {
    /// Generates all moves that a hand can lead with, each once. A pass is not among them. An empty
    /// hand has no moves.
    ///
    /// Replaces the contents of `moves`. The order is deterministic but otherwise unspecified.
    pub fn leads(self, hand: Hand, moves: &mut MoveBuffer) {
        let switches = self.switches();
        let holding = Holding::new(hand);
        moves.start();
        let [solos, pairs, trios, fours] = [1, 2, 3, 4].map(|count| holding.at_least(count));
        moves.same(Kind::Solo, solos);
        let first_pair = moves.len();
        moves.same(Kind::Pair, pairs);
        moves.chains(chains::SOLOS.blocks(holding));
        if holding.chains(2, chains::PAIR.shortest) != 0 {
            moves.chains(chains::PAIRS.blocks(holding));
        }
        if trios != 0 {
            let kickers = (moves.cards_from(0), moves.cards_from(first_pair));
            for (lane, card) in ranks(trios) {
                let trio = |kind| Move::new(Hand::from_valid_bits(3 * card), Shape::new(kind, 1, lane));
                moves.push(trio(Kind::Trio));
                // The solos and pairs that were written above are the kickers of every trio, except
                // the solo and the pair of the trio's own rank.
                moves.attach_one::<12>(trio(Kind::TrioSolo), &kickers.0, solos, card);
                if switches.trio_pair {
                    moves.attach_one::<8>(trio(Kind::TrioPair), &kickers.1, pairs, card);
                }
            }
            if trios & trios >> 4 & CHAIN_LANES != 0 {
                self.airplanes(holding, moves);
            }
        }
        if fours != 0 {
            moves.extend(ranks(fours).map(|(lane, _)| groups::BOMBS[lane as usize & 15]));
            if switches.four_two {
                self.fours_with_two(holding, Kind::FourTwoSolos, fours, moves);
                self.fours_with_two(holding, Kind::FourTwoPairs, fours, moves);
            }
            if switches.space_shuttle {
                moves.chains(chains::FOURS.blocks(holding));
            }
        }
        if holding.has_rocket() {
            moves.push(groups::ROCKET);
        }
    }

    /// Generates all moves of a hand that may be played on `on`, each once, the pass first.
    ///
    /// If `on` is a pass, generates the [`leads`](Self::leads) instead, without a pass.
    ///
    /// Replaces the contents of `moves`. Apart from the position of the pass, the order is
    /// deterministic but otherwise unspecified.
    pub fn follows(self, hand: Hand, on: Move, moves: &mut MoveBuffer) {
        if on.is_pass() {
            return self.leads(hand, moves);
        }
        let holding = Holding::new(hand);
        let outline = Outline::of(on.shape.index());
        let (higher, bombs) = (outline.higher(holding, on), outline.bombs(holding));
        if outline.attaches(higher, self.switches()) {
            self.follow_attached(holding, on, higher, bombs, moves);
        } else {
            moves.follow(groups::of(on.shape), higher, bombs);
            if on.shape.stands_in() {
                moves.read_again(1, |mv| self.classify(mv.cards()));
            }
        }
    }

    /// Generates the moves that beat `on`, a move with attached cards. `higher` is the mask of the
    /// possible principal ranks.
    #[inline(never)]
    fn follow_attached(self, holding: Holding, on: Move, higher: u64, bombs: u64, moves: &mut MoveBuffer) {
        let Outline { count, attached, .. } = *Outline::of(on.shape.index());
        let lowest = on.shape.lowest();
        moves.start();
        moves.push(Move::PASS);
        match attached {
            Attached::Nothing => {}
            Attached::Solo => {
                for (lane, card) in ranks(higher) {
                    moves.each::<12>(3 * card, 1, holding.at_least(1) & !card, lowest.raised(lane));
                }
            }
            Attached::Pair => {
                for (lane, card) in ranks(higher) {
                    moves.each::<8>(3 * card, 2, holding.at_least(2) & !card, lowest.raised(lane));
                }
            }
            Attached::Solos | Attached::Pairs if count == 4 => {
                self.fours_with_two(holding, on.kind(), higher, moves);
            }
            Attached::Solos if self.switches().compare_highest_trio => {
                self.follow_highest_trio(holding, on, moves);
            }
            Attached::Solos | Attached::Pairs => {
                for (first, _) in ranks(higher) {
                    self.airplane(holding, on.kind(), first, on.shape.length(), moves);
                }
            }
        }
        moves.extend(ranks(bombs).map(|(lane, _)| groups::BOMBS[lane as usize & 15]));
    }

    /// Generates the chains of trios, with and without attached cards.
    fn airplanes(self, holding: Holding, moves: &mut MoveBuffer) {
        let chains = chains::TRIOS.of(holding);
        let begin = moves.len();
        for &chain in chains {
            moves.push(chain);
            let (first, length) = (chain.shape.rank(), chain.shape.length());
            if length <= 5 {
                self.airplane(holding, Kind::AirplaneSolos, first, length, moves);
            }
            if length <= 4 {
                self.airplane(holding, Kind::AirplanePairs, first, length, moves);
            }
        }
        if self.switches().compare_highest_trio {
            moves.read_again(begin, |mv| self.classify(mv.cards()));
        }
    }

    /// Generates one chain of trios with every combination of attached cards.
    fn airplane(self, holding: Holding, kind: Kind, first: u32, length: u32, moves: &mut MoveBuffer) {
        let body = chains::TRIO.chain(first, length).cards().bits();
        let kickers = if kind == Kind::AirplanePairs {
            Kickers::distinct(holding.at_least(2) & !body)
        } else {
            Kickers::of_airplane(self.switches(), holding, first, length)
        };
        moves.attach(body, Shape::new(kind, length, first), kickers, length);
    }

    /// Generates the moves that beat the airplane `on`, which has single cards, under rules where
    /// airplanes compare by their highest trio.
    fn follow_highest_trio(self, holding: Holding, on: Move, moves: &mut MoveBuffer) {
        let (begin, length) = (moves.len(), on.shape.length());
        for (first, _) in ranks(holding.chains(3, length)) {
            self.airplane(holding, Kind::AirplaneSolos, first, length, moves);
        }
        // A chain of four trios can also be three trios with the fourth attached.
        if length == 3 {
            moves.extend(chains::TRIO.of_length(holding.chains(3, 4), 4));
        }
        moves.read_again(begin, |mv| self.classify(mv.cards()).filter(|mv| mv.beats(on)));
    }

    /// Generates the moves that attach two cards or two pairs to a four. `fours` is the mask of the
    /// ranks of the fours.
    fn fours_with_two(self, holding: Holding, kind: Kind, fours: u64, moves: &mut MoveBuffer) {
        for (lane, card) in ranks(fours) {
            let kickers = if kind == Kind::FourTwoPairs {
                Kickers::distinct(holding.at_least(2) & !card)
            } else {
                Kickers::of_rank(self.switches(), holding, lane)
            };
            moves.attach(4 * card, Shape::new(kind, 1, lane), kickers, 2);
        }
    }
}

/// The block size for moves with several attached cards. The moves of a block differ only in the
/// last attached card. Usually there are few such moves.
const GROUP: usize = 4;

/// The number of moves without attached cards that are always written as answers to a move, even if
/// the hand has fewer valid ones. Few hands have more.
const FEW: usize = 6;

/// Removes the lowest lane from a mask and returns its index; an arbitrary index if the mask is
/// empty.
#[inline(always)]
fn take(lanes: &mut u64) -> usize {
    let lane = lanes.trailing_zeros() / 4;
    *lanes &= lanes.wrapping_sub(1);
    lane as usize & 15
}

/// Functions that write blocks of moves.
impl MoveBuffer {
    /// Writes the solos or the pairs of the ranks in `mask`.
    #[inline(always)]
    fn same(&mut self, kind: Kind, mask: u64) {
        let of_ranks = groups::of(Shape::new(kind, 1, 0));
        let window = self.window();
        // Each move is written after the valid moves. It becomes valid if its rank is in the mask.
        let mut len = 0;
        for (lane, &mv) in of_ranks.iter().enumerate().take(15) {
            window[len & 15] = mv;
            len += (mask >> (4 * lane) & 1) as usize;
        }
        self.advance(len);
    }

    /// Writes the pass, the moves of a category and length at the ranks in `higher`, and the bombs
    /// at the ranks in `bombs`.
    #[inline(always)]
    fn follow(&mut self, group: &Group, mut higher: u64, mut bombs: u64) {
        let room = self.room();
        room[0] = Move::PASS;
        let [first, more] = [size(higher) as usize, size(bombs) as usize];
        for to in &mut room[1..=FEW] {
            *to = group[take(&mut higher)];
        }
        if first > FEW {
            for to in &mut room[FEW + 1..16] {
                *to = group[take(&mut higher)];
            }
        }
        let mut len = 1 + first;
        room[len & 31] = groups::BOMBS[take(&mut bombs)];
        while bombs != 0 {
            len += 1;
            room[len & 31] = groups::BOMBS[take(&mut bombs)];
        }
        self.hold(1 + first + more);
    }

    /// Writes one move for each card of the mask `last`: the move consists of `cards` and `unit`
    /// copies of this card. The mask usually has no more than `GROUP` cards.
    #[inline(always)]
    fn each<const GROUP: usize>(&mut self, cards: u64, unit: u64, mut last: u64, shape: Shape) {
        let mut left = size(last) as usize;
        loop {
            for to in self.window().iter_mut().take(GROUP) {
                let card = last & last.wrapping_neg();
                last ^= card;
                *to = Move::new(Hand::from_valid_bits(cards + unit * card), shape);
            }
            self.advance(left.min(GROUP));
            if left <= GROUP {
                return;
            }
            left -= GROUP;
        }
    }

    /// Writes chains from a lookup table.
    #[inline(always)]
    fn chains(&mut self, (count, chains): (usize, &[Move])) {
        let mut left = count;
        for block in chains.as_chunks::<{ chains::BLOCK }>().0 {
            self.window()[..chains::BLOCK].copy_from_slice(block);
            self.advance(left.min(chains::BLOCK));
            if left <= chains::BLOCK {
                return;
            }
            left -= chains::BLOCK;
        }
    }

    /// Writes a trio with each possible kicker. `kickers` are the solos or the pairs of the ranks
    /// in `mask`; the kicker of the trio's own rank is omitted. `card` is one card of the trio.
    #[inline(always)]
    fn attach_one<const MOSTLY: usize>(&mut self, trio: Move, kickers: &[u64; WINDOW], mask: u64, card: u64) {
        let count = size(mask) as usize;
        let own = size(mask & (card - 1)) as usize;
        let window = self.window();
        let cards = trio.cards().bits();
        let mut attach = |places: std::ops::Range<usize>| {
            for (to, kicker) in window[places.clone()].iter_mut().zip(&kickers[places]) {
                *to = Move::new(Hand::from_valid_bits(cards + kicker), trio.shape);
            }
        };
        attach(0..MOSTLY);
        if count > MOSTLY {
            attach(MOSTLY..WINDOW);
        }
        // The last kicker replaces the kicker of the trio's own rank.
        window[own & 15] = window[(count - 1) & 15];
        self.advance(count - 1);
    }

    /// Writes `body` with every combination of `size` kickers. In the categories with pairs, each
    /// kicker is a pair.
    fn attach(&mut self, body: u64, shape: Shape, kickers: Kickers, size: u32) {
        let unit = if matches!(shape.kind(), Kind::AirplanePairs | Kind::FourTwoPairs) { 2 } else { 1 };
        kickers.each(size, |cards, last| self.each::<GROUP>(body + unit * cards, unit, last, shape));
    }

    fn extend(&mut self, moves: impl Iterator<Item = Move>) {
        for mv in moves {
            self.push(mv);
        }
    }
}
