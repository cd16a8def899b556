//! The flags that every command has.

use clap::Args;

/// How a command answers: in text or in JSON, with progress on the way or without.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct OutputMode {
    /// Answer with one JSON object on standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// No progress on standard error
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}
