//! Number types of cells that contain 0 or 1.

mod sealed {
    pub trait Sealed {}
}

/// A number type for observations and masks, of which only 0 and 1 are used.
///
/// Most environments use `i8`. The types `u8` and `bool` have the same size as `i8`. Neural
/// networks require `f32`.
pub trait Cell: Copy + sealed::Sealed {
    /// The value of a cell that is not set.
    const ZERO: Self;
    /// The value of a cell that is set.
    const ONE: Self;
    /// Eight arrays of four cells. In the array with index n, the first n cells are set; from n = 4
    /// on, all four cells are set.
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

/// The error of an output slice that has the wrong length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{what}: expected a slice of {expected} cells, found {found}")]
#[non_exhaustive]
pub struct LengthError {
    /// The data to be written, such as `the observation`.
    pub what: &'static str,
    /// The length that the slice must have.
    pub expected: usize,
    /// The length of the slice.
    pub found: usize,
}

impl LengthError {
    /// Checks the length of a slice to which `what` will be written.
    ///
    /// # Errors
    /// The lengths differ.
    pub const fn check(what: &'static str, expected: usize, found: usize) -> Result<(), Self> {
        if expected == found { Ok(()) } else { Err(Self { what, expected, found }) }
    }
}
