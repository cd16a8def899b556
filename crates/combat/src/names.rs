//! The names that a profile gives to its things.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Entry, Table, Value, one_of};

/// The names of one kind of thing, in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    /// What these are: `ability`.
    pub(crate) what: &'static str,
    pub(crate) names: Vec<String>,
}

/// Longest name, in characters.
const LONGEST_NAME: usize = 40;

/// Whether a name may begin with a character: a letter of any script.
pub(crate) fn begins_name(character: char) -> bool {
    character.is_alphabetic() && in_name(character)
}

/// Whether a character may stand in a name: letters and digits of any script, and `_`.
///
/// Not those that Unicode counts as letters and nobody sees (the fillers of Hangul), nor the parts of which Hangul
/// syllables can be put together, which look like the syllables and are others.
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

/// Whether a text can be a word of the profile's own, such as a name.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(begins_name) && text.chars().count() <= LONGEST_NAME && text.chars().all(in_name)
}

impl List {
    /// The names of the entries of a table such as `[abilities]`.
    pub(crate) fn read(
        root: &Table<'_>,
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
            let error =
                entry.error(format!("more than {most} in [{key}]")).expected(format!("at most {most}"));
            return Err(vec![error]);
        }
        Ok(Self { what, names: entries.iter().map(|entry| entry.name().to_owned()).collect() })
    }

    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// What may stand where one of these is named.
    pub(crate) fn expected(&self) -> String {
        if self.names.is_empty() {
            format!("the name of {}, of which this profile has none", with_article(self.what))
        } else {
            one_of(&self.iter().collect::<Vec<_>>())
        }
    }

    /// The thing that a value names.
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

/// Why a name cannot be used in conditions, if it cannot.
pub(crate) fn refuse(entry: &Entry<'_>, what: &str) -> Option<Diagnostic> {
    let name = entry.name();
    (!is_name(name)).then(|| {
        let error = entry
            .error(format!("`{}` cannot be the name of {}", short(name), with_article(what)))
            .expected(format!("a letter, then letters, digits and `_`, {LONGEST_NAME} at most"));
        // Combining accents: who sees such a name cannot tell it from the one in single characters.
        let apart = |character: char| ('\u{300}'..='\u{36f}').contains(&character);
        if name.contains(apart) { error.help("a letter and its accent are one character: é") } else { error }
    })
}

fn with_article(what: &str) -> String {
    let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {what}")
}

fn short(name: &str) -> String {
    name.chars().take(LONGEST_NAME).flat_map(char::escape_debug).collect()
}

/// All names of a profile: what a condition, a proc or an action can refer to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) resources: List,
    pub(crate) weapons: List,
    pub(crate) tables: List,
    pub(crate) abilities: List,
    pub(crate) buffs: List,
    pub(crate) dots: List,
    pub(crate) procs: List,
    pub(crate) phases: List,
    /// Of targets that are not alike.
    pub(crate) targets: List,
    pub(crate) constants: List,
    pub(crate) variables: List,
    /// Of companions.
    pub(crate) actors: List,
    pub(crate) reactions: List,
    /// Lists of lines that others call.
    pub(crate) lists: List,
}

impl Names {
    /// A few names of every kind, for the fuzzer of conditions.
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
