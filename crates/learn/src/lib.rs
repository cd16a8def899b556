//! Small networks over sparse 0/1 inputs: training that gives the same bytes on every machine, and
//! inference in integers.
//!
//! # The network
//!
//! ```text
//! inputs that are 1        first layer             second layer          value
//!  cell 3 ─ row 3 ┐
//!  cell 8 ─ row 8 ├─ sum + bias ─ ReLU ─ × matrix + bias ─ ReLU ─ · row + bias
//!  cell 9 ─ row 9 ┘   (256)                 (64)                   (1)
//! ```
//!
//! Each input is 0 or 1, so the product of the inputs and the first matrix is the sum of the rows
//! whose inputs are 1. In the card games, about a hundred of 600 to 1,100 inputs are 1. If many
//! actions of one position are evaluated, the rows of the position are summed once, and each action
//! adds only its own rows (the idea of NNUE, Yu Nasu, 2018).
//!
//! # The same bytes everywhere
//!
//! Arithmetic is +, −, ×, ÷ and √ in `f32`, whose results IEEE 754 defines to the last bit; a
//! multiplication is never fused with an addition. A vector kernel works on many *outputs* at once,
//! and each output is summed in the order of the inputs, as in a scalar loop. The result therefore
//! does not depend on the width of a vector. Only the last layer sums the elements of a vector: it
//! computes sixteen partial sums, and combines them in a fixed tree. Results do not depend on the
//! number of threads either, since a [`Learner`] uses one thread; several learners are
//! [combined](Learner::combine) in order.
//!
//! | items | contents |
//! |---|---|
//! | [`Shape`], [`Network`] | the sizes and the weights, in `f32` |
//! | [`Rows`], [`Samples`] | lists of inputs that are 1, and the targets |
//! | [`Learner`] | backpropagation and Adam |
//! | [`Judge`] | values of the actions of a position |
//! | [`Quantised`] | the same network in integers |
//! | `file` | sets of networks as files in the format `safetensors` (feature `files`) |

#![doc(html_root_url = "https://docs.rs/quadrille-learn")]
#![allow(
    clippy::inline_always,
    reason = "a kernel's functions must be inlined into the code that is compiled for the vector level"
)]

#[cfg(feature = "files")]
pub mod file;
#[cfg(feature = "serde")]
mod floats;
mod judge;
mod kernels;
mod learner;
mod network;
#[cfg(feature = "oracle")]
pub mod plain;
mod quantised;
mod rows;

pub use judge::{Judge, JudgeBuffer};
pub use learner::Learner;
pub use network::{Network, Shape, ShapeError};
pub use quantised::{Quantised, QuantisedBuffer, RangeError};
pub use rows::{Rows, Samples};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
