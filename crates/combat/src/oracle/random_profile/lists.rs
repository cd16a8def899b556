//! Action lists.

use super::Draft;
use super::choices::TIMES;

impl Draft<'_> {
    pub(super) fn actions(&mut self) {
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
}
