//! Sure wins by exhaustive search: the test oracle of [`sure_win`](super::sure_win).
//!
//! It transcribes the rules directly. All possible melds are listed once. The leader tries every
//! order of leads, and every lead is compared with every meld of the opponents. Positions are
//! memoised. The search is slow for hands of more than about eight cards.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Effects, Position};
use crate::card::Card;
use crate::cardset::CardSet;
use crate::dominance::Order;
use crate::rank::Rank;
use crate::suit::Suit;
use crate::suitset::SuitSet;

/// A meld: its natural cards, and its ranks, including the ranks that jokers represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Meld {
    cards: CardSet,
    jokers: u32,
    kind: Kind,
    /// Index of the lowest rank; -1 and 13 are the imaginary ranks below the 3 and above the 2.
    low: i32,
    size: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Group,
    Sequence,
    /// One or more jokers and no natural card.
    Jokers,
}

/// All possible melds, indexed by their number of jokers: 0, 1 or 2.
static MELDS: LazyLock<[Vec<Meld>; 3]> = LazyLock::new(|| [0, 1, 2].map(melds));

fn melds(jokers: u32) -> Vec<Meld> {
    let mut melds = Vec::new();
    for rank in Rank::all() {
        for suits in (1..16).map(SuitSet::from_low_bits) {
            let size = (suits.len() + jokers) as i32;
            let low = rank.index() as i32;
            melds.push(Meld { cards: CardSet::of(rank, suits), jokers, kind: Kind::Group, low, size });
        }
    }
    for suit in Suit::ALL {
        for low in -1..=13 {
            for size in 3..=14 - low {
                // Bit i of `places` is set if the card that lies i ranks above the lowest is a
                // joker. Imaginary ranks have no natural cards; only a joker can have such a rank.
                for places in 0u32..1 << size {
                    if places.count_ones() != jokers {
                        continue;
                    }
                    let held = (0..size).filter(|place| places >> place & 1 == 0);
                    let ranks = held.map(|place| u8::try_from(low + place).ok().and_then(Rank::new));
                    let cards: Option<CardSet> = ranks.map(|rank| Some(Card::new(rank?, suit))).collect();
                    if let Some(cards) = cards {
                        melds.push(Meld { cards, jokers, kind: Kind::Sequence, low, size });
                    }
                }
            }
        }
    }
    if jokers > 0 {
        let size = jokers as i32;
        melds.push(Meld { cards: CardSet::EMPTY, jokers, kind: Kind::Jokers, low: 0, size });
    }
    melds
}

/// Returns the melds in a hand of these cards and up to `jokers` jokers.
fn melds_of(cards: CardSet, jokers: u32, effects: Effects) -> Vec<Meld> {
    let listed = MELDS.iter().take(jokers as usize + 1).flatten();
    listed
        .filter(|meld| meld.cards.is_subset(cards) && (effects.sequences || meld.kind != Kind::Sequence))
        .copied()
        .collect()
}

impl Meld {
    fn cuts(&self, effects: Effects) -> bool {
        let eight = Rank::EIGHT.index() as i32;
        effects.eight_cut
            && match self.kind {
                Kind::Group => self.low == eight,
                Kind::Sequence => (self.low..self.low + self.size).contains(&eight),
                Kind::Jokers => false,
            }
    }

    fn reverses(&self, effects: Effects) -> bool {
        effects.revolution
            && match self.kind {
                Kind::Group => self.size >= 4,
                Kind::Sequence => self.size >= 5,
                Kind::Jokers => false,
            }
    }

    /// Returns whether `answer` beats this lead. `order` is the order after the lead.
    fn is_answered_by(&self, answer: &Self, order: Order, effects: Effects) -> bool {
        if answer.size != self.size {
            return false;
        }
        let higher = match order {
            Order::Normal => answer.low > self.low,
            Order::Reversed => answer.low < self.low,
        };
        let beyond = match order {
            Order::Normal => answer.low >= self.low + self.size,
            Order::Reversed => answer.low + answer.size <= self.low,
        };
        match (self.kind, answer.kind) {
            (Kind::Group | Kind::Jokers, Kind::Jokers) => true,
            (Kind::Group, Kind::Group) => higher,
            (Kind::Sequence, Kind::Sequence) => beyond,
            (Kind::Jokers, _) => effects.spade_three && answer.cards == Card::SPADE_3.into(),
            (Kind::Group, Kind::Sequence) | (Kind::Sequence, _) => false,
        }
    }
}

/// Returns whether the leader surely wins, as [`sure_win_under`](super::sure_win_under) does.
pub fn sure_win(position: &Position, effects: Effects) -> bool {
    let mut search = Search {
        // The leader uses at most one joker in a meld, as in `sure_win`.
        leads: melds_of(position.mine(), position.my_jokers().min(1), effects),
        answers: melds_of(position.opponents(), position.opponent_jokers(), effects),
        effects,
        seen: HashMap::new(),
    };
    search.wins(position.mine(), position.my_jokers(), position.order())
}

struct Search {
    leads: Vec<Meld>,
    answers: Vec<Meld>,
    effects: Effects,
    seen: HashMap<(CardSet, u32, Order), bool>,
}

impl Search {
    fn wins(&mut self, cards: CardSet, jokers: u32, order: Order) -> bool {
        if cards.is_empty() && jokers == 0 {
            return true;
        }
        if let Some(&known) = self.seen.get(&(cards, jokers, order)) {
            return known;
        }
        let wins = (0..self.leads.len()).any(|lead| {
            let lead = self.leads[lead];
            if !lead.cards.is_subset(cards) || lead.jokers > jokers {
                return false;
            }
            let (rest, jokers) = (cards - lead.cards, jokers - lead.jokers);
            if rest.is_empty() && jokers == 0 {
                return true;
            }
            let order = if lead.reverses(self.effects) { order.reversed() } else { order };
            let answered =
                || self.answers.iter().any(|answer| lead.is_answered_by(answer, order, self.effects));
            (lead.cuts(self.effects) || !answered()) && self.wins(rest, jokers, order)
        });
        self.seen.insert((cards, jokers, order), wins);
        wins
    }
}
