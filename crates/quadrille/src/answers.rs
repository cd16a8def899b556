//! Questions that are answered at once, and their answers as types.
//!
//! A module per engine, with the questions as plain functions: typed arguments in, a typed answer out, an error
//! that says what, where and what was expected. Nothing here knows of flags, files or terminals, so the command
//! line, a server and a binding for another language all ask the same way.
//!
//! Every answer serialises to the one JSON object that `quadrille … --json` prints, key by key in that order,
//! and is read back from it as the same value. Counts that may exceed 2^53 and seeds are decimal texts there,
//! bit patterns `0x…`.
//!
//! ```
//! use quadrille::answers::doudizhu;
//! use quadrille::doudizhu::Rules;
//!
//! let answer = doudizhu::classify(Rules::RLCARD, "3334445K".parse()?);
//! let json = serde_json::to_string(&answer)?;
//! let expected = concat!(
//!     r#"{"legal":true,"kind":"airplane_solos","known_as":"飞机带单","#,
//!     r#""rank":"3","length":2,"cards":8}"#
//! );
//! assert_eq!(json, expected);
//! assert_eq!(serde_json::from_str::<doudizhu::Classification>(&json)?, answer);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Experiments are answered by [runs](crate::runs); [`job`] is what is said of one.
//!
//! A question that can take longer than a tenth of a second takes an [`Observer`](crate::progress::Observer)
//! last, which hears how far it is and may stop it.

#[cfg(feature = "combat")]
pub use quadrille_experiments_combat::answers as combat;
#[cfg(feature = "daifugo")]
pub use quadrille_experiments_daifugo::answers as daifugo;
#[cfg(feature = "doudizhu")]
pub use quadrille_experiments_doudizhu::answers::{self as doudizhu, endgames};
#[cfg(feature = "life")]
pub use quadrille_experiments_life::answers as life;
#[cfg(feature = "mastermind")]
pub use quadrille_experiments_mastermind::answers as mastermind;
pub use quadrille_experiments_random::answers as random;
pub use quadrille_runner::answers::{job, report};
