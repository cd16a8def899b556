//! Secrets from the operating system, and their digests, which are compared in constant time.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::Digest as _;
use subtle::ConstantTimeEq as _;

/// Number of random bytes: 256 bits.
const BYTES: usize = 32;

/// A random text of 256 bits, drawn by the operating system.
///
/// The project's own generators are predictable by design, and are not used here.
pub(crate) struct Secret(String);

impl Secret {
    /// Draws a secret.
    ///
    /// # Errors
    /// The operating system provides no random bytes.
    pub(crate) fn draw() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Self(base16ct::lower::encode_string(&bytes)))
    }

    pub(crate) fn as_text(&self) -> &str {
        &self.0
    }

    pub(crate) fn digest(&self) -> Digest {
        Digest::of(&self.0)
    }
}

/// The SHA-256 of a secret. A comparison takes the same time for all values.
#[derive(Debug, Clone)]
pub(crate) struct Digest([u8; 32]);

impl Digest {
    pub(crate) fn of(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        Self(sha2::Sha256::digest(bytes).into())
    }

    /// Returns the digest in lower-case hexadecimal.
    pub(crate) fn to_hexadecimal(&self) -> String {
        base16ct::lower::encode_string(&self.0)
    }
}

impl PartialEq for Digest {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for Digest {}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_hexadecimal())
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut bytes = [0; 32];
        match base16ct::lower::decode(&text, &mut bytes) {
            Ok(read) if read.len() == 32 => Ok(Self(bytes)),
            _ => Err(serde::de::Error::custom("expected a SHA-256 in lower-case hexadecimal")),
        }
    }
}
