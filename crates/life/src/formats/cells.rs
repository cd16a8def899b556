//! Plaintext (`.cells`): one line per row, `.` for a dead cell and `O` for a living one; `!` begins
//! a comment.
//!
//! Rows may end at their last living cell. `!Name:` and `!Author:` give the name of the pattern and
//! its author or discoverer. The format follows the `LifeWiki`; `*` is also read as a living cell.
//! [Lenient](super::Tolerance::Lenient) reading accepts `o` for a living cell, with a warning.

use std::io::Write;

use quadrille_diagnostics::{Diagnostic, Source, printable};

use super::lines::{self, Line};
use super::rules::Rules;
use super::{Format, MOST_DRAWN, MOST_SIDE, WriteError, frame};
use crate::pattern::{Pattern, Span};

const NAME: &str = "Name: ";
const AUTHOR: &str = "Author: ";

pub(super) fn read(
    source: &Source,
    rules: &Rules,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Pattern, Diagnostic> {
    let (mut rows, mut spans) = (0, Vec::new());
    let mut pattern = Pattern::default();
    pattern.rule = rules.instead_of(None);
    for line in lines::of(source) {
        if let Some(remark) = line.text.strip_prefix('!') {
            if let (Some(name), None) = (remark.strip_prefix(NAME), &pattern.name) {
                pattern.name = Some(name.to_owned());
            } else if let (Some(author), None) = (remark.strip_prefix(AUTHOR), &pattern.author) {
                pattern.author = Some(author.to_owned());
            } else {
                pattern.comments.push(remark.to_owned());
            }
            continue;
        }
        if rows == MOST_SIDE as i64 {
            return Err(line.error(source, format!("the pattern has more than {MOST_SIDE} rows")));
        }
        read_row(source, &line, rows, &mut spans, warnings)?;
        rows += 1;
    }
    Ok(pattern.with_spans(spans))
}

fn read_row(
    source: &Source,
    line: &Line<'_>,
    y: i64,
    spans: &mut Vec<Span>,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let mut x = 0;
    for part in line.text.trim_end().as_bytes().chunk_by(|a, b| a == b) {
        match part[0] {
            b'.' => {}
            b'O' | b'*' | b'o' => {
                if part[0] == b'o' && warnings.is_empty() {
                    let at = x as usize;
                    let warning = line.error_at(source, at..at + 1, "`o` is read as a living cell");
                    warnings.push(warning.expected("`.` or `O`"));
                }
                super::keep(spans, Span { y, x, length: part.len() as u64 }, source)?;
            }
            _ => {
                let at = x as usize;
                let wrong = line.text[at..].chars().next().unwrap_or_default();
                let shown = printable(wrong.encode_utf8(&mut [0; 4]));
                return Err(line
                    .error_at(source, at..at + wrong.len_utf8(), format!("`{shown}` is not a cell"))
                    .expected("`.` or `O`"));
            }
        }
        x += part.len() as i64;
    }
    if x > MOST_SIDE as i64 {
        return Err(line.error(source, format!("the row has more than {MOST_SIDE} cells")));
    }
    Ok(())
}

pub(super) fn write(pattern: &Pattern, out: &mut impl Write) -> Result<(), WriteError> {
    let frame = frame(pattern);
    let (width, height) = (frame.width, frame.height);
    if u128::from(width) * u128::from(height) > u128::from(MOST_DRAWN) || width.max(height) > MOST_SIDE {
        let limit = "at most 2^30 cells, and 999999999 columns and rows";
        return Err(WriteError::TooLarge { format: Format::Cells, width, height, limit });
    }
    let named = [(NAME, &pattern.name), (AUTHOR, &pattern.author)];
    for (mark, text) in named.into_iter().filter_map(|(mark, text)| Some((mark, text.as_ref()?))) {
        writeln!(out, "!{mark}{}", printable(text))?;
    }
    for comment in &pattern.comments {
        writeln!(out, "!{}", printable(comment))?;
    }
    if pattern.spans().is_empty() {
        writeln!(out, ".")?;
    }
    let mut next = frame.y;
    for row in pattern.spans().chunk_by(|a, b| a.y == b.y) {
        for _ in next..row[0].y {
            writeln!(out)?;
        }
        let mut end = frame.x;
        let mut line = String::new();
        for span in row {
            line.extend(std::iter::repeat_n('.', (span.x - end) as usize));
            line.extend(std::iter::repeat_n('O', span.length as usize));
            end = span.x + span.length as i64;
        }
        writeln!(out, "{line}")?;
        next = row[0].y + 1;
    }
    Ok(())
}
