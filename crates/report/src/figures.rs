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
//! | in `#[figure(…)]` | meaning |
//! |---|---|
//! | a text | the heading of the figure, in tables and metrics |
//! | `within(error)`, `within(low, high)` | the fields with the 95 % interval of the value: half of its width, or its ends |
//! | `name` | the field identifies an element of a list |
//! | `points`, `precise`, `percent`, `decimals(n)` | how the value is printed: [`Show`] |
//! | `text`, `texts`, `other` | the JSON type of a field whose type does not implement [`Described`] |

use std::collections::BTreeMap;
use std::fmt;

use quadrille_stats::Interval;

use crate::entries::Entries;
use crate::figure::{count, decimal, number};
use crate::format::{error_digits, half_width, percent, points, points_of_column, unknown};
use crate::{Cell, Metric, RangeRow, ReportTable, Series};

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
    /// Returns the ends of the interval of `value`, a JSON number; `None` without an interval. The
    /// function returns the numbers of keys.
    pub fn of(self, value: Option<f64>, number: impl Fn(&str) -> Option<f64>) -> Option<[f64; 2]> {
        match self {
            Self::Half(key) => value.zip(number(key)).map(|(value, half)| [value - half, value + half]),
            Self::Ends(low, high) => Some([number(low)?, number(high)?]),
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
    /// Returns the keys of an object, with the keys of flat fields in their places. Other values
    /// have none.
    pub fn keys(self) -> Box<dyn Iterator<Item = &'static ResultKey>> {
        match self {
            Self::Object(keys) => Box::new(keys.iter().flat_map(|key| {
                let flat = key.is_flat.then(|| key.shape.keys());
                let own = (!key.is_flat).then_some(key);
                flat.into_iter().flatten().chain(own)
            })),
            Self::Nullable(shape) => shape.keys(),
            Self::OneOf(shapes) => Box::new(shapes.iter().flat_map(|shape| shape.keys())),
            Self::Text | Self::Number | Self::Flag | Self::List(_) | Self::Map(_) | Self::Other => {
                Box::new(std::iter::empty())
            }
        }
    }

    /// Returns the declaration of a key of an object.
    pub fn key(self, name: &str) -> Option<&'static ResultKey> {
        self.keys().find(|key| key.name == name)
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
    /// Texts as they are, whole numbers with thousands separators, other numbers with the fewest
    /// digits that identify them.
    Plain,
    /// Numbers with about four digits: [`points`], and [`points_of_column`] in a column.
    Points,
    /// Numbers with as many decimals as their intervals need: [`error_digits`].
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

/// A 95 % interval.
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

    /// Formats the value in a row, as if it were the only row of a table.
    pub fn text(&self, row: &R) -> String {
        Digits::of(self, std::iter::once(row)).value((self.value)(row))
    }

    /// Returns the value of a row as a metric with the heading as its label.
    pub fn metric(&self, row: &R) -> Metric {
        Metric { label: self.heading.to_owned(), value: self.text(row) }
    }

    /// Returns the values of several rows as a series of a plot, with their intervals. Values are
    /// rounded by `round`; an unknown value is 0.
    pub fn series<'a>(
        &self,
        name: &str,
        rows: impl Iterator<Item = &'a R> + Clone,
        round: fn(f64) -> f64,
    ) -> Series
    where
        R: 'a,
    {
        let values = rows.clone().map(|row| round(self.number(row).unwrap_or(0.0)));
        let series = Series::new(name, values.collect());
        if self.interval.is_some() { series.within(rows.map(|row| self.ends(row)).collect()) } else { series }
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
    /// All numbers have the decimals that the largest of these numbers needs.
    Points(Vec<f64>),
}

impl Digits {
    fn of<'a, R: ?Sized + 'a>(figure: &Figure<R>, rows: impl Iterator<Item = &'a R> + Clone) -> Self {
        let halves = || rows.clone().filter_map(|row| figure.interval(row)).map(|around| around.half);
        match figure.show {
            Show::Plain => Self::Each(number),
            Show::Percent => Self::Each(percent),
            Show::Decimals(digits) => Self::Common(digits),
            Show::Precise if halves().any(|half| half > 0.0) => Self::Common(error_digits(halves())),
            Show::Points | Show::Precise => Self::Points(rows.filter_map(|row| figure.number(row)).collect()),
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
        let is_text = |row: &&R| matches!((figure.value)(row), Datum::Text(_));
        let mark = if self.rows.iter().any(is_text) { "" } else { "#" };
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
    const SHOW: Show = Show::Plain;

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
