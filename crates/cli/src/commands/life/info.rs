//! `quadrille life info`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use quadrille::answers::life::{self, Info as Answer, ObjectCount, rule_and_bounds};
use quadrille::diagnostics::printable;
use quadrille::lanes::Level;
use quadrille::life::formats::Contents;
use quadrille::life::{Bounds, EngineSettings, Fate, FileRule};
use quadrille::machine::available_memory;
use quadrille::report::figure::{count, grouped, shortened};
use quadrille::report::{PageWords, page_of_answer};
use quadrille_files::{Replace, check_place, check_writable};

use super::convert::replace;
use super::draw;
use super::field::{failure, place};
use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, browser, long_job};

/// Default maximum number of generations.
const USUAL: u64 = 100_000;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille life info r-pentomino
  quadrille life info pulsar --report pulsar.html
  quadrille life info glider --bounds 64x64:torus --json

A pattern on the plane has settled when it consists of parts that never meet again, each of which is \
periodic: still lifes, oscillators, moving spaceships. This is proved, never inferred from the population. \
Within bounds it has settled when the whole field repeats. The period is the common period of all \
parts; the displacement is missing where parts move apart. Growth is inferred from the populations: a \
constant increase per period (linear), or an increasing one (quadratic); a settled pattern is known \
not to grow. Generations are counted from the given pattern.")]
pub(crate) struct Info {
    /// The pattern: RLE, macrocell, plaintext, Life 1.05 or 1.06, optionally gzip-compressed; - for
    /// standard input; an apgcode; or a pattern of `quadrille examples`, such as gosper-gun
    #[arg(value_name = "PATTERN")]
    pattern: PathBuf,
    /// Maximum number of generations [default: 100000]
    #[arg(long, value_name = "N", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    generations: Option<u64>,
    /// Run until the fate is known, at most 100,000,000 generations
    #[arg(long, conflicts_with = "generations")]
    until_stable: bool,
    /// Size and border of the field: dead, torus, ring, klein, cross-surface or sphere
    /// [default: the pattern's bounds, else the unbounded plane]
    #[arg(long, value_name = "WxH:BORDER")]
    bounds: Option<Bounds>,
    /// The rule, such as B36/S23 or Seeds [default: the pattern's rule, else B3/S23]
    #[arg(long, value_name = "RULE")]
    rule: Option<FileRule>,
    /// Write the result with a plot to the HTML page F.html; an existing file is replaced
    #[arg(long, value_name = "F", value_parser = page())]
    report: Option<PathBuf>,
    /// Show the page in the browser
    #[arg(long, requires = "report")]
    open: bool,
    /// Memory for the cells, such as 4GiB; a plain number is in MiB [default: all available]
    #[arg(long, value_name = "SIZE", value_parser = long_job::memory, allow_negative_numbers = true)]
    memory: Option<u64>,
    /// Refuse nonstandard files that are otherwise read with a warning
    #[arg(long)]
    strict: bool,
}

/// Returns the parser of page file names.
fn page() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|name| read_page(name.into()))
}

pub(crate) fn read_page(path: PathBuf) -> Result<PathBuf, String> {
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html")) {
        return Err("a name that ends in .html is expected".to_owned());
    }
    check_place(&path, Replace::RegularFileOrLink).map_err(|error| printable(&error.to_string()))?;
    Ok(path)
}

impl Info {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let most = Fate::MOST_GENERATIONS;
        let generations = if self.until_stable { most } else { self.generations.unwrap_or(USUAL) };
        if generations > most {
            return Err(Failure::usage(format!(
                "--generations: expected at most {}, because they are examined one by one",
                count(most)
            )));
        }
        let report = self.report.as_deref();
        report.map_or(Ok(()), |path| check_writable(path, Replace::RegularFileOrLink))?;
        let pattern = super::input::pattern(&self.pattern, self.strict, self.rule, self.bounds)?;
        let (rule, bounds) =
            rule_and_bounds(&pattern, self.rule.map(|rule| rule.spec), self.bounds).map_err(failure)?;
        let settings =
            EngineSettings::default().level(level).memory(self.memory.unwrap_or_else(available_memory) / 2);
        let found = watched("generations", mode, |observer| {
            life::info(&pattern, rule, bounds, settings, generations, observer)
        })?;
        let found = found.map_err(failure)?;
        if let Some(to) = &self.report {
            self.write_report(&found, &pattern, to)?;
            if self.open {
                browser::open(to);
            }
        }
        if mode.json { answer::json(&found) } else { answer::text(&text(&found, self.report.as_deref())) }
    }

    /// Writes the HTML page.
    fn write_report(&self, found: &Answer, pattern: &Contents, to: &Path) -> Result<(), Failure> {
        let name = match self.pattern.file_name() {
            Some(name) if name != "-" => printable(&name.to_string_lossy()),
            _ => "a pattern".to_owned(),
        };
        let conditions = [("pattern".to_owned(), name.clone())];
        let page =
            page_of_answer(&found.report(&name, pattern), "life info", &conditions, &PageWords::ENGLISH)
                .map_err(Failure::unfinished)?;
        replace(to, |out| Ok(out.write_all(page.as_bytes())?))
    }
}

/// Formats the result as text.
fn text(found: &Answer, report: Option<&Path>) -> String {
    let field = found.field.map_or_else(|| "the plane".to_owned(), |field| field.to_string());
    let mut text = format!(
        "rule       {} on {field}\npopulation {}{}\n",
        found.rule,
        grouped(&found.population),
        place(found.bounds.as_ref())
    );
    let missing = "–";
    let number = |number: Option<u64>| number.map_or_else(|| missing.to_owned(), count);
    let settled = match (found.stable_at, found.stable_population) {
        (Some(at), Some(population)) => format!("{} with population {}", count(at), count(population)),
        _ => missing.to_owned(),
    };
    let moved = match found.displacement {
        Some((0, 0)) | None => String::new(),
        Some((x, y)) => format!(", moves by ({x}, {y})"),
    };
    let growth = found.growth.map_or_else(|| "unknown".to_owned(), |growth| growth.to_string());
    let _ = write!(
        text,
        "period     {}{moved}\nsettled    {settled}\ngrowth     {growth}\n{}\n",
        number(found.period),
        objects(found.objects.as_deref().unwrap_or_default(), found.debris_at)
    );
    for line in textwrap::wrap(&found.finding(), 80) {
        let _ = writeln!(text, "{line}");
    }
    if found.populations.len() > 1 {
        let _ = write!(text, "\n{}", draw::curve(&found.populations));
    }
    if let Some(report) = report {
        let _ = writeln!(text, "\nreport     {}", printable(&report.display().to_string()));
    }
    text
}

/// Formats the most frequent objects, wrapped. `debris_at` is the generation at which the objects
/// that a growing pattern leaves behind were counted.
fn objects(objects: &[ObjectCount], debris_at: Option<u64>) -> String {
    const SHOWN: usize = 8;
    // Maximum number of printed characters of a code. With `--json`, the whole code is printed.
    const LETTERS: usize = 64;
    if objects.is_empty() {
        return String::new();
    }
    let total = objects.iter().fold(0u64, |total, object| total.saturating_add(object.count));
    let shown = objects.iter().take(SHOWN).map(|object| {
        let name = object.name.clone().unwrap_or_else(|| shortened(&object.apgcode, LETTERS));
        if object.count == 1 { name } else { format!("{} × {name}", count(object.count)) }
    });
    let more = objects.len().saturating_sub(SHOWN);
    let more = (more > 0).then(|| format!("{} more kinds", count(more as u64)));
    let list = shown.chain(more).collect::<Vec<_>>().join(", ");
    let list = match debris_at {
        Some(at) => format!("{} at generation {}: {list}", count(total), count(at)),
        None if total == 1 => list,
        None => format!("{}: {list}", count(total)),
    };
    let options = textwrap::Options::new(80).initial_indent("objects    ").subsequent_indent("           ");
    textwrap::fill(&list, options) + "\n"
}
