//! Reports as data: texts, metrics, tables and plots.
//!
//! A report can be serialised, so that another program can display it.

use serde::{Deserialize, Serialize};

/// A report for people, which consists of texts, figures, tables and plots.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The headline.
    pub title: String,
    /// The most important result, in one or two sentences.
    pub lead: String,
    /// The most important figures, shown in large type on the page. The terminal, CSV and Markdown
    /// show only the title, the lead and the sections.
    pub metrics: Vec<Metric>,
    /// The sections with the details, in reading order.
    pub sections: Vec<Section>,
}

/// An important figure, shown in large type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metric {
    /// The name of the figure, such as `turns on average`.
    pub label: String,
    /// The formatted figure, such as `4.4761`.
    pub value: String,
}

/// A section of the report with a heading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// The contents of the section, in reading order.
    pub blocks: Vec<Block>,
}

impl Section {
    /// Creates a section.
    pub fn new(title: impl Into<String>, blocks: impl IntoIterator<Item = Block>) -> Self {
        Self { title: title.into(), blocks: blocks.into_iter().collect() }
    }
}

/// A block of a section. It is serialised as an object with one key, the kind of block, as in
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
    /// A plot of probabilities, some of which are very small.
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
    /// The state of a card game at a decision.
    Board(Board),
}

impl Block {
    /// Creates a paragraph.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

/// The state of a card game at a decision: the seats, the cards on the table, and the cards of one
/// seat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The heading, which identifies the decision.
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
    /// The name of the seat.
    pub name: String,
    /// The number of cards in the hand as text, such as `17 cards`.
    pub cards: String,
    /// The role and the state of the seat, such as `landlord, passed`; empty if the seat has
    /// neither.
    pub note: String,
    /// Whether this seat has to decide.
    pub acts: bool,
}

/// A row of cards of a [`Board`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardRow {
    /// The label.
    pub label: String,
    /// The text on each card.
    pub cards: Vec<String>,
    /// The text after the cards, or instead of cards; may be empty.
    pub text: String,
    /// Whether the row is emphasised.
    pub strong: bool,
}

/// A heat map: a table of values, with darker cells for larger values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heat {
    /// The caption, also for screen readers.
    pub title: String,
    /// Name of the quantity that differs between rows.
    pub row_axis: String,
    /// Name of the quantity that differs between columns.
    pub column_axis: String,
    /// Name of the values, with their unit.
    pub value_axis: String,
    /// The names of the rows, from the top.
    pub rows: Vec<String>,
    /// The names of the columns, from the left.
    pub columns: Vec<String>,
    /// The values, one list per row; `None` if a value is unknown.
    pub values: Vec<Vec<Option<f64>>>,
    /// The limits of the confidence interval of each value, in the same arrangement as `values`;
    /// `None` if a value has no interval.
    pub intervals: Vec<Vec<Option<[f64; 2]>>>,
}

/// A command line that shows more details.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// A text that describes the effect of the command and is shown before it, such as `The median
    /// fight again, with its log`.
    pub what: String,
    /// The line to type into a shell.
    pub line: String,
}

/// A table that is initially closed, for example because it shows solutions or has very many rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folded {
    /// The visible line, such as `The answers`. Clicking on it opens the table.
    pub summary: String,
    /// The table.
    pub table: ReportTable,
}

/// A table. Columns of numbers are aligned to the right.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ReportTable {
    /// The columns' headings.
    pub columns: Vec<Column>,
    /// The rows, with one cell per column.
    pub rows: Vec<Vec<Cell>>,
}

/// The contents of a cell. They are serialised as a text, or as an object whose keys show which
/// kind of contents it is.
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

/// A codeword of Mastermind, shown as pegs in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pegs {
    /// The codeword. Each character denotes the colour of one peg.
    pub pegs: String,
}

/// Cards side by side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cards {
    /// The cards in the notation that users type, such as `TJQKA`.
    pub cards: String,
    /// The text on each card, such as `10` or `J`.
    pub faces: Vec<String>,
}

impl Cell {
    /// Returns the text of the cell; an empty text if the cell is a picture.
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
    /// Horizontal runs of filled squares. The three numbers of a run are the column and the row of
    /// its leftmost square, counted from 0 at the top left, and the number of its squares.
    pub filled: Vec<[u32; 3]>,
}

/// A column's heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// The text of the heading.
    pub name: String,
    /// Whether the cells of the column are numbers.
    pub numeric: bool,
    /// Whether all cells of the column are pictures or empty. Such columns are omitted from text
    /// output.
    #[serde(default)]
    pub pictures: bool,
}

impl ReportTable {
    /// Creates a table without rows. The prefix `#` of a heading marks a column of numbers, and the
    /// prefix `@` a column of pictures.
    ///
    /// ```
    /// use quadrille_report::ReportTable;
    /// let table = ReportTable::new(&["strategy", "#total"]);
    /// assert!(table.columns[1].numeric && table.columns[1].name == "total");
    /// ```
    pub fn new(headings: &[impl AsRef<str>]) -> Self {
        let column = |heading: &str| Column {
            name: heading.trim_start_matches(['#', '@']).to_owned(),
            numeric: heading.starts_with('#'),
            pictures: heading.starts_with('@'),
        };
        Self { columns: headings.iter().map(|heading| column(heading.as_ref())).collect(), rows: Vec::new() }
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

    /// Returns the table for text output, without its columns of pictures.
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

/// A bar chart. Each category has a group of bars, with one bar per series. The bars are vertical
/// if the categories are numbers, and horizontal if they are names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bars {
    /// The caption, also for screen readers.
    pub title: String,
    /// Name of the categories with their unit, such as `turns needed`.
    pub category_axis: String,
    /// Name of the values with their unit, such as `secrets`.
    pub value_axis: String,
    /// Whether the categories are names, all of which are shown. Otherwise they are numbers on a
    /// scale, and some labels may be omitted.
    #[serde(default)]
    pub named: bool,
    /// Whether the axis of values is logarithmic, for counts of very different sizes. Only vertical
    /// bars can be logarithmic; values below 1 have no bar.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub logarithmic: bool,
    /// The categories, in the order of the bars from the left or from the top.
    pub categories: Vec<String>,
    /// The series, with one value per category. The values must not be negative.
    pub series: Vec<Series>,
}

impl Bars {
    /// Creates a chart without series, with a linear axis of values. The categories are numbers.
    ///
    /// ```
    /// use quadrille_report::{Bars, Series};
    /// let categories = vec!["rule".to_owned(), "random".to_owned()];
    /// let bars = Bars::new("Points of each player", ["player", "points"], categories)
    ///     .named()
    ///     .with(Series::new("points", vec![3.5, 1.5]));
    /// assert!(bars.named && bars.value_axis == "points");
    /// ```
    pub fn new(
        title: impl Into<String>,
        [category_axis, value_axis]: [&str; 2],
        categories: Vec<String>,
    ) -> Self {
        Self {
            title: title.into(),
            category_axis: category_axis.to_owned(),
            value_axis: value_axis.to_owned(),
            named: false,
            logarithmic: false,
            categories,
            series: Vec::new(),
        }
    }

    /// Declares that the categories are names.
    #[must_use]
    pub fn named(mut self) -> Self {
        self.named = true;
        self
    }

    /// Adds a series.
    #[must_use]
    pub fn with(self, series: Series) -> Self {
        self.with_all([series])
    }

    /// Adds several series.
    #[must_use]
    pub fn with_all(mut self, series: impl IntoIterator<Item = Series>) -> Self {
        self.series.extend(series);
        self
    }
}

/// A series of values, drawn as bars of one colour or as a line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// The name of the series in the legend.
    pub name: String,
    /// The value for each category of a bar chart or each position of a line chart.
    pub values: Vec<f64>,
    /// The limits of the confidence interval of each value; empty if no value has an interval.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub intervals: Vec<Option<[f64; 2]>>,
}

impl Series {
    /// Creates a series without intervals.
    pub fn new(name: impl Into<String>, values: Vec<f64>) -> Self {
        Self { name: name.into(), values, intervals: Vec::new() }
    }

    /// Sets the confidence intervals of the values.
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

    /// Returns the interval of the value at an index; `None` if the value has no interval.
    pub fn interval(&self, index: usize) -> Option<[f64; 2]> {
        self.intervals.get(index).copied().flatten()
    }
}

/// A line chart of values as functions of time or of another quantity, with one line per series.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Lines {
    /// The caption, also for screen readers.
    pub title: String,
    /// Name of the horizontal axis with its unit, such as `seconds since the start`.
    pub place_axis: String,
    /// Name of the values with their unit, such as `damage per second`.
    pub value_axis: String,
    /// Whether the horizontal axis is logarithmic, for processes that are fast at first and slow
    /// later. The positions must not be negative; 0 is drawn left of 1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub logarithmic: bool,
    /// The horizontal positions, from left to right.
    pub places: Vec<f64>,
    /// The lines, with one value per position.
    pub series: Vec<Series>,
    /// A value to compare the lines with, drawn as a dashed horizontal line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
}

/// A value that is marked in a line chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// The label of the value, such as `equal players`.
    pub name: String,
    /// The value.
    pub value: f64,
}

/// Probabilities, drawn as dots on a logarithmic scale from 1 on the left to small values on the
/// right. Each category has one row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Strip {
    /// The caption, also for screen readers.
    pub title: String,
    /// Name of the probabilities, such as `p-value`.
    pub value_axis: String,
    /// The value below which dots are highlighted. A line in the plot marks it.
    pub threshold: f64,
    /// The smallest value on the axis. Smaller values are drawn at the position of this value.
    pub least: f64,
    /// The rows, from the top.
    pub rows: Vec<StripRow>,
}

/// One row of a [`Strip`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StripRow {
    /// The name of the category.
    pub name: String,
    /// The probabilities of the category, from 0 to 1, each of which is a dot.
    pub values: Vec<f64>,
}

/// Values with their confidence intervals, in one row per category, so that the intervals can be
/// compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ranges {
    /// The caption, also for screen readers.
    pub title: String,
    /// Name of the values with their unit, such as `points per game`.
    pub value_axis: String,
    /// The rows, from the top.
    pub rows: Vec<RangeRow>,
}

/// One row of [`Ranges`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RangeRow {
    /// The name of the category.
    pub name: String,
    /// The value.
    pub value: f64,
    /// The limits of the confidence interval; `None` if the value has no interval.
    pub interval: Option<[f64; 2]>,
}

/// The times at which objects, such as auras, are active. Each object has one row, with a bar for
/// each interval of time in which it is active.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spans {
    /// The caption, also for screen readers.
    pub title: String,
    /// Name of the axis with its unit, such as `seconds since the start`.
    pub place_axis: String,
    /// The end of the axis, which begins at 0.
    pub end: f64,
    /// The rows, from the top.
    pub rows: Vec<SpanRow>,
}

/// One row of [`Spans`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpanRow {
    /// The name of the object.
    pub name: String,
    /// The beginning and the end of each interval in which the object is active, in ascending
    /// order.
    pub spans: Vec<[f64; 2]>,
}
