//! One buff on one bearer, one damage over time on one target, and how long either has been up anywhere.
//!
//! Uptimes are counted like levels: a [`Presence`] holds how many bearers and stacks there are since an
//! instant, and when that changes, the time since is added times both.

use crate::profile::model::Refresh;
use crate::results::AuraTotals;
use crate::units::{Micros, NEVER};

/// A buff on one bearer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BuffState {
    /// Stacks or charges; 0 is down.
    pub(crate) stacks: u32,
    pub(crate) ends: Micros,
}

/// What a tick does, apart from the target.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TickPower {
    pub(crate) bonus: f64,
    pub(crate) factor: f64,
    pub(crate) crit: f64,
    pub(crate) crit_damage: f64,
}

/// Damage over time on one target.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DotState {
    pub(crate) stacks: u32,
    pub(crate) ends: Micros,
    pub(crate) next: Micros,
    /// The last tick, or the beginning.
    pub(crate) last: Micros,
    /// The length of the tick under way.
    pub(crate) length: Micros,
    /// The length of a tick at the speed of the last application.
    pub(crate) applied_length: Micros,
    /// The target that the last application came from, if it is on the actor.
    pub(crate) by: u16,
    pub(crate) power: TickPower,
}

/// How many bearers something has, for uptimes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Presence {
    pub(crate) bearers: u32,
    pub(crate) stacks: u64,
    /// Counted up to here.
    pub(crate) since: Micros,
}

impl Presence {
    /// Adds the time since it was last counted, which is now up to `now`.
    pub(crate) fn count(&mut self, totals: &mut AuraTotals, now: Micros) {
        let passed = now - self.since;
        self.since = now;
        if self.bearers > 0 {
            totals.uptime += u128::from(passed);
            totals.stack_time += u128::from(passed) * u128::from(self.stacks);
        }
    }
}

/// What an application does to the end of what is up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Renewal {
    pub(crate) refresh: Refresh,
    pub(crate) duration: Micros,
    /// Most of what is left that a pandemic refresh keeps.
    pub(crate) carried: Micros,
    /// What one that extends adds, and the most that it may leave.
    pub(crate) added: Micros,
    pub(crate) longest: Micros,
}

/// The end of something that is applied again.
#[inline]
pub(crate) fn refreshed(renewal: Renewal, now: Micros, ends: Micros) -> Micros {
    let Renewal { refresh, duration, carried, added, longest } = renewal;
    match refresh {
        Refresh::Renew | Refresh::Independent => now.saturating_add(duration).min(NEVER),
        // A cap stops it from growing; it takes nothing away.
        Refresh::Extend => ends.saturating_add(added).min(now.saturating_add(longest)).min(NEVER).max(ends),
        Refresh::Pandemic => {
            now.saturating_add(duration).saturating_add((ends - now).min(carried)).min(NEVER)
        }
        Refresh::Ignore => ends,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::micros;

    #[test]
    fn refreshing_follows_its_rule() {
        let s = micros(1.0);
        let rule =
            |refresh| Renewal { refresh, duration: 10 * s, carried: 3 * s, added: 10 * s, longest: NEVER };
        let end = |refresh| refreshed(rule(refresh), 10 * s, 14 * s) / s;
        assert_eq!(
            [Refresh::Renew, Refresh::Extend, Refresh::Pandemic, Refresh::Ignore].map(end),
            [20, 24, 23, 14]
        );
        assert_eq!(refreshed(rule(Refresh::Pandemic), 10 * s, 12 * s), 22 * s);
        assert_eq!(refreshed(Renewal { added: NEVER, ..rule(Refresh::Extend) }, 0, NEVER), NEVER);
        // By so much, up to a cap, which takes nothing away.
        let by = |added, longest| {
            let rule = Renewal { added: added * s, longest: longest * s, ..rule(Refresh::Extend) };
            refreshed(rule, 10 * s, 14 * s) / s
        };
        assert_eq!([by(3, 9), by(3, 5), by(3, 2)], [17, 15, 14]);
    }
}
