//! Golly's `MAP` rules: the next state of every neighbourhood, as 512 bits in base64.
//!
//! The nine cells of a neighbourhood, in reading order, are the bits of its number; the first cell
//! is the highest bit. The first bit of the text belongs to the neighbourhood with the number 0.
//! Each letter of the usual base64 alphabet is six bits, so the 86th letter has two significant
//! bits and four zero bits. The reader accepts `==` at the end; the writer omits it.

use super::TransitionBits;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The number of letters of a rule.
pub(super) const LETTERS: usize = 512usize.div_ceil(6);
/// The number of letters of a rule of 128 bits, for the six neighbours of a hexagonal grid.
pub(super) const HEXAGONAL: usize = 128usize.div_ceil(6);
/// The number of letters of a rule of 32 bits, for the four von Neumann neighbours.
pub(super) const VON_NEUMANN: usize = 32usize.div_ceil(6);

/// Returns the six bits of a letter; `None` if the letter is not base64.
pub(super) fn value(letter: u8) -> Option<u64> {
    ALPHABET.iter().position(|&other| other == letter).map(|value| value as u64)
}

/// Decodes [`LETTERS`] letters to a table; bits beyond the 512th are ignored. Returns `None` if a
/// letter is not base64.
pub(super) fn table(letters: &[u8]) -> Option<TransitionBits> {
    let mut table = [0; 8];
    let mut at = 0;
    for &letter in letters {
        let six = value(letter)?;
        for bit in (0..6).rev() {
            if let Some(word) = table.get_mut(at / 64) {
                *word |= (six >> bit & 1) << (at % 64);
            }
            at += 1;
        }
    }
    Some(table)
}

/// Encodes a table.
pub(super) fn letters(table: &TransitionBits) -> String {
    let bit = |at: usize| table.get(at / 64).map_or(0, |word| word >> (at % 64) & 1);
    let six = |first: usize| (first..first + 6).fold(0, |six, at| six << 1 | bit(at));
    (0..LETTERS).map(|letter| char::from(ALPHABET[six(6 * letter) as usize])).collect()
}
