//! Backpropagation and Adam.

use std::convert::Infallible;
use std::ops::ControlFlow;

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, dispatch};

#[cfg(feature = "serde")]
use crate::floats::Floats;
use crate::kernels::{self, Step};
use crate::network::Layout;
use crate::{Network, RangeError, Samples};

/// β₁ and β₂ of Adam.
const KEEP: [f32; 2] = [0.9, 0.999];
/// ε of Adam.
const EPSILON: f32 = 1e-5;
/// The number of samples between two checks for cancellation, which is some milliseconds of work.
const SAMPLES_PER_CHECK: usize = 512;
/// The number of gradients of the first layer that are summed between two checks for cancellation,
/// which is about a millisecond of work.
const ROWS_PER_CHECK: usize = 1 << 15;

/// A function that is called every few milliseconds, and says whether to go on.
type Check<'a> = &'a mut dyn FnMut() -> Stop<()>;
/// The result of a computation, or the decision to stop it.
type Stop<T> = ControlFlow<(), T>;

/// A network in training: its weights and the moments of Adam.
///
/// An update computes the mean squared error over a list of samples and the gradient of this error,
/// and does a step of Adam (Kingma and Ba, 2015) with β₁ = 0.9, β₂ = 0.999 and ε = 1e-5.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked"))]
pub struct Learner {
    network: Network,
    /// The running means of the gradients and of their squares.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::floats::serialize_pair"))]
    moments: [Vec<f32>; 2],
    /// β₁ᵗ and β₂ᵗ after t updates.
    powers: [f32; 2],
    #[cfg_attr(feature = "serde", serde(skip))]
    buffer: Buffer,
}

/// A deserialised learner before its check.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Unchecked {
    network: Network,
    moments: [Floats; 2],
    powers: [f32; 2],
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Learner {
    type Error = &'static str;

    fn try_from(Unchecked { network, moments, powers }: Unchecked) -> Result<Self, &'static str> {
        let number = network.values().len();
        let moments = moments.map(|Floats(values)| values);
        let [first, second] = &moments;
        let moves = first.iter().all(|value| value.is_finite());
        let squares = second.iter().all(|value| value.is_finite() && *value >= 0.0);
        let powers_fit = powers.iter().all(|power| (0.0..=1.0).contains(power));
        if first.len() != number || second.len() != number || !moves || !squares || !powers_fit {
            return Err("the moments of Adam do not match the weights, or are not valid");
        }
        Ok(Self { network, moments, powers, buffer: Buffer::default() })
    }
}

/// Scratch buffers of an update.
#[derive(Debug, Clone, Default)]
struct Buffer {
    /// For each sample, the outputs of the first layer. The gradients with respect to these outputs
    /// replace them later.
    first: Vec<f32>,
    second: Vec<f32>,
    slopes: Vec<f32>,
    active: Vec<u16>,
    active_second: Vec<u16>,
    /// The transposed matrix of the second layer: a row for each output.
    transposed: Vec<f32>,
    /// The gradient with respect to all parameters that follow the rows of the first layer.
    gradient: Vec<f32>,
    /// The gradient with respect to one row of the first layer.
    row: Vec<f32>,
    /// For each input, the index in `samples` at which the list of the input begins; then the total
    /// length of all lists.
    begins: Vec<u32>,
    /// For each input, a list of the indices of the samples in which this input is 1.
    samples: Vec<u32>,
}

impl PartialEq for Learner {
    fn eq(&self, other: &Self) -> bool {
        self.network == other.network && self.moments == other.moments && self.powers == other.powers
    }
}

impl Learner {
    /// Creates a learner from an untrained network.
    pub fn new(network: Network) -> Self {
        let zeros = vec![0.0; network.values().len()];
        Self { network, moments: [zeros.clone(), zeros], powers: [1.0; 2], buffer: Buffer::default() }
    }

    /// Returns the network.
    pub const fn network(&self) -> &Network {
        &self.network
    }

    /// Does one update with step size `size`. Returns the mean squared error before the update.
    /// Without samples, nothing changes, and the result is 0.
    ///
    /// # Panics
    /// If an input is out of range.
    pub fn update(&mut self, level: Level, samples: &Samples, size: f32) -> f32 {
        let done: Result<f32, Infallible> = self.try_update(level, samples, size, &mut || Ok(()));
        done.unwrap_or_else(|never| match never {})
    }

    /// Does the same as [`update`](Self::update), and calls `check` every few milliseconds. Stops
    /// at the first error of `check`.
    ///
    /// # Errors
    /// The error of `check`. The learner is unusable afterwards, because only some of the weights
    /// may have been updated.
    ///
    /// # Panics
    /// If an input is out of range.
    pub fn try_update<E>(
        &mut self,
        level: Level,
        samples: &Samples,
        size: f32,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<f32, E> {
        let mut stopped = None;
        let mut go_on = || match check() {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                stopped = Some(error);
                ControlFlow::Break(())
            }
        };
        match self.update_unless(level, samples, size, &mut go_on) {
            ControlFlow::Continue(error) => Ok(error),
            ControlFlow::Break(()) => Err(stopped.expect("only an error of `check` stops an update")),
        }
    }

    /// Does the same as [`try_update`](Self::try_update), and stops if `check` says so.
    ///
    /// This function is not generic, so it is compiled in this crate, and with its optimisation. A
    /// generic function would be compiled with the options of the crate that calls it.
    fn update_unless(&mut self, level: Level, samples: &Samples, size: f32, check: Check<'_>) -> Stop<f32> {
        if samples.is_empty() {
            return ControlFlow::Continue(0.0);
        }
        dispatch!(level.simd(), simd => update(simd, self, samples, size, check))
    }

    /// Checks that all moments are finite. Weights are checked when they are quantised.
    ///
    /// # Errors
    /// [`RangeError`] with the layer of the first moment that is infinite or NaN.
    pub fn check(&self) -> Result<(), RangeError> {
        let Layout { first_bias, second_bias, .. } = self.network.shape().layout();
        for moments in &self.moments {
            let Some(place) = moments.iter().position(|moment| !moment.is_finite()) else { continue };
            let layer = match place {
                place if place < first_bias.end => "first",
                place if place < second_bias.end => "second",
                _ => "last",
            };
            return Err(RangeError { layer });
        }
        Ok(())
    }

    /// Returns the mean of several learners with a common origin: all weights and moments are
    /// summed in the order of the learners.
    ///
    /// The powers of β, which depend on the number of updates, are taken from the first learner. In
    /// a training, the learners to be combined start with equal powers and make equally many
    /// updates. Their powers are therefore equal, unless one learner had an update without samples,
    /// which does not count. Unequal powers are not an error, because such a training is legal. The
    /// powers tend to 0 during a training, and so does their difference.
    ///
    /// # Panics
    /// If there are no learners, or their shapes differ.
    #[must_use]
    pub fn combine(learners: &[&Self]) -> Self {
        let (head, others) = learners.split_first().expect("at least one learner");
        let mut sum = Self {
            network: head.network.clone(),
            moments: head.moments.clone(),
            powers: head.powers,
            buffer: Buffer::default(),
        };
        let share = 1.0 / learners.len() as f32;
        let add = |sums: &mut [f32], values: &[f32]| {
            assert_eq!(sums.len(), values.len(), "the learners must have the same shape");
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        };
        for other in others {
            assert_eq!(sum.network.shape(), other.network.shape(), "the learners must have the same shape");
            add(sum.network.values_mut(), other.network.values());
            sum.moments.iter_mut().zip(&other.moments).for_each(|(sums, values)| add(sums, values));
        }
        let scale = |values: &mut [f32]| values.iter_mut().for_each(|value| *value *= share);
        scale(sum.network.values_mut());
        sum.moments.iter_mut().for_each(|values| scale(values));
        sum
    }
}

#[inline(always)]
fn update<S: Simd>(
    simd: S,
    learner: &mut Learner,
    samples: &Samples,
    size: f32,
    check: Check<'_>,
) -> Stop<f32> {
    let Learner { network, moments, powers, buffer } = learner;
    let shape = network.shape();
    let layout = shape.layout();
    let error = gradients(simd, network, samples, buffer, check)?;

    for (power, keep) in powers.iter_mut().zip(KEEP) {
        *power *= keep;
    }
    let step = Step {
        keep: KEEP,
        size: size / (1.0 - powers[0]),
        correction: 1.0 / (1.0 - powers[1]),
        epsilon: EPSILON,
    };
    let values = network.values_mut();
    let [first, second] = moments;
    list_samples(samples, shape.inputs(), buffer);
    let width = shape.first();
    // The number of gradients that were summed since the last check.
    let mut added = 0;
    for input in 0..shape.inputs() {
        let list = &buffer.samples[buffer.begins[input] as usize..buffer.begins[input + 1] as usize];
        buffer.row.clear();
        buffer.row.resize(width, 0.0);
        kernels::add_rows(simd, &buffer.first, list, &mut buffer.row);
        let row = input * width..(input + 1) * width;
        let moments = [&mut first[row.clone()], &mut second[row.clone()]];
        kernels::adam(simd, &step, &buffer.row, &mut values[row], moments);
        added += list.len();
        if added >= ROWS_PER_CHECK {
            added = 0;
            check()?;
        }
    }
    let rest = layout.rows.end..values.len();
    let moments = [&mut first[rest.clone()], &mut second[rest.clone()]];
    kernels::adam(simd, &step, &buffer.gradient, &mut values[rest], moments);
    ControlFlow::Continue(error)
}

/// Computes two gradients of the mean squared error. `buffer.first` receives the gradient with
/// respect to the first layer's outputs, for each sample, and `buffer.gradient` the gradient with
/// respect to all parameters after the rows of the first layer. Returns the error.
#[inline(always)]
fn gradients<S: Simd>(
    simd: S,
    network: &Network,
    samples: &Samples,
    buffer: &mut Buffer,
    check: Check<'_>,
) -> Stop<f32> {
    let shape = network.shape();
    let tensors = network.tensors();
    let (width, outputs) = (shape.first(), shape.second());
    buffer.transposed.resize(width * outputs, 0.0);
    for (from, row) in tensors.matrix.chunks_exact(outputs).enumerate() {
        for (to, &weight) in row.iter().enumerate() {
            buffer.transposed[to * width + from] = weight;
        }
    }
    let Layout { rows, first_bias, matrix, second_bias, last, last_bias } = shape.layout();
    buffer.gradient.clear();
    buffer.gradient.resize(shape.padded() - rows.end, 0.0);
    let (by_first_bias, rest) = buffer.gradient.split_at_mut(first_bias.len());
    let (by_matrix, rest) = rest.split_at_mut(matrix.len());
    let (by_second_bias, rest) = rest.split_at_mut(second_bias.len());
    let (by_last, rest) = rest.split_at_mut(last.len());
    debug_assert_eq!(last_bias, last.end);
    let by_last_bias = &mut rest[0];

    buffer.first.resize(samples.len() * width, 0.0);
    buffer.slopes.resize(outputs, 0.0);
    let scale = 2.0 / samples.len() as f32;
    let mut error = 0.0;
    let chunks = buffer.first.chunks_exact_mut(width);
    let labelled = samples.rows().iter().zip(samples.targets());
    for (number, ((cells, &target), first)) in labelled.zip(chunks).enumerate() {
        if number % SAMPLES_PER_CHECK == SAMPLES_PER_CHECK - 1 {
            check()?;
        }
        first.copy_from_slice(tensors.first_bias);
        kernels::add_rows(simd, tensors.rows, cells, first);
        kernels::rectify(simd, first, &mut buffer.active);
        buffer.second.clear();
        buffer.second.extend_from_slice(tensors.second_bias);
        kernels::add_multiples(simd, tensors.matrix, &buffer.active, first, &mut buffer.second);
        kernels::rectify(simd, &mut buffer.second, &mut buffer.active_second);
        let value = kernels::dot(simd, &buffer.second, tensors.last) + tensors.last_bias;

        let miss = value - target;
        error += miss * miss;
        let slope = scale * miss;
        *by_last_bias += slope;
        kernels::add_multiple(simd, slope, &buffer.second, by_last);
        buffer.slopes.fill(0.0);
        kernels::add_multiple(simd, slope, tensors.last, &mut buffer.slopes);
        kernels::mask(simd, &buffer.second, &mut buffer.slopes);
        kernels::add_multiple(simd, 1.0, &buffer.slopes, by_second_bias);
        kernels::add_outer(simd, &buffer.slopes, &buffer.active, first, by_matrix);
        // The gradients with respect to the outputs of the first layer replace the outputs.
        buffer.row.clear();
        buffer.row.resize(width, 0.0);
        kernels::add_multiples(
            simd,
            &buffer.transposed,
            &buffer.active_second,
            &buffer.slopes,
            &mut buffer.row,
        );
        kernels::mask(simd, first, &mut buffer.row);
        first.copy_from_slice(&buffer.row);
        kernels::add_multiple(simd, 1.0, first, by_first_bias);
    }
    ControlFlow::Continue(error / samples.len() as f32)
}

/// For each input, lists the samples in which the input is 1, in ascending order, by a counting
/// sort.
fn list_samples(samples: &Samples, inputs: usize, buffer: &mut Buffer) {
    let Buffer { begins, samples: lists, .. } = buffer;
    begins.clear();
    begins.resize(inputs + 1, 0);
    for &cell in samples.rows().cells() {
        begins[usize::from(cell) + 1] += 1;
    }
    for input in 0..inputs {
        begins[input + 1] += begins[input];
    }
    lists.resize(samples.rows().cells().len(), 0);
    let mut next = begins.clone();
    for (number, cells) in samples.rows().iter().enumerate() {
        for &cell in cells {
            let place = &mut next[usize::from(cell)];
            lists[*place as usize] = number as u32;
            *place += 1;
        }
    }
}
