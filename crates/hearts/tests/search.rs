//! The player that searches.

use std::sync::LazyLock;

use quadrille_hearts::{Card, Hearts, Rules, View};
use quadrille_players::{checks, unpacked};

static FILE: LazyLock<Vec<u8>> =
    LazyLock::new(|| unpacked(include_bytes!("../weights/policy.safetensors.gz")));

#[test]
fn searches_are_reproducible() {
    checks::check_search::<Hearts>(&Rules::default(), &FILE, 1, 3);
}

#[test]
fn values_are_means_of_plain_playouts() {
    checks::check_values::<Hearts>(&Rules::default(), &FILE, 2, 2);
    // Without the pass, late decisions have few possible deals.
    let complete =
        checks::check_values::<Hearts>(&Rules { pass_cards: false, ..Rules::default() }, &FILE, 2, 2);
    assert!(complete > 0, "no decision with a complete list of deals");
}

#[test]
fn true_worlds_have_more_weight_than_dealt_worlds() {
    checks::check_weights::<Hearts>(&Rules::default(), &FILE, 40);
}

#[test]
fn replays_lead_to_the_same_game_and_steps_keep_the_view() {
    checks::check_worlds::<Hearts>(&Rules::default(), &FILE, 3, 5);
}

#[test]
fn closed_games_have_the_same_course() {
    checks::check_courses::<Hearts>(&Rules::default(), 9, 6);
}

#[test]
fn chains_visit_deals_uniformly() {
    let hidden = |game: &Hearts| format!("{:?}", [0, 1, 2, 3].map(|seat| View::of(game, seat).hand));
    checks::check_steps::<Hearts>(&Rules::default(), 4, 12, hidden);
}

/// The check is the same for every game and takes a minute. `cargo test` runs it for Dou Dizhu,
/// `.ci/extra long` (`REVIEWS=all`) for this game too.
#[test]
fn reviews_charge_errors_and_not_the_reviewer_itself() {
    if std::env::var_os("REVIEWS").is_none() {
        return;
    }
    checks::check_reviews::<Hearts>(&Rules::default(), &FILE, 4, 3.0);
}

/// The measures are the number of high spades and the number of hearts of the next seat.
#[test]
fn weights_are_unbiased_under_random_play() {
    checks::check_priors::<Hearts, 2>(&Rules::default(), 1500, |game, own| {
        let hand = View::of(game, (own + 1) % 4).hand;
        let spades = hand.iter().filter(|card| card.suit() == Card::SPADES && card.rank() > 10);
        [spades.count() as f64, hand.iter().filter(|card| card.suit() == Card::HEARTS).count() as f64]
    });
}
