//! One iteration again, with everything that happened in it.

use std::fmt;

use quadrille_memory::reserve;
use quadrille_progress::{Cancelled, Stopped};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::engine::FightResult;
use crate::engine::log::{FightEnd, RawEvent};
use crate::names::Names;
use crate::outcome::AttackOutcome;
use crate::results::Totals;
use crate::units::{Micros, rate, seconds};

/// One iteration, fought again.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Which fight of the seed it is, from 0.
    pub iteration: u64,
    /// Damage to targets, in thousandths of a point: exactly that of the iteration in its block.
    pub damage_milli: u64,
    /// Damage to the actor, in thousandths of a point.
    pub taken_milli: u64,
    /// Its length in microseconds.
    pub length_micros: u64,
    /// How it ended.
    pub ending: FightEnd,
    /// What it came to.
    pub totals: Totals,
    /// How many lines everything that happened has.
    pub lines: u64,
    /// What happened, in order: all of it, or as many of the first lines as were asked for.
    pub log: Vec<LogEntry>,
}

/// One thing that happened in a fight, and when: a line of a [`Replay`]'s log.
///
/// Its [`Display`](fmt::Display) form is the line for people: the time in seconds with three decimals,
/// right-aligned in nine columns, two spaces, what happened.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct LogEntry {
    /// Seconds since the start.
    pub time: f64,
    /// What happened, with the amounts that belong to it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub event: Event,
}

/// Something that happened. Targets are counted from 1 (0 where damage over time is on the actor); damage is in points, amounts and levels in units.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the fields are named after what they are")]
#[non_exhaustive]
pub enum Event {
    /// The fight starts; its length in seconds, if it is known.
    Start { length: Option<f64> },
    /// The fight is over.
    End { ending: FightEnd },
    /// A phase begins or ends.
    Phase { name: String, begins: bool },
    /// A cast begins.
    Cast { ability: String, finishes: f64 },
    /// A cast is broken off.
    Break { ability: String },
    /// An ability takes effect.
    Use { ability: String },
    /// An attack on one target, or on the actor, who is number 0.
    Attack { ability: String, target: u16, outcome: AttackOutcome, damage: f64 },
    /// A tick of damage over time.
    Tick { dot: String, target: u16, outcome: AttackOutcome, damage: f64, partial: bool },
    /// Damage to the actor that a buff swallows, before it hurts.
    Absorb { name: String, amount: f64 },
    /// Health given back to the actor.
    Heal { ability: String, amount: f64 },
    /// A buff begins, or has another number of stacks, or is refreshed.
    Buff { name: String, target: Option<u16>, stacks: u32 },
    /// A buff ends.
    BuffEnd { name: String, target: Option<u16> },
    /// Damage over time begins or is refreshed.
    Dot { name: String, target: u16, stacks: u32 },
    /// Damage over time ends.
    DotEnd { name: String, target: u16 },
    /// A proc succeeds.
    Proc { name: String },
    /// An attack reacts with what its target bears.
    Reaction { name: String, target: u16 },
    /// A resource grows otherwise than by regeneration.
    Gain { resource: String, amount: f64, level: f64 },
    /// A resource is spent.
    Spend { resource: String, amount: f64, level: f64 },
    /// A charge returns.
    Charge { ability: String, charges: u32 },
    /// A cooldown is over before its time.
    Reset { ability: String },
    /// A target dies.
    Death { target: u16 },
    /// A target comes later, or goes alive.
    Coming { target: u16, joins: bool },
    /// The actor does nothing until a time, because its list says so.
    Wait { until: f64 },
    /// An ability is on its way to its first target, until so many seconds after the start.
    Launch { ability: String, target: u16, lands: f64 },
    /// An ability arrives where none of its targets is any more.
    Lost { ability: String },
    /// An ability waits to take the place of the next repetition of another.
    Queue { ability: String },
    /// That it does, but cannot be paid: the other happens.
    Unqueue { ability: String },
    /// A channel begins.
    Channel { ability: String, ends: f64 },
    /// The actor cuts its channel short.
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

    /// Damage to targets, in points.
    pub fn damage(&self) -> f64 {
        self.damage_milli as f64 / 1e3
    }

    /// Damage to targets, in points a second: to the bit what the iteration has in its block. `None` if the fight
    /// ended as it began.
    pub fn dps(&self) -> Option<f64> {
        rate(self.damage_milli, self.length_micros)
    }

    /// The length in seconds.
    pub fn length(&self) -> f64 {
        seconds(self.length_micros)
    }
}

/// The log with names for places; asks every few thousand lines whether to go on, for it may have millions.
pub(crate) fn tell<T>(
    events: &[(Micros, RawEvent)],
    names: &Names,
    mut ask: impl FnMut() -> Result<T, Cancelled>,
) -> Result<Vec<LogEntry>, Stopped> {
    let mut log = Vec::new();
    reserve(&mut log, events.len())?;
    for several in events.chunks(4096) {
        ask()?;
        let entry = |&(time, event)| LogEntry { time: seconds(time), event: named(event, names) };
        log.extend(several.iter().map(entry));
    }
    Ok(log)
}

/// Targets are counted from 1; 0 is the actor.
const fn told(target: u16) -> u16 {
    target.wrapping_add(1)
}

/// An event with names for places.
fn named(event: RawEvent, names: &Names) -> Event {
    let pick = |list: &crate::names::List, place: u16| list.names[usize::from(place)].clone();
    let ability = |place| pick(&names.abilities, place);
    let points = |milli: u64| milli as f64 / 1e3;
    let units = |millionths: i64| millionths as f64 / 1e6;
    match event {
        RawEvent::Starts { length } => Event::Start { length: length.map(seconds) },
        RawEvent::Ends(ending) => Event::End { ending },
        RawEvent::Phase { phase, begins } => Event::Phase { name: pick(&names.phases, phase), begins },
        RawEvent::Casts { ability: place, finishes } => {
            Event::Cast { ability: ability(place), finishes: seconds(finishes) }
        }
        RawEvent::Breaks { ability: place } => Event::Break { ability: ability(place) },
        RawEvent::Uses { ability: place } => Event::Use { ability: ability(place) },
        RawEvent::Attack { ability: place, target, outcome, damage } => {
            Event::Attack { ability: ability(place), target: told(target), outcome, damage: points(damage) }
        }
        RawEvent::Tick { dot, target, outcome, damage, partial } => Event::Tick {
            dot: pick(&names.dots, dot),
            target: told(target),
            outcome,
            damage: points(damage),
            partial,
        },
        RawEvent::Absorbs { buff, amount } => {
            Event::Absorb { name: pick(&names.buffs, buff), amount: points(amount) }
        }
        RawEvent::Heals { ability: place, amount } => {
            Event::Heal { ability: ability(place), amount: points(amount) }
        }
        RawEvent::Buff { buff, target, stacks } => {
            Event::Buff { name: pick(&names.buffs, buff), target: target.map(|target| target + 1), stacks }
        }
        RawEvent::BuffEnds { buff, target } => {
            Event::BuffEnd { name: pick(&names.buffs, buff), target: target.map(|target| target + 1) }
        }
        RawEvent::Dot { dot, target, stacks } => {
            Event::Dot { name: pick(&names.dots, dot), target: told(target), stacks }
        }
        RawEvent::DotEnds { dot, target } => {
            Event::DotEnd { name: pick(&names.dots, dot), target: told(target) }
        }
        RawEvent::Proc { proc } => Event::Proc { name: pick(&names.procs, proc) },
        RawEvent::Reacts { reaction, target } => {
            Event::Reaction { name: pick(&names.reactions, reaction), target: target + 1 }
        }
        RawEvent::Gains { resource, amount, level } => Event::Gain {
            resource: pick(&names.resources, resource),
            amount: units(amount),
            level: units(level),
        },
        RawEvent::Spends { resource, amount, level } => Event::Spend {
            resource: pick(&names.resources, resource),
            amount: units(amount),
            level: units(level),
        },
        RawEvent::Charge { ability: place, charges } => Event::Charge { ability: ability(place), charges },
        RawEvent::Reset { ability: place } => Event::Reset { ability: ability(place) },
        RawEvent::Comes { target, joins } => Event::Coming { target: target + 1, joins },
        RawEvent::Dies { target } => Event::Death { target: target + 1 },
        RawEvent::Waits { until } => Event::Wait { until: seconds(until) },
        RawEvent::Launches { ability: place, target, lands } => {
            Event::Launch { ability: ability(place), target: target + 1, lands: seconds(lands) }
        }
        RawEvent::Channels { ability: place, ends } => {
            Event::Channel { ability: ability(place), ends: seconds(ends) }
        }
        RawEvent::Clips { ability: place } => Event::Clip { ability: ability(place) },
        RawEvent::Lost { ability: place } => Event::Lost { ability: ability(place) },
        RawEvent::Queues { ability: place } => Event::Queue { ability: ability(place) },
        RawEvent::Unqueues { ability: place } => Event::Unqueue { ability: ability(place) },
    }
}

/// A line for people: the time, then what happened.
impl fmt::Display for LogEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>9.3}  {}", self.time, self.event)
    }
}

/// What happened, in words.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { length: Some(length) } => write!(f, "the fight starts; it will last {length:.3} s"),
            Self::Start { length: None } => write!(f, "the fight starts"),
            Self::End { ending: FightEnd::Time } => write!(f, "the fight is over: time is up"),
            Self::End { ending: FightEnd::Kill } => write!(f, "the fight is over: the last target is dead"),
            Self::End { ending: FightEnd::Death } => write!(f, "the fight is over: the actor is dead"),
            Self::Phase { name, begins: true } => write!(f, "phase {name} begins"),
            Self::Phase { name, begins: false } => write!(f, "phase {name} ends"),
            Self::Cast { ability, finishes } => write!(f, "begins to cast {ability}, until {finishes:.3}"),
            Self::Break { ability } => write!(f, "{ability} is broken off"),
            Self::Use { ability } => write!(f, "uses {ability}"),
            Self::Attack { ability, target, outcome, damage } => {
                write!(f, "{ability} {} {}{}", verb(*outcome), Whom(*target), Damage(*damage))
            }
            Self::Tick { dot, target, outcome, damage, partial } => {
                let part = if *partial { "a last, partial tick of " } else { "" };
                write!(f, "{part}{dot} {} {}{}", verb(*outcome), Whom(*target), Damage(*damage))
            }
            Self::Absorb { name, amount } => write!(f, "{name} absorbs {amount:.1}"),
            Self::Heal { ability, amount } => write!(f, "{ability} heals {amount:.1}"),
            Self::Buff { name, target, stacks } => write!(f, "{name} is up{}{}", Times(*stacks), On(*target)),
            Self::BuffEnd { name, target } => write!(f, "{name} ends{}", On(*target)),
            Self::Dot { name, target, stacks } => {
                write!(f, "{name} is up{} on {}", Times(*stacks), Whom(*target))
            }
            Self::DotEnd { name, target } => write!(f, "{name} ends on {}", Whom(*target)),
            Self::Proc { name } => write!(f, "{name} procs"),
            Self::Reaction { name, target } => write!(f, "{name} on target {target}"),
            Self::Gain { resource, amount, level } => write!(f, "{amount:.1} {resource} gained: {level:.1}"),
            Self::Spend { resource, amount, level } => write!(f, "{amount:.1} {resource} spent: {level:.1}"),
            Self::Charge { ability, charges } => write!(f, "a charge of {ability} returns: {charges}"),
            Self::Reset { ability } => write!(f, "{ability} is ready before its time"),
            Self::Coming { target, joins: true } => write!(f, "target {target} joins the fight"),
            Self::Coming { target, joins: false } => write!(f, "target {target} leaves the fight"),
            Self::Death { target } => write!(f, "target {target} dies"),
            Self::Wait { until } => write!(f, "waits until {until:.3}"),
            Self::Launch { ability, target, lands } => {
                write!(f, "{ability} is on its way, target {target}, until {lands:.3}")
            }
            Self::Channel { ability, ends } => write!(f, "begins to channel {ability}, until {ends:.3}"),
            Self::Clip { ability } => write!(f, "{ability} is cut short"),
            Self::Lost { ability } => write!(f, "{ability} arrives where nobody is"),
            Self::Queue { ability } => write!(f, "{ability} is queued"),
            Self::Unqueue { ability } => write!(f, "{ability} cannot be paid"),
        }
    }
}

/// A target, or the actor.
struct Whom(u16);

impl fmt::Display for Whom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("the actor"),
            target => write!(f, "target {target}"),
        }
    }
}

/// What an attack does to its target.
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

/// ` for 120.5`, or nothing where there is none.
struct Damage(f64);

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 0.0 { write!(f, " for {:.1}", self.0) } else { Ok(()) }
    }
}

/// ` 3 times`, or nothing for once.
struct Times(u32);

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 1 { write!(f, " {} times", self.0) } else { Ok(()) }
    }
}

/// ` on target 2`, or nothing for the actor.
struct On(Option<u16>);

impl fmt::Display for On {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |target| write!(f, " on target {target}"))
    }
}
