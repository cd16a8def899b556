//! Replaces calls of lists by the lines of the called lists.
//!
//! A line that calls a list is equivalent to the lines of that list, if the condition of the call
//! is put before the condition of each line and joined by `&&`. After all replacements, each action
//! list is a single list without calls. Each line of this list records its position in the file
//! (right column):
//!
//! ```text
//!   actions                          written out
//!   1  use a                         use a                        actions 1
//!   2  call burst, if p              use c, if p && q             burst 1, by actions 2
//!   3  use b                         use d, if p                  burst 2, by actions 2
//!   burst                            use b                        actions 3
//!   1  use c, if q
//!   2  use d
//! ```
//!
//! The condition of a line with `cycle` is tried on every target, but the condition of a call is
//! evaluated for the first target only. A line with `cycle` in a called list therefore also keeps
//! the condition of the call separately, as its `gate`.

use std::sync::Arc;

use quadrille_diagnostics::Diagnostic;

use super::actions::{Does, Known, Line};
use super::model::{Action, LinePosition, Step};
use crate::condition::{self, Condition, Scope};
use crate::names::Names;

/// Maximum number of lines of an action list after inlining.
const MOST_LINES: usize = 1000;
/// Maximum total number of nodes of the conditions of inlined lines, including the conditions of
/// the calls.
const MOST_PARTS: usize = 500_000;
/// Maximum depth of nested calls.
const DEEPEST: usize = 20;

/// Returns the action lists after inlining: the list of the actor, then the lists of its
/// companions. Refuses lists that call one another in a cycle, even if no action list calls them.
pub(super) fn write_out(
    own: &[Vec<Line<'_>>],
    lists: &[Vec<Line<'_>>],
    known: &Known<'_>,
    scope: &Scope<'_>,
) -> Result<Vec<Action>, Diagnostic> {
    let mut finished = vec![false; lists.len()];
    for list in 0..lists.len() {
        refuse_cycles(list, lists, known.names, &mut Vec::new(), &mut finished)?;
    }
    let (mut all, mut parts) = (Vec::new(), 0);
    for (member, lines) in own.iter().enumerate() {
        let (calls, conditions, actions) = (Vec::new(), Vec::new(), Vec::new());
        let mut writer = Writer { lists, known, member, scope, calls, conditions, actions, parts };
        writer.write(None, lines)?;
        all.append(&mut writer.actions);
        parts = writer.parts;
    }
    Ok(all)
}

/// Refuses cycles of calls that can be reached from `list`. `path` contains the lists through which
/// `list` was reached.
fn refuse_cycles(
    list: usize,
    lists: &[Vec<Line<'_>>],
    names: &Names,
    path: &mut Vec<usize>,
    finished: &mut [bool],
) -> Result<(), Diagnostic> {
    if finished[list] {
        return Ok(());
    }
    path.push(list);
    for line in &lists[list] {
        let Does::Call(called) = line.does else { continue };
        if let Some(begins) = path.iter().position(|&above| above == called) {
            let cycle = path[begins..].iter().chain([&called]).map(|&list| names.lists.names[list].as_str());
            let cycle: Vec<&str> = cycle.collect();
            let error = format!("the calls form an endless cycle: {}", cycle.join(" → "));
            return Err(line.value.error(error).expected("lists that do not call one another in a cycle"));
        }
        refuse_cycles(called, lists, names, path, finished)?;
    }
    path.pop();
    finished[list] = true;
    Ok(())
}

struct Writer<'w, 'd> {
    lists: &'w [Vec<Line<'d>>],
    known: &'w Known<'w>,
    /// Index of the member of the actor's side that owns the action list.
    member: usize,
    scope: &'w Scope<'w>,
    /// The calls that lead to the current list, each as the calling list and the line number in it.
    calls: Vec<(Option<usize>, usize)>,
    /// The conditions of the calls that lead to the current list.
    conditions: Vec<Arc<Condition>>,
    actions: Vec<Action>,
    /// Total number of nodes of the conditions of inlined lines so far.
    parts: usize,
}

impl Writer<'_, '_> {
    fn write(&mut self, list: Option<usize>, lines: &[Line<'_>]) -> Result<(), Diagnostic> {
        for (number, line) in (1..).zip(lines) {
            match &line.does {
                &Does::Call(called) => {
                    self.calls.push((list, number));
                    if self.calls.len() > DEEPEST {
                        let error = line.value.error("the calls of lists are nested too deeply");
                        return Err(error.expected(format!("at most {DEEPEST} nested calls")));
                    }
                    let conditions = self.conditions.len();
                    self.conditions.extend(line.condition.clone().map(Arc::new));
                    let lists = self.lists;
                    self.write(Some(called), &lists[called])?;
                    self.conditions.truncate(conditions);
                    self.calls.pop();
                }
                Does::Step(step) => {
                    let action = self.action(
                        step,
                        line,
                        LinePosition { list, line: number, calls: self.calls.clone() },
                    )?;
                    self.actions.push(action);
                    if self.actions.len() > MOST_LINES {
                        let error = "the action list is too long with all calls expanded";
                        return Err(line.value.error(error).expected(format!("at most {MOST_LINES} lines")));
                    }
                }
            }
        }
        Ok(())
    }

    /// Refuses abilities of other members: an action list uses only abilities of its owner.
    fn refuse_others(&self, step: &Step, line: &Line<'_>) -> Result<(), Diagnostic> {
        let Known { names, abilities, .. } = self.known;
        let used = step.ability().and_then(|used| Some((used, abilities.get(used)?.member)));
        let Some((used, member)) = used.filter(|&(_, member)| member != self.member) else { return Ok(()) };
        let whose = |member: usize| match member {
            0 => "the actor",
            _ => names.actors.names[member - 1].as_str(),
        };
        let called = if self.calls.is_empty() { "whose list this is" } else { "whose list calls this list" };
        Err(line
            .value
            .error(format!("`{}` is an ability of {}", names.abilities.names[used], whose(member)))
            .expected(format!("an ability of {}, {called}", whose(self.member))))
    }

    fn action(&mut self, step: &Step, line: &Line<'_>, place: LinePosition) -> Result<Action, Diagnostic> {
        self.refuse_others(step, line)?;
        let calls = self.conditions.clone();
        let scope = self.scope;
        let join = |parts: &[&Condition]| {
            condition::join(parts, scope).map_err(|(found, expected)| {
                line.value
                    .error(format!("{found}, including the conditions of the calling lines"))
                    .expected(expected)
            })
        };
        let called: Vec<&Condition> = calls.iter().map(Arc::as_ref).collect();
        let all: Vec<&Condition> = line
            .before
            .iter()
            .chain(called.iter().copied())
            .chain(&line.condition)
            .chain(&line.after)
            .collect();
        let cycles = line.cycle && line.condition.is_some();
        let gate = if cycles { join(&called)? } else { None };
        let whole = join(&all)?;
        if !place.calls.is_empty() {
            self.parts += whole.as_ref().map_or(0, Condition::parts);
            if self.parts > MOST_PARTS {
                let error = "the conditions are too large with all calls expanded";
                return Err(line
                    .value
                    .error(error)
                    .expected(format!("at most {MOST_PARTS} names, numbers and operations in total")));
            }
        }
        let condition = line.condition.clone();
        Ok(Action {
            member: self.member,
            step: step.clone(),
            calls,
            condition,
            cycle: line.cycle,
            whole,
            gate,
            place,
        })
    }
}
