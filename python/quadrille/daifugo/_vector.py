"""Daifugo as a vector environment. Needs Gymnasium."""

from __future__ import annotations

from .._native import DaifugoTables
from .._vector import CardVectorEnv

__all__ = ["VectorEnv"]


class VectorEnv(CardVectorEnv):
    """Daifugo at ``num_envs`` tables, by Gymnasium's vector API. An episode is one game of a series.

    >>> env = VectorEnv(64, reward="centred")
    >>> observations, infos = env.reset(seed=31459)
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)

    One step is one decision of whoever's is due at each table: whoever calls it plays all players. The reward a table is
    *player 0's*; ``infos["rewards"]`` has every player's.

    Observations are of the seat whose decision is due, cells of 0 and 1, shape (887,), as
    :meth:`Tables.observations` lists them. The features of every legal action are ``env.tables.moves()``.

    **Infos**, arrays whose first axis is tables; ``_name`` says where ``name`` is told:

    ===============  =====================================================================================
    ``turn``         ``int8``: the player whose decision is due, -1 where the game is over
    ``seat``         ``int8``: the seat they sit in
    ``exchanging``   ``bool``: whether it is about cards to return
    ``game``         ``uint64``: the number of the table's game, from 0
    ``action_mask``  ``int8``, shape (n, actions): 1 for each legal action; only 0 where the game is over
    ``rewards``      ``float32``, shape (n, players): the last step's by player
    ``classes``      ``int8``, shape (n, players), where a game has ended: 0 for the richest player
    ``final_obs``    with ``AutoresetMode.SAME_STEP``, an array of objects: the game's last observation
    ``final_info``   likewise: ``rewards`` and ``classes``
    ===============  =====================================================================================

    Args:
        num_envs: Tables, 1 to 65,536.
        seed: Of the games until ``reset(seed=...)``; drawn if None.
        players, jokers, rules, classes, reward: As of :class:`Tables`.
        autoreset_mode: What comes after a game, one of Gymnasium's three.
        action_mask: Where the masks stand: in the ``info``, in the ``observation`` (a dictionary of ``observation``
            and ``action_mask`` then), or nowhere (None): ``env.tables.legal()`` lists what is legal for much less.
        dtype: Of the observations: ``int8``, ``uint8``, ``bool`` or ``float32``.
        copy: Whether observations and masks are the caller's to keep. If not, they are valid until the next step,
            and cost less.

    Raises:
        Error: There is no such environment.
        ImportError: Gymnasium is not installed.
    """

    _made_of = DaifugoTables
    tables: DaifugoTables
