//! One experiment file, read and ready to run.

use quadrille_diagnostics::toml::Document;
use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_experiment::{Header, Identity, OpenJob};
use quadrille_lanes::Level;

use crate::files::{NamedFile, NamedFiles};
use crate::job::{Job, Kind};
use crate::kinds;
use crate::settings::{self, Settings, SettingsError};
use crate::sweep::Sweep;

/// An experiment file that has been read: every key known, every range checked.
pub struct ExperimentFile {
    /// The text, with the name it has in messages.
    pub source: Source,
    /// What its head says.
    pub header: Header,
    /// What kind of experiment it asks for: the row of [`KINDS`](crate::kinds::KINDS).
    pub kind: &'static Kind,
    /// The job it describes.
    pub job: Box<dyn Job>,
    /// The files it names.
    pub files: Vec<NamedFile>,
    /// Where it was found, as it can be typed; `None` where nobody knows.
    pub path: Option<String>,
}

impl ExperimentFile {
    /// Reads an experiment file that names no other files.
    ///
    /// ```
    /// use quadrille::diagnostics::Source;
    /// use quadrille::experiment_file::ExperimentFile;
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
        let read = read(&source, &mut files);
        let (header, kind, job) =
            read.map_err(|error| if *error.source() == source { error } else { files.told(error) })?;
        Ok(Self { source, header, kind, job, files: files.into_read(), path: None })
    }

    /// What these settings ask, and `files` that they name: the same as reading [their
    /// text](settings::experiment_text).
    ///
    /// # Errors
    /// A number is too large to be written, or whatever is wrong with the text, told at its place in it.
    pub fn ask<S: Settings>(settings: &S, files: NamedFiles) -> Result<Self, AskError> {
        let text = settings::experiment_text(settings)?;
        Ok(Self::read_with(Source::new("settings", text), files)?)
    }

    /// What makes a run of it with this seed the same as another.
    pub fn identity(&self, seed: u64) -> Identity {
        let named: Vec<(&str, &[u8])> =
            self.files.iter().map(|file| (file.name.as_str(), file.text.as_bytes())).collect();
        Identity::new(self.kind.name, self.source.text(), &named, seed, self.kind.revision)
    }

    /// Opens it with a seed: an experiment whose shards can be run here or anywhere.
    ///
    /// ```
    /// use quadrille::diagnostics::Source;
    /// use quadrille::experiment::{Coordinator, Worker};
    /// use quadrille::experiment_file::ExperimentFile;
    /// use quadrille::lanes::Level;
    ///
    /// let text = "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 3\ncolors = 4\nstrategy = \"knuth\"\n";
    /// let file = ExperimentFile::read(Source::new("a.toml", text))?;
    /// let identity = file.identity(7);
    /// // In one process, or in many, each of which reads the same file:
    /// let worker = Worker::new(file.open(7, Level::best()), identity.clone(), 1, &())?;
    /// // In another, which merges what comes back in any order:
    /// let mut job = file.open(7, Level::best());
    /// job.prepare(1, &())?;
    /// let mut coordinator = Coordinator::new(&*job, &identity, None)?;
    /// while let Some(task) = coordinator.next_task() {
    ///     let partial = worker.run(&task, &(), &|_| ())?;
    ///     coordinator.take(&partial)?;
    /// }
    /// assert_eq!(coordinator.conclude(&())?.result["secrets"], 64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(&self, seed: u64, level: Level) -> Box<dyn OpenJob> {
        self.job.open(seed, level)
    }
}

/// What a file asks for.
type Asked = (Header, &'static Kind, Box<dyn Job>);

/// Reads a file, and the files that it names.
fn read(source: &Source, files: &mut NamedFiles) -> Result<Asked, Diagnostic> {
    let (mut header, kind, job) = {
        let document = Document::parse(source)?;
        let kind = kinds::of(&document)?;
        let keys = ["kind", "seed", "run", "sweep", kind.table];
        let root = document.root(&keys)?;
        let header = Header::read(&root)?;
        let table = root.required(kind.table);
        let table = table.map_err(|error| error.expected(format!("a table [{}]", kind.table)))?;
        let job: Box<dyn Job> = match root.optional("sweep") {
            // A key that is swept may stand in the sweep alone.
            Some(sweep) => Box::new(Sweep::read(&document, &sweep, kind, &header, files)?),
            None => (kind.read)(&table.table(kind.keys)?, &header, files)?,
        };
        (header, kind, job)
    };
    header.seed = header.seed.or_else(|| job.seed());
    Ok((header, kind, job))
}

/// Why settings are no experiment.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// They cannot be written down.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// They make no sense, or a file that they name makes none.
    #[error(transparent)]
    Meaning(#[from] Diagnostic),
}
