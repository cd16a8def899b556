//! JSON Schemas of experiment files, for editors and programs that write such files.

use serde_json::{Map, Value, json};

use crate::job::Kind;
use crate::keys::{self, Key, LARGEST_BY_PATH, Presence, Shape};

/// The URI of the version of JSON Schema.
pub const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Returns the schema of the experiment files of one kind.
pub fn of(kind: &Kind) -> Value {
    let mut schema = json!({
        "$schema": DIALECT,
        "title": kind.name,
        "description": kind.about,
    });
    merge(&mut schema, file(kind));
    schema
}

/// Returns one schema for the experiment files of several kinds. The value of the key `kind`
/// selects the part of the schema that applies to a file.
pub fn of_all(kinds: &[Kind]) -> Value {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
    let by_kind: Vec<Value> = kinds
        .iter()
        .map(|kind| {
            let asked = json!({ "properties": { "kind": { "const": kind.name } }, "required": ["kind"] });
            json!({ "if": asked, "then": file(kind) })
        })
        .collect();
    json!({
        "$schema": DIALECT,
        "title": "Quadrille experiment",
        "type": "object",
        "required": ["kind"],
        "properties": { "kind": { "enum": names } },
        "allOf": by_kind,
    })
}

/// Returns the schema of a whole experiment file of a kind, without title and description.
fn file(kind: &Kind) -> Value {
    let mut properties = Map::new();
    properties.insert("kind".to_owned(), json!({ "const": kind.name, "description": kind.about }));
    // Whole numbers in TOML end at 2^63 - 1, so a seed may also be a text of digits.
    let digits = json!({ "type": "string", "pattern": "^\\+?[0-9]+$" });
    let seed = json!({ "description": keys::SEED.what, "anyOf": [shape(&keys::SEED.shape), digits] });
    properties.insert(keys::SEED.name.to_owned(), seed);
    properties.insert("run".to_owned(), table(keys::RUN).0);
    properties.insert("sweep".to_owned(), sweep(kind));
    let (engine, required) = table(kind.keys);
    properties.insert(kind.table.to_owned(), engine);
    json!({
        "type": "object",
        "properties": properties,
        "required": ["kind", kind.table],
        "additionalProperties": false,
        // With a sweep, keys may be missing in the kind's table, because the sweep may contain
        // them.
        "if": { "not": { "required": ["sweep"] } },
        "then": { "properties": { (kind.table): { "required": required } } },
    })
}

/// Returns the schema of the table `[sweep]`, which has one or two keys. The value of a key is a
/// list of values or a range of numbers.
fn sweep(kind: &Kind) -> Value {
    let number = json!({ "type": "number" });
    let range = json!({
        "type": "object",
        "properties": { "from": number, "to": number, "step": { "type": "number", "exclusiveMinimum": 0 } },
        "required": ["from", "to", "step"],
        "additionalProperties": false,
    });
    json!({
        "description": format!("the same experiment for several values of one or two keys, such as \"{}.{}\"", kind.table, kind.keys[0].name),
        "type": "object",
        "minProperties": 1,
        "maxProperties": 2,
        "propertyNames": { "pattern": format!("^{}\\.", kind.table) },
        "additionalProperties": { "anyOf": [{ "type": "array", "minItems": 1, "uniqueItems": true }, range] },
    })
}

/// Returns the schema of a table that may contain no keys other than `keys`. Also returns the names
/// of the required keys.
fn table(keys: &[Key]) -> (Value, Vec<&'static str>) {
    let properties: Map<String, Value> =
        keys.iter().map(|key| (key.name.to_owned(), property(key))).collect();
    let required: Vec<&str> =
        keys.iter().filter(|key| key.presence == Presence::Must).map(|key| key.name).collect();
    (json!({ "type": "object", "properties": properties, "additionalProperties": false }), required)
}

/// Returns the schema of a key's value, including a description.
fn property(key: &Key) -> Value {
    let more = match key.presence {
        Presence::Must => String::new(),
        Presence::Usually(usual) => format!(" (usually {usual})"),
        Presence::Instead(of) | Presence::Preferred(of) => format!(" ({of})"),
    };
    let mut property = json!({ "description": format!("{}{more}", key.what) });
    merge(&mut property, shape(&key.shape));
    property
}

fn shape(of: &Shape) -> Value {
    match of {
        Shape::Whole(from, to) => json!({ "type": "integer", "minimum": from, "maximum": to }),
        Shape::Number(from, to) => json!({ "type": "number", "minimum": from, "maximum": to }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Text(_) => json!({ "type": "string" }),
        Shape::Choice(names) => json!({ "enum": names }),
        Shape::List(_, of) => json!({ "type": "array", "items": shape(of) }),
        Shape::NumbersByPath => {
            let leaf = json!({ "type": "number", "minimum": -LARGEST_BY_PATH, "maximum": LARGEST_BY_PATH });
            json!({ "type": "object", "additionalProperties": { "anyOf": [leaf, { "type": "object" }] } })
        }
    }
}

/// Adds the entries of the object `more` to the object `schema`. An entry of `more` replaces the
/// entry of the same name. Values that are not objects stay as they are.
///
/// ```
/// use serde_json::json;
/// let mut schema = json!({ "description": "in percent" });
/// quadrille_runner::schema::merge(&mut schema, json!({ "type": "number" }));
/// assert_eq!(schema, json!({ "description": "in percent", "type": "number" }));
/// ```
pub fn merge(schema: &mut Value, more: Value) {
    if let (Value::Object(schema), Value::Object(more)) = (schema, more) {
        schema.extend(more);
    }
}
