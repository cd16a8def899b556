//! One experiment file, read and ready to run.

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

/// An experiment file that has been read: every key known, every range checked.
pub struct ExperimentFile {
    /// The text, with the name it has in messages.
    pub source: Source,
    /// What its head says.
    pub header: Header,
    /// What kind of experiment it asks for: a row of the [registry](Registry).
    pub kind: &'static Kind,
    /// The job it describes.
    pub job: Arc<dyn Job>,
    /// The files it names.
    pub files: Vec<NamedFile>,
    /// Where it was found, as it can be typed; `None` where nobody knows.
    pub path: Option<String>,
}

impl ExperimentFile {
    /// Reads an experiment file and the files that it names; see [`Registry::read_with`].
    pub(crate) fn read(registry: &Registry, source: Source, files: NamedFiles) -> Result<Self, Diagnostic> {
        let mut files = files.with_examples(registry.examples);
        let read = read(registry, &source, &mut files);
        let (header, kind, job) =
            read.map_err(|error| if *error.source() == source { error } else { files.told(error) })?;
        Ok(Self { source, header, kind, job, files: files.into_read(), path: None })
    }

    /// What makes a run of it with this seed the same as another.
    pub fn identity(&self, seed: u64) -> Identity {
        let named: Vec<(&str, &[u8])> =
            self.files.iter().map(|file| (file.name.as_str(), file.text.as_bytes())).collect();
        Identity::new(self.kind.name, self.source.text(), &named, seed, self.kind.revision)
    }

    /// Returns the settings that its table was read into, if they are of this type.
    pub fn settings<J: Job>(&self) -> Option<&J> {
        let job: &dyn Any = &*self.job;
        job.downcast_ref()
    }

    /// Opens it with a seed: an experiment whose shards can be run here or anywhere.
    pub fn open(&self, seed: u64, level: Level) -> Box<dyn OpenJob> {
        Arc::clone(&self.job).open(seed, level)
    }
}

/// What a file asks for.
type Asked = (Header, &'static Kind, Arc<dyn Job>);

/// Reads a file, and the files that it names.
fn read(registry: &Registry, source: &Source, files: &mut NamedFiles) -> Result<Asked, Diagnostic> {
    let (mut header, kind, job) = {
        let document = Document::parse(source)?;
        let kind = registry.kind_of(&document)?;
        let keys = ["kind", "seed", "run", "sweep", kind.table];
        let root = document.root(&keys)?;
        let header = Header::read(&root)?;
        let table = root.required(kind.table);
        let table = table.map_err(|error| error.expected(format!("a table [{}]", kind.table)))?;
        let job: Arc<dyn Job> = match root.optional("sweep") {
            // A key that is swept may stand in the sweep alone.
            Some(sweep) => Arc::new(Sweep::read(&document, &sweep, kind, &header, files)?),
            None => (kind.read)(&table.table(&kind.key_names())?, &header, files)?,
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
