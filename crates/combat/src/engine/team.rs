//! Several members on the actor's side: switching between them, and notifying them of changes.
//!
//! The rules of a fight are written for one actor. With companions, the actor's side has several
//! members. Each member has its own stats, action list, cast and global cooldown; everything else
//! is shared. Every timer belongs to one member. Timers that concern no member, such as the end of
//! the fight, belong to the actor. The member to which a timer belongs becomes *active* before the
//! timer is handled: its state is swapped into the shared state (see
//! [`State::switch_to`]). If an event affects another member, the
//! engine switches to that member and back. For example, an ability may trigger an ability of a
//! companion, or a buff may change the stats of a companion.
//!
//! ```text
//!   timer        ── Every(bite) ──► switch_to(wolf) ──► repeat
//!   in `repeat`  a proc uses `roar`, an ability of the hunter:
//!                switch_to(hunter) ── execute ── switch_to(wolf)
//!   after it     changed ──► added to the pending notifications of the other members; a member
//!                that waits for one of the changes decides at this instant (its `Ready` timer)
//! ```
//!
//! A profile without companions never switches.

use super::attention::Attention;
use super::busy::Busy;
use super::channels::Channelling;
use super::figures::MemberStats;
use super::log::EventSink;
use super::plan::{Buff, Member, Plan, Timer};
use super::run::Fight;
use super::state::State;

/// State of a member of the actor's side.
#[derive(Clone, Debug)]
pub(crate) struct MemberState {
    pub(super) attention: Attention,
    pub(super) busy: Busy,
    pub(super) channel: Option<Channelling>,
    pub(super) stats: MemberStats,
}

impl MemberState {
    pub(super) fn new(member: &Member) -> Self {
        Self {
            attention: Attention::new(member.actions.iter().map(Vec::len).sum()),
            busy: Busy::default(),
            channel: None,
            stats: MemberStats::new(),
        }
    }

    /// Resets the state to the start of a fight. The stats are recomputed then.
    pub(super) fn reset(&mut self) {
        self.attention.reset();
        (self.busy, self.channel) = (Busy::default(), None);
    }

    pub(super) fn bytes(&self) -> usize {
        self.attention.bytes()
    }
}

/// The members of the actor's side besides the active one.
#[derive(Clone, Debug)]
pub(crate) struct Team {
    /// The active member of the actor's side. Its state is [`State::own`].
    active: usize,
    /// States of all members; empty if there are no companions. The entry of the active member is
    /// unused.
    members: Box<[MemberState]>,
    /// For each member: bits of changes by other members that have not yet been compared with the
    /// changes for which it waits.
    notifications: Box<[u64]>,
}

impl Team {
    pub(super) fn new(plan: &Plan) -> Self {
        let members = if plan.team { &*plan.members } else { &[] };
        Self {
            active: 0,
            members: members.iter().map(MemberState::new).collect(),
            notifications: vec![0; members.len()].into(),
        }
    }

    pub(super) fn reset(&mut self) {
        self.members.iter_mut().for_each(MemberState::reset);
        self.notifications.fill(0);
    }

    pub(super) fn bytes(&self) -> usize {
        let own = self.members.iter().map(MemberState::bytes).sum::<usize>();
        size_of_val(&*self.members) + own + size_of_val(&*self.notifications)
    }

    /// Returns the index of the active member; 0 is the actor.
    pub(super) const fn active(&self) -> usize {
        self.active
    }

    /// Returns and clears the pending notifications of the active member.
    pub(super) fn take_notifications(&mut self) -> u64 {
        std::mem::take(&mut self.notifications[self.active])
    }
}

impl State {
    /// Makes a member of the actor's side the active one.
    pub(super) fn switch_to(&mut self, member: usize) {
        let Team { active, members, .. } = &mut self.team;
        if member != *active {
            std::mem::swap(&mut self.own, &mut members[*active]);
            std::mem::swap(&mut self.own, &mut members[member]);
            *active = member;
        }
    }

    /// Returns the state of a member of the actor's side.
    pub(super) fn member(&self, member: usize) -> &MemberState {
        if member == self.team.active { &self.own } else { &self.team.members[member] }
    }
}

impl<S: EventSink> Fight<'_, S> {
    /// Makes a member of the actor's side the active member; returns the previously active member.
    pub(crate) fn switch_to(&mut self, member: usize) -> usize {
        let before = self.state.team.active;
        self.state.switch_to(member);
        self.me = &self.plan.members[member];
        before
    }

    /// Makes the owner of a timer the active member.
    #[inline(never)]
    pub(crate) fn switch_to_owner(&mut self, timer: Timer) {
        let member = match timer {
            Timer::Every(ability) | Timer::Charge(ability) | Timer::Flight(ability) => {
                self.plan.abilities[usize::from(ability)].member
            }
            Timer::Dot(dot, _) => self.plan.dots[usize::from(dot)].of,
            Timer::Cast(member) | Timer::Channel(member) | Timer::Ready(member) => member,
            Timer::End | Timer::Phase(_) | Timer::Schedule(_) | Timer::Buff(..) => 0,
        };
        self.switch_to(usize::from(member));
    }

    /// Adds the current changes to the pending notifications of the other members.
    #[inline(never)]
    pub(crate) fn notify_others(&mut self) {
        let (active, changed) = (self.state.team.active, self.state.changed.bits());
        for (member, notifications) in self.state.team.notifications.iter_mut().enumerate() {
            if member != active {
                *notifications |= changed;
            }
        }
    }

    /// Schedules a decision for each member that waits for one of the changes. The decisions come
    /// after all other events of this instant.
    #[inline(never)]
    pub(crate) fn wake_team(&mut self) {
        self.notify_others();
        let now = self.now();
        let State { team, own, changed, clock, .. } = &mut *self.state;
        // The active member also receives the pending changes by other members.
        changed.add(team.take_notifications());
        let pending = team.notifications.iter_mut().zip(&mut team.members);
        for (member, (notifications, other)) in pending.enumerate() {
            let (attention, news) = if member == team.active {
                (&own.attention, changed.bits())
            } else {
                let news = std::mem::take(notifications);
                other.attention.keep(news);
                (&other.attention, news)
            };
            if attention.is_woken_by(news) || S::EVERY_LINE && attention.is_idle() && news != 0 {
                clock.set(self.plan.members[member].ready_slot, now);
            }
        }
    }

    /// Returns whether a companion is absent, because the buff on which it depends is down.
    pub(crate) fn is_away(&self, member: usize) -> bool {
        self.plan.members[member].with.is_some_and(|buff| {
            let buff = &self.plan.buffs[usize::from(buff)];
            self.state.buffs.stacks(buff.instance) == 0
        })
    }

    /// Handles the beginning or end of a buff on which companions depend.
    #[inline(never)]
    pub(crate) fn companions_changed(&mut self, buff: usize, comes: bool) {
        for member in 1..self.plan.members.len() {
            if self.plan.members[member].with != Some(buff as u16) {
                continue;
            }
            if comes {
                self.resume(member);
            } else {
                let before = self.switch_to(member);
                self.break_cast(true);
                self.break_channel(true);
                self.switch_to(before);
            }
        }
    }

    /// Updates the stats of all members that bear a changed buff.
    #[inline(never)]
    pub(crate) fn team_figures_changed(&mut self, changed: &Buff) {
        let before = self.state.team.active;
        for member in 0..self.plan.members.len() {
            if changed.bearer.is(member) {
                self.switch_to(member);
                self.own_figures_changed(changed);
            }
        }
        self.switch_to(before);
    }

    /// Returns the speed of a member of the actor's side.
    pub(crate) fn speed_of(&self, member: usize) -> f64 {
        self.state.member(member).stats.speed()
    }
}
