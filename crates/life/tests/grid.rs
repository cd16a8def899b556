//! Queries of a grid.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use num_bigint::BigInt;
use quadrille_life::oracle::PLAIN;
use quadrille_life::{
    CancelToken, Cancelled, Chance, Digests, Engine, EngineSettings, Grid, GridError, Pattern, Progress,
    Rule, Span, StreamKey, fill,
};

fn grid(bounds: &str) -> Grid {
    Grid::new(Rule::CONWAY, bounds.parse().unwrap(), EngineSettings::default()).unwrap()
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
    let seeds = Grid::new("B2/S".parse().unwrap(), plain.bounds(), EngineSettings::default()).unwrap();
    assert_ne!(plain, seeds);
}

/// The largest coordinates are outside every field, with or without a ring.
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
fn the_hash_depends_on_coordinates_but_not_on_the_field() {
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
        Grid::from_pattern(pattern, Rule::CONWAY, bounds.parse().unwrap(), EngineSettings::default())
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
fn a_long_call_reports_and_stops() {
    let mut grid = grid("4096x4096");
    let reported = AtomicU64::new(0);
    let observer = |progress: &Progress| {
        assert_eq!(progress.total, Some(1_000_000));
        assert!(progress.done > reported.swap(progress.done, Relaxed), "progress increases");
        if progress.done >= 200 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(grid.run(1_000_000, &observer), Err(Cancelled));
    assert_eq!(grid.generation(), reported.load(Relaxed));
    assert!((200..1_000_000).contains(&grid.generation()));
    assert_eq!(grid.run(3, &()), Ok(()));
    assert_eq!(grid.generation(), reported.load(Relaxed) + 3);
}

/// Runs a practically endless call, cancels it, and returns the time until it ended.
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

/// A generous bound, since other tests run at the same time.
const SOON: Duration = Duration::from_secs(1);

#[test]
fn tiny_fields_stop_soon() {
    for engine in [Engine::Auto, Engine::Form(&PLAIN)] {
        let settings = EngineSettings::default().engine(engine);
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
fn the_digest_agrees_with_single_queries() {
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
