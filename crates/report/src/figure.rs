//! Formatting of numbers for people.

use std::fmt::Display;

use num_format::{Locale, ToFormattedString as _};

/// Formats a number. Whole numbers from 0 to below 10¹⁵ have thousands separators. Other numbers
/// have the fewest digits that identify the number uniquely.
///
/// ```
/// use quadrille_report::figure::number;
/// assert_eq!((number(5801.0), number(0.5)), ("5,801".to_owned(), "0.5".to_owned()));
/// ```
pub fn number(value: f64) -> String {
    if value.fract() == 0.0 && (0.0..1e15).contains(&value) { count(value as u64) } else { value.to_string() }
}

/// Returns the number of digits after the point with which all the given values should be shown.
/// This number of digits shows every value exactly, unless the value with the largest magnitude
/// would have more than four significant digits. In that case, the number is reduced to give this
/// value four significant digits, but not below 0.
///
/// ```
/// use quadrille_report::figure::{common_digits, decimal};
/// let shares = [34.7, 7.0, 0.0];
/// let texts = shares.map(|share| decimal(share, common_digits(shares)));
/// assert_eq!(texts, ["34.7", "7.0", "0.0"]);
/// assert_eq!(common_digits([28.01, 9.872]), 2);
/// ```
pub fn common_digits(values: impl IntoIterator<Item = f64>) -> usize {
    let digits = |value: f64| number(value).split_once('.').map_or(0, |(_, digits)| digits.len());
    let values = values.into_iter().filter(|value| value.is_finite());
    let (most, largest) = values
        .fold((0, 0.0_f64), |(most, largest), value| (most.max(digits(value)), largest.max(value.abs())));
    let before = if largest > 0.0 { largest.log10().floor() } else { 0.0 };
    most.min((3.0 - before).clamp(0.0, 12.0) as usize)
}

/// Formats a value with `digits` digits after the point and with thousands separators. Negative
/// values have the minus sign `−`.
///
/// ```
/// use quadrille_report::figure::decimal;
/// assert_eq!([decimal(-1234.56, 1), decimal(-0.04, 1)], ["−1,234.6", "0.0"]);
/// ```
pub fn decimal(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", value.abs());
    let whole = text.split('.').next().unwrap_or(&text);
    let grouped = match whole.parse::<u64>() {
        Ok(number) => count(number) + &text[whole.len()..],
        Err(_) => text.clone(),
    };
    let is_zero = text.chars().all(|letter| matches!(letter, '0' | '.'));
    if value < 0.0 && !is_zero { format!("−{grouped}") } else { grouped }
}

/// Formats a count with thousands separators.
pub fn count(count: u64) -> String {
    count.to_formatted_string(&Locale::en)
}

/// Formats a whole number of any length with thousands separators.
///
/// ```
/// use quadrille_report::figure::grouped;
/// assert_eq!(grouped(&"1000000000000000000000"), "1,000,000,000,000,000,000,000");
/// ```
pub fn grouped(number: &impl Display) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns the first `most` characters of a text, followed by `…` if there are more.
///
/// ```
/// use quadrille_report::figure::shortened;
/// assert_eq!([shortened("xs4_33", 6), shortened("xq4_153", 6)], ["xs4_33", "xq4_15…"]);
/// ```
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Shortens a text to at most `most` characters by replacing its middle with `…`.
///
/// ```
/// use quadrille_report::figure::without_middle;
/// assert_eq!(without_middle("cmd:python3 a path of a bot/bot.py", 11), "cmd:p…ot.py");
/// assert_eq!([without_middle("bücher", 5), without_middle("bücher", 6)], ["bü…er", "bücher"]);
/// ```
pub fn without_middle(text: &str, most: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= most {
        return text.to_owned();
    }
    let (head, tail) = (most.saturating_sub(1) / 2, most / 2);
    let ends = [&letters[..head], &letters[letters.len() - tail..]];
    ends.map(|end| end.iter().collect::<String>()).join("…")
}

/// Joins texts with commas, and with `word` before the last one.
///
/// ```
/// use quadrille_report::figure::listed;
/// assert_eq!(listed(&["a", "b", "c"], "and"), "a, b and c");
/// assert_eq!([listed(&["a"], "or"), listed(&["a", "b"], "or")], ["a", "a or b"]);
/// ```
pub fn listed(texts: &[impl AsRef<str>], word: &str) -> String {
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    match &texts[..] {
        [first @ .., last] if !first.is_empty() => format!("{} {word} {last}", first.join(", ")),
        _ => texts.concat(),
    }
}

/// Formats a count with a noun, which is in the plural unless the count is 1.
///
/// ```
/// use quadrille_report::figure::counted;
/// assert_eq!([counted(1, "turn"), counted(1296, "secret"), counted(4, "strategy")], ["1 turn", "1,296 secrets", "4 strategies"]);
/// assert_eq!(counted(2, "play"), "2 plays");
/// ```
pub fn counted(number: u64, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if number == 1 => format!("1 {noun}"),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{} {stem}ies", count(number)),
        _ => format!("{} {noun}s", count(number)),
    }
}
