//! Names of abilities, buffs, resources and so on, as a profile declares them.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Entry, TomlTable, Value, one_of};

/// The names that a profile declares for one kind of item, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// The kind of item that the names denote, such as `ability`; for error messages.
    pub(crate) what: &'static str,
    /// The names themselves.
    pub names: Vec<String>,
}

/// Maximum length of a name, in characters.
const LONGEST_NAME: usize = 40;

/// Returns whether a name may begin with `character`: a letter of any script.
pub(crate) fn begins_name(character: char) -> bool {
    character.is_alphabetic() && in_name(character)
}

/// Returns whether a name may contain `character`: letters and digits of any script, and `_`.
///
/// Excludes Hangul fillers, which Unicode classifies as letters but which are invisible. Also
/// excludes conjoining Hangul jamo: a sequence of them looks like a precomposed syllable, but
/// compares unequal to it.
pub(crate) fn in_name(character: char) -> bool {
    match character {
        '_' => true,
        '\u{1100}'..='\u{11ff}'
        | '\u{3164}'
        | '\u{a960}'..='\u{a97f}'
        | '\u{d7b0}'..='\u{d7ff}'
        | '\u{ffa0}' => false,
        _ => character.is_alphanumeric(),
    }
}

/// Returns whether `text` is a valid name.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(begins_name) && text.chars().count() <= LONGEST_NAME && text.chars().all(in_name)
}

impl List {
    /// Reads the names of the entries of a table such as `[abilities]`.
    pub(crate) fn read(
        root: &TomlTable<'_>,
        key: &str,
        what: &'static str,
        most: usize,
    ) -> Result<Self, Vec<Diagnostic>> {
        let entries = match root.optional(key).map(|value| value.entries()) {
            None => Vec::new(),
            Some(Ok(entries)) => entries,
            Some(Err(error)) => return Err(vec![error]),
        };
        let errors: Vec<Diagnostic> = entries.iter().filter_map(|entry| refuse(entry, what)).collect();
        if !errors.is_empty() {
            return Err(errors);
        }
        if let Some(entry) = entries.get(most) {
            let error = entry
                .error(format!("more than {most} entries in [{key}]"))
                .expected(format!("at most {most}"));
            return Err(vec![error]);
        }
        Ok(Self { what, names: entries.iter().map(|entry| entry.name().to_owned()).collect() })
    }

    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Returns the names in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Returns a description of the expected name, for error messages.
    pub(crate) fn expected(&self) -> String {
        if self.names.is_empty() {
            format!("no {}: this profile defines none", self.what)
        } else {
            one_of(&self.iter().collect::<Vec<_>>())
        }
    }

    /// Resolves the name in `value` to its index.
    pub(crate) fn find(&self, value: &Value<'_>) -> Result<usize, Diagnostic> {
        let read = value.string(&self.expected())?;
        self.position(read).ok_or_else(|| {
            let error = value.error(format!("there is no {} `{}`", self.what, short(read)));
            error.expected(self.expected()).suggest(read, self.iter())
        })
    }

    pub(crate) fn unknown_entry(&self, entry: &Entry<'_>) -> Diagnostic {
        let error = entry.error(format!("there is no {} `{}`", self.what, short(entry.name())));
        error.expected(self.expected()).suggest(entry.name(), self.iter())
    }
}

/// Returns an error if the key of `entry` is not a valid name.
pub(crate) fn refuse(entry: &Entry<'_>, what: &str) -> Option<Diagnostic> {
    let name = entry.name();
    (!is_name(name)).then(|| {
        let error = entry
            .error(format!("`{}` cannot be the name of {}", short(name), with_article(what)))
            .expected(format!("a letter, then letters, digits or `_`; at most {LONGEST_NAME} characters"));
        // A name with combining accents would look like the name with precomposed characters, but
        // differ from it.
        let apart = |character: char| ('\u{300}'..='\u{36f}').contains(&character);
        if name.contains(apart) { error.help("write an accented letter as one character: é") } else { error }
    })
}

fn with_article(what: &str) -> String {
    let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {what}")
}

fn short(name: &str) -> String {
    name.chars().take(LONGEST_NAME).flat_map(char::escape_debug).collect()
}

/// All names of a profile that conditions, procs and actions can refer to.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "most fields have the names of the tables in a profile")]
pub struct Names {
    pub resources: List,
    pub weapons: List,
    pub tables: List,
    pub abilities: List,
    pub buffs: List,
    pub dots: List,
    pub procs: List,
    pub phases: List,
    /// Individual targets, from `[targets]`.
    pub targets: List,
    pub constants: List,
    pub variables: List,
    /// Companions, from `[actors]`.
    pub actors: List,
    pub reactions: List,
    /// Lists that action lists and other lists can call, from `[lists]`.
    pub lists: List,
}

impl Names {
    /// Returns two names of most kinds, for the fuzzer of conditions.
    #[cfg(feature = "oracle")]
    pub(crate) fn of_the_fuzzer() -> Self {
        let list =
            |what: &'static str, names: [&str; 2]| List { what, names: names.map(str::to_owned).into() };
        Self {
            resources: list("resource", ["rage", "mana"]),
            weapons: List::default(),
            tables: List::default(),
            abilities: list("ability", ["bolt", "slam"]),
            buffs: list("buff", ["fury", "b"]),
            dots: list("damage over time", ["pain", "d"]),
            procs: list("proc", ["spark", "p"]),
            phases: list("phase", ["adds", "x"]),
            targets: list("target", ["boss", "t"]),
            constants: List { what: "constant", names: vec!["c".to_owned()] },
            variables: list("variable", ["v", "w"]),
            actors: List::default(),
            reactions: List::default(),
            lists: List::default(),
        }
    }
}
