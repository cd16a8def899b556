//! Delayed actions: flights, latency and reaction, channels.

use quadrille_combat::{Profile, ReplayEvent};
use quadrille_diagnostics::Source;

use super::fight::{replay, uses, when};

fn headline(text: &str) -> String {
    Profile::parse(&Source::new("p", text)).expect_err(text)[0].headline()
}

fn launches(fight: &quadrille_combat::Replay) -> Vec<f64> {
    when(fight, |event| matches!(event, ReplayEvent::Launch { .. }))
}

#[test]
fn what_flies_is_paid_for_at_the_launch_and_strikes_at_the_impact() {
    let fight = replay(
        "[fight]\nlength = 10\n[resources.mana]\ncap = 100\nstart = 100\n[actor]\npower = 100\n\
         [abilities.bolt]\ncast = 2\ncooldown = 1\ntravel = 1.2\ncoefficient = 1\ncost = { mana = 30 }\n\
         [abilities.empower]\nevery = 5\nfirst = 3\nbuff = \"might\"\n[buffs.might]\nduration = 2.5\npower = 50\n\
         [[actions]]\nuse = \"bolt\"",
    );
    // The cooldown starts at the launch. The buff is up from 3 to 5.5 and from 8 to 10.5, because
    // it starts at the impact.
    assert_eq!(launches(&fight), [2.0, 5.0, 8.0]);
    assert_eq!(uses(&fight, "bolt"), [3.2, 6.2, 9.2]);
    let damage: Vec<f64> = fight
        .log
        .iter()
        .filter_map(|entry| match &entry.event {
            ReplayEvent::Attack { ability, damage, .. } if ability == "bolt" => Some(*damage),
            _ => None,
        })
        .collect();
    assert_eq!(damage, [150.0, 100.0, 150.0]);
    let spent =
        |event: &ReplayEvent| matches!(event, ReplayEvent::Spend { resource, .. } if resource == "mana");
    assert_eq!(when(&fight, spent), [2.0, 5.0, 8.0]);
    let line =
        fight.log.iter().find(|entry| matches!(entry.event, ReplayEvent::Launch { .. })).expect("a launch");
    assert_eq!(line.to_string(), "    2.000  bolt flies to target 1, until 3.200 s");
}

#[test]
fn any_number_may_be_in_the_air() {
    let fight = replay(
        "[fight]\nlength = 6\n[abilities.spark]\ngcd = 1\ntravel = 2.5\ndamage = 1\n\
         [[actions]]\nuse = \"spark\"\nif = \"flying.spark < 2\"",
    );
    assert_eq!(launches(&fight), [0.0, 1.0, 2.5, 3.5, 5.0]);
    assert_eq!(uses(&fight, "spark"), [2.5, 3.5, 5.0]);
    assert_eq!(fight.damage(), 3.0);
}

#[test]
fn who_is_dead_or_gone_at_the_impact_is_missed() {
    // The first bolt kills the first target; the second bolt was launched at that target before its
    // death.
    let fight = replay(
        "[fight]\nlength = 5\n[target]\nhealth = 50\n[targets.a]\n[targets.b]\nleaves = 3.6\n\
         [abilities.bolt]\ngcd = 1\ntravel = 1.5\ndamage = 50\ngain = { combo = 1 }\n[resources.combo]\ncap = 9\n\
         [[actions]]\nuse = \"bolt\"",
    );
    let lost = |event: &ReplayEvent| matches!(event, ReplayEvent::Lost { .. });
    assert_eq!(uses(&fight, "bolt"), [1.5, 3.5]);
    assert_eq!(when(&fight, lost), [2.5]);
    assert_eq!(when(&fight, |event| matches!(event, ReplayEvent::Death { .. })), [1.5, 3.5]);

    // An ability with several targets strikes those that are still present.
    let fight = replay(
        "[fight]\nlength = 4\n[targets.a]\nleaves = 1\n[targets.b]\n[targets.c]\n[targets.d]\njoins = 1\n\
         [abilities.wave]\ntargets = 3\ntravel = 2\ndamage = 10\ncooldown = 100\n[[actions]]\nuse = \"wave\"",
    );
    let struck: Vec<u16> = fight
        .log
        .iter()
        .filter_map(|entry| match entry.event {
            ReplayEvent::Attack { target, .. } => Some(target),
            _ => None,
        })
        .collect();
    assert_eq!(struck, [2, 3]);
}

#[test]
fn what_targets_throw_flies_as_well() {
    let fight = replay(
        "[fight]\nlength = 5\n[abilities.spit]\nby = \"target\"\nevery = 2\ntravel = 0.5\ndamage = 7\n\
         [abilities.jab]\nevery = 2\nuse = \"echo\"\n[abilities.echo]\ntravel = 1\ndamage = 3",
    );
    assert_eq!(uses(&fight, "spit"), [0.5, 2.5, 4.5]);
    assert_eq!(uses(&fight, "echo"), [1.0, 3.0]);
    assert_eq!((fight.taken_milli, fight.damage_milli), (21_000, 6_000));
}

#[test]
fn a_flight_has_an_end() {
    let text = |travel: &str| format!("[fight]\nlength = 5\n[abilities.a]\ntravel = {travel}");
    assert_eq!(headline(&text("61")), "p:4:10: `travel` is 61 (expected a number from 0 to 60)");
    assert_eq!(
        headline(&text("0.0001")),
        "p:4:10: `travel` is 0.0001 seconds (expected 0, or at least 0.001 seconds)"
    );
}

#[test]
fn a_player_decides_a_little_late() {
    let list = "[[actions]]\nuse = \"dash\"\n[[actions]]\nuse = \"slow\"\n[[actions]]\nuse = \"quick\"\n";
    let fight = replay(&format!(
        "{list}[fight]\nlength = 9\n[actor]\nlatency = 0.1\n[abilities.slow]\ncast = 2\ncooldown = 100\n\
         [abilities.quick]\ngcd = 1\n[abilities.dash]\ngcd = 0\ncooldown = 5\n"
    ));
    // Actions without a duration have no latency, and waiting has none either.
    assert_eq!(uses(&fight, "dash"), [0.0, 5.4]);
    assert_eq!(uses(&fight, "slow"), [2.0]);
    assert_eq!(uses(&fight, "quick"), [2.1, 3.2, 4.3, 5.4, 6.5, 7.6, 8.7]);

    // After an interrupted cast, the latency starts at the interruption or at the end of the global
    // cooldown, whichever is later.
    let fight = replay(
        "[fight]\nlength = 6\n[actor]\nlatency = 0.25\ngcd = 1\n[abilities.slow]\ncast = 3\n\
         [phases.run]\nfrom = 2\nlasts = 0.125\nmovement = true\n[[actions]]\nuse = \"slow\"",
    );
    let begins = when(&fight, |event| matches!(event, ReplayEvent::Cast { .. }));
    assert_eq!(begins, [0.0, 2.25, 5.5]);

    // With a range, the latency is drawn for each use and lies within the range.
    let fight = replay(
        "[fight]\nlength = 60\n[actor]\nlatency = [0.05, 0.15]\n[abilities.quick]\ngcd = 1\n[[actions]]\nuse = \"quick\"",
    );
    let used = uses(&fight, "quick");
    let gaps: Vec<f64> = used.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gaps.iter().all(|gap| (1.05..=1.15).contains(gap)), "{gaps:?}");
    assert!(gaps.windows(2).any(|pair| pair[0] != pair[1]));
}

#[test]
fn a_buff_is_seen_later_than_it_comes() {
    let profile = |condition: &str| {
        format!(
            "[fight]\nlength = 10\n[actor]\nreaction = 0.25\n[abilities.swing]\nevery = 2\nfirst = 1\nbuff = \"fury\"\n\
             [buffs.fury]\nduration = 5\nstacks = 3\n\
             [abilities.strike]\ngcd = 0\ncooldown = 1.5\n[[actions]]\nuse = \"strike\"\nif = \"{condition}\""
        )
    };
    // Stacks come at 1, 3, 5, …; each is visible a quarter of a second later, to the microsecond.
    assert_eq!(uses(&replay(&profile("buff.fury.react == 1")), "strike"), [1.25, 2.75]);
    assert_eq!(uses(&replay(&profile("buff.fury.react >= 2 && time < 5")), "strike"), [3.25, 4.75]);
    assert_eq!(uses(&replay(&profile("buff.fury.react >= 3")), "strike"), [5.25, 6.75, 8.25, 9.75]);
    assert_eq!(uses(&replay(&profile("buff.fury.stacks >= 3")), "strike"), [5.0, 6.5, 8.0, 9.5]);
    // `react` can also be used in arithmetic.
    assert_eq!(
        uses(
            &replay(&profile(
                "buff.fury.stacks - buff.fury.react == 0 && time > 0 && buff.fury.up && time < 3"
            )),
            "strike"
        ),
        [1.25, 2.75]
    );
}

#[test]
fn what_is_gone_is_not_seen_any_more() {
    let fight = replay(
        "[fight]\nlength = 8\n[actor]\nreaction = 0.5\n[abilities.light]\nevery = 3\nfirst = 1\nbuff = \"short\"\n\
         [buffs.short]\nduration = 0.4\n[abilities.glow]\nevery = 3\nfirst = 1\nbuff = \"long\"\n[buffs.long]\nduration = 0.6\n\
         [abilities.a]\ngcd = 0\ncooldown = 1\n[abilities.b]\ngcd = 0\ncooldown = 1\n\
         [[actions]]\nuse = \"a\"\nif = \"buff.short.react > 0\"\n[[actions]]\nuse = \"b\"\nif = \"buff.long.react > 0\"",
    );
    assert!(uses(&fight, "a").is_empty());
    assert_eq!(uses(&fight, "b"), [1.5, 4.5, 7.5]);
    // Without a reaction time everything is visible at once.
    let fight = replay(
        "[fight]\nlength = 3\n[abilities.light]\nevery = 3\nfirst = 1\nbuff = \"short\"\n[buffs.short]\nduration = 0.4\n\
         [abilities.a]\ngcd = 0\ncooldown = 1\n[[actions]]\nuse = \"a\"\nif = \"buff.short.react > 0\"",
    );
    assert_eq!(uses(&fight, "a"), [1.0]);
}

#[test]
fn delays_have_their_bounds() {
    let text = |key: &str, value: &str| format!("[fight]\nlength = 5\n[actor]\n{key} = {value}");
    assert_eq!(
        headline(&text("latency", "11")),
        "p:4:11: `latency` is 11 (expected a number from 0 to 10); or a range: [least, most]"
    );
    assert_eq!(
        headline(&text("reaction", "[0.3, 0.1]")),
        "p:4:12: `reaction` goes from 0.3 down to 0.1 (expected the smaller number first: [least, most])"
    );
}

#[test]
fn a_channel_does_several_times_what_it_does() {
    let fight = replay(
        "[fight]\nlength = 10\n[resources.mana]\ncap = 100\nstart = 100\n[actor]\nhaste = 0.5\n[abilities.flay]\n\
         channel = { lasts = 3, ticks = 3 }\ndamage = 100\ncost = { mana = 10 }\ncooldown = 5\nbuff = \"echo\"\n\
         [buffs.echo]\nstacks = 9\n[[actions]]\nuse = \"flay\"",
    );
    assert_eq!(uses(&fight, "flay"), [1.0, 2.0, 3.0, 6.0, 7.0, 8.0]);
    let spent =
        |event: &ReplayEvent| matches!(event, ReplayEvent::Spend { resource, .. } if resource == "mana");
    assert_eq!(when(&fight, spent), [0.0, 5.0]);
    assert_eq!(fight.damage(), 600.0);
    let line =
        fight.log.iter().find(|entry| matches!(entry.event, ReplayEvent::Channel { .. })).expect("a channel");
    assert_eq!(line.to_string(), "    0.000  begins to channel flay, until 3.000 s");

    // Under haste, interval and length are shorter; the actor is free at the end, or after the
    // global cooldown.
    let text = |gcd: f64| {
        format!(
            "[fight]\nlength = 6\n[actor]\nhaste = 0.5\n[abilities.flay]\nchannel = {{ lasts = 3, ticks = 3 }}\n\
             hasted = \"channel\"\ngcd = {gcd}\ndamage = 1\n[[actions]]\nuse = \"flay\""
        )
    };
    assert_eq!(
        uses(&replay(&text(1.0)), "flay"),
        [0.666667, 1.333333, 2.0, 2.666667, 3.333333, 4.0, 4.666667, 5.333333]
    );
    assert_eq!(uses(&replay(&text(3.0)), "flay"), [0.666667, 1.333333, 2.0, 3.666667, 4.333333, 5.0]);
}

#[test]
fn a_channel_is_cut_short_after_a_tick() {
    let text = |clip: &str| {
        format!(
            "[fight]\nlength = 9\n[actor]\ngcd = 1\n[abilities.flay]\nchannel = {{ lasts = 3, ticks = 3 }}\n\
             clip = \"{clip}\"\n[abilities.blast]\ncooldown = 5\n\
             [[actions]]\nuse = \"blast\"\n[[actions]]\nuse = \"flay\""
        )
    };
    let clips =
        |fight: &quadrille_combat::Replay| when(fight, |event| matches!(event, ReplayEvent::Clip { .. }));
    // The blast is used at 0 and ready at 5. At 5 the second channel has had one tick, and a second
    // later two.
    let fight = replay(&text("channel.flay.ticks >= 2 && cooldown.blast.ready"));
    assert_eq!(uses(&fight, "flay"), [2.0, 3.0, 4.0, 5.0, 6.0, 8.0]);
    assert_eq!((uses(&fight, "blast"), clips(&fight)), (vec![0.0, 6.0], vec![6.0]));
    let fight = replay(&text("cooldown.blast.ready"));
    assert_eq!((uses(&fight, "blast"), clips(&fight)), (vec![0.0, 5.0], vec![5.0]));
    // At its last tick the channel ends in any case.
    let fight = replay(&text("channel.flay.remaining < 0.5"));
    assert!(clips(&fight).is_empty());
    let fight = replay(&text("channel.flay.remaining <= 1"));
    assert_eq!(clips(&fight)[0], 3.0);
}

#[test]
fn a_channel_is_broken_off() {
    let breaks =
        |fight: &quadrille_combat::Replay| when(fight, |event| matches!(event, ReplayEvent::Break { .. }));
    let text = |more: &str, moving: &str| {
        format!(
            "[fight]\nlength = 9\n[actor]\ngcd = 1\n[abilities.flay]\nchannel = {{ lasts = 3, ticks = 3 }}\n{moving}damage = 10\n\
             [[actions]]\nuse = \"flay\"\n{more}"
        )
    };
    // A tick that is due at the instant of the interruption does not happen.
    let run = "[phases.run]\nfrom = 2\nlasts = 0.5\nmovement = true\n";
    let fight = replay(&text(run, ""));
    assert_eq!((breaks(&fight), uses(&fight, "flay")), (vec![2.0], vec![1.0, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5]));
    assert!(breaks(&replay(&text(run, "moving = true\n"))).is_empty());
    let stun = "[phases.stun]\nfrom = 2\nlasts = 0.5\nstun = true\n";
    assert_eq!(breaks(&replay(&text(stun, "moving = true\n"))), [2.0]);

    // The second tick of the channel kills its target, and the actor acts again at once.
    let dies = "[target]\nhealth = 20\n[targets.a]\n[targets.b]\nhealth = 1000\n";
    let fight = replay(&text(dies, ""));
    assert_eq!(
        (breaks(&fight), uses(&fight, "flay")),
        (vec![2.0], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])
    );
    // Here the target leaves before the global cooldown is over.
    let leaves = "[targets.a]\nleaves = 0.5\n[targets.b]\n";
    let fight = replay(&text(leaves, ""));
    assert_eq!((breaks(&fight), uses(&fight, "flay")[0]), (vec![0.5], 2.0));
}

#[test]
fn channels_have_their_rules() {
    let text = |keys: &str| format!("[fight]\nlength = 5\n[abilities.a]\n{keys}\n");
    for (keys, expected) in [
        ("channel = { lasts = 3 }", "p:4:11: the key `ticks` is missing in [channel] (expected `ticks = …`)"),
        ("channel = { ticks = 3 }", "p:4:11: the key `lasts` is missing in [channel] (expected `lasts = …`)"),
        (
            "channel = { lasts = 0.01, ticks = 20 }",
            "p:4:35: 0.01 seconds are too short for 20 ticks (expected at least 0.001 seconds per tick)",
        ),
        ("clip = \"time > 3\"", "p:4:8: `clip` requires a channel (expected `channel = …`)"),
        (
            "channel = { lasts = 3, ticks = 3 }\nclip = \"channel.b.ticks > 1\"",
            "p:5:17: there is no ability `b` (expected `a`)",
        ),
        (
            "channel = { lasts = 3, ticks = 3 }\ncast = 2",
            "p:4:11: `channel` and `cast` exclude each other (expected at most one of cast, channel)",
        ),
    ] {
        assert_eq!(headline(&text(keys)), expected, "{keys}");
    }
}

/// A shot during a channel kills the target of both. The actor is then free and starts the next
/// channel in the same decision. Only after that decision, the phase ends whose end depends on the
/// target's health.
#[test]
fn a_decision_that_ends_its_own_channel_goes_on_before_a_phase_that_health_ends() {
    let text = "[fight]\nlimit = 9\n[phases.shield]\nfrom = 1\nuntil = 0.5\n[target]\nhealth = 30\n[targets.a]\n[targets.b]\n\
                [abilities.shot]\ngcd = 0\noff_gcd = true\nwhile_casting = true\ncooldown = 100\ndamage = 40\n\
                [abilities.flay]\ngcd = GCD\nchannel = { lasts = 5, ticks = 2 }\n[[actions]]\nuse = \"shot\"\nif = \"time >= 2\"\n\
                [[actions]]\nuse = \"flay\"\n";
    let actual = |gcd: &str| {
        let text = text.replace("GCD", gcd);
        let log = replay(&text).log;
        let profile = text.parse().expect("a profile");
        assert_eq!(log, quadrille_combat::log_plainly(&profile, 1, 0, &()).expect("not cancelled"));
        let after = log.iter().filter(|entry| (2.0..4.0).contains(&entry.time));
        after.map(ToString::to_string).collect::<Vec<_>>()
    };
    let first = [
        "    2.000  uses shot",
        "    2.000  shot hits target 1 for 40.0",
        "    2.000  target 1 dies",
        "    2.000  flay is interrupted",
    ];
    let [begins, ends] = ["begins to channel flay, until", "phase shield ends"];
    assert_eq!(
        actual("0"),
        [&first[..], &[&format!("    2.000  {begins} 7.000 s"), &format!("    2.000  {ends}")]].concat()
    );
    // The actor is not free during its global cooldown.
    assert_eq!(
        actual("3"),
        [&first[..], &[&format!("    2.000  {ends}"), &format!("    3.000  {begins} 8.000 s")]].concat()
    );
}
