//! Descriptions of decisions for people.

use quadrille_table::{Present, Scene, SeatScene, Shown, card_face};

use crate::{Card, Cards, Direction, Hearts, View};

impl Present for Hearts {
    fn scene(view: &View<'_>) -> Scene {
        let public = view.public;
        let [mut facts, mut secrets] = [Vec::new(), Vec::new()];
        if public.is_pass() {
            let to = match public.direction {
                Direction::None => "no seat",
                Direction::Left => "the left",
                Direction::Across => "the seat opposite",
                Direction::Right => "the right",
            };
            facts.push(format!("pass three cards to {to}"));
            if !view.given.is_empty() {
                secrets.push(format!("chosen: {}", faces(view.given).join(" ")));
            }
        } else if public.broken {
            facts.push("hearts are broken".to_owned());
        }
        let seat = |seat: usize| {
            let penalties = faces(public.taken[seat] & Cards::PENALTIES);
            let state =
                if penalties.is_empty() { String::new() } else { format!("took {}", penalties.join(" ")) };
            let cards = 13 - public.played[seat].len() as u32;
            SeatScene { part: String::new(), cards, state }
        };
        let trick = public.trick().iter().enumerate();
        let shown = |(place, card): (usize, &Card)| Shown {
            seat: (public.leader + place) % 4,
            cards: vec![card_face(&card.to_string())],
        };
        Scene {
            seat: view.seat,
            facts,
            secrets,
            seats: (0..4).map(seat).collect(),
            table: trick.map(shown).collect(),
            hand: faces(view.hand),
        }
    }

    fn faces(card: Card) -> Vec<String> {
        vec![card_face(&card.to_string())]
    }

    fn hands(&self) -> Vec<Vec<String>> {
        self.hands.iter().map(|&hand| faces(hand)).collect()
    }

    fn kind(card: Card) -> String {
        match card.suit() {
            _ if card == Card::SQ => "queen of spades",
            0 => "club",
            1 => "diamond",
            2 => "heart",
            _ => "spade",
        }
        .to_owned()
    }
}

fn faces(cards: Cards) -> Vec<String> {
    cards.iter().map(|card| card_face(&card.to_string())).collect()
}
