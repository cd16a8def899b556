//! Serde implementations of types with a text form. The types serialise as their text and
//! deserialise through their parser, so that only valid values are accepted.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bounds::{Border, Bounds};
use crate::engine::Engine;
use crate::formats::Format;
use crate::position::Position;
use crate::rule::Rule;

/// A visitor that passes a text to the type's own parser.
struct Text<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($Type:ty),+) => {$(
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text(PhantomData))
            }
        }
    )+};
}

as_text!(Rule, Border, Bounds, Engine, Format, Position);

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::*;
    use crate::pattern::{Pattern, Span};
    use crate::rule_spec::RuleSpec;

    #[test]
    fn values_are_written_as_their_texts() {
        let json = |text: &str| serde_json::Value::String(text.to_owned());
        assert_eq!(serde_json::to_value(Rule::CONWAY).unwrap(), json("B3/S23"));
        let bounds: Bounds = "30x20:ring".parse().unwrap();
        assert_eq!(serde_json::to_value(bounds).unwrap(), json("30x20:ring"));
        assert_eq!(serde_json::from_value::<Bounds>(json("30x20:ring")).unwrap(), bounds);
        assert_eq!(serde_json::from_value::<Engine>(json("tiles")).unwrap(), Engine::Tiles);
        assert_eq!(serde_json::from_value::<Format>(json("rle")).unwrap(), Format::Rle);
        for wrong in ["0x0", "2x9:ring", "rung:99", "B9/S"] {
            assert!(serde_json::from_value::<Bounds>(json(wrong)).is_err(), "{wrong}");
            assert!(serde_json::from_value::<Engine>(json(wrong)).is_err(), "{wrong}");
            assert!(serde_json::from_value::<Rule>(json(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn patterns_come_back_and_spans_are_put_in_order() {
        let mut pattern = Pattern::from_cells([(1, 0), (2, 0), (-3, 7)]);
        pattern.rule = Some(RuleSpec { rule: Rule::CONWAY, bounds: "9x9:ring".parse().ok() });
        pattern.name = Some("three".to_owned());
        pattern.position = Some((BigInt::from(-7) << 99, 3).into());
        let text = serde_json::to_string(&pattern).unwrap();
        assert_eq!(serde_json::from_str::<Pattern>(&text).unwrap(), pattern);
        let disordered =
            r#"{"spans":[{"y":1,"x":4,"length":2},{"y":0,"x":0,"length":0},{"y":1,"x":2,"length":3}]}"#;
        let pattern: Pattern = serde_json::from_str(disordered).unwrap();
        assert_eq!(pattern.spans(), [Span { y: 1, x: 2, length: 4 }]);
    }
}
