//! What became of the fields, for machines and for people.

use quadrille_experiment::report::{Bars, Block, Lines, Metric, Section, Series, Table};
use quadrille_experiment::{Conclusion, Report};
use quadrille_stats::{Confidence, Interval};
use serde_json::{Map, Value, json};

use super::fields::{Density, Populations};
use super::settings::Settings;
use crate::report::figure::{count, counted, number};

/// Lines in a plot: as many as it has colours.
const LINES: usize = 6;

/// Everything that the fields came to.
struct Findings<'a> {
    settings: &'a Settings,
    counted: Vec<u64>,
    densities: Vec<Family<'a>>,
}

/// The fields of one density.
struct Family<'a> {
    density: f64,
    counts: &'a Density,
}

pub(super) fn conclusion(settings: &Settings, populations: &Populations) -> Conclusion {
    let families = settings.densities.iter().zip(&populations.0);
    let findings = Findings {
        settings,
        counted: settings.counted().collect(),
        densities: families.map(|(&(density, _), counts)| Family { density, counts }).collect(),
    };
    let cells = findings.cells() * u128::from(settings.generations) * u128::from(findings.fields());
    Conclusion::new(&findings.result(), findings.report()).counting("cells", cells)
}

impl Family<'_> {
    /// The mean population at a count.
    fn mean(&self, at: usize) -> f64 {
        self.counts.sums[at] as f64 / self.counts.fields as f64
    }

    /// Half the 95 % interval of that mean; `None` with a single field.
    fn error(&self, at: usize) -> Option<f64> {
        let fields = u128::from(self.counts.fields);
        // Whole numbers up to here: no difference of large floats.
        let spread = (fields * self.counts.squares[at]).saturating_sub(self.counts.sums[at].pow(2));
        let variance =
            spread as f64 / (fields * fields.checked_sub(1).filter(|&freedom| freedom > 0)?) as f64;
        let error = (variance / fields as f64).sqrt();
        let confidence = Confidence::new(0.95).ok()?;
        Some(Interval::t(0.0, error, self.counts.fields - 1, confidence).ok()?.half_width())
    }

    fn last(&self) -> usize {
        self.counts.sums.len() - 1
    }
}

impl Findings<'_> {
    fn cells(&self) -> u128 {
        u128::from(self.settings.bounds.width()) * u128::from(self.settings.bounds.height())
    }

    fn fields(&self) -> u64 {
        self.densities.iter().map(|family| family.counts.fields).sum()
    }

    /// A population as a part of the field.
    fn percent(&self, population: f64) -> f64 {
        100.0 * population / self.cells() as f64
    }

    /// For machines.
    fn result(&self) -> Map<String, Value> {
        let mut result = Map::new();
        let mut tell = |key: &str, value: Value| result.insert(key.to_owned(), value);
        tell("rule", json!(self.settings.rule.to_string()));
        tell("bounds", json!(self.settings.bounds.to_string()));
        tell("fields", json!(self.settings.fields));
        tell("generations", json!(self.counted));
        let family = |family: &Family<'_>| {
            let counts = || 0..self.counted.len();
            json!({
                "density": family.density,
                "population": counts().map(|at| family.mean(at)).collect::<Vec<_>>(),
                "error": counts().map(|at| family.error(at)).collect::<Vec<_>>(),
                "last": family.counts.last.iter().map(u64::to_string).collect::<Vec<_>>(),
            })
        };
        tell("densities", self.densities.iter().map(family).collect());
        result
    }

    /// For people.
    fn report(&self) -> Report {
        let Settings { rule, bounds, generations, fields, .. } = self.settings;
        let by_last = |a: &&Family<'_>, b: &&Family<'_>| a.mean(a.last()).total_cmp(&b.mean(b.last()));
        let fullest = self.densities.iter().max_by(by_last);
        let most = fullest.map_or_else(String::new, |family| {
            let part = self.percent(family.mean(family.last()));
            format!(
                " Most is left of those that began at a density of {}: {part:.3} % of all cells.",
                number(family.density)
            )
        });
        let start = match self.densities.as_slice() {
            [only] => format!("a density of {}", number(only.density)),
            several => format!("{} densities", several.len()),
        };
        Report {
            title: format!("{rule}: what becomes of random fields"),
            lead: format!(
                "{} of each of {start}, on {bounds}, for {}.{most}",
                counted(*fields, "field"),
                counted(*generations, "generation"),
            ),
            metrics: vec![
                Metric { label: "fields".to_owned(), value: count(self.fields()) },
                Metric { label: "generations".to_owned(), value: count(*generations) },
                Metric { label: "cells a field".to_owned(), value: count(self.cells() as u64) },
            ],
            sections: vec![self.time_section(), self.end_section()],
        }
    }

    /// A few of the densities, from the first to the last.
    fn shown(&self) -> Vec<&Family<'_>> {
        let all = self.densities.len();
        let shown = all.min(LINES);
        let spread = |index: usize| index * all.saturating_sub(1) / shown.saturating_sub(1).max(1);
        (0..shown).map(|index| &self.densities[spread(index)]).collect()
    }

    fn time_section(&self) -> Section {
        // Most cells of a full field die at once: what comes later would be flat beside them.
        let after = usize::from(self.counted.len() > 2);
        let line = |family: &&Family<'_>| Series {
            name: format!("from {}", number(family.density)),
            values: (after..self.counted.len()).map(|at| self.percent(family.mean(at))).collect(),
        };
        let shown = self.shown();
        let mut blocks = vec![Block::Lines(Lines {
            title: match after {
                0 => "How many cells live, as generations go by".to_owned(),
                _ => format!("How many cells live, from generation {} on", count(self.counted[after])),
            },
            place_axis: "generation".to_owned(),
            value_axis: "percent of the cells that live".to_owned(),
            places: self.counted[after..].iter().map(|&generation| generation as f64).collect(),
            series: shown.iter().map(line).collect(),
        })];
        if shown.len() < self.densities.len() {
            let text = format!(
                "{} of the {} densities are drawn; the table has all.",
                shown.len(),
                self.densities.len()
            );
            blocks.push(Block::Text(text));
        }
        Section { title: "Population over time".to_owned(), blocks }
    }

    fn end_section(&self) -> Section {
        let mut table = Table::new(&[
            "#density",
            "#first, %",
            "#last, %",
            "#± at 95 %",
            "#population",
            "#least",
            "#most",
        ]);
        for family in &self.densities {
            let (last, ends) = (family.last(), &family.counts.last);
            let least = ends.iter().min().copied().unwrap_or_default();
            let most = ends.iter().max().copied().unwrap_or_default();
            table.push([
                number(family.density),
                format!("{:.3}", self.percent(family.mean(0))),
                format!("{:.3}", self.percent(family.mean(last))),
                family
                    .error(last)
                    .map_or_else(|| "–".to_owned(), |error| format!("{:.3}", self.percent(error))),
                count(family.mean(last).round() as u64),
                count(least),
                count(most),
            ]);
        }
        let thousandths = |percent: f64| (percent * 1000.0).round() / 1000.0;
        let ends = |family: &Family<'_>| thousandths(self.percent(family.mean(family.last())));
        Section {
            title: format!("After {}", counted(self.settings.generations, "generation")),
            blocks: vec![
                Block::Bars(Bars {
                    title: "How many cells live in the end, by the density at first".to_owned(),
                    category_axis: "density at first".to_owned(),
                    value_axis: "percent of the cells that live".to_owned(),
                    categories: self.densities.iter().map(|family| number(family.density)).collect(),
                    series: vec![Series {
                        name: "living cells".to_owned(),
                        values: self.densities.iter().map(ends).collect(),
                    }],
                }),
                Block::Table(table),
                Block::Text(
                    "Intervals are those of the mean over the fields of a density. Field number k, those of the first density \
                     first, can be had again: `quadrille life soup` with the same size, density, seed and `--stream k`."
                        .to_owned(),
                ),
            ],
        }
    }
}
