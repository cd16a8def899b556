//! Limits on the memory of the process, and functions that grow buffers and return an error if
//! memory is short.
//!
//! Rust aborts the process when an ordinary allocation fails. Three rules prevent this:
//!
//! 1. Before a job starts, it computes the number of bytes that it requires. It passes this number
//!    to [`require`], which compares the number with the [`available`] memory.
//! 2. Large buffers grow through [`reserve`]. This function keeps [`RESERVE`] bytes free for small
//!    allocations, because small allocations cannot return an error.
//! 3. A long call calls [`low`] every few hundredths of a second, and returns an error when less
//!    than [`FLOOR`] bytes are available.
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
//! | limit | source |
//! |---|---|
//! | address space (`ulimit -v`) | `RLIMIT_AS` minus the size in `/proc/self/statm` |
//! | data segment (`ulimit -d`) | `RLIMIT_DATA` minus the data size in `/proc/self/statm` |
//! | control group | `memory.max` (version 2) or `memory.limit_in_bytes` (version 1), minus the memory in use |
//! | free memory | `MemAvailable` and `SwapFree` in `/proc/meminfo` |
//!
//! Limits that cannot be read are ignored. On systems without `/proc`, only [`reserve`] detects a
//! shortage, through an error of the allocator.

#![doc(html_root_url = "https://docs.rs/quadrille-memory")]

mod left;
mod limits;
mod need;

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub use limits::{Available, Limit, address_space, available};
pub use need::{Need, STACK, of, threads};

/// Number of bytes that [`require`] and [`reserve`] keep free. It is the sum of [`FLOOR`] and of
/// the memory for the small allocations of an engine between two large allocations.
pub const RESERVE: u64 = 24 << 20;

/// A long call must stop when fewer bytes than this number are available; see [`low`]. This memory
/// suffices for all allocations until the next check, for saving finished results, and for the
/// error message.
pub const FLOOR: u64 = 16 << 20;

/// If a buffer grows by fewer bytes than this number, the available memory is not checked.
/// [`RESERVE`] includes memory for such small allocations.
const SMALL: u64 = 1 << 18;

/// For each block of more than this number of bytes, the allocator creates a separate memory
/// mapping (glibc's `DEFAULT_MMAP_THRESHOLD_MAX`).
const MAPPED: u64 = 32 << 20;

/// Interval at which [`low`] reads the limits of the control group and the machine.
const READ_EVERY: Duration = Duration::from_millis(250);

/// Error of a shortage: more memory is required than is available.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Shortage {
    /// Number of bytes required, without the reserve; `None` if [`low`] found that less than
    /// [`FLOOR`] bytes are available.
    pub needed: Option<u64>,
    /// The available memory, and the limit that determines it. If `needed` is not `None`,
    /// [`RESERVE`] bytes are subtracted from the available memory. This field is `None` if the
    /// allocator refused the memory although all limits allow it.
    pub available: Option<Available>,
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(needed) = self.needed else {
            write!(f, "memory is short: less than {} are left", Size(FLOOR))?;
            return match self.available {
                Some(Available { limit, .. }) => write!(f, " of {limit}"),
                None => Ok(()),
            };
        };
        write!(f, "{} of memory are required", Size(needed))?;
        match self.available {
            Some(Available { bytes, limit }) => {
                write!(f, "; {} of {limit} are available besides a reserve of {}", Size(bytes), Size(RESERVE))
            }
            None => write!(f, " besides a reserve of {}; the system refused this memory", Size(RESERVE)),
        }
    }
}

impl std::error::Error for Shortage {}

/// Checks that `needed` bytes are available in addition to [`RESERVE`] bytes.
///
/// # Errors
/// [`Shortage`], with the number of bytes required and the tightest limit.
pub fn require(needed: u64) -> Result<(), Shortage> {
    match available() {
        Some(Available { bytes, limit }) if needed.saturating_add(RESERVE) > bytes => {
            let available = Available { bytes: bytes.saturating_sub(RESERVE), limit };
            Err(Shortage { needed: Some(needed), available: Some(available) })
        }
        _ => Ok(()),
    }
}

/// Reserves capacity for `additional` more elements. If the allocation has a quarter of a mebibyte
/// or more, [`RESERVE`] bytes must remain free.
///
/// The capacity is doubled, as in [`Vec::try_reserve`], if memory suffices. Otherwise it grows by
/// an eighth of the length or by `additional` elements, whichever is more.
///
/// # Errors
/// [`Shortage`], with the number of bytes that the growth requires. The buffer is unchanged.
pub fn reserve<T>(buffer: &mut Vec<T>, additional: usize) -> Result<(), Shortage> {
    if buffer.capacity() - buffer.len() >= additional {
        return Ok(());
    }
    let needed = buffer.len().saturating_add(additional);
    let doubled = needed.max(buffer.capacity().saturating_mul(2));
    if grow(buffer, doubled).is_ok() {
        return Ok(());
    }
    grow(buffer, needed.max(buffer.len().saturating_add(buffer.len() / 8)))
}

/// A lock that is held while the memory for a large buffer is checked and allocated.
static GROWING: Mutex<()> = Mutex::new(());

/// Grows a buffer to a capacity of exactly `capacity` elements. Never shrinks it.
fn grow<T>(buffer: &mut Vec<T>, capacity: usize) -> Result<(), Shortage> {
    let bytes = of::<T>(capacity as u64);
    let old = of::<T>(buffer.capacity() as u64);
    // A block with a separate mapping is extended without a copy. A smaller block is copied, so
    // that the old and the new block exist at the same time.
    let fresh = if cfg!(target_os = "linux") && old > MAPPED { bytes - old.min(bytes) } else { bytes };
    // Without the lock, two threads could both count the same free bytes as available.
    let _alone = (fresh >= SMALL).then(|| GROWING.lock().unwrap_or_else(PoisonError::into_inner));
    probe(fresh)?;
    buffer.try_reserve_exact(capacity - buffer.len()).map_err(|_| Shortage::of(fresh))
}

/// Checks that `bytes` bytes are available now in addition to [`RESERVE`] bytes. Call this function
/// before a container other than `Vec` grows. Sizes below a quarter of a mebibyte are not checked.
///
/// # Errors
/// [`Shortage`].
pub fn probe(bytes: u64) -> Result<(), Shortage> {
    if bytes < SMALL || left::fits(bytes, RESERVE) { Ok(()) } else { Err(Shortage::of(bytes)) }
}

/// The time at which the limits of the control group and the machine were last read.
static READ: Mutex<Option<Instant>> = Mutex::new(None);

/// Returns a shortage if less than [`FLOOR`] bytes are available. A long call should then stop and
/// keep its results so far. Each call of `low` reads the limits on the address space and the data
/// segment, which takes some microseconds. At most four times per second, the limits of the control
/// group and the machine are read too, which takes about 50 µs.
pub fn low() -> Option<Shortage> {
    let short = |available: Option<Available>| {
        let available = Some(available.filter(|available| available.bytes < FLOOR)?);
        Some(Shortage { needed: None, available })
    };
    if let Some(shortage) = short(limits::address_space()) {
        return Some(shortage);
    }
    {
        let mut read = READ.try_lock().ok()?;
        if read.is_some_and(|read| read.elapsed() < READ_EVERY) {
            return None;
        }
        *read = Some(Instant::now());
    }
    short(limits::physical())
}

impl Shortage {
    /// Returns the shortage for an allocation of `needed` bytes that was refused. It contains the
    /// tightest limit if this limit is the reason.
    pub fn of(needed: u64) -> Self {
        let available = available()
            .map(|Available { bytes, limit }| Available { bytes: bytes.saturating_sub(RESERVE), limit });
        Self { needed: Some(needed), available: available.filter(|available| available.bytes < needed) }
    }
}

/// A number of bytes, displayed with a binary unit, such as `16 MiB` or `1.5 GiB`.
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
        assert!(shortage.needed > Some(1 << 60) && buffer == [7], "{shortage}");
        assert!(probe(u64::MAX).is_err());
        if available().is_some() {
            let refused = require(1 << 60).unwrap_err();
            assert!(refused.to_string().starts_with("1048576 TiB of memory are required; "), "{refused}");
        }
        assert_eq!(require(0), Ok(()));
    }

    #[test]
    fn a_machine_that_runs_tests_is_not_short_of_memory() {
        assert_eq!(low(), None);
        let short = Shortage { needed: None, available: None };
        assert_eq!(short.to_string(), "memory is short: less than 16 MiB are left");
    }

    #[test]
    fn what_fits_is_reserved() {
        let mut buffer: Vec<u64> = Vec::new();
        reserve(&mut buffer, 100_000).unwrap();
        assert!(buffer.capacity() >= 100_000);
    }
}
