//! The census: which objects a pattern has become, counted by their [apgcodes](Apgcode).
//!
//! **When.** A pattern is counted when it has settled as [`Fate`] says: when it consists of parts that never meet
//! again, each of which comes back, moved or not. That is proved. So a glider that has escaped is counted once, and
//! from then on nobody follows it; one that will hit something in ten thousand generations is waited for. The
//! generation of stabilisation is [`Settled::generation`](crate::Settled::generation), the first from which on all
//! this is so.
//!
//! **What.** A part may be several objects that come too close to each other to be told apart by boxes around them.
//! They are told apart in space and time (`separation.rs`), and pseudo-objects are taken apart as the standard census
//! does, or, with [`Pseudo::Together`], are counted as one.
//!
//! Of what grows without end ([`Outcome::Grows`](crate::Outcome::Grows)) what grows is counted by the codes that the
//! community has for guns and puffers (`growth.rs`), or as `zz_LINEAR` or `zz_QUADRATIC`. There is more debris of linear
//! growth the longer one waits, so it is counted in one generation, [`Census::grown_at`], about as apgsearch does.
//!
//! ```
//! use quadrille_life::{Census, Outcome, Pattern, Pseudo, Rule, Settings};
//!
//! let r_pentomino: Pattern = "b2o$2o$bo!".parse()?;
//! let settings = Settings::default();
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

use crate::fate::cells::{self, Cell, Joined, Living, Turns};
use crate::fate::{Fate, FateError, MOST_FOLLOWED, Outcome};
use crate::grid::Settings;
use crate::pattern::Pattern;
use crate::rule::Rule;
use orbit::Orbit;

/// Generations that a part of what has settled is given to come again, which it has done once already.
const SETTLED_PATIENCE: u64 = 1 << 20;
/// Generations for which cells of an unsettled plane are followed, to see which belong together.
const FOLLOWED: u64 = 16;
/// Generations that a part of an unsettled plane is given to come again.
const PATIENCE: u64 = 512;

/// What is done with pseudo-objects: objects so close that a cell between them stays dead because of both, though
/// each would go on the same without the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pseudo {
    /// Each is counted for itself, as the standard census does.
    #[default]
    Split,
    /// They are counted as one.
    Together,
}

/// Objects and how many there are of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    counts: BTreeMap<Apgcode, u64>,
    /// Groups of cells that are no objects.
    unsettled: u64,
    /// The generation in which debris of linear growth was counted.
    debris_at: Option<u64>,
}

impl Census {
    /// Returns the fate of a pattern on the plane and a census of its objects. For a pattern that grows linearly these are
    /// the growing objects and their debris in the generation [`grown_at`](Self::grown_at). The census is `None` if
    /// neither settling nor growth was seen within `generations`.
    ///
    /// # Errors
    /// Those of [`Fate::on_plane`].
    pub fn of(
        pattern: &Pattern,
        rule: Rule,
        pseudo: Pseudo,
        settings: Settings,
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
        let turns = Turns::new(rule, pattern.is_at_odd_generation());
        let mut counter = Counter::new(rule, turns, pseudo, remains.generation);
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

    /// The objects of a pattern as it is. Cells that have a neighbour in common in any of the next 16 generations
    /// belong together; of these, what does not come again within 512 generations is no object, and [counted
    /// apart](Self::unsettled).
    ///
    /// # Errors
    /// If the observer says stop, or more than 2²⁰ cells live in any of these generations.
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
        let turns = Turns::new(rule, pattern.is_at_odd_generation());
        let mut counter = Counter::new(rule, turns.clone(), pseudo, 0);
        let mut census = Self::default();
        for group in followed(&cells::of_pattern(pattern), &turns, 0, FOLLOWED, observer)? {
            observer.notify(&looking())?;
            counter.count(group, PATIENCE, &mut census);
        }
        Ok(census)
    }

    /// Counts so many objects more.
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

    /// What has settled and was not recognised has too many phases: an object all the same.
    fn settle(&mut self) {
        let unknown = std::mem::take(&mut self.unsettled);
        self.add(&Apgcode::unknown(), unknown);
    }

    /// How many there are of an object.
    pub fn count(&self, code: &Apgcode) -> u64 {
        self.counts.get(code).copied().unwrap_or(0)
    }

    /// How many objects there are.
    pub fn total(&self) -> u64 {
        self.counts.values().fold(0, |all, &count| all.saturating_add(count))
    }

    /// How many groups of cells are no objects, which only what has not settled can have.
    pub const fn unsettled(&self) -> u64 {
        self.unsettled
    }

    /// Every object with its number, in the order of the codes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Apgcode, u64)> {
        self.counts.iter().map(|(code, &count)| (code, count))
    }

    /// Every object with its number, the commonest first; of equals, in the order of the codes.
    pub fn by_count(&self) -> impl ExactSizeIterator<Item = (&Apgcode, u64)> {
        let mut all: Vec<(&Apgcode, u64)> = self.iter().collect();
        all.sort_by_key(|&(code, count)| (Reverse(count), code));
        all.into_iter()
    }
}

/// That objects are looked for.
fn looking() -> Progress {
    Progress::done(0).counting("generations").with_message("looking for objects")
}

/// These cells, which come in order and live in that generation, in the groups that have no neighbour in common in it or
/// any of the next ones.
fn followed(
    cells: &[Cell],
    turns: &Turns,
    generation: u64,
    generations: u64,
    observer: &dyn Observer,
) -> Result<Vec<Vec<Cell>>, FateError> {
    let mut joined = Joined::new(cells.len());
    let mut living: Vec<Living> =
        cells.iter().zip(0..).map(|(&cell, label)| Living { cell, label }).collect();
    for generation in generation..generation.saturating_add(generations) {
        observer.notify(&looking())?;
        living = cells::next(&living, turns.rule(generation), |a, b| joined.join(a, b));
        if living.len() as u64 > MOST_FOLLOWED {
            return Err(FateError::TooMany(living.len() as u128));
        }
    }
    let mut groups: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
    for (label, &cell) in (0..).zip(cells) {
        groups.entry(joined.first(label)).or_default().push(cell);
    }
    Ok(groups.into_values().collect())
}

/// Puts cells that come in order to row and column 0, in order.
fn at_origin(cells: &mut [Cell]) {
    let top = cells.first().map_or(0, |cell| cell.0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    for (y, x) in &mut *cells {
        (*y, *x) = (y.wrapping_sub(top), x.wrapping_sub(left));
    }
    // What lies on both sides of the end of the plane has come together, and out of order.
    cells.sort_unstable();
}

/// Recognises groups of cells; the same cells again at once.
struct Counter {
    turns: Turns,
    isotropic: bool,
    together: bool,
    generation: u64,
    /// The objects of cells, which lie from row and column 0 on.
    known: BTreeMap<Vec<Cell>, Option<Vec<Apgcode>>>,
}

impl Counter {
    fn new(rule: Rule, turns: Turns, pseudo: Pseudo, generation: u64) -> Self {
        let known = BTreeMap::new();
        Self {
            turns,
            isotropic: rule.is_isotropic(),
            together: pseudo == Pseudo::Together,
            generation,
            known,
        }
    }

    /// Counts what a group of cells is, which come in order and never meet others.
    fn count(&mut self, mut cells: Vec<Cell>, patience: u64, census: &mut Census) {
        at_origin(&mut cells);
        if !self.known.contains_key(&cells) {
            let codes =
                objects(cells.clone(), &self.turns, self.generation, patience, self.together, self.isotropic);
            self.known.insert(cells.clone(), codes);
        }
        match self.known.get(&cells).and_then(Option::as_ref) {
            Some(codes) => codes.iter().for_each(|code| census.add(code, 1)),
            None => census.unsettled += 1,
        }
    }
}

/// The objects that cells are which come in order and are alone; `None` if they do not come again.
fn objects(
    cells: Vec<Cell>,
    turns: &Turns,
    generation: u64,
    patience: u64,
    together: bool,
    isotropic: bool,
) -> Option<Vec<Apgcode>> {
    let orbit = Orbit::of(cells, turns, generation, patience)?;
    let objects = separation::objects(orbit, turns, together);
    Some(objects.iter().map(|object| object.code(turns, isotropic)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::Tiles;
    use sha2::{Digest as _, Sha256};

    /// All that is left of a soup of Catagolue's, taken as one object as python-lifelib does.
    #[test]
    fn a_hashed_soup_holds_what_it_is_known_for() {
        let seed = "n_GcpqZ62YqD3310086454";
        let soup = Symmetry::C1.soup_of_hash(Sha256::digest(seed).into(), seed);
        assert_eq!(soup.population(), 138);
        let mut tiles = Tiles::from_pattern(&soup, Rule::CONWAY, Settings::default()).unwrap();
        tiles.run(1000, &()).unwrap();
        let turns = Turns::new(Rule::CONWAY, false);
        let orbit = Orbit::of(cells::of_pattern(&tiles.to_pattern()), &turns, 0, PATIENCE).unwrap();
        assert_eq!(orbit.code(&turns, true).as_str(), "xp46_033y133zzzckgsxsgkczydciczy4ccy0222");
    }

    /// Objects as python-lifelib names them (tests/data/README.md): by a picture in some phase, and by the code's own.
    #[test]
    fn codes_are_those_of_lifelib() {
        let turns = Turns::new(Rule::CONWAY, false);
        let table = include_str!("../../tests/data/apgcodes.txt");
        assert_eq!(table.lines().count(), 500);
        for line in table.lines() {
            let (code, picture) = line.split_once(' ').unwrap();
            let code: Apgcode = code.parse().unwrap();
            for pattern in [picture.parse().unwrap(), code.to_pattern().unwrap()] {
                let orbit = Orbit::of(cells::of_pattern(&pattern), &turns, 0, PATIENCE).unwrap();
                assert_eq!(orbit.code(&turns, true), code, "{line}");
            }
        }
    }
}
