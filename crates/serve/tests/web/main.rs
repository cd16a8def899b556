//! The server over real sockets: each sentence of its security, and what its pages ask of it.

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
