//! Every example runs, and its report is self-contained.

use std::path::{Path, PathBuf};

use super::{each_beside_others, json, root, text};

/// Reductions of examples that would take too long: example, original text, replacement.
const SMALLER: [(&str, &str, &str); 6] = [
    ("life-density.toml", "generations = 3000", "generations = 300"),
    ("life-soups.toml", "soups = 10000", "soups = 1000"),
    (
        "doudizhu-train.toml",
        "games = 8388608\nmeasurements = 16\nsittings = 1000",
        "games = 256\nslot_games = 64\nsittings = 20",
    ),
    (
        "daifugo-train.toml",
        "games = 6291456\nmeasurements = 12\nsittings = 500",
        "games = 256\nslot_games = 64\nsittings = 20",
    ),
    (
        "hearts-train.toml",
        "games = 655360\nmeasurements = 8\nsittings = 500",
        "games = 256\nslot_games = 64\nsittings = 20",
    ),
    ("random-battery.toml", "[random]\n", "[random]\nsize = 20\n"),
];

#[test]
fn every_example_runs_to_its_report() {
    let entries = std::fs::read_dir(root().join("examples")).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|extension| extension == "toml")).collect();
    assert!(files.len() >= 2, "only {} examples", files.len());
    each_beside_others(files, |file| runs_to_its_report(file));
}

fn runs_to_its_report(file: &Path) {
    let mut experiment = std::fs::read_to_string(file).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut file = file.to_owned();
    if let Some((_, own, smaller)) = SMALLER.iter().find(|(name, ..)| file.ends_with(name)) {
        assert!(experiment.contains(own), "{} has no `{own}`", file.display());
        experiment = experiment.replace(own, smaller);
        file = folder.path().join("smaller.toml");
        std::fs::write(&file, &experiment).unwrap();
    }
    let out = folder.path().join("out");
    let answer = json(&["run", text(&file), "--out", text(&out)]);
    assert_eq!(answer["complete"], true, "{}", file.display());
    let report = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert_report_stands_alone(&report);
    // The report must contain facts about the run.
    let machine = std::fs::read_to_string(out.join("run.json")).unwrap();
    let machine: serde_json::Value = serde_json::from_str(&machine).unwrap();
    for named in [
        env!("CARGO_PKG_VERSION"),
        answer["seed"].as_str().unwrap(),
        answer["kind"].as_str().unwrap(),
        machine["machine"]["cpu"].as_str().unwrap(),
        machine["experiment_hash"].as_str().unwrap(),
        "wall time",
    ] {
        assert!(report.contains(named), "`{named}` is missing in the report of {}", file.display());
    }
    let has_rate = machine.as_object().unwrap().keys().any(|key| key.ends_with("_per_second"));
    assert!(!has_rate || report.contains(" per second"), "no rate in the report of {}", file.display());
    for line in experiment.lines().filter(|line| !line.contains(['"', '<', '>', '&', '\''])) {
        assert!(report.contains(line), "the report does not show `{line}`");
    }
}

/// Checks that the report loads nothing: its only address is the SVG namespace.
fn assert_report_stands_alone(report: &str) {
    let rest = report.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!rest.contains(outside), "`{outside}` in a report");
    }
    assert!(report.contains("<svg role=\"img\" aria-label="));
    assert!(report.contains("prefers-color-scheme: dark"));
    assert!(report.contains("width=device-width"));
}

#[test]
fn a_text_in_the_report_is_a_text() {
    let (folder, file) = super::experiment(
        "kind = \"mastermind.evaluate\" # <script>alert(1)</script>\n[mastermind]\npins = 2\ncolors = 2\nstrategy = \"knuth\"\n",
    );
    let out = folder.path().join("out");
    json(&["run", text(&file), "--out", text(&out)]);
    let report = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert!(report.contains("&lt;script&gt;alert(1)"));
    assert!(!report.contains("<script>alert"));
}

/// Every number in a report is in `result.json` too: exact, or before rounding.
#[test]
fn the_reports_figures_stand_in_the_result() {
    for example in ["mastermind-knuth.toml", "mastermind-strategies.toml"] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        json(&["run", text(&root().join("examples").join(example)), "--out", text(&out)]);
        let result = std::fs::read_to_string(out.join("result.json")).unwrap();
        let known = numbers(&result);
        let report = std::fs::read_to_string(out.join("report.html")).unwrap();
        let body = report.split("<main>").nth(1).unwrap().split("class=\"provenance\"").next().unwrap();
        let mut checked = 0;
        for figure in numbers(&visible_text(body)) {
            // Numbers up to 16 may be turns, pegs and pins, which are list indices in the result.
            let small = figure.parse::<u32>().is_ok_and(|figure| figure <= 16);
            let rounded = || {
                let shown: f64 = figure.parse().unwrap();
                figure.contains('.')
                    && known.iter().any(|known| (known.parse::<f64>().unwrap() - shown).abs() < 5e-5)
            };
            assert!(small || known.contains(&figure) || rounded(), "{figure} is not in {result}");
            checked += usize::from(!small);
        }
        assert!(checked > 10, "only {checked} figures in {example}");
    }
}

/// Returns the text of tables and paragraphs, without tags and without drawings, because the axes
/// of drawings have other round numbers.
fn visible_text(html: &str) -> String {
    let without_drawings: String = html
        .split("<svg")
        .map(|piece| piece.split_once("</svg>").map_or(piece, |(_, after)| after))
        .collect();
    without_drawings
        .split('<')
        .map(|piece| piece.split_once('>').map_or(piece, |(_, after)| after))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns all numbers in a text, without thousands separators.
fn numbers(text: &str) -> Vec<String> {
    let figures =
        text.split(|character: char| !(character.is_ascii_digit() || character == ',' || character == '.'));
    figures
        .map(|figure| figure.trim_matches([',', '.']).replace(',', ""))
        .filter(|figure| figure.parse::<f64>().is_ok())
        .collect()
}

#[test]
fn every_kind_and_key_is_documented() {
    let page = std::fs::read_to_string(root().join("docs/experiments.md")).unwrap();
    for kind in quadrille::kinds::KINDS {
        for name in kind.key_names().into_iter().chain([kind.name]) {
            assert!(page.contains(&format!("`{name}`")), "`{name}` is missing in docs/experiments.md");
        }
    }
}
