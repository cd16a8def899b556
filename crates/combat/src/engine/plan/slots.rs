//! Who has which slot of the queue, and which random stream.
//!
//! Everything that can be pending in a fight is known when the plan is made, so each such thing gets one slot
//! of the queue for good, and a timer is the time that stands in a slot. Of timers at the same instant the
//! lower slot comes first: the order in which slots are handed out is a rule of the game, told in the
//! documentation of profiles. For a profile with one phase, a buff on the actor, a debuff and a damage over
//! time on each of two targets, an ability with charges and one that repeats:
//!
//! ```text
//!   slot   0     1      2      3  4      5  6       7       8       9       10
//!         End  Phase  Buff₀  Buff₁ ──  Dot₀ ──   Charge₀  Cast   Every₁   Ready
//!                            target    target
//!                             0  1      0  1
//! ```
//!
//! The end comes first, so that a fight is all that happens before it; the actor's decision last, so that it
//! sees everything else of its instant. What there is of a thing on several targets has slots side by side,
//! of which the plan keeps the first.

use super::super::queue::Slot;

/// What the timer in a slot is for. Slots are dealt out in this order, which is the order at the same
/// instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timer {
    /// The fight is over: a fight is all that happens before its end.
    End,
    /// A phase begins or ends.
    Phase(u16),
    /// A target that is not like the others joins the fight, or leaves it.
    Coming(u16),
    /// A buff (its place, the target or 0) runs out.
    Buff(u16, u16),
    /// Damage over time (its place, the target) ticks or ends.
    Dot(u16, u16),
    /// A charge of an ability returns.
    Charge(u16),
    /// An ability arrives that was on its way.
    Flight(u16),
    /// The cast under way of one on the actor's side is finished.
    Cast(u8),
    /// The channel under way of one of them ticks.
    Channel(u8),
    /// An ability repeats.
    Every(u16),
    /// One on the actor's side is free, or looks again.
    Ready(u8),
}

/// A random stream of an iteration: its substream is `kind << 32 | place`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// The length of the fight.
    Length,
    /// The attack rolls of an ability: two draws each under two rolls, one under one.
    Attack(usize),
    /// The damage rolls of an ability; of one that does no damage, those of what it heals.
    Damage(usize),
    /// The times between the repetitions of an ability, or its cast times.
    Spread(usize),
    /// The attempts of a proc.
    Proc(usize),
    /// The critical ticks of damage over time.
    TickCrit(usize),
    /// The damage rolls of ticks.
    TickDamage(usize),
    /// What an ability heals that also does damage.
    Heal(usize),
    /// How long a phase lasts each time.
    Phase(usize),
    /// How much later than it could the actor decides.
    Latency,
    /// When the actor sees what has come of a buff.
    Reaction(usize),
}

impl Stream {
    pub(crate) const fn substream(self) -> u64 {
        let (kind, place) = match self {
            Self::Length => (0, 0),
            Self::Attack(place) => (1, place),
            Self::Damage(place) => (2, place),
            Self::Spread(place) => (3, place),
            Self::Proc(place) => (4, place),
            Self::TickCrit(place) => (5, place),
            Self::TickDamage(place) => (6, place),
            Self::Heal(place) => (7, place),
            Self::Phase(place) => (20, place),
            Self::Latency => (30, 0),
            Self::Reaction(place) => (31, place),
        };
        (kind << 32) | place as u64
    }
}

/// The place of a generator in the state; none if nothing is ever drawn.
pub(crate) type Source = Option<u16>;

/// Hands out slots and generators, each numbered by the order of asking.
#[derive(Default)]
pub(crate) struct Allocator {
    pub(crate) timers: Vec<Timer>,
    pub(crate) streams: Vec<u64>,
}

impl Allocator {
    pub(crate) fn slot(&mut self, timer: Timer) -> Slot {
        self.timers.push(timer);
        (self.timers.len() - 1) as Slot
    }

    pub(crate) fn slots(&mut self, timers: impl Iterator<Item = Timer>) -> Slot {
        let first = self.timers.len() as Slot;
        self.timers.extend(timers);
        first
    }

    pub(crate) fn stream(&mut self, stream: Stream) -> u16 {
        self.streams.push(stream.substream());
        (self.streams.len() - 1) as u16
    }
}
