//! State of the cooldown of one ability.

use crate::units::Micros;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cooldown {
    /// Time from which the ability can be used. For an ability with several charges: 0 if it has a
    /// charge, `NEVER` if it has none.
    pub(crate) ready: Micros,
    /// Number of available charges, for an ability with several charges.
    pub(crate) charges: u32,
}
