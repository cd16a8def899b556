//! Strength of the built-in players, and reproducibility of games.

use proptest::prelude::*;
use quadrille_daifugo::game::{Action, Outcome, Table};
use quadrille_daifugo::melds::Melds;
use quadrille_daifugo::players::{Match, PlayerKind, plain};
use quadrille_daifugo::records::{Recorder, json};
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_random::StreamKey;
use quadrille_table::{Observer, Present as _};

const GAMES: u32 = 4000;

#[test]
fn random_loses_against_four_greedy_players() {
    let mut players = [PlayerKind::Greedy; 5];
    players[0] = PlayerKind::Random;
    let mut table = Match::new(Rules::UECDA, players).unwrap();
    let (mut deals, mut moves) = (StreamKey::new(1, 0).rng(), StreamKey::new(1, 1).rng());
    for _ in 0..GAMES {
        table.play(&mut deals, &mut moves, &mut ());
    }
    let points = f64::from(table.series().points()[0]) / f64::from(GAMES);
    assert!(points <= 1.95, "{points} points per game");
}

#[test]
fn games_are_determined_by_their_seed() {
    let record = |seed| {
        let mut recorder = Recorder::new(Rules::UECDA, ["a"; 5]);
        let mut table = Match::new(Rules::UECDA, [PlayerKind::Random; 5]).unwrap();
        let (mut deals, mut moves) = (StreamKey::new(seed, 0).rng(), StreamKey::new(seed, 1).rng());
        (0..3).for_each(|_| table.play(&mut deals, &mut moves, &mut recorder));
        json::write(&recorder.into_record())
    };
    assert_eq!(record(1), record(1));
    assert_ne!(record(1), record(2));
}

#[test]
fn a_record_may_begin_with_a_later_game() {
    let mut table = Match::new(Rules::UECDA, [PlayerKind::Greedy; 5]).unwrap();
    let (mut deals, mut moves) = (StreamKey::new(2, 0).rng(), StreamKey::new(2, 1).rng());
    (0..4).for_each(|_| table.play(&mut deals, &mut moves, &mut ()));
    let mut recorder = Recorder::new(Rules::UECDA, ["a", "b", "c", "d", "e"]);
    (0..3).for_each(|_| table.play(&mut deals, &mut moves, &mut recorder));
    let record = recorder.into_record();
    assert_eq!(record.games[0].points.iter().sum::<u32>(), 15, "the points of one game");
    assert!(record.games[0].classes.is_some());
    record.verify().unwrap();
    json::read(&json::write(&record)).unwrap().verify().unwrap();
}

/// Compares the names of falls with the rules, and counts them: forbidden finishes, falls of the
/// capital.
#[derive(Default)]
struct Falls([u32; 2]);

impl Observer<Table> for Falls {
    fn over(&mut self, table: &Table, outcome: &Outcome) {
        let game = table.game().unwrap();
        let (before, texts) = (game.state().classes_before(), table.becomes(outcome));
        let first = outcome.seats()[0];
        for (seat, text) in texts.iter().enumerate() {
            let has_cards = !game.hands()[seat].is_empty();
            let was_first = before.is_some_and(|classes| classes[seat] == 0);
            match text.split_once(" · ").map(|(_, fall)| fall) {
                Some("forbidden finish") => {
                    assert!(!has_cards && usize::from(first) != seat);
                    self.0[0] += 1;
                }
                Some("miyako-ochi") => {
                    assert!(has_cards && was_first && usize::from(first) != seat);
                    self.0[1] += 1;
                }
                fall => assert!(fall.is_none(), "{text}"),
            }
        }
        // The capital either finishes first, or falls.
        let capital = before.and_then(|classes| classes.iter().position(|&class| class == 0));
        assert!(capital.is_none_or(|seat| seat == usize::from(first) || texts[seat].contains(" · ")));
    }
}

#[test]
fn falls_are_named() {
    let rules = Rules::UECDA.with(Rule::MiyakoOchi).with(Rule::ForbiddenFinish);
    let mut table = Match::new(rules, [PlayerKind::Random; 5]).unwrap();
    let (mut deals, mut moves) = (StreamKey::new(3, 0).rng(), StreamKey::new(3, 1).rng());
    let mut falls = Falls::default();
    (0..300).for_each(|_| table.play(&mut deals, &mut moves, &mut falls));
    assert!(falls.0.iter().all(|&count| count > 20), "{:?}", falls.0);
}

#[test]
fn names_round_trip() {
    for &player in PlayerKind::ALL {
        assert_eq!(player.name().parse(), Ok(player));
    }
}

/// Compares the greedy player with its plain form in every position.
struct AsPlain(Melds);

impl Observer<Table> for AsPlain {
    fn acts(&mut self, table: &Table, seat: usize, action: Action) {
        let (Action::Move(_), Some(game)) = (action, table.game()) else { return };
        let view = game.view(seat, &mut self.0, &[]);
        let mut rng = StreamKey::new(0, 0).rng();
        assert_eq!(PlayerKind::Greedy.choose(&view, &mut rng), plain::greedy(&view), "{game:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn greedy_matches_its_plain_form(switches in any::<u16>(), seed in any::<u64>(), players in 3..=6usize, jokers in 0..=2u32) {
        let on = Rule::ALL.into_iter().enumerate().filter(|(at, _)| switches >> at & 1 == 1);
        let rules = on.fold(Rules::NONE, |rules, (_, rule)| rules.with(rule)).of(players, jokers).unwrap();
        let kinds = [PlayerKind::Greedy, PlayerKind::Random, PlayerKind::Greedy].into_iter().cycle().take(players);
        let mut table = Match::new(rules, kinds).unwrap();
        let (mut deals, mut moves) = (StreamKey::new(seed, 0).rng(), StreamKey::new(seed, 1).rng());
        (0..5).for_each(|_| table.play(&mut deals, &mut moves, &mut AsPlain(Melds::new())));
    }
}

/// Compares every decision in two thousand games under the contest's rules.
#[test]
fn greedy_matches_its_plain_form_in_the_contest() {
    let mut table = Match::new(Rules::UECDA, [PlayerKind::Greedy; 5]).unwrap();
    let (mut deals, mut moves) = (StreamKey::new(8, 0).rng(), StreamKey::new(8, 1).rng());
    (0..2000).for_each(|_| table.play(&mut deals, &mut moves, &mut AsPlain(Melds::new())));
}
