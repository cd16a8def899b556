//! The coordinator's face of a run: what may be begun, what has come back, the store and the stop rule.
//!
//! The run itself goes on in a thread, as every run does; its crew is a desk where tasks are left, and partials handed
//! in, by whoever finds somebody to work on them.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quadrille::experiment_file::ExperimentFile;
use quadrille::progress::Progress;
use quadrille::runner::executor::{Event, ShardExecutor};
use quadrille::runner::sealed::Sealed;
use quadrille::runner::{Identity, Task};
use quadrille::runs::{self, NodeNotes, RemoteExecutor, RunFailure, RunOptions, RunSummary};

use crate::error::{error, failed};
use crate::experiments::{level, outcome, read};

/// What lies on the desk.
#[derive(Default)]
struct Desk {
    identity: Option<Identity>,
    tasks: VecDeque<Task>,
    /// Shards that were submitted and have not ended in an event. What comes back of any other is late, and dropped.
    under_way: BTreeMap<u64, Mark>,
    events: VecDeque<Event>,
    room: usize,
    work_done: u64,
    progress: Progress,
    cancelled: bool,
    stop: bool,
    over: bool,
}

/// Where a shard under way is.
#[derive(PartialEq)]
enum Mark {
    Waiting,
    Taken,
}

/// The desk, and a bell for whoever waits beside it.
#[derive(Clone, Default)]
struct Office(Arc<(Mutex<Desk>, Condvar)>);

impl Office {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring(&self) {
        self.0.1.notify_all();
    }

    /// Waits until something is as it should be, at most so long.
    fn wait(&self, most: Duration, ready: impl Fn(&Desk) -> bool) -> MutexGuard<'_, Desk> {
        let until = Instant::now() + most;
        let mut desk = self.desk();
        while !ready(&desk) {
            let Some(left) = until.checked_duration_since(Instant::now()) else { break };
            desk = self.0.1.wait_timeout(desk, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        desk
    }
}

/// The run's crew: it leaves tasks on the desk, and takes events from it.
struct AtTheDesk {
    office: Office,
    notes: NodeNotes,
}

impl ShardExecutor for AtTheDesk {
    fn capacity(&self) -> usize {
        self.office.desk().room
    }

    fn submit(&mut self, task: Task) -> Result<(), String> {
        let mut desk = self.office.desk();
        desk.under_way.insert(task.shard, Mark::Waiting);
        desk.tasks.push_back(task);
        self.office.ring();
        Ok(())
    }

    fn next_event(&mut self, wait: Duration) -> Result<Option<Event>, String> {
        let mut desk = self.office.wait(wait, |desk| !desk.events.is_empty() || desk.cancelled);
        if let Some(event) = desk.events.pop_front() {
            return Ok(Some(event));
        }
        // Nobody is waited for any more: what comes back later is dropped.
        let lost = if desk.cancelled { desk.under_way.pop_first() } else { None };
        Ok(lost.map(|(shard, _)| Event::Lost { shard }))
    }

    fn work_done(&self) -> u64 {
        self.office.desk().work_done
    }

    fn cancel(&mut self) {
        let mut desk = self.office.desk();
        desk.cancelled = true;
        desk.tasks.clear();
        self.office.ring();
    }
}

impl RemoteExecutor for AtTheDesk {
    fn begin(&mut self, identity: &Identity) {
        self.office.desk().identity = Some(identity.clone());
        self.office.ring();
    }

    fn nodes(&self) -> NodeNotes {
        self.notes.clone()
    }
}

type Run = JoinHandle<Result<RunSummary, RunFailure>>;

/// Coordinates a run whose shards are worked out elsewhere.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct Coordinator {
    file: Arc<ExperimentFile>,
    office: Office,
    notes: NodeNotes,
    run: Mutex<Option<Run>>,
}

#[pymethods]
impl Coordinator {
    /// Begins the run, in a directory or without. `workers` is how many there will be, for run.json.
    #[new]
    #[pyo3(signature = (path, text, out = None, seed = None, resume = false, workers = 1))]
    fn new(
        path: Option<PathBuf>,
        text: Option<&str>,
        out: Option<PathBuf>,
        seed: Option<u64>,
        resume: bool,
        workers: usize,
    ) -> PyResult<Self> {
        let file = Arc::new(read(path, text)?);
        let mut options = RunOptions::new(level()?).resume(resume).threads(workers);
        options.seed = seed;
        let (office, notes) = (Office::default(), NodeNotes::default());
        office.desk().room = 2 * workers.max(1);
        let mut crew = AtTheDesk { office: office.clone(), notes: notes.clone() };
        let run = {
            let (file, office) = (Arc::clone(&file), office.clone());
            move || {
                // Told even if the run should panic.
                let _over = Over(office.clone());
                let observer = |progress: &Progress| {
                    let mut desk = office.desk();
                    desk.progress.clone_from(progress);
                    if desk.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                match out {
                    Some(out) => runs::in_directory_by(&file, &out, options, Some(&mut crew), &observer),
                    None => runs::in_memory_by(&file, options, Some(&mut crew), &observer),
                }
            }
        };
        let thread = std::thread::Builder::new().name("coordinator".to_owned()).spawn(run);
        Ok(Self { file, office, notes, run: Mutex::new(Some(thread.map_err(error)?)) })
    }

    /// The experiment's text and the files that it names, by name: what workers are made of.
    #[getter]
    fn experiment(&self) -> (String, Vec<(String, String)>) {
        let named = self.file.files.iter().map(|file| (file.name.clone(), file.text.clone()));
        (self.file.source.text().to_owned(), named.collect())
    }

    /// The kind of experiment.
    #[getter]
    fn kind(&self) -> &'static str {
        self.file.kind.name
    }

    /// The revision of its results.
    #[getter]
    fn revision(&self) -> u32 {
        self.file.kind.revision
    }

    /// The seed, once the run has begun.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.office.desk().identity.as_ref().map(|identity| identity.seed)
    }

    /// SHA-256 of all that the result depends on, in hex, once the run has begun.
    #[getter]
    fn identity(&self) -> Option<String> {
        self.office.desk().identity.as_ref().map(Identity::hash)
    }

    /// Whether nothing is left to do but to `conclude`.
    #[getter]
    fn over(&self) -> bool {
        self.office.desk().over
    }

    /// (done, total or None, what is counted or done), in units of work.
    #[getter]
    fn progress(&self) -> (u64, Option<u64>, Option<String>) {
        let Progress { done, total, unit, message, .. } = self.office.desk().progress.clone();
        (done, total, message.or(unit).map(Into::into))
    }

    /// How many tasks lie ready to be taken.
    #[getter]
    fn waiting(&self) -> usize {
        self.office.desk().tasks.len()
    }

    /// How many tasks may be out at a time, at least 1.
    #[setter]
    fn set_room(&self, room: usize) {
        self.office.desk().room = room.max(1);
    }

    /// Up to `most` tasks that may be begun now: (shard, stage, snapshot or None). If there are none, waits for one at
    /// most `wait` seconds, or until the run is over.
    #[pyo3(signature = (most, wait = 0.0))]
    fn next_tasks<'py>(
        &self,
        py: Python<'py>,
        most: usize,
        wait: f64,
    ) -> Vec<(u64, Bound<'py, PyBytes>, Option<Bound<'py, PyBytes>>)> {
        let wait = Duration::from_secs_f64(wait.clamp(0.0, 1.0));
        let tasks: Vec<Task> = py.detach(|| {
            let mut desk = self.office.wait(wait, |desk| !desk.tasks.is_empty() || desk.over);
            let count = most.min(desk.tasks.len());
            let tasks: Vec<Task> = desk.tasks.drain(..count).collect();
            for task in &tasks {
                desk.under_way.insert(task.shard, Mark::Taken);
            }
            tasks
        });
        // Tasks of one stage share its bytes.
        let mut stage: Option<(Arc<[u8]>, Bound<'py, PyBytes>)> = None;
        let shared = |task: Task| {
            let known = stage.as_ref().filter(|(known, _)| Arc::ptr_eq(known, &task.stage));
            let bytes = known.map_or_else(|| PyBytes::new(py, &task.stage), |(_, bytes)| bytes.clone());
            stage = Some((Arc::clone(&task.stage), bytes.clone()));
            (task.shard, bytes, task.snapshot.map(|snapshot| PyBytes::new(py, &snapshot)))
        };
        tasks.into_iter().map(shared).collect()
    }

    /// Takes the sealed partial of a shard, of so much work, that a node has worked out in so many seconds. False if it
    /// is late or known, which changes nothing.
    #[pyo3(signature = (sealed, work = 0, node = "", seconds = 0.0))]
    fn take(&self, sealed: Vec<u8>, work: u64, node: &str, seconds: f64) -> PyResult<bool> {
        let mut desk = self.office.desk();
        let identity = desk.identity.as_ref().ok_or_else(|| error("nothing was asked for yet"))?;
        let shard = Sealed::open(&sealed, identity).map_err(error)?.shard;
        if desk.under_way.get(&shard) != Some(&Mark::Taken) {
            return Ok(false);
        }
        desk.under_way.remove(&shard);
        desk.work_done += work;
        desk.events.push_back(Event::Finished { shard, partial: sealed });
        if !node.is_empty() {
            self.notes.add(node, 1, seconds);
        }
        self.office.ring();
        Ok(true)
    }

    /// A shard that was taken will not come back: it is handed out again.
    fn give_back(&self, shard: u64) {
        self.ends(shard, Event::Lost { shard });
    }

    /// A shard cannot be done, for this reason: the run ends.
    fn fail(&self, shard: u64, reason: String) {
        self.ends(shard, Event::Failed { shard, reason });
    }

    /// Asks the run to stop; what was taken is kept where there is a directory.
    fn stop(&self) {
        self.office.desk().stop = true;
        self.office.ring();
    }

    /// Waits for the end of the run: what came of it.
    fn conclude<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        while !py.detach(|| self.office.wait(Duration::from_millis(50), |desk| desk.over).over) {
            py.check_signals()?;
        }
        let run = self.run.lock().unwrap_or_else(PoisonError::into_inner).take();
        let run = run.ok_or_else(|| error("the run was concluded before"))?;
        let ended = py.detach(|| run.join()).map_err(|_| {
            PyRuntimeError::new_err("a panic, which is a bug in quadrille; its words are above")
        })?;
        outcome(py, &self.file, &ended.map_err(failed)?)
    }
}

impl Coordinator {
    fn ends(&self, shard: u64, event: Event) {
        let mut desk = self.office.desk();
        if desk.under_way.get(&shard) == Some(&Mark::Taken) {
            desk.under_way.remove(&shard);
            desk.events.push_back(event);
            self.office.ring();
        }
    }
}

impl Drop for Coordinator {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Says on its end that the run is over.
struct Over(Office);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.desk().over = true;
        self.0.ring();
    }
}
