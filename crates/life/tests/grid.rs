//! What the grid says about its cells.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use num_bigint::BigInt;
use proptest::prelude::*;
use quadrille_life::ladder::RUNGS;
use quadrille_life::{
    Area, Border, Bounds, CancelToken, Cancelled, Chance, Digests, Engine, Grid, GridError, Pattern,
    Progress, Rule, Settings, Snapshot, SnapshotError, Span, StreamKey, fill,
};

fn rung(number: usize) -> Settings {
    Settings::default().engine(Engine::Rung(number))
}

fn grid(bounds: &str) -> Grid {
    Grid::new(Rule::CONWAY, bounds.parse().unwrap(), Settings::default()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_rung_holds_the_cells_it_is_given(
        number in 1..=RUNGS,
        width in 3..150u64,
        height in 3..30u64,
        which in 0..3usize,
        cells in prop::collection::vec((any::<u64>(), any::<u64>(), any::<bool>()), 0..60),
        area in (0..160u64, 0..40u64, 0..160u64, 0..40u64),
    ) {
        let border = [Border::Dead, Border::Torus, Border::Ring][which];
        let mut grid = Grid::new(Rule::CONWAY, Bounds::new(width, height, border).unwrap(), rung(number)).unwrap();
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

        let again = Grid::from_pattern(&grid.to_pattern(), grid.rule(), grid.bounds(), Settings::default()).unwrap();
        prop_assert_eq!(again.hash(), grid.hash());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn snapshots_go_on_under_any_engine(
        rungs in (1..=RUNGS, 1..=RUNGS),
        width in 3..150u64,
        height in 3..30u64,
        which in 0..3usize,
        seed: u64,
        generations in (0..9u64, 0..9u64),
        flipped in (any::<prop::sample::Index>(), 0..8u32),
    ) {
        let bounds = Bounds::new(width, height, Border::ALL[which]).unwrap();
        let mut grid = Grid::new(Rule::CONWAY, bounds, rung(rungs.0)).unwrap();
        fill::xoshiro(&mut grid, StreamKey::new(seed, 0), Chance::ratio(2, 5).unwrap(), &()).unwrap();
        grid.step_n(generations.0);
        let snapshot = grid.snapshot();
        let mut again = Grid::from_snapshot(&snapshot, rung(rungs.1)).unwrap();
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
    fn another_rule_goes_on_with_the_same_cells(
        number in 0..=RUNGS,
        size in (3..150u64, 3..30u64),
        which in 0..3usize,
        rules in (0..512u16, 0..512u16, 0..512u16, 0..512u16),
        seed: u64,
    ) {
        let bounds = Bounds::new(size.0, size.1, [Border::Dead, Border::Torus, Border::Ring][which]).unwrap();
        let (first, second) = (Rule::new(rules.0, rules.1), Rule::new(rules.2, rules.3));
        let settings = if number == 0 { Settings::default() } else { rung(number) };
        // Some rungs know Conway's rule alone.
        let first = if Grid::new(first, bounds, settings).is_ok() { first } else { Rule::CONWAY };
        let mut grid = Grid::new(first, bounds, settings).unwrap();
        fill::xoshiro(&mut grid, StreamKey::new(seed, 0), Chance::new(0.4).unwrap(), &()).unwrap();
        grid.step_n(3);
        let before = grid.clone();
        let known = Grid::new(second, bounds, settings).is_ok();
        prop_assert_eq!(grid.set_rule(second).is_ok(), known);
        prop_assert_eq!((grid.hash(), grid.generation()), (before.hash(), 3));
        prop_assert_eq!(grid.rule(), if known { second } else { first });
        let mut expected = Grid::new(grid.rule(), bounds, Settings::default()).unwrap();
        for (x, y) in before.live_cells() {
            expected.set(x, y, true).unwrap();
        }
        grid.step_n(2);
        expected.step_n(2);
        prop_assert_eq!(grid.hash(), expected.hash());
    }
}

#[test]
fn grids_differ_by_generation_rule_and_cells() {
    let plain = grid("9x9");
    let mut other = grid("9x9");
    assert_eq!(plain, other);
    other.step();
    assert_ne!(plain, other);
    let mut other = grid("9x9");
    other.set(4, 4, true).unwrap();
    assert_ne!(plain, other);
    assert_ne!(plain, grid("9x9:torus"));
    let seeds = Grid::new("B2/S".parse().unwrap(), plain.bounds(), Settings::default()).unwrap();
    assert_ne!(plain, seeds);
}

/// The largest coordinates are outside every field, with a ring or without.
#[test]
fn coordinates_at_the_limit_are_outside() {
    for bounds in ["9x9", "9x9:torus", "9x9:ring", "9x9:klein"] {
        let mut grid = grid(bounds);
        for far in [u64::MAX, u64::MAX - 1] {
            for (x, y) in [(far, 4), (4, far), (far, far)] {
                assert!(!grid.get(x, y), "({x}, {y}) on {bounds}");
                for alive in [false, true] {
                    let set = grid.set(x, y, alive);
                    assert!(matches!(set, Err(GridError::NoCell { .. })), "({x}, {y}) on {bounds}: {set:?}");
                }
            }
            let mut row = [u64::MAX];
            grid.read_row(far, &mut row);
            assert_eq!(row, [0], "row {far} on {bounds}");
        }
    }
}

#[test]
fn the_hash_tells_places_apart_and_does_not_see_the_field() {
    let hash = |bounds: &str, cells: &[(u64, u64)]| {
        let mut grid = grid(bounds);
        for &(x, y) in cells {
            grid.set(x, y, true).unwrap();
        }
        grid.hash()
    };
    assert_eq!(hash("9x9", &[(1, 2), (3, 4)]), hash("500x20:torus", &[(3, 4), (1, 2)]));
    let different: BTreeSet<u64> =
        (0..64).flat_map(|x| (0..64).map(move |y| (x, y))).map(|cell| hash("64x64", &[cell])).collect();
    assert_eq!(different.len(), 64 * 64);
    assert_ne!(hash("9x9", &[(1, 2), (3, 4)]), hash("9x9", &[(1, 4), (3, 2)]));
}

#[test]
fn patterns_are_placed_in_the_middle() {
    let cell = Pattern::from_cells([(7, -3)]);
    let place = |pattern: &Pattern, bounds: &str| {
        Grid::from_pattern(pattern, Rule::CONWAY, bounds.parse().unwrap(), Settings::default())
            .map(|grid| grid.live_cells().collect::<Vec<_>>())
    };
    assert_eq!(place(&cell, "10x10"), Ok(vec![(5, 5)]));
    assert_eq!(place(&cell, "9x9"), Ok(vec![(4, 4)]));
    assert_eq!(place(&cell, "1x1"), Ok(vec![(0, 0)]));
    let mut sized = Pattern::from_cells([(0, 0)]);
    sized.size = Some((3, 5));
    assert_eq!(place(&sized, "10x10"), Ok(vec![(4, 3)]));
    assert!(matches!(place(&sized, "3x4"), Err(GridError::TooLarge { width: 3, height: 5, .. })));
    sized.position = Some((-5, -2).into());
    assert_eq!(place(&sized, "10x10"), Ok(vec![(0, 3)]));
    sized.position = Some((-6, -2).into());
    let error = place(&sized, "10x10").unwrap_err().to_string();
    let expected = "the pattern's position -6,-2 lies outside a field of 10x10:dead; expected columns -5 to 2 and rows \
                    -5 to 0 for a pattern of 3 × 5 cells";
    assert_eq!(error, expected);
    for (x, y) in [(-5, -5), (2, 0), (2, 1), (3, 0), (-5, -6)] {
        sized.position = Some((x, y).into());
        assert_eq!(place(&sized, "10x10").is_ok(), x <= 2 && (-5..=0).contains(&y), "{x}, {y}");
    }
    for far in [BigInt::from(i64::MAX), BigInt::from(1) << 127, BigInt::from(-1) << 3000] {
        sized.position = Some((far.clone(), 0).into());
        assert!(matches!(place(&sized, "10x10"), Err(GridError::Position(_))), "{far}");
    }
    let mut beyond = Pattern::from_cells([(3, 0)]);
    beyond.size = Some((3, 3));
    assert!(matches!(place(&beyond, "10x10"), Err(GridError::OutsidePattern { x: 3, y: 0, .. })));
    let far = Pattern::from_spans([
        Span { y: i64::MIN, x: i64::MAX, length: 5 },
        Span { y: i64::MAX, x: 0, length: u64::MAX },
    ]);
    assert!(matches!(place(&far, "10x10"), Err(GridError::TooLarge { .. })));
    assert_eq!(place(&Pattern::default(), "2x2"), Ok(vec![]));
    let corner = Pattern::from_spans([Span { y: 0, x: 0, length: 3 }, Span { y: 1, x: 0, length: 3 }]);
    assert!(matches!(place(&corner, "3x3:ring"), Err(GridError::NoCell { .. })));
}

#[test]
fn fields_too_large_are_refused_before_memory_is_taken() {
    for number in 1..=RUNGS {
        let settings = rung(number).memory(1 << 20);
        for bounds in [
            "1000000x1000000",
            "1000000000000000000x1000000000000000000",
            "18446744073709551615x1",
            "1x18446744073709551615",
        ] {
            let error = Grid::new(Rule::CONWAY, bounds.parse().unwrap(), settings).unwrap_err();
            assert!(matches!(error, GridError::Memory(_)), "rung {number}, {bounds}: {error}");
        }
        assert!(Grid::new(Rule::CONWAY, "100x100".parse().unwrap(), settings).is_ok());
    }
}

#[test]
fn rungs_refuse_rules_they_do_not_know() {
    for (number, text, known) in [
        (4, "B3/S238", false),
        (4, "B36/S23", true),
        (4, "B08/S", true),
        (5, "B36/S23", false),
        (6, "B/S", false),
        (7, "B3/S2", false),
        (7, "23/3", true),
        (8, "B0/S", true),
    ] {
        let grid = Grid::new(text.parse().unwrap(), "9x9".parse().unwrap(), rung(number));
        assert_eq!(grid.is_ok(), known, "rung {number}, {text}");
        if let Err(error) = grid {
            assert!(error.to_string().starts_with(&format!("rung {number} cannot do the rule ")), "{error}");
        }
    }
}

#[test]
fn a_long_call_reports_and_stops() {
    let mut grid = grid("4096x4096");
    let heard = AtomicU64::new(0);
    let observer = |progress: &Progress| {
        assert_eq!(progress.total, Some(1_000_000));
        assert!(progress.done > heard.swap(progress.done, Relaxed), "it goes on");
        if progress.done >= 200 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(grid.run(1_000_000, &observer), Err(Cancelled));
    assert_eq!(grid.generation(), heard.load(Relaxed));
    assert!((200..1_000_000).contains(&grid.generation()));
    assert_eq!(grid.run(3, &()), Ok(()));
    assert_eq!(grid.generation(), heard.load(Relaxed) + 3);
}

/// Asks for far more than anyone can wait for, and says how long the call went on after it was told to stop.
fn time_to_stop(work: impl FnOnce(&CancelToken) -> Result<(), Cancelled>) -> Duration {
    let token = CancelToken::new();
    std::thread::scope(|scope| {
        let stopper = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            token.cancel();
            Instant::now()
        });
        assert_eq!(work(&token), Err(Cancelled));
        let ended = Instant::now();
        ended.saturating_duration_since(stopper.join().unwrap())
    })
}

/// The bound is generous: other tests run at the same time.
const SOON: Duration = Duration::from_secs(1);

#[test]
fn tiny_fields_stop_soon() {
    for engine in [Engine::Auto, Engine::Rung(1), Engine::Rung(10)] {
        let settings = Settings::default().engine(engine);
        let mut grid = Grid::new(Rule::CONWAY, "3x3:torus".parse().unwrap(), settings).unwrap();
        let took = time_to_stop(|token| grid.run(u64::MAX, token));
        assert!(took < SOON, "{engine}: {took:?}");
    }
}

#[test]
fn filling_a_large_field_stops_soon() {
    let half = Chance::ratio(1, 2).unwrap();
    for bounds in ["65536x65536", "268435456x1"] {
        let mut grid = grid(bounds);
        let took = time_to_stop(|token| fill::xoshiro(&mut grid, StreamKey::new(1, 0), half, token));
        assert!(took < SOON, "{bounds}: {took:?}");
    }
    let mut ring = grid("16384x16384:ring");
    let took = time_to_stop(|token| fill::net(&mut ring, 1, 0.5, token));
    assert!(took < SOON, "{took:?}");
}

#[test]
fn the_digest_is_what_the_single_questions_say() {
    for bounds in ["70x33", "128x9:torus", "131x40:ring", "3000x5000", "9000000x3"] {
        let mut grid = grid(bounds);
        assert_eq!(grid.digest(Digests::Usual, &()).unwrap().bounding_box, None);
        fill::xoshiro(&mut grid, StreamKey::new(3, 1), Chance::ratio(1, 50).unwrap(), &()).unwrap();
        let digest = grid.digest(Digests::All, &()).unwrap();
        assert_eq!(digest.population, grid.population());
        assert_eq!(digest.bounding_box, grid.bounding_box());
        assert_eq!((digest.hash, digest.fingerprint), (Some(grid.hash()), Some(grid.fingerprint())));
        let usual = grid.digest(Digests::Usual, &()).unwrap();
        assert_eq!((usual.population, usual.bounding_box), (digest.population, digest.bounding_box));
        assert_eq!((usual.hash, usual.fingerprint), (digest.hash, None));
    }
    let token = CancelToken::new();
    token.cancel();
    assert_eq!(grid("4096x4096").digest(Digests::Usual, &token), Err(Cancelled));
}
