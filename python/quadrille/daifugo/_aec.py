"""Daifugo by PettingZoo's API of turns. Needs PettingZoo."""

from __future__ import annotations

from typing import Any

from .._aec import CardEnv, wrapped
from .._native import DaifugoTables

__all__ = ["DaifugoEnv", "env", "raw_env"]


def env(**options: Any) -> Any:
    """Daifugo for PettingZoo: :class:`DaifugoEnv` in its usual wrappers.

    >>> game = env(players=3)
    >>> game.reset(seed=31459)
    >>> for agent in game.agent_iter():
    ...     observation, reward, termination, truncation, info = game.last()
    ...     game.step(None if termination else int(observation["action_mask"].argmax()))

    An action that is not legal ends the game, with -1 for whoever made it.

    Args:
        options: Those of :class:`DaifugoEnv`.
    """
    return wrapped(DaifugoEnv(**options))


class DaifugoEnv(CardEnv):
    """One game of Daifugo: agents ``player_0`` and on, by player. ``reset()`` goes on with the series.

    An observation is a dictionary: ``observation``, ``int8`` of shape (887,), as :meth:`Tables.observations` lists it;
    ``action_mask``, ``int8``, 1 for each legal action, all 0 for who is not to decide. Infos tell ``exchanging``,
    whether cards are to be returned before the first lead.

    Args:
        seed: Of the games until ``reset(seed=...)``; drawn if None. Table 0 of a :class:`VectorEnv` with it plays the
            same games.
        players, jokers, rules, classes, reward: As of :class:`Tables`.
        render_mode: ``ansi``, ``human`` or None.

    Raises:
        Error: There is no such game.
    """

    _made_of, _name = DaifugoTables, "quadrille_daifugo"
    tables: DaifugoTables

    def _infos_of(self, player: int) -> dict[str, Any]:
        return {"exchanging": bool(self.tables.exchanging()[0])}


#: The same without wrappers: an action that is not legal raises :class:`quadrille.Error`.
raw_env = DaifugoEnv
