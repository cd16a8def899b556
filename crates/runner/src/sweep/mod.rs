//! Sweeps: an experiment is repeated for several values of one or two of its keys. The table
//! `[sweep]` of the experiment file contains these values.
//!
//! ```toml
//! kind = "combat.dps"
//! [combat]
//! profile = "fury.toml"
//! [sweep]
//! "combat.profile.actor.crit" = { from = 0.1, to = 0.5, step = 0.05 }
//! "combat.iterations" = [1000, 10000]
//! ```
//!
//! Each combination of values is a *point*. At a point, the experiment is run as if the file
//! contained these values. All points have the same seed, so that the same fight, deal or field has
//! the same random numbers at every point. A sweep is one run, which contains the shards of all
//! points.

mod open;
mod report;
pub mod result;

use std::sync::Arc;

use crate::{Conclusion, Header, OpenJob, Report};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Document, Entry, Replacement, Value};
use quadrille_lanes::Level;

use self::open::OpenSweep;
use self::result::{SweepDetails, SweepResult, SweptKey, SweptPoint};
use crate::files::NamedFiles;
use crate::job::{ForeignResult, Job, Kind, StoredResult};

/// Maximum number of keys in a sweep.
const MOST_KEYS: usize = 2;
/// Maximum number of points of a sweep.
pub const MOST_POINTS: usize = 1000;

/// A sweep, with the settings of the experiment at each point.
#[derive(Clone)]
pub(crate) struct Sweep(Arc<Points>);

struct Points {
    keys: Vec<SweptKey>,
    /// The points. For each value of the first key, there is one point for each value of the second
    /// key.
    points: Vec<Point>,
}

/// A point of a sweep: a value for each key, and the experiment with these values.
struct Point {
    values: Vec<String>,
    job: Arc<dyn Job>,
}

/// A key of the table `[sweep]`, with its values.
struct Swept<'d> {
    entry: Entry<'d>,
    /// The path at which the value is set in the experiment file: names of tables, then the key.
    path: Vec<String>,
    values: Vec<Replacement>,
}

impl Sweep {
    /// Reads the experiment in `document` once for each point of the table `sweep`.
    pub(crate) fn read(
        document: &Document,
        sweep: &Value<'_>,
        kind: &'static Kind,
        header: &Header,
        files: &mut NamedFiles,
    ) -> Result<Self, Diagnostic> {
        let entries = sweep.entries()?;
        if !(1..=MOST_KEYS).contains(&entries.len()) {
            let error = sweep.error(format!("[sweep] has {} keys", entries.len()));
            return Err(error.expected(format!("1 to {MOST_KEYS}")));
        }
        let swept = entries.into_iter().map(|entry| Swept::read(entry, kind));
        let swept = swept.collect::<Result<Vec<_>, _>>()?;
        if let [first, second] = swept.as_slice()
            && first.path == second.path
        {
            let error = second.entry.error(format!("both keys vary the value of `{}`", second.entry.name()));
            return Err(error.expected("two different keys"));
        }
        let number: usize = swept.iter().map(|key| key.values.len()).product();
        if number > MOST_POINTS {
            let error = sweep.error(format!("the sweep has {number} points"));
            return Err(error.expected(format!("at most {MOST_POINTS}")));
        }
        let mut points = Vec::with_capacity(number);
        for index in 0..number {
            points.push(Point::read(&swept, index, document, kind, header, files)?);
        }
        let keys = swept.iter().map(|key| SweptKey {
            key: key.entry.name().to_owned(),
            values: key.values.iter().map(Replacement::text).collect(),
        });
        Ok(Self(Arc::new(Points { keys: keys.collect(), points })))
    }
}

impl<'d> Swept<'d> {
    fn read(entry: Entry<'d>, kind: &Kind) -> Result<Self, Diagnostic> {
        let parts: Vec<&str> = entry.name().split('.').collect();
        let (table, files) = (kind.table, ["profile", "profiles"]);
        let path = match parts.as_slice() {
            [first] if *first == table && entry.value().entries().is_ok() => {
                let error = entry.error(format!("`{table}` is a table, not a key of an experiment"));
                let first = kind.keys[0].name;
                return Err(error.expected(format!("the whole key in quotes, such as \"{table}.{first}\"")));
            }
            [first, key] if *first == table => vec![table.to_owned(), (*key).to_owned()],
            // The key is the path of a number in another file, such as a profile. The table `set`
            // of the experiment replaces numbers of that file, so the value is inserted in this
            // table.
            [first, file, .., _]
                if *first == table
                    && files.contains(file)
                    && kind.key_names().contains(&"set")
                    && kind.key_names().contains(file) =>
            {
                vec![table.to_owned(), "set".to_owned(), parts[2..].join(".")]
            }
            _ => {
                let error = entry.error(format!("a sweep cannot vary `{}`", entry.name()));
                let file = kind.key_names().into_iter().find(|key| files.contains(key));
                let within = file.map_or_else(String::new, |file| {
                    format!(", or \"{table}.{file}.\" and the path of a number in that file")
                });
                return Err(error.expected(format!("\"{table}.\" and a key of [{table}]{within}")));
            }
        };
        let values = values(&entry)?;
        Ok(Self { entry, path, values })
    }
}

/// Returns the values of a key, which are given as a list or a range.
fn values(entry: &Entry<'_>) -> Result<Vec<Replacement>, Diagnostic> {
    const EXPECTED: &str = "a list of values, or a range such as { from = 0.1, to = 0.5, step = 0.05 }";
    let value = entry.value();
    let values = match entry.replacements() {
        Some(values) => values,
        None => range(entry).map_err(|error| {
            error.unwrap_or_else(|| {
                value.error(format!("`{}` is neither a list nor a range", entry.name())).expected(EXPECTED)
            })
        })?,
    };
    if values.is_empty() {
        return Err(value.error(format!("`{}` has no values", entry.name())).expected(EXPECTED));
    }
    if values.iter().any(|one| !one.is_plain()) {
        let error = value.error(format!("`{}` has a list, a table or a date among its values", entry.name()));
        return Err(error.expected("numbers, texts, true or false"));
    }
    let same = |one: &Replacement, other: &Replacement| match (one.number(), other.number()) {
        (Some(one), Some(other)) => one.total_cmp(&other).is_eq(),
        _ => one.text() == other.text(),
    };
    for (index, one) in values.iter().enumerate() {
        if values[..index].iter().any(|other| same(one, other)) {
            let error = value.error(format!("`{}` has the value {} twice", entry.name(), one.text()));
            return Err(error.expected("each value once"));
        }
    }
    Ok(values)
}

/// Returns the numbers of a range. The error is `None` if the value is not a range.
fn range(entry: &Entry<'_>) -> Result<Vec<Replacement>, Option<Diagnostic>> {
    const LARGEST: f64 = 1e12;
    let value = entry.value();
    if value.entries().is_err() {
        return Err(None);
    }
    let table = value.table(&["from", "to", "step"])?;
    let [from, to, step] = ["from", "to", "step"].map(|key| table.required(key));
    let (from, to, step) = (from?, to?, step?);
    let whole = [&from, &to, &step].map(|value| value.integer(0..=LARGEST as u64).is_ok()) == [true; 3];
    let first = from.number(-LARGEST..=LARGEST)?;
    let last = to.number(first..=LARGEST)?;
    let by = step.number(1e-12..=LARGEST)?;
    // The end of the range is included if a step reaches it within a rounding error.
    let steps = ((last - first) / by + 1e-9).floor();
    if steps >= MOST_POINTS as f64 {
        let error = value.error(format!("`{}` has {} values", entry.name(), steps + 1.0));
        return Err(Some(error.expected(format!("at most {MOST_POINTS}"))));
    }
    let place = entry.replacement();
    let number = |at: u32| {
        let number = first + f64::from(at) * by;
        // Removes rounding errors, such as that of 0.30000000000000004.
        let number: f64 = format!("{number:.11e}").parse().unwrap_or(number);
        let text = if whole { format!("{number:.0}") } else { format!("{number:?}") };
        place.with_number(&text)
    };
    Ok((0..=steps as u32).map(number).collect())
}

impl Point {
    fn read(
        swept: &[Swept<'_>],
        index: usize,
        document: &Document,
        kind: &'static Kind,
        header: &Header,
        files: &mut NamedFiles,
    ) -> Result<Self, Diagnostic> {
        let (mut varied, mut rest, mut values) = (document.clone(), index, Vec::new());
        for key in swept.iter().rev() {
            let value = &key.values[rest % key.values.len()];
            rest /= key.values.len();
            let path: Vec<&str> = key.path.iter().map(String::as_str).collect();
            varied = varied.with(&path, value).ok_or_else(|| {
                key.entry.error(format!("the parent of `{}` is not a table", key.entry.name()))
            })?;
            values.insert(0, value.text());
        }
        let job = (kind.read)(&varied.required(kind.table)?.table(&kind.key_names())?, header, files)?;
        Ok(Self { values, job })
    }
}

impl Sweep {
    /// Returns the result of the sweep from the conclusions of its first points, in the order of
    /// the points.
    fn concluded(&self, conclusions: &[Conclusion]) -> SweepResult {
        let point = |(point, conclusion): (&Point, &Conclusion)| SweptPoint {
            values: point.values.clone(),
            result: conclusion.result.clone(),
        };
        let points = self.0.points.iter().zip(conclusions).map(point).collect();
        SweepResult { sweep: self.0.keys.clone(), points }
    }
}

impl Job for Sweep {
    fn open(self: Arc<Self>, seed: u64, level: Level) -> Box<dyn OpenJob> {
        let jobs = self.0.points.iter().map(|point| Arc::clone(&point.job).open(seed, level)).collect();
        Box::new(OpenSweep::new(Self::clone(&self), seed, jobs))
    }

    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        let result: SweepResult = found.result()?;
        let ours = self.0.points.iter().map(|point| &point.values);
        let theirs = result.points.iter().map(|point| &point.values);
        if result.sweep != self.0.keys
            || result.points.len() > self.0.points.len()
            || !ours.zip(theirs).all(|(ours, theirs)| ours == theirs)
        {
            return Err(ForeignResult("the points in `points` are not those of this sweep".to_owned()));
        }
        let details: SweepDetails = found.details()?;
        let mut measured = Vec::new();
        for (index, (point, ours)) in result.points.iter().zip(&self.0.points).enumerate() {
            let none = serde_json::Map::new();
            let details = details.points.get(index).unwrap_or(&none);
            measured.push(ours.job.measures(&StoredResult {
                seed: found.seed,
                result: &point.result,
                details,
            })?);
        }
        Ok(report::report(&result, &measured))
    }

    fn draws(&self) -> bool {
        self.0.points.iter().any(|point| point.job.draws())
    }

    fn seed(&self) -> Option<u64> {
        self.0.points.first()?.job.seed()
    }
}
