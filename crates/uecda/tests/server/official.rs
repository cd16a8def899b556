//! A client after the contest's manual. It shares no code with the library: bytes, tables and rules
//! are implemented again in the simplest form.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

pub(super) type Table = [[i32; 15]; 8];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Protocol {
    P20060,
    P20070,
    P20140,
}

pub(super) const EMPTY: Table = [[0; 15]; 8];

/// A connection with its player number.
pub(super) struct Official {
    pub(super) stream: TcpStream,
    protocol: Protocol,
    pub(super) number: i32,
}

pub(super) fn encode(protocol: Protocol, table: &Table) -> Vec<u8> {
    let cells = table.iter().flatten();
    match protocol {
        Protocol::P20060 => cells.flat_map(|cell| cell.to_le_bytes()).collect(),
        Protocol::P20070 => cells.flat_map(|cell| cell.to_be_bytes()).collect(),
        Protocol::P20140 => {
            let suits =
                |column: usize| -> i32 { (0..4).map(|row| i32::from(table[row][column] == 1) << row).sum() };
            let mut text = String::new();
            (1..14).for_each(|column| _ = write!(text, "{:X}", suits(column)));
            let joker = (0..75).find(|&cell| table[cell / 15][cell % 15] == 2).unwrap_or(255);
            let _ = write!(text, "{joker:02X}");
            // The client does not send the state of the game. These digits are those of an empty
            // state: an offset of 2 for the cards to give, otherwise 0.
            text += "200";
            text += &"0".repeat(15);
            text.into_bytes()
        }
    }
}

fn decode(protocol: Protocol, bytes: &[u8]) -> Table {
    let mut table = EMPTY;
    if protocol != Protocol::P20140 {
        for (at, cell) in bytes.chunks(4).enumerate() {
            let cell: [u8; 4] = cell.try_into().unwrap();
            table[at / 15][at % 15] = if protocol == Protocol::P20060 {
                i32::from_le_bytes(cell)
            } else {
                i32::from_be_bytes(cell)
            };
        }
        return table;
    }
    let digit = |at: usize| char::from(bytes[at]).to_digit(16).unwrap() as i32;
    for column in 1..14 {
        for (row, cells) in table[..4].iter_mut().enumerate() {
            cells[column] = digit(column - 1) >> row & 1;
        }
    }
    let joker = (16 * digit(13) + digit(14)) as usize;
    if joker != 255 {
        table[joker / 15][joker % 15] = 2;
    }
    (table[5][0], table[5][1]) = (digit(15) / 8, digit(15) % 8 - 2);
    (table[5][2], table[5][3]) = (digit(16) / 8, digit(16) % 8);
    for flag in 0..4 {
        table[5][4 + flag] = digit(17) >> flag & 1;
    }
    for (column, cell) in table[6].iter_mut().enumerate() {
        *cell = digit(18 + column);
    }
    table
}

pub(super) fn profile(version: i32, name: &[u8]) -> Table {
    let mut table = EMPTY;
    table[0][0] = version;
    for (cell, &byte) in table[1].iter_mut().zip(name) {
        *cell = byte.into();
    }
    table
}

impl Official {
    pub(super) fn join(address: SocketAddr, protocol: Protocol, name: &[u8]) -> Self {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        let version = match protocol {
            Protocol::P20060 => None,
            Protocol::P20070 => Some(20070),
            Protocol::P20140 => Some(20140),
        };
        if let Some(version) = version {
            stream.write_all(&encode(Protocol::P20070, &profile(version, name))).unwrap();
        }
        let mut client = Self { stream, protocol, number: 0 };
        client.number = client.number();
        client
    }

    pub(super) fn number(&mut self) -> i32 {
        let mut bytes = [0; 4];
        self.stream.read_exact(&mut bytes).unwrap();
        if self.protocol == Protocol::P20060 { i32::from_le_bytes(bytes) } else { i32::from_be_bytes(bytes) }
    }

    pub(super) fn table(&mut self) -> Table {
        let mut bytes = vec![0; if self.protocol == Protocol::P20140 { 33 } else { 480 }];
        self.stream.read_exact(&mut bytes).unwrap();
        decode(self.protocol, &bytes)
    }

    pub(super) fn send(&mut self, table: &Table) {
        let bytes = encode(self.protocol, table);
        self.stream.write_all(&bytes).unwrap();
    }

    /// Plays to the end of the match. Returns the number of refused plays and the number of games.
    pub(super) fn play(mut self) -> (u32, u32) {
        let (mut refused, mut games) = (0, 0);
        loop {
            let deal = self.table();
            assert_eq!((deal[5][0], deal[5][3]), (1, 6), "a deal");
            if deal[5][1] > 0 {
                self.send(&lowest(&deal, deal[5][1]));
            }
            let mut stage = EMPTY;
            loop {
                let turn = self.table();
                if turn[5][2] == 1 {
                    assert_eq!(turn[5][3], self.number);
                    let play = single(&turn, &stage);
                    self.send(&play);
                    let fine = self.number() == 9;
                    refused += u32::from(!fine && play != EMPTY);
                }
                stage = self.table();
                match self.number() {
                    0 => {}
                    end => {
                        games += 1;
                        if end == 2 {
                            return (refused, games);
                        }
                        break;
                    }
                }
            }
        }
    }
}

/// Returns the `many` lowest cards of a hand.
fn lowest(hand: &Table, many: i32) -> Table {
    let mut table = EMPTY;
    let mut left = many;
    for column in 1..14 {
        for row in 0..4 {
            if left > 0 && hand[row][column] == 1 {
                table[row][column] = 1;
                left -= 1;
            }
        }
    }
    table
}

/// Plays only single cards: the lowest legal one.
fn single(turn: &Table, stage: &Table) -> Table {
    let mut table = EMPTY;
    let on: Vec<(usize, usize, i32)> = (0..5)
        .flat_map(|row| (0..15).map(move |column| (row, column)))
        .map(|(row, column)| (row, column, stage[row][column]))
        .filter(|&(.., cell)| cell != 0)
        .collect();
    let reversed = turn[5][6] == 1;
    let fits = |row: usize, column: usize| {
        if turn[5][4] == 1 {
            return true;
        }
        match on[..] {
            [(on_row, on_column, 1)] => {
                let better = if reversed { column < on_column } else { column > on_column };
                better && (turn[5][7] == 0 || row == on_row)
            }
            // Only the 3 of spades beats a lone joker.
            [(.., 2)] => (row, column) == (0, 1),
            _ => false,
        }
    };
    let columns: Vec<usize> = if reversed { (1..14).rev().collect() } else { (1..14).collect() };
    for column in columns {
        for row in 0..4 {
            if turn[row][column] == 1 && fits(row, column) {
                table[row][column] = 1;
                return table;
            }
        }
    }
    // No natural card is legal: play the joker as a lead, or on a single natural card.
    let single_on_table = on.len() == 1 && on[0].2 == 1;
    if turn[4][1] == 2 && (turn[5][4] == 1 || single_on_table) {
        table[0][1] = 2;
    }
    table
}
