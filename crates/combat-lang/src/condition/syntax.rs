//! Parsing of the text of a condition or formula into a syntax tree. The parser reads operators,
//! names and numbers, but does not resolve the names.
//!
//! ```text
//! expression = conjunction { "||" conjunction }
//! conjunction = comparison { "&&" comparison }
//! comparison = sum { ( "<" | "<=" | ">" | ">=" | "==" | "!=" ) sum }
//! sum = product { ( "+" | "-" ) product }
//! product = factor { ( "*" | "/" | "%" ) factor }
//! factor = "!" factor | "-" factor | "(" expression ")" | call | number | name { "." name }
//! call = ( "min" | "max" | "floor" ) "(" expression { "," expression } ")"
//! ```
//!
//! `SimulationCraft`'s spellings `&`, `|` and `=` are accepted for `&&`, `||` and `==`.

use std::ops::Range;

use winnow::ascii::multispace0;
use winnow::combinator::{alt, cut_err, delimited, fail, opt, preceded, separated};
use winnow::error::{ContextError, StrContext, StrContextValue};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Stateful};
use winnow::token::{literal, one_of, take_while};

use super::Fault;
use crate::names::{begins_name, in_name};

/// Maximum length of a condition or formula, in bytes.
pub(crate) const LONGEST: usize = 4096;
/// Maximum nesting of parentheses, calls, `!` and `-`.
pub(crate) const DEEPEST: u32 = 64;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expression {
    pub(crate) span: Range<usize>,
    /// The span, including parentheses around the expression, if there are any.
    pub(crate) whole: Range<usize>,
    pub(crate) node: Node,
}

impl Expression {
    fn new(span: Range<usize>, node: Node) -> Self {
        Self { whole: span.clone(), span, node }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Number(f64),
    /// A dotted name. The name is the part of the text at the expression's span.
    Name,
    Not(Box<Expression>),
    Negate(Box<Expression>),
    Call(Function, Vec<Expression>),
    /// Operands joined by one or more left-associative operators of the same precedence. A chain is
    /// flat, so only nesting makes an expression deep, and [`DEEPEST`] bounds the nesting.
    Chain(Box<Expression>, Vec<(Operator, Expression)>),
}

/// A function. Its arguments follow in parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Min,
    Max,
    Floor,
}

impl Function {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::Floor => "floor",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Or,
    And,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Unequal,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Operator {
    pub(crate) const fn symbol(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }

    /// Returns the shorter alternative spelling of the operator, if there is one.
    const fn short(self) -> Option<&'static str> {
        match self {
            Self::Or => Some("|"),
            Self::And => Some("&"),
            Self::Equal => Some("="),
            _ => None,
        }
    }
}

/// The operators of each level of precedence, from the loosest level to the tightest. Within a
/// level, `<=` comes before `<`, because the first matching symbol is chosen.
const LEVELS: [&[Operator]; 5] = [
    &[Operator::Or],
    &[Operator::And],
    &[
        Operator::AtMost,
        Operator::AtLeast,
        Operator::Equal,
        Operator::Unequal,
        Operator::Less,
        Operator::Greater,
    ],
    &[Operator::Add, Operator::Subtract],
    &[Operator::Multiply, Operator::Divide, Operator::Remainder],
];

/// The input of a parser: the text, the position in the text, and the nesting depth.
type Input<'s> = Stateful<LocatingSlice<&'s str>, u32>;

/// Parses a condition or a formula.
pub(crate) fn parse(text: &str) -> Result<Expression, Fault> {
    if text.len() > LONGEST {
        return Err(Fault::at(0..0, format!("the expression has {} bytes", text.len()))
            .expected(format!("at most {LONGEST} bytes")));
    }
    let input = Stateful { input: LocatingSlice::new(text), state: 0 };
    delimited(multispace0, expression, multispace0).parse(input).map_err(|error| {
        let start = error.char_span().start;
        let rest = text.get(start..).unwrap_or_default();
        let word = rest.find(|character| !in_name(character)).unwrap_or(rest.len());
        let end = start + rest.chars().next().map_or(0, char::len_utf8).max(word);
        let read = &text[start..end];
        if let Some(not) = text[..start].trim_end().strip_suffix("not")
            && !not.ends_with(|character| in_name(character) || character == '.')
        {
            let place = not.len()..not.len() + "not".len();
            return Fault::at(place, "`not` does not fit here").expected("`!`");
        }
        let message = match read {
            "" => "the expression ends unexpectedly".to_owned(),
            read => format!("`{}` does not fit here", read.escape_debug()),
        };
        Fault::at(start..end, message).expected(match read {
            "and" | "AND" => "`&&`".to_owned(),
            "or" | "OR" => "`||`".to_owned(),
            _ => expectation(error.inner()),
        })
    })
}

fn expectation(error: &ContextError) -> String {
    let described = error.context().find_map(|context| match context {
        StrContext::Expected(StrContextValue::Description(text)) => Some(*text),
        _ => None,
    });
    described.unwrap_or("an operator such as `&&`, or the end of the expression").to_owned()
}

const fn expects(text: &'static str) -> StrContext {
    StrContext::Expected(StrContextValue::Description(text))
}

/// A chain of operators of the same precedence whose last operand has not been read yet.
struct Open {
    level: usize,
    first: Expression,
    rest: Vec<(Operator, Expression)>,
    /// The last operator, whose right operand has not been read yet.
    last: Operator,
}

impl Open {
    /// Completes the chain with its last operand.
    fn close(mut self, operand: Expression) -> Expression {
        let span = self.first.whole.start..operand.whole.end;
        self.rest.push((self.last, operand));
        Expression::new(span, Node::Chain(Box::new(self.first), self.rest))
    }
}

/// Parses operands and operators up to a `)` or the end.
///
/// The operator after each operand decides which chains continue. Each chain of a tighter
/// precedence than this operator ends and becomes an operand of the enclosing chain. A chain of the
/// same precedence continues. If no chain has the same precedence, a new chain begins. Only
/// parentheses, calls, `!` and `-` recurse, so the call stack stays small.
fn expression(input: &mut Input<'_>) -> ModalResult<Expression> {
    // The chains that are still incomplete, from the outermost to the innermost. Each has a tighter
    // precedence than the chain before it.
    let mut open: Vec<Open> = Vec::new();
    let mut operand = factor(input)?;
    loop {
        let next = opt(preceded(multispace0, operator)).parse_next(input)?;
        let continues = |chain: &Open| next.is_some_and(|(level, _)| chain.level <= level);
        while let Some(chain) = open.pop_if(|chain| !continues(chain)) {
            operand = chain.close(operand);
        }
        let Some((level, last)) = next else { return Ok(operand) };
        match open.last_mut().filter(|chain| chain.level == level) {
            Some(chain) => {
                chain.rest.push((chain.last, operand));
                chain.last = last;
            }
            None => open.push(Open { level, first: operand, rest: Vec::new(), last }),
        }
        operand = cut_err(preceded(multispace0, factor)).parse_next(input)?;
    }
}

/// Parses an operator. Returns its level of precedence, an index in [`LEVELS`], and the operator.
fn operator(input: &mut Input<'_>) -> ModalResult<(usize, Operator)> {
    let rest: &str = input.input.as_ref();
    let all = || LEVELS.iter().enumerate().flat_map(|(level, all)| all.iter().map(move |&one| (level, one)));
    let whole = all().map(|(level, operator)| (level, operator, operator.symbol()));
    let short = all().filter_map(|(level, operator)| Some((level, operator, operator.short()?)));
    // Full symbols are tried before short spellings, so that `&&` is read as one operator and not
    // as `&` twice.
    match whole.chain(short).find(|(.., symbol)| rest.starts_with(symbol)) {
        Some((level, found, symbol)) => literal(symbol).value((level, found)).parse_next(input),
        None => fail.parse_next(input),
    }
}

fn factor(input: &mut Input<'_>) -> ModalResult<Expression> {
    input.state += 1;
    if input.state > DEEPEST {
        return cut_err(fail.context(expects("fewer nested parentheses, `!` and `-`"))).parse_next(input);
    }
    let found = alt((sign, parenthesis, number, call, name))
        .context(expects("a number, a name such as `resource.rage`, `!`, `-` or `(`"))
        .parse_next(input)?;
    input.state -= 1;
    Ok(found)
}

fn sign(input: &mut Input<'_>) -> ModalResult<Expression> {
    let ((sign, of), span) =
        (one_of(['!', '-']), cut_err(preceded(multispace0, factor))).with_span().parse_next(input)?;
    let of = Box::new(of);
    Ok(Expression::new(span, if sign == '!' { Node::Not(of) } else { Node::Negate(of) }))
}

fn parenthesis(input: &mut Input<'_>) -> ModalResult<Expression> {
    let close = cut_err(preceded(multispace0, ')').context(expects("an operator or `)`")));
    let within = cut_err(preceded(multispace0, expression));
    let (within, whole) = delimited('(', within, close).with_span().parse_next(input)?;
    Ok(Expression { whole, ..within })
}

fn call(input: &mut Input<'_>) -> ModalResult<Expression> {
    let function = |input: &mut Input<'_>| {
        let rest: &str = input.input.as_ref();
        match [Function::Min, Function::Max, Function::Floor]
            .into_iter()
            .find(|function| rest.starts_with(function.name()))
        {
            Some(found) => literal(found.name()).value(found).parse_next(input),
            None => fail.parse_next(input),
        }
    };
    let next = || cut_err(delimited(multispace0, expression, multispace0));
    let close = cut_err(one_of(')').context(expects("an operator, `,` or `)`")));
    let operands = delimited('(', separated(1.., next(), ','), close);
    let ((function, operands), span) =
        (function, preceded(multispace0, operands)).with_span().parse_next(input)?;
    Ok(Expression::new(span, Node::Call(function, operands)))
}

fn number(input: &mut Input<'_>) -> ModalResult<Expression> {
    let digits = || take_while(1.., |character: char| character.is_ascii_digit());
    let exponent = (one_of(['e', 'E']), opt(one_of(['+', '-'])), digits());
    (digits(), opt(('.', digits())), opt(exponent))
        .take()
        .verify_map(|text: &str| text.parse().ok().filter(|number: &f64| number.is_finite()))
        .with_span()
        .map(|(number, span)| Expression::new(span, Node::Number(number)))
        .parse_next(input)
}

fn name(input: &mut Input<'_>) -> ModalResult<Expression> {
    let word = || {
        let first = one_of(|character: char| begins_name(character) || character == '_');
        (first, take_while(0.., in_name))
    };
    separated(1.., word(), '.')
        .map(|()| ())
        .with_span()
        .map(|((), span)| Expression::new(span, Node::Name))
        .parse_next(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> String {
        fn write(expression: &Expression, text: &str) -> String {
            match &expression.node {
                Node::Number(number) => number.to_string(),
                Node::Name => text[expression.span.clone()].to_owned(),
                Node::Not(of) => format!("(! {})", write(of, text)),
                Node::Negate(of) => format!("(- {})", write(of, text)),
                Node::Call(function, operands) => {
                    let operands: Vec<String> = operands.iter().map(|of| write(of, text)).collect();
                    format!("({} {})", function.name(), operands.join(" "))
                }
                Node::Chain(first, rest) => {
                    rest.iter().fold(write(first, text), |left, (operator, right)| {
                        format!("({} {left} {})", operator.symbol(), write(right, text))
                    })
                }
            }
        }
        write(&parse(text).expect(text), text)
    }

    #[test]
    fn operators_bind_as_everywhere() {
        assert_eq!(shape("a.b >= 30 && !c.up || d"), "(|| (&& (>= a.b 30) (! c.up)) d)");
        assert_eq!(shape("a + b * c - d"), "(- (+ a (* b c)) d)");
        assert_eq!(shape("-a*(b-1e3) <= .5".replace(".5", "0.5").as_str()), "(<= (* (- a) (- b 1000)) 0.5)");
        assert_eq!(shape(" a||b&&c "), "(|| a (&& b c))");
        assert_eq!(shape("a - -b"), "(- a (- b))");
        assert_eq!(shape("a % b * c + floor(d)"), "(+ (* (% a b) c) (floor d))");
        assert_eq!(shape("min( a,b - 1 , max (c,2))>min"), "(> (min a (- b 1) (max c 2)) min)");
        assert_eq!(shape("buff.怒り.up&&cooldown.щит_2.ready"), "(&& buff.怒り.up cooldown.щит_2.ready)");
        assert_eq!(shape("maximum + floor.up"), "(+ maximum floor.up)");
        assert_eq!(shape("a=3&b|!c&d"), "(|| (&& (== a 3) b) (&& (! c) d))");
    }

    #[test]
    fn refusals_say_where_and_what() {
        let refused = |text: &str| {
            let fault = parse(text).expect_err(text);
            format!(
                "{}..{}: {}; {}",
                fault.span.start,
                fault.span.end,
                fault.message,
                fault.expected.unwrap()
            )
        };
        let factor = "a number, a name such as `resource.rage`, `!`, `-` or `(`";
        assert_eq!(refused(""), format!("0..0: the expression ends unexpectedly; {factor}"));
        assert_eq!(refused("a >= "), format!("5..5: the expression ends unexpectedly; {factor}"));
        assert_eq!(refused("a &&& b"), format!("4..5: `&` does not fit here; {factor}"));
        assert_eq!(refused("a === 3"), format!("4..5: `=` does not fit here; {factor}"));
        assert_eq!(refused("a => 3"), format!("3..4: `>` does not fit here; {factor}"));
        assert_eq!(refused("(a < 3"), "6..6: the expression ends unexpectedly; an operator or `)`");
        assert_eq!(
            refused("a < 3 b"),
            "6..7: `b` does not fit here; an operator such as `&&`, or the end of the expression"
        );
        assert_eq!(refused("a < 3 and b"), "6..9: `and` does not fit here; `&&`");
        assert_eq!(refused("a < 3 or b"), "6..8: `or` does not fit here; `||`");
        assert_eq!(refused("a && not b"), "5..8: `not` does not fit here; `!`");
        assert_eq!(
            refused("a.not b"),
            "6..7: `b` does not fit here; an operator such as `&&`, or the end of the expression"
        );
        assert_eq!(refused("a < §"), format!("4..6: `§` does not fit here; {factor}"));
        assert_eq!(
            refused("a < ü§"),
            "6..8: `§` does not fit here; an operator such as `&&`, or the end of the expression"
        );
        assert_eq!(refused("a < \u{301}"), format!("4..6: `\\u{{301}}` does not fit here; {factor}"));
        assert_eq!(refused("min(a, > 3"), format!("7..8: `>` does not fit here; {factor}"));
        assert_eq!(refused("min() > 3"), format!("4..5: `)` does not fit here; {factor}"));
        assert_eq!(refused("min(a b) > 3"), "6..7: `b` does not fit here; an operator, `,` or `)`");
        assert_eq!(
            refused("a. > 3"),
            "1..2: `.` does not fit here; an operator such as `&&`, or the end of the expression"
        );
    }

    #[test]
    fn the_place_of_a_chain_has_the_parentheses_of_its_parts() {
        let place = |text: &str| text[parse(text).unwrap().span].to_owned();
        assert_eq!(place("(a + b) * (c)"), "(a + b) * (c)");
        assert_eq!(place("((a) - 1)"), "(a) - 1");
        assert_eq!(place("(a)"), "a");
    }

    #[test]
    fn depth_and_length_are_limited() {
        let nested = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
        assert!(parse(&nested(DEEPEST as usize - 1)).is_ok());
        assert!(parse(&nested(DEEPEST as usize)).unwrap_err().expected.unwrap().starts_with("fewer"));
        assert!(parse(&"!".repeat(LONGEST)).is_err());
        assert!(parse(&"a||".repeat(LONGEST)).unwrap_err().message.contains("12288"));
        assert!(parse(&format!("a{}", "||a".repeat(1300))).is_ok());
    }
}
