//! The server over real sockets: each of its security properties, and the requests of its pages.

mod client;
mod endgames;
mod experiments;
mod hostile;
mod load;
mod mastermind;
mod opening;
mod restart;
mod runs;
mod tables;
