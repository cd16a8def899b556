//! Pictures of cells, and of regions of the plane of Life.

pub use quadrille_experiments_life::pictures::{Shot, Window, WindowError};
pub use quadrille_report::pictures::*;
