//! State of the cooldown of one ability.

use crate::units::Micros;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cooldown {
    /// Time from which the ability can be used. If the ability can have several charges, this is 0
    /// while a charge is available, and otherwise `NEVER`.
    pub(crate) ready: Micros,
    /// Number of available charges, for an ability with several charges.
    pub(crate) charges: u32,
}
