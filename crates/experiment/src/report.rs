//! What a finished experiment has to say: the model from which the report is drawn.
//!
//! A [`Conclusion`] holds the result for machines (a JSON object) and the [`Report`] for people. Every figure of the
//! report must be found in the result too; times and rates belong to neither, but are derived from its
//! [counters](Conclusion::counters) by the program that knows how long the run took.

use serde_json::{Map, Value};

/// The outcome of an experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct Conclusion {
    /// The figures, by name; counts that may exceed 2^53 as decimal strings.
    pub result: Map<String, Value>,
    /// Work done that is worth a rate: shown a second beside the wall time.
    pub counters: Vec<Counter>,
    /// The same for people.
    pub report: Report,
}

/// An amount of work, such as scores computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// What was counted, in the plural: `scores`.
    pub name: &'static str,
    /// How many there were.
    pub amount: u128,
}

/// What a person reads.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The headline.
    pub title: String,
    /// The finding, in a sentence or two.
    pub lead: String,
    /// The few figures that answer the question, shown large.
    pub figures: Vec<Figure>,
    /// Everything else.
    pub sections: Vec<Section>,
}

/// One large figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// What it is: `turns on average`.
    pub label: String,
    /// The figure, ready to be read: `4.4761`.
    pub value: String,
}

/// A part of the report under its own heading.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Its contents, in order.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Debug, Clone, PartialEq)]
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
}

/// A table; figures are aligned right.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// The columns' headings.
    pub columns: Vec<Column>,
    /// The rows: as many cells as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// A column's heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What it says.
    pub name: String,
    /// Whether its cells are figures.
    pub numeric: bool,
}

impl Table {
    /// A table without rows; a heading that begins with `#` stands over figures.
    ///
    /// ```
    /// use quadrille_experiment::report::Table;
    /// let table = Table::new(&["strategy", "#total"]);
    /// assert!(table.columns[1].numeric && table.columns[1].name == "total");
    /// ```
    pub fn new(headings: &[&str]) -> Self {
        let column = |heading: &&str| match heading.strip_prefix('#') {
            Some(name) => Column { name: name.to_owned(), numeric: true },
            None => Column { name: (*heading).to_owned(), numeric: false },
        };
        Self { columns: headings.iter().map(column).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = String>) {
        self.rows.push(row.into_iter().collect());
        debug_assert_eq!(
            self.rows.last().map(Vec::len),
            Some(self.columns.len()),
            "a row has a cell a column"
        );
    }
}

/// Bars side by side: one group a category, one bar a series in each.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// What is shown, for a caption and for those who cannot see it.
    pub title: String,
    /// What the categories are, with their unit: `turns needed`.
    pub category_axis: String,
    /// What the bars measure, with its unit: `secrets`.
    pub value_axis: String,
    /// The categories, left to right.
    pub categories: Vec<String>,
    /// The series: as many values as there are categories, none negative.
    pub series: Vec<Series>,
}

/// One series of bars, or one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its values, by category or place.
    pub values: Vec<f64>,
}

/// Values that change as something goes on: one line a series.
#[derive(Debug, Clone, PartialEq)]
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

/// Probabilities as dots on a logarithmic scale, one row a category: 1 on the left, the most surprising on the right.
#[derive(Debug, Clone, PartialEq)]
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
#[derive(Debug, Clone, PartialEq)]
pub struct StripRow {
    /// What its dots belong to.
    pub name: String,
    /// The dots, from 0 to 1.
    pub values: Vec<f64>,
}
