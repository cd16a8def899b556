//! The same seed gives the same bits, in any division into blocks and in replays.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use proptest::prelude::*;
use quadrille_combat::{Block, CancelToken, Cancelled, Pairs, Profile, Progress, Simulation, Stopped};
use quadrille_diagnostics::Source;

const EXAMPLES: [&str; 10] =
    ["fury", "shadow", "tank", "gacha", "raid", "cutthroat", "quartet", "frost", "warlord", "onmyoji"];

fn profile(name: &str) -> Profile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/combat/{name}.toml"));
    let text = std::fs::read_to_string(path).expect("an example");
    Profile::parse(&Source::new(name, text)).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

fn block(simulation: &Simulation, first: u64, count: u64) -> Block {
    let block = simulation.run_block(7, first, count, &()).expect("not cancelled");
    assert!(block.is_sound());
    block
}

#[test]
fn every_iteration_can_be_fought_again() {
    for name in EXAMPLES {
        let simulation = Simulation::new(&profile(name));
        let block = block(&simulation, 100, 40);
        let mut damage = 0;
        let mut events = 0;
        for (iteration, &dps) in (100..).zip(block.sample.values()) {
            let replay = simulation.replay(7, iteration, &()).expect("not cancelled");
            assert_eq!(replay.dps().map(f64::to_bits), Some(dps.to_bits()), "{name}, iteration {iteration}");
            assert_eq!(u128::from(replay.damage_milli), replay.totals.damage);
            assert!(replay.log.windows(2).all(|pair| pair[0].time <= pair[1].time));
            damage += replay.totals.damage;
            events += replay.totals.events;
        }
        assert_eq!((damage, events), (block.totals.damage, block.totals.events), "{name}");
    }
}

#[test]
fn blocks_add_up_to_the_whole() {
    for name in EXAMPLES {
        let simulation = Simulation::new(&profile(name));
        let whole = block(&simulation, 0, 60);
        for cut in [1, 17, 59] {
            let mut parts = block(&simulation, 0, cut);
            parts.merge(&block(&simulation, cut, 60 - cut)).expect("the next block");
            assert_eq!(parts.totals, whole.totals, "{name}");
            assert_eq!(parts.sample, whole.sample, "{name}");
        }
        assert!(block(&simulation, 0, 5).merge(&block(&simulation, 6, 5)).is_err());
        let other = Simulation::new(&profile(if name == "tank" { "fury" } else { "tank" }));
        assert!(block(&simulation, 0, 5).merge(&block(&other, 5, 5)).is_err());
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_block_comes_back_from_the_store() {
    let simulation = Simulation::new(&profile("tank"));
    let block = block(&simulation, 3, 20);
    let bytes = postcard::to_stdvec(&block).expect("serialisable");
    let back: Block = postcard::from_bytes(&bytes).expect("just stored");
    assert!(back.is_sound());
    assert_eq!(postcard::to_stdvec(&back).expect("serialisable"), bytes);

    // Inconsistent blocks are refused.
    let mut wrong = block.clone();
    wrong.totals.damage += 1;
    let bytes = postcard::to_stdvec(&wrong).expect("serialisable");
    assert!(postcard::from_bytes::<Block>(&bytes).is_err());

    let other = std::slice::from_ref(&simulation);
    let mut pairs = Pairs::run(&simulation, other, 7, 0, 10, &()).expect("not cancelled");
    let bytes = postcard::to_stdvec(&pairs).expect("serialisable");
    let back: Pairs = postcard::from_bytes(&bytes).expect("just stored");
    assert_eq!(postcard::to_stdvec(&back).expect("serialisable"), bytes);
    pairs.others[0].dps = quadrille_stats::Moments::new();
    let bytes = postcard::to_stdvec(&pairs).expect("serialisable");
    assert!(postcard::from_bytes::<Pairs>(&bytes).is_err());
}

#[test]
fn a_call_can_be_stopped() {
    let simulation = Simulation::new(&profile("tank"));
    let heard = Mutex::new(Vec::new());
    let observer = |progress: &Progress| {
        heard.lock().unwrap().push((progress.done, progress.total));
        if progress.done >= 600 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(simulation.run_block(1, 0, 10_000, &observer).err(), Some(Cancelled));
    let heard = heard.into_inner().unwrap();
    assert_eq!(heard[0], (0, Some(10_000)));
    assert!(heard.is_sorted() && heard.iter().all(|&(_, total)| total == Some(10_000)));
    // A fight has some hundreds of events, and the observer is called every few events.
    assert!(heard.windows(2).all(|pair| pair[1].0 - pair[0].0 < 20), "{heard:?}");
    assert!((600..620).contains(&heard[heard.len() - 1].0), "{heard:?}");

    // A call that is cancelled before it starts returns no result, however little there is to do.
    let token = CancelToken::new();
    token.cancel();
    let (simulation, others) = (&simulation, std::slice::from_ref(&simulation));
    assert_eq!(simulation.run_block(1, 0, 1, &token).err(), Some(Cancelled));
    assert_eq!(simulation.rates(1, 0, 1, &token), Err(Cancelled));
    assert_eq!(simulation.totals_plainly(1, 0, 1, &token), Err(Cancelled));
    assert_eq!(simulation.replay(1, 0, &token).err(), Some(Stopped::Cancelled));
    assert_eq!(Pairs::run(simulation, others, 1, 0, 1, &token).err(), Some(Cancelled));
}

/// A single fight of a hundred million swings is cancelled in the middle; the observer is called at
/// least every few thousand events.
#[test]
fn a_long_fight_can_be_stopped_in_the_middle() {
    let text = "[fight]\nlength = 500000\n[abilities.jab]\nevery = 0.005\ndamage = 1\n";
    let profile = Profile::parse(&Source::new("long.toml", text)).expect("a profile");
    let simulation = Simulation::new(&profile);
    let asked = AtomicU64::new(0);
    let at = Mutex::new(Progress::done(0));
    let after_1000 = |progress: &Progress| {
        *at.lock().unwrap() = progress.clone();
        let asked = asked.fetch_add(1, Relaxed);
        if asked >= 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(simulation.run_block(1, 0, 1, &after_1000).err(), Some(Cancelled));
    assert_eq!(at.lock().unwrap().done, 0, "no fight is done");
    asked.store(0, Relaxed);
    assert_eq!(simulation.replay_up_to(1, 0, 1000, &after_1000).err(), Some(Stopped::Cancelled));
    let at = at.into_inner().unwrap();
    // At most 4,096 swings of 0.005 s between calls: 1,000 calls cover at most 20,480 s of the
    // fight.
    assert!((1..20_480).contains(&at.done) && at.total == Some(500_000), "{at:?}");
}

#[test]
fn the_nearest_iteration_is_named() {
    let simulation = Simulation::new(&profile("fury"));
    let block = block(&simulation, 10, 50);
    let values = block.sample.values();
    let most = (0..50).max_by(|&a, &b| values[a].total_cmp(&values[b])).expect("fifty");
    assert_eq!(block.nearest_iteration(1e9), Some(10 + most as u64));
    assert_eq!(block.nearest_iteration(values[7]), Some(17));
}

/// A number without influence changes no bit: random streams are separate per source.
#[test]
fn common_luck_is_common() {
    let base = profile("fury");
    let same = base.vary(&[("resources.rage.cap", 100.0)]).expect("a number");
    let other = base.vary(&[("actor.crit", 0.33)]).expect("a number");
    let simulations = [&base, &same, &other].map(Simulation::new);
    let [base, same, other] = simulations;
    let pairs = Pairs::run(&base, &[same, other.clone()], 7, 0, 300, &()).expect("not cancelled");
    assert_eq!((pairs.others[0].difference.min(), pairs.others[0].difference.max()), (Some(0.0), Some(0.0)));
    assert!(pairs.others[1].gain(&pairs.base).expect("300 pairs") > 2.0);
    assert_eq!(pairs.base.mean(), block(&base, 0, 300).dps.mean());

    let half = |first, count| {
        Pairs::run(&base, std::slice::from_ref(&other), 7, first, count, &()).expect("not cancelled")
    };
    let mut parts = half(0, 100);
    parts.merge(&half(100, 200)).expect("the next block");
    assert_eq!(parts.base.count(), 300);
    assert!(parts.merge(&half(0, 5)).is_err());
}

/// Frozen results of conditions, procs and refreshes, which detect changes of the rules.
#[test]
fn the_examples_come_to_what_they_always_did() {
    let found = EXAMPLES.map(|name| {
        let totals = block(&Simulation::new(&profile(name)), 0, 50).totals;
        (name, totals.damage, totals.events)
    });
    assert_eq!(found, include!("profiles/frozen.rs"));
}

proptest! {
    /// Any path and any value give a valid profile or an error; never a panic, never an endless
    /// fight.
    #[test]
    fn any_number_can_be_varied(
        name in prop::sample::select(EXAMPLES.to_vec()),
        pick in any::<prop::sample::Index>(),
        value in prop_oneof![-2.0..3.0f64, 0.0..400.0f64, Just(0.0), Just(1.0), Just(1e9), Just(f64::NAN), Just(0.001)],
    ) {
        let profile = profile(name);
        let (path, _) = &profile.numbers()[pick.index(profile.numbers().len())];
        // A long fight with a thousand swings a second takes long and tests nothing new.
        prop_assume!(!(path.ends_with("length") || path.ends_with("limit")) || value < 400.0);
        if let Ok(varied) = profile.vary(&[(path.as_str(), value)]) {
            prop_assert_eq!(varied.number(path), Some(value));
            let simulation = Simulation::new(&varied);
            // The engine with wait sets uses the same lines as an engine that evaluates every line
            // after every event.
            prop_assert!(
                block(&simulation, 0, 2).totals == simulation.totals_plainly(7, 0, 2, &()).expect("not cancelled"),
                "{} = {}",
                path,
                value
            );
        }
    }
}
