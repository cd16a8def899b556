//! The file of partials. It contains the partials of consecutive shards of a run, in ascending
//! order.
//!
//! ```text
//!   offset  bytes
//!        0      8   "QDRLshrd"
//!        8      1   format, 1
//!        9     32   the experiment's identity (SHA-256)
//!       41      8   the seed          \
//!       49      8   the first shard    |  little-endian
//!       57      8   the shard after    |
//!                   the last          /
//!       65          for each shard: 8 bytes of length, little-endian, and a sealed partial of that length
//! ```
//!
//! A sealed partial contains the identity of its run, the number of its shard and a checksum. The
//! header contains the range of the shards, so that an incomplete file is detected. While shards
//! are being computed, the file name has the suffix `.part`, and the file contains the shards
//! finished so far. If the computation is interrupted, a later call keeps the complete partials in
//! the file.

use std::fs::{File, TryLockError};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::Identity;
use crate::sealed::{Content, Sealed};
use quadrille_files::{FileId, Replace, WriteError};

use crate::runs::RunFailure;

const MAGIC: &[u8; 9] = b"QDRLshrd\x01";
const HEAD: usize = 65;

/// The header of a file of partials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) digest: [u8; 32],
    pub(super) seed: u64,
    pub(super) shards: Range<u64>,
}

impl Head {
    pub(super) fn new(identity: &Identity, shards: Range<u64>) -> Self {
        Self { digest: identity.digest, seed: identity.seed, shards }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&self.digest);
        for number in [self.seed, self.shards.start, self.shards.end] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8; HEAD]) -> Option<Self> {
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let shards = number(49)..number(57);
        let is_ours = bytes.starts_with(MAGIC) && !shards.is_empty();
        let digest = std::array::from_fn(|i| bytes[9 + i]);
        is_ours.then(|| Self { digest, seed: number(41), shards })
    }
}

/// The position of a sealed partial in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Location {
    at: u64,
    length: u64,
}

/// Reads a file of partials. The file is open only during each read, because the number of files
/// may exceed the number that a process can have open.
#[derive(Debug)]
pub(super) struct Reader {
    path: PathBuf,
    size: u64,
    pub(super) head: Head,
}

impl Reader {
    pub(super) fn open(path: &Path) -> Result<Self, RunFailure> {
        let refused = |reason: &str| RunFailure::Refused(format!("{}: {reason}", path.display()));
        let unreadable =
            |error: std::io::Error| RunFailure::Refused(format!("cannot read {}: {error}", path.display()));
        let file = quadrille_files::open(path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let (mut file, mut head) = (file, [0; HEAD]);
        let head = file.read_exact(&mut head).ok().and_then(|()| Head::from_bytes(&head));
        let head = head.ok_or_else(|| refused("this is not a file of partials from `quadrille shard`"))?;
        Ok(Self { path: path.to_owned(), size, head })
    }

    /// Returns the sealed partial that begins at the offset `at`, where the previous partial ends;
    /// `None` if the file contains no complete partial there.
    fn next(&self, file: &mut BufReader<File>, at: u64) -> Option<(Location, Vec<u8>)> {
        let mut length = [0; 8];
        file.read_exact(&mut length).ok()?;
        let (at, length) = (at + 8, u64::from_le_bytes(length));
        if length > self.size.checked_sub(at)? {
            return None;
        }
        let mut sealed = vec![0; usize::try_from(length).ok()?];
        file.read_exact(&mut sealed).ok()?;
        Some((Location { at, length }, sealed))
    }

    /// Returns the positions of the complete partials of the run at the beginning of the file, and
    /// the offset at which the last of them ends.
    pub(super) fn sound(&self, identity: &Identity) -> (Vec<Location>, u64) {
        let (mut places, mut end) = (Vec::new(), HEAD as u64);
        let Ok(mut file) = quadrille_files::open(&self.path).map(BufReader::new) else {
            return (places, end);
        };
        if file.seek(SeekFrom::Start(end)).is_err() {
            return (places, end);
        }
        for shard in self.head.shards.clone() {
            let Some((place, sealed)) = self.next(&mut file, end) else { break };
            let opened = Sealed::open(&sealed, identity);
            if !opened.is_ok_and(|found| found.shard == shard && found.content == Content::Partial) {
                break;
            }
            places.push(place);
            end = place.at + place.length;
        }
        (places, end)
    }

    /// Returns the positions of the partials of all shards in the header's range. It is an error if
    /// one of them is missing.
    pub(super) fn all(&self, identity: &Identity) -> Result<Vec<Location>, RunFailure> {
        let (path, promised) = (self.path.display().to_string(), self.head.shards.clone());
        let (places, end) = self.sound(identity);
        let found = places.len() as u64;
        if found < promised.end - promised.start {
            let shard = promised.start + found;
            return Err(RunFailure::Refused(format!(
                "{path} is damaged, or was cut off: shard {shard} of its shards {}..{} cannot be read",
                promised.start, promised.end
            )));
        }
        if end < self.size {
            return Err(RunFailure::Refused(format!(
                "{path} is damaged: it has {} bytes after its last shard",
                self.size - end
            )));
        }
        Ok(places)
    }

    /// Reads the sealed partial at a position.
    pub(super) fn read(&self, place: Location) -> std::io::Result<Vec<u8>> {
        let mut file = quadrille_files::open(&self.path)?;
        file.seek(SeekFrom::Start(place.at))?;
        let mut sealed = vec![0; place.length as usize];
        file.read_exact(&mut sealed)?;
        Ok(sealed)
    }
}

/// Writes a file of partials.
#[derive(Debug)]
pub(super) struct Writer {
    path: PathBuf,
    part: PathBuf,
    file: File,
}

impl Writer {
    /// Opens a new or incomplete file for writing, and returns the writer and the number of shards
    /// that the file already contains. Returns `None` if another process has just finished the
    /// file, so that it exists under its final name.
    pub(super) fn begin(
        path: &Path,
        identity: &Identity,
        head: &Head,
    ) -> Result<Option<(Self, u64)>, RunFailure> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let file = quadrille_files::update(&part)?;
        Self::hold(path, part, file, identity, head)
    }

    /// Locks an open file for this process. Returns `None` if another process has finished the file
    /// after it was opened and before it was locked; a finished file must not be written.
    fn hold(
        path: &Path,
        part: PathBuf,
        mut file: File,
        identity: &Identity,
        head: &Head,
    ) -> Result<Option<(Self, u64)>, RunFailure> {
        let refused = |error: std::io::Error| RunFailure::from(WriteError::system(&part, error));
        // Other errors mean that the file system does not support locks. Concurrent writers are
        // then not detected.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(RunFailure::Refused(format!(
                "{} is in use: another process is working on these shards",
                part.display()
            )));
        }
        if !is_at(&file, &part).map_err(refused)? {
            return Ok(None);
        }
        if path.exists() {
            // Another process had finished the file before `part` was opened. If the open call has
            // created an empty file `part`, that file is removed.
            if file.metadata().map_err(refused)?.len() == 0 {
                std::fs::remove_file(&part).map_err(refused)?;
            }
            return Ok(None);
        }
        let mut begun = Vec::new();
        Read::by_ref(&mut file).take(HEAD as u64).read_to_end(&mut begun).map_err(refused)?;
        if !head.to_bytes().starts_with(&begun) {
            return Err(RunFailure::Refused(format!(
                "{} does not contain these shards: remove the file, name another file, or first finish the shards in the file",
                part.display()
            )));
        }
        let (mut earlier, mut end) = (0, 0);
        if let Ok(reader) = Reader::open(&part) {
            let (places, sound) = reader.sound(identity);
            (earlier, end) = (places.len() as u64, sound);
        }
        file.set_len(end).and_then(|()| file.seek(SeekFrom::End(0))).map_err(refused)?;
        if end == 0 {
            file.write_all(&head.to_bytes()).map_err(refused)?;
        }
        Ok(Some((Self { path: path.to_owned(), part, file }, earlier)))
    }

    /// Appends the sealed partial of the next shard.
    pub(super) fn append(&mut self, sealed: &[u8]) -> Result<(), RunFailure> {
        let mut bytes = (sealed.len() as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(sealed);
        self.file.write_all(&bytes).map_err(|error| self.failed(&error))
    }

    /// Renames the complete file to its final name, and returns its size in bytes.
    pub(super) fn finish(self) -> Result<u64, RunFailure> {
        let finished = quadrille_files::finish(&self.file, &self.part, &self.path, Replace::Never);
        finished.map_err(|error| self.failed(&error.into()))?;
        Ok(self.file.metadata().map_err(|error| self.failed(&error))?.len())
    }

    fn failed(&self, error: &std::io::Error) -> RunFailure {
        let path = self.part.display();
        RunFailure::Failed(format!("cannot write {path}: {error}; the file keeps the finished shards"))
    }
}

/// Returns whether `path` still leads to the file that was opened.
fn is_at(file: &File, path: &Path) -> std::io::Result<bool> {
    let open = FileId::of(&file.metadata()?);
    Ok(std::fs::symlink_metadata(path).is_ok_and(|there| FileId::of(&there) == open))
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;

    use super::*;

    fn identity() -> Identity {
        Identity::new("random.battery", "kind = \"random.battery\"\n", &[], 1, 1)
    }

    /// Another call finishes the file between opening `.part` and locking it: the finished file is
    /// unchanged.
    #[test]
    fn a_file_that_was_finished_meanwhile_is_let_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (path, part) = (folder.path().join("a"), folder.path().join("a.part"));
        let identity = identity();
        let head = Head::new(&identity, 0..1);
        let (mut first, earlier) = Writer::begin(&path, &identity, &head).unwrap().unwrap();
        assert_eq!(earlier, 0);
        let open =
            || OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&part).unwrap();
        let (second, third) = (open(), open());
        let busy = Writer::hold(&path, part.clone(), second, &identity, &head).unwrap_err();
        assert!(busy.to_string().contains("is in use"), "{busy}");
        first.append(b"partial").unwrap();
        let size = first.finish().unwrap();
        assert!(Writer::hold(&path, part.clone(), third, &identity, &head).unwrap().is_none());
        assert_eq!(std::fs::metadata(&path).unwrap().len(), size);
        // `begin` creates an empty `.part` file, and removes it because the finished file exists.
        assert!(Writer::begin(&path, &identity, &head).unwrap().is_none());
        assert!(!part.exists());
        assert_eq!(std::fs::metadata(&path).unwrap().len(), size);
    }
}
