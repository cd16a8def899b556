//! Tests of the official server's configuration file.

use proptest::prelude::*;
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_uecda_protocol::official::Head;
use quadrille_uecda_protocol::{CardTable, ContestSettings, Match, Message};

const WHOLE: &str = "\
# a comment
WINDOW_TYPE CONSOLE
RULE_KAKUMEI YES
RULE_SHIBARI NO   # no lock
RULE_KINSOKU NO
RULE_KAIDAN\tYES
RULE_5TOBI NO
rule_6revers no
RULE_8GIRI YES
RULE_11BACK YES
RULE_CHANGE YES
RULE_SEKIGAE YES
RULE_SEKIGAE_NUM 5
GAME_NUMBER 1000
FLASH_MIBUN_NUMBER 50
PORT_NUMBER 42486
RAND_TYPE MT
FLAG_LOGGER YES
PLAYER2_NAME tarou
";

#[test]
fn a_whole_file_is_read() {
    let settings = ContestSettings::from_config(WHOLE).unwrap();
    assert_eq!(settings.rules, Rules::UECDA.without(Rule::SuitLock).with(Rule::ElevenBack));
    assert_eq!((settings.games, settings.class_reset, settings.reseating), (1000, 50, Some(5)));
    assert_eq!((settings.port, settings.names[1].as_deref()), (42486, Some("tarou")));
    assert_eq!(ContestSettings::from_config("RULE_SEKIGAE NO").unwrap().reseating, None);
    assert_eq!(ContestSettings::from_config("").unwrap(), ContestSettings::default());
}

#[test]
fn errors_have_their_place() {
    for (text, says) in [
        ("GAME_NUMBER many", "line 1, column 13: `many`; expected a whole number from 1 to 99999"),
        ("\n\nGAME_NUMBER 0", "line 3, column 13: `0`; expected a whole number from 1 to 99999"),
        ("GAME_NUMBER", "line 1, column 1: `GAME_NUMBER`; expected a key and its value"),
        ("  RULE_8GIRI  JA", "line 1, column 15: `JA`; expected YES or NO"),
        (
            "RULE_8CUT YES",
            "line 1, column 1: `RULE_8CUT`; expected a key of tndhms.cfg, such as GAME_NUMBER or RULE_8GIRI",
        ),
        (
            "RAND_TYPE ISO_NORMAL",
            "line 1, column 11: `ISO_NORMAL`; expected MT, the only supported generator",
        ),
        ("GAME_NUMBER 3 4", "line 1, column 15: `4`; expected nothing after the value"),
        ("PORT_NUMBER 65536", "line 1, column 13: `65536`; expected a whole number from 1 to 65535"),
        ("PLAYER6_NAME x", "line 1, column 1: `PLAYER6_NAME`; expected a key"),
        ("GAME_NUMBER \u{1b}[2J", "line 1, column 13: `\\u{1b}[2J`; expected"),
    ] {
        let error = ContestSettings::from_config(text).unwrap_err().to_string();
        assert!(error.starts_with(says), "{text}: {error}");
    }
}

/// Returns the lines of a log's head that repeat a configuration file.
fn echoed(config: &str) -> Vec<String> {
    let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
    let head = ContestSettings::from_config(config).unwrap().head(names, 7);
    let mut text = String::new();
    head.write(&mut text);
    assert_eq!(Head::read(&text).unwrap(), head, "{config}");
    text.lines().skip(3).map(|line| line.replacen("%-----%", "", 1)).collect()
}

/// Every key is repeated as the official server does, in the same order.
#[test]
fn the_log_repeats_the_file_of_settings() {
    let lines = |window: &str, graph: &str, yes: &str, sekigae: &str| {
        format!(
            "WINDOW_TYPE% {window}\nGRAPH_WINDOW% {graph}\nRAND_TYPE% 1\nRULE_KAKUMEI% {yes}\nRULE_SHIBARI% {yes}\n\
             RULE_KINSOKU% {yes}\nRULE_KAIDAN% {yes}\nRULE_CHANGE% {yes}\nRULE_5TOBI% {yes}\nRULE_6REVERS% {yes}\n\
             RULE_8GIRI% {yes}\nRULE_11BACK% {yes}\nRULE_SEKIGAE% {sekigae}\nRULE_SEKIGAE_NUM% 5\nGAME_NUMBER% 12\n\
             FLASH_MIBUN_NUMBER% 4\nGAME_PORT% 1234\nRANDOM_SEED% 7"
        )
    };
    for (window, shown) in [("small", "SMALL"), ("MIDDLE_XGA", "MIDDLE_EXTEND"), ("NEW_ALICE", "ALICE")] {
        for (graph, drawn) in [("NONE", "NO"), ("big", "YES"), ("MIDDLE", "YES")] {
            for (yes, sekigae) in [("YES", "NO"), ("NO", "YES"), ("NO", "NO"), ("YES", "YES")] {
                let rules = [
                    "KAKUMEI", "SHIBARI", "KINSOKU", "KAIDAN", "CHANGE", "5TOBI", "6REVERS", "8GIRI",
                    "11BACK",
                ];
                let rules: String = rules.map(|rule| format!("RULE_{rule} {yes}\n")).concat();
                let config = format!(
                    "{rules}RULE_SEKIGAE {sekigae}\nRULE_SEKIGAE_NUM 5\nGAME_NUMBER 12\nFLASH_MIBUN_NUMBER 4\n\
                     PORT_NUMBER 1234\nWINDOW_TYPE {window}\nGRAPH_WINDOW {graph}\n"
                );
                assert_eq!(echoed(&config).join("\n"), lines(shown, drawn, yes, sekigae));
            }
        }
    }
    // An unknown window keeps the previous value, as at the official server.
    assert_eq!(echoed("WINDOW_TYPE ROUND")[0], "WINDOW_TYPE% CONSOLE");
}

/// Settings that no match can have are replaced, so that every match ends.
#[test]
fn a_match_with_any_settings_ends() {
    let mut settings = ContestSettings::default();
    (settings.games, settings.class_reset, settings.reseating) = (0, 0, Some(0));
    settings.rules = Rules::NONE.of(3, 2).unwrap();
    let mut contest = Match::new(settings, 1);
    contest.start(&mut |_: usize, _: &Message| {});
    while contest.awaits().is_some() {
        contest.receive(&CardTable::EMPTY, &mut |_: usize, _: &Message| {});
    }
    assert_eq!((contest.over(), contest.points().iter().sum::<u32>()), (1, 15));
}

proptest! {
    /// A file with a changed character is read, or refused with a place in the file.
    #[test]
    fn a_changed_file_never_panics(at in any::<prop::sample::Index>(), letter in any::<char>()) {
        let at = at.index(WHOLE.len());
        let mut text = WHOLE.to_owned();
        text.replace_range(at..=at, letter.encode_utf8(&mut [0; 4]));
        if let Err(error) = ContestSettings::from_config(&text) {
            let line = text.lines().nth(error.line - 1).expect("a line of the file");
            prop_assert!((1..=line.chars().count() + 1).contains(&error.column), "{}", error);
        }
    }
}
