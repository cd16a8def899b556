//! Cookies: random values that expire. The server keeps only their SHA-256 digests.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::header::{COOKIE, HeaderMap};
use serde::{Deserialize, Serialize};

use crate::secret::{Digest, Secret};

/// Maximum number of valid cookies; the oldest is dropped for a new one.
const MOST: usize = 64;

/// A cookie in the form that is kept: the SHA-256 of its value, and its expiry time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// SHA-256 of the value.
    sha256: Digest,
    /// Expiry time, in seconds since 1970.
    expires: u64,
}

/// The valid cookies of a server.
#[derive(Debug)]
pub(crate) struct Cookies {
    /// The name of the cookies. It contains the port, because browsers send a cookie of a host to
    /// all ports of this host.
    name: String,
    life: Duration,
    kept: Mutex<Vec<Kept>>,
}

impl Cookies {
    /// Creates the cookies of the server at a port. `kept` are the cookies that the previous server
    /// saved.
    pub(crate) fn new(port: u16, life: Duration, kept: Vec<Kept>) -> Self {
        Self { name: format!("quadrille-{port}"), life, kept: Mutex::new(kept) }
    }

    /// Creates a cookie. Returns the value of the `Set-Cookie` header that sets the cookie.
    pub(crate) fn issue(&self) -> Result<String, getrandom::Error> {
        let secret = Secret::draw()?;
        let mut kept = self.valid();
        if kept.len() >= MOST {
            kept.remove(0);
        }
        kept.push(Kept { sha256: secret.digest(), expires: now() + self.life.as_secs() });
        let (name, seconds) = (&self.name, self.life.as_secs());
        let value = secret.as_text();
        Ok(format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict"))
    }

    /// Returns how long the cookie in the headers remains valid; `None` if the headers contain no
    /// valid cookie.
    pub(crate) fn remaining(&self, headers: &HeaderMap) -> Option<Duration> {
        let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
        let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let mut values = pairs.filter(|&(name, _)| name == self.name).map(|(_, value)| value);
        let kept = self.valid();
        let expires = values.find_map(|value| {
            let digest = Digest::of(value);
            kept.iter().find(|kept| kept.sha256 == digest).map(|kept| kept.expires)
        })?;
        Some(Duration::from_secs(expires.saturating_sub(now())))
    }

    /// Returns the valid cookies in the form that is saved.
    pub(crate) fn kept(&self) -> Vec<Kept> {
        self.valid().clone()
    }

    /// Drops expired cookies and returns the others.
    fn valid(&self) -> std::sync::MutexGuard<'_, Vec<Kept>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let now = now();
        kept.retain(|cookie| cookie.expires > now);
        kept
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(cookie: &str) -> HeaderMap {
        HeaderMap::from_iter([(COOKIE, cookie.parse().unwrap())])
    }

    fn knows(cookies: &Cookies, headers: &HeaderMap) -> bool {
        cookies.remaining(headers).is_some()
    }

    fn value(issued: &str) -> &str {
        issued.split(';').next().unwrap()
    }

    #[test]
    fn a_cookie_is_random_and_known_by_its_exact_value() {
        let cookies = Cookies::new(8080, Duration::from_hours(12), Vec::new());
        let (one, other) = (cookies.issue().unwrap(), cookies.issue().unwrap());
        assert_ne!(one, other);
        assert!(one.ends_with("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict"), "{one}");
        assert!(value(&one).starts_with("quadrille-8080="));
        assert!(value(&one).len() >= "quadrille-8080=".len() + 32, "at least 128 bits in hexadecimal");
        for issued in [&one, &other] {
            assert!(knows(&cookies, &with(value(issued))));
            assert!(knows(&cookies, &with(&format!("a=b; {}; c=d", value(issued)))));
            assert!(!knows(&cookies, &with(&value(issued).replace("8080", "8081"))), "another port's name");
            assert!(!knows(&cookies, &with(&value(issued)[..40])), "a prefix");
        }
        assert!(!knows(&cookies, &with("quadrille-8080=")) && !knows(&cookies, &HeaderMap::new()));
    }

    #[test]
    fn a_cookie_expires() {
        let cookies = Cookies::new(8080, Duration::ZERO, Vec::new());
        let issued = cookies.issue().unwrap();
        assert!(!knows(&cookies, &with(value(&issued))) && cookies.kept().is_empty());
    }

    #[test]
    fn a_successor_knows_the_cookie_by_its_digest_alone() {
        let cookies = Cookies::new(8080, Duration::from_hours(12), Vec::new());
        let issued = cookies.issue().unwrap();
        let kept = serde_json::to_string(&cookies.kept()).unwrap();
        let secret = value(&issued).split('=').nth(1).unwrap();
        assert!(!kept.contains(secret));
        let next = Cookies::new(8080, Duration::from_hours(12), serde_json::from_str(&kept).unwrap());
        assert!(knows(&next, &with(value(&issued))));
    }

    #[test]
    fn the_number_of_cookies_is_limited() {
        let cookies = Cookies::new(1, Duration::from_hours(12), Vec::new());
        let first = cookies.issue().unwrap();
        for _ in 0..MOST {
            cookies.issue().unwrap();
        }
        assert_eq!(cookies.kept().len(), MOST);
        assert!(!knows(&cookies, &with(value(&first))));
    }
}
