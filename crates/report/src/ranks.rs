//! Ranks of values with confidence intervals, and removal of the common prefix of names.

use quadrille_stats::Interval;

use crate::figure::listed;

/// Returns, for each value, the range of ranks that its confidence interval allows. The largest
/// value has rank 1. The text is `1` if the interval is above all others, and `2–4` if one of four
/// other intervals is above it and one is below it. Values without an interval may have any rank.
pub fn ranks(intervals: &[Option<Interval>]) -> Vec<String> {
    let rank = |own: &Option<Interval>| {
        let among = |is: fn(&Interval, &Interval) -> bool| {
            let others = intervals.iter().flatten();
            own.map_or(0, |own| others.filter(|other| is(other, &own)).count())
        };
        let above = among(|other, own| other.low > own.high);
        let below = among(|other, own| other.high < own.low);
        match (above + 1, intervals.len() - below) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}–{last}"),
        }
    };
    intervals.iter().map(rank).collect()
}

/// Returns the names of all values that may have rank 1. Values without an interval are omitted.
/// `names` has the same order as `intervals`.
pub fn firsts<'a>(names: &'a [String], intervals: &[Option<Interval>]) -> Vec<&'a str> {
    let ranks = ranks(intervals);
    let known = names.iter().zip(intervals).zip(&ranks).filter(|((_, interval), _)| interval.is_some());
    let first = known.filter(|(_, rank)| rank.split('–').next() == Some("1"));
    first.map(|((name, _), _)| name.as_str()).collect()
}

/// Returns a sentence that names all values that may have rank 1; `None` if fewer than two values
/// may have this rank. `names` has the same order as `intervals`.
pub fn tied_for_first(names: &[String], intervals: &[Option<Interval>]) -> Option<String> {
    let first = firsts(names, intervals);
    let names = listed(&first, "and");
    (first.len() > 1).then(|| format!("{names} are tied for the first place: their 95 % intervals overlap."))
}

/// Removes the common prefix of dotted names, so that `actor.crit` and `actor.haste` become `crit`
/// and `haste`. The last component of a name is always kept.
pub fn without_common(names: &[String]) -> Vec<String> {
    let parts = |name: &str| -> Vec<String> { name.split('.').map(str::to_owned).collect() };
    let all: Vec<Vec<String>> = names.iter().map(|name| parts(name)).collect();
    let shortest = all.iter().map(Vec::len).min().unwrap_or(1);
    let same = |at: usize| all.windows(2).all(|pair| pair[0][at] == pair[1][at]);
    let common = if all.len() < 2 { 0 } else { (0..shortest - 1).take_while(|&at| same(at)).count() };
    all.into_iter().map(|parts| parts[common..].join(".")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_overlap_share_their_places() {
        let interval = |low, high| Some(Interval { low, high });
        let of = [interval(5.0, 6.0), interval(3.0, 4.0), interval(3.5, 4.5), interval(1.0, 2.0), None];
        assert_eq!(ranks(&of), ["1–2", "2–4", "2–4", "4–5", "1–5"]);
        assert_eq!(ranks(&of[..4]), ["1", "2–3", "2–3", "4"]);
        assert_eq!(ranks(&[]), [""; 0]);
    }

    #[test]
    fn who_is_first_is_not_said_of_equals() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let interval = |low, high| Some(Interval { low, high });
        let sure = [interval(5.0, 6.0), interval(3.0, 4.0), interval(3.5, 4.5)];
        assert_eq!(tied_for_first(&names, &sure), None);
        let tied = [interval(3.8, 6.0), interval(3.0, 4.0), interval(1.5, 2.5)];
        let said = tied_for_first(&names, &tied).unwrap();
        assert!(said.starts_with("a and b are tied for the first place"), "{said}");
    }

    #[test]
    fn what_all_have_in_common_is_left_out() {
        let short =
            |names: &[&str]| without_common(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(short(&["actor.crit", "actor.haste"]), ["crit", "haste"]);
        assert_eq!(short(&["abilities.a.damage", "abilities.b.damage"]), ["a.damage", "b.damage"]);
        assert_eq!(short(&["actor.crit", "targets"]), ["actor.crit", "targets"]);
        assert_eq!(short(&["actor.crit"]), ["actor.crit"]);
        assert_eq!(short(&["a.b", "a.b"]), ["b", "b"]);
    }
}
