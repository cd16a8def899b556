//! Every kind of experiment, run by other workers: partials that are shuffled, duplicated, lost or
//! late, and computed in two other processes, give the bytes of a run on one thread.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use quadrille::diagnostics::Source;
use quadrille::experiment_file::ExperimentFile;
use quadrille::files::NamedFiles;
use quadrille::kinds::{KINDS, REGISTRY};
use quadrille::lanes::Level;
use quadrille::random::StreamKey;
use quadrille::random::rand_core::Rng as _;
use quadrille::report::figures::{Described as _, Shape};
use quadrille::runner::{Absorbed, Coordinator, OpenJob, Store, Task, Worker};
use quadrille::runs::{self, RunOptions};
use quadrille::sweep::result::SweepResult;
use rayon::prelude::*;
use serde_json::Value;

const SEED: u64 = 7;

fn experiments() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/experiments");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn read(path: &Path) -> ExperimentFile {
    let source = Source::new(path.display().to_string(), std::fs::read_to_string(path).unwrap());
    let files = NamedFiles::in_folder(path.parent().unwrap());
    REGISTRY.read_with(source, files).unwrap_or_else(|error| panic!("{error}"))
}

fn prepared(file: &ExperimentFile) -> Box<dyn OpenJob> {
    let mut job = file.open(SEED, Level::best());
    job.prepare(1, &()).unwrap();
    job
}

/// Returns the expected result: one thread, in order, without a store.
fn plainly(file: &ExperimentFile) -> String {
    let options = RunOptions::new(Level::best()).seed(SEED).threads(1);
    let summary = runs::in_memory(file, options, &()).unwrap();
    serde_json::to_string(&summary.conclusion.unwrap().result).unwrap()
}

fn result(coordinator: &Coordinator<'_>) -> String {
    serde_json::to_string(&coordinator.conclude(&()).unwrap().result).unwrap()
}

#[test]
fn there_is_an_experiment_of_every_kind() {
    let kinds: Vec<&str> = experiments().iter().map(|path| read(path).kind.name).collect();
    for kind in KINDS {
        assert!(kinds.contains(&kind.name), "{} is not carried through", kind.name);
    }
}

/// Asserts that a result has the declared keys, each with a value of the declared type.
fn fits(value: &Value, shape: Shape, path: &str) {
    match (value, shape) {
        (Value::Null, Shape::Nullable(_))
        | (_, Shape::Other)
        | (Value::String(_), Shape::Text)
        | (Value::Number(_), Shape::Number)
        | (Value::Bool(_), Shape::Flag) => {}
        (_, Shape::Nullable(shape)) => fits(value, *shape, path),
        (Value::Array(values), Shape::List(shape)) => {
            for value in values {
                fits(value, *shape, &format!("{path}[]"));
            }
        }
        (Value::Object(values), Shape::Map(shape)) => {
            for (name, value) in values {
                fits(value, *shape, &format!("{path}.{name}"));
            }
        }
        (Value::Object(values), Shape::Object(_) | Shape::OneOf(_)) => {
            for (name, value) in values {
                let key = shape.key(name).unwrap_or_else(|| panic!("{path}.{name} is not declared"));
                fits(value, key.shape, &format!("{path}.{name}"));
            }
            let missing =
                shape.keys().into_iter().find(|key| !key.may_be_absent && !values.contains_key(key.name));
            let is_one = matches!(shape, Shape::Object(_));
            assert!(!is_one || missing.is_none(), "{path} lacks {:?}", missing.map(|key| key.name));
        }
        _ => panic!("{path} is {value}, not {shape:?}"),
    }
}

#[test]
fn shuffled_doubled_lost_and_late_partials_leave_no_trace() {
    experiments().par_iter().for_each(|path| {
        let file = read(path);
        let (expected, identity) = (plainly(&file), file.identity(SEED));
        let found: Value = serde_json::from_str(&expected).unwrap();
        let name = path.display().to_string();
        if let Some(points) = found.get("points").filter(|_| found.get("sweep").is_some()) {
            fits(&found, SweepResult::SHAPE, &name);
            for point in points.as_array().unwrap() {
                fits(&point["result"], file.kind.result, &name);
            }
        } else {
            fits(&found, file.kind.result, &name);
        }
        let worker = Worker::new(file.open(SEED, Level::best()), identity.clone(), 1, &()).unwrap();
        for mishaps in 0..3 {
            let mut luck = StreamKey::new(mishaps, 0).rng();
            let mut draw = |below: usize| (luck.next_u64() % below as u64) as usize;
            let folder = tempfile::tempdir().unwrap();
            let store = folder.path().join("run.sqlite");
            let mut late: Vec<Vec<u8>> = Vec::new();
            'sessions: loop {
                let mut store = Store::open(&store).unwrap();
                store.begin(&identity, 0, "{}").unwrap();
                let job = prepared(&file);
                let mut coordinator = Coordinator::new(&*job, &identity, Some(&mut store)).unwrap();
                let mut asked: Vec<Task> = Vec::new();
                while !coordinator.is_complete() {
                    asked.extend(coordinator.round_of_tasks());
                    let task = asked.swap_remove(draw(asked.len()));
                    match draw(12) {
                        0 => {
                            coordinator.requeue(task.shard);
                            continue;
                        }
                        1 => {
                            coordinator.requeue(task.shard);
                            late.push(worker.run(&task, &(), &|_| ()).unwrap());
                            continue;
                        }
                        2 if draw(4) == 0 => continue 'sessions, // killed
                        3 => {
                            for partial in late.drain(..) {
                                coordinator.take(&partial).unwrap();
                            }
                        }
                        _ => {}
                    }
                    let partial = worker.run(&task, &(), &|_| ()).unwrap();
                    coordinator.take(&partial).unwrap();
                    assert_ne!(coordinator.take(&partial).unwrap(), Absorbed::New, "doubled");
                }
                for partial in late {
                    assert_ne!(coordinator.take(&partial).unwrap(), Absorbed::New, "late");
                }
                assert_eq!(result(&coordinator), expected, "{}, mishaps {mishaps}", path.display());
                break;
            }
        }
    });
}

#[test]
fn a_shard_goes_on_from_any_of_its_snapshots() {
    let mut kept = 0;
    for path in experiments() {
        let file = read(&path);
        let identity = file.identity(SEED);
        let worker = Worker::new(file.open(SEED, Level::best()), identity.clone(), 1, &()).unwrap();
        let worker = worker.snapshots_every(Duration::ZERO);
        let job = prepared(&file);
        let mut coordinator = Coordinator::new(&*job, &identity, None).unwrap();
        while !coordinator.is_complete() {
            for mut task in coordinator.round_of_tasks() {
                let snapshots = Mutex::new(Vec::new());
                let keep = |snapshot: Vec<u8>| snapshots.lock().unwrap().push(snapshot);
                let partial = worker.run(&task, &(), &keep).unwrap();
                let snapshots = snapshots.into_inner().unwrap();
                if file.kind.name == "mastermind.optimal" {
                    kept += snapshots.len();
                }
                let every = snapshots.len() / 2 + 1;
                for snapshot in snapshots.into_iter().step_by(every) {
                    task.snapshot = Some(snapshot);
                    let again = worker.run(&task, &(), &|_| ()).unwrap();
                    assert!(again == partial, "{}, shard {}", path.display(), task.shard);
                }
                coordinator.take(&partial).unwrap();
            }
        }
    }
    assert!(kept > 10, "only {kept} snapshots of optimal play");
}

/// Another process that runs shards.
struct Other {
    process: Child,
    tasks: ChildStdin,
    partials: BufReader<ChildStdout>,
}

impl Other {
    fn start(file: &Path) -> Self {
        // Examples are built beside the folder of this test's program.
        let here = std::env::current_exe().unwrap();
        let worker = here.parent().unwrap().parent().unwrap().join("examples/worker");
        let mut process = Command::new(worker)
            .args([file.as_os_str(), SEED.to_string().as_ref()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (tasks, partials) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        Self { process, tasks, partials: BufReader::new(partials) }
    }

    fn ask(&mut self, task: &Task) {
        let stage = base16ct::lower::encode_string(&task.stage);
        let stage = if stage.is_empty() { "-" } else { &stage };
        writeln!(self.tasks, "{} {stage}", task.shard).unwrap();
        self.tasks.flush().unwrap();
    }

    fn answer(&mut self) -> Vec<u8> {
        let mut line = String::new();
        self.partials.read_line(&mut line).unwrap();
        base16ct::lower::decode_vec(line.trim_end()).unwrap()
    }

    fn end(mut self) {
        drop(self.tasks);
        assert!(self.process.wait().unwrap().success());
    }
}

#[test]
fn two_other_processes_find_the_same_bytes() {
    for path in experiments() {
        let file = read(&path);
        let (expected, identity) = (plainly(&file), file.identity(SEED));
        let job = prepared(&file);
        let mut coordinator = Coordinator::new(&*job, &identity, None).unwrap();
        let mut others = [Other::start(&path), Other::start(&path)];
        while !coordinator.is_complete() {
            let round = coordinator.round_of_tasks();
            for pair in round.chunks(2) {
                pair.iter().zip(&mut others).for_each(|(task, other)| other.ask(task));
                for (_, other) in pair.iter().zip(&mut others) {
                    let partial = other.answer();
                    coordinator.take(&partial).unwrap();
                }
            }
        }
        others.into_iter().for_each(Other::end);
        assert_eq!(result(&coordinator), expected, "{}", path.display());
    }
}
