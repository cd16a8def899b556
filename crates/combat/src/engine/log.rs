//! Event sinks: a run discards its events, a replay records them.

use quadrille_combat_lang::AttackOutcome;
use quadrille_memory::{Shortage, reserve};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::units::Micros;

/// Value of a target field that means the actor.
pub(crate) const ACTOR: u16 = u16::MAX;

/// An event, with indices into the profile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RawEvent {
    Starts { length: Option<Micros> },
    Ends(FightEnd),
    Phase { phase: u16, begins: bool },
    Casts { ability: u16, finishes: Micros },
    Breaks { ability: u16 },
    Uses { ability: u16 },
    Attack { ability: u16, target: u16, outcome: AttackOutcome, damage: u64 },
    Tick { dot: u16, target: u16, outcome: AttackOutcome, damage: u64, partial: bool },
    Absorbs { buff: u16, amount: u64 },
    Heals { ability: u16, amount: u64 },
    Buff { buff: u16, target: Option<u16>, stacks: u32 },
    BuffEnds { buff: u16, target: Option<u16> },
    Dot { dot: u16, target: u16, stacks: u32 },
    DotEnds { dot: u16, target: u16 },
    Proc { proc: u16 },
    Reacts { reaction: u16, target: u16 },
    Gains { resource: u16, amount: i64, level: i64 },
    Spends { resource: u16, amount: i64, level: i64 },
    Charge { ability: u16, charges: u32 },
    Reset { ability: u16 },
    Dies { target: u16 },
    Comes { target: u16, joins: bool },
    Waits { until: Micros },
    Launches { ability: u16, target: u16, lands: Micros },
    Lost { ability: u16 },
    Queues { ability: u16 },
    Unqueues { ability: u16 },
    Channels { ability: u16, ends: Micros },
    Clips { ability: u16 },
}

/// Reason for the end of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum FightEnd {
    /// The time of the fight ran out: its length or its time limit was reached.
    Time,
    /// The last target died.
    Kill,
    /// The actor died.
    Death,
}

/// Receives the events of a fight. Its constants also select the variant of the engine.
pub(crate) trait EventSink {
    /// Whether an idle actor evaluates every line of its list after every event.
    const EVERY_LINE: bool = false;
    /// Whether the chances and factors of an attack are recomputed at every use and not cached.
    const RECOMPUTE: bool = false;
    /// Whether the engine omits the rarely used rules, as for a [lean](super::lean) plan.
    const LEAN: bool = false;

    /// Records an event.
    fn note(&mut self, now: Micros, event: RawEvent);

    /// Records that the active member chose a line. `line` is the index among the lines of all
    /// action lists.
    #[inline]
    fn chosen(&mut self, line: usize) {
        let _ = line;
    }
}

/// Discards events; the calls are compiled away.
pub(crate) struct NoLog;

impl EventSink for NoLog {
    #[inline(always)]
    fn note(&mut self, _: Micros, _: RawEvent) {}
}

/// Discards events of a [lean](super::lean) plan.
pub(crate) struct Lean;

impl EventSink for Lean {
    const LEAN: bool = true;

    #[inline(always)]
    fn note(&mut self, _: Micros, _: RawEvent) {}
}

/// Discards events and disables caches. The engine with this sink is a slower reference that
/// simulates the same fights.
#[cfg(feature = "oracle")]
pub(crate) struct ReferenceSink<const EVERY_LINE: bool>;

#[cfg(feature = "oracle")]
impl<const EVERY_LINE: bool> EventSink for ReferenceSink<EVERY_LINE> {
    const EVERY_LINE: bool = EVERY_LINE;
    const RECOMPUTE: bool = true;

    #[inline(always)]
    fn note(&mut self, _: Micros, _: RawEvent) {}
}

/// Counts the uses of each line of the action lists.
pub(crate) struct Choices(pub(crate) Vec<u64>);

impl EventSink for Choices {
    #[inline(always)]
    fn note(&mut self, _: Micros, _: RawEvent) {}

    fn chosen(&mut self, line: usize) {
        self.0[line] += 1;
    }
}

/// Records the first events, and counts all events.
pub(crate) struct Log {
    pub(crate) events: Vec<(Micros, RawEvent)>,
    /// Maximum number of recorded events.
    most: usize,
    /// Number of all events, including those that were not recorded.
    pub(crate) number: u64,
    /// Allocation failure that stopped the recording, if any.
    pub(crate) short: Option<Shortage>,
}

impl Log {
    pub(crate) const fn new(most: usize) -> Self {
        Self { events: Vec::new(), most, number: 0, short: None }
    }
}

impl EventSink for Log {
    fn note(&mut self, now: Micros, event: RawEvent) {
        self.number += 1;
        if self.events.len() < self.most {
            match reserve(&mut self.events, 1) {
                Ok(()) => self.events.push((now, event)),
                Err(shortage) => (self.most, self.short) = (0, Some(shortage)),
            }
        }
    }
}
