//! One experiment file, read and ready to run.

use std::sync::atomic::AtomicBool;

use quadrille_diagnostics::toml::Document;
use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_experiment::runner::{Conditions, Ending};
use quadrille_experiment::{Conclusion, Experiment, Header, Progress, RunError, Store};
use quadrille_lanes::Level;

use crate::files::{NamedFile, NamedFiles};
use crate::kinds::{self, KINDS, Kind};

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

/// An experiment file that has been read: every key known, every range checked.
pub struct ExperimentFile {
    /// The file.
    pub source: Source,
    /// What its head says.
    pub header: Header,
    /// Its kind.
    pub kind: &'static Kind,
    /// The job it describes.
    pub job: Box<dyn Job>,
    /// The files it names.
    pub files: Vec<NamedFile>,
}

impl ExperimentFile {
    /// Reads an experiment file that names no other files.
    ///
    /// ```
    /// use quadrille::diagnostics::Source;
    /// use quadrille::job::ExperimentFile;
    ///
    /// let text = "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 4\ncolors = 6\nstrategy = \"knut\"\n";
    /// let error = ExperimentFile::read(Source::new("a.toml", text)).err().unwrap();
    /// assert!(error.to_string().contains("did you mean `knuth`?"));
    /// ```
    ///
    /// # Errors
    /// Whatever is wrong with it, with its place.
    pub fn read(source: Source) -> Result<Self, Diagnostic> {
        Self::read_with(source, NamedFiles::default())
    }

    /// Reads an experiment file, and the files that it names.
    ///
    /// # Errors
    /// Whatever is wrong with it or with them, with its place.
    pub fn read_with(source: Source, mut files: NamedFiles) -> Result<Self, Diagnostic> {
        let (mut header, kind, job) = {
            let document = Document::parse(&source)?;
            let kind = &KINDS[Header::kind(&document, &kinds::names())?];
            let keys = ["kind", "seed", "run", kind.table];
            let root = document.root(&keys)?;
            let header = Header::read(&root)?;
            let table = root.required(kind.table);
            let table = table.map_err(|error| error.expected(format!("a table [{}]", kind.table)))?;
            let job = (kind.read)(&table.table(kind.keys)?, &header, &mut files)?;
            (header, kind, job)
        };
        header.seed = header.seed.or_else(|| job.seed());
        Ok(Self { source, header, kind, job, files: files.into_read() })
    }
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
