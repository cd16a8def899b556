//! Many soups, each run until it has settled, and counted: what [`Census::of`] finds, some hundred times as fast.
//!
//! Nothing is proved in another way; it is only looked for where it is likely, and what was found once is kept:
//!
//! 1. A soup goes on in [`Tiles`], some generations at a time, and at the end of each such *chunk* its living cells
//!    are noted. If as many live as at the end of the chunk before, it is looked at (and now and then anyhow).
//! 2. Living cells that have a neighbour in common are one group. What a group of cells is that goes on alone, with
//!    its period, its way, and the objects it is taken apart into, stands in a table from the first time on that it
//!    was met. A pulsar may lie there in pieces: groups that are nothing by themselves are tried together.
//! 3. Two groups that lie still meet never if no cell that is ever alive of one is within reach of one of the other;
//!    else they are one group. Of what moves, boxes are compared as in [`Fate`](crate::Fate). If no two will ever meet, the soup
//!    has settled.
//! 4. From there on one goes back: what would the groups have been, each alone, at the chunks' ends before? Between the
//!    last end at which the soup was something else, by a hash, and the first at which it was not, the generation is
//!    found by bisection, and shown from there on cell by cell.
//!
//! What is not decided in this way is left to [`Census::of`]: growth without end, and periods of more than 64.

use std::collections::HashMap;

use quadrille_progress::{Observer, Progress};

use super::orbit::Orbit;
use super::{Apgcode, Census, Pseudo, separation};
use crate::fate::cells::{Cell, Joined, Turns};
use crate::fate::parts::{Part, Velocity, least_common_multiple};
use crate::fate::{Fate, FateError, Outcome, Settled};
use crate::grid::{Settings, cells_hash, row_hash};
use crate::pattern::{Pattern, Span};
use crate::rule::Rule;
use crate::tiles::{TileRow, Tiles, TilesError};

/// Generations of a chunk: a multiple of the periods 2, 3, 4, 5, 6, 10, 12, 15, 20 and 30.
const CHUNK: u64 = 60;
/// Generations that tiles do at once.
const STRIDE: u64 = 4;
/// Chunks after which a soup is looked at for the first time though its population has changed; then after twice as
/// many, and so on.
const ANYHOW: u64 = 64;
/// Chunks' ends that are kept.
const KEPT: usize = 8;
/// Rows and columns within which cells are one group: those that have a neighbour in common.
const REACH: i64 = 2;
/// Rows and columns within which groups are tried together that are nothing alone.
const PIECES: i64 = 6;
/// Cells of the largest group that is looked at.
const MOST_CELLS: usize = 160;
/// Cells of the most crowded soup that is looked at group by group.
const MOST_CROWDED: usize = 1 << 16;
/// Generations that a group is given to come again.
const PATIENCE: u64 = 64;
/// Groups in the table, before it is begun anew.
const MOST_KNOWN: usize = 1 << 16;
/// Chunks in a row with the same population and a group that is nothing, after which the soup is left to
/// [`Census::of`].
const PUZZLED: u32 = 8;
/// The generation from which on it is left to that in any case.
const LONG: u64 = 30_000;
/// How far right and down soups are put, so that they lie in the middle of a tile.
const MIDDLE: i64 = 12;

/// What has become of a soup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ash {
    /// Whether and when it has settled, or how it grows.
    pub outcome: Outcome,
    /// The objects that are left; of what grows, those that grow and those that they have left behind.
    pub census: Census,
}

/// Runs soups, one after the other, and counts what is left of each.
///
/// ```
/// use quadrille_life::{Chance, Outcome, Rule, Settings, SoupSearch, StreamKey, Symmetry};
///
/// let mut search = SoupSearch::new(Rule::CONWAY, Settings::default(), 100_000)?;
/// let soup = Symmetry::C1.soup(StreamKey::new(7, 0), Chance::ratio(1, 2)?);
/// let ash = search.run(&soup, &())?;
/// let Outcome::Settled(settled) = ash.outcome else { panic!("it settles") };
/// assert_eq!((settled.generation, settled.population, ash.census.total()), (203, 24, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SoupSearch {
    rule: Rule,
    turns: Turns,
    isotropic: bool,
    settings: Settings,
    /// Generations looked at, at most.
    generations: u64,
    tiles: Tiles,
    /// What groups are, from row and column 0 on, in generations of even number.
    known: Table,
}

/// What groups of cells are.
type Table = HashMap<Vec<Cell>, Option<Box<Known>>>;

/// A group that comes again.
struct Known {
    orbit: Orbit,
    codes: Vec<Apgcode>,
    /// All cells that are ever alive in a period, in order.
    ever: Vec<Cell>,
    /// First and last row and column of these.
    rows: (i64, i64),
    columns: (i64, i64),
}

/// A group where it lies.
struct Group {
    cells: Vec<Cell>,
    /// Its topmost row and leftmost column.
    corner: Cell,
    /// Its period, its way and its box.
    part: Part,
    velocity: Velocity,
}

impl Group {
    /// What is known of it.
    fn known<'a>(&self, table: &'a Table) -> Option<&'a Known> {
        table.get(&at_corner(&self.cells, self.corner))?.as_deref()
    }
}

/// Why a soup has not been found settled.
enum Unsettled {
    /// Some group is nothing that comes again.
    Puzzle,
    /// Some will perhaps meet.
    Meeting,
}

/// The living cells at the end of a chunk.
#[derive(Default)]
struct End {
    generation: u64,
    rows: Vec<TileRow>,
}

impl End {
    /// What lives later, in that generation.
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

    /// The cells in order.
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
    /// A search in soups of a rule, each of which is looked at for so many generations at most.
    ///
    /// # Errors
    /// Those of [`Tiles::new`].
    pub fn new(rule: Rule, settings: Settings, generations: u64) -> Result<Self, FateError> {
        Ok(Self {
            rule,
            turns: Turns::new(rule, false),
            isotropic: rule.is_isotropic(),
            settings,
            generations,
            tiles: Tiles::new(rule, settings)?,
            known: HashMap::new(),
        })
    }

    /// Returns the bytes that a search takes for a soup of these columns and rows before it lives:
    /// the tiles that it lies in or near, and its rows as they are kept of the ends of chunks.
    ///
    /// It grows with what the soup becomes, within the memory of its [`Settings`].
    pub const fn bytes(columns: u64, rows: u64) -> u64 {
        // A row of a soup lies in two tiles where it crosses the border between them.
        let words = columns.div_ceil(Tiles::SIDE).saturating_add(1).saturating_mul(rows);
        let end = words.saturating_mul(2 * size_of::<TileRow>() as u64);
        Tiles::bytes_of_box(columns, rows).saturating_add(end.saturating_mul(1 + KEPT as u64))
    }

    /// What becomes of a soup: what [`Census::of`] says with pseudo-objects split, but for the number of
    /// [parts](Settled::parts), and but for growth that [`Fate`](crate::Fate) takes for endless by its evidence and that
    /// ends all the same: here it is waited for. A soup is any pattern that says nothing of position and generation.
    ///
    /// # Errors
    /// Those of [`Census::of`].
    pub fn run(&mut self, soup: &Pattern, observer: &dyn Observer) -> Result<Ash, FateError> {
        if let Some(ash) = self.settled(soup, observer)? {
            return Ok(ash);
        }
        let (rule, settings, generations) = (self.rule, self.settings, self.generations);
        let (fate, census) = Census::of(soup, rule, Pseudo::Split, settings, generations, observer)?;
        Ok(Ash { outcome: fate.outcome, census: census.unwrap_or_default() })
    }

    /// The outcome alone, of which what grows is not named: that takes longer than to see that it grows.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub fn outcome(&mut self, soup: &Pattern, observer: &dyn Observer) -> Result<Outcome, FateError> {
        if let Some(ash) = self.settled(soup, observer)? {
            return Ok(ash.outcome);
        }
        Ok(Fate::on_plane(soup, self.rule, self.settings, self.generations, observer)?.outcome)
    }

    /// What a soup has settled to; `None` if that was not found out.
    fn settled(&mut self, soup: &Pattern, observer: &dyn Observer) -> Result<Option<Ash>, FateError> {
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        self.tiles.clear(0);
        for &Span { y, x, length } in soup.spans() {
            let middle = |at: i64| at.checked_add(MIDDLE).ok_or(TilesError::EndOfPlane);
            self.tiles.fill(Span { y: middle(y)?, x: middle(x)?, length })?;
        }
        let mut begin = End::default();
        begin.note(&self.tiles);
        let mut ends: Vec<End> = std::iter::repeat_with(End::default).take(KEPT).collect();
        let (mut population, mut puzzled, mut anyhow) = (None, 0, ANYHOW);
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
                puzzled = 0;
            }
            if same || chunk >= anyhow {
                if chunk >= anyhow {
                    anyhow *= 2;
                }
                match self.groups(&end.cells()) {
                    Ok(groups) => return self.ash(&groups, generation, begin, ends).map(Some),
                    Err(Unsettled::Puzzle) if same => puzzled += 1,
                    Err(_) => {}
                }
                if puzzled >= PUZZLED {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// The groups that these cells are, which come in order, if they have settled.
    fn groups(&mut self, cells: &[Cell]) -> Result<Vec<Group>, Unsettled> {
        if cells.len() > MOST_CROWDED {
            return Err(Unsettled::Puzzle);
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
            groups.push(self.recognised(cells).map_err(|_| Unsettled::Puzzle)?);
        }
        // Two that come too close to each other are one, as long as there are any.
        while let Some((a, b)) = self.close_by(&groups)? {
            let mut cells = groups.swap_remove(b).cells;
            cells.append(&mut groups.swap_remove(a).cells);
            cells.sort_unstable();
            groups.push(self.recognised(cells).map_err(|_| Unsettled::Puzzle)?);
        }
        Ok(groups)
    }

    /// The first two groups that will perhaps meet, though they move alike, or not at all.
    fn close_by(&self, groups: &[Group]) -> Result<Option<(usize, usize)>, Unsettled> {
        for (b, after) in groups.iter().enumerate() {
            for (a, before) in groups[..b].iter().enumerate() {
                if after.velocity != before.velocity {
                    if !after.part.stays_apart_from(&before.part, 0) {
                        return Err(Unsettled::Meeting);
                    }
                    continue;
                }
                // Of what moves with another period the boxes of now are not those of later.
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

    /// Whether two groups that move alike may meet. If they do not move, every cell that is ever alive is looked at.
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

    /// What these cells are, which come in order, if they come again alone; else they are handed back.
    fn recognised(&mut self, cells: Vec<Cell>) -> Result<Group, Vec<Cell>> {
        if cells.len() > MOST_CELLS {
            return Err(cells);
        }
        let corner = corner(&cells);
        let key = at_corner(&cells, corner);
        if !self.known.contains_key(&key) {
            let found = Known::of(key.clone(), &self.turns, self.isotropic).map(Box::new);
            self.known.insert(key.clone(), found);
        }
        let Some(Some(known)) = self.known.get(&key) else { return Err(cells) };
        let part = Part {
            cells: Vec::new(),
            period: known.orbit.period() as u64,
            moved: known.orbit.moved,
            populations: Vec::new(),
            rows: (known.rows.0 + corner.0, known.rows.1 + corner.0),
            columns: (known.columns.0 + corner.1, known.columns.1 + corner.1),
        };
        Ok(Group { cells, corner, velocity: part.velocity(), part })
    }

    /// What is left of a soup that is these groups in generation `now`, and when it has settled.
    fn ash(&mut self, groups: &[Group], now: u64, begin: End, mut ends: Vec<End>) -> Result<Ash, FateError> {
        let mut census = Census::default();
        let mut left = Left { groups: Vec::with_capacity(groups.len()), now };
        let Self { turns, tiles, known, .. } = self;
        let mut period = Some(turns.length());
        for group in groups {
            let Some(known) = group.known(known) else { continue };
            known.codes.iter().for_each(|code| census.add(code, 1));
            period = period.and_then(|period| least_common_multiple(period, group.part.period));
            left.groups.push((&known.orbit, group));
        }
        // The last end at which the soup was something else, or the beginning; and the first since then.
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
            // Tiles go four generations at a time where these are many enough.
            let half = (high - low.generation) / 2;
            let middle = low.generation + if half < STRIDE { half } else { half - half % STRIDE };
            let end = low.later(middle, tiles)?;
            if end.hash() == left.hash_at(middle) {
                high = middle;
            } else {
                low = end;
            }
        }
        // What the hash says is shown, until it is plain that nothing meets any more.
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

impl Known {
    /// What these cells are, from row and column 0 on; `None` if they do not come again.
    fn of(cells: Vec<Cell>, turns: &Turns, isotropic: bool) -> Option<Self> {
        let orbit = Orbit::of(cells, turns, 0, PATIENCE)?;
        let objects = separation::objects(orbit.clone(), turns, false);
        let codes = objects.iter().map(|object| object.code(turns, isotropic)).collect();
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

/// What is left of a soup.
struct Left<'a> {
    groups: Vec<(&'a Orbit, &'a Group)>,
    /// The generation in which the groups are as they are.
    now: u64,
}

impl Left<'_> {
    /// The cells of each group in a generation until now, as if it had always been alone.
    fn at(&self, generation: u64) -> impl Iterator<Item = Cell> {
        let before = self.now - generation;
        self.groups.iter().flat_map(move |(orbit, group)| {
            // Forward to the same phase, and back by whole periods.
            let period = orbit.period() as u64;
            let periods = before.div_ceil(period);
            let phase = &orbit.phases[(periods * period - before) as usize];
            let (down, right) = orbit.moved;
            let (top, left) =
                (group.corner.0 - down * periods as i64, group.corner.1 - right * periods as i64);
            phase.iter().map(move |&(y, x)| (y + top, x + left))
        })
    }

    /// The hash of these cells.
    fn hash_at(&self, generation: u64) -> u64 {
        let hash = |(y, x): Cell| cells_hash(row_hash(y as u64), x as u64, 1);
        self.at(generation).map(hash).fold(0, u64::wrapping_add)
    }

    /// The cells in order.
    fn cells_at(&self, generation: u64) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.at(generation).collect();
        cells.sort_unstable();
        cells
    }

    /// Whether no two groups that move differently are within reach of each other from that generation on.
    fn stay_apart_from(&self, generation: u64) -> bool {
        let before = self.now - generation;
        self.groups.iter().enumerate().all(|(place, (_, a))| {
            let apart = |b: &Group| a.velocity == b.velocity || a.part.stays_apart_from(&b.part, before);
            self.groups[..place].iter().all(|(_, b)| apart(b))
        })
    }

    /// How far all of it has moved after a period, to the right and down, if all has moved alike.
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

/// Whether the boxes of two parts that move alike, or not at all, are within reach of each other.
fn boxes_meet(a: &Part, b: &Part) -> bool {
    let meet = |a: (i64, i64), b: (i64, i64)| b.0 - a.1 <= REACH && a.0 - b.1 <= REACH;
    meet(a.rows, b.rows) && meet(a.columns, b.columns)
}

/// The topmost row and the leftmost column of cells in order.
fn corner(cells: &[Cell]) -> Cell {
    (cells.first().map_or(0, |cell| cell.0), cells.iter().map(|cell| cell.1).min().unwrap_or(0))
}

/// Cells, counted from a corner.
fn at_corner(cells: &[Cell], (top, left): Cell) -> Vec<Cell> {
    cells.iter().map(|&(y, x)| (y - top, x - left)).collect()
}

/// Cells that come in order, in groups: two that are within so many rows and columns of each other are in one.
fn grouped(cells: &[Cell], reach: i64) -> Vec<Vec<Cell>> {
    let mut joined = Joined::new(cells.len());
    // The first cell of each row above that may be near enough.
    let mut begins = vec![0; reach as usize + 1];
    for (at, &(y, x)) in cells.iter().enumerate() {
        for (above, begin) in (0..).zip(&mut begins) {
            while cells[*begin] < (y - above, x - reach) {
                *begin += 1;
            }
            let near = cells[*begin..at].iter().take_while(|&&cell| cell <= (y - above, x + reach));
            for other in (*begin..).zip(near).map(|(other, _)| other) {
                joined.join(other as u32, at as u32);
            }
        }
    }
    let mut groups: Vec<Vec<Cell>> = Vec::new();
    let mut number_of = vec![usize::MAX; cells.len()];
    for (at, &cell) in cells.iter().enumerate() {
        let first = joined.first(at as u32) as usize;
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

    /// What the plain way finds, but for the number of parts.
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
        let mut search = SoupSearch::new(Rule::CONWAY, Settings::default(), 100_000).unwrap();
        agrees(&mut search, &engine, 100_000);
        let ash = search.run(&engine, &()).unwrap();
        let count = |wanted: &str| ash.census.iter().find(|(code, _)| code.as_str() == wanted).unwrap().1;
        assert_eq!(count("yl144_1_16_afb5f3db909e60548f086e22ee3353ac"), 1);
        // 8 blocks in 288 generations.
        assert!((800..840).contains(&count("xs4_33")), "{:?}", ash.census);
    }

    #[test]
    fn soups_settle_to_what_the_plain_way_finds() {
        for (symmetry, soups) in Symmetry::ALL.into_iter().zip([12].into_iter().chain([1; 15])) {
            let mut search = SoupSearch::new(Rule::CONWAY, Settings::default(), 20_000).unwrap();
            for number in 0..soups {
                let soup = symmetry.soup(StreamKey::new(22, number), Chance::ratio(1, 2).unwrap());
                agrees(&mut search, &soup, 20_000);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10))]

        /// Whatever the rule: what settles, what moves, what meets, what fills the plane and what takes turns.
        #[test]
        fn every_rule_is_searched_as_the_plain_way_does(
            rule in prop::sample::select(&[
                "B36/S23", "B368/S245", "B38/S23", "B3/S2-i34q", "B2/S0", "B3/S12345", "B03/S23", "B0/S", "B/S0123", "B1e/S",
            ]),
            seed: u64,
            density in 0.05..0.95f64,
        ) {
            let rule: Rule = rule.parse().unwrap();
            let mut search = SoupSearch::new(rule, Settings::default(), 200).unwrap();
            let soup = Symmetry::C1.soup(StreamKey::new(seed, 0), Chance::new(density).unwrap());
            agrees(&mut search, &soup, 200);
        }

        /// Groups are what hangs together, cell by cell.
        #[test]
        fn groups_are_of_cells_within_reach(
            cells in prop::collection::btree_set((-9..9i64, -9..9i64), 0..40),
            reach in 1..7i64,
        ) {
            let cells: Vec<Cell> = cells.into_iter().collect();
            let mut plain = Joined::new(cells.len());
            for (a, one) in cells.iter().enumerate() {
                for (b, other) in cells.iter().enumerate() {
                    if (one.0 - other.0).abs() <= reach && (one.1 - other.1).abs() <= reach {
                        plain.join(a as u32, b as u32);
                    }
                }
            }
            for group in grouped(&cells, reach) {
                let firsts: Vec<u32> = group.iter().map(|cell| plain.first(cells.binary_search(cell).unwrap() as u32)).collect();
                prop_assert!(firsts.iter().all(|first| *first == firsts[0]));
                let all = (0..cells.len() as u32).filter(|&cell| plain.first(cell) == firsts[0]).count();
                prop_assert_eq!(all, group.len());
            }
        }
    }
}
