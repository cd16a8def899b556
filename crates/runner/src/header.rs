//! The keys that all experiment files share: `kind`, `seed` and `[run]`.
//!
//! ```toml
//! kind = "mastermind.evaluate"   # which experiment
//! seed = 7                       # optional: the seed of all randomness
//!
//! [run]                          # optional
//! shards = 16                    # number of shards
//! threads = 2                    # number of threads; does not affect the result
//! ```

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Document, TomlTable, Value, one_of};

/// Maximum number of shards. With more shards, storing them would take longer than computing them.
pub const MOST_SHARDS: u64 = 1_000_000;
/// Maximum number of threads that a file or a flag may request.
pub const MOST_THREADS: u64 = 1024;

/// The keys that all experiment files share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Header {
    /// The seed; `None` if the file does not contain it.
    pub seed: Option<u64>,
    /// The number of shards; `None` if the file does not contain it.
    pub shards: Option<u64>,
    /// The number of threads; `None` if the file does not contain it.
    pub threads: Option<usize>,
}

impl Header {
    /// Returns the kind of the experiment, as an index into `kinds`.
    ///
    /// # Errors
    /// The kind is missing or unknown.
    pub fn kind(document: &Document, kinds: &[&str]) -> Result<usize, Diagnostic> {
        document.required("kind").map_err(|error| error.expected(one_of(kinds)))?.choice(kinds)
    }

    /// Reads the keys that all kinds share from the root table of the file.
    ///
    /// # Errors
    /// A diagnostic for a wrong type, a number out of range, or an unknown key in `[run]`.
    pub fn read(root: &TomlTable<'_>) -> Result<Self, Diagnostic> {
        let mut header =
            Self { seed: root.optional("seed").as_ref().map(seed).transpose()?, ..Self::default() };
        if let Some(run) = root.optional("run") {
            let run = run.table(&["shards", "threads"])?;
            header.shards =
                run.optional("shards").map(|shards| shards.integer(1..=MOST_SHARDS)).transpose()?;
            let threads =
                run.optional("threads").map(|threads| threads.integer(1..=MOST_THREADS)).transpose()?;
            header.threads = threads.map(|threads| threads as usize);
        }
        Ok(header)
    }
}

/// Reads the seed, which may be any u64. It is a number or a text of decimal digits. The text is
/// useful if a TOML writer does not support whole numbers from 2^63 on.
fn seed(value: &Value<'_>) -> Result<u64, Diagnostic> {
    const EXPECTED: &str = "a whole number from 0 to 18446744073709551615";
    match value.string(EXPECTED) {
        Ok(text) => text.parse().map_err(|_| value.error(format!("`seed` is \"{text}\"")).expected(EXPECTED)),
        Err(_) => value.integer(0..=u64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_diagnostics::Source;

    fn read(text: &str) -> Result<Header, String> {
        let source = Source::new("e.toml", text);
        let read = || Header::read(&Document::parse(&source)?.root(&["kind", "seed", "run"])?);
        read().map_err(|error| error.headline())
    }

    #[test]
    fn everything_is_optional() {
        assert_eq!(read(""), Ok(Header::default()));
    }

    #[test]
    fn all_keys_are_read() {
        let header = Header { seed: Some(u64::MAX), shards: Some(16), threads: Some(2) };
        assert_eq!(read("seed = 18446744073709551615\n[run]\nshards = 16\nthreads = 2"), Ok(header));
        assert_eq!(read("seed = \"18446744073709551615\"\nrun = { shards = 16, threads = 2 }"), Ok(header));
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        for (text, error) in [
            (
                "seed = -1",
                "e.toml:1:8: `seed` is -1 (expected a whole number from 0 to 18446744073709551615)",
            ),
            (
                "seed = \"x\"",
                "e.toml:1:8: `seed` is \"x\" (expected a whole number from 0 to 18446744073709551615)",
            ),
            ("[run]\nshards = 0", "e.toml:2:10: `shards` is 0 (expected a whole number from 1 to 1000000)"),
            (
                "[run]\nthreads = 9999",
                "e.toml:2:11: `threads` is 9999 (expected a whole number from 1 to 1024)",
            ),
            (
                "[run]\nthread = 1",
                "e.toml:2:1: unknown key `thread` in [run] (expected `shards` or `threads`); did you mean `threads`?",
            ),
        ] {
            assert_eq!(read(text), Err(error.to_owned()));
        }
    }
}
