//! The model of a report: text, metrics, tables and plots as data.
//!
//! A report can be serialised, so that another program can draw it.

use serde::{Deserialize, Serialize};

/// A report in readable form: text, figures, tables and plots.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The headline.
    pub title: String,
    /// The result, in a sentence or two.
    pub lead: String,
    /// The few most important figures, shown large.
    pub metrics: Vec<Metric>,
    /// The details, each section under a heading, in reading order.
    pub sections: Vec<Section>,
}

/// A figure that is shown large.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metric {
    /// Its name: `turns on average`.
    pub label: String,
    /// The formatted figure: `4.4761`.
    pub value: String,
}

/// A section of the report with a heading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Its contents, in order.
    pub blocks: Vec<Block>,
}

/// A block of a section; serialised as an object whose one key is the kind of block:
/// `{"text": "…"}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A table.
    Table(ReportTable),
    /// A plot of bars.
    Bars(Bars),
    /// A plot of lines.
    Lines(Lines),
    /// A plot of many small probabilities.
    Strip(Strip),
    /// A plot of values with their intervals.
    Ranges(Ranges),
    /// A plot of the times at which objects, such as auras, are active.
    Spans(Spans),
    /// A table that is initially closed.
    Folded(Folded),
    /// A command to type.
    Command(Command),
    /// A table of values, with darker cells for larger values.
    Heat(Heat),
    /// A card table at a decision.
    Board(Board),
}

/// A card table at a decision: the seats around it, the cards on it, and the cards of one seat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The heading: which decision it is.
    pub title: String,
    /// A sentence about the decision.
    pub note: String,
    /// The seats, in the order of play.
    pub seats: Vec<BoardSeat>,
    /// Rows of cards, such as the cards on the table, the hand and the move.
    pub rows: Vec<BoardRow>,
}

/// A seat of a [`Board`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardSeat {
    /// The name.
    pub name: String,
    /// The number of cards, with its unit.
    pub cards: String,
    /// Its part and state, such as `landlord, passed`; empty if the seat has neither.
    pub note: String,
    /// Whether the seat is to act.
    pub acts: bool,
}

/// A row of cards of a [`Board`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardRow {
    /// The label.
    pub label: String,
    /// The faces of the cards.
    pub cards: Vec<String>,
    /// A text after the cards, or instead of them; may be empty.
    pub text: String,
    /// Whether the row is emphasised.
    pub strong: bool,
}

/// A heat map: values by two dimensions, with darker cells for larger values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heat {
    /// The caption, also for screen readers.
    pub title: String,
    /// Name of the rows' dimension.
    pub row_axis: String,
    /// Name of the columns' dimension.
    pub column_axis: String,
    /// Name of the values, with their unit.
    pub value_axis: String,
    /// The names of the rows, from the top.
    pub rows: Vec<String>,
    /// The names of the columns, from the left.
    pub columns: Vec<String>,
    /// The values by row and column; `None` if unknown.
    pub values: Vec<Vec<Option<f64>>>,
    /// The limits of each value's confidence interval, if it has one.
    pub intervals: Vec<Vec<Option<[f64; 2]>>>,
}

/// A complete command that shows more details.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The text before the command, which describes its effect:
    /// `The median fight again, with its log`.
    pub what: String,
    /// The line to type into a shell.
    pub line: String,
}

/// A table that is initially closed, such as solutions or very many rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folded {
    /// The line that opens it: `The answers`.
    pub summary: String,
    /// The table.
    pub table: ReportTable,
}

/// A table; numbers are right-aligned.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ReportTable {
    /// The columns' headings.
    pub columns: Vec<Column>,
    /// The rows, with one cell per column.
    pub rows: Vec<Vec<Cell>>,
}

/// The contents of a cell; serialised as a text, or as an object whose keys identify its kind.
///
/// ```
/// use quadrille_report::{Cell, Pegs, Squares};
///
/// let dot = Squares { title: "a dot".to_owned(), width: 2, height: 1, filled: vec![[1, 0, 1]] };
/// for (cell, data) in [
///     (Cell::from("dot".to_owned()), r#""dot""#),
///     (dot.into(), r#"{"title":"a dot","width":2,"height":1,"filled":[[1,0,1]]}"#),
///     (Cell::Pegs(Pegs { pegs: "1122".to_owned() }), r#"{"pegs":"1122"}"#),
/// ] {
///     assert_eq!(serde_json::to_string(&cell)?, data);
///     assert_eq!(serde_json::from_str::<Cell>(data)?, cell);
/// }
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// Formatted text or a formatted number.
    Text(String),
    /// A small picture.
    Squares(Squares),
    /// A codeword of Mastermind.
    Pegs(Pegs),
    /// Cards of a hand.
    Cards(Cards),
}

/// A codeword as pegs in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pegs {
    /// The codeword, one character per peg; characters denote colours.
    pub pegs: String,
}

/// Cards side by side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cards {
    /// The cards as typed, such as `TJQKA`.
    pub cards: String,
    /// The label of each card: `10`, `J` …
    pub faces: Vec<String>,
}

impl Cell {
    /// Returns the text of the cell; pictures have an empty text.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Squares(_) => "",
            Self::Pegs(Pegs { pegs }) => pegs,
            Self::Cards(Cards { cards, .. }) => cards,
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Squares> for Cell {
    fn from(squares: Squares) -> Self {
        Self::Squares(squares)
    }
}

/// A small picture on a square grid, some of whose squares are filled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Squares {
    /// A description for screen readers.
    pub title: String,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Runs of filled squares to the right: column and row of the first square, counted from 0 at
    /// the top left, and the number of squares.
    pub filled: Vec<[u32; 3]>,
}

/// A column's heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its text.
    pub name: String,
    /// Whether its cells are numbers.
    pub numeric: bool,
    /// Whether its cells are pictures or empty; such columns are omitted from text output.
    #[serde(default)]
    pub pictures: bool,
}

impl ReportTable {
    /// Creates a table without rows. Headings that begin with `#` are for columns of numbers, and
    /// those that begin with `@` for columns of pictures.
    ///
    /// ```
    /// use quadrille_report::ReportTable;
    /// let table = ReportTable::new(&["strategy", "#total"]);
    /// assert!(table.columns[1].numeric && table.columns[1].name == "total");
    /// ```
    pub fn new(headings: &[&str]) -> Self {
        let column = |heading: &&str| Column {
            name: heading.trim_start_matches(['#', '@']).to_owned(),
            numeric: heading.starts_with('#'),
            pictures: heading.starts_with('@'),
        };
        Self { columns: headings.iter().map(column).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = impl Into<Cell>>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
        debug_assert_eq!(
            self.rows.last().map(Vec::len),
            Some(self.columns.len()),
            "a row has one cell for each column"
        );
    }

    /// Returns the table for text output: without columns of pictures.
    ///
    /// ```
    /// use quadrille_report::{Cell, Squares, ReportTable};
    ///
    /// let dot = Squares { title: "a dot".to_owned(), width: 1, height: 1, filled: vec![[0, 0, 1]] };
    /// let mut table = ReportTable::new(&["@picture", "name"]);
    /// table.push([Cell::from(dot), "dot".to_owned().into()]);
    /// let letters = table.in_letters();
    /// assert_eq!((letters.columns.len(), letters.rows[0][0].text()), (1, "dot"));
    /// ```
    #[must_use]
    pub fn in_letters(&self) -> Self {
        let kept: Vec<bool> = self.columns.iter().map(|column| !column.pictures).collect();
        let only = |row: &Vec<Cell>| {
            row.iter().zip(&kept).filter(|&(_, kept)| *kept).map(|(cell, _)| cell.clone()).collect()
        };
        Self {
            columns: self
                .columns
                .iter()
                .zip(&kept)
                .filter(|&(_, kept)| *kept)
                .map(|(column, _)| column.clone())
                .collect(),
            rows: self.rows.iter().map(only).collect(),
        }
    }
}

/// A bar chart: one group of bars per category, with one bar per series. The bars are
/// vertical if the categories are numbers, and horizontal if they are names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bars {
    /// The caption, also for screen readers.
    pub title: String,
    /// Name of the categories, with their unit: `turns needed`.
    pub category_axis: String,
    /// Name of the values, with their unit: `secrets`.
    pub value_axis: String,
    /// Whether the categories are names, all of which are labelled, or numbers on a scale, of which
    /// some may be unlabelled.
    #[serde(default)]
    pub named: bool,
    /// Whether the heights are logarithms of the values, for counts of very different sizes. Only
    /// vertical bars can be logarithmic; values below 1 have no bar.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub logarithmic: bool,
    /// The categories, from the left or from the top.
    pub categories: Vec<String>,
    /// The series, with one value per category; values are not negative.
    pub series: Vec<Series>,
}

/// A series of bars, or a line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its values, by category or position.
    pub values: Vec<f64>,
    /// The limits of each value's confidence interval, by category or position; empty if there are
    /// none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub intervals: Vec<Option<[f64; 2]>>,
}

impl Series {
    /// Creates a series without intervals.
    pub fn new(name: impl Into<String>, values: Vec<f64>) -> Self {
        Self { name: name.into(), values, intervals: Vec::new() }
    }

    /// Adds the intervals of the values.
    ///
    /// ```
    /// use quadrille_report::Series;
    /// let share = Series::new("share", vec![0.5, 0.25]).within(vec![Some([0.4, 0.6]), None]);
    /// assert_eq!(share.interval(0), Some([0.4, 0.6]));
    /// assert_eq!(share.interval(1), None);
    /// ```
    #[must_use]
    pub fn within(mut self, intervals: Vec<Option<[f64; 2]>>) -> Self {
        self.intervals = intervals;
        self
    }

    /// Returns the interval of the value at an index; `None` if it has none.
    pub fn interval(&self, index: usize) -> Option<[f64; 2]> {
        self.intervals.get(index).copied().flatten()
    }
}

/// A line chart of values that change over time or another quantity, with one line per series.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Lines {
    /// The caption, also for screen readers.
    pub title: String,
    /// Name of the horizontal axis, with its unit: `seconds since the start`.
    pub place_axis: String,
    /// Name of the values, with their unit: `damage per second`.
    pub value_axis: String,
    /// The horizontal positions, from left to right.
    pub places: Vec<f64>,
    /// The lines, with one value per position; values are not negative.
    pub series: Vec<Series>,
}

/// Probabilities as dots on a logarithmic scale from 1 on the left to small values on the right,
/// with one row per category.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Strip {
    /// The caption, also for screen readers.
    pub title: String,
    /// Name of the dots: `p-value`.
    pub value_axis: String,
    /// Dots below this value are highlighted; a line marks it.
    pub threshold: f64,
    /// The smallest value on the axis; smaller values are drawn at its position.
    pub least: f64,
    /// The rows, from the top.
    pub rows: Vec<StripRow>,
}

/// One row of a [`Strip`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StripRow {
    /// The name of the category.
    pub name: String,
    /// The dots, from 0 to 1.
    pub values: Vec<f64>,
}

/// Values with their confidence intervals, one row per category, for comparing intervals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ranges {
    /// The caption, also for screen readers.
    pub title: String,
    /// Name of the values, with their unit: `points per game`.
    pub value_axis: String,
    /// The rows, from the top.
    pub rows: Vec<RangeRow>,
}

/// One row of [`Ranges`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RangeRow {
    /// Its name.
    pub name: String,
    /// The value.
    pub value: f64,
    /// The limits of its confidence interval; `None` if it has none.
    pub interval: Option<[f64; 2]>,
}

/// The times at which objects, such as auras, are active, along one axis: one row per object, with
/// a bar for each time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spans {
    /// The caption, also for screen readers.
    pub title: String,
    /// Name of the axis, with its unit: `seconds since the start`.
    pub place_axis: String,
    /// The end of the axis, which begins at 0.
    pub end: f64,
    /// The rows, from the top.
    pub rows: Vec<SpanRow>,
}

/// One row of [`Spans`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpanRow {
    /// Its name.
    pub name: String,
    /// The intervals in which it is active, in order.
    pub spans: Vec<[f64; 2]>,
}
