//! Game records: written records are read back, and errors are detected.

use proptest::prelude::*;
use quadrille_hearts::{Hearts, HeartsPlayer, Rules};
use quadrille_table::Contest;
use quadrille_table::records::{
    Actions, Entry, Recorder, Verified, VerifyError, read, verify_games, write_line,
};
use serde_json::{Value, json};

use crate::games::rules_of;

fn contest(rules: Rules) -> Contest<Hearts> {
    let [random, rule] = [HeartsPlayer::Random, HeartsPlayer::Rule];
    Contest::new(rules, [rule, random, rule, random], 12, 2).expect("a contest")
}

fn recorded(rules: Rules, seed: u64) -> String {
    let mut out = Vec::new();
    contest(rules)
        .write_records::<Recorder<Hearts>>(seed, false, &mut out, &())
        .expect("room")
        .expect("not cancelled");
    String::from_utf8(out).expect("text")
}

/// Reads records; returns the valid entries as text, and the errors.
fn read_again(text: &[u8]) -> (String, Vec<String>) {
    let (mut written, mut errors) = (String::new(), Vec::new());
    for entry in read::<Hearts>(text) {
        match entry {
            Ok(entry) => written += &entry.to_string(),
            Err(error) => errors.push(error.to_string()),
        }
    }
    (written, errors)
}

#[test]
fn records_of_a_contest_contain_its_games() {
    let text = recorded(Rules::default(), 7);
    // The four sittings of the first round have two games each, those of the second round one.
    assert_eq!(text.lines().filter(|line| line.starts_with("{\"record\"")).count(), 8);
    assert_eq!(
        verify_games::<Hearts>(text.as_bytes(), &()).ok(),
        Some(Verified { ok: true, games: 12, actions: Actions::Actions(12 * 64), error: None })
    );
    for (number, place) in
        (0..12).map(|number| (number, contest(Rules::default()).place(number).expect("a game")))
    {
        let record: Recorder<Hearts> =
            contest(Rules::default()).record_game(7, number, &()).expect("not cancelled").expect("a game");
        assert_eq!(record.games().len() as u64, place.game + 1);
        assert!(text.contains(&record.to_string()), "{record}");
    }
    assert!(
        contest(Rules::default())
            .record_game::<Recorder<Hearts>>(7, 12, &())
            .is_ok_and(|none| none.is_none())
    );
}

/// Old records must remain readable, so their text must not change.
#[test]
fn the_text_of_records_is_stable() {
    let kept = include_str!("data/record.jsonl");
    let record: Recorder<Hearts> =
        contest(Rules::default()).record(1, (1, 0), 2, &()).expect("not cancelled");
    assert_eq!(record.to_string(), kept);
    assert_eq!(read_again(kept.as_bytes()), (kept.to_owned(), Vec::new()));
}

#[test]
#[expect(clippy::too_many_lines, reason = "a row for each fault")]
fn every_fault_is_named() {
    let text = recorded(Rules::default(), 3);
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    // A head and a game.
    lines.truncate(2);
    let fault = |line: usize, change: &dyn Fn(&mut Value)| {
        let mut changed = lines.clone();
        change(&mut changed[line]);
        assert_ne!(changed, lines);
        let text: String = changed.iter().map(write_line).collect();
        let (_, errors) = read_again(text.as_bytes());
        assert_eq!(errors.len(), 1, "{errors:?}");
        let place = format!("line {}", line + 1);
        errors[0].strip_prefix(&place).expect("the line").trim_start_matches([':', ' ']).to_owned()
    };
    let game = &lines[1];
    let seat = |action: usize| game["actions"][action][0].as_u64().expect("a seat");
    for (line, change, says) in [
        (
            0,
            &(|head: &mut Value| head["record"] = json!("whist")) as &dyn Fn(&mut Value),
            "this is version 1 of the format `whist`; expected version 1 of `hearts`".to_owned(),
        ),
        (
            0,
            &|head| head["version"] = json!(2),
            "this is version 2 of the format `hearts`; expected ".to_owned(),
        ),
        (
            0,
            &|head| drop(head["players"].as_array_mut().map(Vec::pop)),
            "3 players; these rules are for 4 players".to_owned(),
        ),
        (0, &|head| head["setup"]["jokers"] = json!(1), ", column".to_owned()),
        (1, &|game| game["game"] = json!(1), "game 0: `game` is 1, but the replay has 0".to_owned()),
        (
            1,
            &|game| game["seats"] = json!([1, 1, 2, 3]),
            "game 0: invalid `seats` or `dealt`: expected each of the players 0 to 3 in exactly one seat"
                .to_owned(),
        ),
        (
            1,
            &|game| game["dealt"][0] = json!("C2"),
            "game 0: invalid `seats` or `dealt`: the hands are not a deal; expected 13 cards in each of"
                .to_owned(),
        ),
        (
            1,
            &|game| game["dealt"][0] = json!("X2"),
            "game 0: invalid `seats` or `dealt`: `X2` is not a card".to_owned(),
        ),
        (
            1,
            &|game| game["dealt"] = json!([]),
            "game 0: invalid `seats` or `dealt`: the hands are not a deal".to_owned(),
        ),
        (
            1,
            &|game| game["actions"][2][0] = json!(3),
            format!(
                "game 0: action 3 (`{}` of seat 3): it is the turn of seat 0",
                game["actions"][2][1].as_str().unwrap()
            ),
        ),
        (
            1,
            &|game| game["actions"][5][1] = json!("\u{202e}"),
            format!(
                "game 0: action 6 (`\\u{{202e}}` of seat {}): `\\u{{202e}}` is not a set of cards to give; expected a card",
                seat(5)
            ),
        ),
        (
            1,
            &|game| game["actions"][12][1] = json!("SA"),
            format!("game 0: action 13 (`SA` of seat {}): the action is not legal; expected `C2`", seat(12)),
        ),
        (
            1,
            &|game| drop(game["actions"].as_array_mut().map(Vec::pop)),
            format!("game 0: after 63 actions it is the turn of seat {}, but no action follows", seat(63)),
        ),
        (
            1,
            &|game| {
                let last = game["actions"][63].clone();
                game["actions"].as_array_mut().unwrap().push(last);
            },
            format!(
                "game 0: action 65 (`{}` of seat {}): the game is over",
                game["actions"][63][1].as_str().unwrap(),
                seat(63)
            ),
        ),
        (1, &|game| game["points"][0] = json!(99), "game 0: `points` is [99,".to_owned()),
        (
            1,
            &|game| game["points"] = json!(null),
            "game 0: `points` is null, but the replay has [".to_owned(),
        ),
        (1, &|game| game["cards"] = json!(1), ", column ".to_owned()),
    ] {
        let error = fault(line, change);
        assert!(error.starts_with(&says), "{error}\n{says}");
    }
    let (_, errors) = read_again(b"\n[]\n{\"game\":0}\n");
    assert_eq!(errors.len(), 1);
    assert!(errors[0].starts_with("line 2, column 2: not a head of a record: "), "{errors:?}");
}

#[test]
fn a_wrong_game_does_not_hide_the_next_record() {
    let text = recorded(Rules::default(), 3);
    let wrong = text.replacen("\"points\":[", "\"points\":[9", 1);
    let (_, errors) = read_again(wrong.as_bytes());
    assert_eq!(errors.len(), 1, "{errors:?}");
    match verify_games::<Hearts>(wrong.as_bytes(), &()) {
        // The first sitting has two games; only the games before the wrong game are counted.
        Err(error @ VerifyError::Wrong { .. }) => {
            assert!(error.to_string().starts_with("line 2: game 0: `points` is [9"), "{error}");
            let VerifyError::Wrong { verified, wrong, faults } = error else { unreachable!() };
            assert_eq!((verified.ok, wrong, faults.len()), (false, 1, 1));
            assert!((10..12).contains(&verified.games), "{verified:?}");
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(verify_games::<Hearts>(&b""[..], &()), Err(VerifyError::Empty)));
}

#[test]
fn a_file_cut_anywhere_gives_its_whole_games() {
    let text = recorded(Rules::default(), 5);
    let text: String = text.split_inclusive('\n').take(4).collect();
    for end in 0..=text.len() {
        let cut = &text[..end];
        let whole = cut.rfind('\n').map_or(0, |at| at + 1);
        let (written, errors) = read_again(cut.as_bytes());
        assert_eq!(written, cut[..whole]);
        let place = format!("line {}, column {}: ", cut.lines().count(), end - whole + 1);
        assert_eq!(errors.len(), usize::from(end > whole));
        assert!(errors.iter().all(|error| error.starts_with(&place)), "{errors:?}");
        if end > whole && written.contains("\"game\"") {
            assert!(matches!(verify_games::<Hearts>(cut.as_bytes(), &()), Err(VerifyError::Cut { .. })));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn records_are_read_as_they_were_written(switches: [bool; 8], seed: u64) {
        let text = recorded(rules_of(switches), seed);
        prop_assert_eq!(read_again(text.as_bytes()), (text.clone(), Vec::new()));
        let marked = format!("\u{feff}\n{}", text.replace('\n', "\r\n"));
        prop_assert_eq!(read_again(marked.as_bytes()), (text, Vec::new()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A changed byte leads to an error in its line, or to the same record except for the names of
    /// the players.
    #[test]
    fn a_changed_byte_is_found_or_harmless(at in any::<prop::sample::Index>(), byte: u8) {
        let text = recorded(Rules::default(), 11);
        let text: String = text.split_inclusive('\n').take(3).collect();
        let mut bytes = text.as_bytes().to_vec();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let (whole, entries): (Vec<_>, Vec<_>) =
            (read::<Hearts>(text.as_bytes()).collect(), read::<Hearts>(&bytes[..]).collect());
        let line = text[..at].matches('\n').count() + 1;
        if let Some(error) = entries.iter().find_map(|entry| entry.as_ref().err()) {
            // A missing line end is detected at the end of the line.
            prop_assert!((line..line + 2).contains(&error.line), "{} for {}", error, line);
            return Ok(());
        }
        prop_assert_eq!(entries.len(), whole.len());
        for (mut entry, real) in entries.into_iter().flatten().zip(whole.into_iter().flatten()) {
            if let (Entry::Head(head), Entry::Head(real)) = (&mut entry, &real) {
                head.players.clone_from(&real.players);
            }
            prop_assert_eq!(entry, real);
        }
    }
}

/// The text of all games written one after the other equals the records of the sittings.
#[test]
fn games_are_written_as_their_sittings_are_recorded() {
    let contest = contest(Rules::default());
    let mut written = Vec::new();
    contest
        .write_records::<Recorder<Hearts>>(5, false, &mut written, &())
        .expect("a vector")
        .expect("not cancelled");
    let sittings = (0..contest.rounds()).flat_map(|round| (0..4).map(move |series| (round, series)));
    let records = sittings.map(|sitting| {
        let record: Recorder<Hearts> = contest.record(5, sitting, u64::MAX, &()).expect("not cancelled");
        record.to_string()
    });
    assert_eq!(String::from_utf8(written).expect("text"), records.collect::<String>());
}
