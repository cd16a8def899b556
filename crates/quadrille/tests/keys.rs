//! The descriptions of keys match the readers: templates are valid experiments, schemas accept the
//! same files, and ranges are equal.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use quadrille::diagnostics::Source;
use quadrille::files::NamedFiles;
use quadrille::job::Kind;
use quadrille::keys::Shape::Whole;
use quadrille::keys::{Key, Presence, Shape};
use quadrille::kinds::{KINDS, REGISTRY};
use quadrille::runner::Registry;
use quadrille::settings::{BatterySettings, Keys as _, Settings, experiment_text};
use quadrille::{schema, template};
use serde_json::Value;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Returns whether the reader accepts a file; otherwise the reason, in one line.
fn read(text: &str) -> Result<(), String> {
    let files = NamedFiles::in_folder(examples());
    let read = REGISTRY.read_with(Source::new("e.toml", text), files);
    read.map(|_| ()).map_err(|error| error.headline())
}

fn instance(text: &str) -> Value {
    serde_json::to_value(toml::from_str::<toml::Table>(text).unwrap()).unwrap()
}

/// Returns the schemas that apply to a file of a kind: that of the kind, and that of all kinds.
fn validators(kind: &Kind) -> [Validator; 2] {
    [schema::of(kind), schema::of_all(KINDS)].map(|schema| {
        jsonschema::meta::validate(&schema).unwrap();
        jsonschema::validator_for(&schema).unwrap()
    })
}

/// Returns the template with another, active value of a key.
fn with(kind: &Kind, key: &Key, value: &str) -> String {
    let text = template::of(kind);
    let own = text.find(&format!("\n[{}]\n\n", kind.table)).unwrap();
    let (head, table) = text.split_at(own);
    let line = |line: &str| match line.trim_start_matches("# ").split_once(" = ") {
        Some((name, _)) if name == key.name => format!("{name} = {value}"),
        _ => line.to_owned(),
    };
    head.to_owned() + &table.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the keys of every kind.
fn all() -> impl Iterator<Item = (&'static Kind, &'static Key)> {
    KINDS.iter().flat_map(|kind| kind.keys.iter().map(move |key| (kind, key)))
}

#[test]
fn every_key_stands_once_and_in_the_template() {
    for kind in KINDS {
        let names: Vec<&str> = kind.keys.iter().map(|key| key.name).collect();
        let distinct: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(distinct.len(), names.len(), "{}", kind.name);
        let text = template::of(kind);
        for name in names.into_iter().chain(["seed", "shards", "threads"]) {
            let stands =
                text.lines().any(|line| line.trim_start_matches("# ").starts_with(&format!("{name} = ")));
            assert!(stands, "{name} is missing in the template of {}", kind.name);
        }
    }
}

#[test]
fn every_template_is_an_experiment() {
    for kind in KINDS {
        let text = template::of(kind);
        assert_eq!(read(&text), Ok(()), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
        // The keys of the header are active too.
        let head = text.replace("# [run]", "[run]").replace("# seed =", "seed =");
        let head = head.replace("# shards =", "shards =").replace("# threads =", "threads =");
        for text in [text, head] {
            assert_eq!(read(&text), Ok(()), "{text}");
            for validator in validators(kind) {
                let told = validator.iter_errors(&instance(&text)).map(|error| error.to_string()).next();
                assert_eq!(told, None, "{text}");
            }
        }
    }
}

/// Returns whether a key's example is valid without other keys.
fn stands_alone(key: &Key) -> bool {
    !matches!(key.presence, Presence::Instead(_) | Presence::Preferred(_))
}

#[test]
fn every_example_of_a_key_is_read_and_fits_the_schema() {
    for (kind, key) in all().filter(|(_, key)| stands_alone(key)) {
        let text = with(kind, key, key.example);
        assert_eq!(read(&text), Ok(()), "{}: {text}", kind.name);
        for validator in validators(kind) {
            assert!(validator.is_valid(&instance(&text)), "{text}");
        }
    }
}

#[test]
fn every_example_experiment_fits_the_schema() {
    let mut found = 0;
    for folder in [examples(), examples().join("doudizhu")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "toml") {
                continue;
            }
            let instance = instance(&std::fs::read_to_string(&path).unwrap());
            let kind = KINDS.iter().find(|kind| instance["kind"] == kind.name).unwrap();
            for validator in validators(kind) {
                let told: Vec<String> =
                    validator.iter_errors(&instance).map(|error| error.to_string()).collect();
                assert!(told.is_empty(), "{}: {told:?}", path.display());
            }
            found += 1;
        }
    }
    assert!(found > 14);
}

#[test]
fn schemas_refuse_unknown_keys() {
    for kind in KINDS {
        let text = template::of(kind);
        let wrong = [
            text.replacen("kind =", "qind = 1\nkind =", 1),
            text.clone() + "qey = 1\n",
            text.replacen("kind = \"", "kind = \"q", 1),
            text.replacen("# [run]", "[run]\nshard = 2", 1),
            text.replacen("# [run]", "[run]\nshards = 0", 1),
            text.replacen("# seed = 1977", "seed = -1", 1),
            text.replacen("# seed = 1977", "seed = \"x\"", 1),
        ];
        for text in wrong {
            assert!(read(&text).is_err(), "{text}");
            for validator in validators(kind) {
                assert!(!validator.is_valid(&instance(&text)), "{text}");
            }
        }
    }
}

/// Keys whose range depends on other values, or whose error has another wording.
const OF_OTHERS: &[(&str, &str)] = &[
    ("life.grid", "every"),
    ("mastermind.optimal", "pins"),
    ("combat.compare", "iterations"),
    ("doudizhu.endgames", "to_move"),
];

#[test]
fn ranges_and_names_are_the_readers() {
    let mut held = 0;
    for (kind, key) in all() {
        let names = match key.shape {
            Shape::Choice(names) | Shape::List(_, &Shape::Choice(names)) => Some(names),
            _ => None,
        };
        let (wrong, expected) = match key.shape {
            Shape::Whole(from, to) => {
                (vec!["-1".to_owned(), (to + 1).to_string()], format!("a whole number from {from} to {to}"))
            }
            Shape::Number(from, to) => {
                (vec!["-1.0".to_owned(), (to + 1.0).to_string()], format!("a number from {from} to {to}"))
            }
            Shape::Flag => (vec!["\"x\"".to_owned()], "true or false".to_owned()),
            Shape::Choice(_) => (vec!["\"qqqqq\"".to_owned()], String::new()),
            Shape::List(_, &Shape::Choice(_)) => (vec!["[\"qqqqq\"]".to_owned()], String::new()),
            _ => continue,
        };
        for wrong in wrong {
            let text = with(kind, key, &wrong);
            let told = read(&text).unwrap_err();
            let own = stands_alone(key) && !OF_OTHERS.contains(&(kind.name, key.name));
            if own {
                match names {
                    Some(names) => {
                        assert_eq!(expected_names(&told), names.iter().copied().collect(), "{told}");
                    }
                    None => {
                        assert!(told.contains(&expected), "{} {}: {told}\n{expected}", kind.name, key.name);
                    }
                }
            }
            for validator in validators(kind) {
                assert!(!validator.is_valid(&instance(&text)), "{text}");
            }
            held += usize::from(own);
        }
    }
    assert!(held > 60, "{held}");
}

/// Returns the names that an error message lists as expected, in any format.
fn expected_names(told: &str) -> BTreeSet<&str> {
    let list = told.split_once("expected ").map_or("", |(_, list)| list).trim_start_matches("one of");
    let words = list.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '-' | '_' | '+'));
    words.filter(|word| !word.is_empty() && *word != "or").collect()
}

#[test]
fn sweeps_fit_the_schema_as_they_do_the_reader() {
    let kind = KINDS.iter().find(|kind| kind.name == "mastermind.evaluate").unwrap();
    let head = "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 3\nstrategy = \"knuth\"\n";
    for (keys, taken) in [
        ("[sweep]\n\"mastermind.colors\" = [4, 5]", true),
        ("[sweep]\n\"mastermind.colors\" = { from = 4, to = 6, step = 1 }", true),
        // A required key must still be present, in the table or in the sweep.
        ("", false),
        ("colors = 4\n[sweep]\n\"mastermind.pins\" = [2, 3]\n\"mastermind.strategy\" = [\"entropy\"]", true),
        ("colors = 4\n[sweep]", false),
        ("colors = 4\n[sweep]\n\"mastermind.pins\" = []", false),
        ("colors = 4\n[sweep]\n\"mastermind.pins\" = [2, 2]", false),
        ("colors = 4\n[sweep]\n\"mastermind.pins\" = 2", false),
        ("colors = 4\n[sweep]\n\"mastermind.pins\" = { from = 2, to = 3 }", false),
        ("colors = 4\n[sweep]\n\"life.rule\" = [2]", false),
    ] {
        let text = format!("{head}{keys}\n");
        assert_eq!(read(&text).is_ok(), taken, "{text}{:?}", read(&text));
        for validator in validators(kind) {
            assert_eq!(validator.is_valid(&instance(&text)), taken, "{text}");
        }
    }
}

quadrille::runner::settings! {
    /// The keys of `random.battery`, and one more.
    struct WithAnotherKey {
        ..battery: BatterySettings;
        repeats: u64 = "number of repetitions of each test", Whole(1, 9), default 3, "5";
    }
}

/// A copy of `random.battery` with another key.
const COPY: Kind = Kind {
    name: "random.copy",
    keys: WithAnotherKey::KEYS,
    read: |table, header, files| {
        let repeats = WithAnotherKey::read(table)?.repeats;
        assert_eq!(repeats, table.optional("repeats").map_or(Ok(3), |value| value.integer(0..=u64::MAX))?);
        (BatterySettings::KIND.read)(table, header, files)
    },
    ..BatterySettings::KIND
};

impl Settings for WithAnotherKey {
    const KIND: Kind = COPY;
}

/// A key that is declared in one place is read and checked, and is part of the template, the schema
/// and the text of settings. (The tables in docs/experiments.md and the types of the Python package
/// are generated from the same list of keys.)
#[test]
fn a_new_key_is_declared_in_one_place() {
    let registry = Registry { kinds: &[COPY], ..REGISTRY };
    let read = |text: &str| {
        let read = registry.read_with(Source::new("e.toml", text), NamedFiles::default());
        read.map(|_| ()).map_err(|error| error.headline())
    };
    let head = "kind = \"random.copy\"\n\n[random]\n";
    assert_eq!(read(&format!("{head}repeats = 7\n")), Ok(()));
    assert_eq!(read(head), Ok(()));
    let told = read(&format!("{head}repeats = 10\n")).unwrap_err();
    assert_eq!(told, "e.toml:4:11: `repeats` is 10 (expected a whole number from 1 to 9)");
    let told = read(&format!("{head}repeat = 4\n")).unwrap_err();
    assert!(told.contains("unknown key `repeat`") && told.contains("`repeats`"), "{told}");

    let text = template::of(&COPY);
    assert!(
        text.contains("\n# number of repetitions of each test (1 to 9; usually 3)\n# repeats = 5\n"),
        "{text}"
    );
    assert_eq!(read(&text.replace("# repeats", "repeats")), Ok(()));

    let schema = schema::of(&COPY);
    let expected = serde_json::json!({
        "description": "number of repetitions of each test (usually 3)",
        "type": "integer",
        "minimum": 1,
        "maximum": 9,
    });
    assert_eq!(schema["properties"]["random"]["properties"]["repeats"], expected);

    let mut settings = WithAnotherKey::new();
    assert_eq!(experiment_text(&settings).unwrap(), head);
    settings.repeats = 4;
    settings.battery.size = 19;
    assert_eq!(experiment_text(&settings).unwrap(), format!("{head}size = 19\nrepeats = 4\n"));
}
