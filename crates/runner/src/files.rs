//! Reading files: the experiment's own, and those that it names.
//!
//! An experiment may name other files: a profile, a pattern. Where they come from is a matter of [`Files`]: a
//! [`Folder`] on the disk, a folder that may not be left, [`InMemory`] for those that have come over a
//! network or out of a run that is already written down. Whatever it is, [`NamedFiles`] keeps what was read,
//! for it belongs to the experiment.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use quadrille_diagnostics::toml::Value;
use quadrille_diagnostics::{Diagnostic, Source, printable};
use quadrille_files::{FindExample, Reader};
pub use quadrille_files::{NamedFile, ReadError, typed_path};

/// The largest size in bytes of an experiment, and of a file that it names.
pub const LARGEST: u64 = 16 << 20;

/// Reads the files that an experiment names.
pub(crate) const READER: Reader = Reader::new(LARGEST);

/// Where the files come from that an experiment names.
pub trait Files: Debug {
    /// Returns the file of this name, as the experiment writes it. `examples` finds the file that a name such as
    /// `example:NAME` stands for.
    ///
    /// # Errors
    /// There is none, or it may not be read; the reason in words.
    fn find(&self, name: &str, examples: FindExample) -> Result<FoundFile, String>;

    /// Returns the folder on the disk that programs may be started in; `None` where none may be started.
    fn folder(&self) -> Option<&Path> {
        None
    }

    /// Returns whether programs are refused where they are named, for names are confined to a folder.
    fn refuses_programs(&self) -> bool {
        false
    }

    /// Returns whether files that are no texts are found as their bytes in base64.
    fn are_in_base64(&self) -> bool {
        false
    }

    /// Returns whether errors may show excerpts of the file of this name: whoever wrote the experiment may not read
    /// every file that it names.
    fn may_be_quoted(&self, _name: &str) -> bool {
        true
    }

    /// Returns whether the names come from whoever is told of the errors, so that any file may be quoted.
    fn are_asked_for(&self) -> bool {
        false
    }
}

/// A file that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFile {
    /// What it is called in messages: the whole path of a file on the disk.
    pub called: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// Files of a folder on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
    confined: bool,
    asked_for: bool,
}

impl Folder {
    /// Names are looked up in this folder, unless they begin at the root; `..` leads out of it. Of files
    /// elsewhere errors tell the place and the reason, and show nothing.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), confined: false, asked_for: false }
    }

    /// The same where the names come from whoever is told of the errors: any file's lines may be shown.
    #[must_use]
    pub fn asked_for(self) -> Self {
        Self { asked_for: true, ..self }
    }

    /// Names are looked up in this folder and nowhere else: those that lead out of it, be it by way of a
    /// link, are refused.
    pub fn confined(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), confined: true, asked_for: false }
    }

    /// Returns whether a path in the folder, its links followed, stays in it.
    fn holds(&self, path: &Path) -> std::io::Result<bool> {
        // The empty path stands for the folder that the program works in.
        let folder = if self.path.as_os_str().is_empty() { Path::new(".") } else { &self.path };
        Ok(path.canonicalize()?.starts_with(folder.canonicalize()?))
    }
}

impl Files for Folder {
    fn folder(&self) -> Option<&Path> {
        // Whoever confines names will not have programs started by them.
        (!self.confined).then_some(&*self.path)
    }

    fn refuses_programs(&self) -> bool {
        self.confined
    }

    fn may_be_quoted(&self, name: &str) -> bool {
        self.holds(&self.path.join(name)).unwrap_or(false)
    }

    fn are_asked_for(&self) -> bool {
        self.asked_for
    }

    fn find(&self, name: &str, examples: FindExample) -> Result<FoundFile, String> {
        if let Some(example) = examples(Path::new(name)) {
            return Ok(FoundFile { called: name.to_owned(), bytes: example?.text.as_bytes().to_vec() });
        }
        let path = self.path.join(name);
        // The same words for a file elsewhere as for one that is not there: whether it is there is nobody's
        // business.
        if self.confined && !self.holds(&path).unwrap_or(false) {
            return Err(format!("there is no file {name:?} in the experiment's folder"));
        }
        let bytes = READER.bytes(&path).map_err(|error| error.to_string())?.bytes;
        Ok(FoundFile { bytes, called: path.display().to_string() })
    }
}

/// Files that are there already, each under the very name that the experiment uses. No name leads anywhere
/// else.
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

/// No files at all: an experiment that names one is refused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoFiles;

impl Files for NoFiles {
    fn find(&self, _: &str, _: FindExample) -> Result<FoundFile, String> {
        Err("no files can be named here".to_owned())
    }
}

/// The files that an experiment names: read once, and part of what makes it the same experiment.
#[derive(Debug)]
pub struct NamedFiles {
    files: Box<dyn Files>,
    examples: FindExample,
    read: Vec<NamedFile>,
    /// The texts, by what they are called, that no error may show.
    private: BTreeSet<String>,
}

impl NamedFiles {
    /// Files are looked up in `files`.
    pub fn new(files: impl Files + 'static) -> Self {
        let none: FindExample = |_| None;
        Self { files: Box::new(files), examples: none, read: Vec::new(), private: BTreeSet::new() }
    }

    /// Files are looked up in this folder, unless their names begin at the root.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self::new(Folder::new(folder))
    }

    /// The same, with the examples that a function finds.
    pub(crate) fn with_examples(self, examples: FindExample) -> Self {
        Self { examples, ..self }
    }

    /// Returns the text file that `value` names; one that has been named before is not read again.
    ///
    /// # Errors
    /// No name, or a file that is not there or no text.
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

    /// Returns the bytes of a file that is no text; one that has been named before is not read again. Each name stands for
    /// one file, a text or not, so that whoever has it from a coordinator or out of `run.json` finds it by name alone.
    ///
    /// # Errors
    /// There is no such file, in words, with its name.
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

    /// Returns whether errors may show what is in the file of this name.
    pub fn may_be_quoted(&self, name: &str) -> bool {
        self.files.are_asked_for() || self.files.may_be_quoted(name)
    }

    /// Returns the folder on the disk that programs may be started in; `None` where none may be started.
    pub fn folder(&self) -> Option<&Path> {
        self.files.folder()
    }

    /// Returns whether programs are refused where they are named.
    pub fn refuses_programs(&self) -> bool {
        self.files.refuses_programs()
    }

    /// Returns an error in a file that was named, as it may be told: without an excerpt if the file may not be quoted, or
    /// makes no sense in its very first line, so that it is probably something else than was meant.
    #[must_use]
    pub fn told(&self, error: Diagnostic) -> Diagnostic {
        let private = self.private.contains(error.source().name()) || error.position().line == 1;
        if private && !self.files.are_asked_for() { error.without_excerpt() } else { error }
    }

    /// Returns all that have been read, in the order in which they are named.
    pub fn into_read(self) -> Vec<NamedFile> {
        self.read
    }
}

/// Returns the bytes of a file that is no text.
fn decoded(text: impl AsRef<[u8]>) -> Result<Vec<u8>, String> {
    BASE64_STANDARD.decode(text).map_err(|error| format!("its base64 is damaged: {error}"))
}

/// Returns a path, if it can be typed: what cannot be shown cannot be typed either.
fn typed(path: &str) -> String {
    let can_be_typed = printable(path) == path && !path.contains(char::REPLACEMENT_CHARACTER);
    if can_be_typed { path.to_owned() } else { String::new() }
}

/// None can be named.
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
                confined.find(name, |_| None).unwrap_err().contains("in the experiment's folder"),
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
        assert!(NoFiles.find("a", |_| None).unwrap_err().contains("no files can be named here"));
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

    /// Returns the text file that a name stands for.
    fn source(files: &mut NamedFiles, name: &str) -> Result<String, String> {
        let document = Source::new("x", format!("file = {name:?}"));
        let document = quadrille_diagnostics::toml::Document::parse(&document).unwrap();
        let source = files.source(&document.required("file").unwrap());
        source.map(|source| source.text().to_owned()).map_err(|error| error.to_string())
    }

    /// Bytes come back as they are from the disk, from `run.json`, and from a coordinator, which sends a name and a text
    /// for each file.
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
            // Each name once.
            let names: Vec<&str> = found.iter().map(|file| &*file.name).collect();
            assert_eq!(names, ["weights", "both"]);
            assert_eq!([found[0].base64, found[1].base64], [true, !text_first]);
            let json = serde_json::to_string(&found).unwrap();
            assert_eq!(serde_json::from_str::<Vec<NamedFile>>(&json).unwrap(), found);
            let pairs = found.iter().map(|file| NamedFile { base64: false, ..file.clone() }).collect();
            for sent in [found.clone(), pairs] {
                let mut files = NamedFiles::new(InMemory::from(sent));
                read(&mut files);
                assert_eq!(files.into_read(), found, "the identity would be another");
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
        assert!(NamedFiles::new(Folder::new(&inside).asked_for()).may_be_quoted(&absolute));
        assert_eq!(confined.into_read().len(), 1);
        let large = std::fs::File::create(inside.join("large")).unwrap();
        large.set_len(LARGEST + 1).unwrap();
        assert!(free.bytes("large").unwrap_err().contains("large"));
    }
}
