//! Invalid checkpoint files, which are refused without being changed.

use std::path::{Path, PathBuf};

use quadrille_runner::directory::{DirectoryError, Output};
use quadrille_runner::{Identity, RunDirectory, Store, StoreError};

fn identity() -> Identity {
    Identity::new("test", "kind = \"test\"\n", &[], 7, 1)
}

/// Returns a partial of five kilobytes, which is more than a page of the file.
fn partial(shard: u64) -> Vec<u8> {
    (u64::MAX - shard).to_le_bytes().repeat(625)
}

/// Creates a file with ten shards, and closes it.
fn ten_shards(folder: &Path) -> PathBuf {
    let file = folder.join("run.sqlite");
    let mut store = Store::open(&file).unwrap();
    store.begin(&identity(), 1, "{}").unwrap();
    store.expect_shards(20).unwrap();
    for shard in 0..10u64 {
        store.save(shard, &partial(shard)).unwrap();
    }
    file
}

/// Opens the file and reads all valid shards, as a resumed run does.
fn read(file: &Path) -> Result<Vec<(u64, Vec<u8>)>, StoreError> {
    read_by(&mut Store::open(file)?)
}

fn read_by(store: &mut Store) -> Result<Vec<(u64, Vec<u8>)>, StoreError> {
    store.recorded()?;
    store.expect_shards(20)?;
    let mut partials = Vec::new();
    store.each_partial(|number, partial| partials.push((number, partial.to_vec())))?;
    Ok(partials)
}

/// Asserts that the file is refused with the expected error, and is unchanged afterwards.
fn refused(file: &Path, reason: impl Fn(&StoreError) -> bool) {
    let before = std::fs::read(file).unwrap();
    let error = read(file).unwrap_err();
    assert!(reason(&error), "{error}");
    assert!(error.to_string().contains("run.sqlite"), "{error}");
    assert_eq!(std::fs::read(file).unwrap(), before, "refused, yet changed");
}

#[test]
fn what_was_kept_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = ten_shards(folder.path());
    assert_eq!(read(&file).unwrap(), (0..10).map(|shard| (shard, partial(shard))).collect::<Vec<_>>());
    let store = Store::open(&file).unwrap();
    assert_eq!(store.recorded().unwrap(), Some((identity(), false)));
    assert_eq!(store.sessions().unwrap().len(), 1);
}

#[test]
fn seeds_of_64_bits_survive() {
    let folder = tempfile::tempdir().unwrap();
    let identity = Identity::new("test", "", &[], u64::MAX, 1);
    let mut store = Store::open(&folder.path().join("run.sqlite")).unwrap();
    store.begin(&identity, 1, "{}").unwrap();
    assert_eq!(store.recorded().unwrap(), Some((identity, false)));
}

#[test]
fn a_file_that_is_no_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.sqlite");
    std::fs::write(&file, "a diary, which must not be lost\n".repeat(200)).unwrap();
    refused(&file, |error| matches!(error, StoreError::Corrupt { .. }));
}

#[test]
fn another_programs_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.sqlite");
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("CREATE TABLE shard (number INTEGER); INSERT INTO shard VALUES (1);").unwrap();
    drop(other);
    refused(&file, |error| matches!(error, StoreError::Foreign { .. }));
}

#[test]
fn a_later_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = ten_shards(folder.path());
    rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", 4).unwrap();
    refused(&file, |error| error.to_string().contains("its format is 4, but this program supports 2 and 3"));
}

#[test]
fn an_earlier_format_is_refused_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = ten_shards(folder.path());
    rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", 1).unwrap();
    refused(&file, |error| error.to_string().contains("without revisions (format 1)"));
}

#[test]
fn a_changed_partial_is_found_by_its_checksum() {
    let folder = tempfile::tempdir().unwrap();
    let file = ten_shards(folder.path());
    let hand = rusqlite::Connection::open(&file).unwrap();
    hand.execute("UPDATE shard SET partial = zeroblob(length(partial)) WHERE number = 3", []).unwrap();
    drop(hand);
    let before = std::fs::read(&file).unwrap();
    let mut store = Store::open(&file).unwrap();
    store.begin(&identity(), 2, "{}").unwrap();
    let sound: Vec<u64> = read_by(&mut store).unwrap().iter().map(|(shard, _)| *shard).collect();
    assert_eq!((sound, store.damaged()), ([0, 1, 2, 4, 5, 6, 7, 8, 9].to_vec(), &[3][..]));
    assert!(!store.watch().has_begun() && std::fs::read(&file).unwrap() == before, "nothing is changed yet");
    // After a repetition, the shard replaces the damaged one, and the session begins with it.
    store.save(3, &partial(3)).unwrap();
    assert!(store.watch().has_begun());
    assert_eq!((store.sessions().unwrap().len(), store.saved().unwrap()), (2, 10));
    drop(store);
    assert_eq!(read(&file).unwrap().len(), 10);
}

/// A folder or file that is removed during a run is an error, because later writes would be lost
/// silently.
#[cfg(unix)]
#[test]
fn a_file_that_is_gone_is_told() {
    for replaced in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let file = ten_shards(folder.path());
        let mut store = Store::open(&file).unwrap();
        store.begin(&identity(), 2, "{}").unwrap();
        store.save(10, &partial(10)).unwrap();
        std::fs::rename(&file, folder.path().join("elsewhere")).unwrap();
        if replaced {
            std::fs::write(&file, "").unwrap();
        }
        for told in [store.watch().check(), store.save(11, &partial(11)), store.complete(1.0)] {
            assert!(matches!(told, Err(StoreError::Gone { .. })), "{told:?}");
        }
    }
}

/// Links are not followed, pipes are not opened, and nothing is created elsewhere.
#[cfg(unix)]
#[test]
fn links_pipes_and_sockets_are_no_checkpoint_files() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let outside = folder.path().join("outside");
    for name in ["run.sqlite", "run.sqlite-wal", "run.sqlite-journal"] {
        let run = tempfile::tempdir().unwrap();
        symlink(&outside, run.path().join(name)).unwrap();
        let error = RunDirectory::new(run.path()).open().unwrap_err().to_string();
        assert!(error.contains(name) && error.contains("it is a link"), "{error}");
        assert!(!outside.exists(), "the link was followed");
        std::fs::remove_file(run.path().join(name)).unwrap();
        let socket = std::os::unix::net::UnixListener::bind(run.path().join(name)).unwrap();
        let error = RunDirectory::new(run.path()).open().unwrap_err().to_string();
        assert!(error.contains("it is a socket"), "{error}");
        drop(socket);
    }
}

/// An error contains the file's own name once, and no temporary name.
#[test]
fn write_errors_contain_the_final_name() {
    let folder = tempfile::tempdir().unwrap();
    let directory = RunDirectory::new(folder.path().join("run"));
    drop(directory.open().unwrap());
    std::fs::create_dir(directory.file(Output::Result)).unwrap();
    let in_the_way = directory.write(Output::Result, b"one").unwrap_err().to_string();
    let read = directory.read(Output::Result).unwrap_err().to_string();
    assert!(read.ends_with("result.json: it is a folder; expected a regular file"), "{read}");
    std::fs::remove_dir_all(directory.path()).unwrap();
    let gone = directory.write(Output::Result, b"one").unwrap_err().to_string();
    for error in [in_the_way, gone] {
        assert_eq!(error.matches("result.json").count(), 1, "{error}");
        assert!(error.contains("result.json: ") && !error.contains("at path"), "{error}");
    }
}

#[test]
fn partials_that_change_places_are_found_by_their_checksums() {
    let folder = tempfile::tempdir().unwrap();
    let file = ten_shards(folder.path());
    let hand = rusqlite::Connection::open(&file).unwrap();
    hand.execute("UPDATE shard SET number = 15 WHERE number = 4", []).unwrap();
    drop(hand);
    let mut store = Store::open(&file).unwrap();
    assert_eq!(read_by(&mut store).unwrap().len(), 9);
    assert_eq!(store.damaged(), [15]);
}

#[test]
fn a_missing_table_is_damage() {
    let folder = tempfile::tempdir().unwrap();
    let file = ten_shards(folder.path());
    rusqlite::Connection::open(&file).unwrap().execute_batch("DROP TABLE experiment").unwrap();
    refused(&file, |error| matches!(error, StoreError::Corrupt { .. }));
}

/// A file with any bytes overwritten, or with its end cut off anywhere, is refused, or all of its
/// partials are unchanged except those known to be damaged.
#[test]
fn damaged_bytes_are_refused_or_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let file = ten_shards(folder.path());
    let whole = std::fs::read(&file).unwrap();
    let expected = read(&file).unwrap();
    let mut refusals = 0;
    for step in 0..64 {
        let at = step * whole.len() / 64;
        for damaged in [
            {
                let mut bytes = whole.clone();
                bytes[at..(at + 40).min(whole.len())].fill(0xa5);
                bytes
            },
            whole[..at].to_vec(),
        ] {
            if damaged.is_empty() {
                continue; // an empty file is one that was never begun
            }
            std::fs::write(&file, &damaged).unwrap();
            let read =
                Store::open(&file).and_then(|mut store| Ok((read_by(&mut store)?, store.damaged().len())));
            match read {
                Ok((partials, known)) => {
                    refusals += usize::from(known > 0);
                    assert_eq!(partials.len() + known, expected.len(), "damage at {at} went unnoticed");
                    let sound = partials.iter().all(|partial| expected.contains(partial));
                    assert!(sound, "damage at {at} went unnoticed");
                }
                Err(error) => {
                    refusals += 1;
                    assert!(!matches!(error, StoreError::Full { .. } | StoreError::InUse { .. }), "{error}");
                    assert_eq!(std::fs::read(&file).unwrap(), damaged, "refused, yet changed");
                }
            }
        }
    }
    assert!(refusals > 64, "only {refusals} of 127 damaged files were noticed");
}

#[test]
fn one_process_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = ten_shards(folder.path());
    let mut first = Store::open(&file).unwrap();
    first.begin(&identity(), 2, "{}").unwrap();
    assert!(matches!(Store::open(&file).map(drop), Err(StoreError::InUse { .. })));
    drop(first);
    Store::open(&file).unwrap();
}

#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = ten_shards(folder.path());
    let mut store = Store::open(&file).unwrap();
    store.begin(&identity(), 2, "{}").unwrap();
    let pages = (std::fs::metadata(&file).unwrap().len() / 4096) as u32;
    store.limit_pages(pages + 1).unwrap();
    let mut kept = 10;
    let error = loop {
        match store.save(kept, &partial(kept)) {
            Ok(()) => kept += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StoreError::Full { .. }), "{error}");
    assert!(kept < 20);
    drop(store);
    let partials = read(&file).unwrap();
    assert_eq!(partials, (0..kept).map(|shard| (shard, partial(shard))).collect::<Vec<_>>());
    // With free space, the run is resumed.
    let mut store = Store::open(&file).unwrap();
    store.begin(&identity(), 3, "{}").unwrap();
    store.save(kept, &partial(kept)).unwrap();
}

#[test]
fn a_full_disk_loses_no_merged_shards() {
    let folder = tempfile::tempdir().unwrap();
    let file = ten_shards(folder.path());
    let mut store = Store::open(&file).unwrap();
    store.begin(&identity(), 2, "{}").unwrap();
    store.save_merged(0..2, &partial(0)).unwrap();
    let pages = (std::fs::metadata(&file).unwrap().len() / 4096) as u32;
    store.limit_pages(pages + 1).unwrap();
    let large = partial(0).repeat(100);
    assert!(matches!(store.save_merged(0..4, &large), Err(StoreError::Full { .. })));
    assert_eq!(store.saved().unwrap(), 10);
    drop(store);
    let mut store = Store::open(&file).unwrap();
    let mut merged = Vec::new();
    store.each_merged(|shards, bytes| merged.push((shards, bytes.to_vec()))).unwrap();
    assert_eq!(merged, [(0..2, partial(0))]);
    assert_eq!(
        read_by(&mut store).unwrap(),
        (2..10).map(|shard| (shard, partial(shard))).collect::<Vec<_>>()
    );
    // With a larger limit, the larger merged partial replaces these partials.
    store.begin(&identity(), 3, "{}").unwrap();
    store.save_merged(0..4, &large).unwrap();
    assert_eq!((store.saved().unwrap(), read_by(&mut store).unwrap().len()), (10, 6));
}

/// The table of merged shards is created with the first of them, together with another version:
/// programs without support for it refuse the file, and other files are unchanged.
#[test]
fn the_version_rises_with_the_first_merged_shards() {
    let folder = tempfile::tempdir().unwrap();
    let file = ten_shards(folder.path());
    let look = || {
        let hand = rusqlite::Connection::open(&file).unwrap();
        let version: i64 = hand.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        let sql = "SELECT count(*) FROM sqlite_schema WHERE name = 'merged'";
        (version, hand.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap())
    };
    assert_eq!(look(), (2, 0));
    let mut store = Store::open(&file).unwrap();
    store.begin(&identity(), 2, "{}").unwrap();
    store.save_snapshot(3, &[1]).unwrap();
    store.save_snapshot(4, &[1]).unwrap();
    store.save_merged(0..4, &[7]).unwrap();
    let mut snapshots = Vec::new();
    store.each_snapshot(|number, _| snapshots.push(number)).unwrap();
    assert_eq!(snapshots, [4], "the snapshot of a merged shard is left, or that of another is gone");
    drop(store);
    assert_eq!(look(), (3, 1));
}

#[test]
fn a_different_number_of_shards_is_damage() {
    let folder = tempfile::tempdir().unwrap();
    let file = ten_shards(folder.path());
    let mut store = Store::open(&file).unwrap();
    assert!(matches!(store.expect_shards(21), Err(StoreError::Corrupt { .. })));
}

#[test]
fn a_file_only_just_created_is_empty() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.sqlite");
    std::fs::write(&file, "").unwrap();
    assert_eq!(Store::open(&file).unwrap().recorded().unwrap(), None);
}

#[test]
fn a_result_without_a_checkpoint_file_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("result.json"), "{\"mine\": true}").unwrap();
    let error = RunDirectory::new(folder.path()).open().unwrap_err();
    assert!(matches!(error, DirectoryError::Occupied { file: "result.json", .. }), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The record is empty, or was lost with the log of a killed process: results are not overwritten.
#[test]
fn results_that_have_lost_their_record_are_not_overwritten() {
    for record in [Vec::new(), {
        // If only the main file of a killed run is copied, the copy is a page in which nothing is
        // recorded.
        let folder = tempfile::tempdir().unwrap();
        let file = ten_shards_killed(folder.path());
        std::fs::read(file).unwrap()
    }] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("run.sqlite"), &record).unwrap();
        std::fs::write(folder.path().join("run.json"), "{}").unwrap();
        let error = RunDirectory::new(folder.path()).open().unwrap_err();
        assert!(matches!(error, DirectoryError::Occupied { file: "run.json", .. }), "{error}");
        assert_eq!(std::fs::read(folder.path().join("run.sqlite")).unwrap(), record);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}

/// Creates the file of [`ten_shards`] as left by a process that was killed before it merged its
/// log.
fn ten_shards_killed(folder: &Path) -> PathBuf {
    let alive = tempfile::tempdir().unwrap();
    let file = alive.path().join("run.sqlite");
    let mut store = Store::open(&file).unwrap();
    store.begin(&identity(), 1, "{}").unwrap();
    store.expect_shards(20).unwrap();
    for shard in 0..10u64 {
        store.save(shard, &partial(shard)).unwrap();
    }
    for name in ["run.sqlite", "run.sqlite-wal"] {
        std::fs::copy(alive.path().join(name), folder.join(name)).unwrap();
    }
    folder.join("run.sqlite")
}

#[test]
fn a_killed_runs_log_is_read_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = ten_shards_killed(folder.path());
    let bytes =
        || ["run.sqlite", "run.sqlite-wal"].map(|name| std::fs::read(folder.path().join(name)).unwrap());
    let before = bytes();
    let store = Store::open(&file).unwrap();
    assert_eq!(store.recorded().unwrap(), Some((identity(), false)));
    assert_eq!(store.saved().unwrap(), 10);
    drop(store);
    assert_eq!(bytes(), before, "looked at, yet changed");
}

/// An unfinished change of another program must be left to that program.
#[test]
fn another_programs_half_done_change_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.sqlite");
    let journal = folder.path().join("run.sqlite-journal");
    let other = rusqlite::Connection::open(&file).unwrap();
    other
        .execute_batch("CREATE TABLE diary (day TEXT); INSERT INTO diary VALUES (hex(zeroblob(9000)));")
        .unwrap();
    other
        .execute_batch("PRAGMA cache_size = 1; BEGIN; UPDATE diary SET day = hex(zeroblob(90000));")
        .unwrap();
    let (half_done, hot) = (std::fs::read(&file).unwrap(), std::fs::read(&journal).unwrap());
    drop(other); // rolls back; the unfinished state is restored
    std::fs::write(&file, &half_done).unwrap();
    std::fs::write(&journal, &hot).unwrap();
    refused(&file, |error| matches!(error, StoreError::Foreign { .. }));
    assert_eq!(std::fs::read(&journal).unwrap(), hot);
}

#[test]
fn a_folder_that_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "not a folder").unwrap();
    for path in [file.clone(), file.join("below")] {
        let error = RunDirectory::new(&path).open().unwrap_err();
        assert!(matches!(error, DirectoryError::Unusable { .. }), "{error}");
        assert!(error.to_string().contains("file"), "{error}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), b"not a folder");
}

#[test]
fn outputs_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let directory = RunDirectory::new(folder.path().join("a/b"));
    drop(directory.open().unwrap());
    assert_eq!(directory.read(Output::Result).unwrap(), None);
    directory.write(Output::Result, b"one").unwrap();
    directory.write(Output::Result, b"two").unwrap();
    assert_eq!(directory.read(Output::Result).unwrap().as_deref(), Some(&b"two"[..]));
    let names: Vec<_> =
        std::fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "only run.sqlite and result.json: {names:?}");
}
