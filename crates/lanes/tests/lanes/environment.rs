//! The environment variable, read by a child process that runs this test again.

use quadrille_lanes::{Level, VARIABLE};
use std::process::Command;

/// Set in the child process, which only prints the level it reads.
const ROLE: &str = "QUADRILLE_LANES_TEST_ROLE";

fn said(value: Option<&str>) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "lanes::environment::the_variable_forces_a_level", "--nocapture"])
        .env(ROLE, "say")
        .env_remove(VARIABLE);
    if let Some(value) = value {
        command.env(VARIABLE, value);
    }
    let output = command.output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_variable_forces_a_level() {
    if std::env::var_os(ROLE).is_some() {
        match Level::from_env() {
            Ok(level) => println!("level={level};"),
            Err(error) => println!("error={error};"),
        }
        return;
    }
    let best = format!("level={};", Level::best());
    assert!(said(None).contains(&best));
    assert!(said(Some("")).contains(&best));
    for level in Level::available() {
        assert!(said(Some(level.name())).contains(&format!("level={level};")));
    }
    let text = said(Some("fast"));
    assert!(
        text.contains("error=environment variable QUADRILLE_SIMD: unknown vector level `fast`"),
        "{text}"
    );
}
