//! Files below the folder of runs.
//!
//! | path | accepted |
//! |---|---|
//! | relative, of ordinary names, and inside the folder of runs after links are resolved | yes |
//! | absolute, or with `..` | no |
//! | a link that leads out of the folder of runs | no |
//! | a pipe, a socket or a device | no |
//! | a run whose folder is reached through a link | no |
//! | to delete: the folder of runs itself, or a folder without a run | no |

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use quadrille::examples::{Beside, Example};
use quadrille::files::{Files, Folder, FoundFile, InMemory, NamedFile};
use quadrille::runner::directory::Output;
use quadrille_files::{FileKind, FindExample};

/// The files of a run beside its [outputs](Output): the checkpoints, and the files that `SQLite`
/// adds.
const STORE: [&str; 4] = ["run.sqlite", "run.sqlite-journal", "run.sqlite-wal", "run.sqlite-shm"];
/// Maximum size of a file of a run, in bytes, because files are read as a whole. The limit does not
/// apply to the checkpoints.
const LARGEST: u64 = 64 << 20;

/// Error of a path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PathError {
    #[error("`{0}` is not a path inside the folder of runs")]
    Outside(String),
    #[error("there is no `{0}` in the folder of runs")]
    Missing(String),
    #[error("{0}")]
    Refused(String),
}

/// The folder of runs, below which all paths are resolved.
#[derive(Debug, Clone)]
pub(crate) struct Root(PathBuf);

impl Root {
    /// Opens the folder, which must exist.
    pub(crate) fn open(path: &Path) -> std::io::Result<Self> {
        path.canonicalize().map(Self)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the name of the run in the folder `path`: the path from the folder of runs, with `/`
    /// between components. `None` if a component is not UTF-8.
    pub(crate) fn name_of(&self, path: &Path) -> Option<String> {
        let parts = path.strip_prefix(&self.0).ok()?.components().map(|part| part.as_os_str().to_str());
        Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
    }

    /// Returns the folder of an existing run.
    ///
    /// # Errors
    /// The name leads out of the folder of runs, leads through a link, or is not the name of a
    /// folder; or a file of the run leads out of the folder of runs, is not a regular file, or is
    /// too large.
    pub(crate) fn run(&self, name: &str) -> Result<PathBuf, PathError> {
        let path = self.resolve(name)?;
        // Jobs are compared by the names of their runs, so each run must have exactly one name.
        if self.name_of(&path).as_deref() != Some(name) {
            return Err(PathError::Refused(format!("`{name}` is reached through a link")));
        }
        if !path.is_dir() {
            return Err(PathError::Missing(name.to_owned()));
        }
        for file in run_files() {
            let (file, name) = (path.join(file), format!("{name}/{file}"));
            self.check_file(&file, &name)?;
            let size = std::fs::metadata(&file).map_or(0, |about| about.len());
            if size > LARGEST && !STORE.iter().any(|stored| file.ends_with(stored)) {
                let limit = LARGEST >> 20;
                return Err(PathError::Refused(format!("`{name}` is larger than {limit} MiB")));
            }
        }
        Ok(path)
    }

    /// Returns the name and the folder of a new run. If the given name is taken, the first unused
    /// number is added to it.
    ///
    /// # Errors
    /// The name is empty or longer than 100 bytes, begins with a dot or a space, ends with a space,
    /// or contains other characters than letters, digits, `-`, `_`, `.`, `+` and spaces.
    pub(crate) fn new_run(&self, name: &str) -> Result<(String, PathBuf), PathError> {
        let plain = |letter: char| letter.is_alphanumeric() || "-_.+ ".contains(letter);
        let is_plain = name.chars().all(plain) && name.trim() == name && !name.starts_with('.');
        if name.is_empty() || name.len() > 100 || !is_plain {
            let expected = "expected 1 to 100 bytes of letters, digits, `-`, `_`, `.`, `+` and spaces, \
                without a dot at the beginning or a space at either end";
            return Err(PathError::Refused(format!("`{name}` cannot be the name of a run; {expected}")));
        }
        let numbered = (2u32..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let free = names.find(|name| matches!(FileKind::at(&self.0.join(name)), Ok(None)));
        let free = free.unwrap_or_else(|| name.to_owned());
        let path = self.0.join(&free);
        Ok((free, path))
    }

    /// Deletes the files of a run. Also deletes the folder of the run unless it contains other
    /// files. Returns whether the folder was deleted.
    ///
    /// # Errors
    /// The name leads out of the folder of runs, leads through a link, or is not the name of a run;
    /// in these cases, nothing is deleted. It is also an error if the system cannot delete a file.
    pub(crate) fn delete_run(&self, name: &str) -> Result<bool, PathError> {
        let path = self.run(name)?;
        if path == self.0 {
            return Err(PathError::Refused("the folder of runs itself is never deleted".to_owned()));
        }
        let is_run = |file: &str| matches!(FileKind::at(&path.join(file)), Ok(Some(FileKind::Regular)));
        if !is_run("run.json") && !is_run("run.sqlite") {
            return Err(PathError::Refused(format!("`{name}` does not hold a run")));
        }
        let failed = |error: std::io::Error| PathError::Refused(format!("cannot delete `{name}`: {error}"));
        for file in run_files() {
            // If a file is a link, the link itself is removed.
            match std::fs::remove_file(path.join(file)) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
                _ => {}
            }
        }
        match std::fs::remove_dir(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(false),
            Err(error) => Err(failed(error)),
        }
    }

    fn resolve(&self, name: &str) -> Result<PathBuf, PathError> {
        let outside = || PathError::Outside(name.to_owned());
        if !is_inside(name) {
            return Err(outside());
        }
        let path = self.0.join(name).canonicalize().map_err(|_| PathError::Missing(name.to_owned()))?;
        if path.starts_with(&self.0) { Ok(path) } else { Err(outside()) }
    }

    /// Refuses an existing file that leads out of the folder or that is not a regular file.
    fn check_file(&self, path: &Path, name: &str) -> Result<(), PathError> {
        match FileKind::at(path) {
            Ok(None) => Ok(()),
            Ok(Some(_)) => match path.canonicalize() {
                Ok(real) if !real.starts_with(&self.0) => Err(PathError::Outside(name.to_owned())),
                Ok(real) if !real.is_file() => {
                    Err(PathError::Refused(format!("`{name}` is not a regular file")))
                }
                Ok(_) => Ok(()),
                Err(error) => Err(PathError::Refused(format!("`{name}`: {error}"))),
            },
            Err(error) => Err(PathError::Refused(format!("`{name}`: {error}"))),
        }
    }
}

/// Returns the names of all files of a run.
fn run_files() -> impl Iterator<Item = &'static str> {
    Output::ALL.map(Output::file_name).into_iter().chain(STORE)
}

/// Returns whether a name consists of ordinary components only.
fn is_inside(name: &str) -> bool {
    let ordinary = |part| matches!(part, Component::Normal(_));
    let canonical = !name.ends_with('/') && !name.split('/').any(|part| part.is_empty() || part == ".");
    canonical && !name.contains(['\0', '\\']) && Path::new(name).components().all(ordinary)
}

/// The files that an experiment from a page may name: those below the folder of runs, and examples.
#[derive(Debug)]
pub(crate) struct PageFiles {
    root: PathBuf,
    /// The example whose text was edited; the text may name the files of this example.
    example: Option<Example>,
    /// The text files of the run whose experiment was edited.
    recorded: InMemory,
    commands: bool,
}

impl PageFiles {
    pub(crate) fn new(root: &Root, example: Option<Example>, commands: bool) -> Self {
        Self { root: root.0.clone(), example, recorded: InMemory::default(), commands }
    }

    /// Adds the text files that a run has recorded. Other files are read again by their names.
    pub(crate) fn with_recorded(self, files: Vec<NamedFile>) -> Self {
        let texts: Vec<NamedFile> = files.into_iter().filter(|file| !file.base64).collect();
        Self { recorded: texts.into(), ..self }
    }
}

impl Files for PageFiles {
    fn find(&self, name: &str, examples: FindExample) -> Result<FoundFile, String> {
        if let Some(found) = self.example.and_then(|example| Beside(example).find(name, examples).ok()) {
            return Ok(found);
        }
        if let Ok(found) = self.recorded.find(name, examples) {
            return Ok(found);
        }
        if examples(Path::new(name)).is_none() && !is_inside(name) {
            return Err(format!(
                "`{name}` is not a path inside the folder of runs; expected such a path, or example:NAME"
            ));
        }
        Folder::confined(&self.root).find(name, examples)
    }

    fn folder(&self) -> Option<&Path> {
        self.commands.then_some(&*self.root)
    }

    fn refuses_programs(&self) -> bool {
        !self.commands
    }
}

/// The files of a run that is resumed, as recorded in its `run.json`.
#[derive(Debug)]
pub(crate) struct RecordedFiles {
    pub(crate) files: InMemory,
    pub(crate) root: PathBuf,
    pub(crate) commands: bool,
}

impl Files for RecordedFiles {
    fn find(&self, name: &str, examples: FindExample) -> Result<FoundFile, String> {
        self.files.find(name, examples)
    }

    fn folder(&self) -> Option<&Path> {
        self.commands.then_some(&*self.root)
    }

    fn refuses_programs(&self) -> bool {
        !self.commands
    }

    fn are_in_base64(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A folder with a run, a nested run, a folder without a run, and a secret outside.
    fn folder() -> (tempfile::TempDir, Root) {
        let outer = tempfile::tempdir().unwrap();
        let runs = outer.path().join("runs");
        for folder in ["one", "deeper/two", "notes"] {
            fs::create_dir_all(runs.join(folder)).unwrap();
        }
        for file in ["one/run.json", "one/result.json", "deeper/two/run.json", "notes/mine.txt"] {
            fs::write(runs.join(file), "{}").unwrap();
        }
        fs::create_dir(outer.path().join("secret")).unwrap();
        fs::write(outer.path().join("secret/run.json"), "{}").unwrap();
        let root = Root::open(&runs).unwrap();
        (outer, root)
    }

    #[test]
    fn paths_stay_in_the_folder() {
        let (outer, root) = folder();
        assert_eq!(root.run("one"), Ok(root.path().join("one")));
        assert_eq!(root.run("deeper/two"), Ok(root.path().join("deeper/two")));
        assert_eq!(root.name_of(&root.path().join("deeper/two")).as_deref(), Some("deeper/two"));
        let absolute = outer.path().join("secret").display().to_string();
        let own = root.path().join("one").display().to_string();
        for name in [
            "..",
            "../secret",
            "one/../../secret",
            "one/..",
            "./one",
            "one/",
            "one/.",
            "deeper//two",
            "",
            "/",
            &absolute,
            &own,
            "a\0b",
            "..\\secret",
        ] {
            let error = root.run(name).unwrap_err();
            assert!(matches!(error, PathError::Outside(_)), "{name:?}: {error}");
            assert!(root.delete_run(name).is_err(), "{name:?}");
        }
        assert!(matches!(root.run("nothing"), Err(PathError::Missing(_))));
        assert!(matches!(root.run("one/run.json"), Err(PathError::Missing(_))), "a file is not a run");
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_out_pipes_and_devices_are_refused() {
        use std::os::unix::fs::symlink;

        let (outer, root) = folder();
        symlink(outer.path().join("secret"), root.path().join("link")).unwrap();
        assert!(matches!(root.run("link"), Err(PathError::Outside(_))));
        assert!(matches!(root.delete_run("link"), Err(PathError::Outside(_))));
        symlink(root.path().join("one"), root.path().join("inner")).unwrap();
        assert!(root.run("inner").unwrap_err().to_string().contains("link"), "a second name of a run");
        assert!(root.delete_run("inner").unwrap_err().to_string().contains("link"));
        // A file of the run is a link that leads out of the folder.
        symlink(outer.path().join("secret/run.json"), root.path().join("one/report.html")).unwrap();
        assert!(matches!(root.run("one"), Err(PathError::Outside(_))));
        fs::remove_file(root.path().join("one/report.html")).unwrap();
        symlink("/dev/zero", root.path().join("one/report.html")).unwrap();
        assert!(root.run("one").is_err());
        fs::remove_file(root.path().join("one/report.html")).unwrap();
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{CWD, Mode, mkfifoat};

            mkfifoat(CWD, root.path().join("one/weights.safetensors"), Mode::RWXU).unwrap();
            assert!(root.run("one").unwrap_err().to_string().contains("not a regular file"));
        }
        assert!(outer.path().join("secret/run.json").exists());
    }

    #[test]
    fn a_file_that_is_too_large_is_not_read() {
        let (_outer, root) = folder();
        let file = fs::File::create(root.path().join("one/run.json")).unwrap();
        file.set_len(LARGEST).unwrap();
        assert!(root.run("one").is_ok());
        file.set_len(LARGEST + 1).unwrap();
        assert!(root.run("one").unwrap_err().to_string().contains("`one/run.json` is larger than 64 MiB"));
        fs::File::create(root.path().join("deeper/two/run.sqlite")).unwrap().set_len(LARGEST + 1).unwrap();
        assert!(root.run("deeper/two").is_ok());
    }

    #[test]
    fn only_a_run_is_deleted() {
        let (_outer, root) = folder();
        assert!(root.delete_run("notes").unwrap_err().to_string().contains("does not hold a run"));
        assert!(root.delete_run("deeper").unwrap_err().to_string().contains("does not hold a run"));
        assert_eq!(root.delete_run("deeper/two"), Ok(true));
        fs::write(root.path().join("one/notes.txt"), "mine").unwrap();
        assert_eq!(root.delete_run("one"), Ok(false), "a file of the user stays");
        assert!(root.path().join("one/notes.txt").exists() && !root.path().join("one/run.json").exists());
        fs::write(root.path().join("run.json"), "{}").unwrap();
        assert!(root.delete_run("").is_err() && root.delete_run(".").is_err());
        assert!(root.path().join("run.json").exists() && root.path().join("notes/mine.txt").exists());
    }

    #[test]
    fn a_new_run_has_a_name_of_its_own() {
        let (_outer, root) = folder();
        assert_eq!(root.new_run("fresh").unwrap().0, "fresh");
        assert_eq!(root.new_run("one").unwrap().0, "one-2");
        for name in ["", ".hidden", "a/b", "..", "a\nb", " a", "<b>", "a\u{202e}"] {
            assert!(root.new_run(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn experiments_read_files_of_the_folder_and_examples() {
        let (outer, root) = folder();
        let example = quadrille::examples::find("combat-fury").unwrap();
        let files = PageFiles::new(&root, Some(*example), false);
        let find = |name: &str| files.find(name, quadrille::examples::resolve);
        assert!(
            find("example:fury").is_ok()
                && find("combat/fury.toml").is_ok()
                && find("notes/mine.txt").is_ok()
        );
        let absolute = outer.path().join("secret/run.json").display().to_string();
        let own = root.path().join("notes/mine.txt").display().to_string();
        for name in ["../secret/run.json", &absolute, &own, "/dev/zero", "notes/../../secret/run.json"] {
            assert!(find(name).unwrap_err().contains("inside the folder of runs"), "{name}");
        }
        assert!(files.refuses_programs() && files.folder().is_none());
        assert!(PageFiles::new(&root, None, true).folder().is_some());
        // A recorded file is found by its name, wherever it was.
        let recorded = |base64| NamedFile {
            name: "../fury.toml".to_owned(),
            text: "power = 1".to_owned(),
            base64,
            path: "/elsewhere/fury.toml".to_owned(),
        };
        let of_run = |base64| PageFiles::new(&root, None, false).with_recorded(vec![recorded(base64)]);
        let found = of_run(false).find("../fury.toml", quadrille::examples::resolve).unwrap();
        assert_eq!(found.bytes, b"power = 1");
        assert!(of_run(false).find("../other.toml", quadrille::examples::resolve).is_err());
        assert!(of_run(true).find("../fury.toml", quadrille::examples::resolve).is_err());
    }
}
