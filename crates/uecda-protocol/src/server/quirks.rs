//! Behaviour of the official server that no rule demands.
//!
//! | quirk | behaviour |
//! |---|---|
//! | echo | some cells keep their values from the last table that a client submitted: columns 8 to 14 of row 5, all of row 7, and the class cells of players that have no class at present |
//! | classes | as soon as a player has finished, the classes in tables are partly those of the last game and partly those of this game |
//! | 3 of spades | the holder of the 3 of spades may answer a lone joker with any cards, if the cell of the 3 of spades contains this card or a joker and is the only filled cell of the first filled column, and if the cell to the right of the 3 of spades is empty; all submitted natural cards that the player holds then leave the hand |
//! | returned joker | if a player returns a joker in the cell of a card that it holds, this card leaves the game |
//! | second richest | the player that returns one card may also submit cells that are neither a card nor a joker |
//! | reset 1 | if every game begins without classes, cards are exchanged nevertheless; in the first game, the players' numbers serve as classes |
//! | 5-skip | `RULE_5TOBI YES` has no effect, because the server begins its search for the next seat to move at the adjacent seat, not at the seat after it |
//! | seats 1 | if seats are to be drawn before every game, they are never drawn |
//!
//! Without quirks, the cells that the first row lists are 0, the classes in tables are those of the
//! last game, only the single 3 of spades beats a lone joker, a returned joker removes no other
//! card, the second richest returns its best cards if it submits invalid cells, and the settings of
//! the last three rows have their effect.

use crate::cells::naturals;
use crate::{CardTable, Reading};
use quadrille_daifugo::game::{Facts, Game, PublicState};
use quadrille_daifugo::melds::{Hand, Meld};
use quadrille_daifugo::{Card, CardSet};

/// Returns the game after a submission that answers a lone joker and that the server treats as the
/// 3 of spades. The submitted natural cards have left the hand, the table is cleared, and the same
/// seat leads. `None` if the server does not treat the submission as the 3 of spades.
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

/// Finishes a seat that has no cards left. The seat gets the next class, and the next seat with
/// cards leads.
fn finish(facts: &mut Facts, seat: u8) {
    facts.finished.push(seat);
    let players = facts.sizes.len() as u8;
    let step = if facts.backwards { players - 1 } else { 1 };
    while facts.sizes[usize::from(facts.turn)] == 0 {
        facts.turn = (facts.turn + step) % players;
    }
    facts.owner = facts.turn;
}

/// Returns the hand of a rich player without the cards that the quirk *returned joker* removes: a
/// joker that `table` has in the cell of a card removes this card.
pub(super) fn after_returning(hand: Hand, table: &CardTable) -> Hand {
    let under_joker = |(row, column, cell)| {
        if cell == CardTable::JOKER { CardTable::card(row, column) } else { None }
    };
    let lost: CardSet = table.card_cells().filter_map(under_joker).collect();
    Hand::new(hand.cards.difference(lost), hand.jokers)
}
