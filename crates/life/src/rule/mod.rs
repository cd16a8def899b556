//! Rules: the conditions of birth and survival.

mod arrangements;
mod families;
mod map;
mod names;
mod read;
mod states;

use std::fmt;
use std::str::FromStr;

use arrangements::{CENTRE, NEIGHBOURHOODS};
pub use names::rule_names;
pub use read::RuleError;
pub use states::States;

/// The bit mask of all neighbour counts: bits 0 to 8.
const ALL: u16 = (1 << 9) - 1;

/// The next state of every neighbourhood: bit n % 64 of word n / 64 belongs to neighbourhood n.
type TransitionBits = [u64; 8];

/// A rule: the next state of a cell depends on itself and on its eight neighbours.
///
/// There are 2⁵¹² rules. The 2¹⁸ outer-totalistic ones, among them most well-known rules, depend
/// only on the cell itself and on the *number* of living neighbours. The 2¹⁰² isotropic ones are
/// invariant under rotation and reflection: their notation distinguishes arrangements of neighbours
/// by letters after the count (Hensel notation). All other rules are given by a table. The
/// following notations are read. Except in a table, case is ignored, and the digits and letters may
/// be in any order:
///
/// | notation | example | meaning |
/// |---|---|---|
/// | B/S | `B3/S23`, `S23/B3`, `b3s23`, `B3_S23` | birth with 3, survival with 2 or 3 neighbours |
/// | | `B2`, `S23` | without `S`, no cell survives; without `B`, no cell is born |
/// | S/B | `23/3` | without letters, survival comes first |
/// | with arrangements | `B2-a/S12`, `12/2-a` | birth with 2 in any arrangement but `a` (adjacent) |
/// | | `B3/S2ce3` | survival with 2 in the arrangements `c` or `e`, or with 3 in any arrangement |
/// | a table | `MAP` and 86 letters of base64 | the next state of each of the 512 neighbourhoods |
/// | a name | `Life`, `HighLife`, `Day & Night` | the rule of that name in `LifeWiki` and Golly |
/// | with marks | `LifeHistory`, `B36/S23Super` | the rule before the suffix: see [`States`] |
///
/// A rule is printed in the first of these forms that can express it: counts alone; counts with
/// letters in alphabetical order; a table. After a count, a `-` and the excluded letters are
/// printed if this is shorter than the included letters. Rules are equal if and only if they have
/// the same next states, and equal rules are printed alike.
///
/// ```
/// use quadrille_life::Rule;
///
/// let rule: Rule = "23/3".parse()?;
/// assert_eq!(rule, Rule::CONWAY);
/// assert_eq!(rule.to_string(), "B3/S23");
/// assert!(rule.next(false, 3) && rule.next(true, 2) && !rule.next(true, 4));
///
/// let rule: Rule = "12/2ceikn".parse()?;
/// assert_eq!(rule.to_string(), "B2-a/S12");
/// assert!(rule.lives(0b001_000_100) && !rule.lives(0b000_000_011));
///
/// let error = "B3/S29".parse::<Rule>().unwrap_err();
/// let problem = "`9` is not a count of neighbours; expected digits from 0 to 8";
/// assert_eq!(error.to_string(), format!("rule `B3/S29`, character 6: {problem}"));
/// # Ok::<(), quadrille_life::RuleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(Kind);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    Counts {
        born: u16,
        survive: u16,
    },
    /// A rule that is not outer-totalistic.
    Table(TransitionBits),
}

impl Rule {
    /// J. H. Conway's Life, `B3/S23`.
    pub const CONWAY: Self = Self::new(1 << 3, 1 << 2 | 1 << 3);

    /// Creates an outer-totalistic rule: bit n of `born` is set if a dead cell with n living
    /// neighbours is born, bit n of `survive` is set if a living cell with n living neighbours
    /// survives. Bits above 8 are ignored.
    pub const fn new(born: u16, survive: u16) -> Self {
        Self(Kind::Counts { born: born & ALL, survive: survive & ALL })
    }

    /// Creates a rule from a table: bit n % 64 of word n / 64 is set if the centre cell of
    /// neighbourhood n, as numbered by [`lives`](Self::lives), lives in the next generation.
    ///
    /// ```
    /// use quadrille_life::Rule;
    ///
    /// // Each cell takes the state of its left neighbour, whose bit has the value 32.
    /// let table = std::array::from_fn(|word| (0..64).filter(|n| (64 * word + n) & 32 != 0).map(|n| 1 << n).sum());
    /// let to_the_right = Rule::from_table(table);
    /// assert!(to_the_right.to_string().starts_with("MAPAAAAAP////8"));
    /// assert_eq!(to_the_right.to_string().parse(), Ok(to_the_right));
    /// ```
    pub const fn from_table(table: [u64; 8]) -> Self {
        let rule = Self(Kind::Table(table));
        let by_counts = Self::new(rule.born(), rule.survive());
        let mut n = 0;
        while n < NEIGHBOURHOODS as u16 {
            if rule.lives(n) != by_counts.lives(n) {
                return rule;
            }
            n += 1;
        }
        by_counts
    }

    /// Returns the rule as a table, the inverse of [`from_table`](Self::from_table).
    pub fn table(self) -> [u64; 8] {
        std::array::from_fn(|word| {
            (0..64).fold(0, |bits, n| bits | u64::from(self.lives((64 * word + n) as u16)) << n)
        })
    }

    /// Returns the counts of birth and of survival, bit n for n neighbours; `None` if the rule is
    /// not outer-totalistic.
    pub const fn counts(self) -> Option<(u16, u16)> {
        match self.0 {
            Kind::Counts { born, survive } => Some((born, survive)),
            Kind::Table(_) => None,
        }
    }

    /// Returns a bit mask: bit n is set if a dead cell with n living neighbours is born, however
    /// these neighbours are arranged.
    pub const fn born(self) -> u16 {
        self.always(false)
    }

    /// Returns a bit mask: bit n is set if a living cell with n living neighbours survives, however
    /// these neighbours are arranged.
    pub const fn survive(self) -> u16 {
        self.always(true)
    }

    /// Returns [`survive`](Self::survive) if `alive` is `true`, otherwise [`born`](Self::born).
    const fn always(self, alive: bool) -> u16 {
        match self.0 {
            Kind::Counts { survive, .. } if alive => survive,
            Kind::Counts { born, .. } => born,
            Kind::Table(_) => {
                let (mut counts, mut n) = (ALL, 0);
                while n < NEIGHBOURHOODS as u16 {
                    if (n & CENTRE as u16 != 0) == alive && !self.lives(n) {
                        counts &= !(1 << (n & !(CENTRE as u16)).count_ones());
                    }
                    n += 1;
                }
                counts
            }
        }
    }

    /// Returns whether a cell with this number of living neighbours lives in the next generation,
    /// however they are arranged; `false` for more than eight neighbours.
    #[inline]
    pub const fn next(self, alive: bool, neighbours: u32) -> bool {
        neighbours <= 8 && self.always(alive) >> neighbours & 1 == 1
    }

    /// Returns whether the centre cell of a neighbourhood lives in the next generation.
    ///
    /// A neighbourhood is nine bits in reading order, the top-left cell being the highest: the
    /// top-left cell has the value 256, the centre 16, and the bottom-right cell 1. Higher bits are
    /// ignored.
    #[inline]
    pub const fn lives(self, neighbourhood: u16) -> bool {
        let n = neighbourhood as usize % NEIGHBOURHOODS;
        match self.0 {
            Kind::Counts { born, survive } => {
                let counts = if n & CENTRE != 0 { survive } else { born };
                counts >> (n & !CENTRE).count_ones() & 1 == 1
            }
            Kind::Table(table) => table[n / 64] >> (n % 64) & 1 == 1,
        }
    }

    /// Returns whether the rule is invariant under all rotations and reflections.
    pub fn is_isotropic(self) -> bool {
        self.symmetries() == [true; 8]
    }

    /// Returns for each symmetry of the square whether the rule is invariant under it. The index of
    /// a symmetry is a sum: 4 if it transposes, 1 if it then mirrors left to right, and 2 if it
    /// then mirrors top to bottom.
    pub(crate) fn symmetries(self) -> [bool; 8] {
        if self.counts().is_some() {
            return [true; 8];
        }
        (0..NEIGHBOURHOODS).fold([true; 8], |mut same, n| {
            for (same, laid) in same.iter_mut().zip(arrangements::turned_and_mirrored(n)) {
                *same &= self.lives(laid as u16) == self.lives(n as u16);
            }
            same
        })
    }

    /// Returns the two rules that unbounded engines apply in place of this one: the first in even
    /// generations, the second in odd generations. Both equal this rule unless it has `B0`.
    ///
    /// With `B0` all cells of an empty plane are born at once, which no memory can hold. Like
    /// Golly, the engines then store the cells that differ from the background:
    ///
    /// | rule | background | living cells are stored | dead cells are stored |
    /// |---|---|---|---|
    /// | `B0` without `S8` | alternately dead and alive | in even generations | in odd generations |
    /// | `B0` and `S8` | alive | never | in all generations, including the first |
    ///
    /// Neither returned rule has `B0`, so a cell far from all stored cells is never stored.
    ///
    /// ```
    /// use quadrille_life::Rule;
    ///
    /// let rule = |text: &str| text.parse::<Rule>();
    /// assert_eq!(rule("B3/S23")?.without_bounds(), [rule("B3/S23")?; 2]);
    /// assert_eq!(rule("B03/S23")?.without_bounds(), [rule("B1245678/S0145678")?, rule("B56/S58")?]);
    /// assert_eq!(rule("B03/S238")?.without_bounds(), [rule("B123478/S0123467")?; 2]);
    /// # Ok::<(), quadrille_life::RuleError>(())
    /// ```
    pub fn without_bounds(self) -> [Self; 2] {
        if !self.lives(0) {
            return [self; 2];
        }
        let table = self.table();
        let not = table.map(|word| !word);
        // The complement of neighbourhood n is 511 − n.
        let reversed = std::array::from_fn(|word| table[7 - word].reverse_bits());
        if self.lives(511) {
            return [Self::from_table(reversed.map(|word: u64| !word)); 2];
        }
        [Self::from_table(not), Self::from_table(reversed)]
    }

    /// Returns whether [`without_bounds`](Self::without_bounds) returns two different rules.
    pub fn alternates(self) -> bool {
        let [even, odd] = self.without_bounds();
        even != odd
    }

    /// Reads a rule from a pattern file. Redundancies that [`from_str`](Self::from_str) rejects,
    /// but whose meaning is clear, are returned as a list of complaints.
    ///
    /// Such redundancies are repeated counts and letters, and a `-` without letters.
    ///
    /// # Errors
    /// The problem and its position in the text.
    ///
    /// ```
    /// use quadrille_life::Rule;
    ///
    /// let (rule, complaints) = Rule::read_leniently("B33/S23")?;
    /// assert_eq!(rule, Rule::CONWAY);
    /// assert_eq!(complaints[0].problem, "`3` is repeated");
    /// # Ok::<(), quadrille_life::RuleError>(())
    /// ```
    pub fn read_leniently(text: &str) -> Result<(Self, Vec<RuleError>), RuleError> {
        read::rule(text).map(|(rule, _, complaints)| (rule, complaints))
    }

    /// Reads the same notations as [`read_leniently`](Self::read_leniently), and also returns the
    /// cell states that files of the rule use.
    pub(crate) fn read_with_states(text: &str) -> Result<(Self, States, Vec<RuleError>), RuleError> {
        read::rule(text)
    }
}

impl Default for Rule {
    /// Returns Conway's Life.
    fn default() -> Self {
        Self::CONWAY
    }
}

/// Formats the counts of birth or survival with their arrangements, in ascending order.
fn counts(rule: Rule, alive: bool) -> String {
    let mut text = String::new();
    for count in 0..=8u32 {
        // Returns whether the cell lives with `count` neighbours in this arrangement. `None`
        // denotes the only arrangement of 0 or of 8 neighbours.
        let does = |wanted: Option<u8>| {
            (0..NEIGHBOURHOODS)
                .find(|&n| {
                    (n & !CENTRE).count_ones() == count
                        && (n & CENTRE != 0) == alive
                        && arrangements::letter(n) == wanted
                })
                .is_some_and(|n| rule.lives(n as u16))
        };
        let letters = arrangements::letters(count);
        let (all, there) =
            (letters.clone().count(), letters.clone().filter(|&letter| does(Some(letter))).count());
        if all == 0 && !does(None) || all > 0 && there == 0 {
            continue;
        }
        text.push_str(&count.to_string());
        // List the excluded letters after `-` if that is shorter than the included letters.
        let but = there > all.div_ceil(2);
        if there < all {
            text.push_str(if but { "-" } else { "" });
            text.extend(letters.filter(|&letter| does(Some(letter)) != but).map(char::from));
        }
    }
    text
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Counts { born, survive } => {
                let digits =
                    |counts: u16| (0..9).filter(move |n| counts >> n & 1 == 1).map(|n| n.to_string());
                let (born, survive): (String, String) = (digits(born).collect(), digits(survive).collect());
                f.pad(&format!("B{born}/S{survive}"))
            }
            Kind::Table(_) if self.is_isotropic() => {
                f.pad(&format!("B{}/S{}", counts(*self, false), counts(*self, true)))
            }
            Kind::Table(table) => f.pad(&format!("MAP{}", map::letters(&table))),
        }
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({self})")
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    /// Reads a rule in any of the notations of [`Rule`]; the text must contain nothing else.
    ///
    /// # Errors
    /// The problem and its position in the text.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let (rule, complaints) = Self::read_leniently(text)?;
        complaints.into_iter().next().map_or(Ok(rule), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn both_notations_and_all_their_spellings_are_read() {
        for text in ["B3/S23", "b3/s23", "B3S23", "b3s32", "S23/B3", "s23b3", "23/3", "32/3"] {
            assert_eq!(text.parse(), Ok(Rule::CONWAY), "{text}");
        }
        assert_eq!("B/S".parse(), Ok(Rule::new(0, 0)));
        assert_eq!("/".parse(), Ok(Rule::new(0, 0)));
        assert_eq!("/2".parse(), Ok(Rule::new(4, 0)));
        assert_eq!("012345678/".parse(), Ok(Rule::new(0, 511)));
    }

    #[test]
    fn what_golly_lets_out_may_be_missing() {
        for (text, rule) in [
            ("B234", "B234/S"),
            ("b2", "B2/S"),
            ("B2/", "B2/S"),
            ("S23", "B/S23"),
            ("S23/", "B/S23"),
            ("B", "B/S"),
            ("B3/23", "B3/S23"),
            ("3/S23", "B3/S23"),
            ("23/B3", "B3/S23"),
            ("S23/3", "B3/S23"),
            ("B2-a", "B2-a/S"),
            ("B2cek3i_S12cei", "B2cek3i/S12cei"),
            ("B3_S23", "B3/S23"),
            ("S12cei_B2cek3i", "B2cek3i/S12cei"),
            ("12cei_2cek3i", "B2cek3i/S12cei"),
        ] {
            let printed = text.parse::<Rule>().map(|rule| rule.to_string());
            assert_eq!(printed.as_deref(), Ok(rule), "{text}");
        }
        for text in ["B3S23/", "B3/_S23", "B3_/S23", "B3/B3", "S2/S3", "3S23", "23B3", "B3__S23"] {
            assert!(text.parse::<Rule>().is_err(), "{text}");
        }
    }

    #[test]
    fn rules_with_marks_are_the_rules_without() {
        for (text, rule, states) in [
            ("LifeHistory", "B3/S23", States::History),
            ("lifehistory", "B3/S23", States::History),
            ("LifeSuper", "B3/S23", States::Super),
            ("B36/S23History", "B36/S23", States::History),
            ("B3/S23Super", "B3/S23", States::Super),
            ("23/3history", "B3/S23", States::History),
            ("B2History", "B2/S", States::History),
            ("B2-a/S12Super", "B2-a/S12", States::Super),
            ("HighLifeHistory", "B36/S23", States::History),
            ("Day & Night History", "B3678/S34678", States::History),
            ("B3/S23", "B3/S23", States::Two),
        ] {
            let (read, found, complaints) = Rule::read_with_states(text).unwrap();
            assert_eq!((read.to_string().as_str(), found, complaints.len()), (rule, states, 0), "{text}");
            assert_eq!(text.parse(), Ok(read));
        }
        let map = format!("MAP{}", map::letters(&Rule::CONWAY.table()));
        let marked = Rule::read_with_states(&format!("{map}==History")).unwrap();
        assert_eq!((marked.0, marked.1), (Rule::CONWAY, States::History));
        for text in ["History", "Super", "LifeHistorySuper", "WireWorldHistory", "B9/S23History", "éHistory"]
        {
            assert!(text.parse::<Rule>().is_err(), "{text}");
        }
        assert!("History".repeat(100_000).parse::<Rule>().is_err());
    }

    #[test]
    fn errors_have_a_position_and_an_expectation() {
        for (text, column, problem) in [
            ("", 1, "unexpected end"),
            ("li", 1, "unexpected `l`"),
            ("B3/S23 ", 7, "unexpected ` `"),
            (" B3/S23", 1, "unexpected ` `"),
            ("B9/S23", 2, "`9` is not a count of neighbours"),
            ("B33/S23", 3, "`3` is repeated"),
            ("B3//S23", 4, "unexpected `/`"),
            ("23/3/", 5, "unexpected `/`"),
            ("23", 3, "unexpected end"),
            ("B2-r/S12", 4, "`r` is not an arrangement of 2 neighbours"),
            ("B2--a/S12", 4, "unexpected `-`"),
            ("B2a-c/S", 4, "unexpected `-`"),
            ("B0c/S", 3, "`c` is not an arrangement of 0 neighbours"),
            ("B3/S8-e", 6, "unexpected `-`"),
            ("B2-/S", 4, "no letter follows `-`"),
            ("B2aca/S", 5, "`a` is repeated"),
            ("MAP", 4, "unexpected end"),
            ("MAPA!", 5, "unexpected `!`"),
            ("MAPAA=", 6, "unexpected `=`"),
            ("B3/S23:T30,20", 7, "unexpected `:`"),
            ("Bé/S", 2, "unexpected `é`"),
            ("B٣/S23", 2, "unexpected `٣`"),
            ("B3\u{1b}", 3, "unexpected `\\u{1b}`"),
        ] {
            let error = text.parse::<Rule>().unwrap_err();
            assert_eq!((error.column, error.problem.as_str()), (column, problem), "{text:?}");
            assert!(!error.expected.is_empty());
        }
        let life = Rule::CONWAY.table();
        let map = format!("MAP{}", map::letters(&life));
        assert_eq!(map.parse(), Ok(Rule::CONWAY));
        assert_eq!(format!("{map}==").parse(), Ok(Rule::CONWAY));
        for (more, column) in [("A", 90), ("=", 90), ("===", 90), ("==A", 90)] {
            let error = format!("{map}{more}").parse::<Rule>().unwrap_err();
            assert_eq!(error.column, column, "{error}");
        }
        let long = "B".repeat(10_000).parse::<Rule>().unwrap_err();
        assert!(long.to_string().len() < 250);
    }

    #[test]
    fn letters_are_printed_in_one_order_and_the_shorter_way() {
        for (text, printed) in [
            ("12/2-a", "B2-a/S12"),
            ("b3yqrn/s2-I34q", "B3nqry/S2-i34q"),
            ("B2ceaikn/S2ceai", "B2/S2-kn"),
            ("B2aic3/S", "B2aci3/S"),
            ("B2aick/S1c", "B2-en/S1c"),
            ("B4ceaiknj/S", "B4aceijkn/S"),
            ("B4ceaiknjq/S", "B4-rtwyz/S"),
            ("B3/S4ceaiknjqrytw", "B3/S4-z"),
            ("B1c/S1ce", "B1c/S1"),
            ("B3ceaikn/S5ceaik", "B3-jqry/S5aceik"),
            ("/2-ceaikn", "B/S"),
        ] {
            let rule: Rule = text.parse().unwrap();
            assert_eq!(rule.to_string(), printed, "{text}");
            assert_eq!(printed.parse(), Ok(rule));
        }
    }

    #[test]
    fn redundant_text_is_read_with_a_complaint() {
        for (text, printed, complaints) in
            [("B33/S23", "B3/S23", 1), ("B2a2c2a/S112-", "B2ac/S12", 4), ("B3/S23", "B3/S23", 0)]
        {
            let (rule, found) = Rule::read_leniently(text).unwrap();
            assert_eq!((rule.to_string().as_str(), found.len()), (printed, complaints), "{text}");
            assert_eq!(text.parse::<Rule>().is_err(), complaints > 0);
        }
    }

    #[test]
    fn counts_above_eight_are_never_alive() {
        let all = Rule::new(u16::MAX, u16::MAX);
        assert_eq!(all.to_string(), "B012345678/S012345678");
        assert!(all.next(false, 8) && !all.next(true, 9) && !all.next(true, 40));
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(born in 0..512u16, survive in 0..512u16) {
            let rule = Rule::new(born, survive);
            prop_assert_eq!(rule.to_string().parse(), Ok(rule));
            for n in 0..9 {
                prop_assert_eq!(rule.next(false, n), born >> n & 1 == 1);
                prop_assert_eq!(rule.next(true, n), survive >> n & 1 == 1);
            }
        }

        /// Any choice of arrangements is isotropic, and its letters describe its table.
        #[test]
        fn arrangements_are_printed_and_read_back(chosen: [u32; 18]) {
            let choice = |alive: bool| {
                let mut text = String::new();
                for (&chosen, count) in chosen[if alive { 9..18 } else { 0..9 }].iter().zip(0u32..) {
                    if chosen & 1 == 1 {
                        let there = |letter: &u8| chosen >> (letter - b'a') & 2 != 0;
                        text.push_str(&count.to_string());
                        text.push_str(if count % 8 != 0 && chosen >> 31 == 1 { "-" } else { "" });
                        text.extend(arrangements::letters(count).filter(there).map(char::from));
                    }
                }
                text
            };
            let text = format!("B{}/S{}", choice(false), choice(true));
            let (rule, _) = Rule::read_leniently(&text).unwrap();
            prop_assert!(rule.is_isotropic());
            prop_assert!(!rule.to_string().starts_with("MAP"));
            prop_assert_eq!(rule.to_string().parse(), Ok(rule));
            prop_assert_eq!(Rule::from_table(rule.table()), rule);
            let map = format!("MAP{}", map::letters(&rule.table()));
            prop_assert_eq!(map.parse(), Ok(rule));
            let counted = Rule::new(rule.born(), rule.survive());
            for n in 0..512 {
                let born: u32 = (n & !16u16).count_ones();
                prop_assert!(rule.lives(n) || !counted.lives(n));
                prop_assert_eq!(rule.next(n & 16 != 0, born), counted.lives(n));
            }
        }

        #[test]
        fn tables_are_printed_and_read_back(table: [u64; 8]) {
            let rule = Rule::from_table(table);
            prop_assert_eq!(rule.table(), table);
            prop_assert_eq!(rule.to_string().len(), 3 + 86);
            prop_assert_eq!(rule.to_string().parse(), Ok(rule));
        }

        #[test]
        fn no_text_makes_it_panic(
            text in prop_oneof!["[bBsS0-9/ é:\\PC]{0,12}", "[bBsS1-8/a-z-]{0,20}", "MAP[A-Za-z0-9+/=]{80,90}"],
        ) {
            if let Ok(rule) = text.parse::<Rule>() {
                prop_assert_eq!(rule.to_string().parse(), Ok(rule));
            }
        }
    }
}
