//! The fate of a pattern: period, displacement and growth.
//!
//! The library determines the [`Fate`] and its evidence; this module formats both. The command
//! `life info --json` prints [`Info`] as JSON. The text and the report begin with the sentence
//! [`Info::finding`]. An unknown value is `None` in [`Info`], and the sentence calls it unknown.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

use num_bigint::{BigInt, BigUint};
use quadrille_life::formats::Contents;
use quadrille_life::{
    Area, Bounds, Census, EngineSettings, Fate, Grid, Growth, GrowthKind, Outcome, Pseudo, Rule,
};
use quadrille_progress::Observer;
use quadrille_report::{Block, Cell, Lines, Metric, ReportTable, Section, Series};
use quadrille_runner::Report;
use serde::{Deserialize, Serialize};

use super::{LifeError, ObjectCount, far};
use crate::pictured::{object_picture, picture};
use quadrille_report::figure::{count, counted};

/// The maximum number of points of the population curve.
const PLACES: usize = 640;

/// Properties and fate of a pattern: the answer of `life info`.
///
/// Generations are counted from the pattern as given; a generation stated in its file is ignored. A
/// value is `None` if it was not determined within the generations that were run, or does not
/// exist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// The rule.
    pub rule: Rule,
    /// The bounded field; `None` for the unbounded plane.
    pub field: Option<Bounds>,
    /// The initial population.
    #[serde(with = "quadrille_report::decimal")]
    pub population: BigUint,
    /// The bounding box of the initial pattern; `None` if no cell lives. The coordinates are those
    /// of the pattern or, on a bounded field, those of the field. Numbers above 2⁵³ are serialized
    /// as decimal text.
    #[serde(with = "far")]
    pub bounds: Option<Area<BigInt, BigUint>>,
    /// The number of generations after which the settled pattern repeats, apart from displacements
    /// of its parts (groups of cells that never interact). For a growing pattern, the period of the
    /// growth.
    #[serde(with = "far::count")]
    pub period: Option<u64>,
    /// The displacement per period, in columns to the right and rows down; `None` if the pattern
    /// grows, or if its parts have different displacements.
    #[serde(with = "far::way")]
    pub displacement: Option<(i64, i64)>,
    /// The first generation at which the pattern is settled, as [`Fate`] defines it; `None` if the
    /// pattern grows.
    #[serde(with = "far::count")]
    pub stable_at: Option<u64>,
    /// The population at the generation `stable_at`.
    #[serde(with = "far::decimal")]
    pub stable_population: Option<u64>,
    /// The number of parts at the generation `stable_at`: groups of cells that never interact.
    pub parts: Option<usize>,
    /// The objects at the generation `stable_at`, the most frequent first, as counted by
    /// [`census`](super::census()). For a growing pattern, the growing objects and the objects that
    /// they leave behind. `None` on a bounded field.
    pub objects: Option<Vec<ObjectCount>>,
    /// If the pattern grows linearly: the generation at which its debris (the objects that it
    /// leaves behind) was counted.
    #[serde(default, with = "far::count")]
    pub debris_at: Option<u64>,
    /// Whether and how the pattern grows.
    pub growth: Option<Grows>,
    /// The evidence for the fate.
    pub evidence: Option<Evidence>,
    /// The number of generations that were run.
    pub generations: u64,
    /// Pairs of generation and population, from the first to the last generation. A long run is
    /// sampled at several hundred generations, and where the population is largest and smallest.
    pub populations: Vec<(u64, u64)>,
}

/// Whether and how a pattern grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Grows {
    /// The pattern does not grow for ever.
    None,
    /// Every period adds the same number of cells.
    Linear,
    /// Every period adds more cells than the previous period, and the difference is constant.
    Quadratic,
}

impl From<GrowthKind> for Grows {
    fn from(kind: GrowthKind) -> Self {
        match kind {
            GrowthKind::Linear => Self::Linear,
            _ => Self::Quadratic,
        }
    }
}

impl fmt::Display for Grows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::Linear => "linear",
            Self::Quadratic => "quadratic",
        })
    }
}

/// The evidence for the fate of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Evidence {
    /// A proof that the pattern is settled.
    Proof,
    /// Regular growth was observed over a range of generations. This does not prove that the growth
    /// continues.
    Seen {
        /// The number of cells that a period adds. For quadratic growth, the difference between the
        /// numbers of consecutive periods.
        cells: u64,
        /// The generation at which the first period with this growth begins.
        from: u64,
        /// The last generation that was run.
        to: u64,
    },
}

/// Determines the fate of a pattern, on a bounded field or on the plane, within a maximum number of
/// generations.
///
/// A macrocell is not run if its cells are too many, or too far from the origin, to be listed one
/// by one. Its answer contains only the rule, the population and the bounding box.
///
/// ```
/// use quadrille_experiments_life::answers::{Grows, info};
/// use quadrille_life::{Pattern, Rule, EngineSettings};
///
/// let acorn: Pattern = "bo5b$3bo3b$2o2b3o!".parse()?;
/// let answer = info(&acorn.into(), Rule::CONWAY, None, EngineSettings::default(), 100_000, &())?;
/// assert_eq!((answer.stable_at, answer.stable_population), (Some(5206), Some(633)));
/// assert_eq!((answer.period, answer.displacement), (Some(4), None));
/// assert_eq!(answer.growth, Some(Grows::None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the pattern does not fit into the field or into memory, or if the observer cancels.
pub fn info(
    contents: &Contents,
    rule: Rule,
    bounds: Option<Bounds>,
    settings: EngineSettings,
    generations: u64,
    observer: &dyn Observer,
) -> Result<Info, LifeError> {
    let mut census = None;
    let (fate, area) = match (contents.listed(), bounds) {
        (Ok(pattern), Some(bounds)) => {
            let area = Grid::from_pattern(&pattern, rule, bounds, settings)?.bounding_box();
            let fate = Fate::within_bounds(&pattern, rule, bounds, settings, generations, observer);
            (Some(fate.map_err(LifeError::Fate)?), area.map(Area::wide))
        }
        (Ok(pattern), None) => {
            let found = Census::of(&pattern, rule, Pseudo::Split, settings, generations, observer);
            let (fate, counted) = found.map_err(LifeError::Fate)?;
            census = counted;
            (Some(fate), contents.bounding_box())
        }
        (Err(reason), Some(_)) => return Err(LifeError::Unlisted { reason }),
        // A pattern without a list of its cells cannot be run. So its fate remains unknown, but its
        // bounding box is known.
        (Err(_), None) => (None, contents.bounding_box()),
    };
    let mut info = Info::new(rule, bounds, contents.population(), area, fate.as_ref());
    info.objects = census.as_ref().map(|census| ObjectCount::all(census, rule));
    if info.growth == Some(Grows::Linear) {
        info.debris_at = census.as_ref().and_then(Census::debris_at);
    }
    Ok(info)
}

impl Info {
    fn new(
        rule: Rule,
        field: Option<Bounds>,
        population: BigUint,
        bounds: Option<Area<BigInt, BigUint>>,
        fate: Option<&Fate>,
    ) -> Self {
        let populations = fate.map_or(&[][..], |fate| &fate.populations);
        let mut info = Self {
            rule,
            field,
            population,
            bounds,
            period: None,
            displacement: None,
            stable_at: None,
            stable_population: None,
            parts: None,
            objects: None,
            debris_at: None,
            growth: None,
            evidence: None,
            generations: populations.len().saturating_sub(1) as u64,
            populations: curve(populations),
        };
        match fate.map(|fate| fate.outcome) {
            Some(Outcome::Settled(settled)) => {
                info.period = settled.period;
                info.displacement = settled.displacement;
                info.stable_at = Some(settled.generation);
                info.stable_population = Some(settled.population);
                info.parts = Some(settled.parts);
                info.growth = Some(Grows::None);
                info.evidence = Some(Evidence::Proof);
            }
            Some(Outcome::Grows(Growth { kind, period, cells, from, to })) => {
                info.period = Some(period);
                info.growth = Some(kind.into());
                info.evidence = Some(Evidence::Seen { cells, from, to });
            }
            _ => {}
        }
        info
    }

    /// Returns the result as one or two sentences.
    pub fn finding(&self) -> String {
        match (self.stable_at, self.growth, self.evidence) {
            (Some(at), ..) => self.settled(at),
            (None, Some(growth), Some(Evidence::Seen { cells, from, to })) => {
                let period = self.period.unwrap_or(1);
                let each = match (growth, period) {
                    (Grows::Quadratic, 1) => {
                        format!("every generation adds {} more than the previous one", counted(cells, "cell"))
                    }
                    (Grows::Quadratic, _) => format!(
                        "every {} add {} more than the previous period",
                        counted(period, "generation"),
                        counted(cells, "cell")
                    ),
                    (_, 1) => format!("every generation adds {}", counted(cells, "cell")),
                    _ => format!("every {} add {}", counted(period, "generation"), counted(cells, "cell")),
                };
                let way = if growth == Grows::Quadratic { "quadratically" } else { "linearly" };
                format!(
                    "The pattern grows {way}: {each}. This was observed from generation {} to {}; its continuation is not proved.",
                    count(from),
                    count(to)
                )
            }
            _ if self.populations.is_empty() => {
                "The pattern is too large, or too far from the origin, to be run cell by cell.".to_owned()
            }
            _ => format!(
                "It is unknown after {} whether the pattern settles or grows regularly.",
                counted(self.generations, "generation")
            ),
        }
    }

    fn settled(&self, at: u64) -> String {
        let population = self.stable_population.unwrap_or(0);
        let (period, way) = (self.period, self.displacement);
        if population == 0 && period == Some(1) {
            return match at {
                0 => "Nothing lives.".to_owned(),
                _ => format!("The pattern dies out at generation {}.", count(at)),
            };
        }
        let again = match (period, way) {
            (Some(1), Some((0, 0))) => "it does not change".to_owned(),
            (Some(period), Some((0, 0))) => format!("it repeats every {}", counted(period, "generation")),
            (Some(1), Some(way)) => format!("it moves {} every generation", moved(way)),
            (Some(period), Some(way)) => {
                format!("it repeats every {}, {}", counted(period, "generation"), moved(way))
            }
            (Some(period), None) => format!(
                "its parts move apart, and each repeats every {}",
                if period == 1 { "generation".to_owned() } else { counted(period, "generation") }
            ),
            (None, _) => "each of its parts repeats".to_owned(),
        };
        if at == 0 {
            return match (period, way, self.parts) {
                (Some(1), Some((0, 0)), _) => "The pattern is a still life: nothing ever changes.".to_owned(),
                (_, Some((0, 0)), _) => format!("The pattern is an oscillator: {again}."),
                (_, Some(_), _) => format!("The pattern is a spaceship: {again}."),
                _ => format!("The pattern is settled from the start: {again}."),
            };
        }
        let parts = match self.parts {
            Some(parts @ 2..) => format!(" in {}", counted(parts as u64, "part")),
            _ => String::new(),
        };
        format!(
            "The pattern settles at generation {} with {}{parts}; from then on {again}.",
            count(at),
            counted(population, "living cell")
        )
    }

    /// Returns the largest population together with the first generation that has it; `None` if no
    /// generation was run.
    fn largest(&self) -> Option<&(u64, u64)> {
        let places = self.populations.iter().filter(|_| self.populations.len() > 1);
        places.max_by_key(|&&(generation, population)| (population, Reverse(generation)))
    }

    /// Returns the population curve.
    pub fn curve(&self) -> Lines {
        Lines {
            title: "Population over time".to_owned(),
            place_axis: "generation".to_owned(),
            value_axis: "living cells".to_owned(),
            logarithmic: false,
            mark: None,
            places: self.populations.iter().map(|&(generation, _)| generation as f64).collect(),
            series: vec![Series::new(
                "living cells",
                self.populations.iter().map(|&(_, population)| population as f64).collect(),
            )],
        }
    }

    /// Returns the report about a pattern named `name`, with its picture if it is small.
    pub fn report(&self, name: &str, contents: &Contents) -> Report {
        let field = self.field.map_or_else(|| "the plane".to_owned(), |field| field.to_string());
        let mut table = ReportTable::new(&["property", "value"]);
        if let Ok(pattern) = contents.listed()
            && let picture @ Cell::Squares(_) = picture(name, &pattern)
        {
            table.push([Cell::from("initial pattern".to_owned()), picture]);
        }
        let mut row = |name: &str, value: String| table.push([name.to_owned(), value]);
        row("rule", self.rule.to_string());
        row("field", field);
        row("initial population", self.population.to_string());
        if let Some(Area { x, y, width, height }) = &self.bounds {
            row("size", format!("{width} × {height} cells, from ({x}, {y})"));
        }
        if let Some(at) = self.stable_at {
            row("settled at generation", count(at));
        }
        if let Some(population) = self.stable_population {
            row("population when settled", count(population));
        }
        if let Some(&(generation, population)) = self.largest() {
            row("largest population", format!("{}, at generation {}", count(population), count(generation)));
        }
        if let Some(parts) = self.parts {
            row("parts when settled", count(parts as u64));
        }
        if let Some(period) = self.period {
            row("period", counted(period, "generation"));
        }
        if let Some(way) = self.displacement.filter(|&way| way != (0, 0)) {
            row("displacement per period", moved(way));
        }
        if let Some(growth) = self.growth {
            row("growth", growth.to_string());
        }
        row("evidence", self.evidence_in_words());
        row("generations run", count(self.generations));
        let metric = |label: &str, value: String| Metric { label: label.to_owned(), value };
        let mut metrics = vec![metric("initial population", self.population.to_string())];
        metrics.extend(self.stable_at.map(|at| metric("settled at", count(at))));
        metrics.extend(self.stable_population.map(|cells| metric("population when settled", count(cells))));
        metrics.extend(self.period.map(|period| metric("period", count(period))));
        let mut sections = Vec::new();
        if self.populations.len() > 1 {
            sections.push(Section::new("Population", [Block::Lines(self.curve())]));
        }
        sections.push(Section::new("Properties", [Block::Table(table)]));
        if let Some(objects) = self.objects.as_ref().filter(|objects| !objects.is_empty()) {
            let mut table = ReportTable::new(&["@picture", "object", "apgcode", "#count"]);
            for ObjectCount { apgcode, name, count: number } in objects {
                let texts = [name.clone().unwrap_or_default(), apgcode.clone(), count(*number)];
                table.push([object_picture(apgcode)].into_iter().chain(texts.map(Cell::from)));
            }
            let when = match (self.stable_at, self.growth, self.debris_at) {
                (Some(at), ..) => {
                    format!("The objects of the settled pattern, from generation {}.", count(at))
                }
                (None, _, Some(at)) => format!(
                    "The growing objects, and the objects that they have left behind at generation {}.",
                    count(at)
                ),
                (None, Some(Grows::Linear), None) => {
                    "The growing objects. The objects that they leave behind were not counted.".to_owned()
                }
                (None, Some(Grows::Quadratic), None) => "The pattern is counted as one object.".to_owned(),
                _ => "The objects at the end of the run.".to_owned(),
            };
            let blocks = vec![Block::Text(when), Block::Table(table)];
            sections.push(Section::new("Objects", blocks));
        }
        Report { title: format!("The fate of {name}"), lead: self.finding(), metrics, sections }
    }

    /// Describes the evidence.
    fn evidence_in_words(&self) -> String {
        match self.evidence {
            Some(Evidence::Proof) if self.field.is_some() => {
                "a proof: the whole field repeats an earlier state".to_owned()
            }
            Some(Evidence::Proof) => "a proof: every part repeats, and the parts never interact".to_owned(),
            Some(Evidence::Seen { from, to, .. }) => {
                format!("populations of generations {} to {}; not a proof", count(from), count(to))
            }
            None => "none".to_owned(),
        }
    }
}

/// Describes a displacement.
fn moved((x, y): (i64, i64)) -> String {
    let side = |cells: i64, noun: &str, way: &str, back: &str| {
        (cells != 0).then(|| {
            format!("{} {}", counted(cells.unsigned_abs(), noun), if cells > 0 { way } else { back })
        })
    };
    let sides = [side(x, "column", "to the right", "to the left"), side(y, "row", "down", "up")];
    sides.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// Samples a population curve at up to [`PLACES`] generations, including the first, the last, and
/// the first ones with the largest and the smallest population.
fn curve(populations: &[u64]) -> Vec<(u64, u64)> {
    let last = populations.len().saturating_sub(1);
    let every = last.div_ceil(PLACES - 3).max(1);
    let largest = (0..populations.len()).max_by_key(|&place| (populations[place], Reverse(place)));
    let smallest = (0..populations.len()).min_by_key(|&place| populations[place]);
    let ends = (!populations.is_empty()).then_some(last);
    let places = (0..last).step_by(every).chain([largest, smallest, ends].into_iter().flatten());
    let places: BTreeSet<usize> = places.collect();
    places.into_iter().map(|place| (place as u64, populations[place])).collect()
}

#[cfg(test)]
mod tests {
    use quadrille_life::Pattern;

    use super::*;

    fn about(pattern: &str, generations: u64) -> Info {
        let pattern: Pattern = pattern.parse().unwrap();
        info(&pattern.into(), Rule::CONWAY, None, EngineSettings::default(), generations, &()).unwrap()
    }

    #[test]
    fn what_is_found_is_said_in_words() {
        for (pattern, words) in [
            ("b!", "Nothing lives."),
            ("2o$2o!", "The pattern is a still life: nothing ever changes."),
            ("3o!", "The pattern is an oscillator: it repeats every 2 generations."),
            (
                "bob$2bo$3o!",
                "The pattern is a spaceship: it repeats every 4 generations, 1 column to the right and 1 row down.",
            ),
            ("o!", "The pattern dies out at generation 1."),
            ("b2o$2o$bo!", "The pattern settles at generation 1,103 with 116 living cells in "),
        ] {
            let found = about(pattern, 5000).finding();
            assert!(found.starts_with(words), "{pattern}: {found}");
        }
        assert!(about("b2o$2o$bo!", 500).finding().contains("is unknown after"));
    }

    #[test]
    fn an_answer_is_read_back_as_it_was() {
        for (pattern, generations) in [("bob$2bo$3o!", 100), ("b2o$2o$bo!", 50), ("b!", 0)] {
            let answer = about(pattern, generations);
            let json = serde_json::to_string(&answer).unwrap();
            let read: Info = serde_json::from_str(&json).unwrap();
            assert_eq!(read, answer);
            assert_eq!(serde_json::to_string(&read).unwrap(), json);
        }
        let far = Info { displacement: Some((-(1 << 60), 3)), stable_at: Some(1 << 60), ..about("o!", 5) };
        let json = serde_json::to_string(&far).unwrap();
        assert!(json.contains(r#""displacement":["-1152921504606846976",3]"#), "{json}");
        assert!(json.contains(r#""stable_at":"1152921504606846976""#), "{json}");
        assert_eq!(serde_json::from_str::<Info>(&json).unwrap(), far);
    }

    #[test]
    fn a_curve_has_some_hundred_places() {
        assert_eq!(curve(&[]), []);
        assert_eq!(curve(&[7]), [(0, 7)]);
        let long: Vec<u64> = (0..=100_000).collect();
        let thinned = curve(&long);
        assert!(thinned.len() <= PLACES && thinned.is_sorted());
        assert_eq!((thinned[0], *thinned.last().unwrap()), ((0, 0), (100_000, 100_000)));
        // Short extremes between the samples are kept.
        let mut uneven = vec![5; 100_000];
        (uneven[12_345], uneven[23_456], uneven[34_567]) = (9, 9, 1);
        let thinned = curve(&uneven);
        assert!(thinned.len() <= PLACES && thinned.is_sorted());
        assert!(thinned.contains(&(12_345, 9)) && thinned.contains(&(34_567, 1)), "{thinned:?}");
    }
}
