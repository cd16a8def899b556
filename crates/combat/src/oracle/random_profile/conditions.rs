//! Conditions, and the numbers and flags in them.

use super::Draft;

impl Draft<'_> {
    pub(super) fn condition(&mut self, depth: usize) -> String {
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

    pub(super) fn number(&mut self, depth: usize) -> String {
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

    /// Returns an ability to which the word `group` (`last`, `queued` or `channel`) may refer. With
    /// probability 1 / 256, returns any ability; the profile may then be refused.
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

    pub(super) fn reading(&mut self) -> String {
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
