//! Writing: atomically, by a rule of replacement; orphans are removed.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use quadrille_files::{
    Draft, Replace, WriteError, append, check_place, check_writable, create, create_new, finish, sweep,
    update, write_by_name, write_bytes,
};

/// Returns the names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

fn with_pipe(folder: &Path) -> PathBuf {
    let path = folder.join("pipe");
    #[cfg(unix)]
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &path,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::from_raw_mode(0o600),
        0,
    )
    .unwrap();
    path
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    write_bytes(&path, Replace::Never, b"one").unwrap();
    let error = write_by_name(&path, Replace::RegularFile, |out| {
        out.write_all(&vec![b'2'; 100_000])?;
        Err(std::io::Error::other("the source failed"))
    })
    .unwrap_err();
    assert_eq!(error.to_string(), format!("cannot write {}: the source failed", path.display()));
    assert!(!error.is_refusal());
    assert_eq!(
        (std::fs::read(&path).unwrap(), names(folder.path())),
        (b"one".to_vec(), vec!["a.txt".into()])
    );
    write_bytes(&path, Replace::RegularFile, b"two").unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"two");
    // A draft that is dropped without a commit.
    let mut draft = Draft::begin(&path, Replace::RegularFile).unwrap();
    draft.write_all(b"three").unwrap();
    assert_eq!(names(folder.path()).len(), 2);
    drop(draft);
    assert_eq!(
        (std::fs::read(&path).unwrap(), names(folder.path())),
        (b"two".to_vec(), vec!["a.txt".into()])
    );
    let packed = folder.path().join("a.txt.GZ");
    write_by_name(&packed, Replace::Never, |out| out.write_all(b"packed")).unwrap();
    let mut text = String::new();
    GzDecoder::new(File::open(&packed).unwrap()).read_to_string(&mut text).unwrap();
    assert_eq!(text, "packed");
}

#[test]
fn the_rule_decides_what_is_replaced() {
    const RULES: [Replace; 3] = [Replace::Never, Replace::RegularFile, Replace::RegularFileOrLink];
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &Path, rule| {
        let checked = check_place(path, rule).is_ok();
        let written = write_bytes(path, rule, b"new");
        assert_eq!(checked, written.is_ok(), "{} {rule:?}", path.display());
        assert!(written.as_ref().err().is_none_or(WriteError::is_refusal));
        written.is_ok()
    };
    let regular = folder.path().join("regular");
    for (rule, replaces) in RULES.into_iter().zip([false, true, true]) {
        std::fs::write(&regular, "old").unwrap();
        assert_eq!(write(&regular, rule), replaces, "{rule:?}");
        assert_eq!(std::fs::read(&regular).unwrap(), if replaces { b"new" } else { b"old" });
    }
    let inside = folder.path().join("folder");
    std::fs::create_dir(&inside).unwrap();
    for rule in RULES {
        assert!(!write(&inside, rule) && !write(&folder.path().join("missing/a"), rule), "{rule:?}");
        assert!(!write(&regular.join("a"), rule) && !write(Path::new(""), rule), "{rule:?}");
        assert!(!write(Path::new(".."), rule) && !write(Path::new("/"), rule), "{rule:?}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        let pipe = with_pipe(folder.path());
        for (rule, replaces) in RULES.into_iter().zip([false, false, true]) {
            std::fs::write(&target, "old").unwrap();
            let _ = std::fs::remove_file(&link);
            symlink(&target, &link).unwrap();
            assert_eq!(write(&link, rule), replaces, "{rule:?}");
            assert_eq!(std::fs::read(&target).unwrap(), b"old", "the link is replaced, not its target");
            // Links to other kinds of files, and to a missing file.
            for (to, replaces) in [(&pipe, false), (&inside, false), (&folder.path().join("no"), replaces)] {
                let _ = std::fs::remove_file(&link);
                symlink(to, &link).unwrap();
                assert_eq!(write(&link, rule), replaces, "{rule:?}");
            }
            assert!(!write(&pipe, rule) && !write(Path::new("/dev/full"), rule), "{rule:?}");
        }
    }
    // The path is taken between `begin` and `commit`.
    let path = folder.path().join("late");
    let draft = Draft::begin(&path, Replace::Never).unwrap();
    std::fs::write(&path, "first").unwrap();
    assert!(draft.commit().unwrap_err().is_refusal());
    assert_eq!(std::fs::read(&path).unwrap(), b"first");
    assert!(!names(folder.path()).iter().any(|name| name.ends_with("-part")));
}

#[test]
fn orphans_are_swept_and_drafts_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("result.json");
    let orphan = folder.path().join("result.json.0123456789ab.quadrille-part");
    let others = ["result.json.part", "a.quadrille-part", "result.jsonAbC123"];
    for other in others {
        std::fs::write(folder.path().join(other), "somebody's").unwrap();
    }
    std::fs::create_dir(folder.path().join("d.0123456789ab.quadrille-part")).unwrap();
    std::fs::write(&orphan, "half").unwrap();
    let mut draft = Draft::begin(&path, Replace::Never).unwrap();
    draft.write_all(b"whole").unwrap();
    assert!(!orphan.exists());
    std::fs::write(&orphan, "half").unwrap();
    // Another writer in the same folder removes only the orphan.
    write_bytes(&folder.path().join("run.json"), Replace::Never, b"{}").unwrap();
    assert!(!orphan.exists());
    let locked = File::create(&orphan).unwrap();
    locked.lock().unwrap();
    assert_eq!(sweep(folder.path()), 0);
    assert!(orphan.exists());
    drop(locked);
    assert_eq!(sweep(folder.path()), 1);
    draft.commit_durably().unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"whole");
    assert!(others.iter().all(|other| folder.path().join(other).exists()));
    assert_eq!(names(folder.path()).len(), 6);
}

/// Two threads keep replacing one file and sweeping: no write fails, and the file is always
/// complete.
#[test]
fn writers_at_once_do_not_disturb_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    write_bytes(&path, Replace::Never, &[0; 1000]).unwrap();
    std::thread::scope(|scope| {
        for byte in 1..=3 {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..100 {
                    write_bytes(path, Replace::RegularFile, &[byte; 1000]).unwrap();
                    let found = std::fs::read(path).unwrap();
                    assert!(found.len() == 1000 && found.iter().all(|other| *other == found[0]));
                }
            });
        }
    });
    assert_eq!(names(folder.path()), ["a"]);
}

#[test]
fn long_names_and_names_that_are_not_utf8() {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = vec![folder.path().join("n".repeat(255))];
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt as _;
        paths.push(folder.path().join(std::ffi::OsStr::from_bytes(b"\xff\xfe")));
    }
    for path in &paths {
        write_bytes(path, Replace::Never, b"1").unwrap();
        write_bytes(path, Replace::RegularFile, b"2").unwrap();
        assert_eq!(std::fs::read(path).unwrap(), b"2");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), paths.len());
    let longer = folder.path().join("n".repeat(256));
    assert!(write_bytes(&longer, Replace::Never, b"1").is_err());
}

#[test]
fn files_that_grow_are_regular_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    append(&path).unwrap().write_all(b"one").unwrap();
    append(&path).unwrap().write_all(b"two").unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"onetwo");
    assert!(create_new(&path).unwrap_err().is_refusal());
    update(&path).unwrap().write_all(b"O").unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"Onetwo");
    create(&path).unwrap().write_all(b"new").unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"new");
    let whole = folder.path().join("whole");
    let file = update(&path).unwrap();
    finish(&file, &path, &whole, Replace::Never).unwrap();
    assert!(!path.exists() && std::fs::read(&whole).unwrap() == b"new");
    std::fs::write(&path, "other").unwrap();
    assert!(finish(&file, &path, &whole, Replace::Never).unwrap_err().is_refusal());
    assert!(path.exists() && std::fs::read(&whole).unwrap() == b"new");
    #[cfg(unix)]
    {
        let pipe = with_pipe(folder.path());
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        for open in [append, update, create, create_new] {
            assert!(open(&pipe).unwrap_err().is_refusal());
            assert!(open(folder.path()).unwrap_err().is_refusal());
        }
        assert!(update(&link).unwrap_err().is_refusal() && append(&link).is_ok());
        assert!(append(Path::new("/dev/full")).unwrap_err().is_refusal());
    }
}

/// In a read-only folder, writing fails with an error of the system, not a refusal. The error has
/// the intended path.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_is_not_for_writing_fails() {
    let path = Path::new("/sys/quadrille.txt");
    for error in [
        write_bytes(path, Replace::Never, b"1").unwrap_err(),
        check_writable(path, Replace::Never).unwrap_err(),
        create_new(path).unwrap_err(),
    ] {
        assert!(!error.is_refusal(), "{error}");
        assert!(error.to_string().starts_with("cannot write /sys/quadrille.txt: "), "{error}");
    }
}
