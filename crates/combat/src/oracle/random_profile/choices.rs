//! Choices by bytes, and the menus that several keys share.

/// The bytes that have not been used yet. Each choice uses one byte.
pub(super) struct Choices<'a>(pub(super) &'a [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// Returns a number below `limit`, which is at most 256.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit.max(1)
    }

    /// Returns true with probability `in_256` / 256.
    pub(super) fn happens(&mut self, in_256: u8) -> bool {
        self.byte() > 255 - in_256
    }

    pub(super) fn of<T: Copy>(&mut self, menu: &[T]) -> T {
        menu[self.below(menu.len())]
    }
}

/// Times in seconds.
pub(super) const TIMES: &[&str] = &[
    "0.002", "0.001", "0.003", "0.004", "0.005", "0.0015", "0.0025", "0.006", "0.008", "0.001234", "0.01",
    "0.02", "0.5", "1000",
];
pub(super) const HASTES: &[&str] = &["0", "0.17", "0.3", "1", "-0.5", "10"];
pub(super) const CHANCES: &[&str] = &["0.3", "0", "1", "0.5", "0.1", "0.85"];
pub(super) const DAMAGES: &[&str] =
    &["10", "[5, 15]", "0", "0.0005", "[0, 1]", "33.3333", "[100, 1000]", "1e9"];
pub(super) const FACTORS: &[&str] = &["1", "1.5", "0.5", "0", "0.68", "1.1", "1000"];
pub(super) const AMOUNTS: &[&str] = &["5", "1", "0", "12.345678", "3", "40", "1e6"];
