//! Golly reads what is written here, and is read here, as the same pattern: run where its `bgolly` is
//! installed.

use std::path::Path;
use std::process::{Command, Stdio};

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use quadrille_life::formats::Format;
use quadrille_life::{Border, Bounds, Pattern, Rule, RuleSpec};

use super::{parse, patterns, written};

/// Patterns tried.
const PATTERNS: usize = 300;

/// What Golly makes of a pattern file, as RLE.
fn through_golly(folder: &Path, name: &str, text: &str) -> Option<String> {
    let (from, to) = (folder.join(name), folder.join("golly.rle"));
    std::fs::write(&from, text).expect("a file");
    let _ = std::fs::remove_file(&to);
    let golly = Command::new("bgolly")
        .args(["-q", "-q", "-m", "0", "-o"])
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
        // A field that holds the pattern, or none, and any rule but those of B0, which Golly plays as two
        // rules in turn.
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
            eprintln!("`bgolly` is not installed: nothing is compared");
            return;
        };
        let (_, back) = parse(&text).unwrap_or_else(|error| panic!("{error}"));
        // Golly keeps the cells and their smallest box.
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
    assert!(through > PATTERNS / 2, "most patterns are to have cells");
}
