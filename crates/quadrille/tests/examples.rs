//! The built-in examples: complete, described, and found by their names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use quadrille::examples::{Beside, EXAMPLES, PATTERNS, at_path, find, resolve};
use quadrille::files::{Files, NamedFiles};
use quadrille::kinds::REGISTRY;

/// Returns all files below a folder, by their relative paths.
fn files(folder: &Path, within: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let named = entries.map(|entry| (entry.path(), entry.file_name().into_string().unwrap()));
    named
        .flat_map(|(path, name)| {
            let name = format!("{within}{name}");
            if path.is_dir() { files(&path, &format!("{name}/")) } else { BTreeSet::from([name]) }
        })
        .collect()
}

#[test]
fn every_file_of_the_folder_is_embedded_once() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let embedded: BTreeSet<String> = EXAMPLES.iter().map(|example| example.path.to_owned()).collect();
    assert_eq!(embedded, files(&folder, ""));
    let names: BTreeSet<&str> = EXAMPLES.iter().map(|example| example.name).collect();
    assert_eq!((names.len(), embedded.len()), (EXAMPLES.len(), EXAMPLES.len()));
}

#[test]
fn every_example_has_a_description() {
    for example in EXAMPLES {
        let what = example.what();
        assert!(what.len() > 15 && what.ends_with(['.', '?']), "{}: {what:?}", example.name);
    }
}

#[test]
fn every_experiment_is_one_and_finds_its_files() {
    let experiments = EXAMPLES.iter().filter(|example| example.kind().contains('.'));
    assert_eq!(experiments.clone().count(), 21);
    for example in experiments {
        let file = REGISTRY.read_with(example.source(), NamedFiles::new(Beside(*example)));
        let file = file.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(file.kind.name, example.kind());
        assert_eq!(example.named().len(), file.files.len());
    }
}

#[test]
fn a_name_means_one_file() {
    assert_eq!(find("fury").unwrap(), find("combat/fury.toml").unwrap());
    assert!(at_path(Path::new("fury")).is_none() && at_path(Path::new("example:fury")).unwrap().is_ok());
    assert!(find("qqqqqqqqqq").unwrap_err().contains("`quadrille examples`"));
    assert!(PATTERNS.read(Path::new("glider")).is_ok() && PATTERNS.read(Path::new("fury")).is_err());
    let beside = Beside(*find("combat-fury").unwrap());
    assert_eq!(beside.find("combat/fury.toml", resolve).unwrap().called, "example:fury");
    assert_eq!(beside.find("example:tank", resolve).unwrap().called, "example:tank");
    assert!(beside.find("fury.toml", resolve).is_err() && beside.find("../Cargo.toml", resolve).is_err());
}
