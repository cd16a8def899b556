//! Memory budgets, checked before allocation.

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_vec;
use thiserror::Error;

/// A memory budget in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    limit: u64,
    left: u64,
}

impl Memory {
    /// Returns a budget of `limit` bytes.
    pub const fn new(limit: u64) -> Self {
        Self { limit, left: limit }
    }

    /// Returns the number of bytes allocated so far.
    pub(crate) const fn taken(&self) -> u64 {
        self.limit - self.left
    }

    /// Allocates `count` zeroed items. The allocation takes hardly any time: the system provides
    /// zeroed pages on first access.
    ///
    /// # Errors
    /// If the items exceed the remaining budget or the memory of the system.
    pub fn take<T: Zeroable>(&mut self, count: u128) -> Result<Vec<T>, MemoryError> {
        let bytes = count.saturating_mul(size_of::<T>() as u128);
        let refused = MemoryError { bytes, limit: self.limit };
        if bytes > u128::from(self.left) {
            return Err(refused);
        }
        let count = usize::try_from(count).map_err(|_| refused)?;
        quadrille_memory::probe(bytes as u64).map_err(|_| refused)?;
        let items = try_zeroed_vec(count).map_err(|()| refused)?;
        self.left -= bytes as u64;
        Ok(items)
    }
}

/// The error of a field that exceeds the memory budget or the memory of the system. Nothing was
/// allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("this field needs {} of memory{}", amount(*.bytes), limited(self))]
pub struct MemoryError {
    /// The minimum number of bytes needed.
    pub bytes: u128,
    /// The budget in bytes. If it is at least `bytes`, the system refused the memory.
    pub limit: u64,
}

impl MemoryError {
    /// Returns the error of an allocation of `bytes` that the system refused. `bytes` is reduced to
    /// `limit`, so that [`is_of_system`](Self::is_of_system) returns `true`.
    pub(crate) fn of_system(bytes: u64, limit: u64) -> Self {
        Self { bytes: bytes.min(limit).into(), limit }
    }

    /// Returns whether the system refused the memory. If `false`, the memory needed exceeds the
    /// budget, and the error is the same on every machine.
    pub fn is_of_system(&self) -> bool {
        self.bytes <= self.limit.into()
    }
}

/// Describes the cause of the error: the memory budget, or the system if the budget suffices.
fn limited(error: &MemoryError) -> String {
    if error.bytes > error.limit.into() {
        format!("; the memory limit is {}", amount(error.limit.into()))
    } else {
        ", more than the system provides".to_owned()
    }
}

/// Formats a number of bytes in the largest unit that does not exceed this number.
fn amount(bytes: u128) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let mut unit = 0;
    while bytes >> (10 * (unit + 1)) > 0 && unit + 1 < units.len() {
        unit += 1;
    }
    format!("{:.1} {}", bytes as f64 / (1u64 << (10 * unit)) as f64, units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_counts_against_the_limit() {
        let mut memory = Memory::new(1000);
        assert_eq!(memory.take::<u64>(100).map(|items| items.len()), Ok(100));
        let error = memory.take::<u64>(26).unwrap_err();
        assert_eq!(error, MemoryError { bytes: 208, limit: 1000 });
        assert!(memory.take::<u64>(25).is_ok());
        assert!(memory.take::<u8>(1).is_err());
        assert!(Memory::new(u64::MAX).take::<u64>(u128::MAX).is_err());
    }

    #[test]
    fn refusals_of_the_system_differ_from_those_of_the_limit() {
        assert!(!Memory::new(1000).take::<u64>(126).unwrap_err().is_of_system());
        assert!(Memory::new(u64::MAX).take::<u64>(1 << 58).unwrap_err().is_of_system());
        // An estimate above the budget is reduced to the budget, so that the system counts as the
        // reason.
        assert!(MemoryError::of_system(2000, 1000).is_of_system());
    }

    #[test]
    fn a_limit_that_would_allow_it_is_not_reported() {
        let message = |bytes, limit| MemoryError { bytes, limit }.to_string();
        assert_eq!(
            message(3 << 20, 1 << 20),
            "this field needs 3.0 MiB of memory; the memory limit is 1.0 MiB"
        );
        assert_eq!(
            message(3 << 20, 3 << 20),
            "this field needs 3.0 MiB of memory, more than the system provides"
        );
    }

    #[test]
    fn amounts_are_readable() {
        assert_eq!(amount(5), "5.0 bytes");
        assert_eq!(amount(3 << 29), "1.5 GiB");
        assert_eq!(amount(1 << 90), format!("{:.1} EiB", (1u64 << 30) as f64));
    }
}
