//! The census of a pattern: the objects in it.

use std::borrow::Cow;

use quadrille_life::formats::Contents;
use quadrille_life::{
    Apgcode, Census as Counted, EngineSettings, Outcome, Pattern, Pseudo, Rule, Symmetry, Tiles,
};
use quadrille_progress::Observer;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{Grows, LifeError, far, first_generation};

/// A count of the objects in a pattern: the answer of `life census`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Census {
    /// The rule.
    pub rule: Rule,
    /// The objects, the most frequent first. For a growing pattern: the growing objects and the
    /// objects that they leave behind.
    pub objects: Vec<ObjectCount>,
    /// The total number of objects.
    pub total: u64,
    /// Whether pseudo-objects, as [`Pseudo`] defines them, are counted as single objects.
    pub together: bool,
    /// The first generation at which the pattern is settled, as [`Fate`](quadrille_life::Fate)
    /// defines it. It is `None` if the pattern grows, or if the objects were counted at a requested
    /// generation.
    #[serde(with = "far::count")]
    pub stable_at: Option<u64>,
    /// The population at the generation `stable_at`.
    #[serde(with = "far::decimal")]
    pub stable_population: Option<u64>,
    /// Whether and how the pattern grows; `None` if the objects were counted at a requested
    /// generation.
    pub growth: Option<Grows>,
    /// The requested generation of the census, if any.
    #[serde(with = "far::count")]
    pub at: Option<u64>,
    /// If the pattern grows linearly: the generation at which its debris (the objects that it
    /// leaves behind) was counted.
    #[serde(default, with = "far::count")]
    pub debris_at: Option<u64>,
    /// For a census at a requested generation, the number of groups of cells that were not objects;
    /// otherwise 0.
    pub unsettled: u64,
}

/// An object and its number of occurrences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectCount {
    /// The apgcode.
    pub apgcode: String,
    /// The name, if the object is common and the rule is Conway's.
    pub name: Option<String>,
    /// The number of occurrences.
    pub count: u64,
}

impl ObjectCount {
    /// Creates the count of an object under a rule; only objects of Conway's rule have names.
    pub(crate) fn new(code: &Apgcode, count: u64, rule: Rule) -> Self {
        let name = code.name().filter(|_| rule == Rule::CONWAY).map(str::to_owned);
        Self { apgcode: code.to_string(), name, count }
    }

    /// Returns the counts of a census, the most frequent object first.
    pub(super) fn all(census: &Counted, rule: Rule) -> Vec<Self> {
        census.by_count().map(|(code, count)| Self::new(code, count, rule)).collect()
    }
}

/// The generation at which objects are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CensusWhen {
    /// The generation at which the pattern is settled.
    Settled {
        /// The maximum number of generations that are run until the pattern is settled.
        within: u64,
    },
    /// A requested generation, counted from the pattern as given.
    At(u64),
}

/// Counts the objects of a pattern on the unbounded plane.
///
/// ```
/// use quadrille_experiments_life::answers::{CensusWhen, census};
/// use quadrille_life::{Pattern, Pseudo, Rule, EngineSettings};
///
/// let acorn: Pattern = "bo5b$3bo3b$2o2b3o!".parse()?;
/// let when = CensusWhen::Settled { within: 100_000 };
/// let answer = census(&acorn.into(), Rule::CONWAY, Pseudo::Split, when, EngineSettings::default(), &())?;
/// assert_eq!((answer.stable_at, answer.total), (Some(5206), 139));
/// assert_eq!(answer.objects[0].name.as_deref(), Some("blinker"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the pattern neither settled nor grew regularly, has too many cells to be listed one by
/// one, or does not fit into memory. Also fails if the observer cancels.
pub fn census(
    contents: &Contents,
    rule: Rule,
    pseudo: Pseudo,
    when: CensusWhen,
    settings: EngineSettings,
    observer: &dyn Observer,
) -> Result<Census, LifeError> {
    let pattern = contents.listed().map_err(|reason| LifeError::Unlisted { reason })?;
    let mut answer = Census {
        rule,
        objects: Vec::new(),
        total: 0,
        together: pseudo == Pseudo::Together,
        stable_at: None,
        stable_population: None,
        growth: None,
        at: None,
        debris_at: None,
        unsettled: 0,
    };
    let counted = match when {
        CensusWhen::Settled { within } => {
            let found = Counted::of(&pattern, rule, pseudo, settings, within, observer);
            let (fate, counted) = found.map_err(LifeError::Fate)?;
            match fate.outcome {
                Outcome::Settled(settled) => {
                    answer.stable_at = Some(settled.generation);
                    answer.stable_population = Some(settled.population);
                    answer.growth = Some(Grows::None);
                }
                Outcome::Grows(growth) => {
                    answer.growth = Some(growth.kind.into());
                    answer.debris_at = counted.as_ref().and_then(Counted::debris_at);
                }
                _ => return Err(LifeError::NotSettled { within }),
            }
            counted.unwrap_or_default()
        }
        CensusWhen::At(generation) => {
            answer.at = Some(generation);
            let pattern = after(pattern, rule, generation, settings, observer)?;
            let counted = Counted::at_once(&pattern, rule, pseudo, observer).map_err(LifeError::Fate)?;
            answer.unsettled = counted.unsettled();
            counted
        }
    };
    answer.total = counted.total();
    answer.objects = ObjectCount::all(&counted, rule);
    Ok(answer)
}

/// Returns the pattern after `generations` generations, with its new generation number.
fn after<'a>(
    pattern: Cow<'a, Pattern>,
    rule: Rule,
    generations: u64,
    settings: EngineSettings,
    observer: &dyn Observer,
) -> Result<Cow<'a, Pattern>, LifeError> {
    if generations == 0 {
        return Ok(pattern);
    }
    let mut tiles = Tiles::from_pattern(&pattern.at_origin(), rule, settings).map_err(LifeError::Tiles)?;
    tiles.run(generations, observer).map_err(LifeError::Tiles)?;
    let mut later = tiles.to_pattern();
    later.generation = Some((first_generation(pattern.generation.as_deref()) + generations).to_string());
    Ok(Cow::Owned(later))
}

/// Returns the soup that Catagolue derives from the SHA-256 of a text.
///
/// ```
/// use quadrille_experiments_life::answers::hashed_soup;
/// use quadrille_life::Symmetry;
///
/// assert_eq!(hashed_soup(Symmetry::C1, "n_GcpqZ62YqD3310086454").population(), 138);
/// ```
pub fn hashed_soup(symmetry: Symmetry, seed: &str) -> Pattern {
    symmetry.soup_of_hash(Sha256::digest(seed).into(), seed)
}

impl Census {
    /// Returns the result as one sentence.
    pub fn finding(&self) -> String {
        use quadrille_report::figure::{count, counted};
        let objects = counted(self.total, "object");
        match (self.at, self.stable_at, self.growth) {
            (Some(at), ..) => {
                let others = match self.unsettled {
                    0 => String::new(),
                    groups => format!(", and {} of cells that are not objects", counted(groups, "group")),
                };
                format!("At generation {} there are {objects}{others}.", count(at))
            }
            (None, Some(at), _) => format!("The pattern settles at generation {} into {objects}.", count(at)),
            (None, None, Some(Grows::Linear)) => match self.debris_at {
                Some(at) => format!(
                    "The pattern grows linearly without end: {objects} at generation {}, including growing objects and debris.",
                    count(at)
                ),
                None => format!("The pattern grows linearly without end: {objects}. Debris was not counted."),
            },
            _ => "The pattern grows quadratically. It is counted as one object.".to_owned(),
        }
    }
}
