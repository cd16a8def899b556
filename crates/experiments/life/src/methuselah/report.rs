//! The report of `life.methuselah`.

use quadrille_life::{Pattern, Rule};
use quadrille_report::{Block, Cell, Command, ReportTable, Section};
use quadrille_runner::Report;

use super::result::{Methuselah, MethuselahResult};
use crate::answers::Grows;
use crate::pictured::picture;
use crate::soups::report::{histogram, with_error};
use quadrille_report::figure::{count, counted};
use quadrille_report::format::{metric, unknown};

/// The maximum number of patterns in the table of the longest-lived patterns.
const SHOWN: usize = 100;

pub(crate) fn report(result: &MethuselahResult, seed: u64) -> Report {
    Findings { result, seed }.report()
}

struct Findings<'a> {
    result: &'a MethuselahResult,
    seed: u64,
}

impl Findings<'_> {
    fn report(&self) -> Report {
        let MethuselahResult { rule, width, height, patterns, settled, .. } = self.result;
        let mut sections = Vec::new();
        if *settled > 0 {
            sections.extend([self.longest(), self.lifespans()]);
        }
        sections.extend(self.endless());
        sections.push(self.again());
        Report {
            title: match self.longest_lifespan() {
                Some(last) => format!(
                    "Life ({rule}): of {} of {width} × {height} cells, the longest-lived settles at generation {}",
                    counted(*patterns, "pattern"),
                    count(last)
                ),
                None => format!("Life ({rule}): no pattern of {width} × {height} cells settles"),
            },
            lead: self.lead(),
            metrics: vec![
                metric("longest lifespan, generations", self.longest_lifespan().map_or_else(unknown, count)),
                metric("mean lifespan", with_error(self.result.lifespan.mean, self.result.lifespan.error, 1)),
                metric("patterns", count(*patterns)),
                metric("not settled", count(patterns.saturating_sub(*settled))),
            ],
            sections,
        }
    }

    fn longest_lifespan(&self) -> Option<u64> {
        self.result.longest.first().map(|longest| longest.lifespan)
    }

    fn lead(&self) -> String {
        let MethuselahResult { rule, width, height, density, placed, patterns, settled, grow, open, .. } =
            self.result;
        let what = match (placed, density) {
            (Some(placed), _) => format!(
                "There are {} to fill a box of {width} × {height} cells. They give {} that differ by more than translation, rotation or reflection{}.",
                counted(*placed, "way"),
                counted(*patterns, "pattern"),
                if rule.is_isotropic() { "" } else { " (only symmetries of the rule are considered)" },
            ),
            (None, density) => format!(
                "{} of {width} × {height} cells at density {}.",
                counted(*patterns, "random soup"),
                density.unwrap_or_default()
            ),
        };
        let last = match self.longest_lifespan() {
            Some(last) if settled == patterns => {
                format!(" All settle, the last at generation {}.", count(last))
            }
            Some(last) => format!(" {} settle, the last at generation {}.", count(*settled), count(last)),
            None => " None settles.".to_owned(),
        };
        let growing = match grow {
            0 => String::new(),
            1 => " One grows without bound.".to_owned(),
            grow => format!(" {} grow without bound.", count(*grow)),
        };
        let unseen = match open {
            0 => String::new(),
            open => format!(" Unresolved: {}.", count(*open)),
        };
        format!("{what}{last}{growing}{unseen}")
    }

    /// Returns whether the patterns are random.
    fn random(&self) -> bool {
        self.result.density.is_some()
    }

    /// Returns the identifier of a pattern, from which it can be reproduced.
    fn name(&self, number: u64) -> String {
        if self.random() { format!("{}:{number}", self.seed) } else { number.to_string() }
    }

    /// Creates a table whose first columns are the picture and the identifier. Unless the patterns
    /// are random, the last column is the run-length encoding.
    fn table(&self, headings: &[&str]) -> ReportTable {
        let name = if self.random() { "soup" } else { "#number" };
        let rle: &[&str] = if self.random() { &[] } else { &["run-length encoding"] };
        ReportTable::new(&[&["@pattern", name], headings, rle].concat())
    }

    fn row(
        &self,
        table: &mut ReportTable,
        number: u64,
        rle: &str,
        figures: impl IntoIterator<Item = String>,
    ) {
        let name = self.name(number);
        // The result file may have been edited, so its fields may be invalid.
        let pattern: Pattern = rle.parse().unwrap_or_default();
        let rle = (!self.random()).then(|| rle.to_owned());
        let row = [picture(&format!("Pattern {name}"), &pattern), name.into()];
        table.push(row.into_iter().chain(figures.into_iter().chain(rle).map(Cell::from)));
    }

    fn longest(&self) -> Section {
        let mut table = self.table(&["#settled at", "#final cells", "#initial"]);
        for Methuselah { number, lifespan, population, cells, rle } in self.result.longest.iter().take(SHOWN)
        {
            self.row(&mut table, *number, rle, [*lifespan, *population, *cells].map(count));
        }
        Section { title: "The longest-lived".to_owned(), blocks: vec![Block::Table(table)] }
    }

    fn lifespans(&self) -> Section {
        let bars =
            histogram("Settled patterns by generation", "generation", "patterns", &self.result.lifespan);
        Section { title: "Lifespans".to_owned(), blocks: vec![bars] }
    }

    /// Lists the patterns that did not settle.
    fn endless(&self) -> Option<Section> {
        let mut blocks = Vec::new();
        if !self.result.growing.is_empty() {
            let mut table = self.table(&["growth", "#period", "#cells"]);
            for grows in &self.result.growing {
                let kind = Grows::from(grows.growth.kind).to_string();
                let figures = [kind, count(grows.growth.period), count(grows.growth.cells)];
                self.row(&mut table, grows.number, &grows.rle, figures);
            }
            blocks.push(Block::Text(
                "The first patterns with unbounded growth, as inferred from populations:".to_owned(),
            ));
            blocks.push(Block::Table(table));
        }
        if !self.result.unsettled.is_empty() {
            let mut table = self.table(&[]);
            for open in &self.result.unsettled {
                self.row(&mut table, open.number, &open.rle, []);
            }
            blocks.push(Block::Text("The first unresolved patterns:".to_owned()));
            blocks.push(Block::Table(table));
        }
        (!blocks.is_empty()).then(|| Section { title: "Not settled".to_owned(), blocks })
    }

    fn again(&self) -> Section {
        let MethuselahResult { rule, width, height, density, .. } = self.result;
        let flag = if *rule == Rule::CONWAY { String::new() } else { format!(" --rule {rule}") };
        let line = self.result.longest.first().map(|longest| match density {
            Some(density) => format!(
                "quadrille life soup --size {width}x{height} --density {density} --seed {} --stream {} --output x.cells && quadrille life info x.cells{flag}",
                self.seed, longest.number,
            ),
            None => format!("echo '{}' | quadrille life info -{flag}", longest.rle),
        });
        let what = "This command determines the fate of the longest-lived pattern. For another pattern, replace the value of --stream, or the text after echo:";
        let command = line.map(|line| Block::Command(Command { what: what.to_owned(), line }));
        let text = "It is proved that all cells of a pattern repeat from the stated generation on. Populations include escaped spaceships.";
        let blocks = command.into_iter().chain([Block::Text(text.to_owned())]).collect();
        Section { title: "How to reproduce a pattern".to_owned(), blocks }
    }
}
