//! Serialisation by text: deserialisation uses the parser, so that invalid values are rejected.

use crate::game::Call;
use crate::{Hand, Kind, Rank, Rules};

quadrille_table::serde_by_text!(Call, Hand, Kind, Rank, Rules);
