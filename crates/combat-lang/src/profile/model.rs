//! The resolved profile: names are indices, durations are still in seconds.

#![expect(
    missing_docs,
    reason = "most fields have the names of the keys of a profile, which `keys` describes"
)]

use std::sync::Arc;

use crate::condition::{Condition, Formula, HowUsed};
use crate::outcome::AttackOutcome;

/// Maximum number of timers of a fight.
pub const MOST_TIMERS: usize = 1 << 13;

/// The side of a fighter, or of the bearer of a buff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Actor,
    Target,
}

/// Stats of the actor, a companion or a target.
#[derive(Clone, Debug)]
pub struct Stats {
    pub power: f64,
    pub crit: f64,
    pub haste: f64,
    pub hit: f64,
    pub expertise: f64,
    /// Factor on all damage done.
    pub damage: f64,
    /// Factor on all damage taken.
    pub taken: f64,
    /// For each [`AttackOutcome`]: the chance that an attack on this fighter has the outcome,
    /// before the attacker's stats reduce it; 0 for `crit` and `hit`.
    pub avoidance: [f64; AttackOutcome::COUNT],
    pub health: Option<f64>,
}

/// Another fighter on the actor's side, with an action list of its own.
#[derive(Clone, Debug)]
pub struct Companion {
    /// Defensive stats have default values, because companions are never attacked.
    pub stats: Stats,
    pub gcd: f64,
    pub gcd_min: f64,
    /// Buff on which the companion depends: without it, the companion is absent. `None` if the
    /// companion is always present.
    pub with: Option<usize>,
}

/// The members of the actor's side that bear a buff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearer {
    /// One member: the actor is 0, companions follow in the order of the file.
    One(usize),
    /// All members share a single buff.
    Team,
}

impl Bearer {
    /// Returns whether a member of the actor's side bears the buff.
    pub fn is(self, member: usize) -> bool {
        self == Self::Team || self == Self::One(member)
    }
}

#[derive(Clone, Debug)]
pub struct Pace {
    pub gcd: f64,
    pub gcd_min: f64,
    pub poll: f64,
    /// Least and greatest delay of a decision, in seconds.
    pub latency: [f64; 2],
    /// Least and greatest delay until new stacks are visible, in seconds.
    pub reaction: [f64; 2],
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// The length does not vary.
    None,
    /// Uniform between 1 − x and 1 + x times the length, where x is the value of this variant.
    Uniform(f64),
    /// Normal with a standard deviation of x times the length, where x is the value of this
    /// variant; truncated at three standard deviations.
    Normal(f64),
    /// Exponential with the length as its mean.
    Exponential,
}

#[derive(Clone, Debug)]
pub struct Fight {
    /// Length in seconds; `None` if the fight lasts until all targets are dead.
    pub length: Option<f64>,
    pub spread: Spread,
    /// Latest end, in seconds, of a fight without `length`.
    pub limit: f64,
    pub targets: u32,
}

/// An individual target, from `[targets]`.
#[derive(Clone, Debug)]
pub struct Foe {
    pub stats: Stats,
    /// Time of joining, in seconds.
    pub joins: f64,
    /// Time of leaving, in seconds; `None` if the target stays.
    pub leaves: Option<f64>,
}

#[derive(Clone, Debug)]
pub struct Phase {
    /// Times at which the phase begins, in seconds; empty if the phase begins at a health
    /// threshold.
    pub from: Vec<f64>,
    /// The phase begins when the first target has at most this fraction of its health.
    pub below: Option<f64>,
    /// Least and greatest duration in seconds. Whenever the phase begins, its duration is drawn
    /// between the two. `None` for no limit.
    pub lasts: Option<[f64; 2]>,
    /// The phase ends when the first target has at most this fraction of its health.
    pub until: Option<f64>,
    pub every: Option<f64>,
    pub targets: Option<u32>,
    pub taken: f64,
    pub downtime: bool,
    /// Whether the actor moves, so that casts and channels are impossible, except those of
    /// abilities with `moving`.
    pub movement: bool,
    /// Whether the actor cannot act.
    pub stun: bool,
}

#[derive(Clone, Debug)]
pub struct Resource {
    pub cap: f64,
    pub start: f64,
    pub regen: f64,
    pub hasted: bool,
    /// Index of the member whose haste speeds up regeneration; the actor is 0.
    pub of: usize,
}

#[derive(Clone, Debug)]
pub struct Weapon {
    pub speed: f64,
    pub damage: [f64; 2],
    pub coefficient: f64,
}

#[derive(Clone, Debug)]
pub struct AttackTable {
    pub two_rolls: bool,
    pub order: Vec<AttackOutcome>,
    /// For each outcome: the chance that replaces the defender's chance or, for `crit`, is added to
    /// the attacker's chance. `None` if the table gives no chance.
    pub chances: [Option<f64>; AttackOutcome::COUNT],
    pub multipliers: [f64; AttackOutcome::COUNT],
}

/// Effects other than damage.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    pub gain: Vec<(usize, f64)>,
    pub buffs: Vec<usize>,
    pub remove: Vec<usize>,
    pub dots: Vec<usize>,
    pub uses: Vec<usize>,
    pub reset: Vec<usize>,
    pub advance: Vec<(usize, f64)>,
}

#[derive(Clone, Debug)]
pub struct Every {
    pub seconds: f64,
    pub first: Option<f64>,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each field is an independent key of the profile")]
pub struct Ability {
    pub by: Side,
    /// Index of the member of the actor's side that owns the ability: the actor is 0, and
    /// companions follow.
    pub member: usize,
    /// A word by which buffs and reactions select abilities.
    pub school: Option<String>,
    pub table: Option<usize>,
    pub weapon: Option<usize>,
    pub weapon_damage: f64,
    pub damage: [f64; 2],
    pub coefficient: f64,
    pub heal: [f64; 2],
    pub crit: f64,
    pub targets: u32,
    pub cost: Vec<(usize, f64)>,
    pub spends: Option<Spends>,
    pub gain_per_damage: Vec<(usize, f64)>,
    pub gcd: f64,
    pub cast: f64,
    pub cooldown: f64,
    pub charges: u32,
    pub every: Option<Every>,
    pub spread: Spread,
    pub gcd_hasted: bool,
    pub cast_hasted: bool,
    pub cooldown_hasted: bool,
    pub every_hasted: bool,
    pub triggers: bool,
    /// Whether the ability can be cast or channelled while the actor moves.
    pub moving: bool,
    pub effects: Effects,
    /// Seconds from launch to impact.
    pub travel: f64,
    /// Whether the list may use the ability during a global cooldown.
    pub off_gcd: bool,
    /// Whether the list may use the ability during a cast or a channel.
    pub while_casting: bool,
    /// The repeating ability whose next repetition this ability replaces.
    pub replaces: Option<usize>,
    /// For a repeating ability: condition of a repetition. If the condition is false, the
    /// repetition is skipped.
    pub condition: Option<Condition>,
    pub channel: Option<Channel>,
    pub channel_hasted: bool,
    /// Condition under which the channel ends early, after a tick.
    pub clip: Option<Condition>,
}

impl Ability {
    /// Returns how the ability is used. This decides which conditions may refer to the ability.
    pub fn how_used(&self) -> HowUsed {
        HowUsed {
            by_target: self.by == Side::Target,
            repeats: self.every.is_some(),
            replaces: self.replaces.is_some(),
            channels: self.channel.is_some(),
        }
    }
}

/// The channel of an ability, which takes effect at each tick.
#[derive(Clone, Copy, Debug)]
pub struct Channel {
    pub lasts: f64,
    pub ticks: u32,
}

/// The resource of which an ability spends all units (up to `most`), and the effect of each unit
/// spent.
#[derive(Clone, Copy, Debug)]
pub struct Spends {
    pub resource: usize,
    /// Minimum number of units required.
    pub least: f64,
    /// Maximum number of units spent.
    pub most: f64,
    /// Damage added per unit.
    pub damage: f64,
    /// Coefficient added per unit.
    pub coefficient: f64,
    /// Points of healing added per unit.
    pub heal: f64,
    /// Seconds added per unit to the ability's buffs and damage over time.
    pub duration: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refresh {
    /// The aura ends one full duration from now.
    Renew,
    /// The full duration, or the time of [`Extension::by`], is added to the remaining duration.
    Extend,
    /// The full duration is added to a part of the remaining duration. This part is at most
    /// `pandemic` times the full duration.
    Pandemic,
    /// The end of the aura does not change.
    Ignore,
    /// Every stack has its own end.
    Independent,
}

/// How an application with the rule [`Refresh::Extend`] changes the remaining duration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extension {
    /// Seconds that an application adds; `None` for the full duration.
    pub by: Option<f64>,
    /// Maximum remaining duration after the extension, in seconds.
    pub cap: Option<f64>,
}

/// Rule for damage over time that is applied again while it is up. The rule decides which snapshot
/// is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// The new snapshot replaces the old one.
    Always,
    /// A weaker application has no effect.
    IfStronger,
    /// A weaker application takes effect, but the old snapshot is kept.
    KeepStronger,
}

#[derive(Clone, Debug, Default)]
pub struct Modifiers {
    pub power: f64,
    pub crit: f64,
    pub crit_damage: f64,
    pub haste: f64,
    pub damage: f64,
    pub taken: f64,
    /// Points added to the damage of each attack that does damage.
    pub added_damage: f64,
    /// Added to the crit chance of attacks on the bearer.
    pub crit_taken: f64,
    pub hit: f64,
    pub expertise: f64,
    /// For each [`AttackOutcome`]: the amount added to the chance in [`Stats::avoidance`] of the
    /// bearer.
    pub avoidance: [f64; AttackOutcome::COUNT],
    /// Added regeneration: pairs of a resource and the number of units per second.
    pub regen: Vec<(usize, f64)>,
    /// Changes of the cost of abilities: pairs of a resource and the number of units added.
    pub cost: Vec<(usize, f64)>,
    /// Relative change of the costs of abilities.
    pub cost_factor: f64,
}

#[derive(Clone, Debug)]
pub struct Buff {
    pub on: Side,
    /// Members that bear the buff, if it is on the actor's side.
    pub bearer: Bearer,
    /// Duration in seconds; `None` if the buff lasts until it is removed or consumed.
    pub duration: Option<f64>,
    pub stacks: u32,
    pub charges: Option<u32>,
    pub refresh: Refresh,
    pub pandemic: f64,
    pub extension: Extension,
    /// Points of damage to the actor that each stack absorbs.
    pub absorb: f64,
    pub modifiers: Modifiers,
    pub only: Vec<usize>,
    pub consumed_by: Vec<usize>,
    pub start: bool,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each field is an independent key of the profile")]
pub struct Dot {
    pub on: Side,
    /// Index of the member whose stats the ticks use; the actor is 0.
    pub of: usize,
    pub duration: f64,
    pub tick: f64,
    pub damage: [f64; 2],
    pub coefficient: f64,
    pub crit: f64,
    pub crits: bool,
    pub crit_multiplier: f64,
    pub stacks: u32,
    pub refresh: Refresh,
    pub pandemic: f64,
    pub extension: Extension,
    pub overwrite: Overwrite,
    pub ticks_hasted: bool,
    pub duration_hasted: bool,
    pub partial: bool,
    pub at_once: bool,
    pub snapshot: bool,
    pub gain: Vec<(usize, f64)>,
}

#[derive(Clone, Debug)]
pub enum Chance {
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
    /// Evaluated at each attempt.
    Computed(Formula),
}

#[derive(Clone, Debug)]
pub struct Proc {
    pub abilities: Vec<usize>,
    pub dots: Vec<usize>,
    /// Mask of the outcomes after which the proc is attempted.
    pub on: u8,
    /// Condition of an attempt. If the condition is false, the attempt does not count.
    pub condition: Option<Condition>,
    pub chance: Chance,
    pub cooldown: f64,
    pub effects: Effects,
}

/// Effects of attacks on a target that bears a debuff.
#[derive(Clone, Debug)]
pub struct Reaction {
    pub aura: usize,
    pub by: Vec<usize>,
    /// Relative change of the damage of the attack.
    pub damage: f64,
    /// Number of stacks or charges of the debuff that the reaction consumes; `None` for all.
    pub takes: Option<u32>,
    pub cooldown: f64,
    pub effects: Effects,
}

/// The step of a line of the action list.
#[derive(Clone, Debug)]
pub enum Step {
    /// Uses an ability.
    Use(usize),
    /// Cancels a buff on the actor's side.
    CancelBuff(usize),
    /// Waits for a while.
    Wait(Wait),
}

impl Step {
    /// Returns the ability that the step uses, if any.
    pub const fn ability(&self) -> Option<usize> {
        if let Self::Use(ability) = self { Some(*ability) } else { None }
    }
}

/// Duration of a wait.
#[derive(Clone, Debug)]
pub enum Wait {
    Seconds(f64),
    /// Formula that is evaluated when the line is used, and its text.
    Computed(Formula, String),
}

/// A line of an action list after inlining of called lists.
#[derive(Clone, Debug)]
pub struct Action {
    /// Index of the member that owns the list: the actor is 0, and companions follow.
    pub member: usize,
    pub step: Step,
    /// Conditions of the calls that lead to the line, outermost first; evaluated for the first
    /// target.
    pub calls: Vec<Arc<Condition>>,
    pub condition: Option<Condition>,
    /// Whether the condition is tried on every target, and not only on the first.
    pub cycle: bool,
    /// Joined conditions of the line and of the calls that lead to it, including the line's
    /// implicit conditions; `None` if there are no conditions.
    pub whole: Option<Condition>,
    /// Joined conditions of the calls that lead to the line. Used if the line's own condition is
    /// tried on every target.
    pub gate: Option<Condition>,
    pub place: LinePosition,
}

/// Position of a line in the file.
#[derive(Clone, Debug)]
pub struct LinePosition {
    /// The called list that contains the line; `None` for an action list.
    pub list: Option<usize>,
    /// Number of the line in `list` or in the action list, from 1.
    pub line: usize,
    /// The lines whose calls lead to this line, outermost first. Each is a pair of the called list
    /// that contains it (`None` for an action list) and its line number.
    pub calls: Vec<(Option<usize>, usize)>,
}

/// A whole profile.
#[derive(Clone, Debug)]
pub struct Model {
    pub actor: Stats,
    pub pace: Pace,
    /// Companions of the actor, in the order of the file.
    pub companions: Vec<Companion>,
    pub target: Stats,
    /// The individual targets of `[targets]`; empty if all targets are equal.
    pub foes: Vec<Foe>,
    pub fight: Fight,
    pub phases: Vec<Phase>,
    pub resources: Vec<Resource>,
    pub weapons: Vec<Weapon>,
    pub tables: Vec<AttackTable>,
    pub abilities: Vec<Ability>,
    pub buffs: Vec<Buff>,
    pub dots: Vec<Dot>,
    pub procs: Vec<Proc>,
    pub reactions: Vec<Reaction>,
    /// The lines of the actor's list, then of the list of each companion.
    pub actions: Vec<Action>,
}

impl Modifiers {
    /// Returns whether the modifiers change the cost of an ability whose unmodified costs are
    /// `costs`.
    pub fn change_cost(&self, costs: &[(usize, f64)]) -> bool {
        let flat = self.cost.iter().any(|(of, added)| *added != 0.0 && costs.iter().any(|(it, _)| it == of));
        flat || self.cost_factor != 0.0 && !costs.is_empty()
    }
}

impl Model {
    /// Iterates over the abilities that replace a repetition of `repeated`.
    pub fn replacing(&self, repeated: usize) -> impl Iterator<Item = usize> {
        let replaces = move |(_, ability): &(usize, &Ability)| ability.replaces == Some(repeated);
        self.abilities.iter().enumerate().filter(replaces).map(|(place, _)| place)
    }

    /// Returns the maximum number of targets at once.
    pub fn most_targets(&self) -> u32 {
        self.phases.iter().filter_map(|phase| phase.targets).fold(self.fight.targets, u32::max)
    }

    /// Returns the stats of a member of the actor's side: the actor is 0.
    pub fn member(&self, member: usize) -> &Stats {
        match member {
            0 => &self.actor,
            _ => &self.companions[member - 1].stats,
        }
    }

    /// Returns the number of members of the actor's side.
    pub fn members(&self) -> usize {
        1 + self.companions.len()
    }

    /// Returns the stats of a target.
    pub fn foe(&self, target: usize) -> &Stats {
        self.foes.get(target).map_or(&self.target, |foe| &foe.stats)
    }

    /// Returns whether fights are deterministic: no ability has an attack table, no tick can crit,
    /// there is no random range and no spread, and every proc is certain.
    pub fn is_certain(&self) -> bool {
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
