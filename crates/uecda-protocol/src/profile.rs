//! The profile that a client sends before the first game.

use super::{CardTable, Version};

/// A client's version and name. The table of a profile is always sent in the wire format of
/// [2007](Version::V20070).
///
/// ```
/// use quadrille_uecda_protocol::{Profile, Version};
///
/// let profile = Profile::new(Version::V20140, "greedy");
/// assert_eq!(Profile::read(&profile.table()), Ok(profile));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Profile {
    /// The wire format of all later messages.
    pub version: Version,
    /// The name, at most [`NAME`](Self::NAME) bytes.
    pub name: String,
}

impl Profile {
    /// The maximum length of a name in bytes, as on the server.
    pub const NAME: usize = 9;

    /// Creates a client's profile. The name is cut at the last character boundary within
    /// [`NAME`](Self::NAME) bytes.
    pub fn new(version: Version, name: &str) -> Self {
        let end = (0..=name.len().min(Self::NAME)).rev().find(|&end| name.is_char_boundary(end)).unwrap_or(0);
        Self { version, name: legible(&name.as_bytes()[..end]) }
    }

    /// Returns the profile that the official server assumes for a player that sent no profile. The
    /// name is `player0` to `player4`.
    pub fn nameless(player: usize) -> Self {
        Self { version: Version::V20060, name: format!("player{player}") }
    }

    /// Returns the table that the client sends.
    pub fn table(&self) -> CardTable {
        let mut table = CardTable::EMPTY;
        table.set(0, 0, self.version.number());
        for (cell, byte) in table.row_mut(1).iter_mut().zip(self.name.bytes()) {
            *cell = i32::from(byte);
        }
        table
    }

    /// Reads the profile from a client's table.
    ///
    /// # Errors
    /// Returns the version number if it is unknown.
    pub fn read(table: &CardTable) -> Result<Self, i32> {
        let number = table.get(0, 0);
        let version = Version::from_number(number).ok_or(number)?;
        let bytes = (0..Self::NAME).map(|column| table.get(1, column) as u8);
        let name: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
        Ok(Self { version, name: legible(&name) })
    }
}

/// Makes a name safe for records and terminals: invalid UTF-8, white space, and control characters,
/// including those that change the direction of writing, become `_`.
fn legible(name: &[u8]) -> String {
    let unfit = |letter: char| {
        letter == char::REPLACEMENT_CHARACTER
            || letter.is_whitespace()
            // Debug output escapes unprintable characters, and also quotes and the backslash, which
            // are printable.
            || (!matches!(letter, '"' | '\'' | '\\') && letter.escape_debug().len() > 1)
    };
    let text = String::from_utf8_lossy(name);
    text.chars().map(|letter| if unfit(letter) { '_' } else { letter }).collect()
}
