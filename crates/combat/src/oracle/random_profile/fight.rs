//! The fight, its phases, and the fighters.

use super::Draft;
use super::choices::{CHANCES, FACTORS, HASTES};

impl Draft<'_> {
    pub(super) fn fight(&mut self) {
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

    pub(super) fn fighters(&mut self) {
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
}
