//! Reading of the whole file in one pass.
//!
//! The pass continues after an error, so that most errors of a file are found at once. If a part is
//! refused, the parts that depend on it are read as far as possible. Names are read first, because
//! any table may refer to items of any other table.

use quadrille_diagnostics::toml::{Document, Entry, TomlTable, Value};
use quadrille_diagnostics::{Diagnostic, Source, printable};
use quadrille_random::DETERMINISTIC_SEED;

use super::actions::Known;
use super::model::{self, MOST_TIMERS, Model};
use super::reader::{Ledger, Section};
use super::shape::{Shape, Table};
use super::{
    abilities, actions, attacks, auras, conditions, cycles, fight, fighters, keys, lists, procs, reactions,
};
use crate::condition::{HowUsed, Scope, Term};
use crate::names::{List, Names};

/// The contents of a file.
pub(super) struct Parsed {
    pub(super) name: String,
    pub(super) seed: Option<u64>,
    /// All numbers with their paths.
    pub(super) numbers: Vec<(String, f64)>,
    pub(super) names: Names,
    pub(super) model: Model,
}

/// Reads a file, with other values for some of its numbers. Returns the errors in the order of the
/// file.
pub(super) fn parse(
    source: &Source,
    document: &Document,
    overrides: &[(String, f64)],
) -> Result<Parsed, Vec<Diagnostic>> {
    let root = document.root(keys::ROOT.names).map_err(|error| vec![error])?;
    let ledger = Ledger::new(overrides);
    let mut reading = Reading { ledger: &ledger, root: &root, errors: Vec::new() };
    let read = reading.profile(source);
    let mut errors = reading.errors;
    errors.sort_by_key(|error| error.span().start);
    match read {
        Some((name, seed, names, model)) if errors.is_empty() => {
            Ok(Parsed { name, seed, numbers: ledger.into_numbers(), names, model })
        }
        _ => Err(errors),
    }
}

/// Maximum length of a profile's name, in characters.
const LONGEST_NAME: usize = 100;
/// Maximum number of names of one kind, such as abilities.
const MOST: usize = 200;

/// The fighters, the fight and its phases. Refused parts are absent.
struct Encounter {
    actor: Option<model::Stats>,
    pace: Option<model::Pace>,
    target: Option<model::Stats>,
    foes: Vec<model::Foe>,
    fight: Option<model::Fight>,
    companions: Vec<model::Companion>,
    phases: Vec<model::Phase>,
}

/// The items that fighters use: resources, weapons, attack tables, abilities, buffs and damage over
/// time.
struct Kit {
    resources: Vec<model::Resource>,
    weapons: Vec<model::Weapon>,
    tables: Vec<model::AttackTable>,
    abilities: Vec<model::Ability>,
    buffs: Vec<model::Buff>,
    dots: Vec<model::Dot>,
}

/// Returns, for each resource, whether it regenerates by itself or by a buff.
fn regenerating(resources: &[model::Resource], buffs: &[model::Buff]) -> Vec<bool> {
    let by_buff = |place: usize| {
        let adds = |&(of, added): &(usize, f64)| of == place && added > 0.0;
        buffs.iter().any(|buff| buff.modifiers.regen.iter().any(adds))
    };
    resources.iter().enumerate().map(|(place, resource)| resource.regen > 0.0 || by_buff(place)).collect()
}

/// One pass over a file, which continues after errors.
struct Reading<'a, 'd> {
    ledger: &'a Ledger<'a>,
    root: &'a TomlTable<'d>,
    errors: Vec<Diagnostic>,
}

impl<'a, 'd> Reading<'a, 'd> {
    fn profile(&mut self, source: &Source) -> Option<(String, Option<u64>, Names, Model)> {
        let names = self.names()?;
        let seed = self.seed();
        let seed = self.keep(seed).flatten();
        let name = self.name();
        let name = self.keep(name).flatten().unwrap_or(source.name()).to_owned();
        let constants = self.constants();
        let Encounter { actor, pace, target, foes, fight, companions, phases } = self.encounter(&names);
        let mut gcds = vec![pace.as_ref().map_or(1.5, |pace| pace.gcd)];
        gcds.extend(companions.iter().map(|companion| companion.gcd));
        let Kit { resources, weapons, tables, mut abilities, buffs, dots } = self.kit(&names, &gcds);

        let health_pool = match foes.first() {
            Some(foe) => foe.stats.health.is_some(),
            None => target.as_ref().is_some_and(|target| target.health.is_some()),
        };
        let regenerating = regenerating(&resources, &buffs);
        // After an error, indices of abilities may differ from those in the file, because refused
        // abilities are absent.
        let how_used: Vec<HowUsed> = if self.errors.is_empty() {
            abilities.iter().map(model::Ability::how_used).collect()
        } else {
            Vec::new()
        };
        let scope = Scope {
            names: &names,
            constants: &constants,
            variables: &[],
            abilities: &how_used,
            regenerating: &regenerating,
            health_pool,
        };
        let variables = self.variables(scope)?;
        let scope = Scope { variables: &variables, ..scope };
        self.conditions_of_repeats(&mut abilities, &scope);
        self.clips(&mut abilities, &scope);
        let procs = self.each(&keys::PROC, |section, within| {
            procs::proc(section, &within(&keys::DECK)?, &names, &abilities, &scope)
        });
        let reactions =
            self.each(&keys::REACTION, |section, _| reactions::reaction(section, &names, &abilities, &buffs));
        // Indices are valid only if every ability has been read.
        let (abilities_known, buffs_known) = if self.errors.is_empty() {
            (abilities.as_slice(), buffs.as_slice())
        } else {
            (&[][..], &[][..])
        };
        let known =
            Known { names: &names, abilities: abilities_known, buffs: buffs_known, ledger: self.ledger };
        let actions = self.actions(&known, &scope);

        let model = Model {
            actor: actor?,
            pace: pace?,
            companions,
            target: target?,
            foes,
            fight: fight?,
            phases,
            resources,
            weapons,
            tables,
            abilities,
            buffs,
            dots,
            procs,
            reactions,
            actions,
        };
        if self.errors.is_empty() {
            self.refuse_cycles(&model, &names);
            self.refuse_uses(&model, &names);
            self.refuse_dots(&model, &names);
            self.refuse_with(&model, &names);
            self.refuse_replacements(&model, &names);
            self.refuse_too_much(&model);
        }
        Some((name, seed, names, model))
    }

    /// Reads the fighters, the fight and its phases.
    fn encounter(&mut self, names: &Names) -> Encounter {
        let actor_section = self.fighter(&keys::ACTOR);
        let actor = actor_section.as_ref().and_then(|section| self.keep(fighters::stats(section)));
        let pace = actor_section.as_ref().and_then(|section| self.keep(fighters::pace(section)));
        let target_section = self.fighter(&keys::TARGET);
        let target = target_section.as_ref().and_then(|section| self.keep(fighters::stats(section)));
        let foes = match &target {
            Some(target) => self.foes(target),
            None => Vec::new(),
        };
        let fight_section = self.fighter(&keys::FIGHT);
        let fight = match (&fight_section, &target) {
            (Some(section), Some(target)) => self.keep(fight::fight(section, target, &foes)),
            _ => None,
        };
        let companions = self.each(&keys::COMPANION, |section, _| fighters::companion(section, names));
        let phases = self.each(&keys::PHASE, |section, _| fight::phase(section, &foes));
        Encounter { actor, pace, target, foes, fight, companions, phases }
    }

    /// Reads the items that fighters use. `gcds` contains the global cooldown of the actor, and
    /// then those of its companions.
    fn kit(&mut self, names: &Names, gcds: &[f64]) -> Kit {
        let resources = self.each(&keys::RESOURCE, |section, _| attacks::resource(section, names));
        let weapons = self.each(&keys::WEAPON, |section, _| attacks::weapon(section));
        let tables =
            self.each(&keys::TABLE, |section, within| attacks::table(section, &within(&keys::MULTIPLIERS)?));
        let abilities = self.each(&keys::ABILITY, |section, within| {
            let per_spent = within(&keys::PER_SPENT)?;
            let channel = within(&keys::CHANNEL)?;
            abilities::ability(section, [&per_spent, &channel], names, &weapons, gcds)
        });
        let buffs = self.each(&keys::BUFF, |section, _| auras::buff(section, names, &abilities));
        let dots = self.each(&keys::DOT, |section, _| auras::dot(section, names));
        Kit { resources, weapons, tables, abilities, buffs, dots }
    }

    fn keep<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|error| self.errors.push(error)).ok()
    }

    fn names(&mut self) -> Option<Names> {
        let mut list = |key: &str, what: &'static str| {
            let most = match key {
                "targets" => fight::MOST_TARGETS as usize,
                "actors" => fighters::MOST_COMPANIONS,
                _ => MOST,
            };
            List::read(self.root, key, what, most).unwrap_or_else(|errors| {
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
            targets: list("targets", "target"),
            constants: list("constants", "constant"),
            variables: list("variables", "variable"),
            actors: list("actors", "actor"),
            reactions: list("reactions", "reaction"),
            lists: list("lists", "list"),
        };
        for entry in self.entries("actors") {
            if fighters::TAKEN_NAMES.contains(&entry.name()) {
                let error = entry.error(format!("`{}` is a reserved name", entry.name()));
                self.errors.push(error.expected("another name"));
            }
        }
        self.errors.is_empty().then_some(names)
    }

    /// Reads the name of the profile. It is printed on terminals and in HTML, so its length is
    /// limited and control characters are refused.
    fn name(&self) -> Result<Option<&'d str>, Diagnostic> {
        let Some(value) = self.root.optional("name") else { return Ok(None) };
        let name = value.string("a name in quotes")?;
        let length = name.chars().count();
        if length > LONGEST_NAME {
            return Err(value
                .error(format!("the name has {length} characters"))
                .expected(format!("at most {LONGEST_NAME} characters")));
        }
        if printable(name) != name {
            return Err(value
                .error("the name contains control characters")
                .expected("letters, digits, punctuation and spaces"));
        }
        Ok(Some(name))
    }

    fn seed(&self) -> Result<Option<u64>, Diagnostic> {
        let seed = self.root.optional("seed").map(|value| value.integer(0..=u64::MAX)).transpose()?;
        // `deterministic_rng` is SimulationCraft's spelling.
        let ours = self.root.optional("deterministic").map(|value| ("deterministic", value.boolean(), value));
        let theirs = self.root.optional("deterministic_rng").map(|value| {
            let asked = value.integer(0..=1).map(|number| number == 1);
            ("deterministic_rng", asked, value)
        });
        let mut chosen = seed.map(|seed| ("seed", seed));
        for (key, asked, value) in ours.into_iter().chain(theirs) {
            if asked? && let Some((other, _)) = chosen.replace((key, DETERMINISTIC_SEED)) {
                return Err(value
                    .error(format!("`{key}` and `{other}` exclude each other"))
                    .expected("one of them"));
            }
        }
        Ok(chosen.map(|(_, seed)| seed))
    }

    fn constants(&mut self) -> Vec<f64> {
        let entries =
            self.root.optional("constants").and_then(|value| value.entries().ok()).unwrap_or_default();
        let mut constants = Vec::new();
        for entry in entries {
            let read = entry.value().number(-1e12..=1e12).and_then(|number| {
                let path = format!("constants.{}", entry.name());
                self.ledger.register(&path, number, &(-1e12..=1e12)).map_err(|text| entry.value().error(text))
            });
            constants.extend(self.keep(read));
        }
        constants
    }

    /// Reads the variables. Each variable may use the variables above it in the file. Returns
    /// `None` if a variable is refused.
    fn variables(&mut self, scope: Scope<'_>) -> Option<Vec<Term>> {
        let mut variables = Vec::new();
        for entry in self.entries("variables") {
            let read = conditions::variable(entry.value(), &Scope { variables: &variables, ..scope });
            variables.push(self.keep(read)?);
        }
        Some(variables)
    }

    fn fighter(&mut self, table: &'static Table) -> Option<Section<'a, 'd>> {
        let value = self.root.optional(table.path);
        let section = Section::read(self.ledger, self.root, table.path, value.as_ref(), table);
        self.keep(section)
    }

    /// Reads every named table of a kind, such as `[buffs.NAME]`, by calling `read`. The second
    /// argument of `read` is a function that opens an inner table, such as `per_spent`.
    fn each<T>(
        &mut self,
        table: &'static Table,
        mut read: impl FnMut(&Section<'a, 'd>, &Within<'_, 'a, 'd>) -> Result<T, Diagnostic>,
    ) -> Vec<T> {
        let mut all = Vec::new();
        let key = table.path.split('.').next().unwrap_or_default();
        for entry in self.entries(key) {
            let path = format!("{key}.{}", entry.name());
            let one = Section::read(self.ledger, self.root, &path, Some(entry.value()), table).and_then(
                |section| {
                    let within = |inner: &'static Table| {
                        let key = inner.path.rsplit('.').next().unwrap_or_default();
                        let path = format!("{path}.{key}");
                        Section::read(self.ledger, self.root, &path, section.get(key).as_ref(), inner)
                    };
                    read(&section, &within)
                },
            );
            all.extend(self.keep(one));
        }
        all
    }

    /// Reads the individual targets of `[targets]`.
    fn foes(&mut self, target: &model::Stats) -> Vec<model::Foe> {
        let foes = self.each(&keys::OF_TARGETS, |section, _| fighters::foe(section, target));
        let health = |foe: &model::Foe| foe.stats.health.is_some();
        if let Some(at) = foes.iter().position(|foe| health(foe) != health(&foes[0]))
            && let Some(entry) = self.entries("targets").get(at)
        {
            let error = entry.error("some targets have `health`, others have none");
            self.errors.push(error.expected("`health` for all targets, or for none"));
        }
        foes
    }

    fn entries(&self, key: &str) -> Vec<Entry<'d>> {
        // Values that are not tables were refused when the names were read.
        self.root.optional(key).and_then(|value| value.entries().ok()).unwrap_or_default()
    }

    /// Reads the action lists, first the actor's, then those of its companions, and inlines the
    /// lists that they call.
    fn actions(&mut self, known: &Known<'_>, scope: &Scope<'_>) -> Vec<model::Action> {
        let main = self.root.optional("actions");
        let mut own = vec![main.map(|value| self.lines(&value, "actions", known, scope)).unwrap_or_default()];
        for entry in self.entries("actors") {
            let table = entry.value().table(keys::COMPANION.names).ok();
            let list = table.and_then(|table| table.optional("actions"));
            let path = format!("actors.{}.actions", entry.name());
            own.push(list.map(|value| self.lines(&value, &path, known, scope)).unwrap_or_default());
        }
        let lists: Vec<_> = self
            .entries("lists")
            .iter()
            .map(|entry| {
                let path = format!("lists.{}", entry.name());
                let lines = self.lines(entry.value(), &path, known, scope);
                if lines.is_empty() && self.errors.is_empty() {
                    let error = entry.error(format!("the list `{}` has no lines", entry.name()));
                    self.errors.push(error.expected("one line or more"));
                }
                lines
            })
            .collect();
        // Calls can be resolved only if every line has been read.
        if !self.errors.is_empty() {
            return Vec::new();
        }
        self.keep(lists::write_out(&own, &lists, known, scope)).unwrap_or_default()
    }

    /// Reads the lines of one list. Calls of other lists are not inlined yet.
    fn lines(
        &mut self,
        value: &Value<'d>,
        path: &str,
        known: &Known<'_>,
        scope: &Scope<'_>,
    ) -> Vec<actions::Line<'d>> {
        let listed = value.array("a list of lines such as [{ use = \"bolt\" }]");
        let Some(lines) = self.keep(listed) else { return Vec::new() };
        if lines.len() > Shape::MOST_LINES {
            let error = value.error(format!("the list has {} lines", lines.len()));
            self.errors.push(error.expected(format!("at most {} lines", Shape::MOST_LINES)));
            return Vec::new();
        }
        let mut read = Vec::new();
        for (place, line) in lines.into_iter().enumerate() {
            read.extend(self.keep(actions::line(line, &format!("{path}.{place}"), known, scope)));
        }
        read
    }

    /// Reads the keys `clip`: the conditions under which channels end early. These conditions may
    /// refer to any part of the profile, so they are read after the variables.
    fn clips(&mut self, abilities: &mut [model::Ability], scope: &Scope<'_>) {
        if !self.errors.is_empty() {
            // After an error, indices of abilities may differ from those in the file.
            return;
        }
        for (entry, ability) in self.entries("abilities").iter().zip(abilities) {
            let table = entry.value().table(keys::ABILITY.names);
            if let Some(value) = table.ok().and_then(|table| table.optional("clip")) {
                ability.clip = self.keep(conditions::condition(&value, scope));
            }
        }
    }

    fn refuse_cycles(&mut self, model: &Model, names: &Names) {
        let Some((at, cycle)) = cycles::find(model, names) else { return };
        let (key, index) = match at {
            cycles::Link::Ability(index) => ("abilities", index),
            cycles::Link::Dot(index) => ("dots", index),
            cycles::Link::Proc(index) => ("procs", index),
            cycles::Link::Reaction(index) => ("reactions", index),
        };
        if let Some(entry) = self.entries(key).get(index) {
            let error = entry.error(format!("the triggers form an endless cycle: {cycle}"));
            self.errors.push(match at {
                cycles::Link::Proc(_) => error.expected("an internal `cooldown` of a proc in this cycle"),
                cycles::Link::Reaction(_) => error.expected("a `cooldown` of a reaction in this cycle"),
                _ => error.expected("a chain of triggers that ends"),
            });
        }
    }

    /// Reads the conditions of repeating abilities.
    fn conditions_of_repeats(&mut self, abilities: &mut [model::Ability], scope: &Scope<'_>) {
        for (place, entry) in self.entries("abilities").iter().enumerate() {
            let value = entry.value().table(keys::ABILITY.names).ok().and_then(|table| table.optional("if"));
            let Some(value) = value else { continue };
            let condition = self.keep(conditions::condition(&value, scope));
            // After an error, indices of abilities may differ from those in the file.
            if let (true, Some(ability)) = (self.errors.is_empty(), abilities.get_mut(place)) {
                ability.condition = condition;
            }
        }
    }

    /// Refuses `replaces` unless it names a repeating ability of the same member.
    fn refuse_replacements(&mut self, model: &Model, names: &Names) {
        for (ability, entry) in model.abilities.iter().zip(self.entries("abilities")) {
            let Some(replaced) = ability.replaces else { continue };
            let repeats = &model.abilities[replaced];
            let others = repeats.by == model::Side::Target || repeats.member != ability.member;
            if repeats.every.is_none() || others {
                let name = &names.abilities.names[replaced];
                let whose = match ability.member {
                    0 => "the actor",
                    member => names.actors.names[member - 1].as_str(),
                };
                let error = entry.error(format!(
                    "`{}` replaces `{name}`, which is not a repeating ability of {whose}",
                    entry.name()
                ));
                self.errors.push(error.expected(format!("an ability of {whose} with `every`")));
            }
        }
    }

    /// Refuses companions that depend on a buff on targets. Such a buff may be up on one target and
    /// down on another, so it cannot decide whether a companion is present.
    fn refuse_with(&mut self, model: &Model, names: &Names) {
        for (companion, entry) in model.companions.iter().zip(self.entries("actors")) {
            let Some(buff) = companion.with else { continue };
            if model.buffs[buff].on == model::Side::Target {
                let name = &names.buffs.names[buff];
                let error = entry.error(format!("`with` names `{name}`, which is a buff on targets"));
                self.errors.push(error.expected("a buff on the actor's side"));
            }
        }
    }

    /// Refuses attacks on the actor that apply damage over time to targets.
    fn refuse_dots(&mut self, model: &Model, names: &Names) {
        let wrong: Vec<Diagnostic> = model
            .abilities
            .iter()
            .zip(self.entries("abilities"))
            .filter(|(ability, _)| ability.by == model::Side::Target)
            .filter_map(|(ability, entry)| {
                let theirs = |&&dot: &&usize| model.dots[dot].on == model::Side::Target;
                let dot = *ability.effects.dots.iter().find(theirs)?;
                let name = &names.dots.names[dot];
                let error = entry
                    .error(format!("`{}` attacks the actor, but applies `{name}` to targets", entry.name()));
                Some(error.expected("damage over time with `on = \"actor\"`"))
            })
            .collect();
        self.errors.extend(wrong);
    }

    /// Refuses profiles with more timers than the event queue has slots.
    fn refuse_too_much(&mut self, model: &Model) {
        let targets = model.most_targets();
        let on_targets =
            model.buffs.iter().filter(|buff| buff.on == model::Side::Target).count() + model.dots.len();
        let each = 4
            + 2 * model.companions.len()
            + model.phases.len()
            + model.foes.len()
            + model.buffs.len()
            + 3 * model.abilities.len();
        if each + on_targets * targets as usize > MOST_TIMERS {
            let error = self.root.error(format!(
                "the profile needs more than {MOST_TIMERS} timers, with {on_targets} auras on each of {targets} targets"
            ));
            self.errors.push(error.expected("fewer buffs on targets, fewer `[dots]`, or fewer targets"));
        }
    }

    /// Refuses effects whose `use` names an ability of the target.
    fn refuse_uses(&mut self, model: &Model, names: &Names) {
        let of_abilities =
            model.abilities.iter().map(|ability| &ability.effects).zip(self.entries("abilities"));
        let of_procs = model.procs.iter().map(|proc| &proc.effects).zip(self.entries("procs"));
        let of_reactions = model.reactions.iter().map(|it| &it.effects).zip(self.entries("reactions"));
        let wrong: Vec<Diagnostic> = of_abilities
            .chain(of_procs)
            .chain(of_reactions)
            .filter_map(|(effects, entry)| {
                let theirs = |&&ability: &&usize| model.abilities[ability].by == model::Side::Target;
                let ability = *effects.uses.iter().find(theirs)?;
                let name = &names.abilities.names[ability];
                let error =
                    entry.error(format!("`{}` uses `{name}`, an ability of the target", entry.name()));
                Some(error.expected("abilities of the actor's side"))
            })
            .collect();
        self.errors.extend(wrong);
    }
}

/// A function that opens a table inside another table.
type Within<'w, 'a, 'd> = dyn Fn(&'static Table) -> Result<Section<'a, 'd>, Diagnostic> + 'w;
