//! Players by name, which may be programs.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_daifugo::game::Table;
use quadrille_daifugo::players::{Entrant, PlayerKind};
use quadrille_daifugo::table::{EntrantError, Text as _};
use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::player::of_program;
use quadrille_runner::foreign::process::{CommandError, Processes, Program, Times, command};

/// The player of a name, and its processes if it is a program: a built-in player, `policy:` and a file
/// in `folder`, `search:` and a budget, or `cmd:` and a program, which is started in `folder`. Setting `stopped` ends the waiting for it; it is also set
/// when the program cannot play, for which [`Processes::failure`] then has the reason.
///
/// # Errors
/// A name that is neither.
pub fn named(
    name: &str,
    folder: &Path,
    times: Times,
    stopped: &Arc<AtomicBool>,
) -> Result<(Entrant, Option<Processes>), NameError> {
    let Some(line) = command(name) else {
        let read = |file: &str| NamedFiles::in_folder(folder).bytes(file);
        return Ok((Entrant::named::<PlayerKind>(name, read)?, None));
    };
    let processes = Processes::new(Program::new(line, Some(folder.to_owned()), times)?, Table::NAME);
    Ok((of_program(&processes, stopped), Some(processes)))
}

/// A name that is no player's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// It is the name of no player of this program.
    #[error("{0}, or `cmd:` and a program")]
    Unknown(#[from] EntrantError),
    /// `cmd:` without a program.
    #[error("{0}; expected `cmd:` and a program with its arguments")]
    Command(#[from] CommandError),
}
