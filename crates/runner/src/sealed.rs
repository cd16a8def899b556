//! Sealed partials: what travels between workers and a coordinator, and proves whose it is.
//!
//! ```text
//!   offset  bytes
//!        0      8   "QDRLpart"
//!        8      1   format, 1
//!        9      1   0 a partial, 1 a snapshot of unfinished work
//!       10     32   the experiment's identity (SHA-256, see `Identity`)
//!       42      8   the stage it was worked out in: the first bytes of its SHA-256
//!       50      8   number of the shard, little-endian
//!       58      n   the content, in postcard's format
//!     58+n     32   SHA-256 of everything before
//! ```
//!
//! The checksum finds damage, the identity strangers: another experiment, seed, file or revision. It is no
//! signature.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::Identity;

const MAGIC: &[u8; 8] = b"QDRLpart";
const FORMAT: u8 = 1;
/// Bytes before the content, and after it.
const HEAD: usize = 58;
const TAIL: usize = 32;

/// What a sealed piece holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// All that a shard found.
    Partial,
    /// How far a shard had come.
    Snapshot,
}

/// A partial or snapshot as it travels, opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed<'a> {
    /// What it holds.
    pub content: Content,
    /// The shard's number.
    pub shard: u64,
    /// The stage in which it was worked out.
    pub stage: StageMark,
    /// What was sealed: `postcard` bytes of a partial or a snapshot.
    pub bytes: &'a [u8],
}

/// What tells one stage of an experiment from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageMark([u8; 8]);

impl StageMark {
    /// Returns the mark of a stage, from its bytes.
    pub fn of(stage: &[u8]) -> Self {
        let mut mark = [0; 8];
        mark.copy_from_slice(&Sha256::digest(stage)[..8]);
        Self(mark)
    }
}

/// Returns whether these are the bytes of one stage: at once where they are shared, by comparing them otherwise.
pub(crate) fn same_stage(one: &Arc<[u8]>, other: &Arc<[u8]>) -> bool {
    Arc::ptr_eq(one, other) || one == other
}

/// Why sealed bytes are refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SealError {
    /// Not sealed by this program, or by a later one.
    #[error("this is no sealed partial of this program")]
    Foreign,
    /// Damaged on the way.
    #[error("the partial is damaged: it does not fit its checksum")]
    Damaged,
    /// Of another experiment, seed or revision.
    #[error("the partial belongs to another experiment, seed, named file or results revision")]
    Stranger,
}

impl Sealed<'_> {
    /// Seals it for the experiment of this identity.
    pub fn seal(&self, identity: &Identity) -> Vec<u8> {
        let mut sealed = Vec::with_capacity(HEAD + self.bytes.len() + TAIL);
        sealed.extend_from_slice(MAGIC);
        sealed.push(FORMAT);
        sealed.push(u8::from(self.content == Content::Snapshot));
        sealed.extend_from_slice(&identity.digest);
        sealed.extend_from_slice(&self.stage.0);
        sealed.extend_from_slice(&self.shard.to_le_bytes());
        sealed.extend_from_slice(self.bytes);
        let sum = Sha256::digest(&sealed);
        sealed.extend_from_slice(&sum);
        sealed
    }
}

impl<'a> Sealed<'a> {
    /// Opens what was sealed for the experiment of this identity.
    ///
    /// # Errors
    /// Foreign bytes, damaged ones, or those of another experiment.
    pub fn open(sealed: &'a [u8], identity: &Identity) -> Result<Self, SealError> {
        if sealed.len() < HEAD + TAIL || !sealed.starts_with(MAGIC) || sealed[8] != FORMAT {
            return Err(SealError::Foreign);
        }
        let (body, sum) = sealed.split_at(sealed.len() - TAIL);
        if Sha256::digest(body)[..] != *sum {
            return Err(SealError::Damaged);
        }
        let content = match body[9] {
            0 => Content::Partial,
            1 => Content::Snapshot,
            _ => return Err(SealError::Foreign),
        };
        if body[10..42] != identity.digest {
            return Err(SealError::Stranger);
        }
        let eight = |at: usize| std::array::from_fn(|i| body[at + i]);
        Ok(Self {
            content,
            stage: StageMark(eight(42)),
            shard: u64::from_le_bytes(eight(50)),
            bytes: &body[HEAD..],
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn identity(seed: u64) -> Identity {
        Identity::new("test", "text", &[], seed, 1)
    }

    proptest! {
        #[test]
        fn what_is_sealed_opens_and_no_bit_of_it_may_change(
            shard: u64,
            bytes in prop::collection::vec(any::<u8>(), 0..100),
            snapshot: bool,
            at: prop::sample::Index,
            bit in 0..8u32,
        ) {
            let content = if snapshot { Content::Snapshot } else { Content::Partial };
            let piece = Sealed { content, shard, stage: StageMark::of(&bytes), bytes: &bytes };
            let mut sealed = piece.seal(&identity(1));
            let opened = Sealed::open(&sealed, &identity(1));
            prop_assert_eq!(opened, Ok(piece.clone()));
            prop_assert_eq!(Sealed::open(&sealed, &identity(2)), Err(SealError::Stranger));
            let cut = at.index(sealed.len());
            prop_assert!(Sealed::open(&sealed[..cut], &identity(1)).is_err());
            let at = at.index(sealed.len());
            sealed[at] ^= 1 << bit;
            prop_assert!(Sealed::open(&sealed, &identity(1)).is_err());
        }
    }
}
