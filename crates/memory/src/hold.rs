//! Address space held while threads start.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::limits::address_space;

/// Bytes left free beside what is held and the stacks of the new threads: less than an arena, and
/// enough for the first allocations of the threads.
const LEFT: u64 = 32 << 20;

/// More address space than this is not held: the allocator's arenas (64 MiB a thread) are small
/// beside it.
const MOST: u64 = 8 << 30;

/// Address space that nothing else can take, held while threads start.
///
/// glibc gives each new thread an arena of 64 MiB of address space as long as there are 128 MiB.
/// Where the address space is limited, that is what the job itself needs; a thread that gets none
/// shares another's arena. So the space is held until every new thread has allocated for the first
/// time. Where the address space is not limited, nothing is held.
#[derive(Debug)]
pub struct Hold {
    settled: Arc<AtomicUsize>,
    #[cfg(unix)]
    held: Option<memmap2::MmapMut>,
}

impl Hold {
    /// Holds the address space that is left, except for the stacks of `threads` new threads of
    /// `stack` bytes each and some mebibytes.
    pub fn while_starting(threads: usize, stack: u64) -> Self {
        let stacks = stack.saturating_mul(threads as u64);
        let left = address_space().map(|available| available.bytes).filter(|&bytes| bytes < MOST);
        let bytes = left.map_or(0, |bytes| bytes.saturating_sub(stacks.saturating_add(LEFT)));
        Self {
            settled: Arc::default(),
            #[cfg(unix)]
            held: usize::try_from(bytes)
                .ok()
                .filter(|&bytes| bytes > 0)
                .and_then(|bytes| memmap2::MmapMut::map_anon(bytes).ok()),
        }
    }

    /// Whether anything is held.
    pub const fn is_held(&self) -> bool {
        #[cfg(unix)]
        return self.held.is_some();
        #[cfg(not(unix))]
        return false;
    }

    /// A note for a new thread, which [settles](Newcomer::settle) with it.
    pub fn newcomer(&self) -> Newcomer {
        Newcomer(Arc::clone(&self.settled))
    }

    /// Waits until so many threads have settled, if anything is held; then it may be given back.
    pub fn wait_for(&self, threads: usize) {
        while self.is_held() && self.settled.load(Ordering::Acquire) < threads {
            std::thread::yield_now();
        }
    }
}

/// A new thread's note that it has its place in the allocator.
#[derive(Debug)]
pub struct Newcomer(Arc<AtomicUsize>);

impl Newcomer {
    /// Allocates and frees a few bytes, in the new thread: so it gets its place in the allocator.
    pub fn settle(self) {
        drop(std::hint::black_box(Box::new([0u8; 64])));
        self.0.fetch_add(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unlimited_address_space_is_not_held() {
        let hold = Hold::while_starting(4, 2 << 20);
        assert_eq!(hold.is_held(), address_space().is_some_and(|left| left.bytes < MOST));
        hold.newcomer().settle();
        hold.wait_for(1);
    }
}
