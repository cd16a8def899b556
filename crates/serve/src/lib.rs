//! The local web application of Quadrille.
//!
//! A [`Server`] listens at an address of this machine. It starts runs and shows their results,
//! times ladders, draws random numbers and hosts card tables. The rules of all games come from
//! other crates of Quadrille; the pages contain no rules.
//!
//! ```
//! use quadrille_serve::{Server, ServerOptions};
//!
//! let folder = tempfile::tempdir()?;
//! let server = Server::start(ServerOptions::new(folder.path().join("runs")))?;
//! assert!(server.link()?.starts_with(&format!("{}/link?token=", server.address())));
//! server.end();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | concern |
//! |---|---|
//! | `access` | which requests are answered |
//! | `cookies`, `links`, `secret`, `state` | secrets and their digests; the saved state |
//! | `headers`, `door` | policies of responses; the pages that need no cookie |
//! | `connections`, `server` | limits on connections; the loop that accepts them |
//! | `files` | paths below the folder of runs |
//! | `jobs`, `watched`, `live` | runs and ladders; estimates during a run; the live state |
//! | `application`, `routes`, `ending` | the state of all requests; the routes; the shutdown |
//! | `experiments`, `runs`, `ladders`, `random` | the handlers of their requests |
//! | `play` | card tables and recorded games |
//! | `mastermind`, `endgames` | codes and advice; solved endgames and puzzles of Dou Dizhu |
//! | `bounded` | computations with a time limit, for `mastermind` and `endgames` |
//! | `pages` | the embedded pages |

#![doc(html_root_url = "https://docs.rs/quadrille-serve")]

mod access;
mod application;
mod bounded;
mod browser;
mod connections;
mod cookies;
mod door;
mod endgames;
mod ending;
mod experiments;
mod failure;
mod files;
mod headers;
mod jobs;
mod ladders;
mod links;
mod live;
mod mastermind;
mod pages;
mod play;
mod random;
mod routes;
mod runs;
mod secret;
mod server;
mod state;
mod watched;

pub use server::{Bind, Limits, Server, ServerError, ServerOptions};
pub use state::StateError;

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
