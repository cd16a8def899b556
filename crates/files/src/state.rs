//! The folder in which a program keeps its state between calls.

use std::path::PathBuf;

/// Returns the path of the program's state folder. The path is `$XDG_STATE_HOME/quadrille` if this
/// variable contains an absolute path, and `$HOME/.local/state/quadrille` otherwise. The folder
/// need not exist. Returns `None` if neither variable contains an absolute path.
pub fn state_folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = variable("XDG_STATE_HOME").or_else(|| Some(variable("HOME")?.join(".local/state")))?;
    Some(state.join("quadrille"))
}
