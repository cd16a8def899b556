//! The report of `life.soups`.

use quadrille_life::{Chance, Growth, Pattern, StreamKey};
use quadrille_report::{Bars, Block, Cell, Command, Section, Series};
use quadrille_runner::Report;

use super::result::{LongLived, SoupObject, SoupSpread, SoupsResult};
use crate::answers::Grows;
use crate::answers::hashed_soup;
use crate::pictured::{object_picture, picture};
use quadrille_report::figure::{count, counted, shortened};
use quadrille_report::figures::Columns;
use quadrille_report::format::{metric, unknown};

/// The maximum number of objects in the table of the most frequent objects. If there are at most a
/// quarter more objects, the table has all of them.
const SHOWN: usize = 40;
/// The maximum number of objects in the table of the rarest objects.
const RARE: usize = 10;
/// The minimum number of objects of a kind for which the census shows intervals.
const LEAST_FOR_INTERVALS: u64 = 10;
/// The maximum number of bars of a histogram; the last one includes all higher values.
const BARS: u64 = 40;

/// Returns the report. `generations` is the maximum number of generations of each run.
pub(crate) fn report(result: &SoupsResult, seed: u64, generations: u64) -> Report {
    Findings { result, seed, generations }.report()
}

struct Findings<'a> {
    result: &'a SoupsResult,
    seed: u64,
    generations: u64,
}

impl Findings<'_> {
    fn report(&self) -> Report {
        let SoupsResult { rule, symmetry, soups, settled, grow, open, .. } = self.result;
        let lived = with_error(self.result.lifespan.mean, self.result.lifespan.error, 1);
        let objects = with_error(self.result.objects_per_soup.mean, self.result.objects_per_soup.error, 3);
        let growing = match grow {
            0 => String::new(),
            1 => " One grows without bound.".to_owned(),
            grow => format!(" {} grow without bound.", count(*grow)),
        };
        let unseen = match open {
            0 => String::new(),
            open => format!(" Unresolved: {}; their objects are not counted.", count(*open)),
        };
        let of = counted(*soups, "soup");
        let lead = if settled == soups {
            format!(
                "{of} of symmetry {symmetry}: {} settled, after {lived} generations on average, and left {objects} objects each.",
                count(*settled),
            )
        } else if *settled > 0 {
            format!(
                "{of} of symmetry {symmetry}: {} settled, after {lived} generations on average.{growing}{unseen} The mean over all {of} is {objects} objects per soup.",
                count(*settled),
            )
        } else {
            let mean = match grow {
                0 => String::new(),
                _ => format!(" The mean over all {of} is {objects} objects per soup."),
            };
            format!(
                "None of the {of} of symmetry {symmetry} settled within {}.{growing}{unseen}{mean}",
                counted(self.generations, "generation"),
            )
        };
        Report {
            title: format!(
                "Life ({rule}): {} left behind {} of {}",
                counted(*soups, "soup"),
                counted(u64::try_from(self.result.total).unwrap_or(u64::MAX), "object"),
                counted(self.result.objects.len() as u64, "kind")
            ),
            lead,
            metrics: vec![
                SoupsResult::soups.metric(self.result),
                metric("objects", count(u64::try_from(self.result.total).unwrap_or(u64::MAX))),
                metric("kinds of objects", count(self.result.objects.len() as u64)),
                metric(
                    "longest lifespan, generations",
                    count(self.result.longest.first().map_or(0, |soup| soup.lifespan)),
                ),
            ],
            sections: vec![self.census(), self.lifespans(), self.longest(), self.rarest(), self.again()],
        }
    }

    /// Returns the text that identifies a soup in a command that reproduces it.
    fn seed_of(&self, soup: u64) -> String {
        match &self.result.seed_string {
            Some(root) => format!("{root}{soup}"),
            None => format!("{}:{soup}", self.seed),
        }
    }

    fn picture_of(&self, soup: u64) -> Cell {
        let SoupsResult { symmetry, density, seed_string, .. } = self.result;
        // The result file may have been edited, so its fields may be invalid.
        let pattern = match (seed_string, density.and_then(|density| Chance::new(density).ok())) {
            (Some(root), _) => hashed_soup(*symmetry, &format!("{root}{soup}")),
            (None, Some(density)) => symmetry.soup(StreamKey::new(self.seed, soup), density),
            (None, None) => Pattern::default(),
        };
        picture(&format!("Soup {}", self.seed_of(soup)), &pattern)
    }

    fn census(&self) -> Section {
        let kinds = self.result.objects.len();
        // If only a few objects would be omitted, the table shows all objects.
        let shown = if kinds <= SHOWN + SHOWN / 4 { kinds } else { SHOWN };
        // The intervals rely on a normal approximation, so rare objects have no interval. The
        // number of blocks per block has no interval either, because it is exactly 1.
        let error = |object: &SoupObject| object.error.filter(|_| object.count >= LEAST_FOR_INTERVALS);
        let block_error = |object: &SoupObject| {
            object.per_block_error.filter(|&error| object.count >= LEAST_FOR_INTERVALS && error > 0.0)
        };
        let table = objects(self.result.objects.iter().take(shown))
            .column("#per soup", |object| figure(Some(object.per_soup), error(object)))
            .column("#±", |object| figure(error(object), None))
            .column("#per block", |object| figure(object.per_block, block_error(object)))
            .column("#±", |object| figure(block_error(object), None))
            .figure(&SoupObject::apgcode);
        let mut blocks = vec![Block::Table(table.table())];
        let rest = if kinds > shown {
            format!(
                " The table shows the {shown} most frequent of {} kinds of objects; result.json has all of them.",
                count(kinds as u64)
            )
        } else {
            String::new()
        };
        let unresolved = match self.result.open {
            0 => String::new(),
            open => format!(", including {} unresolved, whose objects are not counted", count(open)),
        };
        blocks.push(Block::Text(format!(
            "“Per soup” is the mean over all {}{unresolved}. ± is half the width of the 95 % interval. Kinds with fewer than {LEAST_FOR_INTERVALS} objects have no interval.{rest}",
            counted(self.result.soups, "soup")
        )));
        Section::new("Census", blocks)
    }

    fn lifespans(&self) -> Section {
        Section::new(
            "Lifespans and populations",
            [
                histogram("Settled soups by generation", "generation", "soups", &self.result.lifespan),
                histogram("Final populations", "living cells", "soups", &self.result.population),
            ],
        )
    }

    fn longest(&self) -> Section {
        let longest = Columns::of(&self.result.longest)
            .column("soup", |longest| self.seed_of(longest.soup))
            .column("@pattern", |longest| self.picture_of(longest.soup))
            .figure(&LongLived::lifespan)
            .table();
        Section::new("The longest-lived soups", [Block::Table(longest)])
    }

    fn rarest(&self) -> Section {
        // At most half of all kinds are listed, so that the most frequent objects are not among the
        // rarest.
        let rare = RARE.min(self.result.objects.len().div_ceil(2));
        let table = objects(self.result.objects.iter().rev().take(rare))
            .column("first in soup", |object| self.seed_of(object.first))
            .figure(&SoupObject::apgcode)
            .table();
        let mut blocks = vec![Block::text("The rarest objects:"), Block::Table(table)];
        if !self.result.growing.is_empty() {
            let table = Columns::of(&self.result.growing).column("soup", |soup| self.seed_of(soup.soup));
            let table = grows(table, |soup| soup.growth).table();
            blocks.push(Block::text("Soups with unbounded growth, as inferred from populations:"));
            blocks.push(Block::Table(table));
        }
        Section::new("Finds", blocks)
    }

    fn again(&self) -> Section {
        let SoupsResult { symmetry, rule, density, seed_string, .. } = self.result;
        let soup = self.seed_of(self.result.longest.first().map_or(0, |longest| longest.soup));
        let soup = shell_words::quote(&soup);
        let flags = match (seed_string, density) {
            (Some(_), _) => format!("--seed-string {soup}"),
            (None, Some(density)) if (density - 0.5).abs() > 0.0 => {
                format!("--soup {soup} --density {density}")
            }
            _ => format!("--soup {soup}"),
        };
        let rule =
            if *rule == quadrille_life::Rule::CONWAY { String::new() } else { format!(" --rule {rule}") };
        let text = "Intervals are 95 % intervals of means over soups. For each soup, it is proved \
                    that all cells repeat from the stated generation on. Pseudo-objects are split, as in the standard census.";
        let command = Command {
            what: "This command writes the longest-lived soup to a file. For another soup, replace the number at the end of the seed:".to_owned(),
            line: format!("quadrille life soup --symmetry {symmetry} {flags}{rule} --output soup.rle"),
        };
        let blocks = vec![Block::Command(command), Block::Text(text.to_owned())];
        Section::new("How to reproduce a soup", blocks)
    }
}

/// Formats a mean and its error, which is half the width of the interval.
pub(crate) fn with_error(mean: Option<f64>, error: Option<f64>, digits: usize) -> String {
    match (mean, error) {
        (None, _) => unknown(),
        (Some(mean), None) => format!("{mean:.digits$}"),
        (Some(mean), Some(error)) => format!("{mean:.digits$} ± {error:.digits$}"),
    }
}

/// Begins a table of objects: the name, the picture and the number of each.
fn objects<'a>(objects: impl Iterator<Item = &'a SoupObject>) -> Columns<'a, SoupObject> {
    let name = |object: &SoupObject| object.name.clone().unwrap_or_else(|| shortened(&object.apgcode, 24));
    Columns::of(objects)
        .column("object", name)
        .column("@picture", |object| object_picture(&object.apgcode))
        .figure(&SoupObject::count)
}

/// Adds columns with the kind, the period and the number of cells of each growth.
pub(crate) fn grows<R>(table: Columns<'_, R>, growth: impl Fn(&R) -> Growth) -> Columns<'_, R> {
    table
        .column("growth", |row| Grows::from(growth(row).kind).to_string())
        .column("#period", |row| count(growth(row).period))
        .column("#cells", |row| count(growth(row).cells))
}

/// Formats a figure, rounded to the second significant digit of its error. If there is no error, it
/// is rounded to two significant digits.
fn figure(value: Option<f64>, error: Option<f64>) -> String {
    let error = error.or(value).unwrap_or(0.0);
    let digits = if error > 0.0 { (1.0 - error.log10().floor()).clamp(0.0, 7.0) as usize } else { 5 };
    value.map_or_else(unknown, |value| format!("{value:.digits$}"))
}

/// Draws a histogram of the number of `things`, a plural noun.
pub(crate) fn histogram(title: &str, axis: &str, things: &str, spread: &SoupSpread) -> Block {
    // The result file may have been edited, so its fields may be invalid.
    let bin = spread.bin.max(1);
    let last = spread.counts.last().map_or(0, |&(begin, _)| begin / bin);
    let bars = last.saturating_add(1).min(BARS);
    let mut counts = vec![0u64; bars as usize];
    for &(begin, things) in &spread.counts {
        let bar = &mut counts[(begin / bin).min(bars - 1) as usize];
        *bar = bar.saturating_add(things);
    }
    let is_open = last >= bars;
    let category = |bar: u64| {
        let more = if bar + 1 == bars && is_open { "+" } else { "" };
        format!("{}{more}", count(bar.saturating_mul(bin)))
    };
    let rest = if is_open { "; the last bar contains all larger values" } else { "" };
    // On a linear axis, bars lower than one percent of the highest bar would be invisible.
    let highest = counts.iter().copied().max().unwrap_or(0);
    let filled = counts.iter().filter(|&&things| things > 0);
    let low = filled.clone().filter(|&&things| things < highest / 100).count();
    let logarithmic = 2 * low > filled.count();
    Block::Bars(Bars {
        title: format!(
            "{title}{rest}{}",
            if logarithmic { "; a bin with the value 0 has no bar" } else { "" }
        ),
        category_axis: format!("{axis}, from"),
        named: false,
        logarithmic,
        value_axis: if logarithmic { format!("{things}, logarithmic") } else { things.to_owned() },
        categories: (0..bars).map(category).collect(),
        series: vec![Series::new(
            things.to_owned(),
            counts.into_iter().map(|things| things as f64).collect(),
        )],
    })
}
