//! Flags common to all commands.

use clap::Args;

/// Format and length of the answer, and whether the command shows its progress.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct OutputMode {
    /// Answer with one JSON object on standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Show no progress on standard error
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Print an answer in full that would otherwise be shortened to 24 lines
    #[arg(long, global = true)]
    pub(crate) full: bool,
}
