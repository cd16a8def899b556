//! Reading and writing of files whose paths are given by a user.
//!
//! | concern | item |
//! |---|---|
//! | kinds and identities of files | [`FileKind`], [`FileId`] |
//! | reading of whole files and texts up to a maximum size, optionally compressed, from standard input or from an example | [`Reader`] |
//! | opening a regular file without blocking | [`open`] |
//! | writing of a file, either completely or not at all | [`write()`], [`write_by_name`], [`write_bytes`], [`Draft`] |
//! | writing of a file that grows while a program runs | [`create`], [`create_new`], [`append`], [`update`], [`finish`] |
//! | files that an experiment names, paths quoted for a shell | [`NamedFile`], [`typed_path`] |
//! | the folder in which the program keeps its state | [`state_folder`] |
//! | sizes such as `512MiB` | [`parse_size`], [`Size`] |
//!
//! # Rules
//!
//! *Reading.* Only regular files are read, directly or through symbolic links. Pipes, sockets,
//! devices and folders are refused with a message that names their kind. The kind is checked before
//! the file is opened, because opening a pipe can block and opening a device can have effects.
//! After the file is opened, the kind is checked again. The same rule applies to `/dev/stdin` and
//! `/dev/fd/N`, which are accepted if they lead to a regular file. Readers that [accept standard
//! input](Reader::with_standard_input) read it for the path `-`, even if standard input is a pipe
//! or a terminal.
//!
//! *Writing.* A file is written under a temporary name and then renamed to its path. [`Replace`]
//! determines whether an existing file is replaced. If the path is a symbolic link, the link is
//! replaced, and its target is not changed. Only regular files and links to them are ever replaced.
//! After an error, the previous file is unchanged, and the temporary file is removed.
//!
//! *Errors.* An error contains the path and the reason. It distinguishes bad input
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
