//! Rectangles that may lie farther out than numbers of JSON are exact: numbers up to 2⁵³, decimal text beyond. For `#[serde(with = …)]`.

use std::fmt::Display;
use std::str::FromStr;

use num_bigint::{BigInt, BigUint};
use quadrille_life::Area;
use serde::de::{Deserializer, Error as _};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

/// A number, however long.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Number<N> {
    Short(N),
    Long(String),
}

/// The greatest number that another program surely reads as it is written.
const EXACT: u64 = 1 << 53;

impl<N> Number<N> {
    /// Short if its size is exact as a number.
    fn of<B: Display>(number: &B, size: &BigUint) -> Self
    where
        for<'a> N: TryFrom<&'a B>,
    {
        let short = (*size <= BigUint::from(EXACT)).then(|| N::try_from(number).ok()).flatten();
        short.map_or_else(|| Self::Long(number.to_string()), Self::Short)
    }

    fn read<B: FromStr + From<N> + Display>(self) -> Result<B, String> {
        match self {
            Self::Short(number) => Ok(number.into()),
            Self::Long(text) => text
                .parse()
                .ok()
                .filter(|number: &B| number.to_string() == text)
                .ok_or_else(|| format!("`{text}` is no whole number; expected decimal digits")),
        }
    }
}

/// Writes the rectangle.
#[expect(clippy::ref_option, reason = "serde hands fields over by reference")]
pub(super) fn serialize<S: Serializer>(
    area: &Option<Area<BigInt, BigUint>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let number = |area: &Area<BigInt, BigUint>| Area::<Number<i64>, Number<u64>> {
        x: Number::of(&area.x, area.x.magnitude()),
        y: Number::of(&area.y, area.y.magnitude()),
        width: Number::of(&area.width, &area.width),
        height: Number::of(&area.height, &area.height),
    };
    area.as_ref().map(number).serialize(serializer)
}

/// Reads a rectangle that is written as [`serialize`] writes it.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Area<BigInt, BigUint>>, D::Error> {
    let read = |area: Area<Number<i64>, Number<u64>>| {
        Ok(Area {
            x: area.x.read()?,
            y: area.y.read()?,
            width: area.width.read()?,
            height: area.height.read()?,
        })
    };
    let area = Option::<Area<Number<i64>, Number<u64>>>::deserialize(deserializer)?;
    area.map(read).transpose().map_err(|text: String| D::Error::custom(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Place(#[serde(with = "super")] Option<Area<BigInt, BigUint>>);

    #[test]
    fn what_is_written_is_read_back() {
        let far = BigInt::from(10).pow(30);
        let area = Area { x: -&far, y: (-5).into(), width: 7u8.into(), height: BigUint::from(10u8).pow(31) };
        let place = Place(Some(area));
        let text = serde_json::to_string(&place).unwrap();
        let digits = |zeros: usize| format!("1{}", "0".repeat(zeros));
        let expected = format!(r#"{{"x":"-{}","y":-5,"width":7,"height":"{}"}}"#, digits(30), digits(31));
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Place>(&text).unwrap(), place);
        let edge = BigInt::from(1i64 << 53);
        let area = Area { x: -&edge, y: &edge + 1, width: 1u8.into(), height: 1u8.into() };
        let text = serde_json::to_string(&Place(Some(area))).unwrap();
        assert_eq!(text, r#"{"x":-9007199254740992,"y":"9007199254740993","width":1,"height":1}"#);
        assert_eq!(serde_json::from_str::<Place>("null").unwrap(), Place(None));
        for wrong in [r#""+1""#, r#""1x""#, "1.5", r#""""#] {
            let text = format!(r#"{{"x":{wrong},"y":0,"width":1,"height":1}}"#);
            assert!(serde_json::from_str::<Place>(&text).is_err(), "{text}");
        }
    }
}
