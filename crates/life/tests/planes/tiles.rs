//! Tiles agree with a sufficiently large field.

use proptest::prelude::*;
use quadrille_lanes::Level;
use quadrille_life::{
    Area, Border, Bounds, CancelToken, Cancelled, EngineSettings, Grid, HashLife, HashLifeError, Pattern,
    Rule, RuleSpec, Tiles, TilesError, Universe,
};

use crate::planes::{rule, soup};

/// Returns the living cells of a grid, whose cell (x, y) is the plane's (x − left, y − top).
fn cells(grid: &Grid, (left, top): (i64, i64)) -> Vec<(i64, i64)> {
    grid.live_cells().map(|(x, y)| (x as i64 - left, y as i64 - top)).collect()
}

/// Compares a plane at every level with a field whose margin is never crossed, after each of these
/// numbers of generations.
fn compare(rule: Rule, soup: &[(i64, i64)], corner: (i64, i64), generations: &[u64]) {
    let all: u64 = generations.iter().sum();
    let margin = all as i64 + 1;
    let (width, height) = soup.iter().fold((1, 1), |(w, h), &(x, y)| (w.max(x + 1), h.max(y + 1)));
    let bounds =
        Bounds::new((width + 2 * margin) as u64, (height + 2 * margin) as u64, Border::Dead).unwrap();
    let mut grid = Grid::new(rule, bounds, EngineSettings::default()).unwrap();
    for &(x, y) in soup {
        grid.set((x + margin) as u64, (y + margin) as u64, true).unwrap();
    }
    let placed = Pattern::from_cells(soup.iter().map(|&(x, y)| (x + corner.0, y + corner.1)));
    let planes = Level::available()
        .into_iter()
        .map(|level| Tiles::from_pattern(&placed, rule, EngineSettings::default().level(level)).unwrap());
    let mut planes: Vec<Tiles> = planes.collect();
    let mut now = 0;
    for &generations in generations {
        grid.step_n(generations);
        now += generations;
        let expected = Pattern::from_cells(cells(&grid, (margin - corner.0, margin - corner.1)));
        for plane in &mut planes {
            plane.run(generations, &()).unwrap();
            let what = format!("{rule}, generation {now}, at {:?}", plane.settings().level);
            assert_eq!(plane.to_pattern().spans(), expected.spans(), "{what}");
            assert_eq!(u128::from(plane.population()), expected.population(), "{what}");
            assert_eq!(plane.bounding_box(), expected.bounding_box(), "{what}");
            assert_eq!(plane.generation(), now);
        }
    }
}

/// Generates positions where tiles meet, and distant ones.
fn corner() -> impl Strategy<Value = (i64, i64)> {
    let place = prop_oneof![-200..200i64, Just(-56), Just(55), Just(1 << 40), Just(-(1 << 50) - 1)];
    (place.clone(), place)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn soups_of_every_rule(
        rule in rule(),
        seed: u64,
        width in 1..150i64,
        height in 1..90i64,
        one_in in 2..6u64,
        corner in corner(),
    ) {
        compare(rule, &soup(seed, width, height, one_in), corner, &[0, 1, 1, 1, 4, 9, 60]);
    }

    /// Few cells far apart: most tiles sleep, some wake up again.
    #[test]
    fn sparse_planes(seed: u64, corner in corner(), one_in in 40..400u64) {
        compare(Rule::CONWAY, &soup(seed, 400, 300, one_in), corner, &[3, 64, 65, 120]);
    }

    /// With B0, the plane stores the cells that differ from the background; a sufficiently large
    /// torus has all cells.
    #[test]
    fn rules_of_births_without_neighbours(
        table: [u64; 8],
        counted: bool,
        dies: bool,
        seed: u64,
        size in 1..40u64,
        generations in prop::collection::vec(1..7u64, 1..4),
        hashlife: bool,
    ) {
        let mut rule = Rule::from_table(table);
        if counted {
            rule = Rule::new(table[0] as u16, table[1] as u16);
        }
        let mut table = rule.table();
        table[0] |= 1;
        table[7] = table[7] & !(1 << 63) | u64::from(!dies) << 63;
        let rule = Rule::from_table(table);
        let all: u64 = generations.iter().sum();
        let side = size + 2 * all + 2;
        let mut grid = Grid::new(rule, Bounds::new(side, side, Border::Torus).unwrap(), EngineSettings::default()).unwrap();
        let pattern = Pattern::from_cells(soup(seed, size as i64, size as i64, 2));
        for y in 0..side {
            for x in 0..side {
                let (x, y) = (x as i64 - all as i64, y as i64 - all as i64);
                // With S8 the background stays alive, so the stored cells are the dead ones.
                let alive = pattern.spans().iter().any(|span| span.y == y && (span.x..span.x + span.length as i64).contains(&x));
                grid.set((x + all as i64) as u64, (y + all as i64) as u64, alive == dies).unwrap();
            }
        }
        let mut plane = Tiles::from_pattern(&pattern, rule, EngineSettings::default()).unwrap();
        for &more in &generations {
            // In some cases the plane is recreated from a file that declares its generation.
            if seed % 3 == 0 {
                let mut again = plane.to_pattern();
                again.generation = Some(grid.generation().to_string());
                plane = Tiles::from_pattern(&again, rule, EngineSettings::default()).unwrap();
            }
            plane.run(more, &()).unwrap();
            grid.step_n(more);
            let dead = !dies || grid.generation() % 2 == 1;
            let expected = Pattern::from_cells((0..side * side).filter_map(|at| {
                let (x, y) = (at % side, at / side);
                (grid.get(x, y) != dead).then_some((x as i64 - all as i64, y as i64 - all as i64))
            }));
            let what = format!("{rule}, generation {}", grid.generation());
            let found = plane.to_pattern();
            prop_assert_eq!(found.spans(), expected.spans(), "{}", what);
        }
        let made = HashLife::from_pattern(&pattern, rule, EngineSettings::default());
        // Some rules with B0 and without S8 do not alternate, such as B02457/S0257.
        let [even, odd] = rule.without_bounds();
        if dies && even != odd {
            prop_assert_eq!(made.unwrap_err(), HashLifeError::Rule { rule });
        } else if hashlife {
            let mut hashlife = made.unwrap();
            hashlife.run(&all.into(), &()).unwrap();
            prop_assert_eq!(hashlife.to_pattern().unwrap(), plane.to_pattern());
        }
    }

    /// Cells set between runs.
    #[test]
    fn changed_in_between(
        rule in rule(),
        seed: u64,
        changes in prop::collection::vec((prop_oneof![1..8u64, 30..45u64], 0..100u64, 0..100u64, any::<bool>()), 1..8),
    ) {
        const MARGIN: u64 = 340;
        let soup = soup(seed, 60, 60, 3);
        let bounds = Bounds::new(100 + 2 * MARGIN, 100 + 2 * MARGIN, Border::Dead).unwrap();
        let mut grid = Grid::new(rule, bounds, EngineSettings::default()).unwrap();
        let mut plane = Tiles::new(rule, EngineSettings::default()).unwrap();
        for (x, y) in soup {
            grid.set(x as u64 + MARGIN, y as u64 + MARGIN, true).unwrap();
            plane.set(x, y, true).unwrap();
        }
        for (generations, x, y, alive) in changes {
            grid.step_n(generations);
            plane.run(generations, &()).unwrap();
            grid.set(x + MARGIN, y + MARGIN, alive).unwrap();
            plane.set(x as i64, y as i64, alive).unwrap();
            prop_assert_eq!(plane.get(x as i64, y as i64), alive);
        }
        grid.step_n(2);
        plane.run(2, &()).unwrap();
        prop_assert_eq!(plane.to_pattern().cells().collect::<Vec<_>>(), cells(&grid, (MARGIN as i64, MARGIN as i64)));
    }
}

proptest! {
    /// A plane at rest has the right phase after runs of any length.
    #[test]
    fn at_rest_it_is_in_the_right_phase(runs in prop::collection::vec(prop_oneof![1..6u64, 28..48u64], 1..12)) {
        // A block, a blinker and a beacon have periods of at most 2.
        let ash: Pattern = "2o5b3o$2o8$12b2o$12b2o$14b2o$14b2o!".parse().unwrap();
        let mut plane = Tiles::from_pattern(&ash, Rule::CONWAY, EngineSettings::default()).unwrap();
        let mut phases = [ash.spans().to_vec(), Vec::new()];
        plane.run(1, &()).unwrap();
        phases[1] = plane.to_pattern().spans().to_vec();
        for generations in runs {
            plane.run(generations, &()).unwrap();
            let phase = &phases[(plane.generation() % 2) as usize];
            let now = plane.to_pattern();
            prop_assert_eq!(now.spans(), &phase[..], "generation {}", plane.generation());
        }
    }
}

/// A number of tiles that uses all threads.
#[test]
fn many_tiles_are_computed_by_all_threads() {
    compare(Rule::CONWAY, &soup(3, 1500, 1300, 3), (-700, -600), &[3, 36]);
}

/// Returns the population at each of these generations.
fn populations(pattern: &str, generations: &[u64]) -> Vec<u64> {
    let pattern: Pattern = pattern.parse().unwrap();
    let mut plane = Tiles::from_pattern(&pattern, Rule::CONWAY, EngineSettings::default()).unwrap();
    let at = |&generation: &u64| {
        plane.run(generation - plane.generation(), &()).unwrap();
        plane.population()
    };
    generations.iter().map(at).collect()
}

#[test]
fn well_known_patterns_have_their_known_populations() {
    assert_eq!(populations("b2o$2o$bo!", &[1103, 1104, 5000]), [116; 3]);
    assert_eq!(populations("bo5b$3bo3b$2o2b3o!", &[5206, 5207, 100_000]), [633; 3]);
    assert_eq!(populations("6bob$2o6b$bo3b3o!", &[130, 131]), [0; 2]);
    assert_eq!(populations("o3b3o$3o2bob$bo!", &[17331]), [1744]);
    assert_eq!(populations("o5bob$2bo3bob$2bo2bobo$bobo4b!", &[17332]), [1744]);
    assert_eq!(populations("bo$obo$bo8$8bo$6bobo$5b2obo2$4b3o!", &[29055, 29056]), [1625, 1623]);
    assert_eq!(populations("6bob$4bob2o$4bobo$4bo$2bo$obo!", &[1000, 10_000]), [158, 1183]);
    assert_eq!(populations("8ob5o3b3o6b7ob5o!", &[1000, 10_000]), [536, 2476]);
}

/// A tile is freed because it is empty. The edge of one neighbour stays alive; later the death of
/// another neighbour's edge causes a birth in the freed tile.
#[test]
fn a_freed_tile_is_created_again_when_an_edge_dies() {
    let cells = [
        [(87, -21), (86, -20), (86, -19), (87, -19), (88, -19), (62, -4), (64, -4), (61, -3), (63, -3)]
            .as_slice(),
        &[
            (64, -3),
            (65, -3),
            (66, -3),
            (61, -2),
            (67, -2),
            (62, -1),
            (63, -1),
            (64, -1),
            (66, -1),
            (64, 0),
            (65, 0),
        ],
    ]
    .concat();
    let margin = 200;
    let mut grid = Grid::new(Rule::CONWAY, "600x600".parse().unwrap(), EngineSettings::default()).unwrap();
    for &(x, y) in &cells {
        grid.set((x + margin) as u64, (y + margin) as u64, true).unwrap();
    }
    let mut plane =
        Tiles::from_pattern(&Pattern::from_cells(cells), Rule::CONWAY, EngineSettings::default()).unwrap();
    for _ in 0..130 {
        grid.step();
        plane.step().unwrap();
        let expected = Pattern::from_cells(self::cells(&grid, (margin, margin)));
        assert_eq!(plane.to_pattern().spans(), expected.spans(), "generation {}", plane.generation());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Gliders through ash, around the corner where four tiles meet: tiles are freed and created
    /// again.
    #[test]
    fn gliders_through_ash(seed: u64, gliders in prop::collection::vec((-60..60i64, -60..60i64, 0..4u8), 1..8)) {
        let mut cells: Vec<(i64, i64)> = soup(seed, 24, 24, 3).into_iter().map(|(x, y)| (x - 12, y - 12)).collect();
        for (x, y, turn) in gliders {
            for (a, b) in [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)] {
                let (a, b) = match turn { 0 => (a, b), 1 => (-a, b), 2 => (a, -b), _ => (-a, -b) };
                cells.push((x + a, y + b));
            }
        }
        let (left, top) = cells.iter().fold((0, 0), |(l, t), &(x, y)| (l.min(x), t.min(y)));
        let moved: Vec<(i64, i64)> = cells.iter().map(|&(x, y)| (x - left, y - top)).collect();
        compare(Rule::CONWAY, &moved, (left, top), &[64, 64, 64, 64, 128]);
    }
}

#[test]
fn a_glider_leaves_no_trail() {
    let glider: Pattern = "bo$2bo$3o!".parse().unwrap();
    let mut plane = Tiles::from_pattern(&glider, Rule::CONWAY, EngineSettings::default()).unwrap();
    plane.run(40_000, &()).unwrap();
    assert_eq!(plane.bounding_box(), Some(Area { x: 10_000, y: 10_000, width: 3, height: 3 }));
    assert!(plane.tiles().0 < 40, "{} tiles", plane.tiles().0);
}

#[test]
fn still_lifes_and_blinkers_are_free() {
    let still: Pattern = "2o$2o7$3o!".parse().unwrap();
    let mut plane = Tiles::from_pattern(&still, Rule::CONWAY, EngineSettings::default()).unwrap();
    plane.run(u64::MAX - 1, &()).unwrap();
    assert_eq!((plane.population(), plane.generation(), plane.tiles().1), (7, u64::MAX - 1, 0));
    let before = plane.to_pattern();
    plane.step().unwrap();
    assert_ne!(plane.to_pattern(), before);
    // The generation counter is at its maximum.
    assert_eq!(plane.step(), Err(TilesError::EndOfCount));
    assert_eq!(plane.run(1, &()), Err(TilesError::EndOfCount));
    assert_eq!(plane.run(0, &()), Ok(()));
}

#[test]
fn a_cancelled_run_can_be_continued() {
    let gun =
        "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!";
    let gun: Pattern = gun.parse().unwrap();
    let mut plane = Tiles::from_pattern(&gun, Rule::CONWAY, EngineSettings::default()).unwrap();
    let token = CancelToken::new();
    token.cancel();
    assert_eq!(plane.run(1_000_000, &token), Err(TilesError::Cancelled(Cancelled)));
    let stopped = plane.generation();
    assert!(stopped > 0 && stopped < 3000, "{stopped}");
    plane.run(3000 - stopped, &()).unwrap();
    assert_eq!(plane.population(), 536);
}

#[test]
fn excessive_memory_is_rejected() {
    // A growing pattern with memory for a few tiles: it stops before the generation that needs
    // more, unchanged.
    let line: Pattern = "8ob5o3b3o6b7ob5o!".parse().unwrap();
    let mut plane =
        Tiles::from_pattern(&line, Rule::CONWAY, EngineSettings::default().memory(40_000)).unwrap();
    assert!(matches!(plane.run(100_000, &()), Err(TilesError::Memory(_))));
    let (generation, pattern) = (plane.generation(), plane.to_pattern());
    assert!(generation > 50 && matches!(plane.step(), Err(TilesError::Memory(_))));
    assert_eq!((plane.generation(), plane.to_pattern()), (generation, pattern.clone()));
    let mut again = Tiles::from_pattern(&line, Rule::CONWAY, EngineSettings::default()).unwrap();
    again.run(generation, &()).unwrap();
    assert_eq!(again.to_pattern().spans(), pattern.spans());
    assert!(Tiles::new(Rule::CONWAY, EngineSettings::default().memory(100)).is_err());
}

#[test]
fn the_plane_ends_at_64_bits() {
    // The pattern is close to the end of the plane, but does not touch it.
    let edge = Pattern::from_cells([-1, 0, 1].map(|d| (i64::MAX, i64::MIN + 9 + d)));
    let refused =
        Tiles::from_pattern(&edge, Rule::CONWAY, EngineSettings::default()).map(|plane| plane.population());
    assert_eq!(refused, Err(TilesError::EndOfPlane));
    let glider =
        Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)].map(|(x, y)| (i64::MAX - 300 + x, y)));
    let mut plane = Tiles::from_pattern(&glider, Rule::CONWAY, EngineSettings::default()).unwrap();
    assert_eq!(plane.run(10_000, &()), Err(TilesError::EndOfPlane));
    assert!((400..1200).contains(&plane.generation()), "{}", plane.generation());
    let (at, cells) = (plane.generation(), plane.to_pattern());
    let mut again = Tiles::from_pattern(&glider, Rule::CONWAY, EngineSettings::default()).unwrap();
    again.run(at, &()).unwrap();
    assert_eq!(again.to_pattern(), cells);
    let inside = Pattern::from_cells([-1, 0, 1].map(|d| (i64::MAX - 170, i64::MIN + 190 + d)));
    let mut plane = Tiles::from_pattern(&inside, Rule::CONWAY, EngineSettings::default()).unwrap();
    plane.run(2, &()).unwrap();
    assert_eq!(plane.to_pattern().spans(), inside.spans());
}

#[test]
fn tiles_implement_universe() {
    fn later<U: Universe<Count = u64, Coordinate = i64>>(universe: &mut U) -> (u64, RuleSpec) {
        assert!(
            universe.run(&30, &()).is_ok() && universe.set(&-5, &7, true).is_ok() && universe.get(&-5, &7)
        );
        (universe.population() + universe.generation(), universe.rule_spec())
    }
    let blinker: Pattern = "3o!".parse().unwrap();
    let mut plane = Tiles::from_pattern(&blinker, Rule::CONWAY, EngineSettings::default()).unwrap();
    assert_eq!(later(&mut plane), (34, RuleSpec { rule: Rule::CONWAY, bounds: None }));
}
