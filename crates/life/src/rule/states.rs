//! The cell states of pattern files whose rules have states that mark cells.

/// The cell states of a rule, as pattern files number them.
///
/// `[R]History` and `[R]Super` rules, such as `LifeHistory` and `B36/S23Super`, run the rule R and
/// use further states to mark cells for human readers. As defined by Golly and `LifeViewer`, cells
/// of odd states are alive under R and those of even states are dead. State 6 marks boundary cells,
/// which are dead, too, but also kill living neighbours. This effect is not part of R.
///
/// ```
/// use quadrille_life::States;
///
/// let alive = |states: States| (0..states.count()).filter(move |&state| states.alive(state) == Some(true));
/// assert!(alive(States::Two).eq([1]));
/// assert!(alive(States::History).eq([1, 3, 5]));
/// assert_eq!(alive(States::Super).count(), 13);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum States {
    /// States 0 and 1, dead and alive.
    #[default]
    Two,
    /// The seven states of `[R]History`.
    History,
    /// The 26 states of `[R]Super`.
    Super,
}

impl States {
    /// The state of boundary cells in `[R]History` and `[R]Super` rules.
    pub(crate) const BOUNDARY: u64 = 6;

    /// Returns the number of states, 0 included.
    pub const fn count(self) -> u64 {
        match self {
            Self::Two => 2,
            Self::History => 7,
            Self::Super => 26,
        }
    }

    /// Returns whether cells of a state are alive; `None` if there is no such state.
    pub const fn alive(self, state: u64) -> Option<bool> {
        if state < self.count() { Some(state % 2 == 1) } else { None }
    }

    /// Splits a rule that ends in `History` or `Super` into the rule before this suffix and the
    /// cell states.
    pub(super) fn suffix_of(text: &str) -> Option<(&str, Self)> {
        [("history", Self::History), ("super", Self::Super)].into_iter().find_map(|(suffix, states)| {
            let (stem, end) = text.split_at_checked(text.len().checked_sub(suffix.len())?)?;
            end.eq_ignore_ascii_case(suffix).then_some((stem.trim_end(), states))
        })
    }
}
