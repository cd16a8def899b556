//! The reasons of refused plays, beside reasons found on bare tables.

use std::collections::BTreeMap;

use quadrille_daifugo::melds::{Hand, Refusal};
use quadrille_daifugo::protocol::{Awaited, CardTable, Match, Message, PLAYERS, Settings};
use quadrille_daifugo::records::official::{self, Head};
use quadrille_random::StreamKey;

use super::matches::submission;
use super::plain::plain_reason;

/// The games of a match with clients that submit anything, and its head.
fn hostile(seed: u64, counts: &mut BTreeMap<&'static str, u32>) -> String {
    let mut rng = StreamKey::new(seed, 3).rng();
    let mut settings = Settings::from_config("GAME_NUMBER 6").unwrap();
    settings.quirks = false;
    let mut contest = Match::new(settings, seed as u32);
    let mut out: Vec<(usize, Message)> = Vec::new();
    contest.start(&mut out);
    let (mut hands, mut turn, mut stage) = ([Hand::EMPTY; PLAYERS], CardTable::EMPTY, CardTable::EMPTY);
    let mut reasons = Vec::new();
    loop {
        for (player, message) in out.drain(..) {
            match message {
                Message::Deal(table) => hands[player] = table.hand(),
                Message::Turn(table) => {
                    hands[player] = table.hand();
                    if table.get(5, 2) == 1 {
                        turn = table;
                    }
                    if table.get(5, 4) == 1 {
                        stage = CardTable::EMPTY;
                    }
                }
                Message::Stage(table) => stage = table,
                _ => {}
            }
        }
        let Some(awaited) = contest.awaits() else { break };
        let due = if let Awaited::Exchange { number, .. } = awaited { number } else { 0 };
        let table = submission(&mut rng, hands[awaited.player()], due);
        if due > 0 {
            contest.receive(&table, &mut out);
            continue;
        }
        let expected = plain_reason(&turn, &stage, &table);
        contest.receive(&table, &mut out);
        let play = contest.games().iter().rev().find_map(|game| game.plays.last()).unwrap();
        let found = play.refusal.map(Refusal::name);
        // The joker's cell is one way of making no meld.
        let general = if found == Some("joker_cell") { Some("no_meld") } else { found };
        assert_eq!(general, expected, "{table:?} on {stage:?} in {turn:?}");
        assert_eq!(play.on.words(), stage.words());
        if let Some(name) = found {
            *counts.entry(name).or_default() += 1;
        }
        reasons.push((found, table));
    }

    // The log has the same plays, and reading it finds the same reasons, unless a cell was lost in
    // its letters.
    let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
    let mut log = String::new();
    let head: Head = contest.settings().head(names, 1);
    head.write(&mut log);
    for (number, game) in contest.games().iter().enumerate() {
        game.lines().write(number, &mut log);
    }
    head.write_end(contest.points(), &mut log);
    let record = official::read(&log).unwrap();
    let mut reasons = reasons.into_iter();
    for (number, game) in record.games.iter().enumerate() {
        let read = record.refusals(number);
        let read = read.into_iter().chain(std::iter::repeat(None));
        for (play, read) in game.plays.iter().zip(read) {
            let (found, table) = reasons.next().unwrap();
            let exact = (0..5).all(|row| (0..15).all(|column| (0..=2).contains(&table.get(row, column))));
            let exact = exact && (0..15).all(|column| table.get(4, column) != 1);
            if exact {
                let read = read.map(Refusal::name);
                assert!(
                    read == found || found == Some("malformed"),
                    "{:?}: {read:?}, not {found:?}",
                    play.submitted
                );
            }
        }
    }
    log
}

#[test]
fn every_reason_is_that_of_bare_tables_and_of_the_log() {
    let mut counts = BTreeMap::new();
    for seed in 0..40 {
        hostile(seed, &mut counts);
    }
    for name in
        ["not_held", "size", "rank", "suit_lock", "only_spade_three", "no_meld", "joker_cell", "malformed"]
    {
        assert!(counts.get(name).is_some_and(|&often| often > 0), "{name}: {counts:?}");
    }
}

#[test]
fn reasons_have_names_and_words() {
    for refusal in Refusal::ALL {
        assert_eq!(Refusal::from_name(refusal.name()), Some(refusal));
        assert!(!refusal.to_string().is_empty());
    }
    assert_eq!(Refusal::SuitLock.to_string(), "suit locked");
    assert_eq!(Refusal::from_name("luck"), None);
}

/// A hand with the joker, and what it submits on an empty table.
#[test]
fn the_jokers_cell_is_named() {
    let mut contest = Match::new(Settings::default(), 1);
    let mut out: Vec<(usize, Message)> = Vec::new();
    contest.start(&mut out);
    // All pass until the holder of the joker leads.
    let holder = loop {
        let turns = out.drain(..).filter_map(|(player, message)| match message {
            Message::Turn(table) => Some((player, table)),
            _ => None,
        });
        let mover = turns.into_iter().find(|(_, table)| table.get(5, 2) == 1).unwrap();
        if mover.1.hand().jokers > 0 {
            break mover.0;
        }
        contest.receive(&CardTable::EMPTY, &mut out);
    };
    // As it lies in the table of the hand: in the fifth row.
    let mut table = CardTable::EMPTY;
    table.set(4, 1, 2);
    contest.receive(&table, &mut out);
    let play = *contest.games()[0].plays.last().unwrap();
    assert_eq!((usize::from(play.player), play.refusal), (holder, Some(Refusal::JokerCell)));
    assert_eq!((play.table.words(), play.on.words()), ("[3]".to_owned(), String::new()));
}
