//! Targets, phases, downtime, deaths.

use quadrille_combat::{FightEnd, ReplayEvent};

use super::fight::{replay, ticks, uses, when};

#[test]
fn a_fight_to_the_death_ends_with_the_last_target() {
    let fight = replay("[fight]\ntargets = 2\n[target]\nhealth = 25\n[abilities.a]\nevery = 1\ndamage = 10");
    // Each target dies after three blows.
    assert_eq!((fight.ending, fight.length(), fight.damage()), (FightEnd::Kill, 5.0, 60.0));
    assert_eq!(when(&fight, |event| matches!(event, ReplayEvent::Death { .. })), [2.0, 5.0]);
    assert_eq!(fight.totals.kills, 1);
}

#[test]
fn a_fight_that_nobody_wins_ends_at_its_limit() {
    let fight = replay("[fight]\nlimit = 30\n[target]\nhealth = 25\n[abilities.a]\nevery = 100\ndamage = 10");
    assert_eq!((fight.ending, fight.length()), (FightEnd::Time, 30.0));
}

#[test]
fn the_actor_dies_of_what_it_takes() {
    let fight = replay(
        "[fight]\nlength = 100\n[actor]\nhealth = 100\ntaken = 0.5\n[abilities.claw]\nby = \"target\"\nevery = 1\ndamage = 60\n\
         [abilities.bandage]\ngcd = 0\ncooldown = 1000\nheal = 50\n[[actions]]\nuse = \"bandage\"\nif = \"actor.health < 0.5\"",
    );
    // The health is 70, 40, 90 after a heal, 60, 30, 0.
    assert_eq!((fight.ending, fight.length(), fight.taken_milli), (FightEnd::Death, 4.0, 150_000));
    assert_eq!(fight.damage(), 0.0);
    assert_eq!(fight.totals.rows[1].healed, 50_000);
}

#[test]
fn downtime_delays_what_would_begin_and_lets_the_rest_go_on() {
    let fight = replay(
        "[fight]\nlength = 20\n[phases.away]\nfrom = 5\nlasts = 4\ndowntime = true\n[abilities.swing]\nevery = 2\n\
         [abilities.bolt]\ncast = 3\ndot = \"d\"\n[[actions]]\nuse = \"bolt\"\n[dots.d]\nduration = 6\ntick = 2\ndamage = 1",
    );
    assert_eq!(uses(&fight, "swing"), [0.0, 2.0, 4.0, 9.0, 11.0, 13.0, 15.0, 17.0, 19.0]);
    assert_eq!(uses(&fight, "bolt"), [3.0, 6.0, 12.0, 15.0, 18.0]);
    assert_eq!(ticks(&fight, "d")[..3], [(5.0, 1, 1.0), (7.0, 1, 1.0), (9.0, 1, 1.0)]);
}

#[test]
fn targets_come_and_go() {
    let fight = replay(
        "[fight]\nlength = 40\n[phases.adds]\nfrom = 10\nlasts = 5\nevery = 20\ntargets = 3\n\
         [abilities.wave]\nevery = 4\nfirst = 1\ntargets = 10\ndamage = 1\n\
         [abilities.curse]\ngcd = 1\ndot = \"d\"\n[dots.d]\nduration = 30\ntick = 30\n\
         [[actions]]\nuse = \"curse\"\nif = \"!dot.d.up\"\ncycle = true",
    );
    // The waves come at 1, 5, 9, 13 (three targets), 17, …, 33 (three targets), 37.
    assert_eq!(fight.damage(), 10.0 + 4.0);
    let targets: Vec<(f64, u16)> = fight
        .log
        .iter()
        .filter_map(|entry| match &entry.event {
            ReplayEvent::Attack { ability, target, .. } if ability == "curse" => Some((entry.time, *target)),
            _ => None,
        })
        .collect();
    assert_eq!(targets, [(0.0, 1), (10.0, 2), (11.0, 3), (30.0, 1), (31.0, 2), (32.0, 3)]);
    let dot = &fight.totals.dots[0];
    assert_eq!(dot.uptime, 40_000_000);
    // The debuff is on one target all the time, on a second one from 10 to 15 and 31 to 35, and on
    // a third one from 11 to 15 and 32 to 35.
    assert_eq!(dot.stack_time, (40 + 5 + 4 + 4 + 3) * 1_000_000);
}

#[test]
fn a_phase_can_make_targets_take_more() {
    let fight = replay(
        "[fight]\nlength = 10\n[phases.weak]\nfrom = 4\nlasts = 3\ntaken = 2\n[abilities.a]\nevery = 1\ndamage = 1",
    );
    assert_eq!(fight.damage(), 13.0);
}

#[test]
fn conditions_know_the_phase_the_targets_and_their_health() {
    let used = |condition: &str| {
        let text = format!(
            "[fight]\nlength = 30\n[target]\nhealth = 100\n[phases.adds]\nfrom = 10\nlasts = 5\ntargets = 2\n\
             [abilities.a]\nevery = 1\ndamage = 4\n[abilities.once]\ncooldown = 1000\n\
             [[actions]]\nuse = \"once\"\nif = \"{condition}\""
        );
        uses(&replay(&text), "once")
    };
    assert_eq!(used("phase.adds"), [10.0]);
    assert_eq!(used("targets > 1"), [10.0]);
    assert_eq!(used("target.health <= 0.5"), [12.0]);
    assert_eq!(used("!phase.adds && time > 11"), [15.0]);
}

#[test]
fn a_target_that_died_in_one_phase_is_alive_in_the_next() {
    let fight = replay(
        "[fight]\nlength = 50\n[target]\nhealth = 100\n[phases.adds]\nfrom = 10\nlasts = 5\nevery = 20\ntargets = 2\n\
         [abilities.curse]\ngcd = 1\ndot = \"d\"\n[dots.d]\nduration = 2\ntick = 1\ndamage = 60\n\
         [buffs.marked]\non = \"target\"\n[abilities.mark]\nevery = 1000\nbuff = \"marked\"\n\
         [[actions]]\nuse = \"curse\"\nif = \"!buff.marked.up && !dot.d.up\"\ncycle = true\n",
    );
    // Only the second target, which is never marked, is cursed: at 10, until its death at 12, and
    // again at 30.
    let deaths: Vec<(f64, u16)> = fight
        .log
        .iter()
        .filter_map(|entry| match entry.event {
            ReplayEvent::Death { target } => Some((entry.time, target)),
            _ => None,
        })
        .collect();
    assert_eq!(deaths, [(12.0, 2), (32.0, 2)]);
}

/// A phase without living targets suspends repetitions; its end resumes them.
#[test]
fn repetitions_wait_for_a_target() {
    let fight = replay(
        "[fight]\nlength = 30\ntargets = 2\n[target]\nhealth = 30\n[phases.alone]\nfrom = 5\nlasts = 10\ntargets = 1\n\
         [abilities.a]\nevery = 2\ndamage = 10\n[dots.d]\nduration = 5\ntick = 1",
    );
    // The first target dies at 4; the second one is back at 15.
    assert_eq!(uses(&fight, "a"), [0.0, 2.0, 4.0, 15.0, 17.0, 19.0]);
}

#[test]
fn phases_begin_and_end_by_health() {
    let turns = |fight: &quadrille_combat::Replay, begins: bool| {
        when(fight, |event| matches!(event, ReplayEvent::Phase { begins: does, .. } if *does == begins))
    };
    let jabs = |phase: &str| {
        replay(&format!(
            "actions = [{{ use = \"finish\", if = \"phase.execute\" }}]\n[fight]\nlength = 60\n[target]\nhealth = 100\n\
             [abilities.jab]\nevery = 1\ndamage = 10\n[abilities.finish]\ncooldown = 100\n[phases.execute]\n{phase}"
        ))
    };
    // The target has 50 health left after the fifth jab, at 4 s; the list uses the finisher at that
    // same instant.
    let fight = jabs("below = 0.5");
    assert_eq!((turns(&fight, true), turns(&fight, false)), (vec![4.0], vec![]));
    assert_eq!(uses(&fight, "finish"), [4.0]);
    // From then on the damage is doubled: the health is 30, 10, 0.
    let fight = jabs("below = 0.5\nuntil = 0.2\ntaken = 2");
    assert_eq!((turns(&fight, true), turns(&fight, false)), (vec![4.0], vec![6.0]));
    assert_eq!(fight.length(), 7.0);
    let fight = jabs("below = 0.5\nuntil = 0.1\nlasts = 1.5");
    assert_eq!((turns(&fight, true), turns(&fight, false)), (vec![4.0], vec![5.5]));
    let fight = jabs("from = 2\nuntil = 0.4");
    assert_eq!((turns(&fight, true), turns(&fight, false)), (vec![2.0], vec![5.0]));
    // One blow passes both thresholds: the phase begins and ends at one instant.
    let fight = jabs("below = 0.95\nuntil = 0.9");
    assert_eq!((turns(&fight, true), turns(&fight, false)), (vec![0.0], vec![0.0]));
    // Without health, the fraction of time left counts.
    let fight = replay(
        "[fight]\nlength = 100\n[abilities.jab]\nevery = 1\ndamage = 10\n[phases.execute]\nbelow = 0.35\nuntil = 0.2",
    );
    assert_eq!((turns(&fight, true), turns(&fight, false)), (vec![65.0], vec![80.0]));
}

#[test]
fn targets_that_are_not_alike_have_figures_of_their_own() {
    let fight = replay(
        "[fight]\nlength = 20\n[target]\npower = 100\ntaken = 0.5\n[tables.t]\norder = [\"miss\", \"dodge\"]\n\
         [targets.boss]\nmiss = 1\n[targets.add]\njoins = 5\nleaves = 12\ntaken = 2\ndodge = 1\n\
         [targets.late]\njoins = 8\ntaken = 1\npower = 300\n\
         [abilities.sweep]\nevery = 10\nfirst = 1\ndamage = 10\ntargets = 9\n\
         [abilities.swing]\nevery = 10\nfirst = 2\ndamage = 10\ntargets = 9\ntable = \"t\"\n\
         [abilities.claw]\nby = \"target\"\nevery = 1000\nfirst = 6\ncoefficient = 0.1\n",
    );
    let struck = |name: &str| {
        let attacks = fight.log.iter().filter_map(|entry| match &entry.event {
            ReplayEvent::Attack { ability, target, outcome, damage } if ability == name => {
                Some((entry.time, *target, outcome.name(), *damage))
            }
            _ => None,
        });
        attacks.collect::<Vec<_>>()
    };
    assert_eq!(
        struck("sweep"),
        [(1.0, 1, "hit", 5.0), (11.0, 1, "hit", 5.0), (11.0, 2, "hit", 20.0), (11.0, 3, "hit", 10.0)]
    );
    assert_eq!(struck("swing"), [(2.0, 1, "miss", 0.0), (12.0, 1, "miss", 0.0), (12.0, 3, "hit", 10.0)]);
    assert_eq!(struck("claw"), [(6.0, 0, "hit", 10.0)]);
}

#[test]
fn a_fight_ends_when_nobody_is_left_of_targets_that_come_and_go() {
    let fight = replay(
        "[fight]\n[targets.boss]\nhealth = 100\n[targets.add]\nhealth = 30\njoins = 20\n[targets.scout]\nhealth = 1000\nleaves = 7\n\
         [abilities.jab]\nevery = 1\ndamage = 10\n",
    );
    // The boss dies at 9, two seconds after the scout has left; the add joins at 20 and lasts three
    // jabs.
    let coming = |event: &ReplayEvent| matches!(event, ReplayEvent::Coming { .. });
    assert_eq!(when(&fight, coming), [7.0, 20.0]);
    assert_eq!(when(&fight, |event| matches!(event, ReplayEvent::Death { .. })), [9.0, 22.0]);
    assert_eq!((fight.length(), fight.ending), (22.0, FightEnd::Kill));
}

/// Runs a caster with a cast of two seconds and an instant jab every second.
fn dancer(phase: &str) -> quadrille_combat::Replay {
    replay(&format!(
        "actions = [{{ use = \"bolt\" }}, {{ use = \"jab\" }}]\n[fight]\nlength = 10.5\n[actor]\ngcd = 1\n\
         [abilities.bolt]\ncast = 2\ndamage = 100\n[abilities.jab]\ndamage = 1\n\
         [abilities.swing]\nevery = 1.5\nfirst = 0.25\n[abilities.claw]\nby = \"target\"\nevery = 3\nfirst = 1.2\n\
         [phases.p]\n{phase}\n"
    ))
}

#[test]
fn casts_are_broken_off_by_movement_and_what_is_instant_goes_on() {
    let fight = dancer("from = [3, 7]\nlasts = 1.5\nmovement = true");
    assert_eq!(when(&fight, |event| matches!(event, ReplayEvent::Break { .. })), [3.0, 7.0]);
    // Casts begin at 0, 2, 5 and 9. The third would end at 7, but phases come first. Jabs are used
    // as often as the global cooldown allows.
    assert_eq!(uses(&fight, "bolt"), [2.0]);
    assert_eq!(uses(&fight, "jab"), [3.0, 4.0, 7.0, 8.0]);
    assert_eq!(uses(&fight, "swing"), [0.25, 1.75, 3.25, 4.75, 6.25, 7.75, 9.25]);
}

#[test]
fn the_stunned_do_nothing_and_targets_go_on() {
    let fight = dancer("from = 3\nlasts = 2\nstun = true");
    assert_eq!(when(&fight, |event| matches!(event, ReplayEvent::Break { .. })), [3.0]);
    assert_eq!(uses(&fight, "bolt"), [2.0, 7.0, 9.0]);
    assert_eq!(uses(&fight, "swing"), [0.25, 1.75, 5.0, 6.5, 8.0, 9.5]);
    assert_eq!(uses(&fight, "claw"), [1.2, 4.2, 7.2, 10.2]);
}

#[test]
fn some_casts_go_on_on_the_move_and_nothing_hurts_the_invulnerable() {
    let fight = replay(
        "actions = [{ use = \"bolt\" }]\n[fight]\nlength = 7\n[abilities.bolt]\ncast = 2\nmoving = true\ndamage = 100\n\
         [phases.walk]\nfrom = 1\nlasts = 3\nmovement = true\n[phases.shell]\nfrom = 3\nlasts = 2\ninvulnerable = true\n",
    );
    assert_eq!(uses(&fight, "bolt"), [2.0, 4.0, 6.0]);
    assert_eq!(fight.damage(), 200.0);
}

#[test]
fn a_drawn_length_lies_between_its_ends() {
    let text = "[fight]\nlength = 5000\n[phases.p]\nfrom = 10\nlasts = [2, 6]\nevery = 10\n[abilities.jab]\nevery = 100";
    let fight = replay(text);
    let begins = when(&fight, |event| matches!(event, ReplayEvent::Phase { begins: true, .. }));
    let ends = when(&fight, |event| matches!(event, ReplayEvent::Phase { begins: false, .. }));
    assert_eq!(begins, (1..500).map(|time| f64::from(time) * 10.0).collect::<Vec<_>>());
    let lengths: Vec<f64> = begins.iter().zip(&ends).map(|(begin, end)| end - begin).collect();
    assert!(lengths.iter().all(|length| (2.0 - 1e-9..=6.0 + 1e-9).contains(length)));
    let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
    // The standard error of the mean is 0.05.
    assert!((mean - 4.0).abs() < 0.25, "{mean}");
}
