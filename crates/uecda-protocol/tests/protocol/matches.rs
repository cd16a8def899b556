//! Tests of the server: compared with the plain one, for arbitrary submissions.

use proptest::prelude::*;
use quadrille_daifugo::melds::{Hand, Meld, Melds, Order, leads};
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_random::bounded::below_u32;
use quadrille_random::rand_core::Rng;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use quadrille_uecda_protocol::official;
use quadrille_uecda_protocol::{Awaited, CardTable, ContestSettings, Match, Message, PLAYERS};

use super::plain::{Plain, plain_cells};

fn settings(games: u32, reset: u32, reseat: u32) -> ContestSettings {
    ContestSettings::from_config(&format!(
        "GAME_NUMBER {games}\nFLASH_MIBUN_NUMBER {reset}\nRULE_SEKIGAE_NUM {reseat}\n"
    ))
    .unwrap()
}

/// Returns a submission for a hand: one of its melds, sometimes with an additional cell, or
/// arbitrary cells.
pub(super) fn submission(rng: &mut Xoshiro256PlusPlus, hand: Hand, awaits: u32) -> CardTable {
    let mut below = |many: u32| below_u32(rng, many.try_into().unwrap()) as usize;
    let mut table = CardTable::EMPTY;
    match below(10) {
        0 => {}
        1 => {
            // Some of the hand's cells with their values.
            let mine = CardTable::of_hand(hand);
            for row in 0..5 {
                for column in 0..CardTable::COLUMNS {
                    if mine.get(row, column) != 0 && below(6) == 0 {
                        table.set(row, column, mine.get(row, column));
                    }
                }
            }
        }
        // The number of cards that are to be returned.
        2 if awaits > 0 => table = CardTable::of_hand(hand.lowest(awaits)),
        // A reply to a lone joker.
        2 => table.set(0, 1, 1 + below(2) as i32),
        _ => {
            let mut melds = Melds::new();
            leads(hand, Order::Normal, &mut melds);
            if !melds.is_empty() {
                // Most of the melds are short, so that other hands can follow them.
                let at = if below(3) == 0 {
                    below(melds.len() as u32)
                } else {
                    melds.len() - 1 - below(melds.len().min(11) as u32)
                };
                table = CardTable::of_meld(melds[at]);
            }
        }
    }
    for _ in 0..[0, 0, 0, 0, 0, 1, 1, 2][below(8)] {
        let value = [1, 2, 2, 3, -1, 7, 1000][below(7)];
        table.set(below(8), below(15), value);
    }
    table
}

/// Sends both servers the same tables and compares their messages. Returns the number of accepted
/// plays.
fn agree(seed: u64, games: u32, reset: u32, reseat: u32) -> usize {
    let mut rng = StreamKey::new(seed, 0).rng();
    let draws = rng.next_u32();
    let mut contest = Match::new(settings(games, reset, reseat), draws);
    let mut plain = Plain::new(draws, games, reset, reseat);
    let mut out: Vec<(usize, Message)> = Vec::new();
    contest.start(&mut out);
    let mut hands = [Hand::EMPTY; PLAYERS];
    let mut accepted = 0;
    loop {
        let number = |value: i64| {
            let mut cells = [[0; 15]; 8];
            cells[0][0] = value;
            cells
        };
        let told = out.drain(..).map(|(player, message)| match message {
            Message::Deal(table) | Message::Turn(table) => {
                hands[player] = table.hand();
                let kind = if matches!(message, Message::Deal(_)) { "deal" } else { "turn" };
                (player, kind, plain_cells(&table))
            }
            Message::Stage(table) => (player, "stage", plain_cells(&table)),
            Message::Acknowledgement(fine) => {
                accepted += usize::from(fine);
                (player, "ack", number(if fine { 9 } else { 8 }))
            }
            Message::End(end) => (player, "end", number(end as i64)),
            Message::Number(_) => unreachable!(),
        });
        let told: Vec<_> = told.collect();
        assert_eq!(told, std::mem::take(&mut plain.sent), "seed {seed}");
        let awaited = contest.awaits();
        assert_eq!(awaited.map(Awaited::player), plain.awaited());
        let Some(awaited) = awaited else { break };
        let due = match awaited {
            Awaited::Exchange { number, .. } => number,
            _ => 0,
        };
        let table = submission(&mut rng, hands[awaited.player()], due);
        contest.receive(&table, &mut out);
        plain.receive(&table);
    }
    assert_eq!(contest.points(), &plain.points);
    assert_eq!((contest.over(), contest.begun()), (games, games));
    accepted
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_plain_server_sends_the_same_messages(seed in any::<u64>(), reset in 1..5u32, reseat in 1..4u32) {
        agree(seed, 6, reset, reseat);
    }
}

/// The quirks are rare, so this plays enough games for each of them to occur.
#[test]
fn long_matches_agree_too() {
    let accepted: usize = (0..40).map(|seed| agree(seed, 25, 100, 3)).sum();
    assert!(accepted > 10_000, "accepted plays: {accepted}");
}

/// Without quirks, cells that clients write into other rows are not echoed, classes are those of
/// the previous game, and only played cards leave the game.
#[test]
fn without_quirks_nothing_is_echoed_or_lost() {
    for seed in 0..30 {
        let mut rng = StreamKey::new(seed, 1).rng();
        let mut settings = settings(10, 100, 3);
        settings.quirks = false;
        let mut contest = Match::new(settings, seed as u32);
        let mut out: Vec<(usize, Message)> = Vec::new();
        contest.start(&mut out);
        let mut hands = [Hand::EMPTY; PLAYERS];
        let mut classes = None;
        loop {
            let mut total = 0;
            for (player, message) in out.drain(..) {
                let table = match message {
                    Message::Deal(table) => {
                        classes = Some([5, 6, 7, 8, 9].map(|column| table.get(6, column)));
                        hands[player] = table.hand();
                        table
                    }
                    Message::Turn(table) => {
                        hands[player] = table.hand();
                        total += table.get(6, player);
                        table
                    }
                    Message::Stage(table) => table,
                    _ => continue,
                };
                assert!((8..15).all(|column| table.get(5, column) == 0));
                assert!((0..15).all(|column| table.get(7, column) == 0));
                assert_eq!(classes, Some([5, 6, 7, 8, 9].map(|column| table.get(6, column))));
            }
            let held: u32 = hands.iter().map(|hand| hand.len()).sum();
            assert!(total == 0 || total == held as i32);
            let Some(awaited) = contest.awaits() else { break };
            contest.receive(&submission(&mut rng, hands[awaited.player()], 0), &mut out);
        }
        for game in contest.games() {
            let mut dealt: Hand = Hand::EMPTY;
            game.hands.iter().for_each(|&hand| dealt.take(hand));
            assert_eq!(dealt.len(), 53);
        }
    }
}

/// Returns messages and log of a match of clients with arbitrary submissions, with this value of
/// `RULE_5TOBI`.
fn with_five_skip(yes: &str, quirks: bool, seed: u64) -> (Vec<(usize, Message)>, String) {
    let mut rng = StreamKey::new(seed, 2).rng();
    let mut settings = ContestSettings::from_config(&format!("RULE_5TOBI {yes}\nGAME_NUMBER 4")).unwrap();
    settings.quirks = quirks;
    let mut contest = Match::new(settings, seed as u32);
    let mut out: Vec<(usize, Message)> = Vec::new();
    contest.start(&mut out);
    let (mut hands, mut read) = ([Hand::EMPTY; PLAYERS], 0);
    while let Some(awaited) = contest.awaits() {
        for (player, message) in &out[read..] {
            if let Message::Deal(table) | Message::Turn(table) = message {
                hands[*player] = table.hand();
            }
        }
        read = out.len();
        let mut melds = Melds::new();
        leads(hands[awaited.player()], Order::Normal, &mut melds);
        let single = |&meld: &Meld| meld.size() == 1;
        let singles: Vec<Meld> = melds.iter().copied().filter(single).collect();
        let at = below_u32(&mut rng, (singles.len() as u32).try_into().unwrap()) as usize;
        contest.receive(&CardTable::of_meld(singles[at]), &mut out);
    }
    let mut log = String::new();
    let head = contest.settings().head(["a", "b", "c", "d", "e"].map(str::to_owned), 1);
    head.write(&mut log);
    for (number, game) in contest.games().iter().enumerate() {
        game.lines().write(number, &mut log);
    }
    head.write_end(contest.points(), &mut log);
    (out, log)
}

/// With `RULE_5TOBI YES` the official server skips no seat. A server without quirks does, and logs
/// of both can be read.
#[test]
fn a_five_skips_no_seat_at_the_official_server() {
    for seed in 0..4 {
        let (plain, log) = with_five_skip("NO", true, seed);
        let (official, official_log) = with_five_skip("YES", true, seed);
        assert_eq!(plain, official);
        assert_eq!(official_log, log.replace("RULE_5TOBI% NO", "RULE_5TOBI% YES"));
        let (skipping, skipping_log) = with_five_skip("YES", false, seed);
        assert_ne!(skipping, official);
        let rules = |log: &str| official::read(log).unwrap().rules;
        assert_eq!(rules(&official_log), Rules::UECDA);
        assert_eq!(rules(&skipping_log), Rules::UECDA.with(Rule::FiveSkip));
    }
}
