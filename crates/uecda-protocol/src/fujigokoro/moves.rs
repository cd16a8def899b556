//! Reads moves.

use super::JOKERS;
use quadrille_daifugo::melds::Meld;
use quadrille_daifugo::records::Submitted;
use quadrille_daifugo::{Rank, Suit, SuitSet};

/// The letter for a joker that is the fifth card of a kind.
const FIFTH: char = 'x';

/// Reads a move without its time.
pub(super) fn read_move(text: &str) -> Result<Submitted, String> {
    let small = text.to_ascii_lowercase();
    let submitted = match small.as_str() {
        "p" => Some(Submitted::Pass),
        joker if JOKERS.contains(&joker) => Some(Submitted::Meld(Meld::JOKER)),
        other => read_meld(other).map(Submitted::Meld),
    };
    submitted.ok_or_else(|| {
        format!(
            "`{}` is not a move; expected a move such as `p`, `jk`, `hs-t`, `dh-5(h)` or `h-678(7)`",
            text.escape_debug()
        )
    })
}

/// Reads a meld: suits, a dash, ranks, and in parentheses the suits or ranks that jokers replace.
fn read_meld(text: &str) -> Option<Meld> {
    let (shown, stand_ins) = match text.split_once('(') {
        Some((shown, inner)) => (shown, inner.strip_suffix(')').filter(|inner| !inner.is_empty())?),
        None => (text, ""),
    };
    let (suits, ranks) = shown.split_once('-')?;
    if ranks.chars().count() == 1 {
        group(suits, ranks, stand_ins)
    } else {
        sequence(suits, ranks, stand_ins)
    }
}

fn group(suits: &str, rank: &str, stand_ins: &str) -> Option<Meld> {
    let rank = rank.parse::<Rank>().ok()?;
    let (shown, fifths) = suits_of(suits)?;
    let (jokers, fifth_jokers) = suits_of(stand_ins)?;
    // A fifth card of a kind is always a joker, so the parentheses may omit it.
    let said = stand_ins.is_empty() || fifth_jokers == fifths;
    if said { Meld::group(rank, shown, jokers, fifths) } else { None }
}

/// Reads a text of distinct suits and letters [`FIFTH`]. Returns the suits, and the number of
/// letters `FIFTH`.
fn suits_of(text: &str) -> Option<(SuitSet, u32)> {
    let (mut suits, mut fifths) = (SuitSet::EMPTY, 0);
    for letter in text.chars() {
        if letter == FIFTH {
            fifths += 1;
            continue;
        }
        let suit = Suit::from_letter(letter).filter(|&suit| !suits.contains(suit))?;
        suits = suits.with(suit);
    }
    Some((suits, fifths))
}

fn sequence(suit: &str, ranks: &str, stand_ins: &str) -> Option<Meld> {
    let suit = suit.parse::<Suit>().ok()?;
    let ranks: Vec<i32> = ranks.chars().map(place).collect::<Option<_>>()?;
    let low = *ranks.first()?;
    if !ranks.iter().copied().eq((low..).take(ranks.len())) {
        return None;
    }
    let mut jokers = 0u32;
    for letter in stand_ins.chars() {
        let bit = 1 << ranks.iter().position(|&rank| Some(rank) == place(letter))?;
        if jokers & bit != 0 {
            return None;
        }
        jokers |= bit;
    }
    Meld::sequence(suit, low, ranks.len() as u32, jokers)
}

/// Returns the index of a rank; −1 for `-`, which is below the 3, and 13 for `+`, above the 2.
fn place(letter: char) -> Option<i32> {
    match letter {
        '-' => Some(-1),
        '+' => Some(13),
        other => Rank::from_letter(other).map(|rank| rank.index() as i32),
    }
}

#[cfg(test)]
mod tests {
    use super::read_move;

    #[test]
    fn moves_are_read_as_they_are_meant() {
        for (text, meld) in [
            ("p", ""),
            ("P", ""),
            ("jk", "JK"),
            ("jo", "JK"),
            ("d-3", "D3"),
            ("hs-t", "HT ST"),
            ("SH-T", "HT ST"),
            ("dh-5(h)", "D5 [H5]"),
            ("cdhs-4(cd)", "[C4] [D4] H4 S4"),
            ("cdhsx-4(x)", "C4 D4 H4 S4 [4]"),
            ("cdhsx-4", "C4 D4 H4 S4 [4]"),
            ("cdhsx-4(xs)", "C4 D4 H4 [S4] [4]"),
            ("c-jqk", "CJ CQ CK"),
            ("h-678(7)", "H6 [H7] H8"),
            ("s--34(-)", "[Sx] S3 S4"),
            ("s-a2+(+)", "SA S2 [Sx]"),
            ("S-A2+(+)", "SA S2 [Sx]"),
        ] {
            assert_eq!(read_move(text).map(|read| read.to_string()).as_deref(), Ok(meld), "{text}");
        }
        for text in [
            "",
            "q",
            "pp",
            "jkjk",
            "d3",
            "d-",
            "-3",
            "dd-3",
            "d-33",
            "d-34",
            "dh-345",
            "d-346",
            "d-543",
            "d-345(6)",
            "d-345(33)",
            "d-345()",
            "d-345(3",
            "d-345)",
            "s--34",
            "s-a2+",
            "dhx-4(x)",
            "cdhsx-4(c)",
            "dh-5(s)",
            "dh-5(dh)",
            "d-345(345)",
            "d-x",
            "d-3(d)",
            "ä-ö",
            "d-é45",
        ] {
            let error = read_move(text).unwrap_err();
            assert!(error.contains("is not a move; expected a move such as"), "{text}: {error}");
        }
    }
}
