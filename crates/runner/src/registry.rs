//! The kinds of experiments and the examples of a program.

use quadrille_diagnostics::toml::Document;
use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_files::FindExample;

use crate::Header;
use crate::experiment_file::{AskError, ExperimentFile};
use crate::files::NamedFiles;
use crate::job::Kind;
use crate::settings::{self, Settings};

/// The kinds of experiments of a program, and the function that resolves `example:NAME`.
#[derive(Debug, Clone, Copy)]
pub struct Registry {
    /// The kinds, in the order of `--help`.
    pub kinds: &'static [Kind],
    /// Finds the example that a path names.
    pub examples: FindExample,
}

impl Registry {
    /// Returns the names of all kinds, in order.
    pub fn names(&self) -> Vec<&'static str> {
        self.kinds.iter().map(|kind| kind.name).collect()
    }

    /// Returns the kind named by an experiment file.
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

    /// Reads an experiment from typed settings, and the `files` that they name. Equals reading
    /// [their text](settings::experiment_text).
    ///
    /// # Errors
    /// A number is too large for a file, or the settings are invalid.
    pub fn ask<S: Settings>(&self, settings: &S, files: NamedFiles) -> Result<ExperimentFile, AskError> {
        let text = settings::experiment_text(settings)?;
        Ok(self.read_with(Source::new("settings", text), files)?)
    }
}
