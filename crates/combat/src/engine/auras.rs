//! What buffs and damage over time have in common: uptimes, and the effect of a refresh.
//!
//! A [`Presence`] holds the current numbers of bearers and stacks, and the instant of the last
//! addition to the totals. Before a number changes, the time since that instant is added to the
//! totals, if there is a bearer. The uptime increases by this time, and the stack time by this time
//! multiplied by the number of stacks.

use crate::model::Refresh;
use crate::results::AuraTotals;
use crate::units::{Micros, NEVER};

/// Current numbers of bearers and of stacks of an aura, from which uptimes are summed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Presence {
    bearers: u32,
    stacks: u64,
    /// Time up to which the uptime has been added to the totals.
    since: Micros,
}

impl Presence {
    /// Changes the number of stacks on one bearer from `was` to `is`.
    pub(super) fn change(&mut self, was: u32, is: u32) {
        self.bearers = self.bearers + u32::from(is > 0) - u32::from(was > 0);
        self.stacks = self.stacks + u64::from(is) - u64::from(was);
    }

    /// Adds the time since the last count to the totals.
    pub(crate) fn count(&mut self, totals: &mut AuraTotals, now: Micros) {
        let passed = now - self.since;
        self.since = now;
        if self.bearers > 0 {
            totals.uptime += u128::from(passed);
            totals.stack_time += u128::from(passed) * u128::from(self.stacks);
        }
    }
}

/// How a new application changes the end of an aura that is already up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Renewal {
    pub(crate) refresh: Refresh,
    pub(crate) duration: Micros,
    /// Maximum remaining time that a pandemic refresh adds to the new duration.
    pub(crate) carried: Micros,
    /// Time added by an extending refresh.
    pub(crate) added: Micros,
    /// Maximum remaining time after an extending refresh.
    pub(crate) longest: Micros,
}

/// Returns the new end of an aura that is applied again while it is up. `ends` is its old end.
#[inline]
pub(crate) fn refreshed(renewal: Renewal, now: Micros, ends: Micros) -> Micros {
    let Renewal { refresh, duration, carried, added, longest } = renewal;
    match refresh {
        Refresh::Renew | Refresh::Independent => now.saturating_add(duration).min(NEVER),
        // The cap `longest` limits the extension, but the new end is never before the old end.
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
        // The extension is capped, but never shortens the remaining time.
        let by = |added, longest| {
            let rule = Renewal { added: added * s, longest: longest * s, ..rule(Refresh::Extend) };
            refreshed(rule, 10 * s, 14 * s) / s
        };
        assert_eq!([by(3, 9), by(3, 5), by(3, 2)], [17, 15, 14]);
    }
}
