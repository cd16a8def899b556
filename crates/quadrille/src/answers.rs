//! Queries about games and engines, with typed answers. Each query is a function that returns its
//! answer directly, without a run of an experiment.
//!
//! Each engine has a module of plain functions with typed arguments and answers. An error states
//! the problem, its position in the input and the expected input. The functions do not depend on
//! flags, files or a terminal, so that the command line, a server and bindings for other languages
//! can use them.
//!
//! Every answer is serialised as the JSON object that `quadrille … --json` prints, with the keys in
//! the same order. Deserialising this object gives an equal answer. In JSON, seeds and counts that
//! may exceed 2^53 are decimal strings, and bit patterns are strings `0x…`.
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
//! Experiments are computed by [runs](crate::runs). The modules [`job`] and [`report`] contain the
//! JSON answers of the commands that run experiments and show their reports.
//!
//! The last argument of a query that can take longer than a tenth of a second is an
//! [`Observer`](crate::progress::Observer), which receives the progress and may cancel the query.

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
