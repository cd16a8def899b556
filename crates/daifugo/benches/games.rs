//! Generation of melds, and whole games: `cargo bench -p quadrille-daifugo --bench games`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use quadrille_daifugo::arena::{Arena, play_round};
use quadrille_daifugo::game::{Action, Table};
use quadrille_daifugo::melds::{Hand, Meld, Melds, Order, Trick, follows, leads, plain};
use quadrille_daifugo::players::{Match, PlayerKind};
use quadrille_daifugo::rules::Rules;
use quadrille_random::StreamKey;
use quadrille_table::Observer;

fn main() {
    divan::main();
}

/// The input of the generator: hand, trick, order.
type Position = (Hand, Option<Trick>, Order);

/// Records every position of a game.
#[derive(Default)]
struct Positions(Vec<Position>);

impl Observer<Table> for Positions {
    fn acts(&mut self, table: &Table, seat: usize, action: Action) {
        if let (Action::Move(_), Some(game)) = (action, table.game()) {
            self.0.push((game.hand(seat), game.trick(), game.order()));
        }
    }
}

/// Returns positions of games between players of a kind: too many for a branch predictor to
/// memorise.
fn positions(player: PlayerKind, wanted: impl Fn(&Position) -> bool) -> Vec<Position> {
    let mut table = Match::new(Rules::UECDA, [player; 5]).expect("five players");
    let (mut deals, mut moves) = (StreamKey::new(1, 0).rng(), StreamKey::new(1, 1).rng());
    let mut positions = Positions::default();
    for _ in 0..4000 {
        table.play(&mut deals, &mut moves, &mut positions);
    }
    positions.0.retain(wanted);
    positions.0
}

fn generate(&(hand, trick, order): &Position, melds: &mut Melds) -> usize {
    match trick {
        None => leads(hand, order, melds),
        Some(trick) => follows(hand, trick, order, melds),
    }
    melds.len()
}

fn by_trying_all(every: &[Meld], &(hand, trick, order): &Position) -> Vec<Meld> {
    match trick {
        None => plain::leads(every, hand, order),
        Some(trick) => plain::follows(every, hand, trick, order),
    }
}

/// Number of positions per sample: few enough to run without interruption. Successive samples use
/// different positions.
const AT_ONCE: usize = 2048;

fn generation(bencher: Bencher<'_, '_>, positions: &[Position]) {
    let mut melds = Melds::new();
    // Compares the generator with the plain enumeration before timing.
    let every = plain::every_meld(1);
    for position in positions.iter().step_by(positions.len().div_ceil(100)) {
        generate(position, &mut melds);
        assert_eq!(melds.to_vec(), by_trying_all(&every, position));
    }
    let mut samples = positions.chunks_exact(AT_ONCE).cycle();
    bencher
        .counter(ItemsCount::new(AT_ONCE))
        .with_inputs(|| samples.next().unwrap_or(positions))
        .bench_local_values(|positions| {
            black_box(positions).iter().map(|position| generate(position, &mut melds)).sum::<usize>()
        });
}

#[divan::bench(args = [PlayerKind::Random, PlayerKind::Greedy])]
fn melds_of_all_moves(bencher: Bencher<'_, '_>, player: PlayerKind) {
    generation(bencher, &positions(player, |_| true));
}

#[divan::bench]
fn melds_of_leads(bencher: Bencher<'_, '_>) {
    generation(bencher, &positions(PlayerKind::Random, |position| position.1.is_none()));
}

#[divan::bench]
fn melds_of_follows(bencher: Bencher<'_, '_>) {
    generation(bencher, &positions(PlayerKind::Random, |position| position.1.is_some()));
}

#[divan::bench]
fn melds_of_follows_without_jokers(bencher: Bencher<'_, '_>) {
    generation(
        bencher,
        &positions(PlayerKind::Random, |position| position.1.is_some() && position.0.jokers == 0),
    );
}

#[divan::bench(sample_count = 10)]
fn melds_by_trying_all(bencher: Bencher<'_, '_>) {
    let positions = &positions(PlayerKind::Random, |_| true)[..100];
    let every = plain::every_meld(1);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        let melds = |position: &Position| by_trying_all(&every, position).len();
        black_box(positions).iter().map(melds).sum::<usize>()
    });
}

#[divan::bench(args = [PlayerKind::Random, PlayerKind::Greedy])]
fn games(bencher: Bencher<'_, '_>, player: PlayerKind) {
    const GAMES: usize = 20;
    let mut table = Match::new(Rules::UECDA, [player; 5]).expect("five players");
    let (mut deals, mut moves) = (StreamKey::new(1, 0).rng(), StreamKey::new(1, 1).rng());
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        for _ in 0..GAMES {
            table.play(&mut deals, &mut moves, &mut ());
        }
    });
    // Every game distributes 15 points.
    let series = table.series();
    assert_eq!(series.points().iter().sum::<u32>(), 15 * series.games());
}

/// Games with all proofs applied to every lead.
#[divan::bench]
fn games_of_an_arena(bencher: Bencher<'_, '_>) {
    const GAMES: u64 = 50;
    let arena = Arena::new(Rules::UECDA, [PlayerKind::Greedy; 5], GAMES, 10).expect("a contest");
    let tally = play_round(&arena, 1, 0, &()).expect("not cancelled");
    assert_eq!((tally.games(), (0..5).map(|player| tally.points(player)).sum::<u64>()), (GAMES, 15 * GAMES));
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| play_round(&arena, 1, 0, &()));
}
