//! Headers of responses.
//!
//! | response | `Content-Security-Policy` | `Cross-Origin-Opener-Policy` |
//! |---|---|---|
//! | a page and its files | own scripts, styles, pictures, sockets and frames | `same-origin` |
//! | the pages that need no cookie; see `door` | their own inline style and script, by hash | `same-origin` |
//! | a report | a sandbox with the script of this build, by hash | none: browsers refuse it together with a sandbox |
//!
//! All responses have `X-Content-Type-Options: nosniff`,
//! `Cross-Origin-Resource-Policy: same-origin`, `Referrer-Policy: no-referrer` and
//! `Cache-Control: no-store`.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use quadrille::report::PAGE_SCRIPT;
use sha2::Digest as _;

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Headers of every response.
const ALWAYS: [(HeaderName, &str); 4] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (RESOURCE_POLICY, "same-origin"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-store"),
];

/// The directives that the `Content-Security-Policy` of every page contains.
const CLOSED: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The `Content-Security-Policy` of a report.
static REPORT: LazyLock<String> = LazyLock::new(|| {
    format!(
        "sandbox allow-scripts; default-src 'none'; frame-ancestors 'self'; img-src data:; \
         style-src 'unsafe-inline'; script-src {}",
        hash(PAGE_SCRIPT)
    )
});

/// A `Content-Security-Policy` other than the default; a handler adds it to the extensions of its
/// response.
#[derive(Debug, Clone)]
pub(crate) enum Policy {
    /// The `Content-Security-Policy` of a report.
    Report,
    /// The `Content-Security-Policy` of a page with an inline style and possibly an inline script.
    Inline { style: &'static str, script: Option<&'static str> },
}

/// Adds the headers of a response. `host` is the `Host` of the request, if it was valid.
pub(crate) fn seal(headers: &mut HeaderMap, policy: Option<&Policy>, host: Option<&str>) {
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let text = match policy {
        Some(Policy::Report) => REPORT.clone(),
        Some(Policy::Inline { style, script }) => {
            let script = script.map_or_else(String::new, |script| format!("; script-src {}", hash(script)));
            format!("{CLOSED}; style-src {}{script}; require-trusted-types-for 'script'", hash(style))
        }
        None => {
            // In older browsers, 'self' does not include WebSockets.
            let sockets = host.map_or_else(String::new, |host| format!(" ws://{host}"));
            format!(
                "{CLOSED}; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'{sockets}; \
                 frame-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
            )
        }
    };
    if let Ok(value) = HeaderValue::from_str(&text) {
        headers.insert(CONTENT_SECURITY_POLICY, value);
    }
    if !matches!(policy, Some(Policy::Report)) {
        headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    }
}

/// Returns the source expression, with the hash of `text`, that allows `text` as an inline script
/// or style.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(sha2::Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(policy: Option<&Policy>) -> (HeaderMap, String) {
        let mut headers = HeaderMap::new();
        seal(&mut headers, policy, Some("127.0.0.1:8080"));
        let text = headers[CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
        (headers, text)
    }

    #[test]
    fn every_answer_has_the_common_headers() {
        let inline = Policy::Inline { style: "p{}", script: None };
        for kind in [None, Some(&Policy::Report), Some(&inline)] {
            let (headers, text) = policy(kind);
            for (name, value) in ALWAYS {
                assert_eq!(headers[name], value);
            }
            assert!(text.contains("default-src 'none'") && text.contains("frame-ancestors "), "{text}");
        }
    }

    #[test]
    fn pages_load_their_own_files_only() {
        let (headers, text) = policy(None);
        for part in [
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self' ws://127.0.0.1:8080",
            "frame-src 'self'",
            "require-trusted-types-for 'script'",
        ] {
            assert!(text.split("; ").any(|found| found == part), "{part} in {text}");
        }
        assert!(!text.contains("unsafe") && !text.contains('*'));
        assert_eq!(headers[OPENER_POLICY], "same-origin");
    }

    #[test]
    fn reports_are_in_a_sandbox() {
        let (headers, text) = policy(Some(&Policy::Report));
        let start = "sandbox allow-scripts; default-src 'none'; frame-ancestors 'self'; img-src data:; \
                     style-src 'unsafe-inline'; script-src 'sha256-";
        assert!(text.starts_with(start) && text.ends_with("='"), "{text}");
        assert!(!headers.contains_key(OPENER_POLICY));
    }
}
