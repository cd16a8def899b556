//! Enumerations whose values have names.

/// The error of a name that is not in the list of known names.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no such {what}; expected {expected}")]
#[non_exhaustive]
pub struct UnknownName {
    /// The kind of choice that the name should identify, such as `reward`.
    pub what: &'static str,
    /// The known names as a list for a sentence, such as "`a`, `b` or `c`".
    pub expected: String,
}

impl UnknownName {
    /// Creates the error. `what` is the kind of choice, and `names` are the known names.
    pub fn new(what: &'static str, names: &[&str]) -> Self {
        let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let expected = match &quoted[..] {
            [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
            _ => quoted.concat(),
        };
        Self { what, expected }
    }
}

/// Implements `Display` and `FromStr` for an enumeration that has an array `ALL` of its values and
/// a method `name`. The error of `FromStr` is [`UnknownName`].
///
/// ```
/// use quadrille_table::{UnknownName, by_name};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Reward { Points, Centred }
///
/// impl Reward {
///     const ALL: [Self; 2] = [Self::Points, Self::Centred];
///
///     const fn name(self) -> &'static str {
///         match self {
///             Self::Points => "points",
///             Self::Centred => "centred",
///         }
///     }
/// }
///
/// by_name!(Reward, "reward");
/// assert_eq!("points".parse(), Ok(Reward::Points));
/// let error: UnknownName = "point".parse::<Reward>().unwrap_err();
/// assert_eq!(error.to_string(), "no such reward; expected `points` or `centred`");
/// ```
#[macro_export]
macro_rules! by_name {
    ($type:ty, $what:literal) => {
        impl ::std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            /// # Errors
            /// The name is unknown.
            fn from_str(name: &str) -> Result<Self, $crate::UnknownName> {
                let known = Self::ALL.into_iter().find(|known| known.name() == name);
                known.ok_or_else(|| $crate::UnknownName::new($what, &Self::ALL.map(Self::name)))
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
