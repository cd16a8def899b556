//! Tables to which other tables refer: constants, variables, resources, weapons and attack tables.

use super::Draft;
use super::choices::{CHANCES, DAMAGES, FACTORS};

impl Draft<'_> {
    /// Adds constants, variables, resources, weapons and attack tables.
    pub(super) fn shared_tables(&mut self) {
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
}
