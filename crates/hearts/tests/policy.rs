//! The inputs of the networks, training, and the shipped policy.

use quadrille_hearts::{Hearts, Rules};
use quadrille_players::{checks, unpacked};

/// The SHA-256 of the weights after the first stage of the named training.
const FIRST: &str = "e8b5f74045de6fd5637a52c5d9bee19e02e404ec15580f2dfb26a5772412d576";

#[test]
fn cells_are_within_the_declared_limits() {
    for setup in [Rules::default(), Rules { jd_bonus: true, ..Rules::default() }] {
        checks::check_cells::<Hearts>(&setup, 1, 60);
    }
}

#[test]
fn hidden_cards_change_no_cell() {
    for setup in [Rules::default(), Rules { jd_bonus: true, ..Rules::default() }] {
        checks::check_hidden_cards::<Hearts>(&setup, 2, 20);
    }
}

#[test]
fn trainings_are_reproducible() {
    checks::check_training::<Hearts>(&Rules::default());
}

#[test]
fn the_shipped_policy_plays_better_than_house_players() {
    let file = unpacked(include_bytes!("../weights/policy.safetensors.gz"));
    checks::check_policy::<Hearts>(&Rules::default(), &file, 40, &[20.0]);
}

#[test]
fn the_shipped_policy_comes_from_the_training_that_it_names() {
    let file = unpacked(include_bytes!("../weights/policy.safetensors.gz"));
    checks::check_origin::<Hearts>(&Rules::default(), &file, FIRST);
}
