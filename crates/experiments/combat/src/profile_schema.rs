//! The JSON Schema of combat profiles, derived from the declarations of their keys.

use quadrille_combat::keys::{Default, Key, Shape, TABLES, Table};
use quadrille_runner::schema::{DIALECT, merge};
use serde_json::{Map, Value, json};

/// The last part of the path of a table with a name that the profile chooses.
const NAME: &str = ".NAME";

/// Returns the schema of combat profiles. Conditions on several keys, names that must be declared,
/// and the texts of conditions are checked only by [`Profile`](quadrille_combat::Profile).
pub fn profile_schema() -> Value {
    let definitions: Map<String, Value> =
        TABLES[1..].iter().map(|table| (definition(table.path), of_table(table))).collect();
    let mut schema = json!({
        "$schema": DIALECT,
        "title": "Quadrille combat profile",
        "$defs": definitions,
    });
    merge(&mut schema, of_table(&TABLES[0]));
    schema
}

/// Returns the name of a table's definition, in which dots would be misleading.
fn definition(path: &str) -> String {
    path.replace('.', "-")
}

/// Returns a reference to the definition of a table.
fn reference(path: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{}", definition(path)) })
}

/// Returns the schema of a table, which has no keys other than the declared ones.
fn of_table(table: &Table) -> Value {
    let required: Vec<&str> = table
        .keys
        .iter()
        .filter(|key| key.default == Default::Required("required"))
        .map(|key| key.name)
        .collect();
    let properties: Map<String, Value> =
        table.keys.iter().map(|key| (key.name.to_owned(), property(key))).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// Returns the schema of a key's value, with a description.
fn property(key: &Key) -> Value {
    let default = match (key.default, key.default.words()) {
        (Default::Required(_), words) => format!(" ({words})"),
        (_, words) if words.is_empty() => words,
        (_, words) => format!(" (default: {words})"),
    };
    let mut property = json!({ "description": format!("{}{default}", key.what) });
    merge(&mut property, of_shape(&key.shape));
    property
}

fn of_shape(shape: &Shape) -> Value {
    let number = |low: f64, high: f64| json!({ "type": "number", "minimum": low, "maximum": high });
    let text = || json!({ "type": "string" });
    let pair =
        |low, high| json!({ "type": "array", "items": number(low, high), "minItems": 2, "maxItems": 2 });
    match *shape {
        Shape::Number(low, high) => number(low, high),
        Shape::Above0(high) => json!({ "type": "number", "exclusiveMinimum": 0, "maximum": high }),
        Shape::Whole(low, high) => json!({ "type": "integer", "minimum": low, "maximum": high }),
        Shape::Seconds(most) => either(&json!({ "const": 0 }), &number(Shape::SHORTEST, most)),
        Shape::Positive => number(Shape::SHORTEST, Shape::LONGEST),
        Shape::Range(low, high) => either(&number(low, high), &pair(low, high)),
        Shape::Numbers(low, high) => {
            let list = json!({ "type": "array", "items": number(low, high), "minItems": 1, "maxItems": Shape::MOST_NUMBERS });
            either(&number(low, high), &list)
        }
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Text(_) | Shape::Name(_) => text(),
        Shape::Choice(words) => json!({ "enum": words }),
        Shape::Choices(words) => one_or_several(&json!({ "enum": words })),
        Shape::Texts(_) | Shape::Names(_) => one_or_several(&text()),
        Shape::Amounts(_, low, high) => {
            json!({ "type": "object", "additionalProperties": number(low, high) })
        }
        Shape::Amount(_, low, high) => json!({
            "type": "object",
            "additionalProperties": pair(low, high),
            "minProperties": 1,
            "maxProperties": 1,
        }),
        Shape::Either(one, other) => either(&of_shape(one), &of_shape(other)),
        Shape::Table(path) if path.ends_with(NAME) => {
            json!({ "type": "object", "additionalProperties": reference(path) })
        }
        Shape::Table(path) => reference(path),
        Shape::Lines(path) => {
            json!({ "type": "array", "items": reference(path), "maxItems": Shape::MOST_LINES })
        }
        Shape::Named(_, of) => json!({ "type": "object", "additionalProperties": of_shape(of) }),
        Shape::ByPath(_) => json!({ "type": "object" }),
        Shape::Seed => json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX }),
    }
}

fn either(one: &Value, other: &Value) -> Value {
    json!({ "anyOf": [one, other] })
}

/// Returns the schema of one value or a list of distinct values.
fn one_or_several(one: &Value) -> Value {
    either(one, &json!({ "type": "array", "items": one, "uniqueItems": true }))
}
