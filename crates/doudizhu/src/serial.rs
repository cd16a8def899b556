//! Serialises values as text. Deserialisation parses the text, and so rejects invalid values.

use crate::game::Call;
use crate::{Hand, Kind, Rank, Rules};

quadrille_table::serde_by_text!(Call, Hand, Kind, Rank, Rules);
