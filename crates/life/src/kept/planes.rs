//! Tests of reused planes (HashLife, tiles, and planes that choose their engine) and of reused
//! strips.

use num_bigint::{BigInt, BigUint};

use super::{Draws, Plain, StopAt, inputs};
use crate::bounds::Bounds;
use crate::engine::Engine;
use crate::grid::EngineSettings;
use crate::hashlife::{HashLife, HashLifeError};
use crate::pattern::Pattern;
use crate::plane::{EngineReason, Plane, PlaneError};
use crate::rule::Rule;
use crate::strip::Strip;
use crate::tiles::{Tiles, TilesError};

/// Rules, each with the maximum length of a run in generations, which is shorter where patterns
/// grow quickly.
const RULES: [(&str, u64); 9] = [
    ("B3/S23", 300),
    ("B36/S23", 200),
    ("B3/S2-i34q", 200),
    ("B368/S245", 120),
    ("B35678/S5678", 60),
    ("B2/S", 24),
    ("B1e/S0123456-i78", 24),
    ("B03/S238", 24),
    ("B03/S23", 40),
];

/// Returns a rule that HashLife supports (see [`Rule::alternates`]), and the maximum length of its
/// runs in generations.
fn still_rule(number: usize) -> (Rule, u64) {
    let (text, generations) = RULES[number % (RULES.len() - 1)];
    (text.parse().unwrap(), generations)
}

/// The next operation on a plane.
#[derive(Debug)]
enum Next {
    Set { x: i64, y: i64, alive: bool },
    Run { generations: u64 },
    Stopped { generations: u64, questions: u64 },
}

fn next(draws: &mut Draws, (left, top): (i64, i64), most: u64) -> Next {
    // In a third of the cases, the number of generations is a power of two, which HashLife runs in
    // one step.
    let generations =
        if draws.one_in(3) { 1 << draws.below(1 + u64::from(most.ilog2())) } else { draws.below(most) };
    match draws.below(6) {
        0 | 1 => Next::Set {
            x: left + draws.within(-30, 60),
            y: top + draws.within(-30, 60),
            alive: draws.one_in(2),
        },
        2 => {
            let most = if draws.one_in(2) { 3 } else { 40 };
            Next::Stopped { generations, questions: draws.below(most) }
        }
        _ => Next::Run { generations },
    }
}

/// Returns the corner at which a pattern is placed: near the origin, or far away.
fn corner(draws: &mut Draws) -> (i64, i64) {
    if draws.one_in(12) {
        draws.pick(&[(1 << 40, -(1 << 33)), (-(1 << 50) - 1, 12)])
    } else {
        (draws.within(-70, 70), draws.within(-70, 70))
    }
}

/// Kills all cells.
fn clear(plane: &mut HashLife) -> Result<(), HashLifeError> {
    let cells: Vec<(i64, i64)> = plane.to_pattern()?.cells().collect();
    cells.into_iter().try_for_each(|(x, y)| plane.set(&x.into(), &y.into(), false))
}

/// Reuses one HashLife plane per rule and memory limit for many inputs: new patterns, steps of any
/// length, changes of cells between steps, and calls cancelled within a step.
#[test]
fn hashlife_planes_serve_many_patterns() {
    let mut draws = Draws::new(1);
    let new =
        |rule: Rule, memory: u64| HashLife::new(rule, EngineSettings::default().memory(memory)).unwrap();
    let memories = [u64::MAX, 60_000, 36_000];
    let mut planes: Vec<HashLife> =
        (0..3 * (RULES.len() - 1)).map(|place| new(still_rule(place / 3).0, memories[place % 3])).collect();
    let (mut served, mut stopped, mut short, mut freed) = (0, 0, 0, 0);
    for input in 0..inputs(700) {
        let place = draws.below(planes.len() as u64) as usize;
        let (plane, (rule, most)) = (&mut planes[place], still_rule(place / 3));
        let at = corner(&mut draws);
        let cells = draws.soup(24, at);
        let put = |plane: &mut HashLife| {
            clear(plane)?;
            cells.iter().try_for_each(|&(x, y)| plane.set(&x.into(), &y.into(), true))
        };
        if put(plane).is_err() {
            // The old and the new pattern can be far from each other. Only a plane with a memory
            // limit may fail to store both.
            assert_ne!(place % 3, 0);
            (*plane, short) = (new(rule, memories[place % 3]), short + 1);
            continue;
        }
        let pattern = Pattern::from_cells(cells.iter().copied());
        let mut fresh = HashLife::from_pattern(&pattern, rule, EngineSettings::default()).unwrap();
        let mut tiles = Tiles::from_pattern(&pattern, rule, EngineSettings::default()).unwrap();
        for _ in 0..=draws.below(5) {
            let next = next(&mut draws, at, most);
            let (before, nodes) = (plane.generation().clone(), plane.node_count());
            let ran = match next {
                Next::Set { x, y, alive } => {
                    fresh.set(&x.into(), &y.into(), alive).unwrap();
                    tiles.set(x, y, alive).unwrap();
                    plane.set(&x.into(), &y.into(), alive)
                }
                Next::Run { generations } => plane.run(&generations.into(), &()),
                Next::Stopped { generations, questions } => {
                    plane.run(&generations.into(), &StopAt::after(questions))
                }
            };
            freed += u64::from(plane.node_count() < nodes);
            // A failed call leaves the plane at an intermediate generation. The other planes are
            // run to this generation.
            match ran {
                Ok(()) => {}
                Err(HashLifeError::Cancelled(_)) => stopped += 1,
                Err(error) => {
                    assert!(matches!(error, HashLifeError::Memory(_)) && !place.is_multiple_of(3), "{error}");
                    short += 1;
                    if let Next::Set { .. } = next {
                        break;
                    }
                }
            }
            let done = plane.generation() - before;
            fresh.run(&done, &()).unwrap();
            tiles.run(u64::try_from(&done).unwrap(), &()).unwrap();
            let what = format!("input {input}: {rule}, memory {}, {next:?}", memories[place % 3]);
            let now = plane.to_pattern().unwrap();
            assert_eq!(now, tiles.to_pattern(), "{what}");
            assert_eq!(now, fresh.to_pattern().unwrap(), "{what}");
            assert_eq!(plane.population(), BigUint::from(tiles.population()), "{what}");
            assert_eq!(plane.bounding_box(), fresh.bounding_box(), "{what}");
            assert_eq!(plane.hash(), Ok(tiles.hash()), "{what}");
        }
        served += 1;
    }
    assert!(2 * served > inputs(700) && stopped > served / 20, "{served} {stopped}");
    assert!(freed > 0 && short < served, "{freed} {short}");
}

/// Reuses one HashLife plane for runs of up to 6 · 10²⁶ generations. The plane keeps the memoised
/// successors of earlier patterns as long as memory allows.
#[test]
fn a_hashlife_plane_serves_long_steps() {
    let mut draws = Draws::new(2);
    let mut plane = HashLife::new(Rule::CONWAY, EngineSettings::default().memory(4 << 20)).unwrap();
    for input in 0..inputs(60).div_ceil(10) {
        clear_far(&mut plane);
        let cells = draws.soup(12, (0, 0));
        cells.iter().try_for_each(|&(x, y)| plane.set(&x.into(), &y.into(), true)).unwrap();
        let mut fresh = HashLife::from_pattern(
            &Pattern::from_cells(cells.iter().copied()),
            Rule::CONWAY,
            EngineSettings::default(),
        )
        .unwrap();
        for _ in 0..3 {
            let before = plane.generation().clone();
            let generations = BigUint::from(draws.below(1000)) << draws.below(80);
            let questions = if draws.one_in(3) { draws.below(200) } else { u64::MAX };
            let ran = plane.run(&generations, &StopAt::after(questions));
            assert!(ran.is_ok() || questions < u64::MAX, "{ran:?}");
            fresh.run(&(plane.generation() - before), &()).unwrap();
            assert_eq!(plane.population(), fresh.population(), "input {input}");
            assert_eq!(plane.bounding_box(), fresh.bounding_box(), "input {input}");
            assert_eq!(
                plane.to_macrocell().to_pattern().ok(),
                fresh.to_macrocell().to_pattern().ok().map(|mut pattern| {
                    pattern.generation =
                        plane.to_macrocell().to_pattern().ok().and_then(|pattern| pattern.generation);
                    pattern
                })
            );
        }
    }
}

/// Kills all cells of a plane, even if their coordinates are too large for a [`Pattern`].
fn clear_far(plane: &mut HashLife) {
    while let Some(area) = plane.bounding_box() {
        let all = crate::area::Area {
            width: area.width.clone(),
            height: area.height.clone(),
            x: area.x,
            y: area.y,
        };
        let cells: Vec<(BigInt, BigInt)> = plane.cells_in(&all);
        cells.iter().try_for_each(|(x, y)| plane.set(x, y, false)).unwrap();
    }
}

/// Reuses one plane of tiles per rule and memory limit. Before each input, the plane is emptied,
/// either cell by cell or as a whole.
#[test]
fn planes_of_tiles_serve_many_patterns() {
    let mut draws = Draws::new(3);
    let memories = [u64::MAX, 24_000];
    let rule = |place: usize| RULES[place / 2].0.parse::<Rule>().unwrap();
    let mut planes: Vec<Tiles> = (0..2 * RULES.len())
        .map(|place| Tiles::new(rule(place), EngineSettings::default().memory(memories[place % 2])).unwrap())
        .collect();
    let (mut stopped, mut short, mut by_hand) = (0, 0, 0);
    for input in 0..inputs(2500) {
        let place = draws.below(planes.len() as u64) as usize;
        let (plane, rule, most) = (&mut planes[place], rule(place), RULES[place / 2].1);
        let at = corner(&mut draws);
        let cells = draws.soup(20, at);
        if draws.one_in(2) {
            plane.clear(draws.below(1000));
        } else {
            let living: Vec<(i64, i64)> = plane.to_pattern().cells().collect();
            for (x, y) in living {
                plane.set(x, y, false).unwrap();
            }
        }
        let put = cells.iter().try_for_each(|&(x, y)| plane.set(x, y, true));
        if let Err(error) = put {
            // Memory can be short here, because the tiles of the previous pattern are not yet
            // freed.
            assert!(matches!(error, TilesError::Memory(_)) && !place.is_multiple_of(2), "{error}");
            plane.clear(0);
            short += 1;
            continue;
        }
        let mut fresh = Tiles::new(rule, EngineSettings::default()).unwrap();
        // Alternating rules depend on the parity of the generation. So both planes get the same
        // parity; an empty plane skips generations at no cost.
        fresh.run(plane.generation() % 2, &()).unwrap();
        for &(x, y) in &cells {
            fresh.set(x, y, true).unwrap();
        }
        let mut plain =
            (draws.one_in(8) && cells.len() < 60).then(|| Plain { cells: cells.iter().copied().collect() });
        for _ in 0..=draws.below(6) {
            let next = next(&mut draws, at, if plain.is_some() { 12 } else { most });
            let before = plane.generation();
            let ran = match next {
                Next::Set { x, y, alive } => {
                    let set = plane.set(x, y, alive);
                    if set.is_ok() {
                        fresh.set(x, y, alive).unwrap();
                        if let Some(plain) = &mut plain {
                            plain.cells.remove(&(x, y));
                            plain.cells.extend(alive.then_some((x, y)));
                        }
                    }
                    set
                }
                Next::Run { generations } => plane.run(generations, &()),
                Next::Stopped { generations, questions } => {
                    plane.run(generations, &StopAt::after(questions % 4))
                }
            };
            match ran {
                Ok(()) => {}
                Err(TilesError::Cancelled(_)) => stopped += 1,
                Err(error) => {
                    assert!(matches!(error, TilesError::Memory(_)) && !place.is_multiple_of(2), "{error}");
                    short += 1;
                }
            }
            let done = plane.generation() - before;
            fresh.run(done, &()).unwrap();
            let what = format!("input {input}: {rule}, memory {}, {next:?}", memories[place % 2]);
            assert_eq!(plane.to_pattern(), fresh.to_pattern(), "{what}");
            assert_eq!((plane.population(), plane.hash()), (fresh.population(), fresh.hash()), "{what}");
            if let Some(plain) = &mut plain {
                (0..done).for_each(|at| plain.step(rule.without_bounds()[((before + at) % 2) as usize]));
                assert_eq!(plane.to_pattern().spans(), plain.pattern().spans(), "{what}");
                by_hand += 1;
            }
        }
    }
    assert!(stopped > 0 && short > 0 && by_hand > 0, "{stopped} {short} {by_hand}");
}

/// Reuses one plane per rule and memory limit for many patterns. The plane chooses its engine
/// automatically. Cells are changed between calls of any length. Calls are cancelled while the
/// engine is tiles, during a trial of `HashLife`, and after a successful or a failed trial.
#[test]
fn planes_that_choose_their_engine_serve_many_patterns() {
    let mut draws = Draws::new(5);
    let memories = [u64::MAX, 400_000, 60_000];
    let rule = |place: usize| RULES[place / memories.len()].0.parse::<Rule>().unwrap();
    let new = |place: usize| {
        let settings = EngineSettings::default().memory(memories[place % memories.len()]);
        Plane::from_pattern(&Pattern::default(), rule(place), settings).unwrap()
    };
    let mut planes: Vec<Plane> = (0..memories.len() * RULES.len()).map(new).collect();
    let (mut stopped, mut short, mut won, mut lost, mut changes) = (0, 0, 0, 0, 0);
    for input in 0..inputs(700) {
        let place = draws.below(planes.len() as u64) as usize;
        let (rule, most) = (rule(place), 4 * RULES[place / memories.len()].1);
        let at = corner(&mut draws);
        let cells = draws.soup(24, at);
        if draws.one_in(4) {
            planes[place] = new(place);
        }
        let plane = &mut planes[place];
        let put = |plane: &mut Plane| {
            let living: Vec<(i64, i64)> = plane.to_pattern()?.cells().collect();
            living.iter().try_for_each(|&(x, y)| plane.set(&x.into(), &y.into(), false))?;
            cells.iter().try_for_each(|&(x, y)| plane.set(&x.into(), &y.into(), true))
        };
        if put(plane).is_err() {
            assert_ne!(place % memories.len(), 0);
            (*plane, short) = (new(place), short + 1);
            continue;
        }
        let mut fresh = Tiles::new(rule, EngineSettings::default()).unwrap();
        // Alternating rules depend on the parity of the generation. So both planes get the same
        // parity; an empty plane skips generations at no cost.
        fresh.run(u64::from(plane.generation().bit(0)), &()).unwrap();
        for &(x, y) in &cells {
            fresh.set(x, y, true).unwrap();
        }
        for _ in 0..=draws.below(6) {
            let next = next(&mut draws, at, most);
            let (before, engine) = (plane.generation(), plane.engine());
            let ran = match next {
                Next::Set { x, y, alive } => {
                    let set = plane.set(&x.into(), &y.into(), alive);
                    if set.is_ok() {
                        fresh.set(x, y, alive).unwrap();
                    }
                    set
                }
                Next::Run { generations } => plane.run(&generations.into(), &()),
                Next::Stopped { generations, questions } => {
                    plane.run(&generations.into(), &StopAt::after(questions))
                }
            };
            let what =
                format!("input {input}: {rule}, memory {}, {next:?}", memories[place % memories.len()]);
            match &ran {
                Ok(()) => {}
                Err(PlaneError::Cancelled(_)) => stopped += 1,
                Err(error) => {
                    assert_ne!(place % memories.len(), 0, "{what}: {error}");
                    short += 1;
                }
            }
            if let (Next::Run { generations }, Ok(())) = (&next, &ran) {
                assert_eq!(plane.generation(), &before + *generations, "{what}");
            }
            fresh.run(u64::try_from(plane.generation() - before).unwrap(), &()).unwrap();
            assert_eq!(plane.to_pattern().unwrap().spans(), fresh.to_pattern().spans(), "{what}");
            assert_eq!(plane.hash(), Ok(fresh.hash()), "{what}");
            changes += u64::from(plane.engine() != engine);
            won += u64::from(plane.engine_reason() == EngineReason::TrialWon);
            lost += u64::from(plane.engine_reason() == EngineReason::TrialLost);
            let by_hashlife = plane.engine() == Engine::HashLife;
            let reason = matches!(plane.engine_reason(), EngineReason::TrialWon | EngineReason::BeyondTiles);
            assert_eq!(by_hashlife, reason, "{what}: {plane:?}");
        }
    }
    assert!(stopped > 0 && short > 0, "{stopped} {short}");
    assert!(won > 0 && lost > 0 && changes > 0, "{won} {lost} {changes}");
}

/// Reuses one strip per rule and bounds.
#[test]
fn strips_serve_many_patterns() {
    const BOUNDS: [&str; 4] = ["0x13", "17x0", "0x9:torus", "70x0:torus"];
    let mut draws = Draws::new(4);
    let rule = |place: usize| RULES[place / BOUNDS.len()].0.parse::<Rule>().unwrap();
    let bounds = |place: usize| BOUNDS[place % BOUNDS.len()].parse::<Bounds>().unwrap();
    let mut strips: Vec<Strip> = (0..RULES.len() * BOUNDS.len())
        .map(|place| Strip::new(rule(place), bounds(place), EngineSettings::default()).unwrap())
        .collect();
    let mut stopped = 0;
    for input in 0..inputs(700) {
        let place = draws.below(strips.len() as u64) as usize;
        let (strip, rule, bounds) = (&mut strips[place], rule(place), bounds(place));
        let living: Vec<(i64, i64)> =
            strip.bounding_box().map(|area| strip.cells_in(area)).unwrap_or_default();
        for (x, y) in living {
            strip.set(x, y, false).unwrap();
        }
        let mut fresh = Strip::new(rule, bounds, EngineSettings::default()).unwrap();
        fresh.run(strip.generation() % 2, &()).unwrap();
        let along = draws.within(-500, 500);
        for (a, b) in draws.soup(9, (0, 0)) {
            let (x, y) = if bounds.width() == 0 { (along + a, b) } else { (a, along + b) };
            assert_eq!(strip.set(x, y, true), fresh.set(x, y, true));
        }
        for _ in 0..=draws.below(4) {
            let (before, next) =
                (strip.generation(), next(&mut draws, (0, 0), RULES[place / BOUNDS.len()].1.min(90)));
            match next {
                Next::Set { x, y, alive } => {
                    let (x, y) = if bounds.width() == 0 { (along + x, y) } else { (x, along + y) };
                    assert_eq!(strip.set(x, y, alive), fresh.set(x, y, alive));
                }
                Next::Run { generations } => strip.run(generations, &()).unwrap(),
                Next::Stopped { generations, questions } => {
                    stopped += u64::from(strip.run(generations, &StopAt::after(questions % 8)).is_err());
                }
            }
            fresh.run(strip.generation() - before, &()).unwrap();
            let what = format!("input {input}: {rule}, {bounds}, {next:?}");
            assert_eq!(strip.to_pattern(), fresh.to_pattern(), "{what}");
            assert_eq!((strip.population(), strip.hash()), (fresh.population(), fresh.hash()), "{what}");
        }
    }
    assert!(stopped > 0, "no call was cancelled");
}
