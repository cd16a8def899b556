//! Type checking. The input is a syntax tree; the output is a tree with separate types for numeric
//! and Boolean expressions.

#![expect(missing_docs, reason = "the names are those of the operations in conditions")]

use std::ops::Range;

use quadrille_diagnostics::nearest;
use quadrille_diagnostics::toml::one_of;

use super::Fault;
use super::reading::{Flag, GROUPS, MEMBERS, Meaning, Reading, Scope, WORDS};
use super::syntax::{Expression, Function, Node, Operator};
use crate::names::List;

/// A numeric part of a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    Constant(f64),
    Reading(Reading),
    Negate(Box<Number>),
    /// The largest integer not above the operand.
    Floor(Box<Number>),
    /// `a + b - c` or `min(a, b, c)`, evaluated from the left.
    Chain(Box<Number>, Vec<(Arithmetic, Number)>),
}

/// A Boolean part of a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Truth {
    Flag(Flag),
    Not(Box<Truth>),
    /// `a && b && c`: one or more parts, evaluated from the left up to the first part that is
    /// false.
    All(Vec<Truth>),
    /// `a || b || c`: one or more parts, evaluated from the left up to the first part that is true.
    Any(Vec<Truth>),
    Compare(Comparison, Number, Number),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    /// The Euclidean remainder. It is never negative, and NaN for the divisor 0.
    Remainder,
    /// The smaller operand. If one operand is NaN, the result is the other operand.
    Min,
    /// The larger operand. If one operand is NaN, the result is the other operand.
    Max,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Unequal,
}

impl Comparison {
    /// Returns whether the comparison is `>` or `>=`. If such a comparison with a constant on the
    /// right is false, only a larger left side can make it true.
    #[inline]
    pub const fn wants_more(self) -> bool {
        matches!(self, Self::Greater | Self::AtLeast)
    }

    /// Returns whether the comparison holds. As in IEEE 754, NaN is unequal to every number,
    /// including NaN.
    ///
    /// The code has no branch, because the results of comparisons are hard to predict. Two numbers
    /// are in one of four relations (less, equal, greater, unordered), and each comparison accepts
    /// some of the four.
    #[inline]
    #[expect(clippy::float_cmp, reason = "the profile specifies exactly this comparison")]
    pub fn holds(self, left: f64, right: f64) -> bool {
        const ACCEPTED: [u8; 6] = [0b0001, 0b0011, 0b0100, 0b0110, 0b0010, 0b1101];
        let (less, equal, more) = (left < right, left == right, left > right);
        let unordered = !(less | equal | more);
        let found = u8::from(less) | u8::from(equal) << 1 | u8::from(more) << 2 | u8::from(unordered) << 3;
        ACCEPTED[self as usize] & found != 0
    }
}

/// A numeric or a Boolean expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Term {
    Number(Number),
    Truth(Truth),
}

impl Term {
    /// Returns the number of nodes and the depth of the term's tree.
    pub(crate) fn extent(&self) -> (usize, usize) {
        match self {
            Self::Number(number) => number.extent(),
            Self::Truth(truth) => truth.extent(),
        }
    }
}

/// Returns the number of nodes and the depth of a tree. `parts` has these two numbers for each
/// subtree of the root.
fn around(parts: impl Iterator<Item = (usize, usize)>) -> (usize, usize) {
    parts.fold((1, 1), |(size, depth), (more, within)| (size + more, depth.max(within + 1)))
}

impl Number {
    fn extent(&self) -> (usize, usize) {
        match self {
            Self::Constant(_) | Self::Reading(_) => (1, 1),
            Self::Negate(of) | Self::Floor(of) => around(std::iter::once(of.extent())),
            Self::Chain(first, rest) => {
                around(std::iter::once(&**first).chain(rest.iter().map(|(_, next)| next)).map(Self::extent))
            }
        }
    }
}

impl Truth {
    pub(super) fn extent(&self) -> (usize, usize) {
        match self {
            Self::Flag(_) => (1, 1),
            Self::Not(of) => around(std::iter::once(of.extent())),
            Self::All(parts) | Self::Any(parts) => around(parts.iter().map(Self::extent)),
            Self::Compare(_, left, right) => around([left, right].into_iter().map(Number::extent)),
        }
    }
}

/// Checks an expression that may be numeric or Boolean.
pub(crate) fn check_either(expression: &Expression, text: &str, scope: &Scope<'_>) -> Result<Term, Fault> {
    Checker { text, scope }.either(expression)
}

/// Checks a condition; the expression must be Boolean.
pub(crate) fn check(expression: &Expression, text: &str, scope: &Scope<'_>) -> Result<Truth, Fault> {
    Checker { text, scope }.truth(expression)
}

/// Checks a formula; the expression must be numeric.
pub(crate) fn check_number(expression: &Expression, text: &str, scope: &Scope<'_>) -> Result<Number, Fault> {
    Checker { text, scope }.number(expression)
}

/// How an operator combines its operands. All operators of one chain have the same variant of this
/// type. A valid chain has at most one comparison.
enum Joins {
    Truths(fn(Vec<Truth>) -> Truth),
    Compares(Comparison),
    Computes(Arithmetic),
}

impl Operator {
    fn meaning(self) -> Joins {
        match self {
            Self::Or => Joins::Truths(Truth::Any),
            Self::And => Joins::Truths(Truth::All),
            Self::Less => Joins::Compares(Comparison::Less),
            Self::AtMost => Joins::Compares(Comparison::AtMost),
            Self::Greater => Joins::Compares(Comparison::Greater),
            Self::AtLeast => Joins::Compares(Comparison::AtLeast),
            Self::Equal => Joins::Compares(Comparison::Equal),
            Self::Unequal => Joins::Compares(Comparison::Unequal),
            Self::Add => Joins::Computes(Arithmetic::Add),
            Self::Subtract => Joins::Computes(Arithmetic::Subtract),
            Self::Multiply => Joins::Computes(Arithmetic::Multiply),
            Self::Divide => Joins::Computes(Arithmetic::Divide),
            Self::Remainder => Joins::Computes(Arithmetic::Remainder),
        }
    }
}

struct Checker<'a> {
    text: &'a str,
    scope: &'a Scope<'a>,
}

impl Checker<'_> {
    fn truth(&self, expression: &Expression) -> Result<Truth, Fault> {
        match self.either(expression)? {
            Term::Truth(truth) => Ok(truth),
            Term::Number(_) => Err(self.no_truth(&expression.span)),
        }
    }

    #[cold]
    #[inline(never)]
    fn no_truth(&self, span: &Range<usize>) -> Fault {
        let read = &self.text[span.clone()];
        let fault = Fault::at(span.clone(), format!("`{read}` is a number"));
        fault.expected(format!("true or false, such as `{read} > 0`"))
    }

    fn number(&self, expression: &Expression) -> Result<Number, Fault> {
        match self.either(expression)? {
            Term::Number(number) => Ok(number),
            Term::Truth(_) => Err(self.no_number(&expression.span)),
        }
    }

    #[cold]
    #[inline(never)]
    fn no_number(&self, span: &Range<usize>) -> Fault {
        let read = &self.text[span.clone()];
        Fault::at(span.clone(), format!("`{read}` is true or false")).expected("a number")
    }

    fn either(&self, expression: &Expression) -> Result<Term, Fault> {
        Ok(match &expression.node {
            Node::Number(number) => Term::Number(Number::Constant(*number)),
            Node::Name => match self.meaning(&expression.span)? {
                Meaning::Reading(reading) => Term::Number(Number::Reading(reading)),
                Meaning::Flag(flag) => Term::Truth(Truth::Flag(flag)),
                Meaning::Not(flag) => Term::Truth(Truth::Not(Box::new(Truth::Flag(flag)))),
                Meaning::Constant(number) => Term::Number(Number::Constant(number)),
                Meaning::Variable(place) => self.scope.variables[usize::from(place)].clone(),
            },
            Node::Not(of) => Term::Truth(Truth::Not(Box::new(self.truth(of)?))),
            Node::Negate(of) => Term::Number(Number::Negate(Box::new(self.number(of)?))),
            Node::Call(function, operands) => {
                Term::Number(self.call(*function, operands, &expression.span)?)
            }
            Node::Chain(first, rest) => self.chain(first, rest)?,
        })
    }

    /// Checks a function call. This is a separate function, because its caller recurses for each
    /// parenthesis and must use little stack.
    #[inline(never)]
    fn call(
        &self,
        function: Function,
        operands: &[Expression],
        span: &Range<usize>,
    ) -> Result<Number, Fault> {
        let wrong = |expected: &str| {
            let read = match operands.len() {
                1 => "one argument".to_owned(),
                many => format!("{many} arguments"),
            };
            Fault::at(span.clone(), format!("`{}` has {read}", function.name())).expected(expected)
        };
        let arithmetic = match function {
            Function::Min => Arithmetic::Min,
            Function::Max => Arithmetic::Max,
            Function::Floor => {
                let [of] = operands else { return Err(wrong("one argument")) };
                return Ok(Number::Floor(Box::new(self.number(of)?)));
            }
        };
        match operands {
            [first, rest @ ..] if !rest.is_empty() => {
                let first = Box::new(self.number(first)?);
                let mut chain = Vec::with_capacity(rest.len());
                for part in rest {
                    chain.push((arithmetic, self.number(part)?));
                }
                Ok(Number::Chain(first, chain))
            }
            _ => Err(wrong("two or more arguments")),
        }
    }

    /// Checks a chain of operators of the same precedence, from the left.
    fn chain(&self, first: &Expression, rest: &[(Operator, Expression)]) -> Result<Term, Fault> {
        let operators = rest.iter().map(|(operator, _)| *operator);
        match rest.first().map(|(operator, _)| operator.meaning()) {
            None => self.either(first),
            Some(Joins::Truths(join)) => {
                let mut parts = Vec::with_capacity(1 + rest.len());
                parts.push(self.truth(first)?);
                // This function recurses, so a loop is used here: `collect` would add about ten
                // stack frames to each recursion.
                for (_, part) in rest {
                    parts.push(self.truth(part)?);
                }
                Ok(Term::Truth(join(parts)))
            }
            Some(Joins::Compares(comparison)) => {
                let second = &rest[0].1;
                let (left, right) = (self.number(first)?, self.number(second)?);
                if rest.len() > 1 {
                    return Err(self.no_number(&(first.whole.start..second.whole.end)));
                }
                Ok(Term::Truth(Truth::Compare(comparison, left, right)))
            }
            Some(Joins::Computes(_)) => {
                let first = Box::new(self.number(first)?);
                let mut chain = Vec::with_capacity(rest.len());
                for (operator, (_, part)) in operators.zip(rest) {
                    let Joins::Computes(arithmetic) = operator.meaning() else { continue };
                    chain.push((arithmetic, self.number(part)?));
                }
                Ok(Term::Number(Number::Chain(first, chain)))
            }
        }
    }

    /// Resolves the dotted name at the span. This is a separate function, because its caller
    /// recurses for each parenthesis and must use little stack.
    #[inline(never)]
    fn meaning(&self, span: &Range<usize>) -> Result<Meaning, Fault> {
        let read = &self.text[span.clone()];
        let mut start = span.start;
        let parts: Vec<(&str, Range<usize>)> = read
            .split('.')
            .map(|part| {
                let place = start..start + part.len();
                start = place.end + 1;
                (part, place)
            })
            .collect();
        let words: Vec<&str> = parts.iter().map(|(part, _)| *part).collect();
        match words.as_slice() {
            ["time"] => Ok(Meaning::Reading(Reading::Time)),
            ["remaining" | "fight_remains"] => Ok(Meaning::Reading(Reading::Remaining)),
            ["targets" | "active_enemies"] => Ok(Meaning::Reading(Reading::Targets)),
            ["target", "health"] => Ok(Meaning::Reading(Reading::TargetHealth)),
            ["target", "is", _] => {
                let (name, place) = &parts[2];
                let list = &self.scope.names.targets;
                let Some(index) = list.position(name) else { return Err(unknown(list, name, place)) };
                Ok(Meaning::Flag(Flag::TargetIs(index as u16)))
            }
            ["actor", "health"] => Ok(Meaning::Reading(Reading::ActorHealth)),
            ["actor", "power"] => Ok(Meaning::Reading(Reading::Power)),
            ["actor", "crit"] => Ok(Meaning::Reading(Reading::Crit)),
            ["actor", "haste"] => Ok(Meaning::Reading(Reading::Haste)),
            [
                group @ ("resource" | "buff" | "debuff" | "dot" | "cooldown" | "proc" | "phase" | "last"
                | "prev" | "constant" | "variable" | "flying" | "queued" | "channel"),
                _,
                ..,
            ] => {
                // Replace SimulationCraft's name of a group by the name used here.
                let group = match *group {
                    "debuff" => "buff",
                    "prev" => "last",
                    group => group,
                };
                let list = self.list(group);
                let (name, place) = &parts[1];
                let Some(index) = list.position(name) else { return Err(unknown(list, name, place)) };
                self.member(group, index, &parts)
            }
            [group @ ("target" | "actor"), _, ..] => Err(self.no_member(group, &parts[1], &parts)),
            [group] if GROUPS.contains(group) => {
                Err(Fault::at(span.clone(), format!("`{group}` is incomplete"))
                    .expected(self.form(group, None)))
            }
            _ => {
                let (first, place) = &parts[0];
                let known = WORDS.iter().chain(&GROUPS).copied().collect::<Vec<_>>();
                let fault =
                    Fault::at(place.clone(), format!("`{first}` is unknown")).expected(one_of(&known));
                Err(suggest(fault, first, known.iter().copied()))
            }
        }
    }

    fn member(&self, group: &str, index: usize, parts: &[(&str, Range<usize>)]) -> Result<Meaning, Fault> {
        let place = index as u16;
        let members: Vec<&str> = parts[2..].iter().map(|(part, _)| *part).collect();
        let reading = |reading| Ok(Meaning::Reading(reading));
        let flag = |flag| Ok(Meaning::Flag(flag));
        self.can_hold(group, index, &parts[1])?;
        match (group, members.as_slice()) {
            ("resource", []) => reading(Reading::Resource(place)),
            ("resource", ["missing" | "deficit"]) => reading(Reading::ResourceMissing(place)),
            ("buff", ["up"]) => flag(Flag::BuffUp(place)),
            ("buff", ["down"]) => Ok(Meaning::Not(Flag::BuffUp(place))),
            ("buff", ["stacks" | "stack"]) => reading(Reading::BuffStacks(place)),
            ("buff", ["remaining" | "remains"]) => reading(Reading::BuffRemaining(place)),
            ("buff", ["absorb"]) => reading(Reading::BuffAbsorb(place)),
            ("buff", ["react"]) => reading(Reading::BuffReact(place)),
            ("dot", ["up" | "ticking"]) => flag(Flag::DotUp(place)),
            ("dot", ["down"]) => Ok(Meaning::Not(Flag::DotUp(place))),
            ("dot", ["stacks" | "stack"]) => reading(Reading::DotStacks(place)),
            ("dot", ["remaining" | "remains"]) => reading(Reading::DotRemaining(place)),
            ("cooldown", ["ready" | "up"]) => flag(Flag::CooldownReady(place)),
            ("cooldown", ["remaining" | "remains"]) => reading(Reading::CooldownRemaining(place)),
            ("cooldown", ["charges"]) => reading(Reading::CooldownCharges(place)),
            ("proc", ["ready"]) => flag(Flag::ProcReady(place)),
            ("proc", ["tries"]) => reading(Reading::ProcTries(place)),
            ("proc", ["remaining" | "remains"]) => reading(Reading::ProcRemaining(place)),
            ("phase", []) => flag(Flag::Phase(place)),
            ("last", []) => flag(Flag::Last(place)),
            ("flying", []) => reading(Reading::Flying(place)),
            ("queued", []) => flag(Flag::Queued(place)),
            ("channel", ["ticks"]) => reading(Reading::ChannelTicks(place)),
            ("channel", ["remaining" | "remains"]) => reading(Reading::ChannelRemaining(place)),
            ("constant", []) => {
                Ok(Meaning::Constant(self.scope.constants.get(index).copied().unwrap_or(0.0)))
            }
            ("variable", []) if index < self.scope.variables.len() => Ok(Meaning::Variable(place)),
            ("variable", []) => {
                let (name, place) = &parts[1];
                let expected = match self.scope.variables.len() {
                    0 => "no variable, because none is defined above".to_owned(),
                    above => one_of(&self.scope.names.variables.iter().take(above).collect::<Vec<_>>()),
                };
                Err(Fault::at(
                    place.clone(),
                    format!("the variable `{name}` is not defined above this variable"),
                )
                .expected(expected))
            }
            (_, []) => {
                let span = parts[0].1.start..parts[1].1.end;
                let fault = Fault::at(span.clone(), format!("`{}` is incomplete", &self.text[span]));
                Err(fault.expected(self.form(group, Some(parts[1].0))))
            }
            _ => Err(self.no_member(group, &parts[2], parts)),
        }
    }

    /// Refuses `last`, `queued` or `channel` with an ability to which the word can never apply.
    fn can_hold(&self, group: &str, index: usize, (name, place): &(&str, Range<usize>)) -> Result<(), Fault> {
        let Some(used) = self.scope.abilities.get(index) else { return Ok(()) };
        let (message, expected) = match group {
            "last" | "queued" | "channel" if used.by_target => {
                ("is an ability of the target, which has no list", "an ability of the actor's side")
            }
            "last" if used.repeats => {
                ("repeats by itself and is never used by a list", "an ability without `every`")
            }
            "queued" if !used.replaces => {
                ("has no `replaces` and is never queued", "an ability with `replaces`")
            }
            "channel" if !used.channels => ("is not a channel", "an ability with `channel`"),
            _ => return Ok(()),
        };
        let fault = Fault::at(place.clone(), format!("`{name}` {message}"));
        Err(fault.expected(format!("{expected} in `{group}`")))
    }

    fn no_member(&self, group: &str, part: &(&str, Range<usize>), parts: &[(&str, Range<usize>)]) -> Fault {
        let members = MEMBERS.iter().find(|(name, _)| *name == group).map_or(&[][..], |(_, members)| members);
        // If the member is valid but further parts follow, the error is reported at the last part.
        let known = members.contains(&part.0);
        let (read, place) = if known { parts.last().unwrap_or(part) } else { part };
        let fault = Fault::at(place.clone(), format!("`{read}` is not available here"));
        let fault = fault.expected(self.form(group, Some(parts[1].0)));
        if known { fault } else { suggest(fault, read, members.iter().copied()) }
    }

    /// Returns the text that lists the valid names of a group, for error messages. The names belong
    /// to the item `name`, or otherwise to the first item of the group.
    fn form(&self, group: &str, name: Option<&str>) -> String {
        let members = MEMBERS.iter().find(|(name, _)| *name == group).map_or(&[][..], |(_, members)| members);
        let example = match group {
            "target" | "actor" => group.to_owned(),
            _ => match name.or_else(|| self.list(group).iter().next()) {
                Some(name) => format!("{group}.{name}"),
                None => format!("{group}.NAME"),
            },
        };
        let forms: Vec<String> = if group == "resource" { vec![example.clone()] } else { Vec::new() }
            .into_iter()
            .chain(members.iter().map(|member| format!("{example}.{member}")))
            .collect();
        if forms.is_empty() {
            format!("`{example}`")
        } else {
            one_of(&forms.iter().map(String::as_str).collect::<Vec<_>>())
        }
    }

    fn list(&self, group: &str) -> &List {
        let names = self.scope.names;
        match group {
            "resource" => &names.resources,
            "buff" => &names.buffs,
            "dot" => &names.dots,
            "proc" => &names.procs,
            "phase" => &names.phases,
            "constant" => &names.constants,
            "variable" => &names.variables,
            _ => &names.abilities,
        }
    }
}

fn unknown(list: &List, name: &str, place: &Range<usize>) -> Fault {
    let known: Vec<&str> = list.iter().collect();
    let expected = if known.is_empty() {
        format!("no {}: this profile defines none", list.what)
    } else {
        one_of(&known)
    };
    let fault = Fault::at(place.clone(), format!("there is no {} `{name}`", list.what)).expected(expected);
    suggest(fault, name, known)
}

fn suggest<'k>(fault: Fault, read: &str, known: impl IntoIterator<Item = &'k str>) -> Fault {
    Fault { help: nearest(read, known).map(|name| format!("did you mean `{name}`?")), ..fault }
}

#[cfg(test)]
mod tests {
    use super::{Comparison, Scope, check};

    /// Spellings of `SimulationCraft` are equivalent to those of this format.
    #[test]
    fn other_spellings_mean_the_same() {
        let names = crate::names::Names::of_the_fuzzer();
        let scope = Scope {
            names: &names,
            constants: &[1.5],
            variables: &[],
            abilities: &[],
            regenerating: &[],
            health_pool: false,
        };
        let read =
            |text: &str| check(&super::super::syntax::parse(text).expect(text), text, &scope).expect(text);
        for (theirs, ours) in [
            ("buff.fury.remains<3&!dot.pain.ticking", "buff.fury.remaining < 3 && !dot.pain.up"),
            ("buff.fury.down|buff.b.stack=2", "!buff.fury.up || buff.b.stacks == 2"),
            ("debuff.fury.up&dot.d.down", "buff.fury.up && !dot.d.up"),
            (
                "cooldown.slam.up&cooldown.bolt.remains>1.5",
                "cooldown.slam.ready && cooldown.bolt.remaining > 1.5",
            ),
            ("active_enemies>=2&fight_remains<20", "targets >= 2 && remaining < 20"),
            ("phase.x|resource.rage.deficit<=5", "phase.x || resource.rage.missing <= 5"),
            (
                "prev.bolt&dot.pain.remains<=0&dot.pain.stack<3",
                "last.bolt && dot.pain.remaining <= 0 && dot.pain.stacks < 3",
            ),
            ("proc.spark.remains=0", "proc.spark.remaining == 0"),
        ] {
            assert_eq!(read(theirs), read(ours), "{theirs}");
        }
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "the operators themselves are compared")]
    fn comparisons_are_those_of_floats() {
        let numbers = [f64::NEG_INFINITY, -1.5, -0.0, 0.0, f64::MIN_POSITIVE, 1.0, f64::INFINITY, f64::NAN];
        for a in numbers {
            for b in numbers {
                assert_eq!(Comparison::Less.holds(a, b), a < b);
                assert_eq!(Comparison::AtMost.holds(a, b), a <= b);
                assert_eq!(Comparison::Greater.holds(a, b), a > b);
                assert_eq!(Comparison::AtLeast.holds(a, b), a >= b);
                assert_eq!(Comparison::Equal.holds(a, b), a == b);
                assert_eq!(Comparison::Unequal.holds(a, b), a != b);
            }
        }
    }
}
