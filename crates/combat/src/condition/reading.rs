//! What a condition can ask, who answers, and what the answer depends on.

use crate::profile::Names;

/// A number that a condition can ask for. Indices are places in the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    Time,
    Remaining,
    Targets,
    TargetHealth,
    ActorHealth,
    Power,
    Crit,
    Haste,
    Resource(u16),
    ResourceMissing(u16),
    BuffStacks(u16),
    BuffRemaining(u16),
    DotStacks(u16),
    DotRemaining(u16),
    CooldownRemaining(u16),
    CooldownCharges(u16),
    ProcRemaining(u16),
}

/// A truth that a condition can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flag {
    BuffUp(u16),
    DotUp(u16),
    CooldownReady(u16),
    ProcReady(u16),
    Phase(u16),
    Last(u16),
}

/// Who knows the answers: the state of a fight, from the point of view of one target.
pub(crate) trait View {
    fn number(&self, reading: Reading) -> f64;
    fn flag(&self, flag: Flag) -> bool;
    /// How much a number grows a second as long as nothing happens; `None` if it does not change evenly.
    fn slope(&self, reading: Reading) -> Option<f64>;
    /// In how many seconds a flag turns if nothing happens; infinity for never.
    fn turns_in(&self, flag: Flag) -> f64;
}

/// What the names in a condition mean.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) names: &'a Names,
    pub(crate) constants: &'a [f64],
    /// Which resources regenerate by themselves.
    pub(crate) regenerates: &'a [bool],
    /// Whether the health of the target is a pool rather than a matter of time.
    pub(crate) health_pool: bool,
}

/// What an answer can change with: an idle actor looks again when one of these does.
///
/// The bits are hints: two things may share one, which costs a look too many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Depends {
    /// Bits of things that change with events.
    pub(crate) events: u64,
    /// Whether it changes with the mere passing of time.
    pub(crate) clock: bool,
}

impl Depends {
    pub(crate) const HEALTH: u64 = 1 << 60;
    pub(crate) const TARGETS: u64 = 1 << 61;
    pub(crate) const LAST: u64 = 1 << 62;

    pub(crate) const fn resource(index: usize) -> u64 {
        1 << (index % 12)
    }

    pub(crate) const fn buff(index: usize) -> u64 {
        1 << (12 + index % 24)
    }

    pub(crate) const fn dot(index: usize) -> u64 {
        1 << (36 + index % 12)
    }

    pub(crate) const fn cooldown(index: usize) -> u64 {
        1 << (48 + index % 8)
    }

    pub(crate) const fn phase(index: usize) -> u64 {
        1 << (56 + index % 4)
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self { events: self.events | other.events, clock: self.clock || other.clock }
    }

    const fn on(events: u64) -> Self {
        Self { events, clock: false }
    }

    const fn on_the_clock(events: u64) -> Self {
        Self { events, clock: true }
    }
}

impl Reading {
    pub(crate) fn depends(self, scope: &Scope<'_>) -> Depends {
        match self {
            Self::Time => Depends::on_the_clock(0),
            Self::Remaining => Depends::on_the_clock(Depends::HEALTH),
            Self::Targets => Depends::on(Depends::TARGETS),
            Self::TargetHealth if scope.health_pool => Depends::on(Depends::HEALTH),
            Self::TargetHealth => Depends::on_the_clock(0),
            Self::ActorHealth => Depends::on(Depends::HEALTH),
            // The actor's figures change with buffs alone.
            Self::Power | Self::Crit | Self::Haste => Depends::on(0x00FF_FFFF << 12),
            Self::Resource(index) | Self::ResourceMissing(index) => {
                let index = usize::from(index);
                let clock = scope.regenerates.get(index).copied().unwrap_or(false);
                Depends { events: Depends::resource(index), clock }
            }
            Self::BuffStacks(index) => Depends::on(Depends::buff(index.into())),
            Self::BuffRemaining(index) => Depends::on_the_clock(Depends::buff(index.into())),
            Self::DotStacks(index) => Depends::on(Depends::dot(index.into()) | Depends::TARGETS),
            Self::DotRemaining(index) => Depends::on_the_clock(Depends::dot(index.into()) | Depends::TARGETS),
            Self::CooldownRemaining(index) => Depends::on_the_clock(Depends::cooldown(index.into())),
            Self::CooldownCharges(index) => Depends::on(Depends::cooldown(index.into())),
            Self::ProcRemaining(_) => Depends::on_the_clock(0),
        }
    }
}

impl Flag {
    pub(crate) fn depends(self) -> Depends {
        match self {
            Self::BuffUp(index) => Depends::on(Depends::buff(index.into())),
            Self::DotUp(index) => Depends::on(Depends::dot(index.into()) | Depends::TARGETS),
            Self::CooldownReady(index) => Depends::on_the_clock(Depends::cooldown(index.into())),
            Self::ProcReady(_) => Depends::on_the_clock(0),
            Self::Phase(index) => Depends::on(Depends::phase(index.into())),
            Self::Last(_) => Depends::on(Depends::LAST),
        }
    }

    /// A small number that tells flags apart.
    pub(crate) fn fingerprint(self) -> u16 {
        match self {
            Self::BuffUp(index) => index,
            Self::DotUp(index) => 1 + index,
            Self::CooldownReady(index) => 2 + index,
            Self::ProcReady(index) => 3 + index,
            Self::Phase(index) => 4 + index,
            Self::Last(index) => 5 + index,
        }
    }
}

impl Reading {
    /// A small number that tells readings apart.
    pub(crate) fn fingerprint(self) -> u16 {
        match self {
            Self::Time => 1,
            Self::Remaining => 2,
            Self::Targets => 3,
            Self::TargetHealth => 4,
            Self::ActorHealth => 5,
            Self::Power => 6,
            Self::Crit => 7,
            Self::Haste => 8,
            Self::Resource(index) => 10 + index,
            Self::ResourceMissing(index) => 11 + index,
            Self::BuffStacks(index) => 12 + index,
            Self::BuffRemaining(index) => 13 + index,
            Self::DotStacks(index) => 14 + index,
            Self::DotRemaining(index) => 15 + index,
            Self::CooldownRemaining(index) => 16 + index,
            Self::CooldownCharges(index) => 17 + index,
            Self::ProcRemaining(index) => 18 + index,
        }
    }
}

/// What a dotted name means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meaning {
    Reading(Reading),
    Flag(Flag),
    Constant(f64),
}

/// The single words and the groups, as a person may write them: for the documentation and for suggestions.
pub(crate) const WORDS: [&str; 3] = ["time", "remaining", "targets"];
pub(crate) const GROUPS: [&str; 10] =
    ["target", "actor", "resource", "buff", "dot", "cooldown", "proc", "phase", "last", "constant"];
/// What can be asked of a thing, by group.
pub(crate) const MEMBERS: [(&str, &[&str]); 7] = [
    ("target", &["health"]),
    ("actor", &["health", "power", "crit", "haste"]),
    ("resource", &["missing"]),
    ("buff", &["up", "stacks", "remaining"]),
    ("dot", &["up", "stacks", "remaining"]),
    ("cooldown", &["ready", "remaining", "charges"]),
    ("proc", &["ready", "remaining"]),
];
