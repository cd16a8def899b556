//! The cells of an observation: the knowledge of a seat.

use super::cells::{Cells, Row, exact_counts};
use super::{Cell, EncodingError, OBSERVATION, Played};
use crate::CardSet;
use crate::game::deal::Exchange;
use crate::game::{GameError, PublicState, View};
use crate::melds::{Hand, Kind, Order};
use crate::rules::{Rule, Rules};

const MOST: usize = Rules::MOST_PLAYERS;
/// Marks a seat without a class.
const NONE: u8 = u8::MAX;

/// The contents of an observation. Arrays are indexed by absolute seat; [`write()`] rotates them so
/// that the observing seat is place 0.
struct Known {
    rules: Rules,
    /// The observing seat.
    me: usize,
    /// The hand of the observing seat.
    hand: Hand,
    /// Union of the other hands.
    unseen: Hand,
    /// Cards in no hand.
    gone: Hand,
    /// Number of cards in each hand.
    sizes: [u32; MOST],
    playing: [bool; MOST],
    passed: [bool; MOST],
    /// Class of each seat after the previous game, or [`NONE`].
    before: [u8; MOST],
    /// Final class of each seat in this game, or [`NONE`].
    settled: [u8; MOST],
    played: Played,
    /// Number of cards to be returned; 0 in play.
    due: u32,
}

/// Writes the observation of a seat with this hand: 887 cells. The module documents the
/// [offsets of the cells](super#offsets-of-an-observation). `played` are the cards that each seat
/// has played so far.
///
/// # Errors
/// Returns an [`EncodingError`] for a slice of the wrong length, for an invalid seat, or for a hand
/// that the seat cannot have. No cell is written in this case.
pub fn fill_observation<C: Cell>(
    state: &PublicState,
    seat: usize,
    hand: Hand,
    played: &Played,
    observation: &mut [C],
) -> Result<(), EncodingError> {
    let mut row = Row::new("an observation", OBSERVATION, observation)?;
    View::check(state, seat, hand)?;
    write_play(state, seat, hand, played, &mut row);
    Ok(())
}

/// Writes the observation of a seat with this hand in play. Seat and hand are not checked.
#[inline]
pub(super) fn write_play(
    state: &PublicState,
    seat: usize,
    hand: Hand,
    played: &Played,
    cells: &mut impl Cells,
) {
    let rules = state.rules();
    let mut unseen = state.held();
    unseen.give(hand);
    let mut settled = [NONE; MOST];
    let players = rules.players();
    let top = state.finished().iter().zip(0..);
    let bottom = state.fallen().iter().zip((players - state.fallen().len()) as u8..);
    for (&seat, class) in top.chain(bottom) {
        settled[usize::from(seat)] = class;
    }
    let mut before = [NONE; MOST];
    for (before, &class) in before.iter_mut().zip(state.classes_before().unwrap_or(&[])) {
        *before = class;
    }
    let known = Known {
        rules,
        me: seat,
        hand,
        unseen,
        gone: state.gone(),
        sizes: std::array::from_fn(|seat| state.size(seat)),
        playing: std::array::from_fn(|seat| state.is_playing(seat)),
        passed: std::array::from_fn(|seat| state.has_passed(seat)),
        before,
        settled,
        played: *played,
        due: 0,
    };
    write(&known, Some(state), cells);
}

/// Writes the observation of a rich seat that is to return cards: 887 cells as in play, with an
/// empty table and no played cards.
///
/// # Errors
/// Returns an [`EncodingError`] for a slice of the wrong length, or for a seat that returns no
/// cards. No cell is written in this case.
pub fn fill_exchange_observation<C: Cell>(
    exchange: &Exchange,
    seat: usize,
    observation: &mut [C],
) -> Result<(), EncodingError> {
    let mut row = Row::new("an observation", OBSERVATION, observation)?;
    let rules = exchange.rules();
    let due = exchange.due().find(|&(rich, _)| rich == seat);
    let (_, due) = due.ok_or(GameError::Seat { seat, players: rules.players() })?;
    let mut before = [NONE; MOST];
    for (class, &seat) in exchange.seats().iter().enumerate() {
        before[usize::from(seat)] = class as u8;
    }
    let sizes = exchange.hands().map(Hand::len);
    write_exchange(rules, (seat, exchange.hand(seat), due), sizes, before, &mut row);
    Ok(())
}

/// Writes the observation of a rich seat with this hand that is to return `due` cards.
pub(super) fn write_exchange(
    rules: Rules,
    (seat, hand, due): (usize, Hand, u32),
    sizes: [u32; MOST],
    before: [u8; MOST],
    cells: &mut impl Cells,
) {
    let mut unseen = Hand::new(CardSet::ALL, rules.jokers());
    unseen.give(hand);
    let known = Known {
        rules,
        me: seat,
        hand,
        unseen,
        gone: Hand::EMPTY,
        sizes,
        playing: std::array::from_fn(|seat| seat < rules.players()),
        passed: [false; MOST],
        before,
        settled: [NONE; MOST],
        played: Played::new(),
        due,
    };
    write(&known, None, cells);
}

/// Writes all cells in their order. `state` is `None` in the exchange.
#[inline(always)]
fn write(known: &Known, state: Option<&PublicState>, row: &mut impl Cells) {
    let players = known.rules.players();
    // The seat that is `place` seats after the observing seat.
    let seat_at = |place: usize| (known.me + place) % players;
    row.cards(known.hand);
    row.cards(known.unseen);
    row.cards(known.gone);
    let trick = state.and_then(PublicState::trick);
    let meld = trick.map(|trick| trick.meld);
    row.cards(meld.map_or(Hand::EMPTY, |meld| Hand::new(meld.cards(), meld.jokers())));
    row.one_hot::<3>(meld.map(|meld| meld.kind() as usize));
    row.one_hot::<15>(meld.map(|meld| meld.size() as usize - 1));
    let ranked = meld.filter(|meld| meld.kind() != Kind::Jokers);
    row.one_hot::<15>(ranked.map(|meld| (meld.low() + 1) as usize));
    row.bits::<4>(meld.map_or(0, |meld| meld.suits().bits().into()));
    row.flag(trick.is_some_and(|trick| trick.suit_lock));
    row.flag(trick.is_some_and(|trick| trick.rank_lock));
    let owner = state.and_then(PublicState::trick_owner);
    row.one_hot::<6>(owner.map(|owner| (owner + players - known.me) % players));
    row.bits::<52>(exact_counts(known.hand));
    for place in 0..MOST {
        if place >= players {
            row.bits::<34>(0);
            continue;
        }
        let seat = seat_at(place);
        row.flag(known.playing[seat]);
        row.flag(known.passed[seat]);
        row.first::<20>(known.sizes[seat]);
        row.one_hot::<6>(Some(known.before[seat].into()));
        row.one_hot::<6>(Some(known.settled[seat].into()));
    }
    for place in 0..MOST {
        row.cards(if place < players { known.played.by(seat_at(place)) } else { Hand::EMPTY });
    }
    let is = |effect: fn(&PublicState) -> bool| state.is_some_and(effect);
    row.flag(is(PublicState::revolution));
    row.flag(is(PublicState::eleven_back));
    row.flag(is(|state| state.order() == Order::Reversed));
    row.flag(is(PublicState::backwards));
    row.first::<19>(state.map_or(0, |state| state.passes_in_a_row().into()));
    row.flag(known.due == 1);
    row.flag(known.due == 2);
    let on = Rule::ALL.iter().enumerate().map(|(at, &rule)| u64::from(known.rules.has(rule)) << at);
    // A new rule would change the number of cells, and so the inputs of shipped networks.
    row.bits::<{ Rule::ALL.len() }>(on.sum());
    row.one_hot::<4>(Some(players - 3));
    row.one_hot::<3>(Some(known.rules.jokers() as usize));
}
