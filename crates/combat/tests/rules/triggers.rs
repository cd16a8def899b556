//! Procs and effects.

use quadrille_combat::ReplayEvent;

use super::fight::{replay, uses, when};

#[test]
fn certain_procs_follow_at_once_and_cooldowns_hold_them_back() {
    let fight = replay(
        "[fight]\nlength = 10\n[abilities.a]\nevery = 1\n[abilities.echo]\ndamage = 5\n\
         [procs.p]\nfrom = \"a\"\ncooldown = 2.5\nuse = \"echo\"",
    );
    assert_eq!(uses(&fight, "echo"), [0.0, 3.0, 6.0, 9.0]);
    assert_eq!(fight.totals.procs[0], (4, 4));
}

/// An idle actor decides again at changes that its list reads: the begin and the end of a proc's
/// cooldown.
#[test]
fn conditions_follow_the_internal_cooldown_of_a_proc() {
    let used = |condition: &str| {
        let text = format!(
            "[fight]\nlength = 12\n[abilities.a]\nevery = 5\nfirst = 1\n[abilities.x]\ngcd = 1\n\
             [procs.trinket]\nfrom = \"a\"\ncooldown = 2\n[[actions]]\nuse = \"x\"\nif = \"{condition}\""
        );
        uses(&replay(&text), "x")
    };
    assert_eq!(used("!proc.trinket.ready"), [1.0, 2.0, 6.0, 7.0, 11.0]);
    assert_eq!(used("proc.trinket.remaining > 1.5"), [1.0, 6.0, 11.0]);
    assert_eq!(used("proc.trinket.remaining > 0 && proc.trinket.remaining <= 1"), [2.0, 7.0]);
    assert_eq!(used("proc.trinket.ready && time > 1.5"), [3.0, 4.0, 5.0, 8.0, 9.0, 10.0]);
}

#[test]
fn outcomes_decide_what_triggers() {
    let fight = replay(
        "[fight]\nlength = 4\n[target]\ndodge = 1\n[tables.t]\norder = [\"dodge\"]\n[abilities.a]\nevery = 1\ntable = \"t\"\nbuff = \"x\"\n\
         [buffs.x]\n[buffs.y]\n[buffs.z]\n[procs.on_dodge]\non = \"dodge\"\nbuff = \"y\"\n[procs.on_land]\nbuff = \"z\"",
    );
    let applied: Vec<u64> = fight.totals.buffs.iter().map(|buff| buff.applied).collect();
    assert_eq!(applied, [0, 1, 0]);
}

#[test]
fn a_deck_of_nothing_but_hits_and_an_accumulation_to_certainty() {
    let successes = |odds: &str| {
        replay(&format!(
            "[fight]\nlength = 12\n[abilities.a]\nevery = 1\n[buffs.b]\n[procs.p]\n{odds}\nbuff = \"b\""
        ))
        .totals
        .procs[0]
    };
    assert_eq!(successes("deck = { hits = 4, cards = 4 }"), (12, 12));
    assert_eq!(successes("deck = { hits = 0, cards = 4 }"), (0, 12));
    assert_eq!(successes("accumulates = 1"), (12, 12));
    assert_eq!(successes("accumulates = 0"), (0, 12));
    assert_eq!(successes("chance = 0"), (0, 12));
    // A deck has two successes among four cards, in any order.
    assert_eq!(successes("deck = { hits = 2, cards = 4 }"), (6, 12));
    // The rate is 30 per minute, with one attempt per second, the first at 0. With a rate of 60,
    // every attempt from 1 s on is certain to succeed.
    assert_eq!(successes("rppm = 60\nbad_luck_protection = false"), (11, 12));
    assert_eq!(successes("rppm = 600\nlongest_gap = 0"), (0, 12));
}

#[test]
fn cooldowns_are_reset_and_advanced() {
    let profile = |effect: &str| {
        let text = format!(
            "[fight]\nlength = 25\n[abilities.big]\ngcd = 1\ncooldown = 10\n[abilities.tap]\nevery = 100\nfirst = 4\n{effect}\n\
             [[actions]]\nuse = \"big\""
        );
        uses(&replay(&text), "big")
    };
    assert_eq!(profile(""), [0.0, 10.0, 20.0]);
    assert_eq!(profile("reset = \"big\""), [0.0, 4.0, 14.0, 24.0]);
    assert_eq!(profile("advance = { big = 2.5 }"), [0.0, 7.5, 17.5]);
    assert_eq!(profile("advance = { big = 60 }"), [0.0, 4.0, 14.0, 24.0]);
}

#[test]
fn charges_are_reset_and_advanced() {
    let profile = |effect: &str| {
        let text = format!(
            "[fight]\nlength = 25\n[abilities.big]\ngcd = 1\ncooldown = 10\ncharges = 2\n[abilities.tap]\nevery = 100\nfirst = 4\n{effect}\n\
             [[actions]]\nuse = \"big\""
        );
        uses(&replay(&text), "big")
    };
    assert_eq!(profile(""), [0.0, 1.0, 10.0, 20.0]);
    // The charge that started recharging at 0 returns at 10, regardless of others that returned
    // before.
    assert_eq!(profile("reset = \"big\""), [0.0, 1.0, 4.0, 10.0, 20.0]);
    assert_eq!(profile("advance = { big = 2.5 }"), [0.0, 1.0, 7.5, 17.5]);
}

#[test]
fn buffs_are_removed() {
    let fight = replay(
        "[fight]\nlength = 10\n[abilities.a]\nevery = 100\nfirst = 4\nremove = \"b\"\n[buffs.b]\nstart = true\n",
    );
    assert_eq!(fight.totals.buffs[0].uptime, 4_000_000);
}

#[test]
fn ticks_set_off_procs_and_bring_resources() {
    let fight = replay(
        "[fight]\nlength = 20\n[resources.soul]\ncap = 10\n[abilities.a]\nevery = 100\ndot = \"d\"\n[abilities.echo]\n\
         [dots.d]\nduration = 9\ntick = 3\ndamage = 1\ngain = { soul = 1 }\n[procs.p]\nfrom = \"dot.d\"\nuse = \"echo\"",
    );
    assert_eq!(uses(&fight, "echo"), [3.0, 6.0, 9.0]);
    assert_eq!(fight.totals.resources[0].gained, 3_000_000);
}

#[test]
fn damage_brings_resources() {
    let fight = replay(
        "[fight]\nlength = 1\n[resources.rage]\ncap = 100\n[abilities.a]\nevery = 5\ndamage = 123\ngain_per_damage = { rage = 0.02 }",
    );
    assert_eq!(fight.totals.resources[0].gained, 2_460_000);
}

/// A debuff's charge is consumed on each target that is struck. A debuff with `start` is on all
/// targets at first.
#[test]
fn charges_of_debuffs_are_each_targets_own() {
    let fight = replay(
        "[fight]\nlength = 3\ntargets = 3\n[abilities.a]\nevery = 2\nfirst = 1\ndamage = 10\ntargets = 3\n\
         [buffs.mark]\non = \"target\"\nstart = true\ncharges = 2\nconsumed_by = \"a\"\ntaken = 0.5",
    );
    assert_eq!((fight.damage(), fight.totals.buffs[0].applied), (3.0 * 15.0, 3));
    assert_eq!(fight.totals.buffs[0].consumed, 3);
}

#[test]
fn attempts_are_counted_from_the_last_success() {
    // The proc is certain at the third attempt, and impossible before it.
    let fight = replay(
        "[fight]\nlength = 9.5\n[abilities.jab]\nevery = 1\n[buffs.b]\nduration = 0.5\n\
         [procs.p]\nchance = \"proc.p.tries - 2\"\nbuff = \"b\"",
    );
    assert_eq!(when(&fight, |event| matches!(event, ReplayEvent::Proc { .. })), [2.0, 5.0, 8.0]);
    // The action list reads the attempts too, and the second failure in a row wakes the actor.
    let fight = replay(
        "actions = [{ use = \"spend\", if = \"proc.p.tries >= 2\" }]\n[fight]\nlength = 5.5\n\
         [abilities.jab]\nevery = 1\n[abilities.spend]\ncooldown = 60\n[buffs.b]\n\
         [procs.p]\nfrom = \"jab\"\nchance = 0\nbuff = \"b\"",
    );
    assert_eq!(uses(&fight, "spend"), [1.0]);
}

#[test]
fn a_proc_whose_condition_does_not_hold_is_no_attempt() {
    let fight = replay(
        "[fight]\nlength = 6.5\n[abilities.jab]\nevery = 1\n[abilities.open]\nevery = 1000\nfirst = 2.5\nbuff = \"gate\"\n\
         triggers = false\n[buffs.gate]\nduration = 2\n[buffs.b]\nduration = 0.5\n\
         [procs.p]\nfrom = \"jab\"\nif = \"buff.gate.up\"\ndeck = { cards = 2, hits = 2 }\nbuff = \"b\"",
    );
    assert_eq!(when(&fight, |event| matches!(event, ReplayEvent::Proc { .. })), [3.0, 4.0]);
    assert_eq!(fight.totals.procs, [(2, 2)]);
}

/// A table of reactions: fire on wet targets, frost on burning targets.
#[test]
fn attacks_react_with_what_their_target_bears() {
    let fight = replay(
        "[fight]\nlength = 10\ntargets = 2\n\
         [abilities.rain]\nevery = 4\nfirst = 0.5\ntargets = 2\nbuff = \"wet\"\n\
         [abilities.spark]\nschool = \"fire\"\nevery = 1\ndamage = 10\n[abilities.burst]\ndamage = 7\ntargets = 2\n\
         [buffs.wet]\non = \"target\"\nduration = 3\ncharges = 2\n\
         [reactions.steam]\naura = \"wet\"\nby = \"school.fire\"\ndamage = 0.5\ntakes = 1\nuse = \"burst\"",
    );
    // The rain comes at 0.5, 4.5 and 8.5; the sparks at 1, 2, 5, 6 and 9 find a charge.
    let reacts =
        when(&fight, |event| matches!(event, ReplayEvent::Reaction { name, target: 1 } if name == "steam"));
    assert_eq!(reacts, [1.0, 2.0, 5.0, 6.0, 9.0]);
    assert_eq!(uses(&fight, "burst"), reacts);
    assert_eq!(fight.damage(), 10.0 * 10.0 + 5.0 * 5.0 + 5.0 * 14.0);
    assert_eq!(fight.totals.reactions, [5]);
}

#[test]
fn the_first_reaction_that_is_possible_takes_place_alone() {
    let with = |more: &str| {
        let fight = replay(&format!(
            "[fight]\nlength = 4\n[abilities.spark]\nevery = 1\ndamage = 10\n[buffs.wet]\non = \"target\"\nstart = true\nstacks = 9\n\
             [buffs.cold]\non = \"target\"\nstart = true\n[reactions.steam]\naura = \"wet\"\nby = \"spark\"\ndamage = 1\n{more}\
             [reactions.melt]\naura = \"cold\"\nby = \"spark\"\ndamage = 2\ncooldown = 2"
        ));
        (fight.damage(), fight.totals.reactions.clone())
    };
    assert_eq!(with(""), (20.0 + 30.0 + 10.0 + 10.0, vec![1, 1]));
    // The target becomes wet again each time; during the cooldown the other reaction occurs.
    assert_eq!(with("cooldown = 1.5\nbuff = \"wet\"\n"), (20.0 + 30.0 + 20.0 + 10.0, vec![2, 1]));
}

#[test]
fn reactions_that_make_no_sense_are_refused() {
    let refused = |more: &str| {
        let text = format!(
            "[fight]\nlength = 4\n[abilities.spark]\n[abilities.claw]\nby = \"target\"\nevery = 1\n[buffs.wet]\non = \"target\"\n\
             [buffs.own]\n[reactions.r]\n{more}"
        );
        text.parse::<quadrille_combat::Profile>().expect_err(more).headline().clone()
    };
    for (more, expected) in [
        ("by = \"spark\"\n", "the key `aura` is missing in [reactions.r]"),
        ("aura = \"wet\"\n", "the key `by` is missing in [reactions.r]"),
        ("aura = \"own\"\nby = \"spark\"\n", "the buff `own` is not on targets"),
        ("aura = \"wet\"\nby = \"claw\"\n", "`claw` is an ability of the target"),
        ("aura = \"wet\"\nby = \"school.fire\"\n", "no ability has the school `fire`"),
        ("aura = \"wet\"\nby = \"spark\"\ntakes = \"some\"\n", "`takes` is \"some\""),
        ("aura = \"wet\"\nby = \"spark\"\nuse = \"spark\"\n", "the triggers form an endless cycle"),
    ] {
        let actual = refused(more);
        assert!(actual.contains(expected), "{more}: {actual}");
    }
}
