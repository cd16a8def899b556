//! Descriptions of decisions for people.

use quadrille_table::{Present, Scene, SeatScene, Shown};

use super::{Action, Auction, Decision, Seat, Table};
use crate::Hand;

/// Cards have no suits. They are shown as `3` to `10`, `J`, `Q`, `K`, `A`, `2`, and the jokers `B`
/// and `R`.
impl Present for Table {
    fn scene(view: &Decision<'_>) -> Scene {
        let seat = view.seat();
        match view {
            Decision::Call(call) => {
                let said = |wanted: Seat| {
                    let of_seat = call.history().iter().filter(|(seat, _)| *seat == wanted);
                    of_seat.map(|(_, call)| call.to_string()).collect::<Vec<_>>().join(", ")
                };
                let seats =
                    Seat::ALL.map(|seat| SeatScene { cards: 17, state: said(seat), ..SeatScene::default() });
                let hand = faces(call.hand());
                Scene { seat: seat.index(), seats: seats.into(), hand, ..Scene::default() }
            }
            Decision::Play(play) => {
                let mut facts = Vec::new();
                if !play.stock().is_empty() {
                    facts.push(format!("stock {}", faces(play.stock()).join(" ")));
                }
                if play.setup().auction == Auction::Bids {
                    facts.push(format!("bid {}", play.contract().bid));
                }
                if play.bombs() > 0 {
                    facts.push(format!("bombs {}", play.bombs()));
                }
                if let Some(open) = play.open_hand() {
                    facts.push(format!("the landlord's open hand {open}"));
                }
                let seats = Seat::ALL.map(|seat| SeatScene {
                    part: if seat == play.landlord() { "landlord" } else { "peasant" }.to_owned(),
                    cards: play.cards_left(seat),
                    state: if play.has_passed(seat) { "passed" } else { "" }.to_owned(),
                });
                let on = play.on_table();
                let shown = Shown { seat: play.owner().index(), cards: faces(on.cards()) };
                let table = if on.is_pass() { Vec::new() } else { vec![shown] };
                let hand = faces(play.hand());
                Scene { seat: seat.index(), facts, seats: seats.into(), table, hand, ..Scene::default() }
            }
        }
    }

    fn faces(action: Action) -> Vec<String> {
        match action {
            Action::Call(_) => Vec::new(),
            Action::Play(chosen) => faces(chosen.cards()),
        }
    }

    fn hands(&self) -> Vec<Vec<String>> {
        let hand = |seat: Seat| match (self.position(), self.dealt()) {
            (Some(position), _) => position.hand(seat),
            (None, Some(deal)) => deal.hands()[seat.index()],
            (None, None) => Hand::EMPTY,
        };
        Seat::ALL.map(|seat| faces(hand(seat))).into()
    }

    fn kind(action: Action) -> String {
        match action {
            Action::Call(call) => format!("call {call}"),
            Action::Play(chosen) => chosen.kind().name().replace('_', " "),
        }
    }
}

fn faces(hand: Hand) -> Vec<String> {
    let face = |letter: char| if letter == 'T' { "10".to_owned() } else { letter.to_string() };
    hand.to_string().chars().filter(char::is_ascii_alphanumeric).map(face).collect()
}
