//! The pages that are shown without a cookie. There is a page for a valid link, a page for a used
//! link, and a page for a refused request.

use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE, HeaderValue, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::access;
use crate::headers::Policy;

const STYLE: &str = include_str!("door.css");
/// This script replaces the link in the history by the address without the token.
const ENTER: &str = "location.replace('/');";

/// Returns the page of a valid link. The response sets the cookie, and the script of the page opens
/// the application. A redirect would not carry a cookie with `SameSite=Strict` if the link was
/// opened from another site.
pub(crate) fn welcome(cookie: &str, headers: &HeaderMap) -> Response {
    let words = Words::preferred(headers);
    let body = format!(
        "<p>Quadrille</p><script>{ENTER}</script><noscript><p>{}</p></noscript>",
        words.get("scripts")
    );
    let mut response = page(StatusCode::OK, words, "Quadrille", &body, Some(ENTER));
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(SET_COOKIE, value);
    }
    response
}

/// Returns the page of a link that was already used, has expired, or is wrong.
pub(crate) fn used_link(headers: &HeaderMap) -> Response {
    let words = Words::preferred(headers);
    let [title, once, open] = ["used", "once", "application"].map(|name| words.get(name));
    let body = format!("<h1>{title}</h1><p>{once}</p><p><a class=\"button\" href=\"/\">{open}</a></p>");
    page(StatusCode::FORBIDDEN, words, title, &body, None)
}

/// Returns the response to a refused request: for navigations a page with one button, otherwise
/// plain text.
pub(crate) fn closed(status: StatusCode, reason: &str, headers: &HeaderMap, uri: &Uri) -> Response {
    if !access::is_navigation(headers) && !accepts_pages(headers) {
        return (status, reason.to_owned()).into_response();
    }
    // A request for the same address from this page is same-site, so it carries the cookie.
    let address = escaped(uri.path_and_query().map_or("/", |address| address.as_str()));
    // An address such as //evil.example would lead to another host; browsers read `\` as `/`.
    let address = if address[1..].starts_with(['/', '\\']) { "/" } else { &address };
    let words = Words::preferred(headers);
    let [title, why, open, again] = ["title", "why", "open", "again"].map(|name| words.get(name));
    let body = format!(
        "<h1>{title}</h1><p>{why}</p><p><a class=\"button\" href=\"{address}\">{open}</a></p><p>{again}</p>"
    );
    page(status, words, title, &body, None)
}

/// The texts of one language. `script` is the source of the script in the folder `pages` that
/// contains the texts.
#[derive(Clone, Copy)]
struct Words {
    language: &'static str,
    script: &'static str,
}

/// All languages, the default first.
const LANGUAGES: [Words; 3] = [
    Words { language: "en", script: include_str!("../pages/languages/en.js") },
    Words { language: "ja", script: include_str!("../pages/languages/ja.js") },
    Words { language: "zh", script: include_str!("../pages/languages/zh.js") },
];

impl Words {
    /// Returns the supported language with the highest weight in the header `Accept-Language`.
    fn preferred(headers: &HeaderMap) -> Self {
        let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let mut best = (0.0, LANGUAGES[0]);
        for range in accepted.split(',') {
            let (tag, weight) = range.split_once(";q=").unwrap_or((range, "1"));
            let tag = tag.trim();
            let known = LANGUAGES.iter().find(|words| tag.split('-').next() == Some(words.language));
            let weight = weight.trim().parse::<f64>().unwrap_or(0.0);
            if let Some(words) = known.filter(|_| weight > best.0) {
                best = (weight, *words);
            }
        }
        best.1
    }

    /// Returns the text on the line `'door.NAME': 'TEXT',`; empty if there is none.
    fn get(self, name: &str) -> &'static str {
        let mut lines = self.script.lines();
        let text = lines.find_map(|line| {
            let after = line.trim().strip_prefix("'door.")?.strip_prefix(name)?;
            after.strip_prefix("': '")?.strip_suffix("',")
        });
        text.unwrap_or_default()
    }
}

fn accepts_pages(headers: &HeaderMap) -> bool {
    let accept = headers.get(axum::http::header::ACCEPT);
    accept.and_then(|accept| accept.to_str().ok()).is_some_and(|accept| accept.contains("text/html"))
}

fn page(status: StatusCode, words: Words, title: &str, body: &str, script: Option<&'static str>) -> Response {
    let language = words.language;
    let html = format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>{title}</title><style>{STYLE}</style></head>\
         <body><main>{body}</main></body></html>"
    );
    let mut response = (status, [(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response();
    response.extensions_mut().insert(Policy::Inline { style: STYLE, script });
    response
}

/// Escapes text for an attribute in double quotes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_text() {
        for words in LANGUAGES {
            for name in ["title", "why", "open", "again", "used", "once", "application", "scripts"] {
                let text = words.get(name);
                assert!(!text.is_empty(), "{}: {name}", words.language);
                assert!(!text.contains(['<', '>', '&', '"', '\\', '\'']), "{}: {name}", words.language);
            }
        }
        assert_eq!(LANGUAGES[0].get("open"), "Open");
        assert_eq!(LANGUAGES[1].get("none"), "");
    }

    #[test]
    fn the_language_is_that_of_the_browser() {
        let language = |accepted: &'static str| {
            let headers = HeaderMap::from_iter([(ACCEPT_LANGUAGE, HeaderValue::from_static(accepted))]);
            Words::preferred(&headers).language
        };
        assert_eq!(language("ja"), "ja");
        assert_eq!(language("zh-TW,zh;q=0.9,en;q=0.8"), "zh");
        assert_eq!(language("fr-FR, fr;q=0.9, ja;q=0.7, en;q=0.8"), "en");
        assert_eq!(language("en;q=0, zh;q=0.001"), "zh");
        for unknown in ["", "fr", "*", ";q=", "jam", "ja;q=none"] {
            assert_eq!(language(unknown), "en", "{unknown}");
        }
        assert_eq!(Words::preferred(&HeaderMap::new()).language, "en");
    }

    #[test]
    fn the_address_is_escaped() {
        assert_eq!(escaped("/a?b=\"><script>&"), "/a?b=&quot;&gt;&lt;script&gt;&amp;");
    }
}
