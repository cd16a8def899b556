//! Jobs: runs and ladders. A few run at the same time; the others wait in order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille::experiment_file::ExperimentFile;
use quadrille::lanes::Level;
use quadrille::progress::{Bounds, CancelToken, Observer, Progress};
use quadrille::runs::{self, RunOptions};
use quadrille_ladders::{LadderError, TimedRung};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::watched::{Estimate, WatchedJob};

/// Maximum number of jobs that wait.
const MOST_WAITING: usize = 32;
/// Number of ended jobs whose outcome stays visible.
const MOST_ENDED: usize = 32;
/// Stack size of a job's thread in bytes. It is the usual size for main threads.
const STACK: usize = 8 << 20;
/// The error of a job that panicked.
const BUG: &str = "the job ended because of a bug in the program; the terminal shows the error";

/// The work of a job.
pub(crate) enum Work {
    /// A run in a folder.
    Run { file: Box<ExperimentFile>, path: PathBuf, resume: bool },
    /// The timing of a ladder.
    Ladder { name: &'static str },
}

impl Work {
    /// Returns the folder of a new run, which was created when the job was added; `None` for other
    /// work.
    fn new_folder(&self) -> Option<PathBuf> {
        match self {
            Self::Run { path, resume: false, .. } => Some(path.clone()),
            Self::Run { .. } | Self::Ladder { .. } => None,
        }
    }
}

/// Removes the folder of a new run if it is empty, which means that the run did not begin.
fn remove_if_empty(folder: Option<&Path>) {
    if let Some(folder) = folder {
        // A folder that contains files must stay. In this case the removal fails, and the error is
        // ignored.
        let _ = std::fs::remove_dir(folder);
    }
}

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum JobState {
    Waiting,
    Running,
    Done,
    Stopped,
    Failed,
}

impl JobState {
    const fn has_ended(self) -> bool {
        !matches!(self, Self::Waiting | Self::Running)
    }
}

/// A job as pages see it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct JobView {
    pub(crate) id: u64,
    /// `run` or `ladder`.
    pub(crate) task: &'static str,
    /// The run's or the ladder's name.
    pub(crate) name: String,
    pub(crate) state: JobState,
    /// The reason why the job failed.
    error: Option<String>,
    done: u64,
    total: Option<u64>,
    unit: Option<String>,
    message: Option<String>,
    bounds: Option<Bounds>,
    estimate: Option<Estimate>,
    /// Timings of a ladder so far.
    rungs: Vec<TimedRung>,
}

impl JobView {
    fn fail(&mut self, reason: String) {
        (self.state, self.error) = (JobState::Failed, Some(reason));
    }

    /// Returns whether the job waits or runs.
    pub(crate) const fn is_active(&self) -> bool {
        !self.state.has_ended()
    }
}

struct Job {
    view: JobView,
    token: CancelToken,
}

/// Error of adding or stopping a job.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JobError {
    #[error("the run `{0}` is waiting or running")]
    Active(String),
    #[error("{MOST_WAITING} jobs are waiting; stop some of them first")]
    Full,
    #[error("there is no such job")]
    Unknown,
    #[error("the server is ending")]
    Ending,
}

/// All jobs of a server.
pub(crate) struct Jobs {
    level: Level,
    list: Mutex<List>,
    /// Semaphore with one permit for each job that may run at the same time.
    places: Arc<Semaphore>,
    /// Counter that increases with every change of the jobs; [`live`](crate::live) waits for it.
    changes: watch::Sender<u64>,
    /// Semaphore with one permit. The permit is held while a run is opened, while a run is deleted
    /// and while the runs are listed, because each of these operations uses checkpoint files.
    pub(crate) stores: Arc<Semaphore>,
}

#[derive(Default)]
struct List {
    next: u64,
    jobs: VecDeque<Job>,
    is_ending: bool,
}

impl Jobs {
    pub(crate) fn new(level: Level, at_a_time: usize) -> Arc<Self> {
        Arc::new(Self {
            level,
            list: Mutex::default(),
            places: Arc::new(Semaphore::new(at_a_time)),
            changes: watch::Sender::new(0),
            stores: Arc::new(Semaphore::new(1)),
        })
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn changed(&self) {
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Returns all jobs, oldest first.
    pub(crate) fn views(&self) -> Vec<JobView> {
        self.list().jobs.iter().map(|job| job.view.clone()).collect()
    }

    /// Returns whether a job of this server for the run named `run` waits or runs.
    pub(crate) fn is_active(&self, run: &str) -> bool {
        self.list().jobs.iter().any(|job| is_active(job, run))
    }

    /// Adds a job, which waits while the maximum number of jobs is running. Returns the number of
    /// the job.
    pub(crate) fn add(self: &Arc<Self>, name: &str, work: Work) -> Result<u64, JobError> {
        let task = match work {
            Work::Run { .. } => "run",
            Work::Ladder { .. } => "ladder",
        };
        let token = CancelToken::new();
        let id = {
            let mut list = self.list();
            if list.is_ending {
                return Err(JobError::Ending);
            }
            if task == "run" && list.jobs.iter().any(|job| is_active(job, name)) {
                return Err(JobError::Active(name.to_owned()));
            }
            if list.jobs.iter().filter(|job| job.view.state == JobState::Waiting).count() >= MOST_WAITING {
                return Err(JobError::Full);
            }
            let ended = list.jobs.iter().filter(|job| job.view.state.has_ended()).count();
            if ended >= MOST_ENDED
                && let Some(oldest) = list.jobs.iter().position(|job| job.view.state.has_ended())
            {
                list.jobs.remove(oldest);
            }
            list.next += 1;
            let view = JobView {
                id: list.next,
                task,
                name: name.to_owned(),
                state: JobState::Waiting,
                error: None,
                done: 0,
                total: None,
                unit: None,
                message: None,
                bounds: None,
                estimate: None,
                rungs: Vec::new(),
            };
            list.jobs.push_back(Job { view, token: token.clone() });
            list.next
        };
        self.changed();
        let jobs = Arc::clone(self);
        tokio::spawn(async move { jobs.wait_and_work(id, token, work).await });
        Ok(id)
    }

    async fn wait_and_work(self: Arc<Self>, id: u64, token: CancelToken, mut work: Work) {
        let folder = work.new_folder();
        let place = if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            place
        } else {
            work = match self.save(work).await {
                Ok(work) => work,
                Err(reason) => {
                    remove_if_empty(folder.as_deref());
                    self.update(id, |view| view.fail(reason));
                    return;
                }
            };
            let Ok(place) = Arc::clone(&self.places).acquire_owned().await else { return };
            place
        };
        if self.views().iter().any(|view| view.id == id && !view.is_active()) {
            // The job was stopped while it waited.
            remove_if_empty(folder.as_deref());
            return;
        }
        self.update(id, |view| view.state = JobState::Running);
        let Ok(opening) = Arc::clone(&self.stores).acquire_owned().await else { return };
        let (jobs, ended) = (Arc::clone(&self), Arc::clone(&self));
        let work = move || {
            let outcome = jobs.work(id, &token, work, opening);
            let (state, error) = match outcome {
                Ok(true) => (JobState::Done, None),
                Ok(false) => (JobState::Stopped, None),
                Err(reason) => (JobState::Failed, Some(reason)),
            };
            remove_if_empty(folder.as_deref());
            jobs.update(id, |view| (view.state, view.error) = (state, error));
            drop(place);
        };
        let started =
            std::thread::Builder::new().name(format!("job-{id}")).stack_size(STACK).spawn(move || {
                if std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err() {
                    ended.update(id, |view| view.fail(BUG.to_owned()));
                }
            });
        if let Err(error) = started {
            self.update(id, |view| view.fail(format!("cannot start a thread: {error}")));
        }
    }

    /// Begins a new run and stops it at once. This saves its experiment, which would otherwise be
    /// lost if the program is killed while the run waits.
    async fn save(&self, work: Work) -> Result<Work, String> {
        let Work::Run { file, path, resume: false } = work else { return Ok(work) };
        let Ok(opening) = Arc::clone(&self.stores).acquire_owned().await else {
            return Err(JobError::Ending.to_string());
        };
        let options = RunOptions::new(self.level);
        let saving = move || {
            let stop = |_: &Progress| ControlFlow::Break(());
            let summary = runs::in_directory(&file, &path, options, &stop);
            drop(opening);
            summary.map_err(|failure| failure.to_string())?;
            Ok(Work::Run { file, path, resume: true })
        };
        tokio::task::spawn_blocking(saving).await.map_err(|_| BUG.to_owned())?
    }

    /// Executes a job. Returns whether its work is complete.
    fn work(
        self: &Arc<Self>,
        id: u64,
        token: &CancelToken,
        work: Work,
        opening: OwnedSemaphorePermit,
    ) -> Result<bool, String> {
        // The permit is released at the first report of progress: the checkpoint file is open then.
        let opening = Mutex::new(Some(opening));
        let observer = |progress: &Progress| {
            drop(opening.lock().unwrap_or_else(PoisonError::into_inner).take());
            self.update(id, |view| note(view, progress));
            token.observe(progress)
        };
        match work {
            Work::Run { mut file, path, resume } => {
                let publisher = Arc::clone(self);
                let publish = move |estimate| publisher.update(id, |view| view.estimate = Some(estimate));
                file.job = WatchedJob::watching(Arc::clone(&file.job), Arc::new(publish));
                let options = RunOptions::new(self.level).resume(resume);
                let summary = runs::in_directory(&file, &path, options, &observer);
                let summary = summary.map_err(|failure| failure.to_string())?;
                match summary.shortage {
                    Some(shortage) => Err(shortage.to_string()),
                    None => Ok(summary.conclusion.is_some()),
                }
            }
            Work::Ladder { name } => {
                let seen = |rungs: &[TimedRung]| self.update(id, |view| note_rungs(view, rungs));
                match quadrille_ladders::time_observed(&[name], self.level, None, &observer, &seen) {
                    Ok(timings) => {
                        self.update(id, |view| view.rungs = timings.rungs);
                        Ok(true)
                    }
                    Err(LadderError::Cancelled(_)) => Ok(false),
                    Err(error) => Err(error.to_string()),
                }
            }
        }
    }

    fn update(&self, id: u64, change: impl FnOnce(&mut JobView)) {
        if let Some(job) = self.list().jobs.iter_mut().find(|job| job.view.id == id) {
            change(&mut job.view);
        }
        self.changed();
    }

    /// Stops a job that waits or runs. A stopped run can be resumed.
    pub(crate) fn stop(&self, id: u64) -> Result<(), JobError> {
        {
            let mut list = self.list();
            let job = list.jobs.iter_mut().find(|job| job.view.id == id).ok_or(JobError::Unknown)?;
            job.token.cancel();
            if job.view.state == JobState::Waiting {
                job.view.state = JobState::Stopped;
            }
        }
        self.changed();
        Ok(())
    }

    /// Stops all jobs, and waits until their work is saved. Runs that wait are begun and stopped at
    /// once, so that their experiments are saved and can be resumed.
    pub(crate) async fn end(&self) {
        let mut changes = self.changes();
        {
            let mut list = self.list();
            list.is_ending = true;
            for job in &mut list.jobs {
                job.token.cancel();
                if job.view.state == JobState::Waiting && job.view.task != "run" {
                    job.view.state = JobState::Stopped;
                }
            }
        }
        while self.views().iter().any(JobView::is_active) {
            if changes.changed().await.is_err() {
                return;
            }
        }
    }
}

fn is_active(job: &Job, run: &str) -> bool {
    job.view.task == "run" && job.view.name == run && job.view.is_active()
}

fn note(view: &mut JobView, progress: &Progress) {
    (view.done, view.total, view.bounds) = (progress.done, progress.total, progress.bounds);
    view.unit = progress.unit.as_deref().map(str::to_owned);
    view.message = progress.message.as_deref().map(str::to_owned);
}

/// Adds timings to the view of a job: a rung that the view already contains is replaced, another
/// rung is appended.
fn note_rungs(view: &mut JobView, rungs: &[TimedRung]) {
    for rung in rungs {
        let is_same = |known: &&mut TimedRung| known.what == rung.what && known.rung == rung.rung;
        match view.rungs.iter_mut().find(is_same) {
            Some(known) => *known = rung.clone(),
            None => view.rungs.push(rung.clone()),
        }
    }
}
