//! The assignment of players to the seats of a table, and the random generators of players.

use std::fmt;

use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng as _;

use crate::{Game, MOST_SEATS, Player, PlayerRng};

/// The players in the seats of a table.
pub trait Seats<G: Game> {
    /// The type of players.
    type Player: Player<G> + ?Sized;

    /// Called after each deal, because the game may assign players to other seats.
    fn dealt(&mut self, game: &G) {
        let _ = game;
    }

    /// Returns the player in a seat, and the generator for the player's decisions.
    fn seat(&mut self, seat: usize) -> (&mut Self::Player, &mut PlayerRng);

    /// Returns a seed for a player that has a separate generator. It should be different for each
    /// seat and game.
    fn seed(&self, seat: usize) -> u64;
}

/// `N` players in fixed seats, each with a separate generator.
pub struct PerSeatRng<'a, P: ?Sized, const N: usize> {
    /// The player of each seat.
    pub players: [&'a mut P; N],
    /// The generator of each player.
    pub rngs: [PlayerRng; N],
    /// The seed of each player. The caller replaces the seeds before each further game if a player
    /// uses them.
    pub seeds: [u64; N],
}

impl<'a, P: ?Sized, const N: usize> PerSeatRng<'a, P, N> {
    /// Creates the seats. The seed of a player is the next output of the player's generator; it is
    /// drawn from a copy, so that the generator does not change.
    pub fn new(players: [&'a mut P; N], rngs: [PlayerRng; N]) -> Self {
        let seeds = rngs.each_ref().map(|rng| rng.clone().next_u64());
        Self { players, rngs, seeds }
    }
}

impl<P: ?Sized, const N: usize> fmt::Debug for PerSeatRng<'_, P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerSeatRng").field("rngs", &self.rngs).finish_non_exhaustive()
    }
}

impl<G: Game, P: Player<G> + ?Sized, const N: usize> Seats<G> for PerSeatRng<'_, P, N> {
    type Player = P;

    #[inline]
    fn seat(&mut self, seat: usize) -> (&mut P, &mut PlayerRng) {
        (&mut *self.players[seat], &mut self.rngs[seat])
    }

    fn seed(&self, seat: usize) -> u64 {
        self.seeds[seat]
    }
}

/// The players of a series in which the game assigns players to seats. All players share one
/// generator.
pub struct SharedRng<'a, P> {
    players: &'a mut [P],
    rng: &'a mut PlayerRng,
    moved: usize,
    seed: u64,
    game: u64,
    /// For each seat, the index in `players` of the player in this seat.
    seated: [u8; MOST_SEATS],
}

impl<'a, P> SharedRng<'a, P> {
    /// Creates the seats. Player `p` of the series has the index `p + moved` in `players`, modulo
    /// the number of players.
    ///
    /// The seed of a player comes from a substream of the stream (`seed`, `game`). The number of
    /// the substream is the number of the seat. `game` must be different for each game with the
    /// same `seed`.
    ///
    /// # Panics
    /// If there are more than [`MOST_SEATS`] players.
    pub fn new(players: &'a mut [P], rng: &'a mut PlayerRng, moved: usize, (seed, game): (u64, u64)) -> Self {
        assert!(players.len() <= MOST_SEATS, "{} players", players.len());
        Self { players, rng, moved, seed, game, seated: [0; MOST_SEATS] }
    }

    /// Returns, for each seat, the index of the player in this seat. The result is valid after a
    /// deal.
    pub fn seated(&self) -> &[u8] {
        &self.seated[..self.players.len()]
    }
}

impl<P> fmt::Debug for SharedRng<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedRng").field("seated", &self.seated()).finish_non_exhaustive()
    }
}

impl<G: Game, P: Player<G>> Seats<G> for SharedRng<'_, P> {
    type Player = P;

    fn dealt(&mut self, game: &G) {
        let players = self.players.len();
        debug_assert_eq!(players, G::seats(game.setup()), "expected one player per seat");
        for (seat, seated) in self.seated[..players].iter_mut().enumerate() {
            *seated = ((game.player(seat) + self.moved) % players) as u8;
        }
    }

    #[inline]
    fn seat(&mut self, seat: usize) -> (&mut P, &mut PlayerRng) {
        (&mut self.players[usize::from(self.seated[seat])], &mut *self.rng)
    }

    fn seed(&self, seat: usize) -> u64 {
        StreamKey::new(self.seed, self.game).substream(seat as u64).rng().next_u64()
    }
}
