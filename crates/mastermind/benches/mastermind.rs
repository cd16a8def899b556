//! Scores a second, rung by rung and level by level, and whole evaluations.

use std::ops::ControlFlow;

use divan::{Bencher, black_box, counter::ItemsCount};
use quadrille_lanes::Level;
use quadrille_mastermind::{
    BitPlanes, CodeSet, Codeword, Game, Play, Repeats, Strategy, evaluate,
    ladder::{
        self,
        packed::{self, Packed},
        plain, sets,
    },
};

const SIZES: [(u32, u32); 4] = [(4, 6), (5, 8), (6, 9), (8, 8)];

fn main() {
    divan::main();
}

fn game((pins, colors): (u32, u32)) -> Game {
    Game::new(pins, colors, Repeats::Allowed).expect("a game")
}

/// Up to 32768 codewords spread evenly over a game, and one guess from its middle.
fn sample(game: Game) -> (Codeword, Vec<Codeword>) {
    let step = (game.codewords() / 32768).max(1) as usize;
    let secrets: Vec<Codeword> = game.iter().step_by(step).collect();
    (secrets[secrets.len() / 2 + 1], secrets)
}

#[divan::bench(args = SIZES)]
fn plain_loop(bencher: Bencher<'_, '_>, size: (u32, u32)) {
    let (guess, secrets) = sample(game(size));
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
    let secrets: Vec<Packed> = secrets.into_iter().map(Packed::new).collect();
    let guess = Packed::new(guess);
    assert_eq!(guess.score(guess), packed::score(sample(game(size)).0, sample(game(size)).0));
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
    let secrets = CodeSet::new(game, secrets);
    bencher
        .counter(ItemsCount::new(secrets.len()))
        .bench_local(|| sets::histogram(level, black_box(guess), &secrets));
}

fn levels() -> Vec<Level> {
    Level::available()
}

#[divan::bench(args = [(4, 6), (4, 10), (5, 8)], sample_count = 5)]
fn evaluate_knuth(size: (u32, u32)) -> u64 {
    let play = Play::new(Strategy::Knuth);
    let tally = evaluate(game(size), play, Level::best(), &|_| ControlFlow::Continue(()));
    tally.map_or(0, |tally| tally.total_turns())
}

#[divan::bench(args = levels().into_iter().flat_map(|level| SIZES.map(|size| (level, size))))]
fn sliced_vectors(bencher: Bencher<'_, '_>, (level, size): (Level, (u32, u32))) {
    let game = game(size);
    let (_, secrets) = sample(game);
    let guesses: Vec<Codeword> = secrets.iter().copied().step_by(secrets.len() / 32).collect();
    let secrets = BitPlanes::new(game, secrets);
    bencher
        .counter(ItemsCount::new(secrets.len() * guesses.len()))
        .bench_local(|| ladder::sliced::histograms(level, black_box(&guesses), &secrets));
}

#[divan::bench(args = SIZES)]
fn by_hand(bencher: Bencher<'_, '_>, size: (u32, u32)) {
    let (guess, secrets) = sample(game(size));
    let counted = ladder::by_hand::Counted::new(secrets.iter().copied());
    bencher
        .counter(ItemsCount::new(secrets.len()))
        .bench_local(|| ladder::by_hand::histogram(black_box(guess), &counted));
}
