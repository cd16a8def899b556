//! Pictures of cells and of regions of Life's plane.

pub use quadrille_experiments_life::pictures::{Shot, Window, WindowError};
pub use quadrille_report::pictures::*;
