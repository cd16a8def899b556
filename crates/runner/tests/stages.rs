//! Stages: every shard of a stage depends on all earlier stages, and not on how the run was
//! executed.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;
use quadrille_memory::Need;
use quadrille_runner::progress::{Observer, Progress, Stopped};
use quadrille_runner::{
    Conclusion, Ending, Experiment, Identity, Report, ShardContext, Store, WorkError, open, run,
};

/// A chain: each stage's shards multiply a number that depends on all earlier stages.
#[derive(Clone, Default)]
struct Chain {
    seed: u64,
    /// The ends of stages, including the number of shards.
    ends: Vec<u64>,
    /// The stop rule: sufficient once the sum reaches this; 0 for never.
    enough: u64,
    /// The duration of each shard in microseconds.
    delays: Vec<u64>,
    /// Number of shards after which `stop` is set; 0 for never.
    stop_after: u64,
    stop: Arc<AtomicBool>,
    ran: Arc<AtomicU64>,
    /// For each stage but the first: number of shards and sum of the prefix before it.
    entered: Arc<Mutex<Vec<(u64, u64)>>>,
}

/// Number of shards, and the sum of their results.
type Sum = (u64, u64);

impl Chain {
    fn of(ends: &[u64]) -> Self {
        Self { ends: ends.to_vec(), ..Self::default() }
    }

    fn draw(&self, shard: u64) -> u64 {
        (self.seed ^ shard.rotate_left(32)).wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(23)
    }

    fn link(seed_and_number: u64, before: u64) -> u64 {
        (seed_and_number ^ before).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
    }

    fn stage_of(&self, shard: u64) -> usize {
        self.ends.iter().filter(|&&end| end <= shard).count()
    }
}

impl Experiment for Chain {
    type Partial = Sum;
    /// The prefix before the stage.
    type Stage = Option<Sum>;

    fn memory(&self, _: usize) -> Need {
        Need::NONE
    }

    fn shards(&self) -> u64 {
        *self.ends.last().unwrap()
    }

    fn stage_end(&self, shard: u64) -> u64 {
        self.ends[self.stage_of(shard)]
    }

    fn stage(&self, prefix: Option<&Sum>) -> Option<Sum> {
        self.entered.lock().unwrap().extend(prefix);
        prefix.copied()
    }

    fn run_shard(
        &self,
        shard: u64,
        stage: &Option<Sum>,
        context: &ShardContext<'_>,
    ) -> Result<Sum, WorkError> {
        context.report(0)?;
        assert_eq!(stage.is_some(), self.stage_of(shard) > 0);
        if let Some((shards, _)) = stage {
            assert_eq!(*shards, self.ends[self.stage_of(shard) - 1], "the value of another stage");
        }
        let before = stage.map_or(0, |(_, sum)| sum);
        std::thread::sleep(Duration::from_micros(self.delays.get(shard as usize).copied().unwrap_or(0)));
        if self.ran.fetch_add(1, Ordering::Relaxed) + 1 == self.stop_after {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok((1, Self::link(self.draw(shard), before)))
    }

    fn merge(&self, prefix: &mut Sum, next: Sum) {
        // The operation is not commutative: the result depends on the order of the shards.
        *prefix = (prefix.0 + next.0, prefix.1.wrapping_mul(31).wrapping_add(next.1) >> 1);
    }

    fn has_stop_rule(&self) -> bool {
        self.enough > 0
    }

    fn is_enough(&self, prefix: &Sum) -> bool {
        prefix.0 == self.enough
    }

    fn conclude(&self, whole: &Sum, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        Ok(Conclusion::new(&serde_json::json!({ "shards": whole.0, "sum": whole.1 }), Report::default()))
    }
}

/// Returns the oracle's result, one shard after the other: the prefixes before the stages, and the
/// whole.
fn plainly(chain: &Chain) -> (Vec<Sum>, Sum) {
    let (mut entered, mut prefix) = (Vec::new(), (0, 0));
    for number in 0..chain.shards() {
        if chain.ends.contains(&number) {
            entered.push(prefix);
        }
        let before = entered.last().map_or(0, |&(_, sum)| sum);
        let link = Chain::link(chain.draw(number), before);
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

fn run_on(chain: &Chain, threads: usize, store: Option<&mut Store>) -> Ending {
    let identity = Identity::new("test", "", &[], chain.seed, 1);
    let stop = Arc::clone(&chain.stop);
    let observer = move |_: &Progress| {
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    run(open(chain.clone()), &identity, store, threads, &observer).unwrap()
}

fn sum(conclusion: &Conclusion) -> Sum {
    let number = |key: &str| conclusion.result[key].as_u64().unwrap();
    (number("shards"), number("sum"))
}

/// Runs to the end without interruption, and compares with the oracle.
fn assert_plain(chain: &Chain, threads: usize) {
    let (entered, expected) = plainly(chain);
    match run_on(chain, threads, None) {
        Ending::Complete { conclusion, shards } => {
            assert_eq!((sum(&conclusion), shards), (expected, expected.0), "{threads} threads");
        }
        Ending::Stopped { finished, .. } => panic!("stopped after {finished} shards"),
    }
    assert_eq!(*chain.entered.lock().unwrap(), entered, "{threads} threads");
}

#[test]
fn stages_begin_one_after_the_other_whatever_the_threads() {
    for ends in [&[1][..], &[5], &[1, 2, 3], &[2, 3, 9, 10], &[7, 20]] {
        for threads in [1, 2, 3, 7] {
            assert_plain(&Chain { seed: 3, ..Chain::of(ends) }, threads);
            // The first shard of the run and the last shard of the first stage are late.
            let mut delays = vec![3000, 0, 0, 0, 0, 0, 2000];
            assert_plain(&Chain { seed: 4, delays: delays.clone(), ..Chain::of(ends) }, threads);
            delays.reverse();
            assert_plain(&Chain { seed: 5, delays, ..Chain::of(ends) }, threads);
        }
    }
}

#[test]
fn the_stop_rule_bites_within_a_stage_and_at_its_end() {
    // The run is stopped after the first shard, within the first and the second stage, and at the
    // end of either; no further stage is entered.
    for enough in [1, 3, 4, 6, 9, 12] {
        for threads in [1, 2, 3, 7] {
            assert_plain(&Chain { seed: 1, enough, ..Chain::of(&[4, 9, 12]) }, threads);
        }
    }
}

/// An experiment whose stages claim to end where they begin, or beyond all shards.
struct Confused(Chain);

impl Experiment for Confused {
    type Partial = Sum;
    type Stage = ();

    fn stage(&self, _: Option<&Sum>) {}

    fn memory(&self, _: usize) -> Need {
        Need::NONE
    }

    fn shards(&self) -> u64 {
        6
    }

    fn stage_end(&self, shard: u64) -> u64 {
        if shard < 3 { shard } else { u64::MAX }
    }

    fn run_shard(&self, shard: u64, (): &(), _: &ShardContext<'_>) -> Result<Sum, WorkError> {
        Ok((1, shard))
    }

    fn merge(&self, prefix: &mut Sum, next: Sum) {
        self.0.merge(prefix, next);
    }

    fn conclude(&self, whole: &Sum, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        self.0.conclude(whole, &())
    }
}

#[test]
fn a_stage_has_a_shard_at_least_and_ends_with_the_last() {
    let identity = Identity::new("test", "", &[], 0, 1);
    let ending = run(open(Confused(Chain::default())), &identity, None, 3, &()).unwrap();
    assert!(matches!(ending, Ending::Complete { shards: 6, .. }), "{ending:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// For any stages, order of completion and repeated cancellation, the bytes are the oracle's,
    /// and every stage is entered once per session.
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
        let chain = |stop_after| Chain { seed, enough, delays: delays.clone(), stop_after, ..Chain::of(&ends) };
        let (entered, expected) = plainly(&chain(0));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.sqlite");
        let identity = Identity::new("test", "", &[], seed, 1);
        let mut finished_before = 0;
        for stop_after in stops.into_iter().chain([0]) {
            let mut store = Store::open(&file).unwrap();
            store.begin(&identity, 0, "{}").unwrap();
            let chain = chain(stop_after);
            let ending = run_on(&chain, threads, Some(&mut store));
            let seen = chain.entered.lock().unwrap().clone();
            match ending {
                Ending::Complete { conclusion, .. } => {
                    prop_assert_eq!(sum(&conclusion), expected);
                    prop_assert_eq!(seen, &entered[..]);
                }
                Ending::Stopped { finished, .. } => {
                    prop_assert!(stop_after > 0, "the run was not stopped");
                    prop_assert!(finished >= finished_before, "shards were lost");
                    prop_assert!(entered.starts_with(&seen), "{:?} is not the beginning of {:?}", seen, entered);
                    finished_before = finished;
                }
            }
        }
    }
}
