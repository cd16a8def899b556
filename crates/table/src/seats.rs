//! Who sits where, and what each draws from.

use std::fmt;

use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng as _;

use crate::{Game, MOST_SEATS, Player, PlayerRng};

/// The players at a table, by seat.
pub trait Seats<G: Game> {
    /// What sits in a seat.
    type Player: Player<G> + ?Sized;

    /// The cards are dealt: seats may have been drawn anew.
    fn dealt(&mut self, game: &G) {
        let _ = game;
    }

    /// The player of a seat, and the generator that it is lent.
    fn seat(&mut self, seat: usize) -> (&mut Self::Player, &mut PlayerRng);

    /// A number for a player that draws from a generator of its own: for this seat and game alone.
    fn seed(&self, seat: usize) -> u64;
}

/// `N` players in seats that stay, each with a generator of its own.
pub struct PerSeatRng<'a, P: ?Sized, const N: usize> {
    /// Who sits where.
    pub players: [&'a mut P; N],
    /// The generator that each is lent.
    pub rngs: [PlayerRng; N],
    /// The seed of each player.
    pub seeds: [u64; N],
}

impl<'a, P: ?Sized, const N: usize> PerSeatRng<'a, P, N> {
    /// Players with a generator each; their seeds are the numbers that copies of these would give next.
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

/// Players of a series whose seats the game draws, all of whom draw from one generator in turn.
pub struct SharedRng<'a, P> {
    players: &'a mut [P],
    rng: &'a mut PlayerRng,
    moved: usize,
    seed: u64,
    game: u64,
    /// The place among `players` of who sits in each seat.
    seated: [u8; MOST_SEATS],
}

impl<'a, P> SharedRng<'a, P> {
    /// Player `p` of the game's series is player `p + moved` of these, counted round.
    ///
    /// A player's seed in game `game` of the series comes from the stream (seed, game), in the substream of its
    /// seat.
    ///
    /// # Panics
    /// If there are more than [`MOST_SEATS`] players.
    pub fn new(players: &'a mut [P], rng: &'a mut PlayerRng, moved: usize, (seed, game): (u64, u64)) -> Self {
        assert!(players.len() <= MOST_SEATS, "{} players", players.len());
        Self { players, rng, moved, seed, game, seated: [0; MOST_SEATS] }
    }

    /// The place among the players of who sits in each seat, once the cards are dealt.
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
        debug_assert_eq!(players, G::seats(game.setup()), "a player for each seat");
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
