//! All universes have the same cells and dots.

use std::collections::BTreeSet;

use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;
use quadrille_life::{
    Area, Dots, Engine, EngineSettings, Grid, HashLife, Pattern, Plane, Rule, Tiles, Universe,
};

/// Returns the dots that are set, by their definition.
fn plainly(
    cells: &[(i64, i64)],
    corner: (i64, i64),
    size: (usize, usize),
    power: u32,
) -> BTreeSet<(i64, i64)> {
    let dot = |at: i64| i128::from(at).div_euclid(1 << power);
    let from = (dot(corner.0), dot(corner.1));
    let dots = cells.iter().map(|&(x, y)| ((dot(x) - from.0) as i64, (dot(y) - from.1) as i64));
    dots.filter(|&(x, y)| (0..size.0 as i64).contains(&x) && (0..size.1 as i64).contains(&y)).collect()
}

fn set(dots: &Dots) -> BTreeSet<(i64, i64)> {
    let all = (0..dots.rows()).flat_map(|row| (0..dots.columns()).map(move |column| (column, row)));
    all.filter(|&(column, row)| dots.get(column, row))
        .map(|(column, row)| (column as i64, row as i64))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn cells_and_dots_are_the_same_everywhere(
        cells in prop::collection::btree_set((-90..90i64, -90..90i64), 0..80),
        far in prop_oneof![Just(0i64), Just(1 << 40), Just(-(1 << 50) - 3)],
        corner in (-150..150i64, -150..150i64),
        size in (0..40usize, 0..30usize),
        power in prop_oneof![0..9u32, Just(63), Just(100)],
    ) {
        let cells: Vec<(i64, i64)> = cells.into_iter().map(|(y, x)| (x + far, y - far)).collect();
        let pattern = Pattern::from_cells(cells.iter().copied());
        let corner = (corner.0 + far, corner.1 - far);
        let expected = plainly(&cells, corner, size, power);
        let tiles = Tiles::from_pattern(&pattern, Rule::CONWAY, EngineSettings::default()).unwrap();
        prop_assert_eq!(&set(&tiles.dots(corner.0, corner.1, size, power)), &expected);
        let plane = HashLife::from_pattern(&pattern, Rule::CONWAY, EngineSettings::default()).unwrap();
        let (x, y) = (BigInt::from(corner.0), BigInt::from(corner.1));
        prop_assert_eq!(&set(&plane.dots(&x, &y, size, power)), &expected);
        let (width, height) = (size.0 as u64, size.1 as u64);
        let within = |&&(x, y): &&(i64, i64)| {
            x >= corner.0 && x - corner.0 < width as i64 && y >= corner.1 && y - corner.1 < height as i64
        };
        let mut inside: Vec<(i64, i64)> = cells.iter().filter(within).copied().collect();
        inside.sort_by_key(|&(x, y)| (y, x));
        prop_assert_eq!(&tiles.cells_in(Area { x: corner.0, y: corner.1, width, height }), &inside);
        let area = Area { x, y, width: BigUint::from(width), height: BigUint::from(height) };
        let there = plane.cells_in(&area);
        prop_assert!(there.into_iter().eq(inside.iter().map(|&(x, y)| (x.into(), y.into()))));
    }

    /// Dots of up to 2¹⁰⁰ cells, with corners far outside the coordinates of tiles.
    #[test]
    fn large_dots_do_not_depend_on_the_engine(
        cells in prop::collection::btree_set((-90..90i64, -90..90i64), 0..20),
        first in (-4..3i64, -4..3i64),
        offset in (0..1u64 << 60, 0..1u64 << 60),
        size in (0..7usize, 0..7usize),
        power in prop_oneof![60..68u32, Just(100)],
    ) {
        let pattern = Pattern::from_cells(cells.iter().copied());
        let corner = |first: i64, offset: u64| (BigInt::from(first) << power) + offset;
        let (x, y) = (corner(first.0, offset.0), corner(first.1, offset.1));
        // All cells lie in the two dots per axis that touch the origin.
        let dots = |at: i64| if at < 0 { -1 } else { 0 };
        let expected: BTreeSet<(i64, i64)> = cells
            .iter()
            .map(|&(x, y)| (dots(x) - first.0, dots(y) - first.1))
            .filter(|&(x, y)| (0..size.0 as i64).contains(&x) && (0..size.1 as i64).contains(&y))
            .collect();
        for engine in [Engine::Tiles, Engine::HashLife] {
            let settings = EngineSettings::default().engine(engine);
            let plane = Plane::from_pattern(&pattern, Rule::CONWAY, settings).unwrap();
            prop_assert_eq!(&set(&plane.dots(&x, &y, size, power)), &expected, "{:?}", engine);
        }
    }

    #[test]
    fn a_field_shows_what_a_plane_does(
        cells in prop::collection::btree_set((0..70i64, 0..100i64), 0..80),
        corner in (0..120u64, 0..80u64),
        size in (0..40usize, 0..30usize),
        power in prop_oneof![0..9u32, Just(63), Just(100)],
    ) {
        let cells: Vec<(i64, i64)> = cells.into_iter().map(|(y, x)| (x, y)).collect();
        let mut field = Grid::new(Rule::CONWAY, "100x70".parse().unwrap(), EngineSettings::default()).unwrap();
        for &(x, y) in &cells {
            field.set(x as u64, y as u64, true).unwrap();
        }
        let from = (corner.0 as i64, corner.1 as i64);
        let dots = Universe::dots(&field, &corner.0, &corner.1, size, power);
        prop_assert_eq!(set(&dots), plainly(&cells, from, size, power));
        prop_assert_eq!(Universe::hash(&field).unwrap(), field.hash());
    }
}

#[test]
fn views_without_columns_or_rows_are_empty() {
    let block: Pattern = "2o$2o!".parse().unwrap();
    let tiles = Tiles::from_pattern(&block, Rule::CONWAY, EngineSettings::default()).unwrap();
    let plane = HashLife::from_pattern(&block, Rule::CONWAY, EngineSettings::default()).unwrap();
    let field =
        Grid::from_pattern(&block, Rule::CONWAY, "100x70".parse().unwrap(), EngineSettings::default())
            .unwrap();
    let nowhere = BigInt::from(0);
    for size in [(0, 30), (40, 0), (0, 0)] {
        for power in [0, 8, 30, 62, 63, 100] {
            assert!(set(&tiles.dots(0, 0, size, power)).is_empty());
            assert!(set(&plane.dots(&nowhere, &nowhere, size, power)).is_empty());
            assert!(set(&Universe::dots(&field, &0, &0, size, power)).is_empty());
        }
    }
}

/// Runs steps of powers of two and a single one; returns the population and the hash.
fn after_steps<U: Universe>(mut universe: U) -> (String, u64) {
    universe.step_pow2(6, &()).unwrap();
    universe.step().unwrap();
    universe.step_pow2(0, &()).unwrap();
    assert_eq!(universe.generation().to_string(), "66");
    (universe.population().to_string(), universe.hash().unwrap())
}

#[test]
fn steps_are_the_same_in_every_universe() {
    let acorn: Pattern = "bo5b$3bo3b$2o2b3o!".parse().unwrap();
    let settings = EngineSettings::default();
    let tiles = after_steps(Tiles::from_pattern(&acorn, Rule::CONWAY, settings).unwrap());
    assert_eq!(after_steps(HashLife::from_pattern(&acorn, Rule::CONWAY, settings).unwrap()), tiles);
    let mut grid = Grid::from_pattern(&acorn, Rule::CONWAY, "200x200".parse().unwrap(), settings).unwrap();
    assert!(grid.step_pow2(64, &()).is_err());
    assert_eq!(after_steps(grid).0, tiles.0);
    let mut tiles = Tiles::from_pattern(&acorn, Rule::CONWAY, settings).unwrap();
    assert!(tiles.step_pow2(64, &()).is_err());
    let mut plane = HashLife::from_pattern(&acorn, Rule::CONWAY, settings).unwrap();
    assert!(plane.step_pow2(400, &()).is_err());
}
