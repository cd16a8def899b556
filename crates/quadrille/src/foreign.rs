//! External programs as players of card games. They answer questions over standard input and
//! output.

#[cfg(feature = "daifugo")]
pub use quadrille_experiments_daifugo::foreign as daifugo;
pub use quadrille_runner::foreign::{WHY_NOT, group, player, process, standard_error};
