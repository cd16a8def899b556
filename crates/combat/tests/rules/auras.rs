//! Buffs and damage over time.

use quadrille_combat::ReplayEvent;

use super::fight::{replay, ticks, uses, when};

/// Runs a fight in which damage over time is applied at the seconds given, with additional keys.
fn applied(at: &[f64], dot: &str) -> quadrille_combat::Replay {
    let abilities: Vec<String> = at
        .iter()
        .enumerate()
        .map(|(i, first)| format!("[abilities.a{i}]\ndot = \"d\"\nevery = 1000\nfirst = {first}"))
        .collect();
    let abilities = abilities.join("\n");
    replay(&format!(
        "[fight]\nlength = 60\n{abilities}\n[dots.d]\nduration = 10\ntick = 3\ndamage = 90\n{dot}\n"
    ))
}

fn times(replay: &quadrille_combat::Replay) -> Vec<f64> {
    ticks(replay, "d").iter().map(|(time, _, _)| *time).collect()
}

#[test]
fn the_last_tick_counts_in_part() {
    let fight = applied(&[0.0], "");
    assert_eq!(ticks(&fight, "d"), [(3.0, 1, 90.0), (6.0, 1, 90.0), (9.0, 1, 90.0), (10.0, 1, 30.0)]);
    assert_eq!(fight.damage(), 300.0);
    assert_eq!(applied(&[0.0], "partial = false").damage(), 270.0);
    assert_eq!(applied(&[0.0], "at_once = true").damage(), 390.0);
}

#[test]
fn each_rule_of_refreshing() {
    // The effect is applied at 0 and at 8, two seconds before its end.
    assert_eq!(times(&applied(&[0.0, 8.0], "")), [3.0, 6.0, 9.0, 12.0, 15.0, 18.0]);
    assert_eq!(times(&applied(&[0.0, 8.0], "refresh = \"extend\"")), [3.0, 6.0, 9.0, 12.0, 15.0, 18.0, 20.0]);
    assert_eq!(times(&applied(&[0.0, 8.0], "refresh = \"ignore\"")), [3.0, 6.0, 9.0, 10.0]);
    assert_eq!(
        times(&applied(&[0.0, 8.0], "refresh = \"pandemic\"")),
        [3.0, 6.0, 9.0, 12.0, 15.0, 18.0, 20.0]
    );
    // The effect is applied again at 2, eight seconds before its end; three of these seconds are
    // carried over.
    assert_eq!(times(&applied(&[0.0, 2.0], "refresh = \"pandemic\"")), [3.0, 6.0, 9.0, 12.0, 15.0]);
    assert_eq!(
        times(&applied(&[0.0, 2.0], "refresh = \"pandemic\"\npandemic = 0.8")),
        [3.0, 6.0, 9.0, 12.0, 15.0, 18.0, 20.0]
    );
    // The last tick falls on the end, and the application comes at the same instant: ticks come
    // first.
    assert_eq!(times(&applied(&[0.0, 10.0], ""))[3..5], [10.0, 13.0]);
}

#[test]
fn stacks_multiply_ticks() {
    let fight = applied(&[0.0, 1.0, 4.0, 5.0], "stacks = 3");
    let damage: Vec<f64> = ticks(&fight, "d").iter().map(|(_, _, damage)| *damage).collect();
    assert_eq!(damage, [180.0, 270.0, 270.0, 270.0, 270.0]);
}

#[test]
fn hasted_ticks_and_hasted_durations() {
    let profile = |hasted: &str| {
        replay(&format!(
            "[fight]\nlength = 60\n[actor]\nhaste = 0.17\n[abilities.a]\ndot = \"d\"\nevery = 1000\n\
             [dots.d]\nduration = 18\ntick = 3\ndamage = 90\nhasted = {hasted}"
        ))
    };
    let both = profile("[\"ticks\", \"duration\"]");
    assert_eq!(times(&both), [2.564103, 5.128206, 7.692309, 10.256412, 12.820515, 15.384618]);
    assert_eq!(both.damage(), 540.0);
    let ticks_alone = profile("\"ticks\"");
    assert_eq!(times(&ticks_alone).len(), 8);
    // A partial tick remains: (18 − 7·2.564103) / 2.564103.
    assert_eq!(ticks_alone.damage(), 630.0 + 1.8);
}

#[test]
fn a_snapshot_keeps_what_was_and_the_rest_follows_what_is() {
    let profile = |snapshot: bool| {
        replay(&format!(
            "[fight]\nlength = 60\n[actor]\npower = 100\n[abilities.a]\ndot = \"d\"\nevery = 1000\nfirst = 1\n\
             [abilities.shout]\nevery = 1000\nbuff = \"b\"\n[buffs.b]\nduration = 6\npower = 50\ndamage = 0.2\nhaste = 0.5\n\
             [dots.d]\nduration = 12\ntick = 3\ncoefficient = 1\nhasted = \"ticks\"\nsnapshot = {snapshot}"
        ))
    };
    assert_eq!(ticks(&profile(true), "d"), [3.0, 5.0, 7.0, 9.0, 11.0, 13.0].map(|time| (time, 1, 180.0)));
    assert_eq!(
        ticks(&profile(false), "d"),
        [(3.0, 1, 180.0), (5.0, 1, 180.0), (7.0, 1, 100.0), (10.0, 1, 100.0), (13.0, 1, 100.0)]
    );
}

/// The last application takes effect at the next tick; the current interval does not change.
#[test]
fn a_snapshot_has_the_haste_of_its_last_application() {
    let fight = replay(
        "[fight]\nlength = 60\n[abilities.a]\ndot = \"d\"\nevery = 1000\n[abilities.b]\ndot = \"d\"\nevery = 1000\nfirst = 4\n\
         [abilities.shout]\nevery = 1000\nfirst = 3.5\nbuff = \"b\"\n[buffs.b]\nduration = 1\nhaste = 0.5\n\
         [dots.d]\nduration = 12\ntick = 3\ndamage = 90\nhasted = \"ticks\"\nsnapshot = true",
    );
    assert_eq!(times(&fight), [3.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0]);
}

#[test]
fn buffs_change_figures_while_they_are_up() {
    let fight = replay(
        "[fight]\nlength = 10\n[actor]\npower = 10\n[abilities.a]\nevery = 1\ncoefficient = 1\n\
         [abilities.shout]\nevery = 100\nfirst = 2.5\nbuff = \"b\"\n[buffs.b]\nduration = 3\npower = 5",
    );
    assert_eq!(fight.damage(), 7.0 * 10.0 + 3.0 * 15.0);
    let buff = &fight.totals.buffs[0];
    assert_eq!((buff.uptime, buff.stack_time, buff.applied), (3_000_000, 3_000_000, 1));
}

#[test]
fn stacks_count_each_and_charges_once() {
    let damage = |buff: &str| {
        let text = format!(
            "[fight]\nlength = 6\n[abilities.a]\nevery = 1\ndamage = 100\nbuff = \"b\"\n[buffs.b]\ndamage = 0.1\n{buff}"
        );
        replay(&text).damage()
    };
    assert_eq!(damage("stacks = 3"), 100.0 + 110.0 + 120.0 + 130.0 * 3.0);
    assert_eq!(damage("charges = 2"), 100.0 + 110.0 * 5.0);
    // Each swing consumes a charge and adds two.
    assert_eq!(damage("charges = 2\nconsumed_by = \"a\""), 100.0 + 110.0 * 5.0);
    assert_eq!(damage("charges = 2\nconsumed_by = \"a\"\nrefresh = \"ignore\""), 100.0 + 110.0 * 5.0);
}

#[test]
fn charges_are_used_up() {
    let fight = replay(
        "[fight]\nlength = 6\n[abilities.a]\nevery = 1\ndamage = 100\n[buffs.b]\ncharges = 2\nconsumed_by = \"a\"\ndamage = 0.5\nstart = true",
    );
    assert_eq!(fight.damage(), 150.0 * 2.0 + 100.0 * 4.0);
    assert_eq!(fight.totals.buffs[0].consumed, 2);
}

#[test]
fn independent_stacks_end_one_by_one() {
    let fight = replay(
        "[fight]\nlength = 20\n[abilities.a]\nevery = 2\nbuff = \"b\"\n[buffs.b]\nduration = 5\nstacks = 2\nrefresh = \"independent\"",
    );
    // Stacks are added at 0 and 2, and refused at 4; the first one ends at 5, and so on.
    let stacks: Vec<(f64, u32)> = fight
        .log
        .iter()
        .filter_map(|entry| match entry.event {
            ReplayEvent::Buff { stacks, .. } => Some((entry.time, stacks)),
            _ => None,
        })
        .take(6)
        .collect();
    assert_eq!(stacks, [(0.0, 1), (2.0, 2), (5.0, 1), (6.0, 2), (7.0, 1), (8.0, 2)]);
    assert!(fight.totals.buffs[0].refused > 0);
}

#[test]
fn buffs_for_one_ability_leave_others_alone() {
    let fight = replay(
        "[fight]\nlength = 4\n[abilities.a]\nevery = 1\ndamage = 10\n[abilities.b]\nevery = 1\ndamage = 10\n\
         [buffs.x]\nstart = true\nonly = \"a\"\ndamage = 1",
    );
    assert_eq!(fight.damage(), 4.0 * 20.0 + 4.0 * 10.0);
}

#[test]
fn debuffs_are_the_targets() {
    let fight = replay(
        "[fight]\nlength = 4\ntargets = 2\n[abilities.a]\nevery = 1\ndamage = 10\ntargets = 2\n\
         [abilities.mark]\nevery = 10\nfirst = 1.5\nbuff = \"x\"\n[buffs.x]\non = \"target\"\ntaken = 0.5",
    );
    assert_eq!(fight.damage(), 4.0 * 20.0 + 2.0 * 5.0);
    assert_eq!(uses(&fight, "a").len(), 4);
}

#[test]
fn swings_are_measured_with_the_speed_at_their_start() {
    let fight = replay(
        "[fight]\nlength = 9\n[abilities.a]\nevery = 2\nhasted = \"every\"\n[abilities.shout]\nevery = 100\nfirst = 3\nbuff = \"b\"\n\
         [buffs.b]\nduration = 3\nhaste = 1",
    );
    assert_eq!(uses(&fight, "a"), [0.0, 2.0, 4.0, 5.0, 6.0, 8.0]);
    let ends = when(&fight, |event| matches!(event, ReplayEvent::BuffEnd { .. }));
    assert_eq!(ends, [6.0]);
}

#[test]
fn an_application_extends_by_so_much_up_to_a_cap() {
    let ends = |at: &[f64], rule: &str| {
        let fight = applied(at, &format!("refresh = \"extend\"\n{rule}"));
        fight
            .log
            .iter()
            .find(|entry| matches!(entry.event, ReplayEvent::DotEnd { .. }))
            .map(|entry| entry.time)
    };
    // The duration is ten seconds, extended twice by four seconds.
    assert_eq!(ends(&[0.0, 1.0, 2.0], "extend_by = 4"), Some(18.0));
    // The end is at most twelve seconds after each application: 13, then 14.
    assert_eq!(ends(&[0.0, 1.0, 2.0], "extend_by = 4\nextend_cap = 12"), Some(14.0));
    // With a cap alone, the full duration is added, up to the cap. A cap below the remaining time
    // never shortens it.
    assert_eq!(ends(&[0.0, 5.0], "extend_cap = 13"), Some(18.0));
    assert_eq!(ends(&[0.0, 1.0], "extend_cap = 3"), Some(10.0));
}

/// The snapshot has 10 points and power 100 for the first two seconds, and 10 points without power
/// after that.
fn overwritten(rule: &str) -> quadrille_combat::Replay {
    replay(&format!(
        "[fight]\nlength = 30\n[abilities.buffed]\nbuff = \"might\"\nevery = 1000\n\
         [abilities.a]\ndot = \"d\"\nevery = 1000\nfirst = 1\n[abilities.b]\ndot = \"d\"\nevery = 1000\nfirst = 5\n\
         [buffs.might]\nduration = 2\npower = 100\n\
         [dots.d]\nduration = 10\ntick = 4\ndamage = 10\ncoefficient = 0.5\npartial = false\nsnapshot = true\n{rule}"
    ))
}

#[test]
fn a_weaker_snapshot_takes_the_place_of_a_stronger_one_or_not() {
    let seen = |rule: &str| {
        ticks(&overwritten(rule), "d").iter().map(|(time, _, damage)| (*time, *damage)).collect::<Vec<_>>()
    };
    let (strong, weak) = (60.0, 10.0);
    let always = [(5.0, strong), (9.0, weak), (13.0, weak)];
    assert_eq!(seen(""), always);
    assert_eq!(seen("overwrite = \"always\""), always);
    // The application at 5 has no effect: the end stays at 11.
    assert_eq!(seen("overwrite = \"if_stronger\""), [(5.0, strong), (9.0, strong)]);
    assert_eq!(seen("overwrite = \"keep_stronger\""), [(5.0, strong), (9.0, strong), (13.0, strong)]);
}

#[test]
fn buffs_add_flat_damage_to_attacks_of_a_school() {
    let fight = replay(
        "[fight]\nlength = 10\n[actor]\npower = 100\n[abilities.setup]\nbuff = [\"oil\", \"ember\"]\nevery = 1000\n\
         [abilities.claw]\nevery = 1000\nfirst = 1\ndamage = 50\n\
         [abilities.bolt]\nschool = \"fire\"\nevery = 1000\nfirst = 2\ndamage = 10\ncoefficient = 0.2\n\
         [abilities.mark]\nevery = 1000\nfirst = 3\n\
         [buffs.oil]\nstacks = 3\nadded_damage = 7\n\
         [buffs.ember]\nonly = \"school.fire\"\nadded_damage = 100\ndamage = 0.5\n",
    );
    // 50 + 7; (10 + 20 + 7 + 100) · 1.5; 0 for an ability without damage.
    assert_eq!(fight.damage(), 57.0 + 205.5);
}

#[test]
fn buffs_add_regeneration_while_they_are_up() {
    let used = |buff: &str| {
        let fight = replay(&format!(
            "actions = [{{ use = \"spend\" }}]\n[fight]\nlength = 20\n[resources.mana]\ncap = 100\nregen = 5\n\
             [abilities.spend]\ncost = {{ mana = 40 }}\ngcd = 1\ndamage = 1\n\
             [abilities.drink]\nbuff = \"well\"\nevery = 1000\nfirst = 2\n\
             [buffs.well]\nduration = 4\nstacks = 2\n{buff}"
        ));
        uses(&fight, "spend")
    };
    assert_eq!(used(""), [8.0, 16.0]);
    // The level is 10 at 2 s, and rises by 15 per second until 6 s.
    assert_eq!(used("regen = { mana = 10 }"), [4.0, 8.0, 16.0]);
}

#[test]
fn haste_that_comes_meanwhile_brings_a_hasted_resource_sooner() {
    let fight = replay(
        "actions = [{ use = \"spend\" }]\n[fight]\nlength = 9.5\n[resources.energy]\ncap = 100\nregen = 10\nhasted = true\n\
         [abilities.spend]\ncost = { energy = 60 }\ndamage = 1\n\
         [abilities.rush]\nbuff = \"rush\"\nevery = 1000\nfirst = 2\n[buffs.rush]\nhaste = 1\n",
    );
    // The first 20 units regenerate in two seconds, the other 40 at twice that speed.
    assert_eq!(uses(&fight, "spend"), [4.0, 7.0]);
}

#[test]
fn buffs_lower_costs() {
    let spent = |buff: &str| {
        let fight = replay(&format!(
            "actions = [{{ use = \"free\" }}]\n[fight]\nlength = 3.5\n[resources.mana]\ncap = 100\nstart = 100\n\
             [abilities.free]\ncost = {{ mana = 40 }}\ngcd = 1\ndamage = 1\n\
             [abilities.clear]\nbuff = \"clear\"\nevery = 1000\n\
             [buffs.clear]\n{buff}"
        ));
        let spends = fight.log.iter().filter_map(|entry| match entry.event {
            ReplayEvent::Spend { amount, .. } => Some(amount),
            _ => None,
        });
        spends.collect::<Vec<_>>()
    };
    assert_eq!(spent(""), [40.0, 40.0]);
    assert_eq!(spent("cost = { mana = -15 }"), [25.0, 25.0, 25.0, 25.0]);
    assert_eq!(spent("cost = { mana = -50 }"), [0.0, 0.0, 0.0, 0.0]);
    assert_eq!(spent("cost = { mana = -20 }\ncost_factor = -0.5"), [10.0, 10.0, 10.0, 10.0]);
    assert_eq!(spent("cost_factor = 1"), [80.0]);
    // After one use the cost is back to normal.
    assert_eq!(spent("charges = 1\nconsumed_by = \"free\"\ncost_factor = -1"), [0.0, 40.0, 40.0]);
    // A waiting actor is woken by the buff.
    let fight = replay(
        "actions = [{ use = \"dear\" }]\n[fight]\nlength = 9\n[resources.mana]\ncap = 100\nstart = 30\n\
         [abilities.dear]\ncost = { mana = 40 }\ngcd = 60\ndamage = 1\n\
         [abilities.clear]\nbuff = \"clear\"\nevery = 1000\nfirst = 2.5\n[buffs.clear]\ncost = { mana = -10 }",
    );
    assert_eq!(uses(&fight, "dear"), [2.5]);
}

/// With chances of 0 and 1, the outcome under each debuff is deterministic.
#[test]
fn debuffs_change_the_table_of_their_bearer_alone() {
    let outcomes = |buff: &str| {
        let fight = replay(&format!(
            "[fight]\nlength = 10\ntargets = 2\n[tables.melee]\norder = [\"miss\", \"dodge\", \"crit\"]\n\
             [abilities.mark]\nbuff = \"mark\"\nevery = 1000\n\
             [abilities.sweep]\ntable = \"melee\"\ntargets = 2\ndamage = 10\nevery = 1000\nfirst = 2\n\
             [buffs.mark]\n{buff}"
        ));
        let struck = fight.log.iter().filter_map(|entry| match &entry.event {
            ReplayEvent::Attack { ability, outcome, .. } if ability == "sweep" => Some(outcome.name()),
            _ => None,
        });
        struck.collect::<Vec<_>>()
    };
    assert_eq!(outcomes("on = \"target\"\nmiss = 1"), ["miss", "hit"]);
    assert_eq!(outcomes("on = \"target\"\ndodge = 1"), ["dodge", "hit"]);
    assert_eq!(outcomes("on = \"target\"\ncrit_taken = 1"), ["crit", "hit"]);
    assert_eq!(outcomes("crit = 1"), ["crit", "crit"]);
    assert_eq!(outcomes("hit = 1"), ["hit", "hit"]);
}

#[test]
fn damage_over_time_hurts_the_actor() {
    let fight = replay(
        "[fight]\nlength = 20\n[actor]\nhealth = 1000\ntaken = 0.5\n[target]\npower = 100\ndamage = 2\n\
         [abilities.claw]\nby = \"target\"\nevery = 1000\ndamage = 30\ndot = \"bleed\"\n\
         [dots.bleed]\non = \"actor\"\nduration = 6\ntick = 2\ndamage = 10\ncoefficient = 0.4\nsnapshot = true\n\
         [abilities.soften]\nevery = 1000\nfirst = 3\nbuff = \"soft\"\n[buffs.soft]\ntaken = 1\n",
    );
    // The damage is (10 + 40) · 2 · 0.5, and twice that from 3 s on, because the factors of the
    // bearer are not part of a snapshot.
    assert_eq!(ticks(&fight, "bleed"), [(2.0, 0, 50.0), (4.0, 0, 100.0), (6.0, 0, 100.0)]);
    assert_eq!((fight.damage(), fight.taken_milli), (0.0, 280_000));
    let lines: Vec<String> = fight.log.iter().map(|entry| entry.event.to_string()).collect();
    assert!(lines.contains(&"bleed hits the actor for 50.0".to_owned()), "{lines:?}");
    assert!(lines.contains(&"bleed ends on the actor".to_owned()), "{lines:?}");
}

#[test]
fn buffs_absorb_damage_to_the_actor() {
    let fight = replay(
        "[fight]\nlength = 9.5\n[actor]\nhealth = 1000\n\
         [abilities.claw]\nby = \"target\"\nevery = 2\nfirst = 1\ndamage = 100\n\
         [abilities.ward]\nevery = 1000\nbuff = [\"ward\", \"skin\"]\n[abilities.again]\nevery = 1000\nfirst = 6\nbuff = \"ward\"\n\
         [buffs.skin]\nabsorb = 30\n[buffs.ward]\nabsorb = 120\nduration = 100\nstacks = 2\n",
    );
    // Buffs absorb in the order of the file: 30 and 70 of 120 points, then 50, and 0 at 5 s. At 6 s
    // there is a new ward of one stack.
    let absorbed = fight.log.iter().filter_map(|entry| match &entry.event {
        ReplayEvent::Absorb { name, amount } => Some((entry.time, name.as_str(), *amount)),
        _ => None,
    });
    assert_eq!(
        absorbed.collect::<Vec<_>>(),
        [
            (1.0, "skin", 30.0),
            (1.0, "ward", 70.0),
            (3.0, "ward", 50.0),
            (7.0, "ward", 100.0),
            (9.0, "ward", 20.0)
        ]
    );
    assert_eq!(when(&fight, |event| matches!(event, ReplayEvent::BuffEnd { .. })), [1.0, 3.0, 9.0]);
    assert_eq!(fight.taken_milli, (50 + 100 + 80) * 1000);
    assert_eq!([fight.totals.buffs[0].absorbed, fight.totals.buffs[1].absorbed], [30_000, 240_000]);
}
