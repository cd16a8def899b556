//! Reading the text tables of the test data: rows of fields separated by semicolons, with numbers
//! separated by spaces.

use std::fmt::Debug;
use std::str::FromStr;

/// Returns the fields of each row.
pub(crate) fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(';').map(str::trim).collect())
}

/// Returns the numbers of a field.
pub(crate) fn numbers<T: FromStr<Err: Debug>>(field: &str) -> Vec<T> {
    field.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}
