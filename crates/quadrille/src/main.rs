//! The program `quadrille`: commands on one side, the libraries on the other.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
