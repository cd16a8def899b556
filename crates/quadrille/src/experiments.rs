//! The crates that contain the experiments of each engine.

#[cfg(any(feature = "daifugo", feature = "hearts"))]
pub use quadrille_experiments_cards as cards;
#[cfg(feature = "combat")]
pub use quadrille_experiments_combat as combat;
#[cfg(feature = "daifugo")]
pub use quadrille_experiments_daifugo as daifugo;
#[cfg(feature = "doudizhu")]
pub use quadrille_experiments_doudizhu as doudizhu;
#[cfg(feature = "hearts")]
pub use quadrille_experiments_hearts as hearts;
#[cfg(feature = "life")]
pub use quadrille_experiments_life as life;
#[cfg(feature = "mastermind")]
pub use quadrille_experiments_mastermind as mastermind;
pub use quadrille_experiments_random as random;
