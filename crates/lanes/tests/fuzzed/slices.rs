//! Every operation on slices compared with the plain loop, at every level.

use arbitrary::{Result, Unstructured};
use quadrille_lanes::{Bytes32, Bytes64, Level, Nibbles, Nibbles32, Nibbles64, Packed, Word, plain, slices};

use super::valid::{counts, guarded, part_of, room_in, small_sum, word};

/// Decodes a word type and two lists of words, and compares every operation with the plain loop.
///
/// # Panics
/// If a result differs.
pub(crate) fn lanes_slices(bytes: &[u8]) {
    // Decoding fails only for empty ranges, and there are none.
    let _ = run(&mut Unstructured::new(bytes));
}

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=4u8)? {
        0 => {
            let (a, b) = lists::<Nibbles64>(u)?;
            nibbles(&a);
            packed(&a, &b);
        }
        1 => {
            let (a, b) = lists::<Nibbles32>(u)?;
            nibbles(&a);
            packed(&a, &b);
        }
        2 => {
            let (a, b) = lists::<Bytes64>(u)?;
            packed(&a, &b);
        }
        3 => {
            let (a, b) = lists::<Bytes32>(u)?;
            packed(&a, &b);
        }
        _ => {
            let (a, b) = lists::<Nibbles64>(u)?;
            let bits = |words: &[Nibbles64]| words.iter().map(|word| word.bits()).collect::<Vec<u64>>();
            planes(&bits(&a), &bits(&b));
        }
    }
    Ok(())
}

/// Decodes two lists of the same length and any alignment: words of the input, then words derived
/// from them.
fn lists<P: Packed>(u: &mut Unstructured<'_>) -> Result<(Vec<P>, Vec<P>)> {
    let length = u.int_in_range(0..=260usize)?;
    let mut given = Vec::new();
    for _ in 0..u.int_in_range(1..=12u8)? {
        given.push(match u.int_in_range(0..=3u8)? {
            0 => P::splat(u.arbitrary::<u8>()? % P::MAX_LANE.saturating_add(1).max(1)),
            _ => word(u.arbitrary()?),
        });
    }
    let list = |turn: u32| -> Vec<P> {
        let turned =
            |at: usize| given[at % given.len()].bits().into().rotate_left(turn * (at / given.len()) as u32);
        (0..length).map(|at| word(turned(at))).collect()
    };
    Ok((list(7), list(11)))
}

fn map<P: Copy, Q>(a: &[P], f: impl Fn(P) -> Q) -> Vec<Q> {
    a.iter().map(|&a| f(a)).collect()
}

/// Checks an operation on one list at every level.
fn unary<P: Packed>(name: &str, operation: impl Fn(Level, &[P], &mut [P]), a: &[P], plain: impl Fn(P) -> P) {
    let expected = map(a, plain);
    for level in Level::available() {
        let mut out = vec![P::splat(P::MAX_LANE); a.len()];
        operation(level, a, &mut out);
        assert_eq!(out, expected, "{name} at {level}");
    }
}

/// Checks an operation on two lists at every level, after they were made valid.
fn binary<P: Packed>(
    name: &str,
    operation: fn(Level, &[P], &[P], &mut [P]),
    pairs: impl Iterator<Item = (P, P)>,
    plain: impl Fn(P, P) -> P,
) {
    let (a, b): (Vec<P>, Vec<P>) = pairs.unzip();
    let expected: Vec<P> = a.iter().zip(&b).map(|(&a, &b)| plain(a, b)).collect();
    for level in Level::available() {
        let mut out = vec![P::splat(P::MAX_LANE); a.len()];
        operation(level, &a, &b, &mut out);
        assert_eq!(out, expected, "{name} at {level}");
    }
}

fn nibbles<P: Nibbles>(a: &[P]) {
    unary("count_bits", slices::count_bits, a, plain::count_bits);
    unary("one_hot", slices::one_hot, &map(a, counts), plain::one_hot);
    unary("smear_down", slices::smear_down, a, plain::smear_down);
    unary("all_bits", slices::all_bits, a, plain::all_bits);
    unary("three_bits", slices::three_bits, a, plain::three_bits);
    unary("any_bit", slices::any_bit, a, plain::any_bit);
}

/// Returns the mask whose bit i is `yes(i)`, for `n` answers.
fn mask(n: usize, yes: impl Fn(usize) -> bool) -> Vec<u64> {
    let mut mask = vec![0; n.div_ceil(64)];
    (0..n).filter(|&i| yes(i)).for_each(|i| mask[i / 64] |= 1 << (i % 64));
    mask
}

fn packed<P: Packed>(a: &[P], b: &[P]) {
    let pairs = || a.iter().copied().zip(b.iter().copied());
    let both_guarded = || pairs().map(|(a, b)| (guarded(a), guarded(b)));
    unary("zero_lanes", slices::zero_lanes, a, plain::zero_lanes);
    let n = a.len() as u32 % (P::LANES + 1) + 1;
    unary("runs", |level, a, out| slices::runs(level, a, n, out), a, |a| plain::runs(a, n));
    binary("eq_lanes", slices::eq_lanes, pairs(), plain::eq_lanes);
    binary("ge_lanes", slices::ge_lanes, both_guarded(), plain::ge_lanes);
    binary("min_lanes", slices::min_lanes, both_guarded(), plain::min_lanes);
    binary("max_lanes", slices::max_lanes, both_guarded(), plain::max_lanes);
    binary("sub", slices::sub, pairs().map(|(a, b)| (a, part_of(a, b))), plain::sub);
    binary("add", slices::add, pairs().map(|(a, b)| (a, room_in(a, b))), plain::add);

    let number = |sum: u32| P::Word::truncated(u64::from(sum));
    let small = map(a, small_sum);
    let (sums, wide) = (map(&small, |a| number(plain::sum(a))), map(a, |a| number(plain::sum(a))));
    let hands = map(a, guarded);
    let parts: Vec<P> = hands
        .iter()
        .zip(b)
        .enumerate()
        .map(|(i, (&a, &b))| if i % 2 == 0 { part_of(a, b) } else { guarded(b) })
        .collect();
    let one = parts.first().copied().unwrap_or(P::ZERO);
    let contains = mask(a.len(), |i| plain::all_ge(hands[i], parts[i]));
    let above = mask(a.len(), |i| plain::all_ge(hands[i], one));
    let below = mask(a.len(), |i| plain::all_ge(one, parts[i]));
    let ones = |mask: &[u64]| mask.iter().map(|bits| bits.count_ones() as usize).sum::<usize>();
    for level in Level::available() {
        let mut out = vec![P::Word::truncated(u64::MAX); a.len()];
        slices::sum(level, &small, &mut out);
        assert_eq!(out, sums, "sum at {level}");
        slices::wide_sum(level, a, &mut out);
        assert_eq!(out, wide, "wide_sum at {level}");
        let mut out = vec![u64::MAX; contains.len()];
        slices::all_ge_pairs(level, &hands, &parts, &mut out);
        assert_eq!(out, contains, "all_ge_pairs at {level}");
        slices::all_ge_mask(level, &hands, one, &mut out);
        assert_eq!(out, above, "all_ge_mask of {one:?} at {level}");
        slices::all_le_mask(level, &parts, one, &mut out);
        assert_eq!(out, below, "all_le_mask of {one:?} at {level}");
        assert_eq!(slices::all_ge_count(level, &hands, one), ones(&above), "{one:?} at {level}");
        assert_eq!(slices::all_le_count(level, &parts, one), ones(&below), "{one:?} at {level}");
    }
}

/// Checks the sums of three bit planes.
fn planes(a: &[u64], b: &[u64]) {
    let c: Vec<u64> = a.iter().zip(b).map(|(a, b)| a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b >> 1).collect();
    let expected: Vec<(u64, u64)> = (0..a.len()).map(|i| plain::carry_save_add(a[i], b[i], c[i])).collect();
    let (sums, carries): (Vec<u64>, Vec<u64>) = expected.into_iter().unzip();
    for level in Level::available() {
        let (mut low, mut high) = (vec![7; a.len()], vec![7; a.len()]);
        slices::carry_save_add(level, [a, b, &c], &mut low, &mut high);
        assert_eq!((&low, &high), (&sums, &carries), "{level}");
        high.fill(7);
        slices::majority(level, [a, b, &c], &mut high);
        assert_eq!(high, carries, "{level}");
    }
}
