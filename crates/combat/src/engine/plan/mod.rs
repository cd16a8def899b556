//! A profile compiled for the event loop. Durations are in microseconds, slots and random streams
//! are assigned, and triggers are resolved.
//!
//! | module | concern |
//! |---|---|
//! | [`slots`] | slots of the queue and random streams |
//! | [`build`] | compilation from the profile's model |
//! | [`abilities`] | compilation of abilities and their attack tables |
//!
//! A plan is immutable during fights. Mutable data is in [`State`](super::state::State), whose
//! lists have the same indices. A plan contains no names: a `u16` is the index of a buff, resource,
//! proc and so on, in the order of the profile. Amounts of resources are integer millionths of a
//! unit, and durations are integer microseconds, so that sums are exact in any order.
//!
//! An aura on targets has one instance and one slot of the queue for each possible target. Its
//! instances are contiguous, and so are its slots. The plan stores only the first instance and the
//! first slot:
//!
//! ```text
//!   buffs          shout     sunder (on targets)      rage
//!                  (actor)   1st     2nd     3rd      (actor)
//!   instance       0         1       2       3        4           sunder.instance + target
//!   slot           s         s + 1   s + 2   s + 3    s + 4       sunder.slot + target
//! ```

mod abilities;
mod build;
mod slots;

use quadrille_combat_lang::AttackOutcome;

use super::auras::Renewal;
use super::bins::Bins;
use super::log::ACTOR;
use super::queue::Slot;
use crate::condition::Number;
use crate::condition::Program;
use crate::model::{Bearer, Modifiers, Overwrite, Refresh, Side, Spread, Stats};
use crate::units::{LONGEST, Micros, NEVER, float, micros, nearest};
pub(crate) use slots::{Source, Stream, Timer};

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each field is an independent property")]
pub(crate) struct AttackTable {
    pub(crate) two_rolls: bool,
    /// The outcomes in the order of the table. Entries from the index `length` on are unused and
    /// hold `Hit`.
    pub(crate) order: [AttackOutcome; AttackOutcome::COUNT],
    /// Number of outcomes in `order`, without the unused entries.
    pub(crate) length: usize,
    /// Whether attacks on this table can crit.
    pub(crate) crits: bool,
    /// Chance of each outcome without buffs, in the order of `order`.
    pub(crate) chances: [f64; AttackOutcome::COUNT],
    /// For each outcome: the chance that the table gives in place of the defender's chance; `None`
    /// if the table gives no chance.
    pub(crate) own: [Option<f64>; AttackOutcome::COUNT],
    /// Indices in `order` of the outcomes whose chances can change during a fight. These are the
    /// crit, outcomes whose chances depend on the target, and outcomes whose chances buffs modify.
    pub(crate) moving: Vec<u8>,
    /// Whether chances of outcomes other than the crit can change.
    pub(crate) moves: bool,
    /// Whether the chance of any outcome differs between targets.
    pub(crate) by_target: bool,
    /// Crit chance that this attack table adds to the attacker's crit chance.
    pub(crate) crit: f64,
    pub(crate) multipliers: [f64; AttackOutcome::COUNT],
}

/// A debuff or damage over time that is applied to a target.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
    Buff(u16),
    Dot(u16),
}

/// An effect that is neither damage nor a [`Mark`] on a target.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effect {
    /// Applies damage over time to the actor.
    Dot(u16),
    Remove(u16),
    /// Applies a buff on the actor's side.
    Buff(u16),
    /// Adds millionths of a unit to a resource.
    Gain(u16, i64),
    Reset(u16),
    Advance(u16, Micros),
    Use(u16),
}

/// Effects other than damage. Each list is in the order of execution.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    pub(crate) marks: Vec<Mark>,
    pub(crate) others: Vec<Effect>,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each field is an independent key of the profile")]
pub(crate) struct Ability {
    pub(crate) by: Side,
    /// Index of the member of the actor's side that owns the ability.
    pub(crate) member: u8,
    pub(crate) table: Option<AttackTable>,
    /// Lower end of the damage range, including weapon damage.
    pub(crate) low: f64,
    /// Width of the damage range, including weapon damage.
    pub(crate) width: f64,
    /// Damage per point of power, including weapon damage.
    pub(crate) coefficient: f64,
    pub(crate) damages: bool,
    pub(crate) heal: Option<Heal>,
    pub(crate) crit: f64,
    pub(crate) targets: u32,
    pub(crate) cost: Vec<(u16, i64)>,
    /// Variable cost, if buffs modify the cost; it replaces `cost`, which is then empty.
    pub(crate) price: Option<Box<Price>>,
    pub(crate) spends: Option<Box<Spends>>,
    /// Resources gained, in millionths of a unit per thousandth of a point of damage.
    pub(crate) gain_per_damage: Vec<(u16, f64)>,
    pub(crate) gcd: Micros,
    pub(crate) cast: Micros,
    pub(crate) cooldown: Micros,
    pub(crate) charges: u32,
    /// For a repeating ability: the interval between repetitions, and the time of the first
    /// repetition. This time is `None` if the profile does not set it.
    pub(crate) every: Option<(Micros, Option<Micros>)>,
    pub(crate) spread: Spread,
    pub(crate) gcd_hasted: bool,
    pub(crate) cast_hasted: bool,
    pub(crate) cooldown_hasted: bool,
    pub(crate) every_hasted: bool,
    pub(crate) effects: Effects,
    /// For each outcome: the procs to try after an attack with this outcome.
    pub(crate) procs: [Vec<Attempt>; AttackOutcome::COUNT],
    /// Reactions that the ability's attacks can trigger.
    pub(crate) reactions: Vec<u16>,
    /// Buffs that affect only certain abilities, among them this ability.
    pub(crate) own_modifiers: Vec<u16>,
    /// Buffs on the actor's side of which the ability consumes a charge.
    pub(crate) consumes: Vec<u16>,
    /// Debuffs on the struck targets of which the ability consumes a charge.
    pub(crate) consumes_on_targets: Vec<u16>,
    pub(crate) rolls_damage: bool,
    /// Whether the ability can be cast while moving.
    pub(crate) moving: bool,
    /// Whether the chances or factors of the ability's attack differ between targets.
    pub(crate) by_target: bool,
    pub(crate) vary: Source,
    pub(crate) charge_slot: Slot,
    pub(crate) every_slot: Slot,
    /// Travel time.
    pub(crate) travel: Micros,
    /// Slot of the impact; used only if the travel time is not 0.
    pub(crate) flight_slot: Slot,
    /// Whether the ability takes effect immediately, because it is neither cast nor channelled.
    pub(crate) instant: bool,
    pub(crate) channel: Option<Box<Channel>>,
    /// For a repeating ability: its condition and the abilities that can replace a repetition;
    /// `None` if it has neither.
    pub(crate) turn: Option<Box<Turn>>,
}

/// Condition and possible replacements of a repetition.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) condition: Option<Program>,
    pub(crate) replacing: Vec<u16>,
}

/// A channelled ability.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub(crate) length: Micros,
    pub(crate) ticks: u32,
    pub(crate) hasted: bool,
    /// Condition under which the channel ends early, after a tick.
    pub(crate) clip: Option<Program>,
}

/// The resource of which an ability spends all units (up to `most`), and the effect of each unit
/// spent.
#[derive(Clone, Debug)]
pub(crate) struct Spends {
    pub(crate) resource: u16,
    /// Minimum amount that the ability requires, in millionths of a unit.
    pub(crate) least: i64,
    /// Maximum amount that the ability spends, in millionths of a unit.
    pub(crate) most: i64,
    pub(crate) damage: f64,
    pub(crate) coefficient: f64,
    pub(crate) heal: f64,
    /// Seconds that each unit spent adds to the ability's buffs and damage over time.
    pub(crate) duration: f64,
}

impl Spends {
    /// Returns the time that `spent` units add to the ability's buffs and damage over time.
    pub(crate) fn longer(&self, spent: f64) -> Micros {
        micros((self.duration * spent).min(LONGEST))
    }
}

/// Cost of an ability whose cost is modified by buffs.
#[derive(Clone, Debug)]
pub(crate) struct Price {
    /// Cost without buffs, in units.
    pub(crate) base: Vec<(u16, f64)>,
    /// The buffs that modify the cost.
    pub(crate) buffs: Vec<u16>,
    /// Bits of the buffs that modify the cost, as in [`Depends`](crate::condition::Depends).
    pub(crate) depends: u64,
}

/// Healing range, and the source of its roll.
#[derive(Clone, Debug)]
pub(crate) struct Heal {
    pub(crate) low: f64,
    pub(crate) width: f64,
    pub(crate) source: Source,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each field is an independent property")]
pub(crate) struct Buff {
    pub(crate) on: Side,
    pub(crate) bearer: Bearer,
    pub(crate) stacks: u32,
    pub(crate) charges: Option<u32>,
    pub(crate) renewal: Renewal,
    /// Maximum remaining time that a pandemic refresh carries over, as a fraction of the duration.
    pub(crate) pandemic: f64,
    /// Time added by an extending refresh; `None` for the full duration.
    pub(crate) extend_by: Option<Micros>,
    pub(crate) modifiers: Modifiers,
    /// Whether the buff affects attacks.
    pub(crate) changes_attacks: bool,
    /// Whether the buff affects the speed of its bearer.
    pub(crate) changes_speed: bool,
    /// Whether the buff affects regeneration.
    pub(crate) changes_regeneration: bool,
    /// Points of damage to the actor that each stack absorbs.
    pub(crate) absorb: f64,
    pub(crate) start: bool,
    /// The first slot of the buff. A buff on the actor's side has one slot, and a debuff has one
    /// slot per target.
    pub(crate) slot: Slot,
    /// The first instance of the buff.
    pub(crate) instance: usize,
}

impl Buff {
    /// Returns the renewal with its duration extended by `longer`. The extended duration is at most
    /// 500,000 seconds.
    #[inline(never)]
    pub(crate) fn lengthened(&self, longer: Micros) -> Renewal {
        let Renewal { duration, .. } = self.renewal;
        if duration == NEVER {
            return self.renewal;
        }
        let duration = (duration + longer).min(micros(LONGEST));
        Renewal {
            duration,
            carried: nearest(self.pandemic * float(duration)),
            added: self.extend_by.unwrap_or(duration),
            ..self.renewal
        }
    }

    /// Returns how many times the buff's modifiers apply. They apply once per stack; a buff with
    /// charges applies them once for any number of charges.
    #[inline]
    pub(crate) fn copies(&self, stacks: u32) -> u32 {
        if self.charges.is_some() { stacks.min(1) } else { stacks }
    }

    /// Returns [`copies`](Self::copies) as a factor.
    #[inline]
    pub(crate) fn weight(&self, stacks: u32) -> f64 {
        f64::from(self.copies(stacks))
    }

    pub(crate) fn is_independent(&self) -> bool {
        self.renewal.refresh == Refresh::Independent
    }
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each field is an independent key of the profile")]
pub(crate) struct Dot {
    pub(crate) on: Side,
    /// Index of the member whose stats the ticks use.
    pub(crate) of: u8,
    pub(crate) duration: Micros,
    pub(crate) tick: Micros,
    pub(crate) low: f64,
    pub(crate) width: f64,
    pub(crate) coefficient: f64,
    pub(crate) crit: f64,
    pub(crate) crit_multiplier: f64,
    pub(crate) stacks: u32,
    pub(crate) refresh: Refresh,
    pub(crate) pandemic: f64,
    /// Time added by an extending application; `None` for the full duration.
    pub(crate) added: Option<Micros>,
    /// Maximum remaining time after an extending application.
    pub(crate) longest: Micros,
    pub(crate) overwrite: Overwrite,
    pub(crate) ticks_hasted: bool,
    pub(crate) duration_hasted: bool,
    pub(crate) partial: bool,
    pub(crate) at_once: bool,
    pub(crate) snapshot: bool,
    pub(crate) gain: Vec<(u16, i64)>,
    /// Procs to try after a tick: the first list after a normal tick, the second after a critical
    /// tick.
    pub(crate) procs: [Vec<Attempt>; 2],
    pub(crate) crit_source: Source,
    pub(crate) damage_source: Source,
    pub(crate) slot: Slot,
    pub(crate) instance: usize,
}

impl Dot {
    /// Returns the bearer as raw events identify it: [`ACTOR`], or the index of the target.
    pub(crate) fn bearer(&self, target: usize) -> u16 {
        if self.on == Side::Actor { ACTOR } else { target as u16 }
    }
}

/// A proc to try after an attack or a tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt {
    pub(crate) proc: u16,
    pub(crate) needs: Needs,
}

/// Requirements for the success of an attempt of a proc.
#[derive(Clone, Copy, Debug)]
// The variant is chosen once, when the plan is compiled, and not at each attempt.
pub(crate) enum Needs {
    /// No requirement: every attempt succeeds.
    Nothing,
    /// The roll must be below this threshold.
    Roll(u64),
    /// The roll must be below a variable chance, see [`Odds`].
    Odds,
    /// The proc's condition, if there is one, must hold. Then the roll must be below the chance,
    /// unless the chance is 1.
    Evaluation,
    /// The proc's condition, if there is one, must hold, and the roll must be below this threshold.
    EvaluationAndRoll(u64),
}

/// How the chance of an attempt is determined.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Odds {
    /// The chance of each attempt is constant.
    Fixed,
    /// The chance is a rate multiplied by the microseconds since the last attempt.
    Real { rate: f64, hasted: bool, bad_luck_protection: bool, longest_gap: Micros },
    /// Of each `cards` consecutive attempts, `hits` succeed, in random order.
    Deck { hits: u32, cards: u32 },
    /// The chance of the n-th attempt since the last success is n times this number.
    Accumulates(f64),
    /// The chance is computed by the proc's own formula.
    Computed,
}

#[derive(Clone, Debug)]
pub(crate) struct Proc {
    pub(crate) condition: Option<Program>,
    /// Formula of the chance, if it is computed.
    pub(crate) chance: Option<Number>,
    pub(crate) odds: Odds,
    pub(crate) cooldown: Micros,
    pub(crate) effects: Effects,
}

/// Effects of an attack on a target that bears a debuff.
#[derive(Clone, Debug)]
pub(crate) struct Reaction {
    pub(crate) aura: u16,
    pub(crate) damage: f64,
    pub(crate) takes: Option<u32>,
    pub(crate) cooldown: Micros,
    pub(crate) effects: Effects,
}

#[derive(Clone, Debug)]
pub(crate) struct Resource {
    pub(crate) cap: i64,
    pub(crate) start: i64,
    /// Regeneration in millionths per microsecond, which equals units per second.
    pub(crate) regen: f64,
    /// Whether the resource ever regenerates.
    pub(crate) regenerates: bool,
    /// Whether the regeneration depends on a member's speed.
    pub(crate) hasted: bool,
    /// Member whose speed affects the regeneration.
    pub(crate) of: u8,
    /// Buffs that add to the regeneration, each with the amount per stack, in units per second.
    pub(crate) added: Vec<(u16, f64)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Phase {
    /// Times at which the phase begins; empty if the phase begins at a health threshold.
    pub(crate) from: Vec<Micros>,
    /// Fraction of the first target's health at which the phase begins.
    pub(crate) below: Option<f64>,
    /// Fraction of the first target's health at which the phase ends.
    pub(crate) until: Option<f64>,
    /// Least and greatest length of the phase, in seconds; `None` for no limit.
    pub(crate) lasts: Option<[f64; 2]>,
    pub(crate) source: Source,
    pub(crate) every: Option<Micros>,
    pub(crate) targets: Option<u32>,
    pub(crate) taken: f64,
    pub(crate) downtime: bool,
    pub(crate) movement: bool,
    pub(crate) stun: bool,
    pub(crate) slot: Slot,
}

/// A uniformly distributed delay, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delay {
    pub(crate) least: f64,
    pub(crate) width: f64,
    pub(crate) source: Source,
}

/// Times at which a target joins and leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    pub(crate) joins: Micros,
    pub(crate) leaves: Micros,
    pub(crate) slot: Slot,
}

/// The step of a line that cancels a buff, waits, or queues an ability.
#[derive(Clone, Debug)]
pub(crate) enum SpecialStep {
    CancelBuff(u16),
    Wait(Micros),
    /// Waits for a computed number of seconds.
    WaitFor(Number),
    /// Queues the ability to replace the next repetition of another ability.
    Queue(u16),
}

#[derive(Clone, Debug)]
pub(crate) struct Action {
    /// Index of the ability used. For a line without an ability, this is the number of abilities;
    /// the cooldown with this index is always ready.
    pub(crate) ability: u16,
    pub(crate) special: Option<Box<SpecialStep>>,
    /// Cost of the ability.
    pub(crate) cost: Vec<(u16, i64)>,
    pub(crate) price: Option<Box<Price>>,
    /// All conditions joined, including those of the calls that lead to the line.
    pub(crate) condition: Option<Program>,
    pub(crate) cycle: bool,
    /// For a called line with `cycle`: first the conditions of the calls, which are evaluated for
    /// the first target, and then the line's own condition, which is evaluated for each target.
    pub(crate) gated: Option<Box<(Program, Program)>>,
}

/// A member of the actor's side.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) stats: Stats,
    pub(crate) gcd_min: Micros,
    /// Buff on which the member depends: without it, the member is absent. `None` if the member is
    /// always present.
    pub(crate) with: Option<u16>,
    /// The lines of the member's list, in groups of 64.
    pub(crate) actions: Vec<Vec<Action>>,
    /// Total number of lines in the action lists of the members before this member.
    pub(crate) first_line: usize,
    /// For each group: mask of the lines that cannot be used while moving.
    pub(crate) casting: Vec<u64>,
    /// For each group: mask of the lines that can be used during a global cooldown.
    pub(crate) in_gcd: Vec<u64>,
    /// For each group: mask of the lines that can be used during a cast.
    pub(crate) in_cast: Vec<u64>,
    /// Whether any line can be used during a global cooldown or a cast.
    pub(crate) weaves: bool,
    pub(crate) cast_slot: Slot,
    /// Slot of the channel; used only if the member has a channelled ability.
    pub(crate) channel_slot: Slot,
    pub(crate) ready_slot: Slot,
    /// Buffs that modify the member's attacks.
    pub(crate) modifiers: Vec<u16>,
    /// Buffs that modify the member's haste.
    pub(crate) speed_modifiers: Vec<u16>,
    /// Repeating abilities whose interval depends on the member's speed.
    pub(crate) hasted_repeats: Vec<u16>,
    /// Resources whose regeneration depends on the member's speed.
    pub(crate) hasted_resources: Vec<u16>,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each field is an independent property")]
pub(crate) struct Plan {
    /// The actor's side: the actor and its companions.
    pub(crate) members: Box<[Member]>,
    /// Whether there are companions.
    pub(crate) team: bool,
    /// Stats of each target.
    pub(crate) foes: Vec<Stats>,
    /// Times at which each target joins and leaves; empty unless there are `[targets]`.
    pub(crate) schedules: Vec<Schedule>,
    pub(crate) poll: Micros,
    /// Delay of the actor's decisions.
    pub(crate) latency: Option<Delay>,
    /// For each buff, the delay until the actor sees new stacks.
    pub(crate) reaction: Option<Vec<Delay>>,
    pub(crate) length: Option<f64>,
    pub(crate) spread: Spread,
    /// Health of the actor, in thousandths of a point; 0 if the actor cannot die.
    pub(crate) actor_health: u64,
    /// Health of each target, in thousandths of a point; 0 if targets have no health.
    pub(crate) target_health: Vec<u64>,
    /// Whether targets have health.
    pub(crate) health_pool: bool,
    /// Latest end of a fight without a length.
    pub(crate) limit: Micros,
    /// Number of targets without the additional targets of phases.
    pub(crate) targets: u32,
    /// Maximum number of targets at once.
    pub(crate) most_targets: u32,
    pub(crate) phases: Vec<Phase>,
    /// Whether any phase begins or ends because of the first target's health.
    pub(crate) phases_by_health: bool,
    pub(crate) resources: Vec<Resource>,
    pub(crate) abilities: Vec<Ability>,
    pub(crate) buffs: Vec<Buff>,
    pub(crate) buff_instances: usize,
    /// Resources whose regeneration is modified by buffs.
    pub(crate) buffed_resources: Vec<u16>,
    /// Buffs that modify targets.
    pub(crate) target_modifiers: Vec<u16>,
    /// Whether any buff in `target_modifiers` modifies chances of an attack table.
    pub(crate) target_chances: bool,
    /// Buffs that absorb damage to the actor.
    pub(crate) shields: Vec<u16>,
    pub(crate) dots: Vec<Dot>,
    pub(crate) dot_instances: usize,
    pub(crate) procs: Vec<Proc>,
    pub(crate) reactions: Vec<Reaction>,
    pub(crate) timers: Vec<Timer>,
    /// Substream of each generator.
    pub(crate) streams: Vec<u64>,
    pub(crate) length_source: Source,
    pub(crate) bins: Bins,
    /// Approximate cost of setting up and finishing a fight, in loop iterations.
    pub(crate) reset_turns: u32,
}
