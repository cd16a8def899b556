//! The words of a page that do not belong to its report.

/// The words of a page that do not belong to its report, in the language of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageWords {
    /// The language, as a BCP 47 tag such as `en`.
    pub language: &'static str,
    /// The label of the table of contents.
    pub contents: &'static str,
    /// The label of a link to a section.
    pub link: &'static str,
    /// The button that shows all rows of a long table; `{}` stands for their number.
    pub show_all: &'static str,
    /// The button that shows only the first 20 rows of a long table.
    pub show_first: &'static str,
    /// The heading of the last section of an answer, which describes how it was found.
    pub how_found: &'static str,
    /// The label of the program and its version.
    pub program: &'static str,
}

impl PageWords {
    /// The words of an English page.
    pub const ENGLISH: Self = Self {
        language: "en",
        contents: "Contents",
        link: "Link to this section",
        show_all: "Show all {} rows",
        show_first: "Show the first 20 rows",
        how_found: "How this was found",
        program: "program",
    };
}
