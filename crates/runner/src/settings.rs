//! Typed settings: one declaration per key of an experiment file.
//!
//! The macro [`settings!`](crate::settings!) declares the keys of a table as the fields of a
//! struct. From this declaration follow
//!
//! * the struct itself, for programs that create experiments,
//! * the list of [keys](Keys::KEYS), from which [templates](crate::template),
//!   [schemas](crate::schema), the reference and flags of commands are derived,
//! * the [reader](Keys::read), whose errors have the position of the value,
//! * the [text](experiment_text) of an experiment file with these settings.
//!
//! Conditions on several keys, or on named files, are checked by the code of the kind.

use std::fmt::Display;
use std::str::FromStr;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Entry, TomlTable, Value};
use quadrille_report::entries::Entries;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::job::Kind;
use crate::keys::{Key, LARGEST_BY_PATH, Shape};

/// The keys of a table, or of a part of a table, as a struct with one field per key. Implemented by
/// [`settings!`](crate::settings!).
pub trait Keys: Sized {
    /// The keys in the order of the declaration.
    const KEYS: &'static [Key];

    /// Reads all keys of a table.
    ///
    /// # Errors
    /// The first key, in the order of the declaration, whose value has another type or is out of
    /// range; if there is none, the first missing key.
    fn read(table: &TomlTable<'_>) -> Result<Self, Diagnostic>;

    /// Writes the required keys, and all others whose values differ from the defaults.
    ///
    /// # Errors
    /// The serialiser's errors.
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
}

/// The settings of a kind of experiment.
pub trait Settings: Serialize {
    /// The kind of experiment that has these settings.
    const KIND: Kind;
}

/// A type of values of keys.
pub trait KeyValue: Serialize + PartialEq + Sized {
    /// Reads a value. `expected` describes a valid value in error messages.
    ///
    /// # Errors
    /// The value has another type or is out of range.
    fn read(value: &Value<'_>, shape: &Shape, expected: &str) -> Result<Self, Diagnostic>;
}

/// Returns the range of a shape; for other shapes, the range of all numbers.
const fn whole(shape: &Shape) -> std::ops::RangeInclusive<u64> {
    match *shape {
        Shape::Whole(from, to) => from..=to,
        _ => 0..=u64::MAX,
    }
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl KeyValue for $number {
            fn read(value: &Value<'_>, shape: &Shape, _: &str) -> Result<Self, Diagnostic> {
                // The ranges of the keys lie within the types of their fields.
                Ok(Self::try_from(value.integer(whole(shape))?).unwrap_or(Self::MAX))
            }
        }
    )*};
}
whole_numbers!(u8, u32, u64);

/// A whole number that the code of the kind reads again, because its range depends on other keys or
/// because its error has further help. An invalid value is read as 0, without an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Unranged(pub u64);

impl KeyValue for Unranged {
    fn read(value: &Value<'_>, _: &Shape, _: &str) -> Result<Self, Diagnostic> {
        Ok(Self(value.integer(0..=u64::MAX).unwrap_or_default()))
    }
}

impl KeyValue for f64 {
    fn read(value: &Value<'_>, shape: &Shape, _: &str) -> Result<Self, Diagnostic> {
        match *shape {
            Shape::Number(from, to) => value.number(from..=to),
            _ => value.number(Self::MIN..=Self::MAX),
        }
    }
}

impl KeyValue for bool {
    fn read(value: &Value<'_>, _: &Shape, _: &str) -> Result<Self, Diagnostic> {
        value.boolean()
    }
}

impl KeyValue for String {
    fn read(value: &Value<'_>, _: &Shape, expected: &str) -> Result<Self, Diagnostic> {
        value.string(expected).map(str::to_owned)
    }
}

impl<T: KeyValue> KeyValue for Option<T> {
    fn read(value: &Value<'_>, shape: &Shape, expected: &str) -> Result<Self, Diagnostic> {
        T::read(value, shape, expected).map(Some)
    }
}

impl<T: KeyValue> KeyValue for Vec<T> {
    fn read(value: &Value<'_>, shape: &Shape, expected: &str) -> Result<Self, Diagnostic> {
        let Shape::List(_, of) = shape else { return Err(value.error("this key has no list")) };
        // The elements of nested lists are described by the whole list.
        let expected_element = match of {
            Shape::Text(noun) => format!("{noun}, in quotes"),
            _ => expected.to_owned(),
        };
        value.array(expected)?.iter().map(|element| T::read(element, of, &expected_element)).collect()
    }
}

/// Numbers by paths. The paths are not checked.
impl KeyValue for Entries<f64> {
    fn read(value: &Value<'_>, _: &Shape, _: &str) -> Result<Self, Diagnostic> {
        let number = |(path, entry): (String, Entry<'_>)| {
            Ok((path, entry.value().number(-LARGEST_BY_PATH..=LARGEST_BY_PATH)?))
        };
        by_path(value)?.into_iter().map(number).collect()
    }
}

/// Returns the entries of a table by their full paths, in file order; nested tables are flattened.
///
/// # Errors
/// The value is not a table.
pub fn by_path<'d>(table: &Value<'d>) -> Result<Vec<(String, Entry<'d>)>, Diagnostic> {
    let mut paths = Vec::new();
    for entry in table.entries()? {
        match by_path(entry.value()) {
            Ok(inner) => {
                let within = |(path, inner)| (format!("{}.{path}", entry.name()), inner);
                paths.extend(inner.into_iter().map(within));
            }
            Err(_) => paths.push((entry.name().to_owned(), entry)),
        }
    }
    Ok(paths)
}

/// A value that experiment files contain as text, such as a rule of Life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parsed<T>(pub T);

impl<T> From<T> for Parsed<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: Display> Serialize for Parsed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<T: FromStr<Err: Display> + Display + PartialEq> KeyValue for Parsed<T> {
    fn read(value: &Value<'_>, _: &Shape, expected: &str) -> Result<Self, Diagnostic> {
        value.string(expected)?.parse().map(Self).map_err(|error: T::Err| value.error(error.to_string()))
    }
}

/// One of the names of a [`Shape::Choice`]. Unlike for [`Parsed`], an error lists all names and
/// suggests the most similar one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Chosen<T>(pub T);

impl<T> From<T> for Chosen<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: Display> Serialize for Chosen<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<T: FromStr<Err: Display> + Display + PartialEq> KeyValue for Chosen<T> {
    fn read(value: &Value<'_>, shape: &Shape, expected: &str) -> Result<Self, Diagnostic> {
        if let Shape::Choice(names) = shape {
            value.choice(names)?;
        }
        Parsed::read(value, shape, expected).map(|Parsed(chosen)| Self(chosen))
    }
}

/// Reads a key. Returns `None` if the table does not contain it.
///
/// # Errors
/// The value has another type or is out of range.
#[doc(hidden)]
pub fn optional<T: KeyValue>(table: &TomlTable<'_>, key: &Key) -> Result<Option<T>, Diagnostic> {
    table.optional(key.name).map(|value| T::read(&value, &key.shape, &key.expected())).transpose()
}

/// Reads a key that the table must contain.
///
/// # Errors
/// The key is missing, or its value has another type or is out of range.
#[doc(hidden)]
pub fn required<T: KeyValue>(table: &TomlTable<'_>, key: &Key) -> Result<T, Diagnostic> {
    T::read(&table.required(key.name)?, &key.shape, &key.expected())
}

/// Returns whether a value differs from the default.
#[doc(hidden)]
pub fn differ<T: PartialEq>(value: &T, default: &T) -> bool {
    value != default
}

/// Returns the total number of keys of several parts.
#[doc(hidden)]
pub const fn total(parts: &[&[Key]]) -> usize {
    let (mut all, mut part) = (0, 0);
    while part < parts.len() {
        all += parts[part].len();
        part += 1;
    }
    all
}

/// Returns the keys of several parts as one list. `ALL` is their [`total`].
pub const fn joined<const ALL: usize>(parts: &[&[Key]]) -> [Key; ALL] {
    let mut all = [crate::keys::SEED; ALL];
    let (mut at, mut part) = (0, 0);
    while part < parts.len() {
        let mut key = 0;
        while key < parts[part].len() {
            all[at] = parts[part][key];
            at += 1;
            key += 1;
        }
        part += 1;
    }
    all
}

/// Declares the keys of a table as the fields of a struct, which implements [`Keys`] and
/// `Serialize`.
///
/// A field has the form `name: TYPE = PURPOSE, SHAPE, PRESENCE, EXAMPLE;`. The purpose is a line
/// that describes the key in all documents. The shape is the [type and range](Shape) of the value.
/// The example is a value in TOML. The presence is one of
///
/// | presence | meaning | value of the field without the key |
/// |---|---|---|
/// | `must` | the key is required | – |
/// | `default VALUE` | it has a default | the value |
/// | `default(VALUE, TEXT)` | it has a default that is written as the text in files | the value |
/// | `usually TEXT` | the text describes the default | `Default` |
/// | `instead TEXT` | it replaces the keys that the text names | `Default` |
/// | `preferred TEXT` | the same, and templates contain it | `Default` |
///
/// `..name: STRUCT;` inserts the keys of another struct. It must have no required keys.
///
/// The function `new` of the struct has the required keys as parameters.
///
/// ```
/// use quadrille_diagnostics::{Source, toml::Document};
/// use quadrille_runner::keys::Shape::{Flag, Whole};
/// use quadrille_runner::settings::Keys as _;
///
/// quadrille_runner::settings! {
///     /// Settings of dice.
///     pub struct DiceSettings {
///         dice: u64 = "number of dice", Whole(1, 100), must, "3";
///         sides: u32 = "number of sides of a die", Whole(2, 100), default 6, "20";
///         loaded: bool = "loaded dice", Flag, default false, "true";
///     }
/// }
///
/// let source = Source::new("dice.toml", "[dice]\ndice = 5\nsides = 1\n");
/// let document = Document::parse(&source)?;
/// let names: Vec<&str> = DiceSettings::KEYS.iter().map(|key| key.name).collect();
/// let table = document.required("dice")?.table(&names)?;
/// let error = DiceSettings::read(&table).unwrap_err();
/// assert_eq!(error.headline(), "dice.toml:3:9: `sides` is 1 (expected a whole number from 2 to 100)");
/// assert_eq!(DiceSettings::new(5).sides, 6);
/// # Ok::<(), quadrille_diagnostics::Diagnostic>(())
/// ```
#[macro_export]
macro_rules! settings {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($body:tt)* }) => {
        $crate::settings! { @fields ($(#[$meta])* $vis struct $name) () () () $($body)* }
    };
    // The fields are collected one by one in three lists: all fields, those that are parameters of
    // `new`, and those that have a default there.
    (@fields $head:tt ($($all:tt)*) $must:tt ($($rest:tt)*) ..$field:ident: $type:ty; $($more:tt)*) => {
        $crate::settings! { @fields $head
            ($($all)* { $field ($type) [concat!("The keys of [`", stringify!($type), "`].")] (part) })
            $must
            ($($rest)* $field: <$type>::default(),)
            $($more)* }
    };
    (@fields $head:tt ($($all:tt)*) ($($must:tt)*) $rest:tt
        $field:ident: $type:ty = $what:literal, $shape:expr, must, $example:literal; $($more:tt)*) => {
        $crate::settings! { @fields $head
            ($($all)* { $field ($type) [concat!("The key `", stringify!($field), "`: ", $what, ".")]
                (must $what; $shape; $example) })
            ($($must)* $field: $type,)
            $rest
            $($more)* }
    };
    (@fields $head:tt $all:tt $must:tt $rest:tt
        $field:ident: $type:ty = $what:literal, $shape:expr, default $default:literal, $example:literal; $($more:tt)*) => {
        $crate::settings! { @fields $head $all $must $rest
            $field: $type = $what, $shape, default($default, stringify!($default)), $example; $($more)* }
    };
    (@fields $head:tt $all:tt $must:tt $rest:tt
        $field:ident: $type:ty = $what:literal, $shape:expr, default($default:expr, $text:expr), $example:literal; $($more:tt)*) => {
        $crate::settings! { @optional $head $all $must $rest
            $field ($type) $what ($shape) ($default) ($crate::keys::Presence::Usually($text)) $example $($more)* }
    };
    (@fields $head:tt $all:tt $must:tt $rest:tt
        $field:ident: $type:ty = $what:literal, $shape:expr, usually $text:literal, $example:literal; $($more:tt)*) => {
        $crate::settings! { @optional $head $all $must $rest
            $field ($type) $what ($shape) (Default::default()) ($crate::keys::Presence::Usually($text)) $example $($more)* }
    };
    (@fields $head:tt $all:tt $must:tt $rest:tt
        $field:ident: $type:ty = $what:literal, $shape:expr, instead $text:literal, $example:literal; $($more:tt)*) => {
        $crate::settings! { @optional $head $all $must $rest
            $field ($type) $what ($shape) (Default::default()) ($crate::keys::Presence::Instead($text)) $example $($more)* }
    };
    (@fields $head:tt $all:tt $must:tt $rest:tt
        $field:ident: $type:ty = $what:literal, $shape:expr, preferred $text:literal, $example:literal; $($more:tt)*) => {
        $crate::settings! { @optional $head $all $must $rest
            $field ($type) $what ($shape) (Default::default()) ($crate::keys::Presence::Preferred($text)) $example $($more)* }
    };
    (@optional $head:tt ($($all:tt)*) $must:tt ($($rest:tt)*)
        $field:ident ($type:ty) $what:literal ($shape:expr) ($default:expr) ($presence:expr) $example:literal $($more:tt)*) => {
        $crate::settings! { @fields $head
            ($($all)* { $field ($type) [concat!("The key `", stringify!($field), "`: ", $what, ".")]
                (optional $what; $shape; $example; $presence; $default) })
            $must
            ($($rest)* $field: $default,)
            $($more)* }
    };
    // All fields are collected.
    (@fields ($(#[$meta:meta])* $vis:vis struct $name:ident)
        ($({ $field:ident ($type:ty) [$doc:expr] $form:tt })*)
        ($($must:ident: $must_type:ty,)*)
        ($($rest:ident: $default:expr,)*)) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        $vis struct $name {
            $(#[doc = $doc] pub $field: $type,)*
        }

        impl $name {
            /// Creates settings with these required values, and default values for all other keys.
            #[allow(clippy::new_without_default, reason = "`Default` is derived below if it is possible")]
            pub fn new($($must: $must_type),*) -> Self {
                Self { $($must,)* $($rest: $default,)* }
            }
        }

        $crate::settings! { @default $name ($($must)*) }

        impl $crate::settings::Keys for $name {
            const KEYS: &'static [$crate::keys::Key] = {
                const PARTS: &[&[$crate::keys::Key]] = &[$($crate::settings!(@keys $field ($type) $form)),*];
                &$crate::settings::joined::<{ $crate::settings::total(PARTS) }>(PARTS)
            };

            fn read(
                table: &$crate::diagnostics::toml::TomlTable<'_>,
            ) -> Result<Self, $crate::diagnostics::Diagnostic> {
                $(let $field: Result<$type, $crate::diagnostics::Diagnostic> =
                    $crate::settings!(@read table $field ($type) $form);)*
                // Errors in values come before missing keys.
                $(if let Err(error) = &$field && $crate::settings!(@is_present table $field $form) {
                    return Err(error.clone());
                })*
                Ok(Self { $($field: $field?),* })
            }

            fn write<M: $crate::serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                $($crate::settings!(@write self map $field ($type) $form);)*
                Ok(())
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                $crate::settings::Keys::write(self, &mut map)?;
                $crate::serde::ser::SerializeMap::end(map)
            }
        }
    };
    (@default $name:ident ()) => {
        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    };
    (@default $name:ident $must:tt) => {};
    (@keys $field:ident ($type:ty) (part)) => { <$type as $crate::settings::Keys>::KEYS };
    (@keys $field:ident $type:tt $form:tt) => { &[$crate::settings!(@key $field $form)] };
    (@key $field:ident (must $what:expr; $shape:expr; $example:expr)) => {
        $crate::keys::Key::new(stringify!($field), $what, $shape, $crate::keys::Presence::Must, $example)
    };
    (@key $field:ident (optional $what:expr; $shape:expr; $example:expr; $presence:expr; $default:expr)) => {
        $crate::keys::Key::new(stringify!($field), $what, $shape, $presence, $example)
    };
    (@read $table:ident $field:ident ($type:ty) (part)) => { <$type as $crate::settings::Keys>::read($table) };
    (@read $table:ident $field:ident ($type:ty) (must $($form:tt)*)) => {
        $crate::settings::required::<$type>($table, &$crate::settings!(@key $field (must $($form)*)))
    };
    (@read $table:ident $field:ident ($type:ty)
        (optional $what:expr; $shape:expr; $example:expr; $presence:expr; $default:expr)) => {
        $crate::settings::optional::<$type>(
            $table,
            &$crate::keys::Key::new(stringify!($field), $what, $shape, $presence, $example),
        )
        .map(|value| value.unwrap_or_else(|| $default))
    };
    (@is_present $table:ident $field:ident (must $($form:tt)*)) => {
        $table.optional(stringify!($field)).is_some()
    };
    (@is_present $table:ident $field:ident $form:tt) => { true };
    (@write $self:ident $map:ident $field:ident ($type:ty) (part)) => {
        $crate::settings::Keys::write(&$self.$field, $map)?
    };
    (@write $self:ident $map:ident $field:ident ($type:ty) (must $($form:tt)*)) => {
        $map.serialize_entry(stringify!($field), &$self.$field)?
    };
    (@write $self:ident $map:ident $field:ident ($type:ty)
        (optional $what:expr; $shape:expr; $example:expr; $presence:expr; $default:expr)) => {{
        let default: $type = $default;
        if $crate::settings::differ(&$self.$field, &default) {
            $map.serialize_entry(stringify!($field), &$self.$field)?;
        }
    }};
}

/// Returns the text of an experiment file with these settings. It contains no seed and no numbers
/// of threads and shards.
///
/// # Errors
/// A number is too large for the file format, whose limit is 2^63 − 1.
pub fn experiment_text<S: Settings>(settings: &S) -> Result<String, SettingsError> {
    let too_large = |key: &str| SettingsError { key: key.to_owned() };
    let values = serde_json::to_value(settings).unwrap_or_default();
    let mut numbers = values.as_object().into_iter().flatten();
    if let Some((key, _)) = numbers.find(|(_, value)| value.is_u64() && !value.is_i64()) {
        return Err(too_large(key));
    }
    toml::to_string(&Whole(settings)).map_err(|_| too_large(S::KIND.table))
}

/// Returns the text of an experiment file whose contents are given as JSON.
///
/// # Errors
/// A value that the file format does not have, such as `null`.
pub fn text_of_json(file: &serde_json::Value) -> Result<String, String> {
    toml::to_string(file).map_err(|error| error.to_string())
}

/// Error of writing settings as an experiment file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` is too large: an experiment file can contain whole numbers up to 2^63 - 1")]
#[non_exhaustive]
pub struct SettingsError {
    /// The key of the number that is too large.
    pub key: String,
}

/// Serialises settings as a whole experiment file, with the key `kind` and the table of the kind.
struct Whole<'a, S>(&'a S);

impl<S: Settings> Serialize for Whole<'_, S> {
    fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        let mut file = serializer.serialize_map(Some(2))?;
        file.serialize_entry("kind", S::KIND.name)?;
        file.serialize_entry(S::KIND.table, self.0)?;
        file.end()
    }
}
