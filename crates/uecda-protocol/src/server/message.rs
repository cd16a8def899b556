//! What a server sends.

use crate::{CardTable, Version};

/// A message to one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// The number of the player, 0 to 4: the answer to its profile.
    Number(u8),
    /// The hand at the beginning of a game.
    Deal(CardTable),
    /// The hand before every turn, the mover's and the others'.
    Turn(CardTable),
    /// To the mover: whether the play was accepted.
    Acknowledgement(bool),
    /// What lies on the table after a turn.
    Stage(CardTable),
    /// Whether the game goes on.
    End(End),
}

/// Whether a game, and the match, goes on after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The next turn comes.
    Continue = 0,
    /// The game is over, the next deal comes.
    Game = 1,
    /// That was the last game.
    Match = 2,
}

impl End {
    /// What a number says.
    pub fn from_number(number: i32) -> Option<Self> {
        [Self::Continue, Self::Game, Self::Match].into_iter().find(|&end| end as i32 == number)
    }
}

/// The number that says that a play was accepted.
pub(crate) const ACCEPTED: i32 = 9;
/// The number that says that it was refused, or that it was a pass on what others played.
const REFUSED: i32 = 8;

/// What a message is on its way: a table, or a number.
pub(crate) enum Content<'a> {
    Table(&'a CardTable),
    Number(i32),
}

impl Message {
    /// What travels.
    pub(crate) const fn content(&self) -> Content<'_> {
        match self {
            Self::Deal(table) | Self::Turn(table) | Self::Stage(table) => Content::Table(table),
            Self::Number(number) => Content::Number(*number as i32),
            Self::Acknowledgement(true) => Content::Number(ACCEPTED),
            Self::Acknowledgement(false) => Content::Number(REFUSED),
            Self::End(end) => Content::Number(*end as i32),
        }
    }

    /// Appends the message as it travels.
    pub fn write(&self, version: Version, bytes: &mut Vec<u8>) {
        match self.content() {
            Content::Table(table) => version.write_table(table, bytes),
            Content::Number(number) => version.write_number(number, bytes),
        }
    }
}

/// Where a match puts its messages, in the order of sending.
pub trait Outbox {
    /// A message to a player, 0 to 4.
    fn send(&mut self, player: usize, message: &Message);
}

impl<F: FnMut(usize, &Message)> Outbox for F {
    fn send(&mut self, player: usize, message: &Message) {
        self(player, message);
    }
}

/// A list of messages, each with its player.
impl Outbox for Vec<(usize, Message)> {
    fn send(&mut self, player: usize, message: &Message) {
        self.push((player, *message));
    }
}
