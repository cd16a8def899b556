//! A stand-in for the user's browser, and the tests of `--open`.

use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::{quadrille, refused, stderr, stdout, text};

/// Maximum time until the browser is started.
const LONGEST: Duration = Duration::from_mins(1);

/// A folder with a program `xdg-open` that notes its arguments.
pub(crate) struct Browser(tempfile::TempDir);

impl Browser {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("xdg-open");
        let script = "#!/bin/sh\ncd \"$(dirname \"$0\")\"\necho \"$@\" >noting && mv noting arguments\n";
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).unwrap();
        Self(folder)
    }

    /// Lets a command find this browser before others, and a display.
    pub(crate) fn put_before(&self, command: &mut Command) {
        let path = std::env::var("PATH").unwrap();
        command.env("PATH", format!("{}:{path}", self.0.path().display())).env("DISPLAY", ":9");
    }

    fn note(&self) -> PathBuf {
        self.0.path().join("arguments")
    }

    pub(crate) fn was_started(&self) -> bool {
        self.note().exists()
    }

    /// Waits until the browser is started, and returns its arguments.
    pub(crate) fn arguments(&self) -> String {
        let begun = Instant::now();
        while !self.was_started() {
            assert!(begun.elapsed() < LONGEST, "no browser was started");
            std::thread::sleep(Duration::from_millis(20));
        }
        let arguments = std::fs::read_to_string(self.note()).unwrap();
        std::fs::remove_file(self.note()).unwrap();
        arguments.trim_end().to_owned()
    }
}

#[test]
fn a_report_is_shown_in_the_browser() {
    let folder = tempfile::tempdir().unwrap();
    let (out, page) = (folder.path().join("out"), folder.path().join("glider.html"));
    let commands: [&[&str]; 4] = [
        &["run", "example:mastermind-knuth", "--out", text(&out), "--open"],
        // A complete run is answered from its result, and shown again.
        &["run", "example:mastermind-knuth", "--out", text(&out), "--open", "--json"],
        &["report", text(&out), "--open"],
        &["life", "info", "glider", "--report", text(&page), "--open"],
    ];
    for arguments in commands {
        let browser = Browser::new();
        let mut command = quadrille(&[arguments, &["--quiet"]].concat());
        browser.put_before(&mut command);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        let shown = PathBuf::from(browser.arguments());
        assert!(shown == page || shown == out.join("report.html"), "{arguments:?}: {shown:?}");
        assert!(shown.is_file());
    }
}

#[test]
fn without_a_display_the_page_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("glider.html");
    let mut command = quadrille(&["life", "info", "glider", "--report", text(&page), "--open", "--quiet"]);
    let output = command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap();
    assert!(output.status.success() && stdout(&output).contains("period"));
    let message = stderr(&output);
    assert!(message.contains("there is no display") && message.contains("glider.html"), "{message}");
}

#[test]
fn nothing_is_shown_without_a_page() {
    refused(&["life", "info", "glider", "--open"], &["--report"]);
    refused(&["combat", "run", "example:fury", "--open"], &["--out"]);
    refused(&["report", "runs/x", "--format", "csv", "--open"], &["--open"]);
}
