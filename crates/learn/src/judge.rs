//! Evaluation of the actions of a position.

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, dispatch};

use crate::{Network, Rows, kernels};

/// Evaluates the actions of a position.
pub trait Judge {
    /// The type of values; larger is better.
    type Value: Copy + PartialOrd;
    /// Scratch buffers, which calls reuse.
    type Buffer: Default;

    /// Converts a value to the unit of the training targets.
    fn target(&self, value: Self::Value) -> f64;

    /// Fills `values` with the value of each action: the output of the network if exactly the
    /// inputs in `state` (those of the position) and the inputs of the action are 1.
    ///
    /// # Panics
    /// If an input is out of range.
    fn judge(
        &self,
        level: Level,
        state: &[u16],
        actions: &Rows,
        buffer: &mut Self::Buffer,
        values: &mut Vec<Self::Value>,
    );
}

/// Buffers for evaluation in `f32`.
#[derive(Debug, Default)]
pub struct JudgeBuffer {
    state: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    active: Vec<u16>,
}

impl Judge for Network {
    type Value = f32;
    type Buffer = JudgeBuffer;

    fn target(&self, value: f32) -> f64 {
        value.into()
    }

    fn judge(
        &self,
        level: Level,
        state: &[u16],
        actions: &Rows,
        buffer: &mut JudgeBuffer,
        values: &mut Vec<f32>,
    ) {
        values.clear();
        dispatch!(level.simd(), simd => judge(simd, self, state, actions, buffer, values));
    }
}

#[inline(always)]
fn judge<S: Simd>(
    simd: S,
    network: &Network,
    state: &[u16],
    actions: &Rows,
    buffer: &mut JudgeBuffer,
    values: &mut Vec<f32>,
) {
    let tensors = network.tensors();
    buffer.state.clear();
    buffer.state.extend_from_slice(tensors.first_bias);
    kernels::add_rows(simd, tensors.rows, state, &mut buffer.state);
    for action in actions.iter() {
        buffer.first.clone_from(&buffer.state);
        kernels::add_rows(simd, tensors.rows, action, &mut buffer.first);
        kernels::rectify(simd, &mut buffer.first, &mut buffer.active);
        buffer.second.clear();
        buffer.second.extend_from_slice(tensors.second_bias);
        kernels::add_multiples(simd, tensors.matrix, &buffer.active, &buffer.first, &mut buffer.second);
        kernels::rectify(simd, &mut buffer.second, &mut buffer.active);
        values.push(kernels::dot(simd, &buffer.second, tensors.last) + tensors.last_bias);
    }
}
