//! The engine: compiles a profile to a plan and runs fights.
//!
//! | module | concern |
//! |---|---|
//! | `plan` | the compiled profile: times, slots, random streams |
//! | `queue` | the event queue |
//! | `state` | everything that changes during a fight |
//! | `run` | the event loop |
//! | `pace` | progress and cancellation, also inside a fight |
//! | `decide` | decisions by the action list; repeating abilities |
//! | `weave` | off-GCD abilities |
//! | `turn` | repetitions that are skipped or replaced |
//! | `observation` | the state of a fight as conditions read it |
//! | `waits` | which lines of the list must be evaluated |
//! | `attack`, `aura`, `procs`, `reactions`, `resources`, `cooldowns` | the rules, one topic each |
//! | `channels` | channelled abilities |
//! | `flights` | abilities in flight |
//! | `lag` | latency and reaction time |
//! | `lean` | the engine without rarely used rules |
//! | `rolls` | chances as integer thresholds |
//! | `team` | several members on the actor's side |
//! | `field` | targets, phases, end of the fight |
//! | `bins` | bins of the timeline |
//! | `figures` | stats under buffs |
//! | `log` | event sinks |

mod attack;
mod attack_state;
mod aura;
mod aura_state;
mod bins;
mod channels;
mod cooldown_state;
mod cooldowns;
mod decide;
mod field;
mod figures;
mod flights;
mod lag;
mod lean;
pub(crate) mod log;
mod observation;
pub(crate) mod pace;
pub(crate) mod plan;
mod proc_state;
mod procs;
pub(crate) mod queue;
mod reactions;
mod resource_state;
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
