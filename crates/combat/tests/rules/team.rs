//! Companions: several members on the actor's side, each with its own list.

use quadrille_combat::{Profile, ReplayEvent};

use super::fight::{replay, uses, when};

const WOLF: &str = "[fight]\nlength = 10\n[actor]\npower = 100\n[actors.wolf]\npower = 10\ngcd = 1\n\
                    [[actors.wolf.actions]]\nuse = \"bite\"\n[abilities.bite]\nby = \"wolf\"\ncoefficient = 1\n";

#[test]
fn each_goes_down_its_own_list() {
    let fight = replay(&format!(
        "actions = [{{ use = \"shot\" }}]\n{WOLF}[abilities.shot]\ncast = 4\ncoefficient = 1"
    ));
    // The wolf bites every second with its own power, independently of the actor.
    assert_eq!(uses(&fight, "bite"), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    assert_eq!(uses(&fight, "shot"), [4.0, 8.0]);
    assert_eq!(fight.damage(), 10.0 * 10.0 + 2.0 * 100.0);
}

#[test]
fn a_resource_is_everybodys() {
    let fight = replay(&format!(
        "actions = [{{ use = \"feed\" }}]\n{WOLF}cost = {{ focus = 20 }}\n[resources.focus]\ncap = 100\n\
         [abilities.feed]\ngcd = 3\ngain = {{ focus = 30 }}"
    ));
    // At one instant the actor decides first, and the wolf sees the result.
    assert_eq!(uses(&fight, "feed"), [0.0, 3.0, 6.0, 9.0]);
    assert_eq!(uses(&fight, "bite"), [0.0, 3.0, 4.0, 6.0, 9.0]);
}

#[test]
fn what_one_does_another_waits_for_at_the_same_instant() {
    let fight = replay(&format!(
        "actions = [{{ use = \"mark\", if = \"time >= 2.5\" }}, {{ use = \"gloat\", if = \"last.mark && buff.bitten.up\" }}]\n\
         {WOLF}buff = \"bitten\"\ncooldown = 100\n[abilities.mark]\ngcd = 0\ncooldown = 100\nbuff = \"marked\"\n\
         [abilities.gloat]\ncooldown = 100\n[buffs.marked]\n[buffs.bitten]\n"
    ).replace("use = \"bite\"\n", "use = \"bite\"\nif = \"buff.marked.up && last.mark\"\n"));
    assert_eq!(
        (uses(&fight, "mark"), uses(&fight, "bite"), uses(&fight, "gloat")),
        (vec![2.5], vec![2.5], vec![2.5])
    );
}

#[test]
fn a_companion_is_there_with_its_buff() {
    let fight = replay(
        "actions = [{ use = \"call\", if = \"time >= 1\" }]\n[fight]\nlength = 20\n[actors.wolf]\nwith = \"called\"\n\
         actions = [{ use = \"howl\", if = \"time > 4\" }]\n[abilities.howl]\nby = \"wolf\"\ncast = 1.2\ngcd = 0\n\
         [abilities.claw]\nby = \"wolf\"\nevery = 2\ndamage = 1\n[abilities.call]\ncooldown = 10\nbuff = \"called\"\n\
         [buffs.called]\nduration = 5\n[abilities.whip]\nevery = 1\nuse = \"snap\"\n[abilities.snap]\nby = \"wolf\"\ndamage = 1\n",
    );
    assert_eq!(uses(&fight, "call"), [1.0, 11.0]);
    // The wolf's claw that is due at 0 waits for its arrival, and the one due at 7 for its return.
    assert_eq!(uses(&fight, "claw"), [1.0, 3.0, 5.0, 11.0, 13.0, 15.0]);
    // The wolf casts from just after 4 on; the second cast is interrupted at 6, and so on.
    let howls = uses(&fight, "howl");
    assert_eq!(howls, [5.200001, 12.2, 13.4, 14.6, 15.8]);
    let breaks = when(&fight, |event| matches!(event, ReplayEvent::Break { .. }));
    assert_eq!(breaks, [6.0, 16.0]);
    // Abilities of others trigger none of its abilities while it is absent; at 1 the whip comes
    // before the call.
    assert_eq!(uses(&fight, "snap"), [2.0, 3.0, 4.0, 5.0, 12.0, 13.0, 14.0, 15.0]);
}

#[test]
fn buffs_count_for_those_who_bear_them() {
    let fight = |on: &str| {
        replay(&format!(
            "{WOLF}[abilities.shot]\nevery = 1\ncoefficient = 1\n[buffs.roar]\non = \"{on}\"\nstart = true\ndamage = 0.5\nhaste = 1\n"
        ).replace("coefficient = 1\n[", "coefficient = 1\nhasted = \"gcd\"\n["))
        .damage()
    };
    // There are ten shots of 100 and ten bites of 10; with haste there are twenty bites.
    assert_eq!([fight("actor"), fight("wolf"), fight("team")], [1600.0, 1300.0, 1800.0]);
}

#[test]
fn damage_over_time_is_of_one_of_them() {
    let fight = |of: &str| {
        replay(&format!(
            "{WOLF}cooldown = 100\ndot = \"wound\"\n[dots.wound]\n{of}duration = 3\ntick = 1\ncoefficient = 1"
        ))
        .damage()
    };
    assert_eq!([fight(""), fight("of = \"wolf\"\n")], [310.0, 40.0]);
}

#[test]
fn readings_are_of_whose_list_it_is() {
    let text = format!("{WOLF}[buffs.x]\non = \"wolf\"\nstart = true\npower = 5\n");
    let bites = |condition: &str| {
        let list = format!("use = \"bite\"\nif = \"{condition}\"\n");
        uses(&replay(&text.replace("use = \"bite\"\n", &list)), "bite").len()
    };
    assert_eq!((bites("actor.power == 15"), bites("actor.power == 100")), (10, 0));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |more: &str| format!("{WOLF}{more}").parse::<Profile>().expect_err(more).headline().clone();
    for (more, expected) in [
        ("by = \"target\"\n", "this key is given twice"),
        ("[abilities.x]\nby = \"wulf\"\n", "did you mean `wolf`?"),
        ("[actors.team]\n", "`team` is a reserved name"),
        ("[[actors.wolf.actions]]\nuse = \"shot\"\n[abilities.shot]\n", "`shot` is an ability of the actor"),
        (
            "[buffs.x]\non = \"wolf\"\ntaken = 0.5\n",
            "a buff on a companion, which is never attacked, cannot change `taken`",
        ),
        ("[buffs.x]\non = \"team\"\nabsorb = 5\n", "this buff cannot absorb damage"),
        (
            "[resources.x]\ncap = 5\nof = \"wolf\"\n",
            "`of` names the fighter whose haste counts, but `hasted` is not set",
        ),
        ("[actors.cat]\nwith = \"x\"\n[buffs.x]\non = \"target\"\n", "which is a buff on targets"),
        (
            "[dots.d]\nduration = 1\ntick = 1\non = \"actor\"\nof = \"wolf\"\n",
            "`of` is not allowed in a table with `on = \"actor\"`",
        ),
        ("[actors.cat]\nhealth = 5\n", "unknown key `health`"),
    ] {
        let actual = refused(more);
        assert!(actual.contains(expected), "{more}: {actual}");
    }
}

#[test]
fn what_counts_for_a_school_counts_for_its_bearers() {
    let damage = |on: &str| {
        replay(&format!(
            "[fight]\nlength = 1.5\n[actors.wolf]\n[abilities.bolt]\nschool = \"fire\"\nevery = 1\nfirst = 1\ndamage = 10\n\
             [abilities.bite]\nby = \"wolf\"\nschool = \"fire\"\nevery = 1\nfirst = 1\ndamage = 100\n\
             [buffs.heat]\non = \"{on}\"\nstart = true\nonly = \"school.fire\"\ndamage = 1\n"
        ))
        .damage()
    };
    assert_eq!((damage("actor"), damage("wolf"), damage("team")), (120.0, 210.0, 220.0));
}

/// A name of another fighter's ability refers to that fighter everywhere: in the lists of both, in
/// a called list, a variable, a proc, its chance, the condition of a repetition, a clip condition
/// and the length of a wait.
#[test]
fn last_and_channel_ask_the_owner_of_the_ability() {
    // The actor marks at 1 s and every 4 s from then on. The wolf channels its howl from 2 s to 4 s
    // of every 6 s.
    let base = "[fight]\nlength = 12\n[actors.wolf]\n[abilities.mark]\ncooldown = 4\ngcd = 0\n[abilities.howl]\nby = \"wolf\"\n\
                cooldown = 6\nchannel = { lasts = 2, ticks = 4 }\ngcd = 0\n[abilities.bite]\nby = \"wolf\"\ndamage = 1\n\
                cooldown = 100\ngcd = 0\n[abilities.jab]\ncooldown = 100\ngcd = 0\ndamage = 1\n";
    let fight = |actor: &str, wolf: &str, rest: &str| {
        replay(&format!(
            "actions = [{{ use = \"mark\", if = \"time >= 1\" }}, {actor}]\n{base}{rest}\n\
             [[actors.wolf.actions]]\nuse = \"howl\"\nif = \"time >= 2\"\n{wolf}"
        ))
    };
    let jab = |condition: &str| format!("{{ use = \"jab\", if = \"{condition}\" }}");
    // A line of the actor depends on the wolf's channel, another on the wolf's last ability, and a
    // line of the wolf on the actor's last ability.
    let first = |condition: &str, rest: &str| uses(&fight(&jab(condition), "", rest), "jab")[0];
    assert_eq!(first("channel.howl.ticks >= 2", ""), 3.0);
    assert_eq!(first("channel.howl.remaining > 0 && channel.howl.remaining <= 0.25", ""), 3.75);
    assert_eq!(first("last.howl", ""), 2.0);
    assert_eq!(first("variable.howls", "[variables]\nhowls = \"last.howl && channel.howl.ticks >= 3\""), 3.5);
    let bite = "[[actors.wolf.actions]]\nuse = \"bite\"\nif = \"last.mark\"";
    assert_eq!(uses(&fight("", bite, ""), "bite"), [1.0]);
    let called = "[[lists.burst]]\nuse = \"jab\"\nif = \"last.howl\"";
    assert_eq!(uses(&fight("{ call = \"burst\" }", "", called), "jab"), [2.0]);
    let cycle = "{ use = \"jab\", if = \"last.howl\", cycle = true }";
    assert_eq!(uses(&fight(cycle, "", ""), "jab"), [2.0]);
    let wait = "{ wait = \"channel.howl.remaining\" }, { use = \"jab\", if = \"channel.howl.ticks == 0 && time > 3\" }";
    assert_eq!(uses(&fight(wait, "", ""), "jab"), [4.0]);
    // A proc from the wolf's swing depends on the actor's last ability, and a proc from the actor's
    // swing on the wolf's last ability.
    let proc = |by: &str, condition: &str, chance: &str| {
        let swing = format!("[abilities.swing]\nby = \"{by}\"\nevery = 0.5\ndamage = 1\n");
        let proc = format!(
            "[procs.p]\nfrom = \"swing\"\nif = \"{condition}\"\nchance = {chance}\nuse = \"hit\"\ncooldown = 100\n"
        );
        let hit = format!("[abilities.hit]\nby = \"{by}\"\ndamage = 1\ncooldown = 1\n");
        uses(&fight("", "", &format!("{swing}{proc}{hit}")), "hit")
    };
    assert_eq!(proc("wolf", "last.mark", "1"), [1.5]);
    assert_eq!(proc("actor", "last.howl", "1"), [2.5]);
    assert_eq!(proc("actor", "channel.howl.ticks >= 2", "1"), [3.0]);
    assert!(proc("actor", "time >= 0", "\"channel.howl.ticks / 2\"")[0] > 2.0);
    // Repeating abilities of both fighters have conditions.
    let repeats = |by: &str, condition: &str| {
        let swing =
            format!("[abilities.swing]\nby = \"{by}\"\nevery = 0.5\ndamage = 1\nif = \"{condition}\"\n");
        uses(&fight("", "", &swing), "swing")[0]
    };
    assert_eq!((repeats("wolf", "last.mark"), repeats("actor", "last.howl")), (1.5, 2.5));
    // The actor's channel is clipped when the wolf has howled twice.
    let clip =
        "[abilities.drain]\nchannel = { lasts = 10, ticks = 40 }\nclip = \"channel.howl.ticks >= 2\"\n";
    let clipped = fight("{ use = \"drain\", if = \"!last.drain\" }", "", clip);
    // The clip condition is evaluated at the ticks of the actor's channel, which come before those
    // of the wolf at the same instant.
    assert_eq!(when(&clipped, |event| matches!(event, ReplayEvent::Clip { .. }))[0], 3.25);
}

/// Targets have no list, so references to list usage of their abilities are refused.
#[test]
fn last_and_channel_of_a_target_are_refused() {
    let places = [
        "[[actions]]\nuse = \"jab\"\nif = \"QUESTION\"",
        "[[actions]]\ncall = \"all\"\nif = \"QUESTION\"\n[[lists.all]]\nuse = \"jab\"",
        "[[lists.all]]\nuse = \"jab\"\nif = \"QUESTION\"",
        "[[actors.wolf.actions]]\nuse = \"bite\"\nif = \"QUESTION\"",
        "[variables]\nv = \"QUESTION\"",
        "[procs.p]\nif = \"QUESTION\"\nuse = \"jab\"",
        "[abilities.swing]\nevery = 1\nif = \"QUESTION\"",
        "[abilities.drain]\nchannel = { lasts = 2, ticks = 2 }\nclip = \"QUESTION\"",
    ];
    for question in
        ["last.claw", "prev.claw", "queued.claw", "channel.claw.ticks > 0", "channel.claw.remaining > 0"]
    {
        for place in places {
            let text = format!(
                "[fight]\nlength = 9\n[actors.wolf]\n[abilities.claw]\nby = \"target\"\nevery = 1\n[abilities.jab]\n\
                 damage = 1\n[abilities.bite]\nby = \"wolf\"\n{}",
                place.replace("QUESTION", question)
            );
            let error = text.parse::<Profile>().expect_err(&text).to_string();
            assert!(error.contains("`claw` is an ability of the target, which has no list"), "{error}");
            assert!(error.contains("expected an ability of the actor's side in `"), "{error}");
        }
    }
}
