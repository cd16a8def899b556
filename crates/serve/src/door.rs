//! The pages that are shown without a cookie: those of a valid and of a used link, and the page of
//! a refused request.

use axum::http::header::{CONTENT_TYPE, HeaderValue, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::access;
use crate::headers::Policy;

const STYLE: &str = include_str!("door.css");
/// The address without the token replaces the link in the history.
const ENTER: &str = "location.replace('/');";

/// Returns the page of a valid link: it sets the cookie, and opens the application itself. A
/// redirect would not carry a cookie with `SameSite=Strict` if the link was opened from elsewhere.
pub(crate) fn welcome(cookie: &str) -> Response {
    let body = format!(
        "<p>Quadrille</p><script>{ENTER}</script><noscript><p>This page needs scripts.</p></noscript>"
    );
    let mut response = page(StatusCode::OK, "Quadrille", &body, Some(ENTER));
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(SET_COOKIE, value);
    }
    response
}

/// Returns the page of a link that was already used, has expired, or is wrong.
pub(crate) fn used_link() -> Response {
    let body = "<h1>This link no longer works</h1>\
        <p>A link opens once, within five minutes. Press Enter in the terminal where <code>quadrille serve</code> \
        is running: it prints a new one.</p><p><a class=\"button\" href=\"/\">Open the application</a></p>";
    page(StatusCode::FORBIDDEN, "This link no longer works", body, None)
}

/// Returns the response to a refused request: a page with one button for navigations, otherwise
/// plain text.
pub(crate) fn closed(status: StatusCode, reason: &str, headers: &HeaderMap, uri: &Uri) -> Response {
    if !access::is_navigation(headers) && !accepts_pages(headers) {
        return (status, reason.to_owned()).into_response();
    }
    // A request for the same address from this page is same-site, so it carries the cookie.
    let address = escaped(uri.path_and_query().map_or("/", |address| address.as_str()));
    // An address such as //evil.example would lead to another host; browsers read `\` as `/`.
    let address = if address[1..].starts_with(['/', '\\']) { "/" } else { &address };
    let body = format!(
        "<h1>Open Quadrille?</h1><p>This address was opened from elsewhere, or in a browser that this server does not \
         know.</p><p><a class=\"button\" href=\"{address}\">Open</a></p><p>If this page comes again, press Enter in the \
         terminal where <code>quadrille serve</code> is running, and open the link that it prints.</p>"
    );
    page(status, "Open Quadrille?", &body, None)
}

fn accepts_pages(headers: &HeaderMap) -> bool {
    let accept = headers.get(axum::http::header::ACCEPT);
    accept.and_then(|accept| accept.to_str().ok()).is_some_and(|accept| accept.contains("text/html"))
}

fn page(status: StatusCode, title: &str, body: &str, script: Option<&'static str>) -> Response {
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
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
    fn the_address_is_escaped() {
        assert_eq!(escaped("/a?b=\"><script>&"), "/a?b=&quot;&gt;&lt;script&gt;&amp;");
    }
}
