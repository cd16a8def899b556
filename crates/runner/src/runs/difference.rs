//! Differences between the results of two runs, and their significance.

use std::collections::BTreeSet;
use std::path::Path;

use crate::RunDirectory;
use crate::directory::Output;
use crate::job::Kind;
use crate::sweep::result::SweepResult;
use quadrille_memory::require;
use quadrille_report::figures::{Described, Shape};
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
    /// Compares two results. `kinds` are the known kinds of experiments: they declare which
    /// keys contain the interval of a value, and which key identifies an element of a list.
    ///
    /// # Errors
    /// The results are of different kinds of experiments.
    pub fn between(a: &ResultFile, b: &ResultFile, kinds: &[Kind]) -> Result<Self, RunFailure> {
        if a.kind != b.kind {
            let reason = format!(
                "results of {} and {} cannot be compared; expected results of the same kind",
                a.kind, b.kind
            );
            return Err(RunFailure::Refused(reason));
        }
        let result = kinds.iter().find(|kind| kind.name == a.kind).map_or(Shape::Other, |kind| kind.result);
        let is_sweep = a.result.contains_key("sweep") && b.result.contains_key("sweep");
        let mut found = Comparison { result, is_sweep, found: Vec::new() };
        let head = |result: &ResultFile| json!({ "revision": result.revision, "seed": result.seed.to_string(), "shards": result.shards });
        found.values("", Shape::Other, &head(a), &head(b));
        let shape = if is_sweep { SweepResult::SHAPE } else { result };
        found.objects("", shape, &a.result, &b.result);
        Ok(Self { same: found.found.is_empty(), differences: found.found })
    }
}

/// A comparison in progress.
struct Comparison {
    /// The type of the results of the kind, also at the points of a sweep.
    result: Shape,
    is_sweep: bool,
    found: Vec<DifferentValue>,
}

impl Comparison {
    /// Adds the differences between the two values of a key.
    fn values(&mut self, key: &str, shape: Shape, a: &Value, b: &Value) {
        match (a, b) {
            (Value::Object(a), Value::Object(b)) => self.objects(key, shape, a, b),
            (Value::Array(a), Value::Array(b)) => self.lists(key, shape, a, b),
            _ => self.leaf(key, a, b, None),
        }
    }

    fn leaf(&mut self, key: &str, a: &Value, b: &Value, significant: Option<bool>) {
        if a != b {
            let (key, a, b) = (key.to_owned(), a.clone(), b.clone());
            self.found.push(DifferentValue { key, a, b, significant });
        }
    }

    fn objects(&mut self, key: &str, shape: Shape, a: &Map<String, Value>, b: &Map<String, Value>) {
        let (keys, element) = (shape.keys(), shape.element().unwrap_or(Shape::Other));
        let only_b = b.keys().filter(|name| !a.contains_key(*name));
        for name in a.keys().chain(only_b) {
            let path = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
            let value = |of: &Map<String, Value>| of.get(name).cloned().unwrap_or_default();
            let (one, other) = (value(a), value(b));
            let declared = keys.iter().find(|key| key.name == name);
            let inner = match declared {
                // The results at the points of a sweep have the type of the kind.
                Some(declared) if self.is_sweep && declared.shape == Shape::Other && name == "result" => {
                    self.result
                }
                Some(declared) => declared.shape,
                None => element,
            };
            let within = declared.and_then(|declared| declared.within);
            // The keys of the intervals of a list are lists of the same length.
            let apart = |one: &Value, other: &Value, at: Option<usize>| {
                let interval = |value: &Value, of: &Map<String, Value>| {
                    let element = |value| at.map_or(Some(value), |at| Value::get(value, at));
                    within?.of(value.as_f64(), |key| element(of.get(key)?)?.as_f64())
                };
                are_apart(interval(one, a), interval(other, b))
            };
            match (&one, &other) {
                (Value::Array(ones), Value::Array(others)) if within.is_some() => {
                    for at in 0..ones.len().max(others.len()) {
                        let value = |of: &[Value]| of.get(at).cloned().unwrap_or_default();
                        let (one, other) = (value(ones), value(others));
                        let apart = apart(&one, &other, Some(at));
                        self.leaf(&format!("{path}[{at}]"), &one, &other, apart);
                    }
                }
                (Value::Object(_) | Value::Array(_), _) | (_, Value::Object(_) | Value::Array(_)) => {
                    self.values(&path, inner, &one, &other);
                }
                _ => self.leaf(&path, &one, &other, apart(&one, &other, None)),
            }
        }
    }

    /// Compares two lists. Elements are matched by name if all elements of each list have different
    /// names, and by index otherwise.
    fn lists(&mut self, key: &str, shape: Shape, a: &[Value], b: &[Value]) {
        let element = shape.element().unwrap_or(Shape::Other);
        let Some((ones, others)) = names(element, a).zip(names(element, b)) else {
            for place in 0..a.len().max(b.len()) {
                let value = |of: &[Value]| of.get(place).cloned().unwrap_or_default();
                self.values(&format!("{key}[{place}]"), element, &value(a), &value(b));
            }
            return;
        };
        let missing = Value::Null;
        for (name, one) in ones.iter().zip(a) {
            let other = others.iter().position(|other| other == name).map_or(&missing, |place| &b[place]);
            self.values(&format!("{key}[{name}]"), element, one, other);
        }
        for (name, other) in others.iter().zip(b).filter(|(name, _)| !ones.contains(name)) {
            self.values(&format!("{key}[{name}]"), element, &missing, other);
        }
    }
}

/// Returns the names of the elements; `None` if an element has no name or two elements have the
/// same name.
fn names(element: Shape, list: &[Value]) -> Option<Vec<String>> {
    let key = element.keys().into_iter().find(|key| key.is_name)?.name;
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    // A point of a sweep is identified by the values of all swept keys.
    let name = |element: &Value| match element.get(key)? {
        Value::Array(values) => Some(values.iter().map(text).collect::<Option<Vec<_>>>()?.join(", ")),
        value => text(value),
    };
    let names: Vec<String> = list.iter().map(name).collect::<Option<_>>()?;
    let different: BTreeSet<&String> = names.iter().collect();
    (different.len() == names.len()).then_some(names)
}

/// Returns whether two intervals are disjoint; `None` if there are not two intervals.
fn are_apart(a: Option<[f64; 2]>, b: Option<[f64; 2]>) -> Option<bool> {
    let (a, b) = a.zip(b)?;
    Some(a[1] < b[0] || b[1] < a[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_report::figures::Figures;

    #[derive(Figures)]
    #[allow(dead_code, reason = "only the declarations of the fields are used")]
    struct Measured {
        #[figure(within(error))]
        mean: f64,
        error: f64,
        max: f64,
        #[figure(within(wp_low, wp_high))]
        wp: f64,
        wp_low: f64,
        wp_high: f64,
        #[figure(within(errors))]
        population: Vec<f64>,
        errors: Vec<f64>,
        objects: Vec<Named>,
        list: Vec<u64>,
    }

    #[derive(Figures)]
    #[allow(dead_code, reason = "only the declarations of the fields are used")]
    struct Named {
        #[figure(name)]
        apgcode: String,
        count: u64,
    }

    const KIND: Kind = Kind {
        name: "a",
        table: "a",
        about: "",
        revision: 1,
        read: |table, _, _| Err(table.error("")),
        keys: &[],
        result: Measured::SHAPE,
    };

    fn file(kind: &str, seed: u64, result: &Value) -> ResultFile {
        let result = result.as_object().unwrap().clone();
        let (program, kind) = ("quadrille".to_owned(), kind.to_owned());
        ResultFile { program, kind, revision: 1, seed, shards: 3, result }
    }

    fn between(a: &Value, b: &Value) -> Vec<(String, Option<bool>)> {
        let found = Difference::between(&file("a", 1, a), &file("a", 1, b), &[KIND]).unwrap();
        assert_eq!(found.same, found.differences.is_empty());
        found.differences.into_iter().map(|value| (value.key, value.significant)).collect()
    }

    fn differences(found: &[(&str, Option<bool>)]) -> Vec<(String, Option<bool>)> {
        found.iter().map(|&(key, significant)| (key.to_owned(), significant)).collect()
    }

    #[test]
    fn intervals_decide_where_there_are_any() {
        let a = json!({ "mean": 10.0, "error": 1.0, "max": 12.0, "wp": 0.5, "wp_low": 0.4, "wp_high": 0.6 });
        assert_eq!(between(&a, &a), []);
        let b =
            json!({ "mean": 12.5, "error": 1.0, "max": 13.0, "wp": 0.65, "wp_low": 0.55, "wp_high": 0.75 });
        let found = differences(&[
            ("mean", Some(true)),
            ("max", None),
            ("wp", Some(false)),
            ("wp_low", None),
            ("wp_high", None),
        ]);
        assert_eq!(between(&a, &b), found);
        let fields = |last: f64| json!({ "population": [5.0, last], "errors": [null, 0.5] });
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
        let objects = |counts: [u32; 2]| json!({ "objects": [{ "apgcode": "x", "count": counts[0] }, { "apgcode": "x", "count": counts[1] }] });
        assert_eq!(between(&objects([1, 2]), &objects([1, 3])), differences(&[("objects[1].count", None)]));
    }

    #[test]
    fn the_points_of_a_sweep_have_the_type_of_the_kind() {
        let point =
            |value: &str, mean: f64| json!({ "values": [value], "result": { "mean": mean, "error": 1.0 } });
        let sweep = |points: [Value; 2]| json!({ "sweep": [{ "key": "a.b", "values": ["1", "2"] }], "points": points });
        let (a, b) = (sweep([point("1", 5.0), point("2", 6.0)]), sweep([point("2", 9.0), point("1", 5.5)]));
        let found = [("points[1].result.mean", Some(false)), ("points[2].result.mean", Some(true))];
        assert_eq!(between(&a, &b), differences(&found));
    }

    #[test]
    fn only_results_of_a_kind_are_compared() {
        let between = |a: &str, b: &str, seed| {
            let empty = json!({});
            Difference::between(&file(a, 1, &empty), &file(b, seed, &empty), &[KIND])
        };
        assert!(between("a", "a", 1).unwrap().same);
        let found = between("a", "a", 2).unwrap();
        assert_eq!((found.differences[0].key.as_str(), found.same), ("seed", false));
        let refused = between("a", "b", 1).unwrap_err();
        assert!(refused.to_string().contains("of a and b"), "{refused}");
    }
}
