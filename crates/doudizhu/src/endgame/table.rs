//! The transposition table: results of positions under their complete keys.
//!
//! An entry is a 128-bit number: the key, which identifies the position uniquely (120 bits), and
//! the result (8 bits). So the table cannot confuse two positions.
//!
//! Three entries share a *bucket* of 64 bytes, one cache line. In a full bucket, a new entry
//! replaces the entry whose search had the fewest nodes.
//!
//! Threads share the table without locks. An entry has two words. Another thread can change an
//! entry between the reads of its two words. Therefore a bucket has a version number, which is odd
//! during a write. A reader reads the version before and after the entry. It accepts the entry only
//! if both versions are the same even number (a *sequence lock*: Lameter, "Effective
//! synchronization on Linux/NUMA systems", 2005). During a write by another thread, a read returns
//! no result and a write is dropped. Some positions may then be searched again, but results are
//! never wrong.
//!
//! The table begins small, because the first access to memory is slow and most endgames are short.
//! It [grows](TranspositionTable::grow) by doubling in place: half of the entries of each old
//! bucket move to a new bucket.

use std::sync::atomic::{AtomicU64, Ordering, fence};

use quadrille_memory::{Shortage, reserve};

use super::key::{KNOWN_BITS, Key, Known};

/// The number of entries per bucket.
const SLOTS: usize = 3;

/// The bits of an entry's lower word that hold the result.
const KNOWN_MASK: u64 = (1 << KNOWN_BITS) - 1;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket {
    /// The version number, which is odd during a write.
    version: AtomicU64,
    /// For each entry, one byte: the binary logarithm of the number of nodes of its search, plus 1;
    /// 0 if the entry is empty.
    work: AtomicU64,
    slots: [[AtomicU64; 2]; SLOTS],
}

const _: () = assert!(size_of::<Bucket>() == 64);

/// The transposition table.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    /// The buckets. The first segment has 2^`FIRST` buckets. Every later segment has as many
    /// buckets as all segments before it together.
    segments: Vec<Box<[Bucket]>>,
    /// The number of buckets, minus 1.
    mask: u64,
    most_buckets: u64,
    /// The approximate number of entries, to which threads add from time to time.
    used: AtomicU64,
}

/// The binary logarithm of the number of buckets of the smallest table, which has 256 KiB.
const FIRST: u32 = 12;

impl TranspositionTable {
    /// The least size of a table in bytes.
    pub(super) const LEAST: u64 = 64 << FIRST;

    /// Creates an empty table. It may grow to the greatest power of two that is at most `memory`
    /// bytes, but at least to [`LEAST`](Self::LEAST).
    pub(super) fn new(memory: u64) -> Self {
        let most_buckets = 1 << (memory.max(Self::LEAST) / 64).ilog2();
        let mut table = Self { segments: Vec::new(), mask: 0, most_buckets, used: AtomicU64::new(0) };
        table.segments.push((0..1 << FIRST).map(|_| Bucket::default()).collect());
        table.mask = (1 << FIRST) - 1;
        table
    }

    /// Clears the table and shrinks it to the least size.
    pub(super) fn clear(&mut self) {
        self.segments.clear();
        self.segments.push((0..1 << FIRST).map(|_| Bucket::default()).collect());
        self.mask = (1 << FIRST) - 1;
        self.used = AtomicU64::new(0);
    }

    fn add_segment(&mut self, buckets: u64) -> Result<(), Shortage> {
        let mut segment = Vec::new();
        reserve(&mut segment, buckets as usize)?;
        segment.extend((0..buckets).map(|_| Bucket::default()));
        self.segments.push(segment.into_boxed_slice());
        self.mask = self.segments.iter().map(|segment| segment.len() as u64).sum::<u64>() - 1;
        Ok(())
    }

    /// Returns the current size in bytes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> u64 {
        self.segments.iter().map(|segment| size_of_val(&**segment) as u64).sum()
    }

    /// Prevents the table from growing further.
    pub(super) fn stop_growing(&mut self) {
        self.most_buckets = self.mask + 1;
    }

    /// Returns whether about two thirds of the slots are used and the table is allowed to grow.
    #[inline]
    pub(super) fn should_grow(&self) -> bool {
        self.mask + 1 < self.most_buckets && self.used.load(Ordering::Relaxed) > 2 * self.mask
    }

    /// Adds to the approximate number of entries.
    pub(super) fn note_used(&self, entries: u64) {
        self.used.fetch_add(entries, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        let at = hash & self.mask;
        let high = at >> FIRST;
        // Segment 0 has the buckets below 2^FIRST. Segment s > 0 has the buckets from 2^(FIRST + s
        // − 1) on.
        let segment = (64 - high.leading_zeros()) as usize;
        let begin = if high == 0 { 0 } else { 1 << at.ilog2() };
        &self.segments[segment][(at - begin) as usize]
    }

    /// Loads the buckets of several keys into the cache in parallel. Waiting for one bucket after
    /// the other would take longer than all other work of a node.
    #[inline]
    pub(super) fn fetch(&self, keys: impl Iterator<Item = Key>) {
        // The loads are independent, so the processor starts each load before the previous load has
        // completed.
        let sum = keys
            .map(|key| self.bucket(key.hash()).version.load(Ordering::Relaxed))
            .fold(0, u64::wrapping_add);
        std::hint::black_box(sum);
    }

    /// Returns the result stored for a key; an empty result if there is none.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Known {
        let bucket = self.bucket(key.hash());
        let before = bucket.version.load(Ordering::Acquire);
        let (low, high) = (key.0 as u64, (key.0 >> 64) as u64);
        let mut known = 0;
        for slot in &bucket.slots {
            let found = slot[0].load(Ordering::Relaxed);
            if found & !KNOWN_MASK == low && slot[1].load(Ordering::Relaxed) == high {
                known = found & KNOWN_MASK;
            }
        }
        fence(Ordering::Acquire);
        let same = bucket.version.load(Ordering::Relaxed) == before && before & 1 == 0;
        Known(if same { known as u8 } else { 0 })
    }

    /// Merges a result into the entry of a key; `work` is the number of nodes of the search that
    /// found it. Returns the number of new entries, 0 or 1.
    #[inline]
    pub(super) fn put(&self, key: Key, known: Known, work: u64) -> u64 {
        let bucket = self.bucket(key.hash());
        let version = bucket.version.load(Ordering::Relaxed);
        let odd = version | 1;
        if version == odd
            || bucket.version.compare_exchange(version, odd, Ordering::Acquire, Ordering::Relaxed).is_err()
        {
            return 0;
        }
        fence(Ordering::Release);
        let new = bucket.put(key, known, (u64::from((work | 1).ilog2()) + 1).min(255));
        bucket.version.store(version + 2, Ordering::Release);
        new
    }

    /// Doubles the table. An entry of bucket b stays there or moves to bucket b + n, where n is the
    /// old number of buckets.
    ///
    /// # Errors
    /// [`Shortage`] if memory is insufficient; the table is then unchanged.
    pub(super) fn grow(&mut self) -> Result<(), Shortage> {
        let before = self.mask + 1;
        self.add_segment(before)?;
        let Some((new, old)) = self.segments.split_last_mut() else { return Ok(()) };
        let mut used = 0;
        for (at, bucket) in old.iter_mut().flat_map(|segment| segment.iter_mut()).enumerate() {
            let target = &mut new[at];
            let works = bucket.work.get_mut().to_le_bytes();
            let mut left = [0; 8];
            let mut moved = [0; 8];
            for (slot, work) in works.into_iter().enumerate().take(SLOTS) {
                let [low, high] = bucket.slots[slot].each_mut().map(|word| *word.get_mut());
                let key = Key(u128::from(high) << 64 | u128::from(low & !KNOWN_MASK));
                if low == 0 && high == 0 {
                    continue;
                }
                used += 1;
                if key.hash() & before == 0 {
                    left[slot] = work;
                } else {
                    target.slots[slot] = [AtomicU64::new(low), AtomicU64::new(high)];
                    bucket.slots[slot] = [AtomicU64::new(0), AtomicU64::new(0)];
                    moved[slot] = work;
                }
            }
            bucket.work = AtomicU64::new(u64::from_le_bytes(left));
            target.work = AtomicU64::new(u64::from_le_bytes(moved));
        }
        self.used = AtomicU64::new(used);
        Ok(())
    }
}

impl Bucket {
    #[inline]
    fn put(&self, key: Key, known: Known, work: u64) -> u64 {
        let (low, high) = (key.0 as u64, (key.0 >> 64) as u64);
        let works = self.work.load(Ordering::Relaxed);
        let work_of = |slot: usize| works >> (8 * slot) & 0xff;
        let mut least = 0;
        for (slot, [low_word, high_word]) in self.slots.iter().enumerate() {
            let found = low_word.load(Ordering::Relaxed);
            if found & !KNOWN_MASK == low && high_word.load(Ordering::Relaxed) == high {
                let both = Known(found as u8).and(known);
                low_word.store(low | u64::from(both.0), Ordering::Relaxed);
                return 0;
            }
            if work_of(slot) < work_of(least) {
                least = slot;
            }
        }
        self.slots[least][0].store(low | u64::from(known.0), Ordering::Relaxed);
        self.slots[least][1].store(high, Ordering::Relaxed);
        let new = u64::from(work_of(least) == 0);
        self.work.store(works & !(0xff << (8 * least)) | work << (8 * least), Ordering::Relaxed);
        new
    }
}
