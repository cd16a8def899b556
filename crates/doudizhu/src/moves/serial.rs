//! Moves in other formats, without their rules.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Move;
use crate::rules::Rules;

/// Rules whose moves are all moves of any rules: each preset with every category allowed. Switches take moves
/// away, and never change how the cards of another are read.
fn widest() -> [Rules; 4] {
    Rules::PRESETS.map(Rules::with_space_shuttle)
}

/// The first of the [`widest`] rules under which the move is what it is.
fn read_by(mv: Move) -> Option<Rules> {
    widest().into_iter().find(|rules| rules.classify(mv.cards()) == Some(mv))
}

/// The first of the [`widest`] rules under which its cards are a move.
fn readable_by(mv: Move) -> Option<Rules> {
    widest().into_iter().find(|rules| rules.classify(mv.cards()).is_some())
}

impl Serialize for Move {
    /// As its text. A few cards are read differently by different presets (`DouZero` compares some airplanes
    /// by an attached trio); where the first preset that knows the cards reads them as another move, the text
    /// ends in `@` and the first that reads them as this one.
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
        // If nobody can read it, the default rules say why.
        read.map_or_else(|| Rules::default().parse_move(cards).map_err(de::Error::custom), Ok)
    }
}
