//! The keys and figures of results, declared once with the fields of a result's type.
//!
//! `#[derive(Figures)]` on a struct that is serialised to `result.json` declares
//!
//! * a [`ResultKey`] for each field: its name, its documentation, its type and its interval. The
//!   reference of `result.json` and the comparison of two results are made from these keys;
//! * a [`Figure`] for each field with `#[figure("heading")]`, as a constant with the name of the
//!   field. Tables, metrics, plots and the measures of sweeps are made from figures.
//!
//! ```
//! use quadrille_report::figures::{Columns, Figures};
//! use serde::Serialize;
//!
//! /// The result of a player.
//! #[derive(Serialize, Figures)]
//! struct Score {
//!     /// The name of the player.
//!     #[figure("player", name)]
//!     name: String,
//!     /// The number of games.
//!     #[figure("games")]
//!     games: u64,
//!     /// The mean points per game; `None` without games.
//!     #[figure("points per game", precise, within(error))]
//!     mean: Option<f64>,
//!     /// Half the width of the 95 % interval of `mean`.
//!     error: Option<f64>,
//! }
//!
//! let score = |name: &str, mean| Score { name: name.to_owned(), games: 1200, mean: Some(mean), error: Some(0.25) };
//! let scores = [score("rule", 1.5), score("random", -1.5)];
//! let table = Columns::of(&scores).figure(&Score::name).figure(&Score::mean).half(&Score::mean).table();
//! assert_eq!(table.columns[2].name, "± at 95 %");
//! assert_eq!(table.rows[1].iter().map(|cell| cell.text()).collect::<Vec<_>>(), ["random", "−1.50", "0.25"]);
//! assert_eq!(Score::games.metric(&scores[0]).value, "1,200");
//! assert_eq!(Score::KEYS[2].within, Some(quadrille_report::figures::Within::Half("error")));
//! ```
//!
//! ```text
//!   /// Mean points …                      ┌─► KEYS ──► docs/results.md, `quadrille diff`
//!   #[figure("points", within(error))]  ───┤
//!   mean: Option<f64>                      └─► Score::mean ──► Columns ──► page, terminal, CSV
//!          │                                            ├────► metric     (large type on the page)
//!          └─► serde ──► result.json                    └────► Measure    (curves of sweeps)
//! ```
//!
//! | in `#[figure(…)]` | meaning |
//! |---|---|
//! | a text | the heading of the figure, in tables and metrics |
//! | `within(error)`, `within(low, high)` | the fields with the 95 % interval of the value: half of its width, or its ends |
//! | `name` | the field identifies an element of a list |
//! | `points`, `precise`, `percent`, `decimals(n)` | how the value is printed: [`Show`] |
//! | `text`, `other` | the JSON type of a field whose type does not implement [`Described`] |

use std::collections::BTreeMap;
use std::fmt;

use quadrille_stats::Interval;

use crate::entries::Entries;
use crate::figure::{count, decimal, number};
use crate::format::{error_digits, half_width, percent, points, points_of_column, unknown};
use crate::{Cell, Metric, RangeRow, ReportTable};

pub use quadrille_report_derive::Figures;

/// A type whose fields are keys of a result. It is implemented by `#[derive(Figures)]`.
pub trait Figures {
    /// The keys, in the order of the fields.
    const KEYS: &'static [ResultKey];
}

/// A key of a result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ResultKey {
    /// The name of the key in `result.json`.
    pub name: &'static str,
    /// The documentation of the field, in Markdown.
    pub about: &'static str,
    /// The type of the value.
    pub shape: Shape,
    /// The keys with the 95 % interval of the value.
    pub within: Option<Within>,
    /// Whether the key can be absent.
    pub may_be_absent: bool,
    /// Whether the value identifies an element of a list.
    pub is_name: bool,
    /// Whether the value's own keys stand in place of this key.
    pub is_flat: bool,
}

impl ResultKey {
    /// Returns the key or, for a flat field, the keys of its value, which are absent if it is.
    fn flat(self) -> Vec<Self> {
        match self.shape {
            _ if !self.is_flat => vec![self],
            Shape::Nullable(shape) => {
                let absent = |key| Self { may_be_absent: true, ..key };
                shape.keys().into_iter().map(absent).collect()
            }
            shape => shape.keys(),
        }
    }
}

/// The keys that contain the 95 % interval of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// The key of half of the width.
    Half(&'static str),
    /// The keys of the lower and of the upper end.
    Ends(&'static str, &'static str),
}

/// The JSON type of a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A text.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Flag,
    /// A value of another type, or `null`.
    Nullable(&'static Shape),
    /// A list.
    List(&'static Shape),
    /// An object with any names.
    Map(&'static Shape),
    /// An object with these keys.
    Object(&'static [ResultKey]),
    /// One of several types.
    OneOf(&'static [Shape]),
    /// A value that is described elsewhere.
    Other,
}

impl Within {
    /// Returns the ends of the interval of `value`; `None` without an interval. `number` returns
    /// the value of a key.
    pub fn of(self, value: Option<f64>, number: impl Fn(&str) -> Option<f64>) -> Option<[f64; 2]> {
        match self {
            Self::Half(key) => value.zip(number(key)).map(|(value, half)| [value - half, value + half]),
            Self::Ends(low, high) => value.and_then(|_| Some([number(low)?, number(high)?])),
        }
    }

    /// Returns the keys of the interval.
    pub fn keys(self) -> impl Iterator<Item = &'static str> {
        let (first, second) = match self {
            Self::Half(key) => (key, None),
            Self::Ends(low, high) => (low, Some(high)),
        };
        std::iter::once(first).chain(second)
    }
}

impl Shape {
    /// Returns the type of a value that is not `null`.
    #[must_use]
    pub const fn present(self) -> Self {
        match self {
            Self::Nullable(shape) => *shape,
            shape => shape,
        }
    }

    /// Returns the keys of an object, with the keys of flat fields in their places. Other values
    /// have none.
    pub fn keys(self) -> Vec<ResultKey> {
        match self {
            Self::Object(keys) => keys.iter().flat_map(|key| key.flat()).collect(),
            Self::Nullable(shape) => shape.keys(),
            Self::OneOf(shapes) => shapes.iter().flat_map(|shape| shape.keys()).collect(),
            Self::Text | Self::Number | Self::Flag | Self::List(_) | Self::Map(_) | Self::Other => Vec::new(),
        }
    }

    /// Returns the declaration of a key of an object.
    pub fn key(self, name: &str) -> Option<ResultKey> {
        self.keys().into_iter().find(|key| key.name == name)
    }

    /// Returns the type of the elements of a list or of an object with any names.
    pub fn element(self) -> Option<Self> {
        match self {
            Self::List(shape) | Self::Map(shape) => Some(*shape),
            Self::Nullable(shape) => shape.element(),
            _ => None,
        }
    }
}

/// Returns whether a value is 0. Counts that are usually 0 are omitted from results by
/// `#[serde(skip_serializing_if = "is_zero")]`.
pub fn is_zero<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A type with a known JSON type.
pub trait Described {
    /// The JSON type.
    const SHAPE: Shape;
}

/// A value that a figure can show.
pub trait Quantity {
    /// How values of the type are printed by default.
    const SHOW: Show;

    /// Returns the value.
    fn datum(&self) -> Datum<'_>;

    /// Returns the value as a number; `None` if it is unknown or a text.
    fn quantity(&self) -> Option<f64> {
        self.datum().number()
    }
}

/// A value of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Datum<'a> {
    /// A text.
    Text(&'a str),
    /// A whole number from 0.
    Count(u64),
    /// A whole number.
    Signed(i64),
    /// A number.
    Number(f64),
    /// There is no value.
    Unknown,
}

/// How the values of a figure are printed. Values of a column have equal numbers of decimals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Show {
    /// Texts as they are.
    Text,
    /// Whole numbers with thousands separators, other numbers with the fewest digits that identify
    /// them.
    Plain,
    /// Numbers with about four digits: [`points`], and [`points_of_column`] in a column.
    Points,
    /// Numbers with as many decimals as their intervals need: [`error_digits`]. A metric whose
    /// interval is missing or has the width 0 is printed like [`points`].
    Precise,
    /// Fractions in percent with one decimal: [`percent`].
    Percent,
    /// Numbers with this number of decimals.
    Decimals(usize),
}

/// A figure of a result: a value with its heading, its interval and the way it is printed.
#[derive(Debug)]
pub struct Figure<R: ?Sized> {
    /// The key in `result.json`.
    pub key: &'static str,
    /// The heading in tables and metrics.
    pub heading: &'static str,
    /// Returns the value in a row.
    pub value: fn(&R) -> Datum<'_>,
    /// Returns the interval in a row; `None` if the figure has no intervals.
    pub interval: Option<fn(&R) -> Option<Around>>,
    /// How the value is printed.
    pub show: Show,
}

/// A 95 % interval. In contrast to an [`Interval`], it keeps half of the width as the result has
/// it: computed from the ends, its last digit could differ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Around {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Half of the width.
    pub half: f64,
}

impl Datum<'_> {
    /// Returns the value as a number; `None` if it is unknown or a text.
    pub fn number(self) -> Option<f64> {
        match self {
            Self::Number(value) => Some(value),
            Self::Count(value) => Some(value as f64),
            Self::Signed(value) => Some(value as f64),
            Self::Text(_) | Self::Unknown => None,
        }
    }
}

impl fmt::Display for Datum<'_> {
    /// Writes a text as it is, a whole number with thousands separators, and another number with
    /// the fewest digits that identify it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unknown => f.write_str(&unknown()),
            Self::Text(text) => f.write_str(text),
            Self::Count(whole) => f.write_str(&count(whole)),
            Self::Signed(whole) if whole < 0 => write!(f, "−{}", count(whole.unsigned_abs())),
            Self::Signed(whole) => f.write_str(&count(whole.unsigned_abs())),
            Self::Number(value) => f.write_str(&number(value)),
        }
    }
}

impl Around {
    /// Returns the interval around `value` with half of the width `half`.
    pub fn half(value: f64, half: f64) -> Self {
        Self { low: value - half, high: value + half, half }
    }

    /// Returns the interval with these ends.
    pub fn ends(low: f64, high: f64) -> Self {
        Self { low, high, half: Interval { low, high }.half_width() }
    }
}

impl<R: ?Sized> Figure<R> {
    /// Returns the value in a row as a number; `None` if it is unknown or a text.
    pub fn number(&self, row: &R) -> Option<f64> {
        (self.value)(row).number()
    }

    /// Returns the interval in a row.
    pub fn interval(&self, row: &R) -> Option<Around> {
        self.interval.and_then(|interval| interval(row))
    }

    /// Returns the ends of the interval in a row.
    pub fn ends(&self, row: &R) -> Option<[f64; 2]> {
        self.interval(row).map(|Around { low, high, .. }| [low, high])
    }

    /// Returns the value of a row as a metric with the heading as its label.
    pub fn metric(&self, row: &R) -> Metric {
        // Without an error there is nothing that limits the decimals.
        let is_exact = self.interval(row).is_none_or(|around| around.half <= 0.0);
        let digits = match self.show {
            Show::Precise if is_exact => Digits::Each(points),
            _ => Digits::of(self, std::iter::once(row)),
        };
        Metric { label: self.heading.to_owned(), value: digits.value((self.value)(row)) }
    }

    /// Returns the value and the interval of a row for a plot of ranges; `None` if the value is
    /// unknown. Both are rounded by `round`.
    pub fn range(&self, name: String, row: &R, round: fn(f64) -> f64) -> Option<RangeRow> {
        let interval = self.ends(row).map(|ends| ends.map(round));
        Some(RangeRow { name, value: round(self.number(row)?), interval })
    }
}

/// Formats the numbers of a column.
enum Digits {
    /// Every number has its own decimals.
    Each(fn(f64) -> String),
    /// All numbers have these decimals.
    Common(usize),
    /// All numbers have the decimals that the largest of these numbers needs. A single number is
    /// printed by [`points`].
    Points(Vec<f64>),
}

impl Digits {
    /// Chooses the decimals for all rows at once: numbers below one another are compared digit by
    /// digit.
    fn of<'a, R: ?Sized + 'a>(figure: &Figure<R>, rows: impl Iterator<Item = &'a R> + Clone) -> Self {
        match figure.show {
            Show::Text | Show::Plain => Self::Each(number),
            Show::Percent => Self::Each(percent),
            Show::Decimals(digits) => Self::Common(digits),
            // Digits beyond the second of the smallest error mean nothing.
            Show::Precise => Self::Common(error_digits(
                rows.filter_map(|row| figure.interval(row)).map(|around| around.half),
            )),
            Show::Points => Self::Points(rows.filter_map(|row| figure.number(row)).collect()),
        }
    }

    fn value(&self, value: Datum<'_>) -> String {
        match value {
            Datum::Number(value) => self.number(value),
            other => other.to_string(),
        }
    }

    fn number(&self, value: f64) -> String {
        match self {
            Self::Each(show) => show(value),
            Self::Common(digits) => decimal(value, *digits),
            Self::Points(column) if column.len() < 2 => points(value),
            Self::Points(column) => points_of_column(column)(value),
        }
    }

    fn half(&self, half: f64) -> String {
        match self {
            // A small error must not look like 0.
            Self::Common(digits) => half_width(half, *digits),
            _ => self.number(half),
        }
    }
}

/// A table of figures, made column by column.
#[derive(Debug)]
pub struct Columns<'a, R: ?Sized> {
    rows: Vec<&'a R>,
    headings: Vec<String>,
    cells: Vec<Vec<Cell>>,
}

impl<'a, R: ?Sized> Columns<'a, R> {
    /// Begins a table with these rows.
    pub fn of(rows: impl IntoIterator<Item = &'a R>) -> Self {
        Self { rows: rows.into_iter().collect(), headings: Vec::new(), cells: Vec::new() }
    }

    /// Adds a column with the values of a figure.
    #[must_use]
    pub fn figure(self, figure: &Figure<R>) -> Self {
        self.named(figure.heading, figure)
    }

    /// Adds a column with the values of a figure under another heading.
    #[must_use]
    pub fn named(self, heading: &str, figure: &Figure<R>) -> Self {
        let digits = Digits::of(figure, self.rows.iter().copied());
        let mark = if figure.show == Show::Text { "" } else { "#" };
        self.column(&format!("{mark}{heading}"), |row| digits.value((figure.value)(row)))
    }

    /// Adds a column with half of the width of a figure's intervals.
    #[must_use]
    pub fn half(self, figure: &Figure<R>) -> Self {
        self.half_named("± at 95 %", figure)
    }

    /// Adds a column with half of the width of a figure's intervals under another heading.
    #[must_use]
    pub fn half_named(self, heading: &str, figure: &Figure<R>) -> Self {
        let digits = Digits::of(figure, self.rows.iter().copied());
        let half = |row: &R| figure.interval(row).map_or_else(unknown, |around| digits.half(around.half));
        self.column(&format!("#{heading}"), half)
    }

    /// Adds two columns with the ends of a figure's intervals.
    #[must_use]
    pub fn ends(self, figure: &Figure<R>) -> Self {
        let digits = Digits::of(figure, self.rows.iter().copied());
        let end = |of: fn(Around) -> f64| {
            let digits = &digits;
            move |row: &R| figure.interval(row).map_or_else(unknown, |around| digits.number(of(around)))
        };
        self.column("#from", end(|around| around.low)).column("#to", end(|around| around.high))
    }

    /// Adds a column of computed cells. The prefix `#` of the heading marks a column of numbers,
    /// and the prefix `@` a column of pictures.
    #[must_use]
    pub fn column<C: Into<Cell>>(self, heading: &str, cell: impl Fn(&R) -> C) -> Self {
        let cells = self.rows.iter().map(|row| cell(row)).collect::<Vec<_>>();
        self.cells(heading, cells)
    }

    /// Adds a column of given cells, one for each row.
    #[must_use]
    pub fn cells<C: Into<Cell>>(mut self, heading: &str, cells: impl IntoIterator<Item = C>) -> Self {
        self.headings.push(heading.to_owned());
        self.cells.push(cells.into_iter().map(Into::into).collect());
        self
    }

    /// Continues with `more` if `condition` is true.
    #[must_use]
    pub fn when(self, condition: bool, more: impl FnOnce(Self) -> Self) -> Self {
        if condition { more(self) } else { self }
    }

    /// Returns the table.
    pub fn table(self) -> ReportTable {
        let mut table = ReportTable::new(&self.headings);
        let mut columns: Vec<_> = self.cells.into_iter().map(Vec::into_iter).collect();
        for _ in &self.rows {
            table.push(columns.iter_mut().map(|cells| cells.next().unwrap_or_else(|| unknown().into())));
        }
        table
    }
}

/// Implements [`Described`] and [`Quantity`] for a type of numbers.
macro_rules! numbers {
    ($($ty:ty: $datum:ident as $as:ty),*) => {
        $(impl Described for $ty {
            const SHAPE: Shape = Shape::Number;
        }

        impl Quantity for $ty {
            const SHOW: Show = Show::Plain;

            fn datum(&self) -> Datum<'_> {
                Datum::$datum(*self as $as)
            }
        })*
    };
}

numbers!(
    u8: Count as u64, u32: Count as u64, u64: Count as u64, usize: Count as u64, i64: Signed as i64,
    f64: Number as f64
);

impl Described for String {
    const SHAPE: Shape = Shape::Text;
}

impl Quantity for String {
    const SHOW: Show = Show::Text;

    fn datum(&self) -> Datum<'_> {
        Datum::Text(self)
    }
}

impl Described for bool {
    const SHAPE: Shape = Shape::Flag;
}

impl<T: Described> Described for Option<T> {
    const SHAPE: Shape = Shape::Nullable(&T::SHAPE);
}

impl<T: Quantity> Quantity for Option<T> {
    const SHOW: Show = T::SHOW;

    fn datum(&self) -> Datum<'_> {
        self.as_ref().map_or(Datum::Unknown, Quantity::datum)
    }
}

impl<T: Described> Described for Vec<T> {
    const SHAPE: Shape = Shape::List(&T::SHAPE);
}

impl<T: Described, const N: usize> Described for [T; N] {
    const SHAPE: Shape = Shape::List(&T::SHAPE);
}

impl<A: Described, B> Described for (A, B) {
    const SHAPE: Shape = Shape::List(&A::SHAPE);
}

impl<T: Described> Described for Entries<T> {
    const SHAPE: Shape = Shape::Map(&T::SHAPE);
}

impl<K, T: Described> Described for BTreeMap<K, T> {
    const SHAPE: Shape = Shape::Map(&T::SHAPE);
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Row {
        name: &'static str,
        value: Option<f64>,
        half: Option<f64>,
    }

    const NAME: Figure<Row> = Figure {
        key: "name",
        heading: "name",
        value: |row| Datum::Text(row.name),
        interval: None,
        show: Show::Text,
    };
    const VALUE: Figure<Row> = Figure {
        key: "value",
        heading: "value",
        value: |row| row.value.map_or(Datum::Unknown, Datum::Number),
        interval: Some(|row| Some(Around::half(row.value?, row.half?))),
        show: Show::Precise,
    };

    fn cells(table: &ReportTable) -> Vec<Vec<&str>> {
        table.rows.iter().map(|row| row.iter().map(Cell::text).collect()).collect()
    }

    fn table(rows: &[Row]) -> ReportTable {
        Columns::of(rows).figure(&NAME).figure(&VALUE).half(&VALUE).ends(&VALUE).table()
    }

    #[test]
    fn numbers_of_a_column_have_equal_decimals() {
        let rows = [
            Row { name: "a", value: Some(1234.5), half: Some(2.5) },
            Row { name: "b", value: Some(-0.25), half: Some(0.000_4) },
            Row { name: "c", value: Some(7.0), half: None },
            Row { name: "d", value: None, half: None },
        ];
        let table = table(&rows);
        assert_eq!(
            cells(&table),
            [
                ["a", "1,234.500", "2.500", "1,232.000", "1,237.000"],
                ["b", "−0.250", "<0.001", "−0.250", "−0.250"],
                ["c", "7.000", "–", "–", "–"],
                ["d", "–", "–", "–", "–"],
            ]
        );
        let numeric: Vec<bool> = table.columns.iter().map(|column| column.numeric).collect();
        assert_eq!(numeric, [false, true, true, true, true]);
    }

    #[test]
    fn empty_tables_have_the_same_columns() {
        let rows = [Row { name: "a", value: Some(1.0), half: None }];
        assert_eq!(table(&[]).columns, table(&rows).columns);
        assert_eq!(table(&[]).rows.len(), 0);
    }

    #[test]
    fn metrics_have_the_decimals_of_their_own_interval() {
        let metric = |value, half| VALUE.metric(&Row { name: "", value: Some(value), half }).value;
        assert_eq!([metric(1234.5678, Some(3.21)), metric(1234.5678, None)], ["1,234.6", "1,234.6"]);
        assert_eq!([metric(3.0, Some(0.0)), metric(0.0, None)], ["3.00", "0"]);
    }

    #[test]
    fn ranges_are_rounded() {
        let row = |value| Row { name: "", value, half: Some(0.06) };
        let tenths = |value: f64| (value * 10.0).round() / 10.0;
        let range = VALUE.range("a".to_owned(), &row(Some(1.23)), tenths);
        assert_eq!(range, Some(RangeRow { name: "a".to_owned(), value: 1.2, interval: Some([1.2, 1.3]) }));
        assert_eq!(VALUE.range("a".to_owned(), &row(None), tenths), None);
    }

    #[test]
    fn keys_of_flat_fields_stand_in_their_place() {
        const fn key(name: &'static str, shape: Shape, is_flat: bool) -> ResultKey {
            ResultKey { name, about: "", shape, within: None, may_be_absent: false, is_name: false, is_flat }
        }
        const INNER: Shape = Shape::Object(&[key("x", Shape::Number, false)]);
        const OUTER: Shape = Shape::Object(&[
            key("a", Shape::Text, false),
            key("b", Shape::Nullable(&INNER), true),
            key("c", INNER, false),
        ]);
        let keys: Vec<_> = OUTER.keys().iter().map(|key| (key.name, key.may_be_absent)).collect();
        assert_eq!(keys, [("a", false), ("x", true), ("c", false)]);
        assert_eq!(OUTER.key("c").map(|key| key.shape), Some(INNER));
    }
}
