use super::*;
use choice::UNTRIED;

/// Returns a plane of `B2/S` on which two spaceships collide after the given number of generations.
/// Before the collision nothing grows; afterwards a chaotic region grows at the speed of light.
fn collision(generations: i64) -> Plane {
    let right = [(0, 0), (1, 1), (1, 2), (0, 3)];
    let left = right.map(|(x, y)| (2 * generations + 2 - x, y));
    let pattern = Pattern::from_cells(right.into_iter().chain(left));
    Plane::from_pattern(&pattern, "B2/S".parse().unwrap(), EngineSettings::default()).unwrap()
}

fn by_tiles(plane: &Plane) -> &Tiles {
    let PlaneEngine::Tiles(tiles) = &plane.held else { panic!("{plane:?}") };
    tiles
}

#[test]
fn a_stretch_that_costs_more_than_expected_is_cut_short() {
    let mut plane = collision(6000);
    let end = BigUint::from(8000u32);
    let mut alone = by_tiles(&plane).clone();
    let progress = RunProgress { observer: &(), begin: BigUint::ZERO, all: &end };
    let (mut cut, mut quiet) = (0, 0);
    while plane.engine() == Engine::Tiles && plane.generation() < end {
        let at = float(&plane.generation());
        let (run, _) = stretch(8000 - at as u64, &(&end - plane.generation()), &plane.generation());
        let expected = plane.choice.as_ref().unwrap().stretch_limit(at, at + run as f64);
        let before = by_tiles(&plane).effort();
        // Trials are disabled, since `HashLife` would run two spaceships at hardly any cost.
        plane.choice.as_mut().unwrap().disable_trials();
        plane.run_tiles(&(&end - plane.generation()), &progress).unwrap();
        let PlaneEngine::Tiles(tiles) = &plane.held else { break };
        let (cost, done) = (tiles.effort() - before, tiles.generation() - at as u64);
        // Tiles may exceed the limit: they stop only after a whole stride, and only when a power of
        // two, about an eighth of the generations done, divides the number of generations left.
        let most = (expected as f64 * 2.0).max(UNTRIED * 2.0);
        assert!(
            cost as f64 <= most,
            "{done} of {run} generations from {at} on cost {cost} tiles; expected at most {most}"
        );
        if done < run {
            assert!((run - done).is_multiple_of(1 << (done / 8).max(1).ilog2()) && cost > expected);
            cut += 1;
        } else {
            quiet += 1;
        }
    }
    assert!(cut > 0 && quiet > 0, "{cut} {quiet}, {plane:?}");
    // Trials do not change the computed cells.
    plane.run(&(&end - plane.generation()), &()).unwrap();
    alone.run(8000, &()).unwrap();
    assert_eq!((plane.hash(), plane.population()), (Ok(alone.hash()), alone.population().into()));
}

/// If the population exceeds the limit of a hand-over, the trial starts over.
#[test]
fn a_crowd_in_a_trial_stays_where_it_is() {
    let rule: Rule = "B12345678/S012345678".parse().unwrap();
    let mut plane =
        Plane::from_pattern(&Pattern::from_cells([(0, 0)]), rule, EngineSettings::default()).unwrap();
    plane.run(&1500u32.into(), &()).unwrap();
    assert_eq!((plane.engine(), plane.engine_reason()), (Engine::HashLife, EngineReason::TrialWon));
    plane.set(&BigInt::ZERO, &BigInt::ZERO, false).unwrap();
    assert!(plane.changed);
    plane.run(&BigUint::ZERO, &()).unwrap();
    assert_eq!(
        (plane.engine(), plane.engine_reason(), plane.changed),
        (Engine::HashLife, EngineReason::TrialWon, false)
    );
    // With a small population, the trial ends.
    let glider = "bo$2bo$3o!".parse().unwrap();
    let mut plane = Plane::from_pattern(&glider, Rule::CONWAY, EngineSettings::default()).unwrap();
    plane.run(&8000u32.into(), &()).unwrap();
    assert_eq!((plane.engine(), plane.engine_reason()), (Engine::HashLife, EngineReason::TrialWon));
    plane.set(&BigInt::ZERO, &BigInt::ZERO, true).unwrap();
    plane.run(&BigUint::ZERO, &()).unwrap();
    assert_eq!((plane.engine(), plane.engine_reason()), (Engine::Tiles, EngineReason::Untried));
    assert_eq!((plane.population(), plane.counted()), (6u8.into(), BigUint::ZERO));
}
