//! Reading of TOML files key by key, with a [`Diagnostic`] for every error.
//!
//! The caller declares the known keys of a table, and then reads each value with its type and
//! range. Unknown keys, missing keys, wrong types and numbers out of range are errors with a
//! position in the file:
//!
//! ```
//! use quadrille_diagnostics::{toml::Document, Source};
//!
//! let source = Source::new("game.toml", "[mastermind]\npins = 4\ncolors = 99\n");
//! let document = Document::parse(&source)?;
//! let game = document.root(&["mastermind"])?.required("mastermind")?.table(&["pins", "colors"])?;
//! assert_eq!(game.required("pins")?.integer(1..=16)?, 4);
//! let error = game.required("colors")?.integer(1..=15).unwrap_err();
//! assert_eq!(error.headline(), "game.toml:3:10: `colors` is 99 (expected a whole number from 1 to 15)");
//! # Ok::<(), quadrille_diagnostics::Diagnostic>(())
//! ```

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use ::toml::de::{DeTable, DeValue};

use crate::{Diagnostic, Source};

#[doc(no_inline)]
pub use crate::one_of;

/// A parsed TOML file, whose types and ranges are not checked yet.
///
/// A document owns its data, so it can be kept and read repeatedly.
#[derive(Debug, Clone)]
pub struct Document {
    source: Source,
    root: Entries,
}

/// The entries of a table, in alphabetical order of the keys. Each key is mapped to its span in the
/// file and its value.
type Entries = BTreeMap<Box<str>, (Range<usize>, Node)>;

/// A value and its span in the file.
#[derive(Debug, Clone)]
struct Node {
    span: Range<usize>,
    kind: NodeKind,
}

#[derive(Debug, Clone)]
enum NodeKind {
    Text(Box<str>),
    /// A whole number. `digits` contains the sign and the digits, without the prefix of the radix
    /// and without `_`.
    Integer {
        digits: Box<str>,
        radix: u32,
    },
    Float(Box<str>),
    Boolean(bool),
    Date,
    Array(Vec<Node>),
    Table(Entries),
}

fn entries(table: &DeTable<'_>) -> Entries {
    table
        .iter()
        .map(|(key, value)| {
            (key.get_ref().as_ref().into(), (key.span(), Node::new(value.span(), value.get_ref())))
        })
        .collect()
}

impl Node {
    /// Converts a value of the parser into an owned value. The depth of the recursion is bounded,
    /// because the parser limits the depth of nested values.
    fn new(span: Range<usize>, value: &DeValue<'_>) -> Self {
        let kind = match value {
            DeValue::String(text) => NodeKind::Text(text.as_ref().into()),
            DeValue::Integer(integer) => {
                NodeKind::Integer { digits: integer.as_str().into(), radix: integer.radix() }
            }
            DeValue::Float(float) => NodeKind::Float(float.as_str().into()),
            DeValue::Boolean(boolean) => NodeKind::Boolean(*boolean),
            DeValue::Datetime(_) => NodeKind::Date,
            DeValue::Array(array) => {
                NodeKind::Array(array.iter().map(|value| Self::new(value.span(), value.get_ref())).collect())
            }
            DeValue::Table(table) => NodeKind::Table(entries(table)),
        };
        Self { span, kind }
    }
}

/// A table that contains known keys only. The methods that create such a table refuse unknown keys.
#[derive(Debug, Clone)]
pub struct TomlTable<'d> {
    source: &'d Source,
    entries: &'d Entries,
    /// The span at which errors about missing keys are reported: the header of the table, or the
    /// start of the file.
    place: Range<usize>,
    /// The name of the table in messages, such as `[mastermind]`; empty for the root table.
    name: String,
    known: &'d [&'d str],
}

/// A value, with the name of its key and its position.
#[derive(Debug, Clone)]
pub struct Value<'d> {
    source: &'d Source,
    key: String,
    found: &'d Node,
}

/// An entry of a table whose keys are names that the author of the file chooses.
#[derive(Debug, Clone)]
pub struct Entry<'d> {
    source: &'d Source,
    name: &'d str,
    span: Range<usize>,
    value: Value<'d>,
}

impl<'d> Entry<'d> {
    /// Returns the key that the author chose.
    pub const fn name(&self) -> &'d str {
        self.name
    }

    /// Returns the value of the entry. The key of the value includes the name of the table, as in
    /// `abilities.bolt`.
    pub const fn value(&self) -> &Value<'d> {
        &self.value
    }

    /// Returns an error at the position of the key.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::at(self.source, self.span.clone(), message)
    }
}

impl Document {
    /// Parses a text as TOML 1.1.
    ///
    /// # Errors
    /// A diagnostic at the first position at which the text is not valid TOML.
    pub fn parse(source: &Source) -> Result<Self, Diagnostic> {
        match DeTable::parse(source.text()) {
            Ok(root) => Ok(Self { source: source.clone(), root: entries(root.get_ref()) }),
            Err(error) => Err(not_toml(source, &error)),
        }
    }

    /// Returns the root table of the file. It may contain only the keys in `known`.
    ///
    /// # Errors
    /// A diagnostic at the first unknown key.
    pub fn root<'d>(&'d self, known: &'d [&'d str]) -> Result<TomlTable<'d>, Diagnostic> {
        let table =
            TomlTable { source: &self.source, entries: &self.root, place: 0..0, name: String::new(), known };
        table.refuse_unknown_keys()?;
        Ok(table)
    }

    /// Returns the value of a key of the root table. Unlike [`root`](Self::root), this method does
    /// not check for unknown keys.
    ///
    /// # Errors
    /// The key is missing.
    pub fn required<'d>(&'d self, key: &'d str) -> Result<Value<'d>, Diagnostic> {
        let known = &[];
        TomlTable { source: &self.source, entries: &self.root, place: 0..0, name: String::new(), known }
            .find(key)
    }
}

/// A value that can be inserted at another path of a document, such as an element of a list of
/// values to try. Errors about the inserted value are reported at its original position in the
/// file.
#[derive(Debug, Clone)]
pub struct Replacement {
    node: Node,
    /// The span of the value's original key. Errors about tables that are created for the insertion
    /// are reported at this span.
    key: Range<usize>,
}

impl Replacement {
    /// Returns the value as text: numbers in decimal, and texts without quotes.
    pub fn text(&self) -> String {
        match &self.node.kind {
            NodeKind::Text(text) | NodeKind::Float(text) => text.to_string(),
            NodeKind::Integer { digits, radix: 10 } => digits.to_string(),
            NodeKind::Integer { digits, radix } => u64::from_str_radix(digits, *radix)
                .map_or_else(|_| digits.to_string(), |number| number.to_string()),
            NodeKind::Boolean(boolean) => boolean.to_string(),
            NodeKind::Date => "a date".to_owned(),
            NodeKind::Array(_) => "a list".to_owned(),
            NodeKind::Table(_) => "a table".to_owned(),
        }
    }

    /// Returns whether the value is a text, a number or a boolean, and not a list, table or date.
    pub const fn is_plain(&self) -> bool {
        !matches!(self.node.kind, NodeKind::Array(_) | NodeKind::Table(_) | NodeKind::Date)
    }

    /// Returns the value if it is a number; `None` otherwise.
    pub fn number(&self) -> Option<f64> {
        match &self.node.kind {
            NodeKind::Integer { .. } | NodeKind::Float(_) => self.text().parse().ok(),
            _ => None,
        }
    }

    /// Returns a replacement whose value is the decimal number `text`. Its position in the file is
    /// the position of this replacement.
    #[must_use]
    pub fn with_number(&self, text: &str) -> Self {
        let kind = if text.contains(['.', 'e', 'E']) {
            NodeKind::Float(text.into())
        } else {
            NodeKind::Integer { digits: text.into(), radix: 10 }
        };
        Self { node: Node { span: self.node.span.clone(), kind }, key: self.key.clone() }
    }
}

impl Entry<'_> {
    /// Returns the value of this entry, to be inserted at another path.
    pub fn replacement(&self) -> Replacement {
        Replacement { node: self.value.found.clone(), key: self.span.clone() }
    }

    /// Returns each element of this entry's list, to be inserted at another path; `None` if the
    /// value is not a list.
    pub fn replacements(&self) -> Option<Vec<Replacement>> {
        let NodeKind::Array(elements) = &self.value.found.kind else { return None };
        let replacement = |node: &Node| Replacement { node: node.clone(), key: self.span.clone() };
        Some(elements.iter().map(replacement).collect())
    }
}

impl Document {
    /// Returns a copy of the document with `value` at `path`. All keys of the path except the last
    /// are names of nested tables. Tables that do not exist are created.
    ///
    /// ```
    /// use quadrille_diagnostics::{toml::Document, Source};
    ///
    /// let source = Source::new("game.toml", "[mastermind]\npins = 4\n[try]\npins = [5, 99]\n");
    /// let document = Document::parse(&source)?;
    /// let tried = document.required("try")?.entries()?[0].replacements().unwrap();
    /// let pins = |document: &Document| {
    ///     let game = document.required("mastermind")?.table(&["pins"])?;
    ///     game.required("pins")?.integer(1..=16)
    /// };
    /// assert_eq!(pins(&document.with(&["mastermind", "pins"], &tried[0]).unwrap()), Ok(5));
    /// let error = pins(&document.with(&["mastermind", "pins"], &tried[1]).unwrap()).unwrap_err();
    /// assert!(error.headline().starts_with("game.toml:4:12: `pins` is 99"));
    /// # Ok::<(), quadrille_diagnostics::Diagnostic>(())
    /// ```
    ///
    /// Returns `None` if a key of the path, except the last, belongs to a value that is not a
    /// table, or if the path is empty.
    pub fn with(&self, path: &[&str], value: &Replacement) -> Option<Self> {
        let mut document = self.clone();
        let (last, tables) = path.split_last()?;
        let mut entries = &mut document.root;
        for &table in tables {
            let empty = Node { span: value.key.clone(), kind: NodeKind::Table(Entries::new()) };
            let (_, node) = entries.entry(table.into()).or_insert((value.key.clone(), empty));
            let NodeKind::Table(inner) = &mut node.kind else { return None };
            entries = inner;
        }
        entries.insert((*last).into(), (value.key.clone(), value.node.clone()));
        Some(document)
    }
}

/// Converts an error of the parser into a diagnostic.
fn not_toml(source: &Source, error: &::toml::de::Error) -> Diagnostic {
    let span = error.span().unwrap_or(0..0);
    let at = |message: &str| Diagnostic::at(source, span.clone(), format!("this is not TOML: {message}"));
    // In the parser's message, the description of the expected input follows a comma or is on a
    // second line.
    let message = error.message();
    let (what, expected) = match message.split_once('\n').or_else(|| message.split_once(", ")) {
        Some((what, rest)) => (what, rest.strip_prefix("expected ")),
        None => (message, None),
    };
    let line_ends = source.text().get(span.start..).is_none_or(|rest| {
        rest.trim_start_matches(' ').starts_with(['\n', '\r', '#']) || rest.trim().is_empty()
    });
    let (what, expected) = match what {
        "duplicate key" => ("this key is given twice", Some("each key once")),
        // The parser reports this error even if the value is missing.
        "string values must be quoted" if line_ends => ("the value is missing", Some("a value after `=`")),
        "string values must be quoted" | "invalid boolean" => {
            ("a text without quotes", Some("a text in quotes, a number, true or false"))
        }
        "invalid basic string" | "invalid multi-line basic string" if expected == Some("`\"`") => {
            ("the quote at the end of the text is missing", expected)
        }
        "invalid literal string" if expected == Some("`'`") => {
            ("the quote at the end of the text is missing", expected)
        }
        "missing escaped value" => ("an unknown character after `\\`", expected),
        "key with no value" => ("a key without a value", Some("`=` and a value")),
        "invalid key-value pair" => ("this is not a key", Some("a line such as `key = value`")),
        "unquoted keys cannot be empty" => ("the key is missing", expected),
        "unexpected key or value" => ("unexpected text", Some("the end of the line")),
        "extra `=`" => (what, Some("a value")),
        "missing array opening" => ("`]` without `[`", Some("a value after `=`")),
        "unclosed table" => ("the end of the table's name is missing", expected),
        // If the parser expects "nothing", the message already names the superfluous character.
        _ => (what, expected.filter(|expected| *expected != "nothing")),
    };
    let at = at(what);
    if let Some(expected) = expected { at.expected(expected) } else { at }
}

impl<'d> TomlTable<'d> {
    /// Returns the value of a key that must be present.
    ///
    /// # Errors
    /// The key is missing.
    pub fn required(&self, key: &str) -> Result<Value<'d>, Diagnostic> {
        self.assert_known(key);
        self.find(key)
    }

    /// Returns the value of a key that may be absent.
    pub fn optional(&self, key: &str) -> Option<Value<'d>> {
        self.assert_known(key);
        self.get(key)
    }

    /// Returns the table's keys in alphabetical order.
    pub fn keys(&self) -> impl Iterator<Item = &'d str> {
        self.entries.keys().map(AsRef::as_ref)
    }

    /// Returns an error at the position of the table.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::at(self.source, self.place.clone(), message)
    }

    fn get(&self, key: &str) -> Option<Value<'d>> {
        let (_, found) = self.entries.get(key)?;
        Some(Value { source: self.source, key: key.to_owned(), found })
    }

    fn find(&self, key: &str) -> Result<Value<'d>, Diagnostic> {
        self.get(key).ok_or_else(|| {
            let message = if self.name.is_empty() {
                format!("the key `{key}` is missing")
            } else {
                format!("the key `{key}` is missing in {}", self.name)
            };
            let error = self.error(message).expected(format!("`{key} = …`"));
            match crate::nearest(key, self.keys()) {
                Some(read) => error.help(format!("there is a key `{read}`; is it meant to be `{key}`?")),
                None => error,
            }
        })
    }

    /// Panics in debug builds if a key that the program reads was not declared. A file with this
    /// key would be refused because of an unknown key.
    fn assert_known(&self, key: &str) {
        debug_assert!(
            self.known.contains(&key),
            "`{key}` is read but not among the known keys {:?}",
            self.known
        );
    }

    fn refuse_unknown_keys(&self) -> Result<(), Diagnostic> {
        let unknown = self
            .entries
            .iter()
            .map(|(key, (span, _))| (key.as_ref(), span))
            .filter(|(key, _)| !self.known.contains(key))
            .min_by_key(|(_, span)| span.start);
        let Some((read, span)) = unknown else { return Ok(()) };
        let place = if self.name.is_empty() { String::new() } else { format!(" in {}", self.name) };
        Err(Diagnostic::at(self.source, span.clone(), format!("unknown key `{}`{place}", cut(read)))
            .expected(one_of(self.known))
            .suggest(read, self.known.iter().copied()))
    }
}

impl<'d> Value<'d> {
    /// Returns the value as a whole number in `range`. Numbers up to `u64::MAX`, the prefixes `0x`,
    /// `0o` and `0b`, and the separator `_` are accepted.
    ///
    /// # Errors
    /// A diagnostic if the value is not a whole number or is outside the range.
    pub fn integer(&self, range: RangeInclusive<u64>) -> Result<u64, Diagnostic> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        let NodeKind::Integer { digits, radix } = &self.found.kind else {
            return Err(self.wrong_type(&expected));
        };
        // Numbers that are negative or too large for `u64` are outside of every range.
        match u64::from_str_radix(digits, *radix) {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(self.error(format!("`{}` is {}", self.key, self.written())).expected(expected)),
        }
    }

    /// Returns the value as a number in `range`. The number need not be whole.
    ///
    /// # Errors
    /// A diagnostic if the value is not a number, not finite, or outside the range.
    pub fn number(&self, range: RangeInclusive<f64>) -> Result<f64, Diagnostic> {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        let number = match &self.found.kind {
            NodeKind::Float(float) => float.parse::<f64>().ok(),
            NodeKind::Integer { digits, radix } => {
                i64::from_str_radix(digits, *radix).ok().map(|integer| integer as f64)
            }
            _ => return Err(self.wrong_type(&expected)),
        };
        match number {
            Some(number) if range.contains(&number) => Ok(number),
            _ => Err(self.error(format!("`{}` is {}", self.key, self.written())).expected(expected)),
        }
    }

    /// Returns the value as a boolean.
    ///
    /// # Errors
    /// A diagnostic if the value is not a boolean.
    pub fn boolean(&self) -> Result<bool, Diagnostic> {
        match self.found.kind {
            NodeKind::Boolean(boolean) => Ok(boolean),
            _ => Err(self.wrong_type("true or false")),
        }
    }

    /// Returns the value as a text.
    ///
    /// # Errors
    /// A diagnostic if the value is not a text. `expected` describes the expected text in the
    /// message.
    pub fn string(&self, expected: &str) -> Result<&'d str, Diagnostic> {
        self.text().ok_or_else(|| self.wrong_type(expected))
    }

    /// Looks up the value in the list `names`, and returns its index in this list.
    ///
    /// # Errors
    /// A diagnostic if the value is not a text or not one of the names. The diagnostic suggests the
    /// most similar name.
    pub fn choice(&self, names: &[&str]) -> Result<usize, Diagnostic> {
        let read = self.string(&one_of(names))?;
        names.iter().position(|&name| name == read).ok_or_else(|| {
            self.error(format!("`{}` is \"{}\"", self.key, cut(read)))
                .expected(one_of(names))
                .suggest(read, names.iter().copied())
        })
    }

    /// Returns the elements of an array. The key of an element is the key of the array and a
    /// number, counted from 1, as in `strategies[2]`.
    ///
    /// # Errors
    /// A diagnostic if the value is not an array. `expected` describes the expected array in the
    /// message.
    pub fn array(&self, expected: &str) -> Result<Vec<Value<'d>>, Diagnostic> {
        let NodeKind::Array(elements) = &self.found.kind else { return Err(self.wrong_type(expected)) };
        let name = |index: usize| format!("{}[{}]", self.key, index + 1);
        Ok(elements
            .iter()
            .enumerate()
            .map(|(index, found)| Value { source: self.source, key: name(index), found })
            .collect())
    }

    /// Returns the value as a table. It may contain only the keys in `known`.
    ///
    /// # Errors
    /// A diagnostic if the value is not a table, or has an unknown key.
    pub fn table(&self, known: &'d [&'d str]) -> Result<TomlTable<'d>, Diagnostic> {
        let name = format!("[{}]", self.key);
        let NodeKind::Table(entries) = &self.found.kind else {
            return Err(self.wrong_type(&format!("a table {name}")));
        };
        let table = TomlTable { source: self.source, entries, place: self.found.span.clone(), name, known };
        table.refuse_unknown_keys()?;
        Ok(table)
    }

    /// Returns the entries of a table whose keys are names that the author of the file chooses, in
    /// the order of the file.
    ///
    /// ```
    /// use quadrille_diagnostics::{toml::Document, Source};
    ///
    /// let source = Source::new("team.toml", "[players.zoe]\nrank = 1\n[players.adam]\nrank = 2\n");
    /// let document = Document::parse(&source)?;
    /// let players = document.required("players")?.entries()?;
    /// assert_eq!(players.iter().map(|player| player.name()).collect::<Vec<_>>(), ["zoe", "adam"]);
    /// assert_eq!(players[1].value().table(&["rank"])?.required("rank")?.integer(1..=9)?, 2);
    /// # Ok::<(), quadrille_diagnostics::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// A diagnostic if the value is not a table.
    pub fn entries(&self) -> Result<Vec<Entry<'d>>, Diagnostic> {
        let NodeKind::Table(table) = &self.found.kind else {
            return Err(self.wrong_type(&format!("a table [{}]", self.key)));
        };
        let mut entries: Vec<Entry<'d>> = table
            .iter()
            .map(|(name, (span, found))| Entry {
                source: self.source,
                name,
                span: span.clone(),
                value: Value { source: self.source, key: format!("{}.{name}", self.key), found },
            })
            .collect();
        entries.sort_by_key(|entry| entry.span.start);
        Ok(entries)
    }

    /// Returns the key of this value.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns an error at the position of this value.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::at(self.source, self.found.span.clone(), message)
    }

    /// Returns an error at the bytes `within` of a text value. If the file contains escapes in the
    /// text, the position of these bytes in the file is unknown, and the error refers to the whole
    /// value.
    pub fn error_within(&self, within: Range<usize>, message: impl Into<String>) -> Diagnostic {
        let quote = self.found.span.start + 1;
        match self.text() {
            Some(text) if self.source.text().get(quote..quote + text.len()) == Some(text) => {
                Diagnostic::at(self.source, quote + within.start..quote + within.end, message)
            }
            _ => self.error(message),
        }
    }

    fn text(&self) -> Option<&'d str> {
        match &self.found.kind {
            NodeKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value as written in the file, shortened for a message.
    fn written(&self) -> String {
        let range = self.source.text().get(self.found.span.clone()).is_some_and(|text| text.starts_with('{'));
        match &self.found.kind {
            // The span contains a range such as `{ from = 1, … }`. The number was generated from
            // this range (see `with_number`), and the file does not contain the number itself.
            NodeKind::Integer { digits: number, .. } | NodeKind::Float(number) if range => {
                return number.to_string();
            }
            _ => {}
        }
        cut(self.source.text().get(self.found.span.clone()).unwrap_or_default())
    }

    fn wrong_type(&self, expected: &str) -> Diagnostic {
        let is = match self.found.kind {
            NodeKind::Text(_) => "a text",
            NodeKind::Integer { .. } => "a whole number",
            NodeKind::Float(_) => "a number with a fraction",
            NodeKind::Boolean(true) => "`true`",
            NodeKind::Boolean(false) => "`false`",
            NodeKind::Date => "a date",
            NodeKind::Array(_) => "an array",
            NodeKind::Table(_) => "a table",
        };
        self.error(format!("`{}` is {is}", self.key)).expected(expected)
    }
}

/// Shortens a text from the file for a message, to one line with at most the first 40 characters.
fn cut(text: &str) -> String {
    const MOST: usize = 40;
    let start: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() { start + "…" } else { start }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn headline(text: &str, read: impl Fn(&Document) -> Result<(), Diagnostic>) -> String {
        let source = Source::new("f.toml", text);
        Document::parse(&source).and_then(|document| read(&document)).unwrap_err().headline()
    }

    #[test]
    fn what_is_not_toml_is_refused_with_its_place() {
        let line = headline("pins = \n", |_| Ok(()));
        assert_eq!(line, "f.toml:1:8: this is not TOML: the value is missing (expected a value after `=`)");
        let line = headline("a = 1\na = 2\n", |_| Ok(()));
        assert_eq!(line, "f.toml:2:1: this is not TOML: this key is given twice (expected each key once)");
        let line = headline("a = b c\n", |_| Ok(()));
        assert!(line.starts_with("f.toml:1:5: this is not TOML: a text without quotes"), "{line}");
        let messages = [
            ("a = \"b", "the quote at the end of the text is missing (expected `\"`)"),
            ("a = 'b", "the quote at the end of the text is missing (expected `'`)"),
            ("a \"b\"", "a key without a value (expected `=` and a value)"),
            ("a = \"b\" c", "unexpected text (expected the end of the line)"),
            ("a = true1", "a text without quotes (expected a text in quotes, a number, true or false)"),
            ("a == 1", "extra `=` (expected a value)"),
            ("a = 01", "unexpected leading zero"),
            ("a = ]", "`]` without `[` (expected a value after `=`)"),
            ("[a", "the end of the table's name is missing (expected `]`)"),
            ("{ \"a\": 1 }", "this is not a key (expected a line such as `key = value`)"),
        ];
        for (text, expected) in messages {
            let line = headline(text, |_| Ok(()));
            let message = line.split_once("this is not TOML: ").expect("a place before it").1;
            assert_eq!(message, expected, "{text}");
        }
    }

    #[test]
    fn the_first_unknown_key_of_the_file_is_named() {
        assert_eq!(
            headline("zeta = 1\npinz = 2\n", |d| d.root(&["pins", "colors"]).map(drop)),
            "f.toml:1:1: unknown key `zeta` (expected `pins` or `colors`)"
        );
        assert_eq!(
            headline("pins = 1\n[g]\ncolours = 2\n", |d| {
                d.root(&["pins", "g"])?.required("g")?.table(&["colors"]).map(drop)
            }),
            "f.toml:3:1: unknown key `colours` in [g] (expected `colors`); did you mean `colors`?"
        );
    }

    #[test]
    fn a_missing_key_asks_about_its_likely_misspelling() {
        assert_eq!(
            headline("knd = \"x\"\n", |d| d.required("kind").map(drop)),
            "f.toml:1:1: the key `kind` is missing (expected `kind = …`); there is a key `knd`; is it meant to be `kind`?"
        );
        assert_eq!(
            headline("# a game\n[g]\n", |d| {
                d.root(&["g"])?.required("g")?.table(&["pins"])?.required("pins").map(drop)
            }),
            "f.toml:2:1: the key `pins` is missing in [g] (expected `pins = …`)"
        );
    }

    #[test]
    fn numbers_keep_their_range() {
        let source = Source::new(
            "f.toml",
            "a = 18446744073709551615\nb = -1\nc = 0x1F\nd = 18446744073709551616\ne = 1_000",
        );
        let document = Document::parse(&source).unwrap();
        let root = document.root(&["a", "b", "c", "d", "e"]).unwrap();
        let integer =
            |key: &str| root.required(key).unwrap().integer(0..=u64::MAX).map_err(|e| e.message().to_owned());
        assert_eq!(integer("a"), Ok(u64::MAX));
        assert_eq!(integer("b"), Err("`b` is -1".to_owned()));
        assert_eq!(integer("c"), Ok(31));
        assert_eq!(integer("d"), Err("`d` is 18446744073709551616".to_owned()));
        assert_eq!(integer("e"), Ok(1000));
    }

    #[test]
    fn floats_are_finite_and_within_range() {
        let source = Source::new("f.toml", "a = nan\nb = 0.5\nc = 1\nd = inf\n");
        let document = Document::parse(&source).unwrap();
        let root = document.root(&["a", "b", "c", "d"]).unwrap();
        let number = |key: &str| root.required(key).unwrap().number(0.0..=1.0).ok();
        assert_eq!([number("a"), number("b"), number("c"), number("d")], [None, Some(0.5), Some(1.0), None]);
    }

    #[test]
    fn types_are_named() {
        let read = |text: &str, f: fn(Value<'_>) -> Result<(), Diagnostic>| {
            headline(text, |d| f(d.root(&["a"])?.required("a")?))
        };
        assert_eq!(
            read("a = \"4\"", |v| v.integer(1..=9).map(drop)),
            "f.toml:1:5: `a` is a text (expected a whole number from 1 to 9)"
        );
        assert_eq!(
            read("a = 1", |v| v.boolean().map(drop)),
            "f.toml:1:5: `a` is a whole number (expected true or false)"
        );
        assert_eq!(
            read("a = 1.5", |v| v.string("a codeword").map(drop)),
            "f.toml:1:5: `a` is a number with a fraction (expected a codeword)"
        );
        assert_eq!(
            read("a = 1", |v| v.table(&[]).map(drop)),
            "f.toml:1:5: `a` is a whole number (expected a table [a])"
        );
        assert_eq!(
            read("a = \"knut\"", |v| v.choice(&["knuth", "entropy"]).map(drop)),
            "f.toml:1:5: `a` is \"knut\" (expected `knuth` or `entropy`); did you mean `knuth`?"
        );
        assert_eq!(
            read("a = [1, \"x\"]", |v| v.array("numbers")?[1].integer(0..=9).map(drop)),
            "f.toml:1:9: `a[2]` is a text (expected a whole number from 0 to 9)"
        );
    }

    #[test]
    fn a_place_within_a_text_is_shown_where_the_file_spells_it_out() {
        let place = |text: &str| headline(text, |d| Err(d.required("a")?.error_within(2..3, "no")));
        assert_eq!(place("a = \"11x2\""), "f.toml:1:8: no");
        assert_eq!(place("a = \"\\u0031\\u0031x2\""), "f.toml:1:5: no");
        assert_eq!(place("a = \"\"\"11x2\"\"\""), "f.toml:1:5: no");
    }

    proptest! {
        /// The reader does not panic on any text.
        #[test]
        fn any_text_is_read_or_refused(text in "([a-c\\[\\]=\". 0-9x_{}#-]|\n|é){0,60}") {
            let source = Source::new("any", text);
            if let Ok(document) = Document::parse(&source) {
                let _ = document.root(&["a", "b"]).map(|root| {
                    for value in ["a", "b"].into_iter().filter_map(|key| root.optional(key)) {
                        let _ = (value.integer(0..=9), value.number(0.0..=1.0), value.boolean(), value.choice(&["x"]));
                        let _ = (value.array("x").map(|v| v.len()), value.table(&["a"]).map(drop));
                        let _ = value.error_within(1..2, "x").to_string();
                    }
                });
            } else {
                prop_assert!(Document::parse(&source).unwrap_err().headline().starts_with("any:"));
            }
        }
    }
}
