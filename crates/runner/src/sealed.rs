//! Sealed partials: the format in which workers send partials and snapshots to a coordinator. It
//! includes the identity of the experiment and a checksum.
//!
//! ```text
//!   offset  bytes
//!        0      8   "QDRLpart"
//!        8      1   format, 1
//!        9      1   0 for a partial, 1 for a snapshot of unfinished work
//!       10     32   the experiment's identity (SHA-256, see `Identity`)
//!       42      8   the stage of the shard: the first bytes of the SHA-256 of the stage data
//!       50      8   number of the shard, little-endian
//!       58      n   the content, in postcard's format
//!     58+n     32   SHA-256 of everything before
//! ```
//!
//! The checksum detects damage, and the identity detects partials of other experiments, seeds,
//! files or revisions. The format contains no signature, so it does not protect against forged
//! partials.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::Identity;

const MAGIC: &[u8; 8] = b"QDRLpart";
const FORMAT: u8 = 1;
/// Length in bytes of the header, which precedes the content. `TAIL` is the length in bytes of the
/// checksum, which follows the content.
const HEAD: usize = 58;
const TAIL: usize = 32;

/// The kind of data that sealed bytes contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// The result of a shard.
    Partial,
    /// The state of an unfinished shard.
    Snapshot,
}

/// A partial or a snapshot, and the metadata that are sealed together with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed<'a> {
    /// Whether the bytes are a partial or a snapshot.
    pub content: Content,
    /// The shard's number.
    pub shard: u64,
    /// A hash of the data of the stage for which the shard was computed.
    pub stage: StageMark,
    /// The partial or snapshot as `postcard` bytes.
    pub bytes: &'a [u8],
}

/// The first bytes of the SHA-256 of the data of a stage, which distinguish the stages of an
/// experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageMark([u8; 8]);

impl StageMark {
    /// Returns the mark of the stage with these data.
    pub fn of(stage: &[u8]) -> Self {
        let mut mark = [0; 8];
        mark.copy_from_slice(&Sha256::digest(stage)[..8]);
        Self(mark)
    }
}

/// Returns whether the data of two stages are equal. Data that share their memory are not compared
/// byte by byte.
pub(crate) fn same_stage(one: &Arc<[u8]>, other: &Arc<[u8]>) -> bool {
    Arc::ptr_eq(one, other) || one == other
}

/// Error of opening sealed bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SealError {
    /// The bytes were not sealed by this program, or have another version of the format.
    #[error("this is not a partial result that this program has written")]
    Foreign,
    /// The bytes are damaged.
    #[error("the partial is damaged: its checksum differs")]
    Damaged,
    /// The bytes belong to another experiment, other input files, another seed or another revision.
    #[error("the partial belongs to another run: its experiment, input files, seed or revision differ")]
    OtherExperiment,
}

impl Sealed<'_> {
    /// Returns the sealed bytes, for the experiment with this identity.
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
        // The checksum is compared before the identity, so that a damaged identity is reported as
        // damage.
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
