//! The table: bounds of positions under their complete keys.
//!
//! An entry consists of `WORDS` words. They contain the key, which identifies the position
//! uniquely, and in the lowest bits of the first word the bounds. So the table cannot confuse two
//! positions.
//!
//! Six words of entries share a *bucket* of 64 bytes, one cache line: three entries of two words or
//! two entries of three words. An entry is in one of the `REACH` buckets that begin with the bucket
//! of its hash, and none of these buckets before its own has a vacant slot. If all of them are
//! full, a new entry replaces the entry of the first bucket whose search had the least work.
//!
//! Threads share the table without locks. An entry has several words. Another thread can change an
//! entry between the reads of its words. Therefore a bucket has a version number, which is odd
//! during a write. A reader reads the version before and after the entry. It accepts the entry only
//! if both versions are the same even number (a *sequence lock*: Lameter, "Effective
//! synchronization on Linux/NUMA systems", 2005). During a write by another thread, a [`Cache`]
//! returns no result and drops a write, since its positions are searched quickly; a [`Memo`] waits.
//!
//! The table begins small, because the first access to memory is slow and most searches are short.
//! To [grow](Table::grow), a cache adds as many buckets as it has. About half of the entries of
//! each old bucket move to one new bucket, and the others keep their place. A memo creates a table
//! of twice the size and inserts all entries, since an entry may be outside the bucket of its hash.
//! So a memo needs three times its memory while it grows.

use std::sync::atomic::{AtomicU64, Ordering, fence};

use quadrille_memory::{Shortage, reserve};

use crate::Bounds;

/// The number of words of a bucket that hold entries.
const ENTRY_WORDS: usize = 6;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket {
    /// The version number, which is odd during a write.
    version: AtomicU64,
    /// For each entry, one byte: the binary logarithm of the work of its search, plus 1; 0 if the
    /// entry is empty.
    work: AtomicU64,
    words: [AtomicU64; ENTRY_WORDS],
}

const _: () = assert!(size_of::<Bucket>() == 64);

/// A transposition table with keys and bounds in `WORDS` words, which searches for an entry in
/// `REACH` neighbouring buckets.
///
/// A key has zeros in the lowest [`BITS`](Bounds::BITS) bits of its first word, and at least one
/// other bit is 1: the key 0 is not allowed, since it marks a vacant slot. Debug builds check this.
#[derive(Debug)]
pub struct Table<B, const WORDS: usize, const REACH: usize> {
    /// The buckets. In a cache, the first segment has 2^`FIRST` buckets, and every later segment
    /// has as many buckets as all segments before it together. A memo has one segment.
    segments: Vec<Box<[Bucket]>>,
    /// The number of buckets, minus 1.
    mask: u64,
    /// The maximum number of buckets, from the memory given to [`new`](Table::new).
    limit: u64,
    /// The number of buckets from which the table no longer grows: `limit`, or the present number
    /// after [`stop_growing`](Table::stop_growing).
    most_buckets: u64,
    /// The number of entries; in a cache, those that its users have [reported](Table::note_used).
    used: AtomicU64,
    bounds: std::marker::PhantomData<fn() -> B>,
}

/// A table of bounded size. A full bucket loses the entry with the least work.
pub type Cache<B, const WORDS: usize> = Table<B, WORDS, 1>;

/// A table that keeps all entries while memory suffices. It grows when half of its slots are used.
/// The probability that a given sequence of 64 neighbouring buckets is full is then below 10⁻¹⁰.
pub type Memo<B, const WORDS: usize> = Table<B, WORDS, 64>;

/// Returns a hash of all bits of a key of at most three words. The lowest bits of the hash select
/// the bucket.
#[inline]
pub const fn hash<const WORDS: usize>(key: [u64; WORDS]) -> u64 {
    const FACTORS: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f];
    const ROTATIONS: [u32; 3] = [0, 32, 16];
    let (mut mixed, mut at) = (0, 0);
    while at < WORDS {
        mixed ^= key[at].wrapping_mul(FACTORS[at]).rotate_left(ROTATIONS[at]);
        at += 1;
    }
    mixed = (mixed ^ mixed >> 32).wrapping_mul(0xe703_7ed1_a0b4_28db);
    mixed ^ mixed >> 29
}

/// The result of storing an entry in a bucket.
enum Stored {
    Merged,
    New,
    Replaced,
    /// The bucket is full, and no entry was to be replaced.
    Full,
}

impl<B: Bounds, const WORDS: usize, const REACH: usize> Table<B, WORDS, REACH> {
    /// The number of entries per bucket.
    const SLOTS: usize = ENTRY_WORDS / WORDS;
    /// The bits of an entry's first word that hold the bounds.
    const BOUNDS: u64 = {
        assert!(WORDS <= 3 && REACH > 0 && B::BITS > 0 && B::BITS <= 56);
        (1 << B::BITS) - 1
    };
    const IS_CACHE: bool = REACH == 1;
    /// The binary logarithm of the number of buckets of the smallest table.
    const FIRST: u32 = if Self::IS_CACHE { 12 } else { 5 };

    /// The least size of a table in bytes.
    pub const LEAST: u64 = 64 << Self::FIRST;

    /// Creates an empty table. It may grow to the greatest power of two that is at most `memory`
    /// bytes, but at least to [`LEAST`](Self::LEAST).
    pub fn new(memory: u64) -> Self {
        let limit = 1 << (memory.max(Self::LEAST) / 64).ilog2();
        let mut table = Self {
            segments: Vec::new(),
            mask: 0,
            limit,
            most_buckets: limit,
            used: AtomicU64::new(0),
            bounds: std::marker::PhantomData,
        };
        table.clear();
        table
    }

    /// Deletes all entries, shrinks the table to the [least size](Self::LEAST), and permits it to
    /// grow again up to its limit, even after [`stop_growing`](Self::stop_growing) or a shortage of
    /// memory. A memo that is empty and has the least size is not written.
    pub fn clear(&mut self) {
        self.most_buckets = self.limit;
        if !Self::IS_CACHE && *self.used.get_mut() == 0 && self.mask + 1 == 1 << Self::FIRST {
            return;
        }
        match self.segments.as_mut_slice() {
            [only] if only.len() == 1 << Self::FIRST => only.fill_with(Bucket::default),
            _ => {
                self.segments.clear();
                self.segments.push((0..1 << Self::FIRST).map(|_| Bucket::default()).collect());
                self.mask = (1 << Self::FIRST) - 1;
            }
        }
        self.used = AtomicU64::new(0);
    }

    fn add_segment(&mut self, buckets: u64) -> Result<(), Shortage> {
        let mut segment = Vec::new();
        reserve(&mut segment, buckets as usize)?;
        segment.extend((0..buckets).map(|_| Bucket::default()));
        self.segments.push(segment.into_boxed_slice());
        self.mask = self.bytes() / 64 - 1;
        Ok(())
    }

    /// Returns the current size in bytes.
    pub fn bytes(&self) -> u64 {
        self.segments.iter().map(|segment| size_of_val(&**segment) as u64).sum()
    }

    /// Prevents the table from growing until it is [cleared](Self::clear). (An explicit call of
    /// [`grow`](Self::grow) still doubles it.)
    pub fn stop_growing(&mut self) {
        self.most_buckets = self.mask + 1;
    }

    /// Returns whether the table is allowed to grow and enough slots are used: in a memo, half of
    /// them; in a cache, about half of them for keys of three words, and about two thirds of them
    /// for shorter keys.
    #[inline]
    pub fn should_grow(&self) -> bool {
        let used = self.used.load(Ordering::Relaxed);
        let enough = if Self::IS_CACHE {
            used > (Self::SLOTS * 2 / 3) as u64 * self.mask
        } else {
            2 * used >= Self::SLOTS as u64 * (self.mask + 1)
        };
        self.mask + 1 < self.most_buckets && enough
    }

    /// Adds to the number of entries of a cache, by which [`should_grow`](Self::should_grow)
    /// decides. (A memo counts its entries itself. In a cache, threads should report many at once.)
    pub fn note_used(&self, entries: u64) {
        self.used.fetch_add(entries, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        let at = hash & self.mask;
        if !Self::IS_CACHE {
            return &self.segments[0][at as usize];
        }
        let high = at >> Self::FIRST;
        // Segment 0 has the buckets below 2^FIRST. Segment s > 0 has the buckets from 2^(FIRST + s
        // − 1) on.
        let segment = (64 - high.leading_zeros()) as usize;
        let begin = if high == 0 { 0 } else { 1 << at.ilog2() };
        &self.segments[segment][(at - begin) as usize]
    }

    /// Loads the buckets of several keys into the cache of the processor in parallel. Waiting for
    /// one bucket after the other would take longer than all other work of a node.
    #[inline]
    pub fn fetch(&self, keys: impl Iterator<Item = impl Into<[u64; WORDS]>>) {
        // The loads are independent, so the processor starts each load before the previous load has
        // completed.
        let sum = keys
            .map(|key| self.bucket(hash(key.into())).version.load(Ordering::Relaxed))
            .fold(0, u64::wrapping_add);
        std::hint::black_box(sum);
    }

    /// Returns the bounds stored for a key; the bounds with the packed form 0 if there are none.
    ///
    /// The key must not be 0, and the lowest [`BITS`](Bounds::BITS) bits of its first word must be
    /// 0. For any other key the result is unspecified; debug builds panic.
    #[inline]
    pub fn get(&self, key: impl Into<[u64; WORDS]>) -> B {
        let key = key.into();
        Self::check(key);
        let hash = hash(key);
        let mut at = hash;
        let mut pause = Pause::default();
        while at != hash.wrapping_add(REACH as u64) {
            let Some((found, is_full)) = self.bucket(at).get(key, Self::BOUNDS, !Self::IS_CACHE) else {
                if Self::IS_CACHE {
                    break;
                }
                pause.wait();
                continue;
            };
            if Self::IS_CACHE || found != 0 || !is_full {
                return B::from_bits(found);
            }
            at = at.wrapping_add(1);
        }
        B::from_bits(0)
    }

    /// Merges bounds into the entry of a key; `work` is the amount of work of the search that found
    /// them, in any unit. Returns the number of new entries, 0 or 1.
    ///
    /// The key must not be 0, and the lowest [`BITS`](Bounds::BITS) bits of its first word must be
    /// 0. The packed form of the bounds must be below 2^`BITS`. Otherwise the table returns false
    /// bounds later; debug builds panic.
    #[inline]
    pub fn put(&self, key: impl Into<[u64; WORDS]>, bounds: B, work: u64) -> u64 {
        let new = self.put_at(key.into(), bounds, u64::from((work | 1).ilog2()) + 1);
        if !Self::IS_CACHE {
            self.note_used(new);
        }
        new
    }

    /// Checks in debug builds that a key is allowed.
    #[inline]
    fn check(key: [u64; WORDS]) {
        debug_assert_ne!(key, [0; WORDS], "the key 0 marks a vacant slot");
        debug_assert_eq!(key[0] & Self::BOUNDS, 0, "the lowest bits of a key belong to the bounds");
    }

    /// Merges bounds into the entry of a key. `work` is in the form in which a bucket stores it:
    /// the binary logarithm plus 1. Returns the number of new entries, 0 or 1.
    #[inline]
    fn put_at(&self, key: [u64; WORDS], bounds: B, work: u64) -> u64 {
        Self::check(key);
        let hash = hash(key);
        if !Self::IS_CACHE {
            for step in 0..REACH as u64 {
                match self.bucket(hash.wrapping_add(step)).put(key, bounds, work, true, false) {
                    Some(Stored::Full) => {}
                    stored => return u64::from(matches!(stored, Some(Stored::New))),
                }
            }
        }
        let stored = self.bucket(hash).put(key, bounds, work, !Self::IS_CACHE, true);
        u64::from(matches!(stored, Some(Stored::New)))
    }

    /// Merges bounds into the entry of a key, as [`put`](Self::put) does, and doubles the table if
    /// [enough slots are used](Self::should_grow). If memory is insufficient, the table stops
    /// growing until it is [cleared](Self::clear).
    #[inline]
    pub fn insert(&mut self, key: impl Into<[u64; WORDS]>, bounds: B, work: u64) {
        let new = self.put_at(key.into(), bounds, u64::from((work | 1).ilog2()) + 1);
        *self.used.get_mut() += new;
        self.grow_if_due();
    }

    /// Doubles the table if [enough slots are used](Self::should_grow). If memory is insufficient,
    /// the table stops growing until it is [cleared](Self::clear).
    #[inline]
    pub(crate) fn grow_if_due(&mut self) {
        if self.should_grow() && self.grow().is_err() {
            self.stop_growing();
        }
    }

    /// Doubles the table, even beyond its limit. During the call, a memo takes three times its
    /// memory.
    ///
    /// # Errors
    /// [`Shortage`] if memory is insufficient; the table is then unchanged.
    pub fn grow(&mut self) -> Result<(), Shortage> {
        if Self::IS_CACHE { self.grow_in_place() } else { self.store_anew() }
    }

    /// Moves all entries to a table of twice the size.
    fn store_anew(&mut self) -> Result<(), Shortage> {
        let mut larger = Self { segments: Vec::new(), used: AtomicU64::new(0), ..*self };
        larger.add_segment(2 * (self.mask + 1))?;
        for bucket in self.segments.iter().flatten() {
            let works = bucket.work.load(Ordering::Relaxed).to_le_bytes();
            for (slot, &work) in works.iter().enumerate().take(Self::SLOTS).filter(|(_, work)| **work > 0) {
                let mut key: [u64; WORDS] = bucket.words_of(slot);
                let bounds = B::from_bits(key[0] & Self::BOUNDS);
                key[0] &= !Self::BOUNDS;
                larger.put_at(key, bounds, work.into());
            }
        }
        *larger.used.get_mut() = self.used.load(Ordering::Relaxed);
        *self = larger;
        Ok(())
    }

    /// An entry of bucket b stays there or moves to bucket b + n, where n is the old number of
    /// buckets.
    fn grow_in_place(&mut self) -> Result<(), Shortage> {
        let before = self.mask + 1;
        self.add_segment(before)?;
        let Some((new, old)) = self.segments.split_last_mut() else { return Ok(()) };
        let mut used = 0;
        for (at, bucket) in old.iter_mut().flat_map(|segment| segment.iter_mut()).enumerate() {
            let target = &mut new[at];
            let works = bucket.work.get_mut().to_le_bytes();
            let mut left = [0; 8];
            let mut moved = [0; 8];
            for (slot, work) in works.into_iter().enumerate().take(Self::SLOTS) {
                let words: [u64; WORDS] = bucket.words_of(slot);
                let mut key = words;
                key[0] &= !Self::BOUNDS;
                if words == [0; WORDS] {
                    continue;
                }
                used += 1;
                if hash(key) & before == 0 {
                    left[slot] = work;
                } else {
                    target.set_words(slot, words);
                    bucket.set_words(slot, [0; WORDS]);
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

/// Compares all words without a branch for each of them.
#[inline]
fn same<const WORDS: usize>(one: [u64; WORDS], other: [u64; WORDS]) -> bool {
    (0..WORDS).fold(0, |differ, at| differ | (one[at] ^ other[at])) == 0
}

/// The wait for another thread that writes to a bucket. A write takes a few nanoseconds, unless the
/// operating system interrupts the thread.
#[derive(Default)]
struct Pause(u32);

impl Pause {
    /// The number of turns after which the thread yields its processor.
    const TURNS: u32 = 64;

    #[cold]
    fn wait(&mut self) {
        if self.0 < Self::TURNS {
            self.0 += 1;
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
}

/// The end of a write: gives the bucket its next even version, also if a method of [`Bounds`]
/// panics. Until then no other thread writes to the bucket.
struct Writing<'a> {
    version: &'a AtomicU64,
    next: u64,
}

impl Drop for Writing<'_> {
    #[inline]
    fn drop(&mut self) {
        self.version.store(self.next, Ordering::Release);
    }
}

/// Returns the packed form of bounds. Debug builds check that it is small enough.
#[inline]
fn packed<B: Bounds>(bounds: B) -> u64 {
    let bits = bounds.bits();
    debug_assert!(bits >> B::BITS == 0, "bounds of more than {} bits", B::BITS);
    bits
}

impl Bucket {
    #[inline]
    fn words_of<const WORDS: usize>(&self, slot: usize) -> [u64; WORDS] {
        std::array::from_fn(|word| self.words[slot * WORDS + word].load(Ordering::Relaxed))
    }

    #[inline]
    fn set_words<const WORDS: usize>(&self, slot: usize, words: [u64; WORDS]) {
        for (to, word) in self.words[slot * WORDS..].iter().zip(words) {
            to.store(word, Ordering::Relaxed);
        }
    }

    /// Returns the packed bounds of a key, 0 if there are none, and, if `asks_full` is true,
    /// whether the bucket is full. `None` during a write by another thread.
    #[inline]
    fn get<const WORDS: usize>(
        &self,
        key: [u64; WORDS],
        bounds: u64,
        asks_full: bool,
    ) -> Option<(u64, bool)> {
        let before = self.version.load(Ordering::Acquire);
        let mut known = 0;
        for slot in 0..ENTRY_WORDS / WORDS {
            let mut words: [u64; WORDS] = self.words_of(slot);
            let found = words[0];
            words[0] &= !bounds;
            if same(words, key) {
                known = found & bounds;
            }
        }
        // The slots of a memo are filled in order.
        let is_full = asks_full && self.work.load(Ordering::Relaxed) >> (8 * (ENTRY_WORDS / WORDS - 1)) != 0;
        fence(Ordering::Acquire);
        let unchanged = self.version.load(Ordering::Relaxed) == before && before & 1 == 0;
        unchanged.then_some((known, is_full))
    }

    /// Merges bounds into the entry of a key. If there is no such entry and no vacant slot,
    /// replaces the entry with the least work if `replaces` is true. During a write by another
    /// thread, waits if `waits` is true, and otherwise returns `None`.
    #[inline]
    fn put<B: Bounds, const WORDS: usize>(
        &self,
        key: [u64; WORDS],
        bounds: B,
        work: u64,
        waits: bool,
        replaces: bool,
    ) -> Option<Stored> {
        let mut version = self.version.load(Ordering::Relaxed);
        let mut pause = Pause::default();
        while version & 1 == 1
            || self
                .version
                .compare_exchange(version, version | 1, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            if !waits {
                return None;
            }
            pause.wait();
            version = self.version.load(Ordering::Relaxed);
        }
        fence(Ordering::Release);
        let _writing = Writing { version: &self.version, next: version + 2 };
        Some(self.put_alone(key, bounds, work, replaces))
    }

    /// Does the work of [`put`](Self::put) while the version is odd. All calls of methods of
    /// [`Bounds`] precede the first change of the bucket, so a panic there leaves it unchanged.
    #[inline]
    fn put_alone<B: Bounds, const WORDS: usize>(
        &self,
        key: [u64; WORDS],
        bounds: B,
        work: u64,
        replaces: bool,
    ) -> Stored {
        let mask = (1 << B::BITS) - 1;
        let works = self.work.load(Ordering::Relaxed);
        let work_of = |slot: usize| works >> (8 * slot) & 0xff;
        let mut least = 0;
        for slot in 0..ENTRY_WORDS / WORDS {
            let mut words: [u64; WORDS] = self.words_of(slot);
            let found = words[0] & mask;
            words[0] &= !mask;
            if same(words, key) {
                let both = B::from_bits(found).and(bounds);
                self.words[slot * WORDS].store(key[0] | packed(both), Ordering::Relaxed);
                return Stored::Merged;
            }
            if work_of(slot) < work_of(least) {
                least = slot;
            }
        }
        let is_new = work_of(least) == 0;
        if !is_new && !replaces {
            return Stored::Full;
        }
        let mut words = key;
        words[0] |= packed(bounds);
        self.set_words(least, words);
        self.work.store(works & !(0xff << (8 * least)) | work << (8 * least), Ordering::Relaxed);
        if is_new { Stored::New } else { Stored::Replaced }
    }
}
