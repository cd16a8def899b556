//! The search: melds that take up all cards, all of which but the last stand.
//!
//! On an empty table, leads that do not reverse the order can be played in any order without changing what
//! answers them. So the search does not order them: it takes the lowest card left, tries every meld that
//! holds it, and keeps an account of what the melds need ([`Account`]):
//!
//! - one that stands before any reversal, or cuts, needs nothing;
//! - one that stands only in the other order needs some meld that reverses, led before it;
//! - of those that reverse the order, every odd one is judged in the other order and every even one in the
//!   first;
//! - one that nothing helps must be the last.
//!
//! # Why the account is enough
//! Take any set of melds that uses up all cards, and ask whether some order of leading them makes all but the
//! last stand. What a meld meets depends on the order of the ranks after it, and that depends only on how
//! many reversals were led up to it, itself included: an even number is the first order, an odd one the
//! other. So an order of leads is a row of reversals R₁ R₂ … Rₙ with the other melds dropped between them.
//!
//! * The reversals meet *other, first, other, …* in turn. Among n of them ⌈n/2⌉ places are in the other order
//!   and ⌊n/2⌋ in the first. Those that stand only in one of the two need places of their own; those that
//!   stand in both take what is left. That is all [`Account::stands`] asks of them.
//! * A meld that does not reverse stands before R₁ if it stands in the first order, and between R₁ and R₂ (or
//!   after R₁, if it is the only one) if it stands in the other. It needs no place of its own, only that the
//!   other order is ever reached: one reversal.
//! * The last meld of all may be answered, for then no card is left. It may be any one of them, and
//!   [`Account::settles`] tries each kind. A meld that stands in neither order has to be it, so that there
//!   can be no two.
//!
//! Nothing here depends on which cards a meld is of, but for the two answers *stands in the first order*,
//! *stands in the other*. That is why five counters and the cards left are the whole state, and why what
//! failed once with the same ones fails again.
//!
//! # What makes a true answer a proof
//! A meld counts as standing only if no meld of the opponents' cards, taken as one hand with all their
//! jokers, answers it. Whoever holds the cards in truth can do no more than that one hand, and a lock only
//! forbids answers. An 8 clears the table before anybody can answer. So in every deal of the cards the leader
//! leads again after each of these melds, up to the last.

use std::collections::HashSet;

use super::Effects;
use super::answers::Answers;
use super::direct::{Undecided, are_stuck};
use crate::cardset::CardSet;
use crate::dominance::Order;
use crate::rank::Rank;
use crate::suit::Suit;
use crate::suitset::SuitSet;

/// Melds tried before the search gives up.
const MOST_MELDS: u32 = 1 << 18;
/// Melds tried before what fails is remembered: most searches end sooner than that pays.
const MELDS_UNREMEMBERED: u32 = 512;

/// One search.
pub(super) struct Cover<'a> {
    answers: &'a Answers,
    order: Order,
    effects: Effects,
    /// Whether some meld may reverse the order.
    may_reverse: bool,
    /// Groups that are answered in every order, to refute hands by [stuck cards](super::direct);
    /// none if nothing is pruned.
    answered: u64,
    melds_left: u32,
    /// What is known to fail.
    failed: HashSet<Left>,
}

/// What the melds taken so far need.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Account {
    /// Melds that stand in neither order.
    last: u32,
    /// Melds that stand only in the other order than the first.
    other_order: u32,
    /// Melds that reverse the order: they stand if the order becomes the other one, the first one, either.
    to_other: u32,
    to_first: u32,
    to_either: u32,
}

/// What a meld is, but for its cards.
#[derive(Clone, Copy)]
struct Lead {
    /// Whether it stands if the order after it is the first, and the other.
    stands: [bool; 2],
    reverses: bool,
}

impl Account {
    /// With one meld more; `None` if it is hopeless already.
    #[inline]
    fn with(mut self, lead: Lead) -> Option<Self> {
        let [in_first, in_other] = lead.stands;
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

    /// Whether there is an order in which all melds but the last stand.
    fn settles(self) -> bool {
        if self.stands() {
            return true;
        }
        // Any one meld may be the last, unless one has to be.
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
                    others.stands()
                }
            })
    }

    /// Whether there is an order in which all melds stand but one that has to be the last.
    fn stands(self) -> bool {
        let reversals = self.to_other + self.to_first + self.to_either;
        self.to_other <= reversals.div_ceil(2)
            && self.to_first <= reversals / 2
            && (self.other_order == 0 || reversals > 0)
    }
}

impl<'a> Cover<'a> {
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

    /// Makes the search prune hands that stuck cards refute.
    pub(super) fn pruned(mut self, undecided: Undecided) -> Self {
        self.answered = undecided.answered;
        self
    }

    /// Whether these cards and jokers can be led out.
    pub(super) fn wins(&mut self, cards: CardSet, jokers: u32) -> bool {
        self.may_reverse = self.effects.revolution && may_reverse(cards, jokers);
        self.covers(cards, jokers, Account::default())
    }

    fn covers(&mut self, cards: CardSet, jokers: u32, account: Account) -> bool {
        let Some(card) = cards.lowest() else {
            // What jokers are left are led alone.
            let lead = Lead { stands: [!self.answers.answer_lone_joker(); 2], reverses: false };
            return (0..jokers)
                .try_fold(account, |account, _| account.with(lead))
                .is_some_and(Account::settles);
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

    /// Takes the meld out and goes on.
    fn takes(&mut self, meld: CardSet, with_joker: bool, lead: Lead, (cards, jokers, account): Left) -> bool {
        let Some(account) = account.with(lead) else { return false };
        let Some(left) = self.melds_left.checked_sub(1) else { return false };
        self.melds_left = left;
        self.covers(cards - meld, jokers - u32::from(with_joker), account)
    }

    /// All groups with this card, the lowest left, the largest first.
    fn group_covers(&mut self, rank: Rank, suit: Suit, left: Left) -> bool {
        let (cards, jokers, _) = left;
        let others = cards.suits(rank).bits() & !SuitSet::only(suit).bits();
        // Every subset of the other suits, from all of them to none.
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

    fn group(&self, rank: Rank, size: u32) -> Lead {
        let cuts = self.effects.eight_cut && rank == Rank::EIGHT;
        let stands = |order| cuts || !self.answers.answer_group(rank, size, order);
        Lead {
            stands: [stands(self.order), self.may_reverse && stands(self.order.reversed())],
            reverses: self.effects.revolution && size >= 4,
        }
    }

    /// All sequences with this card, the lowest left.
    fn sequence_covers(&mut self, rank: Rank, suit: Suit, left: Left) -> bool {
        let (cards, jokers, _) = left;
        let low = rank.index();
        let of_suit = cards & CardSet::of_suit(suit);
        // Bit i: the card i ranks above is held.
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
            // The joker below, and the joker above.
            for from in [low_card - 1, low_card] {
                if self.takes(meld, true, self.sequence(from, natural + 1), left) {
                    return true;
                }
            }
        }
        for below in 1..=length {
            // The joker between; it may stand for a card that is held.
            for above in 1..=held(below + 1) {
                let meld = consecutive(suit, low, below) | consecutive(suit, low + below + 1, above);
                if self.takes(meld, true, self.sequence(low_card, below + 1 + above), left) {
                    return true;
                }
            }
        }
        false
    }

    fn sequence(&self, low: i32, size: u32) -> Lead {
        let eight = Rank::EIGHT.index() as i32;
        let cuts = self.effects.eight_cut && low <= eight && eight < low + size as i32;
        let stands = |order| cuts || !self.answers.answer_sequence(low, size, order);
        Lead {
            stands: [stands(self.order), self.may_reverse && stands(self.order.reversed())],
            reverses: self.effects.revolution && size >= 5,
        }
    }
}

/// What is left: cards, jokers, and what has been taken needs.
type Left = (CardSet, u32, Account);

/// Whether four of a kind or a sequence of five are among the cards, one joker helping.
fn may_reverse(cards: CardSet, jokers: u32) -> bool {
    if jokers == 0 {
        return !cards.exactly(4).is_empty() || !cards.sequence_starts(5).is_empty();
    }
    !cards.at_least(3).is_empty() || (0..5).any(|place| !cards.joker_sequence_starts(5, place).is_empty())
}

/// How many cards of one suit are held from that rank upwards without a gap.
fn run(of_suit: CardSet, rank: u32) -> u32 {
    let mut bits = if rank < Rank::COUNT as u32 { of_suit.bits() >> (4 * rank) } else { 0 };
    let mut length = 0;
    while bits & 0xf != 0 {
        bits >>= 4;
        length += 1;
    }
    length
}

/// So many cards of a suit, upwards from a rank, that there are.
fn consecutive(suit: Suit, rank: u32, length: u32) -> CardSet {
    let cards = CardSet::of_suit(suit).bits() & ((1 << (4 * length)) - 1);
    CardSet::from_low_bits(cards << (4 * rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surewin::Position;

    /// Cards as close together as they can be make the most melds there are to try, and two cards at the end
    /// that cannot both be the last make the search try all.
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
