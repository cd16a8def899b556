//! Queries of a grid's cells, for every engine.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quadrille_life::{
    Area, Border, Bounds, Chance, Engine, EngineSettings, Grid, GridError, Rule, Snapshot, SnapshotError,
    StreamKey, fill,
};

use super::engines;

fn by(engine: Engine) -> EngineSettings {
    EngineSettings::default().engine(engine)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_engine_holds_its_cells(
        engine in prop::sample::select(engines()),
        width in 3..150u64,
        height in 3..30u64,
        which in 0..3usize,
        cells in prop::collection::vec((any::<u64>(), any::<u64>(), any::<bool>()), 0..60),
        area in (0..160u64, 0..40u64, 0..160u64, 0..40u64),
    ) {
        let border = [Border::Dead, Border::Torus, Border::Ring][which];
        let mut grid = Grid::new(Rule::CONWAY, Bounds::new(width, height, border).unwrap(), by(engine)).unwrap();
        let mut expected = BTreeSet::new();
        for (x, y, alive) in cells {
            let (x, y) = (x % (width + 2), y % (height + 2));
            let edge = u64::from(border == Border::Ring);
            let inside = (edge..width - edge).contains(&x) && (edge..height - edge).contains(&y);
            let changed = grid.set(x, y, alive);
            if inside {
                prop_assert_eq!(changed, Ok(()));
                if alive { expected.insert((y, x)); } else { expected.remove(&(y, x)); }
            } else if alive || x >= width || y >= height {
                let refused = matches!(changed, Err(GridError::NoCell { .. }));
                prop_assert!(refused);
            }
        }
        for (x, y) in (0..width + 2).flat_map(|x| (0..height + 2).map(move |y| (x, y))) {
            prop_assert_eq!(grid.get(x, y), expected.contains(&(y, x)));
        }
        prop_assert_eq!(grid.population(), expected.len() as u64);
        prop_assert!(grid.live_cells().map(|(x, y)| (y, x)).eq(expected.iter().copied()));
        let from_runs = grid.spans().flat_map(|run| (0..run.length).map(move |i| (run.y as u64, run.x as u64 + i)));
        prop_assert!(from_runs.eq(expected.iter().copied()));
        let fingerprint = (0..width).flat_map(|x| (0..height).map(move |y| (x, y))).filter(|&(x, y)| grid.get(x, y)).fold(
            0i32, |h, (x, y)| h.wrapping_mul(31).wrapping_add(x as i32).wrapping_mul(31).wrapping_add(y as i32),
        );
        prop_assert_eq!(grid.fingerprint(), fingerprint);
        for (y, row) in (0..).zip(grid.row_bytes()) {
            prop_assert_eq!(row.len() as u64, width.div_ceil(8));
            for x in 0..row.len() as u64 * 8 {
                prop_assert_eq!(row[x as usize / 8] >> (x % 8) & 1 == 1, expected.contains(&(y, x)));
            }
        }

        let area = Area { x: area.0, y: area.1, width: area.2, height: area.3 };
        let view = grid.view(area);
        let within: Vec<_> = expected.iter().copied()
            .filter(|&(y, x)| x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height)
            .collect();
        prop_assert_eq!(view.population(), within.len() as u64);
        prop_assert!(view.live_cells().map(|(x, y)| (y, x)).eq(within.iter().copied()));
        let box_of = |cells: &[(u64, u64)]| Some(Area {
            x: cells.iter().map(|cell| cell.1).min()?,
            y: cells.first()?.0,
            width: cells.iter().map(|cell| cell.1).max()? - cells.iter().map(|cell| cell.1).min()? + 1,
            height: cells.last()?.0 - cells.first()?.0 + 1,
        });
        prop_assert_eq!(view.bounding_box(), box_of(&within));
        let pattern = view.to_pattern();
        prop_assert_eq!(pattern.size, Some((area.width, area.height)));
        prop_assert!(pattern.cells().eq(within.iter().map(|&(y, x)| ((x - area.x) as i64, (y - area.y) as i64))));

        let again = Grid::from_pattern(&grid.to_pattern(), grid.rule(), grid.bounds(), EngineSettings::default()).unwrap();
        prop_assert_eq!(again.hash(), grid.hash());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn snapshots_continue_under_any_engine(
        engine in prop::sample::select(engines()),
        other in prop::sample::select(engines()),
        width in 3..150u64,
        height in 3..30u64,
        which in 0..3usize,
        seed: u64,
        generations in (0..9u64, 0..9u64),
        flipped in (any::<prop::sample::Index>(), 0..8u32),
    ) {
        let bounds = Bounds::new(width, height, Border::ALL[which]).unwrap();
        let mut grid = Grid::new(Rule::CONWAY, bounds, by(engine)).unwrap();
        fill::xoshiro(&mut grid, StreamKey::new(seed, 0), Chance::ratio(2, 5).unwrap(), &()).unwrap();
        grid.step_n(generations.0);
        let snapshot = grid.snapshot();
        let mut again = Grid::from_snapshot(&snapshot, by(other)).unwrap();
        prop_assert_eq!(&again, &grid);
        prop_assert_eq!(again.snapshot(), snapshot.clone());
        let mut copy = grid.clone();
        grid.step_n(generations.1);
        again.step_n(generations.1);
        prop_assert_eq!(&again, &grid);
        copy.step_n(generations.1);
        prop_assert_eq!(&copy, &grid);

        let (rule, generation) = (snapshot.rule(), snapshot.generation());
        let new = |cells: Vec<u8>| Snapshot::new(rule, bounds, generation, cells);
        prop_assert_eq!(new(snapshot.cells().to_vec()), Ok(snapshot.clone()));
        let mut cells = snapshot.cells().to_vec();
        let (at, bit) = (flipped.0.index(cells.len()), flipped.1);
        cells[at] |= 1 << bit;
        let stride = width.div_ceil(8);
        let (x, y) = (at as u64 % stride * 8 + u64::from(bit), at as u64 / stride);
        let edge = u64::from(bounds.border() == Border::Ring);
        let can_live = (edge..width - edge).contains(&x) && (edge..height - edge).contains(&y);
        prop_assert_eq!(new(cells.clone()).is_ok(), can_live, "({}, {})", x, y);
        cells.push(0);
        let refused = matches!(new(cells), Err(SnapshotError::Length { .. }));
        prop_assert!(refused);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn changing_the_rule_keeps_the_cells(
        engine in prop::sample::select(engines()),
        size in (3..150u64, 3..30u64),
        which in 0..3usize,
        rules in (0..512u16, 0..512u16, 0..512u16, 0..512u16),
        seed: u64,
    ) {
        let bounds = Bounds::new(size.0, size.1, [Border::Dead, Border::Torus, Border::Ring][which]).unwrap();
        let (first, second) = (Rule::new(rules.0, rules.1), Rule::new(rules.2, rules.3));
        let settings = by(engine);
        // Some implementations support only Conway's rule.
        let first = if Grid::new(first, bounds, settings).is_ok() { first } else { Rule::CONWAY };
        let mut grid = Grid::new(first, bounds, settings).unwrap();
        fill::xoshiro(&mut grid, StreamKey::new(seed, 0), Chance::new(0.4).unwrap(), &()).unwrap();
        grid.step_n(3);
        let before = grid.clone();
        let known = Grid::new(second, bounds, settings).is_ok();
        prop_assert_eq!(grid.set_rule(second).is_ok(), known);
        prop_assert_eq!((grid.hash(), grid.generation()), (before.hash(), 3));
        prop_assert_eq!(grid.rule(), if known { second } else { first });
        let mut expected = Grid::new(grid.rule(), bounds, EngineSettings::default()).unwrap();
        for (x, y) in before.live_cells() {
            expected.set(x, y, true).unwrap();
        }
        grid.step_n(2);
        expected.step_n(2);
        prop_assert_eq!(grid.hash(), expected.hash());
    }
}

#[test]
fn fields_too_large_are_rejected_before_allocation() {
    for engine in engines() {
        let settings = by(engine).memory(1 << 20);
        for bounds in [
            "1000000x1000000",
            "1000000000000000000x1000000000000000000",
            "18446744073709551615x1",
            "1x18446744073709551615",
        ] {
            let error = Grid::new(Rule::CONWAY, bounds.parse().unwrap(), settings).unwrap_err();
            assert!(matches!(error, GridError::Memory(_)), "{engine}, {bounds}: {error}");
        }
        assert!(Grid::new(Rule::CONWAY, "100x100".parse().unwrap(), settings).is_ok());
    }
}
