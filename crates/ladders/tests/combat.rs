//! Tests of the combat ladder.

use quadrille_combat::internals::{EngineVariant, is_lean, totals_by};
use quadrille_combat::{Profile, Simulation, Source, random_profile};
use quadrille_ladders::assert_rungs_agree;
use quadrille_ladders::combat::{Workload, rungs};

#[test]
fn the_rungs_agree() {
    assert_rungs_agree(&rungs(), |_, seed| Workload::new(seed));
}

/// Neither the event queue, the cached attack values nor lean plans change the result of any fight.
#[test]
fn random_fights_agree() {
    let (mut fought, mut lean) = (0, 0);
    for seed in 0..900 {
        let mut rng = quadrille_random::StreamKey::new(seed, 1).rng();
        let bytes: Vec<u8> = (0..700).map(|_| (rng.next_f64() * 256.0) as u8).collect();
        let text = random_profile(&bytes);
        for text in (0..=RARE.len()).map(|kept| slimmer(&text, kept)).chain([text.clone()]) {
            let Ok(profile) = Profile::parse(&Source::new("random.toml", text)) else { continue };
            let simulation = Simulation::new(&profile);
            let engine = simulation.run_block(seed, 0, 2, &()).expect("not cancelled").totals;
            let plainer = totals_by(EngineVariant::Waits, &simulation, seed, 0, 2, &());
            assert_eq!(plainer, Ok(engine), "seed {seed}");
            fought += 1;
            lean += u32::from(is_lean(&simulation));
        }
    }
    assert!(fought > 2000 && lean > 900, "{lean} of {fought}");
}

/// Profile keys and tables that a lean plan does not support.
const RARE: [&str; 20] = [
    "absorb",
    "channel",
    "clip",
    "cost_factor",
    "downtime",
    "heal",
    "latency",
    "movement",
    "off_gcd",
    "reaction",
    "replaces",
    "spends",
    "stun",
    "travel",
    "while_casting",
    "cancel_buff",
    "wait",
    "by",
    "on",
    "[targets",
];

/// Returns a profile without any of these keys except one; it may be invalid.
fn slimmer(text: &str, kept: usize) -> String {
    let is_rare = |line: &str| {
        let key = line.split(['.', ' ']).next().unwrap_or(line);
        let place = RARE.iter().position(|&rare| rare == key).filter(|&place| place != kept);
        place.is_some() && (key != "on" || line.ends_with("\"actor\""))
    };
    let tables = text.split_inclusive('\n').fold(Vec::<String>::new(), |mut tables, line| {
        match tables.last_mut() {
            Some(table) if !line.starts_with('[') => table.push_str(line),
            _ => tables.push(line.to_owned()),
        }
        tables
    });
    let tables = tables.iter().filter(|table| {
        let alone = ["[actors", "[[actors", "[reactions", "[[lists"];
        !alone.iter().any(|start| table.starts_with(start)) && !is_rare(table)
    });
    tables.flat_map(|table| table.split_inclusive('\n')).filter(|line| !is_rare(line)).collect()
}
