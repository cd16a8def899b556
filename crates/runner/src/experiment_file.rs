//! An experiment file that was read and validated.

use crate::{Header, Identity, OpenJob};
use std::any::Any;
use std::sync::Arc;

use quadrille_diagnostics::toml::Document;
use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_lanes::Level;

use crate::files::{NamedFile, NamedFiles};
use crate::job::{Job, Kind};
use crate::registry::Registry;
use crate::settings::SettingsError;
use crate::sweep::Sweep;

/// A validated experiment file: all keys are known, and all values are in their ranges.
pub struct ExperimentFile {
    /// The text of the file, and the name of the file for messages.
    pub source: Source,
    /// The keys that all kinds share.
    pub header: Header,
    /// The kind of experiment, from the [registry](Registry).
    pub kind: &'static Kind,
    /// The job that the file describes.
    pub job: Arc<dyn Job>,
    /// The contents of the files named by the experiment, in the order in which they are named.
    pub files: Vec<NamedFile>,
    /// The path of the experiment file; `None` if it is unknown or contains characters that cannot
    /// be typed.
    pub path: Option<String>,
}

impl ExperimentFile {
    /// Reads an experiment file and the files that it names; see [`Registry::read_with`].
    pub(crate) fn read(registry: &Registry, source: Source, files: NamedFiles) -> Result<Self, Diagnostic> {
        let mut files = files.with_examples(registry.examples);
        let read = read(registry, &source, &mut files);
        let (header, kind, job) =
            read.map_err(|error| if *error.source() == source { error } else { files.redacted(error) })?;
        Ok(Self { source, header, kind, job, files: files.into_read(), path: None })
    }

    /// Returns the identity of a run of this experiment with the given seed.
    pub fn identity(&self, seed: u64) -> Identity {
        let named: Vec<(&str, &[u8])> =
            self.files.iter().map(|file| (file.name.as_str(), file.text.as_bytes())).collect();
        Identity::new(self.kind.name, self.source.text(), &named, seed, self.kind.revision)
    }

    /// Returns the seed in the file, or else the seed in a file that it names, such as a profile.
    pub fn seed(&self) -> Option<u64> {
        self.header.seed.or_else(|| self.job.seed())
    }

    /// Returns the settings of the experiment; `None` if their type is not `J`.
    pub fn settings<J: Job>(&self) -> Option<&J> {
        let job: &dyn Any = &*self.job;
        job.downcast_ref()
    }

    /// Opens the job with the given seed, as an experiment whose shards can be run by any executor.
    pub fn open(&self, seed: u64, level: Level) -> Box<dyn OpenJob> {
        Arc::clone(&self.job).open(seed, level)
    }
}

/// The header, the kind and the job of an experiment file.
type Asked = (Header, &'static Kind, Arc<dyn Job>);

/// Reads an experiment file, and the files named by it.
fn read(registry: &Registry, source: &Source, files: &mut NamedFiles) -> Result<Asked, Diagnostic> {
    let (header, kind, job) = {
        let document = Document::parse(source)?;
        let kind = registry.kind_of(&document)?;
        let keys = ["kind", "seed", "run", "sweep", kind.table];
        let root = document.root(&keys)?;
        let header = Header::read(&root)?;
        let table = root.required(kind.table);
        let table = table.map_err(|error| error.expected(format!("a table [{}]", kind.table)))?;
        let job: Arc<dyn Job> = match root.optional("sweep") {
            // The table of the kind need not contain the keys in `[sweep]`.
            Some(sweep) => Arc::new(Sweep::read(&document, &sweep, kind, &header, files)?),
            None => (kind.read)(&table.table(&kind.key_names())?, &header, files)?,
        };
        (header, kind, job)
    };
    Ok((header, kind, job))
}

/// Error of [`Registry::ask`], which reads an experiment from typed settings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The settings cannot be written as an experiment file.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The settings are invalid, or a file that they name is invalid.
    #[error(transparent)]
    Meaning(#[from] Diagnostic),
}
