//! The networks' input cells, training, and the shipped policy.

use quadrille_doudizhu::Rules;
use quadrille_doudizhu::game::{Scoring, Setup, Table};
use quadrille_players::{checks, unpacked};

/// The SHA-256 of the weights after the first stage of the named training.
const FIRST: &str = "52a81ce9a495857497d2ad5dc78b8b1a0412b0e25e5a709ef35c34728af5ff76";

#[test]
fn cells_are_within_the_declared_sizes() {
    for setup in [Setup::default(), Setup::new(Rules::PAGAT, Scoring::Classic)] {
        checks::check_cells::<Table>(&setup, 1, 60);
    }
}

#[test]
fn hidden_cards_change_no_cell() {
    for setup in [Setup::default(), Setup::new(Rules::PAGAT, Scoring::Classic)] {
        checks::check_hidden_cards::<Table>(&setup, 2, 20);
    }
}

#[test]
fn trainings_are_deterministic() {
    checks::check_training::<Table>(&Setup::default());
}

#[test]
fn the_shipped_policy_plays_better_than_house_players() {
    let file = unpacked(include_bytes!("../weights/policy.safetensors.gz"));
    checks::check_policy::<Table>(&Setup::default(), &file, 150, &[0.55, 0.62]);
}

#[test]
fn the_shipped_policy_comes_from_the_training_that_it_names() {
    let file = unpacked(include_bytes!("../weights/policy.safetensors.gz"));
    checks::check_origin::<Table>(&Setup::new(Rules::default(), Scoring::Wp), &file, FIRST);
}
