//! Life 1.06 (`.lif`): one living cell per line, given by its column and row.
//!
//! The first line is `#Life 1.06`, followed by lines such as `-3 5`; rows are numbered downwards.
//! Other lines that begin with `#` are comments, except a rule (`#R 23/36`), as in Golly. The
//! writer outputs the cells in reading order, and the rule unless it is Conway's. The format cannot
//! express any other metadata. The format follows the `LifeWiki`.

use std::io::Write;

use num_bigint::BigInt;
use quadrille_diagnostics::{Diagnostic, Source, printable};

use super::lines::{self, Line};
use super::rules::Rules;
use super::{Format, WriteError, frame};
use crate::macrocell::MOST_LISTED;
use crate::pattern::{Pattern, Span};
use crate::position::Position;
use crate::rule_spec::RuleSpec;

pub(super) fn read(
    source: &Source,
    rules: &mut Rules,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Pattern, Diagnostic> {
    let mut pattern = Pattern::default();
    let mut spans = Vec::new();
    for line in lines::of(source).skip_while(|line| line.text.trim().is_empty()).skip(1) {
        if line.text.starts_with('#') {
            read_remark(source, &line, &mut pattern, rules, warnings)?;
            continue;
        }
        let mut words = line.text.split_ascii_whitespace();
        let Some(x) = words.next() else { continue };
        let (Some(y), None) = (words.next(), words.next()) else {
            let message = "the line is not a column and a row";
            return Err(line.error(source, message).expected("two numbers, such as `-3 5`"));
        };
        let (x, y) = (coordinate(source, &line, x)?, coordinate(source, &line, y)?);
        super::keep(&mut spans, Span { y, x, length: 1 }, source)?;
    }
    let mut pattern = pattern.with_spans(spans);
    if pattern.rule.is_none() {
        pattern.rule = rules.instead_of(None);
    }
    pattern.position = pattern.bounding_box().as_ref().map(Position::of);
    Ok(pattern)
}

/// Reads a comment line of Life 1.05 or 1.06, which may contain the rule or other metadata.
pub(super) fn read_remark(
    source: &Source,
    line: &Line<'_>,
    pattern: &mut Pattern,
    rules: &mut Rules,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let after = |mark| line.after(mark).map(str::trim);
    match (after("#R"), after("#N"), after("#O")) {
        (Some(text), ..) => {
            pattern.rule = Some(rules.read(source, line, text, warnings)?);
        }
        (_, Some(name), _) if pattern.name.is_none() && !name.is_empty() => {
            pattern.name = Some(name.to_owned());
        }
        (.., Some(author)) if pattern.author.is_none() => pattern.author = Some(author.to_owned()),
        _ => {
            let comment = line.after("#D").or_else(|| line.after("#C")).or_else(|| line.after("#"));
            pattern.comments.extend(comment.map(str::to_owned));
        }
    }
    Ok(())
}

/// Reads a column or a row: a 64-bit integer.
pub(super) fn coordinate(source: &Source, line: &Line<'_>, word: &str) -> Result<i64, Diagnostic> {
    word.parse().map_err(|_| {
        let shown: String = word.chars().take(40).collect();
        let message = format!("`{}` is not a column or row", printable(&shown));
        let expected = format!("a whole number from {} to {}", i64::MIN, i64::MAX);
        line.error_at(source, line.place(word), message).expected(expected)
    })
}

pub(super) fn write(pattern: &Pattern, out: &mut impl Write) -> Result<(), WriteError> {
    let (right, down) = pattern.placement();
    let cells = frame(pattern);
    let (width, height) = (cells.width, cells.height);
    let counted = |from: i64, side: u64, by: &BigInt| {
        let by = i128::try_from(by).ok()?;
        let from = by.checked_add(from.into())?;
        let to = from.checked_add(side.into())?;
        (from >= i64::MIN.into() && to <= i128::from(i64::MAX) + 1).then_some(by)
    };
    let too_large = |limit| WriteError::TooLarge { format: Format::Life106, width, height, limit };
    let place = counted(cells.x, width, &right).zip(counted(cells.y, height, &down));
    let (right, down) = place.ok_or_else(|| match &pattern.position {
        Some(position) => WriteError::Position {
            format: Format::Life106,
            reason: position.outside_64_bits("the coordinates of the format"),
        },
        None => too_large("columns and rows have at most 64 bits"),
    })?;
    if pattern.population() > MOST_LISTED.into() {
        return Err(too_large("at most 10^8 living cells"));
    }
    writeln!(out, "#Life 1.06")?;
    if let Some(rule) = pattern.rule.filter(|&rule| rule != RuleSpec::default()) {
        writeln!(out, "#R {rule}")?;
    }
    for (x, y) in pattern.cells() {
        writeln!(out, "{} {}", i128::from(x) + right, i128::from(y) + down)?;
    }
    Ok(())
}
