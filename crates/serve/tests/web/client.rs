//! A small HTTP client over `std::net`, which sends exactly the bytes that a test specifies.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use quadrille_serve::{Server, ServerOptions};
use serde_json::Value;

/// Timeout of every read and write.
const LONGEST: Duration = Duration::from_mins(1);

/// An HTTP response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Returns the value of the first header with this name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.head.lines().filter_map(|line| line.split_once(": "));
        found.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

/// A server in a folder, and a browser's cookie for it.
pub(crate) struct Site {
    pub(crate) server: Server,
    pub(crate) port: u16,
    pub(crate) cookie: String,
}

impl Site {
    /// Starts a server without a state folder, and opens its link.
    pub(crate) fn start(runs: &Path) -> Self {
        Self::with(ServerOptions::new(runs))
    }

    pub(crate) fn with(options: ServerOptions) -> Self {
        let server = Server::start(options).unwrap();
        let port = port(&server);
        let cookie = cookie(&open(port, &server.link().unwrap()));
        Self { server, port, cookie }
    }

    /// Sends a request as one of the server's own pages does.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> Answer {
        self.with_headers(method, path, &[("Cookie", &self.cookie), ("Origin", &origin(self.port))], body)
    }

    /// Sends a request with these headers besides `Host`.
    pub(crate) fn with_headers(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let host = format!("127.0.0.1:{}", self.port);
        send(self.port, &request(method, path, &[&[("Host", &*host)][..], headers].concat(), body))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.with_headers("GET", path, &[("Cookie", &self.cookie), ("Sec-Fetch-Site", "same-origin")], "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", path, &body.to_string())
    }
}

pub(crate) fn port(server: &Server) -> u16 {
    server.address().rsplit_once(':').unwrap().1.parse().unwrap()
}

pub(crate) fn origin(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

/// Opens a link as a browser does when another program opens it: without a cookie, as a cross-site
/// navigation.
pub(crate) fn open(port: u16, link: &str) -> Answer {
    let path = link.split_once(&format!(":{port}")).unwrap().1;
    let host = format!("127.0.0.1:{port}");
    let headers = [("Host", &*host), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")];
    send(port, &request("GET", path, &headers, ""))
}

/// Returns the cookie that a response sets, in the form in which a browser sends it.
pub(crate) fn cookie(answer: &Answer) -> String {
    let set = answer.header("set-cookie").unwrap_or_else(|| panic!("no cookie: {answer:?}"));
    set.split(';').next().unwrap().to_owned()
}

/// Formats a request after which the server closes the connection.
pub(crate) fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    for (name, value) in headers {
        let _ = write!(text, "{name}: {value}\r\n");
    }
    if !body.is_empty() {
        let _ = write!(text, "Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    }
    text + "\r\n" + body
}

/// Connects to the server.
pub(crate) fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(LONGEST)).unwrap();
    stream.set_write_timeout(Some(LONGEST)).unwrap();
    stream
}

/// Sends a request, and reads the response to its end.
pub(crate) fn send(port: u16, text: &str) -> Answer {
    try_send(port, text.as_bytes()).unwrap()
}

/// Like [`send`], with an error if the connection is closed without a response.
pub(crate) fn try_send(port: u16, bytes: &[u8]) -> std::io::Result<Answer> {
    let mut stream = connect(port);
    // The server may answer and close before it has read everything.
    let written = stream.write_all(bytes);
    let mut read = Vec::new();
    let ended = stream.read_to_end(&mut read);
    let Some(head) = read.windows(4).position(|end| end == b"\r\n\r\n") else {
        written.and(ended)?;
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    };
    let text = String::from_utf8_lossy(&read[..head]).into_owned();
    let status = text.split(' ').nth(1).unwrap().parse().unwrap();
    let mut body = read.split_off(head + 4);
    if text.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        body = joined(&body);
    }
    Ok(Answer { status, head: text, body })
}

/// Joins the chunks of a body.
fn joined(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = chunks.windows(2).position(|end| end == b"\r\n") {
        let length = usize::from_str_radix(std::str::from_utf8(&chunks[..end]).unwrap(), 16).unwrap();
        body.extend_from_slice(&chunks[end + 2..][..length]);
        chunks = &chunks[end + 2 + length + 2..];
    }
    body
}

/// A minimal WebSocket client.
pub(crate) struct Socket(TcpStream);

impl Socket {
    /// Opens the live socket; `Err` is the status of a refusal.
    pub(crate) fn open(site: &Site, headers: &[(&str, &str)]) -> Result<Self, u16> {
        Self::open_at(site, "/live", headers)
    }

    /// Opens a socket at a path.
    pub(crate) fn open_at(site: &Site, path: &str, headers: &[(&str, &str)]) -> Result<Self, u16> {
        let mut stream = connect(site.port);
        let host = format!("127.0.0.1:{}", site.port);
        let mut text = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        );
        for (name, value) in headers {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        stream.write_all((text + "\r\n").as_bytes()).unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            if stream.read(&mut byte).unwrap() == 0 {
                break;
            }
            head.push(byte[0]);
        }
        let status = String::from_utf8_lossy(&head).split(' ').nth(1).unwrap_or("0").parse().unwrap();
        if status == 101 { Ok(Self(stream)) } else { Err(status) }
    }

    /// Opens the live socket as a page of the server does.
    pub(crate) fn of(site: &Site) -> Self {
        Self::open(site, &[("Cookie", &site.cookie), ("Origin", &origin(site.port))]).unwrap()
    }

    /// Opens a socket at a path as a page of the server does.
    pub(crate) fn at(site: &Site, path: &str) -> Self {
        Self::open_at(site, path, &[("Cookie", &site.cookie), ("Origin", &origin(site.port))]).unwrap()
    }

    /// Sends a JSON text.
    pub(crate) fn send(&mut self, value: &Value) {
        // The mask of the frame is zero, so the bytes are sent unchanged.
        let text = value.to_string();
        self.send_frame(text.len() as u64, text.as_bytes()).unwrap();
    }

    /// Sends the head of a frame that states this length, and then these bytes.
    pub(crate) fn send_frame(&mut self, length: u64, bytes: &[u8]) -> std::io::Result<()> {
        let mut head = vec![0x81, 0x80 | 127];
        head.extend_from_slice(&length.to_be_bytes());
        head.extend_from_slice(&[0; 4]);
        self.0.write_all(&head)?;
        self.0.write_all(bytes)
    }

    /// Returns the next text; `None` at the end.
    pub(crate) fn next_text(&mut self) -> Option<String> {
        loop {
            let mut head = [0; 2];
            self.0.read_exact(&mut head).ok()?;
            let length = match head[1] {
                126 => {
                    let mut bytes = [0; 2];
                    self.0.read_exact(&mut bytes).ok()?;
                    u64::from(u16::from_be_bytes(bytes))
                }
                127 => {
                    let mut bytes = [0; 8];
                    self.0.read_exact(&mut bytes).ok()?;
                    u64::from_be_bytes(bytes)
                }
                short => u64::from(short),
            };
            let mut text = vec![0; length as usize];
            self.0.read_exact(&mut text).ok()?;
            match head[0] & 0xf {
                1 => return Some(String::from_utf8(text).unwrap()),
                8 => return None,
                _ => {}
            }
        }
    }

    /// Reads states until one fulfils a condition.
    pub(crate) fn until(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let mut last = Value::Null;
        for _ in 0..2000 {
            let Some(text) = self.next_text() else { break };
            last = serde_json::from_str(&text).unwrap();
            if wanted(&last) {
                return last;
            }
        }
        panic!("{what} did not come; the last state was {last:#}");
    }
}
