//! The shape and the weights of a network.

use std::ops::Range;

use quadrille_lanes::Level;
use quadrille_random::{StreamKey, rand_core::Rng};

#[cfg(feature = "serde")]
use crate::floats::Floats;
use crate::{Judge as _, JudgeBuffer, Rows};

/// The sizes of a network: inputs, and the outputs of two hidden layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "[u32; 3]", into = "[u32; 3]"))]
pub struct Shape {
    inputs: u32,
    first: u32,
    second: u32,
}

/// Error for sizes that a network cannot have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a network with {inputs} inputs and layers of {first} and {second} outputs; expected 1 to {} inputs, and \
     layers of {}, {}, … {} outputs",
    Shape::MOST_INPUTS, Shape::STEP, 2 * Shape::STEP, Shape::MOST_OUTPUTS
)]
#[non_exhaustive]
pub struct ShapeError {
    /// The number of inputs.
    pub inputs: usize,
    /// The number of outputs of the first layer.
    pub first: usize,
    /// The number of outputs of the second layer.
    pub second: usize,
}

impl Shape {
    /// The maximum number of inputs: their indices have 16 bits.
    pub const MOST_INPUTS: usize = 1 << 16;
    /// The maximum number of outputs of a layer.
    pub const MOST_OUTPUTS: usize = 1024;
    /// The number of outputs of a layer is a multiple of `STEP`, so that the outputs fill whole
    /// vectors.
    pub const STEP: usize = 16;

    /// Creates a shape.
    ///
    /// # Errors
    /// [`ShapeError`]: no inputs or more than [`MOST_INPUTS`](Self::MOST_INPUTS), or a layer whose
    /// number of outputs is not [`STEP`](Self::STEP), 2 × `STEP`, …
    /// [`MOST_OUTPUTS`](Self::MOST_OUTPUTS).
    pub const fn new(inputs: usize, first: usize, second: usize) -> Result<Self, ShapeError> {
        const fn fits(outputs: usize) -> bool {
            outputs > 0 && outputs <= Shape::MOST_OUTPUTS && outputs.is_multiple_of(Shape::STEP)
        }
        if inputs == 0 || inputs > Self::MOST_INPUTS || !fits(first) || !fits(second) {
            return Err(ShapeError { inputs, first, second });
        }
        Ok(Self { inputs: inputs as u32, first: first as u32, second: second as u32 })
    }

    /// Returns the number of inputs.
    #[inline]
    pub const fn inputs(self) -> usize {
        self.inputs as usize
    }

    /// Returns the number of outputs of the first layer.
    #[inline]
    pub const fn first(self) -> usize {
        self.first as usize
    }

    /// Returns the number of outputs of the second layer.
    #[inline]
    pub const fn second(self) -> usize {
        self.second as usize
    }

    /// Returns the number of weights and biases.
    pub const fn parameters(self) -> usize {
        let (inputs, first, second) = (self.inputs(), self.first(), self.second());
        (inputs + 1) * first + (first + 1) * second + second + 1
    }

    /// Returns the range of each tensor within the [values](Network::values).
    pub(crate) const fn layout(self) -> Layout {
        let rows = self.inputs() * self.first();
        let bias = rows + self.first();
        let matrix = bias + self.first() * self.second();
        let second_bias = matrix + self.second();
        Layout {
            rows: 0..rows,
            first_bias: rows..bias,
            matrix: bias..matrix,
            second_bias: matrix..second_bias,
            last: second_bias..second_bias + self.second(),
            last_bias: second_bias + self.second(),
        }
    }

    /// Returns the length of the [values](Network::values): the parameters, and zeros up to a
    /// multiple of [`STEP`](Self::STEP).
    pub(crate) const fn padded(self) -> usize {
        self.parameters().next_multiple_of(Self::STEP)
    }
}

impl From<Shape> for [u32; 3] {
    fn from(Shape { inputs, first, second }: Shape) -> Self {
        [inputs, first, second]
    }
}

impl TryFrom<[u32; 3]> for Shape {
    type Error = ShapeError;

    fn try_from(sizes: [u32; 3]) -> Result<Self, ShapeError> {
        let [inputs, first, second] = sizes.map(|size| size as usize);
        Self::new(inputs, first, second)
    }
}

/// The range of each tensor within the values of a network.
pub(crate) struct Layout {
    /// The rows of the first layer, one for each input.
    pub(crate) rows: Range<usize>,
    pub(crate) first_bias: Range<usize>,
    /// The rows of the second layer, one for each output of the first.
    pub(crate) matrix: Range<usize>,
    pub(crate) second_bias: Range<usize>,
    pub(crate) last: Range<usize>,
    pub(crate) last_bias: usize,
}

/// The weights of a network in `f32`.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked"))]
pub struct Network {
    shape: Shape,
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::floats::serialize"))]
    values: Vec<f32>,
}

/// A deserialised network before its check.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Unchecked {
    shape: Shape,
    values: Floats,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Network {
    type Error = &'static str;

    fn try_from(read: Unchecked) -> Result<Self, &'static str> {
        let network = Self::from_values(read.shape, read.values.0);
        network.ok_or("the number of weights does not match the shape, or a weight is not finite")
    }
}

/// The tensors of a network.
#[derive(Debug, Clone, Copy)]
pub struct Tensors<'a> {
    /// The rows of the first layer, one for each input.
    pub rows: &'a [f32],
    /// The biases of the first layer.
    pub first_bias: &'a [f32],
    /// The rows of the second layer, one for each output of the first.
    pub matrix: &'a [f32],
    /// The biases of the second layer.
    pub second_bias: &'a [f32],
    /// The weights of the last layer.
    pub last: &'a [f32],
    /// The bias of the last layer.
    pub last_bias: f32,
}

impl Network {
    /// Creates a network of zeros, whose value is always 0.
    pub fn zero(shape: Shape) -> Self {
        Self { shape, values: vec![0.0; shape.padded()] }
    }

    /// Creates a network from its [values](Self::values). Returns `None` if their number is wrong,
    /// a value is not finite, or a value after the last parameter is not 0.
    pub fn from_values(shape: Shape, values: Vec<f32>) -> Option<Self> {
        let fits = values.len() == shape.padded() && values.iter().all(|value| value.is_finite());
        let padding = fits && values[shape.parameters()..].iter().all(|&value| value == 0.0);
        padding.then_some(Self { shape, values })
    }

    /// Creates an untrained network: the weights of a layer with n inputs are uniform between
    /// −√(1/n) and √(1/n), drawn from the stream of `key`; the biases are 0.
    pub fn random(shape: Shape, key: StreamKey) -> Self {
        let mut network = Self::zero(shape);
        let mut rng = key.rng();
        let layout = shape.layout();
        let layers =
            [(layout.rows, shape.inputs()), (layout.matrix, shape.first()), (layout.last, shape.second())];
        for (range, inputs) in layers {
            let bound = (1.0 / inputs as f32).sqrt();
            for value in &mut network.values[range] {
                // A uniform multiple of 2⁻²³ in [−1, 1).
                let unit = (rng.next_u32() >> 8) as f32 * (1.0 / (1 << 23) as f32) - 1.0;
                *value = unit * bound;
            }
        }
        network
    }

    /// Returns the shape.
    #[inline]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns all values: the rows and biases of the first layer, of the second layer and of the
    /// last layer, and zeros up to a multiple of [`Shape::STEP`].
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    pub(crate) const fn values_mut(&mut self) -> &mut Vec<f32> {
        &mut self.values
    }

    /// Returns the tensors.
    pub fn tensors(&self) -> Tensors<'_> {
        let layout = self.shape.layout();
        Tensors {
            rows: &self.values[layout.rows],
            first_bias: &self.values[layout.first_bias],
            matrix: &self.values[layout.matrix],
            second_bias: &self.values[layout.second_bias],
            last: &self.values[layout.last],
            last_bias: self.values[layout.last_bias],
        }
    }

    /// Returns the output of the network if exactly the inputs in `cells` are 1.
    ///
    /// # Panics
    /// If an input is out of range.
    pub fn value(&self, level: Level, cells: &[u16]) -> f32 {
        let mut rows = Rows::default();
        rows.finish();
        let mut values = Vec::new();
        self.judge(level, cells, &rows, &mut JudgeBuffer::default(), &mut values);
        values[0]
    }
}
