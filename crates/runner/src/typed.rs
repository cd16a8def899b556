//! Deserialisation of JSON objects, with errors that name the invalid field.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::job::ForeignResult;

/// Deserialises an object.
///
/// The object is printed with one value or bracket per line, so the line of an error determines the
/// field. Tracking the path during deserialisation, as `serde_path_to_error` does, would
/// instantiate the code of every result a second time: half a megabyte of the program.
///
/// # Errors
/// The object is not of type `T`. The message names the invalid field.
pub(crate) fn typed<T: DeserializeOwned>(object: &Map<String, Value>) -> Result<T, ForeignResult> {
    let text = serde_json::to_string_pretty(object).map_err(|error| ForeignResult(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| {
        let field = field_at(&text, line_of_error::<T>(&text));
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = error.to_string();
        let reason = match message.strip_suffix(&place).unwrap_or(&message) {
            "trailing characters" => "more items than expected",
            "expected value" => "a value of another type is expected",
            reason => reason,
        };
        ForeignResult(if field.is_empty() { reason.to_owned() } else { format!("`{field}`: {reason}") })
    })
}

/// Returns the line of the first error in a printed object, counted from 1.
///
/// The position in an error of `serde_json` can be later: values that are converted from texts, for
/// example, are refused without a position, and get that of the next value. But the beginning of
/// the text up to the error is valid, so reading it fails only because it ends.
fn line_of_error<T: DeserializeOwned>(text: &str) -> usize {
    let ends: Vec<usize> = text.match_indices('\n').map(|(end, _)| end).collect();
    let is_valid = |&end: &usize| {
        let beginning = text[..end].trim_end_matches(',');
        serde_json::from_str::<T>(beginning).is_err_and(|error| error.is_eof())
    };
    1 + ends.partition_point(is_valid)
}

/// Returns the path of the value on a line of printed JSON, such as `opening[1].count`. The line is
/// counted from 1. For the line of a closing bracket, this is the path of the whole array or
/// object; it is empty for the outermost object.
fn field_at(text: &str, line: usize) -> String {
    // For each open bracket, the path of its value, and for an array the index of the next item.
    let mut open: Vec<(String, Option<usize>)> = Vec::new();
    let mut path = String::new();
    for entry in text.lines().take(line).map(str::trim_start) {
        if entry.starts_with(['}', ']']) {
            path = open.pop().map(|(path, _)| path).unwrap_or_default();
            continue;
        }
        path = match open.last_mut() {
            None => String::new(),
            Some((array, Some(next))) => {
                *next += 1;
                format!("{array}[{}]", *next - 1)
            }
            Some((object, None)) => {
                let mut keys = serde_json::Deserializer::from_str(entry).into_iter::<String>();
                let key = keys.next().and_then(Result::ok).unwrap_or_default();
                if object.is_empty() { key } else { format!("{object}.{key}") }
            }
        };
        match entry.as_bytes().last() {
            Some(b'{') => open.push((path.clone(), None)),
            Some(b'[') => open.push((path.clone(), Some(0))),
            _ => {}
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Row {
        #[allow(dead_code, reason = "only deserialised")]
        count: u32,
        #[allow(dead_code, reason = "only deserialised")]
        ends: (f64, f64),
    }

    /// A value that is converted from a text after it was read.
    #[derive(Debug, Deserialize)]
    #[serde(try_from = "String")]
    struct Digits;

    impl TryFrom<String> for Digits {
        type Error = String;

        fn try_from(text: String) -> Result<Self, String> {
            text.parse().map(|_: u64| Self).map_err(|_| format!("`{text}` is not a number"))
        }
    }

    #[derive(Debug, Deserialize)]
    enum Verdict {
        Proved,
    }

    #[derive(Debug, Deserialize)]
    struct Totals {
        #[allow(dead_code, reason = "only deserialised")]
        #[serde(default)]
        verdicts: Vec<Verdict>,
        #[allow(dead_code, reason = "only deserialised")]
        digits: Vec<Digits>,
        #[allow(dead_code, reason = "only deserialised")]
        last: Digits,
    }

    #[derive(Debug, Deserialize)]
    struct Table {
        #[allow(dead_code, reason = "only deserialised")]
        name: String,
        #[allow(dead_code, reason = "only deserialised")]
        rows: Vec<Row>,
        #[allow(dead_code, reason = "only deserialised")]
        by_name: BTreeMap<String, Row>,
    }

    fn error<T: DeserializeOwned + std::fmt::Debug>(value: Value) -> String {
        let Value::Object(object) = value else { panic!("{value} is not an object") };
        typed::<T>(&object).expect_err("an invalid table").to_string()
    }

    #[test]
    fn errors_of_converted_values_name_the_field() {
        let totals = |digits: Value, last: Value| json!({ "digits": digits, "last": last });
        for (value, expected) in [
            (totals(json!(["1", "x", "3"]), json!("4")), "`digits[1]`: `x` is not a number"),
            (totals(json!(["1", "x"]), json!("4")), "`digits[1]`: `x` is not a number"),
            (totals(json!(["1"]), json!("y")), "`last`: `y` is not a number"),
            (totals(json!([]), json!("at line 1 column 1")), "`last`: `at line 1 column 1` is not a number"),
            (json!({ "last": "y", "digits": [] }), "`last`: `y` is not a number"),
            (json!({ "verdicts": ["Proved", 1] }), "`verdicts[1]`: a value of another type is expected"),
        ] {
            assert_eq!(error::<Totals>(value), expected);
        }
    }

    #[test]
    fn errors_name_the_field() {
        let row = json!({ "count": 1, "ends": [0.0, 1.5] });
        let table = |rows: Value, by_name: Value| json!({ "name": "x {", "rows": rows, "by_name": by_name });
        let Value::Object(valid) = table(json!([row, row]), json!({ "a\n{": row })) else { unreachable!() };
        typed::<Table>(&valid).expect("a valid table");
        for (value, expected) in [
            (
                table(json!([row, { "count": "two" }]), json!({})),
                "`rows[1].count`: invalid type: string \"two\", expected u32",
            ),
            (table(json!([row, { "count": 2 }]), json!({})), "`rows[1]`: missing field `ends`"),
            (
                table(json!([{ "count": -1 }]), json!({})),
                "`rows[0].count`: invalid value: integer `-1`, expected u32",
            ),
            (
                table(json!([{ "ends": [1.0, "["] }]), json!({})),
                "`rows[0].ends[1]`: invalid type: string \"[\", expected f64",
            ),
            (
                table(json!([{ "ends": [1.0] }]), json!({})),
                "`rows[0].ends`: invalid length 1, expected a tuple of size 2",
            ),
            (
                table(json!([]), json!({ "a\n{": { "count": {} } })),
                "`by_name.a\n{.count`: invalid type: map, expected u32",
            ),
            (table(json!([{ "ends": [1, 2, 3] }]), json!({})), "`rows[0].ends[2]`: more items than expected"),
            (table(json!({}), json!({})), "`rows`: invalid type: map, expected a sequence"),
            (json!({ "name": "x", "rows": [] }), "missing field `by_name`"),
            (json!({}), "missing field `name`"),
        ] {
            assert_eq!(error::<Table>(value), expected);
        }
    }

    /// Returns any JSON, with keys and strings that contain brackets, quotes and line breaks.
    fn any_json() -> impl Strategy<Value = Value> {
        let text = "[a-c\"\\\\\\[\\]{}:,\n ]{0,4}";
        let leaf =
            prop_oneof![Just(Value::Null), any::<i32>().prop_map(Value::from), text.prop_map(Value::from)];
        leaf.prop_recursive(4, 40, 5, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map(text, inner, 0..5)
                    .prop_map(|entries| Value::Object(entries.into_iter().collect())),
            ]
        })
    }

    /// Lists the paths of all lines of printed JSON, by recursion over the value.
    fn lines(value: &Value, path: &str, out: &mut Vec<String>) {
        out.push(path.to_owned());
        match value {
            Value::Array(items) if !items.is_empty() => {
                items.iter().enumerate().for_each(|(at, item)| lines(item, &format!("{path}[{at}]"), out));
                out.push(path.to_owned());
            }
            Value::Object(entries) if !entries.is_empty() => {
                for (key, item) in entries {
                    let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    lines(item, &inner, out);
                }
                out.push(path.to_owned());
            }
            _ => {}
        }
    }

    proptest! {
        #[test]
        fn every_line_has_its_path(value in any_json()) {
            let text = serde_json::to_string_pretty(&value).unwrap();
            let mut expected = Vec::new();
            lines(&value, "", &mut expected);
            prop_assert_eq!(text.lines().count(), expected.len(), "{}", text);
            for (at, path) in expected.iter().enumerate() {
                prop_assert_eq!(&field_at(&text, at + 1), path, "line {} of {}", at + 1, text);
            }
        }
    }
}
