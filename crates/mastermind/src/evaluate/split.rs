//! Parting secrets by the feedback they give.

use rayon::prelude::*;

use crate::codeword::Codeword;
use crate::feedback::Feedback;
use crate::ladder::packed::Packed;

/// Secrets scored in one task of a thread.
const TASK: usize = 1 << 17;

/// The secrets that give one feedback, ascending.
pub(crate) type Class = (usize, Vec<u64>);

/// The feedback index of every secret.
fn indices(guess: Codeword, secrets: &[u64]) -> Vec<u8> {
    let guess = Packed::new(guess);
    let index = |&secret: &u64| Packed::new(Codeword::from_valid_bits(secret)).score(guess).index() as u8;
    if secrets.len() <= TASK {
        secrets.iter().map(index).collect()
    } else {
        secrets.par_iter().with_min_len(TASK).map(index).collect()
    }
}

/// How many secrets give each feedback, by index.
pub(crate) fn sizes(guess: Codeword, secrets: &[u64]) -> [usize; 256] {
    let mut sizes = [0; 256];
    for index in indices(guess, secrets) {
        sizes[usize::from(index)] += 1;
    }
    sizes
}

/// What a guess makes of secrets.
pub(crate) struct Split {
    /// Whether the guess is one of them.
    pub(crate) solved: bool,
    /// The others by feedback index, ascending; of the classes that are not empty, those that are wanted by their
    /// place among them.
    pub(crate) classes: Vec<Class>,
}

/// Parts secrets, which are ascending and stay so.
pub(crate) fn split(guess: Codeword, secrets: &[u64], wanted: impl Fn(usize) -> bool) -> Split {
    let solution = Feedback { black: guess.pins() as u8, white: 0 }.index();
    let indices = indices(guess, secrets);
    let mut sizes = [0u32; 256];
    for &index in &indices {
        sizes[usize::from(index)] += 1;
    }
    let mut classes: Vec<Class> = Vec::new();
    let mut class_of = [usize::MAX; 256];
    for (place, (index, &size)) in sizes.iter().enumerate().filter(|&(_, &size)| size > 0).enumerate() {
        if index != solution && wanted(place) {
            class_of[index] = classes.len();
            classes.push((index, Vec::with_capacity(size as usize)));
        }
    }
    for (&secret, &index) in secrets.iter().zip(&indices) {
        if let Some((_, class)) = classes.get_mut(class_of[usize::from(index)]) {
            class.push(secret);
        }
    }
    Split { solved: sizes[solution] > 0, classes }
}
