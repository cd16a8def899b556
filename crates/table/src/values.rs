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

/// Implements the operators `|`, `&`, `^` and `-` and their assignment forms for a set that is a
/// tuple struct with one unsigned word. The operator `-` is the set difference.
///
/// ```
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Suits(u8);
///
/// quadrille_table::set_operators!(Suits);
/// assert_eq!((Suits(0b0110) - Suits(0b0011)) | Suits(1), Suits(0b0101));
/// ```
#[macro_export]
macro_rules! set_operators {
    ($Set:ident) => {
        $crate::set_operators!($Set: BitOr bitor BitOrAssign bitor_assign |one, other| one | other);
        $crate::set_operators!($Set: BitAnd bitand BitAndAssign bitand_assign |one, other| one & other);
        $crate::set_operators!($Set: BitXor bitxor BitXorAssign bitxor_assign |one, other| one ^ other);
        $crate::set_operators!($Set: Sub sub SubAssign sub_assign |one, other| one & !other);
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
