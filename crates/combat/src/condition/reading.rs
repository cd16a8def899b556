//! What a condition can ask, who answers, and what the answer depends on.

use super::typed::{Number, Term, Truth};
use crate::names::{List, Names};

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
    /// Points that it can still absorb.
    BuffAbsorb(u16),
    /// Stacks that the actor has had time to see.
    BuffReact(u16),
    DotStacks(u16),
    DotRemaining(u16),
    CooldownRemaining(u16),
    CooldownCharges(u16),
    ProcRemaining(u16),
    /// Attempts since the last success, one under way included.
    ProcTries(u16),
    /// How many of an ability are on their way.
    Flying(u16),
    /// Of the channel of the ability's owner: the ticks so far, and the time to its end.
    ChannelTicks(u16),
    ChannelRemaining(u16),
}

/// A truth that a condition can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flag {
    BuffUp(u16),
    DotUp(u16),
    CooldownReady(u16),
    ProcReady(u16),
    Phase(u16),
    /// Whether the ability was the last that the list of its owner used.
    Last(u16),
    /// Whether the target looked at is this one, of targets that are not alike.
    TargetIs(u16),
    /// Whether the ability waits to take the place of the next repetition of another.
    Queued(u16),
}

/// Who knows the answers: the state of a fight, from the point of view of one target.
pub(crate) trait View {
    fn number(&self, reading: Reading) -> f64;
    /// The number in millionths, if it is a whole number of them just now: `number` is its floating quotient
    /// by 10⁶.
    fn millionths(&self, reading: Reading) -> Option<i64>;
    fn flag(&self, flag: Flag) -> bool;
    /// How much a number grows a second as long as nothing happens; `None` if it does not change evenly.
    fn slope(&self, reading: Reading) -> Option<f64>;
    /// In how many seconds a number goes on at another slope, or jumps, if nothing happens: what falls stops at 0, what
    /// rises at its cap, and the one charge of an ability comes back. Infinity for never.
    fn bends_in(&self, reading: Reading) -> f64;
    /// The resource that a reading is the level of, if it changes with events alone.
    fn resting(&self, reading: Reading) -> Option<u16>;
    /// In how many seconds a flag turns if nothing happens; infinity for never.
    fn turns_in(&self, flag: Flag) -> f64;
}

/// What the names in a condition mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) names: &'a Names,
    pub(crate) constants: &'a [f64],
    /// What the variables stand for that are above the place where a condition is read.
    pub(crate) variables: &'a [Term],
    /// How each ability is used, as far as abilities are understood.
    pub(crate) abilities: &'a [HowUsed],
    /// Whether each resource regenerates.
    pub(crate) regenerating: &'a [bool],
    /// Whether the health of the target is a pool rather than a matter of time.
    pub(crate) health_pool: bool,
}

/// How an ability is used: which of `last`, `queued` and `channel` can hold for it.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub(crate) struct HowUsed {
    /// Targets have no list.
    pub(crate) by_target: bool,
    /// It repeats by itself, and no list uses it.
    pub(crate) repeats: bool,
    /// It waits to take the place of another.
    pub(crate) replaces: bool,
    pub(crate) channels: bool,
}

/// What an answer can change with: an idle actor looks again when one of these does.
///
/// One word holds everything that can change, so that "has anything changed that this line waits for" is one
/// `&`:
///
/// ```text
///   63    62   61      60     59   58…56   55……48     47……36  35…32  27………12   7……0
///  level last targets health any  phases  cooldowns   dots    procs    buffs   resources
/// ```
///
/// The bits are hints: the ninth resource shares a bit with the first, and so on, which costs a look too
/// many and never one too few. The passing of time is no bit; whoever depends on it computes when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depends;

impl Depends {
    /// Any event at all, for conditions that are polled.
    pub(crate) const ANY: u64 = 1 << 59;
    pub(crate) const HEALTH: u64 = 1 << 60;
    pub(crate) const TARGETS: u64 = 1 << 61;
    pub(crate) const LAST: u64 = 1 << 62;
    /// A resource has reached a level that someone waits for.
    pub(crate) const LEVEL: u64 = 1 << 63;
    /// Any resource.
    pub(crate) const RESOURCES: u64 = 0xFF;
    const BUFFS: u64 = 0xFFFF << 12;

    pub(crate) const fn resource(index: usize) -> u64 {
        1 << (index % 8)
    }

    pub(crate) const fn buff(index: usize) -> u64 {
        1 << (12 + index % 16)
    }

    /// The internal cooldown of a proc, and its attempts where someone asks for them.
    pub(crate) const fn proc(index: usize) -> u64 {
        1 << (32 + index % 4)
    }

    pub(crate) const fn dot(index: usize) -> u64 {
        1 << (36 + index % 12)
    }

    pub(crate) const fn cooldown(index: usize) -> u64 {
        1 << (48 + index % 8)
    }

    pub(crate) const fn phase(index: usize) -> u64 {
        1 << (56 + index % 3)
    }
}

impl Reading {
    /// The bits of what it changes with, apart from the passing of time.
    pub(crate) fn depends(self, scope: &Scope<'_>) -> u64 {
        match self {
            Self::Time => 0,
            Self::Targets => Depends::TARGETS,
            Self::TargetHealth if !scope.health_pool => 0,
            Self::Remaining | Self::TargetHealth | Self::ActorHealth => Depends::HEALTH,
            // The actor's figures change with buffs alone.
            Self::Power | Self::Crit | Self::Haste => Depends::BUFFS,
            Self::Resource(index) | Self::ResourceMissing(index) => Depends::resource(index.into()),
            Self::BuffStacks(index)
            | Self::BuffRemaining(index)
            | Self::BuffAbsorb(index)
            | Self::BuffReact(index) => Depends::buff(index.into()),
            Self::DotStacks(index) | Self::DotRemaining(index) => Depends::dot(index.into()),
            // A launch and an impact set the bit of the ability's cooldown, and so does each tick of a channel, beside which
            // something may be used.
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
    /// The bits of what it changes with, apart from the passing of time.
    pub(crate) fn depends(self) -> u64 {
        match self {
            Self::BuffUp(index) => Depends::buff(index.into()),
            Self::DotUp(index) => Depends::dot(index.into()),
            // A hint like the others: whoever waits for one of these hears of the other, too.
            Self::CooldownReady(index) | Self::Queued(index) => Depends::cooldown(index.into()),
            Self::ProcReady(index) => Depends::proc(index.into()),
            Self::Phase(index) => Depends::phase(index.into()),
            Self::Last(_) => Depends::LAST,
            Self::TargetIs(_) => Depends::TARGETS,
        }
    }

    /// A small number that tells flags apart.
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
    /// A small number that tells readings apart.
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
    /// As a condition asks for it.
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
    /// As a condition asks for it.
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

/// `group.name`, or `group.name.member`.
fn dotted(group: &str, list: &List, index: u16, member: &str) -> String {
    let name = list.iter().nth(usize::from(index)).unwrap_or_default();
    if member.is_empty() { format!("{group}.{name}") } else { format!("{group}.{name}.{member}") }
}

/// Whether a condition asks for the attempts of a proc.
pub(crate) fn asks_for_tries(truth: &Truth, proc: usize) -> bool {
    let mut asks = false;
    asked_by(truth, &mut |asked| {
        asks |= matches!(asked, Asked::Reading(Reading::ProcTries(index)) if usize::from(index) == proc);
    });
    asks
}

/// Everything that a condition asks for, in the order of its text, each once.
pub(crate) fn asked(truth: &Truth, names: &Names) -> Vec<String> {
    let mut words = Vec::new();
    asked_by(truth, &mut |word| {
        let word = match word {
            Asked::Flag(flag) => flag.word(names),
            Asked::Reading(reading) => reading.word(names),
        };
        if !words.contains(&word) {
            words.push(word);
        }
    });
    words
}

enum Asked {
    Flag(Flag),
    Reading(Reading),
}

fn asked_by(truth: &Truth, hear: &mut impl FnMut(Asked)) {
    match truth {
        Truth::Flag(flag) => hear(Asked::Flag(*flag)),
        Truth::Not(of) => asked_by(of, hear),
        Truth::All(parts) | Truth::Any(parts) => parts.iter().for_each(|part| asked_by(part, hear)),
        Truth::Compare(_, left, right) => {
            asked_by_number(left, hear);
            asked_by_number(right, hear);
        }
    }
}

fn asked_by_number(number: &Number, hear: &mut impl FnMut(Asked)) {
    match number {
        Number::Constant(_) => {}
        Number::Reading(reading) => hear(Asked::Reading(*reading)),
        Number::Negate(of) | Number::Floor(of) => asked_by_number(of, hear),
        Number::Chain(first, rest) => {
            asked_by_number(first, hear);
            for (_, next) in rest {
                asked_by_number(next, hear);
            }
        }
    }
}

/// What a dotted name means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meaning {
    Reading(Reading),
    Flag(Flag),
    /// What stands for this variable.
    Variable(u16),
    /// That a flag does not hold.
    Not(Flag),
    Constant(f64),
}

/// The single words and the groups, as a person may write them: for the documentation and for suggestions.
pub(crate) const WORDS: [&str; 3] = ["time", "remaining", "targets"];
pub(crate) const GROUPS: [&str; 14] = [
    "target", "actor", "resource", "buff", "dot", "cooldown", "proc", "phase", "last", "constant",
    "variable", "flying", "queued", "channel",
];
/// What can be asked of a thing, by group.
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
