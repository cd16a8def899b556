//! What a client says of itself before the first game.

use super::{CardTable, Version};

/// A client's version and name. It travels as a table of [2007](Version::V20070), whatever its version.
///
/// ```
/// use quadrille_uecda_protocol::{Profile, Version};
///
/// let profile = Profile::new(Version::V20140, "greedy");
/// assert_eq!(Profile::read(&profile.table()), Ok(profile));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Profile {
    /// How tables travel from here on.
    pub version: Version,
    /// What it is called, at most [`NAME`](Self::NAME) bytes.
    pub name: String,
}

impl Profile {
    /// The bytes of a name that the server keeps.
    pub const NAME: usize = 9;

    /// A client's profile; of a name only the first [`NAME`](Self::NAME) bytes are kept, to the end of a
    /// character.
    pub fn new(version: Version, name: &str) -> Self {
        let end = (0..=name.len().min(Self::NAME)).rev().find(|&end| name.is_char_boundary(end)).unwrap_or(0);
        Self { version, name: legible(&name.as_bytes()[..end]) }
    }

    /// What the official server calls a player that sent no profile: `player0` to `player4`.
    pub fn nameless(player: usize) -> Self {
        Self { version: Version::V20060, name: format!("player{player}") }
    }

    /// The table that a client sends.
    pub fn table(&self) -> CardTable {
        let mut table = CardTable::EMPTY;
        table.set(0, 0, self.version.number());
        for (cell, byte) in table.row_mut(1).iter_mut().zip(self.name.bytes()) {
            *cell = i32::from(byte);
        }
        table
    }

    /// Reads what a client sent.
    ///
    /// # Errors
    /// The number of a version that is none.
    pub fn read(table: &CardTable) -> Result<Self, i32> {
        let number = table.get(0, 0);
        let version = Version::from_number(number).ok_or(number)?;
        let bytes = (0..Self::NAME).map(|column| table.get(1, column) as u8);
        let name: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
        Ok(Self { version, name: legible(&name) })
    }
}

/// A name as it can stand in a record and on a terminal: what is no text, white space and control characters,
/// also those that turn the direction of writing, become `_`.
fn legible(name: &[u8]) -> String {
    let unfit = |letter: char| {
        letter == char::REPLACEMENT_CHARACTER
            || letter.is_whitespace()
            // Escaped where it is shown for debugging, and neither quote nor backslash: not printed as it is.
            || (!matches!(letter, '"' | '\'' | '\\') && letter.escape_debug().len() > 1)
    };
    let text = String::from_utf8_lossy(name);
    text.chars().map(|letter| if unfit(letter) { '_' } else { letter }).collect()
}
