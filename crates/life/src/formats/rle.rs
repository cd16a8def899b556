//! Run-length encoded patterns (`.rle`), as Golly reads and writes them.
//!
//! A header `x = 3, y = 3, rule = B3/S23` is followed by runs: a count, omitted if 1, and `b` for
//! dead cells, `o` for living ones or `$` for the end of a row; `!` ends the pattern. Lines that
//! begin with `#` are comments: `#N` is the name, `#O` the author, `#C` a comment, `#r` the rule if
//! the header has none, and `#CXRLE Pos=-3,5 Gen=100` the position and the generation. The rule may
//! end in bounds, such as `:P20,30` or `:T20,30`. Text after the `!` is kept as comments. The
//! format follows the `LifeWiki` and Golly's help.
//!
//! The reader always accepts a missing header, `.` for `b` and `A` for `o`, white space between
//! runs, and line breaks anywhere, even between a count and its letter or within a count. Rules
//! that mark cells, such as `LifeHistory`, have further states: states 2 to 24 are `B` to `X`,
//! states from 25 on are `pA` to `pX` and so forth. [`States`](crate::States) determines in which
//! states a cell is alive.
//!
//! [Lenient](super::Tolerance::Lenient) reading accepts the following with a warning, whereas Golly
//! accepts them silently: other letters, which are living cells; living cells outside the size in
//! the header; a missing `!`; white space before a `#`; a repeated neighbour count in the rule, as
//! in `B33/S23`. The reader always rejects states of two letters under rules of two states, and a
//! count without a letter.
//!
//! Generations, and the columns and rows of positions, have at most 1000 digits.

use std::io::Write;
use std::ops::Range;

use quadrille_diagnostics::{Diagnostic, Source, printable};

use super::lines::{self, Line};
use super::rules::{CellStates, Rules};
use super::{Format, MOST_SIDE, WriteError, frame};
use crate::pattern::{Pattern, Span};
use crate::position::PositionError;
use crate::rule::States;

/// The maximum number of digits of a generation.
const MOST_DIGITS: usize = 1000;
/// The maximum number of characters per line of runs.
const LINE: usize = 70;

pub(super) fn read(
    source: &Source,
    rules: &mut Rules,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Pattern, Diagnostic> {
    let mut pattern = Pattern::default();
    let mut body = Body::default();
    // The rule of a comment line, used if the header has none.
    let (mut remark_rule, mut blank) = (None, false);
    for line in lines::of(source) {
        if body.ended {
            if !line.text.trim().is_empty() {
                pattern.comments.push(line.after("#C").unwrap_or(line.text).to_owned());
            }
        } else if line.text.trim_start().starts_with('#') {
            let remark = line.trimmed_start();
            if remark.start > line.start && !blank {
                blank = true;
                let warning = line.error_at(source, 0..remark.start - line.start, "white space before `#`");
                warnings.push(warning.expected("`#` at the beginning of the line"));
            }
            if let Some(text) = remark.after("#r") {
                remark_rule = Some((remark, text.trim()));
            } else {
                read_remark(source, &remark, &mut pattern)?;
            }
        } else if body.is_empty() && pattern.size.is_none() && line.text.trim_start().starts_with('x') {
            read_header(source, &line, &mut pattern, rules, warnings)?;
        } else {
            if let (None, Some((line, text))) = (pattern.rule, remark_rule.take()) {
                pattern.rule = Some(rules.read(source, &line, text, warnings)?);
            }
            body.read_line(source, &line, pattern.size, rules, warnings)?;
        }
        if let (true, Some(after)) = (body.ended, body.after.take()) {
            let rest = line.text[after..].trim();
            pattern.comments.extend((!rest.is_empty()).then(|| rest.to_owned()));
        }
    }
    if let (None, Some((line, text))) = (pattern.rule, remark_rule) {
        pattern.rule = Some(rules.read(source, &line, text, warnings)?);
    }
    body.check_end(source, pattern.size.is_some(), warnings)?;
    if let (Some((width, height)), Some((right, down))) = (pattern.size, body.beyond) {
        pattern.size = Some((width.max(right), height.max(down)));
    }
    if pattern.rule.is_none() {
        pattern.rule = rules.instead_of(None);
    }
    Ok(pattern.with_spans(body.spans))
}

fn read_remark(source: &Source, line: &Line<'_>, pattern: &mut Pattern) -> Result<(), Diagnostic> {
    if let Some(extended) = line.text.strip_prefix("#CXRLE") {
        return read_extended(source, line, extended, pattern);
    }
    match (line.after("#N"), line.after("#O")) {
        (Some(name), _) if pattern.name.is_none() => pattern.name = Some(name.to_owned()),
        (_, Some(author)) if pattern.author.is_none() => pattern.author = Some(author.to_owned()),
        _ => {
            let comment = line.after("#C").or_else(|| line.after("#c")).or_else(|| line.after("#"));
            pattern.comments.extend(comment.map(str::to_owned));
        }
    }
    Ok(())
}

/// Reads position and generation from words such as `Pos=-3,5 Gen=100`, in any order. Other words
/// are ignored.
fn read_extended(
    source: &Source,
    line: &Line<'_>,
    words: &str,
    pattern: &mut Pattern,
) -> Result<(), Diagnostic> {
    for word in words.split_ascii_whitespace() {
        let wrong = |expected: &str| {
            let shown: String = printable(word).chars().take(40).collect();
            let message = format!("`{shown}` is not understood");
            line.error_at(source, line.place(word), message).expected(expected)
        };
        match word.split_once('=') {
            Some(("Pos", place)) => {
                pattern.position = Some(place.parse().map_err(|error| match error {
                    PositionError::Digits => wrong("a column and a row of up to 1000 digits"),
                    _ => wrong("a column and a row, such as Pos=-3,5"),
                })?);
            }
            Some(("Gen", generation)) => {
                let digits = generation.bytes().all(|byte| byte.is_ascii_digit());
                if generation.is_empty() || !digits || generation.len() > MOST_DIGITS {
                    return Err(wrong("a number of up to 1000 digits, such as Gen=100"));
                }
                pattern.generation = Some(generation.to_owned());
            }
            _ => {}
        }
    }
    Ok(())
}

/// Reads a header, such as `x = 3, y = 3, rule = B3/S23:T30,20`. The rule itself may contain a
/// comma.
fn read_header(
    source: &Source,
    line: &Line<'_>,
    pattern: &mut Pattern,
    rules: &mut Rules,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let mut fields = line.text.splitn(3, ',');
    let mut value = |key: &str| match fields.next().map(|field| (field, field.split_once('='))) {
        Some((_, Some((name, value)))) if name.trim() == key => Ok(Some(value.trim())),
        None if key == "rule" => Ok(None),
        Some((field, None)) if key == "rule" && field.trim().is_empty() => Ok(None),
        Some((field, Some((name, _)))) if key == "rule" && name.trim() == "z" => {
            let place = line.place(field.trim());
            let message = "a three-dimensional pattern (.rle3) is not supported";
            Err(line.error_at(source, place, message).expected("`rule = …`"))
        }
        found => {
            let place = found.map_or(line.text.len()..line.text.len(), |(field, _)| line.place(field.trim()));
            let expected = format!("`{key} = …`, as in `x = 3, y = 3, rule = B3/S23`");
            Err(line.error_at(source, place, "the header is not understood").expected(expected))
        }
    };
    let (x, y, rule) = (value("x")?, value("y")?, value("rule")?);
    // Like Golly, accept a comma at the end of the header, with or without a rule.
    let rule = rule.map(|rule| rule.strip_suffix(',').unwrap_or(rule).trim_end());
    let side = |text: Option<&str>| {
        let text = text.unwrap_or_default();
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let side = text.parse().ok().filter(|&side: &u64| digits && side <= MOST_SIDE);
        side.ok_or_else(|| {
            let message = format!("a pattern cannot be `{}` cells wide or high", printable(text));
            line.error_at(source, line.place(text), message).expected(format!("0 to {MOST_SIDE}"))
        })
    };
    pattern.size = Some((side(x)?, side(y)?));
    pattern.rule = rule.map(|rule| rules.read(source, line, rule, warnings)).transpose()?;
    Ok(())
}

/// The runs read so far.
#[derive(Default)]
struct Body {
    spans: Vec<Span>,
    /// The column of the next cell.
    x: u64,
    /// The row of the next cell.
    y: u64,
    /// The count of the next run, as far as its digits have been read, and the place of these
    /// digits in the source. The count may continue on the next line.
    count: Option<(u64, Range<usize>)>,
    /// The first letter of a two-letter state, and its place in the source.
    prefix: Option<(u8, usize)>,
    ended: bool,
    /// The position after the `!`, in bytes from the start of its line.
    after: Option<usize>,
    /// The columns and rows that the pattern needs if living cells lie outside the size in the
    /// header.
    beyond: Option<(u64, u64)>,
    /// Whether a letter other than `b` and `o` has been read.
    lettered: bool,
}

/// The meaning of a run's letter.
enum Tag {
    Cells { alive: bool },
    Row,
    End,
}

impl Body {
    const fn is_empty(&self) -> bool {
        self.spans.is_empty() && self.x == 0 && self.y == 0 && self.count.is_none() && self.prefix.is_none()
    }

    /// Checks for incomplete input at the end of the text.
    fn check_end(
        &self,
        source: &Source,
        header: bool,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<(), Diagnostic> {
        if let Some((_, at)) = &self.count {
            return Err(count_alone(source, at.clone()));
        }
        if let Some((_, at)) = self.prefix {
            let message = "the second letter of a state is missing";
            return Err(Diagnostic::at(source, at..at + 1, message).expected("`A` to `X`"));
        }
        if !self.ended {
            let end = source.text().len();
            let warning =
                Diagnostic::at(source, end..end, "the pattern has no end").expected("more runs, or `!`");
            // Without a header and without `!`, the text must have living cells to be a pattern.
            if !header && self.spans.is_empty() {
                return Err(warning);
            }
            warnings.push(warning);
        }
        Ok(())
    }

    fn read_line(
        &mut self,
        source: &Source,
        line: &Line<'_>,
        size: Option<(u64, u64)>,
        rules: &mut Rules,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let bytes = line.text.trim_end().as_bytes();
        // White space at both ends of a line belongs to the line break.
        let blank = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        for (&byte, at) in bytes.iter().zip(0..).skip(blank) {
            if byte.is_ascii_digit() && self.prefix.is_none() {
                let place = line.start + at;
                let (count, from) =
                    self.count.take().map_or((0u64, place), |(count, from)| (count, from.start));
                // A count that saturates is too large in any case.
                let count = count.saturating_mul(10).saturating_add(u64::from(byte - b'0'));
                self.count = Some((count, from..place + 1));
                continue;
            }
            if byte.is_ascii_whitespace() && self.prefix.is_none() {
                if let Some((_, at)) = self.count.take() {
                    return Err(count_alone(source, at));
                }
                continue;
            }
            let next = bytes.get(at + 1).copied();
            let many = rules.states != CellStates::Of(States::Two);
            if many && self.prefix.is_none() && matches!(byte, b'p'..=b'y') {
                self.prefix = Some((byte, line.start + at));
                continue;
            }
            let Some(tag) = self.tag(source, line, (byte, next, at), rules, warnings)? else {
                return Err(unknown(source, line, at));
            };
            let (count, place) = self.run(source, line, at)?;
            match tag {
                Tag::Cells { alive: true } => self.live(source, line, &place, count, size, warnings)?,
                Tag::Cells { alive: false } => self.x = self.x.saturating_add(count),
                Tag::Row => (self.x, self.y) = (0, self.y.saturating_add(count)),
                Tag::End => {
                    (self.ended, self.after) = (true, Some(at + 1));
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns the meaning of the letter at the position `at` of a line; `None` if the letter has
    /// no meaning there.
    fn tag(
        &mut self,
        source: &Source,
        line: &Line<'_>,
        (byte, next, at): (u8, Option<u8>, usize),
        rules: &mut Rules,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<Option<Tag>, Diagnostic> {
        let place = at..at + 1;
        let state = match (self.prefix.take(), byte) {
            (Some((first, _)), b'A'..=b'X') => 24 * u64::from(first - b'o') + u64::from(byte - b'A') + 1,
            (Some(_), _) => return Ok(None),
            (None, b'$') => return Ok(Some(Tag::Row)),
            (None, b'!') => return Ok(self.count.is_none().then_some(Tag::End)),
            (None, b'b' | b'.') => 0,
            (None, b'o' | b'A') => 1,
            (None, b'B'..=b'X') if rules.states != CellStates::Of(States::Two) => u64::from(byte - b'A') + 1,
            (None, letter) => {
                // Two letters denote a state beyond the first 24.
                let two = matches!(letter, b'p'..=b'y') && next.is_some_and(|next| next.is_ascii_uppercase());
                let marks = matches!(rules.states, CellStates::Of(states) if states != States::Two);
                if !letter.is_ascii_alphabetic() || two || marks {
                    return Ok(None);
                }
                if !std::mem::replace(&mut self.lettered, true) {
                    let message = format!("`{}` is read as a living cell", char::from(letter));
                    let warning = line.error_at(source, place, message);
                    warnings.push(warning.expected("`b` for dead cells, `o` for living ones"));
                }
                return Ok(Some(Tag::Cells { alive: true }));
            }
        };
        let alive = rules.is_alive(source, line, &place, state)?;
        Ok(Some(Tag::Cells { alive }))
    }

    /// Returns the count of the run that ends with the letter at `at`, and the range of the run
    /// within the line.
    fn run(
        &mut self,
        source: &Source,
        line: &Line<'_>,
        at: usize,
    ) -> Result<(u64, Range<usize>), Diagnostic> {
        let (count, from) = self.count.take().map_or((1, line.start + at), |(count, at)| (count, at.start));
        let place = from.saturating_sub(line.start)..at + 1;
        if count == 0 {
            return Err(line.error_at(source, place, "a run of length 0").expected("a count of 1 or more"));
        }
        Ok((count, place))
    }

    /// Adds a run of living cells, after checking its position.
    fn live(
        &mut self,
        source: &Source,
        line: &Line<'_>,
        place: &Range<usize>,
        count: u64,
        size: Option<(u64, u64)>,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let (width, height) = size.unwrap_or((MOST_SIDE, MOST_SIDE));
        let (column, row) = (self.x.saturating_add(count), self.y.saturating_add(1));
        if column > width || row > height {
            let message = format!("a living cell in column {column} of row {row}");
            let wrong = line.error_at(source, place.clone(), message);
            if column > MOST_SIDE || row > MOST_SIDE {
                return Err(wrong.expected(format!("{MOST_SIDE} columns and rows at most")));
            }
            if self.beyond.is_none() {
                warnings.push(wrong.expected(format!("cells within the header's {width} × {height}")));
            }
            let (right, down) = self.beyond.unwrap_or_default();
            self.beyond = Some((right.max(column), down.max(row)));
        }
        super::keep(&mut self.spans, Span { y: self.y as i64, x: self.x as i64, length: count }, source)?;
        self.x = column;
        Ok(())
    }
}

/// The letters of runs and their meaning, for messages.
const TAGS: &str =
    "`b` for dead cells, `o` for living ones, `$` for the end of a row, or `!` for the pattern's end";

/// Returns the error of a count without a letter.
fn count_alone(source: &Source, at: Range<usize>) -> Diagnostic {
    let digits: String = source.text()[at.clone()].chars().filter(char::is_ascii_digit).take(40).collect();
    let message = format!("the count {digits} has no letter");
    Diagnostic::at(source, at, message).expected(TAGS)
}

/// Returns the error of a character that is not part of a run.
fn unknown(source: &Source, line: &Line<'_>, at: usize) -> Diagnostic {
    let found = line.text[at..].chars().next().unwrap_or_default();
    let shown = printable(found.encode_utf8(&mut [0; 4]));
    let message = match found {
        '!' => "`!` cannot have a count".to_owned(),
        'B'..='X' | 'p'..='y' => format!("`{shown}` is a state of rules with more than two states"),
        _ => format!("`{shown}` is not a cell"),
    };
    line.error_at(source, at..at + found.len_utf8(), message).expected(TAGS)
}

pub(super) fn write(pattern: &Pattern, out: &mut impl Write) -> Result<(), WriteError> {
    let frame = frame(pattern);
    let (width, height) = (frame.width, frame.height);
    if width.max(height) > MOST_SIDE {
        let limit = "at most 999999999 columns and rows";
        return Err(WriteError::TooLarge { format: Format::Rle, width, height, limit });
    }
    // Golly searches for the `#CXRLE` line only in the first lines of a file, so this line is
    // written first.
    let position = pattern.position.as_ref().map(|position| format!(" Pos={position}"));
    let generation = pattern.generation.as_ref().map(|generation| format!(" Gen={generation}"));
    if position.is_some() || generation.is_some() {
        writeln!(out, "#CXRLE{}{}", position.unwrap_or_default(), generation.unwrap_or_default())?;
    }
    let remarks = [("#N", pattern.name.as_ref()), ("#O", pattern.author.as_ref())]
        .into_iter()
        .chain(pattern.comments.iter().map(|comment| ("#C", Some(comment))));
    for (mark, text) in remarks.filter_map(|(mark, text)| Some((mark, text?))) {
        writeln!(out, "{}", format!("{mark} {}", printable(text)).trim_end())?;
    }
    let rule = pattern.rule.map(|rule| format!(", rule = {rule}"));
    writeln!(out, "x = {width}, y = {height}{}", rule.unwrap_or_default())?;

    let mut runs = Runs { out, column: 0 };
    let mut y = frame.y;
    for row in pattern.spans().chunk_by(|a, b| a.y == b.y) {
        runs.write((row[0].y - y) as u64, '$')?;
        y = row[0].y;
        let mut x = frame.x;
        for span in row {
            runs.write((span.x - x) as u64, 'b')?;
            runs.write(span.length, 'o')?;
            // The sum saturates only if the span ends at the last column; then no other span
            // follows in this row.
            x = span.x.saturating_add(span.length as i64);
        }
    }
    runs.write(1, '!')?;
    writeln!(out)?;
    Ok(())
}

/// A writer of runs, which breaks long lines.
struct Runs<'o, W> {
    out: &'o mut W,
    /// The length of the current line.
    column: usize,
}

impl<W: Write> Runs<'_, W> {
    fn write(&mut self, count: u64, tag: char) -> Result<(), WriteError> {
        let run = match count {
            0 => return Ok(()),
            1 => tag.to_string(),
            _ => format!("{count}{tag}"),
        };
        if self.column + run.len() > LINE {
            writeln!(self.out)?;
            self.column = 0;
        }
        self.column += run.len();
        write!(self.out, "{run}")?;
        Ok(())
    }
}
