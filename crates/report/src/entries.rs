//! A list of named values that keeps its order.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// Named values in a given order. They are serialised as an object whose keys are the names.
///
/// The lookup of a name is a linear search; the type is intended for lists that are read in order.
///
/// ```
/// use quadrille_report::entries::Entries;
///
/// let uptimes: Entries<f64> = [("rage".to_owned(), 0.25), ("flurry".to_owned(), 0.5)].into_iter().collect();
/// let text = serde_json::to_string(&uptimes)?;
/// assert_eq!(text, r#"{"rage":0.25,"flurry":0.5}"#);
/// assert_eq!(serde_json::from_str::<Entries<f64>>(&text)?, uptimes);
/// assert_eq!(uptimes.get("flurry"), Some(&0.5));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entries<V>(Vec<(String, V)>);

impl<V> Entries<V> {
    /// Returns every name with its value, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &V)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns the value of a name; `None` if the name is missing.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<V> Default for Entries<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// If a name occurs several times, the entry has the position of its first occurrence and the value
/// of its last.
impl<V> FromIterator<(String, V)> for Entries<V> {
    fn from_iter<I: IntoIterator<Item = (String, V)>>(entries: I) -> Self {
        let mut all: Vec<(String, V)> = Vec::new();
        for (name, value) in entries {
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some(known) => known.1 = value,
                None => all.push((name, value)),
            }
        }
        Self(all)
    }
}

impl<V: Serialize> Serialize for Entries<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Entries<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrder(PhantomData))
    }
}

struct InOrder<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for InOrder<V> {
    type Value = Entries<V>;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("an object with unique names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<V>, A::Error> {
        let mut entries = Entries::default();
        while let Some((name, value)) = map.next_entry::<String, V>()? {
            if entries.get(&name).is_some() {
                return Err(A::Error::custom(format!("`{name}` is given twice; expected each name once")));
            }
            entries.0.push((name, value));
        }
        Ok(entries)
    }
}
