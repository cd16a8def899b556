//! Tests of records of the crate's own games: written, read, verified, and rejected after changes.

use proptest::prelude::*;
use quadrille_daifugo::melds::Meld;
use quadrille_daifugo::players::{Match, PlayerKind};
use quadrille_daifugo::records::{Record, Recorder, Submitted, json};
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_random::StreamKey;
use quadrille_uecda_protocol::{official, write_json};

pub(super) fn recorded(rules: Rules, seed: u64, games: u32) -> Record {
    let names = ["a", "b", "c", "d", "e", "f"];
    let mut recorder = Recorder::new(rules, names);
    let players = [PlayerKind::Random, PlayerKind::Greedy].into_iter().cycle().take(rules.players());
    let mut table = Match::new(rules, players).unwrap();
    let (mut deals, mut moves) = (StreamKey::new(seed, 0).rng(), StreamKey::new(seed, 1).rng());
    for _ in 0..games {
        table.play(&mut deals, &mut moves, &mut recorder);
    }
    recorder.into_record()
}

fn any_rules() -> impl Strategy<Value = Rules> {
    (any::<u16>(), 3..=6usize, 0..=2u32).prop_map(|(switches, players, jokers)| {
        let on = Rule::ALL.into_iter().enumerate().filter(|(at, _)| switches >> at & 1 == 1);
        let none = Rule::ALL.into_iter().fold(Rules::UECDA, Rules::without);
        on.fold(none, |rules, (_, rule)| rules.with(rule)).of(players, jokers).unwrap()
    })
}

/// Returns the record without the lines on which games begin.
pub(super) fn without_lines(mut record: Record) -> Record {
    record.games.iter_mut().for_each(|game| game.line = 0);
    record
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn written_records_read_back_and_verify(rules in any_rules(), seed in any::<u64>()) {
        let record = recorded(rules, seed, 4);
        prop_assert_eq!(record.verify(), Ok(()));
        let text = write_json(&record);
        let read = json::read(&text).unwrap();
        prop_assert_eq!(read.verify(), Ok(()));
        prop_assert_eq!(write_json(&read), text);
        prop_assert_eq!(without_lines(read), record);
    }

    /// A record with a changed character is refused, or has the same meaning, or is as valid as
    /// before (a meld with the same effect, a name, a rule without effect).
    #[test]
    fn a_changed_letter_never_panics(seed in any::<u64>(), at in any::<prop::sample::Index>(), letter in "[ -~]") {
        let text = write_json(&recorded(Rules::UECDA, seed, 2));
        let at = at.index(text.len());
        let mut changed = text.clone();
        changed.replace_range(at..=at, &letter);
        if let Ok(record) = json::read(&changed) {
            let _ = record.verify();
        }
    }

    #[test]
    fn a_missing_end_or_a_wrong_result_is_an_error(seed in any::<u64>(), at in any::<prop::sample::Index>(), what in 0..5) {
        let mut record = recorded(Rules::UECDA, seed, 3);
        let game = at.index(3);
        let line = game + 2;
        let changed = &mut record.games[game];
        let play = at.index(changed.plays.len());
        match what {
            // The last play ends the game. A game without one of the other plays may be valid by
            // chance.
            0 => drop(changed.plays.pop()),
            1 => changed.points[at.index(5)] += 1,
            2 => changed.result.swap(at.index(4), at.index(4) + 1),
            3 => changed.plays[play].refused ^= true,
            _ => changed.hands.swap(at.index(4), at.index(4) + 1),
        }
        let stuck = changed.plays.iter().rev().take(20).all(|play| play.submitted == Submitted::Pass);
        // The last places of a stuck game may be in any order.
        prop_assume!(!(stuck && what == 2));
        let error = json::read(&write_json(&record)).unwrap().verify();
        // A pass cannot be marked as refused. A play that is marked as refused is accepted as such,
        // and sometimes this does not change the rest of the game.
        if what == 3 && error.is_ok() {
            return Ok(());
        }
        let error = error.unwrap_err();
        prop_assert!(error.line >= line, "{error}");
        prop_assert!(error.line == line || what == 1, "{error} instead of line {line}");
    }
}

#[test]
fn a_refused_play_is_recorded_as_submitted() {
    let mut record = recorded(Rules::UECDA, 1, 1);
    let pass = record.games[0].plays.iter_mut().find(|play| play.submitted == Submitted::Pass).unwrap();
    pass.submitted = Submitted::read("C3  D5");
    pass.refused = true;
    assert_eq!(pass.submitted, Submitted::Cards("C3 D5".to_owned()));
    let text = write_json(&record);
    // The reason is written as well; a record without it can be read.
    let marked = r#","C3 D5","refused","not_held"]"#;
    assert!(text.contains(marked), "{text}");
    let read = json::read(&text).unwrap();
    read.verify().unwrap();
    assert_eq!(write_json(&read), text);
    let unmarked = json::read(&text.replace(marked, r#","C3 D5","refused"]"#)).unwrap();
    assert_eq!(write_json(&unmarked), text);
    let error = json::read(&text.replace(marked, r#","C3 D5","refused","why"]"#)).unwrap_err().to_string();
    assert!(error.contains("`why` is not a reason of a refusal; expected one of not_held, size,"), "{error}");
    let error = json::read(&text.replace(marked, r#","C3 D5"]"#)).unwrap().verify().unwrap_err();
    let says = "`C3 D5` is illegal (not a meld), but the record does not mark it as refused";
    assert!(error.to_string().contains(says), "{error}");
}

#[test]
fn errors_have_their_line() {
    let text = write_json(&recorded(Rules::UECDA, 5, 2));
    for (from, to, says) in [
        (
            r#""version":1"#,
            r#""version":2"#,
            "line 1: this is version 2 of the format `daifugo`; expected version 1",
        ),
        (r#""jokers":1"#, r#""jokers":3"#, "line 1: 3 jokers; expected 0 to 2"),
        (r#""eight-cut""#, r#""eight-cat""#, "line 1: unknown rule `eight-cat`; expected one of sequences"),
        (
            r#""players":["a","#,
            r#""players":["#,
            "line 2: the seats: 5 entries; expected one for each of the 4 players",
        ),
        (r#"{"game":1"#, r#"{"game":2"#, "line 3: this is game 2; expected game 1"),
        (r#""game":1"#, r#""gmae":1"#, "line 3, column 7: not a game of a record: unknown field `gmae`"),
        (r#""seats":["#, r#""seats":[9,"#, "line 2: the seats: 6 entries"),
        (
            r#""points":["#,
            r#""times":[1,null],"points":["#,
            "line 2: `times` has 2 entries; expected one for each of the ",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let changed = text.replacen(from, to, 1);
        let error = json::read(&changed).and_then(|record| record.verify()).unwrap_err().to_string();
        assert!(error.contains(says), "{from} to {to}: {error}");
    }
    assert_eq!(Submitted::read("c3 d3"), Submitted::Meld("C3 D3".parse::<Meld>().unwrap()));
}

#[test]
fn a_byte_order_mark_is_ignored_and_errors_escape_bidirectional_controls() {
    let text = write_json(&recorded(Rules::UECDA, 5, 2));
    assert_eq!(json::read(&format!("\u{feff}{text}")), json::read(&text));
    let log = super::official::STANDARD;
    assert_eq!(official::read(&format!("\u{feff}{log}")), official::read(log));
    let turned = "C3 D5\u{202e}\u{2066}\u{7}";
    let mut record = recorded(Rules::UECDA, 1, 1);
    let pass = record.games[0].plays.iter_mut().find(|play| play.submitted == Submitted::Pass).unwrap();
    pass.submitted = Submitted::read(turned);
    let error = json::read(&write_json(&record)).unwrap().verify().unwrap_err().to_string();
    assert!(error.contains(r"`C3 D5\u{202e}\u{2066}\u{7}` is illegal"), "{error}");
    for changed in [text.replace("\"game\"", "\"ga\u{202e}me\""), text.replace("\"record\"", "\"\u{202e}\"")]
    {
        let error = json::read(&changed).unwrap_err().to_string();
        assert!(error.contains(r"\u{202e}") && !error.contains('\u{202e}'), "{error}");
    }
}
