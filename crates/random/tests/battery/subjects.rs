//! Generators to be judged: the ones that must be flagged, and old ones that must not.

use quadrille_random::battery::{Values, Width};

pub(crate) fn width(bits: u32) -> Width {
    Width::new(bits).expect("15 to 64")
}

/// The values that a function yields one by one.
pub(crate) fn each<'a>(bits: u32, mut next: impl FnMut() -> u64 + 'a) -> Values<'a> {
    Values::new(width(bits), move |block| block.fill_with(&mut next))
}

/// msvc-rand: bits 16 to 30 of a congruential generator.
pub(crate) fn msvc_rand(seed: u32) -> Values<'static> {
    let mut state = seed;
    each(15, move || {
        state = state.wrapping_mul(214013).wrapping_add(2531011);
        u64::from(state >> 16 & 0x7FFF)
    })
}

/// glibc-rand: 31-bit additive feedback with lags 3 and 31.
pub(crate) fn glibc_rand(seed: u32) -> Values<'static> {
    let mut word = i64::from(seed.max(1) as i32);
    let mut table = [0u32; 31];
    for place in &mut table {
        *place = word as u32;
        word = word * 16807 % 0x7FFF_FFFF;
        word += if word < 0 { 0x7FFF_FFFF } else { 0 };
    }
    let mut at = 3;
    let mut next = move || {
        table[at] = table[at].wrapping_add(table[(at + 28) % 31]);
        let value = table[at] >> 1;
        at = (at + 1) % 31;
        u64::from(value)
    };
    for _ in 0..310 {
        next();
    }
    each(31, next)
}

/// asa128: four lanes of four words each.
pub(crate) struct Asa128 {
    lanes: [[u32; 4]; 4],
}

impl Asa128 {
    pub(crate) fn new(seed: u32) -> Self {
        let (hi, lo) = ((seed >> 16) as u16, seed as u16);
        let pair = |a: u16, b: u16| u32::from(a) << 16 | u32::from(b);
        let (hi1, hi2, lo1, lo2) =
            (hi.wrapping_add(1), hi.wrapping_add(2), lo.wrapping_add(1), lo.wrapping_add(2));
        Self {
            lanes: [
                [pair(hi2, hi), pair(lo, lo2), pair(6086, 7939), pair(4851, 4852)],
                [pair(hi1, hi), pair(lo, lo1), pair(12160, 6087), pair(4849, 4850)],
                [pair(hi, hi2), pair(lo2, lo), pair(8015, 3571), pair(14614, 14615)],
                [pair(hi, hi1), pair(lo1, lo), pair(5797, 4262), pair(2306, 14613)],
            ],
        }
    }

    /// The next block: one word of each lane.
    fn block(&mut self) -> [u32; 4] {
        let half =
            |h: u32| 0x200 | (h << 10 & 0x1C00) | (h << 9 & 0x2000) | (h << 8 & 0x4000) | (h << 3 & 0x8000);
        self.lanes.each_mut().map(|lane| {
            let [a, b, c, d] = *lane;
            let mask = half(a >> 16) << 16 | half(a & 0xFFFF);
            let mut y = a.wrapping_add(b).wrapping_add(c).wrapping_add(d);
            y ^= y >> 4;
            y ^= (y << 2 & 0xFFFC_FFFC) & mask;
            y ^= (y << 20) & mask;
            y ^= y >> 18;
            *lane = [b, c, d, y];
            y
        })
    }

    /// Words in memory order.
    pub(crate) fn values(mut self) -> Values<'static> {
        let (mut block, mut at) = ([0; 4], 4);
        each(32, move || {
            if at == 4 {
                (block, at) = (self.block(), 0);
            }
            at += 1;
            u64::from(block[at - 1])
        })
    }

    /// The first doubles, up to the 8191 of the first refill: it is consumed backwards.
    pub(crate) fn first_doubles(mut self, doubles: &mut [f64]) {
        let refill: Vec<u32> = (0..4096).flat_map(|_| self.block()).collect();
        for (double, words) in doubles.iter_mut().zip(refill.rchunks_exact(2)) {
            let high = u64::from(words[1] & 0xF_FFFF | 0x3FF0_0000);
            *double = f64::from_bits(high << 32 | u64::from(words[0])) - 1.0;
        }
    }
}

/// mt19937 after `init_genrand`, as published by Matsumoto and Nishimura.
pub(crate) fn mt19937(seed: u32) -> Values<'static> {
    let mut state = [seed; 624];
    for i in 1..624 {
        let last = state[i - 1];
        state[i] = 1812433253u32.wrapping_mul(last ^ last >> 30).wrapping_add(i as u32);
    }
    let mut at = 0;
    each(32, move || {
        let upper = state[at] & 0x8000_0000 | state[(at + 1) % 624] & 0x7FFF_FFFF;
        state[at] = state[(at + 397) % 624] ^ (upper >> 1) ^ ((upper & 1) * 0x9908_B0DF);
        let mut y = state[at];
        at = (at + 1) % 624;
        y ^= y >> 11;
        y ^= y << 7 & 0x9D2C_5680;
        y ^= y << 15 & 0xEFC6_0000;
        u64::from(y ^ y >> 18)
    })
}

/// net-random: .NET's `System.Random(seed)`.
pub(crate) fn net_random(seed: i32) -> Values<'static> {
    let mut table = [0i32; 56];
    let mut j = 161803398 - seed;
    let mut k = 1;
    table[55] = j;
    for i in 1..55 {
        table[21 * i % 55] = k;
        k = j.wrapping_sub(k);
        k = if k < 0 { k.wrapping_add(i32::MAX) } else { k };
        j = table[21 * i % 55];
    }
    for _ in 0..4 {
        for i in 1..56 {
            table[i] = table[i].wrapping_sub(table[1 + (i + 30) % 55]);
            table[i] = if table[i] < 0 { table[i].wrapping_add(i32::MAX) } else { table[i] };
        }
    }
    let (mut first, mut second) = (0, 21);
    each(31, move || {
        first = first % 55 + 1;
        second = second % 55 + 1;
        let mut value = table[first].wrapping_sub(table[second]);
        value -= i32::from(value == i32::MAX);
        value = if value < 0 { value.wrapping_add(i32::MAX) } else { value };
        table[first] = value;
        value as u64
    })
}
