//! Replays games that were played in `OpenSpiel`.
//!
//! `data/open_spiel.jsonl` was written by `peers/open_spiel.py` with `OpenSpiel` 2.0.2; the
//! environment variable `HEARTS_GAMES` names another such file.

use quadrille_hearts::{Card, Cards, Direction, Hearts, Rules};
use quadrille_random::StreamKey;
use quadrille_table::{Decision, Game, View as _};
use serde::Deserialize;

use crate::games::public_of;

#[derive(Deserialize)]
struct Played {
    rules: Rules,
    direction: String,
    hands: [String; 4],
    decisions: Vec<String>,
    returns: [i64; 4],
}

/// Counts of the games of a file.
#[derive(Debug, Default)]
struct Seen {
    games: usize,
    decisions: usize,
    moons: usize,
    settings: std::collections::HashSet<Rules>,
}

fn replay(played: &Played, line: usize, seen: &mut Seen) {
    let number = ["left", "right", "across", "none"].iter().position(|name| *name == played.direction);
    let number = number.expect("a direction") as u64;
    let mut game = Hearts::starting_with(played.rules, number);
    let hands = played.hands.each_ref().map(|hand| hand.parse::<Cards>().expect("cards"));
    game.deal_hands(hands).expect("a deal");
    assert_eq!(public_of(&game).direction, Direction::of_game(number), "line {line}");
    for (at, decision) in played.decisions.iter().enumerate() {
        let cards: Vec<Card> = decision.split(' ').map(|card| card.parse().expect("a card")).collect();
        let expected: Cards = cards[1..].iter().copied().collect();
        let view = game.view().expect("a decision");
        assert_eq!(view.legal, expected, "line {line}, decision {at}: {view:?}");
        let gives = played.direction != "none" && at < 12;
        assert_eq!(view.decision() == Decision::Give, gives, "line {line}, decision {at}");
        game.apply(cards[0], |_| ());
    }
    assert!(game.view().is_none(), "line {line}: more decisions");
    let outcome = game.close(&mut StreamKey::new(1, 0).rng()).expect("an outcome");
    let points = [0, 1, 2, 3].map(|seat| Hearts::points(&played.rules, &outcome, seat));
    assert_eq!(points, played.returns, "line {line}");
    seen.games += 1;
    seen.decisions += played.decisions.len();
    seen.moons += usize::from(outcome.moon.is_some());
    seen.settings.insert(played.rules);
}

#[test]
fn games_of_open_spiel_have_the_same_legal_cards_and_points() {
    let lines = match std::env::var_os("HEARTS_GAMES") {
        Some(path) => std::fs::read_to_string(path).expect("the file of HEARTS_GAMES"),
        None => include_str!("data/open_spiel.jsonl").to_owned(),
    };
    let mut seen = Seen::default();
    for (line, text) in lines.lines().enumerate() {
        replay(&serde_json::from_str(text).expect("a game"), line + 1, &mut seen);
    }
    println!(
        "{} games, {} decisions, {} moons, {} settings of the rules",
        seen.games,
        seen.decisions,
        seen.moons,
        seen.settings.len()
    );
    assert!(seen.games >= 40 && seen.moons > 1 && seen.settings.len() >= 20, "{seen:?}");
}
