//! The official server's records lead to their results, and survive being written as JSON lines.

use proptest::prelude::*;
use quadrille_daifugo::records::official::{GameLines, Head, WriteError};
use quadrille_daifugo::records::{Submitted, json, official};
use quadrille_daifugo::rules::{Rule, Rules};

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
        let again = json::read(&json::write(&record)).unwrap();
        again.verify().unwrap();
        assert_eq!(json::write(&again), json::write(&record));
    }
}

#[test]
fn a_changed_record_is_found_out_with_its_line() {
    for (from, to, says) in [
        (
            "%00001%result% 14320",
            "%00001%result% 14302",
            "line 29: the result is [1, 4, 3, 0, 2]; the plays lead to 1 4 3 2 0",
        ),
        ("%00001%mibun% 12430", "%00001%mibun% 12403", "line 29: the classes are [1, 2, 4, 0, 3]"),
        ("30S2EE", "30SKEE", "line 29: gift 2: "),
        ("42C3C5EE", "42C3C4EE", "line 29: gift 3: "),
        (" 1EE 4EE 3EE 2D8M9DTEE", " 1EE 4EE 2D8M9DTEE", "line 22: play 4: player 2; player 3 is to move"),
        ("3CJEE\n", "3CJEE 2EE\n", "is over"),
        ("%00002%points% 6 12 5 8 14", "%00002%points% 6 12 5 8 15", "line 36: the points are"),
        ("S9STSJH3H4D3D5D6D7D2C6 S4", "S9STSJH3H4D3D5D6D7D2C7 S4", "line 22: the hands are not the deck"),
        ("%00001%seat% 20143", "%00001%seat% 20144", "line 29: the seats: [2, 0, 1, 4, 4]"),
        ("%00001%seat% 20143", "%00001%seat% 2014", "line 29: the seats: 4 entries"),
        ("%00001%seat% 20143", "%00001%seet% 20143", "line 30: `seet` of game 00001; expected `seat`"),
        ("%00001%play%  3S3", "%00001%play%  3X3", "line 33: play: `X3"),
        ("hostname", "hostname", ""),
    ] {
        assert!(STANDARD.contains(from), "{from}");
        let read = official::read(&STANDARD.replacen(from, to, 1));
        match read {
            Ok(_) => assert_eq!(says, "", "{from} to {to} goes unseen"),
            Err(error) => {
                assert!(!says.is_empty() && error.to_string().contains(says), "{from} to {to}: {error}");
            }
        }
    }
    assert!(official::read("").is_err());
    let cut = STANDARD.lines().take(33).collect::<Vec<_>>().join("\n");
    assert!(official::read(&cut).unwrap_err().to_string().contains("in the middle of game 1"));
}

/// A log with every joker alone in the first cell: which one it was the rules do not ask.
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
        // What the record alone tells of the match.
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
    fn a_log_is_read_as_it_was_written(rules in official_rules(), seed in any::<u64>()) {
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
fn what_a_log_has_no_words_for_is_not_written() {
    let record = recorded(Rules::UECDA, 3, 2);
    let head = Head::of(&record).unwrap();
    let with_rules = |rules| official::write(&record, &Head { rules, ..head.clone() }).unwrap_err();
    assert_eq!(
        with_rules(Rules::UECDA.with(Rule::RankLock)),
        WriteError::Rule { rule: Rule::RankLock, on: true }
    );
    let says = with_rules(Rules::UECDA.without(Rule::Deadlock)).to_string();
    assert_eq!(says, "the rule `deadlock` is off; the official log cannot say so");
    assert_eq!(with_rules(Rules::UECDA.of(5, 2).unwrap()), WriteError::Jokers { found: 2 });
    let four = recorded(Rules::UECDA.of(4, 1).unwrap(), 3, 1);
    assert_eq!(Head::of(&four), Err(WriteError::Players { found: 4 }));
    assert_eq!(
        GameLines::of(7, &four.games[0]).unwrap_err().to_string(),
        "game 7: the seats are not a list of 5 players"
    );
    let mut named = head.clone();
    named.names[2] = "c d".to_owned();
    assert_eq!(official::write(&record, &named), Err(WriteError::Name { name: "c d".to_owned() }));

    let mut odd = record.clone();
    odd.games[1].classes = None;
    assert_eq!(Head::of(&odd).unwrap().class_reset, 1);
    odd.games[0].classes = Some(vec![0, 1, 2, 3, 4]);
    assert_eq!(Head::of(&odd), Err(WriteError::Classes));

    // Cards that are no meld are, as long as they are cells of the server's table.
    for (words, cells) in [
        ("H4 [S4] D9", Some("H4K4D9")),
        ("[x]", Some("Jx")),
        ("Sx [Sx]", Some("SxKx")),
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
