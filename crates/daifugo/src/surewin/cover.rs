//! The search for a partition of a hand into melds of which at most the last can be answered.
//!
//! A meld is *safe* in an order of ranks if the opponents' cards, taken as one hand, cannot answer
//! it while that order holds, or if it clears the table. The *first* order is the one of the
//! position; the *other* order is its reverse.
//!
//! On an empty table, leads that do not reverse the order can be permuted without changing their
//! answers. The search therefore does not order them: it takes the lowest remaining card, tries
//! every meld that contains it, and counts the melds by their requirements ([`Account`]):
//!
//! - a meld that keeps the order and is safe in the first order has no requirement;
//! - a meld that keeps the order and is safe only in the other order requires a reversing meld
//!   before it;
//! - of the melds that reverse the order, the first, third, … must be safe in the other order, and
//!   the second, fourth, … in the first order;
//! - a meld that is safe in neither order must be the last.
//!
//! # Sufficiency of the counters
//! Given a partition of the cards into melds, the question is whether some permutation of the leads
//! makes all but the last safe. The safety of a meld depends on the order of ranks after it, and
//! that order depends only on the number of reversals up to and including that meld: after an even
//! number it is the first order, after an odd number the other order. A permutation therefore
//! consists of the reversals R₁, R₂, …, Rₙ and of the other melds, which are led between them.
//!
//! * The order after the reversals is in turn *other, first, other, …*: ⌈n/2⌉ of the n reversals
//!   lead to the other order and ⌊n/2⌋ to the first. A reversal that is safe in only one order must
//!   lead to that order. A reversal that is safe in both orders can take any place that is left.
//!   This is the condition of [`Account::all_safe`].
//! * A meld that does not reverse the order is safe before R₁ if it is safe in the first order, and
//!   between R₁ and R₂ (or after R₁, if that is the only reversal) if it is safe in the other. Any
//!   number of melds can be led there. A meld that is safe only in the other order requires at
//!   least one reversal.
//! * The last meld may be answered, because no card is left then. It can be any meld, and
//!   [`Account::can_win`] tries each kind of meld. A meld that is safe in neither order must be the
//!   last, so there can be at most one such meld.
//!
//! The search depends on a meld only through three properties: *safe in the first order*, *safe in
//! the other order* and *reverses*. So five counters and the remaining cards are the whole state,
//! and a state that failed once can be memoised as a failure.
//!
//! # Why `true` is a proof
//! A meld counts as safe only if no meld of the opponents' cards, taken as one hand with all their
//! jokers, answers it. The actual hands allow no answer that this one hand does not allow, and a
//! lock only forbids answers. An 8 clears the table before it can be answered. In every deal of the
//! cards the leader therefore leads again after each of these melds, up to the last.

use std::collections::HashSet;

use super::Effects;
use super::answers::Answers;
use super::direct::{Undecided, are_stuck};
use crate::cardset::CardSet;
use crate::dominance::Order;
use crate::rank::Rank;
use crate::suit::Suit;
use crate::suitset::SuitSet;

/// Maximum number of melds that a search tries. A search that reaches this number returns `false`.
const MOST_MELDS: u32 = 1 << 18;
/// Number of melds tried before failures are memoised. Most searches end earlier. For a short
/// search, the set of failures would cost more time than it saves.
const MELDS_UNREMEMBERED: u32 = 512;

/// The state of one search.
pub(super) struct Cover<'a> {
    answers: &'a Answers,
    /// The first order of ranks, which is the order of the position.
    order: Order,
    effects: Effects,
    /// Whether the hand contains a meld that reverses the order.
    may_reverse: bool,
    /// Groups that the opponents can answer in every order of ranks that the leader can bring
    /// about; 0 without pruning. The search determines from these groups whether the remaining
    /// cards refute a win, as [`direct`](super::direct) explains.
    answered: u64,
    /// Number of melds that may still be tried.
    melds_left: u32,
    /// Memoised failures.
    failed: HashSet<Left>,
}

/// Counts of the chosen melds, by the orders of ranks in which they are *safe*, that is, in which
/// the opponents cannot answer them. Melds that keep the order and are safe in the order of the
/// position are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Account {
    /// Melds that are safe in neither order of ranks.
    last: u32,
    /// Melds that keep the order of ranks, and are safe only in the reverse of the order of the
    /// position.
    other_order: u32,
    /// Melds that reverse the order of ranks, and are safe only if the new order is the reverse of
    /// the order of the position.
    to_other: u32,
    /// Melds that reverse the order of ranks, and are safe only if the new order is the order of
    /// the position.
    to_first: u32,
    /// Melds that reverse the order of ranks, and are safe in both orders.
    to_either: u32,
}

/// The properties of a meld, besides its cards, on which the search depends.
#[derive(Clone, Copy)]
struct Lead {
    /// Whether the meld is safe, by the order of ranks after the meld: the order of the position
    /// (index 0) or its reverse (index 1).
    safe: [bool; 2],
    reverses: bool,
}

impl Account {
    /// Returns the counters after one more meld, or `None` if two melds would have to be the last.
    #[inline]
    fn with(mut self, lead: Lead) -> Option<Self> {
        let [in_first, in_other] = lead.safe;
        let due = match (in_first, in_other, lead.reverses) {
            (false, false, _) => &mut self.last,
            (true, _, false) => return Some(self),
            (false, true, false) => &mut self.other_order,
            (true, true, true) => &mut self.to_either,
            (false, true, true) => &mut self.to_other,
            (true, false, true) => &mut self.to_first,
        };
        *due += 1;
        (self.last <= 1).then_some(self)
    }

    /// Returns whether the melds can be permuted so that all leads but the last are safe.
    fn can_win(self) -> bool {
        if self.all_safe() {
            return true;
        }
        // Any meld may be the last, unless there is a meld that is safe in neither order.
        let dues: [fn(&mut Self) -> &mut u32; 4] = [
            |account| &mut account.other_order,
            |account| &mut account.to_other,
            |account| &mut account.to_first,
            |account| &mut account.to_either,
        ];
        self.last == 0
            && dues.iter().any(|due| {
                let mut others = self;
                let due = due(&mut others);
                *due > 0 && {
                    *due -= 1;
                    others.all_safe()
                }
            })
    }

    /// Returns whether the melds can be permuted so that all leads are safe. A meld that is safe in
    /// neither order of ranks is led last, and does not have to be safe.
    fn all_safe(self) -> bool {
        let reversals = self.to_other + self.to_first + self.to_either;
        self.to_other <= reversals.div_ceil(2)
            && self.to_first <= reversals / 2
            && (self.other_order == 0 || reversals > 0)
    }
}

impl<'a> Cover<'a> {
    /// Creates a search without pruning.
    pub(super) fn new(answers: &'a Answers, order: Order, effects: Effects) -> Self {
        Self {
            answers,
            order,
            effects,
            may_reverse: false,
            answered: 0,
            melds_left: MOST_MELDS,
            failed: HashSet::new(),
        }
    }

    /// Enables pruning of hands whose [stuck cards](super::direct) refute a win.
    pub(super) fn pruned(mut self, undecided: Undecided) -> Self {
        self.answered = undecided.answered;
        self
    }

    /// Returns whether a hand of these cards and jokers can be led out: it can be partitioned into
    /// melds whose leads, suitably permuted, are all safe except the last.
    pub(super) fn wins(&mut self, cards: CardSet, jokers: u32) -> bool {
        self.may_reverse = self.effects.revolution && may_reverse(cards, jokers);
        self.covers(cards, jokers, Account::default())
    }

    /// Returns whether the remaining cards can be partitioned into melds that can be led out
    /// together with the melds counted in `account`.
    fn covers(&mut self, cards: CardSet, jokers: u32, account: Account) -> bool {
        let Some(card) = cards.lowest() else {
            // The remaining jokers are led one at a time.
            let lead = Lead { safe: [!self.answers.answer_lone_joker(); 2], reverses: false };
            return (0..jokers)
                .try_fold(account, |account, _| account.with(lead))
                .is_some_and(Account::can_win);
        };
        if self.answered != 0
            && are_stuck(cards, jokers > 0, self.answered, self.effects.sequences, account.last == 0)
        {
            return false;
        }
        let remembers = self.melds_left < MOST_MELDS - MELDS_UNREMEMBERED;
        let left = (cards, jokers, account);
        if remembers && self.failed.contains(&left) {
            return false;
        }
        let covers = self.group_covers(card.rank(), card.suit(), left)
            || self.effects.sequences && self.sequence_covers(card.rank(), card.suit(), left);
        if remembers && !covers {
            self.failed.insert(left);
        }
        covers
    }

    /// Removes a meld and continues the search. Returns whether the search succeeds.
    fn takes(&mut self, meld: CardSet, with_joker: bool, lead: Lead, (cards, jokers, account): Left) -> bool {
        let Some(account) = account.with(lead) else { return false };
        let Some(left) = self.melds_left.checked_sub(1) else { return false };
        self.melds_left = left;
        self.covers(cards - meld, jokers - u32::from(with_joker), account)
    }

    /// Tries all groups that contain the lowest remaining card, which has this rank and suit.
    fn group_covers(&mut self, rank: Rank, suit: Suit, left: Left) -> bool {
        let (cards, jokers, _) = left;
        let others = cards.suits(rank).bits() & !SuitSet::only(suit).bits();
        // Enumerates the subsets of the other suits in descending order of their bits.
        let mut chosen = others;
        loop {
            let suits = SuitSet::from_low_bits(u64::from(chosen)).with(suit);
            let meld = CardSet::of(rank, suits);
            for with_joker in [false, true] {
                if !with_joker || jokers > 0 {
                    let lead = self.group(rank, suits.len() + u32::from(with_joker));
                    if self.takes(meld, with_joker, lead, left) {
                        return true;
                    }
                }
            }
            if chosen == 0 {
                return false;
            }
            chosen = (chosen - 1) & others;
        }
    }

    /// Returns the properties of a group.
    fn group(&self, rank: Rank, size: u32) -> Lead {
        let cuts = self.effects.eight_cut && rank == Rank::EIGHT;
        let safe = |order| cuts || !self.answers.answer_group(rank, size, order);
        Lead {
            safe: [safe(self.order), self.may_reverse && safe(self.order.reversed())],
            reverses: self.effects.revolution && size >= 4,
        }
    }

    /// Tries all sequences whose lowest natural card is the lowest remaining card, which has this
    /// rank and suit.
    fn sequence_covers(&mut self, rank: Rank, suit: Suit, left: Left) -> bool {
        let (cards, jokers, _) = left;
        let low = rank.index();
        let of_suit = cards & CardSet::of_suit(suit);
        // Number of consecutive cards held, starting `from` ranks above the lowest remaining card.
        let held = |from: u32| run(of_suit, low + from);
        let length = held(0);
        let low_card = low as i32;
        for size in 3..=length {
            let meld = consecutive(suit, low, size);
            if self.takes(meld, false, self.sequence(low_card, size), left) {
                return true;
            }
        }
        if jokers == 0 {
            return false;
        }
        for natural in 2..=length {
            let meld = consecutive(suit, low, natural);
            // The joker represents the rank below the cards, or the rank above.
            for from in [low_card - 1, low_card] {
                if self.takes(meld, true, self.sequence(from, natural + 1), left) {
                    return true;
                }
            }
        }
        for below in 1..=length {
            // The joker represents a rank between the cards. The hand may have the card of this
            // rank as well.
            for above in 1..=held(below + 1) {
                let meld = consecutive(suit, low, below) | consecutive(suit, low + below + 1, above);
                if self.takes(meld, true, self.sequence(low_card, below + 1 + above), left) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the properties of a sequence; `low` is the index of its lowest rank, -1 for the
    /// imaginary rank below the 3.
    fn sequence(&self, low: i32, size: u32) -> Lead {
        let eight = Rank::EIGHT.index() as i32;
        let cuts = self.effects.eight_cut && low <= eight && eight < low + size as i32;
        let safe = |order| cuts || !self.answers.answer_sequence(low, size, order);
        Lead {
            safe: [safe(self.order), self.may_reverse && safe(self.order.reversed())],
            reverses: self.effects.revolution && size >= 5,
        }
    }
}

/// A state of the search: the remaining cards, the remaining jokers, and the counts of the chosen
/// melds.
type Left = (CardSet, u32, Account);

/// Returns whether the hand has a group of four or a sequence of five, with at most one joker.
fn may_reverse(cards: CardSet, jokers: u32) -> bool {
    if jokers == 0 {
        return !cards.exactly(4).is_empty() || !cards.sequence_starts(5).is_empty();
    }
    !cards.at_least(3).is_empty() || (0..5).any(|place| !cards.joker_sequence_starts(5, place).is_empty())
}

/// Returns the number of consecutive cards of a suit from the rank of index `rank` upwards.
/// `of_suit` must hold cards of one suit only.
fn run(of_suit: CardSet, rank: u32) -> u32 {
    let mut bits = if rank < Rank::COUNT as u32 { of_suit.bits() >> (4 * rank) } else { 0 };
    let mut length = 0;
    while bits & 0xf != 0 {
        bits >>= 4;
        length += 1;
    }
    length
}

/// Returns `length` consecutive cards of a suit, from the rank of index `rank` upwards.
fn consecutive(suit: Suit, rank: u32, length: u32) -> CardSet {
    let cards = CardSet::of_suit(suit).bits() & ((1 << (4 * length)) - 1);
    CardSet::from_low_bits(cards << (4 * rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surewin::Position;

    /// Adjacent cards give the largest number of melds, and two high cards that cannot both be the
    /// last meld make the search exhaustive.
    #[test]
    fn hands_of_thirteen_cards_are_searched_to_the_end() {
        let cards = |text: &str| text.parse::<CardSet>().unwrap();
        let no_revolution = Effects { revolution: false, ..Effects::UECDA };
        let mut most = 0;
        for lowest in 0..=8 {
            let dense = CardSet::from_low_bits(0xffff_ffff_ffff << (4 * lowest));
            for (dense_cards, high) in [(13, ""), (11, "CK DA"), (11, "CQ D2"), (10, "CQ DK C2")] {
                let mine = dense.iter().take(dense_cards).collect::<CardSet>() | cards(high);
                let others =
                    [CardSet::EMPTY, !mine, cards("C6"), cards("HA"), cards("H2"), cards("HA SA H9 S2")];
                for opponents in others.map(|others| others - mine) {
                    for (order, effects) in [
                        (Order::Normal, Effects::UECDA),
                        (Order::Reversed, Effects::UECDA),
                        (Order::Normal, no_revolution),
                        (Order::Reversed, no_revolution),
                    ] {
                        for my_jokers in 0..=2 {
                            let position = Position::new(mine, my_jokers, opponents, 0, order).unwrap();
                            let answers = Answers::new(&position, effects);
                            let mut cover = Cover::new(&answers, order, effects);
                            cover.wins(mine, my_jokers);
                            most = most.max(MOST_MELDS - cover.melds_left);
                        }
                    }
                }
            }
        }
        assert!(most < MOST_MELDS / 16, "{most}");
    }
}
