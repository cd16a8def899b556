//! Macros that implement text forms and set operators for small value types.

/// Implements `Debug` for types that implement `Display`. The form contains the name of the type,
/// as in `Card(SQ)`.
#[macro_export]
macro_rules! debug_by_text {
    ($($Type:ident),+) => {$(
        impl ::std::fmt::Debug for $Type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!(stringify!($Type), "({})"), self)
            }
        }
    )+};
}

/// Implements `Serialize` and `Deserialize` of the crate `serde` for types that implement `Display`
/// and `FromStr`. The serialised form is the text. Deserialisation fails for texts that `FromStr`
/// refuses.
#[macro_export]
macro_rules! serde_by_text {
    ($($Type:ty),+) => {$(
        impl ::serde::Serialize for $Type {
            /// Serialises the value as its text.
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                let text = <::std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(::serde::de::Error::custom)
            }
        }
    )+};
}

/// Implements the common traits of a set that is a tuple struct with one unsigned word, and in
/// which each item is one bit: the operators `|`, `&`, `^` and `-` (the set difference) with their
/// assignment forms, `FromIterator`, `Display` and `Debug`. The arguments are the type of the set,
/// the type of the items, the function that creates the set of one item, and the text between two
/// items. The set needs a method `iter`, and the items need `Display`.
///
/// ```
/// #[derive(Clone, Copy, PartialEq)]
/// struct Digits(u16);
///
/// impl Digits {
///     fn of(digit: u8) -> Self {
///         Self(1 << digit)
///     }
///
///     fn iter(self) -> impl Iterator<Item = u8> {
///         (0..10).filter(move |digit| self.0 >> digit & 1 != 0)
///     }
/// }
///
/// quadrille_table::word_set!(Digits of u8 by of, " ");
/// let odd: Digits = [1, 3, 5, 7, 9].into_iter().collect();
/// assert_eq!((odd - Digits::of(3) | Digits::of(4)).to_string(), "1 4 5 7 9");
/// assert_eq!(format!("{:?}", odd & Digits::of(7)), "Digits(7)");
/// ```
#[macro_export]
macro_rules! word_set {
    ($Set:ident of $Item:ident by $only:ident, $between:literal) => {
        $crate::word_set!($Set: BitOr bitor BitOrAssign bitor_assign |one, other| one | other);
        $crate::word_set!($Set: BitAnd bitand BitAndAssign bitand_assign |one, other| one & other);
        $crate::word_set!($Set: BitXor bitxor BitXorAssign bitxor_assign |one, other| one ^ other);
        $crate::word_set!($Set: Sub sub SubAssign sub_assign |one, other| one & !other);
        $crate::debug_by_text!($Set);

        impl ::std::iter::FromIterator<$Item> for $Set {
            fn from_iter<I: ::std::iter::IntoIterator<Item = $Item>>(items: I) -> Self {
                items.into_iter().fold(Self(0), |set, item| set | Self::$only(item))
            }
        }

        /// Writes the items in the order of `iter`.
        impl ::std::fmt::Display for $Set {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let items: ::std::vec::Vec<_> = self.iter().map(|item| item.to_string()).collect();
                f.pad(&items.join($between))
            }
        }
    };
    ($Set:ident: $Op:ident $op:ident $OpAssign:ident $op_assign:ident |$one:ident, $other:ident| $word:expr) => {
        impl ::std::ops::$Op for $Set {
            type Output = Self;

            #[inline]
            fn $op(self, other: Self) -> Self {
                let ($one, $other) = (self.0, other.0);
                Self($word)
            }
        }

        impl ::std::ops::$OpAssign for $Set {
            #[inline]
            fn $op_assign(&mut self, other: Self) {
                *self = ::std::ops::$Op::$op(*self, other);
            }
        }
    };
}
