//! Queries that are answered immediately, with typed answers.
//!
//! Each engine has a module of plain functions with typed arguments and answers. Errors name the
//! problem, its location and the expected input. The functions are independent of flags, files and
//! terminals, so that the command line, a server and bindings for other languages can share them.
//!
//! Every answer serializes to the JSON object that `quadrille … --json` prints, with the keys in
//! the same order, and deserializes to an equal value. In JSON, seeds and counts that may exceed
//! 2^53 are decimal strings, and bit patterns are strings `0x…`.
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
//! Experiments are answered by [runs](crate::runs); [`job`] has the answers about experiments.
//!
//! Queries that can take longer than a tenth of a second take an
//! [`Observer`](crate::progress::Observer) as their last argument, which receives the progress and
//! may cancel the query.

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
