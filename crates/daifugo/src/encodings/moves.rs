//! The cells of a move and of the rest of the hand.

use super::cells::{Cells, Row, exact_counts};
use super::{Cell, EncodingError, MOVE};
use crate::game::{Move, PublicState};
use crate::melds::{Hand, Kind, Meld, Order};
use crate::rules::Rule;
use crate::{Card, CardSet, Rank};

/// Writes the features of a move: 216 cells. `hand` is the hand of the seat to move. The module
/// documents the [offsets of the cells](super#offsets-of-a-move).
///
/// # Errors
/// Returns an [`EncodingError`] for a slice of the wrong length, or for a meld that the hand does
/// not contain. No cell is written in this case.
pub fn fill_move<C: Cell>(
    state: &PublicState,
    hand: Hand,
    chosen: Move,
    cells: &mut [C],
) -> Result<(), EncodingError> {
    let mut row = Row::new("a move", MOVE, cells)?;
    write(taken(chosen), hand, chosen.meld(), Some(state), &mut row)
}

/// Writes the features of a gift from this hand: 216 cells as for a move, with the cells of the
/// meld all 0.
///
/// # Errors
/// Returns an [`EncodingError`] for a slice of the wrong length, or for cards that the hand does
/// not contain. No cell is written in this case.
pub fn fill_gift<C: Cell>(hand: Hand, given: Hand, cells: &mut [C]) -> Result<(), EncodingError> {
    write(given, hand, None, None, &mut Row::new("a gift", MOVE, cells)?)
}

/// Returns the cards and jokers that a move takes from the hand.
#[inline(always)]
pub(super) fn taken(chosen: Move) -> Hand {
    chosen.meld().map_or(Hand::EMPTY, |meld| Hand::new(meld.cards(), meld.jokers()))
}

/// Writes a move or a gift. `state` is `Some` for moves and `None` for gifts.
///
/// # Errors
/// Returns [`EncodingError::NotHeld`] before any cell is written.
#[inline(always)]
pub(super) fn write(
    taken: Hand,
    hand: Hand,
    meld: Option<Meld>,
    state: Option<&PublicState>,
    row: &mut impl Cells,
) -> Result<(), EncodingError> {
    if !hand.cards.is_superset(taken.cards) || hand.jokers < taken.jokers {
        return Err(EncodingError::NotHeld { hand, taken });
    }
    let mut left = hand;
    left.give(taken);
    row.cards(taken);
    row.flag(state.is_some() && meld.is_none());
    row.one_hot::<3>(meld.map(|meld| meld.kind() as usize));
    row.one_hot::<15>(meld.map(|meld| meld.size() as usize - 1));
    let ranked = meld.filter(|meld| meld.kind() != Kind::Jokers);
    row.one_hot::<15>(ranked.map(|meld| (meld.low() + 1) as usize));
    row.one_hot::<15>(ranked.map(|meld| match state.map(PublicState::order) {
        Some(Order::Reversed) => (13 - meld.high()) as usize,
        _ => (meld.low() + 1) as usize,
    }));
    row.bits::<4>(meld.map_or(0, |meld| meld.suits().bits().into()));
    let clears = |state: &PublicState, meld: Meld| {
        let on_a_joker = state.trick().is_some_and(|trick| trick.meld == Meld::JOKER);
        state.rules().has(Rule::EightCut) && meld.shows(Rank::EIGHT)
            || on_a_joker && meld.size() == 1 && meld.cards() == CardSet::only(Card::SPADE_3)
    };
    row.flag(state.zip(meld).is_some_and(|(state, meld)| clears(state, meld)));
    let revolution =
        |(state, meld): (&PublicState, Meld)| state.rules().has(Rule::Revolution) && meld.is_revolution();
    row.flag(state.zip(meld).is_some_and(revolution));
    row.flag(left.is_empty());
    row.cards(left);
    row.bits::<52>(exact_counts(left));
    Ok(())
}
