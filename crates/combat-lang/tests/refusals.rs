//! Invalid profiles with one mistake each: message, position, expectation.

use quadrille_combat_lang::Profile;
use quadrille_diagnostics::{Diagnostic, Source};

/// Returns the errors of a profile with `more` appended.
fn refused(more: &str) -> String {
    let text = format!("{BASE}{more}");
    match Profile::parse(&Source::new("p", text.as_str())) {
        Ok(_) => format!("accepted: {more}"),
        // Lines are counted from the first line of `more`.
        Err(errors) => errors
            .iter()
            .map(|error| {
                let (at, line) = (error.position(), error.headline());
                let place = format!("p:{}:{}: ", at.line, at.column);
                let rest = line.strip_prefix(&place).expect("a place");
                format!("{}:{}: {rest}", at.line - BASE.lines().count(), at.column)
            })
            .collect::<Vec<_>>()
            .join("\n"),
    }
}

const BASE: &str = r#"
[fight]
length = 60
[resources.rage]
cap = 100
[weapons.main]
speed = 2.5
[abilities.bolt]
cast = 2
cost = { rage = 10 }
[abilities.dash]
gcd = 0
[buffs.fury]
duration = 10
[dots.pain]
duration = 18
tick = 3
[procs.spark]
buff = "fury"
"#;

fn main_cases() -> Vec<(&'static str, &'static str)> {
    include_str!("profiles/refusals.txt")
        .split("\n====\n")
        .map(|case| case.split_once("\n----\n").expect("a profile and its errors"))
        .map(|(profile, errors)| (profile, errors.trim_end()))
        .collect()
}

#[test]
fn each_mistake_is_named_in_its_place() {
    let cases = main_cases();
    assert!(cases.len() > 60, "only {} cases", cases.len());
    for (profile, errors) in cases {
        assert_eq!(refused(profile), errors, "\n{profile}");
    }
}

/// All mistakes of a profile are reported, in the order of the file.
#[test]
fn all_mistakes_are_told() {
    let actual = refused("[actor]\ncrit = 2\n[buffs.b]\nstack = 3\n[[actions]]\nuse = \"blot\"\n");
    let places: Vec<&str> = actual.lines().map(|line| line.split(' ').next().expect("a place")).collect();
    assert_eq!(places, ["2:8:", "4:1:", "6:7:"], "{actual}");
}

/// A name is printed on terminals and in HTML: control characters and long names are refused.
#[test]
fn names_can_be_printed() {
    let named = |name: &str| {
        let text = format!("name = {name}\n[fight]\nlength = 60\n");
        Profile::parse(&Source::new("p", text)).map(|profile| profile.name().to_owned())
    };
    assert_eq!(named("\"Fury, 2.0 — « déjà »\"").as_deref(), Ok("Fury, 2.0 — « déjà »"));
    assert!(named(&format!("\"{}\"", "é".repeat(100))).is_ok());
    let refused = |name: &str| named(name).unwrap_err().iter().map(Diagnostic::headline).collect::<String>();
    assert_eq!(
        refused(&format!("\"{}\"", "é".repeat(101))),
        "p:1:8: the name has 101 characters (expected at most 100 characters)"
    );
    for name in ["\"\\u001b[31mred\"", "\"a\\nb\"", "\"\\u202etxt\"", "\"a\\u0085b\"", "\"\"\"a\nb\"\"\""] {
        assert_eq!(
            refused(name),
            "p:1:8: the name contains control characters (expected letters, digits, punctuation and spaces)"
        );
    }
}

#[test]
fn the_picture_shows_the_column_within_the_condition() {
    let text = format!("{BASE}[[actions]]\nuse = \"bolt\"\nif = \"resource.rage >= 30 && buff.furry.up\"\n");
    let errors = Profile::parse(&Source::new("fury.toml", text)).expect_err("a misspelt buff");
    assert_eq!(
        errors[0].to_string(),
        "error: there is no buff `furry`\n  \
          --> fury.toml:22:35\n   \
           |\n\
        22 | if = \"resource.rage >= 30 && buff.furry.up\"\n   \
           |                                   ^^^^^ expected `fury`\n   \
           |\n   \
           = help: did you mean `fury`?"
    );
}

#[test]
fn a_seed_is_asked_for_in_one_way() {
    let seed = |text: &str| {
        Profile::parse(&Source::new("p", format!("{text}[fight]\nlength = 60\n")))
            .map(|profile| profile.seed())
            .map_err(|errors| errors[0].headline())
    };
    assert_eq!(seed(""), Ok(None));
    assert_eq!(seed("seed = 7\n"), Ok(Some(7)));
    for text in ["deterministic = true\n", "deterministic_rng = 1\n"] {
        assert_eq!(seed(text), Ok(Some(31459)), "{text}");
        assert!(seed(&format!("seed = 7\n{text}")).unwrap_err().contains("and `seed` exclude"), "{text}");
    }
    for text in ["deterministic = false\n", "deterministic_rng = 0\n"] {
        assert_eq!(seed(text), Ok(None), "{text}");
        assert_eq!(seed(&format!("seed = 7\n{text}")), Ok(Some(7)), "{text}");
    }
    let both = seed("deterministic = true\ndeterministic_rng = 1\n").unwrap_err();
    assert!(both.contains("`deterministic_rng` and `deterministic` exclude"), "{both}");
    for wrong in ["2", "true", "\"1\""] {
        let error = seed(&format!("deterministic_rng = {wrong}\n")).unwrap_err();
        assert!(error.contains("p:1:21"), "{error}");
    }
}
