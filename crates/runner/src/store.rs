//! The checkpoint file `run.sqlite`.
//!
//! Each run has one `SQLite` database, in write-ahead mode. Every finished shard is saved in a
//! separate transaction, so that only unfinished shards are lost if the process is killed. The
//! `application_id` of the database is `0x5144524c` ("QDRL"). Its `user_version` is the version of
//! the schema below, which is 3 if the table `merged` exists, and 2 otherwise.
//!
//! ```sql
//! CREATE TABLE experiment (             -- exactly one row
//!   kind     TEXT NOT NULL,             -- mastermind.evaluate
//!   text     TEXT NOT NULL,             -- the experiment file, byte for byte
//!   seed     TEXT NOT NULL,             -- a u64 in decimal
//!   revision INTEGER NOT NULL,          -- the revision of the kind
//!   hash     TEXT NOT NULL,             -- the experiment's identity, SHA-256 in hex
//!   shards   INTEGER,                   -- number of shards; NULL until known
//!   complete INTEGER NOT NULL           -- 1 once the results have been written
//! ) STRICT;
//! CREATE TABLE shard (                  -- one row per finished shard
//!   number   INTEGER PRIMARY KEY,
//!   partial  BLOB NOT NULL,             -- its partial result, in postcard's format
//!   checksum BLOB NOT NULL              -- SHA-256 over number (u64, little-endian) and partial
//! ) STRICT;
//! CREATE TABLE snapshot (               -- at most one row per unfinished shard, removed when the shard is finished
//!   number   INTEGER PRIMARY KEY,
//!   sealed   BLOB NOT NULL              -- the state of the shard, sealed (see `sealed`)
//! ) STRICT;
//! CREATE TABLE merged (                 -- for kinds that keep the partials of a stage only until its end
//!   first    INTEGER PRIMARY KEY,       -- the first merged shard: 0, or in a sweep the first shard of a point
//!   number   INTEGER NOT NULL,          -- number of merged shards, up to the end of a stage or of the run; they
//!                                       -- have no rows in `shard` and `snapshot`
//!   merged   BLOB NOT NULL,             -- their merged partial, in postcard's format
//!   checksum BLOB NOT NULL              -- SHA-256 over first, number (u64, little-endian) and merged
//! ) STRICT;
//! CREATE TABLE session (                -- one row per process that worked on the run
//!   number      INTEGER PRIMARY KEY,
//!   started     INTEGER NOT NULL,       -- seconds since 1970-01-01 UTC
//!   seconds     REAL NOT NULL,          -- duration of its work, up to its last finished shard
//!   conditions  TEXT NOT NULL           -- JSON: machine, threads, vector level
//! ) STRICT;
//! ```
//!
//! At the end of a stage, one transaction replaces the partials of its shards by a row of `merged`.
//! If the process is killed, the file therefore contains the merged shards of whole stages and some
//! partials of the next stage. The table `merged` is created, and the version set to 3, when the
//! first such row is written; other files keep version 2. Older programs refuse files of version 3.
//! A shard whose checksum does not match is run again. If the checksum of a row of `merged` does
//! not match, the file is refused, because all shards of the row would have to be run again.
//!
//! Only one process at a time may have a store open. Until the store is known to belong to the
//! requested run, neither the database nor the write-ahead log that a killed process has left is
//! changed.

mod error;

use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use quadrille_files::{FileId, FileKind, Replace, check_writable};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use sha2::{Digest, Sha256};

use crate::Identity;

pub use self::error::StoreError;

/// The `application_id` of the `SQLite` files of this program: "QDRL" as a big-endian number.
const APPLICATION_ID: i64 = 0x5144_524c;
/// The version of the schema without the table `merged`.
const SCHEMA_VERSION: i64 = 2;
/// The version of the schema with the table `merged`. It is set when the first merged shards are
/// saved, so that programs which do not support this table refuse only files that contain it.
const MERGED_VERSION: i64 = 3;

const SCHEMA: &str = "
    CREATE TABLE experiment (kind TEXT NOT NULL, text TEXT NOT NULL, seed TEXT NOT NULL, revision INTEGER NOT NULL,
        hash TEXT NOT NULL, shards INTEGER, complete INTEGER NOT NULL) STRICT;
    CREATE TABLE shard (number INTEGER PRIMARY KEY, partial BLOB NOT NULL, checksum BLOB NOT NULL) STRICT;
    CREATE TABLE snapshot (number INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT;
    CREATE TABLE session (number INTEGER PRIMARY KEY, started INTEGER NOT NULL, seconds REAL NOT NULL,
        conditions TEXT NOT NULL) STRICT;";
const MERGED_SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS merged (first INTEGER PRIMARY KEY, number INTEGER NOT NULL, merged BLOB NOT NULL,
        checksum BLOB NOT NULL) STRICT;";

/// An open checkpoint file.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// The session's number in the table `session` and its start time; `None` until the session has
    /// begun.
    session: Option<(i64, Instant)>,
    /// The start time and the conditions of a session that was announced with [`Store::begin`] and
    /// has not begun yet.
    waiting: Option<(i64, String)>,
    watch: Watch,
    /// The number of shards; `None` until it is known.
    shards: Option<u64>,
    damaged: Vec<u64>,
}

/// Checks the checkpoint file of an open [`Store`], without access to the store itself.
#[derive(Debug, Clone)]
pub struct Watch {
    path: PathBuf,
    file: Option<FileId>,
    begun: Arc<AtomicBool>,
}

impl Watch {
    /// Returns whether the session has begun. Before that, the file is not changed.
    pub fn has_begun(&self) -> bool {
        self.begun.load(Ordering::Relaxed)
    }

    /// Checks that the file is still at its path.
    ///
    /// # Errors
    /// The file is gone or was replaced.
    pub fn check(&self) -> Result<(), StoreError> {
        let same = FileId::at(&self.path) == self.file;
        if same { Ok(()) } else { Err(StoreError::Gone { path: self.path.clone() }) }
    }
}

/// A session of a run: the time during which one process works on the run.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    /// The start time, in seconds since 1970-01-01 UTC.
    pub started: i64,
    /// The duration in seconds, from the start to the time at which the session last saved a shard
    /// or completed the run.
    pub seconds: f64,
    /// The conditions of the session as JSON: machine, threads, vector level.
    pub conditions: String,
}

impl Store {
    /// Opens the file at `path`, and creates it if it is missing. Existing contents are not
    /// changed.
    ///
    /// A file that cannot be written is opened for reading, so that a complete run on a read-only
    /// disk can be read.
    ///
    /// # Errors
    /// The file belongs to another program, is damaged, is in use, or cannot be opened.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        refuse_special(path)?;
        refuse_by_its_head(path)?;
        // The file is created here and not by `SQLite`, so that it has the user's default
        // permissions.
        if let Err(error) = File::create_new(path)
            && error.kind() != std::io::ErrorKind::AlreadyExists
        {
            return Err(StoreError::Unwritable { path: path.to_owned(), reason: error.to_string() });
        }
        let leave_the_log = has_write_ahead_log(path);
        match Self::connect(path, Connection::open(path), leave_the_log) {
            Err(StoreError::Unwritable { reason, .. }) if !leave_the_log => {
                let unwritable = |_| StoreError::Unwritable { path: path.to_owned(), reason };
                Self::open_for_reading(path).map_err(unwritable)
            }
            outcome => outcome,
        }
    }

    /// Opens an existing file for reading. The file is not locked and no other files are created,
    /// so that many processes may read it at the same time. If a write-ahead log exists, because
    /// another process is writing or was killed, the file is opened and locked as by
    /// [`open`](Self::open).
    ///
    /// # Errors
    /// The file belongs to another program, is damaged, is in use, or cannot be opened.
    pub fn inspect(path: &Path) -> Result<Self, StoreError> {
        refuse_special(path)?;
        refuse_by_its_head(path)?;
        if has_write_ahead_log(path) { Self::open(path) } else { Self::open_for_reading(path) }
    }

    /// Opens a file for reading. The file must not have a write-ahead log. The file is not locked,
    /// and no other files are created. `SQLite` assumes that the file does not change: if a process
    /// writes the file meanwhile, reading may fail.
    fn open_for_reading(path: &Path) -> Result<Self, StoreError> {
        let name = percent_encode(path.as_os_str().as_encoded_bytes(), NON_ALPHANUMERIC);
        let flags =
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Self::connect(path, Connection::open_with_flags(format!("file:{name}?immutable=1"), flags), true)
    }

    fn connect(
        path: &Path,
        connection: rusqlite::Result<Connection>,
        leave_the_log: bool,
    ) -> Result<Self, StoreError> {
        let fail = |error| classify(path, error);
        let connection = connection.map_err(fail)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leave_the_log).map_err(fail)?;
        connection.busy_timeout(Duration::from_millis(500)).map_err(fail)?;
        // The file is locked exclusively from the first read on, so that only one process works on
        // the run. `SQLite` then needs no shared-memory file.
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(fail)?;
        let watch = Watch { path: path.to_owned(), file: FileId::at(path), begun: Arc::default() };
        let store = Self {
            connection,
            path: path.to_owned(),
            session: None,
            waiting: None,
            watch,
            shards: None,
            damaged: Vec::new(),
        };
        store.check()?;
        Ok(store)
    }

    /// Returns whether the file records no run yet. A process that is killed while it creates the
    /// file leaves an empty file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.pragma("application_id")? == 0)
    }

    /// Returns the identity of the recorded run, and whether its results have been written; `None`
    /// if no run is recorded.
    ///
    /// # Errors
    /// The record is unreadable.
    pub fn recorded(&self) -> Result<Option<(Identity, bool)>, StoreError> {
        if self.is_empty()? {
            return Ok(None);
        }
        let sql = "SELECT kind, text, seed, revision, hash, complete FROM experiment";
        let row = self.connection.query_row(sql, [], |row| {
            let (kind, text): (String, String) = (row.get(0)?, row.get(1)?);
            let (seed, hash): (String, String) = (row.get(2)?, row.get(4)?);
            Ok((kind, text, seed, row.get::<_, u32>(3)?, hash, row.get(5)?))
        });
        let Some((kind, text, seed, revision, hash, complete)) =
            row.optional().map_err(|error| self.fail(error))?
        else {
            return Err(self.corrupt("it records no experiment"));
        };
        let mut digest = [0; 32];
        if !base16ct::lower::decode(&hash, &mut digest).is_ok_and(|bytes| bytes.len() == 32) {
            return Err(self.corrupt(format!("the recorded hash `{hash}` is not 64 hexadecimal digits")));
        }
        let seed =
            seed.parse().map_err(|_| self.corrupt(format!("the recorded seed `{seed}` is invalid")))?;
        Ok(Some((Identity { kind, text, seed, revision, digest }, complete)))
    }

    /// Returns a [`Watch`], which reports whether the session has begun and whether the file still
    /// exists.
    pub fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// Announces a session. If the file is empty, `identity` is recorded and the session begins
    /// immediately. If the file already records the run, the session begins only with
    /// [`begin_session`](Self::begin_session), so that an invalid file is not changed.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin(&mut self, identity: &Identity, started: i64, conditions: &str) -> Result<(), StoreError> {
        self.waiting = Some((started, conditions.to_owned()));
        if self.is_empty()? { self.record(Some(identity)) } else { Ok(()) }
    }

    /// Begins the session that was [announced](Self::begin). This is called when the contents of
    /// the file are known to be valid; after the call, the file may be changed. Saving a shard also
    /// begins the session.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin_session(&mut self) -> Result<(), StoreError> {
        self.record(None)
    }

    /// Records the announced session and, if `identity` is given, the experiment. Does nothing if
    /// no session is announced.
    fn record(&mut self, identity: Option<&Identity>) -> Result<(), StoreError> {
        let Some((started, conditions)) = self.waiting.take() else { return Ok(()) };
        // Before this point, the connection does not change the file and its log. From now on, the
        // log is merged into the file when the connection is closed.
        self.connection
            .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
            .and_then(|_| self.connection.pragma_update(None, "journal_mode", "WAL"))
            .and_then(|()| self.connection.pragma_update(None, "synchronous", "NORMAL"))
            .map_err(|error| self.fail(error))?;
        let path = self.path.clone();
        let fail = |error| classify(&path, error);
        let transaction = self.connection.transaction().map_err(fail)?;
        if let Some(identity) = identity {
            transaction.execute_batch(SCHEMA).map_err(fail)?;
            let Identity { kind, text, seed, revision, digest: _ } = identity;
            transaction
                .execute(
                    "INSERT INTO experiment (kind, text, seed, revision, hash, complete) VALUES (?, ?, ?, ?, ?, 0)",
                    params![kind, text, seed.to_string(), revision, identity.hash()],
                )
                .map_err(fail)?;
            transaction.pragma_update(None, "user_version", SCHEMA_VERSION).map_err(fail)?;
            transaction.pragma_update(None, "application_id", APPLICATION_ID).map_err(fail)?;
        }
        transaction
            .execute(
                "INSERT INTO session (started, seconds, conditions) VALUES (?, 0, ?)",
                params![started, conditions],
            )
            .map_err(fail)?;
        let session = transaction.last_insert_rowid();
        transaction.commit().map_err(fail)?;
        self.session = Some((session, Instant::now()));
        self.watch.begun.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Records the number of shards, which must be the same in all sessions.
    ///
    /// # Errors
    /// The file records another number, or cannot be written.
    pub fn expect_shards(&mut self, shards: u64) -> Result<(), StoreError> {
        let recorded: Option<i64> = self
            .connection
            .query_row("SELECT shards FROM experiment", [], |row| row.get(0))
            .map_err(|error| self.fail(error))?;
        match recorded {
            Some(recorded) if recorded != shards as i64 => {
                return Err(self.corrupt(format!("it records {recorded} shards instead of {shards}")));
            }
            Some(_) => {}
            None => {
                self.begin_session()?;
                self.connection
                    .execute("UPDATE experiment SET shards = ?", [shards as i64])
                    .map_err(|error| self.fail(error))?;
            }
        }
        self.shards = Some(shards);
        Ok(())
    }

    /// Passes the number of each stored shard and the bytes of its partial to `take`, in ascending
    /// order. Shards whose checksums do not match are omitted; [`damaged`](Self::damaged) returns
    /// them.
    ///
    /// # Errors
    /// The file cannot be read, or contains a shard that the run does not have.
    pub fn each_partial(&mut self, mut take: impl FnMut(u64, &[u8])) -> Result<(), StoreError> {
        let mut damaged = Vec::new();
        let fail = |error| self.fail(error);
        let sql = "SELECT number, partial, checksum FROM shard ORDER BY number";
        let mut statement = self.connection.prepare(sql).map_err(fail)?;
        let mut rows = statement.query([]).map_err(fail)?;
        while let Some(row) = rows.next().map_err(fail)? {
            let number: i64 = row.get(0).map_err(fail)?;
            let partial: Vec<u8> = row.get(1).map_err(fail)?;
            let sum: Vec<u8> = row.get(2).map_err(fail)?;
            let number = number as u64;
            if self.shards.is_some_and(|shards| number >= shards) {
                return Err(self.corrupt(format!("it contains shard {number}, which the run does not have")));
            }
            if sum == checksum(number, &partial) {
                take(number, &partial);
            } else {
                damaged.push(number);
            }
        }
        drop(rows);
        drop(statement);
        self.damaged = damaged;
        Ok(())
    }

    /// Returns the numbers of the shards whose checksums did not match when
    /// [`each_partial`](Self::each_partial) was called. These shards must be run again. Saving them
    /// replaces the damaged data.
    pub fn damaged(&self) -> &[u64] {
        &self.damaged
    }

    /// Passes the number and the sealed snapshot of each unfinished shard to `take`. The snapshots
    /// are validated when they are used.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn each_snapshot(&self, mut take: impl FnMut(u64, &[u8])) -> Result<(), StoreError> {
        let fail = |error| self.fail(error);
        let sql = "SELECT number, sealed FROM snapshot ORDER BY number";
        let mut statement = self.connection.prepare(sql).map_err(fail)?;
        let mut rows = statement.query([]).map_err(fail)?;
        while let Some(row) = rows.next().map_err(fail)? {
            let (number, sealed): (i64, Vec<u8>) = (row.get(0).map_err(fail)?, row.get(1).map_err(fail)?);
            take(number as u64, &sealed);
        }
        Ok(())
    }

    /// Saves the partial of a finished shard in a separate transaction, and removes the snapshot of
    /// this shard.
    ///
    /// # Errors
    /// The disk is full or the file cannot be written; shards saved before are unaffected.
    pub fn save(&mut self, number: u64, partial: &[u8]) -> Result<(), StoreError> {
        let sum = checksum(number, partial);
        self.write(self.session_seconds(), |connection| {
            connection.prepare_cached("DELETE FROM snapshot WHERE number = ?")?.execute([number as i64])?;
            connection
                .prepare_cached("INSERT OR REPLACE INTO shard (number, partial, checksum) VALUES (?, ?, ?)")?
                .execute(params![number as i64, partial, sum])
        })
    }

    /// Passes each merged partial to `take`, together with the range of its shards, in the order of
    /// the shards.
    ///
    /// # Errors
    /// The file cannot be read, or a merged partial is damaged.
    pub fn each_merged(&self, mut take: impl FnMut(Range<u64>, &[u8])) -> Result<(), StoreError> {
        if self.pragma("user_version")? != MERGED_VERSION {
            return Ok(());
        }
        let fail = |error| self.fail(error);
        let sql = "SELECT first, number, merged, checksum FROM merged ORDER BY first";
        let mut statement = self.connection.prepare(sql).map_err(fail)?;
        let mut rows = statement.query([]).map_err(fail)?;
        while let Some(row) = rows.next().map_err(fail)? {
            let (first, number): (i64, i64) = (row.get(0).map_err(fail)?, row.get(1).map_err(fail)?);
            let (merged, sum): (Vec<u8>, Vec<u8>) = (row.get(2).map_err(fail)?, row.get(3).map_err(fail)?);
            let shards = first as u64..(first as u64).saturating_add(number as u64);
            if sum != merged_checksum(&shards, &merged) {
                let last = shards.end.saturating_sub(1);
                return Err(
                    self.corrupt(format!("the merged shards {first} to {last} do not match their checksum"))
                );
            }
            take(shards, &merged);
        }
        Ok(())
    }

    /// Saves the merged partial of a range of shards in one transaction. The merged partial
    /// replaces the partials of these shards, and an earlier merged partial that begins with the
    /// same shard.
    ///
    /// # Errors
    /// The disk is full or the file cannot be written; shards saved before are unaffected.
    pub fn save_merged(&mut self, shards: Range<u64>, merged: &[u8]) -> Result<(), StoreError> {
        let sum = merged_checksum(&shards, merged);
        let (first, end) = (shards.start as i64, shards.end as i64);
        self.write(self.session_seconds(), |connection| {
            connection.execute_batch(MERGED_SCHEMA)?;
            connection.pragma_update(None, "user_version", MERGED_VERSION)?;
            for table in ["shard", "snapshot"] {
                let sql = format!("DELETE FROM {table} WHERE number >= ? AND number < ?");
                connection.prepare_cached(&sql)?.execute([first, end])?;
            }
            connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO merged (first, number, merged, checksum) VALUES (?, ?, ?, ?)",
                )?
                .execute(params![first, end - first, merged, sum])
        })
    }

    /// Saves the sealed snapshot of an unfinished shard, and replaces the previous snapshot of this
    /// shard.
    ///
    /// # Errors
    /// The disk is full or the file cannot be written; shards saved before are unaffected.
    pub fn save_snapshot(&mut self, number: u64, sealed: &[u8]) -> Result<(), StoreError> {
        self.write(self.session_seconds(), |connection| {
            connection
                .prepare_cached("INSERT OR REPLACE INTO snapshot (number, sealed) VALUES (?, ?)")?
                .execute(params![number as i64, sealed])
        })
    }

    fn session_seconds(&self) -> f64 {
        self.session.map_or(0.0, |(_, begun)| begun.elapsed().as_secs_f64())
    }

    /// Returns the number of saved shards.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn saved(&self) -> Result<u64, StoreError> {
        let number = |sql| self.connection.query_row(sql, [], |row| row.get::<_, i64>(0));
        let partials = number("SELECT count(*) FROM shard").map_err(|error| self.fail(error))?;
        let merged = match self.pragma("user_version")? {
            MERGED_VERSION => {
                number("SELECT coalesce(sum(number), 0) FROM merged").map_err(|error| self.fail(error))?
            }
            _ => 0,
        };
        Ok((partials + merged) as u64)
    }

    /// Returns all sessions, oldest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn sessions(&self) -> Result<Vec<Session>, StoreError> {
        let fail = |error| self.fail(error);
        let sql = "SELECT started, seconds, conditions FROM session ORDER BY number";
        let mut statement = self.connection.prepare(sql).map_err(fail)?;
        let rows = statement.query_map([], |row| {
            Ok(Session { started: row.get(0)?, seconds: row.get(1)?, conditions: row.get(2)? })
        });
        rows.and_then(Iterator::collect).map_err(fail)
    }

    /// Marks the run as complete, and records `seconds` as the duration of this session. This is
    /// called after the results were written.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn complete(&mut self, seconds: f64) -> Result<(), StoreError> {
        self.write(seconds, |connection| connection.execute("UPDATE experiment SET complete = 1", []))
    }

    /// In one transaction, performs `change` and records `seconds` as the duration of this session.
    fn write(
        &mut self,
        seconds: f64,
        change: impl FnOnce(&Connection) -> Result<usize, rusqlite::Error>,
    ) -> Result<(), StoreError> {
        self.begin_session()?;
        let session = self.session;
        let write = || {
            let transaction = self.connection.transaction()?;
            change(&transaction)?;
            if let Some((number, _)) = session {
                transaction
                    .prepare_cached("UPDATE session SET seconds = ? WHERE number = ?")?
                    .execute(params![seconds, number])?;
            }
            transaction.commit()
        };
        write().map_err(|error| classify(&self.path, error))?;
        // If the file was removed, the data that were written to it are lost.
        self.watch.check()
    }

    /// Limits the size of the file to `pages` pages of 4,096 bytes, to simulate a full disk in
    /// tests.
    ///
    /// # Errors
    /// The file cannot be used.
    pub fn limit_pages(&mut self, pages: u32) -> Result<(), StoreError> {
        self.connection
            .pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))
            .map_err(|error| self.fail(error))
    }

    /// Checks that the file belongs to this program, has a supported schema, and is not damaged. An
    /// empty file is valid.
    fn check(&self) -> Result<(), StoreError> {
        let tables: i64 = self
            .connection
            .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
            .map_err(|error| self.fail(error))?;
        let (application, version) = (self.pragma("application_id")?, self.pragma("user_version")?);
        if tables == 0 && application == 0 && version == 0 {
            return Ok(()); // the file was created, but not written
        }
        let foreign = |what: String| Err(StoreError::Foreign { path: self.path.clone(), what });
        if application != APPLICATION_ID {
            return foreign("it is another program's SQLite database".to_owned());
        }
        if ![SCHEMA_VERSION, MERGED_VERSION].contains(&version) {
            return foreign(match version {
                1 => "it was written by a version of Quadrille without revisions (format 1)".to_owned(),
                _ => format!(
                    "its format is {version}, but this program supports {SCHEMA_VERSION} and {MERGED_VERSION}"
                ),
            });
        }
        let verdict: String = self
            .connection
            .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
            .map_err(|error| self.fail(error))?;
        if verdict == "ok" { Ok(()) } else { Err(self.corrupt(verdict)) }
    }

    fn pragma(&self, name: &str) -> Result<i64, StoreError> {
        self.connection.pragma_query_value(None, name, |row| row.get(0)).map_err(|error| self.fail(error))
    }

    fn fail(&self, error: rusqlite::Error) -> StoreError {
        classify(&self.path, error)
    }

    pub(crate) fn corrupt(&self, what: impl Into<String>) -> StoreError {
        StoreError::Corrupt { path: self.path.clone(), what: what.into() }
    }
}

/// Returns an error if the database or one of its logs, which `SQLite` keeps next to it, is not a
/// regular file. Opening a pipe would block, and a link could lead out of the run's folder.
fn refuse_special(path: &Path) -> Result<(), StoreError> {
    for beside in ["", "-wal", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(beside);
        let path = PathBuf::from(name);
        match FileKind::at(&path) {
            Ok(None | Some(FileKind::Regular)) => {}
            Ok(Some(other)) => {
                return Err(StoreError::Foreign { path, what: format!("it is {other}, not a regular file") });
            }
            Err(error) => return Err(StoreError::Unreadable { path, reason: error.to_string() }),
        }
    }
    Ok(())
}

/// Returns an error if the first hundred bytes of the file are not the header of an `SQLite`
/// database of this program. If another program's database were opened with `SQLite`, unfinished
/// changes of that program would be rolled back.
fn refuse_by_its_head(path: &Path) -> Result<(), StoreError> {
    let mut head = Vec::new();
    match std::fs::File::open(path).and_then(|file| file.take(100).read_to_end(&mut head)) {
        Ok(0) => return Ok(()), // the file was created, but not written
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => {
            return Err(StoreError::Unreadable { path: path.to_owned(), reason: error.to_string() });
        }
    }
    if head.len() < 100 || !head.starts_with(b"SQLite format 3\0") {
        return Err(StoreError::Corrupt {
            path: path.to_owned(),
            what: "it is not an SQLite database".to_owned(),
        });
    }
    let number =
        |at: usize| i64::from(u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
    let (rolls_back, pages, application) = (head[18] == 1, number(28), number(68));
    // A file of this program has no application_id (the value 0) until its log is merged into it
    // for the first time. Such a file uses a write-ahead log, or has at most one page.
    let ours = application == APPLICATION_ID || (application == 0 && !(rolls_back && pages > 1));
    if ours {
        Ok(())
    } else {
        Err(StoreError::Foreign {
            path: path.to_owned(),
            what: "it is another program's SQLite database".to_owned(),
        })
    }
}

/// Returns whether the file has a write-ahead log that is not empty: another process is writing, or
/// was killed before it merged the log into the file.
fn has_write_ahead_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|log| log.len() > 0)
}

fn merged_checksum(shards: &Range<u64>, merged: &[u8]) -> Vec<u8> {
    let number = shards.end - shards.start;
    let digest = Sha256::new().chain_update(shards.start.to_le_bytes()).chain_update(number.to_le_bytes());
    digest.chain_update(merged).finalize().to_vec()
}

fn checksum(number: u64, partial: &[u8]) -> Vec<u8> {
    Sha256::new().chain_update(number.to_le_bytes()).chain_update(partial).finalize().to_vec()
}

/// Converts an error of `SQLite` to a [`StoreError`].
fn classify(path: &Path, error: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    let Some(code) = error.sqlite_error_code() else {
        return match error {
            // A value has the wrong type although the schema is strict, so the file was edited.
            rusqlite::Error::InvalidColumnType(..) | rusqlite::Error::FromSqlConversionFailure(..) => {
                StoreError::Corrupt { path, what: error.to_string() }
            }
            // A column is missing although the file has the application_id of this program.
            rusqlite::Error::SqlInputError { msg, .. } => StoreError::Corrupt { path, what: msg },
            error => StoreError::Other { path, reason: error.to_string() },
        };
    };
    match code {
        ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt => {
            StoreError::Corrupt { path, what: error.to_string() }
        }
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::InUse { path },
        ErrorCode::DiskFull => StoreError::Full { path },
        // For `SQLite`, a failing disk and a limit on the file size are the same error.
        ErrorCode::SystemIoFailure
            if matches!(error.sqlite_extended_error_code(), Some(rusqlite::ffi::SQLITE_IOERR_WRITE)) =>
        {
            StoreError::Failing { path }
        }
        ErrorCode::CannotOpen
        | ErrorCode::ReadOnly
        | ErrorCode::PermissionDenied
        | ErrorCode::SystemIoFailure => {
            let reason = reason(&path, &error);
            StoreError::Unwritable { path, reason }
        }
        // A table or column is missing although the file has the application_id of this program.
        ErrorCode::Unknown => StoreError::Corrupt { path, what: error.to_string() },
        _ => StoreError::Other { path, reason: error.to_string() },
    }
}

/// Returns the reason that a file cannot be written. `SQLite` does not report the reason. It is
/// determined by opening the file for writing, and by checking whether a file can be created next
/// to it.
fn reason(path: &Path, error: &rusqlite::Error) -> String {
    if let Err(error) = OpenOptions::new().read(true).write(true).open(path) {
        return error.to_string();
    }
    match check_writable(path, Replace::RegularFile) {
        Err(error) => format!("SQLite's log cannot be created next to the file: {}", error.reason()),
        Ok(()) => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_may_only_be_read_is_read_and_not_begun() {
        let folder = tempfile::tempdir().unwrap();
        // A name with special characters of URIs.
        let path = folder.path().join("50 % of #1?mode=memory.sqlite");
        let identity = Identity::new("test", "text", &[], 3, 1);
        let mut store = Store::open(&path).unwrap();
        store.begin(&identity, 1, "{}").unwrap();
        store.expect_shards(1).unwrap();
        store.save(0, &[7]).unwrap();
        store.complete(1.0).unwrap();
        drop(store);
        let bytes = std::fs::read(&path).unwrap();

        let mut store = Store::open_for_reading(&path).unwrap();
        assert_eq!(store.recorded().unwrap(), Some((identity.clone(), true)));
        store.expect_shards(1).unwrap();
        let mut partials = Vec::new();
        store.each_partial(|number, partial| partials.push((number, partial.to_vec()))).unwrap();
        assert_eq!(partials, [(0, vec![7])]);
        store.begin(&identity, 2, "{}").unwrap();
        assert!(!store.watch().has_begun());
        assert!(matches!(store.begin_session(), Err(StoreError::Unwritable { .. })));
        drop(store);
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
