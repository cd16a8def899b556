//! The output of tests that need something that this machine lacks; a part of several test crates.

use std::io::Write;

/// Reports that a test, or a part of it, is skipped, and why.
///
/// The line goes to the standard error of the process itself: text that a test prints by `println!`
/// or `eprintln!` is shown only if the test fails.
pub(crate) fn skipped(test: &str, reason: &str) {
    let _ = writeln!(std::io::stderr(), "SKIPPED {test}: {reason}");
}

/// A skipped test's line is seen although the test passes.
#[test]
fn skipped_tests_are_seen() {
    const INSIDE: &str = "SKIPPED_INSIDE";
    if std::env::var_os(INSIDE).is_some() {
        skipped("skipped_tests_are_seen", "it is tried here");
        return;
    }
    let name = concat!(module_path!(), "::skipped_tests_are_seen");
    let name = name.split_once("::").map_or(name, |(_, name)| name);
    let itself = std::env::current_exe().expect("the test's program");
    let output = std::process::Command::new(itself)
        .args([name, "--exact"])
        .env(INSIDE, "1")
        .output()
        .expect("the test's program starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}{stderr}");
    assert!(stderr.contains("SKIPPED skipped_tests_are_seen: it is tried here"), "{stdout}{stderr}");
}
