//! Tests of records that end at any byte: exactly the whole games are read, and the end is
//! described.
//!
//! `RECORD_CUTS=100 cargo test --release -p quadrille-uecda-protocol --test all records::cuts` cuts
//! a hundred times as many random records at every byte.

use std::num::NonZeroU32;

use quadrille_daifugo::records::{Cut, Fault, Missing, Record, RecordError, json};
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_random::StreamKey;
use quadrille_random::bounded::below_u32;
use quadrille_uecda_protocol::{Format, fujigokoro, official, read, write_json};

use super::fujigokoro::{LINE_A_WORD, PLAIN, text as fujigokoro_text, written_by_the_program};
use super::official::{MIXED, STANDARD};
use super::records::recorded;

/// Names with characters of one to four bytes.
const NAMES: [&str; 6] = ["大富豪", "Zoë", "ミク", "d", "富士ごころ", "🂡"];

/// The number of random records of each format that are cut at every byte.
fn rounds() -> u64 {
    let asked = std::env::var("RECORD_CUTS");
    asked.map_or(1, |number| number.parse().expect("RECORD_CUTS is a number"))
}

/// Returns the first bytes as a program reads them: an incomplete character at the end becomes
/// U+FFFD.
fn cut_at(text: &str, end: usize) -> String {
    let bytes = &text.as_bytes()[..end];
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(error) => text[..error.valid_up_to()].to_owned() + "\u{fffd}",
    }
}

/// Counts the games whose last lines are present with their line ends, from the bytes only.
fn whole_games(format: Format, bytes: &[u8]) -> usize {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let contains = |line: &[u8], what: &[u8]| line.windows(what.len()).any(|window| window == what);
    let last: &[u8] = match format {
        Format::Json => b"{\"game\":",
        Format::Official => b"%points%",
        Format::FujiGokoro => b"*/",
    };
    lines.filter(|line| contains(line, last)).count()
}

/// Returns `true` if the text appears complete: it has its last line end, and is the whole text or
/// ends between two games in a format without an end mark.
fn looks_complete(format: Format, text: &str, end: usize) -> bool {
    let cut = &text[..end];
    let ends_a_game = || match format {
        Format::Json => true,
        Format::Official => false,
        // All names are present, and no game is incomplete.
        Format::FujiGokoro => {
            cut.split_whitespace().count() > 5 && cut.matches("/*").count() == cut.matches("*/").count()
        }
    };
    let whole_lines = cut.ends_with('\n') || cut.ends_with("\n\r");
    whole_lines && (end == text.len() || ends_a_game())
}

fn read_whole_games(format: Format, text: &str) -> Result<(Record, Option<Cut>), RecordError> {
    match format {
        Format::Json => json::read_whole_games(text),
        Format::Official => official::read_whole_games(text),
        Format::FujiGokoro => fujigokoro::read_whole_games(text),
    }
}

/// Checks the readers on a text cut at these bytes.
fn check(format: Format, text: &str, ends: impl Iterator<Item = usize>) {
    let (full, cut) = read_whole_games(format, text).unwrap();
    assert_eq!(cut, None);
    for end in ends {
        let (bytes, cut_text) = (&text.as_bytes()[..end], cut_at(text, end));
        let games = whole_games(format, bytes);
        let (record, cut) = match read_whole_games(format, &cut_text) {
            Err(error) => {
                // Without any line there is no head.
                assert!(format == Format::Json && cut_text.trim().is_empty(), "{end}: {error}");
                continue;
            }
            Ok(read) => read,
        };
        assert_eq!(record.games, full.games[..games], "{format} cut at {end}");
        if games > 0 {
            assert_eq!((&record.players, record.rules), (&full.players, full.rules));
        }
        let open = bytes.rsplit(|&byte| byte == b'\n').next().unwrap();
        // An empty last line without its line end does not count.
        let open = if open == b"\r" { 0 } else { open.len() };
        let lines = bytes.split(|&byte| byte == b'\n').count() - 1;
        let Some(cut) = cut else {
            assert!(text.is_char_boundary(end) && looks_complete(format, text, end), "{format} cut at {end}");
            continue;
        };
        assert!(
            !text.is_char_boundary(end) || !looks_complete(format, text, end),
            "{format} cut at {end}: {cut}"
        );
        assert_eq!(cut.games, games, "{end}");
        let incomplete = end - (0..=end).rev().find(|&at| text.is_char_boundary(at)).unwrap();
        let place = if open == 0 { (lines.max(1), None) } else { (lines + 1, Some(open - incomplete + 1)) };
        assert_eq!((cut.line, cut.column), place, "{format} cut at {end}: {cut}");
        if open > 2 && end % 8 > 0 {
            continue;
        }
        // The strict readers return the same as an error.
        let strict = match format {
            Format::Json => json::read(&cut_text),
            Format::Official => official::read(&cut_text),
            Format::FujiGokoro => fujigokoro::read(&cut_text),
        };
        assert_eq!(strict, Err(cut.clone().into()));
        // The reader of any format returns the same, if it can detect the format.
        match Format::of(&cut_text) {
            Some(found) => {
                let read = read(&cut_text).unwrap();
                assert_eq!((found, read.format), (format, format));
                assert_eq!((read.record, read.cut), (record, Some(cut)));
            }
            None => assert!(games == 0 && read(&cut_text).is_err(), "{end}"),
        }
    }
}

/// Cuts the text at every byte, with Unix and with Windows line ends.
fn check_everywhere(format: Format, text: &str) {
    check(format, text, 0..=text.len());
    if rounds() > 1 {
        let windows = text.replace('\n', "\r\n");
        check(format, &windows, 0..=windows.len());
    }
}

fn named(rules: Rules, seed: u64, games: u32) -> Record {
    let mut record = recorded(rules, seed, games);
    record.players = NAMES[..rules.players()].iter().map(|&name| name.to_owned()).collect();
    record
}

#[test]
fn official_logs_cut_at_any_byte_give_their_whole_games() {
    check_everywhere(Format::Official, STANDARD);
    check_everywhere(Format::Official, MIXED);
    let windows = STANDARD.replace('\n', "\r\n");
    check(Format::Official, &windows, (0..=windows.len()).step_by(7).chain([windows.len()]));
    let switched =
        [Rule::Sequences, Rule::EightCut, Rule::SuitLock, Rule::ElevenBack, Rule::FiveSkip, Rule::SixReverse];
    for round in 0..rounds() {
        let off = switched.iter().enumerate().filter(|(at, _)| round >> at & 1 == 1);
        let all = switched.into_iter().fold(Rules::UECDA, Rules::with);
        let record = named(off.fold(all, |rules, (_, &rule)| rules.without(rule)), round, 2);
        let log = official::write(&record, &official::Head::of(&record).unwrap()).unwrap();
        check_everywhere(Format::Official, &log);
    }
}

#[test]
fn json_lines_cut_at_any_byte_give_their_whole_games() {
    check_everywhere(Format::Json, &write_json(&official::read(MIXED).unwrap()));
    for round in 0..rounds() {
        let players = 3 + round as usize % 4;
        let on = Rule::ALL.into_iter().enumerate().filter(|(at, _)| (round * 977) >> at & 1 == 0);
        let rules = on.fold(Rules::UECDA, |rules, (_, rule)| rules.with(rule));
        let rules = rules.of(players, round as u32 % 3).unwrap();
        check_everywhere(Format::Json, &write_json(&named(rules, round, 3)));
    }
}

#[test]
fn champions_records_cut_at_any_byte_give_their_whole_games() {
    let record = official::read(STANDARD).unwrap();
    check_everywhere(Format::FujiGokoro, &fujigokoro_text(&record, PLAIN));
    for round in 0..rounds() {
        let record = named(Rules::UECDA, round, 2);
        check_everywhere(Format::FujiGokoro, &written_by_the_program(&record));
        check_everywhere(Format::FujiGokoro, &fujigokoro_text(&record, LINE_A_WORD));
    }
}

/// An error inside a whole game is the same wherever the text ends after that game.
#[test]
fn an_error_does_not_depend_on_the_cut() {
    let record = named(Rules::UECDA, 5, 3);
    let log = official::write(&record, &official::Head::of(&record).unwrap()).unwrap();
    let points = |text: &str, last: &str| text.replacen(last, &last.replacen(char::is_numeric, "9", 1), 1);
    let mut rng = StreamKey::new(8, 0).rng();
    let result: String = record.games[1].result.iter().map(u8::to_string).collect();
    for (format, text, changed) in [
        (
            Format::Official,
            log.clone(),
            log.replacen(&format!("%00001%result% {result}"), "%00001%result% 01233", 1),
        ),
        (Format::Official, log.clone(), log.replacen("%00001%mibun%", "%00001%mibum%", 1)),
        (Format::Json, write_json(&record), write_json(&record).replacen("\"game\":1,", "\"game\":7,", 1)),
        (
            Format::FujiGokoro,
            fujigokoro_text(&record, PLAIN),
            fujigokoro_text(&record, PLAIN).replacen("game 2", "game two", 1),
        ),
        (
            Format::Json,
            write_json(&record),
            points(
                &write_json(&record),
                &format!("\"points\":{:?}", record.games[1].points).replace(' ', ""),
            ),
        ),
    ] {
        assert_ne!(text, changed);
        let error = read_whole_games(format, &changed).map(|(record, _)| record);
        let error = error.and_then(|record| record.verify()).unwrap_err();
        assert!(!matches!(error.fault, Fault::Cut(_)), "{error}");
        // The byte after the end of the second game.
        let last =
            (0..=changed.len()).find(|&end| whole_games(format, &changed.as_bytes()[..end]) == 2).unwrap();
        for _ in 0..200 {
            let room = NonZeroU32::new((changed.len() - last) as u32 + 1).unwrap();
            let end = last + below_u32(&mut rng, room) as usize;
            let cut = cut_at(&changed, end);
            assert_eq!(read(&cut), Err(error.clone()), "{format} cut at {end}");
        }
        // Without the end of that game only the game before is whole.
        if format != Format::FujiGokoro && !error.to_string().contains("mibum") {
            let cut = read(&cut_at(&changed, last - 1)).unwrap();
            assert_eq!((cut.record.games.len(), cut.cut.is_some()), (1, true));
        }
    }
}

/// Logs whose number of games differs from that in their head, and logs without their last lines.
#[test]
fn a_log_with_another_number_of_games_has_its_whole_games() {
    let without = |from: &str, to: &str| {
        let (begin, end) = (STANDARD.find(from).unwrap(), STANDARD.find(to).unwrap());
        STANDARD[..begin].to_owned() + &STANDARD[end..]
    };
    let footer = STANDARD.find("%-----%TIME_END").unwrap();
    for (log, games, line, missing) in [
        (STANDARD.replacen("NUMBER% 3", "NUMBER% 1000", 1), 3, 44, Missing::Count { expected: 1000 }),
        (STANDARD.replacen("NUMBER% 3", "NUMBER% 1", 1), 3, 29, Missing::Count { expected: 1 }),
        (STANDARD.replacen("NUMBER% 3", "NUMBER% 0", 1), 3, 22, Missing::Count { expected: 0 }),
        (without("%00002%mibun", "%-----%TIME_END"), 2, 37, Missing::Count { expected: 3 }),
        (STANDARD[..footer].to_owned(), 3, 42, Missing::Total),
        (STANDARD[..footer].replacen("NUMBER% 3", "NUMBER% 9", 1), 3, 42, Missing::Games { expected: 9 }),
        (STANDARD[..footer].replacen("NUMBER% 3", "NUMBER% 2", 1), 3, 36, Missing::Count { expected: 2 }),
        (STANDARD[..footer].replacen("%-----%GAME_NUMBER% 3\n", "", 1), 3, 41, Missing::Total),
        (STANDARD.to_owned() + "what", 3, 45, Missing::LineEnd),
    ] {
        let (record, cut) = official::read_whole_games(&log).unwrap();
        let cut = cut.expect("the log ends early");
        assert_eq!((record.games.len(), cut.games, cut.line, cut.missing), (games, games, line, missing));
    }
    // Without the line in the head there is no number to contradict.
    let none = STANDARD.replacen("%-----%GAME_NUMBER% 3\n", "", 1);
    assert_eq!(official::read_whole_games(&none).unwrap().1, None);
    // A log without games is complete if its head says 0 games.
    let mut empty = named(Rules::UECDA, 1, 1);
    empty.games.clear();
    let log = official::write(&empty, &official::Head::of(&empty).unwrap()).unwrap();
    assert_eq!(official::read(&log), Ok(empty));
}

#[test]
fn a_match_without_end_time_has_its_start_time() {
    let log = STANDARD.replace("TIME_END% 1970/08/23 12:00:01", "TIME_END% 1970/08/23 12:10:07");
    let end = log.find("%-----%TIME_END").unwrap();
    for (text, ended) in [(&log[..], "1970/08/23 12:10:07"), (&log[..end], "1970/08/23 12:00:01")] {
        let head = official::Head::read(text).unwrap();
        assert_eq!((&head.started[..], &head.ended[..]), ("1970/08/23 12:00:01", ended));
    }
}
