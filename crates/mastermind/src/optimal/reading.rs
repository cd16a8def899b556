//! Deserialisation of nodes with a depth limit, because the data can be untrusted.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::tree::{LONGEST, Node};
use crate::feedback::Feedback;

impl<'de> serde::Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        NodeBelow(LONGEST).deserialize(deserializer)
    }
}

const FIELDS: &[&str] = &["guess", "then"];

/// Deserialises a guess with its children, at most `self.0` turns deep.
#[derive(Clone, Copy)]
struct NodeBelow(usize);

impl<'de> DeserializeSeed<'de> for NodeBelow {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        if self.0 == 0 {
            return Err(D::Error::custom(format_args!("the tree has a path of more than {LONGEST} turns")));
        }
        deserializer.deserialize_struct("Node", FIELDS, self)
    }
}

impl<'de> Visitor<'de> for NodeBelow {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a guess, and the next guess after each feedback")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node, A::Error> {
        let guess = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let then = seq.next_element_seed(Then(self.0 - 1))?;
        Ok(Node { guess, then: then.ok_or_else(|| A::Error::invalid_length(1, &self))? })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let (mut guess, mut then) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "guess" if guess.is_none() => guess = Some(map.next_value()?),
                "then" if then.is_none() => then = Some(map.next_value_seed(Then(self.0 - 1))?),
                "guess" => return Err(A::Error::duplicate_field("guess")),
                "then" => return Err(A::Error::duplicate_field("then")),
                _ => return Err(A::Error::unknown_field(&key, FIELDS)),
            }
        }
        let guess = guess.ok_or_else(|| A::Error::missing_field("guess"))?;
        Ok(Node { guess, then: then.ok_or_else(|| A::Error::missing_field("then"))? })
    }
}

/// Deserialises the children, each with its feedback. Each child is at most `self.0` turns deep.
#[derive(Clone, Copy)]
struct Then(usize);

impl<'de> DeserializeSeed<'de> for Then {
    type Value = Vec<(Feedback, Node)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Then {
    type Value = Vec<(Feedback, Node)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of pairs of a feedback and the next guess")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut then = Vec::new();
        while let Some(entry) = seq.next_element_seed(Entry(self.0))? {
            then.push(entry);
        }
        Ok(then)
    }
}

/// Deserialises a feedback and its child.
#[derive(Clone, Copy)]
struct Entry(usize);

impl<'de> DeserializeSeed<'de> for Entry {
    type Value = (Feedback, Node);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_tuple(2, self)
    }
}

impl<'de> Visitor<'de> for Entry {
    type Value = (Feedback, Node);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pair of a feedback and the next guess")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let answer = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let next = seq.next_element_seed(NodeBelow(self.0))?;
        Ok((answer, next.ok_or_else(|| A::Error::invalid_length(1, &self))?))
    }
}
