//! Comparison with Golly, if its `bgolly` is installed: Golly reads the files written here as the
//! same patterns, and its files are read here as the same patterns.

use std::path::Path;
use std::process::{Command, Stdio};

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use quadrille_diagnostics::Source;
use quadrille_life::formats::{Format, ReadOptions, Tolerance, read_with_options};
use quadrille_life::{Border, Bounds, EngineSettings, Grid, Pattern, Rule, RuleSpec, Tiles};

use super::skipped::skipped;
use super::{parse, patterns, written};

/// The number of patterns tried.
const PATTERNS: usize = 300;

/// Returns a pattern file as Golly reads and writes it, in RLE.
fn through_golly(folder: &Path, name: &str, text: &str) -> Option<String> {
    run_by_golly(folder, name, text, 0)
}

/// Returns the pattern after the given number of generations.
fn run_by_golly(folder: &Path, name: &str, text: &str, generations: u32) -> Option<String> {
    let (from, to) = (folder.join(name), folder.join("golly.rle"));
    std::fs::write(&from, text).expect("a file");
    let _ = std::fs::remove_file(&to);
    let golly = Command::new("bgolly")
        .args(["-q", "-q", "-m", &generations.to_string(), "-i", "1", "-o"])
        .args([&to, &from])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match golly {
        Ok(_) => Some(std::fs::read_to_string(to).expect("Golly writes what it could read")),
        Err(_) => None,
    }
}

#[test]
fn golly_reads_the_same_patterns_both_ways() {
    let folder = std::env::temp_dir().join(format!("quadrille-golly-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut runner = TestRunner::deterministic();
    let strategy = patterns(100_000);
    let mut through = 0;
    for number in 0..PATTERNS {
        let mut pattern = strategy.new_tree(&mut runner).expect("a pattern").current();
        // Generates a field that holds the pattern, or no field, and any rule without B0 (Golly
        // runs rules with B0 as two alternating rules).
        let (width, height) = pattern.size.expect("patterns name their size");
        let border = if number % 2 == 0 { Border::Torus } else { Border::Dead };
        let bounds = (number % 3 == 0 && width.max(height) < 2000)
            .then(|| Bounds::new(width + 1, height + 1, border).expect("sides above 0"));
        pattern.position = None;
        let rule = pattern.rule.map_or(Rule::CONWAY, |spec| spec.rule);
        let rule = Rule::new(rule.born() & !1, rule.survive());
        pattern.rule = Some(RuleSpec { rule, bounds });
        let format = if bounds.is_none() && width * height < 10_000 && number % 2 == 0 {
            Format::Cells
        } else {
            Format::Rle
        };
        let name = format!("pattern.{format}");
        let Some(text) = through_golly(&folder, &name, &written(format, &pattern)) else {
            skipped("golly_reads_the_same_patterns_both_ways", "`bgolly` is not installed");
            return;
        };
        let (_, back) = parse(&text).unwrap_or_else(|error| panic!("{error}"));
        // Golly keeps the cells and their bounding box.
        let corner = |pattern: &Pattern| pattern.bounding_box().map_or((0, 0), |area| (area.x, area.y));
        let ((x, y), (left, top)) = (corner(&pattern), corner(&back));
        assert!(
            back.cells().map(|(a, b)| (a - left, b - top)).eq(pattern.cells().map(|(a, b)| (a - x, b - y))),
            "Golly read another pattern:\n{}\n{text}",
            written(format, &pattern)
        );
        if format == Format::Rle {
            assert_eq!(back.rule, pattern.rule, "{text}");
        }
        through += usize::from(back.population() > 0);
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    assert!(through > PATTERNS / 2, "most patterns should have cells");
}

/// Returns a soup that fills a box of that size.
fn soup(seed: u64, width: u64, height: u64) -> Pattern {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut pattern = Pattern::from_cells((0..width * height).filter_map(|at| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 62 == 0).then_some(((at % width) as i64, (at / width) as i64))
    }));
    pattern.size = Some((width, height));
    pattern
}

/// Returns the living cells relative to the corner of their bounding box.
fn shape(pattern: &Pattern) -> Vec<(i64, i64)> {
    let corner = pattern.bounding_box().map_or((0, 0), |area| (area.x, area.y));
    pattern.cells().map(|(x, y)| (x - corner.0, y - corner.1)).collect()
}

#[test]
fn golly_runs_every_grid_the_same_way() {
    let folder = std::env::temp_dir().join(format!("quadrille-grids-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let rules = ["B3/S23", "B36/S23", "B2-a/S12", "B3/S2-i34q", "B3678/S34678", "B1e2k/S34kz", "B2in3/S1c23"];
    let mut alive = 0;
    for seed in 0..220u64 {
        let (width, height) = (4 + seed * 7 % 23, 3 + seed * 11 % 19);
        let (even, high) = (width & !1, height & !1);
        let (right, down) = (seed % 9, seed % 5 + 1);
        let suffix = match seed % 11 {
            0 => format!("P{width},{height}"),
            1 => format!("T{width},{height}"),
            2 => format!("T{width}+{right},{height}"),
            3 => format!("T{width},{height}-{down}"),
            4 => format!("T{width}-{right},{height}"),
            5 => format!("K{width}*,{height}"),
            6 => format!("K{width},{height}*"),
            7 => format!("K{even}*+1,{height}"),
            8 => format!("K{width},{high}*+1"),
            9 => format!("C{width},{height}"),
            _ => format!("S{width}"),
        };
        let spec: RuleSpec =
            format!("{}:{suffix}", rules[seed as usize % rules.len()]).parse().expect("a rule");
        let bounds = spec.bounds.expect("bounds");
        let mut pattern = soup(seed, bounds.width(), bounds.height());
        pattern.rule = Some(spec);
        let generations = 1 + seed as u32 % 13;
        let text = written(Format::Rle, &pattern);
        let Some(golly) = run_by_golly(&folder, "grid.rle", &text, generations) else {
            skipped("golly_runs_every_grid_the_same_way", "`bgolly` is not installed");
            return;
        };
        let (_, golly) = parse(&golly).unwrap_or_else(|error| panic!("{error}"));
        let mut grid =
            Grid::from_pattern(&pattern, spec.rule, bounds, EngineSettings::default()).expect("a grid");
        grid.step_n(generations.into());
        assert_eq!(shape(&golly), shape(&grid.to_pattern()), "{spec}, generation {generations}\n{text}");
        assert_eq!(golly.rule, Some(spec));
        alive += usize::from(grid.population() > 0);
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    assert!(alive > 150, "{alive} of the grids lived on");
}

/// Golly agrees on letters and tables, and prints letters in the same order.
#[test]
fn golly_knows_the_same_rules() {
    let folder = std::env::temp_dir().join(format!("quadrille-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed >> 33
    };
    for number in 0..60 {
        // All letters occur after all counts in the course of the loop.
        let mut counts = |least: u32| -> String {
            let mut text = String::new();
            for count in (least..9).filter(|count| (number + count) % 3 != 0) {
                text.push_str(&count.to_string());
                let letters =
                    ["", "ce", "aceikn", "aceijknqry", "aceijknqrtwyz"][count.min(8 - count) as usize];
                let chosen = random() & random();
                text.extend(
                    letters
                        .chars()
                        .zip(0..)
                        .filter(|(_, at)| chosen >> at & 1 == 1)
                        .map(|(letter, _)| letter),
                );
            }
            text
        };
        let letters: Rule = format!("B{}/S{}", counts(1), counts(0)).parse().expect("a rule");
        let mut table = letters.table();
        if number % 3 == 0 {
            for word in &mut table {
                *word ^= random() << 40 & random() << 20 & !1;
            }
        }
        let rule = Rule::from_table(table);
        let mut pattern = soup(number.into(), 24, 24);
        pattern.rule = Some(RuleSpec { rule, bounds: None });
        let text = written(Format::Rle, &pattern);
        let Some(golly) = run_by_golly(&folder, "rule.rle", &text, 3) else {
            skipped("golly_knows_the_same_rules", "`bgolly` is not installed");
            return;
        };
        assert!(golly.contains(&format!("rule = {rule}")), "{rule}\n{golly}");
        let (_, golly) = parse(&golly).unwrap_or_else(|error| panic!("{error}"));
        let mut tiles = Tiles::from_pattern(&pattern, rule, EngineSettings::default()).expect("a plane");
        tiles.run(3, &()).expect("a run");
        assert_eq!(shape(&golly), shape(&tiles.to_pattern()), "{rule}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// With B0 Golly runs two alternating rules, or the rule of the dead cells.
#[test]
fn golly_plays_births_without_neighbours_the_same_way() {
    let folder = std::env::temp_dir().join(format!("quadrille-births-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let rules =
        ["B03/S23", "B02k4/S1-e5", "B013/S8", "B03/S238", "B0123478/S01234678", "B01c/S08", "B08/S17e"];
    for (number, rule) in rules.into_iter().flat_map(|rule| [rule; 6]).enumerate() {
        let rule: Rule = rule.parse().expect("a rule");
        let mut pattern = soup(number as u64, 9 + number as u64 % 7, 12);
        pattern.rule = Some(RuleSpec { rule, bounds: None });
        let generations = 1 + number as u32 % 11;
        let text = written(Format::Rle, &pattern);
        let Some(golly) = run_by_golly(&folder, "births.rle", &text, generations) else {
            skipped("golly_plays_births_without_neighbours_the_same_way", "`bgolly` is not installed");
            return;
        };
        let (_, golly) = parse(&golly).unwrap_or_else(|error| panic!("{error}"));
        let mut tiles = Tiles::from_pattern(&pattern, rule, EngineSettings::default()).expect("a plane");
        tiles.run(generations.into(), &()).expect("a run");
        assert_eq!(shape(&golly), shape(&tiles.to_pattern()), "{rule}, generation {generations}\n{text}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// Runs `bgolly` with these arguments; returns `false` if it is not installed.
fn bgolly(arguments: &[&str]) -> bool {
    let quiet = ["-q", "-q", "-m", "0"];
    Command::new("bgolly")
        .args(quiet)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
}

/// Macrocells have the same coordinates as in Golly: Golly converts RLE with a position to a
/// macrocell that is read here, and reads the ones written here.
#[test]
fn macrocells_lie_where_golly_has_them() {
    let folder = std::env::temp_dir().join(format!("quadrille-macrocells-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let at = |name: &str| folder.join(name);
    let text = |path: &Path| path.to_str().expect("a path in letters").to_owned();
    let (rle, ours, golly) = (at("pattern.rle"), at("ours.mc"), at("golly.mc"));
    let mut runner = TestRunner::deterministic();
    let strategy = patterns(50_000);
    for number in 0..PATTERNS / 2 {
        let mut pattern = strategy.new_tree(&mut runner).expect("a pattern").current();
        let rule = pattern.rule.map_or(Rule::CONWAY, |spec| spec.rule);
        pattern.rule = Some(RuleSpec { rule: Rule::new(rule.born() & !1, rule.survive()), bounds: None });
        let corner = pattern.position.take().filter(|_| number % 4 > 1).unwrap_or_default();
        pattern.position = (number % 4 != 1).then(|| corner.clone());
        let corner = [corner.x, corner.y].map(|at| i64::try_from(at).expect("a near position"));
        let corner = (corner[0], corner[1]);
        let expected: Vec<(i64, i64)> = pattern.cells().map(|(x, y)| (x + corner.0, y + corner.1)).collect();
        let listed = |path: &Path| {
            let file = std::fs::read_to_string(path).expect("Golly writes what it could read");
            let (_, pattern) = parse(&file).unwrap_or_else(|error| panic!("{error}"));
            pattern.cells().collect::<Vec<_>>()
        };
        std::fs::write(&rle, written(Format::Rle, &pattern)).expect("a file");
        std::fs::write(&ours, written(Format::Macrocell, &pattern)).expect("a file");
        if expected.is_empty() {
            continue;
        }
        assert_eq!(listed(&ours), expected, "written and read here");
        for from in [&rle, &ours] {
            let _ = std::fs::remove_file(&golly);
            if !bgolly(&["-h", "-o", &text(&golly), &text(from)]) {
                skipped("macrocells_lie_where_golly_has_them", "`bgolly` is not installed");
                return;
            }
            assert_eq!(
                listed(&golly),
                expected,
                "{from:?} through Golly\n{}",
                written(Format::Rle, &pattern)
            );
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// A pattern with marks evolves in Golly like its odd states evolve here, and Golly's files of such
/// patterns can be read.
#[test]
fn golly_runs_marks_the_same_way() {
    let rules = Path::new("/usr/share/golly/Rules/");
    if !rules.join("LifeHistory.rule").is_file() {
        skipped("golly_runs_marks_the_same_way", "Golly's rules are not installed");
        return;
    }
    let folder = std::env::temp_dir().join(format!("quadrille-marks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let options = ReadOptions::default().tolerance(Tolerance::Marks);
    let read = |path: &Path| {
        let file = std::fs::read_to_string(path).expect("Golly writes what it could read");
        let (_, contents, warnings) =
            read_with_options(&Source::new("p", file), options).unwrap_or_else(|error| panic!("{error}"));
        assert!(warnings[0].message().ends_with("marks are dropped"));
        contents.into_pattern().expect("a list of cells")
    };
    let from = folder.join("marks.rle");
    let mut state = 7u64;
    for number in 0..40u32 {
        let mut runs = String::new();
        for _ in 0..12 {
            for _ in 0..12 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                // Only states 1 to 5 are used, because boundary cells behave differently here.
                let letters = ['.', 'A', '.', 'B', 'C', 'A', 'D', 'E'];
                runs.push(letters[(state >> 61) as usize]);
            }
            runs.push('$');
        }
        let text = format!("#CXRLE Pos={},-5\nx = 12, y = 12, rule = LifeHistory\n{runs}!\n", number * 3);
        std::fs::write(&from, text).expect("a file");
        let pattern = read(&from);
        for (name, generations) in [("golly.rle", 3), ("golly.mc", 0), ("golly.mc", 3)] {
            let to = folder.join(name);
            let golly = Command::new("bgolly")
                .args([
                    "-q",
                    "-q",
                    "-i",
                    "1",
                    "-m",
                    &generations.to_string(),
                    "-a",
                    "RuleLoader",
                    "-r",
                    "LifeHistory",
                ])
                .arg("-s")
                .arg(rules)
                .arg("-o")
                .args([&to, &from])
                .stdout(Stdio::null())
                .status();
            if golly.is_err() {
                skipped("golly_runs_marks_the_same_way", "`bgolly` is not installed");
                return;
            }
            let golly = read(&to);
            let mut tiles =
                Tiles::from_pattern(&pattern, Rule::CONWAY, EngineSettings::default()).expect("a plane");
            tiles.run(generations, &()).expect("a run");
            let here = tiles.to_pattern();
            assert_eq!(shape(&golly), shape(&here), "{name}, generation {generations}");
            if name == "golly.mc" {
                assert!(golly.cells().eq(here.cells()), "generation {generations}");
            }
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}
