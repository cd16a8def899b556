//! Behaviour of the official server that no rule demands.
//!
//! | quirk | behaviour |
//! |---|---|
//! | echo | columns 8 to 14 of row 5, row 7, and the class cells of players that have no class at present keep the values that the last client wrote there |
//! | classes | from the first finisher on, the classes in tables mix those of the last game with those of this one |
//! | 3 of spades | on a lone joker, the holder of the 3 of spades may submit any cards in which the first filled column has only the cell of that card, with the card or a joker, and the cell to its right is empty; all submitted natural cards that the player holds leave the hand |
//! | returned joker | a joker returned in the cell of a card removes the giver's card of that cell from the game |
//! | second richest | the player that returns one card may add cells that are neither a card nor a joker |
//! | reset 1 | if every game begins without classes, cards are exchanged nevertheless, in the first game by the players' numbers |
//! | 5-skip | `RULE_5TOBI YES` has no effect: the search for the seat after the next one begins at a seat that may move, and ends there |
//! | seats 1 | if seats are to be drawn before every game, they are never drawn |
//!
//! Without quirks, the echoed cells are 0, the classes in tables are those of the last game, the
//! joker is beaten only by the 3 of spades alone, a returned joker removes no other card, a return
//! of the second richest with invalid cells is replaced by its best cards, and the last three
//! follow the settings.

use crate::cells::naturals;
use crate::{CardTable, Reading};
use quadrille_daifugo::game::{Facts, Game, PublicState};
use quadrille_daifugo::melds::{Hand, Meld};
use quadrille_daifugo::{Card, CardSet};

/// Returns the game after a submission on a lone joker that the server treats as the 3 of spades:
/// its natural cards have left the hand, the table is cleared, and the same seat leads. `None` if
/// the server does not treat it as that card.
pub(super) fn spade_three(game: &Game, seat: usize, table: &CardTable, reading: &Reading) -> Option<Game> {
    let on_joker = game.trick().is_some_and(|trick| trick.meld == Meld::JOKER);
    let hand = game.hand(seat);
    if !on_joker || !reading.spade_three || reading.cards == 0 || !hand.cards.contains(Card::SPADE_3) {
        return None;
    }
    let gone = naturals(table) & hand.cards;
    if gone == CardSet::only(Card::SPADE_3) {
        let mut after = game.clone();
        after.play("S3".parse().ok()?);
        return Some(after);
    }
    let mut facts = game.state().facts();
    facts.sizes[seat] -= gone.len() as u8;
    facts.gone.cards |= gone;
    (facts.trick, facts.passed, facts.idle, facts.eleven_back) = (None, Vec::new(), 0, false);
    (facts.owner, facts.turn) = (seat as u8, seat as u8);
    if facts.sizes[seat] == 0 {
        finish(&mut facts, seat as u8);
    }
    let mut hands: Vec<Hand> = game.hands().to_vec();
    hands[seat].cards = hands[seat].cards.difference(gone);
    Game::in_progress(PublicState::new(&facts).ok()?, &hands).ok()
}

/// Finishes a seat without cards: it gets the next class, and the lead passes to the next seat with
/// cards.
fn finish(facts: &mut Facts, seat: u8) {
    facts.finished.push(seat);
    let players = facts.sizes.len() as u8;
    let step = if facts.backwards { players - 1 } else { 1 };
    while facts.sizes[usize::from(facts.turn)] == 0 {
        facts.turn = (facts.turn + step) % players;
    }
    facts.owner = facts.turn;
}

/// Returns the hand of a rich player after it returned the cards of a table: a joker in the cell of
/// a card removes that card from the hand.
pub(super) fn after_returning(hand: Hand, table: &CardTable) -> Hand {
    let under_joker = |(row, column, cell)| {
        if cell == CardTable::JOKER { CardTable::card(row, column) } else { None }
    };
    let lost: CardSet = table.card_cells().filter_map(under_joker).collect();
    Hand::new(hand.cards.difference(lost), hand.jokers)
}
