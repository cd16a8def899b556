//! States that are kept: one for each profile fights fights of any seed and number in any order, some of them broken
//! off, and each is the fight that a new state fights.
//!
//! `KEPT_INPUTS=20000 cargo test --release -p quadrille-combat kept` takes a longer look.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quadrille_diagnostics::Source;
use quadrille_progress::{Cancelled, Observer, Progress};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus, bounded};

use super::log::{EventSink, Lean, Log, NoLog, RawEvent};
use super::pace::Pace;
use super::{FightResult, Run, State};
use crate::plain::random_profile;
use crate::profile::Profile;
use crate::results::Totals;
use crate::simulation::{Simulation, is_lean};
use crate::units::Micros;

/// The examples, cut to some seconds.
const EXAMPLES: [&str; 11] = [
    "fury",
    "shadow",
    "tank",
    "gacha",
    "raid",
    "arcane",
    "cutthroat",
    "quartet",
    "frost",
    "warlord",
    "onmyoji",
];

fn inputs(usual: u64) -> u64 {
    std::env::var("KEPT_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The random choices of a test.
struct Draws(Xoshiro256PlusPlus);

impl Draws {
    fn new(test: u64) -> Self {
        Self(StreamKey::new(2026, test).rng())
    }

    /// A number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        NonZeroU64::new(n).map_or(0, |n| bounded::below_u64(&mut self.0, n))
    }

    /// A random profile; `None` if the draw makes none.
    fn profile(&mut self) -> Option<Profile> {
        let bytes: Vec<u8> = (0..700).map(|_| self.below(256) as u8).collect();
        Profile::parse(&Source::new("random.toml", random_profile(&bytes).as_str())).ok()
    }
}

/// An observer that says stop at a question.
struct StopAt(AtomicU64);

impl Observer for StopAt {
    fn observe(&self, _: &Progress) -> ControlFlow<()> {
        match self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// All that a fight comes to.
type Fought = (FightResult, Totals, Vec<(Micros, RawEvent)>);

fn fight<S: EventSink>(
    simulation: &Simulation,
    state: &mut State,
    sink: S,
    (seed, iteration): (u64, u64),
    observer: &dyn Observer,
) -> Result<(FightResult, Totals, S), Cancelled> {
    let mut totals = simulation.totals();
    let pace = Pace::of_one_fight(observer)?;
    let mut run = Run::new(&simulation.plan, state, &mut totals, sink, pace);
    let result = run.fight(seed, iteration)?;
    let sink = run.sink;
    Ok((result, totals, sink))
}

fn told(simulation: &Simulation, state: &mut State, number: (u64, u64)) -> Fought {
    let log = Log::new(usize::MAX);
    let (result, totals, log) = fight(simulation, state, log, number, &()).expect("nobody says stop");
    (result, totals, log.events)
}

/// So old that the next epoch is one that attacks have already: what they came to then must not be taken for what they
/// come to now.
fn age(state: &mut State) {
    state.epoch = u32::MAX;
    state.attacks.iter_mut().filter(|attack| attack.epoch > 0).for_each(|attack| attack.epoch = 1);
}

#[test]
fn states_serve_many_fights() {
    let mut draws = Draws::new(1);
    let (mut fights, mut stopped, mut lean) = (0, 0, 0);
    let mut examples = EXAMPLES.iter();
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
        let mut kept = State::new(&simulation.plan);
        // The way without a log has a state of its own: what is left out there is left as it was.
        let mut quiet = State::new(&simulation.plan);
        for _ in 0..12 {
            let number = (draws.below(4), draws.below(1000));
            if draws.below(3) == 0 {
                let stop = StopAt(draws.below(9).into());
                let log = Log::new(0);
                let broken_off =
                    fight(&simulation, &mut kept, log, (draws.below(4), draws.below(1000)), &stop);
                stopped += u64::from(broken_off.is_err());
            }
            if draws.below(8) == 0 {
                age(&mut kept);
            }
            let expected = told(&simulation, &mut State::new(&simulation.plan), number);
            let found = told(&simulation, &mut kept, number);
            let first = found.2.iter().zip(&expected.2).find(|(found, expected)| found != expected);
            assert_eq!(first, None, "fight {fights}");
            assert!(found == expected, "fight {fights}: other sums, or another end of the log");
            let quietly = if is_lean(&simulation) {
                lean += 1;
                fight(&simulation, &mut quiet, Lean, number, &()).map(|(result, totals, _)| (result, totals))
            } else {
                fight(&simulation, &mut quiet, NoLog, number, &()).map(|(result, totals, _)| (result, totals))
            };
            assert!(quietly == Ok((expected.0, expected.1)), "fight {fights}: other sums without a log");
            fights += 1;
        }
    }
    assert!(stopped > fights / 20 && lean > 0, "{stopped} {lean}");
}

/// The places that pairs fight in, one for each profile: any stretch of iterations, some of them broken off.
#[test]
fn scratches_serve_many_stretches() {
    let mut draws = Draws::new(2);
    let (mut stretches, mut stopped) = (0, 0);
    while stretches < inputs(600) {
        let Some(profile) = draws.profile() else { continue };
        let simulation = Simulation::new(&profile);
        let mut scratch = simulation.scratch();
        for _ in 0..8 {
            let (seed, first, count) = (draws.below(4), draws.below(1 << 40), draws.below(5));
            if draws.below(3) == 0 {
                let stop = StopAt((1 + draws.below(20)).into());
                let mut pace = Pace::of_fights(&stop, 20).expect("it goes on at first");
                stopped += u64::from(scratch.rates(seed, draws.below(100), 20, &mut pace).is_err());
            }
            let mut pace = Pace::of_fights(&(), count).expect("nobody says stop");
            let rates = scratch.rates(seed, first, count, &mut pace).expect("nobody says stop");
            let expected = simulation.rates(seed, first, count, &()).expect("nobody says stop");
            let bits = |rates: &[f64]| rates.iter().map(|rate| rate.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&rates), bits(&expected), "stretch {stretches}");
            stretches += 1;
        }
    }
    assert!(stopped > 0, "nothing was broken off");
}
