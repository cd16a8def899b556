//! Unsupported families of rules, recognised only so that the error message can name them.

use super::map;

/// The family of rules that are known by a name and defined by a table.
pub(super) const NAMED: &str = "rules that are defined by a table and known by a name";

/// Returns the name of the unsupported family that a text belongs to; `None` if the family is
/// unknown.
///
/// This function is called only for texts that are not a rule of two states and eight neighbours.
pub(super) fn family(text: &str) -> Option<&'static str> {
    let lower = text.to_ascii_lowercase();
    let bytes = lower.as_bytes();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(letters) = bytes.strip_prefix(b"map") {
        let letters = letters.iter().rposition(|&byte| byte != b'=').map_or(0, |last| last + 1);
        return match letters {
            map::HEXAGONAL => Some("MAP rules for the six neighbours in a hexagonal grid"),
            map::VON_NEUMANN => Some("MAP rules for the four von Neumann neighbours"),
            _ => None,
        };
    }
    if matches!(bytes, [b'r', b'0'..=b'9', ..]) {
        return Some("rules of the Larger than Life family (HROT)");
    }
    if lower.strip_prefix('w').is_some_and(digits) {
        return Some("Wolfram's one-dimensional rules");
    }
    // Returns whether a text consists of counts of neighbours, possibly with `B`, `S` and letters
    // of arrangements.
    let counted = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| matches!(byte, b'b' | b's' | b'/' | b'0'..=b'8' | b'-' | b'a'..=b'z'))
            && text.bytes().any(|byte| byte == b'/' || byte == b's')
            && matches!(bytes[0], b'b' | b's' | b'/' | b'0'..=b'9')
            && (!matches!(bytes[0], b'b' | b's')
                || matches!(bytes.get(1), Some(b'0'..=b'8' | b'/' | b's' | b'b')))
    };
    if let Some((rule, states)) = lower.rsplit_once('/') {
        let states = states.strip_prefix(['c', 'g']).unwrap_or(states);
        if rule.contains('/') && counted(rule) && digits(states) {
            return Some("rules of the Generations family");
        }
    }
    for (end, family) in [
        ("h", "rules of a hexagonal grid"),
        ("v", "rules for the four von Neumann neighbours"),
        ("l", "rules of a triangular grid"),
    ] {
        if lower.strip_suffix(end).is_some_and(counted) {
            return Some(family);
        }
    }
    // A name, unlike counts, begins with at least three letters.
    let word = lower.bytes().take_while(u8::is_ascii_alphabetic).count();
    let named = lower.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_+.'()&/ ".contains(&byte));
    (word >= 3 && named).then_some(NAMED)
}

#[cfg(test)]
mod tests {
    use crate::Rule;

    #[test]
    fn families_are_refused_as_what_they_are() {
        for (family, texts) in [
            (
                "the Generations family",
                &["345/2/4", "B2/S/C3", "B2/S/3", "b3/s23/g8", "/2/3", "S23/B3-a/C5"][..],
            ),
            ("Larger than Life", &["R5,C0,M1,S34..58,B34..45,NM", "r2,c2,s6-9,b7-8", "R10"]),
            ("a hexagonal grid", &["B2/S34H", "b2s34h", "B2/S34HHistory", "MAPAAAAAAAAAAAAAAAAAAAAAA"]),
            ("von Neumann", &["B2/S013V", "23/3V", "MAPAAAAAA", "MAPAAAAAA=="]),
            ("a triangular grid", &["B4/S345L"]),
            ("one-dimensional rules", &["W30", "w110"]),
        ] {
            for text in texts {
                let error = text.parse::<Rule>().unwrap_err();
                assert!(error.problem.contains(family), "{error}");
                assert!(error.problem.ends_with("not supported"), "{error}");
                assert_eq!(error.column, 1);
            }
        }
    }
}
