//! Resources: gains, costs and regeneration.

use super::fight::Fight;
use crate::engine::log::RawEvent;
use crate::units::{millionths, nearest};

impl Fight<'_> {
    pub(super) fn gain(&mut self, place: usize, amount: i64) {
        self.advance_to(place);
        let resource = &mut self.resources[place];
        let after = (resource.level + amount).min(millionths(self.model.resources[place].cap));
        let amount = after - resource.level;
        resource.level = after;
        self.note(RawEvent::Gains { resource: place as u16, amount, level: after });
    }

    /// Spends up to `amount`; returns the amount spent.
    pub(super) fn spend(&mut self, place: usize, amount: i64) -> i64 {
        self.advance_to(place);
        let resource = &mut self.resources[place];
        let amount = amount.min(resource.level);
        resource.level -= amount;
        let level = resource.level;
        self.note(RawEvent::Spends { resource: place as u16, amount, level });
        amount
    }

    /// Adds the regeneration up to now, rounded to the nearest millionth. Called at gains, costs
    /// and changes of the rate.
    pub(super) fn advance_to(&mut self, place: usize) {
        let resource = &mut self.resources[place];
        let grown = nearest(resource.rate * (self.now - resource.at) as f64) as i64;
        resource.level = (resource.level + grown).min(millionths(self.model.resources[place].cap));
        resource.at = self.now;
    }

    /// Returns the current level in millionths.
    pub(super) fn level(&self, place: usize) -> f64 {
        let resource = &self.resources[place];
        let cap = millionths(self.model.resources[place].cap) as f64;
        (resource.level as f64 + resource.rate * (self.now - resource.at) as f64).min(cap)
    }
}
