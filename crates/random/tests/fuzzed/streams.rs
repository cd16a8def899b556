//! Bulk draws of generators, at any level and position, compared with single draws.

use std::num::{NonZeroU32, NonZeroU64};

use arbitrary::{Result, Unstructured};
use quadrille_random::catalogue::{self, Entry};
use quadrille_random::generators::Philox4x32;
use quadrille_random::generators::xoshiro256plusplus::Leap;
use quadrille_random::generators::xoshiro256plusplus_x8::Abreast;
use quadrille_random::rand_core::Rng;
use quadrille_random::{Bulk, Chance, Level, StreamKey, Xoshiro256PlusPlus, bounded, shuffle};

use super::calls::{Call, InTurn};

/// Decodes a generator, a seed and draws, and compares them with single draws.
///
/// # Panics
/// If a result differs.
pub(crate) fn random_streams(bytes: &[u8]) {
    // Decoding fails only for empty ranges, and there are none.
    let _ = run(&mut Unstructured::new(bytes));
}

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=5u8)? {
        0 => eight_lanes(u),
        1 => cut_sequences(u),
        2 => places(u),
        3 => leaps(u),
        4 => rolls_abreast(u),
        _ => deals(u),
    }
}

/// Returns a length near a step, a buffer or a word of masks, or an arbitrary one.
fn length(u: &mut Unstructured<'_>) -> Result<usize> {
    match u.int_in_range(0..=3u8)? {
        0 => u.int_in_range(0..=40),
        1 => u.int_in_range(60..=70),
        2 => u.int_in_range(120..=140),
        _ => u.int_in_range(0..=1500),
    }
}

fn chance(u: &mut Unstructured<'_>) -> Result<Chance> {
    let trials = u.arbitrary::<u64>()?.max(1);
    let successes = *u.choose(&[0, 1, trials / 2, trials - 1, trials])?;
    Ok(Chance::ratio(successes.min(trials), trials).expect("a ratio"))
}

fn key(u: &mut Unstructured<'_>) -> Result<StreamKey> {
    Ok(StreamKey { seed: u.arbitrary()?, stream: u.arbitrary()?, substream: u.arbitrary()? })
}

fn level(u: &mut Unstructured<'_>) -> Result<Level> {
    let levels: Vec<Level> = Level::available().into_iter().collect();
    Ok(levels[u.choose_index(levels.len())?])
}

/// Checks calls of all kinds of the eight-lane generator at each level, and with changing levels.
fn eight_lanes(u: &mut Unstructured<'_>) -> Result<()> {
    let key = key(u)?;
    let mut oracle = InTurn::new(key);
    let mut generators: Vec<_> = Level::available().into_iter().map(|level| key.rng_x8_at(level)).collect();
    generators.push(key.rng_x8());
    for _ in 0..u.int_in_range(1..=12u8)? {
        let call = match u.int_in_range(0..=7u8)? {
            0 => Call::U32,
            1 => Call::U64,
            2 => Call::F64,
            3 => Call::Bytes(length(u)?),
            4 => Call::FillU32(length(u)?),
            5 => Call::FillU64(length(u)?),
            6 => Call::FillF64(length(u)?),
            _ => Call::Roll(chance(u)?, length(u)?),
        };
        let expected = call.answer(&mut oracle);
        for rng in &mut generators {
            assert_eq!(call.answer(rng), expected, "{key:?}, {call:?}");
        }
        let level = level(u)?;
        generators.last_mut().expect("one more than levels").set_level(level);
    }
    Ok(())
}

/// Checks any generator of the catalogue at every level: a sequence in parts compared with the
/// whole at the scalar level.
fn cut_sequences(u: &mut Unstructured<'_>) -> Result<()> {
    let entry = &catalogue::entries()[u.choose_index(catalogue::entries().len())?];
    let seed = u.arbitrary::<u64>()? & entry.seeds().end();
    let stream = u.arbitrary()?;
    let mut cuts = Vec::new();
    for _ in 0..u.int_in_range(1..=6u8)? {
        cuts.push(length(u)?);
    }
    let format = u.int_in_range(0..=4u8)?;
    let expected = drawn(entry, (seed, stream), Level::scalar(), format, &[cuts.iter().sum()]);
    for level in Level::available() {
        let found = drawn(entry, (seed, stream), level, format, &cuts);
        assert_eq!(found, expected, "{} {seed} {stream}, {cuts:?} at {level}", entry.name);
    }
    Ok(())
}

/// Returns a sequence in one of five formats, drawn in parts, as words.
fn drawn(entry: &Entry, (seed, stream): (u64, u64), level: Level, format: u8, cuts: &[usize]) -> Vec<u64> {
    let mut sequence = entry.start_stream(seed, stream, level).expect("a valid seed");
    let mut words = Vec::new();
    for &cut in cuts {
        match format {
            0 => {
                let mut values = vec![7u32; cut];
                sequence.fill_u32(&mut values);
                words.extend(values.into_iter().map(u64::from));
            }
            1 => {
                let mut values = vec![7u64; cut];
                sequence.fill_u64(&mut values);
                words.extend(values);
            }
            2 => {
                let mut values = vec![7f64; cut];
                sequence.fill_f64(&mut values);
                words.extend(values.into_iter().map(f64::to_bits));
            }
            3 => {
                let mut values = vec![7u8; cut];
                sequence.fill_bytes(&mut values);
                words.extend(values.into_iter().map(u64::from));
            }
            _ => {
                let mut values = vec![7u64; cut];
                sequence.fill_values(&mut values);
                words.extend(values);
            }
        }
    }
    words
}

/// Checks Philox from any position against its values by index.
fn places(u: &mut Unstructured<'_>) -> Result<()> {
    let (seed, stream) = (u.arbitrary()?, u.arbitrary()?);
    let mut generators: Vec<Philox4x32> =
        Level::available().into_iter().map(|level| Philox4x32::with_level(seed, stream, level)).collect();
    let mut at = 0u64;
    for _ in 0..u.int_in_range(1..=8u8)? {
        if u.arbitrary()? {
            at = u.arbitrary::<u64>()? >> u.int_in_range(1..=63)?;
            for rng in &mut generators {
                rng.seek(at.into());
            }
        }
        let length = length(u)?;
        let expected: Vec<u32> =
            (0..length as u64).map(|n| Philox4x32::value(seed, stream, at + n)).collect();
        for rng in &mut generators {
            let mut words = vec![7; length];
            rng.fill_u32(&mut words);
            assert_eq!(words, expected, "{seed} {stream}, {length} from {at}");
        }
        let pair = u64::from(Philox4x32::value(seed, stream, at + length as u64))
            | u64::from(Philox4x32::value(seed, stream, at + length as u64 + 1)) << 32;
        at += length as u64 + 2;
        for rng in &mut generators {
            assert_eq!(rng.next_u64(), pair, "{seed} {stream} at {at}");
            assert_eq!(rng.position(), at.into());
        }
    }
    Ok(())
}

/// Checks a leap against single steps, and a long leap against its two parts.
fn leaps(u: &mut Unstructured<'_>) -> Result<()> {
    let key = key(u)?;
    let few = u.int_in_range(0..=700u64)?;
    let (mut steps, mut leaps) = (key.rng(), key.rng());
    leaps.leap(&Leap::over(few));
    (0..few).for_each(|_| {
        steps.next_u64();
    });
    assert_eq!(leaps, steps, "{key:?} over {few}");
    let (first, second) = (u.arbitrary::<u64>()?, u.arbitrary::<u64>()?);
    let Some(both) = first.checked_add(second) else { return Ok(()) };
    leaps.leap(&Leap::over(first));
    leaps.leap(&Leap::over(second));
    steps.leap(&Leap::over(both));
    assert_eq!(leaps, steps, "{key:?} over {first} and {second}");
    Ok(())
}

/// Checks rolls of eight generators in vectors against each generator alone, and against single
/// draws.
fn rolls_abreast(u: &mut Unstructured<'_>) -> Result<()> {
    let key = key(u)?;
    let lane = |lane| StreamKey { stream: key.stream.wrapping_add(lane), ..key }.rng();
    let mut alone: [Xoshiro256PlusPlus; 8] = [0, 1, 2, 3, 4, 5, 6, 7].map(lane);
    let mut abreast: Vec<Abreast> =
        Level::available().into_iter().map(|level| Abreast::new(&alone, level)).collect();
    for _ in 0..u.int_in_range(1..=4u8)? {
        let (chance, n) = (chance(u)?, length(u)? % 400);
        let mut expected = vec![[0; 8]; n.div_ceil(64)];
        for (lane, generator) in alone.iter_mut().enumerate() {
            let mut same = generator.clone();
            (0..n).for_each(|i| expected[i / 64][lane] |= u64::from(chance.roll(generator)) << (i % 64));
            let mut masks = vec![u64::MAX; n.div_ceil(64)];
            same.roll(chance, &mut masks, n);
            assert!(masks.into_iter().eq(expected.iter().map(|words| words[lane])), "{key:?}, {n} rolls");
            assert_eq!(same, *generator);
        }
        for rolls in &mut abreast {
            let mut masks = vec![[u64::MAX; 8]; n.div_ceil(64)];
            rolls.roll(chance, &mut masks, n);
            assert_eq!(masks, expected, "{key:?}, {n} rolls");
        }
    }
    Ok(())
}

/// Checks bounded numbers, shuffles and deals against their definitions.
fn deals(u: &mut Unstructured<'_>) -> Result<()> {
    let key = key(u)?;
    let (mut fast, mut plain) = (key.rng(), key.rng());
    for _ in 0..u.int_in_range(1..=8u8)? {
        match u.int_in_range(0..=3u8)? {
            0 => {
                let n = u.arbitrary::<u64>()?.max(1);
                let found = bounded::below_u64(&mut fast, NonZeroU64::new(n).expect("not 0"));
                assert_eq!(found, below(&mut plain, n), "below {n}");
            }
            1 => {
                let n = u.arbitrary::<u32>()?.max(1);
                let found = bounded::below_u32(&mut fast, NonZeroU32::new(n).expect("not 0"));
                assert_eq!(found, below_32(&mut plain, n), "below {n}");
            }
            2 => {
                let (cards, k) = (u.arbitrary::<u64>()?, u.int_in_range(0..=66u32)?);
                let mut left: Vec<u64> = (0..64).map(|bit| 1 << bit).filter(|bit| cards & bit != 0).collect();
                let expected = (k as usize <= left.len()).then(|| {
                    settle(&mut plain, &mut left, k as usize);
                    left[..k as usize].iter().fold(0, |hand, card| hand | card)
                });
                assert_eq!(shuffle::deal_mask(&mut fast, cards, k), expected, "{k} of {cards:#x}");
            }
            _ => {
                let n = u.int_in_range(0..=80usize)?;
                let (mut found, mut expected): (Vec<usize>, Vec<usize>) =
                    ((0..n).collect(), (0..n).collect());
                shuffle::shuffle(&mut fast, &mut found);
                settle(&mut plain, &mut expected, n);
                assert_eq!(found, expected);
            }
        }
        assert_eq!(fast, plain);
    }
    Ok(())
}

/// Performs the first steps of a Fisher–Yates shuffle: each position gets any of the remaining
/// items.
fn settle<T>(rng: &mut Xoshiro256PlusPlus, items: &mut [T], places: usize) {
    for place in 0..places.min(items.len().saturating_sub(1)) {
        let with = place + below(rng, (items.len() - place) as u64) as usize;
        items.swap(place, with);
    }
}

/// Returns a number below `n`: the upper half of a product whose lower half is at least 2⁶⁴ mod n.
fn below(rng: &mut Xoshiro256PlusPlus, n: u64) -> u64 {
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(n);
        if product % (1 << 64) >= (1 << 64) % u128::from(n) {
            return (product >> 64) as u64;
        }
    }
}

/// Returns a number below `n`, drawn with 32 bits.
fn below_32(rng: &mut Xoshiro256PlusPlus, n: u32) -> u32 {
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(n);
        if product % (1 << 32) >= (1 << 32) % u64::from(n) {
            return (product >> 32) as u32;
        }
    }
}
