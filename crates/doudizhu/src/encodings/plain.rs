//! The reference implementation of the encodings, computed from the hands and the complete list of
//! moves. Tests compare the optimised encodings with it. It also documents the meaning of each
//! cell.

use super::rlcard::LastActions;
use super::{CARDS, RlcardActions, Role};
use crate::game::{Position, Seat};
use crate::{Hand, Move, Rank};

/// A game, given by the list of all moves, the landlord's lead first, and the remaining hands.
#[derive(Debug, Clone)]
pub struct PlainGame<'a> {
    /// The remaining cards, by role.
    pub hands: [Hand; 3],
    /// All moves, including passes.
    pub moves: &'a [Move],
}

impl<'a> PlainGame<'a> {
    /// Returns the game with the hands of a position and the moves that led to it.
    pub fn new(position: &Position, moves: &'a [Move]) -> Self {
        let hand = |role: Role| {
            let seat: Seat = role.seat(position.landlord());
            position.hand(seat)
        };
        Self { hands: Role::ALL.map(hand), moves }
    }

    fn turn(&self) -> usize {
        self.moves.len() % 3
    }

    fn hand(&self) -> Hand {
        self.hands[self.turn()]
    }

    fn others(&self, of: usize) -> Vec<u8> {
        cards(&(0..3).filter(|&role| role != of).map(|role| self.hands[role]).collect::<Vec<_>>())
    }

    fn played(&self, role: Role) -> Vec<u8> {
        cards(&self.moves_of(role))
    }

    fn moves_of(&self, role: Role) -> Vec<Hand> {
        self.moves.iter().skip(role as usize).step_by(3).map(|played| played.cards()).collect()
    }

    fn latest(&self, role: Role) -> Vec<u8> {
        cards(&self.moves_of(role).last().copied().into_iter().collect::<Vec<_>>())
    }

    fn first(&self, role: Role) -> Vec<u8> {
        cards(&self.moves_of(role).first().copied().into_iter().collect::<Vec<_>>())
    }

    /// Returns the move to beat: the last move; if it is a pass, the move before it.
    fn on_table(&self) -> Vec<u8> {
        let last_two = self.moves.iter().rev().take(2);
        cards(
            &last_two
                .map(|played| played.cards())
                .find(|cards| !cards.is_empty())
                .into_iter()
                .collect::<Vec<_>>(),
        )
    }

    fn left(&self, role: Role, cells: usize) -> Vec<u8> {
        let left = self.hands[role as usize].len() as usize;
        one_hot(if left == 0 { cells - 1 } else { left - 1 }, cells)
    }

    fn bombs(&self) -> Vec<u8> {
        one_hot(self.moves.iter().filter(|played| played.is_bomb_or_rocket()).count(), 15)
    }

    fn last_moves(&self, number: usize) -> Vec<u8> {
        let padding = number.saturating_sub(self.moves.len());
        let last = &self.moves[self.moves.len() - (number - padding)..];
        let rows = last.iter().flat_map(|played| cards(&[played.cards()]));
        std::iter::repeat_n(0, padding * CARDS).chain(rows).collect()
    }

    /// Returns `DouZero`'s `x_no_action` of the role to move.
    pub fn x_no_action(&self) -> Vec<u8> {
        let [hand, others, on_table] = [cards(&[self.hand()]), self.others(self.turn()), self.on_table()];
        match Role::ALL[self.turn()].mate() {
            None => [
                hand,
                others,
                on_table,
                self.played(Role::Up),
                self.played(Role::Down),
                self.left(Role::Up, 17),
                self.left(Role::Down, 17),
                self.bombs(),
            ]
            .concat(),
            Some(mate) => [
                hand,
                others,
                self.played(Role::Landlord),
                self.played(mate),
                on_table,
                self.latest(Role::Landlord),
                self.latest(mate),
                self.left(Role::Landlord, 20),
                self.left(mate, 17),
                self.bombs(),
            ]
            .concat(),
        }
    }

    /// Returns `DouZero`'s `x` of the role to move, for one move.
    pub fn x(&self, action: Move) -> Vec<u8> {
        [self.x_no_action(), cards(&[action.cards()])].concat()
    }

    /// Returns `DouZero`'s `z`.
    pub fn z(&self) -> Vec<u8> {
        self.last_moves(15)
    }

    /// Returns `RLCard`'s observation of a role, even if another role is to move.
    pub fn observation(&self, role: Role, last_actions: LastActions) -> Vec<u8> {
        let hand = cards(&[self.hands[role as usize]]);
        let known = [hand, self.others(role as usize), self.on_table(), self.last_moves(9)].concat();
        let last = |role| match last_actions {
            LastActions::Latest => self.latest(role),
            LastActions::Released => self.first(role),
        };
        let rest = match role.mate() {
            None => [
                self.played(Role::Up),
                self.played(Role::Down),
                self.left(Role::Up, 17),
                self.left(Role::Down, 17),
            ]
            .concat(),
            Some(mate) => [
                self.played(Role::Landlord),
                self.played(mate),
                last(Role::Landlord),
                last(mate),
                self.left(Role::Landlord, 20),
                self.left(mate, 17),
            ]
            .concat(),
        };
        [known, rest].concat()
    }
}

/// Returns the cards of all these hands together as a row of 54 cells.
pub fn cards(hands: &[Hand]) -> Vec<u8> {
    let held = |rank: Rank| hands.iter().map(|hand| hand.count(rank)).sum::<u8>();
    Rank::all().flat_map(|rank| (0..rank.in_pack()).map(move |card| u8::from(card < held(rank)))).collect()
}

fn one_hot(place: usize, cells: usize) -> Vec<u8> {
    (0..cells).map(|cell| u8::from(cell == place)).collect()
}

/// Returns `RLCard`'s id of a move by linear search.
pub fn action_id(mv: Move) -> Option<u16> {
    let found = RlcardActions::get().as_slice().iter().position(|action| action.cards() == mv.cards());
    found.map(|id| id as u16)
}
