//! `quadrille diff`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use quadrille::report::ReportTable;
use quadrille::report::figure::{counted, shortened};
use quadrille::runs::{Difference, read_result};
use serde_json::Value;

use crate::failure::Failure;
use crate::{OutputMode, answer, terminal};

/// Maximum number of rows in the table.
const SHOWN: usize = 100;
/// Maximum number of characters of a value.
const LETTERS: usize = 18;
/// Maximum number of characters of a key.
const KEY_LETTERS: usize = 34;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille diff runs/combat-fury runs/combat-fury-2
  quadrille diff before.json runs/combat-fury --json

Lists the recorded settings and the values in which two results of the same kind of experiment differ. If both \
values have a 95 % interval, `significant` states whether the intervals are disjoint (null without intervals). A \
difference with disjoint intervals is unlikely to be chance. Machine, times and the report are not compared. The exit \
code is 0 whether the results differ or not; scripts read `same`.")]
pub(crate) struct Diff {
    /// A run's folder, or a result.json
    #[arg(value_name = "A")]
    a: PathBuf,
    /// Another run's folder, or its result.json
    #[arg(value_name = "B")]
    b: PathBuf,
}

impl Diff {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let difference = Difference::between(&read_result(&self.a)?, &read_result(&self.b)?)?;
        if mode.json { answer::json(&difference) } else { answer::text(&text(&difference)) }
    }
}

/// Formats the differences as text.
fn text(difference: &Difference) -> String {
    let found = &difference.differences;
    if difference.same {
        return "the same\n".to_owned();
    }
    let mut table = ReportTable::new(&["key", "#A", "#B", "#significant"]);
    for value in found.iter().take(SHOWN) {
        let significant = match value.significant {
            Some(true) => "yes",
            Some(false) => "no",
            None => "–",
        };
        let cells =
            [shortened(&value.key, KEY_LETTERS), shown(&value.a), shown(&value.b), significant.to_owned()];
        table.push(cells);
    }
    let significant = found.iter().filter(|value| value.significant == Some(true)).count() as u64;
    let all = counted(found.len() as u64, "difference");
    let mut text =
        format!("{}\n{all}, {significant} of them with disjoint intervals\n", terminal::table(&table));
    if found.len() > SHOWN {
        let _ = writeln!(text, "the first {SHOWN} are shown; --json has all");
    }
    text
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => shortened(text, LETTERS),
        Value::Number(number) if number.is_f64() => {
            let number = number.as_f64().unwrap_or_default();
            let short = format!("{number:.6}");
            // With a fixed number of decimals, very small numbers would print as zeros only.
            if number.abs() >= 1e-3 || number == 0.0 { short } else { format!("{number:.3e}") }
        }
        other => shortened(&other.to_string(), LETTERS),
    }
}
