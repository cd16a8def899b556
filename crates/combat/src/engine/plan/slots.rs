//! Assignment of queue slots and random streams.
//!
//! All events that can be pending in a fight are known when the plan is compiled. Each event has a
//! permanent slot of the queue, which holds the event's time. Of two events at the same instant,
//! the one with the lower slot comes first. The order of assignment is therefore a rule of the
//! simulation, documented in `docs/combat-profile.md`. This is the order of the slots for a profile
//! with two targets, one phase, a buff on the actor, a debuff, damage over time on targets, an
//! ability with charges and an ability that repeats:
//!
//! ```text
//!   slot   0     1      2      3  4      5  6       7       8       9       10
//!         End  Phase  Buff₀  Buff₁ ──  Dot₀ ──   Charge₀  Cast   Every₁   Ready
//!                            target    target
//!                             0  1      0  1
//! ```
//!
//! The end comes first, so that no event at the instant of the end belongs to the fight. The
//! actor's decision comes last, so that it sees all other events of its instant. The slots of an
//! aura on several targets are contiguous, and the plan stores the first.

use super::super::queue::Slot;

/// The purpose of a slot's timer. Slots are assigned in the order of the variants, which is also
/// the order of events at the same instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timer {
    /// The end of the fight.
    End,
    /// A phase begins or ends.
    Phase(u16),
    /// One of `[targets]` joins or leaves.
    Schedule(u16),
    /// A buff expires. The fields are the index of the buff, and the target that bears it (0 for a
    /// buff on the actor's side).
    Buff(u16, u16),
    /// Damage over time ticks or ends. The fields are its index, and the target that bears it (0
    /// for the actor).
    Dot(u16, u16),
    /// A charge of an ability returns.
    Charge(u16),
    /// A launched ability lands.
    Flight(u16),
    /// A member's cast finishes.
    Cast(u8),
    /// A member's channel ticks.
    Channel(u8),
    /// An ability repeats.
    Every(u16),
    /// A member becomes free, or decides again.
    Ready(u8),
}

/// A random stream of an iteration. The number of its substream is `kind << 32 | index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Length of the fight.
    Length,
    /// Attack rolls of an ability: one draw per attack, or two if the attack table has two rolls.
    Attack(usize),
    /// Damage rolls of an ability; healing rolls of an ability without damage.
    Damage(usize),
    /// Random intervals between repetitions of an ability, or its random cast times.
    Spread(usize),
    /// Rolls of the attempts of a proc.
    Proc(usize),
    /// Rolls that decide whether a tick of damage over time crits.
    TickCrit(usize),
    /// Damage rolls of ticks.
    TickDamage(usize),
    /// Healing rolls of an ability that also does damage.
    Heal(usize),
    /// Lengths of a phase.
    Phase(usize),
    /// Latency of the actor's decisions.
    Latency,
    /// Delay until the actor sees new stacks of a buff.
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

/// Index of a random generator in the state; `None` if no random number is needed.
pub(crate) type Source = Option<u16>;

/// Assigns slots and random generators. Their indices follow the order of the requests.
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
