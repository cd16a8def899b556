//! Runs that store their merged prefix, and the files that they write with their results.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use quadrille_lanes::Level;
use quadrille_memory::Need;
use quadrille_runner::diagnostics::{Diagnostic, Source, toml::TomlTable};
use quadrille_runner::directory::Output;
use quadrille_runner::job::{ForeignResult, Job, Kind, StoredResult};
use quadrille_runner::keys::{Key, Presence, Shape};
use quadrille_runner::progress::{Observer, Progress, Stopped};
use quadrille_runner::runs::{Listing, SavedRun};
use quadrille_runner::runs::{RunFailure, RunOptions, RunState, RunSummary, in_directory, offline};
use quadrille_runner::{
    Absorbed, Conclusion, Coordinator, Experiment, ExperimentFile, Identity, OfflineShards, OpenJob,
    Registry, Report, ShardContext, Store, StoreError, Task, WorkError, Worker, open,
};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};

/// A small training: each slot of a stage continues from the result of the previous stage.
#[derive(Debug, Clone)]
struct Training {
    seed: u64,
    stages: u64,
    slots: u64,
    /// Number of learned numbers.
    size: usize,
    enough: Option<u64>,
    stores: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Learned {
    shards: u64,
    weights: Vec<f32>,
    slots: Vec<Vec<f32>>,
}

impl Learned {
    fn add(&mut self, next: Self, slots: u64) {
        self.shards += next.shards;
        self.slots.extend(next.slots);
        if self.slots.len() as u64 == slots {
            let sum = |number: usize| self.slots.iter().map(|slot| slot[number]).sum::<f32>();
            self.weights = (0..self.slots[0].len()).map(sum).collect();
            self.slots.clear();
        }
    }
}

impl Experiment for Training {
    type Partial = Learned;
    /// Number of shards before the stage, and their learned numbers.
    type Stage = (u64, Vec<f32>);

    fn memory(&self, _: usize) -> Need {
        Need::NONE
    }

    fn shards(&self) -> u64 {
        self.stages * self.slots
    }

    fn stage_end(&self, shard: u64) -> u64 {
        (shard / self.slots + 1) * self.slots
    }

    fn stage(&self, prefix: Option<&Learned>) -> (u64, Vec<f32>) {
        prefix.map_or((0, Vec::new()), |prefix| (prefix.shards, prefix.weights.clone()))
    }

    fn run_shard(
        &self,
        shard: u64,
        (before, weights): &(u64, Vec<f32>),
        context: &ShardContext<'_>,
    ) -> Result<Learned, WorkError> {
        assert_eq!(*before, shard / self.slots * self.slots, "the value of another stage");
        context.keep_snapshot(|| shard);
        context.report(0)?;
        let mut state = self.seed ^ shard.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let slot = (0..self.size).map(|number| {
            state = state.wrapping_mul(0xBF58_476D_1CE4_E5B9).wrapping_add(0x94D0_49BB_1331_11EB);
            weights.get(number).unwrap_or(&0.0) * 0.4 + (state >> 40) as f32
        });
        let found = Learned { shards: 1, slots: vec![slot.collect()], ..Learned::default() };
        // The first partial becomes the prefix without merging.
        let mut first = Learned::default();
        Ok(if shard > 0 {
            found
        } else {
            first.add(found, self.slots);
            first
        })
    }

    fn merge(&self, prefix: &mut Learned, next: Learned) {
        prefix.add(next, self.slots);
    }

    fn stores_prefix(&self) -> bool {
        self.stores
    }

    fn has_stop_rule(&self) -> bool {
        self.enough.is_some()
    }

    fn is_enough(&self, prefix: &Learned) -> bool {
        self.enough == Some(prefix.shards)
    }

    fn conclude(&self, whole: &Learned, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        let bytes: Vec<u8> = whole.weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        let first = whole.weights.first().copied().map(f32::to_bits);
        let result = serde_json::json!({ "shards": whole.shards, "first": first });
        let policy = bytes.iter().rev().copied().collect();
        let conclusion = Conclusion::new(&result, Report::default());
        Ok(conclusion.with_file(Output::Weights, bytes).with_file(Output::Policy, policy))
    }
}

impl Training {
    const fn new(seed: u64, stages: u64, slots: u64) -> Self {
        Self { seed, stages, slots, size: 5, enough: None, stores: true }
    }

    fn identity(&self) -> Identity {
        Identity::new("test", "", &[], self.seed, 1)
    }

    fn prepared(&self) -> Box<dyn OpenJob> {
        let mut job = open(self.clone());
        job.prepare(1, &()).unwrap();
        job
    }

    fn worker(&self) -> Worker {
        let worker = Worker::new(open(self.clone()), self.identity(), 1, &()).unwrap();
        worker.snapshots_every(Duration::ZERO)
    }

    /// Returns the oracle's result: the shards are run one after the other, without a store.
    /// Returns the number of merged shards, and the conclusion.
    fn plainly(&self) -> (u64, Conclusion) {
        let mut prefix: Option<Learned> = None;
        let mut stage = self.stage(None);
        for shard in 0..self.shards() {
            if shard % self.slots == 0 {
                stage = self.stage(prefix.as_ref());
            }
            let next = self.run_shard(shard, &stage, &ShardContext::new(&())).unwrap();
            match &mut prefix {
                Some(prefix) => self.merge(prefix, next),
                empty => *empty = Some(next),
            }
            if prefix.as_ref().is_some_and(|prefix| self.is_enough(prefix)) {
                break;
            }
        }
        let whole = prefix.unwrap();
        (whole.shards, self.conclude(&whole, &()).unwrap())
    }
}

/// Copies a store in the state that a process killed at this moment would leave.
fn killed(file: &Path, to: &Path) -> PathBuf {
    std::fs::create_dir_all(to).unwrap();
    for name in ["run.sqlite", "run.sqlite-wal"] {
        let from = file.with_file_name(name);
        let _ = std::fs::remove_file(to.join(name));
        if from.exists() {
            std::fs::copy(from, to.join(name)).unwrap();
        }
    }
    to.join("run.sqlite")
}

fn begun(file: &Path, identity: &Identity) -> Store {
    let mut store = Store::open(file).unwrap();
    store.begin(identity, 0, "{}").unwrap();
    store
}

/// Resumes the run in a file and runs it to the end, taking the last shard of each round first.
fn finish(training: &Training, file: &Path) -> Conclusion {
    let (identity, worker, job) = (training.identity(), training.worker(), training.prepared());
    let mut store = begun(file, &identity);
    let mut coordinator = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap();
    while !coordinator.is_complete() {
        for task in coordinator.round_of_tasks().iter().rev() {
            coordinator.take(&worker.run(task, &(), &|_| ()).unwrap()).unwrap();
        }
    }
    coordinator.conclude(&()).unwrap()
}

/// Returns the number of rows of a table.
fn rows(file: &Path, table: &str) -> i64 {
    let connection = Connection::open(file).unwrap();
    connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
}

fn version(file: &Path) -> i64 {
    let connection = Connection::open(file).unwrap();
    connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Partials are taken in any order, twice, late or never, with snapshots in between; the
    /// process is killed at any moment, and resumed by a program that stores partials, and vice
    /// versa.
    #[test]
    fn any_fate_of_partials_leaves_no_trace(
        seed: u64,
        stages in 1u64..6,
        slots in 1u64..5,
        enough in prop::option::of(1u64..20),
        fates in prop::collection::vec((any::<prop::sample::Index>(), 0..10u8), 1..200),
    ) {
        let training = Training { enough, ..Training::new(seed, stages, slots) };
        let (shards, expected) = training.plainly();
        let folder = tempfile::tempdir().unwrap();
        let mut file = folder.path().join("run.sqlite");
        let (worker, identity) = (training.worker(), training.identity());
        // Every round of fates ends with a partial taken immediately, because a run that loses all
        // would never end.
        let last = (fates[0].0, 9);
        let mut fates = fates.into_iter().chain([last]).cycle();
        let mut late: Vec<Vec<u8>> = Vec::new();
        let (mut stores, mut taken) = (true, BTreeSet::new());
        'sessions: for session in 0.. {
            let mut store = begun(&file, &identity);
            let job = Training { stores, ..training.clone() }.prepared();
            let mut coordinator = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap();
            for shard in &taken {
                prop_assert!(job.has(*shard), "shard {} was taken, and is lost", shard);
            }
            let mut asked: Vec<Task> = Vec::new();
            while !coordinator.is_complete() {
                asked.extend(coordinator.round_of_tasks());
                prop_assert!(!asked.is_empty(), "no shard is available");
                let (which, fate) = fates.next().unwrap();
                let task = asked.swap_remove(which.index(asked.len()));
                let snapshots = std::sync::Mutex::new(Vec::new());
                let partial = worker.run(&task, &(), &|sealed| snapshots.lock().unwrap().push(sealed)).unwrap();
                for snapshot in snapshots.into_inner().unwrap() {
                    coordinator.take(&snapshot).unwrap();
                }
                match fate {
                    0 => {
                        coordinator.requeue(task.shard); // lost
                        continue;
                    }
                    1 => {
                        coordinator.requeue(task.shard);
                        late.push(partial);
                        continue;
                    }
                    2 => drop(coordinator.take(&partial).unwrap()), // doubled
                    3 => {
                        for partial in late.drain(..) {
                            // Partials of this stage, of an earlier one, or of one that the killed
                            // process did not store.
                            let _ = coordinator.take(&partial);
                        }
                    }
                    4 | 5 => {
                        if fate == 5 {
                            taken.insert(task.shard);
                            coordinator.take(&partial).unwrap();
                        }
                        file = killed(&file, &folder.path().join(session.to_string()));
                        continue 'sessions;
                    }
                    6 => {
                        stores = !stores;
                        file = killed(&file, &folder.path().join(session.to_string()));
                        continue 'sessions;
                    }
                    _ => {}
                }
                coordinator.take(&partial).unwrap();
                taken.insert(task.shard);
            }
            prop_assert_eq!(coordinator.conclude(&()).unwrap(), expected);
            prop_assert_eq!(job.prefix(), shards);
            break;
        }
        // The run also ends in the same way when it starts from the stored data.
        prop_assert_eq!(finish(&training, &file), training.plainly().1);
    }
}

/// A run that is killed after every shard, and resumed from its store each time, loses no shard
/// that was taken. The file contains the prefix of complete stages and the partials of the current
/// one.
#[test]
fn killed_after_every_shard() {
    for (stages, slots) in [(5, 3), (4, 1), (1, 6)] {
        let training = Training::new(7, stages, slots);
        let (_, expected) = training.plainly();
        let folder = tempfile::tempdir().unwrap();
        let (identity, worker) = (training.identity(), training.worker());
        let mut file = folder.path().join("run.sqlite");
        for taken in 0..training.shards() {
            let job = training.prepared();
            let mut store = begun(&file, &identity);
            let mut coordinator = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap();
            assert_eq!((job.absorbed(), job.prefix()), (taken, taken / slots * slots), "{slots} slots");
            let ended = taken / slots * slots;
            // Shards are taken from the last of the stage to the first, so that they are pending
            // until the stage is complete.
            let task = coordinator.round_of_tasks().pop().unwrap();
            let partial = worker.run(&task, &(), &|_| ()).unwrap();
            assert_eq!(coordinator.take(&partial).unwrap(), Absorbed::New);
            assert_eq!(store.saved().unwrap(), taken + 1);
            let next = killed(&file, &folder.path().join(format!("after {taken}")));
            drop(store);
            file = next;
            // The stored data are valid by themselves, regardless of later actions.
            let copy = killed(&file, &folder.path().join("copy"));
            assert_eq!(finish(&training, &copy), expected, "killed after {taken} shards");
            let copy = killed(&file, &folder.path().join("looked at"));
            let is_end = (taken + 1) % slots == 0;
            assert_eq!(rows(&copy, "shard"), if is_end { 0 } else { (taken + 1 - ended) as i64 });
            let has_merged = is_end || ended > 0;
            assert_eq!(version(&copy), if has_merged { 3 } else { 2 });
            if has_merged {
                assert_eq!(rows(&copy, "merged"), 1);
            }
        }
    }
}

/// A kill during a write leaves a log that may end anywhere.
#[test]
fn killed_in_the_middle_of_a_write() {
    let training = Training::new(11, 3, 2);
    let (_, expected) = training.plainly();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.sqlite");
    let (identity, worker, job) = (training.identity(), training.worker(), training.prepared());
    let mut store = begun(&file, &identity);
    let mut coordinator = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap();
    while let Some(task) = coordinator.next_task() {
        coordinator.take(&worker.run(&task, &(), &|_| ()).unwrap()).unwrap();
    }
    let whole = killed(&file, &folder.path().join("whole"));
    let log = std::fs::read(whole.with_file_name("run.sqlite-wal")).unwrap();
    let mut found = BTreeSet::new();
    for end in (0..=log.len()).step_by(1031).chain([log.len()]) {
        let cut = killed(&whole, &folder.path().join("cut"));
        std::fs::write(cut.with_file_name("run.sqlite-wal"), &log[..end]).unwrap();
        let job = training.prepared();
        let mut store = begun(&cut, &identity);
        drop(Coordinator::new(&*job, &identity, Some(&mut store)).unwrap());
        drop(store);
        found.insert(job.absorbed());
        assert_eq!(finish(&training, &cut), expected, "the log ends after {end} bytes");
    }
    assert_eq!(found, (0..=6).collect(), "a state between two shards was never seen");
}

/// Creates a file with a merged stage of four shards and two partials of the next stage.
fn merged_and_two(folder: &Path) -> (Training, PathBuf) {
    let training = Training::new(3, 4, 4);
    let file = folder.join("run.sqlite");
    let (identity, worker, job) = (training.identity(), training.worker(), training.prepared());
    let mut store = begun(&file, &identity);
    let mut coordinator = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap();
    for _ in 0..6 {
        let task = coordinator.next_task().unwrap();
        coordinator.take(&worker.run(&task, &(), &|_| ()).unwrap()).unwrap();
    }
    (training, file)
}

/// Returns the coordinator's error for a file, which must be unchanged afterwards.
fn refused(training: &Training, file: &Path) -> String {
    let before = std::fs::read(file).unwrap();
    let (identity, job) = (training.identity(), training.prepared());
    let mut store = begun(file, &identity);
    let error = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
    drop(store);
    let mut store = Store::inspect(file).unwrap();
    let offline = OfflineShards::new(training.prepared(), &identity, Some(&mut store), 1, &()).unwrap_err();
    assert_eq!(offline.to_string(), error.to_string(), "offline runs report another error");
    drop(store);
    assert_eq!(std::fs::read(file).unwrap(), before, "refused, yet changed");
    let text = error.to_string();
    assert!(text.contains("run.sqlite is damaged: ") && text.contains("to start again"), "{text}");
    text
}

#[test]
fn damaged_merged_shards_are_refused() {
    for (change, says) in [
        (
            "UPDATE merged SET merged = zeroblob(length(merged))",
            "merged shards 0 to 3 do not match their checksum",
        ),
        ("UPDATE merged SET checksum = zeroblob(32)", "merged shards 0 to 3 do not match their checksum"),
        ("UPDATE merged SET number = 8", "merged shards 0 to 7 do not match their checksum"),
        ("UPDATE merged SET first = 4", "merged shards 4 to 7 do not match their checksum"),
        ("UPDATE merged SET number = -1", "do not match their checksum"),
        ("UPDATE merged SET first = -1", "do not match their checksum"),
        (
            "UPDATE merged SET first = 9223372036854775807, number = 9223372036854775807",
            "do not match their checksum",
        ),
        ("DROP TABLE merged", "no such table: merged"),
        ("ALTER TABLE merged RENAME number TO count", "no such column"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (training, file) = merged_and_two(folder.path());
        Connection::open(&file).unwrap().execute_batch(change).unwrap();
        let error = refused(&training, &file);
        assert!(error.contains(says), "{change}: {error}");
    }
}

/// Rows with correct checksums and invalid contents, as from other programs or versions.
#[test]
fn merged_shards_that_are_no_prefix_are_refused() {
    let merged = |first: u64, end: u64, bytes: &[u8], says: &str| {
        let folder = tempfile::tempdir().unwrap();
        let (training, file) = merged_and_two(folder.path());
        let mut store = begun(&file, &training.identity());
        store.save_merged(first..end, bytes).unwrap();
        drop(store);
        let error = refused(&training, &file);
        assert!(error.contains(says), "{error}");
    };
    let sound = postcard::to_stdvec(&Learned { shards: 4, ..Learned::default() }).unwrap();
    merged(0, 4, &[0xff; 3], "the merged shards 0 to 3 cannot be read");
    merged(0, 3, &sound, "the merged shards 0 to 2 cannot be read: they end in the middle of a stage");
    merged(0, 17, &sound, "the merged shards 0 to 16 cannot be read: expected 1 to 16");
    merged(4, 8, &sound, "the merged shards 4 to 7 cannot be read: expected 1 to 16");
    merged(0, 0, &sound, "the merged shards 0 to 0 cannot be read: expected 1 to 16");
}

/// Damaged partials are repeated, both in the current stage and before the next merge; deleted rows
/// of merged shards are created again.
#[test]
fn damaged_and_missing_rows_are_done_again() {
    for (change, damaged, absorbed) in [
        ("UPDATE shard SET partial = zeroblob(length(partial)) WHERE number = 4", &[4][..], 5),
        ("UPDATE shard SET checksum = zeroblob(32)", &[4, 5], 4),
        ("DELETE FROM shard", &[], 4),
        ("DELETE FROM merged", &[], 2),
        ("DELETE FROM merged; DELETE FROM shard", &[], 0),
        ("DELETE FROM merged; UPDATE shard SET checksum = zeroblob(32) WHERE number = 5", &[5], 1),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (training, file) = merged_and_two(folder.path());
        Connection::open(&file).unwrap().execute_batch(change).unwrap();
        let (identity, job) = (training.identity(), training.prepared());
        let mut store = begun(&file, &identity);
        drop(Coordinator::new(&*job, &identity, Some(&mut store)).unwrap());
        assert_eq!((store.damaged(), job.absorbed()), (damaged, absorbed), "{change}");
        drop(store);
        assert_eq!(finish(&training, &file), training.plainly().1, "{change}");
        assert_eq!((rows(&file, "merged"), rows(&file, "shard")), (1, 0), "{change}");
    }
}

/// A shard beyond the last is treated as damage, as in a file without merged shards.
#[test]
fn a_partial_of_no_shard_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (training, file) = merged_and_two(folder.path());
    let mut store = begun(&file, &training.identity());
    store.save(99, &[1]).unwrap();
    drop(store);
    let (identity, job) = (training.identity(), training.prepared());
    let error = Coordinator::new(&*job, &identity, Some(&mut begun(&file, &identity))).unwrap_err();
    assert!(error.to_string().contains("shard 99, which the run does not have"), "{error}");
}

/// Partials of complete stages that were stored individually are merged when the run is resumed.
/// Those of a complete run are kept, because its folder may be read-only.
#[test]
fn whole_stages_of_partials_are_merged_when_the_run_goes_on() {
    let plain = Training { stores: false, ..Training::new(5, 3, 2) };
    let training = Training { stores: true, ..plain.clone() };
    for taken in 1..=6 {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.sqlite");
        let (identity, worker) = (plain.identity(), plain.worker());
        let job = plain.prepared();
        let mut store = begun(&file, &identity);
        let mut coordinator = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap();
        for _ in 0..taken {
            let task = coordinator.next_task().unwrap();
            coordinator.take(&worker.run(&task, &(), &|_| ()).unwrap()).unwrap();
        }
        drop(store);
        assert_eq!((version(&file), rows(&file, "shard")), (2, taken));
        let job = training.prepared();
        let mut store = begun(&file, &identity);
        let mut coordinator = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap();
        if taken < 5 {
            // The last shard of the stage is stored, although it waits for the first one.
            let task = coordinator.round_of_tasks().pop().unwrap();
            coordinator.take(&worker.run(&task, &(), &|_| ()).unwrap()).unwrap();
            assert_eq!(store.saved().unwrap(), taken as u64 + 1, "after {taken}");
        }
        drop(store);
        // A prefix that ends within a stage is merged with the next one; a complete run is not
        // changed.
        let kept = [(3, 0), (3, 1), (3, 0), (3, 1), (2, 5), (2, 6)][taken as usize - 1];
        assert_eq!((version(&file), rows(&file, "shard")), kept, "after {taken}");
        assert_eq!(finish(&training, &file), plain.plainly().1);
    }
}

/// 300 stages of two slots of a megabyte each: the file and its log stay small, and are read
/// quickly.
#[test]
fn a_long_run_stays_small() {
    const MEGABYTE: u64 = 1 << 20;
    let training = Training { size: MEGABYTE as usize / 4, ..Training::new(1, 300, 2) };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.sqlite");
    let (identity, worker, job) = (training.identity(), training.worker(), training.prepared());
    let mut store = begun(&file, &identity);
    let mut coordinator = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap();
    let (mut largest, mut longest) = (0, 0);
    let mut last = None;
    while let Some(task) = coordinator.next_task() {
        if task.shard == training.shards() - 1 {
            last = Some(task);
            break;
        }
        coordinator.take(&worker.run(&task, &(), &|_| ()).unwrap()).unwrap();
        let size = |name: &str| std::fs::metadata(folder.path().join(name)).map_or(0, |data| data.len());
        (largest, longest) = (largest.max(size("run.sqlite")), longest.max(size("run.sqlite-wal")));
    }
    let left = killed(&file, &folder.path().join("killed"));
    drop(store);
    let begin = Instant::now();
    let job = training.prepared();
    let mut store = begun(&left, &identity);
    let mut coordinator = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap();
    let resumed = begin.elapsed();
    println!("run.sqlite {largest} bytes, its log {longest}, resumed in {resumed:?}");
    // The limit is two partials, a merged partial, and as much again for its replacement.
    assert!(largest <= 6 * MEGABYTE && longest <= 10 * MEGABYTE, "{largest} and {longest} bytes");
    assert!(resumed < Duration::from_secs(2), "{resumed:?}");
    assert_eq!(job.absorbed(), training.shards() - 1);
    coordinator.take(&worker.run(&last.unwrap(), &(), &|_| ()).unwrap()).unwrap();
    assert!(coordinator.is_complete());
}

/// The data of a stage may be large: its tasks share them, also after shards were taken in between.
#[test]
fn tasks_of_a_stage_share_its_bytes() {
    let training = Training::new(1, 2, 4);
    let (identity, worker, job) = (training.identity(), training.worker(), training.prepared());
    let mut coordinator = Coordinator::new(&*job, &identity, None).unwrap();
    let mut tasks = Vec::new();
    while let Some(task) = coordinator.next_task() {
        coordinator.take(&worker.run(&task, &(), &|_| ()).unwrap()).unwrap();
        tasks.push(task);
    }
    for pair in tasks.windows(2) {
        let shared = Arc::ptr_eq(&pair[0].stage, &pair[1].stage);
        assert_eq!(shared, pair[1].shard != 4, "shard {}", pair[1].shard);
    }
}

/// `test.train`: a training in an experiment file.
static TRAIN: [Kind; 1] = [Kind {
    name: "test.train",
    table: "test",
    about: "learn",
    revision: 1,
    keys: &[
        Key::new("stages", "the number of stages", Shape::Whole(1, 100), Presence::Must, "3"),
        Key::new("slots", "shards of a stage", Shape::Whole(1, 100), Presence::Must, "2"),
    ],
    result: quadrille_report::figures::Shape::Other,
    read: |table, _, _| Ok(Arc::new(Settings::read(table)?)),
}];
const REGISTRY: Registry = Registry { kinds: &TRAIN, examples: |_| None };

#[derive(Debug)]
struct Settings {
    stages: u64,
    slots: u64,
}

impl Settings {
    fn read(table: &TomlTable<'_>) -> Result<Self, Diagnostic> {
        let whole = |key| table.required(key)?.integer(1..=100);
        Ok(Self { stages: whole("stages")?, slots: whole("slots")? })
    }
}

impl Job for Settings {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Training::new(seed, self.stages, self.slots))
    }

    fn report(&self, _: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(Report::default())
    }
}

fn asked(stages: u64, slots: u64, sweep: &str) -> ExperimentFile {
    let text =
        format!("kind = \"test.train\"\nseed = 9\n[test]\nstages = {stages}\nslots = {slots}\n{sweep}");
    REGISTRY.read(Source::new("train.toml", text)).unwrap()
}

fn options() -> RunOptions {
    RunOptions::new(Level::best()).threads(2)
}

fn run_in(folder: &Path, file: &ExperimentFile, observer: &dyn Observer) -> RunSummary {
    in_directory(file, folder, options().resume(true), observer).unwrap()
}

fn read(folder: &Path, output: Output) -> Option<Vec<u8>> {
    std::fs::read(folder.join(output.file_name())).ok()
}

const FILES: [Output; 3] = [Output::Result, Output::Weights, Output::Policy];

/// Cancels a run at the given call of the observer.
fn stop_after(calls: u64) -> impl Fn(&Progress) -> ControlFlow<()> + Sync {
    let called = AtomicU64::new(0);
    move |_: &Progress| {
        if called.fetch_add(1, Ordering::Relaxed) >= calls {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The files beside a result are written before it, and again if they are missing or damaged.
#[test]
fn files_are_written_with_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let (run, file) = (folder.path().join("run"), asked(3, 2, ""));
    let expected = Training::new(9, 3, 2).plainly().1;
    let as_expected = || {
        for (output, bytes) in &expected.files {
            assert_eq!(read(&run, *output).as_ref(), Some(bytes), "{}", output.file_name());
        }
    };
    assert!(!run_in(&run, &file, &()).answered);
    as_expected();
    let result = read(&run, Output::Result);
    for output in FILES {
        for damaged in [false, true] {
            if damaged {
                std::fs::write(run.join(output.file_name()), "something else").unwrap();
            } else {
                std::fs::remove_file(run.join(output.file_name())).unwrap();
            }
            assert!(run_in(&run, &file, &()).answered);
            as_expected();
            assert_eq!(read(&run, Output::Result), result);
        }
    }
    // A run that is killed before any of the last writes is not complete yet.
    for left in 0..=FILES.len() {
        Connection::open(run.join("run.sqlite"))
            .unwrap()
            .execute("UPDATE experiment SET complete = 0", [])
            .unwrap();
        for output in &[Output::Weights, Output::Policy, Output::Result][left..] {
            std::fs::remove_file(run.join(output.file_name())).unwrap();
        }
        let summary = run_in(&run, &file, &());
        assert_eq!((summary.answered, summary.resumed), (false, 6));
        as_expected();
        assert_eq!(read(&run, Output::Result), result);
    }
    assert!(SavedRun::read(&REGISTRY, &run).is_ok());
    let listed = Listing::of(folder.path()).unwrap();
    assert_eq!((listed.runs[0].state, listed.runs[0].done), (RunState::Complete, 6));
    // Files without checkpoints may belong to the user.
    for output in FILES {
        let other = tempfile::tempdir().unwrap();
        std::fs::write(other.path().join(output.file_name()), "mine").unwrap();
        let error = in_directory(&file, other.path(), options(), &()).unwrap_err().to_string();
        assert!(error.contains(output.file_name()) && error.contains("no run is recorded"), "{error}");
        assert_eq!(read(other.path(), output).as_deref(), Some(&b"mine"[..]));
    }
}

/// A run killed before run.json was written is listed by its checkpoints, including merged shards.
#[test]
fn a_killed_run_is_listed_with_its_merged_shards() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    std::fs::create_dir(&run).unwrap();
    let (_, file) = merged_and_two(&run);
    let listed = Listing::of(folder.path()).unwrap();
    assert_eq!((listed.runs[0].state, listed.runs[0].done), (RunState::Unfinished, 6));
    Connection::open(&file).unwrap().execute_batch("DROP TABLE merged").unwrap();
    let listed = Listing::of(folder.path()).unwrap();
    assert!(listed.damaged[0].reason.contains("no such table"), "{:?}", listed.damaged);
}

#[test]
fn a_run_with_a_damaged_merged_row_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (run, file) = (folder.path().join("run"), asked(3, 2, ""));
    run_in(&run, &file, &());
    Connection::open(run.join("run.sqlite"))
        .unwrap()
        .execute_batch("UPDATE experiment SET complete = 0; UPDATE merged SET checksum = zeroblob(32)")
        .unwrap();
    let all = || {
        let mut files: Vec<_> = std::fs::read_dir(&run).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|path| (std::fs::read(&path).unwrap(), path)).collect::<Vec<_>>()
    };
    let before = all();
    let error = in_directory(&file, &run, options().resume(true), &()).unwrap_err();
    assert!(matches!(error, RunFailure::Refused(_)), "{error}");
    assert!(error.to_string().contains("the merged shards 0 to 5 do not match their checksum"), "{error}");
    assert!(all() == before, "refused, yet changed");
}

/// A sweep stores the prefix of each point; points without stages run concurrently.
#[test]
fn a_sweep_over_trainings_goes_on_where_it_was() {
    for (sweep, shards) in [
        ("[sweep]\n\"test.stages\" = [3, 1, 2]", 6 * 2),
        ("[sweep]\n\"test.slots\" = [2, 3, 1]", 3 * 6),
        ("[sweep]\n\"test.stages\" = [1]\n\"test.slots\" = [3, 2, 1]", 6),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = asked(3, 2, sweep);
        let plain = folder.path().join("plain");
        assert_eq!(run_in(&plain, &file, &()).shards, shards);
        let expected = read(&plain, Output::Result);
        let result = String::from_utf8(expected.clone().unwrap()).unwrap();
        let first = Training::new(9, 3, 2).plainly().1.result["first"].to_string();
        assert_eq!(result.contains(&first), shards > 6, "{result}");
        // The files of the points would have the same name.
        assert_eq!((read(&plain, Output::Weights), read(&plain, Output::Policy)), (None, None));
        let points = rows(&plain.join("run.sqlite"), "merged");
        assert_eq!((points, rows(&plain.join("run.sqlite"), "shard")), (3, 0));

        // The run is killed after every shard; the last shard of each round comes first.
        let (identity, level) = (file.identity(9), Level::best());
        let worker = Worker::new(file.open(9, level), identity.clone(), 1, &()).unwrap();
        let mut path = folder.path().join("run.sqlite");
        for taken in 0..shards {
            let mut job = file.open(9, level);
            job.prepare(1, &()).unwrap();
            let mut store = begun(&path, &identity);
            let mut coordinator = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap();
            assert_eq!(job.absorbed(), taken);
            let task = coordinator.round_of_tasks().pop().unwrap();
            coordinator.take(&worker.run(&task, &(), &|_| ()).unwrap()).unwrap();
            assert_eq!(store.saved().unwrap(), taken + 1);
            path = killed(&path, &folder.path().join(taken.to_string()));
            let run = folder.path().join(format!("run {taken}"));
            killed(&path, &run);
            let summary = run_in(&run, &file, &());
            assert_eq!((summary.resumed, summary.shards), (taken + 1, shards));
            assert_eq!(read(&run, Output::Result), expected, "killed after {} shards", taken + 1);
        }
        // A damaged row is named by the numbers of its shards in the sweep.
        Connection::open(&path)
            .unwrap()
            .execute("UPDATE merged SET checksum = x'00' WHERE first > 0", [])
            .unwrap();
        let mut job = file.open(9, level);
        job.prepare(1, &()).unwrap();
        let error = Coordinator::new(&*job, &identity, Some(&mut begun(&path, &identity))).unwrap_err();
        assert!(error.to_string().contains("do not match their checksum"), "{error}");
        let mut store = begun(&plain.join("run.sqlite"), &identity);
        store.save_merged(1..2, &[0]).unwrap();
        let mut job = file.open(9, level);
        job.prepare(1, &()).unwrap();
        let error = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap_err();
        assert!(
            error.to_string().contains("the merged shards 1 to 1 cannot be read: expected 1 to "),
            "{error}"
        );
    }
}

/// Cancelled by the observer at any call, repeatedly.
#[test]
fn stopped_runs_and_sweeps_give_the_same_bytes() {
    for sweep in ["", "[sweep]\n\"test.stages\" = [3, 1, 2]"] {
        let folder = tempfile::tempdir().unwrap();
        let file = asked(4, 3, sweep);
        let plain = folder.path().join("plain");
        run_in(&plain, &file, &());
        for calls in 1..6 {
            let run = folder.path().join(calls.to_string());
            let mut sessions = 0;
            while run_in(&run, &file, &stop_after(calls + sessions)).conclusion.is_none() {
                sessions += 1;
            }
            for output in FILES {
                assert_eq!(read(&run, output), read(&plain, output), "stopped after {calls} calls");
            }
        }
    }
}

/// Runs in files: each round follows from the merged shards in the folder or, without `--out`, from
/// partials.
#[test]
fn offline_rounds_follow_from_merged_shards() {
    let folder = tempfile::tempdir().unwrap();
    let (file, plain, run) = (asked(4, 3, ""), folder.path().join("plain"), folder.path().join("run"));
    run_in(&plain, &file, &());
    let mut given = Vec::new();
    for stage in 0..4 {
        let after = (stage > 0).then_some(&*run);
        let round = offline::next_round(&file, after, options(), &()).unwrap().unwrap();
        assert_eq!(round, (3 * stage..3 * stage + 3, 12));
        if stage > 0 {
            let old = offline::run_shards(&file, 0..2, after, &folder.path().join("old"), options(), &())
                .unwrap_err();
            let says = format!(
                "shards below {0} are merged; the next shards are {0}..{1}",
                3 * stage,
                3 * stage + 3
            );
            assert!(old.to_string().contains(&says), "{old}");
        }
        let to = [0..1, 1..3].map(|part| {
            let to = folder.path().join(format!("{stage}-{}", part.start));
            let shards = round.0.start + part.start..round.0.start + part.end;
            assert!(offline::run_shards(&file, shards, after, &to, options(), &()).unwrap().bytes.is_some());
            to
        });
        // A part of a round is refused, and the folder is unchanged.
        let part =
            offline::merge(&file, &to[1..], &run, options().resume(true), &()).unwrap_err().to_string();
        assert!(part.contains(&format!("shards {}..{} are in none", 3 * stage, 3 * stage + 1)), "{part}");
        given.extend(to);
        // Files of merged stages are accepted.
        let merged = offline::merge(&file, &given, &run, options().resume(true), &()).unwrap().unwrap();
        assert_eq!(merged.next, (stage < 3).then(|| 3 * stage + 3..3 * stage + 6));
        assert_eq!(rows(&run.join("run.sqlite"), "merged"), 1);
        assert_eq!(rows(&run.join("run.sqlite"), "shard"), 0);
    }
    for output in FILES {
        assert_eq!(read(&run, output), read(&plain, output));
    }
    // All files are merged at once, into a new folder.
    let once = folder.path().join("once");
    offline::merge(&file, &given, &once, options(), &()).unwrap().unwrap();
    for output in FILES {
        assert_eq!(read(&once, output), read(&plain, output));
    }
}
