//! Stages: every shard of one knows all that came before it, and nothing of how the run was worked off.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;
use quadrille_experiment::runner::{Conditions, Ending};
use quadrille_experiment::{Conclusion, Experiment, Identity, Report, Shard, Stopped, Store, Watch, run};

/// A chain: each stage's shards multiply a number that only the whole stage before can tell.
#[derive(Default)]
struct Chain {
    /// The shards at which stages end, the last of all included.
    ends: Vec<u64>,
    /// Enough once the sum reaches this; 0 for never.
    enough: u64,
    /// How long a shard takes, in microseconds, by its number.
    delays: Vec<u64>,
    /// Stops when so many shards have been run; 0 for never.
    stop_after: u64,
    stop: Arc<AtomicBool>,
    ran: AtomicU64,
    /// What each stage was entered with: shards and sum of the prefix.
    entered: Mutex<Vec<(u64, u64)>>,
}

/// How many shards, and the sum of what they found.
type Sum = (u64, u64);

impl Chain {
    fn of(ends: &[u64]) -> Self {
        Self { ends: ends.to_vec(), ..Self::default() }
    }

    fn link(seed_and_number: u64, before: u64) -> u64 {
        (seed_and_number ^ before).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
    }

    fn stage(&self, shard: u64) -> usize {
        self.ends.iter().filter(|&&end| end <= shard).count()
    }
}

impl Experiment for Chain {
    type Partial = Sum;

    fn shards(&self) -> u64 {
        *self.ends.last().unwrap()
    }

    fn stage_end(&self, shard: u64) -> u64 {
        self.ends[self.stage(shard)]
    }

    fn enter_stage(&self, prefix: &Sum) {
        self.entered.lock().unwrap().push(*prefix);
    }

    fn run_shard(&self, shard: Shard, watch: &Watch<'_>) -> Result<Sum, Stopped> {
        watch.go_on()?;
        let before = match self.stage(shard.number) {
            0 => 0,
            // Panics where a shard begins before its stage is entered.
            stage => self.entered.lock().unwrap()[stage - 1].1,
        };
        std::thread::sleep(Duration::from_micros(
            self.delays.get(shard.number as usize).copied().unwrap_or(0),
        ));
        assert_eq!(
            self.entered.lock().unwrap().len(),
            self.stage(shard.number),
            "the next stage was entered meanwhile"
        );
        if self.ran.fetch_add(1, Ordering::Relaxed) + 1 == self.stop_after {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok((1, Self::link(shard.stream.rng().next_u64(), before)))
    }

    fn merge(&self, prefix: &mut Sum, next: Sum) {
        // Not commutative: the order of the shards shows.
        *prefix = (prefix.0 + next.0, prefix.1.wrapping_mul(31).wrapping_add(next.1) >> 1);
    }

    fn is_enough(&self, prefix: &Sum) -> bool {
        prefix.0 == self.enough
    }

    fn conclude(&self, _: &Sum) -> Conclusion {
        let report = Report { title: String::new(), lead: String::new(), metrics: vec![], sections: vec![] };
        Conclusion::new(&serde_json::Map::new(), report)
    }
}

/// The oracle: one shard after the other. What the stages were entered with, and the whole.
fn plainly(chain: &Chain, seed: u64) -> (Vec<Sum>, Sum) {
    let (mut entered, mut prefix) = (Vec::new(), (0, 0));
    for number in 0..chain.shards() {
        if chain.ends.contains(&number) {
            entered.push(prefix);
        }
        let before = entered.last().map_or(0, |&(_, sum)| sum);
        let link = Chain::link(quadrille_random::StreamKey::new(seed, number).rng().next_u64(), before);
        if number == 0 {
            prefix = (1, link);
        } else {
            chain.merge(&mut prefix, (1, link));
        }
        if chain.is_enough(&prefix) {
            break;
        }
    }
    (entered, prefix)
}

fn run_on(chain: &mut Chain, seed: u64, threads: usize, store: Option<&mut Store>) -> Ending<Sum> {
    let stop = Arc::clone(&chain.stop);
    run(chain, store, Conditions { seed, threads, stop: &stop, progress: &mut |_| {} }).unwrap()
}

/// Runs to the end without interruption, and compares with the oracle.
fn assert_plain(mut chain: Chain, seed: u64, threads: usize) {
    let (entered, expected) = plainly(&chain, seed);
    match run_on(&mut chain, seed, threads, None) {
        Ending::Complete { whole, shards } => {
            assert_eq!((whole, shards), (expected, expected.0), "{threads} threads");
        }
        Ending::Stopped { finished, .. } => panic!("stopped after {finished} shards"),
    }
    assert_eq!(*chain.entered.lock().unwrap(), entered, "{threads} threads");
}

#[test]
fn stages_begin_one_after_the_other_whatever_the_threads() {
    for ends in [&[1][..], &[5], &[1, 2, 3], &[2, 3, 9, 10], &[7, 20]] {
        for threads in [1, 2, 3, 7] {
            assert_plain(Chain::of(ends), 3, threads);
            // The first shard of all, and the last of the first stage, are late.
            let mut delays = vec![3000, 0, 0, 0, 0, 0, 2000];
            assert_plain(Chain { delays: delays.clone(), ..Chain::of(ends) }, 4, threads);
            delays.reverse();
            assert_plain(Chain { delays, ..Chain::of(ends) }, 5, threads);
        }
    }
}

#[test]
fn the_stop_rule_bites_within_a_stage_and_at_its_end() {
    // After the first of all, within the first and the second stage, at the very end of either: nothing more is entered.
    for enough in [1, 3, 4, 6, 9, 12] {
        for threads in [1, 2, 3, 7] {
            assert_plain(Chain { enough, ..Chain::of(&[4, 9, 12]) }, 1, threads);
        }
    }
}

/// A stage that claims to end where it began, or beyond all shards.
struct Confused(Chain);

impl Experiment for Confused {
    type Partial = Sum;

    fn shards(&self) -> u64 {
        6
    }

    fn stage_end(&self, shard: u64) -> u64 {
        if shard < 3 { shard } else { u64::MAX }
    }

    fn run_shard(&self, shard: Shard, _: &Watch<'_>) -> Result<Sum, Stopped> {
        Ok((1, shard.number))
    }

    fn merge(&self, prefix: &mut Sum, next: Sum) {
        self.0.merge(prefix, next);
    }

    fn conclude(&self, whole: &Sum) -> Conclusion {
        self.0.conclude(whole)
    }
}

#[test]
fn a_stage_has_a_shard_at_least_and_ends_with_the_last() {
    let stop = AtomicBool::new(false);
    let conditions = Conditions { seed: 0, threads: 3, stop: &stop, progress: &mut |_| {} };
    let ending = run(&mut Confused(Chain::default()), None, conditions).unwrap();
    assert!(matches!(ending, Ending::Complete { shards: 6, .. }), "{ending:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any stages, any finishing order, stopped again and again: the oracle's bytes, every stage entered once a session.
    #[test]
    fn interruptions_leave_no_trace(
        seed: u64,
        lengths in prop::collection::vec(1u64..6, 1..5),
        enough in prop_oneof![Just(0), 1u64..20],
        delays in prop::collection::vec(0u64..400, 24),
        threads in prop::sample::select(vec![1, 2, 3, 7]),
        stops in prop::collection::vec(1u64..6, 0..6),
    ) {
        let ends: Vec<u64> =
            lengths.iter().scan(0, |end, length| { *end += length; Some(*end) }).collect();
        let chain = |stop_after| Chain { enough, delays: delays.clone(), stop_after, ..Chain::of(&ends) };
        let (entered, expected) = plainly(&chain(0), seed);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.sqlite");
        let identity = Identity::new("test", "", &[], seed, "0");
        let mut finished_before = 0;
        for stop_after in stops.into_iter().chain([0]) {
            let mut store = Store::open(&file).unwrap();
            store.begin(&identity, 0, "{}").unwrap();
            let mut chain = chain(stop_after);
            let ending = run_on(&mut chain, seed, threads, Some(&mut store));
            let seen = chain.entered.lock().unwrap().clone();
            match ending {
                Ending::Complete { whole, .. } => {
                    prop_assert_eq!(whole, expected);
                    prop_assert_eq!(seen, &entered[..]);
                }
                Ending::Stopped { finished, .. } => {
                    prop_assert!(stop_after > 0, "nobody stopped it");
                    prop_assert!(finished >= finished_before, "shards were lost");
                    prop_assert!(entered.starts_with(&seen), "{:?} is not the beginning of {:?}", seen, entered);
                    finished_before = finished;
                }
            }
        }
    }
}
