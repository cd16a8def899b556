//! Reading: regular files only, limits, gzip, names of examples.

use std::io::{ErrorKind, Read as _, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use quadrille_files::{Example, ReadError, Reader, open};

/// Packs some MiB of a single letter, or of random digits with three bits of information each.
fn packed(path: &Path, mebibytes: usize, letter: Option<u8>) {
    let level = if letter.is_some() { Compression::default() } else { Compression::fast() };
    let mut packer = GzEncoder::new(std::fs::File::create(path).unwrap(), level);
    let mut state = 1u64;
    for _ in 0..mebibytes {
        let mut digits = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            b'0' + (state >> 61) as u8
        };
        let text: Vec<u8> = (0..1 << 20).map(|_| letter.unwrap_or_else(&mut digits)).collect();
        packer.write_all(&text).unwrap();
    }
}

#[test]
fn limits_apply_to_packed_and_unpacked_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("digits.gz");
    packed(&file, 20, None);
    let reader = |largest| Reader::new(largest).unpacking();
    let error = reader(19 << 20).text(&file).unwrap_err().to_string();
    assert!(error.contains("digits.gz: it is larger than 19 MiB when it is unpacked"), "{error}");
    assert_eq!(reader(20 << 20).text(&file).unwrap().text().len(), 20 << 20);
    std::fs::write(&file, "o!").unwrap();
    assert!(reader(1).text(&file).unwrap_err().to_string().ends_with("it is larger than 1 bytes"));
    assert_eq!(reader(2).text(&file).unwrap().text(), "o!");
    // A size that the file's metadata do not state.
    #[cfg(target_os = "linux")]
    assert!(Reader::new(3).bytes(Path::new("/proc/self/status")).is_err());
}

#[test]
fn a_bomb_is_refused_before_it_is_unpacked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bomb.gz");
    packed(&file, 17, Some(b'$'));
    let bytes = std::fs::read(&file).unwrap();
    assert!(bytes.len() < 18 << 10, "{}", bytes.len());
    let reader = Reader::new(1 << 30).unpacking();
    let error = reader.text(&file).unwrap_err().to_string();
    assert!(error.contains("bomb.gz: it unpacks to more than 200 times its size"), "{error}");
    // The end of the file, which is not gzip, is not reached.
    std::fs::write(&file, [&bytes[..], &bytes, &[b'x'; 100]].concat()).unwrap();
    assert!(reader.text(&file).unwrap_err().to_string().contains("200 times"));
    // Small texts are read at any ratio of compression.
    packed(&file, 16, Some(b'$'));
    assert_eq!(reader.text(&file).unwrap().text().len(), 16 << 20);
}

#[test]
fn cut_files_marks_and_archives() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("text");
    let mut packer = GzEncoder::new(Vec::new(), Compression::none());
    packer.write_all("\u{feff}ab\nあ".as_bytes()).unwrap();
    let whole = packer.finish().unwrap();
    std::fs::write(&file, &whole).unwrap();
    let reader = Reader::new(100).unpacking();
    assert_eq!(reader.text(&file).unwrap().text(), "ab\nあ");
    let mut lines = String::new();
    reader.lines(&file).unwrap().lines.read_to_string(&mut lines).unwrap();
    assert_eq!(lines, "ab\nあ");
    // The file lacks the checksum, the length and the last byte of the last character.
    std::fs::write(&file, &whole[..whole.len() - 9]).unwrap();
    assert!(matches!(reader.text(&file), Err(ReadError::File { .. })));
    assert_eq!(reader.cut().text(&file).unwrap().text(), "ab\n\u{fffd}");
    std::fs::write(&file, b"PK\x03\x04....").unwrap();
    assert!(reader.text(&file).unwrap_err().to_string().contains("zip archive"));
    std::fs::write(&file, b"a\nb\xff").unwrap();
    let ReadError::Text(diagnostic) = Reader::new(100).text(&file).unwrap_err() else { panic!("no place") };
    assert_eq!((diagnostic.position().line, diagnostic.position().column), (2, 2));
}

#[test]
fn names_of_examples_are_resolved_by_the_caller() {
    fn find(path: &Path) -> Option<Result<Example, String>> {
        let name = path.to_str()?.strip_prefix("example:")?;
        let example = Example { name: format!("example:{name}"), text: "one\n" };
        Some(if name == "one" { Ok(example) } else { Err(format!("there is no example {name}")) })
    }
    let reader = Reader::new(1).with_examples(find);
    assert_eq!(reader.text(Path::new("example:one")).unwrap().name(), "example:one");
    let error = reader.bytes(Path::new("example:two")).unwrap_err();
    assert_eq!(error.to_string(), "there is no example two");
    // Readers without examples take such a name for a path.
    let error = Reader::new(1).bytes(Path::new("example:one")).unwrap_err();
    assert!(matches!(error, ReadError::File { kind: ErrorKind::NotFound, .. }), "{error}");
    let error = Reader::new(1).bytes(Path::new("-")).unwrap_err().to_string();
    assert!(error.starts_with("cannot read -: "), "{error}");
}

#[cfg(unix)]
#[test]
fn special_files_are_refused_by_their_kind() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    rustix::fs::mknodat(
        rustix::fs::CWD,
        at("pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::from_raw_mode(0o600),
        0,
    )
    .unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
    std::fs::create_dir(at("folder")).unwrap();
    symlink("/dev/zero", at("device")).unwrap();
    symlink("nowhere", at("dangling")).unwrap();
    std::fs::write(at("regular"), "text").unwrap();
    symlink("regular", at("link")).unwrap();
    for (name, kind) in
        [("pipe", "a pipe"), ("socket", "a socket"), ("folder", "a folder"), ("device", "a device")]
    {
        let expected = format!("it is {kind}; expected a regular file");
        assert_eq!(open(&at(name)).unwrap_err().to_string(), expected);
        let reader = Reader::new(100);
        let error = reader.bytes(&at(name)).unwrap_err().to_string();
        assert_eq!(error, format!("cannot read {}: {expected}", at(name).display()));
        assert!(reader.lines(&at(name)).is_err());
        let error = reader.with_standard_input().text(&at(name)).unwrap_err().to_string();
        assert_eq!(error.ends_with("or - for standard input"), name != "folder", "{error}");
    }
    assert_eq!(open(&at("dangling")).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(Reader::new(100).bytes(&at("link")).unwrap().bytes, b"text");
}
