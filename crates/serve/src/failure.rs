//! Errors of requests, as JSON objects. `error` is the message. `diagnostics` is the list of errors
//! in the text of an experiment, and is empty for other errors.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use quadrille::diagnostics::Diagnostic;
use quadrille::runs::RunFailure;
use serde::Serialize;
use serde_json::json;

use crate::files::PathError;
use crate::jobs::JobError;

/// An error of a request.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    reason: String,
    diagnostics: Vec<PlacedDiagnostic>,
}

/// A diagnostic, with the position of the error in the text of the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct PlacedDiagnostic {
    message: String,
    expected: Option<String>,
    help: Vec<String>,
    /// The name of the text with the error, if it is not the text of the page but, for example, a
    /// file that the experiment names.
    file: Option<String>,
    line: usize,
    column: usize,
    /// Start of the error in UTF-16 code units, as scripts count; 0 if `file` is given.
    from: usize,
    /// End of the error in UTF-16 code units; 0 if `file` is given.
    to: usize,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, reason: impl Into<String>) -> Self {
        Self { status, reason: reason.into(), diagnostics: Vec::new() }
    }

    pub(crate) fn bad(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, reason)
    }

    pub(crate) fn reason(&self) -> &str {
        &self.reason
    }

    /// Creates the failure for errors in an experiment's text; `own` is the name of this text in
    /// the diagnostics.
    pub(crate) fn of_text(error: &Diagnostic, own: &str) -> Self {
        Self { diagnostics: places(error, own), ..Self::bad(error.message()) }
    }

    /// Creates the failure for an invalid value in a request. The message is one sentence with the
    /// name of the value, the error, and the expected values.
    pub(crate) fn of_value(error: &Diagnostic) -> Self {
        let name = error.source().name().trim_start_matches('-');
        let expected =
            error.expectation().map_or_else(String::new, |expected| format!("; expected {expected}"));
        Self::bad(format!("{name}: {}{expected}", error.message()))
    }
}

/// Returns `error` and the further errors that it contains, with their positions in the text named
/// `own`.
pub(crate) fn places(error: &Diagnostic, own: &str) -> Vec<PlacedDiagnostic> {
    std::iter::once(error).chain(error.others()).map(|error| place(error, own)).collect()
}

fn place(error: &Diagnostic, own: &str) -> PlacedDiagnostic {
    let is_own = error.source().name() == own;
    let units = |offset: usize| {
        let before = error.source().text().get(..offset).unwrap_or_default();
        if is_own { before.encode_utf16().count() } else { 0 }
    };
    let (span, position) = (error.span(), error.position());
    PlacedDiagnostic {
        message: error.message().to_owned(),
        expected: error.expectation().map(str::to_owned),
        help: error.advice().to_vec(),
        file: (!is_own).then(|| error.source().name().to_owned()),
        line: position.line,
        column: position.column,
        from: units(span.start),
        to: units(span.end),
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.reason, "diagnostics": self.diagnostics }))).into_response()
    }
}

impl From<PathError> for Failure {
    fn from(error: PathError) -> Self {
        let status = match error {
            PathError::Outside(_) => StatusCode::FORBIDDEN,
            PathError::Missing(_) => StatusCode::NOT_FOUND,
            PathError::Refused(_) => StatusCode::BAD_REQUEST,
        };
        Self::new(status, error.to_string())
    }
}

impl From<JobError> for Failure {
    fn from(error: JobError) -> Self {
        let status = match error {
            JobError::Active(_) => StatusCode::CONFLICT,
            JobError::Full | JobError::Ending => StatusCode::SERVICE_UNAVAILABLE,
            JobError::Unknown => StatusCode::NOT_FOUND,
        };
        Self::new(status, error.to_string())
    }
}

impl From<RunFailure> for Failure {
    fn from(failure: RunFailure) -> Self {
        let status = match failure {
            RunFailure::Refused(_) => StatusCode::BAD_REQUEST,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, failure.to_string())
    }
}

impl From<tokio::task::JoinError> for Failure {
    fn from(_: tokio::task::JoinError) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the computation ended because of a bug in the program; the terminal shows the error",
        )
    }
}

#[cfg(test)]
mod tests {
    use quadrille::diagnostics::Source;

    use super::*;

    #[test]
    fn places_are_counted_in_utf16() {
        let source = Source::new("page", "# 🂡é\npins = 99\n");
        let start = source.text().find("99").unwrap();
        let error =
            Diagnostic::at(&source, start..start + 2, "too many").expected("1 to 16").help("take fewer");
        let place = places(&error, "page").remove(0);
        assert_eq!((place.from, place.to, place.line, place.column), (13, 15, 2, 8));
        assert_eq!((place.file, place.help), (None, vec!["take fewer".to_owned()]));
        let other = places(&error, "another").remove(0);
        assert_eq!((other.file.as_deref(), other.from, other.to), (Some("page"), 0, 0));
    }
}
