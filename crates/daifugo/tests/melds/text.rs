//! The text form of melds.

use quadrille_daifugo::melds::{Kind, Meld, plain};

#[test]
fn every_meld_is_parsed_from_its_text() {
    for meld in plain::every_meld(2) {
        let text = meld.to_string();
        assert_eq!(text.parse(), Ok(meld), "{text}");
        assert_eq!(text.to_lowercase().parse(), Ok(meld), "{text}");
    }
}

#[test]
fn cards_jokers_and_ranks_of_melds() {
    for meld in plain::every_meld(2) {
        assert_eq!(meld.cards().len() + meld.jokers(), meld.size(), "{meld}");
        assert_eq!(
            meld.to_string().matches('[').count() as u32,
            if meld.kind() == Kind::Jokers { 0 } else { meld.jokers() }
        );
    }
    let meld: Meld = "S2 [Sx] SA".parse::<Meld>().unwrap_or(Meld::JOKER);
    assert_eq!(meld, Meld::JOKER, "the imaginary rank above the 2 comes last");
    let meld: Meld = "S2 SA [Sx]".parse().unwrap();
    assert_eq!((meld.low(), meld.high(), meld.cards().to_string()), (11, 13, "SA S2".to_owned()));
    let meld: Meld = "[Sx] S4 S3".parse().unwrap();
    assert_eq!((meld.low(), meld.high()), (-1, 1));
    let five: Meld = "D8 [8] S8 C8 H8".parse().unwrap();
    assert!(five.is_revolution() && five.shows(quadrille_daifugo::Rank::EIGHT));
    assert_eq!(five.to_string(), "C8 D8 H8 S8 [8]");
}

#[test]
fn invalid_melds_are_rejected_with_a_reason() {
    for (text, says) in [
        ("", "no cards"),
        ("C3 X4", "word 2"),
        ("C3 C3", "word 2: duplicate card C3"),
        ("C3 [C3]", "duplicate card C3"),
        ("C3 H5", "not a meld"),
        ("C3 C4", "not a meld"),
        ("C3 C4 C6", "not a meld"),
        ("C3 C4 D5", "not a meld"),
        ("C3 D3 [3]", "not a meld"),
        ("[S4]", "a joker alone is written `JK`"),
        ("[4]", "a joker alone is written `JK`"),
        ("JK C3", "a joker alone is written `JK`"),
        ("JK JK JK", "3 jokers; expected at most two"),
        ("[C3] [D3] H3 [S3]", "3 jokers"),
        ("C3 [zz]", "word 2: `[zz]` is not a valid joker"),
        ("C3 [D3", "word 2"),
        ("[Cx] C4 C5", "not a meld"),
        ("CK CA [Cx]", "not a meld"),
        ("C3 [Dx] C4", "not a meld"),
        ("C3 C4 C5 [5]", "not a meld"),
    ] {
        let error = text.parse::<Meld>().unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}
