//! Tests of the reasons of refused plays, compared with reasons found on bare tables.

use std::collections::BTreeMap;

use quadrille_daifugo::melds::{Hand, Refusal};
use quadrille_daifugo::records::{Record, json};
use quadrille_random::bounded::below_u32;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use quadrille_uecda_protocol::official::{self, Head};
use quadrille_uecda_protocol::{Awaited, CardTable, ContestSettings, Match, Message, PLAYERS, ServedGame};
use quadrille_uecda_protocol::{refusals, write_json};

use super::matches::submission;
use super::plain::plain_reason;

/// Plays a match of clients with arbitrary submissions, and returns its log.
fn hostile(seed: u64, counts: &mut BTreeMap<&'static str, u32>) -> String {
    let mut rng = StreamKey::new(seed, 3).rng();
    let mut settings = ContestSettings::from_config("GAME_NUMBER 6").unwrap();
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
        // `joker's cell` is a special case of `no meld`.
        let general = if found == Some("joker_cell") { Some("no_meld") } else { found };
        assert_eq!(general, expected, "{table:?} on {stage:?} in {turn:?}");
        assert_eq!(play.on.words(), stage.words());
        if let Some(name) = found {
            *counts.entry(name).or_default() += 1;
        }
        reasons.push((found, table));
    }

    // The log has the same plays, and reading it finds the same reasons, unless its letters do not
    // show a cell.
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
        let read = refusals(&record, number);
        let read = read.into_iter().chain(std::iter::repeat(None));
        for (play, read) in game.plays.iter().zip(read) {
            let (found, table) = reasons.next().unwrap();
            let exact = (0..5).all(|row| (0..15).all(|column| (0..=2).contains(&table.get(row, column))));
            let exact = exact && (0..15).all(|column| table.get(4, column) != 1);
            if exact {
                let read = read.map(Refusal::name);
                assert_eq!(read, found, "{:?}", play.submitted);
            }
        }
    }
    log
}

/// Returns a submitted table: often cards of the hand, and up to three cells with any value. Tables
/// that the official log can represent have only ones and twos, and only twos in row 4.
fn any_cells(rng: &mut Xoshiro256PlusPlus, hand: Hand, as_in_the_log: bool) -> CardTable {
    let mut table = submission(rng, hand, 0);
    let mut below = |many: u32| below_u32(rng, many.try_into().unwrap()) as usize;
    if below(3) == 0 {
        table = CardTable::EMPTY;
    }
    for _ in 0..below(4) {
        let value = [1, 2, 3, 7, -1, i32::MIN, i32::MAX, 16][below(8)];
        table.set(below(5), below(15), value);
    }
    if as_in_the_log {
        for (row, column) in (0..5).flat_map(|row| (0..15).map(move |column| (row, column))) {
            if table.get(row, column) != 0 {
                let value = if row == 4 { 2 } else { 1 + i32::from(table.get(row, column) == 2) };
                table.set(row, column, value);
            }
        }
    }
    table
}

/// Returns `true` if the text of a table determines the columns of its cells. The two imaginary
/// ranks have the same letter, which is read as above the 2 if the row has its 2.
fn shows_columns(table: &CardTable) -> bool {
    (0..5).all(|row| {
        let filled = |column: usize| table.get(row, column) != 0;
        filled(0) && filled(14) || !(if filled(13) { filled(0) } else { filled(14) })
    })
}

/// Returns the reasons of a record's plays, game by game.
fn reasons(record: &Record) -> Vec<Vec<Option<Refusal>>> {
    let of_game = |number: usize| {
        let found = refusals(record, number);
        let plays = record.games[number].plays.len();
        found.into_iter().chain(std::iter::repeat(None)).take(plays).collect()
    };
    (0..record.games.len()).map(of_game).collect()
}

/// Plays a match of clients that submit arbitrary cells. The reasons at the server must equal those
/// of the JSON lines, with and without recorded reasons, and those of the official log. Returns the
/// number of refused plays for each reason.
fn same_reasons(seed: u64, quirks: bool, as_in_the_log: bool) -> BTreeMap<&'static str, u32> {
    let mut rng = StreamKey::new(seed, 5).rng();
    let mut settings = ContestSettings::from_config("GAME_NUMBER 3").unwrap();
    settings.quirks = quirks;
    let mut contest = Match::new(settings, seed as u32);
    let mut out: Vec<(usize, Message)> = Vec::new();
    contest.start(&mut out);
    let mut hands = [Hand::EMPTY; PLAYERS];
    while let Some(awaited) = contest.awaits() {
        for (player, message) in out.drain(..) {
            if let Message::Deal(table) | Message::Turn(table) = message {
                hands[player] = table.hand();
            }
        }
        let table = match awaited {
            Awaited::Play { player } => any_cells(&mut rng, hands[player], as_in_the_log),
            _ => CardTable::EMPTY,
        };
        contest.receive(&table, &mut out);
    }

    let live: Vec<Vec<Option<Refusal>>> = contest.games().iter().map(ServedGame::refusals).collect();
    let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
    let games = contest.games().iter().map(ServedGame::record).collect();
    let record = Record { players: names.to_vec(), rules: contest.rules(), games };
    let read = json::read(&write_json(&record)).unwrap();
    assert_eq!(reasons(&read), live, "seed {seed}: the record of JSON lines");
    let again = json::read(&write_json(&read)).unwrap();
    assert_eq!(reasons(&again), live, "seed {seed}: the record of the record");

    let mut counts = BTreeMap::new();
    for refusal in live.iter().flatten().flatten() {
        *counts.entry(refusal.name()).or_default() += 1;
    }
    // The rules do not explain plays that only a quirk accepts.
    if quirks {
        return counts;
    }
    let tables: Vec<Vec<CardTable>> =
        contest.games().iter().map(|game| game.plays.iter().map(|play| play.table).collect()).collect();
    let compare = |found: &[Vec<Option<Refusal>>], what: &str| {
        for (game, tables) in tables.iter().enumerate() {
            for (at, table) in tables.iter().enumerate().filter(|(_, table)| shows_columns(table)) {
                let (found, live) = (found[game][at], live[game][at]);
                assert_eq!(found, live, "seed {seed}, game {game}, play {at}: {what}: {}", table.words());
            }
        }
    };
    let mut bare = read;
    bare.games.iter_mut().flat_map(|game| &mut game.plays).for_each(|play| play.why = None);
    compare(&reasons(&bare), "by the rules");
    // A record of arbitrary cells can be written as a log.
    let head = contest.settings().head(names, 1);
    official::write(&record, &head).unwrap();
    if as_in_the_log {
        let mut log = String::new();
        head.write(&mut log);
        for (number, game) in contest.games().iter().enumerate() {
            game.lines().write(number, &mut log);
        }
        head.write_end(contest.points(), &mut log);
        compare(&reasons(&official::read(&log).unwrap()), "the log");
    }
    counts
}

/// With `DAIFUGO_REFUSALS=5000` in the environment,
/// `cargo test --release -p quadrille-uecda-protocol --test all reasons_of_any_cells` plays that
/// number of matches.
#[test]
fn reasons_of_any_cells_are_those_of_every_record() {
    let matches = std::env::var("DAIFUGO_REFUSALS").map_or(60, |many| many.parse().unwrap());
    let mut counts = BTreeMap::new();
    for seed in 0..matches {
        for (quirks, as_in_the_log) in [(false, false), (false, true), (true, false)] {
            for (name, many) in same_reasons(seed, quirks, as_in_the_log) {
                *counts.entry(name).or_insert(0) += many;
            }
        }
    }
    for name in ["not_held", "size", "rank", "no_meld", "joker_cell", "malformed"] {
        assert!(counts.get(name).is_some_and(|&often| often > 20), "{name}: {counts:?}");
    }
}

/// A table with one cell of any value, submitted on an empty table: the server's decision, and the
/// records.
#[test]
fn one_cell_with_any_value() {
    for (row, column, value, reason, words, log) in [
        (0, 3, 7, None, "", "S5"),
        (0, 3, -1, None, "", "S5"),
        (4, 5, 7, None, "", "J7"),
        (4, 5, 1, Some(Refusal::Malformed), "7=1", "J7"),
        (0, 0, 1, Some(Refusal::Malformed), "Sx", "Sx"),
    ] {
        let mut contest = Match::new(ContestSettings::from_config("GAME_NUMBER 1").unwrap(), 1);
        let mut out: Vec<(usize, Message)> = Vec::new();
        contest.start(&mut out);
        let mut table = CardTable::EMPTY;
        table.set(row, column, value);
        contest.receive(&table, &mut out);
        while contest.awaits().is_some() {
            contest.receive(&CardTable::EMPTY, &mut out);
        }
        let game = &contest.games()[0];
        let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
        let head = contest.settings().head(names.clone(), 1);
        let record = Record { players: names.to_vec(), rules: contest.rules(), games: vec![game.record()] };
        let lines = write_json(&record);
        let player = game.plays[0].player;
        let entry = match reason {
            Some(reason) => format!("\"plays\":[[{player},\"{words}\",\"refused\",\"{}\"],", reason.name()),
            None => format!("\"plays\":[[{player}],"),
        };
        assert!(lines.contains(&entry), "{entry} in {lines}");
        let read = json::read(&lines).unwrap();
        assert_eq!(read.games[0].plays[0].why, reason);
        assert_eq!(
            (game.plays[0].refusal, game.lines().plays[0].as_str()),
            (reason, &*format!("{player}{log}EE"))
        );
        if reason.is_some() {
            let written = official::write(&read, &head).unwrap();
            assert!(written.contains(&format!("%play%  {player}{log}EE ")), "{written}");
        }
    }
}

/// A recorded reason is kept, even if the rules give another one.
#[test]
fn a_recorded_reason_is_kept() {
    let mut contest = Match::new(ContestSettings::from_config("GAME_NUMBER 1").unwrap(), 1);
    let mut out: Vec<(usize, Message)> = Vec::new();
    contest.start(&mut out);
    let mut table = CardTable::EMPTY;
    table.set(0, 0, 1);
    contest.receive(&table, &mut out);
    while contest.awaits().is_some() {
        contest.receive(&CardTable::EMPTY, &mut out);
    }
    let players = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
    let games = vec![contest.games()[0].record()];
    let lines = write_json(&Record { players, rules: contest.rules(), games });
    let (malformed, size) = ("\"malformed\"", "\"size\"");
    assert!(lines.contains(malformed), "{lines}");
    let read = json::read(&lines.replace(malformed, size)).unwrap();
    assert_eq!(refusals(&read, 0)[0], Some(Refusal::Size));
    assert_eq!(write_json(&read), lines.replace(malformed, size));
    // The same holds for a record with a later error.
    let mut broken = read;
    broken.games[0].seats.swap(0, 1);
    assert_eq!(refusals(&broken, 0)[0], Some(Refusal::Size));
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
    assert_eq!(Refusal::SuitLock.to_string(), "the suits violate the suit lock");
    assert_eq!(Refusal::from_name("luck"), None);
}

/// Submissions of a hand with the joker on an empty table.
#[test]
fn the_jokers_cell_is_named() {
    let mut contest = Match::new(ContestSettings::default(), 1);
    let mut out: Vec<(usize, Message)> = Vec::new();
    contest.start(&mut out);
    // All players pass until the holder of the joker leads.
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
    // The joker's cell in the table of a hand is in row 4.
    let mut table = CardTable::EMPTY;
    table.set(4, 1, 2);
    contest.receive(&table, &mut out);
    let play = *contest.games()[0].plays.last().unwrap();
    assert_eq!((usize::from(play.player), play.refusal), (holder, Some(Refusal::JokerCell)));
    assert_eq!((play.table.words(), play.on.words()), ("[3]".to_owned(), String::new()));
}
