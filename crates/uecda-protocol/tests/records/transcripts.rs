//! Compares the official server's messages of the recorded matches, every reply and every state,
//! with the replayed games.

use std::io::Read;

use flate2::read::GzDecoder;
use quadrille_daifugo::game::{Game, Happened, Move};
use quadrille_daifugo::melds::{Kind, Order};
use quadrille_daifugo::records::{GameRecord, Submitted};
use quadrille_uecda_protocol::official;
use serde_json::Value;

use super::official::{MIXED, STANDARD};

type Message = Value;

fn messages(bytes: &[u8]) -> Vec<Message> {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The value of a cell of a table; cells that are 0 are not listed.
fn cell(message: &Message, row: u64, column: u64) -> i64 {
    let at = |cell: &&Value| (cell[0].as_u64(), cell[1].as_u64()) == (Some(row), Some(column));
    message["cells"].as_array().unwrap().iter().find(at).map_or(0, |cell| cell[2].as_i64().unwrap())
}

/// The cells of rows 0 to 4 of a table, as row, column and value.
fn cards(message: &Message) -> Vec<(u64, u64, i64)> {
    let cells = message["cells"].as_array().unwrap().iter();
    let mut cards: Vec<_> = cells
        .map(|cell| (cell[0].as_u64().unwrap(), cell[1].as_u64().unwrap(), cell[2].as_i64().unwrap()))
        .collect();
    cards.retain(|&(row, ..)| row < 5);
    cards.sort_unstable();
    cards
}

/// Creates a game before the first play from the hands in the turn tables, after the exchange.
fn opened(record: &GameRecord, turns: &[&Message]) -> Game {
    use quadrille_daifugo::melds::Hand;
    use quadrille_daifugo::rules::Rules;
    use quadrille_daifugo::{Card, CardSet, Rank, Suit};

    let of = |player: u8| {
        let message = turns.iter().find(|turn| turn["conn"] == u64::from(player)).unwrap();
        let mut hand = Hand::EMPTY;
        for (row, column, _) in cards(message) {
            if row == 4 {
                hand.jokers = 1;
            } else {
                let suit = [Suit::Spade, Suit::Heart, Suit::Diamond, Suit::Club][row as usize];
                hand.cards |= CardSet::only(Card::new(Rank::new(column as u8 - 1).unwrap(), suit));
            }
        }
        hand
    };
    let hands: Vec<Hand> = record.seats.iter().map(|&player| of(player)).collect();
    let first = record.seats.iter().position(|&player| i64::from(player) == cell(turns[0], 5, 3)).unwrap();
    assert!(hands[first].cards.contains(Card::DIAMOND_3));
    Game::new(Rules::UECDA, &hands, first, None).unwrap()
}

fn agree(log: &str, transcript: &[u8]) {
    let record = official::read(log).unwrap();
    let messages = messages(transcript);
    let of_kind = |kind: &'static str| messages.iter().filter(move |message| message["kind"] == kind);
    let turns: Vec<&Message> = of_kind("turn").collect();
    let tables: Vec<&Message> = of_kind("table").collect();
    let submitted: Vec<&Message> = of_kind("play").collect();
    let acknowledged: Vec<&Message> = of_kind("ack").collect();
    let ends: Vec<&Message> = of_kind("end").collect();
    let mut step = 0;
    for game_record in &record.games {
        let mut game = opened(game_record, &turns[5 * step..5 * step + 5]);
        for play in &game_record.plays {
            let seat = game.turn().expect("a seat is to move");
            let player = game_record.seats[seat];
            let five = |list: &[&Message]| {
                list[5 * step..5 * step + 5].iter().copied().cloned().collect::<Vec<Message>>()
            };
            for turn in five(&turns) {
                assert_eq!(cell(&turn, 5, 3), i64::from(player), "player to move, step {step}");
                assert_eq!(cell(&turn, 5, 4) == 1, game.trick().is_none(), "empty table, step {step}");
                assert_eq!(
                    cell(&turn, 5, 6) == 1,
                    game.order() == Order::Reversed,
                    "revolution, step {step}"
                );
                let lock = game.trick().is_some_and(|trick| trick.suit_lock);
                assert_eq!(cell(&turn, 5, 7) == 1, lock, "suit lock, step {step}");
                for (seat, &player) in game_record.seats.iter().enumerate() {
                    assert_eq!(
                        cell(&turn, 6, u64::from(player)),
                        i64::from(game.hand(seat).len()),
                        "size of the hand, step {step}"
                    );
                }
            }
            let message = submitted[step];
            assert_eq!(message["conn"], u64::from(player));
            assert_eq!(cards(message).is_empty(), play.submitted == Submitted::Pass);
            if let Submitted::Meld(meld) = &play.submitted {
                assert_eq!(cards(message).len() as u32, meld.size());
                let jokers = cards(message).iter().filter(|&&(.., value)| value == 2).count() as u32;
                assert!(jokers == meld.jokers() || play.refused);
                assert!(meld.kind() != Kind::Jokers || jokers == 1);
            }
            let empty = game.trick().is_none();
            let happened = match &play.submitted {
                Submitted::Meld(meld) => game.submit(Move::Play(*meld)),
                Submitted::Pass | Submitted::Cards(_) => game.submit(Move::Pass),
            };
            let accepted = match (happened, &play.submitted) {
                (Happened::Played, _) => true,
                // A pass is acknowledged as accepted if the table is empty.
                (Happened::Passed, Submitted::Pass) => empty,
                _ => false,
            };
            assert_eq!(acknowledged[step]["value"], if accepted { 9 } else { 8 }, "{play:?}, step {step}");
            for table in five(&tables) {
                assert_eq!(
                    cell(&table, 5, 6) == 1,
                    game.order() == Order::Reversed,
                    "revolution, step {step}"
                );
            }
            assert_eq!(ends[5 * step]["value"] == 0, game.ending().is_none(), "the end, step {step}");
            step += 1;
        }
    }
    assert_eq!((submitted.len(), turns.len()), (step, 5 * step), "every play is compared");
}

#[test]
fn a_match_of_standard_clients() {
    agree(STANDARD, include_bytes!("../data/protocol_std_3games.jsonl.gz"));
}

#[test]
fn a_match_of_odd_clients_and_three_protocols() {
    agree(MIXED, include_bytes!("../data/protocol_20060_20140_4games.jsonl.gz"));
}
