//! The commands, one module each.

pub(crate) mod bot_check;
pub(crate) mod cards;
pub(crate) mod combat;
pub(crate) mod completions;
pub(crate) mod daifugo;
pub(crate) mod diff;
pub(crate) mod doudizhu;
pub(crate) mod examples;
pub(crate) mod ladder;
pub(crate) mod life;
pub(crate) mod man;
pub(crate) mod mastermind;
pub(crate) mod merge;
pub(crate) mod new;
pub(crate) mod play;
pub(crate) mod random;
pub(crate) mod report;
pub(crate) mod reviews;
pub(crate) mod run;
pub(crate) mod runs;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod shard;
