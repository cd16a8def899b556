//! The coordinator's side of a distributed run. The coordinator gives tasks to workers, receives
//! partial results, stores them, and applies the stop rule.
//!
//! The run has its own thread. The executor of the run is a queue that the thread shares with the
//! caller. The caller takes tasks from the queue, and returns partial results to it.

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
use quadrille::runner::executor::{ShardExecutor, TaskOutcome};
use quadrille::runner::sealed::Sealed;
use quadrille::runner::{Identity, Task};
use quadrille::runs::{self, NodeNotes, RemoteExecutor, RunFailure, RunOptions, RunSummary};

use crate::error::{error, failed};
use crate::experiments::{level, outcome, read};

/// The state that the thread of the run shares with the caller.
#[derive(Default)]
struct State {
    identity: Option<Identity>,
    tasks: VecDeque<Task>,
    /// The state of each shard that was submitted and has no outcome yet. A result of any other
    /// shard is late, and is ignored.
    under_way: BTreeMap<u64, Mark>,
    events: VecDeque<TaskOutcome>,
    room: usize,
    work_done: u64,
    progress: Progress,
    cancelled: bool,
    stop: bool,
    over: bool,
}

/// The state of a submitted shard that has no outcome yet.
#[derive(PartialEq)]
enum Mark {
    Waiting,
    Taken,
}

/// The shared state, and a condition variable. The variable is notified when the state changes.
#[derive(Clone, Default)]
struct Queue(Arc<(Mutex<State>, Condvar)>);

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notify(&self) {
        self.0.1.notify_all();
    }

    /// Waits until `ready` returns true, but at most for the time `most`. Returns the locked state.
    fn wait(&self, most: Duration, ready: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let until = Instant::now() + most;
        let mut state = self.lock();
        while !ready(&state) {
            let Some(left) = until.checked_duration_since(Instant::now()) else { break };
            state = self.0.1.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        state
    }
}

/// The executor of the run. It adds tasks to the shared state, and takes the outcomes of tasks from
/// the shared state.
struct QueueExecutor {
    queue: Queue,
    notes: NodeNotes,
}

impl ShardExecutor for QueueExecutor {
    fn capacity(&self) -> usize {
        self.queue.lock().room
    }

    fn submit(&mut self, task: Task) -> Result<(), String> {
        let mut state = self.queue.lock();
        state.under_way.insert(task.shard, Mark::Waiting);
        state.tasks.push_back(task);
        self.queue.notify();
        Ok(())
    }

    fn next_event(&mut self, wait: Duration) -> Result<Option<TaskOutcome>, String> {
        let mut state = self.queue.wait(wait, |state| !state.events.is_empty() || state.cancelled);
        if let Some(event) = state.events.pop_front() {
            return Ok(Some(event));
        }
        // After cancellation, every remaining shard counts as lost. Later results are ignored.
        let lost = if state.cancelled { state.under_way.pop_first() } else { None };
        Ok(lost.map(|(shard, _)| TaskOutcome::Lost { shard }))
    }

    fn work_done(&self) -> u64 {
        self.queue.lock().work_done
    }

    fn cancel(&mut self) {
        let mut state = self.queue.lock();
        state.cancelled = true;
        state.tasks.clear();
        self.queue.notify();
    }
}

impl RemoteExecutor for QueueExecutor {
    fn begin(&mut self, identity: &Identity) {
        self.queue.lock().identity = Some(identity.clone());
        self.queue.notify();
    }

    fn nodes(&self) -> NodeNotes {
        self.notes.clone()
    }
}

type RunThread = JoinHandle<Result<RunSummary, RunFailure>>;

/// Coordinates a run whose shards are computed elsewhere.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct Coordinator {
    file: Arc<ExperimentFile>,
    queue: Queue,
    notes: NodeNotes,
    run: Mutex<Option<RunThread>>,
}

#[pymethods]
impl Coordinator {
    /// Begins the run. If `out` is given, it is the folder of the run. `workers` is the number of
    /// workers, which is written to run.json.
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
        let (queue, notes) = (Queue::default(), NodeNotes::default());
        queue.lock().room = 2 * workers.max(1);
        let mut executor = QueueExecutor { queue: queue.clone(), notes: notes.clone() };
        let run = {
            let (file, queue) = (Arc::clone(&file), queue.clone());
            move || {
                // When `_over` is dropped, it marks the run as over, even if the thread panics.
                let _over = Over(queue.clone());
                let observer = |progress: &Progress| {
                    let mut state = queue.lock();
                    state.progress.clone_from(progress);
                    if state.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                match out {
                    Some(out) => runs::in_directory_by(&file, &out, options, Some(&mut executor), &observer),
                    None => runs::in_memory_by(&file, options, Some(&mut executor), &observer),
                }
            }
        };
        let thread = std::thread::Builder::new().name("coordinator".to_owned()).spawn(run);
        Ok(Self { file, queue, notes, run: Mutex::new(Some(thread.map_err(error)?)) })
    }

    /// The input of workers: the text of the experiment, and the files that the experiment names,
    /// each as (name, text).
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

    /// The results revision of this kind of experiment.
    #[getter]
    fn revision(&self) -> u32 {
        self.file.kind.revision
    }

    /// The seed of the run, or None before the run has begun.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.queue.lock().identity.as_ref().map(|identity| identity.seed)
    }

    /// SHA-256 of all data on which the result depends, in hexadecimal. None before the run has
    /// begun.
    #[getter]
    fn identity(&self) -> Option<String> {
        self.queue.lock().identity.as_ref().map(Identity::hash)
    }

    /// Whether the run is over. The caller must then call `conclude`.
    #[getter]
    fn over(&self) -> bool {
        self.queue.lock().over
    }

    /// The progress of the run: (done, total, text). `done` and `total` are units of work; `total`
    /// is None if it is unknown. `text` is the unit or the current activity, or None.
    #[getter]
    fn progress(&self) -> (u64, Option<u64>, Option<String>) {
        let Progress { done, total, unit, message, .. } = self.queue.lock().progress.clone();
        (done, total, message.or(unit).map(Into::into))
    }

    /// The number of tasks that wait to be taken.
    #[getter]
    fn waiting(&self) -> usize {
        self.queue.lock().tasks.len()
    }

    /// Sets the maximum number of submitted tasks without a result. 0 counts as 1.
    #[setter]
    fn set_room(&self, room: usize) {
        self.queue.lock().room = room.max(1);
    }

    /// Takes up to `most` waiting tasks, and returns them as (shard, stage, snapshot or None). If
    /// no task is waiting, first waits for a task. The wait ends after `wait` seconds (at most 1),
    /// or when the run is over.
    #[pyo3(signature = (most, wait = 0.0))]
    fn next_tasks<'py>(
        &self,
        py: Python<'py>,
        most: usize,
        wait: f64,
    ) -> Vec<(u64, Bound<'py, PyBytes>, Option<Bound<'py, PyBytes>>)> {
        let wait = Duration::from_secs_f64(wait.clamp(0.0, 1.0));
        let tasks: Vec<Task> = py.detach(|| {
            let mut state = self.queue.wait(wait, |state| !state.tasks.is_empty() || state.over);
            let count = most.min(state.tasks.len());
            let tasks: Vec<Task> = state.tasks.drain(..count).collect();
            for task in &tasks {
                state.under_way.insert(task.shard, Mark::Taken);
            }
            tasks
        });
        // All tasks of a stage share one bytes object.
        let mut stage: Option<(Arc<[u8]>, Bound<'py, PyBytes>)> = None;
        let shared = |task: Task| {
            let known = stage.as_ref().filter(|(known, _)| Arc::ptr_eq(known, &task.stage));
            let bytes = known.map_or_else(|| PyBytes::new(py, &task.stage), |(_, bytes)| bytes.clone());
            stage = Some((Arc::clone(&task.stage), bytes.clone()));
            (task.shard, bytes, task.snapshot.map(|snapshot| PyBytes::new(py, &snapshot)))
        };
        tasks.into_iter().map(shared).collect()
    }

    /// Accepts the partial result of a shard. `sealed` is the result as `Worker.run` returns it,
    /// `work` the amount of work, `node` the node that computed the result, and `seconds` the time
    /// of the computation. Changes nothing and returns False if no result is due for the shard,
    /// because its outcome is already known or because the shard was given back.
    #[pyo3(signature = (sealed, work = 0, node = "", seconds = 0.0))]
    fn take(&self, sealed: Vec<u8>, work: u64, node: &str, seconds: f64) -> PyResult<bool> {
        let mut state = self.queue.lock();
        let identity = state
            .identity
            .as_ref()
            .ok_or_else(|| error("the run has not begun; expected the result of a task from next_tasks()"))?;
        let shard = Sealed::open(&sealed, identity).map_err(error)?.shard;
        if state.under_way.get(&shard) != Some(&Mark::Taken) {
            return Ok(false);
        }
        state.under_way.remove(&shard);
        state.work_done += work;
        state.events.push_back(TaskOutcome::Finished { shard, partial: sealed });
        if !node.is_empty() {
            self.notes.add(node, 1, seconds);
        }
        self.queue.notify();
        Ok(true)
    }

    /// Reports that a taken shard was lost. The shard is then given to a worker again.
    fn give_back(&self, shard: u64) {
        self.ends(shard, TaskOutcome::Lost { shard });
    }

    /// Reports that a shard cannot be computed, and the reason. The run then ends with an error.
    fn fail(&self, shard: u64, reason: String) {
        self.ends(shard, TaskOutcome::Failed { shard, reason });
    }

    /// Asks the run to stop. If the run has a folder, the accepted partial results are kept.
    fn stop(&self) {
        self.queue.lock().stop = true;
        self.queue.notify();
    }

    /// Waits for the end of the run and returns its outcome.
    fn conclude<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        while !py.detach(|| self.queue.wait(Duration::from_millis(50), |state| state.over).over) {
            py.check_signals()?;
        }
        let run = self.run.lock().unwrap_or_else(PoisonError::into_inner).take();
        let run =
            run.ok_or_else(|| error("the run is already concluded; expected one call of conclude()"))?;
        let ended = py.detach(|| run.join()).map_err(|_| {
            PyRuntimeError::new_err(
                "quadrille panicked, which is a bug; the panic message is on standard error",
            )
        })?;
        outcome(py, &self.file, &ended.map_err(failed)?)
    }
}

impl Coordinator {
    fn ends(&self, shard: u64, event: TaskOutcome) {
        let mut state = self.queue.lock();
        if state.under_way.get(&shard) == Some(&Mark::Taken) {
            state.under_way.remove(&shard);
            state.events.push_back(event);
            self.queue.notify();
        }
    }
}

impl Drop for Coordinator {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Marks the run as over when dropped.
struct Over(Queue);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.lock().over = true;
        self.0.notify();
    }
}
