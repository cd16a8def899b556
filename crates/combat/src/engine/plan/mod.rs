//! A profile made ready for the event loop: durations in microseconds, slots and streams handed out, who
//! triggers whom written down.
//!
//! | room | its one concern |
//! |---|---|
//! | [`slots`] | who has which slot of the queue, and which random stream |
//! | [`build`] | from the profile's model to the plan |
//!
//! A plan does not change while fights go on; what changes is in [`State`](super::state::State), in lists
//! with the same places. Names are gone: `u16` is the place of a buff, a resource, a proc, … in its list
//! here, in the order of the profile. Amounts of resources are whole millionths, durations microseconds, so
//! that sums are exact in any order.
//!
//! What each target can have for itself takes as many instances, and slots of the queue, as there can be
//! targets at once. They lie side by side, and only the first is kept here:
//!
//! ```text
//!   buffs          shout     sunder (on targets)      rage
//!                  (actor)   1st     2nd     3rd      (actor)
//!   instance       0         1       2       3        4           sunder.instance + target
//!   slot           s         s + 1   s + 2   s + 3    s + 4       sunder.slot + target
//! ```

mod build;
mod slots;

use super::aura_state::Renewal;
use super::bins::Bins;
use super::log::ACTOR;
use super::queue::Slot;
use crate::condition::Program;
use crate::condition::typed::Number;
use crate::outcome::AttackOutcome;
use crate::profile::model::{Bearer, Modifiers, Overwrite, Refresh, Side, Spread, Stats};
use crate::units::{LONGEST, Micros, NEVER, float, micros, nearest};
pub(crate) use slots::{Source, Stream, Timer};

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Table {
    pub(crate) two_rolls: bool,
    /// The outcomes in order; a hit from the end on.
    pub(crate) order: [AttackOutcome; AttackOutcome::COUNT],
    pub(crate) length: usize,
    /// Whether attacks on this table can crit at all.
    pub(crate) crits: bool,
    /// The chance of each of the outcomes in order, as far as buffs do not change it.
    pub(crate) chances: [f64; AttackOutcome::COUNT],
    /// What the table itself says of each, in place of the defender's chance.
    pub(crate) own: [Option<f64>; AttackOutcome::COUNT],
    /// The places of those that buffs change: the crit, what the actor avoids by itself, and whatever buffs of
    /// this profile bear on.
    pub(crate) moving: Vec<u8>,
    /// Whether others than the crit move; and whether they, or the crit, differ from target to target.
    pub(crate) moves: bool,
    pub(crate) by_target: bool,
    /// What the table adds to crit.
    pub(crate) crit: f64,
    pub(crate) multipliers: [f64; AttackOutcome::COUNT],
}

/// Something left on a target that was struck.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
    Buff(u16),
    Dot(u16),
}

/// Something else that happens besides damage.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effect {
    /// Damage over time on the actor.
    Dot(u16),
    Remove(u16),
    /// On the actor.
    Buff(u16),
    /// Millionths.
    Gain(u16, i64),
    Reset(u16),
    Advance(u16, Micros),
    Use(u16),
}

/// What happens besides damage, in this order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    pub(crate) marks: Vec<Mark>,
    pub(crate) others: Vec<Effect>,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the profile, independent of the others")]
pub(crate) struct Ability {
    pub(crate) by: Side,
    /// Of one on the actor's side, whose it is.
    pub(crate) member: u8,
    pub(crate) table: Option<Table>,
    /// Damage roll, weapon included.
    pub(crate) low: f64,
    pub(crate) width: f64,
    /// How much power adds, weapon included.
    pub(crate) coefficient: f64,
    pub(crate) damages: bool,
    pub(crate) heal: Option<Heal>,
    pub(crate) crit: f64,
    pub(crate) targets: u32,
    pub(crate) cost: Vec<(u16, i64)>,
    /// In place of the cost, where it changes.
    pub(crate) price: Option<Box<Price>>,
    pub(crate) spends: Option<Box<Spends>>,
    /// Millionths a thousandth of damage.
    pub(crate) gain_per_damage: Vec<(u16, f64)>,
    pub(crate) gcd: Micros,
    pub(crate) cast: Micros,
    pub(crate) cooldown: Micros,
    pub(crate) charges: u32,
    /// The interval, and the first time if it is fixed.
    pub(crate) every: Option<(Micros, Option<Micros>)>,
    pub(crate) spread: Spread,
    pub(crate) gcd_hasted: bool,
    pub(crate) cast_hasted: bool,
    pub(crate) cooldown_hasted: bool,
    pub(crate) every_hasted: bool,
    pub(crate) effects: Effects,
    /// The procs to try after each outcome.
    pub(crate) procs: [Vec<Attempt>; AttackOutcome::COUNT],
    /// What its attacks can bring about.
    pub(crate) reactions: Vec<u16>,
    /// Buffs that bear on this ability alone.
    pub(crate) own_modifiers: Vec<u16>,
    /// Buffs of which it uses up a charge: those on the actor, and those on whomever it attacks.
    pub(crate) consumes: Vec<u16>,
    pub(crate) consumes_on_targets: Vec<u16>,
    pub(crate) rolls_damage: bool,
    /// Whether it can be cast on the move.
    pub(crate) moving: bool,
    /// Whether what its attack comes to differs from target to target.
    pub(crate) by_target: bool,
    pub(crate) vary: Source,
    pub(crate) charge_slot: Slot,
    pub(crate) every_slot: Slot,
    /// How long it is on its way; and its slot, if it takes any time.
    pub(crate) travel: Micros,
    pub(crate) flight_slot: Slot,
    /// Whether it takes effect as soon as it is used: it is neither cast nor channelled.
    pub(crate) instant: bool,
    pub(crate) channel: Option<Box<Channel>>,
    /// Of one that repeats: what has to hold, and the abilities that may take its place; if there is either.
    pub(crate) turn: Option<Box<Turn>>,
}

/// What decides about a repetition that is due.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) condition: Option<Program>,
    pub(crate) replacing: Vec<u16>,
}

/// An ability that goes on for a while.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub(crate) length: Micros,
    pub(crate) ticks: u32,
    pub(crate) hasted: bool,
    /// When it is cut short after a tick.
    pub(crate) clip: Option<Program>,
}

/// What an ability takes all of, and what each unit of it brings.
#[derive(Clone, Debug)]
pub(crate) struct Spends {
    pub(crate) resource: u16,
    /// What there has to be, and the most that is taken: millionths.
    pub(crate) least: i64,
    pub(crate) most: i64,
    pub(crate) damage: f64,
    pub(crate) coefficient: f64,
    pub(crate) heal: f64,
    /// Seconds that buffs and damage over time of the ability last longer.
    pub(crate) duration: f64,
}

impl Spends {
    /// How much longer so many units make what the ability leaves.
    pub(crate) fn longer(&self, spent: f64) -> Micros {
        micros((self.duration * spent).min(LONGEST))
    }
}

/// What an ability costs where buffs bear on it.
#[derive(Clone, Debug)]
pub(crate) struct Price {
    /// Without them, in units.
    pub(crate) base: Vec<(u16, f64)>,
    /// The buffs that do.
    pub(crate) buffs: Vec<u16>,
    /// Their bits of [`Depends`](crate::condition::Depends).
    pub(crate) depends: u64,
}

/// Health that an ability gives back, and where the roll between the least and the most comes from.
#[derive(Clone, Debug)]
pub(crate) struct Heal {
    pub(crate) low: f64,
    pub(crate) width: f64,
    pub(crate) source: Source,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Buff {
    pub(crate) on: Side,
    pub(crate) bearer: Bearer,
    pub(crate) stacks: u32,
    pub(crate) charges: Option<u32>,
    pub(crate) renewal: Renewal,
    /// What a renewal is made of when an application lasts longer.
    pub(crate) pandemic: f64,
    pub(crate) extend_by: Option<Micros>,
    pub(crate) modifiers: Modifiers,
    /// Whether a change of it changes attacks, or the actor's speed.
    pub(crate) changes_attacks: bool,
    pub(crate) changes_speed: bool,
    pub(crate) changes_regeneration: bool,
    /// Points of damage to the actor that each stack swallows.
    pub(crate) absorb: f64,
    pub(crate) start: bool,
    /// The first of its slots: one on the actor, or one a target.
    pub(crate) slot: Slot,
    /// The first of its instances.
    pub(crate) instance: usize,
}

impl Buff {
    /// What an application does that lasts longer: 500,000 seconds at most.
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

    /// How many times it counts: a charge is not a stack, three charges of a buff are one buff for three
    /// attacks.
    #[inline]
    pub(crate) fn copies(&self, stacks: u32) -> u32 {
        if self.charges.is_some() { stacks.min(1) } else { stacks }
    }

    /// How many times its figures count.
    #[inline]
    pub(crate) fn weight(&self, stacks: u32) -> f64 {
        f64::from(self.copies(stacks))
    }

    pub(crate) fn is_independent(&self) -> bool {
        self.renewal.refresh == Refresh::Independent
    }
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the profile, independent of the others")]
pub(crate) struct Dot {
    pub(crate) on: Side,
    /// Whose figures its ticks have, of the actor's side.
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
    /// What an application that extends adds, if it is not the duration; and the most that it may leave.
    pub(crate) added: Option<Micros>,
    pub(crate) longest: Micros,
    pub(crate) overwrite: Overwrite,
    pub(crate) ticks_hasted: bool,
    pub(crate) duration_hasted: bool,
    pub(crate) partial: bool,
    pub(crate) at_once: bool,
    pub(crate) snapshot: bool,
    pub(crate) gain: Vec<(u16, i64)>,
    /// The procs to try after a hit, and after a crit.
    pub(crate) procs: [Vec<Attempt>; 2],
    pub(crate) crit_source: Source,
    pub(crate) damage_source: Source,
    pub(crate) slot: Slot,
    pub(crate) instance: usize,
}

impl Dot {
    /// Who bears it, as the log has it.
    pub(crate) fn bearer(&self, target: usize) -> u16 {
        if self.on == Side::Actor { ACTOR } else { target as u16 }
    }
}

/// One try of a proc after an attack or a tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt {
    pub(crate) proc: u16,
    pub(crate) needs: Needs,
}

/// What an attempt needs in order to succeed.
#[derive(Clone, Copy, Debug)]
// Told apart once, when the plan is made, and not at each attempt.
pub(crate) enum Needs {
    /// Nothing: what is certain needs no roll.
    Nothing,
    /// A roll below this, always the same.
    Roll(u64),
    /// A roll below a chance that changes: see [`Odds`].
    Odds,
    /// That a condition holds, and then what the proc's odds say: nothing, if they are fixed.
    Judgement,
    /// That a condition holds, and a roll below this.
    JudgementAndRoll(u64),
}

/// How likely an attempt is to succeed, where that changes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Odds {
    /// Each attempt has its own chance.
    Fixed,
    /// A microsecond since the last attempt.
    Real {
        rate: f64,
        hasted: bool,
        bad_luck_protection: bool,
        longest_gap: Micros,
    },
    Deck {
        hits: u32,
        cards: u32,
    },
    Accumulates(f64),
    /// By the proc's own formula.
    Computed,
}

#[derive(Clone, Debug)]
pub(crate) struct Proc {
    pub(crate) condition: Option<Program>,
    /// What the chance of an attempt is, where it is worked out.
    pub(crate) chance: Option<Number>,
    pub(crate) odds: Odds,
    pub(crate) cooldown: Micros,
    pub(crate) effects: Effects,
}

/// What an attack brings about on a target that bears a debuff.
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
    /// Millionths a microsecond, which is units a second.
    pub(crate) regen: f64,
    /// Whether it regenerates at any time, and whether that depends on the actor's speed.
    pub(crate) regenerates: bool,
    pub(crate) hasted: bool,
    /// Whose speed that is.
    pub(crate) of: u8,
    /// Buffs that add to it, and how much for each stack.
    pub(crate) added: Vec<(u16, f64)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Phase {
    /// When it begins, each time: never, if it does so by health.
    pub(crate) from: Vec<Micros>,
    /// The parts of the first target's health at which it begins, and ends.
    pub(crate) below: Option<f64>,
    pub(crate) until: Option<f64>,
    /// How long, in seconds: never ending without.
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

/// A time between a least and a most, every one as likely.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delay {
    pub(crate) least: f64,
    pub(crate) width: f64,
    pub(crate) source: Source,
}

/// When a target comes and goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coming {
    pub(crate) joins: Micros,
    pub(crate) leaves: Micros,
    pub(crate) slot: Slot,
}

/// What a line does that uses no ability, or not at once.
#[derive(Clone, Debug)]
pub(crate) enum Aside {
    CancelBuff(u16),
    Wait(Micros),
    /// So many seconds, worked out.
    WaitFor(Number),
    /// The ability waits to take the place of the next repetition of another.
    Queue(u16),
}

#[derive(Clone, Debug)]
pub(crate) struct Action {
    /// The ability that it uses: of a line that does something else the one after the last, which is always ready
    /// and costs nothing.
    pub(crate) ability: u16,
    pub(crate) aside: Option<Box<Aside>>,
    /// What the ability costs.
    pub(crate) cost: Vec<(u16, i64)>,
    pub(crate) price: Option<Box<Price>>,
    /// All that has to hold, calls that lead to the line included.
    pub(crate) condition: Option<Program>,
    pub(crate) cycle: bool,
    /// Where calls lead to a line with `cycle`: what they ask about the first target, and what the line itself
    /// asks about each.
    pub(crate) gated: Option<Box<(Program, Program)>>,
}

/// One on the actor's side: what it has for itself.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) stats: Stats,
    pub(crate) gcd_min: Micros,
    /// It is there only while this buff is up.
    pub(crate) with: Option<u16>,
    /// The lines of its list, in groups as they wait together, and how many stand before them in other lists.
    pub(crate) actions: Vec<Vec<Action>>,
    pub(crate) first_line: usize,
    /// Of each group the lines that cannot be used on the move, a bit each.
    pub(crate) casting: Vec<u64>,
    /// Of each group the lines that can be used while a global cooldown runs, and those that can be during a cast.
    pub(crate) in_gcd: Vec<u64>,
    pub(crate) in_cast: Vec<u64>,
    /// Whether there are any.
    pub(crate) weaves: bool,
    pub(crate) cast_slot: Slot,
    /// If it channels anything.
    pub(crate) channel_slot: Slot,
    pub(crate) ready_slot: Slot,
    /// Buffs with figures for it, and those with haste.
    pub(crate) modifiers: Vec<u16>,
    pub(crate) speed_modifiers: Vec<u16>,
    /// Abilities that it repeats at its own speed, and resources that regenerate at it.
    pub(crate) hasted_repeats: Vec<u16>,
    pub(crate) hasted_resources: Vec<u16>,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Plan {
    /// The actor's side: itself, and its companions.
    pub(crate) members: Box<[Member]>,
    /// Whether there are any.
    pub(crate) team: bool,
    /// The figures of each target.
    pub(crate) foes: Vec<Stats>,
    /// When each comes and goes, if they are not alike; else empty.
    pub(crate) comings: Vec<Coming>,
    pub(crate) poll: Micros,
    /// How much later than it could the actor decides; and how much later it sees that a buff has more stacks, with
    /// a source for each buff.
    pub(crate) latency: Option<Delay>,
    pub(crate) reaction: Option<Vec<Delay>>,
    pub(crate) length: Option<f64>,
    pub(crate) spread: Spread,
    /// Health of the actor, 0 if it cannot die, and of each target.
    pub(crate) actor_health: u64,
    pub(crate) target_health: Vec<u64>,
    /// Whether targets have health to lose.
    pub(crate) health_pool: bool,
    /// The end of a fight that has no length.
    pub(crate) limit: Micros,
    pub(crate) targets: u32,
    pub(crate) most_targets: u32,
    pub(crate) phases: Vec<Phase>,
    /// Whether any of them begins or ends by the health that a target has.
    pub(crate) phases_by_health: bool,
    pub(crate) resources: Vec<Resource>,
    pub(crate) abilities: Vec<Ability>,
    pub(crate) buffs: Vec<Buff>,
    pub(crate) buff_instances: usize,
    /// Resources whose regeneration buffs change.
    pub(crate) buffed_resources: Vec<u16>,
    /// Buffs with figures for a target.
    pub(crate) target_modifiers: Vec<u16>,
    /// Whether any of these bears on chances.
    pub(crate) target_chances: bool,
    /// Buffs that absorb damage to the actor.
    pub(crate) shields: Vec<u16>,
    pub(crate) dots: Vec<Dot>,
    pub(crate) dot_instances: usize,
    pub(crate) procs: Vec<Proc>,
    pub(crate) reactions: Vec<Reaction>,
    pub(crate) timers: Vec<Timer>,
    /// The substream of each generator.
    pub(crate) streams: Vec<u64>,
    pub(crate) length_source: Source,
    pub(crate) bins: Bins,
    /// As long as so many turns of the event loop it takes, about, to make the state ready for a fight and to
    /// settle it after.
    pub(crate) reset_turns: u32,
}
