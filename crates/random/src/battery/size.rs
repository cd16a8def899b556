//! The sample sizes of tests.

/// The size of a test: each statistic uses at most 2^size values.
///
/// The module of each test documents the meaning of the size. The test `birthdays` draws up to
/// 2^size values for each of its statistics. Every other test draws up to 2^size values in total.
/// Increasing the size by one doubles the time, and divides the smallest detectable deviation by
/// √2.
///
/// ```
/// use quadrille_random::battery::Size;
///
/// assert_eq!(Size::default().values(), 1 << 24);
/// assert!(Size::new(3).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u32", into = "u32"))]
pub struct Size(u32);

impl Size {
    /// The smallest size; below it some tests have too few observations for their approximations.
    pub const MIN: Self = Self(19);
    /// The largest size, 2³⁰ values: a few minutes for all tests.
    pub const MAX: Self = Self(30);

    /// Creates a size from [`Size::MIN`] to [`Size::MAX`].
    pub const fn new(size: u32) -> Option<Self> {
        if Self::MIN.0 <= size && size <= Self::MAX.0 { Some(Self(size)) } else { None }
    }

    /// Returns the size as a number.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Returns the maximum number of values that a statistic uses, 2^size.
    pub const fn values(self) -> u64 {
        1 << self.0
    }
}

impl Default for Size {
    /// Returns 24, for which all tests take about two seconds on one core.
    fn default() -> Self {
        Self(24)
    }
}

impl From<Size> for u32 {
    fn from(size: Size) -> Self {
        size.0
    }
}

impl TryFrom<u32> for Size {
    type Error = &'static str;

    fn try_from(size: u32) -> Result<Self, Self::Error> {
        Self::new(size).ok_or("the size of a test must be from 19 to 30")
    }
}
