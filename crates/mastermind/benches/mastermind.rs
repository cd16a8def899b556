//! Scores per second, by implementation and vector level, and whole evaluations.

use divan::{Bencher, black_box, counter::ItemsCount};
use quadrille_mastermind::{
    BitPlanes, CodeSet, Codeword, Game, Level, Play, Repeats, Strategy, evaluate,
    kernels::{packed::Packed, sets, sliced},
    plain,
};

const SIZES: [(u32, u32); 4] = [(4, 6), (5, 8), (6, 9), (8, 8)];

fn main() {
    divan::main();
}

fn game((pins, colors): (u32, u32)) -> Game {
    Game::new(pins, colors, Repeats::Allowed).expect("a game")
}

/// Counts the secrets that give each feedback by the plain loop: the expected result of every
/// kernel.
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

/// Returns up to 32768 codewords spread evenly over a game, and one guess from its middle.
fn sample(game: Game) -> (Codeword, Vec<Codeword>) {
    let step = (game.codewords() / 32768).max(1) as usize;
    let secrets: Vec<Codeword> = game.iter().step_by(step).collect();
    (secrets[secrets.len() / 2 + 1], secrets)
}

#[divan::bench(args = SIZES)]
fn plain_loop(bencher: Bencher<'_, '_>, size: (u32, u32)) {
    let (guess, secrets) = sample(game(size));
    let known = expected(guess, &secrets);
    assert_eq!(known.iter().sum::<u32>() as usize, secrets.len());
    assert_eq!(known.last(), Some(&1), "the guess is one of the secrets, once");
    bencher.counter(ItemsCount::new(secrets.len())).bench_local(|| {
        let mut histogram = [0u32; 153];
        for &secret in &secrets {
            histogram[plain::score(secret, black_box(guess)).index()] += 1;
        }
        histogram
    });
}

#[divan::bench(args = SIZES)]
fn one_word(bencher: Bencher<'_, '_>, size: (u32, u32)) {
    let (guess, secrets) = sample(game(size));
    let known = expected(guess, &secrets);
    let secrets: Vec<Packed> = secrets.into_iter().map(Packed::new).collect();
    let guess = Packed::new(guess);
    let mut found = vec![0; known.len()];
    for secret in &secrets {
        found[secret.score(guess).index()] += 1;
    }
    assert_eq!(found, known);
    bencher.counter(ItemsCount::new(secrets.len())).bench_local(|| {
        let mut histogram = [0u32; 153];
        for &secret in &secrets {
            histogram[secret.score(black_box(guess)).index()] += 1;
        }
        histogram
    });
}

#[divan::bench(args = levels().into_iter().flat_map(|level| SIZES.map(|size| (level, size))))]
fn vectors(bencher: Bencher<'_, '_>, (level, size): (Level, (u32, u32))) {
    let game = game(size);
    let (guess, secrets) = sample(game);
    let known = expected(guess, &secrets);
    let secrets = CodeSet::new(game, secrets);
    assert_eq!(sets::histogram(level, guess, &secrets), known);
    bencher
        .counter(ItemsCount::new(secrets.len()))
        .bench_local(|| sets::histogram(level, black_box(guess), &secrets));
}

fn levels() -> Vec<Level> {
    Level::available()
}

/// Sizes, first guesses and published totals of Knuth's rule.
const KNUTH: [((u32, u32), &str, u64); 3] =
    [((4, 6), "1122", 5801), ((4, 10), "1234", 58103), ((5, 8), "11223", 183_775)];

#[divan::bench(args = KNUTH, sample_count = 30)]
fn evaluate_knuth(bencher: Bencher<'_, '_>, (size, first, total): ((u32, u32), &str, u64)) {
    let game = game(size);
    let play = Play::new(Strategy::Knuth).with_first(game.parse(first).ok());
    bencher.counter(ItemsCount::new(game.codewords())).bench_local(|| {
        let tally = evaluate(game, play, Level::best(), &()).expect("fits in memory and is not cancelled");
        assert_eq!(tally.total_turns(), total);
    });
}

#[divan::bench(args = levels().into_iter().flat_map(|level| SIZES.map(|size| (level, size))))]
fn sliced_vectors(bencher: Bencher<'_, '_>, (level, size): (Level, (u32, u32))) {
    let game = game(size);
    let (_, secrets) = sample(game);
    let guesses: Vec<Codeword> = secrets.iter().copied().step_by(secrets.len() / 32).collect();
    let known: Vec<u32> = guesses.iter().flat_map(|&guess| expected(guess, &secrets)).collect();
    let secrets = BitPlanes::new(game, secrets);
    assert_eq!(sliced::histograms(level, &guesses, &secrets), known);
    bencher
        .counter(ItemsCount::new(secrets.len() * guesses.len()))
        .bench_local(|| sliced::histograms(level, black_box(&guesses), &secrets));
}
