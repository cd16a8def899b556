//! Names in any script.

use quadrille_combat::{Check, Profile};
use quadrille_diagnostics::Source;

use super::fight::{replay, uses};

const TEXT: &str = "[fight]\nlength = 20\n[abilities.\"火球\"]\ncooldown = 8\ncharges = 2\nbuff = \"怒り\"\ndamage = 10\n\
    school = \"φῶς\"\n[abilities.\"щит_2\"]\ngcd = 1\n[buffs.\"怒り\"]\nduration = 5\nonly = \"school.φῶς\"\ndamage = 1\n\
    [[actions]]\nuse = \"火球\"\nif = \"cooldown.火球.charges >= 2||!buff.怒り.up\"\n[[actions]]\nuse = \"щит_2\"\n";

#[test]
fn names_are_of_any_script() {
    let fight = replay(TEXT);
    assert_eq!(uses(&fight, "火球"), [0.0, 5.5, 11.0, 16.5]);
    let profile: Profile = TEXT.parse().expect("a profile");
    assert_eq!(profile.number("abilities.火球.damage"), Some(10.0));
    assert!(profile.vary(&[("abilities.火球.damage", 11.0)]).is_ok());
    let wrong = profile.vary(&[("abilities.火玉.damage", 11.0)]).unwrap_err().to_string();
    assert!(wrong.ends_with("did you mean `abilities.火球.damage`?"), "{wrong}");
    let check = Check::of(&profile, 1, 10, &()).expect("not cancelled");
    assert_eq!(check.lines[0].waits_for, ["cooldown.火球.ready", "cooldown.火球.charges", "buff.怒り.up"]);
}

#[test]
fn what_may_have_been_meant_is_told() {
    let errors = |text: &str| {
        let errors = Profile::parse(&Source::new("p", text)).expect_err("a misspelt name");
        errors.iter().map(quadrille_diagnostics::Diagnostic::headline).collect::<Vec<_>>()
    };
    assert_eq!(
        errors(&TEXT.replace("!buff.怒り.up", "!buff.怒る.up")),
        ["p:17:39: there is no buff `怒る` (expected `怒り`); did you mean `怒り`?"]
    );
    // TOML allows any quoted key; invisible and ambiguous names are refused.
    for (name, shown) in [
        ("e\u{301}clair", "e\\u{301}clair"),
        ("a\u{202e}b", "a\\u{202e}b"),
        ("a\u{200b}b", "a\\u{200b}b"),
        ("a\u{3164}b", "a\u{3164}b"),
        ("\u{1100}\u{1161}", "\u{1100}\u{1161}"),
        ("火 球", "火 球"),
        ("٣火", "٣火"),
        ("a.b", "a.b"),
    ] {
        let text = format!("[fight]\nlength = 5\n[abilities.\"{name}\"]\ngcd = 1");
        let actual = errors(&text).join("\n");
        let expected = format!(
            "`{shown}` cannot be the name of an ability (expected a letter, then letters, digits or `_`; at most 40 characters)"
        );
        assert!(actual.contains(&expected), "{actual}");
        assert_eq!(actual.contains("one character: é"), name.contains('\u{301}'), "{actual}");
    }
    let long =
        |letters: usize| format!("[fight]\nlength = 5\n[abilities.\"{}\"]\ngcd = 1", "é".repeat(letters));
    assert!(Profile::parse(&Source::new("p", long(40))).is_ok());
    assert!(Profile::parse(&Source::new("p", long(41))).is_err());
}
