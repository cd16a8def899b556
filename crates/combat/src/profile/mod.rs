//! Profiles: who fights whom, with what, by which rules.
//!
//! [`Profile::parse`] reads the TOML text and answers with everything that is wrong with it; what it returns can be
//! simulated. The format is described key by key in `docs/combat-profile.md`.
//!
//! | room | its one concern |
//! |---|---|
//! | `keys` | which keys there are |
//! | `reader` | one table: types, ranges, names; the path of every number |
//! | `fighters`, `fight`, `attacks`, `abilities`, `auras`, `procs`, `actions` | one table each |
//! | `cycles` | triggers that would never come to rest |
//! | `variants` | other values for any number |
//! | `model` | what the profile says in the end |

mod abilities;
mod actions;
mod attacks;
mod auras;
mod cycles;
mod fight;
mod fighters;
mod keys;
pub(crate) mod model;
mod procs;
mod reader;
mod variants;

use quadrille_diagnostics::toml::{Document, Entry, Table, Value};
use quadrille_diagnostics::{Diagnostic, Source, nearest};
use quadrille_random::DETERMINISTIC_SEED;
use thiserror::Error;

use crate::condition::Scope;
use crate::engine::queue::MOST_SLOTS;
use crate::names::{List, Names};
pub use keys::KEYS;
use model::Model;
use reader::{Ledger, Section};
pub use variants::Variation;

/// A profile that has been read and checked.
///
/// ```
/// use quadrille_combat::Profile;
/// use quadrille_diagnostics::Source;
///
/// let text = r#"
///     [fight]
///     length = 60
///     [abilities.bolt]
///     damage = [90, 110]
///     cast = 2
///     [[actions]]
///     use = "bolt"
/// "#;
/// let profile = Profile::parse(&Source::new("bolt.toml", text)).expect("a profile");
/// assert_eq!(profile.number("abilities.bolt.damage.0"), Some(90.0));
///
/// let wrong = Source::new("bolt.toml", text.replace("cast", "caste"));
/// let errors = Profile::parse(&wrong).expect_err("a misspelt key");
/// assert!(errors[0].headline().ends_with("did you mean `cast`?"));
/// ```
#[derive(Clone, Debug)]
pub struct Profile {
    source: Source,
    overrides: Vec<(String, f64)>,
    name: String,
    seed: Option<u64>,
    numbers: Vec<(String, f64)>,
    variants: Vec<Variation>,
    pub(crate) names: Names,
    pub(crate) model: Model,
}

/// Why a profile cannot be had with other numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VaryError {
    /// There is no number at this path.
    #[error("the profile has no number `{path}`{}", suggestion(nearest.as_deref()))]
    Unknown {
        /// What was asked for.
        path: String,
        /// The path nearest to it, if one is near.
        nearest: Option<String>,
    },
    /// The profile is wrong with these numbers.
    #[error("{}", .0.first().map_or_else(String::new, Diagnostic::headline))]
    Refused(Vec<Diagnostic>),
}

impl VaryError {
    /// The same at its place in a text: `entry` names the number at `path`, `value` is what it was to be.
    pub fn diagnose(self, path: &str, entry: &Entry<'_>, value: &Value<'_>, number: f64) -> Diagnostic {
        match self {
            Self::Unknown { nearest, .. } => {
                let error = entry
                    .error(format!("this profile has no number `{path}`"))
                    .expected("the path of a number that stands in it, such as `actor.crit`");
                match nearest {
                    Some(nearest) => error.help(format!("did you mean `{nearest}`?")),
                    None => error,
                }
            }
            Self::Refused(reasons) => {
                let reason = reasons.first().map(|reason| reason.message().to_owned()).unwrap_or_default();
                let error = value.error(format!("`{path}` cannot be {number}"));
                error.help(format!("with this value: {reason}"))
            }
        }
    }
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"))
}

impl Profile {
    /// Reads a profile.
    ///
    /// # Errors
    /// Everything that is wrong with it as far as it could be understood, in the order of the file; never empty.
    pub fn parse(source: &Source) -> Result<Self, Vec<Diagnostic>> {
        let mut profile = Self::parse_with(source, Vec::new())?;
        let document = Document::parse(source).map_err(|error| vec![error])?;
        let root = document.root(keys::ROOT).map_err(|error| vec![error])?;
        profile.variants = variants::read(&root, &profile).map_err(|error| vec![error])?;
        Ok(profile)
    }

    /// This profile with other numbers in some places.
    ///
    /// # Errors
    /// A path that names no number, or a profile that is wrong with these numbers.
    ///
    /// ```
    /// # use quadrille_combat::Profile;
    /// # use quadrille_diagnostics::Source;
    /// let profile = Profile::parse(&Source::new("p", "[fight]\nlength = 60\n[actor]\ncrit = 0.2")).expect("a profile");
    /// let better = profile.vary(&[("actor.crit", 0.25)]).expect("a number of the profile");
    /// assert_eq!(better.number("actor.crit"), Some(0.25));
    /// assert!(profile.vary(&[("actor.crti", 0.25)]).unwrap_err().to_string().ends_with("did you mean `actor.crit`?"));
    /// assert!(profile.vary(&[("actor.crit", 1.25)]).is_err());
    /// ```
    pub fn vary(&self, changes: &[(&str, f64)]) -> Result<Self, VaryError> {
        let mut overrides = self.overrides.clone();
        for &(path, value) in changes {
            if self.number(path).is_none() {
                let nearest = nearest(path, self.numbers.iter().map(|(path, _)| path.as_str()));
                return Err(VaryError::Unknown {
                    path: path.to_owned(),
                    nearest: nearest.map(str::to_owned),
                });
            }
            overrides.retain(|(known, _)| known != path);
            overrides.push((path.to_owned(), value));
        }
        let mut varied = Self::parse_with(&self.source, overrides).map_err(VaryError::Refused)?;
        varied.variants.clone_from(&self.variants);
        Ok(varied)
    }

    /// The name that the profile gives itself, or that of its source.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The seed that the profile asks for: its `seed`, or [`DETERMINISTIC_SEED`] for `deterministic = true`.
    pub const fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The text it was read from.
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// Every number with its path, those left out of the file with their default.
    pub fn numbers(&self) -> &[(String, f64)] {
        &self.numbers
    }

    /// The number at a path.
    pub fn number(&self, path: &str) -> Option<f64> {
        self.numbers.iter().find(|(known, _)| known == path).map(|(_, number)| *number)
    }

    /// The grid of `[variants]`: one number after the other, with its values.
    pub fn variants(&self) -> &[Variation] {
        &self.variants
    }

    fn parse_with(source: &Source, overrides: Vec<(String, f64)>) -> Result<Self, Vec<Diagnostic>> {
        let document = Document::parse(source).map_err(|error| vec![error])?;
        let root = document.root(keys::ROOT).map_err(|error| vec![error])?;
        let ledger = Ledger::new(&overrides);
        let mut reading = Reading { ledger: &ledger, root: &root, errors: Vec::new() };
        let read = reading.profile(source);
        let mut errors = reading.errors;
        errors.sort_by_key(|error| error.span().start);
        match read {
            Some((name, seed, names, model)) if errors.is_empty() => Ok(Self {
                source: source.clone(),
                numbers: ledger.into_numbers(),
                overrides,
                name,
                seed,
                variants: Vec::new(),
                names,
                model,
            }),
            _ => Err(errors),
        }
    }
}

/// Most things of one kind.
const MOST: usize = 200;

/// One pass over a file: goes on after an error, so that all are found.
struct Reading<'a, 'd> {
    ledger: &'a Ledger<'a>,
    root: &'a Table<'d>,
    errors: Vec<Diagnostic>,
}

impl<'a, 'd> Reading<'a, 'd> {
    fn profile(&mut self, source: &Source) -> Option<(String, Option<u64>, Names, Model)> {
        let names = self.names()?;
        let seed = self.seed();
        let seed = self.keep(seed).flatten();
        let name = self.root.optional("name").map(|value| value.string("a name in quotes")).transpose();
        let name = self.keep(name).flatten().unwrap_or(source.name()).to_owned();
        let constants = self.constants();

        let actor_section = self.fighter("actor", keys::ACTOR);
        let actor = actor_section.as_ref().and_then(|section| self.keep(fighters::stats(section)));
        let pace = actor_section.as_ref().and_then(|section| self.keep(fighters::pace(section)));
        let target_section = self.fighter("target", keys::TARGET);
        let target = target_section.as_ref().and_then(|section| self.keep(fighters::stats(section)));
        let fight_section = self.fighter("fight", keys::FIGHT);
        let fight = match (&fight_section, &target) {
            (Some(section), Some(target)) => self.keep(fight::fight(section, target)),
            _ => None,
        };
        let gcd = pace.as_ref().map_or(1.5, |pace| pace.gcd);

        let phases = self.each("phases", keys::PHASE, |section, _| fight::phase(section));
        let resources = self.each("resources", keys::RESOURCE, |section, _| attacks::resource(section));
        let weapons = self.each("weapons", keys::WEAPON, |section, _| attacks::weapon(section));
        let tables = self.each("tables", keys::TABLE, |section, within| {
            attacks::table(section, &within("multipliers", attacks::MULTIPLIERS)?)
        });
        let abilities = self.each("abilities", keys::ABILITY, |section, _| {
            abilities::ability(section, &names, &weapons, gcd)
        });
        let buffs = self.each("buffs", keys::BUFF, |section, _| auras::buff(section, &names));
        let dots = self.each("dots", keys::DOT, |section, _| auras::dot(section, &names));
        let procs = self.each("procs", keys::PROC, |section, within| {
            procs::proc(section, &within("deck", procs::DECK)?, &names, &abilities)
        });
        let health_pool = target.as_ref().is_some_and(|target| target.health.is_some());
        let scope = Scope { names: &names, constants: &constants, health_pool };
        // Places only mean something once every ability has been understood.
        let known = if self.errors.is_empty() { abilities.as_slice() } else { &[] };
        let actions = self.actions(&names, known, &scope);

        let model = Model {
            actor: actor?,
            pace: pace?,
            target: target?,
            fight: fight?,
            phases,
            resources,
            weapons,
            tables,
            abilities,
            buffs,
            dots,
            procs,
            actions,
        };
        if self.errors.is_empty() {
            self.refuse_cycles(&model, &names);
            self.refuse_uses(&model, &names);
            self.refuse_too_much(&model);
        }
        Some((name, seed, names, model))
    }

    fn keep<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|error| self.errors.push(error)).ok()
    }

    fn names(&mut self) -> Option<Names> {
        let mut list = |key: &str, what: &'static str| {
            List::read(self.root, key, what, MOST).unwrap_or_else(|errors| {
                self.errors.extend(errors);
                List { what, names: Vec::new() }
            })
        };
        let names = Names {
            resources: list("resources", "resource"),
            weapons: list("weapons", "weapon"),
            tables: list("tables", "attack table"),
            abilities: list("abilities", "ability"),
            buffs: list("buffs", "buff"),
            dots: list("dots", "damage over time"),
            procs: list("procs", "proc"),
            phases: list("phases", "phase"),
            constants: list("constants", "constant"),
        };
        self.errors.is_empty().then_some(names)
    }

    fn seed(&self) -> Result<Option<u64>, Diagnostic> {
        let seed = self.root.optional("seed").map(|value| value.integer(0..=u64::MAX)).transpose()?;
        match self.root.optional("deterministic") {
            Some(value) if value.boolean()? => match seed {
                None => Ok(Some(DETERMINISTIC_SEED)),
                Some(_) => Err(value.error("`deterministic` beside `seed`").expected("one of them")),
            },
            _ => Ok(seed),
        }
    }

    fn constants(&mut self) -> Vec<f64> {
        let entries =
            self.root.optional("constants").and_then(|value| value.entries().ok()).unwrap_or_default();
        let mut constants = Vec::new();
        for entry in entries {
            let read = entry.value().number(-1e12..=1e12).and_then(|number| {
                let path = format!("constants.{}", entry.name());
                self.ledger.settle(&path, number, &(-1e12..=1e12)).map_err(|text| entry.value().error(text))
            });
            constants.extend(self.keep(read));
        }
        constants
    }

    fn fighter(&mut self, key: &str, known: &'static [&'static str]) -> Option<Section<'a, 'd>> {
        let section = Section::read(self.ledger, self.root, key, self.root.optional(key).as_ref(), known);
        self.keep(section)
    }

    /// Every table under `[key]`; `within` opens a table inside one of them.
    fn each<T>(
        &mut self,
        key: &str,
        known: &'static [&'static str],
        mut read: impl FnMut(&Section<'a, 'd>, &Within<'_, 'a, 'd>) -> Result<T, Diagnostic>,
    ) -> Vec<T> {
        let mut all = Vec::new();
        for entry in self.entries(key) {
            let path = format!("{key}.{}", entry.name());
            let one = Section::read(self.ledger, self.root, &path, Some(entry.value()), known).and_then(
                |section| {
                    let within = |inner: &str, known| {
                        let path = format!("{path}.{inner}");
                        Section::read(self.ledger, self.root, &path, section.get(inner).as_ref(), known)
                    };
                    read(&section, &within)
                },
            );
            all.extend(self.keep(one));
        }
        all
    }

    fn entries(&self, key: &str) -> Vec<Entry<'d>> {
        // What is no table has been refused with the names.
        self.root.optional(key).and_then(|value| value.entries().ok()).unwrap_or_default()
    }

    fn actions(
        &mut self,
        names: &Names,
        abilities: &[model::Ability],
        scope: &Scope<'_>,
    ) -> Vec<model::Action> {
        let Some(value) = self.root.optional("actions") else { return Vec::new() };
        let listed = value.array("a list: `[[actions]]` before each line");
        let Some(lines) = self.keep(listed) else { return Vec::new() };
        if lines.len() > actions::MOST_ACTIONS {
            let error = value.error(format!("{} actions", lines.len()));
            self.errors.push(error.expected(format!("at most {}", actions::MOST_ACTIONS)));
            return Vec::new();
        }
        let mut read = Vec::new();
        for line in &lines {
            read.extend(self.keep(actions::action(line, names, abilities, scope)));
        }
        read
    }

    fn refuse_cycles(&mut self, model: &Model, names: &Names) {
        let Some((at, circle)) = cycles::find(model, names) else { return };
        let (key, index) = match at {
            cycles::Link::Ability(index) => ("abilities", index),
            cycles::Link::Dot(index) => ("dots", index),
            cycles::Link::Proc(index) => ("procs", index),
        };
        if let Some(entry) = self.entries(key).get(index) {
            let error = entry.error(format!("these set one another off without end: {circle}"));
            self.errors.push(match at {
                cycles::Link::Proc(_) => error.expected("an internal `cooldown` of a proc in this circle"),
                _ => error.expected("a chain that ends"),
            });
        }
    }

    /// Every timer of a fight has a slot in its queue, of which there are only so many.
    fn refuse_too_much(&mut self, model: &Model) {
        let targets =
            model.phases.iter().filter_map(|phase| phase.targets).fold(model.fight.targets, u32::max);
        let on_targets =
            model.buffs.iter().filter(|buff| buff.on == model::Side::Target).count() + model.dots.len();
        let each = 4 + model.phases.len() + model.buffs.len() + 2 * model.abilities.len();
        if each + on_targets * targets as usize > MOST_SLOTS {
            let error = self
                .root
                .error(format!("{on_targets} buffs and damage over time on {targets} targets are too many"));
            self.errors.push(error.expected("fewer of them, or fewer targets"));
        }
    }

    /// An ability that is set off by another must be one that the actor can do at once.
    fn refuse_uses(&mut self, model: &Model, names: &Names) {
        let of_abilities =
            model.abilities.iter().map(|ability| &ability.effects).zip(self.entries("abilities"));
        let of_procs = model.procs.iter().map(|proc| &proc.effects).zip(self.entries("procs"));
        let wrong: Vec<Diagnostic> = of_abilities
            .chain(of_procs)
            .filter_map(|(effects, entry)| {
                let theirs = |&&ability: &&usize| model.abilities[ability].by == model::Side::Target;
                let ability = *effects.uses.iter().find(theirs)?;
                let name = &names.abilities.names[ability];
                let error = entry.error(format!("`{}` uses `{name}`, which is the target's", entry.name()));
                Some(error.expected("abilities of the actor"))
            })
            .collect();
        self.errors.extend(wrong);
    }
}

/// Opens a table within a table.
type Within<'w, 'a, 'd> = dyn Fn(&str, &'static [&'static str]) -> Result<Section<'a, 'd>, Diagnostic> + 'w;
