//! The tests of the public interface, as one program: it is linked once, and all tests share its
//! threads.

mod combat;
mod daifugo;
mod doudizhu;
mod lanes;
mod life;
mod mastermind;
