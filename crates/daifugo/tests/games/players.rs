//! How players fare, and that the same draws make the same games.

use quadrille_daifugo::players::{Match, PlayerKind};
use quadrille_daifugo::records::{Recorder, json};
use quadrille_daifugo::rules::Rules;
use quadrille_random::StreamKey;

const GAMES: u32 = 4000;

#[test]
fn random_takes_little_from_four_greedy_ones() {
    let mut players = [PlayerKind::Greedy; 5];
    players[0] = PlayerKind::Random;
    let mut table = Match::new(Rules::UECDA, players).unwrap();
    let (mut deals, mut moves) = (StreamKey::new(1, 0).rng(), StreamKey::new(1, 1).rng());
    for _ in 0..GAMES {
        table.play(&mut deals, &mut moves, &mut ());
    }
    let points = f64::from(table.series().points()[0]) / f64::from(GAMES);
    assert!(points <= 1.95, "{points} points a game");
}

#[test]
fn the_same_draws_make_the_same_games() {
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
fn names_are_read_back() {
    for player in PlayerKind::ALL {
        assert_eq!(player.name().parse(), Ok(player));
    }
}
