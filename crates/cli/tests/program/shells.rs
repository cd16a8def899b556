//! Completion scripts and man pages.

use crate::{json, refused, run, stdout, text};

#[test]
fn every_shell_is_served() {
    for (shell, part) in [
        ("bash", "complete -F _quadrille"),
        ("zsh", "#compdef quadrille"),
        ("fish", "complete -c quadrille"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        let script = stdout(&run(&["completions", shell]));
        assert!(script.contains(part), "{shell}");
        assert!(script.contains("doudizhu"), "{shell}");
        assert_eq!(json(&["completions", shell])["shell"], shell);
    }
    refused(&["completions", "cmd"], &["cmd", "bash"]);
}

#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("man1");
    let written = json(&["man", "--to", text(&to)]);
    let files: Vec<&str> =
        written["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
    for name in ["quadrille.1", "quadrille-run.1", "quadrille-life-run.1", "quadrille-daifugo-record-show.1"]
    {
        assert!(files.contains(&name), "{name} is missing in {files:?}");
    }
    for file in &files {
        let page = std::fs::read_to_string(to.join(file)).unwrap();
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{file}");
    }
    let page = std::fs::read_to_string(to.join("quadrille-life-run.1")).unwrap();
    assert!(page.contains("quadrille life run") && page.contains("gosper\\-gun"), "{page}");
    // A file blocks the path.
    let file = folder.path().join("file");
    std::fs::write(&file, "x").unwrap();
    refused(&["man", "--to", text(&file)], &["cannot create the folder"]);
}
