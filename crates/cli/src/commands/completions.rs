//! `quadrille completions`.

use clap::{Args, Command};
use clap_complete::Shell;
use serde::Serialize;

use crate::failure::Failure;
use crate::{OutputMode, answer};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  source <(quadrille completions bash)
  quadrille completions zsh > ~/.zfunc/_quadrille
  quadrille completions fish > ~/.config/fish/completions/quadrille.fish")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// JSON answer: a script.
#[derive(Serialize)]
struct Script {
    shell: String,
    text: String,
}

impl Completions {
    /// Writes the completion script of `program`.
    pub(crate) fn run(&self, mut program: Command, mode: OutputMode) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "quadrille", &mut script);
        let text = String::from_utf8(script).map_err(Failure::unfinished)?;
        if mode.json {
            return answer::json(&Script { shell: self.shell.to_string(), text });
        }
        answer::text(&text)
    }
}
