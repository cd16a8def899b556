//! Networks in integers.
//!
//! # The arithmetic
//! A weight w is replaced by the integer nearest to w · 2ᵃ, with one power of two for each layer:
//!
//! ```text
//!                       first layer          second layer              last layer
//! weights               i16, × 2ᵃ            i16, × 2ᵇ                 i16, × 2ᶜ
//! sums                  i16, × 2ᵃ            i32, × 2ᵃ⁺ᵇ               i32, × 2ᵃ⁺ᵇ⁻ˢ⁺ᶜ
//! then                  ReLU                 ReLU, ÷ 2ˢ, at most 2¹⁵ − 1
//! ```
//!
//! Integer addition is associative, so every vector level gives the same value. It remains to be
//! shown that no sum overflows its type.
//!
//! # Why no sum overflows
//! A legal row has at most K inputs that are 1 ([`most_cells`](Quantised::most_cells)). So a sum of
//! the first layer is at most its bias plus the sum of its K largest weights. Finding the K largest
//! weights would require sorting. Instead, for any t ≥ 0,
//!
//! ```text
//! the sum of the K largest weights w ≤ K·t + Σ max(w − t, 0)
//! ```
//!
//! since each of the K weights is at most t + max(w − t, 0), and the other terms are not negative.
//! (The left side is the optimum of a linear program, and the right side is the objective of its
//! dual. Both sides are equal if t is the K-th largest weight.) The minimum over a few t is a good
//! bound. The same bound for −w limits the sum from below, which matters because vector arithmetic
//! wraps. The exponent a is the largest for which the bound, plus half a unit of rounding for each
//! weight, fits into 15 bits. Outputs of the first layer are then between 0 and a bound h. The
//! absolute value of a sum of the second layer is at most |bias| + Σ h·|w|, which gives b in the
//! same way. The shift s brings one eighth of the largest such bound into 15 bits. Larger outputs
//! are clamped to 2¹⁵ − 1, which inputs from real games do not reach. So the absolute value of the
//! last sum is at most |bias| + Σ min(…, 2¹⁵ − 1)·|w|, which gives c.
//!
//! The second layer uses the instruction that multiplies 16-bit numbers and adds adjacent products
//! (`pmaddwd`). Its inputs are therefore processed in pairs, and pairs of zeros are skipped.

use quadrille_lanes::Level;
use quadrille_lanes::simd::{
    Simd, SimdBase as _, dispatch, f32x16, i16x16, i16x32, i32x8, i32x16, prelude::*,
};

use crate::{Judge, Network, Rows, Shape};

/// A network in integers. Its values are the same at every vector level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantised {
    shape: Shape,
    most_cells: u32,
    /// The first layer: a row for each input.
    rows: Vec<i16>,
    first_bias: Vec<i16>,
    /// The second layer: for each pair of inputs a row, in which the two weights of each output are
    /// adjacent.
    pairs: Vec<i16>,
    second_bias: Vec<i32>,
    /// The last layer: for each output of the second layer its weight, followed by 0.
    last: Vec<i16>,
    last_bias: i32,
    /// s, the right shift of the outputs of the second layer.
    shift: u32,
    /// The exponents a, b and c: the weights of the three layers are multiplied by 2ᵃ, 2ᵇ and 2ᶜ.
    exponents: [i32; 3],
}

/// The integers of a network.
#[cfg(any(feature = "files", feature = "oracle"))]
pub(crate) struct QuantisedParts {
    pub(crate) rows: Vec<i16>,
    pub(crate) first_bias: Vec<i16>,
    /// The second layer: a row for each output of the first layer.
    pub(crate) matrix: Vec<i16>,
    pub(crate) second_bias: Vec<i32>,
    pub(crate) last: Vec<i16>,
    pub(crate) last_bias: i32,
    /// The exponents of the three layers, the right shift of the second layer's outputs, and the
    /// maximum number of inputs that are 1.
    pub(crate) scale: [i32; 5],
}

/// Error for weights that are too large for integers, or not finite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the weights of the {layer} layer are too large for integers, or not finite")]
#[non_exhaustive]
pub struct RangeError {
    /// The layer: `first`, `second` or `last`.
    pub layer: &'static str,
}

/// The largest 16-bit number.
const MOST: f64 = i16::MAX as f64;
/// The largest 32-bit number, minus an allowance for rounding.
const MOST_SUM: f64 = i32::MAX as f64 - 1024.0;
/// The range of the exponents a, b and c. Without an upper limit, a layer whose weights are all 0
/// would have no largest exponent. With an exponent below the lower limit, all but huge weights
/// would round to 0.
const EXPONENTS: std::ops::RangeInclusive<i32> = -20..=14;
/// The range of the shift s.
const SHIFTS: std::ops::RangeInclusive<i32> = 0..=16;
/// The thresholds t of the bound on the sums of the first layer, as fractions of the largest
/// weight.
const THRESHOLDS: [f32; 5] = [0.0, 1.0 / 16.0, 1.0 / 8.0, 1.0 / 4.0, 1.0 / 2.0];
/// The factor by which sums in `f32` are increased, so that they remain upper bounds despite
/// rounding. It allows for 2¹⁶ additions with a relative error of 2⁻²⁴ each.
const SLACK: f64 = 1.005;
/// Outputs of the second layer are clamped at their upper bound divided by this number. The bound
/// itself allows for inputs that do not occur in games, and would leave too few bits for real
/// outputs.
const HEADROOM: f64 = 8.0;

impl Quantised {
    /// Converts a network to integers, for rows with at most `most_cells` inputs that are 1.
    ///
    /// # Errors
    /// [`RangeError`]: the weights are too large or not finite.
    pub fn new(level: Level, network: &Network, most_cells: usize) -> Result<Self, RangeError> {
        let mut quantised = Self {
            shape: network.shape(),
            most_cells: most_cells.clamp(1, network.shape().inputs()) as u32,
            rows: Vec::new(),
            first_bias: Vec::new(),
            pairs: Vec::new(),
            second_bias: Vec::new(),
            last: Vec::new(),
            last_bias: 0,
            shift: 0,
            exponents: [0; 3],
        };
        quantised.update(level, network)?;
        Ok(quantised)
    }

    /// Replaces the weights by those of a network of the same shape, and reuses the allocations.
    ///
    /// # Errors
    /// [`RangeError`]: the weights are too large or not finite. The network is unusable afterwards.
    ///
    /// # Panics
    /// If the shapes differ.
    pub fn update(&mut self, level: Level, network: &Network) -> Result<(), RangeError> {
        assert_eq!(self.shape, network.shape(), "the weights must have the same shape");
        dispatch!(level.simd(), simd => self.update_by(simd, network))
    }

    /// Returns the shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the maximum number of inputs that can be 1 at the same time.
    pub const fn most_cells(&self) -> usize {
        self.most_cells as usize
    }

    /// Returns the value of this network that corresponds to the value 1.0 of the original network.
    pub fn unit(&self) -> f64 {
        let [a, b, c] = self.exponents;
        power_of_two(a + b + c - self.shift as i32)
    }

    /// Returns the integers in the order in which files store them.
    #[cfg(any(feature = "files", feature = "oracle"))]
    pub(crate) fn parts(&self) -> QuantisedParts {
        let outputs = self.shape.second();
        let mut matrix = vec![0; self.pairs.len()];
        for (rows, pairs) in matrix.chunks_exact_mut(2 * outputs).zip(self.pairs.chunks_exact(2 * outputs)) {
            let (evens, odds) = rows.split_at_mut(outputs);
            for ((&[even, odd], first), second) in pairs.as_chunks().0.iter().zip(evens).zip(odds) {
                (*first, *second) = (even, odd);
            }
        }
        let [a, b, c] = self.exponents;
        QuantisedParts {
            rows: self.rows.clone(),
            first_bias: self.first_bias.clone(),
            matrix,
            second_bias: self.second_bias.clone(),
            last: self.last.iter().step_by(2).copied().collect(),
            last_bias: self.last_bias,
            scale: [a, b, c, self.shift as i32, self.most_cells as i32],
        }
    }

    /// Creates a network from its integers. The length of every list must match the shape.
    ///
    /// # Errors
    /// The name of the invalid tensor, and the reason: an invalid scale, or weights for which a sum
    /// can overflow for a legal input.
    #[cfg(feature = "files")]
    pub(crate) fn from_parts(shape: Shape, parts: QuantisedParts) -> Result<Self, (&'static str, String)> {
        let QuantisedParts { rows, first_bias, matrix, second_bias, last, last_bias, scale } = parts;
        let [a, b, c, shift, most] = scale;
        let exponents = [a, b, c];
        if exponents.iter().any(|exponent| !EXPONENTS.contains(exponent))
            || !SHIFTS.contains(&shift)
            || !(1..=shape.inputs() as i32).contains(&most)
        {
            let what = format!(
                "{scale:?} is not a valid scale; expected three exponents ({} to {}), a shift ({} to {}), \
                 and a number of inputs that can be 1 at once (1 to {})",
                EXPONENTS.start(),
                EXPONENTS.end(),
                SHIFTS.start(),
                SHIFTS.end(),
                shape.inputs()
            );
            return Err(("scale", what));
        }
        let overflow =
            |tensor, what: &str| Err((tensor, format!("for a legal input, a sum can overflow {what} bits")));
        let (width, outputs) = (shape.first(), shape.second());
        // The largest possible value of each output of the first layer.
        let mut heights = vec![0i64; width];
        let mut column = Vec::new();
        for (unit, height) in heights.iter_mut().enumerate() {
            column.clear();
            column.extend(rows.iter().skip(unit).step_by(width).map(|&weight| i64::from(weight)));
            column.sort_unstable();
            let bias = i64::from(first_bias[unit]);
            let low: i64 = column.iter().take(most as usize).map(|&weight| weight.min(0)).sum();
            let high: i64 = column.iter().rev().take(most as usize).map(|&weight| weight.max(0)).sum();
            if bias + low < i16::MIN.into() || bias + high > i16::MAX.into() {
                return overflow("first.weight", "16");
            }
            *height = (bias + high).max(0);
        }
        let mut sums: Vec<i64> = second_bias.iter().map(|&bias| i64::from(bias).abs()).collect();
        for (row, height) in matrix.chunks_exact(outputs).zip(&heights) {
            for (sum, &weight) in sums.iter_mut().zip(row) {
                *sum += height * i64::from(weight).abs();
            }
        }
        if sums.iter().any(|&sum| sum > i32::MAX.into()) {
            return overflow("second.weight", "32");
        }
        let parts = sums
            .iter()
            .zip(&last)
            .map(|(&sum, &weight)| (sum >> shift).min(i16::MAX.into()) * i64::from(weight).abs());
        if parts.sum::<i64>() + i64::from(last_bias).abs() > i32::MAX.into() {
            return overflow("last.weight", "32");
        }
        let mut pairs = Vec::with_capacity(matrix.len());
        for rows in matrix.chunks_exact(2 * outputs) {
            let (evens, odds) = rows.split_at(outputs);
            pairs.extend(evens.iter().zip(odds).flat_map(|(&even, &odd)| [even, odd]));
        }
        Ok(Self {
            shape,
            most_cells: most as u32,
            rows,
            first_bias,
            pairs,
            second_bias,
            last: last.iter().flat_map(|&weight| [weight, 0]).collect(),
            last_bias,
            shift: shift as u32,
            exponents,
        })
    }

    #[inline(always)]
    fn update_by<S: Simd>(&mut self, simd: S, network: &Network) -> Result<(), RangeError> {
        let (width, outputs) = (self.shape.first(), self.shape.second());
        let tensors = network.tensors();
        let most = f64::from(self.most_cells);
        // Maxima ignore NaN, in vectors and in `f64`, so the bounds alone would not detect a NaN.
        for (tensor, layer) in [
            (tensors.rows, "first"),
            (tensors.first_bias, "first"),
            (tensors.matrix, "second"),
            (tensors.second_bias, "second"),
            (tensors.last, "last"),
        ] {
            if !all_finite(tensor) {
                return Err(RangeError { layer });
            }
        }

        let bounds = first_bounds(simd, tensors.rows, tensors.first_bias, most as f32);
        let wide = |bound: &[f64; 2]| bound[0].max(bound[1]);
        let widest = bounds.iter().map(wide).fold(0.0, f64::max);
        let a = exponent(MOST - most / 2.0 - 1.0, widest, "first")?;
        quantise(simd, tensors.rows, a, &mut self.rows);
        quantise(simd, tensors.first_bias, a, &mut self.first_bias);
        let scale = power_of_two(a);
        let heights: Vec<f64> =
            bounds.iter().map(|[above, _]| (above * scale + most / 2.0 + 1.0).clamp(0.0, MOST)).collect();

        let mut sums = vec![0.0; outputs];
        let mut largest = 0.0_f32;
        for (row, &height) in tensors.matrix.chunks_exact(outputs).zip(&heights) {
            for (sum, &weight) in sums.iter_mut().zip(row) {
                *sum += height * f64::from(weight.abs());
                largest = largest.max(weight.abs());
            }
        }
        for (sum, &bias) in sums.iter_mut().zip(tensors.second_bias) {
            *sum += f64::from(bias.abs()) * scale;
        }
        let rounding = heights.iter().sum::<f64>() / 2.0 + 1.0;
        let b = exponent(MOST_SUM - rounding, sums.iter().copied().fold(0.0, f64::max), "second")?
            .min(exponent(MOST - 1.0, largest.into(), "second")?);
        self.pair_up(tensors.matrix, b);
        let scale = power_of_two(a + b);
        self.second_bias.clear();
        self.second_bias
            .extend(tensors.second_bias.iter().map(|&bias| (f64::from(bias) * scale).round() as i32));

        let heights: Vec<f64> = sums.iter().map(|sum| sum * power_of_two(b) + rounding).collect();
        let highest = heights.iter().copied().fold(0.0, f64::max) / HEADROOM;
        let fits = |shift: &i32| highest / power_of_two(*shift) <= MOST;
        self.shift = SHIFTS.clone().find(fits).unwrap_or(*SHIFTS.end()) as u32;
        let scale = power_of_two(a + b - self.shift as i32);
        let height = |height: f64| (height / power_of_two(self.shift as i32) + 1.0).min(MOST);
        let parts =
            heights.iter().zip(tensors.last).map(|(&high, &weight)| height(high) * f64::from(weight.abs()));
        let sum: f64 = parts.sum::<f64>() + f64::from(tensors.last_bias.abs()) * scale;
        let rounding = heights.iter().map(|&high| height(high)).sum::<f64>() / 2.0 + 1.0;
        let largest = tensors.last.iter().fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
        let c =
            exponent(MOST_SUM - rounding, sum, "last")?.min(exponent(MOST - 1.0, largest.into(), "last")?);
        let by_c = power_of_two(c);
        self.last.clear();
        for &weight in tensors.last {
            self.last.extend([(f64::from(weight) * by_c).round() as i16, 0]);
        }
        self.last_bias = (f64::from(tensors.last_bias) * scale * by_c).round() as i32;
        self.exponents = [a, b, c];
        debug_assert_eq!(self.first_bias.len(), width);
        Ok(())
    }

    /// Fills `pairs` with the matrix of the second layer, times 2ᵇ and rounded. The rows of inputs
    /// 2i and 2i + 1 are interleaved.
    fn pair_up(&mut self, matrix: &[f32], b: i32) {
        let outputs = self.shape.second();
        let scale = power_of_two(b) as f32;
        self.pairs.resize(matrix.len(), 0);
        for (rows, pairs) in matrix.chunks_exact(2 * outputs).zip(self.pairs.chunks_exact_mut(2 * outputs)) {
            let (even, odd) = rows.split_at(outputs);
            for ((pair, &even), &odd) in pairs.as_chunks_mut::<2>().0.iter_mut().zip(even).zip(odd) {
                *pair = [nearest(even * scale), nearest(odd * scale)];
            }
        }
    }
}

/// Rounds to the nearest integer, halves away from 0.
#[inline(always)]
pub(crate) fn nearest(value: f32) -> i16 {
    (value + 0.5_f32.copysign(value)) as i16
}

/// Returns whether all weights of a tensor are finite. The number of weights must be a multiple of
/// 16.
#[inline(always)]
fn all_finite(weights: &[f32]) -> bool {
    let finite = |chunk: &[f32; 16]| chunk.iter().fold(true, |all, weight| all & weight.is_finite());
    weights.as_chunks().0.iter().all(finite)
}

/// Returns 2 to the power of an exponent from −1000 to 1000.
const fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// Returns the largest exponent e in [`EXPONENTS`] for which `bound` · 2ᵉ ≤ `most`.
fn exponent(most: f64, bound: f64, layer: &'static str) -> Result<i32, RangeError> {
    let fits = |exponent: &i32| bound * power_of_two(*exponent) <= most;
    EXPONENTS.rev().find(fits).ok_or(RangeError { layer })
}

/// Returns two upper bounds for each output of the first layer: one for its sum over at most `most`
/// inputs that are 1, and one for the negated sum.
#[inline(always)]
fn first_bounds<S: Simd>(simd: S, rows: &[f32], bias: &[f32], most: f32) -> Vec<[f64; 2]> {
    let width = bias.len();
    let zero = f32x16::splat(simd, 0.0);
    let mut largest = zero;
    for weights in rows.as_chunks::<16>().0 {
        let weights = f32x16::from_slice(simd, weights);
        largest = largest.max(weights).max(-weights);
    }
    let largest = largest.as_slice().iter().fold(0.0_f32, |largest, &weight| largest.max(weight));
    let mut bounds = vec![[f64::INFINITY; 2]; width];
    for at in (0..width).step_by(16) {
        let mut above = [zero; THRESHOLDS.len()];
        let mut below = [zero; THRESHOLDS.len()];
        let mut thresholds = [zero; THRESHOLDS.len()];
        for (threshold, part) in thresholds.iter_mut().zip(THRESHOLDS) {
            *threshold = f32x16::splat(simd, part * largest);
        }
        for row in rows.chunks_exact(width) {
            let weights = f32x16::from_slice(simd, &row[at..at + 16]);
            for ((above, below), &threshold) in above.iter_mut().zip(&mut below).zip(&thresholds) {
                *above += (weights - threshold).max(zero);
                *below += (-weights - threshold).max(zero);
            }
        }
        for ((above, below), part) in above.iter().zip(&below).zip(THRESHOLDS) {
            for unit in 0..16 {
                let all = f64::from(most * part * largest);
                let sums = [above.as_slice()[unit], below.as_slice()[unit]];
                for (bound, sum) in bounds[at + unit].iter_mut().zip(sums) {
                    *bound = bound.min((all + f64::from(sum)) * SLACK);
                }
            }
        }
    }
    for (bounds, &bias) in bounds.iter_mut().zip(bias) {
        // A bias is added only where it raises a bound. The bounds then hold for partial sums too,
        // with or without the bias.
        bounds[0] += f64::from(bias.max(0.0));
        bounds[1] += f64::from((-bias).max(0.0));
    }
    bounds
}

/// Multiplies weights by 2ᵃ and rounds them to integers.
#[inline(always)]
fn quantise<S: Simd>(simd: S, weights: &[f32], a: i32, integers: &mut Vec<i16>) {
    integers.resize(weights.len(), 0);
    let scale = f32x16::splat(simd, power_of_two(a) as f32);
    let half = f32x16::splat(simd, 0.5);
    for (integers, weights) in integers.as_chunks_mut::<16>().0.iter_mut().zip(weights.as_chunks::<16>().0) {
        let scaled = f32x16::from_slice(simd, weights) * scale;
        let whole: i32x16<S> = (scaled + half.copysign(scaled)).to_int();
        for (integer, &whole) in integers.iter_mut().zip(whole.as_slice()) {
            *integer = whole as i16;
        }
    }
}

/// Buffers for evaluation in integers.
#[derive(Debug, Default)]
pub struct QuantisedBuffer {
    state: Vec<i16>,
    first: Vec<i16>,
    /// The pairs of outputs of the first layer that are not both 0: two 16-bit outputs per `i32`.
    pairs: Vec<i32>,
    /// For each of these pairs, the offset of its weights in [`Quantised::pairs`].
    begins: Vec<i32>,
    second: Vec<i32>,
}

impl Judge for Quantised {
    type Value = i32;
    type Buffer = QuantisedBuffer;

    fn target(&self, value: i32) -> f64 {
        f64::from(value) / self.unit()
    }

    fn judge(
        &self,
        level: Level,
        state: &[u16],
        actions: &Rows,
        buffer: &mut QuantisedBuffer,
        values: &mut Vec<i32>,
    ) {
        values.clear();
        dispatch!(level.simd(), simd => judge(simd, self, state, actions, buffer, values));
    }
}

#[inline(always)]
fn judge<S: Simd>(
    simd: S,
    network: &Quantised,
    state: &[u16],
    actions: &Rows,
    buffer: &mut QuantisedBuffer,
    values: &mut Vec<i32>,
) {
    let width = network.shape.first();
    buffer.state.clear();
    buffer.state.extend_from_slice(&network.first_bias);
    buffer.first.resize(width, 0);
    buffer.second.resize(network.shape.second(), 0);
    add_rows(simd, &network.rows, state, &network.first_bias, &mut buffer.state);
    for action in actions.iter() {
        add_rows(simd, &network.rows, action, &buffer.state, &mut buffer.first);
        let row = 2 * network.shape.second() as i32;
        let count = list_pairs(simd, &buffer.first, row, &mut buffer.pairs, &mut buffer.begins);
        let (pairs, begins) = (&buffer.pairs[..count], &buffer.begins[..count]);
        second_layer(simd, network, pairs, begins, &mut buffer.second);
        let mut sums = i32x16::splat(simd, 0);
        let most = i32x16::splat(simd, i16::MAX.into());
        let zero = i32x16::splat(simd, 0);
        for (outputs, weights) in
            buffer.second.as_chunks::<16>().0.iter().zip(network.last.as_chunks::<32>().0)
        {
            let outputs = (i32x16::from_slice(simd, outputs).max(zero) >> network.shift).min(most);
            let outputs: i16x32<S> = outputs.bitcast();
            sums += outputs.pairwise_dot_product(i16x32::from_slice(simd, weights));
        }
        values.push(sums.as_slice().iter().sum::<i32>() + network.last_bias);
    }
}

/// Computes `sums = start + Σ rows[number]` over the numbers in `list`.
#[inline(always)]
fn add_rows<S: Simd>(simd: S, rows: &[i16], list: &[u16], start: &[i16], sums: &mut [i16]) {
    let width = sums.len();
    let mut at = 0;
    while at + 128 <= width {
        add_block::<S, 4>(simd, rows, width, at, list, start, sums);
        at += 128;
    }
    while at + 32 <= width {
        add_block::<S, 1>(simd, rows, width, at, list, start, sums);
        at += 32;
    }
    // At most half a vector remains, because a layer has a multiple of 16 outputs.
    while at < width {
        let mut sum = start[at];
        for &number in list {
            sum = sum.wrapping_add(rows[usize::from(number) * width + at]);
        }
        sums[at] = sum;
        at += 1;
    }
}

#[inline(always)]
fn add_block<S: Simd, const VECTORS: usize>(
    simd: S,
    rows: &[i16],
    width: usize,
    at: usize,
    list: &[u16],
    start: &[i16],
    sums: &mut [i16],
) {
    let mut block = load::<S, VECTORS>(simd, &start[at..]);
    for &number in list {
        let row = &rows[usize::from(number) * width + at..][..32 * VECTORS];
        let row = load::<S, VECTORS>(simd, row);
        for (sum, weights) in block.iter_mut().zip(row) {
            *sum += weights;
        }
    }
    for (vector, chunk) in block.iter().zip(&mut sums[at..].as_chunks_mut::<32>().0[..VECTORS]) {
        vector.store_slice(&mut chunk[..]);
    }
}

#[inline(always)]
fn load<S: Simd, const VECTORS: usize>(simd: S, values: &[i16]) -> [i16x32<S>; VECTORS] {
    let chunks = &values.as_chunks::<32>().0[..VECTORS];
    let mut block = [i16x32::splat(simd, 0); VECTORS];
    for (vector, chunk) in block.iter_mut().zip(chunks) {
        *vector = i16x32::from_slice(simd, chunk);
    }
    block
}

/// Applies ReLU. Writes each pair of adjacent values with at least one nonzero value to `pairs`,
/// and the offset of its weights to `begins`. Returns the number of these pairs. Later entries of
/// both lists are invalid.
#[inline(always)]
fn list_pairs<S: Simd>(
    simd: S,
    values: &[i16],
    row: i32,
    pairs: &mut Vec<i32>,
    begins: &mut Vec<i32>,
) -> usize {
    // Whole vectors are stored, so the lists have room for one vector more.
    pairs.resize(values.len() / 2 + 8, 0);
    begins.resize(values.len() / 2 + 8, 0);
    let zero = i16x16::splat(simd, 0);
    let step = i32x8::splat(simd, 8 * row);
    let mut begin = i32x8::from_slice(simd, &[0, 1, 2, 3, 4, 5, 6, 7]) * i32x8::splat(simd, row);
    let mut count = 0;
    for values in values.as_chunks::<16>().0 {
        let pair: i32x8<S> = i16x16::from_slice(simd, values).max(zero).bitcast();
        let active = !pair.simd_eq(i32x8::splat(simd, 0));
        simd.compress_i32x8(pair, active).store_slice(&mut pairs[count..count + 8]);
        simd.compress_i32x8(begin, active).store_slice(&mut begins[count..count + 8]);
        count += (simd.to_bitmask_mask32x8(active) & 0xff).count_ones() as usize;
        begin += step;
    }
    count
}

/// Computes the sums of the second layer, before ReLU.
#[inline(always)]
fn second_layer<S: Simd>(simd: S, network: &Quantised, pairs: &[i32], begins: &[i32], sums: &mut [i32]) {
    let outputs = sums.len();
    let mut at = 0;
    while at + 64 <= outputs {
        second_block::<S, 4>(simd, network, at, pairs, begins, sums);
        at += 64;
    }
    while at + 32 <= outputs {
        second_block::<S, 2>(simd, network, at, pairs, begins, sums);
        at += 32;
    }
    while at < outputs {
        second_block::<S, 1>(simd, network, at, pairs, begins, sums);
        at += 16;
    }
}

#[inline(always)]
fn second_block<S: Simd, const VECTORS: usize>(
    simd: S,
    network: &Quantised,
    at: usize,
    pairs: &[i32],
    begins: &[i32],
    sums: &mut [i32],
) {
    let mut block = [i32x16::splat(simd, 0); VECTORS];
    for (vector, bias) in block.iter_mut().zip(network.second_bias[at..].as_chunks::<16>().0) {
        *vector = i32x16::from_slice(simd, bias);
    }
    for (&pair, &begin) in pairs.iter().zip(begins) {
        let factors: i16x32<S> = i32x16::splat(simd, pair).bitcast();
        let row = &network.pairs[begin as usize + 2 * at..][..32 * VECTORS];
        let row = load::<S, VECTORS>(simd, row);
        for (sum, weights) in block.iter_mut().zip(row) {
            *sum += factors.pairwise_dot_product(weights);
        }
    }
    for (vector, chunk) in block.iter().zip(&mut sums[at..].as_chunks_mut::<16>().0[..VECTORS]) {
        vector.store_slice(&mut chunk[..]);
    }
}
