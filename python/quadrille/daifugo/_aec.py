"""Daifugo by PettingZoo's API of turns. Needs PettingZoo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._aec import CardEnv, wrapped
from .._seeds import drawn_seed
from ._tables import Tables

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
    return wrapped(raw_env(**options))


def raw_env(**options: Any) -> DaifugoEnv:
    """The same without wrappers: an action that is not legal raises :class:`quadrille.Error`."""
    return DaifugoEnv(**options)


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

    tables: Tables

    def __init__(
        self,
        *,
        seed: int | None = None,
        players: int = 5,
        jokers: int = 1,
        rules: Sequence[str] | None = None,
        classes: str = "carried",
        reward: str = "points",
        render_mode: str | None = None,
    ) -> None:
        tables = Tables(
            1,
            seed=drawn_seed() if seed is None else seed,
            players=players,
            jokers=jokers,
            rules=rules,
            classes=classes,
            reward=reward,
            autoreset="Disabled",
        )
        super().__init__("quadrille_daifugo", tables, 887, render_mode)

    def _observation_of(self, player: int) -> NDArray[Any]:
        return self.tables.observation_of(0, player, np.empty(887, np.int8))

    def _infos_of(self, player: int) -> dict[str, Any]:
        return {"exchanging": bool(self.tables.exchanging()[0])}

    def _shown_on_table(self) -> str | None:
        on_table = self.tables.on_table(0)
        return None if on_table is None else on_table[0]

    def _shown_hand(self, player: int) -> str:
        return self.tables.hand(0, player)
