//! The vector instructions to use: detected once and passed to every operation on arrays.
//!
//! The level affects the speed only, never the results. The environment variable [`VARIABLE`]
//! forces a level, for tests and for comparisons.

use std::ffi::OsStr;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use fearless_simd as simd;

/// The environment variable that [`Level::from_env`] reads.
pub const VARIABLE: &str = "QUADRILLE_SIMD";

/// All levels of all architectures, in ascending order.
const NAMES: [(Kind, &str); 7] = [
    (Kind::Scalar, "scalar"),
    (Kind::Sse2, "sse2"),
    (Kind::Sse42, "sse4.2"),
    (Kind::Avx2, "avx2"),
    (Kind::Avx512, "avx512"),
    (Kind::Neon, "neon"),
    (Kind::WasmSimd128, "wasm-simd128"),
];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    Scalar,
    Sse2,
    Sse42,
    Avx2,
    Avx512,
    Neon,
    WasmSimd128,
}

/// A set of vector instructions that this CPU supports.
///
/// | name | vector | available on |
/// |---|---|---|
/// | `scalar` | – | every CPU: plain code without explicit vectors |
/// | `sse2` | 128 bits | every x86-64 |
/// | `sse4.2` | 128 bits | x86-64-v2 |
/// | `avx2` | 256 bits | x86-64-v3 |
/// | `avx512` | 512 bits | the AVX-512 set of Ice Lake and Zen 4 |
/// | `neon` | 128 bits | every `AArch64` |
/// | `wasm-simd128` | 128 bits | `WebAssembly` built with `simd128` |
///
/// A value exists only for a level that this CPU supports: it comes from
/// [`available`](Self::available), [`best`](Self::best), [`scalar`](Self::scalar) or a constructor
/// that can fail. The token returned by [`simd`](Self::simd) can therefore always be dispatched on.
/// Levels are ordered as in the table.
///
/// In a build whose target guarantees a level (`-C target-cpu=native`),
/// [`dispatch!`](crate::simd::dispatch) runs the code of the guaranteed level for all lower levels
/// except `scalar`. [`dispatch_some!`](crate::dispatch_some) runs the code of the given level.
///
/// ```
/// use quadrille_lanes::Level;
///
/// let narrow: Level = "scalar".parse()?;
/// assert_eq!(narrow, Level::scalar());
/// assert!(narrow <= Level::best());
/// assert_eq!(Level::available().first(), Some(&narrow));
/// # Ok::<(), quadrille_lanes::LevelError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Level {
    kind: Kind,
    token: simd::Level,
}

impl Level {
    /// Returns the level of plain code, which every CPU supports.
    #[inline]
    pub const fn scalar() -> Self {
        Self { kind: Kind::Scalar, token: simd::Level::fallback() }
    }

    /// Returns the widest level of this CPU.
    ///
    /// The level is detected by the first call; later calls return the stored level.
    #[inline]
    pub fn best() -> Self {
        static BEST: LazyLock<Level> = LazyLock::new(|| Level::available().pop().unwrap_or(Level::scalar()));
        *BEST
    }

    /// Returns the levels that this CPU supports, in ascending order, beginning with `scalar`.
    pub fn available() -> Vec<Self> {
        let found = simd::Level::new();
        NAMES.iter().filter_map(|&(kind, _)| token(kind, found).map(|token| Self { kind, token })).collect()
    }

    /// Returns the level named by the environment variable `QUADRILLE_SIMD`, or
    /// [`best`](Self::best) if it is unset or empty.
    ///
    /// # Errors
    /// The value is not the name of a level, names a level that this CPU lacks, or is not Unicode.
    /// The message names the variable and the possible values.
    pub fn from_env() -> Result<Self, LevelError> {
        let value = std::env::var_os(VARIABLE);
        Self::from_variable(value.as_deref()).map_err(|error| LevelError::Variable(Box::new(error)))
    }

    fn from_variable(value: Option<&OsStr>) -> Result<Self, LevelError> {
        match value {
            None => Self::choose(None),
            Some(raw) => match raw.to_str() {
                Some(name) => Self::choose(Some(name)),
                None => Err(LevelError::NotUnicode { value: raw.to_string_lossy().into_owned() }),
            },
        }
    }

    /// Returns the level named `name`, or [`best`](Self::best) for `None` and for an empty name.
    ///
    /// ```
    /// use quadrille_lanes::Level;
    ///
    /// assert_eq!(Level::choose(None), Ok(Level::best()));
    /// assert_eq!(Level::choose(Some("")), Ok(Level::best()));
    /// assert_eq!(Level::choose(Some("scalar")), Ok(Level::scalar()));
    /// assert!(Level::choose(Some("fast")).unwrap_err().to_string().contains("sse4.2"));
    /// ```
    ///
    /// # Errors
    /// As for [`Level::from_str`].
    pub fn choose(name: Option<&str>) -> Result<Self, LevelError> {
        match name {
            None | Some("") => Ok(Self::best()),
            Some(name) => name.parse(),
        }
    }

    /// Returns the level's name: `scalar`, `sse2`, `sse4.2`, `avx2`, `avx512`, `neon` or
    /// `wasm-simd128`.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|&&(kind, _)| kind == self.kind).map_or("scalar", |&(_, name)| name)
    }

    /// Returns whether every current CPU of the target has a higher level: true for `sse2`, and for
    /// `scalar` on targets with vectors. These levels serve tests and comparisons. Some large
    /// kernels are compiled for them in fewer variants, by
    /// [`dispatch_some!`](crate::dispatch_some), and are slower there.
    #[inline]
    pub const fn is_superseded(self) -> bool {
        let has_vectors = cfg!(any(
            target_arch = "x86",
            target_arch = "x86_64",
            target_arch = "aarch64",
            all(target_arch = "wasm32", target_feature = "simd128")
        ));
        matches!(self.kind, Kind::Sse2) || (has_vectors && matches!(self.kind, Kind::Scalar))
    }

    /// Returns the token by which [`dispatch!`](crate::simd::dispatch) selects the level in custom
    /// kernels:
    ///
    /// ```
    /// use quadrille_lanes::{Level, simd::{Simd, dispatch, prelude::*}};
    ///
    /// #[inline(always)]
    /// fn total<S: Simd>(simd: S, words: &[u64]) -> u64 {
    ///     let (chunks, rest) = words.split_at(words.len() - words.len() % S::u64s::LEN);
    ///     let mut sums = S::u64s::splat(simd, 0);
    ///     for chunk in chunks.chunks_exact(S::u64s::LEN) {
    ///         sums += S::u64s::from_slice(simd, chunk);
    ///     }
    ///     sums.as_slice().iter().chain(rest).sum()
    /// }
    ///
    /// let words: Vec<u64> = (1..=100).collect();
    /// for level in Level::available() {
    ///     assert_eq!(dispatch!(level.simd(), simd => total(simd, &words)), 5050);
    /// }
    /// ```
    #[inline]
    pub const fn simd(self) -> simd::Level {
        self.token
    }
}

/// Selects code by a [`Level`] as [`dispatch!`](crate::simd::dispatch) does, but compiles it for
/// some of the levels only.
///
/// | form | levels |
/// |---|---|
/// | `superseded` | `scalar` and, on x86, `sse2` |
/// | `current` | `sse4.2`, `avx2`, `avx512`, `neon`, `wasm-simd128`; `scalar` on other targets |
///
/// These are the [superseded](Level::is_superseded) levels of the target and all others, except
/// that on targets without vectors both forms contain `scalar`. The code has the vectors of the
/// given level, also in a build whose target guarantees a higher level.
///
/// ```
/// use quadrille_lanes::{Level, dispatch_some, simd::{Simd, prelude::*}};
///
/// #[inline(always)]
/// fn words<S: Simd, const WIDE: bool>(_: S) -> (usize, bool) {
///     (S::u64s::LEN, WIDE)
/// }
///
/// for level in Level::available() {
///     let (words, wide) = if level.is_superseded() {
///         dispatch_some!(superseded, level, simd => words::<_, false>(simd))
///     } else {
///         dispatch_some!(current, level, simd => words::<_, true>(simd))
///     };
///     assert!(wide || words <= 2);
/// }
/// ```
///
/// # Panics
/// If the level is not one of those levels.
#[macro_export]
macro_rules! dispatch_some {
    (superseded, $level:expr, $simd:ident => $call:expr) => {
        match $level.simd() {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            $crate::simd::Level::Sse2($simd) => $crate::simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $call,
            ),
            $crate::simd::Level::Fallback($simd) => $crate::simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $call,
            ),
            #[allow(unreachable_patterns, reason = "which arms are compiled depends on the target")]
            _ => unreachable!("the level is not superseded"),
        }
    };
    (current, $level:expr, $simd:ident => $call:expr) => {
        match $level.simd() {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            $crate::simd::Level::Sse4_2($simd) => $crate::simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $call,
            ),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            $crate::simd::Level::Avx2($simd) => $crate::simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $call,
            ),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            $crate::simd::Level::Avx512($simd) => $crate::simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $call,
            ),
            #[cfg(target_arch = "aarch64")]
            $crate::simd::Level::Neon($simd) => $crate::simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $call,
            ),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            $crate::simd::Level::WasmSimd128($simd) => $crate::simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $call,
            ),
            #[cfg(not(any(
                target_arch = "x86",
                target_arch = "x86_64",
                target_arch = "aarch64",
                all(target_arch = "wasm32", target_feature = "simd128")
            )))]
            $crate::simd::Level::Fallback($simd) => $crate::simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $call,
            ),
            #[allow(unreachable_patterns, reason = "which arms are compiled depends on the target")]
            _ => unreachable!("the level is superseded"),
        }
    };
}

/// Returns the token for `kind` if the CPU, as described by `found`, supports it.
#[allow(clippy::match_same_arms, reason = "which arms are compiled depends on the target")]
fn token(kind: Kind, found: simd::Level) -> Option<simd::Level> {
    match kind {
        Kind::Scalar => Some(simd::Level::fallback()),
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Kind::Sse2 => found.as_sse2().map(simd::Level::Sse2),
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Kind::Sse42 => found.as_sse4_2().map(simd::Level::Sse4_2),
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Kind::Avx2 => found.as_avx2().map(simd::Level::Avx2),
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Kind::Avx512 => found.as_avx512().map(simd::Level::Avx512),
        #[cfg(target_arch = "aarch64")]
        Kind::Neon => found.as_neon().map(simd::Level::Neon),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Kind::WasmSimd128 => found.as_wasm_simd128().map(simd::Level::WasmSimd128),
        #[allow(unreachable_patterns, reason = "which arms are compiled depends on the target")]
        _ => None,
    }
}

impl FromStr for Level {
    type Err = LevelError;

    /// Returns the level with exactly this name.
    ///
    /// # Errors
    /// [`LevelError::Unknown`] if no level has this name, [`LevelError::Unavailable`] for a level
    /// that this CPU lacks.
    fn from_str(name: &str) -> Result<Self, LevelError> {
        let Some(&(kind, _)) = NAMES.iter().find(|&&(_, known)| known == name) else {
            return Err(LevelError::Unknown { name: name.to_owned() });
        };
        token(kind, simd::Level::new())
            .map(|token| Self { kind, token })
            .ok_or_else(|| LevelError::Unavailable { name: name.to_owned() })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Level({})", self.name())
    }
}

/// Serialises a level as its name.
#[cfg(feature = "serde")]
impl serde::Serialize for Level {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Deserialises a name; a level that this CPU lacks is an error.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Level {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

// The kind determines the token, so it suffices to compare the kinds.
impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Level {}

impl PartialOrd for Level {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Level {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.kind.cmp(&other.kind)
    }
}

impl std::hash::Hash for Level {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.kind.hash(state);
    }
}

/// Error of selecting a [`Level`] by its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// No level has this name.
    #[error("unknown vector level `{name}`; expected one of: {}", known())]
    Unknown {
        /// The name as given.
        name: String,
    },
    /// The level exists, but not on this CPU.
    #[error("this CPU lacks the vector level `{name}`; it has: {}", on_this_cpu())]
    Unavailable {
        /// The level's name.
        name: String,
    },
    /// The value is not Unicode text.
    #[error("the vector level `{value}` is not valid Unicode; expected one of: {}", known())]
    NotUnicode {
        /// The value, with invalid parts replaced.
        value: String,
    },
    /// The value of the environment variable `QUADRILLE_SIMD` is invalid. Contains the reason.
    #[error("environment variable QUADRILLE_SIMD: {0}")]
    Variable(Box<LevelError>),
}

fn known() -> String {
    NAMES.map(|(_, name)| name).join(", ")
}

fn on_this_cpu() -> String {
    let names: Vec<_> = Level::available().into_iter().map(Level::name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use simd::Simd;
    use std::collections::HashSet;

    #[test]
    fn available_levels_ascend_from_scalar_to_the_best() {
        let levels = Level::available();
        assert_eq!(levels[0], Level::scalar());
        assert!(levels.is_sorted_by(|a, b| a < b));
        assert_eq!(levels.last(), Some(&Level::best()));
        assert_eq!(levels.iter().collect::<HashSet<_>>().len(), levels.len());
    }

    #[test]
    fn every_available_level_is_found_again_by_its_name() {
        for level in Level::available() {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(Level::choose(Some(level.name())), Ok(level));
        }
    }

    #[test]
    fn no_wish_means_the_best() {
        assert_eq!(Level::choose(None), Ok(Level::best()));
        assert_eq!(Level::choose(Some("")), Ok(Level::best()));
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        for name in ["AVX2", "avx", " avx2", "sse42", "best", "0"] {
            let error = Level::choose(Some(name)).unwrap_err();
            assert_eq!(error, LevelError::Unknown { name: name.to_owned() });
            assert_eq!(
                error.to_string(),
                format!(
                    "unknown vector level `{name}`; expected one of: \
                     scalar, sse2, sse4.2, avx2, avx512, neon, wasm-simd128"
                )
            );
        }
    }

    #[test]
    fn a_level_this_cpu_lacks_is_answered_with_those_it_has() {
        // No CPU has both the x86 levels and NEON.
        let foreign = if cfg!(target_arch = "aarch64") { "sse2" } else { "neon" };
        let error = Level::choose(Some(foreign)).unwrap_err();
        assert_eq!(error, LevelError::Unavailable { name: foreign.to_owned() });
        let text = error.to_string();
        assert!(text.starts_with(&format!("this CPU lacks the vector level `{foreign}`; it has: scalar")));
        for level in Level::available() {
            assert!(text.contains(level.name()), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_value_that_is_not_unicode_is_an_error() {
        use std::os::unix::ffi::OsStrExt;
        let error = Level::from_variable(Some(OsStr::from_bytes(b"avx\xff"))).unwrap_err();
        assert!(matches!(&error, LevelError::NotUnicode { value } if value.starts_with("avx")));
        let text = LevelError::Variable(Box::new(error)).to_string();
        assert!(text.starts_with("environment variable QUADRILLE_SIMD: the vector level `avx"), "{text}");
    }

    /// A dispatched kernel runs on exactly the given level and not on a better level. There is one
    /// exception: if the build's target guarantees a level, all lower levels but `scalar` run on
    /// the guaranteed level.
    #[test]
    fn dispatch_keeps_the_level() {
        #[inline(always)]
        fn seen<S: Simd>(simd: S) -> (String, usize) {
            use simd::SimdBase;
            (format!("{:?}", simd.level()), S::u64s::LEN)
        }
        let guaranteed = simd::Level::baseline();
        for level in Level::available() {
            let below = level != Level::scalar()
                && token(level.kind, guaranteed).is_some()
                && format!("{:?}", level.simd()) != format!("{guaranteed:?}");
            let expected = if below { guaranteed } else { level.simd() };
            let (token, words) = simd::dispatch!(level.simd(), s => seen(s));
            assert_eq!(token, format!("{expected:?}"), "{level}");
            if !below {
                let wide = match level.name() {
                    "avx2" => 4,
                    "avx512" => 8,
                    _ => 2,
                };
                assert_eq!(words, wide, "{level}");
            }
        }
        let (token, _) = simd::dispatch!(Level::scalar().simd(), s => seen(s));
        assert!(token.starts_with("Fallback"), "{token}");
    }
}
