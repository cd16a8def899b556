//! Whole games: `cargo bench -p quadrille-doudizhu --bench games`. Items are games, unless it says otherwise.

use std::ops::ControlFlow;

use divan::{Bencher, black_box, counter::ItemsCount};
use quadrille_doudizhu::arena::Arena;
use quadrille_doudizhu::game::{Contract, Deal, Position, Scoring, Seat, Setup};
use quadrille_doudizhu::players::{Random, Style, Table};
use quadrille_doudizhu::{MoveBuffer, Rules};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

const GAMES: u64 = 1000;
const SETUP: Setup = Setup::new(Rules::RLCARD, Scoring::Adp);
const LANDLORD: Seat = Seat::ALL[0];

fn main() {
    divan::main();
}

fn rng(stream: u64) -> Xoshiro256PlusPlus {
    StreamKey::new(31459, stream).rng()
}

/// Three random players, from the deal to the last card; how many moves that takes is an item count of its own.
fn random_games(players: &mut [Random; 3], dealer: &mut Xoshiro256PlusPlus) -> u64 {
    let [first, second, third] = players;
    let mut table = Table { players: [first, second, third], luck: [rng(1), rng(2), rng(3)] };
    let contract = Contract::plain(LANDLORD);
    let mut moves = 0;
    for _ in 0..GAMES {
        let deal = Deal::random(dealer);
        let mut position = Position::new(&deal, LANDLORD);
        black_box(table.play(&SETUP, &contract, deal.stock(), &mut position, |_, _| moves += 1));
    }
    moves
}

#[divan::bench]
fn random_games_a_second(bencher: Bencher<'_, '_>) {
    let (mut players, mut dealer) = (<[Random; 3]>::default(), rng(0));
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| random_games(&mut players, &mut dealer));
}

/// Items are moves, passes included.
#[divan::bench]
fn random_moves_a_second(bencher: Bencher<'_, '_>) {
    let mut players = <[Random; 3]>::default();
    let moves = random_games(&mut players, &mut rng(0));
    bencher.counter(ItemsCount::new(moves)).bench_local(|| random_games(&mut players, &mut rng(0)));
}

/// The same through the arena: tallies, records of bombs and springs, players behind a `dyn`.
#[divan::bench(args = [[Style::Random; 3], [Style::Rule, Style::Random, Style::Random], [Style::Rule; 3]])]
fn arena(bencher: Bencher<'_, '_>, players: [Style; 3]) {
    let arena = Arena::new(SETUP, players, 31459);
    bencher
        .counter(ItemsCount::new(300u64))
        .bench_local(|| arena.run(0..100, &mut |_| ControlFlow::Continue(())));
}

/// Items are deals.
#[divan::bench]
fn deals(bencher: Bencher<'_, '_>) {
    let mut dealer = rng(0);
    bencher.counter(ItemsCount::new(1u64)).bench_local(|| Deal::random(&mut dealer));
}

/// Items are copies of a position, each changed by a move.
#[divan::bench]
fn copies(bencher: Bencher<'_, '_>) {
    let position = Position::new(&Deal::random(&mut rng(0)), LANDLORD);
    let mut moves = MoveBuffer::new();
    position.moves(Rules::RLCARD, &mut moves);
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        for &chosen in &moves {
            let mut copy = black_box(position);
            copy.play(chosen);
            black_box(copy);
        }
    });
}
