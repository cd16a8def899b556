//! Tests of leagues of programs: start, connection, results, and failures of the programs.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use quadrille::daifugo::players::{BoxedPlayer, Greedy, Random};
use quadrille::diagnostics::Source;
use quadrille_progress::Progress;
use quadrille_uecda::{LeagueError, ServerEvent, SocketLeague, join};

/// Not a test: a league starts this program as a client, configured by environment variables.
#[test]
fn a_client_if_asked() {
    let Ok(port) = std::env::var("UECDA_PORT") else { return };
    let player: BoxedPlayer = match std::env::var("UECDA_PLAYER").as_deref() {
        Ok("random") => Box::new(Random),
        Ok("leaves") => {
            // Connects, and disconnects at once.
            drop(std::net::TcpStream::connect(format!("127.0.0.1:{port}")));
            return;
        }
        _ => Box::new(Greedy),
    };
    println!("it plays");
    let name = std::env::var("UECDA_NAME").unwrap();
    join(format!("127.0.0.1:{port}").parse().unwrap(), &name, player, 5, &()).unwrap();
}

/// Returns the command line of such a client.
fn program(player: &str) -> String {
    let exe = std::env::current_exe().unwrap();
    let test = "--exact league::a_client_if_asked --nocapture";
    format!("env UECDA_PORT={{port}} UECDA_NAME={{name}} UECDA_PLAYER={player} '{}' {test}", exe.display())
}

fn league(text: &str, folder: &Path) -> SocketLeague {
    SocketLeague::read(&Source::new("league.toml", text), folder, &Arc::default()).unwrap()
}

#[test]
fn programs_house_players_and_failures() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "games = 6\nrounds = 1\nstartup = 3000\nmove_timeout = 3000\nplayers = [\n\
         {{ name = \"good\", command = \"\"\"{}\"\"\" }},\n\
         {{ name = \"poor one\", command = \"\"\"{}\"\"\" }},\n\
         {{ name = \"crashes\", command = \"sh -c 'echo I crash; exit 3'\" }},\n\
         {{ name = \"greedy\" }},\n\
         {{ name = \"second\", player = \"random\" }},\n]\n",
        program("greedy"),
        program("random"),
    );
    let mut league = league(&text, folder.path());
    league.startup = std::time::Duration::from_millis(700);
    let out = folder.path().join("out");

    // Cancel after two matches, then resume.
    let seen = AtomicU64::new(0);
    let stopping = |progress: &Progress| {
        seen.store(progress.done, Ordering::Relaxed);
        if progress.done >= 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let error = league.hold(&out, &|_| {}, &stopping).unwrap_err();
    assert!(matches!(error, LeagueError::Cancelled(_)), "{error}");
    let kept = std::fs::read_to_string(out.join("matches.jsonl")).unwrap();
    assert_eq!(kept.lines().count(), 3, "a head and two matches");
    // Truncate the last line, as a kill may do.
    std::fs::write(out.join("matches.jsonl"), &kept[..kept.len() - 9]).unwrap();

    // The second match is played again, but not the first.
    let result = league.hold(&out, &|_| {}, &()).unwrap();
    assert_eq!((result.games, result.rounds, result.tables), (30, 1, 1));
    let names: Vec<&str> = result.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["good", "poor one", "crashes", "greedy", "second"]);
    let points = |at: usize| result.players[at].points;
    assert_eq!(points(2), 30, "a player that always passes is poorest in every game");
    assert!(points(0) > points(1) && points(3) > points(4), "{result:?}");
    assert!(result.players[2].faults.unwrap().gone > 0);
    assert_eq!(result.players[0].faults.unwrap().late, 0);
    assert_eq!(result.reproducible, Some(false));

    // The programs' output is kept, and every match is on record.
    let output = std::fs::read_dir(out.join("output")).unwrap();
    let said: Vec<String> =
        output.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    assert_eq!(said.len(), 15);
    assert_eq!(said.iter().filter(|said| said.contains("I crash")).count(), 5);
    assert_eq!(said.iter().filter(|said| said.contains("it plays")).count(), 10);
    assert_eq!(std::fs::read_dir(out.join("records")).unwrap().count(), 5);

    // No matches remain, and the result is the same.
    let again = league.hold(&out, &|_| {}, &()).unwrap();
    assert_eq!(again, result);

    // The folder belongs to this league.
    league.seed += 1;
    let error = league.hold(&out, &|_| {}, &()).unwrap_err();
    assert!(matches!(error, LeagueError::Another { .. }), "{error}");
}

#[test]
fn a_program_that_cannot_be_started_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let text = "games = 1\nplayers = [\n{ name = \"a\", command = \"./is-not-there\" },\n\
                { name = \"greedy\" }, { name = \"b\", player = \"greedy\" }, { name = \"random\" },\n\
                { name = \"c\", player = \"random\" } ]\n";
    let mut league = league(text, folder.path());
    league.startup = std::time::Duration::from_millis(50);
    let told = Mutex::new(Vec::new());
    let events = |event: &ServerEvent| {
        if let ServerEvent::Absent { reason, .. } = event {
            told.lock().unwrap().push(reason.clone());
        }
    };
    let result = league.hold(&folder.path().join("out"), &events, &()).unwrap();
    assert_eq!((result.games, result.players[0].points), (5, 5));
    let told = told.into_inner().unwrap();
    assert!(told.len() == 5 && told[0].starts_with("./is-not-there: "), "{told:?}");
}

#[test]
fn errors_in_the_file_have_their_place() {
    for (text, says) in [
        ("games = 0\nplayers = []", "1:9"),
        ("players = 3", "1:11"),
        ("", "players"),
        ("players = [{ name = \"a\", command = \"\" }]", "no program is named"),
        ("players = [{ name = \"a\", command = \"x 'y\" }]", "a quotation mark is missing"),
        ("players = [{ name = \"\" }]", "invalid name"),
        ("players = [{ name = \"grredy\" }]", "there is no player `grredy`"),
        (
            "players = [{ name = \"a\", command = \"x\", player = \"greedy\" }]",
            "both `command` and `player` are given",
        ),
        ("gamse = 3\nplayers = []", "gamse"),
    ] {
        let error = SocketLeague::read(&Source::new("league.toml", text), Path::new("."), &Arc::default())
            .unwrap_err();
        assert!(error.to_string().contains(says), "{text}: {error}");
    }
    let few = league("players = [{ name = \"greedy\" }]", Path::new("."));
    let folder = tempfile::tempdir().unwrap();
    let error = few.hold(folder.path(), &|_| {}, &()).unwrap_err();
    assert_eq!(error.to_string(), "1 player; a league under these rules has 5 to 32");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}
