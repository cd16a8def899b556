//! Channels: abilities that last for a while and take effect at each tick.

use super::log::{EventSink, RawEvent};
use super::observation::Observation;
use super::run::Fight;
use crate::condition::Depends;
use crate::units::{Micros, at_speed};

/// A channel in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Channelling {
    ability: u16,
    target: u16,
    began: Micros,
    length: Micros,
    /// Number of ticks so far.
    ticks: u32,
    /// Number of units spent for the key `spends`.
    spent: f64,
}

impl Channelling {
    pub(super) const fn ability(&self) -> u16 {
        self.ability
    }

    /// Returns the number of ticks so far.
    pub(super) const fn ticks(&self) -> u32 {
        self.ticks
    }

    pub(crate) const fn ends(&self) -> Micros {
        self.began + self.length
    }

    /// Returns the time of one tick of the channel, rounded to the nearest microsecond. `number` is
    /// the tick's number, counted from 1, and `of` is the total number of ticks.
    fn tick(&self, number: u32, of: u32) -> Micros {
        let (number, of) = (u64::from(number), u64::from(of));
        self.began + (2 * self.length * number + of) / (2 * of)
    }
}

impl<S: EventSink> Fight<'_, S> {
    /// Starts a channel. The ability is paid for now; the first tick comes after one tick interval.
    #[inline(never)]
    pub(crate) fn start_channel(&mut self, index: usize, target: usize, gcd: Micros) {
        let plan = self.plan;
        let ability = &plan.abilities[index];
        let Some(channel) = &ability.channel else { return };
        let now = self.now();
        let length = if channel.hasted {
            at_speed(channel.length, self.state.own.stats.speed())
        } else {
            channel.length
        };
        self.note(RawEvent::Channels { ability: index as u16, ends: now + length });
        let spent = self.pay_for(index, ability);
        let (index, target) = (index as u16, target as u16);
        let under_way = Channelling { ability: index, target, began: now, length, ticks: 0, spent };
        self.state.own.channel = Some(under_way);
        self.state.clock.set(self.me.channel_slot, under_way.tick(1, channel.ticks));
        self.begin_busy(length, gcd);
        self.state.changed.add(Depends::cooldown(usize::from(index)));
    }

    /// Handles a tick of the channel. The channel ends before the effects of its last tick.
    pub(crate) fn channel_due(&mut self) -> bool {
        let plan = self.plan;
        self.cancel(self.me.channel_slot);
        let Some(mut under_way) = self.state.own.channel.take() else { return false };
        let index = usize::from(under_way.ability);
        let ability = &plan.abilities[index];
        let Some(channel) = &ability.channel else { return false };
        under_way.ticks += 1;
        let continues = under_way.ticks < channel.ticks;
        if continues {
            self.state.own.channel = Some(under_way);
            self.state.clock.set(self.me.channel_slot, under_way.tick(under_way.ticks + 1, channel.ticks));
        } else if self.me.weaves {
            // Without a channel, more lines can be used, even during a global cooldown: decide
            // again.
            self.state.clock.set(self.me.ready_slot, self.now());
        }
        self.state.changed.add(Depends::cooldown(index));
        let target = usize::from(under_way.target);
        self.release(index, ability, target, under_way.spent);
        if let Some(clip) = &channel.clip
            && self.state.own.channel.is_some()
            && clip.evaluate(&Observation { plan, state: self.state, target })
        {
            self.end_channel();
            self.note(RawEvent::Clips { ability: index as u16 });
        }
        true
    }

    /// Ends the channel early.
    fn end_channel(&mut self) {
        let Some(under_way) = self.state.own.channel.take() else { return };
        self.state.changed.add(Depends::ANY | Depends::cooldown(usize::from(under_way.ability)));
        self.cancel(self.me.channel_slot);
        self.cut_busy();
    }

    /// Interrupts the channel. If `stunned` is true, the reason is a stun, the death or departure
    /// of the target, or the absence of the companion that channels. Otherwise, the reason is
    /// movement, which does not interrupt an ability with `moving`.
    pub(crate) fn break_channel(&mut self, stunned: bool) {
        if let Some(Channelling { ability, .. }) = self.state.own.channel
            && (stunned || !self.plan.abilities[usize::from(ability)].moving)
        {
            self.end_channel();
            self.note(RawEvent::Breaks { ability });
        }
    }

    /// Interrupts all channels on the target `gone`, which has died or left.
    pub(crate) fn break_channels_on(&mut self, gone: usize) {
        let before = self.state.team.active();
        for member in 0..self.plan.members.len() {
            self.switch_to(member);
            self.break_channel_on(gone);
        }
        self.switch_to(before);
    }

    fn break_channel_on(&mut self, gone: usize) {
        if self.state.own.channel.is_some_and(|under_way| usize::from(under_way.target) == gone) {
            self.break_channel(true);
        }
    }
}
