//! Plain implementations for tests: scalar loops in the summation order of the vector kernels.

use crate::kernels::tree;
use crate::network::Layout;
use crate::quantised::QuantisedParts;
use crate::{Network, Quantised, Samples};

/// Returns the output of the network if exactly the inputs in `cells` are 1.
pub fn value(network: &Network, cells: &[u16]) -> f32 {
    forward(network, cells).2
}

/// Returns the outputs of both hidden layers and of the network.
fn forward(network: &Network, cells: &[u16]) -> (Vec<f32>, Vec<f32>, f32) {
    let tensors = network.tensors();
    let (width, outputs) = (network.shape().first(), network.shape().second());
    let mut first = tensors.first_bias.to_vec();
    for (place, sum) in first.iter_mut().enumerate() {
        for &cell in cells {
            *sum += tensors.rows[usize::from(cell) * width + place];
        }
        *sum = rectified(*sum);
    }
    let mut second = tensors.second_bias.to_vec();
    for (place, sum) in second.iter_mut().enumerate() {
        for (from, &factor) in first.iter().enumerate() {
            // Zeros are skipped, as in the kernels, because adding 0 × weight could turn −0 into 0.
            if factor > 0.0 {
                *sum += factor * tensors.matrix[from * outputs + place];
            }
        }
        *sum = rectified(*sum);
    }
    let mut partial = [0.0; 16];
    for place in 0..outputs {
        partial[place % 16] += second[place] * tensors.last[place];
    }
    let value = tree(partial) + tensors.last_bias;
    (first, second, value)
}

const fn rectified(value: f32) -> f32 {
    if value > 0.0 { value } else { 0.0 }
}

/// Returns the gradient of the mean squared error with respect to every value of the network, in
/// the order of [`Network::values`].
pub fn gradient(network: &Network, samples: &Samples) -> Vec<f32> {
    let shape = network.shape();
    let (width, outputs) = (shape.first(), shape.second());
    let tensors = network.tensors();
    let Layout { rows, first_bias, matrix, second_bias, last, last_bias } = shape.layout();
    let mut gradient = vec![0.0; network.values().len()];
    let scale = 2.0 / samples.len() as f32;
    for (cells, &target) in samples.rows().iter().zip(samples.targets()) {
        let (first, second, value) = forward(network, cells);
        let slope = scale * (value - target);
        gradient[last_bias] += slope;
        let mut slopes = vec![0.0; outputs];
        for place in 0..outputs {
            gradient[last.start + place] += slope * second[place];
            if second[place] > 0.0 {
                slopes[place] = slope * tensors.last[place];
            }
            gradient[second_bias.start + place] += slopes[place];
        }
        for from in 0..width {
            let mut by_first = 0.0;
            for place in 0..outputs {
                if first[from] > 0.0 {
                    gradient[matrix.start + from * outputs + place] += first[from] * slopes[place];
                }
                if second[place] > 0.0 {
                    by_first += slopes[place] * tensors.matrix[from * outputs + place];
                }
            }
            if first[from] <= 0.0 {
                by_first = 0.0;
            }
            gradient[first_bias.start + from] += by_first;
            for &cell in cells {
                gradient[rows.start + usize::from(cell) * width + from] += by_first;
            }
        }
    }
    gradient
}

/// Returns the output of the network in integers if exactly the inputs in `cells` are 1, computed
/// in 64 bits. Also returns whether every partial sum fits into 16 bits in the first layer and into
/// 32 bits in the other layers.
pub fn quantised_value(network: &Quantised, cells: &[u16]) -> (i64, bool) {
    let QuantisedParts { rows, first_bias, matrix, second_bias, last, last_bias, scale } = network.parts();
    let (width, outputs) = (first_bias.len(), second_bias.len());
    let mut fits = true;
    let mut first: Vec<i64> = first_bias.iter().copied().map(i64::from).collect();
    for &cell in cells {
        for (sum, weight) in first.iter_mut().zip(&rows[usize::from(cell) * width..]) {
            *sum += i64::from(*weight);
            fits &= i16::try_from(*sum).is_ok();
        }
    }
    let mut second: Vec<i64> = second_bias.iter().copied().map(i64::from).collect();
    for (number, &output) in first.iter().enumerate() {
        for (place, sum) in second.iter_mut().enumerate() {
            *sum += output.max(0) * i64::from(matrix[number * outputs + place]);
            fits &= i32::try_from(*sum).is_ok();
        }
    }
    let mut value = i64::from(last_bias);
    for (output, weight) in second.iter().zip(last) {
        value += (output.max(&0) >> scale[3]).min(i64::from(i16::MAX)) * i64::from(weight);
        fits &= i32::try_from(value).is_ok();
    }
    (value, fits)
}
