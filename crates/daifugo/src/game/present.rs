//! Descriptions of decisions for human players.

use quadrille_table::{Present, Scene, SeatScene, Shown, card_face};

use super::{Action, Decision, Move, Outcome, PublicState, Table, View};
use crate::melds::{Hand, Kind, Meld};
use crate::suit::Suit;

impl Present for Table {
    fn scene(view: &Decision<'_>) -> Scene {
        match view {
            Decision::Give(give) => {
                let players = give.series().rules().players();
                let (sizes, classes) = (give.sizes(), give.classes());
                let seat = |seat| SeatScene {
                    part: class_name(usize::from(classes[seat]), players).to_owned(),
                    cards: sizes[seat],
                    state: String::new(),
                };
                // A class exchanges cards with the class at the same distance from the other end of
                // the list.
                let partner = class_name(players - 1 - usize::from(classes[give.seat()]), players);
                Scene {
                    seat: give.seat(),
                    facts: vec![format!("to return: {}", give.number()), format!("for the {partner}")],
                    secrets: vec![format!("received: {}", hand(give.received()).join(" "))],
                    seats: (0..players).map(seat).collect(),
                    table: Vec::new(),
                    hand: hand(give.hand()),
                }
            }
            Decision::Play(play) => played(play),
        }
    }

    fn faces(action: Action) -> Vec<String> {
        match action {
            Action::Give(cards) => hand(cards),
            Action::Move(Move::Pass) => Vec::new(),
            Action::Move(Move::Play(meld)) => meld_faces(meld),
        }
    }

    fn hands(&self) -> Vec<Vec<String>> {
        (0..self.series().seats().len()).map(|seat| hand(self.hand(seat))).collect()
    }

    fn kind(action: Action) -> String {
        match action {
            Action::Give(_) => "gift".to_owned(),
            Action::Move(Move::Pass) => "pass".to_owned(),
            Action::Move(Move::Play(meld)) => match (meld.kind(), meld.size()) {
                (Kind::Jokers, _) => "joker".to_owned(),
                (Kind::Sequence, size) => format!("sequence of {size}"),
                (Kind::Group, 1) => "single".to_owned(),
                (Kind::Group, 2) => "pair".to_owned(),
                (Kind::Group, size) => format!("{size} of a kind"),
            },
        }
    }

    fn becomes(&self, outcome: &Outcome) -> Vec<String> {
        let players = outcome.seats().len();
        let part = |seat| {
            let class = class_name(outcome.class(seat).unwrap_or_default(), players);
            let fall = self.game().and_then(|game| fall(game.state(), seat));
            fall.map_or_else(|| class.to_owned(), |fall| format!("{class} · {fall}"))
        };
        (0..players).map(part).collect()
    }
}

/// Returns the reason why a seat fell to one of the worst classes while others still played; `None`
/// if the seat did not fall.
fn fall(state: &PublicState, seat: usize) -> Option<&'static str> {
    let has_fallen = state.fallen().iter().any(|&fallen| usize::from(fallen) == seat);
    // After a forbidden finish the hand is empty; under miyako-ochi the seat still holds cards.
    has_fallen.then(|| if state.size(seat) == 0 { "forbidden finish" } else { "miyako-ochi" })
}

fn played(view: &View<'_>) -> Scene {
    let state = view.state();
    let players = view.rules().players();
    let mut facts = Vec::new();
    let flags = [
        (state.revolution(), "revolution"),
        (state.eleven_back(), "11-back"),
        (state.backwards(), "turn order reversed"),
        (view.trick().is_some_and(|trick| trick.rank_lock), "rank lock"),
    ];
    facts.extend(flags.into_iter().filter(|(is, _)| *is).map(|(_, name)| name.to_owned()));
    if let Some(trick) = view.trick().filter(|trick| trick.suit_lock) {
        let suits = Suit::ALL.into_iter().filter(|&suit| trick.meld.suits().contains(suit));
        let symbols = suits.map(|suit| card_face(&format!("{suit}3")).trim_end_matches('3').to_owned());
        facts.push(format!("suit lock {}", symbols.collect::<String>()));
    }
    // The poor seats do not choose the cards that they give, so no earlier scene shows these cards
    // to them. Every scene of play therefore shows the exchanged cards.
    let exchanged = view.series().map(|(_, exchanged)| *exchanged).unwrap_or_default();
    let cards = [("given", exchanged.given), ("received", exchanged.received)];
    let secrets = cards.into_iter().filter(|(_, cards)| !cards.is_empty());
    let secrets = secrets.map(|(name, cards)| format!("{name}: {}", hand(cards).join(" ")));
    let seat = |seat: usize| {
        let class = state.classes_before().map(|classes| class_name(usize::from(classes[seat]), players));
        let out = state.finished().iter().position(|&other| usize::from(other) == seat);
        let note = match out {
            Some(place) => format!("finished in place {}", place + 1),
            None if !state.is_playing(seat) => fall(state, seat).unwrap_or("out").to_owned(),
            None if state.has_passed(seat) => "passed".to_owned(),
            None => String::new(),
        };
        SeatScene { part: class.unwrap_or_default().to_owned(), cards: state.size(seat), state: note }
    };
    let on = view
        .trick()
        .map(|trick| Shown { seat: state.trick_owner().unwrap_or_default(), cards: meld_faces(trick.meld) });
    Scene {
        seat: view.seat(),
        facts,
        secrets: secrets.collect(),
        seats: (0..players).map(seat).collect(),
        table: on.into_iter().collect(),
        hand: hand(view.hand()),
    }
}

/// Returns the name of a class, 0 for the richest.
const fn class_name(class: usize, players: usize) -> &'static str {
    let from_bottom = players.saturating_sub(1 + class);
    match (class, from_bottom) {
        (0, _) => "daifugo",
        (_, 0) => "daihinmin",
        (1, 2..) => "fugo",
        (_, 1) if players > 3 => "hinmin",
        _ => "heimin",
    }
}

fn hand(hand: Hand) -> Vec<String> {
    hand.to_string().split_whitespace().map(card_face).collect()
}

fn meld_faces(meld: Meld) -> Vec<String> {
    meld.to_string().split_whitespace().map(card_face).collect()
}
