//! Warnings about probable mistakes in a profile, found by a short run: lines that are never used,
//! resources that overflow, buffs that are never up.

use std::fmt;

use quadrille_combat_lang::Profile;
use quadrille_progress::{Cancelled, Observer};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::condition::readings_of;
use crate::engine::log::Choices;
use crate::engine::pace::Pace;
use crate::engine::{Fight, State};
use crate::model::{self, Ability, Action, Effects, Model, Step, Wait};
use crate::names;
use crate::results::Totals;
use crate::simulation::Simulation;

/// An overflow is reported if at least this share of a resource's income was lost at its cap.
const OVERFLOWING: f64 = 0.2;

/// The findings of a short run of a profile.
///
/// ```
/// use quadrille_combat::{Check, Profile, Warning};
///
/// let profile: Profile = r#"
///     actions = [{ use = "jab" }, { use = "slam", if = "resource.rage >= 40" }]
///     [fight]
///     length = 60
///     [resources.rage]
///     cap = 50
///     [abilities.jab]
///     damage = 100
///     gain = { rage = 10 }
///     [abilities.slam]
///     damage = 400
///     cost = { rage = 40 }
/// "#.parse()?;
/// let check = Check::of(&profile, 1, 100, &())?;
/// assert_eq!((check.lines[0].uses, check.lines[1].uses), (4000, 0));
/// assert_eq!(check.lines[1].waits_for, ["resource.rage"]);
/// assert_eq!(check.warnings[0].to_string(), "line 2 (slam) was never used: line 1 (jab) can always be used");
/// assert!(matches!(check.warnings[1], Warning::Overflow { lost, .. } if lost > 0.8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub struct Check {
    /// Number of fights.
    pub fights: u64,
    /// The lines of the action lists, each with the number of its uses.
    pub lines: Vec<CheckedLine>,
    /// Probable mistakes.
    pub warnings: Vec<Warning>,
}

/// A line of an action list, with the number of its uses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub struct CheckedLine {
    /// Number of the line in its list, from 1.
    pub line: usize,
    /// Name of the companion whose action list contains the line, directly or through calls; `None`
    /// if it is the actor's list.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub of: Option<String>,
    /// Name of the list in `[lists]` that contains the line; `None` if the line is written directly
    /// in an action list.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub list: Option<String>,
    /// The line's number, preceded by the calls that lead to the line: `2`, or `3: burst 2` if line
    /// 3 calls the list `burst` and this is line 2 of `burst`. The lines of a called list appear in
    /// [`Check::lines`] once for each call.
    pub at: String,
    /// Ability that the line uses, if any.
    #[cfg_attr(feature = "serde", serde(rename = "use", default, skip_serializing_if = "Option::is_none"))]
    pub ability: Option<String>,
    /// Buff that the line cancels, if any.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub cancel_buff: Option<String>,
    /// Seconds that the line waits, or the formula that computes them; `None` if the line has no
    /// `wait`.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub wait: Option<String>,
    /// Condition, as written in the profile.
    #[cfg_attr(feature = "serde", serde(rename = "if"))]
    pub condition: Option<String>,
    /// Number of uses over all fights.
    pub uses: u64,
    /// Values whose change makes an idle actor evaluate the line again, in the notation of
    /// conditions: the cooldown of the ability (`cooldown.slam.ready`), the resources of its cost,
    /// and everything that the condition reads.
    pub waits_for: Vec<String>,
    /// Whether the condition is polled: the time at which it changes cannot be computed, so it is
    /// evaluated after every event and at regular intervals, given by the actor's key `poll`.
    pub polled: bool,
}

impl CheckedLine {
    /// Returns a short description of the line: its ability, `cancel fury` or `wait 0.3`.
    pub fn does(&self) -> String {
        match (&self.ability, &self.cancel_buff, &self.wait) {
            (Some(ability), _, _) => ability.clone(),
            (_, Some(buff), _) => format!("cancel {buff}"),
            (_, _, wait) => format!("wait {}", wait.as_deref().unwrap_or_default()),
        }
    }
}

/// A probable mistake in a profile.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case", tag = "warning"))]
#[non_exhaustive]
pub enum Warning {
    /// A line was never used.
    Unused {
        /// Number of the line in its list, from 1.
        line: usize,
        /// Name of the companion whose action list contains the line, directly or through calls;
        /// `None` if it is the actor's list.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        of: Option<String>,
        /// Name of the list in `[lists]` that contains the line; `None` if the line is written
        /// directly in an action list.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        list: Option<String>,
        /// Short description of the line, as returned by [`CheckedLine::does`].
        ability: String,
        /// Number and description of the first earlier line that can always be used, so that no
        /// later line is ever reached. `None` if there is no such line.
        behind: Option<(usize, String)>,
    },
    /// A list is never called.
    Uncalled {
        /// Name of the list.
        list: String,
    },
    /// No part of the profile uses an ability: it does not repeat by itself (`every`), and no line,
    /// proc, reaction or other ability uses it.
    Unreferenced {
        /// Name of the ability.
        ability: String,
    },
    /// At least 20 % of the income of a resource was lost at its cap.
    Overflow {
        /// Name of the resource.
        resource: String,
        /// Share of the income that was lost.
        lost: f64,
    },
    /// A resource has income, but no ability spends it.
    Unspent {
        /// Name of the resource.
        resource: String,
    },
    /// A buff was never up.
    NeverUp {
        /// Name of the buff.
        buff: String,
    },
    /// Damage over time was never applied.
    NeverApplied {
        /// Name of the damage over time.
        dot: String,
    },
    /// A proc was never attempted.
    NeverTried {
        /// Name of the proc.
        proc: String,
    },
    /// A proc never succeeded.
    NeverCame {
        /// Name of the proc.
        proc: String,
        /// Number of attempts.
        attempts: u64,
    },
    /// A reaction never occurred.
    NeverReacted {
        /// Name of the reaction.
        reaction: String,
    },
    /// Every fight ended before a phase began.
    NeverReached {
        /// Name of the phase.
        phase: String,
    },
    /// The targets took no damage.
    NoDamage,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unused { line, of, list, ability, behind } => {
                write!(f, "line {line}")?;
                match (list, of) {
                    (Some(list), _) => write!(f, " of `{list}`")?,
                    (None, Some(companion)) => write!(f, " of {companion}'s list")?,
                    (None, None) => {}
                }
                write!(f, " ({ability}) was never used")?;
                match behind {
                    Some((before, always)) => write!(f, ": line {before} ({always}) can always be used"),
                    None => Ok(()),
                }
            }
            Self::Uncalled { list } => write!(f, "nothing calls the list `{list}`"),
            Self::Unreferenced { ability } => write!(f, "nothing uses the ability `{ability}`"),
            Self::Overflow { resource, lost } => {
                write!(f, "{:.0} % of the income of `{resource}` was lost at its cap", 100.0 * lost)
            }
            Self::Unspent { resource } => write!(f, "`{resource}` has income, but no ability spends it"),
            Self::NeverUp { buff } => write!(f, "the buff `{buff}` was never up"),
            Self::NeverApplied { dot } => write!(f, "the damage over time `{dot}` was never applied"),
            Self::NeverTried { proc } => write!(f, "the proc `{proc}` was never tried"),
            Self::NeverCame { proc, attempts } => {
                let times = if *attempts == 1 { "once".to_owned() } else { format!("{attempts} times") };
                write!(f, "the proc `{proc}` was tried {times} and never succeeded")
            }
            Self::NeverReacted { reaction } => write!(f, "the reaction `{reaction}` never occurred"),
            Self::NeverReached { phase } => write!(f, "no fight lasted until the phase `{phase}`"),
            Self::NoDamage => f.write_str("the targets took no damage"),
        }
    }
}

impl Check {
    /// Runs iterations 0 to `fights` − 1 of a profile and collects the warnings.
    ///
    /// A short run may miss rare events. A warning therefore says only that an event was not
    /// observed; the event may still be possible.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels. The observer receives the number of fights done.
    pub fn of(profile: &Profile, seed: u64, fights: u64, observer: &dyn Observer) -> Result<Self, Cancelled> {
        let simulation = Simulation::new(profile);
        let (plan, model) = (&simulation.plan, model::of(profile));
        let mut totals = simulation.totals();
        let mut state = State::new(plan);
        let choices = Choices(vec![0; model.actions.len()]);
        let mut run = Fight::new(plan, &mut state, &mut totals, choices, Pace::of_fights(observer, fights)?);
        let mut longest = 0;
        for iteration in 0..fights {
            longest = longest.max(run.fight(seed, iteration)?.length);
        }
        let uses = run.sink.0;
        let lines = lines(profile, &uses);
        let warnings = warnings(profile, &lines, &totals, crate::units::seconds(longest));
        Ok(Self { fights, lines, warnings })
    }
}

fn lines(profile: &Profile, uses: &[u64]) -> Vec<CheckedLine> {
    let (names, model) = (names::of(profile), model::of(profile));
    let list = |place: Option<usize>| place.map(|list| names.lists.names[list].clone());
    let numbered = |&(place, line): &(Option<usize>, usize)| match list(place) {
        Some(list) => format!("{list} {line}"),
        None => line.to_string(),
    };
    // Describes one line. The line waits for the cooldown and the costs of its ability, and for
    // every value that its conditions read.
    let line = |(action, &uses): (&Action, &u64)| {
        let used = action.step.ability();
        let mut waits_for = Vec::new();
        if let Some(ability) = used {
            if model.abilities[ability].cooldown > 0.0 {
                waits_for.push(format!("cooldown.{}.ready", names.abilities.names[ability]));
            }
            let costs = resources_of(&model.abilities[ability]);
            let costs = costs.map(|resource| &names.resources.names[resource]);
            waits_for.extend(costs.map(|resource| format!("resource.{resource}")));
        }
        let readings = action.whole.as_ref().map(|condition| readings_of(&condition.truth, names));
        for word in readings.unwrap_or_default() {
            if !waits_for.contains(&word) {
                waits_for.push(word);
            }
        }
        let place = &action.place;
        let own = (place.list, place.line);
        let calls = place.calls.iter().chain([&own]);
        CheckedLine {
            line: place.line,
            of: action.member.checked_sub(1).map(|place| names.actors.names[place].clone()),
            list: list(place.list),
            at: calls.map(numbered).collect::<Vec<_>>().join(": "),
            ability: used.map(|ability| names.abilities.names[ability].clone()),
            cancel_buff: match action.step {
                Step::CancelBuff(buff) => Some(names.buffs.names[buff].clone()),
                Step::Use(_) | Step::Wait(_) => None,
            },
            wait: match &action.step {
                Step::Wait(Wait::Seconds(seconds)) => Some(seconds.to_string()),
                Step::Wait(Wait::Computed(_, text)) => Some(text.clone()),
                Step::Use(_) | Step::CancelBuff(_) => None,
            },
            condition: action.condition.as_ref().map(|condition| condition.text.clone()),
            uses,
            waits_for,
            polled: action.whole.as_ref().is_some_and(|condition| condition.program.polled),
        }
    };
    model.actions.iter().zip(uses).map(line).collect()
}

fn warnings(profile: &Profile, lines: &[CheckedLine], totals: &Totals, longest: f64) -> Vec<Warning> {
    let (names, model) = (names::of(profile), model::of(profile));
    let mut warnings = Vec::new();
    // A line without condition, cost and cooldown is used whenever it is reached.
    let always = |line: &CheckedLine| {
        let called = line.list.is_some();
        line.uses > 0 && !called && line.condition.is_none() && line.waits_for.is_empty()
    };
    for (place, line) in lines.iter().enumerate() {
        let same =
            |other: &&CheckedLine| (other.line, &other.of, &other.list) == (line.line, &line.of, &line.list);
        // A line of a list that is called in several places occurs several times in `lines`. If all
        // occurrences are unused, the line is reported once. Otherwise, it is not reported.
        if lines.iter().filter(same).any(|other| other.uses > 0)
            || lines[..place].iter().any(|other| same(&other))
        {
            continue;
        }
        // An earlier line that can always be used explains why this line was never used.
        let behind = lines[..place].iter().find(|other| other.of == line.of && always(other));
        let behind = behind.map(|before| (before.line, before.does()));
        let (of, list, ability) = (line.of.clone(), line.list.clone(), line.does());
        warnings.push(Warning::Unused { line: line.line, of, list, ability, behind });
    }
    let called = |list: &usize| {
        model.actions.iter().any(|action| {
            action.place.list == Some(*list) || action.place.calls.iter().any(|call| call.0 == Some(*list))
        })
    };
    let uncalled = (0..names.lists.names.len()).filter(|list| !called(list));
    warnings.extend(uncalled.map(|list| Warning::Uncalled { list: names.lists.names[list].clone() }));
    let used = used_abilities(model);
    let unused = names.abilities.iter().zip(&used).filter(|(_, used)| !**used);
    warnings.extend(unused.map(|(ability, _)| Warning::Unreferenced { ability: ability.to_owned() }));
    for (place, (resource, sums)) in names.resources.iter().zip(&totals.resources).enumerate() {
        let resource = resource.to_owned();
        let costs = |ability: &Ability| resources_of(ability).any(|of| of == place);
        // Income includes the gains that were lost at the cap.
        let came_in = sums.gained + sums.wasted;
        let lost = sums.wasted as f64 / (came_in as f64).max(1.0);
        if came_in > 0 && !model.abilities.iter().any(costs) {
            warnings.push(Warning::Unspent { resource });
        } else if lost >= OVERFLOWING {
            warnings.push(Warning::Overflow { resource, lost });
        }
    }
    let never = |(_, sums): &(&str, &crate::results::AuraTotals)| sums.applied == 0;
    let buffs = names.buffs.iter().zip(&totals.buffs).filter(never);
    warnings.extend(buffs.map(|(buff, _)| Warning::NeverUp { buff: buff.to_owned() }));
    let dots = names.dots.iter().zip(&totals.dots).filter(never);
    warnings.extend(dots.map(|(dot, _)| Warning::NeverApplied { dot: dot.to_owned() }));
    for (proc, &(successes, attempts)) in names.procs.iter().zip(&totals.procs) {
        match (successes, attempts) {
            (_, 0) => warnings.push(Warning::NeverTried { proc: proc.to_owned() }),
            (0, _) => warnings.push(Warning::NeverCame { proc: proc.to_owned(), attempts }),
            _ => {}
        }
    }
    let never = names.reactions.iter().zip(&totals.reactions).filter(|(_, count)| **count == 0);
    warnings.extend(never.map(|(it, _)| Warning::NeverReacted { reaction: it.to_owned() }));
    let phases = names
        .phases
        .iter()
        .zip(&model.phases)
        .filter(|(_, phase)| phase.from.first().is_some_and(|&from| from >= longest));
    warnings.extend(phases.map(|(phase, _)| Warning::NeverReached { phase: phase.to_owned() }));
    if totals.damage == 0 {
        warnings.push(Warning::NoDamage);
    }
    warnings
}

/// Returns the resources that pay for an ability.
fn resources_of(ability: &Ability) -> impl Iterator<Item = usize> {
    ability.cost.iter().map(|&(resource, _)| resource).chain(ability.spends.map(|spends| spends.resource))
}

/// Returns, for each ability, whether it is in use. An ability is in use if it repeats by itself
/// (`every`), or if a list or an effect uses it. Abilities, procs and reactions have effects.
fn used_abilities(model: &Model) -> Vec<bool> {
    let mut used: Vec<bool> = model.abilities.iter().map(|ability| ability.every.is_some()).collect();
    let effects = model.abilities.iter().map(|ability| &ability.effects);
    let effects = effects.chain(model.procs.iter().map(|proc| &proc.effects));
    let effects = effects.chain(model.reactions.iter().map(|reaction| &reaction.effects));
    let set_off = effects.flat_map(|effects: &Effects| effects.uses.iter().copied());
    for ability in model.actions.iter().filter_map(|action| action.step.ability()).chain(set_off) {
        used[ability] = true;
    }
    used
}
