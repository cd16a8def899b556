//! Test that `tests/data/path_arguments.txt` lists every argument that is a file or folder name.
//! The tests of unusual names use this list.

use std::any::TypeId;
use std::path::PathBuf;

use clap::{Command, CommandFactory as _};

use crate::Cli;
use crate::commands::life::Output;

/// Lists the path arguments of a command and its subcommands.
fn list(command: &Command, above: &str, found: &mut Vec<String>) {
    let name = format!("{above}{}", command.get_name());
    for argument in command.get_arguments() {
        let id = argument.get_value_parser().type_id();
        if id == TypeId::of::<PathBuf>() || id == TypeId::of::<Output>() {
            let shown = match argument.get_long() {
                Some(long) => format!("--{long}"),
                None => argument.get_id().as_str().to_uppercase(),
            };
            found.push(format!("{name} {shown}"));
        }
    }
    for within in command.get_subcommands() {
        list(within, &format!("{name} "), found);
    }
}

#[test]
fn every_argument_that_is_a_path_is_listed() {
    let mut found = Vec::new();
    let mut program = Cli::command();
    program.build();
    list(&program, "", &mut found);
    let found: Vec<&str> = found.iter().filter_map(|line| line.strip_prefix("quadrille ")).collect();
    let listed: Vec<&str> = include_str!("../tests/data/path_arguments.txt").lines().collect();
    assert_eq!(found, listed, "list the argument in path_arguments.txt, and test it in names.rs");
}
