//! HashLife agrees with tiles.

use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;
use quadrille_life::{
    CancelToken, Cancelled, EngineSettings, HashLife, HashLifeError, Macrocell, Pattern, Rule, Tiles,
    Universe,
};

use crate::planes::{rule, soup};

/// Runs both engines and compares them after each of these numbers of generations.
fn compare(rule: Rule, pattern: &Pattern, generations: &[u64], memory: u64) {
    let mut tiles = Tiles::from_pattern(pattern, rule, EngineSettings::default()).unwrap();
    let mut plane = HashLife::from_pattern(pattern, rule, EngineSettings::default().memory(memory)).unwrap();
    assert_eq!(plane.to_pattern().unwrap().spans(), tiles.to_pattern().spans(), "initially");
    for &generations in generations {
        tiles.run(generations, &()).unwrap();
        plane.run(&generations.into(), &()).unwrap();
        let what = format!("{rule}, generation {}", tiles.generation());
        assert_eq!(plane.to_pattern().unwrap(), tiles.to_pattern(), "{what}");
        assert_eq!(plane.generation(), &BigUint::from(tiles.generation()));
        assert_eq!(plane.population(), BigUint::from(tiles.population()), "{what}");
        assert_eq!(plane.hash(), Ok(tiles.hash()), "{what}");
        let (area, expected) = (plane.bounding_box(), tiles.bounding_box());
        let ends = |area: quadrille_life::Area<BigInt, BigUint>| (area.x, area.y, area.width, area.height);
        let wide = expected.map(|area| {
            (
                BigInt::from(area.x),
                BigInt::from(area.y),
                BigUint::from(area.width),
                BigUint::from(area.height),
            )
        });
        assert_eq!(area.map(ends), wide, "{what}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn soups_of_every_rule(
        rule in rule(),
        seed: u64,
        width in 1..60i64,
        height in 1..40i64,
        one_in in 2..6u64,
        corner in prop_oneof![-70..70i64, Just(1 << 40), Just(-(1 << 50) - 1)],
        generations in prop::collection::vec(0..40u64, 1..5),
    ) {
        let cells = soup(seed, width, height, one_in);
        let pattern = Pattern::from_cells(cells.into_iter().map(|(x, y)| (x + corner, y - corner)));
        compare(rule, &pattern, &generations, u64::MAX);
    }

    /// Converting a plane to a macrocell and back does not change it, at any position.
    #[test]
    fn macrocells_hold_what_planes_hold(rule in rule(), seed: u64, corner in prop_oneof![-70..70i64, Just(-(1 << 50) - 1)], generations in 0..60u64) {
        let cells = soup(seed, 30, 20, 3);
        let mut pattern = Pattern::from_cells(cells.into_iter().map(|(x, y)| (x + corner, y - corner)));
        pattern.position = Some((corner - 3, 5).into());
        let placed = Macrocell::from_pattern(&pattern).unwrap();
        let mut plane = HashLife::from_macrocell(&placed, rule, EngineSettings::default()).unwrap();
        let mut other = HashLife::from_pattern(&pattern, rule, EngineSettings::default()).unwrap();
        prop_assert_eq!(plane.to_macrocell(), other.to_macrocell());
        plane.run(&generations.into(), &()).unwrap();
        other.run(&generations.into(), &()).unwrap();
        let after = plane.to_macrocell();
        prop_assert_eq!(&after, &other.to_macrocell());
        prop_assert_eq!(after.population(), plane.population());
        prop_assert_eq!(after.bounding_box(), plane.bounding_box());
        let mut listed = after.to_pattern().unwrap();
        prop_assert_eq!(listed.generation.take(), (generations > 0).then(|| generations.to_string()));
        prop_assert_eq!(&listed, &plane.to_pattern().unwrap());
        let again = HashLife::from_macrocell(&after, rule, EngineSettings::default()).unwrap();
        prop_assert_eq!(again.hash(), plane.hash());
    }

    /// With hardly any memory, nodes are freed all the time, and long steps are halved.
    #[test]
    fn with_hardly_any_memory(seed: u64, generations in prop::collection::vec(0..200u64, 1..4), memory in 60_000..400_000u64) {
        let pattern = Pattern::from_cells(soup(seed, 20, 20, 3));
        compare(Rule::CONWAY, &pattern, &generations, memory);
    }

    /// Nodes are freed in the middle of a step, which continues.
    #[test]
    fn with_memory_for_a_part_of_it(seed: u64, memory in 300_000..1_500_000u64) {
        let pattern = Pattern::from_cells(soup(seed, 150, 150, 3));
        compare(Rule::CONWAY, &pattern, &[512, 256, 1], memory);
    }

    #[test]
    fn cells_changed_in_between(
        seed: u64,
        changes in prop::collection::vec((0..9u64, -40..40i64, -40..40i64, any::<bool>()), 1..12),
    ) {
        let pattern = Pattern::from_cells(soup(seed, 16, 16, 3));
        let mut tiles = Tiles::from_pattern(&pattern, Rule::CONWAY, EngineSettings::default()).unwrap();
        let mut plane = HashLife::from_pattern(&pattern, Rule::CONWAY, EngineSettings::default()).unwrap();
        for (generations, x, y, alive) in changes {
            tiles.run(generations, &()).unwrap();
            plane.run(&generations.into(), &()).unwrap();
            prop_assert_eq!(plane.get(&x.into(), &y.into()), tiles.get(x, y));
            tiles.set(x, y, alive).unwrap();
            plane.set(&x.into(), &y.into(), alive).unwrap();
            prop_assert_eq!(plane.get(&x.into(), &y.into()), alive);
            prop_assert_eq!(plane.to_pattern().unwrap(), tiles.to_pattern());
        }
    }
}

/// Returns the population at each of these generations.
fn populations(pattern: &str, generations: &[u64]) -> Vec<u64> {
    let pattern: Pattern = pattern.parse().unwrap();
    let mut plane = HashLife::from_pattern(&pattern, Rule::CONWAY, EngineSettings::default()).unwrap();
    let mut at = 0;
    let mut population = |&generation: &u64| {
        plane.run(&(generation - at).into(), &()).unwrap();
        at = generation;
        u64::try_from(plane.population()).unwrap()
    };
    generations.iter().map(&mut population).collect()
}

#[test]
fn well_known_patterns_have_their_known_populations() {
    assert_eq!(populations("b2o$2o$bo!", &[1103, 1104, 5000]), [116; 3]);
    assert_eq!(populations("bo5b$3bo3b$2o2b3o!", &[5206, 100_000]), [633; 2]);
    assert_eq!(populations("6bob$2o6b$bo3b3o!", &[130, 131]), [0; 2]);
    assert_eq!(populations("o3b3o$3o2bob$bo!", &[17331]), [1744]);
    assert_eq!(populations("bo$obo$bo8$8bo$6bobo$5b2obo2$4b3o!", &[29055, 29056]), [1625, 1623]);
    assert_eq!(populations("6bob$4bob2o$4bobo$4bo$2bo$obo!", &[1000, 10_000]), [158, 1183]);
    assert_eq!(populations("8ob5o3b3o6b7ob5o!", &[1000, 10_000, 100_000]), [536, 2476, 22476]);
}

const GUN: &str = "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$\
                   10bo5bo7bo$11bo3bo$12b2o!";

#[test]
fn generations_are_counted_beyond_64_bits() {
    let gun: Pattern = GUN.parse().unwrap();
    let mut plane = HashLife::from_pattern(&gun, Rule::CONWAY, EngineSettings::default()).unwrap();
    // 10³⁰ is not a multiple of 30: ten generations remain.
    let generations = BigUint::from(10u8).pow(30);
    plane.run(&generations, &()).unwrap();
    let mut short = HashLife::from_pattern(&gun, Rule::CONWAY, EngineSettings::default()).unwrap();
    short.run(&3010u32.into(), &()).unwrap();
    let gliders = (&generations - 3010u32) / 30u8;
    assert_eq!(plane.population(), short.population() + gliders * 5u8);
    assert_eq!(plane.generation(), &generations);
    // The first glider has moved by about a quarter of a column per generation.
    let area = plane.bounding_box().unwrap();
    assert!(area.width > &generations / 5u8 && area.width < &generations / 3u8, "{}", area.width);
    assert_eq!(plane.to_pattern(), Err(HashLifeError::NoPattern));
    assert_eq!(plane.hash(), Err(HashLifeError::NoHash));
    // The glider is at the far corner, and no cell lives beyond it.
    let (x, y) = (&area.x + BigInt::from(area.width.clone()), &area.y + BigInt::from(area.height.clone()));
    let near = |x: &BigInt, y: &BigInt| (1..4).any(|dx| (1..4).any(|dy| plane.get(&(x - dx), &(y - dy))));
    assert!(near(&x, &y) && !near(&(&x + 4), &(&y + 4)));
    // Steps of any length in any order.
    for more in [1u32, 2, 29, 4096, 26002] {
        plane.run(&more.into(), &()).unwrap();
        short.run(&more.into(), &()).unwrap();
    }
    let gliders = (&generations - 3010u32) / 30u8;
    assert_eq!(plane.population(), short.population() + gliders * 5u8);
}

#[test]
fn a_plane_that_doubles_forever_is_small() {
    // Under this rule a cell grows to a square: after 2ᵏ generations its side is 2ᵏ⁺¹ + 1 cells.
    let rule: Rule = "B12345678/S012345678".parse().unwrap();
    let cell = Pattern::from_cells([(5, -7)]);
    let mut plane = HashLife::from_pattern(&cell, rule, EngineSettings::default()).unwrap();
    plane.run(&(BigUint::from(1u8) << 100u8), &()).unwrap();
    let side = (BigUint::from(1u8) << 101u8) + 1u8;
    assert_eq!(plane.population(), &side * &side);
    assert!(plane.node_count() < 100_000, "{} nodes", plane.node_count());
}

#[test]
fn a_cancelled_run_can_be_continued() {
    let pattern = Pattern::from_cells(soup(5, 200, 200, 3));
    let mut plane = HashLife::from_pattern(&pattern, Rule::CONWAY, EngineSettings::default()).unwrap();
    let token = CancelToken::new();
    token.cancel();
    let stopped = plane.run(&1_000_000u32.into(), &token);
    assert_eq!(stopped, Err(HashLifeError::Cancelled(Cancelled)));
    let at = u64::try_from(plane.generation()).unwrap();
    assert!(at < 1_000_000);
    plane.run(&5u8.into(), &()).unwrap();
    let mut tiles = Tiles::from_pattern(&pattern, Rule::CONWAY, EngineSettings::default()).unwrap();
    tiles.run(at + 5, &()).unwrap();
    assert_eq!(plane.hash(), Ok(tiles.hash()));
}

#[test]
fn impossible_requests_are_rejected() {
    let births: Rule = "B03/S23".parse().unwrap();
    let error = HashLife::new(births, EngineSettings::default()).unwrap_err();
    assert_eq!(error, HashLifeError::Rule { rule: births });
    assert!(matches!(
        HashLife::new(Rule::CONWAY, EngineSettings::default().memory(1000)),
        Err(HashLifeError::Memory(_))
    ));
    // The first pattern has more cells than the memory can hold. The second one grows beyond the
    // memory, and its plane stays readable.
    let crowd = Pattern::from_cells(soup(1, 500, 500, 2));
    let settings = EngineSettings::default().memory(40_000);
    assert!(matches!(HashLife::from_pattern(&crowd, Rule::CONWAY, settings), Err(HashLifeError::Memory(_))));
    let few = Pattern::from_cells(soup(1, 150, 150, 2));
    let mut plane = HashLife::from_pattern(&few, Rule::CONWAY, settings).unwrap();
    assert!(matches!(plane.run(&1_000_000u32.into(), &()), Err(HashLifeError::Memory(_))));
    let mut tiles = Tiles::from_pattern(&few, Rule::CONWAY, EngineSettings::default()).unwrap();
    tiles.run(u64::try_from(plane.generation()).unwrap(), &()).unwrap();
    assert_eq!(plane.hash(), Ok(tiles.hash()));
    let far = BigInt::from(1u8) << 500u16;
    let mut plane = HashLife::new(Rule::CONWAY, EngineSettings::default()).unwrap();
    assert_eq!(plane.set(&far, &far, true), Err(HashLifeError::TooFar));
    assert_eq!(plane.set(&far, &far, false), Ok(()));
    assert!(!plane.get(&far, &far));
}

#[test]
fn hashlife_implements_universe() {
    fn later<U: Universe>(universe: &mut U) -> (String, String) {
        assert!(universe.run(&30u64.into(), &()).is_ok());
        (universe.population().to_string(), universe.generation().to_string())
    }
    let blinker: Pattern = "3o!".parse().unwrap();
    let mut plane = HashLife::from_pattern(&blinker, Rule::CONWAY, EngineSettings::default()).unwrap();
    assert_eq!(later(&mut plane), ("3".to_owned(), "30".to_owned()));
}

#[test]
fn cells_too_far_apart_for_a_list_fit_a_macrocell() {
    // Four gliders that move apart for 2^80 generations, with 2^79 empty columns and rows between
    // them.
    let gliders: Pattern = "bo5bo$2o5b2o$obo3bobo7$obo3bobo$2o5b2o$bo5bo!".parse().unwrap();
    let mut plane = HashLife::from_pattern(&gliders, Rule::CONWAY, EngineSettings::default()).unwrap();
    plane.run(&(BigUint::from(1u8) << 80), &()).unwrap();
    let far = plane.to_macrocell();
    assert_eq!(far.population(), 20u8.into());
    assert_eq!(far.bounding_box(), plane.bounding_box());
    assert!(far.nodes().len() < 1000 && far.to_pattern().is_err());
    let again = HashLife::from_macrocell(&far, Rule::CONWAY, EngineSettings::default()).unwrap();
    assert_eq!(again.bounding_box(), plane.bounding_box());
}
