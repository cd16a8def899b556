//! The report of `life.grid`.

use quadrille_life::{EngineSettings, Grid, Rule, StreamKey, fill};
use quadrille_random::Chance;
use quadrille_report::{Bars, Block, Cell, Command, Lines, ReportTable, Section, Series, Squares};
use quadrille_runner::Report;

use super::result::{DensityResult, LifeResult};
use quadrille_report::figure::{count, counted, number};
use quadrille_report::figures::Columns;
use quadrille_report::format::{metric, unknown};

/// The maximum number of lines of a plot: the number of its colours.
const LINES: usize = 6;
/// The minimum number of densities for a line plot. Fewer densities are shown as bars.
const FEWEST_OF_A_LINE: usize = 4;
/// The minimum number of generations for a logarithmic time axis.
const LONG: u64 = 1000;
/// The maximum number of cell updates that the report spends on running fields again to draw their
/// pictures. This number of updates takes some hundredths of a second.
const MOST_WORK: u128 = 1 << 32;
/// The maximum numbers of columns and rows of a picture.
const CORNER: [u64; 2] = [128, 64];

/// Creates the report of a result obtained with `seed`.
pub(crate) fn report(result: &LifeResult, seed: u64) -> Report {
    Findings { result, seed, cells: result.cells() }.report()
}

struct Findings<'a> {
    result: &'a LifeResult,
    seed: u64,
    /// The number of cells of a field.
    cells: u128,
}

impl Findings<'_> {
    /// Returns a population as a percentage of the cells of a field.
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
            match densities.len() {
                1 => format!("At the end, {part:.3} % of all cells live. "),
                _ => format!(
                    "The initial density {} leaves the most living cells at the end, {part:.3} % of all cells{}. ",
                    number(family.density),
                    match self.tied(family).as_slice() {
                        [] => String::new(),
                        [other] => format!("; its interval overlaps with that of {}", number(*other)),
                        others => {
                            let others: Vec<String> = others.iter().map(|&density| number(density)).collect();
                            format!("; its interval overlaps with those of {}", others.join(", "))
                        }
                    }
                ),
            }
        });
        let start = match densities.as_slice() {
            [only] => format!("filled at a density of {}", number(only.density)),
            several => format!("at each of {} densities", several.len()),
        };
        Report {
            title: fullest.map_or_else(|| format!("Life ({rule})"), |family| self.title(family)),
            lead: format!(
                "{most}The experiment ran {} {start}, on {bounds}, for {}.",
                counted(*fields, "field"),
                counted(self.result.lived(), "generation"),
            ),
            metrics: vec![
                metric("fields", count(self.result.all_fields())),
                metric("generations", count(self.result.lived())),
                metric("cells per field", count(self.cells as u64)),
            ],
            sections: [Some(self.end_section()), Some(self.time_section()), self.fields_section()]
                .into_iter()
                .flatten()
                .collect(),
        }
    }

    /// Returns the headline: the percentage of living cells in the last generation for `fullest`,
    /// the initial density that leads to the most living cells. If the results of at least three
    /// neighbouring densities, including this one, cannot be distinguished, the headline states the
    /// range of these densities.
    fn title(&self, fullest: &DensityResult) -> String {
        let LifeResult { rule, densities, .. } = self.result;
        let part =
            |population: f64| number(format!("{:.1e}", self.percent(population)).parse().unwrap_or(0.0));
        let most = part(fullest.last_population());
        let title = format!("Life ({rule}): {most} % of the cells live at the end");
        let mut alike = self.tied(fullest);
        if densities.len() == 1 {
            return title;
        }
        alike.push(fullest.density);
        alike.sort_by(f64::total_cmp);
        let (first, last) = (alike[0], alike[alike.len() - 1]);
        let between = densities.iter().filter(|family| (first..=last).contains(&family.density)).count();
        match alike.len() {
            several @ 3.. if several == between => {
                let fewest = densities.iter().filter(|family| (first..=last).contains(&family.density));
                let fewest = part(fewest.map(DensityResult::last_population).fold(f64::INFINITY, f64::min));
                let parts = if fewest == most { most } else { format!("{fewest} to {most}") };
                format!(
                    "Life ({rule}): {parts} % of the cells live at the end, whether {} or {} lived at first",
                    share(first),
                    share(last)
                )
            }
            _ => format!("{title}, at most"),
        }
    }

    /// Returns the densities whose final populations cannot be distinguished from the final
    /// population of `best`.
    fn tied(&self, best: &DensityResult) -> Vec<f64> {
        let interval = |family: &DensityResult| {
            let error = family.last_error()?;
            Some([family.last_population() - error, family.last_population() + error])
        };
        let Some([low, _]) = interval(best) else { return Vec::new() };
        let others = self.result.densities.iter().filter(|family| !std::ptr::eq(*family, best));
        let tied = others.filter(|family| interval(family).is_some_and(|[_, high]| high >= low));
        tied.map(|family| family.density).collect()
    }

    /// Selects a few of the densities, including the first and the last.
    fn shown(&self) -> Vec<&DensityResult> {
        let all = self.result.densities.len();
        let shown = all.min(LINES);
        let spread = |index: usize| index * all.saturating_sub(1) / shown.saturating_sub(1).max(1);
        (0..shown).map(|index| &self.result.densities[spread(index)]).collect()
    }

    fn time_section(&self) -> Section {
        // On a dense field most cells die in the first generation. Generation 0 is not plotted,
        // because the rest of the curve would look flat beside it.
        let after = usize::from(self.result.generations.len() > 2);
        let line = |family: &&DensityResult| {
            let values = family.population.iter().skip(after).map(|&mean| self.percent(mean));
            Series::new(format!("from {}", number(family.density)), values.collect())
        };
        let shown = self.shown();
        let mut blocks = vec![Block::Lines(Lines {
            title: match after {
                0 => "Population over time".to_owned(),
                _ => format!("Population from generation {} on", count(self.result.generations[after])),
            },
            place_axis: if self.result.lived() >= LONG { "generation, logarithmic" } else { "generation" }
                .to_owned(),
            value_axis: "percentage of living cells".to_owned(),
            // Most of the change is in the first generations.
            logarithmic: self.result.lived() >= LONG,
            mark: None,
            places: self.result.generations[after..].iter().map(|&generation| generation as f64).collect(),
            series: shown.iter().map(line).collect(),
        })];
        if shown.len() < self.result.densities.len() {
            let text = format!(
                "The plot shows {} of the {} densities. Where lines coincide, only the last one is visible.",
                shown.len(),
                self.result.densities.len()
            );
            blocks.push(Block::Text(text));
        }
        Section::new("Population over time", blocks)
    }

    fn end_section(&self) -> Section {
        let percent = |population: f64| format!("{:.3}", self.percent(population));
        let first = |family: &DensityResult| family.population.first().copied().unwrap_or(0.0);
        let table = Columns::of(&self.result.densities)
            .figure(&DensityResult::density)
            .column("#first, %", |family| percent(first(family)))
            .column("#last, %", |family| percent(family.last_population()))
            .column("#± at 95 %", |family| family.last_error().map_or_else(unknown, percent))
            .column("#population", |family| count(family.last_population().round() as u64))
            .column("#least", |family| count(family.last.iter().min().copied().unwrap_or_default()))
            .column("#most", |family| count(family.last.iter().max().copied().unwrap_or_default()))
            .table();
        let mut blocks = vec![self.ends(), Block::Table(table)];
        blocks.push(Block::text("Intervals are 95 % intervals of the mean over the fields."));
        blocks.extend(self.again());
        Section::new(format!("After {}", counted(self.result.lived(), "generation")), blocks)
    }

    /// Plots the final populations with intervals: as a line over the densities, or as bars if
    /// there are only a few densities.
    fn ends(&self) -> Block {
        let mut families: Vec<&DensityResult> = self.result.densities.iter().collect();
        families.sort_by(|one, other| one.density.total_cmp(&other.density));
        let thousandths = |percent: f64| (percent * 1000.0).round() / 1000.0;
        let end = |family: &DensityResult| self.percent(family.last_population());
        let interval = |family: &&DensityResult| {
            let error = self.percent(family.last_error()?);
            Some([(end(family) - error).max(0.0), end(family) + error])
        };
        let values = families.iter().map(|family| thousandths(end(family))).collect();
        let series = Series::new("living cells", values).within(families.iter().map(interval).collect());
        let title = "Final population by initial density, with 95 % intervals".to_owned();
        let (place_axis, value_axis) =
            ("initial density".to_owned(), "percentage of living cells".to_owned());
        if families.len() < FEWEST_OF_A_LINE {
            let categories = families.iter().map(|family| number(family.density)).collect();
            let series = vec![series];
            return Block::Bars(
                Bars::new(title, [&place_axis, &value_axis], categories).named().with_all(series),
            );
        }
        let places = families.iter().map(|family| family.density).collect();
        Block::Lines(Lines {
            title,
            place_axis,
            value_axis,
            logarithmic: false,
            places,
            series: vec![series],
            mark: None,
        })
    }

    /// Returns the command that repeats the run of the first field.
    fn again(&self) -> Option<Block> {
        let LifeResult { rule, bounds, densities, .. } = self.result;
        let rule = if *rule == Rule::CONWAY { String::new() } else { format!(" --rule {rule}") };
        let (width, height, density) = (bounds.width(), bounds.height(), densities.first()?.density);
        Some(Block::Command(Command {
            what: "The fields are drawn from the streams 0, 1, 2 and so on, density by density. This command repeats the first field:"
                .to_owned(),
            line: format!(
                "quadrille life soup --size {width}x{height} --bounds {bounds} --density {density}{rule} --seed {} --stream 0 --generations {}",
                self.seed,
                self.result.lived(),
            ),
        }))
    }

    /// Shows a corner of the first field of each density. These fields must be run again, so the
    /// section is omitted if this would take long.
    fn fields_section(&self) -> Option<Section> {
        let LifeResult { rule, bounds, fields, densities, .. } = self.result;
        let shown = self.shown();
        let work = self.cells * u128::from(self.result.lived().max(1)) * shown.len() as u128;
        if work > MOST_WORK {
            return None;
        }
        let mut table = ReportTable::new(&["#initial density", "@field"]);
        for &family in &shown {
            let place = densities.iter().position(|other| std::ptr::eq(other, family))? as u64;
            let mut grid = Grid::new(*rule, *bounds, EngineSettings::default()).ok()?;
            let key = StreamKey::new(self.seed, place.checked_mul(*fields)?);
            fill::xoshiro(&mut grid, key, Chance::new(family.density).ok()?, &()).ok()?;
            grid.run(self.result.lived(), &()).ok()?;
            let corner =
                corner(&grid, &format!("Upper left corner, initial density {}", number(family.density)));
            table.push([number(family.density).into(), Cell::from(corner)]);
        }
        let [columns, rows] = [bounds.width().min(CORNER[0]), bounds.height().min(CORNER[1])];
        let of_each = if shown.len() < densities.len() {
            format!("{} of the densities", shown.len())
        } else {
            "each density".to_owned()
        };
        let text = format!(
            "The upper left corner of the first field of {of_each} at the end, {columns} × {rows} cells; an empty \
             picture has no living cells."
        );
        Some(Section::new("Fields at the last generation", [Block::Text(text), Block::Table(table)]))
    }
}

/// Formats a density as a percentage.
fn share(density: f64) -> String {
    format!("{} %", number(format!("{:.4e}", 100.0 * density).parse().unwrap_or(density)))
}

/// Draws the upper left corner of a field.
fn corner(grid: &Grid, title: &str) -> Squares {
    let [width, height] = [grid.width().min(CORNER[0]), grid.height().min(CORNER[1])];
    let inside = grid.spans().map(|span| (span.x.unsigned_abs(), span.y.unsigned_abs(), span.length));
    let inside = inside.take_while(|&(_, y, _)| y < height).filter(|&(x, ..)| x < width);
    let filled = inside.map(|(x, y, length)| [x, y, length.min(width - x)].map(|number| number as u32));
    Squares { title: title.to_owned(), width: width as u32, height: height as u32, filled: filled.collect() }
}
