//! Experiments behind one face: what a kind is, and a job of one of them.

use std::sync::atomic::AtomicBool;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Table;
use quadrille_experiment::runner::{Conditions, Ending};
use quadrille_experiment::{Conclusion, Experiment, Header, Progress, RunError, Store};
use quadrille_lanes::Level;

use crate::files::NamedFiles;

/// Reads an engine's table of an experiment file and makes a job of it.
pub type Reader = fn(&Table<'_>, &Header, &mut NamedFiles) -> Result<Box<dyn Job>, Diagnostic>;

/// A kind of experiment.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// What an experiment file calls it: engine, dot, question.
    pub name: &'static str,
    /// The table of the file that holds the engine's own keys.
    pub table: &'static str,
    /// What it finds out, in a line.
    pub about: &'static str,
    /// Reads that table and checks every range in it.
    pub read: Reader,
    /// The keys of that table.
    pub keys: &'static [&'static str],
}

/// An experiment whose engine and partial results are hidden behind one face.
///
/// An adapter reads its settings when the file is read, and makes an [`Experiment`] of them for [`work`] when the job runs.
pub trait Job: Send {
    /// Runs to the end, or until stopped.
    ///
    /// # Errors
    /// The store failed, or threads could not be started.
    fn run(&self, store: Option<&mut Store>, circumstances: Circumstances<'_>) -> Result<Outcome, RunError>;

    /// The seed that a file it names asks for; it counts where the experiment itself has none.
    fn seed(&self) -> Option<u64> {
        None
    }
}

/// What a job runs under; of these only the seed may change what it finds.
pub struct Circumstances<'a> {
    /// The seed of all randomness.
    pub seed: u64,
    /// Worker threads.
    pub threads: usize,
    /// The vector level of all kernels.
    pub level: Level,
    /// Set from outside to stop the job.
    pub stop: &'a AtomicBool,
    /// Hears how far the job is.
    pub listener: &'a mut dyn Listener,
}

/// Hears how far a job is, about ten times a second, on the thread that runs the job.
pub trait Listener {
    /// So much is done, counted in `unit`s.
    fn progress(&mut self, unit: &'static str, progress: Progress);
}

/// Nobody listens.
impl Listener for () {
    fn progress(&mut self, _: &'static str, _: Progress) {}
}

/// How a job ended.
#[derive(Debug)]
pub enum Outcome {
    /// With an answer.
    Complete {
        /// What was found.
        conclusion: Conclusion,
        /// How many shards it rests on.
        shards: u64,
    },
    /// It was stopped.
    Stopped {
        /// Shards finished so far.
        finished: u64,
        /// Shards in all; `None` when it was stopped before they were known.
        shards: Option<u64>,
    },
}

/// Runs an experiment to its conclusion.
///
/// # Errors
/// As [`quadrille_experiment::run`].
pub fn work<E: Experiment>(
    experiment: &mut E,
    store: Option<&mut Store>,
    circumstances: Circumstances<'_>,
) -> Result<Outcome, RunError> {
    let Circumstances { seed, threads, stop, listener, level: _ } = circumstances;
    let unit = experiment.work_unit();
    let conditions =
        Conditions { seed, threads, stop, progress: &mut |progress| listener.progress(unit, progress) };
    Ok(match quadrille_experiment::run(experiment, store, conditions)? {
        Ending::Complete { whole, shards } => {
            Outcome::Complete { conclusion: experiment.conclude(&whole), shards }
        }
        Ending::Stopped { finished, shards } => Outcome::Stopped { finished, shards },
    })
}
