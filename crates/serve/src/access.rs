//! Decides which requests are answered, by rules on `Host`, `Origin`, `Sec-Fetch-Site` and the
//! cookie. The *link* is the address with a token that opens the application once and sets the
//! cookie. The rules are checked in the order of the table:
//!
//! | rule | requests | refused with |
//! |---|---|---|
//! | `Host` is a name of this server, with its port | all | 403 |
//! | the link takes `GET` only | the link | 405 |
//! | `Origin` is this server's | all except the link; `GET` and `HEAD` without `Upgrade` only if they have the header `Origin` | 403 |
//! | a valid cookie | all except the link | 401 |
//! | `Sec-Fetch-Site` is `same-origin`, or `none` for a navigation | all except the link that have the header `Sec-Fetch-Site` | 403 |
//!
//! The link and the page with status 401 are served with any `Sec-Fetch-Site`, because they contain
//! no data.

use axum::http::header::{HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, UPGRADE};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};

/// The path of the link. The token of the link follows as a query.
pub(crate) const LINK: &str = "/link";

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// The names under which browsers reach this server.
#[derive(Debug, Clone)]
pub(crate) struct Hosts {
    port: u16,
    /// The name given by `--host`.
    named: Option<String>,
}

impl Hosts {
    pub(crate) fn new(port: u16, named: Option<String>) -> Self {
        Self { port, named }
    }

    /// Returns whether a `Host` header names this server.
    fn include(&self, host: &str) -> bool {
        // Browsers omit the default port of HTTP.
        let port = format!(":{}", self.port);
        let name = match host.strip_suffix(&port) {
            Some(name) => name,
            None if self.port == 80 => host,
            None => return false,
        };
        let local = ["127.0.0.1", "localhost", "[::1]"].into_iter();
        local.chain(self.named.as_deref()).any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// The decision on a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The request is for the link; its token is not checked yet.
    Link,
    /// The request may be answered.
    Granted,
    /// The request lacks a valid cookie.
    Stranger,
    /// The request is refused, for the reason in the field.
    Refused(Refusal),
}

/// The reason of a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    Host,
    LinkMethod,
    Origin,
    Site,
}

impl Refusal {
    pub(crate) const fn status(self) -> StatusCode {
        match self {
            Self::Host | Self::Origin | Self::Site => StatusCode::FORBIDDEN,
            Self::LinkMethod => StatusCode::METHOD_NOT_ALLOWED,
        }
    }

    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::Host => "the request names another host than this server",
            Self::LinkMethod => "the link accepts requests with the method GET only",
            Self::Origin => "the request comes from another origin than this server's pages",
            Self::Site => "the request comes from a page of another site or port",
        }
    }
}

/// Decides whether a request is answered. Only the head of the request is read. `knows` returns
/// whether the headers contain a valid cookie.
pub(crate) fn judge(request: &Parts, hosts: &Hosts, knows: impl FnOnce(&HeaderMap) -> bool) -> Verdict {
    let headers = &request.headers;
    // Requests of the form `GET http://…` are meant for proxies, and are refused.
    let host = only(headers, &HOST).filter(|host| request.uri.authority().is_none() && hosts.include(host));
    let Some(host) = host else { return Verdict::Refused(Refusal::Host) };
    if request.uri.path() == LINK {
        return if request.method == Method::GET {
            Verdict::Link
        } else {
            Verdict::Refused(Refusal::LinkMethod)
        };
    }
    if !origin_is_ours(request, host) {
        return Verdict::Refused(Refusal::Origin);
    }
    if !knows(headers) {
        return Verdict::Stranger;
    }
    if site_is_ours(headers) { Verdict::Granted } else { Verdict::Refused(Refusal::Site) }
}

fn origin_is_ours(request: &Parts, host: &str) -> bool {
    let is_read = matches!(request.method, Method::GET | Method::HEAD);
    let optional = is_read && !request.headers.contains_key(UPGRADE);
    match request.headers.get(ORIGIN) {
        None => optional,
        Some(_) => {
            only(&request.headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://")) == Some(host)
        }
    }
}

fn site_is_ours(headers: &HeaderMap) -> bool {
    match headers.get(SITE) {
        None => true,
        Some(_) => match only(headers, &SITE) {
            Some("same-origin") => true,
            Some("none") => is_navigation(headers),
            _ => false,
        },
    }
}

/// Returns whether the request is a navigation: the browser will show the response as a page.
pub(crate) fn is_navigation(headers: &HeaderMap) -> bool {
    only(headers, &MODE) == Some("navigate")
}

/// Returns the value of the header `name` if it occurs exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let first: &HeaderValue = values.next()?;
    if values.next().is_some() { None } else { first.to_str().ok() }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;
    use Refusal::{Host, LinkMethod, Origin, Site};
    use Verdict::{Granted, Link, Refused, Stranger};

    const OURS: &str = "127.0.0.1:8080";

    /// A request in one line, with a valid cookie unless it begins with `-`, and its verdict.
    #[rustfmt::skip]
    const CASES: &[(&str, Verdict)] = &[
        // Host
        ("GET / host=127.0.0.1:8080", Granted),
        ("GET / host=localhost:8080", Granted),
        ("GET / host=LOCALHOST:8080", Granted),
        ("GET / host=[::1]:8080", Granted),
        ("GET / host=quiet.example:8080", Granted),
        ("GET / ", Refused(Host)),
        ("GET / host=127.0.0.1", Refused(Host)),
        ("GET / host=127.0.0.1:8081", Refused(Host)),
        ("GET / host=evil.example:8080", Refused(Host)),
        ("GET / host=127.0.0.1.evil.example:8080", Refused(Host)),
        ("GET / host=127.0.0.1:8080 host=evil.example:8080", Refused(Host)),
        ("GET http://127.0.0.1:8080/ host=127.0.0.1:8080", Refused(Host)),
        ("GET /link?token=x host=evil.example:8080", Refused(Host)),
        // The link
        ("-GET /link?token=x host=127.0.0.1:8080", Link),
        ("-GET /link?token=x host=127.0.0.1:8080 sec-fetch-site=cross-site", Link),
        ("-GET /link?token=x host=127.0.0.1:8080 sec-fetch-site=none", Link),
        ("-HEAD /link?token=x host=127.0.0.1:8080", Refused(LinkMethod)),
        ("POST /link?token=x host=127.0.0.1:8080 origin=http://127.0.0.1:8080", Refused(LinkMethod)),
        // The cookie
        ("-GET / host=127.0.0.1:8080", Stranger),
        ("-GET / host=127.0.0.1:8080 sec-fetch-site=cross-site sec-fetch-mode=navigate", Stranger),
        ("-GET /api/runs host=127.0.0.1:8080 sec-fetch-site=same-origin", Stranger),
        ("-POST /api/stop host=127.0.0.1:8080 origin=http://127.0.0.1:8080", Stranger),
        // Origin
        ("POST /api/stop host=127.0.0.1:8080", Refused(Origin)),
        ("POST /api/stop host=127.0.0.1:8080 origin=null", Refused(Origin)),
        ("POST /api/stop host=127.0.0.1:8080 origin=http://evil.example:8080", Refused(Origin)),
        ("POST /api/stop host=127.0.0.1:8080 origin=http://127.0.0.1:8081", Refused(Origin)),
        ("POST /api/stop host=127.0.0.1:8080 origin=https://127.0.0.1:8080", Refused(Origin)),
        ("POST /api/stop host=127.0.0.1:8080 origin=http://localhost:8080", Refused(Origin)),
        ("POST /api/stop host=127.0.0.1:8080 origin=http://127.0.0.1:8080", Granted),
        ("DELETE /api/stop host=127.0.0.1:8080", Refused(Origin)),
        ("GET /live host=127.0.0.1:8080 upgrade=websocket", Refused(Origin)),
        ("GET /live host=127.0.0.1:8080 upgrade=websocket origin=null", Refused(Origin)),
        ("GET /live host=127.0.0.1:8080 upgrade=websocket origin=http://127.0.0.1:8081", Refused(Origin)),
        ("GET /live host=127.0.0.1:8080 upgrade=websocket origin=http://127.0.0.1:8080", Granted),
        ("GET / host=127.0.0.1:8080 origin=http://evil.example", Refused(Origin)),
        ("GET / host=127.0.0.1:8080 origin=null", Refused(Origin)),
        ("HEAD / host=127.0.0.1:8080 origin=http://127.0.0.1:8080", Granted),
        // Sec-Fetch-Site
        ("GET / host=127.0.0.1:8080 sec-fetch-site=same-origin", Granted),
        ("GET / host=127.0.0.1:8080 sec-fetch-site=none sec-fetch-mode=navigate", Granted),
        ("GET / host=127.0.0.1:8080 sec-fetch-site=none sec-fetch-mode=no-cors", Refused(Site)),
        ("GET / host=127.0.0.1:8080 sec-fetch-site=same-site sec-fetch-mode=navigate", Refused(Site)),
        ("GET / host=127.0.0.1:8080 sec-fetch-site=cross-site sec-fetch-mode=navigate", Refused(Site)),
        ("GET / host=127.0.0.1:8080 sec-fetch-site=other", Refused(Site)),
        ("GET / host=127.0.0.1:8080 sec-fetch-site=same-origin sec-fetch-site=cross-site", Refused(Site)),
    ];

    #[test]
    fn every_rule_decides_as_the_table_states() {
        let hosts = Hosts::new(8080, Some("quiet.example".to_owned()));
        for &(case, verdict) in CASES {
            let known = !case.starts_with('-');
            let mut words = case.trim_start_matches('-').split(' ');
            let mut next = || words.next().unwrap_or_default();
            let mut request = Request::builder().method(next()).uri(next());
            for header in case.split(' ').skip(2).filter(|word| !word.is_empty()) {
                let (name, value) = header.split_once('=').unwrap();
                request = request.header(name, value);
            }
            let (parts, ()) = request.body(()).unwrap().into_parts();
            assert_eq!(judge(&parts, &hosts, |_| known), verdict, "{case}");
        }
    }

    #[test]
    fn without_a_given_name_only_local_names_are_known() {
        let hosts = Hosts::new(80, None);
        assert!(hosts.include("127.0.0.1") && hosts.include("localhost:80"));
        assert!(!hosts.include("quiet.example") && !Hosts::new(8080, None).include(&OURS[..9]));
    }
}
