//! The JSON Schema of combat profiles agrees with the reader.

use std::path::Path;

use jsonschema::Validator;
use quadrille::combat::keys::{Default, Key, Shape, TABLES, Table};
use quadrille::combat::{Profile, Source};
use quadrille::experiments::combat::profile_schema;
use serde_json::Value;

fn validator() -> Validator {
    let schema = profile_schema();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn instance(text: &str) -> Value {
    serde_json::to_value(toml::from_str::<toml::Table>(text).unwrap()).unwrap()
}

/// The places of the refused values.
fn refused(validator: &Validator, text: &str) -> Vec<String> {
    validator.iter_errors(&instance(text)).map(|error| error.instance_path().to_string()).collect()
}

#[test]
fn the_schema_accepts_the_examples() {
    let validator = validator();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/combat");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        assert_eq!(refused(&validator, &text), [""; 0], "{text}");
        count += 1;
    }
    assert!(count >= 10, "{count} examples");
}

/// The schema accepts everything that the reader accepts.
#[test]
fn the_schema_accepts_what_the_reader_accepts() {
    let validator = validator();
    let mut accepted = 0;
    for seed in 0..600 {
        let mut rng = quadrille::random::StreamKey::new(seed, 0).rng();
        let bytes: Vec<u8> = (0..700).map(|_| (rng.next_f64() * 256.0) as u8).collect();
        let text = quadrille_combat::random_profile(&bytes);
        if Profile::parse(&Source::new("random.toml", text.as_str())).is_ok() {
            assert_eq!(refused(&validator, &text), [""; 0], "{text}");
            accepted += 1;
        }
    }
    assert!(accepted > 250, "{accepted} of 600");
}

/// Values that a key may have, and values that it may not have.
fn values(shape: &Shape) -> (Vec<String>, Vec<String>) {
    let numbers = |low: f64, high: f64| {
        (
            vec![low.to_string(), high.to_string()],
            vec![beyond(low, -1.0), beyond(high, 1.0), "\"x\"".to_owned()],
        )
    };
    let texts = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect::<Vec<_>>();
    match *shape {
        Shape::Number(low, high) => numbers(low, high),
        Shape::Above0(high) => {
            let (good, mut bad) = numbers(1e-6, high);
            bad.push("0".to_owned());
            (good, bad)
        }
        Shape::Whole(low, high) => {
            let (mut good, mut bad) = numbers(low.into(), high.into());
            good.push(low.to_string());
            bad.push((f64::from(low) + 0.5).to_string());
            (good, bad)
        }
        Shape::Seconds(most) => {
            let (good, mut bad) = numbers(0.0, most);
            bad.push("0.0001".to_owned());
            (good, bad)
        }
        Shape::Positive => {
            let (good, mut bad) = numbers(Shape::SHORTEST, Shape::LONGEST);
            bad.push("0".to_owned());
            (good, bad)
        }
        Shape::Range(low, high) => {
            let (mut good, mut bad) = numbers(low, high);
            good.push(format!("[{low}, {high}]"));
            bad.extend([format!("[{low}]"), format!("[{low}, {}]", beyond(high, 1.0))]);
            (good, bad)
        }
        Shape::Numbers(low, high) => {
            let (mut good, mut bad) = numbers(low, high);
            good.push(format!("[{low}, {high}]"));
            bad.push(format!("[{low}, {}]", beyond(high, 1.0)));
            (good, bad)
        }
        Shape::Flag => (texts(&["true", "false"]), texts(&["0", "\"true\""])),
        Shape::Text(_) | Shape::Name(_) => (texts(&["\"word\""]), texts(&["1", "[\"word\"]"])),
        Shape::Texts(_) | Shape::Names(_) => {
            (texts(&["\"word\"", "[\"word\", \"other\"]"]), texts(&["1", "[1]", "[\"word\", \"word\"]"]))
        }
        Shape::Choice(words) => {
            (words.iter().map(|word| format!("{word:?}")).collect(), texts(&["\"no such word\"", "1"]))
        }
        Shape::Choices(words) => {
            let mut good: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
            good.push(format!("{words:?}"));
            (good, texts(&["\"no such word\"", "1", "[\"no such word\"]"]))
        }
        Shape::Amounts(_, low, high) => {
            let bad = [format!("{{ word = {} }}", beyond(high, 1.0)), "1".to_owned()];
            (vec![format!("{{ word = {low} }}")], bad.into())
        }
        Shape::Amount(_, low, high) => {
            let bad =
                [format!("{{ word = {high} }}"), format!("{{ word = [{low}, {}] }}", beyond(high, 1.0))];
            (vec![format!("{{ word = [{low}, {high}] }}")], bad.into())
        }
        Shape::Either(one, other) => {
            let both = [values(one), values(other)];
            // A value that one of the two shapes may not have is possible if the other may have it.
            let good = both.iter().flat_map(|(good, _)| good.clone()).collect();
            (good, texts(&["true", "[]", "-1e300"]))
        }
        Shape::Table(_) | Shape::Named(..) | Shape::ByPath(_) => (Vec::new(), texts(&["1", "\"word\""])),
        Shape::Lines(_) => (texts(&["[]"]), texts(&["1", "[1]"])),
        Shape::Seed => (texts(&["0", "9223372036854775807"]), texts(&["-1", "0.5", "\"word\""])),
    }
}

/// Returns a number that is a little beyond the end of a range.
fn beyond(end: f64, direction: f64) -> String {
    format!("{:?}", end + direction * (end.abs() * 1e-3).max(1e-5))
}

/// Returns a profile that is valid except for one value, which is in its last line.
fn with(table: &Table, key: &Key, value: &str) -> String {
    let others = table.keys.iter().filter(|other| other.name != key.name);
    let required: Vec<String> = others
        .filter(|other| matches!(other.default, Default::Required(_)) || other.name == "length")
        .map(|other| {
            let value = match other.name {
                "aura" => "\"mark\"",
                "by" | "use" => "\"hit\"",
                "order" => "[\"miss\"]",
                _ => "1",
            };
            format!("{} = {value}\n", other.name)
        })
        .collect();
    let required = required.concat();
    let before = "[abilities.hit]\n[buffs.mark]\non = \"target\"\n";
    let fight = if table.path == "fight" { "" } else { "[fight]\nlength = 60\n" };
    let value = format!("{} = {value}\n", key.name);
    let outer = match table.path {
        "tables.NAME.multipliers" => {
            "[tables.it]\norder = [\"miss\", \"dodge\", \"parry\", \"glance\", \"block\", \"crush\", \"crit\"]\n"
        }
        "abilities.NAME.per_spent" => {
            "[resources.combo]\ncap = 5\n[abilities.it]\nspends = { combo = [1, 5] }\n"
        }
        _ => "",
    };
    let path = table.path.replace("NAME", "it");
    match table.path {
        "" => value,
        "actions" => format!("{before}{fight}[[actions]]\n{required}{value}"),
        "lists.NAME" => format!("{before}{fight}[[lists.it]]\n{required}{value}"),
        _ => format!("{before}{fight}{outer}[{path}]\n{required}{value}"),
    }
}

/// The schema accepts the ends of every range, and refuses values beyond them and of other types. The
/// reader reports the same values, at their places.
#[test]
fn the_schema_and_the_reader_have_the_same_ranges() {
    let validator = validator();
    let mut count = 0;
    for table in TABLES {
        for key in table.keys {
            let (good, bad) = values(&key.shape);
            let found = |text: &str| {
                refused(&validator, text).iter().any(|place| place.contains(&format!("/{}", key.name)))
            };
            for value in good {
                let text = with(table, key, &value);
                assert!(!found(&text), "{text}");
            }
            for value in bad {
                let text = with(table, key, &value);
                assert!(found(&text), "the schema accepts {text}");
                let errors = Profile::parse(&Source::new("p", text.as_str())).expect_err("an invalid value");
                let line = text.lines().count();
                let at_line = errors.iter().any(|error| error.headline().starts_with(&format!("p:{line}:")));
                assert!(at_line, "{text}\n{}", errors[0]);
                count += 1;
            }
        }
    }
    assert!(count > 500, "{count} values");
}
