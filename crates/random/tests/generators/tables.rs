//! The text tables among the data: rows of fields between semicolons, numbers between spaces.

use std::fmt::Debug;
use std::str::FromStr;

/// Returns the rows, each as its fields.
pub(crate) fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(';').map(str::trim).collect())
}

/// Returns the numbers of a field.
pub(crate) fn numbers<T: FromStr<Err: Debug>>(field: &str) -> Vec<T> {
    field.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}
