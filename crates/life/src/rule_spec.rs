//! The value of `rule =` in a pattern file: a rule with optional bounds.

use std::fmt;
use std::str::FromStr;

use crate::bounds::{Bounds, BoundsError};
use crate::rule::{Rule, RuleError, States};

/// A rule with optional bounds: `B3/S23`, `B3/S23:P640,480`, `23/3:T30,20`.
///
/// ```
/// use quadrille_life::{Bounds, Rule, RuleSpec};
///
/// let spec: RuleSpec = "b3/s23:T30,20".parse()?;
/// assert_eq!(spec.rule, Rule::CONWAY);
/// assert_eq!(spec.bounds, Some("30x20:torus".parse()?));
/// assert_eq!(spec.to_string(), "B3/S23:T30,20");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RuleSpec {
    /// The conditions of birth and survival.
    pub rule: Rule,
    /// The bounds; `None` is the unbounded plane.
    pub bounds: Option<Bounds>,
}

impl fmt::Display for RuleSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = self.bounds.and_then(Bounds::suffix).unwrap_or_default();
        f.pad(&format!("{}{suffix}", self.rule))
    }
}

impl RuleSpec {
    /// Reads the same form as [`from_str`](Self::from_str); the rule is read
    /// [leniently](Rule::read_leniently).
    ///
    /// # Errors
    /// Those of [`Rule`] and of [`Bounds`].
    pub fn read_leniently(text: &str) -> Result<(Self, Vec<RuleError>), RuleSpecError> {
        Self::read_with_states(text).map(|(spec, _, complaints)| (spec, complaints))
    }

    /// Reads the same form as [`read_leniently`](Self::read_leniently), and also returns the cell
    /// states that files of the rule use.
    pub(crate) fn read_with_states(text: &str) -> Result<(Self, States, Vec<RuleError>), RuleSpecError> {
        let (rule, states, complaints) = Rule::read_with_states(Self::divided(text).0)?;
        Ok((Self { rule, bounds: Self::read_bounds(text)? }, states, complaints))
    }

    /// Reads the bounds after a rule, without reading the rule itself.
    pub(crate) fn read_bounds(text: &str) -> Result<Option<Bounds>, BoundsError> {
        // Golly writes the unbounded plane as a field whose sides are 0.
        Self::divided(text).1.filter(|suffix| !Bounds::is_plane(suffix)).map(Bounds::from_suffix).transpose()
    }

    /// Splits a text into the rule and the bounds after the colon.
    pub(crate) fn divided(text: &str) -> (&str, Option<&str>) {
        text.split_once(':').map_or((text, None), |(rule, bounds)| (rule, Some(bounds)))
    }
}

/// The rule of a pattern file, with the meaning of the file's cell states.
///
/// ```
/// use quadrille_life::{FileRule, States};
///
/// let rule: FileRule = "LifeHistory:T30,20".parse()?;
/// assert_eq!((rule.spec.to_string().as_str(), rule.states), ("B3/S23:T30,20", States::History));
/// # Ok::<(), quadrille_life::RuleSpecError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileRule {
    /// The rule for living and dead cells, and the bounds.
    pub spec: RuleSpec,
    /// The cell states that the file uses.
    pub states: States,
}

impl From<RuleSpec> for FileRule {
    fn from(spec: RuleSpec) -> Self {
        Self { spec, states: States::Two }
    }
}

impl FromStr for FileRule {
    type Err = RuleSpecError;

    /// Reads the same form as [`RuleSpec`].
    ///
    /// # Errors
    /// Those of [`Rule`] and of [`Bounds`].
    fn from_str(text: &str) -> Result<Self, RuleSpecError> {
        let (spec, states, complaints) = RuleSpec::read_with_states(text)?;
        complaints.into_iter().next().map_or(Ok(Self { spec, states }), |complaint| Err(complaint.into()))
    }
}

impl FromStr for RuleSpec {
    type Err = RuleSpecError;

    /// Reads a rule, optionally followed by a colon and bounds.
    ///
    /// # Errors
    /// Those of [`Rule`] and of [`Bounds`].
    fn from_str(text: &str) -> Result<Self, RuleSpecError> {
        let (spec, complaints) = Self::read_leniently(text)?;
        complaints.into_iter().next().map_or(Ok(spec), |complaint| Err(complaint.into()))
    }
}

/// The error of a text that is not a [`RuleSpec`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleSpecError {
    /// The rule is invalid.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The bounds are invalid.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::Border;
    use proptest::prelude::*;

    #[test]
    fn other_forms_are_refused() {
        for text in
            ["B3/S23:", "B3/S23:30,20", "B3/S23:K30*,20*", "B3/S23:T30*,20", "B3/S23:T30+5,20+5", "B3/S23:T,"]
        {
            assert!(
                matches!(text.parse::<RuleSpec>(), Err(RuleSpecError::Bounds(BoundsError::Form { .. }))),
                "{text}"
            );
        }
        assert!(matches!(
            "B3/S23:C0,0".parse::<RuleSpec>(),
            Err(RuleSpecError::Bounds(BoundsError::TooSmall { .. }))
        ));
        assert!(matches!("B3:T3,3".parse::<RuleSpec>(), Ok(RuleSpec { bounds: Some(_), .. })));
        assert!(matches!("B9:T3,3".parse::<RuleSpec>(), Err(RuleSpecError::Rule(_))));
    }

    #[test]
    fn without_any_end_it_is_the_plane() {
        for text in ["B3/S23:P0,0", "B3/S23:T0,0", "B3/S23:t0", "B3/S23:P00"] {
            assert_eq!(text.parse(), Ok(RuleSpec { rule: Rule::CONWAY, bounds: None }), "{text}");
        }
        for text in ["B3/S23:S0", "B3/S23:P0,0,0", "B3/S23:T0+1,0", "B3/S23:P,"] {
            assert!(text.parse::<RuleSpec>().is_err(), "{text}");
        }
    }

    #[test]
    fn one_side_stands_for_both() {
        let spec: RuleSpec = "B3/S23:p7".parse().unwrap();
        assert_eq!(spec.to_string(), "B3/S23:P7,7");
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(
            width in 3..u64::MAX,
            height in 3..u64::MAX,
            border in prop::sample::select(&[Border::Dead, Border::Torus, Border::Klein, Border::CrossSurface]),
        ) {
            let spec = RuleSpec { rule: Rule::CONWAY, bounds: Some(Bounds::new(width, height, border).unwrap()) };
            prop_assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }
}
