//! The encodings in plain code, cell by cell from public facts: the specification and test oracle
//! of the fast forms.

use crate::game::{Event, Facts, Move, PublicState};
use crate::melds::{Hand, Kind, Meld, Order};
use crate::rules::{Rule, Rules};
use crate::{Card, Rank, Suit};

/// Returns the cells of an observation in play; `history` holds all events of the game.
pub fn observation(state: &PublicState, seat: usize, hand: Hand, history: &[Event]) -> Vec<u8> {
    let facts: Facts = state.facts();
    let players = facts.rules.players();
    let mut others = Hand::new(facts.gone.cards.complement(), facts.rules.jokers() - facts.gone.jokers);
    others.give(hand);
    let trick = facts.trick;
    let meld = trick.map(|trick| trick.meld);
    let round: Vec<usize> = (0..players).map(|place| (seat + place) % players).collect();
    let out = |seat: usize| facts.finished.iter().chain(&facts.fallen).any(|&out| usize::from(out) == seat);
    let classes = |seat: usize| -> Option<usize> {
        let top = facts.finished.iter().position(|&out| usize::from(out) == seat);
        let bottom = facts.fallen.iter().position(|&out| usize::from(out) == seat);
        top.or_else(|| bottom.map(|place| players - 1 - place))
    };

    let mut cells = Vec::new();
    cells.extend(cards(hand));
    cells.extend(cards(others));
    cells.extend(cards(facts.gone));
    cells.extend(cards(meld.map_or(Hand::EMPTY, taken)));
    cells.extend(kind_size_low(meld));
    cells.extend(Suit::ALL.map(|suit| u8::from(meld.is_some_and(|meld| meld.suits().contains(suit)))));
    cells.push(u8::from(trick.is_some_and(|trick| trick.suit_lock)));
    cells.push(u8::from(trick.is_some_and(|trick| trick.rank_lock)));
    let owner = trick.map(|_| usize::from(facts.owner));
    cells.extend((0..6).map(|place| u8::from(round.get(place).is_some_and(|&seat| Some(seat) == owner))));
    cells.extend(exact(hand));
    for place in 0..6 {
        let Some(&seat) = round.get(place) else {
            cells.extend([0; 34]);
            continue;
        };
        cells.push(u8::from(!out(seat)));
        cells.push(u8::from(facts.passed.contains(&(seat as u8))));
        cells.extend((0..20).map(|card| u8::from(card < facts.sizes[seat])));
        let before = facts.classes_before.as_ref().map(|classes| usize::from(classes[seat]));
        cells.extend(one_hot(before, 6));
        cells.extend(one_hot(classes(seat), 6));
    }
    for place in 0..6 {
        let mut played = Hand::EMPTY;
        for event in history {
            if let Event::Played { seat, meld } = *event
                && round.get(place) == Some(&usize::from(seat))
            {
                played.take(taken(meld));
            }
        }
        cells.extend(cards(played));
    }
    let reversed = facts.revolution != facts.eleven_back;
    cells.extend([facts.revolution, facts.eleven_back, reversed, facts.backwards].map(u8::from));
    cells.extend((0..19).map(|pass| u8::from(pass < facts.idle)));
    cells.extend([0, 0]);
    cells.extend(rules(facts.rules));
    cells
}

/// Returns the cells of the observation of a rich seat that is to return `number` cards. `hands`
/// lists all hands by seat, and `richest_first` lists the seats in the order of their classes.
pub fn exchange(rules_of: Rules, hands: &[Hand], richest_first: &[u8], seat: usize, number: u32) -> Vec<u8> {
    let players = rules_of.players();
    let mut others = Hand::EMPTY;
    for other in (0..players).filter(|&other| other != seat) {
        others.take(hands[other]);
    }
    let mut cells = cards(hands[seat]);
    cells.extend(cards(others));
    // All cards are in hands, and the table is empty.
    cells.extend([0; 54 + 54 + 3 + 15 + 15 + 4 + 2 + 6]);
    cells.extend(exact(hands[seat]));
    for place in 0..6 {
        if place >= players {
            cells.extend([0; 34]);
            continue;
        }
        let seat = (seat + place) % players;
        cells.extend([1, 0]);
        cells.extend((0..20).map(|card| u8::from(card < hands[seat].len())));
        cells.extend(one_hot(richest_first.iter().position(|&rich| usize::from(rich) == seat), 6));
        cells.extend([0; 6]);
    }
    cells.extend([0; 6 * 54 + 4 + 19]);
    cells.extend([u8::from(number == 1), u8::from(number == 2)]);
    cells.extend(rules(rules_of));
    cells
}

/// Returns the cells of a move.
pub fn a_move(state: &PublicState, hand: Hand, chosen: Move) -> Vec<u8> {
    let meld = chosen.meld();
    let mut left = hand;
    if let Some(meld) = meld {
        left.remove(meld);
    }
    let mut cells = cards(meld.map_or(Hand::EMPTY, taken));
    cells.push(u8::from(meld.is_none()));
    cells.extend(kind_size_low(meld));
    let mut places: Vec<u8> = kind_size_low(meld)[18..].to_vec();
    if let (Some(meld), Order::Reversed) = (meld, state.order()) {
        places = vec![0; 15];
        if meld.kind() != Kind::Jokers {
            // In the reversed order, the highest rank is the weakest, so index 0 is the imaginary
            // rank above the 2.
            places[(13 - meld.high()) as usize] = 1;
        }
    }
    cells.extend(places);
    cells.extend(Suit::ALL.map(|suit| u8::from(meld.is_some_and(|meld| meld.suits().contains(suit)))));
    // Effects of the move under the rules.
    let rules = state.rules();
    let eight = meld.is_some_and(|meld| meld.shows(Rank::EIGHT)) && rules.has(Rule::EightCut);
    let spade_three = meld.is_some_and(|meld| meld.to_string() == "S3")
        && state.trick().is_some_and(|trick| trick.meld.to_string() == "JK");
    cells.push(u8::from(eight || spade_three));
    cells.push(u8::from(meld.is_some_and(Meld::is_revolution) && rules.has(Rule::Revolution)));
    cells.push(u8::from(left.is_empty()));
    cells.extend(cards(left));
    cells.extend(exact(left));
    cells
}

/// Returns the cells of a gift.
pub fn a_gift(hand: Hand, given: Hand) -> Vec<u8> {
    let mut left = hand;
    left.give(given);
    let mut cells = cards(given);
    cells.extend([0; 1 + 3 + 15 + 15 + 15 + 4 + 2]);
    cells.push(u8::from(left.is_empty()));
    cells.extend(cards(left));
    cells.extend(exact(left));
    cells
}

fn taken(meld: Meld) -> Hand {
    Hand::new(meld.cards(), meld.jokers())
}

fn cards(hand: Hand) -> Vec<u8> {
    let naturals = (0..52).filter_map(Card::from_index).map(|card| u8::from(hand.cards.contains(card)));
    naturals.chain((0..2).map(|joker| u8::from(joker < hand.jokers))).collect()
}

fn exact(hand: Hand) -> Vec<u8> {
    let of = |rank| hand.cards.iter().filter(|card| card.rank() == rank).count();
    Rank::all().flat_map(|rank| (1..=4).map(move |count| u8::from(of(rank) == count))).collect()
}

/// Returns the 3 + 15 + 15 cells of kind, size and lowest rank.
fn kind_size_low(meld: Option<Meld>) -> Vec<u8> {
    let kinds = [Kind::Group, Kind::Sequence, Kind::Jokers];
    let kind = meld.and_then(|meld| kinds.iter().position(|&kind| kind == meld.kind()));
    let low = meld.filter(|meld| meld.kind() != Kind::Jokers).map(|meld| (meld.low() + 1) as usize);
    [one_hot(kind, 3), one_hot(meld.map(|meld| meld.size() as usize - 1), 15), one_hot(low, 15)].concat()
}

fn rules(rules: Rules) -> Vec<u8> {
    let mut cells: Vec<u8> = Rule::ALL.iter().map(|&rule| u8::from(rules.has(rule))).collect();
    cells.extend((3..=6).map(|players| u8::from(players == rules.players())));
    cells.extend((0..=2).map(|jokers| u8::from(jokers == rules.jokers())));
    cells
}

fn one_hot(place: Option<usize>, cells: usize) -> Vec<u8> {
    (0..cells).map(|cell| u8::from(Some(cell) == place)).collect()
}
