//! The rule of a pattern file, an option that overrides it, and the meaning of cell states.
//!
//! A file declares its rule before or after its cells, and an option may override it. [`Rules`]
//! holds both while a file is read: [`read`](Rules::read) reads the declared rule, and
//! [`is_alive`](Rules::is_alive) decides which cell states are alive under this rule.
//!
//! Rules such as `LifeHistory` and `LifeSuper` mark cells by further [`States`]. The marks are
//! dropped, with a warning if the file declares the rule.
//!
//! ```text
//!   file's rule        option's rule     rule of the pattern       a cell of state n is alive if
//!   two states         none              the file's                n = 1
//!   History, Super     none              the file's, unmarked      n is odd
//!   two states         two states        the option's              n = 1
//!   History, Super     two states        the option's              n is odd
//!   any, or unknown    History, Super    the option's, unmarked    n is odd
//!   unknown            two states        the option's              n > 0, with a warning if n > 1
//!   unknown            none              an error
//! ```

use std::ops::Range;

use quadrille_diagnostics::{Diagnostic, Source, printable};

use super::lines::Line;
use crate::bounds::Bounds;
use crate::rule::{Rule, States};
use crate::rule_spec::{FileRule, RuleSpec};

/// The deviations from a format that are accepted with a warning; all others are errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tolerance {
    /// No deviation is accepted.
    #[default]
    Strict,
    /// Accepts the marks of rules such as `LifeHistory` (see [`States`]), which are dropped. If the
    /// file's rule is unknown and an option overrides it, all cell states are accepted, too.
    Marks,
    /// Accepts the deviations of [`Marks`](Tolerance::Marks), and those that other programs
    /// silently accept.
    Lenient,
}

/// Options for reading pattern files.
///
/// ```
/// use quadrille_life::Source;
/// use quadrille_life::formats::{ReadOptions, read_with_options};
///
/// let source = Source::new("p.rle", "x = 3, y = 1, rule = Unknown\n3o!");
/// let options = ReadOptions::default().rule("B36/S23".parse()?);
/// let (_, contents, _) = read_with_options(&source, options)?;
/// assert_eq!(contents.rule().unwrap().to_string(), "B36/S23");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The accepted deviations.
    pub tolerance: Tolerance,
    /// The rule that overrides the file's rule. The file's rule may then be unknown. The bounds of
    /// the overriding rule, if any, override the file's bounds, too. The cells have the states of
    /// the overriding rule, unless the file's rule marks cells (see [`States`]).
    pub rule: Option<FileRule>,
    /// The bounds that override the file's bounds. The file's bounds may then be invalid.
    pub bounds: Option<Bounds>,
}

impl ReadOptions {
    /// Sets the tolerance.
    #[must_use]
    pub const fn tolerance(mut self, tolerance: Tolerance) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// Sets the rule that overrides the file's rule.
    #[must_use]
    pub const fn rule(mut self, rule: FileRule) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Sets the bounds that override the file's bounds.
    #[must_use]
    pub const fn bounds(mut self, bounds: Bounds) -> Self {
        self.bounds = Some(bounds);
        self
    }
}

/// The meaning of cell states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellStates {
    /// The states of a known rule.
    Of(States),
    /// The states of a file whose rule is unknown, and is overridden by an option. All states but
    /// state 0 are alive.
    Unknown,
}

/// The rule of a file while the file is read.
pub(super) struct Rules {
    options: ReadOptions,
    pub(super) states: CellStates,
    /// Warnings about dropped marks, and about states of an unknown rule.
    pub(super) marks: Vec<Diagnostic>,
    /// Whether the warning about boundary cells and the warning about cells of unknown states were
    /// issued.
    warned: (bool, bool),
}

impl Rules {
    pub(super) fn new(options: ReadOptions) -> Self {
        let states = options.rule.map_or(States::Two, |rule| rule.states);
        Self { options, states: CellStates::Of(states), marks: Vec::new(), warned: (false, false) }
    }

    /// Reads the rule from `text`, a part of the line.
    pub(super) fn read(
        &mut self,
        source: &Source,
        line: &Line<'_>,
        text: &str,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<RuleSpec, Diagnostic> {
        let place = line.place(text);
        let wrong = |error: &dyn std::fmt::Display| line.error_at(source, place.clone(), error.to_string());
        let overruling = self.options.rule;
        let named = match Rule::read_with_states(RuleSpec::divided(text).0) {
            Ok((rule, states, complaints)) => {
                if overruling.is_none() {
                    warnings.extend(complaints.into_iter().map(|complaint| {
                        let at = place.start + complaint.offset;
                        line.error_at(source, at..at + 1, complaint.problem).expected(complaint.expected)
                    }));
                }
                if states != States::Two {
                    self.states = CellStates::Of(states);
                    self.marks.push(marked(source, line, text, rule, states));
                }
                rule
            }
            // An unknown rule is accepted if the options override it. The meaning of its states
            // remains unknown, unless the states of the overriding rule apply.
            Err(_) if overruling.is_some() => {
                if self.states == CellStates::Of(States::Two) {
                    self.states = CellStates::Unknown;
                }
                Rule::CONWAY
            }
            Err(error) => return Err(wrong(&error)),
        };
        let bounds = match overruling.and_then(|rule| rule.spec.bounds).or(self.options.bounds) {
            Some(bounds) => Some(bounds),
            None => RuleSpec::read_bounds(text).map_err(|error| wrong(&error))?,
        };
        Ok(RuleSpec { rule: overruling.map_or(named, |rule| rule.spec.rule), bounds })
    }

    /// Returns the rule of a pattern whose file has no rule text for [`read`](Self::read). It is
    /// the rule of the options or, without one, `named`. `named` is the rule, if any, that the file
    /// declares in another form, such as `#N` in Life 1.05.
    pub(super) fn instead_of(&self, named: Option<RuleSpec>) -> Option<RuleSpec> {
        let bounds = named.and_then(|spec| spec.bounds);
        match self.options.rule {
            Some(FileRule { spec, .. }) => Some(RuleSpec { rule: spec.rule, bounds: spec.bounds.or(bounds) }),
            None => named,
        }
    }

    /// Returns whether a cell of this state is alive; fails if the rule does not have this state.
    /// `place` is the part of the line that contains the cell.
    pub(super) fn is_alive(
        &mut self,
        source: &Source,
        line: &Line<'_>,
        place: &Range<usize>,
        state: u64,
    ) -> Result<bool, Diagnostic> {
        match self.states {
            CellStates::Of(states) => {
                let alive =
                    states.alive(state).ok_or_else(|| no_state(source, line, place, states, state))?;
                if states != States::Two
                    && state == States::BOUNDARY
                    && !std::mem::replace(&mut self.warned.0, true)
                {
                    let message = "boundary cells (state 6) are read as dead cells, so they do not kill living neighbours";
                    self.marks
                        .push(line.error_at(source, place.clone(), message).expected("no cell of state 6"));
                }
                Ok(alive)
            }
            CellStates::Unknown => {
                if state > 1 && !std::mem::replace(&mut self.warned.1, true) {
                    let message =
                        format!("a cell of state {state} of an unknown rule is read as a living cell");
                    let warning = line.error_at(source, place.clone(), message);
                    self.marks.push(warning.expected("states 0 and 1"));
                }
                Ok(state > 0)
            }
        }
    }
}

/// Returns the error of a state that the rule does not have.
fn no_state(
    source: &Source,
    line: &Line<'_>,
    place: &Range<usize>,
    states: States,
    state: u64,
) -> Diagnostic {
    let wrong = |message: String| line.error_at(source, place.clone(), message);
    if states == States::Two {
        return wrong("only rules with more than two states have this cell state".to_owned())
            .expected("0 or 1");
    }
    wrong(format!("the rule has no cell state {state}"))
        .expected(format!("0 to {}, the states of the rule", states.count() - 1))
}

/// Returns the warning about a rule with marks.
fn marked(source: &Source, line: &Line<'_>, text: &str, rule: Rule, states: States) -> Diagnostic {
    let shown: String = printable(RuleSpec::divided(text).0).chars().take(40).collect();
    let alive = match states {
        States::History => "cells of states 1, 3 and 5 are alive",
        _ => "cells of odd states are alive",
    };
    let message = format!("`{shown}` is run as {rule}: {alive}, all others dead; marks are dropped");
    line.error_at(source, line.place(text), message).expected(format!("a rule without marks, such as {rule}"))
}
