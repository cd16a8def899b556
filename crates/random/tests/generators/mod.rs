//! The generators compared with published values and with other programs.

mod asa128;
mod catalogue;
mod distributions;
mod glibc_rand;
mod msvc_rand;
mod mt19937;
mod net_random;
mod philox4x32;
mod sfmt19937;
mod tables;
mod value_stability;
