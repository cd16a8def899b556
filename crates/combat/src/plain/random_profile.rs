//! Random profiles that use every key of the format. Keys are combined freely, except for
//! combinations that would make too many profiles invalid.
//!
//! Fights last some hundredths of a second, and most durations are a few milliseconds, because the
//! plain simulator advances by microseconds. Times come from a short menu, so that events often
//! coincide. Other numbers come from menus of typical, odd and extreme values.
//!
//! A profile is generated from a string of bytes, and each byte makes one choice from a menu. After
//! the last byte, every choice takes the first entry of its menu, and optional keys are left out. A
//! fuzzer therefore makes the profile smaller by truncating the bytes.

use std::fmt::Write;

use crate::outcome::AttackOutcome;

/// The bytes that have not been used yet. Each choice uses one byte.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// Returns a number below `limit`, which is at most 256.
    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit.max(1)
    }

    /// Returns true with probability `in_256` / 256.
    fn happens(&mut self, in_256: u8) -> bool {
        self.byte() > 255 - in_256
    }

    fn of<T: Copy>(&mut self, menu: &[T]) -> T {
        menu[self.below(menu.len())]
    }
}

/// Times in seconds.
const TIMES: &[&str] = &[
    "0.002", "0.001", "0.003", "0.004", "0.005", "0.0015", "0.0025", "0.006", "0.008", "0.001234", "0.01",
    "0.02", "0.5", "1000",
];
const HASTES: &[&str] = &["0", "0.17", "0.3", "1", "-0.5", "10"];
const CHANCES: &[&str] = &["0.3", "0", "1", "0.5", "0.1", "0.85"];
const DAMAGES: &[&str] = &["10", "[5, 15]", "0", "0.0005", "[0, 1]", "33.3333", "[100, 1000]", "1e9"];
const FACTORS: &[&str] = &["1", "1.5", "0.5", "0", "0.68", "1.1", "1000"];
const AMOUNTS: &[&str] = &["5", "1", "0", "12.345678", "3", "40", "1e6"];

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
    /// Indices of the buffs on the actor.
    mine: Vec<usize>,
    /// Whether the current phase may prevent a side from acting.
    held: bool,
    /// Whether conditions may use variables.
    variables: bool,
}

/// Generates a profile from bytes, and returns its text. Some of the profiles are invalid, for
/// example because of a cycle of triggers.
#[doc(hidden)]
pub fn random_profile(bytes: &[u8]) -> String {
    let mut choices = Choices(bytes);
    // Occasionally, the count is `many`: more items than there are dependency bits for this kind.
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
    };
    draft.fight();
    draft.fighters();
    draft.things();
    (0..counts.abilities).for_each(|place| draft.ability(place));
    (0..counts.buffs).for_each(|place| draft.buff(place));
    (0..counts.dots).for_each(|place| draft.dot(place));
    (0..counts.procs).for_each(|place| draft.proc(place));
    (0..counts.reactions).for_each(|place| draft.reaction(place));
    draft.actions();
    draft.text
}

/// Returns whether the ability `place` may replace repetitions of the ability `swing`. For this,
/// `swing` must repeat, and both must belong to the same member of the actor's side.
fn is_swing(repeats: &[bool], by_target: &[bool], members: &[usize], swing: usize, place: usize) -> bool {
    repeats[swing] && !by_target[swing] && members[swing] == members[place]
}

impl Draft<'_> {
    /// Opens a table. If `name` is in brackets, opens the next table of an array of tables.
    fn table(&mut self, name: &str) {
        let _ = writeln!(self.text, "[{name}]");
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

    fn fight(&mut self) {
        self.table("fight");
        if self.timed {
            let length = self.choices.of(&["0.012", "0.02", "0.03", "0.0251"]);
            self.key("length", length);
            if self.choices.happens(60) && self.maybe(255, "spread", &["0.2", "0", "0.3"]) {
                self.maybe(128, "distribution", &["\"uniform\"", "\"normal\""]);
            }
        } else {
            // The default limit is an hour, which would take the plain simulator too long.
            let limit = self.choices.of(&["0.02", "0.012"]);
            self.key("limit", limit);
        }
        let alike = self.counts.foes == 0;
        if alike {
            self.maybe(100, "targets", &["1", "2", "3", "32"]);
        }
        for place in 0..self.counts.phases {
            self.table(&format!("phases.h{place}"));
            let from = self.choices.of(&["0.004", "0", "0.002", "0.01", "0.0123"]);
            let (lasts, every) = self.choices.of(&[
                ("0.003", "0.006"),
                ("0.002", "0.005"),
                ("0.004", "0.010001"),
                ("0.001", "0.002"),
                ("1000", "2000"),
            ]);
            if self.choices.happens(70) {
                self.key("below", "0.6");
                self.maybe(128, "until", &["0.3", "0.1", "0"]);
                self.maybe(100, "lasts", &[lasts]);
                self.held = false;
            } else if self.choices.happens(40) {
                self.key("from", "[0.001, 0.005, 0.0102, 0.015]");
                self.maybe(255, "lasts", &["0.002", "[0.001, 0.003]", "0.001"]);
                self.held = true;
            } else {
                self.key("from", from);
                self.held = true;
                if self.choices.happens(30) {
                    self.maybe(255, "until", &["0.7", "0.4", "0"]);
                    self.maybe(128, "lasts", &[lasts]);
                    self.held = false;
                } else if self.choices.happens(60) {
                    self.key("lasts", "[0.001, 0.004]");
                    self.maybe(128, "every", &["0.005", "0.0071"]);
                } else {
                    self.key("lasts", lasts);
                    self.maybe(128, "every", &[every]);
                }
            }
            if alike {
                self.maybe(128, "targets", &["2", "1", "3", "5"]);
            }
            if !self.maybe(100, "taken", FACTORS) {
                self.maybe(30, "invulnerable", &["true", "false"]);
            }
            self.maybe(90, "movement", &["true", "false"]);
            if self.held {
                let key = self.choices.of(&["downtime", "stun"]);
                self.maybe(90, key, &["true", "false"]);
            }
        }
    }

    fn fighters(&mut self) {
        // Either all targets have health, or no target has.
        let foes: Vec<String> = (0..self.counts.foes).map(|place| format!("targets.e{place}")).collect();
        let healthy = !self.timed || self.choices.happens(70);
        for side in ["actor", "target"].into_iter().chain(foes.iter().map(String::as_str)) {
            self.table(side);
            self.maybe(150, "power", &["100", "7.25", "0", "1e6"]);
            self.maybe(150, "crit", CHANCES);
            self.maybe(100, "haste", HASTES);
            self.maybe(60, "hit", &["0.05", "1", "0.2"]);
            self.maybe(60, "expertise", &["0.05", "1", "0.2"]);
            self.maybe(60, "damage", FACTORS);
            self.maybe(60, "taken", FACTORS);
            for outcome in ["miss", "dodge", "parry", "glance", "block", "crush"] {
                self.maybe(60, outcome, CHANCES);
            }
            let often = match side {
                "actor" => 70,
                "target" if healthy => 255,
                _ if healthy => 128,
                _ => 0,
            };
            self.maybe(often, "health", &["100", "30", "5000", "1e12", "0.5"]);
            if side.starts_with("targets") {
                self.maybe(80, "joins", &["0.002", "0.005", "0.0041", "0"]);
                self.maybe(80, "leaves", &["0.006", "0.01", "0.0081"]);
            }
            if side == "actor" {
                self.maybe(200, "gcd", &["0.0015", "0.001", "0.0022", "0", "0.004", "1.5"]);
                self.maybe(60, "gcd_min", &["0.001", "0.0007", "0.003"]);
                self.maybe(100, "poll", &["0.001", "0.0017", "0.005", "0.1"]);
                self.maybe(50, "latency", &["0.0005", "[0, 0.002]", "0.001", "[0.0003, 0.0004]", "0"]);
                self.maybe(140, "reaction", &["0.001", "[0, 0.003]", "0.0021", "[0.001, 0.005]", "0"]);
            }
        }
        for place in 0..self.counts.companions {
            self.table(&format!("actors.m{place}"));
            self.maybe(150, "power", &["100", "7.25", "0", "1e6"]);
            self.maybe(100, "crit", CHANCES);
            self.maybe(100, "haste", HASTES);
            self.maybe(60, "hit", &["0.05", "1", "0.2"]);
            self.maybe(60, "expertise", &["0.05", "1", "0.2"]);
            self.maybe(60, "damage", FACTORS);
            self.maybe(200, "gcd", &["0.0015", "0.001", "0.0022", "0", "0.004", "1.5"]);
            self.maybe(60, "gcd_min", &["0.001", "0.0007", "0.003"]);
            if self.counts.buffs > 0 && self.choices.happens(80) {
                let buff = self.one_of("b", self.counts.buffs);
                self.key("with", &format!("\"{buff}\""));
            }
        }
    }

    /// Adds constants, variables, resources, weapons and attack tables.
    fn things(&mut self) {
        self.table("constants");
        self.key("c0", "0.004");
        self.key("c1", "3");
        self.table("variables");
        let first = self.number(1);
        self.key("v0", &format!("\"{first}\""));
        let condition = self.condition(2);
        self.key("v1", &format!("\"{condition}\""));
        let second = self.number(1);
        self.key("v2", &format!("\"{second} - variable.v0\""));
        for place in 0..self.counts.resources {
            self.table(&format!("resources.r{place}"));
            let (cap, start) =
                self.choices.of(&[("10", "0"), ("10", "10"), ("50", "7.5"), ("0", "0"), ("1e6", "999990")]);
            self.key("cap", cap);
            self.maybe(128, "start", &[start]);
            self.maybe(128, "regen", &["1000", "333.333333", "0", "1e6", "0.000001", "12345.678"]);
            if self.maybe(60, "hasted", &["true"]) {
                self.whose(80, "of");
            }
        }
        for place in 0..self.counts.weapons {
            self.table(&format!("weapons.w{place}"));
            let speed = self.choices.of(&["0.0026", "0.001", "0.004", "1.8"]);
            self.key("speed", speed);
            self.maybe(150, "damage", DAMAGES);
            self.maybe(100, "coefficient", &["0.1", "0", "1"]);
        }
        for place in 0..self.counts.tables {
            self.attack_table(place);
        }
    }

    fn attack_table(&mut self, place: usize) {
        self.table(&format!("tables.t{place}"));
        self.maybe(128, "rolls", &["2", "1"]);
        let mut outcomes = ["miss", "dodge", "parry", "glance", "block", "crush", "crit"];
        for swap in 0..outcomes.len() {
            let with = swap + self.choices.below(outcomes.len() - swap);
            outcomes.swap(swap, with);
        }
        let listed = &outcomes[..=self.choices.below(outcomes.len())];
        self.key("order", &format!("{listed:?}"));
        for &outcome in listed {
            let menu = if outcome == "crit" { &["0.1", "-0.3", "1"][..] } else { CHANCES };
            self.maybe(60, outcome, menu);
        }
        let mut multipliers = Vec::new();
        for &outcome in listed {
            let must = ["glance", "block", "crush"].contains(&outcome);
            if must || self.choices.happens(60) {
                multipliers.push(format!("{outcome} = {}", self.choices.of(FACTORS)));
            }
        }
        if self.choices.happens(60) {
            multipliers.push(format!("hit = {}", self.choices.of(FACTORS)));
        }
        if !multipliers.is_empty() {
            self.key("multipliers", &format!("{{ {} }}", multipliers.join(", ")));
        }
    }

    /// Adds effects. The effect `use` uses only abilities whose index is at least `first`.
    fn effects(&mut self, first: usize, marks: bool) {
        let counts = self.counts;
        self.maybe_amounts(100, "gain", "r", counts.resources, AMOUNTS);
        self.maybe_names(120, "buff", "b", 0, counts.buffs);
        self.maybe_names(40, "remove", "b", 0, counts.buffs);
        if marks {
            self.maybe_names(120, "dot", "d", 0, counts.dots);
        } else if let Some(dot) = self.dots_on_actor.iter().position(|&on| on) {
            let dot = format!("\"d{dot}\"");
            self.maybe(150, "dot", &[dot.as_str()]);
        }
        let mine = (first..counts.abilities).all(|place| !self.by_target[place]);
        if mine {
            self.maybe_names(50, "use", "a", first, counts.abilities);
        }
        self.maybe_names(60, "reset", "a", 0, counts.abilities);
        self.maybe_amounts(60, "advance", "a", counts.abilities, TIMES);
    }

    #[expect(clippy::too_many_lines, reason = "a sequence of steps, one per key")]
    fn ability(&mut self, place: usize) {
        let counts = self.counts;
        self.table(&format!("abilities.a{place}"));
        if counts.tables > 0 && self.choices.happens(150) {
            let table = self.choices.below(counts.tables);
            self.key("table", &format!("\"t{table}\""));
        }
        self.maybe(60, "school", &["\"fire\"", "\"frost\""]);
        if let Some(companion) = self.members[place].checked_sub(1) {
            self.key("by", &format!("\"m{companion}\""));
        }
        let mut weapon = false;
        if counts.weapons > 0 && self.choices.happens(100) {
            weapon = true;
            let own = self.choices.below(counts.weapons);
            self.key("weapon", &format!("\"w{own}\""));
        }
        let mut hasted = vec!["gcd", "cast", "cooldown"];
        let mut varies = false;
        if self.repeats[place] {
            if self.by_target[place] {
                self.key("by", "\"target\"");
            }
            hasted = vec!["every"];
            if counts.weapons > 0 && self.choices.happens(100) {
                weapon = true;
                let own = self.choices.below(counts.weapons);
                self.key("every", &format!("\"w{own}\""));
            } else {
                let every = self.choices.of(TIMES);
                self.key("every", every);
            }
            self.maybe(80, "first", &["0.001", "0", "0.0035", "0.01"]);
            varies = true;
            if self.choices.happens(60) {
                let condition = self.condition(1);
                self.key("if", &format!("\"{condition}\""));
            }
        } else {
            let (replaces, channels) = (self.replaces[place], self.channels[place]);
            if replaces {
                let swings: Vec<usize> = (0..counts.abilities)
                    .filter(|&it| is_swing(&self.repeats, &self.by_target, &self.members, it, place))
                    .collect();
                let swing = self.choices.of(&swings);
                self.key("replaces", &format!("\"a{swing}\""));
            }
            // Only an ability that takes no time can be off-GCD, so some abilities get `gcd = 0`
            // and `off_gcd`.
            let beside = !channels && self.choices.happens(50);
            if beside {
                if !replaces {
                    self.key("gcd", "0");
                }
                self.key("off_gcd", "true");
                self.maybe(150, "while_casting", &["true", "false"]);
            } else if !replaces {
                self.maybe(100, "gcd", &["0", "0.001", "0.002", "0.0031"]);
                self.maybe(10, "off_gcd", &["false"]);
            }
            if !beside && !replaces && !channels && self.maybe(80, "cast", TIMES) {
                varies = true;
                self.maybe(80, "moving", &["true", "false"]);
            } else if channels {
                let channel = self.choices.of(&[
                    "{ lasts = 0.003, ticks = 3 }",
                    "{ lasts = 0.004, ticks = 2 }",
                    "{ lasts = 0.0071, ticks = 3 }",
                    "{ lasts = 0.002, ticks = 1 }",
                    "{ lasts = 0.01, ticks = 7 }",
                ]);
                self.key("channel", channel);
                self.maybe(60, "moving", &["true", "false"]);
                hasted.extend(["channel", "channel"]);
                if self.choices.happens(110) {
                    let condition = match self.choices.below(3) {
                        0 => format!("channel.a{place}.ticks >= 2"),
                        1 => format!("channel.a{place}.remaining < 0.003 && {}", self.condition(1)),
                        _ => self.condition(1),
                    };
                    self.key("clip", &format!("\"{condition}\""));
                }
            }
            if self.maybe(if beside && !replaces { 250 } else { 130 }, "cooldown", TIMES) {
                self.maybe(100, "charges", &["2", "3", "1"]);
            }
            self.cost(place);
            self.usable[place] = true;
        }
        if varies {
            self.maybe(70, "spread", &["0.1", "\"exponential\"", "0.9", "0"]);
        }
        if self.choices.happens(100) {
            let word = self.choices.of(&hasted);
            self.key("hasted", &format!("\"{word}\""));
        }
        self.maybe(60, "travel", &["0.003", "0.001", "0.002", "0.0045", "0.01", "0", "60"]);
        if weapon {
            self.maybe(60, "weapon_damage", &["0.5", "0", "2"]);
        }
        self.maybe(200, "damage", DAMAGES);
        self.maybe(80, "coefficient", &["0.5", "0.1", "0"]);
        self.maybe(60, "crit", &["0.1", "-0.5", "1"]);
        self.maybe(30, "triggers", &["false", "true"]);
        if !self.by_target[place] {
            self.maybe(60, "heal", DAMAGES);
            self.maybe(60, "targets", &["2", "3", "32"]);
            self.maybe_amounts(50, "gain_per_damage", "r", counts.resources, &["0.02", "1", "0.000001"]);
        }
        self.effects(place + 1, !self.by_target[place]);
        self.per_spent();
    }

    /// Adds `cost`, or `spends` and perhaps a `cost` of another resource, or none of these keys.
    fn cost(&mut self, place: usize) {
        let resources = self.counts.resources;
        if resources == 0 || !self.choices.happens(60) {
            self.maybe_amounts(100, "cost", "r", resources, AMOUNTS);
            return;
        }
        let all_of = self.choices.below(resources);
        let ends = self.choices.of(&["[1, 5]", "[0, 3]", "[2.5, 1e6]", "[5, 5]", "[0.000001, 12.5]"]);
        self.key("spends", &format!("{{ r{all_of} = {ends} }}"));
        if resources > 1 && self.choices.happens(80) {
            let amount = self.choices.of(AMOUNTS);
            self.key(
                "cost",
                &format!("{{ r{} = {amount} }}", (all_of + 1 + place % (resources - 1)) % resources),
            );
        }
    }

    /// Adds `per_spent` to the last ability, if it has `spends`.
    fn per_spent(&mut self) {
        let own = self.text.rfind("[abilities.").map_or("", |start| &self.text[start..]);
        let has = |key: &str| own.contains(&format!("\n{key} = "));
        let (spends, lasting) = (has("spends"), has("buff") || has("dot"));
        if !spends || !self.choices.happens(200) {
            return;
        }
        let mut keys = Vec::new();
        for (key, menu) in [
            ("damage", &["3", "0.3333", "0"][..]),
            ("coefficient", &["0.1", "1", "0"]),
            ("heal", &["2.5", "40", "0"]),
            ("duration", &["0.001", "0.0025", "0.01", "500000"]),
        ] {
            if self.choices.happens(128) && (key != "duration" || lasting) {
                keys.push(format!("{key} = {}", self.choices.of(menu)));
            }
        }
        self.key("per_spent", &format!("{{ {} }}", keys.join(", ")));
    }

    fn buff(&mut self, place: usize) {
        let counts = self.counts;
        self.table(&format!("buffs.b{place}"));
        let on_target = self.choices.happens(80);
        if !on_target {
            self.mine.push(place);
        }
        let companions = self.counts.companions;
        let bearer =
            if on_target || !self.choices.happens(150) { 0 } else { self.choices.below(companions + 2) };
        match bearer {
            _ if on_target => self.key("on", "\"target\""),
            0 => {}
            _ if companions == 0 => {}
            1 => self.key("on", "\"team\""),
            place => self.key("on", &format!("\"m{}\"", place - 2)),
        }
        let alone = bearer == 0 || companions == 0;
        let companion = bearer > 1 && companions > 0;
        let lasts = self.maybe(200, "duration", TIMES);
        let charges = self.choices.happens(80);
        if charges {
            self.maybe(255, "charges", &["1", "2", "5"]);
            self.maybe_names(200, "consumed_by", "a", 0, counts.abilities);
        } else {
            self.maybe(128, "stacks", &["2", "3", "1", "1000"]);
        }
        let rule = self.choices.of(&["refresh", "extend", "pandemic", "ignore", "independent"]);
        if rule != "independent" || lasts && !charges && !on_target {
            self.key("refresh", &format!("\"{rule}\""));
        }
        if rule == "pandemic" {
            self.maybe(128, "pandemic", &["0.5", "0", "1"]);
        }
        if rule == "extend" {
            self.extension();
        }
        self.maybe(50, "start", &["true", "false"]);
        let only = !on_target && self.maybe_names(50, "only", "a", 0, counts.abilities);
        if !on_target && alone && !charges && rule != "independent" {
            self.maybe(50, "absorb", &["20", "5", "0.0004", "7.5", "1e9", "0"]);
        }
        let mut changes: Vec<&str> = vec!["damage", "crit"];
        if !only {
            changes.extend(["haste", "hit", "expertise"]);
        }
        if !only && !companion {
            changes.extend(["taken", "crit_taken", "miss", "dodge", "parry", "glance", "block", "crush"]);
        }
        if !on_target {
            changes.extend(["crit_damage", "added_damage", "cost_factor"]);
            if !only {
                changes.push("power");
                let rates = &["1000", "333.333333", "0", "12345.678"];
                self.maybe_amounts(40, "regen", "r", counts.resources, rates);
            }
            self.maybe_amounts(40, "cost", "r", counts.resources, &["-2", "1", "-1e6", "0", "-0.5", "3.3"]);
        }
        for change in changes {
            let menu: &[&str] = match change {
                "power" => &["50", "-30", "1e6"],
                "haste" => &["0.3", "-0.2", "1", "-0.9", "0.17"],
                "added_damage" => &["7", "0.5", "1e9", "100"],
                "damage" | "taken" | "cost_factor" => &["0.2", "-0.5", "1", "0.1", "-1"],
                "crit_damage" => &["0.5", "-1", "2"],
                _ => &["0.2", "-0.1", "1"],
            };
            let often = if ["damage", "crit", "haste", "taken", "power"].contains(&change) { 70 } else { 35 };
            self.maybe(often, change, menu);
        }
    }

    fn extension(&mut self) {
        self.maybe(100, "extend_by", TIMES);
        self.maybe(100, "extend_cap", TIMES);
    }

    fn dot(&mut self, place: usize) {
        self.table(&format!("dots.d{place}"));
        if self.dots_on_actor[place] {
            self.key("on", "\"actor\"");
        } else {
            self.whose(100, "of");
        }
        let (duration, tick) = self.choices.of(&[
            ("0.006", "0.002"),
            ("0.01", "0.003"),
            ("0.004", "0.001"),
            ("0.005", "0.005"),
            ("0.0071", "0.0017"),
            ("1000", "0.004"),
        ]);
        self.key("duration", duration);
        self.key("tick", tick);
        self.maybe(200, "damage", DAMAGES);
        self.maybe(100, "coefficient", &["0.3", "1"]);
        if self.maybe(120, "crits", &["true"]) {
            self.maybe(60, "crit", &["0.2", "-0.2", "1"]);
            self.maybe(60, "crit_multiplier", &["1.5", "0", "3"]);
        }
        self.maybe(100, "stacks", &["3", "1", "2"]);
        if self.choices.happens(60) {
            self.key("refresh", "\"extend\"");
            self.extension();
        } else if self.maybe(90, "refresh", &["\"ignore\"", "\"refresh\""]) {
        } else if self.choices.happens(100) {
            self.key("refresh", "\"pandemic\"");
            self.maybe(128, "pandemic", &["0.5", "0", "1"]);
        }
        self.maybe(130, "hasted", &["\"ticks\"", "[\"ticks\", \"duration\"]"]);
        self.maybe(80, "partial", &["false", "true"]);
        self.maybe(60, "at_once", &["true", "false"]);
        if self.choices.happens(110) {
            self.key("snapshot", "true");
            self.maybe(128, "overwrite", &["\"if_stronger\"", "\"keep_stronger\"", "\"always\""]);
        }
        self.maybe_amounts(60, "gain", "r", self.counts.resources, AMOUNTS);
    }

    fn proc(&mut self, place: usize) {
        let counts = self.counts;
        self.table(&format!("procs.p{place}"));
        let odds = self.choices.below(6);
        if odds != 2 {
            // `from` is added only to procs without `ppm` (`odds` 2): with `ppm`, `from` may name
            // only abilities with a weapon.
            if counts.dots > 0 && self.choices.happens(80) {
                self.maybe_names(255, "from", "dot.d", 0, counts.dots);
            } else {
                self.maybe_names(120, "from", "a", 0, counts.abilities);
            }
        }
        if self.choices.happens(128) {
            let some = AttackOutcome::ALL.map(AttackOutcome::name);
            let word = match self.choices.below(4) {
                0 => "land",
                1 => "any",
                2 => "crit",
                _ => self.choices.of(&some),
            };
            self.key("on", &format!("\"{word}\""));
        }
        // Most procs have a cooldown. Otherwise, too many profiles would be refused because of
        // cycles.
        self.maybe(180, "cooldown", &["0.002", "0.001", "0.004", "0.0033", "0"]);
        match odds {
            0 => {}
            1 if self.choices.happens(90) => {
                let formula = match self.choices.below(3) {
                    0 => format!("0.1 + 0.2 * proc.p{place}.tries"),
                    1 => format!("0.3 * {}", self.reading()),
                    _ => self.number(0),
                };
                self.key("chance", &format!("\"{formula}\""));
            }
            1 => drop(self.maybe(255, "chance", CHANCES)),
            2 => drop(self.maybe(255, "ppm", &["6000", "1000", "0"])),
            3 => {
                self.maybe(255, "rppm", &["6000", "2000", "0"]);
                self.maybe(80, "hasted", &["true", "false"]);
                self.maybe(100, "bad_luck_protection", &["false", "true"]);
                self.maybe(80, "longest_gap", &["0.003", "0", "10"]);
            }
            4 => {
                let deck = self.choices.of(&[
                    "{ cards = 4 }",
                    "{ hits = 2, cards = 5 }",
                    "{ hits = 0, cards = 3 }",
                    "{ hits = 3, cards = 3 }",
                ]);
                self.key("deck", deck);
            }
            _ => drop(self.maybe(255, "accumulates", &["0.2", "1", "0"])),
        }
        if self.choices.happens(60) {
            let condition = self.condition(1);
            self.key("if", &format!("\"{condition}\""));
        }
        self.effects(0, true);
    }

    /// Adds a reaction to abilities of the actor's side, with one of the debuffs. Without debuffs,
    /// adds nothing.
    fn reaction(&mut self, place: usize) {
        let on_target = |place: &usize| {
            let own = self.text.split(&format!("[buffs.b{place}]\n")).nth(1).unwrap_or_default();
            own.starts_with("on = \"target\"")
        };
        let auras: Vec<usize> = (0..self.counts.buffs).filter(on_target).collect();
        let by: Vec<usize> = (0..self.counts.abilities).filter(|&place| !self.by_target[place]).collect();
        if auras.is_empty() || by.is_empty() {
            return;
        }
        let (aura, one, other) = (self.choices.of(&auras), self.choices.of(&by), self.choices.of(&by));
        self.table(&format!("reactions.x{place}"));
        self.key("aura", &format!("\"b{aura}\""));
        if one == other {
            self.key("by", &format!("\"a{one}\""));
        } else {
            self.key("by", &format!("[\"a{one}\", \"a{other}\"]"));
        }
        self.maybe(150, "damage", &["0.5", "-0.5", "1", "0.1", "-1"]);
        self.maybe(120, "takes", &["1", "2", "\"all\""]);
        // Most reactions have a cooldown. Otherwise, too many profiles would be refused because of
        // cycles.
        self.maybe(150, "cooldown", &["0.002", "0.001", "0.004", "0.0033", "0"]);
        self.effects(0, true);
    }

    fn actions(&mut self) {
        self.variables = true;
        // Most lists have only one or two lines, so that other lines rarely wake the actor by
        // chance. Such a wake-up would hide the error that a line is not woken in time.
        for member in 0..=self.counts.companions {
            let name = member
                .checked_sub(1)
                .map_or("[actions]".to_owned(), |place| format!("[actors.m{place}.actions]"));
            let lines = if self.choices.happens(3) { 70 } else { self.choices.of(&[1, 1, 2, 1, 3, 5]) };
            self.list(&name, lines, member, 0);
        }
        // Each list in `[lists]` uses abilities of one member, so only lists of this member call
        // it.
        for place in 0..self.counts.lists {
            let lines = self.choices.of(&[1, 2, 3]);
            self.list(&format!("[lists.l{place}]"), lines, self.list_of(place), place + 1);
        }
    }

    /// Returns the index of the member whose abilities the list `place` of `[lists]` uses.
    fn list_of(&self, place: usize) -> usize {
        place % (self.counts.companions + 1)
    }

    /// Adds the lines of a list of a member. The lines may call lists of `[lists]` whose index is
    /// at least `below`.
    fn list(&mut self, name: &str, lines: usize, member: usize, below: usize) {
        let usable = |&place: &usize| self.usable[place] && self.members[place] == member;
        let usable: Vec<usize> = (0..self.counts.abilities).filter(usable).collect();
        let called: Vec<usize> =
            (below..self.counts.lists).filter(|&place| self.list_of(place) == member).collect();
        for _ in 0..lines {
            let calls = !called.is_empty() && self.choices.happens(if below == 0 { 120 } else { 70 });
            if calls {
                self.table(name);
                let list = self.choices.of(&called);
                self.key("call", &format!("\"l{list}\""));
            } else if !self.mine.is_empty() && self.choices.happens(30) {
                self.table(name);
                let buff = self.mine[self.choices.below(self.mine.len())];
                self.key("cancel_buff", &format!("\"b{buff}\""));
            } else if self.choices.happens(30) {
                self.table(name);
                let length = match self.choices.below(3) {
                    0 => self.choices.of(TIMES).to_owned(),
                    1 => format!("\"{}\"", self.reading()),
                    _ => format!("\"{}\"", self.number(0)),
                };
                self.key("wait", &length);
            } else if usable.is_empty() {
                continue;
            } else {
                self.table(name);
                let ability = self.choices.of(&usable);
                self.key("use", &format!("\"a{ability}\""));
                if !self.replaces[ability] {
                    self.maybe(60, "cycle", &["true", "false"]);
                }
            }
            if self.choices.happens(180) {
                // Sometimes, the whole condition is a comparison of a number of visible stacks. No
                // change of another value then wakes the actor.
                let seen = self.counts.buffs > 0 && self.choices.happens(60);
                let condition = if seen {
                    let buff = self.one_of("b", self.counts.buffs);
                    let than = self.choices.of(&[">= 1", "== 2", ">= 2", "== 1", "> 2"]);
                    format!("buff.{buff}.react {than}")
                } else {
                    self.condition(0)
                };
                self.key("if", &format!("\"{condition}\""));
            }
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.choices.below(if depth < 3 { 8 } else { 5 }) {
            0 | 1 => self.comparison(),
            2 => format!("!{}", self.flag()),
            3 => self.flag(),
            4 => {
                let (left, right) = (self.number(0), self.number(0));
                format!("{left} {} {right}", self.comparator())
            }
            5 => format!("({} && {})", self.condition(depth + 1), self.condition(depth + 1)),
            6 => format!("({} || {})", self.condition(depth + 1), self.condition(depth + 1)),
            _ => format!("!({})", self.condition(depth + 1)),
        }
    }

    fn comparator(&mut self) -> &'static str {
        self.choices.of(&["<", "<=", ">", ">=", "==", "!="])
    }

    /// Returns a comparison of a reading with a constant. The constant is of the usual magnitude of
    /// the reading.
    fn comparison(&mut self) -> String {
        let reading = self.reading();
        let constants: &[&str] = match reading.split(['.', ' ']).next().unwrap_or_default() {
            "resource" => &["5", "1", "10", "7.5", "0", "999995"],
            "actor" | "target" => &["0.5", "0.3", "1", "0.99", "100"],
            "targets" | "flying" => &["1", "2", "0"],
            _ if ["stacks", "charges", "tries", "react", "ticks"]
                .iter()
                .any(|end| reading.ends_with(end)) =>
            {
                &["1", "2", "0"]
            }
            _ => &["0.003", "0.001", "0.005", "0.0024", "0", "0.010001", "constant.c0"],
        };
        format!("{reading} {} {}", self.comparator(), self.choices.of(constants))
    }

    fn number(&mut self, depth: usize) -> String {
        let operator = self.choices.of(&["+", "-", "*", "/", "+", "-", "*", "/", "%"]);
        match self.choices.below(if depth < 2 { 7 } else { 3 }) {
            0 if self.variables => self.choices.of(&["variable.v0", "variable.v2", "time"]).to_owned(),
            0 | 1 => self.reading(),
            2 => self.choices.of(&["0.004", "2", "0.001", "1000", "0", "constant.c1"]).to_owned(),
            3 => format!("-{}", self.reading()),
            6 => {
                let first = self.number(depth + 1);
                match self.choices.below(3) {
                    0 => format!("floor({first} * 1000)"),
                    1 => format!("min({first}, {})", self.number(depth + 1)),
                    _ => format!("max({first}, {}, {})", self.number(depth + 1), self.reading()),
                }
            }
            _ => format!("({} {operator} {})", self.number(depth + 1), self.number(depth + 1)),
        }
    }

    /// Returns a random name: `prefix` followed by an index below `number`.
    fn one_of(&mut self, prefix: &str, number: usize) -> String {
        format!("{prefix}{}", self.choices.below(number))
    }

    /// Returns an ability to which the word `group` (`last`, `queued` or `channel`) may refer.
    /// Rarely, returns another ability, so that the profile is refused.
    fn ability_of_a_list(&mut self, group: &str) -> Option<String> {
        let can_hold = |place: usize| match group {
            "last" => !self.repeats[place],
            "queued" => self.replaces[place],
            _ => self.channels[place],
        };
        let mut places: Vec<usize> = (0..self.counts.abilities).filter(|&place| can_hold(place)).collect();
        if self.choices.happens(1) {
            places = (0..self.counts.abilities).collect();
        }
        if places.is_empty() { None } else { Some(format!("a{}", self.choices.of(&places))) }
    }

    fn reading(&mut self) -> String {
        let counts = self.counts;
        let fallback = self.choices.of(&["time", "remaining", "targets", "target.health", "actor.health"]);
        match self.choices.below(16) {
            0 => "actor.power".to_owned(),
            1 => self.choices.of(&["actor.crit", "actor.haste"]).to_owned(),
            2 | 3 if counts.resources > 0 => {
                let member = self.choices.of(&["", ".missing"]);
                format!("resource.{}{member}", self.one_of("r", counts.resources))
            }
            4 | 5 if counts.buffs > 0 => {
                let member = self.choices.of(&[
                    "remaining",
                    "stacks",
                    "react",
                    "stacks",
                    "absorb",
                    "remaining",
                    "react",
                ]);
                format!("buff.{}.{member}", self.one_of("b", counts.buffs))
            }
            6 | 7 if counts.dots > 0 => {
                let member = self.choices.of(&["remaining", "stacks"]);
                format!("dot.{}.{member}", self.one_of("d", counts.dots))
            }
            8 | 9 => {
                let member = self.choices.of(&["remaining", "charges"]);
                format!("cooldown.{}.{member}", self.one_of("a", counts.abilities))
            }
            10 | 11 if counts.procs > 0 => {
                let member = self.choices.of(&["remaining", "tries"]);
                format!("proc.{}.{member}", self.one_of("p", counts.procs))
            }
            13 => {
                let member = self.choices.of(&["ticks", "remaining"]);
                match self.ability_of_a_list("channel") {
                    Some(ability) => format!("channel.{ability}.{member}"),
                    None => fallback.to_owned(),
                }
            }
            12 => format!("flying.{}", self.one_of("a", counts.abilities)),
            _ => fallback.to_owned(),
        }
    }

    fn flag(&mut self) -> String {
        let counts = self.counts;
        match self.choices.below(11) {
            0 | 1 if counts.buffs > 0 => format!("buff.{}.up", self.one_of("b", counts.buffs)),
            2 | 3 if counts.dots > 0 => format!("dot.{}.up", self.one_of("d", counts.dots)),
            4..=7 if counts.procs > 0 => format!("proc.{}.ready", self.one_of("p", counts.procs)),
            8 if counts.phases > 0 => format!("phase.{}", self.one_of("h", counts.phases)),
            9 if counts.foes > 0 && self.choices.happens(128) => {
                format!("target.is.{}", self.one_of("e", counts.foes))
            }
            9 if self.variables && self.choices.happens(100) => "variable.v1".to_owned(),
            9 => {
                let group = self.choices.of(&["last", "queued"]);
                match self.ability_of_a_list(group) {
                    Some(ability) => format!("{group}.{ability}"),
                    None => "cooldown.a0.ready".to_owned(),
                }
            }
            _ => format!("cooldown.{}.ready", self.one_of("a", counts.abilities)),
        }
    }
}
