//! State of the cooldown of one ability.

use crate::units::Micros;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cooldown {
    /// Time at which it can be used. For an ability with several charges: 0 if it has a charge,
    /// `NEVER` if it has none.
    pub(crate) ready: Micros,
    /// Available charges, for an ability with several.
    pub(crate) charges: u32,
}
