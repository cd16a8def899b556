//! The initial state for a seed.

use super::{State, VECTORS, WORDS};

/// Mask of bits of the first vector. If the parity of the masked bits is odd, the period is a
/// multiple of 2¹⁹⁹³⁷ − 1.
const PARITY: [u32; 4] = [0x0000_0001, 0x0000_0000, 0x0000_0000, 0x13C9_E684];

/// Returns the state of `init_gen_rand`: the first word is the seed, and every other word is
/// computed from the previous word.
pub(super) fn init_gen_rand(seed: u32) -> Box<State> {
    let mut previous = seed;
    let mut state = new_state(0);
    let words = state.as_flattened_mut();
    words[0] = seed;
    for (i, word) in words.iter_mut().enumerate().skip(1) {
        previous = (previous ^ (previous >> 30)).wrapping_mul(1812433253).wrapping_add(i as u32);
        *word = previous;
    }
    certify_period(&mut state);
    state
}

/// Returns the state of `init_by_array`. The key is mixed in, word by word, and then another round
/// changes all words.
pub(super) fn init_by_array(key: &[u32]) -> Box<State> {
    const LAG: usize = 11;
    const MIDDLE: usize = (WORDS - LAG) / 2;

    let mut state = new_state(0x8B8B_8B8B);
    let words = state.as_flattened_mut();
    // One step at word i of the ring: computes a new word from three words, and adds it to two
    // others.
    let mut stir = |i: usize, added: u32| {
        let middle = (i + MIDDLE) % WORDS;
        let mixed = first_mix(words[i] ^ words[middle] ^ words[(i + WORDS - 1) % WORDS]);
        words[middle] = words[middle].wrapping_add(mixed);
        let mixed = mixed.wrapping_add(added);
        let far = (middle + LAG) % WORDS;
        words[far] = words[far].wrapping_add(mixed);
        words[i] = mixed;
    };
    // The first round mixes in the length of the key, then the key, then zeros.
    stir(0, key.len() as u32);
    let steps = key.len().max(WORDS - 1);
    for j in 0..steps {
        let i = (j + 1) % WORDS;
        stir(i, key.get(j).copied().unwrap_or(0).wrapping_add(i as u32));
    }
    // In the second round, the operations sum and exclusive or are exchanged.
    for j in 0..WORDS {
        let i = (steps + 1 + j) % WORDS;
        let middle = (i + MIDDLE) % WORDS;
        let far = (middle + LAG) % WORDS;
        let sum = words[i].wrapping_add(words[middle]).wrapping_add(words[(i + WORDS - 1) % WORDS]);
        let mixed = second_mix(sum);
        words[middle] ^= mixed;
        let mixed = mixed.wrapping_sub(i as u32);
        words[far] ^= mixed;
        words[i] = mixed;
    }
    certify_period(&mut state);
    state
}

fn new_state(word: u32) -> Box<State> {
    Box::new([[word; 4]; VECTORS])
}

const fn first_mix(x: u32) -> u32 {
    (x ^ (x >> 27)).wrapping_mul(1664525)
}

const fn second_mix(x: u32) -> u32 {
    (x ^ (x >> 27)).wrapping_mul(1566083941)
}

/// Flips the lowest bit of the state if the parity of the bits in [`PARITY`] is even, because the
/// period could then be shorter.
fn certify_period(state: &mut State) {
    let ones: u32 = state[0].iter().zip(PARITY).map(|(word, parity)| (word & parity).count_ones()).sum();
    if ones.is_multiple_of(2) {
        state[0][0] ^= PARITY[0];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parity_is_odd_after_every_seeding() {
        for seed in 0..1000 {
            for state in [init_gen_rand(seed), init_by_array(&[seed]), init_by_array(&[seed, 1, 2])] {
                let ones: u32 = (0..4).map(|i| (state[0][i] & PARITY[i]).count_ones()).sum();
                assert_eq!(ones % 2, 1);
            }
        }
    }
}
