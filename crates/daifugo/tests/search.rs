//! The search on Daifugo.

use quadrille_daifugo::game::Table;
use quadrille_daifugo::rules::Rules;
use quadrille_players::checks;

const FILE: &[u8] = include_bytes!("../weights/policy.safetensors");

#[test]
fn searches_are_reproducible_across_threads_and_levels() {
    for rules in [Rules::UECDA, Rules::UECDA.of(3, 2).expect("a table")] {
        checks::check_search::<Table>(&rules, FILE, 1, 4);
    }
}

#[test]
fn values_are_means_of_plain_playouts() {
    checks::check_values::<Table>(&Rules::UECDA, FILE, 2, 4);
}

#[test]
fn true_worlds_have_more_weight_than_dealt_ones() {
    checks::check_weights::<Table>(&Rules::UECDA, FILE, 40);
}

#[test]
fn replays_reproduce_the_game_and_steps_keep_the_view() {
    for rules in [Rules::UECDA, Rules::UECDA.of(3, 2).expect("a table")] {
        checks::check_worlds::<Table>(&rules, 3, 10);
    }
}

#[test]
fn closed_games_have_the_same_course() {
    for rules in [Rules::UECDA, Rules::UECDA.of(3, 2).expect("a table")] {
        checks::check_courses::<Table>(&rules, 9, 6);
    }
}

#[test]
fn chains_visit_deals_uniformly() {
    let hidden = |table: &Table| table.game().map_or_else(String::new, |game| format!("{:?}", game.hands()));
    checks::check_steps::<Table>(&Rules::UECDA.of(3, 2).expect("a table"), 4, 12, hidden);
}

/// The check is the same for every game and takes a minute. `cargo test` runs it for Dou Dizhu,
/// `.ci/extra long` (`REVIEWS=all`) for this game too.
#[test]
fn reviews_charge_errors_and_not_the_reviewer_itself() {
    if std::env::var_os("REVIEWS").is_none() {
        return;
    }
    checks::check_reviews::<Table>(&Rules::UECDA, FILE, 2, 0.5);
}
