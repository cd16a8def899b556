//! Trial allocations: whether the system would give some memory now.

/// Whether `bytes` could be allocated in one piece now.
pub(crate) fn fits(bytes: u64) -> bool {
    let Ok(bytes) = usize::try_from(bytes) else { return false };
    // A freed block of the allocator may hold what the system refuses.
    mapped(bytes) || allocated(bytes)
}

/// Whether the system maps so many bytes. A mapping of its own leaves the allocator as it is: glibc
/// raises the size from which on it maps blocks, when a mapped block is freed.
#[cfg(unix)]
fn mapped(bytes: usize) -> bool {
    memmap2::MmapMut::map_anon(bytes).is_ok()
}

#[cfg(not(unix))]
fn mapped(_: usize) -> bool {
    false
}

fn allocated(bytes: usize) -> bool {
    let mut trial: Vec<u8> = Vec::new();
    let given = trial.try_reserve_exact(bytes);
    // Keeps the compiler from removing an allocation that is never used.
    std::hint::black_box(&trial);
    given.is_ok()
}
