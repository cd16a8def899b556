//! The output of `--json` is an answer of the library, byte for byte: it deserializes to the
//! library's type, equals the library's own answer to the same query, and serializes to the same
//! text.

use std::fmt::Debug;
use std::path::Path;

use quadrille::answers::{combat, daifugo, doudizhu, job, life, random};
use quadrille::combat::Profile;
use quadrille::daifugo::dominance::Order;
use quadrille::daifugo::melds::{Hand, Trick};
use quadrille::daifugo::surewin::Position;
use quadrille::diagnostics::Source;
use quadrille::doudizhu::arena::arena;
use quadrille::doudizhu::game::{Scoring, Setup};
use quadrille::doudizhu::players::PlayerKind::{Random, Rule};
use quadrille::doudizhu::records::{Record, Recorder};
use quadrille::doudizhu::{Hand as Cards, Rules};
use quadrille::lanes::Level;
use quadrille::life::Pattern;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{run, stderr, stdout};

/// Returns the answer of a command as the library's type, and checks that it serializes to the
/// printed text.
fn answer<T: Serialize + DeserializeOwned>(arguments: &[&str]) -> T {
    let output = run(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    let text = stdout(&output);
    let answer: T =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"));
    assert_eq!(serde_json::to_string(&answer).unwrap() + "\n", text, "{arguments:?}");
    answer
}

/// Checks that the answer of a command equals the expected one.
fn answers<T: Serialize + DeserializeOwned + PartialEq + Debug>(arguments: &[&str], expected: &T) {
    assert_eq!(&answer::<T>(arguments), expected, "{arguments:?}");
}

#[test]
fn of_generators() {
    answers(&["random", "list"], &random::generators());
    for (name, format) in [
        ("u32", random::Format::U32),
        ("u64", random::Format::U64),
        ("f64", random::Format::F64),
        ("hex", random::Format::Hex),
    ] {
        let generator = random::generator("mt19937").unwrap();
        let expected = random::sample(generator, 5489, 5000, format, Level::best()).unwrap();
        answers(
            &["random", "sample", "mt19937", "--seed", "5489", "--count", "5000", "--format", name],
            &expected,
        );
    }
}

#[test]
fn of_dou_dizhu() {
    let cards = |text: &str| text.parse::<Cards>().unwrap();
    let rules = Rules::RLCARD;
    let hand = cards("3334445678");
    answers(&["doudizhu", "contains", "3334445678", "3334"], &doudizhu::contains(hand, cards("3334")));
    answers(&["doudizhu", "remove", "3334445678", "3334"], &doudizhu::remove(hand, cards("3334")).unwrap());
    for text in ["pass", "3334445K", "334", "BR", "34567", "44"] {
        let cards = if text == "pass" { Cards::EMPTY } else { cards(text) };
        answers(&["doudizhu", "classify", text], &doudizhu::classify(rules, cards));
    }
    answers(&["doudizhu", "moves", "3334445678"], &doudizhu::moves(rules, hand, None));
    let on = rules.parse_move("66").unwrap();
    answers(&["doudizhu", "moves", "3334445678", "--on", "66"], &doudizhu::moves(rules, hand, Some(on)));
    let arena = arena(Setup::new(rules, Scoring::Adp), [Rule, Random, Random], 3).unwrap();
    let replay = ["doudizhu", "replay", "--players", "rule,random,random", "--seed", "1", "--game", "7"];
    let recorder: Recorder = arena.record_game(1, 7, &()).unwrap().unwrap();
    let record = recorder.records().next().unwrap();
    answers::<Record>(&replay, &record);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    std::fs::write(&file, format!("{record}\n{record}\n")).unwrap();
    let verified = doudizhu::verify(format!("{record}\n{record}\n").as_bytes(), &()).unwrap();
    answers(&["doudizhu", "verify", file.to_str().unwrap()], &verified);
}

#[test]
fn of_daifugo() {
    let text = "0x8000500002d41";
    answers(&["daifugo", "inspect", text], &daifugo::inspect(text.parse().unwrap()));
    let hand = Hand::new("C3 D3 H6 H8".parse().unwrap(), 1);
    let lead = daifugo::moves(hand, None, Order::Normal).unwrap();
    answers(&["daifugo", "moves", "C3 D3 H6 H8", "--jokers", "1"], &lead);
    let on = Trick::new("S4".parse().unwrap());
    let reversed = daifugo::moves(hand, Some(on), Order::Reversed).unwrap();
    answers(&["daifugo", "moves", "C3 D3 H6 H8", "--jokers", "1", "--on", "S4", "--revolution"], &reversed);
    let question = daifugo::DominatesQuestion {
        hand_sizes: Some(vec![3, 2]),
        ..daifugo::DominatesQuestion::new("6".parse().unwrap(), 4, vec!["0xfff0000000".parse().unwrap()])
    };
    let dominates =
        ["daifugo", "dominates", "--move", "3:4", "--opponents", "0xfff0000000", "--hand-sizes", "3,2"];
    answers(&dominates, &daifugo::dominates(&question).unwrap());
    let (mine, others) = ("C3 C8 D8 S2", "C6 D9 HK SA");
    let position =
        Position::new(mine.parse().unwrap(), 0, others.parse().unwrap(), 0, Order::Normal).unwrap();
    answers(&["daifugo", "sure-win", mine, others], &daifugo::sure_win(&position));
    let groups = daifugo::sure_win_of_groups(&position).unwrap();
    answers(&["daifugo", "sure-win", mine, others, "--groups-only"], &groups);
    let file = super::root().join("crates/uecda-protocol/tests/data/server_record_std_3games.log");
    let (log, file) = (std::fs::read_to_string(&file).unwrap(), super::text(&file));
    let record = quadrille::uecda_protocol::read(&log).unwrap().record;
    answers(&["daifugo", "record", "verify", file], &daifugo::records::verify(&log).unwrap());
    answers(&["daifugo", "record", "show", file], &daifugo::records::show(&record, 0).unwrap());
    answers(&["daifugo", "record", "stats", file], &daifugo::records::stats(&record).unwrap());
}

#[test]
fn of_life() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("glider.rle");
    std::fs::write(&file, "x = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\n").unwrap();
    let file = file.to_str().unwrap();
    let ran: life::RunAnswer =
        answer(&["life", "run", file, "--generations", "64", "--bounds", "16x16:torus"]);
    let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
    let (rule, bounds) =
        life::rule_and_bounds(&glider.clone().into(), None, Some("16x16:torus".parse().unwrap())).unwrap();
    let (expected, _) = life::run(&glider, rule, bounds.unwrap(), life::RunOptions::new(64), &()).unwrap();
    let (seconds, generations_per_second) = (ran.seconds, ran.generations_per_second);
    assert_eq!(ran, life::RunAnswer { seconds, generations_per_second, ..expected });
    let ran: life::RunAnswer = answer(&["life", "run", file, "--generations", "64"]);
    let (expected, _) =
        life::run_on_plane(&glider.clone().into(), rule, &64u8.into(), life::RunOptions::new(0), &())
            .unwrap();
    let (seconds, generations_per_second) = (ran.seconds, ran.generations_per_second);
    assert_eq!(ran, life::RunAnswer { seconds, generations_per_second, ..expected });
    let settings = quadrille::life::EngineSettings::default();
    let expected = life::info(&glider.into(), rule, None, settings, 100_000, &()).unwrap();
    answers(&["life", "info", file], &expected);
    let soups: [(&str, &str, life::SoupSource); 2] = [
        ("xoshiro256++", "18446744073709551615", life::SoupSource::Xoshiro { seed: u64::MAX, stream: 0 }),
        ("net", "-5", life::SoupSource::Net { seed: -5 }),
    ];
    for (fill, seed, source) in soups {
        let arguments = ["--density", "0.3", "--fill", fill, "--seed", seed, "--generations", "9"];
        let soup: life::Soup = answer(&[&["life", "soup", "--size", "64x48"][..], &arguments].concat());
        let question = life::SoupQuestion::new((64, 48), 0.3, source).unwrap();
        let grid = question.empty(quadrille::life::EngineSettings::default()).unwrap();
        let digests =
            if fill == "net" { quadrille::life::Digests::All } else { quadrille::life::Digests::Usual };
        let (expected, _) =
            life::soup(&question, grid, life::RunOptions::new(9).digests(digests), &()).unwrap();
        let (seconds, generations_per_second) = (soup.run.seconds, soup.run.generations_per_second);
        let run = life::RunAnswer { seconds, generations_per_second, ..expected.run };
        assert_eq!(soup, life::Soup { run, ..expected });
    }
    let to = folder.path().join("glider.cells");
    let converted = life::Converted { format: "cells".to_owned(), population: 5u8.into() };
    answers(&["life", "convert", file, to.to_str().unwrap()], &converted);
}

#[test]
fn of_fights() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/combat/fury.toml");
    let source = Source::new("fury.toml", std::fs::read_to_string(&file).unwrap());
    let profile = Profile::parse(&source).expect("a profile");
    let expected = combat::replay(&profile, Some(31459), 17, &()).unwrap();
    let file = file.to_str().unwrap();
    answers(&["combat", "replay", file, "--seed", "31459", "--iteration", "17"], &expected);
}

#[test]
fn of_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.toml");
    std::fs::write(
        &file,
        "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 2\ncolors = 3\nstrategy = \"knuth\"\n",
    )
    .unwrap();
    let out = folder.path().join("out");
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let found: job::JobAnswer = answer(&["run", file, "--out", out, "--seed", "18446744073709551615"]);
    assert_eq!((found.kind.as_str(), found.seed, found.complete), ("mastermind.evaluate", u64::MAX, true));
    assert_eq!(found.result.unwrap()["secrets"], 9);
}
