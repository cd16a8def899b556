//! Golly's pattern collection: read here as by `bgolly`, and written so that `bgolly` reads the
//! same. The test runs where the collection is installed, in `/usr/share/golly/Patterns` or in
//! `GOLLY_PATTERNS`.
#![cfg(feature = "life")]

#[path = "../../../testing/skipped.rs"]
mod skipped;

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;
use quadrille::examples::PATTERNS;
use quadrille::life::formats::{Contents, Format, ReadOptions, Tolerance};
use quadrille::life::num_bigint::BigUint;
use quadrille::life::{Macrocell, RuleSpec, RuleSpecError};
use quadrille::patterns::{self, PatternError};

use self::skipped::skipped;

const TEST: &str = "the_collection_is_read_as_golly_reads_it";

/// Collects all files below a folder, in order.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Returns the rule that a file names, found without any reader.
fn rule_named(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).unwrap();
    let mut text = String::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    } else {
        text = String::from_utf8_lossy(&bytes).into_owned();
    }
    let header = text.lines().find(|line| line.trim_start().starts_with('x') && line.contains("rule"));
    let header =
        header.and_then(|line| Some(line[line.find("rule")?..].split_once('=')?.1.trim().to_owned()));
    let remark = || text.lines().find_map(|line| Some(line.strip_prefix("#R")?.trim().to_owned()));
    header.or_else(remark)
}

/// Returns the population that `bgolly` counts in a file.
fn population_by_golly(path: &Path) -> Option<BigUint> {
    let macrocell = path.to_string_lossy().contains(".mc");
    let mut golly = Command::new("bgolly");
    let output = golly.args(macrocell.then_some("-h")).args(["-m", "0"]).arg(path).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let count = text.lines().find_map(|line| line.trim().strip_prefix("0: "));
    let count = count.unwrap_or_else(|| panic!("{}: {text}", path.display()));
    Some(count.replace(',', "").parse().unwrap())
}

#[test]
fn the_collection_is_read_as_golly_reads_it() {
    let folder = std::env::var_os("GOLLY_PATTERNS").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| "/usr/share/golly/Patterns".into());
    if !folder.is_dir() {
        skipped(TEST, &format!("there is no folder {}", folder.display()));
        return;
    }
    let golly = Command::new("bgolly").output().is_ok();
    if !golly {
        skipped(TEST, "`bgolly` is not installed: the collection is read, and nothing is compared");
    }
    let scratch = tempfile::tempdir().unwrap();
    let mut all = Vec::new();
    files(&folder, &mut all);
    let (mut read, mut refused, mut foreign, mut compared, mut marked) = (0, 0, 0, 0, 0);
    for path in &all {
        let name = path.display().to_string();
        let base = name.strip_suffix(".gz").unwrap_or(&name);
        let known = [".rle", ".mc", ".lif"].iter().any(|ending| base.ends_with(ending));
        let rule = if known { rule_named(path) } else { None };
        // An unsupported rule: named tables, more states, other neighbourhoods.
        let other_rule = rule.as_ref().is_some_and(|rule| rule.parse::<RuleSpec>().is_err());
        let options = ReadOptions::default().tolerance(Tolerance::Marks);
        let contents = match PATTERNS.read_with_options(path, options) {
            // Golly counts marks, which are dropped here.
            Ok((.., warnings)) if known && !other_rule && !warnings.is_empty() => {
                marked += 1;
                continue;
            }
            Ok((_, contents, _)) if known && !other_rule => contents,
            Ok(_) => panic!("{name} is taken for a pattern, of rule {rule:?}"),
            Err(error) if !known => {
                foreign += 1;
                assert!(!error.to_string().is_empty());
                continue;
            }
            Err(PatternError::Text(error)) if other_rule => {
                refused += 1;
                let reason =
                    rule.unwrap().parse::<RuleSpec>().map_err(|error: RuleSpecError| error.to_string());
                assert_eq!(Err(error.message().to_owned()), reason, "{name}");
                continue;
            }
            Err(error) => panic!("{name}: {error}"),
        };
        read += 1;
        if !golly {
            continue;
        }
        compared += 1;
        let population = contents.population();
        assert_eq!(population_by_golly(path).as_ref(), Some(&population), "{name}");
        // Golly's HashLife supports birth without neighbours only if all cells survive.
        let rule = rule.and_then(|rule| rule.parse::<RuleSpec>().ok()).unwrap_or_default().rule;
        if rule.next(false, 0) && !rule.next(true, 8) {
            continue;
        }
        // Golly reads the file that this library writes.
        let ours = scratch.path().join("ours.mc");
        let mut out = Vec::new();
        patterns::write(&contents, Format::Macrocell, false, &mut out).unwrap();
        std::fs::write(&ours, out).unwrap();
        assert_eq!(population_by_golly(&ours).as_ref(), Some(&population), "{name}, written here");
        // This library reads the file that Golly writes.
        let theirs = scratch.path().join("theirs.mc");
        let _ = std::fs::remove_file(&theirs);
        let macrocell = matches!(contents, Contents::Macrocell(_));
        Command::new("bgolly")
            .args(["-q", "-q", "-h", "-m", "0", "-o"])
            .args([&theirs, path])
            .output()
            .unwrap();
        if macrocell || theirs.exists() {
            let (format, back) = PATTERNS.read(&theirs).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(
                (format, back.population()),
                (Format::Macrocell, population),
                "{name}, written by Golly"
            );
            // Bounds centre the pattern; without bounds, the positions on the plane are compared.
            if contents.rule().is_none_or(|rule| rule.bounds.is_none()) {
                let placed = match &contents {
                    Contents::Pattern(pattern) => Macrocell::from_pattern(pattern).expect("a near position"),
                    Contents::Macrocell(macrocell) => macrocell.clone(),
                };
                assert_eq!(back.bounding_box(), placed.bounding_box(), "{name}, written by Golly");
            }
        }
    }
    eprintln!(
        "{} files: {read} patterns read, {compared} of them compared with bgolly; {marked} with marks; {refused} refused for their rules; {foreign} files of other kinds",
        all.len()
    );
    assert!(read >= 100 || std::env::var_os("GOLLY_PATTERNS").is_some(), "only {read} patterns were read");
}
