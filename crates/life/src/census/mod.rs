//! The census of a pattern: its objects, counted by their [apgcodes](Apgcode).
//!
//! **When.** A pattern is counted after it has settled as defined by [`Fate`]: it consists of parts
//! that never interact again, each of which recurs, displaced or not. The analysis proves this, so
//! an escaped glider is counted without following it any further. If a glider will hit something
//! ten thousand generations later, the census waits until then. The generation of stabilisation is
//! [`Settled::generation`](crate::Settled::generation): the first generation from which the parts
//! never interact.
//!
//! **What.** A part may consist of several objects that are too close together to be separated by
//! bounding boxes. Such objects are separated in space and time (`separation.rs`). Pseudo-objects
//! are separated as in the standard census or, with [`Pseudo::Together`], counted as one object.
//!
//! If a pattern grows forever ([`Outcome::Grows`](crate::Outcome::Grows)), its growing objects are
//! counted by the `yl` codes of guns and puffers (`growth.rs`), or as `zz_LINEAR` or
//! `zz_QUADRATIC`. The debris of linear growth increases with time, so it is counted at one
//! generation, [`Census::grown_at`], which approximates the generation at which apgsearch counts.
//!
//! ```
//! use quadrille_life::{Census, Outcome, Pattern, Pseudo, Rule, EngineSettings};
//!
//! let r_pentomino: Pattern = "b2o$2o$bo!".parse()?;
//! let settings = EngineSettings::default();
//! let (fate, census) = Census::of(&r_pentomino, Rule::CONWAY, Pseudo::Split, settings, 5000, &())?;
//! let census = census.expect("it settles");
//! assert!(matches!(fate.outcome, Outcome::Settled(settled) if settled.generation == 1103));
//! assert_eq!(census.total(), 25);
//! let first: Vec<String> = census.by_count().take(3).map(|(code, count)| format!("{count} {code}")).collect();
//! assert_eq!(first, ["8 xs4_33", "6 xq4_153", "4 xp2_7"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apgcode;
mod boxes;
mod growth;
mod names;
mod orbit;
mod search;
mod separation;
mod soup;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use quadrille_progress::{Observer, Progress};

pub use apgcode::{Apgcode, ApgcodeError, ObjectKind};
pub use boxes::{BoxError, BoxPatterns};
pub use search::{Ash, SoupSearch};
pub use soup::{Symmetry, SymmetryError};

use crate::fate::cells::{self, Cell, Living, RuleCycle, UnionFind};
use crate::fate::{Fate, FateError, MOST_FOLLOWED, Outcome};
use crate::grid::EngineSettings;
use crate::pattern::Pattern;
use crate::rule::Rule;
use orbit::Orbit;

/// The maximum number of generations for which a part of a settled pattern is run to find its
/// period. [`Fate`] has already shown that every part recurs.
const SETTLED_PATIENCE: u64 = 1 << 20;
/// The number of generations for which cells are followed to find interactions, if the plane may
/// not have settled.
const FOLLOWED: u64 = 16;
/// The number of generations within which a group of cells must recur to count as an object, if the
/// plane may not have settled.
const PATIENCE: u64 = 512;

/// The treatment of pseudo-objects: objects that have a common dead neighbour, which would be born
/// if one of the objects were missing. Each object nevertheless evolves as if it were alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pseudo {
    /// The objects are counted separately, as in the standard census.
    #[default]
    Split,
    /// The objects are counted as one object.
    Together,
}

/// Objects with their counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    counts: BTreeMap<Apgcode, u64>,
    /// The number of groups of cells that are not objects.
    unsettled: u64,
    /// The generation at which debris of linear growth was counted.
    debris_at: Option<u64>,
}

impl Census {
    /// Returns the fate of a pattern on the plane and a census of its objects. For a pattern that
    /// grows linearly, the census contains the growing objects and their debris at generation
    /// [`grown_at`](Self::grown_at). The census is `None` if neither settling nor growth was
    /// observed within `generations`.
    ///
    /// # Errors
    /// The errors of [`Fate::on_plane`].
    pub fn of(
        pattern: &Pattern,
        rule: Rule,
        pseudo: Pseudo,
        settings: EngineSettings,
        generations: u64,
        observer: &dyn Observer,
    ) -> Result<(Fate, Option<Self>), FateError> {
        let (fate, remains) = Fate::with_remains(pattern, rule, settings, generations, observer)?;
        if let Outcome::Grows(growth) = &fate.outcome {
            let mut census = Self::default();
            for code in growth::objects(pattern, growth, rule, settings, observer)? {
                census.add(&code, 1);
            }
            let at = Self::grown_at(growth, generations);
            let counted = census.add_debris(pattern, growth, at, pseudo, (rule, settings), observer)?;
            census.debris_at = counted.then_some(at);
            return Ok((fate, Some(census)));
        }
        let Some(remains) = remains else { return Ok((fate, None)) };
        let rules = RuleCycle::new(rule, pattern.is_at_odd_generation());
        let mut counter = Counter::new(rule, rules, pseudo, remains.generation);
        let mut census = Self::default();
        let counting =
            Progress::of(generations, generations).counting("generations").with_message("counting objects");
        for part in remains.parts {
            observer.notify(&counting)?;
            counter.count(part, SETTLED_PATIENCE, &mut census);
        }
        census.settle();
        Ok((fate, Some(census)))
    }

    /// Returns the census of a pattern in its current state. Cells that have a common neighbour in
    /// any of the next 16 generations form one group; groups that do not recur within 512
    /// generations are not objects, and are [counted separately](Self::unsettled).
    ///
    /// # Errors
    /// If the observer cancels, or the population exceeds 2²⁰ in any of these generations.
    ///
    /// ```
    /// use quadrille_life::{Census, Pattern, Pseudo, Rule};
    ///
    /// let pattern: Pattern = "2o10b3o10bb2o$2o23b2o$25bo!".parse()?;
    /// let census = Census::at_once(&pattern, Rule::CONWAY, Pseudo::Split, &())?;
    /// assert_eq!((census.total(), census.unsettled()), (2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at_once(
        pattern: &Pattern,
        rule: Rule,
        pseudo: Pseudo,
        observer: &dyn Observer,
    ) -> Result<Self, FateError> {
        if pattern.population() > u128::from(MOST_FOLLOWED) {
            return Err(FateError::TooMany(pattern.population()));
        }
        let rules = RuleCycle::new(rule, pattern.is_at_odd_generation());
        let mut counter = Counter::new(rule, rules.clone(), pseudo, 0);
        let mut census = Self::default();
        for group in followed(&cells::of_pattern(pattern), &rules, 0, FOLLOWED, observer)? {
            observer.notify(&analysing())?;
            counter.count(group, PATIENCE, &mut census);
        }
        Ok(census)
    }

    /// Adds `count` objects with this code.
    pub fn add(&mut self, code: &Apgcode, count: u64) {
        if count == 0 {
            return;
        }
        if let Some(known) = self.counts.get_mut(code) {
            *known = known.saturating_add(count);
        } else {
            self.counts.insert(code.clone(), count);
        }
    }

    /// Counts each unrecognised group of a settled pattern as an object with the code
    /// [`unknown`](Apgcode::unknown). Such groups recur, but have too many phases.
    fn settle(&mut self) {
        let unknown = std::mem::take(&mut self.unsettled);
        self.add(&Apgcode::unknown(), unknown);
    }

    /// Returns the number of objects with this code.
    pub fn count(&self, code: &Apgcode) -> u64 {
        self.counts.get(code).copied().unwrap_or(0)
    }

    /// Returns the total number of objects.
    pub fn total(&self) -> u64 {
        self.counts.values().fold(0, |all, &count| all.saturating_add(count))
    }

    /// Returns the number of groups of cells that are not objects; 0 for a settled pattern.
    pub const fn unsettled(&self) -> u64 {
        self.unsettled
    }

    /// Returns the objects with their counts, in the order of the codes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Apgcode, u64)> {
        self.counts.iter().map(|(code, &count)| (code, count))
    }

    /// Returns the objects with their counts, the most frequent first; ties in the order of the
    /// codes.
    pub fn by_count(&self) -> impl ExactSizeIterator<Item = (&Apgcode, u64)> {
        let mut all: Vec<(&Apgcode, u64)> = self.iter().collect();
        all.sort_by_key(|&(code, count)| (Reverse(count), code));
        all.into_iter()
    }
}

/// Returns the progress of a search for objects.
fn analysing() -> Progress {
    Progress::done(0).counting("generations").with_message("searching for objects")
}

/// Groups cells by interaction: cells that have a common neighbour in any of the next `generations`
/// generations are in one group. `cells` is sorted, and contains the living cells at `generation`.
fn followed(
    cells: &[Cell],
    rules: &RuleCycle,
    generation: u64,
    generations: u64,
    observer: &dyn Observer,
) -> Result<Vec<Vec<Cell>>, FateError> {
    let mut joined = UnionFind::new(cells.len());
    let mut living: Vec<Living> =
        cells.iter().zip(0..).map(|(&cell, label)| Living { cell, label }).collect();
    for generation in generation..generation.saturating_add(generations) {
        observer.notify(&analysing())?;
        living = cells::next(&living, rules.rule(generation), |a, b| joined.union(a, b));
        if living.len() as u64 > MOST_FOLLOWED {
            return Err(FateError::TooMany(living.len() as u128));
        }
    }
    let mut groups: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
    for (label, &cell) in (0..).zip(cells) {
        groups.entry(joined.find(label)).or_default().push(cell);
    }
    Ok(groups.into_values().collect())
}

/// Moves cells so that their first row is row 0 and their first column is column 0. `cells` must be
/// sorted, and is sorted afterwards.
fn at_origin(cells: &mut [Cell]) {
    let top = cells.first().map_or(0, |cell| cell.0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    for (y, x) in &mut *cells {
        (*y, *x) = (y.wrapping_sub(top), x.wrapping_sub(left));
    }
    // Coordinates wrap around at the limits of 64 bits, so the cells may be out of order now.
    cells.sort_unstable();
}

/// Recognises groups of cells, and remembers the results.
struct Counter {
    rules: RuleCycle,
    isotropic: bool,
    together: bool,
    generation: u64,
    /// The objects of each known group; `None` if the group does not recur. The key is the cells of
    /// the group, moved so that their first row and column are 0.
    known: BTreeMap<Vec<Cell>, Option<Vec<Apgcode>>>,
}

impl Counter {
    fn new(rule: Rule, rules: RuleCycle, pseudo: Pseudo, generation: u64) -> Self {
        let known = BTreeMap::new();
        Self {
            rules,
            isotropic: rule.is_isotropic(),
            together: pseudo == Pseudo::Together,
            generation,
            known,
        }
    }

    /// Counts the objects of a group of cells that never interact with other cells. `cells` is
    /// sorted. A group that does not recur within `patience` generations is counted as unsettled.
    fn count(&mut self, mut cells: Vec<Cell>, patience: u64, census: &mut Census) {
        at_origin(&mut cells);
        if !self.known.contains_key(&cells) {
            let codes =
                objects(cells.clone(), &self.rules, self.generation, patience, self.together, self.isotropic);
            self.known.insert(cells.clone(), codes);
        }
        match self.known.get(&cells).and_then(Option::as_ref) {
            Some(codes) => codes.iter().for_each(|code| census.add(code, 1)),
            None => census.unsettled += 1,
        }
    }
}

/// Returns the codes of the objects of an isolated group, given its sorted cells; `None` if the
/// group does not recur within `patience` generations.
fn objects(
    cells: Vec<Cell>,
    rules: &RuleCycle,
    generation: u64,
    patience: u64,
    together: bool,
    isotropic: bool,
) -> Option<Vec<Apgcode>> {
    let orbit = Orbit::of(cells, rules, generation, patience)?;
    let objects = separation::objects(orbit, rules, together);
    Some(objects.iter().map(|object| object.code(rules, isotropic)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::Tiles;
    use sha2::{Digest as _, Sha256};

    /// Checks the code of the complete ash of a soup of Catagolue, encoded as a single object, as
    /// in python-lifelib.
    #[test]
    fn a_hashed_soup_has_its_known_code() {
        let seed = "n_GcpqZ62YqD3310086454";
        let soup = Symmetry::C1.soup_of_hash(Sha256::digest(seed).into(), seed);
        assert_eq!(soup.population(), 138);
        let mut tiles = Tiles::from_pattern(&soup, Rule::CONWAY, EngineSettings::default()).unwrap();
        tiles.run(1000, &()).unwrap();
        let rules = RuleCycle::new(Rule::CONWAY, false);
        let orbit = Orbit::of(cells::of_pattern(&tiles.to_pattern()), &rules, 0, PATIENCE).unwrap();
        assert_eq!(orbit.code(&rules, true).as_str(), "xp46_033y133zzzckgsxsgkczydciczy4ccy0222");
    }

    /// The codes agree with those of python-lifelib (tests/data/README.md), for a picture of some
    /// phase and for the code's own picture.
    #[test]
    fn codes_are_those_of_lifelib() {
        let rules = RuleCycle::new(Rule::CONWAY, false);
        let table = include_str!("../../tests/data/apgcodes.txt");
        assert_eq!(table.lines().count(), 500);
        for line in table.lines() {
            let (code, picture) = line.split_once(' ').unwrap();
            let code: Apgcode = code.parse().unwrap();
            for pattern in [picture.parse().unwrap(), code.to_pattern().unwrap()] {
                let orbit = Orbit::of(cells::of_pattern(&pattern), &rules, 0, PATIENCE).unwrap();
                assert_eq!(orbit.code(&rules, true), code, "{line}");
            }
        }
    }
}
