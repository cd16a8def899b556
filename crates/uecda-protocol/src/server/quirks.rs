//! What the official server does that no rule demands.
//!
//! | quirk | what happens |
//! |---|---|
//! | echo | the columns 8 to 14 of row 5, row 7, and the classes of those who have none at the moment are whatever the last client wrote there |
//! | classes | from the first finisher on, the classes in tables are a mixture of old ones and new ones |
//! | 3 of spades | on a lone joker everything is accepted that has the held 3 of spades, or a joker, as its only card of the lowest rank, and every card in it is gone |
//! | returned joker | a joker returned on the cell of a card takes the giver's card of that cell out of the game |
//! | second richest | whoever returns one card may add cells that are neither card nor joker |
//! | reset 1 | where every game begins without classes, cards are exchanged all the same, in the first game by the players' numbers |
//! | 5-skip | with `RULE_5TOBI YES` nobody is skipped: the search for the seat after the next one begins at a seat that may move, and stays there |
//! | seats 1 | where seats are to be drawn before every game, they never are |
//!
//! Without quirks the first two, and the last three, are as the settings say; the others are
//! refused.

use crate::cells::naturals;
use crate::{CardTable, Reading};
use quadrille_daifugo::game::{Facts, Game, PublicState};
use quadrille_daifugo::melds::{Hand, Meld};
use quadrille_daifugo::{Card, CardSet};

/// What the server makes of a submission on a lone joker that it takes for the 3 of spades: the game in which
/// all its cards are gone, the table is cleared, and the same seat leads. `None` if it does not take it for that.
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

/// A seat has no cards left: it gets the next class, and the lead goes to the next seat that has some.
fn finish(facts: &mut Facts, seat: u8) {
    facts.finished.push(seat);
    let players = facts.sizes.len() as u8;
    let step = if facts.backwards { players - 1 } else { 1 };
    while facts.sizes[usize::from(facts.turn)] == 0 {
        facts.turn = (facts.turn + step) % players;
    }
    facts.owner = facts.turn;
}

/// The hand of a rich player after it returned what the table shows: a joker on the cell of a card takes the card
/// with it.
pub(super) fn after_returning(hand: Hand, table: &CardTable) -> Hand {
    let under_joker = |(row, column, cell)| {
        if cell == CardTable::JOKER { CardTable::card(row, column) } else { None }
    };
    let lost: CardSet = table.card_cells().filter_map(under_joker).collect();
    Hand::new(hand.cards.difference(lost), hand.jokers)
}
