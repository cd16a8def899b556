//! The next state of many cells at once, computed by logical operations on words with one bit per
//! cell.
//!
//! A cell and its neighbours form three columns of three cells. The living cells of each column are
//! counted once, as a sum bit and a carry bit; the cells to the left and right use the same count.
//! The next state is a function of three sums, three carries and the middle column's cells: a
//! [`Formula`].
//!
//! ```text
//!   left   middle  right
//!    .       u       .       u, c, d   upper, centre and lower cell of the middle column
//!    .       c       .       sum       low bit of the number of living cells in a column
//!    .       d       .       carry     high bit of this number
//! ```
//!
//! Every variable is a word, or a vector, of cells: bit i of `sum` belongs to the column of cell i.
//! One operation works on all bits of a variable. A full adder (parity and majority) turns three
//! bits into the two bits of their count, as in a carry-save adder. A column is counted once and
//! used for three cells: as the right column, then as the middle column, then as the left column.
//!
//! One AVX-512 instruction computes any function of three bits, so Conway's rule takes eight
//! instructions per word: two for counting one new column and six for the rest. Other
//! outer-totalistic rules compute the number of living cells among the nine, in four bits, and
//! select the next state by these bits. Non-totalistic rules are decision diagrams
//! (`kernels/diagram.rs`) or table look-ups (`kernels/table.rs`).

use std::sync::Arc;

use quadrille_lanes::simd::{Simd, dispatch, prelude::*};
use quadrille_lanes::{Level, dispatch_some};

use super::diagram::Diagram;
use super::logic::{Plane, Vector};
use super::table::TransitionTable;
use crate::rule::Rule;

/// Three cells, one above the other. The number of living cells among them is `sum` + 2 · `carry`.
#[derive(Clone, Copy)]
pub struct Column<P> {
    above: P,
    centre: P,
    below: P,
    sum: P,
    carry: P,
}

impl<P: Plane> Column<P> {
    /// Counts the three cells.
    #[inline(always)]
    pub fn new(above: P, centre: P, below: P) -> Self {
        Self { above, centre, below, sum: above.odd(below, centre), carry: above.most(below, centre) }
    }

    /// Creates a column from its count alone; the single cells of this column are unspecified.
    #[inline(always)]
    pub fn counted(sum: P, carry: P) -> Self {
        Self { above: sum, centre: sum, below: sum, sum, carry }
    }

    /// Returns the cell of row 0, 1 or 2.
    #[inline(always)]
    pub(crate) fn cell(&self, row: usize) -> P {
        match row {
            0 => self.above,
            1 => self.centre,
            _ => self.below,
        }
    }

    /// Returns the low bit of the count.
    #[inline(always)]
    pub fn sum(&self) -> P {
        self.sum
    }

    /// Returns the high bit of the count.
    #[inline(always)]
    pub fn carry(&self) -> P {
        self.carry
    }
}

/// The number of words or vectors for which an interpreted formula is evaluated at once.
pub(crate) const AT_ONCE: usize = 8;

/// A rule as logical operations on planes: words or vectors of bits.
pub trait Formula<P> {
    /// Whether [`several`](Self::several) is faster than [`next`](Self::next). If `true`, `next`
    /// also reads the single cells of all columns. It must then not be called with columns from
    /// [`counted`](Column::counted), which contain only counts.
    const SEVERAL: bool = false;

    /// Returns the rule's look-up table if the formula is a decision diagram with more than
    /// `choices` selections, otherwise `None`. Only vectors with a look-up instruction use the
    /// table.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only x86-64 vectors use the table"))]
    #[inline(always)]
    fn table(&self, _choices: usize) -> Option<&TransitionTable> {
        None
    }

    /// Returns the next state of the centre cells of the middle column.
    fn next(&self, left: &Column<P>, middle: &Column<P>, right: &Column<P>) -> P;

    /// Computes the next state of `AT_ONCE` words. `cell(3y + x, at)` returns word `at` of the
    /// cells in row y and column x of the neighbourhoods; `out(at, next)` receives the next state
    /// of word `at`. Set `KEPT` if `cell` costs more than a load.
    #[inline(always)]
    fn several<const KEPT: bool>(&self, cell: impl Fn(usize, usize) -> P, mut out: impl FnMut(usize, P))
    where
        P: Plane,
    {
        for at in 0..AT_ONCE {
            let column = |x: usize| Column::new(cell(x, at), cell(x + 3, at), cell(x + 6, at));
            out(at, self.next(&column(0), &column(1), &column(2)));
        }
    }
}

/// A constructor of the formula of a rule, for any type of `Plane` (words or vectors of bits).
pub trait Recipe: Copy + Send + Sync {
    /// The formula.
    type Formula<P: Plane>: Formula<P>;

    /// Constructs the formula; `splat` returns a plane (a word, or a vector of words) filled with
    /// the given word.
    fn formula<P: Plane>(self, splat: impl Fn(u64) -> P) -> Self::Formula<P>;
}

/// Conway's rule. With instructions for any function of three bits it takes eight instructions: two
/// in [`Column::new`] and six here, found by search. Otherwise it takes nineteen operations on two
/// operands, five of them in [`Column::new`].
#[derive(Clone, Copy)]
pub(crate) struct Conway;

impl<P: Plane> Formula<P> for Conway {
    #[inline(always)]
    fn next(&self, left: &Column<P>, middle: &Column<P>, right: &Column<P>) -> P {
        let Column { above, centre, below, .. } = *middle;
        if centre.has_tables() {
            // This chain of six instructions, each a function of three bits, was found with a SAT
            // solver. The single steps have no meaning of their own; the tests check all 512
            // neighbourhoods.
            let a = left.sum.odd(above, below);
            let b = left.sum.most(above, below);
            let g0 = a.conway0(right.sum, centre);
            let g1 = left.carry.conway1(centre, g0);
            let g2 = b.one(right.carry, g1);
            return g0.conway3(g1, g2);
        }
        // The two cells of the middle column other than the centre contribute pair + 2 · both to
        // the number of living neighbours. So this number is left.sum + right.sum + pair + 2 ·
        // (left.carry + right.carry + both). The first three terms add up to ones + 2 · twos. The
        // number is 2 or 3 if exactly one of left.carry, right.carry, both and twos is set; it is 3
        // if `ones` is also set. A cell lives in the next generation if the number is 3, or if the
        // number is 2 and the cell already lives.
        let (pair, both) = (above ^ below, above & below);
        let ones = left.sum ^ right.sum ^ pair;
        let twos = (left.sum & right.sum) | (pair & (left.sum ^ right.sum));
        // Exactly one of the four is set if an odd number of them is set, but not three. Any three
        // of them include both carries, or both `both` and `twos`.
        let odd = (left.carry ^ right.carry) ^ (both ^ twos);
        let more = (left.carry & right.carry) | (both & twos);
        (odd & !more) & (ones | centre)
    }
}

impl Recipe for Conway {
    type Formula<P: Plane> = Self;

    #[inline(always)]
    fn formula<P: Plane>(self, _: impl Fn(u64) -> P) -> Self {
        self
    }
}

/// Any outer-totalistic rule. The formula counts the living cells among the nine in four bits, then
/// selects the next state by these bits and by the cell itself.
///
/// The counts are paired as 2m and 2m + 1. Within a pair, the next state is a function of two bits:
/// the lowest bit of the count, and the cell. Every function of two bits is the exclusive or of a
/// selection of four terms: the constant 1, the first bit, the second bit, and their product. Four
/// words, each of all zeros or all ones, select the terms. There are five pairs; the higher bits of
/// the count select among them. `KNOWN` states whether the rule is known at compile time.
#[derive(Clone, Copy)]
pub(crate) struct Totalistic<P, const KNOWN: bool> {
    pairs: [[P; 4]; 5],
}

impl<P: Plane, const KNOWN: bool> Totalistic<P, KNOWN> {
    #[inline(always)]
    fn new(rule: Rule, splat: impl Fn(u64) -> P) -> Self {
        // `count` includes the cell itself.
        let next = |count: u32, alive: bool| match (count, alive) {
            (0, true) | (9, false) => 0,
            _ => u64::from(rule.next(alive, count - u32::from(alive))).wrapping_neg(),
        };
        let pair = |m: u32| {
            let [even, odd] = [next(2 * m, false), next(2 * m + 1, false)];
            let [even_alive, odd_alive] = [next(2 * m, true), next(2 * m + 1, true)];
            [
                splat(even),
                splat(even ^ odd),
                splat(even ^ even_alive),
                splat(even ^ odd ^ even_alive ^ odd_alive),
            ]
        };
        Self { pairs: [pair(0), pair(1), pair(2), pair(3), pair(4)] }
    }
}

impl<P: Plane, const KNOWN: bool> Formula<P> for Totalistic<P, KNOWN> {
    #[inline(always)]
    fn next(&self, left: &Column<P>, middle: &Column<P>, right: &Column<P>) -> P {
        // Compute the number of living cells among the nine, as bits with the values 1, 2, 4 and 8:
        // the three sums yield `ones` and `twos`, the three carries yield `more_twos` and `fours`,
        // and the numbers of twos and fours are then added.
        let (ones, twos) = (left.sum.odd(middle.sum, right.sum), left.sum.most(middle.sum, right.sum));
        let more_twos = left.carry.odd(middle.carry, right.carry);
        let fours = left.carry.most(middle.carry, right.carry);
        let (digit1, digit2) = (twos ^ more_twos, fours.change(twos, more_twos));
        let digit3 = fours.all(twos, more_twos);
        let alive = middle.centre;
        let [p0, p1, p2, p3, p4] = self.pairs;
        // p0 is the result for counts 0 and 1, p1 for 2 and 3, up to p4; the higher bits of the
        // count select one of them. The code is repeated because a closure would not be inlined
        // into this function, which is compiled for a vector level.
        let p0 = in_pair::<P, KNOWN>(p0, ones, alive);
        let p1 = in_pair::<P, KNOWN>(p1, ones, alive);
        let p2 = in_pair::<P, KNOWN>(p2, ones, alive);
        let p3 = in_pair::<P, KNOWN>(p3, ones, alive);
        let p4 = in_pair::<P, KNOWN>(p4, ones, alive);
        let low = choose::<P, KNOWN>(digit1, p1, p0);
        let high = choose::<P, KNOWN>(digit1, p3, p2);
        choose::<P, KNOWN>(digit3, p4, choose::<P, KNOWN>(digit2, high, low))
    }
}

/// Evaluates the function of two bits that these four words select. If the words are known at
/// compile time, plain operations allow the compiler to drop the terms that are not selected.
#[inline(always)]
fn in_pair<P: Plane, const KNOWN: bool>([always, odd, living, odd_living]: [P; 4], ones: P, alive: P) -> P {
    if KNOWN {
        always ^ (odd & ones) ^ (living & alive) ^ (odd_living & (ones & alive))
    } else {
        always.change(odd, ones).change(living, alive).change(odd_living, ones & alive)
    }
}

#[inline(always)]
fn choose<P: Plane, const KNOWN: bool>(which: P, yes: P, no: P) -> P {
    if KNOWN { (which & yes) | (no & !which) } else { which.choose(yes, no) }
}

/// An outer-totalistic rule.
#[derive(Clone, Copy)]
pub(crate) struct Counted(Rule);

impl Recipe for Counted {
    type Formula<P: Plane> = Totalistic<P, false>;

    #[inline(always)]
    fn formula<P: Plane>(self, splat: impl Fn(u64) -> P) -> Totalistic<P, false> {
        Totalistic::new(self.0, splat)
    }
}

/// An outer-totalistic rule known at compile time, so that the compiler keeps only the necessary
/// part of the selection.
#[derive(Clone, Copy)]
pub(crate) struct Known<const BORN: u16, const SURVIVE: u16>;

impl<const BORN: u16, const SURVIVE: u16> Recipe for Known<BORN, SURVIVE> {
    type Formula<P: Plane> = Totalistic<P, true>;

    #[inline(always)]
    fn formula<P: Plane>(self, splat: impl Fn(u64) -> P) -> Totalistic<P, true> {
        Totalistic::new(const { Rule::new(BORN, SURVIVE) }, splat)
    }
}

/// A rule, with its decision diagram if it needs one; created once per field.
#[derive(Clone, Debug)]
pub struct Plan {
    rule: Rule,
    /// The diagram; `None` if the rule is outer-totalistic.
    diagram: Option<Arc<Diagram>>,
}

impl Plan {
    /// Prepares a rule.
    pub fn new(rule: Rule) -> Self {
        let diagram = rule.counts().is_none().then(|| Arc::new(Diagram::new(rule)));
        Self { rule, diagram }
    }
}

/// Work that needs a level's vectors and a rule's formula.
pub trait Work {
    /// The result.
    type Output;

    /// Runs the work. Implementations are always inlined, so that they are compiled for the level.
    fn run<S: Simd, R: Recipe>(self, simd: S, recipe: R) -> Self::Output;
}

/// Returns a rule's formula for vectors.
#[inline(always)]
pub fn on_vectors<S: Simd, R: Recipe>(simd: S, recipe: R) -> R::Formula<Vector<S>> {
    recipe.formula(
        #[inline(always)]
        |word| Vector::splat(simd, word),
    )
}

/// Runs the work with code compiled for the level and, for the best-known rules, for the rule. On
/// superseded levels all rules use the code for any rule.
pub fn compiled_for<W: Work>(level: Level, plan: &Plan, work: W) -> W::Output {
    if level.is_superseded() {
        dispatch_some!(superseded, level, simd => for_any_rule(plan, AtLevel(simd, work)))
    } else {
        dispatch_some!(current, level, simd => by_rule(plan, AtLevel(simd, work)))
    }
}

struct AtLevel<S, W>(S, W);

impl<S: Simd, W: Work> RuleWork for AtLevel<S, W> {
    type Output = W::Output;

    #[inline(always)]
    fn run<R: Recipe>(self, recipe: R) -> W::Output {
        self.1.run(self.0, recipe)
    }
}

/// Work that needs a rule's formula.
pub trait RuleWork {
    /// The result.
    type Output;

    /// Runs the work.
    fn run<R: Recipe>(self, recipe: R) -> Self::Output;
}

/// Returns the set of counts as a bit mask: bit n is set if n is among `digits`.
const fn counts<const N: usize>(digits: [u16; N]) -> u16 {
    let (mut bits, mut at) = (0, 0);
    while at < N {
        bits |= 1 << digits[at];
        at += 1;
    }
    bits
}

const S23: u16 = counts([2, 3]);
const B36: u16 = counts([3, 6]);
const B3678: u16 = counts([3, 6, 7, 8]);
const S34678: u16 = counts([3, 4, 6, 7, 8]);
const B2: u16 = counts([2]);

/// Runs the work with code compiled for the rule if the rule is one of the best-known ones,
/// otherwise with code for any rule.
#[inline(always)]
pub fn by_rule<W: RuleWork>(plan: &Plan, work: W) -> W::Output {
    let rule = plan.rule;
    match (plan.diagram.is_none(), rule.born(), rule.survive()) {
        _ if rule == Rule::CONWAY => work.run(Conway),
        // HighLife, Day & Night and Seeds.
        (true, B36, S23) => work.run(Known::<B36, S23>),
        (true, B3678, S34678) => work.run(Known::<B3678, S34678>),
        (true, B2, 0) => work.run(Known::<B2, 0>),
        _ => for_any_rule(plan, work),
    }
}

/// Runs the work with code for any rule.
#[inline(always)]
fn for_any_rule<W: RuleWork>(plan: &Plan, work: W) -> W::Output {
    match &plan.diagram {
        Some(diagram) => work.run(&**diagram),
        None => work.run(Counted(plan.rule)),
    }
}

/// Returns the number of words in a vector of the level.
pub fn words_in_vector(level: Level) -> usize {
    #[inline(always)]
    fn length<S: Simd>(_: S) -> usize {
        S::u64s::LEN
    }
    dispatch!(level.simd(), simd => length(simd))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a word whose bit i is cell `cell` of neighbourhood `first` + i.
    fn cell(first: u64, cell: u32) -> u64 {
        (0..64).map(|i| ((first + i) >> cell & 1) << i).sum()
    }

    fn check(rule: Rule, recipe: impl Recipe) {
        for first in (0..512).step_by(64) {
            let column = |c: u32| Column::new(cell(first, c), cell(first, c + 3), cell(first, c + 6));
            let next = recipe.formula(|word| word).next(&column(0), &column(1), &column(2));
            for i in 0..64 {
                let cells = first + i;
                let alive = cells >> 4 & 1 == 1;
                let neighbours = cells.count_ones() - u32::from(alive);
                assert_eq!(next >> i & 1 == 1, rule.next(alive, neighbours), "{rule}, {cells:09b}");
            }
        }
    }

    #[test]
    fn every_formula_is_right_on_all_512_neighbourhoods() {
        check(Rule::CONWAY, Conway);
        check(Rule::CONWAY, Counted(Rule::CONWAY));
        check(Rule::new(B36, S23), Known::<B36, S23>);
        check(Rule::new(B3678, S34678), Known::<B3678, S34678>);
        check(Rule::new(B2, 0), Known::<B2, 0>);
    }

    /// Checks `Counted`. Rules with a single count suffice, because the result for one count does
    /// not depend on the other counts of the rule; the other rules are a sample.
    #[test]
    fn any_rule_is_right_on_all_512_neighbourhoods() {
        for n in 0..9 {
            check(Rule::new(1 << n, 0), Counted(Rule::new(1 << n, 0)));
            check(Rule::new(0, 1 << n), Counted(Rule::new(0, 1 << n)));
            check(Rule::new(!(1 << n), 511), Counted(Rule::new(!(1 << n), 511)));
        }
        for bits in (0..1u32 << 18).step_by(997) {
            let rule = Rule::new((bits & 511) as u16, (bits >> 9) as u16);
            check(rule, Counted(rule));
        }
    }

    #[test]
    fn rules_known_to_the_compiler_are_the_ones_meant() {
        for (rule, text) in [
            (Rule::new(B36, S23), "B36/S23"),
            (Rule::new(B3678, S34678), "B3678/S34678"),
            (Rule::new(B2, 0), "B2/S"),
        ] {
            assert_eq!(rule.to_string(), text);
        }
    }
}
