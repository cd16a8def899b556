//! Tables and numbers as bytes.

use std::fmt::Write as _;

use super::CardTable;

/// The wire format of a connection's tables and numbers.
///
/// ```
/// use quadrille_uecda_protocol::{CardTable, Version};
///
/// let table = CardTable::of_meld("H6 [H7] H8".parse()?);
/// let mut bytes = Vec::new();
/// Version::V20140.write_table(&table, &mut bytes);
/// assert_eq!(bytes, b"000202000000014200000000000000000");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Version {
    /// The version of 2006: 32-bit little-endian numbers. Clients of this version send no profile.
    V20060,
    /// The version of 2007, the usual one: 32-bit big-endian numbers. The server sends negative
    /// numbers as 0.
    #[default]
    V20070,
    /// The version of 2014: a table is 33 hexadecimal digits; numbers are as in 2007.
    V20140,
}

impl Version {
    /// All versions, oldest first.
    pub const ALL: [Self; 3] = [Self::V20060, Self::V20070, Self::V20140];
    /// The length of a number in bytes.
    pub const NUMBER: usize = 4;
    /// The length in bytes of the longest table of any version.
    pub const LONGEST: usize = 480;

    /// Returns the number of the version in a profile.
    pub const fn number(self) -> i32 {
        match self {
            Self::V20060 => 20060,
            Self::V20070 => 20070,
            Self::V20140 => 20140,
        }
    }

    /// Returns the version with this number in a profile; `None` for an unknown number.
    pub fn from_number(number: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.number() == number)
    }

    /// Returns the length of a table in bytes: 33 in the version of 2014, and 480 in the others.
    pub const fn table_len(self) -> usize {
        match self {
            Self::V20060 | Self::V20070 => Self::LONGEST,
            Self::V20140 => DIGITS,
        }
    }

    /// Appends a number.
    pub fn write_number(self, number: i32, bytes: &mut Vec<u8>) {
        bytes.extend(match self {
            Self::V20060 => number.to_le_bytes(),
            Self::V20070 | Self::V20140 => number.max(0).to_be_bytes(),
        });
    }

    /// Reads a number.
    pub const fn read_number(self, bytes: [u8; Self::NUMBER]) -> i32 {
        match self {
            Self::V20060 => i32::from_le_bytes(bytes),
            Self::V20070 | Self::V20140 => i32::from_be_bytes(bytes),
        }
    }

    /// Appends a table.
    pub fn write_table(self, table: &CardTable, bytes: &mut Vec<u8>) {
        match self {
            Self::V20060 | Self::V20070 => {
                for cell in table.cells() {
                    self.write_number(cell, bytes);
                }
            }
            Self::V20140 => bytes.extend(digits(table)),
        }
    }

    /// Reads a table from [`table_len`](Self::table_len) bytes. Missing bytes count as 0, and
    /// excess bytes are ignored.
    pub fn read_table(self, bytes: &[u8]) -> CardTable {
        match self {
            Self::V20060 | Self::V20070 => {
                let cells = bytes.as_chunks().0.iter();
                CardTable::from_cells(cells.map(|&cell| self.read_number(cell)))
            }
            Self::V20140 => from_digits(bytes),
        }
    }
}

/// The length of a table in the wire format of 2014, in hexadecimal digits. The digits, where
/// `[r][c]` is the cell in row r and column c, are:
///
/// ```text
///  0..13   one digit per rank: spade 1, heart 2, diamond 4, club 8
/// 13..15   the joker's cell, 15 · row + column; FF for none
///    15    8 · [5][0] + [5][1] + 2
///    16    8 · [5][2] + [5][3]
///    17    [5][4] + 2 · [5][5] + 4 · [5][6] + 8 · [5][7]
/// 18..33   row 6
/// ```
const DIGITS: usize = 33;
/// The joker's position in a table that has no joker.
const NO_JOKER: usize = 0xff;

fn digits(table: &CardTable) -> impl Iterator<Item = u8> {
    let one = |row: usize, column: usize| u32::from(table.get(row, column) == 1);
    let mut text = String::with_capacity(DIGITS);
    for column in 1..=13 {
        let suits: u32 = (0..4).map(|row| one(row, column) << row).sum();
        let _ = write!(text, "{suits:X}");
    }
    let joker = table.card_cells().position(|(.., cell)| cell == CardTable::JOKER).unwrap_or(NO_JOKER);
    let give = (8 * one(5, 0)).wrapping_add_signed(table.get(5, 1)).wrapping_add(2);
    let turn = (8 * one(5, 2)).wrapping_add_signed(table.get(5, 3));
    let flags: u32 = (0..4).map(|flag| one(5, 4 + flag) << flag).sum();
    let _ = write!(text, "{joker:02X}{give:X}{turn:X}{flags:X}");
    for column in 0..CardTable::COLUMNS {
        let _ = write!(text, "{:X}", table.get(6, column));
    }
    // A value outside 0 to 15 takes several hexadecimal digits and shifts the digits after it. Like
    // the server, cut the text at the length of a table.
    text.into_bytes().into_iter().take(DIGITS)
}

fn from_digits(bytes: &[u8]) -> CardTable {
    // Bytes that are not hexadecimal digits count as 0.
    let digit = |at: usize| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let value = |at: usize| digit(at).unwrap_or(0) as i32;
    let mut table = CardTable::EMPTY;
    for column in 1..=13 {
        let suits = value(column - 1);
        for row in 0..4 {
            table.set(row, column, suits >> row & 1);
        }
    }
    let joker = match (digit(13), digit(14)) {
        (Some(high), Some(low)) => (16 * high + low) as usize,
        (Some(only), None) => only as usize,
        (None, _) => 0,
    };
    // The joker is written first. If its cell is in row 5 or 6, the digits of these rows can
    // overwrite it.
    let (row, column) = (joker / CardTable::COLUMNS, joker % CardTable::COLUMNS);
    if joker != NO_JOKER && row < CardTable::ROWS {
        table.set(row, column, CardTable::JOKER);
    }
    let bit = |at: usize, bit: u32| value(at) >> bit & 1;
    table.set(5, 0, bit(15, 3));
    table.set(5, 1, value(15) % 8 - 2);
    table.set(5, 2, bit(16, 3));
    table.set(5, 3, value(16) % 8);
    for flag in 0..4 {
        table.set(5, 4 + flag, bit(17, flag as u32));
    }
    for column in 0..CardTable::COLUMNS {
        table.set(6, column, value(18 + column));
    }
    table
}
