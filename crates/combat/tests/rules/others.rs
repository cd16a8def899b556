//! References to abilities of other fighters, in every place of a profile. Accepted references hold
//! at the right time in both simulators; errors state the position and the expected input.

use quadrille_combat::{Profile, Replay, ReplayEvent, Simulation, log_plainly};
use quadrille_diagnostics::Source;

use super::fight::{uses, when};

/// Runs the fight with both simulators; `None` if the profile is refused with a proper error.
fn fight(text: &str) -> Option<Replay> {
    match Profile::parse(&Source::new("p", text)) {
        Ok(profile) => {
            let replay = Simulation::new(&profile).replay(1, 0, &()).expect("not cancelled");
            let plain = log_plainly(&profile, 1, 0, &()).expect("not cancelled");
            assert!(replay.log == plain, "{text}");
            Some(replay)
        }
        Err(errors) => {
            for error in &errors {
                let headline = error.headline();
                let place: Vec<&str> = headline.splitn(4, ':').collect();
                let numbers = place[1..3].iter().all(|number| number.parse::<u32>().is_ok());
                assert!(place[0] == "p" && numbers && headline.contains("(expected "), "{headline}\n{text}");
            }
            None
        }
    }
}

const FIGHTERS: [&str; 3] = ["actor", "wolf", "target"];

/// A reference to the ability `x`: as a truth, as a number that is at least 1 if the truth holds,
/// the line of `x` in its owner's list, and the time from which the truth holds.
struct Question {
    truth: &'static str,
    number: Option<&'static str>,
    x: &'static str,
    from: f64,
}

const ASIDE: &str = "gcd = 0\noff_gcd = true\nwhile_casting = true\ncooldown = 1\n";
const CHANNEL: &str = "channel = { lasts = 0.02, ticks = 4 }\ngcd = 0\ncooldown = 1\n";
const COOLDOWN: &str = "gcd = 0\noff_gcd = true\nwhile_casting = true\ncooldown = 0.03\n";
const FLIGHT: &str = "travel = 0.02\ngcd = 0\noff_gcd = true\nwhile_casting = true\ncooldown = 1\n";
const QUEUE: &str = "replaces = \"swing\"\noff_gcd = true\nwhile_casting = true\n";

const QUESTIONS: [Question; 9] = [
    Question { truth: "last.x", number: None, x: ASIDE, from: 0.02 },
    Question { truth: "prev.x", number: None, x: ASIDE, from: 0.02 },
    Question { truth: "queued.x", number: None, x: QUEUE, from: 0.02 },
    Question { truth: "channel.x.ticks >= 1", number: Some("channel.x.ticks"), x: CHANNEL, from: 0.025 },
    Question {
        truth: "channel.x.remaining > 0",
        number: Some("1000 * channel.x.remaining"),
        x: CHANNEL,
        from: 0.02,
    },
    Question { truth: "!cooldown.x.ready", number: None, x: COOLDOWN, from: 0.02 },
    Question {
        truth: "cooldown.x.remaining > 0",
        number: Some("1000 * cooldown.x.remaining"),
        x: COOLDOWN,
        from: 0.02,
    },
    Question {
        truth: "cooldown.x.charges == 0",
        number: Some("1 - cooldown.x.charges"),
        x: COOLDOWN,
        from: 0.02,
    },
    Question { truth: "flying.x > 0", number: Some("flying.x"), x: FLIGHT, from: 0.02 },
];

/// A place for a condition: TRUTH or NUMBER in the lines of the fighter that evaluates it, or in
/// the rest of the profile.
struct Place {
    name: &'static str,
    lines: &'static str,
    rest: &'static str,
    /// Whether a busy fighter cannot observe the value.
    needs_hands: bool,
    /// Whether the condition is evaluated at once, or at 0.001 s and every 0.005 s from then on.
    looks_at_once: bool,
    seen: fn(&ReplayEvent) -> bool,
}

fn jab(event: &ReplayEvent) -> bool {
    matches!(event, ReplayEvent::Use { ability } if ability == "jab")
}

fn beat(event: &ReplayEvent) -> bool {
    matches!(event, ReplayEvent::Use { ability } if ability == "beat")
}

fn proc(event: &ReplayEvent) -> bool {
    matches!(event, ReplayEvent::Proc { .. })
}

fn wait(event: &ReplayEvent) -> bool {
    matches!(event, ReplayEvent::Wait { .. })
}

fn clip(event: &ReplayEvent) -> bool {
    matches!(event, ReplayEvent::Clip { .. })
}

const JAB: &str = "[abilities.jab]\nBY\ngcd = 0\noff_gcd = true\nwhile_casting = true\ncooldown = 1\n";

const PLACES: [Place; 12] = {
    const fn of_list(name: &'static str, lines: &'static str, rest: &'static str) -> Place {
        Place { name, lines, rest, needs_hands: false, looks_at_once: true, seen: jab }
    }
    const fn regular(name: &'static str, rest: &'static str, seen: fn(&ReplayEvent) -> bool) -> Place {
        Place { name, lines: "", rest, needs_hands: false, looks_at_once: false, seen }
    }
    [
        of_list("line", "{ use = \"jab\", if = \"TRUTH\" }", ""),
        of_list("cycle", "{ use = \"jab\", if = \"TRUTH\", cycle = true }", ""),
        of_list("call", "{ call = \"burst\", if = \"TRUTH\" }", "[[lists.burst]]\nuse = \"jab\"\n"),
        of_list("called", "{ call = \"burst\" }", "[[lists.burst]]\nuse = \"jab\"\nif = \"TRUTH\"\n"),
        of_list("variable", "{ use = \"jab\", if = \"variable.v\" }", "[variables]\nv = \"TRUTH\"\n"),
        of_list("number", "{ use = \"jab\", if = \"variable.v >= 1\" }", "[variables]\nv = \"NUMBER\"\n"),
        of_list("functions", "{ use = \"jab\", if = \"max(0, min(NUMBER, 9)) >= 1\" }", ""),
        Place { needs_hands: true, seen: wait, ..of_list("wait", "{ wait = \"NUMBER\" }", "") },
        regular("proc", "[procs.p]\nfrom = \"beat\"\nif = \"TRUTH\"\ncooldown = 1\nBEAT", proc),
        regular("chance", "[procs.p]\nfrom = \"beat\"\nchance = \"NUMBER\"\ncooldown = 1\nBEAT", proc),
        regular("every", "BEATif = \"TRUTH\"\n", beat),
        Place {
            lines: "{ use = \"drain\", if = \"time >= 0.001\" }",
            needs_hands: true,
            ..regular(
                "clip",
                "[abilities.drain]\nBY\nchannel = { lasts = 0.1, ticks = 20 }\nclip = \"TRUTH\"\n",
                clip,
            )
        },
    ]
};

/// Returns a profile in which a fighter refers, in a place, to an ability of its own or of another.
fn asking(question: &Question, place: &Place, asks: &str, owner: &str) -> String {
    let x = match (owner, question.x) {
        ("target", FLIGHT) => "every = 1\nfirst = 0.02\ntravel = 0.02\n",
        ("target", _) => "every = 1\nfirst = 0.02\n",
        (_, x) => x,
    };
    let lines = |member: &str| {
        let own = if owner == member { "{ use = \"x\", if = \"time >= 0.02\" }, " } else { "" };
        let asked = if asks == member { place.lines } else { "" };
        format!("actions = [{own}{asked}]\n")
    };
    let jab = if asks == "target" || !place.lines.contains("jab") && !place.rest.contains("jab") {
        ""
    } else {
        JAB
    };
    let beat = "[abilities.beat]\nBY\nevery = 0.005\nfirst = 0.001\n";
    let rest = place.rest.replace("BEAT", beat) + jab;
    let text = format!(
        "{}[fight]\nlength = 0.06\n[actors.wolf]\n{}[abilities.x]\nby = \"{owner}\"\n{x}\
         [abilities.swing]\nby = \"{owner}\"\nevery = 0.05\nfirst = 0\n{rest}",
        lines("actor"),
        lines("wolf")
    );
    text.replace("TRUTH", question.truth)
        .replace("NUMBER", question.number.unwrap_or_default())
        .replace("BY", &format!("by = \"{asks}\""))
}

/// A condition on an ability holds from the same instant on for every fighter that evaluates it, in
/// every place.
#[test]
fn conditions_on_abilities_hold_for_every_fighter_in_every_place() {
    let (mut fought, mut refused) = (0, 0);
    for question in &QUESTIONS {
        for place in &PLACES {
            let needs_number = place.lines.contains("NUMBER") || place.rest.contains("NUMBER");
            if needs_number && question.number.is_none() {
                continue;
            }
            // Targets have no lists.
            let askers = if place.lines.is_empty() { &FIGHTERS[..] } else { &FIGHTERS[..2] };
            for &asks in askers {
                for owner in FIGHTERS {
                    let text = asking(question, place, asks, owner);
                    let what = format!("{} of {owner} in {} of {asks}\n{text}", question.truth, place.name);
                    let of_lists = ["last", "prev", "queued", "channel"];
                    let only_lists = of_lists.iter().any(|word| question.truth.starts_with(word));
                    let Some(found) = fight(&text) else {
                        assert!(owner == "target" && only_lists, "refused: {what}");
                        refused += 1;
                        continue;
                    };
                    assert!(owner != "target" || !only_lists, "accepted: {what}");
                    fought += 1;
                    let found = when(&found, place.seen).first().copied();
                    let busy = place.needs_hands && owner == asks && question.x == CHANNEL;
                    // A repeating ability has no cooldown: it is always ready.
                    if busy || owner == "target" && question.x == COOLDOWN {
                        assert_eq!(found, None, "{what}");
                        continue;
                    }
                    let looks = (0..20).map(|look| f64::from(1 + 5 * look) / 1000.0);
                    let mut looks = looks.filter(|&look| look >= question.from);
                    let expected = if place.looks_at_once { Some(question.from) } else { looks.next() };
                    assert_eq!(found, expected, "{what}");
                }
            }
        }
    }
    println!("{fought} fought, {refused} refused");
    assert!(fought > 300 && refused > 90, "{fought} fought, {refused} refused");
}

/// The triggers are an ability, a proc from it, and a reaction to it. They occur every 0.005 s from
/// 0.001 s on, or once at 0.001 s.
const CARRIERS: [(&str, &str); 3] = [
    ("ability", "BEATEFFECT"),
    ("proc", "BEAT[procs.p]\nfrom = \"beat\"\ncooldown = 1\nEFFECT"),
    (
        "reaction",
        "BEAT[buffs.wet]\non = \"target\"\nstart = true\n[reactions.r]\naura = \"wet\"\nby = \"beat\"\nEFFECT",
    ),
];

/// Runs a fight of three fighters with lists; the owner's list uses `x` from an instant on.
fn team(owner: &str, from: &str, x: &str, rest: &str) -> String {
    let x = if owner == "target" { format!("every = 1\nfirst = {from}\n") } else { x.to_owned() };
    let lines = |member: &str| {
        let own = format!("{{ use = \"x\", if = \"time >= {from}\" }}");
        format!("actions = [{}]\n", if owner == member { own } else { String::new() })
    };
    format!(
        "{}[fight]\nlength = 0.06\n[actors.wolf]\n{}[abilities.x]\nby = \"{owner}\"\ndamage = 1\n{x}{rest}",
        lines("actor"),
        lines("wolf")
    )
}

/// Effects of one fighter use, reset and advance abilities of another.
#[test]
fn effects_on_abilities_of_others_take_place() {
    let x = "gcd = 0\ncooldown = 0.05\n";
    for (effect, first, again) in [
        ("use = \"x\"\n", "0.05", &[0.001][..]),
        ("reset = \"x\"\n", "0", &[0.0, 0.001]),
        ("advance = { x = 0.049 }\n", "0", &[0.0, 0.001]),
    ] {
        for (carrier, rest) in CARRIERS {
            for by in FIGHTERS {
                for owner in FIGHTERS {
                    let beat = format!("[abilities.beat]\nby = \"{by}\"\nevery = 0.005\nfirst = 0.001\n");
                    let rest = rest.replace("BEAT", &beat).replace("EFFECT", effect);
                    let text = team(owner, first, x, &rest);
                    let what = format!("{effect} of {owner} in the {carrier} of {by}\n{text}");
                    // Targets use only repeating abilities and trigger no reactions.
                    let refused = owner == "target" && effect.starts_with("use")
                        || by == "target" && carrier == "reaction";
                    let found = fight(&text);
                    assert_eq!(found.is_none(), refused, "{what}");
                    let Some(found) = found else { continue };
                    let found = uses(&found, "x");
                    // A repeating ability has no cooldown that could end.
                    let expected = if owner == "target" { &again[..1] } else { again };
                    assert_eq!(found[..expected.len()], *expected, "{what}");
                }
            }
        }
    }
}

/// Procs, reactions and charges accept abilities of other fighters; lists and `replaces` do not.
#[test]
fn abilities_of_others_set_off_what_names_them() {
    let x = "gcd = 0\ncooldown = 1\n";
    let at = |found: &Option<Replay>, seen: fn(&ReplayEvent) -> bool| {
        found.as_ref().map(|found| when(found, seen))
    };
    for owner in FIGHTERS {
        let own = |rest: &str| fight(&team(owner, "0.02", x, rest));
        let theirs = owner == "target";
        let found = own("[procs.p]\nfrom = \"x\"\ngain = { r = 1 }\n[resources.r]\ncap = 5\n");
        assert_eq!(at(&found, proc), Some(vec![0.02]), "{owner}");
        for by in ["by = \"x\"\n", "by = \"school.s\"\n[abilities.y]\nschool = \"s\"\n"] {
            let wet =
                format!("[buffs.wet]\non = \"target\"\nstart = true\n[reactions.r]\naura = \"wet\"\n{by}");
            let found =
                fight(&team(owner, "0.02", x, &wet).replace("damage = 1\n", "damage = 1\nschool = \"s\"\n"));
            let reacts = at(&found, |event| matches!(event, ReplayEvent::Reaction { .. }));
            assert_eq!(reacts, (!theirs).then(|| vec![0.02]), "{owner}");
        }
        for bearer in ["actor", "wolf", "team", "target"] {
            let buff = format!("[buffs.b]\non = \"{bearer}\"\nstart = true\n");
            let only = own(&format!("{buff}only = \"x\"\ndamage = 4\n"));
            let counts = !theirs && (bearer == owner || bearer == "team");
            assert_eq!(only.map(|found| found.damage()), counts.then_some(5.0), "{bearer}, {owner}");
            let used = own(&format!("{buff}charges = 1\nconsumed_by = \"x\"\n"));
            let ends = at(&used, |event| matches!(event, ReplayEvent::BuffEnd { .. }));
            assert_eq!(ends, Some(vec![0.02]), "{bearer}, {owner}");
        }
        for member in ["actor", "wolf"] {
            let line = "{ use = \"x\" }";
            let list = format!(
                "[fight]\nlength = 0.06\n[actors.wolf]\nWOLF[abilities.x]\nby = \"{owner}\"\n{}",
                if theirs { "every = 1\n" } else { x }
            );
            let of = |who: &str, lines: &str| {
                if member == who { format!("actions = [{lines}]\n") } else { String::new() }
            };
            for (lines, lists) in [(line, ""), ("{ call = \"l\" }", "[[lists.l]]\nuse = \"x\"\n")] {
                let text = of("actor", lines) + &list.replace("WOLF", &of("wolf", lines)) + lists;
                assert_eq!(
                    fight(&text).map(|found| uses(&found, "x")),
                    (member == owner).then(|| vec![0.0]),
                    "{text}"
                );
            }
        }
        for swings in FIGHTERS {
            let swing = format!("[abilities.swing]\nby = \"{swings}\"\nevery = 0.05\nfirst = 0\n");
            let text = if theirs {
                team(owner, "0.02", "", &swing).replace("damage = 1\n", "damage = 1\nreplaces = \"swing\"\n")
            } else {
                team(owner, "0.02", "replaces = \"swing\"\n", &swing)
            };
            let found = fight(&text).map(|found| uses(&found, "x"));
            assert_eq!(found, (swings == owner && !theirs).then(|| vec![0.05]), "{text}");
        }
    }
}

/// Names of fighters: bearers of the buff of a companion, owners of damage over time, and speeds.
#[test]
fn names_of_fighters_are_of_those_fighters() {
    let base =
        "[fight]\nlength = 0.06\n[actor]\npower = 100\nhaste = 1\n[actors.wolf]\npower = 10\nhaste = 3\nWITH";
    for (name, is_bearer, power, full) in [
        ("actor", true, Some(100.0), Some(0.005)),
        ("wolf", true, Some(10.0), Some(0.0025)),
        ("team", true, None, None),
        ("target", false, None, None),
        ("cat", false, None, None),
    ] {
        let with = format!(
            "{}[abilities.bite]\nby = \"wolf\"\nevery = 0.01\n[buffs.b]\non = \"{name}\"\nstart = true\nduration = 0.025\n",
            base.replace("WITH", "with = \"b\"\n")
        );
        let bites = fight(&with).map(|found| uses(&found, "bite"));
        assert_eq!(bites, is_bearer.then(|| vec![0.0, 0.01, 0.02]), "{with}");
        for by in ["actor", "wolf"] {
            let dot = format!(
                "{}[abilities.claw]\nby = \"{by}\"\nevery = 1\nfirst = 0\ndot = \"d\"\n[dots.d]\nof = \"{name}\"\n\
                 duration = 0.01\ntick = 0.01\ncoefficient = 1\n",
                base.replace("WITH", "")
            );
            assert_eq!(fight(&dot).map(|found| found.damage()), power, "{dot}");
        }
        let regen = format!(
            "actions = [{{ use = \"jab\", if = \"resource.r >= 1\" }}]\n{}[abilities.jab]\ncooldown = 1\n\
             [resources.r]\ncap = 5\nregen = 100\nhasted = true\nof = \"{name}\"\n",
            base.replace("WITH", "")
        );
        assert_eq!(fight(&regen).map(|found| uses(&found, "jab")[0]), full, "{regen}");
    }
}

/// Whether `last`, `queued` or `channel` can hold for an ability follows from its keys; impossible
/// references are refused for every fighter in every place, with the accepted alternatives.
#[test]
fn questions_that_never_hold_are_refused() {
    const SWING: &str = "every = 0.05\nfirst = 0.02\n";
    let (mut accepted, mut refused) = (0, 0);
    for question in &QUESTIONS[..5] {
        for x in [ASIDE, CHANNEL, COOLDOWN, FLIGHT, QUEUE, SWING] {
            let holds = match question.x {
                QUEUE | CHANNEL => question.x == x,
                _ => x != SWING,
            };
            for place in &PLACES {
                let needs_number = place.lines.contains("NUMBER") || place.rest.contains("NUMBER");
                if needs_number && question.number.is_none() {
                    continue;
                }
                let askers = if place.lines.is_empty() { &FIGHTERS[..] } else { &FIGHTERS[..2] };
                for &asks in askers {
                    for owner in &FIGHTERS[..2] {
                        let about = Question { x, ..*question };
                        let text = asking(&about, place, asks, owner);
                        // Repeating abilities are not used by lists.
                        let text = if x == SWING {
                            text.replace("{ use = \"x\", if = \"time >= 0.02\" }, ", "")
                        } else {
                            text
                        };
                        match Profile::parse(&Source::new("p", text.as_str())) {
                            Ok(_) => {
                                assert!(holds, "accepted: {text}");
                                accepted += 1;
                            }
                            Err(errors) => {
                                let said: Vec<String> =
                                    errors.iter().map(quadrille_combat::Diagnostic::headline).collect();
                                let stated = said.iter().all(|said| {
                                    said.contains("`x` ")
                                        && [
                                            "without `every` in `last`",
                                            "with `replaces` in `queued`",
                                            "with `channel` in `channel`",
                                        ]
                                        .iter()
                                        .any(|end| said.contains(end))
                                });
                                assert!(!holds && stated, "{said:?}\n{text}");
                                refused += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 300 && refused > 300, "{accepted} accepted, {refused} refused");
}
