//! Values that are written as their texts, and read through them, so that nothing impossible is read.

use crate::game::Call;
use crate::{Hand, Kind, Rank, Rules};

quadrille_table::serde_by_text!(Call, Hand, Kind, Rank, Rules);
