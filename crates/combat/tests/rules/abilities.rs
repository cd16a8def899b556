//! Casts, cooldowns, resources, the action list.

use std::fmt::Write as _;

use quadrille_combat::{Profile, ReplayEvent};

use super::fight::{replay, uses, when};

#[test]
fn a_fight_is_what_happens_before_its_end() {
    let fight = replay("[fight]\nlength = 10\n[abilities.swing]\nevery = 2\ndamage = 3");
    assert_eq!(uses(&fight, "swing"), [0.0, 2.0, 4.0, 6.0, 8.0]);
    assert_eq!((fight.damage(), fight.dps(), fight.length()), (15.0, Some(1.5), 10.0));
}

#[test]
fn casts_take_effect_at_their_end_and_the_longer_of_cast_and_gcd_counts() {
    let list = "[[actions]]\nuse = \"slow\"\n[[actions]]\nuse = \"quick\"\n[fight]\nlength = 12\n";
    let fight =
        replay(&format!("{list}[abilities.slow]\ncast = 2.5\ncooldown = 4\n[abilities.quick]\ncast = 0.5\n"));
    // The cooldown starts at the effect; a free actor uses the first usable line.
    assert_eq!(uses(&fight, "slow"), [2.5, 9.5]);
    assert_eq!(uses(&fight, "quick"), [3.0, 4.5, 6.0, 10.0, 11.5]);
}

#[test]
fn haste_shortens_what_it_is_said_to() {
    let fight = replay(
        "[fight]\nlength = 4\n[actor]\nhaste = 0.17\n[abilities.a]\nhasted = \"gcd\"\n[[actions]]\nuse = \"a\"",
    );
    assert_eq!(uses(&fight, "a"), [0.0, 1.282051, 2.564102, 3.846153]);
    let fight = replay(
        "[fight]\nlength = 4\n[actor]\nhaste = 1\ngcd_min = 1\n[abilities.a]\nhasted = \"gcd\"\n[[actions]]\nuse = \"a\"",
    );
    assert_eq!(uses(&fight, "a"), [0.0, 1.0, 2.0, 3.0]);
}

#[test]
fn charges_return_one_at_a_time() {
    let fight = replay(
        "[fight]\nlength = 35\n[abilities.a]\ncooldown = 10\ncharges = 3\ngcd = 1\n[[actions]]\nuse = \"a\"",
    );
    assert_eq!(uses(&fight, "a"), [0.0, 1.0, 2.0, 10.0, 20.0, 30.0]);
}

#[test]
fn what_costs_waits_for_regeneration_to_the_microsecond() {
    let profile = |hasted: bool, haste: f64| {
        format!(
            "[fight]\nlength = 12\n[actor]\nhaste = {haste}\n[resources.energy]\ncap = 100\nstart = 30\nregen = 7\nhasted = {hasted}\n\
             [abilities.a]\ncost = {{ energy = 35 }}\n[[actions]]\nuse = \"a\""
        )
    };
    // The actor gains 7 units per second. At first it lacks 5 units, and after each use 35 units.
    assert_eq!(uses(&replay(&profile(false, 0.5)), "a"), [0.714286, 5.714286, 10.714286]);
    assert_eq!(uses(&replay(&profile(true, 0.4)), "a"), [0.510205, 4.081633, 7.653062, 11.22449]);
    let totals = replay(&profile(false, 0.0)).totals;
    let energy = &totals.resources[0];
    assert_eq!((energy.spent, energy.wasted, energy.gained), (105_000_000, 0, 84_000_000));
}

#[test]
fn what_does_not_fit_is_wasted() {
    let fight = replay(
        "[fight]\nlength = 10\n[resources.rage]\ncap = 12\nregen = 1\n[abilities.a]\nevery = 3\ngain = { rage = 4 }",
    );
    // The level is 4, then 7 + 4, then 12: 2 units are lost while it rises from 11, and all of the
    // next 4. The income is 4 gains of 4 units and 10 units of regeneration, 26 in all; 12 units
    // remain.
    let rage = &fight.totals.resources[0];
    assert_eq!((rage.gained, rage.wasted, rage.spent), (12_000_000, 14_000_000, 0));
    // The integral of the level is 16.5 + 11.5 + 24 + 48: it rises from 4 to 7, then from 11 to 12
    // within a second, stays at 12 for 2 seconds, and then for 4 more.
    assert_eq!(rage.level_time, 100_000_000 * 1_000_000);
}

#[test]
fn conditions_on_the_clock_hold_to_the_microsecond() {
    let used = |condition: &str| {
        let text = format!(
            "[fight]\nlength = 20\n[constants]\nhalf = 0.5\n[resources.mana]\ncap = 50\nregen = 3\n\
             [abilities.big]\ncooldown = 7\n[abilities.once]\ncooldown = 1000\n\
             [[actions]]\nuse = \"big\"\n[[actions]]\nuse = \"once\"\nif = \"{condition}\""
        );
        uses(&replay(&text), "once")
    };
    assert_eq!(used("time >= 3.25"), [3.25]);
    assert_eq!(used("time > 3.25"), [3.250001]);
    assert_eq!(used("remaining < 7.5"), [12.500001]);
    assert_eq!(used("target.health <= constant.half"), [10.0]);
    assert_eq!(used("resource.mana >= 20"), [6.666667]);
    assert_eq!(used("resource.mana.missing <= 20"), [10.0]);
    assert_eq!(used("cooldown.big.remaining <= 2 && time > 4"), [5.0]);
    assert_eq!(used("2 * time + 1 >= remaining - 4"), [5.0]);
    assert_eq!(used("-time < -6.5"), [6.500001]);
    assert_eq!(used("last.big && time >= 2"), [2.0]);
    // A condition with a product of two changing numbers is evaluated every tenth of a second.
    assert_eq!(used("time * time > 5"), [2.3]);
    assert_eq!(used("time % 4 >= 2.55"), [2.55]);
    assert_eq!(used("-time % 4 <= 0.25 && time > 1"), [3.75]);
    assert_eq!(used("floor(time / 2) == 2"), [4.0]);
    assert_eq!(used("min(time, 3, remaining / 5) >= 2.25"), [2.25]);
    assert_eq!(used("max(time - 8, resource.mana - 47, 0) > 1"), [9.000_001]);
    // With a constant factor, the instant of change is computed.
    assert_eq!(used("time >= max(3.25, targets, 10 % 4)"), [3.25]);
    assert_eq!(used("time > floor(3.7) + min(constant.half, 7)"), [3.500001]);
    assert!(used("time % 0 <= 1 || time % 0 > 1").is_empty());
    assert!(used("time > 5 && time < 4 || targets > 1").is_empty());
}

#[test]
fn variables_are_what_their_texts_say() {
    let used = |variables: &str, condition: &str| {
        let text = format!(
            "[fight]\nlength = 20\n[constants]\nlead = 1.5\n[variables]\n{variables}\n[abilities.big]\ncooldown = 7\n\
             [abilities.once]\ncooldown = 1000\n\
             [[actions]]\nuse = \"big\"\n[[actions]]\nuse = \"once\"\nif = \"{condition}\""
        );
        uses(&replay(&text), "once")
    };
    // A variable is replaced as if in parentheses, and the instant is exact to the microsecond.
    assert_eq!(used("late = \"time - constant.lead\"", "2 * variable.late >= 3.5"), [3.25]);
    let two = "soon = \"cooldown.big.remaining <= constant.lead\"\nboth = \"variable.soon && time > 4\"";
    assert_eq!(used(two, "variable.both"), [5.5]);
    assert_eq!(used(two, "!variable.soon && time > 8"), [8.5]);
}

/// A finished cooldown or a full resource stops moving, which changes where two numbers meet.
#[test]
fn numbers_that_stop_moving_are_not_waited_for_as_if_they_went_on() {
    let used = |condition: &str| {
        let text = format!(
            "[fight]\nlength = 20\n[resources.mana]\ncap = 10\nregen = 5\n\
             [abilities.big]\ncooldown = 7\n[abilities.once]\ncooldown = 1000\n\
             [[actions]]\nuse = \"big\"\nif = \"time < 1\"\n[[actions]]\nuse = \"once\"\nif = \"{condition}\""
        );
        uses(&replay(&text), "once")
    };
    assert_eq!(used("2 * time + 2 * cooldown.big.remaining > 20"), [10.000001]);
    assert_eq!(used("3 * time - resource.mana >= 20"), [10.0]);
    assert_eq!(used("3 * time + resource.mana.missing >= 33"), [11.0]);
}

/// Each variable is twice the previous one: short texts may expand to large terms.
#[test]
fn variables_may_not_grow_without_bounds() {
    let mut text = "[fight]\nlength = 9\n[abilities.a]\n[variables]\nv0 = \"time\"\n".to_owned();
    for place in 1..40 {
        writeln!(text, "v{place} = \"variable.v{0} + variable.v{0}\"", place - 1).unwrap();
    }
    let refused = text.parse::<Profile>().unwrap_err().headline();
    assert!(refused.contains("after expansion of the variables"), "{refused}");
}

#[test]
fn the_list_is_a_priority() {
    let fight = replay(
        "[fight]\nlength = 9\n[abilities.a]\ncooldown = 5\n[abilities.b]\ncooldown = 3\n[abilities.c]\n\
         [[actions]]\nuse = \"a\"\n[[actions]]\nuse = \"b\"\n[[actions]]\nuse = \"c\"",
    );
    assert_eq!(uses(&fight, "a"), [0.0, 6.0]);
    assert_eq!(uses(&fight, "b"), [1.5, 4.5, 7.5]);
    assert_eq!(uses(&fight, "c"), [3.0]);
}

#[test]
fn what_takes_no_time_comes_before_the_next_thing_at_once() {
    let fight = replay(
        "[fight]\nlength = 4\n[abilities.a]\n[abilities.free]\ngcd = 0\ncooldown = 2\nbuff = \"b\"\n[buffs.b]\nduration = 1\n\
         [[actions]]\nuse = \"free\"\nif = \"time >= 1.5\"\n[[actions]]\nuse = \"a\"",
    );
    assert_eq!(uses(&fight, "free"), [1.5]);
    assert_eq!(uses(&fight, "a"), [0.0, 1.5, 3.0]);
}

#[test]
fn damage_is_what_the_page_says() {
    let fight = replay(
        "[fight]\nlength = 1\n[actor]\npower = 100\ndamage = 1.5\ncrit = 1\n[target]\ntaken = 0.5\n\
         [weapons.w]\nspeed = 2\ndamage = 40\ncoefficient = 0.1\n[tables.t]\norder = [\"crit\"]\nmultipliers = { crit = 2.2 }\n\
         [abilities.a]\nevery = \"w\"\nweapon_damage = 0.5\ndamage = 7\ncoefficient = 0.2\ntable = \"t\"",
    );
    // (7 + 0.5·40 + (0.2 + 0.5·0.1)·100) · 1.5 · 2.2 · 0.5
    assert_eq!(fight.damage(), 85.8);
}

/// An ability that damages and heals draws both rolls from separate streams.
#[test]
fn what_damages_and_heals_rolls_for_the_healing_too() {
    let fight = |damage: &str| {
        let text = format!(
            "[fight]\nlength = 200\n[actor]\nhealth = 1e6\n[abilities.claw]\nby = \"target\"\nevery = 1000\ndamage = 9e5\n\
             [abilities.drain]\nevery = 1\n{damage}\nheal = [10, 30]"
        );
        let fight = replay(&text);
        let heals = fight.log.iter().filter_map(|entry| match entry.event {
            ReplayEvent::Heal { amount, .. } => Some(amount),
            _ => None,
        });
        let heals: Vec<f64> = heals.collect();
        (heals, fight.damage())
    };
    for damage in ["", "damage = 100", "damage = [50, 150]"] {
        let (heals, _) = fight(damage);
        let mean = heals.iter().sum::<f64>() / heals.len() as f64;
        assert!(heals.len() == 200 && heals.iter().all(|amount| (10.0..=30.0).contains(amount)));
        assert!((mean - 20.0).abs() < 2.0, "{damage}: {mean}");
    }
    assert_eq!(fight("damage = 100").0, fight("damage = [50, 150]").0, "one source for each");
}

#[test]
fn hit_and_expertise_are_taken_off_the_others_chances() {
    let outcomes = |actor: &str| {
        let text = format!(
            "[fight]\nlength = 100\n[actor]\n{actor}\n[target]\nmiss = 0.5\ndodge = 0.25\nparry = 0.25\n\
             [tables.t]\norder = [\"miss\", \"dodge\", \"parry\"]\n[abilities.a]\nevery = 1\ntable = \"t\""
        );
        replay(&text).totals.rows[0].outcomes.map(|cell| cell.count)
    };
    let [miss, dodge, parry, .., hit] = outcomes("hit = 0");
    assert!(miss > 30 && dodge > 10 && parry > 10 && hit == 0);
    let [miss, dodge, parry, .., hit] = outcomes("hit = 0.5\nexpertise = 0.25");
    assert_eq!((miss, dodge, parry, hit), (0, 0, 0, 100));
    let [miss, dodge, ..] = outcomes("hit = 0.7");
    assert!(miss == 0 && dodge > 10);
    // The same for attacks of the target on the actor.
    let struck = |target: &str| {
        let text = format!(
            "[fight]\nlength = 100\n[actor]\nmiss = 0.5\ndodge = 0.5\n[target]\n{target}\n\
             [tables.t]\norder = [\"miss\", \"dodge\"]\n[abilities.a]\nby = \"target\"\nevery = 1\ntable = \"t\""
        );
        replay(&text).totals.rows[0].outcomes[7].count
    };
    assert_eq!((struck("hit = 0"), struck("hit = 0.5\nexpertise = 0.5")), (0, 100));
}

#[test]
fn buffs_of_avoidance_push_the_rest_off_the_table() {
    let fight = replay(
        "[fight]\nlength = 100\n[actor]\nblock = 0.25\n[target]\ncrit = 0.5\n\
         [tables.t]\norder = [\"block\", \"crit\"]\nmultipliers = { block = 0.5 }\n\
         [abilities.claw]\nby = \"target\"\nevery = 1\ndamage = 10\ntable = \"t\"\n\
         [buffs.wall]\nstart = true\nblock = 0.75",
    );
    assert_eq!(fight.totals.rows[0].outcomes[4].count, 100);
    assert_eq!(fight.taken_milli, 500_000);
}

/// Combo points: all are spent, up to a maximum, and each adds its effect.
#[test]
fn who_spends_all_of_a_resource_gets_something_for_each_unit() {
    let rules = "[fight]\nlength = 20\n[actor]\npower = 100\ngcd = 1\nhealth = 1000\n[resources.combo]\ncap = 10\nstart = 3\nregen = 0\n\
        [abilities.wound]\nby = \"target\"\nevery = 100\nfirst = 0\ndamage = 900\n\
        [abilities.gather]\ngcd = 0\ncooldown = 10\ngain = { combo = 7.5 }\n\
        [abilities.finish]\ndamage = 50\nspends = { combo = [1, 5] }\n\
        per_spent = { damage = 10, coefficient = 0.2, heal = 2, duration = 1.5 }\nbuff = \"speed\"\ndot = \"wound\"\n\
        [buffs.speed]\nduration = 2\n[dots.wound]\nduration = 1\ntick = 1\n\
        [[actions]]\nuse = \"finish\"\nif = \"time >= 1\"\n[[actions]]\nuse = \"gather\"\nif = \"time >= 5\"\n";
    let fight = replay(rules);
    // 3 units are spent at 1 s, 5 of 7.5 units at 5 s, the other 2.5 at 6 s, and again 5 and 2.5
    // units at 15 s and 16 s.
    assert_eq!(uses(&fight, "finish"), [1.0, 5.0, 6.0, 15.0, 16.0]);
    let units = [3.0, 5.0, 2.5, 5.0, 2.5];
    let damage: f64 = units.iter().map(|units| 50.0 + units * (10.0 + 0.2 * 100.0)).sum();
    assert_eq!(fight.damage(), damage);
    let of = |amount: fn(&ReplayEvent) -> Option<f64>| -> Vec<f64> {
        fight.log.iter().filter_map(|entry| amount(&entry.event)).collect()
    };
    assert_eq!(
        of(|event| if let ReplayEvent::Spend { amount, .. } = event { Some(*amount) } else { None }),
        units
    );
    let healed = of(|event| if let ReplayEvent::Heal { amount, .. } = event { Some(*amount) } else { None });
    assert_eq!(healed, units.map(|units| 2.0 * units));
    // The duration is 2 s plus 1.5 s per unit from the last application on, although the buff of an
    // earlier application would have lasted longer.
    let ends = when(&fight, |event| matches!(event, ReplayEvent::BuffEnd { .. }));
    assert_eq!(ends, [6.0 + 2.0 + 3.75]);
}

/// The only charge of an ability returns by time alone, without an event.
#[test]
fn the_only_charge_comes_back_by_the_clock() {
    let used = |condition: &str| {
        let actions = format!(
            "[[actions]]\nuse = \"strike\"\nif = \"{condition}\"\n[[actions]]\nuse = \"burst\"\nif = \"time < 1\"\n"
        );
        let rules = "[fight]\nlength = 12\n[actor]\ngcd = 0\n[abilities.burst]\ncooldown = 7.5\n[abilities.strike]\ncooldown = 100\n";
        uses(&replay(&format!("{actions}{rules}")), "strike")
    };
    assert_eq!(used("time > 0 && cooldown.burst.charges > 0"), [7.5]);
    assert_eq!(used("time > 0 && 2 * cooldown.burst.charges + 1 == 3"), [7.5]);
    assert_eq!(used("cooldown.burst.charges == 0 && cooldown.burst.remaining <= 3"), [4.5]);
}

/// Lines can be used during a global cooldown and during a cast, at the same instants as by an idle
/// actor.
#[test]
fn what_is_off_the_global_cooldown_is_used_beside_it() {
    let fight = |beside: &str, list: &str| {
        let text = format!(
            "actions = [{list}]
            [fight]
            length = 10
            [actor]
            poll = 0.7
            [resources.rage]
            cap = 100
            regen = 10
            [abilities.potion]
            gcd = 0
            cooldown = 1000
            {beside}
            [abilities.jab]
            gcd = 1.5
            cooldown = 6
            [abilities.bolt]
            cast = 2.5
            gcd = 4"
        );
        let fight = replay(&text);
        (uses(&fight, "potion"), uses(&fight, "jab"), uses(&fight, "bolt"))
    };
    let (off, casting) = ("off_gcd = true", "off_gcd = true\nwhile_casting = true");
    let list = |condition: &str| {
        format!("{{ use = \"jab\" }}, {{ use = \"bolt\" }}, {{ use = \"potion\", if = \"{condition}\" }}")
    };
    // The jab takes 1.5 s. The bolt is cast from 1.5 s to 4 s, and its global cooldown ends at 5.5
    // s.
    let others = (vec![0.0, 6.0 + 3.5], vec![4.0, 8.0]);
    let used = |beside: &str, condition: &str| {
        let (potion, jab, bolt) = fight(beside, &list(condition));
        assert_eq!((jab, bolt), others, "{beside}, {condition}");
        potion
    };
    for (condition, in_gcd, in_cast) in [
        // A condition on the time holds at its exact microsecond.
        ("time >= 0.7654321", 0.765433, 0.765433),
        ("time >= 2", 4.0, 2.0),
        ("time >= 5.25", 5.25, 5.25),
        // These conditions become true by regeneration.
        ("resource.rage >= 30", 4.0, 3.0),
        ("resource.rage >= 12.5", 1.25, 1.25),
        // A polled condition is evaluated at events and at multiples of 0.7 s.
        ("time * time >= 1", 1.4, 1.4),
        ("time * time >= 9", 4.0, 3.5),
        // These conditions become true by other events.
        ("last.bolt", 4.0, 4.0),
        ("cooldown.jab.remaining < 0.5 && time > 1", 8.0, 5.500001),
    ] {
        assert_eq!(used("", condition), [0.0; 0], "{condition}");
        assert_eq!(used(off, condition), [in_gcd], "{condition}");
        assert_eq!(used(casting, condition), [in_cast], "{condition}");
    }
    // No line is used during a wait.
    let waits = fight(casting, "{ wait = 3, if = \"time < 1\" }, { use = \"potion\" }");
    assert_eq!(waits.0, [3.0]);
}

/// An interrupted cast leaves its global cooldown, during which other lines can be used.
#[test]
fn a_broken_cast_frees_what_is_used_beside_a_global_cooldown() {
    let fight = |phase: &str| {
        let text = format!(
            "actions = [{{ use = \"bolt\" }}, {{ use = \"potion\" }}]
            [fight]
            length = 8
            [abilities.potion]
            gcd = 0
            off_gcd = true
            cooldown = 1000
            [abilities.bolt]
            cast = 3
            gcd = 2
            [phases.dance]
            from = 1
            lasts = 0.5
            {phase}"
        );
        let fight = replay(&text);
        (uses(&fight, "potion"), uses(&fight, "bolt"))
    };
    assert_eq!(fight("movement = true"), (vec![1.0], vec![5.0]));
    assert_eq!(fight("stun = true"), (vec![1.5], vec![5.0]));
    assert_eq!(fight("downtime = true"), (vec![], vec![3.0, 6.0]));
}

/// The ability is queued at once, and executed and paid at the next swing.
#[test]
fn an_attack_takes_the_place_of_the_next_swing() {
    let fight = |list: &str, more: &str| {
        replay(&format!(
            "actions = [{list}]
            [fight]
            length = 12.5
            [resources.rage]
            cap = 100
            start = 50
            [abilities.swing]
            every = 2
            damage = 10
            [abilities.heroic]
            replaces = \"swing\"
            cost = {{ rage = 20 }}
            damage = 25
            [abilities.cleave]
            replaces = \"swing\"
            cost = {{ rage = 1 }}
            [abilities.drain]
            cooldown = 1000
            cost = {{ rage = 25 }}
            {more}"
        ))
    };
    let actual = |fight: &quadrille_combat::Replay| {
        let name = |event: &ReplayEvent| match event {
            ReplayEvent::Use { ability } => Some(ability.clone()),
            ReplayEvent::Queue { ability } => Some(format!("+{ability}")),
            ReplayEvent::Unqueue { ability } => Some(format!("-{ability}")),
            _ => None,
        };
        let lines = fight
            .log
            .iter()
            .filter_map(|entry| name(&entry.event).map(|name| format!("{} {name}", entry.time)));
        lines.collect::<Vec<_>>().join(", ")
    };
    // At the same instant the swing comes before the actor's decision. After two uses there is too
    // little rage.
    let twice = fight("{ use = \"heroic\" }", "");
    assert_eq!(
        actual(&twice),
        "0 swing, 0 +heroic, 2 heroic, 2 +heroic, 4 heroic, 6 swing, 8 swing, 10 swing, 12 swing"
    );
    assert_eq!((twice.damage(), twice.totals.resources[0].spent), (100.0, 40_000_000));
    // An ability that cannot be paid when its time has come leaves the queue.
    let drained = fight("{ use = \"heroic\" }, { use = \"drain\", if = \"time >= 3\" }", "");
    assert_eq!(
        actual(&drained),
        "0 swing, 0 +heroic, 2 heroic, 2 +heroic, 3 drain, 4 -heroic, 4 swing, 6 swing, 8 swing, 10 swing, 12 swing"
    );
    // Only one ability can be queued at a time: the first of the list.
    let both = fight("{ use = \"heroic\", if = \"!last.heroic\" }, { use = \"cleave\" }", "");
    assert_eq!(
        actual(&both),
        "0 swing, 0 +heroic, 2 heroic, 2 +cleave, 4 cleave, 4 +heroic, 6 heroic, 6 +cleave, 8 cleave, 8 +cleave, 10 cleave, 10 +cleave, 12 cleave, 12 +cleave"
    );
    // Conditions can read the queue, and another swing has its own queue.
    let asked = fight(
        "{ use = \"heroic\", if = \"time >= 3\" }, { use = \"drain\", if = \"queued.heroic && time >= 3.5\" }",
        "[abilities.off]\nevery = 5\nfirst = 3.25",
    );
    assert_eq!(
        actual(&asked),
        "0 swing, 2 swing, 3 +heroic, 3.25 off, 3.5 drain, 4 heroic, 6 swing, 8 swing, 8.25 off, 10 swing, 12 swing"
    );
    // The queued ability waits as the swing does.
    let away = fight("{ use = \"heroic\" }", "[phases.away]\nfrom = 1\nlasts = 2.5\ndowntime = true");
    assert!(
        actual(&away).starts_with("0 swing, 0 +heroic, 3.5 heroic, 3.5 +heroic, 5.5 heroic, 7.5 swing"),
        "{}",
        actual(&away)
    );
    let alone = fight("{ use = \"heroic\" }", "[targets.boss]\nleaves = 1\n[targets.other]\njoins = 2.75");
    assert!(
        actual(&alone).starts_with("0 swing, 0 +heroic, 2.75 heroic, 2.75 +heroic, 4.75 heroic"),
        "{}",
        actual(&alone)
    );
}

/// A repetition whose condition does not hold is skipped, and tried again an interval later.
#[test]
fn what_repeats_has_a_condition() {
    let fight = |condition: &str, more: &str| {
        let text = format!(
            "actions = [{{ use = \"heroic\" }}, {{ use = \"jab\", if = \"time * time >= 20\" }}]
            [fight]
            length = 10
            [actor]
            poll = 1000
            [abilities.swing]
            every = 2
            if = \"{condition}\"
            [abilities.heroic]
            replaces = \"swing\"
            cooldown = 1
            [abilities.jab]
            cooldown = 1000
            {more}"
        );
        let fight = replay(&text);
        (uses(&fight, "swing"), uses(&fight, "heroic"), uses(&fight, "jab"))
    };
    // At 0 the swing comes before the decision that queues an ability. A queued ability waits for a
    // swing that is not skipped.
    assert_eq!(fight("time < 1 || time > 5", ""), (vec![0.0], vec![6.0, 8.0], vec![6.0]));
    assert_eq!(fight("time > 5", ""), (vec![], vec![6.0, 8.0], vec![6.0]));
    // A skipped repetition is an event, after which polled lines are evaluated.
    assert_eq!(fight("time < 0", ""), (vec![], vec![], vec![6.0]));
    assert_eq!(fight("queued.heroic", "").1, [2.0, 4.0, 6.0, 8.0]);
}

/// Halves of a microsecond are rounded up, although the product of the speeds is inexact in
/// floating point.
#[test]
fn halves_are_rounded_up_whatever_the_product_of_speeds() {
    let text = "actions = [{ use = \"jab\" }]\n[fight]\nlength = 0.3\n[actor]\nhaste = 0.6\ngcd = 0.5\n[abilities.jab]\n\
                hasted = [\"gcd\"]\ndamage = 1\n[buffs.fury]\nstart = true\nhaste = 0.6\n";
    // 0.5 s / 2.56 = 0.1953125 s.
    assert_eq!(uses(&replay(text), "jab"), [0.0, 0.195_313]);
}
