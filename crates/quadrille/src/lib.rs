//! Exact, reproducible game simulation at machine speed.
//!
//! This crate re-exports the engines, the [experiments](quadrille_runner) that use them, and the
//! reports of experiments. The program `quadrille` is built on this crate.
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
//! | module | content |
//! |---|---|
//! | [`lanes`] | packed small integers, the basis of the engines |
//! | [`random`] | generators and independent streams |
//! | [`stats`] | moments, quantiles, histograms, intervals |
//! | [`combat`] | simulated fights: profiles and the event loop |
//! | [`life`] | Conway's Life and similar rules: grids, rules, patterns |
//! | [`daifugo`] | the card game Daifugo: card sets, proofs, melds, whole games |
//! | [`hearts`] | the card game Hearts: variants of the rules, whole games, players |
//! | [`table`] | one interface for all card games; players, contests, records |
//! | [`uecda_protocol`] | the protocol and the records of `UECda`, the contest of Daifugo programs |
//! | [`mastermind`] | codewords, scoring, strategies |
//! | [`doudizhu`] | Dou Dizhu: packed hands, every legal move, games, players |
//! | [`diagnostics`] | errors with positions in texts |
//! | [`memory`] | memory limits and requirements, buffers that grow without aborting |
//! | [`progress`] | progress and cancellation of long calls |
//! | [`answers`] | queries about games and engines, with typed answers |
//! | [`runner`] | experiments that are divided into shards: checkpoints, runs in directories, sweeps |
//! | [`kinds`] | the kinds of experiment |
//! | [`experiment_file`] | validated experiment files, ready to run |
//! | [`job`] | the interface that all kinds of experiments implement |
//! | [`keys`], [`schema`], [`template`] | keys of experiment files, JSON Schemas, commented experiment files for every kind |
//! | [`settings`] | the settings of most kinds, as types |
//! | [`results`] | the results of all kinds except the trainings, as types |
//! | [`runs`] | runs of experiments in directories, which can be started, resumed and read |
//! | [`experiments`] | the crates with the kinds of experiments and the answers of each engine |
//! | [`sweep`] | an experiment that is repeated for several values of its keys |
//! | [`examples`] | the built-in examples |
//! | [`files`] | the files that an experiment names |
//! | [`foreign`] | players that are external programs |
//! | [`evolution`] | timed runs of a bounded field of Life, filmed on request, with digests of the final field |
//! | [`patterns`], [`pictures`] | pattern files; PNG and GIF |
//! | [`texts`] | text files, compressed or not |
//! | [`report`] | reports as data, HTML, plots and CSV |
//! | [`machine`] | description of the computer |
//!
//! All features are on by default. There is one feature per engine (`combat`, `daifugo`,
//! `doudizhu`, `hearts`, `life`, `mastermind`), which includes the engine, its kinds of experiments
//! and its answers. The feature `pictures` adds PNG and GIF. The feature `reports` adds HTML pages;
//! without it, a run writes no `report.html`.

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

/// Runs the code examples of the README of this crate and of the project as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
