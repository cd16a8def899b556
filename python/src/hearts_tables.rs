//! Hearts at many tables: what learners' environments are made of.

use pyo3::prelude::*;
use pyo3::types::PyAny;
use quadrille::hearts::Hearts;

use crate::card_tables::whole_tables;

whole_tables! {
    /// ``n`` games of Hearts side by side, stepped together: what learners play at, with numpy alone.
    class HeartsTables of "quadrille.hearts", Hearts
}
