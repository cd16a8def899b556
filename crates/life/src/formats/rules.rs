//! The rule that a pattern file names, or the one that overrules it, and the meaning of cell states.
//!
//! A file names its rule before or after its cells, and an option may overrule it. [`Rules`] keeps both while a reader goes
//! through the file: [`read`](Rules::read) takes the rule that the file names, [`is_alive`](Rules::is_alive) decides about each
//! cell by the states of that rule.
//!
//! ```text
//!   file's rule      option       rule of the pattern    a cell of state n is alive if
//!   known            -            the file's             n = 1
//!   History, Super   -            the plain rule         n is odd; marks are dropped, with a warning
//!   known            overrules    the option's           n = 1, or n is odd if one of the rules has marks
//!   unknown          overrules    the option's           n > 0, with a warning from state 2 on
//!   unknown          -            an error
//! ```

use std::ops::Range;

use quadrille_diagnostics::{Diagnostic, Source, printable};

use super::lines::Line;
use crate::bounds::Bounds;
use crate::rule::{Rule, States};
use crate::rule_spec::{FileRule, RuleSpec};

/// Which departures from a format are read, with warnings, and which are errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tolerance {
    /// None: everything that would be a warning is an error.
    #[default]
    Strict,
    /// The marks of [`States::History`] and [`States::Super`], which are dropped, and the states of an
    /// unknown rule that is overruled.
    Marks,
    /// Marks, and what other programs read without a word.
    Lenient,
}

/// How pattern files are read.
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
    /// What is read with a warning.
    pub tolerance: Tolerance,
    /// The rule that counts in place of the file's, which need not be known then. Its bounds do too,
    /// if it has any. Its states are those of the cells unless the file's rule has states with marks.
    pub rule: Option<FileRule>,
    /// The bounds that count in place of the file's, which need not be known then.
    pub bounds: Option<Bounds>,
}

impl ReadOptions {
    /// The same with that tolerance.
    #[must_use]
    pub const fn tolerance(mut self, tolerance: Tolerance) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// The same with a rule in place of the file's.
    #[must_use]
    pub const fn rule(mut self, rule: FileRule) -> Self {
        self.rule = Some(rule);
        self
    }

    /// The same with bounds in place of the file's.
    #[must_use]
    pub const fn bounds(mut self, bounds: Bounds) -> Self {
        self.bounds = Some(bounds);
        self
    }
}

/// What the states of cells mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellStates {
    /// Those of a rule that is read.
    Of(States),
    /// Those of an unknown rule that is overruled: everything but state 0 is alive.
    Unknown,
}

/// What is known of a file's rule while the file is read.
pub(super) struct Rules {
    options: ReadOptions,
    pub(super) states: CellStates,
    /// Warnings about marks that are dropped, and about states of an unknown rule.
    pub(super) marks: Vec<Diagnostic>,
    /// Whether there has been a warning about boundary cells, and about cells of unknown states.
    warned: (bool, bool),
}

impl Rules {
    pub(super) fn new(options: ReadOptions) -> Self {
        let states = options.rule.map_or(States::Two, |rule| rule.states);
        Self { options, states: CellStates::Of(states), marks: Vec::new(), warned: (false, false) }
    }

    /// Reads the rule that a part of a line names.
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
            // An unknown rule does not matter if another overrules it; only its states are not known then.
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

    /// Returns the rule of a file that names this one in other words, or none.
    pub(super) fn instead_of(&self, named: Option<RuleSpec>) -> Option<RuleSpec> {
        let bounds = named.and_then(|spec| spec.bounds);
        match self.options.rule {
            Some(FileRule { spec, .. }) => Some(RuleSpec { rule: spec.rule, bounds: spec.bounds.or(bounds) }),
            None => named,
        }
    }

    /// Returns whether a cell of a state, at a part of a line, is alive; an error if there is no such state.
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
                    let message =
                        "boundary cells, of state 6, are dead cells here: what touches them may live on";
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

/// The error that a rule does not have a state.
fn no_state(
    source: &Source,
    line: &Line<'_>,
    place: &Range<usize>,
    states: States,
    state: u64,
) -> Diagnostic {
    let wrong = |message: String| line.error_at(source, place.clone(), message);
    if states == States::Two {
        return wrong("a cell of a rule with more than two states".to_owned()).expected("0 or 1");
    }
    wrong(format!("a cell of state {state}"))
        .expected(format!("0 to {}, the states of the rule", states.count() - 1))
}

/// The warning that a rule has marks.
fn marked(source: &Source, line: &Line<'_>, text: &str, rule: Rule, states: States) -> Diagnostic {
    let shown: String = printable(RuleSpec::divided(text).0).chars().take(40).collect();
    let alive = match states {
        States::History => "states 1, 3 and 5 are",
        _ => "odd states are",
    };
    let message =
        format!("`{shown}` is run as {rule}: cells of {alive} alive, all others dead; marks are dropped");
    line.error_at(source, line.place(text), message).expected(format!("a rule without marks, such as {rule}"))
}
