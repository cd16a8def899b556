//! Reused states: one state per profile runs fights of any seed and number in any order, some of
//! them cancelled, and each result equals that of a new state.
//!
//! `KEPT_INPUTS=20000 cargo test --release -p quadrille-combat kept` runs more inputs.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quadrille_combat::internals::{LoggedFight, ReusedScratch, ReusedState, is_lean};
use quadrille_combat::{Profile, Simulation, Source, random_profile};
use quadrille_progress::{Observer, Progress};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus, bounded};

fn inputs(usual: u64) -> u64 {
    std::env::var("KEPT_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Random choices of a test.
struct Draws(Xoshiro256PlusPlus);

impl Draws {
    fn new(test: u64) -> Self {
        Self(StreamKey::new(2026, test).rng())
    }

    /// Returns a number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        NonZeroU64::new(n).map_or(0, |n| bounded::below_u64(&mut self.0, n))
    }

    /// Returns a random profile; `None` if it is invalid.
    fn profile(&mut self) -> Option<Profile> {
        let bytes: Vec<u8> = (0..700).map(|_| self.below(256) as u8).collect();
        Profile::parse(&Source::new("random.toml", random_profile(&bytes).as_str())).ok()
    }
}

/// An observer that cancels at its n-th call.
struct StopAt(AtomicU64);

impl Observer for StopAt {
    fn observe(&self, _: &Progress) -> ControlFlow<()> {
        match self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

fn logged(state: &mut ReusedState<'_>, number: (u64, u64)) -> LoggedFight {
    state.logged(number, usize::MAX, &()).expect("no cancellation")
}

#[test]
fn states_serve_many_fights() {
    let mut draws = Draws::new(1);
    let (mut fights, mut stopped, mut lean) = (0, 0, 0);
    let mut examples = crate::EXAMPLES.iter();
    while fights < inputs(3000) {
        let profile = match examples.next() {
            Some(name) => {
                let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
                    .join(format!("../../examples/combat/{name}.toml"));
                let text = std::fs::read_to_string(path).expect("an example");
                let profile = Profile::parse(&Source::new(*name, text.as_str())).expect("a profile");
                profile.vary(&[("fight.length", 6.0)]).ok()
            }
            None => draws.profile(),
        };
        let Some(profile) = profile else { continue };
        let simulation = Simulation::new(&profile);
        let mut kept = ReusedState::new(&simulation);
        // A separate state for runs without a log: their engine omits rules, so it leaves other
        // values in the state.
        let mut quiet = ReusedState::new(&simulation);
        for _ in 0..12 {
            let number = (draws.below(4), draws.below(1000));
            if draws.below(3) == 0 {
                let stop = StopAt(draws.below(9).into());
                let broken_off = kept.logged((draws.below(4), draws.below(1000)), 0, &stop);
                stopped += u64::from(broken_off.is_err());
            }
            if draws.below(8) == 0 {
                kept.age();
            }
            let expected = logged(&mut ReusedState::new(&simulation), number);
            let found = logged(&mut kept, number);
            assert_eq!(found.first_difference(&expected), None, "fight {fights}");
            assert!(found == expected, "fight {fights}: other sums, or another end of the log");
            lean += u64::from(is_lean(&simulation));
            let quietly = quiet.quietly(number, is_lean(&simulation));
            assert!(quietly == Ok(expected.sums), "fight {fights}: other sums without a log");
            fights += 1;
        }
    }
    assert!(stopped > fights / 20 && lean > 0, "{stopped} {lean}");
}

/// Reused states of paired comparisons: any range of iterations, some of them cancelled.
#[test]
fn scratches_serve_many_stretches() {
    let mut draws = Draws::new(2);
    let (mut stretches, mut stopped) = (0, 0);
    while stretches < inputs(600) {
        let Some(profile) = draws.profile() else { continue };
        let simulation = Simulation::new(&profile);
        let mut scratch = ReusedScratch::new(&simulation);
        for _ in 0..8 {
            let (seed, first, count) = (draws.below(4), draws.below(1 << 40), draws.below(5));
            if draws.below(3) == 0 {
                let stop = StopAt((1 + draws.below(20)).into());
                let rates =
                    scratch.rates((seed, draws.below(100), 20), &stop).expect("not cancelled at first");
                stopped += u64::from(rates.is_err());
            }
            let rates = scratch.rates((seed, first, count), &()).flatten().expect("no cancellation");
            let expected = simulation.rates(seed, first, count, &()).expect("no cancellation");
            let bits = |rates: &[f64]| rates.iter().map(|rate| rate.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&rates), bits(&expected), "stretch {stretches}");
            stretches += 1;
        }
    }
    assert!(stopped > 0, "nothing was broken off");
}
