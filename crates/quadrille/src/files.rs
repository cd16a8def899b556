//! Reading files: the experiment's own, and those that it names.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use quadrille_diagnostics::toml::Value;
use quadrille_diagnostics::{Diagnostic, Source};

/// What is read is a page of text; what is larger than this many bytes is something else.
pub const LARGEST: u64 = 16 << 20;

/// Reads a file whole.
///
/// # Errors
/// It cannot be read, or is larger than [`LARGEST`]; the reason in words.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!(
            "cannot read {}: it is larger than 16 MiB, and no text of this kind",
            path.display()
        ));
    }
    Ok(bytes)
}

/// The files that an experiment names: read once, and part of what makes it the same experiment.
#[derive(Debug, Default)]
pub struct NamedFiles {
    /// Where names are looked up; `None` where there are no files, and none may be named.
    folder: Option<PathBuf>,
    read: Vec<NamedFile>,
}

/// A file that an experiment names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    /// Its name, as the experiment writes it.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl NamedFiles {
    /// Files are looked up in this folder, unless their names begin at the root.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), read: Vec::new() }
    }

    /// The text file that `value` names.
    ///
    /// # Errors
    /// No name, or a file that is not there or no text.
    pub fn source(&mut self, value: &Value<'_>) -> Result<Source, Diagnostic> {
        let name = value.string("the name of a file, in quotes")?;
        let Some(folder) = &self.folder else { return Err(value.error("no files can be named here")) };
        let path = folder.join(name);
        let bytes = read(&path).map_err(|reason| value.error(reason))?;
        let source = Source::from_bytes(path.display().to_string(), bytes)?;
        self.read.push(NamedFile { name: name.to_owned(), text: source.text().to_owned() });
        Ok(source)
    }

    /// All that have been read, in the order in which they are named.
    pub fn into_read(self) -> Vec<NamedFile> {
        self.read
    }
}
