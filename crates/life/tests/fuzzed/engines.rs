//! Compares bounded grids, strips and planes with the rule applied cell by cell, on inputs decoded
//! from bytes.
//!
//! Every byte string is an input. Choices beyond its end take the first value of their range.

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};

use arbitrary::{Result, Unstructured};
use quadrille_life::{
    Border, Bounds, Engine, EngineSettings, Grid, HashLife, Level, Pattern, Rule, RuleSpec, Strip, Tiles,
};

/// A cell's column and row.
type Cell = (i64, i64);

/// Decodes a rule, a topology, a pattern and operations, and compares all engines with the rule
/// applied cell by cell.
///
/// # Panics
/// If the cells of an engine differ.
pub(crate) fn life_engines(bytes: &[u8]) {
    // Decoding fails only for empty ranges, of which there are none.
    let _ = run(&mut Unstructured::new(bytes));
}

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let shape = u.int_in_range(0..=3u8)?;
    let rule = rule(u)?;
    match shape {
        0 | 1 => grids(u, rule),
        2 => planes(u, rule),
        _ => strips(u, rule),
    }
}

/// The letters of the arrangements for each number of neighbours, in Hensel notation.
const LETTERS: [&str; 9] =
    ["", "ce", "cekain", "cekainyqjr", "cekainyqjrtwz", "cekainyqjr", "cekain", "ce", ""];

const KNOWN: [&str; 10] = [
    "B3/S23",
    "B36/S23",
    "B3678/S34678",
    "B2/S",
    "B1e/S0123456-i78",
    "B3/S2-i34q",
    "B02k3/S23",
    "B03/S238",
    "B012345678/S012345678",
    "B0/S8",
];

/// Decodes a rule of two states and eight neighbours: well-known, outer-totalistic, isotropic,
/// nearly Conway's, or a table.
fn rule(u: &mut Unstructured<'_>) -> Result<Rule> {
    Ok(match u.int_in_range(0..=4u8)? {
        0 => u.choose(&KNOWN)?.parse().expect("a rule"),
        1 => Rule::new(u.int_in_range(0..=511)?, u.int_in_range(0..=511)?),
        2 => {
            let (born, survive) = (arrangements(u)?, arrangements(u)?);
            let (rule, _) = Rule::read_leniently(&format!("B{born}/S{survive}")).expect("a rule");
            assert!(rule.is_isotropic());
            rule
        }
        // Conway's rule with a few neighbourhoods changed.
        3 => {
            let mut table = Rule::CONWAY.table();
            for _ in 0..u.int_in_range(0..=3u8)? {
                let neighbourhood = u.int_in_range(0..=511usize)?;
                table[neighbourhood / 64] ^= 1 << (neighbourhood % 64);
            }
            Rule::from_table(table)
        }
        _ => Rule::from_table(u.arbitrary()?),
    })
}

/// Decodes counts with letters: none, all or some arrangements of each count.
fn arrangements(u: &mut Unstructured<'_>) -> Result<String> {
    let mut text = String::new();
    for (count, letters) in LETTERS.iter().enumerate() {
        let chosen: u16 = u.arbitrary()?;
        if chosen == 0 {
            continue;
        }
        text.push_str(&count.to_string());
        text.extend(letters.chars().enumerate().filter(|(at, _)| chosen >> at & 1 == 1).map(|found| found.1));
    }
    Ok(text)
}

/// The surface of a bounded field.
struct Surface {
    bounds: Bounds,
    size: (i64, i64),
    shift: Cell,
    /// For a Klein bottle, whether its left and right edges are twisted.
    vertical: bool,
}

impl Surface {
    fn read(u: &mut Unstructured<'_>) -> Result<Self> {
        let kind = u.int_in_range(0..=10u8)?;
        let width = side(u)?;
        // Fields are small for short run times; a sphere is square.
        let height = side(u)?.min(4_000 / width);
        let width = if kind == 9 { width.min(60) } else { width };
        let shift = u.int_in_range(-20..=20i64)?;
        let bounds = |suffix: String| {
            let spec: RuleSpec = format!("B3/S23:{suffix}").parse().expect("bounds");
            spec.bounds.expect("bounds")
        };
        let (bounds, shift, vertical) = match kind {
            0 => (bounds(format!("P{width},{height}")), (0, 0), false),
            1 => (bounds(format!("T{width},{height}")), (0, 0), false),
            2 => (bounds(format!("T{width}{shift:+},{height}")), (shift, 0), false),
            3 => (bounds(format!("T{width},{height}{shift:+}")), (0, shift), false),
            4 => (bounds(format!("K{width}*,{height}")), (0, 0), false),
            5 => (bounds(format!("K{width},{height}*")), (0, 0), true),
            // A twisted edge can only be shifted by one, and only if its length is even.
            6 => {
                let one = i64::from(shift != 0 && width % 2 == 0);
                (bounds(format!("K{width}*{shift:+},{height}")), (one, 0), false)
            }
            7 => {
                let one = i64::from(shift != 0 && height % 2 == 0);
                (bounds(format!("K{width},{height}*{shift:+}")), (0, one), true)
            }
            8 => (bounds(format!("C{width},{height}")), (0, 0), false),
            9 => (bounds(format!("S{width}")), (0, 0), false),
            _ => {
                let ring = Bounds::new(width.max(3) as u64, height.max(3) as u64, Border::Ring);
                (ring.expect("bounds"), (0, 0), false)
            }
        };
        let size = (bounds.width() as i64, bounds.height() as i64);
        Ok(Self { bounds, size, shift, vertical })
    }

    /// Returns whether a cell of the field can live.
    fn can_live(&self, (x, y): Cell) -> bool {
        let edge = i64::from(self.bounds.border() == Border::Ring);
        (edge..self.size.0 - edge).contains(&x) && (edge..self.size.1 - edge).contains(&y)
    }

    /// Returns the cell that appears at a position inside the field or one column or row beyond its
    /// edges.
    fn seen(&self, (mut x, mut y): Cell) -> Option<Cell> {
        let (width, height) = self.size;
        let (across, down) = ((0..width).contains(&x), (0..height).contains(&y));
        match self.bounds.border() {
            Border::Dead | Border::Ring => (across && down).then_some((x, y)),
            Border::Sphere => Some(match (across, down) {
                (true, true) => (x, y),
                (false, false) => (x.clamp(0, width - 1), y.clamp(0, height - 1)),
                (true, false) => (if y < 0 { 0 } else { width - 1 }, x),
                (false, true) => (y, if x < 0 { 0 } else { height - 1 }),
            }),
            border => {
                let klein = border == Border::Klein;
                let cross = border == Border::CrossSurface;
                let above = y < 0;
                if !across {
                    let twisted = cross || klein && self.vertical;
                    y = match (twisted, x < 0) {
                        (true, _) => height - 1 - y - self.shift.1,
                        (false, true) => y - self.shift.1,
                        (false, false) => y + self.shift.1,
                    };
                    x = x.rem_euclid(width);
                }
                if !down {
                    let twisted = cross || klein && !self.vertical;
                    x = match (twisted, above) {
                        (true, _) => width - 1 - x - self.shift.0,
                        (false, true) => x - self.shift.0,
                        (false, false) => x + self.shift.0,
                    };
                }
                Some((x.rem_euclid(width), y.rem_euclid(height)))
            }
        }
    }

    /// Returns the next generation of a field, row by row.
    fn next(&self, cells: &[bool], rule: Rule) -> Vec<bool> {
        let (width, height) = self.size;
        let alive = |cell: Cell| self.seen(cell).is_some_and(|(x, y)| cells[(y * width + x) as usize]);
        let lives = |cell: Cell| self.can_live(cell) && rule.lives(neighbourhood(cell, alive));
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(lives).collect()
    }
}

/// Returns the nine cells around a cell in reading order, the top-left one being the highest bit.
fn neighbourhood((x, y): Cell, alive: impl Fn(Cell) -> bool) -> u16 {
    (0..9).fold(0, |bits, at| bits << 1 | u16::from(alive((x + at % 3 - 1, y + at / 3 - 1))))
}

/// Decodes a side: short, or about one or two words.
fn side(u: &mut Unstructured<'_>) -> Result<i64> {
    Ok(match u.int_in_range(0..=9u8)? {
        0..=5 => u.int_in_range(1..=14)?,
        6 | 7 => u.int_in_range(60..=70)?,
        8 => u.int_in_range(124..=133)?,
        // This is high enough for several generations per pass.
        _ => u.int_in_range(250..=300)?,
    })
}

/// Decodes the cells of a box: the density, then a seed, or the cells themselves as bits.
fn soup(u: &mut Unstructured<'_>, (width, height): (i64, i64)) -> Result<Vec<Cell>> {
    let one_in = u.int_in_range(0..=5u64)?;
    let mut state: u64 = u.arbitrary()?;
    let bits = if one_in == 0 { u.bytes(u.len().min(40))? } else { &[] };
    let mut cells = Vec::new();
    for at in 0..width * height {
        let alive = if one_in == 0 {
            bits.get(at as usize / 8).is_some_and(|byte| byte >> (at % 8) & 1 == 1)
        } else {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33).is_multiple_of(one_in)
        };
        cells.extend(alive.then_some((at % width, at / width)));
    }
    Ok(cells)
}

/// The next operation on a field.
#[derive(Clone, Copy, Debug)]
enum Next {
    Run(u64),
    Set(Cell, bool),
    Rule(Rule),
}

fn next(u: &mut Unstructured<'_>, (width, height): (i64, i64)) -> Result<Next> {
    Ok(match u.int_in_range(0..=7u8)? {
        0..=2 => Next::Run(u.int_in_range(0..=4)?),
        3 | 4 => Next::Run(u.int_in_range(0..=33)?),
        5 | 6 => {
            Next::Set((u.int_in_range(-3..=width + 2)?, u.int_in_range(-3..=height + 2)?), u.arbitrary()?)
        }
        _ => Next::Rule(rule(u)?),
    })
}

thread_local! {
    /// Used grids, the latest one first; they are reused for other cells and rules.
    static GRIDS: RefCell<VecDeque<Grid>> = const { RefCell::new(VecDeque::new()) };
    /// Used HashLife planes with little memory.
    static PLANES: RefCell<VecDeque<HashLife>> = const { RefCell::new(VecDeque::new()) };
}

/// Returns a used grid with these bounds, emptied, if it supports the rule.
fn kept_grid(rule: Rule, bounds: Bounds) -> Option<Grid> {
    GRIDS.with_borrow_mut(|kept| {
        let at = kept.iter().position(|grid| grid.bounds() == bounds)?;
        let mut grid = kept.remove(at)?;
        let cells: Vec<_> = grid.live_cells().collect();
        for (x, y) in cells {
            grid.set(x, y, false).expect("a cell of the field");
        }
        // Some implementations support only some rules.
        grid.set_rule(rule).is_ok().then_some(grid)
    })
}

/// Compares a bounded field by the default engine at every level, by some of the engines under
/// test, and by a used grid.
fn grids(u: &mut Unstructured<'_>, mut rule: Rule) -> Result<()> {
    let surface = Surface::read(u)?;
    let (bounds, (width, height)) = (surface.bounds, surface.size);
    let forms = u.arbitrary::<u16>()?;
    let mut engines = vec![Engine::Auto];
    // Only a few engines are tested at once, for short run times.
    engines.extend(
        (0..16)
            .zip(super::engines())
            .filter(|(at, _)| forms >> at & 1 == 1)
            .map(|(_, engine)| engine)
            .take(4),
    );
    let mut grids = Vec::new();
    for level in Level::available() {
        for &engine in &engines {
            // Some implementations support only some rules.
            grids.extend(Grid::new(rule, bounds, EngineSettings::default().engine(engine).level(level)));
        }
    }
    grids.extend(kept_grid(rule, bounds));
    let mut cells = vec![false; (width * height) as usize];
    for cell in soup(u, (width, height))? {
        let placed = surface.can_live(cell);
        cells[(cell.1 * width + cell.0) as usize] = placed;
        for grid in &mut grids {
            assert_eq!(grid.set(cell.0 as u64, cell.1 as u64, true).is_ok(), placed);
        }
    }
    // A large field gets fewer generations.
    let mut left = (20_000 / (width * height)).clamp(4, 40) as u64;
    for _ in 0..6 {
        let next = next(u, (width, height))?;
        match next {
            Next::Run(generations) => {
                let generations = generations.min(left);
                left -= generations;
                (0..generations).for_each(|_| cells = surface.next(&cells, rule));
                for grid in &mut grids {
                    grid.step_n(generations);
                }
            }
            Next::Set(cell, alive) => {
                let inside = surface.can_live(cell);
                if inside {
                    cells[(cell.1 * width + cell.0) as usize] = alive;
                }
                for grid in &mut grids {
                    // Column −1 becomes column 2⁶⁴ − 1, which is outside.
                    let set = grid.set(cell.0 as u64, cell.1 as u64, alive);
                    assert!(set.is_ok() == inside || !alive, "{cell:?} on {bounds}: {set:?}");
                }
            }
            Next::Rule(other) => {
                rule = other;
                grids.retain_mut(|grid| grid.set_rule(rule).is_ok());
            }
        }
        let expected =
            cells.iter().zip(0..).filter(|&(&alive, _)| alive).map(|(_, at)| (at % width, at / width));
        let expected: Vec<(u64, u64)> = expected.map(|(x, y): Cell| (x as u64, y as u64)).collect();
        for grid in &grids {
            let what = || format!("{rule} on {bounds} by {:?} after {next:?}", grid.settings());
            assert!(grid.live_cells().eq(expected.iter().copied()), "{}", what());
            assert_eq!(grid.population(), expected.len() as u64, "{}", what());
            assert_eq!(grid.hash(), grids[0].hash(), "{}", what());
        }
    }
    if let Some(kept) = grids.pop() {
        GRIDS.with_borrow_mut(|grids| {
            grids.truncate(15);
            grids.push_front(kept);
        });
    }
    Ok(())
}

/// An unbounded field as single cells: those that differ from the background.
struct Plain {
    cells: BTreeSet<Cell>,
    /// Whether the background lives.
    far: bool,
    rows: Rows,
}

/// The rows of a field with unbounded rows.
#[derive(Clone, Copy)]
enum Rows {
    Endless,
    /// The given number of rows; the first row follows the last.
    Tube(i64),
    /// The given number of rows; cells beyond them have the state of the background.
    Strip(i64),
}

impl Plain {
    fn new(rule: Rule, cells: &[Cell], rows: Rows) -> Self {
        // A background that stays alive is alive from the start.
        let far = rule.lives(0) && rule.lives(511);
        Self { cells: cells.iter().copied().collect(), far, rows }
    }

    fn row(&self, y: i64) -> Option<i64> {
        match self.rows {
            Rows::Endless => Some(y),
            Rows::Tube(rows) => Some(y.rem_euclid(rows)),
            Rows::Strip(rows) => (0..rows).contains(&y).then_some(y),
        }
    }

    fn step(&mut self, rule: Rule) {
        let around = |&(x, y): &Cell| (0..9).map(move |at| (x + at % 3 - 1, y + at / 3 - 1));
        let far = rule.lives(if self.far { 511 } else { 0 });
        let alive = |(x, y): Cell| self.far != self.row(y).is_some_and(|row| self.cells.contains(&(x, row)));
        let near = self.cells.iter().flat_map(around).filter_map(|(x, y)| Some((x, self.row(y)?)));
        let differs = |&cell: &Cell| rule.lives(neighbourhood(cell, alive)) != far;
        let next = near.collect::<BTreeSet<Cell>>().into_iter().filter(differs).collect();
        (self.cells, self.far) = (next, far);
    }

    /// Returns the cells in reading order.
    fn pattern(&self) -> Pattern {
        Pattern::from_cells(self.cells.iter().copied())
    }
}

/// Compares a plane by tiles and by HashLife at every level, and by a used HashLife plane.
fn planes(u: &mut Unstructured<'_>, rule: Rule) -> Result<()> {
    let corner: i64 = *u.choose(&[0, -7, 31, -56, 55, 1000, 1 << 40, -(1 << 50) - 1])?;
    let size = (u.int_in_range(1..=20)?, u.int_in_range(1..=16)?);
    let cells: Vec<Cell> =
        soup(u, size)?.into_iter().map(|(x, y)| (x + corner, y - corner)).take(120).collect();
    let mut plain = Plain::new(rule, &cells, Rows::Endless);
    let pattern = plain.pattern();
    let settings = |level| EngineSettings::default().level(level);
    let tiles = |level| Tiles::from_pattern(&pattern, rule, settings(level)).expect("memory for tiles");
    let mut tiles: Vec<Tiles> = Level::available().into_iter().map(tiles).collect();
    let hashlife = |level| HashLife::from_pattern(&pattern, rule, settings(level));
    let hashlife: std::result::Result<Vec<HashLife>, _> =
        Level::available().into_iter().map(hashlife).collect();
    let mut hashlife = match hashlife {
        Ok(hashlife) => hashlife,
        Err(error) => {
            assert!(rule.alternates(), "{rule}: {error}");
            Vec::new()
        }
    };
    hashlife.extend(kept_plane(rule, &cells));
    let mut left = 40;
    for _ in 0..5 {
        let next = next(u, size)?;
        match next {
            Next::Run(generations) => {
                // A large population would take the oracle too long.
                let generations =
                    if plain.cells.len() > 1500 { generations.min(2) } else { generations }.min(left);
                left -= generations;
                (0..generations).for_each(|_| plain.step(rule));
                for plane in &mut tiles {
                    plane.run(generations, &()).expect("memory for tiles");
                }
                for plane in &mut hashlife {
                    plane.run(&generations.into(), &()).expect("memory for hashlife");
                }
            }
            Next::Set((x, y), alive) => {
                let (x, y) = (x + corner, y - corner);
                plain.cells.remove(&(x, y));
                plain.cells.extend(alive.then_some((x, y)));
                for plane in &mut tiles {
                    plane.set(x, y, alive).expect("memory for tiles");
                }
                for plane in &mut hashlife {
                    plane.set(&x.into(), &y.into(), alive).expect("memory for hashlife");
                }
            }
            Next::Rule(_) => {}
        }
        let expected = plain.pattern();
        for plane in &tiles {
            let what = || format!("{rule}, tiles at {} after {next:?}", plane.settings().level);
            assert_eq!(plane.to_pattern().spans(), expected.spans(), "{}", what());
            assert_eq!(plane.bounding_box(), expected.bounding_box(), "{}", what());
            assert_eq!(u128::from(plane.population()), expected.population(), "{}", what());
        }
        for plane in &hashlife {
            let what = || format!("{rule}, hashlife at {} after {next:?}", plane.settings().level);
            assert_eq!(plane.to_pattern().expect("near cells").spans(), expected.spans(), "{}", what());
            assert_eq!(plane.hash(), Ok(tiles[0].hash()), "{}", what());
        }
    }
    if let Some(kept) = hashlife.pop() {
        PLANES.with_borrow_mut(|planes| {
            planes.truncate(7);
            planes.push_front(kept);
        });
    }
    Ok(())
}

/// Returns a used HashLife plane of this rule, with these cells.
fn kept_plane(rule: Rule, cells: &[Cell]) -> Option<HashLife> {
    PLANES.with_borrow_mut(|kept| {
        let at = kept.iter().position(|plane| plane.rule() == rule)?;
        let mut plane = kept.remove(at)?;
        let before: Vec<Cell> = plane.to_pattern().expect("near cells").cells().collect();
        let mut set =
            |(x, y): Cell, alive| plane.set(&x.into(), &y.into(), alive).expect("memory for hashlife");
        for cell in before {
            set(cell, false);
        }
        for &cell in cells {
            set(cell, true);
        }
        Some(plane)
    })
}

/// Compares an endless strip or tube, horizontal or vertical, at every level.
fn strips(u: &mut Unstructured<'_>, rule: Rule) -> Result<()> {
    let (vertical, tube): (bool, bool) = (u.arbitrary()?, u.arbitrary()?);
    let rows = u.int_in_range(1..=9i64)?;
    let border = if tube { Border::Torus } else { Border::Dead };
    let make = if vertical { Bounds::columns } else { Bounds::rows };
    let bounds = make(rows as u64, border).expect("bounds");
    let length = u.int_in_range(1..=40)?;
    let cells: Vec<Cell> = soup(u, (length, rows))?.into_iter().take(120).collect();
    // The oracle is horizontal; a vertical strip is transposed, and so is its rule.
    let turned = |(x, y): Cell| if vertical { (y, x) } else { (x, y) };
    let plain_rule = if vertical { transposed(rule) } else { rule };
    let ends = if tube { Rows::Tube(rows) } else { Rows::Strip(rows) };
    let mut plain = Plain::new(plain_rule, &cells, ends);
    let strip =
        |level| Strip::new(rule, bounds, EngineSettings::default().level(level)).expect("memory for a strip");
    let mut strips: Vec<Strip> = Level::available().into_iter().map(strip).collect();
    for strip in &mut strips {
        for &cell in &cells {
            let (x, y) = turned(cell);
            strip.set(x, y, true).expect("a cell of the strip");
        }
    }
    let mut left = 80;
    for _ in 0..5 {
        let next = next(u, (length, rows))?;
        match next {
            Next::Run(generations) => {
                let generations = generations.min(left);
                left -= generations;
                (0..generations).for_each(|_| plain.step(plain_rule));
                for strip in &mut strips {
                    strip.run(generations, &()).expect("memory for a strip");
                }
            }
            Next::Set(cell, alive) => {
                let (inside, (x, y)) = ((0..rows).contains(&cell.1), turned(cell));
                if inside {
                    plain.cells.remove(&cell);
                    plain.cells.extend(alive.then_some(cell));
                }
                for strip in &mut strips {
                    let set = strip.set(x, y, alive);
                    assert_eq!(set.is_ok(), inside, "{cell:?} on {bounds}: {set:?}");
                }
            }
            Next::Rule(_) => {}
        }
        let expected = Pattern::from_cells(plain.cells.iter().map(|&cell| turned(cell)));
        for strip in &strips {
            let what = || format!("{rule} on {bounds} after {next:?}");
            let found: Vec<Cell> = strip.bounding_box().map(|area| strip.cells_in(area)).unwrap_or_default();
            assert!(found.into_iter().eq(expected.cells()), "{}", what());
            assert_eq!(u128::from(strip.population()), expected.population(), "{}", what());
        }
    }
    Ok(())
}

/// Returns the rule that acts on transposed cells.
fn transposed(rule: Rule) -> Rule {
    let mut table = [0; 8];
    for n in 0..512u16 {
        // The cell of row r and column c is bit 8 − 3r − c.
        let laid = (0..9).fold(0, |bits, at| bits << 1 | n >> (8 - (3 * (at % 3) + at / 3)) & 1);
        if rule.lives(laid) {
            table[usize::from(n) / 64] |= 1 << (n % 64);
        }
    }
    Rule::from_table(table)
}
