//! Inputs of networks, training, and the shipped policy.

use quadrille_daifugo::game::Table;
use quadrille_daifugo::rules::Rules;
use quadrille_players::{checks, unpacked};

/// The SHA-256 of the weights after the first stage of the named training.
const FIRST: &str = "98fbf4b070b34657bb7b0345df897533c73ee7c35416a36faaf0e3506fb381e1";

#[test]
fn cells_match_the_declared_sizes() {
    for setup in
        [Rules::UECDA, Rules::UECDA.of(3, 2).expect("a table"), Rules::UECDA.of(6, 0).expect("a table")]
    {
        checks::check_cells::<Table>(&setup, 1, 60);
    }
}

#[test]
fn hidden_cards_change_no_cell() {
    for setup in
        [Rules::UECDA, Rules::UECDA.of(3, 2).expect("a table"), Rules::UECDA.of(6, 0).expect("a table")]
    {
        checks::check_hidden_cards::<Table>(&setup, 2, 20);
    }
}

#[test]
fn trainings_are_reproducible() {
    checks::check_training::<Table>(&Rules::UECDA);
}

#[test]
fn the_shipped_policy_plays_better_than_house_players() {
    let file = unpacked(include_bytes!("../weights/policy.safetensors.gz"));
    checks::check_policy::<Table>(&Rules::UECDA, &file, 20, &[3.7]);
}

#[test]
fn the_shipped_policy_is_reproduced_by_its_named_training() {
    let file = unpacked(include_bytes!("../weights/policy.safetensors.gz"));
    checks::check_origin::<Table>(&Rules::UECDA, &file, FIRST);
}
