//! Philox: all ways of computing a value agree.

use proptest::prelude::*;
use quadrille_random::StreamKey;
use quadrille_random::generators::Philox4x32;
use quadrille_random::rand_core::{Rng, SeedableRng};
use quadrille_random::splitmix64::mix;

#[test]
fn the_counter_is_index_and_stream_and_the_key_the_seed() {
    let (seed, stream) = (0x299F31D0_A4093822, 0x03707344_13198A2E);
    let index = 0x85A308D3_243F6A88u64;
    let mut generator = Philox4x32::at_stream(seed, stream);
    generator.seek(u128::from(index) * 4);
    // A known answer of Random123.
    let expected = [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1];
    assert_eq!([(); 4].map(|()| generator.next_u32()), expected);
    let mut generator = Philox4x32::new(0);
    assert_eq!(generator.next_u64(), 0xE169C58D_6627E8D5);
}

#[test]
fn a_stream_comes_round_after_two_to_the_66_words() {
    let mut generator = Philox4x32::at_stream(5, 6);
    generator.seek((1 << 66) - 1);
    assert_eq!(generator.position(), (1 << 66) - 1);
    generator.next_u32();
    assert_eq!(generator, Philox4x32::at_stream(5, 6));
    assert_eq!(generator.next_u32(), Philox4x32::value(5, 6, 0));
    generator.seek((1 << 66) + 1);
    assert_eq!(generator.position(), 1);
}

#[test]
fn seeds_of_the_traits_are_the_seed() {
    let expected = Philox4x32::new(0x0123_4567_89AB_CDEF);
    assert_eq!(Philox4x32::seed_from_u64(0x0123_4567_89AB_CDEF), expected);
    assert_eq!(Philox4x32::from_seed(0x0123_4567_89AB_CDEFu64.to_le_bytes()), expected);
}

proptest! {
    #[test]
    fn values_are_what_drawing_gives(
        seed: u64,
        stream: u64,
        start in prop_oneof![0..100u64, any::<u64>()],
    ) {
        let start = start >> 1;
        let mut words = Philox4x32::at_stream(seed, stream);
        words.seek(start.into());
        let mut pairs = Philox4x32::at_stream(seed, stream);
        pairs.seek(u128::from(start) * 2);
        let mut doubles = pairs.clone();
        for n in start..start + 20 {
            prop_assert_eq!(words.next_u32(), Philox4x32::value(seed, stream, n));
            prop_assert_eq!(pairs.next_u64(), Philox4x32::value_u64(seed, stream, n));
            prop_assert_eq!(doubles.next_f64().to_bits(), Philox4x32::value_f64(seed, stream, n).to_bits());
        }
        prop_assert_eq!(words.position(), u128::from(start) + 20);
    }

    #[test]
    fn filling_is_drawing(seed: u64, start: u64, lengths in proptest::collection::vec(0..200usize, 0..8)) {
        let mut filled = Philox4x32::new(seed);
        filled.seek(start.into());
        let mut single = filled.clone();
        for length in lengths {
            let mut words = vec![0; length];
            filled.fill_u32(&mut words);
            for word in words {
                prop_assert_eq!(word, single.next_u32());
            }
            prop_assert_eq!(&filled, &single);
            prop_assert_eq!(filled.next_u32(), single.next_u32());
        }
    }

    #[test]
    fn a_key_is_seed_and_stream_with_the_substream_mixed_in(seed: u64, stream: u64, substream: u64) {
        let key = StreamKey { seed, stream, substream };
        prop_assert_eq!(Philox4x32::from(key), Philox4x32::at_stream(seed ^ mix(substream), stream));
        prop_assert_eq!(Philox4x32::from(key.substream(0)), Philox4x32::at_stream(seed, stream));
    }
}
