//! Rules: which neighbours give birth, and which let a cell survive.

mod arrangements;
mod families;
mod map;
mod names;
mod read;
mod states;

use std::fmt;
use std::str::FromStr;

use arrangements::{CENTRE, NEIGHBOURHOODS};
pub use read::RuleError;
pub use states::States;

/// Counts 0 to 8, one bit each.
const ALL: u16 = (1 << 9) - 1;

/// The next state of every neighbourhood: that of number n is bit n % 64 of word n / 64.
type Table = [u64; 8];

/// A rule: the next state of a cell depends on itself and on its eight neighbours.
///
/// There are 2⁵¹² of them. Of most of the well-known ones it matters only *how many* neighbours live: there are
/// 2¹⁸ of these, called outer-totalistic. For 2¹⁰² it does not matter how the neighbourhood is turned or
/// mirrored (isotropic): arrangements of the neighbours are told apart by letters behind their count. All
/// others are said by a table. Read, in capitals or not, digits and letters in any order, are
///
/// | notation | example | read as |
/// |---|---|---|
/// | B/S | `B3/S23`, `S23/B3`, `b3s23`, `B3_S23` | born with 3, survives with 2 or 3: Conway's Life |
/// | | `B2`, `S23` | no survival, no births |
/// | S/B | `23/3` | survival first where no letter stands in front |
/// | with arrangements | `B2-a/S12`, `12/2-a` | born with 2 in any arrangement but `a`, side by side |
/// | | `B3/S2ce3` | survives with 2 in the arrangements `c` or `e`, or with any 3 |
/// | a table | `MAP` and 86 letters of base64 | the next state of each of the 512 neighbourhoods |
/// | a name | `Life`, `HighLife`, `Day & Night` | the rule of that name on the `LifeWiki` and in Golly |
/// | with marks | `LifeHistory`, `B36/S23Super` | the rule without the marks: see [`States`] |
///
/// Printed is the first form that can say it: counts alone; counts and letters, those of the alphabet in order,
/// after a `-` where more than half would have to stand there; a table. So rules are equal just if they do the
/// same, and print the same, however they were written.
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
/// assert_eq!(error.to_string(), "rule `B3/S29`, character 6: `9` is no count of neighbours; expected digits from 0 to 8");
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
    /// One that counts alone do not say.
    Table(Table),
}

impl Rule {
    /// J. H. Conway's Life, `B3/S23`.
    pub const CONWAY: Self = Self::new(1 << 3, 1 << 2 | 1 << 3);

    /// The rule with those counts: bit n of `born` is set if a dead cell with n living neighbours is born,
    /// bit n of `survive` if a living one survives. Bits above 8 are ignored.
    pub const fn new(born: u16, survive: u16) -> Self {
        Self(Kind::Counts { born: born & ALL, survive: survive & ALL })
    }

    /// The rule with that table: bit n % 64 of word n / 64 is set if the cell in the middle of neighbourhood n
    /// lives in the next generation, as [`lives`](Self::lives) counts them.
    ///
    /// ```
    /// use quadrille_life::Rule;
    ///
    /// // A cell becomes what its left neighbour is: the bit of 32.
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

    /// The rule as a table, which [`from_table`](Self::from_table) makes a rule again.
    pub fn table(self) -> [u64; 8] {
        std::array::from_fn(|word| {
            (0..64).fold(0, |bits, n| bits | u64::from(self.lives((64 * word + n) as u16)) << n)
        })
    }

    /// The counts that give birth and that let survive, bit n for n neighbours; `None` if the rule tells
    /// arrangements of as many neighbours apart.
    pub const fn counts(self) -> Option<(u16, u16)> {
        match self.0 {
            Kind::Counts { born, survive } => Some((born, survive)),
            Kind::Table(_) => None,
        }
    }

    /// The counts that give birth however the neighbours lie: bit n for n neighbours.
    pub const fn born(self) -> u16 {
        self.always(false)
    }

    /// The counts that let survive however the neighbours lie: bit n for n neighbours.
    pub const fn survive(self) -> u16 {
        self.always(true)
    }

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

    /// Whether a cell lives in the next generation however its neighbours lie; false for more than eight
    /// neighbours.
    #[inline]
    pub const fn next(self, alive: bool, neighbours: u32) -> bool {
        neighbours <= 8 && self.always(alive) >> neighbours & 1 == 1
    }

    /// Whether the cell in the middle of a neighbourhood lives in the next generation.
    ///
    /// A neighbourhood is nine bits, read row by row, the cell at the top left being the highest: 256, the cell
    /// in the middle 16, the one at the bottom right 1. Bits above are ignored.
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

    /// Whether it does not matter how a neighbourhood is turned or mirrored.
    pub fn is_isotropic(self) -> bool {
        self.symmetries() == [true; 8]
    }

    /// Which of the eight ways to lay a neighbourhood make no difference: that of bits 4 (columns become rows), then
    /// 1 (mirrored left to right) and 2 (upside down).
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

    /// The rules that an engine without bounds plays in turn in place of this one, from generations of even and
    /// of odd number: twice itself, unless it gives birth without neighbours.
    ///
    /// Then all of an empty plane comes alive at once, which no memory holds. What is kept instead is which
    /// cells differ from those far away, as Golly keeps it:
    ///
    /// | with eight neighbours a cell | far away all cells are | kept are the living cells in | and the dead ones in |
    /// |---|---|---|---|
    /// | dies | dead and alive in turn | generations of even number | those of odd number |
    /// | survives | alive | none | all generations, the first among them |
    ///
    /// In terms of what is kept, nothing is born without neighbours.
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
        // Number n of the complement is 511 - n.
        let reversed = std::array::from_fn(|word| table[7 - word].reverse_bits());
        if self.lives(511) {
            return [Self::from_table(reversed.map(|word: u64| !word)); 2];
        }
        [Self::from_table(not), Self::from_table(reversed)]
    }

    /// Whether [without bounds](Self::without_bounds) there are two different rules in turn.
    pub fn alternates(self) -> bool {
        let [even, odd] = self.without_bounds();
        even != odd
    }

    /// Reads a rule as pattern files have it: with what [`from_str`](Self::from_str) refuses, but whose meaning
    /// is plain, as a list of complaints.
    ///
    /// These are counts and letters that stand there twice, and a `-` without letters.
    ///
    /// # Errors
    /// What is wrong, at which character.
    ///
    /// ```
    /// use quadrille_life::Rule;
    ///
    /// let (rule, complaints) = Rule::read_leniently("B33/S23")?;
    /// assert_eq!(rule, Rule::CONWAY);
    /// assert_eq!(complaints[0].problem, "`3` stands there twice");
    /// # Ok::<(), quadrille_life::RuleError>(())
    /// ```
    pub fn read_leniently(text: &str) -> Result<(Self, Vec<RuleError>), RuleError> {
        read::rule(text).map(|(rule, _, complaints)| (rule, complaints))
    }

    /// Reads what [`read_leniently`](Self::read_leniently) does, and which states cells of the rule
    /// have in files.
    pub(crate) fn read_with_states(text: &str) -> Result<(Self, States, Vec<RuleError>), RuleError> {
        read::rule(text)
    }
}

impl Default for Rule {
    /// Conway's.
    fn default() -> Self {
        Self::CONWAY
    }
}

/// Counts with their arrangements, ascending.
fn counts(rule: Rule, alive: bool) -> String {
    let mut text = String::new();
    for count in 0..=8u32 {
        // Whether the rule does it in this arrangement: `None` where there is but one.
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
        // Those that are not there, if they are fewer.
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

    /// Reads any of the notations; nothing may stand before or after it.
    ///
    /// # Errors
    /// What is wrong, at which character.
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
    fn errors_say_where_and_what_was_expected() {
        for (text, column, problem) in [
            ("", 1, "it ends here"),
            ("li", 1, "unexpected `l`"),
            ("B3/S23 ", 7, "unexpected ` `"),
            (" B3/S23", 1, "unexpected ` `"),
            ("B9/S23", 2, "`9` is no count of neighbours"),
            ("B33/S23", 3, "`3` stands there twice"),
            ("B3//S23", 4, "unexpected `/`"),
            ("23/3/", 5, "unexpected `/`"),
            ("23", 3, "it ends here"),
            ("B2-r/S12", 4, "`r` is no arrangement of 2 neighbours"),
            ("B2--a/S12", 4, "unexpected `-`"),
            ("B2a-c/S", 4, "unexpected `-`"),
            ("B0c/S", 3, "`c` is no arrangement of 0 neighbours"),
            ("B3/S8-e", 6, "unexpected `-`"),
            ("B2-/S", 4, "no letter follows `-`"),
            ("B2aca/S", 5, "`a` stands there twice"),
            ("MAP", 4, "it ends here"),
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
    fn what_is_written_twice_is_read_with_a_complaint() {
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

        /// Any choice of arrangements is isotropic, and letters say what the table says.
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
