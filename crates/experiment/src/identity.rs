//! When two experiments are the same one.

use sha2::{Digest, Sha256};

/// Everything a result depends on: the experiment's text, the files it names, the seed and the program's version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Which experiment: `mastermind.evaluate`.
    pub kind: String,
    /// The experiment file's text.
    pub text: String,
    /// The seed of all its randomness.
    pub seed: u64,
    /// The version of the program that runs it.
    pub version: String,
    /// SHA-256 over all of it and over the named files, in lower-case hex.
    pub hash: String,
}

impl Identity {
    /// The identity of an experiment whose text names the `files` (name and bytes, in the order named).
    ///
    /// The hash is SHA-256 over these fields, each preceded by its length in bytes as a little-endian u64: the text, the
    /// seed in decimal, the version, then every file's name and bytes.
    pub fn new(kind: &str, text: &str, files: &[(&str, &[u8])], seed: u64, version: &str) -> Self {
        let mut hash = Sha256::new();
        let mut field = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        field(text.as_bytes());
        field(seed.to_string().as_bytes());
        field(version.as_bytes());
        for (name, bytes) in files {
            field(name.as_bytes());
            field(bytes);
        }
        let hash = base16ct::lower::encode_string(&hash.finalize());
        Self { kind: kind.to_owned(), text: text.to_owned(), seed, version: version.to_owned(), hash }
    }

    /// What of `self` differs from `other`, for people; `None` if nothing does.
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self.hash == other.hash {
            None
        } else if self.text != other.text {
            Some("its experiment reads differently".to_owned())
        } else if self.seed != other.seed {
            Some(format!("its seed is {}, not {}", self.seed, other.seed))
        } else if self.version != other.version {
            Some(format!("version {} of the program wrote it, this is {}", self.version, other.version))
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
        let a = Identity::new("k", "ab", &[("c", b"d")], 1, "0");
        let b = Identity::new("k", "a", &[("bc", b"d")], 1, "0");
        let c = Identity::new("k", "ab", &[("cd", b"")], 1, "0");
        assert_ne!(a.hash, b.hash);
        assert_ne!(a.hash, c.hash);
    }

    #[test]
    fn what_differs_is_named() {
        let one = Identity::new("k", "text", &[("f", b"1")], 1, "0.1.0");
        let differs = |other: &Identity| one.difference(other).unwrap_or_default();
        assert_eq!(one.difference(&one), None);
        assert!(
            differs(&Identity::new("k", "other", &[("f", b"1")], 1, "0.1.0")).contains("reads differently")
        );
        assert!(
            differs(&Identity::new("k", "text", &[("f", b"1")], 2, "0.1.0")).contains("seed is 1, not 2")
        );
        assert!(differs(&Identity::new("k", "text", &[("f", b"1")], 1, "0.2.0")).contains("version 0.1.0"));
        assert!(
            differs(&Identity::new("k", "text", &[("f", b"2")], 1, "0.1.0")).contains("names has changed")
        );
    }

    #[test]
    fn the_hash_stays_what_it_is() {
        // The documented fields, hashed once with Python's hashlib.
        let golden = "1b04b2e93a690f7db273ec4aebb2c2a79cc2a686592625de2928babe40c76bda";
        assert_eq!(Identity::new("k", "text", &[], 7, "0.1.0").hash, golden);
    }
}
