//! Foreign players of each card game: programs that are asked over standard input and output.

#[cfg(feature = "daifugo")]
pub use quadrille_experiments_daifugo::foreign as daifugo;
#[cfg(feature = "doudizhu")]
pub use quadrille_experiments_doudizhu::foreign as doudizhu;
pub use quadrille_runner::foreign::{FaultCounts, WHY_NOT, group, process, standard_error};
