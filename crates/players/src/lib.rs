//! Players for all card games: policies, which are networks that learn by self-play, and players
//! that search.
#![doc(html_root_url = "https://docs.rs/quadrille-players")]

#[cfg(feature = "oracle")]
pub mod checks;
mod choice;
mod learnable;
mod measure;
mod policy;
mod review;
pub mod search;
mod self_play;
mod training;

pub use learnable::{Learnable, Lineup, Scale};
pub use measure::{CheckedDecisions, ExactChecks, measure, measure_and_check};
pub use policy::{Policy, PolicyError, Shipped, notes, read, unpacked};
pub use review::{GameCourse, Reviewed, review};
pub use search::Searchable;
pub use training::{Training, TrainingError, TrainingState, combine, judges};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
