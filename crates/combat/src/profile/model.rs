//! What a profile says, names resolved to places, durations still in seconds.

use std::sync::Arc;

use crate::condition::{Condition, Formula, HowUsed};
use crate::outcome::AttackOutcome;

/// Who does something, or who bears a buff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Actor,
    Target,
}

/// The figures of the actor, or of every target.
#[derive(Clone, Debug)]
pub(crate) struct Stats {
    pub(crate) power: f64,
    pub(crate) crit: f64,
    pub(crate) haste: f64,
    pub(crate) hit: f64,
    pub(crate) expertise: f64,
    /// Factor on all damage done.
    pub(crate) damage: f64,
    /// Factor on all damage taken.
    pub(crate) taken: f64,
    /// Chances of avoiding or weakening an attack, by [`AttackOutcome`]; those of `crit` and `hit` are 0.
    pub(crate) avoidance: [f64; AttackOutcome::COUNT],
    pub(crate) health: Option<f64>,
}

/// Another on the actor's side, with a list of its own.
#[derive(Clone, Debug)]
pub(crate) struct Companion {
    /// It is never attacked: what bears on that is plain.
    pub(crate) stats: Stats,
    pub(crate) gcd: f64,
    pub(crate) gcd_min: f64,
    /// It is there only while this buff is up.
    pub(crate) with: Option<usize>,
}

/// Who of the actor's side bears a buff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bearer {
    /// The actor is 0, companions follow in the order of the file.
    One(usize),
    /// All of them, with one and the same buff.
    Team,
}

impl Bearer {
    /// Whether one of the side bears it.
    pub(crate) fn is(self, member: usize) -> bool {
        self == Self::Team || self == Self::One(member)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Pace {
    pub(crate) gcd: f64,
    pub(crate) gcd_min: f64,
    pub(crate) poll: f64,
    /// How much later than it could the actor decides, and how much later it sees what comes: the least and the
    /// most.
    pub(crate) latency: [f64; 2],
    pub(crate) reaction: [f64; 2],
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Spread {
    /// Always the same.
    None,
    /// Uniform between 1 − x and 1 + x times the length.
    Uniform(f64),
    /// Normal with a standard deviation of x times the length, no further than three of them from the mean.
    Normal(f64),
    /// Exponential with the length as its mean.
    Exponential,
}

#[derive(Clone, Debug)]
pub(crate) struct Fight {
    /// `None`: until the last target is dead.
    pub(crate) length: Option<f64>,
    pub(crate) spread: Spread,
    /// The end of a fight that goes on until the last target is dead, if they do not die.
    pub(crate) limit: f64,
    pub(crate) targets: u32,
}

/// A target with figures of its own.
#[derive(Clone, Debug)]
pub(crate) struct Foe {
    pub(crate) stats: Stats,
    /// When it comes, and when it goes.
    pub(crate) joins: f64,
    pub(crate) leaves: Option<f64>,
}

#[derive(Clone, Debug)]
pub(crate) struct Phase {
    /// When it begins, each time: never, if it does so by health.
    pub(crate) from: Vec<f64>,
    /// It begins when the first target has no more than this part of its health.
    pub(crate) below: Option<f64>,
    /// It ends after so long, drawn anew each time, or when the first target has no more than this part of its
    /// health.
    pub(crate) lasts: Option<[f64; 2]>,
    pub(crate) until: Option<f64>,
    pub(crate) every: Option<f64>,
    pub(crate) targets: Option<u32>,
    pub(crate) taken: f64,
    pub(crate) downtime: bool,
    /// Nothing is cast, but what can be on the move.
    pub(crate) movement: bool,
    /// The actor does nothing.
    pub(crate) stun: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Resource {
    pub(crate) cap: f64,
    pub(crate) start: f64,
    pub(crate) regen: f64,
    pub(crate) hasted: bool,
    /// Whose haste that is: the actor's, 0, or a companion's.
    pub(crate) of: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Weapon {
    pub(crate) speed: f64,
    pub(crate) damage: [f64; 2],
    pub(crate) coefficient: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct AttackTable {
    pub(crate) two_rolls: bool,
    pub(crate) order: Vec<AttackOutcome>,
    /// What the table itself says of a chance.
    pub(crate) chances: [Option<f64>; AttackOutcome::COUNT],
    pub(crate) multipliers: [f64; AttackOutcome::COUNT],
}

/// What happens besides damage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    pub(crate) gain: Vec<(usize, f64)>,
    pub(crate) buffs: Vec<usize>,
    pub(crate) remove: Vec<usize>,
    pub(crate) dots: Vec<usize>,
    pub(crate) uses: Vec<usize>,
    pub(crate) reset: Vec<usize>,
    pub(crate) advance: Vec<(usize, f64)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Every {
    pub(crate) seconds: f64,
    pub(crate) first: Option<f64>,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the profile, independent of the others")]
pub(crate) struct Ability {
    pub(crate) by: Side,
    /// Of one on the actor's side, whose it is: the actor's, 0, or a companion's.
    pub(crate) member: usize,
    /// A word that buffs can name it by, with others.
    pub(crate) school: Option<String>,
    pub(crate) table: Option<usize>,
    pub(crate) weapon: Option<usize>,
    pub(crate) weapon_damage: f64,
    pub(crate) damage: [f64; 2],
    pub(crate) coefficient: f64,
    pub(crate) heal: [f64; 2],
    pub(crate) crit: f64,
    pub(crate) targets: u32,
    pub(crate) cost: Vec<(usize, f64)>,
    pub(crate) spends: Option<Spends>,
    pub(crate) gain_per_damage: Vec<(usize, f64)>,
    pub(crate) gcd: f64,
    pub(crate) cast: f64,
    pub(crate) cooldown: f64,
    pub(crate) charges: u32,
    pub(crate) every: Option<Every>,
    pub(crate) spread: Spread,
    pub(crate) gcd_hasted: bool,
    pub(crate) cast_hasted: bool,
    pub(crate) cooldown_hasted: bool,
    pub(crate) every_hasted: bool,
    pub(crate) triggers: bool,
    /// Whether it can be cast on the move.
    pub(crate) moving: bool,
    pub(crate) effects: Effects,
    /// How long it flies before it arrives.
    pub(crate) travel: f64,
    /// Whether the list may use it while a global cooldown runs, and also during a cast.
    pub(crate) off_gcd: bool,
    pub(crate) while_casting: bool,
    /// The ability that repeats and whose next repetition it takes the place of.
    pub(crate) replaces: Option<usize>,
    /// Of one that repeats: what has to hold, or it is skipped.
    pub(crate) condition: Option<Condition>,
    pub(crate) channel: Option<Channel>,
    pub(crate) channel_hasted: bool,
    /// When the channel is cut short after a tick.
    pub(crate) clip: Option<Condition>,
}

impl Ability {
    /// Which questions about its use can be answered.
    pub(crate) fn how_used(&self) -> HowUsed {
        HowUsed {
            by_target: self.by == Side::Target,
            repeats: self.every.is_some(),
            replaces: self.replaces.is_some(),
            channels: self.channel.is_some(),
        }
    }
}

/// An ability that goes on for a while, and does what it does several times meanwhile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Channel {
    pub(crate) lasts: f64,
    pub(crate) ticks: u32,
}

/// What an ability takes all of, and what each unit of it brings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spends {
    pub(crate) resource: usize,
    /// What there has to be, and the most that is taken.
    pub(crate) least: f64,
    pub(crate) most: f64,
    /// Added for each unit: damage, coefficient, points healed, seconds that its buffs and damage over time last.
    pub(crate) damage: f64,
    pub(crate) coefficient: f64,
    pub(crate) heal: f64,
    pub(crate) duration: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refresh {
    /// The full duration, from now.
    Renew,
    /// The full duration on top of what is left.
    Extend,
    /// The full duration, and of what is left at most the part that `pandemic` names.
    Pandemic,
    /// What runs, runs on unchanged.
    Ignore,
    /// Every stack has its own end.
    Independent,
}

/// How far an application goes that extends what is up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extension {
    /// What it adds; `None`: the full duration.
    pub(crate) by: Option<f64>,
    /// The most that can be left after it.
    pub(crate) cap: Option<f64>,
}

/// What becomes of the snapshot of damage over time that is applied again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overwrite {
    /// The new one takes its place.
    Always,
    /// An application that is weaker changes nothing.
    IfStronger,
    /// An application that is weaker leaves the old one in its place, and does all else.
    KeepStronger,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Modifiers {
    pub(crate) power: f64,
    pub(crate) crit: f64,
    pub(crate) crit_damage: f64,
    pub(crate) haste: f64,
    pub(crate) damage: f64,
    pub(crate) taken: f64,
    /// Points added to the damage of each attack that does any.
    pub(crate) added_damage: f64,
    /// Added to the chance that attacks on the bearer crit.
    pub(crate) crit_taken: f64,
    pub(crate) hit: f64,
    pub(crate) expertise: f64,
    /// Added to the bearer's avoidance, by [`AttackOutcome`].
    pub(crate) avoidance: [f64; AttackOutcome::COUNT],
    /// Units a second, by resource.
    pub(crate) regen: Vec<(usize, f64)>,
    /// Units added to what abilities cost, by resource; and a change of all that they cost.
    pub(crate) cost: Vec<(usize, f64)>,
    pub(crate) cost_factor: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Buff {
    pub(crate) on: Side,
    /// Who of the actor's side, if it is on that.
    pub(crate) bearer: Bearer,
    /// `None`: until removed or used up.
    pub(crate) duration: Option<f64>,
    pub(crate) stacks: u32,
    pub(crate) charges: Option<u32>,
    pub(crate) refresh: Refresh,
    pub(crate) pandemic: f64,
    pub(crate) extension: Extension,
    /// Points of damage to the actor that each stack swallows.
    pub(crate) absorb: f64,
    pub(crate) modifiers: Modifiers,
    pub(crate) only: Vec<usize>,
    pub(crate) consumed_by: Vec<usize>,
    pub(crate) start: bool,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the profile, independent of the others")]
pub(crate) struct Dot {
    pub(crate) on: Side,
    /// Whose figures its ticks have: the actor's, 0, or a companion's.
    pub(crate) of: usize,
    pub(crate) duration: f64,
    pub(crate) tick: f64,
    pub(crate) damage: [f64; 2],
    pub(crate) coefficient: f64,
    pub(crate) crit: f64,
    pub(crate) crits: bool,
    pub(crate) crit_multiplier: f64,
    pub(crate) stacks: u32,
    pub(crate) refresh: Refresh,
    pub(crate) pandemic: f64,
    pub(crate) extension: Extension,
    pub(crate) overwrite: Overwrite,
    pub(crate) ticks_hasted: bool,
    pub(crate) duration_hasted: bool,
    pub(crate) partial: bool,
    pub(crate) at_once: bool,
    pub(crate) snapshot: bool,
    pub(crate) gain: Vec<(usize, f64)>,
}

#[derive(Clone, Debug)]
pub(crate) enum Chance {
    Flat(f64),
    PerMinute(f64),
    Real {
        per_minute: f64,
        hasted: bool,
        bad_luck_protection: bool,
        longest_gap: f64,
    },
    Deck {
        hits: u32,
        cards: u32,
    },
    Accumulates(f64),
    /// Worked out anew at each attempt.
    Computed(Formula),
}

#[derive(Clone, Debug)]
pub(crate) struct Proc {
    pub(crate) abilities: Vec<usize>,
    pub(crate) dots: Vec<usize>,
    /// Mask of outcomes.
    pub(crate) on: u8,
    /// What has to hold, or it is no attempt.
    pub(crate) condition: Option<Condition>,
    pub(crate) chance: Chance,
    pub(crate) cooldown: f64,
    pub(crate) effects: Effects,
}

/// What attacks bring about on a target that bears a debuff.
#[derive(Clone, Debug)]
pub(crate) struct Reaction {
    pub(crate) aura: usize,
    pub(crate) by: Vec<usize>,
    /// Added to 1: a factor on the damage of the attack.
    pub(crate) damage: f64,
    /// Stacks or charges of the debuff that it takes; `None`: all.
    pub(crate) takes: Option<u32>,
    pub(crate) cooldown: f64,
    pub(crate) effects: Effects,
}

/// What a line of the action list does.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Uses an ability.
    Use(usize),
    /// Takes a buff off the actor's side.
    CancelBuff(usize),
    /// Does nothing for a while.
    Wait(Wait),
}

impl Step {
    /// The ability that it uses.
    pub(crate) const fn ability(&self) -> Option<usize> {
        if let Self::Use(ability) = self { Some(*ability) } else { None }
    }
}

/// How long the one whose list it is does nothing.
#[derive(Clone, Debug)]
pub(crate) enum Wait {
    Seconds(f64),
    /// Worked out when the line is used, with the text that says how.
    Computed(Formula, String),
}

/// A line of an action list, in which called lists are written out.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    /// Whose list it is in: the actor's, 0, or a companion's.
    pub(crate) member: usize,
    pub(crate) step: Step,
    /// Conditions of the calls that lead to it, the outermost first: looked at with the first target.
    #[cfg_attr(
        not(feature = "oracle"),
        expect(dead_code, reason = "the plain rules look at each by itself")
    )]
    pub(crate) calls: Vec<Arc<Condition>>,
    pub(crate) condition: Option<Condition>,
    /// Tries every target instead of the first alone.
    pub(crate) cycle: bool,
    /// All that has to hold as one condition, if anything has to.
    pub(crate) whole: Option<Condition>,
    /// What the calls ask as one condition, where the line's own is tried on every target.
    pub(crate) gate: Option<Condition>,
    pub(crate) place: Place,
}

/// Where a line stands in the file.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The list that it stands in; `None`: the action list.
    pub(crate) list: Option<usize>,
    /// Its number there, counted from 1.
    pub(crate) line: usize,
    /// The lines that call, the outermost first: the list each stands in, and its number there.
    pub(crate) calls: Vec<(Option<usize>, usize)>,
}

/// The whole profile.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) actor: Stats,
    pub(crate) pace: Pace,
    /// The others on the actor's side.
    pub(crate) companions: Vec<Companion>,
    pub(crate) target: Stats,
    /// The targets, if they are not alike.
    pub(crate) foes: Vec<Foe>,
    pub(crate) fight: Fight,
    pub(crate) phases: Vec<Phase>,
    pub(crate) resources: Vec<Resource>,
    pub(crate) weapons: Vec<Weapon>,
    pub(crate) tables: Vec<AttackTable>,
    pub(crate) abilities: Vec<Ability>,
    pub(crate) buffs: Vec<Buff>,
    pub(crate) dots: Vec<Dot>,
    pub(crate) procs: Vec<Proc>,
    pub(crate) reactions: Vec<Reaction>,
    /// The actor's list, then those of its companions.
    pub(crate) actions: Vec<Action>,
}

impl Modifiers {
    /// Whether they bear on the cost of an ability that costs these resources.
    pub(crate) fn change_cost(&self, costs: &[(usize, f64)]) -> bool {
        let flat = self.cost.iter().any(|(of, added)| *added != 0.0 && costs.iter().any(|(it, _)| it == of));
        flat || self.cost_factor != 0.0 && !costs.is_empty()
    }
}

impl Model {
    /// The abilities that take the place of a repetition of this one.
    pub(crate) fn replacing(&self, repeated: usize) -> impl Iterator<Item = usize> {
        let replaces = move |(_, ability): &(usize, &Ability)| ability.replaces == Some(repeated);
        self.abilities.iter().enumerate().filter(replaces).map(|(place, _)| place)
    }

    /// The most targets that are there at once.
    pub(crate) fn most_targets(&self) -> u32 {
        self.phases.iter().filter_map(|phase| phase.targets).fold(self.fight.targets, u32::max)
    }

    /// The figures of one on the actor's side: the actor is 0.
    pub(crate) fn member(&self, member: usize) -> &Stats {
        match member {
            0 => &self.actor,
            _ => &self.companions[member - 1].stats,
        }
    }

    /// How many there are on the actor's side.
    pub(crate) fn members(&self) -> usize {
        1 + self.companions.len()
    }

    /// The figures of a target.
    pub(crate) fn foe(&self, target: usize) -> &Stats {
        self.foes.get(target).map_or(&self.target, |foe| &foe.stats)
    }

    /// Whether nothing in it is ever left to chance: no table, no range, no spread, no proc that is not certain.
    pub(crate) fn is_certain(&self) -> bool {
        let fixed = |[low, high]: [f64; 2]| low >= high;
        let ability = |ability: &Ability| {
            let weapon = ability.weapon.map_or([0.0; 2], |weapon| self.weapons[weapon].damage);
            ability.table.is_none()
                && ability.spread == Spread::None
                && [ability.damage, ability.heal, weapon].into_iter().all(fixed)
        };
        self.fight.spread == Spread::None
            && fixed(self.pace.latency)
            && fixed(self.pace.reaction)
            && self.phases.iter().all(|phase| phase.lasts.is_none_or(fixed))
            && self.abilities.iter().all(ability)
            && self.dots.iter().all(|dot| !dot.crits && fixed(dot.damage))
            && self.procs.iter().all(|proc| matches!(proc.chance, Chance::Flat(chance) if chance >= 1.0))
    }
}
