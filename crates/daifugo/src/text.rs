//! Values that are serialised as their text.

/// `TryFrom<String>` and `Into<String>` through `FromStr` and `Display`, which `serde` reads and writes them
/// by: whatever is no value as text is refused in serialised data too.
macro_rules! by_text {
    ($($Type:ident),+) => {$(
        impl TryFrom<String> for $Type {
            type Error = <Self as std::str::FromStr>::Err;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        }

        impl From<$Type> for String {
            fn from(value: $Type) -> String {
                value.to_string()
            }
        }
    )+};
}
pub(crate) use by_text;
