//! Measures the games per second of a server over loopback, on one machine with all its clients.
//!
//! ```text
//! cargo run --release -p quadrille-uecda --example contest_speed
//! ```

use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use quadrille::daifugo::game::{Action, Decision, Table};
use quadrille::daifugo::players::{Greedy, Player, PlayerError, PlayerRng};
use quadrille_uecda::{Server, join};

/// Plays like the greedy player, after a pause.
struct Paused(Duration);

impl Player<Table> for Paused {
    fn decide(&mut self, view: &Decision<'_>, rng: &mut PlayerRng) -> Result<Action, PlayerError> {
        // Cards are returned at once.
        if matches!(view, Decision::Play(_)) && !self.0.is_zero() {
            thread::sleep(self.0);
        }
        Greedy.decide(view, rng)
    }

    fn listens(&self) -> bool {
        false
    }
}

/// Returns the games per second at `tables` tables, each with five clients of its own.
fn rate(tables: usize, games: u32, pause: Duration) -> Result<f64, Box<dyn Error>> {
    let mut server = Server::new(1);
    server.settings.games = games;
    server.tables = tables;
    let listening = server.listen("127.0.0.1:0".parse()?)?;
    let address = listening.address();
    let clients: Vec<_> = (0..5 * tables as u64)
        .map(|seed| {
            thread::spawn(move || join(address, "quick", Box::new(Paused(pause)), seed, &()).map(|_| ()))
        })
        .collect();
    let begun = Instant::now();
    let held = listening.hold(&|_| {}, &())?;
    let seconds = begun.elapsed().as_secs_f64();
    for client in clients {
        client.join().map_err(|_| "a client panicked")??;
    }
    assert_eq!(held.games, tables as u64 * u64::from(games), "not every game was played");
    Ok(held.games as f64 / seconds)
}

fn main() -> Result<(), Box<dyn Error>> {
    let quick = Duration::ZERO;
    let one = rate(1, 1000, quick)?;
    println!("one table, five quick clients: {one:.0} games/s");
    let two = rate(2, 1000, quick)?;
    println!("two tables side by side: {two:.0} games/s, {:.2} times one table", two / one);
    let pause = Duration::from_millis(1);
    let slow = rate(1, 20, pause)?;
    println!("one table, one millisecond per move: {slow:.2} games/s");
    let many = rate(16, 20, pause)?;
    println!("16 tables, one millisecond per move: {many:.2} games/s, {:.1} times one table", many / slow);
    Ok(())
}
