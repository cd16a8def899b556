//! Operations on slices compared with the plain loops, for every level of this CPU and many
//! lengths.

use crate::lanes::sample::{counts, guarded, hostile, part_of, room_in, small_sum, word};
use quadrille_lanes::{Level, Nibbles, Nibbles32, Nibbles64, Packed, Word, plain, slices};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns lengths around those of all vectors (2 to 16 words), of four vectors and of words of
/// masks.
fn lengths() -> impl Iterator<Item = usize> {
    (0..=70).chain([95, 96, 97, 127, 128, 129, 191, 192, 193, 257, 1000])
}

/// Returns words, a third of which are extreme.
fn words<P: Packed>(rng: &mut Xoshiro256PlusPlus, n: usize) -> Vec<P> {
    let hostile = hostile::<P>();
    (0..n)
        .map(|_| match rng.random_range(0..3) {
            0 => hostile[rng.random_range(0..hostile.len())],
            _ => word(rng.next_u64()),
        })
        .collect()
}

/// Calls `check` for every level and length with two unaligned lists of words.
fn at_every_level<P: Packed>(check: impl Fn(Level, &[P], &[P])) {
    for (seed, n) in (1..).zip(lengths()) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (a, b) = (words::<P>(&mut rng, n + 1), words::<P>(&mut rng, n + 3));
        for level in Level::available() {
            check(level, &a[1..], &b[3..]);
        }
    }
}

fn zip_with<P: Packed>(a: &[P], b: &[P], f: impl Fn(P, P) -> P) -> Vec<P> {
    a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect()
}

fn check_unary<P: Packed>(
    name: &str,
    operation: fn(Level, &[P], &mut [P]),
    valid: impl Fn(P) -> P,
    plain: impl Fn(P) -> P,
) {
    at_every_level(|level, a, _| {
        let a: Vec<P> = a.iter().map(|&a| valid(a)).collect();
        let expected: Vec<P> = a.iter().map(|&a| plain(a)).collect();
        let mut out = vec![P::splat(P::MAX_LANE); a.len()];
        operation(level, &a, &mut out);
        assert_eq!(out, expected, "{name} at {level}");
    });
}

fn check_binary<P: Packed>(
    name: &str,
    operation: fn(Level, &[P], &[P], &mut [P]),
    valid: impl Fn(P, P) -> (P, P),
    plain: impl Fn(P, P) -> P,
) {
    at_every_level(|level, a, b| {
        let (a, b): (Vec<P>, Vec<P>) = a.iter().zip(b).map(|(&a, &b)| valid(a, b)).unzip();
        let mut out = vec![P::splat(P::MAX_LANE); a.len()];
        operation(level, &a, &b, &mut out);
        assert_eq!(out, zip_with(&a, &b, &plain), "{name} at {level}");
    });
}

#[test]
fn one_operand() {
    fn check<P: Packed>() {
        check_unary::<P>("zero_lanes", slices::zero_lanes, |a| a, plain::zero_lanes);
        for n in 1..=P::LANES + 1 {
            at_every_level::<P>(|level, a, _| {
                let mut out = vec![P::splat(P::MAX_LANE); a.len()];
                slices::runs(level, a, n, &mut out);
                let expected: Vec<P> = a.iter().map(|&a| plain::runs(a, n)).collect();
                assert_eq!(out, expected, "runs of {n} at {level}");
            });
        }
    }
    for_every_word!(check);
}

#[test]
fn one_operand_of_nibbles() {
    fn check<P: Nibbles>() {
        check_unary::<P>("count_bits", slices::count_bits, |a| a, plain::count_bits);
        check_unary::<P>("one_hot", slices::one_hot, counts, plain::one_hot);
        check_unary::<P>("smear_down", slices::smear_down, |a| a, plain::smear_down);
        check_unary::<P>("all_bits", slices::all_bits, |a| a, plain::all_bits);
        check_unary::<P>("three_bits", slices::three_bits, |a| a, plain::three_bits);
        check_unary::<P>("any_bit", slices::any_bit, |a| a, plain::any_bit);
    }
    check::<Nibbles32>();
    check::<Nibbles64>();
}

#[test]
fn two_operands() {
    fn check<P: Packed>() {
        let guarded = |a, b| (guarded(a), guarded(b));
        check_binary::<P>("eq_lanes", slices::eq_lanes, |a, b| (a, b), plain::eq_lanes);
        check_binary::<P>("ge_lanes", slices::ge_lanes, guarded, plain::ge_lanes);
        check_binary::<P>("sub", slices::sub, |a, b| (a, part_of(a, b)), plain::sub);
        check_binary::<P>("add", slices::add, |a, b| (a, room_in(a, b)), plain::add);
        check_binary::<P>("min_lanes", slices::min_lanes, guarded, plain::min_lanes);
        check_binary::<P>("max_lanes", slices::max_lanes, guarded, plain::max_lanes);
    }
    for_every_word!(check);
}

#[test]
fn sums() {
    fn check<P: Packed>() {
        at_every_level::<P>(|level, a, _| {
            let small: Vec<P> = a.iter().map(|&a| small_sum(a)).collect();
            let numbers = |words: &[P]| -> Vec<P::Word> {
                words.iter().map(|&a| P::Word::truncated(u64::from(plain::sum(a)))).collect()
            };
            let mut out = vec![P::Word::truncated(u64::MAX); a.len()];
            slices::sum(level, &small, &mut out);
            assert_eq!(out, numbers(&small), "sum at {level}");
            slices::wide_sum(level, a, &mut out);
            assert_eq!(out, numbers(a), "wide_sum at {level}");
        });
    }
    for_every_word!(check);
}

/// Returns the mask whose bit i is `yes(i)`, for `n` answers.
fn mask(n: usize, yes: impl Fn(usize) -> bool) -> Vec<u64> {
    let mut mask = vec![0; n.div_ceil(64)];
    (0..n).filter(|&i| yes(i)).for_each(|i| mask[i / 64] |= 1 << (i % 64));
    mask
}

#[test]
fn contains() {
    fn check<P: Packed>() {
        at_every_level::<P>(|level, a, b| {
            let n = a.len();
            let hands: Vec<P> = a.iter().map(|&a| guarded(a)).collect();
            // The hand contains every second part, and few others.
            let parts: Vec<P> =
                (0..n).map(|i| if i % 2 == 0 { part_of(hands[i], b[i]) } else { guarded(b[i]) }).collect();
            let mut out = vec![u64::MAX; n.div_ceil(64)];

            slices::all_ge_pairs(level, &hands, &parts, &mut out);
            assert_eq!(out, mask(n, |i| plain::all_ge(hands[i], parts[i])), "pairs at {level}");

            for one in [P::ZERO, P::LOW_BITS, P::splat(P::MAX_LANE / 2), P::ZERO.with_lane(P::LANES - 1, 1)]
                .into_iter()
                .chain(parts.iter().take(3).copied())
            {
                let expected = mask(n, |i| plain::all_ge(hands[i], one));
                let ones: u32 = expected.iter().map(|bits| bits.count_ones()).sum();
                out.fill(u64::MAX);
                slices::all_ge_mask(level, &hands, one, &mut out);
                assert_eq!(out, expected, "contains {one:?} at {level}");
                assert_eq!(slices::all_ge_count(level, &hands, one), ones as usize, "{one:?} at {level}");

                let expected = mask(n, |i| plain::all_ge(one, parts[i]));
                let ones: u32 = expected.iter().map(|bits| bits.count_ones()).sum();
                out.fill(u64::MAX);
                slices::all_le_mask(level, &parts, one, &mut out);
                assert_eq!(out, expected, "contained in {one:?} at {level}");
                assert_eq!(slices::all_le_count(level, &parts, one), ones as usize, "{one:?} at {level}");
            }
        });
    }
    for_every_word!(check);
}

#[test]
fn bit_planes() {
    fn check<W: Word>() {
        for (seed, n) in (1..).zip(lengths()) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let [a, b, c] =
                [(); 3].map(|()| -> Vec<W> { (0..n).map(|_| W::truncated(rng.next_u64())).collect() });
            let expected: Vec<(W, W)> = (0..n).map(|i| plain::carry_save_add(a[i], b[i], c[i])).collect();
            let (sums, carries): (Vec<W>, Vec<W>) = expected.into_iter().unzip();
            let (mut low, mut high) = (vec![W::default(); n], vec![W::default(); n]);
            for level in Level::available() {
                slices::carry_save_add(level, [&a, &b, &c], &mut low, &mut high);
                assert_eq!((&low, &high), (&sums, &carries), "{level}");
                high.fill(W::default());
                slices::majority(level, [&a, &b, &c], &mut high);
                assert_eq!(high, carries, "{level}");
            }
        }
    }
    check::<u32>();
    check::<u64>();
}

#[test]
fn lengths_that_differ_are_refused() {
    use std::panic::catch_unwind;
    let (two, three) = ([Nibbles64::ZERO; 2], [Nibbles64::ZERO; 3]);
    let level = Level::best();
    assert!(catch_unwind(|| slices::zero_lanes(level, &two, &mut three.clone())).is_err());
    assert!(catch_unwind(|| slices::add(level, &two, &three, &mut two.clone())).is_err());
    assert!(catch_unwind(|| slices::add(level, &three, &two, &mut two.clone())).is_err());
    assert!(catch_unwind(|| slices::add(level, &two, &two, &mut three.clone())).is_err());
    assert!(catch_unwind(|| slices::runs(level, &two, 2, &mut three.clone())).is_err());
    assert!(catch_unwind(|| slices::sum(level, &two, &mut [0; 3])).is_err());
    assert!(catch_unwind(|| slices::wide_sum(level, &two, &mut [0; 1])).is_err());
    assert!(catch_unwind(|| slices::all_ge_mask(level, &two, two[0], &mut [0; 2])).is_err());
    assert!(catch_unwind(|| slices::all_ge_mask(level, &two, two[0], &mut [])).is_err());
    assert!(catch_unwind(|| slices::all_le_mask(level, &two, two[0], &mut [0; 2])).is_err());
    assert!(catch_unwind(|| slices::all_ge_pairs(level, &two, &three, &mut [0; 1])).is_err());
    assert!(catch_unwind(|| slices::all_ge_pairs(level, &two, &two, &mut [])).is_err());
    let (a, b) = ([0_u64; 2], [0_u64; 3]);
    assert!(catch_unwind(|| slices::majority(level, [&a, &a, &b], &mut a.clone())).is_err());
    assert!(catch_unwind(|| slices::carry_save_add(level, [&a; 3], &mut a.clone(), &mut b.clone())).is_err());
}
