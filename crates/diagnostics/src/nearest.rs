//! The known name that is most similar to a misspelt name, and lists of names in messages.

/// Returns the candidate that is most similar to `name`, if it is similar enough to be the intended
/// name.
///
/// The measure is the Damerau–Levenshtein distance, which is the number of characters to insert,
/// delete, replace or swap with a neighbour. Case and the difference between `-` and `_` are
/// ignored. The maximum distance is a third of the length of the longer name, and at least 1 for
/// names of two or more letters. If all candidates have a larger distance and `name` has two or
/// more letters, the shortest candidate that begins with `name` is returned. Of several equally
/// good candidates, the first is returned. One distance is computed per candidate, in time
/// quadratic in the lengths of the names.
///
/// ```
/// use quadrille_diagnostics::nearest;
/// let keys = ["pins", "colors", "strategy", "first"];
/// assert_eq!(nearest("colours", keys), Some("colors"));
/// assert_eq!(nearest("stragety", keys), Some("strategy"));
/// assert_eq!(nearest("depth", keys), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = fold(name);
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let mut best: Option<(usize, &'a str)> = None;
    for &candidate in &candidates {
        let distance = strsim::damerau_levenshtein(&folded, &fold(candidate));
        let longer = name.chars().count().max(candidate.chars().count());
        let allowed = if longer < 2 { 0 } else { (longer / 3).max(1) };
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    let begun =
        candidates.iter().filter(|candidate| folded.len() > 1 && fold(candidate).starts_with(&folded));
    best.map(|(_, candidate)| candidate).or_else(|| begun.min_by_key(|candidate| candidate.len()).copied())
}

/// Returns the names as a list for messages, such as "`a`, `b` or `c`". If there are no names,
/// returns `nothing`.
///
/// ```
/// use quadrille_diagnostics::one_of;
/// assert_eq!(one_of(&["knuth", "entropy", "exact"]), "`knuth`, `entropy` or `exact`");
/// ```
pub fn one_of(names: &[&str]) -> String {
    listed(names, "or")
}

/// Returns the names as a list, with a conjunction before the last name. If there are no names,
/// returns `nothing`.
///
/// ```
/// use quadrille_diagnostics::listed;
/// assert_eq!(listed(&["miss", "crit", "block"], "and"), "`miss`, `crit` and `block`");
/// ```
pub fn listed(names: &[impl AsRef<str>], conjunction: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match names.as_slice() {
        [] => "nothing".to_owned(),
        [name] => name.clone(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

fn fold(name: &str) -> String {
    name.to_lowercase().replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn case_and_dashes_do_not_count() {
        assert_eq!(nearest("EXPECTED_SIZE", ["knuth", "expected-size"]), Some("expected-size"));
    }

    #[test]
    fn the_first_of_equals_is_taken() {
        assert_eq!(nearest("cat", ["bat", "rat"]), Some("bat"));
    }

    #[test]
    fn what_is_only_begun_suggests_the_shortest_that_goes_on() {
        let names = ["xoshiro256++x8", "xoshiro256++", "philox4x32-10"];
        assert_eq!(nearest("philox", names), Some("philox4x32-10"));
        assert_eq!(nearest("Xoshiro", names), Some("xoshiro256++"));
        assert_eq!(nearest("x", names), None);
        assert_eq!(nearest("oshiro", names), None);
    }

    #[test]
    fn nothing_is_near_to_nothing() {
        assert_eq!(nearest("", ["a", "b"]), None);
        assert_eq!(nearest("knuth", []), None);
    }

    #[test]
    fn a_single_letter_suggests_no_other_letter() {
        assert_eq!(nearest("x", ["y"]), None);
    }
}
