//! What can be asked: a room a command.

pub(crate) mod combat;
pub(crate) mod daifugo;
pub(crate) mod doudizhu;
pub(crate) mod ladder;
pub(crate) mod life;
pub(crate) mod mastermind;
pub(crate) mod random;
pub(crate) mod report;
pub(crate) mod run;
