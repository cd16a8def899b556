//! Life 1.05 (`.lif`): blocks of rows of `.` and `*`; each block has its own position. The format
//! is read, but not written: Life 1.06 and RLE express the same patterns more concisely.
//!
//! The first line is `#Life 1.05`. `#P -3 5` before a block is the column and row of its first
//! cell, `#R 23/3` is the rule, `#N` means Conway's rule, and `#D` is a comment. The format
//! follows the `LifeWiki`; as in Golly, blank lines are ignored, and a block without a position
//! begins at 0 0.

use quadrille_diagnostics::{Diagnostic, Source, printable};

use super::life_106::{coordinate, read_remark};
use super::lines::{self, Line};
use super::rules::Rules;
use crate::pattern::{Pattern, Span};
use crate::position::Position;
use crate::rule_spec::RuleSpec;

pub(super) fn read(
    source: &Source,
    rules: &mut Rules,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Pattern, Diagnostic> {
    let mut pattern = Pattern::default();
    let (mut left, mut next) = (0, Some(0));
    let mut spans = Vec::new();
    for line in lines::of(source).skip_while(|line| line.text.trim().is_empty()).skip(1) {
        let text = line.text.trim();
        if let Some(place) = line.text.strip_prefix("#P") {
            let mut words = place.split_ascii_whitespace();
            let (x, y) = (words.next(), words.next());
            if let Some(more) = words.next() {
                let message = "the position has more than two numbers";
                return Err(line
                    .error_at(source, line.place(more), message)
                    .expected("two numbers, such as #P -3 5"));
            }
            left = x.map_or(Ok(0), |x| coordinate(source, &line, x))?;
            next = Some(y.map_or(Ok(0), |y| coordinate(source, &line, y))?);
        } else if text == "#N" {
            pattern.rule = rules.instead_of(Some(RuleSpec::default()));
        } else if text.starts_with('#') {
            read_remark(source, &line, &mut pattern, rules, warnings)?;
        } else if !text.is_empty() {
            let y = next.ok_or_else(|| beyond(source, &line))?;
            read_row(source, &line, (left, y), &mut spans)?;
            next = y.checked_add(1);
        }
    }
    let mut pattern = pattern.with_spans(spans);
    if pattern.rule.is_none() {
        pattern.rule = rules.instead_of(None);
    }
    pattern.position = pattern.bounding_box().as_ref().map(Position::of);
    Ok(pattern)
}

fn read_row(
    source: &Source,
    line: &Line<'_>,
    (left, y): (i64, i64),
    spans: &mut Vec<Span>,
) -> Result<(), Diagnostic> {
    let mut at = 0;
    for part in line.text.trim_end().as_bytes().chunk_by(|a, b| a == b) {
        let length = part.len() as u64;
        match part[0] {
            b'.' => {}
            b'*' => {
                let x = left.checked_add_unsigned(at as u64);
                let end = x.and_then(|x| x.checked_add_unsigned(length));
                let (Some(x), Some(_)) = (x, end) else { return Err(beyond(source, line)) };
                super::keep(spans, Span { y, x, length }, source)?;
            }
            _ => {
                let wrong = line.text[at..].chars().next().unwrap_or_default();
                let shown = printable(wrong.encode_utf8(&mut [0; 4]));
                return Err(line
                    .error_at(source, at..at + wrong.len_utf8(), format!("`{shown}` is not a cell"))
                    .expected("`.` or `*`"));
            }
        }
        at += part.len();
    }
    Ok(())
}

/// Returns the error of cells whose coordinates exceed 64 bits.
fn beyond(source: &Source, line: &Line<'_>) -> Diagnostic {
    line.error(source, "the coordinates of the cells exceed 64 bits")
}
