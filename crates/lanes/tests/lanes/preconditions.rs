//! Violated preconditions: detected in debug builds, with documented results in release builds.

#[cfg(debug_assertions)]
mod caught {
    use quadrille_lanes::{Level, Nibbles32, Nibbles64, slices};
    use std::panic::catch_unwind;

    const A: Nibbles64 = Nibbles64::from_bits(0x8040_2100_0000_0005);

    fn caught<T>(f: impl FnOnce() -> T + std::panic::UnwindSafe) -> bool {
        catch_unwind(f).is_err()
    }

    #[test]
    fn on_one_word() {
        let one = Nibbles64::from_bits(1);
        assert!(caught(|| A.ge_lanes(one)), "guard bit on the left");
        assert!(caught(|| one.ge_lanes(A)), "guard bit on the right");
        assert!(caught(|| A.all_ge(one)));
        assert!(caught(|| one.all_ge(A)));
        assert!(caught(|| A.min_lanes(one)));
        assert!(caught(|| A.max_lanes(one)));
        assert!(caught(|| A.sub(Nibbles64::from_bits(0x9000_0000_0000_0000))), "top lane");
        assert!(caught(|| A.sub(Nibbles64::from_bits(6))), "bottom lane");
        assert!(caught(|| A.sub(Nibbles64::from_bits(0x10))), "lane 1");
        assert!(caught(|| A.add(Nibbles64::from_bits(0x8000_0000_0000_0000))), "top lane");
        assert!(caught(|| A.add(Nibbles64::from_bits(0xb))), "bottom lane");
        assert!(caught(|| A.sum()), "8 + 4 + 2 + 1 + 5 is above 15");
        for count in 5..16 {
            assert!(caught(|| Nibbles32::from_bits(count).one_hot()), "{count}");
            assert!(caught(|| Nibbles32::from_bits(count << 28).one_hot()), "{count}");
        }
        assert!(caught(|| A.runs(0)));
    }

    #[test]
    fn on_slices_wherever_the_word_is() {
        let bad = Nibbles64::from_bits(0x8000_0000_0000_0000);
        for level in Level::available() {
            for at in 0..70 {
                let mut words = [Nibbles64::LOW_BITS; 70];
                words[at] = bad;
                let fine = [Nibbles64::LOW_BITS; 70];
                assert!(caught(|| slices::ge_lanes(level, &words, &fine, &mut fine.clone())), "{level} {at}");
                assert!(caught(|| slices::all_ge_count(level, &words, fine[0])), "{level} {at}");
                assert!(caught(|| slices::all_le_count(level, &words, fine[0])), "{level} {at}");
                assert!(caught(|| slices::all_ge_mask(level, &words, fine[0], &mut [0; 2])), "{level} {at}");
                assert!(caught(|| slices::all_le_mask(level, &words, fine[0], &mut [0; 2])), "{level} {at}");
                assert!(caught(|| slices::all_ge_pairs(level, &fine, &words, &mut [0; 2])), "{level} {at}");
                assert!(caught(|| slices::one_hot(level, &words, &mut fine.clone())), "{level} {at}");
                assert!(caught(|| slices::sub(level, &words, &fine, &mut fine.clone())), "{level} {at}");
                assert!(caught(|| slices::sum(level, &[Nibbles64::splat(1); 3], &mut [0; 3])), "{level}");
            }
        }
    }
}

#[cfg(not(debug_assertions))]
mod documented {
    use proptest::prelude::*;
    use quadrille_lanes::{Level, Nibbles32, Nibbles64, slices};

    fn word(bits: u64) -> Nibbles64 {
        Nibbles64::from_bits(bits)
    }

    #[test]
    fn on_one_word() {
        for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
            // The neighbouring lane shows whether one was borrowed from it.
            let got = word(a).ge_lanes(word(b)).bits() & 0x88;
            let not_less = (a & 7 >= b & 7) != (b >= 8);
            let borrowed = b >= 8 && a & 7 < b & 7;
            assert_eq!(got, u64::from(not_less) << 3 | u64::from(!borrowed) << 7, "{a} {b}");

            let (min, max) = (word(a).min_lanes(word(b)).lane(0), word(a).max_lanes(word(b)).lane(0));
            assert_eq!(min.min(max), a.min(b) as u8);
            assert_eq!(min.max(max), a.max(b) as u8);

            let expected = (0x7777_7777_7777_7777 + b).wrapping_sub(a) & 0x8888_8888_8888_8888 == 0;
            assert_eq!(word(a).all_ge(word(b)), expected, "{a} {b}");

            assert_eq!(word(0x50 + a).sub(word(b)).bits(), 0x50 + a - b);
            assert_eq!(word(0x50 + a).add(word(b)).bits(), 0x50 + a + b);
        }
        assert_eq!(word(0).sub(word(1 << 60)).bits(), 0xf << 60);
        assert_eq!(word(0xf << 60).add(word(2 << 60)).bits(), 1 << 60);
        assert_eq!([5, 6, 7].map(|count| Nibbles32::from_bits(count).one_hot().bits()), [9, 12, 14]);
        assert_eq!(word(0xf0f).runs(0), word(0xf0f));
    }

    proptest! {
        /// Operations on slices equal the operation on one word, for all words.
        #[test]
        fn on_slices(words in prop::collection::vec((any::<u64>(), any::<u64>()), 0..150)) {
            let a: Vec<_> = words.iter().map(|&(a, _)| word(a)).collect();
            let b: Vec<_> = words.iter().map(|&(_, b)| word(b)).collect();
            let mut out = vec![Nibbles64::ZERO; a.len()];
            for level in Level::available() {
                macro_rules! same {
                    ($($op:ident)*) => { $(
                        slices::$op(level, &a, &b, &mut out);
                        for i in 0..a.len() {
                            prop_assert_eq!(out[i], a[i].$op(b[i]), "{} at {}", stringify!($op), level);
                        }
                    )* };
                }
                same!(ge_lanes sub add min_lanes max_lanes);
                slices::one_hot(level, &a, &mut out);
                for i in 0..a.len() {
                    prop_assert_eq!(out[i], a[i].one_hot());
                }
                let Some(&one) = b.first() else { continue };
                let yes = a.iter().filter(|a| a.all_ge(one)).count();
                prop_assert_eq!(slices::all_ge_count(level, &a, one), yes);
                let yes = a.iter().filter(|&&a| one.all_ge(a)).count();
                prop_assert_eq!(slices::all_le_count(level, &a, one), yes);
                let mut mask = vec![0; a.len().div_ceil(64)];
                slices::all_ge_pairs(level, &a, &b, &mut mask);
                for i in 0..a.len() {
                    prop_assert_eq!(mask[i / 64] >> (i % 64) & 1 == 1, a[i].all_ge(b[i]));
                }
            }
        }
    }
}
