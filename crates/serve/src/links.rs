//! Links with a token. Each link opens the application once, and expires after some minutes.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::secret::{Digest, Secret};

/// Maximum number of unused links; the oldest is dropped for a new one.
const MOST: usize = 8;

/// The unused links of a server.
#[derive(Debug)]
pub(crate) struct Links {
    life: Duration,
    unused: Mutex<Vec<(Digest, Instant)>>,
}

impl Links {
    pub(crate) fn new(life: Duration) -> Self {
        Self { life, unused: Mutex::default() }
    }

    /// Creates a link, and returns its token.
    pub(crate) fn issue(&self) -> Result<Secret, getrandom::Error> {
        let token = Secret::draw()?;
        let mut unused = self.unused.lock().unwrap_or_else(PoisonError::into_inner);
        if unused.len() >= MOST {
            unused.remove(0);
        }
        unused.push((token.digest(), Instant::now()));
        Ok(token)
    }

    /// Redeems the token of a link. Returns whether it was valid.
    pub(crate) fn redeem(&self, token: &str) -> bool {
        let digest = Digest::of(token);
        let mut unused = self.unused.lock().unwrap_or_else(PoisonError::into_inner);
        unused.retain(|(_, since)| since.elapsed() < self.life);
        let found = unused.iter().position(|(known, _)| *known == digest);
        found.map(|found| unused.remove(found)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_opens_once() {
        let links = Links::new(Duration::from_mins(5));
        let (one, other) = (links.issue().unwrap(), links.issue().unwrap());
        assert!(one.as_text().len() >= 32, "at least 128 bits in hexadecimal");
        assert!(!links.redeem("") && !links.redeem(&one.as_text()[1..]));
        assert!(links.redeem(one.as_text()) && !links.redeem(one.as_text()));
        assert!(links.redeem(other.as_text()));
    }

    #[test]
    fn a_link_expires() {
        let links = Links::new(Duration::ZERO);
        let link = links.issue().unwrap();
        assert!(!links.redeem(link.as_text()));
    }
}
