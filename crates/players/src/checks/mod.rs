//! Checks of a learnable game and its players, for the tests of each game.

mod reviews;
mod worlds;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quadrille_lanes::Level;
use quadrille_learn::file::Set;
use quadrille_learn::{Network, Quantised};
use quadrille_progress::{Meter, Progress};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use quadrille_table::{Player as _, Sample, View as _, draw};

pub use self::reviews::{SelfReview, check_reviews, inserted_errors, self_review};
pub use self::worlds::{
    WorldScore, check_courses, check_priors, check_steps, check_weights, check_worlds, print_world_scores,
    real_worlds,
};
use crate::choice::Chooser;
use crate::search::{Budget, Reason, Search};
use crate::{
    Learnable, Policy, Searchable, Training, TrainingError, TrainingState, combine, judges, measure, read,
};

/// The indices of the network inputs (cells) that are 1 at a decision: first those of the state,
/// then those of each action.
type Cells = (Vec<usize>, Vec<Vec<usize>>);

fn cells<G: Learnable>(view: &G::View<'_>) -> Cells {
    let listed = |list: &dyn Fn(&mut Vec<usize>)| {
        let mut cells = Vec::new();
        list(&mut cells);
        cells
    };
    let state = listed(&|cells| G::state(view, |cell| cells.push(cell)));
    let action = |place| {
        let action = view.choice(place).expect("the view offers this choice");
        listed(&|cells| G::action(view, action, |cell| cells.push(cell)))
    };
    (state, (0..view.choices()).map(action).collect())
}

/// Plays random games. Before each decision for which the game has a network, calls `visit` with
/// the game and the generator of random numbers.
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
            let view = game.view().expect("the game is still at this decision");
            let action = view.choice(draw(&mut rng, view.choices())).expect("the view offers this choice");
            game.apply(action, |_| {});
        }
        game.close(&mut rng);
    }
}

/// Checks the cells of all decisions in random games. Every index of a cell must be in range and
/// listed at most once. At most [`Learnable::MOST_CELLS`] cells may be 1.
///
/// # Panics
/// If the check fails.
pub fn check_cells<G: Learnable>(setup: &G::Setup, seed: u64, games: u64) {
    let (mut decisions, mut most) = (0, 0);
    visit::<G>(setup, seed, games, |game, _| {
        let (state, actions) = cells::<G>(&game.view().expect("the game is at a decision"));
        let check = |cells: &[usize], length: usize| {
            let different: BTreeSet<usize> = cells.iter().copied().collect();
            assert_eq!(different.len(), cells.len(), "a cell is listed twice: {cells:?}");
            assert!(
                different.last().is_none_or(|&last| last < length),
                "a cell is not below {length}: {cells:?}"
            );
        };
        check(&state, G::STATE);
        for action in &actions {
            check(action, G::ACTION);
            most = most.max(state.len() + action.len());
        }
        decisions += 1;
    });
    assert!(decisions > games, "only {decisions} decisions in {games} games");
    assert!(most <= G::MOST_CELLS, "{most} cells are 1; the declared maximum is {}", G::MOST_CELLS);
    // The declared maximum must be at most three times the observed maximum. A larger maximum makes
    // the integer weights less precise.
    assert!(3 * most >= G::MOST_CELLS, "{most} cells are 1; the declared maximum is {}", G::MOST_CELLS);
}

/// Checks that the cells do not change when the hidden cards are dealt again.
///
/// # Panics
/// If the check fails.
pub fn check_hidden_cards<G: Learnable + Sample>(setup: &G::Setup, seed: u64, games: u64) {
    let (mut decisions, mut sampled, mut different) = (0u64, 0u64, 0u64);
    visit::<G>(setup, seed, games, |game, rng| {
        decisions += 1;
        let real = format!("{game:?}");
        let view = game.view().expect("the game is at a decision");
        let seen = cells::<G>(&view);
        let other = G::sample(&view, rng);
        if let Ok(mut other) = other {
            sampled += 1;
            different += u64::from(format!("{other:?}") != real);
            let view = other.view().expect("the new deal is at the same decision");
            assert!(cells::<G>(&view) == seen, "hidden cards change the cells: {view:?}");
        }
    });
    assert!(2 * sampled > decisions, "cards could be dealt again in only {sampled} of {decisions} decisions");
    assert!(2 * different > sampled, "only {different} of {sampled} new deals differ from the game");
}

/// Returns a short training: two stages of two slots.
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
    let mut state = training.begin().expect("the parameters are valid");
    for stage in 0..stages.min(training.stages()) {
        let slot =
            |slot| training.run_slot(level, state.clone(), stage, slot, &()).expect("the weights stay small");
        state = combine(&(0..training.slots).map(slot).collect::<Vec<_>>());
    }
    state
}

/// Checks a short training. Its weights must be equal at all vector levels, and differ for another
/// seed. Counts of 0 must be refused. The integer networks must nearly always choose the same
/// action as the `f32` networks.
///
/// # Panics
/// If the check fails.
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
    for level in levels().into_iter().skip(1) {
        assert!(train(&training, level, 2) == state, "the weights differ at {level}");
    }
    assert!(train(&short::<G>(setup, 2), Level::best(), 2) != state, "another seed gives the same weights");

    let integers = judges::<G>(Level::best(), &state).expect("the weights are small");
    let (mut by_floats, mut by_integers) = (Chooser::<Network>::default(), Chooser::<Quantised>::default());
    let (mut decisions, mut alike) = (0u64, 0u64);
    visit::<G>(setup, 3, 30, |game, _| {
        let view = game.view().expect("the game is at a decision");
        if view.choices() > 1 {
            let role = G::role(&view).expect("a network decides");
            by_floats.read::<G>(&view);
            by_integers.read::<G>(&view);
            decisions += 1;
            let best = by_integers.best(Level::best(), &integers[role]);
            alike += u64::from(by_floats.best(Level::best(), state[role].network()) == best);
        }
    });
    assert!(100 * alike >= 97 * decisions, "only {alike} of {decisions} choices agree with `f32`");
}

/// Searches some decisions of random games. Checks that the result does not depend on the number of
/// threads, the vector level, earlier or cancelled searches, or the hidden cards.
///
/// # Panics
/// If the check fails.
pub fn check_search<G: Searchable>(setup: &G::Setup, file: &[u8], seed: u64, games: u64) {
    let judges = read::<G>(file).expect("the file is a policy");
    let search = |level, threads| {
        Search::<G>::new(level, Arc::clone(&judges), Budget::Playouts(60)).with_threads(threads)
    };
    let mut kept = search(Level::best(), 1);
    let mut others: Vec<Search<G>> = levels().into_iter().map(|level| search(level, 2)).collect();
    others.push(search(Level::best(), 3));
    let (mut decisions, mut searched, mut different, mut stopped) = (0u64, 0u64, 0u64, 0u64);
    visit::<G>(setup, seed, games, |game, rng| {
        decisions += 1;
        if !decisions.is_multiple_of(13) {
            return;
        }
        let real = format!("{game:?}");
        let view = game.view().expect("the game is at a decision");
        let thought = kept.think(&view, decisions, &());
        assert!(view.permits(&thought.action), "{thought:?}");
        assert!(thought.playouts <= 60, "{thought:?}");
        searched += u64::from(thought.reason == Reason::Playouts);
        let place = (decisions % others.len() as u64) as usize;
        // A cancelled search returns the best action so far, and has no effect on the next search.
        let stop = |progress: &Progress| {
            if progress.done < decisions % 150 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let cancelled = others[place].think(&view, decisions, &stop);
        assert!(view.permits(&cancelled.action) && cancelled.playouts <= thought.playouts, "{cancelled:?}");
        if cancelled.playouts == 0
            && let Some(first) = cancelled.considered.first()
        {
            assert_eq!((cancelled.action, cancelled.reason), (first.action, Reason::Policy));
        }
        stopped += u64::from(cancelled.playouts < thought.playouts);
        assert_eq!(others[place].think(&view, decisions, &()), thought, "search {place} gave another result");
        if let Ok(mut other) = G::sample(&view, rng) {
            different += u64::from(format!("{other:?}") != real);
            let view = other.view().expect("the new deal is at the same decision");
            assert_eq!(
                search(Level::best(), 1).think(&view, decisions, &()),
                thought,
                "hidden cards change the result"
            );
        }
    });
    check_interruption::<G>(setup, &judges);
    assert!(searched > games && different > games, "only {searched} searches, {different} new deals");
    assert!(stopped > 0, "no search was cancelled before its end");
}

/// Checks that cancellation interrupts a decision whose budget would last for hours. Checks that
/// every compared action gets at least one playout, even with a budget of 1 to 8 playouts, in turn.
fn check_interruption<G: Searchable>(setup: &G::Setup, judges: &Arc<[Quantised]>) {
    let search = |budget| Search::<G>::new(Level::best(), Arc::clone(judges), budget);
    let (mut slow, mut thinking) = (search(Budget::Playouts(Budget::MOST_PLAYOUTS)), 0u64);
    let (mut compared, mut budgets) = (0, (1..9).cycle());
    visit::<G>(setup, 8, 1, |game, rng| {
        let view = game.view().expect("the game is at a decision");
        if view.choices() > 1 && thinking < 5 {
            let calls = AtomicU64::new(0);
            let stop = |_: &Progress| match calls.fetch_add(1, Ordering::Relaxed) {
                0..20 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            };
            let action = slow.decide_cancellable(&view, rng, &Meter::new(&stop)).expect("an answer");
            assert!(view.permits(&action));
            thinking += u64::from(calls.into_inner() == 21);
        }
        let most = budgets.next().expect("the budgets are repeated");
        let thought = search(Budget::Playouts(most)).think(&view, 3, &());
        assert!(thought.playouts <= most as usize, "{thought:?}");
        assert!(thought.considered.iter().all(|considered| considered.playouts > 0), "{thought:?}");
        compared += usize::from(thought.considered.len() > 1);
    });
    assert!(thinking > 0, "no decision was interrupted");
    assert!(compared > 3, "only {compared} searches with at most 8 playouts compared actions");
}

/// Checks that [`Search::values_in`] returns the mean values of plain playouts by the policy, to
/// the last bit. At decisions with at most 20 possible deals of the hidden cards, the means are
/// over all these deals. Returns the number of these decisions.
///
/// # Panics
/// If the values differ in any bit.
pub fn check_values<G: Searchable>(setup: &G::Setup, file: &[u8], seed: u64, games: u64) -> u64 {
    let judges = read::<G>(file).expect("the file is a policy");
    let mut search = Search::<G>::new(Level::best(), Arc::clone(&judges), Budget::default()).with_threads(2);
    let mut player = Policy::<G, Quantised>::new(Level::scalar(), Arc::clone(&judges));
    let (mut decisions, mut compared, mut complete) = (0u64, 0u64, 0u64);
    visit::<G>(setup, seed, games, |game, rng| {
        decisions += 1;
        let view = game.view().expect("the game is at a decision");
        if view.choices() < 2 {
            return;
        }
        // If 400 random deals include at most 20 different deals, there are almost certainly no
        // other deals.
        let mut different: BTreeMap<String, G> = BTreeMap::new();
        for _ in 0..400 {
            if let Ok(deal) = G::sample(&view, rng) {
                different.insert(format!("{deal:?}"), deal);
            }
            if different.len() > 20 {
                break;
            }
        }
        let is_complete = different.len() <= 20 && different.len() > 1;
        if !decisions.is_multiple_of(9) && !is_complete {
            return;
        }
        complete += u64::from(is_complete);
        let worlds: Vec<G> = different.into_values().take(if is_complete { 20 } else { 5 }).collect();
        let actions: Vec<G::Action> =
            (0..view.choices().min(6)).filter_map(|place| view.choice(place)).collect();
        let values = search.values_in(&view, &actions, &worlds, false);
        let seat = view.seat();
        for (&action, value) in actions.iter().zip(values) {
            let mut sum = 0.0;
            for (number, world) in worlds.iter().enumerate() {
                // Some games draw random numbers at their end. The playout therefore uses the same
                // random stream as the search.
                let mut rng = StreamKey::new(0, 2).substream(number as u64).rng();
                let mut game = world.clone();
                game.apply(action, |_| {});
                while let Some(view) = game.view() {
                    let action = player.decide(&view, &mut rng).expect("a policy always answers");
                    game.apply(action, |_| {});
                }
                let outcome = game.close(&mut rng).expect("a game in play is not thrown in");
                sum += f64::from(G::target(game.setup(), &outcome, seat));
            }
            let expected = sum / worlds.len() as f64;
            assert!(value.to_bits() == expected.to_bits(), "{action:?}: {value}; expected {expected}");
            compared += 1;
        }
    });
    assert!(compared > 20, "only {compared} values were compared");
    complete
}

/// Checks that a file is a policy of the game. Checks for each lineup that the policy's mean score
/// is at least the entry of `at_least` for the lineup.
///
/// # Panics
/// If the check fails.
pub fn check_policy<G: Learnable>(setup: &G::Setup, file: &[u8], sittings: u64, at_least: &[f64]) {
    let judges = read::<G>(file).expect("the file is a policy");
    let mut sums = vec![0; at_least.len()];
    for sitting in 0..sittings {
        let key = StreamKey::new(1, sitting);
        let scores =
            measure::<G, _>(Level::best(), setup, &judges, key, &Meter::new(&())).expect("not cancelled");
        sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
    }
    for ((lineup, sum), at_least) in G::lineups(setup).iter().zip(sums).zip(at_least) {
        let mean = sum as f64 / (sittings * lineup.scores(G::SITTING)) as f64;
        assert!(mean >= *at_least, "lineup {}: mean score {mean}; expected at least {at_least}", lineup.name);
    }
}

/// Checks that the notes of a file of weights describe its training. Repeats the first stage of
/// this training, and compares the digest of the weights with `first`. If the environment variable
/// `DETERMINISM` is `all`, also repeats the second and the third stage, and compares the digest of
/// the weights with the note `early_weights` of the file.
///
/// # Panics
/// If a digest differs, or the file does not describe the training.
pub fn check_origin<G: Learnable>(setup: &G::Setup, file: &[u8], first: &str) {
    let Set { notes, .. } = Set::<Quantised>::from_bytes(file).expect("the file has integer weights");
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
    let digest = |stages| {
        let state = train(&training, Level::best(), stages);
        let networks = G::ROLES.iter().zip(&state);
        let networks =
            networks.map(|(role, learner)| ((*role).to_owned(), learner.network().clone())).collect();
        Set::<Network> { networks, notes: BTreeMap::new() }.digest()
    };
    assert_eq!(digest(1), first);
    if everything() {
        assert_eq!(&digest(3), note("early_weights"));
    }
}

/// Returns whether the environment variable `DETERMINISM` is `all`. In this case, the checks cover
/// more stages of a training, and all vector levels.
fn everything() -> bool {
    std::env::var("DETERMINISM").is_ok_and(|which| which == "all")
}

/// Returns the vector levels at which a check runs. If [`everything`] returns true, these are all
/// available levels, otherwise the scalar level and the best level.
fn levels() -> Vec<Level> {
    if everything() { Level::available() } else { vec![Level::scalar(), Level::best()] }
}
