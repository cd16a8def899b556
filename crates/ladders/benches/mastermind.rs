//! Benchmark of the fastest form of the program that the Mastermind ladder starts from.

use divan::{Bencher, black_box, counter::ItemsCount};
use quadrille_ladders::mastermind::by_hand;
use quadrille_mastermind::{Codeword, Game, Repeats, plain};

const SIZES: [(u32, u32); 4] = [(4, 6), (5, 8), (6, 9), (8, 8)];

fn main() {
    divan::main();
}

fn game((pins, colors): (u32, u32)) -> Game {
    Game::new(pins, colors, Repeats::Allowed).expect("a game")
}

/// Returns the number of secrets for each feedback of the guess, by the plain loop; the expected
/// result of every kernel.
fn expected(guess: Codeword, secrets: &[Codeword]) -> Vec<u32> {
    let mut histogram = vec![0; guess_feedbacks(guess)];
    for &secret in secrets {
        histogram[plain::score(secret, guess).index()] += 1;
    }
    histogram
}

fn guess_feedbacks(guess: Codeword) -> usize {
    (guess.pins() + 1) * (guess.pins() + 2) / 2
}

/// Returns up to 32768 codewords spread evenly over a game, and a guess from its middle.
fn sample(game: Game) -> (Codeword, Vec<Codeword>) {
    let step = (game.codewords() / 32768).max(1) as usize;
    let secrets: Vec<Codeword> = game.iter().step_by(step).collect();
    (secrets[secrets.len() / 2 + 1], secrets)
}

#[divan::bench(args = SIZES)]
fn by_hand(bencher: Bencher<'_, '_>, size: (u32, u32)) {
    let (guess, secrets) = sample(game(size));
    let counted = by_hand::Counted::new(secrets.iter().copied());
    assert_eq!(by_hand::histogram(guess, &counted), expected(guess, &secrets));
    bencher
        .counter(ItemsCount::new(secrets.len()))
        .bench_local(|| by_hand::histogram(black_box(guess), &counted));
}
