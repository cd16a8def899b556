//! The official server's records lead to their results, and survive being written as JSON lines.

use quadrille_daifugo::records::{json, official};

pub(super) const STANDARD: &str = include_str!("../data/server_record_std_3games.log");
pub(super) const MIXED: &str = include_str!("../data/server_record_20060_20140_4games.log");

#[test]
fn official_records_replay_to_their_result() {
    for (log, games, refused) in [(STANDARD, 3, false), (MIXED, 4, true)] {
        let record = official::read(log).unwrap();
        assert_eq!((record.games.len(), record.players.len()), (games, 5));
        record.verify().unwrap();
        assert_eq!(record.games.iter().flat_map(|game| &game.plays).any(|play| play.refused), refused);
        let again = json::read(&json::write(&record)).unwrap();
        again.verify().unwrap();
        assert_eq!(json::write(&again), json::write(&record));
    }
}

#[test]
fn a_changed_record_is_found_out_with_its_line() {
    for (from, to, says) in [
        (
            "%00001%result% 14320",
            "%00001%result% 14302",
            "line 29: the result is [1, 4, 3, 0, 2]; the plays lead to 1 4 3 2 0",
        ),
        ("%00001%mibun% 12430", "%00001%mibun% 12403", "line 29: the classes are [1, 2, 4, 0, 3]"),
        ("30S2EE", "30SKEE", "line 29: gift 2: "),
        ("42C3C5EE", "42C3C4EE", "line 29: gift 3: "),
        (" 1EE 4EE 3EE 2D8M9DTEE", " 1EE 4EE 2D8M9DTEE", "line 22: play 4: player 2; player 3 is to move"),
        ("3CJEE\n", "3CJEE 2EE\n", "is over"),
        ("%00002%points% 6 12 5 8 14", "%00002%points% 6 12 5 8 15", "line 36: the points are"),
        ("S9STSJH3H4D3D5D6D7D2C6 S4", "S9STSJH3H4D3D5D6D7D2C7 S4", "line 22: the hands are not the deck"),
        ("%00001%seat% 20143", "%00001%seat% 20144", "line 29: the seats: [2, 0, 1, 4, 4]"),
        ("%00001%seat% 20143", "%00001%seat% 2014", "line 29: the seats: 4 entries"),
        ("%00001%seat% 20143", "%00001%seet% 20143", "line 30: `seet` of game 00001; expected `seat`"),
        ("%00001%play%  3S3", "%00001%play%  3X3", "line 33: play: `X3"),
        ("hostname", "hostname", ""),
    ] {
        assert!(STANDARD.contains(from), "{from}");
        let read = official::read(&STANDARD.replacen(from, to, 1));
        match read {
            Ok(_) => assert_eq!(says, "", "{from} to {to} goes unseen"),
            Err(error) => {
                assert!(!says.is_empty() && error.to_string().contains(says), "{from} to {to}: {error}");
            }
        }
    }
    assert!(official::read("").is_err());
    let cut = STANDARD.lines().take(33).collect::<Vec<_>>().join("\n");
    assert!(official::read(&cut).unwrap_err().to_string().contains("in the middle of game 1"));
}
