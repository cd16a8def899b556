//! The engine: compiles a profile to a plan and runs fights.
//!
//! | module | concern |
//! |---|---|
//! | `plan` | the compiled profile: times, slots, random streams |
//! | `state` | everything that changes during a fight, in parts that are declared by topic |
//! | `clock`, `queue` | the time and the event queue |
//! | `run` | the event loop |
//! | `pace` | progress and cancellation, also inside a fight |
//! | `attention` | changes, and what wakes a member |
//! | `decide` | decisions by the action list |
//! | `busy` | casts, and what keeps a member busy |
//! | `repeats` | repeating abilities |
//! | `weave` | off-GCD abilities |
//! | `turn` | repetitions that are skipped or replaced |
//! | `observation` | the state of a fight as conditions read it |
//! | `waits` | which lines of the list must be evaluated |
//! | `attack`, `buffs`, `dots`, `procs`, `reactions`, `resources`, `cooldowns` | the rules, one topic each |
//! | `attack_state` | chances and damage factors of attacks |
//! | `auras` | what buffs and damage over time have in common |
//! | `channels` | channelled abilities |
//! | `flights` | abilities in flight |
//! | `lag` | latency and reaction time |
//! | `lean` | the engine without rarely used rules |
//! | `rolls` | chances as integer thresholds |
//! | `team` | several members on the actor's side |
//! | `field` | targets, health, end of the fight |
//! | `phases` | phases of the fight |
//! | `bins` | bins of the timeline |
//! | `figures` | stats under buffs |
//! | `log` | event sinks |

mod attack;
mod attack_state;
mod attention;
mod auras;
mod bins;
mod buffs;
mod busy;
mod channels;
mod clock;
mod cooldowns;
mod decide;
mod dots;
mod field;
mod figures;
mod flights;
mod lag;
mod lean;
pub(crate) mod log;
mod observation;
pub(crate) mod pace;
mod phases;
pub(crate) mod plan;
mod procs;
pub(crate) mod queue;
mod reactions;
mod repeats;
mod resources;
mod rolls;
mod run;
mod state;
mod team;
mod turn;
mod waits;
mod weave;

pub(crate) use run::{Fight, FightResult};
pub(crate) use state::State;
