//! Serialisation of moves without their rules.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Move;
use crate::rules::Rules;

/// Returns the four presets with the space shuttle added. Every move of any rules has the same
/// classification under at least one of these four. The other switches only remove moves.
fn widest() -> [Rules; 4] {
    Rules::PRESETS.map(Rules::with_space_shuttle)
}

/// Returns the first of the [`widest`] rules under which the cards of `mv` are the move `mv`.
fn read_by(mv: Move) -> Option<Rules> {
    widest().into_iter().find(|rules| rules.classify(mv.cards()) == Some(mv))
}

/// Returns the first of the [`widest`] rules under which the cards of `mv` are any legal move.
fn readable_by(mv: Move) -> Option<Rules> {
    widest().into_iter().find(|rules| rules.classify(mv.cards()).is_some())
}

impl Serialize for Move {
    /// Serialises the text form.
    ///
    /// The text form does not name the rules. Deserialisation therefore classifies the cards under
    /// the first preset (with the space shuttle added) that accepts them. Presets classify a few
    /// sets of cards differently, since `DouZero` compares some airplanes by an attached trio. If
    /// that first preset does not give the move `self`, the text is followed by `@` and the first
    /// of these presets that gives `self`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (reader, first) = (read_by(*self), readable_by(*self));
        match reader {
            Some(rules) if reader != first => serializer.collect_str(&format_args!("{self}@{rules}")),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        let (cards, rules) = match text.split_once('@') {
            Some((cards, rules)) => (cards, Some(rules.parse::<Rules>().map_err(de::Error::custom)?)),
            None => (&*text, None),
        };
        if let Some(rules) = rules {
            return rules.parse_move(cards).map_err(de::Error::custom);
        }
        let read = widest().into_iter().find_map(|rules| rules.parse_move(cards).ok());
        // If no rules accept the text, reports the error of the default rules.
        read.map_or_else(|| Rules::default().parse_move(cards).map_err(de::Error::custom), Ok)
    }
}
