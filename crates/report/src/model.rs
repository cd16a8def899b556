//! The model of a report: text, metrics, tables and plots as data.
//!
//! A report serializes and deserializes, so it can be drawn by another program than the one that made it.

use serde::{Deserialize, Serialize};

/// What a person reads.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The headline.
    pub title: String,
    /// The finding, in a sentence or two.
    pub lead: String,
    /// The few figures that answer the question, shown large.
    pub metrics: Vec<Metric>,
    /// The details, under a heading each, in the order in which they are read.
    pub sections: Vec<Section>,
}

/// One large figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metric {
    /// What it is: `turns on average`.
    pub label: String,
    /// The figure, ready to be read: `4.4761`.
    pub value: String,
}

/// A part of the report under its own heading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Its contents, in order.
    pub blocks: Vec<Block>,
}

/// A piece of a section; as data, an object with one key, which says what it is: `{"text": "…"}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A table.
    Table(Table),
    /// A plot of bars.
    Bars(Bars),
    /// A plot of lines.
    Lines(Lines),
    /// A plot of many small probabilities.
    Strip(Strip),
    /// A plot of values with their intervals.
    Ranges(Ranges),
    /// A plot of when things are on.
    Spans(Spans),
    /// A table that is shown when the reader asks for it.
    Folded(Folded),
    /// A command to type.
    Command(Command),
    /// A table of values, the larger the darker.
    Heat(Heat),
}

/// A value for each pair of two things, as squares that are the darker, the larger it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heat {
    /// What is shown, for a caption and for those who cannot see it.
    pub title: String,
    /// What the rows are.
    pub row_axis: String,
    /// What the columns are.
    pub column_axis: String,
    /// What the values are, with their unit.
    pub value_axis: String,
    /// The rows, from the top.
    pub rows: Vec<String>,
    /// The columns, from the left.
    pub columns: Vec<String>,
    /// The values by row and column; `None` where nothing is known.
    pub values: Vec<Vec<Option<f64>>>,
    /// Where each value's interval begins and ends, if it has one.
    pub intervals: Vec<Vec<Option<[f64; 2]>>>,
}

/// A command that shows more of what the section is about, with nothing left to fill in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// What it does, as the words before it: `The median fight again, with its log`.
    pub what: String,
    /// The line to type into a shell.
    pub line: String,
}

/// A table behind a line that opens it: solutions, or more rows than anybody reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folded {
    /// The line that opens it: `Show the answers`.
    pub summary: String,
    /// What it opens.
    pub table: Table,
}

/// A table; figures are aligned right.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Table {
    /// The columns' headings.
    pub columns: Vec<Column>,
    /// The rows: as many cells as there are columns.
    pub rows: Vec<Vec<Cell>>,
}

/// What stands in a row under a heading; as data, a text, or an object that says what it is by its keys.
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
    /// Words or a figure, ready to be read.
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
    /// The codeword: a character a peg, by which colours are told apart.
    pub pegs: String,
}

/// Cards side by side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cards {
    /// The cards as they are typed, such as `TJQKA`.
    pub cards: String,
    /// What stands on each: `10`, `J` …
    pub faces: Vec<String>,
}

impl Cell {
    /// What it says in letters: nothing if it is a picture.
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

/// A small picture on squared paper: some squares are filled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Squares {
    /// What is shown, for those who cannot see it.
    pub title: String,
    /// How many squares across.
    pub width: u32,
    /// How many down.
    pub height: u32,
    /// The filled ones: column and row of one, counted from 0 at the top left, and how many there are from it on to
    /// the right.
    pub filled: Vec<[u32; 3]>,
}

/// A column's heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// What it says.
    pub name: String,
    /// Whether its cells are figures.
    pub numeric: bool,
    /// Whether they are pictures, or nothing where there is none: no column for letters alone.
    #[serde(default)]
    pub pictures: bool,
}

impl Table {
    /// Creates a table without rows; a heading that begins with `#` stands over figures, one that begins with `@` over pictures.
    ///
    /// ```
    /// use quadrille_report::Table;
    /// let table = Table::new(&["strategy", "#total"]);
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
            "a row has a cell a column"
        );
    }

    /// Returns the table where there are but letters: without columns in which only pictures stand.
    ///
    /// ```
    /// use quadrille_report::{Cell, Squares, Table};
    ///
    /// let dot = Squares { title: "a dot".to_owned(), width: 1, height: 1, filled: vec![[0, 0, 1]] };
    /// let mut table = Table::new(&["@picture", "name"]);
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

/// Bars: one group a category, one bar a series in each. They stand side by side over places on a scale, and lie
/// one below another beside names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bars {
    /// What is shown, for a caption and for those who cannot see it.
    pub title: String,
    /// What the categories are, with their unit: `turns needed`.
    pub category_axis: String,
    /// What the bars measure, with its unit: `secrets`.
    pub value_axis: String,
    /// Whether the categories are names, each of which is to be read, rather than places on a scale, of which
    /// some may go without.
    #[serde(default)]
    pub named: bool,
    /// The categories, left to right or from the top.
    pub categories: Vec<String>,
    /// The series: as many values as there are categories, none negative.
    pub series: Vec<Series>,
}

/// One series of bars, or one line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its values, by category or place.
    pub values: Vec<f64>,
    /// From where to where each value may be off, by category or place; empty where nothing is known of any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub intervals: Vec<Option<[f64; 2]>>,
}

impl Series {
    /// Values of which each is what it is.
    pub fn new(name: impl Into<String>, values: Vec<f64>) -> Self {
        Self { name: name.into(), values, intervals: Vec::new() }
    }

    /// The same with an interval for each value.
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

    /// Returns the interval of the value at an index; `None` if nothing is known of it.
    pub fn interval(&self, index: usize) -> Option<[f64; 2]> {
        self.intervals.get(index).copied().flatten()
    }
}

/// Values that change as something goes on: one line a series.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Lines {
    /// What is shown, for a caption and for those who cannot see it.
    pub title: String,
    /// What the places are, with their unit: `seconds since the start`.
    pub place_axis: String,
    /// What the lines measure, with its unit: `damage a second`.
    pub value_axis: String,
    /// The places, from left to right.
    pub places: Vec<f64>,
    /// The lines: as many values as there are places, none negative.
    pub series: Vec<Series>,
}

/// Probabilities as dots on a logarithmic scale, one row a category: 1 on the left, the most surprising on
/// the right.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Strip {
    /// What is shown, for a caption and for those who cannot see it.
    pub title: String,
    /// What the dots are: `p-value`.
    pub value_axis: String,
    /// From here on to the right a dot stands out, and a line says so.
    pub threshold: f64,
    /// The least value told apart; smaller ones stand at the edge.
    pub least: f64,
    /// The rows, from the top.
    pub rows: Vec<StripRow>,
}

/// One row of a [`Strip`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StripRow {
    /// What its dots belong to.
    pub name: String,
    /// The dots, from 0 to 1.
    pub values: Vec<f64>,
}

/// Values with their intervals, one row a category: what overlaps is seen at a glance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ranges {
    /// What is shown, for a caption and for those who cannot see it.
    pub title: String,
    /// What the values are, with their unit: `points a game`.
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
    /// Where its interval begins and ends; `None` where it has none.
    pub interval: Option<[f64; 2]>,
}

/// When things are on, along one axis: a row a thing, a bar for each time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spans {
    /// What is shown, for a caption and for those who cannot see it.
    pub title: String,
    /// What the places are, with their unit: `seconds since the start`.
    pub place_axis: String,
    /// The last place; the first is 0.
    pub end: f64,
    /// The rows, from the top.
    pub rows: Vec<SpanRow>,
}

/// One row of [`Spans`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpanRow {
    /// Its name.
    pub name: String,
    /// From where to where it is on, in order.
    pub spans: Vec<[f64; 2]>,
}
