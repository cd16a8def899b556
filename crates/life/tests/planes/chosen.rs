//! Planes with automatic choice of the engine: the choice, and agreement of the cells.

use num_bigint::BigUint;
use quadrille_life::{Engine, EngineReason, EngineSettings, Pattern, Plane, Rule, Universe};

use crate::planes::soup;

const GUN: &str =
    "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!";

fn plane(pattern: &Pattern, rule: &str, engine: Engine) -> Plane {
    Plane::from_pattern(pattern, rule.parse().unwrap(), EngineSettings::default().engine(engine)).unwrap()
}

/// Returns the engine after the given number of generations, with the reason; compares the cells
/// with each engine alone.
fn chosen(pattern: &Pattern, rule: &str, generations: u64) -> (Engine, EngineReason) {
    let mut auto = plane(pattern, rule, Engine::Auto);
    auto.run(&generations.into(), &()).unwrap();
    assert_eq!(auto.generation(), generations.into());
    for engine in [Engine::Tiles, Engine::HashLife] {
        let mut alone = plane(pattern, rule, engine);
        alone.run(&generations.into(), &()).unwrap();
        assert_eq!((alone.engine(), alone.engine_reason()), (engine, EngineReason::Requested));
        assert_eq!(alone.to_pattern().unwrap().spans(), auto.to_pattern().unwrap().spans());
        assert_eq!((alone.population(), alone.hash()), (auto.population(), auto.hash()));
        assert_eq!(alone.bounding_box(), auto.bounding_box());
    }
    (auto.engine(), auto.engine_reason())
}

#[test]
fn growing_patterns_go_to_hashlife_and_small_work_does_not() {
    let gun: Pattern = GUN.parse().unwrap();
    assert_eq!(chosen(&gun, "B3/S23", 1000), (Engine::Tiles, EngineReason::Untried));
    assert_eq!(chosen(&gun, "B3/S23", 30_000), (Engine::HashLife, EngineReason::TrialWon));
    let r_pentomino: Pattern = "b2o$2o$bo!".parse().unwrap();
    assert_eq!(chosen(&r_pentomino, "B3/S23", 5000), (Engine::Tiles, EngineReason::Untried));
}

#[test]
fn disorder_stays_in_tiles() {
    // A pattern that fills the plane, and a chaotic one.
    let maze = Pattern::from_cells(soup(5, 40, 40, 2));
    assert_eq!(chosen(&maze, "B3/S12345", 3000).0, Engine::Tiles);
    let boiling = Pattern::from_cells(soup(6, 300, 300, 2));
    assert_eq!(chosen(&boiling, "B3/S23", 700).0, Engine::Tiles);
}

#[test]
fn any_number_of_generations_at_rest_is_free() {
    let resting: Pattern = "2o10b3o$2o!".parse().unwrap();
    let mut rest = plane(&resting, "B3/S23", Engine::Auto);
    let far = BigUint::from(10u8).pow(30) + 1u8;
    rest.run(&far, &()).unwrap();
    assert_eq!((rest.generation(), rest.population()), (far, 7u8.into()));
    assert_eq!((rest.engine(), rest.engine_reason()), (Engine::Tiles, EngineReason::Untried));
    // After an odd number of generations the blinker is vertical.
    assert_eq!(rest.bounding_box().map(|area| (area.width, area.height)), Some((14u8.into(), 3u8.into())));
    let glider: Pattern = "bob$2bo$3o!".parse().unwrap();
    let mut flying = plane(&glider, "B3/S23", Engine::Auto);
    let far = BigUint::from(4u8) * BigUint::from(10u8).pow(30);
    flying.run(&far, &()).unwrap();
    assert_eq!(flying.bounding_box().map(|area| area.x), Some((far / 4u8).into()));
    assert_eq!(flying.engine(), Engine::HashLife);
}

#[test]
fn alternating_rules_and_requested_engines_are_kept() {
    let gun: Pattern = GUN.parse().unwrap();
    let alternating = plane(&gun, "B03/S23", Engine::Auto);
    assert_eq!(
        (alternating.engine(), alternating.engine_reason()),
        (Engine::Tiles, EngineReason::AlternatingRules)
    );
    let mut tiles = plane(&gun, "B3/S23", Engine::Tiles);
    tiles.run(&30_000u32.into(), &()).unwrap();
    assert_eq!(tiles.engine(), Engine::Tiles);
    assert!(tiles.run(&(BigUint::from(1u8) << 70), &()).is_err());
    let bounded = EngineSettings::default().engine(Engine::Grid);
    assert!(Plane::from_pattern(&gun, Rule::CONWAY, bounded).is_err());
}

/// The cells depend neither on the division of a run into calls nor on the memory limit.
#[test]
fn calls_of_any_length_have_the_same_result() {
    let gun: Pattern = GUN.parse().unwrap();
    let mut whole = plane(&gun, "B3/S23", Engine::HashLife);
    whole.run(&60_000u32.into(), &()).unwrap();
    for (calls, memory) in [(1, u64::MAX), (7, u64::MAX), (600, u64::MAX), (3, 2 << 20), (40, 1 << 20)] {
        let settings = EngineSettings::default().memory(memory);
        let mut plane = Plane::from_pattern(&gun, Rule::CONWAY, settings).unwrap();
        for call in 0..calls {
            let next = 60_000u32 * (call + 1) / calls;
            plane.run(&(BigUint::from(next) - plane.generation()), &()).unwrap();
        }
        assert_eq!(plane.generation(), 60_000u32.into());
        assert_eq!(plane.hash(), whole.hash(), "{calls} calls, {memory} bytes: {plane:?}");
        assert_eq!(Universe::rule_spec(&plane), Universe::rule_spec(&whole));
    }
}

#[test]
fn cells_at_the_end_of_tiles_change_to_hashlife() {
    let far: Pattern = format!("#CXRLE Pos=9223372036854773000,0\nx = 36, y = 9\n{GUN}").parse().unwrap();
    let mut far = plane(&far, "B3/S23", Engine::Auto);
    far.run(&40_000u32.into(), &()).unwrap();
    assert_eq!(far.engine(), Engine::HashLife);
    let mut near = plane(&GUN.parse().unwrap(), "B3/S23", Engine::HashLife);
    near.run(&40_000u32.into(), &()).unwrap();
    assert_eq!(far.population(), near.population());
    // Cells set beyond the range of tiles.
    let block: Pattern = "2o$2o!".parse().unwrap();
    let mut put = plane(&block, "B3/S23", Engine::Auto);
    let out = num_bigint::BigInt::from(1u8) << 80;
    put.set(&out, &out, true).unwrap();
    assert_eq!((put.engine(), put.get(&out, &out), put.population()), (Engine::HashLife, true, 5u8.into()));
}

/// The plane has a block for a long time; then a gun is set cell by cell, at the actual generation
/// or at another number.
#[test]
fn costs_are_counted_from_the_last_change() {
    let gun: Pattern = GUN.parse().unwrap();
    let block: Pattern = "2o$2o!".parse().unwrap();
    let (long, more) = (1u64 << 40, 300_000u64);
    for renumbered in [None, Some(1u64 << 41), Some(3)] {
        let place = |plane: &mut Plane| {
            for span in gun.spans() {
                for x in span.x..span.x + span.length as i64 {
                    plane.set(&(x + 1000).into(), &span.y.into(), true).unwrap();
                }
            }
        };
        let mut auto = plane(&block, "B3/S23", Engine::Auto);
        auto.run(&long.into(), &()).unwrap();
        assert_eq!((auto.engine(), auto.generation()), (Engine::Tiles, long.into()));
        if let Some(number) = renumbered {
            auto = auto.with_generation(number.into());
        }
        place(&mut auto);
        auto.run(&more.into(), &()).unwrap();
        let number = renumbered.unwrap_or(long) + more;
        assert_eq!(
            (auto.engine(), auto.engine_reason()),
            (Engine::HashLife, EngineReason::TrialWon),
            "{renumbered:?}"
        );
        assert_eq!(auto.generation(), number.into());
        let mut alone = plane(&block, "B3/S23", Engine::HashLife);
        place(&mut alone);
        alone.run(&more.into(), &()).unwrap();
        assert_eq!((auto.population(), auto.hash()), (alone.population(), alone.hash()));
        // The generations are renumbered between the runs, also after the trial.
        let mut auto = auto.with_generation(7u8.into());
        auto.run(&more.into(), &()).unwrap();
        alone.run(&more.into(), &()).unwrap();
        assert_eq!((auto.population(), auto.hash()), (alone.population(), alone.hash()));
        assert_eq!(auto.generation(), (more + 7).into());
    }
}

/// Cells set during a trial of `HashLife`: their cost is measured in tiles first.
#[test]
fn a_change_ends_a_trial() {
    let gun: Pattern = GUN.parse().unwrap();
    let mut auto = plane(&gun, "B3/S23", Engine::Auto);
    let mut alone = plane(&gun, "B3/S23", Engine::HashLife);
    let mut check =
        |auto: &mut Plane, generations: u32, cells: &[(i64, i64)], alive: bool, engine, reason| {
            for plane in [&mut *auto, &mut alone] {
                for &(x, y) in cells {
                    plane.set(&x.into(), &y.into(), alive).unwrap();
                }
                plane.run(&generations.into(), &()).unwrap();
            }
            assert_eq!((auto.engine(), auto.engine_reason()), (engine, reason), "{cells:?}");
            assert_eq!((auto.population(), auto.hash()), (alone.population(), alone.hash()), "{cells:?}");
        };
    check(&mut auto, 30_000, &[], true, Engine::HashLife, EngineReason::TrialWon);
    // Setting cells to their current state changes nothing.
    check(&mut auto, 1, &[(50, 9000), (51, 9000)], false, Engine::HashLife, EngineReason::TrialWon);
    check(&mut auto, 1, &[(50, 9000), (51, 9000)], true, Engine::Tiles, EngineReason::Untried);
    check(&mut auto, 30_000, &[], true, Engine::HashLife, EngineReason::TrialWon);
    // A chaotic soup continues in tiles, regardless of the cost of the gun.
    let soup: Vec<(i64, i64)> = soup(6, 300, 300, 2).into_iter().map(|(x, y)| (x - 5000, y)).collect();
    check(&mut auto, 700, &soup, true, Engine::Tiles, EngineReason::Untried);
}
