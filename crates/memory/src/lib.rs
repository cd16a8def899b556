//! Limits on the memory of the process, and buffers that grow without aborting it.
//!
//! Rust aborts the process when a small allocation fails. Three rules prevent that:
//!
//! 1. A job computes its need before it starts and passes it to [`require`], which compares it with
//!    [`available`].
//! 2. Large buffers grow through [`reserve`], which leaves [`RESERVE`] bytes for the small
//!    allocations that cannot fail gracefully.
//! 3. A long call checks [`low`] every few hundredths of a second and stops in order when less than
//!    [`FLOOR`] bytes are left.
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
//! | address space (`ulimit -v`) | `RLIMIT_AS` less the size in `/proc/self/statm` |
//! | data segment (`ulimit -d`) | `RLIMIT_DATA` less the data size in `/proc/self/statm` |
//! | control group | `memory.max` (version 2) or `memory.limit_in_bytes` (version 1), less current use |
//! | free memory | `MemAvailable` and `SwapFree` in `/proc/meminfo` |
//!
//! Limits that cannot be read are ignored. On systems without `/proc` only [`reserve`] detects
//! shortages, by errors of the allocator.

#![doc(html_root_url = "https://docs.rs/quadrille-memory")]

mod left;
mod limits;
mod need;

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub use limits::{Available, Limit, address_space, available};
pub use need::{Need, STACK, of, threads};

/// Bytes that no job may plan to use, and that [`reserve`] leaves free: [`FLOOR`], and room for the
/// small allocations of an engine between two large ones.
pub const RESERVE: u64 = 24 << 20;

/// Minimum number of available bytes for a long call to continue, see [`low`]. They cover the
/// allocations until the next check, the saving of finished results, and the message.
pub const FLOOR: u64 = 16 << 20;

/// Growth below this many bytes is not checked against [`RESERVE`], which covers it.
const SMALL: u64 = 1 << 18;

/// Blocks of more bytes are always mapped by themselves (glibc's `DEFAULT_MMAP_THRESHOLD_MAX`).
const MAPPED: u64 = 32 << 20;

/// Interval at which [`low`] reads the limits of the control group and the machine.
const READ_EVERY: Duration = Duration::from_millis(250);

/// A need for memory that cannot be met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Shortage {
    /// Bytes needed, without the reserve; `None` if [`low`] found less than [`FLOOR`] bytes during
    /// a call.
    pub needed: Option<u64>,
    /// Available bytes and the limit that determines them, with [`RESERVE`] deducted if `needed` is
    /// known; `None` if the allocator refused the memory and no limit explains it.
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
        write!(f, "this needs {} of memory", Size(needed))?;
        match self.available {
            Some(Available { bytes, limit }) => {
                write!(f, "; {} of {limit} are available, after a reserve of {}", Size(bytes), Size(RESERVE))
            }
            None => write!(f, " in addition to a reserve of {}, and the system refused it", Size(RESERVE)),
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
            Err(Shortage { needed: Some(needed), available: Some(available) })
        }
        _ => Ok(()),
    }
}

/// Reserves capacity for `additional` more elements, and leaves [`RESERVE`] bytes free when the
/// buffer is larger than a quarter of a mebibyte.
///
/// The capacity doubles as in [`Vec::try_reserve`] if memory suffices, and otherwise grows by an
/// eighth, or by `additional` if that is more.
///
/// # Errors
/// [`Shortage`] with the bytes of the larger buffer; the buffer is unchanged.
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

/// Lock that is held while the memory for a large buffer is checked and allocated.
static GROWING: Mutex<()> = Mutex::new(());

/// Grows a buffer to a capacity of exactly `capacity` elements; it never shrinks.
fn grow<T>(buffer: &mut Vec<T>, capacity: usize) -> Result<(), Shortage> {
    let bytes = of::<T>(capacity as u64);
    let old = of::<T>(buffer.capacity() as u64);
    // The system extends a mapped block in place; a smaller block exists twice while it is copied.
    let fresh = if cfg!(target_os = "linux") && old > MAPPED { bytes - old.min(bytes) } else { bytes };
    // Without the lock, two threads could both rely on the same free bytes.
    let _alone = (fresh >= SMALL).then(|| GROWING.lock().unwrap_or_else(PoisonError::into_inner));
    probe(fresh)?;
    buffer.try_reserve_exact(capacity - buffer.len()).map_err(|_| Shortage::of(fresh))
}

/// Checks that `bytes` are left now besides [`RESERVE`], for containers other than `Vec` that are
/// about to grow. Needs below a quarter of a mebibyte are not checked.
///
/// # Errors
/// [`Shortage`].
pub fn probe(bytes: u64) -> Result<(), Shortage> {
    if bytes < SMALL || left::fits(bytes, RESERVE) { Ok(()) } else { Err(Shortage::of(bytes)) }
}

/// The time at which the limits of the control group and the machine were last read.
static READ: Mutex<Option<Instant>> = Mutex::new(None);

/// Returns a shortage if less than [`FLOOR`] bytes are left: a long call should then stop and keep
/// its results so far. Reads the limits on the address space, which takes some microseconds, and
/// four times a second also those of the control group and the machine, about 50 µs.
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
    /// Returns the shortage for a refused allocation of `needed` bytes, with the tightest limit if
    /// that explains the refusal.
    pub fn of(needed: u64) -> Self {
        let available = available()
            .map(|Available { bytes, limit }| Available { bytes: bytes.saturating_sub(RESERVE), limit });
        Self { needed: Some(needed), available: available.filter(|available| available.bytes < needed) }
    }
}

/// A number of bytes, displayed with a binary unit and up to three digits: `16 MiB`, `1.5 GiB`.
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
            assert!(refused.to_string().starts_with("this needs 1048576 TiB of memory; "), "{refused}");
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
