//! Reads one table: types, ranges, names, and the dotted path of every number.
//!
//! Every number of a profile has a path, such as `actor.crit` or `abilities.bolt.damage.0`. Reading
//! a number through a [`Section`] registers it under its path and applies an override, if there is
//! one. Variants and stat weights are based on these overrides alone.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{TomlTable, Value};

use super::shape::{Default, Key, Shape, Table};
use crate::names::List;
use crate::units::SHORTEST;

/// State shared by the reading of all tables.
#[derive(Debug, Default)]
pub(super) struct Ledger<'o> {
    /// Values that replace those of the file, by path.
    overrides: BTreeMap<&'o str, f64>,
    /// All numbers read, in reading order.
    numbers: RefCell<Vec<(String, f64)>>,
}

impl<'o> Ledger<'o> {
    pub(super) fn new(overrides: &'o [(String, f64)]) -> Self {
        Self {
            overrides: overrides.iter().map(|(path, value)| (path.as_str(), *value)).collect(),
            numbers: RefCell::default(),
        }
    }

    /// Registers a number under its path. Returns the override of the number, if there is one, and
    /// otherwise the number itself.
    pub(super) fn register(
        &self,
        path: &str,
        number: f64,
        range: &RangeInclusive<f64>,
    ) -> Result<f64, String> {
        let number = self.overrides.get(path).copied().unwrap_or(number);
        if !range.contains(&number) {
            return Err(format!(
                "`{path}` is set to {number}, outside the range from {} to {}",
                range.start(),
                range.end()
            ));
        }
        self.numbers.borrow_mut().push((path.to_owned(), number));
        Ok(number)
    }

    pub(super) fn into_numbers(self) -> Vec<(String, f64)> {
        self.numbers.into_inner()
    }
}

/// A table of the profile and its path. In an absent table, all keys have their defaults.
pub(super) struct Section<'a, 'd> {
    /// The keys that the table may have.
    declared: &'static Table,
    ledger: &'a Ledger<'a>,
    path: String,
    table: Option<TomlTable<'d>>,
    /// The root table, at which errors about the whole table are reported if the table is absent.
    root: &'a TomlTable<'d>,
}

impl<'a, 'd> Section<'a, 'd> {
    /// Reads the table `value`, which may have only the keys of `declared`.
    pub(super) fn read(
        ledger: &'a Ledger<'a>,
        root: &'a TomlTable<'d>,
        path: &str,
        value: Option<&Value<'d>>,
        declared: &'static Table,
    ) -> Result<Self, Diagnostic> {
        let table = value.map(|value| value.table(declared.names)).transpose()?;
        Ok(Self { declared, ledger, path: path.to_owned(), table, root })
    }

    /// Returns the keys that the table may have, in the order of their declaration.
    pub(super) const fn keys(&self) -> &'static [&'static str] {
        self.declared.names
    }

    /// Returns the value of an optional key.
    pub(super) fn get(&self, key: &str) -> Option<Value<'d>> {
        self.table.as_ref()?.optional(key)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Creates an error about the whole table.
    pub(super) fn error(&self, message: impl Into<String>) -> Diagnostic {
        self.table.as_ref().unwrap_or(self.root).error(message)
    }

    /// Creates an error about a key, or about the table if the key is absent.
    pub(super) fn error_at(&self, key: &str, message: impl Into<String>) -> Diagnostic {
        match self.get(key) {
            Some(value) => value.error(message),
            None => self.error(message),
        }
    }

    /// Creates the error of a missing required key.
    pub(super) fn missing(&self, key: &str) -> Diagnostic {
        match self.table.as_ref().map(|table| table.required(key)) {
            Some(Err(missing)) => missing,
            _ => self
                .error(format!("the key `{key}` is missing in [{}]", self.path))
                .expected(format!("`{key} = …`")),
        }
    }

    /// Refuses the table if it has more than one of these mutually exclusive keys.
    pub(super) fn at_most_one(&self, keys: &[&str]) -> Result<(), Diagnostic> {
        let mut there = keys.iter().copied().filter(|key| self.has(key));
        match (there.next(), there.next()) {
            (Some(first), Some(second)) => Err(self
                .error_at(second, format!("`{second}` and `{first}` exclude each other"))
                .expected(format!("at most one of {}", keys.join(", ")))),
            _ => Ok(()),
        }
    }

    /// Returns the declaration of a key.
    ///
    /// # Panics
    /// If the key is not declared, which is a mistake in the program: every reading of the table
    /// meets it.
    fn key(&self, name: &str) -> &'static Key {
        let table = self.declared;
        table.key(name).unwrap_or_else(|| panic!("`{name}` is not a key of [{}]", table.path))
    }

    /// Returns the range of a number.
    fn number_range(&self, key: &str) -> RangeInclusive<f64> {
        let shape = self.key(key).shape;
        shape.numbers().unwrap_or_else(|| panic!("`{key}` is {shape:?}, not a number"))
    }

    /// Returns the default of a number, if it has one.
    pub(super) fn usual(&self, key: &str) -> Option<f64> {
        match self.key(key).default {
            Default::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the default of a number that has one.
    fn default(&self, key: &str) -> f64 {
        self.usual(key).unwrap_or_else(|| panic!("`{key}` has no number as its default"))
    }

    /// Reads an optional number and applies its override.
    pub(super) fn optional_number(&self, key: &str) -> Result<Option<f64>, Diagnostic> {
        self.within(key, &self.number_range(key))
    }

    /// Reads an optional number in a range, and applies its override.
    fn within(&self, key: &str, range: &RangeInclusive<f64>) -> Result<Option<f64>, Diagnostic> {
        let Some(value) = self.get(key) else { return Ok(None) };
        self.register(key, &value, value.number(range.clone())?, range).map(Some)
    }

    /// Reads a number, which has its declared default if it is missing.
    pub(super) fn number(&self, key: &str) -> Result<f64, Diagnostic> {
        self.number_or(key, self.default(key))
    }

    /// Reads a number, which has the given default if it is missing.
    pub(super) fn number_or(&self, key: &str, default: f64) -> Result<f64, Diagnostic> {
        self.number_in(key, default, &self.number_range(key))
    }

    /// Reads a number that is at most `most`, because of another key; its declared range is larger.
    pub(super) fn number_to(&self, key: &str, most: f64) -> Result<f64, Diagnostic> {
        self.number_in(key, self.default(key), &(*self.number_range(key).start()..=most))
    }

    fn number_in(&self, key: &str, default: f64, range: &RangeInclusive<f64>) -> Result<f64, Diagnostic> {
        match self.within(key, range)? {
            Some(number) => Ok(number),
            // The profile leaves this number out. It can be varied nevertheless, so its default is
            // registered under its path. If an override is out of range, the error is reported at
            // the whole table.
            None => self.ledger.register(&self.path_of(key), default, range).map_err(|text| self.error(text)),
        }
    }

    /// Registers the number under its path and applies its override.
    fn register(
        &self,
        key: &str,
        value: &Value<'d>,
        number: f64,
        range: &RangeInclusive<f64>,
    ) -> Result<f64, Diagnostic> {
        self.ledger.register(&self.path_of(key), number, range).map_err(|text| value.error(text))
    }

    fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// Reads an optional duration in seconds; 0 is allowed.
    pub(super) fn optional_seconds(&self, key: &str) -> Result<Option<f64>, Diagnostic> {
        let found = self.optional_number(key)?;
        self.not_too_short(key, found)
    }

    /// Reads a duration in seconds, which has its declared default if it is missing.
    pub(super) fn seconds(&self, key: &str) -> Result<f64, Diagnostic> {
        self.seconds_or(key, self.default(key))
    }

    pub(super) fn seconds_or(&self, key: &str, default: f64) -> Result<f64, Diagnostic> {
        let found = self.number_or(key, default)?;
        Ok(self.not_too_short(key, Some(found))?.unwrap_or(default))
    }

    /// Reads an optional duration in seconds, which must not be 0.
    pub(super) fn positive_seconds(&self, key: &str) -> Result<Option<f64>, Diagnostic> {
        match self.optional_seconds(key)? {
            Some(0.0) => Err(self.error_at(key, format!("`{key}` is 0")).expected("more than 0 seconds")),
            found => Ok(found),
        }
    }

    fn not_too_short(&self, key: &str, found: Option<f64>) -> Result<Option<f64>, Diagnostic> {
        match found {
            Some(seconds) if seconds > 0.0 && seconds < SHORTEST => Err(self
                .error_at(key, format!("`{key}` is {seconds} seconds"))
                .expected(format!("0, or at least {SHORTEST} seconds"))),
            found => Ok(found),
        }
    }

    /// Reads an integer, which has its declared default if it is missing.
    pub(super) fn whole(&self, key: &str) -> Result<u32, Diagnostic> {
        self.whole_or(key, self.default(key))
    }

    fn whole_or(&self, key: &str, default: f64) -> Result<u32, Diagnostic> {
        let number = self.number_or(key, default)?;
        if number.fract() == 0.0 {
            Ok(number as u32)
        } else {
            let range = self.number_range(key);
            Err(self.error_at(key, format!("`{key}` is {number}")).expected(format!(
                "a whole number from {} to {}",
                range.start(),
                range.end()
            )))
        }
    }

    /// Reads an optional integer.
    pub(super) fn optional_whole(&self, key: &str) -> Result<Option<u32>, Diagnostic> {
        if self.has(key) { self.whole_or(key, *self.number_range(key).start()).map(Some) } else { Ok(None) }
    }

    /// Reads a range: one number, or `[least, most]`.
    pub(super) fn range(&self, key: &str) -> Result<[f64; 2], Diagnostic> {
        let Some(value) = self.get(key) else { return Ok([self.number(key)?; 2]) };
        let numbers = self.number_range(key);
        let expected = "a number, or [least, most]";
        // If the value is not a list, it must be a number. If it is neither, the error describes
        // both forms.
        let Ok(ends) = value.array(expected) else {
            let number =
                value.number(numbers.clone()).map_err(|error| error.help("or a range: [least, most]"))?;
            return Ok([self.register(key, &value, number, &numbers)?; 2]);
        };
        let [low, high] = ends.as_slice() else {
            return Err(value.error(format!("`{key}` has {} numbers", ends.len())).expected(expected));
        };
        let end = |index: usize, value: &Value<'d>| {
            self.register(&format!("{key}.{index}"), value, value.number(numbers.clone())?, &numbers)
        };
        let ends = [end(0, low)?, end(1, high)?];
        if ends[0] > ends[1] {
            return Err(value
                .error(format!("`{key}` goes from {} down to {}", ends[0], ends[1]))
                .expected("the smaller number first: [least, most]"));
        }
        Ok(ends)
    }

    /// Reads one number or a list of numbers; empty if the key is absent.
    pub(super) fn numbers(&self, key: &str) -> Result<Vec<f64>, Diagnostic> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let range = &self.number_range(key);
        let expected = "a number, or a list of numbers";
        let Ok(list) = value.array(expected) else {
            return Ok(vec![self.register(key, &value, value.number(range.clone())?, range)?]);
        };
        if !(1..=Shape::MOST_NUMBERS).contains(&list.len()) {
            return Err(value
                .error(format!("`{key}` has {} numbers", list.len()))
                .expected(format!("1 to {}", Shape::MOST_NUMBERS)));
        }
        let number = |(place, value): (usize, &Value<'d>)| {
            self.register(&format!("{key}.{place}"), value, value.number(range.clone())?, range)
        };
        list.iter().enumerate().map(number).collect()
    }

    /// Reads a truth value, which has its declared default if it is missing.
    pub(super) fn flag(&self, key: &str) -> Result<bool, Diagnostic> {
        match (self.get(key), self.key(key).default) {
            (Some(value), _) => value.boolean(),
            (None, Default::Flag(flag)) => Ok(flag),
            (None, other) => panic!("the default of `{key}` is {other:?}, not a truth value"),
        }
    }

    /// Reads a word of a fixed set, and returns the value that belongs to the word.
    pub(super) fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Result<Option<T>, Diagnostic> {
        self.get(key).map(|value| choose(&value, choices)).transpose()
    }

    /// Reads a name that the profile declares, and returns its index.
    pub(super) fn name(&self, key: &str, list: &List) -> Result<Option<usize>, Diagnostic> {
        self.get(key).map(|value| list.find(&value)).transpose()
    }

    /// Reads a word or a list of words, without duplicates.
    pub(super) fn words(&self, key: &str, expected: &str) -> Result<Vec<Value<'d>>, Diagnostic> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        if value.string(expected).is_ok() {
            return Ok(vec![value]);
        }
        let values = value.array(expected)?;
        let mut seen = Vec::new();
        for value in &values {
            let word = value.string(expected)?;
            if seen.contains(&word) {
                return Err(value.error(format!("`{word}` appears twice")).expected("each name once"));
            }
            seen.push(word);
        }
        Ok(values)
    }

    /// Reads one or several names that the profile declares, and returns their indices.
    pub(super) fn names(&self, key: &str, list: &List) -> Result<Vec<usize>, Diagnostic> {
        self.words(key, &list.expected())?.iter().map(|value| list.find(value)).collect()
    }

    /// Reads one or several words of a fixed set.
    pub(super) fn subset(&self, key: &str) -> Result<Vec<&'static str>, Diagnostic> {
        let Shape::Choices(words) = self.key(key).shape else { panic!("`{key}` has no choices") };
        let values = self.words(key, &format!("any of {}", words.join(", ")))?;
        values.iter().map(|value| Ok(words[value.choice(words)?])).collect()
    }

    /// Reads a single name with a range: `{ combo = [1, 5] }`.
    pub(super) fn one_amount(&self, key: &str, list: &List) -> Result<Option<(usize, [f64; 2])>, Diagnostic> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let range = &self.number_range(key);
        let entries = value.entries()?;
        let expected = "one resource: `{ NAME = [least, most] }`";
        let [entry] = entries.as_slice() else {
            return Err(value.error(format!("`{key}` names {} resources", entries.len())).expected(expected));
        };
        let Some(index) = list.position(entry.name()) else { return Err(list.unknown_entry(entry)) };
        let ends = entry.value().array("[least, most]")?;
        let [least, most] = ends.as_slice() else {
            return Err(entry
                .value()
                .error(format!("the range has {} numbers", ends.len()))
                .expected("[least, most]"));
        };
        let end = |place: usize, end: &Value<'d>| {
            let path = format!("{key}.{}.{place}", entry.name());
            self.register(&path, end, end.number(range.clone())?, range)
        };
        let ends = [end(0, least)?, end(1, most)?];
        if ends[0] > ends[1] || ends[1] == 0.0 {
            return Err(entry
                .value()
                .error(format!("the range is from {} to {}", ends[0], ends[1]))
                .expected("[least, most], where `most` is above 0 and `least` is not above `most`"));
        }
        Ok(Some((index, ends)))
    }

    /// Reads names with a number each: `{ rage = 30 }`.
    pub(super) fn amounts(&self, key: &str, list: &List) -> Result<Vec<(usize, f64)>, Diagnostic> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let range = &self.number_range(key);
        let mut amounts = Vec::new();
        for entry in value.entries()? {
            let Some(index) = list.position(entry.name()) else { return Err(list.unknown_entry(&entry)) };
            let number = entry.value().number(range.clone())?;
            let path = format!("{key}.{}", entry.name());
            amounts.push((index, self.register(&path, entry.value(), number, range)?));
        }
        Ok(amounts)
    }
}

/// Reads a word of a fixed set, and returns the value that belongs to the word.
pub(super) fn choose<T: Copy>(value: &Value<'_>, choices: &[(&str, T)]) -> Result<T, Diagnostic> {
    let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
    Ok(choices[value.choice(&words)?].1)
}
