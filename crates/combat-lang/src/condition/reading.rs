//! The values that conditions can read, and their dependencies.

#![expect(missing_docs, reason = "the names are those of the values in conditions")]

use super::typed::{Number, Term, Truth};
use crate::names::{List, Names};

/// A number that a condition can read. An index is the index of the ability, buff and so on in the
/// profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
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
    /// Points of damage that the buff can still absorb.
    BuffAbsorb(u16),
    /// Number of visible stacks: those whose reaction delay is over.
    BuffReact(u16),
    DotStacks(u16),
    DotRemaining(u16),
    CooldownRemaining(u16),
    CooldownCharges(u16),
    ProcRemaining(u16),
    /// Number of attempts of the proc since its last success. While the formula of the proc's
    /// chance is evaluated, this number includes the attempt in progress.
    ProcTries(u16),
    /// Number of launched uses of the ability that have not landed yet.
    Flying(u16),
    /// Number of ticks so far of the current channel of this ability; 0 if the ability is not being
    /// channelled.
    ChannelTicks(u16),
    /// Remaining time of the current channel of this ability; 0 if the ability is not being
    /// channelled.
    ChannelRemaining(u16),
}

/// A Boolean value that a condition can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    BuffUp(u16),
    DotUp(u16),
    CooldownReady(u16),
    ProcReady(u16),
    Phase(u16),
    /// Whether this ability is the last one that its owner's action list used.
    Last(u16),
    /// Whether the current target is the individual target with this index in `[targets]`.
    TargetIs(u16),
    /// Whether the ability is queued to replace the next repetition of another ability.
    Queued(u16),
}

/// Source of the values that conditions read: the state of a fight, for one target.
pub trait ConditionView {
    fn number(&self, reading: Reading) -> f64;
    /// Returns the reading in millionths, if it is currently an integer number of millionths;
    /// `number` then returns this integer divided by 10⁶.
    fn millionths(&self, reading: Reading) -> Option<i64>;
    fn flag(&self, flag: Flag) -> bool;
    /// Returns the change of a reading per second until the next event; `None` if the reading does
    /// not change linearly.
    fn slope(&self, reading: Reading) -> Option<f64>;
    /// Returns the seconds until the slope of a reading changes, or the reading jumps, without an
    /// event. Examples are a remaining time that reaches 0, a resource that reaches its cap, and a
    /// cooldown that ends. Returns infinity if neither happens.
    fn slope_changes_in(&self, reading: Reading) -> f64;
    /// If the reading is the level of a resource that changes only at events, returns the index of
    /// this resource.
    fn event_driven(&self, reading: Reading) -> Option<u16>;
    /// Returns the seconds until a flag changes without an event; infinity if it does not change.
    fn flips_in(&self, flag: Flag) -> f64;
}

/// The names that a condition may use, and the properties that decide their meaning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    pub names: &'a Names,
    pub constants: &'a [f64],
    /// Definitions of the variables that the condition may use.
    pub variables: &'a [Term],
    /// How each ability is used; empty if an error has already been found in the profile.
    pub abilities: &'a [HowUsed],
    /// For each resource: whether it regenerates.
    pub regenerating: &'a [bool],
    /// Whether targets have health. If not, `target.health` is the fraction of the fight's time
    /// that is left.
    pub health_pool: bool,
}

/// How an ability is used. This decides whether `last`, `queued` and `channel` can refer to the
/// ability.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each field is an independent property")]
pub struct HowUsed {
    /// Whether the target uses the ability; targets have no list.
    pub by_target: bool,
    /// Whether the ability repeats by itself. No list uses such an ability.
    pub repeats: bool,
    /// Whether the ability has `replaces`: it is queued to replace a repetition of another ability.
    pub replaces: bool,
    pub channels: bool,
}

/// Dependency bits. Each bit represents one or several values that can change. An idle actor waits
/// for certain bits, and decides again when a value with such a bit changes.
///
/// All bits fit in one word, so that the check for a relevant change is a single `&`:
///
/// ```text
///   63    62   61      60     59   58…56   55……48     47……36  35…32  27………12   7……0
///  level last targets health any  phases  cooldowns   dots    procs    buffs   resources
/// ```
///
/// Several values may share a bit: the ninth resource has the same bit as the first, and so on.
/// This may cause a superfluous evaluation, but no evaluation is ever missing. Time has no bit; for
/// a condition that depends on time, the instant of its change is computed.
#[derive(Clone, Copy, Debug)]
pub struct Depends;

impl Depends {
    /// Any event, for polled conditions.
    pub const ANY: u64 = 1 << 59;
    pub const HEALTH: u64 = 1 << 60;
    pub const TARGETS: u64 = 1 << 61;
    pub const LAST: u64 = 1 << 62;
    /// A resource has reached a level for which a line waits.
    pub const LEVEL: u64 = 1 << 63;
    /// Any resource.
    pub const RESOURCES: u64 = 0xFF;
    const BUFFS: u64 = 0xFFFF << 12;

    pub const fn resource(index: usize) -> u64 {
        1 << (index % 8)
    }

    pub const fn buff(index: usize) -> u64 {
        1 << (12 + index % 16)
    }

    /// Returns the bit of a proc. The bit represents the proc's internal cooldown and its number of
    /// attempts.
    pub const fn proc(index: usize) -> u64 {
        1 << (32 + index % 4)
    }

    pub const fn dot(index: usize) -> u64 {
        1 << (36 + index % 12)
    }

    pub const fn cooldown(index: usize) -> u64 {
        1 << (48 + index % 8)
    }

    pub const fn phase(index: usize) -> u64 {
        1 << (56 + index % 3)
    }
}

impl Reading {
    /// Returns the bits of the values on which the reading depends. Time has no bit.
    pub(crate) fn depends(self, scope: &Scope<'_>) -> u64 {
        match self {
            Self::Time => 0,
            Self::Targets => Depends::TARGETS,
            Self::TargetHealth if !scope.health_pool => 0,
            Self::Remaining | Self::TargetHealth | Self::ActorHealth => Depends::HEALTH,
            // The actor's stats change only when a buff changes.
            Self::Power | Self::Crit | Self::Haste => Depends::BUFFS,
            Self::Resource(index) | Self::ResourceMissing(index) => Depends::resource(index.into()),
            Self::BuffStacks(index)
            | Self::BuffRemaining(index)
            | Self::BuffAbsorb(index)
            | Self::BuffReact(index) => Depends::buff(index.into()),
            Self::DotStacks(index) | Self::DotRemaining(index) => Depends::dot(index.into()),
            // A launch, an impact or a tick of a channel also sets the cooldown bit of its ability.
            Self::CooldownRemaining(index)
            | Self::CooldownCharges(index)
            | Self::Flying(index)
            | Self::ChannelTicks(index)
            | Self::ChannelRemaining(index) => Depends::cooldown(index.into()),
            Self::ProcRemaining(index) | Self::ProcTries(index) => Depends::proc(index.into()),
        }
    }
}

impl Flag {
    /// Returns the bits of the values on which the flag depends. Time has no bit.
    pub(crate) fn depends(self) -> u64 {
        match self {
            Self::BuffUp(index) => Depends::buff(index.into()),
            Self::DotUp(index) => Depends::dot(index.into()),
            // The same bit is set when the cooldown of an ability changes, and when the ability is
            // queued or leaves the queue.
            Self::CooldownReady(index) | Self::Queued(index) => Depends::cooldown(index.into()),
            Self::ProcReady(index) => Depends::proc(index.into()),
            Self::Phase(index) => Depends::phase(index.into()),
            Self::Last(_) => Depends::LAST,
            Self::TargetIs(_) => Depends::TARGETS,
        }
    }

    /// Returns a small number that differs between most flags.
    #[cfg(feature = "oracle")]
    pub(crate) fn fingerprint(self) -> u16 {
        match self {
            Self::BuffUp(index) => index,
            Self::DotUp(index) => 1 + index,
            Self::CooldownReady(index) => 2 + index,
            Self::ProcReady(index) => 3 + index,
            Self::Phase(index) => 4 + index,
            Self::Last(index) => 5 + index,
            Self::TargetIs(index) => 6 + index,
            Self::Queued(index) => 7 + index,
        }
    }
}

impl Reading {
    /// Returns a small number that differs between most readings.
    #[cfg(feature = "oracle")]
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
            Self::BuffAbsorb(index) => 20 + index,
            Self::BuffReact(index) => 22 + index,
            Self::DotStacks(index) => 14 + index,
            Self::DotRemaining(index) => 15 + index,
            Self::CooldownRemaining(index) => 16 + index,
            Self::CooldownCharges(index) => 17 + index,
            Self::ProcRemaining(index) => 18 + index,
            Self::ProcTries(index) => 19 + index,
            Self::Flying(index) => 21 + index,
            Self::ChannelTicks(index) => 23 + index,
            Self::ChannelRemaining(index) => 24 + index,
        }
    }
}

impl Flag {
    /// Returns the spelling of the flag in conditions.
    fn word(self, names: &Names) -> String {
        match self {
            Self::BuffUp(index) => dotted("buff", &names.buffs, index, "up"),
            Self::DotUp(index) => dotted("dot", &names.dots, index, "up"),
            Self::CooldownReady(index) => dotted("cooldown", &names.abilities, index, "ready"),
            Self::ProcReady(index) => dotted("proc", &names.procs, index, "ready"),
            Self::Phase(index) => dotted("phase", &names.phases, index, ""),
            Self::Last(index) => dotted("last", &names.abilities, index, ""),
            Self::TargetIs(index) => dotted("target.is", &names.targets, index, ""),
            Self::Queued(index) => dotted("queued", &names.abilities, index, ""),
        }
    }
}

impl Reading {
    /// Returns the spelling of the reading in conditions.
    fn word(self, names: &Names) -> String {
        match self {
            Self::Time => "time".to_owned(),
            Self::Remaining => "remaining".to_owned(),
            Self::Targets => "targets".to_owned(),
            Self::TargetHealth => "target.health".to_owned(),
            Self::ActorHealth => "actor.health".to_owned(),
            Self::Power => "actor.power".to_owned(),
            Self::Crit => "actor.crit".to_owned(),
            Self::Haste => "actor.haste".to_owned(),
            Self::Resource(index) => dotted("resource", &names.resources, index, ""),
            Self::ResourceMissing(index) => dotted("resource", &names.resources, index, "missing"),
            Self::BuffStacks(index) => dotted("buff", &names.buffs, index, "stacks"),
            Self::BuffRemaining(index) => dotted("buff", &names.buffs, index, "remaining"),
            Self::BuffAbsorb(index) => dotted("buff", &names.buffs, index, "absorb"),
            Self::BuffReact(index) => dotted("buff", &names.buffs, index, "react"),
            Self::DotStacks(index) => dotted("dot", &names.dots, index, "stacks"),
            Self::DotRemaining(index) => dotted("dot", &names.dots, index, "remaining"),
            Self::CooldownRemaining(index) => dotted("cooldown", &names.abilities, index, "remaining"),
            Self::CooldownCharges(index) => dotted("cooldown", &names.abilities, index, "charges"),
            Self::ProcRemaining(index) => dotted("proc", &names.procs, index, "remaining"),
            Self::ProcTries(index) => dotted("proc", &names.procs, index, "tries"),
            Self::Flying(index) => dotted("flying", &names.abilities, index, ""),
            Self::ChannelTicks(index) => dotted("channel", &names.abilities, index, "ticks"),
            Self::ChannelRemaining(index) => dotted("channel", &names.abilities, index, "remaining"),
        }
    }
}

/// Returns `group.name`, or `group.name.member`.
fn dotted(group: &str, list: &List, index: u16, member: &str) -> String {
    let name = list.iter().nth(usize::from(index)).unwrap_or_default();
    if member.is_empty() { format!("{group}.{name}") } else { format!("{group}.{name}.{member}") }
}

/// Returns whether a condition reads the number of attempts of a proc (`tries`).
pub fn reads_tries(truth: &Truth, proc: usize) -> bool {
    let mut asks = false;
    visit_readings(truth, &mut |readings_of| {
        asks |= matches!(readings_of, Read::Reading(Reading::ProcTries(index)) if usize::from(index) == proc);
    });
    asks
}

/// Returns the spellings of all values that a condition reads, in the order of its text, without
/// duplicates.
pub fn readings_of(truth: &Truth, names: &Names) -> Vec<String> {
    let mut words = Vec::new();
    visit_readings(truth, &mut |word| {
        let word = match word {
            Read::Flag(flag) => flag.word(names),
            Read::Reading(reading) => reading.word(names),
        };
        if !words.contains(&word) {
            words.push(word);
        }
    });
    words
}

enum Read {
    Flag(Flag),
    Reading(Reading),
}

fn visit_readings(truth: &Truth, visit: &mut impl FnMut(Read)) {
    match truth {
        Truth::Flag(flag) => visit(Read::Flag(*flag)),
        Truth::Not(of) => visit_readings(of, visit),
        Truth::All(parts) | Truth::Any(parts) => parts.iter().for_each(|part| visit_readings(part, visit)),
        Truth::Compare(_, left, right) => {
            visit_number(left, visit);
            visit_number(right, visit);
        }
    }
}

fn visit_number(number: &Number, visit: &mut impl FnMut(Read)) {
    match number {
        Number::Constant(_) => {}
        Number::Reading(reading) => visit(Read::Reading(*reading)),
        Number::Negate(of) | Number::Floor(of) => visit_number(of, visit),
        Number::Chain(first, rest) => {
            visit_number(first, visit);
            for (_, next) in rest {
                visit_number(next, visit);
            }
        }
    }
}

/// Meaning of a dotted name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meaning {
    Reading(Reading),
    Flag(Flag),
    /// The definition of the variable with this index.
    Variable(u16),
    /// The negation of a flag.
    Not(Flag),
    Constant(f64),
}

/// Names without a group, for suggestions.
pub(crate) const WORDS: [&str; 3] = ["time", "remaining", "targets"];
/// Groups of dotted names, for suggestions.
pub(crate) const GROUPS: [&str; 14] = [
    "target", "actor", "resource", "buff", "dot", "cooldown", "proc", "phase", "last", "constant",
    "variable", "flying", "queued", "channel",
];
/// The members of each group.
pub(crate) const MEMBERS: [(&str, &[&str]); 8] = [
    ("target", &["health", "is.NAME"]),
    ("actor", &["health", "power", "crit", "haste"]),
    ("resource", &["missing"]),
    ("buff", &["up", "stacks", "remaining", "absorb", "react"]),
    ("dot", &["up", "stacks", "remaining"]),
    ("cooldown", &["ready", "remaining", "charges"]),
    ("proc", &["ready", "remaining", "tries"]),
    ("channel", &["ticks", "remaining"]),
];
