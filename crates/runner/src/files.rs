//! Reading of experiment files, and of the files named by them.
//!
//! An experiment may name other files, such as a profile or a pattern. The trait [`Files`]
//! describes the source of these files: a [`Folder`] on disk, which may be confined, or
//! [`InMemory`] for files that were received over a network or stored in a run. [`NamedFiles`]
//! keeps the contents of the files that were read, because they are a part of the experiment.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::{Component, Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use quadrille_diagnostics::toml::Value;
use quadrille_diagnostics::{Diagnostic, Source, printable};
use quadrille_files::{FindExample, Reader};
pub use quadrille_files::{NamedFile, ReadError, typed_path};

/// Maximum size in bytes of an experiment file, and of each file that it names.
pub const LARGEST: u64 = 16 << 20;

/// Reads whole files of at most [`LARGEST`] bytes.
pub(crate) const READER: Reader = Reader::new(LARGEST);

/// The source of the files named by an experiment.
pub trait Files: Debug {
    /// Returns the file that the experiment refers to as `name`. The function `examples` resolves
    /// names such as `example:NAME`.
    ///
    /// # Errors
    /// The file is missing, or must not be read. The error describes the reason.
    fn find(&self, name: &str, examples: FindExample) -> Result<FoundFile, String>;

    /// Returns the folder on disk in which programs may be started; `None` if programs may not be
    /// started.
    fn folder(&self) -> Option<&Path> {
        None
    }

    /// Returns whether experiments must not name programs, for example because they may use only
    /// the files in a folder.
    fn refuses_programs(&self) -> bool {
        false
    }

    /// Returns whether binary files are stored as base64 text in this source. If false, their bytes
    /// are stored.
    fn are_in_base64(&self) -> bool {
        false
    }

    /// Returns whether errors may show excerpts of the file with this name. An excerpt could reveal
    /// a file that the author of the experiment must not read.
    fn may_be_quoted(&self, _name: &str) -> bool {
        true
    }

    /// Returns whether errors may show excerpts of all files, because the person who reads the
    /// errors has chosen the files.
    fn are_quotable(&self) -> bool {
        false
    }
}

/// A file that [`Files::find`] has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFile {
    /// The name of the file in messages; for a file on disk, its path.
    pub called: String,
    /// The contents of the file.
    pub bytes: Vec<u8>,
}

/// The files of a folder on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
    confined: bool,
    quotable: bool,
}

impl Folder {
    /// Creates a source that resolves names relative to this folder; names may be absolute, and
    /// `..` may leave the folder. Errors about files outside of the folder show the position and
    /// the reason, but no excerpt.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), confined: false, quotable: false }
    }

    /// Allows errors to show excerpts of all files. This is safe if the person who reads the errors
    /// has chosen the files.
    #[must_use]
    pub fn quotable(self) -> Self {
        Self { quotable: true, ..self }
    }

    /// Creates a source that resolves names in this folder only. Names that lead out of the folder,
    /// directly or through links, are refused.
    pub fn confined(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), confined: true, quotable: false }
    }

    /// Returns whether a path leads to a file in the folder after all links are resolved.
    fn holds(&self, path: &Path) -> std::io::Result<bool> {
        // An empty path means the working directory, but cannot be canonicalised.
        let folder = if self.path.as_os_str().is_empty() { Path::new(".") } else { &self.path };
        Ok(path.canonicalize()?.starts_with(folder.canonicalize()?))
    }
}

impl Files for Folder {
    fn folder(&self) -> Option<&Path> {
        // An experiment that is confined to the folder must not start programs.
        (!self.confined).then_some(&*self.path)
    }

    fn refuses_programs(&self) -> bool {
        self.confined
    }

    fn may_be_quoted(&self, name: &str) -> bool {
        self.holds(&self.path.join(name)).unwrap_or(false)
    }

    fn are_quotable(&self) -> bool {
        self.quotable
    }

    fn find(&self, name: &str, examples: FindExample) -> Result<FoundFile, String> {
        if let Some(example) = examples(Path::new(name)) {
            return Ok(FoundFile { called: name.to_owned(), bytes: example?.text.as_bytes().to_vec() });
        }
        let path = self.path.join(name);
        // Missing files and files outside of the folder have the same message, which depends on
        // the name alone. Therefore the message does not reveal which files exist outside.
        if self.confined && !self.holds(&path).unwrap_or(false) {
            let leads_out = Path::new(name)
                .components()
                .any(|part| !matches!(part, Component::Normal(_) | Component::CurDir));
            let hint = if leads_out { "; --confine reads no file outside it" } else { "" };
            return Err(format!("there is no file {name:?} in the experiment's folder{hint}"));
        }
        let bytes = READER.bytes(&path).map_err(|error| error.to_string())?.bytes;
        Ok(FoundFile { bytes, called: path.display().to_string() })
    }
}

/// Files in memory, with exactly the names by which the experiment refers to them.
///
/// ```
/// use quadrille_runner::files::{Files as _, InMemory, NamedFile};
///
/// let files = InMemory::from(vec![NamedFile { name: "fury.toml".to_owned(), text: "name = \"F\"".to_owned(), base64: false, path: String::new() }]);
/// assert_eq!(files.find("fury.toml", |_| None).map(|file| file.bytes.len()), Ok(10));
/// assert!(files.find("../fury.toml", |_| None).is_err());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InMemory(Vec<NamedFile>);

impl From<Vec<NamedFile>> for InMemory {
    fn from(files: Vec<NamedFile>) -> Self {
        Self(files)
    }
}

impl Files for InMemory {
    fn find(&self, name: &str, _: FindExample) -> Result<FoundFile, String> {
        let found = self.0.iter().find(|file| file.name == name);
        let file = found.ok_or_else(|| format!("there is no file {name:?}"))?;
        let called = if file.path.is_empty() { name } else { &file.path };
        Ok(FoundFile { called: called.to_owned(), bytes: file.text.clone().into_bytes() })
    }

    fn are_in_base64(&self) -> bool {
        true
    }
}

/// A source without files. Reading an experiment that names a file is then an error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoFiles;

impl Files for NoFiles {
    fn find(&self, _: &str, _: FindExample) -> Result<FoundFile, String> {
        Err("this experiment must not name files".to_owned())
    }
}

/// The files named by an experiment, each of which is read once. Their contents are a part of the
/// experiment's identity.
#[derive(Debug)]
pub struct NamedFiles {
    files: Box<dyn Files>,
    examples: FindExample,
    read: Vec<NamedFile>,
    /// The names, as shown in messages, of the files whose text must not be shown in errors.
    private: BTreeSet<String>,
}

impl NamedFiles {
    /// Creates an empty collection that reads files from the source `files`.
    pub fn new(files: impl Files + 'static) -> Self {
        let none: FindExample = |_| None;
        Self { files: Box::new(files), examples: none, read: Vec::new(), private: BTreeSet::new() }
    }

    /// Creates an empty collection that reads files from this folder; names may be absolute.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self::new(Folder::new(folder))
    }

    /// Sets the function that resolves names such as `example:NAME`.
    pub(crate) fn with_examples(self, examples: FindExample) -> Self {
        Self { examples, ..self }
    }

    /// Returns the text file that `value` names. A file that was read before is not read again.
    ///
    /// # Errors
    /// The value is not a text, the file cannot be found, or the contents of the file are not text.
    pub fn source(&mut self, value: &Value<'_>) -> Result<Source, Diagnostic> {
        let name = value.string("the name of a file, in quotes")?;
        if let Some(file) = self.read.iter().find(|file| file.name == name) {
            let called = if file.path.is_empty() { name } else { &file.path };
            if file.base64 {
                let bytes = decoded(&file.text).map_err(|reason| value.error(reason))?;
                return Source::from_bytes(called, bytes);
            }
            return Ok(Source::new(called, file.text.as_str()));
        }
        let FoundFile { called, bytes } =
            self.files.find(name, self.examples).map_err(|reason| value.error(reason))?;
        if !self.may_be_quoted(name) {
            self.private.insert(printable(&called));
        }
        let path = typed(&called);
        let source = Source::from_bytes(called, bytes)?;
        let text = source.text().to_owned();
        self.read.push(NamedFile { name: name.to_owned(), text, base64: false, path });
        Ok(source)
    }

    /// Returns the bytes of the file `name`, which need not be text. A file that was read before,
    /// as text or as bytes, is not read again: a name identifies one file. A coordinator sends the
    /// file under this name, and `run.json` contains the file under this name.
    ///
    /// # Errors
    /// The file cannot be read. The error contains the file's name and the reason.
    pub fn bytes(&mut self, name: &str) -> Result<Vec<u8>, String> {
        if let Some(file) = self.read.iter().find(|file| file.name == name) {
            return if file.base64 { decoded(&file.text) } else { Ok(file.text.clone().into_bytes()) };
        }
        let FoundFile { called, mut bytes } = self.files.find(name, self.examples)?;
        if self.files.are_in_base64() {
            bytes = decoded(&bytes).map_err(|reason| format!("{name:?}: {reason}"))?;
        }
        let text = BASE64_STANDARD.encode(&bytes);
        self.read.push(NamedFile { name: name.to_owned(), text, base64: true, path: typed(&called) });
        Ok(bytes)
    }

    /// Returns whether errors may show excerpts of the file with this name.
    pub fn may_be_quoted(&self, name: &str) -> bool {
        self.files.are_quotable() || self.files.may_be_quoted(name)
    }

    /// Returns the folder on disk in which programs may be started; `None` if programs may not be
    /// started.
    pub fn folder(&self) -> Option<&Path> {
        self.files.folder()
    }

    /// Returns whether the experiment must not name programs.
    pub fn refuses_programs(&self) -> bool {
        self.files.refuses_programs()
    }

    /// Removes the excerpt from an error if errors must not show excerpts of the file. The excerpt
    /// is also removed if the error is in the first line of the file. In that case, the experiment
    /// may have named a wrong file, whose text could be secret.
    #[must_use]
    pub fn redacted(&self, error: Diagnostic) -> Diagnostic {
        let private = self.private.contains(error.source().name()) || error.position().line == 1;
        if private && !self.files.are_quotable() { error.without_excerpt() } else { error }
    }

    /// Returns all files that were read, in the order of reading.
    pub fn into_read(self) -> Vec<NamedFile> {
        self.read
    }
}

/// Decodes base64, the form in which files that are not text are stored.
fn decoded(text: impl AsRef<[u8]>) -> Result<Vec<u8>, String> {
    BASE64_STANDARD.decode(text).map_err(|error| format!("the base64 text of the file is damaged: {error}"))
}

/// Returns the path if it can be displayed and typed; otherwise an empty text.
fn typed(path: &str) -> String {
    let can_be_typed = printable(path) == path && !path.contains(char::REPLACEMENT_CHARACTER);
    if can_be_typed { path.to_owned() } else { String::new() }
}

/// Creates a collection that cannot read any files.
impl Default for NamedFiles {
    fn default() -> Self {
        Self::new(NoFiles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confined_folder_is_not_left() {
        let outside = tempfile::tempdir().unwrap();
        let inside = outside.path().join("inside");
        std::fs::create_dir_all(inside.join("deeper")).unwrap();
        for (path, text) in [("secret", "s"), ("inside/own", "o"), ("inside/deeper/own", "d")] {
            std::fs::write(outside.path().join(path), text).unwrap();
        }
        let (free, confined) = (Folder::new(&inside), Folder::confined(&inside));
        for name in ["own", "deeper/own", "deeper/../own", "./own"] {
            assert_eq!(free.find(name, |_| None), confined.find(name, |_| None));
            assert!(confined.find(name, |_| None).is_ok(), "{name}");
        }
        let absolute = outside.path().join("secret").display().to_string();
        for name in ["../secret", "deeper/../../secret", &absolute] {
            assert_eq!(free.find(name, |_| None).unwrap().bytes, b"s");
            assert!(
                confined
                    .find(name, |_| None)
                    .unwrap_err()
                    .ends_with("in the experiment's folder; --confine reads no file outside it"),
                "{name}"
            );
        }
        assert!(confined.find("nothing", |_| None).is_err() && free.find("nothing", |_| None).is_err());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&absolute, inside.join("link")).unwrap();
            assert!(free.find("link", |_| None).is_ok() && confined.find("link", |_| None).is_err());
        }
    }

    #[test]
    fn folders_and_devices_are_no_files() {
        let folder = Folder::new("/");
        assert!(folder.find("tmp", |_| None).unwrap_err().contains("it is a folder"));
        #[cfg(unix)]
        assert!(
            folder
                .find("dev/zero", |_| None)
                .unwrap_err()
                .contains("it is a device; expected a regular file")
        );
    }

    #[test]
    fn nothing_is_read_but_what_is_named() {
        assert!(NoFiles.find("a", |_| None).unwrap_err().contains("must not name files"));
        let files = InMemory::from(vec![NamedFile {
            name: "a".to_owned(),
            text: "1".to_owned(),
            base64: false,
            path: String::new(),
        }]);
        assert_eq!(
            files.find("a", |_| None).unwrap(),
            FoundFile { called: "a".to_owned(), bytes: b"1".to_vec() }
        );
        assert!(files.find("./a", |_| None).is_err());
    }

    /// Returns the text of the file with this name.
    fn source(files: &mut NamedFiles, name: &str) -> Result<String, String> {
        let document = Source::new("x", format!("file = {name:?}"));
        let document = quadrille_diagnostics::toml::Document::parse(&document).unwrap();
        let source = files.source(&document.required("file").unwrap());
        source.map(|source| source.text().to_owned()).map_err(|error| error.to_string())
    }

    /// Bytes are unchanged when read from disk, from `run.json`, and from a coordinator, which
    /// sends a name and a text for each file.
    #[test]
    fn bytes_travel_as_base64() {
        let folder = tempfile::tempdir().unwrap();
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        std::fs::write(folder.path().join("weights"), &bytes).unwrap();
        std::fs::write(folder.path().join("both"), "text").unwrap();
        let mut kept = None;
        for text_first in [false, true] {
            let read = |files: &mut NamedFiles| {
                assert_eq!(files.bytes("weights").as_ref(), Ok(&bytes));
                assert_eq!(files.bytes("weights").as_ref(), Ok(&bytes));
                assert!(source(files, "weights").is_err(), "no text");
                for text in [text_first, !text_first] {
                    if text {
                        assert_eq!(source(files, "both").as_deref(), Ok("text"));
                    } else {
                        assert_eq!(files.bytes("both").as_deref(), Ok(&b"text"[..]));
                    }
                }
            };
            let mut files = NamedFiles::in_folder(folder.path());
            read(&mut files);
            let found = files.into_read();
            // Each name occurs once.
            let names: Vec<&str> = found.iter().map(|file| &*file.name).collect();
            assert_eq!(names, ["weights", "both"]);
            assert_eq!([found[0].base64, found[1].base64], [true, !text_first]);
            let json = serde_json::to_string(&found).unwrap();
            assert_eq!(serde_json::from_str::<Vec<NamedFile>>(&json).unwrap(), found);
            let pairs = found.iter().map(|file| NamedFile { base64: false, ..file.clone() }).collect();
            for sent in [found.clone(), pairs] {
                let mut files = NamedFiles::new(InMemory::from(sent));
                read(&mut files);
                assert_eq!(files.into_read(), found, "the identity would differ");
            }
            assert_ne!(kept.replace(found.clone()).as_ref(), Some(&found));
        }
    }

    #[test]
    fn bytes_are_confined_as_texts_are() {
        let outside = tempfile::tempdir().unwrap();
        let inside = outside.path().join("inside");
        std::fs::create_dir(&inside).unwrap();
        std::fs::write(outside.path().join("secret"), [0xff]).unwrap();
        std::fs::write(inside.join("own"), [0xff]).unwrap();
        let absolute = outside.path().join("secret").display().to_string();
        let mut confined = NamedFiles::new(Folder::confined(&inside));
        let mut free = NamedFiles::new(Folder::new(&inside));
        for name in ["../secret", &absolute] {
            assert!(confined.bytes(name).unwrap_err().contains("there is no file"), "{name}");
            assert_eq!(free.bytes(name).as_deref(), Ok(&[0xff][..]));
            assert!(!free.may_be_quoted(name) && !confined.may_be_quoted(name));
        }
        assert!(confined.bytes("own").is_ok() && confined.may_be_quoted("own"));
        assert!(NamedFiles::new(Folder::new(&inside).quotable()).may_be_quoted(&absolute));
        assert_eq!(confined.into_read().len(), 1);
        let large = std::fs::File::create(inside.join("large")).unwrap();
        large.set_len(LARGEST + 1).unwrap();
        assert!(free.bytes("large").unwrap_err().contains("large"));
    }
}
