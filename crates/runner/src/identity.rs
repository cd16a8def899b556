//! The identity of an experiment: all data that determine its result, and a digest of these data.

use sha2::{Digest, Sha256};

/// All data on which a result depends: the text of the experiment, the files that it names, the
/// seed, and the revision of the kind. The revision is increased whenever the same file and seed
/// give a different result than before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The kind of experiment, such as `mastermind.evaluate`.
    pub kind: String,
    /// The experiment file's text.
    pub text: String,
    /// The seed of all random numbers of the experiment.
    pub seed: u64,
    /// The revision of the kind.
    pub revision: u32,
    /// SHA-256 of the text, the seed, the revision and the named files.
    pub digest: [u8; 32],
}

impl Identity {
    /// Returns the identity of an experiment. `files` contains the name and the bytes of each file
    /// that `text` names, in the order in which `text` names them.
    ///
    /// The digest is the SHA-256 of the text, the seed in decimal, the revision in decimal, and the
    /// name and bytes of each file. Each of these fields is preceded by its length in bytes as a
    /// little-endian u64.
    pub fn new(kind: &str, text: &str, files: &[(&str, &[u8])], seed: u64, revision: u32) -> Self {
        let mut hash = Sha256::new();
        let mut field = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        field(text.as_bytes());
        field(seed.to_string().as_bytes());
        field(revision.to_string().as_bytes());
        for (name, bytes) in files {
            field(name.as_bytes());
            field(bytes);
        }
        Self { kind: kind.to_owned(), text: text.to_owned(), seed, revision, digest: hash.finalize().into() }
    }

    /// Returns the digest in lower-case hexadecimal.
    pub fn hash(&self) -> String {
        base16ct::lower::encode_string(&self.digest)
    }

    /// Describes how this identity differs from `other`; `None` if they are equal.
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self.digest == other.digest {
            None
        } else if self.text != other.text {
            Some("the texts of the experiments differ".to_owned())
        } else if self.seed != other.seed {
            Some(format!("its seed is {}, not {}", self.seed, other.seed))
        } else if self.revision != other.revision {
            Some(format!(
                "its results are of revision {} of {}, but this program computes revision {}",
                self.revision, self.kind, other.revision
            ))
        } else {
            Some("a file that the experiment names has changed".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_cannot_run_into_each_other() {
        let a = Identity::new("k", "ab", &[("c", b"d")], 1, 0);
        let b = Identity::new("k", "a", &[("bc", b"d")], 1, 0);
        let c = Identity::new("k", "ab", &[("cd", b"")], 1, 0);
        assert_ne!(a.digest, b.digest);
        assert_ne!(a.digest, c.digest);
    }

    #[test]
    fn what_differs_is_named() {
        let one = Identity::new("k", "text", &[("f", b"1")], 1, 1);
        let differs = |other: &Identity| one.difference(other).unwrap_or_default();
        assert_eq!(one.difference(&one), None);
        assert!(
            differs(&Identity::new("k", "other", &[("f", b"1")], 1, 1))
                .contains("texts of the experiments differ")
        );
        assert!(differs(&Identity::new("k", "text", &[("f", b"1")], 2, 1)).contains("seed is 1, not 2"));
        assert!(differs(&Identity::new("k", "text", &[("f", b"1")], 1, 2)).contains("revision 1 of k"));
        assert!(differs(&Identity::new("k", "text", &[("f", b"2")], 1, 1)).contains("names has changed"));
    }

    #[test]
    fn the_hash_stays_what_it_is() {
        // The documented fields, hashed with Python's hashlib.
        let golden = "1635c523e6b17fbf5d9d00aa7fd7839150c997b87905f4f406a47e0bd4681bfd";
        assert_eq!(Identity::new("k", "text", &[], 7, 1).hash(), golden);
    }
}
