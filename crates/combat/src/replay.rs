//! Replay of one iteration with a log of its events.

use std::fmt;

use quadrille_combat_lang::AttackOutcome;
use quadrille_memory::reserve;
use quadrille_progress::{Cancelled, Stopped};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::engine::FightResult;
use crate::engine::log::{FightEnd, RawEvent};
use crate::names::Names;
use crate::results::Totals;
use crate::units::{Micros, rate, seconds};

/// One iteration, run again with a log.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Index of the iteration, counted from 0.
    pub iteration: u64,
    /// Damage to targets, in thousandths of a point. The same iteration in a block does the same
    /// damage.
    pub damage_milli: u64,
    /// Damage to the actor, in thousandths of a point.
    pub taken_milli: u64,
    /// Length of the fight, in microseconds.
    pub length_micros: u64,
    /// Reason for the end of the fight.
    pub ending: FightEnd,
    /// Totals of this fight.
    pub totals: Totals,
    /// Number of lines of the complete log.
    pub lines: u64,
    /// The lines of the log, in order. Lines after the requested number of lines are left out.
    pub log: Vec<LogEntry>,
}

/// One line of a [`Replay`]'s log: an event and its time.
///
/// The [`Display`](fmt::Display) form is human-readable: the time in seconds with three decimals,
/// right-aligned in nine columns, two spaces, and the event.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct LogEntry {
    /// Seconds since the start of the fight.
    pub time: f64,
    /// The event with its amounts.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub event: ReplayEvent,
}

/// An event of a fight. Targets are counted from 1, and 0 is the actor. A buff on the actor's side
/// has no target. Times are in seconds since the start of the fight, except `length`. Damage,
/// healing and absorption are in points. Amounts and levels of resources are in units.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the names of the fields describe them")]
#[non_exhaustive]
pub enum ReplayEvent {
    /// The fight starts; `length` is its length in seconds, if known.
    Start { length: Option<f64> },
    /// The fight is over.
    End { ending: FightEnd },
    /// A phase begins or ends.
    Phase { name: String, begins: bool },
    /// A cast begins.
    Cast { ability: String, finishes: f64 },
    /// A cast is interrupted.
    Break { ability: String },
    /// An ability takes effect.
    Use { ability: String },
    /// An attack on one target; target 0 is the actor.
    Attack { ability: String, target: u16, outcome: AttackOutcome, damage: f64 },
    /// A tick of damage over time; `partial` if the end of the damage over time cuts its last tick
    /// interval short.
    Tick { dot: String, target: u16, outcome: AttackOutcome, damage: f64, partial: bool },
    /// A buff on the actor absorbs damage.
    Absorb { name: String, amount: f64 },
    /// The actor is healed.
    Heal { ability: String, amount: f64 },
    /// A buff begins, changes its stacks or is refreshed.
    Buff { name: String, target: Option<u16>, stacks: u32 },
    /// A buff ends.
    BuffEnd { name: String, target: Option<u16> },
    /// Damage over time begins or is refreshed.
    Dot { name: String, target: u16, stacks: u32 },
    /// Damage over time ends.
    DotEnd { name: String, target: u16 },
    /// A proc succeeds.
    Proc { name: String },
    /// An attack triggers a reaction, because its target bears the reaction's debuff.
    Reaction { name: String, target: u16 },
    /// A resource is gained. Regeneration is not logged.
    Gain { resource: String, amount: f64, level: f64 },
    /// A resource is spent.
    Spend { resource: String, amount: f64, level: f64 },
    /// A charge returns.
    Charge { ability: String, charges: u32 },
    /// A cooldown ends early.
    Reset { ability: String },
    /// A target dies.
    Death { target: u16 },
    /// A target joins the fight, or a living target leaves the fight.
    Coming { target: u16, joins: bool },
    /// The action list makes the actor wait until the time `until`.
    Wait { until: f64 },
    /// An ability is launched at its first target. It lands at the time `lands`.
    Launch { ability: String, target: u16, lands: f64 },
    /// An ability lands after all of its targets have died or left.
    Lost { ability: String },
    /// An ability is queued to replace the next repetition of another ability.
    Queue { ability: String },
    /// The cost of a queued ability cannot be paid at the repetition that it should replace. The
    /// repeating ability is used instead.
    Unqueue { ability: String },
    /// A channel begins.
    Channel { ability: String, ends: f64 },
    /// The actor ends its channel early (clips it).
    Clip { ability: String },
}

impl Replay {
    pub(crate) fn new(
        iteration: u64,
        fight: FightResult,
        totals: Totals,
        lines: u64,
        log: Vec<LogEntry>,
    ) -> Self {
        let FightResult { damage, taken, length, ending } = fight;
        Self {
            iteration,
            damage_milli: damage,
            taken_milli: taken,
            length_micros: length,
            ending,
            totals,
            lines,
            log,
        }
    }

    /// Returns the damage to targets, in points.
    pub fn damage(&self) -> f64 {
        self.damage_milli as f64 / 1e3
    }

    /// Returns the damage to targets per second; `None` for a fight of length 0. The same iteration
    /// in a block has the same DPS.
    pub fn dps(&self) -> Option<f64> {
        rate(self.damage_milli, self.length_micros)
    }

    /// Returns the length of the fight, in seconds.
    pub fn length(&self) -> f64 {
        seconds(self.length_micros)
    }
}

/// Converts raw events to log entries with names. Calls `check` once per 4096 events, because there
/// may be millions of events.
pub(crate) fn name_events<T>(
    events: &[(Micros, RawEvent)],
    names: &Names,
    mut check: impl FnMut() -> Result<T, Cancelled>,
) -> Result<Vec<LogEntry>, Stopped> {
    let mut log = Vec::new();
    reserve(&mut log, events.len())?;
    for chunk in events.chunks(4096) {
        check()?;
        let entry = |&(time, event)| LogEntry { time: seconds(time), event: named(event, names) };
        log.extend(chunk.iter().map(entry));
    }
    Ok(log)
}

/// Converts the target of a raw event to its number in the log. In raw events, targets are counted
/// from 0, and the actor is `u16::MAX`. In the log, targets are counted from 1, and the actor is 0.
const fn log_number(target: u16) -> u16 {
    target.wrapping_add(1)
}

/// Converts a raw event to an event with names.
fn named(event: RawEvent, names: &Names) -> ReplayEvent {
    let pick = |list: &crate::names::List, place: u16| list.names[usize::from(place)].clone();
    let ability = |place| pick(&names.abilities, place);
    let points = |milli: u64| milli as f64 / 1e3;
    let units = |millionths: i64| millionths as f64 / 1e6;
    match event {
        RawEvent::Starts { length } => ReplayEvent::Start { length: length.map(seconds) },
        RawEvent::Ends(ending) => ReplayEvent::End { ending },
        RawEvent::Phase { phase, begins } => ReplayEvent::Phase { name: pick(&names.phases, phase), begins },
        RawEvent::Casts { ability: place, finishes } => {
            ReplayEvent::Cast { ability: ability(place), finishes: seconds(finishes) }
        }
        RawEvent::Breaks { ability: place } => ReplayEvent::Break { ability: ability(place) },
        RawEvent::Uses { ability: place } => ReplayEvent::Use { ability: ability(place) },
        RawEvent::Attack { ability: place, target, outcome, damage } => ReplayEvent::Attack {
            ability: ability(place),
            target: log_number(target),
            outcome,
            damage: points(damage),
        },
        RawEvent::Tick { dot, target, outcome, damage, partial } => ReplayEvent::Tick {
            dot: pick(&names.dots, dot),
            target: log_number(target),
            outcome,
            damage: points(damage),
            partial,
        },
        RawEvent::Absorbs { buff, amount } => {
            ReplayEvent::Absorb { name: pick(&names.buffs, buff), amount: points(amount) }
        }
        RawEvent::Heals { ability: place, amount } => {
            ReplayEvent::Heal { ability: ability(place), amount: points(amount) }
        }
        RawEvent::Buff { buff, target, stacks } => ReplayEvent::Buff {
            name: pick(&names.buffs, buff),
            target: target.map(|target| target + 1),
            stacks,
        },
        RawEvent::BuffEnds { buff, target } => {
            ReplayEvent::BuffEnd { name: pick(&names.buffs, buff), target: target.map(|target| target + 1) }
        }
        RawEvent::Dot { dot, target, stacks } => {
            ReplayEvent::Dot { name: pick(&names.dots, dot), target: log_number(target), stacks }
        }
        RawEvent::DotEnds { dot, target } => {
            ReplayEvent::DotEnd { name: pick(&names.dots, dot), target: log_number(target) }
        }
        RawEvent::Proc { proc } => ReplayEvent::Proc { name: pick(&names.procs, proc) },
        RawEvent::Reacts { reaction, target } => {
            ReplayEvent::Reaction { name: pick(&names.reactions, reaction), target: target + 1 }
        }
        RawEvent::Gains { resource, amount, level } => ReplayEvent::Gain {
            resource: pick(&names.resources, resource),
            amount: units(amount),
            level: units(level),
        },
        RawEvent::Spends { resource, amount, level } => ReplayEvent::Spend {
            resource: pick(&names.resources, resource),
            amount: units(amount),
            level: units(level),
        },
        RawEvent::Charge { ability: place, charges } => {
            ReplayEvent::Charge { ability: ability(place), charges }
        }
        RawEvent::Reset { ability: place } => ReplayEvent::Reset { ability: ability(place) },
        RawEvent::Comes { target, joins } => ReplayEvent::Coming { target: target + 1, joins },
        RawEvent::Dies { target } => ReplayEvent::Death { target: target + 1 },
        RawEvent::Waits { until } => ReplayEvent::Wait { until: seconds(until) },
        RawEvent::Launches { ability: place, target, lands } => {
            ReplayEvent::Launch { ability: ability(place), target: target + 1, lands: seconds(lands) }
        }
        RawEvent::Channels { ability: place, ends } => {
            ReplayEvent::Channel { ability: ability(place), ends: seconds(ends) }
        }
        RawEvent::Clips { ability: place } => ReplayEvent::Clip { ability: ability(place) },
        RawEvent::Lost { ability: place } => ReplayEvent::Lost { ability: ability(place) },
        RawEvent::Queues { ability: place } => ReplayEvent::Queue { ability: ability(place) },
        RawEvent::Unqueues { ability: place } => ReplayEvent::Unqueue { ability: ability(place) },
    }
}

/// Human-readable line: the time, then the event.
impl fmt::Display for LogEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>9.3}  {}", self.time, self.event)
    }
}

/// Human-readable description of the event.
impl fmt::Display for ReplayEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { length: Some(length) } => write!(f, "the fight starts; it will last {length:.3} s"),
            Self::Start { length: None } => write!(f, "the fight starts"),
            Self::End { ending: FightEnd::Time } => write!(f, "the fight is over: time is up"),
            Self::End { ending: FightEnd::Kill } => write!(f, "the fight is over: the last target is dead"),
            Self::End { ending: FightEnd::Death } => write!(f, "the fight is over: the actor is dead"),
            Self::Phase { name, begins: true } => write!(f, "phase {name} begins"),
            Self::Phase { name, begins: false } => write!(f, "phase {name} ends"),
            Self::Cast { ability, finishes } => write!(f, "begins to cast {ability}, until {finishes:.3} s"),
            Self::Break { ability } => write!(f, "{ability} is interrupted"),
            Self::Use { ability } => write!(f, "uses {ability}"),
            Self::Attack { ability, target, outcome, damage } => {
                write!(f, "{ability} {} {}{}", verb(*outcome), TargetName(*target), Damage(*damage))
            }
            Self::Tick { dot, target, outcome, damage, partial } => {
                let part = if *partial { "a last, partial tick of " } else { "" };
                write!(f, "{part}{dot} {} {}{}", verb(*outcome), TargetName(*target), Damage(*damage))
            }
            Self::Absorb { name, amount } => write!(f, "{name} absorbs {amount:.1}"),
            Self::Heal { ability, amount } => write!(f, "{ability} heals {amount:.1}"),
            Self::Buff { name, target, stacks } => write!(f, "{name} is up{}{}", Times(*stacks), On(*target)),
            Self::BuffEnd { name, target } => write!(f, "{name} ends{}", On(*target)),
            Self::Dot { name, target, stacks } => {
                write!(f, "{name} is up{} on {}", Times(*stacks), TargetName(*target))
            }
            Self::DotEnd { name, target } => write!(f, "{name} ends on {}", TargetName(*target)),
            Self::Proc { name } => write!(f, "{name} procs"),
            Self::Reaction { name, target } => write!(f, "the reaction {name} occurs on target {target}"),
            Self::Gain { resource, amount, level } => write!(f, "{resource} +{amount:.1}, now {level:.1}"),
            Self::Spend { resource, amount, level } => write!(f, "{resource} −{amount:.1}, now {level:.1}"),
            Self::Charge { ability, charges } => write!(f, "a charge of {ability} returns, now {charges}"),
            Self::Reset { ability } => write!(f, "the cooldown of {ability} ends early"),
            Self::Coming { target, joins: true } => write!(f, "target {target} joins the fight"),
            Self::Coming { target, joins: false } => write!(f, "target {target} leaves the fight"),
            Self::Death { target } => write!(f, "target {target} dies"),
            Self::Wait { until } => write!(f, "waits until {until:.3} s"),
            Self::Launch { ability, target, lands } => {
                write!(f, "{ability} flies to target {target}, until {lands:.3} s")
            }
            Self::Channel { ability, ends } => write!(f, "begins to channel {ability}, until {ends:.3} s"),
            Self::Clip { ability } => write!(f, "{ability} is clipped"),
            Self::Lost { ability } => write!(f, "{ability} arrives without a target"),
            Self::Queue { ability } => write!(f, "{ability} is queued"),
            Self::Unqueue { ability } => write!(f, "{ability} leaves the queue: its cost cannot be paid"),
        }
    }
}

/// Display of a target, or of the actor (0).
struct TargetName(u16);

impl fmt::Display for TargetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("the actor"),
            target => write!(f, "target {target}"),
        }
    }
}

/// Returns the verb that joins an attack and its target.
fn verb(outcome: AttackOutcome) -> &'static str {
    match outcome {
        AttackOutcome::Miss => "misses",
        AttackOutcome::Dodge => "is dodged by",
        AttackOutcome::Parry => "is parried by",
        AttackOutcome::Glance => "glances off",
        AttackOutcome::Block => "is blocked by",
        AttackOutcome::Crush => "crushes",
        AttackOutcome::Crit => "crits",
        AttackOutcome::Hit => "hits",
    }
}

/// Displays ` for 120.5`, or nothing for damage 0.
struct Damage(f64);

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 0.0 { write!(f, " for {:.1}", self.0) } else { Ok(()) }
    }
}

/// Displays a number of stacks or charges as ` ×3`, or nothing for 1.
struct Times(u32);

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 1 { write!(f, " ×{}", self.0) } else { Ok(()) }
    }
}

/// Displays ` on target 2`, or nothing for the actor.
struct On(Option<u16>);

impl fmt::Display for On {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |target| write!(f, " on target {target}"))
    }
}
