//! The next state of many cells at once, a bit a cell: logic instead of counting.
//!
//! A cell and its neighbours are three columns of three. The cells of a column are added up once, into a sum
//! and a carry, and both serve the columns on either side too. What is left to do is a function of three
//! sums, three carries and the middle column's cells: a [`Formula`].
//!
//! ```text
//!   left   middle  right
//!    .       u       .       u, c, d   upper, centre and lower cell of the middle column
//!    .       c       .       sum       low digit of how many cells of a column live
//!    .       d       .       carry     high digit of it
//! ```
//!
//! Every variable is a word, or a vector, of cells: bit i of `sum` belongs to the column at cell i, and an
//! operation works on all of them at once. Three bits become the two digits of their count by parity and
//! majority: the carry-save adder of any hardware multiplier. A column is counted once and used three times:
//! as the right one, then as the middle one, then as the left one.
//!
//! An instruction of AVX-512 is any function of three bits, so for Conway's rule eight of them suffice: two
//! for a column and six for the rest. Other rules that count neighbours add up to the number of living cells
//! among the nine, in four binary digits, and choose by these. Rules that tell arrangements of neighbours apart
//! are decision diagrams (`kernels/diagram.rs`), or looked up in a table (`kernels/table.rs`).

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, dispatch, prelude::*};

use super::diagram::Diagram;
use super::logic::{Plane, Vector};
use super::table::Table;
use crate::rule::Rule;

/// Three cells, one above the other, and how many of them live: `sum` + 2 · `carry`.
#[derive(Clone, Copy)]
pub struct Column<P> {
    above: P,
    centre: P,
    below: P,
    sum: P,
    carry: P,
}

impl<P: Plane> Column<P> {
    /// The three cells, counted.
    #[inline(always)]
    pub fn new(above: P, centre: P, below: P) -> Self {
        Self { above, centre, below, sum: above.odd(below, centre), carry: above.most(below, centre) }
    }

    /// A column of which only the count is asked.
    #[inline(always)]
    pub fn counted(sum: P, carry: P) -> Self {
        Self { above: sum, centre: sum, below: sum, sum, carry }
    }

    /// The cell of row 0, 1 or 2.
    #[inline(always)]
    pub(crate) fn cell(&self, row: usize) -> P {
        match row {
            0 => self.above,
            1 => self.centre,
            _ => self.below,
        }
    }

    /// The count's low digit.
    #[inline(always)]
    pub fn sum(&self) -> P {
        self.sum
    }

    /// Its high digit.
    #[inline(always)]
    pub fn carry(&self) -> P {
        self.carry
    }
}

/// Words or vectors for which a formula that is read from a list is worked out at once.
pub(crate) const AT_ONCE: usize = 8;

/// A rule in logic.
pub trait Formula<P> {
    /// Whether [`several`](Self::several) is quicker than [`next`](Self::next), which then needs the columns'
    /// cells: a column that is merely [counted](Column::counted) will not do.
    const SEVERAL: bool = false;

    /// The table to look cells up in, where there are vectors for it, of a formula that takes more than so many choices.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only these vectors look it up"))]
    #[inline(always)]
    fn table(&self, _choices: usize) -> Option<&Table> {
        None
    }

    /// The next state of the cells in the centre of the middle column.
    fn next(&self, left: &Column<P>, middle: &Column<P>, right: &Column<P>) -> P;

    /// The same for several words at once: `cell` gives word `at` of cell 3y + x, which is in row y of column x, and
    /// `out` takes the next state of word `at`. If it takes more than to load a word, ask for them to be kept.
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

/// How a formula is made for one kind of plane, from words repeated in all of it.
pub trait Recipe: Copy + Send + Sync {
    /// The formula.
    type Formula<P: Plane>: Formula<P>;

    /// Makes it.
    fn formula<P: Plane>(self, splat: impl Fn(u64) -> P) -> Self::Formula<P>;
}

/// Conway's rule. Where any function of three bits is one instruction, eight of them: two in [`Column::new`],
/// six here, found by search. Elsewhere nineteen operations on two bits, five of them in [`Column::new`].
#[derive(Clone, Copy)]
pub(crate) struct Conway;

impl<P: Plane> Formula<P> for Conway {
    #[inline(always)]
    fn next(&self, left: &Column<P>, middle: &Column<P>, right: &Column<P>) -> P {
        let Column { above, centre, below, .. } = *middle;
        if centre.has_tables() {
            // Six instructions, each any function of three bits. They come from a search with a SAT solver
            // over all chains of this length and mean nothing one by one; the tests try all 512
            // neighbourhoods.
            let a = left.sum.odd(above, below);
            let b = left.sum.most(above, below);
            let g0 = a.conway0(right.sum, centre);
            let g1 = left.carry.conway1(centre, g0);
            let g2 = b.one(right.carry, g1);
            return g0.conway3(g1, g2);
        }
        // The middle column without the cell itself counts pair + 2 · both, so the eight neighbours are
        // left.sum + right.sum + pair, plus twice left.carry + right.carry + both. Adding up the three ones
        // leaves `ones` and carries `twos` over. A cell lives on with two neighbours and comes to life, or
        // lives on, with three: that is, if just one of the four twos is there, and a one is left over or the
        // cell lives already.
        let (pair, both) = (above ^ below, above & below);
        let ones = left.sum ^ right.sum ^ pair;
        let twos = (left.sum & right.sum) | (pair & (left.sum ^ right.sum));
        // One of four: an odd number of them, and not three, since three fill one of these two pairs.
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

/// Any rule that counts neighbours: how many of the nine cells live, in four binary digits, then a choice by
/// them and by the cell itself.
///
/// With an even count 2m and the next odd one there are four cases, by the lowest digit and by the cell. A
/// function of two bits is an exclusive or of 1, the bits and their product, each taken or not: four words
/// that are all zeros or all ones. So there are five such functions, and the higher digits choose among them.
#[derive(Clone, Copy)]
pub(crate) struct Choice<P, const KNOWN: bool> {
    pairs: [[P; 4]; 5],
}

impl<P: Plane, const KNOWN: bool> Choice<P, KNOWN> {
    #[inline(always)]
    fn new(rule: Rule, splat: impl Fn(u64) -> P) -> Self {
        // A living cell is one of the nine itself.
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

impl<P: Plane, const KNOWN: bool> Formula<P> for Choice<P, KNOWN> {
    #[inline(always)]
    fn next(&self, left: &Column<P>, middle: &Column<P>, right: &Column<P>) -> P {
        // The digits 1, 2, 4 and 8 of how many of the nine live: the three sums make `ones` and `twos`, the
        // three carries `more_twos` and `fours`, and these are added in turn.
        let (ones, twos) = (left.sum.odd(middle.sum, right.sum), left.sum.most(middle.sum, right.sum));
        let more_twos = left.carry.odd(middle.carry, right.carry);
        let fours = left.carry.most(middle.carry, right.carry);
        let (digit1, digit2) = (twos ^ more_twos, fours.change(twos, more_twos));
        let digit3 = fours.all(twos, more_twos);
        let alive = middle.centre;
        let [p0, p1, p2, p3, p4] = self.pairs;
        // p0 is the answer where 0 or 1 of the nine live, p1 where 2 or 3 do, up to p4; the higher digits
        // choose. Written out: a closure would not become part of the code made for the level.
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

/// The function of two bits that the four words say. If they are known, plain operations, of which the
/// compiler drops those that do nothing.
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

/// A rule that counts neighbours.
#[derive(Clone, Copy)]
pub(crate) struct Counted(Rule);

impl Recipe for Counted {
    type Formula<P: Plane> = Choice<P, false>;

    #[inline(always)]
    fn formula<P: Plane>(self, splat: impl Fn(u64) -> P) -> Choice<P, false> {
        Choice::new(self.0, splat)
    }
}

/// A rule known when this is compiled: the same choice, of which the compiler leaves what is needed.
#[derive(Clone, Copy)]
pub(crate) struct Known<const BORN: u16, const SURVIVE: u16>;

impl<const BORN: u16, const SURVIVE: u16> Recipe for Known<BORN, SURVIVE> {
    type Formula<P: Plane> = Choice<P, true>;

    #[inline(always)]
    fn formula<P: Plane>(self, splat: impl Fn(u64) -> P) -> Choice<P, true> {
        Choice::new(const { Rule::new(BORN, SURVIVE) }, splat)
    }
}

/// A rule, and what has to be found out before it can be done: once, when a field is made.
#[derive(Clone, Debug)]
pub struct Plan {
    rule: Rule,
    /// For rules that tell arrangements of neighbours apart.
    diagram: Option<Arc<Diagram>>,
}

impl Plan {
    /// Finds it out.
    pub fn new(rule: Rule) -> Self {
        let diagram = rule.counts().is_none().then(|| Arc::new(Diagram::new(rule)));
        Self { rule, diagram }
    }
}

/// Work to be done with a level's vectors and a rule's formula.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does it; always inlined, so that it is compiled for the level.
    fn run<S: Simd, R: Recipe>(self, simd: S, recipe: R) -> Self::Output;
}

/// A rule's formula for vectors.
#[inline(always)]
pub fn on_vectors<S: Simd, R: Recipe>(simd: S, recipe: R) -> R::Formula<Vector<S>> {
    recipe.formula(
        #[inline(always)]
        |word| Vector::splat(simd, word),
    )
}

/// Does the work with code made for the level and, for the best-known ones, for the rule.
pub fn compiled_for<W: Work>(level: Level, plan: &Plan, work: W) -> W::Output {
    dispatch!(level.simd(), simd => by_rule(plan, AtLevel(simd, work)))
}

struct AtLevel<S, W>(S, W);

impl<S: Simd, W: Work> RuleWork for AtLevel<S, W> {
    type Output = W::Output;

    #[inline(always)]
    fn run<R: Recipe>(self, recipe: R) -> W::Output {
        self.1.run(self.0, recipe)
    }
}

/// Work to be done with a rule's formula.
pub trait RuleWork {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<R: Recipe>(self, recipe: R) -> Self::Output;
}

/// Which counts the digits name.
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

/// Does the work with code made for the best-known rules, or for any.
#[inline(always)]
pub fn by_rule<W: RuleWork>(plan: &Plan, work: W) -> W::Output {
    if let Some(diagram) = &plan.diagram {
        return work.run(&**diagram);
    }
    let rule = plan.rule;
    match (rule.born(), rule.survive()) {
        _ if rule == Rule::CONWAY => work.run(Conway),
        // HighLife, Day & Night and Seeds.
        (B36, S23) => work.run(Known::<B36, S23>),
        (B3678, S34678) => work.run(Known::<B3678, S34678>),
        (B2, 0) => work.run(Known::<B2, 0>),
        _ => work.run(Counted(rule)),
    }
}

/// Words in a vector of the level.
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

    /// Bit i of the word: whether neighbourhood i, of 64 from `first` on, has its cell `cell`.
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

    /// One count at a time is enough: what a rule does with one count does not depend on the others.
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
