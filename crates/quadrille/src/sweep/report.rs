//! The report of a sweep: how each figure goes with the keys.

use quadrille_experiment::Report;
use quadrille_experiment::report::{Bars, Block, Heat, Lines, Metric, Section, Series, Table};

use super::result::{SweepResult, SweptKey};
use crate::job::Measure;
use crate::report::figure::{count, counted, number};

/// Lines in a plot: as many as it has colours. More are a map.
const LINES: usize = 6;
/// Values that make a line; fewer are bars.
const FEWEST_OF_A_LINE: usize = 3;

/// The report of points with their figures, the same ones at all of them.
pub(super) fn report(result: &SweepResult, measured: &[Vec<Measure>]) -> Report {
    Findings { result, measured }.report()
}

struct Findings<'a> {
    result: &'a SweepResult,
    measured: &'a [Vec<Measure>],
}

impl Findings<'_> {
    /// The figures that all points have, by name.
    fn names(&self) -> Vec<&str> {
        let Some(first) = self.measured.first() else { return Vec::new() };
        let everywhere = |index: usize, name: &str| {
            self.measured.iter().all(|point| point.get(index).is_some_and(|measure| measure.name == name))
        };
        let names = first.iter().enumerate().filter(|(index, measure)| everywhere(*index, &measure.name));
        names.map(|(_, measure)| measure.name.as_str()).collect()
    }

    fn measures(&self, name: &str) -> Vec<&Measure> {
        self.measured.iter().filter_map(|point| point.iter().find(|measure| measure.name == name)).collect()
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
            title: format!("How {what} goes with {}", by.join(" and ")),
            lead: format!(
                "The experiment at {}: {}.{extremes}",
                counted(points, "point"),
                keys.iter().map(values).collect::<Vec<_>>().join(", and ")
            ),
            metrics: vec![Metric { label: "points".to_owned(), value: count(points) }],
            sections,
        }
    }

    /// Where a figure is the least and the largest.
    fn extremes(&self, name: &str) -> String {
        let measures = self.measures(name);
        let digits = Digits::of(&measures);
        let known = || measures.iter().enumerate().filter_map(|(at, measure)| Some((at, measure.value?)));
        let least = known().min_by(|one, other| one.1.total_cmp(&other.1));
        let most = known().max_by(|one, other| one.1.total_cmp(&other.1));
        match (least, most) {
            (Some((low, least)), Some((high, most))) if least < most => format!(
                " {} is the least, {}, at {}, and the largest, {}, at {}.",
                capital(name),
                digits.show(least),
                self.place(low),
                digits.show(most),
                self.place(high)
            ),
            _ => String::new(),
        }
    }

    /// The values of a point in words.
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
                // A line for each value of the second key.
                let lines = second.values.len();
                let line = |at: usize| {
                    let of_line: Vec<&Measure> = measures.iter().skip(at).step_by(lines).copied().collect();
                    series(&format!("{} {}", short(&second.key), second.values[at]), &of_line)
                };
                plot(&title, first, name, (0..lines).map(line).collect())
            }
            [only, ..] => plot(&title, only, name, vec![series(name, &measures)]),
            [] => Block::Text(String::new()),
        };
        Section { title: capital(name), blocks: vec![block] }
    }

    fn points_section(&self, names: &[&str]) -> Section {
        let keys = self.result.sweep.iter().map(|key| {
            let numeric = key.values.iter().all(|value| value.parse::<f64>().is_ok());
            format!("{}{}", if numeric { "#" } else { "" }, short(&key.key))
        });
        let mut headings: Vec<String> = keys.collect();
        let measures: Vec<Vec<&Measure>> = names.iter().map(|name| self.measures(name)).collect();
        for (name, measures) in names.iter().zip(&measures) {
            headings.push(format!("#{name}"));
            if measures.iter().any(|measure| measure.interval.is_some()) {
                headings.push("#from – to".to_owned());
            }
        }
        let mut table = Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
        for (at, point) in self.result.points.iter().enumerate() {
            let mut row = point.values.clone();
            for measures in &measures {
                let (unknown, digits) = (|| "–".to_owned(), Digits::of(measures));
                row.push(measures[at].value.map_or_else(unknown, |value| digits.show(value)));
                if measures.iter().any(|measure| measure.interval.is_some()) {
                    let range =
                        |[low, high]: [f64; 2]| format!("{} – {}", digits.show(low), digits.show(high));
                    row.push(measures[at].interval.map_or_else(unknown, range));
                }
            }
            table.push(row);
        }
        let text = "All points have the same seed: what is drawn for a fight, a deal or a field is the same at each of them, so \
                    that differences between points are less uncertain than the intervals of the figures themselves. The whole \
                    result of each point stands in result.json, under points.";
        Section {
            title: "All points".to_owned(),
            blocks: vec![Block::Table(table), Block::Text(text.to_owned())],
        }
    }
}

/// A key without the table and file that it is in.
fn short(key: &str) -> &str {
    let inner = key.split_once('.').map_or(key, |(_, inner)| inner);
    ["profile.", "profiles."].iter().find_map(|file| inner.strip_prefix(file)).unwrap_or(inner)
}

/// A key and its values, from the first to the last.
fn values(key: &SweptKey) -> String {
    match key.values.as_slice() {
        [] => short(&key.key).to_owned(),
        [only] => format!("{} = {only}", short(&key.key)),
        few if few.len() <= LINES => format!("{} = {}", short(&key.key), few.join(", ")),
        [first, .., last] => format!("{} from {first} to {last}", short(&key.key)),
    }
}

fn series(name: &str, measures: &[&Measure]) -> Series {
    let values = measures.iter().map(|measure| measure.value.unwrap_or(0.0)).collect();
    let series = Series::new(name, values);
    if measures.iter().any(|measure| measure.interval.is_some()) {
        series.within(measures.iter().map(|measure| measure.interval).collect())
    } else {
        series
    }
}

/// Lines over the values of a key where these are numbers, bars where they are names.
fn plot(title: &str, key: &SweptKey, measure: &str, mut series: Vec<Series>) -> Block {
    let (title, value_axis) = (title.to_owned(), measure.to_owned());
    let numbers: Option<Vec<f64>> = key.values.iter().map(|value| value.parse().ok()).collect();
    match numbers.filter(|numbers| numbers.len() >= FEWEST_OF_A_LINE) {
        Some(places) => {
            // From the left to the right, whatever the order in the file.
            let mut order: Vec<usize> = (0..places.len()).collect();
            order.sort_by(|&one, &other| places[one].total_cmp(&places[other]));
            for series in &mut series {
                series.values = order.iter().map(|&at| series.values[at]).collect();
                if !series.intervals.is_empty() {
                    series.intervals = order.iter().map(|&at| series.intervals[at]).collect();
                }
            }
            let places = order.iter().map(|&at| places[at]).collect();
            Block::Lines(Lines { title, place_axis: short(&key.key).to_owned(), value_axis, places, series })
        }
        None => Block::Bars(Bars {
            title,
            category_axis: short(&key.key).to_owned(),
            named: true,
            value_axis,
            categories: key.values.clone(),
            series,
        }),
    }
}

fn heat(title: &str, first: &SweptKey, second: &SweptKey, measure: &str, measures: &[&Measure]) -> Block {
    let columns = second.values.len();
    let rows = measures.chunks(columns);
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

/// How figures of one column are written: all with as many digits behind the point, some five in all.
#[derive(Clone, Copy)]
struct Digits(usize);

impl Digits {
    fn of(measures: &[&Measure]) -> Self {
        let values = || measures.iter().filter_map(|measure| measure.value);
        let largest = values().fold(0.0, |largest: f64, value| largest.max(value.abs()));
        let before = if largest >= 1.0 { largest.log10() as usize + 1 } else { 1 };
        let whole =
            values().all(|value| value.fract() == 0.0) && measures.iter().all(|one| one.interval.is_none());
        Self(if whole { 0 } else { 5usize.saturating_sub(before) })
    }

    fn show(self, value: f64) -> String {
        let digits = self.0;
        if digits == 0 {
            return if value < 0.0 {
                format!("−{}", number(-value.round()))
            } else {
                number(value.round())
            };
        }
        if value < 0.0 { format!("−{:.digits$}", -value) } else { format!("{value:.digits$}") }
    }
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
