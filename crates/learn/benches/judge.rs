//! Evaluation of actions in `f32` and in integers, and conversion of networks to integers, at every
//! vector level: `cargo bench -p quadrille-learn --bench judge`. Items are actions, or networks.
//!
//! The shapes are those of the games; the weights are random, and the inputs that are 1 are spread
//! evenly. Before an implementation is timed, its values are compared with those of the plain one.

use std::fmt;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use quadrille_lanes::Level;
use quadrille_learn::{Judge, Network, Quantised, Rows, Shape, plain};
use quadrille_random::StreamKey;

fn main() {
    divan::main();
}

/// The number of actions of a decision.
const ACTIONS: usize = 20;

/// The sizes of a network, and the numbers of inputs that are 1 of a state and of an action.
#[derive(Clone, Copy)]
struct Game {
    name: &'static str,
    sizes: [usize; 3],
    state: usize,
    action: usize,
}

const GAMES: [Game; 2] = [
    Game { name: "Dou Dizhu", sizes: [620, 256, 64], state: 100, action: 15 },
    Game { name: "Daifugo", sizes: [1133, 256, 32], state: 120, action: 30 },
];

/// A game at a vector level.
#[derive(Clone, Copy)]
struct Case(Game, Level);

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.name, self.1)
    }
}

fn cases() -> Vec<Case> {
    GAMES
        .iter()
        .flat_map(|&game| Level::available().into_iter().map(move |level| Case(game, level)))
        .collect()
}

impl Game {
    fn network(self, seed: u64) -> Network {
        let [inputs, first, second] = self.sizes;
        Network::random(Shape::new(inputs, first, second).expect("fits"), StreamKey::new(seed, 0))
    }

    fn quantised(self, level: Level, network: &Network) -> Quantised {
        Quantised::new(level, network, self.state + self.action).expect("small weights")
    }

    /// Returns a state from the lower half of the inputs, and actions from the upper half.
    fn rows(self) -> (Vec<u16>, Rows) {
        let half = self.sizes[0] / 2;
        // A half is divided into `count` parts, and the row selects one input of each.
        let cells = |begin: usize, count: usize, row: usize| {
            let part = half / count;
            (0..count).map(move |number| (begin + number * part + (row * 7 + number * 3) % part) as u16)
        };
        let mut actions = Rows::default();
        (0..ACTIONS).for_each(|row| actions.push(cells(half, self.action, row)));
        (cells(0, self.state, 1).collect(), actions)
    }
}

/// Times the evaluation of one decision, after a comparison with the plain implementation.
fn judge<J: Judge>(
    bencher: Bencher<'_, '_>,
    Case(game, level): Case,
    judge: &J,
    expected: impl Fn(&[u16]) -> J::Value,
) {
    let (state, actions) = game.rows();
    let (mut buffer, mut values) = (J::Buffer::default(), Vec::new());
    judge.judge(level, &state, &actions, &mut buffer, &mut values);
    assert_eq!(values.len(), ACTIONS);
    for (value, action) in values.iter().zip(actions.iter()) {
        assert!(*value == expected(&[&state, action].concat()), "{}", Case(game, level));
    }
    bencher
        .counter(ItemsCount::new(ACTIONS))
        .bench_local(|| judge.judge(level, black_box(&state), &actions, &mut buffer, &mut values));
}

#[divan::bench(args = cases())]
fn floats(bencher: Bencher<'_, '_>, case: &Case) {
    let network = case.0.network(1);
    judge(bencher, *case, &network, |cells| plain::value(&network, cells));
}

#[divan::bench(args = cases())]
fn integers(bencher: Bencher<'_, '_>, case: &Case) {
    let quantised = case.0.quantised(case.1, &case.0.network(1));
    judge(bencher, *case, &quantised, |cells| {
        let (value, fits) = plain::quantised_value(&quantised, cells);
        assert!(fits, "a sum overflows");
        value as i32
    });
}

/// Times the conversion of three networks to integers in reused memory, as training does after each
/// update.
#[divan::bench(args = cases())]
fn three_updates(bencher: Bencher<'_, '_>, &Case(game, level): &Case) {
    let networks = [1, 2, 3].map(|seed| game.network(seed));
    let expected = networks.each_ref().map(|network| game.quantised(Level::scalar(), network));
    let mut kept = [3, 1, 2].map(|seed| game.quantised(level, &game.network(seed)));
    let mut update = || {
        for (quantised, network) in kept.iter_mut().zip(&networks) {
            quantised.update(level, black_box(network)).expect("small weights");
        }
    };
    update();
    update();
    bencher.counter(ItemsCount::new(networks.len())).bench_local(update);
    assert!(kept == expected, "every level gives the same integers");
}
