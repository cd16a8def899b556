//! What the README shows is what the program prints.

use std::path::Path;

use super::{quadrille, root, stderr, stdout};

/// One command of the README and the lines shown beneath it.
struct Shown {
    arguments: Vec<String>,
    lines: Vec<String>,
}

/// The commands in blocks of kind `console`.
fn shown(readme: &str) -> Vec<Shown> {
    let mut commands: Vec<Shown> = Vec::new();
    let mut within = false;
    for line in readme.lines() {
        match line {
            "```console" => within = true,
            "```" => within = false,
            _ if !within => {}
            _ => match line.strip_prefix("$ ") {
                Some(command) => {
                    let arguments = command
                        .strip_prefix("cargo run --release -- ")
                        .or_else(|| command.strip_prefix("quadrille "))
                        .unwrap_or_else(|| panic!("`{command}` is not for a console block"));
                    let arguments = arguments.split(' ').map(str::to_owned).collect();
                    commands.push(Shown { arguments, lines: Vec::new() });
                }
                None => commands.last_mut().expect("a command before its output").lines.push(line.to_owned()),
            },
        }
    }
    commands
}

/// A line without what differs from run to run: the seed and the time.
fn lasting(line: &str) -> String {
    if line.starts_with("seed ") {
        line.replace(|character: char| character.is_ascii_digit(), "")
    } else {
        line.to_owned()
    }
}

/// Whether the lines are those shown; `…` stands for any number of lines.
fn agree(shown: &[String], printed: &[&str]) -> bool {
    match shown {
        [] => printed.is_empty(),
        [ellipsis, rest @ ..] if ellipsis == "…" => {
            (0..=printed.len()).any(|skip| agree(rest, &printed[skip..]))
        }
        [line, rest @ ..] => {
            printed.first().is_some_and(|first| lasting(first) == lasting(line)) && agree(rest, &printed[1..])
        }
    }
}

#[test]
fn the_output_shown_is_the_output_printed() {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("examples"), &folder.path().join("examples"));
    let slip = "# A strategy with a slip.\nkind = \"mastermind.evaluate\"\n[mastermind]\npins = 4\ncolors = 6\nstrategy = \"knut\"\n";
    std::fs::write(folder.path().join("misspelt.toml"), slip).unwrap();
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(root().join("docs/report.png").exists() && readme.contains("(docs/report.png)"));
    let commands = shown(&readme);
    assert!(commands.len() >= 4, "only {} commands", commands.len());
    for Shown { arguments, lines } in commands {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = quadrille(&arguments).current_dir(folder.path()).output().unwrap();
        // Progress lines appear only when a job takes seconds, which none of these does.
        let printed = stdout(&output) + &stderr(&output);
        let printed: Vec<&str> = printed.lines().collect();
        assert!(
            agree(&lines, &printed),
            "{arguments:?} prints\n{}\nand not\n{}",
            printed.join("\n"),
            lines.join("\n")
        );
    }
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let (from, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            std::fs::copy(&from, &to).unwrap();
        }
    }
}

#[test]
fn ellipses_stand_for_lines_and_nothing_else() {
    let shown = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
    assert!(agree(&shown(&["a", "…", "d"]), &["a", "b", "c", "d"]));
    assert!(agree(&shown(&["a", "…"]), &["a"]));
    assert!(!agree(&shown(&["a"]), &["a", "b"]));
    assert!(!agree(&shown(&["a", "…", "d"]), &["a", "b"]));
    assert!(agree(&shown(&["seed 1, 2 s"]), &["seed 31, 42 s"]));
    assert!(!agree(&shown(&["total 1"]), &["total 2"]));
}
