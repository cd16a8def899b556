//! `[sets]`: numbers that change together.

use quadrille_combat_lang::Profile;

const TEXT: &str =
    "[fight]\nlength = 60\n[abilities.bolt]\ndamage = [90, 110]\ncast = 2\n[[actions]]\nuse = \"bolt\"\n";

#[test]
fn sets_are_read_in_their_groups() {
    let text = format!(
        "{TEXT}[sets.talents.fury]\nactor.crit = 0.25\nabilities.bolt.damage = [100, 120]\n[sets.talents.arms]\n\
         \"actor.power\" = 90\n[sets.trinket.none]\n"
    );
    let profile: Profile = text.parse().expect("a profile");
    let mut actual = Vec::new();
    for group in profile.sets() {
        for member in &group.members {
            let numbers = member.numbers.iter().map(|(path, number)| format!("{path} {number}"));
            actual.push(format!(
                "{}.{}: {}",
                group.name,
                member.name,
                numbers.collect::<Vec<_>>().join(", ")
            ));
        }
    }
    assert_eq!(
        actual,
        [
            "talents.fury: actor.crit 0.25, abilities.bolt.damage.0 100, abilities.bolt.damage.1 120",
            "talents.arms: actor.power 90",
            "trinket.none: "
        ]
    );
    // The profile itself applies none of the sets.
    assert_eq!(profile.number("actor.crit"), Some(0.0));
    // A profile with other numbers has the same sets.
    assert_eq!(profile.vary(&[("actor.haste", 0.1)]).expect("a number").sets(), profile.sets());
}

#[test]
fn sets_that_make_no_sense_are_refused() {
    let groups = (0..11).map(|group| format!("[sets.g{group}.a]\n[sets.g{group}.b]\n[sets.g{group}.c]\n"));
    let many = groups.collect::<Vec<_>>().concat();
    for (more, expected) in [
        ("[sets.a.b]\nactor.crti = 0.2\n", "did you mean `actor.crit`?"),
        ("[sets.a.b]\nactor.crit = \"much\"\n", "is a text"),
        ("[sets.a.b]\nactor.crit = 2\n", "the profile is invalid with the set `b`"),
        ("[sets.a.b]\nabilities.bolt.damage = [120, 100]\n", "the profile is invalid with the set `b`"),
        (
            "[sets.a.b]\nactor.crit = 0.2\n[sets.c.d]\nactor.crit = 0.3\n",
            "the sets of the group `a` also change",
        ),
        (
            "[variants]\nactor.crit = [0.1, 0.2]\n[sets.a.b]\nactor.crit = 0.2\n",
            "has several values in [variants]",
        ),
        ("[sets.a]\n", "this group has no sets"),
        ("[sets]\na = 5\n", "is"),
        ("[sets.\"a b\".c]\n", "cannot be the name of a group of sets"),
        ("[sets.a.\"1\"]\n", "cannot be the name of a set"),
        (many.as_str(), "the sets and variants have too many combinations"),
    ] {
        let errors = format!("{TEXT}{more}").parse::<Profile>().expect_err(more);
        let actual = format!("{} {}", errors.headline(), errors.message());
        assert!(actual.contains(expected), "{more}: {actual}");
    }
}
