"""Dou Dizhu with PettingZoo's AEC API. Needs PettingZoo."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from .._aec import CardEnv, wrapped
from .._native import DoudizhuTables
from ._names import ROLES

__all__ = ["DoudizhuEnv", "env", "raw_env"]


def env(**options: Any) -> Any:
    """Returns a :class:`DoudizhuEnv` in PettingZoo's usual wrappers.

    >>> game = env()
    >>> game.reset(seed=31459)
    >>> for agent in game.agent_iter():
    ...     observation, reward, termination, truncation, info = game.last()
    ...     game.step(None if termination else int(observation["action_mask"].argmax()))

    An illegal action ends the game, and the agent that chose it gets reward -1.

    Args:
        options: The keywords of :class:`raw_env`.
    """
    return wrapped(DoudizhuEnv(**options))


class DoudizhuEnv(CardEnv):
    """One game of Dou Dizhu with an agent for each seat: ``player_0`` to ``player_2``.

    An observation is a dictionary of two ``int8`` arrays. ``observation`` is RLCard's observation,
    of shape (901,). The landlord's observation has 790 cells, and is padded with 0.
    ``action_mask``, of shape (27472,), is 1 for each legal action. If the agent is not to move,
    ``action_mask`` is all 0. The info ``role`` is ``landlord``, ``landlord_down`` or
    ``landlord_up``, or None in an auction.

    Args:
        seed: The seed of the games until ``reset(seed=...)``; random if None. Table 0 of a
            :class:`VectorEnv` with this seed has the same games.
        reward, rules, bidding, open_hand, doubling: As for :class:`Tables`.
        released: As for :meth:`Tables.observations`.
        render_mode: ``ansi``, ``human`` or None.

    Raises:
        Error: An argument is invalid.
    """

    _made_of, _name = DoudizhuTables, "quadrille_doudizhu"
    tables: DoudizhuTables

    def __init__(self, *, released: bool = False, **options: Any) -> None:
        self._released = released
        super().__init__(**options)

    def _observation_of(self, player: int) -> NDArray[Any]:
        return self.tables.observation_of(0, player, released=self._released)

    def _infos_of(self, player: int) -> dict[str, Any]:
        landlord = int(self.tables.landlords()[0])
        return {"role": None if landlord < 0 else ROLES[(player - landlord) % 3]}

    def _shown_player(self, player: int) -> str:
        role = self._infos_of(player)["role"]
        return f"{super()._shown_player(player)} ({role})" if role else super()._shown_player(player)


#: The environment without wrappers. An illegal action raises :class:`quadrille.Error`.
raw_env = DoudizhuEnv
