//! Checks of games that networks learn, for their tests.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use quadrille_table::{Sample, View as _, draw};

use quadrille_lanes::Level;
use quadrille_learn::file::Set;
use quadrille_learn::{Network, Quantised};
use quadrille_progress::Meter;

use crate::choice::Chooser;
use crate::{Learnable, Training, TrainingError, TrainingState, combine, judges, measure, read};

/// The cells of a state, and of each action in order.
type Cells = (Vec<usize>, Vec<Vec<usize>>);

fn cells<G: Learnable>(view: &G::View<'_>) -> Cells {
    let listed = |list: &dyn Fn(&mut Vec<usize>)| {
        let mut cells = Vec::new();
        list(&mut cells);
        cells
    };
    let state = listed(&|cells| G::state(view, |cell| cells.push(cell)));
    let action = |place| {
        let action = view.choice(place).expect("a choice of the view");
        listed(&|cells| G::action(view, action, |cell| cells.push(cell)))
    };
    (state, (0..view.choices()).map(action).collect())
}

/// Plays games at random and calls `visit` with the game before each decision that a network makes, and a generator.
fn visit<G: Learnable>(
    setup: &G::Setup,
    seed: u64,
    games: u64,
    mut visit: impl FnMut(&mut G, &mut Xoshiro256PlusPlus),
) {
    let mut game = G::new(setup);
    for number in 0..games {
        let mut rng = StreamKey::new(seed, number).rng();
        game.deal(&mut rng);
        while let Some(learned) = game.view().map(|view| G::role(&view).is_some()) {
            if learned {
                visit(&mut game, &mut rng);
            }
            let view = game.view().expect("the same decision");
            let action = view.choice(draw(&mut rng, view.choices())).expect("a choice of the view");
            game.apply(action, |_| {});
        }
        game.close(&mut rng);
    }
}

/// Checks that cells are within their rows, each named once, and no more of them than the game says.
///
/// # Panics
/// They are not.
pub fn check_cells<G: Learnable>(setup: &G::Setup, seed: u64, games: u64) {
    let (mut decisions, mut most) = (0, 0);
    visit::<G>(setup, seed, games, |game, _| {
        let (state, actions) = cells::<G>(&game.view().expect("a decision"));
        let check = |cells: &[usize], length: usize| {
            let different: BTreeSet<usize> = cells.iter().copied().collect();
            assert_eq!(different.len(), cells.len(), "a cell is named twice: {cells:?}");
            assert!(different.last().is_none_or(|&last| last < length), "{cells:?} of {length}");
        };
        check(&state, G::STATE);
        for action in &actions {
            check(action, G::ACTION);
            most = most.max(state.len() + action.len());
        }
        decisions += 1;
    });
    assert!(decisions > games, "{decisions} decisions in {games} games");
    assert!(most <= G::MOST_CELLS, "{most} cells; the game says {}", G::MOST_CELLS);
    // A bound far from what happens costs precision.
    assert!(3 * most >= G::MOST_CELLS, "{most} cells; the game says {}", G::MOST_CELLS);
}

/// Checks that the cells are the same when the cards that the seat does not see are dealt anew.
///
/// # Panics
/// They are not.
pub fn check_hidden_cards<G: Learnable + Sample>(setup: &G::Setup, seed: u64, games: u64) {
    let (mut decisions, mut sampled, mut different) = (0u64, 0u64, 0u64);
    visit::<G>(setup, seed, games, |game, rng| {
        decisions += 1;
        let real = format!("{game:?}");
        let view = game.view().expect("a decision");
        let seen = cells::<G>(&view);
        let other = G::sample(&view, rng);
        if let Ok(mut other) = other {
            sampled += 1;
            different += u64::from(format!("{other:?}") != real);
            let view = other.view().expect("the same decision");
            assert!(cells::<G>(&view) == seen, "hidden cards change the cells: {view:?}");
        }
    });
    assert!(2 * sampled > decisions, "{sampled} of {decisions} decisions sampled");
    assert!(2 * different > sampled, "{different} of {sampled} samples are other games");
}

/// A training of a few games: two stages of two slots.
fn short<G: Learnable>(setup: &G::Setup, seed: u64) -> Training<G> {
    Training {
        setup: setup.clone(),
        seed,
        games: 128,
        slots: 2,
        slot_games: 32,
        update_games: 8,
        rate: [1e-3, 1e-4],
        explore: 0.1,
    }
}

fn train<G: Learnable>(training: &Training<G>, level: Level, stages: u64) -> TrainingState {
    let mut state = training.begin().expect("the game's networks");
    for stage in 0..stages.min(training.stages()) {
        let slot = |slot| training.run_slot(level, state.clone(), stage, slot, &()).expect("small weights");
        state = combine(&(0..training.slots).map(slot).collect::<Vec<_>>());
    }
    state
}

/// Checks that a short training gives the same weights at every vector level, and others for another seed; and that
/// integers choose as `f32` does in most decisions.
///
/// # Panics
/// They do not.
pub fn check_training<G: Learnable>(setup: &G::Setup) {
    let training = short::<G>(setup, 1);
    let zeros: [fn(&mut Training<G>); 4] = [
        |training| training.games = 0,
        |training| training.slots = 0,
        |training| training.slot_games = 0,
        |training| training.update_games = 0,
    ];
    for zero in zeros {
        let mut wrong = training.clone();
        zero(&mut wrong);
        assert!(matches!(wrong.begin(), Err(TrainingError::Zero { .. })), "{wrong:?}");
        let refused = wrong.run_slot(Level::best(), Vec::new(), 0, 0, &());
        assert!(matches!(refused, Err(TrainingError::Zero { .. })), "{wrong:?}");
    }
    let state = train(&training, Level::scalar(), 2);
    for level in Level::available() {
        assert!(train(&training, level, 2) == state, "other weights at {level}");
    }
    assert!(train(&short::<G>(setup, 2), Level::best(), 2) != state, "another seed, the same weights");

    let integers = judges::<G>(Level::best(), &state).expect("small weights");
    let (mut by_floats, mut by_integers) = (Chooser::<Network>::default(), Chooser::<Quantised>::default());
    let (mut decisions, mut alike) = (0u64, 0u64);
    visit::<G>(setup, 3, 30, |game, _| {
        let view = game.view().expect("a decision");
        if view.choices() > 1 {
            let role = G::role(&view).expect("a network decides");
            by_floats.read::<G>(&view);
            by_integers.read::<G>(&view);
            decisions += 1;
            let best = by_integers.best(Level::best(), &integers[role]);
            alike += u64::from(by_floats.best(Level::best(), state[role].network()) == best);
        }
    });
    assert!(100 * alike >= 97 * decisions, "{alike} of {decisions} decisions alike");
}

/// Checks that the file of a policy is the game's, and that in each lineup its mean score is at least so much.
///
/// # Panics
/// It is not.
pub fn check_policy<G: Learnable>(setup: &G::Setup, file: &[u8], sittings: u64, at_least: &[f64]) {
    let judges = read::<G>(file).expect("a policy of the game");
    let mut sums = vec![0; at_least.len()];
    for sitting in 0..sittings {
        let key = StreamKey::new(1, sitting);
        let scores =
            measure::<G, _>(Level::best(), setup, &judges, key, &Meter::new(&())).expect("not cancelled");
        sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
    }
    for ((lineup, sum), at_least) in G::lineups(setup).iter().zip(sums).zip(at_least) {
        let mean = sum as f64 / (sittings * lineup.scores(G::SITTING)) as f64;
        assert!(mean >= *at_least, "{}: {mean}; expected at least {at_least}", lineup.name);
    }
}

/// Checks that a file's weights come from the training that it names: its first stages are trained anew, and the
/// digest is the one on record.
///
/// # Panics
/// It is another one, or the file says too little.
pub fn check_origin<G: Learnable>(setup: &G::Setup, file: &[u8]) {
    let Set { notes, .. } = Set::<Quantised>::from_bytes(file).expect("a file of integers");
    let note = |name: &str| notes.get(name).unwrap_or_else(|| panic!("no note `{name}`"));
    let whole = |name: &str| note(name).parse::<u64>().expect("a whole number");
    let number = |name: &str| note(name).parse::<f64>().expect("a number") as f32;
    let training = Training::<G> {
        setup: setup.clone(),
        seed: whole("seed"),
        games: whole("games"),
        slots: whole("slots") as u32,
        slot_games: whole("slot_games") as u32,
        update_games: whole("update_games") as u32,
        rate: [number("first_step"), number("last_step")],
        explore: number("explore"),
    };
    let state = train(&training, Level::best(), 3);
    let networks = G::ROLES.iter().zip(&state);
    let networks = networks.map(|(role, learner)| ((*role).to_owned(), learner.network().clone())).collect();
    let early = Set::<Network> { networks, notes: BTreeMap::new() };
    assert_eq!(&early.digest(), note("early_weights"));
}
