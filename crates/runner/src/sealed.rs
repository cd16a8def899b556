//! Sealed partials: the format in which partials are sent between workers and a coordinator, with
//! their identity.
//!
//! ```text
//!   offset  bytes
//!        0      8   "QDRLpart"
//!        8      1   format, 1
//!        9      1   0 for a partial, 1 for a snapshot of unfinished work
//!       10     32   the experiment's identity (SHA-256, see `Identity`)
//!       42      8   its stage: the first bytes of the SHA-256 of its data
//!       50      8   number of the shard, little-endian
//!       58      n   the content, in postcard's format
//!     58+n     32   SHA-256 of everything before
//! ```
//!
//! The checksum detects damage, and the identity detects partials of other experiments, seeds,
//! files or revisions. It is not a signature.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::Identity;

const MAGIC: &[u8; 8] = b"QDRLpart";
const FORMAT: u8 = 1;
/// Lengths of the header and of the trailer, in bytes.
const HEAD: usize = 58;
const TAIL: usize = 32;

/// The contents of sealed bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// The result of a shard.
    Partial,
    /// The state of an unfinished shard.
    Snapshot,
}

/// Opened sealed bytes: a partial or a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed<'a> {
    /// The kind of contents.
    pub content: Content,
    /// The shard's number.
    pub shard: u64,
    /// The stage for which it was computed.
    pub stage: StageMark,
    /// The contents: `postcard` bytes of a partial or a snapshot.
    pub bytes: &'a [u8],
}

/// A mark that distinguishes the stages of an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageMark([u8; 8]);

impl StageMark {
    /// Returns the mark of a stage.
    pub fn of(stage: &[u8]) -> Self {
        let mut mark = [0; 8];
        mark.copy_from_slice(&Sha256::digest(stage)[..8]);
        Self(mark)
    }
}

/// Returns whether two stages are equal: immediately if they are shared, otherwise by comparing the
/// bytes.
pub(crate) fn same_stage(one: &Arc<[u8]>, other: &Arc<[u8]>) -> bool {
    Arc::ptr_eq(one, other) || one == other
}

/// Error of opening sealed bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SealError {
    /// The bytes were not sealed by this program, or were sealed by a later version.
    #[error("this is not a sealed partial of this program")]
    Foreign,
    /// The bytes are damaged.
    #[error("the partial is damaged: its checksum differs")]
    Damaged,
    /// The bytes belong to another experiment, seed or revision.
    #[error("the partial belongs to another experiment, seed, named file or results revision")]
    OtherExperiment,
}

impl Sealed<'_> {
    /// Seals the contents for the experiment with this identity.
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
    /// Opens bytes that were sealed for the experiment with this identity.
    ///
    /// # Errors
    /// The bytes are not sealed, are damaged, or belong to another experiment.
    pub fn open(sealed: &'a [u8], identity: &Identity) -> Result<Self, SealError> {
        if sealed.len() < HEAD + TAIL || !sealed.starts_with(MAGIC) || sealed[8] != FORMAT {
            return Err(SealError::Foreign);
        }
        // The checksum is compared first, so that a damaged identity counts as damage.
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
            return Err(SealError::OtherExperiment);
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
            let partial = Sealed { content, shard, stage: StageMark::of(&bytes), bytes: &bytes };
            let mut sealed = partial.seal(&identity(1));
            let opened = Sealed::open(&sealed, &identity(1));
            prop_assert_eq!(opened, Ok(partial.clone()));
            prop_assert_eq!(Sealed::open(&sealed, &identity(2)), Err(SealError::OtherExperiment));
            let cut = at.index(sealed.len());
            prop_assert!(Sealed::open(&sealed[..cut], &identity(1)).is_err());
            let at = at.index(sealed.len());
            sealed[at] ^= 1 << bit;
            prop_assert!(Sealed::open(&sealed, &identity(1)).is_err());
        }
    }
}
