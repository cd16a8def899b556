//! Numbers of actions, and observations as cells.

use quadrille_table::{Encode, Game};

use crate::{Card, Cards, Hearts, Rules};

/// Action ids are the numbers of the cards, 13 · suit + rank: 0 is `C2`, 51 `SA`.
///
/// Seats are counted from the one that sees: 0 is itself, 1 the next one in the order of play. Cells of an
/// observation, cards in the order of their numbers:
///
/// | from | cells | is 1 |
/// |---|---|---|
/// | 0 | 52 | cards in its hand |
/// | 52 | 52 | cards that it has chosen to pass |
/// | 104 | 52 | cards that were passed to it |
/// | 156 | 3 × 52 | cards of the trick, by seats 1 to 3 |
/// | 312 | 4 × 52 | cards played in this game, by seats 0 to 3 |
/// | 520 | 4 × 15 | `DJ`, the 13 hearts and `SQ`, if seats 0 to 3 have taken them |
/// | 580 | 3 × 4 | suits of which seats 1 to 3 can have no card, by what they have shown |
/// | 592 | 4 | direction of the pass: none, left, across, right |
/// | 596 | 4 | the seat that led the trick or leads it; none during the pass |
/// | 600 | 1 | a card is to be given, not played |
/// | 601 | 1 | hearts may be led |
/// | 602 | 8 | the switches of the [rules](Rules), in the order of their declaration |
impl Encode for Hearts {
    fn action_count(_: &Rules) -> usize {
        Card::COUNT
    }

    fn action_id(_: &Rules, card: Card) -> Option<usize> {
        Some(card.id())
    }

    fn action_of(_: &Rules, id: usize) -> Option<Card> {
        Card::of_id(id)
    }

    fn observation_len(_: &Rules) -> usize {
        610
    }

    fn observe(view: &<Self as Game>::View<'_>, mut set: impl FnMut(usize)) {
        let public = view.public;
        let place = |seat: usize| (seat + 4 - view.seat) % 4;
        let mut flag = |cell, on: bool| on.then(|| set(cell));
        for id in 0..Card::COUNT {
            let card = Card(id as u8);
            let own = [view.hand, view.given, view.received];
            for (set, cards) in own.iter().enumerate() {
                flag(52 * set + id, cards.contains(card));
            }
            for (seat, played) in public.played.iter().enumerate() {
                let on = played.contains(card);
                flag(312 + 52 * place(seat) + id, on);
                flag(104 + 52 * place(seat) + id, on && public.trick().contains(&card));
            }
        }
        for (seat, taken) in public.taken.iter().enumerate() {
            for (cell, card) in (Cards::PENALTIES | Cards::of(Card::DJ)).iter().enumerate() {
                flag(520 + 15 * place(seat) + cell, taken.contains(card));
            }
            for suit in (0..4).filter(|_| seat != view.seat) {
                let void = (public.may_hold[seat] & Cards::of_suit(suit)).is_empty();
                flag(576 + 4 * place(seat) + usize::from(suit), void);
            }
        }
        flag(592 + public.direction as usize, true);
        flag(596 + place(public.leader), !public.is_pass());
        flag(600, public.is_pass());
        flag(601, public.broken);
        for (place, on) in view.rules.switches().into_iter().enumerate() {
            flag(602 + place, on);
        }
    }
}
