//! A fast census of many soups: the same results as [`Census::of`], about a hundred times as fast.
//!
//! The proofs are those of [`Census::of`], but they are attempted only where they are likely to
//! succeed, and their results are reused:
//!
//! 1. A soup is run in [`Tiles`] in *chunks* of 60 generations, and the living cells at the end of
//!    each chunk are recorded. The cells are examined, as the following steps describe, if the
//!    population equals that at the end of the previous chunk. At the ends of chunks 64, 128, 256
//!    and so forth, they are examined even if the population has changed.
//! 2. Living cells that have a common neighbour form one group. The properties of an isolated group
//!    (its period, its displacement, and the objects it consists of) are stored in a table when the
//!    group is met for the first time. Some objects, such as a pulsar, consist of several groups in
//!    some phases; groups that are not recognised alone are combined with their neighbours and
//!    tried again.
//! 3. Two stationary groups never interact if no cell that is ever alive in the first group lies
//!    within two rows and two columns of a cell that is ever alive in the second; otherwise they
//!    are combined. For moving groups, bounding boxes are compared as in [`Fate`](crate::Fate). If
//!    no two groups will ever interact, the soup has settled.
//! 4. Each group is traced back in time as if it had always been isolated. At the ends of previous
//!    chunks, from the last to earlier ones, the hash of all traced cells is compared with the hash
//!    of the recorded cells, until the two hashes differ. Bisection between that chunk end and the
//!    next finds the generation of settling. From this generation on, the traced cells are compared
//!    with the cells of the soup one by one.
//!
//! Cases that are not decided in this way are left to [`Census::of`], such as unbounded growth and
//! periods above 64.

use std::collections::HashMap;

use quadrille_progress::{Observer, Progress};

use super::orbit::Orbit;
use super::{Apgcode, Census, Pseudo, separation};
use crate::fate::cells::{Cell, RuleCycle, UnionFind};
use crate::fate::parts::{RecurringPart, Velocity, least_common_multiple};
use crate::fate::{Fate, FateError, Outcome, Settled};
use crate::grid::{EngineSettings, cells_hash, row_hash};
use crate::pattern::{Pattern, Span};
use crate::rule::Rule;
use crate::tiles::{TileRow, Tiles, TilesError};

/// The number of generations per chunk: a multiple of the periods 2, 3, 4, 5, 6, 10, 12, 15, 20 and
/// 30.
const CHUNK: u64 = 60;
/// The number of generations that [`Tiles`] computes at once.
const STRIDE: u64 = 4;
/// After the chunk with this index, a soup is examined even if its population changes. After each
/// such examination, the index is doubled.
const ANYHOW: u64 = 64;
/// The number of chunks whose final cells are stored; these are always the latest chunks.
const KEPT: usize = 8;
/// The distance in rows and columns up to which cells have a common neighbour and so form one
/// group.
const REACH: i64 = 2;
/// The distance in rows and columns up to which unrecognised groups are combined and tried again.
const PIECES: i64 = 6;
/// The maximum number of cells of a group.
const MOST_CELLS: usize = 160;
/// The maximum population of a soup that is examined by groups.
const MOST_CROWDED: usize = 1 << 16;
/// The number of generations within which a group must recur.
const PATIENCE: u64 = 64;
/// The maximum number of groups in the table of known groups; a larger table is cleared before the
/// next soup.
const MOST_KNOWN: usize = 1 << 16;
/// A soup is left to [`Census::of`] after this number of consecutive chunks of 60 generations at
/// whose ends the population is unchanged, but some group of living cells is not recognised.
const MOST_UNRECOGNISED: u32 = 8;
/// The generation from which a soup is left to [`Census::of`] in any case.
const LONG: u64 = 30_000;
/// The number of columns and rows by which soups are moved right and down, to the middle of a tile.
const MIDDLE: i64 = 12;

/// The result of running a soup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ash {
    /// Whether and when the soup has settled, or how it grows.
    pub outcome: Outcome,
    /// The objects of the ash; for a growing soup, the growing objects and their debris.
    pub census: Census,
}

/// Runs soups, one after the other, and takes the census of each.
///
/// ```
/// use quadrille_life::{Chance, Outcome, Rule, EngineSettings, SoupSearch, StreamKey, Symmetry};
///
/// let mut search = SoupSearch::new(Rule::CONWAY, EngineSettings::default(), 100_000)?;
/// let soup = Symmetry::C1.soup(StreamKey::new(7, 0), Chance::ratio(1, 2)?);
/// let ash = search.run(&soup, &())?;
/// let Outcome::Settled(settled) = ash.outcome else { panic!("it settles") };
/// assert_eq!((settled.generation, settled.population, ash.census.total()), (203, 24, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SoupSearch {
    rule: Rule,
    rules: RuleCycle,
    isotropic: bool,
    settings: EngineSettings,
    /// The maximum number of generations of a soup.
    generations: u64,
    tiles: Tiles,
    /// The groups met so far. The key is the cells of a group at an even generation, moved so that
    /// their first row and column are 0.
    known: KnownGroups,
}

/// A table of groups by their cells; the value is `None` for a group that does not recur.
type KnownGroups = HashMap<Vec<Cell>, Option<Box<KnownGroup>>>;

/// A group that recurs.
struct KnownGroup {
    orbit: Orbit,
    codes: Vec<Apgcode>,
    /// All cells that are alive at any time of a period, sorted.
    ever: Vec<Cell>,
    /// The first and the last row of the cells in `ever`.
    rows: (i64, i64),
    /// The first and the last column of the cells in `ever`.
    columns: (i64, i64),
}

/// A group at its place on the plane.
struct Group {
    cells: Vec<Cell>,
    /// The topmost row and the leftmost column of the cells.
    corner: Cell,
    /// The period, the displacement and the box of the group. The lists of cells and of populations
    /// in `part` are empty.
    part: RecurringPart,
    velocity: Velocity,
}

impl Group {
    /// Returns the entry of the group in the table; `None` if the table has no entry or the group
    /// does not recur.
    fn known<'a>(&self, table: &'a KnownGroups) -> Option<&'a KnownGroup> {
        table.get(&at_corner(&self.cells, self.corner))?.as_deref()
    }
}

/// The reason why a soup is not known to have settled.
enum Unsettled {
    /// Some group is not recognised.
    Unrecognised,
    /// Some groups may interact.
    Interacting,
}

/// The living cells at the end of a chunk.
#[derive(Default)]
struct Checkpoint {
    generation: u64,
    rows: Vec<TileRow>,
}

impl Checkpoint {
    /// Runs the cells of this checkpoint to a later generation, in `tiles`, and returns the
    /// checkpoint of that generation.
    fn later(&self, generation: u64, tiles: &mut Tiles) -> Result<Self, TilesError> {
        tiles.clear(self.generation);
        self.rows.iter().try_for_each(|&row| tiles.put(row))?;
        tiles.run(generation - self.generation, &())?;
        let mut end = Self::default();
        end.note(tiles);
        Ok(end)
    }

    fn note(&mut self, tiles: &Tiles) {
        self.generation = tiles.generation();
        self.rows.clear();
        self.rows.extend(tiles.rows());
    }

    fn population(&self) -> u64 {
        self.rows.iter().map(|row| u64::from(row.cells.count_ones())).sum()
    }

    fn hash(&self) -> u64 {
        self.rows.iter().map(|row| row.hash()).fold(0, u64::wrapping_add)
    }

    /// Returns the cells, sorted.
    fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::with_capacity(self.population() as usize);
        for &TileRow { x, y, cells: mut rest } in &self.rows {
            while rest != 0 {
                cells.push((y, x + i64::from(rest.trailing_zeros())));
                rest &= rest - 1;
            }
        }
        cells.sort_unstable();
        cells
    }
}

impl SoupSearch {
    /// Creates a search of soups under a rule, each run for at most `generations`.
    ///
    /// # Errors
    /// The errors of [`Tiles::new`].
    pub fn new(rule: Rule, settings: EngineSettings, generations: u64) -> Result<Self, FateError> {
        Ok(Self {
            rule,
            rules: RuleCycle::new(rule, false),
            isotropic: rule.is_isotropic(),
            settings,
            generations,
            tiles: Tiles::new(rule, settings)?,
            known: HashMap::new(),
        })
    }

    /// Returns an upper bound on the memory in bytes that a soup of this size needs before it is
    /// run. The bound includes the tiles of the soup, the tiles around them, and the rows recorded
    /// at the ends of chunks.
    ///
    /// While the soup is run, it may need more memory, up to the limit in its [`EngineSettings`].
    pub const fn bytes(columns: u64, rows: u64) -> u64 {
        // A row takes one word in each tile that it crosses. Depending on where the row begins, it
        // may cross one tile more than its length requires.
        let words = columns.div_ceil(Tiles::SIDE).saturating_add(1).saturating_mul(rows);
        let end = words.saturating_mul(2 * size_of::<TileRow>() as u64);
        Tiles::bytes_of_box(columns, rows).saturating_add(end.saturating_mul(1 + KEPT as u64))
    }

    /// Returns the fate and the census of a soup. The pattern `soup` must not declare a position or
    /// a generation. The result is that of [`Census::of`] with [`Pseudo::Split`], with two
    /// exceptions. First, the number of [parts](Settled::parts) may differ. Second, if a soup grows
    /// regularly for long and then settles, [`Fate`](crate::Fate) may report unbounded growth,
    /// whereas this search waits until the growth ends.
    ///
    /// # Errors
    /// The errors of [`Census::of`].
    pub fn run(&mut self, soup: &Pattern, observer: &dyn Observer) -> Result<Ash, FateError> {
        if let Some(ash) = self.settled(soup, observer)? {
            return Ok(ash);
        }
        let (rule, settings, generations) = (self.rule, self.settings, self.generations);
        let (fate, census) = Census::of(soup, rule, Pseudo::Split, settings, generations, observer)?;
        Ok(Ash { outcome: fate.outcome, census: census.unwrap_or_default() })
    }

    /// Returns the outcome of a soup without its census. For growing soups this is faster than
    /// [`run`](Self::run), since the growing objects are not identified.
    ///
    /// # Errors
    /// The errors of [`run`](Self::run).
    pub fn outcome(&mut self, soup: &Pattern, observer: &dyn Observer) -> Result<Outcome, FateError> {
        if let Some(ash) = self.settled(soup, observer)? {
            return Ok(ash.outcome);
        }
        Ok(Fate::on_plane(soup, self.rule, self.settings, self.generations, observer)?.outcome)
    }

    /// Returns the result of a soup that was found to settle; otherwise `None`.
    fn settled(&mut self, soup: &Pattern, observer: &dyn Observer) -> Result<Option<Ash>, FateError> {
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        self.tiles.clear(0);
        for &Span { y, x, length } in soup.spans() {
            let middle = |at: i64| at.checked_add(MIDDLE).ok_or(TilesError::EndOfPlane);
            self.tiles.fill(Span { y: middle(y)?, x: middle(x)?, length })?;
        }
        let mut begin = Checkpoint::default();
        begin.note(&self.tiles);
        let mut ends: Vec<Checkpoint> = std::iter::repeat_with(Checkpoint::default).take(KEPT).collect();
        let (mut population, mut unrecognised, mut anyhow) = (None, 0, ANYHOW);
        for chunk in 0u64.. {
            let generation = chunk * CHUNK;
            if generation > self.generations.min(LONG) {
                break;
            }
            if chunk > 0 {
                self.tiles.run(CHUNK, &())?;
            }
            observer.notify(&Progress::of(generation, self.generations).counting("generations"))?;
            let end = &mut ends[chunk as usize % KEPT];
            end.note(&self.tiles);
            let before = population.replace(end.population());
            let same = before == population;
            if !same {
                unrecognised = 0;
            }
            if same || chunk >= anyhow {
                if chunk >= anyhow {
                    anyhow *= 2;
                }
                match self.groups(&end.cells()) {
                    Ok(groups) => return self.ash(&groups, generation, begin, ends).map(Some),
                    Err(Unsettled::Unrecognised) if same => unrecognised += 1,
                    Err(_) => {}
                }
                if unrecognised >= MOST_UNRECOGNISED {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// Returns the groups of a soup with these cells, if the soup has settled. `cells` must be
    /// sorted.
    fn groups(&mut self, cells: &[Cell]) -> Result<Vec<Group>, Unsettled> {
        if cells.len() > MOST_CROWDED {
            return Err(Unsettled::Unrecognised);
        }
        let mut groups = Vec::new();
        let mut pieces = Vec::new();
        for cells in grouped(cells, REACH) {
            match self.recognised(cells) {
                Ok(group) => groups.push(group),
                Err(cells) => pieces.extend(cells),
            }
        }
        pieces.sort_unstable();
        for cells in grouped(&pieces, PIECES) {
            groups.push(self.recognised(cells).map_err(|_| Unsettled::Unrecognised)?);
        }
        // Combine groups that may interact, until no groups may interact.
        while let Some((a, b)) = self.close_by(&groups)? {
            let mut cells = groups.swap_remove(b).cells;
            cells.append(&mut groups.swap_remove(a).cells);
            cells.sort_unstable();
            groups.push(self.recognised(cells).map_err(|_| Unsettled::Unrecognised)?);
        }
        Ok(groups)
    }

    /// Returns the indices of the first two groups of equal velocity that may interact. Fails with
    /// [`Unsettled::Interacting`] if groups of different velocities may interact.
    fn close_by(&self, groups: &[Group]) -> Result<Option<(usize, usize)>, Unsettled> {
        for (b, after) in groups.iter().enumerate() {
            for (a, before) in groups[..b].iter().enumerate() {
                if after.velocity != before.velocity {
                    if !after.part.stays_apart_from(&before.part, 0) {
                        return Err(Unsettled::Interacting);
                    }
                    continue;
                }
                // Boxes of stationary groups are compared directly. The box of a moving group jumps
                // once per period. If the periods of two groups differ, the distance between their
                // boxes varies even at equal velocities, so uniformly moving boxes are compared.
                let near = if after.part.moved == (0, 0) {
                    boxes_meet(&after.part, &before.part)
                } else {
                    !after.part.stays_apart_from(&before.part, 0)
                };
                if near && self.meet(after, before) {
                    return Ok(Some((a, b)));
                }
            }
        }
        Ok(None)
    }

    /// Returns whether two groups of equal velocity may interact. Stationary groups may interact if
    /// cells that are ever alive in them are within reach of each other. Moving groups always may.
    fn meet(&self, a: &Group, b: &Group) -> bool {
        let (Some(one), Some(other)) = (a.known(&self.known), b.known(&self.known)) else { return true };
        if a.part.moved != (0, 0) {
            return true;
        }
        let (down, right) = (b.corner.0 - a.corner.0, b.corner.1 - a.corner.1);
        other.ever.iter().any(|&(y, x)| {
            one.ever.iter().any(|&(v, u)| (y + down - v).abs() <= REACH && (x + right - u).abs() <= REACH)
        })
    }

    /// Returns the group that these cells form, if it recurs in isolation; otherwise returns the
    /// cells as the error. `cells` must be sorted.
    fn recognised(&mut self, cells: Vec<Cell>) -> Result<Group, Vec<Cell>> {
        if cells.len() > MOST_CELLS {
            return Err(cells);
        }
        let corner = corner(&cells);
        let key = at_corner(&cells, corner);
        if !self.known.contains_key(&key) {
            let found = KnownGroup::of(key.clone(), &self.rules, self.isotropic).map(Box::new);
            self.known.insert(key.clone(), found);
        }
        let Some(Some(known)) = self.known.get(&key) else { return Err(cells) };
        let part = RecurringPart {
            cells: Vec::new(),
            period: known.orbit.period() as u64,
            moved: known.orbit.moved,
            populations: Vec::new(),
            rows: (known.rows.0 + corner.0, known.rows.1 + corner.0),
            columns: (known.columns.0 + corner.1, known.columns.1 + corner.1),
        };
        Ok(Group { cells, corner, velocity: part.velocity(), part })
    }

    /// Returns the census of a soup that consists of these groups at generation `now`, and the
    /// generation at which the soup has settled.
    fn ash(
        &mut self,
        groups: &[Group],
        now: u64,
        begin: Checkpoint,
        mut ends: Vec<Checkpoint>,
    ) -> Result<Ash, FateError> {
        let mut census = Census::default();
        let mut left = SettledSoup { groups: Vec::with_capacity(groups.len()), now };
        let Self { rules, tiles, known, .. } = self;
        let mut period = Some(rules.period());
        for group in groups {
            let Some(known) = group.known(known) else { continue };
            known.codes.iter().for_each(|code| census.add(code, 1));
            period = period.and_then(|period| least_common_multiple(period, group.part.period));
            left.groups.push((&known.orbit, group));
        }
        // The hash of the recorded cells is compared with the hash of the traced groups. `low` is
        // the last chunk end at which these hashes differ, or the beginning. `high` is the first
        // later generation at which they are known to be equal.
        ends.retain(|end| (1..now).contains(&end.generation));
        ends.sort_unstable_by_key(|end| end.generation);
        let (mut low, mut high) = (begin, now);
        while let Some(end) = ends.pop() {
            if end.hash() != left.hash_at(end.generation) {
                low = end;
                break;
            }
            high = end.generation;
        }
        if low.hash() == left.hash_at(low.generation) {
            high = low.generation;
        }
        while high - low.generation > 1 {
            // Tiles run four generations at a time. So the distance from `low` to the middle is a
            // multiple of four, unless it is less than four.
            let half = (high - low.generation) / 2;
            let middle = low.generation + if half < STRIDE { half } else { half - half % STRIDE };
            let end = low.later(middle, tiles)?;
            if end.hash() == left.hash_at(middle) {
                high = middle;
            } else {
                low = end;
            }
        }
        // Equal hashes do not prove equal cells. So the cells are compared from `high` on, up to a
        // generation from which groups of different velocities stay apart.
        let mut end = low.later(high, tiles)?;
        let mut since = None;
        while end.generation < now {
            if end.cells() == left.cells_at(end.generation) {
                since.get_or_insert((end.generation, end.population()));
                if left.stay_apart_from(end.generation) {
                    break;
                }
            } else {
                since = None;
            }
            tiles.step()?;
            end.note(tiles);
        }
        let (generation, population) = since.unwrap_or_else(|| (end.generation, end.population()));
        let settled = Settled {
            generation,
            population,
            period,
            displacement: left.displacement(period),
            parts: groups.len(),
        };
        Ok(Ash { outcome: Outcome::Settled(settled), census })
    }
}

impl KnownGroup {
    /// Analyses a group of cells, moved to row and column 0; `None` if it does not recur.
    fn of(cells: Vec<Cell>, rules: &RuleCycle, isotropic: bool) -> Option<Self> {
        let orbit = Orbit::of(cells, rules, 0, PATIENCE)?;
        let objects = separation::objects(orbit.clone(), rules, false);
        let codes = objects.iter().map(|object| object.code(rules, isotropic)).collect();
        let mut ever = orbit.phases.concat();
        ever.sort_unstable();
        ever.dedup();
        let columns = ever.iter().map(|cell| cell.1);
        Some(Self {
            rows: (ever.first()?.0, ever.last()?.0),
            columns: (columns.clone().min()?, columns.max()?),
            orbit,
            codes,
            ever,
        })
    }
}

/// The groups of a settled soup.
struct SettledSoup<'a> {
    groups: Vec<(&'a Orbit, &'a Group)>,
    /// The generation at which the groups were found.
    now: u64,
}

impl SettledSoup<'_> {
    /// Returns the cells of all groups at an earlier generation, as if each had always been
    /// isolated.
    fn at(&self, generation: u64) -> impl Iterator<Item = Cell> {
        let before = self.now - generation;
        self.groups.iter().flat_map(move |(orbit, group)| {
            // Select the phase of the group at `generation`, then move it back by whole periods.
            let period = orbit.period() as u64;
            let periods = before.div_ceil(period);
            let phase = &orbit.phases[(periods * period - before) as usize];
            let (down, right) = orbit.moved;
            let (top, left) =
                (group.corner.0 - down * periods as i64, group.corner.1 - right * periods as i64);
            phase.iter().map(move |&(y, x)| (y + top, x + left))
        })
    }

    /// Returns the hash of the cells at an earlier generation, as [`at`](Self::at) defines them.
    fn hash_at(&self, generation: u64) -> u64 {
        let hash = |(y, x): Cell| cells_hash(row_hash(y as u64), x as u64, 1);
        self.at(generation).map(hash).fold(0, u64::wrapping_add)
    }

    /// Returns the cells at an earlier generation, as [`at`](Self::at) defines them, sorted.
    fn cells_at(&self, generation: u64) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.at(generation).collect();
        cells.sort_unstable();
        cells
    }

    /// Returns whether no two groups of different velocities are within reach of each other from
    /// `generation` on.
    fn stay_apart_from(&self, generation: u64) -> bool {
        let before = self.now - generation;
        self.groups.iter().enumerate().all(|(place, (_, a))| {
            let apart = |b: &Group| a.velocity == b.velocity || a.part.stays_apart_from(&b.part, before);
            self.groups[..place].iter().all(|(_, b)| apart(b))
        })
    }

    /// Returns the displacement per period, to the right and down, if it is the same for all
    /// groups.
    fn displacement(&self, period: Option<u64>) -> Option<(i64, i64)> {
        let period = period?;
        let mut ways = self.groups.iter().map(|(orbit, group)| {
            let times = i64::try_from(period / group.part.period).ok()?;
            Some((orbit.moved.1.checked_mul(times)?, orbit.moved.0.checked_mul(times)?))
        });
        let Some(first) = ways.next() else { return Some((0, 0)) };
        ways.all(|way| way == first).then_some(first?)
    }
}

/// Returns whether the boxes of two parts of equal velocity are within reach of each other.
fn boxes_meet(a: &RecurringPart, b: &RecurringPart) -> bool {
    let meet = |a: (i64, i64), b: (i64, i64)| b.0 - a.1 <= REACH && a.0 - b.1 <= REACH;
    meet(a.rows, b.rows) && meet(a.columns, b.columns)
}

/// Returns the topmost row and the leftmost column of cells. `cells` must be sorted.
fn corner(cells: &[Cell]) -> Cell {
    (cells.first().map_or(0, |cell| cell.0), cells.iter().map(|cell| cell.1).min().unwrap_or(0))
}

/// Returns cells relative to a corner.
fn at_corner(cells: &[Cell], (top, left): Cell) -> Vec<Cell> {
    cells.iter().map(|&(y, x)| (y - top, x - left)).collect()
}

/// Groups cells: cells within `reach` rows and columns of each other are in one group. `cells` must
/// be sorted.
fn grouped(cells: &[Cell], reach: i64) -> Vec<Vec<Cell>> {
    let mut joined = UnionFind::new(cells.len());
    // For each row from the current cell's row up to `reach` rows above it, `begins` has the index
    // of the first cell of the row that may be near enough to the current cell.
    let mut begins = vec![0; reach as usize + 1];
    for (at, &(y, x)) in cells.iter().enumerate() {
        for (above, begin) in (0..).zip(&mut begins) {
            while cells[*begin] < (y - above, x - reach) {
                *begin += 1;
            }
            let near = cells[*begin..at].iter().take_while(|&&cell| cell <= (y - above, x + reach));
            for other in (*begin..).zip(near).map(|(other, _)| other) {
                joined.union(other as u32, at as u32);
            }
        }
    }
    let mut groups: Vec<Vec<Cell>> = Vec::new();
    let mut number_of = vec![usize::MAX; cells.len()];
    for (at, &cell) in cells.iter().enumerate() {
        let first = joined.find(at as u32) as usize;
        if number_of[first] == usize::MAX {
            number_of[first] = groups.len();
            groups.push(Vec::new());
        }
        groups[number_of[first]].push(cell);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::Symmetry;
    use proptest::prelude::*;
    use quadrille_random::{Chance, StreamKey};

    /// Compares the search with the direct census, except for the number of parts.
    fn agrees(search: &mut SoupSearch, soup: &Pattern, generations: u64) {
        let ash = search.run(soup, &()).unwrap();
        let (rule, settings) = (search.rule, search.settings);
        let (fate, census) = Census::of(soup, rule, Pseudo::Split, settings, generations, &()).unwrap();
        match (ash.outcome, fate.outcome) {
            (Outcome::Settled(found), Outcome::Settled(plain)) => {
                assert_eq!(Settled { parts: 0, ..found }, Settled { parts: 0, ..plain });
                assert_eq!(Some(ash.census), census);
            }
            (found @ Outcome::Grows(_), plain) => {
                assert_eq!(found, plain);
                assert_eq!(Some(ash.census), census);
            }
            (found, plain) => assert_eq!(found, plain),
        }
    }

    #[test]
    fn a_soup_that_grows_has_its_debris() {
        let engine: Pattern = "6bob$4bob2o$4bobo$4bo$2bo$obo!".parse().unwrap();
        let mut search = SoupSearch::new(Rule::CONWAY, EngineSettings::default(), 100_000).unwrap();
        agrees(&mut search, &engine, 100_000);
        let ash = search.run(&engine, &()).unwrap();
        let count = |wanted: &str| ash.census.iter().find(|(code, _)| code.as_str() == wanted).unwrap().1;
        assert_eq!(count("yl144_1_16_afb5f3db909e60548f086e22ee3353ac"), 1);
        // 8 blocks per 288 generations.
        assert!((800..840).contains(&count("xs4_33")), "{:?}", ash.census);
    }

    #[test]
    fn soups_settle_as_in_the_direct_census() {
        for (symmetry, soups) in Symmetry::ALL.into_iter().zip([12].into_iter().chain([1; 15])) {
            let mut search = SoupSearch::new(Rule::CONWAY, EngineSettings::default(), 20_000).unwrap();
            for number in 0..soups {
                let soup = symmetry.soup(StreamKey::new(22, number), Chance::ratio(1, 2).unwrap());
                agrees(&mut search, &soup, 20_000);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10))]

        /// Covers settling, moving, interacting, exploding and alternating patterns under various
        /// rules.
        #[test]
        fn every_rule_agrees_with_the_direct_census(
            rule in prop::sample::select(&[
                "B36/S23", "B368/S245", "B38/S23", "B3/S2-i34q", "B2/S0", "B3/S12345", "B03/S23", "B0/S", "B/S0123", "B1e/S",
            ]),
            seed: u64,
            density in 0.05..0.95f64,
        ) {
            let rule: Rule = rule.parse().unwrap();
            let mut search = SoupSearch::new(rule, EngineSettings::default(), 200).unwrap();
            let soup = Symmetry::C1.soup(StreamKey::new(seed, 0), Chance::new(density).unwrap());
            agrees(&mut search, &soup, 200);
        }

        /// Groups are the connected components of the cells, where cells within reach are
        /// connected; all pairs are compared.
        #[test]
        fn groups_are_of_cells_within_reach(
            cells in prop::collection::btree_set((-9..9i64, -9..9i64), 0..40),
            reach in 1..7i64,
        ) {
            let cells: Vec<Cell> = cells.into_iter().collect();
            let mut plain = UnionFind::new(cells.len());
            for (a, one) in cells.iter().enumerate() {
                for (b, other) in cells.iter().enumerate() {
                    if (one.0 - other.0).abs() <= reach && (one.1 - other.1).abs() <= reach {
                        plain.union(a as u32, b as u32);
                    }
                }
            }
            for group in grouped(&cells, reach) {
                let firsts: Vec<u32> = group.iter().map(|cell| plain.find(cells.binary_search(cell).unwrap() as u32)).collect();
                prop_assert!(firsts.iter().all(|first| *first == firsts[0]));
                let all = (0..cells.len() as u32).filter(|&cell| plain.find(cell) == firsts[0]).count();
                prop_assert_eq!(all, group.len());
            }
        }
    }
}
