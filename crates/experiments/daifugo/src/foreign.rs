//! Players by name, including external programs.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_daifugo::game::Table;
use quadrille_daifugo::players::{Entrant, PlayerKind};
use quadrille_daifugo::table::{EntrantError, Text as _};
use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::player::of_program;
use quadrille_runner::foreign::process::{CommandError, Processes, Program, Times, command};

/// Returns the player with this name, and the player's processes if it is a program.
///
/// The name has one of four forms: the name of a built-in player; `policy:` and the name of a file
/// in `folder`; `search:` and a budget; or `cmd:` and a program, which is started in `folder`.
///
/// Setting `stopped` ends the wait for the program. `stopped` is also set if the program cannot
/// play; [`Processes::failure`] then returns the reason.
///
/// # Errors
/// Returns a [`NameError`] for any other name.
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

/// Error for an invalid name of a player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// No player has this name.
    #[error("{0}, or `cmd:` and a program")]
    Unknown(#[from] EntrantError),
    /// `cmd:` without a program.
    #[error("{0}; expected `cmd:` and a program with its arguments")]
    Command(#[from] CommandError),
}
