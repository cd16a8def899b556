//! Every kind of experiment, with shards in files: computed in parts and merged round by round, it
//! gives the bytes of a run.

use std::path::{Path, PathBuf};

use quadrille::diagnostics::Source;
use quadrille::experiment_file::ExperimentFile;
use quadrille::files::NamedFiles;
use quadrille::kinds::REGISTRY;
use quadrille::lanes::Level;
use quadrille::runs::offline::{merge, next_round, run_shards};
use quadrille::runs::{self, RunFailure, RunOptions};
use rayon::prelude::*;

fn experiments() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/experiments");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn read(path: &Path) -> ExperimentFile {
    let source = Source::new(path.display().to_string(), std::fs::read_to_string(path).unwrap());
    let files = NamedFiles::in_folder(path.parent().unwrap());
    REGISTRY.read_with(source, files).unwrap_or_else(|error| panic!("{error}"))
}

fn options() -> RunOptions {
    RunOptions::new(Level::best()).seed(7)
}

/// Writes a round to three files, with different numbers of threads; the last is computed twice.
fn files_of_a_round(
    file: &ExperimentFile,
    round: &std::ops::Range<u64>,
    after: Option<&Path>,
    folder: &Path,
) -> Vec<PathBuf> {
    let third = (round.end - round.start).div_ceil(3);
    let mut files = Vec::new();
    for (number, start) in (round.start..round.end).step_by(third as usize).enumerate() {
        let shards = start..(start + third).min(round.end);
        let to = folder.join(format!("{start}.partials"));
        let ended = run_shards(file, shards.clone(), after, &to, options().threads(number + 1), &()).unwrap();
        assert_eq!((ended.finished, ended.resumed), (shards.end - shards.start, 0));
        let again = run_shards(file, shards.clone(), after, &to, options(), &()).unwrap();
        assert_eq!((again.finished, again.resumed), (shards.end - shards.start, shards.end - shards.start));
        files.push(to);
    }
    files.reverse();
    files
}

#[test]
fn every_kind_ends_in_the_same_bytes() {
    // Several kinds run at a time, because they mostly wait for the disk.
    let rounds: usize = experiments().par_iter().map(|path| carried_in_files(path)).sum();
    assert!(rounds > experiments().len(), "none of the experiments takes a second round");
}

/// Returns the number of rounds of an experiment.
fn carried_in_files(path: &Path) -> usize {
    let mut rounds = 0;
    let file = read(path);
    let folder = tempfile::tempdir().unwrap();
    let (plain, merged) = (folder.path().join("plain"), folder.path().join("merged"));
    runs::in_directory(&file, &plain, RunOptions::new(Level::scalar()).seed(7), &()).unwrap();
    let mut after = None;
    loop {
        let (round, _) = next_round(&file, after, options(), &()).unwrap().unwrap();
        assert!(!round.is_empty(), "{}", path.display());
        let files = files_of_a_round(&file, &round, after, folder.path());
        let options = RunOptions::new(Level::best()).resume(after.is_some());
        let ended = merge(&file, &files, &merged, options, &())
            .unwrap_or_else(|error| panic!("{} {round:?} {files:?}: {error:?}", path.display()))
            .unwrap();
        rounds += 1;
        let Some(next) = ended.next else {
            // The run is known to be complete, and merging again answers from its results.
            let (left, _) = next_round(&file, Some(&merged), options, &()).unwrap().unwrap();
            assert!(left.is_empty(), "{}", path.display());
            merge(&file, &files, &merged, options, &()).unwrap().unwrap();
            break;
        };
        assert_eq!(next.start, round.end);
        after = Some(&*merged);
    }
    let bytes = |folder: &Path| std::fs::read(folder.join("result.json")).unwrap();
    assert_eq!(bytes(&merged), bytes(&plain), "{}", path.display());
    rounds
}

#[test]
fn a_merge_goes_on_where_a_run_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let text = "kind = \"life.soups\"\nseed = 1\n[life]\nsoups = 500\n";
    let file = REGISTRY.read(Source::new("soups.toml", text)).unwrap_or_else(|error| panic!("{error}"));
    let (round, all) = next_round(&file, None, options(), &()).unwrap().unwrap();
    assert_eq!(round, 0..all);
    let files = files_of_a_round(&file, &round, None, folder.path());
    let (plain, out) = (folder.path().join("plain"), folder.path().join("out"));
    merge(&file, &files, &plain, options(), &()).unwrap().unwrap();
    let stop = |progress: &quadrille::progress::Progress| match progress.done {
        0 => std::ops::ControlFlow::Continue(()),
        _ => std::ops::ControlFlow::Break(()),
    };
    let stopped = runs::in_directory(&file, &out, options().threads(1), &stop).unwrap();
    assert!(stopped.conclusion.is_none());
    merge(&file, &files, &out, options().resume(true), &()).unwrap().unwrap();
    let bytes = |folder: &Path| std::fs::read(folder.join("result.json")).unwrap();
    assert_eq!(bytes(&out), bytes(&plain));
}

#[test]
fn a_file_that_was_cut_off_is_gone_on_with_and_its_bytes_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file =
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/experiments/mastermind.evaluate.toml"));
    let (round, all) = next_round(&file, None, options(), &()).unwrap().unwrap();
    assert_eq!(round, 0..all);
    let whole = folder.path().join("whole");
    run_shards(&file, round.clone(), None, &whole, options(), &()).unwrap();
    let bytes = std::fs::read(&whole).unwrap();
    let (to, part) = (folder.path().join("cut"), folder.path().join("cut.part"));
    let mut resumed = std::collections::BTreeSet::new();
    for cut in (0..bytes.len()).step_by(bytes.len().div_ceil(40)) {
        std::fs::write(&part, &bytes[..cut]).unwrap();
        let ended = run_shards(&file, round.clone(), None, &to, options().threads(2), &()).unwrap();
        resumed.insert(ended.resumed);
        assert!(!part.exists());
        assert!(std::fs::read(&to).unwrap() == bytes, "cut at {cut}");
        std::fs::remove_file(&to).unwrap();
    }
    assert!(resumed.len() > 1, "{resumed:?}");
    // Damaged shards are recomputed as well.
    for at in (0..bytes.len()).step_by(bytes.len().div_ceil(40)) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        std::fs::write(&part, &damaged).unwrap();
        let again = run_shards(&file, round.clone(), None, &to, options(), &());
        if at < 65 {
            // According to the damaged header, the file belongs to another run and must not be
            // overwritten.
            assert!(matches!(again, Err(RunFailure::Refused(_))), "{at}");
            assert!(std::fs::read(&part).unwrap() == damaged && !to.exists());
            std::fs::remove_file(&part).unwrap();
        } else {
            again.unwrap();
            assert!(std::fs::read(&to).unwrap() == bytes, "damaged at {at}");
        }
        // A merge refuses the damaged file, and creates no folder.
        std::fs::write(&to, &damaged).unwrap();
        let out = folder.path().join("out");
        let refused = merge(&file, std::slice::from_ref(&to), &out, options(), &());
        assert!(matches!(refused, Err(RunFailure::Refused(_))), "{at}");
        assert!(!out.exists());
        std::fs::remove_file(&to).unwrap();
    }
}
