//! Computing what a job needs.

/// The stack of a thread of the standard library that names no size, and its guard page.
pub const STACK: u64 = (2 << 20) + (64 << 10);

/// The bytes of `elements` elements of type `T`; at most `u64::MAX`.
///
/// ```
/// assert_eq!(quadrille_memory::of::<u32>(1000), 4000);
/// ```
pub const fn of<T>(elements: u64) -> u64 {
    elements.saturating_mul(size_of::<T>() as u64)
}

/// The address space that `threads` threads take for their stacks and for what they allocate when
/// they start.
pub const fn threads(threads: usize) -> u64 {
    // A signal stack and what is kept for the thread come on top.
    (threads as u64).saturating_mul(STACK + (128 << 10))
}

/// The memory that a job is certain to allocate, in bytes.
///
/// ```
/// use quadrille_memory::Need;
///
/// let job = Need::kept(100).and(Need::working(30));
/// assert_eq!(job.total(), 130);
/// // Two jobs one after the other, whose results both stay.
/// assert_eq!(job.then(Need::kept(50).and(Need::working(10))), Need::kept(150).and(Need::working(30)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Need {
    /// What stays from its allocation to the end of the job: tables, merged results.
    pub kept: u64,
    /// The most that is allocated besides at any time: what workers hold, what a conclusion takes.
    pub working: u64,
}

impl Need {
    /// Nothing.
    pub const NONE: Self = Self { kept: 0, working: 0 };

    /// Bytes that stay to the end.
    pub const fn kept(bytes: u64) -> Self {
        Self { kept: bytes, working: 0 }
    }

    /// Bytes that are freed before the end.
    pub const fn working(bytes: u64) -> Self {
        Self { kept: 0, working: bytes }
    }

    /// Both at the same time.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            kept: self.kept.saturating_add(other.kept),
            working: self.working.saturating_add(other.working),
        }
    }

    /// One after the other: what is kept adds up, and of the rest the larger counts.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        let working = if self.working > next.working { self.working } else { next.working };
        Self { kept: self.kept.saturating_add(next.kept), working }
    }

    /// The most bytes at any time.
    pub const fn total(self) -> u64 {
        self.kept.saturating_add(self.working)
    }
}
