//! Reads and writes the files that a user names.
//!
//! | concern | item |
//! |---|---|
//! | kinds and identities of files | [`FileKind`], [`FileId`] |
//! | whole files and texts, with limits, gzip, `-` and names of examples | [`Reader`] |
//! | one regular file, opened without blocking | [`open`] |
//! | files written whole or not at all | [`write()`], [`write_by_name`], [`write_bytes`], [`Draft`] |
//! | files that grow while a program runs | [`create`], [`create_new`], [`append`], [`update`], [`finish`] |
//! | files named by other files, paths for a shell | [`NamedFile`], [`typed_path`] |
//! | the folder of a program's state | [`state_folder`] |
//! | sizes such as `512MiB` | [`parse_size`], [`Size`] |
//!
//! # Rules
//!
//! *Reading.* Only regular files are read, directly or through symbolic links. Pipes, sockets,
//! devices and folders are refused with a message that names their kind. The check is
//! made before the file is opened, because opening a pipe or a device can block or change it, and
//! again on the open file. `/dev/stdin` and `/dev/fd/N` follow the same rule: they are accepted
//! where they lead to a regular file. Standard input is read under the name `-` by readers that
//! [accept it](Reader::with_standard_input), also if it is a pipe or a terminal.
//!
//! *Writing.* A file is replaced by renaming a temporary file over it, by the rule of [`Replace`].
//! A symbolic link at the path is replaced itself; its target is not written. Nothing but a regular
//! file is ever replaced. An error leaves the previous file as it was and no temporary file.
//!
//! *Errors.* Errors have the path and the reason, and distinguish bad input
//! ([`WriteError::is_refusal`]) from failures of the system.
//!
//! ```
//! use quadrille_files::{Reader, Replace, write_bytes};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("note.txt");
//! write_bytes(&path, Replace::Never, b"pins = 4\n")?;
//! let text = Reader::new(1 << 20).text(&path)?;
//! assert_eq!(text.text(), "pins = 4\n");
//! assert!(write_bytes(&path, Replace::Never, b"pins = 5\n").unwrap_err().is_refusal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![doc(html_root_url = "https://docs.rs/quadrille-files")]

mod draft;
mod gzip;
mod kind;
mod named;
mod place;
mod read;
mod size;
mod state;
mod write;

pub use draft::{Draft, Replace, sweep};
pub use kind::{FileId, FileKind};
pub use named::{NamedFile, typed_path};
pub use place::{append, create, create_folder, create_new, finish, update};
pub use quadrille_memory::Size;
pub use read::{
    Content, Example, FindExample, Lines, ReadError, Reader, STANDARD_INPUT, lines, open, read_all,
};
pub use size::{PlainUnit, SizeError, parse_size, parse_size_within};
pub use state::state_folder;
pub use write::{WriteError, check_place, check_writable, write, write_by_name, write_bytes};
