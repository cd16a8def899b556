//! The report of `life.grid`: its result for people.

use quadrille_experiment::Report;
use quadrille_experiment::report::{Bars, Block, Lines, Section, Series, Table};

use super::result::{DensityResult, LifeResult};
use crate::adapters::format::metric;
use crate::report::figure::{count, counted, number};

/// Lines in a plot: as many as it has colours.
const LINES: usize = 6;

pub(super) fn report(result: &LifeResult) -> Report {
    Findings { result, cells: result.cells() }.report()
}

struct Findings<'a> {
    result: &'a LifeResult,
    /// Cells of a field.
    cells: u128,
}

impl Findings<'_> {
    /// A population as a part of the field.
    fn percent(&self, population: f64) -> f64 {
        100.0 * population / self.cells as f64
    }

    fn report(&self) -> Report {
        let LifeResult { rule, bounds, fields, densities, .. } = self.result;
        let by_last =
            |a: &&DensityResult, b: &&DensityResult| a.last_population().total_cmp(&b.last_population());
        let fullest = densities.iter().max_by(by_last);
        let most = fullest.map_or_else(String::new, |family| {
            let part = self.percent(family.last_population());
            format!(
                " Most is left of those that began at a density of {}: {part:.3} % of all cells.",
                number(family.density)
            )
        });
        let start = match densities.as_slice() {
            [only] => format!("a density of {}", number(only.density)),
            several => format!("{} densities", several.len()),
        };
        Report {
            title: format!("{rule}: what becomes of random fields"),
            lead: format!(
                "{} of each of {start}, on {bounds}, for {}.{most}",
                counted(*fields, "field"),
                counted(self.result.lived(), "generation"),
            ),
            metrics: vec![
                metric("fields", count(self.result.all_fields())),
                metric("generations", count(self.result.lived())),
                metric("cells a field", count(self.cells as u64)),
            ],
            sections: vec![self.time_section(), self.end_section()],
        }
    }

    /// A few of the densities, from the first to the last.
    fn shown(&self) -> Vec<&DensityResult> {
        let all = self.result.densities.len();
        let shown = all.min(LINES);
        let spread = |index: usize| index * all.saturating_sub(1) / shown.saturating_sub(1).max(1);
        (0..shown).map(|index| &self.result.densities[spread(index)]).collect()
    }

    fn time_section(&self) -> Section {
        // Most cells of a full field die at once: what comes later would be flat beside them.
        let after = usize::from(self.result.generations.len() > 2);
        let line = |family: &&DensityResult| Series {
            name: format!("from {}", number(family.density)),
            values: family.population.iter().skip(after).map(|&mean| self.percent(mean)).collect(),
        };
        let shown = self.shown();
        let mut blocks = vec![Block::Lines(Lines {
            title: match after {
                0 => "How many cells live, as generations go by".to_owned(),
                _ => format!(
                    "How many cells live, from generation {} on",
                    count(self.result.generations[after])
                ),
            },
            place_axis: "generation".to_owned(),
            value_axis: "percent of the cells that live".to_owned(),
            places: self.result.generations[after..].iter().map(|&generation| generation as f64).collect(),
            series: shown.iter().map(line).collect(),
        })];
        if shown.len() < self.result.densities.len() {
            let text = format!(
                "{} of the {} densities are drawn; the table has all.",
                shown.len(),
                self.result.densities.len()
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
        for family in &self.result.densities {
            let ends = &family.last;
            let least = ends.iter().min().copied().unwrap_or_default();
            let most = ends.iter().max().copied().unwrap_or_default();
            table.push([
                number(family.density),
                format!("{:.3}", self.percent(family.population.first().copied().unwrap_or(0.0))),
                format!("{:.3}", self.percent(family.last_population())),
                family
                    .error
                    .last()
                    .copied()
                    .flatten()
                    .map_or_else(|| "–".to_owned(), |error| format!("{:.3}", self.percent(error))),
                count(family.last_population().round() as u64),
                count(least),
                count(most),
            ]);
        }
        let thousandths = |percent: f64| (percent * 1000.0).round() / 1000.0;
        let ends = |family: &DensityResult| thousandths(self.percent(family.last_population()));
        Section {
            title: format!("After {}", counted(self.result.lived(), "generation")),
            blocks: vec![
                Block::Bars(Bars {
                    title: "How many cells live in the end, by the density at first".to_owned(),
                    category_axis: "density at first".to_owned(),
                    value_axis: "percent of the cells that live".to_owned(),
                    categories: self.result.densities.iter().map(|family| number(family.density)).collect(),
                    series: vec![Series {
                        name: "living cells".to_owned(),
                        values: self.result.densities.iter().map(ends).collect(),
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
