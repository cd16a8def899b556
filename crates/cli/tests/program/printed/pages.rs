//! Finds the examples in Markdown pages and in help texts.

use std::path::{Path, PathBuf};

use crate::root;

/// A command or a script that a page prints.
pub(super) struct Example {
    /// The page and the line.
    pub(super) place: String,
    /// The input of the shell; `cargo run … -- ` is replaced by `quadrille `.
    pub(super) command: String,
    /// The output printed beneath it, if there is any.
    pub(super) shown: Option<String>,
}

/// A Markdown page.
pub(super) struct Page {
    /// Its path from the root of the workspace.
    pub(super) name: String,
    pub(super) text: String,
}

/// Returns every Markdown page of the project.
pub(super) fn markdown() -> Vec<Page> {
    let root = root();
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    assert!(files.len() > 30, "only {} pages", files.len());
    let page = |file: &PathBuf| Page {
        name: file.strip_prefix(&root).unwrap().to_str().unwrap().to_owned(),
        text: std::fs::read_to_string(file).unwrap(),
    };
    files.iter().map(page).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap_or_default();
        if path.is_dir() {
            // Build outputs and environments do not belong to the project.
            let skipped = ["target", "node_modules", "venv", "built", "corpus", "artifacts", "dist", "build"];
            if !name.starts_with('.') && !skipped.contains(&name) {
                collect(&path, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
}

/// A fenced block.
pub(super) struct Block<'a> {
    /// The line of its first text.
    pub(super) line: usize,
    pub(super) language: &'a str,
    pub(super) lines: Vec<&'a str>,
}

impl Block<'_> {
    pub(super) fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [*line, "\n"]).collect()
    }

    /// Whether it is run as a whole, as a shell script.
    fn is_script(&self) -> bool {
        ["sh", "bash"].contains(&self.language) && self.lines.iter().any(|line| is_command(line))
    }
}

/// Splits a page into its fenced blocks and the other lines, with their numbers.
pub(super) fn blocks(text: &str) -> (Vec<Block<'_>>, Vec<(usize, &str)>) {
    let (mut blocks, mut others) = (Vec::new(), Vec::new());
    let mut open: Option<Block<'_>> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let start = line.trim_start();
        let fence = start.strip_prefix("```").or_else(|| start.strip_prefix("~~~"));
        match (&mut open, fence) {
            (Some(_), Some("")) => blocks.extend(open.take()),
            (Some(block), _) => block.lines.push(line),
            (None, Some(language)) => open = Some(Block { line: number + 1, language, lines: Vec::new() }),
            (None, None) => others.push((number, line)),
        }
    }
    assert!(open.is_none(), "a block without an end:\n{text}");
    (blocks, others)
}

/// Returns the examples of a page: the commands in its `console` blocks, and every `sh` block with
/// a line that calls the program.
pub(super) fn examples(page: &Page) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    for block in blocks(&page.text).0 {
        let place = |line: usize| format!("{}:{line}", page.name);
        if block.is_script() {
            let lines = block.lines.iter().map(|line| program(line) + "\n");
            found.push(Example { place: place(block.line), command: lines.collect(), shown: None });
        } else if block.language == "console" {
            let mut continued = false;
            let first = found.len();
            for (number, line) in (block.line..).zip(&block.lines) {
                if let Some(command) = line.strip_prefix("$ ") {
                    found.push(Example { place: place(number), command: program(command), shown: None });
                } else {
                    assert!(found.len() > first, "{}: a `console` block begins with `$ `", place(number));
                    let last = found.last_mut().unwrap();
                    if continued {
                        last.command =
                            format!("{} {}", last.command.trim_end_matches(['\\', ' ']), line.trim());
                    } else {
                        let shown = last.shown.get_or_insert_default();
                        shown.push_str(line);
                        shown.push('\n');
                        continue;
                    }
                }
                continued = line.ends_with('\\');
            }
        }
    }
    found
}

/// Returns the place and the text of every line that calls the program in an untested block.
pub(super) fn not_run(page: &Page) -> Vec<String> {
    let (blocks, others) = blocks(&page.text);
    let indented = others.into_iter().filter(|(_, line)| line.starts_with("    ") || line.starts_with('\t'));
    let fenced = blocks
        .iter()
        .filter(|block| block.language != "console" && !block.is_script())
        .flat_map(|block| (block.line..).zip(block.lines.iter().copied()));
    let called = fenced.chain(indented).filter(|(_, line)| is_command(line));
    called.map(|(number, line)| format!("{}:{number}: {line}", page.name)).collect()
}

/// Returns whether a line calls the program, with or without a prompt and environment variables.
fn is_command(line: &str) -> bool {
    let mut line = line.trim();
    line = line.strip_prefix("$ ").unwrap_or(line);
    while let Some((first, rest)) = line.split_once(' ')
        && first
            .split_once('=')
            .is_some_and(|(name, _)| name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_'))
    {
        line = rest.trim_start();
    }
    if let Some(rest) = line.strip_prefix("cargo run ") {
        let other = ["-p ", "--package ", "--example ", "--bin ", "--manifest-path "];
        return rest
            .split_once("-- ")
            .is_some_and(|(flags, _)| !other.iter().any(|flag| flags.contains(flag)));
    }
    // A crate or a folder of the same name is not a call.
    let argument = line.strip_prefix("quadrille ").and_then(|rest| rest.split_whitespace().next());
    argument.is_some_and(|word| {
        word.starts_with('-') || crate::help::pages()[0].commands().any(|name| name == word)
    })
}

/// Returns a line with `quadrille ` in place of `cargo run … -- `.
fn program(line: &str) -> String {
    match line.split_once("cargo run ") {
        Some((before, rest)) if is_command(line) => match rest.split_once(" -- ") {
            Some((_, arguments)) => format!("{before}quadrille {arguments}"),
            None => line.to_owned(),
        },
        _ => line.to_owned(),
    }
}

#[test]
fn consoles_and_scripts_are_found_and_other_calls_reported() {
    let text = "\
```console
$ cargo run --release -- random list
a
...

$ quadrille life info glider \\
    --json | head -1
```
text
```sh
cargo test
```
```sh
A=1
quadrille random list $A
```
```text
QUADRILLE_SIMD=sse2 quadrille run x.toml
quadrille-cli is a crate, and quadrille a program
cargo run --example x
```
    quadrille random list
";
    let page = Page { name: "p.md".into(), text: text.into() };
    let found = examples(&page);
    let found: Vec<_> =
        found.iter().map(|it| (it.place.as_str(), it.command.as_str(), it.shown.as_deref())).collect();
    let expected = [
        ("p.md:2", "quadrille random list", Some("a\n...\n\n")),
        ("p.md:6", "quadrille life info glider --json | head -1", None),
        ("p.md:14", "A=1\nquadrille random list $A\n", None),
    ];
    assert_eq!(found, expected);
    assert_eq!(
        not_run(&page),
        ["p.md:18: QUADRILLE_SIMD=sse2 quadrille run x.toml", "p.md:22:     quadrille random list"]
    );
}
