//! Scoring of a guess against a set in bit planes without vectors: 64 secrets per word.
//!
//! This is the kernel of [`sliced`] for machines without vectors. The gates are ordinary
//! instructions. Only the carries out of eight words are counted, so a missing population count
//! instruction costs little.

use quadrille_lanes::Level;

use quadrille_mastermind::BitPlanes;
use quadrille_mastermind::Codeword;
use quadrille_mastermind::kernels::sliced;

/// Returns the number of secrets for each guess and feedback, indexed by
/// [`Feedback::index`](quadrille_mastermind::Feedback::index); the histograms are concatenated.
///
/// O(guesses · secrets).
pub fn histograms(guesses: &[Codeword], secrets: &BitPlanes) -> Vec<u32> {
    sliced::histograms(Level::scalar(), guesses, secrets)
}

/// Writes the result of [`histograms`] to an existing buffer of sufficient length.
pub(super) fn histograms_into(guesses: &[Codeword], secrets: &BitPlanes, counts: &mut [u32]) {
    sliced::histograms_into(Level::scalar(), guesses, secrets, counts);
}
