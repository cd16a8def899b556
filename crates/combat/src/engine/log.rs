//! What happens, told as it happens: to nobody in a run, to a list in a replay.

use serde::Serialize;

use crate::outcome::Outcome;
use crate::units::Micros;

/// Something that happened, by places in the profile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Happening {
    Starts { length: Option<Micros> },
    Ends(Ending),
    Phase { phase: u16, begins: bool },
    Casts { ability: u16, finishes: Micros },
    Uses { ability: u16 },
    Attack { ability: u16, target: u16, outcome: Outcome, damage: u64 },
    Tick { dot: u16, target: u16, outcome: Outcome, damage: u64, partial: bool },
    Heals { ability: u16, amount: u64 },
    Buff { buff: u16, target: Option<u16>, stacks: u32 },
    BuffEnds { buff: u16, target: Option<u16> },
    Dot { dot: u16, target: u16, stacks: u32 },
    DotEnds { dot: u16, target: u16 },
    Proc { proc: u16 },
    Gains { resource: u16, amount: i64, level: i64 },
    Spends { resource: u16, amount: i64, level: i64 },
    Charge { ability: u16, charges: u32 },
    Reset { ability: u16 },
    Dies { target: u16 },
}

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Its time was up.
    Time,
    /// The last target died.
    Kill,
    /// The actor died.
    Death,
}

/// Who is told.
pub(crate) trait Observer {
    /// Something happened.
    fn note(&mut self, now: Micros, happening: Happening);
}

/// Nobody: costs nothing.
pub(crate) struct Silent;

impl Observer for Silent {
    #[inline(always)]
    fn note(&mut self, _: Micros, _: Happening) {}
}

/// A list of what happened, up to a limit.
pub(crate) struct Listener {
    pub(crate) happenings: Vec<(Micros, Happening)>,
    /// So many are kept at most.
    most: usize,
    /// How many there were.
    pub(crate) number: u64,
}

impl Listener {
    pub(crate) const fn new(most: usize) -> Self {
        Self { happenings: Vec::new(), most, number: 0 }
    }
}

impl Observer for Listener {
    fn note(&mut self, now: Micros, happening: Happening) {
        self.number += 1;
        if self.happenings.len() < self.most {
            self.happenings.push((now, happening));
        }
    }
}
