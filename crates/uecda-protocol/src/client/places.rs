//! The final places of the players in a game, as far as the server's messages determine them.

use super::difference::Cell;
use super::{CardTable, PLAYERS};
use quadrille_daifugo::game::{Ending, Outcome};

/// The order in which the players of a game finished.
#[derive(Clone, Debug, Default)]
pub(super) struct FinishOrder {
    /// The players that were dealt cards, as a bit set.
    dealt: u8,
    /// The players that have finished, in order.
    finished: Vec<u8>,
    /// Whether the order is unknown, because two players finished in the same message, or because a
    /// player without cards had cards again later.
    unordered: bool,
}

/// A finished game whose places may still be unknown.
#[derive(Clone, Debug)]
pub(super) struct Closed {
    /// The players that were dealt cards, in ascending order of their numbers.
    dealt: Vec<u8>,
    /// The players of `dealt` in the order in which their hands reached 0 cards, the richest first;
    /// `None` if the hands do not determine the order.
    by_hands: Option<Vec<u8>>,
    ending: Ending,
}

/// The final places of a game.
pub(super) struct Settled {
    /// The player and class of each place, the best place first. Players that were dealt no cards
    /// are omitted.
    pub(super) classes: Vec<(u8, usize)>,
    pub(super) ending: Ending,
    /// The first cell of the next deal's table whose class contradicts the order in which the hands
    /// reached 0 cards.
    pub(super) contradicted: Option<Cell>,
}

const fn bit(player: u8) -> u8 {
    1 << player
}

impl FinishOrder {
    /// Creates the order before the first turn of a game; `dealt` are the players that hold cards.
    pub(super) fn new(dealt: impl Iterator<Item = u8>) -> Self {
        Self { dealt: dealt.fold(0, |all, player| all | bit(player)), ..Self::default() }
    }

    /// Returns `true` if a player was dealt cards.
    pub(super) const fn is_dealt(&self, player: u8) -> bool {
        self.dealt & bit(player) != 0
    }

    /// Returns the players that have finished, in order.
    pub(super) fn finished(&self) -> &[u8] {
        &self.finished
    }

    /// Updates the order with the sizes of all hands.
    pub(super) fn note(&mut self, sizes: [i32; PLAYERS]) {
        let holds = |player: u8| sizes[usize::from(player)] > 0;
        let before = self.finished.len();
        self.finished.retain(|&player| !holds(player));
        self.unordered |= self.finished.len() < before;
        let left = self.finished.len();
        for player in 0..PLAYERS as u8 {
            if self.is_dealt(player) && !holds(player) && !self.finished.contains(&player) {
                self.finished.push(player);
            }
        }
        self.unordered |= self.finished.len() > left + 1;
    }

    /// Returns the finished game, with the order of the players if the hands determine it.
    pub(super) fn close(&self) -> Closed {
        let dealt: Vec<u8> = (0..PLAYERS as u8).filter(|&player| self.is_dealt(player)).collect();
        let holding: Vec<u8> =
            dealt.iter().copied().filter(|player| !self.finished.contains(player)).collect();
        let ordered = !self.unordered && holding.len() <= 1 && !dealt.is_empty();
        let ending = if holding.len() <= 1 { Ending::Finished } else { Ending::Stuck };
        let by_hands = ordered.then(|| self.finished.iter().copied().chain(holding).collect());
        Closed { dealt, by_hands, ending }
    }
}

impl Closed {
    /// Returns the places. If the table of the next deal has classes, they determine the places.
    /// Otherwise, and only if `hands_count`, the places follow the order in which the hands reached
    /// 0 cards. `None` if the places cannot be determined.
    pub(super) fn settle(&self, next: Option<&CardTable>, hands_count: bool) -> Option<Settled> {
        let by_hands = || self.by_hands.as_ref();
        if let Some(classes) = next.and_then(|table| self.classes_in(table)) {
            let contradicted = by_hands().and_then(|hands| contradicted(hands, &classes));
            return Some(Settled { classes, ending: self.ending, contradicted });
        }
        let order = by_hands().filter(|_| hands_count)?;
        let classes = order.iter().enumerate().map(|(class, &player)| (player, class)).collect();
        Some(Settled { classes, ending: self.ending, contradicted: None })
    }

    /// Returns the players of this game with their classes, as the table of the next deal states
    /// them, the richest first; `None` for a deal without classes.
    fn classes_in(&self, table: &CardTable) -> Option<Vec<(u8, usize)>> {
        let class = |&player: &u8| {
            let class = usize::try_from(table.get(6, 5 + usize::from(player))).ok()?;
            (class < PLAYERS).then_some((player, class))
        };
        let mut classes = self.dealt.iter().map(class).collect::<Option<Vec<_>>>()?;
        classes.sort_by_key(|&(_, class)| class);
        let distinct = classes.windows(2).all(|pair| pair[0].1 < pair[1].1);
        // In a deal without classes the class cells are all 0, so they are not distinct.
        (distinct && classes.len() > 1).then_some(classes)
    }
}

/// Returns the class cell of a player whose class differs from the player's place in `hands`. If
/// there are several such players, the one with the lowest number is used.
fn contradicted(hands: &[u8], classes: &[(u8, usize)]) -> Option<Cell> {
    let differs = |(&by_hands, &(by_class, _)): (&u8, &(u8, usize))| by_hands != by_class;
    hands.iter().zip(classes).any(differs).then_some(())?;
    (0..PLAYERS as u8).find_map(|player| {
        let expected = hands.iter().position(|&other| other == player)?;
        let &(_, found) = classes.iter().find(|&&(other, _)| other == player)?;
        let column = 5 + usize::from(player);
        (expected != found).then_some((6, column, expected as i32, found as i32))
    })
}

impl Settled {
    /// Returns the outcome as seats, the richest first. Seats that were dealt no cards come last.
    pub(super) fn outcome(&self, seats: [u8; PLAYERS]) -> Outcome {
        let seat = |player: u8| seats.iter().position(|&other| other == player).map(|seat| seat as u8);
        let mut order: Vec<u8> = self.classes.iter().filter_map(|&(player, _)| seat(player)).collect();
        let absent = (0..PLAYERS as u8).filter(|seat| !order.contains(seat)).collect::<Vec<_>>();
        order.extend(absent);
        Outcome::new(&order, self.ending)
    }
}
