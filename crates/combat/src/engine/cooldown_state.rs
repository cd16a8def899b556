//! The cooldown of one ability: an instant, and for several charges how many there are.

use crate::units::Micros;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cooldown {
    /// When it can be used: of an ability with several charges, never if there is none and always if there is
    /// one.
    pub(crate) ready: Micros,
    /// Charges, of an ability with several.
    pub(crate) charges: u32,
}
