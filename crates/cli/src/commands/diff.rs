//! `quadrille diff`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use quadrille::kinds::KINDS;
use quadrille::report::ReportTable;
use quadrille::report::figure::{counted, shortened, without_middle};
use quadrille::runs::{Difference, DifferentValue, read_result};
use serde_json::Value;

use crate::failure::Failure;
use crate::{OutputMode, answer, terminal};

/// Maximum number of rows in the table, unless the full answer is requested.
const SHOWN: usize = 18;
/// Maximum number of characters of a value.
const LETTERS: usize = 14;
/// Maximum number of characters of a key.
const KEY_LETTERS: usize = 30;

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
        let difference = Difference::between(&read_result(&self.a)?, &read_result(&self.b)?, KINDS)?;
        if mode.json { answer::json(&difference) } else { answer::text(&text(&difference, mode.full)) }
    }
}

/// Formats the differences as text. Values with disjoint intervals are listed first, and values
/// without intervals last.
fn text(difference: &Difference, full: bool) -> String {
    if difference.same {
        return "the same\n".to_owned();
    }
    let mut found: Vec<&DifferentValue> = difference.differences.iter().collect();
    found.sort_by_key(|value| match value.significant {
        Some(true) => 0,
        Some(false) => 1,
        None => 2,
    });
    let measured = found.iter().any(|value| value.significant.is_some());
    let titles = ["key", "#A", "#B", "#significant"];
    let mut table = ReportTable::new(if measured { &titles } else { &titles[..3] });
    let rows = if full { found.len() } else { SHOWN };
    for value in found.iter().take(rows) {
        let significant = match value.significant {
            Some(true) => "yes",
            Some(false) => "no",
            None => "–",
        };
        let cells = if full {
            [value.key.clone(), whole(&value.a), whole(&value.b)]
        } else {
            let [a, b] = [shown(&value.a), shown(&value.b)];
            // Values that differ only beyond the digits that fit are shown with all digits.
            let values = if a == b { [whole(&value.a), whole(&value.b)] } else { [a, b] };
            let [a, b] = values;
            [without_middle(&value.key, KEY_LETTERS), a, b]
        };
        table.push(cells.into_iter().chain(measured.then(|| significant.to_owned())));
    }
    let all = counted(found.len() as u64, "difference");
    let summary = if measured {
        let significant = found.iter().filter(|value| value.significant == Some(true)).count();
        format!("{all}, {significant} of them with disjoint intervals")
    } else {
        format!("{all} in values without intervals")
    };
    let mut text = format!("{}\n{summary}\n", terminal::table(&table));
    if found.len() > rows {
        let _ = writeln!(text, "the first {rows} are shown; --full shows all");
    }
    text
}

/// Formats a value with all digits or letters.
fn whole(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Formats a value in at most 14 columns.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => shortened(text, LETTERS),
        Value::Number(number) if number.is_f64() => {
            let number = number.as_f64().unwrap_or_default();
            match number.abs() {
                0.0 => "0".to_owned(),
                // Seven digits, which fit the column.
                size @ 1e-3..1e12 => {
                    let before = (size.log10().floor() as i32 + 1).clamp(1, 7);
                    format!("{number:.0$}", (7 - before) as usize)
                }
                _ => format!("{number:.3e}"),
            }
        }
        other => shortened(&other.to_string(), LETTERS),
    }
}
