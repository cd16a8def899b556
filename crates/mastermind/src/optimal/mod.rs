//! Optimal play.
mod classes;
mod local;
mod search;
mod space;
use crate::game::Game;
use quadrille_lanes::Level;
use quadrille_progress::Meter;
/// Dev.
pub fn solve(game: Game, level: Level, turns: Option<u32>, possible_only: bool, count_last: bool) -> (u64, String) {
    let meter = Meter::new(&());
    let space = space::Space::new(game, level, possible_only, count_last);
    let solver = search::Solver::new(&space, &meter);
    let firsts: Vec<u32> = crate::symmetry::opening_guesses(game).iter().map(|&g| game.position(g) as u32).collect();
    let (cost, first) = solver.root(&firsts, turns.unwrap_or(space::UNLIMITED), space::IMPOSSIBLE).unwrap();
    (cost, first.map_or(String::new(), |f| game.show(crate::codeword::Codeword::from_valid_bits(space.codes[f as usize])).to_string()))
}
