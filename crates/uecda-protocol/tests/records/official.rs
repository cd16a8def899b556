//! Tests of the official server's log: its games lead to their results, and survive conversion to
//! JSON lines.

use std::num::NonZeroU32;

use proptest::prelude::*;
use quadrille_daifugo::game::Game;
use quadrille_daifugo::game::deal::{deal, first_to_lead};
use quadrille_daifugo::melds::Melds;
use quadrille_daifugo::records::{GameRecord, Play, Record, Submitted, json};
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_random::StreamKey;
use quadrille_random::bounded::below_u32;
use quadrille_uecda_protocol::official::{GameLines, Head, WriteError};
use quadrille_uecda_protocol::{official, write_json};

use super::records::{recorded, without_lines};

pub(super) const STANDARD: &str = include_str!("../data/server_record_std_3games.log");
pub(super) const MIXED: &str = include_str!("../data/server_record_20060_20140_4games.log");

#[test]
fn official_records_replay_to_their_result() {
    for (log, games, refused) in [(STANDARD, 3, false), (MIXED, 4, true)] {
        let record = official::read(log).unwrap();
        assert_eq!((record.games.len(), record.players.len()), (games, 5));
        record.verify().unwrap();
        assert_eq!(record.games.iter().flat_map(|game| &game.plays).any(|play| play.refused), refused);
        let again = json::read(&write_json(&record)).unwrap();
        again.verify().unwrap();
        assert_eq!(write_json(&again), write_json(&record));
    }
}

/// Changes of a record: the text that is replaced, the new text, and a part of the error; an empty
/// part if the changed record is still correct.
const CHANGES: &[(&str, &str, &str)] = &[
    (
        "%00001%result% 14320",
        "%00001%result% 14302",
        "line 34: the result is [1, 4, 3, 0, 2]; the plays give 1 4 3 2 0",
    ),
    ("%00001%mibun% 12430", "%00001%mibun% 12403", "line 29: the classes are [1, 2, 4, 0, 3]"),
    (
        "%00001%mibun% 12430",
        "%00001%mibun% 22222",
        "line 29: game 1 has no classes; expected one for each player, because `FLASH_MIBUN_NUMBER` is 100",
    ),
    (
        "NUMBER% 100",
        "NUMBER% 1",
        "line 29: game 1 has classes; expected 22222, because `FLASH_MIBUN_NUMBER` is 1",
    ),
    ("NUMBER% 100", "NUMBER% 0", "line 19: 0; expected at least 1"),
    (
        "30S2EE",
        "30SKEE",
        "line 32, column 32: gift 2: player 3 gives player 0 SK; expected player 3 gives player 0 S2",
    ),
    ("42C3C5EE", "42C3C4EE", "line 32, column 39: gift 3: "),
    ("30S2EE", "30S2", "line 32, column 32: change_cards: `30S2`; expected the players, the cards and `EE`"),
    (
        " 24H2J3EE 30S2EE 42C3C5EE 03D3EE",
        "NULL",
        "line 32: gift 1: no gift; expected player 2 gives player 4 H2 JK",
    ),
    (
        " 1EE 4EE 3EE 2D8M9DTEE",
        " 1EE 4EE 2D8M9DTEE",
        "line 26, column 33: play 4: `D8 [D9] DT` of player 2; player 3 is to move",
    ),
    (" 3EE 2SAEE 0EE 1D2EE", " 3EE 1EE 0EE 1D2EE", "a pass of player 1; player 2 is to move"),
    ("3CJEE\n", "3CJEE 2EE\n", "line 26, column 435: play 80: a pass, but the game is over"),
    (" 2EE 3CJEE\n", " 2EE\n", "line 26: the plays end after play 78, but the game is not over: player 3"),
    ("%00002%points% 6 12 5 8 14", "%00002%points% 6 12 5 8 15", "line 42: the points are"),
    ("%00002%points% 6 12", "%00002%points% 6 1z2", "line 42, column 18: points: `1z2` is not a number"),
    (
        "S9STSJH3H4D3D5D6D7D2C6 S4",
        "S9STSJH3H4D3D5D6D7D2C7 S4",
        "line 24, column 89: the hands are not the deck: player 3 and another player both have C7",
    ),
    (
        "S9STSJH3H4D3D5D6D7D2C6 S4",
        "S9STSJH3H4D3D5D6D7D2 S4",
        "line 24: the hands are not the deck: no hand has C6",
    ),
    ("S9STSJH3H4D3D5D6D7D2C6 S4", "S9STSJH3H4D3D5D6D7D2X6 S4", "line 24, column 22: palyer_cards: `S9STSJ"),
    ("%00001%seat% 20143", "%00001%seat% 20144", "line 30: the seats: [2, 0, 1, 4, 4]"),
    ("%00001%seat% 20143", "%00001%seat% 2014", "line 30: the seats: 4 entries"),
    ("%00001%seat% 20143", "%00001%seat% 2O143", "line 30, column 14: seat: `2O143`; expected digits"),
    ("%00001%seat% 20143", "%00001%seet% 20143", "line 30: `seet` of game 00001; expected `seat`"),
    ("%00001%play%  3S3", "%00001%play%  3X3", "line 33, column 15: play: `X3"),
    ("GAME_NUMBER% 3", "GAME_NUMBER% 2", "line 36: the log has 3 games; `GAME_NUMBER` is 2"),
    ("GAME_NUMBER% 3", "GAME_NUMBER% 4", "line 44: the log has 3 games; `GAME_NUMBER` is 4"),
    (
        "TOTAL_POINT% 6 12 5 8 14",
        "TOTAL_POINT% 6 12 5 8 13",
        "line 44: the points of the match are 6 12 5 8 13; expected 6 12 5 8 14",
    ),
    (
        "\n%-----%TOTAL_POINT% 6 12 5 8 14",
        "",
        "line 43: the text ends after this line; expected `TOTAL_POINT`",
    ),
    (
        "%00001%seat%",
        "%-----%TOTAL_POINT% 5\n%00001%seat%",
        "line 30: `TOTAL_POINT`; expected `seat` of game 00001",
    ),
    (
        "%00001%mibun%",
        "%-----%TOTAL_POINT% 5\n%00001%mibun%",
        "line 30: `mibun` of game 00001; expected the end of the log after `TOTAL_POINT`",
    ),
    ("hostname", "hostname", ""),
    ("%00001%seat%", "\n%00001%seat%", ""),
];

#[test]
fn a_changed_record_is_an_error_with_its_place() {
    for &(from, to, says) in CHANGES {
        assert!(STANDARD.contains(from), "{from}");
        let read = official::read(&STANDARD.replacen(from, to, 1));
        match read {
            Ok(_) => assert_eq!(says, "", "{from} to {to} is not detected"),
            Err(error) => {
                assert!(!says.is_empty() && error.to_string().contains(says), "{from} to {to}: {error}");
            }
        }
    }
    assert_eq!(
        official::read(&STANDARD.replacen("palyer_name", "player_name", 1)).unwrap_err().to_string(),
        "line 44: there is no line `palyer_name` with the names of the players"
    );
}

#[test]
fn a_log_that_ends_early_is_an_error() {
    const KEYS: [&str; 7] = ["mibun", "seat", "palyer_cards", "change_cards", "play", "result", "points"];
    for lines in 0..STANDARD.lines().count() {
        let cut: String = STANDARD.split_inclusive('\n').take(lines).collect();
        let games = (lines / 7).saturating_sub(3);
        let says = match lines {
            0..=21 => "before the end of the first game".to_owned(),
            42.. => "expected `TOTAL_POINT`".to_owned(),
            _ if lines % 7 == 0 => format!("after {games} of the 3 games that `GAME_NUMBER` announces"),
            _ => format!("in game {games}; expected `{}`", KEYS[lines % 7]),
        };
        let says = match lines {
            22..28 => format!("in game 0; expected `{}`", KEYS[lines % 7]),
            _ => says,
        };
        let error = official::read(&cut).unwrap_err();
        assert_eq!(error.column, None);
        let line = format!("line {}: the text ends after this line", lines.max(1));
        assert!(
            error.to_string().starts_with(&line) && error.to_string().ends_with(&says),
            "{lines}: {error}"
        );
        // The same log without the line end of its last line, which then does not count.
        if let Some(open) = cut.strip_suffix('\n') {
            let error = official::read(open).unwrap_err();
            let length = open.lines().last().unwrap().len();
            assert_eq!((error.line, error.column), (lines, Some(length + 1)), "{error}");
            assert!(error.to_string().contains("the text ends inside this line"), "{error}");
        }
    }
}

/// Returns the line of a byte of the text, and the byte column, from 1, at which the entry with
/// that byte begins.
fn entry_of(text: &str, at: usize) -> (usize, usize) {
    let line = text[..at].matches('\n').count() + 1;
    let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let entry = text[begin..at].rfind(' ').map_or(0, |blank| blank + 1);
    (line, entry + 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A log with a changed character is refused with a place no earlier than that character, or is
    /// read as a valid record.
    #[test]
    fn a_changed_character_is_an_error_at_its_place(
        log in prop::sample::select(vec![STANDARD, MIXED]),
        at in any::<prop::sample::Index>(),
        letter in "[0-9A-Z% x]",
    ) {
        let at = at.index(log.len());
        let mut changed = log.to_owned();
        changed.replace_range(at..=at, &letter);
        let (line, column) = entry_of(log, at);
        match official::read(&changed) {
            Ok(record) => prop_assert_eq!(record.verify(), Ok(())),
            Err(error) => {
                prop_assert!(error.line >= line, "{error} instead of line {line}");
                prop_assert!(error.line <= log.lines().count());
                let before = error.column.is_some_and(|found| found < column);
                prop_assert!(error.line > line || !before, "{error} instead of column {column}");
            }
        }
    }
}

/// Creates games in which some legal plays are marked as refused.
fn with_refusals(seed: u64, games: u32, one_in: u32) -> Record {
    let mut rng = StreamKey::new(seed, 0).rng();
    let mut draw = |below: u32| below_u32(&mut rng, NonZeroU32::new(below).unwrap());
    let mut record = Record {
        players: ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec(),
        rules: Rules::UECDA,
        games: Vec::new(),
    };
    let mut points = vec![0; 5];
    for number in 0..games {
        let hands =
            deal(Rules::UECDA, 0, &mut StreamKey::new(seed, u64::from(number) + 1).rng())[..5].to_vec();
        let mut game = Game::new(Rules::UECDA, &hands, first_to_lead(&hands), None).unwrap();
        let mut plays = Vec::new();
        let mut melds = Melds::new();
        while let Some(seat) = game.turn() {
            game.melds(&mut melds);
            // A legal move, or a pass if cards lie on the table.
            let moves = melds.len() as u32 + u32::from(game.trick().is_some());
            let play = melds.get(draw(moves) as usize).copied();
            let refused = play.is_some() && draw(one_in) == 0;
            let submitted = play.map_or(Submitted::Pass, Submitted::Meld);
            plays.push(Play { player: seat as u8, submitted, refused, why: None, time: None });
            match play {
                Some(meld) if !refused => game.play(meld),
                _ => game.pass(),
            }
        }
        let stuck: Vec<u8> = game.stuck().map(|seat| seat as u8).collect();
        if !stuck.is_empty() {
            game.settle(&stuck).unwrap();
        }
        let result = game.result().unwrap().to_vec();
        for (class, &player) in result.iter().enumerate() {
            points[usize::from(player)] += 5 - class as u32;
        }
        let (seats, points) = (vec![0, 1, 2, 3, 4], points.clone());
        record.games.push(GameRecord {
            line: 0,
            classes: None,
            seats,
            hands,
            gifts: Vec::new(),
            plays,
            result,
            points,
        });
    }
    record
}

#[test]
fn cards_are_exchanged_although_classes_are_reset_after_every_game() {
    let mut record = recorded(Rules::UECDA, 9, 3);
    record.games.iter_mut().for_each(|game| game.classes = None);
    assert_eq!(record.verify(), Ok(()));
    let head = Head::of(&record).unwrap();
    assert_eq!(head.class_reset, 1);
    let log = official::write(&record, &head).unwrap();
    assert_eq!(without_lines(official::read(&log).unwrap()), record);
    // The gifts are not those between a class and its opposite.
    record.games[1].gifts.swap(0, 1);
    let error = record.verify().unwrap_err().to_string();
    assert!(error.contains("gift 1"), "{error}");
    record.games[1].gifts[1].from = record.games[1].gifts[0].to;
    let error = record.verify().unwrap_err().to_string();
    assert!(
        error.contains(
            "gift 1: the gifts are not an exchange between pairs of players; expected no gifts, or gifts between pairs of players, with each player in at most one pair"
        ),
        "{error}"
    );
}

#[test]
fn refused_plays_that_appear_legal_are_found() {
    let (mut refused, mut same, mut found) = (0, 0, 0);
    for seed in 0..60 {
        let record = with_refusals(seed, 3, 12);
        assert_eq!(record.verify(), Ok(()));
        let log = official::write(&record, &Head::of(&record).unwrap()).unwrap();
        let read = official::read(&log).unwrap();
        assert_eq!(read.verify(), Ok(()));
        for (game, read) in record.games.iter().zip(&read.games) {
            let of = |game: &GameRecord| game.plays.iter().map(|play| play.refused).collect::<Vec<_>>();
            let number = of(game).iter().filter(|&&refused| refused).count();
            refused += number;
            same += usize::from(of(game) == of(read));
            found += of(game).iter().zip(of(read)).filter(|&(&of, read)| of && read).count();
        }
    }
    // Sometimes another assignment of refusals is consistent as well: a play without consequences
    // in the last trick.
    assert!(refused > 700 && found * 100 >= refused * 98, "{found} of {refused}");
    assert!(same >= 170, "{same} of 180 games");
}

/// Returns the log with every lone joker in the first cell, since the record does not hold its
/// cell.
fn with_first_cells(log: &str) -> String {
    let lone = |entry: &str| entry.len() == 5 && matches!(entry.as_bytes()[1], b'K' | b'L' | b'M' | b'N');
    let entry = |entry: &str| if lone(entry) { format!("{}K3EE", &entry[..1]) } else { entry.to_owned() };
    let line = |line: &str| {
        let played = line.contains("%play%");
        line.split(' ')
            .map(|word| if played { entry(word) } else { word.to_owned() })
            .collect::<Vec<_>>()
            .join(" ")
            + "\n"
    };
    log.lines().map(line).collect()
}

#[test]
fn official_records_are_written_as_the_server_wrote_them() {
    for log in [STANDARD, MIXED] {
        let (record, head) = (official::read(log).unwrap(), Head::read(log).unwrap());
        assert_eq!(official::write(&record, &head).unwrap(), with_first_cells(log));
        // The head as far as the record determines it.
        let told = Head::of(&record).unwrap();
        assert_eq!((&told.names, told.rules, told.games), (&head.names, head.rules, head.games));
        assert_eq!(told.class_reset, head.class_reset);
    }
    assert_ne!(with_first_cells(MIXED), MIXED);
}

fn official_rules() -> impl Strategy<Value = Rules> {
    let switched = [
        Rule::Sequences,
        Rule::EightCut,
        Rule::SuitLock,
        Rule::Revolution,
        Rule::Exchange,
        Rule::ElevenBack,
        Rule::FiveSkip,
        Rule::SixReverse,
    ];
    any::<u8>().prop_map(move |off| {
        let rules = switched.into_iter().fold(Rules::UECDA, Rules::with);
        let off = switched.into_iter().enumerate().filter(|(at, _)| off >> at & 1 == 1);
        off.fold(rules, |rules, (_, rule)| rules.without(rule))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn written_logs_read_back(rules in official_rules(), seed in any::<u64>()) {
        let record = recorded(rules, seed, 4);
        let head = Head { seed: seed as u32, ..Head::of(&record).unwrap() };
        let log = official::write(&record, &head).unwrap();
        prop_assert_eq!(Head::read(&log).unwrap(), head.clone());
        let read = official::read(&log).unwrap();
        prop_assert_eq!(official::write(&read, &head).unwrap(), log);
        prop_assert_eq!(without_lines(read), record);
    }
}

#[test]
fn records_that_a_log_cannot_express_are_refused() {
    let record = recorded(Rules::UECDA, 3, 2);
    let head = Head::of(&record).unwrap();
    let with_rules = |rules| official::write(&record, &Head { rules, ..head.clone() }).unwrap_err();
    assert_eq!(
        with_rules(Rules::UECDA.with(Rule::RankLock)),
        WriteError::Rule { rule: Rule::RankLock, on: true }
    );
    let says = with_rules(Rules::UECDA.without(Rule::Deadlock)).to_string();
    assert_eq!(says, "the rule `deadlock` is off; the official log cannot express this");
    assert_eq!(with_rules(Rules::UECDA.of(5, 2).unwrap()), WriteError::Jokers { found: 2 });
    let four = recorded(Rules::UECDA.of(4, 1).unwrap(), 3, 1);
    assert_eq!(Head::of(&four), Err(WriteError::Players { found: 4 }));
    assert_eq!(
        GameLines::of(7, &four.games[0]).unwrap_err().to_string(),
        "game 7: the seats are not valid for 5 players"
    );
    let mut named = head.clone();
    named.names[2] = "c d".to_owned();
    assert_eq!(official::write(&record, &named), Err(WriteError::Name { name: "c d".to_owned() }));

    let mut odd = record.clone();
    odd.games[1].classes = None;
    assert_eq!(Head::of(&odd).unwrap().class_reset, 1);
    odd.games[0].classes = Some(vec![0, 1, 2, 3, 4]);
    assert_eq!(Head::of(&odd), Err(WriteError::Classes));

    // Cards that are not a meld can be written, if they are cells of the server's table.
    for (words, cells) in [
        ("H4 [S4] D9", Some("H4K4D9")),
        ("[x]", Some("Jx")),
        ("Sx [Sx]", Some("SxKx")),
        ("7=1 S5=-7", Some("J7S5")),
        ("S5=0", None),
        ("S5=", None),
        ("7", None),
        ("JK H3", None),
        ("what", None),
        ("[S3", None),
    ] {
        let mut odd = record.clone();
        let pass = odd.games[1].plays.iter().position(|play| play.submitted == Submitted::Pass).unwrap();
        odd.games[1].plays[pass].submitted = Submitted::read(words);
        let error = WriteError::Cards { game: 1, number: pass + 1, cards: words.to_owned() };
        let player = odd.games[1].plays[pass].player;
        let entry = GameLines::of(1, &odd.games[1]).map(|lines| lines.plays[pass].clone());
        assert_eq!(entry, cells.map(|cells| format!("{player}{cells}EE")).ok_or(error));
    }
}
