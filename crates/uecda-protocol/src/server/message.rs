//! The messages of a server.

use crate::{CardTable, Version};

/// A message to one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// The player's number, 0 to 4: the reply to its profile.
    Number(u8),
    /// The table with the hand at the beginning of a game.
    Deal(CardTable),
    /// The table with the hand before every turn, sent to all players.
    Turn(CardTable),
    /// Whether the play was accepted, sent to the mover.
    Acknowledgement(bool),
    /// The cards on the table after a turn.
    Stage(CardTable),
    /// Whether the game continues.
    End(End),
}

/// Whether the game and the match continue after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The game continues with the next turn.
    Continue = 0,
    /// The game is over, and the next deal follows.
    Game = 1,
    /// The match is over.
    Match = 2,
}

impl End {
    /// Returns the end that a number encodes; `None` for any other number.
    pub fn from_number(number: i32) -> Option<Self> {
        [Self::Continue, Self::Game, Self::Match].into_iter().find(|&end| end as i32 == number)
    }
}

/// The number for an accepted play.
pub(crate) const ACCEPTED: i32 = 9;
/// The number for a refused play, or a pass while cards lie on the table.
const REFUSED: i32 = 8;

/// The content of a message on the wire: a table, or a number.
pub(crate) enum Content<'a> {
    Table(&'a CardTable),
    Number(i32),
}

impl Message {
    /// Returns the content.
    pub(crate) const fn content(&self) -> Content<'_> {
        match self {
            Self::Deal(table) | Self::Turn(table) | Self::Stage(table) => Content::Table(table),
            Self::Number(number) => Content::Number(*number as i32),
            Self::Acknowledgement(true) => Content::Number(ACCEPTED),
            Self::Acknowledgement(false) => Content::Number(REFUSED),
            Self::End(end) => Content::Number(*end as i32),
        }
    }

    /// Appends the message in a wire format.
    pub fn write(&self, version: Version, bytes: &mut Vec<u8>) {
        match self.content() {
            Content::Table(table) => version.write_table(table, bytes),
            Content::Number(number) => version.write_number(number, bytes),
        }
    }
}

/// The receiver of the messages of a match. It gets the messages in the order in which the match
/// sends them.
pub trait Outbox {
    /// Sends a message to a player, 0 to 4.
    fn send(&mut self, player: usize, message: &Message);
}

impl<F: FnMut(usize, &Message)> Outbox for F {
    fn send(&mut self, player: usize, message: &Message) {
        self(player, message);
    }
}

/// Collects pairs of a player and a message to this player.
impl Outbox for Vec<(usize, Message)> {
    fn send(&mut self, player: usize, message: &Message) {
        self.push((player, *message));
    }
}
