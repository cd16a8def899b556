//! What happens, told as it happens: to nobody in a run, to a list in a replay.

use quadrille_memory::{Shortage, reserve};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::outcome::AttackOutcome;
use crate::units::Micros;

/// In the place of a target: the actor itself.
pub(crate) const ACTOR: u16 = u16::MAX;

/// Something that happened, by places in the profile.
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

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum FightEnd {
    /// Its time was up.
    Time,
    /// The last target died.
    Kill,
    /// The actor died.
    Death,
}

/// Takes note of what happens in a fight.
pub(crate) trait EventSink {
    /// Whether the actor, waiting, looks at every line of its list after every event.
    const EVERY_LINE: bool = false;
    /// Whether every attack is worked out anew, though nothing has changed that bears on it.
    const ANEW: bool = false;
    /// Whether rules are left out that a [lean](super::lean) plan has no use for.
    const LEAN: bool = false;

    /// Something happened at this instant.
    fn note(&mut self, now: Micros, event: RawEvent);

    /// The actor chose a line of its list, counted from 0.
    #[inline]
    fn chosen(&mut self, line: usize) {
        let _ = line;
    }
}

/// Keeps nothing, and costs nothing: the calls are compiled away.
pub(crate) struct NoLog;

impl EventSink for NoLog {
    #[inline(always)]
    fn note(&mut self, _: Micros, _: RawEvent) {}
}

/// Keeps nothing, of a [lean](super::lean) plan.
pub(crate) struct Lean;

impl EventSink for Lean {
    const LEAN: bool = true;

    #[inline(always)]
    fn note(&mut self, _: Micros, _: RawEvent) {}
}

/// Keeps nothing, and has the fight go a plainer way: the same fight, slowly.
#[cfg(feature = "oracle")]
pub(crate) struct Plainer<const EVERY_LINE: bool>;

#[cfg(feature = "oracle")]
impl<const EVERY_LINE: bool> EventSink for Plainer<EVERY_LINE> {
    const EVERY_LINE: bool = EVERY_LINE;
    const ANEW: bool = true;

    #[inline(always)]
    fn note(&mut self, _: Micros, _: RawEvent) {}
}

/// Counts how often each line of the list was chosen.
pub(crate) struct Choices(pub(crate) Vec<u64>);

impl EventSink for Choices {
    #[inline(always)]
    fn note(&mut self, _: Micros, _: RawEvent) {}

    fn chosen(&mut self, line: usize) {
        self.0[line] += 1;
    }
}

/// Keeps the first events, and counts all.
pub(crate) struct Log {
    pub(crate) events: Vec<(Micros, RawEvent)>,
    /// So many are kept at most.
    most: usize,
    /// How many there were.
    pub(crate) number: u64,
    /// Why no more are kept, if memory was short.
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
