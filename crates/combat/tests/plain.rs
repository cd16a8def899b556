//! The engine compared with the plain simulator, event by event, on random profiles.

use proptest::prelude::*;
use quadrille_combat::keys::TABLES;
use quadrille_combat::{Profile, Simulation, Source, fuzz_fight, log_plainly, random_profile};

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    /// For any profile, both simulators write the same log.
    #[test]
    fn the_engine_fights_by_the_rules(bytes in prop::collection::vec(any::<u8>(), 0..700)) {
        fuzz_fight(&bytes);
    }
}

/// The same for the examples, which have realistic lists, shortened to some seconds.
#[test]
fn the_examples_are_fought_by_the_rules() {
    let mut fought = 0;
    for name in crate::EXAMPLES {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../../examples/combat/{name}.toml"));
        let text = std::fs::read_to_string(path).expect("an example");
        let profile = Profile::parse(&Source::new(name, text)).expect("a profile");
        for changed in [None, Some(("actor.haste", 0.17)), Some(("abilities.ambush.cost.energy", 0.001))] {
            let changes: Vec<(&str, f64)> = changed.into_iter().collect();
            let Ok(profile) = profile.vary(&[&[("fight.length", 6.0)], &changes[..]].concat()) else {
                continue;
            };
            let plain = log_plainly(&profile, 5, 1, &()).expect("not cancelled");
            let found = Simulation::new(&profile).replay(5, 1, &()).expect("not cancelled").log;
            let first = plain.iter().zip(&found).find(|(plain, found)| plain != found);
            assert_eq!((first, plain.len()), (None, found.len()), "{name}, {changed:?}");
            fought += 1;
        }
    }
    assert!(fought >= 13, "{fought}");
}

/// Returns bytes with which every choice is equally likely.
fn bytes(seed: u64) -> Vec<u8> {
    let mut rng = quadrille_random::StreamKey::new(seed, 0).rng();
    (0..700).map(|_| (rng.next_f64() * 256.0) as u8).collect()
}

/// The generator uses every key of the format, and most of its profiles are valid.
#[test]
fn random_profiles_have_every_key() {
    let texts: Vec<String> = (0..400).map(|seed| random_profile(&bytes(seed))).collect();
    let accepted = texts.iter().filter(|text| {
        quadrille_combat::Profile::parse(&quadrille_combat::Source::new("random.toml", text.as_str())).is_ok()
    });
    let accepted = accepted.count();
    assert!(accepted > 200, "{accepted} of 400");
    let all = texts.concat();
    let elsewhere = ["name", "seed", "deterministic", "deterministic_rng", "variants", "sets"];
    for table in TABLES {
        for key in table.names.iter().filter(|key| !elsewhere.contains(key)) {
            let found = [format!("\n{key} = "), format!("[{key}"), format!(" {key} = ")];
            assert!(
                found.iter().any(|form| all.contains(form.as_str())),
                "`{key}` of [{}] never occurs",
                table.path
            );
        }
    }
}

/// Profiles with uniform choices. `FIGHTS=100000 cargo test --release …` runs more.
#[test]
fn many_random_fights() {
    let number =
        |name: &str, usual| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (first, fights): (u64, u64) = (number("FIRST", 0), number("FIGHTS", 200));
    let fought = (first..first + fights).filter(|&seed| fuzz_fight(&bytes(seed))).count() as u64;
    assert!(2 * fought > fights, "only {fought} of {fights} profiles fought");
}
