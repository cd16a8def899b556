//! Differences between the results of two runs, and their significance.

use std::collections::BTreeSet;
use std::path::Path;

use crate::RunDirectory;
use crate::directory::Output;
use quadrille_memory::require;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::RunFailure;
use super::written::ResultFile;
use crate::files;

/// The differences between two results.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// Whether the results are equal.
    pub same: bool,
    /// All values that differ, in the order in which the result files contain them.
    pub differences: Vec<DifferentValue>,
}

/// A value that differs between two results.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DifferentValue {
    /// The path of the value. An element of a list is identified by its name or by its index,
    /// counted from 0.
    pub key: String,
    /// The value in the first result; `null` if it is missing.
    pub a: Value,
    /// The value in the second result; `null` if it is missing.
    pub b: Value,
    /// Whether the 95 % intervals of both values are disjoint; `None` if the values have no
    /// intervals. This criterion is stricter than a statistical test of the difference: a
    /// difference may be significant although the intervals overlap.
    pub significant: Option<bool>,
}

/// If an object contains the key `error`, or the keys `low` and `high`, they describe the interval
/// of one value of the object. The key of this value is the first key in this list that the object
/// contains. The keys for the intervals of other values have a prefix, such as `crit_low` and
/// `crit_high`.
const OWNERS: [&str; 6] = ["difference", "mean", "points_per_game", "share", "win_share", "per_soup"];
/// Keys whose text identifies an element of a list. If an element has several of them, the first in
/// this order is used.
const NAMES: [&str; 5] = ["apgcode", "name", "strategy", "number", "generator"];

/// Reads a result; `path` is the folder of a run, or a file in the format of `result.json`.
///
/// # Errors
/// The result is missing or cannot be read.
pub fn read_result(path: &Path) -> Result<ResultFile, RunFailure> {
    let file = if path.is_dir() { RunDirectory::new(path).file(Output::Result) } else { path.to_owned() };
    if path.is_dir() && !file.exists() {
        let path = path.display();
        let reason = format!("{path} holds no result: there is no result.json in it");
        return Err(RunFailure::Refused(reason));
    }
    let bytes = files::READER.bytes(&file)?.bytes;
    require(super::parsed_bytes(&bytes))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let reason = format!("{} is not the result of a run: {error}", file.display());
        RunFailure::Refused(reason)
    })
}

impl Difference {
    /// Compares two results.
    ///
    /// # Errors
    /// The results are of different kinds of experiments.
    pub fn between(a: &ResultFile, b: &ResultFile) -> Result<Self, RunFailure> {
        if a.kind != b.kind {
            let reason = format!(
                "results of {} and {} cannot be compared; expected results of the same kind",
                a.kind, b.kind
            );
            return Err(RunFailure::Refused(reason));
        }
        let mut found = Vec::new();
        let head = |result: &ResultFile| json!({ "revision": result.revision, "seed": result.seed.to_string(), "shards": result.shards });
        values(&mut found, "", &head(a), &head(b));
        values(&mut found, "", &Value::Object(a.result.clone()), &Value::Object(b.result.clone()));
        Ok(Self { same: found.is_empty(), differences: found })
    }
}

/// Adds the differences between the two values of a key.
fn values(found: &mut Vec<DifferentValue>, key: &str, a: &Value, b: &Value) {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => objects(found, key, a, b),
        (Value::Array(a), Value::Array(b)) => lists(found, key, a, b),
        _ => leaf(found, key, a, b, None),
    }
}

fn leaf(found: &mut Vec<DifferentValue>, key: &str, a: &Value, b: &Value, significant: Option<bool>) {
    if a != b {
        found.push(DifferentValue { key: key.to_owned(), a: a.clone(), b: b.clone(), significant });
    }
}

fn objects(found: &mut Vec<DifferentValue>, key: &str, a: &Map<String, Value>, b: &Map<String, Value>) {
    let only_b = b.keys().filter(|name| !a.contains_key(*name));
    for name in a.keys().chain(only_b) {
        let within = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
        let value = |of: &Map<String, Value>| of.get(name).cloned().unwrap_or_default();
        let (one, other) = (value(a), value(b));
        match (&one, &other) {
            (Value::Array(ones), Value::Array(others)) if is_measured(a, b, name, ones, others) => {
                measured(found, &within, a, b, ones, others);
            }
            (Value::Object(_) | Value::Array(_), _) | (_, Value::Object(_) | Value::Array(_)) => {
                values(found, &within, &one, &other);
            }
            _ => {
                let apart = interval(a, name).zip(interval(b, name)).map(|(a, b)| are_apart(a, b));
                leaf(found, &within, &one, &other, apart);
            }
        }
    }
}

/// Returns whether the elements of two lists have intervals. The list `ones` is the value of the
/// key `name` in the object `a`, and `others` is its value in `b`. The elements have intervals if
/// `name` is `population`, and both objects have a list `error` of the same length, which contains
/// half of the width of each interval.
fn is_measured(
    a: &Map<String, Value>,
    b: &Map<String, Value>,
    name: &str,
    ones: &[Value],
    others: &[Value],
) -> bool {
    let errors = |of: &Map<String, Value>, number: usize| {
        of.get("error").and_then(Value::as_array).is_some_and(|errors| errors.len() == number)
    };
    name == "population" && ones.len() == others.len() && errors(a, ones.len()) && errors(b, others.len())
}

fn measured(
    found: &mut Vec<DifferentValue>,
    key: &str,
    a: &Map<String, Value>,
    b: &Map<String, Value>,
    ones: &[Value],
    others: &[Value],
) {
    for (place, (one, other)) in ones.iter().zip(others).enumerate() {
        let around = |of: &Map<String, Value>, value: &Value| {
            let (value, error) = (value.as_f64()?, of["error"][place].as_f64()?);
            Some((value - error, value + error))
        };
        let apart = around(a, one).zip(around(b, other)).map(|(a, b)| are_apart(a, b));
        leaf(found, &format!("{key}[{place}]"), one, other, apart);
    }
}

/// Compares two lists. Elements are matched by name if all elements of each list have different
/// names, and by index otherwise.
fn lists(found: &mut Vec<DifferentValue>, key: &str, a: &[Value], b: &[Value]) {
    let Some((ones, others)) = names(a).zip(names(b)) else {
        for place in 0..a.len().max(b.len()) {
            let value = |of: &[Value]| of.get(place).cloned().unwrap_or_default();
            values(found, &format!("{key}[{place}]"), &value(a), &value(b));
        }
        return;
    };
    let missing = Value::Null;
    for (name, one) in ones.iter().zip(a) {
        let other = others.iter().position(|other| other == name).map_or(&missing, |place| &b[place]);
        values(found, &format!("{key}[{name}]"), one, other);
    }
    for (name, other) in others.iter().zip(b).filter(|(name, _)| !ones.contains(name)) {
        values(found, &format!("{key}[{name}]"), &missing, other);
    }
}

/// Returns the names of the elements; `None` if an element has no name or two elements have the
/// same name.
fn names(list: &[Value]) -> Option<Vec<String>> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    // A point of a sweep is identified by the values of all swept keys.
    let values = |element: &Value| {
        let values = element.get("values")?.as_array()?;
        Some(values.iter().map(text).collect::<Option<Vec<_>>>()?.join(", "))
    };
    let name = |element: &Value| {
        let named = NAMES.iter().find_map(|&key| element.get(key)?.as_str().map(str::to_owned));
        named.or_else(|| values(element)).or_else(|| element.get("density").and_then(text))
    };
    let names: Vec<String> = list.iter().map(name).collect::<Option<_>>()?;
    let different: BTreeSet<&String> = names.iter().collect();
    (different.len() == names.len()).then_some(names)
}

/// Returns the 95 % interval of the value with the key `name`; `None` if `object` does not contain
/// the interval.
fn interval(object: &Map<String, Value>, name: &str) -> Option<(f64, f64)> {
    let number = |key: &str| object.get(key).and_then(Value::as_f64);
    let value = number(name)?;
    let owner = OWNERS.into_iter().find(|&owner| object.contains_key(owner));
    let prefixes = [Some(format!("{name}_")), (owner == Some(name)).then(String::new)];
    prefixes.into_iter().flatten().find_map(|prefix| {
        let ends = number(&format!("{prefix}low")).zip(number(&format!("{prefix}high")));
        ends.or_else(|| number(&format!("{prefix}error")).map(|error| (value - error, value + error)))
    })
}

/// Returns the path of an object with the key `error`, or with `low` and `high`, but without a key
/// of [`OWNERS`]: a comparison would not use this interval. `None` if there is no such object. For
/// tests.
#[doc(hidden)]
pub fn interval_without_value(result: &Value) -> Option<String> {
    let within =
        |name: String, value: &Value| interval_without_value(value).map(|path| format!("{name}.{path}"));
    match result {
        Value::Object(object) => {
            let is_single = |name: &str| object.get(name).is_some_and(|value| !value.is_array());
            let has_interval = is_single("error") || is_single("low") && is_single("high");
            if has_interval && !OWNERS.iter().any(|owner| object.contains_key(*owner)) {
                return Some("error, or low and high".to_owned());
            }
            object.iter().find_map(|(name, value)| within(name.clone(), value))
        }
        Value::Array(values) => {
            values.iter().enumerate().find_map(|(place, value)| within(place.to_string(), value))
        }
        _ => None,
    }
}

fn are_apart(a: (f64, f64), b: (f64, f64)) -> bool {
    a.1 < b.0 || b.1 < a.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(a: &Value, b: &Value) -> Vec<(String, Option<bool>)> {
        let mut found = Vec::new();
        values(&mut found, "", a, b);
        found.into_iter().map(|value| (value.key, value.significant)).collect()
    }

    fn differences(found: &[(&str, Option<bool>)]) -> Vec<(String, Option<bool>)> {
        found.iter().map(|&(key, significant)| (key.to_owned(), significant)).collect()
    }

    #[test]
    fn intervals_decide_where_there_are_any() {
        let a = json!({ "dps": { "mean": 10.0, "error": 1.0, "max": 12.0 }, "wp": 0.5, "wp_low": 0.4, "wp_high": 0.6 });
        assert_eq!(between(&a, &a), []);
        let b = json!({ "dps": { "mean": 12.5, "error": 1.0, "max": 13.0 }, "wp": 0.65, "wp_low": 0.55, "wp_high": 0.75 });
        let found = differences(&[
            ("dps.mean", Some(true)),
            ("dps.max", None),
            ("wp", Some(false)),
            ("wp_low", None),
            ("wp_high", None),
        ]);
        assert_eq!(between(&a, &b), found);
        let fields = |last: f64| json!({ "population": [5.0, last], "error": [null, 0.5] });
        assert_eq!(between(&fields(3.0), &fields(4.5)), differences(&[("population[1]", Some(true))]));
        // Unless both values have intervals, the significance is unknown.
        let without = json!({ "mean": 3.0, "error": null });
        assert_eq!(between(&json!({ "mean": 2.0, "error": null }), &without), differences(&[("mean", None)]));
    }

    #[test]
    fn elements_are_identified_by_their_names() {
        let a = json!({ "objects": [{ "apgcode": "x", "count": 1 }, { "apgcode": "y", "count": 2 }], "list": [1, 2] });
        let b = json!({ "objects": [{ "apgcode": "y", "count": 2 }, { "apgcode": "z", "count": 1 }], "list": [1] });
        assert_eq!(
            between(&a, &b),
            differences(&[("objects[x]", None), ("objects[z]", None), ("list[1]", None)])
        );
        // Equal names do not identify elements.
        let players = |wins: [u32; 2]| json!([{ "name": "rule", "wins": wins[0] }, { "name": "rule", "wins": wins[1] }]);
        assert_eq!(between(&players([1, 2]), &players([1, 3])), differences(&[("[1].wins", None)]));
    }

    #[test]
    fn only_results_of_a_kind_are_compared() {
        let result = |kind: &str, seed| ResultFile {
            program: "quadrille".to_owned(),
            kind: kind.to_owned(),
            revision: 1,
            seed,
            shards: 3,
            result: Map::new(),
        };
        assert!(Difference::between(&result("a", 1), &result("a", 1)).unwrap().same);
        let found = Difference::between(&result("a", 1), &result("a", 2)).unwrap();
        assert_eq!((found.differences[0].key.as_str(), found.same), ("seed", false));
        let refused = Difference::between(&result("a", 1), &result("b", 1)).unwrap_err();
        assert!(refused.to_string().contains("of a and b"), "{refused}");
    }
}
