//! Buffs and debuffs: application, refresh, absorption, end.

use std::collections::VecDeque;

use super::auras::{Presence, refreshed};
use super::log::{EventSink, RawEvent};
use super::plan::{Buff, Plan};
use super::run::Fight;
use crate::condition::Depends;
use crate::model::{Refresh, Side};
use crate::units::{Micros, NEVER, milli};

/// A buff on one bearer.
#[derive(Clone, Copy, Debug, Default)]
struct BuffState {
    /// Number of stacks or charges; 0 if the buff is down.
    stacks: u32,
    ends: Micros,
}

/// All buffs.
#[derive(Clone, Debug)]
pub(crate) struct Buffs {
    /// For each buff instance: its state.
    states: Vec<BuffState>,
    presence: Vec<Presence>,
    /// For each buff: the ends of its stacks in order, if every stack has its own end; otherwise
    /// empty.
    stack_ends: Vec<VecDeque<Micros>>,
    /// Damage that each buff can still absorb, in thousandths of a point.
    shields: Vec<u64>,
}

impl Buffs {
    pub(super) fn new(plan: &Plan) -> Self {
        let ends = |buff: &Buff| {
            VecDeque::with_capacity(if buff.is_independent() { buff.stacks as usize } else { 0 })
        };
        Self {
            states: vec![BuffState::default(); plan.buff_instances],
            presence: vec![Presence::default(); plan.buffs.len()],
            stack_ends: plan.buffs.iter().map(ends).collect(),
            shields: vec![0; plan.buffs.len()],
        }
    }

    pub(super) fn reset(&mut self) {
        self.states.fill(BuffState::default());
        self.presence.fill(Presence::default());
        self.stack_ends.iter_mut().for_each(VecDeque::clear);
    }

    pub(super) fn bytes(&self) -> usize {
        let stacks = self.stack_ends.iter().map(|ends| ends.capacity() * size_of::<Micros>()).sum::<usize>();
        size_of_val(&*self.states)
            + size_of_val(&*self.presence)
            + size_of_val(&*self.stack_ends)
            + stacks
            + size_of_val(&*self.shields)
    }

    /// Returns the number of stacks or charges of a buff instance; 0 if it is down.
    pub(super) fn stacks(&self, instance: usize) -> u32 {
        self.states[instance].stacks
    }

    /// Returns the end of a buff instance that is up.
    pub(super) fn ends(&self, instance: usize) -> Micros {
        self.states[instance].ends
    }

    /// Returns the damage that a buff can still absorb while it is up, in thousandths of a point.
    pub(super) fn shield(&self, buff: usize) -> u64 {
        self.shields[buff]
    }
}

impl<S: EventSink> Fight<'_, S> {
    /// Applies the initial buffs.
    pub(super) fn begin_buffs(&mut self) {
        let plan = self.plan;
        for (index, buff) in plan.buffs.iter().enumerate().filter(|(_, buff)| buff.start) {
            let bearers = if buff.on == Side::Target { plan.targets as usize } else { 1 };
            for bearer in 0..bearers {
                // A target that joins later is not present yet and gets no initial buff.
                if buff.on == Side::Actor || self.state.field.lives(bearer) {
                    self.apply_buff(index, bearer, 0);
                }
            }
        }
    }

    pub(crate) fn count_buff(&mut self, buff: usize) {
        let now = self.now();
        self.state.buffs.presence[buff].count(&mut self.totals.buffs[buff], now);
    }

    /// Applies a buff to the actor (`target` 0) or to a target, with its duration extended by
    /// `longer`.
    pub(crate) fn apply_buff(&mut self, index: usize, target: usize, longer: Micros) {
        let plan = self.plan;
        let buff = &plan.buffs[index];
        let renewal = if longer == 0 { buff.renewal } else { buff.lengthened(longer) };
        if buff.is_independent() {
            self.add_stack(index, renewal.duration);
            return;
        }
        let target = if buff.on == Side::Actor { 0 } else { target };
        let now = self.now();
        let old = self.state.buffs.states[buff.instance + target];
        let totals = &mut self.totals.buffs[index];
        let new = if old.stacks == 0 {
            totals.applied += 1;
            BuffState {
                stacks: buff.charges.unwrap_or(1),
                ends: now.saturating_add(renewal.duration).min(NEVER),
            }
        } else if renewal.refresh == Refresh::Ignore {
            totals.refused += 1;
            return;
        } else {
            totals.refreshed += 1;
            BuffState {
                stacks: buff.charges.unwrap_or_else(|| (old.stacks + 1).min(buff.stacks)),
                ends: refreshed(renewal, now, old.ends),
            }
        };
        if new.ends != old.ends {
            self.state.clock.set(buff.slot + target as u16, new.ends);
        }
        self.set_buff(index, buff, target, new);
        if !S::LEAN && buff.absorb > 0.0 {
            self.state.buffs.shields[index] = milli(buff.absorb * f64::from(new.stacks));
        }
        self.note_buff(index, target, new.stacks);
    }

    /// Adds a stack with its own end, unless the buff has its maximum number of stacks.
    fn add_stack(&mut self, index: usize, duration: Micros) {
        let plan = self.plan;
        let buff = &plan.buffs[index];
        let stacks = self.state.buffs.stacks(buff.instance);
        let totals = &mut self.totals.buffs[index];
        if stacks == buff.stacks {
            totals.refused += 1;
            return;
        }
        if stacks == 0 {
            totals.applied += 1;
        } else {
            totals.refreshed += 1;
        }
        let ends = self.now() + duration;
        // The stacks are sorted by their ends. The order of application would not suffice, because
        // durations may differ.
        let others = &mut self.state.buffs.stack_ends[index];
        let place = others.partition_point(|&other| other <= ends);
        others.insert(place, ends);
        let last = others.back().copied().unwrap_or(ends);
        if place == 0 {
            self.state.clock.set(buff.slot, ends);
        }
        self.set_buff(index, buff, 0, BuffState { stacks: stacks + 1, ends: last });
        self.note_buff(index, 0, stacks + 1);
    }

    /// Sets the state of a buff and updates the stats that depend on it.
    #[inline]
    fn set_buff(&mut self, index: usize, buff: &Buff, target: usize, new: BuffState) {
        self.state.changed.add(Depends::buff(index));
        let old = std::mem::replace(&mut self.state.buffs.states[buff.instance + target], new);
        if self.reacts() && old.stacks != new.stacks {
            self.update_visible(index, buff.instance + target, old.stacks, new.stacks);
        }
        let (was, is) = (buff.copies(old.stacks), buff.copies(new.stacks));
        if was != is {
            self.count_copies(index, buff, target, was, is);
        }
    }

    /// Updates uptimes and stats after the number of [`copies`](Buff::copies) has changed from
    /// `was` to `is`.
    #[inline(never)]
    fn count_copies(&mut self, index: usize, buff: &Buff, target: usize, was: u32, is: u32) {
        self.count_buff(index);
        self.state.buffs.presence[index].change(was, is);
        if self.team() && buff.on == Side::Actor && (is > 0) != (was > 0) {
            self.companions_changed(index, is > 0);
        }
        self.figures_changed(buff, target);
    }

    #[inline]
    fn note_buff(&mut self, index: usize, target: usize, stacks: u32) {
        let target = (self.plan.buffs[index].on == Side::Target).then_some(target as u16);
        self.note(RawEvent::Buff { buff: index as u16, target, stacks });
    }

    /// Ends a buff on one bearer.
    pub(crate) fn end_buff(&mut self, index: usize, target: usize) {
        let plan = self.plan;
        let buff = &plan.buffs[index];
        if self.state.buffs.stacks(buff.instance + target) == 0 {
            return;
        }
        self.cancel(buff.slot + target as u16);
        self.state.buffs.stack_ends[index].clear();
        self.set_buff(index, buff, target, BuffState::default());
        let target = (buff.on == Side::Target).then_some(target as u16);
        self.note(RawEvent::BuffEnds { buff: index as u16, target });
    }

    /// Removes a buff from all bearers.
    pub(crate) fn remove_buff(&mut self, index: usize) {
        let bearers =
            if self.plan.buffs[index].on == Side::Target { self.plan.most_targets as usize } else { 1 };
        for target in 0..bearers {
            self.end_buff(index, target);
        }
    }

    /// Handles a buff's timer: the buff or one of its stacks expires.
    pub(crate) fn buff_due(&mut self, index: usize, target: usize) -> bool {
        let plan = self.plan;
        let buff = &plan.buffs[index];
        let stacks = self.state.buffs.stacks(buff.instance);
        if buff.is_independent() && stacks > 1 {
            let ends = &mut self.state.buffs.stack_ends[index];
            ends.pop_front();
            let (next, last) = (ends.front().copied().unwrap_or(NEVER), ends.back().copied().unwrap_or(0));
            self.state.clock.set(buff.slot, next);
            self.set_buff(index, buff, 0, BuffState { stacks: stacks - 1, ends: last });
            self.note_buff(index, 0, stacks - 1);
        } else {
            self.end_buff(index, target);
        }
        true
    }

    /// Consumes one charge of a buff on the actor (`target` 0) or on a target.
    #[inline]
    pub(crate) fn consume(&mut self, index: usize, target: usize) {
        let plan = self.plan;
        let buff = &plan.buffs[index];
        let state = &mut self.state.buffs.states[buff.instance + target];
        let stacks = state.stacks;
        if stacks == 1 {
            self.totals.buffs[index].consumed += 1;
            self.end_buff(index, target);
            return;
        }
        // In the lean engine (`lean.rs`), the code below has no branch: a branch on whether the
        // buff is up would be hard to predict. If there are 0 charges, the number stays 0.
        let used = u32::from(stacks > 0);
        state.stacks = stacks - used;
        self.totals.buffs[index].consumed += u64::from(used);
        self.state.changed.add(Depends::buff(index) * u64::from(used));
        if used > 0 {
            if self.reacts() {
                self.update_visible(index, buff.instance + target, stacks, stacks - 1);
            }
            self.note_buff(index, target, stacks - 1);
        }
    }

    /// Removes `number` stacks or charges of a debuff from a target; all of them for `None`.
    pub(crate) fn take_stacks(&mut self, index: usize, target: usize, number: Option<u32>) {
        let buff = &self.plan.buffs[index];
        let old = self.state.buffs.states[buff.instance + target];
        match number {
            Some(number) if number < old.stacks => {
                let stacks = old.stacks - number;
                self.set_buff(index, buff, target, BuffState { stacks, ..old });
                self.note_buff(index, target, stacks);
            }
            _ => self.end_buff(index, target),
        }
    }

    /// Lets the actor's buffs absorb damage to the actor, in thousandths of a point. Returns the
    /// damage that is left.
    #[inline(never)]
    pub(crate) fn absorb(&mut self, damage: u64) -> u64 {
        let plan = self.plan;
        let mut left = damage;
        for &place in &plan.shields {
            let index = usize::from(place);
            let up = self.state.buffs.states[plan.buffs[index].instance].stacks > 0;
            let amount = if up { self.state.buffs.shields[index].min(left) } else { 0 };
            if amount == 0 {
                continue;
            }
            left -= amount;
            self.state.buffs.shields[index] -= amount;
            self.state.changed.add(Depends::buff(index));
            self.totals.buffs[index].absorbed += u128::from(amount);
            self.note(RawEvent::Absorbs { buff: place, amount });
            if self.state.buffs.shields[index] == 0 {
                self.end_buff(index, 0);
            }
        }
        left
    }
}
