//! The report of `life.methuselah`.

use quadrille_life::{Pattern, Rule};
use quadrille_report::{Block, Command, ReportTable, Section};
use quadrille_runner::Report;

use super::result::{Methuselah, MethuselahResult};
use crate::pictured::picture;
use crate::soups::report::{grows, histogram, with_error};
use quadrille_report::figure::{count, counted};
use quadrille_report::figures::Columns;
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
                MethuselahResult::patterns.metric(self.result),
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

    /// Creates a table of patterns. Its first columns are the picture and the identifier, and
    /// `more` adds further columns. Unless the patterns are random, the last column is the
    /// run-length encoding. `named` returns the number and the run-length encoding of a row.
    fn table<'a, R: 'a>(
        &self,
        rows: impl IntoIterator<Item = &'a R>,
        named: fn(&R) -> (u64, &str),
        more: impl FnOnce(Columns<'a, R>) -> Columns<'a, R>,
    ) -> ReportTable {
        let drawn = |row: &R| {
            let (number, rle) = named(row);
            // The result file may have been edited, so its fields may be invalid.
            let pattern: Pattern = rle.parse().unwrap_or_default();
            picture(&format!("Pattern {}", self.name(number)), &pattern)
        };
        let name = if self.random() { "soup" } else { "#number" };
        let first = Columns::of(rows).column("@pattern", drawn).column(name, |row| self.name(named(row).0));
        more(first)
            .when(!self.random(), |table| table.column("run-length encoding", |row| named(row).1.to_owned()))
            .table()
    }

    fn longest(&self) -> Section {
        let table = self.table(
            self.result.longest.iter().take(SHOWN),
            |one| (one.number, &one.rle),
            |table| {
                table.figure(&Methuselah::lifespan).figure(&Methuselah::population).figure(&Methuselah::cells)
            },
        );
        Section::new("The longest-lived", [Block::Table(table)])
    }

    fn lifespans(&self) -> Section {
        let bars =
            histogram("Settled patterns by generation", "generation", "patterns", &self.result.lifespan);
        Section::new("Lifespans", [bars])
    }

    /// Lists the patterns that did not settle.
    fn endless(&self) -> Option<Section> {
        let mut blocks = Vec::new();
        if !self.result.growing.is_empty() {
            let table = self.table(
                &self.result.growing,
                |one| (one.number, &one.rle),
                |table| grows(table, |one| one.growth),
            );
            blocks
                .push(Block::text("The first patterns with unbounded growth, as inferred from populations:"));
            blocks.push(Block::Table(table));
        }
        if !self.result.unsettled.is_empty() {
            let table =
                self.table(&self.result.unsettled, |one| (one.number, &one.rle), std::convert::identity);
            blocks.push(Block::text("The first unresolved patterns:"));
            blocks.push(Block::Table(table));
        }
        (!blocks.is_empty()).then(|| Section::new("Not settled", blocks))
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
        let blocks = command.into_iter().chain([Block::Text(text.to_owned())]);
        Section::new("How to reproduce a pattern", blocks)
    }
}
