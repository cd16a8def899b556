//! Packed small integers: many counters in one machine word, many words in one vector.
