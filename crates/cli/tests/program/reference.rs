//! `docs/reference.md`, `docs/results.md` and the tables of keys in `docs/experiments.md` are
//! generated from the declarations: the commands from the command line's definition, the keys of
//! experiment files and of results from their kinds, the keys of profiles from the reader.
//!
//! ```text
//! RENEW_REFERENCE=1 cargo test -p quadrille-cli --test program reference
//! ```

use std::fmt::Write as _;

use quadrille::combat::keys as profile;
use quadrille::daifugo::rules::{Rule, Rules};
use quadrille::doudizhu;
use quadrille::kinds::KINDS;
use quadrille::life::rule_names;
use quadrille::report::figure;
use quadrille::report::figures::{self, ResultKey};
use quadrille::runner::keys::{self, Key, Presence, Shape};

use crate::{help, root};

#[test]
fn reference_is_generated_from_the_declarations() {
    generated("docs/reference.md", |_| reference());
}

#[test]
fn tables_of_keys_are_generated_from_the_declarations() {
    generated("docs/experiments.md", experiments);
}

#[test]
fn types_of_the_python_package_are_generated_from_the_declarations() {
    generated("python/quadrille/experiments.py", |_| python());
}

#[test]
fn names_of_rules_are_generated_from_the_declarations() {
    generated("docs/life-rules.md", |text| {
        let mut table = "| name | notation |\n|---|---|\n".to_owned();
        for (name, notation) in rule_names() {
            let _ = writeln!(table, "| {name} | `{notation}` |");
        }
        between(text, "<!-- names of rules -->", "<!-- end of rules -->", &table)
    });
}

#[test]
fn keys_of_results_are_generated_from_the_declarations() {
    generated("docs/results.md", |text| {
        between(text, "<!-- keys of results -->", "<!-- end of results -->", &results())
    });
}

/// Returns a section with a table of keys for each kind of experiment.
fn results() -> String {
    let mut text = String::new();
    for (at, kind) in KINDS.iter().enumerate() {
        let _ = write!(text, "\n## `{}`\n\n", kind.name);
        if let Some(same) = KINDS[..at].iter().find(|earlier| earlier.result == kind.result) {
            let anchor = same.name.replace('.', "");
            let _ = writeln!(text, "The keys are those of [`{}`](#{anchor}).", same.name);
            continue;
        }
        let shapes = if let figures::Shape::OneOf(shapes) = kind.result { shapes } else { &[kind.result] };
        for (at, &shape) in shapes.iter().enumerate() {
            text.push_str(if at == 0 { "" } else { "\nor\n\n" });
            text.push_str("| key | type | meaning |\n|---|---|---|\n");
            rows(&mut text, "", shape);
        }
    }
    text.push('\n');
    text
}

/// Writes a row for each key of an object, and for the keys within its values.
fn rows(text: &mut String, path: &str, shape: figures::Shape) {
    for key in shape.keys() {
        let path = if path.is_empty() { key.name.to_owned() } else { format!("{path}.{}", key.name) };
        let _ = writeln!(text, "| `{path}` | {} | {} |", result_type(key.shape), meaning(&key));
        let (inner, within) = inner(key.shape);
        rows(text, &format!("{path}{within}"), inner);
    }
}

/// Returns the type of the elements of lists, and the end of their path.
fn inner(shape: figures::Shape) -> (figures::Shape, &'static str) {
    match shape {
        figures::Shape::Nullable(shape) => inner(*shape),
        figures::Shape::List(shape) => (*shape, "[]"),
        figures::Shape::Map(shape) => (*shape, ".NAME"),
        shape => (shape, ""),
    }
}

fn result_type(shape: figures::Shape) -> String {
    match shape {
        figures::Shape::Text => "text".to_owned(),
        figures::Shape::Number => "number".to_owned(),
        figures::Shape::Flag => "Boolean".to_owned(),
        figures::Shape::Nullable(shape) => format!("{} or null", result_type(*shape)),
        figures::Shape::List(figures::Shape::Nullable(shape)) => {
            format!("list of {} or nulls", plural(&result_type(**shape)))
        }
        figures::Shape::List(shape) => format!("list of {}", plural(&result_type(*shape))),
        figures::Shape::Map(shape) => format!("object of {}", plural(&result_type(*shape))),
        figures::Shape::Object(_) | figures::Shape::OneOf(_) => "object".to_owned(),
        figures::Shape::Other => "any".to_owned(),
    }
}

/// Returns the documentation of a key, in the words of JSON.
fn meaning(key: &ResultKey) -> String {
    let text = key.about.replace('\n', " ").replace("`None`", "`null`");
    // Links to Rust items become their texts.
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some((before, link)) = rest.split_once("[`") {
        let (name, after) = link.split_once("`]").expect("a link ends");
        let after =
            if after.starts_with('(') { after.split_once(')').map_or("", |(_, rest)| rest) } else { after };
        let _ = write!(plain, "{before}`{name}`");
        rest = after;
    }
    cell(&(plain + rest))
}

#[test]
fn intervals_of_results_belong_to_values() {
    fn check(path: &str, shape: figures::Shape) {
        let keys = shape.keys();
        for key in &keys {
            let path = format!("{path}.{}", key.name);
            let is_end = |end: &str| key.name == end || key.name.ends_with(&format!("_{end}"));
            if ["error", "low", "high"].iter().any(|end| is_end(end)) {
                let belongs = keys
                    .iter()
                    .filter_map(|key| key.within)
                    .any(|within| within.keys().any(|end| end == key.name));
                // An arena repeats half of the width of an interval whose ends it lists. The other
                // error is compared with that of the same value, but is not its interval.
                let is_repeated = key.name == "error" && keys.iter().any(|key| key.name == "low");
                assert!(
                    belongs || is_repeated || key.name == "independent_error",
                    "{path} belongs to no value: #[figure(within(…))]"
                );
            }
            for end in key.within.into_iter().flat_map(figures::Within::keys) {
                assert!(
                    keys.iter().any(|key| key.name == end),
                    "{path} names a key {end} that does not exist"
                );
            }
            check(&path, inner(key.shape).0);
        }
    }
    for kind in KINDS {
        check(kind.name, kind.result);
    }
}

#[test]
fn inputs_of_rules_are_in_the_order_of_their_declaration() {
    let page = std::fs::read_to_string(root().join("docs/network-inputs.md")).unwrap();
    let names = Rule::ALL.map(|rule| format!("`{}`", rule.name())).join(", ");
    assert!(page.contains(&names), "docs/network-inputs.md does not list {names}");
    let names: Vec<String> = hearts_switches().iter().map(|key| format!("`{}`", key.name)).collect();
    assert!(page.contains(&names.join(", ")), "docs/network-inputs.md does not list {names:?}");
}

/// Returns the keys of the switches of Hearts.
fn hearts_switches() -> &'static [Key] {
    <quadrille::experiments::hearts::settings::RuleSettings as quadrille::settings::Keys>::KEYS
}

/// Returns a text with a new part between two lines.
fn between(text: &str, begin: &str, end: &str, part: &str) -> String {
    let (before, rest) = text.split_once(begin).unwrap_or_else(|| panic!("no line {begin}"));
    let (_, after) = rest.split_once(end).unwrap_or_else(|| panic!("no line {end}"));
    format!("{before}{begin}\n{part}{end}{after}")
}

/// Returns the table of the rules of Dou Dizhu: presets, each with its number of moves, and switches.
fn rules_of_doudizhu() -> String {
    let mut table = "| rules | moves | description |\n|---|---|---|\n".to_owned();
    for ((name, meaning), rules) in doudizhu::Rules::preset_names().into_iter().zip(doudizhu::Rules::PRESETS)
    {
        let moves = figure::count(doudizhu::ActionTable::new(rules).len() as u64);
        let _ = writeln!(table, "| `{name}` | {moves} | {meaning} |");
    }
    for (name, meaning) in doudizhu::Rules::switch_names() {
        let _ = writeln!(table, "| `…,{name}` | | {meaning} |");
    }
    table
}

/// Returns the table of the rules of Daifugo.
fn rules_of_daifugo() -> String {
    let mut table = "| rule | in UECda | meaning |\n|---|---|---|\n".to_owned();
    for rule in Rule::ALL {
        let place = if Rules::UECDA.has(rule) { "on" } else { "off" };
        let _ = writeln!(table, "| `{rule}` | {place} | {} |", rule.meaning());
    }
    table
}

#[test]
fn tables_of_profiles_are_generated_from_the_declarations() {
    generated("docs/combat-profile.md", profiles);
}

/// Returns the text with new tables of the keys of profiles. A comment before each table has its
/// path, `.` for the file itself, and for a part of a table the keys: single ones, or the first and
/// the last of several.
fn profiles(text: &str) -> String {
    const BEGIN: &str = "<!-- keys of ";
    const END: &str = "<!-- end of keys -->";
    let (mut written, mut rest) = (String::new(), text);
    let mut described: Vec<(&str, profile::Shape, &str)> = Vec::new();
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (part, after) = after.split_once(" -->\n").expect("the end of the comment");
        let (path, parts) = part.split_once(": ").unwrap_or((part, ""));
        let table = profile::TABLES.iter().find(|table| table.path == path.trim_start_matches('.'));
        let table = table.unwrap_or_else(|| panic!("no table `{path}`"));
        let place = |name| table.names.iter().position(|key| *key == name).expect("a key of the table");
        let parts = parts.split(", ").map(|part| {
            let (first, last) = part.split_once(" to ").unwrap_or((part, part));
            &table.keys[place(first)..=place(last)]
        });
        let keys: Vec<profile::Key> =
            if part == path { table.keys.to_vec() } else { parts.flatten().copied().collect() };
        described.extend(keys.iter().map(|key| (key.name, key.shape, key.what)));
        let _ = writeln!(
            written,
            "{before}{BEGIN}{part} -->\n| key | value | meaning | default |\n|---|---|---|---|"
        );
        // Keys of which only the names differ are in one row.
        for group in keys.chunk_by(|a, b| (a.shape, a.default, a.what) == (b.shape, b.default, b.what)) {
            let names: Vec<String> = group.iter().map(|key| format!("`{}`", key.name)).collect();
            let key = &group[0];
            let _ = writeln!(
                written,
                "| {} | {} | {} | {} |",
                names.join(", "),
                key.shape.words(),
                key.what,
                key.default.words()
            );
        }
        rest = &after[after.find(END).expect("the end of the table")..];
    }
    for table in profile::TABLES {
        for key in table.keys {
            let found = described.contains(&(key.name, key.shape, key.what));
            assert!(found, "`{}` of [{}] is in no table", key.name, table.path);
        }
    }
    written + rest
}

/// Checks that a document equals the generated text, or writes it. `generate` receives the present
/// text.
fn generated(document: &str, generate: impl Fn(&str) -> String) {
    let path = root().join(document);
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let expected = generate(&found);
    if std::env::var_os("RENEW_REFERENCE").is_some() {
        return std::fs::write(path, expected).unwrap();
    }
    let differs = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert!(
        found == expected,
        "{document} is not up to date: {differs:?}; RENEW_REFERENCE=1 in the environment of this test rewrites it"
    );
}

/// Returns the text with new tables of keys. The table of each kind is between two comments.
fn experiments(text: &str) -> String {
    const BEGIN: &str = "<!-- keys: ";
    const END: &str = "<!-- end of keys -->";
    let (mut written, mut rest) = (String::new(), text);
    let mut kinds: Vec<_> = KINDS.iter().collect();
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (name, after) = after.split_once(" -->\n").expect("the name of a kind");
        let place = kinds.iter().position(|kind| kind.name == name);
        let kind = kinds.remove(place.unwrap_or_else(|| panic!("`{name}` is not a kind, or appears twice")));
        let _ = writeln!(written, "{before}{BEGIN}{name} -->");
        table(&mut written, &format!("key in `[{}]`", kind.table), kind.keys);
        rest = &after[after.find(END).expect("the end of the table")..];
    }
    let end = "<!-- end of rules -->";
    let written = between(&(written + rest), "<!-- rules of Dou Dizhu -->", end, &rules_of_doudizhu());
    let written = between(&written, "<!-- rules of Daifugo -->", end, &rules_of_daifugo());
    assert!(kinds.is_empty(), "no table of {:?}", kinds.iter().map(|kind| kind.name).collect::<Vec<_>>());
    written
}

fn reference() -> String {
    let mut text = "\
# Reference

This page is generated from the declarations that the program itself uses, so it is complete: every
command, the keys common to all experiment files, every key of a combat profile. A test compares it
with them. The explanations are on the pages that the sections name.

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

[experiments.md](experiments.md) has the keys of each kind. `quadrille new KIND` prints them as a
template, and `quadrille schema KIND` as a JSON Schema. All kinds have these keys:

",
    );
    let all = [Key::new("kind", "the kind of experiment", Shape::Text("a kind"), Presence::Must, "")];
    table(&mut text, "key", all.iter().chain([&keys::SEED]));
    text.push('\n');
    table(&mut text, "key in `[run]`", keys::RUN);
    text.push_str("\n| kind | purpose |\n|---|---|\n");
    for kind in KINDS {
        let _ = writeln!(text, "| `{}` | {} |", kind.name, cell(kind.about));
    }
    text.push_str(
        "
## Keys of combat profiles

[combat-profile.md](combat-profile.md) explains them. `NAME` is a name of the profile's own.

| table | keys |
|---|---|
",
    );
    for profile::Table { path, names, .. } in profile::TABLES {
        let table = if path.is_empty() { "the file itself".to_owned() } else { format!("`[{path}]`") };
        let keys: Vec<String> = names.iter().map(|key| format!("`{key}`")).collect();
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
        Shape::Text(_) | Shape::Choice(_) => "text".to_owned(),
        Shape::List(_, of) => format!("list of {}", plural(&type_of(of))),
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

/// Returns the module of the Python package with the types of experiments.
fn python() -> String {
    let mut text = "\
\"\"\"The types of experiments that are given as dictionaries, for editors and type checkers.

This module is generated from the declarations of the keys: see docs/experiments.md.

>>> import quadrille
>>> from quadrille.experiments import MastermindEvaluate
>>> experiment: MastermindEvaluate = {
...     \"kind\": \"mastermind.evaluate\",
...     \"mastermind\": {\"pins\": 4, \"colors\": 6, \"strategy\": \"knuth\"},
... }
>>> quadrille.run(experiment).result[\"total_turns\"]
5801
\"\"\"

from typing import Any, Literal, TypedDict
"
    .to_owned();
    typed_dict(&mut text, "Run", "The table ``[run]`` of all experiments.", keys::RUN);
    text.push_str(
        "\n\nclass _Common(TypedDict, total=False):\n    seed: int | str\n    run: Run\n    sweep: dict[str, Any]\n",
    );
    for kind in KINDS {
        let name = camel(kind.name);
        typed_dict(
            &mut text,
            &format!("{name}Keys"),
            &format!("The table ``[{}]`` of ``{}``.", kind.table, kind.name),
            kind.keys,
        );
        let _ = write!(
            text,
            "\n\nclass {name}(_Common):\n{}    kind: Literal[\"{}\"]\n    {}: {name}Keys\n",
            docstring(&format!("``{}``: {}.", kind.name, kind.about)),
            kind.name,
            kind.table
        );
    }
    let kinds: Vec<String> = KINDS.iter().map(|kind| camel(kind.name)).collect();
    let _ = write!(
        text,
        "\n\nExperiment = (\n    {}\n)\n\"\"\"An experiment of any kind.\"\"\"\n",
        kinds.join("\n    | ")
    );
    text
}

/// Writes a class of a dictionary with these keys. Required keys are in a class of their own.
fn typed_dict(text: &mut String, name: &str, about: &str, keys: &[Key]) {
    let (required, others): (Vec<&Key>, Vec<&Key>) =
        keys.iter().partition(|key| key.presence == Presence::Must);
    let fields = |text: &mut String, keys: &[&Key]| {
        for key in keys {
            let _ =
                write!(text, "    {}: {}\n{}", key.name, python_type(&key.shape), docstring(&purpose(key)));
        }
    };
    let base = format!("_{name}Required");
    if !required.is_empty() {
        let _ = write!(text, "\n\nclass {base}(TypedDict):\n");
        fields(text, &required);
    }
    let parent = if required.is_empty() { "TypedDict" } else { &base };
    let _ = write!(text, "\n\nclass {name}({parent}, total=False):\n{}", docstring(about));
    fields(text, &others);
}

/// Describes a key: its purpose, the range of its values, and its default.
fn purpose(key: &Key) -> String {
    let default = match key.presence {
        Presence::Must => "required".to_owned(),
        Presence::Usually(default) => format!("default: {default}"),
        Presence::Instead(of) | Presence::Preferred(of) => of.to_owned(),
    };
    let words = match key.shape {
        Shape::Choice(_) | Shape::Flag | Shape::List(_, Shape::Choice(_)) => String::new(),
        shape => shape.words(),
    };
    let more: Vec<String> = [words, default].into_iter().filter(|words| !words.is_empty()).collect();
    format!("{} ({}).", key.what, more.join("; "))
}

/// Returns a docstring in lines of at most 100 columns, with an indentation of four columns. The
/// first letter is a capital.
fn docstring(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let mut lines = vec![format!("    \"\"\"{first}")];
    for (at, word) in letters.as_str().split(' ').enumerate() {
        let line = lines.last_mut().expect("one line");
        if at == 0 {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() > 97 {
            lines.push(format!("    {word}"));
        } else {
            let _ = write!(line, " {word}");
        }
    }
    if lines.len() > 1 {
        lines.push("    ".to_owned());
    }
    format!("{}\"\"\"\n", lines.join("\n"))
}

fn python_type(shape: &Shape) -> String {
    match shape {
        Shape::Whole(..) => "int".to_owned(),
        Shape::Number(..) => "float".to_owned(),
        Shape::Flag => "bool".to_owned(),
        Shape::Text(_) => "str".to_owned(),
        Shape::Choice(names) => {
            let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
            format!("Literal[{}]", names.join(", "))
        }
        Shape::List(_, of) => format!("list[{}]", python_type(of)),
        Shape::NumbersByPath => "dict[str, Any]".to_owned(),
    }
}

/// Returns the name of a class for a kind: `MastermindEvaluate` for `mastermind.evaluate`.
fn camel(kind: &str) -> String {
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    kind.split('.').map(capital).collect()
}
