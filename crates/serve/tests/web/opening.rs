//! The link, the cookie, and the headers of responses.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use quadrille_serve::{Bind, Limits, Server, ServerOptions};

use crate::client::{Site, Socket, cookie, open, origin, port, request, send};

#[test]
fn a_link_opens_once_with_get_from_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(ServerOptions::new(folder.path())).unwrap();
    let (port, link) = (port(&server), server.link().unwrap());
    let (host, path) = (format!("127.0.0.1:{port}"), link.split_once(&format!(":{port}")).unwrap().1);
    let token = path.strip_prefix("/link?token=").unwrap();
    assert!(token.len() >= 32 && token.bytes().all(|digit| digit.is_ascii_hexdigit()), "{token}");

    // Other methods, a wrong token and another host do not use up the link.
    for method in ["HEAD", "POST", "PUT", "OPTIONS"] {
        assert_eq!(send(port, &request(method, path, &[("Host", &host)], "")).status, 405, "{method}");
    }
    let wrong = format!("/link?token={}", "0".repeat(token.len()));
    assert_eq!(send(port, &request("GET", &wrong, &[("Host", &host)], "")).status, 403);
    assert_eq!(
        send(port, &request("GET", path, &[("Host", &format!("evil.example:{port}"))], "")).status,
        403
    );

    let answer = open(port, &link);
    // Not a redirect, which would not carry a cookie with `SameSite=Strict`.
    assert_eq!(answer.status, 200);
    assert!(answer.text().contains("<script>location.replace('/');</script>"), "{}", answer.text());
    assert!(!answer.text().contains(token));
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let set = answer.header("set-cookie").unwrap();
    assert!(set.starts_with(&format!("quadrille-{port}=")), "{set}");
    assert!(set.ends_with("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict"), "{set}");

    let again = open(port, &link);
    assert_eq!(again.status, 403);
    assert!(again.header("set-cookie").is_none() && again.text().contains("press Enter"));
    // Another link works, and gives another cookie.
    assert_ne!(cookie(&open(port, &server.link().unwrap())), cookie(&answer));
    server.end();
}

#[test]
fn a_link_and_a_cookie_expire() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = ServerOptions::new(folder.path());
    options.limits = Limits { link: Duration::ZERO, ..Limits::default() };
    let server = Server::start(options.clone()).unwrap();
    assert_eq!(open(port(&server), &server.link().unwrap()).status, 403);
    server.end();
    options.limits = Limits { cookie: Duration::from_secs(3), ..Limits::default() };
    let site = Site::with(options);
    // A socket ends with the cookie that opened it.
    let (mut socket, begun) = (Socket::of(&site), Instant::now());
    while socket.next_text().is_some() {}
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    assert_eq!(site.get("/").status, 401);
    let limits = Limits::default();
    let hours = Duration::from_hours(12);
    assert_eq!(
        (limits.link, limits.cookie, limits.head),
        (Duration::from_mins(5), hours, Duration::from_secs(10))
    );
    assert_eq!((limits.connections, limits.jobs), (256, 2));
    site.server.end();
}

#[test]
fn without_a_cookie_nothing_is_shown_but_a_button() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let navigation = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")];
    let answer = site.with_headers("GET", "/run?run=%22%3E%3Cscript%3E", &navigation, "");
    assert_eq!(answer.status, 401);
    let page = answer.text();
    assert_eq!(page.matches("class=\"button\"").count(), 1);
    assert!(page.contains("href=\"/run?run=%22%3E%3Cscript%3E\"") && !page.contains("<script"), "{page}");
    // The button never leads to another host.
    let answer = site.with_headers("GET", "//evil.example/", &navigation, "");
    assert!(answer.text().contains("href=\"/\""), "{}", answer.text());
    for path in [
        "/",
        "/pages/application.js",
        "/api/overview",
        "/report?run=a",
        "/download?run=a&file=run.json",
        "/live",
        "/none",
    ] {
        let answer = site.with_headers("GET", path, &[], "");
        assert_eq!(answer.status, 401, "{path}");
        let folder = folder.path().display().to_string();
        assert!(!answer.text().contains(&folder) && answer.body.len() < 200, "{path}");
        let other = format!("{}x", site.cookie);
        assert_eq!(site.with_headers("GET", path, &[("Cookie", &other)], "").status, 401, "{path}");
    }
    site.server.end();
}

#[test]
fn every_other_request_is_judged_by_its_headers() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let ours = origin(site.port);
    let stop = |headers: &[(&str, &str)]| {
        let headers = [&[("Cookie", &*site.cookie)][..], headers].concat();
        site.with_headers("POST", "/api/stop", &headers, "{\"job\":1}").status
    };
    assert_eq!(stop(&[("Origin", &ours)]), 404, "granted: there is no such job");
    for origin in ["null", "http://evil.example", "http://127.0.0.1:1", "", "https://127.0.0.1"] {
        assert_eq!(stop(&[("Origin", origin)]), 403, "{origin}");
    }
    assert_eq!(stop(&[]), 403, "an absent origin");
    for site in ["same-site", "cross-site", "none"] {
        assert_eq!(stop(&[("Origin", &ours), ("Sec-Fetch-Site", site)]), 403, "{site}");
    }
    let get = |headers: &[(&str, &str)]| {
        site.with_headers("GET", "/api/overview", &[&[("Cookie", &*site.cookie)][..], headers].concat(), "")
            .status
    };
    assert_eq!(get(&[]), 200);
    assert_eq!(get(&[("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "cors")]), 200);
    assert_eq!(get(&[("Sec-Fetch-Site", "none"), ("Sec-Fetch-Mode", "navigate")]), 200);
    for (name, value) in [
        ("Sec-Fetch-Site", "same-site"),
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "none"),
        ("Origin", "null"),
        ("Origin", "http://localhost:1"),
    ] {
        assert_eq!(get(&[(name, value)]), 403, "{name}: {value}");
    }
    // A navigation from another port carries the cookie; it gets the button and no data.
    let navigation =
        [("Cookie", &*site.cookie), ("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Mode", "navigate")];
    let answer = site.with_headers("GET", "/", &navigation, "");
    assert!(answer.status == 403 && answer.text().contains("class=\"button\""), "{answer:?}");
    // Other hosts and ports, as after DNS rebinding.
    for host in [&format!("evil.example:{}", site.port), "127.0.0.1", "127.0.0.1:1", "", "localhost:80"] {
        let headers = [("Host", host), ("Cookie", &*site.cookie)];
        assert_eq!(send(site.port, &request("GET", "/", &headers, "")).status, 403, "{host}");
    }
    for name in ["localhost", "[::1]"] {
        let host = format!("{name}:{}", site.port);
        let headers = [("Host", &*host), ("Cookie", &*site.cookie)];
        assert_eq!(send(site.port, &request("GET", "/", &headers, "")).status, 200, "{host}");
    }
    // Sockets.
    let socket = |headers: &[(&str, &str)]| Socket::open(&site, headers).map(drop);
    assert_eq!(socket(&[("Cookie", &site.cookie), ("Origin", &ours)]), Ok(()));
    assert_eq!(socket(&[("Origin", &ours)]), Err(401));
    for origin in ["null", "http://evil.example", "http://127.0.0.1:1"] {
        assert_eq!(socket(&[("Cookie", &site.cookie), ("Origin", origin)]), Err(403), "{origin}");
    }
    assert_eq!(socket(&[("Cookie", &site.cookie)]), Err(403));
    let foreign = [("Cookie", &*site.cookie), ("Origin", &*ours), ("Sec-Fetch-Site", "same-site")];
    assert_eq!(socket(&foreign), Err(403));
    site.server.end();
}

#[test]
fn every_answer_has_its_policy() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let answers = [
        site.get("/"),
        site.get("/pages/style.css"),
        site.get("/api/overview"),
        site.get("/none"),
        site.get("/report?run=none"),
        site.with_headers("GET", "/", &[("Accept", "text/html")], ""),
        site.with_headers("POST", "/", &[], "{}"),
        open(site.port, &site.server.link().unwrap()),
    ];
    for answer in answers {
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{answer:?}");
        }
        let policy = answer.header("content-security-policy").unwrap();
        for part in [
            "default-src 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
        ] {
            assert!(policy.contains(part), "{part} in {policy}");
        }
        assert!(!policy.contains("unsafe-") && answer.header("access-control-allow-origin").is_none());
    }
    site.server.end();
}

#[test]
fn the_server_listens_at_its_own_address_only() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    assert!(TcpStream::connect(("127.0.0.2", site.port)).is_err(), "it listens at 127.0.0.1 alone");
    site.server.end();
    let bind = Bind { address: "127.0.0.2".parse().unwrap(), host: "box.example".to_owned() };
    let mut options = ServerOptions::new(folder.path());
    options.bind = Some(bind);
    options.allow_commands = true;
    let error = Server::start(options.clone()).unwrap_err();
    assert!(error.is_usage(), "{error}");
    options.allow_commands = false;
    let server = Server::start(options).unwrap();
    assert!(server.address().starts_with("http://box.example:"));
    let port = port(&server);
    let get = |host: &str| {
        use std::io::{Read as _, Write as _};
        let mut stream = TcpStream::connect(("127.0.0.2", port)).unwrap();
        stream.write_all(request("GET", "/", &[("Host", host)], "").as_bytes()).unwrap();
        let mut read = String::new();
        stream.read_to_string(&mut read).unwrap();
        read.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(get(&format!("box.example:{port}")), "401", "the cookie is needed there too");
    assert_eq!(get(&format!("127.0.0.2:{port}")), "403");
    server.end();
}
