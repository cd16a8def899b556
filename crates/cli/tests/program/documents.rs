//! Link targets of the documents exist.

use std::path::{Path, PathBuf};

use crate::root;

/// Returns README, the other pages at the root, and those of `docs/` and its folders.
fn documents() -> Vec<PathBuf> {
    ["", "docs", "docs/guides", "docs/decisions"]
        .into_iter()
        .flat_map(|folder| pages(&root().join(folder)))
        .collect()
}

/// Returns the Markdown pages of a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// Returns every file that a page links to, as written, without the fragment.
fn linked(page: &str) -> impl Iterator<Item = &str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets
        .filter(|target| !target.contains("://") && !target.starts_with('#'))
        .map(|target| target.split('#').next().unwrap_or_default())
}

#[test]
fn links_lead_somewhere() {
    let mut found = 0;
    for document in documents() {
        let page = std::fs::read_to_string(&document).unwrap();
        for target in linked(&page) {
            let path = document.parent().unwrap_or(Path::new(".")).join(target);
            assert!(path.exists(), "{} links to {target}", document.display());
            found += 1;
        }
    }
    assert!(found > 30, "only {found} links");
}

/// The table of contents of the book, `docs/SUMMARY.md`, has every page of `docs/` once.
#[test]
fn every_page_is_in_the_table_of_contents() {
    let docs = root().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let mut listed: Vec<&str> = linked(&summary).collect();
    listed.sort_unstable();
    let mut expected: Vec<String> = documents()
        .iter()
        .filter_map(|page| Some(page.strip_prefix(&docs).ok()?.to_str().unwrap().to_owned()))
        .filter(|page| page != "SUMMARY.md")
        .collect();
    expected.sort();
    assert_eq!(listed, expected);
}

/// The README is short, and links to its translations and to the guides.
#[test]
fn readme_is_short_and_leads_to_the_guides() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 200, "{} lines", readme.lines().count());
    let targets: Vec<&str> = linked(&readme).collect();
    for guide in ["mastermind", "doudizhu", "uecda", "life", "combat"] {
        assert!(targets.contains(&format!("docs/guides/{guide}.md").as_str()), "{guide}");
    }
    assert!(targets.contains(&"README.ja.md") && targets.contains(&"README.zh.md"), "{targets:?}");
}

/// Every check that a workflow calls is a step of `.ci/step`.
#[test]
fn workflows_call_checks_that_exist() {
    let step = root().join(".ci/step");
    let Ok(output) = std::process::Command::new("bash").arg(step).arg("--list").output() else {
        return crate::skipped::skipped("workflows_call_checks_that_exist", "there is no bash");
    };
    let checks = String::from_utf8(output.stdout).unwrap();
    // Each part of `.ci/extra` is a check, too.
    let extra = std::fs::read_to_string(root().join(".ci/extra")).unwrap();
    let parts = extra.split("\nparts=(").nth(1).and_then(|rest| rest.split(')').next()).unwrap();
    for part in parts.split_whitespace() {
        assert!(checks.lines().any(|check| check == part), ".ci/extra: {part}");
    }
    let mut called = 0;
    for entry in std::fs::read_dir(root().join(".github/workflows")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for rest in text.split(".ci/step ").skip(1) {
            let name =
                rest.split(|character: char| character.is_whitespace() || character == '`').next().unwrap();
            // Any other word after `.ci/step` is a variable of a job, or belongs to a comment.
            if name.starts_with(|character: char| character.is_ascii_lowercase()) {
                assert!(checks.lines().any(|check| check == name), "{}: {name}", path.display());
                called += 1;
            }
        }
    }
    assert!(called > 15, "only {called} calls");
}

#[test]
fn links_to_places_in_a_page_lead_to_a_heading() {
    for document in documents() {
        let page = std::fs::read_to_string(&document).unwrap();
        for target in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let Some((file, place)) = target.split_once('#').filter(|(file, _)| !file.contains("://")) else {
                continue;
            };
            let other =
                if file.is_empty() { document.clone() } else { document.parent().unwrap().join(file) };
            if other.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let other = std::fs::read_to_string(other).unwrap();
            let heads = other.lines().filter(|line| line.starts_with('#'));
            let mut anchors = heads.map(|line| anchor(line.trim_start_matches('#')));
            assert!(
                anchors.any(|anchor| anchor == place),
                "{} links to #{place} of {file}",
                document.display()
            );
        }
    }
}

/// Returns the anchor of a heading: letters and digits in lower case, blanks as hyphens.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Returns the sources of the crates that contain one of these words.
fn sources_with(words: &[&str]) -> Vec<String> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path().join("src"))
        .collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if words.iter().any(|word| std::fs::read_to_string(&path).unwrap().contains(word)) {
                found.push(path.strip_prefix(root().join("crates")).unwrap().display().to_string());
            }
        }
    }
    found.sort();
    found
}

/// Code that uses the network or starts programs is listed in the tables of `SECURITY.md`: each
/// place listed here has its command there.
#[test]
fn connections_and_programs_are_where_the_security_page_has_them() {
    let network = ["TcpListener", "TcpStream", "UdpSocket", "UnixListener", "UnixStream", "to_socket_addrs"];
    let server = ["connection.rs", "league/guests.rs", "lobby.rs", "server.rs", "status.rs"];
    let server = server.map(|file| format!("uecda/src/{file}"));
    let client = ["cli/src/commands/daifugo/client.rs", "uecda/src/client.rs"].map(str::to_owned);
    let application = ["serve/src/server.rs".to_owned()];
    let mut expected = [&server[..], &client, &application].concat();
    expected.sort();
    assert_eq!(sources_with(&network), expected);
    let programs = [
        "cli/src/arena.rs",
        "cli/src/browser.rs",
        "runner/src/foreign/group.rs",
        "runner/src/foreign/process.rs",
        "serve/src/browser.rs",
        "uecda/src/league/guests.rs",
    ];
    assert_eq!(sources_with(&["Command::new(", "open::commands(", "open::that"]), programs);
    let page = std::fs::read_to_string(root().join("SECURITY.md")).unwrap();
    for named in [
        "daifugo server`",
        "daifugo client`",
        "daifugo league`",
        "`quadrille serve`",
        "`--open`",
        "`quadrille.ray`",
        "`cmd:…`",
        "`command = …`",
        "`/bin/sh`",
    ] {
        assert!(page.contains(named), "{named}");
    }
}
