//! Game records: round trips, and detection of faults.

use proptest::prelude::*;
use quadrille_doudizhu::arena::arena;
use quadrille_doudizhu::game::{Auction, Call, Deal, Game, Scoring, Seat, Setup};
use quadrille_doudizhu::players::{Decision, PlayerKind};
use quadrille_doudizhu::records::{self, Record, Recorder};
use quadrille_doudizhu::{MoveBuffer, Rules};
use quadrille_random::StreamKey;
use quadrille_table::records::RecordFault as _;
use serde_json::{Value, json};

use super::setups;

const PLAYERS: [PlayerKind; 3] = [PlayerKind::Rule, PlayerKind::Random, PlayerKind::Rule];

/// Records a game of an arena.
fn played(setup: Setup, seed: u64, number: u64) -> Recorder {
    arena(setup, PLAYERS, 10).unwrap().record_game(seed, number, &()).unwrap().expect("a game of the arena")
}

fn line(setup: Setup, number: u64) -> String {
    played(setup, 9, number).to_string().trim_end().to_owned()
}

fn classic() -> String {
    line(Setup::new(Rules::RLCARD, Scoring::Classic), 4)
}

/// Returns the game of a valid line.
fn game_of(line: &str) -> Game {
    let line = format!("{line}\n");
    records::read(line.as_bytes()).next().expect("a line").expect("no fault").game
}

/// Returns the message about a line.
fn fault(line: &str) -> String {
    let line = format!("{line}\n");
    let mut read = records::read(line.as_bytes());
    let error = read.next().expect("a line").expect_err("a fault").to_string();
    assert!(read.next().is_none());
    error.strip_prefix("line 1").expect("the line").trim_start_matches([':', ',', ' ']).to_owned()
}

#[test]
fn every_game_round_trips() {
    let mut lines = String::new();
    let mut games = Vec::new();
    for setup in setups() {
        let played = played(setup, 9, 1);
        lines += &(played.to_string() + "\n");
        games.extend(played.games().to_vec());
    }
    let read: Vec<_> = records::read(lines.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(read.len(), games.len());
    for (place, (checked, game)) in read.iter().zip(&games).enumerate() {
        assert_eq!(checked.line, 2 * place + 1);
        assert_eq!(checked.game, *game);
        let names = checked.record.players().map(|names| names.each_ref().map(String::as_str));
        assert_eq!(Record::of(game, names).as_ref(), Some(&checked.record));
    }
}

#[test]
fn games_that_were_thrown_in_are_recorded() {
    let deal = Deal::random(&mut StreamKey::new(1, 0).rng());
    let mut game = Game::new(Setup::new(Rules::RLCARD, Scoring::Classic), deal, Seat::ALL[1]);
    assert_eq!(Record::of(&game, None), None, "not over");
    for _ in 0..3 {
        game.call(Call::Pass).unwrap();
    }
    let record = Record::of(&game, None).unwrap().to_string();
    assert!(record.contains("\"landlord\":null") && !record.contains("players"));
    assert_eq!(game_of(&record), game);
}

#[test]
fn every_fault_has_a_message() {
    let good: Value = serde_json::from_str(&classic()).unwrap();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut record = good.clone();
        change(&mut record);
        assert_ne!(record, good);
        fault(&record.to_string())
    };
    let moves = good["moves"].as_array().unwrap().len();
    assert_eq!(
        with(&|record| record["bombs"] = json!(9)),
        format!("`bombs` is 9, but the replay has {}", good["bombs"])
    );
    assert!(
        with(&|record| record["winner"] = json!(null)).starts_with("`winner` is null, but the replay has ")
    );
    assert!(
        with(&|record| record["landlord"] = json!((good["landlord"].as_u64().unwrap() + 1) % 3))
            .starts_with("`landlord` is ")
    );
    assert!(
        with(&|record| record["spring"] = json!(if good["spring"] == "none" { "spring" } else { "none" }))
            .starts_with("`spring` is ")
    );
    assert!(with(&|record| record["points"][0] = json!(1_000)).starts_with("`points` is [1000,"));
    assert!(with(&|record| record["scoring"] = json!("wp")).starts_with("`points` is "));
    assert!(with(&|record| record["moves"][0] = json!("pass")).ends_with("leads and cannot pass"));
    assert!(with(&|record| record["moves"][1] = json!("34")).starts_with("move 2 (`34`): "));
    assert!(
        with(&|record| record["moves"][0] = json!("33333"))
            .starts_with("move 1 (`33333`): character 5: more than four cards")
    );
    assert!(with(&|record| drop(record["moves"].as_array_mut().unwrap().pop())).starts_with(&format!(
        "the game is not over after {} calls and {} moves: it is the turn of seat ",
        good["calls"].as_array().unwrap().len(),
        moves - 1
    )));
    assert!(
        with(&|record| record["moves"].as_array_mut().unwrap().push(json!("pass")))
            .contains(": the game is over")
    );
    assert!(with(&|record| record["calls"] = json!([])).starts_with("move 1 ("));
    assert!(
        with(&|record| record["calls"][0] = json!("rob"))
            .starts_with("call 1 (`rob`): `rob` cannot be called now")
    );
    assert!(with(&|record| record["calls"][0] = json!("4")).contains("expected `pass`, `1`, `2`, `3`"));
    assert!(with(&|record| record["first"] = json!(3)).contains("a seat must be 0, 1 or 2"));
    assert!(with(&|record| record["stock"] = json!("3")).starts_with("`hands`, `stock`: "));
    assert!(with(&|record| record["hands"][0] = json!("RR")).contains("a second red joker"));
    assert!(
        with(&|record| record["rules"] = json!("house")).contains("no preset of rules is called `house`")
    );
    assert!(
        with(&|record| record["format"] = json!("quadrille.doudizhu.2"))
            .contains("expected `quadrille.doudizhu.1`")
    );
    assert!(with(&|record| record["card"] = json!(1)).contains("unknown field `card`"));
    assert!(
        with(&|record| drop(record.as_object_mut().unwrap().remove("moves")))
            .contains("missing field `moves`")
    );
    let turned_around = with(&|record| record["\u{202e}\u{1b}"] = json!(1));
    assert!(turned_around.contains(r"unknown field `\u{202e}\u{1b}`"), "{turned_around}");
    assert!(fault("{").starts_with("column 1: not a record: EOF"));
    assert!(fault("x").starts_with("column 1: not a record: expected value"));
    assert!(fault(&"7".repeat(70_000)).contains("longer than 65536 bytes"));
}

#[test]
fn a_faulty_line_does_not_affect_the_others() {
    let good = classic();
    let lines = format!("{good}\n{{}}\n\n{good}\n");
    let read: Vec<_> = records::read(lines.as_bytes()).map(|read| read.map(|checked| checked.line)).collect();
    assert!(matches!(&read[..], [Ok(1), Err(error), Ok(4)] if error.line == 2));
    assert_eq!(records::read(&b""[..]).count(), 0);
    assert_eq!(records::read("\u{feff}".as_bytes()).count(), 0);
    assert_eq!(records::read("\u{feff}\n".as_bytes()).count(), 0);
    let marked = format!("\u{feff}{good}\n\u{feff}{good}\n");
    let read: Vec<_> = records::read(marked.as_bytes()).collect();
    // A byte order mark is allowed only at the beginning.
    assert!(matches!(&read[..], [Ok(first), Err(error)] if first.line == 1 && error.line == 2), "{read:?}");
}

/// A file truncated at any byte yields exactly the records with complete lines; the rest is one
/// fault at the end of the text.
#[test]
fn a_truncated_file_gives_its_complete_records() {
    let mut lines = String::new();
    let mut games = Vec::new();
    for (number, setup) in (0..).zip(setups().into_iter().take(4)) {
        let game = played(setup, 3, number).games()[0].clone();
        let record = Record::of(&game, Some(["北", "東", "南"])).unwrap();
        lines += &record.to_string();
        lines += if number % 2 == 0 { "\n" } else { "\r\n" };
        games.push(game);
    }
    for end in 0..=lines.len() {
        let cut = &lines.as_bytes()[..end];
        let whole = cut.split(|&byte| byte == b'\n').count() - 1;
        let column = cut.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        let mut read = records::read(cut);
        for game in &games[..whole] {
            assert_eq!(&read.next().unwrap().unwrap().game, game, "{end}");
        }
        match read.next() {
            None => assert_eq!(column, 1, "{end}"),
            Some(Err(error)) => {
                assert_eq!((error.line, error.column), (whole + 1, Some(column)), "{end}");
                assert!(column > 1 && error.fault.is_cut(), "{end}: {error}");
            }
            Some(Ok(_)) => panic!("a record without its end at {end}"),
        }
        assert!(read.next().is_none());
    }
}

/// Auctions in which a seat calls more than once.
#[test]
fn calls_of_several_rounds_are_recorded() {
    let setup = Setup::new(Rules::OPENSPIEL, Scoring::Classic).with_auction(Auction::BidsRound);
    let deal = Deal::random(&mut StreamKey::new(1, 0).rng());
    let mut game = Game::new(setup, deal, Seat::ALL[1]);
    for call in [Call::Pass, Call::Bid(1), Call::Pass, Call::Bid(2), Call::Pass, Call::Bid(3)] {
        game.call(call).unwrap();
    }
    assert_eq!(game.contract().map(|contract| (contract.landlord, contract.bid)), Some((Seat::ALL[0], 3)));
    let mut moves = MoveBuffer::new();
    while let Some(Decision::Play(view)) = game.decision(&mut moves) {
        let chosen = *view.moves().last().unwrap();
        game.play(chosen.cards()).unwrap();
    }
    let record = Record::of(&game, None).unwrap().to_string();
    assert!(
        record.contains(r#""auction":"bids-round""#)
            && record.contains(r#"["pass","1","pass","2","pass","3"]"#)
    );
    assert_eq!(game_of(&record), game);
    assert!(
        fault(&record.replace(r#","pass","3"]"#, r#","pass","2"]"#))
            .contains("a bid of 2 is not higher than the previous bid of 2")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A line with any byte changed is rejected with a reason, or is still a valid record (if the
    /// byte is a space or part of a player's name).
    #[test]
    fn a_changed_byte_is_detected_or_harmless(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let line = classic() + "\n";
        let mut bytes = line.clone().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let game = game_of(&line);
        for read in records::read(&bytes[..]) {
            match read {
                Err(error) => prop_assert!(!error.fault.to_string().is_empty()),
                Ok(checked) => {
                    let again = Record::of(&checked.game, None).unwrap().to_string();
                    prop_assert_eq!(&game_of(&again), &checked.game);
                    prop_assert_eq!(checked.game.deal(), game.deal());
                }
            }
        }
    }
}

#[test]
fn names_in_records_are_those_of_settings() {
    for auction in Auction::ALL {
        assert_eq!(json!(auction), auction.name());
    }
    for scoring in Scoring::ALL {
        assert_eq!(json!(scoring), scoring.name());
    }
}
