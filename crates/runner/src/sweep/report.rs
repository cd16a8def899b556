//! The report of a sweep, which shows the measures of the experiment (such as its damage per
//! second) as functions of the swept keys.

use crate::Report;
use quadrille_report::{
    Bars, Block, Folded, Heat, Lines, Metric, RangeRow, Ranges, ReportTable, Section, Series,
};

use super::result::{SweepResult, SweptKey};
use crate::job::Measure;
use quadrille_report::figure::{count, counted, decimal};
use quadrille_report::format::{capital, unknown};

/// Maximum number of lines in a plot: each line has a colour of its own. If there would be more
/// lines, a heat map is drawn instead.
const LINES: usize = 6;
/// Minimum number of values for a line chart. If there are fewer values, bars are drawn instead.
const FEWEST_OF_A_LINE: usize = 3;

/// Returns the report of a sweep; `measured` contains the measures of each point.
pub(super) fn report(result: &SweepResult, measured: &[Vec<Measure>]) -> Report {
    Findings { result, measured }.report()
}

struct Findings<'a> {
    result: &'a SweepResult,
    measured: &'a [Vec<Measure>],
}

impl Findings<'_> {
    /// Returns the names of the measures that all points have.
    fn names(&self) -> Vec<&str> {
        let Some(first) = self.measured.first() else { return Vec::new() };
        let everywhere = |index: usize, name: &str| {
            self.measured.iter().all(|point| point.get(index).is_some_and(|measure| measure.name == name))
        };
        let names = first.iter().enumerate().filter(|(index, measure)| everywhere(*index, &measure.name));
        names.map(|(_, measure)| measure.name.as_str()).collect()
    }

    /// Returns the measure with this name for each point. If a point has no finite value of the
    /// measure, the value is `None`.
    fn measures(&self, name: &str) -> Vec<Measure> {
        let points = self.result.sweep.iter().map(|key| key.values.len()).product();
        let at = |point: usize| {
            let found =
                self.measured.get(point).and_then(|point| point.iter().find(|measure| measure.name == name));
            let found = found.filter(|measure| measure.value.is_some_and(f64::is_finite)).cloned();
            found.unwrap_or_else(|| Measure::unknown(name))
        };
        (0..points).map(at).collect()
    }

    fn report(&self) -> Report {
        let (keys, names) = (&self.result.sweep, self.names());
        let by: Vec<&str> = keys.iter().map(|key| short(&key.key)).collect();
        let points = self.result.points.len() as u64;
        let what = names.first().copied().unwrap_or("the results");
        let extremes = names.first().map_or_else(String::new, |name| self.extremes(name));
        let mut sections: Vec<Section> = names.iter().map(|name| self.section(name)).collect();
        sections.push(self.points_section(&names));
        Report {
            title: self.title(what, &by.join(" and ")),
            lead: format!(
                "The experiment was run at {}: {}.{extremes}",
                counted(points, "point"),
                keys.iter().map(values).collect::<Vec<_>>().join(", and ")
            ),
            metrics: names
                .first()
                .and_then(|name| self.range(name))
                .into_iter()
                .flatten()
                .chain([Metric { label: "points".to_owned(), value: count(points) }])
                .collect(),
            sections,
        }
    }

    /// Returns the headline: the range of the first measure.
    fn title(&self, what: &str, keys: &str) -> String {
        match self.range(what) {
            Some([least, most]) if least.value != most.value => {
                format!("{}: {} to {}, depending on {keys}", capital(what), least.value, most.value)
            }
            _ => format!("{} as a function of {keys}", capital(what)),
        }
    }

    /// Returns the minimum and the maximum of a measure, for the head of the report; `None` if no
    /// value is known.
    fn range(&self, name: &str) -> Option<[Metric; 2]> {
        let measures = self.measures(name);
        let digits = Digits::of(&measures);
        let known = || measures.iter().filter_map(|measure| measure.value);
        let ends = [known().min_by(f64::total_cmp)?, known().max_by(f64::total_cmp)?];
        let [least, most] = ends.map(|value| digits.show(value));
        Some(
            [("minimum", least), ("maximum", most)]
                .map(|(end, value)| Metric { label: format!("{name}, {end}"), value }),
        )
    }

    /// Returns a sentence about the minimum and maximum of a measure.
    fn extremes(&self, name: &str) -> String {
        let measures = self.measures(name);
        let digits = Digits::of(&measures);
        let known = || measures.iter().enumerate().filter_map(|(at, measure)| Some((at, measure.value?)));
        let least = known().min_by(|one, other| one.1.total_cmp(&other.1));
        let most = known().max_by(|one, other| one.1.total_cmp(&other.1));
        let overlap = |one: usize, other: usize| {
            let [one, other] = [one, other].map(|at| measures[at].interval);
            one.zip(other).is_some_and(|([low, high], [from, to])| low <= to && from <= high)
        };
        match (least, most) {
            (Some((low, least)), Some((high, most))) if least < most => format!(
                " {} has its minimum, {}, at {}, and its maximum, {}, at {}{}.",
                capital(name),
                digits.show(least),
                self.place(low),
                digits.show(most),
                self.place(high),
                if overlap(low, high) {
                    "; their intervals overlap, so the difference may be due to chance"
                } else {
                    ""
                }
            ),
            (Some((_, least)), Some(_)) if self.result.points.len() > 1 => {
                format!(" {} is {} at every point.", capital(name), digits.show(least))
            }
            _ => String::new(),
        }
    }

    /// Returns the values of a point as text, such as `crit = 0.1, haste = 0.2`.
    fn place(&self, point: usize) -> String {
        let keys = self.result.sweep.iter().zip(&self.result.points[point].values);
        keys.map(|(key, value)| format!("{} = {value}", short(&key.key))).collect::<Vec<_>>().join(", ")
    }

    fn section(&self, name: &str) -> Section {
        let (keys, measures) = (&self.result.sweep, self.measures(name));
        let title = format!(
            "{} by {}",
            capital(name),
            keys.iter().map(|key| short(&key.key)).collect::<Vec<_>>().join(" and ")
        );
        let block = match keys.as_slice() {
            [first, second] if second.values.len() > LINES => heat(&title, first, second, name, &measures),
            [first, second] => {
                // One line for each value of the second key.
                let lines = second.values.len();
                let line = |at: usize| {
                    let of_line: Vec<Measure> =
                        measures.iter().skip(at).step_by(lines.max(1)).cloned().collect();
                    series(&format!("{} {}", short(&second.key), second.values[at]), &of_line)
                };
                plot(&title, first, name, &(0..lines).map(line).collect::<Vec<_>>())
            }
            [only, ..] => plot(&title, only, name, &[series(name, &measures)]),
            [] => Block::Text(String::new()),
        };
        let table = self.columns().map(|[first, second]| Block::Table(by_columns(first, second, &measures)));
        Section::new(capital(name), [block].into_iter().chain(table))
    }

    /// Returns the two keys of the sweep if its measures can be shown in a table with a column for
    /// each value of the second key. Returns `None` if the sweep has only one key, or if the table
    /// would have too many columns.
    fn columns(&self) -> Option<[&SweptKey; 2]> {
        match self.result.sweep.as_slice() {
            [first, second] if second.values.len() <= LINES => Some([first, second]),
            _ => None,
        }
    }

    fn points_section(&self, names: &[&str]) -> Section {
        let mut headings: Vec<String> = self.result.sweep.iter().map(heading).collect();
        let measures: Vec<Vec<Measure>> = names.iter().map(|name| self.measures(name)).collect();
        for (name, measures) in names.iter().zip(&measures) {
            headings.push(format!("#{name}"));
            if measures.iter().any(|measure| measure.interval.is_some()) {
                headings.push("#95 % interval".to_owned());
            }
        }
        let mut table = ReportTable::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
        for (at, point) in self.result.points.iter().enumerate() {
            let mut row = point.values.clone();
            for measures in &measures {
                let digits = Digits::of(measures);
                row.push(measures[at].value.map_or_else(unknown, |value| digits.show(value)));
                if measures.iter().any(|measure| measure.interval.is_some()) {
                    let range =
                        |[low, high]: [f64; 2]| format!("{} – {}", digits.show(low), digits.show(high));
                    row.push(measures[at].interval.map_or_else(unknown, range));
                }
            }
            table.push(row);
        }
        let chance = measures.iter().flatten().any(|measure| measure.interval.is_some());
        let same_seed = "All points have the same seed, so the same fight, deal or field has the same random numbers at every \
                         point. Therefore differences between points may be less uncertain than the intervals suggest. ";
        let text = format!(
            "{}The whole result of each point is in `result.json`, in the list `points`.",
            if chance { same_seed } else { "" }
        );
        let table = match self.columns() {
            // Earlier sections of the report already show the measures of each point.
            Some(_) => Block::Folded(Folded { summary: "All points, with intervals".to_owned(), table }),
            None => Block::Table(table),
        };
        Section::new("All points", [table, Block::Text(text)])
    }
}

/// Returns the heading of a table column that contains the values of a key. The prefix `#` marks a
/// column of numbers.
fn heading(key: &SweptKey) -> String {
    let numeric = key.values.iter().all(|value| value.parse::<f64>().is_ok());
    format!("{}{}", if numeric { "#" } else { "" }, short(&key.key))
}

/// Returns a table with a row for each value of the first key and a column for each value of the
/// second key.
fn by_columns(first: &SweptKey, second: &SweptKey, measures: &[Measure]) -> ReportTable {
    let columns = second.values.iter().map(|value| format!("#{} {value}", short(&second.key)));
    let headings: Vec<String> = [heading(first)].into_iter().chain(columns).collect();
    let mut table = ReportTable::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    let digits = Digits::of(measures);
    for (value, row) in first.values.iter().zip(measures.chunks(second.values.len().max(1))) {
        let figures =
            row.iter().map(|measure| measure.value.map_or_else(unknown, |value| digits.show(value)));
        table.push([value.clone()].into_iter().chain(figures));
    }
    table
}

/// Returns the last part of a key, without the names of the table and of the file that contain it.
fn short(key: &str) -> &str {
    let inner = key.split_once('.').map_or(key, |(_, inner)| inner);
    ["profile.", "profiles."].iter().find_map(|file| inner.strip_prefix(file)).unwrap_or(inner)
}

/// Describes a key with its values; if there are many, with the first and the last value.
fn values(key: &SweptKey) -> String {
    match key.values.as_slice() {
        [] => short(&key.key).to_owned(),
        [only] => format!("{} = {only}", short(&key.key)),
        few if few.len() <= LINES => format!("{} = {}", short(&key.key), few.join(", ")),
        [first, .., last] => format!("{} from {first} to {last}", short(&key.key)),
    }
}

/// One line of a plot, with a measure for each value of the key on the horizontal axis.
struct Line {
    name: String,
    measures: Vec<Measure>,
}

fn series(name: &str, measures: &[Measure]) -> Line {
    Line { name: name.to_owned(), measures: measures.to_vec() }
}

/// Draws lines if the values of the key are numbers, and bars if they are names. Values of the key
/// for which one of the lines has no value are omitted.
fn plot(title: &str, key: &SweptKey, measure: &str, lines: &[Line]) -> Block {
    let has_intervals =
        lines.iter().flat_map(|line| &line.measures).any(|measure| measure.interval.is_some());
    let intervals = if has_intervals { ", with 95 % intervals" } else { "" };
    let (title, value_axis) = (format!("{title}{intervals}"), measure.to_owned());
    let known = |at: &usize| lines.iter().all(|line| line.measures[*at].value.is_some());
    let mut places: Vec<usize> = (0..key.values.len()).filter(known).collect();
    let number = |at: usize| key.values[at].parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers: Option<Vec<f64>> = (0..key.values.len()).map(number).collect();
    if let Some(numbers) = &numbers {
        // On the horizontal axis, the numbers are in ascending order, which may differ from their
        // order in the file.
        places.sort_by(|&one, &other| numbers[one].total_cmp(&numbers[other]));
    }
    let drawn = |line: &Line| {
        let values = places.iter().map(|&at| line.measures[at].value.unwrap_or(0.0)).collect();
        let series = Series::new(line.name.as_str(), values);
        let intervals: Vec<_> = places.iter().map(|&at| line.measures[at].interval).collect();
        if intervals.iter().any(Option::is_some) { series.within(intervals) } else { series }
    };
    let negative = lines
        .iter()
        .flat_map(|line| &line.measures)
        .any(|measure| measure.value.is_some_and(|value| value < 0.0));
    match numbers.filter(|_| places.len() >= FEWEST_OF_A_LINE) {
        Some(numbers) => {
            let series = lines.iter().map(drawn).collect();
            let places = places.iter().map(|&at| numbers[at]).collect();
            let place_axis = short(&key.key).to_owned();
            Block::Lines(Lines {
                title,
                place_axis,
                value_axis,
                logarithmic: false,
                places,
                series,
                mark: None,
            })
        }
        // Bars cannot show negative values. The values are therefore drawn as dots with intervals.
        None if negative => {
            let row = |line: &Line, at: usize| RangeRow {
                name: if lines.len() == 1 {
                    key.values[at].clone()
                } else {
                    format!("{} · {}", key.values[at], line.name)
                },
                value: line.measures[at].value.unwrap_or(0.0),
                interval: line.measures[at].interval,
            };
            let rows = places.iter().flat_map(|&at| lines.iter().map(move |line| (line, at)));
            let rows = rows.map(|(line, at)| row(line, at)).collect();
            Block::Ranges(Ranges { title, value_axis, rows })
        }
        None => Block::Bars(
            Bars::new(
                title,
                [short(&key.key), &value_axis],
                places.iter().map(|&at| key.values[at].clone()).collect(),
            )
            .named()
            .with_all(lines.iter().map(drawn)),
        ),
    }
}

fn heat(title: &str, first: &SweptKey, second: &SweptKey, measure: &str, measures: &[Measure]) -> Block {
    let rows = measures.chunks(second.values.len().max(1));
    Block::Heat(Heat {
        title: title.to_owned(),
        row_axis: short(&first.key).to_owned(),
        column_axis: short(&second.key).to_owned(),
        value_axis: measure.to_owned(),
        rows: first.values.clone(),
        columns: second.values.clone(),
        values: rows.clone().map(|row| row.iter().map(|measure| measure.value).collect()).collect(),
        intervals: rows.map(|row| row.iter().map(|measure| measure.interval).collect()).collect(),
    })
}

/// The number of decimals of all numbers in a column. It is chosen so that values which differ by
/// more than their intervals look different.
#[derive(Clone, Copy)]
struct Digits(usize);

impl Digits {
    fn of(measures: &[Measure]) -> Self {
        let values = || measures.iter().filter_map(|measure| measure.value);
        if values().all(|value| value.fract() == 0.0) && measures.iter().all(|one| one.interval.is_none()) {
            return Self(0);
        }
        let halves =
            measures.iter().filter_map(|measure| measure.interval.map(|[low, high]| (high - low) / 2.0));
        let least =
            |of: &mut dyn Iterator<Item = f64>| of.filter(|&value| value > 0.0).fold(f64::INFINITY, f64::min);
        // The smallest half-width of an interval is shown with two significant digits. If there are
        // no intervals, the smallest value is shown with five significant digits.
        let finest = match least(&mut halves.into_iter()) {
            half if half.is_finite() => half / 10.0,
            _ => least(&mut values().map(f64::abs)) / 1e4,
        };
        Self(if finest.is_finite() { (-finest.log10()).ceil().clamp(0.0, 8.0) as usize } else { 0 })
    }

    fn show(self, value: f64) -> String {
        decimal(value, self.0)
    }
}
