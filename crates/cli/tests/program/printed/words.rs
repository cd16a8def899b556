//! Checks commands within sentences, such as `quadrille life info --report F.html`. They are too
//! incomplete to be run, but their subcommands and flags must exist.

use super::pages::{blocks, markdown};
use crate::{help, root};

/// Returns the texts between backquotes outside of fenced blocks; a text may span several lines.
fn spans(page: &str) -> Vec<String> {
    let mut text: Vec<&str> = blocks(page).1.into_iter().map(|(_, line)| line).collect();
    text.retain(|line| !line.starts_with("    "));
    // A span ends within its paragraph, or its table row.
    let mut found = Vec::new();
    let paragraphs = text.join("\n").replace("\n|", "\n\n|").replace("\n- ", "\n\n- ");
    for paragraph in paragraphs.split("\n\n") {
        let inside = paragraph.split('`').skip(1).step_by(2);
        found.extend(inside.map(|span| span.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    found
}

/// Returns the error in a command; `None` if the text is not a command or has no error.
fn wrong(span: &str) -> Option<String> {
    let pages = help::pages();
    let mut words = span.split(' ').peekable();
    let is_called = words.next_if_eq(&"quadrille").is_some();
    let mut path: Vec<String> = Vec::new();
    let page_of = |path: &[String]| pages.iter().find(|page| page.command == path).expect("a page");
    while let Some(word) = words.next_if(|word| page_of(&path).commands().any(|name| name == *word)) {
        path.push(word.to_owned());
    }
    // Other programs also have commands such as `run` and `report`.
    if !is_called && path.len() < 2 {
        return None;
    }
    let page = page_of(&path);
    if page.commands().next().is_some() {
        let word = words.peek()?;
        let is_word =
            word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') && !word.starts_with('-');
        if is_word {
            return Some(format!("`{}` has no command `{word}`", page.title()));
        }
    }
    let is_name = |character: char| character.is_ascii_alphanumeric() || character == '-';
    for word in words {
        let flag = word.split(|character: char| !is_name(character)).next().unwrap_or_default();
        let known = || page.wide.split(|character: char| !is_name(character)).any(|known| known == flag);
        if flag.starts_with("--") && flag.len() > 2 && !known() {
            return Some(format!("`{}` has no flag `{flag}`", page.title()));
        }
    }
    None
}

/// Returns every text in which a sentence may name a command, with its name.
fn texts() -> Vec<(String, String)> {
    // The change log names former commands.
    let pages = markdown().into_iter().filter(|page| page.name != "CHANGELOG.md");
    let mut texts: Vec<(String, String)> = pages.map(|page| (page.name, page.text)).collect();
    for folder in ["examples", "examples/combat", "examples/doudizhu", "docs"] {
        let files = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "toml")) {
            texts.push((file.display().to_string(), std::fs::read_to_string(&file).unwrap()));
        }
    }
    // Help is wrapped into indented lines.
    let unindented = |text: &str| text.lines().map(|line| line.trim_start().to_owned() + "\n").collect();
    texts.extend(help::pages().iter().map(|page| (page.title() + " --help", unindented(&page.wide))));
    texts
}

#[test]
fn commands_in_sentences_have_the_flags_that_they_name() {
    let mut checked = 0;
    let mut faults = Vec::new();
    for (name, text) in texts() {
        for span in spans(&text) {
            checked += usize::from(span.starts_with("quadrille "));
            faults.extend(wrong(&span).map(|fault| format!("{name}: `{span}`: {fault}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(checked > 100, "only {checked} commands");
}

#[test]
fn unknown_commands_and_flags_are_noticed() {
    for fine in ["quadrille", "quadrille life info PATTERN --json", "life run --bounds", "run x", "cargo --x"]
    {
        assert_eq!(wrong(fine), None);
    }
    for (fault, says) in [
        ("quadrille live", "no command `live`"),
        ("quadrille life cencus x", "no command `cencus`"),
        ("quadrille life info x --jsn", "no flag `--jsn`"),
        ("life run x --bound=3x3", "no flag `--bound`"),
    ] {
        assert!(wrong(fault).is_some_and(|fault| fault.contains(says)), "{fault}");
    }
    assert_eq!(spans("a `b\nc` d\n```\n`e`\n```\n| `f` |\n"), ["b c", "f"]);
}
