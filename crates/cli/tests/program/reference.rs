//! `docs/reference.md` is generated from the declarations: the commands from the command line's
//! definition, the keys of experiment files from their kinds, the keys of profiles from the reader.
//!
//! ```text
//! RENEW_REFERENCE=1 cargo test -p quadrille-cli --test program reference
//! ```

use std::fmt::Write as _;

use quadrille::runner::keys::{self, Key, Presence, Shape};

use crate::{help, root};

const DOCUMENT: &str = "docs/reference.md";

#[test]
fn reference_is_generated_from_the_declarations() {
    let path = root().join(DOCUMENT);
    let expected = reference();
    if std::env::var_os("RENEW_REFERENCE").is_some() {
        return std::fs::write(path, expected).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    let differs = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert!(
        found == expected,
        "{DOCUMENT} is not up to date: {differs:?}; RENEW_REFERENCE=1 in the environment of this test rewrites it"
    );
}

fn reference() -> String {
    let mut text = "\
# Reference

This page is generated from the declarations that the program itself uses, so it is complete: every
command, every key of an experiment file, every key of a combat profile. A test compares it with
them. The explanations are on the pages that the sections name.

## Commands

`quadrille COMMAND --help` explains each command and its flags, with an example. `--json` selects an
answer for programs: one JSON object on standard output.

| command | purpose |
|---|---|
"
    .to_owned();
    for page in &help::pages()[1..] {
        let purpose = page.wide.lines().next().unwrap_or_default();
        let _ = writeln!(text, "| `{}` | {} |", page.title(), cell(purpose));
    }
    text.push_str(
        "
## Keys of experiment files

[experiments.md](experiments.md) explains them. `quadrille new KIND` prints them as a template, and
`quadrille schema KIND` as a JSON Schema.

### All kinds

",
    );
    let all = [Key::new("kind", "the kind of experiment", Shape::Text, Presence::Must, "")];
    table(&mut text, "key", all.iter().chain([&keys::SEED]));
    text.push('\n');
    table(&mut text, "key in `[run]`", keys::RUN);
    for kind in quadrille::kinds::KINDS {
        let _ = write!(text, "\n### `{}`\n\nPurpose: {}.\n\n", kind.name, kind.about);
        table(&mut text, &format!("key in `[{}]`", kind.table), kind.keys);
    }
    text.push_str(
        "
## Keys of combat profiles

[combat-profile.md](combat-profile.md) explains them. `NAME` is a name of the profile's own.

| table | keys |
|---|---|
",
    );
    for (table, keys) in quadrille::combat::KEYS {
        let table = if table.is_empty() { "the file itself".to_owned() } else { format!("`[{table}]`") };
        let keys: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
        let _ = writeln!(text, "| {table} | {} |", keys.join(", "));
    }
    text
}

/// Writes a table of keys.
fn table<'a>(text: &mut String, title: &str, keys: impl IntoIterator<Item = &'a Key>) {
    let _ = writeln!(text, "| {title} | purpose | type | values | default |\n|---|---|---|---|---|");
    for key in keys {
        let default = match key.presence {
            Presence::Must => "required",
            Presence::Usually(default) => default,
            Presence::Instead(of) | Presence::Preferred(of) => of,
        };
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} |",
            key.name,
            cell(key.what),
            type_of(&key.shape),
            cell(&key.shape.words()),
            cell(default)
        );
    }
}

fn type_of(shape: &Shape) -> String {
    match shape {
        Shape::Whole(..) => "whole number".to_owned(),
        Shape::Number(..) => "number".to_owned(),
        Shape::Flag => "Boolean".to_owned(),
        Shape::Text | Shape::Choice(_) => "text".to_owned(),
        Shape::List(of) => format!("list of {}", plural(&type_of(of))),
        Shape::NumbersByPath => "table of numbers".to_owned(),
    }
}

fn plural(name: &str) -> String {
    match name.split_once(' ') {
        Some(("list", rest)) => format!("lists {rest}"),
        _ => format!("{name}s"),
    }
}

/// Returns a text that can be in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}
