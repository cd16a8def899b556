//! Serialization of rectangles, counts and displacements, for `#[serde(with = …)]`.
//!
//! JSON numbers are exact only up to 2⁵³. So larger numbers are written as decimal text.

use std::fmt::Display;
use std::str::FromStr;

use num_bigint::{BigInt, BigUint};
use quadrille_life::Area;
use serde::de::{Deserializer, Error as _};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

/// An integer of any size.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Number<N> {
    Short(N),
    Long(String),
}

/// The largest integer that every JSON reader represents exactly.
const EXACT: u64 = 1 << 53;

impl<N> Number<N> {
    /// Chooses the form of a number whose absolute value is `size`: a JSON number if `size` is at
    /// most [`EXACT`], otherwise decimal text.
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
                .ok_or_else(|| format!("`{text}` is not a whole number; expected decimal digits")),
        }
    }
}

/// Converts a rectangle to integers of any size.
pub(super) fn area<P: Into<BigInt>, S: Into<BigUint>>(area: Area<P, S>) -> Area<BigInt, BigUint> {
    let Area { x, y, width, height } = area;
    Area { x: x.into(), y: y.into(), width: width.into(), height: height.into() }
}

/// Writes a rectangle.
#[expect(clippy::ref_option, reason = "serde passes fields by reference")]
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

/// Reads a rectangle written by [`serialize`].
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

/// Serialization of optional counts.
pub(super) mod count {
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::{Serialize as _, Serializer};

    use super::{EXACT, Number};

    /// Writes a count.
    #[expect(clippy::ref_option, reason = "serde passes fields by reference")]
    pub(crate) fn serialize<S: Serializer>(count: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        let number = |count: u64| {
            if count <= EXACT { Number::Short(count) } else { Number::Long(count.to_string()) }
        };
        count.map(number).serialize(serializer)
    }

    /// Reads a count written by [`serialize`].
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
        let count = Option::<Number<u64>>::deserialize(deserializer)?;
        count.map(Number::read).transpose().map_err(D::Error::custom)
    }
}

/// Serialization of optional displacements, each a number of columns and a number of rows.
pub(super) mod way {
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::{Serialize as _, Serializer};

    use super::{EXACT, Number};

    /// Writes a displacement as a list of two numbers.
    #[expect(clippy::ref_option, reason = "serde passes fields by reference")]
    pub(crate) fn serialize<S: Serializer>(
        way: &Option<(i64, i64)>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let number = |side: i64| {
            if side.unsigned_abs() <= EXACT { Number::Short(side) } else { Number::Long(side.to_string()) }
        };
        way.map(|(x, y)| [number(x), number(y)]).serialize(serializer)
    }

    /// Reads a displacement written by [`serialize`].
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<(i64, i64)>, D::Error> {
        let way = Option::<[Number<i64>; 2]>::deserialize(deserializer)?;
        let read = |[x, y]: [Number<i64>; 2]| Ok((x.read()?, y.read()?));
        way.map(read).transpose().map_err(|text: String| D::Error::custom(text))
    }
}

/// Serialization of optional counts as decimal text.
pub(super) mod decimal {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Count(#[serde(with = "quadrille_report::decimal")] u64);

    /// Writes a count, if there is one.
    #[expect(clippy::ref_option, reason = "serde passes fields by reference")]
    pub(crate) fn serialize<S: Serializer>(count: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        count.map(Count).serialize(serializer)
    }

    /// Reads a count written by [`serialize`].
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
        Ok(Option::<Count>::deserialize(deserializer)?.map(|Count(count)| count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct FarArea(#[serde(with = "super")] Option<Area<BigInt, BigUint>>);

    #[test]
    fn what_is_written_is_read_back() {
        let far = BigInt::from(10).pow(30);
        let area = Area { x: -&far, y: (-5).into(), width: 7u8.into(), height: BigUint::from(10u8).pow(31) };
        let place = FarArea(Some(area));
        let text = serde_json::to_string(&place).unwrap();
        let digits = |zeros: usize| format!("1{}", "0".repeat(zeros));
        let expected = format!(r#"{{"x":"-{}","y":-5,"width":7,"height":"{}"}}"#, digits(30), digits(31));
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<FarArea>(&text).unwrap(), place);
        let edge = BigInt::from(1i64 << 53);
        let area = Area { x: -&edge, y: &edge + 1, width: 1u8.into(), height: 1u8.into() };
        let text = serde_json::to_string(&FarArea(Some(area))).unwrap();
        assert_eq!(text, r#"{"x":-9007199254740992,"y":"9007199254740993","width":1,"height":1}"#);
        assert_eq!(serde_json::from_str::<FarArea>("null").unwrap(), FarArea(None));
        for wrong in [r#""+1""#, r#""1x""#, "1.5", r#""""#] {
            let text = format!(r#"{{"x":{wrong},"y":0,"width":1,"height":1}}"#);
            assert!(serde_json::from_str::<FarArea>(&text).is_err(), "{text}");
        }
    }
}
