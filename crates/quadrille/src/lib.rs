//! Exact, reproducible game simulation at machine speed.
//!
//! This is the front door: it re-exports the engines, makes [experiments](quadrille_runner) of them and
//! draws their reports. The program `quadrille` is built on it.
//!
//! ```
//! use quadrille::mastermind::{Feedback, Game, Repeats, score};
//!
//! let game = Game::new(4, 6, Repeats::Allowed)?;
//! let (secret, guess) = (game.parse("1123")?, game.parse("1211")?);
//! assert_eq!(score(secret, guess), Feedback { black: 1, white: 2 });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`lanes`] | packed small integers: the arithmetic everything stands on |
//! | [`random`] | generators and independent streams |
//! | [`stats`] | moments, quantiles, histograms, intervals |
//! | [`combat`] | fights by chance: profiles, the event loop |
//! | [`life`] | cells on a grid: rules, patterns |
//! | [`daifugo`] | the card game: card sets, proofs, melds, whole games |
//! | [`hearts`] | the card game: rules with switches, whole games, players |
//! | [`table`] | one interface for card games; players, contests, records |
//! | [`uecda_protocol`] | the protocol and records of the contest of Daifugo programs |
//! | [`mastermind`] | codewords, scoring, strategies |
//! | [`doudizhu`] | Dou Dizhu: packed hands, every legal move, games, players |
//! | [`diagnostics`] | errors in texts |
//! | [`memory`] | limits on memory, needs, and buffers that grow without aborting |
//! | [`progress`] | how far a long call is, and whether to go on |
//! | [`answers`] | questions that are answered at once, and their answers as types |
//! | [`runner`] | experiments in shards: checkpoints, runs in directories, sweeps |
//! | [`kinds`] | the kinds of experiment there are |
//! | [`experiment_file`] | one experiment file, read and ready to run |
//! | [`job`] | an experiment behind one face: what a kind is, and a job of it |
//! | [`keys`], [`schema`], [`template`] | what the keys of experiment files may be; as JSON Schema, as commented files |
//! | [`settings`] | what each kind can be asked, as types |
//! | [`results`] | what each kind finds, as types |
//! | [`runs`] | an experiment in its directory: run, resumed, answered |
//! | [`experiments`] | the crates of experiments: kinds and answers of each engine |
//! | [`sweep`] | an experiment for several values of its keys |
//! | [`examples`] | the examples that come with the program |
//! | [`files`] | the files that an experiment names |
//! | [`foreign`] | players that are programs of somebody else's |
//! | [`evolution`] | runs a grid of Life, renders frames on request, and measures it |
//! | [`patterns`], [`pictures`] | pattern files on the disk; PNG and GIF |
//! | [`texts`] | texts on the disk, packed or not |
//! | [`report`] | the report model, HTML, plots, CSV |
//! | [`machine`] | what computer this is |
//!
//! Features, all of them on unless asked otherwise: an engine each (`combat`, `daifugo`, `doudizhu`, `hearts`,
//! `life`, `mastermind`), `pictures` (PNG and GIF) and `reports` (HTML pages; without it a run writes no
//! `report.html`). Kinds of experiment and answers of an engine come and go with it.

#[cfg(feature = "combat")]
pub use quadrille_combat as combat;
#[cfg(feature = "daifugo")]
pub use quadrille_daifugo as daifugo;
pub use quadrille_diagnostics as diagnostics;
#[cfg(feature = "doudizhu")]
pub use quadrille_doudizhu as doudizhu;
#[cfg(feature = "hearts")]
pub use quadrille_hearts as hearts;
pub use quadrille_lanes as lanes;
#[cfg(feature = "life")]
pub use quadrille_life as life;
#[cfg(feature = "mastermind")]
pub use quadrille_mastermind as mastermind;
pub use quadrille_memory as memory;
pub use quadrille_progress as progress;
pub use quadrille_random as random;
pub use quadrille_report as report;
pub use quadrille_runner as runner;
pub use quadrille_runner::{experiment_file, job, keys, machine, path_names, runs, schema, sweep, template};
pub use quadrille_stats as stats;
pub use quadrille_table as table;
#[cfg(feature = "daifugo")]
pub use quadrille_uecda_protocol as uecda_protocol;

#[cfg(feature = "life")]
pub use quadrille_experiments_life::{evolution, patterns};

pub mod answers;
pub mod examples;
pub mod experiments;
pub mod files;
pub mod foreign;
pub mod kinds;
#[cfg(feature = "pictures")]
pub mod pictures;
pub mod results;
pub mod settings;
pub mod texts;

pub use quadrille_runner::VERSION;

/// The examples of both READMEs, this crate's and the project's, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
