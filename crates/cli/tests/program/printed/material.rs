//! The files that examples name, copied into their working directories.

use std::path::Path;

use super::shell::Shell;
use crate::{copy, root};

/// The origin of a file or folder.
enum Source {
    /// Its text.
    Text(&'static str),
    /// A copy from the workspace.
    Copy(&'static str),
    /// The output of these commands.
    Commands(&'static str),
    /// The first TOML block of a page with smaller numbers: original text, and replacement.
    Block(&'static str, &'static [(&'static str, &'static str)]),
}

use Source::{Block, Commands, Copy, Text};

/// A log of the official server.
const LOG: Source = Copy("crates/uecda-protocol/tests/data/server_record_20060_20140_4games.log");

/// Every file and folder that examples read and that no example of the same page writes before.
static MATERIAL: &[(&str, Source)] = &[
    ("examples", Copy("examples")),
    ("docs", Copy("docs")),
    (
        "misspelt.toml",
        Text(
            "# A strategy with a slip.\nkind = \"mastermind.evaluate\"\n[mastermind]\npins = 4\ncolors = 6\nstrategy = \"knut\"\n",
        ),
    ),
    (
        "mine.toml",
        Text(
            "kind = \"life.grid\"\n[run]\nshards = 100\n[life]\nbounds = \"16x16:torus\"\ndensities = [0.3]\nfields = 100\ngenerations = 20\n",
        ),
    ),
    (
        "staged.toml",
        Text(
            "kind = \"combat.compare\"\n[run]\nshards = 4\n[combat]\nprofiles = [\"example:fury\", \"examples/combat/fury.toml\"]\niterations = 400\n",
        ),
    ),
    ("a.partials", Commands("quadrille shard mine.toml --seed 7 --shards 0..50 --to a.partials")),
    ("b.partials", Commands("quadrille shard mine.toml --seed 7 --shards 50..100 --to b.partials")),
    (
        "*.partials",
        Commands(
            "quadrille shard mine.toml --seed 7 --shards 0..50 --to a.partials
quadrille shard mine.toml --seed 7 --shards 50..100 --to b.partials",
        ),
    ),
    (
        "runs/staged",
        Commands(
            "quadrille shard staged.toml --seed 7 --shards 0..2 --to round1.partials
quadrille merge staged.toml round1.partials --out runs/staged",
        ),
    ),
    (
        "round2.partials",
        Commands(
            "quadrille shard staged.toml --seed 7 --after runs/staged --shards 2..4 --to round2.partials",
        ),
    ),
    (
        "runs/combat-fury",
        Commands("quadrille combat run example:fury --iterations 200 --seed 1 --out runs/combat-fury"),
    ),
    (
        "runs/combat-fury-2",
        Commands("quadrille combat run example:fury --iterations 200 --seed 2 --out runs/combat-fury-2"),
    ),
    (
        "before.json",
        Commands(
            "quadrille combat run example:fury --iterations 200 --seed 3 --out before
cp before/result.json before.json",
        ),
    ),
    ("hearts.jsonl", Copy("crates/hearts/tests/data/record.jsonl")),
    ("match.log", LOG),
    ("logs/20261122101500.log", LOG),
    (
        "games.jsonl",
        Commands(
            "quadrille doudizhu replay --players rule,random,random --seed 1 --game 7 --json > games.jsonl",
        ),
    ),
    (
        "tree.json",
        Commands("quadrille mastermind tree --pins 3 --colors 4 --optimal --format json > tree.json"),
    ),
    ("tndhms.cfg", Text("GAME_NUMBER 3\nRULE_8GIRI YES\n")),
    ("bot.py", Copy("examples/players/bot.py")),
    (
        "league.toml",
        Block("docs/daifugo-contest.md", &[("games = 100 ", "games = 2 "), ("rounds = 2 ", "rounds = 1 ")]),
    ),
    ("policy.toml", Block("docs/policies.md", &[])),
    ("mage.toml", Block("docs/guides/combat.md", &[])),
    ("soups.toml", Block("docs/guides/life.md", &[])),
    ("client", Text(CLIENT)),
    ("client.old", Text(CLIENT)),
    (
        "~/runs",
        Commands("quadrille combat run example:fury --iterations 200 --seed 1 --out ~/runs/combat-fury"),
    ),
    ("~/.zfunc", Commands("mkdir -p ~/.zfunc")),
    ("~/.config/fish/completions", Commands("mkdir -p ~/.config/fish/completions")),
];

/// A program for `league.toml`, called with `-h HOST -p PORT -n NAME`.
const CLIENT: &str =
    "#!/bin/sh\nexec quadrille daifugo client --host $2 --port $4 --name $6 --player random\n";

/// Files that another file starts.
static NEEDS: &[(&str, &[&str])] = &[
    ("league.toml", &["client", "client.old"]),
    ("*.partials", &["mine.toml"]),
    ("staged.toml", &["examples"]),
    ("runs/staged", &["staged.toml"]),
    ("round2.partials", &["runs/staged"]),
];

/// Puts every file and folder that a command reads into the folder in which it will run.
pub(super) fn prepare(command: &str, shell: &Shell, folder: &Path) {
    for name in named(command) {
        supply(name, shell, folder);
    }
}

/// Returns the names of the material that occur in a command, except its outputs.
fn named(command: &str) -> Vec<&'static str> {
    let words: Vec<&str> = command.split([' ', '\n', '"', '\'', '(', ')', '=']).collect();
    let is_resumed = words.contains(&"--resume");
    let outputs = [">", "--out", "--to", "--export", "--records"];
    // The home folders exist before the shell writes into them.
    let is_output =
        |at: usize| !is_resumed && at > 0 && outputs.contains(&words[at - 1]) && !words[at].starts_with('~');
    let names = |word: &str, name: &str| {
        word == name || word.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'))
    };
    let inputs = words.iter().enumerate().filter(|(at, _)| !is_output(*at));
    let material = |(_, word): (usize, &&str)| MATERIAL.iter().map(|it| it.0).find(|name| names(word, name));
    inputs.filter_map(material).collect()
}

fn supply(name: &str, shell: &Shell, folder: &Path) {
    for needed in NEEDS.iter().filter(|(other, _)| *other == name).flat_map(|(_, needed)| *needed) {
        supply(needed, shell, folder);
    }
    // The home of an example lies in its folder.
    let path = folder.join(name.replace('~', "home"));
    if path.exists() {
        return;
    }
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let (_, source) = MATERIAL.iter().find(|(other, _)| *other == name).unwrap();
    match source {
        Text(text) => write(&path, text),
        Copy(from) if root().join(from).is_dir() => copy(&root().join(from), &path),
        Copy(from) => {
            std::fs::copy(root().join(from), &path).unwrap();
        }
        Commands(commands) => {
            for other in named(commands).into_iter().filter(|other| *other != name) {
                supply(other, shell, folder);
            }
            let ended = shell.run(&format!("set -e\n{commands}"), folder);
            assert_eq!(ended.code, Some(0), "{commands}: {}", ended.output);
        }
        Block(page, smaller) => {
            let text = std::fs::read_to_string(root().join(page)).unwrap();
            let block = super::pages::blocks(&text).0.into_iter().find(|block| block.language == "toml");
            let whole = block.unwrap_or_else(|| panic!("{page} has no TOML")).text();
            let smaller = smaller.iter().fold(whole, |text, (old, new)| {
                assert!(text.contains(*old), "`{old}` is missing in {page}");
                text.replace(*old, new)
            });
            write(&path, &smaller);
        }
    }
}

/// Writes a text; a script is made executable.
fn write(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::write(path, text).unwrap();
    if text.starts_with("#!") {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
}
