//! Whole games: the rules, contests, players.

mod arena;
mod golden;
mod league;
mod local_rules;
mod own_players;
mod players;
mod positions;
mod rules;

use quadrille_daifugo::game::Game;
use quadrille_daifugo::melds::{Hand, Meld};
use quadrille_daifugo::rules::Rules;

/// Parses a hand; `JK` is a joker.
fn hand(text: &str) -> Hand {
    let cards: Vec<&str> = text.split_whitespace().filter(|&word| word != "JK").collect();
    let jokers = text.split_whitespace().count() - cards.len();
    Hand::new(cards.join(" ").parse().expect("cards"), jokers as u32)
}

fn meld(text: &str) -> Meld {
    text.parse().expect("a meld")
}

/// Creates a game of these hands, in which the first leads.
fn game(rules: Rules, hands: &[&str]) -> Game {
    let hands: Vec<Hand> = hands.iter().map(|text| hand(text)).collect();
    let rules = rules.of(hands.len(), rules.jokers()).expect("players");
    Game::new(rules, &hands, 0, None).expect("a game")
}

/// Plays legal melds in order, with a pass for an empty text, and returns the next turn.
fn play(game: &mut Game, plays: &[&str]) -> Option<usize> {
    for &text in plays {
        if text.is_empty() {
            game.pass();
        } else {
            assert_eq!(game.check(meld(text)), Ok(()), "{text}");
            game.play(meld(text));
        }
    }
    game.turn()
}
