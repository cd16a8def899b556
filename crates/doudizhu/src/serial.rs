//! Values that are written as their texts, and read through them, so that nothing impossible is read.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::game::Call;
use crate::{Hand, Kind, Rank, Rules};

macro_rules! as_text {
    ($($value:ty),+) => {$(
        impl Serialize for $value {
            /// As its text.
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $value {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(de::Error::custom)
            }
        }
    )+};
}

as_text!(Call, Hand, Kind, Rank, Rules);
