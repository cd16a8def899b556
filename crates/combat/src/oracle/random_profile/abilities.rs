//! Abilities and effects.

use super::choices::{AMOUNTS, DAMAGES, TIMES};
use super::{Draft, is_swing};

impl Draft<'_> {
    pub(super) fn ability(&mut self, place: usize) {
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
        let mut weapon = self.maybe_weapon("weapon");
        let varies = if self.repeats[place] {
            weapon |= self.repetition(place);
            true
        } else {
            self.use_from_list(place)
        };
        let hasted: &[&str] = match (self.repeats[place], self.channels[place]) {
            (true, _) => &["every"],
            (false, true) => &["gcd", "cast", "cooldown", "channel", "channel"],
            (false, false) => &["gcd", "cast", "cooldown"],
        };
        if varies {
            self.maybe(70, "spread", &["0.1", "\"exponential\"", "0.9", "0"]);
        }
        if self.choices.happens(100) {
            let word = self.choices.of(hasted);
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

    /// With probability 100 / 256, adds the key with the name of a weapon, if there are weapons.
    /// Returns whether the key was added.
    fn maybe_weapon(&mut self, key: &str) -> bool {
        let there = self.counts.weapons > 0 && self.choices.happens(100);
        if there {
            let own = self.choices.below(self.counts.weapons);
            self.key(key, &format!("\"w{own}\""));
        }
        there
    }

    /// Adds the keys of an ability that repeats. Returns whether its interval is the speed of a
    /// weapon.
    fn repetition(&mut self, place: usize) -> bool {
        if self.by_target[place] {
            self.key("by", "\"target\"");
        }
        let weapon = self.maybe_weapon("every");
        if !weapon {
            let every = self.choices.of(TIMES);
            self.key("every", every);
        }
        self.maybe(80, "first", &["0.001", "0", "0.0035", "0.01"]);
        if self.choices.happens(60) {
            let condition = self.condition(1);
            self.key("if", &format!("\"{condition}\""));
        }
        weapon
    }

    /// Adds the keys of an ability that lists use. Returns whether the ability has a cast time.
    fn use_from_list(&mut self, place: usize) -> bool {
        let (replaces, channels) = (self.replaces[place], self.channels[place]);
        if replaces {
            let swings: Vec<usize> = (0..self.counts.abilities)
                .filter(|&it| is_swing(&self.repeats, &self.by_target, &self.members, it, place))
                .collect();
            let swing = self.choices.of(&swings);
            self.key("replaces", &format!("\"a{swing}\""));
        }
        // Only an ability that takes no time can be off-GCD, so some abilities get `gcd = 0` and
        // `off_gcd`.
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
        let cast = !beside && !replaces && !channels && self.maybe(80, "cast", TIMES);
        if cast {
            self.maybe(80, "moving", &["true", "false"]);
        } else if channels {
            self.channel(place);
        }
        if self.maybe(if beside && !replaces { 250 } else { 130 }, "cooldown", TIMES) {
            self.maybe(100, "charges", &["2", "3", "1"]);
        }
        self.cost(place);
        self.usable[place] = true;
        cast
    }

    /// Adds the keys of a channel.
    fn channel(&mut self, place: usize) {
        let channel = self.choices.of(&[
            "{ lasts = 0.003, ticks = 3 }",
            "{ lasts = 0.004, ticks = 2 }",
            "{ lasts = 0.0071, ticks = 3 }",
            "{ lasts = 0.002, ticks = 1 }",
            "{ lasts = 0.01, ticks = 7 }",
        ]);
        self.key("channel", channel);
        self.maybe(60, "moving", &["true", "false"]);
        if self.choices.happens(110) {
            let condition = match self.choices.below(3) {
                0 => format!("channel.a{place}.ticks >= 2"),
                1 => format!("channel.a{place}.remaining < 0.003 && {}", self.condition(1)),
                _ => self.condition(1),
            };
            self.key("clip", &format!("\"{condition}\""));
        }
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

    /// If the last ability has `spends`, adds `per_spent` with probability 200 / 256.
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

    /// Adds effects. The effect `use` uses only abilities whose index is at least `first`. Unless
    /// `marks` is set, the effect `dot` applies only damage over time to the actor.
    pub(super) fn effects(&mut self, first: usize, marks: bool) {
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
}
