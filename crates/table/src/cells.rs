//! Rows of cells that are 0 or 1.

mod sealed {
    pub trait Sealed {}
}

/// A number type that observations and masks are written in: 0 and 1 are all that is needed of it.
///
/// `i8` is what most environments keep, `u8` and `bool` are as large, `f32` is what networks are fed.
pub trait Cell: Copy + sealed::Sealed {
    /// No.
    const ZERO: Self;
    /// Yes.
    const ONE: Self;
    /// Four cells, the first `n` of them set, for each number `n` up to 7; four are all.
    #[doc(hidden)]
    const THERMOMETER: [[Self; 4]; 8];
}

macro_rules! cell {
    ($type:ty, $zero:expr, $one:expr) => {
        impl sealed::Sealed for $type {}

        impl Cell for $type {
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            const THERMOMETER: [[Self; 4]; 8] = {
                let mut table = [[$one; 4]; 8];
                let mut count = 0;
                while count < 4 {
                    let mut place = count;
                    while place < 4 {
                        table[count][place] = $zero;
                        place += 1;
                    }
                    count += 1;
                }
                table
            };
        }
    };
}

cell!(i8, 0, 1);
cell!(u8, 0, 1);
cell!(bool, false, true);
cell!(f32, 0.0, 1.0);

/// A slice to write to has another length than what is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{what} has {expected} cells; the slice to write it to has {found}")]
#[non_exhaustive]
pub struct LengthError {
    /// What was to be written.
    pub what: &'static str,
    /// The length that the slice must have.
    pub expected: usize,
    /// The length that it has.
    pub found: usize,
}

impl LengthError {
    /// Checks the length of a slice that `what` is to be written to.
    ///
    /// # Errors
    /// It has another length.
    pub const fn check(what: &'static str, expected: usize, found: usize) -> Result<(), Self> {
        if expected == found { Ok(()) } else { Err(Self { what, expected, found }) }
    }
}
