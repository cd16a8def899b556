//! Flags that are translated to an experiment file; diagnostics of the generated text are mapped
//! back to the flags.

use std::ops::Range;

use quadrille::diagnostics::{Diagnostic, Source, nearest, one_of};
use quadrille::experiment_file::ExperimentFile;
use quadrille::files::NamedFiles;
use quadrille::job::Kind;
use quadrille::kinds::{KINDS, REGISTRY};
use quadrille::settings::{Settings, experiment_text};

use crate::failure::Failure;

/// Builds the experiment that the flags of a command describe. Each flag has the name of the
/// experiment key that it sets.
pub(crate) fn experiment<S: Settings>(settings: &S, files: NamedFiles) -> Result<ExperimentFile, Failure> {
    let text = experiment_text(settings)
        .map_err(|error| Failure::Usage(format!("--{}: {error}", error.key.replace('_', "-"))))?;
    read(text, files)
}

/// Returns the experiment kind with the given name.
pub(crate) fn kind(name: &str) -> Result<&'static Kind, String> {
    KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| expected_name(name, &REGISTRY.names()))
}

/// Returns the error message for a name that is not one of `names`.
pub(crate) fn expected_name(name: &str, names: &[&str]) -> String {
    match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected {}", one_of(names)),
    }
}

/// Reads an experiment file generated from flags, with one line `key = value` per flag.
fn read(text: String, files: NamedFiles) -> Result<ExperimentFile, Failure> {
    let source = Source::new("the flags", text);
    REGISTRY.read_with(source.clone(), files).map_err(|error| of_flag(&source, error).into())
}

/// Maps an error in an experiment generated from flags to the flag of its line.
///
/// Errors in other texts, or outside of the lines of flags, are returned unchanged.
fn of_flag(source: &Source, error: Diagnostic) -> Diagnostic {
    if error.source() != source {
        return error;
    }
    let Range { start, end } = error.span();
    let begin = source.text()[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let line = source.text()[begin..].lines().next().unwrap_or_default();
    let Some((key, value)) = line.split_once(" = ") else { return error };
    let place = begin + key.len() + " = ".len();
    // The last header above the line shows its origin: a line in a subtable of the kind's table,
    // such as `[combat.set]`, comes from `--set KEY=VALUE`.
    let mut headers = source.text()[..begin].lines().filter_map(|line| line.strip_prefix('['));
    if let Some((_, flag)) =
        headers.next_back().and_then(|header| header.trim_end_matches(']').split_once('.'))
    {
        let key = key.trim_matches('"');
        let text = format!("{key}={value}");
        let span = if start < place { 0..key.len() } else { key.len() + 1..text.len() };
        return error.moved(&Source::new(format!("--{flag}"), text), span);
    }
    // Profiles are arguments without a flag.
    let flag = match key {
        "profile" | "profiles" => "PROFILE.toml".to_owned(),
        _ => format!("--{}", key.replace('_', "-")),
    };
    let (text, span) = as_typed(value, start.saturating_sub(place)..end.saturating_sub(place));
    error.moved(&Source::new(flag, text), span)
}

/// Converts a TOML value to the syntax of a flag: `["rule", "random"]` becomes `rule,random`. Also
/// returns the range of bytes in the new text that corresponds to `span`.
pub(crate) fn as_typed(value: &str, span: Range<usize>) -> (String, Range<usize>) {
    let (mut typed, mut places) = (String::new(), Vec::new());
    for (at, character) in value.char_indices() {
        places.push((at, typed.len()));
        if !matches!(character, '[' | ']' | '"' | ' ') {
            typed.push(character);
        }
    }
    let place = |offset: usize| {
        let found = places.iter().find(|&&(at, _)| at >= offset);
        found.map_or(typed.len(), |&(_, place)| place)
    };
    let span = place(span.start)..place(span.end);
    (typed, span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_player_is_reported_at_its_flag() {
        let text = "kind = \"daifugo.arena\"\n\n[daifugo]\nplayers = [\"greedy\", \"nobody\", \"random\"]\ngames = 5\n";
        let Err(Failure::Input(error)) = read(text.to_owned(), NamedFiles::default()) else {
            panic!("the player must be refused")
        };
        assert_eq!(error.source().name(), "--players");
        assert_eq!(&error.source().text()[error.span()], "nobody");
    }

    #[test]
    fn an_invalid_number_is_reported_at_its_flag() {
        let text =
            "kind = \"test.wait\"\n\n[combat]\nprofile = \"p.toml\"\n\n[combat.set]\n\"actor.crti\" = 0.5\n";
        let source = Source::new("the flags", text);
        let at = |part: &str| {
            let start = text.find(part).unwrap();
            let error = of_flag(&source, Diagnostic::at(&source, start..start + part.len(), "wrong"));
            (error.source().name().to_owned(), error.source().text()[error.span()].to_owned())
        };
        assert_eq!(at("\"actor.crti\""), ("--set".to_owned(), "actor.crti".to_owned()));
        assert_eq!(at("0.5"), ("--set".to_owned(), "0.5".to_owned()));
        assert_eq!(at("\"p.toml\""), ("PROFILE.toml".to_owned(), "p.toml".to_owned()));
    }

    #[test]
    fn places_follow_their_characters() {
        assert_eq!(as_typed("[\"a\", \"bc\"]", 6..10), ("a,bc".to_owned(), 2..4));
        assert_eq!(as_typed("[\"a\", \"bc\"]", 0..11), ("a,bc".to_owned(), 0..4));
        assert_eq!(as_typed("0", 0..1), ("0".to_owned(), 0..1));
    }
}
