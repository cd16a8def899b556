//! Vector kernels of the forward and the backward pass.
//!
//! Every kernel works on sixteen outputs of a layer at a time, and adds the terms of each output in
//! the order of a list. The width of a vector therefore does not affect the outputs. Products are
//! rounded before they are added.

use quadrille_lanes::simd::{Simd, SimdBase as _, SimdFloat as _, f32x16, prelude::*};

/// The number of outputs in one vector.
const STEP: usize = crate::Shape::STEP;
/// The number of vectors that stay in registers while the rows of a list are summed.
const BLOCK: usize = 4;

/// Adds the rows whose indices are in `list` to `sums`, which is as long as a row:
/// `sums += Σ rows[number]`.
#[inline(always)]
pub(crate) fn add_rows<S: Simd, N: Copy + Into<u32>>(simd: S, rows: &[f32], list: &[N], sums: &mut [f32]) {
    let width = sums.len();
    let mut at = 0;
    while at + BLOCK * STEP <= width {
        add_block::<S, N, BLOCK>(simd, rows, width, at, list, sums);
        at += BLOCK * STEP;
    }
    while at < width {
        add_block::<S, N, 1>(simd, rows, width, at, list, sums);
        at += STEP;
    }
}

#[inline(always)]
fn add_block<S: Simd, N: Copy + Into<u32>, const VECTORS: usize>(
    simd: S,
    rows: &[f32],
    width: usize,
    at: usize,
    list: &[N],
    sums: &mut [f32],
) {
    let mut block = load::<S, VECTORS>(simd, &sums[at..]);
    for &number in list {
        let number: u32 = number.into();
        let row = &rows[number as usize * width + at..][..VECTORS * STEP];
        let row = load::<S, VECTORS>(simd, row);
        for (sum, weights) in block.iter_mut().zip(row) {
            *sum += weights;
        }
    }
    store(&block, &mut sums[at..]);
}

/// Adds multiples of the rows whose indices are in `list`:
/// `sums += Σ factors[number] × rows[number]`.
#[inline(always)]
pub(crate) fn add_multiples<S: Simd>(simd: S, rows: &[f32], list: &[u16], factors: &[f32], sums: &mut [f32]) {
    let width = sums.len();
    let mut at = 0;
    while at + BLOCK * STEP <= width {
        multiples_block::<S, BLOCK>(simd, rows, width, at, list, factors, sums);
        at += BLOCK * STEP;
    }
    while at < width {
        multiples_block::<S, 1>(simd, rows, width, at, list, factors, sums);
        at += STEP;
    }
}

#[inline(always)]
fn multiples_block<S: Simd, const VECTORS: usize>(
    simd: S,
    rows: &[f32],
    width: usize,
    at: usize,
    list: &[u16],
    factors: &[f32],
    sums: &mut [f32],
) {
    let mut block = load::<S, VECTORS>(simd, &sums[at..]);
    for &number in list {
        let factor = f32x16::splat(simd, factors[usize::from(number)]);
        let row = &rows[usize::from(number) * width + at..][..VECTORS * STEP];
        let row = load::<S, VECTORS>(simd, row);
        for (sum, weights) in block.iter_mut().zip(row) {
            *sum += factor * weights;
        }
    }
    store(&block, &mut sums[at..]);
}

/// Adds a multiple of `row` to each of the `rows` whose index is in `list`:
/// `rows[number] += factors[number] × row`.
#[inline(always)]
pub(crate) fn add_outer<S: Simd>(simd: S, row: &[f32], list: &[u16], factors: &[f32], rows: &mut [f32]) {
    let width = row.len();
    for &number in list {
        let number = usize::from(number);
        let factor = f32x16::splat(simd, factors[number]);
        let sums = &mut rows[number * width..][..width];
        for (sums, row) in sums.as_chunks_mut::<STEP>().0.iter_mut().zip(row.as_chunks::<STEP>().0) {
            let sum = f32x16::from_slice(simd, &sums[..]) + factor * f32x16::from_slice(simd, row);
            sum.store_slice(&mut sums[..]);
        }
    }
}

/// Applies ReLU, and lists the indices of the positive values.
#[inline(always)]
pub(crate) fn rectify<S: Simd>(simd: S, values: &mut [f32], active: &mut Vec<u16>) {
    let zero = f32x16::splat(simd, 0.0);
    for chunk in values.as_chunks_mut::<STEP>().0 {
        let vector = f32x16::from_slice(simd, &chunk[..]);
        vector.simd_gt(zero).select(vector, zero).store_slice(&mut chunk[..]);
    }
    // The loop has no branch, because about half of the values are 0, in unpredictable order.
    active.resize(values.len(), 0);
    let mut count = 0;
    for (place, &value) in values.iter().enumerate() {
        active[count] = place as u16;
        count += usize::from(value > 0.0);
    }
    active.truncate(count);
}

/// Sets `values[i]` to 0 where `signs[i]` is not positive.
#[inline(always)]
pub(crate) fn mask<S: Simd>(simd: S, signs: &[f32], values: &mut [f32]) {
    let zero = f32x16::splat(simd, 0.0);
    for (chunk, signs) in values.as_chunks_mut::<STEP>().0.iter_mut().zip(signs.as_chunks::<STEP>().0) {
        let vector = f32x16::from_slice(simd, &chunk[..]);
        let signs = f32x16::from_slice(simd, signs);
        signs.simd_gt(zero).select(vector, zero).store_slice(&mut chunk[..]);
    }
}

/// Computes `sums += factor × values`.
#[inline(always)]
pub(crate) fn add_multiple<S: Simd>(simd: S, factor: f32, values: &[f32], sums: &mut [f32]) {
    let factor = f32x16::splat(simd, factor);
    for (sums, values) in sums.as_chunks_mut::<STEP>().0.iter_mut().zip(values.as_chunks::<STEP>().0) {
        let sum = f32x16::from_slice(simd, &sums[..]) + factor * f32x16::from_slice(simd, values);
        sum.store_slice(&mut sums[..]);
    }
}

/// Returns the dot product: sixteen partial sums, each over every sixteenth index, combined in a
/// tree.
#[inline(always)]
pub(crate) fn dot<S: Simd>(simd: S, a: &[f32], b: &[f32]) -> f32 {
    let mut sums = f32x16::splat(simd, 0.0);
    for (a, b) in a.as_chunks::<STEP>().0.iter().zip(b.as_chunks::<STEP>().0) {
        sums += f32x16::from_slice(simd, a) * f32x16::from_slice(simd, b);
    }
    let mut partial = [0.0; STEP];
    sums.store_slice(&mut partial);
    tree(partial)
}

/// Returns the sum of sixteen numbers by a fixed tree: the upper half is added to the lower half
/// until one number is left.
#[inline(always)]
pub(crate) fn tree(mut sums: [f32; STEP]) -> f32 {
    for half in [8, 4, 2, 1] {
        for place in 0..half {
            sums[place] += sums[place + half];
        }
    }
    sums[0]
}

/// Does a step of Adam (Kingma and Ba, 2015): updates both moments with `gradient`, then the
/// values.
#[inline(always)]
pub(crate) fn adam<S: Simd>(
    simd: S,
    step: &Step,
    gradient: &[f32],
    values: &mut [f32],
    moments: [&mut [f32]; 2],
) {
    let [first, second] = moments;
    // There are no closures here, because they would not be compiled for the vector level.
    let keep_first = f32x16::splat(simd, step.keep[0]);
    let keep_second = f32x16::splat(simd, step.keep[1]);
    let take_first = f32x16::splat(simd, 1.0 - step.keep[0]);
    let take_second = f32x16::splat(simd, 1.0 - step.keep[1]);
    let size = f32x16::splat(simd, step.size);
    let correction = f32x16::splat(simd, step.correction);
    let epsilon = f32x16::splat(simd, step.epsilon);
    let gradients = gradient.as_chunks::<STEP>().0.iter();
    let firsts = first.as_chunks_mut::<STEP>().0.iter_mut();
    let seconds = second.as_chunks_mut::<STEP>().0.iter_mut();
    let values = values.as_chunks_mut::<STEP>().0.iter_mut();
    for (((gradient, first), second), value) in gradients.zip(firsts).zip(seconds).zip(values) {
        let gradient = f32x16::from_slice(simd, gradient);
        let mean = keep_first * f32x16::from_slice(simd, &first[..]) + take_first * gradient;
        let square =
            keep_second * f32x16::from_slice(simd, &second[..]) + take_second * (gradient * gradient);
        let divisor = (square * correction).sqrt() + epsilon;
        let moved = f32x16::from_slice(simd, &value[..]) - size * mean / divisor;
        mean.store_slice(&mut first[..]);
        square.store_slice(&mut second[..]);
        moved.store_slice(&mut value[..]);
    }
}

/// The constants of a step of Adam.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    /// β₁ and β₂, the decay rates of the moments.
    pub(crate) keep: [f32; 2],
    /// The step size, divided by 1 − β₁ᵗ, where t is the number of updates.
    pub(crate) size: f32,
    /// 1 / (1 − β₂ᵗ), where t is the number of updates.
    pub(crate) correction: f32,
    /// ε, which is added to the divisor.
    pub(crate) epsilon: f32,
}

#[inline(always)]
fn load<S: Simd, const VECTORS: usize>(simd: S, values: &[f32]) -> [f32x16<S>; VECTORS] {
    let chunks = &values.as_chunks::<STEP>().0[..VECTORS];
    let mut block = [f32x16::splat(simd, 0.0); VECTORS];
    for (vector, chunk) in block.iter_mut().zip(chunks) {
        *vector = f32x16::from_slice(simd, chunk);
    }
    block
}

#[inline(always)]
fn store<S: Simd, const VECTORS: usize>(block: &[f32x16<S>; VECTORS], values: &mut [f32]) {
    let chunks = &mut values.as_chunks_mut::<STEP>().0[..VECTORS];
    for (vector, chunk) in block.iter().zip(chunks) {
        vector.store_slice(&mut chunk[..]);
    }
}
