//! Checks that the program can read the files that pages show.

use std::path::Path;

use super::pages::{blocks, markdown};
use crate::{copy, quadrille, root, stderr, stdout};

/// The parts that the excerpts of profiles in docs/combat-profile.md refer to and omit.
const REST_OF_A_PROFILE: &str = r#"
[fight]
length = 10
[constants]
lead = 1
dump = 60
[resources.rage]
cap = 100
[resources.focus]
cap = 100
[resources.energy]
cap = 100
[weapons.main]
speed = 2.6
damage = [100, 150]
[abilities.bolt]
school = "fire"
damage = [90, 100]
[abilities.jab]
damage = [90, 120]
[abilities.slam]
damage = 400
[abilities.strike]
damage = 100
[abilities.burst]
damage = 100
cooldown = 20
[abilities.blast]
damage = 100
cooldown = 20
[buffs.fury]
duration = 8
[buffs.wet]
on = "target"
duration = 8
"#;

/// Returns the missing parts of a profile relative to another, as TOML: whole tables such as
/// `[buffs.fury]`.
fn lacking(table: &toml::Table, rest: &toml::Table) -> String {
    let mut lacking = toml::Table::new();
    for (group, named) in rest {
        match (table.get(group), named) {
            (Some(toml::Value::Table(there)), toml::Value::Table(named)) => {
                let missing = named.iter().filter(|(name, _)| !there.contains_key(*name));
                let missing: toml::Table =
                    missing.map(|(name, value)| (name.clone(), value.clone())).collect();
                lacking.insert(group.clone(), missing.into());
            }
            (Some(_), _) => {}
            (None, _) => drop(lacking.insert(group.clone(), named.clone())),
        }
    }
    toml::to_string(&lacking).unwrap()
}

/// Runs the program on a file with this text, beside the examples.
fn reads(command: &[&str], name: &str, text: &str, folder: &Path, place: &str) {
    std::fs::write(folder.join(name), text).unwrap();
    let output = quadrille(&[command, &[name]].concat()).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{place}: {}\n{text}", stderr(&output) + &stdout(&output));
}

/// Opens each experiment, and runs a few fights of each profile. (The league of
/// docs/daifugo-contest.md is run by its console.)
#[test]
fn toml_that_is_shown_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("examples");
    copy(&root().join("examples"), &folder);
    // The profile that an experiment of the same guide names.
    let guide = std::fs::read_to_string(root().join("docs/guides/combat.md")).unwrap();
    let profile = blocks(&guide).0.into_iter().find(|block| block.language == "toml").expect("a profile");
    std::fs::write(folder.join("mage.toml"), profile.text()).unwrap();
    let rest: toml::Table = REST_OF_A_PROFILE.parse().unwrap();
    let (mut experiments, mut profiles) = (0, 0);
    for page in markdown() {
        for block in blocks(&page.text).0.iter().filter(|block| block.language == "toml") {
            let place = format!("{}:{}", page.name, block.line);
            let text = block.text();
            let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{place}: {error}"));
            if table.contains_key("kind") {
                reads(&["shard", "--seed", "1"], "shown.toml", &text, &folder, &place);
                experiments += 1;
            } else if ["docs/combat-profile.md", "docs/guides/combat.md"].contains(&page.name.as_str()) {
                let is_whole = table.contains_key("fight");
                let text = if is_whole { text } else { text + "\n" + &lacking(&table, &rest) };
                reads(&["combat", "check"], "shown.toml", &text, &folder, &place);
                profiles += 1;
            }
        }
    }
    assert!(experiments >= 4 && profiles >= 10, "{experiments} experiments, {profiles} profiles");
}

#[test]
fn a_tree_that_is_shown_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(root().join("docs/mastermind-trees.md")).unwrap();
    let (blocks, _) = blocks(&text);
    let block = blocks.iter().find(|block| block.language == "json").expect("a tree");
    reads(
        &["mastermind", "tree", "--check"],
        "tree.json",
        &block.text(),
        folder.path(),
        "docs/mastermind-trees.md",
    );
}
