//! Scoring one guess against a set in planes of bits, without vectors: 64 secrets a word by plain code.
//!
//! The kernel of [`sliced`] compiled for machines that have nothing but words: the
//! gates are ordinary instructions, and since only what eight words carry out is ever counted, an instruction
//! that counts ones is hardly missed.

use quadrille_lanes::Level;

use quadrille_mastermind::BitPlanes;
use quadrille_mastermind::Codeword;
use quadrille_mastermind::kernels::sliced;

/// How many secrets answer each guess with each feedback, by [`Feedback::index`](quadrille_mastermind::Feedback::index); the
/// histograms one after the other.
///
/// O(guesses · secrets).
pub fn histograms(guesses: &[Codeword], secrets: &BitPlanes) -> Vec<u32> {
    sliced::histograms(Level::scalar(), guesses, secrets)
}

/// As [`histograms`], into memory that is there already and long enough.
pub(super) fn histograms_into(guesses: &[Codeword], secrets: &BitPlanes, counts: &mut [u32]) {
    sliced::histograms_into(Level::scalar(), guesses, secrets, counts);
}
