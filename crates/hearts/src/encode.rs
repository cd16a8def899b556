//! Action ids, and observations as cells.

use quadrille_table::tables::Inspect;
use quadrille_table::{Encode, Game};

use crate::{Card, Cards, Hearts, Rules, View};

/// Action ids are the numbers of the cards, 13 · suit + rank: 0 is `C2`, 51 is `SA`.
///
/// Seats are relative to the seat of the view: 0 is this seat, 1 the next seat in the order of
/// play. The cells of an observation, with cards in the order of their numbers:
///
/// | first cell | number of cells | meaning of a cell that is 1 |
/// |---|---|---|
/// | 0 | 52 | cards in the hand |
/// | 52 | 52 | cards chosen to pass |
/// | 104 | 52 | cards received in the pass |
/// | 156 | 4 × 208 | four blocks, one for each of the seats 0 to 3; the next four rows describe a block |
/// | + 0 | 52 | cards that the seat has played to the trick on the table |
/// | + 52 | 52 | cards that the seat has played in this game |
/// | + 104 | 52 | cards of the tricks that the seat has taken |
/// | + 156 | 52 | unplayed cards that the seat cannot hold, as shown by its plays |
/// | 988 | 4 | the direction of the pass: none, left, across, right |
/// | 992 | 4 | the seat that led the current trick or is to lead it; none during the pass |
/// | 996 | 1 | the decision is which card to pass, not which card to play |
/// | 997 | 1 | hearts may be led |
/// | 998 | 8 | a switch of the [rules](Rules) is on; switches in the order of their declaration |
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
        Self::OBSERVATION
    }

    fn observe(view: &<Self as Game>::View<'_>, mut set: impl FnMut(usize)) {
        let public = view.public;
        let place = |seat: usize| (seat + 4 - view.seat) % 4;
        let trick: Cards = public.trick().iter().copied().collect();
        let own = [view.hand, view.given, view.received];
        let seats = (0..4).map(|place| (view.seat + place) % 4).flat_map(|seat| {
            let played = public.played[seat];
            [played & trick, played, public.taken[seat], Cards::ALL - public.may_hold[seat] - played]
        });
        for (number, cards) in own.into_iter().chain(seats).enumerate() {
            cards.iter().for_each(|card| set(52 * number + card.id()));
        }
        set(988 + public.direction as usize);
        (0..4).filter(|at| !public.is_pass() && *at == place(public.leader)).for_each(|at| set(992 + at));
        let flags = [public.is_pass(), public.broken].into_iter().chain(view.rules.switches());
        flags.enumerate().filter(|(_, on)| *on).for_each(|(number, _)| set(996 + number));
    }
}

impl Hearts {
    /// The number of cells of an observation.
    pub(crate) const OBSERVATION: usize = 1006;
}

impl Inspect for Hearts {
    fn observe_seat(&self, seat: usize, set: impl FnMut(usize)) {
        Self::observe(&View::of(self, seat), set);
    }

    fn hand_text(&self, seat: usize) -> String {
        self.hands[seat].to_string()
    }

    fn table_text(&self) -> Option<String> {
        let cards: Vec<String> = self.public.trick().iter().map(ToString::to_string).collect();
        (!cards.is_empty()).then(|| cards.join(" "))
    }
}
