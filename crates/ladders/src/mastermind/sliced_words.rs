//! Scoring of a guess against a set of secrets in bit planes, without vectors. A word has one bit
//! for each of 64 secrets.
//!
//! This is the kernel of [`sliced`] for machines without vectors. The logical gates are ordinary
//! instructions on words. To count the set bits of many words, full adders first add eight words at
//! a time. Set bits are counted only in the carry of each addition, one word instead of eight. A
//! machine without a population count instruction is therefore only slightly slower.

use quadrille_lanes::Level;

use quadrille_mastermind::BitPlanes;
use quadrille_mastermind::Codeword;
use quadrille_mastermind::kernels::sliced;

/// Returns the histograms of the guesses, one after the other. A histogram has the number of
/// secrets for each feedback, at index [`Feedback::index`](quadrille_mastermind::Feedback::index).
///
/// Takes O(guesses · secrets) time.
pub fn histograms(guesses: &[Codeword], secrets: &BitPlanes) -> Vec<u32> {
    sliced::histograms(Level::scalar(), guesses, secrets)
}

/// Writes the result of [`histograms`] to `counts`, which must be long enough.
pub(super) fn histograms_into(guesses: &[Codeword], secrets: &BitPlanes, counts: &mut [u32]) {
    sliced::histograms_into(Level::scalar(), guesses, secrets, counts);
}
