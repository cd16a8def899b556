//! The memory that a job needs.

/// Size in bytes of the stack that the standard library gives to a thread by default, including an
/// allowance for the guard page.
pub const STACK: u64 = (2 << 20) + (64 << 10);

/// Returns the size in bytes of `elements` elements of type `T`; `u64::MAX` if the size exceeds 64
/// bits.
///
/// ```
/// assert_eq!(quadrille_memory::of::<u32>(1000), 4000);
/// ```
pub const fn of<T>(elements: u64) -> u64 {
    elements.saturating_mul(size_of::<T>() as u64)
}

/// Returns the number of bytes of address space that `threads` threads take when they are started.
pub const fn threads(threads: usize) -> u64 {
    // In addition to the stack, each thread takes up to 128 KiB for its signal stack and
    // thread-local data.
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
    /// Number of bytes that are not freed before the end of the job, such as those of tables and
    /// merged results.
    pub kept: u64,
    /// Maximum number of bytes that are allocated at the same time and freed before the end of the
    /// job, such as those of buffers.
    pub working: u64,
}

impl Need {
    /// No memory.
    pub const NONE: Self = Self { kept: 0, working: 0 };

    /// Returns the memory of a job that keeps `bytes` bytes up to its end.
    pub const fn kept(bytes: u64) -> Self {
        Self { kept: bytes, working: 0 }
    }

    /// Returns the memory of a job that frees `bytes` bytes before its end.
    pub const fn working(bytes: u64) -> Self {
        Self { kept: 0, working: bytes }
    }

    /// Returns the memory of two jobs that run at the same time.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            kept: self.kept.saturating_add(other.kept),
            working: self.working.saturating_add(other.working),
        }
    }

    /// Returns the memory of two jobs that run one after the other: the sum of their `kept` bytes,
    /// and the larger of their `working` bytes.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        let working = if self.working > next.working { self.working } else { next.working };
        Self { kept: self.kept.saturating_add(next.kept), working }
    }

    /// Returns the maximum number of bytes that are allocated at the same time.
    pub const fn total(self) -> u64 {
        self.kept.saturating_add(self.working)
    }
}
