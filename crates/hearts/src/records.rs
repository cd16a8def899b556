//! Games on record.

use std::error::Error;

use quadrille_table::records::Recorded;

use crate::{Cards, DealError, Hearts};

/// What was dealt are the four hands, in the order of the seats.
impl Recorded for Hearts {
    fn dealt(&self) -> Vec<String> {
        self.hands.iter().map(Cards::to_string).collect()
    }

    fn deal_again(&mut self, _: &[usize], dealt: &[String]) -> Result<(), Box<dyn Error + Send + Sync>> {
        let [first, second, third, fourth] = dealt else { return Err(DealError.into()) };
        Ok(self.deal_hands([first.parse()?, second.parse()?, third.parse()?, fourth.parse()?])?)
    }
}
