//! The help of every command, read once for all tests.

use std::sync::OnceLock;

use super::{quadrille, stderr, stdout};

/// A command and its help.
pub(crate) struct Page {
    /// Subcommand names after `quadrille`; empty for the program itself.
    pub(crate) command: Vec<String>,
    /// Its help on a terminal of 80 columns.
    pub(crate) narrow: String,
    /// Its help on a terminal of 140 columns.
    pub(crate) wide: String,
}

impl Page {
    /// Returns the command line.
    pub(crate) fn title(&self) -> String {
        [&["quadrille".to_owned()], &self.command[..]].concat().join(" ")
    }

    /// Returns the names of the subcommands.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &str> {
        let listed = self
            .wide
            .lines()
            .skip_while(|line| *line != "Commands:")
            .skip(1)
            .take_while(|line| !line.is_empty());
        // A description that does not fit its line continues on the next line, indented further.
        let first = listed.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
        first.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help")
    }
}

/// Returns the help of the program and of all its commands, parents first.
pub(crate) fn pages() -> &'static [Page] {
    static PAGES: OnceLock<Vec<Page>> = OnceLock::new();
    PAGES.get_or_init(|| {
        let mut pages = Vec::new();
        below(Vec::new(), &mut pages);
        assert!(pages.len() > 40, "only {} commands", pages.len());
        pages
    })
}

fn below(command: Vec<String>, pages: &mut Vec<Page>) {
    let page = Page { narrow: help(&command, 80), wide: help(&command, 140), command };
    let names: Vec<String> = page.commands().map(str::to_owned).collect();
    let command = page.command.clone();
    pages.push(page);
    for name in names {
        below([&command[..], &[name]].concat(), pages);
    }
}

fn help(command: &[String], columns: usize) -> String {
    let words: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
    let output = quadrille(&words).env("COLUMNS", columns.to_string()).output().expect("the program starts");
    assert!(output.status.success(), "{words:?}: {}", stderr(&output));
    stdout(&output)
}

/// Returns the examples that a help text prints, each on one line.
///
/// They follow `Example:` or `Examples:`, one per line, up to the next empty line. A line that ends
/// with a backslash continues on the next one.
pub(crate) fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Example"));
    let mut found: Vec<String> = Vec::new();
    let mut continued = false;
    for line in lines.take_while(|line| !line.is_empty()) {
        let line = line.trim_start_matches("Examples:").trim_start_matches("Example:").trim();
        let whole = line.strip_suffix('\\').map_or(line, str::trim_end);
        if continued {
            let last = found.last_mut().expect("a line before the one that continues it");
            *last = format!("{last} {whole}");
        } else if !line.is_empty() {
            found.push(whole.to_owned());
        }
        continued = whole != line;
    }
    found
}

#[test]
fn examples_are_read_from_a_help_text() {
    let several = "Usage: x\n\nExamples:\n  quadrille a \\\n      b\n  c <(quadrille d)\n\nquadrille e\n";
    assert_eq!(examples(several), ["quadrille a b", "c <(quadrille d)"]);
    assert_eq!(examples("Example: quadrille a \\\n    --b\n\nMore.\n"), ["quadrille a --b"]);
    assert_eq!(examples("Example:\n  quadrille a\n"), ["quadrille a"]);
    assert!(examples("quadrille a\n").is_empty());
}
