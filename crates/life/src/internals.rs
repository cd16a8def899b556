//! The internals that [ladders](https://docs.rs/quadrille-ladders) use. Not a stable interface.

pub use crate::engine::{Form, MakeField};
pub use crate::field::{Field, Layout, RowBand, Shape, WriteRow, get_bit, set_bit, words};
pub use crate::kernels::aligned::AlignedWords;
pub use crate::kernels::banded::Banded;
pub use crate::kernels::formula::{
    Column, Formula, Plan, Recipe, RuleWork, Work, by_rule, compiled_for, on_vectors, words_in_vector,
};
pub use crate::kernels::logic::Vector;
pub use crate::kernels::stripes::{LaneStripes, RowStripes};
pub use crate::kernels::sweep::{sweep, sweep_several};
pub use crate::memory::Memory;
#[cfg(feature = "oracle")]
pub use crate::oracle::guarded::Guarded;
