//! Conversion of cards, sets and actions to text and numbers, and back.

use proptest::prelude::*;
use quadrille_hearts::{Card, Cards, Hearts, Outcome, Rules};
use quadrille_random::StreamKey;
use quadrille_table::{Encode, Game, Text};

fn dealt() -> Hearts {
    let mut hearts = Hearts::new(&Rules::default());
    hearts.deal(&mut StreamKey::new(1, 0).rng());
    hearts
}

#[test]
fn cards_convert_to_text_and_numbers_and_back() {
    let rules = Rules::default();
    let mut hearts = dealt();
    let view = hearts.view().expect("a game begins");
    let mut texts = Vec::new();
    for id in 0..Hearts::action_count(&rules) {
        let card = Hearts::action_of(&rules, id).expect("a card");
        assert_eq!((card.id(), Hearts::action_id(&rules, card)), (id, Some(id)));
        let text = Hearts::action_text(card);
        assert_eq!(Hearts::read_action(&view, &text), Ok(card));
        let (suit, rank) = text.split_at(1);
        for other in [format!("{rank}{suit}"), text.to_lowercase(), text.replace('T', "10")] {
            assert_eq!(other.parse(), Ok(card), "{other}");
        }
        texts.push(text);
    }
    assert_eq!(Hearts::action_of(&rules, 52), None);
    assert_eq!((&texts[0][..], &texts[22][..], &texts[49][..], &texts[51][..]), ("C2", "DJ", "SQ", "SA"));
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 52);
}

#[test]
fn invalid_cards_are_rejected_with_the_expected_form() {
    for text in ["", "S", "S1", "SQQ", "QQ", "SS", "é", "XQ", "S 2", "C2 C3", "\u{fe0f}"] {
        let error = Hearts::read_action(&dealt().view().expect("a game begins"), text).expect_err(text);
        assert_eq!((error.found.as_str(), error.expected), (text, "a card, such as `SQ`"));
        assert!(text.parse::<Card>().unwrap_err().to_string().contains("expected a suit"));
    }
}

#[test]
fn values_have_the_documented_serialized_form() {
    let rules: Rules = serde_json::from_str(r#"{"jd_bonus": true}"#).expect("rules");
    assert_eq!(rules, Rules { jd_bonus: true, ..Rules::default() });
    assert!(serde_json::from_str::<Rules>(r#"{"jack": true}"#).is_err());
    let outcome = Outcome { points: [0, 26, 26, 26], moon: Some(0) };
    let text = serde_json::to_string(&outcome).expect("JSON");
    assert_eq!(serde_json::from_str::<Outcome>(&text).expect("an outcome"), outcome);
}

proptest! {
    #[test]
    fn sets_convert_to_text_and_back(ids in proptest::collection::vec(0usize..52, 0..60)) {
        let cards: Cards = ids.iter().filter_map(|id| Card::of_id(*id)).collect();
        prop_assert_eq!(cards.to_string().parse::<Cards>(), Ok(cards));
        prop_assert_eq!(cards.iter().collect::<Cards>(), cards);
        prop_assert_eq!(cards.iter().count(), cards.len());
        prop_assert_eq!(cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" "), cards.to_string());
        prop_assert!(ids.iter().all(|id| cards.iter().any(|card| card.id() == *id)));
    }

    #[test]
    fn reading_any_text_returns_cards_or_an_error(text: String) {
        let _ = text.parse::<Cards>();
        if let Ok(card) = text.parse::<Card>() {
            prop_assert_eq!(card.to_string().parse(), Ok(card));
        }
    }
}
