//! Memory, asked for before it is taken.

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_vec;
use thiserror::Error;

/// What may still be taken.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    limit: u64,
    left: u64,
}

impl Memory {
    /// Returns memory of that many bytes.
    pub const fn new(limit: u64) -> Self {
        Self { limit, left: limit }
    }

    /// Bytes taken so far.
    pub(crate) const fn taken(&self) -> u64 {
        self.limit - self.left
    }

    /// That many items, all zero. The system hands out zeroed pages when they are first touched, so this
    /// takes no time.
    ///
    /// # Errors
    /// It is more than is left, or than the system gives.
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

/// A field too large for the memory it may take, or for what the system gives; found before any was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("this field needs {} of memory{}", amount(*.bytes), limited(self))]
pub struct MemoryError {
    /// Bytes that are needed at least.
    pub bytes: u128,
    /// Bytes that may be used. If it is no less than what is needed, the system has not given as much.
    pub limit: u64,
}

impl MemoryError {
    /// A refusal by the system of `bytes`, within the limit.
    pub(crate) fn of_system(bytes: u64, limit: u64) -> Self {
        Self { bytes: bytes.min(limit).into(), limit }
    }

    /// Whether the system refused the memory; otherwise the limit that was set did, which is the
    /// same on every machine.
    pub fn is_of_system(&self) -> bool {
        self.bytes <= self.limit.into()
    }
}

/// What stands against it: a limit that would allow it is not the reason.
fn limited(error: &MemoryError) -> String {
    if error.bytes > error.limit.into() {
        format!("; {} may be used", amount(error.limit.into()))
    } else {
        ", more than the system gives".to_owned()
    }
}

/// Bytes in the largest unit that leaves a number above 1.
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
    fn refusals_of_the_system_are_told_from_those_of_the_limit() {
        assert!(!Memory::new(1000).take::<u64>(126).unwrap_err().is_of_system());
        assert!(Memory::new(u64::MAX).take::<u64>(1 << 58).unwrap_err().is_of_system());
        // A need that is only estimated counts as within the limit.
        assert!(MemoryError::of_system(2000, 1000).is_of_system());
    }

    #[test]
    fn a_limit_that_would_allow_it_is_not_told() {
        let told = |bytes, limit| MemoryError { bytes, limit }.to_string();
        assert_eq!(told(3 << 20, 1 << 20), "this field needs 3.0 MiB of memory; 1.0 MiB may be used");
        assert_eq!(told(3 << 20, 3 << 20), "this field needs 3.0 MiB of memory, more than the system gives");
    }

    #[test]
    fn amounts_are_readable() {
        assert_eq!(amount(5), "5.0 bytes");
        assert_eq!(amount(3 << 29), "1.5 GiB");
        assert_eq!(amount(1 << 90), format!("{:.1} EiB", (1u64 << 30) as f64));
    }
}
