//! Called lists, and lines that use no ability.

use quadrille_combat::{Check, Profile, ReplayEvent, Warning};

use super::fight::{replay, uses, when};

const REST: &str = "
[fight]
length = 30
targets = 3
[target]
health = 5000
[resources.rage]
cap = 100
regen = 3
[buffs.fury]
duration = 5
[dots.pain]
duration = 7
tick = 1
damage = 10
[abilities.slam]
cost = { rage = 30 }
damage = 100
[abilities.rend]
gcd = 1
dot = \"pain\"
[abilities.shout]
cooldown = 11
gcd = 0
buff = \"fury\"
[abilities.jab]
damage = 5
gcd = 1.25
";

/// Returns the log of the first fight.
fn log(list: &str) -> Vec<String> {
    replay(&format!("{list}{REST}")).log.iter().map(ToString::to_string).collect()
}

#[test]
fn a_call_is_as_if_its_lines_stood_there() {
    let called = log("actions = [
            { use = \"shout\", if = \"resource.rage > 10\" },
            { call = \"burst\", if = \"buff.fury.up && targets > 1\" },
            { call = \"spread\" },
            { use = \"jab\", if = \"time % 2 < 1.3\" },
        ]
        lists.spread = [{ use = \"rend\", if = \"dot.pain.remaining < 2\" }]
        lists.burst = [
            { use = \"slam\", if = \"resource.rage >= 35\" },
            { call = \"spread\", if = \"buff.fury.remaining < 3\" },
            { use = \"jab\" },
        ]");
    let written_out = log(
        "actions = [
            { use = \"shout\", if = \"resource.rage > 10\" },
            { use = \"slam\", if = \"buff.fury.up && targets > 1 && resource.rage >= 35\" },
            { use = \"rend\", if = \"buff.fury.up && targets > 1 && buff.fury.remaining < 3 && dot.pain.remaining < 2\" },
            { use = \"jab\", if = \"buff.fury.up && targets > 1\" },
            { use = \"rend\", if = \"dot.pain.remaining < 2\" },
            { use = \"jab\", if = \"time % 2 < 1.3\" },
        ]",
    );
    assert!(called.len() > 60, "{}", called.len());
    assert_eq!(called, written_out);
}

/// The call is evaluated for the first target, the called line for each.
#[test]
fn a_line_that_goes_round_does_so_in_a_called_list() {
    let fight = |call: &str| {
        let text = format!(
            "actions = [{{ call = \"all\", if = \"{call}\" }}]
            [[lists.all]]
            use = \"rend\"
            if = \"dot.pain.remaining <= 3\"
            cycle = true{REST}"
        );
        uses(&replay(&text), "rend")
    };
    // One target after the other, and again when 3 seconds are left.
    assert_eq!(fight("time >= 0")[..6], [0.0, 1.0, 2.0, 4.0, 5.0, 6.0]);
    // The called list is used only while the first target lacks the debuff.
    assert_eq!(fight("dot.pain.down"), [0.0, 7.0, 14.0, 21.0, 28.0]);
    // The line is never used, because the debuff is never on the first target.
    assert_eq!(fight("dot.pain.up"), [0.0; 0]);
    // A line without condition uses the first target, as does the call.
    let text = format!(
        "actions = [{{ call = \"all\", if = \"dot.pain.down\" }}]
        lists.all = [{{ use = \"rend\", cycle = true }}]{REST}"
    );
    assert_eq!(uses(&replay(&text), "rend"), [0.0, 7.0, 14.0, 21.0, 28.0]);
}

#[test]
fn a_check_tells_each_line_of_each_list() {
    let profile: Profile = format!(
        "actions = [
            {{ call = \"burst\", if = \"resource.rage >= 60\" }},
            {{ use = \"rend\", if = \"dot.pain.down\" }},
            {{ call = \"burst\", if = \"time < 5\" }},
        ]
        lists.burst = [{{ use = \"slam\" }}, {{ use = \"jab\", if = \"time < 5\" }}, {{ use = \"shout\", if = \"time < 0\" }}]
        lists.idle = [{{ use = \"jab\" }}]{REST}"
    )
    .parse()
    .expect("a profile");
    let check = Check::of(&profile, 1, 10, &()).expect("not cancelled");
    let actual: Vec<_> =
        check.lines.iter().map(|line| (line.at.as_str(), line.list.as_deref(), line.uses)).collect();
    assert_eq!(
        actual,
        [
            ("1: burst 1", Some("burst"), 10),
            ("1: burst 2", Some("burst"), 0),
            ("1: burst 3", Some("burst"), 0),
            ("2", None, 50),
            ("3: burst 1", Some("burst"), 0),
            ("3: burst 2", Some("burst"), 40),
            ("3: burst 3", Some("burst"), 0),
        ]
    );
    assert_eq!(check.lines[1].waits_for, ["resource.rage", "time"]);
    let actual: Vec<String> = check.warnings.iter().map(ToString::to_string).collect();
    assert!(actual.contains(&"line 3 of `burst` (shout) was never used".to_owned()), "{actual:?}");
    assert!(check.warnings.contains(&Warning::Uncalled { list: "idle".to_owned() }), "{actual:?}");
    // A line counts as used if any call reaches it.
    assert!(
        !actual.iter().any(|warning| warning.contains("(slam)") || warning.contains("(jab)")),
        "{actual:?}"
    );
}

/// These profiles are too long for `tests/profiles/refusals.txt`.
#[test]
fn what_grows_too_large_is_refused() {
    let refused = |lists: &str| {
        let errors = format!("{lists}{REST}").parse::<Profile>().expect_err("too large");
        errors.headline()
    };
    // Each list calls the next twice.
    let doubling = (0..12)
        .map(|list| format!("lists.l{list} = [{{ call = \"l{0}\" }}, {{ call = \"l{0}\" }}]\n", list + 1));
    let doubling = format!(
        "actions = [{{ call = \"l0\" }}]\n{}lists.l12 = [{{ use = \"jab\" }}]",
        doubling.collect::<String>()
    );
    assert!(refused(&doubling).contains("too long with all calls expanded (expected at most 1000 lines)"));
    let chain = (0..21).map(|list| format!("lists.l{list} = [{{ call = \"l{}\" }}]\n", list + 1));
    let chain = format!(
        "actions = [{{ call = \"l0\" }}]\n{}lists.l21 = [{{ use = \"jab\" }}]",
        chain.collect::<String>()
    );
    assert!(refused(&chain).contains("nested too deeply (expected at most 20 nested calls)"));
    // A large condition is joined to many lines, or several large conditions to one line.
    let large = format!("[variables]\nv = \"{}\"\n", vec!["time"; 500].join(" + "));
    let many = vec!["{ use = \"jab\" }"; 190].join(", ");
    let before = |times: usize| vec!["variable.v > 1"; times].join(" && ");
    let wide = format!("actions = [{{ call = \"l\", if = \"{}\" }}]\nlists.l = [{many}]\n{large}", before(9));
    assert!(refused(&wide).contains("too large with all calls expanded (expected at most 500000 names"));
    let deep = format!(
        "actions = [{{ call = \"l\", if = \"{0}\" }}]\nlists.l = [{{ use = \"jab\", if = \"{0}\" }}]\n{large}",
        before(11)
    );
    let actual = refused(&deep);
    assert!(
        actual.contains("operations") && actual.contains("including the conditions of the calling lines"),
        "{actual}"
    );
}

/// All stacks are removed, other lines are evaluated at the same instant, and a buff that is down
/// cannot be cancelled.
#[test]
fn a_buff_is_taken_off() {
    let fight = replay(
        "actions = [
            { cancel_buff = \"heat\", if = \"buff.heat.stacks >= 3\" },
            { use = \"vent\", if = \"buff.heat.down && !last.vent\" },
            { use = \"jab\" },
        ]
        [fight]
        length = 8
        [abilities.jab]
        gcd = 1
        buff = \"heat\"
        [abilities.vent]
        gcd = 0.5
        [buffs.heat]
        stacks = 5
        haste = 1",
    );
    assert_eq!(uses(&fight, "vent"), [0.0, 3.5, 7.0]);
    assert_eq!(uses(&fight, "jab"), [0.5, 1.5, 2.5, 4.0, 5.0, 6.0, 7.5]);
    assert_eq!(when(&fight, |event| matches!(event, ReplayEvent::BuffEnd { .. })), [3.5, 7.0]);
}

#[test]
fn a_line_waits() {
    let rest = "
        [fight]
        length = 10
        [abilities.slam]
        cooldown = 4
        gcd = 1
        [abilities.jab]
        gcd = 1.25";
    let fight = |wait: &str| {
        let text = format!("actions = [{{ use = \"slam\" }}, {{ {wait} }}, {{ use = \"jab\" }}]{rest}");
        let fight = replay(&text);
        (
            uses(&fight, "slam"),
            uses(&fight, "jab"),
            when(&fight, |event| matches!(event, ReplayEvent::Wait { .. })),
        )
    };
    // The actor waits instead of using a jab that would last longer.
    let pooled = fight("wait = \"cooldown.slam.remaining\", if = \"cooldown.slam.remaining < 1.25\"");
    assert_eq!(pooled, (vec![0.0, 4.0, 8.0], vec![1.0, 2.25, 5.0, 6.25, 9.0], vec![3.5, 7.5]));
    // A wait without a condition starts whenever the line is reached, also at the end of the
    // previous wait.
    assert_eq!(fight("wait = 2.7"), (vec![0.0, 6.4], vec![], vec![1.0, 3.7, 7.4]));
    // A length that is not above 0, or NaN, makes the line unusable.
    for never in ["0", "-1", "0 / 0", "cooldown.jab.remaining"] {
        assert_eq!(fight(&format!("wait = \"{never}\"")).2, [0.0; 0], "{never}");
    }
    // Any positive length is at least a millisecond.
    assert_eq!(fight("wait = \"0.0000001\"").2[..3], [1.0, 1.001, 1.002]);
    // An infinite wait lasts until the end of the fight.
    assert_eq!(fight("wait = \"1 / 0\""), (vec![0.0], vec![], vec![1.0]));
    let varied: Profile = format!("actions = [{{ wait = 0.3 }}]{rest}").parse().expect("a profile");
    assert_eq!(varied.number("actions.0.wait"), Some(0.3));
}

/// A wait continues while the actor is stunned, and is not prolonged by it.
#[test]
fn a_wait_goes_on_whatever_happens() {
    let fight = |phase: &str| {
        let text = format!(
            "actions = [{{ wait = 3, if = \"time < 1\" }}, {{ use = \"jab\" }}]
            [fight]
            length = 6
            [abilities.jab]
            gcd = 1
            {phase}"
        );
        uses(&replay(&text), "jab")
    };
    assert_eq!(fight(""), [3.0, 4.0, 5.0]);
    assert_eq!(fight("[phases.stun]\nfrom = 1\nlasts = 1\nstun = true"), [3.0, 4.0, 5.0]);
    assert_eq!(fight("[phases.stun]\nfrom = 1\nlasts = 3.5\nstun = true"), [4.5, 5.5]);
    assert_eq!(fight("[phases.away]\nfrom = 2\nlasts = 1.5\ndowntime = true"), [3.5, 4.5, 5.5]);
}

/// Returns the instants at which a line with this condition is used.
fn moments(condition: &str, length: &str, rest: &str) -> Vec<f64> {
    let text = format!(
        "[fight]\nlength = {length}\n[abilities.jab]\ngcd = 0\ncooldown = 1000\n[[actions]]\nuse = \"jab\"\n\
         if = \"{condition}\"\n{rest}"
    );
    uses(&replay(&text), "jab")
}

/// Conditions on functions of the time change at the exact microsecond, independently of `poll`.
#[test]
fn functions_of_the_clock_turn_at_the_microsecond() {
    for (condition, moment) in [
        ("min(time, 7) >= 3.234567", 3.234_567),
        ("max(5.25 - time, 0) == 0", 5.25),
        ("max(5.25 - time, 0) <= 0.5", 4.75),
        ("floor(time * 4) == 9", 2.25),
        ("floor(-time * 4) < -9", 2.250_001),
        ("time % 3 > 2.123456", 2.123_457),
        ("(time + 1) % 3 < 0.5", 2.0),
        ("-time % 3 > 2.5 && time > 1", 3.000_001),
        ("time % (time - 2) > 1.5 && time > 3.2", 4.000_001),
        ("floor(remaining) == 6", 3.000_001),
        ("min(max(time % 4, 1), 3) >= 3", 3.0),
        ("floor(time) % 3 == 2 && time % 1 >= 0.75", 2.75),
        ("floor(min(time, remaining) / 1.5) * 2 >= 4", 3.0),
        ("resource.rage % 30 >= 29.5", 2.95),
        ("floor(resource.rage / 7) >= 5", 3.5),
        ("resource.rage * floor(time) >= 60", 3.0),
    ] {
        let rage = "[resources.rage]\ncap = 100\nregen = 10\n[actor]\npoll = 0.7\n";
        let found = moments(condition, "10", rage);
        // A product of two time-dependent numbers is polled at multiples of `poll`.
        let expected = if condition.contains("* floor(time)") { 3.5 } else { moment };
        assert_eq!(found, [expected], "{condition}");
    }
}

/// Ties of decimals are found, although the floating-point numbers differ.
#[test]
fn conditions_turn_at_exact_ties() {
    for (condition, length, moment) in [
        ("target.health < 0.8", "30.25", 6.050_001),
        ("target.health <= 0.8", "30.25", 6.05),
        ("time - 0.1 >= 0.2", "10", 0.3),
        ("time * 3 >= 0.3", "10", 0.1),
        ("time / 0.1 >= 3", "10", 0.3),
        ("floor(time / 0.1) >= 3", "10", 0.3),
        ("time % 0.1 == 0 && time > 0.25", "10", 0.3),
        ("0.7 + 0.1 <= time", "10", 0.8),
        ("remaining + 0.1 <= 9.3", "10", 0.8),
        ("resource.rage - 0.1 >= 0.2", "10", 0.428_572),
        ("resource.rage >= 2.1", "10", 3.0),
    ] {
        let found = moments(condition, length, "[resources.rage]\ncap = 100\nregen = 0.7\n");
        assert_eq!(found, [moment], "{condition}");
    }
}

/// A polled condition is evaluated when its line comes off cooldown or becomes affordable, and
/// before a line below it is used.
#[test]
fn a_polled_line_is_not_passed_over() {
    let rest = "[actor]\ngcd = 0\npoll = 1\n[resources.rage]\ncap = 100\nregen = 10\n[abilities.first]\ndamage = 1\n\
                cooldown = 1000\n[abilities.second]\ndamage = 1\ncooldown = 1000\n[fight]\nlength = 10\n";
    let fight = |first: &str, second: &str| {
        let log = replay(&format!(
            "actions = [{{ use = \"first\", if = \"{first}\" }}, {{ use = \"second\", if = \"{second}\" }}]\n{rest}"
        ));
        (uses(&log, "first"), uses(&log, "second"))
    };
    // The condition is true from 1.5 s on; it is evaluated at 2 s, or when the second line is about
    // to be used.
    assert_eq!(fight("time * time >= 2.25", "time > 20"), (vec![2.0], vec![]));
    assert_eq!(fight("time * time >= 2.25", "time >= 1.7"), (vec![1.7], vec![1.7]));
    assert_eq!(fight("time * time >= 2.25", "time >= 1.4"), (vec![2.0], vec![1.4]));
    // If the instant of a condition can be computed, the line is used at that instant.
    assert_eq!(fight("max(time, 1) >= 1.5", "time >= 1.7"), (vec![1.5], vec![1.7]));
}

/// The estimated remaining time of a fight without a length is linear between two blows, up to the
/// limit of the fight.
#[test]
fn the_estimated_rest_turns_at_the_microsecond() {
    let fight = |condition: &str, limit: &str| {
        let text = format!(
            "actions = [{{ use = \"jab\", if = \"{condition}\" }}]\n[fight]\nlimit = {limit}\n[target]\nhealth = 100\n\
             [abilities.swing]\nevery = 4\nfirst = 1\ndamage = 20\n[abilities.jab]\ngcd = 0\ncooldown = 1000\n"
        );
        uses(&replay(&text), "jab")
    };
    // At 1 s, 80 of 100 points are left, so the estimate is four times the elapsed time.
    assert_eq!(fight("time > 1 && remaining >= 10", "3600"), [2.5]);
    assert_eq!(fight("time > 1.9 && remaining < 7.5", "10"), [2.500_001]);
}
