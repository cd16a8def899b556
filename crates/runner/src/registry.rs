//! The list of the kinds of experiments that a program supports, and of its examples.

use quadrille_diagnostics::toml::Document;
use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_files::FindExample;

use crate::Header;
use crate::experiment_file::{AskError, ExperimentFile};
use crate::files::NamedFiles;
use crate::job::Kind;
use crate::settings::{self, Settings};

/// The kinds of experiments that a program supports, and the function that resolves `example:NAME`.
#[derive(Debug, Clone, Copy)]
pub struct Registry {
    /// The kinds, in the order in which `--help` lists them.
    pub kinds: &'static [Kind],
    /// The function that returns the example for a path such as `example:NAME`.
    pub examples: FindExample,
}

impl Registry {
    /// Returns the names of all kinds, in order.
    pub fn names(&self) -> Vec<&'static str> {
        self.kinds.iter().map(|kind| kind.name).collect()
    }

    /// Returns the kind that an experiment file names.
    ///
    /// # Errors
    /// The kind is missing or unknown.
    pub fn kind_of(&self, document: &Document) -> Result<&'static Kind, Diagnostic> {
        #[cfg(feature = "test-kinds")]
        if Header::kind(document, &[crate::waiting::WAIT.name]).is_ok() {
            return Ok(&crate::waiting::WAIT);
        }
        Ok(&self.kinds[Header::kind(document, &self.names())?])
    }

    /// Reads an experiment file that names no other files.
    ///
    /// # Errors
    /// A diagnostic for the first error of the file.
    pub fn read(&self, source: Source) -> Result<ExperimentFile, Diagnostic> {
        self.read_with(source, NamedFiles::default())
    }

    /// Reads an experiment file and the files that it names.
    ///
    /// # Errors
    /// A diagnostic for the first error of the file or of the named files.
    pub fn read_with(&self, source: Source, files: NamedFiles) -> Result<ExperimentFile, Diagnostic> {
        ExperimentFile::read(self, source, files)
    }

    /// Reads an experiment from typed settings, and the `files` that they name. The result is the
    /// same as for a file with the [text](settings::experiment_text) of the settings.
    ///
    /// # Errors
    /// A number is too large for an experiment file, or the settings are invalid.
    pub fn ask<S: Settings>(&self, settings: &S, files: NamedFiles) -> Result<ExperimentFile, AskError> {
        let text = settings::experiment_text(settings)?;
        Ok(self.read_with(Source::new("settings", text), files)?)
    }
}
