//! Buffs and damage over time.

use super::Draft;
use super::choices::{AMOUNTS, DAMAGES, TIMES};

impl Draft<'_> {
    pub(super) fn buff(&mut self, place: usize) {
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

    pub(super) fn dot(&mut self, place: usize) {
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
}
