//! How much memory the process may still use, and buffers that grow without aborting it.
//!
//! Rust aborts the process when a small allocation fails. Two habits keep that from happening:
//!
//! 1. A job computes its need before it starts and passes it to [`require`], which compares it with
//!    what [`available`] reports.
//! 2. Large buffers grow through [`reserve`], which leaves [`RESERVE`] bytes for the small
//!    allocations that cannot fail gracefully.
//!
//! ```
//! // A table of eight million counters.
//! quadrille_memory::require(8_000_000 * 4)?;
//! let mut counters: Vec<u32> = Vec::new();
//! quadrille_memory::reserve(&mut counters, 8_000_000)?;
//! counters.resize(8_000_000, 0);
//! # Ok::<(), quadrille_memory::Shortage>(())
//! ```
//!
//! | limit | where it is read |
//! |---|---|
//! | address space (`ulimit -v`) | `RLIMIT_AS` less the size in `/proc/self/statm` |
//! | control group | `memory.max` (version 2) or `memory.limit_in_bytes` (version 1), less current use |
//! | free memory | `MemAvailable` and `SwapFree` in `/proc/meminfo` |
//!
//! Limits that cannot be read do not count; on systems without `/proc` only [`reserve`] works, by
//! asking the allocator.

#![doc(html_root_url = "https://docs.rs/quadrille-memory")]

mod limits;

use std::fmt;

pub use limits::{Available, Limit, available};

/// Bytes that no job may plan to use: they remain for small allocations, which abort the process
/// when they fail.
pub const RESERVE: u64 = 16 << 20;

/// Growth below this many bytes is not checked against [`RESERVE`]: it is part of it.
const SMALL: u64 = 1 << 18;

/// A need for memory that cannot be met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Shortage {
    /// Bytes needed, without the reserve.
    pub needed: u64,
    /// Bytes available, [`RESERVE`] already deducted, and the limit they come from; `None` where only
    /// the allocator's refusal is known.
    pub available: Option<Available>,
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this needs {} of memory", Size(self.needed))?;
        match self.available {
            Some(Available { bytes, limit }) => {
                write!(f, "; {} of {limit} are available beside a reserve of {}", Size(bytes), Size(RESERVE))
            }
            None => write!(f, " beside a reserve of {}, and the system refuses it", Size(RESERVE)),
        }
    }
}

impl std::error::Error for Shortage {}

/// Checks that `needed` bytes are available besides [`RESERVE`].
///
/// # Errors
/// [`Shortage`], with the need and the tightest limit.
pub fn require(needed: u64) -> Result<(), Shortage> {
    match available() {
        Some(Available { bytes, limit }) if needed.saturating_add(RESERVE) > bytes => {
            let available = Available { bytes: bytes.saturating_sub(RESERVE), limit };
            Err(Shortage { needed, available: Some(available) })
        }
        _ => Ok(()),
    }
}

/// Reserves capacity for `additional` more elements, as [`Vec::try_reserve`] does, and leaves
/// [`RESERVE`] bytes free when the buffer is larger than a quarter of a mebibyte.
///
/// # Errors
/// [`Shortage`] with the bytes of the larger buffer; the buffer is unchanged.
pub fn reserve<T>(buffer: &mut Vec<T>, additional: usize) -> Result<(), Shortage> {
    if buffer.capacity() - buffer.len() >= additional {
        return Ok(());
    }
    // The old buffer exists until its elements have been moved into the new one.
    let elements = buffer.len().saturating_add(additional).max(buffer.capacity().saturating_mul(2));
    let needed = (elements as u64).saturating_mul(size_of::<T>() as u64);
    probe(needed)?;
    buffer.try_reserve(additional).map_err(|_| shortage(needed))
}

/// Checks that the allocator would give `bytes` in one piece and [`RESERVE`] besides, now; for
/// containers other than `Vec` that are about to grow. Below a quarter of a mebibyte nothing is checked.
///
/// # Errors
/// [`Shortage`].
pub fn probe(bytes: u64) -> Result<(), Shortage> {
    if bytes < SMALL {
        return Ok(());
    }
    let whole = usize::try_from(bytes.saturating_add(RESERVE)).map_err(|_| shortage(bytes))?;
    let mut trial: Vec<u8> = Vec::new();
    let given = trial.try_reserve_exact(whole);
    // Keeps the compiler from removing an allocation that is never used.
    std::hint::black_box(&trial);
    given.map_err(|_| shortage(bytes))
}

/// The shortage of `needed` bytes, with the tightest limit where it explains the refusal.
fn shortage(needed: u64) -> Shortage {
    let available = available()
        .map(|Available { bytes, limit }| Available { bytes: bytes.saturating_sub(RESERVE), limit });
    Shortage { needed, available: available.filter(|available| available.bytes < needed) }
}

/// A number of bytes, displayed with a unit and up to three digits: `16 MiB`, `1.5 GiB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(pub u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut size = self.0 as f64;
        let mut unit = 0;
        while size >= 1024.0 && unit < 4 {
            size /= 1024.0;
            unit += 1;
        }
        let name = ["bytes", "KiB", "MiB", "GiB", "TiB"][unit];
        if size.fract() == 0.0 || size >= 100.0 {
            write!(f, "{size:.0} {name}")
        } else {
            write!(f, "{size:.1} {name}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rounded_to_three_digits() {
        let shown =
            [0, 1023, 1 << 10, 1536, 16 << 20, 3 << 29, 123_456_789_012].map(|bytes| Size(bytes).to_string());
        assert_eq!(shown, ["0 bytes", "1023 bytes", "1 KiB", "1.5 KiB", "16 MiB", "1.5 GiB", "115 GiB"]);
    }

    #[test]
    fn more_than_there_is_is_refused() {
        let mut buffer: Vec<u64> = vec![7];
        let shortage = reserve(&mut buffer, usize::MAX / 16).unwrap_err();
        assert!(shortage.needed > 1 << 60 && buffer == [7], "{shortage}");
        assert!(probe(u64::MAX).is_err());
        if available().is_some() {
            let refused = require(1 << 60).unwrap_err();
            assert!(refused.to_string().starts_with("this needs 1048576 TiB of memory; "), "{refused}");
        }
        assert_eq!(require(0), Ok(()));
    }

    #[test]
    fn what_fits_is_reserved() {
        let mut buffer: Vec<u64> = Vec::new();
        reserve(&mut buffer, 100_000).unwrap();
        assert!(buffer.capacity() >= 100_000);
    }
}
