//! External players that fail to play: each is reported, with its standard error, and the run
//! fails.

use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use super::foreign::{PASSES, WITHOUT_READY};
use super::{
    assert_no_panic, each_beside_others, experiment, json, quadrille, root, run, stderr, stdout, text,
};

/// Creates an experiment with a program and built-in players in a fresh folder.
fn arena(kind: &str, program: &str, more: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let engine = kind.split('.').next().unwrap();
    let players = format!("players = ['''cmd:{program}''', \"random\", \"random\"]");
    experiment(&format!("kind = \"{kind}\"\nseed = 5\n[run]\nthreads = 2\n[{engine}]\n{players}\n{more}\n"))
}

/// Checks that a run fails with a message; returns its duration.
#[track_caller]
fn fails(output: &Output, says: &[&str]) {
    let message = stderr(output);
    assert_eq!((output.status.code(), stdout(output).as_str()), (Some(1), ""), "{message}");
    assert_no_panic(&message);
    for part in says {
        assert!(message.contains(part), "`{part}` is missing in: {message}");
    }
}

const GAMES: &str = "games = 3000";

#[test]
fn programs_that_do_not_start_are_reported_before_the_games() {
    let traceback = "sh -c 'echo first >&2; printf \"last \\033[31m\\n\\n\" >&2; exit 7'";
    let cases: [(&str, &[&str]); 6] = [
        ("pyhton bot.py", &["the player cmd:pyhton bot.py cannot be started: pyhton: ", "shard "]),
        ("./e.toml", &["the player cmd:./e.toml cannot be started: ./e.toml: "]),
        (
            "python3 is-not-there.py",
            &["ended before it had answered any decision (exit status: 2)", "\n  | ", "is-not-there.py"],
        ),
        (traceback, &["(exit status: 7); its standard error ends with:\n  | first\n  | last \\u{1b}[31m\n"]),
        ("true", &["the player cmd:true ended before", "(exit status: 0); its standard error is empty"]),
        // The program answers `ready`, and exits at its first decision.
        (
            "sh -c 'read q; case $q in *ready*) echo \"{\\\"id\\\":1}\"; read q; esac; exit 5'",
            &["ended before it had answered any decision (exit status: 5)"],
        ),
    ];
    let kinds =
        [("doudizhu.arena", GAMES), ("daifugo.arena", GAMES), ("daifugo.league", "games = 3000\nseats = 3")];
    let all: Vec<_> = cases.iter().zip(kinds.iter().cycle()).collect();
    each_beside_others(all, |((program, says), (kind, more))| {
        let (folder, file) = arena(kind, program, more);
        let out = folder.path().join("out");
        let begun = Instant::now();
        let output = run(&["run", text(&file), "--out", text(&out)]);
        fails(&output, says);
        assert!(begun.elapsed() < Duration::from_secs(20), "{program}: {:?}", begun.elapsed());
        assert!(!out.join("result.json").exists(), "{program}");
    });
}

#[test]
fn commands_and_shards_and_sweeps_fail_the_same_way() {
    let says = ["the player cmd:false ended before it had answered any decision (exit status: 1)"];
    let folder = tempfile::tempdir().unwrap();
    let doudizhu = ["doudizhu", "arena", "--players", "rule,rule,cmd:false", "--games", "3", "--json"];
    fails(&run(&doudizhu), &says);
    let daifugo = ["daifugo", "arena", "--players", "cmd:false,greedy,greedy", "--games", "3"];
    fails(&run(&daifugo), &says);
    let (_folder, file) = arena("doudizhu.arena", "false", GAMES);
    let to = folder.path().join("a.partials");
    fails(&run(&["shard", text(&file), "--shards", "0..1", "--to", text(&to)]), &says);
    // The number of shards is known without the program.
    assert_eq!(json(&["shard", text(&file)])["shards"], 2);
    let sweep = std::fs::read_to_string(&file).unwrap() + "[sweep]\n\"doudizhu.open_hand\" = [false]\n";
    let (_folder, file) = experiment(&sweep.replace("games = 3000", "games = 3"));
    fails(&run(&["run", text(&file), "--out", text(&folder.path().join("sweep"))]), &says);
}

#[test]
fn programs_of_the_house_at_the_contest_fail_too() {
    let folder = tempfile::tempdir().unwrap();
    let says = ["ended before it had answered any decision (exit status: 1)"];
    let server = ["daifugo", "server", "--port", "0", "--no-record", "--games", "3", "--clients", "0"];
    fails(&run(&[&server[..], &["--fill", "greedy,cmd:false"]].concat()), &says);
    // A program that cannot be started is not a usage error; a missing quotation mark is.
    let client = ["daifugo", "client", "--port", "1"];
    for (command, flag) in [(&server[..], "--fill"), (&client[..], "--player")] {
        let output = run(&[command, &[flag, "cmd:pyhton x"]].concat());
        fails(&output, &["the player cmd:pyhton x cannot be started: pyhton: "]);
        let output = run(&[command, &[flag, "cmd:python3 'x"]].concat());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("quotation mark"), "{}", stderr(&output));
    }
    let players = "players = [{ name = \"mine\", player = \"cmd:false\" }, { name = \"greedy\" }, { name = \"random\" },\n\
                   { name = \"b\", player = \"greedy\" }, { name = \"c\", player = \"random\" }]\n";
    let file = folder.path().join("league.toml");
    std::fs::write(&file, format!("games = 3\n{players}")).unwrap();
    let out = folder.path().join("league");
    let league = ["daifugo", "league", text(&file), "--out", text(&out)];
    fails(&run(&league), &says);
    // An external client that never connects: the league is held without it, and fails at the end.
    let absent = players.replace("player = \"cmd:false\"", "command = \"sh -c 'echo no port >&2; exit 3'\"");
    std::fs::write(&file, format!("games = 3\n{absent}")).unwrap();
    let out = folder.path().join("absent");
    let output = run(&["daifugo", "league", text(&file), "--out", text(&out)]);
    fails(
        &output,
        &["the program of mine connected for none of its matches", "exit status: 3", "\n  | no port\n"],
    );
    assert!(out.join("result.json").exists());
}

#[test]
fn a_silent_program_is_reported_even_after_a_short_run() {
    // The program's output cannot be parsed. The program still runs, so nothing waits for its
    // restart.
    let cases: [(&str, &str, &str); 4] = [
        ("doudizhu.arena", "cat", "unreadable"),
        ("daifugo.arena", "yes", "unreadable"),
        ("daifugo.arena", "sh -c 'echo not today >&2; exec sleep 1000'", "late"),
        ("doudizhu.arena", "sh -c 'read q; echo \"{\\\"id\\\":1}\"; exec sleep 1000'", "late"),
    ];
    each_beside_others(
        cases.into_iter().zip([3, 3000, 3, 3000]).collect(),
        |((kind, program, why), games)| {
            let more = format!("games = {games}\nmove_timeout = 10\nstartup_timeout = 100");
            let (folder, file) = arena(kind, program, &more);
            let begun = Instant::now();
            let output = run(&["run", text(&file), "--out", text(&folder.path().join("out"))]);
            fails(&output, &["has not answered any of ", why, "move_timeout 10 ms"]);
            let quoted = stderr(&output).contains("; first unreadable answer: the answer ");
            assert_eq!(quoted, *why == "unreadable", "{}", stderr(&output));
            assert_eq!(stderr(&output).contains("\n  | not today\n"), program.contains("today"));
            assert!(begun.elapsed() < Duration::from_secs(20), "{program}: {:?}", begun.elapsed());
        },
    );
}

#[test]
fn a_bot_that_is_slow_to_start_loses_no_decision() {
    let bot = std::fs::read_to_string(root().join("examples/players/bot.py")).unwrap();
    let slow = format!("import os, time\ntime.sleep(1.5)\n{bot}");
    // The program fails in every seat and thread, and also in a process that replaces an exited
    // process.
    let end = "question['id'] == 20 and not os.path.exists('ended') and (open('ended', 'w'), sys.exit())";
    let mortal = slow.replace("    print(json", &format!("    {end}\n    print(json"));
    assert!(mortal.contains(end));
    // A program that exits at `ready` after its start: the replacing process does not get the
    // question.
    let old = std::fs::read_to_string(root().join(WITHOUT_READY)).unwrap();
    let old = format!("import time\ntime.sleep(1.5)\n{old}");
    let cases = vec![("doudizhu.arena", &slow), ("daifugo.arena", &mortal), ("doudizhu.arena", &old)];
    each_beside_others(cases, |(kind, bot)| {
        let more = "games = 24\nmove_timeout = 1200\nstartup_timeout = 60000";
        let (folder, file) = arena(kind, "python3 slow.py", more);
        std::fs::write(folder.path().join("slow.py"), bot).unwrap();
        let answer = json(&["run", text(&file), "--out", text(&folder.path().join("out"))]);
        let faults = answer["result"]["players"][0]["faults"].as_object().unwrap();
        assert!(faults.values().all(|count| count == 0), "{kind}: {faults:?}");
    });
}

#[cfg(unix)]
#[test]
fn a_launcher_may_end_before_the_bot_that_it_has_started() {
    let (folder, file) = arena("doudizhu.arena", "sh launch.sh", "games = 6\nmove_timeout = 20000");
    // The bot takes longer than the polling interval.
    let launcher = "exec 3<&0; (sleep 0.3; exec python3 bot.py <&3) & exit 0\n";
    std::fs::write(folder.path().join("launch.sh"), launcher).unwrap();
    std::fs::copy(root().join("examples/players/bot.py"), folder.path().join("bot.py")).unwrap();
    let answer = json(&["run", text(&file), "--out", text(&folder.path().join("out"))]);
    let faults = answer["result"]["players"][0]["faults"].as_object().unwrap();
    assert!(faults.values().all(|count| count == 0), "{faults:?}");
}

#[test]
fn bots_that_do_not_answer_ready_play_on() {
    let bot = std::fs::read_to_string(root().join(WITHOUT_READY)).unwrap();
    let loop_begins = "question = json.loads(line)\n";
    let at_ready = |does: &str| {
        let added =
            format!("{loop_begins}    if question['ask'] == 'ready':\n        {does}\n        continue\n");
        assert!(bot.contains(loop_begins));
        bot.replace(loop_begins, &added)
    };
    let error = "print(json.dumps({'id': question['id'], 'error': 'what?'}), flush=True)";
    let cases = [
        at_ready(error),
        at_ready(&format!("{error}; sys.exit(1)")),
        at_ready("print('what?', flush=True)"),
        at_ready("print('what?', flush=True); sys.exit(1)"),
        at_ready("pass"),
    ];
    each_beside_others(cases.to_vec(), |bot| {
        let more = "games = 12\nmove_timeout = 20000\nstartup_timeout = 3000";
        let (folder, file) = arena("daifugo.arena", "python3 bot.py", more);
        std::fs::write(folder.path().join("bot.py"), bot).unwrap();
        let answer = json(&["run", text(&file), "--out", text(&folder.path().join("out"))]);
        let faults = answer["result"]["players"][0]["faults"].as_object().unwrap();
        assert!(faults.values().all(|count| count == 0), "{bot}: {faults:?}");
    });
    // A program that starts too late loses the decisions in the meantime, and plays on.
    let (folder, file) =
        arena("doudizhu.arena", "python3 bot.py", "games = 90\nmove_timeout = 300\nstartup_timeout = 100");
    std::fs::write(folder.path().join("bot.py"), format!("import time\ntime.sleep(2)\n{bot}")).unwrap();
    let output =
        run(&["run", text(&file), "--out", text(&folder.path().join("out")), "--json", "--threads", "1"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let answer: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let (faults, plays) =
        (&answer["result"]["players"][0]["faults"], &answer["result"]["players"][0]["moves"]);
    let plays: u64 = plays.as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
    let late = faults["late"].as_u64().unwrap();
    assert!(0 < late && late < plays / 2, "{late} of {plays}");
    let warnings = stderr(&output).lines().filter(|line| line.starts_with("warning: ")).count();
    assert!(warnings <= 1, "{}", stderr(&output));
}

#[test]
fn a_game_lost_to_faults_is_reported_once() {
    let (folder, file) = arena("doudizhu.arena", "sh passes.sh", "games = 30");
    // The program's messages to standard error are passed on.
    let illegal = PASSES.replace("pass", "2222").replace("i=0;", "i=0; echo hello >&2;");
    std::fs::write(folder.path().join("passes.sh"), illegal).unwrap();
    let output = run(&["run", text(&file), "--out", text(&folder.path().join("out")), "--quiet"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let warnings = stderr(&output).matches("warning: ").count();
    let says = "of the player cmd:sh passes.sh in a game could ";
    assert!(warnings == 1 && stderr(&output).contains(says), "{}", stderr(&output));
    assert!(stderr(&output).contains(" illegal); the result contains the number of all such decisions\n"));
    assert!(stderr(&output).lines().any(|line| line == "hello"), "{}", stderr(&output));
}

#[test]
fn a_failed_run_is_gone_on_with_once_its_bot_is_there() {
    let (folder, file) = arena("doudizhu.arena", "python3 bot.py", "games = 30");
    let out = folder.path().join("out");
    let flags = ["run", text(&file), "--out", text(&out)];
    fails(&run(&flags), &["bot.py"]);
    assert_eq!(json(&["runs", text(folder.path())])["runs"][0]["state"], "unfinished");
    let bot = folder.path().join("bot.py");
    std::fs::copy(root().join("examples/players/bot.py"), &bot).unwrap();
    let resumed = json(&[&flags[..], &["--resume"]].concat());
    assert_eq!(resumed["complete"], true);
    // Partials are merged, and a complete run is answered, without the program.
    let to = folder.path().join("a.partials");
    json(&["shard", text(&file), "--shards", "0..1", "--to", text(&to)]);
    std::fs::remove_file(bot).unwrap();
    assert_eq!(json(&flags)["result"], resumed["result"]);
    let merged = json(&["merge", text(&file), text(&to), "--out", text(&folder.path().join("merged"))]);
    assert_eq!(merged["result"], resumed["result"]);
}

#[test]
fn a_folder_that_is_not_there_is_no_program() {
    let output = quadrille(&["doudizhu", "arena", "--players", "cmd:/,rule,rule", "--games", "3"])
        .current_dir(Path::new("/"))
        .output()
        .unwrap();
    fails(&output, &["the player cmd:/ cannot be started: /: "]);
}
