//! What two positions of three must have in common to have the same value nearly always: keys that forget how
//! the peasants' cards of a gap stand to one another.
//!
//! A *gap* is what lies between two neighbouring ranks of the landlord's. A card of a peasant in a gap beats
//! all that the landlord has below it and is beaten by all that he has above, wherever in the gap it is. The
//! order within a gap matters only where a peasant beats his partner. So positions that differ only in that
//! order make a *class*: all who are in it are nearly always won by the same side, and there are a third as
//! many classes as positions.
//!
//! "Nearly" is not enough, so what is found out about a position is kept for its class only where it was
//! shown of all of them:
//!
//! * that the landlord wins, where he wins too if a peasant may beat his partner with any card of the same
//!   gap;
//! * that the peasants win, where they need no such move within a gap.
//!
//! A move of one position of a class is a move of every other one, with the cards that stand in the same
//! place; only those by which a peasant beats his partner within a gap are there in some and not in others.
//! All moves lead from positions of one class to positions of one class. So, from the last card backwards,
//! what is said above is true: the landlord's winning move wins in all positions of the class if it leads to
//! a class that he wins; a peasant's, that beats nothing within a gap, likewise; and if all moves lose that
//! some position of the class has, all positions are lost.
//!
//! # The key
//! The ranks of the landlord and those in chains stay where they are, as in [`Ranks`](super::key::Ranks).
//! Between them stand first the longest: for each peasant how many he has of each rank, from the most down;
//! the two lists lie side by side, as if they were of the same ranks. Where a peasant may beat the landlord's
//! move, it cuts a gap in two, since what is higher beats it and the rest does not.
//!
//! The landlord's ranks that stand next to each other, with nobody's cards between, are a *run*, and put in
//! order as in [`Ranks`](super::key::Ranks). That is true of classes as well: positions in which two ranks of
//! a run are exchanged are the same but for that, and so are their gaps, since the one between is empty.

use super::key::{Gathered, Group, Key, State, WAYS};
use crate::Hand;
use crate::moves::Answers;

/// The low bits of the fifteen lanes.
const LANES: u64 = 0x0111_1111_1111_1111;

/// The hands, the landlord's first, and the links of all of them together.
pub(super) type Linked = ([Hand; 3], u64);

/// The ranks that a hand has, as low bits of their lanes.
const fn ranks(hand: Hand) -> u64 {
    let bits = hand.bits();
    (bits | bits >> 1 | bits >> 2) & LANES
}

/// The ranks up to one.
const fn up_to(rank: u32) -> u64 {
    !(u64::MAX << (4 * rank) << 4)
}

/// The landlord's highest rank that is not above another, which is where the gap of that one begins; no bit
/// if it is the lowest gap.
const fn floor(landlord: Hand, rank: u32) -> u64 {
    let below = ranks(landlord) & up_to(rank);
    if below == 0 { 0 } else { 1 << below.ilog2() }
}

/// Whether two ranks, the lower one first, are in one gap.
pub(super) const fn together(landlord: Hand, low: u32, high: u32) -> bool {
    floor(landlord, low) == floor(landlord, high)
}

/// A peasant's answers to his partner if he may beat all that is in the same gap.
pub(super) fn loosely(landlord: Hand, rank: u32, answers: Answers) -> Answers {
    let floor = floor(landlord, rank);
    // All bits above the floor's; all there are if there is none.
    let above = if floor == 0 { u64::MAX } else { !(floor | (floor - 1)) };
    let starts = answers.of_kind | answers.too_low;
    Answers { of_kind: starts & above, too_low: starts & !above, bombs: answers.bombs }
}

/// The class of a lead.
pub(super) fn lead((hands, links): Linked, state: State, runs: bool) -> Key {
    gather((hands, links), None, runs).0.key(state, Group::NONE, 0)
}

/// The class of what is played on a move that only bombs beat.
pub(super) fn on_nothing((hands, links): Linked, state: State, runs: bool) -> Key {
    gather((hands, links), None, runs).0.key(state, Group::BOMBS, 0)
}

/// The class of what is played on a landlord's move of a group: `answers` are those of all peasants who may
/// still answer.
pub(super) fn on_landlord(
    (hands, links): Linked,
    state: State,
    (group, rank): (Group, u32),
    answers: Answers,
    runs: bool,
) -> Key {
    let mut mark = None;
    if answers.too_low != 0 {
        let highest = answers.too_low.ilog2() / 4;
        let fixed = (ranks(hands[0]) | links | links << 4) & LANES;
        mark = Some(if fixed >> (4 * highest) & 1 != 0 {
            highest
        } else {
            // The ranks from there to the next that is fixed. If none of them answers, where in the gap the
            // move is makes no difference.
            let next = fixed & !up_to(highest);
            let end = if next == 0 { 60 } else { next.trailing_zeros() };
            let rest = !up_to(highest) & ((1 << end) - 1);
            if answers.of_kind & rest != 0 { rank } else { end / 4 - 1 }
        });
    }
    let (gathered, threshold) = gather((hands, links), mark, runs);
    gathered.key(state, group, threshold)
}

/// The class of what is played on a peasant's move of a group: the answers are the landlord's and the
/// partner's (as by [`loosely`]), of those who may still answer.
pub(super) fn on_peasant(
    (hands, links): Linked,
    state: State,
    (group, rank): (Group, u32),
    landlord: Option<Answers>,
    partner: Option<Answers>,
    runs: bool,
) -> Key {
    let mut below = landlord.map_or(0, |answers| answers.too_low);
    if partner.is_some_and(|answers| answers.too_low != 0) {
        below |= floor(hands[0], rank);
    }
    let mark = if below == 0 { None } else { Some(below.ilog2() / 4) };
    let (gathered, threshold) = gather((hands, links), mark, runs);
    gathered.key(state, group, threshold)
}

/// How many ranks of the peasants have one card, two, three and four, a byte each.
#[derive(Clone, Copy, Default)]
struct Counts(u32);

impl Counts {
    const fn add(&mut self, cards: u64) {
        if cards != 0 {
            self.0 += 1 << (8 * (cards - 1));
        }
    }

    /// Takes one of those with most cards; 0 if there are none.
    const fn take(&mut self) -> u64 {
        if self.0 == 0 {
            return 0;
        }
        let most = self.0.ilog2() / 8;
        self.0 -= 1 << (8 * most);
        most as u64 + 1
    }
}

/// All places of the key, and how many of them are of ranks up to the mark.
fn gather((hands, links): Linked, mark: Option<u32>, runs: bool) -> (Gathered, u32) {
    let [a, b, c] = hands.map(Hand::bits);
    let [of_a, of_b, of_c] = hands.map(ranks);
    let fixed = of_a | links | links << 4;
    let in_runs = if runs { of_a & !(of_b | of_c | links | links << 4) } else { 0 };
    let mut left = of_a | of_b | of_c;
    let mut gathered = Gathered::default();
    let mut gap = [Counts::default(); 2];
    let mut threshold = 0;
    let mut mark = mark.map_or(u32::MAX, |rank| 4 * rank);
    let flush = |gap: &mut [Counts; 2], gathered: &mut Gathered| {
        while gap[0].0 | gap[1].0 != 0 {
            gathered.end_run();
            let [one, other] = [gap[0].take(), gap[1].take()];
            gathered.push(u64::from(WAYS[(one << 3 | other << 6) as usize & 511]) << 1);
        }
    };
    while left != 0 {
        let lane = left.trailing_zeros();
        left &= left - 1;
        if lane > mark {
            flush(&mut gap, &mut gathered);
            gathered.end_run();
            (threshold, mark) = (gathered.len(), u32::MAX);
        }
        let [one, two, three] = [a >> lane & 7, b >> lane & 7, c >> lane & 7];
        if fixed >> lane & 1 != 0 {
            flush(&mut gap, &mut gathered);
            let way = WAYS[(one | two << 3 | three << 6) as usize & 511];
            gathered.push_in_run(u64::from(way) << 1 | links >> lane & 1, in_runs >> lane & 1);
        } else {
            gap[0].add(two);
            gap[1].add(three);
        }
    }
    flush(&mut gap, &mut gathered);
    if mark != u32::MAX {
        threshold = gathered.len();
    }
    (gathered, threshold)
}
