//! Whole games: `cargo bench -p quadrille-doudizhu --bench games`. Items are games, unless stated
//! otherwise. Every benchmark checks its result before it is timed.

use divan::{Bencher, black_box, counter::ItemsCount};
use quadrille_doudizhu::arena::{self, play_deals};
use quadrille_doudizhu::game::{Contract, Deal, Outcome, Position, Scoring, Seat, Setup, Table};
use quadrille_doudizhu::players::{
    Faults, PerSeatRng, Player, PlayerKind, PlayerRng, Random, Rule, SeatFaults, play_on,
};
use quadrille_doudizhu::{MoveBuffer, Rules};
use quadrille_progress::Meter;
use quadrille_random::StreamKey;

const GAMES: u64 = 1000;
const SETUP: Setup = Setup::new(Rules::RLCARD, Scoring::Adp);
const LANDLORD: Seat = Seat::ALL[0];

fn main() {
    divan::main();
}

fn rng(stream: u64) -> PlayerRng {
    StreamKey::new(31459, stream).rng()
}

/// Plays a game from its first card to its last.
fn playout<P: Player<Table>>(
    table: &mut Table,
    seats: &mut PerSeatRng<'_, P, 3>,
    deal: &Deal,
    faults: &mut SeatFaults<3>,
) -> Outcome {
    table.begin_at(&SETUP, Contract::plain(LANDLORD), deal.stock(), Position::new(deal, LANDLORD));
    let played = play_on(table, seats, &mut rng(0), faults, &Meter::new(&()));
    played.expect("no cancellation").expect("the game is over")
}

/// Plays games with three players, from the deal to the last card. Returns the number of moves,
/// passes included, and the number of games that the landlord wins.
fn games<P: Player<Table>>(players: &mut [P; 3], dealer: &mut PlayerRng) -> (usize, u64) {
    let mut seats = PerSeatRng::new(players.each_mut(), [rng(1), rng(2), rng(3)]);
    let mut table = Table::new(&SETUP);
    let (mut moves, mut wins) = (0, 0);
    for _ in 0..GAMES {
        let outcome = playout(&mut table, &mut seats, &Deal::random(dealer), &mut SeatFaults::default());
        moves += table.moves().len();
        wins += u64::from(outcome.landlord_won());
    }
    (moves, wins)
}

/// Replays the first games move by move: every move is legal, and the game ends exactly with the
/// last one.
fn check<P: Player<Table>>(players: &mut [P; 3]) {
    let mut table = Table::new(&SETUP);
    let mut seats = PerSeatRng::new(players.each_mut(), [rng(1), rng(2), rng(3)]);
    let mut dealer = rng(0);
    for _ in 0..GAMES / 10 {
        let deal = Deal::random(&mut dealer);
        let mut faults = SeatFaults::default();
        let outcome = playout(&mut table, &mut seats, &deal, &mut faults);
        assert_eq!(faults.0, [Faults::NONE; 3]);
        let mut again = Position::new(&deal, LANDLORD);
        for &(seat, chosen) in table.moves() {
            assert_eq!(again.turn(), seat);
            assert_eq!(again.read(SETUP.rules, chosen.cards()), Ok(chosen));
            again.play(chosen);
        }
        assert_eq!((Some(&again), again.winner()), (table.position(), Some(outcome.winner)));
    }
}

#[divan::bench]
fn random_games_a_second(bencher: Bencher<'_, '_>) {
    check(&mut [Random; 3]);
    let mut dealer = rng(0);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| games(&mut [Random; 3], &mut dealer));
}

#[divan::bench]
fn rule_games_a_second(bencher: Bencher<'_, '_>) {
    check(&mut [Rule; 3]);
    let mut dealer = rng(0);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| games(&mut [Rule; 3], &mut dealer));
}

/// Items are moves, passes included.
#[divan::bench]
fn random_moves_a_second(bencher: Bencher<'_, '_>) {
    let moves = games(&mut [Random; 3], &mut rng(0)).0;
    bencher.counter(ItemsCount::new(moves)).bench_local(|| games(&mut [Random; 3], &mut rng(0)));
}

/// Games of the arena: with tallies of bombs and springs, and players behind a `dyn`.
#[divan::bench(args = [[PlayerKind::Random; 3], [PlayerKind::Rule, PlayerKind::Random, PlayerKind::Random], [PlayerKind::Rule; 3]])]
fn arena(bencher: Bencher<'_, '_>, players: [PlayerKind; 3]) {
    let arena = arena::arena(SETUP, players, 100).expect("an arena");
    let tally = play_deals(&arena, 31459, 0..100, &()).expect("no cancellation");
    assert!(tally.is_sound() && tally.games == 300);
    bencher.counter(ItemsCount::new(300u64)).bench_local(|| play_deals(&arena, 31459, 0..100, &()));
}

/// Items are deals.
#[divan::bench]
fn deals(bencher: Bencher<'_, '_>) {
    let mut dealer = rng(0);
    let deal = Deal::random(&mut dealer);
    assert_eq!(Deal::new(deal.hands(), deal.stock()), Ok(deal));
    bencher.counter(ItemsCount::new(1u64)).bench_local(|| Deal::random(&mut dealer));
}

/// Items are copies of a position, each changed by a move.
#[divan::bench]
fn copies(bencher: Bencher<'_, '_>) {
    let position = Position::new(&Deal::random(&mut rng(0)), LANDLORD);
    let mut moves = MoveBuffer::new();
    position.moves(Rules::RLCARD, &mut moves);
    assert_eq!(moves.len(), Rules::RLCARD.count_leads(position.hand(LANDLORD)));
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        for &chosen in &moves {
            let mut copy = black_box(position);
            copy.play(chosen);
            black_box(copy);
        }
    });
}
