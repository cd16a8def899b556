//! The engine: a profile made ready, and fights fought with it.
//!
//! | room | its one concern |
//! |---|---|
//! | `plan` | the profile made ready: times, slots, streams |
//! | `queue` | what comes next |
//! | `state` | everything that changes in a fight |
//! | `run` | the event loop |
//! | `pace` | whether to go on, asked inside a fight |
//! | `decide` | the action list, and whatever repeats |
//! | `weave` | abilities beside others |
//! | `turn` | repetitions that are skipped, or turn into something else |
//! | `observation` | the state of a fight as conditions see it |
//! | `waits` | which lines of the list have to be looked at |
//! | `attack`, `aura`, `procs`, `reactions`, `resources`, `cooldowns` | the rules, one matter each |
//! | `channels` | abilities that go on for a while |
//! | `flights` | abilities on their way to their targets |
//! | `lag` | latency and reaction |
//! | `lean` | what most profiles have no use for, left out |
//! | `rolls` | chances as whole numbers |
//! | `team` | several on the actor's side |
//! | `field` | targets, phases, the end |
//! | `bins` | the timeline's bins |
//! | `figures` | what buffs make of the figures |
//! | `log` | what is told of it |

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

pub(crate) use run::{FightResult, Run};
pub(crate) use state::State;
