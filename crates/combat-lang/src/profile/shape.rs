//! How a key of a profile is declared: its name, the values that it may have, its default, and its
//! purpose.
//!
//! A range, a default or a list of choices could be written in many places: in the code that reads
//! the key, in the documentation, in the schema for editors, in the generator of random profiles.
//! Here, a declaration is a constant, and everything else is derived from it:
//!
//! ```text
//!  Key { name: "crit", shape: Number(0.0, 1.0), default: Number(0.0), what: "critical strike …" }
//!          │
//!          ├─ reader          known keys, range of values, missing value
//!          ├─ variations      range of `--set`, variants and stat weights
//!          ├─ JSON Schema     { "type": "number", "minimum": 0, "maximum": 1 }
//!          ├─ documentation   | `crit` | 0 to 1 | 0 | critical strike … |
//!          └─ random profile  crit = 0.0, or crit = 1.0
//! ```
//!
//! Declarations are constants, so the few functions that build them run during compilation. They
//! are written as loops over arrays because iterators cannot be used there.
//!
//! A declaration covers a single key. If the values or the default of a key depend on another key,
//! the declaration allows every value that is allowed in some profile, and the function that reads
//! the table checks the rest. The default is then [`Default::Required`] or [`Default::Absent`] with
//! the condition as a text. Only a key whose text is exactly `required` is required in every
//! profile.

use std::ops::RangeInclusive;

use quadrille_diagnostics::listed;

use crate::units::{LONGEST, SHORTEST};

/// A table of a profile with its keys.
#[derive(Debug, PartialEq)]
pub struct Table {
    /// The path, in which `NAME` is a name that the profile chooses: `abilities.NAME`. Empty for
    /// the file itself.
    pub path: &'static str,
    /// The keys.
    pub keys: &'static [Key],
    /// The names of the keys.
    pub names: &'static [&'static str],
}

/// A key of a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Key {
    /// The name.
    pub name: &'static str,
    /// The values that the key may have.
    pub shape: Shape,
    /// What holds if the key is missing.
    pub default: Default,
    /// The purpose of the key, in Markdown.
    pub what: &'static str,
}

/// What holds if a key is missing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Default {
    /// The key is required. The text names the exceptions, as in `required, or "below"`.
    Required(&'static str),
    /// The key has this number. The number can be varied although the profile does not contain it.
    Number(f64),
    /// The key has this truth value.
    Flag(bool),
    /// The key has this text.
    Word(&'static str),
    /// The meaning of a missing key, in Markdown.
    Absent(&'static str),
}

/// The values that a key may have. All ranges include their ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A number in a range.
    Number(f64, f64),
    /// A number above 0, and at most this one.
    Above0(f64),
    /// A whole number in a range.
    Whole(u32, u32),
    /// A duration in seconds: 0, or at least [`Shape::SHORTEST`], and at most this number.
    Seconds(f64),
    /// A duration in seconds that is not 0, and at most [`Shape::LONGEST`].
    Positive,
    /// A number in a range; or `[least, most]`, two such numbers in ascending order.
    Range(f64, f64),
    /// A number in a range, or a list of at most [`Shape::MOST_NUMBERS`] such numbers.
    Numbers(f64, f64),
    /// `true` or `false`.
    Flag,
    /// A text, which this noun describes: `a condition`.
    Text(&'static str),
    /// One or several texts, which these nouns describe: `names of abilities`.
    Texts(&'static str),
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// One or several of these texts.
    Choices(&'static [&'static str]),
    /// The name of an item of this kind, which the profile declares: `ability`.
    Name(&'static str),
    /// One or several of such names.
    Names(&'static str),
    /// A table of such names with a number each, which is in a range.
    Amounts(&'static str, f64, f64),
    /// A table of one such name with `[least, most]`, which are in a range.
    Amount(&'static str, f64, f64),
    /// One of two shapes.
    Either(&'static Shape, &'static Shape),
    /// A table with fixed keys, or named tables with them. The text is the path of the table.
    Table(&'static str),
    /// A list of tables with the keys of the table at this path.
    Lines(&'static str),
    /// A table of values of one shape, each with a name that the profile chooses. The noun is that
    /// of the values, in the plural.
    Named(&'static str, &'static Shape),
    /// A table that assigns values to the paths of numbers of the profile. The parts of a path may
    /// also be the keys of nested tables.
    ByPath(&'static str),
    /// A whole number from 0 to 2⁶⁴ − 1.
    Seed,
}

use Shape::{
    Above0, Amount, Amounts, ByPath, Choice, Choices, Either, Flag, Lines, Name, Named, Names, Number,
    Numbers, Positive, Range, Seconds, Seed, Text, Texts, Whole,
};

/// Returns the words of a list of words and their values.
pub(super) const fn words<T: Copy, const COUNT: usize>(
    choices: &[(&'static str, T); COUNT],
) -> [&'static str; COUNT] {
    let mut words = [""; COUNT];
    let mut at = 0;
    while at < COUNT {
        words[at] = choices[at].0;
        at += 1;
    }
    words
}

impl Table {
    /// Returns a key by its name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

impl Shape {
    /// The shortest duration above 0, in seconds.
    pub const SHORTEST: f64 = SHORTEST;
    /// The longest duration, in seconds.
    pub const LONGEST: f64 = LONGEST;
    /// The maximum number of elements of a list of numbers.
    pub const MOST_NUMBERS: usize = 1000;
    /// The maximum number of lines of a list of lines.
    pub const MOST_LINES: usize = 200;

    /// Returns the range of the number, or of each of the numbers; `None` for values without
    /// numbers. Of two shapes, the first one with numbers counts: the second is a name, a word or a
    /// formula in place of the number.
    pub(super) fn numbers(&self) -> Option<RangeInclusive<f64>> {
        match *self {
            Number(low, high)
            | Range(low, high)
            | Numbers(low, high)
            | Amounts(_, low, high)
            | Amount(_, low, high) => Some(low..=high),
            Whole(low, high) => Some(low.into()..=high.into()),
            Seconds(most) | Above0(most) => Some(0.0..=most),
            Positive => Some(0.0..=LONGEST),
            Either(one, other) => one.numbers().or_else(|| other.numbers()),
            Flag
            | Text(_)
            | Choice(_)
            | Choices(_)
            | Name(_)
            | Names(_)
            | Self::Table(_)
            | Lines(_)
            | Named(..)
            | ByPath(_)
            | Texts(_)
            | Seed => None,
        }
    }

    /// Describes the values in Markdown, as in "0 to 10⁹".
    ///
    /// ```
    /// use quadrille_combat_lang::keys::Shape;
    /// assert_eq!(Shape::Number(0.0, 1e9).words(), "0 to 10⁹");
    /// assert_eq!(Shape::Names("buff").words(), "names of buffs");
    /// ```
    pub fn words(&self) -> String {
        match *self {
            Number(low, high) => format!("{} to {}", short(low), short(high)),
            Above0(high) => format!("more than 0, {} at most", short(high)),
            Whole(low, high) if high - low == 1 => format!("{low} or {high}"),
            Whole(low, high) => format!("a whole number, {low} to {high}"),
            Seconds(LONGEST) => "seconds".to_owned(),
            Seconds(most) => format!("seconds, {most} at most"),
            Positive => "seconds, more than 0".to_owned(),
            Range(low, high) => format!("{} to {}, or `[least, most]`", short(low), short(high)),
            Numbers(low, high) => format!("{} to {}, or a list", short(low), short(high)),
            Flag => "`true` or `false`".to_owned(),
            Text(noun) => format!("{noun}, in quotes"),
            Texts(nouns) => format!("one or a list of {nouns}"),
            Choice(words) => quoted(words, "or"),
            Choices(words) => format!("one or several of {}", quoted(words, "and")),
            Name(of) => format!("the name of {} {of}", article(of)),
            Names(of) => format!("names of {}", plural(of)),
            Amounts(of, low, high) => {
                format!("`{{ {} = NUMBER }}`: {} to {}", of.to_uppercase(), short(low), short(high))
            }
            Amount(of, low, high) => {
                format!("`{{ {} = [least, most] }}`: {} to {}", of.to_uppercase(), short(low), short(high))
            }
            Either(one, other) => format!("{}; or {}", one.words(), other.words()),
            Shape::Table(path) => format!("a table, `[{path}]`"),
            Lines(_) => "a list of lines".to_owned(),
            Named(nouns, of) if of.numbers().is_some() => format!("a table of {nouns}: {}", of.words()),
            Named(nouns, _) | ByPath(nouns) => format!("a table of {nouns}"),
            Seed => "a whole number, 0 to 2⁶⁴ − 1".to_owned(),
        }
    }
}

impl Default {
    /// Describes the default in Markdown.
    pub fn words(&self) -> String {
        match *self {
            Self::Required(text) | Self::Absent(text) => text.to_owned(),
            Self::Number(number) => short(number),
            Self::Flag(flag) => format!("`{flag}`"),
            Self::Word(word) => format!("`\"{word}\"`"),
        }
    }
}

/// Formats a number. Large powers of ten are written as powers.
fn short(number: f64) -> String {
    const EXPONENTS: [(f64, &str); 3] = [(1e6, "10⁶"), (1e9, "10⁹"), (1e12, "10¹²")];
    let sign = if number < 0.0 { "−" } else { "" };
    match EXPONENTS.iter().find(|(power, _)| power.total_cmp(&number.abs()).is_eq()) {
        Some((_, text)) => format!("{sign}{text}"),
        None => format!("{sign}{}", number.abs()),
    }
}

/// Joins words in quotes: `"a"`, `"b"` or `"c"`.
fn quoted(words: &[&str], last: &str) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    listed(&words, last)
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    }
}
