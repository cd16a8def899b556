//! Checks the layers of the workspace: every crate belongs to one layer, and depends only on the
//! crates that its row of the table allows.
//!
//! The table here is the one in ARCHITECTURE.md. Normal, development and build dependencies are
//! treated alike, because a dependency of a test couples crates as much as one of the code.

use std::collections::BTreeMap;
use std::path::Path;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};

/// Role of a crate in its layer; some rules apply only to engines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A general crate of a layer.
    Foundation,
    /// A game.
    Engine,
    /// The kinds of experiment and the answers of one engine, or of the generators.
    Experiments,
    /// `quadrille` and the crates that depend on it.
    Door,
}
use Role::{Door, Engine, Experiments, Foundation};

/// A row of the table: the layer, the crate, its role, and its allowed dependencies, all of them in
/// rows above its own: in lower layers, or listed before it in the same layer.
type Row = (u8, &'static str, Role, &'static [&'static str]);

const HOUSE: &[Row] = &[
    (0, "lanes", Foundation, &[]),
    (0, "memory", Foundation, &[]),
    (0, "progress", Foundation, &["memory"]),
    (0, "diagnostics", Foundation, &[]),
    (1, "random", Foundation, &["lanes"]),
    (1, "stats", Foundation, &[]),
    (1, "learn", Foundation, &["lanes", "random"]),
    (1, "exact-search", Foundation, &[]),
    (2, "table", Foundation, &["random"]),
    (2, "players", Foundation, &["lanes", "random", "learn", "table"]),
    (3, "doudizhu", Engine, &["lanes", "exact-search", "random", "table", "players"]),
    (3, "daifugo", Engine, &["lanes", "random", "table", "players"]),
    (3, "uecda-protocol", Foundation, &["random", "daifugo"]),
    (3, "hearts", Engine, &["random", "table", "players"]),
    (3, "mastermind", Engine, &["lanes", "exact-search", "random"]),
    (3, "life", Engine, &["lanes", "random"]),
    (3, "combat-lang", Foundation, &["random"]),
    (3, "combat", Engine, &["random", "combat-lang"]),
    (4, "files", Foundation, &[]),
    (4, "report-derive", Foundation, &[]),
    (4, "report", Foundation, &["files", "report-derive"]),
    (4, "runner", Foundation, &["lanes", "table", "files", "report"]),
    (
        5,
        "experiments-cards",
        Experiments,
        &["lanes", "random", "learn", "table", "players", "report", "runner"],
    ),
    (
        5,
        "experiments-doudizhu",
        Experiments,
        &["lanes", "random", "table", "doudizhu", "files", "report", "runner", "experiments-cards"],
    ),
    (
        5,
        "experiments-daifugo",
        Experiments,
        &[
            "lanes",
            "random",
            "table",
            "daifugo",
            "uecda-protocol",
            "files",
            "report",
            "runner",
            "experiments-cards",
        ],
    ),
    (5, "experiments-hearts", Experiments, &["table", "hearts", "runner", "experiments-cards"]),
    (
        5,
        "experiments-mastermind",
        Experiments,
        &["lanes", "random", "mastermind", "files", "report", "runner"],
    ),
    (5, "experiments-life", Experiments, &["lanes", "random", "life", "files", "report", "runner"]),
    (5, "experiments-combat", Experiments, &["lanes", "random", "combat", "files", "report", "runner"]),
    (5, "experiments-random", Experiments, &["lanes", "random", "files", "report", "runner"]),
    (
        6,
        "quadrille",
        Door,
        &[
            "lanes",
            "random",
            "table",
            "doudizhu",
            "daifugo",
            "uecda-protocol",
            "hearts",
            "mastermind",
            "life",
            "combat",
            "files",
            "report",
            "runner",
            "experiments-cards",
            "experiments-doudizhu",
            "experiments-daifugo",
            "experiments-hearts",
            "experiments-mastermind",
            "experiments-life",
            "experiments-combat",
            "experiments-random",
        ],
    ),
    (7, "uecda", Door, &["files", "quadrille"]),
    (7, "python", Door, &["quadrille"]),
    (
        7,
        "ladders",
        Door,
        &["lanes", "random", "doudizhu", "daifugo", "mastermind", "life", "combat", "report", "runner"],
    ),
    (7, "serve", Door, &["files", "quadrille", "ladders"]),
    (8, "cli", Door, &["files", "quadrille", "uecda", "ladders", "serve"]),
];

/// Additional dependencies allowed to every crate of these layers.
const KNOWN_BY_FLOORS: ([u8; 5], [&str; 2]) = ([2, 3, 4, 5, 6], ["diagnostics", "stats"]);

/// Additional dependencies allowed to every crate above layer 0: progress, cancellation and
/// shortage of memory have a single definition in the workspace.
const KNOWN_BY_ALL: [&str; 2] = ["progress", "memory"];

/// Libraries with restricted use: the crates that may depend on them, and their purpose.
const PLACED: &[(&str, &[&str], &str)] = &[
    ("anyhow", &["cli"], "errors without a type belong to the program"),
    ("clap", &["cli"], "the command line belongs to the program"),
    ("clap_complete", &["cli"], "the command line belongs to the program"),
    ("clap_mangen", &["cli"], "the command line belongs to the program"),
    ("indicatif", &["cli"], "progress bars belong to the program"),
    ("comfy-table", &["cli"], "the terminal belongs to the program"),
    ("anstream", &["cli"], "the terminal belongs to the program"),
    ("ratatui", &["cli"], "the terminal belongs to the program"),
    ("signal-hook", &["cli"], "signals belong to the program"),
    ("tokio", &["uecda", "serve"], "sockets belong to the servers"),
    ("axum", &["serve"], "HTTP belongs to the web application"),
    ("hyper", &["serve"], "HTTP belongs to the web application"),
    ("hyper-util", &["serve"], "HTTP belongs to the web application"),
    ("tower", &["serve"], "HTTP belongs to the web application"),
    ("maud", &["report"], "HTML belongs to the reports"),
    ("gif", &["report"], "pictures belong to the reports"),
    ("png", &["report"], "pictures belong to the reports"),
    ("plotters", &["report"], "plots belong to the reports"),
    ("safetensors", &["learn"], "weight files belong to the networks"),
    ("rusqlite", &["runner"], "the store belongs to the experiment runner"),
];

/// The data of the workspace that the rules need.
type Graph = Vec<Crate>;

/// A crate of the workspace.
struct Crate {
    package: String,
    /// Path below `crates`, with `/` between folders.
    folder: String,
    /// Dependencies, each with "normal", "development" or "build".
    dependencies: Vec<(String, &'static str)>,
    /// Dependencies whose feature `oracle` it enables.
    oracles: Vec<(String, &'static str)>,
    /// Own features besides `oracle` that enable `oracle`, of this or another crate.
    oracle_features: Vec<String>,
    /// Whether its manifest inherits the lints of the workspace.
    workspace_lints: bool,
}

/// The only package with lints of its own: the macros of `PyO3` generate `unsafe` code.
const OWN_LINTS: &str = "quadrille-python";

/// Returns the name of a package in the table; `None` for packages outside this project.
fn ours(package: &str) -> Option<&str> {
    if package == "quadrille" { Some(package) } else { package.strip_prefix("quadrille-") }
}

/// Returns the folder of a crate below `crates`; experiments share a folder.
fn folder(name: &str) -> String {
    name.strip_prefix("experiments-")
        .map_or_else(|| name.to_owned(), |engine| format!("experiments/{engine}"))
}

fn row(name: &str) -> Option<&'static Row> {
    HOUSE.iter().find(|row| row.1 == name)
}

/// Returns all violations of the rules in the workspace, one sentence each.
fn violations(graph: &Graph) -> Vec<String> {
    let mut found = Vec::new();
    for member in graph {
        let package = &member.package;
        if !member.workspace_lints && package != OWN_LINTS {
            found.push(format!(
                "{package} does not inherit the workspace's lints: `[lints] workspace = true`"
            ));
        }
        let Some(from) = ours(package).and_then(row) else {
            found.push(format!("{package} has no layer: add it to the table of layers"));
            continue;
        };
        let folder = folder(from.1);
        if member.folder != folder {
            found.push(format!("{package} is in the folder {} instead of {folder}", member.folder));
        }
        for (dependency, kind) in &member.oracles {
            // Tests may enable `oracle`, and so may the ladders, whose plain rungs are oracles.
            if *kind != "development" && from.1 != "ladders" {
                found.push(format!(
                    "{package} enables the feature `oracle` of {dependency}: oracles are for tests, fuzzing and ladders"
                ));
            }
        }
        for feature in &member.oracle_features {
            found.push(format!("the feature `{feature}` of {package} enables an oracle"));
        }
        // A crate may depend on itself to enable its features for its tests.
        let others = member.dependencies.iter().filter(|(dependency, _)| dependency != package);
        for (dependency, kind) in others {
            let broken = match ours(dependency) {
                Some(name) => row(name).map_or_else(
                    || Some(format!("{dependency}, which has no layer: it is not in the table")),
                    |to| broken_rule(from, to).map(|rule| format!("{dependency} (layer {}): {rule}", to.0)),
                ),
                None => PLACED
                    .iter()
                    .find(|(library, places, _)| library == dependency && !places.contains(&from.1))
                    .map(|(library, _, reason)| format!("{library}: {reason}")),
            };
            found.extend(
                broken.map(|what| format!("{package} (layer {}) has a {kind} dependency on {what}", from.0)),
            );
        }
    }
    found
}

/// Returns the rule, if any, that forbids one crate to depend on another.
fn broken_rule(from: &Row, to: &Row) -> Option<String> {
    let (floors, known) = KNOWN_BY_FLOORS;
    if to.0 > from.0 {
        Some("dependencies must not point to a higher layer".into())
    } else if to.0 == from.0 && !from.3.contains(&to.1) {
        Some(match (from.2, to.2) {
            (Engine, Engine) => "engines must not depend on one another".into(),
            _ => "crates of one layer must not depend on one another".into(),
        })
    } else if from.0 > 0 && KNOWN_BY_ALL.contains(&to.1)
        || from.3.contains(&to.1)
        || floors.contains(&from.0) && known.contains(&to.1)
    {
        None
    } else {
        let by_floor = known.iter().filter(|_| floors.contains(&from.0));
        let may: Vec<_> = KNOWN_BY_ALL.iter().chain(by_floor).chain(from.3).copied().collect();
        Some(format!("{} may depend only on: {}", from.1, may.join(", ")))
    }
}

/// Describes the workspace of this test, from the manifests alone: without network, lock file or
/// resolution.
fn described_workspace() -> Metadata {
    MetadataCommand::new()
        .cargo_path(env!("CARGO"))
        .manifest_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .no_deps()
        .other_options(["--offline".to_owned()])
        .exec()
        .expect("cargo describes the workspace")
}

/// Returns the crates of the workspace, with what the rules are about.
fn this_workspace() -> Graph {
    let metadata = described_workspace();
    let kind = |kind| match kind {
        DependencyKind::Development => "development",
        DependencyKind::Build => "build",
        _ => "normal",
    };
    let member = |package: &cargo_metadata::Package| Crate {
        package: package.name.to_string(),
        folder: package
            .manifest_path
            .parent()
            .and_then(|folder| folder.strip_prefix(&metadata.workspace_root).ok())
            .map(|folder| folder.as_str().replace('\\', "/"))
            .map(|folder| folder.strip_prefix("crates/").map_or(folder.clone(), str::to_owned))
            .expect("a manifest lies in a folder of the workspace"),
        dependencies: package.dependencies.iter().map(|d| (d.name.clone(), kind(d.kind))).collect(),
        oracles: package
            .dependencies
            .iter()
            .filter(|d| d.features.iter().any(|feature| feature == "oracle"))
            .map(|d| (d.name.clone(), kind(d.kind)))
            .collect(),
        oracle_features: package
            .features
            .iter()
            .filter(|(name, enabled)| {
                *name != "oracle"
                    && enabled.iter().any(|other| other == "oracle" || other.ends_with("/oracle"))
            })
            .map(|(name, _)| name.clone())
            .collect(),
        workspace_lints: takes_workspace_lints(
            &std::fs::read_to_string(&package.manifest_path).expect("cargo has just read it"),
        ),
    };
    metadata.workspace_packages().into_iter().map(member).collect()
}

/// Returns whether the manifest has `workspace = true` under `[lints]`, which Cargo's metadata does
/// not report.
fn takes_workspace_lints(manifest: &str) -> bool {
    let lines = manifest.lines().map(|line| line.split('#').next().unwrap_or("").replace(' ', ""));
    let mut section = String::new();
    for line in lines {
        if line.starts_with('[') {
            section = line;
        } else if section == "[lints]" && line == "workspace=true" {
            return true;
        }
    }
    false
}

#[test]
fn the_house_stands() {
    let graph = this_workspace();
    let found = violations(&graph);
    assert!(found.is_empty(), "{}", found.join("\n"));
    // An empty graph would satisfy every rule.
    assert!(graph.iter().any(|member| member.package == env!("CARGO_PKG_NAME")));
    let ladders = graph.iter().find(|member| member.package == "quadrille-ladders").expect("the ladders");
    assert!(ladders.oracles.contains(&("quadrille-life".to_owned(), "normal")));
    let own = graph.iter().find(|member| member.package == "quadrille-cli").expect("this crate");
    assert!(own.dependencies.contains(&("cargo_metadata".to_owned(), "development")));
}

#[test]
fn the_table_agrees_with_itself() {
    let floors: BTreeMap<_, _> = HOUSE.iter().map(|row| (row.1, row.0)).collect();
    assert_eq!(floors.len(), HOUSE.len(), "every crate must have one row");
    assert!(HOUSE.is_sorted_by_key(|row| row.0), "the rows must be sorted by layer");
    for (at, (_, name, _, known)) in HOUSE.iter().enumerate() {
        for below in *known {
            assert!(HOUSE[..at].iter().any(|row| row.1 == *below), "{name} may know {below}?");
        }
    }
    for (_, places, _) in PLACED {
        assert!(places.iter().all(|place| row(place).is_some()));
    }
}

/// Returns a valid crate with these dependencies.
fn member(name: &str, dependencies: &[(&str, &'static str)]) -> Crate {
    Crate {
        package: if name == "quadrille" { name.to_owned() } else { format!("quadrille-{name}") },
        folder: folder(name),
        dependencies: dependencies.iter().map(|&(name, kind)| (name.to_owned(), kind)).collect(),
        oracles: Vec::new(),
        oracle_features: Vec::new(),
        workspace_lints: true,
    }
}

/// Returns the only violation of a graph that is a single crate with a single dependency.
#[track_caller]
fn only_violation(name: &str, dependency: &str, kind: &'static str) -> String {
    let mut found = violations(&vec![member(name, &[(dependency, kind)])]);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn a_good_house_has_no_violations() {
    let graph = vec![
        member("lanes", &[("fearless_simd", "normal")]),
        member("random", &[("quadrille-lanes", "normal"), ("rand_core", "normal")]),
        member(
            "mastermind",
            &[
                ("quadrille-lanes", "normal"),
                ("quadrille-random", "development"),
                ("quadrille-diagnostics", "normal"),
                ("quadrille-stats", "build"),
            ],
        ),
        member("runner", &[("quadrille-progress", "normal"), ("rusqlite", "normal")]),
        member("quadrille", &[("quadrille-mastermind", "normal"), ("quadrille-stats", "normal")]),
        member("python", &[("quadrille", "normal")]),
        member("cli", &[("quadrille", "normal"), ("clap", "normal")]),
    ];
    assert_eq!(violations(&graph), Vec::<String>::new());
}

#[test]
fn climbing_is_named() {
    assert_eq!(
        only_violation("lanes", "quadrille-random", "normal"),
        "quadrille-lanes (layer 0) has a normal dependency on quadrille-random (layer 1): dependencies must not point to a higher layer"
    );
    assert!(only_violation("life", "quadrille", "development").ends_with("to a higher layer"));
    assert!(only_violation("stats", "quadrille-runner", "build").contains("a build dependency"));
}

#[test]
fn a_sibling_engine_is_named() {
    assert_eq!(
        only_violation("daifugo", "quadrille-doudizhu", "development"),
        "quadrille-daifugo (layer 3) has a development dependency on quadrille-doudizhu (layer 3): \
         engines must not depend on one another"
    );
    assert!(
        only_violation("random", "quadrille-stats", "normal").ends_with("must not depend on one another")
    );
}

#[test]
fn experiments_know_their_own_engine() {
    let graph =
        vec![member("experiments-life", &[("quadrille-life", "normal"), ("quadrille-runner", "normal")])];
    assert_eq!(violations(&graph), Vec::<String>::new());
    assert!(
        only_violation("experiments-life", "quadrille-combat", "normal")
            .contains("experiments-life may depend only on: ")
    );
    assert!(
        only_violation("experiments-life", "quadrille-experiments-combat", "normal")
            .ends_with("crates of one layer must not depend on one another")
    );
}

#[test]
fn reaching_the_runner_is_named() {
    assert!(only_violation("mastermind", "quadrille-runner", "normal").ends_with("to a higher layer"));
    assert!(only_violation("runner", "quadrille-life", "normal").contains("runner may depend only on: "));
}

#[test]
fn a_lower_crate_outside_the_row_is_named() {
    assert!(only_violation("runner", "quadrille-random", "normal").ends_with(
        "runner may depend only on: progress, memory, diagnostics, stats, lanes, table, files, report"
    ));
    assert!(
        only_violation("stats", "quadrille-lanes", "normal")
            .ends_with("stats may depend only on: progress, memory")
    );
    assert!(
        only_violation("random", "quadrille-diagnostics", "normal")
            .ends_with("random may depend only on: progress, memory, lanes")
    );
    assert!(
        only_violation("python", "quadrille-mastermind", "normal")
            .ends_with("python may depend only on: progress, memory, quadrille")
    );
}

#[test]
fn ladders_are_known_to_the_program_alone() {
    for name in ["lanes", "random", "doudizhu", "daifugo", "mastermind", "life", "combat", "quadrille"] {
        for kind in ["normal", "development", "build"] {
            assert!(
                only_violation(name, "quadrille-ladders", kind).ends_with("to a higher layer"),
                "{name}, {kind}"
            );
        }
    }
    let beside = "crates of one layer must not depend on one another";
    assert!(only_violation("python", "quadrille-ladders", "normal").ends_with(beside));
    assert!(only_violation("uecda", "quadrille-ladders", "normal").ends_with(beside));
    assert_eq!(violations(&vec![member("cli", &[("quadrille-ladders", "normal")])]), [""; 0]);
}

#[test]
fn oracles_are_for_tests_and_ladders() {
    let enables = |name: &str, kind| {
        let mut member = member(name, &[]);
        member.oracles.push(("quadrille-life".to_owned(), kind));
        violations(&vec![member])
    };
    assert_eq!(enables("ladders", "normal"), [""; 0]);
    assert_eq!(enables("life", "development"), [""; 0]);
    for name in ["quadrille", "cli", "uecda", "python"] {
        let expected = format!(
            "{} enables the feature `oracle` of quadrille-life: oracles are for tests, fuzzing and ladders",
            member(name, &[]).package
        );
        assert_eq!(enables(name, "normal"), [expected]);
    }
    let mut by_default = member("life", &[]);
    by_default.oracle_features.push("default".to_owned());
    assert_eq!(violations(&vec![by_default]), ["the feature `default` of quadrille-life enables an oracle"]);
}

#[test]
fn an_unknown_crate_is_named_as_member_and_as_dependency() {
    assert_eq!(
        violations(&vec![member("chess", &[])]),
        ["quadrille-chess has no layer: add it to the table of layers"]
    );
    let mut stranger = member("chess", &[]);
    stranger.package = "chess".to_owned();
    assert!(violations(&vec![stranger])[0].starts_with("chess has no layer"));
    assert!(only_violation("quadrille", "quadrille-chess", "normal").contains("has no layer"));
}

#[test]
fn a_library_out_of_its_place_is_named() {
    assert_eq!(
        only_violation("life", "clap", "normal"),
        "quadrille-life (layer 3) has a normal dependency on clap: the command line belongs to the program"
    );
    assert!(only_violation("runner", "indicatif", "normal").contains("belong to the program"));
    assert!(only_violation("stats", "rusqlite", "development").contains("belongs to the experiment runner"));
}

#[test]
fn missing_lints_and_a_wrong_folder_are_named() {
    let mut bad = member("life", &[]);
    bad.workspace_lints = false;
    bad.folder = "game-of-life".to_owned();
    assert_eq!(
        violations(&vec![bad]),
        [
            "quadrille-life does not inherit the workspace's lints: `[lints] workspace = true`",
            "quadrille-life is in the folder game-of-life instead of life",
        ]
    );
}

#[test]
fn workspace_lints_are_read_from_the_manifest() {
    assert!(takes_workspace_lints("[package]\nname = \"a\"\n\n[lints]\nworkspace = true # all of them\n"));
    assert!(!takes_workspace_lints("[package]\nworkspace = true\n[dependencies]\n"));
    assert!(!takes_workspace_lints("[lints]\n# workspace = true\n[dependencies]\nworkspace = true\n"));
    assert!(!takes_workspace_lints("[lints]\nworkspace = false\n"));
}

/// Source files that may open, read or write files themselves, with the reason; all others use
/// `quadrille-files`.
const OWN_FILES: &[(&str, &str)] = &[
    ("crates/files/src/", "the one place that opens, reads and writes files of the user's"),
    ("crates/memory/src/limits.rs", "limits in /proc and /sys"),
    ("crates/cli/src/interrupt.rs", "ignored signals in /proc"),
    ("crates/serve/src/browser.rs", "a file of mode 0600 for the browser, removed after use"),
    ("crates/runner/src/store.rs", "the SQLite database, whose library opens it too"),
];

/// Functions of the standard library that open, read, write or move a file.
const FILE_CALLS: [&str; 11] = [
    "File::open",
    "File::create",
    "OpenOptions",
    "fs::read(",
    "fs::read_to_string",
    "fs::write",
    "fs::rename",
    "fs::copy",
    "fs::hard_link",
    "fs::create_dir",
    "NamedTempFile",
];

/// Returns the places of unit tests below a folder.
fn unit_tests(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(unit_tests(&path));
        } else if std::fs::read_to_string(&path).is_ok_and(|text| text.contains("#[test]")) {
            found.push(path.display().to_string());
        }
    }
    found
}

/// `test = false` saves the time to compile a library once more, but would hide its unit tests.
#[test]
fn libraries_without_a_test_program_have_no_unit_tests() {
    let mut without = 0;
    for package in described_workspace().workspace_packages() {
        for library in package.targets.iter().filter(|target| !target.is_bin() && !target.test) {
            let folder = library.src_path.parent().expect("a folder");
            if folder.ends_with("src") {
                without += 1;
                assert_eq!(unit_tests(folder.as_std_path()), [""; 0], "{} never runs them", package.name);
            }
        }
    }
    assert!(without > 3, "{without} libraries have no test program");
}

/// Returns the calls in a source file, without its tests.
fn file_calls(text: &str) -> Vec<&'static str> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    FILE_CALLS.into_iter().filter(|call| code.iter().any(|line| line.contains(call))).collect()
}

#[test]
fn files_are_opened_in_one_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace");
    let mut folders = vec![root.join("python/src")];
    for member in std::fs::read_dir(root.join("crates")).expect("a folder") {
        folders.push(member.expect("an entry").path().join("src"));
    }
    for member in std::fs::read_dir(root.join("crates/experiments")).expect("a folder") {
        folders.push(member.expect("an entry").path().join("src"));
    }
    folders.retain(|folder| folder.exists());
    let (mut found, mut used, mut read) = (Vec::new(), Vec::new(), 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/");
            if path.extension().is_none_or(|ending| ending != "rs") || name.ends_with("/tests.rs") {
                continue;
            }
            read += 1;
            let calls = file_calls(&std::fs::read_to_string(&path).expect("a text"));
            match OWN_FILES.iter().find(|(place, _)| name.starts_with(place)) {
                _ if calls.is_empty() => {}
                Some((place, _)) => used.push(*place),
                None => found.push(format!("{name}: {}", calls.join(", "))),
            }
        }
    }
    assert!(found.is_empty(), "use quadrille-files instead:\n{}", found.join("\n"));
    let unused: Vec<_> = OWN_FILES.iter().filter(|(place, _)| !used.contains(place)).collect();
    assert!(unused.is_empty() && read > 300, "exceptions without a call: {unused:?}; {read} files read");
}

#[test]
fn calls_that_open_files_are_found() {
    assert_eq!(file_calls("fn a() {\n    std::fs::write(path, text);\n}\n"), ["fs::write"]);
    assert_eq!(file_calls("// fs::write\n#[cfg(test)]\nmod tests {\n    File::open(path);\n}\n"), [""; 0]);
}
