//! Fates of patterns compared with published results.

use proptest::prelude::*;
use quadrille_life::{
    CancelToken, EngineSettings, Fate, FateError, Growth, GrowthKind, Outcome, Pattern, Rule, Settled, Tiles,
};

const CONWAY: &str = "B3/S23";

fn fate(pattern: &str, rule: &str, generations: u64) -> Fate {
    let pattern: Pattern = pattern.parse().unwrap();
    Fate::on_plane(&pattern, rule.parse().unwrap(), EngineSettings::default(), generations, &()).unwrap()
}

fn settled(pattern: &str, rule: &str) -> Settled {
    match fate(pattern, rule, 40_000).outcome {
        Outcome::Settled(settled) => settled,
        other => panic!("{pattern} of {rule}: {other:?}"),
    }
}

#[test]
fn still_lifes_oscillators_and_spaceships() {
    for (pattern, period, moved) in [
        ("2o$2o!", 1, (0, 0)),
        ("3o!", 2, (0, 0)),
        (
            "2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$o4bobo4bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!",
            3,
            (0, 0),
        ),
        ("10o!", 15, (0, 0)),
        ("bob$2bo$3o!", 4, (1, 1)),
        ("bo2bo$o$o3bo$4o!", 4, (-2, 0)),
    ] {
        let found = settled(pattern, CONWAY);
        assert_eq!((found.period, found.displacement), (Some(period), Some(moved)), "{pattern}");
        // Ten cells in a row become a pentadecathlon.
        assert_eq!(found.generation == 0, pattern != "10o!", "{pattern}");
    }
}

#[test]
fn methuselahs_settle_at_their_known_generation() {
    for (pattern, generation, population) in [
        ("b2o$2o$bo!", 1103, 116),
        ("bo5b$3bo3b$2o2b3o!", 5206, 633),
        ("6bob$2o6b$bo3b3o!", 130, 0),
        ("o3b3o$3o2bob$bo!", 17331, 1744),
    ] {
        let found = settled(pattern, CONWAY);
        assert_eq!((found.generation, found.population), (generation, population), "{pattern}");
    }
    let nothing = settled("6bob$2o6b$bo3b3o!", CONWAY);
    assert_eq!((nothing.period, nothing.displacement, nothing.parts), (Some(1), Some((0, 0)), 0));
    // The ash of the R-pentomino blinks, and six gliders escape from it.
    let remains = settled("b2o$2o$bo!", CONWAY);
    assert_eq!((remains.period, remains.displacement), (Some(4), None));
}

#[test]
fn guns_grow_linearly_and_plane_fillers_quadratically() {
    let gun =
        "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!";
    let Outcome::Grows(growth) = fate(gun, CONWAY, 40_000).outcome else { panic!("a gun grows") };
    assert_eq!((growth.kind, growth.period, growth.cells), (GrowthKind::Linear, 30, 5));
    assert!(growth.to - growth.from >= 1000 && growth.from < 100, "{growth:?}");
    // Every cell with a living neighbour lives: a square of (2t + 1)² cells.
    let filled = fate("o!", "B12345678/S012345678", 300);
    let growth = Growth { kind: GrowthKind::Quadratic, period: 1, cells: 8, from: 0, to: 300 };
    assert_eq!(filled.outcome, Outcome::Grows(growth));
    assert_eq!(filled.populations[300], 601 * 601);
    // A ten-cell pattern with unbounded growth.
    let Outcome::Grows(growth) = fate("6bob$4bob2o$4bobo$4bo$2bo$obo!", CONWAY, 40_000).outcome else {
        panic!("ten cells grow")
    };
    assert_eq!(growth.kind, GrowthKind::Linear);
}

#[test]
fn too_few_generations_leave_the_outcome_open() {
    for generations in [0, 1, 100, 1102] {
        let open = fate("b2o$2o$bo!", CONWAY, generations);
        assert_eq!((open.outcome, open.populations.len() as u64), (Outcome::Open, generations + 1));
    }
    // A proof suffices, even at the limit of generations.
    let block = fate("2o$2o!", CONWAY, 64);
    assert!(matches!(block.outcome, Outcome::Settled(_)));
}

/// Parts of periods 2, 3, 5 and 8 are recognised before all of them have recurred together.
#[test]
fn parts_are_recognised_before_the_whole_recurs() {
    let parts = [
        "3o!",
        "2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$o4bobo4bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!",
        "3b2o$2bo2bo$bo4bo$o6bo$o6bo$bo4bo$2bo2bo$3b2o!",
        "2o$2obo$4bo$bo$2bob2o$4b2o!",
    ];
    let cells = (0..).step_by(40).zip(parts).flat_map(|(right, part)| {
        let part: Pattern = part.parse().unwrap();
        part.cells().map(|(x, y)| (x + right, y)).collect::<Vec<_>>()
    });
    let pattern = Pattern::from_cells(cells);
    let fate = Fate::on_plane(&pattern, Rule::CONWAY, EngineSettings::default(), 200, &()).unwrap();
    let Outcome::Settled(found) = fate.outcome else { panic!("it is settled") };
    assert_eq!((found.generation, found.period, found.parts), (0, Some(120), 4));
}

#[test]
fn a_glider_that_will_collide_has_not_settled() {
    // The glider meets a block after some thirty generations; until then only its position changes.
    let found = settled("bo$2bo$3o20$24b2o$24b2o!", CONWAY);
    assert!(found.generation > 60, "{found:?}");
    // Two parts that move apart have settled.
    assert_eq!(settled("2o$2o10$13bo$14bo$12b3o!", CONWAY).generation, 0);
}

#[test]
fn births_without_neighbours_follow_the_stored_cells() {
    // Without S8 two rules alternate, so no period is odd.
    let alone = settled("o!", "B0/S");
    assert_eq!(alone.period.map(|period| period % 2), Some(0), "{alone:?}");
    let all = settled("3o!", "B0123478/S01234678");
    assert!(all.period.is_some());
}

#[test]
fn fields_settle_when_they_first_recur() {
    let within = |pattern: &str, rule: &str, bounds: &str| {
        let pattern: Pattern = pattern.parse().unwrap();
        let bounds = bounds.parse().unwrap();
        let rule = rule.parse().unwrap();
        Fate::within_bounds(&pattern, rule, bounds, EngineSettings::default(), 40_000, &()).unwrap().outcome
    };
    let settles = |generation, population, period| {
        let displacement = Some((0, 0));
        let parts = usize::from(population > 0);
        Outcome::Settled(Settled { generation, population, period: Some(period), displacement, parts })
    };
    assert_eq!(within("bob$2bo$3o!", CONWAY, "16x16:torus"), settles(0, 5, 64));
    assert_eq!(within("bob$2bo$3o!", CONWAY, "150x100:torus"), settles(0, 5, 1200));
    // In the corner of a dead field a glider becomes a block.
    let Outcome::Settled(block) = within("bob$2bo$3o!", CONWAY, "16x16:dead") else { panic!("a block") };
    assert_eq!((block.population, block.period), (4, Some(1)));
    // All cells are born, then all die.
    assert_eq!(within("b!", "B0/S", "8x8:torus"), settles(0, 0, 2));
    // Growth ends at the edges of the field.
    assert_eq!(within("o!", "B12345678/S012345678", "41x41:dead"), settles(20, 1681, 1));
}

#[test]
fn an_analysis_can_be_cancelled() {
    let token = CancelToken::new();
    token.cancel();
    let pattern: Pattern = "b2o$2o$bo!".parse().unwrap();
    let stopped = Fate::on_plane(&pattern, Rule::CONWAY, EngineSettings::default(), 1000, &token);
    assert!(matches!(stopped, Err(FateError::Cancelled(_))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A settled pattern recurs after its period, displaced if all parts move alike; in that case
    /// it does not recur one generation before the reported one.
    #[test]
    fn settled_patterns_recur(
        cells in prop::collection::btree_set((0..7i64, 0..7i64), 0..20),
        rule in prop_oneof![
            3 => Just(Rule::CONWAY),
            1 => Just("B36/S23".parse().unwrap()),
            1 => Just("B2-a/S12".parse().unwrap()),
            1 => Just("B03/S238".parse().unwrap()),
            2 => (0..512u16, 0..512u16).prop_map(|(born, survive)| Rule::new(born & !0b111, survive)),
        ],
    ) {
        let pattern = Pattern::from_cells(cells.into_iter().map(|(y, x)| (x, y)));
        let fate = Fate::on_plane(&pattern, rule, EngineSettings::default(), 250, &()).unwrap();
        let mut plane = Tiles::from_pattern(&pattern, rule, EngineSettings::default()).unwrap();
        let Outcome::Settled(found) = fate.outcome else { return Ok(()) };
        prop_assert_eq!(found.population, fate.populations[found.generation as usize]);
        let at = |plane: &Tiles| plane.to_pattern().cells().collect::<Vec<_>>();
        let moved = |cells: Vec<(i64, i64)>, (x, y): (i64, i64)| {
            cells.into_iter().map(|cell| (cell.0 + x, cell.1 + y)).collect::<Vec<_>>()
        };
        let period = found.period.unwrap();
        prop_assume!(period < 10_000);
        if let Some(way) = found.displacement {
            let mut later = plane.clone();
            later.run(period, &()).unwrap();
            if found.generation > 0 {
                plane.run(found.generation - 1, &()).unwrap();
                later.run(found.generation - 1, &()).unwrap();
                prop_assert!(at(&later) != moved(at(&plane), way), "settled before {}", found.generation);
                plane.step().unwrap();
                later.step().unwrap();
            }
            prop_assert_eq!(at(&later), moved(at(&plane), way));
        } else {
            // For parts that move apart, the population is periodic.
            plane.run(found.generation, &()).unwrap();
            let mut later = plane.clone();
            later.run(period, &()).unwrap();
            for _ in 0..period.min(200) {
                prop_assert_eq!(plane.population(), later.population());
                plane.step().unwrap();
                later.step().unwrap();
            }
        }
    }
}
