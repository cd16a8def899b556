//! Fights of length 0.

use proptest::prelude::*;
use quadrille_combat::{
    Confidence, Pairs, Profile, ReplayEvent, Simulation, Source, cull, log_plainly, random_profile,
};

fn profile(text: &str) -> Profile {
    Profile::parse(&Source::new("instant.toml", text))
        .unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]))
}

/// Half of the fights are decided by the first blow, the others by the second one, a second later.
const COIN: &str = "[fight]\n[target]\nhealth = 100\n[tables.coin]\norder = [\"crit\"]\n[actor]\ncrit = 0.5\n\
                    [abilities.blow]\nevery = 1\ndamage = 60\ntable = \"coin\"\ngain = { rage = 1 }\n[resources.rage]\ncap = 9\n";

#[test]
fn fights_without_a_length_are_in_no_rate() {
    let simulation = Simulation::new(&profile(COIN));
    let block = simulation.run_block(1, 0, 1000, &()).expect("not cancelled");
    assert!(block.is_sound());
    let apart = block.totals_without_length.as_deref().expect("some fights end at once");
    let without = block.without_length.len() as u64;
    assert!((400..600).contains(&without) && apart.iterations == without);
    // The first blow does 120 as a crit and ends the fight, or 60; then a second blow follows.
    assert_eq!((apart.damage, apart.time), (u128::from(without) * 120_000, 0));
    assert_eq!(block.dps.count(), 1000 - without);
    assert!(block.dps.min() >= Some(120.0) && block.dps.max() <= Some(180.0), "{:?}", block.dps);
    assert_eq!(
        (block.kill_times.count(), block.kill_times.values().iter().sum::<f64>()),
        (1000, 1000.0 - without as f64)
    );
    // A DPS value leads back to its fight.
    for value in [120.0, 180.0] {
        let nearest = block.nearest_iteration(value).expect("there are fights");
        assert_eq!(simulation.replay(1, nearest, &()).expect("not cancelled").dps(), Some(value));
    }
    let replay = simulation.replay(1, block.without_length[0], &()).expect("not cancelled");
    assert_eq!((replay.dps(), replay.damage()), (None, 120.0));
    let rates = simulation.rates(1, 0, 1000, &()).expect("not cancelled");
    let none: Vec<u64> =
        (0..).zip(&rates).filter(|(_, rate)| rate.is_nan()).map(|(number, _)| number).collect();
    assert_eq!(none, block.without_length);
    // Merged blocks equal a single call.
    let mut first = simulation.run_block(1, 0, 333, &()).expect("not cancelled");
    first.merge(&simulation.run_block(1, 333, 667, &()).expect("not cancelled")).expect("they follow");
    assert!(first.is_sound());
    assert_eq!(
        (first.totals, first.sample, first.kill_times),
        (block.totals, block.sample, block.kill_times)
    );
    assert_eq!(
        (first.without_length, first.totals_without_length),
        (block.without_length, block.totals_without_length)
    );
}

#[test]
fn without_any_length_there_is_no_mean() {
    let simulation = Simulation::new(&profile(&COIN.replace("crit = 0.5", "crit = 1")));
    let block = simulation.run_block(1, 0, 50, &()).expect("not cancelled");
    assert!(block.is_sound());
    assert_eq!((block.dps.mean(), block.dps.count(), block.nearest_iteration(1.0)), (None, 0, None));
    assert_eq!((block.without_length.len(), block.kill_times.values()), (50, &[0.0; 50][..]));
}

#[test]
fn pairs_and_ranks_leave_them_out() {
    let (base, sure) = (profile(COIN), profile(&COIN.replace("crit = 0.5", "crit = 1")));
    let more = base.vary(&[("abilities.blow.damage.0", 70.0), ("abilities.blow.damage.1", 70.0)]);
    let more = more.or_else(|_| base.vary(&[("abilities.blow.damage", 70.0)])).expect("a number");
    let [base, sure, more] = [&base, &sure, &more].map(Simulation::new);
    let mut pairs = Pairs::run(&base, &[sure.clone(), more.clone()], 1, 0, 400, &()).expect("not cancelled");
    let own = base.rates(1, 0, 400, &()).expect("not cancelled");
    let with_length = own.iter().filter(|rate| !rate.is_nan()).count() as u64;
    assert!(pairs.is_sound() && pairs.iterations == 400 && pairs.base.count() == with_length);
    assert_eq!((pairs.others[0].dps.count(), pairs.others[0].difference.mean()), (0, None));
    // Both profiles have the same fights of length 0, because the first blow decides.
    assert_eq!(pairs.others[1].difference.count(), with_length);
    pairs
        .merge(&Pairs::run(&base, &[sure.clone(), more.clone()], 1, 400, 100, &()).expect("not cancelled"))
        .expect("they follow");
    assert_eq!(pairs.iterations, 500);

    let rates = [&base, &sure, &more].map(|it| it.rates(1, 0, 400, &()).expect("not cancelled"));
    let lists = [Some(&rates[0][..]), Some(&rates[1][..]), Some(&rates[2][..])];
    let ranks =
        cull(&lists, &[false; 3], Confidence::new(0.95).expect("one"), 1, &()).expect("they can be compared");
    let order: Vec<_> = ranks.iter().map(|rank| (rank.variant, rank.mean.is_some(), rank.stays)).collect();
    assert_eq!(order, [(2, true, true), (0, true, false), (1, false, true)]);
    let none = cull(&[lists[1], lists[1]], &[true; 2], Confidence::new(0.95).expect("one"), 1, &())
        .expect("no damage");
    assert!(none.iter().all(|rank| rank.mean.is_none() && rank.behind.is_none() && rank.stays));
}

/// After the last death the rest of the blow counts: other targets, damage beyond their health,
/// gains, procs.
#[test]
fn the_rest_of_the_last_blow_counts() {
    let text = "[fight]\ntargets = 3\n[target]\nhealth = 10\n[resources.rage]\ncap = 9\n[abilities.blow]\nevery = 1\n\
                damage = 100\ntargets = 3\ngain = { rage = 1 }\n[procs.p]\nfrom = \"blow\"\ngain = { rage = 1 }\nuse = \"echo\"\n\
                [abilities.echo]\ndamage = 1\n";
    let replay = Simulation::new(&profile(text)).replay(1, 0, &()).expect("not cancelled");
    assert_eq!((replay.damage(), replay.length()), (300.0, 0.0));
    let gains = replay.log.iter().filter(|entry| matches!(entry.event, ReplayEvent::Gain { .. })).count();
    assert_eq!(gains, 4, "one of the blow, and one of the proc after each of its three attacks");
    // Abilities used by a proc look for a living target.
    assert!(
        !replay
            .log
            .iter()
            .any(|entry| matches!(&entry.event, ReplayEvent::Use { ability } if ability == "echo"))
    );
}

/// An ability with damage per unit spent does damage even if nothing is spent.
#[test]
fn added_damage_counts_with_nothing_spent() {
    let text = "actions = [{ use = \"finish\" }]\n[fight]\nlength = 1\n[resources.points]\ncap = 5\n[abilities.finish]\n\
                spends = { points = [0, 5] }\nper_spent = { damage = 10 }\n[buffs.poison]\nstart = true\nadded_damage = 7\n";
    let replay = Simulation::new(&profile(text)).replay(1, 0, &()).expect("not cancelled");
    assert_eq!(replay.damage().to_bits(), 7.0f64.to_bits());
}

fn bytes(seed: u64) -> Vec<u8> {
    let mut rng = quadrille_random::StreamKey::new(seed, 3).rng();
    (0..700).map(|_| (rng.next_f64() * 256.0) as u8).collect()
}

/// Generates a random profile in which the first blow may kill: targets and sometimes the actor
/// have little health.
fn deadly(seed: u64) -> String {
    let mut lines: Vec<String> = random_profile(&bytes(seed)).lines().map(str::to_owned).collect();
    let mut table = String::new();
    for line in &mut lines {
        if line.starts_with('[') {
            table.clone_from(line);
        } else if line.starts_with("health = ") && (table.starts_with("[target") || seed.is_multiple_of(3)) {
            "health = 0.001".clone_into(line);
        }
    }
    let is_target = |line: &String| line == "[target]";
    if let Some(place) = lines.iter().position(is_target) {
        let end = lines[place + 1..].iter().position(|line| line.starts_with('['));
        let own = end.map_or(&lines[place + 1..], |end| &lines[place + 1..place + 1 + end]);
        if !own.iter().any(|line| line.starts_with("health = ")) {
            lines.insert(place + 1, "health = 0.001".to_owned());
        }
    }
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Blocks of fights of length 0 are consistent, states can be reused, and logs equal those of
    /// the plain simulator.
    #[test]
    fn random_fights_that_end_at_once_add_up(seed in any::<u64>()) {
        let text = deadly(seed);
        let Ok(profile) = Profile::parse(&Source::new("random.toml", text.as_str())) else { return Ok(()) };
        let simulation = Simulation::new(&profile);
        let block = simulation.run_block(seed, 5, 6, &()).expect("not cancelled");
        prop_assert!(block.is_sound(), "{text}");
        for (iteration, rate) in (5..).zip(simulation.rates(seed, 5, 6, &()).expect("not cancelled")) {
            let log = log_plainly(&profile, seed, iteration, &()).expect("not cancelled");
            let at_once = log.last().is_some_and(|entry| entry.time == 0.0);
            prop_assert_eq!(at_once, rate.is_nan(), "{}", text);
            prop_assert_eq!(at_once, block.without_length.contains(&iteration));
            let replay = simulation.replay(seed, iteration, &()).expect("not cancelled");
            prop_assert_eq!(&replay.log, &log);
            prop_assert_eq!(replay.dps().map(f64::to_bits), (!at_once).then_some(rate.to_bits()));
        }
    }
}

/// The generator produces fights of length 0.
#[test]
fn many_random_fights_end_at_once() {
    let ends_at_once = |seed: &u64| {
        let Ok(profile) = deadly(*seed).parse::<Profile>() else { return false };
        let block = Simulation::new(&profile).run_block(1, 0, 4, &()).expect("not cancelled");
        !block.without_length.is_empty()
    };
    let found = (0..300).filter(ends_at_once).count();
    assert!(found > 15, "{found} of 300");
}
