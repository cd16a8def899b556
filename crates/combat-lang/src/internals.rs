//! Internals for [quadrille-combat](https://docs.rs/quadrille-combat). This module is not part of
//! the public interface and may change at any time.

/// Conditions and formulas.
pub mod condition {
    pub use crate::condition::Condition;
    pub use crate::condition::plain::number;
    pub use crate::condition::program::Program;
    pub use crate::condition::reading::{ConditionView, Depends, Flag, Reading, readings_of, reads_tries};
    pub use crate::condition::rounded::Rounded;
    pub use crate::condition::typed::{Comparison, Number, Truth};
}

/// The resolved profile.
pub mod model {
    pub use crate::profile::model::*;

    /// Returns the model of a profile.
    pub const fn of(profile: &crate::Profile) -> &Model {
        &profile.model
    }
}

/// The names that a profile declares.
pub mod names {
    pub use crate::names::{List, Names};

    /// Returns the names of a profile.
    pub const fn of(profile: &crate::Profile) -> &Names {
        &profile.names
    }
}

/// Integer units of time, damage and resources.
pub mod units {
    pub use crate::units::*;
}
