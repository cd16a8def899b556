//! The tables in `docs/mastermind-tables.md` match the results of its experiment files.
//!
//! The test plays the small sizes and compares their rows. With `RENEW_TABLES=1` in the environment
//! it plays all sizes and rewrites the tables, which takes some minutes:
//!
//! ```text
//! RENEW_TABLES=1 cargo test --release -p quadrille-cli --test program tables
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use quadrille::report::figure::count;
use serde_json::Value;

use super::{quadrille, root, stderr, text};

const DOCUMENT: &str = "docs/mastermind-tables.md";

/// Maximum number of secrets of the games that the test plays.
const SMALL: u64 = 1300;

#[test]
fn mastermind_tables_are_those_of_their_experiments() {
    let path = root().join(DOCUMENT);
    let document = fs::read_to_string(&path).unwrap();
    if std::env::var_os("RENEW_TABLES").is_some() {
        let [own, forced] = tables(u64::MAX);
        let document = with_table(&with_table(&document, "own", &own), "forced", &forced);
        return fs::write(path, document).unwrap();
    }
    for (name, small) in ["own", "forced"].into_iter().zip(tables(SMALL)) {
        let [_, table, _] = parted(&document, name);
        let mut rows = table.lines();
        for row in small.lines() {
            assert!(rows.any(|line| line == row), "{DOCUMENT} lacks, or has elsewhere:\n{row}");
        }
        assert!(small.lines().count() > 20, "too few rows to tell anything:\n{small}");
    }
    let rows = |name| parted(&document, name)[1].lines().filter(|line| line.starts_with("| ")).count();
    let sizes = sizes(&experiment("mastermind-tables", u64::MAX)).len();
    assert_eq!(
        (rows("own"), rows("forced")),
        (4 * sizes + 1, 2 * sizes + 1),
        "a row for every game and strategy"
    );
}

/// Splits a document into the text before a table, the table, and the text after it.
fn parted<'a>(document: &'a str, name: &str) -> [&'a str; 3] {
    let (before, rest) = document.split_once(&format!("<!-- {name} -->\n")).expect("the table begins");
    let (table, after) = rest.split_once("\n\n").unwrap_or((rest.trim_end(), ""));
    [before, table, after]
}

fn with_table(document: &str, name: &str, table: &str) -> String {
    let [before, _, after] = parted(document, name);
    format!(
        "{before}<!-- {name} -->\n{}\n{}{after}",
        table.trim_end(),
        if after.is_empty() { "" } else { "\n" }
    )
}

/// Returns both tables, with all games of up to `most` secrets.
fn tables(most: u64) -> [String; 2] {
    let published = Published::read();
    let mut own = String::from(
        "| pins | colours | strategy | first | average | total | longest | published total (first guess) |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for game in games("mastermind-tables", most) {
        for played in game["strategies"].as_array().unwrap() {
            let beside = published.totals.get(&key(&game, played)).map_or("", String::as_str);
            let _ = writeln!(own, "{} {beside} |", ours(&game, played));
        }
    }
    let mut forced = String::from(
        "| pins | colours | strategy | first | average | total | longest | published average | published longest |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    let by_size = games("mastermind-published-expected-size", most);
    let by_entropy = games("mastermind-published-entropy", most);
    for game in by_size.iter().zip(&by_entropy).flat_map(|(a, b)| [a, b]) {
        let played = &game["strategies"][0];
        let (average, longest) = &published.averages[&key(game, played)];
        let _ = writeln!(forced, "{} {average} | {longest} |", ours(game, played));
    }
    [own, forced]
}

/// Returns the cells with this program's results.
fn ours(game: &Value, played: &Value) -> String {
    format!(
        "| {} | {} | {} | {} | {:.4} | {} | {} |",
        game["pins"],
        game["colors"],
        match played["strategy"].as_str().unwrap() {
            "knuth" => "Knuth",
            "expected-size" => "Expected size",
            "entropy" => "Entropy",
            _ => "Most parts",
        },
        played["first_guess"].as_str().unwrap(),
        played["average"].as_f64().unwrap(),
        count(played["total_turns"].as_u64().unwrap()),
        played["max_turns"],
    )
}

/// Pins, colours and strategy.
type Key = (u64, u64, String);

fn key(game: &Value, played: &Value) -> Key {
    let strategy = played["strategy"].as_str().unwrap().to_owned();
    (game["pins"].as_u64().unwrap(), game["colors"].as_u64().unwrap(), strategy)
}

/// The published results.
struct Published {
    /// Totals and first guesses.
    totals: BTreeMap<Key, String>,
    /// Averages and longest games.
    averages: BTreeMap<Key, (String, String)>,
}

impl Published {
    fn read() -> Self {
        let data = root().join("crates/mastermind/tests/data");
        let lines = |name: &str| -> Vec<Vec<String>> {
            let text = fs::read_to_string(data.join(name)).unwrap();
            text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
        };
        let key = |cells: &[String]| -> Key {
            (cells[0].parse().unwrap(), cells[1].parse().unwrap(), cells[2].to_lowercase().replace(' ', "-"))
        };
        let total = |cells: Vec<String>| {
            let total = count(cells[8].parse().unwrap());
            (key(&cells), format!("{total} ({})", cells[6]))
        };
        let average = |cells: Vec<String>| (key(&cells), (cells[3].clone(), cells[4].clone()));
        Self {
            totals: lines("published.csv").into_iter().map(total).collect(),
            averages: lines("published-averages.csv").into_iter().map(average).collect(),
        }
    }
}

/// Reads an experiment file of the document, restricted to games of up to `most` secrets.
fn experiment(name: &str, most: u64) -> toml::Table {
    let text = fs::read_to_string(root().join(format!("docs/{name}.toml"))).unwrap();
    let mut file: toml::Table = text.parse().unwrap();
    let small: Vec<bool> = sizes(&file)
        .into_iter()
        .map(|(pins, colors)| colors.checked_pow(pins as u32).is_some_and(|secrets| secrets <= most))
        .collect();
    for key in ["sizes", "firsts"] {
        if let Some(values) = file["mastermind"].get_mut(key).and_then(toml::Value::as_array_mut) {
            let mut keep = small.iter();
            values.retain(|_| keep.next() == Some(&true));
        }
    }
    file
}

/// Pins and colours.
fn sizes(file: &toml::Table) -> Vec<(u64, u64)> {
    let number = |size: &toml::Value, at: usize| size[at].as_integer().unwrap() as u64;
    let sizes = file["mastermind"]["sizes"].as_array().unwrap();
    sizes.iter().map(|size| (number(size, 0), number(size, 1))).collect()
}

/// Returns the program's results on the games of up to `most` secrets of an experiment file.
fn games(name: &str, most: u64) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("e.toml"), folder.path().join("out"));
    fs::write(&file, experiment(name, most).to_string()).unwrap();
    let output = quadrille(&["run", text(&file), "--out", text(&out), "--quiet"]).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let result: Value = serde_json::from_slice(&fs::read(out.join("result.json")).unwrap()).unwrap();
    result["result"]["games"].as_array().unwrap().clone()
}
