//! Procs and reactions.

use quadrille_combat_lang::AttackOutcome;

use super::Draft;
use super::choices::CHANCES;

impl Draft<'_> {
    pub(super) fn proc(&mut self, place: usize) {
        let counts = self.counts;
        self.table(&format!("procs.p{place}"));
        let odds = self.choices.below(6);
        if odds != 2 {
            // If `odds` is 2, the proc has `ppm`. `from` may then name only abilities with a
            // weapon, so it is left out.
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

    /// Adds a reaction to abilities of the actor's side, with one of the debuffs. Without debuffs
    /// or such abilities, adds nothing.
    pub(super) fn reaction(&mut self, place: usize) {
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
}
