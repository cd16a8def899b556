"""Daifugo with PettingZoo's AEC API. Needs PettingZoo."""

from __future__ import annotations

from typing import Any

from .._aec import CardEnv, wrapped
from .._native import DaifugoTables

__all__ = ["DaifugoEnv", "env", "raw_env"]


def env(**options: Any) -> Any:
    """Returns a :class:`DaifugoEnv` in PettingZoo's usual wrappers.

    >>> game = env(players=3)
    >>> game.reset(seed=31459)
    >>> for agent in game.agent_iter():
    ...     observation, reward, termination, truncation, info = game.last()
    ...     game.step(None if termination else int(observation["action_mask"].argmax()))

    An illegal action ends the game, and the agent that chose it gets reward -1.

    Args:
        options: The keywords of :class:`raw_env`.
    """
    return wrapped(DaifugoEnv(**options))


class DaifugoEnv(CardEnv):
    """One game of Daifugo with an agent for each player: ``player_0``, ``player_1`` and so on.
    ``reset()`` deals the next game.

    An observation is a dictionary of two ``int8`` arrays. ``observation`` has shape (887,), and
    :class:`Tables` describes its cells. ``action_mask`` is 1 for each legal action. If the agent is
    not to move, ``action_mask`` is all 0. The info ``exchanging`` says whether the player to move
    must return cards in the exchange.

    Args:
        seed: The seed of the games until ``reset(seed=...)``; random if None. Table 0 of a
            :class:`VectorEnv` with this seed has the same games.
        players, jokers, rules, classes, reward: As for :class:`Tables`.
        render_mode: ``ansi``, ``human`` or None.

    Raises:
        Error: An argument is invalid.
    """

    _made_of, _name = DaifugoTables, "quadrille_daifugo"
    tables: DaifugoTables

    def _infos_of(self, player: int) -> dict[str, Any]:
        return {"exchanging": bool(self.tables.exchanging()[0])}


#: The environment without wrappers. An illegal action raises :class:`quadrille.Error`.
raw_env = DaifugoEnv
