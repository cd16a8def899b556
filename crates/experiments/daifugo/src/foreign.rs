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
/// While `stopped` is set, the player does not wait for answers of its program. If the program
/// cannot play, the player sets `stopped`, and [`Processes::failure`] returns the reason.
///
/// # Errors
/// Returns a [`NameError`] for any other name, a file that is not a policy, or an invalid budget.
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
    /// No player has this name, the file is not a policy, or the budget is invalid.
    #[error("{}", or_program(.0))]
    Unknown(#[from] EntrantError),
    /// `cmd:` without a program.
    #[error("{0}; expected `cmd:` and a program with its arguments")]
    Command(#[from] CommandError),
}

/// Returns the text of the error. For an unknown name, the text adds `cmd:` and a program to the
/// expected names.
fn or_program(error: &EntrantError) -> String {
    match error {
        EntrantError::Unknown(_) => format!("{error}, or `cmd:` and a program"),
        _ => error.to_string(),
    }
}
