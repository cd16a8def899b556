//! Random profiles that use every key of the format. Keys are combined freely, except for
//! combinations that would make too many profiles invalid.
//!
//! Fights last a few hundredths of a second, and most durations are a few milliseconds, because the
//! plain simulator advances by microseconds. Times come from a short menu, so that events often
//! coincide. Other numbers come from menus of typical, odd and extreme values.
//!
//! A profile is generated from a string of bytes, and each byte makes one choice from a menu. After
//! the last byte, every choice takes the first entry of its menu, and optional keys are left out. A
//! fuzzer therefore makes the profile smaller by truncating the bytes.
//!
//! | module | content |
//! |---|---|
//! | `choices` | choices by bytes, menus that several keys share |
//! | `fight` | the fight, its phases, the fighters |
//! | `shared` | constants, variables, resources, weapons, attack tables |
//! | `abilities` | abilities and effects |
//! | `auras` | buffs and damage over time |
//! | `triggers` | procs and reactions |
//! | `lists` | action lists |
//! | `conditions` | conditions, numbers, flags |

mod abilities;
mod auras;
mod choices;
mod conditions;
mod fight;
mod lists;
mod shared;
mod triggers;

use quadrille_combat_lang::keys::{Shape, TABLES, Table};
use std::fmt::Write;

use self::choices::Choices;

/// The number of items of each kind in the generated profile.
#[derive(Clone, Copy)]
struct Counts {
    resources: usize,
    weapons: usize,
    tables: usize,
    abilities: usize,
    buffs: usize,
    dots: usize,
    procs: usize,
    phases: usize,
    /// Number of individual targets in `[targets]`.
    foes: usize,
    companions: usize,
    reactions: usize,
    /// Number of lists in `[lists]`.
    lists: usize,
}

/// The profile so far.
struct Draft<'a> {
    choices: Choices<'a>,
    text: String,
    counts: Counts,
    /// Whether the fight has a `length`.
    timed: bool,
    /// For each ability: whether it belongs to the target.
    by_target: Vec<bool>,
    /// For each ability: its owner on the actor's side; the actor is 0.
    members: Vec<usize>,
    /// For each damage over time: whether it is on the actor.
    dots_on_actor: Vec<bool>,
    repeats: Vec<bool>,
    usable: Vec<bool>,
    /// For each ability: whether it replaces repetitions of another ability.
    replaces: Vec<bool>,
    /// For each ability: whether it is a channel.
    channels: Vec<bool>,
    /// Indices of the buffs on the actor's side.
    mine: Vec<usize>,
    /// Whether the current phase may prevent a side from acting.
    held: bool,
    /// Whether conditions may use variables.
    variables: bool,
    /// The last table of the text, if it is declared, and the place in the text after its header.
    open: Option<&'static Table>,
    begin: usize,
}

/// Generates a profile from bytes, and returns its text. Some of the profiles are invalid, for
/// example because of a cycle of triggers.
#[doc(hidden)]
pub fn random_profile(bytes: &[u8]) -> String {
    let mut choices = Choices(bytes);
    // Occasionally, the count is `many`. For kinds with dependency bits, `many` exceeds the number
    // of these bits.
    let mut count = |menu: &[usize], many: usize| if choices.happens(4) { many } else { choices.of(menu) };
    let counts = Counts {
        resources: count(&[1, 0, 2], 14),
        weapons: count(&[0, 1, 2], 3),
        tables: count(&[0, 1, 2], 3),
        abilities: count(&[1, 2, 3, 4, 6], 11),
        buffs: count(&[0, 1, 2, 3, 4], 23),
        dots: count(&[0, 1, 2], 14),
        procs: count(&[0, 1, 2, 3], 7),
        phases: count(&[0, 0, 1, 2], 5),
        foes: count(&[0, 0, 0, 1, 2, 3], 5),
        companions: count(&[0, 0, 0, 1, 2], 5),
        reactions: count(&[0, 0, 1, 2], 5),
        lists: count(&[0, 0, 1, 2, 3], 6),
    };
    let by_target: Vec<bool> = (0..counts.abilities).map(|_| choices.happens(30)).collect();
    let repeats: Vec<bool> = by_target.iter().map(|&theirs| theirs || choices.happens(80)).collect();
    let members: Vec<usize> = by_target
        .iter()
        .map(|&theirs| if theirs { 0 } else { choices.below(counts.companions + 1) })
        .collect();
    let swings =
        |place: usize| (0..counts.abilities).any(|it| is_swing(&repeats, &by_target, &members, it, place));
    let replaces: Vec<bool> =
        (0..counts.abilities).map(|place| !repeats[place] && swings(place) && choices.happens(80)).collect();
    let channels = (0..counts.abilities)
        .map(|place| !repeats[place] && !replaces[place] && choices.happens(60))
        .collect();
    let timed = !choices.happens(50);
    let dots_on_actor = (0..counts.dots).map(|_| choices.happens(60)).collect();
    let usable = vec![false; counts.abilities];
    let mut draft = Draft {
        choices,
        text: String::new(),
        counts,
        timed,
        by_target,
        members,
        dots_on_actor,
        repeats,
        usable,
        replaces,
        channels,
        mine: Vec::new(),
        held: false,
        variables: false,
        open: None,
        begin: 0,
    };
    draft.fight();
    draft.fighters();
    draft.shared_tables();
    (0..counts.abilities).for_each(|place| draft.ability(place));
    (0..counts.buffs).for_each(|place| draft.buff(place));
    (0..counts.dots).for_each(|place| draft.dot(place));
    (0..counts.procs).for_each(|place| draft.proc(place));
    (0..counts.reactions).for_each(|place| draft.reaction(place));
    draft.actions();
    draft.text
}

/// Returns a value at an end of the range of a key; `None` for texts, names and tables. Times are
/// short, so that fights do not have millions of events.
fn end_of(choices: &mut Choices<'_>, shape: &Shape) -> Option<String> {
    let number = |choices: &mut Choices<'_>, low: f64, high: f64| choices.of(&[low, high]).to_string();
    Some(match *shape {
        Shape::Number(low, high) | Shape::Range(low, high) => number(choices, low, high),
        Shape::Above0(high) => number(choices, 0.0, high),
        Shape::Whole(low, high) => number(choices, low.into(), high.into()),
        Shape::Seconds(_) => choices.of(&["0", "0.001", "0.0035"]).to_owned(),
        Shape::Positive | Shape::Numbers(..) => choices.of(&["0.001", "0.0035"]).to_owned(),
        Shape::Flag => choices.of(&["true", "false"]).to_owned(),
        Shape::Choice(words) | Shape::Choices(words) => format!("\"{}\"", choices.of(words)),
        Shape::Either(one, _) => end_of(choices, one)?,
        Shape::Text(_)
        | Shape::Texts(_)
        | Shape::Name(_)
        | Shape::Names(_)
        | Shape::Amounts(..)
        | Shape::Amount(..)
        | Shape::Table(_)
        | Shape::Lines(_)
        | Shape::Named(..)
        | Shape::ByPath(_)
        | Shape::Seed => return None,
    })
}

/// Returns whether the ability `place` may replace repetitions of the ability `swing`. For this,
/// `swing` must repeat, and both must belong to the same member of the actor's side.
fn is_swing(repeats: &[bool], by_target: &[bool], members: &[usize], swing: usize, place: usize) -> bool {
    repeats[swing] && !by_target[swing] && members[swing] == members[place]
}

impl Draft<'_> {
    /// Opens a table. If `name` is in brackets, opens the next table of an array of tables.
    fn table(&mut self, name: &str) {
        self.any_key();
        let _ = writeln!(self.text, "[{name}]");
        let declared = |table: &&Table| match table.path.strip_suffix(".NAME") {
            Some(kind) => name.strip_prefix(kind).is_some_and(|rest| rest.starts_with('.')),
            None => table.path == name,
        };
        self.open = TABLES.iter().find(declared);
        self.begin = self.text.len();
    }

    /// Sometimes adds one more key of the open table, with a value at an end of its range. The
    /// other functions of this module write keys whose values fit together. This one uses only the
    /// declaration of the key, so it also covers keys that no other function writes.
    fn any_key(&mut self) {
        let Some(table) = self.open else { return };
        if !self.choices.happens(10) {
            return;
        }
        let key = &table.keys[self.choices.below(table.keys.len())];
        let start = format!("{} = ", key.name);
        if self.text[self.begin..].lines().any(|line| line.starts_with(&start)) {
            return;
        }
        if let Some(value) = end_of(&mut self.choices, &key.shape) {
            self.key(key.name, &value);
        }
    }

    fn key(&mut self, key: &str, value: &str) {
        let _ = writeln!(self.text, "{key} = {value}");
    }

    /// With probability `in_256` / 256, adds the key with a value of the menu.
    fn maybe(&mut self, in_256: u8, key: &str, menu: &[&str]) -> bool {
        let there = self.choices.happens(in_256);
        if there {
            let value = self.choices.of(menu);
            self.key(key, value);
        }
        there
    }

    /// With probability `in_256` / 256, adds the key with the name of the actor or of a companion.
    fn whose(&mut self, in_256: u8, key: &str) {
        if !self.choices.happens(in_256) {
            return;
        }
        match self.choices.below(self.counts.companions + 1).checked_sub(1) {
            None => self.key(key, "\"actor\""),
            Some(place) => self.key(key, &format!("\"m{place}\"")),
        }
    }

    /// Returns one or two names. Each name is `prefix` followed by an index from `first` to
    /// `number` − 1. Returns `None` if there is no such index.
    fn names(&mut self, prefix: &str, first: usize, number: usize) -> Option<String> {
        let span = number.checked_sub(first).filter(|&span| span > 0)?;
        let (one, other) = (first + self.choices.below(span), first + self.choices.below(span));
        Some(if one == other || self.choices.happens(128) {
            format!("\"{prefix}{one}\"")
        } else {
            format!("[\"{prefix}{one}\", \"{prefix}{other}\"]")
        })
    }

    fn maybe_names(&mut self, in_256: u8, key: &str, prefix: &str, first: usize, number: usize) -> bool {
        let names = if self.choices.happens(in_256) { self.names(prefix, first, number) } else { None };
        if let Some(names) = &names {
            self.key(key, names);
        }
        names.is_some()
    }

    /// With probability `in_256` / 256, adds a key with one or two amounts, such as `{ r0 = 5 }`.
    fn maybe_amounts(&mut self, in_256: u8, key: &str, prefix: &str, number: usize, menu: &[&str]) {
        if number == 0 || !self.choices.happens(in_256) {
            return;
        }
        let (one, other) = (self.choices.below(number), self.choices.below(number));
        let (amount, more) = (self.choices.of(menu), self.choices.of(menu));
        if one == other {
            self.key(key, &format!("{{ {prefix}{one} = {amount} }}"));
        } else {
            self.key(key, &format!("{{ {prefix}{one} = {amount}, {prefix}{other} = {more} }}"));
        }
    }

    /// Returns a random name: `prefix` followed by an index below `number`.
    fn one_of(&mut self, prefix: &str, number: usize) -> String {
        format!("{prefix}{}", self.choices.below(number))
    }
}
