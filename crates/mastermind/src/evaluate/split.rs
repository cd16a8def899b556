//! Splitting of secrets by feedback.

use quadrille_progress::{Cancelled, Meter};

use crate::codeword::Codeword;
use crate::effort::CODEWORD_EFFORT;
use crate::feedback::Feedback;
use crate::kernels::packed::Packed;
use crate::parallel;

/// Number of secrets that a thread scores per task.
const TASK: usize = 1 << 17;

/// An upper bound on the number of feedback indices.
const INDICES: usize = 160;

/// Maximum number of secrets for which the feedback indices are stored on the stack.
const FEW: usize = 256;

/// Calls `then` with the feedback indices of all secrets, in the order of the secrets.
fn with_indices<T>(
    guess: Codeword,
    secrets: &[u64],
    meter: &Meter<'_>,
    then: impl FnOnce(&[u8]) -> Result<T, Cancelled>,
) -> Result<T, Cancelled> {
    let guess = Packed::new(guess);
    let index = |&secret: &u64| Packed::new(Codeword::from_valid_bits(secret)).score(guess).index() as u8;
    if secrets.len() <= FEW {
        let mut indices = [0; FEW];
        for (to, secret) in indices.iter_mut().zip(secrets) {
            *to = index(secret);
        }
        then(&indices[..secrets.len()])
    } else if secrets.len() <= TASK {
        then(&secrets.iter().map(index).collect::<Vec<u8>>())
    } else {
        let mut indices = vec![0; secrets.len()];
        let check = |secrets: usize| meter.effort(secrets as u64 * CODEWORD_EFFORT);
        parallel::try_fill(&mut indices, secrets, TASK, check, index)?;
        then(&indices)
    }
}

/// Returns, by feedback index, the number of secrets that give each feedback.
pub(crate) fn sizes(
    guess: Codeword,
    secrets: &[u64],
    meter: &Meter<'_>,
) -> Result<[u64; INDICES], Cancelled> {
    let mut sizes = [0; INDICES];
    with_indices(guess, secrets, meter, |indices| {
        for &index in indices {
            sizes[usize::from(index)] += 1;
        }
        Ok(sizes)
    })
}

/// The partition of secrets by a guess.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    /// Whether the guess is one of the secrets.
    pub(crate) solved: bool,
    /// The secrets that differ from the guess, class by class, ascending within each class.
    codes: Vec<u64>,
    /// For each class, its feedback index and the index of its first secret in `codes`; ascending.
    classes: Vec<(u8, u32)>,
}

impl Split {
    /// Splits sorted secrets, keeping their order. `wanted` is called with the number of each
    /// non-empty class, from 0, and returns whether the class is kept.
    pub(crate) fn new(
        guess: Codeword,
        secrets: &[u64],
        wanted: impl Fn(usize) -> bool,
        meter: &Meter<'_>,
    ) -> Result<Self, Cancelled> {
        with_indices(guess, secrets, meter, |indices| Self::by(indices, guess, secrets, wanted, meter))
    }

    fn by(
        indices: &[u8],
        guess: Codeword,
        secrets: &[u64],
        wanted: impl Fn(usize) -> bool,
        meter: &Meter<'_>,
    ) -> Result<Self, Cancelled> {
        let solution = Feedback { black: guess.pins() as u8, white: 0 }.index();
        // First pass: sizes by feedback.
        let mut sizes = [0u32; INDICES];
        for indices in indices.chunks(TASK) {
            if indices.len() == TASK {
                meter.effort(TASK as u64)?;
            }
            for &index in indices {
                sizes[usize::from(index)] += 1;
            }
        }
        // Each wanted class gets a range of `codes`, in order. `next` holds the next free position
        // of each wanted class, and a position out of range for every other class.
        let mut classes = Vec::with_capacity(solution + 1);
        let mut next = [u32::MAX; INDICES];
        let (mut kept, mut place) = (0, 0);
        for (index, &size) in sizes.iter().enumerate().take(solution) {
            if size > 0 {
                if wanted(place) {
                    classes.push((index as u8, kept));
                    next[index] = kept;
                    kept += size;
                }
                place += 1;
            }
        }
        let mut codes = vec![0; kept as usize];
        // Second pass: distribute the secrets.
        for (secrets, indices) in secrets.chunks(TASK).zip(indices.chunks(TASK)) {
            if secrets.len() == TASK {
                meter.effort(TASK as u64 * CODEWORD_EFFORT)?;
            }
            for (&secret, &index) in secrets.iter().zip(indices) {
                let to = &mut next[usize::from(index)];
                if let Some(code) = codes.get_mut(*to as usize) {
                    *code = secret;
                    *to += 1;
                }
            }
        }
        Ok(Self { solved: sizes[solution] > 0, codes, classes })
    }

    /// Returns the number of classes.
    pub(crate) fn len(&self) -> usize {
        self.classes.len()
    }

    /// Returns the feedback of a class.
    pub(crate) fn feedback(&self, class: usize) -> Feedback {
        Feedback::from_index(self.classes[class].0.into())
    }

    /// Returns the secrets of a class, ascending.
    pub(crate) fn class(&self, class: usize) -> &[u64] {
        let to = self.classes.get(class + 1).map_or(self.codes.len(), |&(_, from)| from as usize);
        &self.codes[self.classes[class].1 as usize..to]
    }
}
