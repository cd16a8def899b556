//! Plays thousands of games with misbehaving clients, and checks that every game is on record;
//! prints the memory use.
//!
//! ```text
//! cargo run --release -p quadrille-uecda --example soak -- 10000
//! ```

use std::error::Error;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use quadrille::daifugo::players::{Greedy, PlayerKind};
use quadrille::random::bounded::below_u32;
use quadrille::random::{StreamKey, Xoshiro256PlusPlus};
use quadrille::uecda_protocol::official;
use quadrille::uecda_protocol::{Profile, Version};
use quadrille_uecda::{Fill, Server, join};

const GAMES: u32 = 20;
const TABLES: usize = 4;

/// Returns the resident memory of this process in KiB, if the system reports it.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

/// Joins a match and violates the protocol in one of five ways.
fn misbehave(address: SocketAddr, rng: &mut Xoshiro256PlusPlus) -> std::io::Result<()> {
    let mut below = |many: u32| below_u32(rng, many.try_into().expect("not 0"));
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    let mut bytes = Vec::new();
    Version::V20070.write_table(&Profile::new(Version::V20070, "odd").table(), &mut bytes);
    stream.write_all(&bytes)?;
    let mut heard = vec![0; 1 << 12];
    match below(5) {
        // This client disconnects after some messages.
        0 => {
            let mut left = below(200_000) as usize;
            while left > 0 {
                let read = stream.read(&mut heard)?;
                if read == 0 {
                    break;
                }
                left = left.saturating_sub(read);
            }
        }
        // This client sends nothing.
        1 => while stream.read(&mut heard)? > 0 {},
        // This client reads nothing.
        2 => thread::sleep(Duration::from_millis(u64::from(below(500)))),
        // This client sends junk until the server closes the connection.
        3 => {
            let mut reading = stream.try_clone()?;
            thread::spawn(move || {
                let mut heard = [0; 4096];
                while reading.read(&mut heard).is_ok_and(|read| read > 0) {}
            });
            loop {
                let junk: Vec<u8> = (0..4800).map(|_| below(3) as u8).collect();
                stream.write_all(&junk)?;
            }
        }
        // This client sends incomplete messages.
        _ => {
            let pass = [0; 480];
            while stream.write_all(&pass[..below(480) as usize]).is_ok() && stream.read(&mut heard)? > 0 {
                thread::sleep(Duration::from_millis(1));
            }
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: u64 = std::env::args().nth(1).map_or(Ok(1000), |games| games.parse())?;
    let folder = tempfile::tempdir()?;
    let (mut games, mut batch, mut first) = (0, 0u32, None);
    let mut most = 0;
    while games < wanted {
        let mut server = Server::new(batch);
        server.settings.games = GAMES;
        server.tables = TABLES;
        server.move_timeout = Some(Duration::from_millis(3));
        server.record = Some(folder.path().join(format!("{batch}.log")));
        server.fill = Some(Fill { players: vec![PlayerKind::Random.into()], clients: 2 });
        let listening = server.listen("127.0.0.1:0".parse()?)?;
        let address = listening.address();
        let clients: Vec<_> = (0..TABLES as u64)
            .map(|at| {
                let mut rng = StreamKey::new(batch.into(), at).rng();
                // One client of each table follows the protocol.
                let odd = thread::spawn(move || _ = misbehave(address, &mut rng));
                let tidy = thread::spawn(move || _ = join(address, "tidy", Box::new(Greedy), at, &()));
                [odd, tidy]
            })
            .collect();
        let held = listening.hold(&|_| {}, &())?;
        assert!(
            held.complete && held.games == u64::from(GAMES) * TABLES as u64,
            "not every match was completed"
        );
        for table in &held.tables {
            let path = table.record.as_ref().ok_or("a record")?;
            let record = official::read(&std::fs::read_to_string(path)?)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            assert_eq!(record.games.len(), GAMES as usize, "not every game is on record");
            std::fs::remove_file(path)?;
        }
        for client in clients.into_iter().flatten() {
            client.join().map_err(|_| "a client panicked")?;
        }
        games += held.games;
        batch += 1;
        if let Some(memory) = memory() {
            // Memory use is stable only after some batches.
            if batch == 10 {
                first = Some(memory);
            }
            most = most.max(memory);
        }
    }
    let memory = first.map_or_else(String::new, |first| {
        format!("; memory {first} KiB after ten batches, {most} KiB at most")
    });
    println!("{games} games in {batch} batches, all on record{memory}");
    Ok(())
}
