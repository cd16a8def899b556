//! xoshiro256++, eight lanes.

use super::Rung;
use crate::bulk::Bulk;

pub(super) const RUNGS: [Rung; 3] = [
    Rung::fill("xoshiro256++x8", "eight of them side by side in vectors", |level, from, words| {
        from.x8.set_level(level);
        from.x8.fill_u64(words);
    }),
    Rung::double(
        "xoshiro256++x8",
        "one at a time from its buffer: not what eight lanes are for",
        |level, from, doubles| {
            from.x8.set_level(level);
            doubles.fill_with(|| from.x8.next_f64());
        },
    ),
    Rung::roll(
        "xoshiro256++x8",
        "eight words compared at once, the answers as a mask",
        |level, from, masks| {
            let n = masks.len() * 64;
            from.x8.set_level(level);
            from.x8.roll(from.chance, masks, n);
        },
    ),
];
