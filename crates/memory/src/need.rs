//! The memory that a job needs.

/// Bytes of a thread's default stack in the standard library, with its guard page.
pub const STACK: u64 = (2 << 20) + (64 << 10);

/// Returns the bytes of `elements` elements of type `T`, saturating at `u64::MAX`.
///
/// ```
/// assert_eq!(quadrille_memory::of::<u32>(1000), 4000);
/// ```
pub const fn of<T>(elements: u64) -> u64 {
    elements.saturating_mul(size_of::<T>() as u64)
}

/// Returns the address space that `threads` threads take for their stacks and for their allocations
/// at the start.
pub const fn threads(threads: usize) -> u64 {
    // 128 KiB per thread for the signal stack and thread-local data.
    (threads as u64).saturating_mul(STACK + (128 << 10))
}

/// The memory that a job is certain to allocate, in bytes.
///
/// ```
/// use quadrille_memory::Need;
///
/// let job = Need::kept(100).and(Need::working(30));
/// assert_eq!(job.total(), 130);
/// // Two jobs in sequence; the results of both are kept.
/// assert_eq!(job.then(Need::kept(50).and(Need::working(10))), Need::kept(150).and(Need::working(30)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Need {
    /// Bytes kept from their allocation to the end of the job: tables, merged results.
    pub kept: u64,
    /// Peak of the bytes that are freed before the end of the job: buffers of workers and of the
    /// final computation.
    pub working: u64,
}

impl Need {
    /// No memory.
    pub const NONE: Self = Self { kept: 0, working: 0 };

    /// Returns a need of bytes that are kept to the end.
    pub const fn kept(bytes: u64) -> Self {
        Self { kept: bytes, working: 0 }
    }

    /// Returns a need of bytes that are freed before the end.
    pub const fn working(bytes: u64) -> Self {
        Self { kept: 0, working: bytes }
    }

    /// Returns the need of both jobs running at the same time.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            kept: self.kept.saturating_add(other.kept),
            working: self.working.saturating_add(other.working),
        }
    }

    /// Returns the need of two jobs in sequence: the sum of the kept bytes and the larger working
    /// bytes.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        let working = if self.working > next.working { self.working } else { next.working };
        Self { kept: self.kept.saturating_add(next.kept), working }
    }

    /// Returns the peak memory in bytes.
    pub const fn total(self) -> u64 {
        self.kept.saturating_add(self.working)
    }
}
