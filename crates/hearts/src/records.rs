//! Game records.

use std::error::Error;

use quadrille_table::records::Recorded;

use crate::{Cards, DealError, Hearts};

/// A deal consists of the four hands, in the order of the seats.
impl Recorded for Hearts {
    fn dealt(&self) -> Vec<String> {
        self.hands.iter().map(Cards::to_string).collect()
    }

    fn deal_again(&mut self, seats: &[usize], dealt: &[String]) -> Result<(), Box<dyn Error + Send + Sync>> {
        let [first, second, third, fourth] = dealt else { return Err(DealError.into()) };
        if !(0..4).all(|player| seats.contains(&player)) || seats.len() != 4 {
            return Err("expected each of the players 0 to 3 in exactly one seat".into());
        }
        // Players get new seats only before games 0, 4, 8 and so on. The caller compares the seats
        // of every game with the record, and reports an error if they change before another game.
        if self.next.is_multiple_of(4) {
            self.seats = [0, 1, 2, 3].map(|seat| seats[seat] as u8);
        }
        Ok(self.deal_hands([first.parse()?, second.parse()?, third.parse()?, fourth.parse()?])?)
    }
}
