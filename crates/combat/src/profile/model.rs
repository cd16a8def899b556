//! The resolved profile: names are indices, durations are still in seconds.

use std::sync::Arc;

use crate::condition::{Condition, Formula, HowUsed};
use crate::outcome::AttackOutcome;

/// The side of a fighter, or of the bearer of a buff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Actor,
    Target,
}

/// Stats of the actor, a companion or a target.
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
    /// For each [`AttackOutcome`]: the chance that an attack on this fighter has the outcome,
    /// before the attacker's stats reduce it; 0 for `crit` and `hit`.
    pub(crate) avoidance: [f64; AttackOutcome::COUNT],
    pub(crate) health: Option<f64>,
}

/// Another fighter on the actor's side, with an action list of its own.
#[derive(Clone, Debug)]
pub(crate) struct Companion {
    /// Defensive stats have default values, because companions are never attacked.
    pub(crate) stats: Stats,
    pub(crate) gcd: f64,
    pub(crate) gcd_min: f64,
    /// Buff on which the companion depends: without it, the companion is absent. `None` if the
    /// companion is always present.
    pub(crate) with: Option<usize>,
}

/// The members of the actor's side that bear a buff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bearer {
    /// One member: the actor is 0, companions follow in the order of the file.
    One(usize),
    /// All members share a single buff.
    Team,
}

impl Bearer {
    /// Returns whether a member of the actor's side bears the buff.
    pub(crate) fn is(self, member: usize) -> bool {
        self == Self::Team || self == Self::One(member)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Pace {
    pub(crate) gcd: f64,
    pub(crate) gcd_min: f64,
    pub(crate) poll: f64,
    /// Least and greatest delay of a decision, in seconds.
    pub(crate) latency: [f64; 2],
    /// Least and greatest delay until new stacks are visible, in seconds.
    pub(crate) reaction: [f64; 2],
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Spread {
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
pub(crate) struct Fight {
    /// Length in seconds; `None` if the fight lasts until all targets are dead.
    pub(crate) length: Option<f64>,
    pub(crate) spread: Spread,
    /// Latest end, in seconds, of a fight without `length`.
    pub(crate) limit: f64,
    pub(crate) targets: u32,
}

/// An individual target, from `[targets]`.
#[derive(Clone, Debug)]
pub(crate) struct Foe {
    pub(crate) stats: Stats,
    /// Time of joining, in seconds.
    pub(crate) joins: f64,
    /// Time of leaving, in seconds; `None` if the target stays.
    pub(crate) leaves: Option<f64>,
}

#[derive(Clone, Debug)]
pub(crate) struct Phase {
    /// Times at which the phase begins, in seconds; empty if the phase begins at a health
    /// threshold.
    pub(crate) from: Vec<f64>,
    /// The phase begins when the first target has at most this fraction of its health.
    pub(crate) below: Option<f64>,
    /// Least and greatest duration in seconds. Whenever the phase begins, its duration is drawn
    /// between the two. `None` for no limit.
    pub(crate) lasts: Option<[f64; 2]>,
    /// The phase ends when the first target has at most this fraction of its health.
    pub(crate) until: Option<f64>,
    pub(crate) every: Option<f64>,
    pub(crate) targets: Option<u32>,
    pub(crate) taken: f64,
    pub(crate) downtime: bool,
    /// Whether the actor moves, so that casts and channels are impossible, except those of
    /// abilities with `moving`.
    pub(crate) movement: bool,
    /// Whether the actor cannot act.
    pub(crate) stun: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Resource {
    pub(crate) cap: f64,
    pub(crate) start: f64,
    pub(crate) regen: f64,
    pub(crate) hasted: bool,
    /// Index of the member whose haste speeds up regeneration; the actor is 0.
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
    /// For each outcome: the chance that replaces the defender's chance or, for `crit`, is added to
    /// the attacker's chance. `None` if the table gives no chance.
    pub(crate) chances: [Option<f64>; AttackOutcome::COUNT],
    pub(crate) multipliers: [f64; AttackOutcome::COUNT],
}

/// Effects other than damage.
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
#[expect(clippy::struct_excessive_bools, reason = "each field is an independent key of the profile")]
pub(crate) struct Ability {
    pub(crate) by: Side,
    /// Index of the member of the actor's side that owns the ability: the actor is 0, and
    /// companions follow.
    pub(crate) member: usize,
    /// A word by which buffs and reactions select abilities.
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
    /// Whether the ability can be cast or channelled while the actor moves.
    pub(crate) moving: bool,
    pub(crate) effects: Effects,
    /// Seconds from launch to impact.
    pub(crate) travel: f64,
    /// Whether the list may use the ability during a global cooldown.
    pub(crate) off_gcd: bool,
    /// Whether the list may use the ability during a cast or a channel.
    pub(crate) while_casting: bool,
    /// The repeating ability whose next repetition this ability replaces.
    pub(crate) replaces: Option<usize>,
    /// For a repeating ability: condition of a repetition. If the condition is false, the
    /// repetition is skipped.
    pub(crate) condition: Option<Condition>,
    pub(crate) channel: Option<Channel>,
    pub(crate) channel_hasted: bool,
    /// Condition under which the channel ends early, after a tick.
    pub(crate) clip: Option<Condition>,
}

impl Ability {
    /// Returns how the ability is used. This decides which conditions may refer to the ability.
    pub(crate) fn how_used(&self) -> HowUsed {
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
pub(crate) struct Channel {
    pub(crate) lasts: f64,
    pub(crate) ticks: u32,
}

/// The resource of which an ability spends all units (up to `most`), and the effect of each unit
/// spent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spends {
    pub(crate) resource: usize,
    /// Minimum number of units required.
    pub(crate) least: f64,
    /// Maximum number of units spent.
    pub(crate) most: f64,
    /// Damage added per unit.
    pub(crate) damage: f64,
    /// Coefficient added per unit.
    pub(crate) coefficient: f64,
    /// Points of healing added per unit.
    pub(crate) heal: f64,
    /// Seconds added per unit to the ability's buffs and damage over time.
    pub(crate) duration: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refresh {
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
pub(crate) struct Extension {
    /// Seconds that an application adds; `None` for the full duration.
    pub(crate) by: Option<f64>,
    /// Maximum remaining duration after the extension, in seconds.
    pub(crate) cap: Option<f64>,
}

/// Rule for damage over time that is applied again while it is up. The rule decides which snapshot
/// is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overwrite {
    /// The new snapshot replaces the old one.
    Always,
    /// A weaker application has no effect.
    IfStronger,
    /// A weaker application takes effect, but the old snapshot is kept.
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
    /// Points added to the damage of each attack that does damage.
    pub(crate) added_damage: f64,
    /// Added to the crit chance of attacks on the bearer.
    pub(crate) crit_taken: f64,
    pub(crate) hit: f64,
    pub(crate) expertise: f64,
    /// For each [`AttackOutcome`]: the amount added to the chance in [`Stats::avoidance`] of the
    /// bearer.
    pub(crate) avoidance: [f64; AttackOutcome::COUNT],
    /// Added regeneration: pairs of a resource and the number of units per second.
    pub(crate) regen: Vec<(usize, f64)>,
    /// Changes of the cost of abilities: pairs of a resource and the number of units added.
    pub(crate) cost: Vec<(usize, f64)>,
    /// Relative change of the costs of abilities.
    pub(crate) cost_factor: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Buff {
    pub(crate) on: Side,
    /// Members that bear the buff, if it is on the actor's side.
    pub(crate) bearer: Bearer,
    /// Duration in seconds; `None` if the buff lasts until it is removed or consumed.
    pub(crate) duration: Option<f64>,
    pub(crate) stacks: u32,
    pub(crate) charges: Option<u32>,
    pub(crate) refresh: Refresh,
    pub(crate) pandemic: f64,
    pub(crate) extension: Extension,
    /// Points of damage to the actor that each stack absorbs.
    pub(crate) absorb: f64,
    pub(crate) modifiers: Modifiers,
    pub(crate) only: Vec<usize>,
    pub(crate) consumed_by: Vec<usize>,
    pub(crate) start: bool,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each field is an independent key of the profile")]
pub(crate) struct Dot {
    pub(crate) on: Side,
    /// Index of the member whose stats the ticks use; the actor is 0.
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
    /// Evaluated at each attempt.
    Computed(Formula),
}

#[derive(Clone, Debug)]
pub(crate) struct Proc {
    pub(crate) abilities: Vec<usize>,
    pub(crate) dots: Vec<usize>,
    /// Mask of the outcomes after which the proc is attempted.
    pub(crate) on: u8,
    /// Condition of an attempt. If the condition is false, the attempt does not count.
    pub(crate) condition: Option<Condition>,
    pub(crate) chance: Chance,
    pub(crate) cooldown: f64,
    pub(crate) effects: Effects,
}

/// Effects of attacks on a target that bears a debuff.
#[derive(Clone, Debug)]
pub(crate) struct Reaction {
    pub(crate) aura: usize,
    pub(crate) by: Vec<usize>,
    /// Relative change of the damage of the attack.
    pub(crate) damage: f64,
    /// Number of stacks or charges of the debuff that the reaction consumes; `None` for all.
    pub(crate) takes: Option<u32>,
    pub(crate) cooldown: f64,
    pub(crate) effects: Effects,
}

/// The step of a line of the action list.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Uses an ability.
    Use(usize),
    /// Cancels a buff on the actor's side.
    CancelBuff(usize),
    /// Waits for a while.
    Wait(Wait),
}

impl Step {
    /// Returns the ability that the step uses, if any.
    pub(crate) const fn ability(&self) -> Option<usize> {
        if let Self::Use(ability) = self { Some(*ability) } else { None }
    }
}

/// Duration of a wait.
#[derive(Clone, Debug)]
pub(crate) enum Wait {
    Seconds(f64),
    /// Formula that is evaluated when the line is used, and its text.
    Computed(Formula, String),
}

/// A line of an action list after inlining of called lists.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    /// Index of the member that owns the list: the actor is 0, and companions follow.
    pub(crate) member: usize,
    pub(crate) step: Step,
    /// Conditions of the calls that lead to the line, outermost first; evaluated for the first
    /// target.
    #[cfg_attr(
        not(feature = "oracle"),
        expect(dead_code, reason = "only the plain simulator evaluates the conditions of calls separately")
    )]
    pub(crate) calls: Vec<Arc<Condition>>,
    pub(crate) condition: Option<Condition>,
    /// Whether the condition is tried on every target, and not only on the first.
    pub(crate) cycle: bool,
    /// Joined conditions of the line and of the calls that lead to it, including the line's
    /// implicit conditions; `None` if there are no conditions.
    pub(crate) whole: Option<Condition>,
    /// Joined conditions of the calls that lead to the line. Used if the line's own condition is
    /// tried on every target.
    pub(crate) gate: Option<Condition>,
    pub(crate) place: LinePosition,
}

/// Position of a line in the file.
#[derive(Clone, Debug)]
pub(crate) struct LinePosition {
    /// The called list that contains the line; `None` for an action list.
    pub(crate) list: Option<usize>,
    /// Number of the line in `list` or in the action list, from 1.
    pub(crate) line: usize,
    /// The lines whose calls lead to this line, outermost first. Each is a pair of the called list
    /// that contains it (`None` for an action list) and its line number.
    pub(crate) calls: Vec<(Option<usize>, usize)>,
}

/// A whole profile.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) actor: Stats,
    pub(crate) pace: Pace,
    /// Companions of the actor, in the order of the file.
    pub(crate) companions: Vec<Companion>,
    pub(crate) target: Stats,
    /// The individual targets of `[targets]`; empty if all targets are equal.
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
    /// The lines of the actor's list, then of the list of each companion.
    pub(crate) actions: Vec<Action>,
}

impl Modifiers {
    /// Returns whether the modifiers change the cost of an ability whose unmodified costs are
    /// `costs`.
    pub(crate) fn change_cost(&self, costs: &[(usize, f64)]) -> bool {
        let flat = self.cost.iter().any(|(of, added)| *added != 0.0 && costs.iter().any(|(it, _)| it == of));
        flat || self.cost_factor != 0.0 && !costs.is_empty()
    }
}

impl Model {
    /// Iterates over the abilities that replace a repetition of `repeated`.
    pub(crate) fn replacing(&self, repeated: usize) -> impl Iterator<Item = usize> {
        let replaces = move |(_, ability): &(usize, &Ability)| ability.replaces == Some(repeated);
        self.abilities.iter().enumerate().filter(replaces).map(|(place, _)| place)
    }

    /// Returns the maximum number of targets at once.
    pub(crate) fn most_targets(&self) -> u32 {
        self.phases.iter().filter_map(|phase| phase.targets).fold(self.fight.targets, u32::max)
    }

    /// Returns the stats of a member of the actor's side: the actor is 0.
    pub(crate) fn member(&self, member: usize) -> &Stats {
        match member {
            0 => &self.actor,
            _ => &self.companions[member - 1].stats,
        }
    }

    /// Returns the number of members of the actor's side.
    pub(crate) fn members(&self) -> usize {
        1 + self.companions.len()
    }

    /// Returns the stats of a target.
    pub(crate) fn foe(&self, target: usize) -> &Stats {
        self.foes.get(target).map_or(&self.target, |foe| &foe.stats)
    }

    /// Returns whether fights are deterministic: no ability has an attack table, no tick can crit,
    /// there is no random range and no spread, and every proc is certain.
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
